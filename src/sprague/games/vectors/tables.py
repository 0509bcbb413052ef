"""Games on a fixed number of heaps by a table of all positions with smaller heaps: plain Python while that is a
moment's work, a compiled kernel beyond, and a clear refusal where memory or time would not do."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from sprague.model import naive
from sprague.model.engine import Engine, Evidence
from sprague.model.ruleset import Component, Ruleset
from sprague.system.limits import memory_limit, require_memory
from sprague.system.locks import alone
from sprague.words.errors import TooLargeError
from sprague.words.messages import say

if TYPE_CHECKING:
    from numpy import int32
    from numpy.typing import NDArray

#: Up to about this many options to look at, the plain definition is used.
SMALL_WORK = 30_000

#: More options than this to look at (some minutes) are refused.
MOST_WORK = 200_000_000_000

#: The kernels are called for about this many options at a time, so that Ctrl-C is heard.
SLICE = 300_000_000

TABLE = Evidence("computed", "table of mex over all smaller positions")


class TableEngine(Engine):
    """Base of the engines with tables: define :meth:`work` and :meth:`fill`."""

    def __init__(self, ruleset: Ruleset) -> None:
        super().__init__(ruleset)
        self._known: dict[Component, int] = {}
        self._tables: dict[int, NDArray[int32]] = {}

    def work(self, shape: tuple[int, ...]) -> int:
        """About how many options a table of ``shape`` looks at."""
        raise NotImplementedError

    def fill(self, shape: tuple[int, ...]) -> NDArray[int32]:
        """The values of all heaps below ``shape``, by a kernel."""
        raise NotImplementedError

    def evidence(self, state: Any, valued: bool) -> Evidence:
        return TABLE

    def is_cheap(self, state: Any) -> bool:
        return self.work(_shape(self._key(state))) <= SMALL_WORK

    @alone
    def value(self, state: Any) -> int:
        key = self._key(state)
        table = self._tables.get(len(key))
        if (
            table is None
            or any(n >= size for n, size in zip(key, table.shape, strict=True))
            or table[key] < 0
        ):
            if self.is_cheap(state):
                return naive.value(Component(self.ruleset, state), self._known)
            table = self._grow(key, table)
        return int(table[key])

    def _key(self, state: Any) -> tuple[int, ...]:
        heaps = state if isinstance(state, tuple) else (state,)
        return tuple(sorted(heaps)) if self.ruleset.symmetric else heaps

    def _grow(self, key: tuple[int, ...], table: NDArray[int32] | None) -> NDArray[int32]:
        """A table that holds ``key``, with room to grow where memory and time allow."""
        old = (0,) * len(key) if table is None else table.shape
        exact = _shape(key)
        roomy = tuple(
            have if n <= have else max(n, have + have // 4) for n, have in zip(exact, old, strict=True)
        )
        if self.ruleset.symmetric:
            roomy = tuple(sorted(roomy))
        fits = 5 * math.prod(roomy) <= memory_limit() and self.work(roomy) <= 4 * SLICE
        return self._tables.setdefault(len(key), self.table(roomy if fits else exact))

    @alone
    def table(self, shape: tuple[int, ...]) -> NDArray[int32]:
        """The values of all heaps below ``shape``; raises TooLargeError before anything is done."""
        cells = math.prod(shape)
        what = say("a table of {count} values of {game}", count=cells, game=self.ruleset.head)
        require_memory(self.memory(shape), what)
        self.refuse_work(shape)
        self._tables.pop(len(shape), None)  # its memory is free before the larger one takes its own
        return self.fill(shape)

    def refuse_work(self, shape: tuple[int, ...]) -> None:
        """Raise TooLargeError for a table that would take too long."""
        work = self.work(shape)
        if work > MOST_WORK:
            raise TooLargeError(
                say(
                    "a table of {count} values of {game} looks at about {work} options; the limit is {limit}",
                    count=math.prod(shape),
                    game=self.ruleset.head,
                    work=work,
                    limit=MOST_WORK,
                )
            )

    def memory(self, shape: tuple[int, ...]) -> int:
        """The bytes that a table of ``shape`` takes."""
        return 4 * math.prod(shape) + 8 * (sum(shape) + 2)


def _shape(key: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(n + 1 for n in key)


def slices(cells: int, work: int) -> list[tuple[int, int]]:
    """``cells`` cut into pieces of about ``SLICE`` options, as (start, stop)."""
    step = max(1, cells * SLICE // max(work, SLICE))
    return [(start, min(start + step, cells)) for start in range(0, cells, step)]
