"""Sprague, the workbench for impartial games.

>>> import sprague as sg
>>> sg.solve("wythoff 500,1000").winning_moves
[<take 691 from the second jar -> wythoff 500,309>]

Names are loaded when they are first used, so that ``import sprague`` stays light.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from . import candy as candy
    from . import nimber as nimber
    from .answer import Answer as Answer
    from .answer import solve as solve
    from .engines.p_positions import p_positions as p_positions
    from .engines.wythoff import wythoff_values as wythoff_values
    from .errors import SpragueError as SpragueError
    from .games import arc_kayles as arc_kayles
    from .games import circle as circle
    from .games import cram as cram
    from .games import dawsons_chess as dawsons_chess
    from .games import dots as dots
    from .games import fibonacci as fibonacci
    from .games import global_fibonacci as global_fibonacci
    from .games import grundy as grundy
    from .games import kayles as kayles
    from .games import nim as nim
    from .games import node_kayles as node_kayles
    from .games import take_fibonacci as take_fibonacci
    from .games import token as token
    from .games import wythoff as wythoff
    from .nimber import mex as mex
    from .notebook import play as play
    from .position import Move as Move
    from .position import Position as Position
    from .position import parse as parse
    from .rulesets.base import Game as Game
    from .rulesets.base import HeapGame as HeapGame
    from .rulesets.compiled import compiled as compiled
    from .rulesets.takebreak import octal as octal
    from .rulesets.takebreak import subtract as subtract
    from .solver import Solver as Solver
    from .stats import statistics as statistics
    from .theory.equivalence import equivalent as equivalent
    from .theory.period import Period as Period

#: Public name -> the module that defines it.
_HOMES: dict[str, str] = {
    "Answer": "answer",
    "Game": "rulesets.base",
    "HeapGame": "rulesets.base",
    "Move": "position",
    "Period": "theory.period",
    "Position": "position",
    "Solver": "solver",
    "SpragueError": "errors",
    "arc_kayles": "games",
    "circle": "games",
    "compiled": "rulesets.compiled",
    "cram": "games",
    "dawsons_chess": "games",
    "dots": "games",
    "equivalent": "theory.equivalence",
    "fibonacci": "games",
    "global_fibonacci": "games",
    "grundy": "games",
    "kayles": "games",
    "mex": "nimber",
    "nim": "games",
    "node_kayles": "games",
    "octal": "rulesets.takebreak",
    "p_positions": "engines.p_positions",
    "parse": "position",
    "play": "notebook",
    "solve": "answer",
    "statistics": "stats",
    "subtract": "rulesets.takebreak",
    "take_fibonacci": "games",
    "token": "games",
    "wythoff": "games",
    "wythoff_values": "engines.wythoff",
}

_MODULES = ("candy", "nimber")

__all__ = sorted([*_HOMES, *_MODULES])  # noqa: PLE0605

__version__ = "0.1.0"


def __getattr__(name: str) -> Any:
    if name in _MODULES:
        return importlib.import_module(f".{name}", __name__)
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = getattr(importlib.import_module(f".{_HOMES[name]}", __name__), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
