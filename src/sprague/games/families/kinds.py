"""Heaps of several kinds: ``kinds{a:a-1,a+b-2;b:*1+a-3,-2} 7,5@b``.

A heap of n of kind a may become a heap of n - 1 of kind a (``a-1``), or be split, less 2, into a heap of a and one of b
(``a+b-2``; one of them or both may be empty). ``*1+a-3`` leaves a Nim heap of 1 beside it, ``-2`` takes the whole of a
heap of exactly 2, and ``b`` alone changes the kind. Graphs that grow, and many games on strips, reduce to such systems.
"""

from __future__ import annotations

import functools
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from sprague.model.heap_rulesets import check_heap
from sprague.model.lesson import Guess, Lesson
from sprague.model.nim import NIM
from sprague.model.ruleset import Component, Option, Ruleset, Touched, alive
from sprague.numbers.integers import parse
from sprague.words.digits import to_text
from sprague.words.errors import NotationError, RangeError, expected
from sprague.words.messages import Message, join, say

from .kind_rules import MOST_TAKEN, in_words, order_of, read_kinds
from .system import Kind, Repeats, System

if TYPE_CHECKING:
    from random import Random

    from sprague.pictures.shapes import Drawing, Way

State = int | tuple[int, int]

#: The lesson is about one system, which the list of games shows.
TAUGHT = "a:a-1,a+b-2;b:b-1,-3"
LESSON = Lesson(
    ladder=("4", "-3", "5,2@b", "-4,4", "7,5@b", "9,6,4@b"),
    shelves=(
        ("1", "2", "3", "4", "5", "2@b", "3@b", "4@b"),
        ("1,1", "1,2", "1,4", "2,5", "3,6", "1,1@b", "2@b,4@b", "3@b,3@b"),
    ),
    guesses=(
        Guess(say("the number of counters is even"), lambda heaps: sum(map(_size, heaps)) % 2 == 0),
        Guess(
            say("all heaps are of kind b, and the number of counters is even"),
            lambda heaps: (
                not any(isinstance(heap, int) for heap in heaps) and sum(map(_size, heaps)) % 2 == 0
            ),
        ),
        Guess(
            say("there are two equal heaps of one kind"),
            lambda heaps: len(heaps) == 2 and len({*heaps}) == 1,
        ),
        Guess(
            say("there are two heaps of kind a, and they differ by 3"),
            lambda heaps: (
                len(heaps) == 2
                and all(isinstance(heap, int) for heap in heaps)
                and abs(heaps[0] - heaps[1]) == 3
            ),
        ),
    ),
)


def _size(heap: State) -> int:
    return heap if isinstance(heap, int) else heap[1]


