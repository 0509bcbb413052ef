"""The text of a graph, and back.

``edges:a-b,b-c,d`` lists edges (and single vertices); short names for well-known graphs (``grid:3x12``, ``star:5``) are
in ``families.py``.
"""

from __future__ import annotations

import re

from sprague.words.errors import NotationError, expected
from sprague.words.messages import Message, join, say, short

from .families import MAKERS, SAMPLES, named
from .graph import Graph, canonical_order, refuse_large

LABEL = re.compile(r"[A-Za-z0-9_.]+", re.ASCII)


def read_graph(text: str, where: str) -> Graph:
    """Returns the graph that ``text`` spells. Raises NotationError.

    >>> read_graph("edges:a-b,b-c", "").edges
    ((0, 1), (1, 2))
    >>> len(read_graph("petersen:5,2", "").edges)
    15
    """
    from difflib import get_close_matches

    text = "".join(text.split())
    kind, colon, rest = text.partition(":")
    if not colon or kind not in (*MAKERS, "edges", "file"):
        near = get_close_matches(kind, [*MAKERS, "edges", "file"], 1, 0.6)
        hint: Message = say("; did you mean {name}?", name=f"{near[0]}:") if near else say("")
        if kind in SAMPLES:
            hint = say("; write {example}", example=f"{kind}:{SAMPLES[kind]}")
        raise NotationError(
            say(
                "expected a graph such as edges:a-b,b-c or grid:3x4 ({kinds}), got {text}{hint}",
                kinds=join(MAKERS),
                text=f"'{short(text, 60)}'" if text else say("nothing"),
                hint=hint,
            ),
            where=where,
        )
    if kind == "file":
        raise NotationError(
            say(
                "expected edges: or a named graph; file: is read by the command line only (--graph FILE in a URL "
                "or a store has no meaning)"
            ),
            where=where,
        )
    if kind == "edges":
        return _read_edges(rest, where)
    return named(kind, rest, where)


def write_graph(graph: Graph) -> str:
    """Returns the text of a graph. Inverse of :func:`read_graph`.

    >>> write_graph(read_graph("grid:2x2", "").without([0]))
    'edges:r1c2-r2c2,r2c1-r2c2'
    """
    if graph.spelling:
        return graph.spelling
    names = graph.vertices
    parts = []
    seen: set[int] = set()
    touched = {v for edge in graph.edges for v in edge}
    # Vertices are numbered in the order in which they are written, so each single vertex is written at its number's
    # place.
    singles = [v for v in range(len(names)) if v not in touched]
    for a, b in graph.edges:
        parts.append(f"{names[a]}-{names[b]}")
        seen |= {a, b}
    parts += [names[v] for v in singles]
    return "edges:" + ",".join(parts)


def _read_edges(text: str, where: str) -> Graph:
    numbers: dict[str, int] = {}
    edges = []
    for item in text.split(",") if text else []:
        ends = item.split("-")
        for end in ends:
            if end not in numbers:
                if LABEL.fullmatch(end) is None:
                    raise _no_edges(item, where)
                numbers[end] = len(numbers)
        if len(ends) > 2:
            raise _no_edges(item, where)
        if len(ends) == 2:
            edges.append((numbers[ends[0]], numbers[ends[1]]))
    refuse_large(len(numbers), where)
    return canonical_order(Graph(tuple(numbers), tuple(edges)))


def _no_edges(item: str, where: str) -> NotationError:
    return expected(say("edges such as a-b,b-c (names of letters, digits, _ and .)"), item, where)
