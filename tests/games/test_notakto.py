"""Notakto: the rules, its notation, and what is known of one board."""

from __future__ import annotations

import pytest

import sprague as sg
from sprague.games.notakto import NOTAKTO, is_dead
from sprague.model.grid import Grid
from sprague.words.errors import NotationError, RangeError, TooLargeError


def test_the_centre_wins_on_one_board_and_two_boards_are_lost() -> None:
    """Plambeck and Whitehead 2013: the first player wins on one board, by the centre, and loses on two."""
    answer = sg.solve("misere notakto 3x3")
    assert [move.to.text for move in answer.winning_moves] == ["misere notakto .../.x./..."]
    assert sg.parse("misere notakto 3x3 + notakto 3x3").outcome == "P"
    assert sg.parse("misere notakto 3x3 + notakto 3x3 + notakto 3x3").outcome == "N"


def test_a_dead_board_has_no_moves() -> None:
    for text in ("notakto xxx/.../...", "notakto x../.x./..x", "notakto ..x/.x./x..", "notakto x../x../x.."):
        position = sg.parse(text)
        assert is_dead(position.components[0].state)
        assert position.moves().total == 0
    assert sg.parse("notakto xx./xx./...").moves().total == 5


def test_positions_read_back() -> None:
    for text in ("notakto 3x3", "notakto 2x4", "notakto x../.x./...", "notakto 4x4 + notakto xx/.."):
        assert sg.parse(text).text == text
    assert sg.notakto(3, 3).text == "notakto 3x3"
    move = sg.parse("notakto x../.x./...").find_move("notakto x../.x./..x")
    assert "kills" in str(move.sentence) and move.marks == ("r2c2",)


@pytest.mark.parametrize("text", ["notakto", "notakto 0x3", "notakto x./...", "notakto ab/.."])
def test_bad_boards_are_refused(text: str) -> None:
    with pytest.raises(NotationError):
        sg.parse(text)


def test_a_state_that_is_no_board_is_refused() -> None:
    with pytest.raises(RangeError):
        sg.notakto(5.5)
    with pytest.raises(TooLargeError):
        sg.parse("notakto 51x50")


def test_crosses_are_drawn_and_a_dead_board_is_shown_as_one() -> None:
    alive, dead = (NOTAKTO.draw(Grid(3, board)) for board in ("x...x....", "x...x...x"))
    assert [shape.role for shape in alive.shapes].count("cell") == 9
    assert [shape.role for shape in dead.shapes].count("blocked") == 9
    assert [shape.text for shape in dead.shapes if shape.text] == ["×"] * 3
