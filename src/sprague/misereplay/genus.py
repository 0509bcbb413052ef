"""The genus of a game: its Grundy value with the misère Grundy values of the game beside zero, one, two, … heaps *2.

The misère Grundy value m(G) is 1 when no move is left, else the mex over the options; G is a P-position in misère play
exactly if it is 0. From some place on m(G), m(G + *2), m(G + *2 + *2), … alternate between two values, and the
superscript ends where it begins to repeat these (Winning Ways, chapter 13; On Numbers and Games, chapter 12).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from sprague.numbers.sums import mex
from sprague.words.digits import to_text
from sprague.words.errors import expected
from sprague.words.messages import say

_FORM = re.compile(r"\s*(\d+)\s*\^?\s*\{?\s*([\d,\s]+?)\s*\}?\s*")

#: Superscripts that published tables do not write in the shortest form.
_WRITTEN: dict[tuple[int, tuple[int, ...]], str] = {(1, (0, 3, 1)): "1^{03131}"}


@dataclass(frozen=True)
class Genus:
    """A genus: ``value`` is the Grundy value, ``superscript`` the shortest sequence m(G), m(G + *2), … that fixes all.

    >>> print(Genus(2, (1, 4, 2, 0, 2, 0)), Genus(2, (2, 0)), Genus(1, (0, 3, 1)))
    2^{1420} 2^{20} 1^{03131}
    """

    value: int
    superscript: tuple[int, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "superscript", _shortest(self.superscript))

    def at(self, count: int) -> int:
        """Returns m of the game beside ``count`` heaps *2."""
        digits = self.superscript
        return digits[count] if count < len(digits) else digits[-1 - (len(digits) - 1 - count) % 2]

    @property
    def tame(self) -> bool:
        """Whether a position of Nim has this genus: 0^{120}, 1^{03131}, or n^{n (n xor 2)}."""
        return self == nim_genus(self.value) or self.superscript == (self.value, self.value ^ 2)

    @property
    def fickle(self) -> bool:
        """Whether a position of Nim without a heap above 1 has this genus: 0^{120} or 1^{03131}."""
        return self.value < 2 and self == nim_genus(self.value)

    def __str__(self) -> str:
        """Writes the genus as Winning Ways does, but *1 as 1^{03131}, as tables of misère quotients do. Commas enclose
        digits above 9."""
        written = _WRITTEN.get((self.value, self.superscript))
        if written is not None:
            return written
        comma = "," if max(self.superscript) > 9 else ""
        return f"{to_text(self.value)}^{{{comma.join(map(to_text, self.superscript))}}}"


def parse_genus(text: str) -> Genus:
    """Returns the genus that is written ``text``. Raises NotationError.

    >>> parse_genus("1^{031}") == parse_genus("1^03131"), parse_genus("0").superscript
    (True, (1, 2, 0))
    """
    if text.strip() == "0":
        return nim_genus(0)
    match = _FORM.fullmatch(text)
    if match is None:
        raise expected(say("a genus such as {example}", example="2^{1420}"), text)
    digits = match[2]
    return Genus(int(match[1]), tuple(map(int, digits.split(",") if "," in digits else digits)))


def nim_genus(n: int) -> Genus:
    """Returns the genus of the heap *n.

    >>> print(nim_genus(3), nim_genus(3).tame)
    3^{31} True
    """
    if n < 2:
        return Genus(n, (1, 2, 0) if n == 0 else (0, 3, 1))
    return Genus(n, (n, n ^ 2))


def genus_of(options: Iterable[Genus]) -> Genus:
    """Returns the genus of a game whose options have these genera.

    m(G + k*2) is the mex over the options beside k heaps, and over G beside k - 1 heaps and 0 or *1. The heap *1 adds 1
    to a misère value, as to any value.

    >>> print(genus_of([]), genus_of([nim_genus(0)]), genus_of([nim_genus(0), nim_genus(3)]))
    0^{120} 1^{03131} 1^{03131}
    """
    genera = list(dict.fromkeys(options))
    value = mex({each.value for each in genera})
    settled = max((len(each.superscript) for each in genera), default=1)
    digits = [mex({each.at(0) for each in genera}) if genera else 1]
    while len(digits) < settled + 3 or digits[-1] != digits[-3] or digits[-2] != digits[-4]:
        before = digits[-1]
        digits.append(mex({each.at(len(digits)) for each in genera} | {before, before ^ 1}))
    return Genus(value, tuple(digits))


def _shortest(digits: Sequence[int]) -> tuple[int, ...]:
    """Returns the digits without repetitions of the last two at their end."""
    digits = tuple(digits)
    while len(digits) > 2 and digits[-1] == digits[-3]:
        digits = digits[:-1]
    return digits
