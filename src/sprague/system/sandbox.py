"""Runs a program that works on a stranger's file. Its time, memory and files are bounded. Where Linux allows it, the
program runs in a sandbox, which reads and writes only the named files and has no network.

The walls need no special rights: Landlock (Linux 5.13 and later) for files, and a separate namespace, or Landlock 4,
for the network. This file is also a script, which builds the walls around its own process and then becomes the program.
It imports nothing of Sprague.
"""

from __future__ import annotations

import contextlib
import ctypes
import functools
import json
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

try:  # before there are walls, behind which it cannot be read
    import resource
except ImportError:  # Windows
    resource = None  # type: ignore[assignment]

#: A file that the program writes, its output included, may have this many bytes.
MOST_WRITTEN = 256 << 20

#: This many bytes of the output are read.
MOST_READ = 8 << 20

#: The status of a program that was ended because its time was over.
LATE = 124

#: The status of this script if it cannot build the walls, and if the system cannot run the program.
NO_WALLS, NOT_RUN = 97, 126

#: Numbers of Linux: system calls of Landlock (the same on every processor), and its rights.
_CREATE, _ADD, _RESTRICT = 444, 445, 446
_EXECUTE, _WRITE, _READ, _LIST, _TRUNCATE = 1, 2, 4, 8, 1 << 14
_NO_NEW_PRIVILEGES, _DIE_WITH_PARENT, _O_PATH = 38, 1, 0x200000
_USER, _NET, _IPC = 0x10000000, 0x40000000, 0x08000000


class Ran(NamedTuple):
    """How a program ended: its status (negative: the signal), its output, and whether its time was over."""

    status: int
    said: str

    @property
    def late(self) -> bool:
        return self.status == LATE


class Bounds(NamedTuple):
    """The number of seconds, and of bytes of memory, that a program may take."""

    seconds: float
    memory: int


def run(
    words: Sequence[str],
    folder: str,
    bounds: Bounds,
    *,
    readable: Sequence[str] = (),
    runnable: Sequence[str] = (),
    walls: bool = True,
) -> Ran:
    """Runs the program ``words`` in ``folder``, the only folder to which it may write, and ends all its processes.

    Behind ``walls`` it reads only ``folder``, ``readable`` and the libraries of the system, runs only ``runnable``, and
    has no network. The bounds hold with and without walls, as far as the system supports them.
    """
    place = os.path.realpath(folder)
    orders = {
        "seconds": int(bounds.seconds) + 2,
        "memory": bounds.memory,
        "walls": walls,
        "folder": place,
        "readable": [os.path.realpath(path) for path in readable],
        "runnable": [os.path.realpath(path) for path in runnable],
    }
    with tempfile.TemporaryFile() as out:
        child = subprocess.Popen(
            [sys.executable, "-I", "-S", os.path.abspath(__file__), json.dumps(orders), *words],
            cwd=place,
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=subprocess.STDOUT,
            env=environment(place),
            start_new_session=True,
        )
        try:
            status = child.wait(max(bounds.seconds, 0.01))
        except subprocess.TimeoutExpired:
            status = LATE
        finally:
            _end(child)
        if status in (-getattr(signal, "SIGXCPU", 24), 128 + 24):
            status = LATE
        out.seek(0)
        return Ran(status, out.read(MOST_READ).decode("utf-8", "replace"))


def environment(folder: str) -> dict[str, str]:
    """Returns the part of the user's environment that the program sees: where Coq finds its libraries, if not in the
    usual place."""
    passed_on = ("OCAMLPATH", "OCAMLFIND_CONF", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "SYSTEMROOT")
    mine = {"PATH": folder, "HOME": folder, "TMPDIR": folder, "LC_ALL": "C.UTF-8"}
    return mine | {name: os.environ[name] for name in passed_on if name in os.environ}


def _end(child: subprocess.Popen[bytes]) -> None:
    with contextlib.suppress(OSError):
        if hasattr(os, "killpg"):
            os.killpg(child.pid, signal.SIGKILL)
        else:
            child.kill()
    child.wait()


class Walls(NamedTuple):
    """Whether this system can build walls, and which, or why not, in the system's own terms."""

    there: bool
    what: str


@functools.cache
def walls() -> Walls:
    """Tries to build the walls, in a separate process.

    >>> isinstance(walls().there, bool) and bool(walls().what)
    True
    """
    with tempfile.TemporaryDirectory() as folder:
        orders = {"seconds": 10, "memory": 0, "walls": True, "folder": folder, "readable": [], "runnable": []}
        words = [sys.executable, "-I", "-S", os.path.abspath(__file__), json.dumps(orders)]
        process = subprocess.run(words, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL)
    return Walls(process.returncode == 0, process.stdout.strip() or f"status {process.returncode}")


