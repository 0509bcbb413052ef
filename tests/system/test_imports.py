"""A module is imported whole, whenever Ctrl-C comes."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

#: A library that cannot be imported a second time, and says when it is half-way.
LIBRARY = """
import os, signal, sys, time
assert not hasattr(sys, "once"), "imported a second time"
sys.once = True
os.kill(os.getpid(), signal.SIGINT)
for _ in range(100):
    time.sleep(0.001)
from networkx.part import PART
"""

ASK = """
import sys, time
sys.path.insert(0, sys.argv[1])
import sprague
try:
    import networkx
    while True:
        time.sleep(0.01)
except KeyboardInterrupt:
    print("interrupted")
import networkx
print(networkx.PART, networkx.part.PART)
import signal
print(signal.getsignal(signal.SIGINT) is signal.default_int_handler)
try:
    signal.raise_signal(signal.SIGINT)
except KeyboardInterrupt:
    print("heard")
"""


def run(program: str, *words: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", program, *words], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_ctrl_c_is_heard_when_the_library_is_there(tmp_path: Path) -> None:
    package = tmp_path / "networkx"
    package.mkdir()
    (package / "__init__.py").write_text(LIBRARY)
    (package / "part.py").write_text("PART = 7\n")
    assert run(ASK, str(tmp_path)).split("\n")[:4] == ["interrupted", "7 7", "True", "heard"]


def test_a_library_that_fails_is_told_as_always(tmp_path: Path) -> None:
    (tmp_path / "networkx.py").write_text("raise ValueError('broken')\n")
    program = """
import sys
sys.path.insert(0, sys.argv[1])
import sprague, signal
try:
    import networkx
except ValueError as error:
    print(error, signal.getsignal(signal.SIGINT) is signal.default_int_handler, "networkx" in sys.modules)
"""
    assert run(program, str(tmp_path)).strip() == "broken True False"


@pytest.mark.parametrize("library", ["numpy", "gmpy2", pytest.param("numba", marks=pytest.mark.deep)])
def test_a_true_library_survives(library: str) -> None:
    program = f"""
import os, signal, sys, threading, time
import sprague
def press():
    while "{library}" not in sys.modules:
        time.sleep(0.0005)
    os.kill(os.getpid(), signal.SIGINT)
threading.Thread(target=press, daemon=True).start()
try:
    import {library}
    while True:
        time.sleep(0.01)
except KeyboardInterrupt:
    pass
import {library}
import numpy as np
from sprague.takebreak.run import values
from sprague.takebreak.codes import parse_code
assert values(parse_code("0.77"), 12).tolist() == [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4]
print(np.arange(3).sum())
"""
    assert run(program).split() == ["3"]


def test_another_thread_imports_as_always() -> None:
    program = """
import threading
import sprague
found = []
thread = threading.Thread(target=lambda: found.append(sprague.solve("nim 3,5").value))
thread.start()
thread.join()
print(found)
"""
    assert run(program).strip() == "[6]"


def test_a_timer_goes_off_when_the_library_is_there(tmp_path: Path) -> None:
    """By a timer programs bound the time of a call: the exception of its handler struck the library itself."""
    package = tmp_path / "networkx"
    package.mkdir()
    (package / "__init__.py").write_text(LIBRARY.replace("SIGINT", "SIGALRM"))
    (package / "part.py").write_text("PART = 7\n")
    late = """
import signal

def late(*_):
    raise KeyboardInterrupt

signal.signal(signal.SIGALRM, late)
"""
    program = late + ASK.replace("SIGINT", "SIGALRM").replace("signal.default_int_handler", "late")
    assert run(program, str(tmp_path)).split("\n")[:4] == ["interrupted", "7 7", "True", "heard"]
