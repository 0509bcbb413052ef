"""Write src/sprague/__init__.pyi, what type checkers and editors know of the package: its public names, and every game
of the registry with the arguments that it takes. Run it after a change of either: python .ci/stub.py"""

import ast
import builtins
import collections.abc
import inspect
import sys
import typing
from pathlib import Path

import sprague
import sprague.model.given
import sprague.model.grid
from sprague.model.ruleset import Ruleset
from sprague.workbench.registry import builtin_names, find

STUB = Path(__file__).parents[1] / "src/sprague/__init__.pyi"

#: Where the names in the arguments of ``Ruleset.states`` are looked for, the first one first.
VOCABULARY = [typing, collections.abc, sprague.model.given, sprague.model.grid]

#: The names that are imported, by module.
Needed = dict[str, set[str]]

HEAD = '''\
# Written by .ci/stub.py from the registry; do not edit.
"""Sprague, the workbench for impartial games."""

'''


def written() -> str:
    """The text of the stub."""
    games: dict[str, Ruleset] = {}
    for word in builtin_names():
        if (name := word.replace("-", "_")).isidentifier():
            games[name] = find(word)
    kinds: dict[tuple[str, str], tuple[str, Ruleset]] = {}
    needed: Needed = {}
    rows = []
    for name, ruleset in games.items():
        arguments = _arguments(ruleset, needed)
        kind, _ = kinds.setdefault(
            (type(ruleset).__name__, arguments), (f"_{type(ruleset).__name__}", ruleset)
        )
        rows.append(f'{name}: {kind}\n"""{_sentence(ruleset)}"""')
    classes = [
        f"class {kind}(Handle):\n"
        f"    def __call__(self, {arguments}, misere: bool = ...) -> Position: ...\n"
        f"    def position(self, {arguments}, misere: bool = ...) -> Position: ..."
        + "".join(f"\n{_offered(ruleset, name, needed)}" for name in ruleset.offers)
        for (_, arguments), (kind, ruleset) in kinds.items()
    ]
    public = sprague._HOMES
    lines = [
        f"from .{home} import {name} as {name}"
        for name, home in sorted(public.items(), key=lambda row: row[1])
    ]
    for name, home in sorted(sprague._MODULES.items()):
        room, _, module = home.rpartition(".")
        lines.append(f"from .{room} import {module} as {name}")
    lines += [
        f"from {module} import {each} as _{each}"
        for module in sorted(needed)
        for each in sorted(needed[module])
    ]
    every = sorted([*public, *sprague._MODULES, *games])
    listed = f"__all__ = {every!r}"
    return HEAD + "\n".join([*lines, "", "__version__: str", listed, "", *classes, "", *rows, ""])


def _arguments(ruleset: Ruleset, needed: Needed) -> str:
    """The arguments of a game, as its ``states`` names them."""
    definer = next(base for base in type(ruleset).__mro__ if "states" in vars(base))
    given = []
    star = False
    for parameter in inspect.signature(ruleset.states).parameters.values():
        if parameter.kind is parameter.VAR_KEYWORD:
            continue
        star = star or parameter.kind is not parameter.POSITIONAL_OR_KEYWORD
        stars = "*" if parameter.kind is parameter.VAR_POSITIONAL else ""
        default = "" if parameter.default is parameter.empty else " = ..."
        given.append(f"{stars}{parameter.name}: {_type(parameter.annotation, definer, needed)}{default}")
    return ", ".join(given if star else [*given, "*"])


def _offered(ruleset: Ruleset, name: str, needed: Needed) -> str:
    """An attribute or a method that a game offers besides what all have."""
    definer = next(base for base in type(ruleset).__mro__ if name in vars(base))
    found = vars(definer)[name]
    decorator = "" if inspect.isfunction(found) else "    @property\n"
    signature = inspect.signature(found if inspect.isfunction(found) else found.fget)
    given = [
        each.name if each.name == "self" else f"{each.name}: {_type(each.annotation, definer, needed)}"
        for each in signature.parameters.values()
    ]
    result = _type(signature.return_annotation, definer, needed)
    return f"{decorator}    def {name}({', '.join(given)}) -> {result}: ..."


def _type(annotation: str, definer: type, needed: Needed) -> str:
    """An annotation in the module of ``definer`` with an underscore before each imported name; notes their modules."""
    tree = ast.parse(annotation, mode="eval")
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and not hasattr(builtins, node.id):
            needed.setdefault(_home(node.id, definer), set()).add(node.id)
            node.id = f"_{node.id}"
    return ast.unparse(tree)


def _home(name: str, definer: type) -> str:
    for module in VOCABULARY:
        if name in getattr(module, "__all__", vars(module)):
            return module.__name__
    if hasattr(sys.modules[definer.__module__], name):
        return definer.__module__
    raise SystemExit(f"{definer.__name__}: expected a type of sprague.model.given, got {name}")


def _sentence(ruleset: Ruleset) -> str:
    return str(ruleset.rule).replace("\\", "\\\\").replace('"', "'")


if __name__ == "__main__":
    STUB.write_text(written(), "utf-8")
