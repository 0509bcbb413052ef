"""The names of the package: those of its games come from the registry."""

from __future__ import annotations

import subprocess
import sys

import pytest

import sprague as sg
from sprague.workbench.registry import builtin_names, find


@pytest.mark.parametrize("word", [word for word in builtin_names() if word.isascii()])
def test_every_game_is_a_name(word: str) -> None:
    name = word.replace("-", "_")
    assert getattr(sg, name).ruleset == find(word)
    assert name in dir(sg) and name in sg.__all__


def test_a_name_that_is_not_there() -> None:
    with pytest.raises(AttributeError, match="has no attribute 'wythof'"):
        _ = sg.wythof


def test_import_loads_no_game() -> None:
    program = "import sys, sprague; print([name for name in sys.modules if name.startswith('sprague.model')])"
    assert (
        subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout
        == "[]\n"
    )
