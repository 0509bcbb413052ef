"""The census of misère quotients: its file, the rows that ship with Sprague, and their addition to the catalogue.
:mod:`.quotients` computes it.
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

from sprague.system.sealed_lines import Row, read_rows
from sprague.system.sweep import Ledger
from sprague.words.errors import FileError
from sprague.words.messages import say

#: The fields of a line: the codes of the class, and by how much their heaps are larger than those of the first,
#: ``code``; the results for that code up to heap ``heaps``; why the search went no further; the seconds allowed; and
#: the seconds of the check.
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

#: The columns in the catalogue: the fields that are the same for all codes of a class, and the largest heap computed.
COLUMNS = {
    "misere": "status",
    "quotient_order": "order",
    "p_portion": "p_portion",
    "misere_period": "period",
    "class": "class",
    "misere_heaps": "heaps",
}

#: The census that ships with Sprague, and its SHA-256.
SHIPPED = Path(__file__).parents[1] / "data" / "quotients.jsonl.xz"
PINNED = "236ee4814d63c3ccc4a734b8845b81b952abacd56b3fef0d73860ebcdd9fb69f"


def read(path: str | os.PathLike[str]) -> list[Row]:
    """Returns the rows of a file. If it contains a class twice, both rows are returned, the later one last. Damaged
    lines are skipped. Raises FileError for a file of another kind.
    """
    return read_rows(path, LEDGER.kind, is_row)


def is_row(row: Row, sealed: bool = False) -> bool:
    """Returns whether a row is one of the census. Rows of older files have no checksum."""
    if set(row) != set(FIELDS) or row["status"] not in ("proved", "partial"):
        return False
    codes, shifts = row["codes"], row["shifts"]
    if not isinstance(codes, list) or not isinstance(shifts, list) or len(codes) != len(shifts):
        return False
    period = [row["preperiod"], row["period"]]
    wanted: list[tuple[Any, int]] = [
        *((number, 0) for number in (row["order"], row["p_portion"], row["heaps"], *shifts)),
        *(zip(period, (0, 1), strict=True) if row["status"] == "proved" else ()),
    ]
    times = [
        row["seconds"],
        *([] if row["status"] == "partial" and row["checked"] is None else [row["checked"]]),
    ]
    return (
        all(isinstance(text, str) for text in (row["code"], row["class"], *codes))
        and all(type(number) is int and least <= number < 1 << 63 for number, least in wanted)
        and row["p_portion"] <= row["order"]
        # The heaps of a proof reach through a period.
        and (sum(period) <= row["heaps"] if row["status"] == "proved" else period == [None, None])
        and all(isinstance(time, int | float) and 0 <= time < 1 << 63 for time in times)
    )


LEDGER = Ledger("sprague-misere-census", is_row, "code")


@functools.cache
def shipped() -> tuple[Row, ...]:
    """Returns the rows of the census that ships with Sprague. Raises FileError if its file was altered.

    >>> sum(len(row["codes"]) for row in shipped())
    1023
    """
    content = SHIPPED.read_bytes()
    if hashlib.sha256(content).hexdigest() != PINNED:
        raise FileError(say("the catalogue was altered: install Sprague again"), where=SHIPPED.name)
    return tuple(json.loads(line) for line in lzma.decompress(content).splitlines())


def pack(path: str | os.PathLike[str]) -> str:
    """Writes the rows of a file as those that ship with Sprague, and returns the SHA-256 of the result."""
    rows = {row["code"]: row for row in read(path)}
    lines = [json.dumps(rows[code], separators=(",", ":")) + "\n" for code in sorted(rows)]
    content = lzma.compress("".join(lines).encode(), preset=9)
    SHIPPED.write_bytes(content)
    return hashlib.sha256(content).hexdigest()


def summary(rows: Iterable[Row]) -> dict[str, Any]:
    """Returns the figures of a census: the numbers of all games and codes, of the proved ones, and of those proved
    tame; the seconds that the checker took; and for each open game its code, the heap reached, the order of its
    quotient up to that heap, and why the search stopped.

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
    """Returns the rows of the catalogue with :data:`COLUMNS`, which are None for codes that the census does not
    contain."""
    columns_of = {
        code: {name: row[field] for name, field in COLUMNS.items()} | {"misere_heaps": row["heaps"] + shift}
        for row in rows
        for code, shift in zip(row["codes"], row["shifts"], strict=True)
    }
    nothing = dict.fromkeys(COLUMNS)
    return [row | columns_of.get(row["code"], nothing) for row in catalogue]
