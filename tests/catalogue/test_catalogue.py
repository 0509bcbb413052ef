"""The catalogue: its classes and periods against published tables, and what kills leave behind."""

from __future__ import annotations

import json
import os
import sqlite3
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import catalogue_jobs
import pytest
from click.testing import CliRunner
from damage import Here
from folders import DATA, ROOT

from sprague.catalogue import classify, executors, rows
from sprague.catalogue import store as stored
from sprague.catalogue.query import parse, query
from sprague.catalogue.store import Store, read_rows
from sprague.catalogue.sweep import sweep
from sprague.cli.app import application
from sprague.takebreak.codes import parse_code
from sprague.takebreak.small import small_values
from sprague.words.errors import FileError, MissingExtraError, NotationError, RangeError

TABLE = json.loads((DATA / "heaps_octal_games.json").read_text("utf-8"))

NAMES = ["a", "b", "c", "d"]


def run(*words: str, status: int = 0) -> str:
    result = CliRunner().invoke(application, list(words))
    assert result.exit_code == status, result.output + repr(result.exception)
    return result.output


def spelt(text: str) -> str:
    """A code of the published table as the catalogue writes it."""
    if "." not in text:
        text += "."
    whole, digits = text.split(".")
    return f"{whole or 0}.{digits.rstrip('0') or '0'}"


# What ships


@pytest.fixture(scope="module")
def shipped() -> dict[str, dict[str, Any]]:
    return {row["code"]: row for row in rows.shipped()}


def test_all_1023_codes_ship(shipped: dict[str, dict[str, Any]]) -> None:
    assert shipped.keys() == {classify.octal_digits(code) for code in classify.octal_codes(3)}
    assert len(shipped) == 1023
    assert all(row["searched"] >= 2**16 for row in shipped.values())


@pytest.mark.parametrize(
    "row", TABLE["periodic_games"] + TABLE["larger_periodic_games"], ids=lambda row: spelt(row["game"])
)
def test_periods_are_the_published_ones_and_proved(
    shipped: dict[str, dict[str, Any]], row: dict[str, Any]
) -> None:
    found = shipped[spelt(row["game"])]
    assert (found["status"], found["preperiod"], found["period"]) == (
        "proved",
        row["preperiod"],
        row["period"],
    )
    assert found["needed"] <= found["searched"] + 1
    if "max" in row:
        assert (found["max"], found["argmax"]) == (row["max"], row["index_of_max"])
        assert (found["mask"], found["rares"], found["last_rare"]) == (
            row["rare_mask"],
            row["num_rare"],
            row["last_rare"],
        )


def test_classes_are_the_published_ones(shipped: dict[str, dict[str, Any]]) -> None:
    for text, other in TABLE["equivalent_game"].items():
        assert shipped[spelt(text)]["equivalent"] == shipped[spelt(other)]["equivalent"], (text, other)


def test_every_equivalence_is_proved_and_true_of_the_first_values(shipped: dict[str, dict[str, Any]]) -> None:
    values = {code: small_values(parse_code(code), 60) for code in shipped}
    for code, row in shipped.items():
        first, shift = row["equivalent"], row["shift"]
        assert values[code] == [0] * shift + values[first][: 61 - shift]
        assert shipped[first]["equivalent"] == first
        assert row["argument"] in (("reduction", "periods") if code != first else (None,))
        assert shipped[first]["status"] == row["status"]


def test_the_data_are_small() -> None:
    assert (Path(rows.__file__).parents[1] / "data" / "catalogue.csv").stat().st_size < 300_000


# Questions


def codes(question: str) -> list[str]:
    return [row["code"] for row in query(question)]


