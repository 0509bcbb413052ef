(* Systems of sequences: a verified computer of their values, and the theorem of Guy and Smith for them, which proves that
   the values repeat. *)
From Coq Require Import NArith Arith List Lia Bool.
From Sprague Require Import Game Values HeapRules Components KindRules Machine Marks Least.
Import ListNotations.
Open Scope N_scope.

Section System.
Variable s : list heap_kind.

(* A function that is the mex of its values at the options is the value. *)
Definition worth (f : N -> N -> N) (x : piece) : N := match x with Heap k n => f k n | Pile v => v end.
Definition reached (f : N -> N -> N) (k n u : N) : Prop :=
  exists w p, In w (ways (kind_of s k)) /\ by_way k n w p /\ xor_of (worth f) p = u.
Definition right (f : N -> N -> N) (k n : N) : Prop :=
  match nth_error (given (kind_of s k)) (N.to_nat n) with
  | Some v => f k n = v
  | None => is_mex (reached f k n) (f k n)
  end.
Lemma piles v : forall u : N, (exists j, j < v /\ N.lxor j 0 = u) <-> u < v.
Proof. intro u. split; [intros [j [H <-]]; now rewrite N.lxor_0_r|]. intro H. exists u. now rewrite N.lxor_0_r. Qed.
Theorem right_value f : (forall k n, right f k n) -> forall k n, value (kinds s) [Heap k n] (f k n).
Proof. intros R k n. rewrite <- (N.lxor_0_r (f k n)). apply (replace_value (becomes s) _ (worth f)).
  assert (Less : forall v, is_mex (fun u => u < v) v) by (intro v; split; auto; lia).
  intros [j m|v].
  - specialize (R j m). unfold right in R. destruct (nth_error _ _) as [v|] eqn:E.
    + cbn [worth]. rewrite R. refine (is_mex_ext _ _ _ _ (Less v)). intro u. rewrite <- piles. split.
      * intros [i [H <-]]. exists [Pile i]. split; auto. eapply From_given; eauto.
      * intros [p [B <-]]. inversion B as [|? ? v' u' E' H|? ? w ? E']; subst; [|congruence]. exists u'. split; [|auto]. congruence.
    + refine (is_mex_ext _ _ _ _ R). intro u. split.
      * intros [w [p [I [B <-]]]]. exists p. split; auto. eapply From_way; eauto.
      * intros [p [B <-]]. inversion B as [|? ? v' u' E' H|? ? w ? E' I W]; subst; [congruence|]. exists w, p. auto.
  - refine (is_mex_ext _ _ _ _ (Less v)). intro u. rewrite <- piles. split.
    + intros [i [H <-]]. exists [Pile i]. split; auto. now constructor.
    + intros [p [B <-]]. inversion B; subst. eauto. Qed.

