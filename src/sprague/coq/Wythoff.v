(* Wythoff's game (W. A. Wythoff 1907), and Fraenkel's with a number t (1982): lost are the pairs floor(n alpha),
   floor(n alpha) + t n, where alpha = (2 - t + sqrt(t^2 + 4)) / 2; t = 1 makes alpha the golden ratio. *)
From Coq Require Import NArith ZArith Lia Bool.
From Sprague Require Import Game Values NumberRules.
Open Scope Z_scope.

Section T.
Variable t : Z.
Hypothesis Ht : 1 <= t.

(* x <= n alpha  iff  Q x n <= 0, for x >= n *)
Definition Q (x n : Z) := x * x + (t - 2) * x * n - t * n * n.
Definition A : Z -> Z := lower t.
Definition B (n : Z) : Z := A n + t * n.

Lemma Q_mono x y n : 0 <= n -> n <= x -> x <= y -> Q x n <= Q y n.
Proof. intros. assert (E : Q y n - Q x n = (y - x) * (y + x + (t - 2) * n)) by (unfold Q; ring).
  assert (0 <= y + x + (t - 2) * n) by nia. nia. Qed.
Lemma A_spec n : 0 <= n -> n <= A n <= 2 * n /\ Q (A n) n <= 0 < Q (A n + 1) n.
Proof. intro Hn. unfold A, lower. set (r := Z.sqrt ((t * t + 4) * n * n)).
  assert (Hr : r * r <= (t * t + 4) * n * n < (r + 1) * (r + 1)) by (apply Z.sqrt_spec; nia).
  assert (Hr0 : 0 <= r) by apply Z.sqrt_nonneg. assert (0 <= t * n) by nia. assert (Hrn : t * n <= r).
  { destruct (Z_le_gt_dec (t * n) r); auto. exfalso.
    assert ((r + 1) * (r + 1) <= (t * n) * (t * n)) by (apply Z.mul_le_mono_nonneg; lia). assert (0 <= n * n) by nia. lia. }
  assert (Hrm : r <= (t + 2) * n).
  { destruct (Z_le_gt_dec r ((t + 2) * n)); auto. exfalso. assert (0 <= (t + 2) * n) by nia.
    assert (0 <= t * n * n) by nia.
    assert (((t + 2) * n) * ((t + 2) * n) < r * r) by (apply Z.mul_lt_mono_nonneg; lia). lia. }
  set (q := (2 * n - t * n + r) / 2). assert (Hq : 2 * q <= 2 * n - t * n + r < 2 * q + 2).
  { pose proof (Z.div_mod (2 * n - t * n + r) 2). pose proof (Z.mod_pos_bound (2 * n - t * n + r) 2). unfold q. lia. }
  split; [nia|].
  assert (F : forall x, 4 * Q x n = (2 * x + (t - 2) * n) * (2 * x + (t - 2) * n) - (t * t + 4) * n * n) by (intro; unfold Q; ring).
  assert (n <= q) by nia. split.
  - assert (0 <= 2 * q + (t - 2) * n <= r) by nia. specialize (F q).
    assert ((2 * q + (t - 2) * n) * (2 * q + (t - 2) * n) <= r * r) by nia. lia.
  - assert (r + 1 <= 2 * (q + 1) + (t - 2) * n) by nia. specialize (F (q + 1)).
    assert ((r + 1) * (r + 1) <= (2 * (q + 1) + (t - 2) * n) * (2 * (q + 1) + (t - 2) * n)) by nia. lia. Qed.
Lemma above n a : 0 <= n -> 0 <= a -> 0 < Q a n -> n < a.
Proof. unfold Q. intros Hn Ha H. destruct (Z_lt_le_dec n a); auto. exfalso.
  assert (a * a <= a * n) by nia. assert (0 <= a * n <= n * n) by nia.
  assert (t * (a * n) <= t * (n * n)) by (apply Z.mul_le_mono_nonneg_l; lia). lia. Qed.
