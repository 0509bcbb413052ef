(* All that can be reached from some things by steps, found by computation. *)
From Coq Require Import PArith List Bool FMapPositive.
Import ListNotations.

Section Reach.
Variables (T : Type) (key : T -> positive) (same : T -> T -> bool) (after : T -> list T).
Hypothesis same_eq : forall a b, same a b = true -> a = b.
Definition bucket (m : PositiveMap.t (list T)) (k : positive) : list T :=
  match PositiveMap.find k m with Some l => l | None => [] end.
Definition known (m : PositiveMap.t (list T)) (t : T) : bool := existsb (same t) (bucket m (key t)).
Definition note (m : PositiveMap.t (list T)) (t : T) : PositiveMap.t (list T) :=
  PositiveMap.add (key t) (t :: bucket m (key t)) m.
Fixpoint push (l todo : list T) (m : PositiveMap.t (list T)) : list T * PositiveMap.t (list T) :=
  match l with
  | [] => (todo, m)
  | t :: l => if known m t then push l todo m else push l (t :: todo) (note m t)
  end.
Fixpoint explore (fuel : nat) (todo : list T) (m : PositiveMap.t (list T)) (met : list T) : option (list T) :=
  match todo, fuel with
  | [], _ => Some met
  | _, O => None
  | t :: todo, S fuel => let (todo, m) := push (after t) todo m in explore fuel todo m (t :: met)
  end.
Definition reached (fuel : nat) (from : list T) : option (list T) :=
  let (todo, m) := push from [] (PositiveMap.empty _) in explore fuel todo m [].

Definition only (m : PositiveMap.t (list T)) (l : list T) : Prop := forall k t, In t (bucket m k) -> In t l.
Lemma known_in m l t : only m l -> known m t = true -> In t l.
Proof. intros O K. apply existsb_exists in K. destruct K as [u [I E]]. apply same_eq in E. subst u. exact (O _ _ I). Qed.
Lemma note_only m l t : only m l -> only (note m t) (t :: l).
Proof. intros O k u I. unfold bucket, note in I. destruct (Pos.eq_dec k (key t)) as [->|D].
  - rewrite PositiveMap.gss in I. destruct I as [->|I]; [now left|]. right. exact (O _ _ I).
  - rewrite PositiveMap.gso in I by exact D. right. exact (O k u I). Qed.
Lemma only_incl m l l' : only m l -> incl l l' -> only m l'.
Proof. intros O I k t H. apply I. exact (O k t H). Qed.
Lemma push_spec l : forall todo m met, only m (todo ++ met) -> forall todo' m', push l todo m = (todo', m') ->
  only m' (todo' ++ met) /\ incl todo todo' /\ incl l (todo' ++ met).
Proof. induction l as [|t l IH]; intros todo m met O todo' m' E; cbn in E.
  - injection E as <- <-. repeat split; auto; try apply incl_refl. intros x [].
  - destruct (known m t) eqn:K.
    + destruct (IH todo m met O _ _ E) as [A [B C]]. repeat split; auto. intros x [<-|I]; [|now apply C].
      apply (known_in _ _ _ O) in K. apply in_app_or in K. apply in_or_app. destruct K; auto.
    + destruct (IH (t :: todo) (note m t) met) with (todo' := todo') (m' := m') as [A [B C]]; auto.
      { exact (note_only _ _ _ O). }
      repeat split; auto. { intros x I. apply B. now right. }
      intros x [<-|I]; [|now apply C]. apply in_or_app. left. apply B. now left. Qed.
Lemma explore_spec fuel : forall todo m met l, only m (todo ++ met) ->
  (forall t u, In t met -> In u (after t) -> In u (todo ++ met)) -> explore fuel todo m met = Some l ->
  incl (todo ++ met) l /\ forall t u, In t l -> In u (after t) -> In u l.
Proof. induction fuel as [|fuel IH]; intros [|t todo] m met l O C E; cbn in E; try discriminate.
  1, 2: injection E as <-; split; [apply incl_refl|exact C].
  destruct (push (after t) todo m) as [todo' m'] eqn:P.
  assert (O' : only m (todo ++ t :: met)).
  { apply (only_incl _ _ _ O). intros x [<-|I]; apply in_or_app; [right; now left|].
    apply in_app_or in I. destruct I; [now left|right; now right]. }
  destruct (push_spec _ _ _ (t :: met) O' _ _ P) as [A [B D]].
  assert (In1 : incl (todo ++ t :: met) (todo' ++ t :: met)).
  { intros x I. apply in_app_or in I. apply in_or_app. destruct I as [I|I]; auto. }
  destruct (IH todo' m' (t :: met) l A) as [F G]; auto.
  - intros a u [<-|I] H; [now apply D|]. apply In1. specialize (C a u I H). destruct C as [<-|C].
    + apply in_or_app. right. now left. + apply in_app_or in C. apply in_or_app. destruct C; [now left|right; now right].
  - split; auto. intros x I. apply F, In1. destruct I as [<-|I]; [apply in_or_app; right; now left|].
    apply in_app_or in I. apply in_or_app. destruct I; [now left|right; now right]. Qed.
Theorem reached_spec fuel from l : reached fuel from = Some l ->
  incl from l /\ forall t u, In t l -> In u (after t) -> In u l.
Proof. unfold reached. destruct (push from [] (PositiveMap.empty (list T))) as [todo m] eqn:P. intro E.
  destruct (push_spec from [] (PositiveMap.empty _) []) with (todo' := todo) (m' := m) as [A [B C]]; auto.
  { intros k t I. unfold bucket in I. rewrite PositiveMap.gempty in I. destruct I. }
  destruct (explore_spec fuel todo m [] l A) as [F G]; auto. { intros t u []. }
  split; auto. intros x I. apply F, C, I. Qed.
End Reach.
