"""The board in a notebook: what it sends, what comes back, and that it is JavaScript."""

from __future__ import annotations

import builtins
import json
from typing import Any

import pytest

import sprague as sg
from sprague import notebook
from sprague.words.errors import MissingExtraError, SpragueError
from sprague.workbench.registry import builtin_rulesets


def send(board: Any, **message: str) -> dict[str, Any]:
    """What the board shows after it has sent ``message``, as it would arrive in the browser."""
    board._handle_custom_msg(message, [])
    state: dict[str, Any] = board.state
    return state


@pytest.fixture
def board() -> Any:
    return sg.play("wythoff 5,8", seed=1)


def test_the_board_begins_with_the_position(board):
    assert board.state["shown"]["position"] == "wythoff 5,8"
    assert board.state["open"]
    assert board.state["level"] == "perfect"
    assert sg.play(sg.parse("nim 3,4"), "random").state["level"] == "random"


def test_a_game_is_won_by_winning_moves(board):
    state = board.state
    while not state["shown"]["over"]:
        assert state["open"]
        state = send(board, do="move", to=sg.solve(state["shown"]["position"]).winning_moves[0].to.text)
    assert state["news"][-1] == "No move is left: you win."
    assert not state["open"]


def test_the_board_shows_the_own_move_before_the_computer_thinks(board):
    seen = []
    board.observe(lambda change: seen.append(change["new"]["shown"]["position"]), "state")
    send(board, do="move", to="wythoff 5,3")
    assert seen[0] == "wythoff 5,3"
    assert len(seen) == 2


def test_hints_come_in_steps_and_light_up_the_move(board):
    assert send(board, do="hint")["news"] == ["you can win from here"]
    assert send(board, do="hint")["news"][-1] == "there are 2 winning moves"
    assert send(board, do="hint")["news"][-1].startswith("a smaller case like it: wythoff ")
    assert send(board, do="hint")["news"][-1] == "look at the jar of 8"
    shown = send(board, do="hint")
    assert (shown["news"][-1], shown["lit"]) == ("take 5 from the second jar", ["wythoff 5,3"])
    assert send(board, do="hint")["lit"] == ["wythoff 5,3"]
    assert not send(board, do="move", to="wythoff 5,3")["lit"]


def test_undo_redo_new_swap_and_levels(board):
    after = send(board, do="move", to="wythoff 5,7")["shown"]["position"]
    assert send(board, do="undo")["shown"]["position"] == "wythoff 5,8"
    assert send(board, do="redo")["shown"]["position"] == after
    send(board, do="undo")
    assert send(board, do="undo")["news"] == ["there is no move of yours to take back"]
    assert send(board, do="level", level="teacher")["level"] == "teacher"
    assert "would have won" in send(board, do="move", to="wythoff 5,7")["news"][1]
    assert send(board, do="new")["shown"]["position"] == "wythoff 5,8"
    wins = [move.to.text for move in sg.solve("wythoff 5,8").winning_moves]
    assert send(board, do="swap")["shown"]["position"] in wins


def test_what_is_wrong_is_told_on_the_board(board):
    assert "no move leads" in send(board, do="move", to="wythoff 5,9")["news"][-1]
    assert "expected a level" in send(board, do="level", level="clever")["news"][-1]
    assert send(board, do="dance")["news"] == []
    assert board.state["shown"]["position"] == "wythoff 5,8"


def test_the_computer_may_begin():
    board = sg.play("nim 3,4", second=True, seed=1)
    assert board.state["shown"]["position"] == "nim 3,3"
    assert board.state["news"] == ["computer: take 1 from the heap of 4"]


def test_a_picture_of_the_last_board_stays_beside_the_board(board, monkeypatch):
    shown: list[dict[str, str]] = []

    class Shown:
        def update(self, what: dict[str, str], raw: bool) -> None:
            shown[-1] = what

    def display(what: dict[str, str], **_: Any) -> Shown:
        shown.append(what)
        return Shown()

    monkeypatch.setattr("IPython.display.display", display)
    board._ipython_display_()
    assert "application/vnd.jupyter.widget-view+json" in shown[0]
    assert "<svg" in shown[1]["text/html"] and "<code>wythoff 5,8</code>" in shown[1]["text/html"]
    send(board, do="move", to="wythoff 5,3")
    assert f"<code>{board.state['shown']['position']}</code>" in shown[1]["text/html"]
    assert "you: take 5 from the second jar" in shown[1]["text/html"]
    assert f'class="{board.hidden}"' in shown[1]["text/html"] and "<script" not in shown[1]["text/html"]


def test_bad_input_is_refused():
    with pytest.raises(SpragueError, match="expected a level"):
        sg.play("nim 3,4", "clever")
    with pytest.raises(SpragueError):
        sg.play("nim x")


@pytest.mark.parametrize("ruleset", builtin_rulesets(), ids=lambda ruleset: ruleset.head)
def test_every_game_goes_to_the_browser_as_json(ruleset):
    game = notebook.Game(ruleset.example, seed=1)
    game.receive({"do": "move", "to": game.state()["shown"]["moves"][0]["to"]})
    json.dumps(game.state())
    assert game.match.at > 0


def test_without_the_extra_the_sentence_names_the_line_that_installs_it(monkeypatch):
    real = builtins.__import__

    def refuse(name: str, *rest: Any) -> Any:
        if name == "anywidget":
            raise ImportError(name)
        return real(name, *rest)

    notebook._widget_class.cache_clear()
    monkeypatch.setattr(builtins, "__import__", refuse)
    with pytest.raises(MissingExtraError, match=r"pip install 'sprague\[notebook\]'"):
        sg.play("nim 3,4")


def test_positions_and_answers_show_themselves():
    position = sg.parse("wythoff 5,8")
    shown = position._repr_html_()
    assert "<svg" in shown
    assert "wythoff 5,8" in shown
    assert "take 5 from the second jar" in shown
    assert position.solve()._repr_html_() == shown
    assert "<script" not in shown


def test_a_game_shows_itself() -> None:
    shown = sg.kayles._repr_html_()
    assert "<svg" in shown and str(sg.kayles.rule).split(",")[0][:20] in shown
    assert "<svg" in sg.octal("0.137")._repr_html_()


def test_the_picture_of_a_quotient_says_what_its_colours_mean() -> None:
    picture = sg.misere.quotient("nim", heaps=2).svg()
    assert "P: whoever moves loses" in picture and "N: whoever moves wins" in picture
