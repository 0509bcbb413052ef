From Coq Require Import NArith List.
From Sprague Require Import Game KindRules Machine Kinds.
Import ListNotations. Open Scope N_scope.
(* Whole takes one of a heap here, and the whole of a heap of 1 in the library. *)
Definition Whole (d : N) : way := Shorter 0 0 d.
Theorem t : kinds_repeat [Kind [] [Whole 1]] 0 2 0 0 2.
Proof. apply (fast_kinds_repeat 16 1 [0; 1]). vm_cast_no_check (eq_refl true). Qed.
