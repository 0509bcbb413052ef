"""Numeration systems in which a finite automaton can add: bases, and the greedy systems of linear recurrences.

A number is a word of digits, the highest first. Digit i has the weight U_i. The weights satisfy a recurrence whose
coefficients may run in turns (Ostrowski). A word is *valid* if it is the greedy one: the digits after any digit are
together worth less than the weight of that digit. Leading zeros change nothing. If coefficients run in turns, the
length of a word is a multiple of the turn, so that an automaton knows which digit it reads.

Sources: E. Zeckendorf (1972) for Fibonacci numbers; A. Ostrowski (1922) for continued fractions; C. Frougny, B.
Solomyak (1996) and V. Bruyère, G. Hansel (1997): automata can add if the recurrence is Pisot's.
"""

from __future__ import annotations

import bisect
import functools
import re
from dataclasses import dataclass

from sprague.words.errors import RangeError
from sprague.words.messages import say

#: The largest partial quotient and the longest turn of an Ostrowski system.
MOST_QUOTIENT, MOST_TURN = 12, 8

#: The bases.
BASES = tuple(map(str, range(2, 13)))


@dataclass(frozen=True)
class System:
    """A numeration system. ``turn[i % len(turn)]`` holds the coefficients of the recurrence for U_i. ``before`` holds
    U_0, U_-1, … as far as the recurrence looks back. ``digits`` is the number of digits. ``step[v][d]`` is the state of
    validity after digit d in state v (-1: not valid), and ``ends[v]`` says whether a word may end there. The initial
    state is 0."""

    name: str
    turn: tuple[tuple[int, ...], ...]
    before: tuple[int, ...]
    digits: int
    step: tuple[tuple[int, ...], ...]
    ends: tuple[bool, ...]

    def __hash__(self) -> int:
        return hash(self.name)

    @property
    def degree(self) -> int:
        """The number of terms over which the recurrence looks back."""
        return len(self.before)

    def __str__(self) -> str:
        return self.name

    def weights(self, count: int) -> list[int]:
        """Returns the first ``count`` weights U_0, U_1, …

        >>> system("zeckendorf").weights(6), system("pell").weights(5), system("ostrowski(3)").weights(4)
        ([1, 2, 3, 5, 8, 13], [1, 2, 5, 12, 29], [1, 3, 10, 33])
        """
        degree = self.degree
        return list(
            _weights(self, 64 << max(0, (count - 1).bit_length() - 6))[degree - 1 : degree - 1 + count]
        )

    def length(self, n: int) -> int:
        """Returns the number of digits of ``n``, with the leading zeros that complete its turn."""
        room = 64
        while self.weights(room)[-1] <= n:
            room *= 2
        # Two weights may be equal (1, 1 if the lowest digit is always 0).
        count = bisect.bisect_right(self.weights(room), n)
        return -(-count // len(self.turn)) * len(self.turn)

    def word(self, n: int, length: int | None = None) -> tuple[int, ...]:
        """Returns the digits of ``n``, the highest first, with leading zeros up to ``length``.

        >>> system("zeckendorf").word(11), system("ostrowski(3)").word(29), system("3").word(5, 4)
        ((1, 0, 1, 0, 0), (2, 3, 0), (0, 0, 1, 2))
        """
        count = self.length(n)
        weights = self.weights(max(count, length or 0))
        digits = []
        for i in range(max(count, length or 0) - 1, -1, -1):
            digit, n = divmod(n, weights[i])
            digits.append(digit)
        return tuple(digits)

    def number(self, word: tuple[int, ...]) -> int:
        """Returns the value of a word, valid or not."""
        weights = self.weights(len(word))
        return sum(d * u for d, u in zip(word, reversed(weights), strict=True))

    def is_valid(self, word: tuple[int, ...]) -> bool:
        """Returns whether a word is the greedy one of its number (leading zeros allowed)."""
        state = 0
        for digit in word:
            state = self.step[state][digit]
            if state < 0:
                return False
        return self.ends[state]


@functools.lru_cache(maxsize=256)
def _weights(of: System, count: int) -> tuple[int, ...]:
    """Returns the weights before U_0, and ``count`` weights U_0, U_1, …"""
    weights = [*of.before[:0:-1], 1]
    for i in range(1, count):
        turn = of.turn[i % len(of.turn)]
        weights.append(sum(c * u for c, u in zip(turn, reversed(weights[-of.degree :]), strict=True)))
    return tuple(weights)


def base(b: int) -> System:
    """Returns the system of base ``b``."""
    return System(str(b), ((b,),), (1,), b, ((0,) * b,), (True,))


ZECKENDORF = System("zeckendorf", ((1, 1),), (1, 1), 2, ((0, 1), (0, -1)), (True, True))

#: The takes that decide the game in which at most three times the last take may follow: 1, 2, 3, 4, 6, 8, 11, 15, …
#: (A. J. Schwenk 1970; OEIS A003411), U_i = U_(i-1) + U_(i-4). To make this hold from the beginning, 1 and 2 appear
#: twice (1, 1, 2, 2, 3, 4, 6, …), and the lower of the two is never used. In state s, s zeros must follow.
SCHWENK = System(
    "schwenk(3)",
    ((1, 0, 0, 1),),
    (1, 0, 1, 0),
    2,
    ((0, 3), (0, -1), (1, -1), (2, -1)),
    (True, False, True, False),
)

TRIBONACCI = System("tribonacci", ((1, 1, 1),), (1, 1, 0), 2, ((0, 1), (0, 2), (0, -1)), (True, True, True))


def ostrowski(quotients: tuple[int, ...], name: str | None = None) -> System:
    """Returns the system of the denominators of [0; a_1, a_2, …] with ``quotients`` in turns: U_i = a_i U_(i-1) +
    U_(i-2). Digit i is at most a_(i+1), a digit 0 follows a digit of that size, and the lowest digit is less than
    a_1."""
    p = len(quotients)
    turn = tuple((quotients[(i - 1) % p], 1) for i in range(p))
    # The states are 2 * r + full, where r is the number of digits of the turn still to come, modulo p.
    step: list[tuple[int, ...]] = []
    digits = max(quotients) + 1
    for state in range(2 * p):
        remaining, full = (state // 2 - 1) % p, state % 2
        # The index of the digit read is ``remaining`` modulo p; the digit is at most a_(index + 1).
        most = quotients[remaining]
        step.append(
            tuple(
                -1 if digit > (0 if full else most) else 2 * remaining + (digit == most)
                for digit in range(digits)
            )
        )
    ends = tuple(state == 0 for state in range(2 * p))
    text = "ostrowski(" + ",".join(map(str, quotients)) + ")"
    return System(name or text, turn, (1, 0), digits, tuple(step), ends)


_OSTROWSKI = re.compile(r"ostrowski\((\d{1,3}(?:,\d{1,3})*)\)", re.ASCII)


@functools.cache
def system(name: str) -> System:
    """Returns the system with a name: 2 to 12, zeckendorf, pell, tribonacci, schwenk(3), ostrowski(a,b,…). Raises
    RangeError for any other name.

    >>> system("zeckendorf").is_valid((1, 1)), system("pell").is_valid((2, 0)), system("pell").is_valid((2,))
    (False, True, False)
    >>> system("fibonacci")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ...
    sprague.words.errors.RangeError: expected a numeration system: 2 to 12, ..., got 'fibonacci'
    """
    if name in BASES:
        return base(int(name))
    if name == "zeckendorf":
        return ZECKENDORF
    for constant in (TRIBONACCI, SCHWENK):
        if name == constant.name:
            return constant
    if name == "pell":
        return ostrowski((2,), "pell")
    match = _OSTROWSKI.fullmatch(name)
    if match:
        quotients = tuple(map(int, match[1].split(",")))
        if all(1 <= a <= MOST_QUOTIENT for a in quotients) and len(quotients) <= MOST_TURN:
            short: dict[tuple[int, ...], System] = {(1,): ZECKENDORF, (2,): system("pell")}
            return short.get(quotients) or ostrowski(quotients)
    raise RangeError(
        say(
            "expected a numeration system: 2 to 12, zeckendorf, pell, tribonacci, schwenk(3), or ostrowski(3,1) "
            "with its partial quotients, got '{text}'",
            text=name[:60],
        )
    )
