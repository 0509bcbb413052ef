"""Finds the move that a player means: the one that leaves a given sum, or the one that a sentence describes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, TypeVar

from sprague.model.reasons import why_not
from sprague.model.ruleset import Component, alive
from sprague.model.sums import Reply
from sprague.words.errors import MoveError
from sprague.words.languages import available
from sprague.words.messages import Message, say, spoken


class Summed(Protocol):
    """The part of a position that is compared."""

    @property
    def components(self) -> tuple[Component, ...]: ...
    @property
    def misere(self) -> bool: ...


class Named(Protocol):
    """The part of a move that is compared: its sentence, and the position that it leaves (as text)."""

    @property
    def sentence(self) -> Message: ...
    @property
    def to(self) -> object: ...


M = TypeVar("M", bound=Named)


def movable(components: Sequence[Component]) -> Sequence[int]:
    """Returns the indices of the components in which the next move may be made: all of them, unless an entailing move
    has to be answered in the component where it was made."""
    forced = [
        index
        for index, part in enumerate(components)
        if part.ruleset.kind == "entailing" and part.ruleset.forced(part.state)
    ]
    return forced or range(len(components))


def reply_to(position: Summed, target: Summed) -> Reply:
    """Returns the first move from ``position`` that leaves ``target``. Raises MoveError if there is none."""
    if position.misere != target.misere:
        why = say("only one of them is misère play")
    else:
        reply = _reply(position.components, target.components)
        if reply is not None:
            return reply
        why = why_not(position.components, target.components)
    raise MoveError(
        say("no move leads from {position} to {target}: {why}", position=position, target=target, why=why)
    )


def _reply(before: tuple[Component, ...], target: tuple[Component, ...]) -> Reply | None:
    """Returns the move between two sums. The components on both sides of the one in which it is made stay unchanged, so
    the option is what lies between them in the target.

    >>> from sprague.model.nim import heap
    >>> _reply((heap(1), heap(5), heap(2)), (heap(1), heap(3), heap(2))) == (1, (heap(3),))
    True
    """
    after = alive(target)
    for index in movable(before):
        component = before[index]
        head, tail = alive(before[:index]), alive(before[index + 1 :])
        if after[: len(head)] != head:
            return None
        if len(head) + len(tail) > len(after) or (tail and after[-len(tail) :] != tail):
            continue
        option = after[len(head) : len(after) - len(tail)]
        if not after:
            # The game is over. A target is never written without components, but with an empty one. This is the option,
            # unless it belongs to another component of the sum.
            own = len(before) == 1 or target[0].ruleset == component.ruleset
            option = target[:1] if own else ()
        if component.ruleset.allows(component.state, option):
            return index, option
    return None


def named_move(text: str, moves: Sequence[M]) -> M:
    """Returns the first of ``moves`` whose sentence is ``text`` in one of the languages. The position that the move
    leaves may follow it, behind an arrow. Capitals matter only if the sentences of two moves differ in nothing else.

    Raises MoveError if no move has this sentence.
    """
    wanted = spoken(text)
    folded = wanted.lower()
    nearly: M | None = None
    sentences: list[tuple[M, Message]] = [(move, move.sentence) for move in moves]
    for language in available():
        for move, message in sentences:
            sentence = spoken(message.render(language))
            if not folded.startswith(sentence.lower()):
                continue
            if len(sentence) != len(wanted):
                sentence = spoken(f"{sentence} -> {move.to}")
            if sentence == wanted:
                return move
            if nearly is None and sentence.lower() == folded:
                nearly = move
    if nearly is None:
        raise MoveError(
            say("expected the position that a move leaves, or a move in words, got '{text}'", text=text[:80])
        )
    return nearly
