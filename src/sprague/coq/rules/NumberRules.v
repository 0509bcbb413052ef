(* The rules of games on numbers: Nim, Wythoff's game, Fibonacci nim, rows and circles of dots, the token.  To be read;
   all that is proved here is that play ends. *)
From Coq Require Import NArith ZArith List Lia.
From Sprague Require Import Game HeapRules.
Import ListNotations.
Open Scope N_scope.

(* Nim: some counters are taken from one heap of a list. *)
Inductive nim_move : list N -> list N -> Prop :=
| Nim_move l n m r : m < n -> nim_move (l ++ n :: r) (l ++ m :: r).
Lemma nim_ends : well_founded (fun q p => nim_move p q).
Proof.
  apply (fewer _ (fold_right N.add 0)). intros p q [l n m r H]. rewrite !fold_right_app. simpl.
  generalize (fold_right N.add 0 r). induction l; simpl; intro s; [lia|]. specialize (IHl s). lia.
Qed.
Definition nim : game := Game (list N) nim_move nim_ends.
(* Bouton: in misere play these positions are lost. *)
Definition misere_cold (p : list N) : Prop :=
  (exists h, In h p /\ 2 <= h) /\ xor_of (fun h => h) p = 0 \/ (forall h, In h p -> h <= 1) /\ xor_of (fun h => h) p = 1.

(* Wythoff's game, and Fraenkel's with a number t: take any number from one heap, or k from one and l from the other
   with |k - l| < t.  With t = 1, the same number from both. *)
Inductive wythoff_move (t : N) : N * N -> N * N -> Prop :=
| Take_first a b k : 1 <= k <= a -> wythoff_move t (a, b) (a - k, b)
| Take_second a b k : 1 <= k <= b -> wythoff_move t (a, b) (a, b - k)
| Take_both a b k l : 1 <= k <= a -> 1 <= l <= b -> k < l + t -> l < k + t -> wythoff_move t (a, b) (a - k, b - l).
Lemma wythoff_ends t : well_founded (fun q p => wythoff_move t p q).
Proof. apply (fewer _ (fun p => fst p + snd p)). intros p q [a b k H|a b k H|a b k l H H' _ _]; cbn; lia. Qed.
Definition wythoff (t : N) : game := Game (N * N) (wythoff_move t) (wythoff_ends t).
(* Wythoff, Fraenkel: lost are the pairs of A n and A n + t n, where A n = floor (n (2 - t + sqrt (t^2 + 4)) / 2). *)
Definition lower (t n : Z) : Z := ((2 * n - t * n + Z.sqrt ((t * t + 4) * n * n)) / 2)%Z.
Definition cold_pair (t : N) (p : N * N) : Prop :=
  let t := Z.of_N t in let a := Z.of_N (fst p) in let b := Z.of_N (snd p) in
  exists n : Z, (0 <= n /\ (a = lower t n /\ b = lower t n + t * n \/ a = lower t n + t * n /\ b = lower t n))%Z.

(* Fibonacci nim: of n counters at most q may be taken now; after k are taken, at most 2 k may be. *)
Inductive fibonacci_move : N * N -> N * N -> Prop :=
| Fibonacci_move n q k : 1 <= k -> k <= n -> k <= q -> fibonacci_move (n, q) (n - k, 2 * k).
Lemma fibonacci_ends : well_founded (fun q p => fibonacci_move p q).
Proof. apply (fewer _ fst). intros p q [n m k H1 H2 H3]; cbn; lia. Qed.
Definition fibonacci_nim : game := Game (N * N) fibonacci_move fibonacci_ends.

(* The Fibonacci numbers, and the game of taking one of them: 1, 2, 3, 5, 8, ... *)
Fixpoint fib_from (a b : N) (i : nat) : N := match i with O => a | S i => fib_from b (a + b) i end.
Definition fib : nat -> N := fib_from 0 1.                              (* 0, 1, 1, 2, 3, 5, ... *)
Inductive take_fibonacci_leaves (n : N) : list N -> Prop :=
| Take_fib i : 1 <= fib i <= n -> take_fibonacci_leaves n [n - fib i].
Lemma take_fibonacci_weight n p : take_fibonacci_leaves n p -> weight (fun h => h) p < n.
Proof. intros [i H]. cbn [weight fold_right]. lia. Qed.
Definition take_a_fibonacci : game := side_by_side take_fibonacci_leaves (replace_ends _ _ take_fibonacci_weight).
(* Zeckendorf: indices from [least] on, ascending, no two next to each other.  Whinihan: in Fibonacci nim it is lost if the
   limit is below the smallest part (or nothing is left). *)
Fixpoint spaced (least : nat) (l : list nat) : Prop :=
  match l with [] => True | i :: l => (least <= i)%nat /\ spaced (S (S i)) l end.
Fixpoint sum_fib (l : list nat) : N := match l with [] => 0 | i :: l => fib i + sum_fib l end.
Definition below_least (l : list nat) (q : N) : Prop := match l with [] => True | i :: _ => q < fib i end.
Definition fibonacci_cold (p : N * N) : Prop := exists l, spaced 2 l /\ sum_fib l = fst p /\ below_least l (snd p).

(* Dots: remove a dot and its neighbours.  In a row of n dots the i-th has i - 1 dots before it and n - i behind; of
   each side the neighbour goes too.  A circle becomes a row. *)
Inductive dots := Row (n : N) | Circle (n : N).
Inductive dots_leave : dots -> list dots -> Prop :=
| Row_leaves n i : 1 <= i <= n -> dots_leave (Row n) [Row (i - 2); Row (n - i - 1)]      (* i - 2 is 0 for i = 1 *)
| Circle_leaves n : 1 <= n -> dots_leave (Circle n) [Row (n - 3)].
Lemma dots_weight x p : dots_leave x p -> weight (fun d => match d with Row n | Circle n => n end) p <
  match x with Row n | Circle n => n end.
Proof. intros [n i H|n H]; cbn [weight fold_right]; lia. Qed.
Definition dots_game : game := side_by_side dots_leave (replace_ends _ _ dots_weight).

(* The token: replace it by a heap of Nim of any size from 1 on. *)
Inductive token := Token | Heap (n : N).
Inductive token_move : token -> token -> Prop :=
| Replace_token n : 1 <= n -> token_move Token (Heap n)
| Take_heap n m : m < n -> token_move (Heap n) (Heap m).
Lemma token_ends : well_founded (fun q p => token_move p q).
Proof.
  assert (H : forall n, Acc (fun q p => token_move p q) (Heap n)).
  { intro n. induction n as [n IH] using (well_founded_induction N.lt_wf_0). constructor. intros q M. inversion M. auto. }
  intros [|n]; auto. constructor. intros q M. inversion M. auto.
Qed.
Definition token_game : game := Game token token_move token_ends.
