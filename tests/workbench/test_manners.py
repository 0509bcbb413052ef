"""What positions, moves and results share with Python's own objects."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

import sprague as sg
from sprague.words.errors import MoveError, RangeError


@pytest.mark.parametrize(
    "values",
    [sg.kayles.values(50), sg.wythoff.values((20, 20)), sg.nim.values(300), sg.octal("0.007").values(70_000)],
)
def test_values_are_of_one_type(values: np.ndarray) -> None:
    assert values.dtype == np.int64 and (np.diff(values) < 0).any() | (np.diff(values) == 1).all()


def test_values_of_another_type() -> None:
    whole = sg.kayles.values(500)
    for dtype in (np.uint8, np.int16, np.uint64, "smallest"):
        assert (sg.kayles.values(500, dtype=dtype) == whole).all()
    assert sg.kayles.values(500, dtype="smallest").itemsize == 1
    for wrong in (np.float64, "largest", object):
        with pytest.raises(sg.SpragueError, match="expected a type of NumPy's integers"):
            sg.kayles.values(5, dtype=wrong)  # type: ignore[call-overload]
    with pytest.raises(sg.SpragueError, match="values up to 300, got uint8"):
        sg.nim.values(300, dtype=np.uint8)
    with pytest.raises(sg.SpragueError, match="expected a type with -1"):
        sg.top_entails.values(5, dtype=np.uint8)


def test_numbers_on_a_board() -> None:
    taken = np.array([[0, 0, 7], [0, 0, 0]])
    for game in (sg.cram, sg.game("place[I2]")):
        assert game(taken).text.endswith("..#/...")
        assert game(taken, free=7).text.endswith("##./###")
        assert game(taken == 0, free=True) == game(taken) == game(taken.tolist())
    assert sg.notakto([[0, 1], [0, 0]]).text == "notakto .x/.."
    assert sg.clobber([[0, 1], [2, 1]]).text == "clobber .x/ox"
    with pytest.raises(sg.SpragueError, match="expected 0 for a free cell, or 1 to 2, got '3'"):
        sg.clobber([[0, 3]])


def test_misere_play_and_copies() -> None:
    assert sg.nim(3, 4, misere=True) == sg.nim(3, 4).as_misere() == sg.parse("misere nim 3,4")
    assert sg.nim(3, 4, misere=True).as_misere(False) == sg.nim(3, 4)
    assert 3 * sg.kayles(5) == sg.kayles(5, 5, 5) == sg.kayles(5) * np.int64(3)
    for times in (0, -1):
        with pytest.raises(sg.SpragueError, match="at least one copy"):
            times * sg.kayles(5)
    with pytest.raises(TypeError):
        sg.kayles(5) * 2.5  # type: ignore[operator]


def test_moves_have_the_values_that_they_leave() -> None:
    position = sg.parse("kayles 4 + *2")
    assert [move.value for move in position.moves()] == [option.value for option in position.options()]


def test_format_specifications() -> None:
    assert f"{sg.nim(3, 4):>10}|{sg.nim(1).moves()[0]:<3}" == "   nim 3,4|take 1 from the heap of 1 -> *0"


def test_lists_of_moves_are_sequences() -> None:
    moves = sg.nim(2, 3).moves()
    assert isinstance(moves, Sequence) and moves[1] in moves and moves.index(moves[3]) == 3
    assert list(reversed(moves)) == list(moves)[::-1] and moves.count(moves[0]) == 1


def test_results_compare() -> None:
    for make in (
        lambda: sg.statistics("kayles", 100),
        lambda: sg.misere.quotient("0.75"),
        lambda: sg.solve("nim 3,4"),
        sg.kayles.period,
    ):
        assert make() == make() and hash(make()) == hash(make())
    assert sg.statistics("kayles", 100) != sg.statistics("kayles", 101)
    assert sg.misere.quotient("0.75") != sg.misere.quotient("0.123")


@pytest.mark.parametrize(
    ("ask", "says"),
    [
        (lambda: sg.octal(0.77), r"sg.octal\('0.77'\), got a float"),  # type: ignore[arg-type]
        (lambda: sg.node_kayles("petersen"), "write petersen:5,2"),
        (lambda: sg.Position("nim 3"), "sg.parse reads a text"),  # type: ignore[arg-type]
        (lambda: sg.nim(3, second=4), "second"),
        (lambda: sg.kayles.perod, "the game kayles has no attribute 'perod'"),
    ],
)
def test_errors_say_what_to_write(ask, says: str) -> None:
    with pytest.raises((sg.SpragueError, AttributeError), match=says):
        ask()


def test_nimbers_of_signed_arrays() -> None:
    table = sg.wythoff_values(7, 7)
    assert sg.nimber.multiply(table, 3).tolist() == sg.nimber.multiply(table.astype(np.uint32), 3).tolist()
    assert sg.nimber.multiply(sg.kayles.values(9), 2).dtype == np.uint64
    with pytest.raises(sg.SpragueError, match="expected numbers >= 0, got -1 at index .1."):
        sg.nimber.add(np.array([0, -1]), 1)


def test_choices_of_a_question_are_checked_each_time() -> None:
    """Also when the position has its answer already."""
    asked = sg.nim(3, 4)
    asked.solve()
    with sg.Solver() as solver:
        for question in (asked.solve, sg.nim(3, 5).solve, lambda **wrong: solver.solve("nim 3,4", **wrong)):
            for wrong in ({"value": 7}, {"value": "no"}, {"moves": 1}, {"moves": None}):
                with pytest.raises(RangeError, match="expected (value|moves)=True"):
                    question(**wrong)
    with pytest.raises(RangeError, match="expected value=True"):
        sg.solve_many([asked], value=7)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "text",
    [
        *("cram 1x1", "northcott wb", "geography edges:a-b,c@c", "brussels-sprouts 0", "top-entails 0"),
        *("nimstring edges:", "cram 1x1 + top-entails 0", "kayles 0", "place[I2] 1x1", "clobber xx"),
    ],
)
def test_where_no_move_is_left_the_reason_says_so(text: str) -> None:
    assert str(sg.solve(text).reason) == "there is no move: whoever is to move has lost"


def test_a_sentence_of_two_moves_is_no_move() -> None:
    """Two lines from A to B leave different positions, and only one of them wins."""
    position = sg.parse("sprouts AB/0.AB")
    with pytest.raises(MoveError, match=r"may leave sprouts 0\.2 or sprouts 222\."):
        position.play("draw a line from A to B")
    assert position.play("draw a line from A to B -> sprouts 222.").text == "sprouts 222."
    assert sg.parse("global-fibonacci 3,3").play("take 1 from the heap of 3").text == "global-fibonacci 2,3:2"
