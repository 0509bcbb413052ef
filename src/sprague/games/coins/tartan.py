"""Products of two games on rows of coins: Turning Corners, Rugs, any ``tartan[…]``."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from sprague.model.engine import MOMENT, Engine, Evidence, Question
from sprague.model.lazy import Lazy
from sprague.model.lesson import Argument, Guess, Lesson
from sprague.model.ruleset import Option, Ruleset
from sprague.numbers import nimber
from sprague.numbers.sums import nim_sum
from sprague.system.ask import Effort, tick
from sprague.words.errors import expected
from sprague.words.messages import say

from .plane import Heads, Place, Plane
from .row_games import RULER, TWINS, row_named
from .rows import CHAPTER, SINGLE_HEADS, CoinRow

#: A bound for the work on the winning moves of one head: moves that are tried, times the square of the worths' digits.
MOST_WORK = 40_000_000


class Tartan(Plane):
    """The product of two games on rows: a move turns every place whose column belongs to a move of one game and whose
    row belongs to a move of the other. The value of a head is the nim product of its values in the two games.

    >>> import sprague as sg
    >>> sg.parse("tartan[mock-turtles,ruler] (3,4)").value == sg.nimber.multiply(7, 4)
    True
    """

    name = "tartan"
    title = say("A product of two coin games")
    rule = say(
        "Choose a move of the one game for columns and a move of the other for rows, and turn every coin where a "
        "chosen column meets a chosen row. The coin furthest to the right and up goes from heads to tails."
    )
    source = CHAPTER
    example = "tartan[mock-turtles,ruler] (3,4)"
    engine = "tartan"

    def __init__(self, across: CoinRow, up: CoinRow, name: str = "") -> None:
        self.across, self.up = across, up
        self.first = across.first, up.first
        self._name = name

    @property
    def head(self) -> str:
        return self._name or f"tartan[{self.across.head},{self.up.head}]"

    def patterns(self, place: Place) -> Iterator[tuple[Place, ...]]:
        (a, b), (x, y) = self.first, place
        for columns in self.across.family.others(x - a):
            for rows in self.up.family.others(y - b):
                yield self.meeting(place, columns, rows)

    def meeting(self, place: Place, columns: Sequence[int], rows: Sequence[int]) -> tuple[Place, ...]:
        """Returns the places where these columns and rows (as indices) or those of ``place`` meet, but not itself."""
        (a, b), (x, y) = self.first, place
        all_columns, all_rows = [*(a + i for i in columns), x], [*(b + j for j in rows), y]
        return tuple((i, j) for i in all_columns for j in all_rows if (i, j) != place)

    def option_count(self, state: Heads) -> int:
        (a, b), across, up = self.first, self.across.family, self.up.family
        return sum(across.count(x - a) * up.count(y - b) for x, y in state)

    def fits(self, turning: Heads) -> bool:
        (a, b), columns, rows = self.first, sorted({x for x, _ in turning}), sorted({y for _, y in turning})
        return (
            len(turning) == len(columns) * len(rows)
            and self.across.family.allows(tuple(x - a for x in columns[:-1]), columns[-1] - a)
            and self.up.family.allows(tuple(y - b for y in rows[:-1]), rows[-1] - b)
        )


#: Boards for pupils, by their first head, and guesses about them.
TWO_HEADS = tuple(
    tuple(f"({a},{b}),({x},{y})" for x in (1, 2, 3) for y in (1, 2, 3) if (x, y) > (a, b))
    for a, b in ((1, 1), (1, 2), (1, 3), (2, 1))
)
TWO_HEAD_GUESSES = (
    Guess(
        say("the two heads lie in one line"),
        lambda boards: any(len({*line}) == 1 for line in zip(*boards[0], strict=True)),
    ),
    Guess(
        say("the two heads are mirror images across the diagonal"),
        lambda boards: boards[0][0] == boards[0][1][::-1],
    ),
    Guess(
        say("width times height is the same number for both heads"),
        lambda boards: len({x * y for x, y in boards[0]}) == 1,
    ),
)


class TurningCorners(Tartan):
    """Turn the four corners of a rectangle. The value of a head at (x, y) is the nim product of x and y.

    >>> import sprague as sg
    >>> sg.turning_corners((2, 3), (5, 4)).value == sg.nimber.multiply(2, 3) ^ sg.nimber.multiply(5, 4)
    True
    """

    name = "turning-corners"
    title = say("Turning Corners")
    rule = say(
        "Turn the four corners of a rectangle with sides along the rows and columns; its upper right one goes from "
        "heads to tails."
    )
    example = "turning-corners (2,3),(4,1)"
    lesson = Lesson(
        "boards",
        ("(1,2),(3,1)", "-(1,2),(2,1)", "(1,1),(2,2)", "(2,3),(4,1)", "(1,1),(3,3)"),
        skin="coins",
        shelves=TWO_HEADS,
        guesses=TWO_HEAD_GUESSES,
    )

    def __init__(self) -> None:
        super().__init__(TWINS, TWINS, self.name)


class Rugs(Tartan):
    """Turn all coins of a rectangle. The value of a head at (x, y) is the nim product of the largest powers of 2 that
    divide x and y."""

    name = "rugs"
    title = say("Rugs")
    rule = say("Turn all coins of a rectangle; its upper right one goes from heads to tails.")
    example = "rugs (2,3),(4,1)"
    lesson = Lesson(
        "boards",
        ("(2,4),(3,2)", "-(1,2),(2,3)", "(3,1),(3,4)", "(3,3),(4,2)", "-(3,1),(3,3)", "(2,3),(2,4),(3,3)"),
        skin="coins",
    )

    def __init__(self) -> None:
        super().__init__(RULER, RULER, self.name)


class TartanEngine(Engine):
    """Values a board by the tartan theorem: the value of a head is the nim product of its values in the two games
    (Winning Ways, ch. 14)."""

    ruleset: Tartan

    def _worths(self, place: Place) -> tuple[int, int]:
        game = self.ruleset
        return (
            game.across.family.value(place[0] - game.across.first),
            game.up.family.value(place[1] - game.up.first),
        )

    def _one(self, place: Place) -> int:
        return nimber.multiply(*self._worths(place))

    def value(self, state: Heads) -> int:
        return nim_sum(map(self._one, state))

    def effort(self, state: Heads, question: Question = "value") -> Effort:
        efforts = [
            Effort(1, 100 * coins, row.family.seconds(coins))
            for i, row in enumerate((self.ruleset.across, self.ruleset.up))
            if state and not row.family.closed
            for coins in [max(place[i] for place in state) - row.first + 1]
        ]
        return sum(efforts, start=MOMENT)

    def replies(self, state: Heads, target: int) -> Lazy[Option]:
        """Constructs the winning moves of a product from moves of its games. A move that turns columns with the nim-sum
        s of values and rows with the nim-sum t changes the value by the nim product of s and t, so the one determines
        the other. The moves of the game with fewer of them are tried in turn, up to a bound."""
        game, change = self.ruleset, self.value(state) ^ target
        if not change:
            return Lazy.of([])
        plans = [self._plan(place) for place in reversed(state)]

        def options() -> Iterator[Option]:
            for plan in plans:
                for turning in plan.turning(change):
                    yield game.after(state, turning)

        return Lazy(options, complete=all(plan.whole for plan in plans))

    def _plan(self, place: Place) -> _Plan:
        game = self.ruleset
        rows = (game.across, game.up)
        indices = tuple(n - row.first for n, row in zip(place, rows, strict=True))
        counts = [row.family.count(index) for row, index in zip(rows, indices, strict=True)]
        return _Plan(game, place, self._worths(place), int(counts[1] < counts[0]), min(counts))

    def evidence(self, state: Heads, valued: bool) -> Evidence:
        return TARTAN

    def argument(self, states: Sequence[Heads], misere: bool) -> Argument | None:
        return None if misere else Argument((SINGLE_HEADS, PRODUCT), BEHIND)


class _Plan(NamedTuple):
    """The plan to find the moves that turn the head at ``place``. Each of the ``moves`` moves of the game ``axis`` (0
    for columns, 1 for rows) determines those of the other game. ``worths`` are the values of the head in the two
    games."""

    game: Tartan
    place: Place
    worths: tuple[int, int]
    axis: int
    moves: int

    @property
    def most(self) -> int:
        """The number of moves to try, which is smaller if nim products take longer."""
        return max(100, MOST_WORK // max(1, max(self.worths).bit_length()) ** 2)

    @property
    def whole(self) -> bool:
        """Whether all moves are tried."""
        return self.moves <= self.most

    def turning(self, change: int) -> Iterator[list[Place]]:
        """Yields the coins of each move that changes the value by ``change``."""
        rows = (self.game.across, self.game.up)
        this, other = rows[self.axis], rows[1 - self.axis]
        here, across = self.place[self.axis] - this.first, self.place[1 - self.axis] - other.first
        for some in islice(this.family.others(here), self.most):
            tick()
            divisor = nim_sum(map(this.family.value, some)) ^ self.worths[self.axis]
            if divisor:
                wanted = nimber.divide(change, divisor) ^ self.worths[1 - self.axis]
                for more in other.family.reaching(across, wanted):
                    columns, ups = (more, some) if self.axis else (some, more)
                    yield [self.place, *self.game.meeting(self.place, columns, ups)]


TARTAN = Evidence(
    "theorem", say("the tartan theorem (Winning Ways, ch. 14): the value of a head is a nim product")
)
PRODUCT = say(
    "A head is worth the nim product of its worth in the game for columns and its worth in the game for rows: a move "
    "of the one and a move of the other together change the value by the nim product of their changes."
)
BEHIND = say("This rests on the tartan theorem (Winning Ways, ch. 14).")


TURNING_CORNERS, RUGS = TurningCorners(), Rugs()


def from_head(word: str, parameters: str | None) -> Ruleset:
    """Returns the ruleset of ``tartan[…,…]``."""
    where = word + (parameters or "")
    wanted = say("two games on a row of coins, such as {example}", example="[mock-turtles,ruler]")
    inside = re.fullmatch(r"\[([^\[\]]*)\]", "".join((parameters or "").split()))
    names = re.findall(r"[^,{}]+(?:\{[^{}]*\})?", inside[1]) if inside else []
    if inside is None or len(names) != 2 or ",".join(names) != inside[1]:
        raise expected(wanted, parameters or "", where)
    across, up = (row_named(name, wanted, where) for name in names)
    return Tartan(across, up)
