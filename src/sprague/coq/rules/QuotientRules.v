(* Misere quotients of take-and-break games.  To be read: nothing is proved here. *)
From Coq Require Import NArith List.
From Sprague Require Import Game HeapRules.
Import ListNotations.
Open Scope N_scope.

(* A finite monoid with the element of each heap.  Its elements are 0, 1, ..., as many as [products] has rows; 0 is the
   element of no heap at all.  The product of a and b is number b of row a.  [elements] are those of the heaps 0, 1, ...;
   after them their last [repeated] elements repeat for ever. *)
Record quotient := Quotient { products : list (list N); elements : list N; repeated : N; p_portion : list N }.
Definition order (k : quotient) : N := N.of_nat (length (products k)).
Definition product (k : quotient) (a b : N) : N := nth (N.to_nat b) (nth (N.to_nat a) (products k) []) 0.
Definition element (k : quotient) (h : N) : N :=
  let n := N.of_nat (length (elements k)) in
  let s := n - repeated k in
  nth (N.to_nat (if h <? n then h else s + (h - s) mod repeated k)) (elements k) 0.
Definition element_of_sum (k : quotient) (X : list N) : N := fold_right (fun h a => product k (element k h) a) 0 X.

(* Of the sums of heaps that [H] admits: two are indistinguishable if beside any third they have the same outcome. *)
Definition indistinguishable (c : code) (H : N -> Prop) (X Y : list N) : Prop :=
  forall Z, Forall H Z -> (misere_lost (heaps c) (X ++ Z) <-> misere_lost (heaps c) (Y ++ Z)).

(* The monoid is the misere quotient of these sums: its elements are the classes of indistinguishable sums, its products
   are those of sums, and the sums in the classes of the P-portion, and no others, are lost for the player to move. *)
Definition misere_quotient (c : code) (H : N -> Prop) (k : quotient) : Prop :=
  (forall X, Forall H X -> element_of_sum k X < order k) /\
  (forall a, a < order k -> exists X, Forall H X /\ element_of_sum k X = a) /\
  (forall X Y, Forall H X -> Forall H Y -> (element_of_sum k X = element_of_sum k Y <-> indistinguishable c H X Y)) /\
  (forall X Y, Forall H X -> Forall H Y ->
     element_of_sum k (X ++ Y) = product k (element_of_sum k X) (element_of_sum k Y)) /\
  (forall X, Forall H X -> (In (element_of_sum k X) (p_portion k) -> misere_lost (heaps c) X) /\
                           (~ In (element_of_sum k X) (p_portion k) -> misere_won (heaps c) X)).

Definition every_heap (h : N) : Prop := True.
Definition heaps_to (n h : N) : Prop := h <= n.
