"""Whatever exception strikes wherever, the next question in the same process is answered as in a fresh one."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from seeds import SEED

PROGRAM = str(Path(__file__).with_name("interrupts.py"))

#: At how many places questions are struck.
POINTS = 300

#: In the deep run, and whether questions that take longer are struck as well.
DEEP_POINTS = [(4000, False), (1000, True)]


def attacked(points: int, seed: int, *choices: str) -> subprocess.CompletedProcess[str]:
    """What became of questions that were struck at so many places; the truth is from a process of its own."""
    truth = subprocess.run(
        [sys.executable, PROGRAM, "truth", *choices], capture_output=True, text=True, check=True
    )
    command = [sys.executable, PROGRAM, "strike", str(seed), str(points), *choices]
    done = subprocess.run(command, input=truth.stdout, capture_output=True, text=True, check=False)
    print(done.stdout, done.stderr)
    return done


def test_what_an_exception_has_struck_is_answered_as_before() -> None:
    done = attacked(POINTS, SEED)
    assert done.returncode == 0, f"SPRAGUE_SEED={SEED}\n{done.stdout}\n{done.stderr}"


@pytest.mark.deep
@pytest.mark.parametrize(("points", "long"), DEEP_POINTS)
def test_five_thousand_places(points: int, long: bool) -> None:
    done = attacked(points, SEED, *["--long"] * long)
    assert done.returncode == 0, f"SPRAGUE_SEED={SEED}\n{done.stdout}\n{done.stderr}"


def test_without_renewal_the_attack_succeeds() -> None:
    """So the test above could fail: wrong values, a fault or a crash, where nothing torn is renewed."""
    done = attacked(30, 1, "--only", "run 0.", "--without")
    assert done.returncode != 0
