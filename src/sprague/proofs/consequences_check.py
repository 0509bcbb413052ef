"""Checks the consequences that a certificate about P-positions draws from its automaton: the formula of the n-th pair
with the rows of the pairs (``pairs``), and the strategy of a take-away game by the parts of a number (``parts``).

The proofs. *Pairs*: if every number from 1 on is in exactly one pair (x, y) with x < y, and the differences y - x of
the pairs in the order of x are 0, t, 2t, … from (0, 0) on, then x is the least number in no earlier pair, and y is x +
tn. So the pairs are determined. By Beatty's theorem (1926) floor(na) and floor(na) + tn, with a the positive root of
a^2 + (t - 2) a - t = 0, which is not rational, are complementary, and they have the same differences. *Parts*: if n
coins with limit q are lost exactly if q < s(n), with s(n) among the weights, and after s(n) the rest is 0 or has an s
larger than c s(n), then by induction n is the sum of such s, each more than c times the next, and s(n) is the smallest.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from .plain_automata import Flaw, Numeration, Set, numeration
from .plain_formulas import Formula, parse, without

_GAME = "n,q -> m,r where exists k: 1 <= k <= q and n = m + k and r = {factor}k"

#: The largest t and c.
_MOST_STEP, _MOST_FACTOR = 20, 3


def check_pairs(system: Numeration, p_set: Set, step: Any) -> None:
    """Raises Flaw unless the n-th P-position (x, y) with x <= y is (floor(na), floor(na) + tn), t = ``step``, and
    the pairs are terms 1 and 2, 3 and 4, … of rows in which each term is t times the last and the one before that;
    for t = 0: unless they are the pairs (n, n)."""
    if type(step) is not int or not 0 <= step <= _MOST_STEP:
        raise Flaw(f"pairs: expected a number from 0 to {_MOST_STEP}")
    for fault in _faults_of_pairs(p_set, step):
        if without(system, ["x", "y", "u", "v"], fault).accept:
            raise Flaw("pairs: the P-positions are not these pairs")


def _faults_of_pairs(p_set: Set, t: int) -> Iterator[Formula]:
    """Yields conditions that no numbers x, y, u, v may fulfil."""

    def pair(x: str, y: str) -> Formula:
        return ("in", _renamed(p_set, {"x": x, "y": y}))

    def at_least(form: dict[str, int], constant: int = 0) -> Formula:
        return ("lin", form, constant)

    def equal(form: dict[str, int], constant: int = 0) -> Formula:
        return ("eq", form, constant)

    if t == 0:
        yield ("and", pair("x", "y"), ("not", equal({"x": 1, "y": -1})))
        yield ("and", equal({"x": 1, "y": -1}), ("not", pair("x", "y")))
        return
    yield ("and", pair("x", "y"), ("not", pair("y", "x")))
    yield ("and", ("and", equal({"x": 1}), equal({"y": 1})), ("not", pair("x", "y")))
    yield ("and", pair("x", "y"), ("and", equal({"x": 1, "y": -1}), at_least({"x": 1}, -1)))
    yield ("and", ("and", pair("x", "y"), pair("x", "u")), at_least({"u": 1, "y": -1}, -1))
    yield ("not", ("some", "y", pair("x", "y")))
    two: Formula = ("and", pair("x", "y"), pair("u", "v"))
    for part in (
        at_least({"y": 1, "x": -1}),
        at_least({"v": 1, "u": -1}, -1),
        at_least({"u": 1, "x": -1}, -1),
    ):
        two = ("and", two, part)
    apart = {"v": 1, "u": -1, "y": -1, "x": 1}
    yield ("and", two, at_least({name: -c for name, c in apart.items()}, t - 1))
    next_one: Formula = ("some", "u", ("some", "v", ("and", two, equal(apart, -t))))
    yield ("and", ("and", pair("x", "y"), at_least({"y": 1, "x": -1})), ("not", next_one))
    row = ("and", equal({"u": 1, "x": -1, "y": -t}), equal({"v": 1, "x": -t, "y": -t * t - 1}))
    yield (
        "and",
        ("and", ("and", pair("x", "y"), at_least({"y": 1, "x": -1}, -1)), row),
        ("not", pair("u", "v")),
    )


def check_parts(system: Numeration, p_set: Set, rule: Formula | None, factor: Any) -> None:
    """Raises Flaw unless the rule is that of taking at most ``factor`` times the last take, the smallest part s(n) of n
    is the least limit with which n coins are won, and a player who may take any number but all of n coins loses exactly
    if n is a weight of the numeration."""
    if type(factor) is not int or not 1 <= factor <= _MOST_FACTOR:
        raise Flaw(f"parts: expected a number from 1 to {_MOST_FACTOR}")
    game = parse(_GAME.format(factor=factor))
    if rule is None or any(
        without(numeration("2"), ["x", "y", "u", "v"], ("and", one, ("not", other))).accept
        for one, other in ((rule, game), (game, rule))
    ):
        raise Flaw("parts: the rule is another game")
    for fault in _faults_of_parts(p_set, factor):
        if without(system, ["n", "q", "s", "m", "r"], fault).accept:
            raise Flaw("parts: the P-positions are others")


def _faults_of_parts(p_set: Set, c: int) -> Iterator[Formula]:
    """Yields conditions that no numbers n, q, s, m, r may fulfil."""
    lost: Formula = ("in", _renamed(p_set, {"x": "n", "y": "q"}))
    below: Formula = ("lin", {"s": 1, "q": -1}, -1)
    some_coins: Formula = ("lin", {"n": 1}, -1)
    unlike: Formula = ("or", ("and", lost, ("not", below)), ("and", below, ("not", lost)))
    smallest: Formula = ("and", ("in", _weights("s")), ("lin", {"n": 1, "s": -1}, 0))
    smallest = ("and", ("and", smallest, some_coins), ("not", ("some", "q", unlike)))
    yield ("and", ("eq", {"n": 1}, 0), ("not", lost))
    yield ("and", some_coins, ("not", ("some", "s", smallest)))
    sums: Formula = ("and", ("eq", {"n": 1, "m": -1, "s": -1}, 0), ("eq", {"r": 1, "s": -c}, 0))
    after: Formula = (
        "some",
        "m",
        ("some", "r", ("and", sums, ("in", _renamed(p_set, {"x": "m", "y": "r"})))),
    )
    yield ("and", smallest, ("not", after))
    start: Formula = ("and", some_coins, ("some", "q", ("and", lost, ("eq", {"q": 1, "n": -1}, 1))))
    weight: Formula = ("in", _weights("n"))
    yield ("and", start, ("not", weight))
    yield ("and", weight, ("not", start))


def _weights(name: str) -> Set:
    """Returns the numbers that are written with one digit 1 and otherwise only 0."""
    return Set((name,), 0, frozenset({1}), [{(0,): 0, (1,): 1}, {(0,): 1}])


def _renamed(numbers: Set, names: dict[str, str]) -> Set:
    """Returns the same set with other names, its tracks in the order of the alphabet."""
    tracks = [names.get(name, name) for name in numbers.tracks]
    order = sorted(range(len(tracks)), key=lambda i: tracks[i])
    delta = [{tuple(letter[i] for i in order): to for letter, to in row.items()} for row in numbers.delta]
    return Set(tuple(tracks[i] for i in order), numbers.start, numbers.accept, delta)
