"""A real server in a process of its own, on a free port."""

import subprocess
from collections.abc import Iterator

import httpx
import pytest
from serving import PATIENCE, PATIENT, SERVE, serving


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
