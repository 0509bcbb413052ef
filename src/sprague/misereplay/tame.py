"""Tame games, which behave in misère play like heaps of Nim, by theorems that hold at any size.

A component is fickle when it behaves as a position of Nim without a heap above 1, firm when it behaves as one with such
a heap. A sum of tame games is lost for the player to move when its value is 0 and one of them is firm, or when its
value is 1 and all are fickle (Conway, On Numbers and Games, 1976, chapter 12; Winning Ways, chapter 13).
"""

from __future__ import annotations

from typing import Any

from sprague.model.engine import Evidence
from sprague.model.nim import MISERE_BOUTON
from sprague.model.ruleset import Component
from sprague.words.messages import say

from .genus import Genus, nim_genus

FERGUSON = Evidence(
    "theorem",
    say("T. S. Ferguson, On sums of graph games with last player losing, Int. J. Game Theory 3 (1974)"),
)
FRAENKEL = Evidence(
    "theorem",
    say(
        "A. S. Fraenkel, Wythoff games, continued fractions, cedar trees and Fibonacci searches, TCS 29 (1984)"
    ),
)
STEADY = Evidence(
    "theorem",
    say(
        "every play has the same number of moves: an odd number is one move, also in misère play, and an even number "
        "none"
    ),
)

#: The pairs of Wythoff's game that count as heaps of Nim of at most 1: all others are firm.
_WYTHOFF = {(0, 0), (1, 2), (0, 1), (2, 2)}


def theorem(part: Component) -> Evidence | None:
    """Returns the theorem by which the game of ``part`` is tame, or None if none is known.

    >>> from sprague.workbench.position import parse
    >>> [theorem(parse(text).components[0]) is not None for text in ("*5", "subtract{1,3} 9", "kayles 9")]
    [True, True, False]
    """
    ruleset: Any = part.ruleset
    if ruleset.engine == "nim":
        return MISERE_BOUTON
    if ruleset.head == "wythoff" and len(part.state) == 2:
        return FRAENKEL
    if ruleset.same_length:
        return STEADY
    code = getattr(ruleset, "code", None)
    if code is not None and not any(digit not in (0, 3) for digit in (*code.digits, *code.repeat)):
        return FERGUSON
    return None


def is_fickle(part: Component, value: int) -> bool:
    """Returns whether a component of a game that is tame by a :func:`theorem` is fickle; ``value`` is its Grundy
    value."""
    if theorem(part) is FRAENKEL:
        a, b = sorted(part.state)
        return (a, b) in _WYTHOFF
    return value < 2


def known_tame(part: Component) -> Genus | None:
    """Returns the genus of a heap of Nim, or None for other games, whose genus follows from the definition."""
    ruleset: Any = part.ruleset
    if ruleset.engine == "nim":
        size = part.state
        return nim_genus(size)
    return None
