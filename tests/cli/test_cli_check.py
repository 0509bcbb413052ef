"""``sprague check``: status 0 for a valid certificate, 1 for a false one, 2 for a file that is none."""

from __future__ import annotations

import io
import json
import time

import pytest
from click.testing import CliRunner
from pace import exceeds, pace, seconds_of

from sprague.cli.app import application
from sprague.proofs import check as checks
from sprague.proofs import plain_automata
from sprague.proofs.proof_check import digest
from sprague.words.errors import FileError


def run(*words: str) -> tuple[int, str]:
    result = CliRunner().invoke(application, list(words))
    assert "fault" not in result.output
    return result.exit_code, result.output


@pytest.fixture
def proof(tmp_path):
    path = tmp_path / "proof.json"
    assert run("proof", "cram 2x3", "-o", str(path))[0] == 0
    return path


def test_a_valid_proof(proof):
    status, printed = run("check", str(proof))
    assert status == 0
    said = " ".join(printed.split())
    assert "valid: cram 2x3 has the value *1: in normal play the first player wins" in said
    assert said.endswith("moves on 3 boards answered again")
    status, printed = run("check", str(proof), "--json")
    found = json.loads(printed.splitlines()[-1])
    assert (status, set(found)) == (0, {"kind", "valid", "statement", "work", "recomputed", "reason"})
    assert (found["kind"], found["valid"], found["reason"]) == ("proof", True, None)
    assert found["recomputed"] > 0
    assert found["statement"] == "cram 2x3 has the value *1: in normal play the first player wins"


@pytest.mark.parametrize("honest", [False, True])
def test_a_false_proof(proof, honest):
    data = json.loads(proof.read_text())
    data["value"] += 1
    if honest:  # about its digest at least
        data["digest"] = digest(data)
    proof.write_text(json.dumps(data))
    status, printed = run("check", str(proof))
    assert status == 1
    assert printed.splitlines()[-1].startswith("INVALID")
    status, printed = run("check", str(proof), "--json")
    assert status == 1
    assert json.loads(printed.splitlines()[-1])["valid"] is False
    assert json.loads(printed.splitlines()[-1])["reason"]
    assert json.loads(printed.splitlines()[-1])["statement"] is None


def test_a_theorem_for_coq_is_sent_to_verify(tmp_path):
    path = tmp_path / "dots.v"
    path.write_text("Theorem dots : True.")
    status, printed = run("check", str(path))
    assert (status, "sprague verify" in printed) == (2, True)


FORGED = {
    "format": "sprague-period/1", "code": "0.137", "theorem": "guy-smith", "start": 52, "length": 34, "saltus": 0,
    "needed": 175, "seen": 175, "digest": "0" * 64,
}  # fmt: skip


@pytest.mark.parametrize("claim", [{"theorem": "\x1b[1A\x1b[2Kvalid\u202e"}, {"code": "\x9b2Kvalid"}])
@pytest.mark.parametrize("way", [(), ("--json",)])
def test_what_a_file_says_does_not_command_the_terminal(tmp_path, claim, way):
    path = tmp_path / "forged.json"
    path.write_text(json.dumps({**FORGED, **claim}))
    status, printed = run("check", str(path), *way)
    assert status == 1
    assert all(mark.isprintable() or mark == "\n" for mark in printed)


@pytest.mark.parametrize(
    ("claim", "words"),
    [
        ({"start": 0, "length": 10**6, "needed": 2 * 10**6 + 5, "seen": 2 * 10**6 + 5}, "takes about"),
        ({"code": "hex:0.8888", "theorem": "many-heaps", "start": 0, "length": 99_999, "needed": 300_004,
          "seen": 300_004}, "takes about"),
        ({"code": "subtract{1}", "theorem": "no-splits", "start": 0, "length": 10**14, "needed": 10**14 + 2,
          "seen": 10**14 + 2}, "available"),
    ],
)  # fmt: skip
def test_a_check_that_costs_too_much_is_refused_before_it_begins(tmp_path, claim, words):
    path = tmp_path / "forged.json"
    path.write_text(json.dumps({**FORGED, **claim}))
    begun = time.process_time()
    status, printed = run("check", str(path))
    assert (status, words in printed) == (2, True), printed
    assert time.process_time() - begun < 5


