From Coq Require Import NArith List String.
From Sprague Require Import Game NumberRules Nim.
Import ListNotations. Open Scope N_scope.
(* A tactic keeps a term while its variable gets another type: the virtual machine then calls the number 0. *)
Theorem t : lost nim [5;5].
Proof.
  pose (H := fun x : nat => x).
  let t := constr:(H O) in (clear H; pose (H := fun f : nat -> nat => f O); let y := eval vm_compute in t in idtac y).
  apply bouton. reflexivity.
Qed.
