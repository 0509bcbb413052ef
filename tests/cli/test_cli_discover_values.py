"""What sprague discover shows of games that are no pairs."""

from __future__ import annotations

from pathlib import Path

from click.testing import CliRunner

from sprague.cli.app import application


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
