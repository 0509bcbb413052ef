"""The analysis board and worksheets: every verdict against the plain definition."""

from __future__ import annotations

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import sprague as sg
from sprague.model import naive
from sprague.numbers.sums import mex, nim_sum
from sprague.playing.analysis import analyse, two_heaps
from sprague.playing.ladders import LADDERS
from sprague.playing.worksheet import worksheet
from sprague.words.errors import RangeError, SpragueError, TooLargeError

POSITIONS = [
    "nim 1,3",
    "nim 3,4,5",
    "wythoff 5,8",
    "fibonacci 14:8",
    "dots 7 + cram 2x3",
    "kayles 3,3",
    "chomp 3x3",
]


def value(position: sg.Position) -> int:
    known: dict = {}
    return nim_sum(naive.value(part, known) for part in position.components)


@pytest.mark.parametrize("text", POSITIONS)
def test_every_move_is_judged_as_by_the_definition(text):
    position = sg.parse(text)
    seen = analyse(position)
    assert (seen.outcome == "P") == (value(position) == 0)
    assert seen.value == value(position)
    assert [each.move.to.text for each in seen.verdicts] == [move.to.text for move in position.moves()]
    for each in seen.verdicts:
        left = value(each.move.to)
        assert (each.leaves == "P") == (left == 0)
        assert each.value == left


@given(st.integers(0, 9), st.integers(0, 9))
def test_what_a_verdict_takes_is_what_the_move_takes(a, b):
    for each in analyse(sg.parse(f"wythoff {a},{b}")).verdicts:
        left = [a, b]
        for heap in each.heaps:
            left[heap] -= each.count
        assert each.move.to.text == f"wythoff {left[0]},{left[1]}"


def test_winning_moves_are_judged_however_many_moves_there_are():
    wins = [each for each in analyse(sg.parse("wythoff 500,1000")).verdicts if each.leaves == "P"]
    assert [(each.heaps, each.count) for each in wins] == [((1,), 691)]


def test_in_games_with_cycles_draws_are_told_apart():
    position = sg.parse("loopy edges:a>b,b>a,b>c,c>d,a>e,e>e@b")
    left = {each.move.to.text[-1]: each.leaves for each in analyse(position).verdicts}
    # c moves to d and wins; e goes round for ever, and so a, from which one may go there.
    assert left == {"a": "D", "c": "N"}


@pytest.mark.parametrize(
    "text", ["top-entails 6", "dots-and-boxes 1x2", "loopy edges:a>b,b>a,b>c,c>d,a>e,e>e,b>d@b + *1"]
)
def test_where_moves_entail_or_play_may_not_end_every_move_is_judged(text):
    position = sg.parse(text)
    seen = analyse(position)
    assert (seen.outcome, seen.value) == (position.outcome, position.solve().value)
    for each in seen.verdicts:
        after = each.move.to.solve()
        assert (each.leaves, each.value) == (after.outcome, after.value)


def test_misere_play_is_judged_without_values():
    seen = analyse(sg.parse("misere nim 1,2"))
    assert seen.value is None and seen.outcome == "N"
    assert [each.move.to.text for each in seen.verdicts if each.leaves == "P"] == ["misere nim 1"]
    assert all(each.value is None for each in seen.verdicts)


def test_the_table_of_two_heaps_is_that_of_the_definition():
    table = two_heaps(sg.parse("wythoff 5,8"), 7)
    for a in range(8):
        for b in range(8):
            options = [table[a - k][b] for k in range(1, a + 1)] + [table[a][b - k] for k in range(1, b + 1)]
            options += [table[a - k][b - k] for k in range(1, min(a, b) + 1)]
            assert table[a][b] == mex(options)
    assert two_heaps(sg.parse("nim 1,2"), 9) == [[a ^ b for b in range(10)] for a in range(10)]
    kayles = [naive.value(sg.parse(f"kayles {n}").components[0], {}) for n in range(6)]
    assert two_heaps(sg.parse("kayles 1,2"), 5) == [[a ^ b for b in kayles] for a in kayles]


@pytest.mark.parametrize(
    "text", ["nim 1,2,3", "cram 2x2", "misere nim 1,2", "fibonacci 14:8", "wythoff 1,2,3"]
)
def test_what_is_not_two_heaps_is_refused(text):
    with pytest.raises(SpragueError, match="two heaps"):
        two_heaps(sg.parse(text), 5)


def test_a_table_has_a_bound():
    with pytest.raises(TooLargeError, match="60"):
        two_heaps(sg.parse("nim 1,2"), 61)


@pytest.mark.parametrize("game", [ladder.game for ladder in LADDERS])
def test_a_worksheet_has_both_kinds_and_right_answers(game):
    sheet = worksheet(game, 6, seed=2)
    assert [each.answer.outcome for each in sheet].count("P") == 3 and len(sheet) == 6
    assert len({each.position.text for each in sheet}) == len(sheet)
    for each in sheet:
        if sum(part.ruleset.sizes(part.state)[:1] == () for part in each.position.components):
            continue  # boards and graphs: the definition would take long
        if sum(n for part in each.position.components for n in part.ruleset.sizes(part.state)) < 16:
            assert (each.answer.outcome == "P") == (value(each.position) == 0)
    assert [each.position for each in worksheet(game, 6, seed=2)] == [each.position for each in sheet]


def _mirrors(text: str) -> frozenset[str]:
    """What differs from the position only in the order of its heaps, or by turning and mirroring its board."""
    game, _, state = text.partition(" ")
    if game in ("nim", "wythoff", "kayles", "dots"):
        return frozenset(f"{game} {','.join(each)}" for each in permutations(state.split(",")))
    if "x" in state:
        high, wide = map(int, state.split("x"))
        state = "/".join(["." * wide] * high)
    board, found = state.split("/"), set()
    for _ in range(4):
        board = ["".join(row) for row in zip(*board[::-1], strict=True)]
        found |= {"/".join(board), "/".join(row[::-1] for row in board)}
    return frozenset(found)


@pytest.mark.parametrize("game", ["wythoff", "nim", "kayles", "dots", "cram"])
def test_no_exercise_is_the_mirror_image_of_another(game):
    for seed in range(1, 4 if game == "cram" else 9):
        sheet = [_mirrors(each.position.text) for each in worksheet(game, 8, seed)]
        assert len(set(sheet)) == len(sheet)


def test_the_order_of_a_worksheet_tells_nothing():
    first = [worksheet("wythoff", 8, seed)[0].answer.outcome for seed in range(20)]
    last = [worksheet("wythoff", 8, seed)[-1].answer.outcome for seed in range(20)]
    assert 4 <= first.count("P") <= 16 and 4 <= last.count("P") <= 16
    sizes = [sum(each.position.components[0].state) for each in worksheet("wythoff", 8, 5)]
    assert sizes != sorted(sizes)


@pytest.mark.parametrize("game", ["hackenbush", "geography", "twins", "token", "notakto"])
def test_a_worksheet_is_as_long_as_asked(game):
    sheet = worksheet(game, 12, seed=3)
    assert [each.answer.outcome for each in sheet].count("P") == 6 and len(sheet) == 12


def test_a_worksheet_of_misere_play_is_one_of_misere_play():
    sheet = worksheet("misere nim", 4, seed=1)
    assert sheet and all(each.position.misere for each in sheet)


def test_a_worksheet_refuses_what_it_cannot_make():
    with pytest.raises(RangeError, match="1 to 24"):
        worksheet("nim", 0)
    with pytest.raises(SpragueError, match="wytoff"):
        worksheet("wytoff", 3)
