"""Small orders, and guesses about their traps for pupils."""

from __future__ import annotations

import math
from typing import Any

from sprague.model.lesson import Guess
from sprague.words.messages import say

ORDERS = (
    ("a", "a,b", "a<b", "a,b,c", "a<b,c", "a<b,b<c"),
    ("a<b,a<c", "a<c,b<c", "a<b,c<d", "a,b,c,d", "a<b,c,d", "a<b,a<c,a<d"),
)
NUMBERS = (
    ("4", "6", "8", "9", "12", "16"),
    ("6:6", "8:8", "12:12", "12:4", "16:4", "18:6", "36:6"),
)
SETS = (("2", "3", "4"), ("3:1", "3:12", "3:1,2", "3:12,13", "4:1", "4:12", "4:123"))
BOXES = (
    ("1x1x3", "1x2x2", "1x2x3", "2x2x2"),
    ("1x2x2:122", "1x2x3:123", "1x2x3:122", "1x3x3:122", "2x2x2:222", "2x2x2:112"),
)


def _below_all(order: Any) -> bool:
    return any(above.bit_count() == len(order.names) for above in order.above)


OF_ORDERS = (
    Guess(say("the number of points is even"), lambda orders: len(orders[0].names) % 2 == 0),
    Guess(
        say("no two points are joined"),
        lambda orders: all(above.bit_count() == 1 for above in orders[0].above),
    ),
    Guess(say("one point is below all others"), lambda orders: _below_all(orders[0])),
)
UNTOUCHED = Guess(say("nothing was taken yet"), lambda orders: not orders[0].taken)
ONCE = Guess(say("just one thing was chosen so far"), lambda orders: len(orders[0].taken) == 1)
OF_NUMBERS = (
    UNTOUCHED,
    Guess(say("the number itself was taken first"), lambda orders: orders[0].taken == (orders[0].size[0],)),
    Guess(
        say("the number is a square"),
        lambda orders: math.isqrt(orders[0].size[0]) ** 2 == orders[0].size[0],
    ),
)
OF_SETS = (
    UNTOUCHED,
    ONCE,
    Guess(
        say("a set of one thing was chosen"),
        lambda orders: any(len(chosen) == 1 for chosen in orders[0].taken),
    ),
)
OF_BOXES = (
    UNTOUCHED,
    ONCE,
    Guess(say("all sides are equal"), lambda orders: len({*orders[0].size}) == 1),
)
