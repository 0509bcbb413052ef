(* A verified computer of Grundy tables of octal codes d0.d1...dt, up to two heaps.  The plain algorithm, or that of the
   sparse space (Berlekamp, Conway and Guy): with an untrusted mask, "rare" and "common" are parities of some bits of a
   value, so that common xor common is rare; if x is common, not reached by an option with a rare part or by a single
   heap, and all u < x are reached, then g n = x.  A wrong mask makes the check fail or slow, never wrong. *)
From Coq Require Import NArith List Lia Bool.
From Sprague Require Import Game Values HeapRules Components Heaps Periods Machine Marks.
Import ListNotations.
Open Scope N_scope.

Definition small (ds : list N) : bool := forallb (fun d => d <? 8) ds.

Lemma octal_digit ds k : digit (octal ds) k = nth (N.to_nat k) ds 0.
Proof. unfold digit. cbn [digits again octal]. destruct (N.ltb_spec k (N.of_nat (length ds))); auto.
  rewrite (nth_overflow ds) by lia. now destruct (N.to_nat _). Qed.
Lemma octal_bit_lt ds k i : N.testbit (digit (octal ds) k) i = true -> k < N.of_nat (length ds).
Proof. intro H. rewrite octal_digit in H. destruct (N.lt_ge_cases k (N.of_nat (length ds))); auto.
  rewrite nth_overflow, N.bits_0 in H by lia. discriminate. Qed.
Lemma octal_bit_le ds k i : small ds = true -> N.testbit (digit (octal ds) k) i = true -> i <= 2.
Proof. intros S H. rewrite octal_digit in H. destruct (N.le_gt_cases i 2) as [|Hi]; auto. exfalso.
  assert (L : nth (N.to_nat k) ds 0 < 8).
  { destruct (nth_in_or_default (N.to_nat k) ds 0) as [I|E]; [|rewrite E; reflexivity].
    unfold small in S. rewrite forallb_forall in S. now apply N.ltb_lt, S. }
  destruct (nth (N.to_nat k) ds 0) as [|q] eqn:E; [discriminate|].
  rewrite N.bits_above_log2 in H; [discriminate|]. apply N.lt_le_trans with 3; [|lia]. apply N.log2_lt_pow2; lia. Qed.

Section Shape.
Variable c : list N.
Lemma leave_none n : 1 <= n -> N.testbit (digit (octal c) n) 0 = true -> leaves (octal c) n [].
Proof. intros H B. exists n. cbn. repeat split; auto; try lia. Qed.
Lemma leave_one n k a : 1 <= k -> 1 <= a -> k + a = n ->
  N.testbit (digit (octal c) k) 1 = true -> leaves (octal c) n [a].
Proof. intros Hk Ha E B. exists k. cbn. repeat split; auto; try lia. Qed.
Lemma leave_two n k a b : 1 <= a -> 1 <= b -> k + a + b = n ->
  N.testbit (digit (octal c) k) 2 = true -> leaves (octal c) n [a; b].
Proof. intros Ha Hb E B. exists k. cbn. repeat split; auto; try lia. Qed.
Inductive three (n : N) : list N -> Prop :=
| three0 : 1 <= n -> N.testbit (digit (octal c) n) 0 = true -> three n []
| three1 k a : 1 <= k -> 1 <= a -> k + a = n -> N.testbit (digit (octal c) k) 1 = true -> three n [a]
| three2 k a b : 1 <= a -> 1 <= b -> k + a + b = n -> N.testbit (digit (octal c) k) 2 = true -> three n [a; b].
Lemma octal_three n p : small c = true -> leaves (octal c) n p -> three n p.
Proof. intros S [k [E [H1 [H2 [B _]]]]]. destruct p as [|a [|b [|d p]]]; cbn [length total fold_right] in *.
  - assert (k = n) by lia. subst k. constructor; auto. destruct (N.eq_dec n 0); [specialize (H2 e)|]; lia.
  - apply (three1 n k a); auto; [|apply H1; simpl; auto|lia]. destruct (N.eq_dec k 0); [specialize (H2 e)|]; lia.
  - apply (three2 n k a b); auto; try (apply H1; simpl; auto; fail). lia.
  - exfalso. apply octal_bit_le in B; auto. lia. Qed.
End Shape.

(* linear form on bit vectors: true = "common", false = "rare" *)
Fixpoint common (bits : list N) (v : N) : bool :=
  match bits with [] => false | i :: l => xorb (N.testbit v i) (common l v) end.
Lemma common_lxor bits a b : common bits (N.lxor a b) = xorb (common bits a) (common bits b).
Proof. induction bits as [|i l IH]; simpl; auto. rewrite IH, N.lxor_spec.
  destruct (N.testbit a i), (N.testbit b i), (common l a), (common l b); auto. Qed.


Module Checker (M : MACHINE).
Import M.
Module Marked := Marks M.
Import Marked.

Definition ks (c : list N) (i : N) : list W :=
  map ofN (filter (fun k => N.testbit (digit (octal c) k) i && ((1 <=? k) || (i =? 2))) (0 :: upto (N.of_nat (length c)))).
Definition commons (bits : list N) (V : N) : list W :=
  map ofN (filter (common bits) (upto (V - 1))).

Fixpoint ph0 (z : list W) (n : W) (m : T) : T :=
  match z with [] => m | k :: z => ph0 z n (if eqb k n then mark m zero else m) end.
Fixpoint ph1 (l : list W) (t : T) (n : W) (m : T) : T :=
  match l with
  | [] => m
  | k :: l => ph1 l t n (if ltb k n then mark m (get t (sub n k)) else m)
  end.
(* rl: the rare heaps, each with its value *)
Fixpoint rarepairs (rl : list (W * W)) (t : T) (r : W) (m : T) : T :=
  match rl with
  | [] => m
  | (a, v) :: rl => rarepairs rl t r (if ltb a r then mark m (wxor v (get t (sub r a))) else m)
  end.
Fixpoint ph2 (l : list W) (rl : list (W * W)) (t : T) (n : W) (m : T) : T :=
  match l with
  | [] => m
  | k :: l => ph2 l rl t n (if ltb k n then rarepairs rl t (sub n k) m else m)
  end.
