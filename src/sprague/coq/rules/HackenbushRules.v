(* The rules of green Hackenbush.  To be read; all that is proved here is that play ends. *)
From Coq Require Import NArith List Wellfounded.
From Sprague Require Import Game.
Import ListNotations.
Open Scope N_scope.

(* A picture is a list of branches (number, one end, other end); 0 is the ground.  A position is a
   number, whose bits say which branches are still there.  A move cuts a branch; what then hangs on the ground stays. *)
Definition branch (E : list (N * N * N)) (i u v : N) : Prop := In (i, u, v) E \/ In (i, v, u) E.
Inductive hangs (E : list (N * N * N)) (p : N) : N -> Prop :=
| Ground : hangs E p 0
| Along i u v : branch E i u v -> N.testbit p i = true -> hangs E p u -> hangs E p v.
Inductive cut (E : list (N * N * N)) : N -> N -> Prop :=
| Cut p i u v q : branch E i u v -> N.testbit p i = true ->
    (forall j, N.testbit q j = true <->
       N.testbit (N.clearbit p i) j = true /\ exists x y, branch E j x y /\ hangs E (N.clearbit p i) x) -> cut E p q.
Lemma cut_ends E : well_founded (fun q p => cut E p q).
Proof. apply wf_incl with (R2 := N.lt); [|exact N.lt_wf_0]. intros q p [m i u v r _ B H].
  assert (Z : N.ldiff r m = 0 /\ r <> m).
  { split; [|intro Z; subst; apply H in B; destruct B as [B _]; rewrite N.clearbit_eq in B; discriminate].
    apply N.bits_inj. intro j. rewrite N.ldiff_spec, N.bits_0. destruct (N.testbit r j) eqn:J; auto. apply H in J.
    destruct J as [J _]. rewrite N.clearbit_eqb in J. destruct (N.testbit m j); auto. }
  destruct Z as [Z Ne]. apply N.ldiff_le in Z. unfold N.lt. apply N.le_lteq in Z. destruct Z as [Z|Z]; [exact Z|contradiction]. Qed.
Definition hackenbush (E : list (N * N * N)) : game := Game N (cut E) (cut_ends E).
