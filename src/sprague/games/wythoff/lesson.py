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
            "pairs: no trap leads to another."
        ),
        say(
            "Take any other position. Its smaller number stands in one pair. If the partner there is below the larger "
            "number, bring the larger one down to it."
        ),
        say(
            "If not, the jars differ by less than that pair. So the pair with just their difference was built earlier, "
            "and its numbers are smaller: take the same from both jars. For equal jars it is the end, 0 and 0."
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
        "This rests on Wythoff's theorem (1907): the lost pairs are n · φ and n · φ², both rounded down, for "
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
                "Take any other position. Its smaller heap stands in one pair. If the partner there is below the "
                "larger heap, bring the larger one down to it."
            ),
            say(
                "If not, the heaps differ by less than that pair. So an earlier pair differs as much, or by less than "
                "{t} less, and its numbers are smaller: go there, which takes from both heaps.",
                t=t,
            ),
        ),
        say(
            "This rests on Fraenkel's theorem (1982): the lost pairs are ⌊nα⌋ and ⌊nα⌋ + {t}n, where "
            "1/α + 1/(α + {t}) = 1.",
            t=t,
        ),
    )
