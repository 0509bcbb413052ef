"""Sprague, the workbench for impartial games.

>>> import sprague as sg
>>> sg.solve("wythoff 500,1000").winning_moves
[<take 691 from the second jar -> wythoff 500,309>]

Names are loaded when they are first used, so that ``import sprague`` stays light. Every game of ``sprague games`` is
here under its name, with _ for -: see :mod:`sprague.workbench.handle`.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .games.wythoff.tables import wythoff_values as wythoff_values
    from .notebook import play as play
    from .numbers import candy as candy
    from .numbers import nimber as nimber
    from .numbers.nimber import mex as mex
    from .system.ask import Ask as Ask
    from .words.errors import SpragueError as SpragueError
    from .workbench import charts as charts
    from .workbench import misere as misere
    from .workbench.certificates import load_certificate as load_certificate
    from .workbench.discover import discover as discover
    from .workbench.handle import Handle as _Handle
    from .workbench.handle import game as game
    from .workbench.handle import octal as octal
    from .workbench.handle import subtract as subtract
    from .workbench.heaps import Period as Period
    from .workbench.heaps import equivalent as equivalent
    from .workbench.heaps import statistics as statistics
    from .workbench.own.bases import AnyGame as AnyGame
    from .workbench.own.bases import Game as Game
    from .workbench.own.bases import HeapGame as HeapGame
    from .workbench.own.cells import GridGame as GridGame
    from .workbench.own.cells import RowGame as RowGame
    from .workbench.own.compiled import compiled as compiled
    from .workbench.own.graphs import GraphGame as GraphGame
    from .workbench.own.loading import load_game as load_game
    from .workbench.own.rule import rule as rule
    from .workbench.own.tuples import HeapsGame as HeapsGame
    from .workbench.p_positions import p_positions as p_positions
    from .workbench.position import Answer as Answer
    from .workbench.position import Move as Move
    from .workbench.position import Position as Position
    from .workbench.position import parse as parse
    from .workbench.solve import solve as solve
    from .workbench.solver import Solver as Solver


#: Public name -> the module that defines it.
_HOMES: dict[str, str] = {
    "AnyGame": "workbench.own.bases",
    "Answer": "workbench.position",
    "Ask": "system.ask",
    "Game": "workbench.own.bases",
    "GraphGame": "workbench.own.graphs",
    "GridGame": "workbench.own.cells",
    "HeapGame": "workbench.own.bases",
    "HeapsGame": "workbench.own.tuples",
    "Move": "workbench.position",
    "Period": "workbench.heaps",
    "Position": "workbench.position",
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
    "p_positions": "workbench.p_positions",
    "parse": "workbench.position",
    "play": "notebook",
    "rule": "workbench.own.rule",
    "solve": "workbench.solve",
    "statistics": "workbench.heaps",
    "subtract": "workbench.handle",
    "wythoff_values": "games.wythoff.tables",
}

#: Public modules, and where they stand.
_MODULES = {
    "charts": "workbench.charts",
    "candy": "numbers.candy",
    "misere": "workbench.misere",
    "nimber": "numbers.nimber",
}

__version__ = "0.1.0"


def _games() -> list[str]:
    """The names of the games, from the table that a game's row stands in."""
    words: list[str] = importlib.import_module(".workbench.registry", __name__).builtin_names()
    return [name for word in words if (name := word.replace("-", "_")).isidentifier()]


# For a type checker every name that is not above is a game.
def __getattr__(name: str) -> _Handle:
    value: Any
    if name in _MODULES:
        return importlib.import_module(f".{_MODULES[name]}", __name__)  # type: ignore[return-value]
    if name == "__all__":
        return sorted([*_HOMES, *_MODULES, *_games()])  # type: ignore[return-value]
    if name in _HOMES:
        value = getattr(importlib.import_module(f".{_HOMES[name]}", __name__), name)
    elif name[0] != "_" and name in _games():
        value = importlib.import_module(".workbench.handle", __name__).game(name.replace("_", "-"))
    else:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    globals()[name] = value
    return value  # type: ignore[no-any-return]


def __dir__() -> list[str]:
    return [*_HOMES, *_MODULES, *_games(), "__all__", "__version__"]
