"""The period of circles of dots, against circles and rows by the definition."""

from __future__ import annotations

import functools
import itertools

import sprague as sg
from sprague.games.dots import AS_KINDS
from sprague.proofs.check import check


@functools.cache
def row(dots: int) -> int:
    """The value of a row: cross out a dot and its neighbours."""
    reached = {row(max(i - 1, 0)) ^ row(max(dots - i - 2, 0)) for i in range(dots)}
    return next(value for value in itertools.count() if value not in reached)


def circle(dots: int) -> int:
    """The value of a circle, whose dots are all alike: what is left is a row."""
    return int(dots > 0 and row(max(dots - 3, 0)) == 0)


def test_the_period_of_circles_is_proved_and_right() -> None:
    period = sg.circle.period()
    assert period.status == "proved"
    assert period.preperiod is not None and period.period is not None
    values = [circle(dots) for dots in range(400)]
    for dots in range(period.preperiod, 400 - period.period):
        assert values[dots + period.period] == values[dots]
    for shorter in range(1, period.period):
        assert any(values[n + shorter] != values[n] for n in range(200, 300))
    assert values[period.preperiod - 1] != values[period.preperiod - 1 + period.period]
    assert [period.value(dots) for dots in range(400)] == values


def test_the_certificate_is_about_heaps_of_two_kinds_of_which_the_first_is_a_circle() -> None:
    claims = sg.circle.period().certificate()
    assert claims["game"] == f"kinds{{{AS_KINDS}}}"
    assert check(claims)["valid"]
    kinds = sg.game(claims["game"])
    for dots in range(90):
        assert kinds(dots).value == circle(dots)
        assert sg.parse(f"{claims['game']} {dots}@b").value == row(dots)


def test_discover_proves_the_period_of_circles() -> None:
    report = sg.discover("circle")
    assert report.status == "proved"
    assert not report.observed
