"""Check a certificate or proof of any kind: one row a kind, each with a checker of its own."""

from __future__ import annotations

import importlib
import json
import os
from collections.abc import Callable
from typing import Any

from sprague.words.errors import FileError, SpragueError
from sprague.words.messages import say

#: Kind -> module:function:exception in this folder. A certificate's format is "sprague-<kind>/1". The function takes
#: its object, answers how many entries it re-computed, and raises the exception, with the reason, for a false one.
CHECKERS: dict[str, str] = {
    "period": "period_check:check_period:Flaw",
    "proof": "proof_check:check_proof:Flaw",
}


def check(
    certificate: str | os.PathLike[str] | dict[str, Any], tell: Callable[[str], None] | None = None
) -> dict[str, Any]:
    """Re-check a certificate, given as a file name or as its object; {kind, valid, recomputed, reason}.

    ``tell`` is called with what the check will cost before it begins, if its checker can say. Raises FileError for
    what cannot be read as a certificate.

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
        if tell is not None and hasattr(home, "cost"):
            tell(home.cost(data))
        recomputed = getattr(home, function)(data)
        if kind == "proof" and not _is_about(data):
            reason = f"its board is not that of the position it names, {data.get('position')!r}"
    except getattr(home, exception) as flaw:
        reason = str(flaw)
    return {"kind": kind, "valid": reason is None, "recomputed": recomputed, "reason": reason}


def _is_about(proof: dict[str, Any]) -> bool:
    """Whether the board that a proof speaks of is that of the position it names: the checker knows no notation."""
    from sprague.model.notation import read

    from .proof import board_of

    try:
        (component,), _ = read(str(proof.get("position")))
        return component.ruleset.head == proof["game"] and bool(board_of(component) == proof["board"])
    except (SpragueError, TypeError, ValueError, AttributeError):
        return False


def read(path: str) -> Any:
    """What a file of JSON holds; FileError when it is none."""
    try:
        with open(path, encoding="utf-8-sig") as source:
            return json.load(source)
    except OSError as error:
        raise FileError(say("cannot read: {problem}", problem=error.strerror), where=path) from error
    except (ValueError, RecursionError):
        raise FileError(say("expected a certificate as JSON"), where=path) from None


def kind_of(data: Any, path: str | None) -> str:
    """The kind of a certificate; FileError for anything else."""
    stated = data.get("format") if isinstance(data, dict) else None
    for kind in CHECKERS:
        if stated == f"sprague-{kind}/1":
            return kind
    known = ", ".join(f"sprague-{kind}/1" for kind in CHECKERS)
    raise FileError(say("expected a certificate of format {known}", known=known), where=path)
