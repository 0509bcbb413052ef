"""The theorem that a law gives the values of a rule, or its outcomes, decided from the rule's two formulas.

Let OVER be true of every move of a rule, and UNDER only of moves. Let every move that OVER allows lower a measure of
each part that it leaves. Let every position have exactly one value by the law. If (1) no OVER-move leads from a
position to the value of that position, and (2) from every position UNDER-moves lead to each smaller value, then the law
is the Grundy function, by induction along the measure; the value of two parts is the xor of theirs. For outcomes read 0
and "not 0", (1) for the positions of value 0 and (2) for the others; then moves leave one part.

The measure is a weighted sum of the heaps, or the heaps compared one after the other: the sum first, then a heap.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from sprague.system.ask import tick
from sprague.words.messages import Message, say

from ..automata.decide import automaton
from ..automata.dfa import (
    Automaton,
    both,
    either,
    everything,
    negated,
    projected,
    reordered,
    widened,
    without,
)
from ..automata.formula import And, Exists, Formula, Linear, Named, Not, Or, Within
from ..automata.numeration import System
from ..automata.sets import named_set
from ..reading.quotients import facts_about
from ..reading.rule import Read
from ..reading.statements import AFTER, BEFORE, Moves
from ..reading.terms import FALSE

#: The weights of the heaps that are tried as a measure, after the plain sum.
_WEIGHTS = {
    1: ((1,),),
    2: ((1, 1), (1, 2), (2, 1), (1, 3), (3, 1), (1, 0), (0, 1)),
    3: ((1, 1, 1), *itertools.permutations((1, 2, 3))),
}

Measure = tuple[tuple[int, ...], ...]


class Verdict(NamedTuple):
    """The decision about a law. ``failure`` says which statement was not shown, and ``place`` where."""

    measure: Measure | None = None
    failure: Message | None = None
    place: tuple[int, ...] | None = None

    @property
    def holds(self) -> bool:
        """Whether the law is proved."""
        return self.failure is None


def measure_of(read: Read) -> Measure | None:
    """Returns weighted sums of the heaps that every move lowers: the first of them that it changes. Returns None if
    none of a few candidates does.
    """
    heaps = read.heaps
    single = _WEIGHTS.get(heaps, ((1,) * heaps,))
    units = [tuple(int(i == j) for i in range(heaps)) for j in range(heaps)]
    pairs = [(first, second) for first in ((1,) * heaps, *units) for second in units if first != second]
    for candidate in itertools.chain(((each,) for each in single), pairs if heaps > 1 else ()):
        if all(_falls(read, moves, candidate) for moves in read.over):
            return candidate
    return None


def _falls(read: Read, moves: Moves, measure: Measure) -> bool:
    for part in range(moves.parts):
        names = (
            *BEFORE[: read.heaps],
            *(name for after in AFTER[: moves.parts] for name in after[: read.heaps]),
        )
        rises = _not_falling(measure, BEFORE[: read.heaps], AFTER[part][: read.heaps])
        tick()
        if not automaton(Exists(names, And((moves.formula, rises))), read.system).is_empty:
            return False
    return True


def _not_falling(measure: Measure, before: tuple[str, ...], after: tuple[str, ...]) -> Formula:
    """Returns the formula that the first sum of the measure grows, or stays the same while the next does not
    decrease."""
    weights, rest = measure[0], measure[1:]
    form = {name: w for name, w in zip(after, weights, strict=True) if w}
    form |= {name: -w for name, w in zip(before, weights, strict=True) if w}
    names = tuple(sorted(form))
    factors = tuple(form[name] for name in names)
    if not rest:
        return Linear(names, factors, 0, False)
    same = And((Linear(names, factors, 0, True), _not_falling(rest, before, after)))
    return Or((Linear(names, factors, -1, False), same))


def _reach(read: Read, moves: Iterable[Moves], goals: Mapping[int, list[Formula]]) -> Automaton:
    """Returns the positions from which a move leads to one of the goals: formulas about its parts, by their number."""
    names = BEFORE[: read.heaps]
    tracks = read.given
    positions = []
    for parts, formula in moves:
        eliminated = tuple(name for after in AFTER[:parts] for name in after[: read.heaps])
        for goal in goals.get(parts, []):
            tick()
            whole = Exists(eliminated, And((formula, goal))) if eliminated else And((formula, goal))
            positions.append(reordered(widened(automaton(whole, read.system), tracks), tracks))
    return _certain(read, either(*positions), names) if positions else _nothing(read.system, names)


def _certain(read: Read, numbers: Automaton, names: tuple[str, ...]) -> Automaton:
    """Returns the numbers of these names that are in a set for all values of the quotients that it mentions."""
    if not read.quotients:
        return numbers
    unlike = both(automaton(facts_about(read.quotients), read.system), negated(numbers))
    return reordered(negated(projected(unlike, *read.quotients)), names)


def _nothing(system: System, names: tuple[str, ...]) -> Automaton:
    return negated(everything(system, names))


def prove_sets(read: Read, sets: Mapping[int, Automaton], outcomes: bool) -> Verdict:
    """Decides whether the positions of each value are those of ``sets``. With ``outcomes`` there are only 0, for the
    P-positions, and 1."""
    names = BEFORE[: read.heaps]
    measure = measure_of(read)
    if measure is None:
        return Verdict(failure=say("no simple measure falls with every move"))
    if outcomes and any(moves.parts > 1 for moves in read.over):
        return Verdict(failure=say("the outcome of a sum needs values"))
    sets = {value: each.named(*names) for value, each in sets.items()}
    disjoint = _partition_flaw(read, sets)
    if disjoint is not None:
        return Verdict(failure=say("not every position has one value by this law"), place=disjoint)

    def goals(value: int) -> dict[int, list[Formula]]:
        first, second = AFTER[0][: read.heaps], AFTER[1][: read.heaps]
        pairs = [
            And((Within(first, sets[a]), Within(second, sets[a ^ value]))) for a in sets if a ^ value in sets
        ]
        formulas: dict[int, list[Formula]] = {
            1: [Within(first, sets[value])] if value in sets else [],
            2: [*pairs],
        }
        if value == 0:
            formulas[0] = [Linear((), (), 0, False)]
        return formulas

    for value in sorted(sets):
        if outcomes and value:
            continue
        twice = both(sets[value], _reach(read, read.over, goals(value)))
        if not twice.is_empty:
            failure = say("a move may lead from value {value} to value {value}", value=value)
            return Verdict(measure, failure, twice.witness())
    for value in sorted(sets):
        for smaller in range(value):
            lacking = without(sets[value], _reach(read, read.under, goals(smaller)))
            if not lacking.is_empty:
                failure = say(
                    "no move was shown from value {value} to {smaller}", value=value, smaller=smaller
                )
                return Verdict(measure, failure, lacking.witness())
    return Verdict(measure)


def _partition_flaw(read: Read, sets: Mapping[int, Automaton]) -> tuple[int, ...] | None:
    """Returns a position that is in no set, or in two, if there is one."""
    lacking = negated(either(*sets.values()))
    if not lacking.is_empty:
        return lacking.witness()
    for a, b in itertools.combinations(sets.values(), 2):
        twice = both(a, b)
        if not twice.is_empty:
            return twice.witness()
    return None


def prove_relation(read: Read, law: Automaton, powers: int | None = None) -> Verdict:
    """Decides whether the positions x and the numbers w of a relation are the positions with their values. With
    ``powers``, w is this base to the power of the value, and moves leave one part."""
    names = BEFORE[: read.heaps]
    law = law.named(*names, "w")
    measure = measure_of(read)
    if measure is None:
        return Verdict(failure=say("no simple measure falls with every move"))
    lacking = negated(reordered(projected(law, "w"), names))
    if not lacking.is_empty:
        return Verdict(measure, say("not every position has one value by this law"), lacking.witness())
    differ = Linear(("w", "z"), (1, -1), -1, False)
    two = automaton(And((Within((*names, "w"), law), Within((*names, "z"), law), differ)), read.system)
    if not two.is_empty:
        return Verdict(measure, say("not every position has one value by this law"), two.witness())
    codes = None if powers is None else named_set(f"power({powers})", read.system)
    if codes is not None:
        if any(moves.parts > 1 for moves in read.over):
            return Verdict(measure, say("the outcome of a sum needs values"))
        if not without(projected(law, *names), codes.named("w")).is_empty:
            return Verdict(measure, say("not every position has one value by this law"))
    same = both(law, _reaching(read, read.over, law, codes))
    if (same_value := same.witness()) is not None:
        return Verdict(measure, say("a move may keep the value"), same_value[:-1])
    whole = (*names, "w")
    smaller = Exists(("z",), And((Within((*names, "z"), law), Linear(("w", "z"), (-1, 1), -1, False))))
    below = reordered(automaton(smaller, read.system), whole)
    if codes is not None:
        below = reordered(both(below, codes.named("w")), whole)
    missing = without(below, _reaching(read, read.under, law, codes))
    if (without_move := missing.witness()) is not None:
        return Verdict(measure, say("no move was shown to a smaller value"), without_move[:-1])
    return Verdict(measure)


def prove_odious(read: Read, law: Automaton, base: int) -> Verdict:
    """Decides whether the positions x and the numbers w of a relation are the positions with their values, where w = 0
    stands for 0, and w = base^j for the j-th odious number o_j (1, 2, 4, 7, 8, …: those with an odd number of ones).

    A number below o_j is 0, or odious, or evil: then it is the xor of its highest power of two and the rest, which are
    odious and smaller. The xor of two odious numbers is evil, so it is never o_j. Hence o_j is the mex of the options'
    values if none of them is o_j, and they include 0, each o_a, and each o_a xor o_b for a < b < j.
    """
    names = BEFORE[: read.heaps]
    law = law.named(*names, "w")
    measure = measure_of(read)
    if measure is None:
        return Verdict(failure=say("no simple measure falls with every move"))
    whole, zero = And((Within((*names, "w"), law),)), Linear(("w",), (1,), 0, True)
    positive, power = Linear(("w",), (1,), -1, False), Named(f"power({base})", (({"w": 1}, 0),))
    differ = Linear(("w", "z"), (1, -1), -1, False)
    flawed = (
        negated(reordered(projected(law, "w"), names)),
        automaton(And((whole, Within((*names, "z"), law), differ)), read.system),
        automaton(And((whole, positive, Not(power))), read.system),
    )
    for each in flawed:
        if not each.is_empty:
            return Verdict(measure, say("not every position has one value by this law"), each.witness())
    for lost, goal in ((And((whole, zero)), "0"), (And((whole, positive)), "w")):
        twice = both(automaton(lost, read.system), _coded(read, read.over, law, goal))
        if not twice.is_empty:
            return Verdict(measure, say("a move may keep the value"), _heaps(twice, read.heaps))
    below = Linear(("w", "q"), (1, -1), -1, False), Named(f"power({base})", (({"q": 1}, 0),))
    further = Linear(("q", "r"), (1, -1), -1, False), Named(f"power({base})", (({"r": 1}, 0),))
    for smaller, goal in (
        (And((whole, positive)), "0"),
        (And((whole, *below)), "q"),
        (And((whole, *below, *further)), "rq"),
    ):
        wanted = automaton(Exists(("w",), smaller), read.system)
        missing = without(wanted, _coded(read, read.under, law, goal))
        if not missing.is_empty:
            failure = say("no move was shown to a smaller value")
            return Verdict(measure, failure, _heaps(missing, read.heaps))
    return Verdict(measure)


def _heaps(tuples: Automaton, heaps: int) -> tuple[int, ...] | None:
    """Returns the heaps of a tuple of a set whose first tracks they are."""
    witness = reordered(tuples, tuple(sorted(tuples.tracks, key=lambda t: (t not in BEFORE, t)))).witness()
    return None if witness is None else witness[:heaps]


def _coded(read: Read, moves: Iterable[Moves], law: Automaton, goal: str) -> Automaton:
    """Returns the positions with an option of value 0 ("0"), with the number w > 0 ("w", another name), or with two
    parts of the numbers 0 < r < q ("rq")."""
    first, second = AFTER[0][: read.heaps], AFTER[1][: read.heaps]
    tracks = (*BEFORE[: read.heaps], *sorted(goal.replace("0", "")))
    all_tracks = (*tracks, *read.quotients)

    def worth(part: tuple[str, ...], name: str) -> Formula:
        if name != "0":
            return Within((*part, name), law)
        return Exists(("z",), And((Linear(("z",), (1,), 0, True), Within((*part, "z"), law))))

    either_way = ("0", goal) if len(goal) == 1 else tuple(goal)
    bounds = tuple(Linear((name,), (1,), -1, False) for name in goal if name != "0")
    pair: Formula = Or(
        tuple(And((worth(first, a), worth(second, b))) for a, b in (either_way, either_way[::-1]))
    )
    if goal == "0":
        pair = Exists(("p",), And((Within((*first, "p"), law), Within((*second, "p"), law))))
    positions = []
    for parts, formula in moves:
        tick()
        if parts == 0 and goal == "0":
            one: Formula = formula
        elif parts == 1 and len(goal) == 1:
            one = Exists(first, And((formula, worth(first, goal), *bounds)))
        elif parts == 2:
            one = Exists((*first, *second), And((formula, pair, *bounds)))
        else:
            continue
        positions.append(reordered(widened(automaton(one, read.system), all_tracks), all_tracks))
    return _certain(read, either(*positions), tracks) if positions else _nothing(read.system, tracks)


def _reaching(read: Read, moves: Iterable[Moves], law: Automaton, codes: Automaton | None) -> Automaton:
    """Returns the pairs of a position and the value of one of its options."""
    names = BEFORE[: read.heaps]
    whole = (*names, "w")
    all_tracks = (*whole, *read.quotients)
    first, second = AFTER[0][: read.heaps], AFTER[1][: read.heaps]
    pairs = []
    for parts, formula in moves:
        tick()
        if formula == FALSE:
            continue
        if parts == 0:
            zero = Linear(("w",), (1,), 0 if codes is None else -1, True)
            one: Formula = And((formula, zero))
        elif parts == 1:
            one = Exists(first, And((formula, Within((*first, "w"), law))))
        else:
            xor = Within(("p", "q", "w"), named_set("xor", read.system))
            pair = (Within((*first, "p"), law), Within((*second, "q"), law))
            one = Exists((*first, *second, "p", "q"), And((formula, *pair, xor)))
        pairs.append(reordered(widened(automaton(one, read.system), all_tracks), all_tracks))
    return _certain(read, either(*pairs), whole) if pairs else _nothing(read.system, whole)
