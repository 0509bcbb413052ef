"""A solver with a memory bound and a store: for boards and graphs whose search takes minutes or days.

What it finds is written to the store once a minute, when an answer is done, and when it is interrupted; the next
search of the same kind of board begins with all of it.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from types import TracebackType
from typing import TYPE_CHECKING, Any, NamedTuple, Self

from sprague.boards.engine import MOST_CELLS, simplified
from sprague.model.lazy import Lazy
from sprague.model.position import Answer, Move, Position, answer, parse
from sprague.model.registry import engine
from sprague.model.ruleset import Component
from sprague.search.pool import Searches, using
from sprague.system.limits import bytes_of, bytes_text, memory_limit
from sprague.system.locks import alone
from sprague.words.errors import TooLargeError, UnsolvedError
from sprague.words.messages import Message, say

from .store import Family, Store

if TYPE_CHECKING:
    from sprague.boards.search import BoardSearch
    from sprague.boards.wide import WideSearch
    from sprague.graphs.search import GraphSearch
    from sprague.search.driver import Progress, Statistics, TableSearch

    from .cluster import Cluster
    from .store import Keys

#: Seconds between two writes to the store.
INTERVAL = 60.0

#: Short side -> cells, values met there, and the factor for one more cell; from rectangles, which grow unevenly
#: (docs/theory/boards.md). The factors of 6 and 7 are not measured: one rectangle each was within reach.
GROWTH = {
    3: (63, 2_330_000, 1.25),
    4: (52, 4_030_000, 1.5),
    5: (50, 17_200_000, 1.65),
    6: (42, 2_600_000, 1.6),
    7: (49, 1_800_000, 1.6),
}

#: Bytes of memory, for each word of a key, in which one value surely has room: the table grows threefold for a
#: moment, in powers of two.
BYTES_A_VALUE = 60

#: Values met in a second of search, on the machine of the documentation's measurements.
VALUES_A_SECOND = 40_000

#: Parts of fewer cells are searched within seconds and not announced.
ANNOUNCED_CELLS = 41


class Estimate(NamedTuple):
    """What a search is expected to need: values met, bytes of memory, seconds. Right within a factor of ten."""

    values: int
    memory: int
    seconds: int


class Solver:
    """Answers with a memory bound and a store; the sizes at which searches are otherwise refused do not hold.

    ``store``: a file, made if it is not there, or None. ``memory``: bytes or a text such as "8GB", the bound of
    each table and what is written from it (by default half of the limit of :mod:`sprague.system.limits`; then a search
    that is expected to need more is refused before it starts, while a memory given is believed to be enough).
    ``threads`` of a search share its table; more than the machine has cores gain nothing. ``cluster``: a Dask
    scheduler, "tcp://host:port", whose workers search for Cram boards (graphs are refused then); ``memory`` is the
    bound of each of their threads' tables too. ``progress`` is called about twice a second with the search's
    statistics, ``announce`` with a sentence before a long search. ``interval``: seconds between two writes.

    Use it with ``with``, or call :meth:`close`.

    >>> with Solver() as solver:
    ...     solver.value("cram 4x7"), solver.solve("node-kayles grid:3x5").outcome
    (3, 'N')
    """

    def __init__(
        self,
        store: str | os.PathLike[str] | None = None,
        memory: int | str | None = None,
        threads: int = 1,
        *,
        cluster: str | None = None,
        progress: Progress | None = None,
        announce: Callable[[Message], None] | None = None,
        interval: float = INTERVAL,
    ) -> None:
        from sprague.search.driver import checked_threads

        threads = checked_threads(threads)
        self._told_memory = memory is not None
        given = memory_limit() // 2 if memory is None else bytes_of(memory, "memory")
        #: Bytes that a search may take in all.
        self.memory = given
        self._announce = announce
        self.store = None if store is None else Store(store, create=True)
        self._cluster: Cluster | None = None
        try:
            # What goes to the store takes as much again as the table while it is being sorted.
            table = given // 2 if self.store else given
            if cluster is not None:
                from .cluster import Cluster

                self._cluster = Cluster(cluster, given // 2 if self._told_memory else None)
            self._searches = _Kept(self.store, table, progress, interval, threads, self._cluster)
        except BaseException:
            self.close()
            raise

    def solve(self, position: Position | str, *, value: bool = False) -> Answer:
        """As :func:`sprague.solve`. What was found is in the store when this returns or is interrupted.

        Raises TooLargeError when the values met do not fit the memory; what was found is kept.
        """
        asked = position if isinstance(position, Position) else parse(position)
        self._expect(asked)
        try:
            with using(self._searches):
                found = answer(asked, value=value)
        finally:
            self.save()
        return replace(found, winning_moves=self._inside(found.winning_moves))

    def value(self, position: Position | str) -> int:
        """The Grundy value, whatever it takes.

        >>> Solver().value("cram 3x5 + *2")
        3
        """
        found = self.solve(position, value=True)
        if found.value is None:
            raise UnsolvedError(
                say("a misère position has no Grundy value here, only an outcome"), where=found.position.text
            )
        return found.value

    def save(self) -> None:
        """Write what is new to the store, if there is one."""
        self._searches.save()

    def close(self) -> None:
        """Save, and give the store and the cluster free."""
        cluster, self._cluster = self._cluster, None
        try:
            if hasattr(self, "_searches"):
                if cluster is not None:
                    cluster.collect()
                self.save()
        finally:
            if cluster is not None:
                cluster.close()
            if self.store is not None:
                self.store.close()
                self.store = self._searches.store = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _inside(self, moves: Lazy[Move]) -> Lazy[Move]:
        """The same moves, looked for by this solver's searches."""

        def items() -> Iterator[Move]:
            every = iter(moves)
            while True:
                with using(self._searches):
                    move = next(every, None)
                if move is None:
                    return
                yield move

        def total() -> int | None:
            with using(self._searches):
                return moves.total

        wrapped = Lazy(items, total)
        wrapped.complete = moves.complete
        return wrapped

    def _expect(self, position: Position) -> None:
        """Say what is ahead before a long search; refuse what the memory cannot hold."""
        for part in dict.fromkeys(position.components):
            if part.ruleset.name != "cram" or engine(part.ruleset).is_quick(part.state):
                continue
            expected = estimate(part)
            if expected is None or self._known(part.state) >= expected.values // 10:
                continue
            needed = expected.memory * (2 if self.store else 1)
            told = {
                "position": part,
                "values": expected.values,
                "memory": bytes_text(needed),
                "time": _time(expected.seconds),
                "limit": bytes_text(self.memory),
            }
            if needed > self.memory and not self._told_memory:
                raise TooLargeError(
                    say(
                        "{position} is expected to need about {memory} of memory and {time}; the bound is {limit}: "
                        "name the memory it may take to have it tried",
                        **told,
                    )
                )
            if self._announce is not None:
                self._announce(
                    say(
                        "{position}: expected are about {values} values, {memory} of memory and {time} (from "
                        "measured growth, within a factor of ten); the memory bound is {limit}",
                        **told,
                    )
                )

    def _known(self, board: Any) -> int:
        if self.store is None:
            return 0
        return self.store.counts().get(Family("cram", str(min(board.rows, board.columns))), 0)


