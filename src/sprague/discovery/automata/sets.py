"""Sets of numbers that have names in formulas, as automata: of digits, powers and bits.

A name may have parameters: ``digit-at(10,3)`` is true of n and p if p is a power of 10 and the digit of n at its place
is 3. Some sets exist only in some numerations; then OtherSystemError names these.
"""

from __future__ import annotations

import functools
import itertools
import re
from array import array
from collections.abc import Callable, Hashable
from typing import Any

from sprague.words.errors import RangeError, UnsolvedError
from sprague.words.messages import say

from .dfa import AND, Automaton, everything, joined, made
from .numeration import System

_NAME = re.compile(r"([a-z-]+)(?:\(((?:\d+)(?:,\d+)*)\))?", re.ASCII)


class OtherSystemError(UnsolvedError):
    """A set does not exist in this numeration; ``systems`` are those in which it exists."""

    def __init__(self, name: str, system: System, systems: tuple[str, ...]) -> None:
        self.systems = systems
        super().__init__(say("{name} is no automaton in {system}", name=name, system=system.name))


@functools.lru_cache(maxsize=512)
def named_set(name: str, system: System) -> Automaton:
    """Returns the set of a name. Raises OtherSystemError if it does not exist in ``system``, RangeError for an unknown
    name.

    >>> from .numeration import system
    >>> [n for n in range(30) if (n,) in named_set("power(3)", system("3"))]
    [1, 3, 9, 27]
    >>> (1234, 10) in named_set("digit-at(10,3)", system("10"))
    True
    """
    match = _NAME.fullmatch(name)
    if match is None or match[1] not in _SETS:
        raise RangeError(say("expected the name of a set of numbers, got '{name}'", name=name[:60]))
    numbers = [int(part) for part in match[2].split(",")] if match[2] else []
    return _SETS[match[1]](name, system, *numbers)


def by_letters(
    system: System,
    count: int,
    step: Callable[[Any, tuple[int, ...]], Hashable | None],
    ends: Callable[[Any], bool],
    start: Hashable = 0,
) -> Automaton:
    """Returns the set of the tuples of ``count`` numbers whose digits, the highest first, ``step`` leads from ``start``
    to a state in which a word may end; None leads nowhere."""
    tracks = tuple("abcdefghij"[:count])
    numbers: dict[Hashable, int] = {start: 1}
    rows = [[0] * system.digits**count]
    todo = [start]
    for state in todo:
        row = []
        for letter in itertools.product(range(system.digits), repeat=count):
            after = step(state, letter)
            if after is not None and after not in numbers:
                numbers[after] = len(numbers) + 1
                todo.append(after)
            row.append(0 if after is None else numbers[after])
        rows.append(row)
    accept = array("B", [0, *(bool(ends(state)) for state in todo)])
    one = made(system, tracks, array("i", itertools.chain.from_iterable(rows)), accept, 1)
    return joined(one, everything(system, tracks), AND)


def _zeros(parity: int) -> Callable[[str, System], Automaton]:
    """Returns the positive numbers whose representation ends in an even (0) or odd (1) number of zeros."""

    def step(state: int, letter: tuple[int, ...]) -> int:
        # State 0: only zeros so far; states 1 and 2: an even or odd number of zeros at the end.
        return 1 if letter[0] else (0, 2, 1)[state]

    return lambda name, system: by_letters(system, 1, step, lambda state: state == 1 + parity)


def _shift(name: str, system: System) -> Automaton:
    """Returns the pairs (x, y) where the representation of y is that of x with a zero behind it."""

    # The state is the digit that y has shown, which x must show next. If digits run in turns, a single zero is not a
    # whole turn: there is no such set.
    def step(state: int, letter: tuple[int, ...]) -> int | None:
        return letter[1] if letter[0] == state else None

    return by_letters(system, 2, step, lambda state: state == 0 and len(system.turn) == 1)


def _weight(name: str, system: System) -> Automaton:
    """Returns the weights of the system: one digit 1, then zeros."""
    return by_letters(
        system,
        1,
        lambda has_one, letter: has_one if not letter[0] else 1 if not has_one and letter[0] == 1 else None,
        bool,
    )


def _of_base(name: str, system: System, base: int) -> int:
    """Returns the exponent e for which the system is base ``base``^e."""
    bases = tuple(str(base**e) for e in range(1, 4) if base**e <= 12)
    if system.name not in bases:
        raise OtherSystemError(name, system, bases)
    return bases.index(system.name) + 1


def _only(name: str, system: System, base: int) -> None:
    if system.name != str(base):
        raise OtherSystemError(name, system, (str(base),))


def _power(name: str, system: System, base: int) -> Automaton:
    """Returns the powers of ``base``."""
    lowest = {base**i for i in range(_of_base(name, system, base))}
    return by_letters(
        system,
        1,
        lambda has_one, letter: (
            has_one if not letter[0] else 1 if not has_one and letter[0] in lowest else None
        ),
        bool,
    )


