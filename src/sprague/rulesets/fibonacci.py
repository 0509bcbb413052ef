"""Fibonacci nim and its relatives: a limit on each heap, one shared limit, or Fibonacci numbers as takes."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from ..errors import NotationError, RangeError, expected
from ..integers import parse as parse_integer
from ..integers import to_text
from ..messages import Message, say
from ..zeckendorf import fibonacci_number, top_index
from .base import Component, HeapRuleset, Option, Ruleset, alive, check_heap, read_heaps

if TYPE_CHECKING:
    from ..drawing import Drawing

WHINIHAN_1963 = "M. J. Whinihan, Fibonacci nim, Fibonacci Quarterly 1:4 (1963)"

#: (heap, limit), the limit at most the heap; the start is (n, n - 1).
Limited = tuple[int, int]

#: (heaps, limit); None stands for the start, where no take may empty a heap.
Shared = tuple[tuple[int, ...], int | None]


class Fibonacci(Ruleset):
    """Fibonacci nim. A state is (heap, limit); ``fibonacci 10,13:6`` is the sum of a heap at its start and one
    from which at most 6 may be taken next."""

    name = "fibonacci"
    rule = say(
        "Take coins from a heap, at least one: at first not the whole heap, then at most twice the last take "
        "from that heap."
    )
    source = WHINIHAN_1963
    example = "fibonacci 100"
    engine = "fibonacci"
    grouped = True
    names_heaps = False
    heaps = 1

    def read(self, text: str) -> list[Hashable]:
        if not text.strip():
            raise expected(say("heap sizes such as 100 or 10,13:6"), "", self.head)
        return [self._read_heap(part.strip(), text) for part in text.split(",")]

    def _read_heap(self, part: str, where: str) -> Limited:
        heap, colon, limit = part.partition(":")
        n = parse_integer(heap, where)
        return start(n) if not colon else limited(n, parse_integer(limit, where), f"{self.head} {part}")

    def write(self, states: Sequence[Limited]) -> str:
        return ",".join(to_text(n) if (n, q) == start(n) else f"{to_text(n)}:{to_text(q)}" for n, q in states)

    def check(self, state: Any) -> Hashable:
        if isinstance(state, (tuple, list)):
            if len(state) != 2:
                raise RangeError(
                    say("expected a heap and its limit, got {state}", state=repr(state)), where=self.head
                )
            n, q = (check_heap(one, self.head) for one in state)
            return (n, q) if (n, q) == start(n) else limited(n, q, self.head)
        return start(check_heap(state, self.head))

    def _left(self, n: int, k: int) -> Option:
        return (Component(self, (n - k, min(2 * k, n - k))),)

    def successors(self, state: Limited) -> Iterator[Option]:
        n, q = state
        for k in range(1, q + 1):
            yield self._left(n, k)

    def option_count(self, state: Limited) -> int:
        return state[1]

    def allows(self, state: Limited, option: Option) -> bool:
        k = self._taken(state, option)
        return k is not None and 1 <= k <= state[1] and alive(option) == alive(self._left(state[0], k))

    def _taken(self, state: Limited, option: Option) -> int | None:
        """How many the move to ``option`` takes; None when it is no single heap of this game."""
        left = alive(option)
        if not left:
            return state[0]
        if len(left) > 1 or left[0].ruleset != self:
            return None
        heap: Any = left[0].state
        return state[0] - int(heap[0])

    def describe(self, state: Limited, option: Option) -> Message:
        return say("take {k}", k=self._taken(state, option))

    def is_empty(self, state: Limited) -> bool:
        return state[0] == 0

    def draw(self, state: Limited) -> Drawing:
        from .fibonacci_drawing import draw

        return draw(*state, self.term([state]))

    def marks(self, state: Limited, option: Option) -> tuple[str, ...]:
        from .fibonacci_drawing import marks

        return marks(state[0], self._taken(state, option) or 0)


def start(n: int) -> Limited:
    """A heap before its first take: anything but the whole."""
    return (n, max(n - 1, 0))


def limited(n: int, q: int, where: str) -> Limited:
    """A heap and its limit in their normal form; NotationError for a limit of 0 on a heap that is left."""
    if n > 0 and q == 0:
        raise NotationError(
            say("expected a limit >= 1, got a limit of 0 on a heap that is left"), where=where
        )
    return (n, min(n, q))


class GlobalFibonacci(Ruleset):
    """Heaps with one shared limit: twice the last take, from whichever heap it came. A state is (heaps, limit)."""

    name = "global-fibonacci"
    rule = say(
        "Take coins from one of the heaps, at least one: at first not a whole heap, then at most twice the last "
        "take, whichever heap it came from."
    )
    source = "U. Larsson, S. Rubinstein-Salzedo, Global Fibonacci nim, International Journal of Game Theory 47 (2018)"
    example = "global-fibonacci 10,13:6"
    engine = "global-fibonacci"
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

    def check(self, state: Any) -> Hashable:
        if not isinstance(state, (tuple, list)) or len(state) != 2 or not isinstance(state[0], (tuple, list)):
            raise RangeError(
                say("expected heaps and a limit (or None), got {state}", state=repr(state)), where=self.head
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
        """How many may be taken from a heap of ``n`` at most."""
        return max(n - 1, 0) if q is None else min(n, q)

    def _left(self, state: Shared, i: int, k: int) -> Option:
        heaps = list(state[0])
        heaps[i] -= k
        return (Component(self, self._state(heaps, 2 * k)),)

    def successors(self, state: Shared) -> Iterator[Option]:
        heaps, q = state
        for i, n in enumerate(heaps):
            for k in range(1, self._most(n, q) + 1):
                yield self._left(state, i, k)

    def option_count(self, state: Shared) -> int:
        return sum(self._most(n, state[1]) for n in state[0])

    def allows(self, state: Shared, option: Option) -> bool:
        move = self._move(state, option)
        if move is None:
            return False
        i, k = move
        return 1 <= k <= self._most(state[0][i], state[1]) and alive(option) == alive(self._left(state, i, k))

    def _move(self, state: Shared, option: Option) -> tuple[int, int] | None:
        """(index of the heap, number taken) of the move to ``option``; None when not just one heap changes."""
        left = alive(option)
        if len(left) > 1 or any(part.ruleset != self for part in left):
            return None
        heaps: Any = left[0].state[0] if left else (0,) * len(state[0])  # type: ignore[index]
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
        from .fibonacci_drawing import draw_shared

        return draw_shared(*state, self.term([state]))

    def marks(self, state: Shared, option: Option) -> tuple[str, ...]:
        from .fibonacci_drawing import marks_shared

        move = self._move(state, option)
        return () if move is None else marks_shared(state[0], *move)


class TakeFibonacci(HeapRuleset):
    """The other game of that name: take a Fibonacci number from a heap."""

    name = "take-fibonacci"
    rule = say("Take a Fibonacci number (1, 2, 3, 5, 8, …) of counters from one heap.")
    source = (
        "Brother U. Alfred, Exploring Fibonacci numbers, Fibonacci Quarterly 1:1 (1963), p. 63; OEIS A014588"
    )
    example = "take-fibonacci 17"
    engine = "take-fibonacci"

    def options(self, n: int) -> Iterable[tuple[int, ...]]:
        take, following = 1, 2
        while take <= n:
            yield (n - take,)
            take, following = following, take + following

    def option_count(self, state: int) -> int:
        return top_index(state) - 1 if state else 0

    def allows(self, state: int, option: Option) -> bool:
        left = alive(option)
        if len(left) > 1 or any(part.ruleset != self for part in left):
            return False
        heap: Any = left[0].state if left else 0
        k: int = state - heap
        return k > 0 and fibonacci_number(top_index(k)) == k


FIBONACCI = Fibonacci()
GLOBAL_FIBONACCI = GlobalFibonacci()
TAKE_FIBONACCI = TakeFibonacci()
