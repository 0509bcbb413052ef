"""Compiled rules on disk, so that the next process need not wait for the compiler.

The key of a rule covers all that its machine code depends on: its bytecode with the constants, the values of the
globals and closure cells that it reads (Numba freezes them), the functions that it calls, the versions, and the
processor. If a file is damaged, or was written for another key, the rule is compiled anew. If the folder cannot be
written to, nothing is kept.
"""

from __future__ import annotations

import hashlib
import os
import pickle
import platform
import types
from collections.abc import Callable
from pathlib import Path
from typing import Any

from sprague.system import folders
from sprague.words.errors import FileError

#: Every file begins with this mark. Another layout of the files gets another mark.
MARK = b"sprague-rule/1\n"

#: The number of rules that are kept, the newest ones.
KEPT = 64

#: Modules that their versions describe completely.
_FIXED = ("math", "cmath", "operator", "builtins", "numpy", "numba")


class _UnknownError(Exception):
    """A rule depends on something that has no key."""


def kernel_for(rule: Callable[..., int], heaps: int, words: tuple[Any, ...]) -> Callable[..., int]:
    """Returns the compiled loop that fills a table by ``rule``, for arguments of the types of ``words``: from disk, or
    compiled now and then kept on disk. Raises Numba's errors for a rule that cannot be compiled."""
    from numba import typeof
    from numba.core import config as settings

    from .compiled_kernel import kernel_of

    kernel: Any = kernel_of(rule, heaps)  # type: ignore[no-untyped-call]
    config: Any = settings
    if config.DISABLE_JIT:
        return kernel  # type: ignore[no-any-return]
    signature = tuple(map(typeof, words))
    try:
        key = key_of(rule, (heaps, signature))
    except _UnknownError:
        key = None
    found = None if key is None else _load(key, kernel)
    if found is not None:
        kernel.add_overload(found)
        return kernel  # type: ignore[no-any-return]
    kernel.compile(signature)
    if key is not None:
        _keep(key, kernel.overloads[signature])
    return kernel  # type: ignore[no-any-return]


def key_of(rule: Callable[..., int], types_of: Any = ()) -> str:
    """Returns a digest of everything that the machine code of ``rule`` depends on. Raises _UnknownError if that is
    uncertain."""
    import llvmlite
    import numba
    from numba.core.registry import cpu_target

    from sprague.system.arrays import np

    from . import compiled_kernel

    kernel: Any = compiled_kernel
    digest = hashlib.sha256()
    switches = sorted(item for item in os.environ.items() if item[0].startswith("NUMBA_"))
    machine = (
        cpu_target.target_context.codegen().magic_tuple(),
        (platform.python_version(), numba.__version__, llvmlite.__version__, np.__version__),
    )
    digest.update(repr((machine, switches, types_of)).encode())
    digest.update(Path(kernel.__file__).read_bytes())
    _Feeder(digest.update).feed(rule)
    return digest.hexdigest()


