r"""A reduced form of octal codes: codes with the same reduced form are one game up to a shift of the heaps.

Two codes are *equivalent* when g(n + s) of one is g(n + s') of the other for all n >= 0, and the heaps below s and s'
have value 0. Three arguments, each a few lines of proof, bring a finite code whose moves leave at most two heaps to
a *reduced* form; codes of one reduced form are equivalent. (Ideas of Guy and Smith 1956, section 4, and Winning
Ways, chapter 4, "first cousins".) Bit j of digit d_k allows a move to take k and leave j heaps.

**Shift.** If d_1 does not allow a heap of 1 to be taken, a heap of 1 has no move, and can be left out of every
position: it has value 0. Write m + 1 for every heap. In the new sizes, taking k from m may leave

- two heaps (of size >= 0 each) if d_(k-1) has bit 2: the two had k - 1 tokens less than n = m + 1 together;
- one heap (of size >= 0) if d_k has bit 1; and nothing, k = m, if d_(k+1) has bit 0.

A heap of size 0 is nothing. So the new digit d'_k has bit 2 if d_(k-1) has bit 2; bit 1 if d_k has bit 1 or d_(k-1)
bit 2; bit 0 if d_(k+1) has bit 0 or d_k bit 1 or d_(k-1) bit 2; and g(m + 1) = g'(m) for m >= 0.

**Idle heap.** If d_j has bit 2 and g(b) = 0 for some b >= 1, then to take j and to split off a heap of b leaves a
heap of n - j - b with its own value. So bit 1 of d_(j+b), the same move without the idle heap, changes nothing: with
k = j + b, both are possible for all n > k and no others. (g(b) is the same with and without that bit, as it
concerns heaps above k > b, or k = b where j = 0: n > b.) The reduced form lacks it.

**Empty heap.** Bit 0 of d_k concerns the heap k alone, which then has an option of value 0. If it has another
option of value 0, the bit changes nothing. The reduced form lacks it.

In misère play all three hold with "equal to 0 in misère play" for "of value 0": such a sum may be left out beside any
position. This is a stronger condition, so fewer codes are one game.

>>> from sprague.takebreak.codes import parse_code
>>> print(*(reduce_code(parse_code(text)) for text in ("0.07", "0.4", "4.0", "0.27", "0.26")), sep="; ")
0.137 + 1; 0.137 + 2; 0.7 + 1; 0.337 + 1; 0.337 + 1
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from sprague.words.errors import RangeError
from sprague.words.messages import say

from .codes import Code
from .small import small_values

#: Codes with more digits are not reduced, because each shift rewrites all digits.
MOST_DIGITS = 1000


#: Of a code: whether two heaps (one of them may be 0) may be left out of any sum.
Zeros = Callable[[Code], Callable[[int, int], bool]]


class Reduced(NamedTuple):
    """The reduced form of a code: heap n of the code is heap n - shift of ``code``; below ``shift`` its value is 0."""

    code: Code
    shift: int

    def __str__(self) -> str:
        return f"{octal_digits(self.code)} + {self.shift}"


def reduce_code(code: Code, zeros: Zeros | None = None) -> Reduced:
    """Returns the reduced form of a finite code whose moves leave at most two heaps, which may be any; see the top of
    this module.

    In a reduced form the heap of 1 has value 1. ``zeros`` says which sums of two heaps count as nothing; by default
    those of value 0 in normal play. Raises RangeError for other codes, for a code without a move, and for more than
    MOST_DIGITS digits.

    >>> from sprague.takebreak.codes import parse_code
    >>> reduce_code(parse_code("0.071")) == reduce_code(parse_code("0.07"))
    True
    """
    if code.infinite or code.most_heaps > 2 or code.split != "any" or not code.moves:
        raise RangeError(say("expected a finite octal code with a move, got {code}", code=str(code)))
    if code.last > MOST_DIGITS:
        raise RangeError(
            say("expected at most {most} digits, got {count}", most=MOST_DIGITS, count=code.last)
        )
    digits, shift = list(code.digits), 0
    while len(digits) < 2 or not digits[1] & 1:
        digits, shift = _shifted(digits), shift + 1
    return Reduced(_without_idle(digits, zeros or _of_value_zero), shift)


def is_octal(code: Code) -> bool:
    """Returns whether the arguments of this module apply to ``code``."""
    return (
        not code.infinite
        and code.most_heaps <= 2
        and code.split == "any"
        and code.moves
        and code.last <= MOST_DIGITS
    )


def octal_digits(code: Code) -> str:
    """Returns a finite octal code digit by digit, as tables print it, even if its printed form is a set.

    >>> from sprague.takebreak.codes import parse_code
    >>> octal_digits(parse_code("subtract{1,3}")), octal_digits(parse_code("4.0"))
    ('0.303', '4.0')
    """
    return f"{code.digits[0]}." + ("".join(map(str, code.digits[1:])) or "0")


def _shifted(digits: list[int]) -> list[int]:
    """Returns the digits for heaps that are smaller by one."""
    old = [0, *digits, 0, 0]  # old[k] is d_(k - 1)
    new = []
    for k in range(len(digits) + 1):
        two, one, none = old[k] >> 2 & 1, old[k + 1] >> 1 & 1, old[k + 2] & 1
        new.append(two << 2 | (one | two) << 1 | (none | one | two))
    while len(new) > 1 and not new[-1]:
        new.pop()
    return new


def _of_value_zero(code: Code) -> Callable[[int, int], bool]:
    values = small_values(code, code.last)
    return lambda a, b: values[a] == values[b]


def _without_idle(digits: list[int], zeros: Zeros) -> Code:
    """Returns the code without moves that change no value."""
    code = Code(tuple(digits))
    is_zero = zeros(code)
    splits = [j for j, digit in enumerate(digits) if digit & 4]
    digits_kept = list(digits)
    for k in range(1, len(digits)):
        if digits[k] & 2 and any(k > j and is_zero(k - j, 0) for j in splits):
            digits_kept[k] &= ~2
        if digits[k] & 1 and _reaches_zero(digits, k, is_zero):
            digits_kept[k] &= ~1
    return Code(tuple(digits_kept))


def _reaches_zero(digits: list[int], n: int, is_zero: Callable[[int, int], bool]) -> bool:
    """Returns whether a heap of ``n`` has an option of value 0 that leaves heaps."""
    for k, digit in enumerate(digits[:n]):
        rest = n - k
        if digit & 2 and is_zero(rest, 0):
            return True
        if digit & 4 and any(is_zero(a, rest - a) for a in range(1, rest // 2 + 1)):
            return True
    return False
