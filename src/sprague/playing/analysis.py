"""Analyses a position: who wins, what each move leaves, and the values of two heaps as a table.

>>> from sprague.workbench.position import parse
>>> seen = analyse(parse("nim 1,3"))
>>> seen.outcome, seen.value
('N', 2)
>>> [(str(each.move), each.leaves, each.value) for each in seen.verdicts][1:3]
[('take 3 from the heap of 3 -> *1', 'N', 1), ('take 2 from the heap of 3 -> nim 1,1', 'P', 0)]
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice

from sprague.model.heap_values import as_list
from sprague.model.ruleset import Component, Option
from sprague.numbers.sums import nim_sum
from sprague.system.ask import asked
from sprague.words.errors import SpragueError, TooLargeError, UnsolvedError
from sprague.words.messages import say
from sprague.workbench.position import Answer, Move, Position, answer, parse
from sprague.workbench.registry import engine
from sprague.workbench.registry import row as heap_row

from .player import known_answer, one_thought

#: How many moves are judged, and how many winning moves in addition.
JUDGED, WINS = 400, 400

#: The largest heap of a table of values.
MOST = 60


@dataclass(frozen=True)
class Verdict:
    """The judgement of a move. ``leaves`` is the outcome of the position that it leaves ("P": the move wins; None if
    the outcome is out of reach). ``value`` is the Grundy value of that position, if it takes only a moment. The move
    takes ``count`` from each of the ``heaps`` of its component, counted from 0. For other moves ``count`` is 0 and
    ``heaps`` is empty."""

    move: Move
    leaves: str | None
    value: int | None
    heaps: tuple[int, ...]
    count: int


@dataclass(frozen=True)
class Analysis:
    """The analysis of a position in a moment. ``outcome`` is None if it is out of reach, ``value`` is None if it is not
    known or not a number. ``verdicts`` are in the order of the moves and include the winning ones."""

    answer: Answer | None
    outcome: str | None
    value: int | None
    verdicts: tuple[Verdict, ...]


@one_thought
def analyse(position: Position) -> Analysis:
    """Judges every move of ``position``. If there are more than ``JUDGED``, it judges the first and the winning
    ones."""
    answer = known_answer(position)
    moves = list(islice(position.moves(), JUDGED))
    if answer is None:
        return Analysis(None, None, None, tuple(_verdict(move, None, None) for move in moves))
    good_moves, complete = _kept(answer)
    judged = {(move.index, move.to.text) for move in moves}
    moves += [move for move in good_moves.values() if (move.index, move.to.text) not in judged]
    with asked().part(0.8):
        values = _Values(position, answer)
        return Analysis(
            answer,
            answer.outcome,
            values.whole() if answer.extended_value is None else answer.value,
            tuple(
                _verdict(move, *_asked(move, _leaves(move, answer, good_moves, complete)))
                if answer.extended_value is not None
                else _verdict(move, _leaves(move, answer, good_moves, complete), values.after(move))
                for move in moves
            ),
        )


def _kept(answer: Answer) -> tuple[dict[tuple[int, str], Move], bool]:
    """Returns the winning moves, or in a drawn position the moves that keep the draw, and whether these are all of
    them."""
    listed: dict[tuple[int, str], Move] = {}
    moves = answer.drawing_moves if answer.outcome == "D" else answer.winning_moves
    try:
        for move in moves:
            if len(listed) == WINS:
                return listed, False
            listed[move.index, move.to.text] = move
    except TooLargeError:
        return listed, False
    return listed, True


def _leaves(
    move: Move, answer: Answer, good_moves: dict[tuple[int, str], Move], complete: bool
) -> str | None:
    if answer.outcome == "P":
        return "N"
    if (move.index, move.to.text) in good_moves:
        return "D" if answer.outcome == "D" else "P"
    if answer.extended_value is not None and answer.outcome == "N":
        return None  # it may lose or draw
    return "N" if complete else None


def _asked(move: Move, leaves: str | None) -> tuple[str | None, int | None]:
    """Returns the outcome and the value after a move in a game with cycles or entailing moves, where the answer before
    it does not tell them: ``leaves`` if they are out of reach."""
    after = known_answer(move.to)
    return (leaves, None) if after is None else (after.outcome, after.value)


def _verdict(move: Move, leaves: str | None, value: int | None) -> Verdict:
    part = move.position.components[move.index]
    if not part.ruleset.takes(part.state):
        return Verdict(move, leaves, value, (), 0)
    before = part.ruleset.sizes(part.state)
    after = _sizes(move.option, len(before))
    heaps = tuple(i for i, (n, m) in enumerate(zip(before, after, strict=True)) if n != m)
    return Verdict(move, leaves, value, heaps, before[heaps[0]] - after[heaps[0]] if heaps else 0)


def _sizes(option: Option, count: int) -> tuple[int, ...]:
    sizes = option[0].ruleset.sizes(option[0].state) if option else ()
    return sizes if len(sizes) == count else (0,) * count


class _Values:
    """The values of the positions that moves leave, as long as each takes a moment and there is time."""

    def __init__(self, position: Position, answer: Answer) -> None:
        self.usable = not position.misere and answer.extended_value is None
        self.position = position
        self.parts = [self._of((part,)) for part in position.components] if self.usable else []

    def whole(self) -> int | None:
        return nim_sum(n for n in self.parts if n is not None) if self._all(self.parts) else None

    def after(self, move: Move) -> int | None:
        if not self.usable:
            return None
        others = [n for i, n in enumerate(self.parts) if i != move.index]
        value_left = self._of(move.option) if self._all(others) else None
        return None if value_left is None else nim_sum([value_left, *(n for n in others if n is not None)])

    def _all(self, values: Sequence[int | None]) -> bool:
        return self.usable and None not in values

    def _of(self, parts: Sequence[Component]) -> int | None:
        seconds_left = asked().left
        if seconds_left is not None and seconds_left <= 0:
            return None
        try:
            engines = [(engine(part.ruleset), part.state) for part in parts]
            if all(each.effort(state).moment for each, state in engines):
                return nim_sum(each.value(state) for each, state in engines)
        except (TooLargeError, UnsolvedError):
            pass
        return None


def two_heaps(position: Position, to: int) -> list[list[int]]:
    """Returns the values of all positions of the same ruleset on two heaps of at most ``to``: ``[a][b]`` is the value
    of heaps a and b. Raises SpragueError if the position is not two heaps in normal play.

    >>> from sprague.workbench.position import parse
    >>> two_heaps(parse("wythoff 5,8"), 3)
    [[0, 1, 2, 3], [1, 2, 0, 4], [2, 0, 1, 5], [3, 4, 5, 6]]
    """
    parts = position.components
    sizes = [part.ruleset.sizes(part.state) for part in parts]
    if not 1 <= to <= MOST:
        raise TooLargeError(say("expected a table up to {most} at most, got {n}", most=MOST, n=to))
    if not position.misere and len(parts) == 2 and all(map(_is_heap, parts)):
        across, up = (as_list(heap_row(part.ruleset, to)) for part in parts)
        return [[a ^ b for b in up] for a in across]
    if not position.misere and len(parts) == 1 and len(sizes[0]) == 2:
        head = parts[0].ruleset.head
        if str(parts[0]) == f"{head} {sizes[0][0]},{sizes[0][1]}":
            return [[_value(f"{head} {a},{b}") for b in range(to + 1)] for a in range(to + 1)]
    raise SpragueError(
        say("expected a position of two heaps in normal play, got {position}", position=position)
    )


def _is_heap(part: Component) -> bool:
    """Returns whether its state is one number, the heap."""
    sizes = part.ruleset.sizes(part.state)
    return len(sizes) == 1 and bool(part.state == sizes[0])


def _value(text: str) -> int:
    value = answer(parse(text), value=True, moves=False).value
    assert value is not None
    return value
