"""Take a Fibonacci number: values by table, in the native core."""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from sprague.model.engine import MOMENT, Engine, Engines, Question
from sprague.model.guesses import ROW_GUESSES, rows
from sprague.model.heap_rulesets import HeapRuleset
from sprague.model.lesson import Lesson
from sprague.model.ruleset import Component, Option, Ruleset, alive
from sprague.numbers.zeckendorf import fibonacci_number, top_index
from sprague.system.ask import Effort, Step, asked, require, tick
from sprague.system.locks import alone
from sprague.system.native import zeros
from sprague.takebreak.methods import take_few
from sprague.words.messages import Message, say

if TYPE_CHECKING:
    from random import Random

#: The number of heaps that one call of the kernel values. An interrupt takes effect between calls.
SLICE = 4_000_000


#: Larger heaps take as long as makes no difference.
FAR = 10**100


class TakeFibonacciEngine(Engine):
    """Computes the mex over the heaps that one take leaves (OEIS A014588). No period is known."""

    def __init__(self, ruleset: Ruleset, engines: Engines) -> None:
        super().__init__(ruleset, engines)
        self._table = memoryview(bytes(1))

    def value(self, state: int) -> int:
        return int(self._values_to(state)[state])

    def effort(self, state: int, question: Question = "value") -> Effort:
        if state < len(self._table):
            return MOMENT
        takes = min(state.bit_length(), 200) * 3 // 2
        return Effort(state, 2 * state, 1e-9 * min(state, FAR) * takes, sure=True)

    def values(self, to: int) -> Any:
        return self._values_to(to)[: to + 1]

    @alone
    def _values_to(self, to: int) -> memoryview:
        if to >= len(self._table):
            require(self.effort(to), Component(self.ruleset, to))
            length = max(to, 100) + 1
            if 4 * length <= asked().bytes:
                length = max(length, 2 * len(self._table))
            self._table = table(length)
        return self._table


def _takes(most: int) -> list[int]:
    return [fibonacci_number(i) for i in range(2, top_index(most) + 1)]


def table(length: int) -> memoryview:
    """Returns the values of heaps 0..``length`` - 1.

    >>> table(10).tolist()
    [0, 1, 2, 3, 0, 1, 2, 3, 4, 5]
    """
    takes = _takes(length)
    ends = zeros("B", takes[-1] + 1)
    for k in takes:
        ends[k] = 1
    values, backwards = zeros("B", length), array("q", reversed(takes))
    for begin in range(0, length, SLICE):
        tick(lambda place: Step(say("values"), place, length), begin)
        take_few(values, begin, min(begin + SLICE, length), backwards, ends)
    return values


class TakeFibonacci(HeapRuleset):
    """The other game of that name: take a Fibonacci number from a heap."""

    name = "take-fibonacci"
    title = say("Take a Fibonacci number")
    rule = say("Take a Fibonacci number (1, 2, 3, 5, 8, …) of counters from one heap.")
    source = (
        "Brother U. Alfred, Exploring Fibonacci numbers, Fibonacci Quarterly 1:1 (1963), p. 63; OEIS A014588"
    )
    example = "take-fibonacci 17"
    engine = "take-fibonacci"
    lesson = Lesson(
        ladder=("7", "-4", "11", "-10", "4,6", "-3,7", "9,12"),
        skin="coins",
        workshop="values",
        shelves=rows(1),
        guesses=ROW_GUESSES,
    )

    def options(self, n: int) -> Iterable[tuple[int, ...]]:
        take, following = 1, 2
        while take <= n:
            yield (n - take,)
            take, following = following, take + following

    def option_count(self, state: int) -> int:
        return top_index(state) - 1 if state else 0

    def allows(self, state: int, option: Option) -> bool:
        parts = alive(option)
        if len(parts) > 1 or any(part.ruleset != self for part in parts):
            return False
        heap: Any = parts[0].state if parts else 0
        k: int = state - heap
        return k > 0 and fibonacci_number(top_index(k)) == k

    def fault(self, state: int, option: Option) -> Message | None:
        heaps: list[Any] = [part.state for part in alive(option)]
        message = super().fault(state, option)
        if message is not None or len(heaps) > 1 or any(part.ruleset != self for part in option):
            return message
        return say("{k} is not a Fibonacci number", k=state - sum(heaps))

    def begin(self, dice: Random) -> str:
        return str(dice.randint(12, 40))


TAKE_FIBONACCI = TakeFibonacci()
