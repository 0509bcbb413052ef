"""The computation of the census: the misère quotients of all octal codes of a few digits, each as far as a time limit
allows.

A class of codes is a job (see :func:`classes`). A proved quotient is written as a certificate, and entered only if the
separate checker accepts it. Each class adds a line of JSON to a file as soon as its result is known. A census that was
stopped resumes with the missing classes, and with those left open if more seconds are allowed.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from sprague.misereplay.heaps import cancel, heap_quotient
from sprague.proofs.check import check
from sprague.system.ask import Ask, asking
from sprague.system.clock import thread_seconds
from sprague.system.sealed_lines import Row
from sprague.system.sweep import Swept, sweep
from sprague.system.workers import Workers
from sprague.takebreak.codes import Code
from sprague.takebreak.reduction import octal_digits, reduce_code
from sprague.takebreak.rules import octal
from sprague.words.errors import SpragueError
from sprague.words.messages import say

from .census import LEDGER


def classes(codes: Iterable[Code]) -> list[list[tuple[str, int]]]:
    """Returns classes of codes with the same reduced form, each code with the shift of its heaps. The codes of a class
    are one game in misère play, too. The one with the smallest shift and the fewest digits comes first in each class.

    The arguments are those of :mod:`sprague.takebreak.reduction`, but with sums of heaps that are equal to 0 in misère
    play in place of sums of value 0. Such a sum has the canonical form 0 (Conway, On Numbers and Games, chapter 12).

    >>> from sprague.takebreak.codes import parse_code
    >>> classes(map(parse_code, ["0.07", "0.137", "0.3", "0.301", "0.7"]))
    [[('0.137', 0), ('0.07', 1)], [('0.3', 0), ('0.301', 0)], [('0.7', 0)]]
    """
    members: dict[str, list[tuple[int, int, str]]] = {}
    for code in codes:
        reduced = reduce_code(code, _zeros)
        rank = (reduced.shift, code.last, octal_digits(code))
        members.setdefault(octal_digits(reduced.code), []).append(rank)
    return [[(rank[2], rank[0] - min(ranks)[0]) for rank in sorted(ranks)] for ranks in members.values()]


def _zeros(code: Code) -> Callable[[int, int], bool]:
    """Returns a test of whether two heaps together are equal to 0 in misère play."""
    ruleset: Any = octal(octal_digits(code))
    return lambda a, b: cancel(ruleset, a, b)


def census(
    codes: Iterable[Code], path: str | os.PathLike[str], workers: Workers, seconds: float = 10.0
) -> Swept:
    """Finds the rows of all classes of ``codes``, each within ``seconds`` of processor time, and keeps them in the file
    ``path``.

    Raises FileError for a file of another kind.
    """
    groups = {group[0][0]: group for group in classes(codes)}

    def asks(code: str, row: Row | None) -> Row | tuple[Any, ...]:
        if row is None or (row["status"] == "partial" and row["seconds"] < seconds):
            return groups[code], seconds
        return _of_all(row, groups[code])

    return sweep(look_at, groups, asks, path, LEDGER, workers, say("games"))


def _of_all(row: Row, group: Sequence[tuple[str, int]]) -> Row:
    """Returns a row that also lists the codes of ``group``, which are of its class. The row may come from a census of
    fewer codes."""
    shifts = dict(zip(row["codes"], row["shifts"], strict=True))
    if all(code in shifts for code, _ in group):
        return row
    shifts = dict(group) | shifts
    return {**row, "codes": [*shifts], "shifts": [*shifts.values()]}


def look_at(group: Sequence[tuple[str, int]], seconds: float) -> Row:
    """Returns the row of a class. Raises SpragueError if the checker refuses the certificate."""
    code = group[0][0]
    ruleset: Any = octal(code)
    quotient = asking(Ask(seconds=seconds), thread_seconds).run(heap_quotient, ruleset)
    checked = None
    if quotient.status == "proved":
        begun = thread_seconds()
        answer = check(json.loads(json.dumps(quotient.certificate())), seconds=None)
        if not answer["valid"]:
            raise SpragueError(
                say("the checker refuses the quotient: {reason}", reason=answer["reason"]), where=code
            )
        checked = round(thread_seconds() - begun, 2)
    return {
        "code": code,
        "codes": [each for each, _ in group],
        "shifts": [shift for _, shift in group],
        "order": quotient.order,
        "p_portion": int(quotient.monoid.lost.sum()),
        "class": quotient.kind,
        "status": quotient.status,
        "preperiod": quotient.preperiod,
        "period": quotient.period,
        "heaps": quotient.heaps,
        "why": None if quotient.stopped is None else str(quotient.stopped),
        "seconds": seconds,
        "checked": checked,
    }
