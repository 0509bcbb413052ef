"""Finds games by words that describe them, and sorts them by chapters."""

from __future__ import annotations

import re
import sys

from sprague.model.ruleset import Ruleset
from sprague.words.messages import Message, say

#: The chapters of a list of games, and the rooms and files of the games in each. The last one holds all others.
CHAPTERS: tuple[tuple[Message, tuple[str, ...]], ...] = (
    (say("Heaps"), ("model.nim", "games.wythoff", "games.fibonacci", "games.vectors", "games.token")),
    (
        say("Take and break (Winning Ways, ch. 4)"),
        ("takebreak", "games.dots", "games.families.kinds", "games.nim_like.prim"),
    ),
    (say("Turn and turn about (Winning Ways, ch. 14)"), ("games.coins",)),
    (say("Chips and strips (Winning Ways, ch. 15)"), ("games.nim_like", "games.kotzig")),
    (
        say("Orders, and the emperor's money (Winning Ways, ch. 18)"),
        ("games.chomp", "games.posets", "games.sylver"),
    ),
    (say("Graphs"), ("graphs", "games.families")),
    (
        say("Boards"),
        (
            "boards",
            *("games.clobber", "games.cannibal", "games.nogo", "games.placing", "games.notakto"),
            *("games.duotaire", "games.amazons"),
        ),
    ),
    (
        say("Games with cycles, and entailing moves (Winning Ways, ch. 12)"),
        ("games.loopy", "games.entailing", "games.nimstring"),
    ),
    (say("Spots and sprouts (Winning Ways, ch. 17)"), ("games.sprouts",)),
    (say("Other games"), ("",)),
)


def chapter(ruleset: Ruleset) -> int:
    """Returns the place in ``CHAPTERS`` of the chapter to which a game belongs.

    >>> from sprague.model.nim import NIM
    >>> chapter(NIM), str(CHAPTERS[chapter(NIM)][0])
    (0, 'Heaps')
    """
    file = type(ruleset).__module__.removeprefix("sprague.") + "."
    return next(
        place
        for place, (_, rooms) in enumerate(CHAPTERS)
        if any(not room or file.startswith(f"{room}.") for room in rooms)
    )


def is_like(ruleset: Ruleset | type[Ruleset], words: str) -> bool:
    """Returns whether each of the words begins a word in the names, the rule, the class or the file of a game."""
    of = ruleset if isinstance(ruleset, type) else type(ruleset)
    texts = [
        of.__doc__,
        sys.modules[of.__module__].__doc__,
        ruleset.title,
        ruleset.rule,
        ruleset.name,
        of.__name__,
    ]
    all_words = {word for text in texts for word in re.findall(r"[\w-]+", str(text or "").lower())}
    wanted = set(re.findall(r"[\w-]+", words.lower())) - {"a", "an", "the", "in", "of", "on", "with", "and"}
    return all(any(word.startswith(each) for word in all_words) for each in wanted)
