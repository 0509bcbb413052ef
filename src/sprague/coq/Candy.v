(* Candy splitting (Code Jam 2011): a split looks fair to one who adds without carrying if and only if the nim-sum of all
   is 0; then the best share is all but the smallest. *)
From Coq Require Import NArith List Lia Bool.
From Sprague Require Import Game Values HeapRules Components Heaps.
Import ListNotations.
Open Scope N_scope.

(* Every candy goes to one side or the other, and no side stays empty. *)
Inductive shared : list N -> list N -> list N -> Prop :=
| Nothing : shared [] [] []
| To_left x p l r : shared p l r -> shared (x :: p) (x :: l) r
| To_right x p l r : shared p l r -> shared (x :: p) l (x :: r).
Definition xor_all (p : list N) : N := xor_of (fun x => x) p.
Definition looks_fair (p l r : list N) : Prop := shared p l r /\ l <> [] /\ r <> [] /\ xor_all l = xor_all r.

Lemma shared_xor p l r : shared p l r -> xor_all p = N.lxor (xor_all l) (xor_all r) /\ total p = total l + total r /\
  (forall x, In x p <-> In x l \/ In x r).
Proof. induction 1 as [|x p l r H [E [T I]]|x p l r H [E [T I]]]; unfold xor_all in *.
  - repeat split; simpl; tauto.
  - rewrite !xor_of_cons, E. repeat split; [bits|simpl; lia|simpl; rewrite I; tauto|simpl; rewrite I; tauto].
  - rewrite !xor_of_cons, E. repeat split; [bits|simpl; lia|simpl; rewrite I; tauto|simpl; rewrite I; tauto]. Qed.
Lemma all_left p : shared p p [].
Proof. induction p; constructor; auto. Qed.
Lemma all_but_one a x b : shared (a ++ x :: b) (a ++ b) [x].
Proof. induction a as [|y a IH]; cbn; [apply To_right, all_left|now apply To_left]. Qed.
Lemma xor_but_one a x b : xor_all (a ++ x :: b) = 0 -> xor_all (a ++ b) = x.
Proof. unfold xor_all. rewrite !xor_of_app, xor_of_cons. intro E. apply lxor_move in E. rewrite N.lxor_0_r in E.
  rewrite E, N.lxor_assoc, N.lxor_nilpotent. apply N.lxor_0_r. Qed.
Theorem fair_exists p : (2 <= length p)%nat -> ((exists l r, looks_fair p l r) <-> xor_all p = 0).
Proof. intro L. split.
  - intros [l [r [S [_ [_ E]]]]]. destruct (shared_xor _ _ _ S) as [X _]. rewrite X, E. apply N.lxor_nilpotent.
  - intro E. destruct p as [|x [|y p]]; simpl in L; try lia. exists (y :: p), [x]. split; [apply (all_but_one [] x)|].
    split; [discriminate|]. split; [discriminate|]. pose proof (xor_but_one [] x (y :: p) E) as X. cbn [app] in X. rewrite X. cbn. now rewrite N.lxor_0_r.
Qed.
Theorem best_share p m : (2 <= length p)%nat -> xor_all p = 0 -> In m p -> (forall x, In x p -> m <= x) ->
  (exists l r, looks_fair p l r /\ total l = total p - m) /\ forall l r, looks_fair p l r -> total l <= total p - m.
Proof. intros L E I Least. split.
  - apply in_split in I. destruct I as [a [b ->]]. exists (a ++ b), [m]. split.
    + split; [apply all_but_one|]. split; [intro Z; rewrite app_length in L; apply app_eq_nil in Z; destruct Z as [-> ->]; simpl in L; lia|].
      split; [discriminate|]. rewrite (xor_but_one a m b E). unfold xor_all. simpl. now rewrite N.lxor_0_r.
    + rewrite !total_app. simpl. lia.
  - intros l r [S [_ [R _]]]. destruct (shared_xor _ _ _ S) as [_ [T A]]. destruct r as [|x r]; [congruence|].
    assert (m <= x) by (apply Least, A; right; now left). cbn [total fold_right] in T. lia. Qed.
