"""Values of games on orders by Grundy sets.

The *Grundy set* of a game holds the values of its options; its value is the least number that is missing. If an order
falls into parts of which no two elements can be compared, it is a sum. If it falls into blocks of which each lies
wholly below the next, a move in the lowest block takes all that lies above it, and a move in a higher block leaves the
lowest whole. So a block A below a block B has the Grundy set of A, together with the numbers missing in it at the
places that the Grundy set of B lists. An order that falls apart in neither way is solved by its options (W. Deuber, S.
Thomassé, Grundy sets of partial orders, 1996; M. Gavrilović, A. Thumm, The ordered join of impartial games, arXiv
2104.13131).
"""

from __future__ import annotations

import functools
from collections.abc import Generator, Iterator
from random import Random
from typing import Any

from sprague.model.engine import MOMENT, Engine, Engines, Evidence, Question
from sprague.model.lazy import Lazy
from sprague.model.ruleset import Component, Option
from sprague.system.ask import Effort, Step, Trial, asked, tick
from sprague.system.limits import bytes_text
from sprague.system.locks import Turns, alone
from sprague.words.errors import BudgetError
from sprague.words.messages import say

from .orders import Order
from .rules import OnOrder

#: The evidence for an order that falls apart into single elements.
SERIES_PARALLEL = Evidence(
    "theorem",
    say(
        "Deuber, Thomassé 1996: Grundy sets of an order that falls apart, again and again, into parts or blocks"
    ),
)

#: The memory and seconds of a position that is known, measured and rounded up.
BYTES_KNOWN, SECONDS_KNOWN = 200, 5e-5

#: So many random positions estimate how many there are. Each keeps an element that it may keep with this chance.
SAMPLES, CHANCE = 400, 0.8

#: How many tables of whole orders are kept.
KEPT = 8

#: What works out a Grundy set: it asks for the sets of other positions.
_Work = Generator[int, int, int]


def least_missing(numbers: int) -> int:
    """Returns the least number that is not in a set, given by its bits.

    >>> least_missing(0b1011)
    2
    """
    return (~numbers & numbers + 1).bit_length() - 1


def beyond(numbers: int, above: int) -> int:
    """Returns the numbers missing in the set ``numbers`` at the places that the set ``above`` lists.

    >>> bin(beyond(0b1011, 0b101))  # missing are 2, 4, 5, ...: the first and the third
    '0b100100'
    """
    values, number = 0, 0
    while above:
        if not numbers >> number & 1:
            values |= (above & 1) << number
            above >>= 1
        number += 1
    return values


