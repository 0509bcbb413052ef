"""The store: what is added comes back, what contradicts or is damaged is refused, one process at a time."""

from __future__ import annotations

import errno
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

import sprague as sg
from sprague.cli.app import application
from sprague.model import naive
from sprague.solving.store import Family, Store, in_order
from sprague.system.database import Database
from sprague.words.errors import DamageWarning, FileError, RangeError
from sprague.workbench.store_check import SMALL, check, component, numbers

sys.path.insert(0, str(Path(__file__).parents[1] / "attacks"))

FOUR = Family("cram", "4")
THREE = Family("cram", "3")
PATH = Family("node-kayles", "edges:0-1,1-2,2-3")
WORD = st.integers(-(2**63), 2**63 - 1)


def entries(table: dict[int, int]) -> tuple[np.ndarray, np.ndarray]:
    return np.array(list(table), np.int64), np.array(list(table.values()), np.uint8)


def as_table(keys: np.ndarray, values: np.ndarray) -> dict[int, int]:
    return dict(zip(keys.tolist(), values.tolist(), strict=True))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "boards.db"


@given(st.lists(st.dictionaries(WORD, st.integers(0, 255)), max_size=12))
def test_what_is_added_comes_back(tmp_path_factory, lots):
    everything: dict[int, int] = {}
    with Store(tmp_path_factory.mktemp("store") / "a.db", create=True) as store:
        for lot in lots:
            lot = {key: everything.get(key, value) for key, value in lot.items()}
            new = store.add(FOUR, *entries(lot))
            assert new == len(lot.keys() - everything.keys())
            everything |= lot
        assert as_table(*store.load(FOUR)) == everything
        assert list(store.load(FOUR)[0]) == sorted(everything)
        assert not list(store.damage())
        batches = store.base.connection.execute("SELECT count(*) FROM blocks").fetchone()[0]
        assert batches <= 1 + len(everything).bit_length()


@given(st.dictionaries(st.tuples(WORD, WORD), st.integers(0, 255), min_size=1), st.data())
def test_keys_of_two_words(tmp_path_factory, table, data):
    first = data.draw(st.lists(st.sampled_from(sorted(table)), unique=True))
    with Store(tmp_path_factory.mktemp("store") / "a.db", create=True) as store:
        for lot in (first, list(table)):
            values = np.array([table[key] for key in lot], np.uint8)
            store.add(PATH, np.array(lot, np.int64).reshape(-1, 2), values)
        keys, values = store.load(PATH)
        assert {tuple(key): v for key, v in zip(keys.tolist(), values.tolist(), strict=True)} == table
        assert len(keys) == len(table)


def test_contradictions_are_refused(path):
    with Store(path, create=True) as store:
        store.add(FOUR, *entries({3: 1, 15: 0}))
        with pytest.raises(RangeError, match=r"cram 4, entry 15: \*0 and \*2; nothing of it was added"):
            store.add(FOUR, *entries({7: 1, 15: 2}))
        assert as_table(*store.load(FOUR)) == {3: 1, 15: 0}
    with pytest.raises(RangeError, match=r"\*1 and \*2"):
        in_order(FOUR, np.array([5, 5]), np.array([1, 2], np.uint8))


def test_two_stores_merge(path, tmp_path):
    with Store(path, create=True) as one, Store(tmp_path / "b.db", create=True) as other:
        one.add(FOUR, *entries({3: 1, 15: 0}))
        other.add(FOUR, *entries({3: 1, 7: 1}))
        other.add(PATH, np.array([[3, 0]]), np.array([1], np.uint8))
        assert one.merge(other) == 2
        assert one.merge(other) == 0
        assert one.counts() == {FOUR: 3, PATH: 1}
        other.add(FOUR, *entries({15: 1}))
        with pytest.raises(RangeError, match="entry 15"):
            one.merge(other)


def test_a_second_process_is_told(path):
    with Store(path, create=True):
        program = (
            "import sys, sprague.solving.store as s\ntry: s.Store(sys.argv[1])\nexcept OSError as e: print(e)"
        )
        done = subprocess.run(
            [sys.executable, "-c", program, str(path)], capture_output=True, text=True, check=True
        )
        assert done.stdout.startswith("the store is in use by another process")
        with pytest.raises(FileError, match="open in this process"):
            Store(path)
    Store(path).close()


def test_a_store_that_another_program_looks_into_for_a_moment_is_opened_after_that(path):
    Store(path, create=True).close()
    other = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    other.execute("BEGIN EXCLUSIVE")
    threading.Timer(0.1, other.close).start()
    Store(path).close()