class _Feeder:
    """Writes values, and the code of functions, to a digest: equal bytes stand only for what compiles to the same
    code."""

    def __init__(self, write: Callable[[bytes], None]) -> None:
        self._write = write
        self._seen: dict[int, int] = {}

    def feed(self, value: Any) -> None:
        from sprague.system.arrays import np

        if value is None or value is ... or isinstance(value, bool | int | float | complex | str | bytes):
            self._say(type(value).__name__, repr(value))
        elif isinstance(value, tuple):
            self._say("tuple", len(value))
            for each in value:
                self.feed(each)
        elif isinstance(value, frozenset):
            self._say("set", sorted(map(repr, value)))
        elif isinstance(value, np.ndarray | np.generic) and value.dtype != object:
            self._say("array", value.dtype.str, value.shape)
            self._write(value.tobytes())
        elif isinstance(value, types.CodeType):
            self._code(value)
        elif isinstance(value, types.FunctionType):
            self._function(value)
        elif hasattr(value, "py_func") and hasattr(value, "targetoptions"):  # compiled by Numba itself
            self._say("compiled", sorted(map(repr, value.targetoptions.items())))
            self.feed(value.py_func)
        elif isinstance(value, types.ModuleType):
            if value.__name__.split(".")[0] not in _FIXED:
                raise _UnknownError
            self._say("module", value.__name__)
        elif isinstance(value, type | types.BuiltinFunctionType | np.ufunc):
            home = getattr(value, "__module__", None) or "numpy"
            if home.split(".")[0] not in _FIXED:
                raise _UnknownError
            self._say("builtin", home, value.__name__)
        else:
            raise _UnknownError

    def _say(self, *words: Any) -> None:
        text = repr(words).encode()
        self._write(len(text).to_bytes(8, "little") + text)

    def _code(self, code: types.CodeType) -> None:
        self._say("code", code.co_code, code.co_argcount, code.co_kwonlyargcount, code.co_flags)
        self._say(code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars)
        self._say(getattr(code, "co_exceptiontable", b""))  # what "try" holds, since Python 3.11
        self.feed(code.co_consts)

    def _function(self, function: types.FunctionType) -> None:
        place = self._seen.setdefault(id(function), len(self._seen))
        self._say("function", place, function.__module__, function.__qualname__)
        if place < len(self._seen) - 1:  # it calls itself, or was met before
            return
        self.feed(function.__code__)
        self.feed(function.__defaults__)
        self.feed(tuple(sorted((function.__kwdefaults__ or {}).items())))
        for cell in function.__closure__ or ():
            try:
                self.feed(cell.cell_contents)
            except ValueError:  # not bound yet
                raise _UnknownError from None
        for name in sorted(_names(function.__code__)):
            if name in function.__globals__:
                self._say("global", name)
                self.feed(function.__globals__[name])


def _names(code: types.CodeType) -> set[str]:
    """Returns every name that may be a global, in the code and the functions inside it."""
    inner = (each for each in code.co_consts if isinstance(each, types.CodeType))
    return set(code.co_names).union(*map(_names, inner))


def _folder(*, create: bool = False) -> Path:
    folder = folders.cache(create=create) / "rules"
    if create:
        folder.mkdir(exist_ok=True)
    return folder


def _load(key: str, kernel: Any) -> Any:
    """Returns the kernel kept under ``key``, or None if there is none or the file is damaged."""
    from numba.core.compiler import CompileResult

    try:
        with open(_folder() / key, "rb") as file:
            kept = file.read()
        head, body = kept[: len(MARK) + 32], kept[len(MARK) + 32 :]
        if head != MARK + _digest(key, body):
            return None
        kernel.targetctx.refresh()
        result: Any = CompileResult
        return result._rebuild(kernel.targetctx, *pickle.loads(body))
    except Exception:  # a cache may be anything: the compiler is there
        return None


def _keep(key: str, found: Any) -> None:
    """Writes ``found`` under ``key`` if it can."""
    from numba.core import serialize

    if found.library.has_dynamic_globals or any(lifted.overloads for lifted in found.lifted or ()):
        return
    try:
        folder = _folder(create=True)
        body = serialize.dumps(found._reduce())  # type: ignore[no-untyped-call]
        draft = folder / f"{key}.{os.getpid()}.tmp"
        try:
            draft.write_bytes(MARK + _digest(key, body) + body)
            os.replace(draft, folder / key)
        finally:
            draft.unlink(missing_ok=True)
        _prune(folder)
    except (OSError, FileError, pickle.PicklingError, TypeError):
        return


def _prune(folder: Path) -> None:
    """Removes the oldest files beyond ``KEPT``."""
    with_times = sorted((path.stat().st_mtime, path) for path in folder.iterdir())
    for _, path in with_times[:-KEPT]:
        path.unlink(missing_ok=True)


def _digest(key: str, body: bytes) -> bytes:
    return hashlib.sha256(key.encode() + body).digest()
