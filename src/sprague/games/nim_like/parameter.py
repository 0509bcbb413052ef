"""The number in brackets behind the name of a game."""

from __future__ import annotations

import re

from sprague.numbers.integers import parse
from sprague.words.errors import RangeError, expected
from sprague.words.messages import say


def number_in_head(word: str, parameters: str | None, letter: str, most: int) -> int:
    """Returns the number of ``word[letter=number]``, from 1 to ``most``.

    >>> number_in_head("moore", "[k=2]", "k", 12)
    2
    """
    where = word + (parameters or "")
    match = re.fullmatch(rf"\[{letter}=([^\]]*)\]", parameters or "")
    if match is None:
        raise expected(say("[{letter}=N], such as [{letter}=2]", letter=letter), parameters or "", where)
    number = parse(match[1], where)
    if not 1 <= number <= most:
        raise RangeError(
            say("expected {letter} from 1 to {most}, got {number}", letter=letter, most=most, number=number),
            where=where,
        )
    return number
