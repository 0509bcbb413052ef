"""Why the pairs of Wythoff's game are lost, step by step."""

from __future__ import annotations

from sprague.model.lesson import Argument
from sprague.words.messages import say

WYTHOFF_PAIRS = Argument(
    (
        say(
            "For two jars: build the pairs one by one. The smaller number of the next pair is the least that no pair "
            "has used; the larger one is one more away from it than in the pair before."
        ),
        say(
            "No number stands in two pairs and no difference comes twice. So no row, column or diagonal holds two "
            "pairs: no safe pair sees another."
        ),
        say(
            "Take any other position. The smaller number of biscuits stands in some pair, or the difference of the "
            "jars belongs to one: along that line a safe pair is in sight."
        ),
        say(
            "Two signs for the last step: φ = 1.618… is the golden ratio, for which φ² = φ + 1, and ⌊x⌋ is x rounded "
            "down. So ⌊φ⌋ = 1, ⌊2φ⌋ = ⌊3.236…⌋ = 3, ⌊3φ⌋ = ⌊4.854…⌋ = 4: the smaller numbers of the pairs."
        ),
        say(
            "The numbers ⌊nφ⌋ and ⌊nφ²⌋ together are all numbers, each once, since 1/φ + 1/φ² = 1; and they differ by "
            "n. So they are these pairs."
        ),
    ),
    say(
        "Behind it stands Wythoff's theorem (1907): the lost pairs are n · φ and n · φ², both rounded down, for "
        "n = 1, 2, 3, …, where φ = 1.618… is the golden ratio."
    ),
)


def other_pairs(t: int) -> Argument:
    """Returns the argument for the game in which the takes from the two heaps may differ by less than ``t``."""
    return Argument(
        (
            say(
                "Build the pairs one by one. The smaller number of the next pair is the least that no pair has used; "
                "the larger one is {t} more away from it than in the pair before.",
                t=t,
            ),
            say(
                "No number stands in two pairs, and their differences lie {t} apart or more. So no move leads from one "
                "pair to another.",
                t=t,
            ),
            say(
                "Take any other position. The smaller heap stands in some pair: bring the larger one to its partner, "
                "if it is larger; or else some pair of smaller heaps has a difference less than {t} away.",
                t=t,
            ),
        ),
        say(
            "Behind it stands Fraenkel's theorem (1982): the lost pairs are ⌊nα⌋ and ⌊nα⌋ + {t}n, where "
            "1/α + 1/(α + {t}) = 1.",
            t=t,
        ),
    )
