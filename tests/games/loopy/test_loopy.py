"""Games with cycles, against outcomes by attractors on the whole graph, or on the product of several."""

from __future__ import annotations

import json
from array import array
from itertools import product
from pathlib import Path
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import sprague as sg
from sprague.games.loopy.graph import analyse
from sprague.playing import player
from sprague.playing.hints import hints
from sprague.playing.match import Match
from sprague.words.errors import FileError, MoveError, NotationError, RangeError, UnsolvedError
from sprague.workbench.graph_files import with_graphs
from sprague.workbench.registry import engine

Options = list[list[int]]


def attractors(options: Options) -> tuple[list[str], list[int]]:
    """Outcomes and remoteness by the definition: again and again over all positions, until nothing changes."""
    outcome: list[str] = ["D"] * len(options)
    length = [-1] * len(options)
    for step in range(len(options) + 1):
        new = []
        for v, heads in enumerate(options):
            if outcome[v] != "D":
                continue
            if any(outcome[w] == "P" for w in heads):
                new.append((v, "N"))
            elif all(outcome[w] == "N" for w in heads):
                new.append((v, "P"))
        for v, found in new:
            outcome[v], length[v] = found, step
    return outcome, length


@st.composite
def graphs(draw: st.DrawFn, most: int = 7) -> Options:
    size = draw(st.integers(1, most))
    arrows = st.lists(st.integers(0, size - 1), max_size=3, unique=True)
    return [draw(arrows) for _ in range(size)]


def text_of(options: Options, token: int) -> str:
    arrows = [f"v{a}>v{b}" for a, heads in enumerate(options) for b in heads]
    alone = [f"v{v}" for v in range(len(options))]
    return f"loopy edges:{','.join(arrows + alone)}@v{token}"


def arrows_of(options: Options) -> array[int]:
    return array("i", [end for a, heads in enumerate(options) for b in heads for end in (a, b)])


@pytest.mark.kernels
@given(graphs())
def test_outcomes_and_remoteness_are_those_of_the_definition(options: Options) -> None:
    found = analyse(len(options), arrows_of(options))
    outcome, length = attractors(options)
    assert ["PND"[o] for o in found.outcome] == outcome
    assert list(found.remoteness) == length


@pytest.mark.kernels
@settings(max_examples=40)
@given(graphs(6), graphs(4), st.integers(0, 3))
def test_sums_have_the_outcome_of_the_product(first: Options, second: Options, heap: int) -> None:
    places = list(product(range(len(first)), range(len(second)), range(heap + 1)))
    number = {place: i for i, place in enumerate(places)}
    options = [
        [number[x, b, n] for x in first[a]]
        + [number[a, y, n] for y in second[b]]
        + [number[a, b, m] for m in range(n)]
        for a, b, n in places
    ]
    outcome, length = attractors(options)
    for a, b in product(range(len(first)), range(len(second))):
        answer = sg.solve(f"{text_of(first, a)} + {text_of(second, b)} + nim {heap}")
        assert answer.outcome == outcome[number[a, b, heap]]
        expected = length[number[a, b, heap]]
        assert answer.remoteness == (None if expected < 0 else expected)
        assert str(answer.reason)


def test_an_answer_as_json() -> None:
    told = sg.solve("loopy edges:a>b,b>a,a>c,c>d@a + nim 1").to_dict()
    assert (told["outcome"], told["value"], told["remoteness"]) == ("N", "oo{0}", 3)
    assert [part["value"] for part in told["components"]] == ["oo{1}", 1]
    draw = sg.solve("loopy edges:a>b,b>a@a").to_dict()
    assert (draw["outcome"], draw["value"], draw["remoteness"]) == ("D", "oo", None)
    assert draw["drawing_moves"] == [{"move": "move the token to b", "to": "loopy edges:a>b,b>a@b"}]
    assert sg.solve("loopy edges:a>b,b>a,b>c@a").to_dict()["value"] == 0
    json.dumps(told)


def test_infinite_values_have_no_grundy_value() -> None:
    with pytest.raises(UnsolvedError, match="oo"):
        _ = sg.parse("loopy edges:a>b,b>a@a").value
    with pytest.raises(UnsolvedError, match="misère"):
        sg.solve("misere loopy edges:a>b@a")


class GoRound(sg.Game):
    """One or two steps round a ring of five, 0 is the end."""

    def options(self, state: int) -> list[int]:
        return [(state + 1) % 5, (state + 2) % 5] if state else []


def test_a_game_of_ones_own_whose_positions_come_back_is_solved() -> None:
    options = [[(s + 1) % 5, (s + 2) % 5] if s else [] for s in range(5)]
    outcome, length = attractors(options)
    for state in range(5):
        answer = sg.solve(f"go-round {state}")
        assert answer.outcome == outcome[state]
        assert answer.remoteness == (length[state] if state else None)  # from 0 nothing comes back
    mixed = sg.solve("go-round 3 + nim 2")
    assert mixed.outcome == "D" and mixed.extended_value == "oo{2}"


