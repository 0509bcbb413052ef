"""The compiled searches that questions share. Their tables remain from one question to the next."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import TYPE_CHECKING, TypeVar

from sprague.system.locks import Turns, alone

if TYPE_CHECKING:
    from .driver import TableSearch

Search = TypeVar("Search", bound="TableSearch")


class SearchPool:
    """Creates searches on first use, and keeps them for later questions of the same kind.

    ``memory`` bounds each table, in bytes (by default the limit of :mod:`sprague.system.limits`). The ``threads`` of
    each search share its table.

    >>> from sprague.boards.search import BoardSearch
    >>> pool = SearchPool()
    >>> pool.get(BoardSearch, 4).value((1 << 28) - 1), pool.get(BoardSearch, 4) is pool.get(BoardSearch, 4)
    (3, True)
    """

    def __init__(self, memory: int | None = None, threads: int = 1) -> None:
        self.memory = memory
        self.threads = threads
        #: Shared by all searches of the pool, which may write to one store while they run.
        self.alone = Turns()
        self._searches: dict[tuple[Hashable, ...], TableSearch] = {}

    @alone
    def get(self, kind: Callable[..., Search], *key: Hashable) -> Search:
        """Returns the search ``kind(*key, memory, threads)``, the same object each time.

        If there are more than ``kind.kept`` of a kind, the oldest one is dropped.
        """
        search = self._searches.get((kind, *key))
        if search is None:
            search = kind(*key, memory=self.memory, threads=self.threads)
            search.alone = self.alone
            search.between_slices = self.between_slices
            self.begin(search)
            same = [other for other in self._searches if other[0] is kind]
            for other in same[: max(0, len(same) + 1 - search.kept)]:
                self.end(self._searches[other])
                del self._searches[other]
            self._searches[kind, *key] = search
        return search  # type: ignore[return-value]

    def renew(self) -> None:
        """Does nothing: a search is kept only when it is complete, and dropped only when its end is done."""

    def begin(self, search: TableSearch) -> None:
        """Called with a new search, before it is used."""

    def between_slices(self) -> None:
        """Called about twice a second while a search is running."""

    def end(self, search: TableSearch) -> None:
        """Called with a search that is dropped."""

    @property
    def searches(self) -> list[TableSearch]:
        """Returns the searches that are kept, the oldest first."""
        return list(self._searches.values())
