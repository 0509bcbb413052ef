"""Misère quotients: the monoid of a game's positions up to indistinguishability, with its P-portion."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from sprague.words.errors import RangeError
from sprague.words.messages import Message, say

from .monoid import Monoid
from .periods import proved_period
from .splits import Options
from .tame_heaps import first_wild

if TYPE_CHECKING:
    from sprague.takebreak.codes import Code

_LETTERS = "abcdefghijklmnopqrstuvwxyz"


@dataclass(frozen=True)
class Quotient:
    """The misère quotient of ``game`` on heaps 0..``heaps``, or of the positions in ``items``.

    Two positions are the same element if they have the same outcome beside every position of the game. ``monoid`` holds
    the multiplication table and the P-portion by number, ``values`` the element of each heap. ``stopped`` says why
    the computation ended before the heaps that the user asked for.

    >>> import sprague as sg
    >>> quotient = sg.misere.quotient("0.75")
    >>> quotient.order, quotient.p_portion, quotient.status, quotient.relations
    (8, ('a', 'b^2'), 'proved', ('a^2=1', 'bc=ab', 'c^2=b^2', 'b^3=b'))
    """

    game: str
    heaps: int
    monoid: Monoid
    values: tuple[int, ...]
    options: tuple[Options, ...] = field(repr=False)
    changes: tuple[int, ...]
    code: Code | None = None
    items: tuple[str, ...] = ()
    stopped: Message | None = None

    @property
    def order(self) -> int:
        """The number of elements."""
        return self.monoid.order

    @cached_property
    def _proved(self) -> tuple[int, int] | None:
        return None if self.code is None else proved_period(self.code, self.values)

    @property
    def status(self) -> str:
        """ "proved" if this is the quotient of the whole game, by the periodicity theorem or because there are only
        finitely many positions; otherwise "partial": the quotient of the heaps up to :attr:`heaps`."""
        whole = bool(self.items) and self.stopped is None
        return "proved" if self._proved is not None or whole else "partial"

    @property
    def preperiod(self) -> int | None:
        """The heap from which the pretending function is periodic, or None if this is not proved."""
        return None if self._proved is None else self._proved[0]

    @property
    def period(self) -> int | None:
        """The period of the pretending function, or None if none is proved."""
        return None if self._proved is None else self._proved[1]

    @cached_property
    def wild(self) -> int | None:
        """The first heap (or item) that is wild, or None if all are tame."""
        return first_wild(self.options)

    @property
    def kind(self) -> str:
        """ "tame" if every position behaves like a position of Nim, otherwise "wild"."""
        return "tame" if self.wild is None else "wild"

    @property
    def why(self) -> Message:
        """Says in words why the game is tame or wild."""
        if self.wild is not None:
            name = self.items[self.wild] if self.items else f"{self.game} {self.wild}"
            return say("{position} has a genus that no position of Nim has", position=name)
        return say("every position has the genus of a position of Nim, so it is played like misère Nim")

    # Elements

    @cached_property
    def generators(self) -> dict[str, int]:
        """The letters of the presentation, and the heap (or item) that each stands for."""
        first_heaps: dict[int, int] = {}
        for element, word in enumerate(self.monoid.words):
            if len(word) == 1:
                first_heaps[element] = word[0]
        heaps = sorted(first_heaps.values())
        names = [_LETTERS[i] if len(heaps) <= len(_LETTERS) else f"g{i + 1}" for i in range(len(heaps))]
        return dict(zip(names, heaps, strict=True))

    @cached_property
    def _presentation(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The elements as words, least first by degree and letter, and the complete rewriting rules for these."""
        table = self.monoid.table
        letters = list(self.generators)
        acting = [self.values[heap] for heap in self.generators.values()]
        normal: dict[int, tuple[int, ...]] = {0: ()}
        standard: set[tuple[int, ...]] = {()}
        rules: list[tuple[tuple[int, ...], tuple[int, ...]]] = []
        layer: list[tuple[tuple[int, ...], int]] = [((), 0)]
        while layer:
            following = []
            for word, element in layer:
                for i in range(word[-1] if word else 0, len(letters)):
                    longer = (*word, i)
                    if any(longer[:j] + longer[j + 1 :] not in standard for j in range(len(longer))):
                        continue
                    target = int(table[element, acting[i]])
                    if target in normal:
                        rules.append((longer, normal[target]))
                    else:
                        normal[target] = longer
                        standard.add(longer)
                        following.append((longer, target))
            layer = following
        texts = tuple(self._text(normal[element], letters) for element in range(self.order))
        relations = tuple(
            f"{self._text(left, letters)}={self._text(right, letters)}" for left, right in rules
        )
        return texts, relations

    @staticmethod
    def _text(word: Sequence[int], letters: Sequence[str]) -> str:
        gap = "" if not letters or len(letters[0]) == 1 else " "
        powers = [
            letters[i] if count == 1 else f"{letters[i]}^{count}"
            for i, count in sorted(Counter(word).items())
        ]
        return gap.join(powers) or "1"

    @property
    def elements(self) -> tuple[str, ...]:
        """The elements as words in the generators, by number; 1 is the identity."""
        return self._presentation[0]

    @property
    def relations(self) -> tuple[str, ...]:
        """A complete set of rewriting rules: a word to which none applies is one of :attr:`elements`."""
        return self._presentation[1]

    @cached_property
    def p_portion(self) -> tuple[str, ...]:
        """The elements that are P-positions."""
        return tuple(
            name for name, lost in zip(self.elements, self.monoid.lost.tolist(), strict=True) if lost
        )

    @property
    def table(self) -> list[list[int]]:
        """The multiplication table: ``table[x][y]`` is the number of the product of the elements x and y."""
        rows: list[list[int]] = self.monoid.table.tolist()
        return rows

    # The pretending function

    def number(self, heap: int) -> int:
        """Returns the number of the element of a heap (or of an item, if these are positions).

        Raises RangeError for a heap beyond the known ones.
        """
        if heap < len(self.values):
            return self.values[heap]
        if self._proved is None:
            raise RangeError(
                say("the quotient of {game} is known to heap {last}, not to {heap}",
                    game=self.game, last=self.heaps, heap=heap)
            )  # fmt: skip
        start, length = self._proved
        return self.values[start + (heap - start) % length]

    def pretend(self, heap: int) -> str:
        """Returns the element of ``heap``: the value of the pretending function.

        >>> import sprague as sg
        >>> sg.misere.quotient("kayles").pretend(10**30)
        'ab^2'
        """
        return self.elements[self.number(heap)]

    def product(self, heaps: Sequence[int]) -> int:
        """Returns the number of the element of a sum of heaps."""
        return self.monoid.product([self.number(heap) for heap in heaps])

    def outcome(self, *heaps: int) -> str:
        """Returns "N" or "P", the outcome of a sum of heaps in misère play.

        >>> import sprague as sg
        >>> sg.misere.quotient("kayles").outcome(7, 9, 10**6)
        'N'
        """
        return "P" if self.monoid.lost[self.product(heaps)] else "N"

    # What is printed

    def certificate(self) -> dict[str, Any]:
        """Returns the certificate with which anyone can check the quotient: see
        :mod:`sprague.misereplay.certificate`."""
        from .certificate import write

        return write(self)

    def to_dict(self) -> dict[str, Any]:
        """Returns the object that ``sprague quotient --json`` prints."""
        return {
            "game": self.game,
            "heaps": self.heaps,
            "order": self.order,
            "p_portion": int(self.monoid.lost.sum()),
            "p_elements": list(self.p_portion),
            "status": self.status,
            "class": self.kind,
            "preperiod": self.preperiod,
            "period": self.period,
            "generators": {letter: self._item(heap) for letter, heap in self.generators.items()},
            "relations": list(self.relations),
            "table": [self.elements[value] for value in self.values],
            "positions": list(self.items) or None,
            "stopped": None if self.stopped is None else str(self.stopped),
            "certificate": self.certificate(),
        }

    def _item(self, heap: int) -> int | str:
        return self.items[heap] if self.items else heap

    def __repr__(self) -> str:
        reach = f"to heap {self.heaps}" if self.status == "partial" else "proved"
        if self.period is not None:
            reach += f", preperiod {self.preperiod}, period {self.period}"
        lost = int(self.monoid.lost.sum())
        return (
            f"<misère quotient of {self.game}: order {self.order}, {lost} P-positions, {reach}, {self.kind}>"
        )

    def svg(self) -> str:
        """Draws the elements in squares {x, a x, b x, a b x}, with dark P-positions, as SVG; see
        :mod:`sprague.misereplay.drawing`."""
        from .drawing import picture

        return picture(self)

    def _repr_svg_(self) -> str:
        return self.svg()
