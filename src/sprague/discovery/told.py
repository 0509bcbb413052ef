"""The consequences of a proved automaton of P-positions in words: laws, how to play by hand, the proof."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from typing import Any

from sprague.words.messages import Message, join, say

#: How many rows of pairs are shown, and how many terms of each.
ROWS, LONG = 4, 8


def alpha_text(step: int) -> tuple[str, str]:
    """Returns the smaller slope of the pairs and the larger one, as text.

    >>> [alpha_text(t) for t in (1, 2, 3, 4)][:2], alpha_text(3), alpha_text(4)
    ([('φ', 'φ²'), ('√2', '(2 + √2)')], ('(√13 - 1)/2', '(√13 + 5)/2'), ('(√5 - 1)', '(√5 + 3)'))
    """
    if step == 1:
        return "φ", "φ²"
    if step % 2:
        return f"(√{step * step + 4} - {step - 2})/2", f"(√{step * step + 4} + {step + 2})/2"
    under, out = (step // 2) ** 2 + 1, 1
    for k in range(2, step):
        while under % (k * k) == 0:
            under, out = under // (k * k), out * k
    root = f"{'' if out == 1 else out}√{under}"
    less = step // 2 - 1
    return (
        f"({root} - {less})" if less else root
    ), f"({less + 2} + {root})" if less == 0 else f"({root} + {less + 2})"


def formula_of(step: int) -> str:
    """Returns the n-th pair as a formula."""
    if step == 0:
        return "(n, n)"
    smaller, larger = alpha_text(step)
    return f"(⌊n{smaller}⌋, ⌊n{larger}⌋)"


def rows(step: int, count: int = ROWS, long: int = LONG) -> list[list[int]]:
    """Returns the first rows that contain the pairs: terms 1 and 2, 3 and 4, … of a row are pairs, and each row
    begins with the smallest pair in no row before (the Wythoff array for t = 1; D. R. Morrison 1980).

    >>> rows(1, 3, 6)
    [[1, 2, 3, 5, 8, 13], [4, 7, 11, 18, 29, 47], [6, 10, 16, 26, 42, 68]]
    >>> rows(2, 2, 4)
    [[1, 3, 7, 17], [2, 6, 14, 34]]
    """
    table: list[list[int]] = []
    smaller_heaps: set[int] = set()  # the smaller heaps of pairs in earlier rows
    used: set[int] = set()
    for n in itertools.count(1):
        x = next(k for k in itertools.count(1) if k not in used)
        used |= {x, x + step * n}
        if x in smaller_heaps:
            continue
        row = [x, x + step * n]
        while len(row) < max(long, 2 * count + 40):
            row.append(row[-2] + step * row[-1])
        smaller_heaps.update(row[::2])
        table.append(row[:long])
        if len(table) == count:
            return table
    raise AssertionError


@dataclass(frozen=True)
class Told:
    """A consequence in words: the laws, how to play by hand, and the lines of the proof."""

    laws: tuple[Message, ...]
    by_hand: Message
    proof: tuple[Message, ...]

    def to_dict(self) -> dict[str, Any]:
        """Returns {laws, by_hand, proof}."""
        return {
            "laws": [str(law) for law in self.laws],
            "by_hand": str(self.by_hand),
            "proof": [str(line) for line in self.proof],
        }


def told(claims: dict[str, int]) -> Told | None:
    """Returns the consequences in words, or None if nothing follows."""
    if "pairs" in claims:
        return _of_pairs(claims["pairs"])
    if "parts" in claims:
        return _of_parts(claims["parts"])
    return None


def _of_pairs(step: int) -> Told:
    if step == 0:
        return Told(
            (say("PROVED: the P-positions are the pairs {formula}, n = 0, 1, 2, …", formula="(n, n)"),),
            say("always leave two equal heaps"),
            (say("the automaton accepts just the pairs of equal numbers"),),
        )
    smaller, larger = alpha_text(step)
    times = "n" if step == 1 else f"{step}n"
    laws = (
        say("PROVED: the P-positions are the pairs {formula}, n = 0, 1, 2, …", formula=formula_of(step)),
        say(
            "PROVED: the pairs are terms 1 and 2, 3 and 4, … of rows in which each number is {recurrence}: {rows}",
            recurrence=say("the sum of the two before it")
            if step == 1
            else say("{step} times the one before it and the one before that", step=step),
            rows=join((join([*row, "…"]) for row in rows(step)), say("; ")),
        ),
    )
    by_hand = say(
        "write (0,0), then pair after pair: first the least number in no pair yet, beside it {times} more in pair n; "
        "always leave such a pair",
        times=times,
    )
    proof = (
        say(
            "the automaton accepts (0,0), and puts every number from 1 on into exactly one pair of different numbers"
        ),
        say(
            "the differences of these pairs, by the smaller number, are {steps}, …, by the automaton",
            steps=join([step, 2 * step, 3 * step]),
        ),
        say(
            "so the smaller number of pair n is the least in no earlier pair, and the larger one {times} more",
            times=times,
        ),
        say(
            "among the numbers ⌊n{smaller}⌋ and ⌊n{larger}⌋, too, every number from 1 on is exactly once, as the "
            "reciprocals of {smaller} and {larger} have the sum 1 (S. Beatty 1926), and their difference is {times}",
            smaller=smaller,
            larger=larger,
            times=times,
        ),
        say("so they are the same pairs: both begin alike, and each pair follows from those before it"),
    )
    return Told(laws, by_hand, proof)


def _of_parts(factor: int) -> Told:
    from .takeaway import parts

    first = join([*parts(factor, 12), "…"])
    law = (
        say(
            "PROVED: who begins, and may take anything but all, loses exactly at the Fibonacci numbers {parts}",
            parts=first,
        )
        if factor == 2
        else say("PROVED: who begins, and may take anything but all, loses exactly at {parts}", parts=first)
    )
    limit = say(
        "PROVED: (heap, limit) is lost exactly where the limit is less than the smallest part of the heap, written as "
        "a sum of such numbers, each more than {factor} times the next",
        factor=factor,
    )
    by_hand = say(
        "write the heap as a sum of these numbers, the largest that fits first, and take the smallest part, if the "
        "limit allows it"
    )
    proof = (
        say(
            "for each heap n the automaton gives a number s(n) of this list: n is lost exactly with limits below it"
        ),
        say(
            "after s(n) is taken the rest is lost, though the limit is {factor} times s(n), by the automaton",
            factor=factor,
        ),
        say("so the rest is 0, or its own s is more than {factor} times s(n)", factor=factor),
        say(
            "so n is a sum of such numbers, each more than {factor} times the next, and s(n) is the smallest",
            factor=factor,
        ),
        say("at the start the limit is n - 1, which is less than s(n) only where s(n) = n: n is in the list"),
    )
    return Told((law, limit), by_hand, proof)
