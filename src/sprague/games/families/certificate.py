"""The certificate of a family's period, which ``sprague check`` verifies (``proofs/family_check.py``)."""

from __future__ import annotations

from typing import Any

from .compiled import Family
from .ends import End
from .strips import MOST_SPAN
from .system import Repeats


def write(family: Family, game: str, proof: Repeats, start: int, period: int) -> dict[str, Any]:
    """Returns the certificate: the kinds of pieces with their options, and what repeats. ``start`` and ``period`` are
    those of the family itself, ``proof`` holds for all kinds together.

    >>> from .strips import read_strip
    >>> family = Family(read_strip("path", ""), False)
    >>> written = write(family, "node-kayles", family.system.prove(400), 52, 34)
    >>> written["edges"], len(written["kinds"]), written["from"], written["turn"]
    ('a0-a1', 1, 52, 34)
    """
    return {
        "format": "sprague-family/1",
        **pieces(family, game),
        "start": start,
        "period": period,
        "from": proof.start,
        "turn": proof.length,
    }


def pieces(family: Family, game: str) -> dict[str, Any]:
    """Returns the part of a certificate that describes the graph and its kinds of pieces."""
    strip, system = family.strip, family.system
    splits = [each for kind in system.kinds for each in kind.splits]
    # The checker wants values up to where every option leaves a long part.
    long = max((least for each in splits for least in (each.least_left, each.least_right)), default=0)
    long = max(long, family.left.clear)
    touched = max(2 * MOST_SPAN + 3, *(each.gap for each in splits))

    def end(end: End, names: tuple[str, ...]) -> list[Any]:
        columns = [[strip.rows[row] for row in sorted(column)] for column in end.columns]
        return [[names[vertex] for vertex in sorted(end.head)], columns]

    return {
        "game": game,
        "edges": strip.edges,
        "kinds": [
            {
                "left": end(family.left.ends[pair.left], strip.head),
                "right": end(family.right.ends[pair.right], strip.tail),
                "first": list(system.row(number, max(len(kind.first), 2 * long + touched))),
                "shorter": [list(each) for each in kind.shorter],
                "splits": [list(each) for each in kind.splits],
            }
            for number, (pair, kind) in enumerate(zip(family.kinds, system.kinds, strict=True))
        ],
        "order": list(system.order),
    }
