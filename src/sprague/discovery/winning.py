"""All winning moves of a proved rule, at any size: the moves to P-positions are an automaton over the digits of the
heaps before and after, and its words for given heaps before are walked. The moves of a formula are listed so too.

That automaton has a million states where the P-positions have some hundred. What is given to it are only two heaps: so
for families of vectors its states are made as they are met, as pairs: a state of the moves and one of the P-positions.
"""

from __future__ import annotations

import functools
import heapq
import itertools
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sprague.words.errors import TooLargeError
from sprague.words.messages import say

from .automata.decide import automaton
from .automata.dfa import Automaton, both, either, everything, letters, reordered, widened
from .automata.formula import And, Within
from .rule import AFTER, BEFORE, Moves, Rule


def winning_relation(rule: Rule, p_set: Automaton) -> Automaton:
    """The automaton of all (x, y, u, v) such that a move leads from (x, y) to the P-position (u, v)."""
    tracks = (*BEFORE, *AFTER)
    parts = []
    for choice in rule.choices:
        one = automaton(And((choice, Within(AFTER, p_set))), p_set.system)
        parts.append(reordered(widened(one, tracks), tracks))
    for moves in [] if rule.choices else rule.moves(p_set.system):
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
def _relation(rule: Rule, p_set: Automaton) -> Automaton:
    return winning_relation(rule, p_set)


def winning_moves(rule: Rule, p_set: Automaton, state: tuple[int, int]) -> Iterator[tuple[int, int]]:
    """The P-positions to which a move leads from ``state``, largest digits first.

    >>> from .proving import prove
    >>> from .rule import rule_of
    >>> p_set = prove(rule_of("wythoff")).theorem.p_set
    >>> list(winning_moves(rule_of("wythoff"), p_set, (500, 1000)))
    [(500, 309)]
    """
    if rule.choices:
        return images(_relation(rule, p_set), state)
    found = heapq.merge(*(_images(moves, p_set, state) for moves in rule.moves(p_set.system)), reverse=True)
    return (left for (_, left), _ in itertools.groupby(found))


