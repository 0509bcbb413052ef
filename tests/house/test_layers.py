"""Imports run downwards only, as docs/architecture.md says; the heavy libraries wait until they are needed."""

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

PACKAGE = Path(sprague.__file__).parent
ARCHITECTURE = ROOT / "docs" / "architecture.md"

#: Imported inside functions only, except in the modules (or folders) named here.
HEAVY = {
    "numpy": ("kernels", "nimber_arrays"),
    "numba": ("kernels",),
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

#: Modules whose functions import from a layer above when they are called, and why they may.
LATE = {"rulesets.base": "methods of a game that a user calls ask the engines and make positions"}

#: What the kernels may import, beside the standard library.
KERNEL_LIBRARIES = {"llvmlite", "numba", "numpy"}

FACES = ("cli", "notebook", "plots", "tui", "web")


def layers() -> dict[str, int]:
    """Module or folder -> layer, from the table of the architecture page."""
    rows = re.findall(r"^\| (\d+) \| ([^|]*) \|", ARCHITECTURE.read_text("utf-8"), re.MULTILINE)
    return {
        name.rstrip("/"): int(number) for number, names in rows for name in re.findall(r"`([\w/]+)`", names)
    }


LAYERS = layers()

#: Dotted name within the package -> file. The package itself and __main__ only pass on what others define.
MODULES = {
    ".".join(path.relative_to(PACKAGE).with_suffix("").parts).removesuffix(".__init__"): path
    for path in sorted(PACKAGE.rglob("*.py"))
    if path.relative_to(PACKAGE).parts not in [("__init__.py",), ("__main__.py",)]
}


def layer(module: str) -> int:
    """The layer of ``module``: its own row, or that of its folder."""
    name = module if module in LAYERS else module.split(".")[0]
    assert name in LAYERS, f"sprague.{module} has no layer: add it to the table of docs/architecture.md"
    return LAYERS[name]


def imports(module: str, late: bool) -> Iterator[str]:
    """Full names that ``module`` imports: when it is itself imported, or (``late``) inside its functions."""
    path = MODULES[module]
    package = f"sprague.{module}" if path.name == "__init__.py" else f"sprague.{module}".rpartition(".")[0]
    for node in _statements(ast.parse(path.read_text("utf-8")), late):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            origin = resolve_name("." * node.level + (node.module or ""), package)
            for alias in node.names:
                inside = f"{origin}.{alias.name}".removeprefix("sprague.")
                yield f"sprague.{inside}" if inside in MODULES else origin


def _statements(node: ast.AST, late: bool, inside: bool = False) -> Iterator[ast.AST]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.If) and "TYPE_CHECKING" in ast.unparse(child.test):
            continue
        if inside == late:
            yield child
        function = isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
        yield from _statements(child, late, inside or function)


def own(module: str, late: bool) -> set[str]:
    """The package's modules that ``module`` imports, without the package's own ``__init__``."""
    found = {name.removeprefix("sprague.") for name in imports(module, late) if name.startswith("sprague.")}
    return found & MODULES.keys()


@pytest.mark.parametrize("module", MODULES)
def test_imports_run_downwards(module: str) -> None:
    for other in own(module, late=False):
        assert layer(other) <= layer(module), f"{module} imports {other}, which is above it"
    for other in own(module, late=True):
        assert module in LATE or layer(other) <= layer(module), f"a function of {module} imports {other}"


def test_no_module_imports_itself_in_a_circle() -> None:
    TopologicalSorter({module: own(module, late=False) - {module} for module in MODULES}).prepare()


@pytest.mark.parametrize("module", [m for m in MODULES if m.split(".")[0] not in FACES])
def test_nothing_below_knows_a_face(module: str) -> None:
    known = own(module, late=False) | own(module, late=True)
    assert not [other for other in known if other.split(".")[0] in FACES]


@pytest.mark.parametrize("module", [m for m in MODULES if m.split(".")[0] == "kernels"])
def test_kernels_import_only_numpy_and_numba(module: str) -> None:
    every = {*imports(module, late=False), *imports(module, late=True)}
    others = {name.split(".")[0] for name in every if not name.startswith("sprague.system.jit")}
    assert others - sys.stdlib_module_names <= KERNEL_LIBRARIES


@pytest.mark.parametrize("module", MODULES)
def test_heavy_libraries_wait_until_they_are_needed(module: str) -> None:
    libraries = {name.split(".")[0] for name in imports(module, late=False)}
    for library in libraries & HEAVY.keys():
        assert module.split(".")[0] in HEAVY[library], f"{module} imports {library} when it is imported"


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
