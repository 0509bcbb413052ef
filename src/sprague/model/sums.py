"""Solves a sum of components by the Sprague-Grundy theorem, from the answers of the engine of each component."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Literal, TypeAlias

from sprague.numbers.sums import nim_sum
from sprague.system.ask import Effort, Trial, asked, require
from sprague.words.errors import BudgetError, TooLargeError
from sprague.words.messages import Message, say

from .engine import Engines, Evidence, weakest
from .lazy import Lazy
from .nim import heap
from .ruleset import Component, Option, alive, distinct

#: Who wins: the next player, the previous one, or nobody (a draw, in a game with cycles).
Outcome: TypeAlias = Literal["N", "P", "D"]

#: A move: the index of the component in which it is made, and the option that it leaves there.
Reply = tuple[int, Option]


@dataclass(frozen=True)
class Sum:
    """The solution of a sum: the ``outcome`` "N" or "P", the ``value`` and the ``values`` of the components, every
    winning reply, and the evidence. A value is None if the outcome did not need it and it would take more than a
    moment. If the budget ended first, ``at_least`` is a lower bound of the value and ``cut`` says what ended the
    work. ``looked`` says whether replies were searched for. Other kinds of play add their own facts.
    """

    outcome: Outcome
    value: int | None
    values: tuple[int | None, ...]
    replies: Lazy[Reply]
    evidence: Evidence
    at_least: int | None = None
    cut: Message | None = None
    looked: bool = True


def leaves(components: Sequence[Component], index: int, option: Option) -> tuple[Component, ...]:
    """Returns the sum that a move leaves. Components that are over are left out as long as others remain."""
    rest = (*components[:index], *alive(option), *components[index + 1 :])
    return rest or option[:1] or (components[index].ruleset.nothing() or heap(0),)


def analyse(
    components: Sequence[Component],
    engines: Engines,
    *,
    value: bool | None = None,
) -> Sum:
    """Solves a sum. With ``value`` True it computes the value; with False it leaves the value out if the outcome does
    not need it; with None it gives the value if that takes only a moment.

    Raises TooLargeError, before any work, if the budget in force cannot suffice; BudgetError if the budget ends before
    the outcome is known.
    """
    # Equal components cancel in pairs (G + G = 0), if play in them ends: only the values of the others are needed.
    counts = Counter(components)
    needed = [part for part, count in counts.items() if count % 2]
    value_of: dict[Component, int | None] = {}
    for part in counts:
        effort = _effort(part, engines)
        value_of[part] = (
            _at_once(part, engines) if effort.moment and (value is not False or len(needed) > 1) else None
        )
    for part, count in counts.items():
        if count > 1 and value_of[part] is None and not engines(part.ruleset).ends(part.state):
            value_of[part] = _needed_value(part, engines)  # only a game that ends has a value
    unknown = [part for part in needed if value_of[part] is None]
    if len(needed) > 1 and unknown:
        # Refuse the hardest component before working on the others.
        for part in sorted(unknown, key=lambda part: -_effort(part, engines).seconds):
            value_of[part] = _needed_value(part, engines)
        unknown = []
    at_least, cut = None, None
    if not unknown:
        total: int | None = nim_sum(value_of[part] or 0 for part in needed)
        zero = total == 0
    else:  # one component alone
        zero, total, at_least, cut = _alone(unknown[0], engines, value)
        value_of[unknown[0]] = total
    replies = Lazy[Reply].of([]) if zero else _replies(components, needed, value_of, total, engines)
    # The outcome alone shows whether the value is 0.
    searched = total is not None and not zero and (bool(value) or bool(unknown))
    evidence = joint_evidence(needed, len(needed) > 1 or searched, engines)
    if total is not None and not zero and not searched:
        evidence = _with_value(evidence, joint_evidence(needed, True, engines))
    evidence = _with_cancelled(evidence, zero, value_of, needed, engines)
    values = tuple(value_of[part] for part in components)
    return Sum("P" if zero else "N", total, values, replies, evidence, at_least, cut)


def _effort(part: Component, engines: Engines) -> Effort:
    return engines(part.ruleset).effort(part.state, "value")


def _at_once(part: Component, engines: Engines) -> int | None:
    """Returns a value that takes only a moment, or None if it needs compiled code that is not there."""
    try:
        return engines.value(part)
    except BudgetError:
        raise
    except TooLargeError:
        return None


def _needed_value(part: Component, engines: Engines) -> int:
    """Returns the value of a component. If the budget does not suffice, a theorem may still say that it is 0."""
    engine, effort = engines(part.ruleset), _effort(part, engines)
    if not effort.affordable and engine.effort(part.state, "outcome").at_hand and engine.is_zero(part.state):
        return 0
    require(effort, part)
    return engine.value(part.state)


def _alone(
    part: Component, engines: Engines, value: bool | None
) -> tuple[bool, int | None, int | None, Message | None]:
    """Solves a single component. Returns whether it is a P-position; its value, if it was wanted or takes only a
    moment; and if the budget ended first, a lower bound of the value and the reason."""
    engine = engines(part.ruleset)
    if value:
        try:
            require(engine.effort(part.state, "value"), part)
            total = engine.value(part.state)
        except TooLargeError as error:
            # If the time does not suffice, the answer goes without the value.
            if not isinstance(error, BudgetError) and asked().left is None:
                raise
            if isinstance(error, BudgetError) and error.at_least:
                return False, None, error.at_least, error.message
            if not engine.effort(part.state, "outcome").moment:
                raise
            zero = engine.is_zero(part.state)
            return zero, 0 if zero else None, int(not zero), error.message
        return total == 0, total, None, None
    require(engine.effort(part.state, "outcome"), part)
    if engine.is_zero(part.state):
        return True, 0, None, None
    # The search for the outcome may have found the value, or most of the work for it.
    if value is None and engine.effort(part.state, "value").at_hand:
        try:
            return False, engine.value(part.state), None, None
        except TooLargeError as error:
            return False, None, max(1, getattr(error, "at_least", 0)), error.message
    return False, None, None, None


def _replies(
    components: Sequence[Component],
    needed: Sequence[Component],
    value_of: dict[Component, int | None],
    total: int | None,
    engines: Engines,
) -> Lazy[Reply]:
    """Returns the moves to value 0; see :class:`_Replies`."""
    replies = _Replies(components, needed, value_of, total, engines)
    return Lazy(replies.each, replies.count, replies.is_complete)


class _Replies:
    """The moves to value 0, which replace a component of value v by an option of value v xor ``total``. They are found
    when they are read, within the rest of the question's budget."""

    def __init__(
        self,
        components: Sequence[Component],
        needed: Sequence[Component],
        value_of: dict[Component, int | None],
        total: int | None,
        engines: Engines,
    ) -> None:
        self._components, self._needed, self._value_of = components, needed, value_of
        self._total, self._engines = total, engines
        self._budget = asked()
        self._options: list[tuple[int, Lazy[Option]]] | None = None
        #: Moves are missing if a value, or the search for moves, exceeds the budget.
        self._missing = self._cut = False

    def each(self) -> Iterator[Reply]:
        for index, options in self._by_component():
            each, trial = iter(options), Trial(self._components[index])
            while True:
                try:
                    option = self._budget.run(trial.run, partial(next, each, None))
                except BudgetError:
                    self._cut = True
                    return
                if option is None:
                    break
                yield index, option

    def count(self) -> int | None:
        try:
            trial = Trial(self._components[0])
            counts = self._budget.run(
                trial.run, lambda: [options.total for _, options in self._by_component()]
            )
        except BudgetError:
            self._cut = True
            return None
        return None if None in counts else sum(each for each in counts if each is not None)

    def is_complete(self) -> bool:
        try:
            complete = not self._cut and all(options.complete for _, options in self._by_component())
        except BudgetError:
            self._cut = True
            return False
        return complete and not self._missing

    def _by_component(self) -> list[tuple[int, Lazy[Option]]]:
        if self._options is None:
            self._options = self._budget.run(list, self._winning_options())
        return self._options

    def _winning_options(self) -> Iterator[tuple[int, Lazy[Option]]]:
        """Yields each component that may have winning moves, with the options to which they lead."""
        total, components = self._total, self._components
        if total is None and len(components) == 1:
            yield 0, self._engines(components[0].ruleset).replies(components[0].state, 0)
            return
        if total is None:
            # Moves in other components need the value of the hard one; without it they are left out.
            total = self._value(self._needed[0])
        for index, part in distinct(components):
            engine = self._engines(part.ruleset)
            if total is None:
                if part == self._needed[0]:
                    yield index, engine.replies(part.state, 0)
            elif (own := self._value(part)) is not None:
                yield index, engine.replies(part.state, own ^ total)

    def _value(self, part: Component) -> int | None:
        if self._value_of[part] is None:
            self._value_of[part] = _within(part, self._engines)
        self._missing |= self._value_of[part] is None
        return self._value_of[part]


