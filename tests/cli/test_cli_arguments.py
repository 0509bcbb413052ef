"""Positions and games as arguments: with quotes or without, and in the other ways in which people write them."""

from __future__ import annotations

import json
from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result

from sprague.cli.app import COMMANDS, application

#: Arguments that are a position, a game, or another text with spaces in it.
TEXTS = {"position", "game", "what", "expression", "question", "candies"}


def run(*words: str, text: str = "") -> Result:
    return CliRunner().invoke(application, list(words), input=text)


def test_every_command_takes_a_position_or_a_game_without_quotes() -> None:
    context = click.Context(application)
    seen = set()
    for name in [name for rows in COMMANDS.values() for name in rows]:
        command = application.get_command(context, name)
        assert command is not None
        for each in [command, *getattr(command, "commands", {}).values()]:
            for argument in each.params:
                if isinstance(argument, click.Argument) and argument.name in TEXTS:
                    assert argument.nargs == -1, (each.name, argument.name)
                    seen.add(each.name)
    assert {"solve", "moves", "draw", "play", "values", "period", "p-positions", "genus", "quotient"} <= seen
    assert {"discover", "theorem", "games", "plot", "stats", "refute", "proof", "eval", "query"} <= seen


@pytest.mark.parametrize(
    ("quoted", "options"),
    [
        ("solve", ()),
        ("moves", ()),
        ("draw", ()),
        ("theorem", ()),
        ("play", ("--seed", "1")),
    ],
)
def test_a_position_without_quotes_is_the_same_position(quoted: str, options: tuple[str, ...]) -> None:
    one = run(quoted, "nim 3,4,5", *options)
    assert one.exit_code == 0, one.output
    assert run(quoted, "nim", "3,4,5", *options).output == one.output
    assert run(quoted, "nim", "3", "4", "5", *options).output == one.output


def test_a_position_of_misere_play_needs_no_quotes_either() -> None:
    assert "misere nim 3,4,5" in run("play", "misere", "nim", "3,4,5", "--seed", "1").output
    assert run("games", "last", "biscuit").output == run("games", "last-biscuit").output


@pytest.fixture
def flip(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rule = """def flip(row: str):
    for i, sign in enumerate(row):
        if sign == "+":
            yield row[:i] + "-" + row[i + 1 :]
"""
    (tmp_path / "flip.py").write_text(rule)
    monkeypatch.chdir(tmp_path)


@pytest.mark.usefixtures("flip")
def test_a_state_of_signs_is_one_word_of_the_shell() -> None:
    done = run("solve", "flip.py:flip", "++-+", "--json")
    assert json.loads(done.output)["position"] == "flip '++-+'"
    assert json.loads(done.output)["outcome"] == "N"  # each move turns one of three signs
    beside = run("solve", "flip.py:flip", "++", "+", "nim", "3", "--json")
    assert json.loads(beside.output)["position"] == "flip '++' + *3"


@pytest.mark.usefixtures("flip")
def test_a_message_about_signs_shows_the_quotes_that_help() -> None:
    assert "flip '++-+'" in run("solve", "flip.py:flip ++-+").output
    assert run("solve", "flip.py:flip '++-+'").exit_code == 0
    like_an_option = run("solve", "flip.py:flip", "--+")
    assert like_an_option.exit_code == 2 and "\"'--+'\"" in like_an_option.output
    assert run("solve", "flip.py:flip", "'--+'").exit_code == 0


def test_candies_may_stand_with_commas() -> None:
    assert run("candy", "3,4,7").output == run("candy", "3", "4", "7").output == "11\nkeep  4 7\ngive  3\n"
    assert run("candy", "3,", "4", "7").output == run("candy", "3,4,7").output
    wrong = run("candy", "3,x")
    assert (wrong.exit_code, "got 'x'" in wrong.output) == (2, True)


def test_a_table_of_nimbers_goes_to_a_size_or_to_its_largest_nimber() -> None:
    assert run("nim-table", "--to", "7").output == run("nim-table", "8").output
    for words in ((), ("8", "--to", "7")):
        wrong = run("nim-table", *words)
        assert (wrong.exit_code, "expected SIZE or --to N" in wrong.output) == (2, True)


def test_discover_and_period_take_the_game_of_a_position() -> None:
    assert "nim" in run("discover", "nim", "3,4,5").output.splitlines()[0]
    assert run("period", "kayles", "7").output == run("period", "kayles").output
    for words in (("nim 3 + kayles 4",), ("misere nim 3",)):
        wrong = run("discover", *words)
        assert (wrong.exit_code, "a position of one game in normal play" in wrong.output) == (2, True)


def test_games_shows_how_a_limit_is_written() -> None:
    assert "fibonacci 8:4" in run("games", "fibonacci").output


def test_games_stand_in_chapters() -> None:
    """Each chapter once, in the list and above its games; each built-in game has one."""
    rows = json.loads(run("games", "--json").output)["games"]
    heads = list(dict.fromkeys(row["chapter"] for row in rows))
    assert [row["chapter"] for row in rows] == sorted((row["chapter"] for row in rows), key=heads.index)
    assert "" not in heads and len(rows) >= 60
    by_name = {row["name"]: row["chapter"] for row in rows}
    assert by_name["northcott"] == by_name["moore[k=2]"] == "Chips and strips (Winning Ways, ch. 15)"
    lines = run("games").output.splitlines()
    assert [line for line in lines if line in heads] == heads
    assert run("games", "nim").output.startswith("nim 3,4,5\n")


def test_games_are_searched_by_words() -> None:
    named = [
        row["example"]
        for row in json.loads(run("games", "--like", "coins in a ROW", "--json").output)["games"]
    ]
    assert "turning-turtles 2,5" in named and "nim 3,4,5" not in named
    nothing = run("games", "--like", "zebra")
    assert nothing.exit_code == 2 and "got 'zebra'" in nothing.output
