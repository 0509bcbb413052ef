"""Users' rules that run plain and compiled: both are the definition, and bad rules end in one sentence."""

import math
import subprocess
import sys
import warnings
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import sprague as sg
from sprague.games.own import compiled_engine
from sprague.games.own.compiled_engine import CompiledEngine
from sprague.model import naive
from sprague.model.ruleset import Component
from sprague.numbers.sums import mex
from sprague.words.errors import RangeError, SlowWarning, TooLargeError, UnsolvedError
from sprague.workbench.registry import USER_GAMES, engine
from sprague.workbench.registry import engine as engines

pytestmark = pytest.mark.usefixtures("own_games")


def queen_rule(a, b, out):
    """Take from one heap, or the same from both."""
    n = 0
    for k in range(a):
        out[n] = k, b
        n += 1
    for k in range(b):
        out[n] = a, k
        n += 1
    for k in range(1, min(a, b) + 1):
        out[n, 0] = a - k
        out[n, 1] = b - k
        n += 1
    return n


def knight_rule(a, b, out):
    """A knight's moves that lower the total; one heap may grow."""
    n = 0
    for x, y in ((a - 2, b - 1), (a - 2, b + 1), (a - 1, b - 2), (a + 1, b - 2)):
        if x >= 0 and y >= 0:
            out[n] = x, y
            n += 1
    return n


def subtract_rule(a, out):
    """Take 1, 3 or 4."""
    n = 0
    for k in (1, 3, 4):
        if k <= a:
            out[n] = a - k
            n += 1
    return n


def cyclic_rule(a, b, c, out):
    """Take from one heap, no more than the next one holds."""
    n = 0
    for k in range(1, min(a, b) + 1):
        out[n] = a - k, b, c
        n += 1
    for k in range(1, min(b, c) + 1):
        out[n] = a, b - k, c
        n += 1
    for k in range(1, min(c, a) + 1):
        out[n] = a, b, c - k
        n += 1
    return n


def pairs_rule(a, b, c, d, out):
    """Take 1 from two heaps, or all of one."""
    n = 0
    if a and b:
        out[n] = a - 1, b - 1, c, d
        n += 1
    if c and d:
        out[n] = a, b, c - 1, d - 1
        n += 1
    if d:
        out[n] = a, b, c, 0
        n += 1
    return n


RULES = [
    (subtract_rule, 1, 60),
    (queen_rule, 2, 12),
    (knight_rule, 2, 9),
    (cyclic_rule, 3, 6),
    (pairs_rule, 4, 4),
]


@pytest.mark.parametrize(
    ("rule", "heaps", "side"), RULES, ids=lambda value: getattr(value, "__name__", value)
)
def test_the_table_is_the_definition(rule, heaps, side):
    game = sg.compiled(heaps=heaps)(rule)
    table = CompiledEngine(game, engines).table((side,) * heaps)
    known: dict[Component, int] = {}
    for place in product(range(side), repeat=heaps):
        state = place if heaps > 1 else place[0]
        assert table[place] == naive.value(Component(game, state), known)


@given(st.integers(0, 70), st.integers(0, 70), st.integers(0, 90))
@settings(max_examples=30)
def test_values_and_replies_beyond_the_plain_ones(a, b, target):
    game = queen()
    values = sg.wythoff_values(70, 70)
    assert engine(game).value((a, b)) == values[a, b]
    found = [option[0].state for option in engine(game).replies((a, b), target)]
    assert found == [left for left in game.leaves((a, b)) if values[left] == target]


def queen():
    if "queen-rule" not in USER_GAMES:
        sg.compiled(heaps=2)(queen_rule)
    return USER_GAMES["queen-rule"]()


def test_it_is_a_ruleset_like_any_other():
    game = queen()
    position = sg.parse("queen-rule 3,5 + wythoff 2,3")
    assert position.value == sg.parse("wythoff 3,5 + wythoff 2,3").value
    assert game(3, 5) == sg.parse("queen-rule 3,5") == game((3, 5))
    assert game[(300, 301)] == sg.wythoff(300, 301).value
    assert str(game.rule) == "Take from one heap, or the same from both."
    assert sg.p_positions("queen-rule", 4) == [(1, 2), (2, 1), (3, 5), (5, 3)]
    assert str(game(3, 4).find_move("queen-rule 1,2").sentence) == "take 2 from each of the heaps 1, 2"
    one = sg.compiled(heaps=1)(subtract_rule)
    assert one.values(5000).tolist() == sg.octal("subtract{1,3,4}").values(5000).tolist()
    assert sg.parse("subtract-rule 7,9").value == one[7] ^ one[9]
    assert "<svg" in position.svg()


def test_a_heap_may_grow_while_the_total_falls():
    game = sg.compiled(heaps=2)(knight_rule)
    chosen = engine(game)
    assert chosen.value((40, 41)) == naive.value(Component(game, (40, 41)), {})
    assert chosen.value((0, 60)) == naive.value(Component(game, (0, 60)), {})
    assert chosen.value((90, 3)) == naive.value(Component(game, (90, 3)), {})


