(* A verified search: values of positions that fall apart.  What is known of a position (its value; values that
   some option has, values that none has) is kept in a table.  The order of the options, the table's shape and the names
   of the parts are hints: nothing is proved about them. *)
From Coq Require Import NArith List Lia Bool.
From Sprague Require Import Game Values Machine.
Import ListNotations.
Open Scope N_scope.

Module Search (M : MACHINE).
Import M.

Record entry := Entry { key : W; known : list W; yes : list W; no : list W }.
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

Section Engine.
Variables (options parts : W -> list W).        (* the options of a position; its parts, renamed at will *)
Definition entry_of (t : trie) (p : W) : entry :=
  match find p zero t with Some e => e | None => Entry p [] [] [] end.
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
Fixpoint some_option (qs : list W) (t : trie) (j : W) : answer :=
  match qs with
  | [] => Some (t, false)
  | q :: qs => match is_sum (parts q) t j with
               | None => None
               | Some (t, b) => if b then Some (t, true) else some_option qs t j
               end
  end.
Definition reach (t : trie) (p j : W) : answer :=
  let e := entry_of t p in
  if mem j (yes e) then Some (t, true)
  else if mem j (no e) then Some (t, false)
  else match some_option (options p) t j with
       | None => None
       | Some (t, b) =>
         let e := entry_of t p in
         Some (put depth (if b then Entry p (known e) (j :: yes e) (no e)
                          else Entry p (known e) (yes e) (j :: no e)) zero t, b)
       end.
Fixpoint all_below (n : nat) (t : trie) (p i j : W) : answer :=
  match n with
  | O => None
  | S n => if eqb i j then let e := entry_of t p in Some (put depth (Entry p [j] (yes e) (no e)) zero t, true)
           else match reach t p i with
                | None => None
                | Some (t, b) => if b then all_below n t p (add i one) j else Some (t, false)
                end
  end.
Definition is_value (t : trie) (p j : W) : answer :=
  match known (entry_of t p) with
  | v :: _ => Some (t, eqb v j)
  | [] => match reach t p j with
          | None => None
          | Some (t, true) => Some (t, false)
          | Some (t, false) => all_below 64 t p zero j
          end
  end.
End Step.
Fixpoint search (f : nat) (t : trie) (p j : W) : answer :=
  match f with O => None | S f => is_value (search f) t p j end.
Definition check (f : nat) (p j : W) : bool :=
  match is_sum (search f) (parts p) Empty j with Some (_, b) => b | None => false end.

(* ------------------------------ proofs ------------------------------ *)
Variable G : game.
Variable at_ : W -> pos G.                                (* the position that a word stands for *)
Let B := sum G nim_heap.
Definition V (w j : W) : Prop := lost B (at_ w, toN j).
Definition NV (w j : W) : Prop := won B (at_ w, toN j).
Hypothesis options_sound : forall w q, In q (options w) -> move G (at_ w) (at_ q).
Hypothesis options_all : forall w p, move G (at_ w) p -> exists q, In q (options w) /\ at_ q = p.
Fixpoint L (ps : list W) (j : N) : Prop :=
  match ps with
  | [] => j = 0
  | [q] => lost B (at_ q, j)
  | q :: ps => exists v, lost B (at_ q, v) /\ L ps (N.lxor j v)
  end.
Fixpoint K (ps : list W) (j : N) : Prop :=
  match ps with
  | [] => j <> 0
  | [q] => won B (at_ q, j)
  | q :: ps => exists v, lost B (at_ q, v) /\ K ps (N.lxor j v)
  end.
Hypothesis parts_sum : forall w j, (L (parts w) j -> lost B (at_ w, j)) /\ (K (parts w) j -> won B (at_ w, j)).

Definition yes_ok (w j : W) : Prop := exists q, In q (options w) /\ V q j.
Definition no_ok (w j : W) : Prop := forall q, In q (options w) -> NV q j.
Definition entry_ok (e : entry) : Prop :=
  (forall j, In j (known e) -> V (key e) j) /\ (forall j, In j (yes e) -> yes_ok (key e) j) /\ (forall j, In j (no e) -> no_ok (key e) j).
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
Lemma entry_of_ok t p : Ok t -> entry_ok (entry_of t p) /\ key (entry_of t p) = p.
Proof. intro H. unfold entry_of. destruct (find p zero t) as [e|] eqn:E; [now apply find_ok in E|].
  split; [split; [|split]; intros ? []|reflexivity]. Qed.

