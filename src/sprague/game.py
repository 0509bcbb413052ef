"""Positions without text: ``sg.nim(3, 5)``, ``sg.wythoff(500, 1000)`` and their like."""

from __future__ import annotations

from typing import Any

from sprague.boards.cram import CRAM
from sprague.games.dots import CIRCLE, DOTS
from sprague.games.fibonacci.rules import FIBONACCI
from sprague.games.fibonacci.shared_limit import GLOBAL_FIBONACCI
from sprague.games.fibonacci.take import TAKE_FIBONACCI
from sprague.games.token import TOKEN
from sprague.games.wythoff.rules import Wythoff
from sprague.graphs.kayles import ARC_KAYLES, NODE_KAYLES
from sprague.model.nim import NIM
from sprague.model.position import Position
from sprague.takebreak.rules import octal


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


def fibonacci(*heaps: int | tuple[int, int]) -> Position:
    """Fibonacci nim: each heap a number (its start) or a pair (heap, limit).

    >>> print(fibonacci(10, (13, 6)), fibonacci((8, 4)).outcome)
    fibonacci 10,13:6 P
    """
    return FIBONACCI.position(*heaps)


def global_fibonacci(*heaps: int, limit: int | None = None) -> Position:
    """Fibonacci nim on several heaps with one shared limit; None for the start.

    >>> print(global_fibonacci(10, 13, limit=6))
    global-fibonacci 10,13:6
    """
    return GLOBAL_FIBONACCI.position((heaps, limit))


def take_fibonacci(*heaps: int) -> Position:
    """Heaps from which a Fibonacci number is taken.

    >>> take_fibonacci(17).value
    3
    """
    return TAKE_FIBONACCI.position(*heaps)


def token() -> Position:
    """The token, which may be replaced by a heap of any size.

    >>> (token() + nim(5)).winning_moves
    [<in token: replace the token by a heap of 5 -> nim 5,5>, <in *5: take 5 from the heap of 5 -> token>]
    """
    return TOKEN.position(())


def kayles(*heaps: int) -> Position:
    """Rows of skittles: knock down one or two neighbours.

    >>> kayles(12).value, kayles(5, 5).outcome
    (4, 'P')
    """
    return octal("kayles").position(*heaps)


def dawsons_chess(*heaps: int) -> Position:
    """Dawson's chess, the octal game 0.137.

    >>> dawsons_chess(10).value
    3
    """
    return octal("dawsons-chess").position(*heaps)


def grundy(*heaps: int) -> Position:
    """Grundy's game: split a heap into two of different sizes.

    >>> grundy(7).winning_moves
    []
    """
    return octal("grundy").position(*heaps)


def dots(*rows: int) -> Position:
    """Rows of dots: cross out a dot and its neighbours.

    >>> dots(7, 9, 10).outcome
    'N'
    """
    return DOTS.position(*rows)


def circle(*dots: int) -> Position:
    """Circles of dots.

    >>> circle(19).outcome, circle(20).outcome
    ('P', 'P')
    """
    return CIRCLE.position(*dots)
