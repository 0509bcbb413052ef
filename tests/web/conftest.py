"""A real server in a process of its own, on a free port."""

import subprocess
import sys
from collections.abc import Iterator

import httpx
import pytest

SERVE = """
import sys
from sprague.web.server import serve
serve(port=0, browser=False, workers=2, announce=lambda address: print(address, flush=True))
"""


@pytest.fixture(scope="session")
def server() -> Iterator[str]:
    process = subprocess.Popen([sys.executable, "-c", SERVE], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    address = process.stdout.readline().strip().rstrip("/")
    yield address
    process.terminate()
    process.stdout.close()
    assert process.wait(10) in (0, -15)


@pytest.fixture
def client(server: str) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=server, timeout=60) as session:
        for _ in range(100):
            try:
                session.get("/healthz")
                break
            except httpx.ConnectError:
                pass
        yield session
