"""Checkers with one clause switched off. A clause is a ``raise Flaw``. A weakened checker is made in memory from the
source; the modules that use the changed one are loaded again, too."""

from __future__ import annotations

import ast
import importlib
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import sprague
from sprague.proofs.check import CHECKERS

#: The modules of the checkers, each after those that it imports.
MODULES = (
    "plain_automata", "plain_formulas", "sequences", "consequences_check", "period_check", "proof_check",
    "sprouts_check", "nogo_check", "quotient_check", "row_check", "takeaway_check", "family_check", "kinds_check",
    "arms_check", "automatic_check", "plain_values", "plain_python", "law_form", "law_relations", "law_check",
    "growing_check",
)  # fmt: skip

#: The clauses that compare small positions with the definition, or a count, after a decision for all positions.
AGAIN = ("by the definition", "sizes:")


Checker = Callable[[Any, Callable[[], None]], int]


class Clause(NamedTuple):
    """A ``raise Flaw`` of a module, by its line."""

    module: str
    line: int

    @property
    def text(self) -> str:
        return clauses(self.module)[self.line]


@cache
def tree(module: str) -> ast.Module:
    return ast.parse(source(module).read_text("utf-8"))


def source(module: str) -> Path:
    return Path(sprague.__file__).parent / "proofs" / f"{module}.py"


def _raises_flaw(node: ast.AST) -> bool:
    called = node.exc if isinstance(node, ast.Raise) else None
    return isinstance(called, ast.Call) and isinstance(called.func, ast.Name) and called.func.id == "Flaw"


@cache
def clauses(module: str) -> dict[int, str]:
    """The lines of ``raise Flaw`` in a module, each with what it says."""
    return {
        node.lineno: ast.unparse(node.exc.args[0]).removeprefix("f")[1:-1]
        for node in ast.walk(tree(module))
        if _raises_flaw(node) and isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call)
    }


class _Off(ast.NodeTransformer):
    """Switches clauses of a module off."""

    def __init__(self, module: str, gone: tuple[Clause, ...]) -> None:
        self.lines = {each.line for each in gone if each.module == module}

    def visit(self, node: ast.AST) -> Any:
        if _raises_flaw(node) and node.lineno in self.lines:  # type: ignore[attr-defined]
            return ast.copy_location(ast.Pass(), node)
        return self.generic_visit(node)


@cache
def weakened(kind: str, gone: tuple[Clause, ...]) -> Checker:
    """The checker of a kind without some clauses."""
    home, function, _ = CHECKERS[kind].split(":")
    before = {name: importlib.import_module(f"sprague.proofs.{name}") for name in MODULES}
    fresh: dict[str, ModuleType] = {}
    try:
        for name in MODULES[min(MODULES.index(clause.module) for clause in gone) :]:
            made = _Off(name, gone).visit(ast.parse(source(name).read_text("utf-8")))
            full = f"sprague.proofs.{name}"
            fresh[name] = sys.modules[full] = ModuleType(full)
            fresh[name].__package__ = "sprague.proofs"
            exec(compile(made, str(source(name)), "exec"), vars(fresh[name]))
            if name == home:
                break
    finally:
        for name, module in before.items():
            sys.modules[f"sprague.proofs.{name}"] = module
    checker: Checker = getattr(fresh[home], function)
    return checker


def whole(kind: str) -> Checker:
    home, function, _ = CHECKERS[kind].split(":")
    checker: Checker = getattr(importlib.import_module(f"sprague.proofs.{home}"), function)
    return checker


class Endless(Exception):
    """A check that does not end."""


#: The ticks that a check of a forgery may take: more than the whole checkers take here. That of rows calls rarely.
MOST_TICKS, TICKS_OF_ROWS = 5000, 50


def bounded(most: int) -> Callable[[], None]:
    """A tick that ends a check. There are clauses without which a checker goes on for ever."""
    left = iter(range(most))

    def tick() -> None:
        if next(left, None) is None:
            raise Endless

    return tick


def verdict(kind: str, claims: Any, gone: tuple[Clause, ...] = ()) -> Clause | str:
    """By which clause a checker without some clauses refuses; else "valid", or the name of an exception that is no
    refusal."""
    checker = weakened(kind, gone) if gone else whole(kind)
    try:
        checker(claims, bounded(TICKS_OF_ROWS if kind == "row" else MOST_TICKS))
    except Exception as error:
        if type(error).__name__ != "Flaw":
            return type(error).__name__
        if type(error.__context__).__name__ == "Flaw":  # it was only told where
            assert error.__context__ is not None
            error = error.__context__
        trace = error.__traceback__
        while trace is not None and trace.tb_next is not None:
            trace = trace.tb_next
        assert trace is not None
        return Clause(Path(trace.tb_frame.f_code.co_filename).stem, trace.tb_lineno)
    return "valid"


def shown(kind: str, claims: Any) -> Clause | None:
    """The clause that alone refuses these claims: without it, and without the clauses that look again at what others
    have decided (``AGAIN``), the checker accepts them."""
    first = found = verdict(kind, claims)
    gone: tuple[Clause, ...] = ()
    while isinstance(found, Clause) and found not in gone and (not gone or found.text.startswith(AGAIN)):
        gone = (*gone, found)
        found = verdict(kind, claims, gone)
    return first if found == "valid" and isinstance(first, Clause) else None


#: What the checker of a kind has in modules of its own beside the first.
BESIDE = {
    "automatic": ("consequences_check",),
    "law": ("plain_values", "plain_python", "law_form"),
    "family": ("sequences",),
}


def clauses_of(kind: str) -> list[Clause]:
    """The clauses of the modules of a checker."""
    homes = (CHECKERS[kind].split(":")[0], *BESIDE.get(kind, ()))
    return [Clause(home, line) for home in homes for line in sorted(clauses(home))]
