"""Coins in the plane: products of two games on rows (Turning Corners, Rugs, any ``tartan[…]``), and Acrostic Twins."""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from sprague.model.engine import MOMENT, Engine, Evidence, Question
from sprague.model.lazy import Lazy
from sprague.model.lesson import Argument, Guess, Lesson
from sprague.model.ruleset import Option, Ruleset, Touched
from sprague.numbers import nimber
from sprague.numbers.integers import parse as parse_integer
from sprague.numbers.sums import nim_sum
from sprague.pictures.shapes import Drawing, Shape
from sprague.system.ask import Effort, tick
from sprague.words.digits import index_of, to_text
from sprague.words.errors import expected
from sprague.words.messages import Message, say

from .heads import HeadsRuleset
from .row_games import RULER, TWINS, row_named
from .rows import CHAPTER, SINGLE_HEADS, CoinRow

if TYPE_CHECKING:
    from random import Random

#: Larger boards are drawn as their text.
DRAWN = 20

#: A bound for the work on the winning moves of one head: moves that are tried, times the square of the worths' digits.
MOST_WORK = 40_000_000

#: A place: how far it lies to the right, and how far up.
Place = tuple[int, int]
Heads = tuple[Place, ...]

_PLACE = re.compile(r"\(([^(),]+),([^(),]+)\)", re.ASCII)


class Plane(HeadsRuleset):
    """Base of games on coins in the plane. A state holds the places of the heads in ascending order. Places begin at
    ``first`` in both directions. Of the coins that a move turns, the one furthest to the right and furthest up goes
    from heads to tails."""

    notation: ClassVar[Message] = say("the places of the heads, each as (right,up)")
    first: Place = (0, 0)

    def patterns(self, place: Place) -> Iterator[tuple[Place, ...]]:
        """Yields the other coins of each move whose outermost coin is the head at ``place``."""
        raise NotImplementedError

    def fits(self, turning: Heads) -> bool:
        """Returns whether a move may turn these coins together."""
        raise NotImplementedError

    def read(self, text: str) -> list[Hashable]:
        where = f"{self.head} {text}"
        inner = "".join(text.split())
        if inner == "T":
            return [()]
        if not re.fullmatch(r"\([^()]*\)(,\([^()]*\))*", inner) or len(_PLACE.findall(inner)) != inner.count(
            "("
        ):
            raise expected(say("places of heads such as (2,3),(4,1)"), text.strip()[:80], where)
        heads = [(parse_integer(x, where), parse_integer(y, where)) for x, y in _PLACE.findall(inner)]
        return [self.heads(heads, where)]

    def write(self, states: Sequence[Heads]) -> str:
        return ",".join(f"({to_text(x)},{to_text(y)})" for x, y in states[0]) or "T"

    def place(self, argument: Any) -> Place | None:
        if not isinstance(argument, (tuple, list)) or len(argument) != 2:
            return None
        x, y = map(index_of, argument)
        return None if x is None or y is None else (x, y)

    def place_words(self, place: Place) -> Message:
        return say("({x},{y})", x=place[0], y=place[1])

    def is_outside(self, place: Place) -> bool:
        return place[0] < self.first[0] or place[1] < self.first[1]

    def outside(self, place: Place) -> Message:
        return say(
            "expected places from {first} on, got {place}",
            first=self.place_words(self.first),
            place=self.place_words(place),
        )

    def expected(self, got: str) -> Message:
        return say("expected places of heads such as (2,3),(4,1), got {got}", got=got)

    # Moves

    def successors(self, state: Heads) -> Iterator[Option]:
        for place in reversed(state):
            for others in self.patterns(place):
                yield self.after(state, (place, *others))

    def allows(self, state: Heads, option: Option) -> bool:
        turning = self.turns(state, option)
        return bool(turning) and max(turning or ((0, 0),)) in state and self.fits(turning or ())

    def begin(self, dice: Random) -> str:
        x, y = self.first
        heads = {(x + dice.randint(1, 4), y + dice.randint(1, 4)) for _ in range(3)}
        return ",".join(f"({a},{b})" for a, b in sorted(heads))

    # Words and picture

    def turning_words(self, places: Message, count: int) -> Message:
        if count == 1:
            return say("turn the coin at {place}", place=places)
        return say("turn the coins at {places}", places=places)

    def shapes(self, state: Heads) -> int:
        return 2 * DRAWN * DRAWN

    def _sides(self, state: Heads) -> Place:
        return tuple(  # type: ignore[return-value]
            max((place[i] for place in state), default=self.first[i]) - self.first[i] + 1 for i in (0, 1)
        )

    def draw(self, state: Heads) -> Drawing:
        columns, rows = self._sides(state)
        if max(columns, rows) > DRAWN:
            return super().draw(state)
        shapes: list[Shape] = []
        heads = set(state)
        for j in reversed(range(rows)):
            for i in range(columns):
                place = self.first[0] + i, self.first[1] + j
                x, y, head = i + 0.5, rows - j - 0.5, place in heads
                side = "counter" if head else "tails"
                shapes.append(Shape("circle", x, y, 0.9, 0.9, side, "c{}r{}".format(*place)))
                shapes.append(Shape("text", x, y, 1, 1, "label", "", "H" if head else "T"))
        return Drawing(columns, rows, tuple(shapes), self.term([state]))

    def touched(self, state: Heads, option: Option) -> Touched:
        return Touched(self.turns(state, option) or ())

    def marks(self, state: Heads, option: Option) -> tuple[str, ...]:
        turning = self.turns(state, option)
        if not turning or max(self._sides(state)) > DRAWN:
            return ()
        return tuple("c{}r{}".format(*place) for place in turning)


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


