From Coq Require Import NArith List.
From Sprague Require Import Game KindRules Machine Kinds.
Import ListNotations. Open Scope N_scope.
(* The period of Dawson's Kayles is 34. *)
Theorem t : kinds_repeat [Kind [] [Whole 1; Shorter 0 0 2; Split 0 0 0 3 0 0]] 52 17 0 52 17.
Proof. apply (fast_kinds_repeat 16 124 []). vm_cast_no_check (eq_refl true). Qed.
