(* Take a Fibonacci number: up to a bound, the set of the Fibonacci numbers up to it is a code. *)
From Coq Require Import NArith List Lia Bool Arith.
From Sprague Require Import Game Values HeapRules Components Heaps NumberRules Fibonacci Octal.
Import ListNotations.
Open Scope N_scope.

(* [replace_value], where the rule of the mex is known of some things only, of which the moves leave nothing else. *)
Theorem replace_value_in {C} (I : C -> Prop) (leaves : C -> list C -> Prop) H (f : C -> N) :
  (forall x p, I x -> leaves x p -> forall y, In y p -> I y) ->
  (forall x, I x -> is_mex (fun u => exists p, leaves x p /\ xor_of f p = u) (f x)) ->
  forall p, (forall x, In x p -> I x) -> value (side_by_side leaves H) p (xor_of f p).
Proof. intros Stay Mex. apply (value_by_mex (side_by_side leaves H) (xor_of f) (fun p => forall x, In x p -> I x)).
  - intros a b Ia M. destruct M as [l n r hs L]. intros x Hx. rewrite !in_app_iff in Hx.
    destruct Hx as [Hx|[Hx|Hx]]; [apply Ia, in_or_app; auto| |apply Ia, in_or_app; right; now right].
    apply (Stay n hs); auto. apply Ia, in_elt.
  - intros p Ip. split.
    + intros [q [M E]]. destruct M as [l n r hs L]. apply xor_of_change in E. destruct (Mex n (Ip n (in_elt n l r))) as [A _]. eauto.
    + intros u Hu. destruct (xor_of_smaller f p u Hu) as [l [n [r [v [-> [Hv E]]]]]].
      destruct (Mex n (Ip n (in_elt n l r))) as [_ B]. destruct (B v Hv) as [hs [L Ev]].
      exists (l ++ hs ++ r). split; [now constructor|]. now rewrite !xor_of_app, Ev. Qed.

(* Up to a bound, the Fibonacci numbers are the digits 3 of a code. *)
Definition fib_digits (m : nat) (B : N) : list N :=
  let fibs := map fib (seq 1 m) in
  map (fun k => if existsb (N.eqb (N.of_nat k)) fibs then 3 else 0) (seq 0 (S (N.to_nat B))).
Section Bound.
Variables (m : nat) (B : N).
Hypothesis Bound : B < fib m.
Let c := octal (fib_digits m B).
Lemma fib_bit k j : k <= B -> (N.testbit (digit c k) j = true <-> j <= 1 /\ 1 <= k /\ exists i, fib i = k).
Proof. intro Hk. unfold c, fib_digits. rewrite octal_digit. cbv zeta.
  set (f := fun k : nat => if existsb (N.eqb (N.of_nat k)) (map fib (seq 1 m)) then 3 else 0).
  rewrite (nth_indep _ 0 (f O)) by (rewrite map_length, seq_length; lia). rewrite map_nth, seq_nth by lia.
  unfold f. rewrite Nat.add_0_l, N2Nat.id. destruct (existsb _ _) eqn:X.
  - apply existsb_exists in X. destruct X as [x [I Ex]]. apply N.eqb_eq in Ex. subst x. apply in_map_iff in I.
    destruct I as [i [Ei I]]. apply in_seq in I. split.
    + intro H. split; [|split; [rewrite <- Ei; destruct i; [lia|apply fib_pos]|now exists i]].
      destruct (N.le_gt_cases j 1); auto. rewrite N.bits_above_log2 in H; [discriminate|]. change (N.log2 3) with 1. lia.
    + intros [H _]. assert (J : j = 0 \/ j = 1) by lia. destruct J as [->| ->]; reflexivity.
  - split; [intro H; now rewrite N.bits_0 in H|]. intros [_ [H [i Ei]]]. exfalso. rewrite <- not_true_iff_false in X.
    apply X, existsb_exists. exists k. split; [|apply N.eqb_refl]. apply in_map_iff. exists i. split; auto. apply in_seq.
    destruct i as [|i]; [change (fib 0) with 0 in Ei; lia|]. split; [lia|].
    destruct (le_lt_dec m (S i)) as [L|]; [pose proof (fib_mono m (S i) L)|]; lia. Qed.
Lemma fib_small : small (fib_digits m B) = true.
Proof. unfold small, fib_digits. apply forallb_forall. intros d I. apply in_map_iff in I. destruct I as [k [<- _]].
  now destruct (existsb _ _). Qed.
Lemma take_fibonacci_mex n : n <= B -> is_mex (fun u => exists p, take_fibonacci_leaves n p /\ xor_of (g c) p = u) (g c n).
Proof. intro Hn. apply (is_mex_ext (reach c n)); [|apply g_spec].
  assert (Z : xor_of (g c) [0] = 0) by (cbn [xor_of fold_right]; now rewrite g_0). intro u. split.
  - intros [p [L <-]]. apply octal_three in L; [|exact fib_small].
    destruct L as [H Bt|k a Hk Ha E Bt|k a b Ha Hb E Bt]; apply fib_bit in Bt; try lia; destruct Bt as [J [_ [i Ei]]].
    + exists [n - fib i]. split; [constructor; lia|]. now replace (n - fib i) with 0 by lia.
    + exists [n - fib i]. split; [constructor; lia|]. now replace (n - fib i) with a by lia.
  - intros [p [[i H] <-]]. destruct (N.eq_dec (fib i) n) as [E|E].
    + exists []. split; [|now replace (n - fib i) with 0 by lia]. apply leave_none; [lia|]. apply fib_bit; [lia|].
      split; [lia|]. split; [lia|]. now exists i.
    + exists [n - fib i]. split; auto. apply (leave_one _ n (fib i)); try lia. apply fib_bit; [lia|].
      split; [lia|]. split; [lia|]. now exists i. Qed.
End Bound.
Theorem take_fibonacci_is m B p x : forallb (fun h => h <=? B) p && (B <? fib m) = true ->
  xor_of (g (octal (fib_digits m B))) p = x -> value take_a_fibonacci p x.
Proof. rewrite andb_true_iff, forallb_forall, N.ltb_lt. intros [H L] <-. apply (replace_value_in (fun h => h <= B)).
  - intros n q Hn [i Hi] y [<-|[]]. lia.
  - intros n Hn. now apply take_fibonacci_mex.
  - intros h Ih. now apply N.leb_le, H. Qed.
Theorem take_fibonacci_wins m B l n i r :
  (1 <=? fib i) && (fib i <=? n) && forallb (fun h => h <=? B) (l ++ [n - fib i] ++ r) && (B <? fib m) = true ->
  xor_of (g (octal (fib_digits m B))) (l ++ [n - fib i] ++ r) = 0 ->
  wins take_a_fibonacci (l ++ n :: r) (l ++ [n - fib i] ++ r).
Proof. intros H Z. rewrite <- andb_assoc, andb_true_iff in H. destruct H as [H F]. rewrite andb_true_iff, !N.leb_le in H.
  split; [apply Replace; now constructor|]. apply value_0. now apply (take_fibonacci_is m B). Qed.