Lemma A_unique n a : 0 <= n -> 0 <= a -> Q a n <= 0 -> 0 < Q (a + 1) n -> a = A n.
Proof. intros Hn Ha H1 H2. destruct (A_spec n Hn) as [HA [H3 H4]]. pose proof (above n (a + 1)).
  destruct (Z.lt_trichotomy a (A n)) as [L|[L|L]]; auto.
  - pose proof (Q_mono (a + 1) (A n) n). lia.
  - pose proof (Q_mono (A n + 1) a n). lia. Qed.
(* x <= n alpha gives x <= m alpha for m >= n *)
Lemma Q_more x n m : 0 <= n -> 0 <= x -> Q x n <= 0 -> n <= m -> Q x m <= 0.
Proof. intros Hn Hx H Hm. assert (x <= 2 * n).
  { destruct (Z_le_gt_dec x (2 * n)); auto. exfalso. pose proof (Q_mono (2 * n) x n). unfold Q in *. nia. }
  assert (E : Q x m - Q x n = (m - n) * ((t - 2) * x - t * (m + n))) by (unfold Q; ring).
  assert ((t - 2) * x <= t * (m + n)) by nia. nia. Qed.
(* alpha is irrational: t^2 + 4 is no square.  The descent (y, n) -> (D n - t y, y - t n) for t >= 2, and that of the
   golden ratio for t = 1. *)