def test_no_other_program_writes_to_a_store_that_is_open(path):
    """Also where the system has no locks on files, and only SQLite's own keeps others out."""
    program = "import sqlite3, sys\nsqlite3.connect(sys.argv[1], timeout=0).execute('DELETE FROM blocks')"
    with Store(path, create=True) as store:
        store.add(FOUR, *entries({3: 1}))
        words = [sys.executable, "-c", program, str(path)]
        done = subprocess.run(words, capture_output=True, text=True, check=False)
        assert "database is locked" in done.stderr


def test_other_files_are_refused_and_left_alone(path, tmp_path):
    path.write_text("no database, and long enough to be looked at as one" * 50)
    with pytest.raises(FileError, match="expected a store, got another kind of file"):
        Store(path, create=True)
    foreign = tmp_path / "foreign.db"
    with sqlite3.connect(foreign) as connection:
        connection.execute("CREATE TABLE t (x)")
    connection.close()
    before = foreign.read_bytes()
    with pytest.raises(FileError, match="a database of another program"):
        Store(foreign, create=True)
    assert foreign.read_bytes() == before
    with pytest.raises(FileError, match="there is no such file"):
        Store(tmp_path / "none.db")
    assert not (tmp_path / "none.db").exists()
    with pytest.raises(FileError, match="got a folder"):
        Store(tmp_path, create=True)


def test_another_version_is_refused(path):
    Store(path, create=True).close()
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA user_version = 7")
    connection.close()
    with pytest.raises(FileError, match="form 7, this version of Sprague reads form 2; nothing was changed"):
        Store(path)


def test_a_full_disk_is_told_and_nothing_is_lost(path):
    with Store(path, create=True) as store:
        store.add(FOUR, *entries({3: 1}))
        store.base.connection.execute("PRAGMA max_page_count = 12")
        many = np.arange(100, 100_000, dtype=np.int64)
        with pytest.raises(FileError, match="what was saved before is safe"):
            store.add(FOUR, many, np.zeros(len(many), np.uint8))
        assert as_table(*store.load(FOUR)) == {3: 1}
    with Store(path) as store:
        assert as_table(*store.load(FOUR)) == {3: 1}


def test_a_store_that_this_process_has_open_is_not_blamed_on_another(path):
    with sg.Solver(store=path), pytest.raises(FileError, match="open in this process"):
        sg.Solver(store=path)
    sg.Solver(store=path).close()


def test_damage_is_found(path):
    with Store(path, create=True) as store:
        store.add(FOUR, *entries({3: 1, 15: 0}))
        store.base.connection.execute("UPDATE blocks SET \"values\" = x'0101'")
        with pytest.warns(DamageWarning, match="a batch of cram 4 is damaged"):
            assert as_table(*store.load(FOUR)) == {}
        assert "damaged" in str(check(store).wrong[0])


def test_a_wrong_value_is_found_by_the_definition(path):
    with Store(path, create=True) as store:
        store.add(FOUR, *entries({3: 1, 15: 2, 0b110011: 1}))  # the square is worth 0
        store.add(PATH, np.array([[0b1111, 0], [0b111, 0]]), np.array([0, 2], np.uint8))  # 0.137
        store.add(Family("cram", "12"), *entries({1: 1}))
        found = check(store)
        assert found.entries == 6
        assert {str(message).partition(":")[0] for message in found.wrong} == {
            "cram 4, entry 51",
            "cram 12",
        }


def test_a_key_is_a_position():
    assert str(component(FOUR, 0b110011)) == "cram ..##/..##"
    assert str(component(PATH, 0b1011)) == "node-kayles edges:0-1,3"
    assert numbers(np.array([[1, -1]])) == [(2**64 - 1 << 64) + 1]


SEARCH = """
import sys, sprague

def tell(statistics):
    written = sum(solver.store.counts().values())
    if written:
        print(written, flush=True)

with sprague.Solver(sys.argv[1], "200MB", interval=0.05, progress=tell) as solver:
    solver.value("cram 3x19")  # of short side 3 small boards are kept: there is no end-game file
"""


