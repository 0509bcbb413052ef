"""Kernels as machine code on the disk: whatever happens to it, a call gives the right answer."""

from __future__ import annotations

import ctypes
import importlib.util
import os
import subprocess
import sys
import textwrap
import threading
import time
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from sprague.system import code_names, compiling, jit, machine_code

pytestmark = pytest.mark.skipif(
    jit.disabled() or not jit._kept(), reason="kernels are not kept as machine code here"
)

SAMPLE = '''
from typing import NamedTuple

import numpy as np

from sprague.search.words import load, store
from sprague.system.jit import kernel


class Rule(NamedTuple):
    factors: object
    shift: int


@kernel
def triple(n):
    return helper(n) * 3


@kernel
def helper(n):
    return n


@kernel
def same(value):
    return value


@kernel
def top_bit(word):
    return (word >> np.uint64(63)) & np.uint64(1)


@kernel
def less(a, b):
    return a < b


@kernel
def mixed(a, b, c):
    return a, b, c > 0, 0.5


@kernel
def weighed(table):
    """Every place counts with another weight."""
    total = 0
    for i in range(table.shape[0]):
        for j in range(table.shape[1]):
            total += (7 * i + 3 * j + 1) * np.int64(table[i, j])
    return total


@kernel
def double(row):
    for i in range(len(row)):
        row[i] *= 2


@kernel
def by_rule(rule, pair, n):
    return rule.factors[0] * n + rule.shift + pair[0] * 1000 + pair[1][0]


@kernel
def quotient(a, b):
    return a // b


@kernel
def room(n):
    scratch = np.zeros(n, np.uint8)
    scratch[0] = 1
    return scratch.sum()


@kernel
def backwards(row):
    return np.sort(row)[::-1][0]


@kernel
def length(words):
    return len(words)


@kernel(boundscheck=False)
def meet(mine, other, address):
    """Say that this thread is here, and wait for the other."""
    store(address, mine, np.uint64(1))
    while load(address, other) == np.uint64(0):
        pass


@kernel
def at(row, i):
    return row[i]
'''


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where machine code is kept during a test."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "kept"))
    return tmp_path / "kept" / "sprague"


@pytest.fixture
def module(tmp_path: Path, folder: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[], ModuleType]:
    """Makes the module of SAMPLE, as a process that has just been started sees it."""
    file = tmp_path / "sample.py"
    file.write_text(SAMPLE)
    monkeypatch.setattr(code_names, "_BORN", time.time() + 1)

    def load() -> ModuleType:
        spec = importlib.util.spec_from_file_location("sample", file)
        assert spec is not None and spec.loader is not None
        loaded = importlib.util.module_from_spec(spec)
        monkeypatch.setitem(sys.modules, "sample", loaded)
        code_names._source.cache_clear()
        spec.loader.exec_module(loaded)
        return loaded

    return load


@pytest.fixture(scope="module")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """The module of SAMPLE for tests of calls, which do not mind whether its code has been there before."""
    folder = tmp_path_factory.mktemp("sample")
    file = folder / "called.py"
    file.write_text(SAMPLE)
    spec = importlib.util.spec_from_file_location("called", file)
    assert spec is not None and spec.loader is not None
    loaded = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(loaded)
    return loaded


def ways(kernel: jit.Kernel) -> list[bool]:
    """For all types that a kernel was called with, whether it runs as machine code of our own."""
    return [call is not None for call in kernel._calls.values()]


def run(program: str, **environment: str | Path) -> str:
    """What a process of its own prints."""
    words = [sys.executable, "-W", "error", "-c", textwrap.dedent(program)]
    kept = {name: value for name, value in os.environ.items() if not name.startswith("NUMBA_")}
    settings = kept | {name: str(value) for name, value in environment.items()}
    done = subprocess.run(words, check=False, capture_output=True, text=True, env=settings, timeout=300)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


# What is kept.

QUESTION = """
    import sys
    from sprague.takebreak.kernels.take import take_few
    import numpy as np
    values = np.zeros(30, np.uint8)
    take_few(values, 1, 30, np.array([3, 2, 1]), np.array([0, 1, 1, 1], np.uint8))
    assert values.tolist() == [n % 4 for n in range(30)], values
    print(*sorted({"numba", "llvmlite"} & set(sys.modules)))
"""


