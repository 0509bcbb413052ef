"""The values of stacks of Top Entails. Nothing is checked here."""

# mypy: allow-untyped-defs, allow-untyped-calls

from __future__ import annotations

import numpy as np

from sprague.system.jit import kernel


@kernel
def fill_values(values, back, start, stop, inside, seen, loony):
    """Write the values of stacks ``start``..``stop`` - 1 into ``values`` (uint16); those before are there, and stand in
    the other order at the end of ``back`` (uint16), which is as long.

    ``inside`` (uint8): for each nimber whether whoever must play in the stack before ``start`` wins beside it; of
    larger nimbers it is so when the stack is odd. It is brought up to date. ``seen`` (int32, a place for each
    uint16): the last stack that splits to this nimber. ``loony`` (int64): how many loony stacks there are; they are
    marked by a number of their own in the highest four bits, so that a split with one gives no nimber. Returns the
    first stack that was not valued: ``stop``, or the one for which no mark or no nimber was left.
    """
    most = inside.shape[0]
    size = values.shape[0]
    mixed = np.empty(1024, np.uint16)
    for n in range(start, stop):
        half = (n - 1) // 2
        # Stack n - a stands in ``back`` at size - 1 - (n - a): both rows run upwards, and are joined in vectors.
        left = values[1 : 1 + half]
        right = back[size - n : size - n + half]
        for begin in range(0, half, 1024):
            count = min(1024, half - begin)
            one, other = left[begin : begin + count], right[begin : begin + count]
            for i in range(count):
                mixed[i] = one[i] ^ other[i]
            for i in range(count):
                seen[mixed[i]] = n
        if n % 2 == 0 and values[n // 2] < most:
            seen[0] = n
        value = -1
        for w in range(most):
            here = seen[w] == n or inside[w] == 0
            inside[w] = here
            if not here and value < 0:
                value = w
        if value < 0:
            if n % 2 == 0 or loony[0] == 15:
                return n
            loony[0] += 1
            value = loony[0] * most
        values[n] = value
        back[size - 1 - n] = value
    return stop
