(* P-positions that an automaton recognises, checked by computation: [check] explores the moves between words digit by
   digit, from the rule, the numeration system and the automaton alone. *)
From Coq Require Import NArith ZArith List Lia Bool FMapPositive.
From Sprague Require Import Game AutomaticRules Numerals Reach.
Import ListNotations.
Open Scope N_scope.

(* ---------- moves between words, digit by digit ---------- *)
Section Steps.
Variables (s : system) (A : automaton).
Hypothesis sound : 2 <= factor s + before s.
Definition full (d : N) : bool := d =? factor s.
Definition digits : list N := map N.of_nat (seq 0 (N.to_nat (factor s + older s))).
Definition letters : list (N * N) := list_prod digits digits.

(* What x exceeds u + t k by, and (but for powers) the same with the weights below: these two decide how both go on. *)
Definition grow (r : Z * Z) (d : Z) : Z * Z :=
  (Z.of_N (factor s) * fst r + snd r + d, Z.of_N (older s) * (fst r + Z.of_N (before s) * d))%Z.
Definition minus (t x u k : N) : Z := (Z.of_N x - Z.of_N u - Z.of_N t * Z.of_N k)%Z.
(* One heap of a vector: k times [times] and [more] counters leave it (k from 0 on);
  an excess between the bounds [high] and
   [low] may still become [more]. *)
Record side := Side { times : N; more : Z; high : Z * Z; low : Z * Z }.
Definition side_of (t c : N) : side :=
  let m := (Z.of_N (factor s) + Z.of_N (older s) - 1)%Z in
  let g := Z.of_N (older s) in let b := (g * Z.of_N (before s))%Z in
  let h := Z.max (1 + Z.of_N t) (Z.of_N (t + c) + 1) in
  Side t (Z.of_N (t + c)) (h + b * (1 + Z.of_N t) * m, g * h)%Z (- (1 + b * m), - g)%Z.
Definition far (v : side) (r : Z * Z) : bool :=
  ((fst (high v) <=? fst r) && (snd (high v) <=? snd r) || (fst r <=? fst (low v)) && (snd r <=? snd (low v)))%Z.
Lemma far_stays t c r x u k : x < factor s + older s -> u < factor s + older s -> k < factor s + older s ->
  far (side_of t c) r = true -> far (side_of t c) (grow r (minus t x u k)) = true.
