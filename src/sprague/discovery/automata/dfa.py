"""Sets of tuples of numbers as finite automata, which read the digits of a tuple to decide whether it is in the set.

An :class:`Automaton` reads the digits of all its tracks at once, the highest first; a letter is one digit of each. It
accepts only valid words. It accepts a tuple with any number of leading zeros or with none of them. Every operation
returns the smallest automaton, so two sets are equal if and only if their automata are.
"""

from __future__ import annotations

import functools
from array import array
from collections.abc import Callable, Sequence
from contextvars import ContextVar
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

from sprague.system.ask import asked, tick
from sprague.system.contexts import run_with
from sprague.system.native import DONE, FULL, Kernel
from sprague.words.errors import TooLargeError
from sprague.words.messages import say

from .numeration import System

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

P = ParamSpec("P")
T = TypeVar("T")

#: The most states of an intermediate automaton (see :func:`bounded`).
_MOST_STATES: ContextVar[int] = ContextVar("most_states", default=1_000_000)

#: The states for which there is always room, those for which space is taken first, and the factor by which it grows.
_ROOM, _FIRST, _GROWTH = 1 << 11, 1 << 8, 4

#: The letters that a kernel reads in one call: about a third of a second.
_SLICE = 1 << 25

_SET = ("const int32[]", "const uint8[]", "int")
_letters = Kernel("automata_letters", "int", "const int64[]", "int32[]")
_product = Kernel(
    "automata_product", *_SET, "const int32[]", *_SET, "const int32[]", "const uint8[]",
    "int32[]", "uint8[]", "uint64[]", "int32[]", "int64[]", "int",
)  # fmt: skip
_determinise = Kernel(
    "automata_determinise", "const int32[]", "const uint8[]", "const int32[]", "const int32[]",
    "int32[]", "uint8[]", "int64[]", "int32[]", "int64[]", "int32[]", "int64[]", "int",
)  # fmt: skip
_behind_zeros = Kernel("automata_behind_zeros", *_SET, "const int32[]", "int", "uint8[]", "int32[]")
_refine = Kernel(
    "automata_refine", "const int32[]", "const uint8[]", "int32[]", "int32[]", "int32[]", "int64[]", "int"
)
_quotient = Kernel(
    "automata_quotient", *_SET, "const int32[]", "const int32[]", "int32[]", "uint8[]", "int32[]", "int32[]"
)
_shortest = Kernel("automata_shortest", *_SET, "int32[]", "int32[]", "int32[]")

AND, OR, LESS = (0, 0, 0, 1), (0, 1, 1, 1), (0, 0, 1, 0)


def bounded(states: int, function: Callable[P, T], /, *arguments: P.args, **choices: P.kwargs) -> T:
    """Calls a function with a bound on the states of every intermediate automaton. However the call ends, the previous
    bound then holds again. Beyond the bound TooLargeError is raised."""
    return run_with(_MOST_STATES, states, function, *arguments, **choices)


def most_states() -> int:
    """Returns the bound on the states of an intermediate automaton."""
    return _MOST_STATES.get()


@dataclass(frozen=True, eq=False)
class Automaton:
    """A set of tuples of numbers, written in ``system``; ``tracks`` name their places.

    ``delta`` (int32, states by letters) gives the state after each letter; the digit of the first track counts most.
    State 0 is dead. ``accept`` (uint8) is 1 where a word may end. The automaton begins in ``start``.
    """

    system: System
    tracks: tuple[str, ...]
    delta: array[int]
    accept: array[int]
    start: int

    @property
    def states(self) -> int:
        """The number of states, without the dead one."""
        return len(self.accept) - 1

    @property
    def letters(self) -> int:
        """The number of letters."""
        return len(self.delta) // len(self.accept)

    @property
    def is_empty(self) -> bool:
        """Whether the set is empty (for a smallest automaton)."""
        return self.start == 0

    def __contains__(self, numbers: Sequence[int]) -> bool:
        """Returns whether a tuple is in the set."""
        return bool(self.accept[self.run(numbers)])

    def run(self, numbers: Sequence[int]) -> int:
        """Returns the state in which the digits of ``numbers`` end."""
        state, digits, width = self.start, self.system.digits, self.letters
        length = max(map(self.system.length, numbers), default=0)
        for letter in zip(*(self.system.word(n, length) for n in numbers), strict=True):
            code = 0
            for digit in letter:
                code = code * digits + digit
            state = self.delta[state * width + code]
        return state

    def matrix(self) -> NDArray[np.int32]:
        """Returns ``delta`` as a NumPy array, with a row for each state."""
        from sprague.system.arrays import np

        return np.frombuffer(self.delta, np.int32).reshape(len(self.accept), -1)

    def row(self, state: int) -> list[int]:
        """Returns the states after each letter."""
        return self.delta[state * self.letters : (state + 1) * self.letters].tolist()

    def same(self, other: Automaton) -> bool:
        """Returns whether both are the same set, on tracks in the same order."""
        return (self.start, self.accept, self.delta) == (other.start, other.accept, other.delta)

    def named(self, *tracks: str) -> Automaton:
        """Returns the same set with other names for its tracks."""
        return Automaton(self.system, tracks, self.delta, self.accept, self.start)

    def witness(self) -> tuple[int, ...] | None:
        """Returns a tuple of the set whose word is among the shortest, or None if the set is empty."""
        parents, by, queue = (zeros("i", len(self.accept)) for _ in range(3))
        state = _shortest(self.delta, self.accept, self.start, parents, by, queue)
        if not state:
            return None
        codes = []
        while state != self.start:
            codes.append(by[state])
            state = parents[state]
        digits = self.system.digits
        words: list[list[int]] = [[] for _ in self.tracks]
        for code in reversed(codes):
            for word in reversed(words):
                word.append(code % digits)
                code //= digits
        return tuple(self.system.number(tuple(word)) for word in words)


