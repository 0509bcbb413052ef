"""The compiled search for Cram against the definition and values by others."""

import json
import math
import random
from functools import cache

import numpy as np
import pytest
from folders import DATA
from hypothesis import given, settings
from hypothesis import strategies as st
from rectangles import full_board

from sprague.boards import ask
from sprague.boards.plain import parts_to_value
from sprague.boards.search import BoardSearch
from sprague.search.driver import Statistics
from sprague.search.pool import SearchPool
from sprague.search.strips import strip_value
from sprague.system.ask import Ask, asking
from sprague.words.errors import BudgetError, RangeError, TooLargeError

POOL = SearchPool()
REFERENCE = json.loads((DATA / "cram_nimbers.json").read_text())
QUICK = [name for name in REFERENCE["boards"] if np.prod([int(n) for n in name.split("x")]) <= 35]
DEEP = [name for name in REFERENCE["boards"] if name not in QUICK]


def value(rows, cols, cells):
    return ask.value(rows, cols, cells, POOL)


def is_zero(rows, cols, cells):
    return ask.is_zero(rows, cols, cells, POOL)


@cache
def by_definition(width: int, cells: int) -> int:
    options = set()
    for i in range(cells.bit_length()):
        for step in (1, width):
            taken = 1 << i | 1 << (i + step)
            if cells & taken == taken and (step == width or (i + 1) % width):
                options.add(by_definition(width, cells & ~taken))
    return next(v for v in range(len(options) + 1) if v not in options)


@st.composite
def shapes(draw, most=14, room=64):
    """A width and some cells: a walk, so that most of them hang together, and a few anywhere on a board of so much
    room."""
    width = draw(st.integers(1, math.isqrt(room)))
    rows = room // width
    r, c = draw(st.integers(0, rows - 1)), draw(st.integers(0, width - 1))
    cells = {r * width + c}
    for dr, dc in draw(st.lists(st.sampled_from([(0, 1), (1, 0), (0, -1), (-1, 0)]), max_size=30)):
        if len(cells) < most:
            r, c = min(max(r + dr, 0), rows - 1), min(max(c + dc, 0), width - 1)
            cells.add(r * width + c)
    for cell in draw(st.lists(st.integers(0, rows * width - 1), max_size=most - len(cells))):
        cells.add(cell)
    return width, sum(1 << cell for cell in cells)


@pytest.mark.kernels
@pytest.mark.kernels
@settings(max_examples=300, deadline=None)
@given(shapes())
def test_value_is_the_definition(shape):
    width, cells = shape
    search = POOL.get(BoardSearch, width)
    assert search.value(cells) == by_definition(width, cells)
    assert search.is_zero(cells) == (by_definition(width, cells) == 0)


@pytest.mark.kernels
@pytest.mark.parametrize("threads", [1, 2])
def test_looking_ahead_at_every_size_leaves_the_values(threads):
    """At each part, and from there once more: only the order in which options are asked is another."""
    search = BoardSearch(3, threads=threads, memory=4 << 20)
    search._depths = lambda part: (0, 0)
    for rows in (3, 4, 5):
        cells = full_board(rows, 3)
        assert search.value(cells) == by_definition(3, cells)


@pytest.mark.kernels
@pytest.mark.parametrize("width", range(1, 9))
def test_tiny_boards_are_worth_what_the_definition_says(width):
    """As small questions fill the table, and as large ones do, in slices."""
    choose = random.Random(width)
    for bits in (12, 21):
        search = BoardSearch(width)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("sprague.boards.search._tiny_bits", lambda *_, bits=bits: bits)
            search.value(1)
        values = search._known.read()
        assert len(values) == 1 << bits
        for cells in [*range(300), *(choose.getrandbits(bits) for _ in range(400))]:
            assert values[cells] == by_definition(width, cells)


@settings(deadline=None)
@given(shapes(12))
def test_an_empty_table_gives_the_same(shape):
    width, cells = shape
    assert BoardSearch(width, memory=4 << 20).is_zero(cells) == (by_definition(width, cells) == 0)


