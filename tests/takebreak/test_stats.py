"""Frequencies, largest values, rare heaps and P-positions, against counting and published tables."""

from __future__ import annotations

import json
from collections import Counter

import numpy as np
import pytest
from click.testing import CliRunner
from folders import DATA

import sprague as sg
from sprague import charts
from sprague.cli.app import application
from sprague.model.naive import NaiveEngine
from sprague.takebreak.statistics import statistics_of
from sprague.words.errors import RangeError
from sprague.workbench.heaps import statistics
from sprague.workbench.registry import engine as engines
from sprague.workbench.registry import find

TABLE = json.loads((DATA / "heaps_octal_games.json").read_text("utf-8"))


def run(*words: str, status: int = 0) -> str:
    result = CliRunner().invoke(application, list(words))
    assert result.exit_code == status, result.output + repr(result.exception)
    return result.output


@pytest.mark.parametrize(
    "game", ["0.137", "0.6", "subtract{1,3,4}", "nim", "unequal:4.0", "hex:0.8", "wythoff"]
)
def test_statistics_are_those_of_the_definition(game: str) -> None:
    ruleset = find(game)
    if ruleset.heaps != 1:
        with pytest.raises(RangeError, match="one heap"):
            statistics(ruleset, 40)
        return
    plain = NaiveEngine(ruleset, engines)
    values = [plain.value(n) for n in range(61)]
    found = statistics(ruleset, 60)
    assert found.frequencies == Counter(values[1:])
    assert list(found.frequencies) == sorted(found.frequencies)
    assert found.max == max(values)
    assert found.argmax == values.index(max(values))
    assert found.zeros.tolist() == [n for n in range(1, 61) if values[n] == 0]
    if found.rare_mask is not None:
        digits, *rest = found.rare_mask.split("+")
        mask, offset = int(digits, 16), "1" in rest
        sums = [(v & mask).bit_count() + (n if "pos" in rest else 0) + offset for n, v in enumerate(values)]
        assert found.rares.tolist() == [n for n in range(61) if sums[n] % 2 == 0]


@pytest.mark.parametrize("row", [row for row in TABLE["larger_periodic_games"] if row["period"] < 1000])
def test_masks_and_rare_heaps_are_the_published_ones(row: dict) -> None:
    found = statistics(find(row["game"]), row["preperiod"] + 2 * row["period"])
    assert (found.rare_mask, len(found.rares), found.last_rare) == (
        row["rare_mask"],
        row["num_rare"],
        row["last_rare"],
    )
    assert (found.max, found.argmax) == (row["max"], row["index_of_max"])


def test_a_users_game_gets_its_mask_from_the_frequencies() -> None:
    class EvenOrOdd(sg.HeapGame):
        """Take the last token, or one of at least three."""

        def options(self, n: int) -> list[tuple[int, ...]]:
            return [()] if n == 1 else [(n - 1,)] if n >= 3 else []

    found = statistics(EvenOrOdd(), 6)
    assert found.frequencies == {0: 3, 1: 3}
    assert found.rare_mask is None  # half of the heaps are no rarity


def test_json_has_the_documented_shape() -> None:
    found = json.loads(run("stats", "0.77", "--to", "1000", "--json"))
    assert list(found) == [
        "game", "to", "frequencies", "max", "argmax", "rare_mask", "rares", "last_rare", "zeros",
    ]  # fmt: skip
    assert (found["game"], found["to"], found["rare_mask"], found["last_rare"]) == ("0.77", 1000, "f", 70)
    assert sum(found["frequencies"].values()) == 1000
    assert found["rares"] == [0, 3, 6, 11, 18, 22, 28, 34, 39, 70]  # Winning Ways: Kayles' exceptional values
    assert found["zeros"] == {"count": 0, "first": None, "last": None}


def test_text_lists_zeros_rares_and_frequencies() -> None:
    lines = run("stats", "dawsons-chess", "--to", "100").splitlines()
    assert lines[0].split() == ["Game", "dawsons-chess,", "heaps", "1..100"]
    plain = NaiveEngine(find("0.137"), engines)
    zeros = [n for n in range(1, 101) if plain.value(n) == 0]
    assert lines[2].split() == ["Zeros", str(len(zeros)), "P-positions,", "heap", "4", "to", str(zeros[-1])]
    assert max(map(len, run("stats", "nim", "--to", "3000").splitlines())) <= 80


def test_a_game_of_vectors_on_one_heap_has_values_statistics_a_period_and_a_chart(tmp_path) -> None:
    """vectors{(k)} is Nim on one heap; vectors{(1),(3)} takes 1 or 3."""
    assert json.loads(run("values", "vectors{(k)}", "--to", "10", "--json"))["values"] == list(range(11))
    assert json.loads(run("stats", "vectors{(1),(3)}", "--to", "9", "--json"))["frequencies"] == {
        "0": 4,
        "1": 5,
    }
    found = json.loads(run("period", "vectors{(1),(3)}", "--json"))
    assert (found["status"], found["preperiod"], found["period"]) == ("observed", 0, 2)
    run("plot", "vectors{(k)}", "--to", "10", "-o", str(tmp_path / "v.svg"))


@pytest.mark.parametrize(
    ("game", "to", "words"),
    [
        ("kayels", 10, "did you mean kayles"),
        ("", 10, "expected a game"),
        (None, 10, "a game, or its name"),
        ("cram", 10, "one heap"),
        ("kayles", "10", "a heap as an int"),
        ("kayles", -1, "a heap >= 0"),
        ("kayles", 0, "a largest heap >= 1"),
    ],
)
def test_a_game_may_be_a_text_and_what_is_none_gets_a_sentence(game, to, words) -> None:
    assert statistics(" kayles ", 100).to_dict() == statistics(find("kayles"), 100).to_dict()
    for call in (statistics, charts.plot):
        with pytest.raises(sg.SpragueError, match=words):
            call(game, to)


def test_errors_say_what_was_expected() -> None:
    assert "expected a largest heap >= 1, got 0" in run("stats", "nim", "--to", "0", status=2)
    assert "one heap" in run("stats", "wythoff", status=2)


def test_what_is_no_nimber_is_not_counted():
    found = statistics_of(np.array([0, 1, -1, 2, 0, -1], np.int32), "top-entails")
    assert found.frequencies == {0: 1, 1: 1, 2: 1}
    assert (found.max, found.argmax, found.zeros.tolist()) == (2, 3, [4])
