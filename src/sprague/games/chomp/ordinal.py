"""Ordinal Chomp: bars whose rows may be infinitely long, as long as an ordinal."""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterator, Sequence
from itertools import count, pairwise
from typing import TYPE_CHECKING, Any

from sprague.model.lesson import Guess, Lesson
from sprague.model.ruleset import Component, Option, Ruleset
from sprague.numbers.made import ROW, make
from sprague.numbers.ordinals import ONE, ZERO, Ordinal, below, finite
from sprague.numbers.ordinals import parse as parse_ordinal
from sprague.words.digits import index_of, shown
from sprague.words.errors import RangeError, TooLargeError, expected
from sprague.words.messages import Message, say

if TYPE_CHECKING:
    from random import Random

    from sprague.pictures.shapes import Drawing, Way

#: The lengths of the rows, none of them 0, and none longer than the one above.
Bar = tuple[Ordinal, ...]

#: The most rows of a bar that is read, and of one that is drawn.
MAX_ROWS, MOST_DRAWN = 1000, 40

#: So many squares of an interval are drawn. A longer interval shows its first squares, and dots for the others.
DRAWN_SQUARES = 4

SHELVES = (
    ("w", "(w+1)", "w*2"),
    ("2xw", "2x2", "2x3", "w,3", "3,2", "4,3", "(w+1),w", "2x(w+1)", "(w+2),w", "2xw*2", "4,2"),
    ("w,1,1", "3,1,1", "2,2,1", "w,w,1", "3xw", "(w+1),w,2", "4,2,2", "w,w,2"),
)
GUESSES = (
    Guess(say("all rows are equally long"), lambda bars: len(set(bars[0])) == 1),
    Guess(
        say("there are two rows, and both have the length w"),
        lambda bars: list(map(str, bars[0])) == ["w", "w"],
    ),
    Guess(
        say("it has two rows, and the lower one is shorter by one"),
        lambda bars: len(bars[0]) == 2 and bars[0][0] == bars[0][1].plus(bars[0][1].natural + 1),
    ),
    Guess(say("every row is finite"), lambda bars: bars[0][0].is_finite),
)


class OrdinalChomp(Ruleset):
    """Chomp with rows as long as ordinals. A state is the lengths of the rows.

    >>> import sprague as sg
    >>> sg.parse("ordinal-chomp 2xw").outcome, sg.parse("ordinal-chomp (w+1),w,2").outcome
    ('P', 'P')
    >>> print(sg.parse("ordinal-chomp (w*2+1),(w+3)").winning_moves[0])
    bite row 1 back to w squares, and longer rows below it too -> ordinal-chomp 2xw
    """

    name = "ordinal-chomp"
    title = say("Ordinal Chomp")
    rule = say(
        "Choose a square: it goes, with all below and to the right of it. Rows may be infinitely long; the corner "
        "square is poisoned."
    )
    source = (
        "S. Huddleston, J. Shurman, Transfinite Chomp, More Games of No Chance, MSRI Publications 42 (2002)"
    )
    example = "ordinal-chomp 2xw"
    engine = "ordinal-chomp"
    notation = say("the lengths of the rows; w is the first infinite ordinal, and sums stand in parentheses")
    lesson = Lesson(
        "boards",
        ("w,1", "w,3", "-2xw", "2x(w+2)", "w*2,w", "w,2,2", "-(w+1),w,2", "3xw"),
        skin="chocolate",
        shelves=SHELVES,
        guesses=GUESSES,
    )

    def read(self, text: str) -> list[Hashable]:
        where = f"{self.name} {text}"
        sides = re.fullmatch(r"\s*([^xX,]+?)\s*[xX]\s*([^xX,]+)", text)
        if sides:
            rows, length = sorted((parse_ordinal(side, where) for side in sides.groups()), key=_infinite)
            if not rows.is_finite:
                raise expected(say("a finite number of rows"), text.strip(), where)
            _refuse_large(rows.natural, where)
            make(rows.natural, ROW, where)
            return [_checked((length,) * rows.natural, where)]
        parts = text.split(",")
        _refuse_large(len(parts), where)
        return [_checked(tuple(parse_ordinal(part, where) for part in parts), where)]

    def write(self, states: Sequence[Bar]) -> str:
        bar = states[0]
        texts = [f"({row})" if "+" in str(row) else str(row) for row in bar] or ["0"]
        return f"{len(bar)}x{texts[0]}" if len(bar) > 1 and bar[0] == bar[-1] else ",".join(texts)

    def states(self, *bars: str | Sequence[int | str]) -> tuple[Ruleset, list[Hashable]]:
        return super().states(*bars)

    def check(self, state: Any) -> Hashable:
        if isinstance(state, str):
            return self.read(state)[0]
        if not isinstance(state, Sequence):
            raise RangeError(
                say("expected the lengths of the rows, got {state}", state=shown(state)), where=self.name
            )
        return _checked(tuple(_ordinal(row, self.name) for row in state), self.name)

    def successors(self, state: Bar) -> Iterator[Option]:
        if not state:
            return
        norms = range(state[0].natural) if state[0].is_finite else count()
        for norm in norms:
            for length in below(state[0], norm):
                for row, long in enumerate(state):
                    if length < long and (row or length):
                        yield (Component(self, bitten(state, row, length)),)

    def option_count(self, state: Bar) -> int | None:
        if state and not state[0].is_finite:
            return None
        return max(0, sum(row.natural for row in state) - 1)

    def allows(self, state: Bar, option: Option) -> bool:
        return len(option) == 1 and option[0].ruleset == self and place(state, option[0].state) is not None

    def describe(self, state: Bar, option: Option) -> Message:
        row, length = place(state, option[0].state) or (0, ZERO)
        if not length:
            return say("take row {row} and all below it", row=row + 1)
        if length == ONE:
            return say("bite row {row} back to one square, and longer rows below it too", row=row + 1)
        return say(
            "bite row {row} back to {n} squares, and longer rows below it too", row=row + 1, n=str(length)
        )

    def is_empty(self, state: Bar) -> bool:
        return not state

    def begin(self, dice: Random) -> str:
        return dice.choice(("2x(w+3)", "w*2,w,2", "w,4,3", "(w+3),(w+1),2", "w,w,w"))

    def draw(self, state: Bar) -> Drawing:
        from sprague.pictures.shapes import Drawing, Shape

        if not 0 < len(state) <= MOST_DRAWN:
            return super().draw(state)
        shapes = []
        for r, length in enumerate(state):
            x = 0
            for name, dots in _squares(state, length):
                role = "poison" if r == x == 0 else "cell"
                shapes.append(Shape("rect", x, r, 1, 1, role, f"r{r}{name}"))
                if dots:
                    shapes.append(Shape("text", x + 0.5, r + 0.5, 1, 1, "label", "", "…"))
                x += 1
            shapes.append(Shape("text", x + 0.8, r + 0.5, 1, 1, "label", "", str(length)))
        width = len(_squares(state, state[0])) + max(2.0, 0.4 * len(str(state[0])))
        return Drawing(width, len(state), tuple(shapes), self.term([state]))

    def marks(self, state: Bar, option: Option) -> tuple[str, ...]:
        place_bitten = place(state, option[0].state)
        if place_bitten is None or len(state) > MOST_DRAWN:
            return ()
        row, length = place_bitten
        column = _drawn_below(state, length)
        return tuple(
            f"r{r}{name}" for r in range(row, len(state)) for name, _ in _squares(state, state[r])[column:]
        )

    def ways(self, state: Bar, option: Option) -> tuple[Way, ...]:
        from sprague.pictures.shapes import Way

        marks = self.marks(state, option)
        return (Way(marks, marks[0] if marks else ""),)


