"""Positions without text: ``sg.nim(3, 5)``, ``sg.wythoff(500, 1000)`` and their like."""

from __future__ import annotations

from typing import Any

from .position import Position
from .rulesets.cram import CRAM
from .rulesets.graph_games import ARC_KAYLES, NODE_KAYLES
from .rulesets.nim import NIM
from .rulesets.wythoff import Wythoff


def nim(*heaps: int) -> Position:
    """Nim heaps.

    >>> nim(3, 4, 5).value
    2
    """
    return NIM.position(*heaps)


def wythoff(a: int, b: int, *, t: int = 1) -> Position:
    """Wythoff's game (Last Biscuit) on two jars; t > 1 for Fraenkel's t-Wythoff.

    >>> wythoff(309, 500).outcome
    'P'
    """
    return Wythoff(t).position((a, b))


def cram(board: str) -> Position:
    """Cram on a rectangle ("5x6") or on any shape ("..#/...": . is free, # is not).

    >>> cram("2x3").value
    1
    """
    return CRAM.position(board)


def node_kayles(graph: Any) -> Position:
    """Node Kayles on a networkx graph, or on one as text ("grid:3x4", "edges:a-b,b-c").

    >>> node_kayles("grid:3x5").value
    3
    """
    return NODE_KAYLES.position(graph)


def arc_kayles(graph: Any) -> Position:
    """Arc Kayles on a networkx graph, or on one as text.

    >>> arc_kayles("cycle:6").value
    0
    """
    return ARC_KAYLES.position(graph)
