"""The part of the checker of laws about values that grow: the law is one automaton, of the pairs of a position and a
number z that encodes its value.

By kind, z is the value itself (*relation*); 2 to the power of the value (*powers*); or 0 for the value 0, and b^j for
the j-th odious number (*odious*, in base b; 1, 2, 4, 7, 8, … have an odd number of ones).

A number below the j-th odious number is 0, odious or evil. An evil number other than 0 is the xor of its highest power
of two and of the rest, which are odious and smaller. The xor of two odious numbers is evil, so it is never odious.
Hence the value of a position is the j-th odious number if it has no option of that value, but options of value 0, of
each smaller odious number, and of each two of them.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable, Mapping
from functools import reduce

from .law_form import AFTER, BEFORE, Moves, certain, named_set
from .plain_automata import Flaw, Numeration, Set, every, join, meet, rest, some, words
from .plain_formulas import Formula, alternatives, without

#: The kinds of laws of values that grow.
GROWING = ("relation", "powers", "odious")

#: The name of the number that encodes a value, and those of the numbers for two parts.
VALUE, OF_PART = "z", ("z1", "z2")

_TRUE: Formula = ("lin", {}, 0)


def reach(
    system: Numeration,
    heaps: int,
    more: tuple[str, ...],
    moves: list[Moves],
    goals: Mapping[int, list[Formula]],
) -> Set:
    """Returns the positions from which a move leads to one of the goals for its number of parts, with the numbers
    ``more`` that the goals mention. The move must be possible for all values of the quotients that it mentions."""
    tracks = (*BEFORE[:heaps], *more)
    sets = [Set(tracks, 0, frozenset(), [{}])]
    for parts, formula in moves:
        eliminated = [name for each in AFTER[:parts] for name in each[:heaps]]
        for one, goal in itertools.product(alternatives(formula), goals.get(parts, [])):
            positions = without(system, eliminated, ("and", one, goal))
            missing = tuple(name for name in tracks if name not in positions.tracks)
            sets.append(meet(positions, every(system, missing)))
    return certain(system, reduce(lambda a, b: join(system, a, b), sets))


def value_of(kind: str, system: Numeration, heaps: int, law: Set) -> Callable[[tuple[int, ...]], int]:
    """Returns the function that gives the value of a small position. Raises Flaw unless there is exactly one number z
    for each position, and z is of the law's kind."""
    if len(system.before) != 1:
        raise Flaw("system: expected a base for values that grow")
    before = BEFORE[:heaps]
    if rest(system, some(system, law, VALUE)).accept:
        raise Flaw("sets: some position has no value")
    less: Formula = ("lin", {VALUE: 1, "z1": -1}, -1)
    if meet(meet(law, _law(law, before, "z1")), without(system, [], less)).accept:
        raise Flaw("sets: some position has two values")
    if kind != "relation":
        code = named_set(f"power({2 if kind == 'powers' else system.digits})", (VALUE,), system)
        if kind == "odious":
            code = join(system, code, without(system, [], ("eq", {VALUE: 1}, 0)))
        if meet(law, rest(system, code)).accept:
            raise Flaw("sets: some number stands for no value")
    word = words(system, 10**6)

    @functools.cache
    def value(state: tuple[int, ...]) -> int:
        # Two ways to a state would give some position two values.
        ways = {law.start: 0}
        for letter in zip(*map(word, state), strict=True):
            ways = {
                to: system.digits * z + x[-1]
                for at, z in ways.items()
                for x, to in law.delta[at].items()
                if x[:-1] == letter
            }
        number = next((z for at, z in ways.items() if at in law.accept), None)
        if number is None:
            raise Flaw(f"sets: a value that is too large to compare, of {state}")
        if kind == "relation":
            return number
        place, rest_of = 0, number
        while rest_of > 1:
            rest_of, place = rest_of // system.digits, place + 1
        if kind == "powers":
            return place
        return 2 * place + 1 - place.bit_count() % 2 if number else 0

    return value


