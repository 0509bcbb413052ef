"""Solves Cram: by theorems at any size (mirror strategy, strips), otherwise by search. Values of parts add as
nimbers."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Sequence
from heapq import merge
from typing import Any, NamedTuple

from sprague.model.engine import COMPUTED, MOMENT, Engine, Evidence, Question
from sprague.model.lazy import Lazy
from sprague.model.lesson import MIRROR as MIRROR_BEHIND
from sprague.model.lesson import Argument
from sprague.model.ruleset import Component, Option
from sprague.search.pool import SearchPool
from sprague.search.strips import strip_value
from sprague.system.ask import Effort, Trial, asked
from sprague.words.errors import BudgetError
from sprague.words.messages import Message, say

from .cram import Board, dominoes
from .plain import mirror_outcome, parts_to_value, with_neighbours
from .strips import STRIP, dominoes_to, lines, lines_value

#: Rectangles of more cells are not searched at all.
MOST_CELLS = 128

#: If a theorem gives the outcome and a winning move, an additional search ends after this many seconds.
TRIED = 1.0

#: Short side -> cells, values met there, and the factor for one more cell; from rectangles, which grow unevenly
#: (docs/theory/boards.md). The factor of 7 is not measured: one rectangle was within reach.
GROWTH = {
    3: (63, 2_330_000, 1.25),
    4: (52, 4_030_000, 1.5),
    5: (50, 4_000_000, 1.48),
    6: (54, 41_500_000, 1.26),
    7: (49, 1_800_000, 1.6),
}

#: Bytes of memory, for each word of a key, in which one value surely has room: the table grows threefold for a
#: moment, in powers of two.
BYTES_A_VALUE = 60

#: Values met in a second of search, on the machine of the documentation's measurements.
VALUES_A_SECOND = 40_000

MIRROR = Evidence("theorem", say("Gardner 1974: mirror strategy"))

MIRRORED = (
    say(
        "The squares that a domino can cover have a symmetry that is its own inverse, and no domino shares a square "
        "with its own image. So the second player can answer every domino by its image."
    ),
)
MIDDLE = (
    say(
        "The squares that a domino can cover look the same when they are turned half round, and only the domino in the "
        "centre is its own image. The first player puts it there, and then answers every domino by its image."
    ),
)


class CramEngine(Engine):
    """Finds outcomes by symmetry if there is one, and values by search."""

    stored = True

    @property
    def pool(self) -> SearchPool:
        """The searches of the session."""
        pool: SearchPool = self.engines.searches
        return pool

    def effort(self, state: Board, question: Question = "value") -> Effort:
        if by_theorem(state) is not None or (question == "outcome" and mirror_outcome(*state)):
            return MOMENT
        effort = self._search_effort(state)
        return effort._replace(seconds=effort.seconds * (3 if question == "moves" else 1))

    def _search_effort(self, state: Board) -> Effort:
        """Estimates the effort of a search for the value, even if a theorem gives it. Only the growth of rectangles was
        measured; a board of another shape may fall apart at once."""
        sizes = simplified(state).sizes
        if not sizes:
            return MOMENT
        full = sizes[-1] == state.rows * state.columns
        if full and sizes[-1] > MOST_CELLS:
            beyond = say(
                "the search covers connected parts of up to {limit} cells, got {count}",
                limit=MOST_CELLS,
                count=sizes[-1],
            )
            return Effort(1 << 100, beyond=beyond)
        like = _cells_like(simplified(state).rest, sizes[-1])
        return search_effort(min(state.rows, state.columns), like)._replace(guessed=not full)

    def value(self, state: Board) -> int:
        by_theorems = by_theorem(state)
        if by_theorems is not None:
            return by_theorems
        total, rest, sizes = simplified(state)
        from . import ask

        try:
            trial = Trial(Component(self.ruleset, state), self.effort(state))
            return total ^ trial.run(ask.value, *rest, self.pool)
        except BudgetError as error:
            if total or len(sizes) > 1:  # a bound for one part is none for the sum
                error.at_least = 0
            raise

    def is_zero(self, state: Board) -> bool:
        outcome = mirror_outcome(*state)
        return self._is(state, 0) if outcome is None else outcome == "P"

    def _is(self, state: Board, wanted: int) -> bool:
        by_theorems = by_theorem(state)
        if by_theorems is not None:
            return by_theorems == wanted
        from . import ask

        total, rest, _ = simplified(state)
        trial = Trial(Component(self.ruleset, state), self.effort(state))
        return trial.run(ask.is_value, *rest, wanted ^ total, self.pool)

    def _is_out_of_reach(self, state: Board) -> bool:
        """Returns whether the answer names only those options that a theorem gives."""
        effort = self._search_effort(state)
        if not effort.guessed:
            return not effort.affordable
        if mirror_outcome(*state) is None and mirror_outcome(*lines(state)[1]) is None:
            return False  # the search is the only way
        from . import ask

        try:
            asked().part(1 / 2, TRIED).run(ask.value, *simplified(state).rest, self.pool)
        except BudgetError:
            return True
        return False

    def replies(self, state: Board, target: int) -> Lazy[Option]:
        out_of_reach = self._is_out_of_reach(state)
        if out_of_reach and target == 0 and mirror_outcome(*state) == "N":
            # Only the domino in the centre is known to win: every reply has its mirror image.
            return Lazy.of([centre_move(state, self.ruleset)]).as_partial()
        strips, rest = lines(state)
        if out_of_reach and mirror_outcome(*rest) != "P":
            return Lazy[Option].of([]).as_partial()  # in a sum: the values of the options are not known
        if out_of_reach or not strips:
            own = lines_value(strips)
        else:
            own = self.value(state)
        along = [(line, dominoes_to(line.length, strip_value(line.length) ^ own ^ target)) for line in strips]

        def beside() -> Iterator[tuple[int, int]]:
            wanted = target ^ lines_value(strips)
            for a, b in dominoes(rest):
                if self._is(rest._replace(cells=rest.cells & ~(1 << a | 1 << b)), wanted):
                    yield a, b

        others = Lazy[tuple[int, int]].of([]) if out_of_reach else Lazy(beside)

        def items() -> Iterator[Option]:
            centre = None
            if target == 0 and mirror_outcome(*state) == "N":  # the move that a person would find
                centre = centre_move(state, self.ruleset)
                yield centre
            for a, b in merge(*(line.dominoes(places) for line, places in along), others):
                option = (Component(self.ruleset, state._replace(cells=state.cells & ~(1 << a | 1 << b))),)
                if option != centre:
                    yield option

        def total() -> int:
            return sum(places.total or 0 for _, places in along) + (others.total or 0)

        replies = Lazy(items, total)
        return replies.as_partial() if out_of_reach else replies

    def evidence(self, state: Board, valued: bool) -> Evidence:
        if min(state.rows, state.columns) == 1 or (lines(state)[0] and not simplified(state).sizes):
            return STRIP
        outcome = mirror_outcome(*state)
        if outcome == "P" or (outcome is not None and not valued):  # a P-position has the value 0
            return MIRROR
        return COMPUTED

    def argument(self, states: Sequence[Board], misere: bool) -> Argument | None:
        if misere or len(states) > 1:
            return None
        outcome = mirror_outcome(*states[0])
        if outcome == "P":
            return Argument(MIRRORED, MIRROR_BEHIND)
        return None if outcome is None else Argument(MIDDLE, MIRROR_BEHIND)

    def reason(self, state: Board, zero: bool, reply: Option | None) -> Message | None:
        outcome = mirror_outcome(*state)
        if outcome == "P" and state.cells:
            return say(
                "the board has a symmetry that moves every domino off itself: answer each domino by its image"
            )
        if outcome == "N" and reply == centre_move(state, self.ruleset):
            return say(
                "take the domino in the centre, then answer each domino by its image through the centre"
            )
        return None


def centre_move(state: Board, ruleset: Any) -> Option:
    """Returns the option that takes the two middle cells of a board with a point symmetry, up to isolated cells."""
    free = with_neighbours(*state)  # its first cell and its last are each other's image
    ends = ((free & -free).bit_length() - 1, free.bit_length() - 1)
    height, width = map(sum, zip(*(divmod(cell, state.columns) for cell in ends), strict=True))
    domino = 0
    for r, c in {(height // 2, width // 2), (height - height // 2, width - width // 2)}:
        domino |= 1 << (r * state.columns + c)
    return (Component(ruleset, state._replace(cells=state.cells & ~domino)),)


def by_theorem(state: Board) -> int | None:
    """Returns the value of a board if strips and the mirror strategy give it, or None."""
    if not simplified(state).sizes:
        return simplified(state).total
    if mirror_outcome(*state) == "P":
        return 0
    strips, others = lines(state)
    return lines_value(strips) if mirror_outcome(*others) == "P" else None


class Simplified(NamedTuple):
    """The value of the lines of a board, the rest of the board after both reductions, and the sizes of the rest's
    parts, in ascending order."""

    total: int
    rest: Board
    sizes: tuple[int, ...]


@functools.lru_cache(maxsize=64)
def simplified(state: Board) -> Simplified:
    """Returns the rest of a board that needs a search. The board's value is the nim-sum of that of ``rest`` and
    ``total``.

    >>> from sprague.boards.cram import read_board
    >>> simplified(read_board("1x7", "")), simplified(read_board("..../##../...#", "")).sizes
    (Simplified(total=1, rest=Board(rows=1, columns=7, cells=0), sizes=()), (9,))
    """
    strips, rest = lines(state)
    # A reduced part may have become a line: look for lines once more.
    parts = parts_to_value(*rest)
    more, rest = lines(rest._replace(cells=sum(parts)))
    total = lines_value(strips + more)
    sizes = sorted(part.bit_count() for part in parts if part & rest.cells)
    return Simplified(total, rest, tuple(sizes))


def _cells_like(board: Board, largest: int) -> int:
    """Returns the cells of a full rectangle that is about as hard: between the ``largest`` part of a board and, where
    it has holes, a rectangle of the same short side with as many places for a domino."""
    width = max(2, min(board.rows, board.columns))
    places = sum(1 for _ in dominoes(board))
    return (largest + min(largest, width * (places + width) // (2 * width - 1))) // 2


def search_effort(width: int, cells: int) -> Effort:
    """Returns the effort of the search for a connected board with this short side and ``cells`` cells, from measured
    growth.

    >>> search_effort(5, 50).values
    4000000
    """
    cells_measured, positions, factor = GROWTH[min(max(width, 3), 7)]
    count = max(100, int(positions * factor ** max(-200, min(cells - cells_measured, 500))))
    words = 1 if cells <= 64 else 2
    return Effort(count, count * BYTES_A_VALUE * words, count / VALUES_A_SECOND)
