"""The outcome of a sum with stacks of Top Entails, and its reason."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from sprague.model.engine import Engine, Engines, Evidence, Question
from sprague.model.lazy import Lazy
from sprague.model.reasons import in_words
from sprague.model.ruleset import Component, Option, distinct
from sprague.model.sums import Reply, Sum
from sprague.system.ask import Budget, Effort, asked, require, tick
from sprague.words.errors import UnsolvedError
from sprague.words.messages import Message, join, say

from .rules import Stack, refuse_forced
from .stacks import STACKS

WINNING_WAYS = Evidence(
    "computed", say("values of all smaller stacks; entailing moves by Winning Ways, chapter 12")
)

#: The seconds that a pair of stacks, and a split that is checked, take on the machine of the measurements.
SECONDS_A_PAIR, SECONDS_A_SPLIT = 4e-10, 3e-6

#: Stacks of more coins are out of reach of any machine.
FAR = 10**15


@dataclass(frozen=True, kw_only=True)
class EntailingSum(Sum):
    """The result for a sum with entailing moves: the values of the components and of the sum as text. "loony" marks
    those beside which the player to move always wins."""

    extended_value: str = ""
    extended_values: tuple[str, ...] = ()


class TopEntailsEngine(Engine):
    """Gives the nimbers of stacks that are not loony."""

    def value(self, state: Any) -> int:
        found = None if state.forced else STACKS.value(state.coins)
        if found is None:
            raise UnsolvedError(say("the value is no nimber: {value}", value="loony"))
        return found

    def kept(self, **choices: Any) -> int:
        return STACKS.known

    def values(self, to: int) -> Any:
        """Returns the nimbers of stacks 0..``to``, with -1 for loony ones."""
        require(self.effort(Stack(to)), to)
        return STACKS.table(to)

    def effort(self, state: Any, question: Question = "value") -> Effort:
        coins = min(state.coins, FAR)
        if state.coins < STACKS.known:
            return Effort(coins, 0, SECONDS_A_SPLIT * coins if question == "moves" else 0)
        return Effort(coins, 2 * coins, SECONDS_A_PAIR * coins**2 // 4 + SECONDS_A_SPLIT * coins)

    def evidence(self, state: Any, valued: bool) -> Evidence:
        return WINNING_WAYS


def analyse_entailing(components: Sequence[Component], engines: Engines) -> EntailingSum:
    """Returns the answer to a sum with stacks of Top Entails.

    Raises TooLargeError, before any work, for stacks that exceed the budget in force.
    """
    refuse_forced(components)
    for part in dict.fromkeys(components):
        require(engines(part.ruleset).effort(part.state), part)
    lost = _is_p(components, engines)
    values = [_value(part, engines) for part in components]
    forced = any(part.ruleset.forced(part.state) for part in components)
    total = _total(values)
    budget = asked()

    def items() -> Iterator[Reply]:
        for index, part in distinct(components):
            rest = _total(values[:index] + values[index + 1 :])
            if forced and not part.ruleset.forced(part.state):
                continue
            if part.ruleset.kind != "entailing":
                if rest is not None:
                    yield from ((index, option) for option in _replies(part, rest, engines, budget))
                continue
            for option in part.ruleset.successors(part.state):
                tick()
                if budget.run(_leaves_p, option, rest):
                    yield index, option

    def count() -> int | None:
        """Returns the number of winning moves. Those in ordinary components are counted, as those of large heaps are
        too many to list."""
        counted: int | None = 0
        for index, part in distinct(components):
            rest = _total(values[:index] + values[index + 1 :])
            if forced and not part.ruleset.forced(part.state):
                continue
            if part.ruleset.kind != "entailing":
                more = 0 if rest is None else budget.run(_count, part, rest, engines)
            else:
                more = sum(
                    budget.run(_leaves_p, option, rest) for option in part.ruleset.successors(part.state)
                )
            counted = None if counted is None or more is None else counted + more
        return counted

    return EntailingSum(
        "P" if lost else "N",
        None if forced else total,
        tuple(values),
        Lazy.of([]) if lost else Lazy(items, count),
        WINNING_WAYS,
        extended_value="forced" if forced else _text(total),
        extended_values=tuple(
            "forced" if part.ruleset.forced(part.state) else _text(value)
            for part, value in zip(components, values, strict=True)
        ),
    )


def _replies(part: Component, rest: int, engines: Engines, budget: Budget) -> Iterator[Option]:
    """Yields the options of an ordinary component whose value is ``rest``."""
    found = iter(budget.run(engines(part.ruleset).replies, part.state, rest))
    while (option := budget.run(next, found, None)) is not None:
        yield option


def _count(part: Component, rest: int, engines: Engines) -> int | None:
    """Returns how many options of an ordinary component have the value ``rest``."""
    return engines(part.ruleset).replies(part.state, rest).total


def _leaves_p(option: Option, rest: int | None) -> bool:
    """Returns whether a move in a stack leaves a P-position beside a value ``rest`` (None: beside a loony stack)."""
    left: list[Any] = [piece.state for piece in option]
    if len(left) == 1 and left[0].forced:
        return not STACKS.must_win(left[0].coins, rest)
    total = _total([rest, *(STACKS.value(stack.coins) for stack in left)])
    return total == 0


def _value(part: Component, engines: Engines) -> int | None:
    """Returns the nimber of a component, or None if it is loony. A stack in which the next move must be made counts as
    0 beside the others."""
    if part.ruleset.kind != "entailing":
        return engines.value(part)
    state: Any = part.state
    return 0 if state.forced else STACKS.value(state.coins)


def _total(values: Sequence[int | None]) -> int | None:
    total = 0
    for value in values:
        if value is None:
            return None
        total ^= value
    return total


def _is_p(components: Sequence[Component], engines: Engines) -> bool:
    """Returns whether the player to move loses."""
    total = _total([_value(part, engines) for part in components])
    for part in components:
        state: Any = part.state
        if part.ruleset.kind == "entailing" and state.forced:
            return not STACKS.must_win(state.coins, total)
    return total == 0


def _text(value: int | None) -> str:
    return "loony" if value is None else str(value)


def entailing_reason(components: Sequence[Component], found: EntailingSum) -> Message:
    """Explains the outcome of the result ``found``."""
    first = next(iter(found.replies), None)
    move = None if first is None else in_words(components, *first)
    if found.extended_value == "forced":
        if not any(_moves(part) for part in components if part.ruleset.forced(part.state)):
            return say("the last coin of the stack was taken, and must be answered in it: there is no move")
        if move is None:
            return say(
                "the top coin was taken, so the answer must be made in that stack, and every one loses"
            )
        return say("the top coin was taken, so the answer must be made in that stack: {move}", move=move)
    if found.extended_value == "loony":
        return say(
            "a stack is loony: whoever is to move wins beside anything, by a top coin that must be answered: {move}",
            move=move or say(""),
        )
    terms = join([say("*{n}", n=value) for value in found.extended_values], " + ")
    equation = (
        terms
        if len(components) == 1
        else say("{terms} = {total}", terms=terms, total=say("*{n}", n=found.extended_value))
    )
    if move is None:
        return say(
            "{equation}: whatever is moved, there is a reply that brings the value back to 0",
            equation=equation,
        )
    return say(
        "{equation}: {move} leaves a position that the next player loses", equation=equation, move=move
    )


def _moves(part: Component) -> bool:
    return next(iter(part.ruleset.successors(part.state)), None) is not None
