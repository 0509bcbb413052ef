"""Folders by others: nothing outside them is written or deleted, and no file in them can make a command hang."""

from __future__ import annotations

import os
import sqlite3
import struct
from pathlib import Path

import numpy as np
import pytest

import sprague as sg
from sprague.cli.common import write_file
from sprague.discovery import walnut
from sprague.solving.store import Family, Store
from sprague.system.database import DamagedError
from sprague.system.file_lock import FileLock
from sprague.takebreak import run_file
from sprague.takebreak.codes import parse_code
from sprague.takebreak.run_file import kept_values, run_to_file
from sprague.takebreak.run_mark import Mark
from sprague.takebreak.small import small_values
from sprague.theorems.coq import write_library
from sprague.words.errors import DamageWarning, FileError

MAGIC = bytes.fromhex("d9d505f920a163d7")


@pytest.fixture
def store(tmp_path: Path) -> Path:
    path = tmp_path / "s.db"
    with Store(path, create=True) as opened:
        opened.add(Family("cram", "2"), np.array([3, 15]), np.array([1, 0], np.uint8))
    return path


@pytest.fixture
def precious(tmp_path: Path) -> Path:
    path = tmp_path / "precious"
    path.write_text("mine")
    return path


def test_a_journal_that_names_a_file(store: Path, precious: Path) -> None:
    """SQLite deletes the file that a journal names at its end."""
    base = sqlite3.connect(store)
    base.execute("PRAGMA journal_mode = DELETE")
    base.close()
    page = store.read_bytes()[: struct.unpack(">H", store.read_bytes()[16:18])[0]]
    size, name = len(page), os.fsencode(precious)
    head = (MAGIC + struct.pack(">5I", 1, 0, store.stat().st_size // size, 512, size)).ljust(512, b"\0")
    check = sum(page[size - 200 : 0 : -200])
    named = struct.pack(">I", 2**30 // size + 1) + name + struct.pack(">2I", len(name), sum(name)) + MAGIC
    journal = store.with_name("s.db-journal")
    journal.write_bytes(head + struct.pack(">I", 1) + page + struct.pack(">I", check) + named)
    link = store.with_name("link.db")
    link.symlink_to(store)
    for path, create in ((store, False), (store, True), (link, False)):
        with pytest.raises(FileError, match="got one whose journal names another file"):
            Store(path, create=create)
        assert precious.read_text() == "mine"


@pytest.mark.parametrize(
    "change",
    [
        "DROP TABLE blocks; CREATE VIEW blocks AS WITH RECURSIVE n(id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM n) "
        "SELECT id, 'cram' AS game, '3' AS board, 1 AS entries, x'' AS sum, x'' AS keys, x'' AS \"values\" FROM n",
        "CREATE TRIGGER more AFTER INSERT ON blocks BEGIN DELETE FROM blocks; END",
        "ALTER TABLE blocks ADD COLUMN more AS (zeroblob(1000000000))",
    ],
)
def test_a_store_with_more_than_tables(store: Path, change: str) -> None:
    base = sqlite3.connect(store)
    base.executescript(change)
    base.close()
    with pytest.raises(DamagedError, match="it holds more than tables"):
        Store(store)
    with pytest.warns(DamageWarning, match="the store was damaged"), Store(store, create=True) as opened:
        assert opened.counts() == {}


def test_links_beside_a_run(tmp_path: Path, precious: Path) -> None:
    for name in ("g.npy.part.new", "g.npy.run.new"):
        (tmp_path / name).symlink_to(precious)
    assert run_to_file(parse_code("0.77"), 300, tmp_path / "g.npy").tolist() == small_values(
        parse_code("0.77"), 300
    )
    assert precious.read_text() == "mine"


@pytest.mark.parametrize("name", ["g.npy", "g.npy.part"])
def test_a_run_that_is_a_link(tmp_path: Path, name: str) -> None:
    def stop(known: int, aim: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run_to_file(parse_code("0.77"), 9000, tmp_path / "g.npy", progress=stop)
    elsewhere = tmp_path / "elsewhere"
    (tmp_path / "g.npy.part").rename(elsewhere)
    before = elsewhere.read_bytes()
    (tmp_path / name).symlink_to(elsewhere)
    with (
        pytest.raises(FileError, match="got a link to one"),
        kept_values(parse_code("0.77"), tmp_path / "g.npy", 9000),
    ):
        pass
    assert elsewhere.read_bytes() == before


def test_links_for_locks_and_drafts(tmp_path: Path, precious: Path) -> None:
    (tmp_path / "a.lock").symlink_to(tmp_path / "made")
    with pytest.raises(FileError, match="cannot write"):
        FileLock(tmp_path / "a")
    assert not (tmp_path / "made").exists()
    (tmp_path / f"b.{os.getpid()}.tmp").symlink_to(precious)
    with pytest.raises(FileError, match="cannot write"):
        write_file(str(tmp_path / "b"), lambda target: target.write("x"), force=False)
    assert precious.read_text() == "mine"


def test_links_in_folders_for_files(tmp_path: Path, precious: Path) -> None:
    (tmp_path / "coq").mkdir()
    for name in ("Nim.v", "Makefile"):
        (tmp_path / "coq" / name).symlink_to(tmp_path / "made")
    write_library(tmp_path / "coq")
    (tmp_path / "Automata Library").mkdir()
    (tmp_path / "Automata Library" / "sprague.txt").symlink_to(precious)
    certificate = sg.discover("nim").certificate
    assert certificate is not None
    walnut.write(certificate, tmp_path)
    assert not (tmp_path / "made").exists() and precious.read_text() == "mine"


@pytest.mark.filterwarnings("ignore::sprague.words.errors.DamageWarning")
def test_a_mark_that_claims_much_room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A mark of 370 bytes made the run reserve 50 GB."""
    rooms = []
    monkeypatch.setattr(run_file, "take_room", lambda path, start: rooms.append(path.stat().st_size))
    path = tmp_path / "g.npy"
    for known in (5, 700):
        (tmp_path / "g.npy.part").write_bytes(bytes(400))
        mark = Mark("0.77", known, 256, 1, 5 * 10**7, ("00" * 16,))
        (tmp_path / "g.npy.run").write_bytes(mark.written())
        found = run_to_file(parse_code("0.77"), 1200, path, replace=True).tolist()
        assert found == small_values(parse_code("0.77"), 1200)
    assert max(rooms) < 10**5
