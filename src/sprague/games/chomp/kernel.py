"""Chomp over all bars inside a bar, in the order of their numbers (see :mod:`.lattice`), from the definition.

``weights`` (int64, rows x (longest row + 1)): row i of length n adds ``weights[i, n]`` to the number of a bar. ``rows``
(int64): the lengths of the bar that contains all others. The kernel checks nothing.
"""

# mypy: allow-untyped-defs, allow-untyped-calls

from __future__ import annotations

import numpy as np

from sprague.system.jit import kernel


@kernel
def fill_values(table, weights, rows, start, stop, seen):
    """Writes the values of bars ``start``..``stop`` - 1 into ``table`` (uint16 or uint32), which contains those before.

    ``seen`` (int64, zeros at first, a place for every value): the number of the last bar that has an option of this
    value. Take the bites of column j at the rows i..m - 1 that reach it. The numbers of the bars that they leave differ
    by the weights of these rows only, so each follows from another by one addition.
    """
    height, longest = rows.shape[0], rows[0]
    bar = np.zeros(height, np.int64)
    _place(weights, rows, start, bar)
    # along[j, i]: the amount that rows 0..i - 1, all of length j, add to a number.
    along = np.zeros((longest + 1, height + 1), np.int64)
    for j in range(longest + 1):
        for i in range(height):
            along[j, i + 1] = along[j, i] + (weights[i, j] if j <= rows[i] else 0)
    before = np.zeros(height + 1, np.int64)  # what rows 0..i - 1 of the bar add
    for number in range(start, stop):
        for i in range(height):
            before[i + 1] = before[i] + weights[i, bar[i]]
        below = height  # rows that reach column j
        for j in range(bar[0]):
            while bar[below - 1] <= j:
                below -= 1
            rest = number - before[below] + along[j, below]
            for i in range(j == 0, below):
                seen[table[rest + before[i] - along[j, i]]] = number
        value = 0
        while seen[value] == number:
            value += 1
        table[number] = value
        # The next bar: the lowest row that may grow grows by one, and the rows below it become empty.
        i = height - 1
        while i >= 0 and bar[i] == min(rows[i], bar[i - 1] if i else longest):
            bar[i] = 0
            i -= 1
        if i >= 0:
            bar[i] += 1


@kernel
def mark_wins(won, weights, rows, start, budget):
    """Goes through the bars from number ``start`` on. A bar that is not marked in ``won`` (uint8) is a P-position, and
    all bars from which a bite leads to it are marked. Stops after about ``budget`` marks or at the end, and returns the
    number of the first bar that it did not look at.

    A bite at column j shortens rows of more than j squares to j. So the bars to mark are found, for each run of rows of
    equal length j, by every way to lengthen these rows, each at most as long as the one above.
    """
    height, count = rows.shape[0], won.shape[0]
    bar = np.zeros(height, np.int64)
    longer = np.zeros(height, np.int64)
    for number in range(max(start, 1), count):
        if won[number]:
            continue
        if budget <= 0:
            return number
        _place(weights, rows, number, bar)
        first = 0
        while first < height:
            length = bar[first]
            last = first
            while last + 1 < height and bar[last + 1] == length:
                last += 1
            most = bar[first - 1] if first else rows[0]
            for i in range(first, last + 1):
                longer[i] = length
            target = number
            while True:
                # The lowest row of the run that may grow grows by one, and the rows below it return to their first
                # length.
                i = last
                while i >= first and longer[i] == min(rows[i], longer[i - 1] if i > first else most):
                    target -= weights[i, longer[i]] - weights[i, length]
                    longer[i] = length
                    i -= 1
                if i < first:
                    break
                target += weights[i, longer[i] + 1] - weights[i, longer[i]]
                longer[i] += 1
                won[target] = 1
                budget -= 1
            first = last + 1
    return count


@kernel
def _place(weights, rows, number, bar):
    """Writes the lengths of the rows of bar ``number`` into ``bar``."""
    most = rows[0]
    for i in range(rows.shape[0]):
        low, high = 0, min(most, rows[i])
        while low < high:
            middle = (low + high + 1) // 2
            if weights[i, middle] <= number:
                low = middle
            else:
                high = middle - 1
        bar[i] = low
        number -= weights[i, low]
        most = low
