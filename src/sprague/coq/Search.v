(* A verified search: values of positions that fall apart.  What is known of a position (its options, as lists of parts;
   values that some option has, values that none has) is kept in a table.  The order of the options, the table's shape
   and the names of the parts are hints: nothing is proved about them. *)
From Coq Require Import NArith List Lia Bool.
From Sprague Require Import Game Values Machine.
Import ListNotations.
Open Scope N_scope.

Module Search (M : MACHINE).
Import M.

Record entry := Entry { key : W; kids : list (list W); yes : list W; no : list W }.
Inductive trie := Empty | One (e : entry) | Two (l r : trie).
Definition bit (k d : W) : bool := eqb (wand (wshr k d) one) one.
Fixpoint find (k d : W) (t : trie) : option entry :=
  match t with
  | Empty => None
  | One e => if eqb (key e) k then Some e else None
  | Two l r => if bit k d then find k (add d one) r else find k (add d one) l
  end.
Fixpoint put (f : nat) (e : entry) (d : W) (t : trie) : trie :=
  match f with
  | O => One e
  | S f =>
    match t with
    | Empty => One e
    | One o =>
      if eqb (key o) (key e) then One e
      else let b := bit (key e) d in
           if bit (key o) d then if b then Two Empty (put f e (add d one) (One o)) else Two (One e) (One o)
           else if b then Two (One o) (One e) else Two (put f e (add d one) (One o)) Empty
    | Two l r => if bit (key e) d then Two l (put f e (add d one) r) else Two (put f e (add d one) l) r
    end
  end.
Definition depth : nat := 70%nat.
Fixpoint mem (j : W) (l : list W) : bool := match l with [] => false | i :: l => if eqb i j then true else mem j l end.
Fixpoint same (a b : list W) : bool :=
  match a, b with [], [] => true | x :: a, y :: b => eqb x y && same a b | _, _ => false end.

Section Engine.
(* the options of a position; its parts, renamed at will; and a weight by which options are put in order *)
Variables (options parts : W -> list W) (weight : list W -> W).

Fixpoint insert (w : W) (ps : list W) (l : list (W * list W)) : list (W * list W) :=
  match l with
  | [] => [(w, ps)]
  | (v, qs) :: r => if ltb w v then (w, ps) :: l
                    else if eqb w v && same ps qs then l else (v, qs) :: insert w ps r
  end.
Definition children (p : W) : list (list W) :=
  map snd (fold_right (fun q l => let ps := parts q in insert (weight ps) ps l) [] (options p)).
Definition entry_of (t : trie) (p : W) : entry :=
  match find p zero t with Some e => e | None => Entry p (children p) [] [] end.

Definition answer := option (trie * bool).
Section Step.
Variable rec : trie -> W -> W -> answer.                (* is the value of a part j? *)
Fixpoint value_of (n : nat) (t : trie) (q v : W) : option (trie * W) :=
  match n with
  | O => None
  | S n => match rec t q v with
           | None => None
           | Some (t, b) => if b then Some (t, v) else value_of n t q (add v one)
           end
  end.
Fixpoint is_sum (ps : list W) (t : trie) (j : W) : answer :=
  match ps with
  | [] => Some (t, eqb j zero)
  | [q] => rec t q j
  | q :: ps => match value_of 64 t q zero with None => None | Some (t, v) => is_sum ps t (wxor j v) end
  end.
Fixpoint some_kid (ks : list (list W)) (t : trie) (j : W) : answer :=
  match ks with
  | [] => Some (t, false)
  | ps :: ks => match is_sum ps t j with
                | None => None
                | Some (t, b) => if b then Some (t, true) else some_kid ks t j
                end
  end.
Definition reach (t : trie) (p j : W) : answer :=
  let e := entry_of t p in
  if mem j (yes e) then Some (t, true)
  else if mem j (no e) then Some (t, false)
  else match some_kid (kids e) t j with
       | None => None
       | Some (t, b) =>
         let e := entry_of t p in
         Some (put depth (if b then Entry (key e) (kids e) (j :: yes e) (no e)
                          else Entry (key e) (kids e) (yes e) (j :: no e)) zero t, b)
       end.
