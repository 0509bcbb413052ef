"""A component is over when its rule gives no move, and nothing else says so: not the number 0."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

import sprague as sg
from sprague.model.naive_misere import misere_outcome
from sprague.model.ruleset import Component, is_over
from sprague.workbench.registry import builtin_rulesets

#: Games of which the options cannot be listed.
ENDLESS = {"token"}


@pytest.mark.parametrize("ruleset", builtin_rulesets(), ids=lambda ruleset: str(ruleset.head))
def test_what_is_empty_is_over(ruleset: Any) -> None:
    """Of every built-in game, along lines of play to the end."""
    waiting = list(sg.parse(ruleset.example).components)
    if ruleset.nothing() is not None:
        waiting.append(ruleset.nothing())
    seen = set(waiting)
    while waiting and len(seen) < 300:
        part = waiting.pop()
        if part.ruleset.is_empty(part.state):
            assert is_over(part), part
        for count, option in enumerate(part.ruleset.successors(part.state)):
            if count >= 40:
                break
            waiting += [piece for piece in option if piece not in seen]
            seen.update(option)


@pytest.mark.parametrize("ruleset", builtin_rulesets(), ids=lambda ruleset: str(ruleset.head))
def test_a_move_leads_to_what_its_text_says(ruleset: Any) -> None:
    position = sg.parse(ruleset.example)
    for _ in range(12):
        moves = position.moves().first(30)
        for move in (moves + position.winning_moves.first(5)) if ruleset.head not in ENDLESS else moves:
            back = sg.parse(move.to.text)
            assert back == move.to
            assert back.text == move.to.text
            assert position.play(back).text == move.to.text
        if not moves:
            break
        position = moves[len(moves) // 2].to


def test_misere_from_nothing(own_games: None) -> None:
    @sg.rule
    def lift(a: int, b: int) -> Iterable[tuple[int, int]]:
        return [(1, 1)] if (a, b) == (0, 0) else []

    position = sg.parse("misere lift 0,0")
    assert position.outcome == "P"
    assert [move.to.text for move in position.moves()] == ["misere lift 1,1"]
    assert sg.parse("misere lift 0,0 + lift 1,1").outcome == "P"
    assert sg.parse("misere lift 0,0 + lift 0,0").outcome == "N"
    assert misere_outcome(position.components, {}) == "P"


def test_a_heap_of_nothing_that_lives(own_games: None) -> None:
    table = {0: [3, 1], 1: [1, 0, 2], 2: [], 3: []}

    @sg.rule
    def around(n: int) -> Iterable[int]:
        return table.get(n, [])

    # 2 and 3 are over; from 0 a move to 3 wins, and from 1 one to 2.
    assert [sg.parse(f"around {n}").outcome for n in range(4)] == ["N", "N", "P", "P"]
    for n in (0, 1):
        position = sg.parse(f"around {n}")
        answer = position.solve()
        assert [move.to.text for move in answer.winning_moves] == [f"around {3 - n}"]
        assert answer.remoteness == 1
        for move in position.moves():
            assert sg.parse(move.to.text) == move.to
    both = sg.parse("around 0 + nim 1")
    assert {move.to.text for move in both.moves()} == {"around 3 + *1", "around 1 + *1", "around 0"}


@pytest.mark.parametrize("option", [(), []])
def test_an_option_that_leaves_nothing(own_games: None, option: Any) -> None:
    heap = sg.rule(lambda n: [option] if n == 2 else [], name="over-heap", heaps=1)
    pair = sg.rule(lambda a, b: [option] if a == 2 else [], name="over-pair")
    word = sg.rule(lambda row: [[]] if row == "ab" else [], name="over-word", heaps=0)
    for position in (heap(2), pair(2, 3), word("ab")):
        assert position.value == 1
        (move,) = position.moves()
        assert sg.parse(move.to.text) == move.to
        assert move.to.outcome == "P"
        assert position.play(move.to.text) == move.to
        (move,) = (position + "nim 0").winning_moves
        assert sg.parse(move.to.text) == move.to


def test_pictures_and_words_of_a_live_zero(own_games: None) -> None:
    up = sg.rule(lambda n: [1] if n == 0 else [], name="up", heaps=1)
    (move,) = up(0).moves()
    assert str(move.sentence) == "replace the heap of 0 by 1"
    assert up(0).svg().startswith("<svg")


def test_the_file_of_the_command_line(tmp_path: Path, own_games: None) -> None:
    file = tmp_path / "lift.py"
    file.write_text("def lift(a, b):\n    return [(1, 1)] if (a, b) == (0, 0) else []\n")
    game = sg.load_game(f"{file}:lift")
    answer = sg.solve(f"misere {game(0, 0)}")
    assert answer.outcome == "P"


# What a move is


def plain_moves(components: tuple[Component, ...]) -> list[tuple[Component, ...]]:
    """The sums that can be left, each once: components in one order, without those of which nothing is left."""
    return list(
        dict.fromkeys(
            tuple(
                sorted(
                    (
                        piece
                        for piece in (*components[:i], *option, *components[i + 1 :])
                        if not is_over(piece)
                    ),
                    key=str,
                )
            )
            for i, part in enumerate(components)
            for option in part.ruleset.successors(part.state)
        )
    )


@pytest.mark.parametrize(
    "text",
    [
        "nim 29,7,26,26",
        "nim 3,3,3",
        "misere nim 3,3,3",
        "misere nim 1,1,1,1",
        "kayles 5,3,5",
        "misere kayles 5,3,5",
        "misere 0.75 4,4,2",
        "kayles 4 + nim 2 + kayles 4",
        "misere kayles 4 + nim 2 + kayles 4",
        "cram 2x3 + cram 2x3",
        "misere cram 2x3 + cram 2x3 + nim 1",
        "loopy edges:a>b,b>a,b>c@b + loopy edges:a>b,b>a,b>c@b + nim 2 + nim 2",
        "top-entails 4 + top-entails 4 + nim 2,2",
        "fibonacci 5:3 + fibonacci 5:3",
        "wythoff 2,3 + wythoff 2,3",
    ],
)
def test_equal_components_give_a_move_once(text: str) -> None:
    position = sg.parse(text)
    texts = [move.to.text for move in position.moves()]
    assert len(texts) == len(set(texts)) == position.moves().total
    left = {
        tuple(sorted((part for part in move.to.components if not is_over(part)), key=str))
        for move in position.moves()
    }
    assert left == set(plain_moves(position.components))
    won = [move.to.text for move in position.moves() if move.to.outcome == "P"]
    answer = position.solve()
    assert sorted(move.to.text for move in answer.winning_moves) == sorted(won)
    if answer.winning_moves_total is not None:
        assert answer.winning_moves_total == len(won)
    assert len(answer.to_dict()["winning_moves"]) == len(won)


def test_the_second_of_two_equal_heaps_may_be_played() -> None:
    position = sg.parse("nim 26,26")
    assert position.moves().total == 26
    assert position.play("nim 26,5").text == "nim 26,5"
    assert len({(move.index, move.to.text) for move in position.touchable()}) == 52
