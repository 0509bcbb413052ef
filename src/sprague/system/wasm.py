"""Calls the native core as WebAssembly, for the page without a server.

Its memory is separate from Python's. So an array is copied there before a call, and back after the call if the kernel
may write it. A room stays there. JavaScript (``web/src/site/core.ts``) is the host: it holds the memory and makes the
calls.
"""

from __future__ import annotations

from array import array
from typing import Any, Protocol

#: Addresses are multiples of this, so that every type and vector is aligned.
_ALIGNED = 64

_PAGE = 65536


class Host(Protocol):
    """The functions of JavaScript. Addresses and sizes are numbers of bytes."""

    base: int

    def size(self) -> int:
        """Returns the size of the memory."""

    def grow(self, pages: int) -> None:
        """Adds pages of 64 KiB to the memory. Throws an error if there is no room for them."""

    def clear(self, address: int, size: int) -> None:
        """Writes zeros."""

    def write(self, address: int, data: Any) -> None:
        """Copies bytes from Python into the memory."""

    def read(self, address: int, data: Any) -> None:
        """Copies bytes from the memory to Python."""

    def call(self, name: str, kinds: str, arguments: list[int]) -> int:
        """Calls a function; ``kinds`` has for each argument ``p`` (an address) or ``i`` (a number of 64 bits)."""


class Core:
    """The core in a host, and the parts of its memory that are in use."""

    def __init__(self, host: Host) -> None:
        self.host = host
        self._top = -(-host.base // _ALIGNED) * _ALIGNED
        #: Parts below the top that were given back: address -> size.
        self._free: dict[int, int] = {}

    def allocate(self, size: int) -> int:
        """Returns the address of free memory with any content. Raises MemoryError if there is no room."""
        size = _rounded(size)
        fitting = [(free, address) for address, free in self._free.items() if free >= size]
        if fitting:
            free, address = min(fitting)
            del self._free[address]
            if free > size:
                self._free[address + size] = free - size
            return address
        address, self._top = self._top, self._top + size
        missing = self._top - self.host.size()
        if missing > 0:
            try:
                self.host.grow(-(-missing // _PAGE))
            except Exception:
                self._top = address
                raise MemoryError from None
        return address

    def release(self, address: int, size: int) -> None:
        """Frees memory."""
        size = _rounded(size)
        after = self._free.pop(address + size, 0)
        size += after
        before = next((start for start, free in self._free.items() if start + free == address), None)
        if before is not None:
            size += self._free.pop(before)
            address = before
        if address + size == self._top:
            self._top = address
        else:
            self._free[address] = size

    def call(self, name: str, kinds: tuple[str, ...], read_only: tuple[bool, ...], arguments: Any) -> int:
        """Calls the function ``name`` with arguments as :class:`~sprague.system.native.Kernel` takes them."""
        types, flat = "", list[int]()
        copies: list[tuple[int, memoryview, bool]] = []
        try:
            for kind, reads, value in zip(kinds, read_only, arguments, strict=True):
                if kind == "int":
                    types, flat = types + "i", [*flat, value]
                elif kind == "room":
                    types, flat = types + "pi", [*flat, value.address, value.size]
                else:
                    content = memoryview(value).cast("B")
                    address = self.allocate(len(content))
                    copies.append((address, content, reads))
                    if len(content):
                        self.host.write(address, content)
                    types, flat = types + "pi", [*flat, address, _length(value)]
            status = self.host.call(name, types, flat)
            for address, content, reads in copies:
                if not reads and len(content):
                    self.host.read(address, content)
            return status
        finally:
            for address, content, _ in reversed(copies):
                self.release(address, len(content))


def _length(value: Any) -> int:
    return len(value) if isinstance(value, (array, memoryview)) else value.size


def _rounded(size: int) -> int:
    return max(-(-size // _ALIGNED), 1) * _ALIGNED