(* hints: heaps to try first as a part, until all values below x are reached; u counts how many are *)
Fixpoint attempt (hl : list W) (t : T) (r x u : W) (m : T) : T :=
  match hl with
  | [] => m
  | a :: hl => if eqb u x then m
               else let m' := if ltb zero a && ltb a r then mark m (wxor (get t a) (get t (sub r a))) else m in
                    attempt hl t r x (if marked m' u then add u one else u) m'
  end.
Definition attempts (l hl : list W) (t : T) (n x : W) (m : T) : T :=
  match l with [] => m | k :: _ => if ltb k n then attempt hl t (sub n k) x zero m else m end.
Fixpoint firstfree (cl : list W) (m : T) : option W :=
  match cl with
  | [] => None
  | u :: cl => if marked m u then firstfree cl m else Some u
  end.

Inductive res := Fail | AtX | Full (v : W).
(* u: all values below u are reached; pairs (a,b) go inwards until b < a *)
Fixpoint go (f : nat) (l : list W) (t : T) (n a b x u : W) (m : T) : res :=
  match f with
  | O => Fail
  | S f =>
    if eqb u x then AtX
    else if marked m u then go f l t n a b x (add u one) m
    else if ltb b a then
      match l with
      | [] => Full u
      | k :: l => go f l t n one (if ltb k n then sub (sub n k) one else zero) x u m
      end
    else go f l t n (add a one) (sub b one) x u (mark m (wxor (get t a) (get t b)))
  end.

Record env := Env { K0 : list W; K1 : list W; K2 : list W; CL : list W; HL : list W; VV : W; FU : nat }.
Definition step (e : env) (t : T) (rl : list (W * W)) (n : W) : option W :=
  let m1 := ph1 (K1 e) t n (ph0 (K0 e) n (make (VV e))) in
  match CL e with
  | [] => match go (FU e) (K2 e) t n one zero (VV e) zero m1 with
          | Full u => if ltb u (VV e) then Some u else None
          | _ => None
          end
  | _ => let m2 := ph2 (K2 e) rl t n m1 in
         match firstfree (CL e) m2 with
         | None => None
         | Some x =>
           match go (FU e) (K2 e) t n one zero x zero (attempts (K2 e) (HL e) t n x m2) with
           | Full u => if ltb u (VV e) then Some u else None
           | AtX => Some x
           | Fail => None
           end
         end
  end.

Fixpoint isin (v : W) (l : list W) : bool :=
  match l with [] => false | u :: l => if eqb u v then true else isin v l end.
Fixpoint main (e : env) (f : nat) (n : W) (t : T) (rl : list (W * W)) : option T :=
  match f with
  | O => Some t
  | S f =>
    match step e t rl n with
    | None => None
    | Some v => main e f (add n one) (set t n v) (if isin v (CL e) then rl else (n, v) :: rl)
    end
  end.

(* hints: the bits whose parity is "common", and heaps to try first as a part *)
Definition hints : Type := list N * list N.
Definition mkenv (c : list N) (h : hints) (V B : N) : env :=
  Env (ks c 0) (ks c 1) (ks c 2) (commons (fst h) V) (map ofN (snd h)) (ofN V)
      (nat_of (B * N.of_nat (length c) + 2 * V + 10)).
(* the values of heaps 0 .. B-1 *)
Definition table (c : list N) (h : hints) (V B : N) : option T :=
  if (B <? lim) && (V <? lim) && (1 <? B) && (N.of_nat (length c) <? lim) && small c
  then main (mkenv c h V B) (nat_of (B - 1)) one (make (ofN B)) []
  else None.

Fixpoint per (f : nat) (i j : W) (t : T) : bool :=
  match f with
  | O => true
  | S f => if eqb (get t i) (get t j) then per f (add i one) (add j one) t else false
  end.

(* How many values prove a period, and whether a period s, p can be seen among those of the heaps below B. *)
Definition needed (ds : list N) (s p : N) : N :=
  let t := N.of_nat (length ds) - 1 in
  if forallb (fun d => d <? 4) ds then N.max s 1 + p + t else 2 * N.max s 1 + 2 * p + t.
Definition recurs (t : T) (B s p : N) : bool := per (nat_of (B - p - s)) (ofN s) (ofN (s + p)) t.
Definition check_period (c : list N) (hint : hints) (V s p : N) : bool :=
  let B := needed c s p in
  (1 <=? p) && match table c hint V B with None => false | Some t => recurs t B s p end.

(* The nim-sum of the values of heaps is x; a heap of B and more is brought below by a period, if p is not 0. *)
Definition down (B s p h : N) : N := if h <? B then h else s + (h - s) mod p.
Definition check_sum (c : list N) (hint : hints) (V B s p : N) (hs : list N) (x : N) : bool :=
  match table c hint V B with
  | None => false
  | Some t =>
    (if p =? 0 then forallb (fun h => h <? B) hs else (needed c s p <=? B) && recurs t B s p) &&
    (xor_of (fun h => toN (get t (ofN (down B s p h)))) hs =? x)
  end.
(* The values of single heaps: pairs (heap, value). *)
Definition check_each (c : list N) (hint : hints) (V B s p : N) (l : list (N * N)) : bool :=
  match table c hint V B with
  | None => false
  | Some t =>
    (if p =? 0 then forallb (fun x => fst x <? B) l else (needed c s p <=? B) && recurs t B s p) &&
    forallb (fun x => toN (get t (ofN (down B s p (fst x)))) =? snd x) l
  end.
(* ------------------------------ proofs ------------------------------ *)
Lemma in_commons bits V x : V < lim -> In x (commons bits V) -> toN x < V /\ common bits (toN x) = true.
Proof. intro HV. unfold commons. rewrite in_map_iff. intros [y [<- Hy]]. apply filter_In in Hy. destruct Hy as [Hy1 Hy2].
  apply in_upto in Hy1. rewrite toN_ofN by lia. split; [lia|auto]. Qed.
Lemma isin_commons bits V v : V < lim -> isin v (commons bits V) = true -> common bits (toN v) = true.
Proof. intros HV H. apply (in_commons bits V); auto. revert H. induction (commons bits V) as [|u l IH]; cbn; [discriminate|].
  rewrite eqb_toN. destruct (N.eqb_spec (toN u) (toN v)) as [E|]; auto. apply toN_inj in E. auto. Qed.

Section Heap.
Variables (c bits : list N) (V : N) (t : T) (n : W).
Hypothesis HV : V < lim.
Hypothesis Hn : toN n < lim.
Hypothesis Hn1 : 1 <= toN n.
Hypothesis Hc : N.of_nat (length c) < lim.
Hypothesis Hsmall : small c = true.
Hypothesis Ht : forall i, toN i < toN n -> toN (get t i) = g (octal c) (toN i).

Lemma in_ks i k : In k (ks c i) <-> (1 <= toN k \/ i = 2) /\ N.testbit (digit (octal c) (toN k)) i = true.
Proof. unfold ks. rewrite in_map_iff. split.
  - intros [x [<- H]]. apply filter_In in H. destruct H as [H1 H2]. apply andb_true_iff in H2. destruct H2 as [H2 H3].
    pose proof (octal_bit_lt _ _ _ H2). rewrite toN_ofN by lia. split; [|auto].
    apply orb_true_iff in H3. rewrite N.leb_le, N.eqb_eq in H3. lia.
  - intros [H1 H2]. exists (toN k). pose proof (octal_bit_lt _ _ _ H2).
    split; [apply toN_inj, toN_ofN; lia|]. apply filter_In. rewrite H2. split.
    + destruct (N.eq_dec (toN k) 0) as [->|]; [now left|right; apply in_upto; lia].
    + apply orb_true_iff. rewrite N.leb_le, N.eqb_eq. lia. Qed.

Definition Sound m := forall w, marked m w = true -> reach (octal c) (toN n) (toN w).
Definition Has m w := toN w < V -> marked m w = true.
Definition Grow m m' := (size m' = size m) /\ (forall w, marked m w = true -> marked m' w = true).
Lemma Grow_refl m : Grow m m. Proof. split; auto. Qed.
Lemma Grow_trans a b d : Grow a b -> Grow b d -> Grow a d.
Proof. intros [A B] [C D]. split; [congruence|auto]. Qed.
Lemma Grow_mark m u : Grow m (mark m u).
Proof. split; [apply size_mark|intros; now apply marked_mono]. Qed.
Lemma Has_grow m m' w : Grow m m' -> Has m w -> Has m' w.
Proof. intros [_ H] A B. auto. Qed.
Lemma Has_mark m u : V <= size m -> Has (mark m u) u.
Proof. intros H A. apply marked_new. lia. Qed.
Lemma Sound_mark m u : Sound m -> reach (octal c) (toN n) (toN u) -> Sound (mark m u).
Proof. intros H R w Hw. apply marked_mark in Hw. destruct Hw as [->|]; auto. Qed.
Hint Resolve Grow_refl Grow_mark : core.

Lemma reach0 k : In k (ks c 0) -> toN k = toN n -> reach (octal c) (toN n) (toN zero).
Proof.
  intros H E. apply in_ks in H. rewrite E in H. exists []. split; [now apply leave_none|]. now rewrite toN_zero. Qed.
Lemma reach1 k : In k (ks c 1) -> toN k < toN n -> reach (octal c) (toN n) (toN (get t (sub n k))).
Proof. intros H E. apply in_ks in H. destruct H as [H1 H2].
  assert (toN (sub n k) = toN n - toN k) as Es by (apply toN_sub; lia).
  exists [toN n - toN k]. split; [apply (leave_one c (toN n) (toN k)); auto; lia|].
  rewrite Ht, Es by lia. rewrite xor_of_cons. apply N.lxor_0_r. Qed.
Lemma reach2 k a b : In k (ks c 2) -> 1 <= toN a -> 1 <= toN b ->
  toN k + toN a + toN b = toN n -> reach (octal c) (toN n) (toN (wxor (get t a) (get t b))).
Proof. intros H Ha Hb E. apply in_ks in H. destruct H as [H1 H2].
  exists [toN a; toN b]. split; [now apply (leave_two c (toN n) (toN k))|].
  rewrite toN_lxor, !Ht by lia. cbn [xor_of fold_right]. now rewrite N.lxor_0_r. Qed.

Lemma ph0_spec l : forall m, (forall k, In k l -> In k (ks c 0)) -> V <= size m -> Sound m ->
  let m' := ph0 l n m in
  Grow m m' /\ Sound m' /\ (forall k, In k l -> toN k = toN n -> Has m' zero).
Proof. induction l as [|k l IH]; intros m Hl Hs S; simpl.
  - repeat split; auto; intros; tauto.
  - set (m1 := if eqb k n then mark m zero else m). assert (G1 : Grow m m1) by (unfold m1; destruct (eqb k n); auto).
    assert (S1 : Sound m1). { unfold m1. rewrite eqb_toN. destruct (N.eqb_spec (toN k) (toN n)); auto.
      apply Sound_mark; auto. apply (reach0 k); auto. apply Hl. now left. } destruct (IH m1) as [G2 [S2 H2]]; auto.
    { intros; apply Hl; now right. } { destruct G1; lia. }
    repeat split; [eapply Grow_trans; eauto | eapply Grow_trans; eauto | auto |].
    intros k' [<-|Hk'] E; [|eauto]. apply (Has_grow m1); auto.
    unfold m1. rewrite eqb_toN, E, N.eqb_refl. now apply Has_mark. Qed.

Lemma ph1_spec l : forall m, (forall k, In k l -> In k (ks c 1)) -> V <= size m -> Sound m ->
  let m' := ph1 l t n m in
  Grow m m' /\ Sound m' /\ (forall k, In k l -> toN k < toN n -> Has m' (get t (sub n k))).
Proof. induction l as [|k l IH]; intros m Hl Hs S; simpl.
  - repeat split; auto; intros; tauto.
  - set (m1 := if ltb k n then mark m (get t (sub n k)) else m).
    assert (G1 : Grow m m1) by (unfold m1; destruct (ltb k n); auto). assert (S1 : Sound m1).
    { unfold m1. rewrite ltb_toN. destruct (N.ltb_spec (toN k) (toN n)); auto.
      apply Sound_mark; auto. apply (reach1 k); auto. apply Hl. now left. } destruct (IH m1) as [G2 [S2 H2]]; auto.
    { intros; apply Hl; now right. } { destruct G1; lia. }
    repeat split; [eapply Grow_trans; eauto | eapply Grow_trans; eauto | auto |].
    intros k' [<-|Hk'] E; [|eauto]. apply (Has_grow m1); auto.
    unfold m1. rewrite ltb_toN. destruct (N.ltb_spec (toN k) (toN n)); [|lia]. now apply Has_mark. Qed.

Lemma rarepairs_spec k r rl : In k (ks c 2) -> toN k + toN r = toN n ->
  (forall a v, In (a, v) rl -> 1 <= toN a /\ v = get t a) ->
  forall m, V <= size m -> Sound m ->
  let m' := rarepairs rl t r m in
  Grow m m' /\ Sound m' /\
  (forall a v, In (a, v) rl -> toN a < toN r -> Has m' (wxor (get t a) (get t (sub r a)))).
Proof. intros Hk Hr. induction rl as [|[a v] l IH]; intros Hl m Hs S; simpl.
  - repeat split; auto; intros; tauto.
  - destruct (Hl a v (or_introl eq_refl)) as [Ha ->]. set (m1 := if ltb a r then _ else m). assert (G1 : Grow m m1) by (unfold m1; destruct (ltb a r); auto).
    assert (S1 : Sound m1). { unfold m1. rewrite ltb_toN. destruct (N.ltb_spec (toN a) (toN r)); auto.
      assert (toN (sub r a) = toN r - toN a) by (apply toN_sub; lia).
      apply Sound_mark; auto. apply (reach2 k); auto; lia. }
    destruct (IH (fun b w Hb => Hl b w (or_intror Hb)) m1) as [G2 [S2 H2]]; auto.
    { destruct G1; lia. } repeat split; [eapply Grow_trans; eauto | eapply Grow_trans; eauto | auto |].
    intros a' v' [[= <- _]|I] E; [|eauto]. apply (Has_grow m1); auto.
    unfold m1. rewrite ltb_toN. destruct (N.ltb_spec (toN a) (toN r)); [|lia]. now apply Has_mark. Qed.

Lemma ph2_spec rl l : (forall a v, In (a, v) rl -> 1 <= toN a /\ v = get t a) ->
  forall m, (forall k, In k l -> In k (ks c 2)) -> V <= size m -> Sound m ->
  let m' := ph2 l rl t n m in
  Grow m m' /\ Sound m' /\
  (forall k a v b, In k l -> In (a, v) rl -> 1 <= toN b -> toN k + toN a + toN b = toN n ->
     Has m' (wxor (get t a) (get t b))).
Proof. intro Hrl. induction l as [|k l IH]; intros m Hl Hs S; simpl.
  - repeat split; auto; intros; tauto.
  - set (m1 := if ltb k n then _ else m). assert (A1 : Grow m m1 /\ Sound m1 /\ (forall a v b, In (a, v) rl -> 1 <= toN b ->
        toN k + toN a + toN b = toN n -> Has m1 (wxor (get t a) (get t b)))).
    { unfold m1. rewrite ltb_toN. destruct (N.ltb_spec (toN k) (toN n)).
      - assert (Es : toN (sub n k) = toN n - toN k) by (apply toN_sub; lia).
        destruct (rarepairs_spec k (sub n k) rl) with (m := m) as [G [S' H']]; auto.
        { apply Hl; now left. } { lia. } repeat split; auto; try (apply G). intros a v b Ha Hb E.
        replace b with (sub (sub n k) a); [apply (H' a v); auto; lia|]. apply toN_inj. rewrite toN_sub; lia.
      - repeat split; auto. intros; lia. } destruct A1 as [G1 [S1 H1]]. destruct (IH m1) as [G2 [S2 H2]]; auto.
    { intros; apply Hl; now right. } { destruct G1; lia. }
    repeat split; [eapply Grow_trans; eauto | eapply Grow_trans; eauto | auto |].
    intros k' a v b [<-|Hk'] Ha Hb E; [|eauto]. apply (Has_grow m1); eauto. Qed.

Lemma attempts_spec hl x m : Sound m -> Grow m (attempts (ks c 2) hl t n x m) /\ Sound (attempts (ks c 2) hl t n x m).
Proof. intro S. unfold attempts. destruct (ks c 2) as [|k l] eqn:Ek; auto.
  rewrite ltb_toN. destruct (N.ltb_spec (toN k) (toN n)); auto. assert (Es : toN (sub n k) = toN n - toN k) by (apply toN_sub; lia).
  generalize zero. revert m S. induction hl as [|a hl IH]; intros m S u; cbn [attempt]; auto. destruct (eqb u x); auto. cbv zeta.
  set (m' := if _ && _ then _ else _). assert (A : Grow m m' /\ Sound m').
  { unfold m'. rewrite !ltb_toN, toN_zero. destruct (N.ltb_spec 0 (toN a)); auto. destruct (N.ltb_spec (toN a) (toN (sub n k))); auto.
    cbn [andb]. split; auto. apply Sound_mark; auto. assert (toN (sub (sub n k) a) = toN (sub n k) - toN a) by (apply toN_sub; lia).
    apply (reach2 k); try lia. rewrite Ek. now left. }
  destruct A as [G1 S1]. destruct (IH m' S1 (if marked m' u then add u one else u)). split; auto. eapply Grow_trans; eauto. Qed.
Lemma firstfree_spec m cl x : firstfree cl m = Some x -> In x cl /\ marked m x = false.
Proof. induction cl as [|u cl IH]; simpl; [discriminate|].
  destruct (marked m u) eqn:E; intro H; [destruct (IH H); auto|]. injection H as <-. auto. Qed.

Definition Pairs m l (a b : W) := forall k a' b', In k (ks c 2) -> 1 <= toN a' ->
  toN a' <= toN b' -> toN k + toN a' + toN b' = toN n ->
  In k l \/ (toN a <= toN a' /\ toN a' + toN b' = toN a + toN b) \/
  Has m (wxor (get t a') (get t b')).
(* what holds when go stops *)
Definition Below (u : W) := forall w, w < toN u -> reach (octal c) (toN n) w.
Definition AllPairs m := forall k a b, In k (ks c 2) -> 1 <= toN a -> 1 <= toN b ->
  toN k + toN a + toN b = toN n -> Has m (wxor (get t a) (get t b)).

Lemma lxor_comm a b : wxor a b = wxor b a.
Proof. apply toN_inj. now rewrite !toN_lxor, N.lxor_comm. Qed.

Lemma go_spec x (Hx : toN x <= V) : forall f l a b u m,
  (forall k, In k l -> In k (ks c 2)) -> V <= size m -> Sound m -> Below u -> Pairs m l a b ->
  toN u <= toN x -> 1 <= toN a ->
  (toN a <= toN b -> exists k, In k (ks c 2) /\ toN k + toN a + toN b = toN n) ->
  match go f l t n a b x u m with
  | Fail => True
  | AtX => Below x
  | Full v => Below v /\ exists m', Grow m m' /\ marked m' v = false /\ AllPairs m'
  end.
Proof. induction f as [|f IH]; intros l a b u m Hl Hs S HB HP Hu Ha Hab; cbn [go]; auto.
  rewrite eqb_toN. destruct (N.eqb_spec (toN u) (toN x)) as [E|E].
  { apply toN_inj in E. now subst x. } destruct (marked m u) eqn:Em.
  { assert (Eu : toN (add u one) = toN u + 1) by (rewrite toN_add; rewrite toN_one; lia).
    apply IH; auto; [|lia]. intros w Hw. destruct (N.eq_dec w (toN u)) as [->|]; [auto|]. apply HB. lia. }
  rewrite ltb_toN. destruct (N.ltb_spec (toN b) (toN a)) as [Hba|Hba].
  - destruct l as [|k l]. + split; auto. exists m. repeat split; auto. intros k a' b' Hk Ha' Hb' E'.
      destruct (N.le_ge_cases (toN a') (toN b')) as [Hle|Hle]. * destruct (HP k a' b') as [[]|[H|H]]; auto; lia.
      * rewrite lxor_comm. destruct (HP k b' a') as [[]|[H|H]]; auto; lia.
    + assert (Hk : In k (ks c 2)) by (apply Hl; now left). pose proof toN_one as E1. pose proof toN_zero as E0.
      set (b1 := if ltb k n then sub (sub n k) one else zero).
      assert (Hb1 : toN k < toN n /\ toN k + 1 + toN b1 = toN n \/ toN n <= toN k /\ toN b1 = 0).
      { unfold b1. rewrite ltb_toN. destruct (N.ltb_spec (toN k) (toN n)); [left|right; auto].
        assert (toN (sub n k) = toN n - toN k) by (apply toN_sub; lia). rewrite toN_sub; lia. }
      apply IH; auto; try lia. * intros k' Hk'. apply Hl. now right.
      * intros k' a' b' Hk' Ha' Hb' E'. destruct (HP k' a' b') as [[<-|H]|[H|H]]; auto; lia.
      * intros H. exists k. split; auto. lia.
  - destruct (Hab Hba) as [k [Hk Ek]]. pose proof toN_one as E1.
    assert (Ea : toN (add a one) = toN a + 1) by (rewrite toN_add; lia).
    assert (Eb : toN (sub b one) = toN b - 1) by (rewrite toN_sub; lia).
    assert (HP' : Pairs (mark m (wxor (get t a) (get t b))) l (add a one) (sub b one)).
    { intros k' a' b' Hk' Ha' Hb' E'. destruct (HP k' a' b') as [H|[[H1 H2]|H]]; auto.
      - destruct (N.eq_dec (toN a') (toN a)) as [Eq|Ne]; [|right; left; lia].
        assert (a' = a) by now apply toN_inj. assert (b' = b) by (apply toN_inj; lia). subst.
        right. right. now apply Has_mark. - right. right. eapply Has_grow; eauto. }
    specialize (IH l (add a one) (sub b one) u (mark m (wxor (get t a) (get t b)))).
    destruct (go f l t n (add a one) (sub b one) x u (mark m (wxor (get t a) (get t b)))) as [| |v]; auto.
    + apply IH; auto; try lia. * now rewrite size_mark.
      * apply Sound_mark; auto. apply (reach2 k); auto; lia. * intros. exists k. split; auto. lia.
    + destruct IH as [HB' [m' [G [Hv HA]]]]; auto; try lia. * now rewrite size_mark.
      * apply Sound_mark; auto. apply (reach2 k); auto; lia. * intros. exists k. split; auto. lia.
      * split; auto. exists m'. split; auto. eapply Grow_trans; eauto. Qed.

Lemma all_has m : AllPairs m -> (forall k, In k (ks c 0) -> toN k = toN n -> Has m zero) ->
  (forall k, In k (ks c 1) -> toN k < toN n -> Has m (get t (sub n k))) ->
  forall u, toN u < V -> marked m u = false -> ~ reach (octal c) (toN n) (toN u).
Proof. intros H2 H0 H1 u Hu Hm [hs [H E]]. apply octal_three in H; auto. cut (marked m u = true); [congruence|].
  destruct H as [_ Hd|k a Hk Ha Ek Hd|k a b Ha Hb Ek Hd]; cbn [xor_of fold_right] in E.
  - assert (u = zero) by (apply toN_inj; now rewrite toN_zero). subst u. apply (H0 n); auto. apply in_ks. auto.
  - rewrite N.lxor_0_r in E. assert (Ek' : toN (ofN k) = k) by (apply toN_ofN; lia).
    assert (Es : toN (sub n (ofN k)) = a) by (rewrite toN_sub; lia).
    assert (u = get t (sub n (ofN k))) by (apply toN_inj; rewrite Ht; rewrite Es; [auto|lia]).
    subst u. apply (H1 (ofN k)); auto; [|lia]. apply in_ks. rewrite Ek'. auto.
  - rewrite N.lxor_0_r in E. assert (Ek' : toN (ofN k) = k) by (apply toN_ofN; lia).
    assert (Ea : toN (ofN a) = a) by (apply toN_ofN; lia). assert (Eb : toN (ofN b) = b) by (apply toN_ofN; lia).
    assert (u = wxor (get t (ofN a)) (get t (ofN b))).
    { apply toN_inj. rewrite toN_lxor, !Ht by lia. now rewrite Ea, Eb. }
    subst u. apply (H2 (ofN k)); auto; try lia. apply in_ks. rewrite Ek'. auto. Qed.

Lemma no_pairs_yet m : Pairs m (ks c 2) one zero.
Proof. intros k a b Hk _ _ _. now left. Qed.

Variables (F : nat) (hl : list W) (rl : list (W * W)).
Hypothesis Hrl1 : forall a v, In (a, v) rl -> 1 <= toN a < toN n /\ v = get t a.
Hypothesis Hrl2 : forall a, 1 <= toN a < toN n -> common bits (g (octal c) (toN a)) = false -> In (a, get t a) rl.

Lemma step_spec v :
  step (Env (ks c 0) (ks c 1) (ks c 2) (commons bits V) hl (ofN V) F) t rl n = Some v ->
  toN v = g (octal c) (toN n).
Proof. unfold step. cbn [K0 K1 K2 CL HL VV FU]. pose proof toN_one as E1. pose proof toN_zero as E0.
  assert (EV : toN (ofN V) = V) by now apply toN_ofN.
  assert (Hs0 : V <= size (make (ofN V))) by (rewrite <- EV at 1; apply size_make; lia).
  assert (S0 : Sound (make (ofN V))).
  { intros w H. now rewrite marked_none in H. }
  destruct (ph0_spec (ks c 0) (make (ofN V))) as [G0 [S1 Hz]]; auto. set (ma := ph0 (ks c 0) n (make (ofN V))) in *.
  destruct (ph1_spec (ks c 1) ma) as [G1 [S2 Ho]]; auto.
  { destruct G0; lia. } set (mb := ph1 (ks c 1) t n ma) in *. assert (Hsb : V <= size mb) by (destruct G0, G1; lia).
  assert (Hzb : forall k, In k (ks c 0) -> toN k = toN n -> Has mb zero).
  { intros. eapply Has_grow; eauto. }
  assert (Fin : forall m u, Grow mb m -> Below u -> toN u < V -> marked m u = false -> AllPairs m ->
                toN u = g (octal c) (toN n)).
  { intros m u G HB Hu Hm HA. apply is_mex_unique with (S := reach (octal c) (toN n)); [|apply g_spec].
    split; auto. apply (all_has m); auto; intros; eapply Has_grow; eauto. }
  destruct (commons bits V) as [|x0 cl] eqn:Ecl.
  - pose proof (go_spec (ofN V) ltac:(lia) F (ks c 2) one zero zero mb) as H.
    destruct (go F (ks c 2) t n one zero (ofN V) zero mb) as [| |u]; try discriminate.
    destruct H as [HB [m' [G [Hm HA]]]]; auto; try lia. { intros w Hw. lia. } { apply no_pairs_yet. }
    rewrite ltb_toN. destruct (N.ltb_spec (toN u) (toN (ofN V))); [|discriminate].
    intros [= <-]. apply (Fin m'); auto. lia.
  - rewrite <- Ecl. clear x0 cl Ecl. destruct (ph2_spec rl (ks c 2)) with (m := mb) as [G2 [S3 H3]]; auto.
    { intros a v0 Ha. apply Hrl1 in Ha. split; [lia|tauto]. } set (m2 := ph2 (ks c 2) rl t n mb) in *.
    assert (Hs2 : V <= size m2) by (destruct G2; lia).
    destruct (firstfree (commons bits V) m2) as [x|] eqn:Ex; [|discriminate].
    apply firstfree_spec in Ex. destruct Ex as [Hx Hxm]. pose proof (in_commons bits V x HV Hx) as Hx'. destruct Hx' as [HxV Hxc].
    destruct (attempts_spec hl x m2 S3) as [G4 S4]. set (m3 := attempts (ks c 2) hl t n x m2) in *.
    assert (Hs3 : V <= size m3) by (destruct G4; lia). pose proof (go_spec x ltac:(lia) F (ks c 2) one zero zero m3) as H.
    destruct (go F (ks c 2) t n one zero x zero m3) as [| |u]; try discriminate.
    + intros [= <-]. apply is_mex_unique with (S := reach (octal c) (toN n)); [|apply g_spec].
      split; [|apply H; auto; try lia; [intros w Hw; lia|apply no_pairs_yet]].
      (* x is common, so a pair reaching it has a rare part *)
      intros [hs [Hh E]]. apply octal_three in Hh; auto. cut (marked m2 x = true); [congruence|].
      destruct Hh as [_ Hd|k a Hk Ha Ek Hd|k a b Ha Hb Ek Hd]; cbn [xor_of fold_right] in E.
      * assert (x = zero) by (apply toN_inj; now rewrite toN_zero). subst x.
        apply (Has_grow mb m2 zero G2); auto. apply (Hzb n); auto. apply in_ks. auto.
      * rewrite N.lxor_0_r in E. assert (Ek' : toN (ofN k) = k) by (apply toN_ofN; lia).
        assert (Es : toN (sub n (ofN k)) = a) by (rewrite toN_sub; lia).
        assert (Eg : x = get t (sub n (ofN k))) by (apply toN_inj; rewrite Ht; rewrite Es; [auto|lia]).
        subst x. apply (Has_grow mb m2 _ G2); auto. apply (Ho (ofN k)); auto; [|lia]. apply in_ks. rewrite Ek'. auto.
      * rewrite N.lxor_0_r in E. assert (Ek' : toN (ofN k) = k) by (apply toN_ofN; lia).
        assert (Ea : toN (ofN a) = a) by (apply toN_ofN; lia). assert (Eb : toN (ofN b) = b) by (apply toN_ofN; lia).
        assert (Hk2 : In (ofN k) (ks c 2)) by (apply in_ks; rewrite Ek'; auto). rewrite <- E, common_lxor in Hxc.
        destruct (common bits (g (octal c) a)) eqn:Ca.
        -- destruct (common bits (g (octal c) b)) eqn:Cb; [discriminate|].
           assert (Eg : x = wxor (get t (ofN b)) (get t (ofN a))).
           { apply toN_inj. rewrite toN_lxor, !Ht by lia. now rewrite Ea, Eb, N.lxor_comm. }
           rewrite Eg at 1. eapply (H3 (ofN k)); auto; try lia. ++ apply Hrl2; rewrite Eb; [lia|auto].
           ++ rewrite <- Eg. auto. -- assert (Eg : x = wxor (get t (ofN a)) (get t (ofN b))).
           { apply toN_inj. rewrite toN_lxor, !Ht by lia. now rewrite Ea, Eb. }
           rewrite Eg at 1. eapply (H3 (ofN k)); auto; try lia. ++ apply Hrl2; rewrite Ea; [lia|auto].
           ++ rewrite <- Eg. auto. + destruct H as [HB [m' [G [Hm HA]]]]; auto; try lia.
      { intros w Hw. lia. } { apply no_pairs_yet. }
      rewrite ltb_toN. destruct (N.ltb_spec (toN u) (toN (ofN V))); [|discriminate].
      intros [= <-]. apply (Fin m'); auto; [|lia]. eapply Grow_trans; [|eauto]. eapply Grow_trans; eauto. Qed.
End Heap.

Lemma main_spec c bits V hl F : V < lim -> N.of_nat (length c) < lim -> small c = true ->
  forall f n t rl t',
  main (Env (ks c 0) (ks c 1) (ks c 2) (commons bits V) hl (ofN V) F) f n t rl = Some t' ->
  1 <= toN n -> toN n + N.of_nat f <= size t -> toN n + N.of_nat f <= lim ->
  (forall i, toN i < toN n -> toN (get t i) = g (octal c) (toN i)) ->
  (forall a v, In (a, v) rl -> 1 <= toN a < toN n /\ v = get t a) ->
  (forall a, 1 <= toN a < toN n -> common bits (g (octal c) (toN a)) = false -> In (a, get t a) rl) ->
  forall i, toN i < toN n + N.of_nat f -> toN (get t' i) = g (octal c) (toN i).
Proof. intros HV Hc Hsm. induction f as [|f IH]; intros n t rl t' H Hn Hs Hl Ht R1 R2 i Hi; cbn [main] in H.
  - injection H as <-. apply Ht. lia.
  - destruct (step _ t rl n) as [v|] eqn:Ev; [|discriminate]. apply step_spec in Ev; auto; try lia.
    pose proof toN_one as E1. assert (En : toN (add n one) = toN n + 1) by (rewrite toN_add; lia).
    assert (Hg : forall j, toN j < toN (add n one) -> toN (get (set t n v) j) = g (octal c) (toN j)).
    { intros j Hj. destruct (N.eq_dec (toN j) (toN n)) as [Eq|Ne].
      - apply toN_inj in Eq. subst j. rewrite get_set_same by lia. auto.
      - rewrite get_set_other by congruence. apply Ht. lia. }
    refine (IH _ _ _ _ H _ _ _ Hg _ _ i _); try rewrite size_set; try lia.
    + assert (Old : forall a w, In (a, w) rl -> 1 <= toN a < toN (add n one) /\ w = get (set t n v) a).
      { intros a w I. apply R1 in I. destruct I as [L ->]. rewrite get_set_other by (intros ->; lia). split; [lia|auto]. }
      intros a w Ha. cbn [CL] in Ha. destruct (isin v _); [auto|]. destruct Ha as [[= <- <-]|Ha]; [|auto].
      rewrite get_set_same by lia. split; [lia|auto].
    + intros a Ha Hr. destruct (N.eq_dec (toN a) (toN n)) as [Eq|Ne].
      * rewrite Eq, <- Ev in Hr. cbn [CL]. apply toN_inj in Eq. subst a. rewrite get_set_same by lia.
        destruct (isin v _) eqn:M; [|now left]. apply isin_commons in M; auto. congruence.
      * rewrite get_set_other by congruence. assert (In (a, get t a) rl) by (apply R2; auto; lia).
        destruct (isin v _); [auto|now right]. Qed.

Theorem table_spec c hint V B t : table c hint V B = Some t ->
  B < lim /\ forall i, toN i < B -> toN (get t i) = g (octal c) (toN i).
Proof. unfold table. destruct (N.ltb_spec B lim); [|discriminate].
  destruct (N.ltb_spec V lim); [|discriminate]. destruct (N.ltb_spec 1 B); [|discriminate].
  destruct (N.ltb_spec (N.of_nat (length c)) lim); [|discriminate].
  destruct (small c) eqn:Hsm; [|discriminate]. simpl andb. cbv iota.
  intro HM. split; auto. intros i Hi. pose proof toN_one as E1. pose proof (nat_of_spec (B - 1)) as EB.
  assert (Es : toN (ofN B) = B) by now apply toN_ofN. assert (Hsz := size_make (ofN B)).
  refine (main_spec c (fst hint) V (map ofN (snd hint)) _ _ _ _ _ _ _ _ _ HM _ _ _ _ _ _ i _); auto; try lia.
  - intros j Hj. assert (j = zero) by (apply toN_inj; rewrite toN_zero; lia). subst j.
    now rewrite get_make, toN_zero, g_0.
  - intros a v []. Qed.

Lemma per_spec t B : forall f i j, per f i j t = true -> toN i <= toN j -> toN j + N.of_nat f <= B ->
  B < lim -> forall d, d < N.of_nat f -> get t (ofN (toN i + d)) = get t (ofN (toN j + d)).
Proof. pose proof toN_one as E1. induction f as [|f IH]; intros i j H Hij Hj HB d Hd; [lia|]. cbn [per] in H.
  rewrite eqb_toN in H. destruct (N.eqb_spec (toN (get t i)) (toN (get t j))) as [E|]; [|discriminate].
  destruct (N.eq_dec d 0) as [->|Hd0].
  - replace (ofN (toN i + 0)) with i by (apply toN_inj; rewrite toN_ofN; lia).
    replace (ofN (toN j + 0)) with j by (apply toN_inj; rewrite toN_ofN; lia). now apply toN_inj.
  - assert (Ei : toN (add i one) = toN i + 1) by (rewrite toN_add; lia).
    assert (Ej : toN (add j one) = toN j + 1) by (rewrite toN_add; lia).
    specialize (IH _ _ H ltac:(lia) ltac:(lia) HB (d - 1) ltac:(lia)). rewrite Ei, Ej in IH.
    replace (toN i + 1 + (d - 1)) with (toN i + d) in IH by lia.
    now replace (toN j + 1 + (d - 1)) with (toN j + d) in IH by lia. Qed.

Lemma needed_spec c s p : small c = true -> 1 <= p ->
  (forall n, s <= n -> n + p < needed c s p -> g (octal c) (n + p) = g (octal c) n) ->
  forall n, s <= n -> g (octal c) (n + p) = g (octal c) n.
Proof. intros Hsm Hp. unfold needed. destruct (forallb (fun d => d <? 4) c) eqn:E; intro base.
  - apply (no_splits _ (N.of_nat (length c) - 1)); auto. intros k j B. pose proof (octal_bit_lt _ _ _ B).
    split; [lia|]. destruct (N.le_gt_cases j 1) as [|Hj]; auto. exfalso.
    pose proof (octal_bit_le _ _ _ Hsm B). assert (j = 2) by lia. subst j. rewrite octal_digit in B.
    rewrite forallb_forall in E. specialize (E (nth (N.to_nat k) c 0) ltac:(apply nth_In; lia)). apply N.ltb_lt in E.
    destruct (nth (N.to_nat k) c 0) as [|[[[]|[]|]|[[]|[]|]|]]; try discriminate; lia.
  - apply (guy_smith _ (N.of_nat (length c) - 1)); auto. intros k j B. pose proof (octal_bit_lt _ _ _ B).
    split; [lia|]. eapply octal_bit_le; eauto. Qed.
Lemma table_small c hint V B t : table c hint V B = Some t -> small c = true.
Proof. unfold table. destruct (small c); auto. rewrite andb_false_r. discriminate. Qed.
Lemma recurs_spec c hint V B s p t : table c hint V B = Some t -> 1 <= p -> needed c s p <= B -> recurs t B s p = true ->
  forall n, s <= n -> g (octal c) (n + p) = g (octal c) n.
Proof. intros Et Hp Hn Hper. pose proof (table_small _ _ _ _ _ Et). apply table_spec in Et. destruct Et as [HB Ht].
  apply needed_spec; auto. intros n Hn1 Hn2. pose proof (nat_of_spec (B - p - s)) as Ef. assert (s + p <= B) by lia.
  assert (Es : toN (ofN s) = s) by (apply toN_ofN; lia). destruct (N.eq_dec (s + p) B) as [|Hne]; [lia|].
  assert (Esp : toN (ofN (s + p)) = s + p) by (apply toN_ofN; lia).
  pose proof (per_spec t B _ _ _ Hper ltac:(lia) ltac:(lia) HB (n - s) ltac:(lia)) as H1.
  rewrite Es, Esp in H1. apply (f_equal toN) in H1.
  assert (E1 : toN (ofN (s + (n - s))) = n) by (rewrite toN_ofN; lia).
  assert (E2 : toN (ofN (s + p + (n - s))) = n + p) by (rewrite toN_ofN; lia).
  rewrite !Ht in H1 by lia. now rewrite E1, E2 in H1. Qed.
Theorem periodic c hint V s p : check_period c hint V s p = true ->
  forall n, s <= n -> g (octal c) (n + p) = g (octal c) n.
Proof. unfold check_period. destruct (N.leb_spec 1 p) as [Hp|]; [|discriminate]. simpl andb. cbv iota zeta.
  destruct (table c hint V (needed c s p)) as [t|] eqn:Et; [|discriminate].
  apply (recurs_spec c hint V _ s p t Et Hp). lia. Qed.

Lemma down_spec c hint V B s p t : table c hint V B = Some t ->
  (p <> 0 -> needed c s p <= B /\ recurs t B s p = true) -> forall h, (p = 0 -> h < B) ->
  toN (get t (ofN (down B s p h))) = g (octal c) h.
Proof. intros Et Hp h Hh. pose proof Et as Et'. apply table_spec in Et. destruct Et as [HB Ht].
  assert (Get : forall h, h < B -> toN (get t (ofN h)) = g (octal c) h).
  { intros x Hx. assert (E : toN (ofN x) = x) by (apply toN_ofN; lia). rewrite Ht; rewrite E; auto. }
  unfold down. destruct (N.ltb_spec h B) as [|Hb]; [now apply Get|].
  destruct (N.eq_dec p 0) as [E|E]; [specialize (Hh E); lia|]. destruct (Hp E) as [H1 H2].
  assert (Hs : s + p <= B) by (unfold needed in H1; destruct (forallb _ _); lia).
  pose proof (N.mod_lt (h - s) p ltac:(lia)). rewrite Get by lia.
  apply periodic_down; [|lia]. apply (recurs_spec c hint V B s p t); auto. lia. Qed.
Theorem nim_sum c hint V B s p hs x : check_sum c hint V B s p hs x = true -> xor_of (g (octal c)) hs = x.
Proof. unfold check_sum. destruct (table c hint V B) as [t|] eqn:Et; [|discriminate]. intro H.
  apply andb_true_iff in H. destruct H as [H1 H2]. apply N.eqb_eq in H2. rewrite <- H2. clear H2.
  apply xor_of_ext. intros h Hh. symmetry. apply (down_spec c hint V B s p t Et); destruct (N.eqb_spec p 0) as [E|E]; try tauto.
  - intros _. apply andb_true_iff in H1. rewrite N.leb_le in H1. tauto.
  - intros _. rewrite forallb_forall in H1. now apply N.ltb_lt, H1. Qed.
Theorem each c hint V B s p l : check_each c hint V B s p l = true -> forall h v, In (h, v) l -> g (octal c) h = v.
Proof. unfold check_each. destruct (table c hint V B) as [t|] eqn:Et; [|discriminate]. intros H h v I.
  apply andb_true_iff in H. destruct H as [H1 H2]. rewrite forallb_forall in H2. specialize (H2 _ I). cbn in H2.
  apply N.eqb_eq in H2. rewrite <- H2. symmetry. apply (down_spec c hint V B s p t Et); destruct (N.eqb_spec p 0) as [E|E]; try tauto.
  - intros _. apply andb_true_iff in H1. rewrite N.leb_le in H1. tauto.
  - intros _. rewrite forallb_forall in H1. specialize (H1 _ I). now apply N.ltb_lt. Qed.
End Checker.

Module Pure := Checker NMachine.
Module Fast := Checker IMachine.

(* The same with every machine word written out, for speed. *)
Definition fast_period := Eval cbv beta delta
  [Fast.check_period Fast.recurs Fast.table Fast.main Fast.step Fast.go Fast.ph0 Fast.ph1 Fast.ph2 Fast.rarepairs
   Fast.firstfree Fast.attempt Fast.attempts Fast.isin Fast.per Fast.Marked.mark Fast.Marked.marked
   IMachine.add IMachine.sub IMachine.wxor IMachine.ltb IMachine.eqb IMachine.zero IMachine.one
   IMachine.make IMachine.get IMachine.set] in Fast.check_period.
Definition fast_sum := Eval cbv beta delta
  [Fast.check_sum Fast.recurs Fast.table Fast.main Fast.step Fast.go Fast.ph0 Fast.ph1 Fast.ph2 Fast.rarepairs
   Fast.firstfree Fast.attempt Fast.attempts Fast.isin Fast.per Fast.Marked.mark Fast.Marked.marked
   IMachine.add IMachine.sub IMachine.wxor IMachine.ltb IMachine.eqb IMachine.zero IMachine.one
   IMachine.make IMachine.get IMachine.set] in Fast.check_sum.
Lemma fast_periodic c h V s p : fast_period c h V s p = true ->
  forall n, s <= n -> g (octal c) (n + p) = g (octal c) n.
Proof. exact (Fast.periodic c h V s p). Qed.
Definition fast_each := Eval cbv beta delta
  [Fast.check_each Fast.recurs Fast.table Fast.main Fast.step Fast.go Fast.ph0 Fast.ph1 Fast.ph2 Fast.rarepairs
   Fast.firstfree Fast.attempt Fast.attempts Fast.isin Fast.per Fast.Marked.mark Fast.Marked.marked
   IMachine.add IMachine.sub IMachine.wxor IMachine.ltb IMachine.eqb IMachine.zero IMachine.one
   IMachine.make IMachine.get IMachine.set] in Fast.check_each.
Lemma fast_values c h V B s p l : fast_each c h V B s p l = true -> forall h v, In (h, v) l -> g (octal c) h = v.
Proof. exact (Fast.each c h V B s p l). Qed.
Lemma fast_nim_sum c h V B s p hs x : fast_sum c h V B s p hs x = true -> xor_of (g (octal c)) hs = x.
Proof. exact (Fast.nim_sum c h V B s p hs x). Qed.