Definition right_answer (a : answer) (Yes No : Prop) : Prop :=
  match a with None => True | Some (t, b) => Ok t /\ if b then Yes else No end.
Section StepOk.
Variable rec : trie -> W -> W -> answer.
Hypothesis rec_ok : forall t q j, Ok t -> right_answer (rec t q j) (V q j) (NV q j).

Lemma value_of_ok : forall n t q v t' v', Ok t -> value_of rec n t q v = Some (t', v') -> Ok t' /\ V q v'.
Proof. induction n as [|n IH]; intros t q v t' v' H E; cbn in E; [discriminate|].
  pose proof (rec_ok t q v H) as R. destruct (rec t q v) as [[t1 b]|]; [|discriminate]. destruct R as [R1 R2].
  destruct b; [injection E as <- <-; auto|eauto]. Qed.
Lemma is_sum_ok : forall ps t j, Ok t -> right_answer (is_sum rec ps t j) (L ps (toN j)) (K ps (toN j)).
Proof. induction ps as [|q ps IH]; intros t j H.
  - cbn. split; auto. rewrite eqb_toN, toN_zero. destruct (N.eqb_spec (toN j) 0); auto.
  - destruct ps as [|q' ps]; [exact (rec_ok t q j H)|].
    change (is_sum rec (q :: q' :: ps) t j) with
      (match value_of rec 64 t q zero with None => None | Some (t, v) => is_sum rec (q' :: ps) t (wxor j v) end).
    destruct (value_of rec 64 t q zero) as [[t' v]|] eqn:E; [|exact I]. apply value_of_ok in E; auto. destruct E as [Ot Vq].
    specialize (IH t' (wxor j v) Ot). rewrite toN_lxor in IH.
    destruct (is_sum rec (q' :: ps) t' (wxor j v)) as [[t2 b]|]; [|exact I]. destruct IH as [O2 IH]. split; auto.
    destruct b; exists (toN v); split; auto. Qed.
Lemma some_option_ok j : forall qs t, Ok t ->
  right_answer (some_option rec qs t j) (exists q, In q qs /\ V q j) (forall q, In q qs -> NV q j).
Proof. induction qs as [|q qs IH]; intros t H; cbn; [split; auto; intros ? []|].
  pose proof (is_sum_ok (parts q) t j H) as R. destruct (is_sum rec (parts q) t j) as [[t' b]|]; [|exact I].
  destruct R as [O R]. destruct b; [split; auto; exists q; split; [now left|now apply parts_sum]|].
  specialize (IH t' O). destruct (some_option rec qs t' j) as [[t2 b]|]; [|exact I]. destruct IH as [O2 IH]. split; auto.
  destruct b; [destruct IH as [x [Ix Vx]]; exists x; auto|intros x [<-|Ix]; [now apply parts_sum|auto]]. Qed.
Lemma reach_ok t p j : Ok t -> right_answer (reach rec t p j) (yes_ok p j) (no_ok p j).
Proof.
  intros H. unfold reach. destruct (entry_of_ok t p H) as [[_ [E2 E3]] Ek]. rewrite Ek in *.
  destruct (mem j (yes _)) eqn:My; [split; auto; apply E2; now apply mem_in|].
  destruct (mem j (no _)) eqn:Mn; [split; auto; apply E3; now apply mem_in|].
  pose proof (some_option_ok j (options p) t H) as R.
  destruct (some_option rec _ t j) as [[t' b]|]; [|exact I]. destruct R as [O R]. cbv zeta. split; [|destruct b; exact R].
  apply put_ok; auto. destruct (entry_of_ok t' p O) as [[F1 [F2 F3]] Fk]. rewrite Fk in *.
  destruct b; (split; [|split]); cbn; auto; intros i [<-|Ii]; auto. Qed.
Lemma lost_by p j : no_ok p j -> (forall i, toN i < toN j -> yes_ok p i) -> (forall i, i < toN j -> exists w, toN w = i) -> V p j.
Proof. intros Hn Hy Hw. constructor. intros [y i] [[M E]|[E M]]; cbn in *; subst.
  - destruct (options_all p y M) as [q [Iq <-]]. exact (Hn q Iq).
  - destruct (Hw i M) as [w <-]. destruct (Hy w M) as [q [Iq Vq]]. apply (Won B _ (at_ q, toN w)); [left; split; [now apply options_sound|reflexivity]|exact Vq]. Qed.
Lemma won_by p j : yes_ok p j -> NV p j.
Proof. intros [q [Iq Vq]]. apply (Won B _ (at_ q, toN j)); [left; split; [now apply options_sound|reflexivity]|exact Vq]. Qed.
Lemma won_beside p i j : V p i -> toN i <> toN j -> NV p j.
Proof. intros H Hi. destruct (N.lt_trichotomy (toN i) (toN j)) as [E|[E|E]]; [|tauto|].
  - apply (Won B _ (at_ p, toN i)); [right; now split|exact H].
  - inversion H as [s F]. apply F. right. now split. Qed.
Lemma all_below_ok p j : no_ok p j -> forall n t i, Ok t -> toN i <= toN j -> toN i + N.of_nat n < lim ->
  (forall k, toN k < toN i -> yes_ok p k) -> (forall k, k < toN i -> exists w, toN w = k) ->
  right_answer (all_below rec n t p i j) (V p j) (NV p j).
Proof. intros Hn. pose proof toN_one as E1. induction n as [|n IH]; intros t i H Hi Hb Hy Hw; cbn [all_below]; [exact I|].
  rewrite eqb_toN. destruct (N.eqb_spec (toN i) (toN j)) as [E|E].
  - assert (Vp : V p j) by (apply lost_by; auto; rewrite <- E; auto). split; auto. apply put_ok; auto.
    destruct (entry_of_ok t p H) as [[_ [F2 F3]] Fk]. rewrite Fk in *. split; [|split]; cbn; auto. intros i' [<-|[]]. exact Vp.
  - pose proof (reach_ok t p i H) as R. destruct (reach rec t p i) as [[t' b]|]; [|exact I]. destruct R as [O R].
    destruct b.
    + assert (Ei : toN (add i one) = toN i + 1) by (rewrite toN_add; lia). apply IH; auto; try lia.
      * intros k Hk. destruct (N.eq_dec (toN k) (toN i)) as [Q|]; [apply toN_inj in Q; now subst|]. apply Hy. lia.
      * intros k Hk. destruct (N.eq_dec k (toN i)) as [->|]; [now exists i|]. apply Hw. lia.
    + split; auto. apply (won_beside p i); auto. apply lost_by; auto. Qed.
Lemma is_value_ok t p j : 64 < lim -> Ok t -> right_answer (is_value rec t p j) (V p j) (NV p j).
Proof. intros Hl H. unfold is_value. destruct (entry_of_ok t p H) as [[F _] Fk]. rewrite Fk in *.
  destruct (known (entry_of t p)) as [|v l].
  - pose proof (reach_ok t p j H) as R. destruct (reach rec t p j) as [[t' b]|]; [|exact I]. destruct R as [O R]. destruct b.
    + split; auto. now apply won_by.
    + pose proof toN_zero. apply all_below_ok; auto; try lia; intros k Hk; lia.
  - specialize (F v (or_introl eq_refl)). split; auto. rewrite eqb_toN. destruct (N.eqb_spec (toN v) (toN j)) as [E|E].
    + apply toN_inj in E. now subst.
    + now apply (won_beside p v). Qed.
End StepOk.
Hypothesis lim_64 : 64 < lim.
Lemma search_ok : forall f t p j, Ok t -> right_answer (search f t p j) (V p j) (NV p j).
Proof. induction f as [|f IH]; intros t p j H; cbn; [exact I|]. now apply is_value_ok. Qed.
Theorem check_ok f w j : check f w j = true -> value G (at_ w) (toN j).
Proof.
  intros H. unfold check in H. pose proof (is_sum_ok (search f) (search_ok f) (parts w) Empty j I) as R.
  destruct (is_sum (search f) (parts w) Empty j) as [[t b]|]; [|discriminate]. subst b.
  exact (proj1 (parts_sum w (toN j)) (proj2 R)). Qed.
End Engine.
End Search.
