"""Machine code of kernels on the disk, and how it is loaded and called: without Numba, without LLVM.

A file holds the code of one kernel for one set of argument types, linked by :mod:`sprague.system.linker` to one
block that runs anywhere in memory. Its name is a digest of all that the code depends on: the kernel's source and
every file that this imports, the types, the processor, the versions of Numba and of this package. It begins with a
digest of its name and of the rest; a file that is damaged, or of another name, is as good as none.
"""

from __future__ import annotations

import ctypes
import functools
import mmap
import os
import re
import struct
import sys
import time
from collections.abc import Callable
from hashlib import blake2b
from pathlib import Path
from typing import Any, NamedTuple

from .folders import cache

_PACKAGE = Path(__file__).resolve().parent.parent
_MAGIC = b"sprague machine code 1\n"
_DIGEST = 32

#: What code may need of the C library.
LIBRARY = frozenset({"memset", "memcpy", "memmove", "memcmp", "bcmp", "malloc", "free"})

#: Files of a kernel that have had other types or sources are removed when they are as old, in seconds.
_OLD = 90 * 86400

_BORN = time.time()


class MachineCode(NamedTuple):
    """``block``, of which the first ``fixed`` bytes are code and constants and the rest is written to; the place of
    the function in it; the types of the results (``"n"`` for none, codes of :mod:`struct`, more than one in brackets);
    places of words that become addresses when the place of the block is added; for names of the C library, the places
    of words that are to hold their addresses."""

    block: bytes
    fixed: int
    entry: int
    result: str
    relative: tuple[int, ...]
    external: dict[str, tuple[int, ...]]


def possible() -> bool:
    """Whether this system is one for which there is a linker, and the processor is known."""
    return (
        sys.platform == "linux"
        and sys.maxsize > 2**32
        and sys.implementation.name == "cpython"
        and not sys.flags.no_site
        and os.uname().machine == "x86_64"
        and bool(processor_flags())
    )


# Arguments.


@functools.cache
def _numbers() -> tuple[type, dict[type, str]]:
    """numpy's array, and its types of numbers by their codes."""
    import numpy as np

    every = (np.int8, np.int16, np.int32, np.int64, np.uint8, np.uint16, np.uint32, np.uint64)
    return np.ndarray, {kind: np.dtype(kind).char for kind in (*every, np.bool_, np.float32, np.float64)}


#: Flags of an array that its type for Numba depends on: contiguous either way, aligned, writable.
_FLAGS = 0x1 | 0x2 | 0x100 | 0x400


def flatten(arguments: tuple[Any, ...], kinds: list[Any], flat: list[Any]) -> None:
    """Add the types of ``arguments`` to ``kinds``, numbers and arrays in them to ``flat``. A type of None stands for
    anything else."""
    array, numbers = _numbers()
    for value in arguments:
        kind = type(value)
        if kind is int:
            if -(2**63) <= value < 2**63:
                kinds.append("q")
            else:
                kinds.append("Q" if 0 <= value < 2**64 else None)
            flat.append(value)
        elif kind in numbers:
            code = numbers[kind]
            kinds.append(code)
            flat.append(float(value) if code in "fd" else int(value))
        elif kind is array or kind.__name__ == "memmap":
            kinds.append((value.dtype, value.ndim, value.flags.num & _FLAGS))
            flat.append(value)
        elif kind is bool:
            kinds.append("?")
            flat.append(value)
        elif kind is float:
            kinds.append("d")
            flat.append(value)
        elif issubclass(kind, tuple):
            kinds.append((kind, len(value)))
            flatten(value, kinds, flat)
        else:
            kinds.append(None)


def _written(kinds: tuple[Any, ...]) -> str:
    """The types as text that is the same in every process."""
    words = []
    for kind in kinds:
        if isinstance(kind, str):
            words.append(kind)
        elif isinstance(kind[0], type):
            cls, length = kind
            words.append(f"{cls.__module__}.{cls.__qualname__}{getattr(cls, '_fields', '')}({length})")
        else:
            words.append(f"{kind[0].str}[{kind[1]}]{kind[2]:x}")
    return " ".join(words)


# Names.


def name(function: Callable[..., Any], options: dict[str, Any], kinds: tuple[Any, ...]) -> str | None:
    """The name of the file for a kernel called with arguments of these types; None: its code must not be kept, as the
    source on the disk is not what runs."""
    source = _source(function.__module__)
    if source is None or function.__closure__:
        return None
    code = function.__code__
    words = (
        f"{function.__module__} {function.__qualname__} {code.co_firstlineno} {sorted(options.items())}",
        _written(kinds),
        source,
        _surroundings(),
    )
    digest = blake2b("\n".join(words).encode(), digest_size=16).hexdigest()
    return f"{_stem(function)}-{digest}.code"


def _stem(function: Callable[..., Any]) -> str:
    words = f"{function.__module__.removeprefix('sprague.')}.{function.__qualname__}"
    return re.sub(r"[^\w.]", "_", words)


