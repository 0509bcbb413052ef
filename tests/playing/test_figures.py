"""The figures beside an answer, against the moves that the rules list and the plain definition."""

from __future__ import annotations

import pytest

import sprague as sg
from sprague.playing.figures import figures, workshop


@pytest.mark.parametrize("text", ["wythoff 5,8", "wythoff 4,9", "wythoff 0,7", "wythoff 12,3"])
def test_the_pairs_in_sight_are_the_winning_moves(text):
    (sight,) = figures(sg.parse(text)).sights
    wins = {move.to.components[0].state for move in sg.solve(text).winning_moves}
    assert set(sight.hits) == wins
    assert {(a, b) for a, b in sight.lost} == {
        (a, b) for a in range(13) for b in range(13) if sg.wythoff(a, b).outcome == "P"
    }
    # Every move lies on one of the lines.
    for move in sg.parse(text).moves():
        a, b = move.to.components[0].state
        x, y = sight.here
        assert any(
            (x - a) * (y - d) == (y - b) * (x - c) and c <= a <= x and d <= b <= y for c, d in sight.ends
        )


def test_a_board_falls_into_parts_that_no_move_joins():
    (board,) = figures(sg.parse("cram .#..#/.#..#/##.##/...#.")).boards
    names = [set(region.names) for region in board.regions]
    assert sorted(map(len, names)) == [1, 2, 8]
    for move in sg.parse("cram .#..#/.#..#/##.##/...#.").moves():
        assert (
            sum(bool(names_of & {"r{}c{}".format(*cell) for cell in taken(move)}) for names_of in names) == 1
        )
    total = 0
    for region in board.regions:
        total ^= region.value
    assert total == sg.cram(".#..#/.#..#/##.##/...#.").value
    assert figures(sg.parse("cram 3x4")).boards == []


def taken(move) -> set[tuple[int, int]]:
    before, after = move.position.components[0].state, move.to.components[0].state
    gone = before.cells & ~after.cells
    return {divmod(cell, before.columns) for cell in range(before.rows * before.columns) if gone >> cell & 1}


def test_values_of_rows_and_nothing_in_misere_play():
    found = figures(sg.parse("kayles 3,5 + nim 4 + kayles 3"))
    assert [(row.game, row.here) for row in found.rows] == [("kayles", [3, 5])]
    assert found.rows[0].values[:6] == [0, 1, 2, 3, 1, 4]
    assert figures(sg.parse("misere kayles 3,5")) == ([], [], [])
    assert figures(sg.parse("top-entails 5")).rows == []


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("wythoff 5,8", "pairs"),
        ("wythoff[t=2] 5,8", ""),
        ("wythoff 1,2,3", ""),
        ("nim 3,4,5", "columns"),
        ("misere nim 3,4,5", ""),
        ("fibonacci 20", "blocks"),
        ("fibonacci 20,13", ""),
        ("kayles 5,6", "values"),
        ("0.137 9", "values"),
        ("kayles 5 + dots 4", ""),
        ("cram 3x4", "mirror"),
        ("cram 3x4 + cram 2x2", ""),
        ("chomp 3x4", "bites"),
        ("hackenbush edges:ground-a", "twigs"),
        ("geography path:4@1", "partners"),
        ("welter 1,4", ""),
        ("global-fibonacci 3,4", ""),
    ],
)
def test_each_kind_of_game_has_its_workshop(text, kind):
    assert workshop(sg.parse(text)) == kind
