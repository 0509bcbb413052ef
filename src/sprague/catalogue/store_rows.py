"""The rows and jobs of a store of the catalogue: what they must be, and the sums that prove them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from sprague.system.sealed import summed

FORMAT = "sprague-catalogue/2"


def row_of(code: object, text: object, found: object, sums: bool) -> dict[str, Any] | None:
    """A row as it stands in the file; None when it is damaged, or none."""
    if sums and found != sum_of(code, text):
        return None
    try:
        row = json.loads(str(text))
    except ValueError:
        return None
    if not isinstance(row, dict) or row.get("code") != code or not _KINDS.keys() <= row.keys():
        return None
    good = all(
        isinstance(row[name], kind) and not isinstance(row[name], bool) for name, kind in _KINDS.items()
    )
    return row if good and all(str(value).isprintable() for value in row.values()) else None


#: What every row has.
_KINDS: dict[str, Any] = {
    "code": str,
    "class": str,
    "digest": str,
    "status": str,
    "base": int,
    "compared": int,
    "searched": int,
    "max": int,
    "argmax": int,
    "zeros": int,
    "preperiod": int | None,
    "period": int | None,
    "needed": int | None,
    "rares": int | None,
    "last_rare": int | None,
    "last_zero": int | None,
    "mask": str | None,
}


def is_whole_job(row: Sequence[object]) -> bool:
    """Whether the columns of a row from anywhere are a job that proves itself."""
    if len(row) != 6 or not isinstance(row[4], int | float):
        return False
    return row[5] == sum_of(*row[:4], float(row[4]))


def is_whole_row(row: Sequence[object]) -> bool:
    """Whether the columns of a row from anywhere are a row that proves itself."""
    return len(row) == 3 and row_of(row[0], row[1], row[2], True) is not None


def sum_of(*parts: object) -> bytes:
    """What proves a row (code, text) or a job (key, arguments, state, error, seconds)."""
    return summed(FORMAT, *parts)
