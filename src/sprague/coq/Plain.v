(* A verified computer of Grundy tables for all codes whose splits are free or unequal: any number of heaps, finite or
   not.  All options of a heap are listed, those of several heaps in ascending order. *)
From Coq Require Import NArith List Lia Bool Arith Permutation Sorted Mergesort Orders.
From Sprague Require Import Game Values HeapRules Components Heaps Periods Lasker Machine Marks.
Import ListNotations.
Open Scope N_scope.

Module Leb <: TotalLeBool.
  Definition t := N.
  Definition leb := N.leb.
  Lemma leb_total a b : leb a b = true \/ leb b a = true.
  Proof. unfold leb. rewrite !N.leb_le. lia. Qed.
End Leb.
Module NSort := Sort Leb.

(* Ascending lists, from a least part on; strictly for unequal splits. *)
Definition next (s : kind) (a : N) : N := match s with Unequal => a + 1 | _ => a end.
Fixpoint chain (s : kind) (least : N) (p : list N) : Prop :=
  match p with [] => True | a :: p => least <= a /\ chain s (next s a) p end.
Lemma chain_least s : forall p a b, a <= b -> chain s b p -> chain s a p.
Proof. intros [|x p] a b H; simpl; [auto|]. intros [A B]. split; [lia|auto]. Qed.
Lemma chain_in s : forall p a h, chain s a p -> In h p -> a <= h.
Proof. induction p as [|x p IH]; simpl; [tauto|]. intros a h [A B] [<-|H]; auto.
  specialize (IH _ _ B H). destruct s; unfold next in IH; lia. Qed.
Lemma chain_allowed s a p : s <> Equal -> chain s a p -> allowed s p.
Proof.
  intro Hs. destruct s; cbn; [auto| |congruence]. revert a. induction p as [|x p IH]; simpl; intros a H; constructor.
  - intro I. destruct H as [_ H]. pose proof (chain_in _ _ _ _ H I). lia.
  - destruct H. eauto. Qed.
Lemma xor_of_perm (f : N -> N) p q : Permutation p q -> xor_of f p = xor_of f q.
Proof. induction 1; rewrite ?xor_of_cons in *; [reflexivity|congruence| |congruence]. bits. Qed.
Lemma total_perm p q : Permutation p q -> total p = total q.
Proof. unfold total. induction 1; simpl; try rewrite IHPermutation; try congruence; lia. Qed.
Lemma chain_sort s p : s <> Equal -> allowed s p -> (forall h, In h p -> 1 <= h) ->
  exists q, Permutation p q /\ chain s 1 q.
Proof. intros Hs A H. exists (NSort.sort p). pose proof (NSort.Permuted_sort p) as P. split; auto.
  assert (S : StronglySorted (fun a b => is_true (N.leb a b)) (NSort.sort p)).
  { apply NSort.StronglySorted_sort. intros x y z. unfold is_true, Leb.leb. rewrite !N.leb_le. lia. }
  assert (D : s = Unequal -> NoDup (NSort.sort p)).
  { intros ->. eapply Permutation_NoDup; [apply P|apply A]. }
  assert (H1 : forall h, In h (NSort.sort p) -> 1 <= h) by (intros h Hh; apply H; eapply Permutation_in; [symmetry; apply P|auto]).
  clear P A H. revert D H1. generalize 1 as b. induction S as [|a q S IH F]; intros b D H1; simpl; auto.
  split; [apply H1; now left|]. apply IH.
  - intro E. specialize (D E). now inversion D.
  - intros h Hh. rewrite Forall_forall in F. specialize (F h Hh). apply N.leb_le in F.
    destruct s; cbn; auto. specialize (D eq_refl). inversion D as [|x y D1 D2]. subst.
    destruct (N.eq_dec a h); [subst; tauto|lia]. Qed.

Module Table (M : MACHINE).
Import M.
Module Marked := Marks M.
Import Marked.

