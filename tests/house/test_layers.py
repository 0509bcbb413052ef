"""Rooms stand on floors, and imports run downwards only, wherever they stand in a file; the heavy libraries wait until
they are needed."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from graphlib import TopologicalSorter
from importlib.util import resolve_name
from pathlib import Path

import pytest
from folders import ROOT

import sprague
from sprague.system.imports import WHOLE

PACKAGE = Path(sprague.__file__).parent
ARCHITECTURE = ROOT / "docs" / "architecture.md"

#: Imported inside functions only, except in the files (or rooms) named here.
HEAVY = {
    "numpy": ("numbers.nimber_arrays", "system.compiler", "discovery"),
    "numba": ("system.compiler", "system.numba_cache"),
    "gmpy2": (),
    "click": ("cli",),
    "rich": ("cli", "tui"),
    "networkx": (),
    "altair": (),
    "pyarrow": (),
    "dask": (),
    "distributed": (),
    "fastapi": ("web",),
    "uvicorn": ("web",),
    "textual": ("tui",),
    "anywidget": ("notebook",),
}

#: What the kernels may import, beside the standard library and each other.
KERNEL_LIBRARIES = {"llvmlite", "numba", "numpy"}

FACES = ("cli", "notebook", "site", "tui", "web")

#: Dotted name within the package -> file. ``__main__`` only starts the command line.
MODULES = {
    ".".join(path.relative_to(PACKAGE).with_suffix("").parts).removesuffix(".__init__"): path
    for path in sorted(PACKAGE.rglob("*.py"))
    if path.relative_to(PACKAGE).parts not in [("__init__.py",), ("__main__.py",)]
}


def floors() -> dict[str, int]:
    """Room -> floor, from the table of the architecture page."""
    rows = re.findall(r"^\| (\d+) \| ([^|]*) \|", ARCHITECTURE.read_text("utf-8"), re.MULTILINE)
    return {
        name.rstrip("/"): int(number) for number, names in rows for name in re.findall(r"`([\w/]+)`", names)
    }


FLOORS = floors()


def room(module: str) -> str:
    """The room of a module: its folder, or the file itself where it stands alone."""
    return module.split(".")[0]


def imports(module: str) -> Iterator[str]:
    """Full names that ``module`` imports: at its top, inside functions, or for the types only."""
    path = MODULES[module]
    package = f"sprague.{module}" if path.name == "__init__.py" else f"sprague.{module}".rpartition(".")[0]
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            origin = resolve_name("." * node.level + (node.module or ""), package)
            for alias in node.names:
                inside = f"{origin}.{alias.name}".removeprefix("sprague.")
                yield f"sprague.{inside}" if inside in MODULES else origin


def own(module: str) -> set[str]:
    """The package's modules that ``module`` imports."""
    found = {name.removeprefix("sprague.") for name in imports(module) if name.startswith("sprague.")}
    return (found & MODULES.keys()) - {module}


def first(module: str) -> Iterator[str]:
    """What ``module`` imports when it is imported itself."""
    for node in ast.parse(MODULES[module].read_text("utf-8")).body:
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and not node.level:
            yield node.module or ""


def is_kernel(module: str) -> bool:
    """Whether a module holds compiled code, or helps to compile it."""
    libraries = {name.split(".")[0] for name in first(module)}
    return bool(libraries & {"numba", "llvmlite"}) or "sprague.system.jit" in first(module)


#: Who loads and compiles them.
MAKERS = {"system.jit", "system.compiler", "system.numba_cache"}

KERNELS = [module for module in MODULES if is_kernel(module) and module not in MAKERS]


def test_the_table_of_floors_names_every_room() -> None:
    assert {room(module) for module in MODULES} == FLOORS.keys()


@pytest.mark.parametrize("module", MODULES)
def test_imports_run_downwards(module: str) -> None:
    for other in own(module):
        same = room(other) == room(module)
        assert same or FLOORS[room(other)] < FLOORS[room(module)], f"{module} imports {other}"


def test_no_module_imports_itself_in_a_circle() -> None:
    """Imports inside functions and for types only count too. The public face, ``sprague`` itself, is the exception."""
    TopologicalSorter({module: own(module) for module in MODULES}).prepare()


def test_no_room_hides_a_public_name() -> None:
    """A room is an attribute of the package as soon as it is imported, and would stand where the name stood."""
    assert not {room(module) for module in MODULES} & set(sprague.__all__)


@pytest.mark.parametrize("module", [m for m in MODULES if room(m) not in FACES])
def test_nothing_below_knows_a_face(module: str) -> None:
    assert not [other for other in own(module) if room(other) in FACES]


def test_there_are_kernels() -> None:
    assert {"search", "takebreak", "numbers", "proofs"} <= {room(module) for module in KERNELS}


@pytest.mark.parametrize("module", KERNELS)
def test_kernels_import_only_numpy_numba_and_kernels(module: str) -> None:
    for name in imports(module):
        if name.startswith("sprague."):
            other = name.removeprefix("sprague.")
            assert other in {"system.jit", *KERNELS} or not own(other), name  # a file of constants
        else:
            top = name.split(".")[0]
            assert top in sys.stdlib_module_names or top in KERNEL_LIBRARIES, name


@pytest.mark.parametrize("module", [m for m in MODULES if m not in KERNELS])
def test_heavy_libraries_wait_until_they_are_needed(module: str) -> None:
    libraries = {name.split(".")[0] for name in first(module)}
    for library in libraries & HEAVY.keys():
        assert {module, room(module)} & {*HEAVY[library]}, f"{module} imports {library} when it is imported"


@pytest.mark.parametrize("module", [m for m in MODULES if m not in KERNELS])
def test_kernels_wait_until_they_are_needed(module: str) -> None:
    top = {
        f"{node.module}.{alias.name}".removeprefix("sprague.")
        for node in ast.parse(MODULES[module].read_text("utf-8")).body
        if isinstance(node, ast.ImportFrom) and not node.level
        for alias in node.names
    }
    modules = {name.rpartition(".")[0] for name in top} | top
    assert not modules & {*KERNELS}, f"{module} loads a kernel when it is imported"


def test_heavy_libraries_are_imported_whole() -> None:
    """An interrupt would leave a half of them, which cannot be imported again."""
    assert HEAVY.keys() | {"sprague"} <= WHOLE


def test_a_small_question_imports_nothing_heavy() -> None:
    program = """
import sys
import sprague
light = set(sys.modules)
assert str(sprague.solve("wythoff 500,1000").winning_moves[0].to) == "wythoff 500,309"
print(*sorted(light & set(sys.argv[1:])), "|", *sorted(set(sys.modules) & set(sys.argv[1:])))
"""
    command = [sys.executable, "-c", program, *HEAVY]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["|"]
