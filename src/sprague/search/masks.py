"""Sets of cells or vertices as the bits of numbers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence


def bits(mask: int) -> Iterator[int]:
    """Yields the numbers of the set bits, from the lowest.

    >>> list(bits(0b1010))
    [1, 3]
    """
    base = 0
    while mask:
        word = mask & 0xFFFFFFFFFFFFFFFF
        while word:
            low = word & -word
            yield base + low.bit_length() - 1
            word ^= low
        mask >>= 64
        base += 64


def mask_components(neighbours: Sequence[int], within: int) -> Iterator[int]:
    """Yields the connected components of the vertices in ``within``, in the order of their least vertices.

    >>> list(mask_components([0b0100, 0, 0b1001, 0b0100], 0b1111))
    [13, 2]
    """
    while within:
        part = grown = within & -within
        while grown:
            v = grown.bit_length() - 1
            new = neighbours[v] & within & ~part
            part |= new
            grown = grown & ~(1 << v) | new
        yield part
        within &= ~part
