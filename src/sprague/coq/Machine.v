(* What the checkers compute with: numbers and tables.  Two machines: Coq's binary numbers and tries, which need no
   axiom; and its primitive 63-bit integers and arrays, which are fast.  A function of a primitive is written out in full
   (add a b := PrimInt63.add a b), as a bare name would keep vm_compute from going on. *)
From Coq Require Import NArith ZArith List Lia Bool FMapPositive Uint63 PArray.
Import ListNotations.
Open Scope N_scope.

Definition nat_of (n : N) : nat := N.iter n S O.
Lemma nat_of_spec n : N.of_nat (nat_of n) = n.
Proof. unfold nat_of. rewrite N2Nat.inj_iter. rewrite <- (N2Nat.id n) at 2. f_equal.
  generalize (N.to_nat n). clear. induction n; simpl; auto. Qed.

Module Type MACHINE.
  Parameter W T : Type.
  Parameter toN : W -> N.
  Parameter ofN : N -> W.
  Parameters lim wide : N.
  Parameters add sub wxor wand wor wshl wshr : W -> W -> W.   (* shifts serve hints only: nothing is known of them *)
  Parameters ltb eqb : W -> W -> bool.
  Parameter zero one : W.
  Parameter make : W -> T.
  Parameter get : T -> W -> W.
  Parameter set : T -> W -> W -> T.
  Parameter size : T -> N.
  Axiom toN_ofN : forall n, n < lim -> toN (ofN n) = n.
  Axiom toN_ofN_wide : forall n, n < wide -> toN (ofN n) = n.
  Axiom wide_62 : 2 ^ 62 <= wide.
  Axiom toN_inj : forall a b, toN a = toN b -> a = b.
  Axiom toN_zero : toN zero = 0.
  Axiom toN_one : toN one = 1.
  Axiom toN_add : forall a b, toN a + toN b <= lim -> toN (add a b) = toN a + toN b.
  Axiom toN_sub : forall a b, toN b <= toN a -> toN (sub a b) = toN a - toN b.
  Axiom toN_lxor : forall a b, toN (wxor a b) = N.lxor (toN a) (toN b).
  Axiom toN_land : forall a b, toN (wand a b) = N.land (toN a) (toN b).
  Axiom toN_lor : forall a b, toN (wor a b) = N.lor (toN a) (toN b).
  Axiom ltb_toN : forall a b, ltb a b = (toN a <? toN b).
  Axiom eqb_toN : forall a b, eqb a b = (toN a =? toN b).
  Axiom size_make : forall s, toN s < lim -> toN s <= size (make s).
  Axiom size_set : forall t i v, size (set t i v) = size t.
  Axiom get_make : forall s i, get (make s) i = zero.
  Axiom get_set_same : forall t i v, toN i < size t -> get (set t i v) i = v.
  Axiom get_set_other : forall t i j v, i <> j -> get (set t i v) j = get t j.
End MACHINE.

