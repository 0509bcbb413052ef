"""The theorem that a set is the set of P-positions of a rule: its statements, derived from the rule, and their proof.

P is the set of P-positions if (1) no move leads from P to P, (2) from every other position a move leads to P, and (3)
every play ends: each move decreases a measure of the position. If k options may be forbidden, (1) at most k options of
each position in P are in P, and (2) more than k options of every other position. The proof does not depend on where the
set comes from, so it may be a guess.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass

from sprague.words.messages import Message, say

from .automata.decide import automaton
from .automata.dfa import Automaton, both, either, negated, without
from .automata.formula import And, Exists, Linear, names_sets
from .automata.numeration import System
from .automata.numeration import system as numeration
from .rule import AFTER, BEFORE, Moves, Rule, reached


@dataclass(frozen=True)
class Statement:
    """A statement of the theorem. It is true, or false at ``counterexample`` (a position)."""

    text: Message
    holds: bool
    counterexample: tuple[int, ...] | None = None

    def to_dict(self) -> dict[str, object]:
        """Returns {text, verdict, counterexample}."""
        counterexample = None if self.counterexample is None else list(self.counterexample)
        return {
            "text": str(self.text),
            "verdict": "true" if self.holds else "false",
            "counterexample": counterexample,
        }


@dataclass(frozen=True)
class Theorem:
    """The decision whether ``p_set`` is the set of P-positions of ``rule``. ``sizes`` gives the numbers of states of
    the intermediate automata, by their meaning."""

    rule: Rule
    p_set: Automaton
    measure: tuple[int, int]
    statements: tuple[Statement, ...]
    sizes: dict[str, int]

    @property
    def proved(self) -> bool:
        """Whether all statements hold."""
        return all(statement.holds for statement in self.statements)

    @property
    def counterexample(self) -> tuple[int, ...] | None:
        """A position at which the recursion fails, or None."""
        return next((each.counterexample for each in self.statements if each.counterexample), None)


def decide(rule: Rule, p_set: Automaton, measure: tuple[int, int]) -> Theorem:
    """Decides the theorem. ``p_set`` has the tracks x and y; ``measure`` comes from :func:`measure_of`."""
    if rule.forbidden:
        from .blocking import won  # NumPy

        winning = won(rule, p_set)
    else:
        winning = either(*reached(rule, p_set))
    twice = both(p_set, winning)
    neither = without(negated(p_set), winning)
    sizes = {"P": p_set.states, "W": winning.states}
    return stated(rule, p_set, measure, sizes, twice.witness(), neither.witness())


def stated(
    rule: Rule,
    p_set: Automaton,
    measure: tuple[int, int],
    sizes: dict[str, int],
    twice: tuple[int, ...] | None = None,
    neither: tuple[int, ...] | None = None,
) -> Theorem:
    """Returns the decided theorem. ``twice`` is a P-position from which a move leads to P, and ``neither`` another
    position from which none does, if there are such positions; if options may be forbidden, more than that."""
    few, many = say("no move leads from P to P"), say("from every other position a move leads to P")
    if rule.forbidden:
        few = say("of the options of a position in P at most {count} are in P", count=rule.forbidden)
        many = say("of the options of every other position more than {count} are in P", count=rule.forbidden)
    statements = (
        Statement(few, twice is None, twice),
        Statement(many, neither is None, neither),
        Statement(
            say("{measure} decreases with every move", measure=measure_text(measure, rule.names)), True
        ),
    )
    return Theorem(rule, p_set, measure, statements, sizes)


@functools.lru_cache(maxsize=512)
def measure_of(rule: Rule, system: System) -> tuple[int, int] | None:
    """Returns weights (p, q) such that every move of ``rule`` decreases p x + q y; this is decided, not guessed.
    Returns None if none of a few candidates has this property."""
    if rule.formula is not None and not names_sets(
        rule.formula
    ):  # plain arithmetic, which any system decides
        system = numeration("2")
    for weights in rule.measures():
        if rule.formula is not None:
            rises = _rises(dict(zip(AFTER, BEFORE, strict=True)), weights)
            if all(
                automaton(Exists((*BEFORE, *AFTER), And((part, rises))), system).is_empty
                for part in rule.choices
            ):
                return weights
        elif all(_falls(part, weights) for part in rule.moves(system)):
            return weights
    return None


def _falls(moves: Moves, weights: tuple[int, int]) -> bool:
    """Returns whether every move decreases the measure."""
    rises = _rises(dict(zip(moves.after, BEFORE, strict=True)), weights)
    return bool(rises.names) and both(moves.automaton, automaton(rises, moves.automaton.system)).is_empty


def _rises(heaps_after: dict[str, str], weights: tuple[int, int]) -> Linear:
    """Returns the formula that the measure does not decrease, with the names of the heaps after and before a move."""
    form: dict[str, int] = {}
    for (after, before), weight in zip(heaps_after.items(), weights, strict=True):
        if before != after and weight:
            form[after], form[before] = weight, -weight
    names = tuple(sorted(form))
    return Linear(names, tuple(form[name] for name in names), 0, False)


def measure_text(weights: tuple[int, int], names: tuple[str, str]) -> str:
    """Returns a measure in symbols.

    >>> measure_text((1, 1), ("x", "y")), measure_text((0, 1), ("x", "y")), measure_text((2, 1), ("n", "q"))
    ('x + y', 'y', '2n + q')
    """
    parts = [f"{'' if w == 1 else w}{name}" for name, w in zip(names, weights, strict=True) if w]
    return " + ".join(parts)
