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


pytestmark = pytest.mark.usefixtures("own_games")


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
    typed = (
        "moves\nhint\nhint\nwhy\nsubtract-squares 21\nundo\ntake 9 from the heap of 30\nundo\n#2\nnew\nquit\n"
    )
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
        return ["one less"] if n else []


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


class Nothing(sg.HeapGame):
    def options(self, n):
        [n - 1]


class Quits(sg.HeapGame):
    def options(self, n):
        raise SystemExit(3)


class Deep(sg.HeapGame):
    def options(self, n):
        return self.options(n + 1)


class Around(sg.HeapGame):
    def options(self, n):
        return [20 if n == 30 else n + 1]
"""


@pytest.mark.parametrize(("name", "said"), [
    ("Bare", "the rule of bare (faulty.py, line 6) must leave heaps such as 5, or tuples of heaps such as (2, 3), "
             "not 'one less' in 'bare 20'"),
    ("Below", "expected a heap >= 0, got -1 in 'below 2'"),
    ("Boom", "the rule of boom fails (faulty.py, line 17): RuntimeError: boom in 'boom 20'"),
    ("Half", "expected a heap as an int >= 0, got 10.0"),
    ("Listed", "the rule of listed (faulty.py, line 26) must leave states that can be hashed (tuples, not lists in "
               "them), not [[1]]"),
    ("Wrong", "the rule of wrong fails (faulty.py, line 32): AttributeError"),
    ("Nothing", "the rule of nothing (faulty.py, line 41) must return its options (an empty list where there are "
                "none) or yield them, it returned None"),
    ("Quits", "the rule of quits fails (faulty.py, line 47): SystemExit: 3"),
    ("Deep", "the rule of deep fails (faulty.py, line 52): RecursionError"),
    ("Growing", "growing must come to an end, but its positions grow: after"),
])  # fmt: skip
def test_a_fault_in_the_rule_is_not_called_one_of_sprague(name, said, tmp_path):
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


RULES = '''
import math


def moves(n):
    """Take a square number."""
    for k in range(1, math.isqrt(n) + 1):
        yield n - k * k


def queen(a, b):
    """Move a queen towards the corner."""
    yield from ((k, b) for k in range(a))
    yield from ((a, k) for k in range(b))
    yield from ((a - k, b - k) for k in range(1, min(a, b) + 1))


def shorten(word):
    """Take a letter away."""
    return [word[:i] + word[i + 1 :] for i in range(len(word))]
'''


@pytest.fixture
def rules(tmp_path):
    folder = tmp_path / "my games + more"
    folder.mkdir()
    (folder / "squares.py").write_text(RULES, "utf-8")
    return folder / "squares.py"


def of(result):
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


def test_a_file_stands_for_a_game_in_every_position(rules, game):
    """Values: oeis.org/A014586 for squares; Wythoff's game for the queen; a word of n letters has n mod 2."""
    found = of(run("solve", f"{rules}:moves 20,7 + {rules}:queen 3,5 + *3 + {rules}:shorten abc", "--json"))
    assert found["position"] == "squares 20,7 + queen 3,5 + *3 + shorten abc"
    assert found["value"] == 0 ^ 0 ^ 0 ^ 3 ^ 1
    assert of(run("solve", f"{game} 21", "--json"))["value"] == 1
    assert of(run("moves", f"{rules}:shorten aab", "--json"))["total"] == 2
    assert "●" in run("draw", f"{rules}:queen 3,5").output
    assert run("solve", f"{rules}:queen (1, 2)").stdout.startswith("P:")
    assert "two games are called subtract-squares" in run("solve", f"{game} 3 + {game_again(game)} 3").output


def game_again(game):
    path = game.rpartition(":")[0]
    other = path.replace("mygame.py", "other.py")
    with open(path, encoding="utf-8") as source, open(other, "w", encoding="utf-8") as copy:
        copy.write(source.read())
    return f"{other}:SubtractSquares"


def test_a_file_stands_for_a_game_in_every_table(rules, tmp_path):
    assert of(run("values", f"{rules}:moves", "--to", 11, "--json"))["values"] == [
        0,
        1,
        0,
        1,
        2,
        0,
        1,
        0,
        1,
        2,
        0,
        1,
    ]
    queen = of(run("values", f"{rules}:queen", "--to", "2x3", "--json"))
    assert queen == {"game": "queen", "to": [2, 3], "values": [[0, 1, 2, 3], [1, 2, 0, 4], [2, 0, 1, 5]]}
    assert of(run("p-positions", f"{rules}:queen", "--count", 3, "--json"))["positions"] == [
        [1, 2],
        [2, 1],
        [3, 5],
    ]
    assert of(run("stats", f"{rules}:moves", "--to", 20, "--json"))["zeros"]["count"] == 8
    assert of(run("period", f"{rules}:moves", "--limit", 200, "--json"))["status"] == "none"
    chart = tmp_path / "chart.svg"
    assert run("plot", f"{rules}:moves", "--to", 20, "-o", chart).exit_code == 0 and chart.stat().st_size
    listed = of(run("games", rules, "--json"))["games"]
    assert [(each["name"], each["rule"]) for each in listed] == [("squares", "Take a square number.")]
    assert of(run("games", f"{rules}:queen", "--json"))["games"][0]["example"] == "queen 5,7"


