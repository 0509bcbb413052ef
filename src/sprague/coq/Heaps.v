(* Play of take-and-break games ends, and [g] is the value. *)
From Coq Require Import NArith List Lia Bool Arith FinFun Wellfounded.
From Sprague Require Import Game Values HeapRules Components.
Import ListNotations.
Open Scope N_scope.

Lemma mex_from_spec l : forall fuel v,
  (forall u, u < v -> In u l) -> (length l = N.to_nat v + fuel)%nat ->
  is_mex (fun u => In u l) (mex_from fuel v l).
Proof. induction fuel as [|f IH]; intros v Hv Hl; simpl.
  - split; auto. intro Hin. assert (Hn : NoDup (map N.of_nat (seq 0 (S (N.to_nat v))))).
    { apply FinFun.Injective_map_NoDup; [intros x y; lia | apply seq_NoDup]. }
    apply NoDup_incl_length with (l' := l) in Hn. + rewrite map_length, seq_length in Hn. lia.
    + intros x Hx. apply in_map_iff in Hx. destruct Hx as [y [E Hy]]. apply in_seq in Hy.
      destruct (N.eq_dec x v) as [->|Hne]; auto. apply Hv. lia.
  - destruct (in_dec N.eq_dec v l) as [i|n].
    + apply IH; [|lia]. intros u Hu. destruct (N.eq_dec u v) as [->|]; auto. apply Hv. lia. + split; auto. Qed.
Lemma mex_spec l : is_mex (fun u => In u l) (mex l).
Proof. apply mex_from_spec; [intros; lia | simpl; lia]. Qed.

Lemma in_upto k n : In k (upto n) <-> 1 <= k <= n.
Proof. unfold upto. rewrite in_map_iff. split.
  - intros [x [E H]]. apply in_seq in H. lia.
  - intros H. exists (N.to_nat k). split; [lia|]. apply in_seq. lia. Qed.
Lemma total_app l r : total (l ++ r) = total l + total r.
Proof. induction l; simpl; lia. Qed.
Lemma in_total h p : In h p -> h <= total p.
Proof. induction p as [|a p IH]; simpl; [tauto|]. intros [->|H]; [|apply IH in H]; lia. Qed.
Lemma in_parts : forall j n p, In p (parts j n) <-> length p = j /\ total p = n /\ (forall h, In h p -> 1 <= h).
Proof. induction j as [|j IH]; intros n p; simpl.
  - destruct (N.eqb_spec n 0) as [->|H]; simpl.
    + split; [intros [<-|[]]; simpl; intuition | intros [H _]; destruct p; auto; discriminate].
    + split; [tauto|]. intros [H1 [H2 _]]. destruct p; [simpl in H2; lia|discriminate].
  - rewrite in_flat_map. split.
    + intros [a [Ha H]]. apply in_upto in Ha. apply in_map_iff in H. destruct H as [q [<- H]].
      apply IH in H. destruct H as [H1 [H2 H3]]. simpl. repeat split; [lia|lia|]. intros h [<-|]; [lia|auto].
    + intros [H1 [H2 H3]]. destruct p as [|a p]; [discriminate|]. exists a.
      cbn [total fold_right] in H2. fold (total p) in H2.
      assert (1 <= a) by (apply H3; now left). split; [apply in_upto; lia|].
      apply in_map. apply IH. simpl in H1. repeat split; [lia|lia|intros; apply H3; now right]. Qed.

Lemma same_spec a p : same a p = true <-> forall b, In b p -> a = b.
Proof. induction p as [|b p IH]; simpl; [intuition|]. rewrite andb_true_iff, N.eqb_eq, IH.
  split; [intros [-> H] x [<-|]; auto|]. auto. Qed.
Lemma other_spec a p : other a p = true <-> ~ In a p.
Proof.
  induction p as [|b p IH]; simpl; [intuition|]. rewrite andb_true_iff, negb_true_iff, N.eqb_neq, IH. intuition. Qed.
Lemma allowedb_spec s p : allowedb s p = true <-> allowed s p.
Proof. destruct s.
  - destruct p; split; simpl; auto.
  - induction p as [|a p IH]; simpl in *; [split; [constructor|auto]|].
    rewrite andb_true_iff, other_spec, IH. split; [intros [A B]; now constructor|]. intro H. inversion H; auto.
  - destruct p as [|a p]; simpl; [split; [intros _ ? ? []|auto]|].
    rewrite same_spec. split; [|intros H b Hb; apply H; auto].
    intros H x y [<-|Hx] [<-|Hy]; auto; [symmetry; auto|]. rewrite <- (H x), <- (H y); auto. Qed.

Lemma in_options c n p : In p (options c n) <-> leaves c n p.
Proof. unfold options, leaves. rewrite in_flat_map. split.
  - intros [k [Hk H]]. apply in_flat_map in H. destruct H as [j [Hj H]]. exists k.
    assert (k <= n) by (destruct Hk as [<-|Hk]; [lia|apply in_upto in Hk; lia]).
    destruct (N.testbit _ _ && _) eqn:E; [|contradiction]. apply andb_true_iff in E. destruct E as [E E2].
    apply filter_In in H. destruct H as [H1 H2]. apply in_parts in H1. destruct H1 as [<- [H1 H3]].
    apply allowedb_spec in H2. repeat split; auto; [lia|]. intros ->.
    apply orb_true_iff in E2. destruct E2 as [E2|E2]; [discriminate|]. now apply Nat.leb_le.
  - intros [k [E [H1 [H2 [H3 H4]]]]]. exists k. split.
    + destruct (N.eq_dec k 0) as [->|]; [now left|]. right. apply in_upto. lia.
    + apply in_flat_map. pose proof (length_total p H1). exists (length p). split; [apply in_seq; lia|].
      rewrite H3. replace ((1 <=? k) || Nat.leb 2 (length p)) with true.
      * simpl. apply filter_In. split; [|now apply allowedb_spec]. apply in_parts. repeat split; auto. lia.
      * symmetry. apply orb_true_iff. destruct (N.eq_dec k 0) as [->|]; [right|left]. -- apply Nat.leb_le. auto.
        -- apply N.leb_le. lia. Qed.

Lemma leaves_lt c n p h : leaves c n p -> In h p -> 1 <= h < n.
Proof. intros [k [E [H1 [H2 [H3 H4]]]]] H. split; auto. pose proof (in_total h p H).
  destruct (N.eq_dec k 0) as [->|]; [|lia]. specialize (H2 eq_refl).
  destruct (N.eq_dec h n) as [->|]; [|lia]. exfalso.
  apply in_split in H. destruct H as [l [r ->]]. rewrite total_app in E. cbn [total fold_right] in E. fold (total r) in E.
  assert (N.of_nat (length l) <= total l) by (apply length_total; intros; apply H1, in_or_app; auto).
  assert (N.of_nat (length r) <= total r) by (apply length_total; intros; apply H1, in_or_app; right; now right).
  rewrite app_length in H2. simpl in H2. lia. Qed.

(* ---------- the values ---------- *)
Lemma row_length c n : length (row c n) = n.
Proof. induction n as [|n IH]; simpl; auto. rewrite app_length, IH. simpl. lia. Qed.
Lemma row_nth c n : forall m, (m < n)%nat -> nth m (row c n) 0 = g c (N.of_nat m).
Proof. unfold g. induction n as [|n IH]; intros m Hm; [lia|]. rewrite Nat2N.id.
  destruct (Nat.eq_dec m n) as [->|]; auto. cbn [row]. rewrite app_nth1 by (rewrite row_length; lia).
  rewrite IH by lia. now rewrite Nat2N.id. Qed.
Definition reach (c : code) (n u : N) := exists p, leaves c n p /\ xor_of (g c) p = u.
Theorem g_spec c n : is_mex (reach c n) (g c n).
Proof. assert (E : g c n = mex (map (xor_of (g c)) (options c n))).
  { unfold g at 1. cbn [row]. rewrite app_nth2; rewrite row_length; [|lia]. rewrite Nat.sub_diag. cbn [nth].
    rewrite N2Nat.id. f_equal. apply map_ext_in. intros p H. apply in_options in H.
    apply xor_of_ext. intros h Hh. pose proof (leaves_lt _ _ _ _ H Hh). rewrite row_nth by lia. now rewrite N2Nat.id. }
  rewrite E. eapply is_mex_ext; [|apply mex_spec]. intro u. rewrite in_map_iff. unfold reach.
  split; intros [p [A B]]; exists p; [apply in_options in B|]; auto. split; auto. now apply in_options. Qed.

Theorem heaps_value c p : value (heaps c) p (xor_of (g c) p).
Proof. apply replace_value. intro n. apply g_spec. Qed.
Corollary heaps_lost c p : lost (heaps c) p <-> xor_of (g c) p = 0.
Proof. rewrite <- value_0. split; intro H.
  - apply (value_unique (heaps c) p); auto. apply heaps_value.
  - rewrite <- H. apply heaps_value. Qed.
Lemma g_0 c : g c 0 = 0.
Proof.
  destruct (g_spec c 0) as [_ B]. destruct (N.eq_dec (g c 0) 0) as [|H]; auto. destruct (B 0) as [p [[k [E [H1 [H2 _]]]] _]]; [lia|].
  pose proof (length_total p H1). assert (k = 0) by lia. specialize (H2 H3). lia. Qed.

(* Whether a move may leave p of a heap of n, decided. *)
Definition leavesb (c : code) (n : N) (p : list N) : bool :=
  let k := n - total p in
  (total p <=? n) && forallb (fun h => 1 <=? h) p && ((1 <=? k) || Nat.leb 2 (length p)) &&
  N.testbit (digit c k) (N.of_nat (length p)) && allowedb (splits c) p.
Lemma leavesb_spec c n p : leavesb c n p = true -> leaves c n p.
Proof. unfold leavesb. rewrite !andb_true_iff, orb_true_iff, forallb_forall, Nat.leb_le, !N.leb_le.
  intros [[[[H1 H2] H3] H4] H5]. exists (n - total p). repeat split; auto; try lia.
  - intros h Hh. apply N.leb_le. auto.
  - now apply allowedb_spec. Qed.
Lemma heap_wins c l n r p : leavesb c n p = true -> xor_of (g c) (l ++ p ++ r) = 0 ->
  wins (heaps c) (l ++ n :: r) (l ++ p ++ r).
Proof. intros L E. split; [apply Replace; now apply leavesb_spec|]. now apply heaps_lost. Qed.
