"""Numba's cache of compiled functions, with checksums, for kernels of which no machine code is kept.

Numba itself trusts its files. Here each file begins with a digest of its name and content. A file that does not match
or cannot be read is ignored, and nothing is kept where no file can be written.
"""

from __future__ import annotations

import os
import pickle
from hashlib import blake2b
from pathlib import Path
from typing import Any

from numba.core.caching import FunctionCache, IndexDataCacheFile
from numba.core.serialize import dumps

from .machine_code import tell_of_damage

_MAGIC = b"sprague numba cache 1\n"
_DIGEST = 32

_Files: Any = IndexDataCacheFile
_Cache: Any = FunctionCache


class _ProvenFiles(_Files):  # type: ignore[misc]
    """The files of one function: an index, and a file for each set of types."""

    def _load_index(self) -> dict[Any, str]:
        found = _read(self._index_path)
        if found is None or found[:2] != (self._version, self._source_stamp):
            return {}
        index: dict[Any, str] = found[2]
        return index

    def _save_index(self, overloads: dict[Any, str]) -> None:
        _write(self._index_path, (self._version, self._source_stamp, overloads))

    def _load_data(self, name: str) -> Any:
        found = _read(self._data_path(name))
        if found is None:
            raise FileNotFoundError(name)  # which Numba takes to mean that there is none
        return found

    def _save_data(self, name: str, data: Any) -> None:
        _write(self._data_path(name), data)

    def _data_name(self, number: int) -> str:
        """Returns a name that no other process chooses.

        Numba names a new file by the first number that is missing in the index. Two processes that compile one kernel
        for different types at the same time choose the same number. The index may then point to the wrong code for
        good: "can't unbox array".
        """
        name: str = self._data_name_pattern.format(number=number)
        return f"{name.removesuffix('.nbc')}.{os.urandom(6).hex()}.nbc"


class ProvenCache(_Cache):  # type: ignore[misc]
    """The cache of one function."""

    def __init__(self, function: Any) -> None:
        super().__init__(function)
        self._cache_file = _ProvenFiles(
            self._cache_path, self._impl.filename_base, self._impl.locator.get_source_stamp()
        )

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keeps the compiled function, if it can be written."""
        try:
            super().save_overload(sig, data)
        except OSError:  # a full disk, a folder that is gone
            pass


def _read(path: str) -> Any:
    """Returns the content of a file, or None if there is none or it is damaged."""
    try:
        data = Path(path).read_bytes()
    except OSError:
        return None
    start = len(_MAGIC) + _DIGEST
    if data[:start] != _MAGIC + _digest(path, data[start:]):
        tell_of_damage(path)
        return None
    return pickle.loads(data[start:])


def _write(path: str, content: Any) -> None:
    """Writes a file, completely or not at all."""
    data = dumps(content)  # type: ignore[no-untyped-call]
    part = Path(f"{path}.{os.urandom(6).hex()}.part")
    try:
        part.write_bytes(_MAGIC + _digest(path, data) + data)
        os.replace(part, path)
    except OSError:
        part.unlink(missing_ok=True)
        raise


def _digest(path: str, data: bytes) -> bytes:
    return blake2b(os.path.basename(path).encode() + b"\n" + data, digest_size=_DIGEST).digest()
