"""``sprague check``. To have another kind of certificate checked, add a row to ``CHECKERS``."""

from __future__ import annotations

import importlib
import json
from typing import Any

import click

from ..errors import FileError
from ..messages import say
from .common import command, json_option, print_json, short

#: Kind -> module:function:exception in the package. A certificate's format is "sprague-<kind>/1". The function takes
#: its object, answers how many entries it re-computed, and raises the exception, with the reason, for a false one.
CHECKERS: dict[str, str] = {
    "proof": "theory.proof_check:check_proof:Flaw",
}


@command(
    "check",
    """
    sprague check proof.json
    sprague check proof.json --json
    """,
)
@click.argument("file")
@json_option
def check(file: str, as_json: bool) -> int:
    """Re-check a proof or certificate in FILE.

    By plain code that shares nothing with what wrote it. The exit status is 0 when it is valid, 1 when it is not,
    2 when the file cannot be read as one.

    With --json: {kind, valid, recomputed, reason}.
    """
    data = _read(file)
    kind = _kind(data, file)
    module, function, exception = CHECKERS[kind].split(":")
    home = importlib.import_module(f"sprague.{module}")
    recomputed, reason = 0, None
    try:
        recomputed = getattr(home, function)(data)
    except getattr(home, exception) as flaw:
        reason = str(flaw)
    if as_json:
        print_json({"kind": kind, "valid": reason is None, "recomputed": recomputed, "reason": reason})
    elif reason is None:
        click.echo(f"{click.style('valid', fg='green', bold=True)}: {recomputed} entries re-computed")
    else:
        click.echo(f"{click.style('INVALID', fg='red', bold=True)}: {short(reason)}")
    return 0 if reason is None else 1


def _read(path: str) -> Any:
    try:
        with open(path, encoding="utf-8") as source:
            return json.load(source)
    except OSError as error:
        raise FileError(say("cannot read: {problem}", problem=error.strerror), where=path) from error
    except (ValueError, RecursionError):
        raise FileError(say("expected a certificate as JSON"), where=path) from None


def _kind(data: Any, path: str) -> str:
    stated = data.get("format") if isinstance(data, dict) else None
    for kind in CHECKERS:
        if stated == f"sprague-{kind}/1":
            return kind
    known = ", ".join(f"sprague-{kind}/1" for kind in CHECKERS)
    raise FileError(say("expected a certificate of format {known}", known=known), where=path)
