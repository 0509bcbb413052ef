"""A user's program, for the type checkers: .ci/typed.py looks whether both find the lines that are marked."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Literal, assert_type

import networkx as nx  # type: ignore[import-untyped]
import numpy as np
from numpy.typing import NDArray

import sprague as sg


class SubtractSquares(sg.HeapGame):
    """Take a square number."""

    def options(self, n: int) -> Iterator[int]:
        return (n - k * k for k in range(1, math.isqrt(n) + 1))


class Split(sg.HeapGame):
    """Split a heap, or take one."""

    def options(self, heap: int) -> Iterator[int | tuple[int, int]]:
        if heap:
            yield heap - 1
        for part in range(1, heap):
            yield part, heap - part


class Words(sg.HeapGame):
    """A rule whose options are no heaps."""

    def options(self, n: int) -> Iterator[str]:  # mistake
        yield "one less"


class UpTo(sg.HeapGame):
    """Take up to k."""

    def __init__(self, k: int = 3) -> None:
        self.k = k

    def options(self, n: int) -> list[int]:
        return list(range(max(0, n - self.k), n))


@sg.rule
def one_or_half(n: int) -> list[int]:
    """Take one, or half of an even heap."""
    return [n - 1, n // 2] if n and n % 2 == 0 else [n - 1] if n else []


def winners(*positions: sg.Position) -> list[str]:
    """The winning moves of some positions, in words."""
    return [str(move.sentence) for position in positions for move in position.winning_moves.first(3)]


def growth(game: sg.Handle, to: int = 1000) -> float:
    """How fast the values of a game grow."""
    values = game.values(to)
    assert_type(values, NDArray[np.int64])
    return float(values.max()) / to


def says(answer: sg.Answer) -> str:
    """Who wins, as a child says it."""
    if answer.outcome == "N":
        return "you, if you are to move"
    return "nobody" if answer.outcome == "D" else "the other one"


def heaps() -> None:
    """Games on heaps."""
    position = sg.kayles(3, 5) + sg.nim([3, 4]) + "wythoff 3,5"
    assert_type(position, sg.Position)
    assert_type(sg.kayles[10**30], int)
    assert_type(sg.kayles[:8], list[int])
    assert_type(sg.solve(position, seconds=5).value, int | None)
    print(winners(position, sg.fibonacci(14), sg.fibonacci((14, 8)), sg.global_fibonacci(10, 13, limit=6)))
    print(sg.wythoff(3, 5, t=2).outcome, sg.octal("0.137")(7, 9).value, sg.subtract(1, 3, 4)(20).value)
    sg.wythof(3)  # mistake
    sg.solvee("nim 3")  # mistake
    sg.kayles.perod()  # mistake
    sg.solve("nim 3", second=5)  # mistake
    sg.kayles("3", 5)  # mistake
    sg.wythoff(3, 5, k=2)  # mistake
    sg.octal(0.77)  # mistake


def boards() -> None:
    """Games on boards and graphs."""
    taken = np.zeros((3, 4), np.int8)
    print(
        sg.cram(3, 4).value, sg.cram("..#/...").value, sg.cram(taken).outcome, sg.cram(taken, free=1).outcome
    )
    print(sg.chomp(3, 4).winning_moves, sg.notakto([[0, 0, 1], [0, 0, 0]]).outcome)
    print(sg.node_kayles(nx.path_graph(5)).value, sg.arc_kayles({"a": ["b"], "b": ["c"]}).value)
    print(sg.geography(nx.path_graph(4), at=0).outcome, sg.geography([("a", "b")], "a").outcome)
    print(sg.loopy([("a", "b"), ("b", "a")], at="a").outcome)
    sg.cram(3, 4, 5.5)  # mistake
    sg.geography()  # mistake
    sg.node_kayles(7)  # mistake


def sequences() -> None:
    """Values, periods and P-positions."""
    print(growth(sg.kayles), growth(sg.octal("0.007"), 10_000))
    period = sg.kayles.period(limit=10_000)
    assert_type(period, sg.Period)
    print(period.status, period.preperiod, sg.statistics("kayles", 100).max)
    assert_type(sg.wythoff.p_positions(3), list[tuple[int, ...]])
    assert_type(sg.kayles.values(5, dtype=np.uint8), NDArray[np.uint8])
    print(sg.discover("wythoff").status, sg.equivalent("kayles", "dawsons-kayles").status)
    sg.kayles.values(100, thread=2)  # mistake
    sg.kayles.period(bound=100)  # mistake


def own() -> None:
    """Games of one's own."""
    game = SubtractSquares()
    print(game(20).outcome, Split().values(10), UpTo(k=4)(7, 9).value, one_or_half(8, 3).outcome)
    print(sg.p_positions(game, 5), sg.discover(one_or_half).status, Words().values(1))
    UpTo(most=3)  # mistake


def answers() -> None:
    """What an answer says."""
    answer = sg.solve("wythoff 500,1000", memory="1GB", seconds="30s")
    move = answer.winning_moves[0]
    print(says(answer), move.to, answer.reason, answer.evidence.source, answer.position.play(move))
    with sg.Solver(threads=2) as solver:
        print(solver.value("cram 4x7"))
    answer.wining_moves.first(3)  # mistake
    side: Literal["left", "right"] = answer.outcome  # mistake
    print(side)