def _images(
    moves: Moves, p_set: Automaton, state: tuple[int, int]
) -> Iterator[tuple[tuple[int, ...], tuple[int, int]]]:
    """The P-positions to which a move of one family leads, behind their letters, largest digits first."""
    system, relation = p_set.system, moves.automaton
    digits, states = system.digits, len(p_set.accept)
    names = (*BEFORE, *(name for name in moves.after if name not in BEFORE))
    # By the digits of what is given, a row of letters for each choice of what is not.
    by_moves, by_p, left = (
        letters(system, names, of).reshape(digits * digits, -1)
        for of in (relation.tracks, moves.after, moves.after)
    )
    length = max(map(system.length, state))
    xs, ys = (system.word(n, length) for n in state)
    given = [x * digits + y for x, y in zip(xs, ys, strict=True)]

    @functools.cache
    def behind(pair: int, code: int) -> list[tuple[int, int]]:
        """The pairs behind one, each with the letter that is left."""
        at, on = divmod(pair, states)
        to, onto = relation.delta[at, by_moves[code]], p_set.delta[on, by_p[code]]
        alive = np.flatnonzero((to > 0) & (onto > 0))
        pairs = to[alive].astype(np.int64) * states + onto[alive]
        return list(zip(pairs.tolist(), left[code, alive].tolist(), strict=True))

    open_ = [{relation.start * states + p_set.start}]
    for code in given:
        open_.append({to for pair in open_[-1] for to, _ in behind(pair, code)})
    open_[-1] = {
        pair for pair in open_[-1] if relation.accept[pair // states] and p_set.accept[pair % states]
    }
    if not open_[-1]:
        return
    for depth in range(length - 1, -1, -1):
        further, code = open_[depth + 1], given[depth]
        open_[depth] = {pair for pair in open_[depth] if any(to in further for to, _ in behind(pair, code))}
    weights = system.weights(length)[::-1]
    word: list[int] = []
    walk = [(0, pair, 0, 0, 0) for pair in open_[0]]
    while walk:
        depth, pair, letter, u, v = walk.pop()
        word[depth - 1 :] = [letter] if depth else []
        if depth == length:
            yield tuple(word), (u, v)
            continue
        weight = weights[depth]
        for to, letter in behind(pair, given[depth]):
            if to in open_[depth + 1]:
                walk.append(
                    (depth + 1, to, letter, u + letter // digits * weight, v + letter % digits * weight)
                )


class _Words(NamedTuple):
    """The words of a relation for given heaps before. ``given``: their digits, as one number each place; ``open``: the
    states from which a word can still be finished, place by place; ``choices``: the letters for each given digit."""

    given: list[int]
    open: list[NDArray[np.bool_]]
    choices: list[NDArray[np.int64]]
    after: NDArray[np.int64]


def _words(relation: Automaton, state: tuple[int, int]) -> _Words:
    """What a move leaves may have more digits than what was there: then zeros stand in front of the latter, as many
    whole turns as may be of use. TooLargeError where there is no end of them."""
    system = relation.system
    digits, turn = system.digits, len(system.turn)
    length = max(map(system.length, state))
    xs, ys = (system.word(n, length) for n in state)
    before, after = letters(system, relation.tracks, BEFORE), letters(system, relation.tracks, AFTER)
    choices = [np.flatnonzero(before == code) for code in range(digits * digits)]
    given = [x * digits + y for x, y in zip(xs, ys, strict=True)]
    alive: list[NDArray[np.bool_]] = [relation.accept.astype(bool)]

    def behind(code: int) -> NDArray[np.bool_]:
        found: NDArray[np.bool_] = np.logical_or.reduce(alive[-1][relation.delta[:, choices[code]]], axis=1)
        return found

    for code in reversed(given):
        alive.append(behind(code))
    # Zeros in front, until what is alive comes again: from then on nothing new can come up.
    longer = [letter for letter in choices[0] if after[letter]]
    zeros, last, seen = 0, 0, {alive[-1].tobytes(): 0}
    while True:
        used = bool(alive[-1][relation.delta[relation.start, longer]].any())
        alive.append(behind(0))
        zeros += 1
        last = zeros if used else last
        key = alive[-1].tobytes()
        if key in seen and zeros % turn == seen[key] % turn:
            if last > seen[key]:
                raise TooLargeError(say("there is no end of the moves from here"))
            break
        seen.setdefault(key, zeros)
    last = -(-last // turn) * turn
    while zeros < last:
        alive.append(behind(0))
        zeros += 1
    del alive[len(alive) - (zeros - last) :]
    return _Words([0] * last + given, alive[::-1], choices, after)


def images(relation: Automaton, state: tuple[int, int]) -> Iterator[tuple[int, int]]:
    """All (u, v) that a relation over x, y, u, v puts beside ``state``, largest digits first."""
    words = _words(relation, state)
    length, digits = len(words.given), relation.system.digits
    weights = relation.system.weights(length)[::-1]
    walk = [(0, relation.start, 0, 0)]
    while walk:
        depth, at, u, v = walk.pop()
        if not words.open[depth][at]:
            continue
        if depth == length:
            yield u, v
            continue
        for letter in words.choices[words.given[depth]]:
            code = int(words.after[letter])
            to = int(relation.delta[at, letter])
            if words.open[depth + 1][to]:
                weight = weights[depth]
                walk.append((depth + 1, to, u + code // digits * weight, v + code % digits * weight))


def count_images(relation: Automaton, state: tuple[int, int]) -> int:
    """How many there are, without listing them.

    >>> from .rule import formula_moves, rule_of
    >>> from .automata.numeration import system
    >>> rule = rule_of("x,y -> u,v where (u = x and v < y) or (u < x and v = y)")
    >>> count_images(formula_moves(rule.formula, system("2")), (10**30, 5)) == 10**30 + 5
    True
    """
    words = _words(relation, state)
    counts = {relation.start: 1} if words.open[0][relation.start] else {}
    for depth, code in enumerate(words.given):
        fresh: dict[int, int] = {}
        for at, count in counts.items():
            for letter in words.choices[code]:
                to = int(relation.delta[at, letter])
                if words.open[depth + 1][to]:
                    fresh[to] = fresh.get(to, 0) + count
        counts = fresh
    return sum(counts.values())
