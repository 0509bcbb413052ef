"""Proofs of NoGo: what they claim is true, and the checker makes the moves of the definition."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import sprague as sg
from sprague.model import naive
from sprague.proofs import nogo_check as checker
from sprague.proofs.check import check
from sprague.workbench.proof import prove


def proof_of(text):
    return json.loads(json.dumps(prove(sg.parse(text).components[0])))


@pytest.mark.parametrize("board", ["1x1", "1x7", "2x3", "2x4", "3x3", "xx./o..", "x..o/...."])
def test_proofs_claim_the_value_of_the_definition_and_are_accepted(board):
    proof = proof_of(f"nogo {board}")
    assert check(proof)["valid"]
    assert proof["value"] == naive.value(sg.parse(f"nogo {board}").components[0], {})


@given(st.lists(st.text("xo..", min_size=3, max_size=3), min_size=1, max_size=3).map("/".join))
@settings(max_examples=40, deadline=None)
def test_the_checker_makes_the_moves_of_the_rules(board):
    try:
        checker._checked(board)
    except checker.Flaw:
        return
    component = sg.parse(f"nogo {board}").components[0]
    moves = {"/".join(option[0].state.lines()) for option in component.ruleset.successors(component.state)}
    assert set(checker.all_moves(board)) == moves


def test_boards_are_alike_turned_and_in_other_colours():
    boards = ["xo./...", "ox./...", ".ox/...", "x./o./..", "../.o/.x"]
    assert len({checker._form(board) for board in boards}) == 1
    assert checker._form("x.o/...") != checker._form("xo./...")
