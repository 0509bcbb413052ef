(* The rules of games on boards and graphs: Cram, Node Kayles, Arc Kayles.  To be read; all that is proved here is that
   play ends. *)
From Coq Require Import NArith List Lia Bool Arith Ascii String Wellfounded.
From Sprague Require Import Game.
Import ListNotations.
Open Scope N_scope.

(* A position is the list of places that are still there.  A move asks for some places and removes some, among them
   those it asks for. *)
Section Places.
Context {V : Type} (dec : forall x y : V, {x = y} + {x <> y}).
Definition without (gone p : list V) : list V := filter (fun z => if in_dec dec z gone then false else true) p.
Inductive take (rule : list V -> list V -> Prop) : list V -> list V -> Prop :=
| Take p ask gone : rule ask gone -> (forall x, In x ask -> In x p) -> take rule p (without gone p).
Definition proper (rule : list V -> list V -> Prop) : Prop :=
  forall ask gone, rule ask gone -> ask <> [] /\ forall x, In x ask -> In x gone.
Lemma take_ends rule : proper rule -> well_founded (fun q p => take rule p q).
Proof.
  intro P. apply wf_incl with (R2 := fun q p => (List.length q < List.length p)%nat); [|apply (wf_inverse_image _ _ _ (@List.length V)), Nat.lt_wf_0].
  intros q p [r ask gone R H]. destruct (P _ _ R) as [Hn Hg]. destruct ask as [|x ask]; [congruence|].
  specialize (H x (or_introl eq_refl)). specialize (Hg x (or_introl eq_refl)). apply in_split in H. destruct H as [a [b ->]].
  unfold without. rewrite filter_app, !app_length. simpl. destruct (in_dec dec x gone); [|tauto].
  assert (L : forall (f : V -> bool) l, (List.length (filter f l) <= List.length l)%nat).
  { intros f l. induction l as [|y l IH]; simpl; [lia|]. destruct (f y); simpl; lia. }
  pose proof (L (fun z => if in_dec dec z gone then false else true) a).
  pose proof (L (fun z => if in_dec dec z gone then false else true) b). lia.
Qed.
Definition places (rule : list V -> list V -> Prop) (P : proper rule) : game := Game (list V) (take rule) (take_ends rule P).
End Places.

(* Cram: a domino on two free cells, one right of the other or below it.  A cell is its row and its column. *)
Definition cell : Type := N * N.
Definition cell_dec (x y : cell) : {x = y} + {x <> y}.
Proof. decide equality; apply N.eq_dec. Defined.
Definition beside (x y : cell) : Prop :=
  fst y = fst x /\ snd y = snd x + 1 \/ fst y = fst x + 1 /\ snd y = snd x.
Definition domino (ask gone : list cell) : Prop := exists x y, beside x y /\ ask = [x; y] /\ gone = [x; y].
Lemma domino_proper : proper domino.
Proof. intros a b [x [y [_ [-> ->]]]]. split; [discriminate|auto]. Qed.
Definition cram : game := places cell_dec domino domino_proper.

(* Boards: full rectangles; and drawings, rows between bars: a dot is a free cell, any other sign is none. *)
Definition range (n : nat) : list N := map N.of_nat (seq 0 n).
Definition rectangle (rows columns : nat) : list cell :=
  flat_map (fun i => map (fun j => (i, j)) (range columns)) (range rows).
Fixpoint cells (s : string) (i j : N) : list cell :=
  match s with
  | EmptyString => []
  | String c s => if Ascii.eqb c "/" then cells s (i + 1) 0
                  else if Ascii.eqb c "." then (i, j) :: cells s i (j + 1) else cells s i (j + 1)
  end.
Definition board (s : string) : list cell := cells s 0 0.

(* Graphs are lists of edges between numbered vertices; a position is the list of the vertices still there. *)
Definition linked (E : list (N * N)) (u v : N) : Prop := In (u, v) E \/ In (v, u) E.
Definition neighbours (E : list (N * N)) (u : N) : list N :=
  flat_map (fun e => (if fst e =? u then [snd e] else []) ++ (if snd e =? u then [fst e] else [])) E.
(* Node Kayles: take a vertex; its neighbours go too.  Arc Kayles: take an edge; its two ends go, with all their edges. *)
Definition take_node (E : list (N * N)) (ask gone : list N) : Prop := exists u, ask = [u] /\ gone = u :: neighbours E u.
Definition take_arc (E : list (N * N)) (ask gone : list N) : Prop :=
  exists u v, In (u, v) E /\ ask = [u; v] /\ gone = [u; v].
Lemma take_node_proper E : proper (take_node E).
Proof. intros a b [u [-> ->]]. split; [discriminate|]. intros x [<-|[]]. now left. Qed.
Lemma take_arc_proper E : proper (take_arc E).
Proof. intros a b [u [v [_ [-> ->]]]]. split; [discriminate|auto]. Qed.
Definition node_kayles (E : list (N * N)) : game := places N.eq_dec (take_node E) (take_node_proper E).
Definition arc_kayles (E : list (N * N)) : game := places N.eq_dec (take_arc E) (take_arc_proper E).
