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
Proof. intros Hb Ht Hn Hf Hp. apply (mirror cell_dec domino domino_proper box turned).
  - intros x B. split; auto. destruct (Hb x B). destruct x as [i j]. unfold turned. cbn in *. f_equal; lia.
  - intros a g [x [y [N [-> ->]]]] Ba. assert (Bx : box x) by (apply Ba; simpl; auto). assert (By : box y) by (apply Ba; simpl; auto).
    pose proof (Hb _ Bx) as Ix. pose proof (Hb _ By) as Iy. assert (T : forall z, box z -> turned (turned z) = z).
    { intros z Bz. destruct (Hb z Bz). destruct z as [i j]. unfold turned. cbn in *. f_equal; lia. }
    exists [turned y; turned x], [turned y; turned x]. split; [|split].
    + exists (turned y), (turned x). repeat split. unfold beside, turned in *. destruct x as [i j], y as [i' j']. cbn in *. lia.
    + intros z [<-|[<-|[]]]; (split; [auto|rewrite T by auto; simpl; auto]).
    + intros z Bz. simpl. split; (intros [E|[E|[]]]; [|]); auto. * right. left. rewrite <- E, T; auto.
      * left. rewrite <- E, T; auto. * right. left. rewrite E. now apply T. * left. rewrite E. now apply T.
  - intros a g x [u [v [N [-> ->]]]] Ba I. assert (Bu : box u) by (apply Ba; simpl; auto). assert (Bv : box v) by (apply Ba; simpl; auto).
    assert (T : forall z, box z -> turned (turned z) = z).
    { intros z Bz. destruct (Hb z Bz). destruct z as [i j]. unfold turned. cbn in *. f_equal; lia. }
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
(* The domino in the centre, for an even number of rows and an odd one of columns. *)
Theorem even_by_odd k l : rows = (2 * S k)%nat -> columns = S (2 * l) ->
  wins cram (rectangle rows columns)
    (without cell_dec [(N.of_nat k, N.of_nat l); (N.of_nat k + 1, N.of_nat l)] (rectangle rows columns)).
Proof. intros Hr Hc. split.
  - constructor 1 with (ask := [(N.of_nat k, N.of_nat l); (N.of_nat k + 1, N.of_nat l)]).
    + exists (N.of_nat k, N.of_nat l), (N.of_nat k + 1, N.of_nat l). repeat split. right. cbn. lia.
    + intros x [<-|[<-|[]]]; apply in_rectangle; unfold r, c; cbn [fst snd]; lia.
  - set (u := (N.of_nat k, N.of_nat l)). set (v := (N.of_nat k + 1, N.of_nat l)).
    apply (turned_symmetric _ (fun x => (fst x < r /\ snd x < c) /\ x <> u /\ x <> v)). + tauto.
    + intros [i j] [H [Hu Hv]]. unfold turned, u, v, r, c in *. cbn in *. split; [lia|].
      split; intro E; injection E as E1 E2; [apply Hv|apply Hu]; f_equal; lia.
    + intros [i j] [i' j'] [H [Hu Hv]] [H' [Hu' Hv']] B E. unfold turned, beside, u, v, r, c in *. cbn in *. injection E as E1 E2.
      apply Hu. f_equal; lia.
    + intros [i j] [H [Hu Hv]] E. unfold turned, r, c in *. cbn in *. injection E as E1 E2. lia.
    + intro x. rewrite (in_without cell_dec), in_rectangle. simpl. intuition. Qed.
End Cram.