def test_a_class_with_parameters_is_listed_with_their_names(tmp_path):
    file = tmp_path / "listed.py"
    file.write_text(
        "import sprague as sg\n"
        "class ListedUpTo(sg.HeapGame):\n"
        "    'Take up to k.'\n"
        "    def __init__(self, k, least=1): self.k, self.least = k, least\n"
        "    def options(self, n): return [n - i for i in range(self.least, min(self.k, n) + 1)]\n"
    )
    (listed,) = of(run("games", file, "--json"))["games"]
    assert (listed["name"], listed["rule"]) == ("listed-up-to[k, least]", "Take up to k.")
    assert run("games", file).output.startswith("listed-up-to[k, least]\n")


@pytest.mark.parametrize("words", [("values",), ("p-positions",), ("stats",), ("period",)])
def test_tables_of_a_game_on_no_heaps_are_refused(rules, words):
    result = run(*words, f"{rules}:shorten")
    assert (result.exit_code, "expected a game on" in result.output) == (2, True)


@pytest.mark.parametrize(
    "words", [("stats",), ("period",), ("plot", "--what", "frequencies", "-o", "{}/x.svg")]
)
def test_questions_about_one_heap_are_refused_to_games_on_two(rules, words, tmp_path):
    result = run(words[0], f"{rules}:queen", *(word.format(tmp_path) for word in words[1:]))
    assert (result.exit_code, "expected a game on one heap, got queen" in result.output) == (2, True)


def test_a_game_in_a_file_is_played(rules):
    result = run("play", f"{rules}:moves", "--seed", 1, typed="moves\n#1\nquit\n")
    assert (result.exit_code, "computer: take" in result.output) == (0, True), result.output
    result = run("play", f"{rules}:shorten abc", typed="#1\nquit\n")
    assert (result.exit_code, "computer: " in result.output) == (0, True), result.output
    result = run("play", f"{rules}:moves", "--browser")
    assert (result.exit_code, "runs no code of yours" in result.output) == (2, True)


def test_a_pipe_runs_no_code(game):
    result = run("solve", "-", typed=f"{game} 20")
    assert (result.exit_code, "no file is read here" in result.output) == (2, True)


@pytest.mark.parametrize(("game", "to", "wanted"), [
    ("nim", "1x3", [[0, 1, 2, 3], [1, 0, 3, 2]]),
    ("wythoff", "1x3", [[0, 1, 2, 3], [1, 2, 0, 4]]),
    ("kayles", "2x2", [[0, 1, 2], [1, 0, 3], [2, 3, 0]]),
    ("vectors{(k,0),(0,k)}", "2", [[0, 1, 2], [1, 0, 3], [2, 3, 0]]),
])  # fmt: skip
def test_values_of_two_heaps_are_a_table(game, to, wanted, tmp_path):
    import numpy as np

    assert of(run("values", game, "--to", to, "--json"))["values"] == wanted
    rows = run("values", game, "--to", to).output.splitlines()
    assert [[int(word) for word in row.split(":")[1].split()] for row in rows[1:]] == wanted
    for name in ("table.npy", "table.csv", "table.json"):
        assert run("values", game, "--to", to, "-o", tmp_path / name).exit_code == 0
    assert np.load(tmp_path / "table.npy").tolist() == wanted
    assert json.loads((tmp_path / "table.json").read_text())["values"] == wanted
    lines = (tmp_path / "table.csv").read_text().splitlines()
    cells = [tuple(map(int, line.split(","))) for line in lines[1:]]
    assert lines[0] == "a,b,value" and all(wanted[a][b] == value for a, b, value in cells)


@pytest.mark.parametrize(("words", "said"), [
    (("wythoff", "--to", "3x"), "expected sizes such as 20x20"),
    (("wythoff", "--to", "3x3x3"), "for --csv, --json or a file"),
    (("wythoff", "--to", "3x3", "--bfile"), "a b-file holds one sequence"),
    (("wythoff", "--to", "3x3", "--engine", "plain"), "no choice of engine"),
    (("wythoff", "--to", "3x3", "-o", "x.txt"), "ends in .npy, .csv, .parquet or .json"),
    (("cram", "--to", "3x3"), "expected a game on heaps, got cram"),
])  # fmt: skip
def test_tables_that_cannot_be_are_refused(words, said):
    result = run("values", *words)
    assert (result.exit_code, said in result.output) == (2, True), result.output
