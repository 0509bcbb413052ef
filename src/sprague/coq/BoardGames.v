(* Cram, Node Kayles and Arc Kayles through the search on masks. *)
From Coq Require Import NArith List Lia Bool String.
From Sprague Require Import Game Values NumberRules Machine Search BoardRules Boards.
Import ListNotations.
Open Scope N_scope.

Definition besideb (x y : cell) : bool :=
  (fst y =? fst x) && (snd y =? snd x + 1) || (fst y =? fst x + 1) && (snd y =? snd x).
Lemma besideb_spec x y : besideb x y = true <-> beside x y.
Proof. unfold besideb, beside. now rewrite orb_true_iff, !andb_true_iff, !N.eqb_eq. Qed.
Definition dominoes (vs : list cell) : list (list cell * list cell) :=
  flat_map (fun x => flat_map (fun y => if besideb x y then [([x; y], [x; y])] else []) vs) vs.
Lemma in_dominoes vs a g : In (a, g) (dominoes vs) <-> exists x y, In x vs /\ In y vs /\ beside x y /\ a = [x; y] /\ g = [x; y].
Proof. unfold dominoes. rewrite in_flat_map. split.
  - intros [x [Ix H]]. apply in_flat_map in H. destruct H as [y [Iy H]]. destruct (besideb x y) eqn:E; [|destruct H].
    destruct H as [H|[]]. injection H as <- <-. apply besideb_spec in E. exists x, y. auto.
  - intros [x [y [Ix [Iy [B [-> ->]]]]]]. exists x. split; auto. apply in_flat_map. exists y. split; auto.
    apply besideb_spec in B. rewrite B. now left. Qed.
Definition cram_moves (vs : list cell) : list (N * N) := moves_of cell_dec vs (dominoes vs).
Definition subset {V} (dec : forall x y : V, {x = y} + {x <> y}) (p vs : list V) : bool :=
  forallb (fun x => if in_dec dec x vs then true else false) p.
Lemma subset_spec {V} dec (p vs : list V) : subset dec p vs = true -> forall x, In x p -> In x vs.
Proof. unfold subset. rewrite forallb_forall. intros H x I. specialize (H x I). destruct (in_dec dec x vs); [auto|discriminate]. Qed.
Lemma cram_value vs p v : subset cell_dec p vs = true -> value (masks (cram_moves vs)) (mask cell_dec vs p) v -> value cram p v.
Proof. intros S. apply places_value; [| |now apply subset_spec with (dec := cell_dec)].
  - intros a g I. apply in_dominoes in I. destruct I as [x [y [Ix [Iy [B [-> ->]]]]]]. split; [exists x, y; auto|].
    intros z [<-|[<-|[]]]; auto.
  - intros a g [x [y [B [-> ->]]]] H. apply in_dominoes. exists x, y. repeat split; auto; apply H; simpl; auto. Qed.
Definition node_moves (E : list (N * N)) (vs : list N) : list (N * N) :=
  moves_of N.eq_dec vs (map (fun u => ([u], u :: neighbours E u)) vs).
Lemma node_kayles_value E vs p v : subset N.eq_dec p vs = true ->
  value (masks (node_moves E vs)) (mask N.eq_dec vs p) v -> value (node_kayles E) p v.
Proof. intros S. apply places_value; [| |now apply subset_spec with (dec := N.eq_dec)].
  - intros a g I. apply in_map_iff in I. destruct I as [u [H I]]. injection H as <- <-. split; [exists u; auto|].
    intros x [<-|[]]. auto.
  - intros a g [u [-> ->]] H. apply in_map_iff. exists u. split; auto. apply H. now left. Qed.
Definition arc_moves (E : list (N * N)) (vs : list N) : list (N * N) :=
  moves_of N.eq_dec vs (map (fun e => ([fst e; snd e], [fst e; snd e])) (filter (fun e => subset N.eq_dec [fst e; snd e] vs) E)).
Lemma arc_kayles_value E vs p v : subset N.eq_dec p vs = true ->
  value (masks (arc_moves E vs)) (mask N.eq_dec vs p) v -> value (arc_kayles E) p v.
Proof. intros S. apply places_value; [| |now apply subset_spec with (dec := N.eq_dec)].
  - intros a g I. apply in_map_iff in I. destruct I as [[x y] [H I]]. injection H as <- <-. apply filter_In in I. destruct I as [I Hs].
    split; [exists x, y; auto|]. now apply subset_spec with (dec := N.eq_dec).
  - intros a g [x [y [I [-> ->]]]] H. apply in_map_iff. exists (x, y). split; auto. apply filter_In. split; auto.
    unfold subset. apply forallb_forall. intros z Iz. destruct (in_dec N.eq_dec z vs) as [|n]; auto; exfalso; apply n, H, Iz.
Qed.

(* The symmetries of a rectangle, after a shift to the corner: hints. *)
Definition columns_of (rows columns : nat) : list N :=
  map (fun j => fold_right N.lor 0 (map (fun i => 2 ^ (i * N.of_nat columns + j)) (range rows))) (range columns).
Definition rows_of (rows columns : nat) : list N :=
  map (fun i => fold_right N.lor 0 (map (fun j => 2 ^ (i * N.of_nat columns + j)) (range columns))) (range rows).
