(* Several things side by side: the value is the values of the things, added without carrying. *)
From Coq Require Import NArith List Lia Bool Wellfounded.
From Sprague Require Import Game Values HeapRules.
Import ListNotations.
Open Scope N_scope.

Section Xor.
Context {C : Type}.
Implicit Types (f : C -> N) (p : list C).
Lemma xor_of_ext f f' p : (forall h, In h p -> f h = f' h) -> xor_of f p = xor_of f' p.
Proof. induction p as [|a p IH]; simpl; intros H; auto. rewrite (H a), IH; auto. Qed.
Lemma xor_of_cons f a p : xor_of f (a :: p) = N.lxor (f a) (xor_of f p).
Proof. reflexivity. Qed.
Lemma xor_of_app f p r : xor_of f (p ++ r) = N.lxor (xor_of f p) (xor_of f r).
Proof.
  induction p as [|a p IH]; [symmetry; apply N.lxor_0_l|]. cbn [app]. now rewrite !xor_of_cons, IH, N.lxor_assoc. Qed.
Lemma xor_of_bit f d p : N.testbit (xor_of f p) d = true ->
  exists l n r, p = l ++ n :: r /\ N.testbit (f n) d = true.
Proof. induction p as [|a p IH]; intros H.
  - change (N.testbit 0 d = true) in H. now rewrite N.bits_0 in H.
  - rewrite xor_of_cons, N.lxor_spec in H. destruct (N.testbit (f a) d) eqn:E. + now exists [], a, p.
    + rewrite xorb_false_l in H. destruct (IH H) as [l [n [r [-> Hn]]]]. now exists (a :: l), n, r. Qed.
(* A nim-sum is brought to any smaller number by making one of its parts smaller. *)
Lemma xor_of_smaller f p u : u < xor_of f p ->
  exists l n r v, p = l ++ n :: r /\ v < f n /\ N.lxor (xor_of f l) (N.lxor v (xor_of f r)) = u.
Proof. intro Hu. set (v := xor_of f p) in *. set (x := N.lxor v u).
  assert (Hx : x <> 0) by (unfold x; intro Z; apply N.lxor_eq in Z; lia). assert (Hb : N.testbit v (N.log2 x) = true).
  { destruct (N.testbit v (N.log2 x)) eqn:Bv; auto. exfalso. pose proof (N.bit_log2 x Hx) as B. unfold x at 1 in B.
    rewrite N.lxor_spec, Bv, xorb_false_l in B. pose proof (xor_high u x Hx B) as L. unfold x in L.
    rewrite N.lxor_comm, N.lxor_assoc, N.lxor_nilpotent, N.lxor_0_r in L. lia. }
  destruct (xor_of_bit f _ p Hb) as [l [n [r [-> Hn]]]].
  exists l, n, r, (N.lxor (f n) x). repeat split; [now apply xor_high|]. unfold x, v. rewrite xor_of_app, xor_of_cons. bits.
Qed.
Lemma xor_of_change f l n r hs : xor_of f (l ++ hs ++ r) = xor_of f (l ++ n :: r) -> xor_of f hs = f n.
Proof. rewrite !xor_of_app, xor_of_cons. intro E. apply (f_equal (N.lxor (xor_of f l))) in E.
  rewrite <- !(N.lxor_assoc (xor_of f l)), !N.lxor_nilpotent, !N.lxor_0_l in E. now apply lxor_cancel in E. Qed.

End Xor.

Theorem replace_mex {C} (leaves : C -> list C -> Prop) (f : C -> N) :
  (forall x, is_mex (fun u => exists p, leaves x p /\ xor_of f p = u) (f x)) ->
  forall p, is_mex (fun u => exists q, replace leaves p q /\ xor_of f q = u) (xor_of f p).
Proof. intros Mex p. split.
  - intros [q [[l n r hs L] E]]. apply xor_of_change in E. destruct (Mex n) as [A _]. apply A. eauto.
  - intros u Hu. destruct (xor_of_smaller f p u Hu) as [l [n [r [v [-> [Hv E]]]]]]. destruct (Mex n) as [_ B].
    destruct (B v Hv) as [hs [L Ev]]. exists (l ++ hs ++ r). split; [now constructor|]. now rewrite !xor_of_app, Ev.
Qed.
Theorem replace_value {C} (leaves : C -> list C -> Prop) H (f : C -> N) :
  (forall x, is_mex (fun u => exists p, leaves x p /\ xor_of f p = u) (f x)) ->
  forall p, value (side_by_side leaves H) p (xor_of f p).
Proof. intros Mex p. apply (value_by_mex (side_by_side leaves H) (xor_of f) (fun _ => True)); auto.
  intros q _. now apply replace_mex. Qed.
Corollary replace_lost {C} (leaves : C -> list C -> Prop) H (f : C -> N) :
  (forall x, is_mex (fun u => exists p, leaves x p /\ xor_of f p = u) (f x)) ->
  forall p, lost (side_by_side leaves H) p <-> xor_of f p = 0.
Proof. intros Mex p. pose proof (replace_value leaves H f Mex p) as V. rewrite <- value_0. split; intro E.
  - exact (value_unique _ _ _ _ V E).
  - now rewrite <- E. Qed.
