"""The bounds of time and memory hold inside a user's rule, too, which knows nothing of them."""

from __future__ import annotations

import subprocess
import sys

import pytest

RULES = """
def hashed(n):
    for k in range(1, n + 1):
        if hash((n, k)) % 3 == 0:
            yield n - k

def listed(n):
    return [n - k for k in range(1, n + 1) if hash((n, k)) % 3 == 0]

def half(n):
    return [n - k for k in range(1, n // 2 + 1)]
"""


def run(tmp_path, *words: str) -> subprocess.CompletedProcess[str]:
    (tmp_path / "games.py").write_text(RULES)
    command = [sys.executable, "-m", "sprague", "solve", *words]
    return subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=60, check=False)


@pytest.mark.parametrize("rule", ["hashed", "listed"])
def test_the_time_ends_a_rule_that_lists_without_end(tmp_path, rule) -> None:
    ended = run(tmp_path, f"games.py:{rule} 1e18", "--value", "--time", "1s")
    assert "the time of 1 s is over" in " ".join((ended.stdout + ended.stderr).split())
    assert ended.returncode in (0, 2)  # by whether a first value is known


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux bounds the memory of a process")
def test_more_options_than_the_memory_holds(tmp_path) -> None:
    ended = run(tmp_path, "games.py:half 1e18 + nim 3", "--memory", "100MB")
    assert ended.returncode == 2
    assert "the rule lists more options of half 1000000000000000000 than fit in the memory" in ended.stderr
