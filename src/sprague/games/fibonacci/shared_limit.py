"""Global Fibonacci nim: values by a table over all smaller tuples of heaps."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from math import factorial, prod
from typing import TYPE_CHECKING, Any

from sprague.model.engine import MOMENT, Engine, Engines, Evidence, Question
from sprague.model.heap_rulesets import check_heap, read_heaps
from sprague.model.lesson import Lesson
from sprague.model.ruleset import Component, Option, Ruleset, alive
from sprague.numbers.integers import parse as parse_integer
from sprague.numbers.sums import mex
from sprague.system.ask import Effort, require, tick
from sprague.system.locks import alone
from sprague.words.digits import shown, to_text
from sprague.words.errors import NotationError, RangeError, expected
from sprague.words.messages import Message, say

from .rules import Shared, too_many

if TYPE_CHECKING:
    from sprague.model.given import Sizes
    from sprague.pictures.shapes import Drawing, Take, Way

STEPS = Evidence(
    "computed", say("table of the steps in q of the values of all smaller heaps with limit q, by exhaustion")
)


class GlobalFibonacciEngine(Engine):
    """Computes values from the definition, and keeps those of all limits of the same heaps together.

    A larger limit only adds options, so the value never falls as the limit grows. The values of heaps (in order of
    size, without empty ones) are stored as the limits at which they step up.
    """

    def __init__(self, ruleset: Ruleset, engines: Engines) -> None:
        super().__init__(ruleset, engines)
        self._steps: dict[tuple[int, ...], list[int]] = {(): []}

    def value(self, state: tuple[tuple[int, ...], int | None]) -> int:
        heaps, q = state
        sizes = tuple(sorted(n for n in heaps if n))
        if sizes not in self._steps:
            require(self.effort(state), Component(self.ruleset, state))
            self._fill(sizes)
        if q is not None:
            return bisect_right(self._steps[sizes], q)
        return mex({value for n in sizes for _, value in self._options(sizes, n, n - 1)})

    @alone
    def _fill(self, sizes: tuple[int, ...]) -> None:
        # If questions follow each other, the heaps with one counter less are known, and so are all smaller ones.
        less = (tuple(sorted((*sizes[:i], n - 1, *sizes[i + 1 :]))) for i, n in enumerate(sizes))
        if all(tuple(n for n in heaps if n) in self._steps for heaps in less):
            self._steps[sizes] = self._row(sizes)
            return
        for rising in _smaller(sizes):
            smaller = tuple(n for n in rising if n)
            if smaller not in self._steps:
                tick()
                self._steps[smaller] = self._row(smaller)

    def _row(self, sizes: tuple[int, ...]) -> list[int]:
        least: dict[int, int] = {}
        for n in set(sizes):
            for k, value in self._options(sizes, n, n):
                least[value] = min(k, least.get(value, k))
        row: list[int] = []
        while len(row) in least:
            row.append(max(least[len(row)], row[-1] if row else 0))
        return row

    def _options(self, sizes: tuple[int, ...], n: int, most: int) -> Iterator[tuple[int, int]]:
        """Yields (k, value of the result) for the moves that take k = 1..``most`` from a heap of ``n`` among
        ``sizes``."""
        others = list(sizes)
        others.remove(n)
        for k in range(1, most + 1):
            after = tuple(sorted([*others, n - k] if k < n else others))
            yield k, bisect_right(self._steps[after], 2 * k)

    def effort(self, state: tuple[tuple[int, ...], int | None], question: Question = "value") -> Effort:
        sizes = tuple(sorted(n for n in state[0] if n))
        if sizes in self._steps:
            return MOMENT
        rows, work = prod(n + 1 for n in sizes), _work(sizes)
        for count in Counter(sizes).values():
            rows, work = rows // factorial(count), work // factorial(count)
        return Effort(rows, 200 * rows, 4e-7 * min(work, 10**100))

    def evidence(self, state: Any, valued: bool) -> Evidence:
        return STEPS


def _work(heaps: tuple[int, ...]) -> int:
    return prod(n + 1 for n in heaps) * max(sum(heaps), 1)


def _smaller(sizes: tuple[int, ...], least: int = 0) -> Iterator[tuple[int, ...]]:
    """Yields the rising tuples that are nowhere above ``sizes`` (rising, too), in lexical order. Each comes after all
    tuples that moves from it leave."""
    if not sizes:
        yield ()
        return
    for n in range(least, sizes[0] + 1):
        for rest in _smaller(sizes[1:], n):
            yield (n, *rest)


class GlobalFibonacci(Ruleset):
    """Heaps with one shared limit: twice the last take, from whichever heap it came. A state is (heaps, limit)."""

    name = "global-fibonacci"
    title = say("Fibonacci nim with one limit")
    rule = say(
        "Take coins from one of the heaps, at least one: at first not a whole heap, then at most twice the last "
        "take, whichever heap it came from."
    )
    source = "U. Larsson, S. Rubinstein-Salzedo, Global Fibonacci nim, International Journal of Game Theory 47 (2018)"
    example = "global-fibonacci 10,13:6"
    engine = "global-fibonacci"
    lesson = Lesson(ladder=("3,4", "-5,5", "4,6", "-3,5:1", "4,7", "6,9"), skin="coins")
    heaps = 2
    symmetric = True

    def read(self, text: str) -> list[Hashable]:
        heaps, colon, limit = text.partition(":")
        if "," in limit or ":" in limit:
            raise expected(say("one limit, shared by all heaps, at the end"), limit, f"{self.head} {text}")
        sizes = read_heaps(heaps, self.head)
        return [self._state(sizes, parse_integer(limit, text) if colon else None)]

    def write(self, states: Sequence[Shared]) -> str:
        heaps, q = states[0]
        return ",".join(map(to_text, heaps)) + ("" if q is None else f":{to_text(q)}")

    def states(self, *heaps: Sizes, limit: int | None = None) -> tuple[Ruleset, list[Hashable]]:
        """Takes heaps, and the ``limit`` that they share (None at the start)."""
        arguments: tuple[Any, ...] = (
            tuple(heaps[0]) if len(heaps) == 1 and isinstance(heaps[0], list) else heaps
        )
        if arguments and all(hasattr(heap, "__index__") for heap in arguments):
            arguments = ((arguments, limit),)
        return super().states(*arguments)

    def ordered(self, part: Component) -> Component:
        state = part.state
        return Component(self, (tuple(sorted(state[0])), state[1]))

    def check(self, state: Any) -> Hashable:
        if not isinstance(state, (tuple, list)) or len(state) != 2 or not isinstance(state[0], (tuple, list)):
            raise RangeError(
                say("expected heaps and a limit (or None), got {state}", state=shown(state)), where=self.head
            )
        heaps, q = state
        if not heaps:
            raise RangeError(say("expected at least one heap"), where=self.head)
        return self._state(
            [check_heap(n, self.head) for n in heaps], None if q is None else check_heap(q, self.head)
        )

    def _state(self, heaps: Sequence[int], q: int | None) -> Shared:
        if q is None or not any(heaps):
            return (tuple(heaps), None)
        if q == 0:
            raise NotationError(
                say("expected a limit >= 1, got a limit of 0 on a heap that is left"),
                where=f"{self.head} {','.join(map(to_text, heaps))}:0",
            )
        return (tuple(heaps), min(q, max(heaps)))

    def _most(self, n: int, q: int | None) -> int:
        """Returns the largest number that may be taken from a heap of ``n``."""
        return max(n - 1, 0) if q is None else min(n, q)

    def _option_after(self, state: Shared, i: int, k: int) -> Option:
        heaps = list(state[0])
        heaps[i] -= k
        return (Component(self, self._state(heaps, 2 * k)),)

    def successors(self, state: Shared) -> Iterator[Option]:
        heaps, q = state
        for i, n in enumerate(heaps):
            for k in range(1, self._most(n, q) + 1):
                yield self._option_after(state, i, k)

    def option_count(self, state: Shared) -> int:
        return sum(self._most(n, state[1]) for n in state[0])

    def allows(self, state: Shared, option: Option) -> bool:
        move = self._move(state, option)
        if move is None:
            return False
        i, k = move
        return 1 <= k <= self._most(state[0][i], state[1]) and alive(option) == alive(
            self._option_after(state, i, k)
        )

    def fault(self, state: Shared, option: Option) -> Message | None:
        move = self._move(state, option)
        if move is None:
            return say("a move takes from one heap")
        i, k = move
        n = state[0][i]
        if k < 0:
            return say("a heap of {n} cannot become {m}", n=n, m=n - k)
        if k > self._most(n, state[1]):
            return too_many(self._most(n, state[1]), first=state[1] is None)
        return say("after a take of {k} at most {limit} may follow", k=k, limit=2 * k)

    def sizes(self, state: Shared) -> tuple[int, ...]:
        return state[0]

    def taking(self, state: Shared, count: int) -> Iterator[Option]:
        for i, n in enumerate(state[0]):
            if 1 <= count <= self._most(n, state[1]):
                yield self._option_after(state, i, count)

    def most_taken(self, state: Shared) -> int:
        return max(self._most(n, state[1]) for n in state[0])

    def _move(self, state: Shared, option: Option) -> tuple[int, int] | None:
        """Returns (index of the heap, number taken) of the move to ``option``, or None unless exactly one heap
        changes."""
        parts = alive(option)
        if len(parts) > 1 or any(part.ruleset != self for part in parts):
            return None
        heaps: Any = parts[0].state[0] if parts else (0,) * len(state[0])
        if len(heaps) != len(state[0]):
            return None
        changed = [
            i for i, (before, after) in enumerate(zip(state[0], heaps, strict=True)) if before != after
        ]
        return (changed[0], state[0][changed[0]] - heaps[changed[0]]) if len(changed) == 1 else None

    def describe(self, state: Shared, option: Option) -> Message:
        move = self._move(state, option)
        if move is None:
            return super().describe(state, option)
        i, k = move
        return say("take {k} from the heap of {n}", k=k, n=state[0][i])

    def is_empty(self, state: Shared) -> bool:
        return not any(state[0])

    def draw(self, state: Shared) -> Drawing:
        from .drawing import draw_shared

        return draw_shared(*state, self.term([state]))

    def marks(self, state: Shared, option: Option) -> tuple[str, ...]:
        from .drawing import marks_shared

        move = self._move(state, option)
        return () if move is None else marks_shared(state[0], *move)

    def ways(self, state: Shared, option: Option) -> tuple[Way, ...]:
        from sprague.pictures.shapes import Way

        marks = self.marks(state, option)
        return (Way(marks, marks[0] if marks and "coin" in marks[0] else ""),)

    def takes(self, state: Shared) -> tuple[Take, ...]:
        from sprague.pictures.shapes import Take

        most = [self._most(n, state[1]) for n in state[0]]
        return tuple(Take((i,), k) for i, k in enumerate(most) if k)


GLOBAL_FIBONACCI = GlobalFibonacci()
