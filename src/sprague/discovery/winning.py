"""All winning moves of a proved rule, at any size. The moves to P-positions form an automaton over the digits of the
heaps before and after; a walk lists its words for given heaps before. The moves of a formula are listed likewise.

The whole automaton has a million states if the P-positions have a few hundred. As only two heaps are given, its states
are built when they are reached, as tuples: a state of each part of the moves, and one of the P-positions.
"""

from __future__ import annotations

import functools
import heapq
import itertools
import math
from collections.abc import Callable, Iterator
from typing import NamedTuple

from numpy.typing import NDArray

from sprague.system.arrays import np
from sprague.words.errors import TooLargeError
from sprague.words.messages import say

from .automata.decide import automaton, flattened
from .automata.dfa import Automaton, both, either, everything, letters, reordered, widened
from .automata.formula import And, Within
from .automata.numeration import System
from .rule import AFTER, BEFORE, Rule


def winning_relation(rule: Rule, p_set: Automaton) -> Automaton:
    """Returns the automaton of all (x, y, u, v) such that a move leads from (x, y) to the P-position (u, v)."""
    tracks = (*BEFORE, *AFTER)
    parts = []
    for choice in rule.choices:
        one = automaton(And((choice, Within(AFTER, p_set))), p_set.system)
        parts.append(reordered(widened(one, tracks), tracks))
    for moves in [] if rule.choices else rule.moves(p_set.system):
        one = both(moves.automaton, p_set.named(*moves.after))
        for before, after in zip(BEFORE, AFTER, strict=True):
            if after not in one.tracks:  # the move does not change the heap
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
    """Yields the P-positions to which a move leads from ``state``, largest digits first.

    >>> from .proving import prove
    >>> from .rule import rule_of
    >>> p_set = prove(rule_of("wythoff")).theorem.p_set
    >>> list(winning_moves(rule_of("wythoff"), p_set, (500, 1000)))
    [(500, 309)]
    """
    try:
        moves = heapq.merge(*(_walked_options(parts, state) for parts in _parts(rule, p_set)), reverse=True)
    except _EndlessError:  # the whole automaton tells whether the list is endless
        return ((u, v) for u, v in images(_relation(rule, p_set), state))
    return (option for (_, option), _ in itertools.groupby(moves))


class _EndlessError(Exception):
    """Raised when the walk to an option may meet numbers far larger than the given ones."""


class _Parts(NamedTuple):
    """The conditions on a winning move: automata over the heaps before and after, and over ``hidden`` numbers."""

    automata: tuple[Automaton, ...]
    after: tuple[str, str]
    hidden: tuple[str, ...]


#: The most letters over the names that are not given, so that each of them can be examined.
_MOST_LETTERS = 1 << 12


@functools.lru_cache(maxsize=32)
def _parts(rule: Rule, p_set: Automaton) -> list[_Parts]:
    """Returns the ways of moving: the families, or the conjuncts of each alternative of a formula."""
    ways = [
        _Parts((moves.automaton, p_set.named(*moves.after)), moves.after, ())
        for moves in ([] if rule.choices else rule.moves(p_set.system))
    ]
    for choice in rule.choices:
        flat, hidden = flattened(choice)
        automata = [automaton(part, p_set.system) for part in flat]
        mentioned = {track for each in automata for track in each.tracks}
        ways.append(
            _Parts(
                (*automata, p_set.named(*AFTER)), AFTER, tuple(name for name in hidden if name in mentioned)
            )
        )
    return ways


