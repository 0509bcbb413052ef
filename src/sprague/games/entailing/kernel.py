"""The values of stacks of Top Entails. The kernel checks nothing.

A nimber is in S(n) if a split of n has it, or if it is not in S(n - 1). So the value of a stack is mostly the least
nimber that no split of it has. The kernel marks splits one by one until few smaller nimbers remain. It then searches
for each of these among the remaining splits, which is several times as fast, as it uses vectors. Whether a nimber that
no split has is in S(n - 1) is decided on demand, back to the last stack for which it is known.
"""

# mypy: allow-untyped-defs, allow-untyped-calls

from __future__ import annotations

import numpy as np

from sprague.system.jit import kernel

#: The number of splits that are compared between two checks for a match.
BLOCK = 1024


@kernel
def fill_values(values, back, start, stop, inside, settled, seen, counts):
    """Writes the values of stacks ``start``..``stop`` - 1 into ``values`` (uint16), which contains those before. The
    same values stand in reverse order at the end of ``back`` (uint16), which is as long.

    ``inside`` (uint8) says for each nimber w below its length whether w is in S(``settled[w]``), where ``settled[w]``
    (int32) is the last stack for which this is known. ``seen`` (int32, a place for each uint16) has the last stack
    known to split to this nimber. ``counts`` (int64) has the number of loony stacks and the power of two above all
    nimbers so far. A loony stack is marked by a number of its own in the highest four bits, so that a split with it
    gives no nimber. Returns the first stack that was not valued: ``stop``, or the one for which marks or nimbers ran
    out.
    """
    most = inside.shape[0]
    size = values.shape[0]
    mixed = np.empty(BLOCK, np.uint16)
    for n in range(start, stop):
        half = (n - 1) // 2
        # Stack n - a is in ``back`` at size - 1 - (n - a). So both rows run upwards, and vectors can combine them.
        left = values[1 : 1 + half]
        right = back[size - n : size - n + half]
        if n % 2 == 0 and values[n // 2] < most:
            seen[0] = n
        marked = 0
        value = -1
        w = 0
        above = counts[1]
        while value < 0 and w < above:
            if seen[w] == n:
                w += 1
                continue
            if marked < half:
                until = min(half, marked + max(2 * BLOCK, (half - marked) // 8))
                while marked < until:
                    count = min(BLOCK, until - marked)
                    one, other = left[marked : marked + count], right[marked : marked + count]
                    for i in range(count):
                        mixed[i] = one[i] ^ other[i]
                    for i in range(count):
                        seen[mixed[i]] = n
                    marked += count
                if seen[w] == n:
                    continue
            if marked < half and splits_to(left[marked:], right[marked:], w):
                seen[w] = n
                continue
            # No split of n has w, so w is in S(n) exactly if it is not in S(n - 1).
            here = 1
            m = n - 1
            known = max(seen[w], settled[w])
            if settled[w] >= seen[w]:
                here = inside[w]
            while m > known:
                if has_split(values, back, m, w, most):
                    known, here = m, 1
                m -= 1
            here ^= (n - known) & 1
            settled[w] = n
            inside[w] = here
            if here == 0:
                value = w
            w += 1
        if value < 0:
            # Larger nimbers are in S(n) exactly if n is odd.
            if n % 2 == 0:
                if above >= most:
                    return n
                value = above
            else:
                if counts[0] == 15:
                    return n
                counts[0] += 1
                value = counts[0] * most
        while value < most and counts[1] <= value:
            for w in range(counts[1], min(2 * counts[1], most)):
                settled[w] = n
                inside[w] = n % 2
            counts[1] *= 2
        values[n] = value
        back[size - 1 - n] = value
    return stop


@kernel
def has_split(values, back, n, w, most):
    """Returns whether a split of ``n`` has the nimber ``w``."""
    if w == 0 and n > 0 and n % 2 == 0 and values[n // 2] < most:
        return True
    half = (n - 1) // 2
    size = values.shape[0]
    return half > 0 and splits_to(values[1 : 1 + half], back[size - n : size - n + half], w)


@kernel
def splits_to(left, right, w):
    """Returns whether, at some place, the values in ``left`` and ``right`` have the nim-sum ``w``."""
    wanted = np.uint16(w)
    for begin in range(0, left.shape[0], BLOCK):
        stop = min(begin + BLOCK, left.shape[0])
        one, other = left[begin:stop], right[begin:stop]
        found = False
        for i in range(stop - begin):
            found |= (one[i] ^ other[i]) == wanted
        if found:
            return True
    return False
