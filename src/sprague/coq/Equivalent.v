(* Three arguments that two codes describe one game (ideas of Guy and Smith 1956): codes that leave at most two heaps, any
   two.  Bit j of the digit d_k allows to take k and leave j heaps. *)
From Coq Require Import NArith List Lia Bool.
From Sprague Require Import Game Values HeapRules Components Heaps Periods.
Import ListNotations.
Open Scope N_scope.

Definition two_heaps (c : code) : Prop := splits c = Any /\ forall k j, N.testbit (digit c k) j = true -> j <= 2 /\ (k = 0 -> j = 2).
Inductive left_of (c : code) (n : N) : list N -> Prop :=
| left0 : N.testbit (digit c n) 0 = true -> left_of c n []
| left1 k a : 1 <= a -> k + a = n -> N.testbit (digit c k) 1 = true -> left_of c n [a]
| left2 k a b : 1 <= a -> 1 <= b -> k + a + b = n -> N.testbit (digit c k) 2 = true -> left_of c n [a; b].
Lemma leaves_two c n p : two_heaps c -> (leaves c n p <-> left_of c n p).
Proof. intros [A T]. split.
  - intros [k [E [H1 [H2 [B _]]]]]. destruct p as [|a [|b [|d p]]]; cbn [length total fold_right] in *.
    + assert (k = n) by lia. subst k. now constructor. + apply (left1 c n k a); [apply H1; simpl; auto|lia|auto].
    + apply (left2 c n k a b); [apply H1; simpl; auto|apply H1; simpl; auto|lia|auto]. + apply T in B. lia.
  - intros [B|k a Ha E B|k a b Ha Hb E B]; pose proof (T _ _ B) as [_ K].
    + exists n. rewrite A. cbn. repeat split; auto; try lia; intros Z; specialize (K Z); discriminate.
    + exists k. rewrite A. cbn. repeat split; auto; try lia; intros Z; specialize (K Z); discriminate.
    + exists k. rewrite A. cbn. repeat split; auto; try lia. Qed.
Lemma reach_two c n u : two_heaps c -> (reach c n u <->
  N.testbit (digit c n) 0 = true /\ u = 0 \/
  (exists k a, 1 <= a /\ k + a = n /\ N.testbit (digit c k) 1 = true /\ u = g c a) \/
  exists k a b, 1 <= a /\ 1 <= b /\ k + a + b = n /\ N.testbit (digit c k) 2 = true /\ u = N.lxor (g c a) (g c b)).
Proof. intro T. unfold reach. split.
  - intros [p [L <-]]. apply (leaves_two c n p T) in L. destruct L as [B|k a Ha E B|k a b Ha Hb E B]; cbn [xor_of fold_right];
    rewrite ?N.lxor_0_r; [left; auto|right; left; exists k, a; auto|right; right; exists k, a, b; auto 6].
  - intros [[B ->]|[[k [a [Ha [E [B ->]]]]]|[k [a [b [Ha [Hb [E [B ->]]]]]]]]].
    + exists []. split; [apply leaves_two; auto; now constructor|reflexivity].
    + exists [a]. split; [apply leaves_two; auto; now apply (left1 c n k a)|cbn; apply N.lxor_0_r].
    + exists [a; b]. split; [apply leaves_two; auto; now apply (left2 c n k a b)|cbn; now rewrite N.lxor_0_r]. Qed.