def _walked_options(
    parts: _Parts, state: tuple[int, int]
) -> Iterator[tuple[tuple[int, tuple[int, ...]], tuple[int, int]]]:
    """Yields the P-positions to which a move of one kind leads, after their letters (how many, and which), largest
    first."""
    system = parts.automata[0].system
    digits, turn = system.digits, len(system.turn)
    open_names = tuple(name for name in (*parts.after, *parts.hidden) if name not in BEFORE)
    sizes = [len(part.accept) for part in parts.automata]
    if any(part.is_empty for part in parts.automata):
        return iter(())
    if digits ** len(open_names) > _MOST_LETTERS or math.prod(sizes) >= 1 << 62:
        raise _EndlessError
    # By the digits of the given names: a letter of each automaton for each choice of the other digits.
    names = (*BEFORE, *open_names)
    by_part = [_letters(system, names, part.tracks).reshape(digits * digits, -1) for part in parts.automata]
    letters_after = _letters(system, names, parts.after).reshape(digits * digits, -1).tolist()
    matrices = [part.matrix() for part in parts.automata]

    @functools.cache
    def steps(at: int, code: int) -> list[tuple[int, int]]:
        """Returns each choice in a state that leads to a live state, and that state."""
        to = np.zeros(len(letters_after[0]), np.int64)
        alive, weight = np.ones(len(to), bool), 1
        for matrix, size, by in zip(matrices, sizes, by_part, strict=True):
            at, one = divmod(at, size)
            row = matrix[one, by[code]]
            alive &= row > 0
            to += row * np.int64(weight)
            weight *= size
        chosen = np.flatnonzero(alive)
        return list(zip(chosen.tolist(), to[chosen].tolist(), strict=True))

    def is_end(at: int) -> bool:
        for part, size in zip(parts.automata, sizes, strict=True):
            at, one = divmod(at, size)
            if not part.accept[one]:
                return False
        return True

    start = 0
    for part, size in zip(reversed(parts.automata), reversed(sizes), strict=True):
        start = start * size + part.start
    length = max(map(system.length, state))
    xs, ys = (system.word(n, length) for n in state)
    codes = [x * digits + y for x, y in zip(xs, ys, strict=True)]
    codes = [0] * (turn * _turns_before(steps, start, turn)) + codes

    open_ = [{start}]
    for code in codes:
        open_.append({to for at in open_[-1] for _, to in steps(at, code)})
    open_[-1] = {at for at in open_[-1] if is_end(at)}
    if not open_[-1]:
        return iter(())
    for depth in range(len(codes) - 1, -1, -1):
        further, code = open_[depth + 1], codes[depth]
        open_[depth] = {at for at in open_[depth] if any(to in further for _, to in steps(at, code))}
    weights = system.weights(len(codes))[::-1]

    def walked() -> Iterator[tuple[tuple[int, tuple[int, ...]], tuple[int, int]]]:
        word: list[int] = []
        walk = [(0, open_[0], 0, 0, 0)]
        while walk:
            depth, here, letter, u, v = walk.pop()
            word[depth - 1 :] = [letter] if depth else []
            if depth == len(codes):
                short = tuple(itertools.dropwhile(lambda each: each == 0, word))
                yield (len(short), short), (u, v)
                continue
            code, weight, further = codes[depth], weights[depth], open_[depth + 1]
            behind: dict[
                int, set[int]
            ] = {}  # a hidden number is arbitrary: states that differ only in it continue together
            for at in here:
                for choice, to in steps(at, code):
                    if to in further:
                        behind.setdefault(letters_after[code][choice], set()).add(to)
            for letter in sorted(behind):
                a, b = divmod(letter, digits)
                walk.append((depth + 1, behind[letter], letter, u + a * weight, v + b * weight))

    return walked()


def _turns_before(steps: Callable[[int, int], list[tuple[int, int]]], start: int, turn: int) -> int:
    """Returns how many turns of leading zeros are useful, since an option may have more digits."""
    same, edge = start, set[int]()
    for _ in range(turn):
        edge = {to for at in edge for _, to in steps(at, 0)}
        edge |= {to for choice, to in steps(same, 0) if choice}
        same = next(to for choice, to in steps(same, 0) if not choice)
    seen, turns = set[frozenset[int]](), 0
    while edge:
        turns += 1
        if frozenset(edge) in seen or len(edge) > _MOST_LETTERS:
            raise _EndlessError
        seen.add(frozenset(edge))
        for _ in range(turn):
            edge = {to for at in edge for _, to in steps(at, 0)}
    return turns


def _letters(system: System, tracks: tuple[str, ...], of: tuple[str, ...]) -> NDArray[np.int32]:
    return np.frombuffer(letters(system, tracks, of), np.int32)


class _Words(NamedTuple):
    """The words of a relation for given heaps before. ``codes``: their digits, as one number each place; ``open``: the
    states from which a word can still be finished, place by place; ``choices``: the letters for each given digit."""

    codes: list[int]
    open: list[NDArray[np.bool_]]
    choices: list[NDArray[np.int64]]
    after: NDArray[np.int32]