def bitten(bar: Bar, row: int, length: Ordinal) -> Bar:
    """Returns the bar that a bite leaves which shortens this row, counted from 0, to ``length``."""
    rows = (*bar[:row], *(min(long, length) for long in bar[row:]))
    return tuple(long for long in rows if long)


def place(bar: Bar, after: Any) -> tuple[int, Ordinal] | None:
    """Returns the row of the bite that leads from ``bar`` to ``after``, and the length to which it is shortened, or
    None if no bite does."""
    for row, long in enumerate(bar):
        rest = after[row] if row < len(after) else ZERO
        if rest != long:
            right = rest < long and (row or rest) and bitten(bar, row, rest) == tuple(after)
            return (row, rest) if right else None
    return None


def _infinite(side: Ordinal) -> bool:
    return not side.is_finite


def _ordinal(row: Any, where: str) -> Ordinal:
    if isinstance(row, Ordinal):
        return row
    if isinstance(row, str):
        return parse_ordinal(row, where)
    n = index_of(row)
    if n is None or n < 0:
        raise expected(say("an ordinal such as 5, w, w*2+1 or w^2"), shown(row), where)
    return finite(n)


def _checked(rows: Bar, where: str) -> Bar:
    wrong = next((pair for pair in pairwise(rows) if pair[0] < pair[1]), None)
    if wrong is not None:
        raise expected(
            say("rows none of which is longer than the one above"), ",".join(map(str, wrong)), where
        )
    return tuple(row for row in rows if row)


def _refuse_large(rows: int, where: str) -> None:
    if rows > MAX_ROWS:
        raise TooLargeError(
            say("expected at most {limit} rows, got {count}", limit=MAX_ROWS, count=rows), where=where
        )


# The picture. The ends of the rows cut the columns into intervals, which are drawn alike in all rows.


def _intervals(bar: Bar) -> list[tuple[Ordinal, Ordinal]]:
    ends = sorted({ZERO, ONE, *bar})
    return list(pairwise(ends))


def _width(begin: Ordinal, end: Ordinal) -> tuple[int, bool]:
    """Returns how many squares of an interval are drawn, and whether the last of them stands for more."""
    if begin.limit == end.limit and end.natural - begin.natural <= DRAWN_SQUARES:
        return end.natural - begin.natural, False
    return DRAWN_SQUARES, True


def _squares(bar: Bar, length: Ordinal) -> list[tuple[str, bool]]:
    """Returns the squares that are drawn of a row of ``bar``: their names, and whether they stand for more."""
    squares_drawn: list[tuple[str, bool]] = []
    for begin, end in _intervals(bar):
        if end > length:
            break
        squares, dots = _width(begin, end)
        squares_drawn += [(f"c{len(squares_drawn) + i}", dots and i == squares - 1) for i in range(squares)]
    return squares_drawn


def _drawn_below(bar: Bar, length: Ordinal) -> int:
    """Returns how many of the columns that are drawn are before column ``length``, counted from 0."""
    columns = 0
    for begin, end in _intervals(bar):
        squares, dots = _width(begin, end)
        if length < end:
            inside = length.natural - begin.natural if length.limit == begin.limit else squares
            return columns + min(inside, squares - dots)
        columns += squares
    return columns


ORDINAL_CHOMP = OrdinalChomp()
