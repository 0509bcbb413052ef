"""Periods that others have published and that are out of reach here. They are cited, and never used as proof."""

from __future__ import annotations

from typing import NamedTuple

from sprague.words.messages import Message, say

from .codes import Code, parse_code
from .reduction import is_octal, reduce_code


class Published(NamedTuple):
    """A published period."""

    preperiod: int
    period: int
    source: str

    @property
    def sentence(self) -> Message:
        """Returns the published period in words, with its source."""
        return say(
            "published, and not checked here: preperiod {s}, period {p} ({source})",
            s=self.preperiod,
            p=self.period,
            source=self.source,
        )


#: Code -> what was published. A proof of 0.106 takes 1.6 * 10^12 values.
PUBLISHED = {
    "0.106": Published(
        465384263797,
        328226140474,
        "A. Flammenkamp, Sprague-Grundy Values of Octal-Games, https://wwwhomes.uni-bielefeld.de/achim/octal.html",
    ),
}


def published(code: Code) -> Published | None:
    """Returns the published period of ``code``, or of a code with the same reduced form; None if there is none here.

    >>> published(parse_code("0.106")).period, published(parse_code("0.137")) is None
    (328226140474, True)
    """
    if not is_octal(code) or code.last > 12:
        return None
    form = reduce_code(code)
    for text, row in PUBLISHED.items():
        other = reduce_code(parse_code(text))
        if other.code == form.code:
            return row._replace(preperiod=row.preperiod + form.shift - other.shift)
    return None