class AcrosticTwins(Plane):
    """Turn two coins of one row or of one column. The value of a head at (x, y) is the nim-sum of x and y.

    >>> import sprague as sg
    >>> sg.acrostic_twins((5, 3)).value, sg.acrostic_twins((5, 3), (4, 2)).outcome
    (6, 'P')
    """

    name = "acrostic-twins"
    title = say("Acrostic Twins")
    rule = say(
        "Turn two coins of one row or of one column; the one further to the right or further up goes from heads to "
        "tails."
    )
    source = CHAPTER
    example = "acrostic-twins (2,3),(4,1)"
    engine = "acrostic-twins"
    lesson = Lesson(
        "boards",
        (
            "(1,3),(2,4)",
            "-(1,3),(3,1)",
            "(1,4),(4,2)",
            "(2,1),(2,3),(3,4)",
            "-(3,4),(4,3)",
            "(2,2),(3,2),(4,4)",
        ),
        skin="coins",
    )

    def patterns(self, place: Place) -> Iterator[tuple[Place, ...]]:
        x, y = place
        for i in range(x):
            yield ((i, y),)
        for j in range(y):
            yield ((x, j),)

    def option_count(self, state: Heads) -> int:
        return sum(x + y for x, y in state)

    def fits(self, turning: Heads) -> bool:
        return len(turning) == 2 and (turning[0][0] == turning[1][0] or turning[0][1] == turning[1][1])


class AcrosticTwinsEngine(Engine):
    """Values Acrostic Twins: a head is the sum of two heaps of Nim, its coordinates."""

    ruleset: AcrosticTwins

    def value(self, state: Heads) -> int:
        return nim_sum(x ^ y for x, y in state)

    def replies(self, state: Heads, target: int) -> Lazy[Option]:
        change = self.value(state) ^ target
        moves = [
            self.ruleset.after(state, [(x, y), other])
            for x, y in reversed(state)
            if change
            for other, smaller in (((x ^ change, y), x ^ change < x), ((x, y ^ change), y ^ change < y))
            if smaller
        ]
        return Lazy.of(moves)

    def evidence(self, state: Heads, valued: bool) -> Evidence:
        return Evidence(
            "theorem", say("Winning Ways, ch. 14: a head at (x, y) is worth the nim-sum of x and y")
        )


TURNING_CORNERS, RUGS, ACROSTIC_TWINS = TurningCorners(), Rugs(), AcrosticTwins()


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