def test_the_buffer_grows_with_the_rule():
    def lavish(a, out):
        """Every option ten times over."""
        n = 0
        for _ in range(10):
            for k in range(a):
                out[n] = k
                n += 1
        return n

    game = sg.compiled(heaps=1)(lavish)
    assert CompiledEngine(game, engines).table((701,)).tolist() == list(range(701))
    assert game.option_count(9) == 9


def endless(a, b, out):
    n = 0
    while True:
        out[n] = a, 0
        n += 1


def growing(a, b, out):
    out[0] = a, b + 1
    return 1


def standing(a, b, out):
    out[0] = a, b
    return 1


def negative(a, b, out):
    out[0] = a - 1, b
    return 1


def miscounting(a, b, out):
    return -1


def unwritten(a, b, out):
    return 2


def failing(a, b, out):
    out[0] = a // b, 0
    return 1


def short(a, b, out):
    out[0] = a
    return 1


def negative_far_out(a, b, out):
    out[0] = 20 - a, b
    return 1 if a > 20 else 0


def miscounting_far_out(a, b, out):
    return -1 if a > 20 else 0


def failing_far_out(a, b, out):
    out[0] = a // (20 - a), 0
    return 0


def endless_far_out(a, b, out):
    n = 0
    while a > 20:
        out[n] = a - 1, 0
        n += 1
    return 0


@pytest.mark.parametrize(
    ("rule", "words"),
    [
        (endless, "at most 1000000 options"),
        (growing, "its positions grow"),
        (standing, "is no nimber: oo"),
        (negative, "must write heaps >= 0, as option 0 of"),
        (miscounting, "must return how many options it wrote"),
        (unwritten, "must write heaps >= 0, as option 0 of .* it wrote"),
        (failing, r"fails \(test_compiled.py, line \d+\): ZeroDivisionError"),
        (short, "the rule of short fails"),
    ],
)
def test_bad_rules_end_in_one_sentence_when_small(rule, words):
    game = sg.compiled(heaps=2)(rule)
    with pytest.raises(sg.SpragueError, match=words):
        _ = game(2, 0).value


@pytest.mark.parametrize(
    ("rule", "words"),
    [
        (endless_far_out, "at most 1000000 options"),
        (growing, "needs moves that lower the total"),
        (negative_far_out, "must write heaps >= 0"),
        (miscounting_far_out, "must return how many"),
        (failing_far_out, r"fails \(test_compiled.py, line \d+\): ZeroDivisionError"),
        (short, "the rule of short fails"),
    ],
)
def test_bad_rules_end_in_one_sentence_in_a_table(rule, words):
    game = sg.compiled(heaps=2)(rule)
    with pytest.raises(sg.SpragueError, match=words):
        CompiledEngine(game, engines).table((50, 50))


def test_a_rule_that_cannot_be_compiled_says_why():
    def wordy(a, out):
        words = {str(a): [a, "x"]}
        out[0] = len(words[str(a)]) * 0
        return 1 if a else 0

    game = sg.compiled(heaps=1)(wordy)
    assert game[1] == 1
    with pytest.raises(UnsolvedError, match="the rule of wordy cannot be compiled"):
        CompiledEngine(game, engines).table((5000,))


def test_names_and_numbers_of_heaps_are_checked():
    def nim(a, out):
        return 0

    with pytest.raises(RangeError, match="nim, which is there already"):
        sg.compiled(heaps=1)(nim)
    for heaps in (0, 5, "2"):
        with pytest.raises(RangeError, match="1 to 4 heaps"):
            sg.compiled(heaps=heaps)
    with pytest.raises(RangeError, match="kayles, which is there already"):
        type("Kayles", (sg.HeapGame,), {})
    with pytest.raises(sg.SpragueError, match="expected 2 heaps, got 1"):
        sg.parse(f"{queen().head} 3")


def test_the_number_of_heaps_follows_from_the_parameters():
    @sg.compiled
    def one_less(n, out):
        out[0] = n - 1
        return int(n > 0)

    @sg.compiled()
    def either_less(a, b, out):
        out[0], out[1] = (a - 1, b), (a, b - 1)
        return 2 if a and b else 0

    assert one_less.values(4).tolist() == [0, 1, 0, 1, 0] and either_less(2, 1).outcome == "N"
    with pytest.raises(RangeError, match="1 to 4 heaps, got 0"):
        sg.compiled(lambda n: 0)


def test_a_table_that_does_not_fit_is_refused():
    with pytest.raises(TooLargeError, match="needs|at most"):
        _ = queen()(9_000_000, 9_000_000).outcome


