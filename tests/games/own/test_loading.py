"""Games from a user's file."""

import os
import sys

import pytest

import sprague as sg
from sprague.words.errors import FileError
from sprague.workbench.own.loading import load_game

FILE = '''
import math
import sprague as sg
from sprague import HeapGame
from sprague.model.nim import Nim

class SubtractSquares(HeapGame):
    """Take a square number."""
    def options(self, n):
        return ((n - k * k,) for k in range(1, math.isqrt(n) + 1))

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


pytestmark = pytest.mark.usefixtures("own_games")


@pytest.fixture
def path(tmp_path):
    file = tmp_path / "mygame.py"
    file.write_text(FILE)
    return file


def test_a_game_is_found_by_either_name(path):
    for name in ("SubtractSquares", "subtract-squares"):
        game = load_game(f"{path}:{name}")
        assert game(20).outcome == "P"
        assert sg.parse("subtract-squares 20") == game(20)
    assert load_game(f"{path}:rook")(3, 5).value == 6


def test_a_file_with_one_game_needs_no_name(tmp_path):
    file = tmp_path / "one.py"
    file.write_text(FILE.split("@sg")[0])
    assert load_game(str(file)).name == "subtract-squares"


@pytest.mark.parametrize(
    ("text", "name", "words"),
    [
        (FILE, ":Nothing", "no game Nothing in .*mygame.py; found: SubtractSquares, rook"),
        (FILE, "", "expected one game in .*mygame.py, or .*:NAME; found: SubtractSquares, rook"),
        ("x = 1", "", "found: none"),
        ("x = 1\n1 / 0", ":X", r"mygame.py fails \(line 2\): ZeroDivisionError: division by zero"),
        ("def (", ":X", "fails: SyntaxError"),
        ("import sys; sys.exit(3)", ":X", "fails .line 1.: SystemExit: 3"),
        ("import nothing_of_the_kind", ":X", "fails .line 1.: ModuleNotFoundError"),
    ],
)
def test_what_is_wrong_is_said_in_a_sentence(path, text, name, words):
    path.write_text(text)
    with pytest.raises(FileError, match=words):
        load_game(f"{path}{name}")


def test_a_missing_file_and_one_that_is_no_python_file(tmp_path):
    with pytest.raises(FileError, match="not there"):
        load_game(str(tmp_path / "none.py:X"))
    other = tmp_path / "game.txt"
    other.write_text("x")
    with pytest.raises(FileError, match="expected a Python file"):
        load_game(f"{other}:X")


@pytest.mark.parametrize("kept", [True, False])
def test_a_file_that_is_written_twice_in_one_moment_is_read_twice(tmp_path, monkeypatch, kept):
    """Of one size and time: the bytecode that Python keeps of the first was taken for that of the second, also by the
    next process."""
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    file = tmp_path / "steps.py"
    for steps in ((1, 2), (1, 3), (2, 3), (1, 4)):
        file.write_text(f"def moves(n):\n    return [n - k for k in {steps} if k <= n]\n")
        os.utime(file, ns=(10**18, 10**18))
        if not kept:
            monkeypatch.setattr("sprague.workbench.own.loading._RUN", {})
        expected: list[int] = []
        for n in range(30):
            reached = {expected[n - k] for k in steps if k <= n}
            expected.append(next(value for value in range(9) if value not in reached))
        assert load_game(f"{file}:moves").values(29).tolist() == expected


def test_a_line_is_named_in_a_file_whose_place_is_told_from_here(path, monkeypatch):
    path.write_text("x = 1\n1 / 0")
    monkeypatch.chdir(path.parent)
    with pytest.raises(FileError, match=r"mygame.py fails \(line 2\): ZeroDivisionError"):
        load_game("mygame.py:X")
