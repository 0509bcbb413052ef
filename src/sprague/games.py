"""Positions without text: ``sg.nim(3, 5)``, ``sg.wythoff(500, 1000)`` and their like."""

from __future__ import annotations

from .position import Position
from .rulesets.cram import CRAM
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
