"""Computes a misère quotient item by item: of heaps, or of the positions of a finite set that is closed under options.

A trial is right if it misses no winning move and claims no false one. Then, by induction, its outcomes are those of the
definition, and in reduced form it is the misère quotient (Plambeck and Siegel 2008). For a sum X let D(X) be the set of
elements q such that q X is an N-position and no move within X wins there. Then

* no option of an item leads from a P-position to one: q h and q e are never both in P, for any q and any option e of h;
* the identity is in D(X) for no X but the sum of nothing: an N-position has a winning move.

D(X + Y) = {q : q y in D(X) and q x in D(Y)}. So the second condition is tested by adding pairs (element of X, D(X))
until no new one appears. An empty D stays empty.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Sequence
from itertools import combinations
from typing import Any

from sprague.system.ask import Effort, Step, require, tick
from sprague.system.native import DONE, FULL, OUT_OF_BUDGET, Kernel
from sprague.words.errors import TooLargeError
from sprague.words.messages import say

from .monoid import Monoid, Trial, reduced, trivial
from .splits import Options, Splits, labelled

#: Larger monoids are not tried.
MOST_ELEMENTS, MOST_ORDER = 200_000, 3000

#: The largest number of trials for one item.
MOST_TRIALS = 400

#: The steps of the kernel in one call.
_SLICE = 100_000_000

_extend = Kernel(
    "misere_extend", "const int32[]", "int", "const uint8[]", "int32[]", "uint8[]", "int32[]", "int32[]",
    "int32[]", "int64[]", "int",
)  # fmt: skip


class NotFinite(TooLargeError):
    """No finite quotient was found within the bounds."""


class Growth:
    """The quotient of the items added so far. ``values`` are their elements, ``options`` the sums that moves leave.

    >>> growth = Growth()
    >>> for item in ((), ((),), ((0,), (1,))):
    ...     growth.add(item)
    >>> growth.monoid.order, growth.values
    (6, [0, 1, 2])
    """

    def __init__(self) -> None:
        #: The monoid and the elements of the items, published together.
        self._found: tuple[Monoid, list[int]] = (trivial(), [])
        self.options: list[Options] = []
        #: The items at which the quotient changed.
        self.changes: list[int] = []
        self._states: _States | None = None

    @property
    def monoid(self) -> Monoid:
        """The quotient."""
        return self._found[0]

    @property
    def values(self) -> list[int]:
        """The elements of the items."""
        return self._found[1]

    def published(self) -> tuple[Monoid, tuple[int, ...], tuple[Any, ...], tuple[int, ...]]:
        """Returns the monoid, the elements of the items, their options, and the items at which the quotient changed.
        All four belong together even if another thread is adding items."""
        monoid, elements = self._found
        values = tuple(elements)
        count = len(values)
        changes = tuple(item for item in tuple(self.changes) if item < count)
        return monoid, values, tuple(self.options[:count]), changes

    def renew(self) -> None:
        """Drops an item that an exception interrupted."""
        del self.options[len(self.values) :]
        while self.changes and self.changes[-1] >= len(self.values):
            del self.changes[-1]
        self._states = None

    def add(self, options: Options) -> None:
        """Adds an item whose moves leave these sums of items. If it raises NotFinite, nothing has changed."""
        moves = options
        if not isinstance(options, Splits):
            moves = tuple(sorted({tuple(sorted(option)) for option in options}))
        if not moves:
            self.options.append(())
            self.values.append(0)
            return
        tick(lambda: Step(say("heaps"), len(self.values)))
        value = self._conservative(moves)
        if value is not None:
            self.options.append(moves)
            self.values.append(value)
            return
        extended = self._extended(moves)
        self._states = None
        self.options.append(moves)
        self.changes.append(len(self.values))
        self._found = extended

    def _conservative(self, options: Options) -> int | None:
        """Returns the element for an item that leaves the quotient unchanged, or None if there is none."""
        from sprague.system.arrays import np

        monoid = self.monoid
        if monoid.order == 1:
            return None
        if self._states is None:
            self._states = _States(monoid, self.values, self.options)
        states = self._states
        elements = sorted({monoid.product(option) for option in labelled(options, self.values)})
        winning: Any = states.outcomes[:, elements].any(axis=1)
        wins = bool(winning[0])
        clash = (states.outcomes & winning[:, None]).any(axis=0)
        for element in np.flatnonzero(~clash & (monoid.lost == (not wins))).tolist():
            deficit = ~states.outcomes[:, element] & ~winning
            if deficit[0]:
                continue
            if states.dominated(element, deficit):
                return int(element)
            trial = states.copy()
            if trial.extend(len(self.values), element, deficit) is None:
                self._states = trial
                return int(element)
        return None

    def _extended(self, options: Options) -> tuple[Monoid, list[int]]:
        """Returns a larger quotient, with the new item."""
        new = len(self.values)
        every = [*self.options, options]
        monoid, values = reduced(Trial(self.monoid, [*self.values, 0], {new: 2}), every)
        more = 0
        for _ in range(MOST_TRIALS):
            if monoid.order > MOST_ORDER:
                raise NotFinite(say("a quotient of more than {limit} elements", limit=MOST_ORDER))
            failure = _failure(monoid, values, every)
            if failure is None:
                return monoid, values
            mended = None
            while mended is None and more < 8:
                mended = self._mended(monoid, values, every, failure, more)
                if mended is None:
                    more += 2
            if mended is None:
                break
            monoid, values = mended
            tick(lambda order: Step(say("elements of a quotient"), order), monoid.order)
        raise NotFinite(say("no finite quotient was found"))

    @staticmethod
    def _mended(
        monoid: Monoid, values: list[int], options: Sequence[Options], failure: Sequence[int], more: int
    ) -> tuple[Monoid, list[int]] | None:
        """Returns a trial in which some items of the word ``failure`` are free, and its outcome is reversed."""
        was = bool(monoid.lost[monoid.product([values[item] for item in failure])])
        items = sorted(set(failure))
        too_large = False
        for count in range(1, len(items) + 1):
            for chosen in combinations(items, count):
                free = {
                    item: max(monoid.index(values[item]), failure.count(item) - 1, 1) + more
                    for item in chosen
                }
                trial = Trial(monoid, values, free)
                if trial.size > MOST_ELEMENTS:
                    too_large = True
                    continue
                tick()
                mended, own = reduced(trial, options)
                if mended.order > MOST_ORDER:
                    too_large = True
                    continue
                if bool(mended.lost[mended.product([own[item] for item in failure])]) != was:
                    return mended, own
        if too_large:
            raise NotFinite(say("a quotient of more than {limit} elements", limit=MOST_ORDER))
        return None


def _failure(monoid: Monoid, values: Sequence[int], options: Sequence[Options]) -> tuple[int, ...] | None:
    """Returns a word whose outcome in ``monoid`` contradicts its options, or None if all are right."""
    states = _States(monoid, values, options, check=True)
    return states.failure


class _States:
    """The pairs (element of X, D(X)) of all sums X of items, as long as D is not empty; see the file's head."""

    def __init__(
        self, monoid: Monoid, values: Sequence[int], options: Sequence[Options], check: bool = False
    ) -> None:
        from sprague.system.arrays import np

        self.monoid = monoid
        self.outcomes = monoid.lost[monoid.table]
        self.failure: tuple[int, ...] | None = None
        self._elements = np.zeros(64, np.int32)
        self._deficits = np.zeros((64, monoid.order), np.uint8)
        self._deficits[0] = ~monoid.lost
        self._before, self._after = np.full(64, -1, np.int32), np.full(64, -1, np.int32)
        self._latest = np.full(monoid.order, -1, np.int32)
        self._latest[0] = 0
        self._count = 1
        #: By place: the item that was added last.
        self._items: list[int] = [-1]
        items = []
        for item, moves in enumerate(options):
            if not moves:
                continue
            elements = sorted({monoid.product(option) for option in labelled(moves, values)})
            winning = self.outcomes[:, elements].any(axis=1)
            both = self.outcomes[:, values[item]] & winning
            if check and both.any():
                word = tuple(sorted((*monoid.words[int(np.flatnonzero(both)[0])], item)))
                if self.failure is None or _key(word) < _key(self.failure):
                    self.failure = word
            items.append((item, values[item], ~self.outcomes[:, values[item]] & ~winning))
        for item, element, deficit in items:
            if self.failure is not None and self.failure[-1] < item:
                return
            if not deficit[0] and self.dominated(element, deficit):
                continue
            wrong = self.extend(item, element, deficit)
            if wrong is not None and (self.failure is None or _key(wrong) < _key(self.failure)):
                self.failure = wrong
                return

    @property
    def count(self) -> int:
        """The number of pairs."""
        return self._count

    def pairs(self) -> list[tuple[int, Any]]:
        """Returns the pairs."""
        return [(int(self._elements[place]), self._deficits[place] != 0) for place in range(self._count)]

    def copy(self) -> _States:
        """Returns a copy, to be extended in a trial."""
        import copy

        other = copy.copy(self)
        for name in ("_elements", "_deficits", "_before", "_after", "_latest", "_items"):
            setattr(other, name, getattr(self, name).copy())
        return other

    def dominated(self, element: int, deficit: Any) -> bool:
        """Returns whether a known sum has this element, and fails wherever one with ``deficit`` does. Then the latter
        adds nothing new."""
        place = int(self._latest[element])
        while place >= 0:
            if not (deficit & (self._deficits[place] == 0)).any():
                return True
            place = int(self._after[place])
        return False

    def extend(self, item: int, element: int, deficit: Any) -> tuple[int, ...] | None:
        """Adds all sums with copies of ``item``. Returns a word that should have a winning move but has none, or
        None."""
        extending, flags = array("q", [0, self._count, -1]), deficit.astype("uint8")
        while True:
            ended = _extend(
                self.monoid.table, element, flags, self._elements, self._deficits, self._before, self._after,
                self._latest, extending, _SLICE,
            )  # fmt: skip
            _, count, wrong = extending
            self._items += [item] * (count - self._count)
            self._count = count
            tick()
            if ended == DONE:
                return None
            if ended == FULL:
                self._enlarge()
            elif ended != OUT_OF_BUDGET:
                return self._word(wrong)

    def _enlarge(self) -> None:
        from sprague.system.arrays import np

        require(
            Effort(bytes=4 * self._deficits.nbytes, sure=True),
            say("the proof of a quotient of {order} elements", order=self.monoid.order),
        )
        self._elements = np.concatenate([self._elements, np.zeros_like(self._elements)])
        self._deficits = np.concatenate([self._deficits, np.zeros_like(self._deficits)])
        self._before = np.concatenate([self._before, np.full_like(self._before, -1)])
        self._after = np.concatenate([self._after, np.full_like(self._after, -1)])

    def _word(self, place: int) -> tuple[int, ...]:
        word = []
        while place > 0:
            word.append(self._items[place])
            place = int(self._before[place])
        return tuple(sorted(word))


def _key(word: Iterable[int]) -> tuple[int, ...]:
    """Returns the sort key of words in the order in which they get outcomes: by their last items."""
    return tuple(sorted(word, reverse=True))


def grow(options: Callable[[int], Options], to: int) -> Growth:
    """Returns the quotient of heaps 0..``to``; ``options`` gives the sums that the moves from a heap leave."""
    growth = Growth()
    for heap in range(to + 1):
        growth.add(options(heap))
    return growth


def sums_of(monoid: Monoid, values: Sequence[int], options: Sequence[Options]) -> list[tuple[int, Any]]:
    """Returns the maximal pairs (element of X, D(X) as flags): they contain the pairs of all sums of items. See the top
    of this file."""
    states = _States(monoid, values, options)
    assert states.failure is None
    return states.pairs()
