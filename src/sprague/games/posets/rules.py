"""Games on finite orders: a move takes an element, and all elements above it. The orders are any given one, the
divisors of a number (Schuh's game), the subsets of a set (Gale's subset take-away), and the cubes of Chomp in three
dimensions.

Parts of which no two elements can be compared are a sum; each is written in one normal form, as a :class:`Poset`.
"""

from __future__ import annotations

import functools
import math
import re
from collections.abc import Hashable, Iterator, Sequence
from itertools import combinations, product
from typing import Any, ClassVar, NamedTuple

from sprague.model.lesson import Lesson
from sprague.model.ruleset import Component, Option, Ruleset
from sprague.numbers.integers import parse
from sprague.pictures.shapes import Drawing, Shape
from sprague.words.digits import index_of, shown
from sprague.words.errors import RangeError, TooLargeError, expected
from sprague.words.messages import Message, say

from .guessing import BOXES, NUMBERS, OF_BOXES, OF_NUMBERS, OF_ORDERS, OF_SETS, ORDERS, SETS
from .orders import MOST, Order, order_of, parts_of


class OnOrder(Ruleset):
    """Base of these games: a move takes an element and all above it. Subclasses define :meth:`order` and
    :meth:`taken`."""

    engine = "order"
    pictured = True
    names_heaps = False

    def order(self, state: Any) -> Order:
        """Returns the order of the remaining elements."""
        raise NotImplementedError

    def taken(self, state: Any, element: str) -> Any:
        """Returns the state after the move that takes the element with this name."""
        raise NotImplementedError

    def successors(self, state: Any) -> Iterator[Option]:
        for element in self.order(state).names:
            yield (Component(self, self.taken(state, element)),)

    def option_count(self, state: Any) -> int:
        return len(self.order(state).names)

    def is_empty(self, state: Any) -> bool:
        return not self.order(state).names

    def pieces(self, state: Any) -> Option:
        return tuple(Component(POSET, part) for part in parts_of(self.order(state)))

    def _gone(self, state: Any, option: Option) -> tuple[str, ...]:
        """Returns the names of the elements that a move takes, the lowest first."""
        after = self.order(option[0].state).names if option else ()
        order = self.order(state)
        levels = dict(zip(order.names, order.levels(), strict=True))
        return tuple(sorted((name for name in order.names if name not in after), key=levels.__getitem__))

    def describe(self, state: Any, option: Option) -> Message:
        gone = self._gone(state, option)
        if len(gone) == 1:
            return say("take {element}", element=gone[0])
        return say("take {element} and all above it ({count} in all)", element=gone[0], count=len(gone))

    def check(self, state: Any) -> Hashable:
        if isinstance(state, tuple):
            return state
        size = index_of(state)
        if size is None and not isinstance(state, str):
            raise RangeError(
                say(
                    "expected a position such as {example}, got {got}",
                    example=self.example,
                    got=shown(state)[:80],
                ),
                where=self.head,
            )
        return self.read(str(state))[0]

    def shapes(self, state: Any) -> int:
        order = self.order(state)
        return 2 * len(order.names) + len(order.covers())

    def draw(self, state: Any) -> Drawing:
        order = self.order(state)
        levels = order.levels()
        high = max(levels, default=0)
        rows = [[i for i, level in enumerate(levels) if level == row] for row in range(high + 1)]
        wide = max(map(len, rows))
        places = {
            i: (1.5 * (k + 0.5 + (wide - len(row)) / 2), 1.5 * (high - level) + 0.75)
            for level, row in enumerate(rows)
            for k, i in enumerate(row)
        }
        shapes = []
        for i, j in order.covers():
            (x, y), (right, low) = places[i], places[j]
            shapes.append(Shape("line", x, y, right - x, low - y, "edge"))
        for i, (x, y) in places.items():
            shapes.append(Shape("circle", x, y, 1, 1, "vertex", f"e{order.names[i]}"))
            shapes.append(Shape("text", x, y, 0.9, 0.7, "label", "", order.names[i]))
        return Drawing(1.5 * wide, 1.5 * (high + 1), tuple(shapes), self.term([state]))

    def marks(self, state: Any, option: Option) -> tuple[str, ...]:
        return tuple(f"e{name}" for name in self._gone(state, option))


