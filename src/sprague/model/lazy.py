"""A lazy sequence: what would be too long to list is counted, and its first items are made on demand."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from types import EllipsisType
from typing import Any, Generic, TypeVar, overload

from sprague.words.errors import TooLargeError
from sprague.words.messages import say

T = TypeVar("T")
U = TypeVar("U")

#: More items than this are not held at once to be looked at from their end.
MOST_HELD = 10_000_000

#: Up to so many items are pickled themselves.
FEW = 100


def _listed(items: list[T], complete: bool) -> Lazy[T]:
    known = Lazy.of(items)
    return known if complete else known.as_partial()


def _made_anew(anew: Callable[[], Lazy[T]]) -> Lazy[T]:
    return Lazy(anew, lambda: anew().total, lambda: anew().complete, anew=anew)


class Lazy(Generic[T]):
    """Items made on demand, in a fixed order, with their exact number.

    A pickle holds the items where they are few. Of more it holds ``anew``, which makes the sequence anew.

    ``items`` starts a fresh iteration. ``total`` is the number of items, None for infinitely many;
    when it is not given it is counted at the first request. (``len()`` works too, as long as the
    number fits Python's limit for lengths; ``total`` has none.)

    >>> squares = Lazy(lambda: (n * n for n in range(10**9)), total=10**9)
    >>> squares.total, squares[3], squares[1:4]
    (1000000000, 9, [1, 4, 9])
    """

    def __init__(
        self,
        items: Callable[[], Iterable[T]],
        total: int | Callable[[], int | None] | EllipsisType | None = ...,
        complete: bool | Callable[[], bool] = True,
        *,
        anew: Callable[[], Lazy[T]] | None = None,
    ) -> None:
        self._items = items
        self._total = total
        self._complete = complete
        self._anew = anew

    def __reduce__(self) -> tuple[Any, ...]:
        items = self.first(FEW + 1)
        if len(items) > FEW and self._anew is not None:
            return _made_anew, (self._anew,)
        return _listed, (items if len(items) <= FEW else self._held(), self.complete)

    @property
    def complete(self) -> bool:
        """Whether the items are all there are, or only those that could be found."""
        return self._complete() if callable(self._complete) else self._complete

    @classmethod
    def of(cls, items: Iterable[T]) -> Lazy[T]:
        """A lazy sequence over items that are there already."""
        known = tuple(items)
        return cls(lambda: known, len(known))

    def as_partial(self) -> Lazy[T]:
        """The same items, marked as not all there are."""
        return Lazy(self._items, self._total, complete=False)

    @property
    def total(self) -> int | None:
        """How many items there are; None when there are infinitely many."""
        total = self._total  # read once: another thread may put the number there meanwhile
        if total is ...:
            total = self._total = sum(1 for _ in self._items())
        elif callable(total):
            total = self._total = total()
        return total

    def map(self, function: Callable[[T], U], *, anew: Callable[[], Lazy[U]] | None = None) -> Lazy[U]:
        """The same sequence with ``function`` applied to each item when it is made."""
        return Lazy(
            lambda: map(function, self._items()), lambda: self.total, lambda: self.complete, anew=anew
        )

    @staticmethod
    def chain(parts: list[Lazy[T]], *, anew: Callable[[], Lazy[T]] | None = None) -> Lazy[T]:
        """One sequence after the other."""

        def items() -> Iterator[T]:
            for part in parts:
                yield from part

        def total() -> int | None:
            counts = [part.total for part in parts]
            return None if None in counts else sum(count for count in counts if count is not None)

        return Lazy(items, total, lambda: all(part.complete for part in parts), anew=anew)

    def first(self, count: int) -> list[T]:
        """The first ``count`` items (fewer if there are not so many)."""
        return list(islice(self._items(), count))

    def __iter__(self) -> Iterator[T]:
        return iter(self._items())

    def __len__(self) -> int:
        total = self.total
        if total is None:
            raise TypeError("infinitely many items have no len(); see .total")
        return total

    def __bool__(self) -> bool:
        return any(True for _ in self._items())

    @overload
    def __getitem__(self, index: int) -> T: ...
    @overload
    def __getitem__(self, index: slice) -> list[T]: ...
    def __getitem__(self, index: int | slice) -> T | list[T]:
        if isinstance(index, slice):
            if (index.start or 0) < 0 or index.stop is None or index.stop < 0 or (index.step or 1) < 1:
                return self._held()[index]
            return list(islice(self._items(), index.start, index.stop, index.step))
        if index < 0 or index > sys.maxsize:
            return self._held()[index]
        for item in islice(self._items(), index, None):
            return item
        raise IndexError(f"index {index} of a sequence that ends before")

    def _held(self) -> list[T]:
        """All items, for what is counted from their end; TooLargeError when they are too many for that."""
        if self.total is None or self.total > MOST_HELD:
            count = say("infinitely many") if self.total is None else self.total
            raise TooLargeError(
                say("{count} items are generated in order: their end is out of reach", count=count)
            )
        return list(self._items())

    def __eq__(self, other: object) -> bool:
        if isinstance(other, (list, tuple)):
            return self.total == len(other) and all(a == b for a, b in zip(self, other, strict=True))
        return NotImplemented

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        shown = self.first(11)
        if len(shown) <= 10:
            return repr(shown)
        total = "infinitely many" if self.total is None else self.total
        return f"[{', '.join(map(repr, shown[:10]))}, … ({total} in all)]"
