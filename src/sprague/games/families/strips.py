"""Graphs that grow: a head, n equal columns in a row, and a tail.

The text lists edges. A vertex of a column is a letter with the number of the column: ``a0-a1`` joins every vertex a
with that of the next column, and ``a0-b0`` joins a and b in each. ``<o-a0`` joins the vertex o of the head with a of
the first column (``<o-a1``: of the second), and ``>o-a0`` the vertex o of the tail with a of the last. If the rows are
two paths that no edge joins, each is an arm of the head, with a length of its own (``core.py``).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import combinations, pairwise
from typing import NamedTuple

from sprague.numbers.integers import parse_all
from sprague.words.errors import RangeError, UnsolvedError, expected
from sprague.words.messages import say

#: A vertex of a piece: (column, row), or the name of a vertex of the head with -1 in front. In a mirrored strip the
#: tail is the head.
Vertex = tuple[int, int]

#: The most rows of a column, vertices of a head or a tail, and columns that an edge may span.
MOST_ROWS, MOST_END, MOST_SPAN = 6, 40, 6

#: The column of the vertices of a head.
HEAD = -1


class Strip(NamedTuple):
    """A growing graph. ``rows`` names the vertices of a column, and ``steps`` lists its edges (row, row of the other
    vertex, how many columns further). ``head`` and ``tail`` name further vertices, with the edges among them, and their
    edges to columns: (name's number, column counted from that end, row)."""

    rows: tuple[str, ...]
    steps: tuple[tuple[int, int, int], ...]
    head: tuple[str, ...] = ()
    head_edges: tuple[tuple[int, int], ...] = ()
    head_ties: tuple[tuple[int, int, int], ...] = ()
    tail: tuple[str, ...] = ()
    tail_edges: tuple[tuple[int, int], ...] = ()
    tail_ties: tuple[tuple[int, int, int], ...] = ()

    @property
    def span(self) -> int:
        """The largest number of columns that an edge spans."""
        return max((further for _, _, further in self.steps), default=0)

    @property
    def in_one(self) -> bool:
        """Whether edges join all rows; if not, each part of the columns is a strip of its own."""
        joined = {0}
        for _ in self.rows:
            joined |= {row for step in self.steps if joined & set(step[:2]) for row in step[:2]}
        return len(joined) == len(self.rows)

    @property
    def edges(self) -> str:
        """The list of edges, from which ``read_strip`` makes this strip.

        >>> read_strip("spider:1,2", "").edges
        'a0-a1,<o-a0,<o-<p,<o-<q,<q-<qq'
        """
        rows = self.rows
        edges = [f"{rows[one]}0-{rows[other]}{further}" for one, other, further in self.steps]
        for side, names, inner, ties in (
            ("<", self.head, self.head_edges, self.head_ties),
            (">", self.tail, self.tail_edges, self.tail_ties),
        ):
            edges += [f"{side}{names[name]}-{rows[row]}{column}" for name, column, row in ties]
            edges += [f"{side}{names[one]}-{side}{names[other]}" for one, other in inner]
        return ",".join(edges)

    def of_columns(self, count: int) -> str:
        """Returns the edges of the graph of ``count`` columns, in the notation of graphs.

        >>> read_strip("ladder", "").of_columns(2)
        'a1-a2,b1-b2,a1-b1,a2-b2'
        """
        names = [[f"{row}{column}" for row in self.rows] for column in range(1, count + 1)]
        edges = [
            f"{names[column][one]}-{names[column + further][other]}"
            for one, other, further in self.steps
            for column in range(count - further)
        ]
        for ends, inner, ties, mark in (
            (self.head, self.head_edges, self.head_ties, ""),
            (self.tail, self.tail_edges, self.tail_ties, "_"),
        ):
            edges += [f"{ends[one]}{mark}-{ends[other]}{mark}" for one, other in inner]
            rows = names[::-1] if mark else names
            edges += [
                f"{ends[name]}{mark}-{rows[column][row]}" for name, column, row in ties if column < count
            ]
        return ",".join(edges)

    @property
    def mirrored(self) -> Strip:
        """The same graphs, read from the other end."""
        steps = tuple((other, row, further) for row, other, further in self.steps)
        return Strip(
            self.rows,
            steps,
            self.tail,
            self.tail_edges,
            self.tail_ties,
            self.head,
            self.head_edges,
            self.head_ties,
        )


_EDGE = re.compile(r"([<>]?)([a-z]+)(\d*)-([<>]?)([a-z]+)(\d*)", re.ASCII)


def read_strip(text: str, where: str) -> Strip:
    """Returns the strip of a short name (``ladder``, ``spider:1,1``) or of a list of edges. Raises NotationError.

    >>> read_strip("ladder", "").steps
    ((0, 0, 1), (1, 1, 1), (0, 1, 0))
    >>> read_strip("a0-a1,<o-a0,<p-<o", "").head
    ('o', 'p')
    """
    name, _, numbers = text.partition(":")
    if name in SHORT:
        edges = SHORT[name](parse_all(numbers, where) if numbers else [], f"{where}")
    else:
        edges = text
    return _read_edges(edges, where)


def _read_edges(text: str, where: str) -> Strip:
    rows: dict[str, int] = {}
    ends: dict[str, dict[str, int]] = {"<": {}, ">": {}}
    steps: list[tuple[int, int, int]] = []
    inner: dict[str, list[tuple[int, int]]] = {"<": [], ">": []}
    ties: dict[str, list[tuple[int, int, int]]] = {"<": [], ">": []}
    wanted = say(
        "edges such as a0-a1, a0-b0, <o-a0, >o-a0, or one of {names}", names=", ".join(sorted(SHORT))
    )
    for part in text.split(","):
        match = _EDGE.fullmatch(part.strip())
        if match is None:
            raise expected(wanted, part or text, where)
        one, two = (match[1], match[2], match[3]), (match[4], match[5], match[6])
        if one[0] == "" and two[0] != "":
            one, two = two, one
        for end, _, column in (one, two):
            if bool(end) == bool(column):  # a vertex of a column has a number, one of an end has none
                raise expected(wanted, part, where)
        if one[0] and two[0]:
            if one[0] != two[0] or one[1] == two[1]:
                raise expected(say("an edge within one end, got {edge}", edge=part), part, where)
            numbers = sorted(ends[one[0]].setdefault(name, len(ends[one[0]])) for name in (one[1], two[1]))
            inner[one[0]].append((numbers[0], numbers[1]))
        elif one[0]:
            name, row = ends[one[0]].setdefault(one[1], len(ends[one[0]])), rows.setdefault(two[1], len(rows))
            ties[one[0]].append((name, int(two[2]), row))
        else:
            first, second = (rows.setdefault(each[1], len(rows)) for each in (one, two))
            further = int(two[2]) - int(one[2])
            if further < 0:
                first, second, further = second, first, -further
            if further == 0 and first == second:
                raise expected(say("an edge between two vertices"), part, where)
            if further == 0 and first > second:
                first, second = second, first
            steps.append((first, second, further))
    if max((further for *_, further in steps), default=0) == 0:
        raise expected(say("an edge to the next column, such as a0-a1"), text, where)
    strip = Strip(
        tuple(rows),
        tuple(dict.fromkeys(steps)),
        tuple(ends["<"]),
        tuple(dict.fromkeys(inner["<"])),
        tuple(dict.fromkeys(ties["<"])),
        tuple(ends[">"]),
        tuple(dict.fromkeys(inner[">"])),
        tuple(dict.fromkeys(ties[">"])),
    )
    deep = max((column for *_, column, _ in (*strip.head_ties, *strip.tail_ties)), default=0)
    for noun, size, most in (
        (say("rows"), len(strip.rows), MOST_ROWS),
        (say("vertices at an end"), max(len(strip.head), len(strip.tail)), MOST_END),
        (say("columns from one end of an edge to the other"), max(strip.span, deep), MOST_SPAN),
    ):
        if size > most:
            raise RangeError(
                say("expected at most {most} {what}, got {got}", most=most, what=noun, got=size),
                where=where,
            )
    return strip


def _count(numbers: list[int], where: str, wanted: str, least: int = 1, most: int = MOST_ROWS) -> int:
    if len(numbers) != 1 or not least <= numbers[0] <= most:
        raise expected(
            say("one number from {least} to {most}, as in {example}", least=least, most=most, example=wanted),
            ",".join(map(str, numbers)),
            where,
        )
    return numbers[0]


def _letters(count: int) -> list[str]:
    return [chr(ord("a") + i) for i in range(count)]


def _alone(edges: str) -> Callable[[list[int], str], str]:
    def made(numbers: list[int], where: str) -> str:
        if numbers:
            raise expected(say("no numbers"), ",".join(map(str, numbers)), where)
        return edges

    return made


def _power(numbers: list[int], where: str) -> str:
    if not numbers or any(not 1 <= further <= MOST_SPAN for further in numbers):
        raise expected(
            say("distances from 1 to {most}, as in power:1,3", most=MOST_SPAN),
            ",".join(map(str, numbers)),
            where,
        )
    return ",".join(f"a0-a{further}" for further in numbers)


def _circulant(numbers: list[int], where: str) -> str:
    _power(numbers, where)
    size = 2 * max(numbers) + 3
    edges = ",".join(f"{i + 1}-{(i + step) % size + 1}" for step in sorted(set(numbers)) for i in range(size))
    raise UnsolvedError(
        say(
            "{head} has no answers for graphs of any size: a circulant is a ring, and no row of columns with two ends "
            "({power} is the row). One graph is answered by search, that of {columns} columns by: {command}",
            head=where,
            power="power:" + ",".join(map(str, numbers)),
            columns=size,
            command=f'sprague solve "{where.partition("[")[0]} edges:{edges}"',
        )
    )


def _caterpillar(numbers: list[int], where: str) -> str:
    leaves = _letters(1 + _count(numbers or [1], where, "comb:2", most=MOST_ROWS - 1))[1:]
    return ",".join(["a0-a1", *(f"a0-{leaf}0" for leaf in leaves)])


def _grid(numbers: list[int], where: str) -> str:
    rows = _letters(_count(numbers, where, "grid:3"))
    return ",".join([*(f"{row}0-{row}1" for row in rows), *(f"{a}0-{b}0" for a, b in pairwise(rows))])


def _king(numbers: list[int], where: str) -> str:
    rows = _letters(_count(numbers, where, "king:2"))
    aslant = [edge for a, b in pairwise(rows) for edge in (f"{a}0-{b}1", f"{b}0-{a}1")]
    return ",".join([_grid(numbers, where), *aslant])


def _cliques(numbers: list[int], where: str) -> str:
    rows = _letters(_count(numbers, where, "cliques:4", 2))
    return ",".join([*(f"{a}0-{b}0" for a, b in combinations(rows, 2)), f"{rows[-1]}0-a1"])


def _cycles(numbers: list[int], where: str) -> str:
    rows = _letters(_count(numbers, where, "cycles:4", 3))
    around = [f"{a}0-{b}0" for a, b in pairwise([*rows, rows[0]])]
    return ",".join([*around, f"{rows[len(rows) // 2]}0-a1"])


def _spider(numbers: list[int], where: str) -> str:
    if not 1 <= len(numbers) <= 8 or any(leg < 1 for leg in numbers) or sum(numbers) >= MOST_END:
        raise expected(say("lengths of the short legs, as in spider:1,1"), ",".join(map(str, numbers)), where)
    edges = ["a0-a1", "<o-a0"]
    for leg, length in zip("pqrstuvw", numbers, strict=False):
        names = ["o", *(leg * joint for joint in range(1, length + 1))]
        edges += [f"<{a}-<{b}" for a, b in pairwise(names)]
    return ",".join(edges)


def _legs(numbers: list[int], where: str) -> str:
    return _spider(numbers, where) + ",b0-b1,<o-b0"


def _tails(numbers: list[int], where: str) -> str:
    if len(numbers) != 2 or not 3 <= numbers[0] <= 20 or not 0 <= numbers[1] <= numbers[0] // 2:
        raise expected(
            say("a cycle, and how far its two tails are from one another, as in tails:5,2"),
            ",".join(map(str, numbers)),
            where,
        )
    ring = [letter * 2 for letter in _letters(numbers[0])]
    around = [f"<{a}-<{b}" for a, b in pairwise([*ring, ring[0]])]
    return ",".join(["a0-a1", "b0-b1", f"<{ring[0]}-a0", f"<{ring[numbers[1]]}-b0", *around])


def _tadpole(numbers: list[int], where: str) -> str:
    ring = ["o", *(letter * 2 for letter in _letters(_count(numbers, where, "tadpole:5", 3, 20) - 1))]
    return ",".join(["a0-a1", "<o-a0", *(f"<{a}-<{b}" for a, b in pairwise([*ring, "o"]))])


def _stars(numbers: list[int], where: str) -> str:
    if len(numbers) != 2 or any(not 0 <= leaves <= 20 for leaves in numbers):
        raise expected(say("the leaves of both stars, as in stars:3,3"), ",".join(map(str, numbers)), where)
    edges = ["a0-a1", "<o-a0", ">o-a0"]
    for end, leaves in zip("<>", numbers, strict=True):
        edges += [f"{end}o-{end}{letter * 2}" for letter in _letters(leaves)]
    return ",".join(edges)


def _trees(numbers: list[int], where: str) -> str:
    depth = _count(numbers, where, "trees:2", 1, 4)
    edges = ["a0-a1"]
    for end in "<>":
        edges.append(f"{end}r-a0")
        level = ["r"]
        for _ in range(depth):
            edges += [f"{end}{name}-{end}{name}{side}" for name in level for side in "xy"]
            level = [name + side for name in level for side in "xy"]
    return ",".join(edges)


#: Short names: each makes the list of edges from the numbers behind the colon.
SHORT: dict[str, Callable[[list[int], str], str]] = {
    "path": _alone("a0-a1"),
    "power": _power,
    "circulant": _circulant,
    "comb": _caterpillar,
    "ladder": _alone("a0-a1,b0-b1,a0-b0"),
    "grid": _grid,
    "king": _king,
    "triangles": _alone("a0-a1,a0-b0,b0-a1"),
    "diamonds": _alone("a0-a1,a0-b0,a0-c0,b0-a1,c0-a1"),
    "linked-diamonds": _alone("a0-a1,a0-b0,a0-c0,b0-a1,c0-a1,>e-a0,>e-b0,>e-c0"),
    "chained-cliques": _alone("a0-b0,a0-c0,b0-c0,a0-a1,b0-a1,c0-a1,>e-a0,>e-b0,>e-c0"),
    "cliques": _cliques,
    "cycles": _cycles,
    "spider": _spider,
    "legs": _legs,
    "tails": _tails,
    "tadpole": _tadpole,
    "stars": _stars,
    "trees": _trees,
}
