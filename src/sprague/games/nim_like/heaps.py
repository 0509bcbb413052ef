"""Games on heaps near Nim: staircase Nim, Moore's Nim, Euclid's game, End-Nim."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise
from typing import TYPE_CHECKING, Any, ClassVar

from sprague.model.engine import COMPUTED, MOMENT, Evidence, Question
from sprague.model.guesses import pairs
from sprague.model.heap_rulesets import Heaps, HeapTuple
from sprague.model.lazy import Lazy
from sprague.model.lesson import Guess, Lesson
from sprague.model.naive import FEW, NaiveEngine
from sprague.model.ruleset import Component, Option, Ruleset
from sprague.numbers.sums import nim_sum
from sprague.system.ask import Effort, tick
from sprague.words.digits import to_text
from sprague.words.errors import RangeError, expected
from sprague.words.messages import Message, say

from .parameter import number_in_head

if TYPE_CHECKING:
    from random import Random

    from sprague.pictures.shapes import Way


#: What the plain definition keeps of a position of Moore's Nim.
BYTES_A_POSITION = 700


#: Positions for pupils, and guesses about them.
THREE_STEPS = tuple(tuple(f"{a},{b},{c}" for b in range(3) for c in range(3) if a + b + c) for a in range(3))
STEP_GUESSES = (
    Guess(say("the first and the third step hold equally many"), lambda stairs: stairs[0][0] == stairs[0][2]),
    Guess(say("the second step is empty"), lambda stairs: stairs[0][1] == 0),
    Guess(say("the number of coins is even"), lambda stairs: sum(stairs[0]) % 2 == 0),
)
NUMBERS = pairs(8)
RATIOS = (
    Guess(say("both numbers are equal"), lambda pair: pair[0][0] == pair[0][1]),
    Guess(
        say("the larger number is less than twice the smaller"), lambda pair: max(pair[0]) < 2 * min(pair[0])
    ),
    Guess(
        say("the numbers differ, and the larger is less than 1.6 times the smaller"),
        lambda pair: min(pair[0]) < max(pair[0]) and 10 * max(pair[0]) < 16 * min(pair[0]),
    ),
    Guess(
        say("the numbers differ, and the larger is less than 1.618 times the smaller"),
        lambda pair: min(pair[0]) < max(pair[0]) and 1000 * max(pair[0]) < 1618 * min(pair[0]),
    ),
)
ENDS = (*pairs(4), tuple(f"{a},{b},{c}" for a in (1, 2, 3) for b in (1, 2, 3) for c in (1, 2, 3) if a <= c))
END_GUESSES = (
    Guess(say("the heaps at both ends are equal"), lambda rows: rows[0][0] == rows[0][-1]),
    Guess(
        say("there are two heaps, and they are equal"),
        lambda rows: len(rows[0]) == 2 and rows[0][0] == rows[0][1],
    ),
    Guess(say("the number of counters is even"), lambda rows: sum(rows[0]) % 2 == 0),
)


class Staircase(HeapTuple):
    """Coins on the steps of a staircase: some coins of one step go one step down. It is Nim on the odd steps.

    >>> import sprague as sg
    >>> sg.staircase(3, 9, 5).value, sg.staircase(4, 7, 4, 1).winning_moves
    (6, [])
    """

    name = "staircase"
    title = say("Staircase Nim")
    rule = say(
        "Move any number of coins from one step to the step below; from the first step they leave the game."
    )
    source = (
        "R. P. Sprague, Bemerkungen über eine spezielle Abelsche Gruppe, Mathematische Zeitschrift 51 (1947)"
    )
    example = "staircase 2,1,3"
    engine = "formula-values"
    fewest, most = 1, 50
    lesson = Lesson(
        ladder=("1,1", "-2,0,2", "0,2,1", "2,1,3", "1,2,3,4"), shelves=THREE_STEPS, guesses=STEP_GUESSES
    )
    disguise = say("staircase Nim is Nim on the odd steps")
    theorem = say("Sprague 1947: staircase Nim is Nim on the odd steps")
    steps = (
        say(
            "Coins that come down to an even step can go on to the odd step below it at once: the other player sends "
            "them there, and nothing has changed for the odd steps."
        ),
        say("Coins that leave an odd step are gone from the odd steps. So the odd steps are heaps of Nim."),
    )
    behind = say("Behind it stands Bouton's theorem (1901): Nim is lost exactly when all columns cancel.")

    def leaves(self, heaps: Heaps) -> Iterator[Heaps]:
        for step, coins in enumerate(heaps):
            for k in range(1, coins + 1):
                yield _down(heaps, step, k)

    def option_count(self, state: Heaps) -> int:
        return sum(state)

    def allows_taking(self, amounts: Heaps, state: Heaps) -> bool:
        changed = [i for i, k in enumerate(amounts) if k]
        if not changed:
            return False
        step = changed[-1]
        k = amounts[step]
        below = {step - 1: -k} if step else {}
        return 0 < k <= state[step] and {i: amounts[i] for i in changed[:-1]} == below

    def most_taken(self, state: Any) -> int | None:
        return None

    def taking(self, state: Any, count: int) -> Iterator[Option]:
        return iter(())

    def nim_heaps(self, state: Heaps) -> Sequence[int]:
        """Returns the heaps of Nim behind the state: the odd steps."""
        return state[::2]

    def worth(self, state: Heaps) -> int:
        return nim_sum(state[::2])

    def reaching(self, state: Heaps, value: int) -> Iterator[Heaps]:
        change = self.worth(state) ^ value
        if not change:
            return
        for step, coins in enumerate(state):
            odd = state[step - step % 2] if step % 2 == 0 else state[step - 1]
            k = odd - (odd ^ change) if step % 2 == 0 else (odd ^ change) - odd
            if 0 < k <= coins:
                yield _down(state, step, k)

    def describe(self, state: Heaps, option: Option) -> Message:
        left = self.left(state, option)
        changed = [i for i, (n, m) in enumerate(zip(state, left or state, strict=True)) if n != m]
        if left is None or not changed:
            return super().describe(state, option)
        step = changed[-1]
        k = state[step] - left[step]
        if step == 0:
            return say("take {k} from step 1", k=k)
        return say("move {k} from step {step} to step {below}", k=k, step=step + 1, below=step)

    def begin(self, dice: Random) -> str:
        return ",".join(str(dice.randint(0, 5)) for _ in range(dice.randint(3, 4)))


def _down(heaps: Heaps, step: int, k: int) -> Heaps:
    after = [*heaps]
    after[step] -= k
    if step:
        after[step - 1] += k
    return tuple(after)


class Euclid(HeapTuple):
    """Euclid's game: subtract a positive multiple of the smaller number from the larger one. In ``euclid`` play ends
    when one number is 0 (Cole, Davie 1969), in ``euclid[positive]`` both stay positive (Grossman 1997; there the value
    is the integer part of a/b - b/a for a > b, Nivasch 2006).

    >>> import sprague as sg
    >>> sg.euclid(8, 5).outcome, sg.euclid(34, 13).value, sg.parse("euclid[positive] 34,13").value
    ('P', 2, 2)
    """

    name = "euclid"
    title = say("Euclid's game")
    source = "A. J. Cole, A. J. T. Davie, A game based on the Euclidean algorithm, The Mathematical Gazette 53 (1969)"
    example = "euclid 34,13"
    engine = "formula-values"
    heaps = most = 2
    symmetric = True
    lesson = Lesson(ladder=("5,2", "-3,2", "7,3", "-8,5", "13,5", "34,13"), shelves=NUMBERS, guesses=RATIOS)
    theorem = say("Cole, Davie 1969: the quotients of Euclid's algorithm decide")
    steps = (
        say(
            "The larger number passes the values that leave it between once and twice the smaller one only step by "
            "step: there the move is forced. With a quotient of 2 or more the player to move chooses who must go into "
            "the next stretch of Euclid's algorithm."
        ),
        say(
            "So the values follow from the quotients: behind a position of value v, the stretch of multiples has the "
            "values 0, 1, 2, … without v."
        ),
    )
    behind = say("Behind it stands the theorem of Cole and Davie (1969).")

    def __init__(self, positive: bool = False) -> None:
        self.positive = positive
        if positive:  # its ladder would be climbed twice
            self.lesson = Lesson()
        self.rule = (  # type: ignore[misc]
            say(
                "Subtract a positive multiple of the smaller number from the larger one; both must stay positive."
            )
            if positive
            else say(
                "Subtract a positive multiple of the smaller number from the larger one; nothing falls below 0."
            )
        )

    @property
    def head(self) -> str:
        return "euclid[positive]" if self.positive else "euclid"

    def check(self, state: Any) -> Any:
        heaps = super().check(state)
        return self._played(heaps, self.head)

    def read(self, text: str) -> list[Any]:
        return [self._played(state, f"{self.head} {text}") for state in super().read(text)]

    def _played(self, state: Any, where: str) -> Any:
        if self.positive and min(state) == 0:
            raise RangeError(say("expected positive numbers, got {n}", n=0), where=where)
        return state

    def is_empty(self, state: Heaps) -> bool:
        return not any(state)

    def _placed(self, heaps: Heaps, large: int) -> Heaps:
        return (large, heaps[1]) if heaps[0] >= heaps[1] else (heaps[0], large)

    def leaves(self, heaps: Heaps) -> Iterator[Heaps]:
        small, large = sorted(heaps)
        if small:
            least = large % small + (small if self.positive and large % small == 0 else 0)
            for rest in range(least, large, small):
                yield self._placed(heaps, rest)

    def option_count(self, state: Heaps) -> int:
        small, large = sorted(state)
        return large // small - (self.positive and large % small == 0) if small else 0

    def allows_taking(self, amounts: Heaps, state: Heaps) -> bool:
        small, large = sorted(state)
        place = 0 if state[0] >= state[1] else 1
        k = amounts[place]
        return (
            small > 0
            and not amounts[1 - place]
            and k > 0
            and k % small == 0
            and k <= large
            and (k < large or not self.positive)
        )

    def worth(self, state: Heaps) -> int:
        small, large = sorted(state)
        quotients = []
        while small:
            quotients.append((large // small, large % small))
            small, large = large % small, small
        value = 0
        for quotient, rest in reversed(quotients):
            # The stretch begins with the rest, which is lost for good when it is 0 and numbers stay positive.
            if rest == 0 and self.positive:
                value = quotient - 1
            else:
                value = quotient - 1 if quotient <= value else quotient
        return value

    def reaching(self, state: Heaps, value: int) -> Iterator[Heaps]:
        small, large = sorted(state)
        if not small:
            return
        quotient, rest = divmod(large, small)
        if rest == 0 and self.positive:
            steps = [value + 1]
        else:
            first = self.worth((rest, small))
            steps = [0] if value == first else [value + 1 if value < first else value]
        for step in steps:
            if step < quotient:
                yield self._placed(state, rest + step * small)

    def describe(self, state: Heaps, option: Option) -> Message:
        left = self.left(state, option)
        if left is None or sum(n != m for n, m in zip(state, left, strict=True)) != 1:
            return super().describe(state, option)
        start, end = next((n, m) for n, m in zip(state, left, strict=True) if n != m)
        times = (start - end) // min(state)
        return say("subtract {times} times {n} from {large}", times=times, n=min(state), large=start)

    def begin(self, dice: Random) -> str:
        return f"{dice.randint(15, 60)},{dice.randint(4, 30)}"


class EndNim(HeapTuple):
    """End-Nim: heaps stand in a row, and only the first and the last one may be taken from.

    >>> import sprague as sg
    >>> sg.end_nim(2, 1, 3).value, sg.end_nim(3, 3).outcome
    (1, 'P')
    """

    name = "end-nim"
    title = say("End-Nim")
    rule = say("Take any number of counters from the first or from the last heap of the row.")
    source = (
        "M. H. Albert, R. J. Nowakowski, The game of End-Nim, Electronic Journal of Combinatorics 8 (2001)"
    )
    example = "end-nim 2,1,3"
    engine = "pieces"
    fewest, most = 1, 12
    largest: int | None = 1000
    lesson = Lesson(ladder=("1,2", "-2,2", "2,1,3", "-1,2,1", "3,1,2"), shelves=ENDS, guesses=END_GUESSES)

    def read(self, text: str) -> list[Any]:
        return [_between(state) for state in super().read(text)]

    def check(self, state: Any) -> Any:
        return _between(super().check(state))

    def leaves(self, heaps: Heaps) -> Iterator[Heaps]:
        for n in range(heaps[0]):
            yield _between((n, *heaps[1:]))
        if len(heaps) > 1:
            for n in range(heaps[-1]):
                yield _between((*heaps[:-1], n))

    def successors(self, state: Heaps) -> Iterator[Option]:
        for left in dict.fromkeys(self.leaves(state)):
            yield (Component(self, left),)

    def option_count(self, state: Heaps) -> int:
        return len(set(self.leaves(state)))

    def left(self, state: Heaps, option: Option) -> Heaps | None:
        heaps: Any = option[0].state if len(option) == 1 and option[0].ruleset == self else None
        return heaps if isinstance(heaps, tuple) else None

    def allows(self, state: Heaps, option: Option) -> bool:
        return self.left(state, option) in set(self.leaves(state)) or (
            not option and (0,) in set(self.leaves(state))
        )

    def fault(self, state: Heaps, option: Option) -> Message | None:
        return None

    def pieces(self, state: Heaps) -> Option:
        return (Component(self, min(state, state[::-1])),)

    def taking(self, state: Any, count: int) -> Iterator[Option]:
        return iter(())

    def most_taken(self, state: Any) -> int | None:
        return None

    def _taken(self, state: Heaps, option: Option) -> Heaps | None:
        """Returns what the move to ``option`` leaves of the heaps of ``state``, also of one that it empties."""
        after = self.left(state, option) or (0,)
        for end in (0, len(state) - 1):
            for n in range(state[end]):
                left = (*state[:end], n, *state[end + 1 :])
                if _between(left) == after:
                    return left
        return None

    def marks(self, state: Heaps, option: Option) -> tuple[str, ...]:
        from sprague.pictures.heaps import mark_heaps

        left = self._taken(state, option)
        return () if left is None else mark_heaps(state, left)

    def ways(self, state: Heaps, option: Option) -> tuple[Way, ...]:
        from sprague.pictures.shapes import Way

        marks = self.marks(state, option)
        return (Way(marks, marks[0] if marks and not marks[0].endswith("bar") else ""),)

    def describe(self, state: Heaps, option: Option) -> Message:
        left = self._taken(state, option)
        if left is None:
            return super().describe(state, option)
        if left[0] != state[0]:
            return say("take {k} from the first heap", k=state[0] - left[0])
        return say("take {k} from the last heap", k=state[-1] - left[-1])


def _between(heaps: Any) -> Heaps:
    """Returns the heaps without the empty ones at both ends; one heap of 0 if all are empty. An empty heap inside does
    not block the row, so it goes, too."""
    return tuple(n for n in heaps if n) or (0,)


class Moore(HeapTuple):
    """Moore's Nim: take from at least one and at most k heaps, any numbers.

    >>> import sprague as sg
    >>> sg.parse("moore[k=2] 1,1,1").outcome, sg.parse("moore[k=2] 3,4,5").outcome
    ('P', 'N')
    """

    name = "moore"
    title = say("Moore's Nim")
    source = "E. H. Moore, A generalization of the game called Nim, Annals of Mathematics 11 (1910)"
    example = "moore[k=2] 3,4,5"
    engine = "moore"
    fewest, most = 1, 12
    rule: ClassVar[Message] = say("Take any numbers from at least one and at most k of the heaps.")

    def __init__(self, k: int) -> None:
        self.k = k

    @property
    def head(self) -> str:
        return f"moore[k={to_text(self.k)}]"

    def leaves(self, heaps: Heaps) -> Iterator[Heaps]:
        for size in range(1, self.k + 1):
            for chosen in combinations(range(len(heaps)), size):
                yield from lowered(heaps, chosen)

    def option_count(self, state: Heaps) -> int:
        ways = [1] + [0] * self.k  # by the number of heaps that change
        for n in state:
            ways = [ways[0], *(more + n * fewer for fewer, more in pairwise(ways))]
        return sum(ways) - 1

    def allows_taking(self, amounts: Heaps, state: Heaps) -> bool:
        return min(amounts) >= 0 and 0 < sum(k > 0 for k in amounts) <= self.k


class MooreEngine(NaiveEngine):
    """Outcomes by Moore's theorem: a position is lost exactly when, in every binary column, the number of ones is a
    multiple of k + 1. Values by definition."""

    ruleset: Moore

    def effort(self, state: Heaps, question: Question = "value") -> Effort:
        if question != "value" or self.is_zero(state):
            return MOMENT
        positions = math.prod(n + 1 for n in state)
        if positions <= FEW:
            return super().effort(state, question)
        moves = self.ruleset.option_count(state) // 2 ** min(self.ruleset.k, len(state))
        return Effort(positions, BYTES_A_POSITION * positions, 4e-6 * min(positions * moves, 10**30))

    def is_zero(self, state: Heaps) -> bool:
        return not any(
            sum(n >> bit & 1 for n in state) % (self.ruleset.k + 1) for bit in range(max(state).bit_length())
        )

    def value(self, state: Heaps) -> int:
        return 0 if self.is_zero(state) else super().value(state)

    def evidence(self, state: Heaps, valued: bool) -> Evidence:
        if valued and not self.is_zero(state):
            return COMPUTED
        return Evidence("theorem", say("Moore 1910: binary digits are added in every column, modulo k + 1"))

    def replies(self, state: Heaps, target: int) -> Lazy[Option]:
        if target:
            return super().replies(state, target)
        return Lazy(
            lambda: ((Component(self.ruleset, left),) for left in self._lost(state)),
            lambda: self._lost_count(state),
        )

    def _digits(
        self, state: Heaps, bit: int, changed: frozenset[int]
    ) -> Iterator[tuple[Heaps, frozenset[int]]]:
        """Yields the ways to make a column cancel: its digits, and the heaps that have changed by then. These are free
        in the columns below; a heap begins to change by losing a 1."""
        modulus = self.ruleset.k + 1
        ones = [i for i, n in enumerate(state) if i not in changed and n >> bit & 1]
        for begun in _some(ones, self.ruleset.k - len(changed)):
            for chosen in _some(sorted(changed), len(changed)):
                if (len(ones) - len(begun) + len(chosen)) % modulus == 0:
                    kept = {*ones, *chosen}.difference(begun)
                    yield tuple(int(i in kept) for i in range(len(state))), changed.union(begun)

    def _lost(self, state: Heaps) -> Iterator[Heaps]:
        """Yields the lost positions to which a move leads, digit by digit from the highest. Every beginning can be
        completed, by Moore's proof."""
        todo = [(max(state).bit_length(), (0,) * len(state), frozenset[int]())]
        while todo:
            tick()
            bit, left, changed = todo.pop()
            if bit == 0 and changed:
                yield left
            elif bit:
                for digits, after in self._digits(state, bit - 1, changed):
                    grown = tuple(2 * n + digit for n, digit in zip(left, digits, strict=True))
                    todo.append((bit - 1, grown, after))

    def _lost_count(self, state: Heaps) -> int:
        """Returns the number of lost positions to which a move leads: by the heaps that have changed so far."""
        ways = {frozenset[int](): 1}
        for bit in reversed(range(max(state).bit_length())):
            tick()
            reached: dict[frozenset[int], int] = {}
            for changed, number in ways.items():
                for _, after in self._digits(state, bit, changed):
                    reached[after] = reached.get(after, 0) + number
            ways = reached
        return sum(number for changed, number in ways.items() if changed)


def lowered(heaps: Heaps, chosen: Sequence[int]) -> Iterator[Heaps]:
    """Yields the heaps with those at the chosen places lowered in every way."""
    if not chosen:
        yield heaps
        return
    first, *rest = chosen
    for n in range(heaps[first]):
        yield from lowered((*heaps[:first], n, *heaps[first + 1 :]), rest)


def _some(items: list[int], most: int) -> Iterator[tuple[int, ...]]:
    """Yields every choice of at most so many of the items."""
    for size in range(min(most, len(items)) + 1):
        yield from combinations(items, size)


STAIRCASE, END_NIM = Staircase(), EndNim()


def moore_from_head(word: str, parameters: str | None) -> Ruleset:
    """Returns the ruleset of ``moore[k=…]``."""
    return Moore(number_in_head(word, parameters, "k", Moore.most))


def euclid_from_head(word: str, parameters: str | None) -> Ruleset:
    """Returns the ruleset of ``euclid`` or ``euclid[positive]``."""
    if parameters not in (None, "[positive]"):
        raise expected(say("[positive]"), parameters or "", word + (parameters or ""))
    return Euclid(parameters is not None)
