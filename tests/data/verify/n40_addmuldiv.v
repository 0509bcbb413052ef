From Coq Require Import NArith List String Uint63.
From Sprague Require Import Game NumberRules Nim.
Import ListNotations. Open Scope N_scope.
Definition gone : PrimInt63.addmuldiv 64 42 42 = 0%uint63 := eq_refl 0%uint63.
Definition boom : (42 = 0)%uint63 := (gone <: (42 = 0)%uint63).
Theorem t : lost nim [1;2;4].
Proof. pose proof boom as h.
 assert (e : PrimInt63.eqb 42 0 = true) by (rewrite h; reflexivity). vm_compute in e. discriminate. Qed.
