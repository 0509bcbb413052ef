From Coq Require Import NArith List String.
From Sprague Require Import Game NumberRules Nim.
Import ListNotations. Open Scope N_scope.
Theorem t : lost nim [1;2;4].
Proof. unshelve refine (?[goal]).
[goal]: { Axiom false : False. destruct false. }
Qed.
