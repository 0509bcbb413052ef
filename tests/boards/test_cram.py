"""Cram: the ruleset against the definition, the theorems, document 003 (a blog post on nimbers)."""

import json
import re
import time
from pathlib import Path

import pytest
from folders import DATA
from hypothesis import given, settings
from hypothesis import strategies as st

import sprague as sg
from sprague.boards.cram import CRAM, Board
from sprague.boards.engine import search_effort
from sprague.boards.plain import mirror_outcome
from sprague.boards.strips import dominoes_to
from sprague.model import naive
from sprague.model.ruleset import Component
from sprague.numbers.sums import mex
from sprague.words.errors import SpragueError
from sprague.workbench.registry import engine

boards = st.tuples(st.integers(1, 4), st.integers(1, 4)).flatmap(
    lambda size: st.builds(
        Board, st.just(size[0]), st.just(size[1]), st.integers(0, 2 ** (size[0] * size[1]) - 1)
    )
)


@given(boards)
@settings(max_examples=60, deadline=None)
def test_values_and_outcomes_agree_with_the_definition(board):
    expected = naive.value(Component(CRAM, board), {})
    chosen = engine(CRAM)
    assert chosen.value(board) == expected
    assert chosen.is_zero(board) == (expected == 0)


@given(boards)
@settings(max_examples=60, deadline=None)
def test_the_ruleset_agrees_with_itself(board):
    options = list(CRAM.successors(board))
    assert CRAM.option_count(board) == len(options) == len(set(options))
    assert all(CRAM.allows(board, option) for option in options)
    assert CRAM.read(CRAM.write([board])) == [board]
    for option in options:
        marked = CRAM.marks(board, option)
        assert len(marked) == 2
        assert {shape.name for shape in CRAM.draw(board).shapes} >= set(marked)


@pytest.mark.parametrize(
    ("board", "value"),
    [
        ("1x1", 0),
        ("2x1", 1),
        ("3x1", 1),
        ("1x3", 1),
        ("4x1", 2),
        ("..#/...", 0),
        (".#/.#/..", 2),
        ("../.#/.#", 2),
    ],
)
def test_small_boards_of_document_003(board, value):
    assert sg.cram(board).value == value


@pytest.mark.parametrize(
    ("board", "outcome"),
    [("30x30", "P"), ("30x31", "N"), ("31x30", "N"), ("2x500", "P"), ("1x3", "N"), ("5x5", "P")],
)
def test_outcomes_by_symmetry(board, outcome):
    assert sg.cram(board).outcome == outcome


def test_a_large_board_names_the_winning_move_that_is_known():
    answer = sg.solve("cram 30x31")
    assert answer.value is None
    assert not answer.winning_moves.complete
    assert answer.winning_moves_total is None
    [move] = answer.winning_moves
    assert move.to.outcome == "P"


def test_a_board_out_of_reach_does_not_hide_the_winning_moves_beside_it():
    answer = sg.solve("cram 30x30 + *3")
    assert [str(move.to) for move in answer.winning_moves] == ["cram 30x30"]
    assert answer.winning_moves_total is None


def test_a_strip_is_octal_007():
    assert sg.cram("1x1000").value == sg.cram(f"1x{1000 + 34}").value


@pytest.mark.parametrize("n", [*range(12), 104, 107, 139, 140, 141, 142, 260])
def test_the_dominoes_on_a_strip_by_its_period_are_those_of_the_definition(n):
    values = [0, 0]
    for m in range(2, n + 1):
        values.append(mex({values[k] ^ values[m - 2 - k] for k in range(m - 1)}))
    for target in range(10):
        wanted = [k for k in range(n - 1) if values[k] ^ values[n - 2 - k] == target]
        found = dominoes_to(n, target)
        assert list(found) == wanted
        assert found.total == len(wanted)


@given(boards, st.integers(0, 3))
@settings(max_examples=60, deadline=None)
def test_replies_are_the_options_of_the_value_in_the_order_of_the_ruleset(board, target):
    wanted = [option for option in CRAM.successors(board) if naive.value(option[0], {}) == target]
    found = engine(CRAM).replies(board, target)
    listed = list(found)
    assert found.total == len(listed)
    if target == 0 and mirror_outcome(*board) == "N":  # the domino in the centre stands first
        first = listed.pop(0)
        assert mirror_outcome(*first[0].state) == "P"
        wanted.remove(first)
    assert listed == wanted


@pytest.mark.parametrize(
    ("board", "move"), [("5x8", "row 3, columns 4 and 5"), ("7x6", "row 4, columns 3 and 4")]
)
def test_the_domino_in_the_centre_is_named_first(board, move):
    assert move in str(sg.solve(f"cram {board}").winning_moves[0])


