(* Two heaps from which vectors are taken, and P-positions that an automaton recognises by their digits.  To be read:
   nothing is proved here but that play ends. *)
From Coq Require Import NArith List Lia Bool.
From Sprague Require Import Game.
Import ListNotations.
Open Scope N_scope.

(* The vector (a k + c, b k + d): for any k from 1 on, take a k + c from the first heap and b k + d from the second. *)
Record vector := Vector { first_times : N; first_more : N; second_times : N; second_more : N }.
Inductive vector_move (rule : list vector) : N * N -> N * N -> Prop :=
| Take_vector a c b d k x y : In (Vector a c b d) rule -> 1 <= k -> 1 <= a * k + c + (b * k + d) ->
    vector_move rule (x + (a * k + c), y + (b * k + d)) (x, y).
Lemma vector_ends rule : well_founded (fun q p => vector_move rule p q).
Proof. apply (fewer _ (fun p => fst p + snd p)). intros p q [a c b d k x y _ _ H]. cbn [fst snd]. lia. Qed.
Definition vectors (rule : list vector) : game := Game (N * N) (vector_move rule) (vector_ends rule).

(* Numeration systems.  The lowest digit has the weight U 0 = 1, the next ones U 1, U 2, ..., where U (n + 1) is
   factor * U n + older * U (n - 1), and U (-1) = before: powers of b; Fibonacci numbers 1, 2, 3, 5, ...; for Ostrowski 2
   Pell's numbers 1, 2, 5, 12, ....  [weights s n] is (U n, U (n - 1)). *)
Inductive system := Base (b : N) | Zeckendorf | Ostrowski (a : N).
Definition factor (s : system) : N := match s with Base b => b | Zeckendorf => 1 | Ostrowski a => a end.
Definition older (s : system) : N := match s with Base _ => 0 | _ => 1 end.
Definition before (s : system) : N := match s with Zeckendorf => 1 | _ => 0 end.
Fixpoint weights (s : system) (n : nat) : N * N :=
  match n with O => (1, before s) | S n => let (u, v) := weights s n in (factor s * u + older s * v, u) end.

(* A word of digits, the highest first, and the number that it means. *)
Fixpoint amount (s : system) (w : list N) : N :=
  match w with [] => 0 | d :: w => d * fst (weights s (length w)) + amount s w end.

(* The words that count.  To base b digits are below b.  Otherwise they are at most [factor s], and 0 stands behind a digit
   of this size ([full]); for Ostrowski the lowest digit is smaller. *)
Definition may_follow (s : system) (full : bool) (d : N) : bool := if full then d =? 0 else d <? factor s + older s.
Fixpoint follows (s : system) (full : bool) (w : list N) : bool :=
  match w with [] => true | d :: w => may_follow s full d && follows s (d =? factor s) w end.
Definition may_end (s : system) (d : N) : bool := match s with Ostrowski a => negb (d =? a) | _ => true end.
Definition numeral (s : system) (w : list N) : bool := follows s false w && may_end s (last w 0).

(* A word of pairs of digits writes a position. *)
Definition writes (s : system) (w : list (N * N)) (p : N * N) : Prop :=
  numeral s (map fst w) = true /\ numeral s (map snd w) = true /\ p = (amount s (map fst w), amount s (map snd w)).

(* An automaton begins in state 1.  The pair of digits (d, e) leads from state q to number d * (factor s + older s) + e of
   row q - 1.  From state 0 no pair leads away. *)
Record automaton := Automaton { rows : list (list N); accepting : list N }.
Definition next (s : system) (A : automaton) (q : N) (l : N * N) : N :=
  if q =? 0 then 0 else
  nth (N.to_nat (fst l * (factor s + older s) + snd l)) (nth (N.to_nat (q - 1)) (rows A) []) 0.
Definition accepts (s : system) (A : automaton) (w : list (N * N)) : Prop := In (fold_left (next s A) w 1) (accepting A).

(* The positions that are lost for the player to move are those that the automaton accepts: each position is written by
   some word, and whichever word writes it, it is lost if the word is accepted, and otherwise won. *)
Definition lost_positions (rule : list vector) (s : system) (A : automaton) : Prop :=
  (forall p, exists w, writes s w p) /\
  forall w p, writes s w p -> (accepts s A w -> lost (vectors rule) p) /\ (~ accepts s A w -> won (vectors rule) p).