(* Mark acc xor the values of all ascending lists of j parts, the least of them at least [least], of r counters. *)
Definition after (s : kind) (a : W) : W := match s with Unequal => add a one | _ => a end.
Fixpoint fill (s : kind) (F : nat) (j : nat) (t : T) (r least acc : W) (m : T) : option T :=
  match j with
  | O => Some (if eqb r zero then mark m acc else m)
  | S O => Some (if ltb r least then m else mark m (wxor acc (get t r)))
  | S j =>
    (fix loop (f : nat) (a : W) (m : T) : option T :=
       match f with
       | O => None
       | S f => if ltb r (add a a) then Some m
                else match fill s F j t (sub r a) (after s a) (wxor acc (get t a)) m with
                     | None => None
                     | Some m => loop f (add a one) m
                     end
       end) F least m
  end.
Fixpoint fills (s : kind) (F : nat) (js : list nat) (t : T) (r : W) (m : T) : option T :=
  match js with
  | [] => Some m
  | j :: js => match fill s F j t r one zero m with None => None | Some m => fills s F js t r m end
  end.
Fixpoint moves (s : kind) (F : nat) (ks : list (W * list nat)) (t : T) (n : W) (m : T) : option T :=
  match ks with
  | [] => Some m
  | (k, js) :: ks =>
    if ltb n k then Some m
    else match fills s F js t (sub n k) m with None => None | Some m => moves s F ks t n m end
  end.
Fixpoint fill_table (s : kind) (F : nat) (ks : list (W * list nat)) (V : W) (fv : nat) (f : nat) (n : W) (t : T) : option T :=
  match f with
  | O => Some t
  | S f => match moves s F ks t n (make V) with
           | None => None
           | Some m => match free fv zero m with
                       | None => None
                       | Some v => fill_table s F ks V fv f (add n one) (set t n v)
                       end
           end
  end.
(* What each number of counters, ascending, may leave. *)
Definition leave (c : code) (k : N) : list nat :=
  filter (fun j => N.testbit (digit c k) (N.of_nat j) && ((1 <=? k) || Nat.leb 2 j))
    (seq 0 (S (N.to_nat (N.log2 (digit c k))))).
Definition counts (c : code) (B : N) : list (N * list nat) :=
  filter (fun x => match snd x with [] => false | _ => true end) (map (fun k => (k, leave c k)) (0 :: upto B)).
Definition is_equal (s : kind) : bool := match s with Equal => true | _ => false end.
Definition table (c : code) (V B : N) : option T :=
  if (2 * B + 2 <? lim) && (V <? lim) && negb (is_equal (splits c))
  then fill_table (splits c) (nat_of (B + 2)) (map (fun x => (ofN (fst x), snd x)) (counts c B)) (ofN V) (nat_of V)
         (nat_of B) zero (make (ofN B))
  else None.

(* ------------------------------ proofs ------------------------------ *)
Section Heap.
Variables (c : code) (V B : N) (t : T) (n : N).
Hypothesis HB : 2 * B + 2 < lim.
Hypothesis HV : V < lim.
Hypothesis Hn : n < B.
Hypothesis Ht : forall i, toN i < n -> toN (get t i) = g c (toN i).
Hypothesis Hs : splits c <> Equal.
Let s := splits c.

Local Notation grew := (Marked.grew V).
Definition parts_of (j : nat) (r least acc : N) (u : N) : Prop :=
  exists p, length p = j /\ total p = r /\ chain s least p /\ u = N.lxor acc (xor_of (g c) p).
Lemma toN_after a : toN a + 1 <= lim -> toN (after s a) = next s (toN a).
Proof. intro H. unfold after, next. destruct s; auto. rewrite toN_add; rewrite toN_one; auto. Qed.

Lemma fill_spec F : forall j r least acc m m', fill s F j t r least acc m = Some m' ->
  toN r <= n -> (toN r = n -> (2 <= j)%nat \/ j = O) -> 1 <= toN least -> toN least <= B -> V <= size m ->
  grew (parts_of j (toN r) (toN least) (toN acc)) m m'.