Module PM := PositiveMap.
Module NMachine <: MACHINE.
  Definition W := N.
  Definition T := PM.t N.
  Definition toN (n : N) := n.
  Definition ofN (n : N) := n.
  Definition lim := 1000000000000.
  Definition wide := 4611686018427387904.
  Definition add := N.add.
  Definition sub := N.sub.
  Definition wxor := N.lxor.
  Definition wand := N.land.
  Definition wor := N.lor.
  Definition wshl := N.shiftl.
  Definition wshr := N.shiftr.
  Definition ltb := N.ltb.
  Definition eqb := N.eqb.
  Definition zero := 0.
  Definition one := 1.
  Definition make (_ : N) : T := PM.empty N.
  Definition get (t : T) (i : N) : N := match PM.find (N.succ_pos i) t with Some v => v | None => 0 end.
  Definition set (t : T) (i v : N) : T := PM.add (N.succ_pos i) v t.
  Definition size (_ : T) := lim.
  Lemma toN_ofN n : n < lim -> toN (ofN n) = n. Proof. auto. Qed.
  Lemma toN_ofN_wide n : n < wide -> toN (ofN n) = n. Proof. auto. Qed.
  Lemma wide_62 : 2 ^ 62 <= wide. Proof. discriminate. Qed.
  Lemma toN_inj a b : toN a = toN b -> a = b. Proof. auto. Qed.
  Lemma toN_zero : toN zero = 0. Proof. auto. Qed.
  Lemma toN_one : toN one = 1. Proof. auto. Qed.
  Lemma toN_add a b : toN a + toN b <= lim -> toN (add a b) = toN a + toN b. Proof. auto. Qed.
  Lemma toN_sub a b : toN b <= toN a -> toN (sub a b) = toN a - toN b. Proof. auto. Qed.
  Lemma toN_lxor a b : toN (wxor a b) = N.lxor (toN a) (toN b). Proof. auto. Qed.
  Lemma toN_land a b : toN (wand a b) = N.land (toN a) (toN b). Proof. auto. Qed.
  Lemma toN_lor a b : toN (wor a b) = N.lor (toN a) (toN b). Proof. auto. Qed.
  Lemma ltb_toN a b : ltb a b = (toN a <? toN b). Proof. auto. Qed.
  Lemma eqb_toN a b : eqb a b = (toN a =? toN b). Proof. auto. Qed.
  Lemma size_make s : toN s < lim -> toN s <= size (make s). Proof. unfold size, toN. lia. Qed.
  Lemma size_set t i v : size (set t i v) = size t. Proof. auto. Qed.
  Lemma get_make s i : get (make s) i = zero.
  Proof. unfold get, make. now rewrite PM.gempty. Qed.
  Lemma get_set_same t i v : toN i < size t -> get (set t i v) i = v.
  Proof. intros _. unfold get, set. now rewrite PM.gss. Qed.
  Lemma get_set_other t i j v : i <> j -> get (set t i v) j = get t j.
  Proof. intro H. unfold get, set. rewrite PM.gso; auto. intro E. apply H.
    apply (f_equal N.pos) in E. rewrite !N.succ_pos_spec in E. lia. Qed.
End NMachine.

