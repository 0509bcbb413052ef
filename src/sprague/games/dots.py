"""Dots: a row is a heap of the octal game 0.137 (period 34), and a circle moves to one row."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from sprague.model.engine import COMPUTED, Engine, Evidence
from sprague.model.guesses import EVEN, ROW_GUESSES, THIRD, rows
from sprague.model.heap_rulesets import HeapRuleset
from sprague.model.lazy import Lazy
from sprague.model.lesson import ROW, Argument, Guess, Lesson
from sprague.model.ruleset import Component, Option, alive
from sprague.pictures.rows import run_stays
from sprague.pictures.shapes import Drawing, Shape, Way
from sprague.takebreak.codes import parse_code
from sprague.words.messages import Message, say

if TYPE_CHECKING:
    from random import Random

    from sprague.takebreak.statement import Period


LARGER = Guess(say("its number is larger than 3"), lambda circles: circles[0] > 3)


#: A circle is a heap of a, and a row one of b: a circle loses three dots and becomes a row, or is gone.
AS_KINDS = "a:b-3,-1,-2;b:b-2,b+b-3,-1"


class CircleEngine(Engine):
    """Values circles. A circle of n >= 1 has one option, the row of n - 3, so its value is 1 if that row's is 0, else
    0."""

    @property
    def _rows(self) -> Engine:
        return self.engines(DOTS)

    def value(self, state: int) -> int:
        return int(state > 0 and self._rows.value(max(state - 3, 0)) == 0)

    def values(self, to: int) -> Any:
        from sprague.system.arrays import np

        rows = np.asarray(self._rows.values(max(to - 3, 0)))
        return np.concatenate(([0, 1, 1], rows == 0))[: to + 1].astype(np.uint8)

    def period(self, limit: int | None) -> Period:
        """Returns the period of circles and of the rows, as heaps of two kinds."""
        from .families.kinds import Kinds

        repeats: Period = self.engines(Kinds(AS_KINDS)).period(limit)  # type: ignore[attr-defined]
        return replace(repeats, game=self.ruleset.head)

    def replies(self, state: int, target: int) -> Lazy[Option]:
        return Lazy.of(
            [
                option
                for option in self.ruleset.successors(state)
                if self.engines.option_value(option) == target
            ]
        )

    def evidence(self, state: int, valued: bool) -> Evidence:
        return self._rows.evidence(max(state - 3, 0), True) if state else COMPUTED

    def argument(self, states: Sequence[int], misere: bool) -> Argument | None:
        if misere or len(states) > 1:
            return None
        n, row = states[0], max(states[0] - 3, 0)
        first = say(
            "Every move in a circle of {n} leaves a row of {row}: the circle is lost exactly when the value of that "
            "row is not 0.",
            n=n,
            row=row,
        )
        rows = self._rows.argument([row], False)
        assert rows is not None
        return Argument((first, *rows.steps), rows.behind)

    def reason(self, state: int, zero: bool, reply: Option | None) -> Message | None:
        if state <= 3:
            return None
        row = state - 3
        if zero:
            return say(
                "the only move leaves a row of {row}, worth *{value}: the other side brings it to *0",
                row=row,
                value=self._rows.value(row),
            )
        return say("the only move leaves a row of {row}, worth *0", row=row)


#: Longer rows are drawn as a bar with their number.
DRAWN_DOTS = 120


class Dots(HeapRuleset):
    """Rows of dots. A state is the length of one row; a row of n is a heap of the octal game 0.137."""

    name = "dots"
    title = say("Dots in rows")
    rule = say("Cross out a dot and the dots next to it.")
    source = (
        "R. Penn in M. J. Dominus, Sprague-Grundy theory (2008); T. R. Dawson, Caissa's Wild Roses (1935)"
    )
    lesson = Lesson(
        "rows",
        ("5", "-4", "6", "7", "-8", "7,9,10", "20,21"),
        skin="dots",
        workshop="values",
        part=ROW,
        shelves=rows(1),
        guesses=ROW_GUESSES,
    )
    example = "dots 7,9,10"
    numbered = True
    engine = "takebreak"
    code = parse_code("0.137")

    def taking(self, state: int, count: int) -> Iterator[Option]:
        return iter(())  # a number alone does not determine the dot

    def most_taken(self, state: int) -> int | None:
        return None

    def begin(self, dice: Random) -> str:
        return ",".join(str(dice.randint(4, 12)) for _ in range(dice.randint(1, 3)))

    def options(self, n: int) -> Iterator[tuple[int, ...]]:
        """Yields the rows that crossing out a dot leaves, the shorter one first. Mirrored dots leave the same rows."""
        for i in range(1, (n + 1) // 2 + 1):
            left, right = max(0, i - 2), max(0, n - i - 1)
            yield tuple(row for row in (left, right) if row)

    def option_count(self, state: int) -> int:
        return (state + 1) // 2

    def allows(self, state: int, option: Option) -> bool:
        rows: list[Any] = sorted(part.state for part in alive(option))
        return (
            state > 0 and all(part.ruleset == self for part in option) and _crossed(state, rows) is not None
        )

    def describe(self, state: int, option: Option) -> Message:
        rows: list[Any] = [part.state for part in alive(option)]
        return self._in_words(state, rows, _crossed(state, sorted(rows)) or 1)

    def describe_way(self, state: int, option: Option, way: int) -> Message:
        at = self.ways(state, option)[way].at
        return self._in_words(state, [part.state for part in alive(option)], int(at[1:] or 1))

    @staticmethod
    def _in_words(state: int, rows: list[Any], i: int) -> Message:
        words = (
            say("cross out the only dot")
            if state == 1
            else say("cross out dot {i} with its neighbour", i=i)
            if i in (1, state) or state == 2
            else say("cross out dot {i} with its neighbours", i=i)
        )
        if not rows:
            return words
        if len(rows) == 1:
            return say("{what}, leaving a row of {n}", what=words, n=rows[0])
        return say("{what}, leaving rows of {a} and {b}", what=words, a=rows[0], b=rows[1])

    def draw(self, state: int) -> Drawing:
        return draw_dots(
            state, [(i + 0.5, 0.5) for i in range(min(state, DRAWN_DOTS + 1))], self.term([state])
        )

    def marks(self, state: int, option: Option) -> tuple[str, ...]:
        i = _crossed(state, sorted(part.state for part in alive(option)))
        if i is None or state > DRAWN_DOTS:
            return ()
        return _around(state, i)

    def ways(self, state: int, option: Option) -> tuple[Way, ...]:
        first = _crossed(state, sorted(part.state for part in alive(option)))
        if first is None or state > DRAWN_DOTS:
            return (Way(()),)
        places = range(first, state + 1)
        same = [i for i in places if _rows_left(state, i) == _rows_left(state, first)]
        return tuple(Way(_around(state, i), f"d{i}") for i in same)

    def stays(self, state: int, option: Option, way: int) -> tuple[dict[str, str] | None, ...]:
        i = int(self.ways(state, option)[way].at[1:] or 0)
        rows: list[Any] = [part.state for part in alive(option)]
        return run_stays(state, rows, max(0, i - 2), "d") if i else ({},) * len(rows)


class Circle(HeapRuleset):
    """A circle of dots. Its one option is the row without a dot and its two neighbours."""

    name = "circle"
    title = say("Dots in a circle")
    rule = say("Cross out a dot of the circle and the dots next to it.")
    source = Dots.source
    example = "circle 19"
    numbered = True
    lesson = Lesson(
        "rows",
        ("7", "-5", "-8", "11", "-10", "-19"),
        skin="dots",
        workshop="values",
        part=say("look at the circle of {n}"),
        shelves=(tuple(map(str, range(1, 21))),),
        guesses=(EVEN, THIRD, LARGER),
    )
    engine = "circle"

    def taking(self, state: int, count: int) -> Iterator[Option]:
        return iter(())

    def most_taken(self, state: int) -> int | None:
        return None

    def begin(self, dice: Random) -> str:
        return str(dice.randint(8, 19))

    def successors(self, state: int) -> Iterator[Option]:
        if state:
            yield (Component(DOTS, max(0, state - 3)),)

    def option_count(self, state: int) -> int:
        return min(state, 1)

    def describe(self, state: int, option: Option) -> Message:
        if state <= 3:
            return say("cross out a dot: nothing is left")
        return say("cross out any dot with its neighbours, leaving a row of {n}", n=state - 3)

    def draw(self, state: int) -> Drawing:
        import math

        count = min(state, DRAWN_DOTS + 1)
        radius = max(0.8, count * 1.15 / (2 * math.pi))
        places = [
            (
                round(radius + 0.5 + radius * math.sin(2 * math.pi * i / count), 3),
                round(radius + 0.5 - radius * math.cos(2 * math.pi * i / count), 3),
            )
            for i in range(count)
        ]
        return draw_dots(state, places, self.term([state]))

    def marks(self, state: int, option: Option) -> tuple[str, ...]:
        if state > DRAWN_DOTS:
            return ()
        return self.ways(state, option)[0].marks

    def ways(self, state: int, option: Option) -> tuple[Way, ...]:
        if state > DRAWN_DOTS:
            return (Way(()),)
        return tuple(
            Way(tuple(f"d{(j - 1) % state + 1}" for j in dict.fromkeys((i, i + 1, i + state - 1))), f"d{i}")
            for i in range(1, state + 1)
        )

    def stays(self, state: int, option: Option, way: int) -> tuple[dict[str, str] | None, ...]:
        if state > DRAWN_DOTS:
            return ({},)
        return ({f"d{j}": f"d{(way + j + 1) % state + 1}" for j in range(1, state - 2)},)


DOTS, CIRCLE = Dots(), Circle()


def draw_dots(count: int, places: list[tuple[float, float]], summary: str) -> Drawing:
    """Returns the picture of dots named d1, d2, … at ``places``, or of a bar with their number if there are too
    many."""
    if count > DRAWN_DOTS:
        label = summary if len(summary) <= 24 else summary[:23] + "…"
        return Drawing(
            12,
            1,
            (Shape("rect", 0, 0.2, 12, 0.6, "bar"), Shape("text", 6, 0.5, 12, 1, "label", "", label)),
            summary,
        )
    shapes = tuple(Shape("circle", x, y, 0.8, 0.8, "dot", f"d{i}") for i, (x, y) in enumerate(places, 1))
    width = max((x for x, _ in places), default=0.5) + 0.5
    height = max((y for _, y in places), default=0.5) + 0.5
    return Drawing(width, height, shapes, summary)


def _around(n: int, i: int) -> tuple[str, ...]:
    """Returns the names of dot ``i`` of a row of ``n`` and of its neighbours."""
    return tuple(f"d{j}" for j in (i, i - 1, i + 1) if 1 <= j <= n)


def _rows_left(n: int, i: int) -> list[int]:
    """Returns the rows, perhaps empty, on both sides of dot ``i`` and its neighbours."""
    return sorted((max(0, i - 2), max(0, n - i - 1)))


def _crossed(n: int, rows: list[Any]) -> int | None:
    """Returns the first dot whose crossing out turns a row of ``n`` into ``rows`` (ascending), or None if there is
    none."""
    shorter: int
    longer: int
    shorter, longer = [0, 0, *rows][-2:]
    if len(rows) > 2 or (rows and min(rows) == 0):
        return None
    for i in {1, 2, shorter + 2}:
        if 1 <= i <= n and _rows_left(n, i) == [shorter, longer]:
            return i
    return None