def zeros(typecode: str, count: int) -> array[int]:
    """Returns an array of zeros."""
    return array(typecode, bytes(count * array(typecode).itemsize))


def made(
    system: System,
    tracks: tuple[str, ...],
    delta: array[int],
    accept: array[int],
    start: int,
    letters: array[int] | None = None,
) -> Automaton:
    """Returns the smallest automaton that accepts the same words (state 0 is dead). It reads letter l as the one given
    reads ``letters[l]``."""
    states = len(accept)
    if letters is None:
        letters = array("i", range(len(delta) // states))
    classes, fresh, slots = zeros("i", states), zeros("i", states), zeros("i", _slots(states))
    refining = zeros("q", 3)
    tick()
    while _refine(delta, accept, classes, fresh, slots, refining, _SLICE) != DONE:
        tick()
    most, width = refining[0], len(letters)
    smaller, accepting = zeros("i", most * width), zeros("B", most)
    count = _quotient(delta, accept, start, letters, classes, smaller, accepting, fresh, slots)
    del smaller[count * width :], accepting[count:]
    return Automaton(system, tracks, smaller, accepting, 1 if count > 1 else 0)


def _slots(states: int) -> int:
    """Returns the size of an index of states: a power of two, so that it is at most half full."""
    return 1 << (2 * states - 1).bit_length()


def letters(system: System, tracks: Sequence[str], of: Sequence[str]) -> array[int]:
    """Returns, for each letter over ``tracks``, the letter over ``of`` that it contains."""
    digits = system.digits
    contained = zeros("i", digits ** len(tracks))
    powers = array("q", [digits ** (len(tracks) - 1 - tracks.index(track)) for track in of])
    _letters(digits, powers, contained)
    return contained


class _Building:
    """An automaton that a kernel builds, with room that grows up to the bound of the budget. ``names`` say what its
    states stand for. If they stand for sets of states, these lie in a ``pool`` of at most ``most`` numbers."""

    def __init__(self, width: int, names: array[int], more: int = 0) -> None:
        self.bound = max(2, min(_MOST_STATES.get(), max(_ROOM, asked().bytes // (8 * width + 64))))
        self.width = width
        self.delta, self.accept, self.slots = array("i"), array("B"), array("i")
        self.names = names
        self.pool = zeros("i", 64 * _FIRST if more else 0)
        self.most = max(64 * self.bound, more)
        #: The states met, as the first of the fields that the kernel keeps.
        self.progress = zeros("q", 5)
        self._room(min(self.bound, _FIRST, _ROOM))

    def _room(self, states: int) -> None:
        """Makes room for ``states`` states. The kernel enters them into the new index."""
        for values, count in (
            (self.delta, states * self.width),
            (self.accept, states),
            (self.names, states + (self.names.typecode == "q")),
        ):
            values.frombytes(bytes((count - len(values)) * values.itemsize))
        self.slots = zeros("i", _slots(states))
        self.progress[2] = 0

    def run(self, work: Callable[[_Building], int], system: System, tracks: tuple[str, ...]) -> Automaton:
        """Returns the smallest automaton with the words of the automaton that ``work`` builds in slices."""
        while (why := work(self)) != DONE:
            tick()
            if why != FULL:
                continue
            states, used = len(self.accept), len(self.pool)
            if self.progress[0] < states and used < self.most:
                self.pool.frombytes(bytes((min(_GROWTH * used, self.most) - used) * self.pool.itemsize))
            elif self.progress[0] == states < self.bound:
                self._room(min(_GROWTH * states, self.bound))
            else:
                raise TooLargeError(
                    say(
                        "an automaton of more than {count} states came up on the way: the bound is met",
                        count=self.bound,
                    )
                )
        count = self.progress[0]
        del self.delta[count * self.width :], self.accept[count:]
        return made(system, tracks, self.delta, self.accept, 1 if count > 1 else 0)


def joined(a: Automaton, b: Automaton, table: tuple[int, int, int, int]) -> Automaton:
    """Returns the tuples, on the tracks of both sets, for which ``table`` holds, given whether they are in ``a`` and in
    ``b``.

    If membership in one set is enough (OR, LESS), both must have the same tracks, or the missing numbers are arbitrary:
    apply :func:`widened` first.
    """
    tracks = tuple(dict.fromkeys((*a.tracks, *b.tracks)))
    read_a, read_b = (letters(a.system, tracks, each.tracks) for each in (a, b))
    choice = array("B", table)
    return _Building(len(read_a), array("Q")).run(
        lambda now: _product(
            a.delta, a.accept, a.start, read_a, b.delta, b.accept, b.start, read_b, choice,
            now.delta, now.accept, now.names, now.slots, now.progress, _SLICE,
        ),
        a.system,
        tracks,
    )  # fmt: skip


def both(*parts: Automaton) -> Automaton:
    """Returns the tuples that are in all of ``parts``; a part does not restrict the tracks that it lacks."""
    return functools.reduce(lambda a, b: joined(a, b, AND), sorted(parts, key=lambda part: len(part.accept)))


def widened(a: Automaton, tracks: Sequence[str]) -> Automaton:
    """Returns the same set with more tracks, on which any numbers are allowed."""
    missing = tuple(track for track in tracks if track not in a.tracks)
    return joined(a, everything(a.system, missing), AND) if missing else a


def either(*parts: Automaton) -> Automaton:
    """Returns the tuples that are in any of ``parts``."""
    tracks = tuple(dict.fromkeys(track for part in parts for track in part.tracks))
    return functools.reduce(lambda a, b: joined(a, b, OR), (widened(part, tracks) for part in parts))


def without(a: Automaton, b: Automaton) -> Automaton:
    """Returns the tuples of ``a`` that are not in ``b``, whose tracks are among those of ``a``."""
    if set(a.tracks) - set(b.tracks):
        b = both(widened(b, a.tracks), a)
    return joined(a, b, LESS)


def negated(a: Automaton) -> Automaton:
    """Returns all tuples that are not in ``a``, as valid words only."""
    return without(everything(a.system, a.tracks), a)


@functools.lru_cache(maxsize=256)
def everything(system: System, tracks: tuple[str, ...]) -> Automaton:
    """Returns the set of all tuples of numbers."""
    if not tracks:
        return Automaton(system, (), array("i", [0, 1]), array("B", [0, 1]), 1)
    dead = (-1,) * system.digits
    step = array("i", [state + 1 for row in (dead, *system.step) for state in row])
    one = made(system, tracks[:1], step, array("B", (False, *system.ends)), 1)
    return one if len(tracks) == 1 else joined(everything(system, tracks[:-1]), one.named(tracks[-1]), AND)


def projected(a: Automaton, *eliminated: str) -> Automaton:
    """Returns the tuples that numbers on the tracks ``eliminated`` complete to a tuple of ``a``."""
    remaining = tuple(track for track in a.tracks if track not in eliminated)
    if len(remaining) == len(a.tracks):
        return a
    digits, turn = a.system.digits, len(a.system.turn)
    groups = letters(a.system, (*remaining, *(track for track in a.tracks if track in eliminated)), a.tracks)
    width = digits ** len(remaining)
    places = turn * len(a.accept)
    starts = zeros("i", places)
    zero = groups[: len(groups) // width]
    count = _behind_zeros(a.delta, a.accept, a.start, zero, turn, zeros("B", places), starts)
    del starts[count:]
    stamps = zeros("q", len(a.accept))
    return _Building(width, array("q"), 4 * len(a.accept)).run(
        lambda now: _determinise(
            a.delta, a.accept, starts, groups, now.delta, now.accept, now.names, now.pool, stamps,
            now.slots, now.progress, _SLICE,
        ),
        a.system,
        remaining,
    )  # fmt: skip


def reordered(a: Automaton, tracks: tuple[str, ...]) -> Automaton:
    """Returns the same set with its tracks in another order."""
    if tracks == a.tracks:
        return a
    return made(a.system, tracks, a.delta, a.accept, a.start, letters(a.system, tracks, a.tracks))


def plain(a: Automaton) -> dict[str, Any]:
    """Returns an automaton as lists, for JSON; the dead state is 0."""
    return {
        "tracks": list(a.tracks),
        "start": a.start,
        "accept": [i for i, end in enumerate(a.accept) if end],
        "delta": [a.row(state) for state in range(1, len(a.accept))],
    }
