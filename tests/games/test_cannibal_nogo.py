"""Cannibal Clobber and NoGo against plain definitions, and against values by MCGS."""

from __future__ import annotations

import json
from functools import cache
from itertools import count, product

import pytest
from folders import DATA
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import sprague as sg
from sprague.boards.grid_search import StoneSearch
from sprague.boards.search import WORD_CELLS
from sprague.model.grid import Grid
from sprague.search.pool import SearchPool
from sprague.words.errors import NotationError, RangeError

POOL = SearchPool()
REFERENCE = json.loads((DATA / "mcgs_grids.json").read_text())
Cells = frozenset[tuple[int, int]]


def beside(cell: tuple[int, int]) -> list[tuple[int, int]]:
    r, c = cell
    return [(r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)]


@cache
def cannibal_value(stones: Cells) -> int:
    values = {cannibal_value(stones - {s}) for s in stones if any(near in stones for near in beside(s))}
    return next(n for n in count() if n not in values)


@pytest.mark.kernels
@settings(max_examples=80, deadline=None)
@given(st.integers(1, 4), st.integers(0, 2**12 - 1), st.sampled_from((1, 2)))
def test_cannibal_clobber_is_the_definition(width: int, number: int, words: int) -> None:
    number &= (1 << 12 // width * width) - 1
    stones = frozenset(divmod(i, width) for i in range(12) if number >> i & 1)
    value = cannibal_value(stones)
    assert POOL.get(StoneSearch, "cannibal-clobber", width, words).value(number) == value
    rows = ["".join(".x"[(r, c) in stones] for c in range(width)) for r in range(12 // width)]
    position = sg.parse(f"cannibal-clobber {'/'.join(rows)}")
    assert position.value == value
    assert {move.to.value for move in position.moves()} == {
        cannibal_value(stones - {s}) for s in stones if any(near in stones for near in beside(s))
    }


def test_strips_are_officers() -> None:
    for n, value in enumerate(REFERENCE["cannibal_strips"], 1):
        assert sg.parse(f"cannibal-clobber 1x{n}").value == value
        if n < 64:
            assert POOL.get(StoneSearch, "cannibal-clobber", 1).value((1 << n) - 1) == value
    assert sg.parse("cannibal-clobber 30x40").outcome == "P"
    assert sg.solve("cannibal-clobber 2x4").evidence.kind == "theorem"


def nogo_options(board: tuple[str, ...]) -> set[tuple[str, ...]]:
    found = set()
    for r, c in product(range(len(board)), range(len(board[0]))):
        if board[r][c] == ".":
            for colour in "xo":
                rows = list(board)
                rows[r] = rows[r][:c] + colour + rows[r][c + 1 :]
                if nobody_is_taken(tuple(rows)):
                    found.add(tuple(rows))
    return found


@cache
def nogo_value(board: tuple[str, ...]) -> int:
    values = {nogo_value(option) for option in nogo_options(board)}
    return next(n for n in count() if n not in values)


@cache
def nogo_misere(board: tuple[str, ...]) -> bool:
    options = nogo_options(board)
    return not options or any(not nogo_misere(option) for option in options)


@cache
def cannibal_misere(stones: Cells) -> bool:
    options = [stones - {s} for s in stones if any(near in stones for near in beside(s))]
    return not options or any(not cannibal_misere(option) for option in options)


def nobody_is_taken(board: tuple[str, ...]) -> bool:
    """Free cells give life to the stones beside them, and stones to those of their colour beside them."""
    cells = {(r, c): letter for r, row in enumerate(board) for c, letter in enumerate(row)}
    alive = {cell for cell, letter in cells.items() if letter == "."}
    while True:
        more = {
            cell
            for cell, letter in cells.items()
            if cell not in alive
            and any(near in alive and cells[near] in (".", letter) for near in beside(cell))
        }
        if not more:
            return len(alive) == len(cells)
        alive |= more


@pytest.mark.parametrize("text", ["1x7", "2x3", "x.o/...", "..x./o...", "xx.oo...", "x..x..o.", "3x2"])
def test_nogo_is_the_definition(text: str) -> None:
    position = sg.parse(f"nogo {text}")
    board = tuple(position.components[0].state.lines())
    assert position.value == nogo_value(board)
    assert len({move.to.text for move in position.moves()}) == position.moves().total


@pytest.mark.kernels
@settings(max_examples=60, deadline=None)
@given(st.sampled_from([(1, 8), (2, 4), (3, 3), (2, 5), (4, 2), (1, 10)]), st.data())
def test_nogo_with_stones_is_the_definition(size: tuple[int, int], data: st.DataObject) -> None:
    rows, columns = size
    cells = data.draw(st.lists(st.sampled_from("...xo"), min_size=rows * columns, max_size=rows * columns))
    board = tuple("".join(cells[r * columns : (r + 1) * columns]) for r in range(rows))
    assume(nobody_is_taken(board) and cells.count(".") <= 7)
    width = min(size)
    for words in (1, 2):
        third = words * WORD_CELLS // 3
        number = 0
        for (r, c), letter in zip(product(range(rows), range(columns)), cells, strict=True):
            place = r * width + c if columns == width else c * width + r
            number |= 1 << place + third * ".xo".index(letter)
        assert POOL.get(StoneSearch, "nogo", width, words).value(number) == nogo_value(board)


@settings(max_examples=60, deadline=None)
@given(st.sampled_from([(1, 6), (2, 3), (3, 3), (4, 2)]), st.data())
def test_a_board_on_which_a_block_is_taken_is_refused(size: tuple[int, int], data: st.DataObject) -> None:
    rows, columns = size
    cells = data.draw(st.text("..xo", min_size=rows * columns, max_size=rows * columns))
    board = tuple(cells[r * columns : (r + 1) * columns] for r in range(rows))
    if nobody_is_taken(board):
        assert sg.parse(f"nogo {'/'.join(board)}").components[0].state == Grid(columns, cells)
        return
    with pytest.raises(NotationError, match="a free cell beside each block of stones"):
        sg.parse(f"nogo {'/'.join(board)}")
    with pytest.raises(RangeError):
        sg.game("nogo")(Grid(columns, cells))


def test_nogo_is_worth_what_others_found() -> None:
    for n, value in enumerate(REFERENCE["nogo_strips"][:17], 1):
        assert sg.parse(f"nogo 1x{n}").value == value
    for text in ("2x2", "2x3", "2x4", "2x5", "2x6", "2x7", "3x3", "3x4"):
        assert sg.parse(f"nogo {text}").value == REFERENCE["nogo_boards"][text]


@pytest.mark.deep
def test_nogo_beyond_a_moment() -> None:
    for n, value in enumerate(REFERENCE["nogo_strips"], 1):
        assert sg.Solver().value(f"nogo 1x{n}") == value
    for text, value in REFERENCE["nogo_boards"].items():
        assert sg.Solver().value(f"nogo {text}") == value


@pytest.mark.parametrize("text", ["1x2", "1x3", "1x4", "1x5", "1x6", "2x2", "2x3"])
def test_misere_play(text: str) -> None:
    rows, columns = map(int, text.split("x"))
    assert (sg.parse(f"misere nogo {text}").outcome == "N") == nogo_misere(("." * columns,) * rows)
    stones = frozenset(product(range(rows), range(columns)))
    assert (sg.parse(f"misere cannibal-clobber {text}").outcome == "N") == cannibal_misere(stones)


def test_moves_in_words() -> None:
    move = sg.parse("cannibal-clobber 1x2").moves()[0]
    assert str(move.sentence) == "move the stone from row 1, column 1 onto a neighbour"
    assert str(sg.parse("nogo 1x2").moves()[0].sentence) == "put ● on row 1, column 1"
