(* Strips of Cram: a row of n cells is a heap of 0.07 (take two counters, and leave the rest as up to two heaps). *)
From Coq Require Import NArith List Lia Bool.
From Sprague Require Import Game Values HeapRules Components Heaps Octal BoardRules Mirror.
Import ListNotations.
Open Scope N_scope.

Definition c07 : code := octal [0; 0; 7].
Definition nonzero (n : N) : list N := if n =? 0 then [] else [n].
Lemma leaves_07 n p : leaves c07 n p <-> exists a b, a + b + 2 = n /\ p = nonzero a ++ nonzero b.
Proof. assert (Bit : forall k j, N.testbit (digit c07 k) j = true -> k = 2).
  { intros k j H. assert (L : k < 3) by exact (octal_bit_lt _ _ _ H). unfold c07 in H. rewrite octal_digit in H.
    assert (K : k = 0 \/ k = 1 \/ k = 2) by lia. destruct K as [->|[->| ->]]; auto; discriminate. }
  assert (One : forall a, 1 <= a -> nonzero a = [a]) by (intros a Ha; unfold nonzero; destruct (N.eqb_spec a 0); [lia|auto]).
  split.
  - intro L. apply (octal_three [0; 0; 7] n p eq_refl) in L.
    destruct L as [H B|k a Hk Ha E B|k a b Ha Hb E B]; apply Bit in B; [exists 0, 0|exists a, 0|exists a, b]; (split; [lia|]).
    + reflexivity.
    + now rewrite One.
    + now rewrite !One.
  - intros [a [b [E ->]]]. unfold nonzero. destruct (N.eqb_spec a 0), (N.eqb_spec b 0); cbn [app].
    + apply leave_none; [lia|]. now replace n with 2 by lia.
    + apply (leave_one _ n 2 b); try lia. reflexivity.
    + apply (leave_one _ n 2 a); try lia. reflexivity.
    + apply (leave_two _ n 2 a b); try lia. reflexivity. Qed.

(* Runs of places (start, length), from left to right, with a gap between one and the next. *)
Fixpoint spread (m : N) (L : list (N * N)) : Prop :=
  match L with [] => True | (s, n) :: L => m <= s /\ 1 <= n /\ spread (s + n + 1) L end.
Definition run (s n : N) : list (N * N) := if n =? 0 then [] else [(s, n)].
Definition on (L : list (N * N)) (i : N) : Prop := exists s n, In (s, n) L /\ s <= i < s + n.
Lemma on_app A B i : on (A ++ B) i <-> on A i \/ on B i.
Proof. unfold on. split.
  - intros [s [n [I H]]]. apply in_app_or in I. destruct I; [left|right]; eauto.
  - intros [[s [n [I H]]]|[s [n [I H]]]]; exists s, n; (split; [apply in_or_app; auto|exact H]). Qed.
Lemma on_one s n i : on [(s, n)] i <-> s <= i < s + n.
Proof. unfold on. split; [intros [t [k [[E|[]] H]]]; now injection E as <- <-|]. intro H. exists s, n. simpl. auto. Qed.
Lemma on_run s n i : on (run s n) i <-> s <= i < s + n.
Proof. unfold run. destruct (N.eqb_spec n 0) as [->|]; [|apply on_one]. split; [intros [t [k [[] _]]]|lia]. Qed.
Lemma spread_weaken L m m' : m' <= m -> spread m L -> spread m' L.
Proof. destruct L as [|[s n] L]; cbn; [auto|]. intros H [A B]. split; [lia|exact B]. Qed.
Lemma spread_in : forall L m s n, spread m L -> In (s, n) L -> m <= s /\ 1 <= n.
Proof. induction L as [|[t k] L IH]; cbn; [tauto|]. intros m s n [A [B H]] [E|I]; [injection E as <- <-; auto|].
  destruct (IH _ _ _ H I). split; lia. Qed.
Lemma spread_around L R s n : forall m, spread m (L ++ (s, n) :: R) ->
  (forall i, on L i -> i + 1 < s) /\ (forall i, on R i -> s + n < i).
