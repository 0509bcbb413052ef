"""Calls the native core: the C functions of ``native/``, compiled with the package into one library.

``Kernel("heaps_dense_{bits}", "value[]", "int")`` is such a function. It is found when it is first called, for the
best level of this processor. ctypes lets other threads run while C works. The environment variable ``SPRAGUE_CPU``
(``v2``, ``v3``, …) forces a lower level, and ``SPRAGUE_NATIVE`` names the folder of another library. In a browser the
same functions run as WebAssembly (:mod:`sprague.system.wasm`).
"""

from __future__ import annotations

import functools
import os
import sys
import weakref
from array import array
from typing import TYPE_CHECKING, Any

from sprague.words.errors import RangeError, TooLargeError
from sprague.words.messages import say

if TYPE_CHECKING:
    from pathlib import Path

    from .wasm import Core

#: Why a kernel ends, as in ``sprague.h``.
DONE, OUT_OF_BUDGET, FULL, WIDE = range(4)

#: Levels of processors, the best first, and their bits in ``sprague_levels``.
_LEVELS = {"v4g": 15, "v4": 7, "v3g": 11, "v3": 3, "v2": 1, "base": 16}

#: dtypes of values, and their bits; types of ``array.array``.
_VALUES = {"uint8": 8, "uint16": 16, "uint32": 32, "uint64": 64}
_TYPECODES = {"B": "uint8", "H": "uint16", "I": "uint32", "Q": "uint64", "q": "int64", "i": "int32"}

#: Names of dtypes, which NumPy takes two microseconds to make.
_NAMES: dict[Any, str] = {}

#: The core as WebAssembly, where Python runs in a browser; elsewhere nothing.
_BROWSER: list[Core] = []


def use(core: Core) -> None:
    """Makes kernels run in ``core`` from now on."""
    _BROWSER[:] = [core]


class MissingCoreError(TooLargeError):
    """The native core is missing: it was not built, or it cannot be loaded."""


class Bug(AssertionError):
    """The native core refuses its arguments. This is never the user's fault."""


class Kernel:
    """A C function. ``kinds`` lists the kinds of its arguments, in order:

    - ``"int"``: a number of 64 bits;
    - ``"uint8[]"``: a C-contiguous array of NumPy's of this dtype, or an ``array.array`` or a ``memoryview`` of this
      type, which the kernel may write (``"const uint8[]"``: only reads). C gets its address and the number of its
      elements;
    - ``"value[]"``: such an array of uint8, uint16, uint32 or uint64. ``{bits}`` in ``name`` stands for the number of
      bits of the first of them, and the others have the same dtype;
    - ``"room"``: a :class:`Room`. C gets its address and the number of its bytes.

    The result is a non-negative number of 64 bits.
    """

    def __init__(self, name: str, *kinds: str) -> None:
        self.name = name
        self.kinds = tuple(kind.removeprefix("const ").removesuffix("[]") for kind in kinds)
        self.read_only = tuple(kind.startswith("const ") for kind in kinds)
        self._by_bits: dict[int, Any] = {}

    def __call__(self, *arguments: Any) -> int:
        flat: list[int] = []
        bits = 0
        if len(arguments) != len(self.kinds):
            raise Bug(f"{self.name}: expected {len(self.kinds)} arguments, got {len(arguments)}")
        for kind, read_only, value in zip(self.kinds, self.read_only, arguments, strict=True):
            if kind == "int":
                flat.append(value)
            elif kind == "room":
                flat += value.address, value.size
            else:
                address, dtype, may_write = _place(value)
                if kind == "value":
                    width = _VALUES.get(dtype, 0)
                    fits = bits in (0, width) and width > 0
                    bits = width
                else:
                    fits = dtype == kind
                if not fits or not (may_write or read_only):
                    raise Bug(f"{self.name}: expected a contiguous array of {kind}, got {dtype}")
                flat += address, len(value) if isinstance(value, (array, memoryview)) else value.size
        if _BROWSER:
            name = f"sprague_{self.name.format(bits=bits)}_base"
            status = _BROWSER[0].call(name, self.kinds, self.read_only, arguments)
        else:
            called = self._by_bits.get(bits)
            if called is None:
                called = self._by_bits[bits] = self._find(bits)
            status = called(*flat)
        if status < 0:
            raise Bug(f"{self.name}: refused with {status}")
        return status

    def _find(self, bits: int) -> Any:
        import ctypes

        types: list[Any] = []
        for kind in self.kinds:
            types += [ctypes.c_int64] if kind == "int" else [ctypes.c_void_p, ctypes.c_int64]
        return function(self.name.format(bits=bits), types)


def _place(value: Any) -> tuple[int, str, bool]:
    """Returns where the elements of an array lie, their dtype, and whether they may be written."""
    if isinstance(value, array):
        return value.buffer_info()[0], _TYPECODES[value.typecode], True
    if isinstance(value, memoryview):
        if not value.c_contiguous or value.readonly:
            raise Bug("expected a contiguous row that may be written")
        address_of, first_byte = _quick()
        address = address_of(first_byte(value)) if len(value) and not _BROWSER else 0
        return address, _TYPECODES[value.format], True
    flags = value.flags
    if not flags.c_contiguous:
        raise Bug("expected a contiguous array")
    if flags.writeable and value.size and not _BROWSER:
        address_of, first_byte = _quick()
        address = address_of(first_byte(value))
    else:
        address = value.__array_interface__["data"][0]
    dtype = _NAMES.get(value.dtype) or _NAMES.setdefault(value.dtype, value.dtype.name)
    return address, dtype, flags.writeable


