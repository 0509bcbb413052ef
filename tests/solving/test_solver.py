"""The solver: values with a store and without, resumed, and what it refuses."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from folders import DATA, ROOT
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import sprague as sg
from sprague.boards.cram import CRAM, Board, read_board
from sprague.boards.search import BoardSearch
from sprague.model import naive
from sprague.model.ruleset import Component
from sprague.solving.store import Family, Store
from sprague.system import ask
from sprague.words.errors import BudgetError, FileError, RangeError, SpragueError, TooLargeError
from sprague.workbench.registry import engine
from sprague.workbench.solver import Solver
from sprague.workbench.store_check import check

REFERENCE = json.loads((DATA / "cram_nimbers.json").read_text())["boards"]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "boards.db"


@settings(
    max_examples=30,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(st.integers(1, (1 << 15) - 1), st.sampled_from([(3, 5), (5, 3)]))
def test_values_are_the_definition(path, cells, size):
    board = Board(*size, cells)
    with Solver(path) as solver:
        part = Component(CRAM, board)
        assert solver.value(str(part)) == naive.value(part, {})


@pytest.mark.parametrize("board", ["3x9", "4x7", "5x6", "3x11", "5x7"])
def test_rectangles_once_and_again(path, board):
    with Solver(path) as solver:
        assert solver.value(f"cram {board}") == REFERENCE[board]["nimber"]
        moves = [move.to.text for move in solver.solve(f"cram {board}", value=True).winning_moves]
    told = []
    with Solver(path, progress=told.append) as solver:
        assert solver.value(f"cram {board}") == REFERENCE[board]["nimber"]
        assert [move.to.text for move in solver.solve(f"cram {board}").winning_moves] == moves
        searched = solver._searches.get(BoardSearch, int(board[0])).statistics.positions
    assert searched < 50  # only the mex at the root, and what symmetry tells without a search
    with Store(path) as store:
        assert check(store).wrong == ()


def test_graphs_are_kept_too(path):
    games = ["node-kayles grid:3x8", "arc-kayles grid:4x7", "arc-kayles petersen:11,2"]
    with Solver(path) as solver:
        values = [solver.value(game) for game in games]
    assert values[0] == 2  # OEIS A316632(8)
    assert values[1] == REFERENCE["4x7"]["nimber"]
    with Solver(path) as solver:
        assert [solver.value(game) for game in games] == values
        assert all(search.statistics.positions == 0 for search in solver._searches.searches)
    with Store(path) as store:
        assert check(store).wrong == ()
        assert sorted(family.game for family in store.counts()) == ["arc-kayles", "arc-kayles", "node-kayles"]


@pytest.mark.parametrize(
    ("game", "known"),
    [
        ("place[I3,L3] 5x6", "place[I3,L3]-64"),
        ("cannibal-clobber 3x4", "cannibal-clobber-64"),
        ("clobber 3x5", "clobber-64"),
        ("nogo 2x5", "nogo-64"),
        ("place[I3] 1x70", "place[I3]-128"),
    ],
)
def test_other_games_on_boards_are_kept_and_checked(path, game, known):
    with Solver(path) as solver:
        value = solver.value(game)
    assert value == Solver().value(game)
    with Solver(path) as solver:
        assert solver.value(game) == value
        assert all(search.statistics.positions == 0 for search in solver._searches.searches)
    with Store(path) as store:
        finding = check(store, 20)
        assert finding.wrong == () and {family.game for family in store.counts()} == {known}
        (family,) = store.counts()
        keys, values = store.load(family)
    if finding.recomputed:  # not of NoGo, whose keys leave out cells, nor where all entries are large
        with Store(path.with_name("forged.db"), create=True) as store:
            store.add(family, keys, values ^ 1)
            assert check(store, 20).wrong


def test_an_interrupted_search_goes_on(path, monkeypatch):
    def stop(statistics):
        if statistics.done > 1000:
            raise KeyboardInterrupt

    monkeypatch.setattr(ask, "EVERY", 0.0)  # the search takes about as long as passes between two reports
    with pytest.raises(KeyboardInterrupt), Solver(path, progress=stop) as solver:
        solver.value("cram 4x9")
    with Store(path) as store:
        kept = store.counts()[Family("cram", "4")]
        assert kept > 0 and check(store).wrong == ()
    with Solver(path) as solver, Solver() as fresh:
        assert solver.value("cram 4x9") == fresh.value("cram 4x9")
        assert solver._searches.get(BoardSearch, 4).statistics.exact > kept


class Enough(Exception):
    """Ends a search that has shown what it was to show."""


def test_writing_goes_on_during_a_search(path):
    def told(statistics):
        if solver.store.counts().get(Family("cram", "5"), 0):
            raise Enough

    with Solver(path, interval=0.1, progress=told) as solver, pytest.raises(Enough):
        solver.value("cram 5x9")  # takes several times as long as what is told needs to come


def test_too_little_memory_keeps_what_was_found(path):
    with pytest.raises(TooLargeError, match="fill the table"), Solver(path, memory="5MB") as solver:
        solver.value("cram 4x11")
    with Store(path) as store:
        assert store.counts()[Family("cram", "4")] > 1000


def test_what_cannot_fit_is_refused_before_it_starts(monkeypatch):
    monkeypatch.setenv("SPRAGUE_MEMORY", "64M")
    with Solver() as solver, pytest.raises(TooLargeError, match=r"cram 7x9 needs \d+\.\d GiB; only 64.0 MiB"):
        solver.solve("cram 7x9")


def test_a_long_search_is_announced():
    told = []

    def stop(statistics):
        if told:
            raise KeyboardInterrupt

    with Solver(memory="100MB", announce=told.append, progress=stop) as solver:
        solver.value("cram 5x7")
        assert not told
        with pytest.raises(KeyboardInterrupt):
            solver.solve("cram 5x9", value=True)
    (sentence,) = told
    assert re.search(r"about \d{6,7} values", str(sentence)) and "memory bound is 100.0 MiB" in str(sentence)


def test_symmetric_boards_are_answered_at_any_size():
    with Solver() as solver:
        assert solver.solve("cram 30x30").outcome == "P"
        answer = solver.solve("cram 30x31")
        assert (answer.outcome, answer.value) == ("N", None)
        with pytest.raises(TooLargeError, match="128"):
            solver.value("cram 11x13")


def test_threads_find_the_same_and_keep_what_is_true(path):
    with Solver(path, threads=2) as solver:
        assert solver.value("cram 4x8") == REFERENCE["4x8"]["nimber"]
        assert solver.value("node-kayles grid:3x10") == 3
    with Store(path) as store:
        assert check(store).wrong == ()
    with Solver(path) as solver:
        assert solver.value("cram 4x8") == REFERENCE["4x8"]["nimber"]


def test_boards_of_more_than_64_cells_keep_what_they_find(path):
    board = "cram ...../...../..#../#.#.#/..#../.#.#./..#../#.#.#/..#../.#.#./..#../#.#.#/...../....."
    with Solver(path) as solver:
        value = solver.value(board)
    with Store(path) as store:
        assert set(store.counts()) == {Family("cram", "5"), Family("cram-128", "5")}
        found = check(store)
        assert found.wrong == () and found.recomputed > 20
    told = []
    with Solver(path, progress=told.append) as solver:
        assert solver.value(board) == value
    assert told == []  # at once
    with Solver(memory="64MB") as solver:
        assert solver.solve(f"{board} + *{value}").outcome == "P"


def test_what_is_not_true_is_not_accepted(tmp_path):
    for threads, got in ((0, "0"), ("2", "'2'"), (1.5, "1.5"), (True, "True"), (None, "None")):
        with pytest.raises(RangeError, match=f"expected 1 to 256 threads, got {got}"):
            Solver(threads=threads)
    with pytest.raises(SpragueError, match="expected a position as text, got '5'"):
        Solver().value(5)
    with pytest.raises(FileError, match="the name of a file as the store, got 5"):
        Solver(store=5)
    assert Solver(memory="1.5GB").memory == 3 << 29
    assert Solver(memory="0.5 k").memory == 512
    for memory in ("1.5", 1.5, "1..5G", ".5G", True, b"5"):
        with pytest.raises(RangeError, match="expected memory as bytes or with k, M, G or T"):
            Solver(memory=memory)
    with pytest.raises(RangeError, match="expected memory as bytes or with k, M, G or T"):
        Solver(memory="much")
    with pytest.raises(TooLargeError, match="needs .*; only 1000 bytes is available"):
        Solver(memory=1000).value("cram 5x7")
    with pytest.raises(FileError):
        Solver(tmp_path)


def effort(board):
    return engine(CRAM).effort(board)


def test_a_bound_of_time_tells_what_is_known_by_then():
    found = sg.solve("cram 6x7", value=True, seconds=1)
    assert (found.outcome, found.value) == ("N", None) and found.at_least >= 1
    assert "is over" in str(found.cut) and found.to_dict(0)["value_at_least"] == found.at_least
    with pytest.raises(BudgetError, match="is over"):
        _ = sg.solve("cram 7x7", seconds=1).outcome


def test_the_effort_grows():
    values = [effort(Board(5, n, (1 << 5 * n) - 1)).values for n in (9, 11, 13)]
    assert values == sorted(values)
    assert effort(Board(4, 4, 0)).moment


def test_the_estimate_is_within_a_factor_of_ten_of_what_was_measured():
    """The rows of the page's table: board, cells, positions, values met, seconds."""
    page = (ROOT / "docs" / "theory" / "boards.md").read_text("utf-8")
    rows = re.findall(
        r"^\| (\d+)x(\d+) = \*\d+ \| \d+ \| [^|]+ \| ([^|]+) \| ([\d.]+) \|", page, re.MULTILINE
    )
    checked = 0
    for height, width, values, seconds in rows:
        count = float(values.replace(" million", "e6").replace(" ", ""))
        found = effort(read_board(f"{height}x{width}", ""))
        if not found.moment:
            assert found.values / 10 < count < found.values * 10
            assert found.seconds / 10 < max(1.0, float(seconds)) < found.seconds * 10
            checked += 1
    assert checked >= 8


@pytest.mark.parametrize("memory", [-1, "-1", "much", "3 XB"])
def test_memory_that_is_none_is_refused(memory):
    with pytest.raises(RangeError, match="expected memory as bytes"):
        Solver(memory=memory)