Lemma square_root : forall n, 0 <= n -> 2 <= t -> forall y, 0 <= y -> y * y = (t * t + 4) * n * n -> n = 0.
Proof.
  enough (H : forall n, 0 <= n -> 0 <= n -> 2 <= t -> forall y, 0 <= y -> y * y = (t * t + 4) * n * n -> n = 0) by eauto.
  apply (Z_lt_induction (fun n => 0 <= n -> 2 <= t -> forall y, 0 <= y -> y * y = (t * t + 4) * n * n -> n = 0)).
  intros n IH Hn T y Hy E. destruct (Z.eq_dec n 0) as [|Hne]; auto. assert (0 < t * n) by nia.
  assert (t * n < y). { destruct (Z_lt_le_dec (t * n) y); auto. assert (y * y <= (t * n) * (t * n)) by nia. nia. }
  assert (y < (t + 1) * n).
  { destruct (Z_lt_le_dec y ((t + 1) * n)); auto. assert (((t + 1) * n) * ((t + 1) * n) <= y * y) by nia. nia. }
  assert (t * y <= t * ((t + 1) * n)) by (apply Z.mul_le_mono_nonneg_l; lia).
  assert (Hy' : 0 <= (t * t + 4) * n - t * y).
  { destruct (Z_le_gt_dec 0 ((t * t + 4) * n - t * y)); auto. exfalso.
    assert (((t * t + 4) * n) * ((t * t + 4) * n) < (t * y) * (t * y)) by (apply Z.mul_lt_mono_nonneg; nia).
    assert ((t * y) * (t * y) = t * t * ((t * t + 4) * n * n)) by (rewrite <- E; ring). assert (0 < n * n) by nia. nia. }
  assert (y - t * n = 0); [|lia]. refine (IH (y - t * n) _ _ T ((t * t + 4) * n - t * y) Hy' _); [lia|lia|].
  replace (((t * t + 4) * n - t * y) * ((t * t + 4) * n - t * y)) with
    ((t * t + 4) * ((t * t + 4) * n * n) - 2 * t * (t * t + 4) * n * y + t * t * (y * y)) by ring.
  replace ((t * t + 4) * (y - t * n) * (y - t * n)) with
    ((t * t + 4) * (y * y) - 2 * t * (t * t + 4) * n * y + t * t * ((t * t + 4) * n * n)) by ring. rewrite E. ring.
Qed.
Lemma Q_nonzero : forall n, 0 <= n -> forall x, 0 <= x -> Q x n = 0 -> n = 0.
Proof. intros n Hn x Hx E. destruct (Z_lt_le_dec t 2) as [T|T].
  - assert (E1 : t = 1) by lia. unfold Q in E. rewrite E1 in E. clear Ht T E1. revert n Hn x Hx E.
    enough (H : forall n, 0 <= n -> 0 <= n -> forall x, 0 <= x -> x * x + (1 - 2) * x * n - 1 * n * n = 0 -> n = 0) by eauto.
    apply (Z_lt_induction (fun n => 0 <= n -> forall x, 0 <= x -> x * x + (1 - 2) * x * n - 1 * n * n = 0 -> n = 0)).
    intros n IH Hn x Hx E. destruct (Z.eq_dec n 0) as [|Hne]; auto. assert (n < x) by nia. assert (x < 2 * n) by nia.
    assert (x - n = 0); [|lia]. apply (IH (x - n)) with (x := n); [lia|lia|lia|nia].
  - apply (square_root n Hn T (2 * x + (t - 2) * n)); [nia|].
    assert (4 * Q x n = (2 * x + (t - 2) * n) * (2 * x + (t - 2) * n) - (t * t + 4) * n * n) by (unfold Q; ring). lia.
Qed.

Lemma A_step n : 0 <= n -> A n + 1 <= A (n + 1).
Proof. intro Hn. destruct (A_spec n Hn) as [H1 [H2 H3]]. destruct (A_spec (n + 1)) as [H4 [H5 H6]]; [lia|].
  destruct (Z_le_gt_dec (A n + 1) (A (n + 1))) as [|Hgt]; auto. exfalso. set (x := A n) in *.
  assert (T : t * x <= (t + 2) * n).
  { destruct (Z_le_gt_dec (t * x) ((t + 2) * n)); auto. exfalso. set (e := t * x - (t + 2) * n).
    assert (0 < e) by (unfold e; lia).
    assert (E : t * t * Q x n = e * e + (t * t + 4) * e * n + (t * t + 4) * n * n) by (unfold e, Q; ring).
    assert (0 < e * e) by nia. assert (0 <= (t * t + 4) * e * n) by nia. assert (0 <= (t * t + 4) * n * n) by nia. nia. }
  assert (E : Q (x + 1) (n + 1) = Q x n + t * x - (t + 2) * n - 1) by (unfold Q; ring).
  pose proof (Q_mono (A (n + 1) + 1) (x + 1) (n + 1)). lia. Qed.
Lemma A_incr n : 0 <= n -> forall d, 0 <= d -> A n + d <= A (n + d).
Proof. intros Hn. apply natlike_ind; [rewrite !Z.add_0_r; lia|].
  intros d Hd IH. pose proof (A_step (n + d)). replace (n + Z.succ d) with (n + d + 1) by lia. lia. Qed.
Lemma A_lt n m : 0 <= n -> n < m -> A n < A m.
Proof. intros Hn H. pose proof (A_incr n Hn (m - n)). replace (n + (m - n)) with m in * by lia. lia. Qed.
Lemma A_inj n m : 0 <= n -> 0 <= m -> A n = A m -> n = m.
Proof. intros. destruct (Z.lt_trichotomy n m) as [H2|[H2|H2]]; auto.
  - pose proof (A_lt n m). lia.
  - pose proof (A_lt m n). lia. Qed.
Lemma B_lt n m : 0 <= n -> n < m -> B n < B m.
Proof. intros Hn H. pose proof (A_lt n m Hn H). unfold B. nia. Qed.
Lemma B_inj n m : 0 <= n -> 0 <= m -> B n = B m -> n = m.
Proof. intros. destruct (Z.lt_trichotomy n m) as [H2|[H2|H2]]; auto.
  - pose proof (B_lt n m). lia.
  - pose proof (B_lt m n). lia. Qed.
Lemma Q_swap x m : Q x (x - m) = - Q (x - t * m) m.
Proof. unfold Q. ring. Qed.

(* Beatty: every number is some A n or B n, only 0 is both *)
Lemma A_0 : A 0 = 0.
Proof. destruct (A_spec 0); lia. Qed.
Lemma A_B_disjoint n m : 0 <= n -> 0 <= m -> A n = B m -> n = 0 /\ m = 0.
Proof. intros Hn Hm E. unfold B in E. destruct (A_spec n Hn) as [H1 [H2 H3]].
  destruct (A_spec m Hm) as [H4 [H5 H6]]. set (a := A n) in *.
  pose proof (Q_swap a m) as S1. pose proof (Q_swap (a + 1) m) as S2.
  replace (a - t * m) with (A m) in S1 by lia. replace (a + 1 - t * m) with (A m + 1) in S2 by lia.
  assert (m <= a) by nia. assert (n <= a - m).
  { destruct (Z_le_gt_dec n (a - m)) as [|Hg]; auto. exfalso. pose proof (Q_more (a + 1) (a + 1 - m) n). lia. }
  pose proof (Q_more a n (a - m)). assert (Z0 : a - m = 0) by (apply (Q_nonzero (a - m)) with (x := a); lia).
  assert (n = 0) by lia. subst n. pose proof A_0. unfold a in *. lia. Qed.
Lemma bracket a : 0 <= a -> exists n, 0 <= n /\ A n <= a < A (n + 1).
Proof. revert a. apply natlike_ind.
  - exists 0. pose proof A_0. pose proof (A_step 0). lia.
  - intros a Ha [n [Hn H]]. destruct (Z_lt_le_dec (Z.succ a) (A (n + 1))). + exists n. lia.
    + exists (n + 1). pose proof (A_step (n + 1)). lia. Qed.
Lemma A_B_cover a : 0 <= a -> exists n, 0 <= n /\ (a = A n \/ a = B n).
Proof.
  intro Ha. destruct (bracket a Ha) as [n [Hn [H1 H2]]]. destruct (Z.eq_dec a (A n)) as [|Hne]; [now exists n; auto|].
  destruct (A_spec n Hn) as [S1 [S2 S3]]. destruct (A_spec (n + 1)) as [S4 [S5 S6]]; [lia|].
  exists (a - n). split; [lia|right]. unfold B. cut (a - t * (a - n) = A (a - n)); [lia|].
  pose proof (Q_swap a (a - n)) as W1. replace (a - (a - n)) with n in W1 by lia.
  pose proof (Q_swap (a + 1) (a - n)) as W2. replace (a + 1 - (a - n)) with (n + 1) in W2 by lia.
  pose proof (Q_mono (A n + 1) a n). set (m := a - n) in *. set (j := a - t * m) in *.
  replace (a + 1 - t * m) with (j + 1) in W2 by (unfold j; lia).
  assert (Q (a + 1) (n + 1) <= Q (A (n + 1)) (n + 1)) by (apply Q_mono; lia).
  assert (Q (a + 1) (n + 1) <> 0) by (intro E; apply Q_nonzero in E; lia). assert (0 <= j).
  { destruct (Z_le_gt_dec 0 j); auto. exfalso. set (y := - (j + 1)). assert (0 <= y) by (unfold y; lia).
    assert (y <= (t - 1) * m - 1) by (unfold y, j, m in *; nia).
    assert (E : Q (j + 1) m = y * (y - (t - 2) * m) - t * m * m) by (unfold y, Q; ring).
    assert (y - (t - 2) * m <= m) by nia. assert (0 <= m) by (unfold m; lia).
    assert (y * (y - (t - 2) * m) <= y * m) by nia. assert (y * m <= (t - 1) * m * m) by nia. nia. }
  apply A_unique; lia. Qed.

(* The lost pairs. *)
Definition cold (a b : Z) : Prop := exists n, 0 <= n /\ (a = A n /\ b = B n \/ a = B n /\ b = A n).
Lemma cold_sym a b : cold a b -> cold b a.
Proof. intros [n [Hn [[-> ->]|[-> ->]]]]; exists n; auto. Qed.
Definition zmove (a b a' b' : Z) : Prop := exists k l, 0 <= k <= a /\ 0 <= l <= b /\ a' = a - k /\ b' = b - l /\
  1 <= k + l /\ (k = 0 \/ l = 0 \/ k < l + t /\ l < k + t).
Lemma zmove_sym a b a' b' : zmove a b a' b' -> zmove b a b' a'.
Proof. intros [k [l H]]. exists l, k. intuition. Qed.

Lemma cold_stuck a b a' b' : cold a b -> zmove a b a' b' -> cold a' b' -> False.
Proof. enough (H : forall n a' b', 0 <= n -> zmove (A n) (B n) a' b' -> cold a' b' -> False).
  { intros [n [Hn [[-> ->]|[-> ->]]]] M C; [eauto|]. apply zmove_sym in M. apply cold_sym in C. eauto. }
  clear a b a' b'. intros n a' b' Hn [k [l [Hk [Hl [Ea [Eb [Hp M]]]]]]] [m [Hm C]].
  assert (Same : n = m -> A n = A m /\ B n = B m) by (intros ->; auto).
  assert (Zero : forall x, x = 0 -> A x = 0 /\ B x = 0) by (intros x ->; pose proof A_0; unfold B; lia).
  assert (Far : forall x, 1 <= x -> t <= t * x) by (intros; apply Z.le_mul_diag_r; lia).
  destruct C as [[-> ->]|[-> ->]].
  - assert (n <> m) by (intro E; destruct (Same E); lia). destruct M as [K|[L|[M1 M2]]].
    + assert (n = m) by (apply A_inj; lia). contradiction.
    + assert (n = m) by (apply B_inj; lia). contradiction.
    + assert (E : l - k = t * (n - m)) by (unfold B in Eb; lia).
      destruct (Z_lt_le_dec n m); [pose proof (A_lt n m)|pose proof (Far (n - m))]; lia.
  - assert (Both : n = 0 /\ m = 0 -> False) by (intros [-> ->]; destruct (Zero 0 eq_refl); lia).
    destruct M as [K|[L|[M1 M2]]].
    + apply Both, A_B_disjoint; lia.
    + apply Both, and_comm, A_B_disjoint; lia.
    + assert (E : l - k = t * (n + m)) by (unfold B in Ea, Eb; lia). pose proof (Far (n + m)). lia. Qed.
Lemma A_nonneg n : 0 <= n -> 0 <= A n.
Proof. intro H. destruct (A_spec n H). lia. Qed.
Lemma cold_or_move a b : 0 <= a -> a <= b -> cold a b \/ exists a' b', zmove a b a' b' /\ cold a' b'.
Proof. intros Ha Hab. destruct (A_B_cover a Ha) as [n [Hn [E|E]]]; pose proof (A_nonneg n Hn) as P.
  - destruct (Z.lt_trichotomy b (B n)) as [H|[H|H]].
    + right. set (d := b - a). assert (Hd : 0 <= d < t * n) by (unfold B, d in *; lia).
      set (m := d / t). pose proof (Z.div_mod d t ltac:(lia)) as D. pose proof (Z.mod_pos_bound d t ltac:(lia)) as D2. fold m in D.
      assert (0 <= m < n) by nia. pose proof (A_lt m n). pose proof (A_nonneg m).
      exists (A m), (B m). split; [|exists m; split; [lia|auto]].
      exists (A n - A m), (b - B m). unfold B, d in *. repeat split; try lia. + left. exists n. auto.
    + right. exists a, (B n). split; [|exists n; auto]. exists 0, (b - B n). unfold B in *. repeat split; try lia; nia.
  - destruct (Z.eq_dec b (A n)) as [E'|E']; [left; exists n; auto|].
    right. exists a, (A n). split; [|exists n; auto]. exists 0, (b - A n). unfold B in *. repeat split; try lia; nia.
Qed.
End T.

Open Scope N_scope.
Lemma move_z t p q : wythoff_move t p q <->
  exists a' b', zmove (Z.of_N t) (Z.of_N (fst p)) (Z.of_N (snd p)) a' b' /\ (Z.of_N (fst q) = a' /\ Z.of_N (snd q) = b')%Z.
Proof. split.
  - intros M. exists (Z.of_N (fst q)), (Z.of_N (snd q)). split; [|auto].
    destruct M as [a b k H|a b k H|a b k l H H' H1 H2]; cbn [fst snd];
    [exists (Z.of_N k), 0%Z|exists 0%Z, (Z.of_N k)|exists (Z.of_N k), (Z.of_N l)]; lia.
  - destruct p as [a b], q as [a' b']. cbn [fst snd]. intros [x [y [[k [l H]] [E1 E2]]]]. subst x y.
    destruct H as [H1 [H2 [H3 [H4 [H5 H6]]]]].
    destruct (Z.eq_dec k 0) as [->|Hk]; [|destruct (Z.eq_dec l 0) as [->|Hl]].
    + replace a' with a by lia. replace b' with (b - Z.to_N l) by lia. constructor. lia.
    + replace b' with b by lia. replace a' with (a - Z.to_N k) by lia. constructor. lia.
    + replace a' with (a - Z.to_N k) by lia. replace b' with (b - Z.to_N l) by lia. constructor; lia. Qed.
Theorem wythoff_cold t p : 1 <= t -> (lost (wythoff t) p <-> cold_pair t p).
Proof.
  intro Ht. assert (T : (1 <= Z.of_N t)%Z) by lia. apply (kernel_iff (wythoff t) (cold_pair t) (fun _ => True)); auto.
  - intros p' q _ C M C'. apply move_z in M. destruct M as [a' [b' [M [E1 E2]]]]. subst.
    exact (cold_stuck _ T _ _ _ _ C M C').
  - intros [a b] _. assert (D : cold (Z.of_N t) (Z.of_N a) (Z.of_N b) \/
      exists a' b', zmove (Z.of_N t) (Z.of_N a) (Z.of_N b) a' b' /\ cold (Z.of_N t) a' b').
    { destruct (Z_le_gt_dec (Z.of_N a) (Z.of_N b)); [apply cold_or_move; lia|].
      destruct (cold_or_move _ T (Z.of_N b) (Z.of_N a)) as [C|[x [y [M C]]]]; try lia; [left; now apply cold_sym|].
      right. exists y, x. split; [now apply zmove_sym|now apply cold_sym]. }
    destruct D as [C|[a' [b' [M C]]]]; [now left|right].
    assert (0 <= a' /\ 0 <= b')%Z by (destruct M as [k [l M]]; lia). exists (Z.to_N a', Z.to_N b'). split.
    + apply move_z. exists a', b'. split; auto. cbn. lia.
    + unfold cold_pair. cbn [fst snd]. now rewrite !Z2N.id by lia. Qed.

(* Decided by multiplication only, also for numbers of thousands of digits. *)
Definition coldb (t : N) (p : N * N) : bool :=
  let a := Z.of_N (N.min (fst p) (snd p)) in
  let d := (Z.of_N (N.max (fst p) (snd p)) - a)%Z in
  let n := (d / Z.of_N t)%Z in
  (N.leb 1 t && Z.eqb (n * Z.of_N t) d && Z.leb (Q (Z.of_N t) a n) 0 && Z.ltb 0 (Q (Z.of_N t) (a + 1) n))%Z.
Theorem wythoff_lost t p : coldb t p = true -> lost (wythoff t) p.
Proof. unfold coldb. cbv zeta. rewrite !andb_true_iff, N.leb_le, Z.eqb_eq, Z.leb_le, Z.ltb_lt.
  intros [[[Ht E] H1] H2]. apply wythoff_cold; auto. assert (T : (1 <= Z.of_N t)%Z) by lia.
  set (d := (Z.of_N (N.max (fst p) (snd p)) - Z.of_N (N.min (fst p) (snd p)))%Z) in *.
  set (n := (d / Z.of_N t)%Z) in *. assert (0 <= d)%Z by (unfold d; lia). assert (0 <= n)%Z by (unfold n; apply Z.div_pos; lia).
  apply A_unique in H2; auto; try lia. unfold cold_pair. exists n. split; auto. unfold B. change (lower (Z.of_N t) n) with (A (Z.of_N t) n). rewrite <- H2. nia. Qed.
Definition moveb (t : N) (p q : N * N) : bool :=
  let k := fst p - fst q in let l := snd p - snd q in
  (fst q <=? fst p) && (snd q <=? snd p) && (1 <=? k + l) && ((k =? 0) || (l =? 0) || (k <? l + t) && (l <? k + t)).
Lemma moveb_spec t p q : moveb t p q = true -> wythoff_move t p q.
Proof. unfold moveb. cbv zeta. rewrite !andb_true_iff, !orb_true_iff, !andb_true_iff, !N.leb_le, !N.eqb_eq, !N.ltb_lt.
  intros H. apply move_z. exists (Z.of_N (fst q)), (Z.of_N (snd q)). split; auto.
  exists (Z.of_N (fst p - fst q)), (Z.of_N (snd p - snd q)). repeat split; try lia. Qed.
Theorem wythoff_wins t p q : moveb t p q && coldb t q = true -> wins (wythoff t) p q.
Proof. rewrite andb_true_iff. intros [M C]. split; [now apply moveb_spec|now apply wythoff_lost]. Qed.