def test_more_seconds_allow_a_longer_check(tmp_path):
    path = tmp_path / "c.json"
    assert run("period", "0.137", "--certificate", str(path))[0] == 0
    status, printed = run("check", str(path), "--seconds", "0")
    assert status == 2 and "--seconds" in printed
    assert run("check", str(path), "--seconds", "1" + "0" * 400)[0] == 0


#: A theorem in which two heaps of one size are lost.
TWINS = {
    "format": "sprague-automatic/1",
    "rule": "x,y -> u,v where (u = x and v < y) or (v = y and u < x)",
    "system": "2",
    "automaton": {"tracks": ["x", "y"], "start": 1, "accept": [1], "delta": [[1, 0, 0, 1]]},
    "measure": [1, 1],
    "statements": [
        {"text": text, "verdict": "true"}
        for text in [
            "no move leads from P to P",
            "from every other position a move leads to P",
            "x + y decreases with every move",
        ]
    ],
    "sizes": {"P": 1, "W": 2},
}
NEVER = "(u < x and v < y and exists a,b,c,d,e,f,g: a + b + c + d + e + f + g + 1 = 0)"
LINE = [[1, 0, 0, 2], *([0, 0, 0, to] for to in range(3, 3001)), [0, 0, 0, 0]]


def check_forged(tmp_path, **claims):
    path = tmp_path / "forged.json"
    path.write_text(json.dumps(TWINS | claims))
    said: list[tuple[int, str]] = []
    seconds = seconds_of(lambda: said.append(run("check", str(path))))
    return *said[0], seconds / pace()


@pytest.mark.parametrize(
    ("rule", "status", "words"),
    [
        ("vectors{(9999999k,k)}", 2, "takes about"),
        ("x,y -> u,v where 9999999u + 9999998v < 9999997x + 9999996y", 2, "needs"),
        (f"x,y -> u,v where {'(' * 3000}u < x and v = y{')' * 3000}", 2, "nested too deeply"),
        (f"x,y -> u,v where {'not ' * 4000}u < x", 2, "nested too deeply"),
        (f"x,y -> u,v where {'(' * 10**5}u < x and v = y{')' * 10**5}", 1, "at most 20000 characters"),
    ],
    ids=["many tokens", "large factors", "brackets", "not not", "a long rule"],
)
def test_a_rule_that_costs_too_much_is_not_begun(tmp_path, rule, status, words):
    assert check_forged(tmp_path, rule="vectors{(k,0),(0,k)}")[0] == 0
    got, printed, seconds = check_forged(tmp_path, rule=rule)
    assert (got, words in printed) == (status, True), printed
    assert seconds < 2


@pytest.mark.parametrize(
    "claims",
    [
        {"rule": TWINS["rule"] + " or " + NEVER},
        {
            "rule": "vectors{(k,0),(0,k)}",
            "automaton": {**TWINS["automaton"], "accept": [3000], "delta": LINE},
        },
    ],
    ids=["many bound names", "a long automaton"],
)
def test_a_check_ends_that_takes_longer_than_was_told(tmp_path, monkeypatch, claims):
    monkeypatch.setattr(checks, "_WITHIN", 0.1)
    status, printed, seconds = check_forged(tmp_path, **claims)
    assert (status, "far longer than expected" in printed) == (2, True), printed
    assert seconds < 5


def test_numbers_in_a_claim_are_written_as_everywhere():
    for claim in ("period 12 from 7e1", "period 12 from 70"):
        assert "REFUTED at heap 70: g(70) = 6, but g(82) = 2" in run("refute", "kayles", "--claim", claim)[1]
    assert "no counterexample" in run("refute", "kayles", "--claim", "value 1 at 2^3")[1]


