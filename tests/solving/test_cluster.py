"""Board searches over a Dask cluster of two processes: values, a worker killed at work, and what is refused."""

from __future__ import annotations

import json
import os
import signal
import sys
import time
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner
from folders import DATA

import sprague
from sprague.boards.plain import cram_value
from sprague.boards.questions import Question, Questions, words
from sprague.boards.search import BoardSearch
from sprague.cli.app import application
from sprague.solving import cluster as clusters
from sprague.solving import cluster_worker
from sprague.solving.cluster_worker import Report, Task
from sprague.solving.solver import Solver
from sprague.solving.store import Family, Store
from sprague.solving.store_check import check, numbers
from sprague.system.ask import Step
from sprague.words.errors import FileError, MissingExtraError, RangeError, UnsolvedError

REFERENCE = json.loads((DATA / "cram_nimbers.json").read_text())["boards"]


@pytest.fixture(scope="module")
def local(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """Two processes; a busy machine may take its time."""
    distributed = pytest.importorskip("distributed")
    dask = pytest.importorskip("dask")
    patient = {"distributed.comm.timeouts.connect": "300s", "distributed.comm.timeouts.tcp": "300s"}
    with (
        pytest.MonkeyPatch.context() as patch,
        dask.config.set({**patient, "temporary-directory": str(tmp_path_factory.mktemp("dask"))}),
        # Without a port of its own the scheduler warns when another one runs on this machine.
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, processes=True, dashboard_address="127.0.0.1:0"
        ) as cluster,
    ):
        patch.setattr(clusters, "PATIENCE", 300.0)
        patch.setattr(clusters, "WORKERLESS", 300.0)
        yield cluster


@pytest.fixture
def small_tasks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have boards that one process does in a moment make many tasks."""
    monkeypatch.setattr(clusters, "LOCAL_POSITIONS", 0)
    monkeypatch.setattr(clusters, "FIRST_SECONDS", 0.05)


def working(local: Any) -> list[Any]:
    """The workers' processes that have a task now."""
    # Copies: workers come and go in the thread of the cluster.
    busy = {address for address, state in list(local.scheduler.workers.items()) if state.processing}
    return [nanny for nanny in list(local.workers.values()) if nanny.worker_address in busy]


def wait_for(condition: Callable[[], bool]) -> bool:
    end = time.monotonic() + 300
    while not condition() and time.monotonic() < end:
        time.sleep(0.05)
    return condition()


@pytest.mark.usefixtures("small_tasks")
def test_two_workers_give_the_value_and_a_move(local: Any, tmp_path: Path) -> None:
    path = tmp_path / "boards.db"
    told = []
    with Solver(path, cluster=local.scheduler_address, progress=told.append) as solver:
        answer = solver.solve("cram 5x7", value=True)
        assert answer.value == REFERENCE["5x7"]["nimber"]
        search = solver._searches.get(BoardSearch, 5)
        assert search._elsewhere > 1000  # positions that workers expanded
        left = answer.winning_moves[0].to
        assert solver.value(left) == 0
    with Store(path) as store:
        assert store.counts()[Family("cram", "5")] > 5000
        assert check(store).wrong == ()
    with Solver(path, cluster=local.scheduler_address) as solver:
        assert solver.value("cram 5x7") == REFERENCE["5x7"]["nimber"]
        assert solver._searches.get(BoardSearch, 5)._elsewhere == 0


