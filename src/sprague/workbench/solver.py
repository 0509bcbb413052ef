"""A solver with a memory bound and a store, for boards and graphs whose search takes minutes or days.

It writes the values to the store once a minute, at the end of each answer, and when it is interrupted. The next search
of the same kind of board begins with all of them.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from sprague.model.engine import Engines, Evidence
from sprague.model.ruleset import Component
from sprague.search.pool import SearchPool
from sprague.solving.store import Family, Store
from sprague.system.ask import Ask, Effort, Step, asking
from sprague.system.closing import Closing
from sprague.system.limits import bytes_text, checked_threads, seconds_text
from sprague.system.locks import alone
from sprague.words.errors import BudgetError, UnsolvedError
from sprague.words.messages import Message, join, say, short

from .position import Answer, Position, answer, parse
from .registry import make_engine

if TYPE_CHECKING:
    from sprague.search.driver import TableSearch
    from sprague.solving.batches import Keys

#: Seconds between two writes to the store.
INTERVAL = 60.0

#: Searches that should take less than this are not announced.
ANNOUNCED_SECONDS = 1.0


class Solver(Closing):
    """A session with tables, a store that keeps the values, and bounds that hold for each question.

    ``store`` is a file, which the solver creates if it does not exist, or None. ``memory`` is in bytes or a text such
    as "8GB"; it bounds each table together with the data that is written from it. By default it is the limit of
    :mod:`sprague.system.limits`, and the solver refuses a search before it starts if the estimate exceeds this limit.
    If you set a bound, the solver assumes that it is enough. ``threads`` is the number of threads of a search, which
    share its table; more threads than cores gain nothing. ``progress`` is called about twice a second with a
    :class:`sprague.system.ask.Step`, ``announce`` with a sentence before a long search. ``interval`` is the number of
    seconds between two writes.

    Use it in a ``with`` statement, or call :meth:`close`.

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
        progress: Callable[[Step], None] | None = None,
        announce: Callable[[Message], None] | None = None,
        interval: float = INTERVAL,
    ) -> None:
        self._ask = Ask(
            memory=memory,
            progress=progress,
            announce=None if announce is None else self._announce_work,
        )
        self._announced = False
        #: Bytes that a search may take in all.
        self.memory = self._ask.bytes
        self._announce = announce
        self.store = None if store is None else Store(store, create=True)
        try:
            # Sorting the values for the store takes as much memory again as the table.
            table = self.memory // 2 if self.store else self.memory
            self._searches = _Kept(self.store, table, interval, checked_threads(threads))
            self.engines = Engines(make_engine, self._searches)
        except BaseException:
            self.close()
            raise

    def solve(
        self,
        position: Position | str,
        *,
        value: bool | None = None,
        moves: bool = True,
        seconds: float | str | None = None,
    ) -> Answer:
        """Solves a position as :func:`sprague.solve` does. When the call returns or is interrupted, the values are in
        the store.

        Raises TooLargeError if the values do not fit into the memory; those computed so far are kept.
        """
        start = position if isinstance(position, Position) else parse(position)
        try:
            self._announced = False
            budget = asking(replace(self._ask, seconds=seconds))
            solved = budget.run(answer, start, value=value, moves=moves, engines=self.engines)
            from_store = self.taken_over()
            if from_store is not None:
                kind, sentence = solved.evidence
                return replace(solved, evidence=Evidence(kind, join((sentence, from_store), say("; "))))
            return solved
        finally:
            self.save()

    def taken_over(self) -> Message | None:
        """Returns a sentence about the values of the store on which answers may rest; None if there are none."""
        if self.store is None or not self._searches.taken:
            return None
        return say(
            "{count} values of {file} were taken over, not computed again",
            count=self._searches.taken,
            file=str(self.store.base.path),
        )

    def value(self, position: Position | str) -> int:
        """Returns the Grundy value, however long it takes.

        >>> Solver().value("cram 3x5 + *2")
        3
        """
        solved = self.solve(position, value=True, moves=False)
        if solved.value is None and solved.cut is not None:
            raise BudgetError(solved.cut, where=solved.position.text, at_least=solved.at_least or 0)
        if solved.value is None:
            raise UnsolvedError(
                say("a misère position has no Grundy value here, only an outcome"), where=solved.position.text
            )
        return solved.value

    def save(self) -> None:
        """Writes new values to the store, if there is one."""
        self._searches.save()

    def close(self) -> None:
        """Saves, and releases the store."""
        try:
            if hasattr(self, "_searches"):
                self.save()
        finally:
            if self.store is not None:
                self.store.close()
                self.store = self._searches.store = None

    def _announce_work(self, effort: Effort, what: Any) -> None:
        """Announces a long search before it starts, once for each question."""
        if self._announce is None or self._announced or effort.seconds < ANNOUNCED_SECONDS:
            return
        if isinstance(what, Component) and self._known(what) >= effort.values // 10:
            return
        self._announced = True
        work = what if isinstance(what, Message) else short(str(what), 80)
        if effort.guessed:
            self._announce(_pace(effort, work, self.memory))
            return
        self._announce(
            say(
                "{position}: about {values} values are expected, {memory} of memory and {time} (from measured "
                "growth, within a factor of ten); the memory bound is {limit}",
                position=work,
                values=effort.values,
                memory=bytes_text(effort.bytes),
                time=seconds_text(effort.seconds),
                limit=bytes_text(self.memory),
            )
        )

    def _known(self, part: Component) -> int:
        if self.store is None or part.ruleset.name != "cram":
            return 0
        board = part.state
        return self.store.counts().get(Family("cram", str(min(board.rows, board.columns))), 0)


