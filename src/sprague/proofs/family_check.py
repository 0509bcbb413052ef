"""The checker of periods of Node Kayles and Arc Kayles on graphs that grow by equal columns.

The certificate lists *kinds* of pieces. A piece consists of the rest of the head and of some columns, n full columns,
and the rest of some columns and of the tail. For each kind the certificate gives the values for the first n, and the
options for all larger n: c ^ G_j(n
- d), and c ^ G_i(a) ^ G_j(b) for a + b = n - w, a >= a0, b >= b0. The checker computes

1. the first values by the definition, on sets of vertices;
2. for each kind the options of its first long piece, by taking every vertex (every edge) and finding the connected
   parts, and compares them with those of the certificate;
3. all values up to the bound of the theorem of Guy and Smith for systems of sequences (``games/families/system.py``),
   and compares them a period apart.

**Why 2 is enough.** An edge spans fewer than ``reach`` columns. In a *stretch* of S full columns, the columns within
``reach`` of the middle hang together. So a column inserted in, or taken out of, the middle of a stretch that a move
leaves whole changes nothing but the number of full columns of the one part to which the stretch belongs: no edge passes
the middle but between those columns. Every end has fewer than S columns, so the stretch lies in the full columns of its
part. Let T be at least S, every a0 and every b0, and call a part *long* that has at least T full columns; of others
only the value counts. Of L >= 2 T + w full columns or more, each option of the certificate has a long part, and of L +
1 or more it has one of T + 1. The checker looks whether moves, too, leave T + 1 of L + 1 full columns in one part. (A
move touches fewer than 2 reach + 1 columns, but columns beside these may be full no longer, if it cuts off some of
their vertices.) Then this holds for more columns: of L >= 2 T + 2 reach + 1 or more, a move leaves T whole on one side,
and without the column in their middle no part would have more full columns. So for n >= L, both the options of a piece
of n + 1 full columns and those of the certificate are those for n with one more column in a long part: if they are the
same for L, they are the same for all n >= L.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from .plain_automata import Flaw
from .sequences import MOST_VALUES, Claim, Sequence, numbers

_FIELDS = {"format", "game", "edges", "kinds", "order", "start", "period", "from", "turn"}
_KIND = {"left", "right", "first", "shorter", "splits"}

#: The most kinds, rows of a column, vertices of an end, columns that an edge spans, and columns of a stretch.
_MOST_KINDS, _MOST_ROWS, _MOST_END, _MOST_SPAN, _MOST_STRETCH = 2000, 8, 60, 8, 80

_EDGE = re.compile(r"([<>]?)([a-z]+)([0-9]{0,2})-([<>]?)([a-z]+)([0-9]{0,2})", re.ASCII)

#: (column, name): -1 is the column of the head, and the number of columns that of the tail.
Vertex = tuple[int, str]
Part = frozenset[Vertex]

#: A constant, and the pieces (kind, full columns) beside it.
Item = tuple[int, tuple[tuple[int, int], ...]]


class End(NamedTuple):
    """The rest of the head or the tail, and of the columns beside it, from outside to inside."""

    names: frozenset[str]
    columns: tuple[frozenset[str], ...]


def seconds(certificate: Any) -> float:
    """Estimates the seconds of a check. Raises Flaw for a certificate that cannot be read."""
    claim = _Claim(certificate)
    return claim.seconds + work_of_graph(certificate)[0]


def room(certificate: Any) -> int:
    """Estimates the bytes of a check. Raises Flaw for a certificate that cannot be read."""
    claim = _Claim(certificate)
    options = max(len(kind.splits) * len(kind.first) for kind in claim.kinds)
    return 10**8 + 10 * len(claim.kinds) * claim.needed + 250 * options + work_of_graph(certificate)[1]


def work_of_graph(certificate: dict[str, Any]) -> tuple[float, int]:
    """Estimates the seconds in which the first values are computed by the definition, and the bytes. A piece is walked
    through after each of its moves, and its vertices are kept beside its value."""
    graph = _Graph(certificate["edges"], certificate["game"] == "arc-kayles", lambda: None)
    rows, steps, further = len(graph.rows), len(graph.steps), len(graph.inner) + len(graph.ties)
    walked, kept, longest = 0.0, 0.0, 0
    for kind in certificate["kinds"]:
        count = len(kind["first"])
        left, right = _end(kind["left"], graph.head, graph.rows), _end(kind["right"], graph.tail, graph.rows)
        columns = len(left.columns) + len(right.columns)
        vertices = sum(map(len, (left.names, right.names, *left.columns, *right.columns)))
        edges = columns * steps + further
        moves, more = (edges, steps) if graph.arcs else (vertices, rows)
        size, larger = vertices + 2 * edges, rows + 2 * steps
        # The sums of moves * size and of the vertices, over all lengths.
        walked += (
            moves * size * count
            + (moves * larger + more * size) * count**2 / 2
            + more * larger * count**3 / 3
        )
        kept += vertices * count + rows * count**2 / 2
        longest = max(longest, columns + count)
    return 3e-7 * walked, int(150 * kept) + 500 * longest * steps


def cost(certificate: Any) -> str:
    """Says in words what a check will cost. Raises Flaw for a certificate that cannot be read."""
    count, needed = len(certificate["kinds"]), _Claim(certificate).needed
    return (
        f"takes {count} kinds of pieces apart, and computes {needed} values of each; "
        f"about {round(seconds(certificate))} s"
    )


def check_family(certificate: Any, tick: Callable[[], None] = lambda: None) -> int:
    """Returns the number of values computed. Raises Flaw, with the reason, for a false certificate."""
    claim = _Claim(certificate)
    check_pieces(certificate, tick)
    claim.check_period(tick)
    return claim.needed * len(claim.kinds)


def check_pieces(certificate: Any, tick: Callable[[], None]) -> None:
    """Raises Flaw unless the kinds of a certificate are those of its graph, with their options and first values."""
    graph = _Graph(certificate["edges"], certificate["game"] == "arc-kayles", tick)
    pieces = _Pieces(graph, certificate["kinds"])
    whole = (End(frozenset(graph.head), ()), End(frozenset(graph.tail), ()))
    if pieces.ends[0] != whole:
        raise Flaw("kinds: the first is the graph itself")
    # If a move leaves a long part of an unlisted kind, the options show this before any value is computed.
    for number in range(len(certificate["kinds"])):
        pieces.check_options(number)
    for number, kind in enumerate(certificate["kinds"]):
        for full, value in enumerate(kind["first"]):
            if graph.value(*pieces.piece(number, full)) != value:
                raise Flaw(f"kinds: value {full} of kind {number} is another")


class _Claim(Claim):
    """The system of sequences of a certificate, and its period."""

    def __init__(self, certificate: Any) -> None:
        if not isinstance(certificate, dict) or set(certificate) != _FIELDS:
            raise Flaw(f"expected the fields {', '.join(sorted(_FIELDS))}")
        super().__init__(certificate, *read_pieces(certificate))


def read_pieces(certificate: dict[str, Any]) -> tuple[list[Sequence], list[int]]:
    """Returns the kinds of a certificate about a graph, and the order in which their values are computed."""
    if certificate["game"] not in ("node-kayles", "arc-kayles") or not isinstance(certificate["edges"], str):
        raise Flaw("expected node-kayles or arc-kayles as the game, and edges as text")
    kinds = certificate["kinds"]
    if not isinstance(kinds, list) or not 0 < len(kinds) <= _MOST_KINDS:
        raise Flaw("kinds: expected a list")
    for kind in kinds:
        if not isinstance(kind, dict) or set(kind) != _KIND:
            raise Flaw(f"kinds: expected the fields {', '.join(sorted(_KIND))}")
        for name, width in (("shorter", 3), ("splits", 6)):
            rows = kind[name]
            if not isinstance(rows, list) or not all(numbers(row) and len(row) == width for row in rows):
                raise Flaw(f"kinds: expected {name} as rows of {width} numbers")
        if not numbers(kind["first"]) or not 0 < len(kind["first"]) <= MOST_VALUES:
            raise Flaw("kinds: expected first as numbers")
    if not numbers(certificate["order"]) or sorted(certificate["order"]) != list(range(len(kinds))):
        raise Flaw("order: expected every kind once")
    return [_system(kind) for kind in kinds], certificate["order"]


def _system(kind: dict[str, Any]) -> Sequence:
    return Sequence(
        kind["first"],
        [tuple(row) for row in kind["shorter"]],
        [tuple(row) for row in kind["splits"]],
        frozenset(),
    )


class _Graph:
    """The graphs that a text of edges describes, and the game on them."""

    def __init__(self, edges: str, arcs: bool, tick: Callable[[], None]) -> None:
        self.arcs, self.tick = arcs, tick
        rows: dict[str, None] = {}
        ends: dict[str, dict[str, None]] = {"<": {}, ">": {}}
        steps: list[tuple[str, str, int]] = []
        inner: list[tuple[str, str, str]] = []
        ties: list[tuple[str, str, int, str]] = []
        for text in edges.split(","):
            match = _EDGE.fullmatch(text)
            if match is None or any(bool(match[i]) == bool(match[i + 2]) for i in (1, 4)):
                raise Flaw(f"edges: cannot read {text[:40]!r}")
            one, two = match.group(1, 2, 3), match.group(4, 5, 6)
            if two[0] and not one[0]:
                one, two = two, one
            for side, name, _ in (one, two):
                (ends[side] if side else rows)[name] = None
            if one[0] and two[0]:
                if one[0] != two[0] or one[1] == two[1]:
                    raise Flaw("edges: head and tail have no edge in common, and no vertex one with itself")
                inner.append((one[0], one[1], two[1]))
            elif one[0]:
                ties.append((one[0], one[1], int(two[2]), two[1]))
            else:
                first, second = sorted((one, two), key=lambda each: int(each[2]))
                further = int(second[2]) - int(first[2])
                if first[1] == second[1] and not further:
                    raise Flaw("edges: a vertex has no edge to itself")
                steps.append((first[1], second[1], further))
        # An edge that is named again is the same edge.
        self.steps, self.inner, self.ties = dict.fromkeys(steps), dict.fromkeys(inner), dict.fromkeys(ties)
        self.rows, self.head, self.tail = tuple(rows), tuple(ends["<"]), tuple(ends[">"])
        span = max((further for *_, further in self.steps), default=0)
        #: An edge spans fewer columns, and the ends hang on fewer.
        self.reach = 1 + max(span, *(column for _, _, column, _ in self.ties), 0)
        if not span or len(rows) > _MOST_ROWS or max(len(self.head), len(self.tail)) > _MOST_END:
            raise Flaw("edges: expected an edge to the next column, few rows and small ends")
        if self.reach > _MOST_SPAN + 1:
            raise Flaw("edges: an edge spans too many columns")
        self._near: tuple[int, dict[Vertex, set[Vertex]]] = -1, {}
        self._values: dict[tuple[int | None, Part], int] = {}

    def near(self, size: int) -> dict[Vertex, set[Vertex]]:
        """Returns the neighbours of every vertex in the graph of ``size`` columns. They are kept for one size only: a
        check asks for many, one after the other."""
        if size != self._near[0]:
            near: dict[Vertex, set[Vertex]] = {
                **{(-1, name): set() for name in self.head},
                **{(column, row): set() for column in range(size) for row in self.rows},
                **{(size, name): set() for name in self.tail},
            }
            pairs = [((c, a), (c + d, b)) for a, b, d in self.steps for c in range(size - d)]
            for side, a, b in self.inner:
                column = -1 if side == "<" else size
                pairs.append(((column, a), (column, b)))
            for side, name, tied, row in self.ties:
                if tied < size:
                    pairs.append(
                        ((-1, name), (tied, row)) if side == "<" else ((size, name), (size - 1 - tied, row))
                    )
            for one, two in pairs:
                near[one].add(two)
                near[two].add(one)
            self._near = size, near
        return self._near[1]

    def moves(self, vertices: Part, size: int) -> Iterator[Part]:
        """Yields the vertices that each move leaves."""
        near = self.near(size)
        for vertex in vertices:
            if not self.arcs:
                yield vertices - near[vertex] - {vertex}
                continue
            for other in near[vertex] & vertices:
                if vertex < other:
                    yield vertices - {vertex, other}

    def parts(self, vertices: Part, size: int) -> list[Part]:
        """Returns the connected sets of vertices."""
        near, unvisited, components = self.near(size), set(vertices), []
        while unvisited:
            part, todo = set(), [unvisited.pop()]
            while todo:
                vertex = todo.pop()
                part.add(vertex)
                new = near[vertex] & unvisited
                unvisited -= new
                todo += new
            components.append(frozenset(part))
        return components

    def value(self, vertices: Part, size: int) -> int:
        """Returns the value by the definition. Equal parts at different places are the same game."""
        total = 0
        for part in self.parts(vertices, size):
            by = 0 if any(c == -1 for c, _ in part) else min(c for c, _ in part)
            end = size - by if any(c == size for c, _ in part) else None
            key = (end, part if not by else frozenset((c - by, name) for c, name in part))
            if key not in self._values:
                self.tick()
                seen = {self.value(option, size) for option in self.moves(part, size)}
                self._values[key] = next(v for v in range(len(seen) + 1) if v not in seen)
            total ^= self._values[key]
        return total

    def stretch(self) -> int:
        """Returns the least S such that in S full columns those within ``reach`` of the middle are connected."""
        for size in range(2 * self.reach, _MOST_STRETCH):
            self.tick()
            columns = frozenset((column, row) for column in range(size) for row in self.rows)
            # Without head and tail, since these columns are anywhere in the middle of a graph.
            margin = (size - 2 * self.reach) // 2
            wanted = {each for each in columns if margin <= each[0] < size - margin}
            if any(wanted <= part for part in self.parts(columns, size)):
                return size
        raise Flaw("edges: the columns do not hang together")


class _Pieces:
    """The kinds of pieces of a certificate."""

    def __init__(self, graph: _Graph, kinds: list[dict[str, Any]]) -> None:
        self.graph, self.kinds = graph, kinds
        stretch = graph.stretch()
        splits = [row for kind in kinds for row in kind["splits"]]
        #: The least number of full columns of a long part.
        self.long = max(stretch, *(least for row in splits for least in row[4:]), 0)
        touched = max(2 * graph.reach + 1, *(row[3] for row in splits), 0)
        if any(len(kind["first"]) < 2 * self.long + touched for kind in kinds):
            raise Flaw(f"kinds: expected at least {2 * self.long + touched} first values")
        self.ends = [
            (_end(kind["left"], graph.head, graph.rows), _end(kind["right"], graph.tail, graph.rows))
            for kind in kinds
        ]
        self.number = {ends: number for number, ends in enumerate(self.ends)}
        if len(self.number) < len(kinds):
            raise Flaw("kinds: two are the same")
        if any(len(end.columns) >= stretch for ends in self.ends for end in ends):
            raise Flaw("kinds: an end has too many columns")

    def piece(self, number: int, full: int) -> tuple[Part, int]:
        """Returns the vertices of a piece, and the number of columns of the graph that contains it."""
        head, tail = self.ends[number]
        before, size = len(head.columns), len(head.columns) + full + len(tail.columns)
        vertices = {(-1, name) for name in head.names} | {(size, name) for name in tail.names}
        vertices |= {(column, row) for column, rows in enumerate(head.columns) for row in rows}
        vertices |= {(column, row) for column in range(before, before + full) for row in self.graph.rows}
        vertices |= {(size - 1 - column, row) for column, rows in enumerate(tail.columns) for row in rows}
        return frozenset(vertices), size

    def check_options(self, number: int) -> None:
        """Raises Flaw unless the first long piece has the options that the certificate lists."""
        kind = self.kinds[number]
        n = len(kind["first"])
        if any(n - d < self.long for _, _, d in kind["shorter"]):
            raise Flaw(f"kinds: an option of kind {number} is too short")
        claimed = {self._item(c, (j, n - d)) for c, j, d in kind["shorter"]}
        for c, i, j, w, a0, b0 in kind["splits"]:
            self.graph.tick()
            claimed |= {self._item(c, (i, a), (j, n - w - a)) for a in range(a0, n - w - b0 + 1)}
        vertices, size = self.piece(number, n)
        if {self._option(option, size) for option in self.graph.moves(vertices, size)} != claimed:
            raise Flaw(f"kinds: the options of kind {number} are others")
        vertices, size = self.piece(number, n + 1)
        for option in self.graph.moves(vertices, size):
            self.graph.tick()
            full = (self._ends(part, size)[1] for part in self.graph.parts(option, size))
            if max(full, default=0) <= self.long:
                raise Flaw(f"kinds: a move in kind {number} leaves no long part of more columns")

    def _item(self, constant: int, *pieces: tuple[int, int]) -> Item:
        """Returns the value of the short pieces, and the long pieces."""
        for number, full in pieces:
            if full < self.long:
                constant ^= self.kinds[number]["first"][full]
        return constant, tuple(sorted(piece for piece in pieces if piece[1] >= self.long))

    def _option(self, option: Part, size: int) -> Item:
        self.graph.tick()
        constant, pieces = 0, []
        for part in self.graph.parts(option, size):
            long_piece = self._read(part, size)
            if long_piece is not None and long_piece[1] >= self.long:
                pieces.append(long_piece)
            else:
                constant ^= self.graph.value(part, size)
        return self._item(constant, *pieces)

    def _read(self, part: Part, size: int) -> tuple[int, int] | None:
        """Returns the kind of a part and the length of its longest run of full columns, or None if it is of no kind."""
        ends, best = self._ends(part, size)
        number = self.number.get(ends)
        if number is None and best >= self.long:
            raise Flaw("kinds: a move leaves a long part that is of no kind")
        return None if number is None else (number, best)

    def _ends(self, part: Part, size: int) -> tuple[tuple[End, End], int]:
        """Returns the ends of a part, on both sides of its longest run of full columns, and the length of this run."""
        rows: dict[int, set[str]] = {}
        for column, name in part:
            rows.setdefault(column, set()).add(name)
        head, tail = frozenset(rows.pop(-1, ())), frozenset(rows.pop(size, ()))
        first, stop = (0 if head else min(rows, default=0)), (size if tail else 1 + max(rows, default=-1))
        best = at = run = 0
        for column in range(first, stop):
            run = run + 1 if len(rows.get(column, ())) == len(self.graph.rows) else 0
            if run > best:
                best, at = run, column + 1 - run
        left_end = End(head, tuple(frozenset(rows.get(c, ())) for c in range(first, at)))
        right_end = End(tail, tuple(frozenset(rows.get(c, ())) for c in range(stop - 1, at + best - 1, -1)))
        return (left_end, right_end), best


def _end(entry: Any, names: tuple[str, ...], rows: tuple[str, ...]) -> End:
    """Reads an end: [names of the head or tail, [names of the rows of a column, …]]."""
    if not isinstance(entry, list) or len(entry) != 2 or not isinstance(entry[1], list):
        raise Flaw("kinds: expected an end as [names, columns]")
    for listed, allowed in ((entry[0], names), *((column, rows) for column in entry[1])):
        if not isinstance(listed, list) or not all(isinstance(name, str) for name in listed):
            raise Flaw("kinds: expected names")
        if len(set(listed)) < len(listed) or not set(listed) <= set(allowed):
            raise Flaw("kinds: an end names no vertex of the graph, or one twice")
    return End(frozenset(entry[0]), tuple(map(frozenset, entry[1])))
