"""Checks certificates and proofs of every kind. A table lists the kinds, each with its own checker."""

from __future__ import annotations

import importlib
import json
import math
import os
from collections import Counter
from collections.abc import Callable
from typing import Any

from sprague.system.ask import Step, asked
from sprague.system.ask import tick as tick_budget
from sprague.system.clock import thread_seconds
from sprague.system.limits import bytes_text, seconds_text
from sprague.words.errors import FileError, SpragueError, TooLargeError
from sprague.words.messages import plain, say

from .statements import statement, work

#: Kind -> module:function:exception in this folder. A certificate's format is "sprague-<kind>/1". The function takes
#: the certificate as an object, and a hook that it calls now and then. It returns the number of entries recomputed, and
#: raises the exception, with the reason, for a false certificate. The module also has ``seconds``, ``room`` and
#: ``cost``, which estimate the check.
CHECKERS: dict[str, str] = {
    "period": "period_check:check_period:Flaw",
    "proof": "proof_check:check_proof:Flaw",
    "sprouts": "sprouts_check:check_sprouts:Flaw",
    "nogo": "nogo_check:check_nogo:Flaw",
    "quotient": "quotient_check:check_quotient:Flaw",
    "automatic": "automatic_check:check_automatic:Flaw",
    "row": "row_check:check_row:Flaw",
    "takeaway": "takeaway_check:check_takeaway:Flaw",
    "family": "family_check:check_family:Flaw",
    "arms": "arms_check:check_arms:Flaw",
    "kinds": "kinds_check:check_kinds:Flaw",
    "growing": "growing_check:check_growing:Flaw",
    "law": "law_check:check_law:Flaw",
}

#: The seconds that a check may take by default.
PATIENCE = 60.0

#: Estimates are right within this factor; a check that takes longer is ended.
_WITHIN = 10

#: The characters that are read before the rest of a file: a certificate begins among them.
_FIRST = 1 << 16

#: The bytes of memory that an object takes for each byte of its text.
_GROWTH = 25


def check(
    certificate: str | os.PathLike[str] | dict[str, Any],
    tell: Callable[[str], None] | None = None,
    *,
    seconds: float | None = PATIENCE,
) -> dict[str, Any]:
    """Checks a certificate again, given as a file name or as its object. Returns {kind, valid, statement, work,
    recomputed, reason}. The ``statement`` says what a valid certificate establishes, and the ``reason`` why a
    certificate is false. ``work`` says what the check computed again, and ``recomputed`` how many entries.

    ``tell`` is called before the check begins, with its estimated cost. Raises FileError for anything that cannot be
    read as a certificate. Raises TooLargeError if the check would take more than about ``seconds`` (None: no limit) or
    more memory than there is.

    >>> import sprague as sg
    >>> found = check(sg.octal("0.137").period().certificate())
    >>> found["valid"], found["work"]
    (True, '175 values computed again; by the theorem guy-smith they decide all others')
    """
    path = os.fspath(certificate) if isinstance(certificate, str | os.PathLike) else ""
    content: Any = read(path) if path else certificate
    kind = kind_of(content, path or None)
    module, function, exception = CHECKERS[kind].split(":")
    home = importlib.import_module(f"{__package__}.{module}")
    recomputed, reason = 0, None
    try:
        tick = bounded(home, content, seconds, path or None)
        if tell is not None:
            tell(plain(home.cost(content)))
        recomputed = getattr(home, function)(content, tick)
        if kind == "proof" and not _is_about(content):
            reason = f"its board is not that of the position it names, {content.get('position')!r}"
    except getattr(home, exception) as flaw:
        reason = str(flaw)
    except RecursionError:
        raise FileError(say("the input is nested too deeply"), where=path or None) from None
    # Text from a file must not send control codes to a terminal.
    valid = reason is None
    return {
        "kind": kind,
        "valid": valid,
        "statement": str(statement(kind, content)) if valid else None,
        "work": str(work(kind, content, recomputed)) if valid else None,
        "recomputed": recomputed,
        "reason": None if reason is None else plain(reason),
    }


def bounded(home: Any, certificate: Any, seconds: float | None, where: str | None) -> Callable[[], None]:
    """Bounds a check of any kind. It refuses, before any work, a check that would take too long or too much memory.
    Otherwise it returns the hook that a checker calls now and then. The hook ends a check that takes ten times as long
    as estimated, or as long as the caller allowed if that is longer than both this and the usual seconds. It also
    checks the budget in force, whose time may be over earlier."""
    room = home.room(certificate)
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
        return tick_budget
    try:
        wanted: float = home.seconds(certificate)
    except OverflowError:
        wanted = math.inf
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
    # This counts only the time of this thread, so that other work on the machine does not end a check.
    begun = thread_seconds()
    ends = begun + most

    def step() -> Step:
        return Step(say("seconds of the check"), int(thread_seconds() - begun))

    def tick() -> None:
        tick_budget(step)
        if thread_seconds() > ends:
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
    from .about import is_about

    try:
        return is_about(proof)
    except (SpragueError, TypeError, ValueError, AttributeError):
        return False


def read(path: str) -> Any:
    """Returns the content of a JSON file. Raises FileError if it is not one."""
    most = asked().bytes // _GROWTH
    try:
        with open(path, encoding="utf-8-sig", opener=_without_waiting) as source:
            text = source.read(_FIRST)
            if not text.lstrip().startswith("{"):  # a device may have no end
                raise ValueError(text[:1])
            text += source.read(most + 1 - len(text))
            if len(text) > most:
                raise TooLargeError(
                    say("expected a certificate of at most {most}", most=bytes_text(most)), where=path
                )
            return json.loads(text, parse_constant=_no_number, object_pairs_hook=_once)
    except OSError as error:
        raise FileError(say("cannot read: {problem}", problem=error.strerror), where=path) from error
    except _TwiceError as twice:
        raise FileError(
            say("expected each field once, got {name} twice", name=plain(str(twice))), where=path
        ) from None
    except (ValueError, RecursionError):
        if path.endswith(".v"):
            raise FileError(
                say("expected a certificate as JSON; a theorem for Coq: sprague verify"), where=path
            ) from None
        raise FileError(say("expected a certificate as JSON"), where=path) from None


def _without_waiting(path: str, flags: int) -> int:
    """Opens a file. A pipe to which nobody writes is empty; others wait until somebody writes to it."""
    wait = getattr(os, "O_NONBLOCK", 0)
    opened = os.open(path, flags | wait)
    if wait:
        os.set_blocking(opened, True)  # for a pipe to which somebody writes
    return opened


class _TwiceError(Exception):
    """A certificate gives the field of this name twice."""


def _no_number(word: str) -> Any:
    """Refuses Infinity and NaN, which JSON does not have."""
    raise ValueError(word)


def _once(fields: list[tuple[str, Any]]) -> dict[str, Any]:
    """Returns an object. Refuses one that names a field twice: readers differ in which of the two they see."""
    obj = dict(fields)
    if len(obj) < len(fields):
        twice, _ = Counter(name for name, _ in fields).most_common(1)[0]
        raise _TwiceError(twice)
    return obj


def kind_of(certificate: Any, path: str | None) -> str:
    """Returns the kind of a certificate. Raises FileError for anything else."""
    named = isinstance(certificate, dict) and all(isinstance(field, str) for field in certificate)
    stated = certificate["format"] if named and "format" in certificate else None
    for kind in CHECKERS:
        if stated == f"sprague-{kind}/1":
            return kind
    formats = ", ".join(f"sprague-{kind}/1" for kind in CHECKERS)
    raise FileError(say("expected a certificate of format {known}", known=formats), where=path)