def test_kayles_and_its_relatives() -> None:
    # 4.4 is Kayles with one token more in a heap: split, or take one and split.
    assert {"0.77", "0.771", "4.4"} <= set(codes("equivalent = .770"))
    # Any code of a class stands for it, not only the one that it is named after.
    assert codes("equivalent = 0.07") == codes("equivalent = 0.137")
    assert {"0.07", "0.137", "0.4"} <= set(codes("equivalent = .07 and period = 34"))
    assert "0.07" not in codes("equivalent != 0.07")
    # Guy and Smith 1956: period 12, the last exception 70; the values do not exceed 8.
    assert set(codes("period = 12 and preperiod = 71 and max = 8")) == {"0.77", "0.771"}
    assert codes("code = 0.6 and status = none") == ["0.6"]
    assert set(codes("(code = 0.6 or code = '0.16') and period = none")) == {"0.6"}
    assert codes("not searched >= 2^16") == []


def test_and_binds_closer_than_or() -> None:
    row = {"period": 1, "max": 1, "shift": 1}
    assert parse("period = 1 or max = 2 and shift = 2")(row)
    assert not parse("(period = 1 or max = 2) and shift = 2")(row)
    assert parse("not period = 2 and max = 1")(row)


def test_what_is_not_known_is_neither_smaller_nor_larger() -> None:
    row = {"period": None}
    assert [parse(f"period {text}")(row) for text in ("= none", "!= none", "< 5", ">= 5", "!= 5")] == [
        True, False, False, False, True,
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("question", "complaint"),
    [
        ("perio = 12", "expected a field"),
        ("period == 12", "expected a value, got '='"),
        ("period 12", "expected one of = !="),
        ("period = 12 and", "expected a field"),
        ("period = 12 or or", "expected a field"),
        ("period = twelve", "'twelve'"),
        ("(period = 12", "expected a closing bracket"),
        ("period = 12) or 1 = 1", "expected and, or, or the end"),
        ("period = 12; drop table rows", "'12;'"),
        ("code = kayles", "expected a code such as 0.137"),
        ("code = 0.8", "octal digit"),
        ("status < proved", "expected = or !="),
        ("period < none", "expected = or != before none"),
        ('status = "', "expected a field, a comparison or a value"),
        ("(" * 60 + "max = 1" + ")" * 60, "brackets in brackets"),
        ("max = 1 and " * 400 + "max = 1", "at most 1000 words"),
    ],
)
def test_what_is_no_question_is_refused(question: str, complaint: str) -> None:
    with pytest.raises(NotationError) as caught:
        query(question)
    assert complaint in str(caught.value)


def test_query_as_json_and_as_text() -> None:
    found = json.loads(run("catalogue", "query", "code = 0.16", "--json"))
    assert list(found) == ["query", "count", "rows"]
    assert (found["query"], found["count"]) == ("code = 0.16", 1)
    assert list(found["rows"][0]) == list(rows.ALL)
    assert (found["rows"][0]["preperiod"], found["rows"][0]["period"]) == (105351, 149459)
    text = run("catalogue", "query", "").splitlines()
    assert text[-1] == "1023 codes; --all shows them all"
    assert len(run("catalogue", "query", "--all").splitlines()) == 1025
    assert max(map(len, text)) <= 80
    wrong = json.loads(run("catalogue", "query", "x = 1", "--json", status=2))
    assert wrong["error"]["where"] == "x = 1"


def test_export_and_back(tmp_path: Path) -> None:
    path = tmp_path / "all.csv"
    run("catalogue", "export", str(path))
    with path.open(encoding="utf-8") as source:
        assert rows.read_csv(source) == rows.catalogue()
    assert "--force" in run("catalogue", "export", str(path), status=2)
    assert ".csv or .parquet" in run("catalogue", "export", str(tmp_path / "all.xls"), status=2)
    parquet = pytest.importorskip("pyarrow.parquet")
    run("catalogue", "export", str(tmp_path / "all.parquet"))
    assert parquet.read_table(tmp_path / "all.parquet").to_pylist() == rows.catalogue()


# Executors