@functools.cache
def _quick() -> Any:
    """Returns functions that find the address of a writable array in a quarter of the time that NumPy takes."""
    import ctypes

    return ctypes.addressof, ctypes.c_char.from_buffer


def function(name: str, types: list[Any]) -> Any:
    """Returns the C function of this name, for the best level for which it was compiled and that the processor has."""
    import ctypes

    core = library()
    for level in levels():
        try:
            # By item, not by attribute: all callers would share an attribute, with its types.
            compiled = core[f"sprague_{name}_{level}"]
        except AttributeError:
            continue
        compiled.restype, compiled.argtypes = ctypes.c_int64, types
        return compiled
    raise Bug(f"the native core has no {name}")


def path() -> Path:
    """Returns the file of the library."""
    from pathlib import Path  # it takes two milliseconds

    name = {"win32": "_native.dll", "darwin": "_native.dylib"}.get(sys.platform, "_native.so")
    return Path(os.environ.get("SPRAGUE_NATIVE") or Path(__file__).parents[1]) / name


@functools.cache
def library() -> Any:
    """Returns the library. Raises MissingCoreError if there is none."""
    import ctypes

    try:
        return ctypes.CDLL(str(path()))
    except OSError as error:
        raise MissingCoreError(
            say(
                "expected Sprague's compiled core, which was not built with this installation: {error}; "
                "pip install --force-reinstall sprague builds it",
                error=error,
            )
        ) from error


@functools.cache
def levels() -> tuple[str, ...]:
    """Returns the levels that this processor has, the best first, or those that the one in ``SPRAGUE_CPU`` contains.

    Raises RangeError if the processor has no such level, MissingCoreError if there is no core that it can run.
    """
    available = _within(library().sprague_levels())
    if not available:
        raise MissingCoreError(say("Sprague's compiled core needs a processor of level x86-64-v2"))
    chosen = os.environ.get("SPRAGUE_CPU")
    if not chosen:
        return available
    if chosen not in available:
        raise RangeError(
            say(
                "SPRAGUE_CPU: expected a level of this processor ({levels}), got {asked}",
                levels=", ".join(available),
                asked=chosen,
            )
        )
    return _within(_LEVELS[chosen])


def _within(bits: int) -> tuple[str, ...]:
    return tuple(level for level, needed in _LEVELS.items() if bits & needed == needed)


def zeros(typecode: Any, count: int) -> memoryview:
    """Returns a row of zeros of a type of ``array.array``. It begins at a cache line.

    >>> zeros("H", 3).tolist()
    [0, 0, 0]
    """
    size = count * array(typecode).itemsize
    memory = bytearray(size) if _BROWSER else Room(size).memory
    row: memoryview = memoryview(memory)[:size].cast("B").cast(typecode)
    return row


class Room:
    """Memory of zeros in which C works. It begins at the boundary of a page, and is released with the object.

    Pages that are never touched cost nothing. ``huge`` asks for large pages, which pay for a table that is read in
    random order.
    """

    def __init__(self, size: int, huge: bool = False) -> None:
        self.size = size
        #: What holds it in Python; in a browser nothing does.
        self.memory: Any = None
        if _BROWSER:
            self.address = _BROWSER[0].allocate(size)
            _BROWSER[0].host.clear(self.address, size)
            weakref.finalize(self, _BROWSER[0].release, self.address, size)
            return
        import ctypes
        import mmap

        if os.environ.get("SPRAGUE_NATIVE"):  # a library with sanitizers, which watch only memory from malloc
            self.memory = (ctypes.c_char * max(size, 1))()
            self.address = ctypes.addressof(self.memory)
            return
        # Private, because a shared mapping (Python's default) never gets large pages.
        private = {} if sys.platform == "win32" else {"flags": mmap.MAP_PRIVATE | mmap.MAP_ANON}
        try:
            self.memory = mmap.mmap(-1, max(size, 1), **private)
        except OSError:
            raise MemoryError from None
        if huge and hasattr(mmap, "MADV_HUGEPAGE"):
            self.memory.madvise(mmap.MADV_HUGEPAGE)
        self.address = ctypes.addressof(ctypes.c_char.from_buffer(self.memory))

    def read(self, start: int = 0, stop: int | None = None) -> bytes:
        """Returns the bytes from ``start`` on, up to ``stop`` (None: the end)."""
        stop = self.size if stop is None else stop
        if not _BROWSER:
            return bytes(self.memory[start:stop])
        data = bytearray(stop - start)
        _BROWSER[0].host.read(self.address + start, memoryview(data))
        return bytes(data)

    def write(self, start: int, data: bytes) -> None:
        """Writes ``data`` from byte ``start`` on."""
        if not _BROWSER:
            self.memory[start : start + len(data)] = data
        else:
            _BROWSER[0].host.write(self.address + start, memoryview(data))
