"""Values that grow in a system of sequences, such as the kinds of pieces of a graph that grows, as relations.

Each kind has a relation of n and its value, learned from a table. It is proved from the options of the kinds: the first
values are compared, and for every larger n no option has the value, but options have all smaller ones. By induction on
n and the order of the kinds, the relations then give all values.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sprague.system.arrays import np
from sprague.system.ask import tick
from sprague.words.messages import Message, join, say

from ..automata.decide import automaton
from ..automata.dfa import Automaton, both, either, negated, plain, projected, reordered, widened, without
from ..automata.formula import And, Exists, Formula, Within
from ..automata.numeration import system as numeration
from ..automata.sets import named_set
from ..patterns import repeats_of
from ..reading.terms import at_least, conjunction, equal, less, name
from ..winning import images
from .candidates import period_of
from .learner import NotLearnedError, learn
from .search import MOST_STATES

if TYPE_CHECKING:
    from sprague.games.families.kinds import Kinds
    from sprague.games.families.rules import StripRuleset
    from sprague.games.families.system import Kind, Split, System

    from .law import Law

#: The heaps from which the relations are learned, and the most kinds.
LEARNED, MOST_KINDS = 128, 40

_BASE = "2"


@functools.lru_cache(maxsize=8)
def relations_of(system: System) -> list[Automaton] | None:
    """Returns the relation of n and the value of each kind, proved, or None if none is found."""
    if len(system.kinds) > MOST_KINDS:
        return None
    guesses = []
    for number in range(len(system.kinds)):
        row = np.array(system.row(number, LEARNED), np.int64)
        if int(row.max()) >= 2 * LEARNED:
            return None
        table = np.zeros((LEARNED, 2 * LEARNED), np.int64)
        table[np.arange(LEARNED), row] = 1
        try:
            output = learn(numeration(_BASE), table, LEARNED // 2, MOST_STATES)
        except NotLearnedError:
            return None
        if not (output.table(table.shape) == table).all():
            return None
        guesses.append(output.sets(("n", "w"))[1])
    return guesses if all(_holds(system, guesses, number) for number in range(len(guesses))) else None


def _holds(system: System, laws: list[Automaton], number: int) -> bool:
    kind, law = system.kinds[number], laws[number]
    n, w, z = name("n"), name("w"), name("z")
    first = len(kind.first)
    if not all((n, value) in law for n, value in enumerate(system.row(number, max(first, 1)))):
        return False
    two = (Within(("n", "w"), law), Within(("n", "z"), law), less(z, w))
    if not negated(projected(law, "w")).is_empty or not automaton(And(two), law.system).is_empty:
        return False
    far = automaton(at_least(n, first), law.system)
    options = _option_values(kind, laws)
    if not both(both(law, far), options).is_empty:
        return False
    smaller = Exists(("z",), And((Within(("n", "z"), law), less(w, z))))
    below = both(reordered(automaton(smaller, law.system), ("n", "w")), far)
    return without(reordered(below, ("n", "w")), options).is_empty


def _option_values(kind: Kind, laws: list[Automaton]) -> Automaton:
    """Returns the pairs of n and the value of an option of this kind."""
    xor, pair = named_set("xor", numeration(_BASE)), ("n", "w")

    def shifted(value: str, constant: int) -> tuple[Formula, ...]:
        """Returns the formulas that w is the nim-sum of a value and a constant."""
        return equal(name("c"), constant), Within((value, "c", "w"), xor)

    formulas: list[Formula] = [
        Exists(
            ("m", "p", "c"),
            conjunction(
                equal(name("m").plus(each.loss), name("n")),
                Within(("m", "p"), laws[each.kind]),
                *shifted("p", each.constant),
            ),
        )
        for each in kind.shorter
    ]
    formulas += [
        Exists(
            ("a", "b", "p", "q", "r", "c"),
            conjunction(
                equal(name("a").plus(name("b")).plus(each.gap), name("n")),
                at_least(name("a"), each.least_left),
                at_least(name("b"), each.least_right),
                Within(("a", "p"), laws[each.left]),
                Within(("b", "q"), laws[each.right]),
                Within(("p", "q", "r"), xor),
                *shifted("r", each.constant),
            ),
        )
        for each in kind.splits
    ]
    sets = []
    for formula in formulas:
        tick()
        sets.append(reordered(widened(automaton(formula, numeration(_BASE)), pair), pair))
    if not sets:
        return automaton(conjunction(equal(name("n"), 0), less(name("w"), 0)), numeration(_BASE))
    return either(*sets)


@dataclass(frozen=True)
class Growth:
    """What relations prove of the values of a game of kinds: ``relations`` of n and the value, one for each kind. The
    ``row`` of the first kind has period ``period`` from heap ``start`` on, or both are None."""

    ruleset: StripRuleset | Kinds
    relations: list[Automaton]
    row: list[int]
    start: int | None = None
    period: int | None = None

    def value(self, kind: int, n: int) -> int:
        """Returns the value of n of a kind."""
        ((value,),) = images(self.relations[kind], (n,), ("n",))
        return value

    def lefts(self, split: Split, target: int, total: int) -> Iterator[int]:
        """Yields the left parts with which the two parts of a split, ``total`` together, have the value ``target``."""
        a, b, n = name("a"), name("b"), name("n")
        whole = Exists(
            ("b", "p", "q"),
            conjunction(
                equal(a.plus(b), n),
                Within(("a", "p"), self.relations[split.left]),
                Within(("b", "q"), self.relations[split.right]),
                Within(("p", "q", "r"), named_set("xor", numeration(_BASE))),
            ),
        )
        triples = reordered(automaton(whole, numeration(_BASE)), ("n", "r", "a"))
        numbers = total, target ^ split.constant
        return (part for (part,) in images(triples, numbers, ("n", "r"), ascending=True))

    @property
    def evidence(self) -> Message:
        """What proves the values."""
        return say(
            "automata of n and the value, of {states} states in all, give the values of all {kinds} kinds of pieces, "
            "as their options prove",
            kinds=len(self.relations),
            states=sum(each.states for each in self.relations),
        )

    @property
    def sentence(self) -> Message:
        """What is proved, and how."""
        if self.period is None or self.start is None:
            return say("PROVED: {law}", law=self.evidence)
        turn = join(self.row[self.start : self.start + self.period])
        law = say("period {period}: {values}", period=self.period, values=turn)
        if self.start:
            law = say(
                "period {period} from {start}: {values}", period=self.period, start=self.start, values=turn
            )
        return say("PROVED: {law} ({evidence})", law=law, evidence=self.evidence)

    def certificate(self) -> dict[str, Any]:
        """Returns the certificate, which ``proofs/growing_check.py`` decides anew."""
        return {
            "format": "sprague-growing/1",
            **self.ruleset.described(),
            "relations": [plain(each.named("x0", "z")) for each in self.relations],
            "start": self.start,
            "period": self.period,
        }


def growth_of(ruleset: Any) -> Growth | None:
    """Returns the relations that prove the values of a game of kinds, or None if there are none.

    >>> from sprague.workbench.registry import find
    >>> print(str(growth_of(find("node-kayles[ladder]")).sentence)[:22])
    PROVED: period 2: 0, 1
    """
    system: System | None = getattr(ruleset, "system", None)
    relations = None if system is None else relations_of(system)
    if relations is None or system is None:
        return None
    row = list(system.row(0, LEARNED))
    law, repeats = period_of(np.array(row, np.int64), _BASE), repeats_of(row, growing=False)
    if law is None or repeats is None or not _has_values(law, relations[0]):
        return Growth(ruleset, relations, row)
    return Growth(ruleset, relations, row, repeats.start, repeats.period)


def _has_values(law: Law, relation: Automaton) -> bool:
    """Returns whether a relation gives just the values of a law."""
    for value, heaps in law.sets.items():
        whole = Exists(("w",), And((equal(name("w"), value), Within(("n", "w"), relation))))
        if not automaton(whole, heaps.system).same(heaps.named("n")):
            return False
    return True
