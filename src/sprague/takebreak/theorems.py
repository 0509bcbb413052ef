r"""From finitely many values to all: the theorems that prove a period of a take-and-break game.

Throughout, g is the Grundy value of a heap, s >= 0 the start, p >= 1 the length, c >= 0 the saltus of a period:
g(n + p) = g(n) + c for n >= s; t is the index of the last digit that is not 0, and S = max(s, 1). The values *seen* are
those of all heaps below B, and the equation holds among them wherever it applies (n >= s, n + p < B). Each theorem says
how large B must be. In all proofs let n + p >= B and let the equation hold below n.

**No splits** (finite code, moves leave at most one heap): B = S + p + t, c = 0. *Proof.* n >= S + t > t, so no
move takes all of n or of n + p, and the options n - k with k <= t are heaps >= S >= s: their values are those of the
options n + p - k, so the mex is the same.

**Two heaps** (finite octal code, any splits; Guy and Smith 1956): B = 2 S + 2 p + t, c = 0. *Proof.* The case h = 2
of the next one.

**Many heaps** (finite code, moves leave at most h >= 2 heaps, any splits): B = h (S + p) + t, c = 0. *Proof.* As
n > t, no move takes all. Let a move leave j <= h heaps of n + p - k >= h (S + p) tokens. The largest, b, is
>= S + p; with b - p >= S >= 1 in its place it is an option of n, of the same value, since s <= b - p < n. Conversely
the largest heap b of an option of n is >= (h (S + p) - p) / h >= S; with b + p < n + p in its place it is an
option of n + p, of the same value. (k = 0 is no exception: then j >= 2 and every heap is smaller than the whole.)

**Unequal splits** (finite code, at most two heaps, which must differ): B = 2 S + 3 p + t, c = 0. *Proof.* As before,
but an option a < b of n + p may become a, a, when b = a + p: it has the value g(a) xor g(a + p) = 0, and
a = (n - k) / 2 >= S + p. Then a - p >= S, and n has the option a - p, a + p in its place, whose value is 0 too.
Conversely b + p is larger than a whenever b is.

**All-but sets** (take any number but some; the largest excluded number is m, 0 if there is none): let
top(n) = max(g(0), ..., g(n - 1)), -1 for n = 0. If, for some s' >= s, the equation holds for s <= n < s' + m, and
top(s' + p) = top(s') + c, it holds for ever: B = s' + m + p with the least such s'. *Proof.* All heaps below n - m are
options of n. Their values are exactly 0, ..., top(n - m): a value v among them brings along all smaller ones,
as they are values of options of its heap. So g(n) is the least number above top(n - m) that is no value of the few
options among the m heaps before n, and top(n - m + 1) = max(top(n - m), g(n - m)). Both are c larger at n + p,
from n = s' + m on. (Such games always have an arithmetic period: A. Siegel, Finite excluded subtraction sets and
infinite modular Nim, thesis, Dalhousie 2005.)

**Lasker's nim** (4.(3): take any number, or split into two): g(0) = 0, g(4k+1) = 4k+1, g(4k+2) = 4k+2,
g(4k+3) = 4k+4, g(4k+4) = 4k+3 (Emanuel Lasker, Brettspiele der Völker, 1931; Winning Ways, chapter 4). *Proof* by
induction. Modulo 4, the value of a heap >= 1 is 3, 1, 2, 0 for heaps that are 0, 1, 2, 3.

- n = 4k+1: what is left by taking has the values 0, ..., 4k. Splits leave 0 and 1, or 2 and 3, modulo 4: their values
  are 2 modulo 4, never 4k+1.
- n = 4k+2: taking gives 0, ..., 4k+1. Splits leave 0 and 2, 1 and 1, or 3 and 3: values 1 or 0 modulo 4, never 4k+2.
- n = 4k+3: taking gives 0, ..., 4k+2, and the split 1, 4k+2 gives 1 xor 4k+2 = 4k+3. Splits leave 0 and 3, or 1 and 2:
  values 3 modulo 4, never 4k+4.
- n = 4k+4: taking gives 0, ..., 4k+2 and 4k+4. Splits leave 0 and 0, 2 and 2, or 1 and 3: values 0 or 1 modulo 4,
  never 4k+3.

So a period is proved by comparing with these values: B = S + p + 4. *Proof.* Let n >= 1 and d(n) = g(n) - n; it
depends on n modulo 4: -1, 0, 0, 1. The equation for the four n from S on says d(n + p) - d(n) = c - p. The sum of the
left sides is 0, so c = p, and d(n + p) = d(n) for all residues, so 4 divides p: it holds for all n >= 1. It does not
for n = 0, as d(0) = 0 and d(p) = -1; and that is seen when s = 0.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol, SupportsInt, overload

from sprague.words.messages import Message, say

from .codes import LASKER, Code


class Row(Protocol):
    """Values, one for each heap: a list, an array, or a view of one."""

    def __len__(self) -> int: ...
    @overload
    def __getitem__(self, index: int, /) -> SupportsInt: ...
    @overload
    def __getitem__(self, index: slice, /) -> Any: ...


#: (code, values seen, start, length, saltus) -> how many values must be seen.
Bound = Callable[[Code, Row, int, int, int], int]


@dataclass(frozen=True)
class Theorem:
    """A theorem that turns a pattern of seen values into a proof; ``needed`` is its bound B."""

    name: str
    statement: Message
    needed: Bound
    arithmetic: bool = False

    def window(self, code: Code, seen: int) -> int:
        """Returns how many of the last values must at least recur for a proof. A search may look for this number."""
        return max(code.last, 1) if self is NO_SPLITS else seen // 2


def _no_splits(code: Code, values: Row, s: int, p: int, c: int) -> int:
    return max(s, 1) + p + code.last


def _heaps(code: Code, values: Row, s: int, p: int, c: int) -> int:
    return code.most_heaps * (max(s, 1) + p) + code.last


def _unequal(code: Code, values: Row, s: int, p: int, c: int) -> int:
    return 2 * max(s, 1) + 3 * p + code.last


def _all_but(code: Code, row: Row, s: int, p: int, c: int) -> int:
    """Returns the least s' + m + p, or one more than the number of values seen if no s' serves yet."""
    m = code.last
    values = [int(value) for value in row[:]]  # plain numbers: sums of small NumPy integers wrap around
    before = max(values[:s], default=-1)
    after = max(values[: s + p], default=-1)
    for start in range(s, len(values) - m - p + 1):
        if after == before + c:
            return start + m + p
        before = max(before, values[start])
        if start + p < len(values):
            after = max(after, values[start + p])
    return len(values) + 1


def _lasker(code: Code, values: Row, s: int, p: int, c: int) -> int:
    return max(s, 1) + p + 4


NO_SPLITS = Theorem(
    "no-splits",
    say("without splits the last t values decide the next (pigeonhole): max(s, 1) + p + t values"),
    _no_splits,
)
GUY_SMITH = Theorem("guy-smith", say("Guy and Smith 1956: 2 max(s, 1) + 2p + t values"), _heaps)
MANY_HEAPS = Theorem(
    "many-heaps", say("Guy and Smith's proof for h heaps: h (max(s, 1) + p) + t values"), _heaps
)
UNEQUAL = Theorem(
    "unequal", say("Guy and Smith's proof for unequal heaps: 2 max(s, 1) + 3p + t values"), _unequal
)
ALL_BUT = Theorem(
    "all-but",
    say("all-but sets: the last m values and the largest decide the next"),
    _all_but,
    arithmetic=True,
)
LASKERS_NIM = Theorem(
    "lasker",
    say("Lasker 1931: g(4k+1) = 4k+1, g(4k+2) = 4k+2, g(4k+3) = 4k+4, g(4k+4) = 4k+3"),
    _lasker,
    arithmetic=True,
)


def theorem_for(code: Code) -> Theorem | None:
    """Returns the theorem that covers ``code``, or None if there is none here; then no period is ever called proved.

    >>> from sprague.takebreak.codes import parse_code
    >>> [theorem_for(parse_code(text)).name for text in ("subtract{1,3,4}", "0.137", "hex:0.8", "unequal:4.0")]
    ['no-splits', 'guy-smith', 'many-heaps', 'unequal']
    >>> theorem_for(parse_code("all-but{2}")).name, theorem_for(parse_code("4.(3)")).name
    ('all-but', 'lasker')
    >>> theorem_for(parse_code("0.(7)")) is None
    True
    """
    if code == LASKER:
        return LASKERS_NIM
    if code.infinite:
        return ALL_BUT if code.repeat == (3,) and set(code.digits) <= {0, 3} else None
    if code.most_heaps <= 1:
        return NO_SPLITS
    if code.split == "any":
        return GUY_SMITH if code.most_heaps == 2 else MANY_HEAPS
    return UNEQUAL if code.split == "unequal" and code.most_heaps == 2 else None
