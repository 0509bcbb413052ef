"""Fibonacci nim and its relatives: a limit on each heap, one shared limit, or Fibonacci numbers as takes."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from sprague.model.heap_rulesets import check_heap
from sprague.model.lesson import Guess, Lesson
from sprague.model.ruleset import Component, Option, Ruleset, alive
from sprague.numbers.integers import parse as parse_integer
from sprague.numbers.integers import parse_all
from sprague.words.digits import shown, to_text
from sprague.words.errors import NotationError, RangeError, expected
from sprague.words.messages import Message, say

if TYPE_CHECKING:
    from random import Random

    from sprague.model.given import Pair, Sizes
    from sprague.pictures.shapes import Drawing, Take, Way

WHINIHAN_1963 = "M. J. Whinihan, Fibonacci nim, Fibonacci Quarterly 1:4 (1963)"

#: (heap, limit), the limit at most the heap; the start is (n, n - 1).
Limited = tuple[int, int]

#: (heaps, limit); None stands for the start, where no take may empty a heap.
Shared = tuple[tuple[int, ...], int | None]


#: Heaps of which not all may be taken at first, and guesses about them.
HEAPS = tuple(tuple(map(str, range(8 * row + 2, 8 * row + 10))) for row in range(4))


def _is_sum(n: int) -> bool:
    """Returns whether a number belongs to the sequence 2, 3, … in which each is the sum of the two before it."""
    a, b = 2, 3
    while a < n:
        a, b = b, a + b
    return a == n


GUESSES = (
    Guess(say("its number is even"), lambda heaps: heaps[0][0] % 2 == 0),
    Guess(say("its number can be divided by 3"), lambda heaps: heaps[0][0] % 3 == 0),
    Guess(say("its number is 2, or twice the trap before it"), lambda heaps: heaps[0][0].bit_count() == 1),
    Guess(
        say("its number is 2 or 3, or the sum of the two traps before it"), lambda heaps: _is_sum(heaps[0][0])
    ),
)


class Fibonacci(Ruleset):
    """Fibonacci nim. A state is (heap, limit); ``fibonacci 10,13:6`` is the sum of a heap at its start and one
    from which at most 6 may be taken next."""

    name = "fibonacci"
    title = say("Fibonacci nim")
    rule = say(
        "Take coins from a heap, at least one: at first not the whole heap, then at most twice the last take "
        "from that heap."
    )
    source = WHINIHAN_1963
    example = "fibonacci 100"
    notation = say(
        "{example} is a heap of {n} from which at most {limit} may be taken now.",
        example="fibonacci 8:4",
        n=8,
        limit=4,
    )
    engine = "fibonacci"
    lesson = Lesson(
        ladder=("4", "6", "7", "12", "-13", "20", "33", "100"),
        skin="coins",
        workshop="blocks",
        shelves=HEAPS,
        guesses=GUESSES,
    )
    grouped = True
    names_heaps = False
    heaps = 1

    def read(self, text: str) -> list[Hashable]:
        if not text.strip():
            raise expected(say("heap sizes such as 100 or 10,13:6"), "", self.head)
        if ":" not in text:
            return [start(n) for n in parse_all(text, text)]
        parts = text.split(",")
        heaps = {part: self._read_heap(part.strip(), text) for part in dict.fromkeys(parts)}
        return [heaps[part] for part in parts]

    def _read_heap(self, part: str, where: str) -> Limited:
        heap, colon, limit = part.partition(":")
        n = parse_integer(heap, where)
        return start(n) if not colon else limited(n, parse_integer(limit, where), f"{self.head} {part}")

    def write(self, states: Sequence[Limited]) -> str:
        return ",".join(to_text(n) if (n, q) == start(n) else f"{to_text(n)}:{to_text(q)}" for n, q in states)

    def states(self, *heaps: Sizes | Pair | list[Pair]) -> tuple[Ruleset, list[Hashable]]:
        """Takes a heap from each argument: a number (a heap at its start) or a pair (heap, limit). A list contains
        several heaps."""
        if len(heaps) == 1 and isinstance(heaps[0], list):
            heaps = tuple(heaps[0])
        return super().states(*heaps)

    def check(self, state: Any) -> Hashable:
        if isinstance(state, (tuple, list)):
            if len(state) != 2:
                raise RangeError(
                    say("expected a heap and its limit, got {state}", state=shown(state)), where=self.head
                )
            n, q = (check_heap(one, self.head) for one in state)
            return (n, q) if (n, q) == start(n) else limited(n, q, self.head)
        return start(check_heap(state, self.head))

    def _option_after(self, n: int, k: int) -> Option:
        return (Component(self, (n - k, min(2 * k, n - k))),)

    def successors(self, state: Limited) -> Iterator[Option]:
        n, q = state
        for k in range(1, q + 1):
            yield self._option_after(n, k)

    def option_count(self, state: Limited) -> int:
        return state[1]

    def allows(self, state: Limited, option: Option) -> bool:
        k = self._amount_taken(state, option)
        return (
            k is not None and 1 <= k <= state[1] and alive(option) == alive(self._option_after(state[0], k))
        )

    def fault(self, state: Limited, option: Option) -> Message | None:
        n, q = state
        k = self._amount_taken(state, option)
        if k is None:
            return None
        if k == 0:
            return say("a move must change something")
        if k < 0:
            return say("a heap of {n} cannot become {m}", n=n, m=n - k)
        if k > q:
            return too_many(q, first=state == start(n))
        return say("after a take of {k} at most {limit} may follow", k=k, limit=2 * k)

    def sizes(self, state: Limited) -> tuple[int, ...]:
        return state[:1]

    def taking(self, state: Limited, count: int) -> Iterator[Option]:
        if 1 <= count <= state[1]:
            yield self._option_after(state[0], count)

    def most_taken(self, state: Limited) -> int:
        return state[1]

    def begin(self, dice: Random) -> str:
        return str(dice.randint(12, 40))

    def _amount_taken(self, state: Limited, option: Option) -> int | None:
        """Returns how many tokens the move to ``option`` takes, or None if ``option`` is not a single heap of this
        game."""
        parts = alive(option)
        if not parts:
            return state[0]
        if len(parts) > 1 or parts[0].ruleset != self:
            return None
        heap = parts[0].state
        return state[0] - int(heap[0])

    def describe(self, state: Limited, option: Option) -> Message:
        return say("take {k}", k=self._amount_taken(state, option))

    def is_empty(self, state: Limited) -> bool:
        return state[0] == 0

    def draw(self, state: Limited) -> Drawing:
        from .drawing import draw

        return draw(*state, self.term([state]))

    def marks(self, state: Limited, option: Option) -> tuple[str, ...]:
        from .drawing import marks

        return marks(state[0], self._amount_taken(state, option) or 0)

    def ways(self, state: Limited, option: Option) -> tuple[Way, ...]:
        from sprague.pictures.shapes import Way

        marks = self.marks(state, option)
        return (Way(marks, marks[0] if marks and marks[0].startswith("coin") else ""),)

    def takes(self, state: Limited) -> tuple[Take, ...]:
        from sprague.pictures.shapes import Take

        return (Take((0,), state[1]),) if state[1] else ()


def start(n: int) -> Limited:
    """Returns a heap before its first take, which may take any number except the whole heap."""
    return (n, max(n - 1, 0))


def too_many(most: int, first: bool) -> Message:
    """Says why more than ``most`` may not be taken. With ``first``, the reason is that the first take may not be the
    whole heap."""
    return (
        say("not the whole heap at first: at most {most} now", most=most)
        if first
        else say("at most {most} now", most=most)
    )


def limited(n: int, q: int, where: str) -> Limited:
    """Returns a heap and its limit in their normal form. Raises NotationError for a limit of 0 on a heap that is not
    empty."""
    if n > 0 and q == 0:
        raise NotationError(
            say("expected a limit >= 1, got a limit of 0 on a heap that is left"), where=where
        )
    return (n, min(n, q))


FIBONACCI = Fibonacci()
