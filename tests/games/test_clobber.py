"""Impartial Clobber against its plain definition on sets of stones."""

from __future__ import annotations

from functools import cache
from itertools import count

import pytest

import sprague as sg
from sprague.words.errors import NotationError, RangeError, TooLargeError

Stones = frozenset[tuple[int, int, bool]]


def options(stones: Stones) -> set[Stones]:
    found = set()
    for r, c, colour in stones:
        for near in ((r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)):
            other = (*near, not colour)
            if other in stones:
                found.add(stones - {(r, c, colour), other} | {(*near, colour)})
    return found


@cache
def value(stones: Stones) -> int:
    values = {value(option) for option in options(stones)}
    return next(n for n in count() if n not in values)


@cache
def misere_wins(stones: Stones) -> bool:
    return not stones or not options(stones) or any(not misere_wins(option) for option in options(stones))


def full(rows: int, columns: int) -> Stones:
    return frozenset((r, c, bool((r + c) % 2)) for r in range(rows) for c in range(columns))


@pytest.mark.parametrize(("rows", "most"), [(1, 10), (2, 5), (3, 3)])
def test_full_boards(rows: int, most: int) -> None:
    for columns in range(1, most + 1):
        position = sg.clobber(rows, columns)
        assert position.value == value(full(rows, columns))
        moves = {move.to.text for move in position.winning_moves}
        assert len(moves) == sum(value(option) == 0 for option in options(full(rows, columns)))


@pytest.mark.parametrize("columns", range(2, 9))
def test_misere_play(columns: int) -> None:
    assert (sg.parse(f"misere clobber 1x{columns}").outcome == "N") == misere_wins(full(1, columns))


def test_a_move_in_words_and_on_the_board() -> None:
    move = sg.parse("clobber xo./.ox").find_move("clobber .x./.ox")
    assert str(move.sentence) == "move ● from row 1, column 1 onto ○ at row 1, column 2"
    assert move.marks == ("r0c0", "r0c1")
    assert [shape.text for shape in move.drawing.shapes if shape.text] == ["●", "○", "○", "●"]
    assert (
        sg.parse("clobber xo./.ox").play("move x from row 1, column 1 onto o at row 1, column 2") == move.to
    )


def test_boards_are_written_and_read_back() -> None:
    for text in ("clobber 3x4", "clobber xo./.ox", "clobber 1x2 + clobber .", "misere clobber oxo"):
        assert sg.parse(text).text == text
    assert sg.clobber(["xo", "ox"]).text == sg.clobber("XO/OX").text == "clobber 2x2"


@pytest.mark.parametrize("text", ["clobber", "clobber 0x3", "clobber xo/x", "clobber ab", "clobber 3"])
def test_what_is_no_board(text: str) -> None:
    with pytest.raises(NotationError):
        sg.parse(text)


def test_boards_too_large_and_odd_ones() -> None:
    with pytest.raises(TooLargeError):
        sg.parse("clobber 100x100")
    with pytest.raises(RangeError):
        sg.clobber(3)


@pytest.mark.parametrize("text", ["xo.ox/.x.o./xo.xo", "xox..ox/o....xo", "x.o/.x./o.x", "ox.xoxo/..o...."])
def test_boards_that_have_fallen_apart(text: str) -> None:
    stones = frozenset(
        (r, c, letter == "x")
        for r, row in enumerate(text.split("/"))
        for c, letter in enumerate(row)
        if letter != "."
    )
    position = sg.clobber(text)
    assert position.value == value(stones)
    assert {move.to.value for move in position.moves()} == {value(option) for option in options(stones)}