(* Only smaller heaps matter, and heaps of the same size of later kinds. *)
Lemma reached_ext f f' k n u : (forall j m, m < n \/ m = n /\ k < j -> f j m = f' j m) -> reached f k n u -> reached f' k n u.
Proof. intros E [w [p [I [B <-]]]]. exists w, p. repeat split; auto. apply xor_of_ext. intros x Hx. symmetry.
  destruct w as [c j d|c i j d a b|d]; cbn [by_way] in B.
  - destruct B as [O [m [<- ->]]]. destruct Hx as [<-|[<-|[]]]; cbn [worth]; [auto|]. apply E. lia.
  - destruct B as [O [x' [y [_ [_ [<- ->]]]]]]. destruct Hx as [<-|[<-|[<-|[]]]]; cbn [worth]; [auto| |]; apply E; lia.
  - destruct B as [_ ->]. destruct Hx. Qed.
Lemma right_ext f f' k n : (forall j m, m < n \/ m = n /\ k <= j -> f j m = f' j m) -> right f k n -> right f' k n.
Proof. intros E. assert (E' : forall j m, m < n \/ m = n /\ k < j -> f j m = f' j m) by (intros; apply E; lia).
  unfold right. rewrite <- (E k n) by lia. destruct (nth_error _ _); auto. apply is_mex_ext. intro u.
  split; apply reached_ext; auto. intros. symmetry. auto. Qed.

(* Guy and Smith: a function that repeats after p from e on, and is right below l + p, is right everywhere. *)
Definition fits (e p l : N) (w : way) : Prop :=
  match w with
  | Shorter _ _ d => e + d <= l
  | Split _ _ _ d a b => a <= e /\ b <= e /\ 2 * e + p + d <= l
  | Whole d => d < l
  end.
Theorem guy_smith_kinds f e p l : 1 <= p ->
  (forall k, N.of_nat (length (given (kind_of s k))) <= l /\ forall w, In w (ways (kind_of s k)) -> fits e p l w) ->
  (forall k n, e <= n -> f k (n + p) = f k n) -> (forall k n, n < l + p -> right f k n) -> e <= l ->
  forall k n, right f k n.
Proof. intros Hp Fit Per Base El k n. revert k. induction n as [n IH] using (well_founded_induction N.lt_wf_0). intro k.
  destruct (N.lt_ge_cases n (l + p)) as [|Hn]; [now apply Base|]. destruct (Fit k) as [Hg Hw].
  assert (None' : forall m, l <= m -> nth_error (given (kind_of s k)) (N.to_nat m) = None).
  { intros m Hm. apply nth_error_None. lia. }
  specialize (IH (n - p) ltac:(lia) k). unfold right in *. rewrite None' in * by lia.
  replace (f k n) with (f k (n - p)) by (rewrite <- Per by lia; f_equal; lia).
  refine (is_mex_ext _ _ _ _ IH). intro u. set (m := n - p) in *. replace n with (m + p) by (unfold m; lia).
  assert (Hm : l <= m) by (unfold m; lia). clearbody m. clear n Hn IH.
  split; intros [w [q [I [B <-]]]]; pose proof (Hw w I) as F; exists w.
  - destruct w as [c j d|c i j d a b|d]; cbn [by_way fits] in *.
    + destruct B as [O [x [En ->]]]. exists [Pile c; Heap j (x + p)]. repeat split; auto; [exists (x + p); split; [lia|auto]|].
      cbn [xor_of fold_right worth]. now rewrite Per by lia.
    + destruct B as [O [x [y [Hx [Hy [En ->]]]]]]. destruct (N.le_gt_cases e x).
      * exists [Pile c; Heap i (x + p); Heap j y]. repeat split; auto; [exists (x + p), y; repeat split; auto; lia|].
        cbn [xor_of fold_right worth]. now rewrite Per by lia.
      * exists [Pile c; Heap i x; Heap j (y + p)]. repeat split; auto; [exists x, (y + p); repeat split; auto; lia|].
        cbn [xor_of fold_right worth]. now rewrite Per by lia.
    + lia.
  - destruct w as [c j d|c i j d a b|d]; cbn [by_way fits] in *.
    + destruct B as [O [x [En ->]]]. exists [Pile c; Heap j (x - p)]. repeat split; auto; [exists (x - p); split; [lia|auto]|].
      cbn [xor_of fold_right worth]. rewrite <- (Per j (x - p)) by lia. now replace (x - p + p) with x by lia.
    + destruct B as [O [x [y [Hx [Hy [En ->]]]]]]. destruct (N.le_gt_cases (e + p) x).
      * exists [Pile c; Heap i (x - p); Heap j y]. repeat split; auto; [exists (x - p), y; repeat split; auto; lia|].
        cbn [xor_of fold_right worth]. rewrite <- (Per i (x - p)) by lia. now replace (x - p + p) with x by lia.
      * exists [Pile c; Heap i x; Heap j (y - p)]. repeat split; auto; [exists x, (y - p); repeat split; auto; lia|].
        cbn [xor_of fold_right worth]. rewrite <- (Per j (y - p)) by lia. now replace (y - p + p) with y by lia.
    + lia. Qed.
End System.

Module KindTable (M : MACHINE).
Import M.
Module Marked := Marks M.
Import Marked.

(* The values of all kinds in one table: of each size in turn, those of the last kind first. *)
Definition place (K k n : N) : N := n * K + (K - 1 - k).
Definition at_ (K : N) (t : T) (k n : N) : W := get t (ofN (place K k n)).
Fixpoint pairs (f : nat) (t : T) (K p q c : W) (m : T) : T :=
  match f with
  | O => m
  | S f => pairs f t K (add p K) (sub q K) c (mark m (wxor c (wxor (get t p) (get t q))))
  end.
(* Of two parts of the same kind the first one need not be the larger. *)
Definition mark_way (K : N) (t : T) (n : N) (i : nat) (w : way) (m : T) : T :=
  match w with
  | Shorter c j d => if d <=? n then mark m (wxor (ofN c) (at_ K t j (n - d))) else m
  | Split c j h d a b =>
      if d + (a + b) <=? n
      then let f := Nat.sub (S i) (nat_of (d + (a + b))) in
           pairs (if (j =? h) && (a =? b) then Nat.div2 (S f) else f) t (ofN K)
             (ofN (place K j a)) (ofN (place K h (n - d - a))) (ofN c) m
      else m
  | Whole d => if n =? d then mark m zero else m
  end.
Fixpoint mark_ways (K : N) (t : T) (n : N) (i : nat) (l : list way) (m : T) : T :=
  match l with [] => m | w :: l => mark_ways K t n i l (mark_way K t n i w m) end.
Definition next_value (K V : N) (fv : nat) (t : T) (n : N) (i : nat) (q : heap_kind) : option W :=
  match nth_error (given q) i with
  | Some v => Some (ofN v)
  | None => free fv zero (mark_ways K t n i (ways q) (make (ofN V)))
  end.
Fixpoint fill_kinds (s : list heap_kind) (K V : N) (fv : nat) (n : N) (i : nat) (k : nat) (t : T) : option T :=
  match k with
  | O => Some t
  | S k => match next_value K V fv t n i (nth k s (Kind [] [])) with
           | None => None
           | Some v => fill_kinds s K V fv n i k (set t (ofN (place K (N.of_nat k) n)) v)
           end
  end.
Fixpoint fill (s : list heap_kind) (K V : N) (fv : nat) (f : nat) (n : N) (i : nat) (t : T) : option T :=
  match f with
  | O => Some t
  | S f => match fill_kinds s K V fv n i (length s) t with
           | None => None
           | Some t => fill s K V fv f (n + 1) (S i) t
           end
  end.

(* What the computer and the theorem need of a system. *)
Definition way_ok (K e p l k : N) (w : way) : bool :=
  match w with
  | Shorter c j d => (c <? lim) && (j <? K) && ((1 <=? d) || (k <? j)) && (e + d <=? l)
  | Split c i j d a b =>
      (c <? lim) && (i <? K) && (j <? K) && (1 <=? d) && (a <=? e) && (b <=? e) && (2 * e + p + d <=? l)
  | Whole d => d <? l
  end.
Definition kind_ok (K e p l k : N) (q : heap_kind) : bool :=
  forallb (way_ok K e p l k) (ways q) && forallb (fun v => v <? lim) (given q) && (N.of_nat (length (given q)) <=? l).
Definition numbers_of (s : list heap_kind) : list N := from 0 (length s).
Definition system_ok (s : list heap_kind) (e p l : N) : bool :=
  forallb (fun k => kind_ok (N.of_nat (length s)) e p l k (kind_of s k)) (numbers_of s).

(* The value by the table, up to where it repeats. *)
Definition by_table (K : N) (t : T) (e p k n : N) : N :=
  if k <? K then toN (at_ K t k (if n <? e + p then n else e + (n - e) mod p)) else 0.
Definition check (V l : N) (hints : list N) (s : list heap_kind) (e p k b q : N) : bool :=
  let K := N.of_nat (length s) in
  (V <? lim) && ((l + p + 1) * K <? lim) && (1 <=? p) && (e <=? l) && (b <=? e) && system_ok s e p l &&
  match fill s K V (nat_of V) (nat_of (l + p)) 0 O (make (ofN ((l + p) * K))) with
  | None => false
  | Some t =>
      forallb (fun n => forallb (fun j => eqb (at_ K t j n) (at_ K t j (n + p))) (numbers_of s)) (from e (nat_of (l - e))) &&
      forallb (fun n => by_table K t e p k (n + q) =? by_table K t e p k n) (from b (nat_of (e + p - b))) &&
      check_least b q (map (fun h => (h, by_table K t e p k h)) hints)
  end.
(* ------------------------------ proofs ------------------------------ *)
Lemma kind_ok_of s e p l k : system_ok s e p l = true -> k < N.of_nat (length s) ->
  kind_ok (N.of_nat (length s)) e p l k (kind_of s k) = true.
Proof. unfold system_ok. rewrite forallb_forall. intros OK Hk. apply OK, in_from. lia. Qed.
Lemma way_ok_of s e p l k w : system_ok s e p l = true -> k < N.of_nat (length s) -> In w (ways (kind_of s k)) ->
  way_ok (N.of_nat (length s)) e p l k w = true.
Proof. intros OK Hk I. apply (kind_ok_of s e p l k OK) in Hk. unfold kind_ok in Hk.
  rewrite !andb_true_iff, !forallb_forall in Hk. now apply Hk. Qed.
Section System.
Variables (s : list heap_kind) (V B e p l : N).
Let K := N.of_nat (length s).
Hypothesis HV : V < lim.
Hypothesis HB : (B + 1) * K < lim.
Hypothesis OK : system_ok s e p l = true.

Lemma place_lt k n k' n' : k < K -> k' < K -> (place K k n < place K k' n' <-> n < n' \/ n = n' /\ k' < k).
Proof. intros H H'. unfold place. split; [|intros [L|[-> L]]; nia].
  intro L. destruct (N.lt_trichotomy n n') as [C|[C|C]]; [auto|right; subst; lia|nia]. Qed.
Lemma place_bound k n : k < K -> n < B -> place K k n < B * K.
Proof. intros. unfold place. nia. Qed.
Definition val (t : T) (k n : N) : N := if k <? K then toN (at_ K t k n) else 0.
Lemma val_at t k n : k < K -> toN (at_ K t k n) = val t k n.
Proof. intro H. unfold val. apply N.ltb_lt in H. now rewrite H. Qed.
Lemma toN_place k n : k < K -> n < B -> toN (ofN (place K k n)) = place K k n.
Proof. intros. apply toN_ofN. pose proof (place_bound k n). nia. Qed.

Section Heap.
Variables (t : T) (n : N) (i : nat).
Hypothesis Hn : n < B.
Hypothesis Hi : N.of_nat i = n.
Definition of_way (k : N) (w : way) (u : N) : Prop := exists q, by_way k n w q /\ xor_of (worth (val t)) q = u.

Lemma pairs_spec j h c : j < K -> h < K -> forall f p q x y m, toN p = place K j x -> toN q = place K h y ->
  x + N.of_nat f <= n + 1 -> N.of_nat f <= y + 1 -> y <= n -> V <= size m ->
  grew V (fun u => exists d, d < N.of_nat f /\ u = N.lxor (toN c) (N.lxor (val t j (x + d)) (val t h (y - d)))) m
    (pairs f t (ofN K) p q c m).
Proof. intros Hj Hh. assert (EK : toN (ofN K) = K) by (apply toN_ofN; nia).
  assert (Get : forall k z r, k < K -> z <= n -> toN r = place K k z -> toN (get t r) = val t k z).
  { intros k z r Hk Hz E. rewrite <- val_at by auto. unfold at_. f_equal. f_equal. apply toN_inj. rewrite toN_place; auto. lia. }
  induction f as [|f IH]; intros a b x y m Ea Eb Hx Hy Hyn Hm; cbn [pairs].
  - eapply grew_ext; [|apply grew_refl]. intro u. split; [tauto|]. intros [d [Hd _]]. lia.
  - set (m1 := mark m _). assert (G1 : grew V (fun u => u = N.lxor (toN c) (N.lxor (val t j x) (val t h y))) m m1).
    { eapply grew_ext; [|apply grew_mark; auto]. intro u. rewrite !toN_lxor, (Get j x), (Get h y) by (auto; lia). reflexivity. }
    assert (S1 : V <= size m1) by (unfold m1; now rewrite size_mark).
    assert (Stop : f = O -> grew V (fun u => exists d, d < N.of_nat (S f) /\
        u = N.lxor (toN c) (N.lxor (val t j (x + d)) (val t h (y - d)))) m (pairs f t (ofN K) (add a (ofN K)) (sub b (ofN K)) c m1)).
    { intros ->. cbn [pairs]. eapply grew_ext; [|apply G1]. intro u. split.
      - intros ->. exists 0. rewrite N.add_0_r, N.sub_0_r. split; [lia|auto].
      - intros [d [Hd ->]]. replace d with 0 by lia. now rewrite N.add_0_r, N.sub_0_r. }
    destruct f as [|f']; [now apply Stop|clear Stop]. set (f := S f') in *.
    assert (Pa : toN (add a (ofN K)) = place K j (x + 1)).
    { rewrite toN_add; rewrite Ea, EK; unfold place; [lia|]. assert (x + 2 <= B + 1) by lia. nia. }
    assert (Pb : toN (sub b (ofN K)) = place K h (y - 1)).
    { rewrite toN_sub; rewrite Eb, EK; unfold place; assert (1 <= y) by lia; nia. }
    eapply grew_ext; [|eapply grew_trans; [apply G1|apply (IH _ _ (x + 1) (y - 1) m1 Pa Pb); lia]].
    intro u. cbv beta. split.
    + intros [->|[d [Hd ->]]]; [exists 0; rewrite N.add_0_r, N.sub_0_r; split; [lia|auto]|].
      exists (d + 1). split; [lia|]. do 3 f_equal; lia.
    + intros [d [Hd ->]]. destruct (N.eq_dec d 0) as [->|]; [left; now rewrite N.add_0_r, N.sub_0_r|right].
      exists (d - 1). split; [lia|]. do 3 f_equal; lia. Qed.

Lemma mark_way_spec k w m : k < K -> way_ok K e p l k w = true -> V <= size m ->
  grew V (of_way k w) m (mark_way K t n i w m).
Proof. intros Hk Hw Hm. unfold of_way. destruct w as [c j d|c j h d a b|d]; cbn [way_ok mark_way by_way] in *.
  - rewrite !andb_true_iff, orb_true_iff, !N.ltb_lt, !N.leb_le in Hw. destruct Hw as [[[Hc Hj] Hd] _].
    destruct (N.leb_spec d n) as [L|L].
    + eapply grew_ext; [|apply grew_mark; auto]. intro u. rewrite toN_lxor, toN_ofN, val_at by auto. split.
      * intros ->. exists [Pile c; Heap j (n - d)]. split; [split; auto; exists (n - d); split; [lia|auto]|].
        cbn [xor_of fold_right worth]. now rewrite N.lxor_0_r.
      * intros [q [[_ [x [Ex ->]]] <-]]. cbn [xor_of fold_right worth]. rewrite N.lxor_0_r. now replace (n - d) with x by lia.
    + eapply grew_ext; [|apply grew_refl]. intro u. split; [tauto|]. intros [q [[_ [x [Ex _]]] _]]. lia.
  - rewrite !andb_true_iff, !N.ltb_lt, !N.leb_le in Hw. destruct Hw as [[[[[[Hc Hj] Hh] Hd] _] _] _].
    destruct (N.leb_spec (d + (a + b)) n) as [L|L].
    + set (f := Nat.sub (S i) (nat_of (d + (a + b)))). assert (Ef : N.of_nat f = n + 1 - (d + (a + b))).
      { unfold f. rewrite Nat2N.inj_sub, nat_of_spec. lia. }
      set (f' := if _ && _ then _ else _). assert (Ef' : N.of_nat f' <= N.of_nat f /\ N.of_nat f <= N.of_nat f' + N.of_nat f' /\
          (f' = f \/ j = h /\ a = b)).
      { unfold f'. destruct (_ && _) eqn:Q; [|lia]. rewrite andb_true_iff, !N.eqb_eq in Q.
        pose proof (Nat.div2_odd (S f)) as D. destruct (Nat.odd (S f)); cbn [Nat.b2n] in D; lia. }
      eapply grew_ext; [|apply (pairs_spec j h (ofN c)) with (x := a) (y := n - d - a); auto; try (apply toN_place; auto); lia].
      intro u. rewrite toN_ofN by auto. split.
      * intros [z [Hz ->]]. exists [Pile c; Heap j (a + z); Heap h (n - d - a - z)]. split.
        -- split; auto. exists (a + z), (n - d - a - z). repeat split; lia.
        -- cbn [xor_of fold_right worth]. now rewrite N.lxor_0_r.
      * intros [q [[_ [x [y [Hx [Hy [En ->]]]]]] <-]]. cbn [xor_of fold_right worth]. rewrite N.lxor_0_r.
        destruct (N.lt_ge_cases (x - a) (N.of_nat f')) as [Z|Z]; [exists (x - a); split; [lia|do 3 f_equal; lia]|].
        exists (y - b). split; [lia|]. rewrite N.lxor_comm with (a := val t j x). destruct Ef' as [_ [_ [E|[-> ->]]]]; [lia|].
        do 3 f_equal; lia.
    + eapply grew_ext; [|apply grew_refl]. intro u. split; [tauto|]. intros [q [[_ [x [y [Hx [Hy [En _]]]]]] _]]. lia.
  - destruct (N.eqb_spec n d) as [->|L].
    + eapply grew_ext; [|apply grew_mark; auto]. intro u. rewrite toN_zero. split.
      * intros ->. exists []. auto.
      * intros [q [[_ ->] <-]]. reflexivity.
    + eapply grew_ext; [|apply grew_refl]. intro u. split; [tauto|]. intros [q [[E _] _]]. congruence. Qed.
Lemma mark_ways_spec k : k < K -> forall ws m, (forall w, In w ws -> way_ok K e p l k w = true) -> V <= size m ->
  grew V (fun u => exists w, In w ws /\ of_way k w u) m (mark_ways K t n i ws m).
Proof. intro Hk. induction ws as [|w ws IH]; intros m Hw Hm; cbn [mark_ways].
  - eapply grew_ext; [|apply grew_refl]. intro u. split; [tauto|]. intros [w [[] _]].
  - pose proof (mark_way_spec k w m Hk (Hw w (or_introl eq_refl)) Hm) as G.
    eapply grew_ext; [|eapply grew_trans; [apply G|apply IH; [intros; apply Hw; now right|destruct G; lia]]].
    intro u. cbv beta. split.
    + intros [H|[w' [I H]]]; [exists w|exists w']; split; auto; [now left|now right].
    + intros [w' [[<-|I] H]]; [now left|right; eauto]. Qed.
Lemma next_value_spec k v : k < K -> next_value K V (nat_of V) t n i (kind_of s k) = Some v ->
  match nth_error (given (kind_of s k)) (N.to_nat n) with
  | Some x => toN v = x
  | None => is_mex (reached s (val t) k n) (toN v)
  end.
Proof. intro Hk. unfold next_value. replace (N.to_nat n) with i by lia. destruct (nth_error _ _) as [x|] eqn:E; intro H.
  - injection H as <-. apply toN_ofN. apply nth_error_In in E. pose proof (kind_ok_of s e p l k OK Hk) as Q. unfold kind_ok in Q.
    rewrite !andb_true_iff, !forallb_forall in Q. apply N.ltb_lt. now apply Q.
  - refine (is_mex_ext _ _ _ _ (free_mex V _ _ _ HV (mark_ways_spec k Hk _ _ (fun w => way_ok_of s e p l k w OK Hk) _) H)).
    + intro u. unfold reached, of_way. split; [intros [w [I [q [Q E']]]]|intros [w [q [I [Q E']]]]]; eauto 6.
    + rewrite <- (toN_ofN V) at 1 by auto. apply size_make. rewrite toN_ofN; auto. Qed.
End Heap.

(* So far the table is right: all smaller sizes, and of this size the kinds from k on. *)
Definition done (t : T) (n k : N) : Prop :=
  B * K <= size t /\ forall j m, j < K -> m < n \/ m = n /\ k <= j -> right s (val t) j m.
Lemma val_set t k n v j m : k < K -> n < B -> j <> k \/ m <> n -> m < B -> val (set t (ofN (place K k n)) v) j m = val t j m.
Proof. intros Hk Hn D Hm. unfold val. destruct (N.ltb_spec j K) as [Hj|]; auto. unfold at_. rewrite get_set_other; auto.
  intro E. apply (f_equal toN) in E. rewrite !toN_place in E by auto.
  pose proof (place_lt k n j m Hk Hj). pose proof (place_lt j m k n Hj Hk). lia. Qed.
Lemma fill_kinds_spec n i : n < B -> N.of_nat i = n -> forall k t t', fill_kinds s K V (nat_of V) n i k t = Some t' ->
  N.of_nat k <= K -> done t n (N.of_nat k) -> done t' n 0.
Proof. intros Hn Hi. induction k as [|k IH]; intros t t' H Hk D; cbn [fill_kinds] in H; [injection H as <-; exact D|].
  set (j := N.of_nat k) in *. assert (Hj : j < K) by lia.
  destruct (next_value _ _ _ _ _ _ _) as [v|] eqn:E; [|discriminate]. apply IH in H; auto; [lia|]. clear IH H.
  replace (nth k s (Kind [] [])) with (kind_of s j) in E by (unfold kind_of, j; now rewrite Nat2N.id).
  apply next_value_spec in E; auto. destruct D as [Sz D]. split; [now rewrite size_set|].
  set (t1 := set t _ v). assert (New : val t1 j n = toN v).
  { rewrite <- val_at by auto. unfold at_, t1. rewrite get_set_same; auto. rewrite toN_place by auto.
    pose proof (place_bound j n). lia. }
  assert (Old : forall h m, m < n \/ m = n /\ j < h -> val t h m = val t1 h m).
  { intros h m Hm. symmetry. apply val_set; auto; lia. }
  intros h m Hh Hm. destruct (N.eq_dec m n) as [->|]; [destruct (N.eq_dec h j) as [->|]|].
  - unfold right. rewrite New. destruct (nth_error _ _); [exact E|]. refine (is_mex_ext _ _ _ _ E). intro u.
    split; apply reached_ext; auto. intros. symmetry. auto.
  - apply (right_ext s (val t)); [intros; apply Old; lia|]. apply D; [auto|lia].
  - apply (right_ext s (val t)); [intros; apply Old; lia|]. apply D; [auto|lia]. Qed.
Lemma fill_spec : forall f n i t t', fill s K V (nat_of V) f n i t = Some t' -> N.of_nat i = n -> n + N.of_nat f <= B ->
  done t n K -> forall j m, j < K -> m < n + N.of_nat f -> right s (val t') j m.
Proof. induction f as [|f IH]; intros n i t t' H Hi Hf D j m Hj Hm; cbn [fill] in H.
  - injection H as <-. apply D; [auto|lia].
  - destruct (fill_kinds _ _ _ _ _ _ _ _) as [t1|] eqn:E; [|discriminate].
    apply fill_kinds_spec in E; auto; [|lia|fold K; lia].
    refine (IH (n + 1) (S i) t1 t' H _ _ _ j m Hj _); try lia. destruct E as [Sz D1]. split; auto. intros. apply D1; [auto|lia]. Qed.
End System.

(* From a period on, a value is that of a smaller heap. *)
Lemma by_table_turn K t e p k n : 1 <= p -> e <= n -> by_table K t e p k (n + p) = by_table K t e p k n.
Proof. intros Hp Hn. unfold by_table. destruct (k <? K); auto. do 2 f_equal.
  assert (F : e + (n + p - e) mod p = e + (n - e) mod p).
  { f_equal. replace (n + p - e) with (n - e + 1 * p) by lia. apply N.mod_add. lia. }
  destruct (N.ltb_spec (n + p) (e + p)); [lia|]. rewrite F. destruct (N.ltb_spec n (e + p)) as [L|]; auto.
  rewrite N.mod_small by lia. lia. Qed.
Lemma system_ok_fits s e p l : system_ok s e p l = true -> forall k,
  N.of_nat (length (given (kind_of s k))) <= l /\ forall w, In w (ways (kind_of s k)) -> fits e p l w.
Proof. intros OK k. destruct (N.lt_ge_cases k (N.of_nat (length s))) as [Hk|Hk].
  - pose proof (kind_ok_of s e p l k OK Hk) as Q. unfold kind_ok in Q. rewrite !andb_true_iff, N.leb_le in Q.
    split; [apply Q|]. intros w I. apply (way_ok_of s e p l k w OK Hk) in I.
    destruct w; cbn [way_ok fits] in *; rewrite ?andb_true_iff, ?N.leb_le, ?N.ltb_lt in I; intuition.
  - unfold kind_of. rewrite nth_overflow by lia. cbn. split; [lia|tauto]. Qed.
Theorem checked V l hints s e p k b q : check V l hints s e p k b q = true -> kinds_repeat s e p k b q.
Proof. unfold check. rewrite !andb_true_iff, !N.ltb_lt, !N.leb_le. intros [[[[[[HV HB] Hp] El] Hb] OK] H].
  set (K := N.of_nat (length s)) in *. destruct (fill _ _ _ _ _ _ _ _) as [t|] eqn:E; [|discriminate].
  rewrite !andb_true_iff, !forallb_forall in H. destruct H as [[Turn Small] Least].
  assert (R : forall j m, j < K -> m < l + p -> right s (val s t) j m).
  { intros j m Hj Hm. refine (fill_spec s V (l + p) e p l HV HB OK _ _ _ _ _ E _ _ _ j m Hj _); rewrite ?nat_of_spec; try lia.
    split; [|intros; lia]. fold K. set (Z := (l + p) * K). assert (Z < lim) by (unfold Z; nia).
    rewrite <- (toN_ofN Z) at 1 by auto. apply size_make. now rewrite toN_ofN. }
  set (F := by_table K t e p) in *.
  assert (Same : forall j m, m < l + p -> F j m = val s t j m).
  { intros j m. unfold F, by_table, val. fold K. destruct (N.ltb_spec j K) as [Hj|]; auto.
    induction m as [m IH] using (well_founded_induction N.lt_wf_0). intro Hm.
    destruct (N.ltb_spec m (e + p)) as [|L]; auto. specialize (Turn (m - p)). rewrite forallb_forall in Turn.
    specialize (Turn ltac:(apply in_from; rewrite nat_of_spec; lia) j ltac:(apply in_from; fold K; lia)).
    rewrite eqb_toN in Turn. apply N.eqb_eq in Turn. replace (m - p + p) with m in Turn by lia. rewrite <- Turn.
    rewrite <- (IH (m - p)) by lia. f_equal. f_equal. replace (m - e) with (m - p - e + 1 * p) by lia. rewrite N.mod_add by lia.
    destruct (N.ltb_spec (m - p) (e + p)); auto. rewrite N.mod_small by lia. lia. }
  assert (Value : forall j m, value (kinds s) [Heap j m] (F j m)).
  { apply right_value. apply (guy_smith_kinds s F e p l); auto; [now apply system_ok_fits| |].
    - intros j m Hm. now apply by_table_turn.
    - intros j m Hm. destruct (N.lt_ge_cases j K) as [Hj|Hj].
      + apply (right_ext s (val s t)); [|now apply R]. intros. symmetry. apply Same. lia.
      + unfold right, reached. unfold kind_of. rewrite nth_overflow by (unfold K in Hj; lia). cbn.
        assert (Z : F j m = 0) by (unfold F, by_table; destruct (N.ltb_spec j K); [lia|auto]).
        rewrite Z. destruct (N.to_nat m); cbn; split; try lia; intros [w [p' [[] _]]]. }
  assert (Repeats : forall j a r, (forall m, a <= m -> F j (m + r) = F j m) -> repeats s j a r).
  { intros j a r H m Hm. exists (F j m). split; [apply Value|]. rewrite <- H by auto. apply Value. }
  assert (All : forall j m, e <= m -> F j (m + p) = F j m) by (intros; now apply by_table_turn).
  assert (One : forall m, b <= m -> F k (m + q) = F k m).
  { induction m as [m IH] using (well_founded_induction N.lt_wf_0). intro Hm. destruct (N.lt_ge_cases m (e + p)) as [L|L].
    - apply N.eqb_eq, Small. apply in_from. rewrite nat_of_spec. lia.
    - replace (m + q) with (m - p + q + p) by lia. rewrite All, IH, <- All by lia. f_equal. lia. }
  split; [auto|]. split; [auto|]. intros a r Hr P. apply (least (F k) b q _ One) with (t := a) (q := r) in Least; auto.
  - intros h v I. apply in_map_iff in I. now destruct I as [x [[= <- <-] _]].
  - intros m Hm. destruct (P m Hm) as [v [A A']].
    now rewrite (value_unique _ _ _ _ (Value k m) A), (value_unique _ _ _ _ (Value k (m + r)) A'). Qed.
End KindTable.

Module PureKinds := KindTable NMachine.
Module FastKinds := KindTable IMachine.

(* The same with every machine word written out, for speed. *)
Definition fast_kinds := Eval cbv beta delta
  [FastKinds.check FastKinds.fill FastKinds.fill_kinds FastKinds.next_value FastKinds.mark_ways FastKinds.mark_way
   FastKinds.pairs FastKinds.at_ FastKinds.Marked.mark FastKinds.Marked.marked FastKinds.Marked.free
   IMachine.add IMachine.sub IMachine.wxor IMachine.ltb IMachine.eqb IMachine.zero IMachine.one
   IMachine.make IMachine.get IMachine.set] in FastKinds.check.
Lemma fast_kinds_repeat V l h s e p k b q : fast_kinds V l h s e p k b q = true -> kinds_repeat s e p k b q.
Proof. exact (FastKinds.checked V l h s e p k b q). Qed.
