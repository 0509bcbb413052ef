"""NumPy is imported whole, and a question that Ctrl-C struck while it imported is answered the next time."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

#: A library that cannot be imported a second time, and is interrupted when it is half-way.
LIBRARY = """
import os, signal, sys, time
assert not hasattr(sys, "once"), "imported a second time"
sys.once = True
os.kill(os.getpid(), signal.SIGINT)
time.sleep(0.2)
from slow.part import PART
"""

ASK = """
import sys, time
sys.path.insert(0, sys.argv[1])
from sprague.system.imports import whole
try:
    whole("slow")
    while True:
        time.sleep(0.01)
except KeyboardInterrupt:
    print("interrupted")
whole("slow")
import slow
print(slow.PART, slow.part.PART)
"""


def run(program: str, *words: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", program, *words], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_ctrl_c_leaves_no_half_of_a_library(tmp_path: Path) -> None:
    package = tmp_path / "slow"
    package.mkdir()
    (package / "__init__.py").write_text(LIBRARY)
    (package / "part.py").write_text("PART = 7\n")
    assert run(ASK, str(tmp_path)).split("\n")[:2] == ["interrupted", "7 7"]


def test_the_fault_of_a_library_is_raised(tmp_path: Path) -> None:
    (tmp_path / "broken.py").write_text("raise ValueError('broken')\n")
    program = """
import sys
sys.path.insert(0, sys.argv[1])
from sprague.system.imports import whole
for _ in range(2):
    try:
        whole("broken")
    except ValueError as error:
        print(error)
"""
    assert run(program, str(tmp_path)).split() == ["broken", "broken"]


def test_a_library_that_was_cut_off_elsewhere_asks_for_a_new_process(tmp_path: Path) -> None:
    """NumPy, struck in a thread that is not ours: it can't be loaded again, and a sentence says so."""
    program = """
import sys
def strike(frame, event, word):
    if event == "return" and frame.f_globals.get("__name__") == "numpy.linalg":
        sys.setprofile(None)
        raise MemoryError
sys.setprofile(strike)
try:
    import numpy
except MemoryError:
    print("cut off")
import sprague as sg
for _ in range(2):
    try:
        print(sg.kayles.values(5000))
    except sg.SpragueError as error:
        print(error)
"""
    said = "the first import of numpy was cut off; only a new process can import it"
    assert run(program).splitlines() == ["cut off", said, said]


def test_nothing_of_the_host_process_is_changed() -> None:
    program = """
import builtins, sys
before = [*sys.meta_path], [*sys.path_hooks], builtins.__import__
import sprague
sprague.kayles.values(100)
print(([*sys.meta_path], [*sys.path_hooks], builtins.__import__) == before)
"""
    assert run(program).strip() == "True"


@pytest.mark.parametrize(
    "sign", ["numpy", "numpy.linalg", "sprague.takebreak.run", "sprague.workbench.position"]
)
def test_a_question_is_answered_after_it_was_interrupted_while_it_imported(sign: str) -> None:
    """The values of Kayles, OEIS A002186."""
    program = f"""
import os, signal, sys, threading, time
import sprague as sg
def press():
    while "{sign}" not in sys.modules:
        time.sleep(0.0002)
    os.kill(os.getpid(), signal.SIGINT)
threading.Thread(target=press, daemon=True).start()
try:
    sg.kayles.values(12)
    while True:
        time.sleep(0.01)
except KeyboardInterrupt:
    pass
assert sg.kayles.values(12).tolist() == [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4]
assert sg.solve("cram 2x3").value == 1 and (sg.nimber.multiply(6, 11)) == 10
print("right")
"""
    assert run(program).strip() == "right"


@pytest.mark.deep
@pytest.mark.parametrize("milliseconds", range(0, 480, 24))
def test_a_question_is_answered_after_a_timer_struck_its_first_imports(milliseconds: int) -> None:
    """An exception that another thread raises in this one, as libraries for time limits do, at many places of the first
    question. The quotient of 0.123 has order 20 (Plambeck and Siegel 2008); Bouton, Wythoff, and *6 times *11."""
    program = f"""
import ctypes, threading, time
import sprague as sg
class Late(Exception): pass
main = threading.main_thread().ident
def strike():
    time.sleep({milliseconds} / 1000)
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(main), ctypes.py_object(Late))
threading.Thread(target=strike, daemon=True).start()
def work():
    order = sg.misere.quotient("0.123").order
    return order, sg.kayles.values(5000).tolist()[:6], sg.solve("wythoff 309,500").outcome, sg.nimber.multiply(6, 11)
try:
    work()
    while True:
        time.sleep(0.01)
except Late:
    pass
print(work() == (20, [0, 1, 2, 3, 1, 4], "P", 10))
"""
    assert run(program).strip() == "True"
