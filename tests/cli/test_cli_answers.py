"""What the commands print, for people and for scripts."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest
from click.testing import CliRunner

import sprague as sg
from sprague.cli.app import COMMANDS, application


def run(*words: str, text: str | None = None, status: int = 0, **environment: str) -> str:
    result = CliRunner().invoke(application, list(words), input=text, env=environment)
    assert result.exit_code == status, result.output + repr(result.exception)
    return result.output


def run_alone(*words: str) -> str:
    """What the command prints in a process of its own, which knows nothing yet."""
    done = subprocess.run(
        [sys.executable, "-m", "sprague", *words], capture_output=True, text=True, check=True
    )
    return done.stdout


def as_json(*words: str, text: str | None = None) -> object:
    return json.loads(run(*words, "--json", text=text))


def test_solve_says_the_outcome_the_move_and_why():
    lines = run_alone("solve", "wythoff 500,1000").splitlines()
    assert lines[0] == "N: take 691 from the second jar -> wythoff 500,309"
    assert any(line.startswith("Why ") and "(309, 500)" in line for line in lines)
    assert any(line.startswith("Evidence ") and "Wythoff 1907" in line for line in lines)
    assert any(line.startswith("Value ") and "--value" in line for line in lines)


def test_solve_of_a_lost_position_and_of_the_end():
    assert run("solve", "wythoff 500,309").startswith("P: every move loses")
    assert run("solve", "nim 0").startswith("P: there is no move")
    assert run("solve", "misere nim 0").startswith("N: there is no move: whoever is to move has won")


def test_solve_counts_the_winning_moves_that_it_does_not_list():
    nine = "nim 16,17,18,19,20,21,22,23,24"  # each heap has the bit 16, so each has a winning move
    assert "and 3 more (--all lists them)" in run("solve", nine)
    assert "more (--all" not in run("solve", nine, "--all")


def test_solve_as_json_is_the_answer():
    assert as_json("solve", "nim 3,4,5") == {
        "position": "nim 3,4,5",
        "outcome": "N",
        "value": 2,
        "components": [
            {"position": "*3", "value": 3},
            {"position": "*4", "value": 4},
            {"position": "*5", "value": 5},
        ],
        "winning_moves": [{"move": "take 2 from the heap of 3", "to": "nim 1,4,5"}],
        "winning_moves_total": 1,
        "reason": "*3 + *4 + *5 = *2: bring *3 (*3) to *1: take 2 from the heap of 3",
        "evidence": {
            "kind": "theorem",
            "source": "Bouton 1901: the nim-sum decides; Sprague 1935, Grundy 1939: the value of a sum is the nim-sum "
            "of the values",
        },
    }


def test_solve_as_json_gives_null_for_a_value_that_was_not_needed_and_strings_for_long_integers():
    found = json.loads(run_alone("solve", "wythoff 500,1000", "--json"))
    assert (found["value"], found["components"]) == (None, [{"position": "wythoff 500,1000", "value": None}])
    long = as_json("solve", f"*{2**53}")
    assert long["value"] == str(2**53)
    assert as_json("solve", f"*{2**53 - 1}")["value"] == 2**53 - 1


def test_solve_as_json_lists_a_hundred_winning_moves_and_all_of_them_when_asked():
    # Bouton: an odd number of heaps has the bit 512, so each of these different heaps has one winning move.
    position = "nim " + ",".join(str(512 + n) for n in range(301))
    found = as_json("solve", position)
    assert (len(found["winning_moves"]), found["winning_moves_total"]) == (100, 301)
    assert len(json.loads(run("solve", position, "--json", "--all"))["winning_moves"]) == 301


def test_solve_lists_the_same_move_in_equal_heaps_once():
    found = as_json("solve", "nim " + ",".join("1" * 301))
    assert [move["to"] for move in found["winning_moves"]] == ["nim " + ",".join("1" * 300)]
    assert found["winning_moves_total"] == 1


@pytest.mark.parametrize("position", ["nim 3,4,5", "nim 1,1", "misere nim 3", "loopy edges:a>b,b>a@a"])
def test_solve_as_json_gives_null_for_moves_that_were_not_asked_for(position):
    for question in ("--outcome", "--value"):
        found = as_json("solve", position, question)
        assert (found["winning_moves"], found["winning_moves_total"]) == (None, None)
        assert found.get("drawing_moves") is None
    asked = as_json("solve", position, "--moves")
    assert asked["winning_moves"] is not None and asked["winning_moves_total"] is not None
    unasked = sg.parse(position).solve(moves=False)
    assert unasked.to_dict()["winning_moves"] is None and "in all" not in repr(unasked)


def test_solve_computes_the_value_when_asked():
    # OEIS A047708(70), values on the diagonal of Wythoff's game.
    assert as_json("solve", "wythoff 70000,100000")["value"] is None  # out of reach of what other tests asked
    assert as_json("solve", "wythoff 70,70", "--value")["value"] == 54


def test_solve_reads_standard_input_and_shortens_what_people_see():
    digits = "7" * 5000
    printed = run("solve", "-", text=f"nim {digits},1\n")
    assert "(5000 digits)" in printed
    assert digits not in printed
    assert json.loads(run("solve", "-", "--json", text=f"nim {digits},1\n"))["position"] == f"nim {digits},1"


def test_solve_draws_the_position_and_the_winning_move():
    picture = run("solve", "cram 2x3", "--draw").split("\n\n")[0].splitlines()
    assert len(picture) == 2
    assert "".join(picture).count("■") == 2
    assert "".join(picture).count("□") == 4


@pytest.mark.parametrize(
    "position",
    [
        "wythoff 500,1000",
        "nim 3,4,5 + cram 2x3 + wythoff 3,5",
        "nim " + ",".join("1" * 301),
        "nim 10^300,10^301,7",
        "wythoff 10^80,10^80",
        "fibonacci 10^60",
        "token + *3",
    ],
)
@pytest.mark.parametrize("command", ["solve", "moves"])
def test_text_for_people_is_at_most_80_columns_wide(command, position):
    words = [command, position, *(["--count", "9"] if command == "moves" else [])]
    for line in run(*words, COLUMNS="200").splitlines():
        assert len(line) <= 80, line


def test_help_and_games_are_at_most_80_columns_wide_too():
    pages = [
        run("--help"),
        run("games"),
        *(run(name, "--help") for rows in COMMANDS.values() for name in rows),
    ]
    for line in "\n".join(pages).splitlines():
        assert len(line) <= 80, line


def test_every_command_has_its_row_in_the_help_and_examples_in_its_own():
    overview = run("--help")
    for heading, rows in COMMANDS.items():
        assert f"{heading}:" in overview
        for name in rows:
            row = next(line for line in overview.splitlines() if line.split()[:1] == [name])
            assert not row.endswith("..."), "the first line of its help is too long"
            assert "Examples:" in run(name, "--help")
            assert f"sprague {name}" in run(name, "--help").split("Examples:")[1]


def test_the_fifty_eighty_one_list_of_last_biscuit():
    printed = run("p-positions", "last-biscuit", "--count", "31").split()
    assert (printed[0], printed[1], printed[-1], len(printed)) == ("(1,2)", "(3,5)", "(50,81)", 31)
    assert as_json("p-positions", "wythoff", "--count", "2") == {
        "game": "wythoff",
        "positions": [[1, 2], [3, 5]],
        "looked_to": None,
    }


def test_values_in_every_form():
    assert as_json("values", "nim", "--to", "3") == {"game": "nim", "start": 0, "values": [0, 1, 2, 3]}
    assert run("values", "nim", "--to", "2", "--csv") == "n,value\n0,0\n1,1\n2,2\n"
    assert run("values", "nim", "--to", "2", "--bfile") == "0 0\n1 1\n2 2\n"
    assert run("values", "nim", "--to", "0").split() == ["0:", "0"]
    assert len(as_json("values", "nim", "--to", "1e3")["values"]) == 1001
    assert len(as_json("values", "nim", "--to", "2^4")["values"]) == 17
    table = run("values", "nim", "--to", "2000").splitlines()
    assert table[1].split()[:3] == ["10:", "10", "11"]
    assert max(map(len, table)) <= 80


def test_values_to_files_are_never_overwritten_unless_forced(tmp_path):
    import numpy as np

    for name in ("v.npy", "v.csv", "v.txt", "v.json"):
        path = tmp_path / name
        run("values", "nim", "--to", "5", "--out", str(path))
        before = path.read_bytes()
        refused = run("values", "nim", "--to", "6", "--out", str(path), status=2)
        assert "exists" in refused
        assert path.read_bytes() == before
        run("values", "nim", "--to", "6", "--out", str(path), "--force")
        assert path.read_bytes() != before
    assert np.load(tmp_path / "v.npy").tolist() == list(range(7))
    assert (tmp_path / "v.csv").read_text() == "n,value\n" + "".join(f"{n},{n}\n" for n in range(7))
    assert (tmp_path / "v.txt").read_text() == "".join(f"{n} {n}\n" for n in range(7))
    assert sorted(entry.name for entry in tmp_path.iterdir()) == ["v.csv", "v.json", "v.npy", "v.txt"]


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("*22 + *7 + *25", "*8"),  # not *6: 22 is 16 + 4 + 2
        ("mex{0,1,2,5,9}", "3"),
        ("{*0,*1,*3}", "*2"),
        ("*6 x *11", "*10"),
        ("*5^-1", "*12"),
        ("sqrt(*9)", "*15"),  # squares of 8, 4, 2, 1 are 13, 6, 3, 1, and their nim-sum is 9
    ],
)
def test_eval(expression, value):
    assert run("eval", expression) == value + "\n"
    assert as_json("eval", expression) == {"value": int(value.lstrip("*"))}


def test_nim_table():
    table = as_json("nim-table", "8")["table"]
    assert table == [[a ^ b for b in range(8)] for a in range(8)]
    printed = run("nim-table", "4", "--times").splitlines()
    assert [line.split("|")[1].split() for line in printed[2:]] == [
        ["0", "0", "0", "0"],
        ["0", "1", "2", "3"],
        ["0", "2", "3", "1"],
        ["0", "3", "1", "2"],
    ]


def test_draw_as_text_and_as_a_file(tmp_path):
    assert run("draw", "cram ..#/...") == "□ □ #\n□ □ □\n"
    path = tmp_path / "picture.svg"
    run("draw", "dots 7,9,10 + cram 2x3", "-o", str(path))
    picture = path.read_text(encoding="utf-8")
    assert picture.startswith("<svg ")
    assert run("draw", "dots 7,9,10 + cram 2x3", "-o", "-") == picture + "\n"
    assert "exists" in run("draw", "nim 3", "-o", str(path), status=2)
    assert path.read_text(encoding="utf-8") == picture
    run("draw", "nim 3", "-o", str(path), "--force")
    assert path.read_text(encoding="utf-8") != picture


def test_candy(tmp_path):
    assert run("candy", "3", "4", "7").splitlines()[0] == "11"
    assert run("candy", "2", "3", "4").startswith("NO")
    assert as_json("candy", "3", "4", "7") == {"possible": True, "best": 11, "kept": [4, 7], "given": [3]}
    assert as_json("candy", "2", "3", "4") == {"possible": False, "best": None, "kept": [], "given": []}
    contest = tmp_path / "sample.in"
    contest.write_text("2\n5\n1 2 3 4 5\n3\n3 5 6\n")
    assert run("candy", "--judge", str(contest)) == "Case #1: NO\nCase #2: 11\n"
    assert run("candy", "--judge", "-", text=contest.read_text()) == "Case #1: NO\nCase #2: 11\n"
    results = json.loads(run("candy", "--judge", str(contest), "--json"))
    assert results == {
        "results": [
            {"possible": False, "best": None, "kept": [], "given": []},
            {"possible": True, "best": 11, "kept": [5, 6], "given": [3]},
        ]
    }


def test_games_lists_every_family():
    from sprague.workbench.registry import builtin_rulesets

    listed = as_json("games")["games"]
    assert sorted(row["name"] for row in listed) == sorted(ruleset.head for ruleset in builtin_rulesets())
    for row in listed:
        assert set(row) == {"name", "aliases", "example", "rule", "notation", "source", "chapter"}
        assert row["rule"], row
        assert row["source"], row
        assert row["example"] in run("games", row["name"])
    assert next(row for row in listed if row["name"] == "wythoff")["aliases"] == ["last-biscuit"]


def test_moves_are_listed_and_counted():
    assert as_json("moves", "nim 1,2") == {
        "position": "nim 1,2",
        "moves": [
            {"move": "take 1 from the heap of 1", "to": "*2"},
            {"move": "take 2 from the heap of 2", "to": "*1"},
            {"move": "take 1 from the heap of 2", "to": "nim 1,1"},
        ],
        "total": 3,
    }
    huge = as_json("moves", "nim 10^30")
    assert (len(huge["moves"]), huge["total"]) == (100, str(10**30))
    assert as_json("moves", "token")["total"] is None
    assert "infinitely many" in run("moves", "token", "--count", "3")
    assert run("moves", "nim 0").startswith("no move")


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion(shell):
    assert "_SPRAGUE_COMPLETE" in run("completion", shell)


def test_completion_completes_commands():
    import os
    import subprocess
    import sys

    environment = {
        **os.environ,
        "_SPRAGUE_COMPLETE": "bash_complete",
        "COMP_WORDS": "sprague so",
        "COMP_CWORD": "1",
    }
    script = "from sprague.cli import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=True
    )
    assert "plain,solve" in done.stdout


def test_a_text_from_windows_begins_with_a_mark(tmp_path):
    mark = "\ufeff"
    assert json.loads(run("solve", "-", "--json", text=f"{mark}nim 3,4\r\n"))["value"] == 7
    assert run("eval", "-", text=f"{mark}*6 x *11") == run("eval", "*6 x *11")
    contest = tmp_path / "in.txt"
    contest.write_text(f"{mark}1\n3\n3 5 6\n", encoding="utf-8")
    assert run("candy", "--judge", str(contest)) == "Case #1: 11\n"
    assert run("candy", "--judge", "-", text=contest.read_text(encoding="utf-8")) == "Case #1: 11\n"
    certificate = tmp_path / "period.json"
    run("period", "0.137", "--certificate", str(certificate))
    certificate.write_text(mark + certificate.read_text(), encoding="utf-8")
    assert "\nvalid: " in run("check", str(certificate))
    game = tmp_path / "mine.py"
    game.write_text(
        f'{mark}import sprague\n\n\nclass WithMark(sprague.HeapGame):\n    """Take one."""\n\n'
        "    def options(self, n):\n        return ((n - 1,) for _ in range(min(n, 1)))\n",
        encoding="utf-8",
    )
    assert json.loads(run("solve", "--game", f"{game}:WithMark", "5", "--json"))["value"] == 1
    assert "you win" in run("play", "nim 3", "--plain", text=f"{mark}*0\n")
