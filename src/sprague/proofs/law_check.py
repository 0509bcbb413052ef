"""The checker of laws of a rule in Python (``sprague discover games.py:rule -o law.json``). It never runs the rule: a
small interpreter of its own reads the source, and compares the formula with it on small heaps. Then every statement of
the theorem is decided anew, by plain automata.

Let OVER hold of every move of a rule and UNDER of moves only, and let every move that OVER allows lower a measure. If
every position has exactly one value by the law, no OVER-move leads to the value of its position, and UNDER-moves lead
to each smaller value, the law is the Grundy function. For outcomes: the same for 0 alone, with moves to one part.
Values that grow are in :mod:`.law_relations`.
"""

from __future__ import annotations

import contextlib
import itertools
import math
from collections.abc import Callable, Iterator
from functools import reduce
from typing import Any

from .law_form import (
    AFTER,
    BEFORE,
    Moves,
    automaton,
    possible,
    quotients,
    quotients_at,
    read_moves,
)  # fmt: skip
from .law_relations import GROWING, VALUE, decide, reach, value_of
from .plain_automata import (
    Flaw,
    Numeration,
    Set,
    contains,
    every,
    join,
    meet,
    minus,
    now_and_then,
    numeration,
    rest,
    ticking,
    weights_of,
    words,
)
from .plain_formulas import Formula, alternatives, without
from .plain_python import Function
from .plain_values import TooLong

_FIELDS = {
    "format", "name", "source", "constants", "heaps", "spread", "system", "kind", "over", "under", "measure", "sets",
    "compared",
}  # fmt: skip

#: On how large heaps formula and source are compared, by the number of heaps; and what may be left after a move.
COMPARED = {1: 24, 2: 8, 3: 4}

#: Of the positions near the numbers of the source, the largest number and how many are compared.
_MOST_NEAR, _MOST_PLACES = 6000, 24

#: The most parts of a formula, states of an automaton, and values.
_MOST_PARTS, _MOST_STATES, _MOST_VALUES = 20_000, 5000, 32


def seconds(certificate: Any) -> float:
    """Estimates the seconds of a check, within a factor of ten. Raises Flaw for a certificate that cannot be read."""
    states, parts, values = _sizes(certificate)
    digits: int = numeration(certificate["system"]).digits
    heaps: int = certificate["heaps"]
    return 0.5 + 1.5e-6 * parts * states * math.sqrt(values) * float(digits**heaps)


def room(certificate: Any) -> int:
    """Estimates the bytes of a check. Raises Flaw for a certificate that cannot be read."""
    states, parts, _ = _sizes(certificate)
    digits: int = numeration(certificate["system"]).digits
    heaps: int = certificate["heaps"]
    return 2000 * (states + parts) * int(digits ** (2 * heaps))


def cost(certificate: Any) -> str:
    """Says in words what a check will cost. Raises Flaw for a certificate that cannot be read."""
    return (
        f"decides the law anew about automata of {_sizes(certificate)[0]} states, in plain Python; "
        f"about {max(1, round(seconds(certificate)))} s"
    )


def _sizes(certificate: Any) -> tuple[int, int, int]:
    """Returns the states of the law, the parts of the formulas, and the number of values."""
    _shape(certificate)
    states = sum(len(each[1]["delta"]) for each in certificate["sets"])
    parts = sum(
        _count(each[1]) for moves in (certificate["over"], certificate["under"] or []) for each in moves
    )
    if states > _MOST_STATES or parts > _MOST_PARTS:
        raise Flaw(f"expected at most {_MOST_STATES} states and formulas of at most {_MOST_PARTS} parts")
    return states, parts, len(certificate["sets"])


