"""The rule of conftest.py: what is skipped fails the run, unless skips.toml allows it with a reason."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from folders import ROOT

HERE = ROOT / "tests"

SKIPPED = """
import pytest
def test_called(): pytest.skip("no reason")
@pytest.mark.skip
def test_marked(): pass
@pytest.mark.xfail
def test_expected(): assert False
"""

ALLOWED = '[[allowed]]\ntest = "*test_skipped.py::*"\nreason = "an example"\n'


@pytest.mark.parametrize(
    ("listed", "status"), [("", 1), (ALLOWED, 0), (ALLOWED.replace("an example", ""), 1)]
)
def test_a_skip_fails_unless_it_is_listed_with_a_reason(tmp_path: Path, listed: str, status: int) -> None:
    for name in ("conftest.py", "seeds.py"):
        shutil.copy(HERE / name, tmp_path)
    (tmp_path / "skips.toml").write_text(listed)
    (tmp_path / "test_skipped.py").write_text(SKIPPED)
    (tmp_path / "pytest.ini").write_text("[pytest]\n")  # not the settings of a folder above
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "test_skipped.py"]
    environment = {**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}  # they take seconds to load
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == status
    for name in ("test_called", "test_marked", "test_expected"):
        assert (f"::{name} was skipped" in done.stdout) == (status == 1)
