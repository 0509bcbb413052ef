"""The values of single coins, and what is found in them; they are those of Winning Ways, chapter 14."""

import pytest

import sprague as sg
from sprague.model import naive
from sprague.workbench.registry import find

FOUND = {
    "turning-turtles": "identity",
    "twins": "identity",
    "mock-turtles": "odious number",
    "ruler": "lowest bit",
    "coins{xx,x.x}": "period",
}


@pytest.mark.parametrize("game", FOUND)
def test_the_table_holds_single_coins(game):
    report = sg.discover(game)
    ruleset, known = find(game), {}
    for n in range(9):
        alone = 0 if n < ruleset.first else naive.value(sg.parse(f"{game} {n}").components[0], known)
        assert report.table[n] == alone
    assert report.patterns[0].guess.name == FOUND[game]


def test_a_theorem_is_named_beside_what_is_observed():
    report = sg.discover("mock-turtles")
    assert "a head at place n is worth the odious one of 2n and 2n + 1" in str(report.says[0])
    assert report.status == "observed" and sg.discover("ternups").says == []


def test_a_table_that_grows_too_fast_ends_where_it_must():
    report = sg.discover("moidores", seconds=1)
    assert report.cut is not None and 10 <= len(report.table) < 500
    assert report.table[:10] == [2**n for n in range(9)] + [511]


def test_another_name_for_n_is_no_other_law():
    texts = [str(pattern.guess.text) for pattern in sg.discover("turning-turtles").patterns]
    assert texts == ["the number n", "period 1 with saltus 1 from 0: 0"]
