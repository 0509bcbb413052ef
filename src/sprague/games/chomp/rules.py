"""Chomp: the bar, its notation and its bites."""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterator, Sequence
from itertools import pairwise
from operator import lt
from typing import TYPE_CHECKING, Any

from sprague.model.heap_rulesets import check_heap, read_heaps
from sprague.model.lesson import Guess, Lesson
from sprague.model.ruleset import Component, Option, Ruleset, Touched, by_sides
from sprague.numbers.integers import parse as parse_integer
from sprague.numbers.made import ROW, make
from sprague.pictures.shapes import Drawing, Shape, Way
from sprague.system.ask import Effort, require
from sprague.words.digits import shown, to_text
from sprague.words.errors import RangeError, TooLargeError, expected
from sprague.words.messages import Message, say

from .lattice import Rows, bites

if TYPE_CHECKING:
    from random import Random

    from sprague.model.given import Sizes

#: The reader refuses a bar with more rows.
MAX_ROWS = 10_000

#: A bar with more squares has no picture.
MOST_DRAWN = 2500

#: The cost of a cell in the list of those that a bite takes.
BYTES_A_CELL = 150


#: Bars for pupils, by their rows, and guesses about them.
SHELVES = (
    ("1x2", "1x3", "1x4"),
    ("2,1", "2x2", "3,1", "3,2", "2x3", "4,1", "4,2", "4,3", "2x4", "5,4"),
    ("2,1,1", "3,1,1", "3,2,1", "2,2,1", "3x3", "3,2,2", "4,1,1", "4,2,2"),
    ("2,1,1,1", "3,1,1,1", "4,1,1,1"),
)


def _arms(rows: Rows) -> bool:
    """Returns whether a bar is an L: its first row, and squares below the first square."""
    return len(rows) > 1 and rows[0] > 1 and all(length == 1 for length in rows[1:])


GUESSES = (
    Guess(say("it is an L"), lambda bars: _arms(bars[0])),
    Guess(
        say("it is an L with two arms of the same length"),
        lambda bars: _arms(bars[0]) and len(bars[0]) == bars[0][0],
    ),
    Guess(say("it is a full bar"), lambda bars: len({*bars[0]}) == 1),
    Guess(
        say("it has two rows, and the lower one is shorter by one"),
        lambda bars: len(bars[0]) == 2 and bars[0][0] == bars[0][1] + 1,
    ),
    Guess(say("the number of squares is even"), lambda bars: sum(bars[0]) % 2 == 0),
)


