"""A finite commutative monoid with the set of its elements that are P-positions: the form of a misère quotient.

Elements are 0..n - 1, 0 is the identity. Source of the notions: T. E. Plambeck, A. N. Siegel, Misère quotients for
impartial games, J. Combin. Theory A 115 (2008).
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sprague.system.native import Kernel

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Table = NDArray[np.int32]
    Flags = NDArray[np.bool_]


_outcomes = Kernel(
    "misere_outcomes",
    "const int32[]",
    "const int32[]",
    "const int64[]",
    "uint8[]",
    "int32[]",
    "int32[]",
    "int32[]",
)
_refine = Kernel("misere_refine", "const int64[]", "const int64[]", "int64[]", "int64[]", "int64[]")


@dataclass(frozen=True, eq=False)
class Monoid:
    """A monoid of n elements. ``table`` (n, n) holds the products, ``lost`` says which elements are P-positions, and
    ``words`` holds for each element the least word of items that stands for it."""

    table: Table
    lost: Flags
    words: tuple[tuple[int, ...], ...]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Monoid) and self._same == other._same

    def __hash__(self) -> int:
        return hash(self.words)

    @property
    def _same(self) -> tuple[Any, ...]:
        return self.words, self.table.tolist(), self.lost.tolist()

    @property
    def order(self) -> int:
        """The number of elements."""
        return len(self.table)

    def index(self, element: int) -> int:
        """Returns the least i such that the powers of the element are periodic from element^i on.

        >>> trivial().index(0)
        0
        """
        seen = [0]
        while (power := int(self.table[seen[-1], element])) not in seen:
            seen.append(power)
        return seen.index(power)

    def product(self, elements: Sequence[int]) -> int:
        """Returns the product of elements."""
        total = 0
        for element in elements:
            total = int(self.table[total, element])
        return total


def trivial() -> Monoid:
    """Returns the monoid of the game without moves: the identity alone, an N-position."""
    from sprague.system.arrays import np

    return Monoid(np.zeros((1, 1), np.int32), np.zeros(1, bool), ((),))


class Trial:
    """A monoid that may be the quotient: a known monoid times a cyclic one for each item in ``free``.

    The cyclic factor of an item has the elements h^0..h^(index + 1), and h^(index + 2) = h^index. ``values`` are the
    elements of the items in the known monoid. An element is known + order * (power of the first + (index + 2) * …).
    """

    def __init__(self, monoid: Monoid, values: Sequence[int], free: dict[int, int]) -> None:
        from sprague.system.arrays import np

        generators = sorted({0, *(value for item, value in enumerate(values) if item not in free)})
        elements = _closure(monoid.table, generators)
        number = np.full(monoid.order, -1, np.int32)
        number[elements] = np.arange(len(elements), dtype=np.int32)
        self.table = number[monoid.table[np.ix_(elements, elements)]]
        self.sizes = [index + 2 for index in free.values()]
        self.size = len(elements)
        for size in self.sizes:
            self.size *= size
        self.places: list[tuple[int, ...]] = []
        order = list(free)
        for item, value in enumerate(values):
            powers = [0] * len(order)
            if item in free:
                powers[order.index(item)] = 1
                self.places.append((0, *powers))
            else:
                self.places.append((int(number[value]), *powers))

    def times(self, element: Sequence[int]) -> Any:
        """Returns every element times ``element``, which is given as an element of the known monoid and the powers."""
        from sprague.system.arrays import np

        products: Any = self.table[:, element[0]]
        stride = len(self.table)
        for size, power in zip(self.sizes, element[1:], strict=True):
            moved = np.array([_power(size, own + power) for own in range(size)], np.int32) * stride
            products = (moved[:, None] + products[None, :]).ravel()
            stride *= size
        return products

    def word(self, items: Sequence[int]) -> tuple[int, ...]:
        """Returns the element of a sum of items in the form that :meth:`times` takes."""
        element, powers = 0, [0] * len(self.sizes)
        for item in items:
            place = self.places[item]
            element = int(self.table[element, place[0]])
            powers = [
                _power(size, power + more)
                for size, power, more in zip(self.sizes, powers, place[1:], strict=True)
            ]
        return (element, *powers)


def _power(size: int, exponent: int) -> int:
    """Returns the least exponent of the same power, in a cyclic monoid of ``size`` elements and period 2."""
    return exponent if exponent < size else size - 2 + (exponent - size) % 2


def _closure(table: Any, generators: Sequence[int]) -> Any:
    """Returns the elements of the submonoid that some elements generate, ascending."""
    from sprague.system.arrays import np

    inside = np.zeros(len(table), bool)
    inside[0] = True
    waiting = np.array([0])
    while len(waiting):
        products = np.unique(table[np.ix_(waiting, np.asarray(generators))])
        waiting = products[~inside[products]]
        inside[waiting] = True
    return np.flatnonzero(inside)


def reduced(trial: Trial, options: Sequence[Sequence[Sequence[int]]]) -> tuple[Monoid, list[int]]:
    """Returns the quotient of a trial monoid by indistinguishability, and the elements of the items. The outcomes are
    those of the least words. ``options`` holds for each item the sums of items that its moves leave; an item without
    options is the identity."""
    from sprague.system.arrays import np

    # Of items with the same element the first is enough.
    chosen: dict[tuple[int, ...], int] = {}
    for item, place in enumerate(trial.places):
        if options[item]:
            chosen.setdefault(place, item)
    items = list(chosen.values())
    rows: list[Any] = []
    starts = [0]
    multiples: dict[tuple[int, ...], Any] = {}
    for item in items:
        for element in dict.fromkeys(trial.word(option) for option in options[item]):
            if element not in multiples:
                multiples[element] = trial.times(element)
            rows.append(multiples[element])
        starts.append(len(rows))
    acts = np.array([trial.times(trial.places[item]) for item in items], np.int32).reshape(
        len(items), trial.size
    )
    lost = np.full(trial.size, 2, np.uint8)
    order = np.zeros(trial.size, np.int32)
    without = np.full((trial.size, len(items)), -1, np.int32)
    times = np.array(rows, np.int32).reshape(len(rows), trial.size)
    added = np.zeros(trial.size, np.int32)
    count = _outcomes(acts, times, array("q", starts), lost, order, without, added)
    order = order[:count]
    used = np.unique(added[order[1:]]).tolist()
    classes = lost[order].astype(np.int64)
    position = np.full(trial.size, -1, np.int64)
    position[order] = np.arange(count)
    moved = [position[acts[i][order]] for i in used]
    classes = _coarsest(classes, moved)
    # Classes in the order of their least words, in which they first occur.
    _, first = np.unique(classes, return_index=True)
    first.sort()
    rank = np.empty(len(first), np.int64)
    rank[classes[first]] = np.arange(len(first))
    classes = rank[classes]
    leaders = order[first]
    table = np.zeros((len(leaders), len(leaders)), np.int32)
    table[0] = np.arange(len(leaders))
    words: list[tuple[int, ...]] = [()]
    acting = {item: classes[position[acts[item][leaders]]].astype(np.int32) for item in used}
    for at, leader in enumerate(leaders[1:].tolist(), 1):
        item = int(added[leader])
        behind = int(classes[position[without[leader, item]]])
        table[at] = acting[item][table[behind]]
        words.append((*words[behind], items[item]))
    # An element as a number, from the known element and the powers.
    values = []
    for item, place in enumerate(trial.places):
        number, stride = place[0], len(trial.table)
        for size, power in zip(trial.sizes, place[1:], strict=True):
            number, stride = number + power * stride, stride * size
        values.append(int(classes[position[number]]) if options[item] else 0)
    return Monoid(table, lost[leaders] == 1, tuple(words)), values


def _coarsest(classes: Any, acts: Sequence[Any]) -> Any:
    """Returns the coarsest refinement of ``classes`` in which every one of ``acts`` maps classes into classes."""
    from sprague.system.arrays import np

    if not acts:
        return classes
    slots = np.full(1 << (2 * len(classes)).bit_length(), -1, np.int64)
    joined, taken = np.empty_like(classes), np.empty_like(classes)
    number = len(np.unique(classes))
    unchanged = 0
    while unchanged < len(acts):
        for act in acts:
            count = _refine(classes, act, joined, taken, slots)
            classes, joined = joined, classes
            unchanged = unchanged + 1 if count == number else 0
            number = count
            if unchanged == len(acts):
                break
    return classes