def test_the_centre_is_that_of_the_cells_on_which_a_domino_lies():
    (option,) = sg.solve("cram ...#./....#").winning_moves.first(1)
    assert option.to.outcome == "P"


@pytest.mark.parametrize("text", ["1x1000000", "1000000x1"])
def test_a_strip_of_any_length_is_answered_at_once(text):
    before = time.process_time()
    found = sg.solve(f"cram {text}")
    assert (found.outcome, found.value, found.winning_moves_total) == ("N", 2, 117651)
    assert [move.to.value for move in found.winning_moves.first(2)] == [0, 0]
    assert str(found.reason)
    assert time.process_time() - before < 60  # one by one the options take hours


def test_a_long_strip_is_a_heap_inside_a_board_too():
    row = "." * 200 + "/" + "#" * 200
    found = sg.solve(f"cram {row}")
    assert (found.value, found.outcome, found.evidence.kind) == (sg.cram("1x200").value, "N", "periodic")
    assert found.winning_moves_total == sg.solve("cram 1x200").winning_moves_total
    # Beside a board of 3x3 (*0), along a column, and with a doubled leaf, which reduces to a strip.
    three = "/".join(["...#."] * 3 + ["####."] * 198)
    found = sg.solve(f"cram {three}")
    assert found.value == sg.cram("1x201").value
    assert {move.to.value for move in found.winning_moves.first(20)} == {0}
    forked = "." * 200 + "/" + "#" * 198 + ".#"
    assert sg.cram(forked).value == sg.cram("1x200").value
    assert sg.solve("cram " + "." * 201 + "/" + "#" * 201).evidence.kind == "periodic"


@pytest.mark.parametrize("text", ["", "0x3", "../...", "3x", "..x", "99999x99999", "-1x3", "./", "2x2x2"])
def test_bad_boards_are_refused(text):
    with pytest.raises(SpragueError):
        sg.cram(text)


def test_a_board_of_middle_size_has_its_value_told_with_the_outcome():
    found = sg.solve("cram 5x7")
    assert (found.outcome, found.value, found.evidence.kind) == ("N", 1, "computed")
    assert sg.solve("cram 5x6").value == 2  # Beling's table; the mirror strategy finds the outcome
    assert sg.solve("cram 6x7").value is None  # takes half a minute


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("cram 7x9", "cram 7x9 needs .* GiB; only .* is available: raise the memory limit"),
        ("cram 31x31", "the search covers connected parts of up to 128 cells, got 961"),
    ],
)
def test_what_is_too_large_says_whether_it_can_be_asked_for(text, sentence):
    with pytest.raises(SpragueError, match=sentence):
        sg.solve(text)


def test_the_mirror_of_a_board_is_looked_for_once():
    mirror_outcome.cache_clear()
    answer = sg.parse("cram 30x31").solve()
    assert answer.outcome == "N" and answer.winning_moves.first(1) and str(answer.reason)
    assert answer.position.outcome == "N" and answer.position.explain() == str(answer.reason)
    board = answer.position.components[0].state
    before = mirror_outcome.cache_info().misses
    mirror_outcome(*board)
    assert mirror_outcome.cache_info().misses == before
    assert answer.position.solve() is answer


def test_the_table_of_the_page_agrees_with_others() -> None:
    """Each value on the page of which others have one is theirs; what only others have is marked."""
    page = (Path(__file__).parents[2] / "docs" / "games" / "cram.md").read_text("utf-8")
    table = {}
    for row in range(2, 8):
        (line,) = [line for line in page.splitlines() if line.startswith(f"| **{row}** |")]
        for column, cell in enumerate(line.split("|")[2:-1], 1):
            if cell.strip():
                table[f"{row}x{column}"] = cell.strip()
    reference = json.loads((DATA / "cram_nimbers.json").read_text("utf-8"))
    others = {name: board["nimber"] for name, board in reference["boards"].items()}
    for name, value in {**others, **reference["beling"]["boards"]}.items():
        assert table[name].strip("*") == str(value), name
    only = {name for name, cell in table.items() if cell.startswith("*")}
    assert only == {"4x15", "5x12", "7x8", "7x9"}


def test_the_estimate_is_within_ten_of_every_measured_board() -> None:
    page = (Path(__file__).parents[2] / "docs" / "theory" / "boards.md").read_text("utf-8")
    measured = re.findall(
        r"^\| (\d+)x(\d+) = \*\d+ \|[^|]*\|[^|]*\| ([\d ]+|[\d.]+ million) \|", page, re.MULTILINE
    )
    assert len(measured) == 18
    for rows, columns, met in measured:
        count = float(met.removesuffix(" million").replace(" ", "")) * (10**6 if "million" in met else 1)
        estimated = search_effort(int(rows), int(rows) * int(columns)).values
        assert count / 10 < estimated < count * 10, f"{rows}x{columns}"
