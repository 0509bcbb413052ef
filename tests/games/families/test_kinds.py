"""Heaps of several kinds: beside the plain definition, codes that are the same game, and forged certificates."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import sprague as sg
from sprague.games.families.kind_rules import read_kinds
from sprague.model import naive
from sprague.model.ruleset import Component
from sprague.proofs.check import check
from sprague.words.errors import MoveError, SpragueError
from sprague.workbench.registry import engine, find

options = st.one_of(
    st.builds("{}-{}".format, st.sampled_from("ab"), st.integers(1, 4)),
    st.builds("*{}+{}-{}".format, st.integers(1, 3), st.sampled_from("ab"), st.integers(1, 4)),
    st.builds("{}+{}-{}".format, st.sampled_from("ab"), st.sampled_from("ab"), st.integers(1, 4)),
    st.builds("-{}".format, st.integers(1, 6)),
)
systems = st.builds(
    lambda a, b, change: f"kinds{{a:{','.join(a)};b:{','.join([*b, *change])}}}",
    st.lists(options, max_size=3),
    st.lists(options, max_size=3),
    st.sampled_from([[], ["a"], ["*1+a"]]),
)


@given(systems)
def test_values_replies_and_moves_are_those_of_the_definition(head: str) -> None:
    rules = find(head)
    known: dict[Component, int] = {}
    for n in range(9):
        for state in (n, (1, n)):
            value = engine(rules).value(state)
            assert value == naive.value(Component(rules, state), known)
            found = list(rules.successors(state))
            assert rules.option_count(state) == len(found)
            assert all(rules.allows(state, option) for option in found)
            assert rules.is_empty(state) == (n == 0 and not found)
            for target in range(value + 2):
                wanted = [option for option in found if engine(rules).engines.option_value(option) == target]
                assert list(engine(rules).replies(state, target)) == wanted
    assert find(rules.head) == rules
    position = sg.parse(f"{head} 5,6@b")
    assert sg.parse(position.text) == position
    for move in position.moves():
        assert sg.parse(move.to.text) == move.to
        assert position.play(move.to) == move.to


@pytest.mark.parametrize(
    ("head", "code"),
    [
        ("kinds{a:-1,a-2,a+a-3}", "0.137"),
        ("kinds{a:a-1,a-2,a+a-1,a+a-2}", "0.77"),
        ("kinds{x:x+x-2}", "0.07"),
        ("kinds{a:a-1,a-2,a-3}", "0.333"),
    ],
)
def test_codes_are_systems_of_one_kind(head: str, code: str) -> None:
    game, same = sg.game(head), sg.octal(code)
    assert game.values(500).tolist() == same.values(500).tolist()
    found, period = game.period(), same.period()
    assert (found.preperiod, found.period) == (period.preperiod, period.period)
    certificate = found.certificate()
    assert check(certificate)["valid"]
    for change in (
        {"start": found.preperiod + 1},
        {"period": 2 * found.period, "turn": 2 * certificate["turn"]},
        {"turn": certificate["turn"] + 1, "period": 1},
        {"game": head.replace("-2", "-4")},
        {"game": "kinds{a:b;b:a}"},
        {"game": "kinds{a:a-1;a:a-2}"},
        {"more": 1},
    ):
        assert not check(certificate | change)["valid"], change


def test_a_wall_of_two_kinds_is_answered_far_out() -> None:
    """Two kinds of different values, and a long heap: every winning move is listed and wins."""
    position = sg.parse("kinds{a:a-1,a+b-2;b:-1,b-2,b+b-3} 400@b + kinds{a:-1,a-2,a+a-3} 403")
    assert position.outcome == "N"
    for move in position.solve().winning_moves.first(5):
        assert move.to.outcome == "P" and sg.parse(move.to.text) == move.to
    huge = sg.parse("kinds{a:-1,a-2,a+a-3} 1e40")
    assert huge.value == sg.octal("0.137")[10**40] and huge.solve().evidence.kind == "periodic"


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("kinds 3", "kinds"),
        ("kinds{} 3", "kinds{}"),
        ("kinds{a} 3", "a"),
        ("kinds{a:c-1} 3", "c"),
        ("kinds{a:a+a} 3", "takes something"),
        ("kinds{a:a} 3", "no end"),
        ("kinds{a:a-1;a:a-2} 3", "once"),
        ("kinds{a:a-9999} 3", "at most"),
        ("kinds{a:a-1} 3@b", "one of the kinds a"),
        ("kinds{a:a-1} ", "heaps"),
    ],
)
def test_what_cannot_be_read_is_said(text: str, where: str) -> None:
    with pytest.raises(SpragueError) as caught:
        sg.parse(text)
    assert where in str(caught.value)


def test_a_system_is_printed_in_one_way() -> None:
    game = sg.game("kinds{a: a-01, a-1,, *0+b+b-2 ; b:-3}")
    assert str(sg.parse("kinds{a: a-01, a-1,, *0+b+b-2 ; b:-3} 5")) == "kinds{a:a-1,b+b-2;b:-3} 5"
    assert game == sg.game("kinds{a:a-1,b+b-2;b:-3}")
    certificate = sg.game("kinds{a:-1,a-2,a+a-3}").period().certificate()
    for spelled in ("kinds{a:-01,a-2,a+a-3}", "kinds{a:-1,,a-2,a+a-3}", "kinds{a:-1,a-2,*0+a+a-3}"):
        assert not check(certificate | {"game": spelled})["valid"]


def test_values_grow_from_bytes_into_words() -> None:
    system = find(
        "kinds{a:b-1,c+e-3,d+a-5;b:c-4,g-6,f-5,e+a-1,f+h-3;c:g-5,c-5,d+d-1;d:f-2,f+c-4;e:f-5,f-3,c+g-6,h+d-4;"
        "f:h-5,f-6,h+f-5,h+h-6;g:f-6,e+h-3;h:g-3,d-4,b+f-6,a+d-6}"
    ).system
    rows = np.zeros((8, 1100), np.int64)
    for n in range(1100):
        for k, kind in enumerate(system.kinds):
            parts = [rows[j, n - d : n - d + 1] for _, j, d in kind.shorter if d <= n]
            for _, i, j, gap, _, _ in kind.splits:
                if n >= gap:
                    parts.append(rows[i, : n - gap + 1] ^ rows[j, : n - gap + 1][::-1])
            seen = set(np.concatenate(parts).tolist()) if parts else set()
            rows[k, n] = next(value for value in range(len(seen) + 1) if value not in seen)
    assert rows.max() > 255
    system.grow(100)
    for count in (200, 1100):
        assert all(list(system.row(k, count)) == rows[k, :count].tolist() for k in range(8))


def test_a_move_that_is_none_is_refused() -> None:
    position = sg.parse("kinds{a:a-1} 3")
    with pytest.raises(MoveError):
        position.play("kinds{a:a-1} 1")
    assert read_kinds("a:", "")[1][0].shorter == ()


def test_moves_are_told_by_the_heaps_of_the_picture() -> None:
    told = [str(move.sentence) for move in sg.parse("kinds{a:a-1,*2+b-2;b:-3} 4").moves()]
    assert told == [
        "replace the heap of 4 a by a heap of 3 a",
        "replace the heap of 4 a by a Nim heap of 2, a heap of 2 b",
    ]
    (whole,) = sg.parse("kinds{a:a-1,*2+b-2;b:-3} 3@b").moves()
    assert str(whole.sentence) == "take the heap of 3 b whole"
