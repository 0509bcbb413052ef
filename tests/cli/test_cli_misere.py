"""``quotient``, ``genus``, ``values --genus``, and misère play and draws on the command line."""

from __future__ import annotations

import json
from pathlib import Path

from click.testing import CliRunner

from sprague.cli.app import application


def run(*words: str, status: int = 0, typed: str | None = None) -> str:
    result = CliRunner().invoke(application, list(words), input=typed)
    assert result.exit_code == status, result.output + repr(result.exception)
    return result.stdout if status == 0 else result.output


def test_a_quotient_is_printed_written_and_checked(tmp_path: Path) -> None:
    file = tmp_path / "kayles.json"
    shown = run("quotient", "0.77", "-o", str(file))
    assert "40 elements, 9 of them P-positions" in shown and "preperiod 71 and period 12" in shown
    assert run("check", str(file)).startswith("valid")
    claims = json.loads(file.read_text("utf-8"))
    claims["p"] = claims["p"][1:]
    file.write_text(json.dumps(claims), "utf-8")
    assert "INVALID" in run("check", str(file), status=1)
    assert "exists" in run("quotient", "0.77", "-o", str(file), status=2)


def test_a_quotient_as_json() -> None:
    told = json.loads(run("quotient", "grundy", "--heaps", "13", "--json"))
    assert (told["order"], told["p_portion"], told["status"], told["class"]) == (12, 3, "partial", "wild")
    assert (told["game"], told["heaps"], told["preperiod"], told["period"]) == ("grundy", 13, None, None)
    assert len(told["table"]) == 14 and told["table"][0] == "1"
    assert json.loads(run("quotient", "notakto", "--size", "3x3", "--json"))["order"] == 18


def test_genera() -> None:
    wanted = ["0", "1^{03131}", "2^{20}", "0^{02}", "2^{1420}", "0^{02}", "1^{13}"]
    assert json.loads(run("genus", "0.312", "--to", "6", "--json"))["genus"] == wanted
    assert json.loads(run("values", "0.312", "--genus", "--to", "6", "--json"))["genus"] == wanted
    assert "2^{1420}" in run("genus", "0.312", "--to", "6")
    assert "--genus can be combined" in run("values", "kayles", "--genus", "--csv", status=2)


def test_p_positions_in_misere_play() -> None:
    told = json.loads(run("p-positions", "misere", "nim", "--heaps", "2", "--count", "3", "--json"))
    assert told == {"game": "misere nim", "positions": [[0, 1], [2, 2], [3, 3]], "looked_to": None}


def test_misere_play_and_draws_are_told() -> None:
    shown = run("solve", "misere", "wythoff", "309,500")
    assert "tame" in shown and "Genus       0^{02}" in shown and "Value" not in shown
    assert run("solve", "loopy edges:a>b,b>a@a").startswith("D: ")
    assert "loony" in run("solve", "top-entails 3")
    assert "a draw" in run("play", "loopy edges:a>b,b>a@a", typed="loopy edges:a>b,b>a@b\n" * 2 + "quit\n")
    offered = run("play", "loopy edges:a>b,b>a@a", typed="draw\nundo\nquit\n")
    assert "The computer agrees: a draw." in offered and "new, undo or quit>" in offered
    assert "comes to an end by itself" in run("play", "nim 2,2", typed="draw\nquit\n")


def test_what_is_no_game_is_refused_in_words() -> None:
    for words in (
        ["quotient", "cram"],
        ["quotient", "nosuch"],
        ["genus", "cram"],
        ["genus", "kayles", "--to", "x"],
    ):
        assert "expected" in run(*words, status=2)
