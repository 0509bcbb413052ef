(* Marks in a table: which values are reached, and the smallest one that is not. *)
From Coq Require Import NArith Lia.
From Sprague Require Import Game Machine.
Open Scope N_scope.

Module Marks (M : MACHINE).
Import M.
Definition marked (m : T) (u : W) : bool := eqb (get m u) one.
(* To look is cheaper than to write; [let], as u will be a term that is to be computed once. *)
Definition mark (m : T) (u : W) : T := let w := u in if marked m w then m else set m w one.
Fixpoint free (f : nat) (u : W) (m : T) : option W :=
  match f with O => None | S f => if marked m u then free f (add u one) m else Some u end.

Lemma size_mark m u : size (mark m u) = size m.
Proof. unfold mark. destruct (marked m u); auto using size_set. Qed.
Lemma marked_mark m u w : marked (mark m u) w = true -> w = u \/ marked m w = true.
Proof. unfold mark. destruct (marked m u); [auto|]. unfold marked. intro H.
  destruct (N.eq_dec (toN u) (toN w)) as [E|E]; [left; now apply toN_inj|right]. rewrite get_set_other in H; congruence. Qed.
Lemma marked_mono m u w : marked m w = true -> marked (mark m u) w = true.
Proof. unfold mark. destruct (marked m u) eqn:E; [auto|]. intro H. unfold marked in *. rewrite get_set_other; [auto|congruence]. Qed.
Lemma marked_new m u : toN u < size m -> marked (mark m u) u = true.
Proof. unfold mark. destruct (marked m u) eqn:E; [auto|]. intro H. unfold marked. rewrite get_set_same, eqb_toN; auto. apply N.eqb_refl. Qed.
Lemma marked_none V w : marked (make V) w = false.
Proof. unfold marked. rewrite get_make, eqb_toN, toN_zero, toN_one. reflexivity. Qed.

(* From m to m' the marks grew by the values in P, as far as the table of V marks reaches. *)
Definition grew (V : N) (P : N -> Prop) (m m' : T) : Prop :=
  size m' = size m /\ (forall w, marked m w = true -> marked m' w = true) /\
  (forall w, marked m' w = true -> marked m w = true \/ P (toN w)) /\
  (forall u, P u -> u < V -> forall w, toN w = u -> marked m' w = true).
Lemma grew_refl {V} m : grew V (fun _ => False) m m.
Proof. repeat split; auto; tauto. Qed.
Lemma grew_trans {V} P Q a b d : grew V P a b -> grew V Q b d -> grew V (fun u => P u \/ Q u) a d.
Proof. intros [A1 [A2 [A3 A4]]] [B1 [B2 [B3 B4]]]. repeat split; auto; [congruence| |].
  - intros w Hw. apply B3 in Hw. destruct Hw as [Hw|]; auto. apply A3 in Hw. tauto.
  - intros u [H|H] Hu w E; eauto. Qed.
Lemma grew_ext {V} (P Q : N -> Prop) m m' : (forall u, P u <-> Q u) -> grew V P m m' -> grew V Q m m'.
Proof. intros E [A1 [A2 [A3 A4]]]. repeat split; auto.
  - intros w Hw. destruct (A3 w Hw) as [|H]; auto. right. now apply E.
  - intros u Hu. apply A4. now apply E. Qed.
Lemma grew_mark {V} m u : V <= size m -> grew V (fun x => x = toN u) m (mark m u).
Proof. intro H. repeat split.
  - apply size_mark.
  - intros. now apply marked_mono.
  - intros w Hw. apply marked_mark in Hw. destruct Hw as [->|]; auto.
  - intros x -> Hx w E. apply toN_inj in E. subst. apply marked_new. lia. Qed.

Lemma free_spec m : forall f u v, free f u m = Some v -> toN u + N.of_nat f <= lim ->
  (forall w, toN w < toN u -> marked m w = true) ->
  marked m v = false /\ toN v < toN u + N.of_nat f /\ forall w, toN w < toN v -> marked m w = true.
Proof. pose proof toN_one as E1. induction f as [|f IH]; intros u v H Hf Hu; cbn [free] in H; [discriminate|].
  destruct (marked m u) eqn:E.
  - assert (Eu : toN (add u one) = toN u + 1) by (rewrite toN_add; lia).
    destruct (IH _ _ H) as [A [B F]]; [lia| |repeat split; auto; lia].
    intros w Hw. destruct (N.eq_dec (toN w) (toN u)) as [Q|Q]; [apply toN_inj in Q; now subst|]. apply Hu. lia.
  - injection H as <-. repeat split; auto. lia. Qed.
(* What is found free, when the marks grew from none by the values in P, is the smallest number that is not in P. *)
Lemma free_mex V P m v : V < lim -> grew V P (make (ofN V)) m -> free (nat_of V) zero m = Some v ->
  is_mex P (toN v).
Proof. intros HV [_ [_ [G3 G4]]] H. apply free_spec in H; rewrite ?toN_zero, ?nat_of_spec in *; [|lia|lia].
  destruct H as [F1 [F2 F3]]. split.
  - intro R. rewrite (G4 _ R) in F1; auto. discriminate.
  - intros u Hu. assert (Eu : toN (ofN u) = u) by (apply toN_ofN; lia). rewrite <- Eu.
    destruct (G3 (ofN u)) as [Z|R]; [apply F3; lia| |auto]. now rewrite marked_none in Z. Qed.
End Marks.
