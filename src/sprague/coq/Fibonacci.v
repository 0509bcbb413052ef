(* Fibonacci nim (Whinihan 1963), and all its winning takes (Allen and Ponomarenko 2014). *)
From Coq Require Import NArith List Lia Bool Arith.
From Sprague Require Import Game Values NumberRules.
Import ListNotations.
Open Scope N_scope.

Lemma fib_SS i : fib (S (S i)) = fib i + fib (S i).
Proof. unfold fib. generalize 0, 1. induction i as [|i IH]; intros a b; [reflexivity|]. exact (IH b (a + b)). Qed.
Lemma fib_pos i : 1 <= fib (S i).
Proof. enough (1 <= fib (S i) /\ 1 <= fib (S (S i))) by tauto. induction i as [|i [A B]]; [cbv; split; discriminate|].
  split; auto. rewrite fib_SS. lia. Qed.
Lemma fib_mono i j : (i <= j)%nat -> fib i <= fib j.
Proof. intro H. induction H as [|j H IH]; [lia|]. destruct j as [|j]; [inversion H; subst; cbv; discriminate|].
  rewrite fib_SS. pose proof (fib_pos j). destruct j; [|pose proof (fib_pos j)]; lia. Qed.
Lemma fib_strict i j : (2 <= i)%nat -> (i < j)%nat -> fib i < fib j.
Proof. intros Hi H. apply N.lt_le_trans with (fib (S i)); [|apply fib_mono; lia].
  destruct i as [|[|i]]; try lia. rewrite (fib_SS (S i)). pose proof (fib_pos i). lia. Qed.
Lemma fib_large n : exists i, n < fib i.
Proof. induction n as [|n [i IH]] using N.peano_ind; [now exists 1%nat|]. exists (S (S (S i))). rewrite fib_SS.
  pose proof (fib_mono i (S (S i)) ltac:(lia)). pose proof (fib_pos i). lia. Qed.

(* Zeckendorf: indices from 2 on, ascending, no two next to each other. *)
Lemma sum_fib_app l r : sum_fib (l ++ r) = sum_fib l + sum_fib r.
Proof. induction l; simpl; lia. Qed.
Lemma spaced_weaken a b l : (a <= b)%nat -> spaced b l -> spaced a l.
Proof. destruct l; simpl; intros; [auto|]. split; [lia|tauto]. Qed.
Lemma spaced_in : forall l a i, spaced a l -> In i l -> (a <= i)%nat.
Proof. induction l as [|x l IH]; simpl; [tauto|]. intros a i [A B] [<-|H]; auto. specialize (IH _ _ B H). lia. Qed.
Lemma spaced_app : forall l a r, spaced a (l ++ r) <->
  spaced a l /\ spaced a r /\ (forall i j, In i l -> In j r -> (i + 2 <= j)%nat).
Proof. induction l as [|x l IH]; simpl; intros a r.
  - split; [repeat split; auto; tauto|tauto].
  - rewrite IH. split. + intros [A [B [C D]]]. repeat split; auto. * eapply spaced_weaken; [|apply C]. lia.
      * intros i j [<-|H] J; auto. pose proof (spaced_in _ _ _ C J). lia.
    + intros [[A B] [C D]]. repeat split; auto. destruct r as [|y r]; simpl in *; auto.
      split; [|tauto]. specialize (D x y). lia. Qed.
Lemma sum_small l : forall a m, (2 <= a)%nat -> spaced a l -> (forall i, In i l -> (i <= m)%nat) -> sum_fib l < fib (S m) \/ l = [] .
Proof. induction l as [|i l IH] using rev_ind; intros a m Ha S H; [now right|left].
  apply spaced_app in S. destruct S as [S1 [[S2 _] S3]]. rewrite sum_fib_app. cbn [sum_fib].
  assert (Hi : (i <= m)%nat) by (apply H, in_or_app; right; now left). pose proof (fib_mono (S i) (S m) ltac:(lia)).
  destruct i as [|[|i]]; try lia. pose proof (fib_SS i). pose proof (fib_SS (S i)).
  destruct (IH a i Ha S1) as [L| ->].
  - intros j J. specialize (S3 j _ J (or_introl eq_refl)). lia.
  - lia.
  - cbn [sum_fib]. pose proof (fib_pos i). lia. Qed.