Fixpoint all_below (n : nat) (t : trie) (p i j : W) : answer :=
  match n with
  | O => None
  | S n => if eqb i j then Some (t, true)
           else match reach t p i with
                | None => None
                | Some (t, b) => if b then all_below n t p (add i one) j else Some (t, false)
                end
  end.
Definition is_value (t : trie) (p j : W) : answer :=
  match reach t p j with
  | None => None
  | Some (t, true) => Some (t, false)
  | Some (t, false) => all_below 64 t p zero j
  end.
End Step.
Fixpoint search (f : nat) (t : trie) (p j : W) : answer :=
  match f with O => None | S f => is_value (search f) t p j end.
Definition check (f : nat) (p j : W) : bool :=
  match is_sum (search f) (parts p) Empty j with Some (_, b) => b | None => false end.

(* ------------------------------ proofs ------------------------------ *)
Variable G : game.
Variable at_ : W -> pos G -> Prop.                        (* the position that a word stands for *)
Definition V (w : W) (j : W) : Prop := forall p, at_ w p -> lost (sum G nim_heap) (p, toN j).
Definition NV (w : W) (j : W) : Prop := forall p, at_ w p -> won (sum G nim_heap) (p, toN j).
Variable good : W -> Prop.                                 (* words that stand for a position *)
Hypothesis good_at : forall w, good w -> exists p, at_ w p.
Hypothesis options_good : forall w, good w -> forall q, In q (options w) -> good q.
Hypothesis parts_good : forall w, good w -> forall q, In q (parts w) -> good q.
Hypothesis options_sound : forall w p q, good w -> at_ w p -> In q (options w) -> exists p', move G p p' /\ at_ q p'.
Hypothesis options_all : forall w p p', good w -> at_ w p -> move G p p' -> exists q, In q (options w) /\ at_ q p'.
Fixpoint L (ps : list W) (j : N) : Prop :=
  match ps with
  | [] => j = 0
  | [q] => forall p, at_ q p -> lost (sum G nim_heap) (p, j)
  | q :: ps => exists v, (forall p, at_ q p -> lost (sum G nim_heap) (p, v)) /\ L ps (N.lxor j v)
  end.
Fixpoint K (ps : list W) (j : N) : Prop :=
  match ps with
  | [] => j <> 0
  | [q] => forall p, at_ q p -> won (sum G nim_heap) (p, j)
  | q :: ps => exists v, (forall p, at_ q p -> lost (sum G nim_heap) (p, v)) /\ K ps (N.lxor j v)
  end.
Hypothesis parts_sum : forall w j, good w ->
  (L (parts w) j -> forall p, at_ w p -> lost (sum G nim_heap) (p, j)) /\
  (K (parts w) j -> forall p, at_ w p -> won (sum G nim_heap) (p, j)).

Definition kids_ok (p : W) (ks : list (list W)) : Prop :=
  (forall ps, In ps ks -> exists q, In q (options p) /\ parts q = ps) /\
  (forall q, In q (options p) -> In (parts q) ks).
Definition yes_ok (w j : W) : Prop := exists q, In q (options w) /\ V q j.
Definition no_ok (w j : W) : Prop := forall q, In q (options w) -> NV q j.
Definition entry_ok (e : entry) : Prop :=
  good (key e) -> kids_ok (key e) (kids e) /\ (forall j, In j (yes e) -> yes_ok (key e) j) /\ (forall j, In j (no e) -> no_ok (key e) j).
Fixpoint Ok (t : trie) : Prop := match t with Empty => True | One e => entry_ok e | Two l r => Ok l /\ Ok r end.

