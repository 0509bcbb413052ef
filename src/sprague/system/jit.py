"""Compiled inner loops: ``@kernel`` in front of a function that sees arrays only."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any, overload

from numba import njit
from numba.core.caching import IndexDataCacheFile

Inner = Callable[..., Any]


@overload
def kernel(function: Inner, /) -> Inner: ...


@overload
def kernel(*, boundscheck: bool = ..., inline: str = ...) -> Callable[[Inner], Inner]: ...


def kernel(*function: Callable[..., Any], **options: Any) -> Any:
    """Compile ``function`` when it is first called, and keep the code on disk; it runs without the interpreter's lock,
    so that other threads go on. With ``options`` of Numba only: ``@kernel(boundscheck=False)``."""
    compile_it: Any = njit
    return compile_it(*function, cache=True, nogil=True, **options)


def _own_name(self: Any, number: int) -> str:
    """A file name that no other process chooses.

    Numba names a new file of its cache by the first number that the index does not have. Two processes that
    compile one kernel for different types at the same time choose the same, and the index may then promise one's
    code in the file with the other's, for good: "can't unbox array".
    """
    name: str = self._data_name_pattern.format(number=number)
    return f"{name.removesuffix('.nbc')}.{os.urandom(6).hex()}.nbc"


IndexDataCacheFile._data_name = _own_name  # type: ignore[method-assign]
