"""The end-game files of the board search: what is in them, and what becomes of them."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from sprague.boards import endgame
from sprague.boards.plain import full_board
from sprague.boards.search import BoardSearch
from sprague.system import folders as home

BITS = 16  # the least: one block


@cache
def by_definition(width: int, cells: int) -> int:
    options = set()
    for i in range(cells.bit_length()):
        for step in (1, width):
            taken = 1 << i | 1 << (i + step)
            if cells & taken == taken and (step == width or (i + 1) % width):
                options.add(by_definition(width, cells & ~taken))
    return next(v for v in range(len(options) + 1) if v not in options)


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("SPRAGUE_HOME", str(tmp_path))
    monkeypatch.setattr(endgame, "BITS", {4: BITS})
    return tmp_path / "cache"


def run(code: str, *, code_of_exit: int = 0) -> str:
    """What a process of its own prints that has imported what is needed."""
    imports = "import os, signal\nimport sprague.search.cram as k\nfrom sprague.boards import endgame\n"
    done = subprocess.run([sys.executable, "-c", imports + code], capture_output=True, text=True, check=False)
    assert done.returncode == code_of_exit, done.stderr
    return done.stdout.strip()


@pytest.mark.parametrize("width", range(1, 9))
def test_a_table_says_what_the_definition_says(folder, width):
    values = endgame.table(width, BITS)
    assert values is not None and len(values) == 1 << BITS and not values.flags.writeable
    choose = random.Random(width)
    for cells in [*range(300), *(choose.getrandbits(BITS) for _ in range(700))]:
        assert values[cells] == by_definition(width, cells)


def test_the_tables_take_128_mib_at_most():
    width, bits = zip(*endgame.BITS.items(), strict=True)
    assert set(width) <= set(range(1, 9)) and min(bits) >= BITS
    assert sum(1 << b for b in bits) <= 128 << 20


def test_a_search_uses_the_table_for_large_questions_only(folder, monkeypatch):
    small = BoardSearch(4)
    assert small.value(full_board(4, 7)) == 3  # as in tests/data/cram_nimbers.json
    assert not folder.exists()
    monkeypatch.setattr(endgame, "CELLS", 20)
    search = BoardSearch(4)
    assert search.value(full_board(4, 7)) == 3
    assert [path.name for path in folder.iterdir()] == ["cram-4.table"]
    assert len(search._tiny) == 1 << BITS
    assert BoardSearch(3).value(full_board(3, 7)) == 1
    assert [path.name for path in folder.iterdir()] == ["cram-4.table"]


def flip(place):
    def damage(content: bytes) -> bytes:
        return content[:place] + bytes([content[place] ^ 1]) + content[place + 1 :]

    return damage


DAMAGES = {
    "magic": flip(0),
    "form": flip(8),
    "width": flip(10),
    "bits": flip(12),
    "checksum": flip(16),
    "first value": flip(64),
    "a value": flip(64 + 40_000),
    "last value": flip(63 + (1 << BITS)),
    "cut short": lambda content: content[:5000],
    "too long": lambda content: content + bytes(5000),
    "empty": lambda content: b"",
    "zeroed in the middle": lambda content: content[:20_000] + bytes(4096) + content[24_096:],
    "half of it": lambda content: content[: 64 + (1 << BITS - 1)],
    "something else": lambda content: b"cells" * 20_000,
}


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES)
def test_a_file_that_is_not_good_is_built_again(folder, damage):
    good = endgame.table(4, BITS).copy()
    path = folder / "cram-4.table"
    content = path.read_bytes()
    path.unlink()  # the mapped file stays as it is
    path.write_bytes(damage(content))
    assert endgame.mapped(path, 4, BITS) is None
    assert (endgame.table(4, BITS) == good).all()
    assert path.read_bytes() == content
    assert [entry.name for entry in folder.iterdir()] == ["cram-4.table"]


def test_a_folder_that_cannot_be_made_is_done_without(tmp_path, monkeypatch):
    (tmp_path / "file").touch()
    monkeypatch.setenv("SPRAGUE_HOME", str(tmp_path / "file"))
    monkeypatch.setattr(endgame, "CELLS", 20)
    assert endgame.table(4, BITS) is None
    assert BoardSearch(4).value(full_board(4, 7)) == 3


def test_a_folder_that_cannot_be_written_is_done_without(folder, monkeypatch):
    folder.mkdir()

    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "touch", refuse)
    assert endgame.table(4, BITS) is None
    assert list(folder.iterdir()) == []


def test_a_full_disk_is_done_without(folder, monkeypatch):
    def refuse(*_: object) -> None:
        raise OSError(28, "No space left on device")

    good = endgame.table(4, BITS).copy()
    (folder / "cram-4.table").unlink()
    monkeypatch.setattr(os, "replace", refuse)
    assert (endgame.table(4, BITS) == good).all()
    assert list(folder.iterdir()) == []


def test_a_second_process_maps_the_same_file(folder):
    good = endgame.table(4, BITS)
    path = folder / "cram-4.table"
    before = path.stat()
    seen = run(
        f"""
def build(*_): raise AssertionError("built again")
k.tiny_values = build
values = endgame.table(4, {BITS})
print(int(values.sum()), values.flags.writeable)
if os.path.exists("/proc/self/maps"):
    assert {str(path)!r} in open("/proc/self/maps").read()
"""
    )
    assert seen == f"{int(good.sum(dtype=np.uint64))} False"
    after = path.stat()
    assert (after.st_ino, after.st_mtime_ns) == (before.st_ino, before.st_mtime_ns)


@pytest.mark.parametrize("when", ["k.tiny_values", "endgame._header", "os.replace"])
def test_a_process_killed_while_it_builds_leaves_no_file(folder, when):
    run(
        f"""
def die(*_): os.kill(os.getpid(), signal.SIGKILL)
{when} = die
endgame.built(endgame.cache(create=True) / "cram-4.table", 4, {BITS})
""",
        code_of_exit=-signal.SIGKILL,
    )
    (draft,) = folder.iterdir()
    assert draft.suffix == ".new"
    assert endgame.table(4, BITS)[0b11] == 1
    assert draft in folder.iterdir()  # its process may be at work
    os.utime(draft, (0, 0))
    (folder / "cram-4.table").unlink()
    assert endgame.table(4, BITS)[0b11] == 1
    assert [path.name for path in folder.iterdir()] == ["cram-4.table"]


def test_several_may_build_at_once(folder):
    folder.mkdir()
    path = folder / "cram-4.table"
    with ThreadPoolExecutor(4) as pool:
        tables = list(pool.map(lambda _: endgame.built(path, 4, BITS), range(8)))
    first = endgame.mapped(path, 4, BITS)
    assert first is not None and all(np.array_equal(values, first) for values in tables)
    assert [entry.name for entry in folder.iterdir()] == ["cram-4.table"]


def test_a_draft_that_becomes_the_file_meanwhile_is_no_obstacle(folder, monkeypatch):
    folder.mkdir()
    path, gone = folder / "cram-4.table", folder / "cram-4.table.other.new"
    monkeypatch.setattr(Path, "glob", lambda *_: iter([gone]))  # listed, then renamed by its process
    assert endgame.built(path, 4, BITS) is not None and path.exists()


def test_the_cache_lies_where_the_system_has_it(monkeypatch):
    monkeypatch.delenv("SPRAGUE_HOME")
    assert home.cache() != home.home() and "sprague" in home.cache().parts
    monkeypatch.setenv("SPRAGUE_HOME", "~/games")
    assert home.cache() == Path.home() / "games" / "cache"