def test_only_the_first_process_imports_the_compiler(folder: Path) -> None:
    assert run(QUESTION, NUMBA_CACHE_DIR=folder.parent) == "llvmlite numba"
    (file,) = folder.iterdir()
    assert file.name.startswith("takebreak.kernels.take.take_few-")
    assert run(QUESTION, NUMBA_CACHE_DIR=folder.parent) == ""


def test_processes_that_compile_at_once_do_not_disturb_each_other(folder: Path) -> None:
    found: list[str] = []
    threads = [
        threading.Thread(target=lambda: found.append(run(QUESTION, NUMBA_CACHE_DIR=folder.parent)))
        for _ in range(3)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 3
    assert len(list(folder.iterdir())) == 1
    assert run(QUESTION, NUMBA_CACHE_DIR=folder.parent) == ""


def test_every_byte_of_a_file_is_checked(module: Callable[[], Any], folder: Path) -> None:
    assert module().triple(14) == 42
    (file,) = folder.glob("sample.triple-*.code")
    whole = file.read_bytes()
    assert machine_code.read(file.name) is not None
    for at in {*range(200), *range(200, len(whole), 97), len(whole) - 1}:
        file.write_bytes(whole[:at] + bytes([whole[at] ^ (1 << at % 8)]) + whole[at + 1 :])
        assert machine_code.read(file.name) is None
    for length in {0, 1, 30, 60, 100, len(whole) // 2, len(whole) - 1}:
        file.write_bytes(whole[:length])
        assert machine_code.read(file.name) is None
    file.write_bytes(whole + b"\0")
    assert machine_code.read(file.name) is None


def test_what_is_damaged_is_compiled_again(module: Callable[[], Any], folder: Path) -> None:
    assert module().triple(14) == 42
    (file,) = folder.iterdir()
    whole = file.read_bytes()
    for damaged in (b"", whole[: len(whole) // 2], whole[:-1] + bytes([whole[-1] ^ 1])):
        file.write_bytes(damaged)
        assert module().triple(14) == 42
        assert file.read_bytes() == whole


def test_code_of_another_kernel_is_not_taken(module: Callable[[], Any], folder: Path) -> None:
    loaded = module()
    assert (loaded.triple(14), loaded.helper(14)) == (42, 14)
    (one,), (other,) = folder.glob("sample.triple-*"), folder.glob("sample.helper-*")
    other.write_bytes(one.read_bytes())
    assert module().helper(14) == 14


def test_checking_takes_no_time(module: Callable[[], Any], folder: Path) -> None:
    module().triple(14)
    (file,) = folder.iterdir()
    began = time.process_time()
    for _ in range(20):
        assert machine_code.read(file.name) is not None
    assert (time.process_time() - began) / 20 < 0.02


def test_a_changed_file_that_a_kernel_imports_is_seen(tmp_path: Path, folder: Path) -> None:
    package = tmp_path / "games"
    package.mkdir()
    (package / "__init__.py").touch()
    (package / "numbers.py").write_text("SHIFT = 1\n")
    (package / "middle.py").write_text(
        "from sprague.system.jit import kernel\nfrom .numbers import SHIFT\n"
        "@kernel\ndef moved(n):\n    return n + SHIFT\n"
    )
    (package / "top.py").write_text(
        "from sprague.system.jit import kernel\nfrom .middle import moved\n"
        "@kernel\ndef twice(n):\n    return 2 * moved(n)\n"
    )
    program = f"""
        import sys
        sys.path.insert(0, {str(tmp_path)!r})
        from games.top import twice
        print(twice(10), *sorted({{"numba"}} & set(sys.modules)))
    """
    settings = {"NUMBA_CACHE_DIR": folder.parent, "PYTHONDONTWRITEBYTECODE": "1"}
    long_ago = time.time() - 1000
    for name in ("numbers", "middle", "top"):
        os.utime(package / f"{name}.py", (long_ago, long_ago))
    assert [run(program, **settings) for _ in range(2)] == ["22 numba", "22"]
    (package / "numbers.py").write_text("SHIFT = 5\n")
    os.utime(package / "numbers.py", (long_ago + 10, long_ago + 10))
    assert [run(program, **settings) for _ in range(2)] == ["30 numba", "30"]


def test_code_whose_source_has_changed_meanwhile_is_not_kept(
    module: Callable[[], Any], folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    loaded = module()
    monkeypatch.setattr(code_names, "_BORN", time.time() - 100)
    (tmp_path / "sample.py").write_text(SAMPLE.replace("* 3", "* 4"))
    assert loaded.triple(14) == 42
    assert not folder.exists()


def test_a_folder_that_cannot_be_written_is_no_obstacle(
    module: Callable[[], Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "file"))
    assert module().triple(14) == 42


def test_old_files_of_a_kernel_go(module: Callable[[], Any], folder: Path) -> None:
    folder.mkdir(parents=True)
    old, young = folder / "sample.triple-old.code", folder / "sample.triple-young.code"
    for file in (old, young):
        file.touch()
    os.utime(old, (0, 0))
    module().triple(14)
    assert not old.exists() and young.exists()


def test_who_wants_to_know_is_told_of_the_compiler(
    module: Callable[[], Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[bool] = []
    monkeypatch.setattr(compiling, "LISTENERS", [told.append])
    module().triple(14)
    assert told[0] and not told[-1] and 2 * sum(told) == len(told)
    told.clear()
    module().triple(15)
    assert not told


def test_the_kernels_of_the_package_run_as_machine_code() -> None:
    import sprague as sg

    for question in ("cram 5x6", "node-kayles grid:5x6", "0.007 3000", "wythoff 100,101", "wythoff 16,17,18"):
        _ = sg.parse(question).solve(value=True).value
    found = {
        value
        for name, each in list(sys.modules.items())
        if name.startswith("sprague.")
        for value in vars(each).values()
        if isinstance(value, jit.Kernel) and value._calls
    }
    assert len(found) >= 5
    assert [kernel.__name__ for kernel in found if not all(ways(kernel))] == []


# Other settings.


def test_without_the_compiler_a_kernel_is_the_function(folder: Path) -> None:
    assert run(QUESTION, NUMBA_CACHE_DIR=folder.parent, NUMBA_DISABLE_JIT="1") == ""
    assert not folder.exists()


def test_checked_bounds_are_checked(tmp_path: Path, folder: Path) -> None:
    (tmp_path / "sample.py").write_text(SAMPLE)
    program = f"""
        import sys
        sys.path.insert(0, {str(tmp_path)!r})
        import numpy as np
        from sample import at
        row = np.arange(4)
        assert at(row, 3) == 3
        try:
            at(row[:2], 3)
            print("unchecked")
        except IndexError:
            print("checked")
    """
    os.utime(tmp_path / "sample.py", (0, 0))
    settings = {"NUMBA_CACHE_DIR": folder.parent, "PYTHONDONTWRITEBYTECODE": "1"}
    assert run(program, **settings) == "unchecked"
    assert run(program, **settings, NUMBA_BOUNDSCHECK="1") == "checked"
    assert run(program, **settings) == "unchecked"


# Calls.

WORDS = [0, 1, 2**31, 2**53 + 1, 2**62 + 1, 2**63 - 1, 2**63, 2**63 + 1, 2**64 - 1]


@pytest.mark.parametrize("word", WORDS)
def test_words_keep_all_bits(sample: Any, word: int) -> None:
    assert sample.same(np.uint64(word)) == word
    assert sample.same(word) == word
    assert sample.top_bit(np.uint64(word)) == word >> 63


@pytest.mark.parametrize(
    "number",
    [
        *(kind(n) for kind in (np.int8, np.int16, np.int32, np.int64) for n in (-1, -128, 0, 127)),
        *(kind(n) for kind in (np.uint8, np.uint16, np.uint32, np.uint64) for n in (0, 1, 255)),
        *(-1, -(2**63), np.float32(0.1), np.float64(0.1), 0.1, float("-inf"), True, False, np.bool_(True)),
    ],
    ids=lambda number: f"{type(number).__name__}({number})",
)
def test_a_number_comes_back_as_it_was(sample: Any, number: Any) -> None:
    found = sample.same(number)
    assert found == number
    assert type(found) is type(number.item() if isinstance(number, np.generic) else number)
    assert all(ways(sample.same))


def test_signs_are_minded(sample: Any) -> None:
    assert sample.less(np.int64(-1), np.int64(1))
    assert not sample.less(np.uint64(2**64 - 1), np.uint64(1))
    assert sample.less(np.int8(-1), np.int8(0))
    assert not sample.less(np.uint8(255), np.uint8(0))
    assert sample.less(-0.5, 0.25) is True


def test_results_may_be_several(sample: Any) -> None:
    assert sample.mixed(np.uint64(2**63 + 5), -7, 3) == (2**63 + 5, -7, True, 0.5)
    assert sample.mixed(1, -(2**63), -1) == (1, -(2**63), False, 0.5)
    assert ways(sample.mixed) == [True, True]


@pytest.mark.parametrize("dtype", ["i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8", "f4", "f8"])
def test_arrays_of_every_type_and_layout(sample: Any, dtype: str, tmp_path: Path) -> None:
    table = (np.arange(20).reshape(4, 5) * 6).astype(dtype)
    weights = 7 * np.arange(4)[:, None] + 3 * np.arange(5) + 1

    def wanted(array: Any) -> int:
        rows, columns = array.shape
        return int((weights[:rows, :columns] * array.astype(np.int64)).sum())

    fixed = table.copy()
    fixed.flags.writeable = False
    mapped = np.memmap(tmp_path / "table", dtype, "w+", shape=(4, 5))
    mapped[:] = table
    layouts = [table, np.asfortranarray(table), table[::2, 1:], table[::-1], table[:0], table[:, :0], fixed]
    for array in [*layouts, mapped]:
        assert sample.weighed(array) == wanted(array)
    assert all(ways(sample.weighed))


def test_arrays_are_written_to(sample: Any) -> None:
    row = np.arange(10, dtype=np.uint16)
    assert sample.double(row) is None
    sample.double(row[1::2])
    assert row.tolist() == [2 * n if n % 2 == 0 else 4 * n for n in range(10)]


def test_tuples_are_taken_apart(sample: Any) -> None:
    rule = sample.Rule(np.array([3, 4]), 7)
    assert sample.by_rule(rule, (2, (5, 6)), 10) == 2042
    assert sample.by_rule(rule._replace(shift=-7), (2, (5, 6)), 10) == 2028
    assert ways(sample.by_rule) == [True]


def test_errors_come_out(sample: Any) -> None:
    assert sample.quotient(7, 2) == 3
    with pytest.raises(ZeroDivisionError):
        sample.quotient(7, 0)
    assert sample.quotient(-7, 2) == -4


def test_a_kernel_may_take_memory_and_gives_it_back(sample: Any) -> None:
    assert sample.room(1000) == 1
    before = _resident()
    for _ in range(200):
        sample.room(10**7)
    assert _resident() - before < 10**8
    with pytest.raises(MemoryError):
        sample.room(2**60)
    assert ways(sample.room) == [True]


def _resident() -> int:
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGESIZE")


def test_what_the_linker_does_not_know_is_left_to_numba(sample: Any) -> None:
    assert sample.length(("a", "bc", "d")) == 3
    assert sample.length("abcd") == 4
    assert sample.length(np.zeros(5, "u8,u8")) == 5
    assert sample.backwards(np.array([3, 9, 2])) == 9


def test_threads_are_in_kernels_at_the_same_time(sample: Any) -> None:
    """Two kernels wait for each other: were the interpreter's lock held, the second would never start."""
    words = np.zeros(4, np.uint64)
    address, one, other = np.uint64(words.ctypes.data), np.uint64(0), np.uint64(1)
    words[1] = 1
    sample.meet(one, other, address)  # compiled before
    words[:] = 0
    threads = [
        threading.Thread(target=sample.meet, args=(*pair, address), daemon=True)
        for pair in ((one, other), (other, one))
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert words[:2].tolist() == [1, 1]
    assert not any(thread.is_alive() for thread in threads)


def test_many_threads_call_one_kernel(sample: Any) -> None:
    found: list[bool] = []

    def call(seed: int) -> None:
        found.append(all(sample.mixed(seed + i, -i, 1) == (seed + i, -i, True, 0.5) for i in range(2000)))

    threads = [threading.Thread(target=call, args=(1000 * k,)) for k in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [True] * 4


def test_the_library_of_c_has_what_code_may_need() -> None:
    library = ctypes.CDLL(None)
    assert all(getattr(library, name) for name in machine_code.LIBRARY)


# Numba's own cache, where it is used.


def test_two_processes_do_not_write_to_one_file(tmp_path: Path) -> None:
    from sprague.system.numba_cache import _ProvenFiles

    one, other = (_ProvenFiles(str(tmp_path), "kernel", "stamp") for _ in range(2))
    write = one._save_data

    def late(name: str, data: Any) -> None:
        """Between the one's index and its data the other, which has seen no index, writes both."""
        other._load_index = dict
        other.save("uint16", "other")
        write(name, data)

    one._save_data = late
    one.save("uint8", "one")
    after = _ProvenFiles(str(tmp_path), "kernel", "stamp")
    assert after.load("uint16") == "other"
    assert after.load("uint8") in (None, "one")
    after.save("uint8", "again")
    assert (after.load("uint8"), after.load("uint16")) == ("again", "other")
