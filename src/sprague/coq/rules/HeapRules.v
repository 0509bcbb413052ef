(* Take-and-break games on heaps: the rules, and the Grundy value as a function.  To be read: nothing is proved here but
   that play ends. *)
From Coq Require Import NArith List Bool Lia.
From Sprague Require Import Game.
Import ListNotations.
Open Scope N_scope.

(* A code d0.d1d2...: bit j of the digit d_k says that a move may take k counters from a heap and leave the rest as
   exactly j heaps, none of them empty.  After [digits] the block [again] repeats for ever (none, if it is empty).
   The heaps of a split may be any, or must all differ, or must all be equal.  A move that takes nothing must split. *)
Inductive kind := Any | Unequal | Equal.
Record code := Code { splits : kind; digits : list N; again : list N }.

Definition digit (c : code) (k : N) : N :=
  let d := N.of_nat (length (digits c)) in
  if k <? d then nth (N.to_nat k) (digits c) 0
  else nth (N.to_nat ((k - d) mod N.of_nat (length (again c)))) (again c) 0.

Definition total (p : list N) : N := fold_right N.add 0 p.
Definition allowed (s : kind) (p : list N) : Prop :=
  match s with Any => True | Unequal => NoDup p | Equal => forall a b, In a p -> In b p -> a = b end.

(* What a move may leave of a heap of n: the heaps of the list p. *)
Definition leaves (c : code) (n : N) (p : list N) : Prop :=
  exists k, k + total p = n /\ (forall h, In h p -> 1 <= h) /\ (k = 0 -> (2 <= length p)%nat) /\
    N.testbit (digit c k) (N.of_nat (length p)) = true /\ allowed (splits c) p.

(* A position is a list of heaps; a move replaces one heap by what it leaves. *)
Definition heap_move (c : code) : list N -> list N -> Prop := replace (leaves c).
Lemma length_total p : (forall h, In h p -> 1 <= h) -> N.of_nat (length p) <= total p.
Proof. induction p as [|a p IH]; simpl length; intro H; [simpl; lia|]. cbn [total fold_right]. fold (total p).
  pose proof (H a (or_introl eq_refl)). assert (N.of_nat (length p) <= total p) by (apply IH; intros; apply H; now right). lia.
Qed.
(* Play ends: each move lowers the sum of 2 h - 1 over the heaps h. *)
Local Notation size := (weight (fun h => 2 * h - 1)).
Lemma size_total p : (forall h, In h p -> 1 <= h) -> size p + N.of_nat (length p) = 2 * total p.
Proof.
  induction p as [|a p IH]; simpl length; intro H; [reflexivity|]. cbn [total weight fold_right]. fold (total p) (size p).
  pose proof (H a (or_introl eq_refl)). assert (size p + N.of_nat (length p) = 2 * total p) by (apply IH; intros; apply H; now right). lia.
Qed.
Lemma leaves_size c n p : leaves c n p -> size p < 2 * n - 1.
Proof. intros [k [E [H1 [H2 _]]]]. pose proof (size_total p H1). pose proof (length_total p H1).
  destruct (N.eq_dec k 0) as [->|]; [specialize (H2 eq_refl)|]; lia. Qed.
Lemma heap_ends c : well_founded (fun q p => heap_move c p q).
Proof. apply replace_ends with (w := fun h => 2 * h - 1). intros n p. apply leaves_size. Qed.
Definition heaps (c : code) : game := side_by_side (leaves c) (heap_ends c).

(* All that a move may leave, as a list, and the value of a heap: the mex of the values of what its moves leave, where
   the values of several heaps are added without carrying. *)
Definition upto (n : N) : list N := map N.of_nat (seq 1 (N.to_nat n)).
Fixpoint parts (j : nat) (n : N) : list (list N) :=
  match j with
  | O => if n =? 0 then [[]] else []
  | S j => flat_map (fun a => map (cons a) (parts j (n - a))) (upto n)
  end.
Fixpoint same (a : N) (p : list N) : bool := match p with [] => true | b :: p => (a =? b) && same a p end.
Fixpoint other (a : N) (p : list N) : bool := match p with [] => true | b :: p => negb (a =? b) && other a p end.
Fixpoint allowedb (s : kind) (p : list N) : bool :=
  match s, p with
  | Any, _ | _, [] => true
  | Unequal, a :: p => other a p && allowedb s p
  | Equal, a :: p => same a p
  end.
Definition options (c : code) (n : N) : list (list N) :=
  flat_map (fun k => flat_map (fun j =>
      if N.testbit (digit c k) (N.of_nat j) && ((1 <=? k) || (Nat.leb 2 j))
      then filter (allowedb (splits c)) (parts j (n - k)) else [])
    (seq 0 (S (N.to_nat (n - k))))) (0 :: upto n).

Fixpoint mex_from (fuel : nat) (v : N) (l : list N) : N :=
  match fuel with
  | O => v
  | S f => if in_dec N.eq_dec v l then mex_from f (v + 1) l else v
  end.
Definition mex (l : list N) : N := mex_from (length l) 0 l.
Definition xor_of {C : Type} (f : C -> N) (p : list C) : N := fold_right (fun h x => N.lxor (f h) x) 0 p.
(* The values of the heaps 0, ..., n - 1, and that of the heap n. *)
Fixpoint row (c : code) (n : nat) : list N :=
  match n with
  | O => []
  | S m => let l := row c m in
           l ++ [mex (map (xor_of (fun h => nth (N.to_nat h) l 0)) (options c (N.of_nat m)))]
  end.
Definition g (c : code) (n : N) : N := nth (N.to_nat n) (row c (S (N.to_nat n))) 0.

(* Finite codes that may split as they please, and sets of numbers that may be taken. *)
Definition octal (ds : list N) : code := Code Any ds [].
Definition all_but (ds : list N) : code := Code Any ds [3].
(* Lasker's nim: take any number, or split a heap into two. *)
Definition laskers_nim : code := Code Any [4] [3].
