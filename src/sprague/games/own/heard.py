"""What a rule has said about some positions, to notice when it says something else.

A rule may depend on things that cannot be compared: a file, an object of an unknown kind, a list that it fills itself.
So it is asked again, at the begin of a question, about a few of the positions of earlier questions.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from itertools import islice
from typing import Any

from sprague.system.clock import thread_seconds
from sprague.words.errors import SpragueError

from .rules import OwnRuleset

#: The positions that are kept, and those of one line of play.
MOST, LINE = 24, 8

#: A position is not kept if it has more options, or if listing them takes longer.
MOST_OPTIONS, MOST_SECONDS = 500, 1e-3


#: States, each with the options that a rule gave for it.
Heard = Mapping[Hashable, Hashable]


def holds(game: OwnRuleset, heard: Heard) -> bool:
    """Returns whether the rule still says the same."""
    return all(_said(game, state) == said for state, said in heard.items())


def listened(game: OwnRuleset, heard: Heard, state: Any) -> Heard:
    """Returns ``heard`` with what the rule says about ``state``, and about positions on a line of play from it."""
    found = dict(heard)
    for step in range(LINE):
        begun = thread_seconds()
        said = _said(game, state)
        if said is None or thread_seconds() - begun > MOST_SECONDS:
            break
        found.pop(state, None)  # the newest come last
        found[state] = said
        parts = [part for option in said for part in option]
        if not parts:
            break
        state = parts[(step + len(parts) // 2) % len(parts)]
    return dict([*found.items()][-MOST:])


def _said(game: OwnRuleset, state: Any) -> tuple[tuple[Hashable, ...], ...] | None:
    """Returns the options of a state; None if they are too many, or if the rule fails."""
    try:
        options = tuple(islice(game.checked_options(state), MOST_OPTIONS + 1))
    except SpragueError:
        return None
    return options if len(options) <= MOST_OPTIONS else None
