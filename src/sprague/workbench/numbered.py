"""Finds the sequences of the OEIS that begin as the values of a game do, or as its lost heaps.

The terms are those on the pages of the sequences (``data/oeis.json``), and those of the sequences with a formula
(:mod:`sprague.discovery.sequences`). That the terms agree is all that is said.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from sprague.discovery.report import Report
from sprague.discovery.sequences import SEQUENCES
from sprague.words.messages import Message, say

from .oeis import ROWS, sequences

#: The least number of terms that agree, of values and of lost heaps, and of different values.
TERMS, LOST, DIFFERENT = 30, 8, 3

#: The differences that the index of a sequence may have from the heap.
SHIFTS = (0, 1, -1, 2, -2, 3, -3)


class Numbered(NamedTuple):
    """A sequence: its number, and the sentence on what agrees with its terms."""

    number: str
    sentence: Message


def numbered(report: Report) -> list[Numbered]:
    """Returns the sequences that begin as the table of a report does.

    >>> import sprague as sg
    >>> print(sg.discover("kayles").oeis[0].sentence)
    the values begin as A002186 (Kayles): 105 terms
    """
    if report.kind != "values":
        return []
    if not ROWS.is_file():  # a static copy of the page
        return []
    return [*_of_values(report.table), *_of_lost(report.table)]


def _of_values(values: Sequence[int]) -> Iterator[Numbered]:
    for each in sequences().values():
        if "{i}" in each.position:
            continue
        for shift in SHIFTS:
            begin = each.offset + shift
            count = min(len(each.known), len(values) - begin)
            if begin < 0 or count < TERMS or len(set(each.known[:count])) < DIFFERENT:
                continue
            if list(values[begin : begin + count]) == list(each.known[:count]):
                index = "" if not shift else f"n {'+' if shift < 0 else '-'} {abs(shift)}"
                yield _told(each.number, each.title, count, index)
                break


def _of_lost(values: Sequence[int]) -> Iterator[Numbered]:
    """Yields all lost heaps of the table, as the terms of a sequence with a formula."""
    lost = [heap for heap, value in enumerate(values) if not value]
    if (
        len(lost) < LOST or len({b - a for a, b in itertools.pairwise(lost)}) < 4
    ):  # they repeat: no sequence of its own
        return
    for each in SEQUENCES:
        terms = dict.fromkeys(map(each.function, range(each.first, each.first + len(lost) + 4)))
        below = [term for term in terms if term < len(values)]
        if below == sorted(below) and below == [heap for heap in lost if heap or 0 in below]:
            name = str(each.name).rstrip(",")
            words = say(
                "the lost heaps below {end} are {number} ({name})",
                end=len(values),
                number=each.number,
                name=name,
            )
            yield Numbered(each.number, words)


def _told(number: str, title: str, count: int, index: str) -> Numbered:
    if index:
        words = say(
            "the value of n is {number} ({title}) of {index}: {count} terms",
            number=number,
            title=title,
            index=index,
            count=count,
        )
        return Numbered(number, words)
    return Numbered(
        number,
        say("the values begin as {number} ({title}): {count} terms", number=number, title=title, count=count),
    )
