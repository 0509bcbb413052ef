"""Cram: theorems at any size (mirror strategy, strips), search below; values of parts add as nimbers."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from heapq import merge
from typing import Any, NamedTuple

from sprague.model.engine import COMPUTED, Engine, Evidence
from sprague.model.lazy import Lazy
from sprague.model.ruleset import Component, Option
from sprague.search.pool import current
from sprague.words.errors import TooLargeError
from sprague.words.messages import Message, say

from .cram import Board, bits, dominoes
from .plain import cram_value, mirror_outcome, parts_to_value, strip_value
from .strips import STRIP, dominoes_to, lines, lines_value

#: Parts of at most this many cells are valued in a moment in plain Python.
PLAIN_CELLS = 20

#: Parts of at most this many cells are valued where only the outcome is asked: 5x7 takes a fifth of a second.
HAND_CELLS = 36

#: Parts of more cells are not searched unasked: 5x8 takes a second, 5x9 ten, 6x7 minutes.
SEARCH_CELLS = 40

#: Parts of more cells are not searched at all.
MOST_CELLS = 128

MIRROR = Evidence("theorem", "Gardner 1974: mirror strategy")


class CramEngine(Engine):
    """Outcomes by symmetry where there is one, values by search."""

    def is_cheap(self, state: Board) -> bool:
        return all(size <= PLAIN_CELLS for size in simplified(state).sizes)

    def value(self, state: Board) -> int:
        total, rest, sizes = simplified(state)
        if self.is_cheap(state):
            return total ^ cram_value(*rest)
        if mirror_outcome(*state) == "P":
            return 0
        found, others = lines(state)
        if mirror_outcome(*others) == "P":
            return lines_value(found)
        if _out_of_reach(state):
            if sizes[-1] > MOST_CELLS:
                raise TooLargeError(
                    say(
                        "the search covers connected parts of up to {limit} cells, got {count}",
                        limit=MOST_CELLS,
                        count=sizes[-1],
                    )
                )
            raise TooLargeError(
                say(
                    "parts of up to {limit} cells are searched unasked, got {count}; --progress on the command line "
                    "(sg.Solver in Python) searches up to 128 cells",
                    limit=SEARCH_CELLS,
                    count=sizes[-1],
                )
            )
        from . import ask

        return total ^ ask.value(*rest)

    def value_at_hand(self, state: Board) -> int | None:
        if mirror_outcome(*state) is None and all(size <= HAND_CELLS for size in simplified(state).sizes):
            return self.value(state)
        return super().value_at_hand(state)

    def is_zero(self, state: Board) -> bool:
        outcome = mirror_outcome(*state)
        return self._is(state, 0) if outcome is None else outcome == "P"

    def _is(self, state: Board, wanted: int) -> bool:
        if self.is_cheap(state) or _out_of_reach(state):
            return self.value(state) == wanted
        from . import ask

        total, rest, _ = simplified(state)
        return ask.is_value(*rest, wanted ^ total)

    def replies(self, state: Board, target: int) -> Lazy[Option]:
        out_of_reach = _out_of_reach(state)
        if out_of_reach and target == 0 and mirror_outcome(*state) == "N":
            # Only the domino in the centre is known to win: every reply has its mirror image.
            return Lazy.of([centre_move(state, self.ruleset)]).as_partial()
        found, rest = lines(state)
        if out_of_reach and mirror_outcome(*rest) != "P":
            return Lazy[Option].of([]).as_partial()  # in a sum; what the options are worth is not known
        if out_of_reach or not found:
            own = lines_value(found)
        else:
            own = self.value(state)
        along = [(line, dominoes_to(line.length, strip_value(line.length) ^ own ^ target)) for line in found]

        def beside() -> Iterator[tuple[int, int]]:
            wanted = target ^ lines_value(found)
            for a, b in dominoes(rest):
                if self._is(rest._replace(cells=rest.cells & ~(1 << a | 1 << b)), wanted):
                    yield a, b

        others = Lazy[tuple[int, int]].of([]) if out_of_reach else Lazy(beside)

        def items() -> Iterator[Option]:
            for a, b in merge(*(line.dominoes(places) for line, places in along), others):
                yield (Component(self.ruleset, state._replace(cells=state.cells & ~(1 << a | 1 << b))),)

        def total() -> int:
            return sum(places.total or 0 for _, places in along) + (others.total or 0)

        replies = Lazy(items, total)
        return replies.as_partial() if out_of_reach else replies

    def evidence(self, state: Board, valued: bool) -> Evidence:
        if min(state.rows, state.columns) == 1 or (lines(state)[0] and not simplified(state).sizes):
            return STRIP
        if not valued and mirror_outcome(*state) is not None:
            return MIRROR
        return COMPUTED

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
    """The option that takes the two middle cells of a board with a point symmetry."""
    free = [divmod(cell, state.columns) for cell in bits(state.cells)]
    height = min(r for r, _ in free) + max(r for r, _ in free)
    width = min(c for _, c in free) + max(c for _, c in free)
    taken = 0
    for r, c in {(height // 2, width // 2), (height - height // 2, width - width // 2)}:
        taken |= 1 << (r * state.columns + c)
    return (Component(ruleset, state._replace(cells=state.cells & ~taken)),)


class Simplified(NamedTuple):
    """The value of the lines of a board, what is left of the others after both reductions, and the sizes of its parts,
    in ascending order."""

    total: int
    rest: Board
    sizes: tuple[int, ...]


@functools.lru_cache(maxsize=64)
def simplified(state: Board) -> Simplified:
    """What is to be searched of a board: its value is that of ``rest``, and ``total``.

    >>> from sprague.boards.cram import read_board
    >>> simplified(read_board("1x7", "")), simplified(read_board("..../##../...#", "")).sizes
    (Simplified(total=1, rest=Board(rows=1, columns=7, cells=0), sizes=()), (9,))
    """
    found, rest = lines(state)
    # What is reduced may have become a line: once more.
    parts = parts_to_value(*rest)
    more, rest = lines(rest._replace(cells=sum(parts)))
    total = lines_value(found + more)
    sizes = sorted(part.bit_count() for part in parts if part & rest.cells)
    return Simplified(total, rest, tuple(sizes))


def _out_of_reach(state: Board) -> bool:
    most = SEARCH_CELLS if current().limited else MOST_CELLS
    return any(size > most for size in simplified(state).sizes)
