"""Says in a sentence why a sum has its outcome."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sprague.words.messages import Message, join, say

from .engine import Engines
from .ruleset import Component, Option, alive, is_over
from .sums import Sum

#: For a sum of more components than this a sentence gives their number and does not list them.
TOLD_COMPONENTS = 8


def reason(components: Sequence[Component], combined: Sum, engines: Engines) -> Message:
    """Says why ``components`` have the outcome of their sum, ``combined``, and names a winning move if there is one."""
    first = next(iter(combined.replies), None)
    if combined.outcome == "P" and not has_move(components, engines):
        return say("there is no move: whoever is to move has lost")
    if len(components) == 1:
        part = components[0]
        option = None if first is None else first[1]
        words = engines(part.ruleset).reason(part.state, combined.outcome == "P", option)
        if words is not None:
            return words
    equation = _equation(components, combined)
    if first is None:
        if combined.outcome == "N" and not combined.looked:
            return say("{equation}: whoever is to move wins where the value is not 0", equation=equation)
        if combined.outcome == "N":
            return say("{equation}: the value is not 0, but no winning move is known", equation=equation)
        return say(
            "{equation}: whatever is moved, there is a reply that brings the value back to 0",
            equation=equation,
        )
    index, option = first
    part = components[index]
    own = combined.values[index]
    words = _told(part.ruleset.describe(part.state, option))
    if len(components) == 1 or own is None or combined.value is None:
        return say(
            "{equation}: bring it to *0 (a position that the next player loses): {move}",
            equation=equation,
            move=words,
        )
    return say(
        "{equation}: bring {component} (*{own}) to *{wanted}: {move}",
        equation=equation,
        component=_name(part, components),
        own=own,
        wanted=own ^ combined.value,
        move=words,
    )


def has_move(components: Sequence[Component], engines: Engines) -> bool:
    """Returns whether a move exists in a sum."""
    return any(engines(part.ruleset).knows_a_move(part.state) or not is_over(part) for part in components)


def _equation(components: Sequence[Component], combined: Sum) -> Message:
    """Returns ``*1 + *3 + *3 = *1``, or words if there are too many components or a value is unknown."""
    values = combined.values
    total = say("*{n}", n=combined.value) if combined.value is not None else say("not *0")
    if len(values) > TOLD_COMPONENTS:
        return say("the nim-sum of {count} components is {total}", count=len(values), total=total)
    terms = [
        say("*{n}", n=value) if value is not None else _name(part, components)
        for part, value in zip(components, values, strict=True)
    ]
    if len(terms) == 1:
        terms = [components[0].spoken]
    return say("{terms} = {total}", terms=join(terms, " + "), total=total)


def _told(words: Any) -> Message:
    """Returns a move in words; a user's own game may give a text, which must not control a terminal."""
    return words if isinstance(words, Message) else say("{text}", text=words)


def in_words(
    components: Sequence[Component], index: int, option: Option, words: Message | None = None
) -> Message:
    """Returns a move of a sum in words; ``words`` are those of the move alone, if known. The sentence names the
    component if it would be ambiguous otherwise."""
    component = components[index]
    words = _told(words or component.ruleset.describe(component.state, option))
    if len(components) == 1 or (
        component.ruleset.grouped
        and component.ruleset.names_heaps
        and all(part.ruleset == component.ruleset for part in components)
    ):
        return words
    return say("in {component}: {move}", component=_name(component, components), move=words)


def _name(part: Component, components: Sequence[Component]) -> Message:
    """Returns the name of a component in a sentence, which distinguishes it from the others."""
    spoken = part.ruleset.short_name(part.state)
    if spoken is None or any(other != part and other.spoken == spoken for other in components):
        return say("{part}", part=part)
    return spoken


def why_not(before: Sequence[Component], after: Sequence[Component]) -> Message:
    """Says which rule forbids the move of a sum from ``before`` to ``after``, which is known to be illegal."""
    old, new = alive(tuple(before)), alive(tuple(after))
    head = 0
    while head < min(len(old), len(new)) and old[head] == new[head]:
        head += 1
    tail = 0
    while tail < min(len(old), len(new)) - head and old[-1 - tail] == new[-1 - tail]:
        tail += 1
    gone, come = old[head : len(old) - tail], new[head : len(new) - tail]
    if not old:
        return say("the game is over")
    if not gone and not come:
        return say("a move must change something")
    if len(gone) > 1:
        return say("a move is made in one heap or part only")
    if not gone:
        return say("{part} was not there", part=come[0])
    part = gone[0]
    fault = part.ruleset.fault(part.state, come)
    return part.ruleset.rule if fault is None else fault