def _words(relation: Automaton, state: tuple[int, ...], names: tuple[str, ...]) -> _Words:
    """Returns the words for the given heaps. An option may have more digits, so it adds leading zeros, as many whole
    turns as can be useful. Raises TooLargeError if there is no bound for them."""
    system = relation.system
    digits, turn = system.digits, len(system.turn)
    length = max(map(system.length, state))
    rest = tuple(track for track in relation.tracks if track not in names)
    before, after = (_letters(system, relation.tracks, of) for of in (names, rest))
    matrix = relation.matrix()
    choices = [np.flatnonzero(before == code) for code in range(digits ** len(names))]
    codes = [0] * length
    for n in state:
        codes = [code * digits + digit for code, digit in zip(codes, system.word(n, length), strict=True)]
    alive: list[NDArray[np.bool_]] = [np.frombuffer(relation.accept, np.uint8) != 0]

    def behind(code: int) -> NDArray[np.bool_]:
        live: NDArray[np.bool_] = np.logical_or.reduce(alive[-1][matrix[:, choices[code]]], axis=1)
        return live

    for code in reversed(codes):
        alive.append(behind(code))
    # Add leading zeros until the set of live states recurs: from then on nothing new can appear.
    longer = [letter for letter in choices[0] if after[letter]]
    begins = [relation.start]  # a turn may begin with zeros of all numbers
    for _ in range(turn - 1):
        begins.append(int(matrix[begins[-1], 0]))
    zeros, last, seen = 0, 0, {alive[-1].tobytes(): 0}
    while True:
        reaches_longer = bool(alive[-1][matrix[begins[-(zeros + 1) % turn], longer]].any())
        alive.append(behind(0))
        zeros += 1
        last = zeros if reaches_longer else last
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
    return _Words([0] * last + codes, alive[::-1], choices, after)


def images(
    relation: Automaton, state: tuple[int, ...], names: tuple[str, ...] = BEFORE, *, ascending: bool = False
) -> Iterator[tuple[int, ...]]:
    """Yields all tuples that a relation pairs with ``state``, its numbers on the tracks ``names``, largest digits
    first, or smallest."""
    words = _words(relation, state, names)
    length, digits = len(words.codes), relation.system.digits
    weights = relation.system.weights(length)[::-1]
    count = len(relation.tracks) - len(names)
    powers = [digits ** (count - 1 - i) for i in range(count)]
    walk: list[tuple[int, int, tuple[int, ...]]] = [(0, relation.start, (0,) * count)]
    while walk:
        depth, at, sums = walk.pop()
        if not words.open[depth][at]:
            continue
        if depth == length:
            yield sums
            continue
        choices = words.choices[words.codes[depth]]
        for letter in choices[::-1] if ascending else choices:
            to = relation.delta[at * relation.letters + int(letter)]
            if words.open[depth + 1][to]:
                code, weight = int(words.after[letter]), weights[depth]
                more = tuple(
                    n + code // power % digits * weight for n, power in zip(sums, powers, strict=True)
                )
                walk.append((depth + 1, to, more))


def count_images(relation: Automaton, state: tuple[int, ...], names: tuple[str, ...] = BEFORE) -> int:
    """Returns how many tuples :func:`images` yields, without listing them.

    >>> from .rule import formula_moves, rule_of
    >>> from .automata.numeration import system
    >>> rule = rule_of("x,y -> u,v where (u = x and v < y) or (u < x and v = y)")
    >>> count_images(formula_moves(rule.formula, system("2")), (10**30, 5)) == 10**30 + 5
    True
    """
    words = _words(relation, state, names)
    counts = {relation.start: 1} if words.open[0][relation.start] else {}
    for depth, code in enumerate(words.codes):
        fresh: dict[int, int] = {}
        for at, count in counts.items():
            for letter in words.choices[code]:
                to = relation.delta[at * relation.letters + int(letter)]
                if words.open[depth + 1][to]:
                    fresh[to] = fresh.get(to, 0) + count
        counts = fresh
    return sum(counts.values())
