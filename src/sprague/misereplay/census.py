"""The misère quotients of all octal codes of a few digits, as far as a bound of time for each allows.

A line of JSON a class of codes is added to a file as soon as it is known; a census that was stopped goes on with what
is missing, and with more seconds for what was left open.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from sprague.model.registry import find
from sprague.system.ask import Ask, asking
from sprague.system.clock import used
from sprague.system.sealed_lines import growing, read_rows
from sprague.takebreak.codes import Code, options
from sprague.takebreak.reduction import octal_digits

from .heaps import heap_quotient

#: The fields of a line; of those joined to the catalogue, the names in it.
FIELDS = (
    "code",
    "codes",
    "order",
    "p_portion",
    "class",
    "status",
    "preperiod",
    "period",
    "heaps",
    "why",
    "seconds",
)
COLUMNS = {
    "misere": "status",
    "quotient_order": "order",
    "p_portion": "p_portion",
    "misere_period": "period",
    "class": "class",
}

#: What the sums of the lines are about.
KIND = "sprague-misere-census"

#: Codes of the same games up to this heap are taken together.
HEAPS = 24

Row = dict[str, Any]


def classes(codes: Iterable[Code]) -> list[list[str]]:
    """Codes that are one game but for heaps without moves, up to heap 24, the first of each class first.

    >>> from sprague.takebreak.codes import parse_code
    >>> classes(map(parse_code, ["0.07", "0.137", "0.7"]))
    [['0.07', '0.137'], ['0.7']]
    """
    found: dict[Any, list[str]] = {}
    for code in codes:
        found.setdefault(_trees(code), []).append(octal_digits(code))
    return list(found.values())


def _trees(code: Code) -> tuple[Any, ...]:
    """The games of the heaps from the first that has a move, each by the sums of earlier ones that its moves leave."""
    numbers: list[int] = []
    known: dict[Any, int] = {}
    games: list[Any] = []
    for heap in range(HEAPS):
        moves = frozenset(
            tuple(sorted(numbers[part] for part in move if numbers[part])) for move in options(code, heap)
        )
        if not moves:
            numbers.append(0)
            if games:
                games.append(None)
            continue
        numbers.append(known.setdefault(moves, len(known) + 1))
        games.append(tuple(sorted(moves)))
    return tuple(games[: HEAPS - 6])


def census(
    codes: Sequence[Code],
    path: str | os.PathLike[str],
    seconds: float = 10.0,
    progress: Callable[[int, int], None] | None = None,
) -> list[Row]:
    """The rows of all classes of ``codes``, those missing in the file ``path`` found now, each within so many seconds
    of processor time.

    Raises FileError for a file of something else.
    """
    groups = classes(codes)
    with growing(path, KIND, _is_row) as (rows, add):
        known = {row["code"]: row for row in rows}
        for done, group in enumerate(groups):
            row = known.get(group[0])
            if row is None or (row["status"] == "partial" and row["seconds"] < seconds):
                known[group[0]] = row = look_at(group, seconds)
                add(row)
            if progress is not None:
                progress(done + 1, len(groups))
    return [known[group[0]] for group in groups]


def look_at(group: Sequence[str], seconds: float) -> Row:
    """The row of a class."""
    ruleset: Any = find(group[0])
    with asking(Ask(seconds=seconds), used):
        found = heap_quotient(ruleset)
    return {
        "code": group[0],
        "codes": list(group),
        "order": found.order,
        "p_portion": int(found.monoid.lost.sum()),
        "class": found.kind,
        "status": found.status,
        "preperiod": found.preperiod,
        "period": found.period,
        "heaps": found.heaps,
        "why": None if found.stopped is None else str(found.stopped),
        "seconds": seconds,
    }


def read(path: str | os.PathLike[str]) -> list[Row]:
    """The rows of a file; of a class that stands in it twice, both, the later one last. What is damaged is left out."""
    return read_rows(path, KIND, _is_row)


def _is_row(row: Row) -> bool:
    """Whether a row is one that was written before lines had sums."""
    return (
        set(row) == set(FIELDS)
        and isinstance(row["code"], str)
        and isinstance(row["codes"], list)
        and row["status"] in ("proved", "partial")
        and isinstance(row["seconds"], int | float)
    )


def joined(catalogue: Iterable[Row], rows: Iterable[Row]) -> list[Row]:
    """The rows of the catalogue with the columns ``misere``, ``quotient_order``, ``p_portion``, ``misere_period`` and
    ``class``; None for codes that the census did not come to."""
    known = {code: row for row in rows for code in row["codes"]}
    return [
        row
        | {
            name: known[row["code"]][field] if row["code"] in known else None
            for name, field in COLUMNS.items()
        }
        for row in catalogue
    ]
