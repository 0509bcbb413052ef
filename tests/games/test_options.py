"""A game by its options: values and misère outcomes by the definition, its text, and what it refuses."""

from __future__ import annotations

import itertools
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

import sprague as sg
from sprague.games.options import MOST_NESTED, MOST_OPTIONS
from sprague.model import naive

pytestmark = pytest.mark.chance

small = st.sampled_from(["kayles 5", "cram 2x3", "wythoff 3,4", "nim 2,3", "0.137 4 + *2", "kayles 0"]).map(
    sg.parse
)
sets = st.recursive(
    st.lists(st.integers(0, 5), max_size=4), lambda inner: st.lists(inner | st.integers(0, 5), max_size=4)
)
games = st.recursive(
    st.lists(st.integers(0, 9) | small, max_size=4),
    lambda inner: st.lists(inner | st.integers(0, 9) | small, max_size=4),
)


def least(numbers: set[int]) -> int:
    return next(n for n in itertools.count() if n not in numbers)


def worth(given: object) -> int:
    """The value of a number, a position or a list of options, by the definition."""
    if isinstance(given, int):
        return given
    if isinstance(given, sg.Position):
        total = 0
        for part in given.components:
            total ^= naive.value(part, {})
        return total
    assert isinstance(given, list)
    return least({worth(each) for each in given})


def misere_wins(given: int | list) -> bool:
    """Whether the player to move wins in misère play: there is no move, or one to a position in which she does not."""
    options = list(range(given)) if isinstance(given, int) else given
    return not options or any(not misere_wins(option) for option in options)


@given(games)
def test_the_value_is_the_mex_of_the_values_of_the_options(options):
    position = sg.options(options)
    assert position.value == worth(options)
    assert {move.value for move in position.moves()} == {worth(option) for option in options}
    assert all(move.to.value == 0 for move in position.winning_moves)
    assert (
        bool(position.winning_moves) == (position.outcome == "N") == any(worth(each) == 0 for each in options)
    )


@given(games, st.lists(st.integers(0, 9), max_size=2))
def test_sums(options, heaps):
    position = sg.options(options) + sg.nim(*heaps, 3)
    total = worth(options) ^ 3
    for n in heaps:
        total ^= n
    assert position.value == total and all(move.to.value == 0 for move in position.winning_moves)


@given(sets)
def test_misere_play(options):
    assert sg.options(options, misere=True).outcome == ("N" if misere_wins(options) else "P")


@given(games)
def test_the_text_reads_back_and_does_not_depend_on_the_order(options):
    position = sg.options(options)
    assert sg.parse(position.text) == position == sg.options(list(reversed(options)) + options)
    assert sg.parse(position.text).text == position.text == sg.options(list(reversed(options))).text
    assert pickle.loads(pickle.dumps(position)) == position
    assert len(position.moves()) == position.moves().total


def test_notation():
    assert sg.options({2, 0}).text == "options {0,2}" == sg.parse(" options{ *2 , 0,2 }").text
    assert sg.options([]).text == "options {}" and sg.options([]).outcome == "P"
    mixed = sg.options([sg.nim(3, 4), {1, 2}, 10**30, sg.kayles(5) + sg.nim(2), sg.nim(0)])
    assert mixed.text == f"options {{0; {10**30}; kayles 5 + *2; nim 3,4; {{1,2}}}}"
    assert sg.parse("options {0;1e3; 0.77 5,6}").text == "options {0; 1000; 0.77 5,6}"
    assert sg.options({0}, {1}).text == "options {0} + options {1}"
    assert sg.options([0, 2]) + "*3" == sg.parse("*3 + options {2,0}")
    assert sg.options(sg.kayles(6).options()).value == sg.kayles(6).value


def test_play():
    position = sg.options([0, [1, 2]])
    assert position.play("*0").text == "*0" and position.play("options {1,2}").moves().total == 2
    assert position.play("move to options {1,2}").play("*2").value == 2
    with pytest.raises(sg.SpragueError, match="no move leads"):
        position.play("*1")


def test_a_users_own_game_stays_inside_a_pickle():
    squares = sg.rule(lambda n: (n - k * k for k in range(1, n + 1) if k * k <= n), name="squares-in-options")
    position = sg.options([squares(5), 1])
    assert position.value == least({worth(squares(5)), 1})
    assert position.text == "options {1; squares-in-options 5}"


def test_a_graph_keeps_the_names_of_its_user():
    position = sg.options([[sg.node_kayles([(("a", 1), ("b", 2)), (("b", 2), ("c", 3))])]])
    move = position.moves()[0].to.moves()[0].to.moves()[0]
    assert move.removed == (("a", 1), ("b", 2))


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ((0, 2), "expected a set or a list of options, got 0"),
        (("kayles",), "expected a set or a list of options, got 'kayles'"),
        (({-1},), "expected a heap >= 0, got -1"),
        (({"kayles 5"},), r"sg.parse reads a text\) or a set of these, got 'kayles 5'"),
        (({1.5},), "expected a number, a position"),
        (({True},), "expected a number, a position"),
        (([sg.nim(3, misere=True)],), "expected an option in normal play"),
        (([sg.parse("loopy edges:a>b,b>a@a")],), "without cycles"),
        (([sg.parse("top-entails 5")],), "entailing"),
        ((sg.token().options(),), f"at most {MOST_OPTIONS} options"),
        (([range(MOST_OPTIONS // 2), range(1, 1 + MOST_OPTIONS // 2)],), f"at most {MOST_OPTIONS} options"),
    ],
    ids=str,
)
def test_what_is_no_option_is_refused(given, said):
    with pytest.raises(sg.SpragueError, match=said):
        sg.options(*given)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("options", "expected options in braces"),
        ("options 0,2", "expected options in braces"),
        ("options {0;}", "an option between the separators"),
        ("options {0; misere nim 3}", "in front of a whole position"),
        ("options {0", "every bracket"),
        ("options {0} 2", "expected options in braces"),
        ("options {nim x}", "got .x."),
        ("options {loopy edges:a>b,b>a@a}", "without cycles"),
        ("options " + "{" * 60 + "}" * 60, f"at most {MOST_NESTED}"),
        ("options[2] {0}", "no parameters after options"),
    ],
)
def test_what_is_no_position_is_refused(text, said):
    with pytest.raises(sg.SpragueError, match=said):
        sg.parse(text)


def test_depth_is_bounded():
    endless: list = []
    endless.append(endless)
    with pytest.raises(sg.SpragueError, match=f"at most {MOST_NESTED} sets"):
        sg.options(endless)
    position = sg.options({0})
    for _ in range(MOST_NESTED - 1):
        position = sg.options([position])
    assert sg.parse(position.text) == position and position.value == (MOST_NESTED % 2)
    with pytest.raises(sg.SpragueError, match=f"at most {MOST_NESTED} sets"):
        sg.options([position])
