"""Guesses about the traps of a game, tested on small positions against the engines."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from sprague.model.lesson import Guess
from sprague.model.ruleset import Ruleset
from sprague.numbers.sums import nim_sum
from sprague.words.errors import RangeError
from sprague.words.messages import say
from sprague.workbench.position import Position, answer, parse
from sprague.workbench.registry import engine

from .player import one_thought


class Trials(NamedTuple):
    """The shelves of small positions of a game, and the guesses that are tested on them."""

    shelves: tuple[tuple[Position, ...], ...]
    guesses: tuple[Guess, ...]


class Judged(NamedTuple):
    """The positions on which a guess is right (None: it says nothing about the position), and whether the first
    position on which it is wrong is a trap (None: it is never wrong)."""

    right: list[bool | None]
    broken: bool | None


def trials_of(ruleset: Ruleset) -> Trials:
    """Returns the small positions of a game, and the guesses that are tested on them.

    >>> from sprague.workbench.registry import ruleset_of
    >>> [len(shelf) for shelf in trials_of(ruleset_of("cram")).shelves]
    [8, 5, 3, 2]
    """
    lesson = ruleset.lesson
    shelves = tuple(tuple(parse(f"{ruleset.head} {text}") for text in shelf) for shelf in lesson.shelves)
    own = lesson.guesses
    if lesson.workshop == "values" and own:
        # What the cards of the workshop say about a sum.
        own = (
            *own,
            Guess(say("the values on its cards cancel"), lambda sizes: not nim_sum(_values(ruleset, sizes))),
        )
    return Trials(shelves, own)


def _values(ruleset: Ruleset, sizes: Sequence[int]) -> list[int]:
    return [engine(ruleset).value(size) for size in sizes]


@one_thought
def judged(ruleset: Ruleset, number: int, trap: bool, exactly: bool) -> Judged:
    """Tests a guess: "where it holds, there is a trap" (or, with ``trap`` false, none), and with ``exactly`` also
    "where it does not hold, the opposite". Returns for each position, shelf by shelf, whether this is right, or None if
    the guess says nothing about it. Raises RangeError if there is no such guess.

    >>> from sprague.workbench.registry import ruleset_of
    >>> cram = ruleset_of("cram")
    >>> [judged(cram, 0, True, exactly).right.count(False) for exactly in (False, True)]
    [0, 3]
    """
    shelves, guesses = trials_of(ruleset)
    if not 0 <= number < len(guesses):
        raise RangeError(say("expected one of the {count} guesses, got {n}", count=len(guesses), n=number))
    verdicts: list[bool | None] = []
    broken = None
    for position in (each for shelf in shelves for each in shelf):
        holds = guesses[number].holds(tuple(part.state for part in position.components))
        lost = answer(position, moves=False).outcome == "P"
        right = lost == (trap == holds) if holds or exactly else None
        if right is False and broken is None:
            broken = lost
        verdicts.append(right)
    return Judged(verdicts, broken)