Proof. induction L as [|[t k] L IH]; intros m H; cbn in H.
  - destruct H as [_ [_ H]]. split; intros i [x [y [I J]]]; [destruct I|]. destruct (spread_in _ _ _ _ H I). lia.
  - destruct H as [_ [_ H]]. destruct (IH _ H) as [A B]. split; auto. intros i [x [y [[E|I] J]]]; [|apply A; exists x, y; auto].
    injection E as <- <-. destruct (spread_in _ _ s n H) as [Q _]; [apply in_elt|]. lia. Qed.
Lemma spread_cut L R s n a b : a + b + 2 = n -> forall m, spread m (L ++ (s, n) :: R) ->
  spread m (L ++ run s a ++ run (s + a + 2) b ++ R).
Proof. intro E. induction L as [|[t k] L IH]; intros m H; cbn in H |- *.
  - destruct H as [A [_ H]]. unfold run.
    destruct (N.eqb_spec a 0), (N.eqb_spec b 0); cbn; repeat split; try lia;
    (eapply spread_weaken; [|exact H]; lia).
  - destruct H as [A [B H]]. auto. Qed.
Lemma lengths_cut L R s a b : map snd (L ++ run s a ++ run (s + a + 2) b ++ R) = map snd L ++ (nonzero a ++ nonzero b) ++ map snd R.
Proof. rewrite !map_app, <- app_assoc. unfold run, nonzero. now destruct (a =? 0), (b =? 0). Qed.

Section Line.
Variable e : N -> cell.
Hypothesis line : forall i j, beside (e i) (e j) <-> j = i + 1.
Hypothesis apart : forall i j, e i = e j -> i = j.
Definition covers (p : list cell) (L : list (N * N)) : Prop := forall x, In x p <-> exists i, x = e i /\ on L i.
Definition laid (p : list cell) (hs : list N) : Prop := exists L, spread 0 L /\ covers p L /\ map snd L = hs.
Lemma covers_cut p L R s n a b : spread 0 (L ++ (s, n) :: R) -> covers p (L ++ (s, n) :: R) -> a + b + 2 = n ->
  covers (without cell_dec [e (s + a); e (s + a + 1)] p) (L ++ run s a ++ run (s + a + 2) b ++ R).