def test_numpy_is_not_needed_while_positions_are_small():
    code = (
        "import sprague as sg, sys\n"
        "@sg.compiled(heaps=1)\n"
        "def one_or_two(a, out):\n"
        "    out[0] = a - 1\n"
        "    out[1] = a - 2\n"
        "    return min(a, 2)\n"
        "assert sg.parse('one-or-two 20').value == 2\n"
        "assert 'numba' not in sys.modules and 'numpy' not in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_the_plain_definition_and_numpy_agree_on_what_a_rule_may_use():
    squares = np.array([k * k for k in range(1, 100)])

    def take_square(a, out):
        n = 0
        for square in squares:
            if square <= a:
                out[n] = a - square
                n += 1
        return n

    game = sg.compiled(heaps=1)(take_square)
    wanted = [0]
    for n in range(1, 400):
        seen = {wanted[n - k * k] for k in range(1, math.isqrt(n) + 1)}
        wanted.append(mex(seen))
    assert CompiledEngine(game, engines).table((400,)).tolist() == wanted
    assert [game[n] for n in range(60)] == wanted[:60]


def test_what_a_rule_reads_is_as_it_was_when_the_rule_was_made():
    for amount in (2, 5):
        game = sg.compiled(heaps=1)(take(amount))
        wanted = [n // amount % 2 for n in range(2000)]
        assert CompiledEngine(game, engines).values(1999).tolist() == wanted


def take(amount):
    def rule(a, out):
        if a < amount:
            return 0
        out[0] = a - amount
        return 1

    return rule


def test_a_changed_file_is_compiled_anew(tmp_path):
    """The rule, and the numbers of another file that it reads, change between two processes."""
    program = (
        "import sprague as sg\n"
        "from amounts import AMOUNT\n"
        "@sg.compiled(heaps=1)\n"
        "def one(a, out):\n"
        "    out[0] = a - AMOUNT\n"
        "    return 1 if a >= AMOUNT else 0\n"
        "print(*one.values(1999))\n"
    )
    (tmp_path / "rule.py").write_text(program)
    for amount in (2, 5):
        (tmp_path / "amounts.py").write_text(f"AMOUNT = {amount}\n")
        # -B: Python itself takes a file that changes within a second, at the same size, for the one it has compiled.
        done = subprocess.run(
            [sys.executable, "-B", "rule.py"], cwd=tmp_path, capture_output=True, text=True, check=True
        )
        assert [*map(int, done.stdout.split())] == [n // amount % 2 for n in range(2000)]


def test_without_numba_the_rule_runs_as_plain_python_and_a_sentence_says_so(monkeypatch):
    monkeypatch.setattr(compiled_engine, "_has_numba", lambda: False)
    chosen = CompiledEngine(queen(), engines)
    values = sg.wythoff_values(80, 80)
    with pytest.warns(SlowWarning, match=r"queen-rule runs as plain Python; pip install 'sprague\[fast\]'"):
        assert chosen.value((80, 80)) == values[80, 80]
    one = CompiledEngine(sg.compiled(heaps=1)(subtract_rule), engines)
    with pytest.warns(SlowWarning):
        assert one.values(800) == sg.octal("subtract{1,3,4}").values(800).tolist()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert (chosen.box((12, 12)) == values[:12, :12]).all()


def test_a_command_says_in_one_line_that_numba_is_not_there(tmp_path):
    """Numba is hidden from the command, as if it were not installed."""
    (tmp_path / "rook.py").write_text(
        "import sprague as sg\n"
        "@sg.compiled(heaps=2)\n"
        "def rook(a, b, out):\n"
        "    n = 0\n"
        "    for k in range(a):\n"
        "        out[n] = k, b\n"
        "        n += 1\n"
        "    for k in range(b):\n"
        "        out[n] = a, k\n"
        "        n += 1\n"
        "    return n\n"
    )
    hiding = (
        "import importlib.util\n"
        "find = importlib.util.find_spec\n"
        "importlib.util.find_spec = lambda name, *rest: None if name == 'numba' else find(name, *rest)\n"
        "from sprague.cli import main\n"
        "main()\n"
    )
    command = [sys.executable, "-c", hiding, "solve", "rook.py 70,69", "--value"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0 and "rook 70,69 = *3" in done.stdout, done
    assert done.stderr.splitlines() == [
        "slow: rook runs as plain Python; pip install 'sprague[fast]' compiles its rule"
    ]


def odd_ways_rule(a, out):
    """Take k if the number of ways to choose k of a things is odd: beyond 64 bits from heap 62 on."""
    n = 0
    ways = 1
    for k in range(1, a + 1):
        ways = ways * (a - k + 1) // k
        if ways % 2 == 1:
            out[n] = a - k
            n += 1
    return n


def test_numbers_that_are_cut_when_they_are_compiled_are_refused():
    game = sg.compiled(heaps=1)(odd_ways_rule)
    with pytest.raises(UnsolvedError, match="64 bits"):
        game.values(1100)
    assert [game(n).value for n in range(9)] == [0, 1, 1, 2, 1, 2, 2, 3, 1]  # by plain Python
