"""Without what only POSIX systems have: every module is imported, a file is locked, and the server answers."""

from __future__ import annotations

import http.client
import os
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from urllib.parse import urlsplit

import pytest

#: Takes away the modules and names that Windows lacks, once the modules of others are loaded: theirs differ there.
WITHOUT = """
import importlib, multiprocessing, os, pkgutil, select, signal, sys
import sprague

def modules():
    return [found.name for found in pkgutil.walk_packages(sprague.__path__, "sprague.")
            if not found.name.endswith(("__main__", "._native", ".exercise"))]

def posix_goes():
    for name in [name for name in sys.modules if name.split(".")[0] == "sprague"]:
        del sys.modules[name]
    for name in ("fcntl", "resource", "pwd", "grp", "termios", "tty", "pty", "posix", "multiprocessing.forkserver"):
        sys.modules[name] = None
    for home, names in (
        (os, "fork forkpty register_at_fork geteuid getuid getgid killpg setsid setpgid sched_getaffinity sysconf nice "
             "posix_fallocate O_DIRECTORY O_NOFOLLOW statvfs getloadavg uname"),
        (signal, "SIGKILL SIGALRM SIGPROF SIGHUP SIGCHLD SIGIO SIGUSR1 setitimer ITIMER_PROF pthread_sigmask"),
        (select, "poll epoll"),
    ):
        for name in names.split():
            if hasattr(home, name):
                delattr(home, name)
    multiprocessing.get_all_start_methods = lambda: ["spawn"]
"""

IMPORTS = (
    WITHOUT
    + """
for name in modules():
    importlib.import_module(name)
first = set(modules())
posix_goes()
for name in sorted(first):
    importlib.import_module(name)
import sprague as sg
from sprague.system.limits import memory_limit
assert sg.solve("wythoff 3,5").outcome == "P" and sg.cram(3, 4).outcome == "N" and memory_limit() == 2 << 30
print(len(first))
"""
)

SERVER = """
import multiprocessing, select
multiprocessing.get_all_start_methods = lambda: ["spawn"]
if __name__ == "__main__":
    from sprague.system import processes
    from sprague.web.server import serve
    assert not processes.FORKS
    del select.poll
    serve(port=0, browser=False, workers=1, announce=lambda address: print(address, flush=True))
"""

#: A module msvcrt as Windows has it, by a lock of this system that one process does not share with another either.
MSVCRT = """
import errno, os
LK_NBLCK = 2
def locking(number, mode, count):
    assert mode == LK_NBLCK and count == 1
    os.lockf(number, os.F_TLOCK, count)
"""

LOCKS = """
import subprocess, sys
sys.modules["fcntl"] = None
sys.path.insert(0, "windows")
from pathlib import Path
from sprague.system.file_lock import TakenError, only_one
path = Path("kept")
if len(sys.argv) > 1:
    try:
        with only_one(path, wait=sys.argv[1] == "wait"):
            print("mine")
    except TakenError:
        print("taken")
    sys.exit()
def other(*words):
    return subprocess.Popen([sys.executable, __file__, *words], stdout=subprocess.PIPE, text=True)
with only_one(path):
    assert other("try").communicate()[0] == "taken\\n"
    waiting = other("wait")
assert waiting.communicate()[0] == "mine\\n"
assert other("try").communicate()[0] == "mine\\n"
"""


def run(code: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=600, check=False
    )
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout


def test_every_module_is_imported_without_what_only_posix_has() -> None:
    assert int(run(IMPORTS)) > 350


@pytest.mark.skipif(not hasattr(os, "lockf"), reason="Windows has the module itself")
def test_files_are_locked_without_fcntl(tmp_path: Path) -> None:
    (tmp_path / "windows").mkdir()
    (tmp_path / "windows" / "msvcrt.py").write_text(MSVCRT, "utf-8")
    (tmp_path / "locks.py").write_text(LOCKS, "utf-8")
    done = subprocess.run(
        [sys.executable, "locks.py"], cwd=tmp_path, capture_output=True, text=True, timeout=600, check=False
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.deep
def test_the_server_answers_where_nothing_is_forked(tmp_path: Path) -> None:
    (tmp_path / "served.py").write_text(SERVER, "utf-8")
    with subprocess.Popen(
        [sys.executable, "served.py"],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as server:
        try:
            assert server.stdout is not None
            address = urlsplit(server.stdout.readline().strip())
            place = str(address.hostname), int(address.port or 0)
            with closing(http.client.HTTPConnection(*place, timeout=600)) as line:
                line.request(
                    "POST", "/api/solve", b'{"text": "nim 3,5"}', {"Content-Type": "application/json"}
                )
                answer = line.getresponse()
                assert answer.status == 200 and b'"N"' in answer.read()
        finally:
            server.terminate()
            try:
                server.wait(600)
            finally:
                server.kill()
