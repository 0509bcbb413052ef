"""Values that grow in a system of sequences, such as the kinds of pieces of a graph that grows, as relations.

Each kind has a relation of n and its value, learned from a table. It is proved from the options of the kinds: the first
values are compared, and for every larger n no option has the value, but options have all smaller ones. By induction on
n and the order of the kinds, the relations then give all values.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sprague.system.arrays import np
from sprague.system.ask import tick
from sprague.words.messages import Message, say

from ..automata.decide import automaton
from ..automata.dfa import Automaton, both, either, negated, projected, reordered, widened, without
from ..automata.formula import And, Exists, Formula, Within
from ..automata.numeration import system as numeration
from ..automata.sets import named_set
from ..reading.terms import at_least, conjunction, equal, less, name
from .candidates import period_of
from .learner import NotLearnedError, learn
from .search import MOST_STATES

if TYPE_CHECKING:
    from sprague.games.families.system import Kind, System

#: The heaps from which the relations are learned, and the most kinds.
LEARNED, MOST_KINDS = 128, 40

_BASE = "2"


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
    reached = _reached(kind, laws)
    if not both(both(law, far), reached).is_empty:
        return False
    smaller = Exists(("z",), And((Within(("n", "z"), law), less(w, z))))
    below = both(reordered(automaton(smaller, law.system), ("n", "w")), far)
    return without(reordered(below, ("n", "w")), reached).is_empty


def _reached(kind: Kind, laws: list[Automaton]) -> Automaton:
    """Returns the pairs of n and the value of an option of this kind."""
    xor, pair = named_set("xor", numeration(_BASE)), ("n", "w")

    def shifted(value: str, constant: int) -> tuple[Formula, ...]:
        """That w is the nim-sum of a value and a constant."""
        return equal(name("c"), constant), Within((value, "c", "w"), xor)

    found: list[Formula] = [
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
    found += [
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
    for formula in found:
        tick()
        sets.append(reordered(widened(automaton(formula, numeration(_BASE)), pair), pair))
    if not sets:
        return automaton(conjunction(equal(name("n"), 0), less(name("w"), 0)), numeration(_BASE))
    return either(*sets)


def law_of(ruleset: Any) -> Message | None:
    """Returns what the relations of a game's kinds say of the first kind, if its values repeat: a sentence, or None.

    >>> from sprague.workbench.registry import find
    >>> str(law_of(find("node-kayles[ladder]")))[:22]
    'PROVED: period 2: 0, 1'
    """
    system: System | None = getattr(ruleset, "system", None)
    law = None if system is None else period_of(np.array(system.row(0, LEARNED), np.int64), _BASE)
    found = None if law is None or system is None else relations_of(system)
    if law is None or found is None:
        return None
    for value, heaps in law.sets.items():
        whole = Exists(("w",), And((equal(name("w"), value), Within(("n", "w"), found[0]))))
        if not automaton(whole, heaps.system).same(heaps.named("n")):
            return None
    return say(
        "PROVED: {law} (automata of n and the value, of {states} states in all, give the values of all {kinds} kinds "
        "of pieces, as their options prove)",
        law=law.says(),
        kinds=len(found),
        states=sum(each.states for each in found),
    )
