"""Brussels Sprouts and Stars-and-Stripes: lines between free arms, each with a bar across it."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from sprague.model.engine import Engine, Evidence
from sprague.model.lazy import Lazy
from sprague.model.lesson import Argument, Guess, Lesson
from sprague.model.ruleset import Component, Option, Ruleset
from sprague.numbers.integers import parse
from sprague.pictures.shapes import Drawing, Shape, Way
from sprague.words.digits import index_of, shown, to_text
from sprague.words.errors import RangeError, TooLargeError, expected
from sprague.words.messages import Message, join, say

if TYPE_CHECKING:
    from random import Random

#: A region: the numbers of free arms of the stars in it, ascending, and how many stars have each.
Region = tuple[tuple[int, int], ...]

#: Arms of a cross, the most arms of a star, the most stars of different numbers of arms, and stars that are drawn.
CROSS, MOST_ARMS, MOST_KINDS, DRAWN = 4, 1000, 50, 60

#: So many equal stars are written one by one.
LISTED = 4

#: States with a longer text are named in a sentence by their stars.
READABLE = 40


def lines_left(region: Region) -> int:
    """Returns how many lines every play in a region has: A + F - 2 for A free arms on F stars.

    >>> lines_left(((4, 3),)), lines_left(((1, 1),)), lines_left(((1, 1), (4, 1))), lines_left(())
    (13, 0, 5, 0)
    """
    return sum((arms + 1) * stars for arms, stars in region) - 2 if region else 0


class BrusselsSprouts(Ruleset):
    """Brussels Sprouts. ``brussels-sprouts 3`` is three crosses, ``brussels-sprouts 4.4.1`` one region with stars of 4,
    4 and 1 free arms, as they are seen from there.

    No two regions share a free arm, so regions are a sum.

    >>> import sprague as sg
    >>> [sg.brussels_sprouts(crosses).outcome for crosses in (1, 2, 3, 10**1000)]
    ['N', 'P', 'N', 'P']
    >>> [move.to.text for move in sg.parse("brussels-sprouts 1").moves()]
    ['brussels-sprouts 3.', 'brussels-sprouts 2.,2.']
    """

    name = "brussels-sprouts"
    title = say("Brussels Sprouts")
    rule = say(
        "Draw a line from a free arm to a free arm, and a bar across it, which gives two free arms, one on either "
        "side. Lines never cross."
    )
    source = (
        "J. H. Conway in M. Gardner, Scientific American 217 (July 1967); E. R. Berlekamp, J. H. Conway, R. K. Guy, "
        "Winning Ways for Your Mathematical Plays (1982), chapter 17, also of stars with any numbers of arms"
    )
    example = "brussels-sprouts 2"
    notation = say(
        "a number of crosses; or the stars of a region, each by its free arms, with points between them, such as "
        "4.4.1; 4*9.1 are nine stars of 4 and one of 1"
    )
    engine = "brussels-sprouts"
    grouped = True
    pictured = True
    same_length = True
    lesson = Lesson(
        "graphs",
        ("-3.", "1", "-2", "3.4", "-3.5", "3", "-2.3.4", "-4", "2.3,5.5"),
        teaches=(
            say("One star of three arms: join two of its arms, and see the bar give two new ones."),
            say("One cross: count the lines until the end."),
            say("Two crosses: how many lines more than with one?"),
            say("Stars of three and of four arms: count the arms before you begin."),
            say("Stars of three and of five arms: what does one arm more change?"),
            say("Three crosses: say how many lines there will be, then play."),
            say("Three stars: how many arms, how many stars, how many lines?"),
            say("Four crosses: try to change who wins."),
            say("Two parts: count the lines of each."),
        ),
        part=say("look at the region that can take {n} lines"),
        shelves=(
            ("2.", "3.", "1", "5."),
            ("1.1", "1.2", "2.2", "1.3", "2.3"),
            ("1.1.1", "1.1.2", "1.2.2", "2.2.2"),
            ("2.,2.", "2.,3.", "1.1,2.2"),
        ),
        guesses=(
            Guess(
                say("the number of free arms is even"),
                lambda regions: sum(arms * stars for region in regions for arms, stars in region) % 2 == 0,
            ),
            Guess(
                say("the number of stars is even"),
                lambda regions: sum(stars for region in regions for _, stars in region) % 2 == 0,
            ),
            Guess(
                say("the number of free arms and that of stars together are even"),
                lambda regions: sum(map(lines_left, regions)) % 2 == 0,
            ),
        ),
    )

    # Notation

    def read(self, text: str) -> list[Hashable]:
        where = f"{self.head} {text}"
        return [self._region(part.strip(), where) for part in text.split(",")]

    def _region(self, text: str, where: str) -> Region:
        if "." not in text:
            crosses = parse(text, where)
            return ((CROSS, crosses),) if crosses else ()
        each: Counter[int] = Counter()
        for part in text.removesuffix(".").split("."):
            arms, _, times = part.partition("*")
            each[parse(arms, where)] += parse(times or "1", where)
        stars = sorted((+each).items())
        if not stars:
            return ()
        if stars[0][0] < 1 or stars[-1][0] > MOST_ARMS:
            wrong = stars[0][0] if stars[0][0] < 1 else stars[-1][0]
            raise RangeError(
                say("expected stars of 1 to {most} free arms, got {arms}", most=MOST_ARMS, arms=wrong),
                where=where,
            )
        if len(stars) > MOST_KINDS:
            raise TooLargeError(
                say(
                    "expected stars of at most {limit} different numbers of arms, got {count}",
                    limit=MOST_KINDS,
                    count=len(stars),
                ),
                where=where,
            )
        return tuple(stars)

    def write(self, states: Sequence[Region]) -> str:
        return ",".join(map(written, states))

    def states(self, *regions: int | str) -> tuple[Ruleset, list[Hashable]]:
        """Takes numbers of crosses, or regions in the notation."""
        return super().states(*regions)

    def check(self, state: Any) -> Hashable:
        if isinstance(state, tuple):
            return state
        crosses = index_of(state)
        if crosses is not None and crosses >= 0:
            return ((CROSS, crosses),) if crosses else ()
        if not isinstance(state, str) or "," in state:
            raise expected(
                say("a number of crosses, or a region such as 4.4.1"), shown(state)[:60], self.head
            )
        return self._region(state, self.head)

    # Moves

    def successors(self, state: Region) -> Iterator[Option]:
        for region in _joined(state):
            yield (Component(self, region if lines_left(region) else ()),)
        for sides in _divided(state):
            parts = tuple(Component(self, region) for region in sides if lines_left(region))
            yield parts or (Component(self, ()),)

    def option_count(self, state: Region) -> int:
        kinds = len(state)
        joined = kinds * (kinds - 1) // 2 + sum(stars > 1 for _, stars in state)
        return joined + sum(_ways_to_divide(spots, p, q) for spots, p, q in _splits(state))

    def is_empty(self, state: Region) -> bool:
        return not lines_left(state)

    def nothing(self) -> Component | None:
        return Component(self, ())

    def begin(self, dice: Random) -> str:
        return str(dice.randint(2, 4))

    # Words and the picture

    def short_name(self, state: Region) -> Message | None:
        if len(written(state)) <= READABLE:
            return None
        return say("a region of {game} with {n} lines to come", game=self.head, n=lines_left(state))

    def describe(self, state: Region, option: Option) -> Message:
        joined, sides = _line(state, option)
        if len(joined) == 2:
            return say("join a star of {a} and a star of {b}", a=joined[0], b=joined[1])
        one, other = sorted(sides)
        return say(
            "join two arms of a star of {a}: {one} on one side, {other} on the other",
            a=joined[0],
            one=_in_words(one),
            other=_in_words(other),
        )

    def shapes(self, state: Region) -> int:
        return 3 + sum((arms + 2) * stars for arms, stars in state)

    def _touched(self, state: Region, option: Option) -> Iterator[tuple[str, ...]]:
        """Yields the stars of the picture between which a line leads to ``option``."""
        joined, _ = _line(state, option)
        stars = list(_each(state)) if _is_drawn(state) else []
        for i, first in enumerate(stars):
            if joined == [first]:
                yield (f"p{i}",)
            for j in range(i + 1, len(stars)):
                if joined == [first, stars[j]]:
                    yield f"p{i}", f"p{j}"

    def ways(self, state: Region, option: Option) -> tuple[Way, ...]:
        return tuple(
            Way(marks, marks[0] if len(marks) == 1 else "") for marks in self._touched(state, option)
        ) or (Way(()),)

    def marks(self, state: Region, option: Option) -> tuple[str, ...]:
        return next(self._touched(state, option), ())

    def draw(self, state: Region) -> Drawing:
        return _drawn(state, self.term([state])) if state and _is_drawn(state) else super().draw(state)


BRUSSELS_SPROUTS = BrusselsSprouts()

THEOREM = Evidence(
    "theorem",
    say(
        "every play has the same number of lines (J. H. Conway, in Winning Ways, 1982, chapter 17: n crosses last "
        "5n - 2 moves)"
    ),
)
STEPS = (
    say("A line uses two free arms, and its bar gives two back. So the number of free arms stays the same."),
    say("A new region gets an arm of the bar. So no part of the paper is ever without an arm."),
    say(
        "A line joins two stars, or it cuts off one more part. At the end each part has one star with one arm, so "
        "there are as many parts as arms."
    ),
)
COUNT = say("So the end comes after {n} lines, whatever you both draw.")
BEHIND = say(
    "This rests on a count: add the free arms and the stars, and take away 2 for each part (Conway)."
)


class BrusselsEngine(Engine):
    """Counts the lines. Every play in a region has the same number of lines, so its value is 1 if this number is odd,
    and 0 if it is even."""

    def value(self, state: Region) -> int:
        return lines_left(state) % 2

    def replies(self, state: Region, target: int) -> Lazy[Option]:
        """Returns all options, or none."""
        if lines_left(state) % 2 == target:
            return Lazy.of([])
        return Lazy(lambda: iter(self.ruleset.successors(state) if target < 2 else ()))

    def evidence(self, state: Region, valued: bool) -> Evidence:
        return THEOREM

    def reason(self, state: Region, zero: bool, reply: Option | None) -> Message | None:
        lines = lines_left(state)
        if zero:
            return say("every play has {n} lines, an even number, whatever is drawn", n=lines)
        if reply is None:
            return None
        return say(
            "every play has {n} lines, an odd number, whatever is drawn: {move}",
            n=lines,
            move=self.ruleset.describe(state, reply),
        )

    def argument(self, states: Sequence[Region], misere: bool) -> Argument | None:
        return Argument((*STEPS, Message(COUNT.key, {"n": sum(map(lines_left, states))})), BEHIND)


def written(region: Region) -> str:
    """Returns a region as users write it.

    >>> written(((4, 3),)), written(((4, 1), (5, 2))), written(((2, 7),)), written(())
    ('3', '4.5.5', '2*7.', '0')
    """
    if not region or region[0][0] == region[-1][0] == CROSS:
        return to_text(region[0][1] if region else 0)
    groups = (
        f"{arms}*{to_text(stars)}" if stars > LISTED else ".".join([str(arms)] * stars)
        for arms, stars in region
    )
    text = ".".join(groups)
    return text if "." in text else f"{text}."


def _in_words(region: Region) -> Message:
    """Returns the stars of a region in words.

    >>> str(_in_words(((3, 1),))), str(_in_words(((2, 1), (4, 2)))), str(_in_words(((4, 20),)))
    ('a star of 3', 'stars of 2, 4, 4', '20 stars')
    """
    count = sum(stars for _, stars in region)
    if count > LISTED:
        return say("{count} stars", count=count)
    arms = join([say("{n}", n=arms) for arms in _each(region)])
    return say("a star of {arms}", arms=arms) if count == 1 else say("stars of {arms}", arms=arms)


def _each(region: Region) -> Iterator[int]:
    """Yields the arms of every star."""
    for arms, stars in region:
        for _ in range(stars):
            yield arms


def _region_of(stars: Counter[int]) -> Region:
    return tuple(sorted((+stars).items()))


def _joined(region: Region) -> Iterator[Region]:
    """Yields the regions that lines between two stars leave."""
    stars = Counter(dict(region))
    for i, (a, count) in enumerate(region):
        for b, _ in region[i if count > 1 else i + 1 :]:
            yield _region_of(stars - Counter([a]) - Counter([b]) + Counter([a + b]))


def _splits(region: Region) -> Iterator[tuple[Counter[int], int, int]]:
    """Yields the ways in which a line between two arms divides a star into p and q: the stars that can then be on
    either side, p, and q."""
    for a, _ in region:
        for p in range(1, a // 2 + 1):
            yield Counter(dict(region)) - Counter([a]) + Counter([p, a - p]), p, a - p


def _divided(region: Region) -> Iterator[tuple[Region, Region]]:
    """Yields the pairs of regions that lines between two arms of one star leave, each once."""
    for stars, p, q in _splits(region):
        ends = sorted({p, q})
        others = sorted(stars.keys() - ends)
        # The ends are chosen first, so that hardly any choice is in vain, however many stars there are.
        for at_ends, tied in _up_to([stars[arms] for arms in ends], True):
            one = Counter(dict(zip(ends, at_ends, strict=True)))
            other = stars - one
            if not ((one[p] and other[q]) or (one[q] and other[p])):
                continue
            for inside, _ in _up_to([stars[arms] for arms in others], tied):
                whole = one + Counter(dict(zip(others, inside, strict=True)))
                yield _region_of(whole), _region_of(stars - whole)


def _up_to(most: list[int], tied: bool) -> Iterator[tuple[tuple[int, ...], bool]]:
    """Yields tuples of numbers from 0 to ``most``, one by one, however large these are, and whether each is the half:
    all tuples, or if ``tied`` one of each pair that adds up to ``most``, the first in order."""
    if not most:
        yield (), tied
        return
    first = 0
    while first <= (most[0] // 2 if tied else most[0]):
        for rest, half in _up_to(most[1:], tied and 2 * first == most[0]):
            yield (first, *rest), half
        first += 1


def _ways_to_divide(stars: Counter[int], p: int, q: int) -> int:
    """Returns how many pairs of regions divide ``stars`` with a star of p in one and a star of q in the other.

    Chosen in order, the first region has from 0 to all stars of each other kind. It has p while the other has q, or q
    while the other has p; both happen if it has some of either, but not all. A pair of equal regions is met once, any
    other one twice.
    """
    ordered = math.prod(count + 1 for arms, count in stars.items() if arms not in (p, q))
    if p == q:
        ordered *= stars[p] - 1
    else:
        ordered *= 2 * stars[p] * stars[q] - (stars[p] - 1) * (stars[q] - 1)
    return (ordered + all(count % 2 == 0 for count in stars.values())) // 2


def _line(region: Region, option: Option) -> tuple[list[int], list[Region]]:
    """Returns the stars that a line to ``option`` joins, by their arms, and the regions that it leaves, also those in
    which no line can be drawn: each of these has one arm."""
    parts: list[Any] = [part.state for part in option]
    sides: list[Region] = [part for part in parts if lines_left(part)]
    sides += [((1, 1),)] * (_free(region) - sum(map(_free, sides)))
    after: Counter[int] = Counter()
    for side in sides:
        after.update(dict(side))
    return sorted((Counter(dict(region)) - after).elements()), sides


def _free(region: Region) -> int:
    return sum(arms * stars for arms, stars in region)


def _is_drawn(region: Region) -> bool:
    return (
        all(stars <= DRAWN and arms <= DRAWN for arms, stars in region)
        and sum(dict(region).values()) <= DRAWN
    )


def _drawn(region: Region, summary: str) -> Drawing:
    """Stars (named p0, p1, … in the order of the notation) in rows, each with its free arms and their number."""
    stars = list(_each(region))
    columns = math.ceil(math.sqrt(len(stars)))
    shapes: list[Shape] = []
    for place, arms in enumerate(stars):
        row, column = divmod(place, columns)
        x, y = 1.5 + 2.5 * column, 1.5 + 2.5 * row
        for arm in range(arms):
            angle = 2 * math.pi * arm / arms - math.pi / 2
            shapes.append(Shape("line", x, y, round(math.cos(angle), 3), round(math.sin(angle), 3), "edge"))
        shapes.append(Shape("circle", x, y, 0.8, 0.8, "vertex", f"p{place}"))
        shapes.append(Shape("text", x, y, 0.8, 0.5, "label", "", str(arms)))
    width, height = 0.5 + 2.5 * columns, 0.5 + 2.5 * math.ceil(len(stars) / columns)
    return Drawing(width, height, (Shape("rect", 0, 0, width, height, "limit"), *shapes), summary)
