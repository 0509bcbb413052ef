"""Values in a file that somebody else wrote are computed again, whatever its sums: nothing is proved from them."""

from __future__ import annotations

import stat
from pathlib import Path

import numpy as np
import pytest

from sprague.system import sealed
from sprague.system.sealed import summed
from sprague.takebreak.codes import parse_code
from sprague.takebreak.period import period
from sprague.takebreak.run_file import FORMAT, run_to_file
from sprague.takebreak.run_mark import Mark
from sprague.takebreak.small import small_values

#: So many values of a forged file are right, and then all are 0.
RIGHT, ALL = 40, 400


def forge(code: str, path: Path) -> None:
    """Writes a run that ended, with sums as anybody can make them."""
    values = np.array([*small_values(parse_code(code), RIGHT - 1), *[0] * (ALL - RIGHT)], np.uint8)
    np.save(path, values)
    sums = (summed(FORMAT, parse_code(code), 0, 1, memoryview(values)).hex(),)
    mark = Mark(code, ALL - 1, 256, 1, ALL, sums)
    path.with_name(f"{path.name}.run").write_bytes(mark.written())


@pytest.mark.parametrize("code", ["0.007", "unequal:0.4", "hex:0.8"])
def test_no_period_is_proved_from_a_forged_run(tmp_path: Path, code: str) -> None:
    path = tmp_path / "g.npy"
    forge(code, path)
    with pytest.warns(UserWarning, match="another user wrote them"):
        found = period(code, limit=ALL - 1, keep=path)
    true = period(code, limit=ALL - 1)
    assert (found.status, found.preperiod, found.period) == (true.status, true.preperiod, true.period)
    assert np.load(path).tolist() == small_values(parse_code(code), ALL - 1)


def test_a_run_goes_on_for_its_user_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "g.npy"
    monkeypatch.setenv("SPRAGUE_HOME", str(tmp_path / "one"))
    period("0.007", limit=300, keep=path)
    mine = {file.name: file.read_bytes() for file in tmp_path.glob("g.npy*")}
    period("0.007", limit=400, keep=path)  # no warning: warnings are errors here
    for name, content in mine.items():
        (tmp_path / name).write_bytes(content)
    monkeypatch.setenv("SPRAGUE_HOME", str(tmp_path / "other"))
    with pytest.warns(UserWarning, match="another user wrote them"):
        period("0.007", limit=400, keep=path)


def test_the_secret_of_a_user(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SPRAGUE_HOME", str(tmp_path / "home"))
    first = sealed.signed("x")
    file = tmp_path / "home" / "secret"
    assert len(file.read_bytes()) == 32 and not stat.S_IMODE(file.stat().st_mode) & 0o077
    sealed._secret.cache_clear()  # as in another process
    assert sealed.signed("x") == first != sealed.summed("x") and sealed.signed("y") != first
    file.chmod(0o644)  # others may have read it
    sealed._secret.cache_clear()
    assert sealed.signed("x") != first
    (tmp_path / "file").touch()
    monkeypatch.setenv("SPRAGUE_HOME", str(tmp_path / "file"))  # no folder: every process has its own
    assert sealed.signed("x") == sealed.signed("x") != first
    sealed._secret.cache_clear()


def test_a_run_without_a_home_is_still_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("SPRAGUE_HOME", str(tmp_path / "file"))
    assert run_to_file(parse_code("0.77"), 50, tmp_path / "g.npy").tolist() == small_values(
        parse_code("0.77"), 50
    )


def test_a_secret_is_kept_where_a_file_has_one_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*names: object) -> None:
        raise PermissionError

    monkeypatch.setattr("os.link", refused)
    monkeypatch.setenv("SPRAGUE_HOME", str(tmp_path / "home"))
    first = sealed.signed("x")
    sealed._secret.cache_clear()
    assert sealed.signed("x") == first and [each.name for each in (tmp_path / "home").iterdir()] == ["secret"]
