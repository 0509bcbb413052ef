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
    from sprague.game import arc_kayles as arc_kayles
    from sprague.game import circle as circle
    from sprague.game import cram as cram
    from sprague.game import dawsons_chess as dawsons_chess
    from sprague.game import dots as dots
    from sprague.game import fibonacci as fibonacci
    from sprague.game import global_fibonacci as global_fibonacci
    from sprague.game import grundy as grundy
    from sprague.game import kayles as kayles
    from sprague.game import nim as nim
    from sprague.game import node_kayles as node_kayles
    from sprague.game import take_fibonacci as take_fibonacci
    from sprague.game import token as token
    from sprague.game import wythoff as wythoff
    from sprague.games.own.bases import Game as Game
    from sprague.games.own.bases import HeapGame as HeapGame
    from sprague.games.own.compiled import compiled as compiled
    from sprague.games.wythoff.pairs import wythoff_values as wythoff_values
    from sprague.model.p_positions import p_positions as p_positions
    from sprague.model.position import Answer as Answer
    from sprague.model.position import Move as Move
    from sprague.model.position import Position as Position
    from sprague.model.position import parse as parse
    from sprague.model.position import solve as solve
    from sprague.notebook import play as play
    from sprague.numbers import candy as candy
    from sprague.numbers import nimber as nimber
    from sprague.numbers.nimber import mex as mex
    from sprague.solving.solver import Solver as Solver
    from sprague.takebreak.equivalence import equivalent as equivalent
    from sprague.takebreak.period import Period as Period
    from sprague.takebreak.rules import octal as octal
    from sprague.takebreak.rules import subtract as subtract
    from sprague.takebreak.statistics import statistics as statistics
    from sprague.words.errors import SpragueError as SpragueError

#: Public name -> the module that defines it.
_HOMES: dict[str, str] = {
    "Answer": "model.position",
    "Game": "games.own.bases",
    "HeapGame": "games.own.bases",
    "Move": "model.position",
    "Period": "takebreak.period",
    "Position": "model.position",
    "Solver": "solving.solver",
    "SpragueError": "words.errors",
    "arc_kayles": "game",
    "circle": "game",
    "compiled": "games.own.compiled",
    "cram": "game",
    "dawsons_chess": "game",
    "dots": "game",
    "equivalent": "takebreak.equivalence",
    "fibonacci": "game",
    "global_fibonacci": "game",
    "grundy": "game",
    "kayles": "game",
    "mex": "numbers.nimber",
    "nim": "game",
    "node_kayles": "game",
    "octal": "takebreak.rules",
    "p_positions": "model.p_positions",
    "parse": "model.position",
    "play": "notebook",
    "solve": "model.position",
    "statistics": "takebreak.statistics",
    "subtract": "takebreak.rules",
    "take_fibonacci": "game",
    "token": "game",
    "wythoff": "game",
    "wythoff_values": "games.wythoff.pairs",
}

#: Public modules, and where they stand.
_MODULES = {"candy": "numbers.candy", "nimber": "numbers.nimber"}

__all__ = sorted([*_HOMES, *_MODULES])  # noqa: PLE0605

__version__ = "0.1.0"


def __getattr__(name: str) -> Any:
    if name in _MODULES:
        return importlib.import_module(f".{_MODULES[name]}", __name__)
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = getattr(importlib.import_module(f".{_HOMES[name]}", __name__), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
