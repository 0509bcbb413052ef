"""The compiled search for pieces and stones, and the mirror strategy, against definitions on sets and values by
others."""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import cache
from itertools import count

import pytest
from folders import DATA
from hypothesis import given, settings
from hypothesis import strategies as st

import sprague as sg
from sprague.boards.grid_search import PlacingSearch, StoneSearch
from sprague.games import placing
from sprague.games.clobber import CLOBBER, mirrored
from sprague.games.placing import Placing, orientations
from sprague.model.grid import Grid
from sprague.search.pool import SearchPool
from sprague.words.errors import RangeError

POOL = SearchPool()
REFERENCE = json.loads((DATA / "clobber_nimbers.json").read_text())
PIECES = (("I3",), ("L3",), ("I3", "L3"), ("I2", "L3"), ("I1", "T4"), ("O4", "S4"), ("P5", "I4"))

Cells = frozenset[tuple[int, int]]
Stones = frozenset[tuple[int, int, str]]


def mex(values: Iterable[int]) -> int:
    found = set(values)
    return next(n for n in count() if n not in found)


@cache
def placing_value(pieces: tuple[str, ...], free: Cells) -> int:
    found = set()
    for piece in pieces:
        for image in orientations(piece):
            top, left = min(image)
            for row, column in free:
                cells = {(r + row - top, c + column - left) for r, c in image}
                if cells <= free:
                    found.add(placing_value(pieces, free - cells))
    return mex(found)


@cache
def clobber_value(stones: Stones) -> int:
    colours = {(r, c): colour for r, c, colour in stones}
    found = set()
    for r, c, colour in stones:
        for near in ((r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)):
            other = colours.get(near)
            if other not in (None, colour):
                found.add(clobber_value(stones - {(r, c, colour), (*near, other)} | {(*near, colour)}))
    return mex(found)


