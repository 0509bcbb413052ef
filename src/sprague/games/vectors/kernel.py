"""Grundy values of games on tuples of heaps, cell by cell in lexicographic order, from the definition."""

# mypy: allow-untyped-defs, allow-untyped-calls

from __future__ import annotations

import numpy as np

from sprague.system.jit import kernel


@kernel
def fill_vectors(table, shape, multiples, constants, symmetric, start, stop, seen):
    """Fills cells ``start``..``stop`` - 1 of the flat ``table`` (int32) over ``shape``. The cells before must be
    filled.

    Family f takes ``multiples[f] * k + constants[f]`` (int64, families x heaps) for k = 1, 2, …, or once when it
    has no multiple. In a ``symmetric`` game (``shape`` ascending) a cell with a larger heap before a smaller one
    copies the value of the ordered cell, which comes earlier. ``seen`` (int64, zeros at first) has a place for
    every value: the number of the last cell, plus 1, that has an option of this value.
    """
    families, heaps = multiples.shape
    strides = _strides(shape)
    x = np.zeros(heaps, np.int64)
    ordered = np.zeros(heaps, np.int64)
    step = np.zeros(families, np.int64)
    first = np.zeros(families, np.int64)
    for f in range(families):
        for i in range(heaps):
            step[f] += multiples[f, i] * strides[i]
            first[f] += constants[f, i] * strides[i]
    for cell in range(start, stop):
        _place(cell, strides, x)
        if symmetric:
            twin = _ordered(x, strides, ordered)
            if twin != cell:
                table[cell] = table[twin]
                continue
        for f in range(families):
            times = 1 << 40
            single = True
            for i in range(heaps):
                if x[i] < constants[f, i]:
                    times = 0
                elif multiples[f, i] > 0:
                    single = False
                    times = min(times, (x[i] - constants[f, i]) // multiples[f, i])
            if single:
                times = min(times, 1)
            option = cell - first[f]
            for _ in range(times):
                option -= step[f]
                seen[table[option]] = cell + 1
        table[cell] = _mex(seen, cell + 1)


@kernel
def fill_nim_sum_0(table, shape, start, stop, seen):
    """Fills a table like :func:`fill_vectors` for Fraenkel's game on three heaps or more: take from one heap, or
    amounts with nim-sum 0 from all. ``shape`` is ascending."""
    heaps = shape.shape[0]
    strides = _strides(shape)
    x = np.zeros(heaps, np.int64)
    ordered = np.zeros(heaps, np.int64)
    amount = np.zeros(heaps, np.int64)
    last = heaps - 1
    for cell in range(start, stop):
        _place(cell, strides, x)
        twin = _ordered(x, strides, ordered)
        if twin != cell:
            table[cell] = table[twin]
            continue
        for i in range(heaps):
            option = cell
            for _ in range(x[i]):
                option -= strides[i]
                seen[table[option]] = cell + 1
        amount[:] = 0
        while True:
            # The amounts of all heaps but the last (the largest) run like the digits of a clock.
            i = last - 1
            while i >= 0 and amount[i] == x[i]:
                amount[i] = 0
                i -= 1
            if i < 0:
                break
            amount[i] += 1
            follows = 0
            option = cell
            for j in range(last):
                follows ^= amount[j]
                option -= amount[j] * strides[j]
            if follows <= x[last]:
                seen[table[option - follows]] = cell + 1
        table[cell] = _mex(seen, cell + 1)


@kernel
def _strides(shape):
    strides = np.ones(shape.shape[0], np.int64)
    for i in range(shape.shape[0] - 2, -1, -1):
        strides[i] = strides[i + 1] * shape[i + 1]
    return strides


@kernel
def _place(cell, strides, x):
    """Writes the heaps of a cell into ``x``."""
    for i in range(x.shape[0]):
        x[i] = cell // strides[i]
        cell -= x[i] * strides[i]


@kernel
def _ordered(x, strides, ordered):
    """Returns the cell of the same heaps in ascending order, and writes these heaps into ``ordered``."""
    cell = 0
    for i in range(x.shape[0]):
        j = i
        while j > 0 and ordered[j - 1] > x[i]:
            ordered[j] = ordered[j - 1]
            j -= 1
        ordered[j] = x[i]
    for i in range(x.shape[0]):
        cell += ordered[i] * strides[i]
    return cell


@kernel
def _mex(seen, mark):
    value = 0
    while seen[value] == mark:
        value += 1
    return value
