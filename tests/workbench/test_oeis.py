"""Sequences of the OEIS: the terms of their pages, two engines that share nothing, b-files."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import sprague as sg
from sprague.cli.app import application
from sprague.workbench import oeis

TERMS: dict[str, list[int]] = json.loads(
    (Path(__file__).parent.parent / "data" / "oeis_terms.json").read_text(encoding="utf-8")
)["terms"]


def run(*words: str) -> Result:
    return CliRunner().invoke(application, ["oeis", *words])


#: The grid's terms double their cost from one to the next.
FAR = {"A316632": 12}


def test_every_sequence_has_the_terms_of_its_page() -> None:
    assert TERMS.keys() == oeis.sequences().keys()


@pytest.mark.parametrize("number", TERMS)
def test_terms(number: str) -> None:
    sequence = sg.oeis(number)
    wanted = TERMS[number][: FAR.get(number)]
    last = sequence.offset + len(wanted) - 1
    assert last <= sequence.listed
    assert [term.value for term in sequence.terms(last)] == wanted


@pytest.mark.deep
@pytest.mark.parametrize("number", FAR)
def test_all_terms(number: str) -> None:
    assert [term.value for term in sg.oeis(number).terms(sg.oeis(number).listed)] == TERMS[number]


def test_a_disagreement_is_no_term(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(oeis.Sequence, "_second", lambda self: lambda n: 0 if n < 2 else 9)
    terms = sg.oeis("A014588").terms(5)
    assert next(terms) == (0, 0)
    with pytest.raises(sg.SpragueError, match="two engines disagree about take-fibonacci 1: 1 and 0"):
        next(terms)


def test_b_file(tmp_path: Path) -> None:
    target = tmp_path / "b316632.txt"
    done = run("A316632", "--to", "9", "-o", str(target))
    assert done.exit_code == 0
    lines = target.read_text().splitlines()
    assert lines == [f"{n} {value}" for n, value in enumerate(TERMS["A316632"][:9], 1)]
    again = run("A316632", "--to", "9", "-o", str(target))
    assert again.exit_code == 2
    assert "--force" in again.stderr


def test_extend_goes_on() -> None:
    done = run("A004482", "--extend", "--to", "70")
    assert done.stdout.splitlines()[-1] == "70 71"
    assert "beyond n = 61" in done.stderr
    assert "n = 62 to 70" in done.stderr


def test_bad_input() -> None:
    for words in (("A000040",), ("--extend",), ("A316632", "--to", "0")):
        done = run(*words)
        assert done.exit_code == 2, words
        assert "error: " in done.stderr


def test_a_file_is_kept_when_nothing_can_be_written(tmp_path):
    old = tmp_path / "b.txt"
    old.write_text("keep")
    for path in (old, tmp_path / "new.txt"):
        assert run("A071426", "--to", "0", "-o", str(path), "--force").exit_code == 2
    assert [(path.name, path.read_text()) for path in tmp_path.iterdir()] == [("b.txt", "keep")]
