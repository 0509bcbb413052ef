(* The theorem of Sprague and Grundy, for every game of Game.v. *)
From Coq Require Import NArith Lia Bool Wellfounded Relations.
From Sprague Require Import Game.
Open Scope N_scope.

Section One.
Variable G : game.

Lemma lost_not_won p : lost G p -> won G p -> False.
Proof.
  induction (ends G p) as [p _ IH]. intros L W. destruct L as [p L], W as [p q M W]. exact (IH q M W (L q M)). Qed.

Lemma misere_not_both p : misere_lost G p -> misere_won G p -> False.
Proof. induction (ends G p) as [p _ IH]. intros L W. destruct L as [p [q0 E] L], W as [p W|p q M W]; [exact (W _ E)|].
  exact (IH q M W (L q M)). Qed.

(* A set of positions that no move keeps, and that every other position can reach, is the set of lost ones. *)
Theorem kernel (S : pos G -> Prop) (I : pos G -> Prop) :
  (forall p q, I p -> move G p q -> I q) ->
  (forall p q, I p -> S p -> move G p q -> ~ S q) ->
  (forall p, I p -> S p \/ exists q, move G p q /\ S q) ->
  forall p, I p -> (S p -> lost G p) /\ (~ S p -> won G p).
Proof. intros Inv Stay Reach p. induction (ends G p) as [p _ IH]. intro Ip. split; intro Sp.
  - constructor. intros q M. apply (IH q M); eauto.
  - destruct (Reach p Ip) as [|[q [M Sq]]]; [tauto|]. apply (Won G p q M). apply (IH q M); eauto. Qed.
Corollary kernel_iff (S I : pos G -> Prop) :
  (forall p q, I p -> move G p q -> I q) ->
  (forall p q, I p -> S p -> move G p q -> ~ S q) ->
  (forall p, I p -> S p \/ exists q, move G p q /\ S q) ->
  forall p, I p -> (lost G p <-> S p).
Proof. intros Inv Stay Reach p Ip. destruct (kernel S I Inv Stay Reach p Ip) as [A B]. split; auto.
  intro L. destruct (Reach p Ip) as [|[q [M Sq]]]; auto. exfalso. apply (lost_not_won p L).
  apply (Won G p q M). apply (kernel S I Inv Stay Reach q); eauto. Qed.

Lemma is_mex_unique S v w : is_mex S v -> is_mex S w -> v = w.
Proof. intros [A B] [C D]. destruct (N.lt_trichotomy v w) as [H|[H|H]]; auto.
  - destruct A; auto.
  - destruct C; auto. Qed.
Lemma is_mex_ext (S T : N -> Prop) v : (forall u, S u <-> T u) -> is_mex S v -> is_mex T v.
Proof. intros E [A B]. split; [rewrite <- E; auto|]. intros u Hu. apply E. auto. Qed.
End One.

Section Values.
Variable G : game.

Theorem value_unique p v w : value G p v -> value G p w -> v = w.
Proof. unfold value. intros A B. destruct (N.lt_trichotomy v w) as [H|[H|H]]; auto; exfalso.
  - apply (lost_not_won _ _ B), (Won (sum G nim_heap) (p, w) (p, v)); auto. right. now split.
  - apply (lost_not_won _ _ A), (Won (sum G nim_heap) (p, v) (p, w)); auto. right. now split. Qed.

(* The options of a position of value v: none has the value v, and all smaller values occur. *)
Lemma value_options p v : value G p v ->
  (forall q, move G p q -> ~ value G q v) /\ (forall u, u < v -> exists q, move G p q /\ value G q u).
