"""Claims that are refuted, the atlas, and graph files with arrows, from the command line."""

from __future__ import annotations

import json
from pathlib import Path

import networkx
import pytest
from click.testing import CliRunner

from sprague.cli.app import application
from sprague.proofs.check import check
from sprague.takebreak.codes import parse_code
from sprague.takebreak.small import small_values


def run(*words: str, status: int = 0) -> str:
    result = CliRunner().invoke(application, list(words))
    assert result.exit_code == status, result.output + repr(result.exception)
    return " ".join((result.stdout if status == 0 else result.output).split())


@pytest.mark.parametrize(
    ("game", "claim", "first"),
    [
        ("0.07", "period 34", 0),  # and is one from 53 on (Winning Ways, chapter 4)
        ("0.07", "period 34 from 53", None),
        ("0.07", "period 17 from 53", 53),
        ("kayles", "period 12 from 71", None),
        ("kayles", "period 12 from 70", 70),
        ("nim", "period 1 saltus 1", None),
        ("nim", "period 2 saltus 1", 0),
    ],
)
def test_the_first_heap_at_which_a_period_fails(game: str, claim: str, first: int | None) -> None:
    code = {"kayles": "0.77", "nim": "0.(3)"}.get(game, game)
    values = small_values(parse_code(code), 400)
    words = claim.split()
    period, saltus = int(words[1]), int(words[3]) if "saltus" in words else 0
    start = int(words[3]) if "from" in words else 0
    wanted = next((n for n in range(start, 401 - period) if values[n + period] != values[n] + saltus), None)
    told = json.loads(run("refute", game, "--claim", claim, "--to", "400", "--json"))
    assert told["refuted"] == (wanted is not None)
    assert wanted == first
    if wanted is None:
        assert run("refute", game, "--claim", claim, "--to", "400") == "no counterexample up to heap 400"
        return
    assert told["counterexample"]["heap"] == wanted
    later = wanted + period
    said = f"REFUTED at heap {wanted}: g({wanted}) = {values[wanted]}, but g({later}) = {values[later]}"
    assert run("refute", game, "--claim", claim, "--to", "400") == said


def test_claims_about_one_heap() -> None:
    assert run("refute", "kayles", "--claim", "value 3 at 3") == "no counterexample up to heap 10000"
    assert run("refute", "kayles", "--claim", "value 3 at 7", "--to", "20") == "REFUTED: g(7) = 2, not 3"
    assert run("refute", "kayles", "--claim", "P at 5", "--to", "20") == "REFUTED: g(5) = 4, not 0"
    assert "such as 'period 34 from 53'" in run("refute", "kayles", "--claim", "it is dull", status=2)
    assert "a period of 1 and more" in run("refute", "kayles", "--claim", "period 0", status=2)


def test_an_atlas_of_four_rules_is_made_and_its_certificates_hold(tmp_path: Path) -> None:
    path = tmp_path / "atlas.jsonl"
    words = (
        "atlas",
        "-o",
        str(path),
        "--most",
        "1",
        "--largest",
        "1",
        "--limit-states",
        "40",
        "--rule-seconds",
        "0.9",
    )
    assert run(*words) == f"4 rules in {path}"
    before = path.read_bytes()
    assert run(*words) == f"4 rules in {path}" and path.read_bytes() == before  # nothing is left to do
    rows = [json.loads(line) for line in before.splitlines()]
    proved = [row for row in rows if row.get("status") == "proved"]
    assert proved and all(check(row["certificate"])["valid"] for row in proved)
    assert "1 to 4 items" in run("atlas", "-o", str(path), "--most", "5", status=2)
    assert "1 to 10000 states" in run("atlas", "-o", str(path), "--limit-states", "0", status=2)
    assert "0.1 to 86400 seconds" in run("atlas", "-o", str(path), "--rule-seconds", "nan", status=2)


def test_the_atlas_is_asked() -> None:
    rows = [
        json.loads(line) for line in CliRunner().invoke(application, ["atlas", "--json"]).stdout.splitlines()
    ]
    pell = [row for row in rows if row["system"] == "pell" and row["states"] < 12]
    found = CliRunner().invoke(application, ["atlas", "query", "system = pell and states < 12", "--json"])
    assert [json.loads(line) for line in found.stdout.splitlines()] == pell != []
    said = run("atlas", "query", "system = pell and states < 12")
    assert f"{len(pell)} rules, {len(pell)} of them proved" in said and f"pell: {len(pell)}" in said
    assert "expected query" in run("atlas", "ask", status=2)


def test_arrows_in_files(tmp_path: Path) -> None:
    """Files of networkx with arrows, and lists: the token at a goes to b and ends at c, so a is lost."""
    graph = networkx.DiGraph([("a", "b"), ("b", "c")])
    graph.add_node("alone")
    name = tmp_path / "arrows.gml"
    networkx.write_gml(graph, name)
    told = json.loads(run("solve", f"loopy file:{name}@a", "--json"))
    assert (told["outcome"], told["position"]) == ("P", "loopy edges:a>b,b>c,alone@a")
    networkx.write_gml(networkx.Graph(graph), name)
    assert "expected one directed graph" in run("solve", f"loopy file:{name}@a", status=2)
    listed = tmp_path / "arrows.txt"
    listed.write_text("a -> b # first\nb, c\n\nalone\n")
    assert json.loads(run("solve", f"loopy file:{listed}@a", "--json"))["position"] == told["position"]
    listed.write_text("a b\na b c\n")
    assert "line 2: expected two names" in run("solve", f"loopy file:{listed}@a", status=2)
    listed.write_bytes(b"\xff\xfe\x00")
    assert "cannot read" in run("solve", f"loopy file:{listed}@a", status=2)