class Chomp(Ruleset):
    """Chomp. A state is the lengths of the rows, without empty rows, and none longer than the one above.

    No move may take the poisoned corner (row 1, column 1), so the player who moves last wins, as in other games.
    """

    name = "chomp"
    title = say("Chomp")
    rule = say("Bite off a square with all below and to the right of it; the corner square is poisoned.")
    source = (
        "F. Schuh, Spel van delers, Nieuw Tijdschrift voor Wiskunde 39 (1952); "
        "D. Gale, Amer. Math. Monthly 81 (1974)"
    )
    example = "chomp 3x4"
    engine = "chomp"
    lesson = Lesson(
        "boards",
        ("2x2", "2x3", "3x3", "3x4", "4x4", "4x5", "8x8"),
        skin="chocolate",
        workshop="bites",
        shelves=SHELVES,
        guesses=GUESSES,
    )

    def read(self, text: str) -> list[Hashable]:
        where = f"{self.head} {text}"
        rectangle = re.fullmatch(r"\s*(\S+)\s*[xX]\s*(\S+)\s*", text)
        if rectangle:
            count, length = (parse_integer(side, where) for side in rectangle.groups())
            _refuse_large(count, where)
            make(count, ROW, where)
            rows = (length,) * count
        else:
            rows = tuple(read_heaps(text, where))
            _refuse_large(len(rows), where)
        return [_checked(rows, where)]

    def write(self, states: Sequence[Rows]) -> str:
        rows = states[0]
        if not rows:
            return "0"
        return f"{len(rows)}x{to_text(rows[0])}" if len(set(rows)) == 1 else ",".join(map(to_text, rows))

    def states(self, *bars: Sizes | str) -> tuple[Ruleset, list[Hashable]]:
        """Takes a full bar by its two sides, or else a bar from each argument: text, or the lengths of its rows."""
        return super().states(*by_sides(bars))

    def check(self, state: Any) -> Hashable:
        if isinstance(state, str):
            return self.read(state)[0]
        if not isinstance(state, Sequence):
            raise RangeError(
                say("expected the lengths of the rows, got {state}", state=shown(state)), where=self.head
            )
        return _checked(tuple(check_heap(length, self.head) for length in state), self.head)

    def successors(self, state: Rows) -> Iterator[Option]:
        for row, column in bites(state):
            yield (Component(self, bite(state, row, column)),)

    def option_count(self, state: Rows) -> int:
        return max(0, sum(state) - 1)

    def allows(self, state: Rows, option: Option) -> bool:
        if len(option) != 1 or option[0].ruleset != self:
            return False
        place = _bitten(state, option[0].state)
        return place is not None and place != (0, 0)

    def fault(self, state: Rows, option: Option) -> Message | None:
        return None if option else say("nobody may take the poisoned corner")

    def begin(self, dice: Random) -> str:
        return f"{dice.randint(3, 4)}x{dice.randint(4, 6)}"

    def describe(self, state: Rows, option: Option) -> Message:
        row, column = _bitten(state, option[0].state) or (0, 0)
        return say("bite at row {row}, column {column}", row=row + 1, column=column + 1)

    def marks(self, state: Rows, option: Option) -> tuple[str, ...]:
        if sum(state) > MOST_DRAWN:
            return ()
        after: Any = (*option[0].state, *[0] * len(state))
        return tuple(f"r{r}c{c}" for r, length in enumerate(state) for c in range(after[r], length))

    def touched(self, state: Rows, option: Option) -> Touched:
        after: Any = (*option[0].state, *[0] * len(state))
        require(
            Effort(bytes=BYTES_A_CELL * (sum(state) - sum(after)), sure=True),
            say("the cells that a bite takes"),
        )
        cells = tuple((r, c) for r, length in enumerate(state) for c in range(after[r], length))
        return Touched(cells[:1], cells)

    def ways(self, state: Rows, option: Option) -> tuple[Way, ...]:
        marks = self.marks(state, option)
        return (Way(marks, marks[0] if marks else ""),)

    def stays(self, state: Rows, option: Option, way: int) -> tuple[dict[str, str] | None, ...]:
        return (None if sum(state) <= MOST_DRAWN else {},) * len(option)

    def is_empty(self, state: Rows) -> bool:
        return not state

    def draw(self, state: Rows) -> Drawing:
        summary = self.term([state])
        if sum(state) > MOST_DRAWN:
            return super().draw(state)
        shapes = [
            Shape("rect", c, r, 1, 1, "poison" if r == c == 0 else "cell", f"r{r}c{c}")
            for r, length in enumerate(state)
            for c in range(length)
        ]
        return Drawing(max(state, default=1), max(1, len(state)), tuple(shapes), summary)


CHOMP = Chomp()


def bite(rows: Rows, row: int, column: int) -> Rows:
    """Returns the bar that a bite at (row, column), counted from 0, leaves.

    >>> bite((4, 4, 4), 1, 2)
    (4, 2, 2)
    """
    after = rows[:row] + tuple(min(length, column) for length in rows[row:])
    return tuple(length for length in after if length)


def _bitten(rows: Rows, after: Any) -> tuple[int, int] | None:
    """Returns the bite that leads from ``rows`` to ``after``, or None if there is none."""
    for row, length in enumerate(rows):
        rest = after[row] if row < len(after) else 0
        if rest != length:
            return (row, rest) if rest < length and bite(rows, row, rest) == tuple(after) else None
    return None


def _checked(rows: Rows, where: str) -> Rows:
    if any(map(lt, rows, rows[1:])):
        above, below = next(pair for pair in pairwise(rows) if lt(*pair))
        raise expected(
            say("rows none of which is longer than the one above"),
            f"{to_text(above)},{to_text(below)}",
            where,
        )
    return rows if rows and rows[-1] else tuple(length for length in rows if length)


def _refuse_large(rows: int, where: str) -> None:
    if rows > MAX_ROWS:
        raise TooLargeError(
            say("expected at most {limit} rows, got {count}", limit=MAX_ROWS, count=rows), where=where
        )
