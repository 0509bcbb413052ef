"""A host of the WebAssembly core as the page has one, outside a browser: see ``web/src/site/core.ts``."""

from __future__ import annotations

import ctypes
from pathlib import Path
from typing import Any

from wasmtime import Instance, Module, Store


class Host:
    """The memory and the functions of the core in the file ``path``."""

    def __init__(self, path: Path) -> None:
        self.store = Store()
        module = Module.from_file(self.store.engine, str(path))
        exports: Any = Instance(self.store, module, []).exports(self.store)
        self.exports, self.memory = exports, exports["memory"]
        self.base = exports["__heap_base"].value(self.store)

    def size(self) -> int:
        return self.memory.data_len(self.store)

    def grow(self, pages: int) -> None:
        self.memory.grow(self.store, pages)

    def place(self, address: int, size: int) -> Any:
        assert 0 <= address <= address + size <= self.size()
        return ctypes.addressof(self.memory.data_ptr(self.store).contents) + address

    def clear(self, address: int, size: int) -> None:
        ctypes.memset(self.place(address, size), 0, size)

    def write(self, address: int, data: Any) -> None:
        ctypes.memmove(self.place(address, len(data)), bytes(data), len(data))

    def read(self, address: int, data: Any) -> None:
        data[:] = ctypes.string_at(self.place(address, len(data)), len(data))

    def call(self, name: str, kinds: str, arguments: list[int]) -> int:
        """As JavaScript does: an argument of 64 bits may be given with a sign or without."""
        given = [
            value if kind == "p" else (value + 2**63) % 2**64 - 2**63
            for kind, value in zip(kinds, arguments, strict=True)
        ]
        return self.exports[name](self.store, *given)
