"""Equations and inequalities between numbers, as automata: c_1 x_1 + … + c_n x_n + c = 0, or >= 0.

While the digits are read, the value of the part read so far is a combination of a few weights, U_i and those below it,
with integer coefficients. As the remaining digits are always worth less than the weight before them, only finitely many
combinations can still reach 0. Each of them is a state, so the automaton is built directly, without adders.
"""

from __future__ import annotations

import functools
from array import array
from collections.abc import Sequence

from sprague.system.ask import tick
from sprague.words.errors import TooLargeError
from sprague.words.messages import say

from .dfa import AND, Automaton, everything, joined, made, projected
from .numeration import System

#: The most combinations that are examined.
MOST = 200_000

#: The largest weight that is compared exceeds ``_HIGH``, and the constant and the coefficients by 2^30: further weights
#: change no verdict. The constant has at most ``_MOST_BITS`` binary digits.
_HIGH, _MOST_BITS = 1 << 60, 4000

#: Beyond this constant an inequality has too many states on the way: it says that the sum equals some number.
_LARGE = 1000

_OPEN, _NEVER, _ALWAYS = 0, 1, 2


def linear(
    system: System, tracks: Sequence[str], coefficients: Sequence[int], constant: int, equal: bool
) -> Automaton:
    """Returns the tuples with ``coefficients`` · x + ``constant`` = 0 (``equal``) or >= 0. The tracks are distinct.

    >>> from .numeration import system
    >>> linear(system("zeckendorf"), "xyz", (1, 1, -1), 0, True).states
    16
    """
    return _linear(system, tuple(coefficients), constant, equal).named(*tracks)


@functools.lru_cache(maxsize=512)
def _linear(system: System, coefficients: tuple[int, ...], constant: int, equal: bool) -> Automaton:
    tracks = tuple(f"x{i}" for i in range(len(coefficients)))
    if not equal and abs(constant) > _LARGE:
        return projected(_linear(system, (*coefficients, -1), constant, True), f"x{len(coefficients)}")
    sums = [0]
    for factor in coefficients:
        sums = [value + factor * digit for value in sums for digit in range(system.digits)]
    values = sorted(set(sums))
    window = _Window(system, coefficients, constant)
    zero = (0, (0,) * system.degree)
    # State 0 is dead; 1 is true whatever follows (for >=); the combinations come after.
    numbers, rows = {zero: 2}, [[0] * len(values), [1] * len(values)]
    todo = [zero]
    accept = [0, 0 if equal else 1]
    for state in todo:
        if len(rows) > MOST:
            raise TooLargeError(
                say(
                    "an automaton of more than {count} states came up on the way: the bound is met",
                    count=MOST,
                )
            )
        if len(rows) % 1000 == 0:
            tick()
        phase, vector = state
        turn = system.turn[phase]
        head, shifted = vector[0], (*vector[1:], 0)
        behind = [rest + head * c for rest, c in zip(shifted, turn, strict=True)]
        row = []
        below = (phase - 1) % len(system.turn)
        for value in values:
            after = (below, (behind[0] + value, *behind[1:]))
            number = numbers.get(after)
            if number is None:
                verdict = window.verdict(after, equal)
                if verdict == _OPEN:
                    number = 2 + len(todo)
                    todo.append(after)
                else:
                    number = 1 if verdict == _ALWAYS and not equal else 0
                numbers[after] = number
            row.append(number)
        rows.append(row)
        worth = sum(v * u for v, u in zip(vector, system.before, strict=True)) + constant
        holds = worth == 0 if equal else worth >= 0
        accept.append(int(holds and phase == 0))
    # Minimise before the validity of the tracks multiplies the states.
    kind = {value: i for i, value in enumerate(values)}
    delta = array("i", [to for row in rows for to in row])
    solutions = made(
        system, tracks, delta, array("B", accept), 2, array("i", [kind[value] for value in sums])
    )
    for track in tracks:
        solutions = joined(solutions, everything(system, (track,)), AND)
    return solutions


class _Window:
    """The combinations that can still reach 0, or 0 and more."""

    def __init__(self, system: System, coefficients: tuple[int, ...], constant: int) -> None:
        self.constant = constant
        self.up = sum(c for c in coefficients if c > 0)
        self.down = -sum(c for c in coefficients if c < 0)
        high = max(_HIGH, (abs(constant) + self.up + self.down) << 30)
        if high.bit_length() > _MOST_BITS:
            raise TooLargeError(
                say(
                    "a number of {count} binary digits is too long for an automaton: the bound is {most}",
                    count=high.bit_length() - 30,
                    most=_MOST_BITS - 30,
                )
            )
        count = system.length(high)
        weights = system.weights(count)
        below = [*reversed(system.before[1:])]
        line = [*below, *weights]
        turn = len(system.turn)
        # By phase: the weights (U_i, U_(i-1), …) for each i of that phase.
        self.rows = [
            [tuple(line[len(below) + i - j] for j in range(system.degree)) for i in range(phase, count, turn)]
            for phase in range(turn)
        ]

    def verdict(self, state: tuple[int, tuple[int, ...]], equal: bool) -> int:
        phase, vector = state
        never = always = True
        for weights in self.rows[phase]:
            worth = self.constant
            for v, u in zip(vector, weights, strict=True):
                worth += v * u
            rest = weights[0] - 1
            high, low = worth + self.up * rest, worth - self.down * rest
            if equal:
                if low <= 0 <= high:
                    return _OPEN
                continue
            if high >= 0:
                never = False
            if low < 0:
                always = False
            if not never and not always:
                return _OPEN
        return _NEVER if equal or never else _ALWAYS
