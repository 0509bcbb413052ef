"""Sprague, the workbench for impartial games.

>>> import sprague as sg
>>> sg.solve("wythoff 500,1000").winning_moves
[<take 691 from the second jar -> wythoff 500,309>]

Names are loaded when they are first used, so that ``import sprague`` stays light. Every game of ``sprague games`` is
here under its name, with _ for -: see :mod:`sprague.handle`.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from .system.imports import import_whole

if TYPE_CHECKING:
    from .discovery.discover import discover as discover
    from .games.own.bases import Game as Game
    from .games.own.bases import HeapGame as HeapGame
    from .games.own.cells import GridGame as GridGame
    from .games.own.cells import RowGame as RowGame
    from .games.own.compiled import compiled as compiled
    from .games.own.loading import load_game as load_game
    from .games.own.rule import rule as rule
    from .games.wythoff.pairs import wythoff_values as wythoff_values
    from .handle import Handle as _Handle
    from .handle import game as game
    from .handle import octal as octal
    from .handle import subtract as subtract
    from .misereplay import misere as misere
    from .model.p_positions import p_positions as p_positions
    from .model.position import Answer as Answer
    from .model.position import Move as Move
    from .model.position import Position as Position
    from .model.position import parse as parse
    from .notebook import play as play
    from .numbers import candy as candy
    from .numbers import nimber as nimber
    from .numbers.nimber import mex as mex
    from .proofs.use import load_certificate as load_certificate
    from .solving.solve import solve as solve
    from .solving.solver import Solver as Solver
    from .system.ask import Ask as Ask
    from .takebreak.equivalence import equivalent as equivalent
    from .takebreak.period import Period as Period
    from .takebreak.statistics import statistics as statistics
    from .words.errors import SpragueError as SpragueError

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
    "Answer": "model.position",
    "Ask": "system.ask",
    "Game": "games.own.bases",
    "GridGame": "games.own.cells",
    "HeapGame": "games.own.bases",
    "Move": "model.position",
    "Period": "takebreak.period",
    "Position": "model.position",
    "RowGame": "games.own.cells",
    "Solver": "solving.solver",
    "SpragueError": "words.errors",
    "compiled": "games.own.compiled",
    "discover": "discovery.discover",
    "equivalent": "takebreak.equivalence",
    "game": "handle",
    "load_certificate": "proofs.use",
    "load_game": "games.own.loading",
    "mex": "numbers.nimber",
    "octal": "handle",
    "p_positions": "model.p_positions",
    "parse": "model.position",
    "play": "notebook",
    "rule": "games.own.rule",
    "solve": "solving.solve",
    "statistics": "takebreak.statistics",
    "subtract": "handle",
    "wythoff_values": "games.wythoff.pairs",
}

#: Public modules, and where they stand.
_MODULES = {"candy": "numbers.candy", "misere": "misereplay.misere", "nimber": "numbers.nimber"}

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
        found = importlib.import_module(".handle", __name__).game(name.replace("_", "-"))
    else:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
