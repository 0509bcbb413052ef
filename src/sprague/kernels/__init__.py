"""Compiled inner loops: arrays in, arrays out."""

import os
from typing import Any

from numba.core.caching import IndexDataCacheFile


def _own_name(self: Any, number: int) -> str:
    """A file name that no other process chooses.

    Numba names a new file of its cache by the first number that the index does not have. Two processes that
    compile one kernel for different types at the same time choose the same, and the index may then promise one's
    code in the file with the other's, for good: "can't unbox array".
    """
    name: str = self._data_name_pattern.format(number=number)
    return f"{name.removesuffix('.nbc')}.{os.urandom(6).hex()}.nbc"


IndexDataCacheFile._data_name = _own_name  # type: ignore[method-assign]
