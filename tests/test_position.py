"""Positions: moves, play, the count of lines of play."""

import pytest

import sprague as sg
from sprague.errors import MoveError


def perft(position: sg.Position, depth: int) -> int:
    return 1 if depth == 0 else sum(perft(option, depth - 1) for option in position.options())


def test_lines_of_play_of_nim_to_depth_3():
    assert perft(sg.parse("nim 1,2,3"), 3) == 76


@pytest.mark.parametrize(
    ("position", "move", "left"),
    [
        ("wythoff 500,1000", "wythoff 500,309", "wythoff 500,309"),
        ("wythoff 500,1000", "take 691 from both jars", None),
        ("nim 3,3", "nim 3,1", "nim 3,1"),
        ("nim 3,4", "nim 3", "*3"),
        ("nim 3,4", "nim 3,0", "*3"),
        ("nim 3", "*0", "*0"),
        ("*3", "take 2 from the heap of 3", "*1"),
        ("nim 3", "nim 3", None),
        ("nim 3", "nim 4", None),
        ("nim 3,4", "nim 2,3", None),
        ("wythoff 1,2", "nim 1,2", None),
        ("wythoff 2,2", "wythoff 0,0", "wythoff 0,0"),
        ("wythoff 2,2", "nim 0", None),
        ("wythoff 2,2 + *1", "*1", "*1"),
    ],
)
def test_play_takes_the_position_left_or_the_sentence(position, move, left):
    if left is None:
        with pytest.raises(MoveError):
            sg.parse(position).play(move)
    else:
        assert str(sg.parse(position).play(move)) == left


def test_misere_positions_are_not_added():
    with pytest.raises(sg.SpragueError, match="misère"):
        sg.parse("misere nim 1") + sg.parse("nim 2")
