"""What the steps of the Prove stop claim of games whose rules know a theorem, said once more, and compared with the
definition: lost positions in ``LOST``, values in ``WORTH``, by the name of the game."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from typing import Any

import sprague as sg
from sprague.games.nim_like import bag, exact, kin, retreat, slow

#: The definition looks at so many options of a position and those behind it.
MOST = 3000


def heaps(state: Any) -> list[int]:
    return sorted(n for n in state if n)


def lost_slow(k: int) -> Callable[[Any], bool | None]:
    def lost(state: Any) -> bool | None:
        parities = {n % 2 for n in heaps(state)}
        if len(heaps(state)) <= k:
            return parities <= {0}
        return len(parities) == 1 if len(heaps(state)) == k + 1 else None

    return lost


def lost_antonim(state: Any) -> bool | None:
    if len(heaps(state)) > 3:
        return None
    # The pairs 1,2 and 3,4 and so on; and three heaps as Nim has them, one larger.
    if len(heaps(state)) < 3:
        return heaps(state) == [] or (max(state) % 2 == 0 and heaps(state) == [max(state) - 1, max(state)])
    a, b, c = (n + 1 for n in heaps(state))
    return a ^ b == c


def tetris(state: Any, k: int) -> int:
    """Moves that take from the k largest heaps."""
    left, moves = heaps(state), 0
    while len(left) >= k:
        left = [n for n in (*left[:-k], *(n - 1 for n in left[-k:])) if n]
        left.sort()
        moves += 1
    return moves


LOST: dict[str, Callable[[Any], bool | None]] = {
    "slow[k=2]": lost_slow(2),
    "princess-and-roses": lost_slow(2),
    "antonim": lost_antonim,
}
WORTH: dict[str, Callable[[Any], int | None]] = {
    "nimble": lambda state: functools.reduce(lambda a, b: a ^ b, state, 0),
    "poker-nim": lambda state: functools.reduce(lambda a, b: a ^ b, state.heaps, 0),
    "northcott": lambda state: functools.reduce(
        lambda a, b: a ^ b, (len(row.strip(".")) - 2 for row in state.rows), 0
    ),
    "nimhoff[h=3]": lambda state: (
        3 * functools.reduce(lambda a, b: a ^ b, (n // 3 for n in state), 0) + sum(state) % 3
    ),
    "exact[k=2]": lambda state: tetris(state, 2) if len(heaps(state)) < 4 else None,
    "exact-slow[k=2]": lambda state: tetris(state, 2) % 2 if len(heaps(state)) < 3 else None,
}


def definition(part: Any) -> int | None:
    """The value of a component by the definition, or None if it takes too long."""
    looked = 0

    @functools.cache
    def value(part: Any) -> int:
        nonlocal looked
        reached = set()
        for option in part.ruleset.successors(part.state):
            looked += 1
            if looked > MOST:
                raise TimeoutError
            reached.add(functools.reduce(lambda a, b: a ^ value(b), option, 0))
        return next(n for n in range(len(reached) + 1) if n not in reached)

    try:
        return value(part)
    except (TimeoutError, RecursionError):
        return None


def holds(names: frozenset[str]) -> Callable[[Any, Any], None]:
    """A check of a step: the position is of one of these games, and lost, or worth, what the theorem says."""

    def check(position: Any, message: Any) -> None:
        assert not position.misere
        parts = [part for part in position.components if part.ruleset.name in names]
        assert parts
        for part in parts:
            found, head = definition(part), part.ruleset.head
            if head in WORTH and (stated := WORTH[head](part.state)) is not None:
                assert found in (None, stated) and sg.solve(str(part), value=True).value == stated
            if head in LOST and (lost := LOST[head](part.state)) is not None:
                assert found is None or (found == 0) == lost
                assert sg.solve(str(part)).outcome == "NP"[lost]

    return check


def _checks(*games: Any) -> Iterator[tuple[str, Callable[[Any, Any], None]]]:
    names: dict[str, set[str]] = {}
    for game in games:
        for step in (*game.steps, game.behind):
            names.setdefault(step.key, set()).add(game.name)
    for key, known in names.items():
        yield key, holds(frozenset(known))


#: Every sentence of these games that may be a step, or stand behind one, and its check.
CHECKS = dict(
    _checks(
        bag.Nimble,
        bag.SilverDollarInBag,
        retreat.PokerNim,
        retreat.Northcott,
        slow.Slow,
        slow.PrincessAndRoses,
        slow.ExactSlow,
        exact.Exact,
        kin.Antonim,
        kin.Nimhoff,
    )
)