# The script


def _limit(orders: Mapping[str, Any]) -> None:
    """Bounds this process, which then becomes the program, as far as the system supports such bounds."""
    if resource is None:
        return
    bounds = (
        ("RLIMIT_CPU", orders["seconds"]),
        ("RLIMIT_AS", orders["memory"]),
        ("RLIMIT_FSIZE", MOST_WRITTEN),
        ("RLIMIT_NOFILE", 256),
        ("RLIMIT_CORE", 0),
    )
    for name, most in bounds:
        if hasattr(resource, name) and (most or name == "RLIMIT_CORE"):
            with contextlib.suppress(
                ValueError, OSError, OverflowError
            ):  # a number above the system's maximum is no bound
                resource.setrlimit(getattr(resource, name), (most, most))


def _build(orders: Mapping[str, Any]) -> str:
    """Builds the walls around this process, and returns what they are. An OSError says why it cannot."""
    if sys.platform != "linux":
        raise OSError(f"no Landlock on {sys.platform}")
    libc = ctypes.CDLL(None, use_errno=True)
    version = libc.syscall(_CREATE, None, 0, 1)
    if version < 1:
        raise OSError("no Landlock in this kernel")
    apart = libc.unshare(_USER | _NET | _IPC) == 0
    if not apart and version < 4:
        raise OSError(f"Landlock {version}, but no namespace without a network")
    libc.prctl(_NO_NEW_PRIVILEGES, 1, 0, 0, 0)
    rights = (1 << (13 + (version >= 2) + (version >= 3))) - 1 | (1 << 15 if version >= 5 else 0)
    handled = (ctypes.c_uint64 * 3)(rights, 3 if version >= 4 else 0, 3 if version >= 6 else 0)
    size = 8 if version < 4 else 16 if version < 6 else 24
    rules = libc.syscall(_CREATE, handled, size, 0)
    if rules < 0:
        raise OSError("Landlock refuses")

    def allow(path: str, granted: int) -> None:
        if not os.path.exists(path):
            return
        granted &= (
            rights if os.path.isdir(path) else rights & (_EXECUTE | _WRITE | _READ | _TRUNCATE | 1 << 15)
        )
        opened = os.open(path, _O_PATH)
        rule = ctypes.create_string_buffer(granted.to_bytes(8, "little") + opened.to_bytes(4, "little"), 12)
        failed = libc.syscall(_ADD, rules, 1, rule, 0)
        os.close(opened)
        if failed:
            raise OSError(f"Landlock refuses {path}")

    for path in ("/usr/lib", "/usr/lib64", "/usr/local/lib", "/lib", "/lib64", "/nix/store"):
        allow(path, _READ | _LIST)
    for path in ("/etc/ld.so.cache", "/etc/ocamlfind.conf", "/dev/null", "/dev/urandom", *orders["readable"]):
        allow(path, _READ | _LIST)
    for path in (*orders["runnable"], *_loaders()):
        allow(path, _EXECUTE | _READ)
    allow("/dev/null", _READ | _WRITE | _TRUNCATE)
    allow(orders["folder"], rights & ~_EXECUTE)
    if libc.syscall(_RESTRICT, rules, 0):
        raise OSError("Landlock refuses to restrict this process")
    return f"Landlock {version}" + (", a network of its own" if apart else ", no TCP")


def _loaders() -> list[str]:
    """Returns the programs by which the system loads a program."""
    import glob

    return [os.path.realpath(path) for path in glob.glob("/lib*/ld-linux*") + glob.glob("/lib/ld-musl*")]


def _main(orders: Mapping[str, Any], words: Sequence[str]) -> int:
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_DIE_WITH_PARENT, signal.SIGKILL, 0, 0, 0)
    if orders["walls"]:
        try:
            built = _build(orders)
        except OSError as error:
            print(error)
            return NO_WALLS
        if not words:
            print(built)
            return 0
    sys.stdout.flush()
    if sys.platform == "win32":
        return subprocess.run(list(words), check=False).returncode
    _limit(orders)  # last: they are for the program, not for this script
    try:
        os.execv(words[0], list(words))
    except OSError as error:
        print(error)
        return NOT_RUN


if __name__ == "__main__":
    sys.exit(_main(json.loads(sys.argv[1]), sys.argv[2:]))
