"""Peg duotaire and Amazons against plain definitions on sets of cells."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import count

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import sprague as sg

Board = tuple[str, ...]


def jumps(board: Board) -> Iterator[Board]:
    pegs = {(r, c) for r, row in enumerate(board) for c, letter in enumerate(row) if letter == "o"}
    for r, c in pegs:
        for dr, dc in ((0, 1), (1, 0), (0, -1), (-1, 0)):
            over, end = (r + dr, c + dc), (r + 2 * dr, c + 2 * dc)
            inside = 0 <= end[0] < len(board) and 0 <= end[1] < len(board[0])
            if over in pegs and inside and end not in pegs:
                after = pegs - {(r, c), over} | {end}
                yield tuple(
                    "".join(".o"[(i, j) in after] for j in range(len(board[0]))) for i in range(len(board))
                )


def shots(board: Board) -> Iterator[Board]:
    cells = {(r, c): letter for r, row in enumerate(board) for c, letter in enumerate(row)}

    def queen(at: tuple[int, int], free: set[tuple[int, int]]) -> Iterator[tuple[int, int]]:
        for dr in (-1, 0, 1):
            for dc in (-1, 0, 1):
                for k in count(1):
                    to = at[0] + k * dr, at[1] + k * dc
                    if to not in free or not (dr or dc):
                        break
                    yield to

    for start in [cell for cell, letter in cells.items() if letter == "a"]:
        free = {cell for cell, letter in cells.items() if letter == "."} | {start}
        for end in queen(start, free - {start}):
            for burned in queen(end, free - {end}):
                after = {**cells, start: ".", end: "a", burned: "#"}
                yield tuple("".join(after[i, j] for j in range(len(board[0]))) for i in range(len(board)))


@cache
def value(board: Board, amazons: bool) -> int:
    values = {value(left, amazons) for left in (shots if amazons else jumps)(board)}
    return next(n for n in count() if n not in values)


@cache
def lost_misere(board: Board, amazons: bool) -> bool:
    left = list((shots if amazons else jumps)(board))
    return bool(left) and not any(lost_misere(each, amazons) for each in left)


def compare(board: Board, amazons: bool) -> None:
    text = ("amazons " if amazons else "duotaire ") + "/".join(board)
    position = sg.parse(text)
    assert position.value == value(board, amazons)
    assert {move.to.value for move in position.moves()} == {
        value(left, amazons) for left in (shots if amazons else jumps)(board)
    }
    assert (sg.parse(f"misere {text}").outcome == "P") == lost_misere(board, amazons)


@settings(max_examples=60, deadline=None)
@given(st.sampled_from([(1, 9), (2, 5), (3, 3), (3, 4)]), st.data())
def test_duotaire_is_the_definition(size: tuple[int, int], data: st.DataObject) -> None:
    compare(drawn(size, "o.", data), amazons=False)


@settings(max_examples=40, deadline=None)
@given(st.sampled_from([(1, 6), (2, 3), (3, 2), (2, 4)]), st.data())
def test_amazons_is_the_definition(size: tuple[int, int], data: st.DataObject) -> None:
    compare(drawn(size, "a..##", data), amazons=True)


def drawn(size: tuple[int, int], letters: str, data: st.DataObject) -> Board:
    rows, columns = size
    row = st.lists(st.sampled_from(letters), min_size=columns, max_size=columns)
    return tuple("".join(data.draw(row)) for _ in range(rows))


@pytest.mark.parametrize("n", range(10))
def test_a_lone_amazon_on_a_strip_is_a_heap_of_nim(n: int) -> None:
    assert sg.parse("amazons a" + "." * n).value == n == value(("a" + "." * n,), amazons=True)


def test_moves_in_words() -> None:
    move = sg.parse("duotaire oo.").moves()[0]
    assert str(move.sentence) == "jump from row 1, column 1 to row 1, column 3"
    said = {str(move.sentence) for move in sg.parse("amazons a.").moves()}
    assert said == {"move the amazon from row 1, column 1 to row 1, column 2, and burn row 1, column 1"}
