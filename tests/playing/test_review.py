"""Where a game was decided, the ladders, and what a player types."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import sprague as sg
from sprague.playing.ladders import LADDERS
from sprague.playing.player import is_over
from sprague.playing.review import review
from sprague.playing.typed import read_move, read_position
from sprague.words.errors import MoveError
from sprague.workbench.registry import ruleset_of


def plain(position: sg.Position, known: dict[str, str]) -> str:
    """The outcome by the definition: N where some option is P; an end is P, in misère play N."""
    if position.text not in known:
        options = list(position.options())
        lost = any(plain(option, known) == "P" for option in options) or (not options and position.misere)
        known[position.text] = "N" if lost else "P"
    return known[position.text]


@settings(max_examples=25)
@given(
    st.sampled_from(
        ["nim 1,2,3", "wythoff 3,4", "kayles 6", "dots 7", "misere nim 2,3", "chomp 2x3", "cram 2x3"]
    ),
    st.randoms(),
)
def test_the_turning_point_is_the_losers_last_move_from_a_position_that_was_won(text, chance):
    """Against the plain definition, over games at random."""
    position = sg.parse(text)
    positions = [position]
    while options := list(positions[-1].options()):
        positions.append(chance.choice(options))
    moves = [str(after) for after in positions[1:]]
    seen = review(position, moves)
    known: dict[str, str] = {}
    outcomes = [plain(each, known) for each in positions]
    assert list(seen.outcomes) == outcomes
    # In normal play whoever is to move at the end has lost.
    loser = (len(moves) + (1 if position.misere else 0)) % 2
    won = [i for i in range(len(moves)) if i % 2 == loser and outcomes[i] == "N"]
    assert seen.turning == (won[-1] if won else None)
    if won:
        assert outcomes[won[-1] + 1] == "N" and seen.better is not None
        assert plain(seen.better.to, known) == "P"


def test_a_game_that_is_not_over_is_not_looked_at():
    for moves in ([], ["nim 1,2"]):
        with pytest.raises(MoveError, match="when it is over"):
            review(sg.parse("nim 1,3"), moves)


@pytest.mark.parametrize("ladder", LADDERS, ids=lambda ladder: ladder.game)
def test_on_every_rung_the_player_has_the_winning_side(ladder):
    assert len(ladder.rungs) >= 5
    for rung in ladder.rungs:
        position = sg.parse(rung.position)
        assert position.text == rung.position
        assert position.outcome == ("P" if rung.second else "N")


@pytest.mark.parametrize("ladder", LADDERS, ids=lambda ladder: ladder.game)
def test_no_rung_is_won_by_a_single_move(ladder):
    for rung in ladder.rungs:
        position = sg.parse(rung.position)
        ends = [move for move in position.winning_moves.first(40) if is_over(move.to)]
        assert not ends, rung.position


def test_no_two_ladders_have_one_name():
    titles = [ruleset_of(ladder.game).title.render("en") for ladder in LADDERS]
    assert len(set(titles)) == len(titles)


@pytest.mark.parametrize(
    ("typed", "game", "meant"),
    [
        ("Last Biscuit 5,8", "", "wythoff 5,8"),
        ("last biscuit 5, 8 + Nim 3", "", "wythoff 5,8 + *3"),
        ("斐波那契拈 21", "", "fibonacci 21"),
        ("wythoff ５，８", "", "wythoff 5,8"),
        ("wythoff\u3000５、８", "", "wythoff 5,8"),
        ("5,8", "wythoff", "wythoff 5,8"),
        ("4x5", "cram", "cram 4x5"),
        ("nim 3,4", "wythoff", "nim 3,4"),
    ],
)
def test_positions_as_people_type_them(typed, game, meant):
    assert read_position(typed, game).text == sg.parse(meant).text


def test_the_error_is_that_of_what_was_typed():
    with pytest.raises(sg.SpragueError, match="did you mean wythoff"):
        read_position("wytof 3,4")


@pytest.mark.parametrize("typed", ["nim 10³,5", "last biscuit 10²,5", "nim ①②", "nim 𝟏,2", "nim １０³"])
def test_other_signs_than_full_width_ones_are_no_digits(typed):
    with pytest.raises(sg.SpragueError, match="expected"):
        read_position(typed)


@pytest.mark.parametrize("typed", ["2³", "take 2³ from the heap of 100", "#①"])
def test_nor_in_moves(typed):
    with pytest.raises(sg.SpragueError):
        read_move(sg.parse("nim 100"), typed)


def test_the_best_guess_is_never_a_move_that_is_seen_to_lose(monkeypatch):
    from sprague.playing import player

    position = sg.parse("node-kayles grid:5x5")

    def unknown(asked):
        return None

    monkeypatch.setattr(player, "known_answer", unknown)
    reply = player.reply(position, seed=1)
    # The middle leaves a board that mirrors itself: seen at a glance.
    assert (reply.kind, reply.move.to.outcome) == ("wins", "P")


def test_nobody_swaps_sides_after_the_end():
    from sprague.playing.match import begin

    match = begin("nim 1", seed=1, second=True)
    match.take_turn()
    assert match.won is False
    with pytest.raises(MoveError, match="the game is over"):
        match.swap()
    assert match.won is False
