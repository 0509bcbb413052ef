"""The census of misère quotients: resumable, and joined to the catalogue."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner
from damage import flip

from sprague.catalogue.classify import octal_codes
from sprague.catalogue.rows import catalogue
from sprague.cli.app import application
from sprague.discovery import atlas
from sprague.misereplay import census as module
from sprague.misereplay.census import census, classes, joined, read
from sprague.takebreak.codes import parse_code
from sprague.words.errors import DamageWarning, FileError

CODES = [parse_code(text) for text in ("0.3", "0.75", "0.07", "0.137", "0.77")]


def test_a_census_goes_on_where_it_was_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "q.jsonl"
    first = census(CODES[:2], file, 1)
    asked: list[str] = []
    real = module.look_at
    monkeypatch.setattr(
        module, "look_at", lambda group, seconds: asked.append(group[0]) or real(group, seconds)
    )
    with file.open("a", encoding="utf-8") as target:
        target.write('{"code": "0.0')  # killed while it wrote
    rows = census(CODES, file, 1)
    assert rows[:2] == first
    assert asked == ["0.07", "0.77"]
    assert {row["code"]: row["order"] for row in rows if row["status"] == "proved"} == {
        "0.3": 2,
        "0.75": 8,
        "0.77": 40,
    }
    assert [row["code"] for row in read(file)] == ["0.3", "0.75", "0.07", "0.77"]


def test_a_damaged_line_of_a_census_is_made_again(tmp_path: Path) -> None:
    file = tmp_path / "q.jsonl"
    rows = census(CODES[:2], file, 1)
    content = file.read_bytes()
    place = content.index(b'"order": 2')
    for damaged in (content.replace(b'"order": 2', b'"order": 3'), flip(content, 8 * place), b"\0" + content):
        file.write_bytes(damaged)
        with pytest.warns(DamageWarning, match="made again: 1"):
            assert census(CODES[:2], file, 1) == rows
        assert list(read(file)) == [rows[1], rows[0]]
    for cut in (1, 2, 40):
        file.write_bytes(content[:-cut])
        assert census(CODES[:2], file, 1) == rows
        assert read(file) == rows


def test_a_census_without_sums_goes_on(tmp_path: Path) -> None:
    file = tmp_path / "q.jsonl"
    rows = census(CODES[:1], tmp_path / "other.jsonl", 1)
    file.write_text(json.dumps(rows[0]) + "\n", "utf-8")
    assert census(CODES[:2], file, 1)[:1] == rows
    assert len(read(file)) == 2


@pytest.mark.parametrize("content", [b"Dear diary\n", b"[1]\n", b'{"code": "0.3"}\n', b"\xff\xfe", b"x"])
def test_a_file_of_something_else_is_left_alone(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "notes.txt"
    file.write_bytes(content)
    with pytest.raises(FileError, match="this command wrote"):
        census(CODES[:1], file, 1)
    with pytest.raises(FileError, match="this command wrote"):
        atlas.build(file, most=1, largest=1, seconds=0.01)
    assert file.read_bytes() == content


def test_codes_of_one_game_are_taken_together() -> None:
    assert classes(CODES) == [["0.3"], ["0.75"], ["0.07", "0.137"], ["0.77"]]
    assert sum(map(len, classes(octal_codes(2)))) == len(octal_codes(2))


def test_the_census_is_joined_to_the_catalogue(tmp_path: Path) -> None:
    rows = census(CODES[:2], tmp_path / "q.jsonl", 1)
    table = {row["code"]: row for row in joined(catalogue(), rows)}
    assert (table["0.75"]["misere"], table["0.75"]["quotient_order"], table["0.75"]["class"]) == (
        "proved",
        8,
        "wild",
    )
    assert table["0.11"]["misere"] is None


def test_the_command(tmp_path: Path) -> None:
    file, out = tmp_path / "q.jsonl", tmp_path / "j.csv"
    words = ["catalogue", "misere", str(file), "--digits", "1", "--seconds", "1", "--csv", str(out), "--json"]
    result = CliRunner().invoke(application, words)
    assert result.exit_code == 0, result.output
    told = json.loads(result.stdout)
    assert told["games"] == len(list(read(file))) and told["proved"] >= 5
    assert "quotient_order" in out.read_text("utf-8").split("\n")[0]