class Kinds(Ruleset):
    """A sum of heaps of several kinds.

    >>> import sprague as sg
    >>> dawson = sg.game("kinds{a:-1,a-2,a+a-3}")
    >>> list(dawson.values(9)) == list(sg.dots.values(9))
    True
    """

    name = "kinds"
    grouped = True
    heaps = 1
    title = say("Heaps of several kinds")
    source = (
        "R. K. Guy, C. A. B. Smith, The G-values of various games, Proc. Cambridge Philos. Soc. 52 (1956)"
    )
    engine = "kinds"
    notation = say("A heap is of the first kind; 5@b is one of kind b.")

    def __init__(self, spelling: str) -> None:
        self.letters, self.rules = read_kinds(spelling, f"kinds{{{spelling}}}")
        self.spelling = ";".join(
            f"{letter}:{rule.text}" for letter, rule in zip(self.letters, self.rules, strict=True)
        )
        self.order = order_of(self.rules, self.head)
        self.rule = in_words(self.letters, self.rules)
        if self.spelling == TAUGHT:
            self.lesson = LESSON
        self.example = f"{self.head} 7,5"

    @property
    def head(self) -> str:
        return f"kinds{{{self.spelling}}}"

    @functools.cached_property
    def system(self) -> System:
        """The values of all kinds. The definition gives the first, up to the largest heap that may be taken whole."""
        count = 1 + max((n for rule in self.rules for n in rule.whole), default=-1)
        rows: list[list[int]] = [[] for _ in self.rules]
        for n in range(count):
            for kind in self.order:
                seen = set()
                for constant, parts in self._parts(kind, n):
                    value = constant
                    for other, size in parts:
                        value ^= rows[other][size]
                    seen.add(value)
                rows[kind].append(next(value for value in range(len(seen) + 1) if value not in seen))
        kinds = [
            Kind(tuple(row), rule.shorter, rule.splits) for row, rule in zip(rows, self.rules, strict=True)
        ]
        return System(tuple(kinds), self.order)

    def _parts(self, kind: int, n: int) -> Iterator[tuple[int, tuple[tuple[int, int], ...]]]:
        """Yields the options of a heap: a constant, and heaps as (kind, size)."""
        rule = self.rules[kind]
        if n in rule.whole:
            yield 0, ()
        for constant, other, loss in rule.shorter:
            if loss <= n:
                yield constant, ((other, n - loss),)
        for constant, left_kind, right_kind, gap, _, _ in rule.splits:
            for a in range(n - gap + 1):
                yield constant, ((left_kind, a), (right_kind, n - gap - a))

    # Notation

    def read(self, text: str) -> list[Hashable]:
        where = f"{self.head} {text}"
        if not text.strip():
            raise expected(say("heaps such as 7 or 5@b"), "", where)
        states: list[Hashable] = []
        for part in text.split(","):
            number, at, letter = part.partition("@")
            if at and letter.strip() not in self.letters:
                raise expected(
                    say("one of the kinds {names}", names=", ".join(self.letters)), letter.strip(), where
                )
            kind = self.letters.index(letter.strip()) if at else 0
            states.append(self.of(kind, parse(number.strip(), where)))
        return states

    def write(self, states: Sequence[State]) -> str:
        return ",".join(
            to_text(state) if isinstance(state, int) else f"{to_text(state[1])}@{self.letters[state[0]]}"
            for state in states
        )

    def check(self, state: Any) -> Hashable:
        if isinstance(state, tuple) and len(state) == 2:
            kind = self.letters.index(state[0]) if state[0] in self.letters else state[0]
            if not isinstance(kind, int) or not 0 <= kind < len(self.letters):
                raise RangeError(
                    say("expected one of the kinds {names}", names=", ".join(self.letters)), where=self.head
                )
            return self.of(kind, check_heap(state[1], self.head))
        return check_heap(state, self.head)

    @staticmethod
    def of(kind: int, n: int) -> State:
        """Returns the state of a heap."""
        return (kind, n) if kind else n

    @staticmethod
    def parts(state: State) -> tuple[int, int]:
        """Returns the kind and the size of a heap."""
        return (0, state) if isinstance(state, int) else state

    # Moves

    def option(self, constant: int, parts: Sequence[tuple[int, int]]) -> Option:
        """Returns the option that leaves a Nim heap and these heaps."""
        nim = (Component(NIM, constant),) if constant else ()
        heaps = (Component(self, self.of(kind, n)) for kind, n in parts)
        return (*nim, *(heap for heap in heaps if not self.is_empty(heap.state)))

    def successors(self, state: State) -> Iterator[Option]:
        seen = set()
        for constant, parts in self._parts(*self.parts(state)):
            option = self.option(constant, parts)
            name = tuple(sorted(map(str, option)))
            if name not in seen:
                seen.add(name)
                yield option

    def option_count(self, state: State) -> int:
        kind, n = self.parts(state)
        rule = self.rules[kind]
        longest = max((each[2] for each in rule.shorter), default=0)
        base = 2 * max(longest, max((each.gap for each in rule.splits), default=0), *rule.whole, 0) + 4
        if n <= base + 2:
            return sum(1 for _ in self.successors(state))
        # Beyond that no option is a small heap, and two more counters always add as many options.
        least = base + (n - base) % 2
        one, two = (sum(1 for _ in self.successors(self.of(kind, m))) for m in (least, least + 2))
        return one + (n - least) // 2 * (two - one)

    def allows(self, state: State, option: Option) -> bool:
        kind, n = self.parts(state)
        rule = self.rules[kind]
        wanted = sorted(str(part) for part in option if not part.ruleset.is_empty(part.state))

        def is_it(constant: int, *parts: tuple[int, int]) -> bool:
            return sorted(map(str, self.option(constant, parts))) == wanted

        if n in rule.whole and not wanted:
            return True
        if any(is_it(c, (j, n - d)) for c, j, d in rule.shorter if d <= n):
            return True
        sizes = self._sizes_left(option)
        for c, i, j, w, _, _ in rule.splits:
            rest = n - w
            # An unmentioned heap is empty, and small.
            for a in {*sizes, *(rest - size for size in sizes), *range(min(rest, MOST_TAKEN) + 1)}:
                if 0 <= a <= rest and is_it(c, (i, a), (j, rest - a)):
                    return True
        return False

    def is_empty(self, state: Any) -> bool:
        kind, n = self.parts(state)
        return not n and next(self._parts(kind, n), None) is None

    def nothing(self) -> Component | None:
        return Component(self, 0) if self.is_empty(0) else None

    def described(self) -> dict[str, Any]:
        """Returns the kinds as a certificate describes them."""
        return {"game": self.head}

    def certificate(self, proof: Repeats, start: int, period: int) -> dict[str, Any]:
        """Returns the certificate of a proved period (``proofs/kinds_check.py``)."""
        return {
            "format": "sprague-kinds/1",
            "game": self.head,
            "start": start,
            "period": period,
            "from": proof.start,
            "turn": proof.length,
        }

    # Words and pictures

    def sizes(self, state: State) -> tuple[int, ...]:
        return (self.parts(state)[1],)

    def taking(self, state: State, count: int) -> Iterator[Option]:
        kind, n = self.parts(state)
        for constant, other, loss in self.rules[kind].shorter:
            if loss == count <= n:
                yield self.option(constant, [(other, n - loss)])

    def most_taken(self, state: State) -> int | None:
        return None

    def describe(self, state: State, option: Option) -> Message:
        kind, n = self.parts(state)
        heap = say("the heap of {n} {kind}", n=n, kind=self.letters[kind])
        heaps = [
            self._left_heap(part.state) if part.ruleset == self else say("a Nim heap of {n}", n=part.state)
            for part in alive(option)
        ]
        if not heaps:
            return say("take {heap} whole", heap=heap)
        return say("replace {heap} by {left}", heap=heap, left=join(heaps))

    def _left_heap(self, state: State) -> Message:
        kind, n = self.parts(state)
        return say("a heap of {n} {kind}", n=n, kind=self.letters[kind])

    def draw(self, state: State) -> Drawing:
        kind, n = self.parts(state)
        return _draw(n, self.letters[kind], self.term([state]))

    def marks(self, state: State, option: Option) -> tuple[str, ...]:
        from sprague.pictures.heaps import mark_heaps

        n, heaps = self.parts(state)[1], self._sizes_left(option)
        # A move that takes nothing moves all tokens except those of the largest heap that it leaves.
        return mark_heaps([n], [sum(heaps) if sum(heaps) < n else max(heaps, default=0)], prefix="")

    def touched(self, state: State, option: Option) -> Touched:
        return Touched((0,), (self.parts(state)[1] - sum(self._sizes_left(option)),))

    def ways(self, state: State, option: Option) -> tuple[Way, ...]:
        from sprague.pictures.shapes import Way

        marks = self.marks(state, option)
        draggable = len(option) < 2 and marks and not marks[0].endswith("bar")
        return (Way(marks, marks[0] if draggable else ""),)

    def _sizes_left(self, option: Option) -> list[int]:
        """Returns the sizes of the heaps of an option."""
        return [self.parts(part.state)[1] for part in option if part.ruleset == self]

    def begin(self, dice: Random) -> str:
        return f"{dice.randint(6, 16)},{dice.randint(6, 16)}"


def _draw(n: int, letter: str, summary: str, tallest: int = 0) -> Drawing:
    """Returns the picture of a heap, with its size and its kind below."""
    from sprague.pictures.heaps import draw_heaps

    drawing = draw_heaps([n], summary, prefix="", tallest=tallest)
    *shapes, size = drawing.shapes
    shapes.append(replace(size, text=f"{size.text} {letter}") if n else size)
    return replace(drawing, shapes=tuple(shapes), beside=functools.partial(_draw, n, letter, summary))


def from_head(word: str, parameters: str | None) -> Kinds:
    """Returns the ruleset of ``kinds{a:a-1;b:…}``."""
    if parameters is None or not (parameters.startswith("{") and parameters.endswith("}")):
        raise NotationError(
            say("expected kinds in braces, such as kinds{example}", example="{a:a-1,a+b-2;b:b-1}"),
            where=word + (parameters or ""),
        )
    return Kinds("".join(parameters[1:-1].split()))
