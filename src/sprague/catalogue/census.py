"""The census of misère quotients: its file, the rows that come with Sprague, and how they are joined to the catalogue.

:mod:`.quotients` makes it.
"""

from __future__ import annotations

import functools
import hashlib
import json
import lzma
import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from sprague.system.sealed_lines import read_rows
from sprague.words.errors import FileError
from sprague.words.messages import say

#: The fields of a line: the codes of the class, by how much their heaps are larger than those of the first, ``code``;
#: what is known of that one to heap ``heaps``, why it went no further, the seconds allowed, and those of the check.
FIELDS = (
    "code",
    "codes",
    "shifts",
    "order",
    "p_portion",
    "class",
    "status",
    "preperiod",
    "period",
    "heaps",
    "why",
    "seconds",
    "checked",
)

#: The columns of the catalogue: those that are the same for all codes of a class, and the heap reached.
COLUMNS = {
    "misere": "status",
    "quotient_order": "order",
    "p_portion": "p_portion",
    "misere_period": "period",
    "class": "class",
    "misere_heaps": "heaps",
}

#: The census that comes with Sprague, and its SHA-256.
SHIPPED = Path(__file__).parents[1] / "data" / "quotients.jsonl.xz"
PINNED = "236ee4814d63c3ccc4a734b8845b81b952abacd56b3fef0d73860ebcdd9fb69f"

#: What the sums of the lines are about.
KIND = "sprague-misere-census"

Row = dict[str, Any]


def read(path: str | os.PathLike[str]) -> list[Row]:
    """Returns the rows of a file; of a class that stands in it twice, both, the later one last. What is damaged is left
    out.

    Raises FileError for a file of something else.
    """
    return read_rows(path, KIND, is_row)


def is_row(row: Row, sealed: bool = False) -> bool:
    """Returns whether a row is one of the census, with a sum or from before lines had them."""
    if set(row) != set(FIELDS) or row["status"] not in ("proved", "partial"):
        return False
    codes, shifts = row["codes"], row["shifts"]
    if not isinstance(codes, list) or not isinstance(shifts, list) or len(codes) != len(shifts):
        return False
    return (
        all(isinstance(text, str) for text in (row["code"], row["class"], *codes))
        and all(type(number) is int for number in (row["order"], row["p_portion"], row["heaps"], *shifts))
        and all(row[name] is None or type(row[name]) is int for name in ("preperiod", "period"))
        and isinstance(row["seconds"], int | float)
        and isinstance(row["checked"], int | float if row["status"] == "proved" else int | float | None)
    )


@functools.cache
def shipped() -> tuple[Row, ...]:
    """Returns the rows of the census that comes with Sprague; FileError when it is another.

    >>> sum(len(row["codes"]) for row in shipped())
    1023
    """
    content = SHIPPED.read_bytes()
    if hashlib.sha256(content).hexdigest() != PINNED:
        raise FileError(say("the catalogue was altered: install Sprague again"), where=SHIPPED.name)
    return tuple(json.loads(line) for line in lzma.decompress(content).splitlines())


def pack(path: str | os.PathLike[str]) -> str:
    """Write the rows of a file as those that come with Sprague, and return the SHA-256 of the result."""
    rows = {row["code"]: row for row in read(path)}
    lines = [json.dumps(rows[code], separators=(",", ":")) + "\n" for code in sorted(rows)]
    content = lzma.compress("".join(lines).encode(), preset=9)
    SHIPPED.write_bytes(content)
    return hashlib.sha256(content).hexdigest()


def summary(rows: Iterable[Row]) -> dict[str, Any]:
    """Returns the figures of a census: games and codes in all, proved, and proved tame ones; the seconds that the
    checker took; and of each game left open its code, the heap reached, the order of its quotient to there, and why it
    stopped.

    >>> told = summary(shipped())
    >>> told["codes"], told["games"] - told["proved"] == len(told["open"])
    (1023, True)
    """
    rows = list(rows)
    proved = [row for row in rows if row["status"] == "proved"]
    return {
        "games": len(rows),
        "codes": sum(len(row["codes"]) for row in rows),
        "proved": len(proved),
        "proved_codes": sum(len(row["codes"]) for row in proved),
        "tame": sum(row["class"] == "tame" for row in proved),
        "checked": round(sum(row["checked"] for row in proved), 2),
        "open": [
            {name: row[name] for name in ("code", "heaps", "order", "why")}
            for row in rows
            if row["status"] != "proved"
        ],
    }


def joined(catalogue: Iterable[Row], rows: Iterable[Row]) -> list[Row]:
    """Returns the rows of the catalogue with :data:`COLUMNS`; None for codes that the census did not come to."""
    known = {
        code: {name: row[field] for name, field in COLUMNS.items()} | {"misere_heaps": row["heaps"] + shift}
        for row in rows
        for code, shift in zip(row["codes"], row["shifts"], strict=True)
    }
    nothing = dict.fromkeys(COLUMNS)
    return [row | known.get(row["code"], nothing) for row in catalogue]
