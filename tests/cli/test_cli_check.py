"""``sprague check``: status 0 for a valid certificate, 1 for a false one, 2 for a file that is none."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from sprague.cli.app import application
from sprague.proofs.proof_check import digest


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
    assert printed.startswith("valid")
    status, printed = run("check", str(proof), "--json")
    found = json.loads(printed)
    assert (status, set(found)) == (0, {"kind", "valid", "recomputed", "reason"})
    assert (found["kind"], found["valid"], found["reason"]) == ("proof", True, None)
    assert found["recomputed"] > 0


@pytest.mark.parametrize("honest", [False, True])
def test_a_false_proof(proof, honest):
    data = json.loads(proof.read_text())
    data["value"] += 1
    if honest:  # about its digest at least
        data["digest"] = digest(data)
    proof.write_text(json.dumps(data))
    status, printed = run("check", str(proof))
    assert status == 1
    assert printed.startswith("INVALID")
    status, printed = run("check", str(proof), "--json")
    assert status == 1
    assert json.loads(printed)["valid"] is False
    assert json.loads(printed)["reason"]


@pytest.mark.parametrize("text", ["", "[]", "{", "[" * 100_000, '{"format": "sprague-proof/9"}', "\xff"])
def test_a_file_that_is_none(tmp_path, text):
    path = tmp_path / "none.json"
    path.write_bytes(text.encode("latin-1"))
    status, printed = run("check", str(path))
    assert status == 2
    assert "expected a certificate" in printed
    assert run("check", str(tmp_path / "missing.json"))[0] == 2