@st.composite
def boards(draw: st.DrawFn, letters: str, most: int = 12) -> Grid:
    """Boards of which many are symmetric."""
    columns = draw(st.integers(1, 4))
    rows = draw(st.integers(1, most // columns))
    cells = [draw(st.sampled_from(letters)) for _ in range(rows * columns)]
    symmetry = draw(st.sampled_from(("", "half", "rows", "columns", "other colours")))
    exchanged = {"x": "o", "o": "x"}
    for cell in range(len(cells)) if symmetry else ():
        r, c = divmod(cell, columns)
        r, c = rows - 1 - r if symmetry != "columns" else r, columns - 1 - c if symmetry != "rows" else c
        image = r * columns + c
        if image != cell:
            letter = cells[cell]
            cells[image] = exchanged.get(letter, letter) if symmetry == "other colours" else letter
    return Grid(columns, "".join(cells))


def places(board: Grid, letter: str) -> list[tuple[int, int]]:
    return [divmod(cell, board.columns) for cell, there in enumerate(board.cells) if there == letter]


def number(cells: Iterable[tuple[int, int]], width: int) -> int:
    return sum(1 << (r * width + c) for r, c in cells)


@pytest.mark.kernels
@settings(max_examples=120, deadline=None)
@given(boards("...#"), st.sampled_from(PIECES), st.sampled_from((1, 2)))
def test_placing_pieces_is_the_definition(board: Grid, pieces: tuple[str, ...], words: int) -> None:
    free = places(board, ".")
    images = Placing(pieces).images
    search = POOL.get(PlacingSearch, str(pieces), images, board.columns, words)
    value = placing_value(pieces, frozenset(free))
    assert search.value(number(free, board.columns)) == value
    assert search.is_value(number(free, board.columns), 1) == (value == 1)
    found = placing.mirror(board, images)
    if found is not None:
        assert (found.outcome == "P") == (value == 0)
        if found.first is not None:
            assert placing_value(pieces, frozenset(places(found.first, "."))) == 0


@pytest.mark.kernels
@settings(max_examples=120, deadline=None)
@given(boards("xoxo.", 10), st.sampled_from((1, 2)))
def test_clobber_is_the_definition(board: Grid, words: int) -> None:
    planes = [number(places(board, letter), board.columns) for letter in "ox"]
    value = clobber_value(frozenset((*cell, letter) for letter in "ox" for cell in places(board, letter)))
    search = POOL.get(StoneSearch, "clobber", board.columns, words)
    assert search.value(planes[0] | planes[1] << 32 * words) == value
    assert sg.parse(f"clobber {'/'.join(board.lines())}").value == value
    if mirrored(board):
        assert value == 0


@pytest.mark.kernels
def test_mirrors_are_found() -> None:
    """By each symmetry; the stones of one colour alone on the left of the last one do not matter."""
    for text in ("4x6", "2x8", "xoox", "xo/ox/xo/ox", "xxo.oxx", "x..xo/...ox"):
        assert mirrored(sg.parse(f"clobber {text}").components[0].state), text
    for text in ("1x2", "2x3", "3x3", "xoo"):
        assert not mirrored(sg.parse(f"clobber {text}").components[0].state), text
    assert sg.parse("place[I3] 30x30").outcome == "P"
    answer = sg.solve("place[I3] 31x31")
    assert (answer.outcome, answer.evidence.kind) == ("N", "theorem")
    assert answer.winning_moves.first(1)[0].to.outcome == "P"


QUICK = [name for name in REFERENCE["boards"] if name not in ("5x5", "3x8")]


@pytest.mark.parametrize(
    "name", [*QUICK, pytest.param("3x8", marks=pytest.mark.deep), pytest.param("5x5", marks=pytest.mark.deep)]
)
def test_full_boards_are_worth_what_others_found(name: str) -> None:
    assert sg.parse(f"clobber {name}").value == REFERENCE["boards"][name]


def test_other_boards_are_worth_what_others_found() -> None:
    for text, value in REFERENCE["others"].items():
        assert sg.parse(f"clobber {text}").value == value
    for pairs, value in enumerate(REFERENCE["pairs"]["values"][1:], 1):
        assert sg.parse(f"clobber {'xo' * pairs}").value == value


@pytest.mark.parametrize("sides", ["3x10", "4x7", "5x6"])
def test_dominoes_are_cram_on_boards_of_the_search(sides: str) -> None:
    """Two kernels: the parts of Cram are reduced further."""
    rows, columns = map(int, sides.split("x"))
    assert sg.parse(f"place[I2] {sides}").value == sg.cram(rows, columns).value


def test_two_widths_of_keys_agree() -> None:
    images = Placing(("I3", "L3")).images
    one, two = (PlacingSearch("place", images, 4, words) for words in (1, 2))
    assert one.value((1 << 28) - 1) == two.value((1 << 28) - 1)
    full = CLOBBER.full(6, 3)
    for words in (1, 2):
        planes = [number(places(full, letter), 3) for letter in "ox"]
        assert StoneSearch("clobber", 3, words).value(planes[0] | planes[1] << 32 * words) == 0  # MCGS, 2025


def test_boards_beyond_a_key_are_left_to_their_pieces() -> None:
    strip = "xoo." * 40 + "xo"  # 162 cells, in parts of 3 stones (worth 2) and of 2 (worth 1)
    assert sg.parse(f"clobber {strip}").value == 1
    assert sg.parse(f"place[I3] {'...#' * 41}").value == 1


def test_a_short_side_too_long_for_a_key_is_refused() -> None:
    with pytest.raises(RangeError, match="expected a short side"):
        StoneSearch("clobber", 9)


def test_misere_play_of_pieces() -> None:
    """A board on which exactly one more piece has room is lost in misère play."""
    assert sg.parse("misere place[I3,L3] 1x3").outcome == "P"
    assert sg.parse("misere place[I3,L3] 1x2").outcome == "N"