def _shape(certificate: Any) -> None:
    """Raises Flaw unless the fields are of the right kind; what they say is read later."""
    if not isinstance(certificate, dict) or set(certificate) != _FIELDS:
        raise Flaw(f"expected the fields {', '.join(sorted(_FIELDS))}")
    if any(not isinstance(certificate[each], str) for each in ("name", "source", "system")):
        raise Flaw("name, source and system: expected text")
    names = certificate["constants"]
    if not isinstance(names, dict) or not all(each.isidentifier() and each.isascii() for each in names):
        raise Flaw("constants: expected an object, by names")
    if (
        type(certificate["heaps"]) is not int
        or certificate["heaps"] not in COMPARED
        or type(certificate["spread"]) is not bool
    ):
        raise Flaw("heaps and spread: expected 1 to 3, and true or false")
    if certificate["spread"] and certificate["heaps"] == 1:
        raise Flaw("spread: expected false for one heap")
    if certificate["kind"] not in ("outcome", "values", *GROWING):
        raise Flaw(f"kind: expected outcome, values, {', '.join(GROWING)}")
    if type(certificate["compared"]) is not int or certificate["compared"] != COMPARED[certificate["heaps"]]:
        raise Flaw(f"compared: expected {COMPARED[certificate['heaps']]}")
    for direction in ("over", "under"):
        moves = certificate[direction]
        if direction == "under" and moves is None:
            continue
        if not isinstance(moves, list) or len(moves) > 3 or not all(_is_pair(each, 2) for each in moves):
            raise Flaw(f"{direction}: expected pairs of a number of parts and a formula")
    sets = certificate["sets"]
    fits = isinstance(sets, list) and 1 <= len(sets) <= _MOST_VALUES
    if not fits or not all(_is_pair(each, _MOST_VALUES) and _is_table(each[1]) for each in sets):
        raise Flaw("sets: expected pairs of a value and an automaton")
    values = [each[0] for each in sets]
    if values != sorted(set(values)) or (certificate["kind"] == "outcome" and values not in ([0], [0, 1])):
        raise Flaw("sets: expected each value once, the smallest first; 0, or 0 and 1, for outcomes")
    if certificate["kind"] in GROWING and values != [0]:
        raise Flaw("sets: expected one automaton, with 0 before it, for values that grow")


def _is_pair(entry: Any, most: int) -> bool:
    return (
        isinstance(entry, list)
        and len(entry) == 2
        and type(entry[0]) is int
        and 0 <= entry[0] <= most
        and isinstance(entry[1], list | dict)
    )


def _is_table(entry: Any) -> bool:
    return isinstance(entry, dict) and isinstance(entry.get("delta"), list)


def _count(formula: Any) -> int:
    """Returns the parts of a formula, and the factors in it."""
    if isinstance(formula, list):
        return 1 + sum(_count(each) for each in formula)
    return min(abs(formula), 10**9) if type(formula) is int else 1


def check_law(certificate: Any, tick: Callable[[], None] = lambda: None) -> int:
    """Returns the number of states visited. Raises Flaw, with the reason, for a false certificate."""
    return ticking(tick, _checked, certificate)


def _checked(certificate: Any) -> int:
    _sizes(certificate)
    system, heaps = numeration(certificate["system"]), certificate["heaps"]
    before = BEFORE[:heaps]
    function = Function(certificate["source"], certificate["constants"])
    if function.name != certificate["name"]:
        raise Flaw("name: the source defines another function")
    over = [read_moves(each, heaps, system) for each in certificate["over"]]
    more = quotients(heaps)
    under = (
        over
        if certificate["under"] is None
        else [read_moves(each, heaps, system, more) for each in certificate["under"]]
    )
    kind = certificate["kind"]
    tracks = (*before, VALUE) if kind in GROWING else before
    sets: dict[int, Set] = {value: automaton(table, system, tracks) for value, table in certificate["sets"]}
    outcomes = kind == "outcome"
    if outcomes and any(parts > 1 for parts, _ in over):
        raise Flaw("kind: the outcome of two parts needs their values")
    of_over, of_under = _relations(system, over), _relations(system, under)
    over, under = ([(parts, ("in", one)) for parts, one in each] for each in (of_over, of_under))
    _falls(system, heaps, of_over, certificate["measure"])
    if kind in GROWING:
        value_at = value_of(kind, system, heaps, sets[0])
        _compared(certificate, system, function, of_over, of_under, value_at)
        return decide(kind, system, heaps, over, under, sets[0])
    _partition(system, before, sets)
    word = words(system, 10**6)

    def value_by_sets(state: tuple[int, ...]) -> int:
        at = {name: word(n) for name, n in zip(before, state, strict=True)}
        return next(value for value, one in sets.items() if contains(one, at))

    _compared(certificate, system, function, of_over, of_under, value_by_sets)
    states = sum(len(each.delta) for each in sets.values())
    for value in sorted(sets):
        if outcomes and value:
            continue
        leading = _reach(system, heaps, over, sets, value)
        states += len(leading.delta)
        if meet(sets[value], leading).accept:
            raise Flaw(f"a move may lead from value {value} to value {value}")
    for smaller in range(max(sets)):
        larger = [sets[value] for value in sets if value > smaller]
        lacking = rest(system, _reach(system, heaps, under, sets, smaller))
        states += len(lacking.delta)
        if any(meet(each, lacking).accept for each in larger):
            raise Flaw(f"no move was shown from every position of a larger value to value {smaller}")
    return states


def _renamed(numbers: Set, names: tuple[str, ...]) -> Set:
    """Returns the same set with other names; their order is that of the alphabet, as before."""
    return Set(names, numbers.start, numbers.accept, numbers.delta)


# The statements


