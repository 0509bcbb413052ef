"""The options of a heap as sums of items. They are made on demand, because thousands of heaps have millions of
options."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, overload

from sprague.takebreak.codes import Code, options

#: For an item the sums of items that its moves leave.
Options = Sequence[Sequence[int]]


def splits(code: Code, heap: int) -> Options:
    """Returns the options of a heap.

    >>> from sprague.takebreak.codes import parse_code
    >>> list(splits(parse_code("0.07"), 6)), list(splits(parse_code("hex:0.8"), 4))
    ([(4,), (1, 3), (2, 2)], [(1, 1, 1)])
    """
    if code.infinite or code.split != "any" or code.most_heaps > 2:
        return tuple(options(code, heap))
    return Splits(code, heap)


class Splits(Sequence[Sequence[int]]):
    """The options of a heap of an octal code of finitely many digits."""

    def __init__(self, code: Code, heap: int) -> None:
        self.code = code
        self.heap = heap

    def __iter__(self) -> Iterator[tuple[int, ...]]:
        return options(self.code, self.heap)

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __bool__(self) -> bool:
        return next(iter(self), None) is not None

    @overload
    def __getitem__(self, place: int) -> Sequence[int]: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[Sequence[int]]: ...
    def __getitem__(self, place: Any) -> Any:
        return list(self)[place]

    def labelled(self, labels: Sequence[int]) -> list[tuple[int, ...]]:
        """See :func:`labelled`."""
        from sprague.system.arrays import np

        own = np.asarray(labels)
        words: set[tuple[int, ...]] = set()
        for amount in self.code.leaving(self.heap):
            digit, rest = self.code.digit(amount), self.heap - amount
            if rest == 0:
                if digit & 1:
                    words.add(())
                continue
            if digit >> 1 & 1:
                words.add((int(own[rest]),))
            half = rest // 2
            if digit >> 2 & 1 and half:
                one, other = own[1 : half + 1], own[rest - 1 : rest - half - 1 : -1]
                base = int(own.max()) + 1
                pairs = np.unique(np.minimum(one, other) * base + np.maximum(one, other))
                words.update(divmod(pair, base) for pair in pairs.tolist())
        return sorted(words)


def labelled(moves: Options, labels: Sequence[int]) -> list[tuple[int, ...]]:
    """Returns the different sums that the moves leave, if items with the same label (a number >= 0) count as equal.

    >>> from sprague.takebreak.codes import parse_code
    >>> labelled(splits(parse_code("0.77"), 4), [0, 1, 2, 1])
    [(1,), (1, 1), (1, 2), (2,)]
    """
    if isinstance(moves, Splits):
        return moves.labelled(labels)
    return sorted({tuple(sorted(labels[item] for item in option)) for option in moves})
