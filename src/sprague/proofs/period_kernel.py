"""Values for the checker of period certificates, computed by plain loops that no engine shares.

A heap n of value v is *rare* if popcount(v & mask) + parity * n + flip is even, else *common*. If flip equals parity *
k modulo 2 for every take k that splits, then two common heaps never produce the value of a common heap, because
popcounts of xors add modulo 2. So the single heaps and the splits with a rare heap determine the least common value
that is not reached. The rare values below it are checked by going through the splits.
"""

# mypy: allow-untyped-defs, allow-untyped-calls

from __future__ import annotations

import numpy as np

from sprague.system.jit import kernel


@kernel
def by_definition(values, start, stop, takes, ends, splits, unequal, stamp):
    """Fills ``values[start:stop]`` with the mex over all options. ``stamp`` has room for every value, zeros at first.
    Returns ``stop``, or a heap whose value has no room there."""
    for n in range(start, stop):
        if n < len(ends) and ends[n]:
            stamp[0] = n
        for k in takes:
            if k < n:
                stamp[values[n - k]] = n
        for k in splits:
            m = n - k
            for a in range(1, (m - 1 if unequal else m) // 2 + 1):
                stamp[values[a] ^ values[m - a]] = n
        v = 0
        while v < len(stamp) and stamp[v] == n:
            v += 1
        if v == len(stamp):
            return n
        values[n] = v
    return stop


@kernel
def from_rares(values, start, stop, takes, ends, splits, unequal, odd, parity, flip, rares, stamp):
    """Fills ``values[start:stop]`` from the rare heaps; ``odd[v]`` is popcount(v & mask) modulo 2. Returns ``stop``, or
    the first heap for which being rare and being among ``rares`` disagree."""
    place = np.searchsorted(rares, start)
    for n in range(start, stop):
        if n < len(ends) and ends[n]:
            stamp[0] = n
        for k in takes:
            if k < n:
                stamp[values[n - k]] = n
        for k in splits:
            m = n - k
            for r in rares[:place]:
                if 0 < r < m and not (unequal and 2 * r == m):
                    stamp[values[r] ^ values[m - r]] = n
        common = 1 ^ flip ^ (parity & n)
        v, open_values = 0, 0
        while v < len(stamp) and (stamp[v] == n or odd[v] != common):
            open_values += stamp[v] != n
            v += 1
        if v == len(stamp):
            return n
        for k in splits:
            m = n - k
            for a in range(1, (m - 1 if unequal else m) // 2 + 1):
                if open_values == 0:
                    break
                x = values[a] ^ values[m - a]
                if stamp[x] != n:
                    stamp[x] = n
                    open_values -= x < v
        if open_values:
            v = 0
            while stamp[v] == n:
                v += 1
        values[n] = v
        listed = place < len(rares) and rares[place] == n
        if listed != (odd[v] != common):
            return n
        place += listed
    return stop
