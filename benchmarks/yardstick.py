"""The yardstick: how fast this machine is now, by a fixed piece of work that the package has no part in.

It computes Officers (octal 0.6) to 10^6 by a plain sparse-space program, warm. A figure of another machine or hour
counts as (figure / seconds now) x REFERENCE.
"""

from __future__ import annotations

import time

import numpy as np
from numba import njit

#: CPU seconds on the machine of the figures in the documentation.
REFERENCE = 1.32


#: Heaps whose least parts mark their values in a table; all other pairs are searched in blocks of 64.
_NEAR = 1536


@njit(cache=True, boundscheck=False)
def officers(size, rare, common, near, most):
    """Values of heaps below ``size``; ``rare`` and ``common`` are all values below ``most``, by their mask."""
    values = np.zeros(size + 256, np.uint16)
    mirror = np.zeros(size + 256, np.uint16)
    end = size + 64
    seen = np.zeros(most, np.uint8)
    rare_at = np.zeros(4096, np.int64)
    rare_value = np.zeros(4096, np.uint16)
    rares = 1
    missing = np.zeros(most, np.uint16)
    epoch = np.uint8(0)
    for n in range(1, size):
        epoch = np.uint8(epoch + 1)
        if epoch == 0:
            seen[:] = 0
            epoch = np.uint8(1)
        m = n - 1
        if m >= 1:
            if m > rare_at[rares - 1]:
                for k in range(rares):
                    seen[values[m - rare_at[k]] ^ rare_value[k]] = epoch
            else:
                for k in range(rares):
                    if rare_at[k] > m:
                        break
                    seen[values[m - rare_at[k]] ^ rare_value[k]] = epoch
        i = 0
        while seen[common[i]] == epoch:
            i += 1
        candidate = common[i]
        k = 0
        half = m // 2
        last = min(half, near)
        offset = end - m
        if m >= 1:
            for j in range(last + 1):
                seen[values[j] ^ mirror[offset + j]] = epoch
        j = 0
        while rare[j] < candidate:
            if seen[rare[j]] != epoch:
                missing[k] = rare[j]
                k += 1
            j += 1
        j = last + 1
        while m >= 1 and j <= half and k > 0:
            q = 0
            x = values[j : j + 64]
            y = mirror[offset + j : offset + j + 64]
            while q < k:
                target = missing[q]
                hit = np.uint16(0)
                for z in range(64):
                    hit |= np.uint16((x[z] ^ y[z]) == target)
                if hit != 0:
                    k -= 1
                    missing[q] = missing[k]
                else:
                    q += 1
            j += 64
        if k > 0:
            least = missing[0]
            for q in range(1, k):
                if missing[q] < least:
                    least = missing[q]
            values[n] = least
            rare_at[rares] = n
            rare_value[rares] = least
            rares += 1
        else:
            values[n] = candidate
        mirror[end - n] = values[n]
    return values


def seconds(size: int = 1_000_000) -> float:
    """CPU seconds of the work, compiled beforehand."""
    every = np.arange(1024, dtype=np.uint16)
    parity = np.array([int(v & 0x1EE).bit_count() & 1 for v in every])
    rare = np.append(every[parity == 0], np.uint16(65535))
    common = every[parity == 1]
    officers(1000, rare, common, 64, 1024)
    start = time.process_time()
    officers(size, rare, common, _NEAR, 1024)
    return time.process_time() - start
