"""Automata that count: the tuples that at least so many others complete to a tuple of a set.

An automaton is deterministic, so each completion has one run. A state of the new automaton holds, for each state of the
old one, how many runs end there; beyond the number that is asked for it counts no further.
"""

from __future__ import annotations

from array import array

from numpy.typing import NDArray

from sprague.system.arrays import np
from sprague.system.ask import tick
from sprague.words.errors import TooLargeError
from sprague.words.messages import say

from .dfa import Automaton, letters, made, most_states


def counted(a: Automaton, most: int, *eliminated: str) -> list[Automaton]:
    """Returns, for each n from 1 to ``most``, the tuples that at least n choices of numbers on the tracks
    ``eliminated`` complete to a tuple of ``a``. Without such tracks a tuple of ``a`` counts once.

    >>> from .decide import automaton
    >>> from .formula import parse
    >>> from .numeration import system
    >>> one, two = counted(automaton(parse("y < x"), system("2")), 2, "y")
    >>> [n for n in range(5) if (n,) in one], [n for n in range(5) if (n,) in two]
    ([1, 2, 3, 4], [2, 3, 4])
    """
    remaining = tuple(track for track in a.tracks if track not in eliminated)
    digits = a.system.digits
    order = (*remaining, *(track for track in a.tracks if track in eliminated))
    groups = np.frombuffer(letters(a.system, order, a.tracks), np.int32).reshape(digits ** len(remaining), -1)
    steps = [_Step(a, by, most) for by in groups]
    first = np.zeros((1, len(a.accept)), np.uint8)
    first[0, a.start] = a.start != 0
    while True:  # an eliminated number may be the longest: then the others begin with zeros, in whole turns
        longer = first
        for _ in a.system.turn:
            longer = steps[0](longer)
        if (longer == first).all():
            break
        first = longer
    ends = np.frombuffer(a.accept, np.uint8) != 0
    bound = most_states()
    number, delta, totals = {bytes(len(a.accept)): 0}, [[0] * len(groups)], [0]
    edge = first[first.any(axis=1)]
    number |= {row.tobytes(): 1 for row in edge}
    while len(edge):
        totals += edge[:, ends].sum(axis=1, dtype=np.int64).tolist()
        fresh: list[NDArray[np.uint8]] = []
        columns = []
        for step in steps:
            tick()
            after = []
            for row in step(edge):
                key = row.tobytes()
                if key not in number:
                    number[key] = len(number)
                    fresh.append(row)
                after.append(number[key])
            columns.append(after)
        delta += map(list, zip(*columns, strict=True))
        if len(number) > bound:
            raise TooLargeError(
                say(
                    "an automaton of more than {count} states came up on the way: the bound is met",
                    count=bound,
                )
            )
        edge = np.array(fresh, np.uint8).reshape(-1, len(a.accept))
    flat = array("i", [to for row in delta for to in row])
    start = int(len(totals) > 1)
    return [
        made(a.system, remaining, flat, array("B", [total >= least for total in totals]), start)
        for least in range(1, most + 1)
    ]


class _Step:
    """The runs after one letter on the tracks that are kept, from the runs before it, up to ``most`` in each state."""

    def __init__(self, a: Automaton, by: NDArray[np.int32], most: int) -> None:
        to = a.matrix()[:, by]
        before, _ = np.nonzero(to)
        after = to[to > 0]
        order = np.argsort(after, kind="stable")
        self.before, self.most = before[order], most
        self.after, self.first = np.unique(after[order], return_index=True)

    def __call__(self, rows: NDArray[np.uint8]) -> NDArray[np.uint8]:
        sums_after = np.zeros_like(rows)
        if len(self.after):
            sums = np.add.reduceat(rows[:, self.before], self.first, axis=1, dtype=np.int32)
            sums_after[:, self.after] = np.minimum(sums, self.most)
        return sums_after
