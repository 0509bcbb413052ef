"""A game in the terminal, by plain prompts."""

from __future__ import annotations

import io
import sys

import pytest
from click.testing import CliRunner

from sprague.cli.app import application
from sprague.cli.play import _ask
from sprague.words.messages import say


def play(*words: str, typed: str, status: int = 0) -> str:
    result = CliRunner().invoke(application, ["play", *words], input=typed)
    assert result.exit_code == status, result.output + repr(result.exception)
    return result.output


def test_a_game_is_won_by_the_winning_moves():
    shown = play("nim 1,2", "--seed", "1", typed="nim 1,1\n*0\nquit\n")
    assert "computer: take 1 from the heap of 1" in shown
    assert "you win" in shown


def test_a_game_is_lost_by_a_slip():
    shown = play("nim 1,2", "--seed", "1", typed="*1\nquit\n")
    assert "the computer wins" in shown


def test_moves_may_be_typed_in_every_way():
    for typed in ("wythoff 5,3", "5,3", "5, 3", "#9", "take 5 from the second jar"):
        assert "computer: " in play("wythoff 5,8", typed=f"{typed}\n")


def test_moves_that_are_none_are_explained():
    shown = play("wythoff 5,8", typed="5,9\n#99\n#x\nfoo\ncram 2x2\n4,7,1\nquit\n")
    assert "no move leads from wythoff 5,8 to wythoff 5,9" in shown
    assert "there is no move of that number" in shown
    assert "expected the number of a move" in shown
    assert "computer: " not in shown


def test_hints_undo_redo_and_the_rest():
    words = (
        "help,moves,hint,hint,hint,hint,hint,hint,hint,undo,take 1 from both jars,undo,redo,why,"
        "level random,level clever,show,swap,resign"
    )
    shown = play("wythoff 5,8", "--seed", "3", typed=words.replace(",", "\n") + "\n")
    assert "#18" in shown
    assert shown.index("you can win from here") < shown.index("your move> hint\nthere are 2 winning moves")
    assert "that was all" in shown
    assert "there is no move of yours to take back" in shown
    assert "expected a level among perfect" in shown
    assert "the level is now random" in shown
    assert "the computer plays on in your place" in shown
    assert "you resign" in shown


def test_the_teacher_comments():
    shown = play("nim 3,4", "--level", "teacher", typed="nim 2,4\nquit\n")
    assert "that lets the win go: take 1 from the heap of 4 would have won" in shown


def test_a_game_by_name_begins_at_a_position_of_its_own():
    shown = play("last-biscuit", "--seed", "7", typed="quit\n")
    assert "Take any number of biscuits" in shown
    assert "wythoff " in shown


def test_the_computer_may_begin_and_says_when_it_is_lost():
    shown = play("nim 3,3", "--second", "--seed", "2", typed="quit\n")
    assert shown.index("computer: ") < shown.index("your move> ")
    assert "lasts longest: 6 moves" in shown


def test_the_end_of_the_input_ends_the_game():
    assert "your move> " in play("nim 3,4,5", typed="")


def test_undo_after_the_end_and_a_new_game():
    shown = play("nim 1,2", "--seed", "1", typed="*1\n*2\nundo\nnim 1,1\nnew\nquit\n")
    assert "the game is over: undo, new or quit" in shown
    assert shown.count("nim 1,2") >= 3


def test_the_same_seed_gives_the_same_game():
    typed = "undo\nhint\n#1\n#1\n#1\nquit\n"
    assert play("nim", "--seed", "5", typed=typed) == play("nim", "--seed", "5", typed=typed)


def test_misere_nim():
    shown = play("misere nim 1,1", "--seed", "1", typed="misere nim 1\nquit\n")
    assert "you win" in shown
    assert "whoever makes the last move loses" in shown


def test_every_game_can_be_begun_by_its_name():
    from sprague.workbench.registry import builtin_rulesets

    for ruleset in builtin_rulesets():
        assert "your move> " in play(ruleset.head, "--seed", "1", typed="hint\n#1\n#1\nundo\nquit\n")


def test_moves_may_be_typed_in_the_words_of_another_language():
    for words in ("喺第二個罐攞 5 塊", "喺第二個罐攞5塊", "喺第二個罐攞 5 塊 -> wythoff 5,3"):
        assert "computer: " in play("wythoff 5,8", typed=f"{words}\n")
    assert "you win" in play("misere nim 1,1", "--seed", "1", typed="1\nquit\n")


def test_a_ctrl_c_while_the_prompt_is_written_is_heard(monkeypatch):
    class Interrupted(io.StringIO):
        interrupts = 1

        def flush(self) -> None:
            self.interrupts -= 1
            if self.interrupts == 0:
                raise KeyboardInterrupt

    monkeypatch.setattr(sys, "stdin", io.StringIO("hint\n"))
    monkeypatch.setattr(sys, "stdout", Interrupted())
    with pytest.raises(KeyboardInterrupt):
        _ask(say("your move> "))


@pytest.mark.parametrize("columns", ["40", "60"])
def test_every_line_fits_a_narrow_screen(monkeypatch, columns):
    monkeypatch.setenv("COLUMNS", columns)
    typed = "help\nmoves\nhint\nhint\nwhy\nr1c1\n1 2\nrow 1, columns 1 and 2\nlevel slips\nswap\nresign\nfoo\nquit\n"
    shown = play("misere cram 3x4", "--seed", "1", typed=typed)
    assert "computer: put a domino" in shown and "misère play" in shown
    assert [line for line in shown.splitlines() if len(line) > int(columns)] == []
