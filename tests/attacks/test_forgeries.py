"""Files whose sums are right and whose content is made up: it may lie, but nothing breaks, and what can be seen to be
no line of ours is left out, named, and made again."""

from __future__ import annotations

import io
import itertools
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from sprague.catalogue import census
from sprague.catalogue.rows import catalogue, write_csv
from sprague.catalogue.store import LEDGER
from sprague.discovery import atlas
from sprague.system.sealed import summed
from sprague.system.sealed_lines import growing, written
from sprague.takebreak import run_file, run_mark
from sprague.takebreak.codes import parse_code
from sprague.takebreak.run_file import run_to_file
from sprague.takebreak.small import small_values
from sprague.words.errors import DamageWarning, SpragueError

OTHERS = (
    *(None, True, -1, 0, 1, 3, 7, 256, 10**9, 2**63, 10**30, 1.5, float("inf"), float("nan")),
    *("", "x", "0.007", "proved", [], {}, [[]], ["x"], [0], ["00" * 16] * 100),
)


def forged(row: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The row without each field, and with another thing in it."""
    for name in row:
        yield {other: told for other, told in row.items() if other != name}
        for other in OTHERS:
            yield row | {name: other}
    yield {}
    yield row | {"more": 1}


@pytest.mark.filterwarnings("ignore::sprague.words.errors.DamageWarning")
def test_marks_of_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (run_file, run_mark):
        monkeypatch.setattr(module, "BLOCK", 256)
    monkeypatch.setattr(run_file.os, "fsync", lambda file: None)
    path = tmp_path / "g.npy"

    def stop(known: int, aim: int) -> None:
        if known >= 900:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run_to_file(parse_code("0.77"), 2000, path, progress=stop)
    values = (tmp_path / "g.npy.part").read_bytes()
    mark = run_mark.read_mark(tmp_path / "g.npy.run")
    assert mark is not None
    truth = small_values(parse_code("0.77"), 1200)
    bodies: list[Any] = [*forged({"format": run_mark.FORMAT, **mark._asdict()}), [], 5, None, "x"]
    texts = [json.dumps(body) for body in bodies] + ["[" * 100_000, "\xff", '{"format": 5', ""]
    for text in texts:
        for file in tmp_path.iterdir():
            file.unlink()
        (tmp_path / "g.npy.part").write_bytes(values)
        line = f"{summed(text).hex()} {text}\n"
        (tmp_path / "g.npy.run").write_text(2 * line)
        try:
            assert run_to_file(parse_code("0.77"), 1200, path).tolist() == truth
        except SpragueError:
            continue


ATLAS = {
    "rule": "vectors{(0,k),(k,0)}", "status": "proved", "system": "binary", "states": 2, "winning": 2,
    "corrected": 0, "limit": 200, "seconds": 0.1, "certificate": {},
}  # fmt: skip
CENSUS = {
    "code": "0.3", "codes": ["0.3"], "shifts": [0], "order": 2, "p_portion": 1, "class": "tame", "status": "proved",
    "preperiod": 1, "period": 2, "heaps": 5, "why": None, "seconds": 1.0, "checked": 0.1,
}  # fmt: skip


CODE = {
    "code": "0.3", "status": "proved", "base": 0, "searched": 100, "max": 1, "argmax": 1, "zeros": 50, "preperiod": 0,
    "period": 2, "needed": 4, "rares": None, "last_rare": None, "last_zero": 100, "mask": None,
}  # fmt: skip


def test_lines_of_any_depth(tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl"
    for depth in range(800, 1000):
        deep = json.dumps(ATLAS | {"seal": "00", "more": 0})[:-2] + "[" * depth + "]" * depth + "}"
        path.write_bytes(written(atlas.LEDGER.kind, ATLAS) + deep.encode())
        with growing(path, atlas.LEDGER.kind, atlas.LEDGER.is_row) as (rows, *_):
            assert rows == [ATLAS]


def test_lines_of_the_catalogue(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sprague.system.sealed_lines.warn_of_damage", lambda *told: None)
    path, left_out = tmp_path / "rows.jsonl", 0
    good = {"class": "0.3", "compared": 90, "digest": "x", "codes": [CODE]}
    others = [
        {**CODE, **dict.fromkeys(names)}
        for names in (["period"], ["preperiod"], ["preperiod", "period", "needed"])
    ]
    others += [CODE | {"base": 10**30}, CODE | {"period": 0}, CODE | {"status": "known"}]
    others += forged(CODE)
    for other in others:
        row = {**good, "class": "0.7", "codes": [other]}
        path.write_bytes(written(LEDGER.kind, good) + written(LEDGER.kind, row))
        told = catalogue(path)
        left_out += len(told) == 1
        write_csv(told, io.StringIO())
        assert max(row["shift"] for row in told) < 1 << 63
    assert left_out > 50
    # A search to heap 100 gives 101 values: a period that needs more is only observed.
    for status, needed in itertools.product(("proved", "observed"), (101, 102)):
        row = {**good, "class": "0.7", "codes": [CODE | {"status": status, "needed": needed}]}
        path.write_bytes(written(LEDGER.kind, good) + written(LEDGER.kind, row))
        assert len(catalogue(path)) == 1 + ((status == "proved") == (needed == 101))


def test_lines_of_the_atlas_and_of_the_census(tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl"
    listed = [{"code": "0.3"}, {"code": "0.7"}]
    left_out = 0
    for ledger, good in ((atlas.LEDGER, ATLAS), (census.LEDGER, CENSUS)):
        for row in forged(good):
            path.write_bytes(written(ledger.kind, good) + written(ledger.kind, row))
            with pytest.MonkeyPatch.context() as patch:
                patch.setattr("sprague.system.sealed_lines.warn_of_damage", lambda *told: None)
                with growing(path, ledger.kind, ledger.is_row) as (rows, *_):
                    assert rows[0] == good
            left_out += len(rows) == 1
            for each in rows:
                if ledger is atlas.LEDGER:
                    assert {each["rule"]: each} and atlas._is_open(each, 300) in (True, False)
            if ledger is census.LEDGER:
                census.summary(rows)
                census.joined(listed, {row["code"]: row for row in rows}.values())
    assert left_out > 100
    path.write_bytes(written(census.LEDGER.kind, CENSUS) + written(census.LEDGER.kind, {}))
    with pytest.warns(DamageWarning, match="damaged lines are left out, and made again: 2"):
        assert census.read(path) == [CENSUS]


def test_false_lines_of_the_census(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sprague.system.sealed_lines.warn_of_damage", lambda *told: None)
    path = tmp_path / "census.jsonl"
    wrong: dict[str, list[Any]] = {
        "checked": [10**400, float("inf"), float("nan"), None], "seconds": [-1, float("nan")],
        "order": [10**30, -1], "shifts": [[10**30]], "period": [None, 0, 5, 10**30], "status": ["partial"],
        "p_portion": [3], "heaps": [2],
    }  # fmt: skip
    for name, values in wrong.items():
        for value in values:
            path.write_bytes(
                written(census.LEDGER.kind, CENSUS) + written(census.LEDGER.kind, CENSUS | {name: value})
            )
            assert census.read(path) == [CENSUS], (name, value)