def _falls(system: Numeration, heaps: int, over: list[tuple[int, Set]], measure: Any) -> None:
    """Raises Flaw unless every move lowers the first of the sums that it changes."""
    fits = isinstance(measure, list) and 1 <= len(measure) <= heaps + 1
    for weights in measure if fits else [[]]:
        if not isinstance(weights, list) or len(weights) != heaps or not any(weights):
            raise Flaw("measure: expected lists of weights, one for each heap, not all 0")
        if any(type(w) is not int or not 0 <= w <= 1000 for w in weights):
            raise Flaw("measure: expected weights from 0 to 1000")
    for part in range(max((parts for parts, _ in over), default=0)):
        rises = _not_falling(measure, BEFORE[:heaps], AFTER[part][:heaps])
        ways = [without(system, [], each) for each in alternatives(rises)]
        if any(meet(one, way).accept for parts, one in over if part < parts for way in ways):
            raise Flaw("measure: it does not fall with every move")


def _not_falling(measure: list[list[int]], before: tuple[str, ...], after: tuple[str, ...]) -> Formula:
    weights, more = measure[0], measure[1:]
    form = {name: w for name, w in zip(after, weights, strict=True) if w}
    form |= {name: -w for name, w in zip(before, weights, strict=True) if w}
    if not more:
        return "lin", form, 0
    return "or", ("lin", form, -1), ("and", ("eq", form, 0), _not_falling(more, before, after))


def _within(system: Numeration, over: list[tuple[int, Set]], under: list[tuple[int, Set]]) -> None:
    """Raises Flaw unless OVER holds of every move that UNDER allows: otherwise there is no such game."""
    nothing = Set((), 0, frozenset(), [{}])
    for parts in {parts for parts, _ in under}:
        allowed, some_of = (
            reduce(
                lambda a, b: join(system, a, b), [one for count, one in moves if count == parts] or [nothing]
            )
            for moves in (over, under)
        )
        one = possible(system, some_of)
        alike = [
            meet(a, every(system, tuple(name for name in b.tracks if name not in a.tracks)))
            for a, b in ((one, allowed), (allowed, one))
        ]
        if minus(*alike).accept:
            raise Flaw("under: it has a move that over forbids")


def _partition(system: Numeration, before: tuple[str, ...], sets: dict[int, Set]) -> None:
    whole = reduce(lambda a, b: join(system, a, b), sets.values())
    if rest(system, whole).accept:
        raise Flaw("sets: some position has no value")
    for a, b in itertools.combinations(sets.values(), 2):
        if meet(a, b).accept:
            raise Flaw("sets: some position has two values")


def _reach(system: Numeration, heaps: int, moves: list[Moves], sets: dict[int, Set], value: int) -> Set:
    """Returns the positions from which a move leads to a value."""
    first, second = AFTER[0][:heaps], AFTER[1][:heaps]
    goals: dict[int, list[Formula]] = {
        0: [("lin", {}, 0)] if value == 0 else [],
        1: [("in", _renamed(sets[value], first))] if value in sets else [],
        2: [
            ("and", ("in", _renamed(sets[a], first)), ("in", _renamed(sets[a ^ value], second)))
            for a in sets
            if a ^ value in sets
        ],
    }
    return reach(system, heaps, (), moves, goals)


# The source


