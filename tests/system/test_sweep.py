"""Sweeps: the same bytes whoever works and whatever is killed; what fails is told, and no process is left."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import sweep_jobs
from click.testing import CliRunner
from folders import ROOT

from sprague.cli.app import application
from sprague.system import workers as module
from sprague.system.ask import Ask, asking
from sprague.system.sweep import InterruptedSweep, Ledger, Swept, sweep
from sprague.system.workers import ATTEMPTS, Workers
from sprague.words.errors import BudgetError, FileError, MissingExtraError, RangeError
from sprague.words.messages import say

NAMES = [f"q{i}" for i in range(12)]

LEDGER = Ledger("test", lambda row, _: row.keys() == {"name", "answer"}, "name")


def swept(path: Path, workers: Workers, names: list[str] = NAMES, **kinds: str) -> Swept:
    """A sweep whose questions leave marks in a folder beside the file."""
    marks = path.with_suffix(".marks")
    marks.mkdir(exist_ok=True)

    def asks(name: str, row: dict[str, Any] | None) -> Any:
        return row or (name, str(marks), kinds.get(name, ""))

    return sweep(sweep_jobs.row, names, asks, path, LEDGER, workers, say("questions"))


def times(path: Path, name: str) -> int:
    """How often a question was asked."""
    mark = path.with_suffix(".marks") / name
    return mark.stat().st_size if mark.exists() else 0


@pytest.fixture(scope="module")
def truth(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    path = tmp_path_factory.mktemp("truth") / "ledger"
    found = swept(path, Workers(1))
    assert [row["answer"] for row in found.rows.values()] == [name.upper() for name in NAMES]
    assert (found.done, found.before, found.failed) == (len(NAMES), 0, {})
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    assert [line["name"] for line in lines] == NAMES
    return path.read_bytes()


def test_several_processes_leave_the_same_bytes(tmp_path: Path, truth: bytes) -> None:
    swept(tmp_path / "ledger", Workers(3))
    assert (tmp_path / "ledger").read_bytes() == truth
    assert all(times(tmp_path / "ledger", name) == 1 for name in NAMES)


def test_a_killed_worker_costs_its_question_once_more_and_nothing_else(tmp_path: Path, truth: bytes) -> None:
    path = tmp_path / "ledger"
    assert not swept(path, Workers(2), q3="dies once", q7="dies once").failed
    assert path.read_bytes() == truth
    assert [times(path, name) for name in NAMES] == [2 if name in ("q3", "q7") else 1 for name in NAMES]


def test_what_goes_wrong_with_a_question_is_told_and_the_rest_is_found(tmp_path: Path, truth: bytes) -> None:
    path = tmp_path / "ledger"
    found = swept(path, Workers(2), q1="dies", q4="fails", q6="refused", q9="grows")
    assert found.failed == {
        "q1": "every worker that got the question died",
        "q4": "ValueError: no q4",
        "q6": "not q6",
        "q9": "this does not fit in the memory that is left",
    }
    assert times(path, "q1") == ATTEMPTS and found.done == len(NAMES) - 4
    again = swept(path, Workers(2))
    assert (again.done, again.before) == (4, len(NAMES) - 4) and path.read_bytes() == truth


def test_a_worker_has_its_share_of_the_memory() -> None:
    for count, error in ((1, None), (2, "this does not fit in the memory that is left")):
        with asking(Ask(memory="2GB")):
            found = [each for each in Workers(count).answers(sweep_jobs.held, {"a": (3 << 29,)}) if each]
        assert [answer.error for answer in found] == [error]


def test_another_sweep_keeps_the_lines_and_asks_only_for_what_is_new(tmp_path: Path, truth: bytes) -> None:
    path = tmp_path / "ledger"
    swept(path, Workers(1), NAMES[6:])
    assert (swept(path, Workers(2), NAMES[:6]).done, swept(path, Workers(1)).done) == (6, 0)
    assert path.read_bytes() == truth
    content = path.read_bytes().replace(b"Q4", b"Q5")
    path.write_bytes(content[:-20])  # a damaged line, and one that was cut off
    with pytest.warns(UserWarning, match="made again: 5"):
        assert swept(path, Workers(1)).done == 2
    assert path.read_bytes() == truth


def test_the_time_ends_a_sweep_and_its_workers(tmp_path: Path) -> None:
    path = tmp_path / "ledger"
    with asking(Ask(seconds=2)), pytest.raises(BudgetError, match="of 12 questions"):
        swept(path, Workers(1), q3="lingers")
    _wait_for(lambda: not _alive(int((path.with_suffix(".marks") / "lingers").read_text())))


PROGRAM = """
import sys, warnings
from pathlib import Path
from test_sweep import Workers, swept
swept(Path(sys.argv[1]), Workers(2), **dict(word.split("=") for word in sys.argv[2:]))
"""


def _begun(path: Path, *words: str) -> tuple[subprocess.Popen[bytes], int]:
    """A sweep in a process of its own, and a worker that lingers once the other has answered all the rest."""
    paths = [str(ROOT / "tests"), str(Path(__file__).parent), *filter(None, sys.path)]
    parent = subprocess.Popen(
        [sys.executable, "-c", PROGRAM, str(path), "q0=lingers", *words],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(paths)},
        stderr=subprocess.PIPE,
    )
    mark = path.with_suffix(".marks") / "lingers"
    worker = _wait_for(lambda: mark.exists() and mark.read_text())
    _wait_for(lambda: path.read_bytes().count(b"\n") == len(NAMES) - 1)
    return parent, int(worker)


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_no_worker_outlives_its_parent_and_the_sweep_goes_on(
    tmp_path: Path, truth: bytes, how: signal.Signals
) -> None:
    path = tmp_path / "ledger"
    parent, worker = _begun(path)
    parent.send_signal(how)  # to the parent only
    said = parent.communicate(timeout=60)[1]  # the worker would linger for longer
    assert parent.returncode == (1 if how == signal.SIGINT else -how)
    if how == signal.SIGINT:
        assert (
            said.count(b"Traceback") <= 1 and InterruptedSweep.__name__.encode() in said
        )  # the parent's own
    else:
        assert not said
    _wait_for(lambda: not _alive(worker))
    found = swept(path, Workers(2))
    assert (found.done, found.before) == (1, len(NAMES) - 1) and path.read_bytes() == truth


def test_a_worker_killed_from_outside_in_the_middle(tmp_path: Path, truth: bytes) -> None:
    path = tmp_path / "ledger"
    parent, worker = _begun(path)
    mark = path.with_suffix(".marks") / "lingers"
    for _ in range(ATTEMPTS - 1):  # the question is asked again, and lingers again
        mark.unlink()
        os.kill(worker, signal.SIGKILL)
        worker = int(_wait_for(lambda: mark.exists() and mark.read_text()))
    os.kill(worker, signal.SIGKILL)
    assert (parent.wait(60), parent.communicate()[1]) == (0, b"")
    assert swept(path, Workers(1)).done == 1 and path.read_bytes() == truth


def test_ctrl_c_says_how_far_a_command_got(tmp_path: Path) -> None:
    path = tmp_path / "atlas.jsonl"
    words = ["atlas", "-o", str(path), "--workers", "2"]
    with subprocess.Popen(
        [sys.executable, "-m", "sprague", *words], stderr=subprocess.PIPE, text=True
    ) as command:
        _wait_for(lambda: path.exists() and path.stat().st_size)
        command.send_signal(signal.SIGINT)
        said = command.communicate(timeout=60)[1]
        assert command.returncode == 130
    assert re.fullmatch(
        "interrupted at [1-9][0-9]* of 722 rules of the atlas; .* goes on from there", said.strip()
    )


@pytest.mark.parametrize("words", [("atlas", "-o"), ("catalogue", "--store"), ("catalogue", "misere")])
def test_every_command_takes_the_same_workers(tmp_path: Path, words: tuple[str, ...]) -> None:
    for options, complaint in (
        ("--workers 0", "1 to 256 workers, got 0"),
        ("--workers two", "expected a whole number"),
        ("--cluster here", "tcp://host:port, got 'here'"),
        ("--cluster tcp://a:1 --workers 1", "--workers or --cluster, got both"),
    ):
        result = CliRunner().invoke(application, [*words, str(tmp_path / "ledger"), *options.split()])
        assert (result.exit_code, complaint in result.output) == (2, True), result.output


def test_a_number_of_workers_and_an_address_are_checked() -> None:
    for count in (0, -1, 1000):
        with pytest.raises(RangeError, match=f"1 to 256 workers, got {count}"):
            Workers(count)
    for address in ("", "localhost", "tcp://x", "tcp://a b:1"):
        with pytest.raises(RangeError, match="tcp://host:port"):
            Workers(cluster=address)


# Dask


def test_a_cluster_leaves_the_same_bytes(
    tmp_path: Path, truth: bytes, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "PATIENCE", 300)
    distributed = pytest.importorskip("distributed")
    dask = pytest.importorskip("dask")
    patient = {"distributed.comm.timeouts.connect": "60s", "distributed.comm.timeouts.tcp": "300s"}
    few = {"distributed.scheduler.allowed-failures": 1}
    one, other = tmp_path / "one", tmp_path / "other"
    with (
        dask.config.set({**patient, **few, "temporary-directory": str(tmp_path / "dask")}),
        # Without a port of its own the scheduler warns when another one runs on this machine.
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, processes=True, dashboard_address="127.0.0.1:0"
        ) as found,
    ):
        cluster = Workers(cluster=found.scheduler_address)
        capfd.readouterr()
        first = swept(one, cluster, q3="dies once", q6="refused", q9="fails")
        second = swept(other, cluster, q5="dies")  # alone is to blame, whoever waited behind it
        swept(one, cluster)
        assert not capfd.readouterr().out
    assert first.failed == {"q6": "not q6", "q9": "ValueError: no q9"} and first.done == len(NAMES) - 2
    assert (
        second.failed == {"q5": "every worker that got the question died"} and second.done == len(NAMES) - 1
    )
    swept(other, Workers(1))
    assert one.read_bytes() == other.read_bytes() == truth


CLIENT = """
import os, sys
from sprague.system.workers import Workers
for work, questions in ((divmod, {"good": (7, 2), "bad": (1, 0)}), (os._exit, {"dies": (3,)})):
    for answer in Workers(cluster=sys.argv[1]).answers(work, questions):
        if answer:
            print(answer.key, answer.value or answer.error)
