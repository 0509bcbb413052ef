"""Games on heaps. In :class:`HeapTuple` a move takes from several heaps at once, and a state is a tuple of heaps."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from itertools import combinations
from typing import TYPE_CHECKING, Any

from sprague.numbers.integers import parse_all
from sprague.words.digits import index_of, shown, to_text
from sprague.words.errors import RangeError, TooLargeError, expected
from sprague.words.messages import Message, join, say

from .ruleset import Component, Option, Ruleset, Touched, alive

if TYPE_CHECKING:
    from random import Random

    from sprague.pictures.shapes import Drawing, Way

    from .given import Sizes

Heaps = tuple[int, ...]

#: The most heaps of one state.
MOST_HEAPS = 6

#: Options are checked one by one if there are fewer than this.
MOST_LOOKED_AT = 5000


class HeapTuple(Ruleset):
    """Base of rulesets on tuples of heaps. Subclasses define :meth:`leaves`. ``fewest`` and ``most`` bound the number
    of heaps, ``largest`` (None: no bound) their size."""

    fewest: int = 2
    most: int = MOST_HEAPS
    largest: int | None = None

    def leaves(self, heaps: Any) -> Iterable[Heaps]:
        """Yields the heaps that each move leaves, each tuple once, in a fixed order."""
        raise NotImplementedError

    def read(self, text: str) -> list[Hashable]:
        heaps = tuple(read_heaps(text, self.head))
        if not self.fewest <= len(heaps) <= self.most:
            raise expected(self.wanted(), say("{count}", count=len(heaps)), f"{self.head} {text}")
        return [self._bounded(heaps)]

    def write(self, states: Sequence[Heaps]) -> str:
        return ",".join(to_text(n) for n in states[0])

    def states(self, *heaps: Sizes) -> tuple[Ruleset, list[Hashable]]:
        one_position = bool(heaps) and all(hasattr(heap, "__index__") for heap in heaps)
        return super().states(*((heaps,) if one_position else heaps))

    def check(self, state: Any) -> Hashable:
        right = isinstance(state, Sequence) and not isinstance(state, str)
        if not right or not self.fewest <= len(state) <= self.most:
            raise RangeError(
                say("expected {number}, got {state}", number=self.wanted(), state=shown(state)),
                where=self.head,
            )
        return self._bounded(tuple(check_heap(n, self.head) for n in state))

    def wanted(self) -> Message:
        """Says in words how many heaps are expected."""
        if self.fewest == self.most:
            return say("{count} heaps", count=self.most)
        return say("{fewest} to {most} heaps", fewest=self.fewest, most=self.most)

    def _bounded(self, heaps: Heaps) -> Heaps:
        if self.largest is not None and max(heaps) > self.largest:
            raise TooLargeError(
                say("expected heaps of at most {limit}, got {n}", limit=self.largest, n=max(heaps)),
                where=self.head,
            )
        return heaps

    def successors(self, state: Any) -> Iterator[Option]:
        for after in self.leaves(state):
            yield (Component(self, after),)

    def option_count(self, state: Any) -> int:
        return sum(1 for _ in self.leaves(state))

    def left(self, state: Heaps, option: Option) -> Heaps | None:
        """Returns the heaps of ``option``, or None if it is not a state of this game on as many heaps."""
        if not option:
            empty = (0,) * len(state)
            return empty if self.is_empty(empty) else None
        heaps = option[0].state
        if (
            len(option) > 1
            or option[0].ruleset != self
            or not isinstance(heaps, tuple)
            or len(heaps) != len(state)
        ):
            return None
        return heaps

    def allows(self, state: Any, option: Option) -> bool:
        after = self.left(state, option)
        return after is not None and self.allows_taking(
            tuple(n - m for n, m in zip(state, after, strict=True)), state
        )

    def allows_taking(self, amounts: Heaps, state: Heaps) -> bool:
        """Returns whether a move takes these amounts from ``state``; a negative amount is added to its heap."""
        wanted = tuple(n - k for n, k in zip(state, amounts, strict=True))
        return any(after == wanted for after in self.leaves(state))

    def fault(self, state: Any, option: Option) -> Message | None:
        after = self.left(state, option)
        if after is None:
            return None
        if after == state:
            return say("a move must change something")
        grown = next(((n, m) for n, m in zip(state, after, strict=True) if m > n), None)
        return None if grown is None else say("a heap of {n} cannot become {m}", n=grown[0], m=grown[1])

    def sizes(self, state: Any) -> Heaps:
        return tuple(state)

    def taking(self, state: Any, count: int) -> Iterator[Option]:
        for size in range(1, len(state) + 1):
            for chosen in combinations(range(len(state)), size):
                amounts = tuple(count if i in chosen else 0 for i in range(len(state)))
                after = tuple(n - k for n, k in zip(state, amounts, strict=True))
                if min(after) >= 0 and self.allows_taking(amounts, state):
                    yield (Component(self, after),)

    def most_taken(self, state: Any) -> int | None:
        heaps: Heaps = state
        return max(heaps)

    def describe(self, state: Any, option: Option) -> Message:
        after = self.left(state, option)
        if after is None:
            return super().describe(state, option)
        changes = [(i, n, m) for i, (n, m) in enumerate(zip(state, after, strict=True), 1) if n != m]
        if not all(m < n for _, n, m in changes):
            return join([say("change heap {i} from {n} to {m}", i=i, n=n, m=m) for i, n, m in changes])
        amounts = {n - m for _, n, m in changes}
        if len(changes) > 1 and len(amounts) == 1:
            numbers = join([say("{i}", i=i) for i, _, _ in changes])
            return say("take {k} from each of the heaps {numbers}", k=amounts.pop(), numbers=numbers)
        return join([say("take {k} from heap {i}", k=n - m, i=i) for i, n, m in changes])

    def is_empty(self, state: Any) -> bool:
        return not any(state)

    def draw(self, state: Any) -> Drawing:
        from sprague.pictures.heaps import draw_heaps

        return draw_heaps(state, self.term([state]))

    def marks(self, state: Any, option: Option) -> tuple[str, ...]:
        after = self.left(state, option)
        from sprague.pictures.heaps import mark_heaps

        return () if after is None else mark_heaps(state, after)

    def touched(self, state: Any, option: Option) -> Touched:
        after = self.left(state, option)
        if after is None:
            return Touched()
        amounts = {i: n - m for i, (n, m) in enumerate(zip(state, after, strict=True)) if n != m}
        return Touched(tuple(amounts), tuple(amounts.values()))

    def ways(self, state: Any, option: Option) -> tuple[Way, ...]:
        after, marks = self.left(state, option), self.marks(state, option)
        one_heap = after is not None and sum(n != m for n, m in zip(state, after, strict=True)) == 1
        return (_touched(marks, one_heap),)


def _touched(marks: tuple[str, ...], one_heap: bool) -> Way:
    """Returns how a player touches a move: the lowest counter that a take from one heap removes. A bar alone is
    ambiguous."""
    from sprague.pictures.shapes import Way

    return Way(marks, marks[0] if one_heap and marks and not marks[0].endswith("bar") else "")


def take_from_one(heaps: Heaps) -> Iterator[Heaps]:
    """Yields the heaps left by every way to take any number from one heap."""
    for i, n in enumerate(heaps):
        for m in range(n):
            yield (*heaps[:i], m, *heaps[i + 1 :])


class HeapRuleset(Ruleset):
    """A ruleset whose states are single heaps, written ``name 7,9,10``: a sum of heaps."""

    grouped = True
    heaps = 1

    def read(self, text: str) -> list[Hashable]:
        return [*read_heaps(text, self.head)]

    def write(self, states: Sequence[int]) -> str:
        return ",".join(to_text(n) for n in states)

    def states(self, *heaps: Sizes) -> tuple[Ruleset, list[Hashable]]:
        if (
            len(heaps) == 1
            and isinstance(heaps[0], Iterable)
            and not isinstance(heaps[0], str)
            and index_of(heaps[0]) is None  # an array of no dimension
        ):
            heaps = tuple(heaps[0])
        return super().states(*heaps)

    def check(self, state: Any) -> Hashable:
        return check_heap(state, self.head)

    def options(self, n: int, /) -> Iterable[Any]:
        """Yields the heaps that each move leaves in place of a heap of ``n``; ``()`` if nothing is left."""
        raise NotImplementedError

    def successors(self, state: int) -> Iterator[Option]:
        for option in self.options(state):
            yield tuple(Component(self, heap) for heap in option)

    def fault(self, state: int, option: Option) -> Message | None:
        heaps: list[Any] = [part.state for part in alive(option)]
        if any(part.ruleset != self for part in option):
            return None
        if heaps == [state]:
            return say("a move must change something")
        if sum(heaps) > state:
            return say("a heap of {n} cannot become {m}", n=state, m=join([say("{n}", n=n) for n in heaps]))
        most = self.most_taken(state)
        return say("at most {most} now", most=most) if most and state - sum(heaps) > most else None

    def sizes(self, state: int) -> Heaps:
        return (state,)

    def taking(self, state: int, count: int) -> Iterator[Option]:
        if not 0 < count <= state:
            return
        whole: Option = (Component(self, state - count),)
        if self.allows(state, whole):
            yield whole
        if (self.option_count(state) or MOST_LOOKED_AT) < MOST_LOOKED_AT:
            for option in self.successors(state):
                heaps: list[Any] = [part.state for part in alive(option)]
                if len(heaps) > 1 and sum(heaps) == state - count:
                    yield option

    def most_taken(self, state: int) -> int | None:
        return state

    def begin(self, dice: Random) -> str:
        return f"{dice.randint(8, 24)},{dice.randint(8, 24)}"

    def is_empty(self, state: int) -> bool:
        return state == 0

    def nothing(self) -> Component | None:
        return Component(self, 0) if self.is_empty(0) else None

    def draw(self, state: int) -> Drawing:
        from sprague.pictures.heaps import draw_heaps

        return draw_heaps([state], self.term([state]), prefix="")

    def marks(self, state: int, option: Option) -> tuple[str, ...]:
        from sprague.pictures.heaps import mark_heaps

        heaps: list[Any] = [part.state for part in alive(option)]
        total = sum(heaps)
        # A move that takes nothing moves all tokens except those of the largest heap that it leaves.
        return mark_heaps([state], [total if total < state else max(heaps, default=0)], prefix="")

    def touched(self, state: int, option: Option) -> Touched:
        heaps: list[Any] = [part.state for part in alive(option)]
        return Touched((0,), (state - sum(heaps),))

    def ways(self, state: int, option: Option) -> tuple[Way, ...]:
        return (_touched(self.marks(state, option), len(alive(option)) < 2),)

    def describe(self, state: int, option: Option) -> Message:
        heaps: list[Any] = [part.state for part in alive(option)]
        amount = state - sum(heaps)
        heaps_text = join([say("{n}", n=n) for n in heaps])
        if amount > 0 and len(heaps) <= 1:
            return say("take {k} from the heap of {n}", k=amount, n=state)
        if amount > 0:
            return say(
                "take {k} from the heap of {n} and leave heaps of {left}", k=amount, n=state, left=heaps_text
            )
        if len(heaps) > 1 and amount == 0:
            return say("split the heap of {n} into {left}", n=state, left=heaps_text)
        return say("replace the heap of {n} by {left}", n=state, left=heaps_text)


def read_heaps(text: str, where: str) -> list[int]:
    """Reads heaps separated by commas, at least one."""
    if not text.strip():
        raise expected(say("heap sizes such as 3,4,5"), "", where)
    return parse_all(text, text)


def check_heap(state: Any, where: str) -> int:
    """Returns a heap given from Python: an int >= 0, or an object that stands for one, such as NumPy's integers."""
    n = index_of(state)
    if n is None:
        raise RangeError(say("expected a heap as an int >= 0, got {state}", state=shown(state)), where=where)
    if n < 0:
        raise RangeError(say("expected a heap >= 0, got {n}", n=n), where=where)
    return n
