"""Keeps machine code of kernels on the disk, loads it and calls it, without Numba and LLVM.

A file holds the code of one kernel for one set of argument types, linked by :mod:`sprague.system.linker` to one
block that runs anywhere in memory. It begins with a digest of its name (:mod:`sprague.system.code_names`) and of the
rest. A damaged or renamed file is ignored.
"""

from __future__ import annotations

import ctypes
import functools
import mmap
import os
import time
from collections.abc import Callable
from hashlib import blake2b
from pathlib import Path
from typing import Any, NamedTuple

from .folders import cache

_MAGIC = b"sprague machine code 1\n"
_DIGEST = 32

#: The functions of the C library that code may call.
LIBRARY = frozenset({"memset", "memcpy", "memmove", "memcmp", "bcmp", "malloc", "free"})

#: Files of a kernel with other types or sources are removed when they are this old, in seconds.
_OLD = 90 * 86400


class MachineCode(NamedTuple):
    """Linked code. The first ``fixed`` bytes of ``block`` are code and constants; the code writes to the rest. Then
    come the place of the function in the block; the types of the results (``"n"`` for none, codes of :mod:`struct`,
    several in brackets); the places of words to which the address of the block is added; and for each name of the C
    library the places of words that are to hold its address."""

    block: bytes
    fixed: int
    entry: int
    result: str
    relative: tuple[int, ...]
    external: dict[str, tuple[int, ...]]


# Arguments.

#: Flags of an array that its type for Numba depends on: contiguous either way, aligned, writable.
_FLAGS = 0x1 | 0x2 | 0x100 | 0x400

#: numpy's numbers of the types of integers, truth values and floats: ``dtype.num``.
_PLAIN = frozenset(range(13))

_ARRAY, _TUPLE = "array", "tuple"


@functools.cache
def _codes() -> dict[type, str]:
    """Codes of types: those of :mod:`struct` for numbers."""
    from sprague.system.arrays import np

    every = (np.int8, np.int16, np.int32, np.int64, np.uint8, np.uint16, np.uint32, np.uint64)
    codes = {kind: np.dtype(kind).char for kind in (*every, np.bool_, np.float32, np.float64)}
    plain: dict[type, str] = {int: "i", bool: "?", float: "d"}
    return codes | plain | {np.ndarray: _ARRAY, np.memmap: _ARRAY, tuple: _TUPLE}


def flatten(arguments: tuple[Any, ...], kinds: list[Any], flat: list[Any]) -> None:
    """Appends the types of ``arguments`` to ``kinds``, and the numbers and arrays in them to ``flat``. The type None
    stands for anything else."""
    codes = _codes()
    for value in arguments:
        code = codes.get(type(value))
        if code is _ARRAY:
            dtype = value.dtype
            if dtype.num in _PLAIN and dtype.isnative:
                kinds.append((dtype.num, value.ndim, value.flags.num & _FLAGS))
            else:
                kinds.append(None)
            flat.append(value)
        elif code == "i":
            if -(2**63) <= value < 2**63:
                kinds.append("l")
            else:
                kinds.append("L" if 0 <= value < 2**64 else None)
            flat.append(value)
        elif code is _TUPLE or isinstance(value, tuple):
            kinds.append((type(value), len(value)))
            flatten(value, kinds, flat)
        elif code is None:
            kinds.append(None)
        else:
            kinds.append(code)
            flat.append(float(value) if code in "fd" else int(value))


# Files.


def _folder() -> Path:
    given = os.environ.get("NUMBA_CACHE_DIR")
    return Path(given) / "sprague" if given else cache() / "kernels"


def read(name: str) -> MachineCode | None:
    """Returns the code in the file of this name, or None if there is none or it is damaged."""
    try:
        data = (_folder() / name).read_bytes()
    except OSError:
        return None
    start = len(_MAGIC) + _DIGEST
    if data[: len(_MAGIC)] != _MAGIC or data[len(_MAGIC) : start] != _digest(name, data[start:]):
        tell_of_damage(str(_folder() / name))
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
    """Writes code to a file of this name, completely or not at all. If the file cannot be written, nothing is kept."""
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


