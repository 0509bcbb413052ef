(* What the writer of theorems calls: each lemma turns a computation that ends in true into a statement about play. *)
From Coq Require Import NArith List Lia Bool.
From Sprague Require Import Game Values HeapRules Components Heaps Machine Octal Plain Lasker NumberRules Nim Wythoff Fibonacci Dots.
Import ListNotations.
Open Scope N_scope.

(* ---------- any game ---------- *)
Lemma lost_of_value G p : value G p 0 -> lost G p.
Proof. apply value_0. Qed.
Lemma won_of_value G p v : value G p v -> (0 <? v) = true -> won G p.
Proof. intros V H. apply N.ltb_lt in H. apply (value_won G p v V). lia. Qed.
Lemma won_of_wins G p q : wins G p q -> won G p.
Proof. intros [M L]. exact (Won G p q M L). Qed.
Lemma value_of_lost G p : lost G p -> value G p 0.
Proof. apply value_0. Qed.
Lemma value_of_sum G H p q a b x : value G p a -> value H q b -> (N.lxor a b =? x) = true -> value (sum G H) (p, q) x.
Proof. intros A B E. apply N.eqb_eq in E. subst. now apply value_sum. Qed.

(* ---------- Nim ---------- *)
Lemma nim_is p x : (nim_sum p =? x) = true -> value nim p x.
Proof. intro E. apply N.eqb_eq in E. subst. apply nim_value. Qed.
Lemma nim_move_wins l n m r : (m <? n) && (nim_sum (l ++ m :: r) =? 0) = true -> wins nim (l ++ n :: r) (l ++ m :: r).
Proof. rewrite andb_true_iff, N.ltb_lt, N.eqb_eq. intros [A B]. now apply nim_wins. Qed.

(* ---------- take-and-break games ---------- *)
Section Code.
Variable c : code.
Lemma code_is p x : xor_of (g c) p = x -> value (heaps c) p x.
Proof. intros <-. apply heaps_value. Qed.
Lemma code_move_wins l n r p : leavesb c n p = true -> xor_of (g c) (l ++ p ++ r) = 0 ->
  wins (heaps c) (l ++ n :: r) (l ++ p ++ r).
Proof. apply heap_wins. Qed.
End Code.
Lemma lasker_sum p x : (xor_of lasker_value p =? x) = true -> xor_of (g laskers_nim) p = x.
Proof. intro E. apply N.eqb_eq in E. rewrite <- E. apply xor_of_ext. intros. apply lasker. Qed.

(* ---------- dots ---------- *)
Lemma dots_is p x : xor_of dots_value p = x -> value dots_game p x.
Proof. intros <-. apply dots_values. Qed.
Lemma row_move_wins l n i r : (1 <=? i) && (i <=? n) = true -> xor_of dots_value (l ++ [Row (i - 2); Row (n - i - 1)] ++ r) = 0 ->
  wins dots_game (l ++ Row n :: r) (l ++ [Row (i - 2); Row (n - i - 1)] ++ r).
Proof. rewrite andb_true_iff, !N.leb_le. intros H E. split; [apply Replace; now constructor|now apply dots_lost]. Qed.
Lemma circle_move_wins l n r : (1 <=? n) = true -> xor_of dots_value (l ++ [Row (n - 3)] ++ r) = 0 ->
  wins dots_game (l ++ Circle n :: r) (l ++ [Row (n - 3)] ++ r).
Proof. rewrite N.leb_le. intros H E. split; [apply Replace; now constructor|now apply dots_lost]. Qed.
