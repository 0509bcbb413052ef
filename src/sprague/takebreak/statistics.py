"""Statistics of a sequence of Grundy values: frequencies, the largest value, rare heaps, P-positions.

>>> import sprague as sg
>>> found = sg.statistics("kayles", 1000)
>>> found.max, found.argmax, found.rare_mask, found.rares.tolist()
(8, 27, 'f', [0, 3, 6, 11, 18, 22, 28, 34, 39, 70])
>>> found.frequencies[4], found.zeros.tolist()
(169, [])
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from sprague.system.ask import Effort, require, tick

from .codes import Code

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

#: A mask is reported if at most one heap in this many is rare.
RARE_SHARE = 4

#: A mask is searched only if the table of frequencies is shorter than this.
MAX_FREQUENCIES = 1 << 22

_PIECE = 1 << 22

#: The cost of counting and reporting a value that occurs.
BYTES_A_VALUE, SECONDS_A_VALUE = 200, 2e-6

#: The cost of counting a heap and testing it for a mask, and of listing it as a P-position or as rare.
SECONDS_A_HEAP, BYTES_LISTED = 3e-8, 20


@dataclass(frozen=True)
class Statistics:
    """Statistics of the Grundy values of the heaps 1..``to`` of a game.

    ``frequencies`` counts the heaps of each value; ``max`` is the largest value and ``argmax`` the smallest heap
    that has it. ``zeros`` (int64, ascending) are the heaps >= 1 of value 0: the P-positions. A heap is rare when
    its value has evenly many of the bits of ``rare_mask``, hexadecimal as in published tables; with ``+pos``, or
    ``+pos+1`` at its end the heap's size, or its size plus 1, is added to that number of bits. ``rares`` (int64,
    ascending) are the rare heaps, including heap 0 if it is rare, as in those tables. Mask and rares are None if no
    mask leaves at most a quarter of the heaps rare.
    """

    game: str
    to: int
    frequencies: dict[int, int]
    max: int
    argmax: int
    rare_mask: str | None
    # These follow from the game and its size.
    rares: NDArray[np.int64] | None = field(compare=False)
    zeros: NDArray[np.int64] = field(compare=False)

    def __hash__(self) -> int:
        return hash((self.game, self.to, self.max, self.argmax))

    @property
    def last_rare(self) -> int | None:
        """The largest rare heap, or None if there is none."""
        return int(self.rares[-1]) if self.rares is not None and len(self.rares) else None

    def to_dict(self) -> dict[str, Any]:
        """Returns the object that ``--json`` prints."""
        return {
            "game": self.game,
            "to": self.to,
            "frequencies": {str(value): count for value, count in self.frequencies.items()},
            "max": self.max,
            "argmax": self.argmax,
            "rare_mask": self.rare_mask,
            "rares": None if self.rares is None else self.rares.tolist(),
            "last_rare": self.last_rare,
            "zeros": {
                "count": len(self.zeros),
                "first": int(self.zeros[0]) if len(self.zeros) else None,
                "last": int(self.zeros[-1]) if len(self.zeros) else None,
            },
        }


def statistics_of(values: NDArray[Any], game: str, code: Code | None = None) -> Statistics:
    """Returns statistics of g(0), g(1), ..., at least two values. ``code`` is the code of their game, if it has one.

    For a code that splits into two heaps, mask and rares are those that its engine uses
    (:func:`sprague.takebreak.sparse_space.sparse_space`: the mask with the fewest rare heaps among the newest values,
    perhaps with the parity of the heap). For other games the Walsh-Hadamard transform of the frequencies gives the mask
    with the fewest rare heaps: its value at m is the number of rare heaps minus the number of common ones.
    """
    from sprague.system.arrays import np

    largest = int(values.max())
    # No two heaps may have the same value, as in Nim.
    seconds = SECONDS_A_VALUE * largest + SECONDS_A_HEAP * len(values)
    require(Effort(largest, BYTES_A_VALUE * largest, seconds), game)
    counts = _frequencies(values, largest)
    listed = counts.get(0, 0) + len(values) // RARE_SHARE
    require(Effort(listed, BYTES_LISTED * listed, seconds), game)
    mask, rares = _rares(values, counts, code)
    zeros = [
        begin + np.flatnonzero(values[begin : begin + _PIECE] == 0) for begin in range(0, len(values), _PIECE)
    ]
    return Statistics(
        game,
        len(values) - 1,
        counts,
        largest,
        int(np.argmax(values[1:] == largest)) + 1,
        mask,
        rares,
        np.concatenate(zeros)[1:],
    )


def _frequencies(values: NDArray[Any], largest: int) -> dict[int, int]:
    """Returns a dict from each value to its number of heaps >= 1, in the order of the values."""
    from sprague.system.arrays import np

    counts = np.zeros(largest + 1, np.int64)
    for begin in range(1, len(values), _PIECE):
        tick()
        piece = values[begin : begin + _PIECE]
        if piece.dtype.kind == "i":
            piece = piece[piece >= 0]  # -1 stands for a value that is not a nimber
        if largest < len(piece):
            counts += np.bincount(piece, minlength=largest + 1)
        else:
            distinct, times = np.unique(piece, return_counts=True)
            counts[distinct] += times
    present = np.flatnonzero(counts)
    return dict(zip(present.tolist(), counts[present].tolist(), strict=True))


def _rares(
    values: NDArray[Any], counts: dict[int, int], code: Code | None
) -> tuple[str | None, NDArray[np.int64] | None]:
    """Returns the mask as text, and the rare heaps, or twice None if no mask leaves few heaps rare."""
    from sprague.system.arrays import np

    from .sparse_space import odd_table, sparse_space

    largest = max(counts)
    if not largest or largest >= MAX_FREQUENCIES:
        return None, None
    space = None if code is None else sparse_space(code, values)
    if space is not None:
        mask, parity, flip, rares = space.mask, space.parity, space.flip, np.asarray(space.rares)
    else:
        row = np.zeros(1 << largest.bit_length(), np.int64)
        row[list(counts)] = list(counts.values())
        mask, parity, flip = mask_of_frequencies(row), False, False
        even = np.asarray(odd_table(mask, largest + 1)) == 0
        pieces = range(0, len(values), _PIECE)
        rares = np.concatenate(
            [begin + np.flatnonzero(even[values[begin : begin + _PIECE]]) for begin in pieces]
        )
    if RARE_SHARE * len(rares) > len(values):
        return None, None
    return f"{mask:x}" + "+pos" * parity + "+1" * flip, rares


def mask_of_frequencies(counts: NDArray[np.int64]) -> int:
    """Returns the mask with the fewest rare heaps if counts[v] heaps have value v. ``len(counts)`` is a power of two.

    >>> import numpy as np
    >>> mask_of_frequencies(np.array([1, 50, 50, 2]))
    3
    """
    sums = _walsh(counts)
    sums[0] = counts.sum()  # mask 0 calls every heap rare
    return int(sums.argmin())


def _walsh(row: NDArray[np.int64]) -> NDArray[np.int64]:
    """Returns the Walsh-Hadamard transform: for each m the sum over v of row[v] (-1)^popcount(v & m)."""
    from sprague.system.arrays import np

    size, half = len(row), 1
    while half < size:
        pairs = row.reshape(-1, 2, half)
        row = np.stack((pairs[:, 0] + pairs[:, 1], pairs[:, 0] - pairs[:, 1]), axis=1).reshape(-1)
        half *= 2
    return row
