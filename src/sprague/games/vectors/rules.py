"""Any rule on a fixed number of heaps that is a list of families of vectors: ``vectors{(0,k),(k,0),(k,k)} 5,7``."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from sprague.model.heap_rulesets import MOST_HEAPS, Heaps, HeapTuple
from sprague.model.ruleset import Ruleset
from sprague.numbers.integers import parse as parse_integer
from sprague.words.errors import NotationError, TooLargeError, expected
from sprague.words.messages import say

if TYPE_CHECKING:
    from random import Random

#: The most families of one rule, and the largest number in a family.
MOST_FAMILIES, MOST_NUMBER = 50, 10**6

#: Up to this many moves are counted one by one, if several families may take the same.
MOST_COUNTED = 10**6

#: The largest heap for which a table is considered.
LARGEST = 1_000_000


class Entry(NamedTuple):
    """The amount that a family takes from one heap: ``multiple * k``, or ``constant`` (the other is 0)."""

    multiple: int
    constant: int

    def __str__(self) -> str:
        return ("k" if self.multiple == 1 else f"{self.multiple}k") if self.multiple else str(self.constant)


Family = tuple[Entry, ...]


class Vectors(HeapTuple):
    """A move takes a vector of one of the families, for any k >= 1. A state is the tuple of heaps.

    >>> Vectors(read_families("{(0,k), (k,0),(1k,k)}", "")).head
    'vectors{(0,k),(k,0),(k,k)}'
    """

    name = "vectors"
    title = say("A game of vectors")
    rule = say("Take a vector of any of the listed families, for any k from 1.")
    source = (
        "E. Duchêne, S. Gravier, Geometrical extensions of Wythoff's game, Discrete Mathematics 309 (2009)"
    )
    example = "vectors{(0,k),(k,0),(k,2k)} 5,7"
    engine = "vectors"

    def __init__(self, families: tuple[Family, ...]) -> None:
        self.families = families
        self.heaps = self.fewest = self.most = len(families[0])
        #: A theorem may answer for two or three heaps of any size; the engine refuses the others.
        self.largest = None if self.heaps in (2, 3) else LARGEST
        self.symmetric = all(
            {swapped(family, i) for family in families} == set(families) for i in range(len(families[0]) - 1)
        )

    @cached_property  # equal rulesets have equal heads, and every position asks for it
    def head(self) -> str:
        vectors = ["(" + ",".join(map(str, family)) + ")" for family in self.families]
        return self.name + "{" + ",".join(vectors) + "}"

    def begin(self, dice: Random) -> str:
        return ",".join(str(dice.randint(2, 9)) for _ in self.families[0])

    def leaves(self, heaps: Heaps) -> Iterator[Heaps]:
        # Only families that take from the same heaps can take the same amounts, so these are remembered.
        seen: dict[tuple[bool, ...], set[Heaps] | None] = {}
        for family in self.families:
            seen[support(family)] = set() if support(family) in seen else None
        for family in self.families:
            earlier = seen[support(family)]
            for k in range(1, times(family, heaps) + 1):
                after = tuple(n - m * k - c for n, (m, c) in zip(heaps, family, strict=True))
                if earlier is not None:
                    if after in earlier:
                        continue
                    earlier.add(after)
                yield after

    def option_count(self, state: Heaps) -> int:
        if len({support(family) for family in self.families}) == len(self.families):
            return sum(times(family, state) for family in self.families)
        if sum(times(family, state) for family in self.families) > MOST_COUNTED:
            raise TooLargeError(
                say(
                    "the moves of families that may take the same are counted one by one: from {position} they are "
                    "more than {most}",
                    position=self.term([state]),
                    most=MOST_COUNTED,
                )
            )
        return super().option_count(state)

    def allows_taking(self, amounts: Heaps, state: Heaps) -> bool:
        return any(_matches(family, amounts) for family in self.families)


def support(family: Family) -> tuple[bool, ...]:
    """Returns, for each heap, whether a family takes from it."""
    return tuple(bool(entry.multiple or entry.constant) for entry in family)


def times(family: Family, heaps: Heaps) -> int:
    """Returns the largest k for which ``heaps`` allow a family (1 for a vector without k, 0 if it does not fit)."""
    if any(n < c for n, (_, c) in zip(heaps, family, strict=True)):
        return 0
    return min((n // m for n, (m, _) in zip(heaps, family, strict=True) if m), default=1)


def swapped(family: Family, i: int) -> Family:
    """Returns the family with heaps ``i`` and ``i + 1`` exchanged."""
    return (*family[:i], family[i + 1], family[i], *family[i + 2 :])


def _matches(family: Family, amounts: Heaps) -> bool:
    k = next((a // m for a, (m, _) in zip(amounts, family, strict=True) if m), 1)
    return k >= 1 and all(a == m * k + c for a, (m, c) in zip(amounts, family, strict=True))


_FAMILY = re.compile(r"\(([^()]*)\)", re.ASCII)
_ENTRY = re.compile(r"(\d*)(k?)", re.ASCII)


def read_families(text: str, where: str) -> tuple[Family, ...]:
    """Returns the families in ``{(0,k),(2k,1)}``, each once, in their order."""
    inner = "".join(text.split())
    if len(inner) > 10_000 or not re.fullmatch(r"\{\([^()]*\)(,\([^()]*\))*\}", inner):
        raise expected(
            say("families of vectors such as {example}", example="{(0,k),(k,0),(k,k)}"), text, where
        )
    families = tuple(
        dict.fromkeys(
            tuple(_read_entry(entry, where) for entry in one.split(",")) for one in _FAMILY.findall(inner)
        )
    )
    if len(families) > MOST_FAMILIES:
        raise expected(say("at most {limit} families", limit=MOST_FAMILIES), str(len(families)), where)
    for family in families:
        if len(family) != len(families[0]):
            raise NotationError(
                say(
                    "expected {count} entries in every vector, as in the first, got {other} in ({vector})",
                    count=len(families[0]),
                    other=len(family),
                    vector=",".join(map(str, family)),
                ),
                where=where,
            )
        if not any(support(family)):
            raise NotationError(say("expected every vector to take something, got zeros only"), where=where)
    if len(families[0]) > MOST_HEAPS:
        raise expected(say("at most {limit} heaps", limit=MOST_HEAPS), str(len(families[0])), where)
    return families


def _read_entry(text: str, where: str) -> Entry:
    match = _ENTRY.fullmatch(text)
    if not text or match is None:
        raise expected(say("a number, k, or a multiple such as 2k, in a vector"), text, where)
    number = parse_integer(match[1], where) if match[1] else 1
    if number > MOST_NUMBER:
        raise expected(say("numbers of at most {limit} in a vector", limit=MOST_NUMBER), match[1], where)
    return Entry(number, 0) if match[2] else Entry(0, number)


def from_head(word: str, parameters: str | None) -> Ruleset:
    """Returns the ruleset of ``vectors{…}``."""
    if parameters is None:
        raise expected(say("families of vectors such as {example}", example="{(0,k),(k,0),(k,k)}"), "", word)
    return Vectors(read_families(parameters, word + parameters))
