"""Explains to a pupil, in steps, why a position is won or lost. The engines have shown each step for this very
position. If they have shown nothing, a step says so.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from sprague.model.lesson import SPRAGUE_GRUNDY, VALUES, Argument
from sprague.model.ruleset import Component
from sprague.words.errors import TooLargeError
from sprague.words.messages import Message, say, say_plural
from sprague.workbench.position import Answer, Position
from sprague.workbench.registry import engine

from .player import is_over, known_answer, one_thought

TRAP = say(
    "A trap is a position where whoever must move loses, if the other side makes no mistake. The end, where no move is "
    "left, is a trap."
)
MISERE_TRAP = say(
    "A trap is a position where whoever must move loses, if the other side makes no mistake. In misère play whoever "
    "makes the last move loses. So the end, where no move is left, is no trap."
)
FIRST = say("First claim: from a trap, no move leads to a trap.")
SECOND = say("Second claim: from any other position, some move leads to a trap. That move is a way out.")
MISERE_SECOND = say(
    "Second claim: from any other position but the end, some move leads to a trap. That move is a way out."
)
SO = say(
    "If both claims hold, whoever leaves a trap can do so again and again, down to the end. So that player wins."
)
MISERE_SO = say(
    "If both claims hold, whoever leaves a trap can do so again and again. In the end the other side has to make the "
    "last move."
)
NORMAL_PLAY, MISERE_PLAY = (TRAP, FIRST, SECOND, SO), (MISERE_TRAP, FIRST, MISERE_SECOND, MISERE_SO)

#: How play that may go on for ever is decided.
WITH_CYCLES = (
    say(
        "Positions may come back here, and play that does not end is a draw. So a position is won, lost or drawn."
    ),
    say(
        "Go backwards from the end: where no move is left, whoever is to move has lost. A position is won when some "
        "move leads to a lost one, and lost when all its moves lead to won ones."
    ),
    say(
        "Do this until it marks nothing new. From what is left, each side can keep out of the positions it would lose."
    ),
)

CANCEL = say(
    "Two equal parts cancel: whatever is played in one of them can be answered in the other. So they may be left out."
)

#: So many parts of a sum are told one by one.
TOLD_PARTS = 6


class Proved(NamedTuple):
    """The proof for a position: its steps, the theorem on which they rest (None if there is none), and the answer (None
    if it is out of reach)."""

    steps: tuple[Message, ...]
    behind: Message | None
    known: Answer | None


@one_thought
def prove(position: Position) -> Proved:
    """Returns the proof that ``position`` is won or lost.

    >>> from sprague.workbench.position import parse
    >>> print(prove(parse("token")).steps[-1])
    Whatever heap replaces the token, the other player takes all of it, and has moved last.
    """
    answer = known_answer(position)
    if is_over(position):
        words = say("No move is left here: whoever is to move has lost.")
        if position.misere:
            words = say("No move is left here: whoever is to move has won, as the other side moved last.")
        return Proved((words,), None, answer)
    general: tuple[Message, ...] = MISERE_PLAY if position.misere else NORMAL_PLAY
    if answer is None:
        words = say("Who wins here is out of reach: nothing is proved about this position.")
        return Proved((*general, words), None, None)
    if answer.outcome == "D" or answer.remoteness is not None:
        return Proved((*WITH_CYCLES, rests_on(answer)), None, answer)
    argument = _argument(position, answer)
    return Proved((*general, *argument.steps), argument.behind, answer)


def rests_on(answer: Answer) -> Message:
    """Names the evidence for an answer."""
    source = answer.evidence.sentence
    if answer.evidence.kind == "theorem":
        return say("This position is decided by a theorem: {source}.", source=source)
    if answer.evidence.kind == "periodic":
        return say("This position is decided by a proved period: {source}.", source=source)
    if answer.evidence.kind == "observed":
        return say("Nothing is proved here. This is how the position is known: {source}.", source=source)
    return say("Nothing is proved here beyond what was computed: {source}.", source=source)


def _argument(position: Position, answer: Answer) -> Argument:
    parts = [part for part in position.components if _has_moves(part)]
    if any(part.ruleset.kind for part in parts):
        return Argument((rests_on(answer),))
    if position.misere:
        return _own_argument(parts, True) or Argument((rests_on(answer),))
    own = _own_argument(parts, False)
    if own is not None:
        return own
    odd = [part for part, count in Counter(parts).items() if count % 2]
    if not odd:
        return Argument((CANCEL,))
    cancel = (CANCEL,) if len(odd) < len(parts) else ()
    own = _own_argument(odd, False)
    if own is None and len(odd) == 1:
        own = Argument((rests_on(answer),))
    if own is None:
        own = Argument((*VALUES, *_values(odd)), SPRAGUE_GRUNDY)
    return own._replace(steps=(*cancel, *own.steps))


def _own_argument(parts: Sequence[Component], misere: bool) -> Argument | None:
    """Returns the argument of the engine if all parts belong to one game."""
    rulesets = {part.ruleset for part in parts}
    return (
        engine(rulesets.pop()).argument([part.state for part in parts], misere)
        if len(rulesets) == 1
        else None
    )


def _values(parts: Sequence[Component]) -> Iterator[Message]:
    """Says the value of each part of a sum, with its evidence."""
    for part in parts[:TOLD_PARTS]:
        own = engine(part.ruleset)
        try:
            value = own.value(part.state)
        except TooLargeError:  # a theorem on the outcome said that it is 0
            value = 0
        source = own.evidence(part.state, value > 0).sentence
        yield say("{part} has the value *{value}: {source}.", part=part, value=value, source=source)
    rest = len(parts) - TOLD_PARTS
    if rest > 0:
        yield say_plural(
            "{count} more part has a value as well.", "{count} more parts have values as well.", rest
        )


def _has_moves(part: Component) -> bool:
    return next(iter(part.ruleset.successors(part.state)), None) is not None
