(* Rows and circles of dots: a row is a heap of the octal game 0.137 (Dawson's chess), a circle of n dots has one option,
   the row of n - 3. *)
From Coq Require Import NArith List Lia Bool.
From Sprague Require Import Game Values HeapRules Components Heaps NumberRules Octal.
Import ListNotations.
Open Scope N_scope.

Definition c137 : code := octal [0; 1; 3; 7].
Definition dots_value (d : dots) : N :=
  match d with Row n => g c137 n | Circle n => if n =? 0 then 0 else if g c137 (n - 3) =? 0 then 1 else 0 end.

Lemma bit_137 k j : N.testbit (digit c137 k) j = true -> 1 <= k <= 3 /\ (j = 0 \/ j = 1 /\ 2 <= k \/ j = 2 /\ k = 3).
Proof.
  intro H. assert (k < 4) by exact (octal_bit_lt _ _ _ H). assert (j <= 2) by exact (octal_bit_le [0; 1; 3; 7] _ _ eq_refl H).
  unfold c137 in H. rewrite octal_digit in H.
  assert (K : k = 0 \/ k = 1 \/ k = 2 \/ k = 3) by lia. assert (J : j = 0 \/ j = 1 \/ j = 2) by lia.
  destruct K as [->|[->|[->| ->]]], J as [->|[->| ->]]; cbn in H; try discriminate; lia. Qed.
Lemma row_reach n u : (exists p, dots_leave (Row n) p /\ xor_of dots_value p = u) <-> reach c137 n u.
Proof. assert (X : forall a b, xor_of dots_value [Row a; Row b] = N.lxor (g c137 a) (g c137 b)).
  { intros. cbn [xor_of fold_right dots_value]. now rewrite N.lxor_0_r. }
  assert (G0 : g c137 0 = 0) by apply g_0. split.
  - intros [p [L <-]]. inversion L as [m i Hi|]. subst. rewrite X.
    assert (C : exists k, 1 <= k <= 3 /\ k + (i - 2) + (n - i - 1) = n /\ (k = 1 -> n = 1) /\ (k = 2 -> i - 2 = 0 \/ n - i - 1 = 0)).
    { destruct (N.eq_dec n 1); [exists 1; lia|]. destruct (N.eq_dec i 1); [exists 2; lia|]. destruct (N.eq_dec i n); [exists 2; lia|exists 3; lia]. }
    destruct C as [k [Hk [E [K1 K2]]]]. set (a := i - 2) in *. set (b := n - i - 1) in *.
    assert (B0 : N.testbit (digit c137 k) 0 = true) by (assert (K : k = 1 \/ k = 2 \/ k = 3) by lia; destruct K as [->|[->| ->]]; reflexivity).
    assert (B1 : 2 <= k -> N.testbit (digit c137 k) 1 = true) by (intro; assert (K : k = 2 \/ k = 3) by lia; destruct K as [->| ->]; reflexivity).
    destruct (N.eq_dec a 0) as [Ea|Ea], (N.eq_dec b 0) as [Eb|Eb]; rewrite ?Ea, ?Eb, ?G0, ?N.lxor_0_r, ?N.lxor_0_l.
    + exists []. split; [|reflexivity]. apply leave_none; [lia|]. now replace n with k by lia.
    + exists [b]. split; [|cbn [xor_of fold_right]; apply N.lxor_0_r]. apply (leave_one _ n k b); try lia. apply B1. lia.
    + exists [a]. split; [|cbn [xor_of fold_right]; apply N.lxor_0_r]. apply (leave_one _ n k a); try lia. apply B1. lia.
    + exists [a; b]. split; [|cbn [xor_of fold_right]; now rewrite N.lxor_0_r]. apply (leave_two _ n k a b); try lia.
      assert (k = 3) by lia. subst k. reflexivity.
  - intros [p [L <-]]. apply (octal_three [0; 1; 3; 7] n p eq_refl) in L. destruct L as [H B|k a Hk Ha E B|k a b Ha Hb E B]; apply bit_137 in B.
    + destruct (N.eq_dec n 3) as [->|].
      * exists [Row (2 - 2); Row (3 - 2 - 1)]. split; [constructor; lia|]. rewrite X. cbn [xor_of fold_right].
        change (2 - 2) with 0. change (3 - 2 - 1) with 0. now rewrite G0.
      * exists [Row (1 - 2); Row (n - 1 - 1)]. split; [constructor; lia|]. rewrite X. replace (n - 1 - 1) with 0 by lia. change (1 - 2) with 0. now rewrite G0.
    + destruct (N.eq_dec k 2) as [->|].
      * exists [Row (1 - 2); Row (n - 1 - 1)]. split; [constructor; lia|]. rewrite X. replace (n - 1 - 1) with a by lia.
        change (1 - 2) with 0. rewrite G0. cbn [xor_of fold_right]. now rewrite N.lxor_0_l, N.lxor_0_r.
      * exists [Row (2 - 2); Row (n - 2 - 1)]. split; [constructor; lia|]. rewrite X. replace (n - 2 - 1) with a by lia.
        change (2 - 2) with 0. rewrite G0. cbn [xor_of fold_right]. now rewrite N.lxor_0_l, N.lxor_0_r.
    + exists [Row (a + 2 - 2); Row (n - (a + 2) - 1)]. split; [constructor; lia|]. rewrite X.
      replace (a + 2 - 2) with a by lia. replace (n - (a + 2) - 1) with b by lia. cbn [xor_of fold_right]. now rewrite N.lxor_0_r.
Qed.
Lemma dots_mex d : is_mex (fun u => exists p, dots_leave d p /\ xor_of dots_value p = u) (dots_value d).
Proof. destruct d as [n|n]; [apply (is_mex_ext (reach c137 n)); [intro; symmetry; apply row_reach|apply g_spec]|].
  cbn [dots_value]. split.
  - intros [p [L E]]. inversion L as [|m Hm]. subst. cbn [xor_of fold_right dots_value] in E. rewrite N.lxor_0_r in E.
    destruct (N.eqb_spec n 0); [lia|]. destruct (N.eqb_spec (g c137 (n - 3)) 0); lia.
  - intros u Hu. destruct (N.eqb_spec n 0); [lia|]. destruct (N.eqb_spec (g c137 (n - 3)) 0) as [Z|]; [|lia].
    exists [Row (n - 3)]. split; [constructor; lia|]. cbn [xor_of fold_right dots_value]. rewrite N.lxor_0_r. lia.
Qed.
Theorem dots_values p : value dots_game p (xor_of dots_value p).
Proof. apply replace_value, dots_mex. Qed.
Theorem dots_lost p : lost dots_game p <-> xor_of dots_value p = 0.
Proof. apply replace_lost, dots_mex. Qed.

(* From the values of some heaps of 0.137. *)
Fixpoint look (h : N) (l : list (N * N)) : option N :=
  match l with [] => None | (x, v) :: l => if x =? h then Some v else look h l end.
Definition dots_at (l : list (N * N)) (d : dots) : option N :=
  match d with
  | Row n => look n l
  | Circle n => if n =? 0 then Some 0 else match look (n - 3) l with Some v => Some (if v =? 0 then 1 else 0) | None => None end
  end.
Fixpoint dots_sum (l : list (N * N)) (p : list dots) : option N :=
  match p with
  | [] => Some 0
  | d :: p => match dots_at l d, dots_sum l p with Some a, Some b => Some (N.lxor a b) | _, _ => None end
  end.
Lemma look_in h v l : look h l = Some v -> In (h, v) l.
Proof.
  induction l as [|[x w] l IH]; simpl; [discriminate|]. destruct (N.eqb_spec x h) as [->|]; [intros [= ->]; now left|right; auto].
Qed.
Theorem dots_by l p x : (forall h v, In (h, v) l -> g c137 h = v) -> dots_sum l p = Some x -> xor_of dots_value p = x.
Proof. intros H. revert x. induction p as [|d p IH]; intros x E; cbn [dots_sum] in E; [now injection E as <-|].
  destruct (dots_at l d) as [a|] eqn:Ea; [|discriminate]. destruct (dots_sum l p) as [b|]; [|discriminate]. injection E as <-.
  rewrite xor_of_cons, (IH b eq_refl). f_equal. destruct d as [n|n]; cbn [dots_at dots_value] in *.
  - now apply H, look_in.
  - destruct (n =? 0); [now injection Ea|]. destruct (look (n - 3) l) as [v|] eqn:L; [|discriminate]. injection Ea as <-.
    apply look_in in L. now rewrite (H _ _ L). Qed.
Definition check_dots (V B s p : N) (l : list (N * N)) (pos : list dots) (x : N) : bool :=
  fast_each [0; 1; 3; 7] ([], []) V B s p l && match dots_sum l pos with Some y => y =? x | None => false end.
Definition check_dots_pure (V B s p : N) (l : list (N * N)) (pos : list dots) (x : N) : bool :=
  Pure.check_each [0; 1; 3; 7] ([], []) V B s p l && match dots_sum l pos with Some y => y =? x | None => false end.
Theorem dots_sum_by V B s p l pos x : check_dots V B s p l pos x = true -> xor_of dots_value pos = x.
Proof.
  unfold check_dots. rewrite andb_true_iff. intros [H E]. destruct (dots_sum l pos) as [y|] eqn:Ey; [|discriminate].
  apply N.eqb_eq in E. subst y. refine (dots_by l pos x _ Ey). intros h v I. exact (fast_values _ _ _ _ _ _ _ H h v I).
Qed.
Theorem dots_sum_by_pure V B s p l pos x : check_dots_pure V B s p l pos x = true -> xor_of dots_value pos = x.
Proof.
  unfold check_dots_pure. rewrite andb_true_iff. intros [H E]. destruct (dots_sum l pos) as [y|] eqn:Ey; [|discriminate].
  apply N.eqb_eq in E. subst y. refine (dots_by l pos x _ Ey). intros h v I. exact (Pure.each _ _ _ _ _ _ _ H h v I).
Qed.
