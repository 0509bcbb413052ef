(* Boards and graphs by computation: sets of places as bits of a number. *)
From Coq Require Import NArith List Lia Bool String.
From Sprague Require Import Game Values NumberRules Machine Search BoardRules.
Import ListNotations.
Open Scope N_scope.

(* ---------- the same games on masks: each move asks for a set of bits, and removes one ---------- *)
Definition inside (a b : N) : Prop := N.land b a = a.                  (* a is a part of b *)
Lemma inside_spec a b : inside a b <-> forall i, N.testbit a i = true -> N.testbit b i = true.
Proof. unfold inside. split.
  - intros E i H. rewrite <- E, N.land_spec in H. now apply andb_true_iff in H.
  - intro H. apply N.bits_inj. intro i. rewrite N.land_spec. specialize (H i). destruct (N.testbit a i), (N.testbit b i); auto.
Qed.
Lemma some_bit a : a <> 0 -> exists i, N.testbit a i = true.
Proof. intro H. exists (N.log2 a). now apply N.bit_log2. Qed.
Lemma no_bit a : (forall i, N.testbit a i = false) -> a = 0.
Proof. intro H. apply N.bits_inj. intro i. now rewrite H, N.bits_0. Qed.
Lemma ldiff_sub p k : N.ldiff p k = p - N.land p k /\ N.land p k <= p.
Proof. assert (E : N.ldiff (N.land p k) p = 0) by bits.
  split; [|now apply N.ldiff_le]. rewrite N.sub_nocarry_ldiff by auto. bits. Qed.
Inductive mask_move (D : list (N * N)) : N -> N -> Prop :=
| Mask_move p d k : In (d, k) D -> d <> 0 -> inside d p -> inside d k -> mask_move D p (N.ldiff p k).
Lemma mask_ends D : well_founded (fun q p => mask_move D p q).
Proof. apply (fewer _ (fun p => p)). intros p q [m d k I H Hd Hk]. destruct (ldiff_sub m k) as [-> L].
  assert (N.land m k <> 0); [|lia]. intro Z. destruct (some_bit d H) as [i Hi].
  rewrite inside_spec in Hd, Hk. specialize (Hd i Hi). specialize (Hk i Hi).
  assert (B : N.testbit (N.land m k) i = true) by (rewrite N.land_spec, Hd, Hk; auto). rewrite Z, N.bits_0 in B. discriminate.
Qed.
Definition masks (D : list (N * N)) : game := Game N (mask_move D) (mask_ends D).

Section Places.
Context {V : Type} (dec : forall x y : V, {x = y} + {x <> y}).
Variables (rule : list V -> list V -> Prop) (P : proper rule) (vs : list V) (listed : list (list V * list V)).
Hypothesis listed_rule : forall a g, In (a, g) listed -> rule a g /\ forall x, In x a -> In x vs.
Hypothesis rule_listed : forall a g, rule a g -> (forall x, In x a -> In x vs) -> In (a, g) listed.
Fixpoint mask_from (i : N) (vs l : list V) : N :=
  match vs with
  | [] => 0
  | v :: vs => if in_dec dec v l then N.lor (2 ^ i) (mask_from (i + 1) vs l) else mask_from (i + 1) vs l
  end.
Definition mask : list V -> N := mask_from 0 vs.
Definition moves_of : list (N * N) := map (fun x => (mask (fst x), mask (snd x))) listed.
Definition has (i : N) (l : list V) : Prop := exists x, nth_error vs (N.to_nat i) = Some x /\ In x l.
Lemma mask_from_bit l : forall ws s i, N.testbit (mask_from s ws l) i = true <->
  s <= i /\ exists x, nth_error ws (N.to_nat (i - s)) = Some x /\ In x l.
Proof. induction ws as [|v ws IH]; intros s i; cbn [mask_from].
  - rewrite N.bits_0. split; [discriminate|]. intros [_ [x [H _]]]. destruct (N.to_nat (i - s)); discriminate.
  - assert (Next : (s + 1 <= i /\ exists x, nth_error ws (N.to_nat (i - (s + 1))) = Some x /\ In x l) ->
      s <= i /\ exists x, nth_error (v :: ws) (N.to_nat (i - s)) = Some x /\ In x l).
    { intros [H [x [E I]]]. split; [lia|]. exists x. split; auto. replace (N.to_nat (i - s)) with (S (N.to_nat (i - (s + 1)))) by lia. auto. }
    assert (Back : s <= i -> i <> s -> (exists x, nth_error (v :: ws) (N.to_nat (i - s)) = Some x /\ In x l) ->
      s + 1 <= i /\ exists x, nth_error ws (N.to_nat (i - (s + 1))) = Some x /\ In x l).
    { intros H Hn [x [E I]]. split; [lia|]. exists x. split; auto.
      replace (N.to_nat (i - s)) with (S (N.to_nat (i - (s + 1)))) in E by lia. auto. }
    destruct (in_dec dec v l) as [Iv|Iv]. + rewrite N.lor_spec, orb_true_iff, IH, N.pow2_bits_eqb, N.eqb_eq. split.
      * intros [<-|H]; [|auto]. split; [lia|]. exists v. rewrite N.sub_diag. auto.
      * intros [H E]. destruct (N.eq_dec i s) as [->|]; auto.
    + rewrite IH. split; auto. intros [H E]. destruct (N.eq_dec i s) as [->|]; [|auto].
      rewrite N.sub_diag in E. destruct E as [x [E I]]. injection E as ->. tauto. Qed.
Lemma mask_bit l i : N.testbit (mask l) i = true <-> has i l.
Proof. unfold mask, has. rewrite mask_from_bit, N.sub_0_r. split; [tauto|]. intro H. split; [lia|auto]. Qed.
Definition stands (p : list V) (m : N) : Prop := (forall x, In x p -> In x vs) /\ forall i, N.testbit m i = true <-> has i p.
Lemma in_has x l : In x vs -> In x l -> exists i, nth_error vs (N.to_nat i) = Some x /\ has i l.
Proof.
  intros H I. apply In_nth_error in H. destruct H as [n E]. exists (N.of_nat n). unfold has. rewrite Nat2N.id. eauto.
