"""Values that took long are kept in the user's cache: they are those of a run that begins anew, or are not used."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sprague.takebreak import kept_rows
from sprague.takebreak.codes import Code, parse_code
from sprague.takebreak.run import Run, values
from sprague.words.errors import BudgetError
from sprague.words.messages import say
from tests.random_codes import codes

GRUNDY = parse_code("0.007")


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of its own, in which every row is kept and looked for."""
    monkeypatch.setenv("SPRAGUE_HOME", str(tmp_path))
    monkeypatch.setattr(kept_rows, "KEPT_FROM", 0.0)
    monkeypatch.setattr(kept_rows, "LEAST", 0)
    return tmp_path / "cache" / "values"


def run_to(code: Code, to: int) -> Run:
    """A run of another process, as it were: it knows nothing but the cache."""
    run = Run(code, keeps=True)
    run.extend(to)
    return run


def test_the_next_run_begins_where_the_last_one_ended() -> None:
    assert run_to(GRUNDY, 20_000).engine != "kept"
    again = run_to(GRUNDY, 20_000)
    assert again.engine == "kept"
    assert again.row == run_to(GRUNDY, 20_000).row == values(GRUNDY, 20_000).data
    again.extend(30_000)
    assert again.engine != "kept"
    assert again.row == values(GRUNDY, 30_000).data
    assert run_to(GRUNDY, 30_000).engine == "kept"


@given(codes(), st.lists(st.integers(0, 700), min_size=2, max_size=4))
@settings(max_examples=40, deadline=None)
def test_runs_by_parts_are_whole_runs(code: Code, ends: list[int]) -> None:
    for to in ends:
        assert run_to(code, to).row.tolist()[: to + 1] == values(code, to).tolist()


def test_wide_values_stay_wide() -> None:
    nim = parse_code("0.(3)")
    for to in (200, 300, 70_000, 100):
        assert run_to(nim, to).row.tolist()[: to + 1] == list(range(to + 1))


def test_a_damaged_row_is_left_out(home: Path) -> None:
    wanted = run_to(GRUNDY, 500).row
    (file,) = home.iterdir()
    whole = file.read_bytes()
    for place in (0, 1, 17, 300, len(whole) - 1):
        damaged = bytearray(whole)
        damaged[place] ^= 1
        file.write_bytes(damaged)
        assert kept_rows.recalled(GRUNDY) is None
        assert not file.exists()
    for damaged in (b"", whole[:1], whole[:17], whole[:-1], whole + b"\0"):
        file.write_bytes(damaged)
        assert kept_rows.recalled(GRUNDY) is None
    assert run_to(GRUNDY, 500).row == wanted
    (file,) = home.iterdir()
    file.rename(home / kept_rows._file(parse_code("0.77")).name)  # the row of another code
    assert kept_rows.recalled(parse_code("0.77")) is None


def test_rows_of_another_build_and_those_that_others_may_write_are_not_used(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run_to(GRUNDY, 500)
    home.chmod(0o777)
    assert kept_rows.recalled(GRUNDY) is None
    home.chmod(0o700)
    assert kept_rows.recalled(GRUNDY) is not None
    monkeypatch.setattr(kept_rows, "_build", lambda: b"another")
    assert kept_rows.recalled(GRUNDY) is None


def test_what_a_bound_leaves_is_kept() -> None:
    def stop(known: int, to: int) -> None:
        if known > 5000:
            raise BudgetError(say("the time is over"))

    with pytest.raises(BudgetError):
        Run(GRUNDY, keeps=True).extend(100_000, stop)
    known = kept_rows.recalled(GRUNDY)
    assert known is not None
    assert 5000 < len(known) <= 100_000
    assert known == values(GRUNDY, len(known) - 1).data


def test_the_oldest_rows_go(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept_rows, "MOST_TOGETHER", 1200)
    for code in ("0.007", "0.77", "0.6"):
        run_to(parse_code(code), 500)
    assert sum(file.stat().st_size for file in home.iterdir()) <= 1200
    assert kept_rows.recalled(parse_code("0.6")) is not None
    monkeypatch.setattr(kept_rows, "MOST", 100)
    run_to(parse_code("0.137"), 500)
    assert kept_rows.recalled(parse_code("0.137")) is None
