"""Certificates that ship: they say what others found, their values are those of the definition, and none is altered."""

from __future__ import annotations

import json

import numpy as np
import pytest
from click.testing import CliRunner
from folders import DATA

import sprague as sg
from sprague.cli.app import application
from sprague.proofs.check import check
from sprague.proofs.period_check import checked_values
from sprague.takebreak import certified as module
from sprague.takebreak.certified import certified, shipped
from sprague.takebreak.codes import parse_code
from sprague.takebreak.period import period
from sprague.takebreak.run import values
from sprague.takebreak.small import small_values
from sprague.takebreak.streams import Marks, Stream
from sprague.words.errors import FileError, TooLargeError
from sprague.workbench.shipped import GAMES, make

PUBLISHED = json.loads((DATA / "heaps_long_periods.json").read_text("utf-8"))["games"]


def run(*words: str, status: int = 0) -> str:
    result = CliRunner().invoke(application, list(words))
    assert result.exit_code == status, result.output + repr(result.exception)
    return result.stdout if status == 0 else result.output


def test_one_certificate_ships_for_each_hard_class() -> None:
    assert [claims["code"] for claims in shipped()] == list(GAMES)


@pytest.mark.parametrize("game", PUBLISHED, ids=lambda game: game["game"])
def test_periods_are_those_that_others_found(game: dict) -> None:
    found = sg.octal(game["game"]).period()
    assert (found.preperiod, found.period, found.status) == (game["preperiod"], game["period"], "proved")
    assert "comes with Sprague" in str(found.basis)
    assert found.to_dict()["certificate"] == str(found.basis)


def _stream(claims: dict, every: int, count: int, seen: list[int]) -> Stream:
    width = claims["rares"][-1] + parse_code(claims["code"]).last
    rows = [seen[at - width : at] for at in range(every, count, every)]
    return Stream(claims, Marks(every, np.array(rows, np.uint8)))


@pytest.mark.kernels
@pytest.mark.parametrize(("code", "every", "count"), [("0.156", 800, 3828), ("0.104", 700, 3000)])
def test_values_from_marks_are_those_of_the_definition(code: str, every: int, count: int) -> None:
    """With a mask alone, and with the parity of the heap."""
    (claims,) = (claims for claims in shipped() if claims["code"] == code)
    seen = small_values(parse_code(code), count - 1)
    stream = _stream(claims, every, count, seen)
    assert stream.array(count).tolist() == seen
    for n in (*range(every - 2, every + 3), 2 * every - 1, 2 * every, count - 1):
        assert stream.value(n) == seen[n]


@pytest.mark.parametrize("code", ["0.16", "0.644", "4.364"])
def test_huge_heaps_have_the_values_of_the_sequence(code: str) -> None:
    found = certified(parse_code(code))
    assert found is not None
    s, p = found.preperiod, found.period
    seen = values(parse_code(code), s + 2 * p)
    for n in (0, 1, 5000, s - 1, s, s + p - 1, s + p, 10**30, 10**30 + 1):
        assert found.value(n) == seen[n if n < s + p else s + (n - s) % p]
    assert (found.array(s + 2 * p) == seen).all()


def test_equivalent_codes_are_answered_by_one_certificate() -> None:
    """0.455 has the values of 0.454, and 0.1777 those of 0.454 one heap later."""
    first, same, shifted = (certified(parse_code(code)) for code in ("0.454", "0.455", "0.1777"))
    assert first is not None and same is not None and shifted is not None
    assert shifted.preperiod == first.preperiod - 1
    assert "0.454" in str(same.basis)
    for n in (4000, 70_000, 10**6, 10**30):
        assert first.value(n) == same.value(n) == shifted.value(n - 1)
    small = small_values(parse_code("0.1777"), 3000)
    assert [shifted.value(n) for n in range(0, 3000, 7)] == small[::7]


def test_an_answer_says_which_certificate_it_rests_on() -> None:
    answer = sg.solve(f"0.104 {10**30}")
    assert answer.evidence.kind == "periodic"
    assert "sprague check 0.104" in answer.evidence.source
    game = sg.octal("0.104")
    found = certified(parse_code("0.104"))
    assert found is not None
    assert answer.value == found.value(found.preperiod + (10**30 - found.preperiod) % found.period)
    assert game[10**30 + found.period] == answer.value


