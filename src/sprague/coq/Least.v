(* The least start and the least period of a sequence, from a few of its values. *)
From Coq Require Import NArith List Lia Bool.
From Sprague Require Import Machine.
Import ListNotations.
Open Scope N_scope.

Definition known (l : list (N * N)) (n : N) : option N := option_map snd (find (fun x => fst x =? n) l).
Definition differ (l : list (N * N)) (a b : N) : bool :=
  match known l a, known l b with Some v, Some w => negb (v =? w) | _, _ => false end.
Fixpoint from (n : N) (count : nat) : list N := match count with O => [] | S i => n :: from (n + 1) i end.
Lemma in_from i : forall n d, n <= d < n + N.of_nat i -> In d (from n i).
Proof. induction i as [|i IH]; intros n d H; [lia|]. cbn [from]. destruct (N.eq_dec n d) as [|]; [now left|right].
  apply IH. lia. Qed.
(* The proper divisors of a period. *)
Definition divisors (p : N) : list N := filter (fun d => p mod d =? 0) (from 1 (nat_of (p - 1))).
Definition check_least (s p : N) (l : list (N * N)) : bool :=
  (1 <=? p) && ((s =? 0) || differ l (s - 1) (s - 1 + p)) &&
  forallb (fun d => existsb (fun x => (s <=? fst x) && differ l (fst x) (fst x + d)) l) (divisors p).

Section Least.
Variables (f : N -> N) (s p : N) (l : list (N * N)).
Hypothesis period : forall n, s <= n -> f (n + p) = f n.
Hypothesis values : forall h v, In (h, v) l -> f h = v.
Lemma many g t q : (forall n, t <= n -> g (n + q) = g n) -> forall j n, t <= n -> g (n + j * q) = g n :> N.
Proof. intros H. induction j as [|j IH] using N.peano_ind; intros n L; [f_equal; lia|].
  replace (n + N.succ j * q) with (n + j * q + q) by lia. rewrite H by lia. auto. Qed.
Lemma known_spec n v : known l n = Some v -> f n = v.
Proof. unfold known. destruct (find _ l) as [[h w]|] eqn:E; cbn; [|discriminate]. intros [= ->].
  apply find_some in E. destruct E as [I E]. apply N.eqb_eq in E. cbn in E. subst. auto. Qed.
Lemma differ_spec a b : differ l a b = true -> f a <> f b.
Proof. unfold differ. destruct (known l a) as [v|] eqn:A; [|discriminate]. destruct (known l b) as [w|] eqn:B; [|discriminate].
  apply known_spec in A, B. rewrite A, B. intro H. now apply negb_true_iff, N.eqb_neq in H. Qed.
Theorem least : check_least s p l = true ->
  forall t q, 1 <= q -> (forall n, t <= n -> f (n + q) = f n) -> s <= t /\ p <= q.
Proof. unfold check_least. rewrite !andb_true_iff, N.leb_le. intros [[Hp Hs] Hd] t q Hq Per. split.
  - destruct (N.le_gt_cases s t) as [|L]; auto. exfalso. apply orb_true_iff in Hs.
    destruct Hs as [Hs|Hs]; [apply N.eqb_eq in Hs; lia|]. apply differ_spec in Hs. apply Hs.
    rewrite <- (many f t q Per p (s - 1)) by lia. rewrite <- (many f s p period (q - 1) (s - 1 + p)) by lia. f_equal. nia.
  - destruct (N.le_gt_cases p q) as [|L]; auto. exfalso. set (d := N.gcd p q).
    assert (D : forall n, s <= n -> f (n + d) = f n).
    { intros n Ln. assert (Up : exists m, t <= m /\ n <= m /\ forall i, f (m + i) = f (n + i)).
      { exists (n + t * p). repeat split; [nia|lia|]. intro i. rewrite <- (many f s p period t (n + i)) by lia. f_equal. lia. }
      destruct Up as [m [Tm [Nm Um]]]. rewrite <- Um. replace (f n) with (f m) by (rewrite <- (N.add_0_r m), Um; f_equal; lia).
      destruct (N.gcd_bezout p q) as [B|B]; destruct B as [a [b E]]; fold d in E.
      - rewrite <- (many f t q Per b (m + d)) by lia. rewrite <- N.add_assoc, <- E. apply (many f s p period). lia.
      - rewrite <- (many f s p period b (m + d)) by lia. rewrite <- N.add_assoc, <- E. apply (many f t q Per). lia. }
    assert (Dp : (d | p)) by apply N.gcd_divide_l. assert (Dq : (d | q)) by apply N.gcd_divide_r.
    assert (Hd' : 1 <= d) by (destruct (N.eq_dec d 0) as [Z|]; [rewrite Z in Dq; apply N.divide_0_l in Dq|]; lia).
    assert (d <= q) by (apply N.divide_pos_le; [lia|auto]).
    rewrite forallb_forall in Hd. specialize (Hd d). assert (I : In d (divisors p)).
    { unfold divisors. apply filter_In. split; [|now apply N.eqb_eq, N.mod_divide; [lia|]].
      apply in_from. rewrite nat_of_spec. lia. }
    apply Hd, existsb_exists in I. destruct I as [[h v] [_ I]]. cbn [fst] in I. apply andb_true_iff in I.
    destruct I as [Lh I]. apply N.leb_le in Lh. apply differ_spec in I. apply I. symmetry. now apply D. Qed.
End Least.
