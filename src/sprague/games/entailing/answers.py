"""The outcome of a sum with entailing moves, and its reason. The engines of the components give their values."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import cast

from sprague.model.engine import Engines
from sprague.model.lazy import Lazy
from sprague.model.reasons import has_move, in_words
from sprague.model.ruleset import Component, Option, distinct
from sprague.model.sums import Reply, Sum, joint_evidence
from sprague.system.ask import asked, require, tick
from sprague.words.messages import Message, join, say

from .engine import EntailingEngine, refuse_forced


@dataclass(frozen=True, kw_only=True)
class EntailingSum(Sum):
    """The result for a sum with entailing moves: the values of the components and of the sum as text. "loony" marks
    those beside which the player to move always wins."""

    extended_value: str = ""
    extended_values: tuple[str, ...] = ()


def analyse_entailing(components: Sequence[Component], engines: Engines) -> EntailingSum:
    """Returns the answer to a sum of games with entailing moves and ordinary ones.

    Raises TooLargeError, before any work, for components that exceed the budget in force.
    """
    refuse_forced(components)
    for part in dict.fromkeys(components):
        require(engines(part.ruleset).effort(part.state), part)
    values = [_value(part, engines) for part in components]
    total = _total(values)
    forced = _forced(components)
    lost = total == 0 if forced is None else not _entailing(forced, engines).must_win(forced.state, total)
    return EntailingSum(
        "P" if lost else "N",
        None if forced else total,
        tuple(values),
        Lazy.of([]) if lost else _replies(components, values, forced, engines),
        joint_evidence(components, True, engines),
        extended_value="forced" if forced else _text(total),
        extended_values=tuple(
            "forced" if part is forced else _text(value)
            for part, value in zip(components, values, strict=True)
        ),
    )


def _replies(
    components: Sequence[Component], values: Sequence[int | None], forced: Component | None, engines: Engines
) -> Lazy[Reply]:
    """Returns the winning moves. They are found when they are read, within the present budget."""
    budget = asked()
    beside = [
        (index, part, _total([*values[:index], *values[index + 1 :]]))
        for index, part in distinct(components)
        if forced is None or part is forced
    ]

    def items() -> Iterator[Reply]:
        for index, part, rest in beside:
            if _is_entailing(part):
                for option in part.ruleset.successors(part.state):
                    tick()
                    if budget.run(_leaves_p, option, rest, engines):
                        yield index, option
            elif rest is not None:
                replies = iter(budget.run(engines(part.ruleset).replies, part.state, rest))
                while (reply := budget.run(next, replies, None)) is not None:
                    yield index, reply

    def count() -> int | None:
        """Returns the number of winning moves. Those in ordinary components are counted, as those of large heaps are
        too many to list."""
        winning = 0
        for _, part, rest in beside:
            if _is_entailing(part):
                options = part.ruleset.successors(part.state)
                winning += sum(budget.run(_leaves_p, option, rest, engines) for option in options)
            elif rest is not None:
                more = budget.run(_count, part, rest, engines)
                if more is None:
                    return None
                winning += more
        return winning

    return Lazy(items, count)


def _count(part: Component, rest: int, engines: Engines) -> int | None:
    """Returns how many options of an ordinary component have the value ``rest``."""
    return engines(part.ruleset).replies(part.state, rest).total


def _is_entailing(part: Component) -> bool:
    return part.ruleset.kind == "entailing"


def _forced(components: Sequence[Component]) -> Component | None:
    """Returns the component in which the next move must be made, or None."""
    return next(
        (part for part in components if _is_entailing(part) and part.ruleset.forced(part.state)), None
    )


def _entailing(part: Component, engines: Engines) -> EntailingEngine:
    return cast(EntailingEngine, engines(part.ruleset))


def _leaves_p(option: Option, rest: int | None, engines: Engines) -> bool:
    """Returns whether a move leaves a P-position beside a value ``rest`` (None: beside a loony component)."""
    forced = _forced(option)
    if forced is not None:
        return not _entailing(forced, engines).must_win(forced.state, rest)
    return _total([rest, *(_value(part, engines) for part in option)]) == 0


def _value(part: Component, engines: Engines) -> int | None:
    """Returns the nimber of a component, or None if it is loony. A component in which the next move must be made counts
    as 0 beside the others."""
    if not _is_entailing(part):
        return engines.value(part)
    return 0 if part.ruleset.forced(part.state) else _entailing(part, engines).extended(part.state)


def _total(values: Sequence[int | None]) -> int | None:
    total = 0
    for value in values:
        if value is None:
            return None
        total ^= value
    return total


def _text(value: int | None) -> str:
    return "loony" if value is None else str(value)


def entailing_reason(components: Sequence[Component], answer: EntailingSum, engines: Engines) -> Message:
    """Explains the outcome of a sum, which ``answer`` gives."""
    first = next(iter(answer.replies), None)
    move = None if first is None else in_words(components, *first)
    forced = _forced(components)
    if forced is not None:
        return _entailing(forced, engines).forced_reason(forced.state, move)
    if answer.extended_value == "loony":
        part = next(
            part for part, value in zip(components, answer.extended_values, strict=True) if value == "loony"
        )
        return _entailing(part, engines).loony_reason(part.state, move or say(""))
    if move is None and not has_move(components, engines):
        return say("there is no move: whoever is to move has lost")
    if len(components) == 1:
        part, option = components[0], None if first is None else first[1]
        words = engines(part.ruleset).reason(part.state, answer.outcome == "P", option)
        if words is not None:
            return words
    terms = join([say("*{n}", n=value) for value in answer.extended_values], " + ")
    equation = (
        terms
        if len(components) == 1
        else say("{terms} = {total}", terms=terms, total=say("*{n}", n=answer.extended_value))
    )
    if move is None:
        return say(
            "{equation}: whatever is moved, there is a reply that brings the value back to 0",
            equation=equation,
        )
    return say(
        "{equation}: {move} leaves a position that the next player loses", equation=equation, move=move
    )
