"""Finds who wins a sum of lands, by a search with proof numbers, in which values replace known lands.

The search asks whether the sum of one land and a heap ``*n`` is a P-position, that is whether the land has the value n.
An option that falls into several lands is reduced to one: the values of all but the largest are searched first, and
added to n (Lemoine, Viennot, Computer analysis of Sprouts with nimbers, Games of No Chance 4, 2015). The couples (land,
n) are searched depth-first by proof and disproof numbers (Nagai 2002): a couple that has no numbers yet counts as its
lives. The game ends, so a couple never occurs below itself.
"""

from __future__ import annotations

from sprague.system.ask import Step, asked, tick
from sprague.system.limits import bytes_text
from sprague.system.locks import Turns, alone
from sprague.words.errors import BudgetError
from sprague.words.messages import say

from .forms import BYTES_AN_OPTION, Land, Lands, options

#: Proof numbers from here on are endless.
ENDLESS = 1 << 60

#: Bytes that a land takes with its options, each option, and what is known of a land or a couple.
BYTES_A_LAND, BYTES_KNOWN = 300, 250

#: Lives of the marks of a land, twice: a letter is met twice.
_TWICE = {ord("0"): 6, ord("1"): 4, ord("2"): 2, ord("."): 0, ord("/"): 0}

Couple = tuple[Land, int]


def lives(land: Land) -> int:
    """Returns how many lines the vertices of a land can take together.

    >>> lives(b"0.0"), lives(b"22A/2A")
    (6, 4)
    """
    return sum(_TWICE.get(mark, 1) for mark in land) // 2


