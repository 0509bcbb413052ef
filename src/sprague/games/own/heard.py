"""What a rule has said about some positions, to notice when it says something else.

A rule may depend on things that cannot be compared: a file, an object of an unknown kind, a list that it fills itself.
So it is asked again, at the begin of a question, about a few of the positions of earlier questions.
"""

from __future__ import annotations

from collections.abc import Hashable
from itertools import islice
from typing import Any

from sprague.system.clock import thread_seconds
from sprague.words.errors import SpragueError

from .rules import OwnRuleset

#: The positions that are kept, and those of one line of play.
MOST, LINE = 24, 8

#: A position is not kept if it has more options, or if listing them takes longer.
MOST_OPTIONS, MOST_SECONDS = 500, 1e-3

#: Heaps that are asked about are no larger.
LARGEST = 1000

#: The seconds after which no more positions are asked about.
MOST_SECONDS_IN_ALL = 5e-3


#: States, each with the options that a rule gave for it.
Heard = dict[Hashable, Hashable]


def holds(game: OwnRuleset, heard: Heard) -> bool:
    """Returns whether the rule still says the same, about as many states as take only a moment, the newest first."""
    begun = thread_seconds()
    for state, options in reversed(heard.items()):
        if _answer(game, state) != options:
            return False
        if thread_seconds() - begun > MOST_SECONDS_IN_ALL:
            break
    return True


def listened(game: OwnRuleset, heard: Heard, state: Any) -> Heard:
    """Returns ``heard`` with what the rule says about ``state``, and about positions on a line of play from it."""
    answers, state = dict(heard), _small(game, state)
    for step in range(LINE):
        begun = thread_seconds()
        options = _answer(game, state)
        if options is None or thread_seconds() - begun > MOST_SECONDS:
            break
        answers.pop(state, None)  # the newest come last
        answers[state] = options
        parts = [part for option in options for part in option]
        if not parts:
            break
        state = parts[(step + len(parts) // 2) % len(parts)]
    return dict([*answers.items()][-MOST:])


def _small(game: OwnRuleset, state: Any) -> Any:
    """Returns a state of heaps with no large one: a rule may list so many options that they do not fit in memory."""
    if game.heaps and type(state) is int:
        return min(state, LARGEST)
    if game.heaps and isinstance(state, tuple):
        return tuple(min(n, LARGEST) for n in state)
    return state


def _answer(game: OwnRuleset, state: Any) -> tuple[tuple[Hashable, ...], ...] | None:
    """Returns the options of a state; None if they are too many, or if the rule fails."""
    try:
        options = tuple(islice(game.checked_options(state), MOST_OPTIONS + 1))
    except SpragueError:
        return None
    return options if len(options) <= MOST_OPTIONS else None