def test_a_killed_worker_loses_nothing(tmp_path: Path) -> None:
    pool = executors.ProcessPool(2)
    tasks = [(name, (str(tmp_path), name)) for name in NAMES]
    found = {outcome.key: outcome.result for outcome in pool.run(catalogue_jobs.die_once, tasks)}
    assert found == {name: name.upper() for name in NAMES}
    assert pool.revived == 1
    assert {name: (tmp_path / name).read_text() for name in NAMES} == {
        "a": "x",
        "b": "xx",
        "c": "x",
        "d": "x",
    }


def test_a_job_that_kills_every_worker_is_given_up(tmp_path: Path) -> None:
    tasks = [(name, (str(tmp_path), name)) for name in NAMES]
    found = {
        outcome.key: outcome for outcome in executors.ProcessPool(1).run(catalogue_jobs.die_always, tasks)
    }
    assert found.pop("b").error == "3 workers died of this job"
    assert sorted(outcome.result for outcome in found.values()) == ["A", "C", "D"]


def test_an_exception_is_an_outcome() -> None:
    (found,) = executors.ProcessPool(1).run(catalogue_jobs.fail, [("a", ("", "a"))])
    assert (found.result, found.error) == (None, "ValueError: no a")
    with pytest.raises(RangeError, match="at least one worker"):
        executors.ProcessPool(0)


def test_workers_end_when_nobody_waits_any_more(tmp_path: Path) -> None:
    outcomes = executors.ProcessPool(1).run(
        catalogue_jobs.note, [(name, (str(tmp_path), name)) for name in NAMES]
    )
    next(outcomes)
    outcomes.close()
    assert len(list(tmp_path.iterdir())) < len(NAMES)


def test_dask_gives_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    distributed = pytest.importorskip("distributed")
    monkeypatch.setattr(executors, "PATIENCE", 300)
    dask = pytest.importorskip("dask")
    patient = {"distributed.comm.timeouts.connect": "300s", "distributed.comm.timeouts.tcp": "300s"}
    with (
        dask.config.set({**patient, "temporary-directory": str(tmp_path / "dask")}),
        # Without a port of its own the scheduler warns when another one runs on this machine.
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, processes=True, dashboard_address="127.0.0.1:0"
        ) as cluster,
    ):
        address = cluster.scheduler_address
        sweep(1, executors.DaskCluster(address), tmp_path / "dask.sqlite", to=500, limit=500)
        killed = {
            outcome.key: outcome.result
            for outcome in executors.DaskCluster(address).run(
                catalogue_jobs.die_once, [(name, (str(tmp_path), name)) for name in NAMES]
            )
        }
    sweep(1, executors.ProcessPool(1), tmp_path / "pool.sqlite", to=500, limit=500)
    assert rows.catalogue(tmp_path / "dask.sqlite") == rows.catalogue(tmp_path / "pool.sqlite")
    assert killed == {name: name.upper() for name in NAMES}


