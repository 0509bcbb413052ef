"""Games of vectors with blocking: ``blocking-vectors[m=1]{(0,k),(k,0),(k,k)} 4,7``."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cached_property
from typing import ClassVar

from sprague.games.nim_like.blocking import LARGEST, MOST_BLOCKED, Blocking
from sprague.games.nim_like.parameter import number_in_head
from sprague.model.heap_rulesets import Heaps
from sprague.model.ruleset import Component, Ruleset
from sprague.words.digits import to_text
from sprague.words.errors import expected
from sprague.words.messages import Message, say

from .rules import Family, Vectors, read_families

_EXAMPLE = "[m=1]{(0,k),(k,0),(k,k)}"


class BlockingVectors(Blocking):
    """A game of vectors with blocking: the player who has moved may forbid up to m of the options for the next move.

    >>> import sprague as sg
    >>> sg.parse("blocking-vectors[m=1]{(0,k),(k,0),(k,k)} 1,3").winning_moves[0]
    <take 3 from heap 2 and forbid taking 1 from heap 1 -> blocking-vectors[m=1]{(0,k),(k,0),(k,k)} 1,0:0,0>
    >>> sg.parse("blocking-vectors[m=1]{(0,k),(k,0),(k,k)} 1,3:1,0").outcome
    'P'
    """

    name = "blocking-vectors"
    title = say("A game of vectors with blocking")
    source = "U. Larsson, Blocking Wythoff Nim, Electronic Journal of Combinatorics 18 (2011), #P120"
    example = "blocking-vectors[m=1]{(0,k),(k,0),(k,k)} 4,7"
    engine = "blocking-vectors"
    wanted_options: ClassVar[Message] = say("forbidden options that a take by one of the vectors leaves")

    def __init__(self, k: int, families: tuple[Family, ...]) -> None:
        self.k, self.families = k, families
        self._vectors = Vectors(families)
        self.fewest = self.most = self._vectors.fewest
        #: A theorem may answer for two heaps of any size.
        self.largest = None if self.most == 2 else LARGEST
        self.any_order = self._vectors.symmetric
        self.rule = say(
            "Take a vector of any of the listed families, for any k from 1, unless this was forbidden. Then you may "
            "forbid moves of the other player, at most {k}.",
            k=k,
        )

    @cached_property
    def head(self) -> str:
        return f"{self.name}[m={to_text(self.k)}]{self._vectors.head.removeprefix('vectors')}"

    def leaves(self, heaps: Heaps) -> Iterable[Heaps]:
        return self._vectors.leaves(heaps)

    def leads(self, heaps: Heaps, after: Heaps) -> bool:
        return self._vectors.allows_taking(tuple(n - m for n, m in zip(heaps, after, strict=True)), heaps)

    def count(self, heaps: Heaps) -> int:
        return self._vectors.option_count(heaps)

    def take_words(self, heaps: Heaps, after: Heaps) -> Message:
        return self._vectors.describe(heaps, (Component(self._vectors, after),))


def from_head(word: str, parameters: str | None) -> Ruleset:
    """Returns the ruleset of ``blocking-vectors[m=…]{…}``."""
    where = word + (parameters or "")
    match = re.fullmatch(r"(\[[^\]{]*\])(\{.*\})", parameters or "", re.DOTALL)
    if match is None:
        raise expected(
            say("a number and families of vectors such as {example}", example=_EXAMPLE),
            parameters or "",
            where,
        )
    return BlockingVectors(number_in_head(word, match[1], "m", MOST_BLOCKED), read_families(match[2], where))
