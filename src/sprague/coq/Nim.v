(* Nim and misere Nim (Charles Bouton 1901), and the token. *)
From Coq Require Import NArith List Lia Bool.
From Sprague Require Import Game Values HeapRules Components NumberRules.
Import ListNotations.
Open Scope N_scope.

Notation nim_sum := (xor_of (fun n : N => n)).
Lemma xor_of_place (l r : list N) n m : nim_sum (l ++ m :: r) = nim_sum (l ++ n :: r) -> m = n.
Proof. intro E. apply (xor_of_change (fun n => n) l n r [m]) in E. cbn in E. now rewrite N.lxor_0_r in E. Qed.

Theorem nim_value p : value nim p (nim_sum p).
Proof. apply (value_by_mex nim (fun p => nim_sum p) (fun _ => True)); auto. clear p. intros p _. split.
  - intros [q [[l n m r H] E]]. apply xor_of_place in E. lia.
  - intros u Hu. destruct (xor_of_smaller (fun n => n) p u Hu) as [l [n [r [v [-> [Hv E]]]]]].
    exists (l ++ v :: r). split; [now constructor|]. now rewrite xor_of_app, xor_of_cons. Qed.
Theorem bouton p : lost nim p <-> nim_sum p = 0.
Proof. pose proof (nim_value p) as V. rewrite <- value_0. split; intro E.
  - exact (value_unique _ _ _ _ V E).
  - now rewrite <- E. Qed.
Lemma nim_wins l n m r : m < n -> nim_sum (l ++ m :: r) = 0 -> wins nim (l ++ n :: r) (l ++ m :: r).
Proof. intros H E. split; [now constructor|now apply bouton]. Qed.

(* In misere play the same holds while some heap exceeds 1; else the number of ones decides, the other way round. *)
Lemma large_or_small p : (exists h : N, In h p /\ 2 <= h) \/ forall h, In h p -> h <= 1.
Proof.
  induction p as [|a p IH]; [right; intros h []|]. destruct IH as [[h [I H]]|H]; [left; exists h; split; auto; now right|].
  destruct (N.le_gt_cases a 1); [right; intros h [<-|I]; auto|left; exists a; split; [now left|lia]]. Qed.
Lemma ones p : (forall h, In h p -> h <= 1) -> nim_sum p = 0 \/ nim_sum p = 1.
Proof. induction p as [|a p IH]; intro H; [now left|]. rewrite xor_of_cons.
  pose proof (H a (or_introl eq_refl)). assert (A : a = 0 \/ a = 1) by lia.
  destruct IH as [->| ->]; [intros; apply H; now right| |]; destruct A as [->| ->]; cbn; auto. Qed.
Lemma in_place (l r : list N) n h : In h (l ++ n :: r) <-> h = n \/ In h (l ++ r).
Proof. rewrite !in_app_iff. simpl. intuition. Qed.
Lemma sum_place (l r : list N) n : nim_sum (l ++ n :: r) = N.lxor n (nim_sum (l ++ r)).
Proof. rewrite !xor_of_app, xor_of_cons. bits. Qed.
(* From a position with one large heap, that heap is made 0 or 1. *)
Lemma one_large l n r : 2 <= n -> (forall h, In h (l ++ r) -> h <= 1) ->
  exists m, m < n /\ (forall h, In h (l ++ m :: r) -> h <= 1) /\ nim_sum (l ++ m :: r) = 1.
Proof.
  intros Hn H. destruct (ones _ H) as [E|E]; [exists 1|exists 0]; (split; [lia|]; split; [|rewrite sum_place, E; reflexivity]);
  intros h Ih; apply in_place in Ih; destruct Ih as [->|]; auto; lia. Qed.
