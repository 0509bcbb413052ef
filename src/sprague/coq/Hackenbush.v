(* Green Hackenbush by computation, on small pictures. *)
From Coq Require Import NArith List Lia Bool Arith.
From Sprague Require Import Game Values Machine Search HackenbushRules.
Import ListNotations.
Open Scope N_scope.

Module Cuts := Search NMachine.

(* What hangs on the ground: from the ends known to hang, all branches that touch them, again and again. *)
Definition touches (h : N) (e : N * N * N) : bool := N.testbit h (snd (fst e)) || N.testbit h (snd e).
Definition with_ends (h : N) (e : N * N * N) : N := N.setbit (N.setbit h (snd (fst e))) (snd e).
Fixpoint flood (f : nat) (h : N) (rest : list (N * N * N)) : N :=
  match f with
  | O => h
  | S f => match filter (touches h) rest with
           | [] => h
           | here => flood f (fold_left with_ends here h) (filter (fun e => negb (touches h e)) rest)
           end
  end.
Lemma with_ends_bit h e x : N.testbit (with_ends h e) x = true <-> N.testbit h x = true \/ x = snd (fst e) \/ x = snd e.
Proof. unfold with_ends. rewrite !N.setbit_iff. intuition. Qed.
Lemma fold_ends es : forall h x, N.testbit (fold_left with_ends es h) x = true <->
  N.testbit h x = true \/ exists e, In e es /\ (x = snd (fst e) \/ x = snd e).
Proof. induction es as [|a es IH]; intros h x; cbn [fold_left].
  - split; [auto|]. intros [H|[e [[] _]]]; auto.
  - rewrite IH, with_ends_bit. split.
    + intros [[H|H]|[e [I H]]]; [auto|right; exists a; simpl; auto|right; exists e; simpl; auto].
    + intros [H|[e [[<-|I] H]]]; [auto|auto|right; eauto]. Qed.
Lemma flood_up f : forall h rest x, N.testbit h x = true -> N.testbit (flood f h rest) x = true.
Proof. induction f as [|f IH]; intros h rest x H; cbn [flood]; auto.
  destruct (filter (touches h) rest) as [|a es]; auto. apply IH. apply fold_ends. auto. Qed.
Lemma both_sides {A} (b : A -> bool) l : (length (filter b l) + length (filter (fun e => negb (b e)) l) = length l)%nat.
Proof. induction l as [|x l IH]; cbn; auto. destruct (b x); cbn; lia. Qed.
Lemma flood_closed f : forall h rest, (length rest <= f)%nat -> forall e, In e rest -> touches (flood f h rest) e = true ->
  N.testbit (flood f h rest) (snd (fst e)) = true /\ N.testbit (flood f h rest) (snd e) = true.
Proof. induction f as [|f IH]; intros h rest L e I T; [destruct rest; [destruct I|cbn in L; lia]|].
  cbn [flood] in *. pose proof (both_sides (touches h) rest) as Len. destruct (filter (touches h) rest) as [|a es] eqn:F.
  - exfalso. assert (X : In e []) by (rewrite <- F; apply filter_In; auto). destruct X.
  - destruct (touches h e) eqn:Te.
    + assert (J : In e (a :: es)) by (rewrite <- F; apply filter_In; auto). split; apply flood_up, fold_ends; right; eauto.
    + apply IH; [cbn [length] in Len; lia| |exact T]. apply filter_In. rewrite Te. auto. Qed.

Section Picture.
Variable E : list (N * N * N).
Definition there (p : N) : list (N * N * N) := filter (fun e => N.testbit p (fst (fst e))) E.
Definition reached (p : N) : N := let es := there p in flood (length es) 1 es.
Definition standing (p : N) : N :=
  let h := reached p in fold_left (fun q e => if touches h e then N.setbit q (fst (fst e)) else q) (there p) 0.
Definition options (p : N) : list N := map (fun e => standing (N.clearbit p (fst (fst e)))) (there p).

Lemma flood_hangs p f : forall h rest, (forall x, N.testbit h x = true -> hangs E p x) -> (forall e, In e rest -> In e (there p)) ->
  forall x, N.testbit (flood f h rest) x = true -> hangs E p x.
Proof. induction f as [|f IH]; intros h rest Hh Hr x; cbn [flood]; [apply Hh|].
  destruct (filter (touches h) rest) as [|a es] eqn:F; [apply Hh|]. apply IH.
  - intros y Hy. apply fold_ends in Hy. destruct Hy as [Hy|[e [I Y]]]; [auto|]. rewrite <- F in I. apply filter_In in I.
    destruct I as [I T]. apply Hr, filter_In in I. destruct e as [[i u] v], I as [I B]. unfold touches in T. cbn in *.
    apply orb_true_iff in T. destruct T as [T|T]; apply Hh in T; destruct Y as [->| ->]; auto.
    + apply (Along E p i u v); auto. now left.
    + apply (Along E p i v u); auto. now right.
  - intros e I. apply filter_In in I. apply Hr. tauto. Qed.
