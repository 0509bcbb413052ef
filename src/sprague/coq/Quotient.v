(* Misere quotients, checked by computation.  A certificate (a table of products, the elements of the heaps, the elements
   that are lost, and for each sum of heaps what may still be won beside it) is the misere quotient of its heaps if
   [check_quotient] computes to true, and of all heaps if [check_repeats] does as well. *)
From Coq Require Import NArith List Lia Bool Arith.
From Sprague Require Import Game Values HeapRules Components Heaps Periods Plain QuotientRules.
Import ListNotations.
Open Scope N_scope.

Section Quotient.
Variables (c : code) (among : N -> Prop) (size : N) (times : N -> N -> N) (val : N -> N) (P : N -> bool) (sums : list (N * N)).
Definition act (h q : N) : N := times (val h) q.
Definition add (X : list N) (q : N) : N := fold_right act q X.
Definition small (X : list N) : Prop := forall h, In h X -> among h.
Definition deficit (h q : N) : bool := negb (P (act h q)) && forallb (fun m => negb (P (add m q))) (options c h).
Definition left (B e h q : N) : bool := N.testbit B (act h q) && deficit h (times e q).

Hypothesis smaller : forall h k, among h -> k < h -> among k.
Hypothesis some : 0 < size.
Hypothesis range : forall h q, among h -> q < size -> act h q < size.
Hypothesis comm : forall h k q, among h -> among k -> q < size -> act h (act k q) = act k (act h q).
Hypothesis ends0 : P 0 = false.
Hypothesis dead : forall h q, among h -> q < size -> options c h = [] -> act h q = q.
Hypothesis no_lost : forall h q m, among h -> q < size -> In m (options c h) -> P (act h q) = true -> P (add m q) = false.
Definition pair_ok (e B : N) : Prop := forall h, among h -> options c h <> [] ->
  left B e h 0 = false /\
  ((forall q, q < size -> left B e h q = false) \/
   exists e' B', In (e', B') sums /\ (forall q, q < size -> times e' q = act h (times e q)) /\
     forall q, q < size -> left B e h q = true -> N.testbit B' q = true).
Hypothesis pairs_ok : forall e B, In (e, B) sums -> pair_ok e B.
Hypothesis first : exists B, In (0, B) sums /\ (forall q, q < size -> times 0 q = q) /\
  forall q, q < size -> P q = false -> N.testbit B q = true.

Lemma small_cons h X : small (h :: X) -> among h /\ small X.
Proof. intro H. split; [apply H; now left|intros k K; apply H; now right]. Qed.
Lemma add_range X q : small X -> q < size -> add X q < size.
Proof. induction X as [|h X IH]; intros S L; auto. apply small_cons in S. destruct S. cbn. apply range; auto. Qed.
Lemma add_one X h q : small X -> among h -> q < size -> act h (add X q) = add X (act h q).
Proof. induction X as [|k X IH]; intros S H L; [reflexivity|]. apply small_cons in S. destruct S as [Hk S].
  change (act h (act k (add X q)) = act k (add X (act h q))). rewrite comm; [|exact H|exact Hk|now apply add_range].
  rewrite IH; auto. Qed.
Lemma add_app X Y q : add (X ++ Y) q = add X (add Y q).
Proof. apply fold_right_app. Qed.
Lemma add_cons h X q : add (h :: X) q = act h (add X q).
Proof. reflexivity. Qed.
Lemma add_swap X Y q : small X -> small Y -> q < size -> add X (add Y q) = add Y (add X q).
Proof. intros SX. revert q. induction X as [|h X IH]; intros q SY L; [reflexivity|]. apply small_cons in SX. destruct SX as [Hh SX].
  rewrite !add_cons, (IH SX q SY L). apply add_one; auto using add_range. Qed.
Lemma small_option h m : among h -> In m (options c h) -> small m.
Proof. intros H I k K. apply in_options in I. pose proof (leaves_lt _ _ _ _ I K). apply (smaller h); auto. lia. Qed.
Lemma small_move X Y : small X -> heap_move c X Y -> small Y.
Proof. intros S M. revert S. destruct M as [l x r p M]. intros S h H. apply in_app_or in H. destruct H as [H|H]; [apply S, in_or_app; now left|].
  apply in_app_or in H. destruct H as [H|H]; [|apply S, in_or_app; right; now right].
  pose proof (leaves_lt _ _ _ _ M H). assert (among x) by (apply S, in_or_app; right; now left). apply (smaller x); auto. lia. Qed.

Definition D (X : list N) (q : N) : Prop := P (add X q) = false /\ forall Y, heap_move c X Y -> P (add Y q) = false.
Lemma D_cons h X q : small (h :: X) -> q < size -> D (h :: X) q -> D X (act h q) /\ deficit h (add X q) = true.
Proof. intros S L [H M]. apply small_cons in S. destruct S as [Hh S]. split; [split|].
  - rewrite <- add_one; auto.
  - intros Y V. rewrite <- add_one; auto; [|now apply (small_move X)]. apply (M (h :: Y)).
    destruct V as [l x r p V]. exact (Replace _ (h :: l) x r p V).
  - unfold deficit. rewrite add_cons in H. rewrite H. cbn [negb andb]. apply forallb_forall. intros m I. rewrite <- add_app.
    rewrite (M (m ++ X)); auto. apply in_options in I. exact (Replace _ [] h X m I). Qed.
Definition inv (X : list N) : Prop := (forall q, q < size -> ~ D X q) \/
  exists e B, In (e, B) sums /\ (forall q, q < size -> add X q = times e q) /\ forall q, q < size -> D X q -> N.testbit B q = true.
Lemma inv_all X : small X -> inv X /\ (~ D X 0 \/ forall h, In h X -> options c h = []).
Proof. induction X as [|h X IH]; intro S.
  - split; [|right; intros ? []]. right. destruct first as [B [I [T F]]]. exists 0, B. repeat split; auto.
    + intros q L. cbn. symmetry. now apply T. + intros q L [H _]. now apply F.
  - pose proof S as S'. apply small_cons in S'. destruct S' as [Hh SX]. destruct (IH SX) as [V Z].
    destruct (list_eq_dec (list_eq_dec N.eq_dec) (options c h) []) as [O|O].
    + assert (Q : forall q, q < size -> D (h :: X) q -> D X q).
      { intros q L E. apply D_cons in E; auto. destruct E as [E _]. rewrite dead in E; auto. }
      split.
      * destruct V as [V|[e [B [I [T F]]]]]; [left; intros q L E; exact (V q L (Q q L E))|right].
        exists e, B. repeat split; auto. intros q L. rewrite add_cons, dead; auto using add_range.
      * destruct Z as [Z|Z]; [left; intro E; apply Z; auto|right; intros k [<-|K]; auto].
    + destruct V as [V|[e [B [I [T F]]]]].
      * assert (W : forall q, q < size -> ~ D (h :: X) q).
        { intros q L E. apply D_cons in E; auto. destruct E as [E _]. exact (V _ (range _ _ Hh L) E). }
        split; [now left|left; now apply W].
      * assert (W : forall q, q < size -> D (h :: X) q -> left B e h q = true).
        { intros q L E. apply D_cons in E; auto. destruct E as [E1 E2]. unfold left. rewrite F; auto. now rewrite <- T. }
        destruct (pairs_ok e B I h Hh O) as [Z0 [N0|[e' [B' [I' [T' F']]]]]].
        -- split; [left; intros q L E; apply W in E; auto; rewrite N0 in E; auto; discriminate|].
           left. intro E. apply W in E; auto. rewrite Z0 in E. discriminate.
        -- split; [right; exists e', B'; repeat split; auto; intros q L; rewrite add_cons; now rewrite T, T'|].
           left. intro E. apply W in E; auto. rewrite Z0 in E. discriminate. Qed.

Lemma stuck X : (forall h, In h X -> options c h = []) -> forall Y, ~ heap_move c X Y.
Proof. intros H Y M. revert H. destruct M as [l x r p M]. intro H. apply in_options in M. rewrite H in M; [destruct M|apply in_or_app; right; now left]. Qed.
Lemma add_stuck X : small X -> (forall h, In h X -> options c h = []) -> add X 0 = 0.
Proof. induction X as [|h X IH]; intros S H; auto. apply small_cons in S. destruct S as [Hh S]. rewrite add_cons.
  rewrite dead; [apply IH; auto; intros k K; apply H; now right|auto|apply add_range; auto|apply H; now left]. Qed.
Lemma move_lost X Y : small X -> heap_move c X Y -> P (add X 0) = true -> P (add Y 0) = false.
Proof. intros S M. revert S. destruct M as [l x r p M]. intros S H. assert (Sl : small l) by (intros k K; apply S, in_or_app; now left).
  assert (Sr : small r) by (intros k K; apply S, in_or_app; right; now right).
  assert (among x) by (apply S, in_or_app; right; now left). apply in_options in M.
  pose proof (small_option _ _ H0 M) as Sp. rewrite !add_app in *. rewrite add_cons in H.
  rewrite <- add_one in H; auto using add_range. rewrite add_swap; auto using add_range.
  apply (no_lost x _ p); auto using add_range. Qed.
Lemma kernel X : small X -> (P (add X 0) = true -> misere_lost (heaps c) X) /\ (P (add X 0) = false -> misere_won (heaps c) X).
Proof. induction (ends (heaps c) X) as [X _ IH]. intro S. split; intro H.
  - constructor.
    + destruct (inv_all X S) as [_ [Z|Z]]; [|rewrite add_stuck, ends0 in H; auto; discriminate].
      destruct X as [|h X]; [cbn in H; rewrite ends0 in H; discriminate|].
      destruct (existsb (fun h => match options c h with [] => false | _ => true end) (h :: X)) eqn:E.
      * apply existsb_exists in E. destruct E as [k [K O]]. destruct (options c k) as [|m ms] eqn:Om; [discriminate|].
        apply in_split in K. destruct K as [l [r E]]. rewrite E. exists (l ++ m ++ r). constructor. apply in_options. rewrite Om. now left.
      * exfalso. rewrite add_stuck, ends0 in H; auto; [discriminate|]. intros k K. destruct (options c k) eqn:O; auto.
        assert (existsb (fun h => match options c h with [] => false | _ => true end) (h :: X) = true); [|congruence].
        apply existsb_exists. exists k. rewrite O. auto.
    + intros Y M. apply (IH Y M); [now apply (small_move X)|]. now apply (move_lost X).
  - destruct (inv_all X S) as [_ [Z|Z]]; [|apply Misere_end; now apply stuck].
    (* some move wins, one of finitely many *)
    assert (F : exists Y, heap_move c X Y /\ P (add Y 0) = true).
    { set (ms := flat_map (fun i => map (fun m => firstn i X ++ m ++ skipn (Datatypes.S i) X) (options c (nth i X 0))) (seq 0 (length X))).
      assert (A : forall Y, In Y ms <-> heap_move c X Y).
      { intro Y. unfold ms. rewrite in_flat_map. split.
        - intros [i [Hi K]]. apply in_seq in Hi. apply in_map_iff in K. destruct K as [m [<- K]].
          rewrite <- (firstn_skipn i X) at 1.
          assert (E : skipn i X = nth i X 0 :: skipn (Datatypes.S i) X).
          { clear - Hi. revert i Hi. induction X as [|x X IHX]; intros [|i] Hi; cbn in *; try lia; auto. apply IHX. lia. }
          rewrite E. constructor. now apply in_options.
        - intro K. clear - K. destruct K as [l x r p K]. exists (length l). split; [apply in_seq; rewrite app_length; cbn; lia|].
          rewrite app_nth2, Nat.sub_diag by lia. cbn [nth]. apply in_map_iff. exists p. split; [|now apply in_options].
          rewrite firstn_app, Nat.sub_diag, firstn_all, app_nil_r. f_equal. f_equal.
          replace (Datatypes.S (length l)) with (length (l ++ [x])) by (rewrite app_length; cbn; lia).
          change (x :: r) with ([x] ++ r). rewrite app_assoc, skipn_app, skipn_all, Nat.sub_diag. reflexivity. }
      destruct (existsb (fun Y => P (add Y 0)) ms) eqn:E.
      - apply existsb_exists in E. destruct E as [Y [I Q]]. exists Y. split; auto. now apply A.
      - exfalso. apply Z. split; auto. intros Y M. apply A in M. destruct (P (add Y 0)) eqn:Q; auto.
        assert (existsb (fun Y => P (add Y 0)) ms = true); [|congruence]. apply existsb_exists. eauto. }
    destruct F as [Y [M Q]]. apply (Misere_won (heaps c) X Y M). apply (IH Y M); [now apply (small_move X)|exact Q]. Qed.
End Quotient.


(* ---------- the checker ---------- *)
Definition els (n : N) : list N := map N.of_nat (seq 0 (N.to_nat n)).
Lemma in_els n q : In q (els n) <-> q < n.
Proof. unfold els. rewrite in_map_iff. split.
  - intros [i [<- I]]. apply in_seq in I. lia.
  - intro L. exists (N.to_nat q). split; [lia|]. apply in_seq. lia. Qed.
Lemma all_els n (f : N -> bool) : forallb f (els n) = true <-> forall q, q < n -> f q = true.
Proof. rewrite forallb_forall. split; intros A q L; apply A; [now apply in_els|now apply in_els in L]. Qed.
Definition mask (l : list N) : N := fold_right (fun e w => N.setbit w e) 0 l.
Lemma mask_spec l e : N.testbit (mask l) e = true <-> In e l.
Proof. induction l as [|a l IH]; cbn [mask fold_right In]; [rewrite N.bits_0; intuition discriminate|].
  fold (mask l). rewrite N.setbit_iff, IH. reflexivity. Qed.
Definition pair_dec (x y : N * N) : {x = y} + {x <> y}.
Proof. decide equality; apply N.eq_dec. Defined.

(* The options of a heap of a finite code, found faster. *)
Fixpoint parts_of (j : nat) (n : N) : list (list N) :=
  match j with
  | O => if n =? 0 then [[]] else []
  | S O => if n =? 0 then [] else [[n]]
  | S j => flat_map (fun a => map (cons a) (parts_of j (n - a))) (upto n)
  end.
Lemma in_parts_of j : forall n p, In p (parts_of j n) <-> In p (parts j n).
Proof. induction j as [|[|j] IH]; intros n p; [reflexivity| |].
  - rewrite in_parts. cbn [parts_of]. destruct (N.eqb_spec n 0) as [->|Hn].
    + split; [intros []|]. intros [L [T A]]. destruct p as [|a [|]]; try discriminate. cbn in T. specialize (A a (or_introl eq_refl)). lia.
    + split.
      * intros [<-|[]]. cbn. repeat split; [lia|]. intros h [<-|[]]. lia.
      * intros [L [T A]]. destruct p as [|a [|]]; try discriminate. cbn in T. left. f_equal. lia.
  - change (parts_of (S (S j)) n) with (flat_map (fun a => map (cons a) (parts_of (S j) (n - a))) (upto n)).
    change (parts (S (S j)) n) with (flat_map (fun a => map (cons a) (parts (S j) (n - a))) (upto n)).
    rewrite !in_flat_map. split; intros [a [I J]]; exists a; split; auto; apply in_map_iff in J; destruct J as [q [<- J]];
      apply in_map, IH, J. Qed.
Definition options_of (c : code) (n : N) : list (list N) :=
  if PureTable.finite c then
    flat_map (fun k => flat_map (fun j =>
      if N.testbit (digit c k) (N.of_nat j) && ((1 <=? k) || (Nat.leb 2 j))
      then filter (allowedb (splits c)) (parts_of j (n - k)) else [])
    (seq 0 (S (N.to_nat (PureTable.most c))))) (filter (fun k => k <=? n) (els (PureTable.last c + 1)))
  else options c n.
Lemma in_options_of c n p : In p (options_of c n) <-> In p (options c n).
Proof. unfold options_of. destruct (PureTable.finite c) eqn:F; [|reflexivity]. pose proof (PureTable.finite_within c F) as W.
  unfold options. rewrite !in_flat_map. split; intros [k [K H]]; exists k; apply in_flat_map in H; destruct H as [j [J H]];
    (destruct (N.testbit _ _ && _) eqn:B; [|destruct H]); apply filter_In in H; destruct H as [H D].
  - apply in_parts_of in H. pose proof H as H'. apply in_parts in H. destruct H as [Lp [T A]]. apply filter_In in K.
    destruct K as [_ K]. apply N.leb_le in K. split.
    + destruct (N.eq_dec k 0) as [->|]; [now left|right]. apply in_upto. lia.
    + apply in_flat_map. exists j. rewrite B. split; [|apply filter_In; auto].
      pose proof (length_total p A). apply in_seq. lia.
  - apply andb_true_iff in B as B'. destruct B' as [B' _]. apply W in B'. split.
    + apply filter_In. split; [apply in_els; lia|]. apply N.leb_le. destruct K as [<-|K]; [lia|]. apply in_upto in K. lia.
    + apply in_flat_map. exists j. rewrite B. split; [apply in_seq; lia|]. apply filter_In. split; auto. now apply in_parts_of. Qed.

Section Checker.
Variables (c : code) (k : quotient).
Notation size := (order k).
Notation times := (product k).
Notation val := (element k).
Definition in_p (a : N) : bool := existsb (N.eqb a) (p_portion k).
Lemma in_p_spec a : in_p a = true <-> In a (p_portion k).
Proof. unfold in_p. rewrite existsb_exists. split.
  - intros [x [I E]]. apply N.eqb_eq in E. now subst.
  - intro I. exists a. now rewrite N.eqb_refl. Qed.

(* What counts of a heap: its element, and the elements that its moves leave, as bits. *)
Definition kind_of (h : N) : N * N := (val h, mask (map (element_of_sum k) (options_of c h))).
Definition loses (W q : N) : bool := existsb (fun e => N.testbit W e && in_p (times e q)) (els size).
Definition deficits (x : N * N) : N :=
  mask (filter (fun q => negb (in_p (times (fst x) q)) && negb (loses (snd x) q)) (els size)).

Definition check_monoid (top : N) : bool :=
  (0 <? size) &&
  forallb (fun a => (times 0 a =? a) &&
    forallb (fun b => (times a b <? size) && (times a b =? times b a) &&
                      ((a =? b) || existsb (fun q => xorb (in_p (times a q)) (in_p (times b q))) (els size))) (els size)) (els size) &&
  forallb (fun v => (v <? size) && forallb (fun a => forallb (fun b => times v (times a b) =? times (times v a) b) (els size)) (els size))
    (nodup N.eq_dec (map val (els (top + 1)))).
Definition check_words (top : N) (words : list (list N)) : bool :=
  forallb (fun a => let w := nth (N.to_nat a) words [] in
    forallb (fun h => h <=? top) w && (element_of_sum k w =? a)) (els size).
Definition check_pair (pairs : list (N * N)) (B e v D : N) : bool :=
  match filter (fun q => N.testbit B (times v q) && N.testbit D (times e q)) (els size) with
  | [] => true
  | 0 :: _ => false
  | L => existsb (fun y => (fst y =? times v e) && forallb (N.testbit (snd y)) L) pairs
  end.
Definition check_kind (pairs : list (N * N)) (x : N * N) : bool :=
  let D := deficits x in
  if snd x =? 0 then fst x =? 0 else
  forallb (fun q => negb (in_p (times (fst x) q) && loses (snd x) q)) (els size) &&
  forallb (fun y => check_pair pairs (snd y) (fst y) (fst x) D) pairs.
Definition check_sums (top : N) (pairs : list (N * N)) : bool :=
  negb (in_p 0) && forallb (fun y => fst y <? size) pairs &&
  existsb (fun y => (fst y =? 0) && forallb (fun q => in_p q || N.testbit (snd y) q) (els size)) pairs &&
  forallb (check_kind pairs) (nodup pair_dec (map kind_of (els (top + 1)))).
Definition check_quotient (top : N) (words : list (list N)) (pairs : list (N * N)) : bool :=
  check_monoid top && check_words top words && check_sums top pairs.

Section Checked.
Variables (top : N) (words : list (list N)) (pairs : list (N * N)) (among : N -> Prop).
Hypothesis Checked : check_quotient top words pairs = true.
Hypothesis smaller : forall h j, among h -> j < h -> among j.
Hypothesis all_small : forall h, h <= top -> among h.
(* Every heap has the element of a small one, and its moves leave the elements that those of the small one leave. *)
Definition same_kind (h j : N) : Prop := val h = val j /\ forall e,
  (exists m, In m (options c h) /\ element_of_sum k m = e) <-> (exists m, In m (options c j) /\ element_of_sum k m = e).
Hypothesis as_small : forall h, among h -> exists j, j <= top /\ same_kind h j.

Notation act := (act times val).
Notation add := (add times val).

Lemma monoid : 0 < size /\ (forall a, a < size -> times 0 a = a) /\
  (forall a b, a < size -> b < size -> times a b < size /\ times a b = times b a /\
     (a <> b -> exists q, q < size /\ in_p (times a q) <> in_p (times b q))) /\
  (forall h, among h -> val h < size /\ forall a b, a < size -> b < size -> times (val h) (times a b) = times (times (val h) a) b).
Proof. unfold check_quotient, check_monoid in Checked. rewrite !andb_true_iff in Checked.
  destruct Checked as [[[[H1 H2] H3] _] _]. apply N.ltb_lt in H1. rewrite all_els in H2. split; auto.
  assert (H2' : forall a, a < size -> times 0 a = a /\ forall b, b < size -> times a b < size /\ times a b = times b a /\
     (a <> b -> exists q, q < size /\ in_p (times a q) <> in_p (times b q))).
  { intros a La. specialize (H2 a La). rewrite andb_true_iff, all_els, N.eqb_eq in H2. destruct H2 as [E H2]. split; auto.
    intros b Lb. specialize (H2 b Lb). rewrite !andb_true_iff, orb_true_iff, N.ltb_lt, N.eqb_eq, N.eqb_eq, existsb_exists in H2.
    destruct H2 as [[A B] C]. repeat split; auto. intro Ne. destruct C as [C|[q [I C]]]; [congruence|].
    exists q. split; [now apply in_els|]. intro E'. rewrite E', xorb_nilpotent in C. discriminate. }
  split; [intros a La; apply (H2' a La)|]. split; [intros a b La Lb; now apply (H2' a La)|].
  intros h A. destruct (as_small h A) as [j [Lj [E _]]]. rewrite E. rewrite forallb_forall in H3. specialize (H3 (val j)).
  rewrite andb_true_iff, N.ltb_lt, all_els in H3. destruct H3 as [A1 A2].
  - apply nodup_In, in_map, in_els. lia.
  - split; auto. intros a b La Lb. specialize (A2 a La). rewrite all_els in A2. now apply N.eqb_eq, A2. Qed.

Lemma act_range h q : among h -> q < size -> act h q < size.
Proof. intros A L. destruct monoid as [_ [_ [M V]]]. apply M; auto. now apply V. Qed.
Lemma sum_range X : Forall among X -> element_of_sum k X < size.
Proof. induction 1 as [|h X A _ IH]; [apply monoid|]. now apply act_range. Qed.
Lemma add_sum X q : Forall among X -> q < size -> add X q = times (element_of_sum k X) q.
Proof. intros A L. induction A as [|h X A F IH]; [symmetry; now apply monoid|].
  change (add (h :: X) q) with (times (val h) (add X q)). rewrite IH. destruct monoid as [_ [_ [_ V]]].
  apply V; auto. now apply sum_range. Qed.
Lemma sum_app X Y : Forall among X -> Forall among Y ->
  element_of_sum k (X ++ Y) = times (element_of_sum k X) (element_of_sum k Y).
Proof. intros A B. rewrite <- add_sum; auto using sum_range. apply fold_right_app. Qed.
Lemma act_comm h j q : among h -> among j -> q < size -> act h (act j q) = act j (act h q).
Proof. intros A B L. destruct monoid as [_ [_ [M V]]]. destruct (V h A) as [Lh Vh]. destruct (V j B) as [Lj Vj].
  unfold act. rewrite Vh, Vj; auto. destruct (M (val h) (val j)) as [_ [-> _]]; auto. Qed.
Lemma option_small h m : among h -> In m (options c h) -> Forall among m.
Proof. intros A I. apply Forall_forall. intros j J. apply in_options in I. pose proof (leaves_lt _ _ _ _ I J).
  apply (smaller h); auto. lia. Qed.

Lemma kinds h : among h -> exists x : N * N, check_kind pairs x = true /\ fst x = val h /\
  forall e, N.testbit (snd x) e = true <-> exists m, In m (options c h) /\ element_of_sum k m = e.
Proof. intro A. destruct (as_small h A) as [j [Lj [E S]]]. exists (kind_of j).
  unfold check_quotient, check_sums in Checked. rewrite !andb_true_iff in Checked. destruct Checked as [_ [_ K]].
  rewrite forallb_forall in K. split; [apply K, nodup_In, in_map, in_els; lia|]. split; [now symmetry|].
  intro e. rewrite S. cbn [kind_of snd]. rewrite mask_spec, in_map_iff.
  split; intros [m [I J]]; exists m; (split; [tauto|apply in_options_of; tauto]) || (split; [apply in_options_of; tauto|tauto]). Qed.
Lemma loses_spec h (x : N * N) q : among h -> q < size ->
  (forall e, N.testbit (snd x) e = true <-> exists m, In m (options c h) /\ element_of_sum k m = e) ->
  loses (snd x) q = negb (forallb (fun m => negb (in_p (add m q))) (options c h)).
Proof. intros A L S. apply eq_true_iff_eq. unfold loses. rewrite existsb_exists, negb_true_iff. split.
  - intros [e [_ I]]. apply andb_true_iff in I. destruct I as [I J]. apply S in I. destruct I as [m [I <-]].
    destruct (forallb _ _) eqn:F; auto. rewrite forallb_forall in F. specialize (F m I).
    pose proof (option_small h m A I) as Fm. rewrite (add_sum m q Fm L), J in F. discriminate F.
  - intro F. destruct (existsb (fun m => in_p (add m q)) (options c h)) eqn:E.
    + apply existsb_exists in E. destruct E as [m [I J]]. assert (Fm : Forall among m) by now apply (option_small h).
      exists (element_of_sum k m). split; [apply in_els; now apply sum_range|]. apply andb_true_iff. split; [apply S; eauto|].
      now rewrite <- add_sum.
    + exfalso. rewrite <- not_true_iff_false in F. apply F. apply forallb_forall. intros m I. apply negb_true_iff.
      destruct (in_p (add m q)) eqn:J; auto. assert (existsb (fun m => in_p (add m q)) (options c h) = true); [|congruence].
      apply existsb_exists. eauto. Qed.
Lemma deficits_spec h (x : N * N) q : among h -> q < size -> fst x = val h ->
  (forall e, N.testbit (snd x) e = true <-> exists m, In m (options c h) /\ element_of_sum k m = e) ->
  N.testbit (deficits x) q = deficit c times val in_p h q.
Proof. intros A L E S. apply eq_true_iff_eq. unfold deficits, deficit. rewrite mask_spec, filter_In, in_els, E.
  rewrite (loses_spec h x q A L S), negb_involutive. unfold act. intuition. Qed.

Lemma outcomes X : Forall among X ->
  (in_p (element_of_sum k X) = true -> misere_lost (heaps c) X) /\
  (in_p (element_of_sum k X) = false -> misere_won (heaps c) X).
Proof. intro F. pose proof Checked as Ch. unfold check_quotient, check_sums in Ch. rewrite !andb_true_iff in Ch.
  destruct Ch as [[_ _] [[[H1 H2] H3] _]]. apply negb_true_iff in H1. rewrite forallb_forall in H2.
  destruct monoid as [Z [One [M V]]].
  apply (kernel c among size times val in_p pairs); auto using act_range, act_comm.
  - intros h q A L O. destruct (kinds h A) as [x [K [E S]]]. unfold check_kind in K.
    assert (W : snd x = 0).
    { apply N.bits_inj_0. intro e. destruct (N.testbit (snd x) e) eqn:T; auto. apply S in T. destruct T as [m [I _]].
      rewrite O in I. destruct I. }
    rewrite W in K. cbn in K. apply N.eqb_eq in K. unfold act. rewrite <- E, K. now apply One.
  - intros h q m A L I Q. destruct (kinds h A) as [x [K [E S]]]. unfold check_kind in K.
    assert (W : N.testbit (snd x) (element_of_sum k m) = true) by (apply S; eauto).
    destruct (N.eqb_spec (snd x) 0) as [W0|_]; [rewrite W0, N.bits_0 in W; discriminate|].
    apply andb_true_iff in K. destruct K as [K _]. rewrite all_els in K. specialize (K q L).
    rewrite (loses_spec h x q A L S), E in K. unfold act in Q. rewrite Q in K. cbn [andb] in K. rewrite negb_involutive in K.
    rewrite forallb_forall in K. now apply negb_true_iff, K.
  - intros e B I h A O. destruct (kinds h A) as [x [K [E S]]]. unfold check_kind in K.
    destruct (N.eqb_spec (snd x) 0) as [W0|_].
    { exfalso. destruct (options c h) as [|m ms] eqn:Om; [congruence|].
      assert (T : N.testbit (snd x) (element_of_sum k m) = true) by (apply S; exists m; split; [now left|auto]).
      rewrite W0, N.bits_0 in T. discriminate. }
    apply andb_true_iff in K. destruct K as [_ K]. rewrite forallb_forall in K. specialize (K _ I). cbn [fst snd] in K.
    specialize (H2 _ I). cbn [fst] in H2. apply N.ltb_lt in H2. destruct (V h A) as [Lv Vh].
    assert (Same : forall q, q < size -> N.testbit B (times (fst x) q) && N.testbit (deficits x) (times e q) =
        left c times val in_p B e h q).
    { intros q L. unfold left. rewrite E, (deficits_spec h x (times e q)); auto. now apply M. }
    unfold check_pair in K.
    destruct (filter _ (els size)) as [|d ds] eqn:Fl.
    + assert (None : forall q, q < size -> left c times val in_p B e h q = false).
      { intros q L. rewrite <- Same by auto. destruct (N.testbit B _ && _) eqn:T; auto. exfalso.
        assert (In q []) as []. rewrite <- Fl. apply filter_In. split; auto. now apply in_els. }
      split; auto.
    + assert (Every : forall q, q < size -> left c times val in_p B e h q = true -> In q (d :: ds)).
      { intros q L T. rewrite <- Fl. apply filter_In. split; [now apply in_els|]. now rewrite Same. }
      assert (First : d <> 0 -> left c times val in_p B e h 0 = false).
      { intro Nd. destruct (left c times val in_p B e h 0) eqn:T; auto. exfalso. apply Every in T; auto.
        clear - Fl T Nd. revert Fl T. unfold els. destruct (N.to_nat size) as [|n]; [discriminate|].
        cbn [seq map filter]. destruct (_ && _); [intros [= <- _] _; now apply Nd|]. intros Fl T. rewrite <- Fl in T.
        apply filter_In in T. destruct T as [T _]. apply in_map_iff in T. destruct T as [i [T I]]. apply in_seq in I. lia. }
      destruct d as [|d]; [discriminate|]. split; [apply First; discriminate|]. right.
      apply existsb_exists in K. destruct K as [[e' B'] [I' K]]. cbn [fst snd] in K. apply andb_true_iff in K.
      destruct K as [K1 K2]. apply N.eqb_eq in K1. exists e', B'. split; auto. split.
      * intros q L. unfold act. now rewrite K1, E, Vh.
      * intros q L T. rewrite forallb_forall in K2. apply K2. now apply Every.
  - apply existsb_exists in H3. destruct H3 as [[e B] [I H3]]. cbn [fst snd] in H3. apply andb_true_iff in H3.
    destruct H3 as [E H3]. apply N.eqb_eq in E. subst e. rewrite all_els in H3. exists B. repeat split; auto.
    intros q L Q. specialize (H3 q L). now rewrite Q in H3.
  - exact (proj1 (Forall_forall among X) F). Qed.

Lemma lost_iff X : Forall among X -> (misere_lost (heaps c) X <-> in_p (element_of_sum k X) = true).
Proof. intro F. destruct (outcomes X F) as [A B]. split; auto. intro L. destruct (in_p _); auto. exfalso.
  exact (misere_not_both _ _ L (B eq_refl)). Qed.

Theorem is_quotient : misere_quotient c among k.
Proof. destruct monoid as [Z [One [M V]]].
  assert (Gen : forall a, a < size -> exists X, Forall among X /\ element_of_sum k X = a).
  { intros a L. unfold check_quotient, check_words in Checked. rewrite !andb_true_iff in Checked.
    destruct Checked as [[_ W] _]. rewrite all_els in W. specialize (W a L). cbv zeta in W. apply andb_true_iff in W.
    destruct W as [W E]. eexists. split; [|apply N.eqb_eq, E]. rewrite forallb_forall in W. apply Forall_forall. intros h I.
    now apply all_small, N.leb_le, W. }
  split; [exact sum_range|]. split; auto. split; [|split; [exact sum_app|]].
  - intros X Y FX FY. split.
    + intros E W FW. rewrite !lost_iff, !sum_app, E; auto; [reflexivity| |]; apply Forall_app; auto.
    + intro I. destruct (N.eq_dec (element_of_sum k X) (element_of_sum k Y)) as [|Ne]; auto. exfalso.
      destruct (M (element_of_sum k X) (element_of_sum k Y)) as [_ [_ D]]; auto using sum_range.
      destruct (D Ne) as [q [L Q]]. destruct (Gen q L) as [W [FW <-]]. specialize (I W FW).
      rewrite !lost_iff, !sum_app in I; auto; try (apply Forall_app; auto). apply Q. now apply eq_true_iff_eq.
  - intros X F. rewrite <- in_p_spec. destruct (outcomes X F) as [A B]. split; auto. intro N. apply B. now apply not_true_is_false.
Qed.
End Checked.

Theorem quotient_to top words pairs : check_quotient top words pairs = true -> misere_quotient c (heaps_to top) k.
Proof. intro C. apply (is_quotient top words pairs); auto; unfold heaps_to.
  - intros; lia.
  - intros h L. exists h. split; auto. split; [auto|]. reflexivity. Qed.

(* ---------- the period (Plambeck and Siegel 2008) ---------- *)
Definition check_repeats (top : N) : bool :=
  let p := repeated k in let s := N.of_nat (length (elements k)) - p in
  match splits c with Any => true | _ => false end && PureTable.finite c && (1 <=? p) && (p <=? N.of_nat (length (elements k))) &&
  (N.max (PureTable.most c) 1 * (N.max s 1 + p) + PureTable.last c <=? top + 1).
Lemma element_repeats h : let p := repeated k in let n := N.of_nat (length (elements k)) in
  1 <= p -> p <= n -> n - p <= h -> val (h + p) = val h.
Proof. cbv zeta. set (p := repeated k). set (n := N.of_nat (length (elements k))). intros Hp Hn Hh. unfold element.
  fold p n. destruct (N.ltb_spec (h + p) n) as [|_]; [lia|].
  assert (E : (h + p - (n - p)) mod p = (h - (n - p)) mod p).
  { replace (h + p - (n - p)) with (h - (n - p) + 1 * p) by lia. apply N.mod_add. lia. }
  rewrite E. destruct (N.ltb_spec h n) as [L|_]; auto. rewrite N.mod_small by lia. do 2 f_equal. lia. Qed.
Lemma sum_replace l b b' r : val b = val b' -> element_of_sum k (l ++ b :: r) = element_of_sum k (l ++ b' :: r).
Proof. intro E. unfold element_of_sum. rewrite !fold_right_app. cbn [fold_right]. now rewrite E. Qed.
Theorem quotient_of_all top words pairs : check_quotient top words pairs = true -> check_repeats top = true ->
  misere_quotient c every_heap k.
Proof. intros C R. apply (is_quotient top words pairs); auto; try now intros.
  unfold check_repeats in R. cbv zeta in R. set (p := repeated k) in *. set (n := N.of_nat (length (elements k))) in *.
  rewrite !andb_true_iff, !N.leb_le in R. destruct R as [[[[A Fin] Hp] Hn] Ht].
  assert (Any' : splits c = Any) by (destruct (splits c); auto; discriminate). clear A.
  pose proof (PureTable.finite_within c Fin) as W. set (t := PureTable.last c) in *. set (s := n - p) in *. set (S := N.max s 1) in *.
  assert (W' : within c t (N.max (PureTable.most c) 1)) by (eapply PureTable.within_weaken; [apply W|lia]). clear W.
  set (w := N.max (PureTable.most c) 1) in *. assert (Hw : 1 <= w) by (unfold w; lia). clearbody w t.
  assert (HS : 1 <= S /\ s <= S) by (unfold S; lia).
  assert (Q : forall a, S <= a -> val (a + p) = val a) by (intros a La; apply element_repeats; unfold p, n, s, S in *; lia).
  assert (w * (S + p) = w * S + w * p /\ S + p <= w * (S + p) /\ p <= w * p) as [Ew [Hl Hl2]] by nia.
  intro h. induction h as [h IH] using (well_founded_induction N.lt_wf_0). intros _.
  destruct (N.le_gt_cases h top) as [L|L]; [exists h; split; auto; split; [auto|reflexivity]|].
  destruct (IH (h - p)) as [j [Lj [Ej Sj]]]; [lia|exact I|]. exists j. split; auto.
  assert (Up : h = h - p + p) by lia. set (i := h - p) in *. clearbody i. subst h.
  split; [rewrite Q by lia; auto|]. intro e. rewrite <- Sj. split; intros [m [I E]]; apply in_options in I;
    destruct (leaves_within _ _ _ _ _ W' I) as [B1 [B2 B3]].
  - destruct (large_heap m w (S + p)) as [l [b [r [-> Hb]]]]; try lia.
    exists (l ++ (b - p) :: r). split.
    + apply in_options, (leaves_replace c (i + p) i l b); auto; lia.
    + rewrite <- E. apply sum_replace. rewrite <- Q by lia. f_equal. lia.
  - destruct (large_heap m w S) as [l [b [r [-> Hb]]]]; try lia.
    exists (l ++ (b + p) :: r). split.
    + apply in_options, (leaves_replace c i (i + p) l b); auto; lia.
    + rewrite <- E. apply sum_replace. apply Q. lia. Qed.
End Checker.
