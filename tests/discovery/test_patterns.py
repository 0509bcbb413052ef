"""Patterns by name: classical functions of contests are named, random ones are not."""

from __future__ import annotations

import random
import shutil
import subprocess
from collections.abc import Callable
from math import isqrt
from pathlib import Path

import numpy as np
import pytest

import sprague as sg
from sprague.discovery import small_tables
from sprague.discovery.cells import of_cube, of_table
from sprague.discovery.guess import Guess
from sprague.discovery.patterns import of_sequence
from sprague.discovery.report import Report
from sprague.discovery.sequences import SEQUENCES as NAMED
from sprague.model import naive
from sprague.words.errors import RangeError, UnsolvedError

# Grundy values as they stand in books; each with the name of its pattern.
SEQUENCES: dict[str, tuple[Callable[[int], int], str]] = {
    "empty game": (lambda n: 0, "constant"),
    "nim": (lambda n: n, "identity"),
    "take 1 to 3": (lambda n: n % 4, "period"),
    "take 1, 3, 4": (lambda n: (0, 1, 0, 1, 2, 3, 2)[n % 7], "period"),
    "take at most half": (lambda n: ((n + 1) // ((n + 1) & -(n + 1))) // 2, "odd part"),
    "subtract a proper divisor": (lambda n: (n & -n).bit_length() - 1 if n else 0, "2-adic valuation"),
    "subtract a divisor": (lambda n: (n & -n).bit_length() if n else 0, "2-adic valuation"),
    "ruler": (lambda n: n & -n, "lowest bit"),
    "mock turtles": (lambda n: 2 * n + 1 - n.bit_count() % 2, "odious number"),
    "evil numbers": (lambda n: 2 * n + n.bit_count() % 2, "evil number"),
    "divide by a divisor": (lambda n: sum(_exponents(n).values()), "A001222"),
    "divisors": (lambda n: sum(n % d == 0 for d in range(1, n + 1)), "A000005"),
    "smallest factor": (lambda n: next((d for d in range(2, n + 1) if n % d == 0), 1) if n else 0, "A020639"),
    "triangular": (lambda n: n * (n + 1) // 2, "A000217"),
    "Lasker": (lambda n: 0 if not n else (n, n, n + 1, n - 1)[n % 4] if n else 0, "arithmetic period"),
    "binary length": (int.bit_length, "binary length"),
    "ones": (int.bit_count, "popcount"),
    "odious": (lambda n: n.bit_count() % 2, "parity of bits"),
    "power of two": (lambda n: int(n > 0 and n & (n - 1) == 0), "powers of two"),
    "Gray": (lambda n: n ^ (n >> 1), "Gray code"),
    "halves": (lambda n: n // 2, "arithmetic period"),
    "thirds": (lambda n: n // 3 + n % 3, "arithmetic period"),
    "Wythoff, lower": (lambda n: (n + isqrt(5 * n * n)) // 2, "floor"),
    "Wythoff, upper": (lambda n: (3 * n + isqrt(5 * n * n)) // 2, "floor"),
    "root two": (lambda n: isqrt(2 * n * n), "floor"),
}

TABLES: dict[str, tuple[Callable[[int, int], int], str]] = {
    "nim": (lambda x, y: x ^ y, "xor"),
    "rook mod 3": (lambda x, y: (x % 3) ^ (y % 3), "xor of residues"),
    "king": (lambda x, y: ((0, 1), (1, 2))[x % 2][y % 2] if (x % 2, y % 2) != (1, 1) else 3, "residues"),
    "smaller": (min, "minimum"),
    "larger": (max, "maximum"),
    "both": (lambda x, y: x + y, "sum"),
    "Euclid": (
        lambda x, y: 0 if not x or not y else (max(x, y) ** 2 - min(x, y) ** 2) // (x * y),
        "Euclid",
    ),
    "two different games": (lambda x, y: (x % 3) ^ ((y & -y).bit_length() - 1 if y else 0), "sum of games"),
    "tartan": (lambda x, y: sg.nimber.multiply(x + 1, y + 1), "product of nimbers"),
    "zeros": (lambda x, y: int(x != y), "xor"),
    "Euclid by the golden ratio": (
        lambda x, y: int(bool(x and y) and (max(x, y) * 2 - min(x, y)) ** 2 > 5 * min(x, y) ** 2),
        "Euclid",
    ),
    "staircase of two steps": (lambda x, y: x, "sum of games"),
}


def _exponents(n: int) -> dict[int, int]:
    found: dict[int, int] = {}
    p = 2
    while n > 1:
        while n % p == 0:
            found[p] = found.get(p, 0) + 1
            n //= p
        p += 1
    return found


def test_there_are_thirty() -> None:
    assert len(SEQUENCES) + len(TABLES) >= 30


#: Their first entries as the encyclopedia has them (oeis.org), from their first index on.
OEIS = {
    "A000045": (0, 1, 1, 2, 3, 5, 8, 13, 21, 34),
    "A000032": (2, 1, 3, 4, 7, 11, 18, 29, 47, 76),
    "A000129": (0, 1, 2, 5, 12, 29, 70, 169, 408),
    "A000073": (0, 0, 1, 1, 2, 4, 7, 13, 24, 44),
    "A000930": (1, 1, 1, 2, 3, 4, 6, 9, 13, 19, 28),
    "A000931": (1, 0, 0, 1, 0, 1, 1, 1, 2, 2, 3, 4, 5, 7, 9, 12),
    "A001045": (0, 1, 1, 3, 5, 11, 21, 43, 85),
    "A000079": (1, 2, 4, 8, 16, 32, 64, 128),
    "A000225": (0, 1, 3, 7, 15, 31, 63, 127),
    "A000290": (0, 1, 4, 9, 16, 25, 36, 49),
    "A000578": (0, 1, 8, 27, 64, 125, 216, 343),
    "A000217": (0, 1, 3, 6, 10, 15, 21, 28),
    "A000292": (0, 1, 4, 10, 20, 35, 56, 84),
    "A000326": (0, 1, 5, 12, 22, 35, 51, 70),
    "A000384": (0, 1, 6, 15, 28, 45, 66, 91),
    "A002620": (0, 0, 1, 2, 4, 6, 9, 12, 16, 20),
    "A005187": (0, 1, 3, 4, 7, 8, 10, 11, 15, 16, 18),
    "A000265": (1, 1, 3, 1, 5, 3, 7, 1, 9, 5, 11),
    "A006257": (1, 1, 3, 1, 3, 5, 7, 1, 3, 5, 7, 9),
    "A000196": (0, 1, 1, 1, 2, 2, 2, 2, 2, 3, 3),
    "A000005": (1, 2, 2, 3, 2, 4, 2, 4, 3, 4, 2, 6),
    "A000203": (1, 3, 4, 7, 6, 12, 8, 15, 13, 18),
    "A001222": (0, 1, 1, 2, 1, 2, 1, 3, 2, 2, 1, 3),
    "A001221": (0, 1, 1, 1, 1, 2, 1, 1, 1, 2, 1, 2),
    "A020639": (1, 2, 3, 2, 5, 2, 7, 2, 3, 2, 11, 2),
    "A006530": (1, 2, 3, 2, 5, 3, 7, 2, 3, 5, 11, 3),
    "A001414": (0, 2, 3, 4, 5, 5, 7, 6, 6, 7, 11, 7),
    "A000720": (0, 1, 2, 2, 3, 3, 4, 4, 4, 4, 5, 5),
}


def test_the_sequences_of_the_table_are_those_of_the_encyclopedia() -> None:
    assert {row.number for row in NAMED} == set(OEIS)
    for row in NAMED:
        first = OEIS[row.number]
        assert tuple(row.function(row.first + i) for i in range(len(first))) == first, row.number


def test_sequences_bear_their_numbers() -> None:
    texts = [
        str(p.guess.text) for p in of_sequence([0, *(sum(_exponents(n).values()) for n in range(1, 100))])
    ]
    assert texts == ["the number of prime factors (A001222) of n; 0 at 0"]
    assert any("A000045) of n + 1" in str(p.guess.text) for p in of_sequence(_fibonacci(40)))


def _fibonacci(count: int) -> list[int]:
    row = [1, 1]
    while len(row) < count:
        row.append(row[-1] + row[-2])
    return row


def test_tables_of_three_heaps() -> None:
    for name, function in {
        "xor": lambda x, y, z: x ^ y ^ z,
        "xor of residues": lambda x, y, z: (x % 4) ^ (y % 4) ^ (z % 4),
        "sum of games": lambda x, y, z: (x % 3) ^ y ^ (z.bit_count() % 2),
        "maximum": max,
    }.items():
        cube = np.array([[[function(x, y, z) for z in range(24)] for y in range(24)] for x in range(24)])
        found = of_cube(cube)[0]
        assert found.guess.name == name and found.first_failure is None
        assert found.guess.function("xyz")(31, 44, 27) == function(31, 44, 27)
    dice = np.random.default_rng(11)
    assert not of_cube(dice.integers(0, 4, (14, 14, 14)))
    report = sg.discover("vectors{(k,0,0),(0,k,0),(0,0,k)}")
    assert report.kind == "cubes" and len(report.table) == 100 and report.patterns[0].guess.name == "xor"


def test_a_rule_on_three_heaps() -> None:
    def moves(a: int, b: int, c: int) -> list[tuple[int, int, int]]:
        return (
            [(a - k, b, c) for k in (1, 2) if k <= a]
            + [(a, b - k, c) for k in (1, 2, 3) if k <= b]
            + [(a, b, c - k) for k in range(1, c + 1)]
        )

    report = sg.discover(moves)
    assert report.patterns[0].guess.name == "sum of games"
    value = report.patterns[0].guess.function("xyz")
    assert value(4, 6, 9) == (4 % 3) ^ (6 % 4) ^ 9


def test_the_lost_pairs_of_a_function_on_two_heaps_are_told_where_its_values_are_wild():
    def queens(a, b):
        yield from ((k, b) for k in range(a))
        yield from ((a, k) for k in range(b))
        yield from ((a - k, b - k) for k in range(1, min(a, b) + 1))

    report = sg.discover(sg.rule(queens))
    # Wythoff 1907.
    assert report.table[:5] == [(0, 0), (1, 2), (3, 5), (4, 7), (6, 10)]
    assert (report.kind, report.status, report.formula) == ("pairs", "observed", "(⌊nφ⌋, ⌊nφ²⌋)")


def test_the_code_in_c_compiles_and_says_the_same(tmp_path: Path) -> None:
    """All patterns of these tests at once; where there is no compiler of C++, what is printed is not run."""
    parts, wanted = [], []
    guesses: list[tuple[Guess, str]] = []
    for function, _ in SEQUENCES.values():
        guesses += [(p.guess, "n") for p in of_sequence([function(n) for n in range(120)])]
    guesses += [(row.guess(1, [7]), "n") for row in NAMED]
    for function, _ in TABLES.values():
        table = [[function(x, y) for y in range(36)] for x in range(36)]
        guesses += [(p.guess, "xy") for p in of_table(table)]
    for i, (guess, names) in enumerate(guesses):
        code = guess.cplusplus(names)
        headers = [line for line in code.splitlines() if line.startswith("#include")]
        rest = "\n".join(line for line in code.splitlines() if not line.startswith("#include"))
        parts.append("\n".join(headers) + f"\nnamespace p{i} {{\n{rest}\n}}\n")
        for place in ((0,), (1,), (12,), (29,)) if names == "n" else ((0, 0), (3, 5), (30, 17), (20, 20)):
            wanted.append((f"p{i}::value({', '.join(map(str, place))})", guess.function(names)(*place)))
    compiler = shutil.which("g++")
    if compiler is None:
        return
    source = "#include <cstdio>\n" + "".join(parts) + "int main() {\n"
    source += "".join(f'    std::printf("%lld\\n", {call});\n' for call, _ in wanted) + "}\n"
    (tmp_path / "all.cpp").write_text(source)
    command = [compiler, "-std=c++17", "-O0", "-o", "all", "all.cpp"]
    built = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert built.returncode == 0, built.stderr[:2000]
    printed = subprocess.run([tmp_path / "all"], capture_output=True, text=True, check=True).stdout.split()
    assert [(call, int(line)) for (call, _), line in zip(wanted, printed, strict=True)] == wanted


@pytest.mark.parametrize("name", SEQUENCES)
def test_sequences_are_named(name: str) -> None:
    function, pattern = SEQUENCES[name]
    found = [p for p in of_sequence([function(n) for n in range(120)]) if p.first_failure is None]
    assert ([p.guess.name for p in found] or ["none"])[0] == pattern
    for each in found:
        value = each.guess.function()
        assert all(value(n) == function(n) for n in range(400, 600)), each


def test_linear_recurrences_are_named() -> None:
    row = [2, 5]
    while len(row) < 40:
        row.append(row[-1] + row[-2])
    assert of_sequence(row)[0].guess.name == "linear recurrence"


@pytest.mark.parametrize("name", TABLES)
def test_tables_are_named(name: str) -> None:
    function, pattern = TABLES[name]
    found = of_table([[function(x, y) for y in range(36)] for x in range(36)])
    assert found and found[0].first_failure is None and found[0].guess.name == pattern
    assert found[0].guess.function("xy")(50, 71) == function(50, 71)


def test_nothing_is_named_by_chance() -> None:
    dice = random.Random(7)
    for _ in range(20):
        assert not of_sequence([dice.randrange(6) for _ in range(200)])
        assert not of_table([[dice.randrange(4) for _ in range(24)] for _ in range(24)])


def test_the_first_failure_is_named() -> None:
    row = [n % 5 for n in range(200)]
    row[190] = 7
    (pattern,) = [p for p in of_sequence(row) if p.guess.name == "period"]
    assert pattern.first_failure == (190,) and pattern.fitted == 100


def test_a_function_becomes_a_report_with_code() -> None:
    def less_a_divisor(n: int) -> list[int]:
        return [n - d for d in range(1, n) if n % d == 0]

    report = sg.discover(less_a_divisor)
    assert report.status == "proved" and report.patterns[0].guess.name == "2-adic valuation"
    space: dict[str, Callable[[int], int]] = {}
    exec(report.code(), space)
    assert [space["value"](n) for n in range(1, 9)] == [0, 1, 0, 2, 0, 1, 0, 3]
    assert "__builtin_ctzll" in report.code("c++")
    with pytest.raises(RangeError, match="python or c\\+\\+"):
        report.code("cobol")


def test_no_pattern_is_an_answer() -> None:
    dice = random.Random(3)
    leaves = {n: sorted(dice.sample(range(n), min(n, 3))) for n in range(3000)}
    report = sg.discover(sg.rule(lambda n: leaves[n], name="by-chance", heaps=1))
    assert report.status == "none" and str(report.sentences()[0]) == "No pattern found."
    with pytest.raises(UnsolvedError, match="no pattern found"):
        report.code()


def test_take_and_break_games_have_periods() -> None:
    report = sg.discover("subtract{2,5,7}")
    assert report.status == "proved" and report.patterns[0].guess.name == "period"
    assert "period 22" in str(report.note) and report.to_dict()["system"] is None


def test_wythoff_as_a_report() -> None:
    report = sg.discover("wythoff")
    found = report.to_dict()
    assert found["status"] == "proved" and found["system"] == "zeckendorf" and found["states"] == 7
    assert found["formula"] == "(⌊nφ⌋, ⌊nφ²⌋)"
    assert [each["verdict"] for each in found["statements"]] == ["true"] * 3
    assert [round(fit["slope"], 2) for fit in report.fits] == [1.62, 2.62]
    assert "PROVED" in report._repr_html_()


def test_of_a_game_whose_states_hold_more_than_the_heaps(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(small_tables, "TWO_HEAPS", 40)
    report = sg.discover("global-fibonacci")
    for a in range(1, 7):
        for b in range(1, 7):
            (part,) = sg.parse(f"global-fibonacci {a},{b}").components
            assert report.table[a][b] == naive.value(part, {})


def test_one_state_in_base_2_is_said_as_one_would_say_it():
    report = sg.discover("nim")
    told = [str(each) for each in report.sentences()]
    assert told[0] == "PROVED: the P-positions are recognised by an automaton of one state in base 2"
    assert report.formula == "(n, n)" and told[1].startswith("PROVED: the P-positions are the pairs (n, n)")


def test_p_positions_of_a_rule_that_is_not_symmetric_are_shown_on_both_sides() -> None:
    """Fibonacci nim: heap n, at most q. Whoever faces 1, 2, 3, 5, 8 with less than that many loses (E. Zeckendorf)."""
    report = sg.discover("fibonacci")
    assert [(n, q) for n, q in report.table if q == 1][:8] == [(n, 1) for n in (2, 3, 5, 7, 8, 10, 11, 13)]
    assert report.table[:6] == [(1, 0), (2, 0), (2, 1), (3, 0), (3, 1), (3, 2)]
    wythoff = sg.discover(
        "x,y -> u,v where (u = x and v < y) or (v = y and u < x) or (exists k: k >= 1 and x = u + k and y = v + k)"
    )
    assert wythoff.table[:4] == [(0, 0), (1, 2), (3, 5), (4, 7)]


def test_a_formula_by_which_a_heap_grows_without_end_is_refused_in_a_sentence() -> None:
    with pytest.raises(
        RangeError, match="no simple measure falls with every move, so play may have no end in 'x,y"
    ):
        sg.discover("x,y -> u,v where u > x and v = y")


def test_a_name_says_to_what_a_number_is_added() -> None:
    def said(value: Callable[[int], int]) -> str:
        return str(of_sequence([value(n) for n in range(64)])[0].guess.text)

    def exponent(n: int) -> int:
        return (n & -n).bit_length() - 1

    assert said(lambda n: exponent(n) + 1 if n else 0) == "the exponent of 2 in n, plus 1; 0 at 0"
    assert said(lambda n: exponent(n + 1)) == "the exponent of 2 in n + 1"
    assert said(lambda n: n.bit_count() + 2) == "the number of binary ones of n, plus 2"


def test_what_is_refuted_is_told_apart_from_what_was_found() -> None:
    late = [n.bit_count() if n < 300 else 0 for n in range(400)]
    patterns = of_sequence(late)
    report = Report("late", "refuted", "values", late, patterns=patterns)
    assert patterns and patterns[0].first_failure is not None
    assert [str(each) for each in report.refuted] == [str(each) for each in report.conjectures]
    assert [str(each) for each in report.sentences()] == ["No pattern found."]


def test_a_pattern_of_outcomes_is_said_of_outcomes():
    def two(a, b):
        if a:
            yield a - 1, b
        if b:
            yield a, b - 1
        if a and b:
            yield a - 1, b - 1

    report = sg.discover(sg.rule(two))
    (pattern,) = report.observed
    assert str(pattern.guess.text).startswith(
        "the outcome (1 if the player to move wins, else 0): a function of x mod 2"
    )
    assert pattern.guess.function("xy")(1, 1) == 1 != sg.rule(two)[1, 1]
    assert report.code().startswith("def outcome(x, y):")
    assert "long long outcome(long long x, long long y)" in report.code("c++")
