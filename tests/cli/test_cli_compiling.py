"""What is said while the compiler is at work, and what sprague discover shows of games that are no pairs."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from click.testing import CliRunner

from sprague.cli import compiling as told
from sprague.cli.app import application
from sprague.system import compiling


def test_a_long_compilation_is_told_once(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(compiling, "LISTENERS", [])
    monkeypatch.setattr(told, "PATIENCE", 0.05)
    told.announce()
    (listener,) = compiling.LISTENERS
    for starts in (True, True, False, False):  # one compilation within another, both over at once
        listener(starts)
    time.sleep(0.2)
    assert capsys.readouterr().err == ""
    for _ in range(2):
        listener(True)
        time.sleep(0.2)
        listener(False)
    assert capsys.readouterr().err == "compiling for this processor; that is done once\n"


def run(*words: str, status: int = 0) -> str:
    result = CliRunner().invoke(application, list(words))
    assert result.exit_code == status, result.output + repr(result.exception)
    return result.stdout if status == 0 else " ".join(result.output.split())


def test_discover_shows_values_and_says_where_nothing_is_proved(tmp_path: Path) -> None:
    said = run("discover", "grundy")
    values = [0, 0, 0, 1, 0, 2, 1, 0, 2, 1, 0, 2]  # oeis.org/A002188
    assert " ".join(said.split()).startswith(f"Game grundy Values {', '.join(map(str, values))}")
    assert "Theorem" not in said
    missing = tmp_path / "certificate.json"
    assert "nothing is proved about grundy" in run("discover", "grundy", "-o", str(missing), status=2)
    assert not missing.exists()
