"""Finds periods of games on heaps during the computation of their values. A theorem proves a period, or it is only
observed.

>>> import sprague as sg
>>> sg.octal("0.137").period()  # doctest: +ELLIPSIS
<Period of 0.137: preperiod 52, period 34, proved (needs 175 values, saw ...)>
"""

from __future__ import annotations

import os
from pathlib import Path

from sprague.model.engine import Engines
from sprague.model.heap_rulesets import check_heap
from sprague.model.ruleset import Ruleset
from sprague.system.locks import Turns, alone
from sprague.words.errors import RangeError
from sprague.words.messages import say

from .certified import certified
from .codes import Code, code_of
from .effort import run_effort
from .rules import on_one_heap
from .run_file import KeptValues, kept_values
from .sequence import KEPT, GameValues, Pattern, Progress, Values, pattern, values_of
from .statement import Period as Period
from .theorems import theorem_for

#: How far to search for a period: usually, if that takes more than ``PATIENCE`` seconds, and if values cost much more.
LIMIT, LIMIT_SLOW, LIMIT_MANY = 10**6, 1 << 16, 4096
PATIENCE = 5.0

#: How many values of proved periods are kept for later questions in all. Those of the newest are always kept.
REMEMBERED = 1 << 29


class _Remembered:
    """The proved periods that are kept, the most recently used ones at the end."""

    def __init__(self) -> None:
        self.alone = Turns()
        self.periods: dict[Code, Period] = {}

    @alone
    def keep(self, code: Code, proved: Period) -> None:
        """Keeps one more period, and as many of the others as fit."""
        periods = {other: period for other, period in self.periods.items() if other != code}
        periods[code] = proved
        values = sum(period.seen for period in periods.values())
        for oldest in list(periods)[:-1]:
            if values <= REMEMBERED:
                break
            values -= periods.pop(oldest).seen
        self.periods = periods

    def renew(self) -> None:
        """Does nothing: one assignment replaces the kept periods."""


_REMEMBERED = _Remembered()


def period(
    game: Ruleset | Code | str,
    limit: int | None = None,
    *,
    progress: Progress | None = None,
    keep: str | os.PathLike[str] | None = None,
    engines: Engines | None = None,
) -> Period:
    """Returns the least period and preperiod of a game on heaps, proved if a theorem covers the game.

    It computes values until the proof is complete, but not beyond heap ``limit`` (by default 10^6; 65536 if that takes
    long; 4096 if moves leave three or more heaps, or splits repeat for ever, so that values cost much more). The search
    for the pattern costs less than the values. Without a ``limit`` it computes only some thousand values if a
    certificate that ships with Sprague proves the period (:mod:`.certified`). The period of a code that no theorem
    covers stays *observed*; the search then ends when the pattern has repeated many times, or at the limit.

    For a game that is not a code, ``engines`` give the values. Without them such a game raises RangeError.

    With a ``limit`` and a file ``keep`` (.npy) the values of a take-and-break game are written there while they are
    computed. The same call resumes a search that was stopped or killed; with another limit it goes on from the values
    of a search that ended. The mark of the file (.npy.run) stays beside it and holds their checksums.

    >>> period("kayles")  # doctest: +ELLIPSIS
    <Period of kayles: preperiod 71, period 12, proved (needs 168 values, saw ...)>
    >>> period("0.104")
    <Period of 0.104: preperiod 197769598, period 11770282, proved by a certificate>
    """
    head, code, ruleset = _game(game)
    if keep is not None:
        answer = _kept_search(head, code, limit, progress, Path(keep))
        if code is not None and answer.status == "proved":
            remember(code, answer)
        return answer
    values: Values | GameValues
    if code is None:
        values = _of_engine(ruleset, engines)
        limit = min(LIMIT if limit is None else check_heap(limit, head), values.plain)
    elif limit is None:
        values = values_of(code)
        answer = search(head, values, values.plain, progress)
        if answer.status != "proved" and (carried := certified(code)) is not None:
            answer = carried
        if answer.status == "proved":
            remember(code, answer)
            return answer
        limit = _default_limit(code)
    else:
        limit = check_heap(limit, head)
        values = values_of(code) if limit <= KEPT else Values(code)
    answer = search(head, values, limit, progress)
    if code is not None and answer.status == "proved":
        remember(code, answer)
    return answer


def _default_limit(code: Code) -> int:
    if code.most_heaps > 2 or (code.infinite and code.most_heaps == 2):
        return LIMIT_MANY
    return LIMIT if run_effort(code, LIMIT).seconds <= PATIENCE else LIMIT_SLOW


