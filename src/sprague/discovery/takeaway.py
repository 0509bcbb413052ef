"""One heap from which a move takes at most c times the last take: a theorem for the cases in which automata cannot add.

Let H_1 = 1, and H_(i+1) = H_i + H_j for the least j with c H_j >= H_i. Every number is in just one way a sum of some H
such that c times each part is less than the next larger one, and n coins with limit q are a P-position if and only if q
is less than the smallest part of n (A. J. Schwenk, Take-away games, Fibonacci Quarterly 8, 1970). From some place on, j
follows i at a fixed distance, so that H satisfies one linear recurrence. This module proves that by induction from as
many inequalities as the recurrence looks back. For c = 1, 2, 3 automata can add in the numeration of H, and the
theorem is proved without Schwenk's; for c = 4 and more the recurrence is not Pisot's.
"""

from __future__ import annotations

from typing import Any

from sprague.words.messages import join, say

from .automata.formula import names_sets
from .automata.numeration import system
from .rule import Rule, formula_moves, read_formula
from .winning import images

#: The largest factor that is examined.
MOST_FACTOR = 50

RULE = "n,q -> m,r where exists k: 1 <= k <= q and n = m + k and r = {factor}k"


def factor_of(rule: Rule) -> int | None:
    """Returns the c of a rule that describes exactly this game, in any words, or None for any other rule.

    >>> factor_of(read_formula("n,q -> m,r where n > m and n <= m + q and r = 4n - 4m")) is None
    False
    """
    if rule.formula is None or names_sets(rule.formula):
        return None
    binary = system("2")
    moves = formula_moves(rule.formula, binary)
    options = {tuple(each) for each in _some(rule)}
    if len(options) != 1:
        return None
    m, factor = next(iter(options))
    if m or not 1 <= factor <= MOST_FACTOR:
        return None
    meant = read_formula(RULE.format(factor=factor)).formula
    assert meant is not None
    return factor if moves.same(formula_moves(meant, binary)) else None


def _some(rule: Rule) -> list[tuple[int, int]]:
    """Returns at most three options of one coin with limit 1."""
    from itertools import islice

    assert rule.formula is not None
    return [(u, v) for u, v in islice(images(formula_moves(rule.formula, system("2")), (1, 1)), 3)]


def parts(factor: int, count: int) -> list[int]:
    """Returns H_1, H_2, …

    >>> parts(2, 8), parts(4, 10)
    ([1, 2, 3, 5, 8, 13, 21, 34], [1, 2, 3, 4, 5, 7, 9, 12, 15, 19])
    """
    row = [1]
    j = 0
    while len(row) < count:
        while factor * row[j] < row[-1]:
            j += 1
        row.append(row[-1] + row[j])
    return row


def certificate(rule: Rule) -> dict[str, Any] | None:
    """Returns the certificate for :mod:`sprague.proofs.takeaway_check`, or None if the rule is not such a game."""
    factor = factor_of(rule)
    if factor is None:
        return None
    # The distance becomes constant within a few times its own length.
    count = 16 * factor + 64
    row = parts(factor, count)
    distances = []
    j = 0
    for i, value in enumerate(row):
        while factor * row[j] < value:
            j += 1
        distances.append(i - j)
    distance = distances[-1]
    start = max((i for i, each in enumerate(distances) if each != distance), default=-1) + 1
    return {
        "format": "sprague-takeaway/1",
        "rule": rule.text,
        "factor": factor,
        "parts": row[: start + 2 * distance + 4],
        "distance": distance,
        "start": start + 1,
    }


def sentences(claims: dict[str, Any]) -> list[Any]:
    """Returns the statements of the certificate."""
    first = join(claims["parts"][:12])
    n, q = read_formula(claims["rule"]).names
    return [
        say(
            "PROVED: {n} with limit {q} is a P-position just when {q} is less than the smallest part of {n}, among "
            "{parts}, … (A. J. Schwenk 1970)",
            n=n,
            q=q,
            parts=first,
        ),
        say(
            "a(i + 1) = a(i) + a(i - {distance}) for every i from {start} on",
            distance=claims["distance"],
            start=max(claims["start"], claims["distance"] + 1),
        ),
    ]