Lemma sum_pos i l : (2 <= i)%nat -> 1 <= sum_fib (i :: l).
Proof. intro H. destruct i; [lia|]. cbn [sum_fib]. pose proof (fib_pos i). lia. Qed.
(* The representation is unique: the last index is the largest possible. *)
Lemma unique : forall l l', spaced 2 l -> spaced 2 l' -> sum_fib l = sum_fib l' -> l = l'.
Proof. induction l as [|i l IH] using rev_ind; intros l' S S' E.
  - destruct l' as [|j l']; auto. destruct S' as [S' _]. pose proof (sum_pos j l' S'). rewrite <- E in H. cbn in H. lia.
  - destruct l' as [|j l' _] using rev_ind.
    + destruct l as [|k l]; [pose proof (sum_pos i [] (proj1 S))|pose proof (sum_pos k (l ++ [i]) (proj1 S))]; cbn [app] in E; rewrite E in H; cbn in H; lia.
    + assert (Le : forall a b x y, spaced 2 (a ++ [x]) -> spaced 2 (b ++ [y]) -> sum_fib (a ++ [x]) = sum_fib (b ++ [y]) -> (x <= y)%nat).
      { clear. intros a b x y A B E. destruct (le_lt_dec x y) as [|H]; auto. exfalso.
        pose proof (sum_small (b ++ [y]) 2 y ltac:(lia) B) as L. destruct L as [L|L].
        - intros i I. apply spaced_app in B. destruct B as [_ [_ B]]. apply in_app_or in I.
          destruct I as [I|[<-|[]]]; auto. specialize (B i y I (or_introl eq_refl)). lia.
        - rewrite <- E, sum_fib_app in L. cbn [sum_fib] in L. pose proof (fib_mono (S y) x ltac:(lia)). lia.
        - destruct b; discriminate. }
      assert (i = j) by (apply Nat.le_antisymm; [apply (Le l l')|apply (Le l' l)]; auto). subst j.
      f_equal. apply spaced_app in S. apply spaced_app in S'. apply IH; try tauto. rewrite !sum_fib_app in E. lia.
Qed.
Lemma exists_rep n : exists l, spaced 2 l /\ sum_fib l = n.
Proof.
  induction n as [n IH] using (well_founded_induction N.lt_wf_0). destruct (N.eq_dec n 0) as [->|Hn]; [now exists []|].
  assert (G : exists i, (2 <= i)%nat /\ fib i <= n < fib (S i)).
  { destruct (fib_large n) as [j Hj]. induction j as [|j IHj]; [cbv in Hj; destruct n; discriminate|].
    destruct (N.lt_ge_cases n (fib j)); [auto|]. exists j. repeat split; auto. destruct j as [|[|]]; try lia; cbv in Hj; destruct n as [|[]]; try discriminate; lia. }
  destruct G as [i [Hi [G1 G2]]]. assert (P : 1 <= fib i) by (destruct i; [lia|apply fib_pos]).
  destruct (IH (n - fib i)) as [l [Sp E]]; [lia|]. exists (l ++ [i]). split; [|rewrite sum_fib_app, E; cbn; lia].
  apply spaced_app. repeat split; auto. intros x y Hx [<-|[]]. destruct (le_lt_dec (x + 2) i) as [|H]; auto. exfalso.
  assert (L : fib x <= sum_fib l).
  { apply in_split in Hx. destruct Hx as [a [b ->]]. rewrite sum_fib_app. cbn. lia. }
  destruct i as [|[|i]]; try lia. pose proof (fib_SS i). pose proof (fib_SS (S i)). pose proof (fib_mono (S i) x ltac:(lia)). lia.
Qed.

