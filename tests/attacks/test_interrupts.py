"""Whatever exception strikes wherever, the next question in the same process is answered as in a fresh one."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from seeds import SEED

PROGRAM = str(Path(__file__).with_name("interrupts.py"))

#: Kinds of questions, and at how many places they are struck.
POINTS = {"compiled": 260, "plain": 40}

#: In the deep run, and whether questions that take longer are struck as well.
DEEP_POINTS = [("compiled", 4000, False), ("compiled", 600, True), ("plain", 400, True)]


def attacked(kind: str, points: int, seed: int, *more: str) -> subprocess.CompletedProcess[str]:
    """What became of questions that were struck at so many places; the truth is from a process of its own."""
    environment = {**os.environ, **({"NUMBA_DISABLE_JIT": "1"} if kind == "plain" else {})}
    choices = ["--kind", kind, *more]
    truth = subprocess.run(
        [sys.executable, PROGRAM, "truth", *choices],
        capture_output=True,
        text=True,
        check=True,
        env=environment,
    )
    command = [sys.executable, PROGRAM, "strike", str(seed), str(points), *choices]
    done = subprocess.run(
        command, input=truth.stdout, capture_output=True, text=True, check=False, env=environment
    )
    print(done.stdout, done.stderr)
    return done


@pytest.mark.parametrize("kind", POINTS)
def test_what_an_exception_has_struck_is_answered_as_before(kind: str) -> None:
    done = attacked(kind, POINTS[kind], SEED)
    assert done.returncode == 0, f"SPRAGUE_SEED={SEED}\n{done.stdout}\n{done.stderr}"


@pytest.mark.deep
@pytest.mark.parametrize(("kind", "points", "long"), DEEP_POINTS)
def test_five_thousand_places(kind: str, points: int, long: bool) -> None:
    done = attacked(kind, points, SEED, *["--long"] * long)
    assert done.returncode == 0, f"SPRAGUE_SEED={SEED}\n{done.stdout}\n{done.stderr}"


def test_without_renewal_the_attack_succeeds() -> None:
    """So the test above could fail: wrong values, a fault or a crash, where nothing torn is renewed."""
    done = attacked("compiled", 30, 1, "--only", "run 0.", "--without")
    assert done.returncode != 0