def tell_of_damage(path: str) -> None:
    """Logs a line about a damaged file. The kernel is compiled anew, and the user need do nothing."""
    import logging

    logging.getLogger("sprague.kernels").info("%s is damaged; it is compiled anew", path)


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
    """Returns a function of the numbers and arrays that :func:`flatten` makes of arguments. Returns None if the system
    does not allow memory to be filled and then executed.

    The memory is never freed: a thread may be executing it when the process ends.
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
            ctypes.c_void_p.from_address(place + at).value = address
    if c.mprotect(place, code.fixed, mmap.PROT_READ | mmap.PROT_EXEC) != 0:
        return None
    return _function(place + code.entry, code.result, kinds)


_ARGUMENTS = {
    **dict.fromkeys("bhilq?", ctypes.c_int64),
    **dict.fromkeys("BHILQ", ctypes.c_uint64),
    **dict.fromkeys("fd", ctypes.c_double),
}
_RESULTS = {
    "q": ctypes.c_int64,
    "Q": ctypes.c_uint64,
    "d": ctypes.c_double,
    "?": ctypes.c_int64,
    "n": ctypes.c_int64,
}


def _function(address: int, result: str, kinds: tuple[Any, ...]) -> Callable[[list[Any]], Any]:
    """Returns the function at an address, in Numba's calling convention: it takes places for the result and for an
    error, then the arguments, and returns 0, -2 for None, or the code of an error."""
    types: list[Any] = []
    for kind in kinds:
        if isinstance(kind, str):
            types.append(_ARGUMENTS[kind])
        elif not isinstance(kind[0], type):
            types.append(ctypes.py_object)
    native = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_void_p, ctypes.c_void_p, *types)(address)
    single, codes = result[0] != "(", result.strip("()")
    fields = [(f"r{i}", _RESULTS[code]) for i, code in enumerate(codes)]
    place: Any = type("Place", (ctypes.Structure,), {"_fields_": [*fields, ("error", ctypes.c_void_p)]})
    error = 8 * len(codes)
    # Places that no call is using, with their addresses.
    free: list[tuple[Any, int]] = []

    def call(flat: list[Any]) -> Any:
        try:
            out, start = free.pop()
        except IndexError:
            out = place()
            start = ctypes.addressof(out)
        status = native(start, start + error, *flat)
        if status != 0 and status != -2:
            raise _error(out.error if status > 0 else None)
        if codes == "n":
            found = None
        elif single:
            found = bool(out.r0) if codes == "?" else out.r0
        else:
            found = tuple(
                bool(value) if code == "?" else value
                for code, value in zip(codes, (getattr(out, name) for name, _ in fields), strict=True)
            )
        free.append((out, start))
        return found

    return call


def _error(address: int | None) -> BaseException:
    """Returns the exception that compiled code has raised. Numba keeps (class, arguments, place) pickled in the code,
    and hands over the address of a record with its address and length."""
    import pickle

    if not address:
        return RuntimeError("a compiled kernel has failed")
    start, size = ctypes.c_uint64.from_address(address).value, ctypes.c_int32.from_address(address + 8).value
    kind, arguments, _ = pickle.loads(ctypes.string_at(start, size))
    found: BaseException = kind(*arguments)
    return found


@functools.cache
def _arrays_as_expected() -> bool:
    """Returns whether the data, dimensions and strides of an array are where compiled code looks for them: in the words
    after the header of its object (NumPy's PyArrayObject_fields, the same since NumPy 1)."""
    from sprague.system.arrays import np

    probe = np.zeros((3, 5), np.uint16)[:, 1:]
    start = id(probe) + object.__basicsize__
    data, count, dimensions, strides = (ctypes.c_uint64 * 4).from_address(start)
    if (data, count & 0xFFFFFFFF) != (probe.ctypes.data, 2):
        return False
    pairs = (ctypes.c_int64 * 2).from_address(dimensions), (ctypes.c_int64 * 2).from_address(strides)
    return [list(pair) for pair in pairs] == [[3, 4], [10, 2]]
