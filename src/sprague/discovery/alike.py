"""Rules with the same P-positions: the moves that may be added to a proved rule, and its redundant moves.

A vector may be added if no two P-positions differ by it. Then it leads from no P-position to another, and changes no
other outcome. So all such vectors may be added at once. A move is redundant if every position from which it wins has
another winning move: without this move the P-positions stay the same (E. Duchêne, A. S. Fraenkel, R. J. Nowakowski, M.
Rigo, Extensions and restrictions of Wythoff's game preserving its P positions, 2010).
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from typing import Any

from sprague.words.errors import TooLargeError
from sprague.words.messages import Message, join, say

from .automata.decide import automaton
from .automata.dfa import Automaton, both, bounded, either, plain, reordered, widened, without
from .automata.formula import And, Exists, Formula, Linear, Not, Or, Within, compared
from .automata.numeration import system as numeration
from .rule import BEFORE, Family, Rule
from .theorem import Theorem

#: The amounts that a vector takes from the heaps.
TAKES = ("a", "b")

#: The most states of an intermediate automaton, the most vectors listed, and the size of the box that is searched.
ON_THE_WAY, LISTED, BOX = 60_000, 12, 64


@dataclass(frozen=True)
class Alike:
    """The results about one rule. ``addable`` accepts the vectors (a, b) that may be added, without those of the rule.
    ``redundant`` gives, for each family of the rule, the k for which its move is redundant (for a vector without k: k
    = 1, or none)."""

    rule: Rule
    addable: Automaton
    redundant: tuple[Automaton, ...]

    def first_addable(self) -> list[tuple[int, int]]:
        """Returns the smallest vectors that may be added, at most a dozen; for a symmetric rule those with a <= b."""
        vectors = (
            (a, total - a)
            for total in range(1, BOX)
            for a in range((total // 2 if self.rule.symmetric else total) + 1)
            if (a, total - a) in self.addable
        )
        return list(itertools.islice(vectors, LISTED))

    def to_dict(self) -> dict[str, Any]:
        """Returns {addable: {states, first, automaton}, redundant: [{family, which, first, automaton}]}."""
        families = []
        for family, multiples in zip(self.rule.families, self.redundant, strict=True):
            name = (
                "none"
                if multiples.is_empty
                else "all"
                if multiples.same(_every(family, multiples))
                else "some"
            )
            first = [k for k in range(1, BOX) if (k,) in multiples][:LISTED] if name == "some" else []
            shape = plain(multiples) if name == "some" else None
            families.append({"family": str(family), "which": name, "first": first, "automaton": shape})
        states = {"states": self.addable.states, "first": [list(each) for each in self.first_addable()]}
        return {"addable": states | {"automaton": plain(self.addable)}, "redundant": families}

    def sentences(self) -> list[Message]:
        """Says in words which moves may be added and which are redundant."""
        fields = self.to_dict()
        first = join(f"({a},{b})" for a, b in fields["addable"]["first"])
        lines = [
            say("no other move may be added without changing the P-positions")
            if self.addable.is_empty
            else say(
                "moves that may be added without changing the P-positions: {first}, … ({states} states)",
                first=first,
                states=self.addable.states,
            )
        ]
        redundant = []
        for each in fields["redundant"]:
            if each["which"] == "all":
                redundant.append(each["family"])
            elif each["which"] == "some":
                more = ", …" if len(each["first"]) == LISTED else ""
                redundant.append(f"{each['family']} k = {', '.join(map(str, each['first']))}{more}")
        lines.append(
            say("redundant moves, each on its own: {moves}", moves=join(redundant, say("; ")))
            if redundant
            else say("no move is redundant")
        )
        return lines


def alike(theorem: Theorem, most: int = ON_THE_WAY) -> Alike | None:
    """Returns the moves that may be added to the rule of a proved theorem, and its redundant moves. Returns None for a
    rule by a formula, whose moves may depend on the position, for a rule with blocking, and if an automaton would have
    more than ``most`` states.

    >>> from .proving import prove
    >>> from .rule import rule_of
    >>> found = alike(prove(rule_of("wythoff")).theorem)
    >>> found.first_addable()[:5], [which.is_empty for which in found.redundant]
    ([(1, 3), (1, 5), (2, 4), (1, 6), (2, 5)], [True, True, True])
    """
    if not theorem.rule.families or theorem.rule.forbidden:
        return None
    try:
        return bounded(most, lambda: Alike(theorem.rule, addable(theorem), redundant(theorem)))
    except TooLargeError:
        return None


def addable(theorem: Theorem) -> Automaton:
    """Returns the automaton of the vectors (a, b) by which no two P-positions differ, without (0, 0) and the vectors of
    the rule."""
    p_set = theorem.p_set
    system = p_set.system
    parts: list[Formula] = [_sum("x", "u", {"a": 1}, 0), _sum("y", "v", {"b": 1}, 0)]
    differ = Exists(("u", "v", "x", "y"), And((Within(("u", "v"), p_set), Within(BEFORE, p_set), *parts)))
    vectors = automaton(And((Linear(("a", "b"), (1, 1), -1, False), Not(differ))), system)
    for family in theorem.rule.families:
        vectors = without(vectors, reordered(widened(automaton(_vectors(family), system), TAKES), TAKES))
    return reordered(vectors, TAKES)


def _vectors(family: Family) -> Formula:
    """Returns the amounts that a family takes, as a and b."""
    a, c, b, d = family
    parts = (
        Linear(*_form({"a": 1, "k": -a}), -c, True),
        Linear(*_form({"b": 1, "k": -b}), -d, True),
        Linear(("k",), (1,), -1, False),
    )
    return Exists(("k",), And(parts))


def _form(form: dict[str, int]) -> tuple[tuple[str, ...], tuple[int, ...]]:
    names = tuple(sorted(name for name, factor in form.items() if factor))
    return names, tuple(form[name] for name in names)


def _sum(whole: str, part: str, form: dict[str, int], constant: int) -> Linear:
    """Returns the formula whole = part + form + constant."""
    names = {whole: 1, part: -1} | {name: -factor for name, factor in form.items()}
    return Linear(*_form(names), -constant, True)


def redundant(theorem: Theorem) -> tuple[Automaton, ...]:
    """Returns for each family the automaton of the k for which its move is redundant."""
    p_set, families = theorem.p_set, theorem.rule.families
    system = p_set.system
    wins = []
    for a, c, b, d in families:
        parts = (
            Within(("u", "v"), p_set),
            _sum("x", "u", {"k": a}, c),
            _sum("y", "v", {"k": b}, d),
            _which(a or b),
        )
        wins.append(reordered(automaton(Exists(("u", "v"), And(parts)), system), ("k", *BEFORE)))
    several = [_two(wins, families, i, j) for i in range(len(families)) for j in range(i, len(families))]
    anyhow = [automaton(Exists(("k",), Within(("k", *BEFORE), win)), system) for win in wins]
    only_once = without(either(*anyhow), either(*several))
    automata = []
    for family, win in zip(families, wins, strict=True):
        needed = automaton(
            Exists(BEFORE, And((Within(("k", *BEFORE), win), Within(BEFORE, only_once)))), system
        )
        automata.append(without(_every(family, needed), needed))
    return tuple(automata)


def _which(many: int) -> Linear:
    """Returns k >= 1, or k = 1 for a family that may be taken only once."""
    return Linear(("k",), (1,), -1, not many)


def _every(family: Family, like: Automaton) -> Automaton:
    return automaton(_which(family.a or family.b), like.system)


def _two(wins: list[Automaton], families: tuple[Family, ...], i: int, j: int) -> Automaton:
    """Returns the positions with two different winning moves, one of family ``i`` and one of family ``j``."""
    system = wins[i].system
    first, second = families[i], families[j]
    parts: list[Formula] = [Within(("k", *BEFORE), wins[i]), Within(("l", *BEFORE), wins[j])]
    same = (
        compared({"k": first.a}, "=", {"l": second.a}, second.c - first.c),
        compared({"k": first.b}, "=", {"l": second.b}, second.d - first.d),
    )
    if i == j:
        parts.append(Linear(("k", "l"), (-1, 1), -1, False))
    else:
        meet = And((*same, _which(first.a or first.b), _which(second.a or second.b)))
        if automaton(Exists(("k", "l"), meet), numeration("2")).is_empty:
            some = [automaton(Exists((name,), part), system) for name, part in zip("kl", parts, strict=True)]
            return both(*some)
        parts.append(Or(tuple(Not(each) for each in same)))
    return automaton(Exists(("k", "l"), And(tuple(parts))), system)
