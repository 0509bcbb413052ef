"""Cram: theorems at any size (mirror strategy, strips), search below; values of parts add as nimbers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..errors import TooLargeError
from ..lazy import Lazy
from ..messages import Message, say
from ..rulesets.base import Component, Option
from ..rulesets.cram import Board, bits
from .board_plain import cram_value, mirror_outcome, parts_to_value
from .engine import COMPUTED, Engine, Evidence
from .searches import current

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
        if min(state.rows, state.columns) == 1:
            return True
        return all(part.bit_count() <= PLAIN_CELLS for part in _parts(state))

    def value(self, state: Board) -> int:
        if self.is_cheap(state):
            return cram_value(*state)
        if mirror_outcome(*state) == "P":
            return 0
        if _out_of_reach(state):
            largest = max(part.bit_count() for part in _parts(state))
            if largest > MOST_CELLS:
                raise TooLargeError(
                    say(
                        "the search covers connected parts of up to {limit} cells, got {count}",
                        limit=MOST_CELLS,
                        count=largest,
                    )
                )
            raise TooLargeError(
                say(
                    "parts of up to {limit} cells are searched unasked, got {count}; --progress on the command line "
                    "(sg.Solver in Python) searches up to 128 cells",
                    limit=SEARCH_CELLS,
                    count=largest,
                )
            )
        from . import boards

        return boards.value(*state)

    def value_at_hand(self, state: Board) -> int | None:
        if mirror_outcome(*state) is None and all(part.bit_count() <= HAND_CELLS for part in _parts(state)):
            return self.value(state)
        return super().value_at_hand(state)

    def is_zero(self, state: Board) -> bool:
        outcome = mirror_outcome(*state)
        if outcome is not None:
            return outcome == "P"
        if self.is_cheap(state) or _out_of_reach(state):
            return self.value(state) == 0
        from . import boards

        return boards.is_zero(*state)

    def replies(self, state: Board, target: int) -> Lazy[Option]:
        if target == 0 and not self.is_cheap(state) and _out_of_reach(state):
            # Only the domino in the centre is known to win: every reply has its mirror image.
            return Lazy.of([centre_move(state, self.ruleset)]).as_partial()
        if not self.is_cheap(state) and _out_of_reach(state) and mirror_outcome(*state) == "P":
            return Lazy[Option].of([]).as_partial()  # in a sum; what the options are worth is not known
        if self.is_cheap(state) or _out_of_reach(state):
            return super().replies(state, target)
        from . import boards

        def found() -> Iterator[Option]:
            for option in self.ruleset.successors(state):
                left: Any = option[0].state
                if boards.is_value(left.rows, left.columns, left.cells, target):
                    yield option

        return Lazy(found)

    def evidence(self, state: Board, valued: bool) -> Evidence:
        if min(state.rows, state.columns) == 1:
            return Evidence("periodic", "a strip is the octal game 0.07, period 34 (Guy, Smith 1956)")
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


def _parts(state: Board) -> list[int]:
    return parts_to_value(*state)


def _out_of_reach(state: Board) -> bool:
    most = SEARCH_CELLS if current().limited else MOST_CELLS
    return any(part.bit_count() > most for part in _parts(state))