Lemma find_ok k : forall t d e, Ok t -> find k d t = Some e -> entry_ok e /\ key e = k.
Proof. induction t as [|o|l IHl r IHr]; intros d e H E; cbn in *; [discriminate| |].
  - rewrite eqb_toN in E. destruct (N.eqb_spec (toN (key o)) (toN k)) as [Q|]; [|discriminate].
    injection E as <-. split; auto. now apply toN_inj.
  - destruct H. destruct (bit k d); eauto. Qed.
Lemma put_ok e : entry_ok e -> forall f d t, Ok t -> Ok (put f e d t).
Proof. intro He. induction f as [|f IH]; intros d t H; cbn; auto. destruct t as [|o|l r]; cbn in *; auto.
  - destruct (eqb (key o) (key e)); [exact He|].
    destruct (bit (key o) d), (bit (key e) d); (split; [first [exact I|exact He|exact H|now apply IH]|first [exact I|exact He|exact H|now apply IH]]).
  - destruct H. destruct (bit (key e) d); cbn; split; auto. Qed.
Lemma mem_in j l : mem j l = true -> In j l.
Proof.
  induction l as [|i l IH]; cbn; [discriminate|]. rewrite eqb_toN. destruct (N.eqb_spec (toN i) (toN j)) as [E|]; auto.
  apply toN_inj in E. auto. Qed.
Lemma same_eq : forall a b, same a b = true -> a = b.
Proof. induction a as [|x a IH]; intros [|y b]; cbn; try discriminate; auto. rewrite andb_true_iff, eqb_toN, N.eqb_eq.
  intros [E H]. apply toN_inj in E. f_equal; auto. Qed.
Lemma insert_in w ps l x : In x (map snd (insert w ps l)) <-> x = ps \/ In x (map snd l).
Proof. induction l as [|[v qs] l IH]; cbn; [intuition|]. destruct (ltb w v); cbn; [intuition|].
  destruct (eqb w v && same ps qs) eqn:E; cbn.
  - apply andb_true_iff in E. destruct E as [_ E]. apply same_eq in E. subst. intuition.
  - rewrite IH. intuition. Qed.
