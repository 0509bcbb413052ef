"""What is said while the compiler is at work, and what sprague discover shows of games that are no pairs."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import ClassVar

import pytest
from click.testing import CliRunner

from sprague.cli import compiling as told
from sprague.cli.app import application
from sprague.system import compiling


class Timer:
    """A timer whose time comes when the test says so."""

    running: ClassVar[list[Timer]] = []

    def __init__(self, seconds: float, show: Callable[[], None]) -> None:
        self.show = show

    def start(self) -> None:
        self.running.append(self)

    def cancel(self) -> None:
        if self in self.running:
            self.running.remove(self)


def test_a_long_compilation_is_told_once(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(compiling, "LISTENERS", [])
    monkeypatch.setattr(told.threading, "Timer", Timer)
    told.announce()
    (listener,) = compiling.LISTENERS
    for starts in (True, True, False):  # one compilation within another
        listener(starts)
        assert len(Timer.running) == 1
    listener(False)
    assert not Timer.running  # it is over before its time
    listener(True)
    Timer.running.pop().show()
    for starts in (False, True):
        listener(starts)
    assert not Timer.running
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
