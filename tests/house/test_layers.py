"""Rooms stand on floors, and imports run downwards only, wherever they stand in a file, those by a name in a string
included; the heavy libraries wait until they are needed."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from graphlib import TopologicalSorter
from importlib.util import resolve_name
from pathlib import Path

from folders import ROOT

import sprague

PACKAGE = Path(sprague.__file__).parent
ARCHITECTURE = ROOT / "docs" / "architecture.md"

#: Imported inside functions only, except in the files (or rooms) named here.
HEAVY = {
    "numpy": (
        "numbers.nimber_arrays",
        "numbers.nimber_matrices",
        "numbers.nimber_wide",
        "system.arrays",
        "games.own.compiled_kernel",
        "discovery",
        "learning",
    ),
    "numba": ("games.own.compiled_kernel",),
    "gmpy2": (),
    "click": ("cli",),
    "rich": ("cli",),
    "networkx": (),
    "altair": (),
    "pyarrow": (),
    "dask": (),
    "distributed": (),
    "fastapi": ("web",),
    "uvicorn": ("web",),
    "textual": ("cli.tui",),
    "anywidget": ("notebook",),
    "gymnasium": ("learning",),
    "mcp": ("agents",),
    "pettingzoo": ("learning",),
    "pydantic": ("agents", "web"),
    "pyspiel": ("learning",),
    "sklearn": (),
}

#: Arrows between rooms: what all rooms together know of each other. A new face asks five or six rooms.
MOST_ARROWS = 129

FACES = ("agents", "cli", "learning", "notebook", "site", "web")

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


@cache
def tree(module: str) -> ast.Module:
    """The syntax tree of a module: each file is parsed once."""
    return ast.parse(MODULES[module].read_text("utf-8"))


@cache
def nodes(module: str) -> tuple[ast.AST, ...]:
    """What may import in the tree of a module: each tree is walked once."""
    kinds = (ast.Import, ast.ImportFrom, ast.Constant, ast.Call)
    return tuple(node for node in ast.walk(tree(module)) if isinstance(node, kinds))


def room(module: str) -> str:
    """The room of a module: its folder, or the file itself where it stands alone."""
    return module.split(".")[0]


@cache
def imports(module: str) -> frozenset[str]:
    """Full names that ``module`` imports: at its top, inside functions, or for the types only."""
    return frozenset(_names(module, nodes(module)))


@cache
def first(module: str) -> frozenset[str]:
    """Full names that ``module`` imports when it is imported itself."""
    return frozenset(_names(module, tree(module).body))


def _names(module: str, nodes: Iterable[ast.AST]) -> Iterator[str]:
    """The imports among ``nodes``: a module, or whatever else is taken from one by the name of that one."""
    is_package = MODULES[module].name == "__init__.py"
    package = f"sprague.{module}" if is_package else f"sprague.{module}".rpartition(".")[0]
    for node in nodes:
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            origin = resolve_name("." * node.level + (node.module or ""), package)
            for alias in node.names:
                inside = f"{origin}.{alias.name}".removeprefix("sprague.")
                yield f"sprague.{inside}" if inside in MODULES else origin


def loaded(module: str) -> Iterator[str]:
    """The package's modules that a string in ``module`` names to be loaded: ``room.file:object`` (or ``file:object`` in
    its own room), alone or as what a table such as ``_HOMES`` holds, and whatever ``import_module`` is given."""
    for node in nodes(module):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            match = _HOME.fullmatch(node.value)
            if match is not None:
                yield from _resolved(module, match[1])
        elif isinstance(node, ast.Call) and _called(node) in LOADERS:
            for argument in node.args:
                if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                    yield from _resolved(module, argument.value.lstrip("."))


#: A string that names an object of a module, and functions that import a module by its name.
_HOME = re.compile(r"((?:\w+\.)*\w+):[A-Za-z_]\w*(?::\w+)?")
LOADERS = ("import_module", "__import__", "load")


def _called(call: ast.Call) -> str:
    return getattr(call.func, "attr", getattr(call.func, "id", ""))


def _resolved(module: str, name: str) -> Iterator[str]:
    """The module of that ``name``: the file of the own room, or the one of the package."""
    names = (f"{room(module)}.{name}", name.removeprefix("sprague."))
    yield from [there for there in names if there in MODULES][:1]


@cache
def own(module: str) -> frozenset[str]:
    """The package's modules that ``module`` imports, or loads by a name in a string."""
    names = {name.removeprefix("sprague.") for name in imports(module) if name.startswith("sprague.")}
    return frozenset((names & MODULES.keys() | {*loaded(module)}) - {module})


def arrows() -> set[tuple[str, str]]:
    """From each room to each other room that a file of it imports."""
    return {
        (room(module), room(other))
        for module in MODULES
        for other in own(module)
        if room(other) != room(module)
    }


def test_the_table_of_floors_names_every_room() -> None:
    assert {room(module) for module in MODULES} == FLOORS.keys()


def test_imports_run_downwards() -> None:
    assert not [
        f"{module} imports {other}"
        for module in MODULES
        for other in own(module)
        if room(other) != room(module) and FLOORS[room(other)] >= FLOORS[room(module)]
    ]


def test_no_module_imports_itself_in_a_circle() -> None:
    """Imports inside functions and for types only count too. The public face, ``sprague`` itself, is the exception."""
    TopologicalSorter({module: own(module) for module in MODULES}).prepare()


def test_rooms_know_few_others() -> None:
    assert len(arrows()) <= MOST_ARROWS


def test_a_name_in_a_string_counts_as_an_import() -> None:
    assert {"boards.cram", "takebreak.engine", "discovery.laws.engine"} <= own("workbench.registry")
    assert "proofs.period_check" in own("proofs.check")


def test_only_the_workbench_names_what_it_loads() -> None:
    """A string could close a circle that nobody sees: those of other rooms name files of their own room."""
    assert not [
        f"{module} loads {other}"
        for module in MODULES
        if room(module) != "workbench"
        for other in loaded(module)
        if room(other) != room(module)
    ]


def test_no_room_hides_a_public_name() -> None:
    """A room is an attribute of the package as soon as it is imported, and would stand where the name stood."""
    assert not {room(module) for module in MODULES} & set(sprague.__all__)


def test_nothing_below_knows_a_face() -> None:
    assert not [
        f"{module} imports {other}"
        for module in MODULES
        for other in own(module)
        if room(other) in FACES and room(module) not in FACES
    ]


def library_of(name: str) -> str:
    """The library that an import of ``name`` imports; our own file of arrays stands for NumPy."""
    return "numpy" if name.startswith("sprague.system.arrays") else name.split(".")[0]


def test_heavy_libraries_wait_until_they_are_needed() -> None:
    assert not [
        f"{module} imports {library} when it is imported"
        for module in MODULES
        for library in {library_of(name) for name in first(module)} & HEAVY.keys()
        if not {module, room(module)} & {*HEAVY[library]}
    ]


def test_numpy_is_imported_in_one_file() -> None:
    """In a thread that no exception strikes: an interrupt would leave a half of it, which cannot be imported again."""

    def at_run_time(node: ast.AST) -> Iterator[str]:
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            return
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        for child in ast.iter_child_nodes(node):
            yield from at_run_time(child)

    others = MODULES.keys() - {"system.arrays", "games.own.compiled_kernel"}
    assert not [module for module in others if "numpy" in at_run_time(tree(module))]


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