Lemma reached_spec p x : N.testbit (reached p) x = true <-> hangs E p x.
Proof. unfold reached. cbv zeta. split.
  - apply flood_hangs; [|auto]. intros [|y] H; [constructor|discriminate].
  - induction 1 as [|i u v Br B _ IH]; [now apply flood_up|]. destruct Br as [I|I].
    + apply (flood_closed _ 1 (there p) (le_n _) (i, u, v)); [apply filter_In; auto|]. apply orb_true_iff. auto.
    + apply (flood_closed _ 1 (there p) (le_n _) (i, v, u)); [apply filter_In; auto|]. apply orb_true_iff. auto. Qed.
Lemma fold_standing h j es : forall q,
  N.testbit (fold_left (fun q e => if touches h e then N.setbit q (fst (fst e)) else q) es q) j = true <->
  N.testbit q j = true \/ exists e, In e es /\ touches h e = true /\ fst (fst e) = j.
Proof. induction es as [|a es IH]; intro q; cbn [fold_left].
  - split; [auto|]. intros [H|[e [[] _]]]; auto.
  - rewrite IH. destruct (touches h a) eqn:T; [rewrite N.setbit_iff|]; split.
    + intros [[H|H]|[e [I H]]]; [right; exists a; simpl; auto|auto|right; exists e; simpl; tauto].
    + intros [H|[e [[<-|I] [T' J]]]]; [auto|auto|right; eauto].
    + intros [H|[e [I H]]]; [auto|right; exists e; simpl; tauto].
    + intros [H|[e [[<-|I] [T' J]]]]; [auto|congruence|right; eauto]. Qed.
Lemma standing_bit p j : N.testbit (standing p) j = true <->
  N.testbit p j = true /\ exists x y, branch E j x y /\ hangs E p x.
Proof. unfold standing. cbv zeta. rewrite fold_standing. split.
  - intros [H|[e [I [T J]]]]; [now rewrite N.bits_0 in H|]. apply filter_In in I. destruct e as [[i u] v], I as [I B].
    unfold touches in T. cbn in *. subst i. split; auto. apply orb_true_iff in T. destruct T as [T|T]; apply reached_spec in T.
    + exists u, v. split; [now left|auto].
    + exists v, u. split; [now right|auto].
  - intros [B [x [y [Br H]]]]. right. apply reached_spec in H.
    destruct Br as [I|I]; [exists (j, x, y)|exists (j, y, x)]; (split; [apply filter_In; auto|]); (split; [|reflexivity]);
    apply orb_true_iff; auto. Qed.
Lemma options_cut p q : In q (options p) <-> cut E p q.
Proof. unfold options. rewrite in_map_iff. split.
  - intros [[[i u] v] [<- I]]. apply filter_In in I. destruct I as [I B]. apply (Cut E p i u v); [now left|exact B|].
    intro j. apply standing_bit.
  - intro M. destruct M as [p i u v q Br B H]. assert (Eq : standing (N.clearbit p i) = q).
    { apply N.bits_inj. intro j. apply eq_true_iff_eq. now rewrite standing_bit, H. }
    destruct Br as [I|I]; [exists (i, u, v)|exists (i, v, u)]; (split; [exact Eq|apply filter_In; auto]). Qed.
Definition check_hackenbush (p k : N) : bool := Cuts.check options (fun w => [w]) 100 p k.
Theorem hackenbush_by_search p k : check_hackenbush p k = true -> value (hackenbush E) p k.
Proof. intro H. change (value (hackenbush E) p (NMachine.toN k)).
  apply (Cuts.check_ok options (fun w => [w]) (hackenbush E) (fun w => w)) with (f := 100%nat); [| | | |exact H].
  - intros w q. apply options_cut.
  - intros w y M. exists y. split; [now apply options_cut|reflexivity].
  - intros w j. cbn. auto.
  - reflexivity. Qed.
Theorem hackenbush_wins p q : existsb (N.eqb q) (options p) && check_hackenbush q 0 = true -> wins (hackenbush E) p q.
Proof. rewrite andb_true_iff, existsb_exists. intros [[x [I Ex]] H]. apply N.eqb_eq in Ex. subst x.
  split; [now apply options_cut|]. apply value_0. now apply hackenbush_by_search. Qed.
End Picture.
