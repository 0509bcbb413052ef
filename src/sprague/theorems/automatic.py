"""Claims about the P-positions of two heaps, from certificates of automata that recognise them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from sprague.proofs.automatic_check import Family, blocking_of, families_of
from sprague.proofs.plain_automata import Flaw
from sprague.words.errors import RangeError, TooLargeError
from sprague.words.messages import Message, say

from .claims import COMPUTE, Claim, identifier, items, number, numbers
from .heaps import MOST_SECONDS

#: The most states of a search in Coq.
_FUEL = 10**6


def of_automatic(certificate: dict[str, Any]) -> tuple[str, list[Claim]]:
    """Returns the name and the claims of the valid certificate of an automaton. Raises RangeError if the rule is a
    formula or one with blocking, or if the library does not have the numeration system."""
    rule = certificate["rule"]
    plain, forbidden = blocking_of(rule)
    families, formula = families_of(plain)
    if formula is not None or forbidden:
        raise RangeError(
            say("no theorem is written for the rule {rule}, only for rules by vectors", rule=rule)
        )
    system_term(certificate["system"])  # refuses a system that the library does not have
    table = Automaton(certificate["automaton"]["delta"], sorted(certificate["automaton"]["accept"]))
    seconds = _seconds(families, certificate["system"], len(table.rows))
    if seconds > MOST_SECONDS:
        raise TooLargeError(
            say(
                "Coq would take about {seconds} s to check an automaton of {states} states: too long",
                seconds=round(seconds),
                states=len(table.rows),
            )
        )
    claim = automatic_claim(f"{identifier(rule)}_positions", rule, certificate["system"], table)
    proof = f"apply (automatic {_FUEL}). {COMPUTE}"
    return rule, [replace(claim, proof=proof, seconds=seconds)]


@dataclass(frozen=True)
class Automaton:
    """An automaton: for each state from 1 on, the states to which the pairs of digits lead; and those that accept.

    >>> print(Automaton([[1, 0, 0, 1]], [1]))
    (Automaton [[1; 0; 0; 1]] [1])
    """

    rows: Sequence[Sequence[int]]
    accepting: Sequence[int]

    def __str__(self) -> str:
        return f"(Automaton {items(numbers(row) for row in self.rows)} {numbers(self.accepting)})"


def system_term(name: str) -> str:
    """Returns a numeration system in Coq. Raises RangeError if the library does not have it.

    >>> system_term("2"), system_term("pell")
    ('(Base 2)', '(Ostrowski 2)')
    """
    inner = _quotient(name)
    if name == "zeckendorf":
        return "Zeckendorf"
    if name.isdigit():
        return f"(Base {name})"
    if not inner.isdigit():
        raise RangeError(say("no theorem is written for the numeration system {system}", system=name))
    return f"(Ostrowski {inner})"


def rule_term(families: Sequence[Family]) -> str:
    """Returns a rule by vectors in Coq.

    >>> rule_term([(1, 0, 1, 0), (0, 2, 0, 0)])
    '[Vector 1 0 1 0; Vector 0 2 0 0]'
    """
    return items(f"Vector {' '.join(map(number, family))}" for family in families)


def rule_text(families: Sequence[Family]) -> str | None:
    """Returns a rule as Sprague prints it, or None if there is no such text for exactly these vectors.

    >>> rule_text([(1, 0, 0, 0), (0, 0, 1, 0), (1, 0, 1, 0)]), rule_text([(2, 0, 0, 3)])
    ('wythoff', 'vectors{(2k,3)}')
    """
    t = (len(families) - 1) // 2
    entries = ((_entry(a, c), _entry(b, d)) for a, c, b, d in families)
    written = ",".join(f"({x},{y})" for x, y in entries)
    texts = ["nim", "wythoff", f"wythoff[t={t}]", f"vectors{{{written}}}"]
    for text in texts if 2 <= t <= 99 else [*texts[:2], texts[3]]:
        try:
            if list(families_of(text)[0]) == list(families):
                return text
        except Flaw:  # a vector that takes nothing, or one without a text
            continue
    return None


def _entry(multiple: int, constant: int) -> str:
    if multiple and constant:
        return "?"
    return f"{'' if multiple == 1 else multiple}k" if multiple else str(constant)


def automatic_claim(name: str, rule: str, system: str, table: Automaton) -> Claim:
    """Returns the claim, without its proof, that an automaton accepts the lost positions of a rule, and no others."""
    families, _ = families_of(rule)
    statement = f"lost_positions {rule_term(families)} {system_term(system)} {table}"
    words = say(
        "in the game {rule} of two heaps a position is lost for the player to move just when the automaton of {states} "
        "states in the statement accepts its digits, {digits}; every position has such digits",
        rule=rule,
        states=len(table.rows),
        digits=_digits(system),
    )
    return Claim(name, statement, words, "")


def _digits(system: str) -> Message:
    if system.isdigit():
        return say("to base {base}, the highest first", base=system)
    weights = {"zeckendorf": "1, 2, 3, 5, 8", "pell": "1, 2, 5, 12, 29"}.get(system)
    if weights is None:
        u, v, a = 1, 0, int(_quotient(system))
        terms = []
        for _ in range(5):
            terms.append(str(u))
            u, v = a * u + v, u
        weights = ", ".join(terms)
    return say("of the weights {weights}, …, the highest first, each as large as it can be", weights=weights)


def _seconds(families: Sequence[Family], system: str, states: int) -> float:
    """Estimates the seconds that Coq computes, within a factor of ten: pairs of states, on letters of four digits."""
    digits = int(system) if system.isdigit() else 2 if system == "zeckendorf" else int(_quotient(system)) + 1
    return (1e-4 if system.isdigit() else 6e-4) * len(families) * states**2 * digits**4


def _quotient(system: str) -> str:
    """Returns the partial quotient of an Ostrowski system."""
    return "2" if system == "pell" else system.removeprefix("ostrowski(").removesuffix(")")