@pytest.mark.usefixtures("small_tasks")
def test_a_worker_killed_at_work_costs_nothing_but_time(
    local: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    killed: list[int] = []
    after: list[int] = []
    take = clusters.ClusterSearch.take

    def take_and_kill(search: Any, question: Question, report: Report | None) -> None:
        take(search, question, report)
        if killed:
            after.append(0 if report is None else report.positions)
        elif busy := working(local):
            killed.append(busy[0].pid)
            os.kill(busy[0].pid, signal.SIGKILL)

    monkeypatch.setattr(clusters.ClusterSearch, "take", take_and_kill)
    path = tmp_path / "boards.db"
    with Solver(path, cluster=local.scheduler_address) as solver:
        assert solver.value("cram 5x7") == REFERENCE["5x7"]["nimber"]
    assert killed and sum(after) > 10_000  # most of the work was still to be done
    assert wait_for(lambda: killed[0] not in {nanny.pid for nanny in local.workers.values()})
    with Store(path) as store:
        assert store.counts()[Family("cram", "5")] > 5000
        assert check(store, sample=400).wrong == ()


@pytest.mark.usefixtures("small_tasks")
def test_ctrl_c_keeps_what_came_in_and_gives_the_workers_free(local: Any, tmp_path: Path) -> None:
    def interrupt(step: Step) -> None:
        if step.done > 1000:
            raise KeyboardInterrupt

    path = tmp_path / "boards.db"
    with (
        pytest.raises(KeyboardInterrupt),
        Solver(path, cluster=local.scheduler_address, progress=interrupt) as solver,
    ):
        solver.value("cram 4x11")
    with Store(path) as store:
        assert store.counts()[Family("cram", "4")] > 500
        assert check(store).wrong == ()
    assert wait_for(lambda: not working(local))


# What a worker does, without a cluster


class Here:
    """What Dask tells a task of its worker."""

    address = "tcp://127.0.0.1:1"

    class memory_manager:
        memory_limit = 1 << 30

    class state:
        nthreads = 1


@cache
def by_definition(cells: int) -> int:
    return cram_value(21, 3, cells)


def run(monkeypatch: pytest.MonkeyPatch, *tasks: Task) -> list[Report]:
    distributed = pytest.importorskip("distributed")
    monkeypatch.setattr(distributed, "get_worker", Here)
    return [cluster_worker.work(task) for task in tasks]


def test_what_is_handed_in_is_the_definition_and_comes_once(monkeypatch: pytest.MonkeyPatch) -> None:
    (shape,), _ = BoardSearch(3).shapes((1 << 21) - 1)
    questions = [Question(shape, 0), Question(shape, None)]
    first, second = run(
        monkeypatch, *(Task("a", n, 3, None, question, 60.0, ()) for n, question in enumerate(questions))
    )
    assert first.settled and second.settled and not first.full
    shapes = numbers(np.concatenate([first.keys, second.keys]))
    values = np.concatenate([first.values, second.values]).tolist()
    assert len(shapes) > 20
    assert values == [by_definition(shape) for shape in shapes]
    search = BoardSearch(3)
    search.load(first.keys, first.values)
    search.load(second.keys, second.values)
    near = Questions(search)
    assert near.look(Question(shape, None)).value == by_definition(shape)
    # A new session begins anew; one that is over does nothing any more.
    cluster_worker.stop("b", [7])
    (stopped,) = run(monkeypatch, Task("b", 7, 3, None, questions[1], 60.0, ()))
    assert not stopped.settled and stopped.positions == 0
    cluster_worker.forget("b")
    (over,) = run(monkeypatch, Task("b", 8, 3, None, questions[1], 60.0, ()))
    assert not over.settled and over.positions == 0


def test_values_to_begin_with_and_news_are_used(monkeypatch: pytest.MonkeyPatch) -> None:
    search = BoardSearch(4)
    (shape,), _ = search.shapes((1 << 28) - 1)
    search.value(shape)
    keys, values = search.exact_entries()
    seal = cluster_worker.seal(4, keys, values)
    assert cluster_worker.begin("c", 4, keys, values, seal)
    question = Question(shape, None)
    (begun,) = run(monkeypatch, Task("c", 1, 4, None, question, 60.0, ()))
    news = (cluster_worker.News(1, 4, "another", keys, values, seal),)
    (told,) = run(monkeypatch, Task("d", 1, 4, None, question, 60.0, news))
    assert begun.settled and told.settled and begun.positions == told.positions == 0
    assert len(begun.keys) < 100 < len(told.keys)
    cluster_worker.forget("d")


def test_a_full_table_is_handed_in_and_begun_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    (shape,), _ = BoardSearch(4).shapes((1 << 44) - 1)
    (full,), (nothing,) = (
        run(monkeypatch, Task("e", number, 4, 2 << 20, Question(shape, None), seconds, ()))
        for number, seconds in ((1, 60.0), (2, -1.0))
    )
    assert full.full and not full.settled and len(full.keys) > 10_000
    assert not nothing.full and len(nothing.keys) == 0
    cluster_worker.forget("e")


# What is refused


class NoCluster:
    """Takes what an owner tells others."""

    def tell(self, report: Report, fresh: Any) -> None:
        pass


def test_a_value_that_contradicts_is_an_error() -> None:
    search = clusters.ClusterSearch(NoCluster(), 4)  # type: ignore[arg-type]
    (shape,), _ = search.shapes((1 << 28) - 1)  # value 3

    def report(value: int) -> Report:
        keys, values = words([shape]), np.array([value], np.uint8)
        return Report(True, False, 4, keys, values, 5, "x", "y", cluster_worker.seal(4, keys, values))

    search.take(Question(shape, 3), report(3))
    assert search.statistics.positions == 5
    search.take(Question(shape, 3), report(3))
    with pytest.raises(RangeError, match=r"two values of the board 268435455 .*: \*3 and \*0"):
        search.take(Question(shape, 0), report(0))


def test_tables_of_tiny_boards_may_differ() -> None:
    """What a worker looks up there, and so does not hand in, the owner finds by itself."""
    worker = BoardSearch(4)
    worker.value((1 << 36) - 1)
    owner = clusters.ClusterSearch(NoCluster(), 4)  # type: ignore[arg-type]
    (shape,), _ = owner.shapes((1 << 28) - 1)
    question = Question(shape, 0)
    worker.ask(*question)
    known = Questions(worker).witness(shape)
    values = np.array(list(known.values()), np.uint8)
    seal = cluster_worker.seal(4, words(known), values)
    owner.take(question, Report(True, False, 4, words(known), values, 0, "x", "y", seal))
    assert Questions(owner).look(question).settled


def test_no_scheduler_no_workers_no_library(monkeypatch: pytest.MonkeyPatch) -> None:
    distributed = pytest.importorskip("distributed")
    monkeypatch.setattr(clusters, "PATIENCE", 0.2)
    words = ("solve", "cram 5x7", "--cluster", "tcp://127.0.0.1:9")
    result = CliRunner().invoke(application, words)
    assert result.exit_code == 2 and "no Dask scheduler answers" in result.output
    result = CliRunner().invoke(application, ("solve", "cram 5x7", "--cluster", "localhost"))
    assert result.exit_code == 2 and "tcp://host:port" in result.output
    monkeypatch.setattr(clusters, "PATIENCE", 300.0)
    monkeypatch.setattr(clusters, "FIRST_WORKERS", 0.0)
    with (
        distributed.LocalCluster(n_workers=0, processes=False, dashboard_address="127.0.0.1:0") as empty,
        pytest.raises(FileError, match="the Dask scheduler has no workers"),
    ):
        Solver(cluster=empty.scheduler_address)
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(MissingExtraError, match=r"sprague\[cluster\]"):
        Solver(cluster="tcp://127.0.0.1:9")


@pytest.mark.usefixtures("small_tasks")
def test_workers_of_another_version_are_refused(local: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    version = sprague.__version__
    monkeypatch.setattr(sprague, "__version__", "another")
    with (
        Solver(cluster=local.scheduler_address) as solver,
        pytest.raises(FileError, match=f"expected workers with Sprague another, got {version}"),
    ):
        solver.value("cram 5x7")


def test_graphs_are_for_one_process(local: Any) -> None:
    with Solver(cluster=local.scheduler_address) as solver:
        with pytest.raises(UnsolvedError, match="ask again without the cluster"):
            solver.value("node-kayles grid:3x8")
        assert solver.solve("cram 30x30").outcome == "P"  # by symmetry: nobody is asked
