"""Ladders: each game has positions to begin with, which a player climbs from the easiest to the boss."""

from __future__ import annotations

from itertools import zip_longest
from typing import NamedTuple

from sprague.model.lesson import World
from sprague.model.ruleset import Ruleset
from sprague.words.messages import Message
from sprague.workbench.registry import builtin_rulesets

#: The computer's levels on the first rungs; it is perfect from then on.
LEVELS = ("random", "random", "slips", "slips")


class Rung(NamedTuple):
    """A position to begin with, the computer's level there, and whether the computer begins: the player always has
    the winning side. ``teaches`` says what to look for, if anything."""

    position: str
    level: str
    second: bool
    teaches: Message | None = None


class Ladder(NamedTuple):
    """The rungs of a game (the word of its notation), and the world that it belongs to."""

    game: str
    world: World
    rungs: tuple[Rung, ...]


def ladder_of(ruleset: Ruleset) -> Ladder:
    """Returns the ladder of a game's lesson."""
    starts, teaches = ruleset.lesson.ladder, ruleset.lesson.teaches
    levels = (*LEVELS, *("perfect",) * len(starts))
    rungs = tuple(
        Rung(f"{ruleset.head} {start.lstrip('-')}", level, start.startswith("-"), words)
        for start, level, words in zip_longest(starts, levels[: len(starts)], teaches)
    )
    return Ladder(ruleset.head, ruleset.lesson.world, rungs)


#: What the home of the page begins with: small enough to see through, and won by whoever begins.
OPENING = Rung("wythoff 4,6", "random", False)

#: Every ladder: that of the opening first, then the longest.
LADDERS = tuple(
    sorted(
        (ladder_of(ruleset) for ruleset in builtin_rulesets() if ruleset.lesson.ladder),
        key=lambda ladder: (ladder.game != OPENING.position.split()[0], -len(ladder.rungs)),
    )
)
#: Each by the word of its game.
BY_GAME = {ladder.game: ladder for ladder in LADDERS}

#: A sum, to show how one is written.
SUM = "wythoff 5,8 + cram 3x4"
