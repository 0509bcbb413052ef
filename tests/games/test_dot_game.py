"""Document 001: the dot game of Richard Penn, as M. J. Dominus tells it (The Universe of Discourse, 26 Sep 2008)."""

import functools

import pytest

import sprague as sg
from sprague.model import naive
from sprague.model.ruleset import Component
from sprague.workbench import registry

ROWS = [0, 1, 1, 2, 0, 3, 1]  # tabulated there for rows of 0 to 6 dots


def test_the_rows_of_the_table():
    assert [sg.parse(f"dots {n}").value for n in range(7)] == ROWS
    assert [sg.parse(f"dots {n}").value for n in (16, 17, 19, 20)] == [2, 2, 3, 0]


@pytest.mark.parametrize(("circle", "outcome"), [(19, "P"), (20, "P")])
def test_the_second_player_wins_both_circles(circle, outcome):
    assert sg.parse(f"circle {circle}").outcome == outcome


def test_the_only_moves_to_zero_from_a_row_of_16():
    assert {str(move.to) for move in sg.solve("dots 16").winning_moves} == {"dots 14", "dots 6,7"}


def test_a_row_of_17_may_be_split_into_two_of_7():
    assert "dots 7,7" in {str(move.to) for move in sg.solve("dots 17").winning_moves}


def test_the_values_of_circles_are_those_of_the_definition():
    circle = registry.find("circle")
    known: dict[Component, int] = {}
    wanted = [naive.value(Component(circle, n), known) for n in range(25)]
    for to in range(25):
        assert registry.values(circle, to).tolist() == wanted[: to + 1]


def test_the_second_player_answers_every_line_of_play_from_the_circle_of_19():
    @functools.cache
    def won_by_second(text: str) -> bool:
        position = sg.parse(text)
        for move in position.moves():
            answers = move.to.winning_moves.first(1)
            if not answers or not won_by_second(str(answers[0].to)):
                return False
        return True

    assert won_by_second("circle 19")


def test_three_rows_and_their_reason():
    answer = sg.solve("dots 7,9,10")
    assert answer.values == (1, 3, 3)
    assert answer.value == 1
    assert str(answer.reason).startswith("*1 + *3 + *3 = *1: bring dots 7 (*1) to *0")
    left = {str(move.to) for move in answer.winning_moves}
    assert {"dots 4,9,10", "dots 2,2,9,10"} <= left
    assert all(sg.parse(text).outcome == "P" for text in left)


def test_the_token_changes_no_outcome():
    assert sg.parse("♦").outcome == "P"
    for rows in ("dots 7,9,10", "dots 20", "nim 1,2,3"):
        assert sg.parse(f"{rows} + ♦").outcome == sg.parse(rows).outcome
    assert [str(move.to) for move in sg.solve("♦ + *5").winning_moves] == ["token", "nim 5,5"] or {
        str(move.to) for move in sg.solve("♦ + *5").winning_moves
    } == {"token", "nim 5,5"}
