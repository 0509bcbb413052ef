"""The sweep that makes the catalogue: a question for each class of codes."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

from sprague.system.sealed_lines import Row
from sprague.system.sweep import Swept
from sprague.system.sweep import sweep as sweep_of
from sprague.system.workers import Workers
from sprague.words.errors import RangeError
from sprague.words.messages import say

from .classify import SLACK, classes, classify, octal_codes
from .rows import shipped
from .store import LEDGER

#: Every code is computed to the first of these heaps, and the search for a period goes on to the second.
TO, LIMIT = 1 << 16, 10**6


def sweep(digits: int, workers: Workers, path: Path, *, to: int = TO, limit: int = LIMIT) -> Swept:
    """Classifies all codes 0.d1...dn and 4.d1...dn, n = ``digits``, and enters them in the store ``path``.

    Every code is computed to heap ``to``. If this proves no period, the search goes on to heap ``limit``. Raises
    RangeError for numbers out of range, and FileError if the store cannot be used.
    """
    if to < 2 * SLACK:
        raise RangeError(say("expected a largest heap >= {least}, got {to}", least=2 * SLACK, to=to))
    limit = max(to, limit)
    members = classes(octal_codes(digits))
    # Games with few rare heaps are quick to compute. They come first, so that a sweep that is stopped has done most.
    rares = {row["code"]: row["rares"] for row in shipped() if row["rares"] is not None}

    def asks(key: str, row: Row | None) -> Row | tuple[Any, ...]:
        if (
            row is not None
            and row["compared"] >= to - SLACK
            and {code["code"] for code in row["codes"]} >= set(members[key])
            and all(code["status"] == "proved" or code["searched"] >= limit for code in row["codes"])
        ):
            return row
        return key, members[key], to, limit

    keys = sorted(members, key=lambda key: rares.get(members[key][0], math.inf))
    path.parent.mkdir(parents=True, exist_ok=True)
    return sweep_of(classify, keys, asks, path, LEDGER, workers, say("games"))
