"""Rows of coins for pupils, and guesses about them."""

from __future__ import annotations

import itertools

from sprague.model.lesson import Guess
from sprague.numbers.sums import nim_sum
from sprague.words.messages import say


def heads(first: int, *counts: int) -> tuple[tuple[str, ...], ...]:
    """Returns rows for pupils with each of these numbers of heads on the first six places, by the leftmost one.

    >>> heads(1, 2)[2]
    ('3,4', '3,5', '3,6')
    """
    rows = [each for count in counts for each in itertools.combinations(range(first, first + 6), count)]
    return tuple(
        tuple(",".join(map(str, each)) for each in rows if each[0] == place)[:12]
        for place in range(first, first + 3)
    )


#: Guesses about them.
HEAD_GUESSES = (
    Guess(say("the number of heads is even"), lambda rows: len(rows[0]) % 2 == 0),
    Guess(say("the heads lie side by side"), lambda rows: rows[0][-1] - rows[0][0] == len(rows[0]) - 1),
    Guess(
        say("the last place is as large as the others together"),
        lambda rows: 2 * rows[0][-1] == sum(rows[0]),
    ),
    Guess(say("the places of the heads make a trap of Nim"), lambda rows: nim_sum(rows[0]) == 0),
)
ODD_PLACES = Guess(
    say("all heads lie on odd places, and their number is even"),
    lambda rows: len(rows[0]) % 2 == 0 and all(n % 2 for n in rows[0]),
)
