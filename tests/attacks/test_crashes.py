"""Kills at random moments, full disks, folders that cannot be written, clocks that jump: nothing finished is lost,
nothing half done is taken for whole, and every answer is right."""

from __future__ import annotations

import os
import resource
import signal
import subprocess
import sys
import time
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import damage
import numpy as np
import pytest
from damage import Here, chance
from seeds import SEED

from sprague.catalogue.rows import catalogue
from sprague.catalogue.sweep import sweep
from sprague.model import naive
from sprague.solving.store import Family, Store
from sprague.takebreak import run_file
from sprague.takebreak.codes import parse_code
from sprague.takebreak.run import values
from sprague.takebreak.run_file import run_to_file
from sprague.takebreak.run_mark import read_mark
from sprague.workbench.solver import Solver
from sprague.workbench.store_check import check, component, numbers

kills = pytest.mark.parametrize(
    "count", [pytest.param(3, id="short"), pytest.param(50, id="deep", marks=pytest.mark.deep)]
)

RUN = """
import sprague.takebreak.run as run
from sprague.takebreak.run_file import run_to_file
from sprague.takebreak.codes import parse_code
run.SLICE = 0.005
print("ready", flush=True)
run_to_file(parse_code("0.007"), 60_000, sys.argv[1] + "/g.npy", every=0)
"""

STORE = """
import sprague
print("ready", flush=True)
with sprague.Solver(sys.argv[1] + "/b.db", "200MB", interval=0.05) as solver:
    solver.value("cram 3x15")
"""

SWEEP = """
sys.path.insert(0, sys.argv[2])
from pathlib import Path
from damage import Here
from sprague.catalogue.sweep import sweep
print("ready", flush=True)
sweep(1, Here(), Path(sys.argv[1]) / "c.jsonl", to=2000, limit=2000)
"""

TABLE = """
from sprague.cli.app import application
print("ready", flush=True)
application(["values", "wythoff", "--to", "400x400", "-o", sys.argv[1] + "/t.npy", "--force"])
"""


def killed(program: str, folder: Path, seconds: float) -> None:
    words = [sys.executable, "-c", "import sys\n" + program, str(folder), str(Path(damage.__file__).parent)]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"ready\n"
        time.sleep(seconds)
        process.kill()
    assert process.returncode in (0, -signal.SIGKILL)


def whole_run(folder: Path) -> None:
    mark, path = folder / "g.npy.run", folder / "g.npy"
    if path.exists():
        # It had come to its end: whole, so the next one begins anew.
        assert (np.load(path) == values(parse_code("0.007"), 60_000)).all()
        path.unlink()
        mark.unlink(missing_ok=True)
    elif mark.exists():
        assert read_mark(mark) is not None


def whole_store(folder: Path) -> None:
    if not (folder / "b.db").exists():
        return
    with Store(folder / "b.db", create=True) as store:
        assert check(store, sample=20, seed=SEED).wrong == ()


def whole_catalogue(folder: Path) -> None:
    if (folder / "c.jsonl").exists():
        catalogue(folder / "c.jsonl")


def whole_table(folder: Path) -> None:
    if (folder / "t.npy").exists():
        assert np.load(folder / "t.npy").shape == (401, 401)


KINDS: dict[str, tuple[str, Callable[[Path], None], float]] = {
    "run": (RUN, whole_run, 0.5),
    "store": (STORE, whole_store, 1.5),
    "catalogue": (SWEEP, whole_catalogue, 0.6),
    "table": (TABLE, whole_table, 0.4),
}


@kills
@pytest.mark.parametrize("kind", KINDS)
def test_kills(tmp_path: Path, kind: str, count: int) -> None:
    """What a kill leaves is whole as far as it goes, and the same work goes on from there to the right end."""
    program, whole, longest = KINDS[kind]
    choose = chance("kill", kind)
    with warnings.catch_warnings():
        warnings.simplefilter("error")  # nothing is damaged by a kill
        for _ in range(count):
            killed(program, tmp_path, choose.uniform(0, longest))
            whole(tmp_path)
        if kind == "run":
            found = run_to_file(parse_code("0.007"), 60_000, tmp_path / "g.npy", replace=True)
            assert found.tolist() == values(parse_code("0.007"), 60_000).tolist()
            assert [file.name for file in tmp_path.iterdir()] == ["g.npy"]
        if kind == "store":
            with Store(tmp_path / "b.db", create=True) as store:
                keys, known = store.load(Family("cram", "3"))
            small = [i for i, cell in enumerate(numbers(keys)) if cell.bit_count() <= 10]
            for i in choose.sample(small, min(20, len(small))):
                assert naive.value(component(Family("cram", "3"), numbers(keys)[i]), {}) == known[i]
        if kind == "catalogue":
            sweep(1, Here(), tmp_path / "c.jsonl", to=2000, limit=2000)
            sweep(1, Here(), tmp_path / "fresh.jsonl", to=2000, limit=2000)
            assert catalogue(tmp_path / "c.jsonl") == catalogue(tmp_path / "fresh.jsonl")


# Disks


def command(*words: object, limit: int | None = None, home: Path | None = None) -> tuple[int, str]:
    """Status and all output of a command; ``limit``: the most bytes that a file may have."""

    def bound() -> None:
        if limit is not None:
            resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))

    environment = {**os.environ, **({} if home is None else {"SPRAGUE_HOME": str(home)})}
    done = subprocess.run(
        [sys.executable, "-m", "sprague", *map(str, words)],
        capture_output=True,
        text=True,
        check=False,
        env=environment,
        preexec_fn=bound,
    )
    assert done.returncode >= 0, done.stderr
    assert "fault" not in done.stderr and "Traceback" not in done.stderr, done.stderr
    return done.returncode, done.stdout + done.stderr


