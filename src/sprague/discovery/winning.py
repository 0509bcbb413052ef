"""All winning moves of a proved rule, at any size: the moves to P-positions are an automaton over the digits of the
heaps before and after, and its words for given heaps before are walked."""

from __future__ import annotations

import functools
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from .automata.dfa import Automaton, both, either, everything, letters, reordered
from .rule import AFTER, BEFORE, Rule, rule_of


def winning_relation(rule: Rule, p_set: Automaton) -> Automaton:
    """The automaton of all (x, y, u, v) such that a move leads from (x, y) to the P-position (u, v)."""
    tracks = (*BEFORE, *AFTER)
    parts = []
    for moves in rule.moves(p_set.system):
        one = both(moves.automaton, p_set.named(*moves.after))
        for before, after in zip(BEFORE, AFTER, strict=True):
            if after not in one.tracks:  # the heap is as it was
                one = both(one, _equal(p_set, before, after))
        parts.append(reordered(one, tracks))
    return either(*parts)


def _equal(like: Automaton, first: str, second: str) -> Automaton:
    from .automata.linear import linear

    every = everything(like.system, (first, second))
    return both(every, linear(like.system, (first, second), (1, -1), 0, True))


@functools.lru_cache(maxsize=32)
def _relation(head: str, p_set: Automaton) -> Automaton:
    return winning_relation(rule_of(head), p_set)


def winning_moves(head: str, p_set: Automaton, state: tuple[int, int]) -> Iterator[tuple[int, int]]:
    """The P-positions to which a move leads from ``state``, largest digits first.

    >>> from .proving import prove
    >>> p_set = prove(rule_of("wythoff")).theorem.p_set
    >>> list(winning_moves("wythoff", p_set, (500, 1000)))
    [(500, 309)]
    """
    relation = _relation(head, p_set)
    system = relation.system
    length = max(map(system.length, state))
    xs, ys = (system.word(n, length) for n in state)
    tracks = relation.tracks
    before, after = letters(system, tracks, BEFORE), letters(system, tracks, AFTER)
    digits = system.digits
    choices = [np.flatnonzero(before == code) for code in range(digits * digits)]
    alive: list[NDArray[np.bool_]] = [relation.accept.astype(bool)]
    for x, y in zip(reversed(xs), reversed(ys), strict=True):
        behind: NDArray[np.bool_] = alive[-1][relation.delta[:, choices[x * digits + y]]]
        alive.append(np.logical_or.reduce(behind, axis=1))
    alive.reverse()
    weights = system.weights(length)[::-1]
    walk = [(0, relation.start, 0, 0)]
    while walk:
        depth, at, u, v = walk.pop()
        if not alive[depth][at]:
            continue
        if depth == length:
            yield u, v
            continue
        for letter in choices[xs[depth] * digits + ys[depth]]:
            code = int(after[letter])
            to = int(relation.delta[at, letter])
            if alive[depth + 1][to]:
                weight = weights[depth]
                walk.append((depth + 1, to, u + code // digits * weight, v + code % digits * weight))