def estimate(part: Component) -> Estimate | None:
    """What the search for a Cram board is expected to need, from measured growth; None when that is little, or
    when there will be no search.

    >>> from sprague.boards.cram import CRAM, read_board
    >>> estimate(Component(CRAM, read_board("5x10", ""))).values
    17200000
    """
    from sprague.boards.plain import mirror_outcome

    board: Any = part.state
    if mirror_outcome(*board) == "P":
        return None
    largest = max(simplified(board).sizes, default=0)
    if not ANNOUNCED_CELLS <= largest <= MOST_CELLS:
        return None
    cells, met, factor = GROWTH[min(max(min(board.rows, board.columns), 3), 7)]
    count = int(met * factor ** min(largest - cells, 500))
    words = 1 if largest <= 64 else 2
    return Estimate(count, count * BYTES_A_VALUE * words, max(1, count // VALUES_A_SECOND))


class _Kept(Searches):
    """Searches that begin with what a store holds, and write what they find to it."""

    def __init__(
        self,
        store: Store | None,
        memory: int,
        progress: Progress | None,
        interval: float,
        threads: int,
        cluster: Cluster | None,
    ) -> None:
        super().__init__(memory, self._hook, limited=False, threads=threads)
        self.store = store
        self.cluster = cluster
        self.interval = interval
        self._told = progress
        self._saved_at = time.monotonic()
        self._saved: dict[Family, int] = {}

    def make_board(self, width: int) -> BoardSearch:
        if self.cluster is None:
            return super().make_board(width)
        return self.cluster.search(width, self.memory, self.progress, self.threads)

    def graph(self, neighbours: Sequence[set[int]], arcs: bool) -> GraphSearch:
        self._refuse_cluster()
        return super().graph(neighbours, arcs)

    def _refuse_cluster(self) -> None:
        if self.cluster is not None:
            raise UnsolvedError(
                say(
                    "a cluster searches Cram boards whose parts fit 64 cells (5x12, 8x8), no graphs and no larger "
                    "boards: ask again without the cluster"
                )
            )

    def wide_board(self, width: int) -> WideSearch:
        self._refuse_cluster()
        return super().wide_board(width)

    def begin_board(self, search: BoardSearch | WideSearch) -> None:
        self._begin(board_families(search), search)

    def begin_graph(self, search: GraphSearch) -> None:
        self._begin([graph_family(search)], search)

    def end_graph(self, search: GraphSearch) -> None:
        self._save_one([graph_family(search)], search)
        self._saved.pop(graph_family(search), None)

    def _begin(self, families: list[Family], search: TableSearch) -> None:
        if self.store is not None:
            for family in families:
                keys, values = self.store.load(family)
                search.load(_widened(keys, search.words), values)
            self._saved[families[-1]] = search.statistics.exact

    def _hook(self, statistics: Statistics) -> None:
        if time.monotonic() - self._saved_at >= self.interval:
            self.save()
        if self._told is not None:
            self._told(statistics)

    @alone
    def save(self) -> None:
        boards: list[BoardSearch | WideSearch] = [*self._boards.values(), *self._wide.values()]
        for board in boards:
            self._save_one(board_families(board), board)
        for graph in self._graphs.values():
            self._save_one([graph_family(graph)], graph)
        self._saved_at = time.monotonic()

    def _save_one(self, families: list[Family], search: TableSearch) -> None:
        *narrow, own = families
        if self.store is None or search.statistics.exact <= self._saved[own]:
            return
        keys, values = search.exact_entries()
        count = len(keys)
        for family in narrow:  # what fits one word serves smaller boards too
            fits = keys[:, 1] == 0
            self.store.add(family, keys[fits, 0], values[fits])
            keys, values = keys[~fits], values[~fits]
        self.store.add(own, keys, values)
        self._saved[own] = count


def _widened(keys: Keys, words: int) -> Keys:
    """Keys in so many words, the higher ones 0 where they had fewer."""
    import numpy as np

    if words == 1 or keys.ndim == 2:
        return keys
    return np.stack([keys, np.zeros_like(keys)], axis=1)


def board_families(search: BoardSearch | WideSearch) -> list[Family]:
    """The families of the boards of a short side: those that fit one word, and for a wide search those that do not."""
    families = [Family("cram", str(search.width)), Family("cram-128", str(search.width))]
    return families[: search.words]


def graph_family(search: GraphSearch) -> Family:
    """The family of a graph's values."""
    near = search.neighbours
    edges = [f"{v}-{w}" for v, around in enumerate(near) for w in sorted(around) if v < w]
    single = [str(v) for v, around in enumerate(near) if not around]
    return Family("arc-kayles" if search.arcs else "node-kayles", "edges:" + ",".join(edges + single))


def _time(seconds: int) -> Message:
    if seconds < 120:
        return say("{count} s", count=seconds)
    if seconds < 7200:
        return say("{count} min", count=seconds // 60)
    if seconds < 172_800:
        return say("{count} h", count=seconds // 3600)
    return say("{count} days", count=seconds // 86_400)
