"""A law: the outcome or the value of a position, by automata over the digits of its heaps."""

from __future__ import annotations

import functools
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal

from sprague.system.ask import tick
from sprague.words.errors import UnsolvedError
from sprague.words.messages import Message, join, say

from ..automata.decide import automaton
from ..automata.dfa import Automaton
from ..automata.formula import And, Exists, Linear, Within
from ..automata.numeration import BASES, System
from ..automata.sets import OtherSystemError
from ..reading.rule import Read
from ..reading.statements import BEFORE
from ..winning import images
from .naming import exponent_in_words, losing_in_words, lowest
from .theorem import Verdict, prove_odious, prove_relation, prove_sets
from .written import game_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

#: The most words of low digits that a row of values reads at once.
LOW = 4096

#: What a law gives: the outcome; the value, one of a few; the value as a number; the value as an exponent; the index of
#: the value among the odious numbers as an exponent, or 0 for the value 0.
Kind = Literal["outcome", "values", "relation", "powers", "odious"]


def odious(j: int) -> int:
    """Returns the j-th number with an odd number of ones, from the 0th on.

    >>> [odious(j) for j in range(8)]
    [1, 2, 4, 7, 8, 11, 13, 14]
    """
    return 2 * j + 1 - j.bit_count() % 2


@dataclass
class Law:
    """A law of a rule on a number of ``heaps``. ``sets`` holds the positions of each outcome (0: P, 1: N) or value, or
    with the key 0 the pairs of a position and its value (for ``powers``: 2 to the value). ``words`` express the law;
    without them its automaton describes it.

    ``read`` is the rule as it was read, if the law is ``proved``; ``compared`` is the bound of the heaps on which rule
    and formula agreed, ``tested`` that of those on which the law was compared with the definition.
    """

    heaps: int
    kind: Kind
    system: System
    sets: dict[int, Automaton]
    words: Message | None = None
    read: Read | None = None
    verdict: Verdict | None = None
    compared: int = 0
    tested: int = 0

    @property
    def proved(self) -> bool:
        """Whether the law was proved from the rule as read."""
        return self.verdict is not None and self.verdict.holds

    @property
    def valued(self) -> bool:
        """Whether the law gives values, not only outcomes."""
        return self.kind != "outcome"

    @property
    def states(self) -> int:
        """The number of states of its automata."""
        return sum(each.states for each in self.sets.values())

    @property
    def states_of_losing(self) -> int:
        """The number of states of the automaton of the P-positions."""
        return self.sets[0].states if 0 in self.sets else 0

    def row(self, to: int) -> NDArray[Any] | None:
        """Returns the values of heaps 0..``to``, or the outcomes; None for a law that gives them one by one only.

        All words of a few low digits are read from each state at once.
        """
        from sprague.system.arrays import np

        if self.kind not in ("values", "outcome") or self.heaps != 1 or self.system.name not in BASES:
            return None
        base, low = self.system.digits, 1
        while base ** (low + 1) <= LOW:
            low += 1
        blocks = to // base**low + 1
        values = np.zeros(blocks * base**low, np.min_scalar_type(max(self.sets)))
        for value, each in self.sets.items():
            tick()
            delta = each.matrix()
            behind: NDArray[Any] = np.arange(len(each.accept))[:, None]
            for _ in range(low):
                behind = delta[behind].reshape(len(each.accept), -1)
            accepted = np.frombuffer(each.accept, np.uint8)[behind] != 0
            states: NDArray[Any] = np.array([each.start])
            while len(states) < blocks:  # leading zeros change nothing
                states = delta[states].reshape(-1)
            values[accepted[states[:blocks]].reshape(-1)] = value
        return values[: to + 1]

    def value(self, heaps: tuple[int, ...]) -> int:
        """Returns the value of a position; for a law of outcomes 0 for a P-position, and 1."""
        if len(heaps) != self.heaps or min(heaps) < 0:
            raise UnsolvedError(say("the law says nothing about {heaps}", heaps=join(heaps)))
        if self.kind in ("outcome", "values"):
            for value, each in self.sets.items():
                if heaps in each:
                    return value
            raise UnsolvedError(say("the law says nothing about {heaps}", heaps=join(heaps)))
        names = BEFORE[: self.heaps]
        (number,) = next(images(self.sets[0], heaps, names), (None,))
        if number is None:
            raise UnsolvedError(say("the law says nothing about {heaps}", heaps=join(heaps)))
        if self.kind == "odious":
            return odious(self.system.length(number) - 1) if number else 0
        return number if self.kind == "relation" else number.bit_length() - 1

    @functools.cached_property
    def sure_moves(self) -> dict[int, Automaton]:
        """The moves that are certain by the formula, by the number of parts that they leave: all moves, if the rule was
        read exactly."""
        assert self.read is not None
        return self.read.sure_moves

    def losing(self) -> Automaton | None:
        """Returns the set of the P-positions, or None if there are none."""
        if self.kind in ("outcome", "values"):
            return self.sets.get(0)
        zero = Linear(("w",), (1,), -1 if self.kind == "powers" else 0, True)
        pair = Within((*BEFORE[: self.heaps], "w"), self.sets[0])
        return automaton(Exists(("w",), And((zero, pair))), self.system)

    def decided(self, read: Read) -> Law:
        """Returns the law with the verdict about a rule as read."""
        if self.kind in ("outcome", "values"):
            verdict = prove_sets(read, self.sets, self.kind == "outcome")
        elif self.kind == "odious":
            verdict = prove_odious(read, self.sets[0], self.system.digits)
        else:
            try:
                verdict = prove_relation(read, self.sets[0], 2 if self.kind == "powers" else None)
            except OtherSystemError as error:  # the nim-sum of two parts
                verdict = Verdict(failure=error.message)
        return replace(self, read=read, verdict=verdict)

    def says(self) -> Message:
        """Returns the law in a sentence, without its evidence."""
        if self.words is not None:
            return self.words
        base = (
            say("base {number}", number=self.system.name) if self.system.name.isdigit() else self.system.name
        )
        if self.kind == "outcome" and (named := losing_in_words(self.sets[0], self.heaps)) is not None:
            return named
        if self.kind == "outcome" and self.states_of_losing == 1:
            return say(
                "who begins loses where an automaton of one state in {system} accepts the heaps", system=base
            )
        if self.kind == "outcome":
            return say(
                "who begins loses where an automaton of {states} states in {system} accepts the heaps",
                states=self.states_of_losing,
                system=base,
            )
        if (
            self.kind == "powers"
            and self.heaps == 1
            and (named := exponent_in_words(self.sets[0])) is not None
        ):
            return named
        if self.kind == "odious":
            return self._says_places(base)
        return say(
            "an automaton of {states} states in {system} gives the value", states=self.states, system=base
        )

    def _says_places(self, base: Message | str) -> Message:
        """Says the law of values that are odious numbers, by the places of digits where it is one of these."""
        for digit in range(1, self.system.digits):
            if self.heaps == 1 and self.sets[0].same(lowest(self.system, digit)):
                return say(
                    "the odious number (1, 2, 4, 7, 8, …) whose index, from 0 on, is the place of the lowest digit "
                    "{digit} of n in {system}; 0 without such a digit",
                    digit=digit,
                    system=base,
                )
        return say(
            "an automaton of {states} states in {system} gives a power of {digits}, or 0; the value is the odious "
            "number (1, 2, 4, 7, 8, …) whose index, from 0 on, is its exponent, or 0",
            states=self.states,
            system=base,
            digits=self.system.digits,
        )

    def evidence(self) -> Message:
        """Returns the evidence for the law."""
        if not self.proved or self.read is None:
            return say("observed on heaps below {bound}", bound=self.tested)
        if game_of(self.read.source) is not None:
            return say(
                "proved from the rule as a formula, which was compared with the game on heaps below {bound}",
                bound=self.compared,
            )
        if self.read.exact:
            return say(
                "proved from the formula read off the source, which was compared with it on heaps below {bound}",
                bound=self.compared,
            )
        return say(
            "proved from two formulas read off the source, one weaker and one stronger than the rule, which were "
            "compared with it on heaps below {bound}",
            bound=self.compared,
        )

    def sentence(self) -> Message:
        """Returns the law with its evidence."""
        if self.proved:
            return say("PROVED: {law} ({evidence})", law=self.says(), evidence=self.evidence())
        return say("{law}: {evidence}", law=self.says(), evidence=self.evidence())

    def to_dict(self) -> dict[str, Any]:
        """Returns {kind, text, status, system, states, exact, tested, compared}."""
        return {
            "kind": self.kind,
            "text": str(self.says()),
            "status": "proved" if self.proved else "observed",
            "system": self.system.name,
            "states": self.states,
            "exact": None if self.read is None else self.read.exact,
            "tested": self.tested,
            "compared": self.compared if self.proved else None,
        }

    def __repr__(self) -> str:
        return f"<Law, {self.sentence()}>"
