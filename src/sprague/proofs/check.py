"""Check a certificate or proof of any kind: one row a kind, each with a checker of its own."""

from __future__ import annotations

import importlib
import json
import os
import time
from collections.abc import Callable
from typing import Any

from sprague.system.ask import asked
from sprague.system.limits import bytes_text, seconds_text
from sprague.words.errors import FileError, SpragueError, TooLargeError
from sprague.words.messages import plain, say

#: Kind -> module:function:exception in this folder. A certificate's format is "sprague-<kind>/1". The function takes
#: its object, and what to call now and then; it answers how many entries it re-computed, and raises the exception, with
#: the reason, for a false one. Beside it stand ``seconds``, ``room`` and ``cost``: what the check will take.
CHECKERS: dict[str, str] = {
    "period": "period_check:check_period:Flaw",
    "proof": "proof_check:check_proof:Flaw",
    "quotient": "quotient_check:check_quotient:Flaw",
    "automatic": "automatic_check:check_automatic:Flaw",
    "row": "row_check:check_row:Flaw",
    "takeaway": "takeaway_check:check_takeaway:Flaw",
}

#: Seconds that a check may take where nobody says how many.
PATIENCE = 60.0

#: Estimates are right within this factor: what takes longer is no more believed.
_WITHIN = 10

#: Bytes that an object takes in memory for each of its text.
_GROWTH = 25


def check(
    certificate: str | os.PathLike[str] | dict[str, Any],
    tell: Callable[[str], None] | None = None,
    *,
    seconds: float | None = PATIENCE,
) -> dict[str, Any]:
    """Re-check a certificate, given as a file name or as its object; {kind, valid, recomputed, reason}.

    ``tell`` is called with what the check will cost before it begins. Raises FileError for what cannot be read as a
    certificate, TooLargeError when its check would take more than about ``seconds`` (None: as long as it takes) or more
    memory than there is.

    >>> import sprague as sg
    >>> check(sg.octal("0.137").period().certificate())
    {'kind': 'period', 'valid': True, 'recomputed': 175, 'reason': None}
    """
    path = "" if isinstance(certificate, dict) else os.fspath(certificate)
    data = certificate if isinstance(certificate, dict) else read(path)
    kind = kind_of(data, path or None)
    module, function, exception = CHECKERS[kind].split(":")
    home = importlib.import_module(f"{__package__}.{module}")
    recomputed, reason = 0, None
    try:
        tick = bounded(home, data, seconds, path or None)
        if tell is not None:
            tell(plain(home.cost(data)))
        recomputed = getattr(home, function)(data, tick)
        if kind == "proof" and not _is_about(data):
            reason = f"its board is not that of the position it names, {data.get('position')!r}"
    except getattr(home, exception) as flaw:
        reason = str(flaw)
    except RecursionError:
        raise FileError(say("the input is nested too deeply"), where=path or None) from None
    # What a file says must not command a terminal.
    return {
        "kind": kind,
        "valid": reason is None,
        "recomputed": recomputed,
        "reason": None if reason is None else plain(reason),
    }


def bounded(home: Any, data: Any, seconds: float | None, where: str | None) -> Callable[[], None]:
    """The one bound of all checks: refuses, before any work, what would take too long or too much memory, and returns
    what a checker calls now and then, which ends a check that takes ten times as long as was told, or as long as was
    allowed by who set more seconds than the usual ones."""
    wanted, room = home.seconds(data), home.room(data)
    if room > asked().bytes:
        raise TooLargeError(
            say(
                "the check of this certificate needs {wanted}; only {present} is available",
                wanted=bytes_text(min(room, 10**30)),
                present=bytes_text(asked().bytes),
            ),
            where=where,
        )
    if seconds is None:
        return lambda: None
    if wanted > seconds:
        raise TooLargeError(
            say(
                "the check of this certificate takes about {wanted}; the limit is {limit}, "
                "and --seconds (in Python seconds=) sets another",
                wanted=seconds_text(min(wanted, 1e30)),
                limit=seconds_text(seconds),
            ),
            where=where,
        )
    most = max(_WITHIN * max(wanted, 1.0), seconds if seconds > PATIENCE else 0.0)
    # Of this thread's own time: beside the work of others nothing is ended for being slow.
    ends = time.thread_time() + most

    def tick() -> None:
        if time.thread_time() > ends:
            raise TooLargeError(
                say(
                    "the check of this certificate takes far longer than expected, and was ended after {spent}; "
                    "--seconds (in Python seconds=) allows more",
                    spent=seconds_text(most),
                ),
                where=where,
            )

    return tick


def _is_about(proof: dict[str, Any]) -> bool:
    from .proof import is_about

    try:
        return is_about(proof)
    except (SpragueError, TypeError, ValueError, AttributeError):
        return False


def read(path: str) -> Any:
    """What a file of JSON holds; FileError when it is none."""
    most = asked().bytes // _GROWTH
    try:
        with open(path, encoding="utf-8-sig") as source:
            text = source.read(most + 1)
            if len(text) > most:
                raise TooLargeError(
                    say("expected a certificate of at most {most}", most=bytes_text(most)), where=path
                )
            return json.loads(text, parse_constant=_no_number)
    except OSError as error:
        raise FileError(say("cannot read: {problem}", problem=error.strerror), where=path) from error
    except (ValueError, RecursionError):
        if path.endswith(".v"):
            raise FileError(
                say("expected a certificate as JSON; a theorem for Coq: sprague verify"), where=path
            ) from None
        raise FileError(say("expected a certificate as JSON"), where=path) from None


def _no_number(word: str) -> Any:
    """JSON has no Infinity and no NaN."""
    raise ValueError(word)


def kind_of(data: Any, path: str | None) -> str:
    """The kind of a certificate; FileError for anything else."""
    stated = data.get("format") if isinstance(data, dict) else None
    for kind in CHECKERS:
        if stated == f"sprague-{kind}/1":
            return kind
    known = ", ".join(f"sprague-{kind}/1" for kind in CHECKERS)
    raise FileError(say("expected a certificate of format {known}", known=known), where=path)
