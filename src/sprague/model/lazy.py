"""A lazy sequence: it counts items that are too many to list, and makes the first of them on demand."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from types import EllipsisType
from typing import Any, TypeVar, overload

from sprague.words.errors import TooLargeError
from sprague.words.messages import say

T = TypeVar("T")
U = TypeVar("U")

#: Indexing from the end holds at most this many items at once.
MOST_HELD = 10_000_000

#: A pickle holds the items themselves if they are at most this many.
FEW = 100


def _listed(items: list[T], complete: bool) -> Lazy[T]:
    listed = Lazy.of(items)
    return listed if complete else listed.as_partial()


def _made_anew(anew: Callable[[], Lazy[T]]) -> Lazy[T]:
    return Lazy(anew, lambda: anew().total, lambda: anew().complete, anew=anew)


class Lazy(Sequence[T]):
    """Items made on demand, in a fixed order, with their exact number.

    A pickle holds the items if they are few. Otherwise it holds ``anew``, which makes the sequence again.

    ``items`` starts a fresh iteration. ``total`` is the number of items, None for infinitely many; if it is not given,
    the items are counted at the first request. (``len()`` works too, as long as the number fits Python's limit for
    lengths; ``total`` has no limit.)

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
        """Whether the sequence has all items, and not only those that could be found."""
        return self._complete() if callable(self._complete) else self._complete

    @classmethod
    def of(cls, items: Iterable[T]) -> Lazy[T]:
        """Returns a lazy sequence over existing items."""
        elements = tuple(items)
        return cls(lambda: elements, len(elements))

    def as_partial(self) -> Lazy[T]:
        """Returns the same items, marked as incomplete."""
        return Lazy(self._items, self._total, complete=False)

    @property
    def total(self) -> int | None:
        """The number of items, or None if there are infinitely many."""
        total = self._total  # read it only once: another thread may set it meanwhile
        if total is ...:
            total = self._total = sum(1 for _ in self._items())
        elif callable(total):
            total = self._total = total()
        return total

    def map(self, function: Callable[[T], U], *, anew: Callable[[], Lazy[U]] | None = None) -> Lazy[U]:
        """Returns the sequence with ``function`` applied to each item when it is made."""
        return Lazy(
            lambda: map(function, self._items()), lambda: self.total, lambda: self.complete, anew=anew
        )

    @staticmethod
    def chain(parts: list[Lazy[T]], *, anew: Callable[[], Lazy[T]] | None = None) -> Lazy[T]:
        """Returns the sequences joined into one."""

        def items() -> Iterator[T]:
            for part in parts:
                yield from part

        def total() -> int | None:
            counts = [part.total for part in parts]
            return None if None in counts else sum(count for count in counts if count is not None)

        return Lazy(items, total, lambda: all(part.complete for part in parts), anew=anew)

    def first(self, count: int) -> list[T]:
        """Returns the first ``count`` items, or all of them if there are fewer."""
        return list(islice(self._items(), count))

    def __iter__(self) -> Iterator[T]:
        return iter(self._items())

    def __reversed__(self) -> Iterator[T]:
        return reversed(self._held())

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
        """Returns all items, to index from the end. Raises TooLargeError if there are too many."""
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
        first = self.first(11)
        if len(first) <= 10:
            return repr(first)
        total = "infinitely many" if self.total is None else self.total
        return f"[{', '.join(map(repr, first[:10]))}, … ({total} in all)]"