def test_no_cluster_is_a_sentence(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(executors, "PATIENCE", 0.2)
    words = ("catalogue", "--digits", "1", "--to", "100", "--store", str(tmp_path / "x.sqlite"))
    assert "no Dask scheduler answers" in run(*words, "--cluster", "tcp://127.0.0.1:9", status=2)
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(MissingExtraError, match=r"sprague\[cluster\]"):
        list(executors.DaskCluster("tcp://127.0.0.1:9").run(catalogue_jobs.note, []))


# Sweeps


def test_a_sweep_is_taken_up_and_not_done_twice(tmp_path: Path) -> None:
    path = tmp_path / "store.sqlite"
    words = (
        "catalogue",
        "--digits",
        "1",
        "--to",
        "1000",
        "--limit",
        "2000",
        "--workers",
        "1",
        "--store",
        str(path),
    )
    found = json.loads(run(*words, "--json"))
    assert list(found) == [
        "store", "digits", "jobs", "done", "before", "failed", "seconds", "codes", "proved", "observed", "none",
    ]  # fmt: skip
    # The codes of one digit are 0.1-0.7 and 4.0-4.7; only 0.6, Officers, has no known period.
    assert (found["codes"], found["proved"], found["observed"], found["none"]) == (15, 14, 0, 1)
    again = json.loads(run(*words, "--json"))
    assert (again["done"], again["before"]) == (0, found["jobs"])
    farther = json.loads(run(*words[:6], "3000", *words[7:], "--json"))
    assert (farther["done"], farther["before"]) == (1, found["jobs"] - 1)  # only 0.6 can gain
    assert rows.catalogue(path)[5]["code"] == "0.6"
    assert rows.catalogue(path)[5]["searched"] == 3000


def test_a_failed_job_is_reported_and_tried_again(tmp_path: Path) -> None:
    class Broken:
        def run(self, function: Any, tasks: Any) -> Any:
            return (executors.Outcome(key, error="out of luck") for key, _ in tasks)

    path = tmp_path / "store.sqlite"
    summary = sweep(1, Broken(), path, to=100, limit=100)
    assert (summary.done, set(summary.failed.values())) == (0, {"out of luck"})
    assert sweep(1, executors.ProcessPool(1), path, to=100, limit=100).done == len(summary.failed)


def test_two_sweeps_on_one_store_are_refused_and_other_files_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "store.sqlite"
    with Store(path), pytest.raises(FileError, match="open in this process"):
        Store(path)
    other = tmp_path / "other.sqlite"
    base = sqlite3.connect(other)
    base.execute("CREATE TABLE mine (x)")
    base.close()
    before = other.read_bytes()
    for wrong in (other, tmp_path / "text"):
        if wrong != other:
            wrong.write_text("no database " * 100)
        with pytest.raises(FileError, match="expected a store, got"):
            Store(wrong)
        with pytest.raises(FileError, match="expected a store, got"):
            read_rows(wrong)
    assert other.read_bytes() == before
    assert "no store" in run("catalogue", "query", "--store", str(tmp_path / "none"), status=2)


def test_a_second_process_reads_while_one_writes_and_may_not_write(tmp_path: Path) -> None:
    path = tmp_path / "store.sqlite"
    sweep(1, Here(), path, to=64, limit=64)
    wanted = len(read_rows(path))
    program = (
        "import sys; from pathlib import Path; from sprague.catalogue.store import Store, read_rows; "
        "path = Path(sys.argv[1]); print(len(read_rows(path)), flush=True); Store(path)"
    )
    with Store(path) as store:
        store.enter([("more", [])])
        done = subprocess.run(
            [sys.executable, "-c", program, str(path)], capture_output=True, text=True, check=False
        )
        assert done.stdout == f"{wanted}\n" and "in use by another process" in done.stderr
        store.enter([("and more", [])])
    with Store(path) as store:
        assert len(store.open_jobs(["more", "and more"])) == 2


def test_a_store_whose_making_was_killed_has_no_rows(tmp_path: Path) -> None:
    path = tmp_path / "store.sqlite"
    path.touch()
    assert read_rows(path) == []
    with Store(path) as store:
        assert read_rows(path) == store.rows() == []


def test_a_killed_master_loses_nothing_and_leaves_no_worker(tmp_path: Path) -> None:
    path = tmp_path / "store.sqlite"
    program = (
        "import time; from pathlib import Path; from sprague.catalogue.sweep import sweep; "
        "from sprague.catalogue.executors import ProcessPool; "
        f"sweep(2, ProcessPool(2), Path({str(path)!r}), to=2000, limit=2000, "
        "progress=lambda done, all: time.sleep(done >= 5))"  # so that it is not done before it is killed
    )
    master = subprocess.Popen([sys.executable, "-c", program])
    try:
        workers = _wait_for(lambda: _children(master.pid) if len(_done(path)) >= 5 else None)
    finally:
        master.kill()
        master.wait()
    done = _done(path)
    assert len(done) >= 5
    _wait_for(lambda: not any(map(_alive, workers)) or None)
    summary = sweep(2, executors.ProcessPool(1), path, to=2000, limit=2000)
    assert summary.before == len(done)
    assert summary.done + summary.before == len(classify.classes(classify.octal_codes(2)))
    assert len(rows.catalogue(path)) == 127
    assert not summary.failed


def test_a_killed_master_ends_a_worker_in_the_middle_of_a_job(tmp_path: Path) -> None:
    folder = str(tmp_path)
    program = (
        "import catalogue_jobs; from sprague.catalogue.executors import ProcessPool; "
        f"list(ProcessPool(1).run(catalogue_jobs.linger, [('a', ({folder!r}, 'a'))]))"
    )
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join([str(ROOT / "tests"), *filter(None, sys.path)]),
    }
    master = subprocess.Popen([sys.executable, "-c", program], env=environment)
    try:
        mark = tmp_path / "a"
        worker = int(_wait_for(lambda: mark.read_text() if mark.exists() else None))
    finally:
        master.kill()
        master.wait()
    _wait_for(lambda: not _alive(worker) or None)


