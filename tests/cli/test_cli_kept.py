"""What a bound leaves: the values and patterns that are known when it is met. The clock of these tests goes on by a
second whenever it is read, so the bound is met at the same place on every machine."""

from __future__ import annotations

import json
from functools import partial
from itertools import count

import numpy as np
import pytest
from click.testing import CliRunner
from folders import DATA

import sprague as sg
from sprague.cli.app import application
from sprague.games.entailing import stacks
from sprague.model.engine import Engines
from sprague.numbers.zeckendorf import fibonacci_number
from sprague.search.pool import SearchPool
from sprague.system.ask import Ask, asking
from sprague.takebreak.codes import parse_code
from sprague.takebreak.sequence import KEPT
from sprague.takebreak.small import small_values
from sprague.words.errors import BudgetError, TooLargeError
from sprague.workbench.registry import make_engine

RULES = """
def three(n):
    return [n - k for k in (1, 2, 3) if k <= n]

def rooks(a, b):
    return [(x, b) for x in range(a)] + [(a, y) for y in range(b)]

def stopped(n):
    if n == 3000:
        raise KeyboardInterrupt
    return [n - 1] if n else []

def swap(n):
    return [1 - n] if n < 2 else [n - 1]
"""


@pytest.fixture
def run(tmp_path, monkeypatch):
    """The command line beside the rules, with a clock that is read second by second."""
    (tmp_path / "rules.py").write_text(RULES)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sprague.cli.budget.asking", partial(asking, clock=partial(next, count())))

    def call(*words: str) -> tuple[int, str, str]:
        done = CliRunner().invoke(application, list(words))
        return done.exit_code, done.stdout, done.stderr

    return call


def test_values_are_printed_as_far_as_they_are_known(run):
    words = ("values", "rules.py:three", "--to", "20000000", "--time", "5s")
    status, out, err = run(*words, "--csv")
    rows = [tuple(map(int, line.split(","))) for line in out.splitlines()[1:]]
    assert status == 0 and 1000 < len(rows) < 20_000_000
    assert rows == [(n, n % 4) for n in range(len(rows))]
    assert " ".join(err.split()).endswith(f"of 20000001 heaps: known to heap {len(rows) - 1}")
    status, out, _ = run("values", "rules.py:three", "--to", "20000000", "--time", "5s", "--json")
    found = json.loads(out)
    assert status == 0 and found["values"] == [n % 4 for n in range(len(found["values"]))]
    assert "the time of 5 s is over" in found["cut"]


def test_values_of_fibonacci_nim_are_printed_as_far_as_they_are_known(run, monkeypatch):
    """Heaps that are lost at the start are the Fibonacci numbers (Whinihan 1963)."""
    monkeypatch.setattr("sprague.workbench.registry.engine", Engines(make_engine, SearchPool()))
    status, out, err = run("values", "fibonacci", "--to", "20000", "--time", "9s", "--csv")
    rows = [tuple(map(int, line.split(","))) for line in out.splitlines()[1:]]
    assert status == 0 and 1000 < len(rows) < 20_000 and [n for n, _ in rows] == list(range(len(rows)))
    assert " ".join(err.split()).endswith(f"known to heap {len(rows) - 1}")
    lost = [0, *(number for i in range(2, 25) if (number := fibonacci_number(i)) < len(rows))]
    assert [n for n, value in rows if value == 0] == lost


def test_values_of_top_entails_are_printed_as_far_as_they_are_known(run, monkeypatch):
    """With the loony stacks that others found."""
    loony = json.loads((DATA / "misere.json").read_text("utf-8"))["top_entails"]["loony"]
    monkeypatch.setattr(stacks, "SLICE", 100_000)
    stacks.STACKS.renew()
    status, out, err = run("values", "top-entails", "--to", "10000", "--time", "30s", "--json")
    found = json.loads(out)["values"]
    assert status == 0 and 2500 < len(found) < 10_000
    assert " ".join(err.split()).endswith(f"known to heap {len(found) - 1}")
    assert [n for n, value in enumerate(found) if value == "loony"] == [n for n in loony if n < len(found)]


