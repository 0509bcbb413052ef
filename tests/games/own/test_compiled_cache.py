"""Compiled rules on disk: another process does not compile, and nothing there can make an answer wrong."""

import math
import os
import subprocess
import sys

import numpy as np
import pytest

import sprague as sg
from sprague.games.own import compiled_cache
from sprague.games.own.compiled_cache import _UnknownError, key_of
from sprague.games.own.compiled_engine import CompiledEngine
from sprague.workbench.registry import engine

PROGRAM = """
import sys
import sprague as sg
from sprague.games.own.compiled_engine import CompiledEngine
from sprague.workbench.registry import engine

@sg.compiled(heaps=2)
def queen(a, b, out):
    n = 0
    for k in range(a):
        out[n] = k, b
        n += 1
    for k in range(b):
        out[n] = a, k
        n += 1
    for k in range(1, min(a, b) + 1):
        out[n] = a - k, b - k
        n += 1
    return n

from numba.core.registry import CPUDispatcher
compile = CPUDispatcher.compile
compiled = []
CPUDispatcher.compile = lambda self, signature: compiled.append(self.py_func.__module__) or compile(self, signature)
table = CompiledEngine(queen, engine).table((12, 12))
assert table.tolist() == sg.wythoff_values(11, 11).tolist(), table
print("sprague.games.own.compiled_kernel" in compiled)
"""


pytestmark = pytest.mark.usefixtures("own_games")


def compiles(home):
    """Whether a process with its data in ``home`` had to compile the rule."""
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        env={**os.environ, "SPRAGUE_HOME": str(home)},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.strip() == "True"


@pytest.mark.parametrize(
    "damage",
    [
        lambda whole: whole[: len(whole) // 2] + b"x" + whole[len(whole) // 2 + 1 :],
        pytest.param(lambda whole: whole[:-1], marks=pytest.mark.deep),
    ],
    ids=["a byte", "the end"],
)
def test_the_next_process_does_not_compile_and_a_damaged_file_is_no_harm(tmp_path, damage):
    assert compiles(tmp_path)
    assert not compiles(tmp_path)
    (kept,) = (tmp_path / "cache" / "rules").iterdir()
    kept.write_bytes(damage(kept.read_bytes()))
    assert compiles(tmp_path)
    assert not compiles(tmp_path)


def test_a_folder_that_cannot_be_written_is_no_harm(tmp_path):
    home = tmp_path / "file"
    home.write_text("in the way")
    assert compiles(home)


def take(amount):
    def rule(a, out):
        if a < amount:
            return 0
        out[0] = a - amount
        return 1

    return rule


AMOUNTS = np.array([1, 3])
STEPS = [1, 2]


def take_these(a, out):
    n = 0
    for k in AMOUNTS:
        if k <= a:
            out[n] = a - k
            n += 1
    return n


def test_what_a_rule_reads_is_part_of_its_key(monkeypatch):
    assert key_of(take(2)) == key_of(take(2)) != key_of(take(3))
    before = key_of(take_these)
    monkeypatch.setitem(globals(), "AMOUNTS", np.array([1, 4]))
    assert key_of(take_these) != before
    monkeypatch.setenv("NUMBA_OPT", "1")
    assert key_of(take(2)) != before


def test_rules_that_differ_in_a_closure_have_values_of_their_own():
    for amount in (2, 5):
        game = sg.compiled(heaps=1)(take(amount))
        wanted = [n // amount % 2 for n in range(2000)]
        assert CompiledEngine(game, engine).values(1999).tolist() == wanted
        assert CompiledEngine(game, engine).values(1999).tolist() == wanted  # by what was kept


def test_called_functions_and_what_they_read_count(monkeypatch):
    def one():
        def inner(n):
            return n - 1

        def rule(a, out):
            out[0] = inner(a)
            return min(a, 1)

        return rule

    def two():
        def inner(n):
            return n - 2

        def rule(a, out):
            out[0] = inner(a)
            return min(a, 1)

        return rule

    assert key_of(one()) == key_of(one())
    assert key_of(one()) != key_of(two())


def test_what_a_try_holds_is_part_of_the_key():
    """The instructions are the same in the same order; only the table beside them says where it ends."""

    def held(n, out):
        try:
            x = n // (n - 300)
            out[0] = n // (n - 301) - x
        except Exception:
            return 0
        return 1

    def behind(n, out):
        try:
            x = n // (n - 300)
        except Exception:
            return 0
        else:
            out[0] = n // (n - 301) - x
        return 1

    behind.__qualname__ = held.__qualname__
    assert key_of(held) != key_of(behind)


def test_what_has_no_key_is_not_kept():
    module = sys.modules[__name__]

    def foreign(a, out):
        out[0] = a - module.AMOUNTS[0]
        return 1

    def listed(a, out):
        out[0] = a - STEPS[0]
        return 1

    for rule in (foreign, listed):
        with pytest.raises(_UnknownError):
            key_of(rule)

    def rooted(a, out):
        out[0] = math.floor(math.sqrt(a))
        return 1

    assert key_of(rooted)


def test_only_the_newest_are_kept(tmp_path):
    for number in range(compiled_cache.KEPT + 3):
        path = tmp_path / str(number)
        path.write_bytes(b"")
        os.utime(path, (number, number))
    compiled_cache._prune(tmp_path)
    assert {int(path.name) for path in tmp_path.iterdir()} == set(range(3, compiled_cache.KEPT + 3))
