"""Laws that are only observed answer only where a user asks for them, and say so."""

from __future__ import annotations

import json

import numpy as np
import pytest
from click.testing import CliRunner

import sprague as sg
from sprague.cli.app import application
from sprague.cli.tui import analysis
from sprague.discovery.laws import engine
from sprague.discovery.laws.observed import observed
from sprague.discovery.patterns import of_sequence
from sprague.numbers.sums import mex
from sprague.playing.proving import prove
from sprague.playing.review import review
from sprague.workbench.own.loading import OBSERVED

#: Names that change together in a loop are not read, so nothing is proved.
LOOP = """
def loop(n):
    found, k, step = [], 1, 1
    while k <= min(n, 9):
        found.append(n - k)
        k, step = k + 2 * step, step + 1
    return found
"""


def loop(n):
    return [n - k for k in (1, 3, 7) if k <= n]


def test_a_table_must_be_eight_times_what_it_fits() -> None:
    late = np.array([n % 3 if n < 900 else 5 for n in range(1000)])
    assert observed(late) is None
    assert observed(late[:900]).tested == 900
    assert observed(late[:300]) is None  # an eighth of it is too short


def test_a_law_of_who_wins_is_learned_where_no_pattern_fits() -> None:
    table = np.array([n if bin(n).count("1") % 2 else 0 for n in range(2000)])
    found = observed(table)
    assert not found.valued
    assert [bool(found.value((n,))) for n in range(2000)] == [bool(value) for value in table]


def test_two_heaps() -> None:
    found = observed(np.fromfunction(lambda x, y: (x + y) % 3, (100, 100), dtype=int))
    assert found.value((10**18, 1)) == (10**18 + 1) % 3


def test_a_law_with_a_loop_answers_about_no_large_heap() -> None:
    """The number of prime factors of 10^18 + 3 would take years."""
    factors = [
        0,
        *(sum(1 for d in range(2, n + 1) if _is_power_of_prime(d) and n % d == 0) for n in range(1, 400)),
    ]
    assert "A001222" in str(of_sequence(factors)[0].guess.text)
    found = observed(np.array(factors))
    assert found is None or "A001222" not in str(found.words)


def _is_power_of_prime(d):
    p = next(p for p in range(2, d + 1) if d % p == 0)
    while d % p == 0:
        d //= p
    return d == 1


def later(n):
    return [n - k for k in (1, 2, 3) if k <= n and (k < 3 or n < 5000)]


def test_a_law_that_the_formula_refutes_beyond_the_table_is_not_observed(monkeypatch) -> None:
    """The table shows period 4. The failed proof has a counterexample, from heap 5000 on."""
    monkeypatch.setattr(engine, "FAR", {1: 6000})
    heap = sg.rule(later, name="later-3", observed=True)(7001)
    values = [0]
    for n in range(1, 7002):
        values.append(mex({values[m] for m in later(n)}))
    assert values[7001] != 7001 % 4
    assert heap.solve(value=True).value == values[7001]


def test_discover_says_that_the_formula_refutes_a_pattern() -> None:
    report = sg.discover(sg.rule(later, name="later-4"))
    assert report.status == "refuted"
    assert not report.observed
    assert "period 4: 0, 1, 2, 3: refuted at a heap of 5003" in str(report.note)


@pytest.fixture
def file(tmp_path, monkeypatch):
    monkeypatch.setattr(engine, "FAR", {1: 5000})
    (tmp_path / "games.py").write_text(LOOP)
    return f"{tmp_path / 'games.py'}:loop"


def asked(*words):
    return CliRunner().invoke(application, words)


def test_the_commands_use_it_only_if_they_are_told(file) -> None:
    for n in (6001, 6002):
        plain = json.loads(asked("solve", f"{file} {n}", "--json").stdout)
        found = json.loads(asked("solve", f"{file} {n}", "--json", "--observed").stdout)
        assert plain["evidence"]["kind"] == "computed"
        assert found["evidence"]["kind"] == "observed"
        assert found["evidence"]["source"].startswith("observed to 3999, not proved")
        assert found["outcome"] == plain["outcome"]
        assert found["winning_moves"] == plain["winning_moves"]
    listed = asked("p-positions", file, "--from", "1e18", "--count", "2", "--observed")
    assert listed.stdout.split() == ["(1000000000000000000)", "(1000000000000000002)"]
    assert "not proved" in listed.stderr
    values = json.loads(
        asked("values", file, "--from", "6000", "--to", "6003", "--observed", "--json").stdout
    )
    assert values["values"] == sg.rule(loop)[6000:6004] == [0, 1, 0, 1]
    assert "not proved" in values["observed"]


def test_a_computer_that_plays_by_it_says_so(file) -> None:
    def played(*options):
        typed = "hint\nhint\n#1\nhint\nhint\nquit\n"
        return CliRunner().invoke(
            application, ["play", f"{file} 6001", "--level", "teacher", *options], input=typed
        )

    marks = "you can win", "there are ", "that keeps the win", "every move loses", "that lets the win go"
    told, plain = played("--observed"), played()
    assert told.exit_code == plain.exit_code == 0
    claims = [line for line in told.stdout.splitlines() if any(mark in line for mark in marks)]
    assert len(claims) >= 3
    assert all("observed, not proved: " in line for line in claims)
    assert "observed" not in plain.stdout


def test_nothing_is_called_proved_that_rests_on_it(file) -> None:
    token = OBSERVED.set(True)
    game = sg.load_game(file)
    OBSERVED.reset(token)
    far = prove(game(6001))
    assert "Nothing is proved here." in str(far.steps[-1])
    assert "observed to 3999" in str(far.steps[-1])
    assert analysis(game(6001).solve()).startswith("observed, not proved: ")
    seen = review(game(6001), [f"games {n}" for n in range(6000, -1, -1)])
    assert seen.outcomes[0] is None
    assert seen.outcomes[-1] == "P"


def test_a_sum_with_it_is_only_observed(file) -> None:
    found = json.loads(asked("solve", f"{file} 6001 + nim 1", "--json", "--observed").stdout)
    assert (found["outcome"], found["evidence"]["kind"]) == ("P", "observed")
