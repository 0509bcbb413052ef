"""A real server in a process of its own, on a free port."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

#: However busy the machine is, a request gets its processor time.
PATIENT = """
from sprague.web.budget import Budget
Budget.clock = lambda *_: 120.0
"""

SERVE = """
from sprague.web.server import serve
serve(port=0, browser=False, workers=2, announce=lambda address: print(address, flush=True))
"""

#: Seconds after which something hangs, however slow and busy the machine is.
PATIENCE = 300


@contextmanager
def serving(code: str = SERVE, log: Path | None = None) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A server, and its address, which it says when it answers; it ends quietly when it is told to."""
    errors = None if log is None else log.open("w")
    with subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=errors, text=True
    ) as process:
        try:
            assert process.stdout is not None
            yield process, process.stdout.readline().strip().rstrip("/")
            if process.poll() is None:
                process.terminate()
                assert process.wait(PATIENCE) == 0
        finally:
            process.kill()
            if errors is not None:
                errors.close()


@pytest.fixture(scope="session")
def running() -> Iterator[tuple[subprocess.Popen[str], str]]:
    with serving(PATIENT + SERVE) as found:
        yield found


@pytest.fixture
def process(running: tuple[subprocess.Popen[str], str]) -> subprocess.Popen[str]:
    return running[0]


@pytest.fixture
def server(running: tuple[subprocess.Popen[str], str]) -> str:
    return running[1]


@pytest.fixture
def client(server: str) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=server, timeout=PATIENCE) as session:
        yield session
