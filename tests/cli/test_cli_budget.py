"""Bounds of time and memory, which hold for every command alike, and what is said when they are hit."""

from __future__ import annotations

import json
import re
from itertools import count

import pytest
from click.testing import CliRunner

from sprague.cli.app import application


def run(*words: str, **choices):
    done = CliRunner().invoke(application, list(words), **choices)
    return done.exit_code, done.stdout, done.stderr


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (
            ["solve", "cram 7x7", "--time", "0.6s"],
            "cram 7x7: the time of 0.6 s is over at ",
        ),
        (["values", "0.007", "--to", "3e5", "--time", "0s"], "0.007"),
        (["stats", "0.0007", "--to", "3e5", "--time", "0.1s"], "0.0007"),
        (
            ["theorem", "cram #....../......./.#...../......./.......", "--time", "0.2s"],
            "the time of 0.2 s is over at ",
        ),
        (["proof", "cram 4x7", "--time", "0s", "-o", "-"], "cram 4x7: the time of 0 s is over"),
        (["moves", "cram 5x8", "--values", "--time", "0.1s"], "cram 5x8: the time of 0.1 s is over"),
        (["p-positions", "kayles", "--time", "0s"], "the bound is 0 s"),
        (["values", "wythoff", "--to", "3000x4000", "--memory", "10M"], "only 10.0 MiB is available"),
        (["values", "kayles", "--to", "1e9", "--memory", "1M"], "1.0 MiB"),
        (["solve", "wythoff 3000,4000", "--value", "--memory", "10k"], "needs"),
    ],
)
def test_a_bound_that_is_hit_says_where_and_what_is_known(words, says):
    status, out, err = run(*words)
    assert (status, out) == (2, "")
    assert err.splitlines()[-1].startswith("error: ") and says in err


def test_a_bound_that_is_hit_later_tells_what_is_known():
    status, out, _ = run("solve", "cram 6x7", "--value", "--time", "2s")
    assert status == 0 and out.startswith("N: ")
    assert re.search(r"Value +at least [1-9]: the time of 2 s is over", out)
    told = json.loads(run("solve", "cram 6x7", "--value", "--time", "2s", "--json")[1])
    assert (told["outcome"], told["value"], told["value_at_least"] >= 1) == ("N", None, True)
    assert re.match(r"the time of 2 s is over at \d+ values \(\d+ positions, ", told["cut"])
    short = json.loads(run("solve", "cram 6x7", "--value", "--time", "0.1s", "--json")[1])
    assert (short["outcome"], short["value_at_least"] >= 1) == ("N", True) and "the bound is 0.1 s" in short[
        "cut"
    ]


@pytest.mark.parametrize(
    "words",
    [["values", "kayles", "--to", "1e8"], ["values", "wythoff", "--to", "5000x5000"],
     ["stats", "0.007", "--to", "1e8"]],
)  # fmt: skip
def test_the_environment_bounds_the_memory_of_every_command(words, monkeypatch):
    monkeypatch.setenv("SPRAGUE_MEMORY", "1M")
    status, out, err = run(*words)
    assert (status, out) == (2, "") and "1.0 MiB" in err


def test_a_run_to_a_file_that_runs_out_of_time_is_resumed(tmp_path):
    path = str(tmp_path / "g.npy")
    words = ["values", "0.007", "--to", "200000", "-o", path]
    status, _, err = run(*words, "--time", "0s")
    assert status == 2 and "the same command resumes it" in err
    assert run(*words)[0] == 0
    import numpy as np

    from sprague.takebreak.codes import parse_code
    from sprague.takebreak.small import small_values

    assert np.load(path)[:2000].tolist() == list(small_values(parse_code("0.007"), 1999))[:2000]


def test_p_positions_begin_anywhere_go_to_files_and_say_how_far(tmp_path):
    def search(start: int, stop: int) -> list[list[int]]:
        """The pairs of Wythoff's game: the least unused number, and what makes the next difference."""
        used: set[int] = set()
        found = []
        for difference in range(1, stop):
            low = next(n for n in count(1) if n not in used)
            used |= {low, low + difference}
            if low + difference >= start:
                found.append([low, low + difference])
        return found

    told = json.loads(run("p-positions", "wythoff", "--from", "50", "--count", "12", "--json")[1])
    assert told == {"game": "wythoff", "positions": search(50, 60)[:12], "looked_to": None}
    _, out, _ = run("p-positions", "wythoff", "--from", "1e30", "--count", "1")
    assert out == "(618033988749894848204586834366,1000000000000000000000000000001)\n"
    path = tmp_path / "p.csv"
    assert run("p-positions", "wythoff", "--count", "3", "-o", str(path))[:2] == (0, "")
    assert path.read_text() == "a,b\n1,2\n3,5\n4,7\n"
    status, out, _ = run("p-positions", "nim", "--heaps", "2", "--within", "3", "--count", "9")
    assert status == 0
    assert out == "(1,1)  (2,2)  (3,3)\n3 P-positions with heaps up to 3; --within looks further\n"
    told = json.loads(run("p-positions", "nim", "--heaps", "2", "--within", "3", "--count", "9", "--json")[1])
    assert told["looked_to"] == 3
    assert "expected a file name" in run("p-positions", "nim", "-o", "x.npy")[2]


@pytest.mark.parametrize(
    "game", ["fibonacci", "top-entails", "mock-turtles", "kayles", "nim", "take-fibonacci"]
)
def test_values_from_a_heap_on_are_those_of_the_row(game):
    """A state of these games is a number, a pair, a stack, or a place."""
    whole = run("values", game, "--to", "9", "--csv")[1].splitlines()
    code, out, _ = run("values", game, "--from", "3", "--to", "9", "--csv")
    assert (code, out.splitlines()) == (0, [whole[0], *whole[4:]]) and len(whole) == 11


def test_values_of_more_digits_than_python_prints():
    code, out, _ = run("values", "nim", "--from", "1e5000", "--to", "1e5000")
    assert code == 0 and out.split() == [f"1{'0' * 5000}:", f"1{'0' * 5000}"]


def test_moves_of_a_heap_of_5000_digits_are_looked_for_within_the_time():
    code, _, error = run("solve", "exact[k=2] 1e5000,3,3", "--time", "0.2s")
    assert code in (0, 2, 3) and "Traceback" not in error
