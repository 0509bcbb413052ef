"""The moves of a rule as read that lead to a value by a law, at any size."""

from __future__ import annotations

import functools
from collections.abc import Iterator

from ..automata.dfa import Automaton, both
from ..reading.rule import relations
from ..reading.statements import AFTER, BEFORE
from ..winning import images
from .law import Law

#: What a move leaves: each part as a tuple of heaps.
Parts = tuple[tuple[int, ...], ...]


def moves_to(law: Law, state: tuple[int, ...], target: int) -> Iterator[Parts]:
    """Yields what each move from ``state`` to positions of value ``target`` leaves, by a law of outcomes or of a few
    values. Of a rule that was not read exactly these are the moves that the formula is sure of.

    Two parts may come in both orders.
    """
    names, heaps = BEFORE[: law.heaps], law.heaps
    for parts, relation in _reaching(law, target):
        if parts == 0:
            if state in relation:
                yield ()
        else:
            for after in images(relation, state, names):
                yield tuple(after[i : i + heaps] for i in range(0, parts * heaps, heaps))


def _reaching(law: Law, target: int) -> list[tuple[int, Automaton]]:
    """The moves to a value, as automata, with the number of parts that they leave."""
    assert law.read is not None
    first, second = (names[: law.heaps] for names in AFTER[:2])
    found = []
    for parts, relation in _relations(law).items():
        if parts == 0:
            found += [(0, relation)] if target == 0 else []
        elif parts == 1:
            found += [(1, both(relation, law.sets[target].named(*first)))] if target in law.sets else []
        else:
            for value, each in law.sets.items():
                other = law.sets.get(value ^ target)
                if other is not None:
                    ends = both(each.named(*first), other.named(*second))
                    found.append((2, both(relation, ends)))
    return found


def _relations(law: Law) -> dict[int, Automaton]:
    assert law.read is not None
    return _kept(law.read.under, law.heaps, law.system)


_kept = functools.lru_cache(maxsize=32)(relations)


def has_move(law: Law, state: tuple[int, ...]) -> bool:
    """Returns whether the formula is sure of a move from ``state``."""
    return any(
        state in relation
        if parts == 0
        else next(images(relation, state, BEFORE[: law.heaps]), None) is not None
        for parts, relation in _relations(law).items()
    )
