"""A rule as two formulas: OVER is true of every move, UNDER only of moves. If the whole rule is read exactly, they are
equal.

That a formula agrees with the rule is a claim about this reader. So the formula is compared with the rule on small
heaps.
"""

from __future__ import annotations

import ast
import contextlib
import functools
import itertools
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from sprague.system.ask import tick
from sprague.words.messages import say

from ..automata.decide import automaton
from ..automata.dfa import Automaton, either, reordered, widened
from ..automata.numeration import System
from ..automata.numeration import system as numeration
from ..winning import images
from .quotients import quotients_at, quotients_in
from .source import Source, UnreadableError, source_of
from .statements import AFTER, BEFORE, Moves, Reading

#: Of the positions near the numbers in a rule, the largest number and how many are compared.
MOST_NEAR, MOST_PLACES = 10_000, 60


class Read(NamedTuple):
    """A rule on so many ``heaps``, read for one ``system``. ``exact`` says that ``over`` and ``under`` are the same.
    ``under`` may speak of ``quotients`` and rests of two heaps by their names."""

    source: Source
    heaps: int
    system: System
    over: tuple[Moves, ...]
    under: tuple[Moves, ...]
    exact: bool
    quotients: tuple[str, ...] = ()

    @property
    def given(self) -> tuple[str, ...]:
        """The names of the numbers that are given with a position."""
        return (*BEFORE[: self.heaps], *self.quotients)

    def given_at(self, state: tuple[int, ...]) -> tuple[int, ...]:
        """Returns these numbers at a position."""
        return (*state, *quotients_at(self.quotients, state))

    @property
    def sure_moves(self) -> dict[int, Automaton]:
        """The moves by UNDER as automata of what is given and what is left, by the number of parts."""
        return relations(self.under, self.heaps, self.system, self.quotients)


def read_rule(function: Any, heaps: int, spread: bool, system: str, light: bool = False) -> Read:
    """Reads a function. Raises UnreadableError, with the line, where there is no formula; OtherSystemError where there
    is one in other numerations.
    """
    try:
        source = source_of(function)
        over = Reading(source, heaps, spread, system, "over", light)
        under = over if over.exact else Reading(source, heaps, spread, system, "under", light)
    except RecursionError:
        raise UnreadableError(say("the rule has too many parts")) from None
    quotients = quotients_in(formula for _, formula in under.moves)
    return Read(
        source, heaps, numeration(system), tuple(over.moves), tuple(under.moves), over.exact, quotients
    )


def tracks(heaps: int, parts: int, quotients: tuple[str, ...] = ()) -> tuple[str, ...]:
    """Returns the names of the heaps before a move, of quotients, and of the heaps of the parts after it."""
    return (*BEFORE[:heaps], *quotients, *(name for names in AFTER[:parts] for name in names[:heaps]))


def relations(
    moves: Iterable[Moves], heaps: int, system: System, quotients: tuple[str, ...] = ()
) -> dict[int, Automaton]:
    """Returns the moves as automata, by the number of parts that they leave."""
    found: dict[int, list[Automaton]] = {}
    for parts, formula in moves:
        names = tracks(heaps, parts, quotients)
        one = reordered(widened(automaton(formula, system), names), names)
        found.setdefault(parts, []).append(one)
    return {parts: either(*each) for parts, each in found.items()}


def compared(
    read: Read, options: Callable[[tuple[int, ...]], Iterable[tuple[tuple[int, ...], ...]]], below: int
) -> tuple[int, ...] | None:
    """Compares the formulas with the rule on all positions with heaps below a bound, and near the numbers in its text.
    ``options`` gives the option of each move of the rule: positions, as tuples of heaps. Returns the first position at
    which they differ, or None."""
    over = relations(read.over, read.heaps, read.system)
    under = over if read.exact else read.sure_moves

    @functools.cache
    def listed(which: bool, state: tuple[int, ...]) -> frozenset[tuple[int, tuple[int, ...]]]:
        found = []
        given, names = (state, BEFORE[: read.heaps]) if which else (read.given_at(state), read.given)
        for parts, relation in (over if which else under).items():
            if parts:
                found += [(parts, each) for each in images(relation, given, names)]
            elif given in relation:
                found.append((0, ()))
        return frozenset(found)

    small = itertools.product(range(below), repeat=read.heaps)
    for state in itertools.chain(small, near_numbers(numbers_of(read.source), read.heaps, below)):
        tick()
        real = {(len(option), tuple(itertools.chain.from_iterable(option))) for option in options(state)}
        if not real <= listed(True, state) or not listed(False, state) <= real:
            return state
    return None


def numbers_of(source: Source) -> set[int]:
    """Returns the whole numbers in a rule's text, and the values of its global names."""
    found = set()
    for node in (node for statement in source.body for node in ast.walk(statement)):
        value = node.value if isinstance(node, ast.Constant) else None
        if isinstance(node, ast.Name):
            with contextlib.suppress(KeyError, ValueError):
                value = source.outside(node.id)
        if type(value) is int:
            found.add(value)
    return found


def near_numbers(numbers: Iterable[int], heaps: int, below: int) -> list[tuple[int, ...]]:
    """Returns positions around these numbers, their squares and the powers of 2 and 10 with them as exponents, with a
    heap that is not below a bound: where a rule might change.

    >>> near_numbers({3, 50}, 1, 40)
    [(49,), (50,), (51,), (52,), (999,), (1000,), (1001,), (1002,), (2499,), (2500,), (2501,), (2502,)]
    """
    centres = {c for n in numbers if n >= 0 for c in (n, n * n, 2 ** min(n, 64), 10 ** min(n, 64))}
    near = [c + d for c in sorted(centres) if c <= MOST_NEAR for d in (-1, 0, 1, 2) if c + d >= below]
    entries = dict.fromkeys((*near, *range(min(3, below))) if heaps > 1 else near)
    found = (state for state in itertools.product(entries, repeat=heaps) if max(state) >= below)
    return list(itertools.islice(found, MOST_PLACES))
