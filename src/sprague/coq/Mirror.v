(* The mirror strategy: a full board of Cram with two even sides is lost, one with an even and an odd side is won by the
   domino in the centre. *)
From Coq Require Import NArith List Lia Bool Wellfounded Relations.
From Sprague Require Import Game Values BoardRules.
Import ListNotations.
Open Scope N_scope.

Section Mirror.
Context {V : Type} (dec : forall x y : V, {x = y} + {x <> y}).
Variables (rule : list V -> list V -> Prop) (P : proper rule) (box : V -> Prop) (s : V -> V).
Hypothesis inside : forall x, box x -> box (s x) /\ s (s x) = x.
(* each move has a mirrored one *)
Hypothesis mirrored : forall a g, rule a g -> (forall x, In x a -> box x) ->
  exists a' g', rule a' g' /\ (forall z, In z a' -> box z /\ In (s z) a) /\ (forall z, box z -> (In z g' <-> In (s z) g)).
(* that it does not spoil *)
Hypothesis apart : forall a g x, rule a g -> (forall x, In x a -> box x) -> In x a -> ~ In (s x) g.
Definition symmetric (p : list V) : Prop := (forall x, In x p -> box x) /\ forall x, In x p -> In (s x) p.
Lemma in_without g p x : In x (without dec g p) <-> In x p /\ ~ In x g.
Proof. unfold without. rewrite filter_In. destruct (in_dec dec x g); intuition; discriminate. Qed.
Theorem mirror p : symmetric p -> lost (places dec rule P) p.
Proof. induction (wf_clos_trans _ _ (ends (places dec rule P)) p) as [p _ IH]. intros [B S]. constructor. intros q M.
  pose proof M as M0. destruct M as [p a g R Ha].
  assert (Ba : forall x, In x a -> box x) by auto. destruct (mirrored a g R Ba) as [a' [g' [R' [A' G']]]].
  assert (M' : move (places dec rule P) (without dec g p) (without dec g' (without dec g p))).
  { apply (Take dec rule (without dec g p) a' g' R'). intros z Hz. destruct (A' z Hz) as [Bz Iz]. apply in_without.
    destruct (inside z Bz) as [_ E]. split; [rewrite <- E; auto|]. rewrite <- E. now apply (apart a g (s z)). }
  apply (Won _ _ _ M'). apply IH; [eapply t_trans; constructor; eauto|]. split.
  - intros x Hx. apply in_without in Hx. destruct Hx as [Hx _]. apply in_without in Hx. apply B. tauto.
  - intros x Hx. apply in_without in Hx. destruct Hx as [Hx N']. apply in_without in Hx. destruct Hx as [Hx N0].
    destruct (inside x (B x Hx)) as [Bs E]. apply in_without. split; [apply in_without; split; auto|].
    + intro I. apply N', G'; auto. + intro I. apply N0. rewrite <- E. apply G'; auto. Qed.
End Mirror.

Section Cram.
Variables rows columns : nat.
Let r := N.of_nat rows.
Let c := N.of_nat columns.
Definition turned (x : cell) : cell := (r - 1 - fst x, c - 1 - snd x).
Lemma in_range n i : In i (range n) <-> i < N.of_nat n.
Proof. unfold range. rewrite in_map_iff. split; [intros [k [<- H]]; apply in_seq in H; lia|].
  intro H. exists (N.to_nat i). split; [lia|]. apply in_seq. lia. Qed.
Lemma in_rectangle x : In x (rectangle rows columns) <-> fst x < r /\ snd x < c.
Proof. unfold rectangle. rewrite in_flat_map. split.
  - intros [i [Hi H]]. apply in_map_iff in H. destruct H as [j [<- Hj]]. apply in_range in Hi. apply in_range in Hj. auto.
  - intros [Hi Hj]. exists (fst x). split; [now apply in_range|]. apply in_map_iff. exists (snd x). split; [now destruct x|now apply in_range].
Qed.
Lemma turned_symmetric (p : list cell) (box : cell -> Prop) :
  (forall x, box x -> fst x < r /\ snd x < c) -> (forall x, box x -> box (turned x)) ->
  (forall x y, box x -> box y -> beside x y -> y <> turned x) -> (forall x, box x -> x <> turned x) ->
  (forall x, In x p <-> box x) -> lost cram p.
Proof. intros Hb Ht Hn Hf Hp. assert (T : forall z, box z -> turned (turned z) = z).
  { intros [i j] B. destruct (Hb _ B). unfold turned. cbn in *. f_equal; lia. }
  apply (mirror cell_dec domino domino_proper box turned).
  - auto.
  - intros a g [x [y [N [-> ->]]]] Ba. assert (Bx : box x) by (apply Ba; simpl; auto). assert (By : box y) by (apply Ba; simpl; auto).
    pose proof (Hb _ Bx) as Ix. pose proof (Hb _ By) as Iy.
    exists [turned y; turned x], [turned y; turned x]. split; [|split].
    + exists (turned y), (turned x). repeat split. unfold beside, turned in *. destruct x as [i j], y as [i' j']. cbn in *. lia.
    + intros z [<-|[<-|[]]]; (split; [auto|rewrite T by auto; simpl; auto]).
    + intros z Bz. simpl. split; (intros [E|[E|[]]]; [|]); auto. * right. left. rewrite <- E, T; auto.
      * left. rewrite <- E, T; auto. * right. left. rewrite E. now apply T. * left. rewrite E. now apply T.
  - intros a g x [u [v [N [-> ->]]]] Ba I. assert (Bu : box u) by (apply Ba; simpl; auto). assert (Bv : box v) by (apply Ba; simpl; auto).
    pose proof (Hn u v Bu Bv N) as Q. pose proof (Hf u Bu). pose proof (Hf v Bv).
    destruct I as [<-|[<-|[]]]; intros [E|[E|[]]]; try congruence. apply Q. rewrite <- (T v) by auto. now rewrite <- E.
  - split; [intros x; apply Hp|]. intros x Hx. apply Hp, Ht, Hp, Hx. Qed.
Theorem even_by_even k l : rows = (2 * k)%nat -> columns = (2 * l)%nat -> lost cram (rectangle rows columns).
Proof.
  intros Hr Hc. apply (turned_symmetric _ (fun x => fst x < r /\ snd x < c)); auto; unfold turned, beside, r, c; cbn [fst snd].
  - intros x H. lia.
  - intros [i j] [i' j'] H H' B E. cbn in *. injection E as E1 E2. lia.
  - intros [i j] H E. cbn in *. injection E as E1 E2. lia.
  - intro x. apply in_rectangle. Qed.
(* A domino in the centre, if it is the only one that is its own image. *)
Lemma centre_wins u v : beside u v -> turned u = v -> In u (rectangle rows columns) -> In v (rectangle rows columns) ->
  (forall x, In x (rectangle rows columns) -> x <> turned x) ->
  (forall x y, In x (rectangle rows columns) -> beside x y -> y = turned x -> x = u) ->
  wins cram (rectangle rows columns) (without cell_dec [u; v] (rectangle rows columns)).
Proof. intros Buv T Iu Iv Fixed Only. split.
  - constructor 1 with (ask := [u; v]); [exists u, v; auto|]. intros x [<-|[<-|[]]]; auto.
  - assert (TT : forall x, In x (rectangle rows columns) -> turned (turned x) = x).
    { intros [i j] H. apply in_rectangle in H. unfold turned. cbn in *. f_equal; lia. }
    apply (turned_symmetric _ (fun x => In x (rectangle rows columns) /\ x <> u /\ x <> v)).
    + intros x [H _]. now apply in_rectangle.
    + intros x [H [Hu Hv]]. split; [|split; intro E; [apply Hv|apply Hu]; rewrite <- (TT x H), E, <- T; auto].
      apply in_rectangle. apply in_rectangle in H. unfold turned. cbn. lia.
    + intros x y [H [Hu _]] _ B E. apply Hu. now apply (Only x y).
    + intros x [H _]. now apply Fixed.
    + intro x. rewrite (in_without cell_dec). simpl. intuition. Qed.
Theorem even_by_odd k l : rows = (2 * S k)%nat -> columns = S (2 * l) ->
  wins cram (rectangle rows columns)
    (without cell_dec [(N.of_nat k, N.of_nat l); (N.of_nat k + 1, N.of_nat l)] (rectangle rows columns)).
Proof. intros Hr Hc. apply centre_wins; unfold beside, turned; cbn [fst snd].
  - lia.
  - unfold r, c. f_equal; lia.
  - apply in_rectangle. unfold r, c. cbn [fst snd]. lia.
  - apply in_rectangle. unfold r, c. cbn [fst snd]. lia.
  - intros [i j] H E. apply in_rectangle in H. unfold r, c in *. cbn in *. injection E as E1 E2. lia.
  - intros [i j] [i' j'] H B E. apply in_rectangle in H. unfold r, c in *. cbn in *. injection E as E1 E2. f_equal; lia. Qed.
Theorem odd_by_even k l : rows = S (2 * k) -> columns = (2 * S l)%nat ->
  wins cram (rectangle rows columns)
    (without cell_dec [(N.of_nat k, N.of_nat l); (N.of_nat k, N.of_nat l + 1)] (rectangle rows columns)).
Proof. intros Hr Hc. apply centre_wins; unfold beside, turned; cbn [fst snd].
  - lia.
  - unfold r, c. f_equal; lia.
  - apply in_rectangle. unfold r, c. cbn [fst snd]. lia.
  - apply in_rectangle. unfold r, c. cbn [fst snd]. lia.
  - intros [i j] H E. apply in_rectangle in H. unfold r, c in *. cbn in *. injection E as E1 E2. lia.
  - intros [i j] [i' j'] H B E. apply in_rectangle in H. unfold r, c in *. cbn in *. injection E as E1 E2. f_equal; lia. Qed.
End Cram.

(* Graphs: a symmetry that is its own inverse, given as a list of pairs. *)
Fixpoint image (s : list (N * N)) (x : N) : N := match s with [] => x | (a, b) :: s => if a =? x then b else image s x end.
Definition among (p : list N) (x : N) : bool := existsb (N.eqb x) p.
Lemma among_spec p x : among p x = true <-> In x p.
Proof. unfold among. rewrite existsb_exists. split; [intros [y [I E]]; apply N.eqb_eq in E; now subst|].
  intro I. exists x. split; auto. apply N.eqb_refl. Qed.
Lemma in_neighbours E u v : In v (neighbours E u) <-> linked E u v.
Proof. unfold neighbours, linked. rewrite in_flat_map. split.
  - intros [[a b] [I H]]. cbn in H. destruct (N.eqb_spec a u), (N.eqb_spec b u); cbn in H; intuition; subst; auto.
  - intros [I|I]; [exists (u, v)|exists (v, u)]; (split; [auto|]); cbn; rewrite N.eqb_refl; apply in_or_app; simpl; auto. Qed.
Section Graphs.
Variables (E : list (N * N)) (s : list (N * N)) (p : list N).
Let t := image s.
Definition edges_within : list (N * N) := filter (fun e => among p (fst e) && among p (snd e)) E.
Definition checked_mirror (es : list (N * N)) : bool :=
  forallb (fun x => among p (t x) && (t (t x) =? x)) p &&
  forallb (fun e => let a := t (fst e) in let b := t (snd e) in
    existsb (fun d => (fst d =? a) && (snd d =? b) || (fst d =? b) && (snd d =? a)) es &&
    negb (a =? fst e) && negb (a =? snd e) && negb (b =? fst e) && negb (b =? snd e)) es.
Hypothesis Checked : checked_mirror edges_within = true.
Lemma in_within u v : In (u, v) edges_within <-> In (u, v) E /\ In u p /\ In v p.
Proof. unfold edges_within. rewrite filter_In, andb_true_iff, !among_spec. reflexivity. Qed.
Lemma mirror_vertex x : In x p -> In (t x) p /\ t (t x) = x.
Proof. apply andb_true_iff in Checked. destruct Checked as [H _]. rewrite forallb_forall in H. intro I. specialize (H x I).
  now rewrite andb_true_iff, among_spec, N.eqb_eq in H. Qed.
Lemma mirror_edge u v : In (u, v) E -> In u p -> In v p ->
  (In (t u, t v) E \/ In (t v, t u) E) /\ t u <> u /\ t u <> v /\ t v <> u /\ t v <> v.
Proof. intros I Iu Iv. apply andb_true_iff in Checked. destruct Checked as [_ H]. rewrite forallb_forall in H.
  specialize (H (u, v) (proj2 (in_within u v) (conj I (conj Iu Iv)))). cbn [fst snd] in H.
  rewrite !andb_true_iff, !negb_true_iff, !N.eqb_neq in H. destruct H as [[[[H H1] H2] H3] H4]. split; [|auto].
  apply existsb_exists in H. destruct H as [[a b] [J K]]. apply in_within in J. cbn in K.
  rewrite orb_true_iff, !andb_true_iff, !N.eqb_eq in K. destruct K as [[-> ->]|[-> ->]]; tauto. Qed.
Lemma mirror_linked u v : In u p -> In v p -> linked E u v -> linked E (t u) (t v) /\ t u <> v.
Proof. intros Iu Iv [L|L]; [destruct (mirror_edge u v L Iu Iv)|destruct (mirror_edge v u L Iv Iu)]; unfold linked; tauto. Qed.
Theorem arc_kayles_mirror : lost (arc_kayles E) p.
Proof. apply (mirror N.eq_dec (take_arc E) (take_arc_proper E) (fun x => In x p) t mirror_vertex).
  - intros a g [u [v [I [-> ->]]]] B. assert (Iu : In u p) by (apply B; simpl; auto). assert (Iv : In v p) by (apply B; simpl; auto).
    destruct (mirror_vertex u Iu) as [Ju Eu], (mirror_vertex v Iv) as [Jv Ev]. destruct (mirror_edge u v I Iu Iv) as [M _].
    assert (Q : forall z, In z p -> (t u = z <-> u = t z) /\ (t v = z <-> v = t z)).
    { intros z Iz. destruct (mirror_vertex z Iz) as [_ Ez]. split; split; intro; congruence. }
    destruct M as [M|M]; [exists [t u; t v], [t u; t v]|exists [t v; t u], [t v; t u]]; (split; [eexists _, _; eauto|]);
    (split; [intros z [<-|[<-|[]]]; rewrite ?Eu, ?Ev; simpl; auto|intros z Iz; destruct (Q z Iz); simpl; tauto]).
  - intros a g x [u [v [I [-> ->]]]] B Ix. assert (Iu : In u p) by (apply B; simpl; auto). assert (Iv : In v p) by (apply B; simpl; auto).
    destruct (mirror_edge u v I Iu Iv) as [_ [A1 [A2 [A3 A4]]]]. destruct Ix as [<-|[<-|[]]]; intros [J|[J|[]]]; congruence.
  - split; auto. intros x Ix. now apply mirror_vertex. Qed.
Hypothesis Moved : forallb (fun x => negb (t x =? x)) p = true.
Theorem node_kayles_mirror : lost (node_kayles E) p.
Proof. apply (mirror N.eq_dec (take_node E) (take_node_proper E) (fun x => In x p) t mirror_vertex).
  - intros a g [u [-> ->]] B. assert (Iu : In u p) by (apply B; simpl; auto). destruct (mirror_vertex u Iu) as [Ju Eu].
    exists [t u], (t u :: neighbours E (t u)). split; [now exists (t u)|]. split; [intros z [<-|[]]; rewrite Eu; simpl; auto|].
    intros z Iz. destruct (mirror_vertex z Iz) as [Jz Ez]. simpl. rewrite !in_neighbours. split; (intros [H|H]; [left; congruence|right]).
    + rewrite <- Eu. now apply mirror_linked.
    + rewrite <- Ez. now apply mirror_linked.
  - intros a g x [u [-> ->]] B [<-|[]]. assert (Iu : In u p) by (apply B; simpl; auto). destruct (mirror_vertex u Iu) as [Ju Eu].
    intros [H|H]; [|apply in_neighbours in H; destruct (mirror_linked u (t u) Iu Ju H); congruence].
    rewrite forallb_forall in Moved. specialize (Moved u Iu). rewrite <- H, N.eqb_refl in Moved. discriminate.
  - split; auto. intros x Ix. now apply mirror_vertex. Qed.
End Graphs.
Definition check_arc_mirror E s p : bool := checked_mirror s p (edges_within E p).
Definition check_node_mirror E s p : bool := check_arc_mirror E s p && forallb (fun x => negb (image s x =? x)) p.
Theorem arc_kayles_lost E s p : check_arc_mirror E s p = true -> lost (arc_kayles E) p.
Proof. apply arc_kayles_mirror. Qed.
Theorem node_kayles_lost E s p : check_node_mirror E s p = true -> lost (node_kayles E) p.
Proof. unfold check_node_mirror. rewrite andb_true_iff. intros [A B]. now apply (node_kayles_mirror E s). Qed.
(* A first move, and the mirror after it. *)
Theorem node_kayles_wins E s p u : among p u && check_node_mirror E s (without N.eq_dec (u :: neighbours E u) p) = true ->
  wins (node_kayles E) p (without N.eq_dec (u :: neighbours E u) p).
Proof. rewrite andb_true_iff, among_spec. intros [I H]. split; [|now apply (node_kayles_lost E s)].
  apply (Take N.eq_dec (take_node E) p [u]); [now exists u|]. intros x [<-|[]]. auto. Qed.
Theorem arc_kayles_wins E s p u v :
  among p u && among p v && among (neighbours E u) v && check_arc_mirror E s (without N.eq_dec [u; v] p) = true ->
  wins (arc_kayles E) p (without N.eq_dec [u; v] p).
Proof. rewrite !andb_true_iff, !among_spec, in_neighbours. intros [[[Iu Iv] L] H]. split; [|now apply (arc_kayles_lost E s)].
  assert (Ez : without N.eq_dec [u; v] p = without N.eq_dec [v; u] p).
  { apply filter_ext. intro z. destruct (in_dec _ z [u; v]) as [i|n], (in_dec _ z [v; u]) as [j|m]; auto; simpl in *; tauto. }
  destruct L as [L|L]; [|rewrite Ez]; (econstructor 1; [eexists _, _; repeat split; eassumption|]); intros x [<-|[<-|[]]]; auto. Qed.
