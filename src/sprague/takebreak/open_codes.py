"""The catalogue that comes with Sprague, and the codes whose period it does not know."""

from __future__ import annotations

import functools
import hashlib
from pathlib import Path

from sprague.words.errors import FileError
from sprague.words.messages import say

#: SHA-256 of ``data/catalogue.csv``.
PINNED = "d5e81bdae517a9eab06f9d6eecca99cc0cbb1f3f8df1887bdc22ebe1b612f75e"


def shipped_text() -> str:
    """Returns the text of the catalogue. Raises FileError if the file is not the one that was packed."""
    content = (Path(__file__).parents[1] / "data" / "catalogue.csv").read_bytes()
    if hashlib.sha256(content).hexdigest() != PINNED:
        raise FileError(say("the catalogue was altered: install Sprague again"), where="catalogue.csv")
    return content.decode()


@functools.cache
def open_codes() -> dict[str, int]:
    """Returns the codes whose period the catalogue does not know, with the largest heap that was searched.

    >>> open_codes()["0.007"]
    65536
    """
    import csv

    rows = csv.DictReader(shipped_text().splitlines())
    return {row["code"]: int(row["searched"]) for row in rows if row["status"] == "none"}
