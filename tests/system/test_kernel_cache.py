"""Compiled kernels on the disk: processes that compile at the same time do not take each other's."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import sprague.kernels
from numba.core.caching import IndexDataCacheFile


def test_two_processes_do_not_write_to_one_file(tmp_path: Path) -> None:
    assert sprague.system.jit.__doc__
    one, other = (IndexDataCacheFile(str(tmp_path), "kernel", "stamp") for _ in range(2))
    write = one._save_data

    def late(name: str, data: Any) -> None:
        """Between the one's index and its data the other, which has seen no index, writes both."""
        other._load_index = dict
        other.save("uint16", "other")
        write(name, data)

    one._save_data = late
    one.save("uint8", "one")
    after = IndexDataCacheFile(str(tmp_path), "kernel", "stamp")
    assert after.load("uint16") == "other"
    assert after.load("uint8") in (None, "one")
    after.save("uint8", "again")
    assert (after.load("uint8"), after.load("uint16")) == ("again", "other")