_IMPORT = re.compile(r"^[ \t]*from[ \t]+(\.*)([\w.]*)[ \t]+import[ \t]+(.*)", re.MULTILINE)


@functools.cache
def _source(module: str) -> str | None:
    """A digest of the file of a module and of all files of the package that it imports, itself or through others
    (those of ``system``, which has no part in what a kernel computes, left out). None where one of them cannot be read
    or has changed since this process was started."""
    start = getattr(sys.modules.get(module), "__file__", None)
    if start is None:
        return None
    found: dict[str, bytes] = {}
    waiting = [Path(start)]
    now = time.time()
    while waiting:
        path = waiting.pop()
        if str(path) in found:
            continue
        try:
            if _BORN < path.stat().st_mtime <= now:
                return None
            text = path.read_bytes()
        except OSError:
            return None
        found[str(path)] = text
        waiting += _imported(path, text.decode("utf-8", "replace"))
    digest = blake2b(digest_size=32)
    for path_name, text in sorted(found.items()):
        digest.update(f"{os.path.basename(path_name)} {len(text)}\n".encode() + text)
    return digest.hexdigest()


def _imported(path: Path, text: str) -> list[Path]:
    files = []
    for dots, dotted, names in _IMPORT.findall(text):
        if dots:
            folder = path.parents[len(dots) - 1]
        elif dotted.split(".")[0] == "sprague":
            folder, dotted = _PACKAGE, dotted[len("sprague.") :]
        else:
            continue
        base = folder.joinpath(*dotted.split(".")) if dotted else folder
        if not base.is_dir():
            files.append(base.with_suffix(".py"))
            continue
        for word in re.findall(r"\w+", names):
            inside = base / f"{word}.py"
            files.append(inside if inside.exists() else base / "__init__.py")
    return [file for file in files if file.parent != _PACKAGE / "system"]


@functools.cache
def _surroundings() -> str:
    """What code depends on beside its source: this package's own way of compiling, Numba, Python, the processor."""
    digest = blake2b(digest_size=32)
    for file in ("jit.py", "machine_code.py", "linker.py", "compiler.py"):
        digest.update((_PACKAGE / "system" / file).read_bytes())
    for package in ("numba", "llvmlite", "numpy"):
        digest.update(f"{package} {_release(package)}\n".encode())
    digest.update(f"{sys.version} {_processor()}".encode())
    return digest.hexdigest()


def _release(package: str) -> str:
    """What tells one version of a package from another, without importing it."""
    from importlib.util import find_spec

    spec = find_spec(package)
    folder = Path(spec.origin).parent if spec and spec.origin else None
    if folder is None:
        return ""
    for file in ("_version.py", "version.py", "__init__.py"):
        try:
            return (folder / file).read_text("utf-8")
        except OSError:
            pass
    return str(folder)


@functools.cache
def _processor() -> str:
    """What Linux says of the first processor, as far as it does not change from hour to hour."""
    try:
        with open("/proc/cpuinfo", "rb", buffering=0) as file:
            block = file.read(8192).split(b"\n\n")[0].decode("ascii", "replace")
    except OSError:
        return ""
    kept = ("vendor_id", "cpu family", "model", "stepping", "flags")
    return "\n".join(line for line in block.splitlines() if line.split("\t")[0] in kept)


@functools.cache
def processor_flags() -> frozenset[str]:
    """The sets of instructions that this processor has, by Linux's names."""
    return frozenset(_processor().rpartition("flags\t\t:")[2].split())


# Files.


def _folder() -> Path:
    given = os.environ.get("NUMBA_CACHE_DIR")
    return Path(given) / "sprague" if given else cache() / "kernels"


def read(name: str) -> MachineCode | None:
    """The code in a file of this name; None where there is none, or it is damaged."""
    try:
        data = (_folder() / name).read_bytes()
    except OSError:
        return None
    start = len(_MAGIC) + _DIGEST
    if data[: len(_MAGIC)] != _MAGIC or data[len(_MAGIC) : start] != _digest(name, data[start:]):
        return None
    head, _, block = data[start:].partition(b"\n")
    numbers, result, relative, *external = head.decode().split(";")
    fixed, entry = map(int, numbers.split())
    return MachineCode(
        block,
        fixed,
        entry,
        result,
        tuple(map(int, relative.split())),
        {words[0]: tuple(map(int, words[1:])) for words in map(str.split, external)},
    )


def write(name: str, code: MachineCode) -> None:
    """Keep code in a file of this name, whole or not at all; where that cannot be done, nothing is kept."""
    parts = [f"{code.fixed} {code.entry}", code.result, " ".join(map(str, code.relative))]
    parts += [f"{symbol} {' '.join(map(str, places))}" for symbol, places in code.external.items()]
    data = ";".join(parts).encode() + b"\n" + code.block
    folder = _folder()
    part = folder / f"{name}.{os.urandom(6).hex()}.part"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        try:
            part.write_bytes(_MAGIC + _digest(name, data) + data)
            os.replace(part, folder / name)
        except OSError:
            part.unlink(missing_ok=True)
            return
        _remove_old(folder, name)
    except OSError:
        pass


