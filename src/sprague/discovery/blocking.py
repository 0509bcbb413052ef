"""Rules with blocking: before each move the other player forbids some of the options, at most a given number, and this
is forgotten after the move.

It is best to forbid options that are P. So a position is P just where at most so many of its options are (H. Smith, P.
Stanica, Comply/constrain games or games with a Muller twist, Integers 2, 2002; U. Larsson, Blocking Wythoff Nim,
Electronic Journal of Combinatorics 18, 2011, #P120). Options count once, however many moves lead to them.
"""

from __future__ import annotations

from collections.abc import Iterator

from numpy.typing import NDArray

from sprague.system.arrays import np
from sprague.system.ask import Step, tick
from sprague.words.messages import say

from .automata.counting import counted
from .automata.dfa import Automaton, both, either, reordered, widened
from .rule import BEFORE, Family, Rule, family_moves


def won(rule: Rule, wanted: Automaton) -> Automaton:
    """Returns the positions (x, y) of which more options than may be forbidden are positions of ``wanted``."""
    most = rule.forbidden + 1
    #: In each place i, the positions with at least i + 1 such options by the families so far.
    at_least: list[Automaton] = []
    for families in _apart(rule.families):
        moves = [family_moves(family, wanted.system) for family in families]
        after = moves[0].after
        lead = both(either(*(each.automaton for each in moves)), wanted.named(*after))
        gone = [name for name in after if name not in BEFORE]
        more = [reordered(widened(each, BEFORE), BEFORE) for each in counted(lead, most, *gone)]
        at_least = [_of_two(at_least, more, least) for least in range(1, most + 1)] if at_least else more
    return at_least[-1]


def _apart(families: tuple[Family, ...]) -> list[list[Family]]:
    """Returns the families in groups that take from the same heaps; those of two groups have no option in common."""
    groups: dict[tuple[bool, bool], list[Family]] = {}
    for family in families:
        groups.setdefault(_support(family), []).append(family)
    return list(groups.values())


def _support(family: Family) -> tuple[bool, bool]:
    return bool(family.a or family.c), bool(family.b or family.d)


def _of_two(first: list[Automaton], second: list[Automaton], least: int) -> Automaton:
    """Returns the positions with at least ``least`` options, where the lists count those of two kinds."""
    parts = [first[least - 1], second[least - 1]]
    parts += [both(first[i - 1], second[least - i - 1]) for i in range(1, least)]
    return either(*parts)


def p_positions(rule: Rule, size: int) -> NDArray[np.bool_]:
    """Returns the P-positions with both heaps below ``size``, by the definition: each P-position that is met counts at
    once for all positions from which a move leads to it.

    >>> from .rule import rule_of
    >>> lost = p_positions(rule_of("blocking-vectors[m=1]{(0,k),(k,0),(k,k)}"), 8)
    >>> [(x, y) for x, y in np.argwhere(lost).tolist() if x <= y]
    [(0, 0), (0, 1), (1, 3), (2, 2), (2, 5), (3, 7), (4, 6)]
    """
    lost = np.zeros((size, size), np.bool_)
    counts = np.zeros(size * size, np.uint8)
    takes = list(_taken(rule, size))
    for x in range(size):
        tick(lambda done: Step(say("rows of a table"), done, size), x)
        row, y = counts[x * size : (x + 1) * size], 0
        while True:
            behind = np.flatnonzero(row[y:] <= rule.forbidden)
            if not len(behind):
                break
            y += int(behind[0])
            lost[x, y] = True
            for family, times, offsets in takes:
                most = _most(family, size - 1 - x, size - 1 - y)
                cells = x * size + y + offsets[: int(np.searchsorted(times, most, "right"))]
                counts[cells] += counts[cells] <= rule.forbidden
            y += 1
    return lost


def _most(family: Family, room_x: int, room_y: int) -> int:
    """Returns the largest k for which both heaps have room to grow by the amounts of a family (0: not even once)."""
    a, c, b, d = family
    if c > room_x or d > room_y:
        return 0
    return min((room - n) // m for m, n, room in ((a, c, room_x), (b, d, room_y)) if m) if a or b else 1


def _taken(rule: Rule, size: int) -> Iterator[tuple[Family, NDArray[np.int64], NDArray[np.int64]]]:
    """Yields for each family its k, without those for which an earlier family takes the same, and the distance of the
    options in a table whose rows are read one after another."""
    for families in _apart(rule.families):
        for place, (a, c, b, d) in enumerate(families):
            times = np.arange(1, size + 1 if a or b else 2, dtype=np.int64)
            takes = a * times + c, b * times + d
            same = np.zeros(len(times), np.bool_)
            for earlier in families[:place]:
                same |= _by(earlier, *takes)
            times = times[~same]
            yield families[place], times, (a * times + c) * size + b * times + d


def _by(family: Family, takes_x: NDArray[np.int64], takes_y: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Returns whether a family takes these amounts."""
    a, c, b, d = family
    times = (takes_x - c) // a if a else (takes_y - d) // b if b else np.ones_like(takes_x)
    takes_them: NDArray[np.bool_] = (times >= 1) & (a * times + c == takes_x) & (b * times + d == takes_y)
    return takes_them
