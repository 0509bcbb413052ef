"""Sets of tuples of numbers as finite automata, which read the digits of a tuple to decide whether it is in the set.

An :class:`Automaton` reads the digits of all its tracks at once, the highest first; a letter is one digit of each. It
accepts only valid words. It accepts a tuple with any number of leading zeros or with none of them. Every operation
returns the smallest automaton, so two sets are equal if and only if their automata are.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any

from numpy.typing import NDArray

from sprague.system.arrays import np
from sprague.system.ask import asked, tick
from sprague.words.errors import TooLargeError
from sprague.words.messages import say

from .numeration import System

#: The most states of an intermediate automaton (see :func:`bounded`).
_MOST_STATES: ContextVar[int] = ContextVar("most_states", default=1_000_000)

#: The number of states for which space is allocated first; it grows eightfold.
_ROOM = 1 << 11

AND, OR, LESS = (0, 0, 0, 1), (0, 1, 1, 1), (0, 0, 1, 0)


@contextmanager
def bounded(states: int) -> Iterator[None]:
    """Bounds the states of every intermediate automaton; beyond the bound TooLargeError is raised."""
    before = _MOST_STATES.set(states)
    try:
        yield
    finally:
        _MOST_STATES.reset(before)


@dataclass(frozen=True, eq=False)
class Automaton:
    """A set of tuples of numbers, written in ``system``; ``tracks`` name their places.

    ``delta`` (int32, states by letters) gives the state after each letter; the digit of the first track counts most.
    State 0 is dead. ``accept`` (uint8) is 1 where a word may end. The automaton begins in ``start``.
    """

    system: System
    tracks: tuple[str, ...]
    delta: NDArray[np.int32]
    accept: NDArray[np.uint8]
    start: int

    @property
    def states(self) -> int:
        """The number of states, without the dead one."""
        return len(self.accept) - 1

    @property
    def is_empty(self) -> bool:
        """Whether the set is empty (for a smallest automaton)."""
        return self.start == 0

    def __contains__(self, numbers: Sequence[int]) -> bool:
        """Whether a tuple is in the set."""
        return bool(self.accept[self.run(numbers)])

    def run(self, numbers: Sequence[int]) -> int:
        """Returns the state in which the digits of ``numbers`` end."""
        state, digits = self.start, self.system.digits
        length = max((self.system.length(n) for n in numbers), default=0)
        for letter in zip(*(self.system.word(n, length) for n in numbers), strict=True):
            code = 0
            for digit in letter:
                code = code * digits + digit
            state = int(self.delta[state, code])
        return state

    def same(self, other: Automaton) -> bool:
        """Returns whether both are the same set, on tracks in the same order."""
        return (
            self.start == other.start
            and np.array_equal(self.delta, other.delta)
            and np.array_equal(self.accept, other.accept)
        )

    def named(self, *tracks: str) -> Automaton:
        """Returns the same set with other names for its tracks."""
        return Automaton(self.system, tracks, self.delta, self.accept, self.start)

    def witness(self) -> tuple[int, ...] | None:
        """Returns a tuple of the set whose word is among the shortest, or None if the set is empty."""
        from .kernel import shortest

        parent = np.full(len(self.accept), -1, np.int64)
        by = np.zeros(len(self.accept), np.int64)
        state = shortest(self.delta, self.accept, self.start, parent, by)
        if state < 0:
            return None
        letters = []
        while state != self.start:
            letters.append(int(by[state]))
            state = int(parent[state])
        digits = self.system.digits
        words: list[list[int]] = [[] for _ in self.tracks]
        for code in reversed(letters):
            for word in reversed(words):
                word.append(code % digits)
                code //= digits
        return tuple(self.system.number(tuple(word)) for word in words)


def made(
    system: System,
    tracks: tuple[str, ...],
    delta: NDArray[np.int32],
    accept: NDArray[np.uint8],
    start: int,
) -> Automaton:
    """Returns the smallest automaton that accepts the same words (state 0 is dead)."""
    from .kernel import minimise

    tick()
    smaller, accepting = np.empty_like(delta), np.empty_like(accept)
    count = minimise(delta, accept, start, smaller, accepting)
    return Automaton(system, tracks, smaller[:count].copy(), accepting[:count].copy(), 1 if count > 1 else 0)


def letters(system: System, tracks: Sequence[str], of: Sequence[str]) -> NDArray[np.int64]:
    """Returns, for each letter over ``tracks``, the letter over ``of`` that it contains."""
    digits = system.digits
    codes = np.arange(digits ** len(tracks), dtype=np.int64)
    found = np.zeros_like(codes)
    for track in of:
        place = len(tracks) - 1 - tracks.index(track)
        found = found * digits + codes // digits**place % digits
    return found


def _growing(letters: int) -> Iterable[int]:
    """Room to try, in states, up to what the budget holds."""
    room = _ROOM
    bound = min(_MOST_STATES.get(), max(_ROOM, asked().bytes // (8 * letters + 64)))
    while room < bound:
        yield room
        tick()
        room *= 8
    yield bound
    raise TooLargeError(
        say("an automaton of more than {count} states came up on the way: the bound is met", count=bound)
    )


def joined(a: Automaton, b: Automaton, table: tuple[int, int, int, int]) -> Automaton:
    """Returns the tuples, on the tracks of both sets, for which ``table`` holds, given whether they are in ``a`` and in
    ``b``.

    If membership in one set is enough (OR, LESS), both must have the same tracks, or the missing numbers are arbitrary:
    apply :func:`widened` first.
    """
    from .kernel import product

    tracks = tuple(dict.fromkeys((*a.tracks, *b.tracks)))
    system = a.system
    map_a, map_b = letters(system, tracks, a.tracks), letters(system, tracks, b.tracks)
    choice = np.array(table, np.uint8)
    for room in _growing(len(map_a)):
        delta, accept = np.empty((room, len(map_a)), np.int32), np.empty(room, np.uint8)
        count = product(
            a.delta, a.accept, a.start, map_a, b.delta, b.accept, b.start, map_b, choice,
            delta, accept, np.empty((room, 2), np.int64), np.zeros(_slots(room), np.int64),
        )  # fmt: skip
        if count >= 0:
            break
    return made(system, tracks, delta[:count], accept[:count], 1 if count > 1 else 0)


def _slots(room: int) -> int:
    return 1 << (2 * room - 1).bit_length()


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
        return Automaton(system, (), np.array([[0], [1]], np.int32), np.array([0, 1], np.uint8), 1)
    step = np.array([(-1,) * system.digits, *system.step], np.int32) + 1
    ends = np.array((False, *system.ends), np.uint8)
    one = made(system, tracks[:1], step, ends, 1)
    return one if len(tracks) == 1 else joined(everything(system, tracks[:-1]), one.named(tracks[-1]), AND)


def projected(a: Automaton, *gone: str) -> Automaton:
    """Returns the tuples that some numbers on the tracks ``gone`` complete to a tuple of ``a``."""
    kept = tuple(track for track in a.tracks if track not in gone)
    if len(kept) == len(a.tracks):
        return a
    small = letters(a.system, a.tracks, kept)
    order = np.argsort(small, kind="stable").astype(np.int64)
    groups = order.reshape(a.system.digits ** len(kept), -1)
    return _determinised(a, kept, groups, _behind_zeros(a, groups[0]))


def _behind_zeros(a: Automaton, zeros: NDArray[np.int64]) -> NDArray[np.int64]:
    """The states behind any number of leading zeros on the tracks that are kept, whole turns of them."""
    turn = len(a.system.turn)
    reached = {a.start} - {0}
    edge = set(reached)
    while edge:
        for _ in range(turn):
            edge = set(np.unique(a.delta[np.fromiter(edge, np.int64)][:, zeros]).tolist()) - {0}
            if not edge:
                break
        edge -= reached
        reached |= edge
    return np.array(sorted(reached), np.int64)


def _determinised(
    a: Automaton, kept: tuple[str, ...], groups: NDArray[np.int64], starts: NDArray[np.int64]
) -> Automaton:
    from .kernel import determinise

    for room in _growing(len(groups)):
        delta, accept = np.empty((room, len(groups)), np.int32), np.empty(room, np.uint8)
        pool = np.empty(max(64 * room, 4 * len(a.accept)), np.int32)
        count = determinise(
            a.delta, a.accept, starts, groups, delta, accept,
            np.empty(room + 2, np.int64), pool, np.zeros(_slots(room), np.int64),
        )  # fmt: skip
        if count >= 0:
            break
    return made(a.system, kept, delta[:count], accept[:count], 1 if count > 1 else 0)


def reordered(a: Automaton, tracks: tuple[str, ...]) -> Automaton:
    """Returns the same set with its tracks in another order."""
    if tracks == a.tracks:
        return a
    back = letters(a.system, tracks, a.tracks)
    return made(a.system, tracks, np.ascontiguousarray(a.delta[:, back]), a.accept, a.start)


def plain(a: Automaton) -> dict[str, Any]:
    """Returns an automaton as lists, for JSON; the dead state is 0."""
    return {
        "tracks": list(a.tracks),
        "start": a.start,
        "accept": [i for i, end in enumerate(a.accept) if end],
        "delta": a.delta[1:].tolist(),
    }
