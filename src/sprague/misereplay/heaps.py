"""Solves sums of heaps of one game by its misère quotient, as far as the quotient is known or proved."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeGuard

from sprague.model.engine import Evidence
from sprague.model.heap_rulesets import HeapRuleset
from sprague.model.lazy import Lazy
from sprague.model.ruleset import Component, Ruleset, distinct
from sprague.model.sums import Reply
from sprague.system.locks import Turns, alone
from sprague.takebreak.codes import Code, code_of
from sprague.words.digits import to_text
from sprague.words.errors import BudgetError, TooLargeError
from sprague.words.messages import Message, say

from .growth import Growth, NotFinite
from .periods import needed, proved_period
from .quotient import Quotient
from .splits import Options, splits
from .table import TABLE

#: The largest heap of a quotient for an answer, and of one for a proof if no bound is given. Heaps up to 8000 take
#: about ten seconds if the quotient stays small.
MOST_HEAPS, PROVED_WITHIN = 2000, 20_000

#: Sums of so small and so few heaps are faster to search than their quotient is to compute.
SMALL_HEAP, FEW_HEAPS = 16, 6

#: Options of heaps up to this are visited one by one; options of larger heaps by their classes.
LISTED = 20_000

#: The games whose quotients are kept.
MOST_GAMES = 64


class _Grown:
    """The quotient of one game so far: its growth, and why the growth stopped."""

    def __init__(self, ruleset: HeapRuleset) -> None:
        self.ruleset = ruleset
        self.code: Code | None = code_of(ruleset)
        self.growth = Growth()
        self.stopped: Message | None = None
        self.period: tuple[int, int] | None = None
        self.alone = Turns()

    def renew(self) -> None:
        """Goes back to the published state of the growth."""
        self.growth.renew()

    @property
    def heaps(self) -> int:
        """The largest heap that the quotient covers."""
        return len(self.growth.values) - 1

    @alone
    def grow(self, to: int, prove: bool) -> None:
        """Extends the quotient to heap ``to``, or with ``prove`` only until a period is proved."""
        while True:
            due = self.heaps > 0 and (self.heaps % 4 == 3 or self.heaps == to)
            if due and self.code is not None and self.period is None:
                self.period = proved_period(self.code, self.growth.values)
            if self.heaps >= to or self.stopped is not None or (prove and self.period):
                return
            try:
                self.growth.add(self._moves(self.heaps + 1))
            except NotFinite as error:
                self.growth.renew()
                self.stopped = error.message

    def _moves(self, heap: int) -> Options:
        if self.code is not None:
            return splits(self.code, heap)
        options = []
        for move in self.ruleset.options(heap):
            parts = tuple(part for part in (move if isinstance(move, tuple | list) else (move,)) if part)
            if max(parts, default=0) >= heap:
                raise NotFinite(say("a move leaves a heap that is not smaller than its heap of {n}", n=heap))
            options.append(parts)
        return options

    def quotient(self, heaps: int | None = None, stopped: Message | None = None) -> Quotient:
        """Returns the quotient of heaps 0..``heaps``, by default of all known ones. Other threads may be at work
        meanwhile, so it reads the published state only once."""
        monoid, values, options, changes = self.growth.published()
        if heaps is not None and heaps < len(values) - 1:
            growth = Growth()
            for moves in options[: heaps + 1]:
                growth.add(moves)
            monoid, values, options, changes = growth.published()
        return Quotient(
            self.ruleset.head,
            len(values) - 1,
            monoid,
            values,
            options,
            changes,
            self.code,
            stopped=stopped,
        )


class _Games:
    """The quotients of the games that were used most recently."""

    def __init__(self) -> None:
        self.alone = Turns()
        self._known: dict[Any, _Grown] = {}

    @alone
    def of(self, ruleset: HeapRuleset) -> _Grown:
        """Returns the growth of a game, which becomes the most recently used one."""
        grown = self._known.pop(ruleset, None) or _Grown(ruleset)
        while len(self._known) >= MOST_GAMES:
            del self._known[next(iter(self._known))]
        self._known[ruleset] = grown
        return grown

    def renew(self) -> None:
        """Does nothing: a game that was dropped begins anew."""


#: What is known in this process.
GAMES = _Games()


def stays_on_heaps(ruleset: Ruleset) -> TypeGuard[HeapRuleset]:
    """Returns whether a game is played on heaps, all its moves leave heaps of the same game, and a heap of 0 is over.

    >>> from sprague.workbench.registry import find
    >>> stays_on_heaps(find("kayles")), stays_on_heaps(find("circle"))
    (True, False)
    """
    return (
        isinstance(ruleset, HeapRuleset)
        and type(ruleset).options is not HeapRuleset.options
        and ruleset.is_empty(0)
    )


def heap_quotient(ruleset: HeapRuleset, heaps: int | None = None) -> Quotient:
    """Returns the quotient of heaps 0..``heaps``, or of as many as its proof needs; see
    :func:`sprague.workbench.misere.quotient`."""
    grown = GAMES.of(ruleset)
    stopped: Message | None = None
    try:
        grown.grow(PROVED_WITHIN if heaps is None else heaps, heaps is None)
    except BudgetError as error:
        stopped = error.message
    covered = grown.heaps if heaps is None else min(heaps, grown.heaps)
    if covered < (PROVED_WITHIN if heaps is None else heaps) and stopped is None:
        stopped = grown.stopped
    return grown.quotient(covered, stopped)


@dataclass(frozen=True)
class HeapsAnswer:
    """The solution of a sum of heaps by a quotient."""

    quotient: Quotient
    is_p: bool
    element: str
    replies: Lazy[Reply]
    evidence: Evidence
    genus: str | None


def cancel(ruleset: HeapRuleset, a: int, b: int) -> bool:
    """Returns whether two heaps together are equal to 0 in misère play. It says no if their canonical form is too
    large.

    >>> from sprague.takebreak.rules import octal
    >>> [cancel(octal("0.07"), 2, n) for n in (2, 3, 4)]
    [True, True, False]
    """
    return TABLE.form([Component(ruleset, heap) for heap in (a, b)]) == 0


def answer_heaps(components: Sequence[Component]) -> HeapsAnswer | None:
    """Solves a sum of heaps of one game by its quotient. Returns None if a search is shorter, if the components are not
    heaps of one game, or if no quotient covers them.

    Raises TooLargeError for a heap that neither the quotient nor a search can handle.
    """
    ruleset: Any = components[0].ruleset
    if not stays_on_heaps(ruleset) or any(part.ruleset != ruleset for part in components):
        return None
    heaps: list[Any] = [part.state for part in components]
    largest = max(heaps)
    # Small sums are searched even if a quotient is known, so that earlier questions do not change an answer.
    if largest <= SMALL_HEAP and len(heaps) <= FEW_HEAPS:
        return None
    grown = GAMES.of(ruleset)
    if grown.heaps < largest and not grown.period:
        hopeless = largest > MOST_HEAPS and (grown.code is None or needed(grown.code, 0, 1) is None)
        grown.grow(SMALL_HEAP if hopeless else min(largest, MOST_HEAPS), True)
    if grown.heaps < largest and not grown.period:
        if largest > MOST_HEAPS:
            raise TooLargeError(
                say(
                    "no proved misère quotient of {game} reaches a heap of {heap}: its quotient is known to heap "
                    "{known} (order {order})",
                    game=ruleset.head,
                    heap=to_text(largest),
                    known=grown.heaps,
                    order=grown.growth.monoid.order,
                )
            )
        return None
    quotient = grown.quotient()
    element = quotient.product(heaps)
    lost = bool(quotient.monoid.lost[element])
    beyond = largest > quotient.heaps
    if beyond:
        reason = say(
            "misère quotient of order {order}, period {period}: Plambeck and Siegel 2008",
            order=quotient.order,
            period=quotient.period,
        )
    else:
        reason = say(
            "misère quotient of order {order} of the heaps to {heaps}: Plambeck and Siegel 2008",
            order=quotient.order,
            heaps=quotient.heaps,
        )
    evidence = Evidence("periodic" if beyond else "computed", reason)
    replies: Lazy[Reply] = Lazy.of([]) if lost else _replies(components, quotient)
    return HeapsAnswer(quotient, lost, quotient.elements[element], replies, evidence, None)


def _replies(components: Sequence[Component], quotient: Quotient) -> Lazy[Reply]:
    """Yields the moves to P-positions, in the order of the rules."""
    heaps: list[Any] = [part.state for part in components]
    table, lost = quotient.monoid.table, quotient.monoid.lost
    others = [quotient.product(heaps[:i] + heaps[i + 1 :]) for i in range(len(heaps))]

    def items() -> Iterator[Reply]:
        for index, part in distinct(components):
            wins = lost[table[others[index]]].tolist()
            ruleset: Any = part.ruleset
            if heaps[index] > LISTED and quotient.code is not None:
                for move in _winning_splits(quotient, heaps[index], wins):
                    yield index, tuple(Component(ruleset, heap) for heap in move)
                continue
            for option in ruleset.successors(part.state):
                heaps_after: list[Any] = [piece.state for piece in option]
                if wins[quotient.product(heaps_after)]:
                    yield index, option

    def total() -> int:
        total = 0
        for index, part in distinct(components):
            heap = part.state
            wins = lost[table[others[index]]].tolist()
            if heap > LISTED and quotient.code is not None:
                total += sum(count for _, _, count in _winning_classes(quotient, heap, wins))
            else:
                for option in part.ruleset.successors(heap):
                    heaps_after: list[Any] = [piece.state for piece in option]
                    total += wins[quotient.product(heaps_after)]
        return total

    return Lazy(items, total)


def _winning_classes(quotient: Quotient, heap: int, wins: Sequence[bool]) -> Iterator[tuple[int, range, int]]:
    """Yields the winning moves from a large heap, as (heaps left, their smaller parts, the number of these)."""
    code = quotient.code
    assert code is not None and quotient.period is not None and quotient.preperiod is not None
    start, length = quotient.preperiod, quotient.period
    for k, digit in enumerate(code.digits):
        rest = heap - k
        if digit >> 1 & 1 and wins[quotient.number(rest)]:
            yield rest, range(1), 1
        if not digit >> 2 & 1:
            continue
        firsts = [*((a, a + 1, 1) for a in range(1, max(start, 1)))]
        firsts += [(a, rest // 2 + 1, length) for a in range(max(start, 1), max(start, 1) + length)]
        for first, stop, step in firsts:
            if wins[quotient.product((first, rest - first))]:
                each = range(first, stop, step)
                yield rest, each, _count(each)


def _count(each: range) -> int:
    """Returns the length of a range of any size."""
    return max(0, -(-(each.stop - each.start) // each.step))


def _winning_splits(quotient: Quotient, heap: int, wins: Sequence[bool]) -> Iterator[tuple[int, ...]]:
    """Yields the winning moves from a large heap, by the number taken and the smaller part."""
    import heapq
    from itertools import groupby

    classes = list(_winning_classes(quotient, heap, wins))
    for rest, group in groupby(classes, key=lambda each: each[0]):
        for first in heapq.merge(*(each for _, each, _ in group)):
            yield (first, rest - first) if first else (rest,)
