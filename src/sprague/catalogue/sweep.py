"""A sweep: an executor runs all classes of codes as jobs, and their results are stored as they arrive.

A sweep that was stopped or killed at any moment can be started again, and does the remaining jobs.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sprague.words.errors import RangeError
from sprague.words.messages import say

from .classify import SLACK, classes, classify, octal_codes
from .executors import Executor
from .store import Store

#: Every code is computed to the first of these heaps, and the search for a period goes on to the second.
TO, LIMIT = 1 << 16, 10**6


@dataclass(frozen=True)
class Summary:
    """The summary of a sweep: the jobs done now, those done before, and those that failed, with the reason."""

    done: int
    before: int
    failed: dict[str, str]


def sweep(
    digits: int,
    executor: Executor,
    path: Path,
    *,
    to: int = TO,
    limit: int = LIMIT,
    progress: Callable[[int, int], None] | None = None,
) -> Summary:
    """Classifies all codes 0.d1...dn and 4.d1...dn, n = ``digits``, and enters them in the store ``path``.

    Every code is computed to heap ``to``. If this proves no period, the search goes on to heap ``limit``. Raises
    RangeError for numbers out of range, and FileError if the store cannot be used.
    """
    if to < 2 * SLACK:
        raise RangeError(say("expected a largest heap >= {least}, got {to}", least=2 * SLACK, to=to))
    limit = max(to, limit)
    found = classes(octal_codes(digits))
    failed: dict[str, str] = {}
    with Store(path) as store:
        known = {row["code"]: row for row in store.rows()}
        jobs = {
            f"{key} to {to}, {limit} ({len(members)})": [key, members, to, limit]
            for key, members in found.items()
            if not all(code in known and _answered(known[code], to, limit) for code in members)
        }
        before = len(found) - len(jobs)
        lost = [
            name
            for key, members in found.items()
            if (name := f"{key} to {to}, {limit} ({len(members)})") in jobs
            and not known.keys() >= set(members)
        ]
        store.enter(jobs.items(), lost)
        # Games with few rare heaps are quick to compute. They come first, so that a sweep that is stopped has done most
        # jobs.
        left = sorted(store.open_jobs(jobs), key=lambda job: _rares(known, job[1][1]))
        done = 0
        outcomes = executor.run(classify, [(key, tuple(arguments)) for key, arguments in left])
        for outcome in outcomes:
            if outcome.error is None:
                store.finish(outcome.key, outcome.result, outcome.seconds)
                done += 1
            else:
                store.fail(outcome.key, outcome.error, outcome.seconds)
                failed[outcome.key] = outcome.error
            if progress is not None:
                progress(before + done + len(failed), len(found))
    return Summary(done, before, failed)


def _answered(row: dict[str, Any], to: int, limit: int) -> bool:
    """Returns whether a new job would find no more than this row of the store."""
    compared = row["compared"] == to - SLACK
    return compared and bool(
        row["searched"] >= limit or (row["status"] == "proved" and row["searched"] >= to)
    )


def _rares(known: dict[str, Any], members: list[str]) -> float:
    """Returns how many rare heaps an earlier sweep found, or a very large number without such a sweep or a good
    mask."""
    row = known.get(members[0])
    return math.inf if row is None or row["rares"] is None else float(row["rares"])
