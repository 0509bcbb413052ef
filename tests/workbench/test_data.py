"""Positions, moves, answers, lists of moves and handles are data: they are pickled, copied, compared and sent to other
processes; and to show one, or to look into one, solves nothing that takes long."""

from __future__ import annotations

import copy
import multiprocessing
import pickle
import time
from operator import methodcaller
from typing import Any

import cloudpickle
import pytest

import sprague as sg
from sprague.workbench.registry import builtin_rulesets

EXAMPLES = [ruleset.example for ruleset in builtin_rulesets()]

TEXTS = [
    *EXAMPLES,
    "misere kayles 5,7",
    "misere nim 3,4,5",
    "nim 3,4 + cram 3x4 + wythoff 3,5",
    "nim 1,3,2 + loopy",
]

PROTOCOLS = range(pickle.HIGHEST_PROTOCOL + 1)


def again(value: Any, protocol: int = pickle.HIGHEST_PROTOCOL) -> Any:
    return pickle.loads(pickle.dumps(value, protocol))


@pytest.mark.parametrize("text", EXAMPLES)
def test_a_position_and_its_moves_come_back(text: str) -> None:
    position = sg.parse(text)
    first = position.moves().first(5)
    for same in (again(position), copy.copy(position), copy.deepcopy(position)):
        assert same == position and hash(same) == hash(position)
        assert same.text == position.text and same.components == position.components
    for move in first:
        for same in (again(move), copy.deepcopy(move)):
            assert same == move and hash(same) == hash(move) and same.to.text == move.to.text
            assert str(same.sentence) == str(move.sentence)


@pytest.mark.parametrize(
    "text",
    ["kayles 7,9", "misere kayles 5,7", "loopy {a:[b,c],b:[a],c:[]} a", "top-entails 5 + nim 3", "cram 3x4"],
)
@pytest.mark.parametrize("protocol", [0, 2, pickle.HIGHEST_PROTOCOL])
def test_an_answer_is_what_was_found(text: str, protocol: int) -> None:
    try:
        position = sg.parse(text)
    except sg.SpragueError:
        position = sg.parse(next(each for each in EXAMPLES if each.startswith(text.split()[0])))
    answer = position.solve()
    for same in (again(answer, protocol), copy.deepcopy(answer), copy.copy(answer)):
        assert type(same) is type(answer)
        assert same == answer and hash(same) == hash(answer)
        assert same.to_dict() == answer.to_dict()
        assert str(same) == str(answer) and repr(same) == repr(answer)
    solved = again(position, protocol)  # one that was asked
    assert solved.solve().to_dict() == answer.to_dict()


def test_answers_to_different_questions_differ() -> None:
    answers = [sg.parse(text).solve() for text in ("nim 3,4", "nim 3,5", "misere nim 3,4", "kayles 3")]
    assert len(set(answers)) == 4
    assert sg.nim(3, 4).solve(moves=False) != answers[0]  # no winning moves were looked for


def test_many_moves_are_looked_for_anew() -> None:
    position = sg.parse(f"wythoff {10**30},{10**40}")
    moves = again(position.moves())
    assert moves.total == position.moves().total and moves[2] == position.moves()[2]
    options = again(position.options())
    assert options[1] == position.options()[1]
    many = sg.parse("fibonacci 1000")
    assert len(pickle.dumps(many.moves())) < 2000
    few = again(sg.parse("nim 3,4").solve().winning_moves)
    assert [str(move.to) for move in few] == ["nim 3,3"] and few.complete


def test_a_partial_list_of_moves_stays_partial() -> None:
    answer = sg.parse("nim 3,4").solve(moves=False)
    same = again(answer)
    assert not same.winning_moves.complete and same.winning_moves_total is None
    assert same.to_dict()["winning_moves"] is None


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_handles_come_back(protocol: int) -> None:
    for game in (sg.kayles, sg.game("wythoff[t=2]"), sg.octal("0.137"), sg.subtract(1, 3, 4), sg.cram):
        same = again(game, protocol)
        assert same == game and hash(same) == hash(game) and same.head == game.head
        assert copy.deepcopy(game) == game


class TakeSquares(sg.HeapGame):
    "Take a square number."

    def options(self, n: int) -> list[int]:
        return [n - k * k for k in range(1, 10) if k * k <= n]


def test_a_position_of_an_own_game_comes_back() -> None:
    position = sg.parse("take-squares 20 + nim 3 + take-squares 7,9")
    answer = position.solve()
    assert again(position) == position and again(position).solve().to_dict() == answer.to_dict()
    assert again(answer).to_dict() == answer.to_dict()
    assert again(position.moves()[0]) == position.moves()[0]


def test_another_process_answers() -> None:
    positions = [sg.parse("kayles 7,9"), sg.parse("misere kayles 3"), sg.parse("cram 3x3")]
    positions[0].solve()
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        answers = pool.map_async(methodcaller("solve"), positions).get(120)
    assert [answer.to_dict() for answer in answers] == [position.solve().to_dict() for position in positions]


def test_what_dask_sends_comes_back() -> None:
    position = sg.parse("kayles 7,9")
    position.solve()
    ask = cloudpickle.loads(cloudpickle.dumps(lambda: position.solve().outcome))
    assert ask() == "N"
    assert cloudpickle.loads(cloudpickle.dumps(sg.kayles)) == sg.kayles


def test_display_solves_only_what_takes_a_moment() -> None:
    begun = time.thread_time()
    shown = sg.cram(7, 7)._repr_html_()
    assert time.thread_time() - begun < 2 and "<svg" in shown and "cram 7x7" in shown
    assert "<b>N</b>" in sg.nim(3, 4)._repr_html_()


def test_a_game_is_no_endless_sequence() -> None:
    for ask in (
        lambda: 100 in sg.kayles,
        lambda: max(sg.kayles),
        lambda: list(sg.kayles),
        lambda: iter(sg.kayles),
    ):
        with pytest.raises(TypeError):
            ask()
    assert sg.kayles[7] == 2 and sg.kayles[:3] == [0, 1, 2]


@pytest.mark.parametrize("asked", [{"seconds": -1}, {"seconds": "soon"}, {"memory": "much"}, {"memory": -5}])
def test_what_is_no_budget_is_refused_also_of_what_is_known(asked: dict[str, Any]) -> None:
    position = sg.parse("nim 3,4")
    position.solve()
    with pytest.raises(sg.SpragueError, match="expected"):
        position.solve(**asked)
    with pytest.raises(sg.SpragueError, match="expected"):
        sg.solve(position, **asked)


def test_unknown_words_are_refused_also_of_what_is_known() -> None:
    position = sg.parse("nim 3,4")
    position.solve()
    unknown: dict[str, Any] = {"second": 5}
    for ask in (position.solve, lambda **words: sg.solve(position, **words), sg.Ask):
        with pytest.raises(TypeError, match="second"):
            ask(**unknown)
    with pytest.raises(TypeError, match="threads"):
        position.solve(threads=2)  # type: ignore[call-arg]
    with pytest.raises(sg.SpragueError, match="threads"):
        sg.solve(position, threads=0)


def test_each_kind_of_play_has_an_answer_of_its_own() -> None:
    kinds = {"nim 3,4": "Answer", "misere kayles 3": "MisereAnswer", "top-entails 4": "EntailingAnswer"}
    for text, name in kinds.items():
        assert type(sg.solve(text)).__name__ == name
    normal = sg.solve("nim 3,4")
    assert normal.genus is normal.remoteness is normal.extended_value is normal.quotient_element is None
    assert list(normal.drawing_moves) == []
