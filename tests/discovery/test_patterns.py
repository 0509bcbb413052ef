"""Patterns by name: classical functions of contests are named, random ones are not."""

from __future__ import annotations

import random
from collections.abc import Callable
from math import isqrt

import pytest

import sprague as sg
from sprague.discovery.patterns import of_sequence, of_table
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
    "turning turtles, mock": (lambda n: 2 * n + n.bit_count() % 2, "none"),
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
}


@pytest.mark.parametrize("name", SEQUENCES)
def test_sequences_are_named(name: str) -> None:
    function, pattern = SEQUENCES[name]
    found = [p for p in of_sequence([function(n) for n in range(120)]) if p.first_failure is None]
    assert ([p.guess.name for p in found] or ["none"])[0] == pattern
    for each in found:
        value = each.guess.function()
        assert all(value(n) == function(n) for n in range(400, 600)), each


def test_linear_recurrences_are_named() -> None:
    row = [1, 2]
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
    def divisors(n: int) -> list[int]:
        return [n - d for d in range(1, n) if n % d == 0]

    report = sg.discover(divisors)
    assert report.status == "observed" and report.patterns[0].guess.name == "2-adic valuation"
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