class LongRing(sg.HeapGame):
    """A ring of a thousand, from 1 on; 0 is the end."""

    def options(self, n: int) -> list[int]:
        return [1 + n % 1000] if n else []


class Climb(sg.HeapGame):
    """One more: play has no end."""

    def options(self, n: int) -> list[int]:
        return [n + 1]


def test_equal_components_cancel_only_if_play_in_them_ends() -> None:
    for text in ("long-ring 1,1", "long-ring 1,1 + *2", "long-ring 1,1 + long-ring 5,5", "long-ring 1,1,0"):
        answer = sg.solve(text)
        assert answer.outcome == "D" and answer.extended_value == "oo"
        assert not answer.winning_moves and answer.drawing_moves
    with pytest.raises(UnsolvedError, match="its positions grow"):
        sg.solve("climb 3,3")
    assert sg.solve("long-ring 0,0").outcome == "P"


def test_a_cycle_inside_a_game_by_its_options() -> None:
    assert sg.solve("options {long-ring 1}").outcome == "D"
    assert sg.solve("options {long-ring 1} + options {long-ring 1}").outcome == "D"
    assert sg.solve("options {long-ring 0; long-ring 1}").remoteness == 1


class Breeding(sg.Game):
    """A position may leave itself twice."""

    def options(self, state: int) -> list:
        return [[state, state], 0] if state else []


def test_a_cycle_in_which_positions_grow_is_refused_in_words() -> None:
    with pytest.raises(UnsolvedError, match="each move leaves one position"):
        sg.solve("breeding 1")


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("loopy", "arrows"),
        ("loopy edges:a>b", "the token's vertex"),
        ("loopy edges:a>b@c", "the token on a vertex"),
        ("loopy edges:a>b>c@a", "arrows such as a>b"),
        ("loopy edges:a>b,,c@a", "arrows such as a>b"),
        ("loopy edges:a>b,a>b@a", "each arrow once"),
        ("loopy grid:2x2@a", "arrows"),
    ],
)
def test_bad_graphs_are_refused_in_words(text: str, wanted: str) -> None:
    with pytest.raises(NotationError, match=wanted):
        sg.parse(text)


def test_graphs_from_python() -> None:
    assert sg.loopy([("a", "b"), ("b", "a")], "a").text == "loopy edges:a>b,b>a@a"
    ring = np.array([(v, (v + 1) % 20_000) for v in range(20_000)])
    assert sg.loopy(ring, 7).outcome == "D"
    with pytest.raises(RangeError, match="each arrow once"):
        sg.loopy(np.concatenate([ring, ring[:1]]), 7)
    with pytest.raises(RangeError, match="on a vertex"):
        sg.loopy(ring, 20_000)


@pytest.mark.parametrize("text", ["c,b>a@a", "c-d,b>a,b>c@a", "c,a>c,d@d", "d,c,b,a>a@c", "z>y,a,x>z@y"])
def test_vertices_without_arrows_stand_anywhere_and_are_printed_last(text: str) -> None:
    position = sg.parse(f"loopy edges:{text}")
    assert sg.parse(position.text) == position
    assert all(sg.parse(move.to.text) == move.to for move in position.moves())


def test_a_large_array_is_the_graph_of_its_text() -> None:
    dice = Random(7)
    arrows = list({(dice.randrange(20_000), dice.randrange(20_000)) for _ in range(12_000)})
    token = arrows[3][0]
    graph = sg.loopy(np.array(arrows), token)
    text = ",".join(f"{tail}>{head}" for tail, head in arrows)
    assert graph == sg.parse(f"loopy edges:{text}@{token}") == sg.parse(graph.text)


def test_graphs_from_files(tmp_path: Path) -> None:
    file = tmp_path / "g.txt"
    file.write_text("a > b\nb a  # back\nb,c\n", "utf-8")
    assert with_graphs(f"loopy file:{file}@a") == "loopy edges:a>b,b>a,b>c@a"
    file.write_text("a b c\n", "utf-8")
    with pytest.raises(FileError, match="line 1"):
        with_graphs(f"loopy file:{file}@a")
    with pytest.raises(FileError, match="no such file"):
        with_graphs(f"loopy file:{tmp_path / 'none'}@a")


def test_the_picture_has_vertices_arrows_and_the_token() -> None:
    position = sg.parse("loopy edges:a>b,b>a,b>b,c@a")
    drawing = position.drawings()[0]
    names = {shape.name for shape in drawing.shapes}
    assert {"v0", "v1", "v2", "e0", "e1", "e2"} <= names
    assert all(set(move.marks) <= names for move in position.moves())
    assert "<svg" in position.svg()


