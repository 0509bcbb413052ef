"""The catalogue: its classes and periods against published tables, and its store."""

from __future__ import annotations

import json
import random
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from damage import Here
from folders import DATA

from sprague.catalogue import classify, rows
from sprague.catalogue.query import parse, query
from sprague.catalogue.store import LEDGER, read
from sprague.catalogue.sweep import sweep
from sprague.cli.app import application
from sprague.system.sealed_lines import growing, written
from sprague.takebreak.codes import parse_code
from sprague.takebreak.small import small_values
from sprague.words.errors import FileError, NotationError

TABLE = json.loads((DATA / "heaps_octal_games.json").read_text("utf-8"))


def run(*words: str, status: int = 0) -> str:
    result = CliRunner().invoke(application, list(words))
    assert result.exit_code == status, result.output + repr(result.exception)
    return result.output


def spelt(text: str) -> str:
    """A code of the published table as the catalogue writes it."""
    if "." not in text:
        text += "."
    whole, digits = text.split(".")
    return f"{whole or 0}.{digits.rstrip('0') or '0'}"


# What ships


@pytest.fixture(scope="module")
def shipped() -> dict[str, dict[str, Any]]:
    return {row["code"]: row for row in rows.shipped()}


def test_all_1023_codes_ship(shipped: dict[str, dict[str, Any]]) -> None:
    assert shipped.keys() == {classify.octal_digits(code) for code in classify.octal_codes(3)}
    assert len(shipped) == 1023
    assert all(row["searched"] >= 2**16 for row in shipped.values())


@pytest.mark.parametrize(
    "row", TABLE["periodic_games"] + TABLE["larger_periodic_games"], ids=lambda row: spelt(row["game"])
)
def test_periods_are_the_published_ones_and_proved(
    shipped: dict[str, dict[str, Any]], row: dict[str, Any]
) -> None:
    found = shipped[spelt(row["game"])]
    assert (found["status"], found["preperiod"], found["period"]) == (
        "proved",
        row["preperiod"],
        row["period"],
    )
    assert found["needed"] <= found["searched"] + 1
    if "max" in row:
        assert (found["max"], found["argmax"]) == (row["max"], row["index_of_max"])
        assert (found["mask"], found["rares"], found["last_rare"]) == (
            row["rare_mask"],
            row["num_rare"],
            row["last_rare"],
        )


def test_classes_are_the_published_ones(shipped: dict[str, dict[str, Any]]) -> None:
    for text, other in TABLE["equivalent_game"].items():
        assert shipped[spelt(text)]["equivalent"] == shipped[spelt(other)]["equivalent"], (text, other)


def test_every_equivalence_is_proved_and_true_of_the_first_values(shipped: dict[str, dict[str, Any]]) -> None:
    values = {code: small_values(parse_code(code), 60) for code in shipped}
    for code, row in shipped.items():
        first, shift = row["equivalent"], row["shift"]
        assert values[code] == [0] * shift + values[first][: 61 - shift]
        assert shipped[first]["equivalent"] == first
        assert row["argument"] in (("reduction", "periods") if code != first else (None,))
        assert shipped[first]["status"] == row["status"]


def test_the_data_are_small() -> None:
    assert (Path(rows.__file__).parents[1] / "data" / "catalogue.csv").stat().st_size < 300_000


def test_codes_of_four_digits(shipped: dict[str, dict[str, Any]]) -> None:
    """Against the catalogue of three digits, whose periods are the published ones, and by the definition."""
    four = {row["code"]: row for row in rows.shipped(4)}
    assert four.keys() == {classify.octal_digits(code) for code in classify.octal_codes(4)}
    for code, row in shipped.items():
        known = [four[code][field] for field in ("status", "preperiod", "period")]
        assert known == [row[field] for field in ("status", "preperiod", "period")] or known == [
            "none",
            None,
            None,
        ]
    assert all(row["needed"] <= row["searched"] + 1 for row in four.values() if row["status"] == "proved")
    for code in random.Random(4).sample(sorted(four), 150):
        row, values = four[code], small_values(parse_code(code), 90)
        first, shift = row["equivalent"], row["shift"]
        assert values == [0] * shift + small_values(parse_code(first), 90)[: 91 - shift]
        if row["period"] and row["preperiod"] + row["period"] < 90:
            start, period = row["preperiod"], row["period"]
            assert all(values[n] == values[n + period] for n in range(start, 91 - period))
            assert start == 0 or values[start - 1] != values[start - 1 + period]
    assert len(query("period = 36732", digits=4)) == len(query("equivalent = 0.1075", digits=4)) > 0