Proof. intros S C E. destruct (spread_around L R s n 0 S) as [SL SR].
  assert (On : forall i, on (L ++ run s a ++ run (s + a + 2) b ++ R) i <-> on (L ++ (s, n) :: R) i /\ i <> s + a /\ i <> s + a + 1).
  { intro i. change ((s, n) :: R) with ([(s, n)] ++ R). rewrite !on_app, on_one, !on_run. specialize (SL i). specialize (SR i). split.
    - intros [H|[H|[H|H]]]; [specialize (SL H)| | |specialize (SR H)]; (split; [|lia]); auto; right; left; lia.
    - intros [[H|[H|H]] [N1 N2]]; auto. destruct (N.le_gt_cases (s + a) i); [right; right; left; lia|right; left; lia]. }
  intro x. rewrite (in_without cell_dec), (C x). split.
  - intros [[i [-> O]] N']. exists i. split; auto. apply On. split; auto. split; intros ->; apply N'; simpl; auto.
  - intros [i [-> O]]. apply On in O. destruct O as [O [N1 N2]]. split; [now exists i|].
    intros [Q|[Q|[]]]; apply apart in Q; congruence. Qed.
Lemma laid_value p hs v : laid p hs -> value (heaps c07) hs v -> value cram p v.
Proof. intro Lp. apply (same_beside cram (heaps c07) laid); [| |exact Lp]; clear p hs v Lp.
  - intros p hs q [L [S [C Eh]]] M. destruct M as [p ask gone [x [y [B [-> ->]]]] Ha].
    destruct (proj1 (C x) (Ha x ltac:(simpl; auto))) as [i [-> Oi]]. destruct (proj1 (C y) (Ha y ltac:(simpl; auto))) as [j [-> Oj]].
    apply line in B. subst j. destruct Oi as [s [n [I Hi]]]. apply in_split in I. destruct I as [A [R ->]].
    destruct (spread_around A R s n 0 S) as [SL SR]. assert (Hj : i + 1 < s + n).
    { change ((s, n) :: R) with ([(s, n)] ++ R) in Oj. rewrite !on_app, on_one in Oj.
      destruct Oj as [O|[O|O]]; [apply SL in O|exact (proj2 O)|apply SR in O]; lia. }
    pose proof (covers_cut p A R s n (i - s) (s + n - i - 2) S C ltac:(lia)) as C'.
    replace (s + (i - s)) with i in C' by lia. rewrite map_app in Eh. cbn [map snd] in Eh. subst hs.
    exists (map snd A ++ (nonzero (i - s) ++ nonzero (s + n - i - 2)) ++ map snd R). split.
    + apply Replace. apply leaves_07. exists (i - s), (s + n - i - 2). split; [lia|reflexivity].
    + eexists. split; [|split; [exact C'|]].
      * replace (i + 2) with (s + (i - s) + 2) by lia. apply (spread_cut A R s n); [lia|exact S].
      * replace (i + 2) with (s + (i - s) + 2) by lia. apply lengths_cut.
  - intros p hs hs' [L [S [C Eh]]] M. destruct M as [l n r p' Lv]. apply leaves_07 in Lv. destruct Lv as [a [b [E ->]]].
    apply map_eq_app in Eh. destruct Eh as [A [R' [-> [EA ER]]]]. apply map_eq_cons in ER. destruct ER as [[s n'] [R [-> [En ER]]]].
    cbn in En. subst n' l r. assert (On : forall i, s <= i < s + n -> In (e i) p).
    { intros i Hi. apply C. exists i. split; auto. exists s, n. split; [apply in_elt|exact Hi]. }
    exists (without cell_dec [e (s + a); e (s + a + 1)] p). split.
    + apply (Take cell_dec domino p [e (s + a); e (s + a + 1)]).
      * exists (e (s + a)), (e (s + a + 1)). repeat split. now apply line.
      * intros x [<-|[<-|[]]]; apply On; lia.
    + eexists. split; [|split; [exact (covers_cut p A R s n a b S C E)|apply lengths_cut]]. now apply (spread_cut A R s n). Qed.
Lemma line_value p n v : (forall x, In x p <-> exists i, x = e i /\ i < n) -> xor_of (g c07) [n] = v -> value cram p v.
Proof. intros H <-. apply (laid_value p (nonzero n)).
  - exists (run 0 n). split; [|split].
    + unfold run. destruct (N.eqb_spec n 0); cbn; repeat split; lia.
    + intro x. rewrite H. split; intros [i [-> O]]; exists i; (split; [reflexivity|]); apply on_run in O || apply on_run; lia.
    + unfold run, nonzero. now destruct (n =? 0).
  - unfold nonzero. destruct (N.eqb_spec n 0) as [->|]; [|apply heaps_value].
    replace (xor_of (g c07) [0]) with (xor_of (g c07) []) by (cbn [xor_of fold_right]; now rewrite g_0). apply heaps_value. Qed.
End Line.
Theorem row_of_cram n v : xor_of (g c07) [N.of_nat n] = v -> value cram (rectangle 1 n) v.
Proof. apply (line_value (fun i => (0, i))).
  - intros i j. unfold beside. cbn. lia.
  - intros i j E. now injection E.
  - intros [i j]. rewrite in_rectangle. cbn. split; [intros [A B]; exists j; split; [f_equal; lia|exact B]|].
    intros [k [E H]]. injection E as -> ->. lia. Qed.
Theorem column_of_cram n v : xor_of (g c07) [N.of_nat n] = v -> value cram (rectangle n 1) v.
Proof. apply (line_value (fun i => (i, 0))).
  - intros i j. unfold beside. cbn. lia.
  - intros i j E. now injection E.
  - intros [i j]. rewrite in_rectangle. cbn. split; [intros [A B]; exists i; split; [f_equal; lia|exact A]|].
    intros [k [E H]]. injection E as -> ->. lia. Qed.