@settings(max_examples=25)
@given(graphs(6))
def test_the_player_wins_what_is_won_and_keeps_draws(options: Options) -> None:
    for token in range(len(options)):
        position = sg.parse(text_of(options, token))
        outcome = position.outcome
        mine = True
        for turn in range(40):
            if player.is_over(position):
                break
            position = player.reply(position, "perfect" if mine else "random", seed=turn).move.to
            mine = not mine
        over = player.is_over(position)
        if outcome == "N":
            assert over and not mine
        elif outcome == "D":
            assert not (over and mine)


def test_a_match_that_comes_back_a_third_time_is_drawn() -> None:
    match = Match(sg.parse("loopy edges:a>b,b>a@a"), seed=1)
    turns = [match.take_turn("loopy edges:a>b,b>a@b") for _ in range(2)]
    assert [turn.drawn for turn in turns] == [False, True]
    assert turns[-1].over and turns[-1].won is None and match.over
    assert "a draw" in str(turns[-1].sentences()[-1])


def test_a_draw_comes_back_only_with_the_same_mover_and_is_undone() -> None:
    # A ring of three: after three moves the position is the same, but the other is to move.
    match = Match(sg.parse("loopy edges:a>b,b>c,c>a@a"), seed=1)
    seen = []
    while not match.over:
        match.take_turn(match.now.moves()[0])
        seen.append((match.now.text[-1], match.your_move))
    assert match.drawn and match.at == 12 and match.won is None
    with pytest.raises(MoveError, match="over"):
        match.take_turn(match.now.moves()[0])
    assert match.undo() and not match.drawn and match.your_move
    assert match.redo() and match.drawn


@pytest.mark.parametrize(
    ("text", "agreed"),
    [
        ("loopy edges:a>b,b>a@a", True),  # D
        ("loopy edges:a>b,b>a,a>c@a", True),  # the player could win
        ("loopy edges:a>b,b>a,b>c@a", False),  # the computer wins
        ("loopy edges:a>b,b>a@a + nim 3", True),
    ],
)
def test_the_computer_agrees_to_a_draw_unless_it_wins(text: str, agreed: bool) -> None:
    match = Match(sg.parse(text), seed=3)
    turn = match.offer_draw()
    assert (turn.drawn, match.drawn, match.over) == (agreed, agreed, agreed)
    assert agreed == (match.now.outcome != "P")
    assert len(turn.sentences()) == 1
    if agreed:
        with pytest.raises(MoveError, match="over"):
            match.offer_draw()
        match.renew()
    assert not match.drawn


def test_no_draw_is_offered_where_the_game_ends_by_itself() -> None:
    with pytest.raises(MoveError, match="by itself"):
        Match(sg.parse("nim 2,2")).offer_draw()
    with pytest.raises(MoveError, match="computer's turn"):
        Match(sg.parse("loopy edges:a>b,b>a@a"), second=True).offer_draw()


class AndBack(sg.Game):
    """Two states, one after the other."""

    def options(self, state: int) -> list[int]:
        return [1 - state]


def test_a_game_of_ones_own_that_comes_back_may_be_drawn() -> None:
    assert Match(sg.parse("and-back 0")).offer_draw().drawn


def test_hints_and_comments_know_draws() -> None:
    said = [str(step.sentence) for step in hints(sg.parse("loopy edges:a>b,b>a@a"))]
    assert "draw" in said[0]
    position = sg.parse("loopy edges:a>b,b>a,a>c,c>d@a")
    bad = next(move for move in position.moves() if move.to.outcome == "N")
    assert player.comment(bad).kept is False


@pytest.mark.deep
def test_a_million_positions_in_seconds() -> None:
    import numpy as np

    arrows = np.random.default_rng(1).integers(0, 10**6, 6 * 10**6)
    found = analyse(10**6, array("i", arrows.tolist()))
    for v in np.random.default_rng(2).integers(0, 10**6, 2000).tolist():
        there = {found.outcome[w] for w in found.rows.of(v)}
        assert found.outcome[v] == (1 if 0 in there else 0 if there <= {1} else 2)


def test_a_component_alone_has_a_nimber_or_says_why_not() -> None:
    (part,) = sg.parse("loopy edges:a>b,b>a,c>a,c>d@a").components
    chosen = engine(part.ruleset)
    assert chosen.effort(part.state).values == 4  # vertices to go through
    with pytest.raises(UnsolvedError, match="the value is no nimber: oo"):
        chosen.value(part.state)
    assert chosen.effort(part.state).values == 1  # the whole graph is known by then
    (path,) = sg.parse("loopy edges:a>b,b>c,a>c@a").components
    assert engine(path.ruleset).value(path.state) == 2  # a path downwards, as a heap of two
    assert engine(path.ruleset).evidence(path.state, True).source
