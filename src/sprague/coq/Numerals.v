(* Words of digits in the numeration systems of AutomaticRules.v: each number has words, and what one digit more adds. *)
From Coq Require Import NArith Arith List Lia Bool.
From Sprague Require Import Game AutomaticRules.
Import ListNotations.
Open Scope N_scope.

Section Words.
Variable s : system.
Notation U := (fun n => fst (weights s n)).
Notation U' := (fun n => snd (weights s n)).
Fixpoint amount' (w : list N) : N := match w with [] => 0 | d :: w => d * U' (length w) + amount' w end.
Lemma weights_S n : U (S n) = factor s * U n + older s * U' n /\ U' (S n) = U n.
Proof. cbn [weights]. destruct (weights s n). split; reflexivity. Qed.
Lemma amount_snoc w d : amount s (w ++ [d]) = factor s * amount s w + older s * amount' w + d /\
  amount' (w ++ [d]) = amount s w + before s * d.
Proof. induction w as [|e w [IH IH']]; [cbn; lia|]. cbn [app amount amount'].
  rewrite app_length. cbn [length]. rewrite Nat.add_1_r. destruct (weights_S (length w)) as [E E'].
    rewrite E, E', IH, IH'. lia. Qed.
Lemma follows_snoc f w d : follows s f (w ++ [d]) =
  follows s f w && may_follow s (match w with [] => f | _ => last w 0 =? factor s end) d.
Proof. revert f. induction w as [|e w IH]; intro f; [cbn; now rewrite andb_true_r|].
  cbn [app follows]. rewrite IH, <- andb_assoc. f_equal. f_equal. destruct w; reflexivity. Qed.
Lemma last_snoc (w : list N) d : last (w ++ [d]) 0 = d.
Proof. apply last_last. Qed.

Lemma may_end_small d : d < factor s -> may_end s d = true.
Proof. destruct s; auto. cbn [factor may_end]. intro H. destruct (N.eqb_spec d a); [lia|auto]. Qed.

Lemma last_cons (d x : N) w : last (d :: w) x = last w d.
Proof. revert d x. induction w as [|e w IH]; intros d x; auto. change (last (e :: w) x = last (e :: w) d).
  now rewrite !IH. Qed.

(* Each number has words, of any length from some length on. *)
Hypothesis sound : 2 <= factor s + before s.
Lemma factor_positive : 1 <= factor s /\ 2 <= factor s + older s.
Proof. destruct s; cbn in *; lia. Qed.
Lemma full_word n :
  (forall m, m < U n -> exists w, length w = n /\ follows s false w = true /\ may_end s (last w 0) = true /\ amount s
    w = m) /\
  (forall m, older s = 1 -> m < U' n -> exists w, length w = n /\ follows s true w = true /\
    may_end s (last w (factor s)) = true /\ amount s w = m).
Proof. assert (Hf := factor_positive). induction n as [|n [IH IH']]; split.
  - intros m H. exists []. cbn in *. repeat split; try lia; apply may_end_small; lia.
  - intros m O H. exists []. cbn in *. destruct s; cbn in *; try lia; repeat split; lia.
  - intros m H. destruct (weights_S n) as [E _]. cbn beta in H. rewrite E in H.
    assert (P : 0 < U n) by (clear -Hf; induction n as [|n IH]; [cbn; lia|]; destruct (weights_S n) as [-> _]; nia).
    cbn beta in P. destruct (N.lt_ge_cases m (factor s * U n)) as [L|L].
    + destruct (IH (m mod U n)) as [w [Hl [Hw [He Ha]]]]; [apply N.mod_lt; lia|].
      assert (D : m / U n < factor s) by (apply N.div_lt_upper_bound; [lia|]; rewrite N.mul_comm; exact L).
      exists (m / U n :: w). cbn [length follows amount]. repeat split; [lia| | |].
      * destruct (N.eqb_spec (m / U n) (factor s)); [lia|]. cbn [may_follow]. rewrite Hw, andb_true_r. apply N.ltb_lt.
          lia.
      * destruct w; [|exact He]. now apply may_end_small.
      * rewrite Ha, Hl. rewrite (N.div_mod m (U n)) at 3 by lia. lia.
    + assert (O : older s = 1) by (destruct s; cbn in *; lia). rewrite O in H.
      destruct (IH' (m - factor s * U n)) as [w [Hl [Hw [He Ha]]]]; [exact O|lia|].
      exists (factor s :: w). cbn [length follows amount]. rewrite N.eqb_refl. repeat split; [lia| | |].
      * rewrite Hw, andb_true_r. cbn [may_follow]. apply N.ltb_lt. lia.
      * now rewrite last_cons.
      * rewrite Ha, Hl. lia.
  - intros m O H. destruct (weights_S n) as [_ E]. cbn beta in H. rewrite E in H.
      destruct (IH m H) as [w [Hl [Hw [He Ha]]]].
    exists (0 :: w). cbn [length follows amount]. repeat split; [lia| | |lia].
    + destruct (N.eqb_spec 0 (factor s)); [lia|]. exact Hw.
    + now rewrite last_cons. Qed.
Lemma weight_grows n : N.of_nat n < U n /\ 1 <= U' n + (1 - before s) .
Proof. assert (Hf := factor_positive). induction n as [|n [IH IH']]; [cbn [weights fst snd]; destruct s; cbn [before];
  lia|].
  destruct (weights_S n) as [E E']. cbn beta in *. rewrite E, E'. split; [|lia].
  destruct s as [b| |a]; cbn [factor older before] in *; nia. Qed.
Lemma word_of m n : m <= N.of_nat n -> exists w, length w = n /\ numeral s w = true /\ amount s w = m.
Proof. intro H. destruct (weight_grows n) as [G _]. destruct (full_word n) as [W _].
  destruct (W m) as [w [Hl [Hw [He Ha]]]]; [cbn beta in *; lia|]. exists w. unfold numeral. rewrite Hw, He. auto. Qed.
Lemma amount_pad j w : amount s (repeat 0 j ++ w) = amount s w.
Proof. induction j; cbn [repeat app amount]; lia. Qed.
Lemma follows_pad j w : follows s false w = true -> follows s false (repeat 0 j ++ w) = true.
Proof. assert (Hf := factor_positive). intro H. induction j; auto. cbn [repeat app follows].
  destruct (N.eqb_spec 0 (factor s)); [lia|]. rewrite IHj.
  cbn [may_follow]. rewrite andb_true_r. apply N.ltb_lt. lia. Qed.
End Words.
