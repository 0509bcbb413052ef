"""The token: infinitely many options, value 0, one winning reply in a sum."""

from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

import sprague as sg
from sprague.games.token import TOKEN
from sprague.model import naive
from sprague.model.nim import heap
from sprague.model.ruleset import Component
from sprague.numbers.sums import mex
from sprague.workbench.registry import engine
from sprague.workbench.registry import engine as engines


@given(st.integers(0, 200))
def test_the_replies_are_the_options_of_the_wanted_value(target):
    options = list(islice(TOKEN.successors(()), 201))
    expected = [option for option in options if engines.option_value(option) == target]
    replies = engine(TOKEN).replies((), target)
    assert list(replies) == expected and replies.total == len(expected)


@given(st.integers(1, 30))
def test_the_value_is_the_mex_of_however_many_options(count):
    reached = {naive.value(option[0], {}) for option in islice(TOKEN.successors(()), count)}
    assert engine(TOKEN).value(()) == mex(reached) == 0


@given(st.lists(st.integers(0, 12), max_size=3), st.integers(1, 3))
def test_sums_with_nim_heaps(heaps, tokens):
    position = sg.Position((Component(TOKEN, ()),) * tokens + tuple(heap(n) for n in heaps))
    total = 0
    for n in heaps:
        total ^= n
    assert position.value == total
    assert position.moves().total is None
    for move in position.winning_moves:
        assert sg.parse(move.to.text).value == 0
    # A token has one winning reply, the heap of the total; a heap its own, if it is a smaller heap. Those in equal
    # components are one move.
    winning = 1 + sum(n ^ total < n for n in set(heaps)) if total else 0
    assert position.winning_moves.total == winning


def test_notation():
    assert sg.parse("♦").text == sg.token().text == "token"
    assert sg.parse("♦ + token + *3").text == "token + token + *3"


@pytest.mark.parametrize("text", ["token 5", "token[2]", "♦ 3", "tokens"])
def test_errors(text):
    with pytest.raises(sg.SpragueError):
        sg.parse(text)


def test_moves_are_a_rule_not_a_list():
    moves = sg.token().moves()
    assert moves.total is None
    assert [str(move.to) for move in moves[:3]] == ["*1", "*2", "*3"]
    huge = 10**50
    assert sg.token().play(f"*{huge}") == sg.nim(huge)
    assert (sg.token() + sg.nim(5)).play("nim 5,5").outcome == "P"
    for wrong in ("*0", "token", "nim 1,2", "take-fibonacci 3"):
        with pytest.raises(sg.SpragueError):
            sg.token().play(wrong)


def test_words():
    move = (sg.token() + "take-fibonacci 7").winning_moves[0]
    assert str(move) == "in token: replace the token by a heap of 3 -> *3 + take-fibonacci 7"
    assert str(sg.token().moves()[4].sentence) == "replace the token by a heap of 5"
    assert "the other player takes all of it" in sg.token().explain()
    assert move.marks == ("token",)
    assert "token" in {shape.name for shape in TOKEN.draw(()).shapes}