"""


@pytest.mark.deep
def test_what_workers_of_a_cluster_raise_is_no_output_of_the_client() -> None:
    """The cluster's own processes log where they were started; the terminal of the sweep gets sentences."""
    distributed = pytest.importorskip("distributed")
    dask = pytest.importorskip("dask")
    with (
        dask.config.set({"distributed.scheduler.allowed-failures": 1}),
        distributed.LocalCluster(
            n_workers=1, threads_per_worker=1, processes=True, dashboard_address="127.0.0.1:0"
        ) as found,
    ):
        done = subprocess.run(
            [sys.executable, "-c", CLIENT, found.scheduler_address],
            capture_output=True,
            text=True,
            check=False,
        )
    assert sorted(done.stdout.splitlines()) == [
        "bad ZeroDivisionError: integer division or modulo by zero",
        "dies every worker that got the question died",
        "good (3, 1)",
    ]
    assert (done.returncode, done.stderr) == (0, "")


def test_a_cluster_without_workers_of_this_version_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(n_workers=1, processes=False, dashboard_address="127.0.0.1:0") as found:
        with monkeypatch.context() as patch:
            patch.setattr(module, "PATIENCE", 300)
            patch.setattr(module, "_version", lambda: "0.0")
            with pytest.raises(FileError, match="on every worker, got 0.0"):
                swept(tmp_path / "ledger", Workers(cluster=found.scheduler_address))
        found.scale(0)
        _wait_for(lambda: not found.scheduler.workers)
        monkeypatch.setattr(module, "PATIENCE", 1)
        with pytest.raises(FileError, match="has no workers"):
            swept(tmp_path / "ledger", Workers(cluster=found.scheduler_address))


def test_no_cluster_is_a_sentence(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(module, "PATIENCE", 0.2)
    nobody = Workers(cluster="tcp://127.0.0.1:9")
    with pytest.raises(FileError, match="no Dask scheduler answers"):
        swept(tmp_path / "ledger", nobody)
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(MissingExtraError, match=r"sprague\[cluster\]"):
        swept(tmp_path / "ledger", nobody)


def _wait_for(look: Callable[[], Any], patience: float = 300) -> Any:
    end = time.monotonic() + patience
    while time.monotonic() < end:
        found = look()
        if found:
            return found
        time.sleep(0.02)
    raise AssertionError("waited in vain")


def _alive(process: int) -> bool:
    try:
        os.kill(process, 0)
        return "Z" not in Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except (ProcessLookupError, FileNotFoundError):
        return False