def bits(mask: int) -> Iterator[int]:
    """Yields the places of the ones of a number, the lowest first."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


class Positions:
    """The positions of one order, each given by the bits of its remaining elements, and the known Grundy sets."""

    def __init__(self, order: Order) -> None:
        size = len(order.above)
        self.above = order.above
        self.whole = (1 << size) - 1
        below = [0] * size
        for i, up in enumerate(order.above):
            for j in bits(up):
                below[j] |= 1 << i
        #: The elements that can be compared with each, and those that can't, both with itself.
        self.near = [up | down for up, down in zip(order.above, below, strict=True)]
        self.far = [self.whole & ~near | 1 << i for i, near in enumerate(self.near)]
        self.known: dict[int, int] = {0: 0}
        self.alone = Turns()

    @alone
    def value(self, mask: int) -> int:
        """Returns the value of a position."""
        return least_missing(self.known[mask] if mask in self.known else self._run(mask))

    def renew(self) -> None:
        """Does nothing: one assignment publishes a Grundy set."""

    def option(self, mask: int, element: int) -> int:
        """Returns the position after the move that takes an element."""
        return mask & ~self.above[element]

    @functools.cached_property
    def cores(self) -> tuple[int, ...]:
        """The parts, of more than one element, that remain when the order is taken apart again and again."""
        masks, waiting = set(), [self.whole]
        while waiting:
            mask = waiting.pop()
            if mask & mask - 1:
                parts = _apart(mask, self.near)
                parts = parts if len(parts) > 1 else _apart(mask, self.far)
                if len(parts) == 1:
                    masks.add(mask)
                else:
                    waiting += parts
        return tuple(masks)

    @functools.cached_property
    def expected(self) -> int:
        """About how many positions must be solved: those of the cores. A position of a core keeps, with an element, all
        below it. Random ones are made element by element, and one of chance p stands for 1/p positions (Knuth 1975)."""
        dice = Random(0)
        below = [near & ~up for near, up in zip(self.near, self.above, strict=True)]
        total = 0.0
        for core in self.cores:
            upwards = sorted(bits(core), key=lambda i: (below[i] & core).bit_count())
            for _ in range(SAMPLES):
                kept_elements, weight = 0, 1.0
                for i in upwards:
                    if not below[i] & core & ~kept_elements:
                        keeps = dice.random() < CHANCE
                        kept_elements |= keeps << i
                        weight /= CHANCE if keeps else 1 - CHANCE
                total += weight
        return int(total / SAMPLES)

    def _run(self, mask: int) -> int:
        """Computes the Grundy set of a position. Each piece of work waits on a stack for the pieces that it needs."""
        limit = asked().bytes
        stack: list[tuple[int, _Work]] = [(mask, self._work(mask))]
        answer: int | None = None
        while stack:
            mask, work = stack[-1]
            try:
                wanted = next(work) if answer is None else work.send(answer)
            except StopIteration as end:
                stack.pop()
                answer = self.known[mask] = end.value
                if not len(self.known) & 1023:
                    self._check(limit)
                continue
            answer = self.known.get(wanted)
            if answer is None:
                stack.append((wanted, self._work(wanted)))
        assert answer is not None
        return answer

    def _check(self, limit: int) -> None:
        size = BYTES_KNOWN * len(self.known)
        expected = max(self.expected, len(self.known))
        tick(lambda: Step(say("positions"), len(self.known), expected, bytes=size))
        if size > limit:
            raise BudgetError(
                say(
                    "{count} positions of this game fill {limit} of memory, and it has more "
                    "(set SPRAGUE_MEMORY to change the limit)",
                    count=len(self.known),
                    limit=bytes_text(limit),
                )
            )

    def _work(self, mask: int) -> _Work:
        values = 0
        if not mask & mask - 1:  # one element, or none
            return mask and 1
        parts = _apart(mask, self.near)
        if len(parts) > 1:
            total = 0
            for part in parts:
                grundy = yield part
                value = least_missing(grundy)
                moved = sum(1 << (total ^ each) for each in bits(grundy))
                values = sum(1 << (value ^ each) for each in bits(values)) | moved
                total ^= value
            return values
        blocks = _apart(mask, self.far)
        if len(blocks) > 1:  # the lowest has the most elements above it
            for block in sorted(
                blocks, key=lambda block: -(self.above[next(bits(block))] & mask & ~block).bit_count()
            ):
                grundy = yield block
                values |= beyond(values, grundy)
            return values
        for i in bits(mask):
            values |= 1 << least_missing((yield self.option(mask, i)))
        return values


def _apart(mask: int, near: list[int]) -> list[int]:
    """Returns the parts of a position that are connected by these neighbours."""
    parts = []
    while mask:
        part, fresh = 0, mask & -mask
        while fresh:
            part |= fresh
            grown = 0
            for i in bits(fresh):
                grown |= near[i]
            fresh = grown & mask & ~part
        parts.append(part)
        mask &= ~part
    return parts


class OrderEngine(Engine):
    """Answers by the Grundy sets of the parts and blocks of an order."""

    def __init__(self, ruleset: OnOrder, engines: Engines) -> None:
        super().__init__(ruleset, engines)
        self.game = ruleset
        self._tables: dict[tuple[int, ...], Positions] = {}

    @alone
    def _positions(self, state: Any) -> Positions:
        order = self.game.order(state)
        table = self._tables.pop(order.above, None) or Positions(order)
        self._tables[order.above] = table
        while len(self._tables) > KEPT:
            del self._tables[next(iter(self._tables))]
        return table

    def effort(self, state: Any, question: Question = "value") -> Effort:
        table = self._positions(state)
        if table.whole in table.known or not table.cores:
            return MOMENT
        count = table.expected
        return Effort(count, BYTES_KNOWN * count, SECONDS_KNOWN * count, guessed=True)

    def value(self, state: Any) -> int:
        table = self._positions(state)
        with Trial(Component(self.ruleset, state)):
            return table.value(table.whole)

    def replies(self, state: Any, target: int) -> Lazy[Option]:
        names = self.game.order(state).names

        def found() -> Iterator[Option]:
            for i, name in enumerate(names):
                if self._value_after(state, i) == target:
                    yield (Component(self.ruleset, self.game.taken(state, name)),)

        return Lazy(found)

    def _value_after(self, state: Any, element: int) -> int:
        table = self._positions(state)
        with Trial(Component(self.ruleset, state)):
            return table.value(table.option(table.whole, element))

    def evidence(self, state: Any, valued: bool) -> Evidence:
        return SERIES_PARALLEL if not self._positions(state).cores else super().evidence(state, valued)
