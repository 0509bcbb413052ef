"""The values of stacks of Top Entails. Nothing is checked here.

A nimber lies in S(n) when a split of n has it, and otherwise when it does not lie in S(n - 1). So the value of a stack
is mostly the least nimber that no split of it has. Splits are marked one by one until few smaller nimbers are left; of
these each is looked for among the splits that remain, which goes several times as fast, as vectors do it. Whether what
no split has lies in S(n - 1) is found out when it is asked, back to the last stack where it is known.
"""

# mypy: allow-untyped-defs, allow-untyped-calls

from __future__ import annotations

import numpy as np

from sprague.system.jit import kernel

#: Splits that are compared before it is looked whether one was found.
BLOCK = 1024


@kernel
def fill_values(values, back, start, stop, inside, settled, seen, counts):
    """Write the values of stacks ``start``..``stop`` - 1 into ``values`` (uint16); those before are there, and stand in
    the other order at the end of ``back`` (uint16), which is as long.

    For each nimber w below the length of ``inside`` (uint8): whether it lies in S(``settled[w]``) (int32), the last
    stack for which that is known. ``seen`` (int32, a place for each uint16): the last stack that was found to split to
    this nimber. ``counts`` (int64): how many loony stacks there are; they are marked by a number of their own in the
    highest four bits, so that a split with one gives no nimber; and the power of two above all nimbers so far. Returns
    the first stack that was not valued: ``stop``, or the one for which no mark or no nimber was left.
    """
    most = inside.shape[0]
    size = values.shape[0]
    mixed = np.empty(BLOCK, np.uint16)
    for n in range(start, stop):
        half = (n - 1) // 2
        # Stack n - a stands in ``back`` at size - 1 - (n - a): both rows run upwards, and are joined in vectors.
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
            # No split of n has w: it lies in S(n) when it does not lie in S(n - 1).
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
            # Larger nimbers lie in S(n) when n is odd.
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
    """Returns whether the values in ``left`` and those beside them in ``right`` have ``w`` as their nim-sum
    somewhere."""
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
