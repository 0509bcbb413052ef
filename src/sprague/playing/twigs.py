"""Joins twigs, or places, of a picture; the engine says whether its value stays the same."""

from __future__ import annotations

from typing import NamedTuple

from sprague.words.errors import MoveError
from sprague.words.messages import say
from sprague.workbench.position import Position, answer

from .player import one_thought


class Changed(NamedTuple):
    """A picture after a change, and whether its value is the same as before. If so, the two pictures together are a
    trap."""

    position: Position
    same: bool


def twigs_of(position: Position) -> list[list[str]]:
    """Returns the twigs of a picture, by the names of their shapes."""
    part = position.components[0]
    return [list(names) for names in part.ruleset.twigs(part.state)] if len(position.components) == 1 else []


@one_thought
def together(position: Position, one: str, other: str, length: int | None) -> Changed:
    """Returns the picture in which two twigs become one twig of this length, or (without a length) two places become
    one.

    >>> from sprague.workbench.position import parse
    >>> bush = parse("hackenbush edges:ground-a,a-b,a-c")
    >>> [together(bush, "e1", "e2", n).same for n in (0, 1, 2)]
    [True, False, False]
    """
    if len(position.components) != 1 or position.misere:
        raise MoveError(say("expected one component in normal play"))
    part = position.components[0]
    changed = Position((part.ruleset.together(part.state, one, other, length),))
    both = Position((*position.components, *changed.components))
    return Changed(changed, answer(both, moves=False).outcome == "P")
