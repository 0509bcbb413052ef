"""Why the outcome of a sum is what it is, in a sentence."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sprague.words.messages import Message, join, say

from .engine import Engines
from .ruleset import Component, Option
from .sums import Reply, Sum

#: A sum of more components than this is told by its number of components, not one by one.
TOLD_COMPONENTS = 8


def reason(components: Sequence[Component], misere: bool, found: Sum, engines: Engines) -> Message:
    """Why ``components`` have the outcome that was ``found``, and how to win where there is a way."""
    first = next(iter(found.replies), None)
    if misere:
        return _misere(components, first)
    if len(components) == 1:
        part = components[0]
        option = None if first is None else first[1]
        words = engines(part.ruleset).reason(part.state, found.outcome == "P", option)
        if words is not None:
            return words
    equation = _equation(components, found)
    if first is None:
        if found.outcome == "N" and not found.looked:
            return say("{equation}: whoever is to move wins where the value is not 0", equation=equation)
        if found.outcome == "N":
            return say("{equation}: the value is not 0, but no winning move is known", equation=equation)
        if all(next(iter(part.ruleset.successors(part.state)), None) is None for part in components):
            return say("there is no move: whoever is to move has lost")
        return say(
            "{equation}: whatever is moved, there is a reply that brings the value back to 0",
            equation=equation,
        )
    index, option = first
    part = components[index]
    own = found.values[index]
    words = part.ruleset.describe(part.state, option)
    if len(components) == 1 or own is None or found.value is None:
        return say(
            "{equation}: bring it to *0 (a position that the next player loses): {move}",
            equation=equation,
            move=words,
        )
    return say(
        "{equation}: bring {component} (*{own}) to *{wanted}: {move}",
        equation=equation,
        component=part,
        own=own,
        wanted=own ^ found.value,
        move=words,
    )


def _equation(components: Sequence[Component], found: Sum) -> Message:
    """``*1 + *3 + *3 = *1``, or in words when there are too many components or an unknown value."""
    values = found.values
    total = say("*{n}", n=found.value) if found.value is not None else say("not *0")
    if len(values) > TOLD_COMPONENTS:
        return say("the nim-sum of {count} components is {total}", count=len(values), total=total)
    terms = [
        say("*{n}", n=value) if value is not None else say("{part}", part=part)
        for part, value in zip(components, values, strict=True)
    ]
    if len(terms) == 1:
        terms = [say("{part}", part=components[0])]
    return say("{terms} = {total}", terms=join(terms, " + "), total=total)


def in_words(components: Sequence[Component], index: int, option: Option) -> Message:
    """A move of a sum in words; it names the component where the words alone would leave it open."""
    component = components[index]
    words = component.ruleset.describe(component.state, option)
    if len(components) == 1 or (
        component.ruleset.grouped
        and component.ruleset.names_heaps
        and all(part.ruleset == component.ruleset for part in components)
    ):
        return words
    return say("in {component}: {move}", component=component, move=words)


def _misere(components: Sequence[Component], first: Reply | None) -> Message:
    heaps: list[Any] = [part.state for part in components]
    large = sum(heap > 1 for heap in heaps)
    if large == 0:
        if first is None:
            return say(
                "only heaps of 1 are left and their number is odd: the last one falls to whoever is to move"
            )
        return say(
            "no heap exceeds 1 and their number is even: whoever is to move does not take the last one"
        )
    if first is None:
        return say(
            "the nim-sum is 0 and a heap exceeds 1: misère Nim is then played like Nim until heaps of 1 remain"
        )
    move = in_words(components, *first)
    if large == 1:
        return say("one heap exceeds 1: leave an odd number of heaps of 1, by: {move}", move=move)
    return say(
        "misère Nim is played like Nim while two heaps exceed 1: bring the nim-sum to 0, by: {move}",
        move=move,
    )