def decide(kind: str, system: Numeration, heaps: int, over: list[Moves], under: list[Moves], law: Set) -> int:
    """Raises Flaw unless, by OVER, no move keeps the value, and, by UNDER, moves lead to each smaller value. Returns
    the number of states."""
    if kind == "odious":
        return _odious(system, heaps, over, under, law)
    if any(parts > 1 for parts, _ in over) and (kind == "powers" or system.digits not in (2, 4, 8)):
        raise Flaw("kind: there is no automaton of the nim-sums of two parts")
    goals = _goals(kind, system, heaps, law)
    unchanged = meet(law, reach(system, heaps, (VALUE,), over, goals))
    if unchanged.accept:
        raise Flaw("a move may keep the value")
    smaller: Formula = ("and", ("in", _law(law, BEFORE[:heaps], "z1")), ("lin", {VALUE: -1, "z1": 1}, -1))
    below = without(system, ["z1"], smaller)
    if kind == "powers":
        below = meet(below, named_set("power(2)", (VALUE,), system))
    lacking = rest(system, reach(system, heaps, (VALUE,), under, goals))
    if meet(below, lacking).accept:
        raise Flaw("no move was shown to each smaller value")
    return len(law.delta) + len(lacking.delta)


def _law(law: Set, heaps: tuple[str, ...], value: str) -> Set:
    """Returns the law with other names; their order is that of the alphabet, as before."""
    return Set((*heaps, value), law.start, law.accept, law.delta)


def _goals(kind: str, system: Numeration, heaps: int, law: Set) -> dict[int, list[Formula]]:
    """Returns the formulas that the parts together have the value that z encodes, by their number."""
    first, second = (names[:heaps] for names in AFTER)
    goals: dict[int, list[Formula]] = {
        0: [("eq", {VALUE: 1}, -1 if kind == "powers" else 0)],
        1: [("in", _law(law, first, VALUE))],
    }
    if kind == "relation" and system.digits in (2, 4, 8):
        total = named_set("xor", (*OF_PART, VALUE), system)
        one, two = (("in", _law(law, names, z)) for names, z in zip((first, second), OF_PART, strict=True))
        goals[2] = [("some", "z1", ("some", "z2", ("and", ("and", one, two), ("in", total))))]
    return goals


def _odious(system: Numeration, heaps: int, over: list[Moves], under: list[Moves], law: Set) -> int:
    first, second = (names[:heaps] for names in AFTER)
    power = named_set(f"power({system.digits})", ("z",), system)
    lost = without(system, [VALUE], ("and", ("in", law), ("eq", {VALUE: 1}, 0)))
    won = rest(system, lost)

    def worth(part: tuple[str, ...], z: str | None) -> Formula:
        return ("in", _law(law, part, z)) if z else ("in", Set(part, lost.start, lost.accept, lost.delta))

    def both(a: Formula, b: Formula) -> Formula:
        return "and", a, b

    zero: dict[int, list[Formula]] = {
        0: [_TRUE],
        1: [worth(first, None)],
        2: [("some", "z1", both(worth(first, "z1"), worth(second, "z1")))],
    }
    same: dict[int, list[Formula]] = {
        1: [worth(first, VALUE)],
        2: [
            both(worth(first, VALUE), worth(second, None)),
            both(worth(first, None), worth(second, VALUE)),
        ],
    }
    two: dict[int, list[Formula]] = {
        2: [both(worth(a, VALUE), worth(b, "z1")) for a, b in ((first, second), (second, first))]
    }
    positive = meet(law, power)
    if meet(lost, reach(system, heaps, (), over, zero)).accept:
        raise Flaw("a move may lead from value 0 to value 0")
    if meet(positive, reach(system, heaps, (VALUE,), over, same)).accept:
        raise Flaw("a move may keep the value")
    cases = [(won, reach(system, heaps, (), under, zero))]
    smaller: Formula = both(("in", _law(positive, BEFORE[:heaps], "z2")), ("lin", {VALUE: -1, "z2": 1}, -1))
    below = meet(without(system, ["z2"], smaller), power)
    cases.append((below, reach(system, heaps, (VALUE,), under, same)))
    pairs = both(
        ("in", Set(("z1",), power.start, power.accept, power.delta)), ("lin", {"z1": -1, VALUE: 1}, -1)
    )
    cases.append((meet(below, without(system, [], pairs)), reach(system, heaps, (VALUE, "z1"), under, two)))
    for needed, leading in cases:
        if meet(needed, rest(system, leading)).accept:
            raise Flaw("no move was shown to each smaller value")
    return len(law.delta) + sum(len(leading.delta) for _, leading in cases)
