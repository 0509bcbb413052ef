"""Where a sequence repeats: the Z-function (Gusfield 1997, section 1.3), compiled."""

import numpy as np
from numba import njit


@njit(cache=True, nogil=True)
def suffix_matches(backwards):  # type: ignore[no-untyped-def]
    """For each shift i, how many leading values of ``backwards`` equal those from i on (0 at shift 0)."""
    count = len(backwards)
    result = np.zeros(count, np.int64)
    left = 0
    right = 0
    for i in range(1, count):
        length = 0
        if i < right:
            length = min(right - i, result[i - left])
        while i + length < count and backwards[length] == backwards[i + length]:
            length += 1
        result[i] = length
        if i + length > right:
            left = i
            right = i + length
    return result