def _digest(name: str, data: bytes) -> bytes:
    return blake2b(name.encode() + b"\n" + data, digest_size=_DIGEST).digest()


def _remove_old(folder: Path, name: str) -> None:
    stem = name.rpartition("-")[0]
    oldest = time.time() - _OLD
    for file in folder.glob(f"{stem}-*"):
        if file.stat().st_mtime < oldest:
            file.unlink(missing_ok=True)


# Memory.


@functools.cache
def _c() -> Any:
    library = ctypes.CDLL(None, use_errno=True)
    library.mmap.restype = ctypes.c_void_p
    library.mmap.argtypes = [
        ctypes.c_void_p,
        ctypes.c_size_t,
        ctypes.c_int,
        ctypes.c_int,
        ctypes.c_int,
        ctypes.c_long,
    ]
    library.mprotect.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int]
    return library


def load(code: MachineCode, kinds: tuple[Any, ...]) -> Callable[[list[Any]], Any] | None:
    """A function of the numbers and arrays that :func:`flatten` makes of arguments. None where the system does not
    let memory be filled and then run.

    The memory is never given back: a thread may be in it when the process ends.
    """
    if not _arrays_as_expected():
        return None
    c = _c()
    private, none = mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS, ctypes.c_void_p(-1).value
    place = c.mmap(None, len(code.block), mmap.PROT_READ | mmap.PROT_WRITE, private, -1, 0)
    if place in (None, none):
        return None
    ctypes.memmove(place, code.block, len(code.block))
    for at in code.relative:
        ctypes.c_uint64.from_address(place + at).value += place
    for symbol, places in code.external.items():
        address = ctypes.cast(getattr(c, symbol), ctypes.c_void_p).value
        for at in places:
            ctypes.c_uint64.from_address(place + at).value = address
    if c.mprotect(place, code.fixed, mmap.PROT_READ | mmap.PROT_EXEC) != 0:
        return None
    return _function(place + code.entry, code.result, kinds)


_ARGUMENTS = {
    **dict.fromkeys("bhilq?", ctypes.c_int64),
    **dict.fromkeys("BHILQ", ctypes.c_uint64),
    **dict.fromkeys("fd", ctypes.c_double),
}


def _function(address: int, result: str, kinds: tuple[Any, ...]) -> Callable[[list[Any]], Any]:
    """The function at an address, by Numba's calling convention: places for the result and for an error, then the
    arguments; it returns 0, or -2 for None, or says that there is an error."""
    types: list[Any] = []
    for kind in kinds:
        if isinstance(kind, str):
            types.append(_ARGUMENTS[kind])
        elif not isinstance(kind[0], type):
            types.append(ctypes.py_object)
    native = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_void_p, ctypes.c_void_p, *types)(address)
    single, codes = result[0] != "(", result.strip("()").replace("n", "q").replace("?", "q")
    unpack, room = struct.Struct("=" + codes).unpack_from, ctypes.c_uint64 * (len(codes) + 1)
    last = 8 * len(codes)
    nothing, truths = result == "n", [i for i, code in enumerate(result.strip("()")) if code == "?"]

    def call(flat: list[Any]) -> Any:
        out = room()
        start = ctypes.addressof(out)
        status = native(start, start + last, *flat)
        if status not in (0, -2):
            raise _error(out[len(codes)] if status > 0 else 0)
        if nothing:
            return None
        values = unpack(out)
        if truths:
            values = tuple(bool(value) if i in truths else value for i, value in enumerate(values))
        return values[0] if single else values

    return call


def _error(address: int) -> BaseException:
    """The exception that compiled code has raised: Numba keeps (class, arguments, place) pickled in the code."""
    import pickle

    try:
        size = ctypes.c_int32.from_address(address + 8).value
        kind, arguments, _ = pickle.loads(
            ctypes.string_at(ctypes.c_void_p.from_address(address).value or 0, size)
        )
        return kind(*arguments)  # type: ignore[no-any-return]
    except Exception:
        return RuntimeError("a compiled kernel has failed")


@functools.cache
def _arrays_as_expected() -> bool:
    """Whether compiled code finds data, dimensions and strides of an array where it looks for them: in the second
    words of its object (numpy's PyArrayObject_fields, the same since numpy 1)."""
    import numpy as np

    probe = np.zeros((3, 5), np.uint16)[:, 1:]
    start = id(probe) + object.__basicsize__
    data, dimensions, strides = (ctypes.c_uint64.from_address(start + at).value for at in (0, 16, 24))
    return (
        data == probe.ctypes.data
        and [ctypes.c_int64.from_address(dimensions + 8 * i).value for i in (0, 1)] == [3, 4]
        and [ctypes.c_int64.from_address(strides + 8 * i).value for i in (0, 1)] == [10, 2]
    )