def _wait_for(look: Any, patience: float = 300) -> Any:
    end = time.monotonic() + patience
    while time.monotonic() < end:
        found = look()
        if found:
            return found
        time.sleep(0.05)
    raise AssertionError("waited in vain")


def _done(path: Path) -> list[str]:
    if not path.exists():
        return []
    base = sqlite3.connect(path)
    try:
        return [key for (key,) in base.execute("SELECT key FROM jobs WHERE state = 'done'")]
    except sqlite3.OperationalError:  # the tables are being made
        return []
    finally:
        base.close()


def _children(pid: int) -> list[int]:
    return [int(word) for word in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def _alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
        return "Z" not in Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except (ProcessLookupError, FileNotFoundError):
        return False


# Stores that are damaged


@pytest.fixture
def small(tmp_path: Path) -> Path:
    """The catalogue of all codes of one digit."""
    path = tmp_path / "small.sqlite"
    sweep(1, executors.ProcessPool(1), path, to=300, limit=300)
    return path


def test_a_damaged_store_is_set_aside_and_begun_anew_with_what_is_whole(small: Path) -> None:
    wanted = read_rows(small)
    assert stored.damage(small) == (len(wanted), [])
    with sqlite3.connect(small) as base:
        base.execute("UPDATE rows SET row = replace(row, '0.1', '0.2') WHERE code = '0.1'")
        base.execute("UPDATE jobs SET seconds = 1e9 WHERE key = (SELECT min(key) FROM jobs)")
    base.close()
    said = " ".join(map(str, stored.damage(small)[1]))
    assert "the row of 0.1 is damaged" in said and "the job" in said
    assert "the row of 0.1 is damaged" in run("store", "check", str(small), status=1)
    with pytest.warns(UserWarning, match=r"the row of 0\.1 is damaged"):
        assert read_rows(small) == [row for row in wanted if row["code"] != "0.1"]
    # What is missing is computed again.
    with pytest.warns(UserWarning, match=r"kept as .*small\.sqlite\.damaged"):
        sweep(1, executors.ProcessPool(1), small, to=300, limit=300)
    assert {row["code"]: row for row in read_rows(small)} == {row["code"]: row for row in wanted}
    assert Path(f"{small}.damaged").is_file() and stored.damage(small) == (len(wanted), [])


def test_rows_that_are_gone_are_noticed(small: Path) -> None:
    with sqlite3.connect(small) as base:
        base.execute("DELETE FROM rows WHERE code = '0.2'")
    base.close()
    with pytest.raises(FileError, match="rows are missing"):
        read_rows(small)
    with pytest.warns(UserWarning, match="kept as"):
        sweep(1, executors.ProcessPool(1), small, to=300, limit=300)
    assert len(read_rows(small)) == 15
