"""The lesson of a game: its ladder, its words, how the page draws it, and the argument for who wins. Each ruleset has
its own lesson. Each engine makes the argument from what it has shown about the position itself.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from sprague.words.messages import Message, say

World = Literal["heaps", "rows", "boards", "graphs"]
Skin = Literal[
    "",
    "jars",
    "coins",
    "skittles",
    "dots",
    "strip",
    "dominoes",
    "chocolate",
    "stones",
    "bush",
    "cables",
    "pads",
    "boxes",
]
Workshop = Literal["", "values", "columns", "blocks", "mirror", "bites", "twigs", "partners"]

#: Where a hint tells a pupil to look.
HEAP, ROW = say("look at the heap of {n}"), say("look at the row of {n}")
ALL_HEAPS = say("look at all heaps at once")


class Guess(NamedTuple):
    """What pupils may guess of the traps of a game. ``words`` end the sentence "It is a trap when …"; ``holds`` says
    whether they are true of a position, by the states of its components."""

    words: Message
    holds: Callable[[tuple[Any, ...]], bool]


@dataclass(frozen=True)
class Lesson:
    """The lesson of a game. ``world`` is where pupils learn it. ``ladder`` lists the positions to learn from, the
    easiest first; a "-" in front of a position says that the first player loses it. ``teaches`` says of each what to
    look for, in a game whose positions tell it by no numbers. ``skin`` is how the page draws the
    game, ``workshop`` how it lets pupils look for the rule. ``part``, ``heap`` and ``all_heaps`` are the words of a
    hint: in which of several components to look, in which heap of one, or in all its heaps at once. ``shelves`` are
    small positions, by size, among which pupils look for traps. Their guesses, for which they choose the words from
    ``guesses``, are tested on them."""

    world: World = "heaps"
    ladder: tuple[str, ...] = ()
    skin: Skin = ""
    workshop: Workshop = ""
    part: Message = HEAP
    heap: Message = HEAP
    all_heaps: Message = ALL_HEAPS
    shelves: tuple[tuple[str, ...], ...] = ()
    guesses: tuple[Guess, ...] = ()
    teaches: tuple[Message, ...] = ()

    def look_at_part(self, n: int) -> Message:
        """Returns the hint to look at the component of this size."""
        return Message(self.part.key, {"n": n})

    def look_at_heap(self, n: object) -> Message:
        """Returns the hint to look at the heap of this size, or at several heaps."""
        return Message(self.heap.key, {"n": n})


class Argument(NamedTuple):
    """Why a position is won or lost: the steps of a proof, each of which holds for the position, and the theorem on
    which they rest, if any."""

    steps: tuple[Message, ...]
    behind: Message | None = None


#: How values decide the outcome in normal play of games without cycles.
VALUES = (
    say(
        "Give each part the least number that none of its moves leads to. Value 0 is a trap: no move leads from 0 to "
        "0, and from any other value some move leads to 0."
    ),
    say(
        "Several parts together: their values are added like Nim heaps, without carrying. So a sum is a trap exactly "
        "when everything cancels (Sprague 1935, Grundy 1939)."
    ),
)
SPRAGUE_GRUNDY = say(
    "This rests on the theorem of Sprague (1935) and Grundy (1939): every part has a value, and parts together are "
    "lost exactly when their values cancel."
)
MIRROR = say("This rests on the mirror: a board has a symmetry, and a move can be answered by its image.")
