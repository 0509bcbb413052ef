"""Finds patterns in a game that is given by its name, a formula or a function: ``sg.discover``."""

from __future__ import annotations

import time
from typing import Any

from sprague.discovery.discover import report_of, report_of_row
from sprague.discovery.report import LIMIT, Report
from sprague.discovery.rule import Rule, is_formula, read_formula
from sprague.model.ruleset import Ruleset
from sprague.system.ask import Ask, asking
from sprague.words.digits import shown
from sprague.words.errors import RangeError
from sprague.words.messages import say

from .numbered import numbered
from .registry import engine, ruleset_of


def discover(
    game: Any, *, limit_states: int = LIMIT, seconds: float | str | None = None, row: int | None = None
) -> Report:
    """Finds patterns in a game, and proves those that it can.

    ``game`` is a name, a text of vectors or a formula (``x,y -> u,v where …``), a ruleset, or a plain function from
    states to options. ``limit_states`` bounds the automata that are learned, ``seconds`` the whole search; if they are
    not given, the search for the law of a user's function ends after a few seconds. ``row`` is for Wythoff's game: the
    report then gives the Grundy values of all positions whose first heap is ``row``, and shows that they are additively
    periodic.

    For rules on two heaps by vectors or formulas the search makes a table of P-positions, looks for lines through it,
    and learns an automaton that it tries to prove. For take-and-break games it looks for the period, for others for
    patterns with a name.

    If a bound ends the work, the report contains the results so far, and its ``cut`` names the bound.

    Raises NotationError if the text is not a game, RangeError for an invalid bound, and BudgetError if a bound is
    reached before anything is known.

    >>> report = discover("wythoff")
    >>> report.status, report.theorem and report.theorem.p_set.states, report.formula
    ('proved', 7, '(⌊nφ⌋, ⌊nφ²⌋)')
    >>> print(discover(lambda n: range(max(0, n - 3), n)).patterns[0].guess.text)
    period 4: 0, 1, 2, 3
    """
    if isinstance(limit_states, bool) or not isinstance(limit_states, int) or not 1 <= limit_states <= 10_000:
        raise RangeError(
            say("expected a bound of 1 to {most} states, got {got}", most=10_000, got=shown(limit_states))
        )
    begun = time.monotonic()
    report = asking(Ask(seconds=seconds)).run(_report, game, limit_states, row)
    report.oeis = [*numbered(report)]
    report.seconds = time.monotonic() - begun
    return report


def certificate_of(report: Report, values: bool = False) -> dict[str, Any]:
    """Returns the certificate of what a report proves: of the law of the ``values``, or of the P-positions if these
    have one of their own. The certificate of a law is checked first. Raises UnsolvedError, with the reason, if there is
    none.
    """
    claims = None if values else report.certificate
    if claims is None:
        claims = report.law_certificate(values)
    if claims["format"] == "sprague-law/1":
        from sprague.discovery.laws.certificate import checked

        return checked(claims)
    return claims


def _report(game: Any, limit_states: int, row: int | None) -> Report:
    return (
        report_of(_rules(game), limit_states, engine) if row is None else report_of_row(ruleset_of(game), row)
    )


def _rules(game: Any) -> Rule | Ruleset:
    """Returns the rules of a game that is given in one of these ways."""
    if isinstance(game, str) and is_formula(game):
        return read_formula(game)
    if isinstance(game, Rule):
        return game
    if callable(game) and not isinstance(game, Ruleset) and not hasattr(game, "ruleset"):
        from .own.rule import rule

        return rule(game, name=None if getattr(game, "__name__", "<")[0] != "<" else "your-rule")
    return ruleset_of(game)
