"""Compiled inner loops: ``@kernel`` in front of a function that sees arrays only.

Importing Numba takes longer than most questions. So a kernel is compiled once, when it is first called with its
types of arguments, and kept as machine code (:mod:`sprague.system.machine_code`) that later processes load in a
millisecond, without Numba and LLVM. Nothing of this is seen by who calls the function.

Numba itself runs the kernels where machine code is not kept: on other systems than 64-bit Linux on x86, with
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

#: Settings of Numba's that change nothing in the code of a kernel.
_HARMLESS = {"NUMBA_CACHE_DIR", "NUMBA_NUM_THREADS", "NUMBA_THREADING_LAYER"}


def disabled() -> bool:
    """Whether the compiler is switched off: kernels are then plain functions."""
    return _setting("DISABLE_JIT")


@overload
def kernel(function: Inner, /) -> Inner: ...


@overload
def kernel(*, boundscheck: bool = ..., forceinline: bool = ...) -> Callable[[Inner], Inner]: ...


def kernel(*function: Inner, **options: Any) -> Any:
    """Compile ``function`` when it is first called, and keep the code on disk; it runs without the interpreter's lock,
    so that other threads go on. With ``options`` of Numba only: ``@kernel(boundscheck=False)``.

    It may call other kernels and instructions, and use the constants of its module. Its code is compiled anew when
    its file or any file that this imports has changed.
    """
    if not function:
        return lambda inner: kernel(inner, **options)
    return function[0] if disabled() else Kernel(function[0], options)


def instruction(code: Callable[[], ModuleType]) -> Callable[[Inner], Inner]:
    """For kernels, the intrinsic of Numba of the same name in the module that ``code`` imports; with the compiler
    switched off, the function itself."""
    return lambda plain: plain if disabled() else Instruction(plain, code)


class Instruction:
    """What a kernel calls, known to Numba once it compiles."""

    def __init__(self, plain: Inner, code: Callable[[], ModuleType]) -> None:
        functools.update_wrapper(self, plain)
        self.plain = plain
        self._code = code

    def __call__(self, *arguments: Any) -> Any:
        return self.plain(*arguments)

    @property
    def _numba_type_(self) -> Any:
        """What Numba asks of a value of a class that it does not know."""
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
        #: By the types of the arguments; None: Numba calls it.
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
        """Machine code from the disk, or compiled now and kept there for the next process."""
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
        """The kernel as Numba's own function, which calls it where machine code is not kept."""
        return _compiler().dispatcher(self, cache=not _setting("BOUNDSCHECK"))

    @functools.cached_property
    def inner(self) -> Any:
        """The kernel as another one calls it: without what makes it callable from Python."""
        return _compiler().inner(self) if _kept() else self.dispatcher

    @property
    def _numba_type_(self) -> Any:
        from numba.core.types import Dispatcher

        return Dispatcher(self.inner)


_one_at_a_time = threading.RLock()


def _compiler() -> ModuleType:
    """The compiler, imported where it is needed: within :func:`apart`, as neither its import nor its work may end
    half-way."""
    from . import compiler

    return compiler


def has_instructions(*names: str) -> bool:
    """Whether kernels are compiled, for this very processor, and it has the instructions of these names."""
    if disabled():
        return False
    if _kept():
        return set(names) <= code_names.processor_flags()
    there: bool = apart("instructions", lambda: _compiler().has_instructions(*names))
    return there


@functools.cache
def _kept() -> bool:
    """Whether machine code is kept: this system is one of which its form is known, and Numba has no settings."""
    settings = (name for name, value in os.environ.items() if name.startswith("NUMBA_") and value)
    return (
        code_names.possible()
        and set(settings) <= _HARMLESS
        and not os.path.exists(".numba_config.yaml")  # read by Numba from the folder of work
    )


def _setting(name: str) -> bool:
    """A switch of Numba's, without importing it."""
    config = sys.modules.get("numba.core.config")
    if config is not None:
        return bool(getattr(config, name))
    try:
        return bool(int(os.environ.get(f"NUMBA_{name}") or 0))
    except ValueError:  # Numba then takes its default
        return False
