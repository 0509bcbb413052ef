"""The core as WebAssembly: its memory is given out once, and its kernels give what the native ones give."""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from importlib import resources
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from wasm_host import Host

from sprague.games.chomp import tables
from sprague.system import native
from sprague.system.native import Bug, Kernel, Room
from sprague.system.wasm import Core

CORE = Path(str(resources.files("sprague.site") / "core.wasm"))


@pytest.fixture
def core(monkeypatch: pytest.MonkeyPatch) -> Iterator[Core]:
    there = Core(Host(CORE))
    monkeypatch.setattr(native, "_BROWSER", [there])
    yield there


class Memory:
    """The memory of a host, which keeps nothing."""

    base = 1000

    def __init__(self) -> None:
        self.bytes = 65536

    def size(self) -> int:
        return self.bytes

    def grow(self, pages: int) -> None:
        if self.bytes + 65536 * pages > 2**20:
            raise RuntimeError("no more memory")
        self.bytes += 65536 * pages


@given(st.lists(st.tuples(st.booleans(), st.integers(0, 200_000), st.integers(0, 99)), max_size=40))
def test_no_memory_is_given_out_twice(wishes: list[tuple[bool, int, int]]) -> None:
    memory = Memory()
    core, taken = Core(memory), list[tuple[int, int]]()  # type: ignore[arg-type]
    for wants, size, which in wishes:
        if wants or not taken:
            try:
                address = core.allocate(size)
            except MemoryError:
                assert sum(there for _, there in taken) + size > 2**20 // 3
                continue
            assert address % 64 == 0 and memory.base <= address and address + size <= memory.size()
            assert all(address + size <= other or other + there <= address for other, there in taken if there)
            taken.append((address, size))
        else:
            core.release(*taken.pop(which % len(taken)))
    for address, size in taken:
        core.release(address, size)
    assert core.allocate(0) == 1024


def test_chomp_has_the_values_of_the_native_core(core: Core, monkeypatch: pytest.MonkeyPatch) -> None:
    there = [tables.table((7, 6, 6, 4), values, "").entries for values in (True, False)]
    monkeypatch.setattr(native, "_BROWSER", [])
    assert there == [tables.table((7, 6, 6, 4), values, "").entries for values in (True, False)]


def test_a_room_is_zeros_and_goes_back(core: Core) -> None:
    room = Room(100)
    room.write(3, b"abc")
    assert room.read() == bytes(3) + b"abc" + bytes(94)
    address = room.address
    del room
    again = Room(100)
    assert again.address == address and again.read() == bytes(100)


def test_wrong_arguments_are_our_fault(core: Core) -> None:
    rows = array("q", [2, 2])
    wins = Kernel("chomp_wins", "uint8[]", "const int64[]", "const int64[]", "int", "int", "int64[]")
    with pytest.raises(Bug, match="refused"):
        wins(array("B", bytes(6)), array("q", [0]), rows, 0, 1, array("q", [0] * 4))
    with pytest.raises(Bug, match="array of int64, got uint8"):
        wins(array("B", bytes(6)), array("B", [0]), rows, 0, 1, array("q", [0] * 4))