Proof. destruct r as [r r']. intros Hx Hu Hk. unfold far, side_of, grow, minus. cbn [high low fst snd].
  rewrite !orb_true_iff, !andb_true_iff, !Z.leb_le.
  set (h := Z.max _ _). assert (Hh : (1 + Z.of_N t <= h)%Z) by (unfold h; lia). clearbody h.
  assert (Z.of_N t * Z.of_N k <= Z.of_N t * (Z.of_N (factor s) + Z.of_N (older s) - 1))%Z by nia.
  assert (0 <= Z.of_N t * Z.of_N k)%Z by nia.
  destruct s as [b| |a]; cbn [factor older before] in *; intros [[P Q]|[P Q]]; [left|right|left|right|left|right];
    split; nia. Qed.
Lemma far_not t c r : far (side_of t c) r = true -> fst r <> more (side_of t c).
Proof. destruct r as [r r']. unfold far, side_of. cbn [high low more fst snd].
  rewrite !orb_true_iff, !andb_true_iff, !Z.leb_le. assert (H := N2Z.is_nonneg (before s)).
  destruct s as [b| |a]; cbn [factor older before] in *; lia. Qed.

(* A state: that of the automaton behind the words of u and v, whether the last digits of u, v and k are full, and
  what the
   heaps exceed by. *)
Definition state : Type := N * bool * bool * bool * (Z * Z) * (Z * Z).
Definition first_state : state := (1, false, false, false, (0, 0)%Z, (0, 0)%Z).
Definition step (v : side * side) (e : state) (l : N * N) : list state :=
  let '(q, fu, fv, fk, r, t) := e in
  flat_map (fun k => if may_follow s fk k then
    flat_map (fun u => if may_follow s fu u then
      let r := grow r (minus (times (fst v)) (fst l) u k) in
      if far (fst v) r then [] else
      flat_map (fun w => if may_follow s fv w then
        let t := grow t (minus (times (snd v)) (snd l) w k) in
        if far (snd v) t then [] else
        let q := next s A q (u, w) in
        if q =? 0 then [] else [(q, full u, full w, full k, r, t)]
      else []) digits
    else []) digits
  else []) digits.

(* Words of letters: digits of x and y, of u and v, and of k. *)
Definition letter : Type := (N * N) * (N * N) * N.
Definition xy (a : letter) : N * N := fst (fst a).
Definition uv (a : letter) : N * N := snd (fst a).
Definition run (w : list (N * N)) : N := fold_left (next s A) w 1.
Definition last_full (w : list N) : bool := full (last w 0).
Definition excess (t : N) (x u k : list N) : Z * Z :=
  (minus t (amount s x) (amount s u) (amount s k), Z.of_N (older s) * minus t (amount' s x) (amount' s u) (amount' s
    k))%Z.
Definition xs (w : list letter) := map fst (map xy w).
Definition ys (w : list letter) := map snd (map xy w).
Definition us (w : list letter) := map fst (map uv w).
Definition vs (w : list letter) := map snd (map uv w).
Definition ks (w : list letter) := map snd w.
Definition state_of (v : side * side) (w : list letter) : state :=
  (run (map uv w), last_full (us w), last_full (vs w), last_full (ks w),
   excess (times (fst v)) (xs w) (us w) (ks w), excess (times (snd v)) (ys w) (vs w) (ks w)).

Lemma in_digits d : In d digits <-> d < factor s + older s.
Proof. unfold digits. rewrite in_map_iff. split.
  - intros [n [<- I]]. apply in_seq in I. lia.
  - intro H. exists (N.to_nat d). split; [lia|]. apply in_seq. lia. Qed.
Lemma may_follow_small f d : may_follow s f d = true -> d < factor s + older s.
Proof. assert (Hf := factor_positive s sound). unfold may_follow. destruct f; [rewrite N.eqb_eq|rewrite N.ltb_lt];
  lia. Qed.
Lemma excess_snoc t x u k dx du dk : excess t (x ++ [dx]) (u ++ [du]) (k ++ [dk]) = grow (excess t x u k) (minus t dx
  du dk).
Proof. unfold excess, grow, minus. cbn [fst snd]. destruct (amount_snoc s x dx) as [-> ->].
  destruct (amount_snoc s u du) as [-> ->]. destruct (amount_snoc s k dk) as [-> ->]. f_equal; lia. Qed.
Lemma run_snoc w l : run (w ++ [l]) = next s A (run w) l.
Proof. unfold run. now rewrite fold_left_app. Qed.
Lemma last_full_snoc w d : last_full (w ++ [d]) = full d.
Proof. unfold last_full. now rewrite last_last. Qed.
Lemma follows_last w d : follows s false (w ++ [d]) = follows s false w && may_follow s (last_full w) d.
Proof. rewrite follows_snoc. f_equal. f_equal. destruct w; auto. assert (Hf := factor_positive s sound).
  unfold last_full, full. cbn [last]. destruct (N.eqb_spec 0 (factor s)); auto. lia. Qed.
Lemma state_snoc v w a : state_of v (w ++ [a]) =
  (next s A (run (map uv w)) (uv a), full (fst (uv a)), full (snd (uv a)), full (snd a),
   grow (excess (times (fst v)) (xs w) (us w) (ks w)) (minus (times (fst v)) (fst (xy a)) (fst (uv a)) (snd a)),
   grow (excess (times (snd v)) (ys w) (vs w) (ks w)) (minus (times (snd v)) (snd (xy a)) (snd (uv a)) (snd a))).
Proof. unfold state_of, xs, ys, us, vs, ks. rewrite !map_app. cbn [map].
  now rewrite run_snoc, !last_full_snoc, !excess_snoc. Qed.
Lemma state_nil v : state_of v [] = first_state.
Proof. assert (Hf := factor_positive s sound). unfold state_of, first_state, last_full, full, excess, minus, run.
  cbn [xs ys us vs ks map last amount amount' fold_left].
  destruct (N.eqb_spec 0 (factor s)); [lia|]. repeat f_equal; lia. Qed.
Definition legal (w : list letter) : Prop := follows s false (us w) = true /\ follows s false (vs w) = true /\ follows
  s false (ks w) = true.
Lemma legal_snoc w a : legal (w ++ [a]) <-> legal w /\ may_follow s (last_full (us w)) (fst (uv a)) = true /\
  may_follow s (last_full (vs w)) (snd (uv a)) = true /\ may_follow s (last_full (ks w)) (snd a) = true.
Proof. unfold legal, us, vs, ks. rewrite !map_app. cbn [map]. rewrite !follows_last, !andb_true_iff. tauto. Qed.

Lemma in_step v e l f : In f (step v e l) <-> let '(q, fu, fv, fk, r, t) := e in exists u w k,
  may_follow s fu u = true /\ may_follow s fv w = true /\ may_follow s fk k = true /\
  far (fst v) (grow r (minus (times (fst v)) (fst l) u k)) = false /\
  far (snd v) (grow t (minus (times (snd v)) (snd l) w k)) = false /\ next s A q (u, w) <> 0 /\
  f = (next s A q (u, w), full u, full w, full k, grow r (minus (times (fst v)) (fst l) u k),
       grow t (minus (times (snd v)) (snd l) w k)).
Proof. destruct e as [[[[[q fu] fv] fk] r] t]. unfold step. split.
  - intro I. apply in_flat_map in I. destruct I as [k [_ I]]. destruct (may_follow s fk k) eqn:Ek; [|destruct I].
    apply in_flat_map in I. destruct I as [u [_ I]]. destruct (may_follow s fu u) eqn:Eu; [|destruct I]. cbv zeta in I.
    destruct (far (fst v) _) eqn:Ef; [destruct I|].
    apply in_flat_map in I. destruct I as [w [_ I]]. destruct (may_follow s fv w) eqn:Ev; [|destruct I].
    destruct (far (snd v) _) eqn:Eg; [destruct I|]. destruct (N.eqb_spec (next s A q (u, w)) 0); [destruct I|].
    destruct I as [<-|[]]. exists u, w, k. repeat split; auto.
  - intros [u [w [k [Eu [Ev [Ek [Ef [Eg [Hq ->]]]]]]]]].
    apply in_flat_map. exists k. split; [apply in_digits; eauto using may_follow_small|]. rewrite Ek.
    apply in_flat_map. exists u. split; [apply in_digits; eauto using may_follow_small|]. rewrite Eu. cbv zeta.
      rewrite Ef.
    apply in_flat_map. exists w. split; [apply in_digits; eauto using may_follow_small|]. rewrite Ev, Eg.
    destruct (N.eqb_spec (next s A q (u, w)) 0); [tauto|]. now left. Qed.
End Steps.

Lemma fst_combine {B C : Type} (a : list B) : forall (b : list C), length a = length b -> map fst (combine a b) = a.
Proof. induction a as [|x a IH]; intros [|y b] H; try discriminate; auto. cbn. f_equal. apply IH. cbn in H. lia. Qed.
Lemma snd_combine {B C : Type} (a : list B) : forall (b : list C), length a = length b -> map snd (combine a b) = b.
Proof. induction a as [|x a IH]; intros [|y b] H; try discriminate; auto. cbn. f_equal. apply IH. cbn in H. lia. Qed.

(* ---------- the checker ---------- *)
Section Checker.
Variables (rule : list vector) (s : system) (A : automaton) (fuel : nat).
Hypothesis sound : 2 <= factor s + before s.
Hypothesis start_stays : next s A 1 (0, 0) = 1.
Definition accepting_state (q : N) : bool := existsb (N.eqb q) (accepting A).
Hypothesis refuses_0 : accepting_state 0 = false.
Definition sides (v : vector) : side * side :=
  (side_of s (first_times v) (first_more v), side_of s (second_times v) (second_more v)).
Definition done (v : side * side) (e : state) : bool :=
  let '(q, fu, fv, fk, r, t) := e in
  accepting_state q && (fst r =? more (fst v))%Z && (fst t =? more (snd v))%Z.

Definition mix (l : list N) : positive := N.succ_pos (fold_left (fun a n => N.shiftl a 6 + n) l 0).
Definition bit (b : bool) : N := if b then 1 else 0.
Definition near (z : Z) : N := Z.to_N (z + 32).
Definition code_of (e : state) : list N :=
  let '(q, fu, fv, fk, (r, r'), (t, t')) := e in
  [q; bit fu + 2 * bit fv + 4 * bit fk; near r; near r'; near t; near t'].
Definition same_state (e f : state) : bool :=
  let '(q, fu, fv, fk, (r, r'), (t, t')) := e in let '(q1, fu1, fv1, fk1, (r1, r1'), (t1, t1')) := f in
  (q =? q1) && eqb fu fu1 && eqb fv fv1 && eqb fk fk1 && (r =? r1)%Z && (r' =? r1')%Z && (t =? t1)%Z && (t' =? t1')%Z.
Lemma same_state_eq e f : same_state e f = true -> e = f.
Proof. destruct e as [[[[[q fu] fv] fk] [r r']] [t t']], f as [[[[[q1 fu1] fv1] fk1] [r1 r1']] [t1 t1']]. cbn.
  rewrite !andb_true_iff, !N.eqb_eq, !Z.eqb_eq, !eqb_true_iff. intuition congruence. Qed.

(* No move of the vector v leads from an accepted word to an accepted word. *)
Definition pair : Type := N * state.
Definition pair_key (a : pair) : positive := mix (fst a :: code_of (snd a)).
Definition same_pair (a b : pair) : bool := (fst a =? fst b) && same_state (snd a) (snd b).
Lemma same_pair_eq a b : same_pair a b = true -> a = b.
Proof. destruct a, b. unfold same_pair. cbn [fst snd]. rewrite andb_true_iff, N.eqb_eq. intros [-> H].
  apply same_state_eq in H. now subst. Qed.
Definition after_pair (v : side * side) (a : pair) : list pair :=
  flat_map (fun l => let p := next s A (fst a) l in if p =? 0 then [] else map (fun e =>
    (p, e)) (step s A v (snd a) l)) (letters s).
Definition none_to_accepted (v : side * side) : bool :=
  match reached pair pair_key same_pair (after_pair v) fuel [(1, first_state)] with
  | Some l => forallb (fun a => negb (accepting_state (fst a) && done v (snd a))) l
  | None => false
  end.

Notation run := (run s A).
Notation state_of := (state_of s A).
Lemma run_dead w a : run w = 0 -> run (w ++ [a]) = 0.
Proof. intro H. rewrite run_snoc, H. reflexivity. Qed.
Lemma excess_first t w a : excess s t (xs (w ++ [a])) (us (w ++ [a])) (ks (w ++ [a])) =
  grow s (excess s t (xs w) (us w) (ks w)) (minus t (fst (xy a)) (fst (uv a)) (snd a)).
Proof. unfold xs, us, ks. rewrite !map_app. now apply excess_snoc. Qed.
Lemma excess_second t w a : excess s t (ys (w ++ [a])) (vs (w ++ [a])) (ks (w ++ [a])) =
  grow s (excess s t (ys w) (vs w) (ks w)) (minus t (snd (xy a)) (snd (uv a)) (snd a)).
Proof. unfold ys, vs, ks. rewrite !map_app. now apply excess_snoc. Qed.
Lemma no_move v a w (V := sides v) : In v rule -> none_to_accepted V = true -> a = state_of V w -> legal s w ->
  (forall l, In l w -> fst (xy l) < factor s + older s /\ snd (xy l) < factor s + older s) ->
  accepting_state (run (map xy w)) = true -> done V a = false.
Proof. intros _ C -> L X P. unfold none_to_accepted in C.
  destruct (reached _ _ _ _ _ _) as [found|] eqn:R; [|discriminate].
  destruct (reached_spec _ _ _ _ same_pair_eq _ _ _ R) as [First Closed]. rewrite forallb_forall in C.
  destruct (done V (state_of V w)) eqn:Dn; auto. exfalso.
  assert (I : In (run (map xy w), state_of V w) found).
  { unfold done in Dn. cbn [state_of] in Dn. unfold state_of in Dn. rewrite !andb_true_iff, !Z.eqb_eq in Dn.
      destruct Dn as [[Dq Dr] Dt].
    assert (Hp : run (map xy w) <> 0) by (intro E; rewrite E in P; congruence).
    assert (Hq : run (map uv w) <> 0) by (intro E; rewrite E in Dq; congruence).
    assert (Hr : far (fst V) (excess s (times (fst V)) (xs w) (us w) (ks w)) = false).
    { destruct (far (fst V) _) eqn:E; auto. exfalso. exact (far_not s sound _ _ _ E Dr). }
    assert (Ht : far (snd V) (excess s (times (snd V)) (ys w) (vs w) (ks w)) = false).
    { destruct (far (snd V) _) eqn:E; auto. exfalso. exact (far_not s sound _ _ _ E Dt). }
    clear Dq Dr Dt P. revert L X Hp Hq Hr Ht. induction w as [|a w IH] using rev_ind; intros L X Hp Hq Hr Ht.
    - rewrite state_nil by exact sound. apply First. now left.
    - apply legal_snoc in L; [|exact sound]. destruct L as [L [Lu [Lv Lk]]].
      pose proof (may_follow_small s sound _ _ Lu) as Du. pose proof (may_follow_small s sound _ _ Lv) as Dv.
      pose proof (may_follow_small s sound _ _ Lk) as Dk.
      destruct (X a) as [Dx Dy]; [apply in_or_app; right; now left|].
      rewrite excess_first in Hr. rewrite excess_second in Ht.
      rewrite map_app in Hp, Hq. cbn [map] in Hp, Hq.
      apply (Closed (run (map xy w), state_of V w)).
      + apply IH; auto.
        * intros l I. apply X. apply in_or_app. now left.
        * intro E. apply Hp, run_dead, E. * intro E. apply Hq, run_dead, E.
        * destruct (far (fst V) (excess s (times (fst V)) (xs w) (us w) (ks w))) eqn:E; auto.
          assert (F := far_stays s sound _ _ _ _ _ _ Dx Du Dk E). unfold V in Hr, F.
            cbn [fst sides times side_of] in Hr, F. congruence.
        * destruct (far (snd V) (excess s (times (snd V)) (ys w) (vs w) (ks w))) eqn:E; auto.
          assert (F := far_stays s sound _ _ _ _ _ _ Dy Dv Dk E). unfold V in Ht, F.
            cbn [snd sides times side_of] in Ht, F. congruence.
      + unfold after_pair. apply in_flat_map. exists (xy a). split.
        { unfold letters. destruct (xy a). apply in_prod; apply in_digits; assumption. }
        cbn [fst snd]. cbv zeta. rewrite map_app. cbn [map]. rewrite run_snoc in *.
          destruct (N.eqb_spec (next s A (run (map xy w)) (xy a)) 0); [tauto|].
        apply in_map. apply in_step; [exact sound|]. unfold state_of at 1.
        exists (fst (uv a)), (snd (uv a)), (snd a). rewrite state_snoc by exact sound.
        destruct (uv a) as [u v'] eqn:Euv. cbn [fst snd] in *. repeat split; auto. }
  specialize (C _ I). cbn [fst snd] in C. rewrite P, Dn in C. discriminate. Qed.

(* From each word that is not accepted a move leads to an accepted one.  A set of states goes with each word: states of
   words for u, v and k that begin like this word.  [kept] names the states that are looked at. *)
Definition tagged : Type := nat * state.
Definition tagged_key (a : tagged) : positive := mix (N.of_nat (fst a) :: code_of (snd a)).
Definition same_tagged (a b : tagged) : bool := Nat.eqb (fst a) (fst b) && same_state (snd a) (snd b).
Lemma same_tagged_eq a b : same_tagged a b = true -> a = b.
Proof. destruct a, b. unfold same_tagged. cbn [fst snd]. rewrite andb_true_iff, Nat.eqb_eq. intros [-> H].
  apply same_state_eq in H. now subst. Qed.
Definition all_sides : list (side * side) := map sides rule.
Definition step_tagged (a : tagged) (l : N * N) : list tagged :=
  match nth_error all_sides (fst a) with Some v => map (fun e => (fst a, e)) (step s A v (snd a) l) | None => [] end.

(* Nothing is proved of this choice: the states from which a move may still be completed. *)
Definition holds {B : Type} (m : PositiveMap.t B) (k : positive) : bool := PositiveMap.mem k m.
Definition useful (found : list tagged) : PositiveMap.t unit :=
  let table := map (fun a => (tagged_key a, map tagged_key (flat_map (step_tagged a) (letters s)))) found in
  let first := fold_left (fun m a => match nth_error all_sides (fst a) with
    | Some v => if done v (snd a) then PositiveMap.add (tagged_key a) tt m else m | None =>
      m end) found (PositiveMap.empty _) in
  let more m := fold_left (fun m a => if holds m (fst a) then m else if existsb (holds m) (snd a) then PositiveMap.add
    (fst a) tt m else m) table m in
  let fix repeat n m := match n with
    | O => m | S n => let m' := more m in if Nat.eqb (PositiveMap.cardinal m) (PositiveMap.cardinal m') then m' else
      repeat n m' end in
  repeat 1000%nat first.
Definition first_tagged : list tagged := map (fun i => (i, first_state)) (seq 0 (length rule)).
Definition kept : PositiveMap.t tagged :=
  match reached tagged tagged_key same_tagged (fun a => flat_map (step_tagged a) (letters s)) fuel first_tagged with
  | Some found => let m := useful found in
      fold_left (fun k a => if holds m (tagged_key a) then PositiveMap.add (tagged_key a) a k else k) found
        (PositiveMap.empty _)
  | None => PositiveMap.empty _
  end.

Section Kept.
Variable kept : PositiveMap.t tagged.
Definition name (a : tagged) : list positive :=
  let k := tagged_key a in match PositiveMap.find k kept with Some b => if same_tagged a b then [k] else [] | None =>
    [] end.
Definition row (a : tagged) : list ((N * N) * list positive) := map (fun l =>
  (l, flat_map name (step_tagged a l))) (letters s).
Definition table : PositiveMap.t (list ((N * N) * list positive)) := PositiveMap.map row kept.
Definition entry (t : PositiveMap.t (list ((N * N) * list positive))) (l : N * N) (k : positive) : list positive :=
  match PositiveMap.find k t with
  | Some r => flat_map (fun a => if (fst (fst a) =? fst l) && (snd (fst a) =? snd l) then snd a else []) r | None =>
    [] end.
Definition ordered (l : list positive) : list positive :=
  map fst (PositiveMap.elements (fold_left (fun m k => PositiveMap.add k tt m) l (PositiveMap.empty unit))).
Definition subset : Type := N * bool * bool * list positive.
Definition after_subset (t : PositiveMap.t (list ((N * N) * list positive))) (a : subset) : list subset :=
  let '(p, fx, fy, Q) := a in
  flat_map (fun l => if may_follow s fx (fst l) && may_follow s fy (snd l) then
    [(next s A p l, full s (fst l), full s (snd l), ordered (flat_map (entry t l) Q))] else []) (letters s).
Definition subset_key (a : subset) : positive :=
  let '(p, fx, fy, Q) := a in
  N.succ_pos (fold_left (fun h k => N.lxor (N.double h) (N.pos k)) Q (p * 4 + bit fx * 2 + bit fy)).
Fixpoint same_list (a b : list positive) : bool :=
  match a, b with [], [] => true | x :: a, y :: b => Pos.eqb x y && same_list a b | _, _ => false end.
Definition same_subset (a b : subset) : bool :=
  let '(p, fx, fy, Q) := a in let '(q, gx, gy, R) := b in (p =? q) && eqb fx gx && eqb fy gy && same_list Q R.
Definition ends (f : bool) : bool := match s with Ostrowski _ => negb f | _ => true end.
Definition may_move (a : subset) : bool :=
  let '(p, fx, fy, Q) := a in
  negb (ends fx && ends fy) || accepting_state p || existsb (fun k => match PositiveMap.find k kept with
    | Some (i, e) => match nth_error all_sides i with
      | Some v => let '(q, fu, fv, fk, r, t) := e in done v e && ends fu && ends fv | None => false end
    | None => false end) Q.
Definition some_to_accepted : bool :=
  match reached subset subset_key same_subset (after_subset table) fuel [(1, false, false, ordered (flat_map name
    first_tagged))] with
  | Some l => forallb may_move l
  | None => false
  end.

Lemma same_list_eq a : forall b, same_list a b = true -> a = b.
Proof. induction a as [|x a IH]; intros [|y b] H; try discriminate; auto. cbn in H. apply andb_true_iff in H.
  destruct H as [H K].
  apply Pos.eqb_eq in H. apply IH in K. now subst. Qed.
Lemma same_subset_eq a b : same_subset a b = true -> a = b.
Proof. destruct a as [[[p fx] fy] Q], b as [[[q gx] gy] R]. cbn. rewrite !andb_true_iff, N.eqb_eq, !eqb_true_iff.
  intros [[[-> ->] ->] H]. apply same_list_eq in H. now subst. Qed.
Lemma ordered_in k l : In k (ordered l) -> In k l.
Proof. unfold ordered. intro I. apply in_map_iff in I. destruct I as [[k' []] [<- I]]. cbn [fst].
  assert (G : forall m, (forall j, PositiveMap.find j m = Some tt -> In j l) -> forall r, incl r l ->
    forall j, PositiveMap.find j (fold_left (fun m k => PositiveMap.add k tt m) r m) = Some tt -> In j l).
  { intros m Hm r. revert m Hm. induction r as [|x r IH]; intros m Hm Hr j; cbn [fold_left]; [apply Hm|].
    apply IH; [|intros y Y; apply Hr; now right]. intros i E. destruct (Pos.eq_dec i x) as [->|D]; [apply Hr; now left|].
    rewrite PositiveMap.gso in E by exact D. now apply Hm. }
  apply (G (PositiveMap.empty unit)) with (r := l); [intros j E; rewrite PositiveMap.gempty in E;
    discriminate|apply incl_refl|].
  apply PositiveMap.elements_complete. exact I. Qed.
Lemma name_in k a : In k (name a) -> PositiveMap.find k kept = Some a.
Proof. unfold name. destruct (PositiveMap.find (tagged_key a) kept) eqn:E; [|intros []].
  destruct (same_tagged a t) eqn:H; [|intros []].
  intros [<-|[]]. apply same_tagged_eq in H. now subst. Qed.
Lemma entry_in l k j : In j (entry table l k) -> exists a b, PositiveMap.find k kept = Some a /\ In b (step_tagged a
  l) /\ PositiveMap.find j kept = Some b.
Proof. unfold entry, table. unfold PositiveMap.map. rewrite PositiveMap.gmapi.
  destruct (PositiveMap.find k kept) as [a|]; cbn [option_map]; [|intros []].
  intro I. apply in_flat_map in I. destruct I as [[l' r] [I J]]. apply in_map_iff in I. destruct I as [l2 [E _]].
    injection E as -> <-.
  cbn [fst snd] in J. destruct l as [d e], l' as [d' e']. cbn [fst snd] in J.
  destruct (N.eqb_spec d' d) as [X|]; [|destruct J]. destruct (N.eqb_spec e' e) as [Y|]; [|destruct J]. cbn [andb] in J.
  apply in_flat_map in J. destruct J as [b [B J]]. exists a, b. rewrite X, Y in B. repeat split; auto.
    now apply name_in. Qed.
Lemma ends_spec w : may_end s (last w 0) = ends (last_full s w).
Proof. unfold ends, may_end, last_full, full. destruct s; auto. Qed.

(* What a name stands for behind the word w. *)
Definition stands (w : list (N * N)) (k : positive) : Prop := exists i v e W, PositiveMap.find k kept = Some (i, e) /\
  nth_error all_sides i = Some v /\ map xy W = w /\ legal s W /\ e = state_of v W.
Lemma subset_of w (p := run w) : some_to_accepted = true -> follows s false (map fst w) = true -> follows s false (map
  snd w) = true ->
  exists Q, may_move (p, last_full s (map fst w), last_full s (map snd w), Q) = true /\ forall k, In k Q -> stands w k.
Proof. unfold some_to_accepted. destruct (reached _ _ _ _ _ _) as [found|] eqn:R; [|discriminate].
  destruct (reached_spec _ _ _ _ same_subset_eq _ _ _ R) as [First Closed]. rewrite forallb_forall. intros C Fx Fy.
  enough (H : exists Q, In (run w, last_full s (map fst w), last_full s (map snd w), Q) found /\ forall k, In k Q ->
    stands w k).
  { destruct H as [Q [I H]]. exists Q. split; auto. }
  clear C p. revert Fx Fy. induction w as [|l w IH] using rev_ind; intros Fx Fy.
  - exists (ordered (flat_map name first_tagged)). split.
    + apply First. left. unfold last_full, full. cbn [map last]. assert (Hf := factor_positive s sound).
      destruct (N.eqb_spec 0 (factor s)); [lia|]. reflexivity.
    + intros k I. apply ordered_in, in_flat_map in I. destruct I as [a [I J]]. apply name_in in J.
      unfold first_tagged in I. apply in_map_iff in I. destruct I as [i [<- I]]. apply in_seq in I.
      assert (L : (i < length all_sides)%nat) by (unfold all_sides; rewrite map_length; lia).
      destruct (nth_error all_sides i) as [v|] eqn:E; [|apply nth_error_None in E; lia].
      exists i, v, first_state, []. repeat split; auto. symmetry. now apply state_nil.
  - rewrite map_app in Fx, Fy. cbn [map] in Fx, Fy. rewrite follows_last in Fx, Fy by exact sound.
    apply andb_true_iff in Fx. apply andb_true_iff in Fy. destruct Fx as [Fx Lx], Fy as [Fy Ly].
      destruct (IH Fx Fy) as [Q [I H]].
    exists (ordered (flat_map (entry table l) Q)). split.
    + apply (Closed _ _ I). cbn [after_subset]. apply in_flat_map. exists l. split.
      { unfold letters. destruct l. apply in_prod; apply in_digits; eauto using may_follow_small. }
      rewrite Lx, Ly. cbn [andb]. left. rewrite !map_app. cbn [map]. now rewrite run_snoc, !last_full_snoc.
    + intros k K. apply ordered_in, in_flat_map in K. destruct K as [j [J K]].
        destruct (H j J) as [i [v [e [W [E1 [E2 [E3 [E4 E5]]]]]]]].
      apply entry_in in K. destruct K as [a [b [Ka [Kb Kc]]]]. rewrite E1 in Ka. injection Ka as <-.
        unfold step_tagged in Kb. cbn [fst snd] in Kb. rewrite E2 in Kb.
      apply in_map_iff in Kb. destruct Kb as [f [<- F]]. subst e. apply in_step in F; [|exact sound].
        unfold state_of in F.
      destruct F as [u [y [t [Eu [Ey [Et [_ [_ [_ ->]]]]]]]]].
      exists i, v, (state_of v (W ++ [(l, (u, y), t)])), (W ++ [(l, (u, y), t)]).
      split; [rewrite state_snoc by exact sound; exact Kc|]. split; [exact E2|]. split; [rewrite map_app; cbn [map];
        now rewrite E3|].
      split; [|reflexivity]. apply legal_snoc; auto. Qed.
End Kept.

Lemma accepts_spec w : accepts s A w <-> accepting_state (run w) = true.
Proof. unfold accepts, accepting_state, run. rewrite existsb_exists. split.
  - intro I. exists (fold_left (next s A) w 1). split; auto. apply N.eqb_refl.
  - intros [q [I E]]. apply N.eqb_eq in E. now subst q. Qed.
Lemma map_xy (W : list letter) : map xy W = map fst (map fst W).
Proof. now rewrite map_map. Qed.
Lemma map_uv (W : list letter) : map uv W = map snd (map fst W).
Proof. now rewrite map_map. Qed.
Lemma follows_small f w d : follows s f w = true -> In d w -> d < factor s + older s.
Proof. revert f. induction w as [|e w IH]; intros f H I; [destruct I|]. cbn [follows] in H. apply andb_true_iff in H.
  destruct H as [H K].
  destruct I as [<-|I]; [exact (may_follow_small s sound _ _ H)|exact (IH _ K I)]. Qed.
Lemma run_pad j w : run (repeat (0, 0) j ++ w) = run w.
Proof. induction j; auto. unfold run in *. cbn [repeat app fold_left]. now rewrite start_stays. Qed.
Lemma map_pad (f : N * N -> N) j w : f (0, 0) = 0 -> map f (repeat (0, 0) j ++ w) = repeat 0 j ++ map f w.
Proof. intro E. rewrite map_app. f_equal. induction j; auto. cbn. now rewrite E, IHj. Qed.

Hypothesis takes : forall v, In v rule -> 1 <= first_times v + first_more v + second_times v + second_more v.
Hypothesis none : forall v, In v rule -> none_to_accepted (sides v) = true.
Variable chosen : PositiveMap.t tagged.
Hypothesis some : some_to_accepted chosen = true.

Lemma outcomes p : forall w, writes s w p -> (accepts s A w -> lost (vectors rule) p) /\ (~ accepts s A w -> won
  (vectors rule) p).
Proof. induction (vector_ends rule p) as [p _ IH]. intros w [Nx [Ny E]]. rewrite accepts_spec.
  pose proof Nx as Nx'. pose proof Ny as Ny'. unfold numeral in Nx', Ny'. apply andb_true_iff in Nx'.
    apply andb_true_iff in Ny'.
  destruct Nx' as [Fx Ex], Ny' as [Fy Ey]. split; intro Acc.
  - constructor. intros q M. change (pos (vectors rule)) with (N * N)%type in q. change (vector_move rule p q) in M.
    pose proof M as M'. destruct M as [a c b d k x y I Hk Ht].
    set (n := (length w + N.to_nat x + N.to_nat y + N.to_nat k)%nat).
    destruct (word_of s sound x n) as [wx [Lx [Wx Ax]]]; [unfold n; lia|].
    destruct (word_of s sound y n) as [wy [Ly [Wy Ay]]]; [unfold n; lia|].
    destruct (word_of s sound (k - 1) n) as [wk [Lk [Wk Ak]]]; [unfold n; lia|].
    set (w' := repeat (0, 0) (n - length w) ++ w).
    assert (Lw : length w' = n) by (unfold w'; rewrite app_length, repeat_length; unfold n; lia).
    set (W := combine (combine w' (combine wx wy)) wk).
    assert (L2 : length (combine wx wy) = n) by (rewrite combine_length; lia).
    assert (L3 : length (combine w' (combine wx wy)) = n) by (rewrite combine_length; lia).
    assert (Kf : map fst W = combine w' (combine wx wy)) by (apply fst_combine; lia).
    assert (Kk : ks W = wk) by (apply snd_combine; lia).
    assert (Kxy : map xy W = w') by (rewrite map_xy, Kf; apply fst_combine; lia).
    assert (Kuv : map uv W = combine wx wy) by (rewrite map_uv, Kf; apply snd_combine; lia).
    assert (Ku : us W = wx) by (unfold us; rewrite Kuv; apply fst_combine; lia).
    assert (Kv : vs W = wy) by (unfold vs; rewrite Kuv; apply snd_combine; lia).
    assert (Kx : xs W = repeat 0 (n - length w) ++ map fst w) by (unfold xs; rewrite Kxy; now apply map_pad).
    assert (Ky : ys W = repeat 0 (n - length w) ++ map snd w) by (unfold ys; rewrite Kxy; now apply map_pad).
    assert (Wq : writes s (combine wx wy) (x, y)).
    { unfold writes. rewrite fst_combine, snd_combine by lia. repeat split; auto. now rewrite Ax, Ay. }
    apply (IH _ M' _ Wq). rewrite accepts_spec. intro Acc'.
    assert (D : done (sides (Vector a c b d)) (state_of (sides (Vector a c b d)) W) = false).
    { apply (no_move (Vector a c b d) _ W); auto.
      - unfold numeral in Wx, Wy, Wk. apply andb_true_iff in Wx, Wy, Wk. unfold legal. rewrite Ku, Kv, Kk. tauto.
      - intros l Il. split; [apply (follows_small false (xs W))|apply (follows_small false (ys W))];
          try (unfold xs, ys; now apply in_map, in_map); rewrite ?Kx, ?Ky; now apply follows_pad.
      - rewrite Kxy. unfold w'. now rewrite run_pad. }
    unfold done, state_of in D. rewrite Kuv, Acc' in D. cbn [andb] in D. unfold excess, minus in D.
      cbn [fst snd sides side_of more times first_times first_more second_times second_more] in D.
    rewrite Kx, Ky, Ku, Kv, Kk, !(amount_pad s sound), Ax, Ay, Ak in D. injection E as Px Py. rewrite <- Px, <- Py in D.
    apply andb_false_iff in D. rewrite !Z.eqb_neq in D. destruct D as [D|D]; apply D; nia.
  - destruct (subset_of chosen w some Fx Fy) as [Q [May St]]. unfold may_move in May.
      rewrite <- !ends_spec, Ex, Ey in May. cbn [andb negb orb] in May.
    apply not_true_is_false in Acc. rewrite Acc in May. cbn [orb] in May. apply existsb_exists in May.
      destruct May as [k [I May]].
    destruct (St k I) as [i [v [e [W [E1 [E2 [E3 [E4 E5]]]]]]]]. rewrite E1 in May. cbn [fst snd] in May.
      rewrite E2 in May. subst e.
    unfold state_of in May. rewrite !andb_true_iff in May. destruct May as [[D Eu] Ev]. rewrite <- ends_spec in Eu, Ev.
    unfold done in D. rewrite !andb_true_iff, !Z.eqb_eq in D. destruct D as [[Acc' Dx] Dy].
    apply nth_error_In in E2. unfold all_sides in E2. apply in_map_iff in E2. destruct E2 as [r [<- Ir]].
      destruct r as [a c b d].
    unfold excess, minus in Dx, Dy. cbn [fst snd sides side_of more times first_times first_more second_times
      second_more] in Dx, Dy.
    unfold xs, ys in Dx, Dy. rewrite E3 in Dx, Dy. specialize (takes _ Ir).
      cbn [first_times first_more second_times second_more] in takes.
    set (q := (amount s (us W), amount s (vs W))). set (j := amount s (ks W) + 1).
    assert (M : vector_move rule p q).
    { rewrite E. unfold q. replace (amount s (map fst w)) with (amount s (us W) + (a * j + c)) by nia.
      replace (amount s (map snd w)) with (amount s (vs W) + (b * j + d)) by nia. apply Take_vector; auto; unfold j;
        nia. }
    apply (Won (vectors rule) p q M). destruct E4 as [Lu [Lv Lk]].
    destruct (IH q M (map uv W)) as [Lost _]. { unfold writes, numeral. fold (us W) (vs W). now rewrite Lu, Lv, Eu, Ev. }
    apply Lost. now apply accepts_spec. Qed.
End Checker.

(* [fuel] bounds the number of states of a search. *)
Definition check (fuel : N) (rule : list vector) (s : system) (A : automaton) : bool :=
  let n := N.to_nat fuel in
  (2 <=? factor s + before s) && (next s A 1 (0, 0) =? 1) && negb (accepting_state A 0) &&
  forallb (fun v => 1 <=? first_times v + first_more v + second_times v + second_more v) rule &&
  forallb (fun v => none_to_accepted s A n (sides s v)) rule && some_to_accepted rule s A n (kept rule s A n).

Theorem automatic fuel rule s A : check fuel rule s A = true -> lost_positions rule s A.
Proof. unfold check. cbv zeta. set (n := N.to_nat fuel).
  rewrite !andb_true_iff, N.leb_le, N.eqb_eq, negb_true_iff, !forallb_forall.
  intros [[[[[Hs H1] H0] Ht] Hn] Hk]. split.
  - intros [x y]. set (m := (N.to_nat x + N.to_nat y)%nat).
    destruct (word_of s Hs x m) as [wx [Lx [Wx Ax]]]; [unfold m; lia|].
      destruct (word_of s Hs y m) as [wy [Ly [Wy Ay]]]; [unfold m; lia|].
    exists (combine wx wy). unfold writes. rewrite fst_combine, snd_combine by lia. now rewrite Wx, Wy, Ax, Ay.
  - intros w p. apply (outcomes rule s A n Hs H1 H0) with (chosen := kept rule s A n); auto.
    intros v I. apply N.leb_le. now apply Ht. Qed.
