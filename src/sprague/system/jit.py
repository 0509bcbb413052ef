"""Compiled inner loops: ``@kernel`` in front of a function that sees arrays only."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from typing import Any, overload

from numba import njit
from numba.core import event
from numba.core.caching import IndexDataCacheFile

from . import clock

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


class _Stopwatch(event.Listener):
    """Leaves the time of compiling out of :func:`sprague.system.clock.used`."""

    depth, begun = 0, 0.0

    def on_start(self, _: Any) -> None:
        if self.depth == 0:
            self.begun = time.process_time()
        self.depth += 1

    def on_end(self, _: Any) -> None:
        self.depth -= 1
        if self.depth == 0:
            clock.compiled(time.process_time() - self.begun)


event.register("numba:compile", _Stopwatch())  # type: ignore[no-untyped-call]

IndexDataCacheFile._data_name = _own_name  # type: ignore[method-assign]
