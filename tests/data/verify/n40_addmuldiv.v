From Coq Require Import NArith List String Uint63.
From Sprague Require Import Game NumberRules Nim.
Import ListNotations. Open Scope N_scope.
Definition gone : PrimInt63.addmuldiv 64 42 42 = 0%uint63 := eq_refl 0%uint63.
Definition boom : (42 = 0)%uint63 := (gone <: (42 = 0)%uint63).
Theorem t : lost nim [1;2;4].
Proof.
exact (False_ind _ (eq_ind true (fun b : bool => if b then True else False) I false (f_equal (PrimInt63.eqb 42) boom))).
Qed.
