"""The native core: it is built from these sources, and Python calls each of its functions as C declares it."""

from __future__ import annotations

import ctypes
import importlib
import os
import re
import subprocess
import sys
from array import array
from pathlib import Path

import pytest
from folders import ROOT

import sprague
from sprague.numbers.nimber import multiply
from sprague.system import native
from sprague.system.native import Kernel

#: ``EXPORT int64_t NAME(chomp_wins)(…)``; with VALUE_NAME there is one for each width of values.
PROTOTYPE = re.compile(r"^EXPORT int64_t (VALUE_)?NAME\((\w+)\)\(([^)]*)\)", re.MULTILINE)


def prototypes() -> dict[str, list[str]]:
    """Name of each function of the core -> its parameters."""
    there = {}
    for file in sorted((ROOT / "native").glob("*.c")):
        for valued, name, parameters in PROTOTYPE.findall(file.read_text("utf-8")):
            there[name + ("_{bits}" if valued else "")] = [
                " ".join(each.split()) for each in parameters.split(",") if each.strip() != "void"
            ]
    return there


def kernels() -> dict[str, Kernel]:
    """Name of each function that a module of the package calls -> its description there."""
    package = Path(sprague.__file__).parent
    names = [
        ".".join(path.relative_to(package.parent).with_suffix("").parts)
        for path in package.rglob("*.py")
        if "Kernel(" in path.read_text("utf-8")
    ]
    things = [thing for name in names for thing in vars(importlib.import_module(name)).values()]
    return {thing.name: thing for thing in things if isinstance(thing, Kernel)}


def fits(kind: str, read_only: bool, parameters: list[str]) -> bool:
    """Whether C takes what Python gives for this kind: a number, or an address and a number of elements or bytes."""
    if kind == "int":
        return re.fullmatch(r"int64_t \w+", parameters[0]) is not None
    address, count = parameters
    element = {"value": "Value", "room": r"\w+", "float64": "double"}.get(kind, f"{kind}_t")
    const = "const " if read_only else ""
    return bool(re.fullmatch(rf"{const}{element} \*\w+", address) and re.fullmatch(r"int64_t \w+", count))


def test_the_core_is_as_its_sources(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(ROOT)
    digest = importlib.import_module("build_native").digest()
    carried = native.library().sprague_sources
    carried.restype = ctypes.c_int64
    assert carried() == digest, "older than native/; run: python build_native.py"


def test_python_calls_what_c_declares() -> None:
    declared, described = prototypes(), kernels()
    assert declared.keys() == described.keys()
    for name, kernel in described.items():
        left = list(declared[name])
        for kind, read_only in zip(kernel.kinds, kernel.read_only, strict=True):
            taken = [left.pop(0) for _ in range(1 if kind == "int" else 2)]
            assert fits(kind, read_only, taken), (name, kind, taken)
        assert not left, name


def test_every_level_has_every_function() -> None:
    there = {name for name in prototypes() if "{bits}" not in name}
    for name in there:
        assert native.function(name, []) is not None


A, B = [200, 7, 0], [3, 250, 9]


@pytest.mark.parametrize("level", native.levels())
def test_a_level_can_be_forced(level: str) -> None:
    code = (
        "import numpy as np; from sprague.system import native; from sprague.numbers.nimber import multiply; "
    )
    code += f"print(native.levels()[0], multiply(np.array({A}, np.uint8), np.array({B}, np.uint8)).tolist())"
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "SPRAGUE_CPU": level},
    )
    assert done.stdout == f"{level} {[multiply(a, b) for a, b in zip(A, B, strict=True)]}\n"


def test_wrong_arguments_are_refused() -> None:
    letters = Kernel("automata_letters", "int", "const int64[]", "int32[]")
    with pytest.raises(native.Bug, match="expected 3 arguments, got 2"):
        letters(2, array("q", [1]))
    with pytest.raises(native.Bug, match="array of int32, got int64"):
        letters(2, array("q", [1]), array("q", [0]))
    with pytest.raises(native.Bug, match="refused with -1"):
        letters(0, array("q", [1]), array("i", [0]))
    with pytest.raises(native.Bug, match="has no automata_lost"):
        Kernel("automata_lost", "int")(1)