Proof. intro L. pose proof L as L'. unfold value in L'. inversion L' as [s K E]. split.
  - intros q M V. apply (lost_not_won _ _ V). apply K. left. now split.
  - intros u Hu. assert (W : won (sum G nim_heap) (p, u)) by (apply K; right; now split).
    inversion W as [s' [q j] [[M Ej]|[Eq M]] Lq]; cbn in *; subst. + exists q. split; auto.
    + exfalso. apply (lost_not_won _ _ Lq). apply K. right. split; auto. cbn in *. lia. Qed.
Corollary value_is_mex p v : value G p v -> is_mex (fun u => exists q, move G p q /\ value G q u) v.
Proof. intro V. destruct (value_options p v V) as [A B]. split; auto. intros [q [M Vq]]. exact (A q M Vq). Qed.

(* A function that is the mex of its values at the options, everywhere (where I holds), is the value. *)
Theorem value_by_mex (f : pos G -> N) (I : pos G -> Prop) :
  (forall p q, I p -> move G p q -> I q) ->
  (forall p, I p -> is_mex (fun u => exists q, move G p q /\ f q = u) (f p)) ->
  forall p, I p -> value G p (f p).
Proof. intros Inv Mex p Ip. unfold value.
  refine (proj1 (kernel (sum G nim_heap) (fun s => f (fst s) = snd s) (fun s => I (fst s)) _ _ _ (p, f p) Ip) eq_refl).
  - intros [a k] [b j] Ha [[M E]|[E M]]; cbn in *; subst; eauto.
  - intros [a k] [b j] Ha Sa [[M E]|[E M]] Sb; cbn in *; subst; [|lia]. apply (Mex a Ha). exists b. auto.
  - intros [a k] Ha. cbn in *. destruct (N.lt_trichotomy (f a) k) as [H|[H|H]]; auto; right.
    + exists (a, f a). split; auto. right. now split.
    + destruct (Mex a Ha) as [_ B]. destruct (B k H) as [b [M E]]. exists (b, k). split; auto. left. now split. Qed.

Lemma beside_zero p : (lost G p -> lost (sum G nim_heap) (p, 0)) /\ (won G p -> won (sum G nim_heap) (p, 0)).
Proof. induction (ends G p) as [p _ IH]. split; intro H.
  - destruct H as [p H]. constructor. intros [q j] [[M E]|[E M]]; cbn in *; [subst|lia]. apply IH; auto.
  - destruct H as [p q M H]. apply (Won (sum G nim_heap) _ (q, 0)); [left; now split|]. now apply IH. Qed.
Lemma beside_zero_conv p :
  (lost (sum G nim_heap) (p, 0) -> lost G p) /\ (won (sum G nim_heap) (p, 0) -> won G p).
Proof. induction (ends G p) as [p _ IH]. split; intro H.
  - inversion H as [s K E]; subst. constructor. intros q M. apply (IH q M). apply K. left. now split.
  - inversion H as [s [q j] [[M E]|[E M]] L]; cbn in *; subst; [|lia]. apply (Won G p q M). now apply (IH q M). Qed.
Theorem value_0 p : value G p 0 <-> lost G p.
Proof. split; [apply beside_zero_conv|apply beside_zero]. Qed.
Theorem value_won p v : value G p v -> v <> 0 -> won G p.
Proof. intros V H. destruct (value_options p v V) as [_ B]. destruct (B 0) as [q [M Vq]]; [lia|].
  apply (Won G p q M). now apply value_0. Qed.
End Values.

Lemma xor_high a x : x <> 0 -> N.testbit a (N.log2 x) = true -> N.lxor a x < a.
Proof. intros Hx Ha. set (d := N.log2 x) in *. set (b := N.lxor a x). assert (Hb : N.testbit b d = false).
  { unfold b. rewrite N.lxor_spec, Ha. unfold d. rewrite N.bit_log2; auto. }
  assert (Hs : (a / 2 ^ d) / 2 = (b / 2 ^ d) / 2).
  { rewrite !N.div_div by (try apply N.pow_nonzero; lia).
    replace (2 ^ d * 2) with (2 ^ (d + 1)) by (rewrite N.pow_add_r; lia).
    rewrite <- !N.shiftr_div_pow2. apply N.bits_inj. intro i. rewrite !N.shiftr_spec by lia.
    unfold b. rewrite N.lxor_spec, (N.bits_above_log2 x) by (fold d; lia). now rewrite xorb_false_r. }
  pose proof (N.testbit_spec' a d) as Ta. pose proof (N.testbit_spec' b d) as Tb.
  rewrite Ha in Ta. rewrite Hb in Tb. simpl in Ta, Tb. assert (Hp : 2 ^ d <> 0) by (apply N.pow_nonzero; lia).
  destruct (N.lt_ge_cases b a) as [|Hle]; auto. exfalso. pose proof (N.div_le_mono a b (2 ^ d) Hp Hle).
  pose proof (N.div_mod (a / 2 ^ d) 2). pose proof (N.div_mod (b / 2 ^ d) 2). lia. Qed.
Ltac bits := apply N.bits_inj; intro;
  repeat (rewrite N.lxor_spec || rewrite N.land_spec || rewrite N.lor_spec || rewrite N.ldiff_spec || rewrite N.bits_0);
  repeat match goal with |- context [N.testbit ?a ?b] => destruct (N.testbit a b) end; reflexivity.
Lemma lxor_move a b c : N.lxor a b = c -> a = N.lxor b c.
Proof. intros <-. bits. Qed.
Lemma lxor_cancel a b c : N.lxor a c = N.lxor b c -> a = b.
Proof. intro H. apply (f_equal (fun x => N.lxor x c)) in H. now rewrite !N.lxor_assoc, N.lxor_nilpotent, !N.lxor_0_r in H. Qed.

Section Sum.
Variables G H : game.
Let S := sum (sum G H) nim_heap.
Let below := clos_trans _ (fun t s : pos S => move S s t).
Definition right_of (s : pos S) : Prop := forall a b, value G (fst (fst s)) a -> value H (snd (fst s)) b ->
  (snd s = N.lxor a b -> lost S s) /\ (snd s <> N.lxor a b -> won S s).

(* An option p of a position of value a is won beside a heap of a: by a reply in p, or because p has a smaller value. *)
Lemma reply (K : game) p q a : value K p a -> move K p q ->
  (exists r, move K q r /\ value K r a) \/ exists u, u < a /\ value K q u.
Proof. intros V M. assert (W : won (sum K nim_heap) (q, a)).
  { unfold value in V. inversion V as [s L E]; subst. apply L. left. now split. }
  inversion W as [s [r j] [[M' E]|[E M']] L]; cbn [fst snd] in *; subst.
  - left. exists r. now split.
  - right. exists j. now split. Qed.

Lemma sum_outcome s : right_of s.
Proof. induction (wf_clos_trans _ _ (ends S) s) as [s _ IH]. change (forall t, below t s -> right_of t) in IH.
  destruct s as [[p q] c]. intros a b Va Vb. cbn [fst snd] in *.
  assert (D1 : forall t, move S (p, q, c) t -> below t (p, q, c)) by (intros; now constructor).
  assert (D2 : forall t u, move S (p, q, c) t -> move S t u -> below u (p, q, c)).
  { intros t u M1 M2. eapply t_trans; constructor; eauto. }
  assert (Mg : forall x x' y z, move G x x' -> move S (x, y, z) (x', y, z)) by (intros; left; split; auto; left; now split).
  assert (Mh : forall x y y' z, move H y y' -> move S (x, y, z) (x, y', z)) by (intros; left; split; auto; right; now split).
  assert (Mc : forall x y (z z' : N), z' < z -> move S (x, y, z) (x, y, z')) by (intros; right; now split).
  split; intro E.
  - subst c. constructor. intros [[p' q'] j] [[M Ej]|[Eq M]]; cbn [fst snd] in *.
    + subst j. destruct M as [[M Eq]|[Ep M]]; cbn [fst snd] in *; subst.
      * destruct (reply G p p' a Va M) as [[r [M' Vr]]|[u [Hu Vu]]].
        -- apply (Won S _ (r, q, N.lxor a b)); [now apply Mg|]. apply (IH (r, q, N.lxor a b)) with (a := a) (b := b); auto.
           apply (D2 (p', q, N.lxor a b)); now apply Mg.
        -- apply (IH (p', q, N.lxor a b)) with (a := u) (b := b); auto. cbn. intro E. apply lxor_cancel in E. lia.
      * destruct (reply H q q' b Vb M) as [[r [M' Vr]]|[u [Hu Vu]]].
        -- apply (Won S _ (p, r, N.lxor a b)); [now apply Mh|]. apply (IH (p, r, N.lxor a b)) with (a := a) (b := b); auto.
           apply (D2 (p, q', N.lxor a b)); now apply Mh.
        -- apply (IH (p, q', N.lxor a b)) with (a := a) (b := u); auto. cbn. rewrite !(N.lxor_comm a).
           intro E. apply lxor_cancel in E. lia.
    + injection Eq as -> ->. cbn in M. apply (IH (p, q, j)) with (a := a) (b := b); auto. cbn. lia.
  - set (x := N.lxor (N.lxor a b) c). assert (Hx : x <> 0) by (unfold x; intro Z; apply N.lxor_eq in Z; auto).
    assert (Hb : N.testbit x (N.log2 x) = true) by now apply N.bit_log2.
    unfold x at 1 in Hb. rewrite !N.lxor_spec in Hb. destruct (N.testbit a (N.log2 x)) eqn:Ba.
    { pose proof (xor_high a x Hx Ba) as Hl. destruct (value_options G p a Va) as [_ O].
      destruct (O _ Hl) as [p' [M V]]. apply (Won S _ (p', q, c)); [now apply Mg|].
      apply (IH (p', q, c)) with (a := N.lxor a x) (b := b); auto. cbn. unfold x. bits. }
    destruct (N.testbit b (N.log2 x)) eqn:Bb.
    { pose proof (xor_high b x Hx Bb) as Hl. destruct (value_options H q b Vb) as [_ O].
      destruct (O _ Hl) as [q' [M V]]. apply (Won S _ (p, q', c)); [now apply Mh|].
      apply (IH (p, q', c)) with (a := a) (b := N.lxor b x); auto. cbn. unfold x. bits. }
    assert (Bc : N.testbit c (N.log2 x) = true) by (destruct (N.testbit c (N.log2 x)); auto).
    pose proof (xor_high c x Hx Bc) as Hl. apply (Won S _ (p, q, N.lxor c x)); [now apply Mc|].
    apply (IH (p, q, N.lxor c x)) with (a := a) (b := b); auto. cbn. unfold x. bits. Qed.

Theorem value_sum p q a b : value G p a -> value H q b -> value (sum G H) (p, q) (N.lxor a b).
Proof. intros Va Vb. now apply (sum_outcome (p, q, N.lxor a b)) with (a := a) (b := b). Qed.
End Sum.

(* Two games whose moves correspond have the same outcomes and values. *)
Section Same.
Variables (G H : game) (R : pos G -> pos H -> Prop).
Hypothesis forth : forall p p' q, R p p' -> move G p q -> exists q', move H p' q' /\ R q q'.
Hypothesis back : forall p p' q', R p p' -> move H p' q' -> exists q, move G p q /\ R q q'.
Theorem same_outcome p p' : R p p' -> (lost G p <-> lost H p') /\ (won G p <-> won H p').
Proof. revert p'. induction (ends G p) as [p _ IH]. intros p' Rp. split; split; intro O.
  - destruct O as [p O]. constructor. intros q' M. destruct (back p p' q' Rp M) as [q [M' Rq]]. apply (IH q M' q' Rq). auto.
  - destruct O as [p' O]. constructor. intros q M. destruct (forth p p' q Rp M) as [q' [M' Rq]]. apply (IH q M q' Rq). auto.
  - destruct O as [p q M O]. destruct (forth p p' q Rp M) as [q' [M' Rq]]. apply (Won H p' q' M'). now apply (IH q M q' Rq).
  - destruct O as [p' q' M O]. destruct (back p p' q' Rp M) as [q [M' Rq]]. apply (Won G p q M'). now apply (IH q M' q' Rq).
Qed.
End Same.
Theorem same_beside (G H : game) (R : pos G -> pos H -> Prop) :
  (forall p p' q, R p p' -> move G p q -> exists q', move H p' q' /\ R q q') ->
  (forall p p' q', R p p' -> move H p' q' -> exists q, move G p q /\ R q q') ->
  forall p p' v, R p p' -> (lost (sum G nim_heap) (p, v) <-> lost (sum H nim_heap) (p', v)) /\
    (won (sum G nim_heap) (p, v) <-> won (sum H nim_heap) (p', v)).
Proof. intros forth back p p' v Rp.
  apply (same_outcome (sum G nim_heap) (sum H nim_heap) (fun s t => R (fst s) (fst t) /\ snd s = snd t)); [| |now split].
  - intros [a k] [a' k'] [b j] [Ra E] [[M Ej]|[Eb M]]; cbn in *; subst.
    + destruct (forth _ _ _ Ra M) as [b' [M' Rb]]. exists (b', k'). split; [left; now split|now split].
    + exists (a', j). split; [right; now split|now split].
  - intros [a k] [a' k'] [b' j] [Ra E] [[M Ej]|[Eb M]]; cbn in *; subst.
    + destruct (back _ _ _ Ra M) as [b [M' Rb]]. exists (b, k'). split; [left; now split|now split].
    + exists (a, j). split; [right; now split|now split]. Qed.
(* A part whose value is known may be left away. *)
Theorem sum_beside (G H : game) p q a c : value G p a ->
  (lost (sum H nim_heap) (q, N.lxor c a) -> lost (sum (sum G H) nim_heap) (p, q, c)) /\
  (won (sum H nim_heap) (q, N.lxor c a) -> won (sum (sum G H) nim_heap) (p, q, c)).
Proof. intro Va. assert (X : forall z, N.lxor a (N.lxor z a) = z) by (intro; bits). split; intro O.
  - rewrite <- (X c) at 1. apply (value_sum G H p q a); auto.
  - inversion O as [s [r u] [[M E]|[E M]] L]; cbn [fst snd] in *; subst.
    + apply (Won (sum (sum G H) nim_heap) (p, q, c) (p, r, c)); [left; split; auto; right; now split|].
      rewrite <- (X c) at 1. apply (value_sum G H p r a); auto.
    + refine (proj2 (sum_outcome G H (p, q, c) a u Va L) _). cbn in *. intros ->.
      rewrite N.lxor_comm, <- N.lxor_assoc, N.lxor_nilpotent, N.lxor_0_l in M. lia. Qed.