Qed.
Lemma without_in gone p x : In x (without dec gone p) <-> In x p /\ ~ In x gone.
Proof. unfold without. rewrite filter_In. destruct (in_dec dec x gone); intuition; discriminate. Qed.
Lemma stands_without p m gone : stands p m -> stands (without dec gone p) (N.ldiff m (mask gone)).
Proof. intros [S B]. split; [intros x H; apply without_in in H; apply S; tauto|]. intro i.
  rewrite N.ldiff_spec, andb_true_iff, negb_true_iff, B. unfold has. split.
  - intros [[x [E I]] N]. exists x. split; auto. apply without_in. split; auto. intro Ig.
    assert (N.testbit (mask gone) i = true) by (apply mask_bit; exists x; auto). congruence.
  - intros [x [E I]]. apply without_in in I. split; [exists x; tauto|].
    destruct (N.testbit (mask gone) i) eqn:Z; auto. apply mask_bit in Z. destruct Z as [y [E' I']]. rewrite E in E'. injection E' as <-. tauto.
Qed.
Theorem places_value p v : (forall x, In x p -> In x vs) ->
  value (masks moves_of) (mask p) v -> value (places dec rule P) p v.
Proof. intros Hp. apply (same_beside (places dec rule P) (masks moves_of) stands).
  3: { split; auto. intro i. apply mask_bit. }
  - intros q m q' S M. pose proof S as [Sq B]. destruct M as [q ask gone R H]. exists (N.ldiff m (mask gone)).
    split; [|now apply stands_without]. destruct (P _ _ R) as [Pn Pg].
    assert (Il : In (ask, gone) listed) by (apply rule_listed; auto). apply Mask_move with (d := mask ask).
    + unfold moves_of. apply in_map_iff. exists (ask, gone). auto.
    + destruct ask as [|x ask]; [congruence|]. destruct (in_has x (x :: ask)) as [i [E I]]; [apply Sq, H; now left|now left|].
      apply mask_bit in I. intro Z. rewrite Z, N.bits_0 in I. discriminate.
    + apply inside_spec. intros i Hi. apply B. apply mask_bit in Hi. destruct Hi as [x [E I]]. exists x. auto.
    + apply inside_spec. intros i Hi. apply mask_bit. apply mask_bit in Hi. destruct Hi as [x [E I]]. exists x. auto.
  - intros q m m' S M. pose proof S as [Sq B]. destruct M as [m d k I Hd Id Ik]. unfold moves_of in I. apply in_map_iff in I.
    destruct I as [[ask gone] [E I]]. injection E as <- <-. destruct (listed_rule _ _ I) as [R Hv].
    exists (without dec gone q). split; [|now apply stands_without]. constructor 1 with (ask := ask); auto.
    intros x Ix. destruct (in_has x ask (Hv x Ix) Ix) as [i [E Hi]]. apply mask_bit in Hi. rewrite inside_spec in Id.
    apply Id, B in Hi. destruct Hi as [y [E' Iy]]. rewrite E in E'. now injection E' as <-. Qed.
End Places.

(* ---------- the search on masks ---------- *)
Module BoardSearch (M : MACHINE).
Import M.
Module S := Search M.

(* a renaming of places: pairs of bits *)
Definition image (s : list (N * N)) (p : N) : N :=
  fold_right (fun x a => if N.testbit p (fst x) then N.lor (2 ^ snd x) a else a) 0 s.
Definition domain (s : list (N * N)) : N := fold_right (fun x a => N.lor (2 ^ fst x) a) 0 s.
Fixpoint once (l : list N) : bool := match l with [] => true | x :: l => negb (existsb (N.eqb x) l) && once l end.
Definition fits (D : list (N * N)) (s : list (N * N)) : bool :=
  let dom := domain s in let rng := image s dom in
  let moved := map (fun x => (image s (fst x), image s (snd x))) (filter (fun x => N.land dom (fst x) =? fst x) D) in
  let there := map (fun x => (fst x, N.land (snd x) rng)) (filter (fun x => N.land rng (fst x) =? fst x) D) in
  let eq2 (x y : N * N) := (fst x =? fst y) && (snd x =? snd y) in
  once (map fst s) && once (map snd s) && forallb (fun x => (fst x <? 62) && (snd x <? 62)) s &&
  forallb (fun x => existsb (eq2 x) there) moved && forallb (fun x => existsb (eq2 x) moved) there.

Definition fine (D : list (N * N)) : bool :=
  forallb (fun x => negb (fst x =? 0) && (N.land (snd x) (fst x) =? fst x) && (snd x <? wide) && (fst x <? wide)) D.
(* the moves in the order in which they are tried: first those after which the fewest others remain, counted two deep *)
Fixpoint put_in (x : N * (N * N)) (l : list (N * (N * N))) : list (N * (N * N)) :=
  match l with [] => [x] | y :: r => if fst x <=? fst y then y :: put_in x r else x :: l end.
Definition total_of (D : list (N * (N * N))) (g : N) : N :=
  fold_right (fun x a => if N.land (fst (snd x)) g =? 0 then a else fst x + a) 0 D.
Definition ordered (D : list (N * N)) : list (N * N) :=
  let one := map (fun x => (1, x)) D in
  let near := map (fun x => (total_of one (snd x), x)) D in
  map snd (fold_right put_in [] (map (fun x => (total_of near (snd x), x)) D)).
Definition words (D : list (N * N)) : list (W * W) := map (fun x => (ofN (fst x), ofN (snd x))) (ordered D).

Record renaming := Renaming { dom : W; pairs : list (W * W) }.
Definition renaming_of (s : list (N * N)) : renaming :=
  Renaming (ofN (domain s)) (map (fun x => (ofN (2 ^ fst x), ofN (2 ^ snd x))) s).
Fixpoint apply (ps : list (W * W)) (w : W) : W :=
  match ps with
  | [] => zero
  | (b, c) :: ps => if eqb (wand w b) zero then apply ps w else wor c (apply ps w)
  end.
(* the least of the images under the renamings that belong to a place in the frame *)
Fixpoint least (rs : list renaming) (w best : W) : W :=
  match rs with
  | [] => best
  | r :: rs => if eqb (wand w (dom r)) w
               then let i := apply (pairs r) w in least rs w (if ltb i best then i else best)
               else least rs w best
  end.
Fixpoint pick {A} (ms : list W) (w : W) (l : list (list A)) : list A :=
  match ms, l with
  | m :: ms, x :: l => if eqb (wand w m) zero then pick ms w l else x
  | _, _ => []
  end.
Section Hints.
Variables (D : list (W * W)) (rows columns : list W) (maps : list (list (list renaming))) (flood : W -> W).
Definition rename (w : W) : W :=
  match pick columns w (pick rows w maps) with
  | [] => w
  | r :: rs => if eqb (wand w (dom r)) w then least rs w (apply (pairs r) w) else w
  end.
Definition opts (w : W) : list W :=
  map (fun x => sub w (wand w (snd x))) (filter (fun x => eqb (wand w (fst x)) (fst x)) D).
Definition closed (w c : W) : bool :=
  forallb (fun x => if eqb (wand w (fst x)) (fst x)
                    then let g := wand w (snd x) in eqb (wand c g) g || eqb (wand c g) zero else true) D.
Fixpoint count (l : list (W * W)) (w a : W) : W :=
  match l with [] => a | (d, _) :: l => count l w (if eqb (wand w d) d then add a one else a) end.
(* b: a part of w that is set aside, the largest so far, to come last: of the last part one value is asked for, of the
   others all that are smaller *)
Fixpoint split (f : nat) (w b : W) : list W :=
  match f with
  | O => [w]
  | S f => if eqb w zero then []
           else let aside := wand w b in
                let r := sub w aside in
                let c := wand w (flood r) in
                if eqb r zero || eqb c w || eqb c zero then [w]
                else if eqb aside zero then split f w c
                else let less := ltb (count D c zero) (count D aside zero) in
                     let s := if less then c else aside in
                     if closed w s
                     then match split f (sub w s) (if less then aside else c) with [] => [w] | ps => s :: ps end
                     else [w]
  end.
Fixpoint live (l : list (W * W)) (w a : W) : W :=
  match l with
  | [] => a
  | (d, _) :: l => live l w (if eqb (wand w d) d then wor a d else a)
  end.
Definition parts (f : nat) (w : W) : list W := map rename (split f (live D w zero) zero).
Definition check (f : nat) (p k : W) : bool := S.check opts (parts f) f p k.
End Hints.
Definition check_board (D : list (N * N)) (rows columns : list N) (maps : list (list (list (list (N * N)))))
  (flood : list (W * W) -> W -> W) (f : nat) (p k : N) : bool :=
  fine D && forallb (forallb (forallb (fits D))) maps && (p <? wide) && (k <? wide) &&
  check (words D) (map ofN rows) (map ofN columns) (map (map (map renaming_of)) maps) (flood (words D)) f (ofN p) (ofN k).

(* Hints: the part of w that hangs together with its lowest place; by all moves, or by shifts on a grid of [width]
   columns, where [not_first] and [not_last] are the places outside the first and the last column. *)
Definition lowest (w : W) : W := wxor w (wand w (sub w one)).
Fixpoint spread (D : list (W * W)) (w c : W) : W :=
  match D with
  | [] => c
  | (d, k) :: D => let g := wand w k in
                   spread D w (if eqb (wand w d) d then if eqb (wand g c) zero then c else wor c g else c)
  end.
Fixpoint flood_from (f : nat) (grow : W -> W) (c : W) : W :=
  match f with O => c | S f => let n := grow c in if eqb n c then c else flood_from f grow n end.
Definition flood_moves (D : list (W * W)) (w : W) : W := flood_from 64 (spread D w) (lowest w).
Definition flood_grid (width not_first not_last : N) : list (W * W) -> W -> W :=
  let cw := ofN width in let nf := ofN not_first in let nl := ofN not_last in
  fun _ w => flood_from 64 (fun c => wand w (wor c (wor (wor (wshl (wand c nl) one) (wshr (wand c nf) one))
                                                         (wor (wshl c cw) (wshr c cw))))) (lowest w).

(* ------------------------------ proofs ------------------------------ *)
Lemma image_bit s p y : N.testbit (image s p) y = true <-> exists x, In (x, y) s /\ N.testbit p x = true.
Proof. induction s as [|[a b] s IH]; cbn [image fold_right fst snd].
  - rewrite N.bits_0. split; [discriminate|intros [x [[] _]]].
  - fold (image s p). destruct (N.testbit p a) eqn:E.
    + rewrite N.lor_spec, orb_true_iff, IH, N.pow2_bits_eqb, N.eqb_eq. split.
      * intros [<-|[x [I H]]]; [exists a; split; auto; now left|exists x; split; auto; now right].
      * intros [x [[Q|I] H]]; [injection Q as <- <-; auto|right; eauto].
    + rewrite IH. split; [intros [x [I H]]; exists x; split; auto; now right|].
      intros [x [[Q|I] H]]; [injection Q as <- <-; congruence|eauto]. Qed.
Lemma domain_bit s x : N.testbit (domain s) x = true <-> exists y, In (x, y) s.
Proof. induction s as [|[a b] s IH]; cbn [domain fold_right fst].
  - rewrite N.bits_0. split; [discriminate|intros [y []]].
  - fold (domain s). rewrite N.lor_spec, orb_true_iff, IH, N.pow2_bits_eqb, N.eqb_eq. split.
    + intros [<-|[y I]]; [exists b; now left|exists y; now right].
    + intros [y [Q|I]]; [injection Q as <- <-; auto|eauto]. Qed.
Lemma once_inj (f : N * N -> N) s : once (map f s) = true -> forall x y, In x s -> In y s -> f x = f y -> x = y.
Proof. induction s as [|a s IH]; cbn; [tauto|]. rewrite andb_true_iff, negb_true_iff. intros [N O].
  assert (Na : forall y, In y s -> f a <> f y).
  { intros y I E. rewrite <- not_true_iff_false in N. apply N, existsb_exists. exists (f y). split; [now apply in_map|now apply N.eqb_eq]. }
  intros x y [<-|Ix] [<-|Iy] E; auto; [elim (Na y Iy E)|symmetry in E; elim (Na x Ix E)]. Qed.

Section Renamed.
Variables (D : list (N * N)) (s : list (N * N)).
Hypothesis F : fits D s = true.
Hypothesis Fine : fine D = true.
Let dm := domain s.
Let rng := image s dm.
Lemma fine_spec d k : In (d, k) D -> d <> 0 /\ inside d k /\ k < wide /\ d < wide.
Proof. intro I. unfold fine in Fine. rewrite forallb_forall in Fine. specialize (Fine _ I). cbn in Fine.
  rewrite !andb_true_iff, negb_true_iff, N.eqb_neq, N.eqb_eq, !N.ltb_lt in Fine. unfold inside. tauto. Qed.
Lemma fits_spec :
  (forall x y x' y', In (x, y) s -> In (x', y') s -> (x = x' \/ y = y') -> x = x' /\ y = y') /\
  (forall d k, In (d, k) D -> inside d dm -> exists k', In (image s d, k') D /\ N.land k' rng = image s k) /\
  (forall d' k', In (d', k') D -> inside d' rng ->
    exists d k, In (d, k) D /\ inside d dm /\ d' = image s d /\ N.land k' rng = image s k).
Proof. unfold fits in F. cbv zeta in F. rewrite !andb_true_iff in F. destruct F as [[[[O1 O2] _] F1] F2].
  rewrite forallb_forall in F1, F2. split; [|split].
  - intros x y x' y' I I' [E|E]; [pose proof (once_inj fst s O1 _ _ I I' E) as Q|pose proof (once_inj snd s O2 _ _ I I' E) as Q];
    injection Q; auto.
  - intros d k I Hd. specialize (F1 (image s d, image s k)). assert (X := F1 ltac:(apply in_map_iff; exists (d, k); split; auto;
      apply filter_In; split; auto; now apply N.eqb_eq)). apply existsb_exists in X. destruct X as [[d' k'] [I' E]].
    apply in_map_iff in I'. destruct I' as [[d2 k2] [Q I']]. injection Q as <- <-. apply filter_In in I'.
    cbn in E. rewrite andb_true_iff, !N.eqb_eq in E. destruct E as [-> ->]. exists k2. split; [apply I'|reflexivity].
  - intros d' k' I Hd. specialize (F2 (d', N.land k' rng)). assert (X := F2 ltac:(apply in_map_iff; exists (d', k'); split; auto;
      apply filter_In; split; auto; now apply N.eqb_eq)). apply existsb_exists in X. destruct X as [[d2 k2] [I' E]].
    apply in_map_iff in I'. destruct I' as [[d k] [Q I']]. injection Q as <- <-. apply filter_In in I'. cbn in I', E.
    rewrite andb_true_iff, !N.eqb_eq in E. destruct E as [-> ->]. exists d, k. repeat split; try tauto. now apply N.eqb_eq.
Qed.
Definition renamed (p q : N) : Prop := inside p dm /\ q = image s p.
Lemma image_of x y p : In (x, y) s -> (N.testbit (image s p) y = true <-> N.testbit p x = true).
Proof. destruct fits_spec as [U _]. intro I. rewrite image_bit. split; [|intro H; exists x; auto].
  intros [x' [I' H]]. destruct (U x y x' y I I') as [-> _]; auto. Qed.
Lemma image_ldiff p k k' : inside p dm -> N.land k' rng = image s k -> N.ldiff (image s p) k' = image s (N.ldiff p k).
Proof. intros Hp E. apply N.bits_inj. intro y. rewrite N.ldiff_spec. destruct (N.testbit (image s p) y) eqn:Ep.
  - apply image_bit in Ep. destruct Ep as [x [I Hx]]. cbn [andb].
    assert (Ey : N.testbit rng y = true) by (apply image_of with (x := x); auto; apply domain_bit; eauto).
    assert (Ek : N.testbit k' y = N.testbit (image s k) y) by (rewrite <- E, N.land_spec, Ey; now rewrite andb_true_r).
    rewrite Ek. apply eq_true_iff_eq. rewrite negb_true_iff, <- not_true_iff_false, (image_of x y k I), (image_of x y _ I).
    rewrite N.ldiff_spec, Hx. cbn. rewrite negb_true_iff, not_true_iff_false. reflexivity.
  - cbn [andb]. symmetry. apply not_true_iff_false. intro H. apply image_bit in H. destruct H as [x [I Hx]].
    rewrite N.ldiff_spec in Hx. apply andb_true_iff in Hx. apply not_true_iff_false in Ep. apply Ep. apply image_bit. exists x. tauto.
Qed.
Lemma inside_ldiff p k q : inside p q -> inside (N.ldiff p k) q.
Proof. rewrite !inside_spec. intros H i Hi. rewrite N.ldiff_spec in Hi. apply andb_true_iff in Hi. apply H. tauto. Qed.
Lemma renamed_beside p v : inside p dm ->
  (lost (sum (masks D) nim_heap) (p, v) <-> lost (sum (masks D) nim_heap) (image s p, v)) /\
  (won (sum (masks D) nim_heap) (p, v) <-> won (sum (masks D) nim_heap) (image s p, v)).
Proof. intro Hp. destruct fits_spec as [U [F1 F2]]. apply (same_beside (masks D) (masks D) renamed); [| |now split].
  - intros q q' r [Hq ->] M. destruct M as [q d k I H Hd Hk]. assert (Id : inside d dm) by (rewrite inside_spec in *; auto).
    destruct (F1 d k I Id) as [k' [I' E]]. exists (N.ldiff (image s q) k'). split; [|split; [now apply inside_ldiff|now apply image_ldiff]].
    destruct (fine_spec _ _ I') as [N' [K' _]]. apply Mask_move with (d := image s d); auto.
    apply inside_spec. intros y Hy. apply image_bit in Hy. destruct Hy as [x [Ix Hx]]. apply image_bit. exists x. rewrite inside_spec in Hd. auto.
  - intros q q' r [Hq ->] M. remember (image s q) as m eqn:Em. destruct M as [m d' k' I H Hd Hk]. subst m.
    assert (Ir : inside d' rng).
    { rewrite inside_spec in *. intros y Hy. apply Hd in Hy. apply image_bit in Hy. destruct Hy as [x [Ix Hx]].
      apply image_bit. exists x. auto. } destruct (F2 d' k' I Ir) as [d [k [I' [Id [-> E]]]]]. exists (N.ldiff q k).
    split; [|split; [now apply inside_ldiff|now apply image_ldiff]].
    destruct (fine_spec _ _ I') as [N' [K' _]]. apply Mask_move with (d := d); auto.
    rewrite inside_spec in *. intros x Hx. pose proof (Id x Hx) as Hx'. apply domain_bit in Hx'. destruct Hx' as [y Ixy].
    apply (image_of x y q Ixy), Hd. now apply (image_of x y d Ixy). Qed.
End Renamed.

Section Spec.
Variables (D : list (N * N)) (rows columns : list W) (maps : list (list (list (list (N * N))))) (flood : W -> W).
Hypothesis Fine : fine D = true.
Hypothesis Maps : forallb (forallb (forallb (fits D))) maps = true.
Let DW := words D.
Let B := sum (masks D) nim_heap.

Lemma put_in_iff x y l : In y (put_in x l) <-> y = x \/ In y l.
Proof. induction l as [|z l IH]; cbn; [|destruct (fst x <=? fst z); cbn; [rewrite IH|]]; intuition congruence. Qed.
Lemma in_ordered x : In x (ordered D) <-> In x D.
Proof.
  assert (H : forall f l, In x (map snd (fold_right put_in [] (map (fun y : N * N => (f y : N, y)) l))) <-> In x l).
  { intro f. induction l as [|y l IH]; [reflexivity|]. cbn [map fold_right In]. rewrite <- IH, !in_map_iff. split.
    - intros [z [E I]]. apply put_in_iff in I. destruct I as [->|I]; [left; exact E|right; exists z; auto].
    - intros [E|[z [E I]]]; [exists (f y, y)|exists z]; (split; [exact E|]); apply put_in_iff; [now left|now right]. }
  apply H. Qed.
Lemma is_word d k : In (d, k) D -> In (ofN d, ofN k) DW.
Proof. intro I. unfold DW, words. apply in_map_iff. exists (d, k). split; [reflexivity|now apply in_ordered]. Qed.
Lemma in_words x : In x DW <-> exists d k, In (d, k) D /\ toN (fst x) = d /\ toN (snd x) = k.
Proof. unfold DW, words. rewrite in_map_iff. split.
  - intros [[d k] [<- I]]. apply in_ordered in I. destruct (fine_spec D Fine _ _ I) as [_ [_ [A C]]]. exists d, k. cbn. rewrite !toN_ofN_wide by auto. auto.
  - intros [d [k [I [A C]]]]. exists (d, k). split; [|now apply in_ordered]. destruct (fine_spec D Fine _ _ I) as [_ [_ [A' C']]].
    destruct x as [a c]. cbn in *. f_equal; apply toN_inj; rewrite toN_ofN_wide; auto. Qed.
Lemma has_ask w d : eqb (wand w d) d = true <-> inside (toN d) (toN w).
Proof. rewrite eqb_toN, toN_land, N.eqb_eq. reflexivity. Qed.
Lemma gone_spec w k : toN (sub w (wand w k)) = N.ldiff (toN w) (toN k).
Proof. destruct (ldiff_sub (toN w) (toN k)) as [E L]. rewrite toN_sub; rewrite toN_land; auto. Qed.
Lemma opts_sound w q : In q (opts DW w) -> mask_move D (toN w) (toN q).
Proof.
  unfold opts. rewrite in_map_iff. intros [x [<- I]]. apply filter_In in I. destruct I as [I H]. apply in_words in I.
  destruct I as [d [k [I [Ed Ek]]]]. rewrite gone_spec, Ek. destruct (fine_spec D Fine _ _ I) as [N0 [K0 _]].
  apply has_ask in H. rewrite Ed in H. now apply Mask_move with (d := d). Qed.
Lemma opts_all w y : mask_move D (toN w) y -> exists q, In q (opts DW w) /\ toN q = y.
Proof. intro M. inversion M as [p d k I H Hd Hk E1 E2]. subst p. destruct (fine_spec D Fine _ _ I) as [_ [_ [A C]]].
  exists (sub w (wand w (ofN k))). split; [|rewrite gone_spec; now rewrite toN_ofN_wide].
  unfold opts. apply in_map_iff. exists (ofN d, ofN k). split; auto.
  apply filter_In. split; [now apply is_word|]. apply has_ask. cbn. now rewrite toN_ofN_wide.
Qed.

Lemma apply_spec s w : forallb (fun x => (fst x <? 62) && (snd x <? 62)) s = true ->
  toN (apply (pairs (renaming_of s)) w) = image s (toN w).
Proof. cbn [renaming_of pairs]. induction s as [|[x y] s IH]; [intros _; apply toN_zero|].
  cbn [forallb fst snd map apply image fold_right]. fold (image s (toN w)). rewrite !andb_true_iff, !N.ltb_lt. intros [[Hx Hy] Hs].
  rewrite eqb_toN, toN_land, toN_zero. assert (Q : forall z, z < 62 -> toN (ofN (2 ^ z)) = 2 ^ z).
  { intros z Hz. apply toN_ofN_wide. apply N.lt_le_trans with (2 ^ 62); [apply N.pow_lt_mono_r; lia|]. exact wide_62. }
  rewrite (Q x Hx). destruct (N.testbit (toN w) x) eqn:E.
  - destruct (N.eqb_spec (N.land (toN w) (2 ^ x)) 0) as [Z|Z].
    + apply (f_equal (fun a => N.testbit a x)) in Z. rewrite N.land_spec, E, N.pow2_bits_true, N.bits_0 in Z. discriminate.
    + rewrite toN_lor, (Q y Hy). f_equal. auto.
  - destruct (N.eqb_spec (N.land (toN w) (2 ^ x)) 0) as [Z|Z]; auto. exfalso. apply Z. apply no_bit. intro i.
    rewrite N.land_spec, N.pow2_bits_eqb. destruct (N.eqb_spec x i) as [<-|]; [now rewrite E|now rewrite andb_false_r].
Qed.
Lemma pick_in {A} ms w (l : list (list A)) x : In x (pick ms w l) -> exists y, In y l /\ In x y.
Proof. revert l. induction ms as [|m ms IH]; intros [|y l]; cbn; try tauto. destruct (eqb (wand w m) zero); [|eauto].
  intro H. destruct (IH l H) as [z [I J]]. eauto. Qed.
Definition alike (a b : W) : Prop := forall j, (lost B (toN a, j) <-> lost B (toN b, j)) /\ (won B (toN a, j) <-> won B (toN b, j)).
Lemma alike_refl a : alike a a.
Proof. intro j. tauto. Qed.
Definition usable (r : renaming) : Prop := exists s, fits D s = true /\ r = renaming_of s.
Lemma apply_alike r w : usable r -> eqb (wand w (dom r)) w = true -> alike w (apply (pairs r) w).
Proof. intros [s [F ->]] H j. pose proof F as F'. unfold fits in F'. cbv zeta in F'. rewrite !andb_true_iff in F'.
  destruct F' as [[[_ Hb] _] _]. rewrite (apply_spec s w Hb). apply renamed_beside; auto.
  rewrite eqb_toN, toN_land, N.eqb_eq in H. cbn [dom renaming_of] in H. unfold inside.
  assert (Ed : toN (ofN (domain s)) = domain s).
  { apply toN_ofN_wide. apply N.lt_le_trans with (2 ^ 62); [|exact wide_62].
    rewrite forallb_forall in Hb. destruct (N.eq_dec (domain s) 0) as [->|Hn]; [reflexivity|].
    apply N.log2_lt_pow2; [lia|]. pose proof (N.bit_log2 _ Hn) as L. apply domain_bit in L. destruct L as [y I].
    specialize (Hb _ I). apply andb_true_iff in Hb. now apply N.ltb_lt. } rewrite Ed in H. now rewrite N.land_comm.
Qed.
Lemma least_alike rs w : (forall r, In r rs -> usable r) -> forall best, alike w best -> alike w (least rs w best).
Proof. induction rs as [|r rs IH]; intros H best A; cbn; auto.
  assert (H' : forall x, In x rs -> usable x) by (intros; apply H; now right).
  destruct (eqb (wand w (dom r)) w) eqn:E; [|auto]. apply IH; auto.
  destruct (ltb _ best); auto. apply apply_alike; auto. apply H. now left. Qed.
Let mapsW := map (map (map renaming_of)) maps.
Lemma rename_alike w : alike w (rename rows columns mapsW w).
Proof. unfold rename. destruct (pick columns w (pick rows w mapsW)) as [|r rs] eqn:E; [apply alike_refl|].
  assert (H : forall x, In x (r :: rs) -> usable x).
  { intros x I. rewrite <- E in I. apply pick_in in I. destruct I as [y [Iy Ix]]. apply pick_in in Iy. destruct Iy as [z [Iz Iy]].
    unfold mapsW in Iz. apply in_map_iff in Iz. destruct Iz as [z0 [<- Iz]]. apply in_map_iff in Iy. destruct Iy as [y0 [<- Iy]].
    apply in_map_iff in Ix. destruct Ix as [s [<- Ix]]. exists s. split; auto.
    rewrite forallb_forall in Maps. specialize (Maps _ Iz). rewrite forallb_forall in Maps. specialize (Maps _ Iy).
    rewrite forallb_forall in Maps. auto. } destruct (eqb (wand w (dom r)) w) eqn:E2; [|apply alike_refl].
  apply least_alike; [intros; apply H; now right|]. apply apply_alike; auto. apply H. now left. Qed.

(* what falls apart *)
Lemma closed_beside w c v j : inside (toN c) (toN w) -> closed DW w c = true -> value (masks D) (toN c) v ->
  (lost B (toN (sub w c), N.lxor j v) -> lost B (toN w, j)) /\ (won B (toN (sub w c), N.lxor j v) -> won B (toN w, j)).
Proof. intros Hc Hcl Vc. assert (Er : toN (sub w c) = N.ldiff (toN w) (toN c)).
  { destruct (ldiff_sub (toN w) (toN c)) as [E L]. rewrite Hc in E, L. rewrite toN_sub; auto. }
  assert (C : forall d k, In (d, k) D -> inside d (toN w) ->
    let g := N.land (toN w) k in N.land (toN c) g = g \/ N.land (toN c) g = 0).
  { intros d k I Hd g. unfold closed in Hcl. rewrite forallb_forall in Hcl.
    pose proof (is_word d k I) as Iw.
    specialize (Hcl _ Iw). cbn [fst snd] in Hcl. destruct (fine_spec D Fine _ _ I) as [_ [_ [A C]]].
    assert (Q : eqb (wand w (ofN d)) (ofN d) = true) by (apply has_ask; now rewrite toN_ofN_wide).
    rewrite Q in Hcl. cbv zeta in Hcl. rewrite orb_true_iff, !eqb_toN, !N.eqb_eq, !toN_land, toN_zero, toN_ofN_wide in Hcl by auto. exact Hcl. }
  set (R := fun (ab : N * N) (m : N) => inside (fst ab) (toN c) /\ inside (snd ab) (N.ldiff (toN w) (toN c)) /\ m = N.lor (fst ab) (snd ab)).
  assert (Same := same_beside (sum (masks D) (masks D)) (masks D) R).
  assert (Tb : forall a b i, N.testbit (N.ldiff a b) i = true <-> N.testbit a i = true /\ N.testbit b i = false).
  { intros. now rewrite N.ldiff_spec, andb_true_iff, negb_true_iff. }
  assert (Tl : forall a b i, N.testbit (N.lor a b) i = true <-> N.testbit a i = true \/ N.testbit b i = true).
  { intros. now rewrite N.lor_spec, orb_true_iff. }
  assert (Ta : forall a b i, N.testbit (N.land a b) i = true <-> N.testbit a i = true /\ N.testbit b i = true).
  { intros. now rewrite N.land_spec, andb_true_iff. }
  (* a move inside w stays on one side *)
  assert (Side : forall d k a b, In (d, k) D -> inside a (toN c) -> inside b (N.ldiff (toN w) (toN c)) ->
    (inside d a -> N.ldiff b k = b) /\ (inside d b -> N.ldiff a k = a) /\
    (inside d (N.lor a b) -> (inside d a \/ inside d b))).
  { intros d k a b I Ha Hb. destruct (fine_spec D Fine _ _ I) as [D0 [Dk _]]. rewrite !inside_spec in *.
    assert (Hab : forall i, N.testbit (N.lor a b) i = true -> N.testbit (toN w) i = true).
    { intros i Hi. apply Tl in Hi. destruct Hi as [Hi|Hi]; [apply Ha in Hi; auto|apply Hb in Hi; now apply Tb in Hi]. }
    assert (Cs : inside d (N.lor a b) -> (forall i, N.testbit k i = true -> N.testbit (toN w) i = true -> N.testbit (toN c) i = true) \/
                 (forall i, N.testbit k i = true -> N.testbit (toN w) i = true -> N.testbit (toN c) i = false)).
    { intro Hd. destruct (C d k I) as [E|E]; [rewrite inside_spec in *; auto| |].
      - left. intros i Hk Hw. assert (X : N.testbit (N.land (toN w) k) i = true) by (apply Ta; auto). rewrite <- E in X. apply Ta in X. tauto.
      - right. intros i Hk Hw. destruct (N.testbit (toN c) i) eqn:Z; auto.
        assert (X : N.testbit (N.land (toN c) (N.land (toN w) k)) i = true) by (apply Ta; split; auto; apply Ta; auto).
        rewrite E, N.bits_0 in X. discriminate. } destruct (some_bit d D0) as [z Hz].
    assert (Keep : forall x, (forall i, N.testbit k i = true -> N.testbit x i = true -> False) -> N.ldiff x k = x).
    { intros x H. apply N.bits_inj. intro i. rewrite N.ldiff_spec. specialize (H i).
      destruct (N.testbit x i), (N.testbit k i); auto; exfalso; auto. } split; [|split].
    - intros Hd. apply Keep. intros i Hk Hbi. apply Hb in Hbi. apply Tb in Hbi. destruct Hbi as [Hw Hnc].
      destruct Cs as [H|H]; [apply inside_spec; intros x Hx; apply Tl; auto|rewrite (H i Hk Hw) in Hnc; discriminate|].
      specialize (H z (Dk z Hz)). rewrite (Ha z (Hd z Hz)) in H. discriminate H. apply Hc, Ha, Hd, Hz.
    - intros Hd. apply Keep. intros i Hk Hai. pose proof (Ha i Hai) as Hci.
      destruct Cs as [H|H]; [apply inside_spec; intros x Hx; apply Tl; auto| |rewrite (H i Hk (Hc i Hci)) in Hci; discriminate].
      pose proof (Hb z (Hd z Hz)) as Hbz. apply Tb in Hbz. destruct Hbz as [Hw Hn]. rewrite (H z (Dk z Hz) Hw) in Hn. discriminate.
    - intro Hd. pose proof (Cs (proj2 (inside_spec _ _) Hd)) as Cd. destruct Cd as [H|H]; [left|right]; intros i Hi;
      pose proof (Hd i Hi) as Hl; pose proof (H i (Dk i Hi) (Hab i Hl)) as Hci; apply Tl in Hl; destruct Hl as [Hl|Hl]; auto; exfalso.
      + apply Hb in Hl. apply Tb in Hl. destruct Hl. congruence. + apply Ha in Hl. congruence. }
  assert (Ld : forall a b k, N.ldiff (N.lor a b) k = N.lor (N.ldiff a k) (N.ldiff b k)) by (intros; bits).
  assert (Rw : R (toN c, toN (sub w c)) (toN w)).
  { unfold R. cbn [fst snd]. rewrite Er. repeat split; try (apply inside_spec; auto; fail). apply N.bits_inj. intro i.
    rewrite N.lor_spec, N.ldiff_spec. rewrite inside_spec in Hc. specialize (Hc i). destruct (N.testbit (toN c) i), (N.testbit (toN w) i); auto. }
  destruct (Same) with (p := (toN c, toN (sub w c))) (p' := toN w) (v := j) as [S1 S2]; auto.
  - intros [a b] m [a' b'] [Ra [Rb ->]] M. cbn [fst snd] in *. destruct M as [[M E]|[E M]]; cbn [fst snd] in *; subst.
    + inversion M as [a0 d k I H Hd Hk]. subst. destruct (Side d k a b I Ra Rb) as [Q _].
      exists (N.ldiff (N.lor a b) k). split.
      * apply Mask_move with (d := d); auto. rewrite inside_spec in *. intros i Hi. apply Tl. auto.
      * unfold R. cbn [fst snd]. rewrite Ld, (Q Hd). repeat split; auto. now apply inside_ldiff.
    + inversion M as [b0 d k I H Hd Hk]. subst. destruct (Side d k a b I Ra Rb) as [_ [Q _]].
      exists (N.ldiff (N.lor a b) k). split.
      * apply Mask_move with (d := d); auto. rewrite inside_spec in *. intros i Hi. apply Tl. auto.
      * unfold R. cbn [fst snd]. rewrite Ld, (Q Hd). repeat split; auto. now apply inside_ldiff.
  - intros [a b] m q [Ra [Rb ->]] M. cbn [fst snd] in *. inversion M as [m0 d k I H Hd Hk]. subst.
    destruct (Side d k a b I Ra Rb) as [Q1 [Q2 Q3]]. destruct (Q3 Hd) as [Hs|Hs].
    + exists (N.ldiff a k, b). split; [left; split; auto; now apply Mask_move with (d := d)|].
      unfold R. cbn [fst snd]. rewrite Ld, (Q1 Hs). repeat split; auto. now apply inside_ldiff.
    + exists (a, N.ldiff b k). split; [right; split; auto; now apply Mask_move with (d := d)|].
      unfold R. cbn [fst snd]. rewrite Ld, (Q2 Hs). repeat split; auto. now apply inside_ldiff.
  - destruct (sum_beside (masks D) (masks D) (toN c) (toN (sub w c)) v j Vc) as [T1 T2]. unfold B. tauto. Qed.
(* places that no move asks for *)
Lemma live_in l w : forall a, inside (toN a) (toN (live l w a)) /\
  (forall d k, In (d, k) l -> inside (toN d) (toN w) -> inside (toN d) (toN (live l w a))) /\
  (inside (toN a) (toN w) -> inside (toN (live l w a)) (toN w)).
Proof. induction l as [|[d k] l IH]; intro a; cbn [live].
  - repeat split; auto; [apply inside_spec; auto|intros ? ? []].
  - destruct (IH (if eqb (wand w d) d then wor a d else a)) as [A1 [A2 A3]]. repeat split.
    + rewrite inside_spec in *. intros i Hi. apply A1. destruct (eqb _ d); auto. rewrite toN_lor, N.lor_spec, Hi. auto.
    + intros d' k' [E|I] Hd; [|eauto]. injection E as <- <-. apply has_ask in Hd as Hd'. rewrite Hd' in *.
      rewrite inside_spec in *. intros i Hi. apply A1. rewrite toN_lor, N.lor_spec, Hi. apply orb_true_r.
    + intros Ha. apply A3. destruct (eqb (wand w d) d) eqn:E; auto. apply has_ask in E. rewrite inside_spec in *.
      intros i Hi. rewrite toN_lor, N.lor_spec in Hi. apply orb_true_iff in Hi. destruct Hi; auto. Qed.
Lemma live_alike w : alike w (live DW w zero).
Proof. intro j. set (l := live DW w zero). destruct (live_in DW w zero) as [_ [A1 A2]]. fold l in A1, A2.
  assert (Hl : inside (toN l) (toN w)) by (apply A2; unfold inside; rewrite toN_zero; apply N.land_0_r).
  apply (same_beside (masks D) (masks D) (fun p q => inside p (toN w) /\ q = N.land p (toN l))).
  - intros p q r [Hp ->] M. destruct M as [p d k I H Hd Hk]. exists (N.ldiff (N.land p (toN l)) k). split.
    + apply Mask_move with (d := d); auto. pose proof (is_word d k I) as Iw.
      destruct (fine_spec D Fine _ _ I) as [_ [_ [_ Wd]]]. specialize (A1 _ _ Iw). rewrite toN_ofN_wide in A1 by auto.
      assert (Dw : inside d (toN w)) by (clear A1; rewrite inside_spec in *; auto).
      specialize (A1 Dw). rewrite inside_spec in A1, Hd. apply inside_spec. intros i Hi. rewrite N.land_spec, (Hd i Hi). cbn. auto.
    + split; [now apply inside_ldiff|bits].
  - intros p q r [Hp ->] M. remember (N.land p (toN l)) as m eqn:Em. destruct M as [m d k I H Hd Hk]. subst m.
    exists (N.ldiff p k). split; [|split; [now apply inside_ldiff|bits]]. apply Mask_move with (d := d); auto.
    rewrite inside_spec in *. intros i Hi. apply Hd in Hi. rewrite N.land_spec in Hi. now apply andb_true_iff in Hi.
  - split; [apply inside_spec; auto|]. symmetry. rewrite N.land_comm. unfold inside in Hl. rewrite N.land_comm. exact Hl.
Qed.
Lemma value_alike a b v : alike a b -> lost B (toN b, v) -> value (masks D) (toN a) v.
Proof. intros A H. apply A. exact H. Qed.
Lemma empty_value : value (masks D) 0 0.
Proof.
  apply value_0. constructor. intros q M. exfalso. inversion M as [p d k I H Hd Hk]. apply H. unfold inside in Hd.
  now rewrite N.land_0_l in Hd. Qed.
Lemma split_ok f : forall w b j,
  (S.L (masks D) toN (map (rename rows columns mapsW) (split DW flood f w b)) j -> lost B (toN w, j)) /\
  (S.K (masks D) toN (map (rename rows columns mapsW) (split DW flood f w b)) j -> won B (toN w, j)).
Proof. assert (One : forall w j, (S.L (masks D) toN (map (rename rows columns mapsW) [w]) j -> lost B (toN w, j)) /\
    (S.K (masks D) toN (map (rename rows columns mapsW) [w]) j -> won B (toN w, j))).
  { intros w j. pose proof (rename_alike w j) as [A1 A2]. split; [apply A1|apply A2]. }
  assert (Part : forall w x, inside (toN (wand w x)) (toN w)).
  { intros w x. rewrite toN_land. apply inside_spec. intros i Hi. rewrite N.land_spec in Hi. now apply andb_true_iff in Hi. }
  induction f as [|f IH]; intros w b j; cbn [split]; [apply One|]. destruct (eqb w zero) eqn:Z.
  - rewrite eqb_toN, toN_zero, N.eqb_eq in Z. rewrite Z. cbn [map S.L S.K]. split. + intros ->. exact empty_value.
    + intro Hj. apply (Won B (0, j) (0, 0)); [right; split; auto; cbn; lia|]. exact empty_value.
  - cbv zeta. set (r := sub w (wand w b)). set (c := wand w (flood r)).
    destruct (eqb r zero || eqb c w || eqb c zero); [apply One|]. destruct (eqb (wand w b) zero); [apply IH|].
    set (less := ltb _ _). set (s := if less then c else wand w b).
    destruct (closed DW w s) eqn:Cl; [|apply One]. specialize (IH (sub w s) (if less then wand w b else c)).
    destruct (split DW flood f (sub w s) _) as [|q ps]; [apply One|].
    assert (Hs : inside (toN s) (toN w)) by (unfold s, c; destruct less; apply Part).
    split; intros [v [Hv H]]; pose proof (value_alike s _ v (rename_alike s) Hv) as Vs;
    destruct (closed_beside w s v j Hs Cl Vs) as [T1 T2]; [apply T1|apply T2]; apply IH; exact H. Qed.
Theorem check_value f p k : p < wide -> k < wide -> 64 < lim ->
  check DW rows columns mapsW flood f (ofN p) (ofN k) = true -> value (masks D) p k.
Proof. intros Hp Hk Hl H. rewrite <- (toN_ofN_wide p Hp), <- (toN_ofN_wide k Hk).
  apply (S.check_ok (opts DW) (parts DW rows columns mapsW flood f) (masks D) toN) with (f := f); [| | |exact Hl|exact H].
  - intros w q. apply opts_sound.
  - intros w y. apply opts_all.
  - intros w j. unfold parts. destruct (split_ok f (live DW w zero) zero j) as [S1 S2].
    destruct (live_alike w j) as [A1 A2]. split; intros HL; [apply A1, S1|apply A2, S2]; exact HL. Qed.
End Spec.
Theorem board_value D rows columns maps flood f p k : 64 < lim ->
  check_board D rows columns maps flood f p k = true -> value (masks D) p k.
Proof. unfold check_board. rewrite !andb_true_iff, !N.ltb_lt. intros Hl [[[[F M] Hp] Hk] H].
  exact (check_value D (map ofN rows) (map ofN columns) maps (flood (words D)) F M f p k Hp Hk Hl H). Qed.
End BoardSearch.

Module PureBoard := BoardSearch NMachine.
Module FastBoard := BoardSearch IMachine.
Lemma pure_64 : 64 < NMachine.lim. Proof. reflexivity. Qed.
Lemma fast_64 : 64 < IMachine.lim. Proof. reflexivity. Qed.
