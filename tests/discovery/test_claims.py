"""What ``discover`` claims of random rules and random tables is true far beyond what it saw.

The seed is that of the run: ``SPRAGUE_SEED=5 pytest -s -m deep tests/discovery/test_claims.py`` draws others, and
prints the numbers.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from seeds import SEED

import sprague as sg
from sprague.discovery.patterns import of_sequence

#: What may be taken of n, as Python.
TAKES = [
    "1", "2", "3", "5", "n // 2", "n // 3", "2 * n // 3", "n % 10", "n % 3", "n & -n",
    "1 << max(n.bit_length() - 1, 0)",
    "math.isqrt(n)", "n.bit_length()", "n.bit_count()", "sum(map(int, str(n)))", "n % 7", "round(n ** (1 / 3))",
    "(n + 1) // 2", "n - (n & -n)", "n - 4", "n // 5", "6",
]  # fmt: skip

#: The heaps that are compared: ten times the table of patterns.
FAR = 5000

#: Those at which a law is asked, which takes longer than the definition.
SEEN = [*range(300), *range(300, FAR, 11)]


def drawn(folder: Path, dice: random.Random, number: int) -> Callable[[int], list[int]]:
    """A random rule, as a function of a file."""
    takes = ", ".join(dice.sample(TAKES, dice.randint(2, 4)))
    path = folder / f"rule{number}.py"
    path.write_text(
        f"import math\ndef rule(n):\n    return [n - k for k in ({takes},) if 0 < k <= n]\n", "utf-8"
    )
    space: dict[str, Any] = {"__name__": "drawn"}
    exec(compile(path.read_text("utf-8"), str(path), "exec", dont_inherit=True), space)
    function: Callable[[int], list[int]] = space["rule"]
    return function


def values_of(rule: Callable[[int], list[int]], count: int) -> list[int]:
    """The values by the definition."""
    values: list[int] = []
    for n in range(count):
        reached = {values[option] for option in rule(n)}
        values.append(next(value for value in range(len(reached) + 1) if value not in reached))
    return values


def claims(folder: Path, count: int) -> tuple[list[str], list[str], int, int]:
    """The false claims about so many random rules: those called proved, those observed; and how many there were."""
    dice = random.Random(SEED)
    false_proofs, false_patterns, proofs, patterns = [], [], 0, 0
    for number in range(count):
        rule = drawn(folder, dice, number)
        values = values_of(rule, FAR)
        report = sg.discover(sg.rule(rule, name=f"drawn-{number}"))
        for law in report.laws:
            proofs += 1
            if any(law.value((n,)) != (values[n] if law.valued else min(values[n], 1)) for n in SEEN):
                false_proofs.append(f"{number}: {law.says()}")
        for pattern in report.observed:
            patterns += 1
            function = pattern.guess.function()
            if any(function(n) != value for n, value in enumerate(values)):
                false_patterns.append(f"{number}: {pattern.guess.text}")
    return false_proofs, false_patterns, proofs, patterns


def test_no_claim_about_some_random_rules_is_false(tmp_path: Path) -> None:
    false_proofs, false_patterns, *_ = claims(tmp_path, 3)
    assert not false_proofs
    assert not false_patterns


@pytest.mark.deep
def test_no_claim_about_a_thousand_random_rules_is_false(tmp_path: Path) -> None:
    false_proofs, false_patterns, proofs, patterns = claims(tmp_path, 1000)
    print(
        f"seed {SEED}: {proofs} proved, {len(false_proofs)} false; {patterns} observed, {len(false_patterns)} false"
    )
    assert not false_proofs
    assert len(false_patterns) * 100 <= max(patterns, 100), false_patterns


@pytest.mark.parametrize("count", [60, pytest.param(1000, marks=pytest.mark.deep)])
def test_random_tables_have_no_pattern(count: int) -> None:
    dice = random.Random(SEED)
    for _ in range(count):
        most = dice.randint(1, 4)
        values = [dice.randint(0, most) for _ in range(dice.randint(60, 500))]
        assert not [pattern for pattern in of_sequence(values) if pattern.first_failure is None]
