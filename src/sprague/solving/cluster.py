"""Board searches over a Dask cluster: questions near the root go out, values come back, one process holds them all.

The owner of a question splits it into those that it follows from (one and two moves below the root), gives each to a
worker for some seconds, and those that run out of time again for twice as long. What comes back is values alone; the
owner sees for itself what follows from them, so that nothing is believed but a value, and of two values of one shape
that differ an error is made. A worker that dies loses what it had not handed in; its tasks go to another.
"""

from __future__ import annotations

import re
import time
import uuid
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import CancelledError
from contextlib import suppress
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Any, NamedTuple

from sprague.boards.questions import Question, Questions, ask
from sprague.boards.search import BoardSearch
from sprague.search.driver import Progress, Statistics
from sprague.search.pool import Search
from sprague.system.ask import tick
from sprague.system.sealed import warn_of_damage
from sprague.words.digits import shown
from sprague.words.errors import FileError, MissingExtraError, RangeError, TooLargeError, UnsolvedError
from sprague.words.messages import say

from . import cluster_worker
from .cluster_worker import News, Report, Task

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_ADDRESS = re.compile(r"[a-z]+://\S+:[0-9]{1,5}|inproc://\S+")

#: Seconds to wait for a scheduler to answer.
PATIENCE = 5.0

#: Seconds to wait for workers, at first and when all are gone.
FIRST_WORKERS = 5.0
WORKERLESS = 60.0

#: Positions that the owner expands by itself before it asks others.
LOCAL_POSITIONS = 30_000

#: Seconds that a question gets first, and at most.
FIRST_SECONDS = 2.0
MOST_SECONDS = 60.0

#: Tasks at a time for each thread of a worker.
IN_FLIGHT = 2

#: Values that go with each task: the largest shapes of those that came in of late. Of one report at most a fifth.
NEWS = 50_000

#: Values that a new worker is given, the largest shapes first: 4.5 MB.
BASE = 500_000

#: So often a question may fill the table of a worker.
FULL = 3

#: Seconds between two calls of progress, and between two looks for new workers.
EVERY = 0.4
LOOK_AROUND = 2.0


def connect(address: str, patience: float) -> Any:
    """A client of the Dask scheduler at ``tcp://host:port``, which may take so many seconds to answer.

    Raises RangeError for what is no such address, MissingExtraError without the library, FileError when no scheduler
    answers.
    """
    if not isinstance(address, str) or not _ADDRESS.fullmatch(address):
        raise RangeError(
            say("expected a Dask scheduler as tcp://host:port, got {address}", address=shown(address))
        )
    try:
        from distributed import Client
    except ImportError:
        raise MissingExtraError("cluster", say("a Dask cluster")) from None
    try:
        return Client(address, timeout=patience, set_as_default=False)  # type: ignore[no-untyped-call]
    except (OSError, ValueError) as error:
        words = say("no Dask scheduler answers ({problem})", problem=str(error) or type(error).__name__)
        raise FileError(words, where=address) from error


class _Flight(NamedTuple):
    """A task on its way."""

    future: Any
    search: ClusterSearch
    question: Question


