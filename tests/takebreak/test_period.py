"""Periods: found and proved as others found them; nothing false, nothing unproved, is called proved."""

from __future__ import annotations

import itertools
import json

import numpy as np
import pytest
from click.testing import CliRunner
from folders import DATA
from hypothesis import given, settings
from hypothesis import strategies as st

import sprague as sg
from sprague.cli.app import application
from sprague.takebreak.codes import Code, parse_code
from sprague.takebreak.period import Period, _default_limit
from sprague.takebreak.rules import TakeAndBreak
from sprague.takebreak.sequence import pattern
from sprague.takebreak.small import small_values
from sprague.takebreak.theorems import theorem_for
from sprague.words.errors import RangeError, UnsolvedError
from sprague.workbench.heaps import period
from sprague.workbench.registry import engine

OCTAL = json.loads((DATA / "heaps_octal_games.json").read_text())
GAMES = OCTAL["periodic_games"] + OCTAL["larger_periodic_games"]

octal_codes = st.builds(
    lambda head, tail: Code((head, *tail)), st.sampled_from([0, 4]), st.lists(st.integers(0, 7), max_size=3)
)
sets = st.builds(
    lambda ks: sg.subtract(*ks).ruleset.code, st.sets(st.integers(1, 12), min_size=1, max_size=5)
)
all_but_sets = st.builds(
    lambda ks: parse_code(f"all-but{{{','.join(map(str, sorted(ks)))}}}"),
    st.sets(st.integers(1, 9), max_size=5),
)
hexadecimal = st.builds(lambda a, b: Code((0, a, b)), st.integers(0, 15), st.integers(0, 15))
unequal = st.builds(
    lambda head, tail: Code((head, *tail), split="unequal"),
    st.sampled_from([0, 4]),
    st.lists(st.integers(0, 7), min_size=1, max_size=3),
)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game["game"])
def test_periods_found_by_others(game):
    text = game["game"] if "." in game["game"] else f"{game['game']}.0"
    found = sg.octal(text).period()
    assert (found.status, found.saltus) == ("proved", 0)
    assert (found.preperiod, found.period) == (game["preperiod"], game["period"])


@pytest.mark.parametrize(
    ("text", "preperiod", "length", "saltus"),
    [
        ("kayles", 71, 12, 0),
        ("dots", 52, 34, 0),
        ("0.07", 53, 34, 0),
        ("0.(3)", 0, 1, 1),
        ("nim", 0, 1, 1),
        ("lasker", 1, 4, 4),
        ("0.0", 0, 1, 0),
    ],
)
def test_famous_periods(text, preperiod, length, saltus):
    found = period(text)
    assert (found.preperiod, found.period, found.saltus, found.status) == (
        preperiod,
        length,
        saltus,
        "proved",
    )


@settings(max_examples=150, deadline=None)
@given(st.one_of(octal_codes, sets, all_but_sets, hexadecimal, unequal))
def test_what_is_proved_holds_far_beyond_what_was_seen(code):
    """The proof rests on the values below ``needed``; the plain computation goes six times as far."""
    found = period(code, 120)
    assert theorem_for(code) is not None
    if found.status != "proved":
        return
    least = Period(str(code), code, found.preperiod, found.period, found.saltus, found.values[: found.needed])
    assert least.status == "proved"
    values = small_values(code, 400 if code.most_heaps > 2 else 700)
    assert [least.value(n) for n in range(len(values))] == values
    assert least.array(len(values) - 1).tolist() == values
    _is_least(values, found)


def _is_least(values, found):
    """Neither a smaller start nor a smaller length fits."""
    p, s, c = found.period, found.preperiod, found.saltus
    assert s == 0 or values[s - 1 + p] != values[s - 1] + c
    for length in range(1, p):
        gain = values[s + length] - values[s]
        assert any(values[n + length] != values[n] + gain for n in range(s, s + 2 * p))


@settings(max_examples=60, deadline=None)
@given(st.one_of(octal_codes, sets), st.integers(0, 40), st.integers(1, 40))
def test_a_given_period_is_proved_or_refused_as_the_values_say(code, start, length):
    values = small_values(code, 1000)
    true = all(values[n + length] == values[n] for n in range(start, len(values) - length))
    if true:
        assert Period(str(code), code, start, length, 0, values).status == "proved"
    else:
        with pytest.raises(RangeError, match="is no period of"):
            Period(str(code), code, start, length, 0, values)