Lemma children_ok p : kids_ok p (children p).
Proof. unfold children. split.
  - induction (options p) as [|q l IH]; cbn; [tauto|]. intros ps H. apply insert_in in H. destruct H as [->|H]; [exists q; auto|].
    destruct (IH _ H) as [q' [A B]]. exists q'. auto.
  - induction (options p) as [|q l IH]; cbn; [tauto|]. intros x [<-|H]; apply insert_in; auto. Qed.
Lemma entry_of_ok t p : Ok t -> entry_ok (entry_of t p) /\ key (entry_of t p) = p.
Proof. intro H. unfold entry_of. destruct (find p zero t) as [e|] eqn:E; [now apply find_ok in E|].
  split; auto. intros _. cbn. split; [apply children_ok|]. split; intros ? []. Qed.

Definition right_answer (a : answer) (Yes No : Prop) : Prop :=
  match a with None => True | Some (t, b) => Ok t /\ if b then Yes else No end.
Section StepOk.
Variable rec : trie -> W -> W -> answer.
Hypothesis rec_ok : forall t q j, Ok t -> good q -> right_answer (rec t q j) (V q j) (NV q j).

Lemma value_of_ok : forall n t q v t' v', Ok t -> good q -> value_of rec n t q v = Some (t', v') -> Ok t' /\ V q v'.
Proof. induction n as [|n IH]; intros t q v t' v' H Hq E; cbn in E; [discriminate|].
  pose proof (rec_ok t q v H Hq) as R. destruct (rec t q v) as [[t1 b]|]; [|discriminate]. destruct R as [R1 R2].
  destruct b; [injection E as <- <-; auto|eauto]. Qed.
Lemma is_sum_ok : forall ps t j, Ok t -> (forall q, In q ps -> good q) -> right_answer (is_sum rec ps t j) (L ps (toN j)) (K ps (toN j)).
Proof. induction ps as [|q ps IH]; intros t j H Hg.
  - cbn. split; auto. rewrite eqb_toN, toN_zero. destruct (N.eqb_spec (toN j) 0); auto.
  - assert (Hq : good q) by (apply Hg; now left). destruct ps as [|q' ps]; [exact (rec_ok t q j H Hq)|].
    change (is_sum rec (q :: q' :: ps) t j) with
      (match value_of rec 64 t q zero with None => None | Some (t, v) => is_sum rec (q' :: ps) t (wxor j v) end).
    destruct (value_of rec 64 t q zero) as [[t' v]|] eqn:E; [|exact I].
    apply value_of_ok in E; auto. destruct E as [Ot Vq].
    assert (Hg' : forall x, In x (q' :: ps) -> good x) by (intros; apply Hg; now right).
    specialize (IH t' (wxor j v) Ot Hg'). rewrite toN_lxor in IH.
    destruct (is_sum rec (q' :: ps) t' (wxor j v)) as [[t2 b]|]; [|exact I]. destruct IH as [O2 IH]. split; auto.
    destruct b; exists (toN v); split; auto. Qed.
Lemma some_kid_ok p j : good p -> forall ks t, Ok t -> (forall ps, In ps ks -> exists q, In q (options p) /\ parts q = ps) ->
  right_answer (some_kid rec ks t j) (yes_ok p j) (forall q, In q (options p) -> In (parts q) ks -> NV q j).
Proof. intros Hp. induction ks as [|ps ks IH]; intros t H Hk; cbn; [split; auto; intros ? ? []|].
  destruct (Hk ps (or_introl eq_refl)) as [q [Iq Eq]]. pose proof (options_good p Hp q Iq) as Hq.
  pose proof (is_sum_ok ps t j H ltac:(intros x Hx; subst ps; exact (parts_good q Hq x Hx))) as R.
  destruct (is_sum rec ps t j) as [[t' b]|]; [|exact I]. destruct R as [O R]. destruct b.
  - split; auto. exists q. split; auto. intros x Hx. subst ps. exact (proj1 (parts_sum q (toN j) Hq) R x Hx).
  - specialize (IH t' O (fun x Hx => Hk x (or_intror Hx))). destruct (some_kid rec ks t' j) as [[t2 b]|]; [|exact I].
    destruct IH as [O2 IH]. split; auto. destruct b; auto. intros r Ir [Er|Er]; [|auto].
    intros x Hx. subst ps. rewrite Er in R. pose proof (options_good p Hp r Ir) as Hr. exact (proj2 (parts_sum r (toN j) Hr) R x Hx).
Qed.
Lemma reach_ok t p j : Ok t -> good p -> right_answer (reach rec t p j) (yes_ok p j) (no_ok p j).
Proof.
  intros H Hp. unfold reach. destruct (entry_of_ok t p H) as [E Ek]. destruct (E ltac:(congruence)) as [E1 [E2 E3]]. rewrite Ek in *.
  destruct (mem j (yes _)) eqn:My; [split; auto; apply E2; now apply mem_in|].
  destruct (mem j (no _)) eqn:Mn; [split; auto; apply E3; now apply mem_in|].
  pose proof (some_kid_ok p j Hp (kids (entry_of t p)) t H (proj1 E1)) as R.
  destruct (some_kid rec _ t j) as [[t' b]|]; [|exact I]. destruct R as [O R]. cbv zeta.
  assert (Y : if b then yes_ok p j else no_ok p j) by (destruct b; auto; intros q Iq; apply R; auto; now apply E1).
  split; auto. apply put_ok; auto. destruct (entry_of_ok t' p O) as [F Fk].
  destruct b; intro Hg; cbn in *; destruct (F Hg) as [F1 [F2 F3]]; rewrite Fk in *; repeat split; auto; try apply F1;
  intros i [<-|Ii]; auto. Qed.
Lemma lost_by p j : good p -> no_ok p j -> (forall i, toN i < toN j -> yes_ok p i) -> (forall i, i < toN j -> exists w, toN w = i) -> V p j.
Proof. intros Hp Hn Hy Hw x Hx. constructor. intros [y i] [[M E]|[E M]]; cbn in *; subst.
  - destruct (options_all p x y Hp Hx M) as [q [Iq Aq]]. exact (Hn q Iq y Aq).
  - destruct (Hw i M) as [w <-]. destruct (Hy w M) as [q [Iq Vq]].
    destruct (options_sound p x q Hp Hx Iq) as [y [My Ay]]. apply (Won (sum G nim_heap) _ (y, toN w)); [left; now split|].
    now apply Vq. Qed.
Lemma won_by p j : good p -> yes_ok p j -> NV p j.
Proof. intros Hp [q [Iq Vq]] x Hx. destruct (options_sound p x q Hp Hx Iq) as [y [M A]].
  apply (Won (sum G nim_heap) _ (y, toN j)); [left; now split|]. now apply Vq. Qed.
Lemma won_above p i j : V p i -> toN i < toN j -> NV p j.
Proof. intros H Hi x Hx. apply (Won (sum G nim_heap) _ (x, toN i)); [right; now split|]. now apply H. Qed.
Lemma all_below_ok p j : good p -> no_ok p j -> forall n t i, Ok t -> toN i <= toN j -> toN i + N.of_nat n < lim ->
  (forall k, toN k < toN i -> yes_ok p k) -> (forall k, k < toN i -> exists w, toN w = k) ->
  right_answer (all_below rec n t p i j) (V p j) (NV p j).
Proof. intros Hp Hn. pose proof toN_one as E1. induction n as [|n IH]; intros t i H Hi Hb Hy Hw; cbn; [exact I|].
  rewrite eqb_toN. destruct (N.eqb_spec (toN i) (toN j)) as [E|E].
  - split; auto. apply lost_by; auto; rewrite <- E; auto.
  - pose proof (reach_ok t p i H Hp) as R. destruct (reach rec t p i) as [[t' b]|]; [|exact I]. destruct R as [O R].
    destruct b. + assert (Ei : toN (add i one) = toN i + 1) by (rewrite toN_add; lia). apply IH; auto; try lia.
      * intros k Hk. destruct (N.eq_dec (toN k) (toN i)) as [Q|]; [apply toN_inj in Q; now subst|]. apply Hy. lia.
      * intros k Hk. destruct (N.eq_dec k (toN i)) as [->|]; [now exists i|]. apply Hw. lia.
    + split; auto. apply (won_above p i); [apply lost_by; auto|lia]. Qed.
Lemma is_value_ok t p j : 64 < lim -> Ok t -> good p -> right_answer (is_value rec t p j) (V p j) (NV p j).
Proof. intros Hl H Hp. unfold is_value. pose proof (reach_ok t p j H Hp) as R.
  destruct (reach rec t p j) as [[t' b]|]; [|exact I]. destruct R as [O R]. destruct b.
  - split; auto. now apply won_by.
  - pose proof toN_zero. apply all_below_ok; auto; try lia; intros k Hk; lia. Qed.
End StepOk.
Hypothesis lim_64 : 64 < lim.
Lemma search_ok : forall f t p j, Ok t -> good p -> right_answer (search f t p j) (V p j) (NV p j).
Proof. induction f as [|f IH]; intros t p j H Hp; cbn; [exact I|]. now apply is_value_ok. Qed.
Theorem check_ok f w j p : good w -> check f w j = true -> at_ w p -> value G p (toN j).
Proof.
  intros Hw H Hp. unfold check in H. pose proof (is_sum_ok (search f) (search_ok f) (parts w) Empty j I (parts_good w Hw)) as R.
  destruct (is_sum (search f) (parts w) Empty j) as [[t b]|]; [|discriminate]. subst b. destruct R as [_ R].
  exact (proj1 (parts_sum w (toN j) Hw) R p Hp). Qed.
End Engine.
End Search.