def test_a_full_disk(tmp_path: Path) -> None:
    """Every file that grows is refused in a sentence where there is no room; with room the same command goes on."""
    run, store = tmp_path / "g.npy", tmp_path / "b.db"
    status, said = command("values", "0.77", "--to", "300000", "-o", run, limit=100_000)
    assert status == 2 and "on the disk" in said
    assert list(tmp_path.iterdir()) == []
    status, said = command("solve", "cram 5x7", "--value", "--store", store, limit=8192)
    assert status == 2 and ("cannot write to the store" in said or "the store" in said)
    status, said = command("solve", "cram 5x7", "--value", "--store", store)
    assert status == 0 and "*1" in said  # Lemoine, Viennot 2012, as in tests/data/cram_nimbers.json
    # Where only a cache has no room, nobody is told.
    home = tmp_path / "home"
    status, said = command("solve", "cram 5x7", "--value", limit=30_000, home=home)
    assert status == 0 and "*1" in said
    assert not list(home.rglob("*.new")) and not list(home.rglob("*.part"))


def mounted(folder: Path, *options: str) -> bool:
    """Whether a small file system could be put there, which takes the rights of root."""
    words = ["mount", "-t", "tmpfs", "-o", ",".join(options), "none", str(folder)]
    return os.geteuid() == 0 and subprocess.run(words, capture_output=True, check=False).returncode == 0


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of half a megabyte; where none can be had, a folder."""
    folder = tmp_path / "disk"
    folder.mkdir()
    here = mounted(folder, "size=500k")
    try:
        yield folder
    finally:
        if here:
            subprocess.run(["umount", "-l", str(folder)], check=False)


def test_a_small_file_system(small_disk: Path) -> None:
    if not os.path.ismount(small_disk):
        return  # the limit on files above has shown the same
    status, said = command("values", "0.007", "--to", "2000000", "-o", small_disk / "g.npy")
    assert status == 2 and "on the disk" in said
    status, said = command("values", "0.77", "--to", "300000", "-o", small_disk / "g.npy")
    assert status == 0 and len(np.load(small_disk / "g.npy")) == 300_001
    status, said = command("solve", "cram 5x7", "--value", "--store", small_disk / "b.db")
    assert (status in (0, 2) and "store" in said) or "*1" in said
    status, said = command("solve", "cram 5x7", "--value", home=small_disk / "home")
    assert status == 0 and "*1" in said


def test_a_folder_that_cannot_be_written(tmp_path: Path) -> None:
    folder = tmp_path / "fixed"
    folder.mkdir()
    here = mounted(folder, "ro")
    if not here:
        folder.chmod(0o555)
    try:
        if os.access(folder, os.W_OK):
            return  # root without the right to mount: nothing is fixed for it
        for words in (
            ("values", "0.77", "--to", "3000", "-o", folder / "g.npy"),
            ("values", "wythoff", "--to", "9x9", "-o", folder / "t.csv"),
            ("solve", "cram 5x7", "--value", "--store", folder / "b.db"),
            ("proof", "cram 2x3", "-o", folder / "p.json"),
            ("catalogue", "--digits", "1", "--to", "100", "--store", folder / "c.jsonl"),
        ):
            status, said = command(*words)
            assert status == 2 and "error:" in said, (words, said)
        status, said = command("solve", "cram 5x7", "--value", home=folder)
        assert status == 0 and "*1" in said
    finally:
        if here:
            subprocess.run(["umount", "-l", str(folder)], check=False)
        else:
            folder.chmod(0o755)


def test_two_commands_on_one_file(tmp_path: Path) -> None:
    """One of them writes; the other says so, or finds the file complete."""
    path = tmp_path / "g.npy"
    words = [sys.executable, "-m", "sprague", "values", "0.007", "--to", "30000", "-o", str(path)]
    both = [subprocess.Popen(words, stderr=subprocess.PIPE, text=True) for _ in range(2)]
    said = [process.communicate()[1] for process in both]
    assert sorted(process.returncode for process in both) == [0, 2], said
    assert any(
        "another process is writing" in each or "exists" in each or "new file" in each for each in said
    )
    assert (np.load(path) == values(parse_code("0.007"), 30_000)).all()
    assert [file.name for file in tmp_path.iterdir()] == ["g.npy"]


# Clocks


class Clock:
    """A module of time whose clocks jump by years, forwards and back."""

    def __init__(self) -> None:
        self.choose = chance("clock")

    def __getattr__(self, name: str) -> Any:
        return getattr(time, name)

    def monotonic(self) -> float:
        return time.monotonic() + self.choose.choice((0, 1e8, -1e8))

    time = monotonic


def test_a_clock_that_jumps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from sprague.workbench import solver as solvers

    marks = []
    save = run_file.FileRun.save

    def watched(self: Any) -> None:
        save(self)
        marks.append(self.known)

    monkeypatch.setattr(run_file.FileRun, "save", watched)
    monkeypatch.setattr(run_file, "time", Clock())
    monkeypatch.setattr("sprague.takebreak.run.SLICE", 0.001)
    found = run_to_file(parse_code("0.007"), 30_000, tmp_path / "g.npy")
    assert found.tolist() == values(parse_code("0.007"), 30_000).tolist()
    assert len(marks) > 2 and marks == sorted(marks)
    monkeypatch.setattr(solvers, "time", Clock())
    with Solver(tmp_path / "b.db") as solver:
        assert solver.value("cram 5x7") == 1
