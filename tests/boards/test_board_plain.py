"""Theorems on Cram, and the parts of boards, against the definition and values by others."""

import json
from functools import cache, reduce
from operator import xor

import pytest
from folders import DATA
from hypothesis import given
from hypothesis import strategies as st
from rectangles import full_board

from sprague.boards.plain import mirror_outcome, parts_to_value, strided_components
from sprague.search.strips import strip_value
from sprague.words.errors import RangeError

REFERENCE = json.loads((DATA / "cram_nimbers.json").read_text())


@cache
def by_definition(cells: frozenset[tuple[int, int]]) -> int:
    options = {
        by_definition(cells - {(r, c), other})
        for r, c in cells
        for other in ((r + 1, c), (r, c + 1))
        if other in cells
    }
    return next(v for v in range(len(options) + 1) if v not in options)


@st.composite
def boards(draw, most=12):
    rows, cols = draw(st.integers(1, 5)), draw(st.integers(1, 6))
    chosen = draw(st.lists(st.integers(0, rows * cols - 1), max_size=most, unique=True))
    return rows, cols, sum(1 << cell for cell in chosen)


def as_set(rows: int, cols: int, cells: int) -> frozenset[tuple[int, int]]:
    return frozenset((i // cols, i % cols) for i in range(rows * cols) if cells >> i & 1)


@given(boards())
def test_what_is_left_of_a_board_has_its_value(board):
    rows, cols, _ = board
    parts = [by_definition(as_set(rows, cols, part)) for part in parts_to_value(*board)]
    assert reduce(xor, parts, 0) == by_definition(as_set(*board))


@given(boards(10))
def test_mirror_strategy_is_right(board):
    outcome = mirror_outcome(*board)
    if outcome is not None:
        assert (outcome == "P") == (by_definition(as_set(*board)) == 0)


@given(boards())
def test_parts_are_a_partition_without_links(board):
    rows, cols, cells = board
    stride = cols + 1  # an empty column between the rows
    wide = sum(1 << (i // cols * stride + i % cols) for i in range(rows * cols) if cells >> i & 1)
    parts = strided_components(wide, stride)
    assert sum(parts) == wide
    value = 0
    for part in parts:
        value ^= by_definition(as_set(rows, stride, part))
        assert strided_components(part, stride) == [part]
    assert value == by_definition(as_set(*board))


def test_strips_of_others():
    for n, value in REFERENCE["one_by_n"].items():
        assert strip_value(int(n)) == value


def test_the_period_of_strips_is_proved():
    """Guy and Smith: equality below 2 * 53 + 2 * 34 + 2 is enough, for values made by the definition."""
    values = [0]
    for n in range(1, 2 * 53 + 2 * 34 + 2):
        seen = {values[a] ^ values[n - 2 - a] for a in range(n - 1)}
        values.append(next(v for v in range(len(seen) + 1) if v not in seen))
    assert [strip_value(n) for n in range(len(values))] == values


def test_theorems_answer_at_any_size():
    assert mirror_outcome(30, 30, full_board(30, 30)) == "P"
    assert mirror_outcome(31, 30, full_board(31, 30)) == "N"
    assert mirror_outcome(5, 5, full_board(5, 5)) is None
    assert mirror_outcome(5, 5, full_board(5, 5) ^ 1 << 12) == "P"
    assert mirror_outcome(1, 5, 0b10101) == "P"


@pytest.mark.parametrize("board", [(0, 3, 0), (2, 2, 16), (2, 2, -1)])
def test_what_is_no_board(board):
    with pytest.raises(RangeError):
        mirror_outcome(*board)