Lemma misere_stuck p q : misere_cold p -> nim_move p q -> ~ misere_cold q.
Proof. intros [[[h [Ih Hh]] E]|[S E]] M C; destruct M as [l n m r Hm].
  - destruct C as [[_ E']|[S' E']]; [assert (m = n) by (apply (xor_of_place l r n m); congruence); lia|].
    (* only the heap that was made smaller can have been large, and then the sum was not 0 *)
    assert (h = n).
    { apply in_place in Ih. destruct Ih as [|I]; auto. specialize (S' h). rewrite in_place in S'. specialize (S' (or_intror I)). lia. }
    subst h. rewrite sum_place in *. assert (Hmm : m <= 1) by (apply S', in_place; auto).
    apply lxor_move in E. rewrite N.lxor_0_r in E. rewrite <- E in E'. apply lxor_move in E'. assert (Hn : n <= 1).
    { destruct (ones (l ++ r)) as [Z|Z]; [intros x Hx; apply S', in_place; auto| |]; rewrite <- E in Z; lia. } lia.
  - assert (S' : forall h, In h (l ++ m :: r) -> h <= 1).
    { intros h I. apply in_place in I. destruct I as [->|I]; [|apply S, in_place; auto].
      assert (n <= 1) by (apply S, in_place; auto). lia. }
    destruct C as [[[h [Ih Hh]] _]|[_ E']]; [apply S' in Ih; lia|].
    assert (m = n) by (apply (xor_of_place l r n m); congruence). lia. Qed.
Lemma misere_reach p : ~ misere_cold p -> (forall q, ~ nim_move p q) \/ exists q, nim_move p q /\ misere_cold q.
Proof. intro C. destruct (large_or_small p) as [[h [Ih Hh]]|S].
  - right. assert (Hx : nim_sum p <> 0) by (intro E; apply C; left; eauto).
    destruct (xor_of_smaller (fun n => n) p 0 ltac:(lia)) as [l [n [r [v [-> [Hv E]]]]]].
    destruct (large_or_small (l ++ r)) as [[x [Ix Hx']]|S].
    + exists (l ++ v :: r). split; [now constructor|]. left. split; [exists x; split; auto; apply in_place; auto|].
      now rewrite xor_of_app, xor_of_cons.
    + assert (Hn : 2 <= n) by (apply in_place in Ih; destruct Ih as [->|I]; auto; apply S in I; lia).
      destruct (one_large l n r Hn S) as [m [Hm [S' E']]]. exists (l ++ m :: r). split; [now constructor|]. right. auto.
  - destruct (ones p S) as [E|E]; [|exfalso; apply C; right; auto]. destruct (in_dec N.eq_dec 1 p) as [I|I].
    + right. apply in_split in I. destruct I as [l [r ->]]. exists (l ++ 0 :: r). split; [constructor; lia|]. right. split.
      * intros h Ih. apply in_place in Ih. destruct Ih as [->|Ih]; [lia|apply S, in_place; auto].
      * rewrite sum_place in *. apply lxor_move in E. rewrite N.lxor_0_r in E. now rewrite <- E.
    + left. intros q M. destruct M as [l n m r Hm]. assert (n <= 1) by (apply S, in_place; auto).
      assert (n = 1) by lia. subst. apply I, in_place. auto. Qed.
Theorem misere_kernel p : (misere_cold p -> misere_lost nim p) /\ (~ misere_cold p -> misere_won nim p).
Proof. induction (nim_ends p) as [p _ IH]. split; intro C.
  - constructor. + (* a cold position has a heap *) assert (I : exists h, In h p /\ 1 <= h).
      { destruct C as [[[h [I H]] _]|[S E]]; [exists h; split; auto; lia|].
        destruct (in_dec N.eq_dec 1 p); [exists 1; split; auto; lia|]. exfalso.
        assert (nim_sum p = 0); [|congruence]. clear E IH. induction p as [|a p IHp]; auto. rewrite xor_of_cons, IHp.
        - pose proof (S a (or_introl eq_refl)). assert (a <> 1) by (intros ->; apply n; now left). assert (a = 0) by lia. now subst.
        - intros; apply S; now right. - intro; apply n; now right. }
      destruct I as [h [I H]]. apply in_split in I. destruct I as [l [r ->]]. exists (l ++ 0 :: r). constructor. lia.
    + intros q M. apply IH; auto. eapply misere_stuck; eauto.
  - destruct (misere_reach p C) as [E|[q [M Cq]]]; [now apply Misere_end|]. apply (Misere_won nim p q M). now apply IH.
Qed.
Theorem bouton_misere p : misere_lost nim p <-> misere_cold p.
Proof. destruct (misere_kernel p) as [A B]. split; auto. intro L. assert (D : misere_cold p \/ ~ misere_cold p).
  { unfold misere_cold. destruct (large_or_small p) as [[h [I H]]|S]; destruct (N.eq_dec (nim_sum p) 0), (N.eq_dec (nim_sum p) 1);
    try (left; left; split; eauto; fail); try (left; right; split; auto; fail); right; intros [[[x [Ix Hx]] E]|[S' E]]; try congruence;
    try (apply S in Ix; lia); try (apply S' in I; lia). }
  destruct D as [|D]; auto. exfalso. exact (misere_not_both nim p L (B D)). Qed.
(* Decided, for the writer. *)
Definition misere_coldb (p : list N) : bool :=
  if existsb (fun h => 2 <=? h) p then nim_sum p =? 0 else nim_sum p =? 1.
Lemma misere_coldb_spec p : misere_coldb p = true <-> misere_cold p.
Proof. unfold misere_coldb, misere_cold. destruct (existsb _ p) eqn:E.
  - apply existsb_exists in E. destruct E as [h [I H]]. apply N.leb_le in H. rewrite N.eqb_eq. split; [left; eauto|].
    intros [[_ Z]|[S _]]; auto. apply S in I. lia.
  - assert (S : forall h, In h p -> h <= 1).
    { intros h I. destruct (N.le_gt_cases h 1); auto. rewrite <- not_true_iff_false in E. exfalso. apply E, existsb_exists.
      exists h. split; auto. apply N.leb_le. lia. }
    rewrite N.eqb_eq. split; [right; auto|]. intros [[[h [I H]] _]|[_ Z]]; auto. apply S in I. lia. Qed.
Lemma misere_nim_lost p : misere_coldb p = true -> misere_lost nim p.
Proof. intro H. now apply bouton_misere, misere_coldb_spec. Qed.
Lemma misere_nim_won p : misere_coldb p = false -> misere_won nim p.
Proof. intro H. apply misere_kernel. rewrite <- misere_coldb_spec, H. discriminate. Qed.

(* The token: each heap can be left but none of value 0, so its value is the mex, 0. *)
Theorem token_value : value token_game Token 0.
Proof.
  apply (value_by_mex token_game (fun p => match p with Token => 0 | Heap n => n end) (fun _ => True) (fun _ _ _ _ => I)) with (p := Token);
    auto. intros p _. split.
  - intros [q [M E]]. destruct M; lia.
  - intros u Hu. destruct p as [|n]; [lia|]. exists (Heap u). split; auto. now constructor. Qed.
