"""Compiles inner loops: ``@kernel`` marks a function that works on arrays only.

Importing Numba takes longer than answering most questions. A kernel is therefore compiled once, when it is first
called with its types of arguments, and kept as machine code (:mod:`sprague.system.machine_code`) that later processes
load in a millisecond, without Numba and LLVM. The caller of the function sees none of this.

Numba itself runs the kernels where no machine code is kept: on systems other than 64-bit Linux on x86, with
settings of Numba in the environment (``NUMBA_BOUNDSCHECK=1``), and for arguments or results that are neither
numbers, arrays, nor tuples of them. With ``NUMBA_DISABLE_JIT=1`` a kernel is the plain function.
"""

from __future__ import annotations

import functools
import os
import sys
import threading
import time
from collections.abc import Callable
from types import ModuleType
from typing import Any, overload

from . import clock, code_names, compiling, machine_code
from .apart import apart

Inner = Callable[..., Any]

#: Settings of Numba that do not change the code of a kernel.
_HARMLESS = {"NUMBA_CACHE_DIR", "NUMBA_NUM_THREADS", "NUMBA_THREADING_LAYER"}


def disabled() -> bool:
    """Returns whether the compiler is switched off. Kernels are then plain functions."""
    return _setting("DISABLE_JIT")


@overload
def kernel(function: Inner, /) -> Inner: ...


@overload
def kernel(*, boundscheck: bool = ..., forceinline: bool = ...) -> Callable[[Inner], Inner]: ...


def kernel(*function: Inner, **options: Any) -> Any:
    """Compiles ``function`` when it is first called, and keeps the code on disk. The code runs without the
    interpreter's lock, so that other threads go on. ``options`` are Numba's: ``@kernel(boundscheck=False)``.

    A kernel may call other kernels and instructions, and use the constants of its module. It is compiled anew if its
    file or any file that this imports has changed.
    """
    if not function:
        return lambda inner: kernel(inner, **options)
    return function[0] if disabled() else Kernel(function[0], options)


def instruction(code: Callable[[], ModuleType]) -> Callable[[Inner], Inner]:
    """Makes a function that kernels call: Numba's intrinsic of the same name in the module that ``code`` imports. With
    the compiler switched off it is the function itself."""
    return lambda plain: plain if disabled() else Instruction(plain, code)


class Instruction:
    """An instruction that kernels call. Numba learns of it when it compiles one."""

    def __init__(self, plain: Inner, code: Callable[[], ModuleType]) -> None:
        functools.update_wrapper(self, plain)
        self.plain = plain
        self._code = code

    def __call__(self, *arguments: Any) -> Any:
        return self.plain(*arguments)

    @property
    def _numba_type_(self) -> Any:
        """Returns the Numba type. Numba reads this attribute of a value whose class it does not know."""
        from numba.core.registry import cpu_target

        context: Any = cpu_target.typing_context
        intrinsic = getattr(self._code(), self.plain.__name__)
        context.refresh()
        return context.resolve_value_type(intrinsic)


class Kernel:
    """A function that runs as machine code."""

    def __init__(self, function: Inner, options: dict[str, Any]) -> None:
        functools.update_wrapper(self, function)
        self.function = function
        self.options = options
        #: The loaded code by the types of the arguments; None where Numba calls the kernel.
        self._calls: dict[tuple[Any, ...], Callable[[list[Any]], Any] | None] = {}

    def __call__(self, *arguments: Any) -> Any:
        kinds: list[Any] = []
        flat: list[Any] = []
        machine_code.flatten(arguments, kinds, flat)
        key = tuple(kinds)
        try:
            call = self._calls[key]
        except KeyError:
            call = self._found(key, arguments)
        return self.dispatcher(*arguments) if call is None else call(flat)

    def _found(self, key: tuple[Any, ...], arguments: tuple[Any, ...]) -> Callable[[list[Any]], Any] | None:
        with _one_at_a_time:
            if key not in self._calls:
                call = None if None in key or not _kept() else self._loaded(key, arguments)
                if call is None:
                    apart(("call", id(self), key), lambda: _compiler().prepare(self.dispatcher, arguments))
                self._calls[key] = call
            return self._calls[key]

    def _loaded(self, key: tuple[Any, ...], arguments: tuple[Any, ...]) -> Callable[[list[Any]], Any] | None:
        """Returns machine code from the disk, or compiles it and keeps it there for the next process."""
        name = code_names.name(self.function, self.options, key)
        code = machine_code.read(name) if name else None
        if code is None:
            compiling.tell(True)
            begun = time.process_time()
            try:
                code = apart(("code", id(self), key), lambda: _compiler().machine_code(self, arguments))
            finally:
                compiling.tell(False)
                clock.compiled(time.process_time() - begun)
            if code is not None and name:
                machine_code.write(name, code)
        return None if code is None else machine_code.load(code, key)

    @functools.cached_property
    def dispatcher(self) -> Any:
        """Returns the kernel as a Numba function, which is called where no machine code is kept."""
        return _compiler().dispatcher(self, cache=not _setting("BOUNDSCHECK"))

    @functools.cached_property
    def inner(self) -> Any:
        """Returns the kernel as other kernels call it, without the wrapper for calls from Python."""
        return _compiler().inner(self) if _kept() else self.dispatcher

    @property
    def _numba_type_(self) -> Any:
        from numba.core.types import Dispatcher

        return Dispatcher(self.inner)


_one_at_a_time = threading.RLock()


def _compiler() -> ModuleType:
    """Imports and returns the compiler. Call it within :func:`apart`: neither its import nor its work may be
    interrupted half-way."""
    from . import compiler

    return compiler


def has_instructions(*names: str) -> bool:
    """Returns whether kernels are compiled for this very processor and it has the instructions of these names."""
    if disabled():
        return False
    if _kept():
        return set(names) <= code_names.processor_flags()
    there: bool = apart("instructions", lambda: _compiler().has_instructions(*names))
    return there


@functools.cache
def _kept() -> bool:
    """Returns whether machine code is kept: the linker supports this system, and Numba has no settings of its own."""
    settings = (name for name, value in os.environ.items() if name.startswith("NUMBA_") and value)
    return (
        code_names.possible()
        and set(settings) <= _HARMLESS
        and not os.path.exists(".numba_config.yaml")  # read by Numba from the folder of work
    )


def _setting(name: str) -> bool:
    """Returns a switch of Numba without importing it."""
    config = sys.modules.get("numba.core.config")
    if config is not None:
        return bool(getattr(config, name))
    try:
        return bool(int(os.environ.get(f"NUMBA_{name}") or 0))
    except ValueError:  # Numba then takes its default
        return False
