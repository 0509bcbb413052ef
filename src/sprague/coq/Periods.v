(* From finitely many values to all: six theorems that prove a period.  In each, [base] is what has to be looked at. *)
From Coq Require Import NArith ZArith List Lia Bool.
From Sprague Require Import Game Values HeapRules Components Heaps.
Import ListNotations.
Open Scope N_scope.

(* Moves take at most t counters and leave at most h heaps. *)
Definition within (c : code) (t : N) (h : N) : Prop :=
  forall k j, N.testbit (digit c k) j = true -> k <= t /\ j <= h.
Lemma leaves_within c t h n p : within c t h -> leaves c n p ->
  n <= total p + t /\ N.of_nat (length p) <= h /\ total p <= n.
Proof. intros W [k [E [_ [_ [B _]]]]]. apply W in B. lia. Qed.

(* Another heap in the place of one. *)
Lemma leaves_replace c n m l b b' r : splits c = Any -> leaves c n (l ++ b :: r) -> 1 <= b' -> n + b' = m + b ->
  leaves c m (l ++ b' :: r).
Proof. intros A [k [E [H1 [H2 [H3 _]]]]] Hb Em. exists k. rewrite app_length in *. cbn [length] in *.
  rewrite total_app in *. cbn [total fold_right] in *. fold (total r) in *. repeat split; auto; [lia| |now rewrite A].
  intros x Hx. apply in_app_or in Hx. destruct Hx as [Hx|[<-|Hx]]; auto; apply H1, in_or_app; auto. right. now right.
Qed.
Lemma xor_of_replace (f : N -> N) l b b' r : f b = f b' -> xor_of f (l ++ b :: r) = xor_of f (l ++ b' :: r).
Proof. intro E. now rewrite !xor_of_app, !xor_of_cons, E. Qed.
Lemma large_heap p h x : N.of_nat (length p) <= h -> 1 <= x -> 1 <= total p -> h * x <= total p ->
  exists l b r, p = l ++ b :: r /\ x <= b.
Proof. intros Hl Hx Ht H. destruct (existsb (fun b => x <=? b) p) eqn:E.
  - apply existsb_exists in E. destruct E as [b [Hb E]]. apply N.leb_le in E. apply in_split in Hb.
    destruct Hb as [l [r ->]]. now exists l, b, r.
  - exfalso. assert (A : total p <= N.of_nat (length p) * (x - 1)).
    { clear -E. induction p as [|a p IH]; [simpl; lia|]. simpl in E. apply orb_false_iff in E. destruct E as [E1 E2].
      apply N.leb_gt in E1. apply IH in E2. cbn [total fold_right length]. fold (total p).
      rewrite Nat2N.inj_succ, N.mul_succ_l. lia. } nia. Qed.

(* No splits (h = 1), two heaps (Guy and Smith 1956, h = 2, also where d0 = 4), many heaps: it is enough to see the heaps
   below h (max(s, 1) + p) + t. *)
Theorem many_heaps c h t s p : splits c = Any -> within c t h -> 1 <= h -> 1 <= p ->
  (forall n, s <= n -> n + p < h * (N.max s 1 + p) + t -> g c (n + p) = g c n) ->
  forall n, s <= n -> g c (n + p) = g c n.
Proof. intros A W Hh Hp base. induction n as [n IH] using (well_founded_induction N.lt_wf_0). intro Hn.
  set (S := N.max s 1) in *. assert (HS : 1 <= S /\ s <= S) by (unfold S; lia).
  destruct (N.lt_ge_cases (n + p) (h * (S + p) + t)) as [Hs|Hb]; [now apply base|].
  assert (Q : forall a, S <= a -> a < n -> g c (a + p) = g c a) by (intros; apply IH; lia).
  assert (h * (S + p) = h * S + h * p /\ S + p <= h * (S + p) /\ p <= h * p) as [Eh [Hl Hl2]] by nia.
  apply is_mex_unique with (S := reach c (n + p)); [apply g_spec|].
  refine (is_mex_ext _ _ _ _ (g_spec c n)). intro u. split; intros [hs [L <-]];
    destruct (leaves_within _ _ _ _ _ W L) as [B1 [B2 B3]].
  - destruct (large_heap hs h S) as [l [b [r [-> Hb2]]]]; try lia.
    pose proof (leaves_lt _ _ _ b L ltac:(apply in_or_app; right; now left)).
    exists (l ++ (b + p) :: r). split; [apply (leaves_replace c n (n + p) l b); auto; lia|].
    apply xor_of_replace, Q; lia.
  - destruct (large_heap hs h (S + p)) as [l [b [r [-> Hb2]]]]; try lia.
    pose proof (leaves_lt _ _ _ b L ltac:(apply in_or_app; right; now left)).
    exists (l ++ (b - p) :: r). split; [apply (leaves_replace c (n + p) n l b); auto; lia|].
    apply xor_of_replace. rewrite <- Q by lia. f_equal. lia. Qed.
Theorem no_splits c t s p : splits c = Any -> within c t 1 -> 1 <= p ->
  (forall n, s <= n -> n + p < N.max s 1 + p + t -> g c (n + p) = g c n) ->
  forall n, s <= n -> g c (n + p) = g c n.
Proof. intros A W Hp base. apply (many_heaps c 1 t); auto; [lia|]. intros. apply base; lia. Qed.
Theorem guy_smith c t s p : splits c = Any -> within c t 2 -> 1 <= p ->
  (forall n, s <= n -> n + p < 2 * N.max s 1 + 2 * p + t -> g c (n + p) = g c n) ->
  forall n, s <= n -> g c (n + p) = g c n.
Proof. intros A W Hp base. apply (many_heaps c 2 t); auto; [lia|]. intros. apply base; lia. Qed.

(* One step of a period, repeated: a large heap has the value of a small one. *)
Lemma periodic_mult c s p : (forall n, s <= n -> g c (n + p) = g c n) ->
  forall j n, s <= n -> g c (n + j * p) = g c n.
Proof. intros H. induction j as [|j IH] using N.peano_ind; intros n Hn.
  - now replace (n + 0 * p) with n by lia.
  - replace (n + N.succ j * p) with (n + j * p + p) by lia. rewrite H by lia. auto. Qed.
Lemma periodic_down c s p h : (forall n, s <= n -> g c (n + p) = g c n) -> s <= h -> g c (s + (h - s) mod p) = g c h.
Proof. intros H Hs. destruct (N.eq_dec p 0) as [->|Hp].
  - f_equal. destruct (h - s) eqn:E; cbn; lia.
  - rewrite <- (periodic_mult c s p H ((h - s) / p)) by (apply N.le_add_r). f_equal.
    pose proof (N.div_mod (h - s) p Hp) as E. rewrite (N.mul_comm ((h - s) / p)).
    set (a := p * ((h - s) / p)) in *. set (b := (h - s) mod p) in *. clearbody a b. lia. Qed.

(* Two heaps that must differ: the heaps below 2 max(s, 1) + 3 p + t. *)
Lemma leaves_pair c n a b : splits c = Unequal -> leaves c n [a; b] <->
  1 <= a /\ 1 <= b /\ a <> b /\ exists k, k + (a + b) = n /\ N.testbit (digit c k) 2 = true.
Proof. intro U. split.
  - intros [k [E [H1 [_ [B D]]]]]. rewrite U in D. cbn in *. inversion D as [|x y D1 D2]. subst.
    repeat split; [apply H1; auto|apply H1; auto|intros ->; apply D1; now left|]. exists k. split; [lia|auto].
  - intros [Ha [Hb [Hab [k [E B]]]]]. exists k. rewrite U. cbn. repeat split; auto; try lia.
    repeat constructor; simpl; intuition. Qed.
Theorem unequal_splits c t s p : splits c = Unequal -> within c t 2 -> 1 <= p ->
  (forall n, s <= n -> n + p < 2 * N.max s 1 + 3 * p + t -> g c (n + p) = g c n) ->
  forall n, s <= n -> g c (n + p) = g c n.
Proof. intros A W Hp base. induction n as [n IH] using (well_founded_induction N.lt_wf_0). intro Hn.
  set (S := N.max s 1) in *. assert (HS : 1 <= S /\ s <= S) by (unfold S; lia).
  destruct (N.lt_ge_cases (n + p) (2 * S + 3 * p + t)) as [Hs|Hb]; [now apply base|].
  assert (Q : forall a, S <= a -> a < n -> g c (a + p) = g c a) by (intros; apply IH; lia).
  assert (Q' : forall b, S + p <= b -> b < n + p -> g c (b - p) = g c b).
  { intros. rewrite <- Q by lia. f_equal. lia. } apply is_mex_unique with (S := reach c (n + p)); [apply g_spec|].
  assert (One : forall m a, leaves c m [a] <-> 1 <= a /\ exists k, 1 <= k /\ k + a = m /\ N.testbit (digit c k) 1 = true).
  { intros m a. split.
    - intros [k [E [H1 [H2 [B _]]]]]. cbn in *. split; [apply H1; auto|]. exists k. repeat split; [|lia|auto].
      destruct (N.eq_dec k 0); [|lia]. specialize (H2 e). lia.
    - intros [Ha [k [Hk [E B]]]]. exists k. rewrite A. cbn. repeat split; auto; try lia. repeat constructor. simpl. auto. }
  assert (Swap : forall m a b, leaves c m [a; b] -> leaves c m [b; a]).
  { intros m a b. rewrite !leaves_pair by auto. intros [H1 [H2 [H3 [k [E B]]]]]. repeat split; auto. exists k. split; [lia|auto]. }
  refine (is_mex_ext _ _ _ _ (g_spec c n)). intro u. split; intros [hs [L <-]];
    destruct (leaves_within _ _ _ _ _ W L) as [B1 [B2 B3]].
  - destruct hs as [|a [|b [|]]]; cbn [length total fold_right] in *; try lia.
    + apply One in L. destruct L as [Ha [k [Hk [E B]]]]. exists [a + p].
      split; [apply One; split; [lia|]; exists k; repeat split; auto; lia|]. rewrite !xor_of_cons. f_equal. apply Q; lia.
    + assert (Up : forall x y, x < y -> leaves c n [x; y] -> x + (y + 0) = a + (b + 0) ->
        exists q, leaves c (n + p) q /\ xor_of (g c) q = N.lxor (g c x) (g c y)).
      { intros x y Hxy Lx Es. pose proof (leaves_lt _ _ _ y Lx ltac:(simpl; auto)).
        apply leaves_pair in Lx; auto. destruct Lx as [Hx [Hy [_ [k [E B]]]]]. exists [x; y + p]. split.
        - apply leaves_pair; auto. repeat split; try lia. exists k. split; [lia|auto].
        - rewrite !xor_of_cons. cbn [xor_of fold_right]. rewrite N.lxor_0_r. f_equal. apply Q; lia. }
      pose proof L as L'. apply leaves_pair in L'; auto. destruct L' as [_ [_ [Hab _]]].
      rewrite !xor_of_cons. cbn [xor_of fold_right]. rewrite N.lxor_0_r.
      destruct (N.lt_ge_cases a b); [apply Up; auto|]. rewrite N.lxor_comm. apply Up; [lia|auto|lia].
  - destruct hs as [|a [|b [|]]]; cbn [length total fold_right] in *; try lia.
    + apply One in L. destruct L as [Ha [k [Hk [E B]]]]. exists [a - p].
      split; [apply One; split; [lia|]; exists k; repeat split; auto; lia|]. rewrite !xor_of_cons. f_equal. apply Q'; lia.
    + assert (Down : forall x y, x < y -> leaves c (n + p) [x; y] -> x + (y + 0) = a + (b + 0) ->
        exists q, leaves c n q /\ xor_of (g c) q = N.lxor (g c x) (g c y)).
      { intros x y Hxy Lx Es. pose proof (leaves_lt _ _ _ y Lx ltac:(simpl; auto)).
        apply leaves_pair in Lx; auto. destruct Lx as [Hx [Hy [_ [k [E B]]]]]. destruct (N.eq_dec (y - p) x) as [Ex|Ex].
        - exists [x - p; y]. split. + apply leaves_pair; auto. repeat split; try lia. exists k. split; [lia|auto].
          + rewrite !xor_of_cons. cbn [xor_of fold_right]. rewrite N.lxor_0_r. f_equal. apply Q'; lia.
        - exists [x; y - p]. split. + apply leaves_pair; auto. repeat split; try lia. exists k. split; [lia|auto].
          + rewrite !xor_of_cons. cbn [xor_of fold_right]. rewrite N.lxor_0_r. f_equal. apply Q'; lia. }
      pose proof L as L'. apply leaves_pair in L'; auto. destruct L' as [_ [_ [Hab _]]].
      rewrite !xor_of_cons. cbn [xor_of fold_right]. rewrite N.lxor_0_r.
      destruct (N.lt_ge_cases a b); [apply Down; auto|]. rewrite N.lxor_comm. apply Down; [lia|auto|lia]. Qed.

(* All-but sets: moves take any number of counters but some that are at most m.  top n is one more than the largest of
   the values g 0, ..., g (n - 1), and 0 for n = 0. *)
Fixpoint top_of (c : code) (n : nat) : N :=
  match n with O => 0 | S m => N.max (top_of c m) (g c (N.of_nat m) + 1) end.
Definition top (c : code) (n : N) : N := top_of c (N.to_nat n).
Definition takes_all_but (c : code) (m : N) : Prop :=
  (forall k j, N.testbit (digit c k) j = true -> 1 <= k /\ j <= 1) /\
  (forall k, N.testbit (digit c k) 0 = N.testbit (digit c k) 1) /\
  (forall k, m < k -> N.testbit (digit c k) 1 = true).
Lemma top_succ c n : top c (n + 1) = N.max (top c n) (g c n + 1).
Proof. unfold top. replace (N.to_nat (n + 1)) with (S (N.to_nat n)) by lia. cbn [top_of]. now rewrite N2Nat.id. Qed.
Lemma reach_all_but c m n u : takes_all_but c m ->
  (reach c n u <-> exists i, i < n /\ N.testbit (digit c (n - i)) 1 = true /\ g c i = u).
Proof. intros [T1 [T2 T3]]. split.
  - intros [p [[k [E [H1 [H2 [B D]]]]] <-]]. pose proof (T1 _ _ B) as [Hk Hj]. destruct p as [|a [|]]; cbn in *; try lia.
    + exists 0. rewrite <- T2. repeat split; try lia; [|apply g_0]. now replace (n - 0) with k by lia.
    + exists a. repeat split; try lia; [now replace (n - a) with k by lia|]. now rewrite N.lxor_0_r.
  - intros [i [Hi [B <-]]]. destruct (N.eq_dec i 0) as [->|Hz].
    + exists []. split; [|symmetry; apply g_0]. exists n. rewrite N.sub_0_r, <- T2 in B. cbn. repeat split; auto; try lia. destruct (splits c); cbn; try constructor. intros ? ? [].
    + exists [i]. split; [|cbn; now rewrite N.lxor_0_r]. exists (n - i). cbn. repeat split; auto; try lia. destruct (splits c); cbn; try constructor; simpl; auto; [constructor|]. intros ? ? [<-|[]] [<-|[]]. auto.
Qed.
Lemma top_spec c m u : takes_all_but c m -> forall n, u < top c n <-> exists i, i < n /\ g c i = u.
Proof. intros T. induction n as [|n IH] using N.peano_ind.
  - split; [cbn; lia|]. intros [i [Hi _]]. lia.
  - rewrite <- N.add_1_r, top_succ. rewrite N.max_lt_iff, IH. split.
    + intros [[i [Hi E]]|H]; [exists i; split; [lia|auto]|].
      destruct (N.eq_dec u (g c n)) as [->|Hne]; [exists n; split; [lia|auto]|].
      destruct (g_spec c n) as [_ B]. destruct (B u) as [p [L E]]; [lia|].
      destruct (proj1 (reach_all_but c m n u T)) as [i [Hi [_ Ei]]]; [now exists p|]. exists i. split; [lia|auto].
    + intros [i [Hi E]]. destruct (N.eq_dec i n) as [->|]; [right; lia|]. left. exists i. split; [lia|auto]. Qed.
Theorem all_but_sets c m s s' p z : takes_all_but c m -> s <= s' ->
  (forall n, s <= n -> n < s' + m -> g c (n + p) = g c n + z) -> top c (s' + p) = top c s' + z ->
  forall n, s <= n -> g c (n + p) = g c n + z.
Proof. intros T Hs base Ht. induction n as [n IH] using (well_founded_induction N.lt_wf_0). intro Hn.
  destruct (N.lt_ge_cases n (s' + m)) as [Hb|Hb]; [now apply base|].
  assert (Q : forall d, s' + d <= n - m -> top c (s' + d + p) = top c (s' + d) + z).
  { induction d as [|d IHd] using N.peano_ind; intro Hd; [now rewrite N.add_0_r|].
    replace (s' + N.succ d) with (s' + d + 1) by lia. replace (s' + d + 1 + p) with (s' + d + p + 1) by lia.
    destruct (N.eq_dec m 0) as [->|]. - rewrite !top_succ, IHd, (IH (s' + d)) by lia. lia.
    - rewrite !top_succ, IHd, (IH (s' + d)) by lia. lia. }
  specialize (Q (n - m - s') ltac:(lia)). replace (s' + (n - m - s')) with (n - m) in Q by lia.
  (* what is reached from N: all below top (N - m), and the allowed ones of the last m *)
  assert (R : forall M u, m <= M -> (reach c M u <-> u < top c (M - m) \/
      exists i, M - m <= i < M /\ N.testbit (digit c (M - i)) 1 = true /\ g c i = u)).
  { intros M u HM. rewrite (reach_all_but c m M u T), (top_spec c m u T). split.
    - intros [i [Hi [B E]]]. destruct (N.lt_ge_cases i (M - m)); [left; exists i; auto|right; exists i; auto].
    - intros [[i [Hi E]]|[i [Hi [B E]]]]; [|exists i; split; [lia|auto]]. exists i. repeat split; auto; [lia|].
      apply T. lia. } apply is_mex_unique with (S := reach c (n + p)); [apply g_spec|].
  destruct (g_spec c n) as [A B]. split.
  - rewrite R by lia. intros [H|[i [Hi [Bt E]]]].
    + replace (n + p - m) with (n - m + p) in H by lia. rewrite Q in H. apply A. apply R; [lia|]. left. lia.
    + apply A. apply R; [lia|]. right. exists (i - p). rewrite <- (N.add_cancel_r _ _ z), <- E. repeat split; try lia.
      * now replace (n - (i - p)) with (n + p - i) by lia. * rewrite <- IH by lia. f_equal. lia.
  - intros u Hu. apply R; [lia|]. destruct (N.lt_ge_cases u (top c (n + p - m))) as [|Hge]; [now left|right].
    replace (n + p - m) with (n - m + p) in Hge by lia. rewrite Q in Hge.
    assert (Hu' : u - z < g c n) by lia. apply B in Hu'. apply R in Hu'; [|lia].
    destruct Hu' as [H|[i [Hi [Bt E]]]]; [lia|]. exists (i + p). repeat split; try lia.
    + now replace (n + p - (i + p)) with (n - i) by lia. + rewrite IH by lia. lia. Qed.
