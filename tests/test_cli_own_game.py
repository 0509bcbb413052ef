"""A user's own game on the command line: from a file, alone, in sums, in tables."""

import json

import pytest
from click.testing import CliRunner

from sprague.cli.app import application

FILE = '''
import math
import sprague as sg


class SubtractSquares(sg.HeapGame):
    """Take a square number."""

    def options(self, n):
        return ((n - k * k,) for k in range(1, math.isqrt(n) + 1))
'''


@pytest.fixture
def game(tmp_path):
    path = tmp_path / "mygame.py"
    path.write_text(FILE, "utf-8")
    return f"{path}:SubtractSquares"


def run(*words):
    return CliRunner().invoke(application, [str(word) for word in words])


@pytest.mark.parametrize(("text", "position", "outcome"), [
    ("20", "subtract-squares 20", "P"),
    ("21,4", "subtract-squares 21,4", "N"),
    ("subtract-squares 20 + *3", "subtract-squares 20 + *3", "N"),
])  # fmt: skip
def test_a_game_from_a_file_is_solved_alone_and_in_sums(game, text, position, outcome):
    found = json.loads(run("solve", "--game", game, text, "--json").stdout)
    assert (found["position"], found["outcome"]) == (position, outcome)
    assert run("moves", "--game", game, text).exit_code == 0
    assert run("draw", "--game", game, text).exit_code == 0


def test_its_values_are_tabulated(game):
    found = json.loads(run("values", game, "--to", 11, "--json").stdout)
    assert found["values"] == [0, 1, 0, 1, 2, 0, 1, 0, 1, 2, 0, 1]  # oeis.org/A014586
    assert run("p-positions", game, "--count", 3).exit_code == 0


@pytest.mark.parametrize("where", ["nowhere.py:Game", "{}:Other", "{}x"])
def test_what_is_not_there_is_said(game, where):
    result = run("solve", "--game", where.format(game.rpartition(":")[0]), "20")
    assert result.exit_code == 2