# Questions


def codes(question: str) -> list[str]:
    return [row["code"] for row in query(question)]


def test_kayles_and_its_relatives() -> None:
    # 4.4 is Kayles with one token more in a heap: split, or take one and split.
    assert {"0.77", "0.771", "4.4"} <= set(codes("equivalent = .770"))
    # Any code of a class stands for it, not only the one that it is named after.
    assert codes("equivalent = 0.07") == codes("equivalent = 0.137")
    assert {"0.07", "0.137", "0.4"} <= set(codes("equivalent = .07 and period = 34"))
    assert "0.07" not in codes("equivalent != 0.07")
    # Guy and Smith 1956: period 12, the last exception 70; the values do not exceed 8.
    assert set(codes("period = 12 and preperiod = 71 and max = 8")) == {"0.77", "0.771"}
    assert codes("code = 0.6 and status = none") == ["0.6"]
    assert set(codes("(code = 0.6 or code = '0.16') and period = none")) == {"0.6"}
    assert codes("not searched >= 2^16") == []


def test_and_binds_closer_than_or() -> None:
    row = {"period": 1, "max": 1, "shift": 1}
    assert parse("period = 1 or max = 2 and shift = 2")(row)
    assert not parse("(period = 1 or max = 2) and shift = 2")(row)
    assert parse("not period = 2 and max = 1")(row)


def test_what_is_not_known_is_neither_smaller_nor_larger() -> None:
    row = {"period": None}
    assert [parse(f"period {text}")(row) for text in ("= none", "!= none", "< 5", ">= 5", "!= 5")] == [
        True, False, False, False, True,
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("question", "complaint"),
    [
        ("perio = 12", "expected a field"),
        ("period == 12", "expected a value, got '='"),
        ("period 12", "expected one of = !="),
        ("period = 12 and", "expected a field"),
        ("period = 12 or or", "expected a field"),
        ("period = twelve", "'twelve'"),
        ("(period = 12", "expected a closing bracket"),
        ("period = 12) or 1 = 1", "expected and, or, or the end"),
        ("period = 12; drop table rows", "'12;'"),
        ("code = kayles", "expected a code such as 0.137"),
        ("code = 0.8", "octal digit"),
        ("status < proved", "expected = or !="),
        ("period < none", "expected = or != before none"),
        ('status = "', "expected a field, a comparison or a value"),
        ("(" * 60 + "max = 1" + ")" * 60, "brackets in brackets"),
        ("max = 1 and " * 400 + "max = 1", "at most 1000 words"),
    ],
)
def test_what_is_no_question_is_refused(question: str, complaint: str) -> None:
    with pytest.raises(NotationError) as caught:
        query(question)
    assert complaint in str(caught.value)


def test_query_as_json_and_as_text() -> None:
    found = json.loads(run("catalogue", "query", "code = 0.16", "--json"))
    assert list(found) == ["query", "count", "own", "rows"] and found["own"] == []
    assert (found["query"], found["count"]) == ("code = 0.16", 1)
    assert list(found["rows"][0]) == list(rows.ALL)
    assert (found["rows"][0]["preperiod"], found["rows"][0]["period"]) == (105351, 149459)
    text = run("catalogue", "query", "").splitlines()
    assert text[-1] == "1023 codes; --all shows them all"
    assert len(run("catalogue", "query", "--all").splitlines()) == 1025
    assert max(map(len, text)) <= 80
    wrong = json.loads(run("catalogue", "query", "x = 1", "--json", status=2))
    assert wrong["error"]["where"] == "x = 1"


def test_export_and_back(tmp_path: Path) -> None:
    path = tmp_path / "all.csv"
    run("catalogue", "export", str(path))
    with path.open(encoding="utf-8") as source:
        assert rows.read_csv(source) == rows.catalogue()
    assert "--force" in run("catalogue", "export", str(path), status=2)
    assert ".csv or .parquet" in run("catalogue", "export", str(tmp_path / "all.xls"), status=2)
    parquet = pytest.importorskip("pyarrow.parquet")
    run("catalogue", "export", str(tmp_path / "all.parquet"))
    assert parquet.read_table(tmp_path / "all.parquet").to_pylist() == rows.catalogue()


# Sweeps


