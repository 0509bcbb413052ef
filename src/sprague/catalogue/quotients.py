"""Making the census: the misère quotients of all octal codes of a few digits, each as far as a bound of time allows.

A class of codes is a job (see :func:`classes`). What is proved is written out as a certificate, and only what the
separate checker accepts is entered. A line of JSON a class is added to a file as soon as it is known; a census that was
stopped goes on with what is missing, and with more seconds for what was left open.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from sprague.misereplay.heaps import heap_quotient
from sprague.misereplay.table import TABLE
from sprague.model.ruleset import Component
from sprague.proofs.check import check
from sprague.system.ask import Ask, asking
from sprague.system.clock import used
from sprague.system.sealed_lines import growing
from sprague.takebreak.codes import Code
from sprague.takebreak.reduction import octal_digits, reduce_code
from sprague.takebreak.rules import octal
from sprague.words.errors import SpragueError
from sprague.words.messages import say

from .census import KIND, Row, is_row
from .executors import Executor


def classes(codes: Iterable[Code]) -> list[list[tuple[str, int]]]:
    """Codes of one reduced form, each with the shift of its heaps; they are one game in misère play too. The one of the
    smallest shift and the fewest digits comes first in each class.

    The arguments are those of :mod:`sprague.takebreak.reduction`, with sums of heaps that are equal to 0 in misère play
    where those of value 0 stand there: whose canonical form is 0 (Conway, On Numbers and Games, chapter 12).

    >>> from sprague.takebreak.codes import parse_code
    >>> classes(map(parse_code, ["0.07", "0.137", "0.3", "0.301", "0.7"]))
    [[('0.137', 0), ('0.07', 1)], [('0.3', 0), ('0.301', 0)], [('0.7', 0)]]
    """
    found: dict[str, list[tuple[int, int, str]]] = {}
    for code in codes:
        reduced = reduce_code(code, _zeros)
        rank = (reduced.shift, code.last, octal_digits(code))
        found.setdefault(octal_digits(reduced.code), []).append(rank)
    return [[(rank[2], rank[0] - min(ranks)[0]) for rank in sorted(ranks)] for ranks in found.values()]


def _zeros(code: Code) -> Callable[[int, int], bool]:
    """Returns whether two heaps together are equal to 0 in misère play; no where their canonical form is too large."""
    ruleset: Any = octal(octal_digits(code))
    return lambda a, b: TABLE.form([Component(ruleset, heap) for heap in (a, b)]) == 0


def census(
    codes: Iterable[Code],
    path: str | os.PathLike[str],
    executor: Executor,
    seconds: float = 10.0,
    progress: Callable[[int, int], None] | None = None,
) -> tuple[list[Row], dict[str, str]]:
    """Returns the rows of all classes of ``codes``, those missing in the file ``path`` found now, each within so many
    seconds of processor time; and of the classes that failed, why.

    Raises FileError for a file of something else.
    """
    groups = {group[0][0]: group for group in classes(codes)}
    failed: dict[str, str] = {}
    with growing(path, KIND, is_row) as (rows, add):
        known = {row["code"]: row for row in rows}
        for code, group in groups.items():
            if code in known and (row := _of_all(known[code], group)) is not known[code]:
                known[code] = row
                add(row)
        left = [
            (code, (group, seconds))
            for code, group in groups.items()
            if code not in known or (known[code]["status"] == "partial" and known[code]["seconds"] < seconds)
        ]
        for done, outcome in enumerate(executor.run(look_at, left), len(groups) - len(left) + 1):
            if outcome.error is None:
                known[outcome.key] = outcome.result
                add(outcome.result)
            else:
                failed[outcome.key] = outcome.error
            if progress is not None:
                progress(done, len(groups))
    return [known[code] for code in groups if code in known], failed


def _of_all(row: Row, group: Sequence[tuple[str, int]]) -> Row:
    """Returns a row that also speaks of the codes of ``group``, which is of its class: it may be of a census of fewer
    codes."""
    shifts = dict(zip(row["codes"], row["shifts"], strict=True))
    if all(code in shifts for code, _ in group):
        return row
    shifts = dict(group) | shifts
    return {**row, "codes": [*shifts], "shifts": [*shifts.values()]}


def look_at(group: Sequence[tuple[str, int]], seconds: float) -> Row:
    """Returns the row of a class. Raises SpragueError where the checker refuses what the search has proved."""
    code = group[0][0]
    ruleset: Any = octal(code)
    found = asking(Ask(seconds=seconds), used).run(heap_quotient, ruleset)
    checked = None
    if found.status == "proved":
        begun = time.process_time()
        answer = check(json.loads(json.dumps(found.certificate())), seconds=None)
        if not answer["valid"]:
            raise SpragueError(
                say("the checker refuses the quotient: {reason}", reason=answer["reason"]), where=code
            )
        checked = round(time.process_time() - begun, 2)
    return {
        "code": code,
        "codes": [each for each, _ in group],
        "shifts": [shift for _, shift in group],
        "order": found.order,
        "p_portion": int(found.monoid.lost.sum()),
        "class": found.kind,
        "status": found.status,
        "preperiod": found.preperiod,
        "period": found.period,
        "heaps": found.heaps,
        "why": None if found.stopped is None else str(found.stopped),
        "seconds": seconds,
        "checked": checked,
    }
