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


STICK = '''
import sprague as sg


class CutTheStick(sg.Game):
    """Break a stick of two colours."""

    def options(self, stick):
        a, b = stick
        return [[(k, 0), (a - k, b)] for k in range(1, a) if b] + [[(a, k), (0, b - k)] for k in range(1, b) if a]


@sg.compiled(heaps=2)
def rook(a, b, out):
    """Move a rook."""
    n = 0
    for k in range(a):
        out[n] = k, b
        n += 1
    for k in range(b):
        out[n] = a, k
        n += 1
    return n
'''


@pytest.fixture
def game(tmp_path):
    path = tmp_path / "mygame.py"
    path.write_text(FILE, "utf-8")
    return f"{path}:SubtractSquares"


@pytest.fixture
def stick(tmp_path):
    path = tmp_path / "stick.py"
    path.write_text(STICK, "utf-8")
    return f"{path}:CutTheStick"


def run(*words, typed=None):
    return CliRunner().invoke(application, [str(word) for word in words], input=typed)


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


def test_it_is_played_by_its_state_alone(game):
    typed = "moves\nhint\nhint\nwhy\n21\nundo\ntake 9 from the heap of 30\nundo\n#2\nnew\nquit\n"
    result = run("play", 30, "--game", game, "--seed", 1, typed=typed)
    assert result.exit_code == 0
    assert "Take a square number." in result.output
    assert "#5   take 25 from the heap of 30 -> subtract-squares 5" in result.output
    assert result.output.count("computer: take ") == 3
    assert "expected" not in result.output


@pytest.mark.parametrize("position", ["subtract-squares 20 + *3", "21,4", None])
def test_it_is_played_in_sums_and_from_a_position_of_its_choice(game, position):
    words = [] if position is None else [position]
    result = run("play", *words, "--game", game, "--second", "--level", "teacher", typed="#1\nresign\n")
    assert result.exit_code == 0, result.output
    assert "computer: " in result.output and "the computer wins" in result.output


def test_games_that_are_not_on_single_heaps_are_played(stick):
    result = run("play", "(2, 1)", "--game", stick, typed="#1\nquit\n")
    assert (result.exit_code, "you win" in result.output) == (0, True), result.output
    rook = stick.replace("CutTheStick", "rook")
    result = run("play", "1,1", "--game", rook, typed="rook 0,1\nquit\n")
    assert (result.exit_code, "computer: take 1 from heap 2" in result.output) == (0, True), result.output


@pytest.mark.parametrize(("words", "said"), [
    (("30", "--game", "nowhere.py:Game"), "nowhere.py, which is not there"),
    (("30", "--game", "{}:Other"), "no game Other"),
    (("thirty", "--game", "{}:CutTheStick"), "a Python literal as the state of cut-the-stick"),
    (("--game", "{}:CutTheStick"), "a position of cut-the-stick to begin with"),
    (("(2, 1)", "--game", "{}:CutTheStick", "--browser"), "runs no code of yours"),
    (("--browser",), "missing argument"),
])  # fmt: skip
def test_what_cannot_be_played_is_said(stick, words, said):
    result = run("play", *(word.format(stick.rpartition(":")[0]) for word in words))
    assert result.exit_code == 2
    assert said in result.output.lower() or said in result.output


FAULTY = """
import sprague as sg


class Bare(sg.HeapGame):
    def options(self, n):
        return [n - 1] if n else []


class Below(sg.HeapGame):
    def options(self, n):
        return [(n - 3,)]


class Boom(sg.HeapGame):
    def options(self, n):
        raise RuntimeError("boom")


class Half(sg.HeapGame):
    def options(self, n):
        return [(n / 2,)]


class Listed(sg.Game):
    def options(self, state):
        return [[[1]]]


class Wrong(sg.Game):
    def options(self, state):
        return [state.nothing]


class Growing(sg.HeapGame):
    def options(self, n):
        return [(n + 1,)]
"""


@pytest.mark.parametrize(("name", "said"), [
    ("Bare", "the rule of bare must leave tuples of heaps such as (2, 3), not 19"),
    ("Below", "expected a heap >= 0, got -1 in 'below 2'"),
    ("Boom", "the rule of boom fails: RuntimeError: boom in 'boom 20'"),
    ("Half", "expected a heap as an int >= 0, got 10.0"),
    ("Listed", "the rule of listed must leave states that can be hashed, not [[1]]"),
    ("Wrong", "the rule of wrong fails: AttributeError"),
    ("Growing", "of this game fill 20.0 MiB of memory, and it has more"),
])  # fmt: skip
def test_a_fault_in_the_rule_is_not_called_one_of_sprague(name, said, tmp_path, monkeypatch):
    monkeypatch.setenv("SPRAGUE_MEMORY", "20M")
    path = tmp_path / "faulty.py"
    path.write_text(FAULTY, "utf-8")
    result = run("solve", "20", "--game", f"{path}:{name}")
    assert result.exit_code == 2
    assert said in result.output


@pytest.mark.parametrize(("name", "said"), [
    ("nim 3", "the name of a game alone, such as nim"),
    ("kayle 5", "did you mean kayles?"),
    ("misere nim", "in front of a whole position"),
])  # fmt: skip
def test_a_position_in_place_of_a_game_is_said(name, said):
    result = run("values", name)
    assert (result.exit_code, said in result.output) == (2, True), result.output