def _pace(effort: Effort, what: Any, memory: int) -> Message:
    """Returns a sentence with the measured pace of work whose length is not known."""
    if not effort.bytes:
        return say("{position}: this takes longer than a moment; how long is not known", position=what)
    return say(
        "{position}: how long this takes is not known; at the pace so far it meets {values} values in {time} and takes "
        "{memory} of memory, and it stops at {limit}",
        position=what,
        values=effort.values,
        time=seconds_text(effort.seconds),
        memory=bytes_text(effort.bytes),
        limit=bytes_text(memory),
    )


class _Kept(SearchPool):
    """Searches that begin with the values of a store, and write their own to it."""

    def __init__(
        self,
        store: Store | None,
        memory: int,
        interval: float,
        threads: int,
    ) -> None:
        super().__init__(memory, threads)
        self.store = store
        self.interval = interval
        self._saved_at = time.monotonic()
        self._saved: dict[Family, int] = {}
        #: The values that were taken from the store.
        self.taken = 0

    def begin(self, search: TableSearch) -> None:
        if self.store is not None:
            families = _families(search)
            for family in families:
                keys, values = self.store.load(family)
                search.load(_widened(keys, search.words), values)
                self.taken += len(keys)
            self._saved[families[-1]] = search.statistics.exact

    def end(self, search: TableSearch) -> None:
        self._save_one(search)
        self._saved.pop(_families(search)[-1], None)

    def between_slices(self) -> None:
        if not 0 <= time.monotonic() - self._saved_at < self.interval:  # also when the clock has jumped
            self.save()

    @alone
    def save(self) -> None:
        for search in self.searches:
            self._save_one(search)
        self._saved_at = time.monotonic()

    def _save_one(self, search: TableSearch) -> None:
        *narrow, own = _families(search)
        if self.store is None or search.statistics.exact <= self._saved[own]:
            return
        keys, values = search.exact_entries()
        count = len(keys)
        for family in narrow:  # keys of one word serve smaller boards too
            fits = keys[:, 1] == 0
            self.store.add(family, keys[fits, 0], values[fits])
            keys, values = keys[~fits], values[~fits]
        self.store.add(own, keys, values)
        self._saved[own] = count


def _widened(keys: Keys, words: int) -> Keys:
    """Returns the keys with this many words; added higher words are 0."""
    from sprague.system.arrays import np

    if words == 1 or keys.ndim == 2:
        return keys
    return np.stack([keys, np.zeros_like(keys)], axis=1)


def _families(search: TableSearch) -> list[Family]:
    """Returns the families of the store to which the values of a search belong."""
    return [Family(game, key) for game, key in search.families]