(* Lost: the limit is below the smallest part (or nothing is left). *)
(* If a limit of 2 k is below the smallest part of what a take of k leaves, then the parts of k stand before those. *)
Lemma joined k l r : spaced 2 l -> sum_fib l = k -> spaced 2 r -> below_least r (2 * k) -> spaced 2 (l ++ r).
Proof. intros Sp E S' B. apply spaced_app. repeat split; auto. intros i j I J.
  destruct r as [|h r]; [destruct J|]. unfold below_least in B. assert (h <= j)%nat.
  { destruct J as [<-|J]; auto. pose proof (spaced_in _ _ _ (proj2 S') J). lia. } assert (L : fib i <= k).
  { rewrite <- E. apply in_split in I. destruct I as [a [b ->]]. rewrite sum_fib_app. cbn. lia. }
  pose proof (spaced_in _ _ _ Sp I). destruct (le_lt_dec (i + 2) h) as [|H']; [lia|]. exfalso.
  destruct h as [|[|h]]; try (destruct S'; lia). rewrite fib_SS in B. pose proof (fib_mono (S h) i ltac:(lia)).
  pose proof (fib_mono h (S h) ltac:(lia)). lia. Qed.
Lemma next_part i j : (2 <= i)%nat -> (i + 2 <= j)%nat -> 2 * fib i < fib j.
Proof.
  intros Hi H. pose proof (fib_mono (S (S i)) j ltac:(lia)). rewrite fib_SS in H0. pose proof (fib_strict i (S i) Hi ltac:(lia)). lia.
Qed.

Theorem whinihan p : lost fibonacci_nim p <-> fibonacci_cold p.
Proof. apply (kernel_iff fibonacci_nim fibonacci_cold (fun _ => True)); auto.
  - intros p' q' _ [l [S [E B]]] M [r [S' [E' B']]]. destruct M as [n q k H1 H2 H3]. cbn [fst snd] in *.
    destruct (exists_rep k) as [m [Sm Em]]. pose proof (joined k m r Sm Em S' B') as J.
    assert (l = m ++ r) by (apply unique; auto; rewrite sum_fib_app; lia). subst l.
    destruct m as [|i m]; [cbn in Em; lia|]. cbn in B, Em. lia.
  - intros [n q] _. destruct (exists_rep n) as [l [S E]]. cbn [fst snd].
    destruct l as [|i l]; [left; exists []; cbn in *; auto|].
    destruct (N.lt_ge_cases q (fib i)) as [L|L]; [left; exists (i :: l); cbn in *; auto|right].
    destruct S as [S1 S2]. cbn [sum_fib] in E. exists (n - fib i, 2 * fib i). split.
    + pose proof (fib_mono 2 i S1). change (fib 2) with 1 in *. constructor; lia.
    + exists l. cbn [fst snd]. repeat split; [eapply spaced_weaken; [|apply S2]; lia|lia|].
      destruct l as [|j l]; cbn; auto. destruct S2 as [S2 _]. apply next_part; lia. Qed.
(* In words: with the Zeckendorf representation l of n. *)
Corollary whinihan_parts n q l : spaced 2 l -> sum_fib l = n -> (lost fibonacci_nim (n, q) <-> below_least l q).
Proof. intros S E. rewrite whinihan. unfold fibonacci_cold. cbn [fst snd]. split; [|exists l; auto].
  intros [m [S' [E' B]]]. assert (l = m) by (apply unique; congruence). now subst. Qed.
(* The winning takes are the sums of the smallest parts, up to a part that is followed by none or by more than twice
   the sum. *)
Theorem winning_takes n q k l : spaced 2 l -> sum_fib l = n -> 1 <= k <= n -> k <= q ->
  (wins fibonacci_nim (n, q) (n - k, 2 * k) <-> exists m r, l = m ++ r /\ sum_fib m = k /\ below_least r (2 * k)).
Proof. intros S E Hk Hq. unfold wins. rewrite whinihan. split.
  - intros [_ [r [S' [E' B]]]]. cbn [fst snd] in *. destruct (exists_rep k) as [m [Sm Em]].
    pose proof (joined k m r Sm Em S' B) as J. exists m, r. repeat split; auto. apply unique; auto. rewrite sum_fib_app. lia.
  - intros [m [r [-> [Em B]]]]. split; [constructor; lia|]. exists r. cbn [fst snd]. rewrite sum_fib_app in E.
    apply spaced_app in S. repeat split; [tauto|lia|auto]. Qed.

(* Decided with a hint: the indices of the representation. *)
Fixpoint walk (i : nat) (a b : N) (l : list nat) (fuel : nat) : option (list (nat * N)) :=
  match l, fuel with
  | [], _ => Some []
  | j :: l', S f => if Nat.eqb i j then match walk (S i) b (a + b) l' f with Some r => Some ((j, a) :: r) | None => None end
                    else walk (S i) b (a + b) l f
  | _, O => None
  end.
Fixpoint spacedb (least : nat) (l : list nat) : bool :=
  match l with [] => true | i :: l => Nat.leb least i && spacedb (S (S i)) l end.
Definition coldb (n q : N) (l : list nat) : bool :=
  spacedb 2 l &&
  match walk 0 0 1 l (S (last l O)) with
  | None => false
  | Some r => (fold_right (fun x s => snd x + s) 0 r =? n) && match r with [] => true | (_, f) :: _ => q <? f end
  end.
Lemma walk_spec : forall f i l r, walk i (fib i) (fib (S i)) l f = Some r -> r = map (fun j => (j, fib j)) l.
Proof.
  induction f as [|f IH]; intros i l r H; destruct l as [|j l]; cbn in H; try (injection H as <-; reflexivity); try discriminate.
  rewrite <- fib_SS in H. destruct (Nat.eqb_spec i j) as [->|].
  - destruct (walk (S j) _ _ l f) as [r'|] eqn:E; [|discriminate]. injection H as <-. apply IH in E. now subst.
  - apply IH in H. exact H. Qed.
Lemma spacedb_spec l : forall a, spacedb a l = true -> spaced a l.
Proof. induction l as [|i l IH]; simpl; auto. intros a H. apply andb_true_iff in H. destruct H as [H1 H2].
  split; [now apply Nat.leb_le|auto]. Qed.
Theorem fibonacci_lost n q l : coldb n q l = true -> lost fibonacci_nim (n, q).
Proof. unfold coldb. rewrite andb_true_iff. intros [S H]. apply spacedb_spec in S.
  destruct (walk 0 0 1 l _) as [r|] eqn:E; [|discriminate]. apply (walk_spec _ 0) in E. subst r.
  apply andb_true_iff in H. destruct H as [H1 H2]. apply N.eqb_eq in H1.
  assert (F : fold_right (fun x s => snd x + s) 0 (map (fun j => (j, fib j)) l) = sum_fib l) by (clear; induction l; simpl; congruence).
  apply (whinihan_parts n q l); auto; [congruence|]. destruct l; cbn in *; auto. now apply N.ltb_lt. Qed.
Theorem fibonacci_wins n q k l : (1 <=? k) && (k <=? n) && (k <=? q) && coldb (n - k) (2 * k) l = true ->
  wins fibonacci_nim (n, q) (n - k, 2 * k).
Proof.
  rewrite !andb_true_iff, !N.leb_le. intros [[[H1 H2] H3] H]. split; [now constructor|]. eapply fibonacci_lost; eauto.
Qed.
