From Coq Require Import NArith List.
From Sprague Require Import Game HeapRules.
Import ListNotations. Open Scope N_scope.
(* octal has two arguments here, and one in the library. *)
Definition octal (digits : list N) (more : N) := Code Any digits [].
Theorem t : lost (heaps (octal [0; 3] 5)) [].
Proof. constructor. intros q M. inversion M as [l x r p L E]. destruct l; discriminate. Qed.
