"""Graphs with a short name: ``grid:3x12``, ``path:7``, ``star:5``, ``tree:1,1,2``, ``random:12,0.3,seed=1`` …

Each maker takes the text after the colon, and the place for an error to name. The text of its graph reads back as an
equal graph.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import combinations

from sprague.numbers.integers import parse as parse_integer
from sprague.numbers.integers import parse_all
from sprague.numbers.made import EDGE, make
from sprague.words.digits import to_text
from sprague.words.errors import expected
from sprague.words.messages import Message, say

from .graph import Graph
from .graph import refuse_large as refuse_vertices

#: The most vertices of a graph in which each pair may be an edge.
MOST_PAIRED = 565


def named(kind: str, text: str, where: str) -> Graph:
    """Returns the graph ``kind:text``. Raises NotationError if there is none.

    >>> len(named("petersen", "5,2", "").edges), named("tree", "1,1,2", "").edges
    (15, ((0, 1), (0, 2), (1, 3)))
    """
    return MAKERS[kind](text, where)


def refuse_large(vertices: int, where: str, edges: int | None = None) -> None:
    """Raises TooLargeError for a graph with too many vertices, also for the text that is being read."""
    refuse_vertices(vertices, where)
    make(vertices if edges is None else edges, EDGE, where)


def _numbers(
    text: str, where: str, wanted: Message, *least: int, separators: str = ",", got: str = ""
) -> list[int]:
    """Reads as many numbers as ``least`` has, each at least its number there. The error says what was expected."""
    numbers = [parse_integer(part, where) for part in re.split(f"[{separators}]", text)] if text else []
    if len(numbers) != len(least) or any(n < low for n, low in zip(numbers, least, strict=True)):
        raise expected(wanted, got or text, where)
    return numbers


def _count(text: str, where: str, least: int) -> tuple[int, tuple[str, ...]]:
    """Reads one number of vertices, and returns it with their names 1, 2, …"""
    (n,) = _numbers(text, where, say("one number >= {least}", least=least), least)
    refuse_large(n, where)
    return n, _named_by_number(n)


def _named_by_number(n: int) -> tuple[str, ...]:
    return tuple(map(str, range(1, n + 1)))


def _grid(text: str, where: str) -> Graph:
    rows, columns = _numbers(
        text, where, say("grid:ROWSxCOLUMNS"), 1, 1, separators="xX,", got=f"grid:{text}"
    )
    refuse_large(rows * columns, where, 2 * rows * columns)
    edges = []
    for v in range(rows * columns):
        if (v + 1) % columns:
            edges.append((v, v + 1))
        if v + columns < rows * columns:
            edges.append((v, v + columns))
    return Graph(_cells(rows, columns), tuple(edges), f"grid:{rows}x{columns}")


def _torus(text: str, where: str) -> Graph:
    rows, columns = _numbers(
        text,
        where,
        say("torus:ROWSxCOLUMNS, both at least 3"),
        3,
        3,
        separators="xX,",
        got=f"torus:{text}",
    )
    refuse_large(rows * columns, where, 2 * rows * columns)
    edges = []
    for v in range(rows * columns):
        edges.append((v, v + 1 if (v + 1) % columns else v + 1 - columns))
        edges.append((v, (v + columns) % (rows * columns)))
    return Graph(_cells(rows, columns), tuple(edges), f"torus:{rows}x{columns}")


def _cells(rows: int, columns: int) -> tuple[str, ...]:
    return tuple(f"r{r}c{c}" for r in range(1, rows + 1) for c in range(1, columns + 1))


def _path(text: str, where: str) -> Graph:
    n, names = _count(text, where, 1)
    return Graph(names, tuple((v, v + 1) for v in range(n - 1)), f"path:{n}")


def _cycle(text: str, where: str) -> Graph:
    n, names = _count(text, where, 3)
    return Graph(names, tuple((v, (v + 1) % n) for v in range(n)), f"cycle:{n}")


def _complete(text: str, where: str) -> Graph:
    n, names = _count(text, where, 1)
    refuse_vertices(n, where, MOST_PAIRED)
    refuse_large(n, where, n * n // 2)
    return Graph(names, tuple(combinations(range(n), 2)), f"complete:{n}")


def _star(text: str, where: str) -> Graph:
    n, names = _count(text, where, 1)
    return Graph(("c", *names), tuple((0, v) for v in range(1, n + 1)), f"star:{n}")


def _tree(text: str, where: str) -> Graph:
    """Returns a tree on the vertices 1, 2, …. Vertex 1 is the root, and the list names the parents of vertices 2, 3,
    …"""
    parents = parse_all(text, where) if text else []
    for child, parent in enumerate(parents, 2):
        if not 1 <= parent < child:
            raise expected(
                say("a parent of vertex {child} among 1 to {last}", child=child, last=child - 1),
                say("{n}", n=parent),
                where,
            )
    if not parents:
        raise expected(say("the parents of vertices 2, 3, … such as tree:1,1,2"), f"tree:{text}", where)
    refuse_large(len(parents) + 1, where)
    edges = tuple((parent - 1, child - 1) for child, parent in enumerate(parents, 2))
    return Graph(_named_by_number(len(parents) + 1), edges, "tree:" + ",".join(map(str, parents)))


def _hypercube(text: str, where: str) -> Graph:
    (n,) = _numbers(text, where, say("hypercube:DIMENSION, at least 1"), 1, got=f"hypercube:{text}")
    refuse_vertices(1 << min(n, 60), where, told=f"2^{to_text(n)}")
    refuse_large(1 << n, where, n << n - 1)
    names = tuple(f"{v:0{n}b}" for v in range(1 << n))
    edges = [(v, v | 1 << k) for v in range(1 << n) for k in range(n) if not v >> k & 1]
    return Graph(names, tuple(edges), f"hypercube:{n}")


def _petersen(text: str, where: str) -> Graph:
    wanted = say("petersen:N,K with N >= 3 and 1 <= K < N/2")
    n, k = _numbers(text, where, wanted, 3, 1, separators="xX,", got=f"petersen:{text}")
    if not k < n / 2:
        raise expected(wanted, f"petersen:{text}", where)
    refuse_large(2 * n, where, 3 * n)
    names = tuple(f"{ring}{v}" for ring in "uv" for v in range(n))
    outer = [(v, (v + 1) % n) for v in range(n)]
    spokes = [(v, n + v) for v in range(n)]
    inner = [(n + v, n + (v + k) % n) for v in range(n)]
    return Graph(names, tuple(outer + spokes + inner), f"petersen:{n},{k}")


_RANDOM = re.compile(r"([^,]+),(0|1|[01]?\.\d{1,6}|[01]\.)(?:,seed=([^,]+))?", re.ASCII)


def _random(text: str, where: str) -> Graph:
    """Returns a random graph in which each edge exists with the same probability, independently. The numbers come from
    Python's ``random.Random(seed)``, which gives the same in every version. They are drawn for the pairs 1-2, 1-3, …,
    2-3, … in this order."""
    from random import Random

    match = _RANDOM.fullmatch(text)
    if match is None or float(match[2]) > 1:
        raise expected(
            say("random:VERTICES,PROBABILITY,seed=NUMBER such as random:12,0.3,seed=1"),
            f"random:{text}",
            where,
        )
    n, chance = parse_integer(match[1], where), float(match[2])
    seed = parse_integer(match[3], where) if match[3] else 0
    refuse_vertices(n, where, MOST_PAIRED)
    refuse_large(n, where, n * n // 4)
    dice = Random(seed)
    edges = tuple(pair for pair in combinations(range(n), 2) if dice.random() < chance)
    written = f"{chance:.6f}".rstrip("0").rstrip(".")
    return Graph(_named_by_number(n), edges, f"random:{n},{written},seed={to_text(seed)}")


MAKERS: dict[str, Callable[[str, str], Graph]] = {
    "grid": _grid,
    "path": _path,
    "cycle": _cycle,
    "complete": _complete,
    "star": _star,
    "tree": _tree,
    "hypercube": _hypercube,
    "torus": _torus,
    "petersen": _petersen,
    "random": _random,
}

#: What may stand behind each name.
SAMPLES = {
    "grid": "3x4",
    "path": "5",
    "cycle": "6",
    "complete": "4",
    "star": "3",
    "tree": "1,1,2",
    "hypercube": "3",
    "torus": "3x4",
    "petersen": "5,2",
    "random": "10,0.3,seed=1",
}
