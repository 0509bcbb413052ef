"""Records of games, players and tournaments."""

from __future__ import annotations

import pickle
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import sprague as sg
from sprague.playing.match import Match

STARTS = (
    *("nim 1,2,3", "misere nim 2,2", "wythoff 3,5", "kayles 6 + *2", "cram 2x3", "cram ..#/...", "chomp 2x3"),
    *(
        "node-kayles edges:a-b,b-c",
        "subtract{1,3} 5",
        "coins{xx,x.x} THH",
        "fibonacci 8",
        "geography grid:2x2@r1c1",
    ),
)


@given(st.sampled_from(STARTS), st.integers(0, 20), st.integers(0, 99))
def test_text_json_and_link_bring_every_game_back(start: str, length: int, seed: int) -> None:
    dice, record = Random(seed), sg.Record(start, players=("Ann", "陳"), comments={0: "begin"})
    for _ in range(length):
        if record.over:
            break
        record.push(dice.choice(list(record.position.moves())), dice.choice(["", "well\n1. played"]))
    for again in (sg.Record.from_text(str(record)), sg.Record.from_json(record.to_json())):
        assert again == record and again.positions == record.positions and again.comments == record.comments
    linked = sg.Record.from_link(record.link("http://localhost:8000/"))
    assert linked.positions == record.positions and linked.result == record.result
    while len(record):
        before = record.positions[-2]
        record.pop()
        assert record.position == before and not record.over
    assert record.comments == {0: "begin"}


def test_who_has_won_is_who_made_the_last_move_and_in_misere_play_the_other() -> None:
    assert sg.Record("nim 1,1", ["*1", "*0"]).result == "second"
    assert sg.Record("misere nim 1,1", ["misere *1", "misere *0"]).result == "first"
    assert sg.Record("nim 0").result == "second" and sg.Record("misere nim 0").result == "first"


def test_a_position_that_comes_back_twice_is_a_draw() -> None:
    there, back = "loopy edges:a>b,b>a@b", "loopy edges:a>b,b>a@a"
    record = sg.Record(back, [there, back, there])
    assert record.result is None
    record.push(back)
    assert record.result == "draw"
    with pytest.raises(sg.SpragueError, match="over"):
        record.push(there)


def test_a_game_that_is_given_up() -> None:
    record = sg.Record("nim 3,4", ["nim 3,3"])
    record.give_up("first")
    assert record.result == "first" and sg.Record.from_text(str(record)).result == "first"
    record.pop()
    assert record.result is None
    with pytest.raises(sg.SpragueError, match="expected a result"):
        record.give_up("me")  # type: ignore[arg-type]
    with pytest.raises(sg.SpragueError, match="over"):
        sg.Record("nim 1", ["*0"], given_up="second")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("1. nim 3", "position: … first|a line|first"),
        ("position: nim 2\n2. *1", "expected move 1, got '2. \\*1' in 'line 2'"),
        ("position: nim 2\n1. *2", "no move leads"),
        ("position: nim 2\nhello", "expected a move"),
        ("position: nim 2\nresult: me", "expected a result"),
        ("", "expected a line"),
    ],
)
def test_text_that_is_no_game(text: str, says: str) -> None:
    with pytest.raises(sg.SpragueError, match=says):
        sg.Record.from_text(text)


def test_objects_and_links_that_are_no_game() -> None:
    whole = sg.Record("nim 2").to_dict()
    for wrong in (
        None,
        [],
        {},
        {**whole, "format": "other"},
        {**whole, "players": ["one"]},
        {**whole, "comments": 3},
    ):
        with pytest.raises(sg.SpragueError):
            sg.Record.from_dict(wrong)  # type: ignore[arg-type]
    for text in ("", "{", "null", '"nim"'):
        with pytest.raises(sg.SpragueError):
            sg.Record.from_json(text)
    for link in ("", "http://localhost/lab", "/play?position=%2A2&moves=%2A5"):
        with pytest.raises(sg.SpragueError):
            sg.Record.from_link(link)


def test_links_of_games_with_the_sign_between_moves_in_their_name() -> None:
    record = sg.Record("kinds{a:a-1,a+b-2;b:b-1,-3} 4,3@b")
    while not record.over and len(record) < 3:
        record.push(next(iter(record.position.moves())))
    assert len(record) > 1
    assert sg.Record.from_link(record.link()) == record


def test_a_match_gives_its_record() -> None:
    match = Match(sg.nim(2, 3), seed=1)
    match.take_turn("nim 2,2")
    record = match.record
    assert record.positions == tuple(match.positions) and record.players == ("you", "computer (perfect)")
    match.undo()
    assert len(match.record) == 0


def test_perfect_wins_what_can_be_won_and_seeds_repeat_games() -> None:
    starts = ["nim 1,2,3", "wythoff 3,5", "kayles 7", "misere nim 3,3"]
    players: dict[str, Any] = {"perfect": sg.players.perfect, "random": sg.players.random}
    found = sg.players.tournament(players, starts, seed=3)
    assert len(found.records) == 8 and found.played("random") == 8
    for record in found.records:
        first_wins = record.start.outcome == "N"
        if record.players[0 if first_wins else 1] == "perfect":
            assert record.result == ("first" if first_wins else "second")
    assert found.won("perfect") + found.won("random", "perfect") == 8
    again = sg.players.tournament(players, starts, seed=3)
    assert again.records == found.records
    assert [line.split()[0] for line in str(found).splitlines()[1:]] == ["perfect", "random"]


def test_a_player_is_any_function_and_an_illegal_move_loses() -> None:
    def last(position: sg.Position) -> str:
        return list(position.moves())[-1].to.text

    def cheat(position: sg.Position) -> str:
        return "*9"

    assert sg.players.match("nim 1,2", last, sg.players.perfect).over
    lost = sg.players.match("nim 1,2", last, cheat)
    assert lost.result == "first" and "cheat gives up: no move leads" in lost.comments[1]
    with pytest.raises(sg.SpragueError, match="expected a player"):
        sg.players.match("nim 1", "perfect", last)  # type: ignore[arg-type]
    with pytest.raises(sg.SpragueError, match="two players"):
        sg.players.tournament({"one": last}, ["nim 1"])


def test_a_record_shows_its_board() -> None:
    shown = sg.Record("nim 1,2", ["*2"], comments={1: "<b>"})._repr_html_()
    assert "<svg" in shown and "&lt;b&gt;" in shown
    assert (
        repr(pickle.loads(pickle.dumps(sg.Record("nim 1,2", ["*2"]))))
        == "<1 moves from nim 1,2, result None>"
    )


def test_names_and_comments_cannot_control_a_terminal() -> None:
    evil = "\x1b[2J\u202e\x7f\U000e0001<b>"
    record = sg.Record("nim 3", players=(f"Ann{evil}\nposition: *1", "Ben"), comments={0: f"so{evil}\nthere"})
    assert all(line.isprintable() for line in str(record).split("\n"))
    assert sg.Record.from_text(str(record)).start == record.start
    assert record.to_json().isprintable()
    assert sg.Record.from_json(record.to_json()).players == record.players
    assert not {"\x1b", "\u202e", "\x7f"} & set(record._repr_html_())