def test_a_sweep_is_taken_up_and_not_done_twice(tmp_path: Path) -> None:
    path = tmp_path / "store.sqlite"
    words = (
        "catalogue",
        "--digits",
        "1",
        "--to",
        "1000",
        "--limit",
        "2000",
        "--workers",
        "1",
        "--store",
        str(path),
    )
    found = json.loads(run(*words, "--json"))
    assert list(found) == [
        "store", "digits", "classes", "done", "before", "failed", "seconds", "codes", "proved", "observed", "none",
    ]  # fmt: skip
    # The codes of one digit are 0.1-0.7 and 4.0-4.7; only 0.6, Officers, has no known period.
    assert (found["codes"], found["proved"], found["observed"], found["none"]) == (15, 14, 0, 1)
    again = json.loads(run(*words, "--json"))
    assert (again["done"], again["before"]) == (0, found["classes"])
    farther = json.loads(run(*words[:6], "3000", *words[7:], "--json"))
    assert (farther["done"], farther["before"]) == (1, found["classes"] - 1)  # only 0.6 can gain
    assert rows.catalogue(path)[5]["code"] == "0.6"
    assert rows.catalogue(path)[5]["searched"] == 3000


def test_a_store_is_written_by_one_sweep_and_other_files_are_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "store.jsonl"
    other = tmp_path / "other.sqlite"
    base = sqlite3.connect(other)
    base.execute("CREATE TABLE mine (x)")
    base.close()
    before = other.read_bytes()
    for wrong in (other, tmp_path / "text"):
        if wrong != other:
            wrong.write_text("no catalogue\n" * 100)
        with pytest.raises(FileError, match="this command wrote"):
            sweep(1, Here(), wrong, to=64, limit=64)
        with pytest.raises(FileError, match="this command wrote"):
            read(wrong)
    assert other.read_bytes() == before
    with growing(path, LEDGER.kind, LEDGER.is_row), pytest.raises(FileError, match="is writing this file"):
        sweep(1, Here(), path, to=64, limit=64)
    assert read(path) == []
    assert "no store" in run("catalogue", "query", "--store", str(tmp_path / "none"), status=2)


def test_more_digits_and_larger_heaps_ask_only_for_what_they_add(tmp_path: Path) -> None:
    path = tmp_path / "store.jsonl"
    sweep(1, Here(), path, to=100, limit=100)
    here = Here()
    found = sweep(2, here, path, to=100, limit=100)
    assert found.done + found.before == len(classify.classes(classify.octal_codes(2)))
    assert set(here.asked) == {
        key
        for key, codes in classify.classes(classify.octal_codes(2)).items()
        if any(len(code) > 3 for code in codes)
    }
    assert not sweep(1, here, path, to=64, limit=100).done
    fresh = tmp_path / "fresh.jsonl"
    assert len(rows.catalogue(path)) == 127
    sweep(2, Here(), fresh, to=100, limit=100)
    assert rows.catalogue(path) == rows.catalogue(fresh)


def test_rows_of_ones_own_are_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SPRAGUE_HOME", str(tmp_path))
    code: dict[str, Any] = dict.fromkeys(["rares", "last_rare", "last_zero", "mask"]) | {
        "code": "0.007",
        "status": "proved",
    }
    code |= {"base": 0, "searched": 10**9, "max": 2, "argmax": 2, "zeros": 5}
    code |= {"preperiod": 0, "period": 12, "needed": 20}
    row = {"class": "0.007", "compared": 65536, "digest": "x", "codes": [code]}
    (tmp_path / "catalogue.jsonl").write_bytes(written(LEDGER.kind, row))
    found = json.loads(run("catalogue", "query", "code = 0.007", "--json"))
    assert found["own"] == ["0.007"]
    assert "1 of them is as your own searches" in run("catalogue", "query", "code = 0.007")


def test_codes_stay_in_their_classes_when_ones_own_sweep_goes_farther(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SPRAGUE_HOME", str(tmp_path))
    of_package = query("argument = none")
    before, *_ = query("code = 0.4")
    sweep(1, Here(), tmp_path / "catalogue.jsonl", to=70_000, limit=70_000)
    after, *_ = query("code = 0.4")
    assert (before["searched"], after["searched"]) == (65536, 70_000)
    assert (after["equivalent"], after["shift"], after["argument"]) == ("0.137", 2, "reduction")
    assert [row["code"] for row in query("argument = none")] == [row["code"] for row in of_package]