Module IMachine <: MACHINE.
  Definition W := int.
  Definition T := array int.
  Definition toN (i : int) : N := Z.to_N (to_Z i).
  Definition ofN (n : N) : int := of_Z (Z.of_N n).
  Definition lim : N := 4194303.
  Definition wide : N := 4611686018427387904.
  Definition add (a b : int) : int := PrimInt63.add a b.
  Definition sub (a b : int) : int := PrimInt63.sub a b.
  Definition wxor (a b : int) : int := PrimInt63.lxor a b.
  Definition wand (a b : int) : int := PrimInt63.land a b.
  Definition wor (a b : int) : int := PrimInt63.lor a b.
  Definition wshl (a b : int) : int := PrimInt63.lsl a b.
  Definition wshr (a b : int) : int := PrimInt63.lsr a b.
  Definition ltb (a b : int) : bool := PrimInt63.ltb a b.
  Definition eqb (a b : int) : bool := PrimInt63.eqb a b.
  Definition zero := 0%uint63.
  Definition one := 1%uint63.
  Definition make (s : int) : T := PArray.make s 0%uint63.
  Definition get (t : T) (i : int) : int := PArray.get t i.
  Definition set (t : T) (i v : int) : T := PArray.set t i v.
  Definition size (t : T) : N := toN (PArray.length t).
  Lemma wB_val : wB = 9223372036854775808%Z. Proof. reflexivity. Qed.
  Lemma of_toN i : Z.of_N (toN i) = to_Z i.
  Proof. unfold toN. rewrite Z2N.id; auto. apply to_Z_bounded. Qed.
  Lemma toN_ofN n : n < lim -> toN (ofN n) = n.
  Proof. unfold toN, ofN, lim. intro H. rewrite of_Z_spec, wB_val, Z.mod_small by lia. apply N2Z.id. Qed.
  Lemma toN_ofN_wide n : n < wide -> toN (ofN n) = n.
  Proof. unfold toN, ofN, wide. intro H. rewrite of_Z_spec, wB_val, Z.mod_small by lia. apply N2Z.id. Qed.
  Lemma wide_62 : 2 ^ 62 <= wide. Proof. discriminate. Qed.
  Lemma toN_inj a b : toN a = toN b -> a = b.
  Proof. intro H. apply to_Z_inj. rewrite <- !of_toN. now rewrite H. Qed.
  Lemma toN_zero : toN zero = 0. Proof. reflexivity. Qed.
  Lemma toN_one : toN one = 1. Proof. reflexivity. Qed.
  Lemma toN_add a b : toN a + toN b <= lim -> toN (add a b) = toN a + toN b.
  Proof. unfold lim. intro H. pose proof (of_toN a). pose proof (of_toN b). unfold toN at 1.
    unfold add. rewrite add_spec, wB_val, Z.mod_small by lia. lia. Qed.
  Lemma toN_sub a b : toN b <= toN a -> toN (sub a b) = toN a - toN b.
  Proof.
    intro H. pose proof (of_toN a). pose proof (of_toN b). pose proof (to_Z_bounded a) as Ba. rewrite wB_val in Ba.
    unfold toN at 1. unfold sub. rewrite sub_spec, wB_val, Z.mod_small by lia. lia. Qed.
  Lemma toN_lxor a b : toN (wxor a b) = N.lxor (toN a) (toN b).
  Proof. apply N2Z.inj. rewrite of_toN. unfold wxor. rewrite lxor_spec', <- !of_toN.
    destruct (toN a), (toN b); reflexivity. Qed.
  Lemma toN_land a b : toN (wand a b) = N.land (toN a) (toN b).
  Proof. apply N2Z.inj. rewrite of_toN. unfold wand. rewrite land_spec', <- !of_toN.
    destruct (toN a), (toN b); reflexivity. Qed.
  Lemma toN_lor a b : toN (wor a b) = N.lor (toN a) (toN b).
  Proof.
    apply N2Z.inj. rewrite of_toN. unfold wor. rewrite lor_spec', <- !of_toN. destruct (toN a), (toN b); reflexivity.
  Qed.
  Lemma ltb_toN a b : ltb a b = (toN a <? toN b).
  Proof. apply eq_true_iff_eq. unfold ltb. rewrite ltb_spec, N.ltb_lt, <- !of_toN. lia. Qed.
  Lemma eqb_toN a b : eqb a b = (toN a =? toN b).
  Proof. apply eq_true_iff_eq. unfold eqb. rewrite N.eqb_eq. split; intro H. - apply eqb_correct in H. now subst.
    - apply toN_inj in H. subst. apply eqb_refl. Qed.
  Lemma max_len : toN PArray.max_length = 4194303. Proof. vm_compute. reflexivity. Qed.
  Lemma size_make s : toN s < lim -> toN s <= size (make s).
  Proof. unfold size, make. intro H. rewrite length_make.
    destruct (Uint63.leb s max_length) eqn:E; [lia|]. rewrite max_len. unfold lim in H. lia. Qed.
  Lemma size_set t i v : size (set t i v) = size t.
  Proof. unfold size, set. now rewrite length_set. Qed.
  Lemma get_make s i : get (make s) i = zero. Proof. apply PArray.get_make. Qed.
  Lemma get_set_same t i v : toN i < size t -> get (set t i v) i = v.
  Proof. intro H. apply PArray.get_set_same. apply ltb_spec. unfold size in H. rewrite <- !of_toN. lia. Qed.
  Lemma get_set_other t i j v : i <> j -> get (set t i v) j = get t j.
  Proof. apply PArray.get_set_other. Qed.
End IMachine.