@settings(deadline=None)
@given(shapes(10), st.integers(0, 7))
def test_a_symmetry_leaves_the_value(shape, symmetry):
    width, cells = shape
    free = [divmod(i, width) for i in range(cells.bit_length()) if cells >> i & 1]
    if symmetry & 1:
        free = [(63 - r, c) for r, c in free]
    if symmetry & 2:
        free = [(r, 63 - c) for r, c in free]
    if symmetry & 4:
        free = [(c, r) for r, c in free]
    image = sum(1 << (64 * r + c) for r, c in free)
    assert value(64, 64, image) == value(64 // width, width, cells)


@pytest.mark.parametrize("name", QUICK)
def test_rectangles_of_others(name):
    rows, cols = map(int, name.split("x"))
    expected = REFERENCE["boards"][name]["nimber"]
    assert value(rows, cols, full_board(rows, cols)) == expected
    assert is_zero(cols, rows, full_board(rows, cols)) == (expected == 0)


@pytest.mark.deep
@pytest.mark.parametrize("name", DEEP)
def test_larger_rectangles_of_others(name):
    rows, cols = map(int, name.split("x"))
    assert value(rows, cols, full_board(rows, cols)) == REFERENCE["boards"][name]["nimber"]


def test_strips_of_others():
    search = BoardSearch(1)
    for n, value in REFERENCE["one_by_n"].items():
        assert search.value(full_board(1, int(n))) == value


def test_sums_xor():
    # 3x6 is *4, 2x3 is *1, and a strip of four is *2: side by side on one board.
    rows, cols = 3, 16
    cells = 0
    for first, width, height in ((0, 6, 3), (7, 3, 2), (11, 4, 1)):
        for r in range(height):
            cells |= ((1 << width) - 1) << (r * cols + first)
    assert value(rows, cols, cells) == 4 ^ 1 ^ 2


@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize(
    ("width", "cells"), [(4, full_board(4, 7)), (3, full_board(3, 10)), (5, full_board(5, 5))]
)
def test_every_entry_is_true(width, cells, threads):
    """All values kept, and all sets of values excluded, of shapes that the definition values soon."""
    search = BoardSearch(width, threads=threads)
    search.value(cells)
    keys, values = search.exact_entries()
    assert len(keys) == search.statistics.exact if threads == 1 else len(keys) <= search.statistics.exact
    assert (np.diff(keys) > 0).all()
    seen = 0
    for key, value in zip(keys.tolist(), values.tolist(), strict=True):
        if key.bit_count() <= 14:
            assert by_definition(width, key) == value
            seen += 1
    table = np.frombuffer(search._table.read(), np.uint64).reshape(-1, 2)
    for key, data in table[(table[:, 1] != 0) & (table[:, 1] < 1 << 63)].tolist():
        excluded = data & (2**32 - 1)
        if key.bit_count() <= 14:
            assert not excluded >> by_definition(width, key) & 1
            seen += 1
    assert seen > 100


@pytest.mark.kernels
def test_entries_carry_over():
    first = BoardSearch(5)
    assert first.value(full_board(5, 6)) == 2
    keys, values = first.exact_entries()
    second = BoardSearch(5, memory=64 << 20)
    second.load(keys, values)
    assert second.statistics.exact == len(keys)
    again, same = second.exact_entries()
    assert (again == keys).all() and (same == values).all()
    assert second.value(full_board(5, 6)) == 2
    assert second.statistics.positions < first.statistics.positions / 10


@pytest.mark.parametrize("threads", [2, 4])
@pytest.mark.parametrize("name", ["4x7", "5x6", "5x7", "3x11"])
def test_threads_find_the_values_of_others(name, threads):
    rows, cols = map(int, name.split("x"))
    search = BoardSearch(rows, memory=1 << 23, threads=threads)
    assert search.value(full_board(rows, cols)) == REFERENCE["boards"][name]["nimber"]
    assert search.value(full_board(rows, cols - 1)) == REFERENCE["boards"][f"{rows}x{cols - 1}"]["nimber"]


@pytest.mark.kernels
@given(shapes(13))
@settings(deadline=None, max_examples=30)
def test_threads_find_what_the_definition_says(shape):
    width, cells = shape
    assert BoardSearch(width, memory=4 << 20, threads=2).value(cells) == by_definition(width, cells)


def test_a_table_that_may_not_grow_gives_the_same():
    search = BoardSearch(4, memory=2 << 20)
    assert search.value(full_board(4, 9)) == 1  # Beling's table
    assert search.statistics.table_bytes <= 2 << 20


def test_a_full_table_is_an_error_with_its_size(monkeypatch):
    search = BoardSearch(4, memory=2 << 20)
    monkeypatch.setattr(search, "_most", lambda: 200)
    with pytest.raises(TooLargeError, match=r"fill the table; .* MiB"):
        search.value(full_board(4, 9))


def test_progress_is_told_and_may_stop_the_search():
    told = []

    class Stop(Exception):
        pass

    def stop(statistics: Statistics) -> None:
        told.append(statistics)
        if len(told) == 2:
            raise Stop

    search = BoardSearch(5, progress=stop)
    with pytest.raises(Stop):
        search.value(full_board(5, 7))
    assert told[1].positions > told[0].positions > 0
    search.progress = None
    assert search.value(full_board(5, 7)) == 1  # goes on


def test_a_long_way_round_a_large_board():
    """Parts whose box needs two words, or more, are strips bent at will: octal 0.07."""
    for rows, cols, corner in ((9, 9, 5), (12, 7, 3), (2, 40, 30), (14, 13, 6), (3, 60, 1)):
        cells = sum(1 << c for c in range(corner)) | sum(1 << (r * cols + corner - 1) for r in range(rows))
        whole = cells | sum(1 << ((rows - 1) * cols + c) for c in range(corner - 1, cols))
        length = whole.bit_count()
        assert value(rows, cols, whole) == strip_value(length)
        assert is_zero(rows, cols, whole) == (strip_value(length) == 0)


def test_what_does_not_fit_is_refused():
    with asking(Ask(seconds=0.5)), pytest.raises(BudgetError, match=r"the time of 0.5 s is over at \d+"):
        value(11, 12, full_board(11, 12))
    with pytest.raises(RangeError):
        BoardSearch(9)
    with pytest.raises(RangeError):
        BoardSearch(4, memory=1000)
    with pytest.raises(RangeError):
        BoardSearch(5).value(1 << 60)


WIDE: dict[int, BoardSearch] = {}


@pytest.mark.kernels
@pytest.mark.kernels
@settings(max_examples=300, deadline=None)
@given(shapes(13, 128))
def test_two_words_give_the_definition(shape):
    width, cells = shape
    search = WIDE.get(width) or WIDE.setdefault(width, BoardSearch(width, 2, memory=4 << 20))
    expected = by_definition(width, cells)
    assert search.value(cells) == expected
    assert search.is_value(cells, expected) and not search.is_value(cells, expected + 1)


@pytest.mark.parametrize("threads", [1, 3])
def test_every_entry_of_two_words_is_true(threads):
    search = BoardSearch(5, 2, threads=threads)
    bent = (
        full_board(2, 5) | full_board(13, 5) & ~full_board(10, 5) | sum(1 << (5 * r + 2) for r in range(13))
    )
    search.value(bent)
    keys, values = search.exact_entries()
    assert (keys[:, 1] != 0).any()
    seen = 0
    for (low, high), value in zip(keys.tolist(), values.tolist(), strict=True):
        key = (low & (2**64 - 1)) | high << 64
        if key.bit_count() <= 16:
            assert by_definition(5, key) == value
            seen += 1
    assert seen > 50


@pytest.mark.parametrize("name", ["4x7", "5x6", "5x7", "3x12"])
def test_two_words_find_the_values_of_others(name):
    rows, cols = map(int, name.split("x"))
    search = BoardSearch(rows, 2)
    high = full_board(rows, cols) << rows * 9  # the same board across the border of the words
    assert search.value(full_board(rows, cols)) == search.value(high) == REFERENCE["boards"][name]["nimber"]
    narrow = BoardSearch(rows)
    narrow.value(full_board(rows, cols))
    for one, two in zip(narrow.exact_entries(), search.exact_entries(), strict=True):
        assert len(set(np.ravel(one).tolist()) & set(np.ravel(two).tolist())) > 1  # the keys are the same


def test_two_words_and_a_mirror():
    """An even by even board is the second player's, an even by odd one the first's (Gardner 1974)."""
    assert BoardSearch(2, 2).value(full_board(40, 2)) == 0
    assert BoardSearch(2, 2).is_value(full_board(41, 2), 0) is False
    with pytest.raises(RangeError, match="short side of 1 to 11"):
        BoardSearch(12, 2)
    with pytest.raises(RangeError, match="at most 25 by 5"):
        BoardSearch(5, 2).value(1 << 125)


def test_what_hangs_on_a_large_board_does_not_count():
    """Of two leaves on one cell one goes before cells are counted."""
    rows, cols = 3, 60
    teeth = full_board(1, cols) << cols
    for c in range(0, cols, 2):
        teeth |= 1 << c | 1 << (c + 2 * cols)
    assert teeth.bit_count() == 120
    assert sum(part.bit_count() for part in parts_to_value(rows, cols, teeth)) < 100
    assert parts_to_value(rows, cols, full_board(rows, cols)) == [full_board(rows, cols)]