@pytest.mark.parametrize("written", [1, 2])
def test_a_killed_search_loses_nothing_that_was_written(path, written):
    for _ in range(2):
        process = subprocess.Popen(
            [sys.executable, "-c", SEARCH, str(path)], stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
        assert process.stdout is not None and process.stderr is not None
        counts = [process.stdout.readline() for _ in range(written)]
        time.sleep(0.03)
        process.send_signal(signal.SIGKILL)
        process.wait()
        process.stdout.close()
        process.stderr.close()
        with Store(path) as store:
            keys, values = store.load(THREE)
            checked = check(store, sample=50)
        boards = numbers(keys)
        few = sum(board.bit_count() <= SMALL for board in boards)
        assert checked.wrong == () and checked.recomputed == min(50, few)
        assert process.returncode == -signal.SIGKILL and len(keys) >= int(counts[-1])
        small = [i for i, board in enumerate(boards) if board.bit_count() <= 9][:20]
        for i in small:
            assert naive.value(component(THREE, boards[i]), {}) == values[i]
    assert few > 0


@pytest.mark.parametrize(("position", "family"), [
    ("cram 5x6", Family("cram", "5")),
    ("node-kayles edges:" + ",".join(f"{a}-{b}" for a in range(18) for b in (a + 1, a + 5) if b < 18), None),
])  # fmt: skip
def test_a_large_entry_that_does_not_fit_its_options_is_found(path, tmp_path, position, family):
    with sg.Solver(path) as solver:
        solver.value(position)
    with Store(path) as store:
        (family,) = store.counts() if family is None else (family,)
        assert check(store, sample=60).wrong == ()
        keys, values = store.load(family)
    large = np.array([entry.bit_count() > SMALL for entry in numbers(keys)])
    assert large.any()
    forged = np.where(large, values + 1, values).astype(np.uint8)
    with Store(tmp_path / "forged.db", create=True) as store:
        store.add(family, keys, forged)
        found = check(store, sample=60)
    assert any("does not fit the entries of its options" in str(each) for each in found.wrong)
    assert found.compared == min(6, large.sum())


def test_a_copy_taken_at_any_moment_opens(path, tmp_path):
    """As after a power cut: the file and its log as they are on the disk while they are in use."""
    with Store(path, create=True) as store:
        for i in range(20):
            store.add(FOUR, np.arange(i * 1000, i * 1000 + 500), np.zeros(500, np.uint8))
            for end in ("", "-wal"):
                if (tmp_path / f"boards.db{end}").exists():
                    shutil.copy(f"{path}{end}", tmp_path / f"copy.db{end}")
            with Store(tmp_path / "copy.db") as copy:
                assert copy.counts() == {FOUR: 500 * (i + 1)}
            for end in ("", "-wal", "-shm"):
                (tmp_path / f"copy.db{end}").unlink(missing_ok=True)


def run(*words: object) -> tuple[int, str]:
    result = CliRunner().invoke(application, list(map(str, words)))
    assert "fault" not in result.output
    return result.exit_code, result.output


def test_check_says_what_is_damaged_and_the_next_write_sets_it_aside(path):
    with Store(path, create=True) as store:
        store.add(FOUR, *entries({3: 1, 51: 0}))
        store.add(THREE, *entries({3: 1}))
    told = "3 entries, 3 re-computed by the definition, 0 compared with those of their options, 0 wrong\n"
    assert run("store", "check", path) == (0, told)
    content = path.read_bytes()
    at = content.index(b"cram4")
    damaged = content[:at] + b"cram5" + content[at + 5 :]
    path.write_bytes(damaged)
    status, said = run("store", "check", path)
    assert status == 1 and "wrong: a batch of cram 5 is damaged" in said and "sets it aside" in said
    assert path.read_bytes() == damaged
    with Store(path, create=True) as store, pytest.warns(DamageWarning):
        store.add(FOUR, *entries({3: 1, 51: 0, 7: 1}))
        store.add(Family("cram", "5"), *entries({3: 1}))
        assert store.counts() == {THREE: 1, FOUR: 3, Family("cram", "5"): 1}
    assert run("store", "check", path)[0] == 0
    assert Path(f"{path}.damaged").is_file()


def test_a_store_that_sqlite_gives_up_is_set_aside_as_it_is(path):
    with Store(path, create=True) as store:
        store.add(FOUR, *entries({3: 1, 51: 0}))
    content = path.read_bytes()
    damaged = content[:100] + bytes(3996) + content[4096:]
    path.write_bytes(damaged)
    status, said = run("store", "check", path)
    assert status == 1 and "damaged" in said
    with pytest.raises(FileError, match="damaged"):
        Store(path)
    with (
        pytest.warns(DamageWarning, match=r"kept as .*boards\.db\.damaged"),
        Store(path, create=True) as store,
    ):
        store.add(FOUR, *entries({3: 1}))
    assert Path(f"{path}.damaged").read_bytes() == damaged
    with Store(path) as store:
        assert store.counts() == {FOUR: 1}


def test_what_sqlite_still_reads_of_a_damaged_store_is_kept(path):
    """A page of zeros in one batch: the others are read."""
    with Store(path, create=True) as store:
        for board in "345":
            keys = np.arange(1, 5000)
            store.add(Family("cram", board), keys, (keys % 3).astype(np.uint8))
    content = path.read_bytes()
    middle = content.index(np.arange(2500, 2600).tobytes())
    at = middle // 4096 * 4096
    damaged = content[:at] + bytes(4096) + content[at + 4096 :]
    path.write_bytes(damaged)
    with Store(path, create=True) as store, pytest.warns(DamageWarning):
        store.add(Family("cram", "6"), *entries({1: 0}))
        counts = store.counts()
    assert list(counts.values()).count(4999) == 2 and counts[Family("cram", "6")] == 1
    assert Path(f"{path}.damaged").read_bytes() == damaged


def test_a_store_whose_table_is_gone_is_not_an_empty_one(path):
    """One bit says that the file's list of tables has none: the batches are still there."""
    with Store(path, create=True) as store:
        store.add(FOUR, *entries({3: 1, 51: 0}))
    content = bytearray(path.read_bytes())
    assert content[103:105] == b"\0\1"  # the cells of the first page, by the form of SQLite's files
    content[104] ^= 1
    path.write_bytes(content)
    assert run("store", "check", path)[0] == 1
    with (
        pytest.warns(DamageWarning, match="begins with what could be read"),
        Store(path, create=True) as store,
    ):
        assert as_table(*store.load(FOUR)) == {}
    assert Path(f"{path}.damaged").read_bytes() == content


def numbers_to(last: int) -> tuple[np.ndarray, np.ndarray]:
    keys = np.arange(1, last)
    return keys, (keys % 5).astype(np.uint8)


def test_a_copy_that_this_process_makes_lets_nobody_else_in(path, tmp_path):
    """SQLite's lock is lost when the file is closed that was opened to be copied."""
    program = (
        "import sys, numpy, sprague.solving.store as s\n"
        "with s.Store(sys.argv[1]) as store: store.add(s.Family('cram', '3'), *[numpy.arange(1, 9)] * 2)"
    )
    with Store(path, create=True) as store:
        store.add(FOUR, *numbers_to(500))
        shutil.copy(path, tmp_path / "copy.db")
        done = subprocess.run(
            [sys.executable, "-c", program, str(path)], capture_output=True, text=True, check=False
        )
        assert "the store is in use by another process" in done.stderr
        store.add(FOUR, *numbers_to(9000))
    with Store(path) as store:
        assert store.counts() == {FOUR: 8999} and not list(store.damage())
    assert not Path(f"{path}.lock").exists()


def test_a_forked_process_has_no_part_in_it(path):
    with Store(path, create=True) as store:
        store.add(FOUR, *numbers_to(500))
        child = os.fork()
        if child == 0:
            told = []
            for ask in (
                lambda: store.add(THREE, *numbers_to(9000)),
                lambda: store.load(FOUR),
                lambda: Store(path),
            ):
                try:
                    ask()
                except FileError as error:
                    told.append(str(error))
            store.close()
            os._exit(sum("before this process was forked" in each for each in told) * 10 + len(told))
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 23
        store.add(FOUR, *numbers_to(9000))
    with Store(path) as store:
        assert store.counts() == {FOUR: 8999} and not list(store.damage())


@pytest.mark.parametrize("way", ["lines", "calls"])
def test_an_exception_anywhere_leaves_the_store_as_it_was_or_as_it_would_be(path, way):
    from injector import Injector, Struck

    lots = [numbers_to(last) for last in (10, 40, 45)]
    counted = Injector(way)
    with Store(path, create=True) as store:
        counted.run(lambda: [store.add(FOUR, *lot) for lot in lots])
        for at in range(0, counted.events, 3):
            family = Family("cram", f"{at}")

            def work(family=family):
                for lot in lots:
                    store.add(family, *lot)
                return as_table(*store.load(family))

            with pytest.raises(Struck):
                Injector(way, at, Struck).run(work)
            assert work() == as_table(*numbers_to(45))
    with Store(path) as store:
        assert not list(store.damage())


def test_names_that_mean_something_else_to_sqlite_are_names_of_files(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in (":memory:", "file:b.db?mode=memory"):
        with Store(name, create=True) as store:
            store.add(FOUR, *numbers_to(9))
        with Store(name) as store:
            assert store.counts() == {FOUR: 8}
    for name in ("", "a\0b"):
        with pytest.raises(FileError, match="expected the name of a file"):
            Store(name, create=True)


def test_where_there_is_no_room_for_a_new_file_the_damaged_one_stays(path, monkeypatch):
    with Store(path, create=True) as store:
        store.add(FOUR, *numbers_to(9))
    content = path.read_bytes().replace(b"cram4", b"cram5")
    path.write_bytes(content)

    def full(*_):
        raise OSError(errno.ENOSPC, "No space left on device")

    with Store(path, create=True) as store:
        monkeypatch.setattr(Database, "_set_aside", full)
        with pytest.raises(FileError, match="No space left"), pytest.warns(DamageWarning):
            store.add(Family("cram", "5"), *numbers_to(9))
    assert path.read_bytes() == content
    assert not list(path.parent.glob("*.new*"))


def test_a_small_file_of_another_kind_is_left_alone(path):
    path.write_text("mine")
    with pytest.raises(FileError, match="another kind of file"):
        Store(path, create=True)
    assert path.read_text() == "mine"