def test_false_periods_are_refused():
    code = parse_code("0.137")
    values = small_values(code, 400)
    assert Period("0.137", code, 52, 34, 0, values).status == "proved"
    for start, length in ((51, 34), (52, 17), (0, 34), (52, 33)):
        with pytest.raises(RangeError, match="is no period of 0.137"):
            Period("0.137", code, start, length, 0, values)
    with pytest.raises(RangeError):
        Period("0.137", code, -1, 34, 0, values)


def test_every_false_period_of_laskers_nim_is_refused():
    code = sg.lasker.ruleset.code
    values = small_values(code, 400)
    for start, length, saltus in itertools.product(range(7), range(1, 14), range(14)):
        if start and length % 4 == 0 and saltus == length:
            assert Period("lasker", code, start, length, saltus, values).status == "proved"
        else:
            with pytest.raises(RangeError, match="is no period of lasker"):
                Period("lasker", code, start, length, saltus, values)


def test_one_value_is_no_plural():
    assert "(needs 1 value, saw" in str(period("0.(3)"))
    assert str(period("0.137", 0)) == "no period of 0.137 seen in 1 value"


def test_the_bound_counts_heap_zero_as_one():
    """Without max(s, 1) these values of 0.4 would prove the period 1 from 0 on; its heap of 3 has the value 1."""
    code = parse_code("0.4")
    assert small_values(code, 3) == [0, 0, 0, 1]
    assert Period("0.4", code, 0, 1, 0, [0, 0, 0]).status == "observed"
    with pytest.raises(RangeError):
        Period("0.4", code, 0, 1, 0, [0, 0, 0, 1])


def test_proved_cannot_be_set():
    values = small_values(parse_code("0.77"), 200)
    assert Period("0.77", parse_code("0.77"), 71, 12, 0, values[:167]).status == "observed"
    assert Period("0.77", parse_code("0.77"), 71, 12, 0, values[:168]).status == "proved"
    with pytest.raises(RangeError):
        Period("0.77", parse_code("0.77"), 70, 12, 0, values)
    with pytest.raises((AttributeError, TypeError)):
        Period("0.77", parse_code("0.77"), 71, 12, 0, values[:100]).status = "proved"


@pytest.mark.parametrize(
    "text", ["4.(7)", "hex:0.8", "0.(03)", "equal:0.7", "unequal:hex:0.8", "take-fibonacci"]
)
def test_without_a_theorem_a_pattern_is_only_observed(text):
    found = period(text, 600)
    assert found.status in ("observed", "none")
    with pytest.raises(UnsolvedError):
        found.certificate()
    with pytest.raises(UnsolvedError):
        found.value(10**9)


def test_an_arithmetic_pattern_of_a_hexadecimal_code_is_not_proved():
    found = period("hex:0.8")
    assert (found.preperiod, found.period, found.saltus, found.status) == (1, 3, 1, "observed")
    assert found.to_dict()["theorem"] is None