class Search:
    """The known facts about lands: values, values that they do not have, and the numbers of open couples.

    >>> search = Search()
    >>> [search.value((b".".join([b"0"] * spots),)) for spots in range(1, 7)]
    [0, 0, 1, 1, 1, 0]
    """

    def __init__(self) -> None:
        self.alone = Turns()
        self._value: dict[Land, int] = {}
        self._not: dict[Land, int] = {}  # land -> the values that it does not have, as bits
        self._options: dict[Land, list[Lands]] = {}
        self._numbers: dict[Couple, tuple[int, int]] = {}
        self._listed = self._at_drop = 0

    def renew(self) -> None:
        """Does nothing: one assignment publishes each result."""

    def knows(self, lands: Lands) -> bool:
        """Returns whether the values of all these lands are known."""
        return all(land in self._value for land in lands)

    @alone
    def value(self, lands: Lands) -> int:
        """Returns the value of a sum of lands. Raises BudgetError at the bounds in force."""
        total = 0
        for land in sorted(lands, key=lives):
            total ^= self._valued(land)
        return total

    @alone
    def is_value(self, lands: Lands, wanted: int) -> bool:
        """Returns whether a sum of lands has the value ``wanted``: the value of the largest need not be known."""
        if not lands:
            return wanted == 0
        *smaller, largest = sorted(_cancelled(lands), key=lives) or [b""]
        for land in smaller:
            wanted ^= self._valued(land)
        return wanted == 0 if not largest else self._has(largest, wanted)

    def _valued(self, land: Land) -> int:
        value = 0
        while not self._has(land, value):
            value += 1
        return value

    def _has(self, land: Land, value: int) -> bool:
        if value > lives(land):  # each line takes a life, and no value exceeds the longest play
            return False
        answer = self._known(land, value)
        while answer is None:
            self._search((land, value), ENDLESS, ENDLESS)
            answer = self._known(land, value)
        return answer

    def _known(self, land: Land, value: int) -> bool | None:
        """Returns whether a land has this value, or None if that is not known."""
        value_of_land = self._value.get(land)
        if value_of_land is not None:
            return value_of_land == value
        return False if self._not.get(land, 0) >> value & 1 else None

    def _listing(self, land: Land) -> list[Lands]:
        listing = self._options.get(land)
        if listing is None:
            self._bound()
            listing = list(dict.fromkeys(map(_cancelled, options(land))))
            self._options[land] = listing
            self._listed += len(listing)
        return listing

    def _bound(self) -> None:
        """Keeps the tables within the memory. Options and numbers are dropped first, since they can be computed
        again."""
        tick(lambda: Step(say("positions"), len(self._value) + len(self._not), bytes=self._bytes()))
        if self._bytes() <= asked().bytes:
            return
        # If the table of options were so small that little is learnt between two clearings, the search would hardly
        # advance.
        count, lists = len(self._value) + len(self._not), len(self._options)
        learnt, self._at_drop = count - self._at_drop, count
        self._options, self._numbers, self._listed = {}, {}, 0
        if 8 * learnt < lists or 2 * self._bytes() > asked().bytes:
            raise BudgetError(
                say(
                    "{count} positions of this game fill {limit} of memory, and it has more "
                    "(set SPRAGUE_MEMORY to change the limit)",
                    count=count,
                    limit=bytes_text(asked().bytes),
                )
            )

    def _bytes(self) -> int:
        entries = len(self._value) + len(self._not) + len(self._numbers)
        return BYTES_KNOWN * entries + BYTES_A_LAND * len(self._options) + BYTES_AN_OPTION * self._listed

    def _search(self, couple: Couple, proof: int, disproof: int) -> None:
        """Searches a couple until it is known, or its numbers reach these bounds. ``proof`` counts what remains to be
        shown for a win of the player to move."""
        land, value = couple
        listing = self._listing(land)
        while True:
            open_couples = self._open(listing, land, value)
            if open_couples is None:
                self._not[land] = self._not.get(land, 0) | 1 << value
                break
            if not open_couples:
                self._value[land] = value
                break
            # A win takes one lost option; a loss takes that all options are won.
            best, least, second, total, of_best = None, ENDLESS, ENDLESS, 0, 0
            for sum_of in open_couples:
                won, lost = self._estimate(sum_of)
                total += won
                if lost < least:
                    best, of_best, least, second = sum_of, won, lost, least
                elif lost < second:
                    second = lost
            if best is None or least >= proof or total >= disproof:
                self._numbers[couple] = (least, min(total, ENDLESS))
                return
            lands, beside = best
            if len(lands) == 1:
                within = min(proof, second + 1 + second // 4)
                self._search((lands[0], beside), disproof - total + of_best, within)
            else:
                self._valued(min(lands, key=lives))
        self._numbers.pop(couple, None)

    def _open(self, listing: list[Lands], land: Land, value: int) -> dict[tuple[Lands, int], None] | None:
        """Returns the options of a couple about which nothing is known, or None if one of them is lost."""
        open_options: dict[tuple[Lands, int], None] = {}
        for option in listing:
            unknown, beside = [], value
            for part in option:
                part_value = self._value.get(part)
                if part_value is None:
                    unknown.append(part)
                else:
                    beside ^= part_value
            if len(unknown) == 1:
                lost = self._known(unknown[0], beside)
            else:
                lost = None if unknown else beside == 0
            if lost:
                return None
            if lost is None:
                open_options[tuple(unknown), beside] = None
        for less in range(value):
            lost = self._known(land, less)
            if lost:
                return None
            if lost is None:
                open_options[(land,), less] = None
        return open_options

    def _estimate(self, sum_of: tuple[Lands, int]) -> tuple[int, int]:
        """Returns the proof and disproof numbers of an open couple, or of a sum."""
        lands, beside = sum_of
        if len(lands) == 1:
            numbers = self._numbers.get((lands[0], beside))
            if numbers is not None:
                return numbers
        guess = sum(map(lives, lands)) + 2 * (len(lands) - 1)
        return guess, guess


def _cancelled(lands: Lands) -> Lands:
    """Returns a sum of lands without pairs of equal ones, which are adjacent."""
    odd: list[Land] = []
    for land in lands:
        if odd and odd[-1] == land:
            odd.pop()
        else:
            odd.append(land)
    return tuple(odd)