(* Empty heap: bit 0 of d_n concerns the heap n alone; where it has another option of value 0, the bit changes nothing. *)
Theorem empty_heap c c' m : two_heaps c -> two_heaps c' ->
  (forall k j, j <> 0 \/ k <> m -> N.testbit (digit c' k) j = N.testbit (digit c k) j) ->
  (exists p, p <> [] /\ leaves c m p /\ xor_of (g c) p = 0) -> forall n, g c' n = g c n.
Proof. intros T T' Same Other. induction n as [n IH] using (well_founded_induction N.lt_wf_0).
  apply is_mex_unique with (S := reach c' n); [apply g_spec|]. refine (is_mex_ext _ _ _ _ (g_spec c n)). intro u.
  assert (Go : forall p, p <> [] -> (leaves c n p <-> leaves c' n p) /\ (leaves c n p -> xor_of (g c') p = xor_of (g c) p)).
  { intros p Hp. assert (Lp : length p <> 0%nat) by (destruct p; [congruence|discriminate]). split.
    - destruct T as [S1 _], T' as [S2 _]. unfold leaves. rewrite S1, S2.
      split; intros [k H]; exists k; [rewrite Same|rewrite <- Same]; auto; left; lia.
    - intro L. apply xor_of_ext. intros h Hh. apply IH. now apply (leaves_lt c n p h). }
  assert (Zero : n = m -> reach c n 0 /\ reach c' n 0).
  { intros ->. destruct Other as [p [Hp [L E]]]. destruct (Go p Hp) as [G1 G2]. split; [now exists p|]. exists p. split; [now apply G1|].
    now rewrite G2. } assert (Empty : n <> m -> (leaves c n [] <-> leaves c' n [])).
  { intro Hn. rewrite !leaves_two by auto. split; intro L; inversion L as [B| |]; constructor; [rewrite Same|rewrite <- Same]; auto. }
  split; intros [p [L <-]]; (destruct (N.eq_dec n m) as [E|E]; destruct p as [|x p]).
  - now apply Zero.
  - destruct (Go (x :: p)) as [G1 G2]; [discriminate|]. exists (x :: p). rewrite G2 by auto. split; [now apply G1|auto].
  - exists []. split; [now apply Empty|auto].
  - destruct (Go (x :: p)) as [G1 G2]; [discriminate|]. exists (x :: p). rewrite G2 by auto. split; [now apply G1|auto].
  - now apply Zero.
  - destruct (Go (x :: p)) as [G1 G2]; [discriminate|]. apply G1 in L. exists (x :: p). split; [auto|]. now rewrite G2.
  - exists []. split; [now apply Empty|auto].
  - destruct (Go (x :: p)) as [G1 G2]; [discriminate|]. apply G1 in L. exists (x :: p). split; [auto|]. now rewrite G2.
Qed.

(* Idle heap: if d_j has bit 2 and g b = 0, then bit 1 of d_(j + b) changes nothing. *)
Theorem idle_heap c c' j b : two_heaps c -> two_heaps c' ->
  (forall k i, i <> 1 \/ k <> j + b -> N.testbit (digit c' k) i = N.testbit (digit c k) i) ->
  N.testbit (digit c j) 2 = true -> 1 <= b -> g c b = 0 -> forall n, g c' n = g c n.
Proof. intros T T' Same Bj Hb Gb. induction n as [n IH] using (well_founded_induction N.lt_wf_0).
  apply is_mex_unique with (S := reach c' n); [apply g_spec|]. refine (is_mex_ext _ _ _ _ (g_spec c n)). intro u.
  assert (Lt : forall d k a, two_heaps d -> 1 <= a -> k + a = n -> N.testbit (digit d k) 1 = true -> a < n).
  { intros d k a [_ D] Ha E B. apply D in B. destruct (N.eq_dec k 0) as [->|]; [|lia]. destruct B as [_ B]. specialize (B eq_refl). discriminate. }
  rewrite !reach_two by auto. split.
  - intros [[B ->]|[[k [a [Ha [E [B ->]]]]]|[k [a [d [Ha [Hd [E [B ->]]]]]]]]].
    + left. split; auto. rewrite Same; auto. left. discriminate. + destruct (N.eq_dec k (j + b)) as [->|Hk].
      * right. right. exists j, a, b. repeat split; auto; [lia|rewrite Same; auto; left; discriminate|].
        rewrite !IH by lia. now rewrite Gb, N.lxor_0_r.
      * right. left. exists k, a. repeat split; auto; [now rewrite Same by auto|]. symmetry. apply IH. exact (Lt c k a T Ha E B).
    + right. right. exists k, a, d. repeat split; auto; [rewrite Same; auto; left; discriminate|]. now rewrite !IH by lia.
  - intros [[B ->]|[[k [a [Ha [E [B ->]]]]]|[k [a [d [Ha [Hd [E [B ->]]]]]]]]].
    + left. split; auto. rewrite <- Same; auto. left. discriminate. + destruct (N.eq_dec k (j + b)) as [->|Hk].
      * right. right. exists j, a, b. repeat split; auto; [lia|]. rewrite IH by lia. now rewrite Gb, N.lxor_0_r.
      * right. left. exists k, a. repeat split; auto; [now rewrite <- Same by auto|]. apply IH. exact (Lt c' k a T' Ha E B).
    + right. right. exists k, a, d. repeat split; auto; [rewrite <- Same; auto; left; discriminate|]. now rewrite !IH by lia.
Qed.

(* Shift: if a heap of 1 cannot be taken, heaps are written one smaller; a heap of 0 is nothing. *)
Theorem shift c c' : two_heaps c -> two_heaps c' -> N.testbit (digit c 1) 0 = false ->
  (forall k, N.testbit (digit c' (k + 1)) 2 = N.testbit (digit c k) 2) -> N.testbit (digit c' 0) 2 = false ->
  (forall k, N.testbit (digit c' (k + 1)) 1 = N.testbit (digit c (k + 1)) 1 || N.testbit (digit c k) 2) ->
  (forall k, N.testbit (digit c' (k + 1)) 0 =
     N.testbit (digit c (k + 2)) 0 || N.testbit (digit c (k + 1)) 1 || N.testbit (digit c k) 2) ->
  forall n, g c (n + 1) = g c' n.
Proof. intros T T' H1 B2 Z2 B1 B0. induction n as [n IH] using (well_founded_induction N.lt_wf_0).
  assert (G0 : g c' 0 = 0) by apply g_0.
  assert (G1 : 0 < n -> g c 1 = 0) by (intro; rewrite <- G0; apply (IH 0); lia).
  apply is_mex_unique with (S := reach c (n + 1)); [apply g_spec|]. refine (is_mex_ext _ _ _ _ (g_spec c' n)). intro u.
  assert (K1 : forall d k j, two_heaps d -> N.testbit (digit d k) j = true -> j <> 2 -> 1 <= k).
  { intros d k j [_ D] B Hj. apply D in B. destruct (N.eq_dec k 0); [|lia]. destruct B as [_ B]. specialize (B e). congruence. }
  rewrite !reach_two by auto. split.
  - intros [[B ->]|[[k [a [Ha [E [B ->]]]]]|[k [a [d [Ha [Hd [E [B ->]]]]]]]]].
    + pose proof (K1 _ _ _ T' B ltac:(discriminate)). replace n with (n - 1 + 1) in B by lia. rewrite B0, !orb_true_iff in B.
      destruct B as [[B|B]|B]. * left. split; auto. now replace (n + 1) with (n - 1 + 2) by lia.
      * right. left. exists (n - 1 + 1), 1. repeat split; auto; try lia; rewrite G1; lia.
      * right. right. exists (n - 1), 1, 1. repeat split; auto; try lia; now rewrite N.lxor_nilpotent.
    + pose proof (K1 _ _ _ T' B ltac:(discriminate)). replace k with (k - 1 + 1) in B by lia. rewrite B1, orb_true_iff in B.
      destruct B as [B|B].
      * right. left. exists (k - 1 + 1), (a + 1). repeat split; auto; try lia; symmetry; apply IH; lia.
      * right. right. exists (k - 1), (a + 1), 1. repeat split; auto; try lia; rewrite IH, G1 by lia; now rewrite N.lxor_0_r.
    + destruct (N.eq_dec k 0) as [->|Hk]; [congruence|]. replace k with (k - 1 + 1) in B by lia. rewrite B2 in B.
      right. right. exists (k - 1), (a + 1), (d + 1). repeat split; auto; try lia. now rewrite !IH by lia.
  - intros [[B ->]|[[k [a [Ha [E [B ->]]]]]|[k [a [d [Ha [Hd [E [B ->]]]]]]]]].
    + destruct (N.eq_dec n 0) as [->|Hn]; [change (0 + 1) with 1 in B; congruence|].
      left. split; auto. replace n with (n - 1 + 1) by lia. rewrite B0. replace (n - 1 + 2) with (n + 1) by lia. now rewrite B.
    + pose proof (K1 _ _ _ T B ltac:(discriminate)). destruct (N.eq_dec a 1) as [->|Ha1].
      * left. split; [|try lia; rewrite G1; lia]. replace n with (n - 1 + 1) by lia. rewrite B0.
        replace (n - 1 + 1) with k by lia. rewrite B. now rewrite orb_true_r.
      * right. left. exists k, (a - 1). repeat split; try lia; [replace k with (k - 1 + 1) by lia; rewrite B1; replace (k - 1 + 1) with k by lia; now rewrite B|].
        rewrite <- IH by lia. f_equal. lia. + assert (Hsum : n = k + 1 + (a - 1) + (d - 1)) by lia.
      replace (g c a) with (g c' (a - 1)) by (rewrite <- IH by lia; f_equal; lia).
      replace (g c d) with (g c' (d - 1)) by (rewrite <- IH by lia; f_equal; lia).
      destruct (N.eq_dec a 1) as [->|Ha1]; destruct (N.eq_dec d 1) as [->|Hd1]; cbn [N.sub Pos.sub_mask] in *;
      change (1 - 1) with 0 in *; rewrite ?G0, ?N.lxor_0_l, ?N.lxor_0_r.
      * left. split; auto. replace n with (k + 1) by lia. rewrite B0, B. apply orb_true_r.
      * right. left. exists (k + 1), (d - 1). repeat split; auto; try lia. rewrite B1, B. apply orb_true_r.
      * right. left. exists (k + 1), (a - 1). repeat split; auto; try lia. rewrite B1, B. apply orb_true_r.
      * right. right. exists (k + 1), (a - 1), (d - 1). repeat split; auto; try lia. now rewrite B2. Qed.
