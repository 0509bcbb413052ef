"""Dots and Boxes as Nimstring: a move draws a line, and a player who completes a box must move again. Boxes are not
counted."""

from __future__ import annotations

import re
from collections.abc import Hashable, Sequence
from typing import TYPE_CHECKING, Any

from sprague.model.lesson import Guess, Lesson
from sprague.model.ruleset import Option, Ruleset, Touched, by_sides
from sprague.numbers.integers import parse
from sprague.pictures.shapes import Drawing
from sprague.words.errors import TooLargeError, expected
from sprague.words.messages import Message, say

from .board import Boxes, lines_of, name_of, net_of
from .net import Net
from .rules import AGAIN, StringGame, refused

if TYPE_CHECKING:
    from random import Random

    from sprague.model.given import AnyBoard

#: Boards of more boxes are refused.
MOST_BOXES = 400

_BOARD = re.compile(r"([0-9]{1,9})\s*[xX]\s*([0-9]{1,9})\s*[:\s]?\s*(.*)", re.ASCII | re.DOTALL)
_LINE = re.compile(r"([a-z]{1,2})([0-9]{1,3})", re.ASCII)


SHELVES = (
    tuple(f"1x{n}" for n in range(1, 5)),
    ("2x2", "2x2 b1", "2x2 b1,a2", "1x2 b1", "1x3 b1"),
)
GUESSES = (
    Guess(
        say("the number of lines that are left is even"), lambda boards: boards[0].left.bit_count() % 2 == 0
    ),
    Guess(
        say("both sides of the board are even"),
        lambda boards: not boards[0].rows % 2 and not boards[0].columns % 2,
    ),
    Guess(say("the number of boxes is even"), lambda boards: boards[0].rows * boards[0].columns % 2 == 0),
)


class DotsAndBoxes(StringGame):
    """Dots and Boxes as Nimstring. ``dots-and-boxes 3x3`` is a board of nine boxes, ``dots-and-boxes 3x3 b1,a2`` the
    same with two lines drawn. Columns of dots and lines are a, b, c, …, rows 1, 2, 3, …; dots stand on a1, c1, a3, ….
    After ``!`` the next player must let the other one move again.

    >>> import sprague as sg
    >>> [move.to.text for move in sg.parse("dots-and-boxes 1x1 b1,a2").moves()]
    ['dots-and-boxes 1x1 b1,a2,c2', 'dots-and-boxes 1x1 b1,a2,b3']
    """

    name = "dots-and-boxes"
    title = say("Dots and Boxes, as Nimstring")
    rule = say(
        "Draw a line between two dots. Whoever completes a box must move again, also after the last one. "
        "Boxes are not counted."
    )
    notation = say("the sides, then the lines that are drawn, as in 2x2 b1,a2")
    example = "dots-and-boxes 2x3"
    pictured = True
    lesson = Lesson(
        "boards",
        ("1x2", "-2x2", "1x3", "2x3", "-2x4", "3x3"),
        skin="boxes",
        shelves=SHELVES,
        guesses=GUESSES,
    )

    def read(self, text: str) -> list[Hashable]:
        where = f"{self.head} {text}"
        match = _BOARD.fullmatch(text.strip())
        if not match:
            raise expected(say("a board such as 3x3, or 3x3 b1,a2 with two lines"), text.strip(), where)
        rows, columns = parse(match[1], where), parse(match[2], where)
        if not rows or not columns:
            raise expected(say("a board of at least one box"), text.strip(), where)
        if rows * columns > MOST_BOXES:
            raise TooLargeError(
                say("expected at most {limit} boxes, got {count}", limit=MOST_BOXES, count=rows * columns),
                where=where,
            )
        again = match[3].endswith(AGAIN)
        drawn = match[3].removesuffix(AGAIN).strip().lower()
        names = {name_of(*place): string for string, place in enumerate(lines_of(rows, columns))}
        undrawn = (1 << len(names)) - 1
        for name in re.split(r"\s*,\s*|\s+", drawn) if drawn else []:
            if name not in names:
                raise expected(say("a line of the board, such as b1 or a2"), name[:20], where)
            if not undrawn >> names[name] & 1:
                raise expected(say("each line once"), name, where)
            undrawn ^= 1 << names[name]
        state = Boxes(rows, columns, undrawn, again)
        if again and len(Net.degrees(*self.net(state))) == rows * columns:
            raise expected(say("! only where a box is complete"), text.strip(), where)
        return [state]

    def write(self, states: Sequence[Boxes]) -> str:
        rows, columns, undrawn, again = states[0]
        drawn = [
            name_of(*place)
            for string, place in enumerate(lines_of(rows, columns))
            if not undrawn >> string & 1
        ]
        return f"{rows}x{columns} {','.join(drawn)}".rstrip() + AGAIN * again

    def states(self, *boards: AnyBoard) -> tuple[Ruleset, list[Hashable]]:
        """Takes the sides of one board, or boards in the notation."""
        return super().states(*by_sides(boards))

    def check(self, state: Any) -> Hashable:
        if isinstance(state, Boxes):
            return self.read(self.write([state]))[0]
        if not isinstance(state, str):
            raise refused(state, self.head)
        return self.read(state)[0]

    def net(self, state: Boxes) -> tuple[Net, int]:
        return net_of(state.rows, state.columns), state.left

    def cut(self, state: Boxes, string: int) -> Boxes:
        return state._replace(left=state.left ^ 1 << string, again=Net.frees(*self.net(state), string))

    def coin(self, state: Boxes, coin: int) -> str:
        return name_of(2 * (coin // state.columns) + 1, 2 * (coin % state.columns) + 1)

    def line(self, state: Boxes, string: int) -> str:
        """Returns the name of a line."""
        return name_of(*lines_of(state.rows, state.columns)[string])

    def shape(self, state: Boxes, string: int) -> str:
        return f"line-{self.line(state, string)}"

    def cutting(self, state: Boxes, string: int, frees: bool) -> Message:
        if frees:
            return say("draw the line {line}, and move again", line=self.line(state, string))
        return say("draw the line {line}", line=self.line(state, string))

    def begin(self, dice: Random) -> str:
        return dice.choice(("1x4", "1x5", "2x2", "2x3", "2x4", "3x3"))

    def short_name(self, state: Boxes) -> Message | None:
        if len(self.write([state])) <= 30:
            return None
        return say(
            "{game} {rows}x{columns}, {count} lines left",
            game=self.head,
            rows=state.rows,
            columns=state.columns,
            count=state.left.bit_count(),
        )

    def shapes(self, state: Boxes) -> int:
        return 4 * (state.rows + 1) * (state.columns + 1)

    def draw(self, state: Boxes) -> Drawing:
        from .drawing import draw_boxes

        return draw_boxes(state, self.term([state]))

    def touched(self, state: Boxes, option: Option) -> Touched:
        lines = tuple(self.line(state, string) for string in self.cuts(state, option))[:1]
        return Touched(lines, lines)


DOTS_AND_BOXES = DotsAndBoxes()
