"""The store of the catalogue: a ledger with a line for each class of codes (:mod:`sprague.system.sealed_lines`)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from sprague.system.folders import home
from sprague.system.sealed_lines import Row, read_rows
from sprague.system.sweep import Ledger
from sprague.words.errors import FileError
from sprague.words.messages import say

#: The fields of a line, and those of each of its codes.
_KINDS: dict[str, Any] = {"class": str, "compared": int, "digest": str, "codes": list}
_CODES: dict[str, Any] = {
    "code": str,
    "status": str,
    "base": int,
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


def is_row(row: Row, sealed: bool) -> bool:
    """Returns whether a row is one of the catalogue."""
    return sealed and _has(row, _KINDS) and all(_has(each, _CODES) and _agrees(each) for each in row["codes"])


def _has(row: Any, kinds: dict[str, Any]) -> bool:
    return (
        isinstance(row, dict)
        and row.keys() == kinds.keys()
        and all(
            isinstance(row[name], kind) and not isinstance(row[name], bool) for name, kind in kinds.items()
        )
        and all(0 <= value < 1 << 63 for value in row.values() if isinstance(value, int))
        and all(str(value).isprintable() for value in row.values())
    )


def _agrees(code: Row) -> bool:
    """Returns whether a code has a period just if its status says so, and enough values just if that is proved."""
    wanted = {"proved": 0, "observed": 0, "none": 3}.get(code["status"])
    unknown = [code[name] for name in ("preperiod", "period", "needed")].count(None)
    if unknown != wanted or code["period"] == 0:
        return False
    return unknown > 0 or (code["needed"] <= code["searched"] + 1) == (code["status"] == "proved")


LEDGER = Ledger("sprague-catalogue", is_row, "class")


def usual_path() -> Path:
    """Returns the path of the store if the user names no file."""
    return home() / "catalogue.jsonl"


def read(path: Path) -> list[Row]:
    """Returns the rows of all codes in the store, even while a sweep is writing to it. Raises FileError if there is no
    store."""
    if not path.is_file():
        raise FileError(say("there is no store; sprague catalogue makes one"), where=str(path))
    lines = {row["class"]: row for row in read_rows(path, LEDGER.kind, is_row)}
    return [
        code | {name: row[name] for name in ("class", "compared", "digest")}
        for row in lines.values()
        for code in row["codes"]
    ]
