"""Sprague, the workbench for impartial games.

>>> import sprague as sg
>>> sg.solve("wythoff 500,1000").winning_moves
[<take 691 from the second jar -> wythoff 500,309>]

Names are loaded when they are first used, so that ``import sprague`` stays light. Every game of ``sprague games`` is
here under its name, with _ for -: see :mod:`sprague.workbench.handle`. Type checkers and editors read these names in
``__init__.pyi``, which ``python .ci/stub.py`` writes from these tables and the registry.
"""

from __future__ import annotations

import importlib
from typing import Any

#: Public name -> the module that defines it.
_HOMES: dict[str, str] = {
    "AnyGame": "workbench.own.any_game",
    "Answer": "workbench.position",
    "Ask": "system.ask",
    "Game": "workbench.own.any_game",
    "GraphGame": "workbench.own.graphs",
    "GridGame": "workbench.own.cells",
    "Handle": "workbench.handle",
    "HeapGame": "workbench.own.bases",
    "HeapsGame": "workbench.own.tuples",
    "Move": "workbench.position",
    "Nimber": "numbers.nimber_field",
    "NimberArray": "numbers.nimber_matrices",
    "NimberPolynomial": "numbers.nimber_polynomials",
    "Period": "workbench.heaps",
    "Position": "workbench.position",
    "Record": "playing.record",
    "RowGame": "workbench.own.cells",
    "Solver": "workbench.solver",
    "SpragueError": "words.errors",
    "compiled": "workbench.own.compiled",
    "discover": "workbench.discover",
    "equivalent": "workbench.heaps",
    "game": "workbench.handle",
    "load_certificate": "workbench.certificates",
    "load_game": "workbench.own.loading",
    "mex": "numbers.nimber",
    "octal": "workbench.handle",
    "oeis": "workbench.oeis",
    "p_positions": "workbench.p_positions",
    "parse": "workbench.position",
    "play": "notebook",
    "rule": "workbench.own.rule",
    "solve": "workbench.solve",
    "solve_many": "workbench.bulk",
    "statistics": "workbench.heaps",
    "subtract": "workbench.handle",
    "table": "workbench.columns",
    "wythoff_values": "games.wythoff.tables",
}

#: Public modules, and where they stand.
_MODULES = {
    "charts": "workbench.charts",
    "candy": "numbers.candy",
    "misere": "workbench.misere",
    "nimber": "numbers.nimber",
    "players": "playing.players",
}

__version__ = "0.1.0"


def _games() -> list[str]:
    """Returns the names of the games, from the table that has a row for each game."""
    words: list[str] = importlib.import_module(".workbench.registry", __name__).builtin_names()
    return [name for word in words if (name := word.replace("-", "_")).isidentifier()]


def __getattr__(name: str) -> Any:
    value: Any
    if name in _MODULES:
        return importlib.import_module(f".{_MODULES[name]}", __name__)
    if name == "__all__":
        return sorted([*_HOMES, *_MODULES, *_games()])
    if name in _HOMES:
        value = getattr(importlib.import_module(f".{_HOMES[name]}", __name__), name)
    elif name[0] != "_" and name in _games():
        value = importlib.import_module(".workbench.handle", __name__).game(name.replace("_", "-"))
    else:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return [*_HOMES, *_MODULES, *_games(), "__all__", "__version__"]
