"""The rows of the catalogue: one row for each code, made from the store's rows, and read from and written to files.

| field | meaning |
|---|---|
| code | the code in octal digits |
| equivalent, shift | the first code of its class; heap n here is heap n - shift there, and heaps below are 0 |
| argument | why: "reduction" (equal reduced forms), "periods" (both proved), "observed" (to ``searched``), or null |
| status | of the period: "proved", "observed", "none" |
| preperiod, period | the first heap of the period, and its length |
| needed | how many values the proof needs |
| searched | the largest heap computed |
| max, argmax | the largest value, and the smallest heap that has it |
| mask, rares, last_rare | the mask (hexadecimal), the number of rare heaps and the largest; null without a good mask |
| zeros, last_zero | the number of P-positions among the heaps >= 1, and the largest |
| misere | of the misère quotient: "proved", or "partial", that of the heaps up to ``misere_heaps`` |
| quotient_order, p_portion | the number of its elements, and of those that are P-positions |
| misere_period | the period of the pretending function |
| class | "tame" or "wild", as far as it is known |

All fields from ``searched`` to ``last_zero`` concern the heaps up to ``searched``. If the period is proved, ``max`` is
the maximum over all heaps.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable
from pathlib import Path
from typing import IO, Any

from sprague.takebreak.open_codes import shipped_text
from sprague.words.errors import FileError, MissingExtraError
from sprague.words.messages import say

from . import census
from .store import read, usual_path

Row = dict[str, Any]

WORDS = ("code", "equivalent", "argument", "status", "mask", "misere", "class")

FIELDS = (
    "code", "equivalent", "shift", "argument", "status", "preperiod", "period", "needed", "searched", "max", "argmax",
    "mask", "rares", "last_rare", "zeros", "last_zero",
)  # fmt: skip

#: The fields that say of which class a code is.
_CLASS = ("equivalent", "shift", "argument")

#: All fields, including those of misère play.
ALL = (*FIELDS, *census.COLUMNS)


def resolve(raw: Iterable[Row]) -> list[Row]:
    """Returns one row for each code, in order, from those of a store. The rows say which codes
    are equivalent, and why."""
    groups: dict[tuple[Any, ...], list[Row]] = {}
    for row in raw:
        groups.setdefault((row["compared"], row["digest"]), []).append(row)
    rows = []
    for group in groups.values():
        group.sort(key=lambda row: (row["base"], len(row["code"]), row["code"]))
        first = group[0]
        for row in group:
            resolved = {field: row.get(field) for field in FIELDS}
            resolved |= {"equivalent": first["code"], "shift": row["base"] - first["base"]}
            resolved["argument"] = None if row is first else _argument(first, row)
            rows.append(resolved)
    return sorted(rows, key=lambda row: row["code"])


def _argument(first: Row, other: Row) -> str:
    """Says why two codes of equal values are equivalent."""
    if first["class"] == other["class"]:
        return "reduction"
    if first["status"] == other["status"] == "proved" and first["period"] == other["period"]:
        end = max(row["preperiod"] - row["base"] for row in (first, other)) + int(first["period"])
        if end <= first["compared"]:
            return "periods"
    return "observed"


def shipped(digits: int = 3) -> list[Row]:
    """Returns the rows that ship with Sprague, for codes of 3 or of 4 digits. Raises FileError if their file was
    altered."""
    return read_csv(io.StringIO(shipped_text(digits), newline=""))


def catalogue(path: Path | None = None, digits: int = 3) -> list[Row]:
    """Returns the rows of a store. Without a path it joins the rows of the usual store and of the package, and takes
    for each code the one that was searched farther. The fields of misère play come from the census of the package, and
    its codes stay in its classes. The rows of four ``digits`` come from the package alone, because their equivalences
    are between these codes.

    >>> len(catalogue()) >= 1023, len(catalogue(digits=4))
    (True, 8191)
    """
    if path is not None:
        return census.joined(resolve(read(path)), census.shipped())
    if digits == 4:
        return census.joined(shipped(4), census.shipped())
    rows = {row["code"]: row for row in shipped()}
    if usual_path().is_file():
        for row in resolve(read(usual_path())):
            of_package = rows.get(row["code"])
            if of_package is None:
                rows[row["code"]] = row
            elif of_package["searched"] < row["searched"]:  # the store may lack the first code of a class
                rows[row["code"]] = row | {field: of_package[field] for field in _CLASS}
    ordered = sorted(rows.values(), key=lambda row: str(row["code"]))
    return census.joined(ordered, census.shipped())


def own_codes(rows: Iterable[Row]) -> list[str]:
    """Returns the codes among rows of the joined catalogue that are not as the package says, but as the usual store."""
    if not usual_path().is_file():
        return []
    of_package = {row["code"]: {field: row[field] for field in FIELDS} for row in shipped()}
    mine = ({field: row[field] for field in FIELDS} for row in rows)
    return [row["code"] for row in mine if of_package.get(row["code"]) != row]


def read_csv(source: Iterable[str]) -> list[Row]:
    """Returns the rows of a file that :func:`write_csv` wrote."""
    return [
        {field: text if field in WORDS else int(text) if text else None for field, text in row.items()}
        | {field: row[field] or None for field in WORDS if field in row}
        for row in csv.DictReader(source)
    ]


def write_csv(rows: Iterable[Row], target: IO[str]) -> None:
    """Writes a line of field names, and a line for each row. Null becomes an empty field."""
    writer = csv.DictWriter(target, ALL, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)


def write_parquet(rows: list[Row], target: IO[bytes]) -> None:
    """Writes the rows as a Parquet table of text and 64-bit integers. Raises MissingExtraError without pyarrow."""
    try:
        import pyarrow
        from pyarrow import parquet
    except ImportError:
        raise MissingExtraError("parquet", say("a Parquet file")) from None
    kinds = [(field, pyarrow.string() if field in WORDS else pyarrow.int64()) for field in ALL]
    parquet.write_table(pyarrow.Table.from_pylist(rows, schema=pyarrow.schema(kinds)), target)


def check_name(path: str) -> str:
    """Returns the extension of a file to export to. Raises FileError if it is neither .csv nor .parquet."""
    ending = Path(path).suffix.lower()
    if ending not in (".csv", ".parquet"):
        raise FileError(say("expected a file name that ends in .csv or .parquet"), where=path)
    return ending