def _kept_search(
    head: str, code: Code | None, limit: int | None, progress: Progress | None, path: Path
) -> Period:
    if code is None:
        raise RangeError(say("expected a take-and-break game, got {game}", game=head))
    if limit is None:
        raise RangeError(say("expected a largest heap to search to, as the values are kept in a file"))
    limit = check_heap(limit, head)
    with kept_values(code, path, limit) as values:
        return search(head, values, limit, progress)


def remembered(code: Code) -> Period | None:
    """Returns a proved period of ``code`` that :func:`period` has found in this process, or None if none is kept."""
    return _REMEMBERED.periods.get(code)


def remember(code: Code, proved: Period) -> None:
    """Keeps a proved period for later questions in this process."""
    _REMEMBERED.keep(code, proved)


def search(
    head: str, values: Values | GameValues | KeptValues, limit: int, progress: Progress | None = None
) -> Period:
    """Does the work of :func:`period` on values that may be partly known already."""
    code = values.code
    theorem = None if code is None else theorem_for(code)
    arithmetic = theorem is None or theorem.arithmetic or (code is not None and code.most_heaps > 2)
    count = min(values.steps[0], limit) + 1
    while True:
        values.grow(count - 1, progress)
        count = min(max(count, len(values)), limit + 1)
        seen = values.seen[:count]
        window = count // 2 if theorem is None or code is None else theorem.window(code, count)
        repeat = pattern(seen, window, arithmetic)
        if repeat is not None:
            answer = Period(head, code, *repeat, seen)
            if answer.status == "proved" or (theorem is None and _enough(repeat, count)):
                return answer
        if count > limit:
            repeat = pattern(seen, count // 2, arithmetic)
            if repeat is not None and 4 * repeat.period <= count:
                return Period(head, code, *repeat, seen)
            return Period(head, code, None, None, 0, seen)
        wanted = 0
        if theorem is not None and code is not None:
            likely = pattern(seen, count // 8, arithmetic)
            wanted = 0 if likely is None else theorem.needed(code, seen, *likely)
        # As many as the proof of a likely pattern needs, if that is near; otherwise the next step.
        wider = next((step + 1 for step in values.steps if step >= count), count + count // 4)
        count = min(wanted if count < wanted <= 2 * count else wider, limit + 1)


def _enough(pattern: Pattern, count: int) -> bool:
    """Returns whether a pattern without a theorem has repeated often enough to stop the search."""
    return count > 16 * (pattern.start + pattern.period) and count >= 1024


def offered(
    game: Ruleset | Code | str,
    preperiod: int,
    length: int,
    saltus: int = 0,
    limit: int = 10**7,
    *,
    engines: Engines | None = None,
) -> Period:
    """Returns the given period after testing it on as many values as its proof needs. Raises RangeError if it is false.

    Raises RangeError also if the proof would need values beyond heap ``limit``. Without a theorem the pattern is tested
    on four periods and stays *observed*.

    >>> offered("0.137", 52, 34).status
    'proved'
    >>> offered("0.137", 51, 34)
    Traceback (most recent call last):
    ...
    sprague.words.errors.RangeError: 34 is no period of 0.137 from 51 on: g(51) = 2 and g(85) = 9
    """
    head, code, ruleset = _game(game)
    values = _of_engine(ruleset, engines) if code is None else values_of(code)
    if preperiod < 0 or length < 1:
        raise RangeError(say("expected a start >= 0 and a period >= 1"), where=head)
    count = max(preperiod, 1) + 4 * length
    while True:
        if count - 1 > limit:
            raise RangeError(
                say("the proof needs {count} values; the limit is heap {limit}", count=count, limit=limit),
                where=head,
            )
        values.grow(count - 1)
        answer = Period(head, code, preperiod, length, saltus, values.seen[: max(count, 1)])
        if answer.needed is None or answer.needed <= count:
            return answer
        count = max(answer.needed, count + count // 4 if answer.needed == count + 1 else answer.needed)


def _of_engine(ruleset: Ruleset, engines: Engines | None) -> GameValues:
    if engines is None:
        raise RangeError(say("expected a take-and-break game, got {game}", game=ruleset.head))
    return GameValues(ruleset, engines)


def _game(game: Ruleset | Code | str) -> tuple[str, Code | None, Ruleset]:
    """Returns the head, code and ruleset of a game on one heap, given in any of the three ways."""
    ruleset = on_one_heap(game)
    return ruleset.head, code_of(ruleset), ruleset
