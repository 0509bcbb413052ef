(* Heaps of several kinds, and systems of sequences: the rules, and what it means that values repeat.  To be read: nothing
   is proved here but that play ends. *)
From Coq Require Import NArith List Lia.
From Sprague Require Import Game.
Import ListNotations.
Open Scope N_scope.

(* What a move may do with a heap.  Shorter c j d: take d, leave a heap of kind j, and a heap of Nim of c beside it.
   Split c i j d a b: take d, leave a heap of kind i of at least a, one of kind j of at least b, and a heap of Nim of c.
   Whole d: take the whole of a heap of exactly d. *)
Inductive way := Shorter (c j d : N) | Split (c i j d a b : N) | Whole (d : N).

(* A kind: its [given] values, of the heaps 0, 1, ..., which are heaps of Nim; and the ways to move in all larger ones.
   A system is a list of kinds; they have the numbers 0, 1, .... *)
Record heap_kind := Kind { given : list N; ways : list way }.
Definition kind_of (s : list heap_kind) (k : N) : heap_kind := nth (N.to_nat k) s (Kind [] []).

(* Heap k n: a heap of n of kind k.  Pile v: a heap of Nim.  A move that takes nothing may not split, and must lead to a
   kind of a larger number. *)
Inductive piece := Heap (k n : N) | Pile (v : N).
Definition by_way (k n : N) (w : way) (p : list piece) : Prop :=
  match w with
  | Shorter c j d => (1 <= d \/ k < j) /\ exists m, d + m = n /\ p = [Pile c; Heap j m]
  | Split c i j d a b =>
      1 <= d /\ exists x y, a <= x /\ b <= y /\ d + (x + y) = n /\ p = [Pile c; Heap i x; Heap j y]
  | Whole d => n = d /\ p = []
  end.
Inductive becomes (s : list heap_kind) : piece -> list piece -> Prop :=
| From_pile v u : u < v -> becomes s (Pile v) [Pile u]
| From_given k n v u : nth_error (given (kind_of s k)) (N.to_nat n) = Some v -> u < v -> becomes s (Heap k n) [Pile u]
| From_way k n w p : nth_error (given (kind_of s k)) (N.to_nat n) = None -> In w (ways (kind_of s k)) ->
    by_way k n w p -> becomes s (Heap k n) p.

(* Play ends: a heap weighs more than all that it becomes.  No heap of Nim that it becomes has the size [most] or more. *)
Definition beside (w : way) : N := match w with Shorter c _ _ | Split c _ _ _ _ _ => c | Whole _ => 0 end.
Definition numbers (q : heap_kind) : list N := given q ++ map beside (ways q).
Definition most (s : list heap_kind) : N := weight (fun q => weight (fun v => v) (numbers q)) s + 1.
Definition heaviness (s : list heap_kind) (x : piece) : N :=
  let K := N.of_nat (length s) in match x with Heap k n => most s * (2 * K * n + (K - k)) | Pile v => v end.
Lemma in_weight {C} (f : C -> N) x l : In x l -> f x <= weight f l.
Proof. induction l as [|a l IH]; [intros []|]. cbn [weight fold_right]. fold (weight f l). intros [->|H]; [|apply IH in H]; lia. Qed.
Lemma in_most s k v : In v (numbers (kind_of s k)) -> v < most s /\ k < N.of_nat (length s).
Proof. intro V. assert (L : k < N.of_nat (length s)).
  { destruct (N.lt_ge_cases k (N.of_nat (length s))) as [|L]; [auto|]. unfold kind_of in V. rewrite nth_overflow in V by lia. destruct V. }
  assert (Q : In (kind_of s k) s) by (apply nth_In; lia). apply (in_weight (fun v => v)) in V.
  apply (in_weight (fun q => weight (fun v => v) (numbers q))) in Q. unfold most. lia. Qed.
Lemma becomes_lighter s x p : becomes s x p -> weight (heaviness s) p < heaviness s x.
Proof. assert (Up : forall c X Y, c < most s -> X + 1 <= Y -> c + most s * X < most s * Y) by (intros; nia).
  intro B. destruct B as [v u H|k n v u E H|k n w p _ I B]; [cbn; lia| |].
  - apply nth_error_In in E. destruct (in_most s k v) as [M L]; [apply in_or_app; now left|].
    cbn [weight fold_right heaviness]. set (Y := _ + (_ - k)). pose proof (Up v 0 Y M ltac:(unfold Y; lia)). lia.
  - destruct (in_most s k (beside w)) as [M L]; [apply in_or_app; right; now apply in_map|].
    destruct w as [c j d|c i j d a b|d]; cbn [beside] in M.
    + destruct B as [O [m [En ->]]]. cbn [weight fold_right heaviness]. rewrite N.add_0_r. apply Up; [auto|nia].
    + destruct B as [O [x [y [_ [_ [En ->]]]]]]. cbn [weight fold_right heaviness].
      rewrite N.add_0_r, <- N.mul_add_distr_l. apply Up; [auto|nia].
    + destruct B as [_ ->]. cbn [weight fold_right heaviness]. nia. Qed.
Definition kinds (s : list heap_kind) : game :=
  side_by_side (becomes s) (replace_ends (becomes s) (heaviness s) (becomes_lighter s)).

(* From [start] on, a heap of kind k and the heap larger by p have the same value. *)
Definition repeats (s : list heap_kind) (k start p : N) : Prop :=
  forall n, start <= n -> exists v, value (kinds s) [Heap k n] v /\ value (kinds s) [Heap k (n + p)] v.

(* The values of all kinds repeat after [turn] from [all_from] on; those of kind k after p from [start] on, and there is
   no smaller start and no smaller period. *)
Definition kinds_repeat (s : list heap_kind) (all_from turn k start p : N) : Prop :=
  (forall j, repeats s j all_from turn) /\ repeats s k start p /\
  forall b q, 1 <= q -> repeats s k b q -> start <= b /\ p <= q.