def _digit(name: str, system: System, base: int, digit: int) -> Automaton:
    """Returns the numbers that, written in ``base`` without leading zeros, contain ``digit``; 0 is written 0."""
    _only(name, system, base)

    def step(state: tuple[bool, bool], letter: tuple[int, ...]) -> tuple[bool, bool]:
        begun, has_digit = state
        return begun or letter[0] != 0, has_digit or (letter[0] == digit and (digit > 0 or begun))

    return by_letters(
        system, 1, step, lambda state: state[1] or (digit == 0 and not state[0]), (False, False)
    )


def _digit_at(name: str, system: System, base: int, digit: int) -> Automaton:
    """Returns the pairs (n, p): p is a power of ``base``, and the digit of n at its place is ``digit``."""
    _only(name, system, base)

    def step(has_one: int, letter: tuple[int, ...]) -> int | None:
        if not letter[1]:
            return has_one
        return 1 if not has_one and letter == (digit, 1) else None

    return by_letters(system, 2, step, bool)


def _bits_at(name: str, system: System, mask: int, bits: int) -> Automaton:
    """Returns the pairs (n, 2^i): the bits of n from place i up, as far as ``mask`` has ones, are ``bits``."""
    _only(name, system, 2)
    room = (1 << mask.bit_length()) - 1

    def step(state: tuple[bool, int], letter: tuple[int, ...]) -> tuple[bool, int] | None:
        marked, last = state
        if marked:
            return None if letter[1] else state
        last = (2 * last + letter[0]) & room
        if not letter[1]:
            return False, last
        return (True, 0) if last & mask == bits else None

    return by_letters(system, 2, step, lambda state: state[0], (False, 0))


def _lowest_bit(name: str, system: System) -> Automaton:
    """Returns the pairs (n, z): n is positive and z the largest power of 2 that divides it."""
    _of_base(name, system, 2)

    def step(marked: int, letter: tuple[int, ...]) -> int | None:
        n, z = letter
        if marked:
            return None if n or z else 1
        return 0 if not z else 1 if n and z == n & -n else None

    return by_letters(system, 2, step, bool)


def _bitwise(of: Callable[[int, int], int]) -> Callable[[str, System], Automaton]:
    """Returns the triples (a, b, c) in which ``of`` gives the bits of c from those of a and b."""

    def made_of(name: str, system: System) -> Automaton:
        _of_base(name, system, 2)
        return by_letters(
            system,
            3,
            lambda state, letter: 0 if of(letter[0], letter[1]) == letter[2] else None,
            lambda state: True,
        )

    return made_of


def _fewer_zeros(name: str, system: System, base: int) -> Automaton:
    """Returns the pairs (d, n) where the representation of d in ``base`` ends in at most as many zeros as that of n."""
    _only(name, system, base)
    return by_letters(system, 2, lambda state, letter: 1 if letter[0] else 0 if letter[1] else state, bool)


def _place(name: str, system: System, base: int, digit: int) -> Automaton:
    """Returns the pairs (n, p): p is the power of ``base`` of the lowest place at which n has ``digit``, which is not
    0."""
    _only(name, system, base)

    def step(marked: int, letter: tuple[int, ...]) -> int | None:
        n, p = letter
        if marked:
            return None if p or n == digit else 1
        return 0 if not p else 1 if p == 1 and n == digit else None

    return by_letters(system, 2, step, bool)


def _lacks(name: str, system: System, base: int, digit: int) -> Automaton:
    """Returns the numbers without ``digit`` (not 0) in ``base``."""
    _only(name, system, base)
    return by_letters(system, 1, lambda state, letter: None if letter[0] == digit else 0, lambda state: True)


def _last_nonzero(name: str, system: System, base: int, digit: int) -> Automaton:
    """Returns the positive numbers whose lowest digit other than 0, in ``base``, is ``digit``."""
    _only(name, system, base)
    return by_letters(system, 1, lambda last, letter: letter[0] or last, lambda last: last == digit)


def _ones(parity: int) -> Callable[[str, System], Automaton]:
    """Returns the numbers with an even (0) or odd (1) number of binary ones."""

    def made_of(name: str, system: System) -> Automaton:
        _of_base(name, system, 2)
        return by_letters(
            system,
            1,
            lambda state, letter: (state + letter[0].bit_count()) % 2,
            lambda state: state == parity,
        )

    return made_of


_SETS: dict[str, Callable[..., Automaton]] = {
    "even-zeros": _zeros(0),
    "odd-zeros": _zeros(1),
    "shift": _shift,
    "weight": _weight,
    "power": _power,
    "digit": _digit,
    "digit-at": _digit_at,
    "bits-at": _bits_at,
    "lowest-bit": _lowest_bit,
    "xor": _bitwise(lambda a, b: a ^ b),
    "or": _bitwise(lambda a, b: a | b),
    "and": _bitwise(lambda a, b: a & b),
    "fewer-zeros": _fewer_zeros,
    "place": _place,
    "lacks": _lacks,
    "last-nonzero": _last_nonzero,
    "evil": _ones(0),
    "odious": _ones(1),
}
