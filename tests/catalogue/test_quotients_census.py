"""The census of misère quotients: what is taken together, that it goes on, and how it is joined to the catalogue."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from damage import Here, flip
from hypothesis import given, settings
from hypothesis import strategies as st

import sprague as sg
from sprague.catalogue import census as module
from sprague.catalogue import quotients
from sprague.catalogue.census import joined, read
from sprague.catalogue.classify import octal_codes
from sprague.catalogue.quotients import census, classes
from sprague.catalogue.rows import catalogue
from sprague.cli.app import application
from sprague.discovery import atlas
from sprague.system.sweep import Swept
from sprague.system.workers import Workers
from sprague.takebreak.codes import options, parse_code
from sprague.words.errors import DamageWarning, FileError

CODES = [parse_code(text) for text in ("0.3", "0.75", "0.07", "0.137", "0.53")]


def rows_of(found: Swept) -> list[dict[str, Any]]:
    """The rows of a census in which nothing failed."""
    assert not found.failed
    return [*found.rows.values()]


def test_a_census_goes_on_where_it_was_stopped(tmp_path: Path) -> None:
    file = tmp_path / "q.jsonl"
    first = rows_of(census(CODES[:2], file, Here(), 0.4))
    with file.open("a", encoding="utf-8") as target:
        target.write('{"code": "0.0')  # killed while it wrote
    here = Here()
    rows = rows_of(census(CODES, file, here, 0.4))
    assert here.asked == ["0.137", "0.53"]
    assert {row["code"]: row["order"] for row in rows if row["status"] == "proved"} == {
        "0.3": 2,
        "0.75": 8,
        "0.53": 16,
    }
    assert all((row["checked"] is not None) == (row["status"] == "proved") for row in rows)
    assert [row["code"] for row in read(file)] == ["0.3", "0.75", "0.137", "0.53"]
    assert rows[:2] == first
    again = Here()
    census(CODES, file, again, 0.5)
    assert again.asked == ["0.137"]
    file.write_text(file.read_text("utf-8").replace("heaps", "heap"), "utf-8")
    with pytest.raises(FileError, match="this command wrote"):
        census(CODES, file, here, 0.4)


def test_a_census_of_more_codes_names_those_that_join_a_class(tmp_path: Path) -> None:
    """A file that was begun with fewer digits had 119 of the 127 codes of two; nothing is computed twice for it."""
    few, many = octal_codes(1), octal_codes(2)
    file, here = tmp_path / "q.jsonl", Here()
    census(few, file, here, 0.05)
    rows = rows_of(census(many, file, here, 0.05))
    assert sorted(code for row in rows for code in row["codes"]) == sorted(
        code for group in classes(many) for code, _ in group
    )
    assert len(here.asked) == len(set(here.asked))
    for row, group in zip(rows, classes(many), strict=True):
        assert dict(zip(row["codes"], row["shifts"], strict=True)) == dict(group)
    smaller = rows_of(census(few, file, here, 0.05))
    assert {row["code"] for row in smaller} == {group[0][0] for group in classes(few)}
    assert rows_of(census(many, file, Here(), 0.05)) == rows


def test_a_damaged_line_of_a_census_is_made_again(tmp_path: Path) -> None:
    file = tmp_path / "q.jsonl"
    rows = rows_of(census(CODES[:2], file, Here(), 5))
    content = file.read_bytes()
    place = content.index(b'"order": 2')
    for damaged in (content.replace(b'"order": 2', b'"order": 3'), flip(content, 8 * place), b"\0" + content):
        file.write_bytes(damaged)
        here = Here()
        with pytest.warns(DamageWarning, match="made again: 1"):
            again = rows_of(census(CODES[:2], file, here, 5))
        assert here.asked == ["0.3"] and [row["order"] for row in again] == [2, 8]
        assert [row["code"] for row in read(file)] == ["0.3", "0.75"]
    for cut in (1, 2, 40):
        file.write_bytes(content[:-cut])
        assert [row["order"] for row in rows_of(census(CODES[:2], file, Here(), 5))] == [2, 8]
        assert [row["code"] for row in read(file)] == ["0.3", "0.75"]
    file.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")  # without sums, as once
    assert rows_of(census(CODES[:2], file, Here(), 5)) == rows


@pytest.mark.parametrize("content", [b"Dear diary\n", b"[1]\n", b'{"code": "0.3"}\n', b"\xff\xfe", b"x"])
def test_a_file_of_something_else_is_left_alone(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "notes.txt"
    file.write_bytes(content)
    with pytest.raises(FileError, match="this command wrote"):
        census(CODES[:1], file, Here(), 1)
    with pytest.raises(FileError, match="this command wrote"):
        atlas.build(file, Here(), most=1, largest=1, seconds=0.01)
    assert file.read_bytes() == content


def test_processes_take_the_same_census(tmp_path: Path) -> None:
    found = rows_of(census(CODES[:2], tmp_path / "q.jsonl", Workers(2), 5))
    assert [(row["code"], row["order"], row["status"]) for row in found] == [
        ("0.3", 2, "proved"),
        ("0.75", 8, "proved"),
    ]


def test_what_the_checker_refuses_is_not_entered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = quotients.heap_quotient

    def forged(*words: Any) -> Any:
        found = real(*words)
        claims = found.certificate() | {"p": []}
        object.__setattr__(found, "certificate", lambda: claims)
        return found

    monkeypatch.setattr(quotients, "heap_quotient", forged)
    found = census(CODES[:1], tmp_path / "q.jsonl", Here(), 1)
    assert not found.rows and "checker refuses" in found.failed["0.3"]
    assert not list(read(tmp_path / "q.jsonl"))


def lost(code: str) -> Callable[[tuple[int, ...]], bool]:
    """Whether a sum of heaps of a code is a P-position in misère play, by the definition alone."""
    rule = parse_code(code)

    @cache
    def is_p(heaps: tuple[int, ...]) -> bool:
        after = [
            tuple(sorted((*heaps[:i], *heaps[i + 1 :], *(part for part in move if part))))
            for i, heap in enumerate(heaps)
            for move in options(rule, heap)
        ]
        return bool(after) and not any(is_p(position) for position in after)

    return is_p


@pytest.mark.parametrize("count", [12, pytest.param(150, marks=pytest.mark.deep)])
def test_codes_of_one_class_are_one_game_in_misere_play(count: int) -> None:
    chosen = random.Random(20261122)
    several = [group for group in classes(octal_codes(3)) if len(group) > 1]
    for group in chosen.sample(several, count):
        (first, _), (other, shift) = group[0], chosen.choice(group[1:])
        one, two = lost(first), lost(other)
        for _ in range(12):
            heaps = tuple(sorted(chosen.randint(1, 7) for _ in range(chosen.randint(1, 3))))
            assert one(heaps) == two(tuple(n + shift for n in heaps)), (first, other, heaps)
        # Heaps below the shift are nothing.
        assert not any(two((n, m)) != two((m,)) for n in range(1, shift + 1) for m in range(1, 6))


def test_codes_whose_heaps_differ_in_misere_play_are_kept_apart() -> None:
    groups = classes(octal_codes(3))
    assert sum(map(len, groups)) == 1023
    kept = {code: group[0][0] for group in groups for code, _ in group}
    normal = {row["code"]: row["equivalent"] for row in catalogue()}
    for code, first in kept.items():
        assert normal[code] == normal[first]  # who is one game in any company is one in normal play
    # 4.302 has the values of 4.3 (one more way to a heap of value 0), but other canonical forms.
    assert normal["4.302"] == normal["4.3"] and kept["4.302"] != kept["4.3"]
    forms = [[sg.misere.canonical_form(f"{code} {n}") for n in range(1, 7)] for code in ("4.302", "4.3")]
    assert forms[0] != forms[1]
    assert kept["0.07"] == kept["0.4"] == "0.137"


def test_the_census_is_joined_to_the_catalogue(tmp_path: Path) -> None:
    rows = rows_of(census(CODES[:2], tmp_path / "q.jsonl", Here(), 1))
    table = {row["code"]: row for row in joined(catalogue(), rows)}
    assert (table["0.75"]["misere"], table["0.75"]["quotient_order"], table["0.75"]["class"]) == (
        "proved",
        8,
        "wild",
    )
    assert table["0.11"]["misere"] is None


PROVED = [row for row in module.shipped() if row["status"] == "proved"]


def test_all_codes_are_in_the_shipped_census() -> None:
    codes = [code for row in module.shipped() for code in row["codes"]]
    assert sorted(codes) == sorted(row["code"] for row in catalogue())
    # MisereSolver, with four seconds each: 218 of 575 (a way to count codes that could not be repeated).
    assert sum(len(row["codes"]) for row in PROVED) >= 218
    for row in module.shipped():
        assert (row["status"] == "proved") == (row["checked"] is not None) == (row["period"] is not None)
        assert row["status"] == "proved" or (row["heaps"] > 0 and row["why"])


@pytest.mark.parametrize(
    "row",
    [
        row if row["heaps"] < 30 and i % 12 == 0 else pytest.param(row, marks=pytest.mark.deep)
        for i, row in enumerate(PROVED)
    ],
    ids=lambda row: row["code"],
)
def test_what_is_shipped_as_proved_is_found_again_and_checked(row: dict[str, Any]) -> None:
    group = list(zip(row["codes"], row["shifts"], strict=True))
    found = quotients.look_at(group, 60)
    same = ("order", "p_portion", "class", "status", "preperiod", "period")
    assert {name: found[name] for name in same} == {name: row[name] for name in same}


@settings(max_examples=25)
@given(st.data())
def test_proved_quotients_answer_sums_of_heaps_beyond_those_they_were_made_from(data: st.DataObject) -> None:
    row = data.draw(st.sampled_from([row for row in PROVED if row["heaps"] <= 12 and row["order"] > 2]))
    place = data.draw(st.integers(0, len(row["codes"]) - 1))
    code, shift = row["codes"][place], row["shifts"][place]
    larger = st.integers(row["heaps"] + 1, row["heaps"] + 8)
    heaps = data.draw(st.tuples(larger) | st.tuples(larger, st.integers(1, 6)))
    quotient = sg.misere.quotient(row["code"])
    assert quotient.outcome(*heaps) == ("P" if lost(code)(tuple(sorted(n + shift for n in heaps))) else "N")


def test_another_census_than_the_shipped_one_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    content = bytearray(module.SHIPPED.read_bytes())
    content[len(content) // 2] ^= 1
    monkeypatch.setattr(module, "SHIPPED", tmp_path / "quotients.jsonl.xz")
    module.SHIPPED.write_bytes(content)
    with pytest.raises(FileError, match="install Sprague again"):
        module.shipped.__wrapped__()


def test_the_command(tmp_path: Path) -> None:
    file, out = tmp_path / "q.jsonl", tmp_path / "j.csv"
    words = [
        "catalogue",
        "misere",
        str(file),
        "--digits",
        "1",
        "--seconds",
        "0.2",
        "--csv",
        str(out),
        "--json",
    ]
    result = CliRunner().invoke(application, [*words, "--workers", "1"])
    assert result.exit_code == 0, result.output
    told = json.loads(result.stdout)
    assert told["games"] == len(list(read(file))) and told["proved"] >= 5 and told["codes"] == 15
    assert "quotient_order" in out.read_text("utf-8").split("\n")[0]
    shown = CliRunner().invoke(application, ["catalogue", "query", "code = 0.77 and quotient_order = 40"])
    assert "40" in shown.output and "12" in shown.output and "wild" in shown.output