def test_values_that_are_interrupted_say_how_far_they_came(run, tmp_path):
    _, out, err = run("values", "rules.py:stopped", "--to", "10000", "-o", str(tmp_path / "values.csv"))
    assert out == "" and "interrupted; the values to heap 2999 were known, and none is written" in err
    assert [path.name for path in tmp_path.iterdir()] == ["rules.py"]


def test_values_of_a_game_with_cycles_name_the_command_that_solves_it(run):
    status, out, err = run("values", "rules.py:swap", "--to", "20")
    assert (status, out) == (2, "") and "sprague solve tells who wins" in " ".join(err.split())
    assert run("solve", "rules.py:swap 1")[1].startswith("D: ")


def test_a_table_is_printed_to_the_last_row_that_is_known_whole(run, tmp_path):
    words = ("values", "rules.py:rooks", "--to", "300x40", "--time", "9s", "-o", str(tmp_path / "table.npy"))
    status, out, err = run(*words)
    table = np.load(tmp_path / "table.npy")
    assert (status, out) == (0, "") and 1 < len(table) < 301
    assert " ".join(err.split()).endswith(f"known to heap {len(table) - 1}")
    rows, columns = np.indices(table.shape)
    assert table.shape[1] == 41 and (table == rows ^ columns).all()


def test_discover_tells_the_table_and_the_laws_that_are_known(run):
    status, out, _ = run("discover", "rules.py:rooks", "--time", "40s", "--json")
    report = json.loads(out)
    assert (status, report["status"], report["patterns"][0]["name"]) == (0, "observed", "xor")
    assert "the time of 40 s is over" in report["cut"]
    out = " ".join(run("discover", "rules.py:rooks", "--time", "40s")[1].split())
    assert "x xor y: observed on" in out and "the time of 40 s is over" in out and "x50 entries" in out


def test_a_report_in_python_says_what_cut_it():
    def rooks(a, b):
        return [(x, b) for x in range(a)] + [(a, y) for y in range(b)]

    with asking(Ask(seconds=40), partial(next, count())):
        report = sg.discover(rooks)
    assert report.status == "observed" and report.shape in [(25, 25), (50, 50), (100, 100)]
    assert "the time of 40 s is over" in str(report.cut)
    assert report.table == [[x ^ y for y in range(report.shape[1])] for x in range(report.shape[0])]
    with asking(Ask(seconds=0), partial(next, count())), pytest.raises(TooLargeError):
        sg.discover(rooks)
    assert sg.discover(lambda n: range(max(0, n - 3), n)).cut is None


def test_discover_of_a_code_keeps_its_values_when_the_period_takes_too_long():
    with asking(Ask(seconds=9), partial(next, count())):
        report = sg.discover(sg.octal("0.00701"))
    assert report.cut is not None and len(report.table) == 501


@pytest.mark.parametrize(("engine", "kept"), [(None, KEPT), (None, 100), ("scatter", KEPT)])
def test_an_engine_keeps_what_was_computed_to_a_bound(engine, kept, monkeypatch):
    monkeypatch.setattr("sprague.takebreak.engine.KEPT", kept)  # longer tables are runs of their own
    code, now = f"0.0071{1 + (engine is None) + (kept == 100)}", [0]
    game = sg.octal(code)

    def look(known: int, _: int) -> None:
        now[0] += known > 5000

    with asking(Ask(seconds=0.5), lambda: now[0]), pytest.raises(BudgetError) as met:
        game.values(200_000, engine=engine, progress=look)
    known = met.value.known
    assert 5000 < known < 200_000
    with asking(Ask(seconds=0)):  # nothing is computed any more
        values = game.values(known - 1, engine=engine)
    assert len(values) == known
    assert values[:2000].tolist() == list(small_values(parse_code(code), 1999))[:2000]