Proof. pose proof toN_zero as E0. pose proof toN_one as E1.
  induction j as [|j IH]; intros r least acc m m' H Hr Hj Hl HlB Hm.
  - cbn in H. injection H as <-. rewrite eqb_toN, E0. destruct (N.eqb_spec (toN r) 0) as [E|E].
    + eapply grew_ext; [|apply grew_mark; auto]. intro u. unfold parts_of. split.
      * intros ->. exists []. cbn. rewrite N.lxor_0_r. repeat split; auto.
      * intros [p [Hp [_ [_ ->]]]]. destruct p; [cbn; apply N.lxor_0_r|discriminate].
    + eapply grew_ext; [|apply grew_refl]. intro u. split; [tauto|]. intros [p [Hp [Et _]]].
      destruct p; [cbn in Et; lia|discriminate].
  - destruct j as [|j'].
    + cbn in H. injection H as <-. rewrite ltb_toN. destruct (N.ltb_spec (toN r) (toN least)) as [L|L].
      * eapply grew_ext; [|apply grew_refl]. intro u. split; [tauto|]. intros [p [Hp [Et [C _]]]].
        destruct p as [|a [|]]; try discriminate. cbn in Et, C. lia.
      * assert (toN r < n) by (destruct (N.eq_dec (toN r) n) as [E|]; [destruct (Hj E); [lia|discriminate]|lia]).
        eapply grew_ext; [|apply grew_mark; auto]. intro u. rewrite toN_lxor, Ht by lia. unfold parts_of. split.
        -- intros ->. exists [toN r]. cbn. rewrite N.lxor_0_r. repeat split; auto. lia.
        -- intros [p [Hp [Et [C ->]]]]. destruct p as [|a [|]]; try discriminate. 
           assert (a = toN r) by (cbn in Et; lia). subst a. cbn. now rewrite N.lxor_0_r.
    + (* the loop: lists that begin with a or more *) set (jj := S j') in *.
      change (fill s F (S jj) t r least acc m) with ((fix loop (f : nat) (a : W) (m : T) : option T := match f with
           | O => None | S f => if ltb r (add a a) then Some m
                    else match fill s F jj t (sub r a) (after s a) (wxor acc (get t a)) m with | None => None
                         | Some m => loop f (add a one) m end end) F least m) in H.
      revert H. generalize F at 2 as f. clear Hj. intro f. revert least m Hl HlB Hm.
      induction f as [|f IHf]; intros least m Hl HlB Hm H; [discriminate|].
      assert (Ea : toN (add least least) = toN least + toN least) by (rewrite toN_add; lia).
      rewrite ltb_toN, Ea in H. destruct (N.ltb_spec (toN r) (toN least + toN least)) as [L|L].
      * injection H as <-. eapply grew_ext; [|apply grew_refl]. intro u. split; [tauto|]. intros [p [Hp [Et [C _]]]].
        destruct p as [|a [|b p]]; try discriminate. cbn in Et, C. destruct C as [C1 [C2 _]].
        assert (a <= next s a) by (destruct s; cbn; lia). lia.
      * destruct (fill s F jj t (sub r least) (after s least) (wxor acc (get t least)) m) as [m1|] eqn:E; [|discriminate].
        assert (Es : toN (sub r least) = toN r - toN least) by (apply toN_sub; lia).
        assert (Ex : toN (wxor acc (get t least)) = N.lxor (toN acc) (g c (toN least))) by (rewrite toN_lxor, Ht; [auto|lia]).
        assert (En : toN (after s least) = next s (toN least)) by (apply toN_after; lia).
        assert (next s (toN least) <= toN least + 1 /\ toN least <= next s (toN least)) by (destruct s; cbn; lia).
        assert (E1' : toN (add least one) = toN least + 1) by (rewrite toN_add; lia). apply IH in E; try lia.
        apply IHf in H; [|lia|lia|destruct E; lia].
        eapply grew_ext; [|eapply grew_trans; [apply E|apply H]]. intro u. rewrite Es, Ex, En, E1'. unfold parts_of. split.
        -- intros [[p [Hp [Et [C ->]]]]|[p [Hp [Et [C ->]]]]].
           ++ exists (toN least :: p). cbn [length total fold_right chain]. fold (total p). rewrite xor_of_cons, N.lxor_assoc.
              repeat split; auto; lia. ++ exists p. repeat split; auto. eapply chain_least; [|apply C]. lia.
        -- intros [p [Hp [Et [C ->]]]]. destruct p as [|a p]; [discriminate|]. cbn [length total fold_right chain] in *. fold (total p) in *.
           destruct C as [C1 C2]. destruct (N.eq_dec a (toN least)) as [->|Hne]; [left|right].
           ++ exists p. rewrite xor_of_cons, N.lxor_assoc. repeat split; auto; lia.
           ++ exists (a :: p). cbn [length total fold_right chain]. fold (total p). repeat split; auto. lia. Qed.

Lemma fills_spec F r : toN r <= n -> forall js m m', fills s F js t r m = Some m' ->
  (toN r = n -> forall j, In j js -> (2 <= j)%nat) -> V <= size m ->
  grew (fun u => exists j, In j js /\ parts_of j (toN r) 1 0 u) m m'.
Proof. intro Hr. pose proof toN_zero as E0. pose proof toN_one as E1.
  induction js as [|j js IH]; intros m m' H Hj Hm; cbn in H.
  - injection H as <-. eapply grew_ext; [|apply grew_refl]. intro u. split; [tauto|]. intros [? [[] _]].
  - destruct (fill s F j t r one zero m) as [m1|] eqn:E; [|discriminate].
    apply fill_spec in E; try lia; [|intro Er; left; apply Hj; [auto|now left]]. rewrite E0, E1 in E.
    apply IH in H; [|intros; apply Hj; [auto|now right]|destruct E; lia].
    eapply grew_ext; [|eapply grew_trans; [apply E|apply H]]. intro u. split.
    + intros [P|[j' [I P]]]; [exists j|exists j']; split; auto; [now left|now right].
    + intros [j' [[<-|I] P]]; [now left|right; eauto]. Qed.

Fixpoint ascending (ks : list (N * list nat)) : Prop :=
  match ks with [] => True | (k, _) :: ks => (forall x, In x ks -> k < fst x) /\ ascending ks end.
Lemma moves_spec F ks : ascending ks -> (forall x, In x ks -> fst x <= B) ->
  (forall j, In (0, j) ks -> forall i, In i j -> (2 <= i)%nat) ->
  forall m m', moves s F (map (fun x => (ofN (fst x), snd x)) ks) t (ofN n) m = Some m' -> V <= size m ->
  grew (fun u => exists k js j, In (k, js) ks /\ k <= n /\ In j js /\ parts_of j (n - k) 1 0 u) m m'.
Proof. assert (En : toN (ofN n) = n) by (apply toN_ofN; lia).
  induction ks as [|[k js] ks IH]; intros As Hk H0 m m' H Hm; cbn in H.
  - injection H as <-. eapply grew_ext; [|apply grew_refl]. intro u. split; [tauto|]. intros [? [? [? [[] _]]]].
  - destruct As as [As1 As2]. assert (k <= B) by (apply (Hk (k, js)); now left).
    assert (Ek : toN (ofN k) = k) by (apply toN_ofN; lia).
    rewrite ltb_toN, En, Ek in H. destruct (N.ltb_spec n k) as [L|L].
    + injection H as <-. eapply grew_ext; [|apply grew_refl]. intro u. split; [tauto|].
      intros [k' [js' [j [[E|I] [Hle _]]]]]; [injection E as <- <-; lia|]. apply As1 in I. cbn in I. lia.
    + destruct (fills s F js t (sub (ofN n) (ofN k)) m) as [m1|] eqn:E; [|discriminate].
      assert (Es : toN (sub (ofN n) (ofN k)) = n - k) by (rewrite toN_sub; lia). apply fills_spec in E; try lia.
      2: { intros Er j Hj. assert (k = 0) by lia. subst k. eapply H0; [now left|auto]. }
      rewrite Es in E. apply IH in H; auto; [|intros; apply Hk; now right|intros j I; eapply H0; now right|destruct E; lia].
      eapply grew_ext; [|eapply grew_trans; [apply E|apply H]]. intro u. split.
      * intros [[j [I P]]|[k' [js' [j [I P]]]]]; [exists k, js, j|exists k', js', j]; split; auto; [now left|now right].
      * intros [k' [js' [j [[E'|I] [L' [Ij P]]]]]]; [injection E' as <- <-; left; eauto|right; exists k', js', j; auto].
Qed.
End Heap.

Lemma in_leave c k j : In j (leave c k) <->
  N.testbit (digit c k) (N.of_nat j) = true /\ (k = 0 -> (2 <= j)%nat).
Proof. unfold leave. rewrite filter_In, in_seq, andb_true_iff, orb_true_iff, N.leb_le, Nat.leb_le. split.
  - intros [_ [A H]]. split; auto. intros ->. lia.
  - intros [A H]. repeat split; auto; [lia| |destruct (N.eq_dec k 0); [right; auto|left; lia]].
    destruct (N.le_gt_cases (N.of_nat j) (N.log2 (digit c k))); [lia|]. rewrite N.bits_above_log2 in A; [discriminate|auto].
Qed.
Lemma in_counts c B k js : In (k, js) (counts c B) <-> k <= B /\ js = leave c k /\ js <> [].
Proof. unfold counts. rewrite filter_In, in_map_iff. cbn [snd]. split.
  - intros [[x [E H]] F]. injection E as <- <-. repeat split; [|destruct (leave c x); discriminate].
    destruct H as [<-|H]; [lia|]. apply in_upto in H. lia.
  - intros [H [-> F]]. split; [|destruct (leave c k); congruence]. exists k. split; auto.
    destruct (N.eq_dec k 0) as [->|]; [now left|right; apply in_upto; lia]. Qed.
Lemma counts_ascending c B : ascending (counts c B).
Proof.
  unfold counts, upto. change (0 :: map N.of_nat (seq 1 (N.to_nat B))) with (map N.of_nat (seq 0 (S (N.to_nat B)))).
  generalize O as a, (S (N.to_nat B)) as l. intros a l. revert a. induction l as [|l IH]; intro a; simpl; auto.
  assert (Up : forall x, In x (filter (fun x => match snd x with [] => false | _ => true end)
      (map (fun k => (k, leave c k)) (map N.of_nat (seq (S a) l)))) -> N.of_nat a < fst x).
  { intros x Hx. apply filter_In in Hx. destruct Hx as [Hx _]. rewrite map_map in Hx. apply in_map_iff in Hx.
    destruct Hx as [y [<- Hy]]. apply in_seq in Hy. cbn. lia. }
  destruct (leave c (N.of_nat a)); simpl; [apply IH|]. split; [apply Up|apply IH]. Qed.
Lemma reach_parts c n u B : n < B -> splits c <> Equal ->
  (reach c n u <-> exists k js j, In (k, js) (counts c B) /\ k <= n /\ In j js /\ parts_of c j (n - k) 1 0 u).
Proof. intros HB Hs. split.
  - intros [p [[k [E [H1 [H2 [A D]]]]] <-]]. destruct (chain_sort _ _ Hs D H1) as [q [P C]].
    assert (I : In (length p) (leave c k)) by now apply in_leave.
    exists k, (leave c k), (length p). repeat split; [|lia|auto|].
    + apply in_counts. repeat split; [lia|]. intro Z. now rewrite Z in I.
    + exists q. rewrite N.lxor_0_l. repeat split; auto; [now rewrite (Permutation_length P)| |now apply xor_of_perm].
      rewrite <- (total_perm _ _ P). lia.
  - intros [k [js [j [I [Hk [Ij [p [Hp [Et [C ->]]]]]]]]]]. apply in_counts in I. destruct I as [_ [-> _]].
    apply in_leave in Ij. exists p. rewrite N.lxor_0_l. split; auto. exists k. subst j. repeat split; try (apply Ij); try lia.
    + intros h Hh. exact (chain_in _ _ _ _ C Hh). + now apply (chain_allowed _ 1). Qed.

Theorem table_spec c V B t : table c V B = Some t ->
  2 * B + 2 < lim /\ forall i, toN i < B -> toN (get t i) = g c (toN i).
Proof. unfold table. destruct (N.ltb_spec (2 * B + 2) lim) as [HB|]; [|discriminate].
  destruct (N.ltb_spec V lim) as [HV|]; [|discriminate].
  destruct (is_equal (splits c)) eqn:Eq; [discriminate|]. simpl andb. cbv iota. intro H. split; auto.
  assert (Hs : splits c <> Equal) by (intro E; rewrite E in Eq; discriminate).
  pose proof toN_zero as E0. pose proof toN_one as E1.
  assert (EB : toN (ofN B) = B) by (apply toN_ofN; lia). pose proof (size_make (ofN B)) as Sz.
  assert (Main : forall f n t', fill_table (splits c) (nat_of (B + 2)) (map (fun x => (ofN (fst x), snd x)) (counts c B))
      (ofN V) (nat_of V) f (ofN n) t' = Some t -> n + N.of_nat f <= B -> B <= size t' ->
      (forall i, toN i < n -> toN (get t' i) = g c (toN i)) ->
      forall i, toN i < n + N.of_nat f -> toN (get t i) = g c (toN i)).
  { clear H. induction f as [|f IH]; intros n t' H Hf Hsz Ht i Hi; cbn [fill_table] in H.
    - injection H as <-. apply Ht. lia. - destruct (moves _ _ _ _ _ _) as [m|] eqn:Em; [|discriminate].
      destruct (free _ _ _) as [v|] eqn:Ev; [|discriminate]. assert (EV : toN (ofN V) = V) by now apply toN_ofN.
      apply (moves_spec c V B t' n HB HV ltac:(lia) Ht (nat_of (B + 2))) in Em.
      + assert (Vg : toN v = g c n).
        { apply is_mex_unique with (S := reach c n); [|apply g_spec]. apply (free_mex V _ m v HV Em) in Ev.
          refine (is_mex_ext _ _ _ _ Ev). intro u. symmetry. apply reach_parts; auto. lia. }
        assert (En : toN (ofN n) = n) by (apply toN_ofN; lia).
        replace (add (ofN n) one) with (ofN (n + 1)) in H by (apply toN_inj; rewrite toN_ofN, toN_add; lia).
        apply (IH (n + 1)) with (i := i) in H; auto; [lia|rewrite size_set; lia| |lia].
        intros j Hj. destruct (N.eq_dec (toN j) n) as [Ej|Ej].
        * assert (j = ofN n) by (apply toN_inj; lia). subst j. rewrite get_set_same by lia. congruence.
        * rewrite get_set_other by congruence. apply Ht. lia. + apply counts_ascending.
      + intros [k js] I. apply in_counts in I. cbn. lia.
      + intros j I i' Hi'. apply in_counts in I. destruct I as [_ [-> _]]. apply in_leave in Hi'. now apply Hi'.
      + rewrite <- EV at 1. apply size_make. lia. }
  intros i Hi. pose proof (nat_of_spec B) as EN. replace zero with (ofN 0) in H by (apply toN_inj; rewrite toN_ofN; lia).
  apply (Main _ _ _ H); lia. Qed.

(* ---------- periods, values and nim-sums by such a table ---------- *)
Definition at_ (t : T) (n : N) : N := toN (get t (ofN n)).
Fixpoint recurs (f : nat) (n p z : N) (t : T) : bool :=
  match f with O => true | S f => (at_ t (n + p) =? at_ t n + z) && recurs f (n + 1) p z t end.
Fixpoint top_in (t : T) (n : nat) : N :=
  match n with O => 0 | S m => N.max (top_in t m) (at_ t (N.of_nat m) + 1) end.

Definition most (c : code) : N := N.log2 (fold_right N.max 1 (digits c)).
Definition last (c : code) : N := N.of_nat (length (digits c)) - 1.
Definition finite (c : code) : bool := match again c with [] => true | _ => false end.
Definition set_like (c : code) : bool :=
  match again c with [3] => true | _ => false end && forallb (fun d => (d =? 0) || (d =? 3)) (digits c) &&
  (1 <=? N.of_nat (length (digits c))) && (digit c 0 =? 0).

(* many_heaps and unequal_splits *)
Definition needed (c : code) (s p : N) : N :=
  match splits c with
  | Unequal => 2 * N.max s 1 + 3 * p + last c
  | _ => N.max (most c) 1 * (N.max s 1 + p) + last c
  end.
Definition check_period (c : code) (V s p : N) : bool :=
  let B := needed c s p in
  finite c && (1 <=? p) && (match splits c with Unequal => most c <=? 2 | _ => true end) &&
  match table c V B with None => false | Some t => recurs (nat_of (B - p - s)) s p 0 t end.
(* all_but_sets; s' is where the tops are compared *)
Definition check_all_but (c : code) (V s s' p z : N) : bool :=
  set_like c && (s <=? s') &&
  match table c V (s' + last c + p + 1) with
  | None => false
  | Some t => recurs (nat_of (s' + last c - s)) s p z t && (top_in t (nat_of (s' + p)) =? top_in t (nat_of s') + z)
  end.
Definition check_sum (c : code) (V B : N) (hs : list N) (x : N) : bool :=
  match table c V B with
  | None => false
  | Some t => forallb (fun h => h <? B) hs && (xor_of (at_ t) hs =? x)
  end.

Lemma at_spec c V B t : table c V B = Some t -> forall n, n < B -> at_ t n = g c n.
Proof. intros H n Hn. apply table_spec in H. destruct H as [HB H]. unfold at_.
  assert (E : toN (ofN n) = n) by (apply toN_ofN; lia). rewrite H; rewrite E; auto. Qed.
Lemma recurs_spec p z t : forall f n, recurs f n p z t = true ->
  forall d, d < N.of_nat f -> at_ t (n + d + p) = at_ t (n + d) + z.
Proof.
  induction f as [|f IH]; intros n H d Hd; [lia|]. cbn [recurs] in H. apply andb_true_iff in H. destruct H as [H1 H2].
  apply N.eqb_eq in H1. destruct (N.eq_dec d 0) as [->|]; [now rewrite N.add_0_r|].
  specialize (IH _ H2 (d - 1) ltac:(lia)). now replace (n + 1 + (d - 1)) with (n + d) in IH by lia. Qed.
Lemma finite_digit c k : finite c = true -> digit c k = nth (N.to_nat k) (digits c) 0.
Proof.
  unfold finite. destruct c as [s ds [|]]; [intros _|discriminate]. change (digit (Code s ds []) k) with (digit (octal ds) k).
  unfold digit. cbn [digits again octal]. destruct (N.ltb_spec k (N.of_nat (length ds))); auto.
  rewrite (nth_overflow ds) by lia. now destruct (N.to_nat _). Qed.
Lemma most_spec c d : In d (digits c) -> d <= fold_right N.max 1 (digits c).
Proof. induction (digits c) as [|x l IH]; simpl; [tauto|]. intros [->|H]; [|specialize (IH H)]; lia. Qed.
Lemma finite_within c : finite c = true -> within c (last c) (most c).
Proof. intros F k j B. rewrite (finite_digit c k F) in B. unfold last, most.
  destruct (N.lt_ge_cases k (N.of_nat (length (digits c)))) as [Hk|Hk].
  2: { rewrite nth_overflow, N.bits_0 in B by lia. discriminate. }
  split; [lia|]. assert (I : In (nth (N.to_nat k) (digits c) 0) (digits c)) by (apply nth_In; lia).
  pose proof (most_spec c _ I) as M.
  apply N.log2_le_mono in M. destruct (N.le_gt_cases j (N.log2 (nth (N.to_nat k) (digits c) 0))) as [|G]; [lia|].
  rewrite N.bits_above_log2 in B; [discriminate|auto]. Qed.
Lemma within_weaken c t h h' : within c t h -> h <= h' -> within c t h'.
Proof. intros W H k j B. apply W in B. lia. Qed.
Theorem periodic c V s p : check_period c V s p = true -> forall n, s <= n -> g c (n + p) = g c n.
Proof. unfold check_period. rewrite !andb_true_iff, N.leb_le. intros [[[F Hp] U] H].
  destruct (table c V (needed c s p)) as [t|] eqn:Et; [|discriminate].
  assert (Base : forall n, s <= n -> n + p < needed c s p -> g c (n + p) = g c n).
  { intros n Hn HB. pose proof (nat_of_spec (needed c s p - p - s)).
    pose proof (recurs_spec p 0 t _ _ H (n - s) ltac:(lia)) as R. replace (s + (n - s)) with n in R by lia.
    rewrite N.add_0_r, !(at_spec c V _ t Et) in R by lia. exact R. } assert (Ts : splits c <> Equal).
  { unfold table in Et. destruct (splits c); try discriminate. rewrite !andb_false_r in Et. discriminate. }
  pose proof (finite_within c F) as W. unfold needed in Base. destruct (splits c) eqn:Es; try congruence.
  - apply (many_heaps c (N.max (most c) 1) (last c)); auto; [|lia]. eapply within_weaken; [apply W|lia].
  - apply N.leb_le in U. apply (unequal_splits c (last c)); auto. eapply within_weaken; [apply W|lia]. Qed.
Lemma set_like_spec c : set_like c = true -> takes_all_but c (last c).
Proof. unfold set_like. rewrite !andb_true_iff, N.eqb_eq, N.leb_le, forallb_forall. intros [[[A D] L] Z].
  assert (V : forall k, digit c k = 0 \/ digit c k = 3).
  { intro k. unfold digit. destruct (N.ltb_spec k (N.of_nat (length (digits c)))).
    - assert (I : In (nth (N.to_nat k) (digits c) 0) (digits c)) by (apply nth_In; lia). specialize (D _ I). apply orb_true_iff in D. rewrite !N.eqb_eq in D. auto.
    - destruct (again c) as [|[|[[]|[]|]] [|]]; try discriminate. right. cbn [length]. change (N.of_nat 1) with 1. now rewrite N.mod_1_r. }
  repeat split.
  - destruct (N.eq_dec k 0) as [->|]; [rewrite Z, N.bits_0 in H; discriminate|lia].
  - destruct (N.le_gt_cases j 1); auto. destruct (V k) as [E|E]; rewrite E in H; [rewrite N.bits_0 in H; discriminate|].
    rewrite N.bits_above_log2 in H; [discriminate|]. change (N.log2 3) with 1. lia.
  - intro k. destruct (V k) as [->| ->]; reflexivity.
  - intros k Hk. unfold last in Hk. unfold digit. destruct (N.ltb_spec k (N.of_nat (length (digits c)))); [lia|].
    destruct (again c) as [|[|[[]|[]|]] [|]]; try discriminate. cbn [length]. change (N.of_nat 1) with 1. now rewrite N.mod_1_r.
Qed.
Lemma top_in_spec c V B t : table c V B = Some t -> forall n, N.of_nat n <= B -> top_in t n = top_of c n.
Proof.
  intros H. induction n as [|n IH]; intro Hn; auto. cbn [top_in top_of]. rewrite IH, (at_spec c V B t H) by lia. auto.
Qed.
Theorem all_but_periodic c V s s' p z : check_all_but c V s s' p z = true -> forall n, s <= n -> g c (n + p) = g c n + z.
Proof. unfold check_all_but. rewrite !andb_true_iff, N.leb_le. intros [[SL Hs] H].
  destruct (table c V _) as [t|] eqn:Et; [|discriminate]. apply andb_true_iff in H. destruct H as [H1 H2].
  apply N.eqb_eq in H2. pose proof (nat_of_spec (s' + last c - s)). pose proof (nat_of_spec s'). pose proof (nat_of_spec (s' + p)).
  apply (all_but_sets c (last c) s s'); auto using set_like_spec.
  - intros n Hn Hb. pose proof (recurs_spec p z t _ _ H1 (n - s) ltac:(lia)) as R. replace (s + (n - s)) with n in R by lia.
    rewrite !(at_spec c V _ t Et) in R by lia. exact R.
  - rewrite !(top_in_spec c V _ t Et) in H2 by lia. unfold top. replace (N.to_nat (s' + p)) with (nat_of (s' + p)) by lia.
    now replace (N.to_nat s') with (nat_of s') by lia. Qed.
Theorem nim_sum c V B hs x : check_sum c V B hs x = true -> xor_of (g c) hs = x.
Proof. unfold check_sum. destruct (table c V B) as [t|] eqn:Et; [|discriminate]. rewrite andb_true_iff, N.eqb_eq.
  intros [H <-]. rewrite forallb_forall in H. apply xor_of_ext. intros h Hh. symmetry.
  apply (at_spec c V B t Et). now apply N.ltb_lt, H. Qed.
End Table.

Module PureTable := Table NMachine.
Module FastTable := Table IMachine.