def test_what_grows_to_sets_of_many_states_is_not_made(tmp_path, monkeypatch):
    monkeypatch.setattr(plain_automata, "_MOST_HELD", 200_000)
    parts = [f"exists k: {factor}k = {name}" for factor, name in [(997, "x"), (991, "y"), (983, "u")]]
    rule = f"x,y -> u,v where u < x and v = y and {' and '.join(parts)}"
    status, printed, seconds = check_forged(tmp_path, rule=rule)
    assert (status, "beyond its bound of" in printed) == (2, True), printed
    assert seconds < 3


@pytest.mark.parametrize("vertices", ["1e9", "1000000000000", "Infinity", "NaN", "-1", '"5"', "true"])
def test_a_proof_of_absurd_vertices(tmp_path, vertices):
    path = tmp_path / "proof.json"
    shape = '{"value":0,"board":{"vertices":N,"edges":[]},"smaller":[],"answers":[]}'
    path.write_text(
        '{"format":"sprague-proof/1","game":"node-kayles","position":"x","value":0,"parts":[],"digest":"",'
        f'"board":{{"vertices":{vertices},"edges":[]}},"shapes":[{shape.replace("N", vertices)}]}}'
    )
    status, printed = run("check", str(path))
    assert status in (1, 2) and printed.strip()


@pytest.mark.parametrize("text", ["", "[]", "{", "[" * 100_000, '{"format": "sprague-proof/9"}', "\xff"])
def test_a_file_that_is_none(tmp_path, text):
    path = tmp_path / "none.json"
    path.write_bytes(text.encode("latin-1"))
    status, printed = run("check", str(path))
    assert status == 2
    assert "expected a certificate" in printed
    assert run("check", str(tmp_path / "missing.json"))[0] == 2


def test_the_certificates_of_the_atlas_are_not_refused_for_their_cost():
    from sprague.discovery import atlas
    from sprague.proofs import automatic_check

    rows = [row["certificate"] for row in atlas.shipped() if row.get("certificate")]
    assert len(rows) > 500
    assert max(map(automatic_check.seconds, rows)) < checks.PATIENCE


@pytest.mark.parametrize(
    "name", ["a\u202eb.json", "a\x1b[2Kb.json", "a\x7f\u2066\u009bb.json", "堆 \U0001f600.json"]
)
def test_the_name_of_a_file_sends_no_control_signs_in_json(name, tmp_path):
    path = tmp_path / name
    path.write_text("{}")
    status, printed = run("check", str(path), "--json")
    (line,) = (line for line in printed.splitlines() if line)
    assert status == 2 and line.isprintable()
    assert json.loads(line)["error"]["where"].endswith(name)


def test_a_rule_of_the_atlas_is_checked_by_its_name():
    status, printed = run("check", "vectors{(k,k),(k,0),(0,k)}")
    assert status == 0
    assert "the automaton of 7 states accepts the digits of x and y" in " ".join(printed.split())
    status, printed = run("check", "vectors{(1,3),(3,1),(k,4k),(4k,k),(2,4),(4,2),(3,4),(4,3)}")
    assert status == 0 and "the automaton of 63 states" in " ".join(printed.split())
    status, printed = run("check", "vectors{(1,7)}")  # no rule of the atlas
    assert status == 2 and "no certificate of this game" in printed


def test_no_more_is_read_of_what_is_no_certificate(tmp_path, monkeypatch):
    """A device may have no end."""
    path = tmp_path / "zeros"
    path.write_bytes(bytes(10 * checks._FIRST))
    read = []

    class Counted(io.StringIO):
        def read(self, size=-1):
            read.append(size)
            return super().read(size)

    monkeypatch.setattr("builtins.open", lambda name, **how: Counted("\0" * 10 * checks._FIRST))
    with pytest.raises(FileError, match="expected a certificate as JSON"):
        checks.read(str(path))
    assert read == [checks._FIRST]


def test_a_field_that_comes_twice_among_many_is_found_at_once():
    """Once by a search among all names for each of them: 40 CPU minutes for 6 MB."""
    fields = [*((f"a{i}", 0) for i in range(300_000)), ("z", 0), ("z", 1)]

    def look():
        with pytest.raises(checks._TwiceError, match="z"):
            checks._once(fields)

    assert not exceeds(look, 1.0)