class Cluster:
    """The workers that a solver asks. ``memory`` bounds each table of theirs, one a thread; None: half of what Dask
    gives to the worker.

    Raises MissingExtraError without the library, FileError when no scheduler answers or it has no workers.
    """

    def __init__(self, address: str, memory: int | None = None) -> None:
        self.address = address
        self.memory = memory
        self._client = connect(address, PATIENCE)
        self._session = uuid.uuid4().hex
        self._number = 0
        self._flying: dict[int, _Flight] = {}
        self._arrived: SimpleQueue[int] = SimpleQueue()
        self._stopped: set[int] = set()
        self._news: deque[News] = deque()
        self._told = 0
        self._begun: set[tuple[int, str]] = set()
        self._threads: dict[str, int] = {}
        self._looked = self._seen = time.monotonic()
        try:
            self._look_around(FIRST_WORKERS, wait=True)
        except BaseException:
            self.close()
            raise

    def search(self, kind: Callable[..., Search], *key: Any, **choices: Any) -> Search:
        """A search, of boards of one word, that asks the workers. Raises UnsolvedError for any other."""
        if kind is not BoardSearch or len(key) > 1:
            raise UnsolvedError(
                say(
                    "a cluster searches Cram boards whose parts fit 64 cells (5x12, 8x8), no graphs and no larger "
                    "boards: ask again without the cluster"
                )
            )
        return ClusterSearch(self, *key, **choices)  # type: ignore[return-value]

    def room(self, search: ClusterSearch) -> int:
        """How many more tasks the workers should have. New workers are told what there is to begin with."""
        if time.monotonic() - self._looked > LOOK_AROUND:
            self._look_around(WORKERLESS, wait=False)
        new = [worker for worker in self._threads if (search.width, worker) not in self._begun]
        if new:
            self._begin(search, new)
        return IN_FLIGHT * sum(self._threads.values()) - len(self._flying)

    def flying(self, search: ClusterSearch) -> dict[Question, int]:
        """The questions of a search on their way, and their numbers."""
        return {flight.question: number for number, flight in self._flying.items() if flight.search is search}

    def send(self, search: ClusterSearch, question: Question, seconds: float, worker: str | None) -> None:
        """Give a question to a worker, if it can be to the one named."""
        self._number += 1
        number = self._number
        news = tuple(news for news in self._news if news.width == search.width)
        task = Task(self._session, number, search.width, self.memory, question, seconds, news)
        near = {} if worker is None else {"workers": [worker], "allow_other_workers": True}
        key = f"sprague-{self._session}-{number}"
        future = self._client.submit(cluster_worker.work, task, key=key, **near)
        self._flying[number] = _Flight(future, search, question)
        future.add_done_callback(lambda _: self._arrived.put(number))

    def arrivals(self, seconds: float) -> Iterator[tuple[_Flight, Report | None]]:
        """What comes in within these seconds, or at once when something is there; None: the task was lost."""
        with suppress(Empty):
            number = self._arrived.get(timeout=seconds)
            while True:
                flight = self._flying.pop(number, None)
                if flight is not None:  # else it was taken back
                    yield flight, self._report(flight.future)
                    flight.future.release()
                number = self._arrived.get_nowait()

    def tell(self, report: Report, fresh: NDArray[np.bool_]) -> None:
        """Send these values of a report with the next tasks, as far as there is room."""
        keys, values = report.keys[fresh], report.values[fresh]
        largest = _largest(keys, NEWS // 5)
        self._told += 1
        lot = keys[largest], values[largest]
        self._news.append(
            News(self._told, report.width, report.finder, *lot, cluster_worker.seal(report.width, *lot))
        )
        while sum(len(news.keys) for news in self._news) > NEWS:
            self._news.popleft()

    def stop(self, numbers: list[int]) -> None:
        """Let these tasks end soon; what they found comes in as from others."""
        running = [number for number in numbers if number not in self._stopped]
        if running:
            self._stopped.update(running)
            self._everywhere(cluster_worker.stop, self._session, running)

    def collect(self, seconds: float = PATIENCE) -> None:
        """Stop what is on its way, and take over what it has found."""
        self.stop(list(self._flying))
        end = time.monotonic() + seconds
        while self._flying and time.monotonic() < end:
            for flight, report in self.arrivals(EVERY):
                flight.search.take(flight.question, report)

    def release(self) -> None:
        """Take back what is on its way, and have the workers give up their tables. The next question begins anew."""
        for flight in self._flying.values():
            with suppress(OSError, TimeoutError):
                flight.future.cancel()
        self._flying.clear()
        self._news.clear()
        if self._begun:
            self._everywhere(cluster_worker.forget, self._session)
            self._begun.clear()
        self._session = uuid.uuid4().hex

    def close(self) -> None:
        """Give the workers free."""
        try:
            self.release()
        finally:
            self._client.close(timeout=PATIENCE)

    def _report(self, future: Any) -> Report | None:
        """What a task brought; None if it was lost with its worker."""
        if future.status == "error":
            fault = future.exception()
            problem = f"{type(fault).__name__}: {fault}"
            words = say(
                "a worker of the cluster failed ({problem}); results received so far are kept",
                problem=problem,
            )
            raise FileError(words, where=self.address)
        if future.status == "finished":
            with suppress(OSError, TimeoutError, CancelledError):
                report: Report = future.result(timeout=WORKERLESS)
                return report
        self._look_around(WORKERLESS, wait=False)  # or is the scheduler gone?
        return None

    def _look_around(self, patience: float, wait: bool) -> None:
        """Count the workers. Raises FileError when there was none for so many seconds, or no scheduler."""
        while True:
            try:
                if not self._runs():
                    raise OSError
                self._threads = dict(self._client.nthreads())
            except (OSError, TimeoutError):
                words = say("the Dask scheduler does not answer any more; results received so far are kept")
                raise FileError(words, where=self.address) from None
            self._looked = time.monotonic()
            if self._threads:
                self._seen = self._looked
            elif self._looked - self._seen > patience:
                words = say(
                    "the Dask scheduler has no workers; start some: dask worker {address}",
                    address=self.address,
                )
                raise FileError(words, where=self.address)
            if self._threads or not wait:
                return
            time.sleep(0.2)

    def _begin(self, search: ClusterSearch, workers: list[str]) -> None:
        from sprague import __version__

        keys, values = search.exact_entries()
        largest = _largest(keys, BASE)
        lot = keys[largest], values[largest]
        proof = cluster_worker.seal(search.width, *lot)
        said = self._everywhere(
            cluster_worker.begin, self._session, search.width, *lot, proof, workers=workers
        )
        for worker, version in said.items():
            if isinstance(version, OSError) or version is None:
                continue  # it died meanwhile
            if version != __version__:
                raise FileError(
                    say(
                        "expected workers with Sprague {version}, got {other}",
                        version=__version__,
                        other=str(version),
                    ),
                    where=worker,
                )
        self._begun.update((search.width, worker) for worker in workers)

    def _everywhere(self, function: Any, *arguments: Any, workers: list[str] | None = None) -> dict[str, Any]:
        """What a function returns in each worker, or the exception; nothing without a scheduler."""
        said: dict[str, Any] = {}
        if self._runs():
            with suppress(OSError, TimeoutError):
                said = self._client.run(function, *arguments, workers=workers, on_error="return")
        return said

    def _runs(self) -> bool:
        """Whether the scheduler is there, as far as the client knows."""
        return bool(self._client.status == "running")


class ClusterSearch(BoardSearch):
    """A search that has the workers of a cluster settle the questions near the root."""

    def __init__(
        self,
        cluster: Cluster,
        width: int,
        *,
        memory: int | None = None,
        progress: Progress | None = None,
        threads: int = 1,
    ) -> None:
        super().__init__(width, memory=memory, progress=progress, threads=threads)
        self.cluster = cluster
        self._near = Questions(self)
        self._elsewhere = 0
        self._tries: dict[Question, int] = {}
        self._last: dict[Question, str] = {}
        self._overflows: dict[Question, int] = {}

    @property
    def statistics(self) -> Statistics:
        """As of any search; the positions are those of the workers too."""
        here = super().statistics
        return here._replace(positions=here.positions + self._elsewhere)

    def value(self, cells: int) -> int:
        for shape in self.shapes(cells)[0]:
            self.settle(Question(shape, None))
        return super().value(cells)

    def is_value(self, cells: int, wanted: int) -> bool:
        shapes, total = self.shapes(cells)
        total ^= wanted
        for shape in shapes[:-1]:
            self.settle(Question(shape, None))
            total ^= self._near.values([shape])[shape]
        for shape in shapes[-1:]:
            self.settle(Question(shape, total))
        return super().is_value(cells, wanted)

    def settle(self, root: Question) -> None:
        """Have a question settled, so that this search knows the answer at once."""
        if self._ask_here(root):
            return
        told = time.monotonic()
        try:
            while not self._near.look(root).settled:
                self._send(root)
                for flight, report in self.cluster.arrivals(EVERY):
                    flight.search.take(flight.question, report)
                if self.progress is not None and time.monotonic() - told >= EVERY:
                    told = time.monotonic()
                    self.progress(self.statistics)
                tick(lambda: self._step(self.statistics))
            self.cluster.stop(list(self.cluster.flying(self).values()))
        except BaseException:
            self.cluster.release()
            raise

    def _ask_here(self, question: Question) -> bool:
        """Whether this process settles a question within :data:`LOCAL_POSITIONS`."""
        begun = self.statistics.positions
        settled = ask(self, question, lambda statistics: statistics.positions - begun > LOCAL_POSITIONS)
        return settled and self._near.look(question).settled

    def take(self, question: Question, report: Report | None) -> None:
        """Take over what a worker found.

        Raises RangeError when it contradicts what is known, TooLargeError when it does not fit the memory.
        """
        import numpy as np

        if report is None:
            return
        if not report.whole:
            warn_of_damage(
                say("values of a worker came damaged; they are left out and found again"), report.worker
            )
            return
        known = self.known(report.keys)
        wrong = np.flatnonzero((known >= 0) & (known != report.values))
        if len(wrong):
            i = int(wrong[0])
            raise RangeError(
                say(
                    "two values of the board {cells} of short side {width}: *{one} and *{other}",
                    cells=int(report.keys[i]) % 2**64,
                    width=self.width,
                    one=int(known[i]),
                    other=int(report.values[i]),
                )
            )
        self.load(report.keys, report.values)
        self._elsewhere += report.positions
        fresh = known < 0
        self.cluster.tell(report, fresh)
        self._last[question] = report.worker
        if report.full:
            self._overflows[question] = self._overflows.get(question, 0) + 1
            if self._overflows[question] == FULL:
                raise TooLargeError(
                    say("the tables of the workers are too small for this search; name more memory")
                )
        settled = self._near.look(question).settled
        if report.settled and not settled:
            # It had a larger table of tiny boards, whose values do not travel.
            settled = self._ask_here(question)
        if not settled:
            self._tries[question] = self._tries.get(question, 0) + 1

    def _send(self, root: Question) -> None:
        """Give the workers as many questions as they should have, and stop those that are not needed any more."""
        room = self.cluster.room(self)
        flying = self.cluster.flying(self)
        first = self._sorted(self._near.look(root).open)
        waiting = [question for question in first if question not in flying]
        needed = set(first)
        if len(waiting) < room or not flying.keys() <= needed:
            for question in first:
                below = self._near.look(question).open
                needed.update(below)
                if len(waiting) < room:
                    # A worker that has the question begins with the first of them.
                    rest = self._sorted(below)[1 if question in flying else 0 :]
                    waiting += [other for other in rest if other not in flying and other not in waiting]
        self.cluster.stop([number for question, number in flying.items() if question not in needed])
        for question in waiting[: max(0, room)]:
            seconds = min(FIRST_SECONDS * 2 ** self._tries.get(question, 0), MOST_SECONDS)
            self.cluster.send(self, question, seconds, self._last.get(question))

    def _sorted(self, questions: Iterable[Question]) -> list[Question]:
        """The most promising first; those that ran out of time behind others."""
        return sorted(
            questions, key=lambda question: (self._tries.get(question, 0), self._near.work(question))
        )


def _largest(keys: NDArray[np.int64], most: int) -> NDArray[np.intp]:
    """The places of the largest shapes."""
    import numpy as np

    sizes = np.bitwise_count(keys.view(np.uint64))
    return np.argsort(-sizes.astype(np.int16), kind="stable")[:most]
