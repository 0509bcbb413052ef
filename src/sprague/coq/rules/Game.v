(* What a game is, and who wins it.  To be read by whoever wants to trust a theorem: nothing here is proved but that
   play ends.  The rules of the single games stand beside this file. *)
From Coq Require Import NArith List Lia Wellfounded.
Import ListNotations.
Open Scope N_scope.

(* An impartial game: positions, moves that are the same for both players, and no play without an end. *)
Record game := Game {
  pos : Type;
  move : pos -> pos -> Prop;                     (* move p q: one move leads from p to q *)
  ends : well_founded (fun q p => move p q) }.

(* The player who cannot move loses.  [lost p]: the player to move loses, whatever he does; [won p]: some move of his
   leads to a position that is lost for the other. *)
Inductive lost (G : game) : pos G -> Prop :=
| Lost p : (forall q, move G p q -> won G q) -> lost G p
with won (G : game) : pos G -> Prop :=
| Won p q : move G p q -> lost G q -> won G p.

(* The same in misere play, where the player who cannot move wins. *)
Inductive misere_lost (G : game) : pos G -> Prop :=
| Misere_lost p : (exists q, move G p q) -> (forall q, move G p q -> misere_won G q) -> misere_lost G p
with misere_won (G : game) : pos G -> Prop :=
| Misere_end p : (forall q, ~ move G p q) -> misere_won G p
| Misere_won p q : move G p q -> misere_lost G q -> misere_won G p.

(* The sum of two games: a move is a move in one of them. *)
Definition sum_move (G H : game) (s t : pos G * pos H) : Prop :=
  move G (fst s) (fst t) /\ snd t = snd s \/ fst t = fst s /\ move H (snd s) (snd t).
Lemma sum_ends G H : well_founded (fun t s => sum_move G H s t).
Proof.
  intros [p q]. revert q. induction (ends G p) as [p _ IHp]. intro q.
  induction (ends H q) as [q Hq IHq]. constructor. intros [p' q'] [[M E]|[E M]]; cbn in M, E; subst; auto.
Qed.
Definition sum (G H : game) : game := Game (pos G * pos H) (sum_move G H) (sum_ends G H).

(* Several things side by side, such as heaps or rows: a move replaces one of them by what it leaves. *)
Inductive replace {C : Type} (leaves : C -> list C -> Prop) : list C -> list C -> Prop :=
| Replace l x r p : leaves x p -> replace leaves (l ++ x :: r) (l ++ p ++ r).

(* Play ends if each move makes a number smaller: one of the whole position, or, side by side, one of the things. *)
Lemma fewer {P : Type} (step : P -> P -> Prop) (size : P -> N) :
  (forall p q, step p q -> size q < size p) -> well_founded (fun q p => step p q).
Proof. intro H. apply wf_incl with (R2 := fun q p => size q < size p); [intros q p; apply H|].
  apply (wf_inverse_image _ _ _ size). apply N.lt_wf_0. Qed.
Definition weight {C : Type} (w : C -> N) (p : list C) : N := fold_right (fun h s => w h + s) 0 p.
Lemma weight_app {C : Type} (w : C -> N) p r : weight w (p ++ r) = weight w p + weight w r.
Proof. induction p; simpl; lia. Qed.
Lemma replace_ends {C : Type} (leaves : C -> list C -> Prop) (w : C -> N) :
  (forall x p, leaves x p -> weight w p < w x) -> well_founded (fun q p => replace leaves p q).
Proof. intro H. apply (fewer _ (weight w)). intros p q [l n r hs L]. apply H in L. rewrite !weight_app.
  cbn [weight fold_right]. fold (weight w r). lia. Qed.

Definition side_by_side {C : Type} (leaves : C -> list C -> Prop)
  (H : well_founded (fun q p => replace leaves p q)) : game := Game (list C) (replace leaves) H.

(* A heap of Nim: any smaller number may be left. *)
Definition nim_heap : game := Game N (fun n m => m < n) N.lt_wf_0.

(* The Grundy value, by play alone: p has the value v when p beside a heap of v is lost for the player to move.
   Values.v proves that there is at most one such v, that 0 means lost, that another number means won, that it is the
   mex of the values of the options, and that in a sum the values are added without carrying (N.lxor). *)
Definition value (G : game) (p : pos G) (v : N) : Prop := lost (sum G nim_heap) (p, v).

(* A winning move. *)
Definition wins (G : game) (p q : pos G) : Prop := move G p q /\ lost G q.

(* The smallest number without a property. *)
Definition is_mex (S : N -> Prop) (v : N) : Prop := ~ S v /\ forall u, u < v -> S u.
