"""Nim: a move takes any number of tokens from one heap (Bouton 1901)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from sprague.numbers.sums import nim_sum
from sprague.system.ask import Effort, require
from sprague.words.digits import to_text
from sprague.words.messages import Message, say

from .engine import Engine, Evidence
from .guesses import CANCEL, EQUAL, EVEN_TOGETHER, LARGEST_IS_SUM, pairs, triples
from .heap_rulesets import HeapRuleset
from .lazy import Lazy
from .lesson import Argument, Guess, Lesson
from .ruleset import Component, Option, alive

if TYPE_CHECKING:
    from random import Random

    from sprague.pictures.shapes import Take

BOUTON = Evidence("theorem", say("Bouton 1901: the nim-sum decides"))
MISERE_BOUTON = Evidence(
    "theorem", say("Bouton 1901: misère Nim is played like Nim until only heaps of 1 remain")
)


class NimEngine(Engine):
    """The engine of Nim: the value of a heap is its size."""

    def value(self, state: int) -> int:
        return state

    def replies(self, state: int, target: int) -> Lazy[Option]:
        return Lazy.of([(heap(target),)] if target < state else [])

    def evidence(self, state: int, valued: bool) -> Evidence:
        return BOUTON

    def reason(self, state: int, zero: bool, reply: Option | None) -> Message | None:
        return None if zero else say("one heap alone: take all of it and there is nothing left to take")

    def argument(self, states: Sequence[int], misere: bool) -> Argument:
        return MISERE_COLUMNS if misere else COLUMNS

    def values(self, to: int) -> Any:
        from sprague.system.arrays import np

        require(Effort(bytes=8 * (to + 1), sure=True), say("a table of {count} values", count=to + 1))
        return np.arange(to + 1)


COLUMNS = Argument(
    (
        say("For Nim: the traps have an even number of marks in every column of the binary numbers."),
        say("A move changes one heap only. So some column of a trap becomes odd: no trap leads to another."),
        say(
            "Otherwise take the leftmost odd column and a heap with a mark there. Turn over its marks in all odd "
            "columns: the heap becomes smaller, and every column even."
        ),
    ),
    say(
        "This rests on Bouton's theorem (1901): in Nim a position is lost exactly when every column of the binary "
        "numbers has an even number of marks."
    ),
)
MISERE_COLUMNS = Argument(
    (
        say(
            "For misère Nim: while some heap is larger than 1, the traps have an even number of marks in every column "
            "of the binary numbers. When all heaps are 1, the traps have an odd number of heaps."
        ),
        say(
            "With heaps of 1 only, each move takes one of them: whoever is to move with an odd number takes the last."
        ),
        say(
            "A trap with a larger heap has at least two of them, as their leftmost column is even. A move leaves one "
            "of them, and makes a column odd: no trap leads to another."
        ),
        say(
            "From any other position with two larger heaps or more, make every column even as in Nim: a larger heap "
            "is left. With one larger heap, take all of it, or all but 1, so that an odd number of heaps of 1 is left."
        ),
    ),
    say(
        "This rests on Bouton's theorem (1901) for misère play: it is played like Nim, until a move leaves heaps of "
        "1 only; that move leaves an odd number of them."
    ),
)


def misere_is_p(heaps: Sequence[int]) -> bool:
    """Returns whether Nim on ``heaps`` is a P-position in misère play (Bouton 1901): as in normal play if some heap
    exceeds 1, otherwise if the number of heaps of 1 is odd.

    >>> misere_is_p([1]), misere_is_p([1, 1]), misere_is_p([2, 2]), misere_is_p([])
    (True, False, True, False)
    """
    return nim_sum(heaps) == (1 if all(n <= 1 for n in heaps) else 0)


def misere_replies(heaps: Sequence[int]) -> list[tuple[int, int]]:
    """Returns every winning move of misère Nim as (index of the heap, size to leave).

    With two or more heaps above 1 the winning moves are those of normal play. With exactly one such heap, the move
    reduces it to 0 or 1, so that an odd number of heaps of 1 is left. With none, either every move wins or no move.
    """
    large = [i for i, n in enumerate(heaps) if n > 1]
    if not large:
        return [] if misere_is_p(heaps) else [(i, 0) for i, n in enumerate(heaps) if n == 1]
    if len(large) == 1:
        ones = sum(heaps) - heaps[large[0]]
        return [(large[0], 1 if ones % 2 == 0 else 0)]
    total = nim_sum(heaps)
    return [(i, n ^ total) for i, n in enumerate(heaps) if n ^ total < n]


TWO_ALIKE = Guess(say("two of the heaps are equal"), lambda heaps: len({*heaps}) < len(heaps))


class Nim(HeapRuleset):
    """Nim. A state is one heap; ``nim 3,4,5`` is the sum of three, and a single heap is written ``*5``."""

    name = "nim"
    title = say("Nim")
    rule = say("Take any number of counters, at least one, from one heap.")
    source = "C. L. Bouton, Nim, a game with a complete mathematical theory, Annals of Mathematics 3 (1901)"
    example = "nim 3,4,5"
    engine = "nim"
    same_code = "0.(3)"
    lesson = Lesson(
        ladder=("1,3", "-2,2", "2,3,4", "-1,4,5", "3,4,5", "1,4,6,7", "9,14,23"),
        workshop="columns",
        shelves=(*pairs(4), *triples(4), ("1,4,5", "2,3,5", "2,4,5", "2,4,6", "3,4,5")),
        guesses=(EQUAL, TWO_ALIKE, EVEN_TOGETHER, LARGEST_IS_SUM, CANCEL),
    )

    def term(self, states: Sequence[int]) -> str:
        return f"*{to_text(states[0])}" if len(states) == 1 else super().term(states)

    def options(self, n: int) -> Iterable[tuple[int, ...]]:
        return ((k,) for k in range(n))

    def option_count(self, state: int) -> int:
        return state

    def allows(self, state: int, option: Option) -> bool:
        sizes: list[Any] = [part.state for part in alive(option)]
        return state > 0 and (
            not sizes or (len(sizes) == 1 and option[0].ruleset == self and sizes[0] < state)
        )

    def takes(self, state: int) -> tuple[Take, ...]:
        from sprague.pictures.shapes import Take

        return (Take((0,), state),) if state else ()

    def begin(self, dice: Random) -> str:
        return ",".join(str(dice.randint(2, 9)) for _ in range(dice.randint(3, 4)))


NIM = Nim()


def heap(n: int) -> Component:
    """Returns the component ``*n``."""
    return Component(NIM, n)
