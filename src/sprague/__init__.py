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

from .system.imports import import_whole

if TYPE_CHECKING:
    from .games.wythoff.pairs import wythoff_values as wythoff_values
    from .notebook import play as play
    from .numbers import candy as candy
    from .numbers import nimber as nimber
    from .numbers.nimber import mex as mex
    from .system.ask import Ask as Ask
    from .words.errors import SpragueError as SpragueError
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
    from .workbench.own.bases import Game as Game
    from .workbench.own.bases import HeapGame as HeapGame
    from .workbench.own.cells import GridGame as GridGame
    from .workbench.own.cells import RowGame as RowGame
    from .workbench.own.compiled import compiled as compiled
    from .workbench.own.loading import load_game as load_game
    from .workbench.own.rule import rule as rule
    from .workbench.p_positions import p_positions as p_positions
    from .workbench.position import Answer as Answer
    from .workbench.position import Move as Move
    from .workbench.position import Position as Position
    from .workbench.position import parse as parse
    from .workbench.solve import solve as solve
    from .workbench.solver import Solver as Solver

    arc_kayles: _Handle
    chomp: _Handle
    circle: _Handle
    clobber: _Handle
    cram: _Handle
    dawsons_chess: _Handle
    dawsons_kayles: _Handle
    dots: _Handle
    double_kayles: _Handle
    fibonacci: _Handle
    geography: _Handle
    global_fibonacci: _Handle
    grundy: _Handle
    grundys_game: _Handle
    guiles: _Handle
    hackenbush: _Handle
    james_bond: _Handle
    kayles: _Handle
    lasker: _Handle
    laskers_nim: _Handle
    last_biscuit: _Handle
    loopy: _Handle
    nim: _Handle
    node_kayles: _Handle
    notakto: _Handle
    officers: _Handle
    take_fibonacci: _Handle
    token: _Handle
    top_entails: _Handle
    treblecross: _Handle
    wythoff: _Handle

#: Public name -> the module that defines it.
_HOMES: dict[str, str] = {
    "Answer": "workbench.position",
    "Ask": "system.ask",
    "Game": "workbench.own.bases",
    "GridGame": "workbench.own.cells",
    "HeapGame": "workbench.own.bases",
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
    "wythoff_values": "games.wythoff.pairs",
}

#: Public modules, and where they stand.
_MODULES = {"candy": "numbers.candy", "misere": "workbench.misere", "nimber": "numbers.nimber"}

#: The games; a test compares them with those of the registry.
_GAMES = (
    "arc_kayles",
    "chomp",
    "circle",
    "clobber",
    "cram",
    "dawsons_chess",
    "dawsons_kayles",
    "dots",
    "double_kayles",
    "fibonacci",
    "geography",
    "global_fibonacci",
    "grundy",
    "grundys_game",
    "guiles",
    "hackenbush",
    "james_bond",
    "kayles",
    "lasker",
    "laskers_nim",
    "last_biscuit",
    "loopy",
    "nim",
    "node_kayles",
    "notakto",
    "officers",
    "take_fibonacci",
    "token",
    "top_entails",
    "treblecross",
    "wythoff",
)

__all__ = sorted([*_HOMES, *_MODULES, *_GAMES])  # noqa: PLE0605

__version__ = "0.1.0"

import_whole()


def __getattr__(name: str) -> Any:
    found: Any
    if name in _MODULES:
        return importlib.import_module(f".{_MODULES[name]}", __name__)
    if name in _HOMES:
        found = getattr(importlib.import_module(f".{_HOMES[name]}", __name__), name)
    elif name in _GAMES:
        found = importlib.import_module(".workbench.handle", __name__).game(name.replace("_", "-"))
    else:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
