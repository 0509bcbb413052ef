"""Grundy values of a rule that a user wrote on one to four heaps, cell by cell, from the definition."""

# mypy: allow-untyped-defs, allow-untyped-calls

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit, typeof

#: The results of the loop: done; a count that is no count of rows; an option outside the table; an option whose value
#: is not known yet.
DONE, BAD_COUNT, OUTSIDE, UNKNOWN = 0, 1, 2, 3


def kernel_of(rule: Any, heaps: int, words: tuple[Any, ...]) -> Any:
    """Returns the loop over cells for ``rule``, compiled for arguments of the types of ``words``: ``fill(table, sides,
    order, start, stop, out, places, seen, at)``, which returns one of the results above.

    It fills cells ``start``..``stop`` - 1 of the flat ``table`` (int32, -1 where nothing is known) over ``sides``
    (int64, four of them, 1 for heaps that are not there), taken in ``order`` (none: as they come).

    ``out`` (int64, columns contiguous) is the buffer that the rule writes its options to, ``places`` (uint32) has
    a place for each. ``seen`` (int32, a place for every value and one more) holds the last mark of each value.
    ``at[0]`` is the cell under way and ``at[1]`` its number of options. The rule checks every index: a buffer that is
    too short ends in IndexError.
    """
    body = njit(boundscheck=True, nogil=True)(rule)
    if heaps == 1:
        call = njit(nogil=True)(lambda a, b, c, d, out: body(a, out[:, 0]))
    elif heaps == 2:
        call = njit(nogil=True)(lambda a, b, c, d, out: body(a, b, out))
    elif heaps == 3:
        call = njit(nogil=True)(lambda a, b, c, d, out: body(a, b, c, out))
    else:
        call = body

    @njit(tuple(map(typeof, words)), nogil=True)
    def fill(table, sides, order, start, stop, out, places, seen, at):
        heaps = out.shape[1]
        stride = np.ones(4, np.int64)
        for h in range(2, -1, -1):
            stride[h] = stride[h + 1] * sides[h + 1]
        for c in range(start, stop):
            at[0] = c
            cell = np.int64(order[c]) if order.shape[0] else np.int64(c)
            x0 = cell // stride[0]
            x1 = cell // stride[1] % sides[1]
            x2 = cell // stride[2] % sides[2]
            x3 = cell % sides[3]
            n = call(x0, x1, x2, x3, out)
            at[1] = n
            if n < 0 or n > out.shape[0]:
                return BAD_COUNT
            # Loops without a branch, over unsigned ranges, become vector instructions: the sign of ``wrong`` tells.
            count = np.uint64(n)
            wrong = np.int64(0)
            for i in range(count):
                x = out[i, 0]
                wrong |= x | (sides[0] - 1 - x)
                places[i] = x * stride[0]
            for h in range(1, heaps):
                side, step = sides[h] - 1, stride[h]
                for i in range(count):
                    x = out[i, h]
                    wrong |= x | (side - x)
                    places[i] += x * step
            if wrong < 0:
                return OUTSIDE
            mark = np.int32(c + 1)
            unknown = np.int32(0)
            for i in range(count):
                value = table[places[i]]
                unknown |= value
                seen[value] = mark  # -1 is the last place
            if unknown < 0:
                return UNKNOWN
            value = 0
            while seen[value] == mark:
                value += 1
            table[cell] = value
        return DONE

    return fill
