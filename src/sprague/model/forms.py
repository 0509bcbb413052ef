"""Misère canonical forms: each game once, without reversible options.

Two impartial games are equal in misère play exactly when their canonical forms are the same (Conway, On Numbers and
Games, 1976, chapter 12). A game with the set S of options has the canonical form H if the options of H are in S, and
every other member of S has H as an option: the answer to a move to that member is the move to H. If H has no options,
one member of S must also be a P-position, so that the game has the outcome of H.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations

from sprague.words.errors import RangeError, TooLargeError
from sprague.words.messages import say

#: Sums are formed until this many canonical forms are known.
MOST_FORMS = 20_000

#: By day 6 there are 2^4171780 - … of them.
LAST_DAY = 5


class Forms:
    """Canonical forms by number, each once: 0 is the game without moves, 1 is *1.

    >>> forms = Forms()
    >>> star, two = forms.make([0]), forms.make([0, 1])
    >>> star, forms.add(star, star), forms.make([forms.add(two, two)]) == two
    (1, 0, False)
    """

    def __init__(self, most: int = MOST_FORMS) -> None:
        #: By number: the numbers of the options, ascending.
        self.options: list[tuple[int, ...]] = [()]
        #: By number: whether the game is a P-position in misère play.
        self.is_p = [False]
        self._known: dict[tuple[int, ...], int] = {(): 0}
        self._sums: dict[tuple[int, int], int] = {}
        self._most = most

    def renew(self) -> None:
        """Drops an incomplete form, which is not yet registered by its options."""
        whole = min(len(self.options), len(self.is_p))
        if self._known.get(self.options[whole - 1]) != whole - 1:
            whole -= 1
        del self.options[whole:], self.is_p[whole:]

    def make(self, options: Iterable[int]) -> int:
        """Returns the canonical form of the game with these options."""
        forms = frozenset(options)
        ordered = tuple(sorted(forms))
        form = self._known.get(ordered)
        if form is not None:
            return form
        form = self._reversed(forms)
        if form is None:
            if len(self.options) >= self._most:
                raise TooLargeError(say("more than {limit} canonical forms", limit=self._most))
            form = len(self.options)
            self.options.append(ordered)
            self.is_p.append(not any(self.is_p[x] for x in ordered))
        self._known[ordered] = form
        return form

    def _reversed(self, forms: frozenset[int]) -> int | None:
        """Returns the simpler game to which some of the options ``forms`` revert, or None if none does."""
        seen: set[int] = set()
        for x in forms:
            for candidate in self.options[x]:
                if candidate in seen:
                    continue
                seen.add(candidate)
                own = self.options[candidate]
                if (
                    forms.issuperset(own)
                    and all(candidate in self.options[y] for y in forms.difference(own))
                    and (own or any(self.is_p[y] for y in forms))
                ):
                    return candidate
        return None

    def add(self, a: int, b: int) -> int:
        """Returns the canonical form of a sum. Raises TooLargeError if this needs more forms than the bound allows."""
        stack = [_pair(a, b)]
        sums = self._sums
        while stack:
            x, y = here = stack[-1]
            if here in sums:
                stack.pop()
                continue
            if x == 0:
                sums[here] = y
                stack.pop()
                continue
            pairs = [_pair(z, y) for z in self.options[x]] + [_pair(x, z) for z in self.options[y]]
            missing = [pair for pair in pairs if pair not in sums]
            if missing:
                stack += missing
                continue
            if len(sums) > 50 * self._most:
                raise TooLargeError(say("more than {limit} canonical forms", limit=self._most))
            sums[here] = self.make(sums[pair] for pair in pairs)
            stack.pop()
        return sums[_pair(a, b)]

    def text(self, number: int) -> str:
        """Returns the form in Conway's notation: *n for a heap of Nim, otherwise its options in braces.

        >>> forms = Forms()
        >>> two = forms.make([0, forms.make([0])])
        >>> forms.text(two), forms.text(forms.make([forms.add(two, two)]))
        ('*2', '{{*3, *2}}')
        """
        heap = self.nim_heap(number)
        if heap is not None:
            return f"*{heap}" if heap else "0"
        return "{" + ", ".join(self.text(x) for x in reversed(self.options[number])) + "}"

    def nim_heap(self, number: int) -> int | None:
        """Returns n if the form is the Nim heap *n, otherwise None."""
        size, options = 0, self.options[number]
        for size, x in enumerate(options):
            if len(self.options[x]) != size or self.nim_heap(x) != size:
                return None
        return len(options) if not options or size == len(options) - 1 else None


def born_by(day: int) -> int:
    """Returns the number of impartial games born by ``day``; games that are equal in misère play count once (OEIS
    A047995).

    Raises RangeError beyond day 5.

    >>> [born_by(day) for day in range(5)]
    [1, 2, 3, 5, 22]
    """
    if not 0 <= day <= LAST_DAY:
        raise RangeError(say("expected a day from 0 to {last}, got {day}", last=LAST_DAY, day=day))
    if not day:
        return 1
    from sprague.system.arrays import np

    forms = Forms()
    born = [0]
    for _ in range(day - 1):
        born = sorted({forms.make(options) for options in _subsets(born)})
    # A bit mask is a set of the games born before. It is canonical unless its members have a common simpler game.
    place = {number: i for i, number in enumerate(born)}
    sets = np.arange(1 << len(born), dtype=np.int64)
    lost = sum(1 << place[number] for number in born if forms.is_p[number])
    simpler = np.zeros(len(sets), bool)
    for number in born:
        own = sum(1 << place[x] for x in forms.options[number])
        above = sum(1 << place[x] for x in born if number in forms.options[x])
        rest = sets & ~own
        behind = (sets & own == own) & (rest != 0) & (rest & ~above == 0)
        simpler |= behind if own else behind & (sets & lost != 0)
    return len(sets) - int(np.count_nonzero(simpler))


def _subsets(items: list[int]) -> Iterator[tuple[int, ...]]:
    for size in range(len(items) + 1):
        yield from combinations(items, size)


def _pair(a: int, b: int) -> tuple[int, int]:
    return (a, b) if a <= b else (b, a)
