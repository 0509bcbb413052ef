"""A server in a process of its own."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

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