Definition shifts (rows columns : nat) : list (list (list (list (N * N)))) :=
  let r := N.of_nat rows in let c := N.of_nat columns in
  map (fun a => map (fun b =>
    let inside := filter (fun x => (a <=? fst x) && (b <=? snd x)) (rectangle rows columns) in
    let at_ (f : cell -> cell) := map (fun x => (fst x * c + snd x, let y := f (fst x - a, snd x - b) in fst y * c + snd y)) inside in
    [at_ (fun x => x); at_ (fun x => (r - 1 - a - fst x, snd x)); at_ (fun x => (fst x, c - 1 - b - snd x));
     at_ (fun x => (r - 1 - a - fst x, c - 1 - b - snd x))]) (range columns)) (range rows).
Definition not_in (rows columns : nat) (m : N) : N := N.ldiff (2 ^ (N.of_nat rows * N.of_nat columns) - 1) m.

Definition check_cram (rows columns : nat) (p : list cell) (k : N) : bool :=
  let vs := rectangle rows columns in
  let cs := columns_of rows columns in
  subset cell_dec p vs &&
  FastBoard.check_board (cram_moves vs) (rows_of rows columns) cs (shifts rows columns)
    (FastBoard.flood_grid (N.of_nat columns) (not_in rows columns (hd 0 cs)) (not_in rows columns (List.last cs 0)))
    100 (mask cell_dec vs p) k.
Theorem cram_by_search rows columns p k : check_cram rows columns p k = true -> value cram p k.
Proof.
  unfold check_cram. cbv zeta. rewrite andb_true_iff. intros [S H]. apply (cram_value (rectangle rows columns)); auto.
  exact (FastBoard.board_value _ _ _ _ _ _ _ _ fast_64 H). Qed.
Definition check_cram_pure (rows columns : nat) (p : list cell) (k : N) : bool :=
  let vs := rectangle rows columns in
  let cs := columns_of rows columns in
  subset cell_dec p vs &&
  PureBoard.check_board (cram_moves vs) (rows_of rows columns) cs (shifts rows columns)
    (PureBoard.flood_grid (N.of_nat columns) (not_in rows columns (hd 0 cs)) (not_in rows columns (List.last cs 0)))
    100 (mask cell_dec vs p) k.
Theorem cram_by_search_pure rows columns p k : check_cram_pure rows columns p k = true -> value cram p k.
Proof.
  unfold check_cram_pure. cbv zeta. rewrite andb_true_iff. intros [S H]. apply (cram_value (rectangle rows columns)); auto.
  exact (PureBoard.board_value _ _ _ _ _ _ _ _ pure_64 H). Qed.
Definition check_node_kayles (E : list (N * N)) (p : list N) (k : N) : bool :=
  subset N.eq_dec p p && FastBoard.check_board (node_moves E p) [] [] [] FastBoard.flood_moves 100 (mask N.eq_dec p p) k.
Theorem node_kayles_by_search E p k : check_node_kayles E p k = true -> value (node_kayles E) p k.
Proof. unfold check_node_kayles. rewrite andb_true_iff. intros [S H]. apply (node_kayles_value E p); auto.
  exact (FastBoard.board_value _ _ _ _ _ _ _ _ fast_64 H). Qed.
Definition check_node_kayles_pure (E : list (N * N)) (p : list N) (k : N) : bool :=
  subset N.eq_dec p p && PureBoard.check_board (node_moves E p) [] [] [] PureBoard.flood_moves 100 (mask N.eq_dec p p) k.
Theorem node_kayles_by_search_pure E p k : check_node_kayles_pure E p k = true -> value (node_kayles E) p k.
Proof. unfold check_node_kayles_pure. rewrite andb_true_iff. intros [S H]. apply (node_kayles_value E p); auto.
  exact (PureBoard.board_value _ _ _ _ _ _ _ _ pure_64 H). Qed.
Definition check_arc_kayles (E : list (N * N)) (p : list N) (k : N) : bool :=
  subset N.eq_dec p p && FastBoard.check_board (arc_moves E p) [] [] [] FastBoard.flood_moves 100 (mask N.eq_dec p p) k.
Theorem arc_kayles_by_search E p k : check_arc_kayles E p k = true -> value (arc_kayles E) p k.
Proof. unfold check_arc_kayles. rewrite andb_true_iff. intros [S H]. apply (arc_kayles_value E p); auto.
  exact (FastBoard.board_value _ _ _ _ _ _ _ _ fast_64 H). Qed.
Definition check_arc_kayles_pure (E : list (N * N)) (p : list N) (k : N) : bool :=
  subset N.eq_dec p p && PureBoard.check_board (arc_moves E p) [] [] [] PureBoard.flood_moves 100 (mask N.eq_dec p p) k.
Theorem arc_kayles_by_search_pure E p k : check_arc_kayles_pure E p k = true -> value (arc_kayles E) p k.
Proof. unfold check_arc_kayles_pure. rewrite andb_true_iff. intros [S H]. apply (arc_kayles_value E p); auto.
  exact (PureBoard.board_value _ _ _ _ _ _ _ _ pure_64 H). Qed.
