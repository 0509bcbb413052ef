"""Positions on three heaps or more that are won by a move to a lost pair: against the definition."""

from __future__ import annotations

from itertools import product

import pytest

import sprague as sg
from sprague.games.wythoff.to_pairs import moves_to_pairs
from sprague.model import naive
from sprague.words.errors import TooLargeError
from sprague.workbench.registry import find


@pytest.mark.parametrize("head", ["wythoff", "wythoff[any]"])
@pytest.mark.parametrize("shape", [(6, 6, 6), (3, 4, 3, 3)])
def test_moves_to_pairs_are_the_winning_moves_that_leave_at_most_two_heaps(head, shape):
    ruleset, known = find(head), {}
    for heaps in product(*(range(n) for n in shape)):
        if sum(n > 0 for n in heaps) < 3:
            continue
        wins = {
            option[0].state
            for option in ruleset.successors(heaps)
            if sum(n > 0 for n in option[0].state) <= 2 and naive.value(option[0], known) == 0
        }
        assert set(moves_to_pairs(heaps, head != "wythoff")) == wins, heaps


@pytest.mark.parametrize(
    "text",
    [
        "wythoff 99,5,100,5,60",
        "wythoff 12345,100000,99999",
        "wythoff[any] 3,5,10^30",
        "wythoff[any] 700,700,700,3,5",
    ],
)
def test_a_large_position_is_won_by_a_legal_move_to_a_lost_pair(text):
    with sg.Solver(memory="1MB") as solver:
        found = solver.solve(text)
    assert (found.outcome, found.value, found.evidence.kind) == ("N", None, "theorem")
    assert not found.winning_moves.complete
    move = found.winning_moves[0]
    assert sg.parse(text).play(move.to.text).outcome == "P"


def test_where_no_move_to_a_pair_is_known_the_size_of_the_table_is_told():
    with pytest.raises(TooLargeError, match="needs"):
        sg.solve("wythoff[any] 5,100000,54000,68000,8000")
