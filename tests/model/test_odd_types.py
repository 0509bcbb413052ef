"""What Python may give in place of a number or a position: answered as what it stands for, or refused by a sentence."""

from __future__ import annotations

import operator
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest

import sprague as sg
from sprague.words.digits import index_of


class Seven:
    def __repr__(self) -> str:
        return "Seven()"

    def __index__(self) -> int:
        return 7


class Faulty:
    def __index__(self) -> int:
        raise ValueError("no")


#: What stands for an int, what does not, and what Python does not write.
WHOLE = [np.int64(7), np.uint8(7), np.array(7), Seven()]
OTHER = [True, np.bool_(True), 7.0, float("nan"), float("inf"), None, "x", b"7", 7j, Decimal(7), Fraction(7), object(),
         np.array([3.5]), np.array([[1, 2], [3, 4]]), Faulty(), {7: 1}, [[7]], ...]  # fmt: skip
HUGE = 10**5000

GAMES = ["nim", "kayles", "circle", "fibonacci", "global-fibonacci", "take-fibonacci", "top-entails", "wythoff",
         "cram", "chomp", "notakto", "token", "node-kayles", "geography", "hackenbush", "loopy",
         "vectors{(k,0),(0,2k)}"]  # fmt: skip


def told(ask, *given, **named):
    """What comes of a question: an answer, or None where a sentence was said."""
    try:
        return ask(*given, **named)
    except sg.SpragueError as error:
        assert str(error)
        return None


@pytest.mark.parametrize("value", WHOLE, ids=repr)
def test_what_stands_for_a_number_is_that_number(value):
    assert operator.index(value) == 7 == index_of(value)
    assert sg.kayles(value) == sg.kayles(7) and sg.kayles[value] == sg.kayles[7]
    assert sg.kayles.values(value).tolist() == sg.kayles.values(7).tolist()
    assert sg.subtract(1, value) == sg.subtract(1, 7)
    for game, count in [(sg.wythoff, 3), (sg.nim, 3), (sg.fibonacci, 3)]:
        assert game.p_positions(value) == game.p_positions(7)
        assert game.p_positions(count, start=value, heaps=2) == game.p_positions(count, start=7, heaps=2)
        assert game.p_positions(count, within=value, heaps=2) == game.p_positions(count, within=7, heaps=2)


def test_a_small_kind_of_number_does_not_overflow():
    assert sg.nim.p_positions(1, heaps=2, start=np.uint8(200)) == [(200, 200)]
    assert sg.nim.p_positions(1, heaps=np.uint8(3), start=np.int8(100)) == sg.nim.p_positions(
        1, heaps=3, start=100
    )


@pytest.mark.parametrize("game", GAMES)
def test_other_values_are_answered_or_refused_by_a_sentence(game):
    held = sg.game(game)
    for value in OTHER:
        told(held, value)
        told(held.__getitem__, value)
        told(held.values, value)
    told(held, HUGE)


@pytest.mark.parametrize("value", OTHER, ids=lambda value: type(value).__name__)
def test_questions_about_other_values_are_refused_by_a_sentence(value):
    if value is not None:
        for name in ("heaps", "within", "start"):
            assert told(sg.wythoff.p_positions, 2, **{name: value}) is None
            assert told(sg.nim.p_positions, 2, **{name: value}) is None
    assert told(sg.wythoff.p_positions, value) is None
    assert told(sg.kayles.p_positions, value, within=100) is None
    for ask in (sg.parse, sg.game, sg.octal, sg.rule, sg.discover, sg.load_game):
        assert told(ask, value) is None or (ask, value) == (sg.rule, None)
    assert told(sg.subtract, value) is None
    assert told(sg.solve, "nim 3", threads=value) is None or value is None
    told(sg.solve, "nim 3", seconds=value)
    told(sg.solve, "nim 3", memory=value)


def test_a_number_too_long_to_be_written_is_refused_by_a_sentence():
    for ask in (sg.octal, sg.subtract, sg.game, sg.parse):
        assert told(ask, HUGE) is None
    assert told(sg.solve, "nim 3", seconds=HUGE) is None
    assert told(sg.solve, "nim 3", threads=HUGE) is None
    assert sg.kayles.p_positions(HUGE, within=100) == []
    assert sg.kayles(HUGE).value == sg.kayles[HUGE]


def test_long_ranges_are_refused_before_they_are_written():
    assert sg.subtract(range(2, 9, 3), range(10, 13)) == sg.subtract(2, 5, 8, 10, 11, 12)
    assert sg.subtract(range(5, 0, -1), range(0)) == sg.subtract(1, 2, 3, 4, 5)
    for numbers in (range(1, 10**12), range(1, 10**12, 2), range(-(10**12), 5), range(5, -(10**12), -1)):
        assert told(sg.subtract, numbers) is None


def test_a_file_may_be_a_path(tmp_path):
    path = tmp_path / "bachet.py"
    path.write_text("def moves(n):\n    return [n - k for k in (1, 2, 3) if k <= n]\n")
    assert sg.load_game(path)(21).outcome == "N"


def test_an_array_is_no_part_of_a_sum():
    position = sg.nim(3)
    assert sum([position, position]) == position + position
    for other in (np.array([1, 2]), 1, 0.0, None):
        with pytest.raises(TypeError):
            other + position
