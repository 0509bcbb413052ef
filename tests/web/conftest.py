"""A real server in a process of its own, on a free port."""

import subprocess
import sys
from collections.abc import Iterator

import httpx
import pytest

#: However busy the machine is, a request gets its processor time.
SERVE = """
from sprague.web.pool import Budget
from sprague.web.server import serve
Budget.clock = lambda *_: 120.0
serve(port=0, browser=False, workers=2, announce=lambda address: print(address, flush=True))
"""


#: Seconds after which something hangs, however slow and busy the machine is.
PATIENCE = 300


@pytest.fixture(scope="session")
def process() -> Iterator[subprocess.Popen[str]]:
    with subprocess.Popen([sys.executable, "-c", SERVE], stdout=subprocess.PIPE, text=True) as process:
        yield process
        process.terminate()
        try:
            assert process.wait(PATIENCE) == 0
        finally:
            process.kill()


@pytest.fixture(scope="session")
def server(process: subprocess.Popen[str]) -> str:
    """The address; it is said when the port is open, so the first request waits until the server is up."""
    assert process.stdout is not None
    return process.stdout.readline().strip().rstrip("/")


@pytest.fixture
def client(server: str) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=server, timeout=PATIENCE) as session:
        yield session