class Poset(OnOrder):
    """A poset game: ``poset a<b,a<c,d`` is an order with b and c above a, and d apart.

    >>> import sprague as sg
    >>> sg.poset("a<b,b<c").value, sg.poset("a<b,a<c").value, sg.poset("a<c,b<c,b<d").value
    (3, 1, 0)
    """

    name = "poset"
    title = say("A game on an order")
    rule = say("Take an element, and with it all elements above it.")
    source = "D. Gale, A. Neyman, Nim-type games, International Journal of Game Theory 11 (1982)"
    example = "poset a<c,b<c,b<d,e"
    notation = say(
        "pairs such as a<b, which say that b is above a, and single elements; - is an order without elements"
    )
    lesson = Lesson(
        "graphs",
        ("a<b,c", "-a<b,c<d", "a<c,b<c,d", "-a<b,b<c,e<f,d", "a<c,b<c,b<d,e"),
        shelves=ORDERS,
        guesses=OF_ORDERS,
    )

    def read(self, text: str) -> list[Hashable]:
        where, small = f"{self.head} {text}", "".join(text.split())
        if small == "-":
            return [Order((), ())]
        entries = [entry.split("<") for entry in small.split(",")]
        for ends in entries:
            if not 1 <= len(ends) <= 2 or not all(re.fullmatch(r"\w+", end) for end in ends):
                raise expected(say("pairs such as a<b, or single elements"), "<".join(ends), where)
        vertices = sorted({end for ends in entries for end in ends}, key=lambda end: (len(end), end))
        names = {name: i for i, name in enumerate(vertices)}
        pairs = [(names[ends[0]], names[ends[1]]) for ends in entries if len(ends) == 2]
        if len(names) > MOST:
            raise TooLargeError(
                say("expected at most {limit} elements, got {count}", limit=MOST, count=len(names)),
                where=where,
            )
        above = [1 << i for i in range(len(names))]
        for _ in names:
            for low, high in pairs:
                above[low] |= above[high]
        both = [
            (low, high)
            for low, high in combinations(range(len(names)), 2)
            if above[low] >> high & above[high] >> low & 1
        ]
        if both or any(low == high for low, high in pairs):
            raise RangeError(say("expected an order, but some element is above itself"), where=where)
        return [Order(tuple(names), tuple(above))]

    def write(self, states: Sequence[Any]) -> str:
        order = states[0]
        pairs = order.covers()
        isolated = [i for i in range(len(order.names)) if all(i not in pair for pair in pairs)]
        texts = [f"{order.names[i]}<{order.names[j]}" for i, j in pairs]
        return ",".join([*texts, *(order.names[i] for i in isolated)]) or "-"

    def order(self, state: Any) -> Order:
        return Order(*state)

    def taken(self, state: Any, element: str) -> Any:
        return state.without(state.above[state.names.index(element)])

    def nothing(self) -> Component:
        return Component(self, Order((), ()))


class Named(NamedTuple):
    """The size of an order, and the least elements that are taken, in ascending order."""

    size: tuple[int, ...]
    taken: tuple[Any, ...]


class OnFamily(OnOrder):
    """Base of games whose orders have a size. Subclasses say which elements there are, and which is below which."""

    def elements(self, size: tuple[int, ...]) -> list[Any]:
        """Returns the elements of the whole order."""
        raise NotImplementedError

    def below(self, a: Any, b: Any) -> bool:
        """Returns whether a is b or below it."""
        raise NotImplementedError

    def word(self, element: Any) -> str:
        """Returns how an element is written."""
        return str(element)

    def read_size(self, text: str, where: str) -> tuple[int, ...]:
        """Returns the size that a text stands for."""
        raise NotImplementedError

    def write_size(self, size: tuple[int, ...]) -> str:
        """Returns how a size is written."""
        return str(size[0])

    def read(self, text: str) -> list[Hashable]:
        where = f"{self.head} {text}"
        written, colon, chosen = "".join(text.split()).partition(":")
        size = self.read_size(written, where)
        words = {self.word(element): element for element in self.elements(size)}
        named = chosen.split(",") if colon else []
        wrong = next((word for word in named if word not in words), None)
        if wrong is not None:
            raise expected(say("elements of the order behind the colon"), wrong, where)
        return [self._cut(size, [words[word] for word in named])]

    def _cut(self, size: tuple[int, ...], named: Sequence[Any]) -> Named:
        least = {a for a in named if not any(b != a and self.below(b, a) for b in named)}
        return Named(size, tuple(sorted(least)))

    def write(self, states: Sequence[Any]) -> str:
        size, cuts = states[0]
        return self.write_size(size) + (":" + ",".join(map(self.word, cuts)) if cuts else "")

    def order(self, state: Any) -> Order:
        return _order(self, state)

    def taken(self, state: Any, element: str) -> Any:
        mask = next(each for each in self.elements(state.size) if self.word(each) == element)
        return self._cut(state.size, [*state.taken, mask])


@functools.lru_cache(maxsize=4096)
def _order(game: OnFamily, state: Named) -> Order:
    elements = [a for a in game.elements(state.size) if not any(game.below(cut, a) for cut in state.taken)]
    return order_of(elements, game.below, game.word)


