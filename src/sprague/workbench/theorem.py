"""Writes the facts about a position, a game or a certificate as a theorem for Coq."""

from __future__ import annotations

import os
from typing import Any

from sprague.proofs.check import check, kind_of, read
from sprague.takebreak.statement import Period
from sprague.theorems.automatic import of_automatic
from sprague.theorems.claims import Claim
from sprague.theorems.export import file_name, file_of, of_certificate
from sprague.theorems.games import claims
from sprague.theorems.heaps import period_claims
from sprague.theorems.kinds import of_kinds
from sprague.theorems.quotients import of_quotient
from sprague.words.errors import NotationError, RangeError
from sprague.words.messages import say

from .heaps import period
from .position import Position, parse
from .registry import engine, find


def theorem(what: str | Position | Period, *, pure: bool = False) -> str:
    """Returns the text of a Coq file with a theorem about ``what``, and its proof. ``what`` is a position or its text,
    the name of a game on heaps (for its period), a Period, or the name of a certificate's file.

    With ``pure`` the proof computes with Coq's plain numbers, which rest on no axiom but are much slower. Raises
    UnsolvedError if a period is not proved, TooLargeError if Coq would compute too long, RangeError if there is no
    theorem for ``what``, or if a certificate is not valid.

    >>> print(theorem("nim 1,2").splitlines()[0])
    (* Proved here, about nim 1,2:
    """
    name, claims = claims_about(what, pure)
    return file_of(name, claims)


def theorem_file(position: Position) -> tuple[str, str]:
    """Returns a name for the file of :func:`theorem` about a position, and its text."""
    return file_name(position.text), theorem(position)


def claims_about(what: str | Position | Period, pure: bool) -> tuple[str, list[Claim]]:
    """Returns the name of ``what``, and the claims of :func:`theorem` about it."""
    if isinstance(what, Position):
        return what.text, _of_position(what, pure)
    if isinstance(what, Period):
        return _of_period(what, pure)
    if what.endswith(".json") or os.path.isfile(what):
        return _of_certificate(what, pure)
    try:
        position = parse(what)
    except NotationError:
        game = _heap_game(what)
        if game is None:
            raise
        return _of_period(period(game), pure)
    return position.text, _of_position(position, pure)


def _heap_game(text: str) -> str | None:
    """Returns the head of the game on heaps that ``text`` names, or None if it names no game or a position."""
    try:
        ruleset = find("".join(text.split()))
    except NotationError:
        return None
    is_game = getattr(ruleset, "code", None) is not None or callable(getattr(engine(ruleset), "period", None))
    return ruleset.head if is_game else None


def _of_period(repeat: Period, pure: bool) -> tuple[str, list[Claim]]:
    if repeat.code is not None:
        return repeat.game, period_claims(repeat, pure)
    return _of_data(repeat.certificate(), repeat.game, pure)


def _of_certificate(path: str, pure: bool) -> tuple[str, list[Claim]]:
    return _of_data(read(path), path, pure)


def _of_data(claims: dict[str, Any], path: str, pure: bool) -> tuple[str, list[Claim]]:
    kind = kind_of(claims, path)
    if kind not in ("proof", "period", "quotient", "automatic", "kinds", "family"):
        raise RangeError(
            say(
                "no theorem is written for a certificate of the kind {kind}, only for period, proof, quotient, "
                "automatic, kinds and family; sprague check checks it without Coq",
                kind=kind,
            ),
            where=path,
        )
    result = check(claims)
    if not result["valid"]:
        raise RangeError(say("the certificate is not valid: {reason}", reason=result["reason"]), where=path)
    if kind == "proof":
        position = parse(claims["position"])
        return position.text, _of_position(position, pure)
    if kind == "quotient":
        return of_quotient(claims)
    if kind == "automatic":
        return of_automatic(claims)
    return of_certificate(claims, pure) if kind == "period" else of_kinds(claims, pure)


def _of_position(position: Position, pure: bool) -> list[Claim]:
    return claims(position.components, position.misere, engine, pure)