def test_winning_moves_of_a_huge_heap_are_counted() -> None:
    """The count, by residues, against a count one by one where both are possible."""
    game = sg.octal("0.156")
    n = 9001
    seen = values(game.ruleset.code, n)
    code = game.ruleset.code
    assert seen[n] != 0
    expected = sum(
        1 for k in code.takes(2) for a in range(1, (n - k) // 2 + 1) if seen[a] == seen[n - k - a]
    ) + sum(1 for k in code.takes(1) if seen[n - k] == 0)
    assert certified(code) is not None
    assert sg.parse(f"0.156 {n}").winning_moves.total == expected
    some = sg.parse(f"0.156 {n}").winning_moves.first(5)
    assert all(move.to.value == 0 for move in some)


def test_a_file_that_was_altered_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "PINNED", dict.fromkeys(module.PINNED, "0" * 64))
    with pytest.raises(FileError, match="not those that were checked"):
        module._data("certificates.json")


def test_certificates_are_made_again_to_the_same_text(tmp_path) -> None:
    make(tmp_path, ("0.644",))
    (entry,) = json.loads((tmp_path / "certificates.json").read_text("utf-8"))
    assert entry["certificate"] == shipped()[0]


def test_the_commands() -> None:
    assert "preperiod 197769598, period 11770282" in run("period", "0.104")
    found = json.loads(run("check", "0.644", "--json"))
    assert (found["valid"], found["recomputed"]) == (True, 7399)
    assert "no certificate of this game" in run("check", "kayles", status=2)
    anew = json.loads(run("period", "0.644", "--limit", "1e4", "--json"))
    assert (anew["status"], anew["certificate"], anew["preperiod"]) == ("proved", None, 3256)


def test_what_is_only_published_is_cited_and_proves_nothing() -> None:
    found = period("0.106", 5000)
    assert (found.status, found.period) == ("none", None)
    assert found.literature is not None
    assert (found.literature.preperiod, found.literature.period) == (465384263797, 328226140474)
    assert "Flammenkamp" in found.to_dict()["literature"]["source"]
    assert "published, and not checked here" in run("period", "0.106", "--limit", "5000")
    assert certified(parse_code("0.106")) is None
    assert period("0.137").literature is None


def test_a_certificate_on_file_is_checked_and_used(tmp_path, monkeypatch) -> None:
    monkeypatch.setattr("sprague.takebreak.period._REMEMBERED.periods", {})
    path = tmp_path / "c.json"
    claims = next(claims for claims in shipped() if claims["code"] == "0.356")
    path.write_text(json.dumps(claims))
    found = sg.load_certificate(path)
    assert (found.preperiod, found.period) == (7315, 142)
    assert str(path) in str(found.basis)
    seen = values(parse_code("0.356"), 8000)
    assert found.value(10**20) == seen[7315 + (10**20 - 7315) % 142]
    said = run("solve", "0.356 1e20", "--certificate", str(path))
    assert "periodic" in said
    with pytest.raises(TooLargeError, match="the limit is 0 s"):
        sg.load_certificate(path, 0.0)
    assert "not in 0.77 5" in run("solve", "0.77 5", "--certificate", str(path), status=2)
    path.write_text(json.dumps({**claims, "length": 71}))
    assert "the certificate is false" in run("solve", "0.356 9", "--certificate", str(path), status=2)
    path.write_text("{}")
    assert "expected a certificate" in run("solve", "0.356 9", "--certificate", str(path), status=2)


@pytest.mark.deep
@pytest.mark.parametrize("claims", shipped(), ids=lambda claims: claims["code"])
def test_every_certificate_is_valid_and_its_values_are_those_recalled(claims) -> None:
    """The checker computes all values again: they are the ones that the marks lead to."""
    checked = checked_values(claims)
    assert check(claims)["valid"] if claims["seen"] < 10**6 else True
    found = certified(parse_code(claims["code"]))
    assert found is not None
    reach = claims["start"] + claims["length"]
    recalled = found.values.all()
    assert len(recalled) == reach
    for begin in range(0, reach, 1 << 22):
        assert (recalled[begin : begin + (1 << 22)] == checked[begin : min(reach, begin + (1 << 22))]).all()
