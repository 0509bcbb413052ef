(* Lasker's nim, 4.(3): take any number, or split a heap into two (Emanuel Lasker 1931). *)
From Coq Require Import NArith List Lia Bool.
From Sprague Require Import Game Values HeapRules Components Heaps.
Import ListNotations.
Open Scope N_scope.

Definition lasker_value (n : N) : N :=
  if n =? 0 then 0 else if n mod 4 =? 3 then n + 1 else if n mod 4 =? 0 then n - 1 else n.

Lemma mod4 q r : r < 4 -> (4 * q + r) mod 4 = r.
Proof. intro H. symmetry. apply (N.mod_unique _ _ q); lia. Qed.
Inductive shape (n v : N) : Prop :=
| shape0 : n = 0 -> v = 0 -> shape n v
| shape1 q : n = 4 * q + 1 -> v = 4 * q + 1 -> shape n v
| shape2 q : n = 4 * q + 2 -> v = 4 * q + 2 -> shape n v
| shape3 q : n = 4 * q + 3 -> v = 4 * (q + 1) + 0 -> shape n v
| shape4 q : n = 4 * (q + 1) + 0 -> v = 4 * q + 3 -> shape n v.
Lemma lasker_shape n : shape n (lasker_value n).
Proof. unfold lasker_value. destruct (N.eqb_spec n 0) as [->|H]; [now apply shape0|].
  pose proof (N.div_mod n 4 ltac:(lia)) as E. pose proof (N.mod_lt n 4 ltac:(lia)) as L.
  set (q := n / 4) in *. set (r := n mod 4) in *. clearbody q r.
  assert (C : r = 0 \/ r = 1 \/ r = 2 \/ r = 3) by lia. destruct C as [->|[->|[->| ->]]]; cbn.
  - apply (shape4 n _ (q - 1)); lia.
  - apply (shape1 n _ q); lia.
  - apply (shape2 n _ q); lia.
  - apply (shape3 n _ q); lia. Qed.
Lemma lxor_mod4 x y : N.lxor x y mod 4 = N.lxor (x mod 4) (y mod 4).
Proof. change 4 with (2 ^ 2). rewrite <- !N.land_ones. bits. Qed.
Lemma lasker_digit k : digit laskers_nim k = if k =? 0 then 4 else 3.
Proof.
  unfold digit. change (N.of_nat (length (digits laskers_nim))) with 1. change (N.of_nat (length (again laskers_nim))) with 1.
  destruct (N.ltb_spec k 1); destruct (N.eqb_spec k 0); try lia; [now subst|]. now rewrite N.mod_1_r. Qed.
Lemma lasker_leaves n p : leaves laskers_nim n p <->
  (p = [] /\ 1 <= n) \/ (exists i, p = [i] /\ 1 <= i < n) \/ exists a b, p = [a; b] /\ 1 <= a /\ 1 <= b /\ a + b = n.
Proof. unfold leaves. split.
  - intros [k [E [H1 [H2 [B _]]]]]. rewrite lasker_digit in B.
    destruct p as [|a [|b [|]]]; cbn [length total fold_right] in *.
    + left. destruct (N.eq_dec k 0) as [->|]; [specialize (H2 eq_refl); lia|]. split; auto. lia.
    + right. left. pose proof (H1 a (or_introl eq_refl)). exists a. split; auto.
      destruct (N.eq_dec k 0) as [->|]; [specialize (H2 eq_refl)|]; lia.
    + right. right. exists a, b. repeat split; auto; [apply H1; simpl; auto|apply H1; simpl; auto|].
      destruct (N.eqb_spec k 0); [lia|discriminate].
    + exfalso. destruct (k =? 0); rewrite N.bits_above_log2 in B; try discriminate; cbn; lia.
  - intros [[-> H]|[[i [-> H]]|[a [b [-> [Ha [Hb E]]]]]]].
    + exists n. rewrite lasker_digit. destruct (N.eqb_spec n 0); [lia|]. cbn. repeat split; auto; lia.
    + exists (n - i). rewrite lasker_digit. destruct (N.eqb_spec (n - i) 0); [lia|]. cbn. repeat split; auto; try lia.
    + exists 0. cbn. repeat split; auto; try lia. Qed.

Theorem lasker n : g laskers_nim n = lasker_value n.
Proof. induction n as [n IH] using (well_founded_induction N.lt_wf_0).
  apply is_mex_unique with (S := reach laskers_nim n); [apply g_spec|]. split.
  - intros [p [L E]]. apply lasker_leaves in L. destruct L as [[-> H]|[[i [-> H]]|[a [b [-> [Ha [Hb Es]]]]]]].
    + cbn [xor_of fold_right] in E. destruct (lasker_shape n); lia.
    + cbn [xor_of fold_right] in E. rewrite N.lxor_0_r, IH in E by lia. destruct (lasker_shape n), (lasker_shape i); lia.
    + cbn [xor_of fold_right] in E. rewrite N.lxor_0_r, !IH in E by lia. apply (f_equal (fun x => x mod 4)) in E. rewrite lxor_mod4 in E.
      destruct (lasker_shape n) as [? V|q ? V|q ? V|q ? V|q ? V]; [lia| | | |]; rewrite V, ?mod4 in E by lia;
      destruct (lasker_shape a) as [? Va|qa ? Va|qa ? Va|qa ? Va|qa ? Va]; try lia; rewrite Va, ?mod4 in E by lia;
      destruct (lasker_shape b) as [? Vb|qb ? Vb|qb ? Vb|qb ? Vb|qb ? Vb]; try lia; rewrite Vb, ?mod4 in E by lia;
      cbn in E; try discriminate; lia.
  - intros u Hu. assert (One : forall i, i < n -> lasker_value i = u -> reach laskers_nim n u).
    { intros i Hi Ei. destruct (N.eq_dec i 0) as [->|].
      - exists []. split; [|exact Ei]. apply lasker_leaves. left. split; auto. lia.
      - exists [i]. split; [|cbn [xor_of fold_right]; rewrite N.lxor_0_r, IH by lia; auto]. apply lasker_leaves. right. left. exists i. split; auto. lia. }
    destruct (N.lt_ge_cases (lasker_value u) n) as [H|H].
    + apply (One (lasker_value u)); auto. destruct (lasker_shape (lasker_value u)), (lasker_shape u); lia.
    + destruct (lasker_shape n) as [? V|q ? V|q En V|q ? V|q ? V]; destruct (lasker_shape u) as [? U|q' ? U|q' ? U|q' ? U|q' ? U]; try lia.
      assert (q' = q) by lia. subst q'.
      exists [1; 4 * q + 2]. split; [apply lasker_leaves; right; right; exists 1, (4 * q + 2); repeat split; lia|].
      cbn [xor_of fold_right]. rewrite N.lxor_0_r, !IH by lia. change (lasker_value 1) with 1.
      assert (E2 : lasker_value (4 * q + 2) = 4 * q + 2) by (destruct (lasker_shape (4 * q + 2)); lia).
      rewrite E2. replace (4 * q + 2) with (2 * (2 * q + 1)) by lia. replace u with (2 * (2 * q + 1) + 1) by lia.
      destruct (2 * q + 1) as [|[]] eqn:Z; try lia; reflexivity. Qed.

Corollary lasker_arithmetic n : 1 <= n -> g laskers_nim (n + 4) = g laskers_nim n + 4.
Proof. intro H. rewrite !lasker. destruct (lasker_shape n), (lasker_shape (n + 4)); lia. Qed.

(* A period that holds for the heaps below max(s, 1) + p + 4 holds for all: over four heaps in a row the values are the
   heaps in all, so z = p; and the heap of them that is 3 modulo 4 shows that 4 divides p. *)
Lemma four_in_a_row m : 1 <= m ->
  lasker_value m + lasker_value (m + 1) + lasker_value (m + 2) + lasker_value (m + 3) = 4 * m + 6.
Proof. intro H. destruct (lasker_shape m); try lia; destruct (lasker_shape (m + 1)); try lia;
  destruct (lasker_shape (m + 2)); try lia; destruct (lasker_shape (m + 3)); lia. Qed.
Lemma ahead m : lasker_value m = m + 1 -> exists q, m = 4 * q + 3.
Proof. intro H. destruct (lasker_shape m); try lia. now exists q. Qed.
Lemma one_ahead m : 1 <= m -> exists d, d < 4 /\ lasker_value (m + d) = m + d + 1.
Proof. intro H. destruct (lasker_shape m) as [|q E|q E|q E|q E]; try lia.
  - exists 2. split; [lia|]. destruct (lasker_shape (m + 2)); lia.
  - exists 1. split; [lia|]. destruct (lasker_shape (m + 1)); lia.
  - exists 0. split; [lia|]. destruct (lasker_shape (m + 0)); lia.
  - exists 3. split; [lia|]. destruct (lasker_shape (m + 3)); lia. Qed.
Theorem lasker_period s p z :
  (forall n, s <= n -> n + p < N.max s 1 + p + 4 -> g laskers_nim (n + p) = g laskers_nim n + z) ->
  forall n, s <= n -> g laskers_nim (n + p) = g laskers_nim n + z.
Proof. intros base n Hn. set (S := N.max s 1) in *. assert (HS : s <= S /\ 1 <= S /\ S <= s + 1) by (unfold S; lia).
  destruct (N.lt_ge_cases n (S + 4)) as [H|H]; [apply base; lia|].
  assert (B : forall m, S <= m < S + 4 -> lasker_value (m + p) = lasker_value m + z).
  { intros. rewrite <- !lasker. apply base; lia. } rewrite !lasker. clear base. clearbody S. assert (z = p).
  { pose proof (four_in_a_row S ltac:(lia)). pose proof (four_in_a_row (S + p) ltac:(lia)).
    pose proof (B S). pose proof (B (S + 1)). pose proof (B (S + 2)). pose proof (B (S + 3)).
    replace (S + p + 1) with (S + 1 + p) in * by lia. replace (S + p + 2) with (S + 2 + p) in * by lia.
    replace (S + p + 3) with (S + 3 + p) in * by lia. lia. }
  subst z. destruct (one_ahead S) as [d [Hd E]]; [lia|]. pose proof (B (S + d) ltac:(lia)) as Bd. clear B.
  destruct (ahead _ E) as [q1 E1]. destruct (ahead (S + d + p)) as [q2 E2]; [lia|].
  assert (exists j, p = 4 * j) as [j ->] by (exists (q2 - q1); lia). clear Bd E E1 E2.
  destruct (lasker_shape n), (lasker_shape (n + 4 * j)); lia. Qed.
