"""Laws that are only observed: a pattern, or a learned automaton, that fits the first eighth of a table and holds in
all of it. Answers use such a law only if the user allows it (``--observed``), and say so."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from numpy.typing import NDArray

from sprague.system.arrays import np
from sprague.words.errors import BudgetError, TooLargeError
from sprague.words.messages import Message, say

from ..automata.dfa import Automaton
from ..automata.numeration import system as numeration
from ..cells import of_table
from ..guess import Pattern
from ..patterns import of_sequence
from .law import Law
from .learner import NotLearnedError, learn
from .retest import refutes
from .search import MOST_STATES, MOST_VALUE, SYSTEMS, sets_of

#: How many times the table that it fits a law is tested.
FURTHER = 8

#: The least side of the table that it fits, by the number of heaps.
LEAST = {1: 40, 2: 12}


@dataclass
class Observed:
    """A law that holds on all heaps below ``tested``. ``of`` gives the value, or for outcomes 0 for P and 1 for N."""

    heaps: int
    valued: bool
    words: Message
    tested: int
    of: Callable[..., int]

    #: No rule is read, and nothing is proved.
    read = None
    proved = False

    def value(self, heaps: tuple[int, ...]) -> int:
        """Returns the value of a position, or its outcome."""
        return self.of(*heaps)

    def row(self, to: int) -> None:
        """Returns None, so that rows of values are computed instead of observed."""
        return None

    def losing(self) -> Automaton | None:
        """Returns None, since the P-positions are not given as a set."""
        return None

    def evidence(self) -> Message:
        """Returns the evidence for the law."""
        return say("observed to {bound}, not proved: {law}", bound=self.tested - 1, law=self.words)


def observed(table: NDArray[np.int64], failed: Iterable[Law] = ()) -> Observed | None:
    """Returns the first law that fits the small heaps of a table and holds in all of it: a law of the values, or else
    of the outcomes. The counterexamples to laws whose proof ``failed`` must not refute it.

    >>> found = observed(np.array([n // 3 % 4 for n in range(400)]))
    >>> print(found.value((10**18 + 1,)), found.evidence())
    1 observed to 399, not proved: period 12: 0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3
    """
    for law in _fitting(table):
        if not any(refutes(each, law.of, law.valued) for each in failed):
            return law
    return None


def _fitting(table: NDArray[np.int64]) -> Iterator[Observed]:
    side = min(table.shape) // FURTHER
    if side < LEAST.get(table.ndim, side + 1):
        return
    small = table[(slice(0, side),) * table.ndim]
    # Patterns of a sequence are fitted to the first half of its terms.
    for pattern in of_sequence(table[: 2 * side].tolist()) if table.ndim == 1 else of_table(small.tolist()):
        # A function with a loop would not answer about large heaps.
        if pattern.first_failure is None and not pattern.guess.loops and _holds(pattern, table):
            function = pattern.guess.function("n" if table.ndim == 1 else "xy")
            yield Observed(table.ndim, True, pattern.guess.text, min(table.shape), function)
    yield from _learned(small, table)


def _holds(pattern: Pattern, table: NDArray[np.int64]) -> bool:
    function = pattern.guess.function("n" if table.ndim == 1 else "xy")
    return all(function(*place) == value for place, value in np.ndenumerate(table))


def _learned(small: NDArray[np.int64], table: NDArray[np.int64]) -> Iterator[Observed]:
    kinds: list[tuple[Any, NDArray[np.int64], NDArray[np.int64]]] = []
    if int(table.max()) <= MOST_VALUE:
        kinds.append(("values", small, table))
    kinds.append(("outcome", (small != 0).astype(np.int64), (table != 0).astype(np.int64)))
    for kind, near, far in kinds:
        for name in SYSTEMS[table.ndim]:
            try:
                output = learn(numeration(name), near, max(4, min(near.shape) // 4), MOST_STATES)
            except BudgetError:
                raise
            except (NotLearnedError, TooLargeError):
                continue
            if (output.table(far.shape) == far).all():
                law = Law(table.ndim, kind, numeration(name), sets_of(output, table.ndim))
                of = functools.partial(_value, law)
                yield Observed(table.ndim, law.valued, law.says(), min(table.shape), of)


def _value(law: Law, *heaps: int) -> int:
    return law.value(heaps)