@given(
    st.lists(st.integers(0, 300), max_size=8),
    st.lists(st.integers(0, 300), min_size=1, max_size=8),
    st.booleans(),
)
def test_patterns_of_lists_and_arrays(head, cycle, as_array):
    row = (head + cycle * 40)[: len(head) + 20 * len(cycle) + 5]
    values = np.array(row, np.uint16) if as_array else row
    for arithmetic in (False, True):
        found = pattern(values, len(row) // 2, arithmetic)
        assert found is not None
        start, length, saltus = found
        assert saltus == 0 and length <= len(cycle) and start <= len(head)
        assert all(row[n + length] == row[n] for n in range(start, len(row) - length))
        assert start == 0 or row[start - 1 + length] != row[start - 1]


def test_no_more_values_are_computed_than_the_limit_allows():
    found = period("0.007", 5000)
    assert (found.status, found.seen, found.period) == ("none", 5001, None)
    assert period("0.137", 10).status == "none"


def test_without_a_limit_codes_whose_values_cost_much_are_searched_less_far():
    """0.7777 leaves few rare heaps; the rare heaps of 0.0007 do not die out, and 10^6 of them take minutes."""
    limits = [_default_limit(parse_code(code)) for code in ("0.7777", "0.0007", "0.(7)", "hex:0.8")]
    assert limits == [10**6, 2**16, 4096, 4096]


def test_there_are_no_heaps_below_zero():
    with pytest.raises(RangeError):
        sg.octal("0.137").period().value(-1)
    with pytest.raises(RangeError):
        sg.octal("0.137").period(-1)


def test_tables_by_the_period_are_those_computed():
    for text in ("0.16", "0.156", "0.77", "subtract{2,5,7}", "all-but{1,4}"):
        game = sg.octal(text)
        found = game.values(9000)
        assert (
            found.tolist() == small_values(game.ruleset.code, 9000) if text != "0.16" else len(found) == 9001
        )
    assert sg.octal("0.156").values(20_000)[-1] == sg.octal("0.156")[20_000]


def test_huge_heaps_of_a_long_period():
    n = 10**30
    game = sg.octal("0.16")
    assert game[n] == game[105351 + (n - 105351) % 149459]
    answer = sg.solve(f"0.16 {n}")
    assert answer.evidence.kind == "periodic"
    assert answer.outcome == ("P" if game[n] == 0 else "N")
    for move in answer.winning_moves.first(3):
        assert move.to.value == 0


@pytest.mark.parametrize(("first", "second"), OCTAL["equivalent_game"].items())
def test_equivalences_found_by_others(first, second):
    found = sg.equivalent(first, second if "." in second else f"{second}.0")
    assert found
    assert found.status == "proved"


def test_games_that_differ():
    assert sg.equivalent("0.6", "0.7").status == "different"
    assert sg.equivalent("kayles", "0.77").shift == 0
    with pytest.raises(RangeError):
        sg.equivalent("take-fibonacci", "0.77")


def test_the_engine_uses_no_compiler_for_small_questions():
    assert engine(TakeAndBreak(parse_code("0.137"))).effort(10**6).moment


def run(*words: str) -> tuple[int, str]:
    result = CliRunner().invoke(application, list(words))
    assert "fault" not in result.output
    return result.exit_code, result.stdout


def test_the_command(tmp_path):
    status, printed = run("period", "0.137", "--json")
    found = json.loads(printed)
    assert status == 0
    assert set(found) == {
        "game",
        "status",
        "preperiod",
        "period",
        "saltus",
        "seen",
        "needed",
        "theorem",
        "certificate",
        "literature",
    }
    assert (found["status"], found["preperiod"], found["period"]) == ("proved", 52, 34)
    path = tmp_path / "c.json"
    assert run("period", "0.45", "--certificate", str(path))[0] == 0
    assert run("period", "0.45", "--certificate", str(path))[0] == 2
    status, printed = run("check", str(path), "--json")
    assert (status, json.loads(printed)["recomputed"]) == (0, 1038)
    assert run("period", "0.007", "--limit", "3000", "--certificate", str(tmp_path / "d.json"))[0] == 2
    assert not (tmp_path / "d.json").exists()
    assert run("period", "cram")[0] == 2


def test_a_code_that_the_catalogue_leaves_open_is_answered_by_its_row(monkeypatch):
    """As is every such code; whoever gives a limit has the values computed."""
    import csv
    import importlib.resources

    source = importlib.resources.files("sprague").joinpath("data/catalogue.csv").read_text("utf-8")
    rows = {row["code"]: row for row in csv.DictReader(source.splitlines())}
    monkeypatch.setattr("sprague.takebreak.period.search", None)  # nothing is searched
    codes = [code for code, row in rows.items() if row["status"] == "none"]
    assert len(codes) > 200
    for code in codes:
        found = sg.octal(code).period()
        assert (found.status, found.period, found.seen) == ("none", None, int(rows[code]["searched"]) + 1)
    status, out = run("period", "treblecross")
    out = " ".join(out.split())
    assert status == 0 and f"none was found up to heap {rows['0.007']['searched']}" in out
    assert "sprague period treblecross --limit 655360" in out
    monkeypatch.undo()
    assert sg.treblecross.period(3000).seen == 3001
    assert sg.kayles.period().status == sg.octal("0.104").period().status == "proved"
