"""The compiled searches that questions share: their tables live on from one question to the next.

Engines ask :func:`current` for a search. Who keeps values in a store, bounds the memory or wants to hear of progress
puts its own :class:`Searches` in place with :func:`using`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from contextvars import ContextVar
from threading import RLock
from typing import TYPE_CHECKING, Any

from sprague.system.locks import alone

if TYPE_CHECKING:
    from sprague.boards.search import BoardSearch
    from sprague.boards.wide import WideSearch
    from sprague.graphs.search import GraphSearch

    from .driver import Progress


class Searches:
    """Searches made when they are first asked for: one or two a short side of boards, one a graph and game.

    ``memory`` bounds each table, in bytes (by default the limit of :mod:`sprague.system.limits`). ``threads``
    of each search share its table.
    """

    #: The graphs whose tables are kept; of more the oldest goes.
    most_graphs = 4

    def __init__(
        self,
        memory: int | None = None,
        progress: Progress | None = None,
        *,
        threads: int = 1,
    ) -> None:
        self.memory = memory
        self.threads = threads
        self.progress = progress
        #: Shared by all its searches, which may write to one store while they are at work.
        self.alone: AbstractContextManager[Any] = RLock()
        self._boards: dict[int, BoardSearch] = {}
        self._wide: dict[int, WideSearch] = {}
        self._graphs: dict[tuple[bool, tuple[frozenset[int], ...]], GraphSearch] = {}

    @alone
    def board(self, width: int) -> BoardSearch:
        """The search for boards with this short side."""
        if width not in self._boards:
            search = self.make_board(width)
            search.alone = self.alone
            self.begin_board(search)
            self._boards[width] = search
        return self._boards[width]

    @alone
    def wide_board(self, width: int) -> WideSearch:
        """The search for boards of 65 to 128 cells with this short side."""
        if width not in self._wide:
            from sprague.boards.wide import WideSearch

            search = WideSearch(width, self.memory, self.progress, self.threads)
            search.alone = self.alone
            self.begin_board(search)
            self._wide[width] = search
        return self._wide[width]

    @alone
    def graph(self, neighbours: Sequence[set[int]], arcs: bool) -> GraphSearch:
        """The search for the sets of vertices of a graph, under Arc Kayles (``arcs``) or Node Kayles."""
        key = (arcs, tuple(map(frozenset, neighbours)))
        if key not in self._graphs:
            from sprague.graphs.search import GraphSearch

            search = GraphSearch(neighbours, arcs, self.memory, self.progress, self.threads)
            search.alone = self.alone
            self.begin_graph(search)
            while len(self._graphs) >= self.most_graphs:
                self.end_graph(self._graphs.pop(next(iter(self._graphs))))
            self._graphs[key] = search
        return self._graphs[key]

    def make_board(self, width: int) -> BoardSearch:
        """A new search for boards with this short side."""
        from sprague.boards.search import BoardSearch

        return BoardSearch(width, self.memory, self.progress, self.threads)

    def begin_board(self, search: BoardSearch | WideSearch) -> None:
        """Called with a new search, before it is used."""

    def begin_graph(self, search: GraphSearch) -> None:
        """Called with a new search, before it is used."""

    def end_graph(self, search: GraphSearch) -> None:
        """Called with a search that is given up."""


_SHARED = Searches()
_CURRENT: ContextVar[Searches] = ContextVar("searches", default=_SHARED)


def current() -> Searches:
    """The searches to ask: those of this process, unless :func:`using` put others in their place."""
    return _CURRENT.get()


@contextmanager
def using(searches: Searches) -> Iterator[None]:
    """Have engines ask ``searches`` meanwhile."""
    before = _CURRENT.set(searches)
    try:
        yield
    finally:
        _CURRENT.reset(before)
