"""What a worker of a Dask cluster does for a board search: it settles questions, and hands in the values it met.

Each thread of a worker keeps a search for each short side from one task to the next, for one session (one solver) at
a time. A thread without one, new or begun again, only takes longer.
"""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from sprague.boards.questions import Question, Questions, ask
from sprague.boards.search import BoardSearch
from sprague.search.driver import Statistics
from sprague.system.limits import memory_limit
from sprague.system.sealed import summed
from sprague.words.errors import TooLargeError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Keys = NDArray[np.int64]
    Values = NDArray[np.uint8]

#: A task ends when so many values are to be handed in: 4.5 MB.
BATCH = 500_000


def seal(width: int, keys: Keys, values: Values) -> bytes:
    """What proves a lot of values wherever it went: over a network, through a scheduler that keeps it on a disk.

    >>> import numpy
    >>> one, other = numpy.array([3, 7]), numpy.array([1, 1], numpy.uint8)
    >>> seal(4, one, other) == seal(4, one, other), seal(4, one, other) == seal(5, one, other)
    (True, False)
    """
    return summed("cluster", width, keys.astype("<i8").tobytes(), values.astype("u1").tobytes())


class News(NamedTuple):
    """Values that some thread handed in, numbered in the order in which they came in, and their seal."""

    number: int
    width: int
    finder: str
    keys: Keys
    values: Values
    seal: bytes

    @property
    def whole(self) -> bool:
        """Whether the values are those that were handed in."""
        return self.seal == seal(self.width, self.keys, self.values)


class Task(NamedTuple):
    """A question, and the CPU seconds that it may take. ``memory``: bytes of a table; None: a share of
    what Dask gives."""

    session: str
    number: int
    width: int
    memory: int | None
    question: Question
    seconds: float
    news: tuple[News, ...]


class Report(NamedTuple):
    """What came of a task: whether the question is settled, which follows from the values; and values not handed in
    before. ``full``: the table was full, and is empty now."""

    settled: bool
    full: bool
    width: int
    keys: Keys
    values: Values
    positions: int
    finder: str
    worker: str
    seal: bytes

    @property
    def whole(self) -> bool:
        """Whether the values are those that the worker handed in."""
        return self.seal == seal(self.width, self.keys, self.values)


@dataclass
class _Bench:
    """What a thread keeps: a search, and which of its values the owner has."""

    search: BoardSearch
    sent: Keys
    heard: int = 0


@dataclass
class _Session:
    name: str = ""
    base: dict[int, tuple[Keys, Values]] = field(default_factory=dict)
    benches: dict[tuple[int, int], _Bench] = field(default_factory=dict)
    stopped: set[int] = field(default_factory=set)


@dataclass
class _Here:
    """What this process works on, and which sessions are over."""

    session: _Session = field(default_factory=_Session)
    ended: set[str] = field(default_factory=set)
    lock: threading.Lock = field(default_factory=threading.Lock)


_here = _Here()


def begin(session: str, width: int, keys: Keys, values: Values, proof: bytes) -> str:
    """Take values to begin with, if they came whole; returns the version of Sprague here."""
    from sprague import __version__

    if proof == seal(width, keys, values):
        _of(session).base[width] = keys, values
    return __version__


def stop(session: str, numbers: list[int]) -> None:
    """Let the tasks of these numbers end soon."""
    _of(session).stopped.update(numbers)


def forget(session: str) -> None:
    """Let every task of a session end soon, and give up its tables."""
    with _here.lock:
        _here.ended.add(session)
        if _here.session.name == session:
            _here.session = _Session()


def work(task: Task) -> Report:
    """Settle a question if the time lasts, and hand in what was found."""
    from distributed import get_worker

    worker: Any = get_worker()
    session = _of(task.session)
    place = threading.get_ident(), task.width
    bench = session.benches.get(place)
    if bench is None:
        bench = session.benches[place] = _new_bench(task, worker, session)
    finder = f"{worker.address} {place[0]}"
    search = bench.search
    before, end = search.statistics.positions, time.thread_time() + task.seconds

    def enough(statistics: Statistics) -> bool:
        return (
            time.thread_time() > end
            or statistics.exact > len(bench.sent) + BATCH
            or task.number in session.stopped
            or task.session in _here.ended
        )

    settled = full = False
    try:
        for news in task.news:
            if news.number > bench.heard and news.finder != finder and news.whole:
                search.load(news.keys, news.values)
        bench.heard = max((news.number for news in task.news), default=bench.heard)
        settled = not enough(search.statistics) and ask(search, task.question, enough)
    except TooLargeError:
        full = True
        session.benches.pop(place, None)
    keys, values = _fresh(bench, task.question.shape)
    positions = search.statistics.positions - before
    proof = seal(task.width, keys, values)
    return Report(settled, full, task.width, keys, values, positions, finder, worker.address, proof)


def _of(session: str) -> _Session:
    """The session of this name; another one ends with it."""
    with _here.lock:
        if _here.session.name != session:
            _here.session = _Session(session)
        return _here.session


def _new_bench(task: Task, worker: Any, session: _Session) -> _Bench:
    import numpy as np

    memory = task.memory
    if memory is None:
        # What is handed in takes as much again as the table while it is being sorted.
        given = worker.memory_manager.memory_limit or memory_limit()
        memory = min(given, memory_limit()) // (2 * worker.state.nthreads)
    search = BoardSearch(task.width, memory=memory)
    bench = _Bench(search, np.zeros(0, np.int64))
    if task.width in session.base:
        try:
            search.load(*session.base[task.width])
        except TooLargeError:  # it will be found again as far as it is needed
            return bench
        bench.sent = search.exact_entries()[0]
    return bench


def _fresh(bench: _Bench, shape: int) -> tuple[Keys, Values]:
    """Values that were not handed in before, and those from which the answer to the task's question follows."""
    import numpy as np

    from sprague.boards.questions import words

    keys, values = bench.search.exact_entries()
    fresh = np.ones(len(keys), bool)
    fresh[np.searchsorted(keys, bench.sent)] = False  # values stay in a table for good
    bench.sent = keys
    witness = Questions(bench.search).witness(shape)
    return (
        np.concatenate([keys[fresh], words(witness)]),
        np.concatenate([values[fresh], np.array(list(witness.values()), np.uint8)]),
    )