def _within(part: Component, engines: Engines) -> int | None:
    """Returns the value of a component, or None if it exceeds the budget."""
    try:
        return _needed_value(part, engines)
    except TooLargeError:
        return None


_OF_SUMS = Evidence(
    "theorem", say("Sprague 1935, Grundy 1939: the value of a sum is the nim-sum of the values")
)


def joint_evidence(components: Sequence[Component], valued: bool, engines: Engines) -> Evidence:
    """Returns the evidence for a sum. The weakest among the components decides its kind; it lists each source once."""
    if not components:
        return Evidence("theorem", say("G + G = 0: equal components cancel"))
    each = [engines(part.ruleset).evidence(part.state, valued) for part in dict.fromkeys(components)]
    if len(components) > 1:
        each.append(_OF_SUMS)
    return weakest(each)


def _with_cancelled(
    evidence: Evidence,
    zero: bool,
    value_of: dict[Component, int | None],
    needed: Sequence[Component],
    engines: Engines,
) -> Evidence:
    """Returns the evidence of an answer that also states values of components that cancel, or winning moves in them."""
    stated = [
        part
        for part, value in value_of.items()
        if part not in needed and (value is not None or (not zero and _effort(part, engines).affordable))
    ]
    if not stated:
        return evidence
    others = joint_evidence(stated, True, engines)
    if not zero:
        return weakest([evidence, others])
    if others.kind != "observed":
        return evidence
    words = say(
        "{outcome}; the values of the equal parts: {value}", outcome=evidence.sentence, value=others.sentence
    )
    return Evidence(evidence.kind, words)


def _with_value(outcome: Evidence, value: Evidence) -> Evidence:
    """Returns the evidence of an answer that contains the value, too, though the question needed only the outcome."""
    if value == outcome:
        return outcome
    return Evidence(
        outcome.kind, say("{outcome}; the value: {value}", outcome=outcome.sentence, value=value.sentence)
    )
