"""Candy splitting (Google Code Jam 2011, qualification round, problem C).

Two children split candies. The younger adds without carrying, that is by nim-sum, and cries unless the two piles,
neither of them empty, look equal to him. The elder adds correctly and keeps the better pile.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from sprague.words.digits import index_of, shown, to_text
from sprague.words.errors import RangeError, expected
from sprague.words.messages import Message, say, say_plural

from .integers import parse as parse_integer
from .sums import nim_sum

__all__ = ["Split", "judge", "split", "splits"]


@dataclass(frozen=True)
class Split:
    """A best split: ``kept`` with the sum ``best``, and ``given``; these are empty if no split is ``possible``."""

    possible: bool
    best: int | None
    kept: tuple[int, ...]
    given: tuple[int, ...]


def split(candies: Iterable[int]) -> Split:
    """Returns the best split of two or more ``candies`` (integers >= 1) into piles of equal nim-sum.

    Such a split exists if and only if the nim-sum of all candies is 0. Then every split has equal nim-sums, so the
    elder gives away only the smallest candy. Raises RangeError for fewer than two candies or one below 1.

    >>> split([3, 4, 7])
    Split(possible=True, best=11, kept=(4, 7), given=(3,))
    >>> split([2, 3, 4]).possible
    False
    """
    values = [_check(value) for value in candies]
    if len(values) < 2:
        raise RangeError(say("expected at least two candies, got {count}", count=len(values)))
    if nim_sum(values):
        return Split(False, None, (), ())
    least = values.index(min(values))
    kept_values = tuple(values[:least] + values[least + 1 :])
    return Split(True, sum(kept_values), kept_values, (values[least],))


def judge(text: str) -> str:
    """Returns the contest's output for its input: a line with the number of cases, then for each case a line with the
    number of candies and a line with their values. Blank lines are skipped. Raises NotationError with the line number.

    >>> print(judge("2\\n5\\n1 2 3 4 5\\n3\\n3 5 6\\n"), end="")
    Case #1: NO
    Case #2: 11
    """
    return "".join(
        f"Case #{case}: {'NO' if best_split.best is None else to_text(best_split.best)}\n"
        for case, best_split in enumerate(splits(text), 1)
    )


def splits(text: str) -> list[Split]:
    """Returns the best split of each case of a text in the contest's format; see :func:`judge`.

    >>> [found.best for found in splits("2\\n5\\n1 2 3 4 5\\n3\\n3 5 6\\n")]
    [None, 11]
    """
    rows = text.split("\n")
    lines = iter([(number, row.split()) for number, row in enumerate(rows, 1) if row.strip()])

    def read(noun: Message, count: int) -> tuple[list[int], str]:
        number, words = next(lines, (len(rows), []))
        place = f"line {number}"
        if len(words) != count:
            count_text = say_plural("{count} number", "{count} numbers", len(words)) if words else ""
            raise expected(noun, count_text, place)
        return [_read(word, place) for word in words], place

    (cases,), _ = read(say("the number of cases"), 1)
    best_splits = []
    for case in range(1, cases + 1):
        (count,), place = read(say("the number of candies of case {case}", case=case), 1)
        if count < 2:
            raise expected(say("at least two candies in case {case}", case=case), str(count), place)
        candies, _ = read(say("the {count} candies of case {case}", count=count, case=case), count)
        best_splits.append(split(candies))
    number, words = next(lines, (0, []))
    if words:
        raise expected(
            say_plural("the end after {count} case", "the end after {count} cases", cases),
            " ".join(words),
            f"line {number}",
        )
    return best_splits


def _read(word: str, place: str) -> int:
    if not word.isdecimal() or not word.isascii() or not word.strip("0"):
        raise expected(say("an integer >= 1"), word, place)
    return parse_integer(word, place)


def _check(value: int) -> int:
    candy = index_of(value)
    if candy is None or candy < 1:
        raise RangeError(say("expected a candy as an int >= 1, got {value}", value=shown(value)))
    return candy
