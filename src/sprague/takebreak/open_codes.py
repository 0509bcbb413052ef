"""The catalogue that comes with Sprague, and the codes whose period it does not know."""

from __future__ import annotations

import functools
import hashlib
import lzma
from pathlib import Path

from sprague.words.errors import FileError
from sprague.words.messages import say

#: The catalogues in ``data``, by the number of digits of their codes, with their SHA-256.
SHIPPED = {
    3: ("catalogue.csv", "d5e81bdae517a9eab06f9d6eecca99cc0cbb1f3f8df1887bdc22ebe1b612f75e"),
    4: ("catalogue4.csv.xz", "9c3180d71f75ac91560fa77e6d6993a8f46b7d38d3ea0c717f1d31ec8d1c50a8"),
}


def shipped_text(digits: int = 3) -> str:
    """Returns the text of a catalogue. Raises FileError if the file is not the one that was packed."""
    name, pinned = SHIPPED[digits]
    content = (Path(__file__).parents[1] / "data" / name).read_bytes()
    if hashlib.sha256(content).hexdigest() != pinned:
        raise FileError(say("the catalogue was altered: install Sprague again"), where=name)
    return (lzma.decompress(content) if name.endswith(".xz") else content).decode()


@functools.cache
def open_codes() -> dict[str, int]:
    """Returns the codes whose period the catalogue does not know, with the largest heap that was searched.

    >>> open_codes()["0.007"]
    65536
    """
    import csv

    rows = csv.DictReader(shipped_text().splitlines())
    return {row["code"]: int(row["searched"]) for row in rows if row["status"] == "none"}