def _compared(
    certificate: dict[str, Any],
    system: Numeration,
    function: Function,
    of_over: list[tuple[int, Set]],
    of_under: list[tuple[int, Set]],
    value: Callable[[tuple[int, ...]], int],
) -> None:
    """Raises Flaw unless every move by UNDER is one by OVER, and, on small heaps, every move of the source is one by
    OVER, every move by UNDER is one of the source, and with the moves of the source the values of the law satisfy the
    definition."""
    if certificate["under"] is not None:
        _within(system, of_over, of_under)
    heaps, below = certificate["heaps"], COMPARED[certificate["heaps"]]
    word = words(system, 10**6)

    def written(state: tuple[int, ...], names: tuple[str, ...]) -> dict[str, tuple[int, ...]]:
        return {name: word(n) for name, n in zip(names, state, strict=True)}

    def among(
        relations: list[tuple[int, Set]], state: tuple[int, ...], option: tuple[tuple[int, ...], ...]
    ) -> bool:
        at = written(state, BEFORE[:heaps])
        for names, part in zip(AFTER, option, strict=False):
            at |= written(part, names[:heaps])
        return any(parts == len(option) and contains(one, at) for parts, one in relations)

    def moves_of(state: tuple[int, ...]) -> set[tuple[tuple[int, ...], ...]]:
        yielded = function(*state) if certificate["spread"] or heaps == 1 else function(state)
        options = {_option(each, heaps, state) for each in yielded}
        if any(not among(of_over, state, option) for option in options):
            raise Flaw(f"over: it lacks a move of the source from {state}")
        return options

    def defined(state: tuple[int, ...], options: set[tuple[tuple[int, ...], ...]]) -> None:
        option_values = {reduce(int.__xor__, map(value, option), 0) for option in options}
        least = next(n for n in itertools.count() if n not in option_values)
        if value(state) != (min(least, 1) if certificate["kind"] == "outcome" else least):
            raise Flaw(f"by the definition, the law is wrong at {state}")

    weights = weights_of(system, 10**6)
    # in the order of the tracks of a relation
    named = sorted(name for name in quotients(heaps) if any(name in one.tracks for _, one in of_under))
    whole = [(parts, _whole(system, one, heaps, parts, named)) for parts, one in of_under]

    def compare(
        state: tuple[int, ...], options: set[tuple[tuple[int, ...], ...]], most: int, most_of_one: int
    ) -> None:
        digits = list(zip(*map(word, (*state, *quotients_at(named, state))), strict=True))
        for parts, one in whole:
            for numbers in _smaller(system, one, digits, weights, most if heaps * parts > 1 else most_of_one):
                option = tuple(numbers[heaps * i : heaps * (i + 1)] for i in range(parts))
                if option not in options:
                    raise Flaw(f"under: it has a move that the source has not, from {state}")

    for state in itertools.product(range(below), repeat=heaps):
        options = moves_of(state)
        compare(state, options, below + 2, below + 2)
        defined(state, options)
    for state in _near(function.numbers, heaps, below):
        with contextlib.suppress(TooLong):
            options = moves_of(state)
            compare(state, options, 8, max(state) + 2)
            defined(state, options)


def _whole(system: Numeration, one: Set, heaps: int, parts: int, spoken: list[str]) -> Set:
    """Returns a relation with all tracks of a move, those of the heaps after it first, those of quotients last."""
    names = [*BEFORE[:heaps], *spoken, *(name for each in AFTER[:parts] for name in each[:heaps])]
    return meet(one, every(system, tuple(name for name in names if name not in one.tracks)))


def _smaller(
    system: Numeration, one: Set, before: list[tuple[int, ...]], weights: list[int], most: int
) -> Iterator[tuple[int, ...]]:
    """Yields the tuples of numbers below ``most`` that the last numbers, with these digits, complete to a tuple of a
    set."""
    free = len(one.tracks) - len(before[0])
    todo = [(one.start, 0, (0,) * free)]
    while todo:
        state, place, numbers = todo.pop()
        if place == len(before):
            if state in one.accept:
                yield numbers
            continue
        now_and_then()
        weight = weights[place]
        most_digits = (min((most - 1 - n) // weight + 1, system.digits) for n in numbers)
        for digits in itertools.product(*map(range, most_digits)):
            to = one.delta[state].get((*digits, *before[place]))
            if to is not None:
                todo.append(
                    (to, place + 1, tuple(n + d * weight for n, d in zip(numbers, digits, strict=True)))
                )


def _near(numbers: set[int], heaps: int, below: int) -> list[tuple[int, ...]]:
    """Positions around the numbers of the source, their squares and the powers of 2 with them as exponents: a rule may
    change there."""
    centres = {c for n in numbers if n >= 0 for c in (n, n * n, 2 ** min(n, 64)) if c <= _MOST_NEAR}
    near = [n for c in sorted(centres) for n in range(c - 1, c + 3) if n >= below]
    entries = near if heaps == 1 else [*near, 0, 1, 2]
    states = (state for state in itertools.product(entries, repeat=heaps) if max(state) >= below)
    return list(itertools.islice(states, _MOST_PLACES))


def _relations(system: Numeration, moves: list[Moves]) -> list[tuple[int, Set]]:
    relations = [
        (parts, without(system, [], one)) for parts, formula in moves for one in alternatives(formula)
    ]
    return [(parts, one) for parts, one in relations if one.accept]


def _option(option: Any, heaps: int, state: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """Returns the positions that an option of the source leaves, as tuples of heaps."""
    several = isinstance(option, tuple) and (heaps == 1 or (option and isinstance(option[0], tuple)))
    if isinstance(option, list) or several:
        parts = list(option)
    else:
        parts = [] if option == () else [option]
    positions = tuple(each if isinstance(each, tuple) and heaps > 1 else (each,) for each in parts)
    for part in positions:
        if len(part) != heaps or any(type(n) is not int or not 0 <= n <= 10**6 for n in part):
            raise Flaw(f"source: an option that is no position, from {state}")
    if len(positions) > 2:
        raise Flaw(f"source: an option of more than two parts, from {state}")
    return tuple(tuple(int(n) for n in part) for part in positions)
