"""The plain definition: the value of a position is the mex of the values of its options.

It is the oracle against which every other engine is tested. The work is done by :mod:`sprague.search.definition`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sprague.search import definition
from sprague.search.definition import BYTES_KNOWN, BYTES_OPEN
from sprague.system.ask import Effort, Trial
from sprague.system.locks import alone
from sprague.words.errors import TooLargeError
from sprague.words.messages import say

from .engine import MOMENT, Engine, Engines, Question
from .ruleset import Component, Option, Ruleset

#: How many positions are visited to count the reachable ones.
FEW = 400

#: A position with more options than this is treated as if it had infinitely many.
MAX_OPTIONS = 1_000_000


def value(component: Component, values: dict[Component, int], most: int | None = None) -> int:
    """Returns the Grundy value of ``component`` from the definition alone. Reads and fills ``values``.

    Raises TooLargeError beyond ``most`` positions, BudgetError at the bounds in force, and LoopyError if a position can
    come back (a loopy game has no Grundy value by this definition).

    >>> from sprague.model.nim import heap
    >>> value(heap(3), {})
    3
    """
    return definition.value(component, _options, values, most)


def _options(component: Component) -> Iterator[Option]:
    for count, option in enumerate(component.ruleset.successors(component.state)):
        if count >= MAX_OPTIONS:
            raise TooLargeError(
                say(
                    "expected at most {limit} options of a position, got more from {part}",
                    limit=MAX_OPTIONS,
                    part=component,
                )
            )
        yield option


class NaiveEngine(Engine):
    """An engine that applies the definition and keeps a table of values."""

    def __init__(self, ruleset: Ruleset, engines: Engines) -> None:
        super().__init__(ruleset, engines)
        self._known: dict[Component, int] = {}

    def effort(self, state: Any, question: Question = "value") -> Effort:
        """Counts the reachable positions if they are few; otherwise guesses a lower bound."""
        component = Component(self.ruleset, state)
        if component in self._known:
            return MOMENT
        positions, options = _reach(component, self._known, FEW)
        if positions < FEW:
            return Effort(positions, BYTES_OPEN * positions, 4e-6 * options)
        return Effort(100 * FEW, BYTES_KNOWN * 100 * FEW, 1.0, guessed=True)

    @alone
    def value(self, state: Any) -> int:
        part = Component(self.ruleset, state)
        with Trial(part):
            return value(part, self._known)


class PiecesEngine(NaiveEngine):
    """The definition on the pieces of positions. A position is the sum of its :meth:`.Ruleset.pieces`. Many positions
    have equal pieces, and each piece is valued once."""

    def effort(self, state: Any, question: Question = "value") -> Effort:
        pieces = self.ruleset.pieces(state)
        if all(piece in self._known for piece in pieces):
            return MOMENT
        if pieces == (Component(self.ruleset, state),):
            return super().effort(state, question)
        return sum((self.effort(piece.state, question) for piece in pieces), start=Effort(0))

    @alone
    def value(self, state: Any) -> int:
        total = 0
        with Trial(Component(self.ruleset, state)):
            for piece in self.ruleset.pieces(state):
                total ^= definition.value(piece, _options_in_pieces, self._known)
        return total


def _options_in_pieces(component: Component) -> Iterator[Option]:
    for option in _options(component):
        yield tuple(piece for part in option for piece in part.ruleset.pieces(part.state))


def _reach(component: Component, values: dict[Component, int], most: int) -> tuple[int, int]:
    """Counts the positions that are reachable from ``component`` and not in ``values``, and their options. Stops at
    ``most`` positions or twenty times as many options."""
    positions, waiting, options = {component}, [component], 0
    while waiting:
        for option in _options(waiting.pop()):
            options += 1
            for part in option:
                if part not in positions and part not in values:
                    positions.add(part)
                    waiting.append(part)
            if len(positions) >= most or options >= 20 * most:
                return most, options
    return len(positions), options
