"""The jobs of the Lab: finding and proving facts about a game."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from sprague.system.ask import asked
from sprague.words.digits import to_json
from sprague.words.errors import UnsolvedError
from sprague.workbench.registry import ruleset_of

from .showing import Later, title_of

#: The share of the seconds of a request that a search has: what is known by then is told in the rest.
SHARE = 0.9

#: So much of a table is shown: values in a row, pairs, and the sides of a square.
VALUES, PAIRS, SIDE = 60, 24, 12


def discover(game: str, language: str, quick: bool) -> dict[str, Any]:
    """Returns the report on a game: a table, the patterns in it, and what is proved, with a certificate."""
    if quick:
        raise Later
    from sprague.workbench.discover import discover as found_of  # NumPy, which a browser does not have

    ruleset = ruleset_of(game)
    report = asked().part(SHARE).run(found_of, ruleset)
    theorem, claims = report.theorem, report.certificate
    statements = () if theorem is None else theorem.statements
    return {
        "game": ruleset.head,
        "title": title_of(ruleset, language),
        "rule": ruleset.rule.render(language),
        "status": report.status,
        "kind": report.kind,
        "rows": _rows(report),
        "found": [sentence.render(language) for sentence in report.sentences()],
        "statements": [{"text": each.text.render(language), "holds": each.holds} for each in statements],
        "certificate": None if claims is None else json.dumps(claims),
        "code": _code(report),
    }


def rule(text: str, language: str, quick: bool) -> dict[str, Any]:
    """Returns the facts about a game whose rule was typed in Python. From now on positions may name it. Only the engine
    in the browser has this job: a server runs no code from its clients."""
    from sprague.workbench.own.typed import rule_typed

    game = rule_typed(text)
    return {
        "game": game.head,
        "title": title_of(game, language),
        "rule": game.rule.render(language),
        "example": game.example,
    }


def _rows(report: Any) -> list[list[int | str]]:
    """Returns the first rows of the table: one row of values, or for three heaps the square in which the first heap is
    empty."""
    table = report.table
    if report.kind == "values":
        rows = [table[:VALUES]]
    elif report.kind == "pairs":
        rows = table[:PAIRS]
    else:
        square = table[0] if report.kind == "cubes" and table else table
        rows = [row[:SIDE] for row in square[:SIDE]]
    return [[to_json(int(value)) for value in row] for row in rows]


def _code(report: Any) -> str | None:
    try:
        return str(report.code())
    except UnsolvedError:
        return None


JOBS: dict[str, Callable[..., dict[str, Any]]] = {"discover": discover}