class Divisors(OnFamily):
    """Schuh's game of divisors: name a divisor of the number that is not a multiple of one named before. A player who
    must name 1 loses.

    >>> import sprague as sg
    >>> sg.divisors(36).winning_moves[0], [sg.divisors(n).outcome for n in (2, 12, 30)]
    (<take 6 and all above it (4 in all) -> divisors 36:6>, ['N', 'N', 'N'])
    """

    name = "divisors"
    title = say("The game of divisors")
    rule = say("Name a divisor of the number, not 1, that is no multiple of a divisor named before.")
    source = "F. Schuh, Spel van delers, Nieuw Tijdschrift voor Wiskunde 39 (1952)"
    example = "divisors 36"
    notation = say("the number, and behind a colon the divisors that are named, such as 36:6,9")
    lesson = Lesson(
        "graphs", ("12", "-12:12", "36", "-36:6", "30", "60"), shelves=NUMBERS, guesses=OF_NUMBERS
    )

    def read_size(self, text: str, where: str) -> tuple[int, ...]:
        number = parse(text, where)
        if not 1 <= number <= 10**6:
            raise RangeError(
                say("expected a number from 1 to {most}, got {number}", most=10**6, number=number),
                where=where,
            )
        return (number,)

    def elements(self, size: tuple[int, ...]) -> list[Any]:
        return _divisors(size[0])[1:]

    def below(self, a: Any, b: Any) -> bool:
        return bool(b % a == 0)


@functools.lru_cache(maxsize=64)
def _divisors(number: int) -> list[int]:
    return [n for n in range(1, number + 1) if number % n == 0]


class Subsets(OnFamily):
    """Subset take-away: name a subset of a set, neither empty nor the whole set, that contains none of those named
    before.

    >>> import sprague as sg
    >>> [sg.subsets(n).outcome for n in range(1, 5)]
    ['P', 'P', 'P', 'P']
    """

    name = "subsets"
    title = say("Subset take-away")
    rule = say("Name a subset of the set, neither empty nor the whole, that contains no subset named before.")
    source = (
        "J. D. Christensen, M. Tilford, David Gale's subset take-away game, "
        "American Mathematical Monthly 104 (1997)"
    )
    example = "subsets 4:12"
    notation = say(
        "how many elements the set has, and behind a colon the subsets that are named, such as 4:12,3"
    )
    most: ClassVar[int] = 6
    lesson = Lesson("graphs", ("3:1", "-3", "4:12", "-4", "4:1", "4:123,124"), shelves=SETS, guesses=OF_SETS)

    def read_size(self, text: str, where: str) -> tuple[int, ...]:
        number = parse(text, where)
        if not 1 <= number <= self.most:
            raise RangeError(
                say("expected a set of 1 to {most} elements, got {number}", most=self.most, number=number),
                where=where,
            )
        return (number,)

    def elements(self, size: tuple[int, ...]) -> list[Any]:
        (n,) = size
        return [chosen for count in range(1, n) for chosen in combinations(range(1, n + 1), count)]

    def below(self, a: Any, b: Any) -> bool:
        return {*a} <= {*b}

    def word(self, element: Any) -> str:
        return "".join(map(str, element))


class Box(OnFamily):
    """Chomp in three dimensions: bite a cube off a block, with all that are not nearer to the poisoned corner in any
    direction.

    >>> import sprague as sg
    >>> sg.chomp_box("2x2x2").outcome, sg.chomp_box("2x2x2:122").value
    ('N', 1)
    """

    name = "chomp-box"
    title = say("Chomp in three dimensions")
    rule = say("Bite a cube off the block, with all beyond it in each direction; the corner 111 is poisoned.")
    source = "D. Gale, A curious Nim-type game, American Mathematical Monthly 81 (1974)"
    example = "chomp-box 2x2x3"
    notation = say("three sides, and behind a colon the cubes that were bitten, such as 2x2x3:122,213")
    lesson = Lesson(
        "graphs",
        ("1x2x3", "-1x2x3:123", "2x2x2", "-2x2x2:222", "2x2x3", "2x3x3"),
        shelves=BOXES,
        guesses=OF_BOXES,
    )

    def read_size(self, text: str, where: str) -> tuple[int, ...]:
        sides = tuple(parse(side, where) for side in text.split("x"))
        if len(sides) != 3 or not all(1 <= side <= 9 for side in sides):
            raise expected(say("three sides from 1 to 9, such as 2x2x3"), text, where)
        if math.prod(sides) > MOST:
            raise TooLargeError(
                say("expected at most {limit} elements, got {count}", limit=MOST, count=math.prod(sides)),
                where=where,
            )
        return sides

    def write_size(self, size: tuple[int, ...]) -> str:
        return "x".join(map(str, size))

    def elements(self, size: tuple[int, ...]) -> list[Any]:
        return list(product(*(range(1, side + 1) for side in size)))[1:]

    def below(self, a: Any, b: Any) -> bool:
        return all(x <= y for x, y in zip(a, b, strict=True))

    def word(self, element: Any) -> str:
        return "".join(map(str, element))


POSET, DIVISORS, SUBSETS, CHOMP_BOX = Poset(), Divisors(), Subsets(), Box()
