"""The checker of periods of Node Kayles and Arc Kayles on graphs with two paths that grow from a core.

It reads the graph from its edges, and computes the values of everything that moves can leave of it by the definition:
paths P(n), parts of the core with one arm, and parts with both arms T(b, c). Then it compares them a period apart, as
far as the theorem asks (its proof: ``games/families/square.py``):

1. P and all pieces with one arm, from E = ``lines`` on: equal for E <= n < 2 E + p + w (Guy and Smith),
2. all T in the second length, from C on: equal for C <= c < C + E + p + w and all b < B + E + 2p + w,
3. all T in the first length, from B on: equal for B <= b < B + E + p + w and all c < C + p,

where B and C are ``from``, at least E + 2, p is ``turn``, and a move takes at most w vertices of an arm.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import product
from typing import Any, NamedTuple

from .plain_automata import Flaw
from .sequences import numbers

_FIELDS = {"format", "game", "edges", "starts", "periods", "lines", "from", "turn"}
_EDGE = re.compile(r"<([a-z]+)-<([a-z]+)|<([a-z]+)-([a-z]+)0|([a-z]+)0-([a-z]+)1", re.ASCII)

#: The most vertices of a core, parts of it with both arms, values of a part, and parts without an arm.
_MOST_CORE, _MOST_PARTS, _MOST_VALUES, _MOST_KNOWN = 60, 64, 10**7, 5000

Part = frozenset[str]


class Move(NamedTuple):
    """What a move at a part of the core leaves: a constant, a part with both arms or parts with one, and how many
    vertices the arms that come off have lost."""

    worth: int
    parts: tuple[Part, ...]
    lost: tuple[tuple[int, int], ...]


def seconds(certificate: Any) -> float:
    """Estimates the seconds of a check. Raises Flaw for a certificate that cannot be read."""
    rows, columns = _Claim(certificate).sides
    return 1.0 + len(_Core(certificate).joints) * rows * columns * (5e-6 + 2e-9 * (rows + columns))


def room(certificate: Any) -> int:
    """Estimates the bytes of a check. Raises Flaw for a certificate that cannot be read."""
    rows, columns = _Claim(certificate).sides
    return 10**8 + 3 * len(_Core(certificate).joints) * rows * columns + max(rows, columns) ** 2


def cost(certificate: Any) -> str:
    """Says in words what a check will cost. Raises Flaw for a certificate that cannot be read."""
    rows, columns = _Claim(certificate).sides
    parts = len(_Core(certificate).joints)
    pieces = "1 kind of pieces" if parts == 1 else f"each of {parts} kinds of pieces"
    return f"computes {rows} x {columns} values of {pieces}; about {round(seconds(certificate))} s"


def check_arms(certificate: Any, tick: Callable[[], None] = lambda: None) -> int:
    """Returns the number of values computed. Raises Flaw, with the reason, for a false certificate."""
    claim = _Claim(certificate)
    core = _Core(certificate)
    core.lines(max(*claim.sides, 2 * claim.lines + 2 * claim.turn + core.gap), tick)
    for row in core.line.values():
        end = 2 * claim.lines + 2 * claim.turn + core.gap
        if row[claim.lines + claim.turn : end] != row[claim.lines : end - claim.turn]:
            raise Flaw("lines: a path or a piece with one arm does not repeat")
    tables = core.tables(*claim.sides, tick)
    for rows in tables.values():
        claim.check_turn(rows)
    claim.check_own(tables[core.whole])
    return len(tables) * claim.sides[0] * claim.sides[1]


def arm_names(edges: str) -> list[str]:
    """Returns the names of the two arms, the first one first.

    >>> arm_names("c0-c1,b0-b1,<o-c0,<p-b0,<o-<p")
    ['c', 'b']
    """
    matches = (_EDGE.fullmatch(text) for text in edges.split(","))
    return list(dict.fromkeys(name for each in matches if each for name in (each[4], each[5]) if name))


class _Claim:
    """The periods that a certificate claims, and the sides of the rectangle that proves them."""

    def __init__(self, certificate: Any) -> None:
        if not isinstance(certificate, dict) or set(certificate) != _FIELDS:
            raise Flaw(f"expected the fields {', '.join(sorted(_FIELDS))}")
        if certificate["game"] not in ("node-kayles", "arc-kayles") or not isinstance(
            certificate["edges"], str
        ):
            raise Flaw("expected node-kayles or arc-kayles as the game, and edges as text")
        for name in ("starts", "periods", "from"):
            if not numbers(certificate[name]) or len(certificate[name]) != 2:
                raise Flaw(f"{name}: expected two whole numbers")
        if not numbers([certificate["lines"], certificate["turn"]]) or certificate["turn"] < 1:
            raise Flaw("lines and turn: expected whole numbers")
        self.starts, self.periods, self.begin = (
            certificate["starts"],
            certificate["periods"],
            certificate["from"],
        )
        self.lines, self.turn = int(certificate["lines"]), int(certificate["turn"])
        if min(self.begin) < self.lines + 2:
            raise Flaw("from: expected at least lines + 2")
        further = self.lines + 2 * self.turn + (2 if certificate["game"] == "arc-kayles" else 3)
        self.sides: tuple[int, int] = self.begin[0] + further, self.begin[1] + further
        if self.sides[0] * self.sides[1] > _MOST_VALUES:
            raise Flaw("from, lines and turn: too large")

    def check_turn(self, rows: list[bytearray]) -> None:
        """Raises Flaw unless a table repeats as far as the theorem asks."""
        (first, second), turn = self.begin, self.turn
        if any(row[second + turn :] != row[second:-turn] for row in rows):
            raise Flaw("turn: the values do not repeat in the second length")
        wide = second + turn
        if any(rows[b + turn][:wide] != rows[b][:wide] for b in range(first, len(rows) - turn)):
            raise Flaw("turn: the values do not repeat in the first length")

    def check_own(self, rows: list[bytearray]) -> None:
        """Raises Flaw unless starts and periods are the least ones of this table, which repeats."""
        (first, second), turn = self.begin, self.turn
        lines = [[bytes(row[: second + turn]) for row in rows[: first + 2 * turn]]]
        columns = zip(*(row[: second + 2 * turn] for row in rows[: first + turn]), strict=True)
        lines.append([bytes(column) for column in columns])
        for line, begin, start, period in zip(lines, self.begin, self.starts, self.periods, strict=True):
            if period < 1 or turn % period or start > begin:
                raise Flaw("periods divide turn, and starts are not after from")
            if line[start + period :] != line[start:-period]:
                raise Flaw("periods: the values do not repeat")
            for less in range(1, period):
                if turn % less == 0 and line[begin + less :] == line[begin:-less]:
                    raise Flaw("periods: a smaller one will do")
            if start and line[start - 1] == line[start - 1 + period]:
                raise Flaw("starts: it begins earlier")


class _Core:
    """A core with its two arms, and the values of what moves leave."""

    def __init__(self, certificate: Any) -> None:
        self.arcs = certificate["game"] == "arc-kayles"
        self.gap = 2 if self.arcs else 3
        self.near: dict[str, set[str]] = {}
        ties: dict[str, str] = {}
        arms: dict[str, None] = {}
        paths: list[str] = []
        for text in certificate["edges"].split(","):
            match = _EDGE.fullmatch(text)
            if match is None:
                raise Flaw(f"edges: cannot read {text[:40]!r}")
            one, other, tied, arm, row, same = match.groups()
            if one:
                if one == other:
                    raise Flaw("edges: a vertex has no edge to itself")
                self.near.setdefault(one, set()).add(other)
                self.near.setdefault(other, set()).add(one)
            elif tied:
                if arm in ties:
                    raise Flaw("edges: an arm is tied once")
                ties[arm] = tied
                self.near.setdefault(tied, set())
            elif row != same:
                raise Flaw("edges: expected two paths as arms")
            arms.update(dict.fromkeys(filter(None, (arm, row))))
            paths += [row] if row else []
        if len(arms) != 2 or set(ties) != set(arms) or sorted(paths) != sorted(arms):
            raise Flaw("edges: expected two paths, each tied to one vertex of the core")
        self.ties = [ties[arm] for arm in arms]
        self.whole = frozenset(self.near)
        if len(self.whole) > _MOST_CORE or len(self._parts(self.whole)) > 1:
            raise Flaw("edges: expected a core of few vertices that hangs together")
        self._known: dict[Part, int] = {}
        self.moves: dict[Part, dict[tuple[int, int], list[Move]]] = {}
        self._close()
        #: Values of paths (the empty part), and of parts with one arm.
        self.line: dict[Part, bytearray] = {}

    @property
    def joints(self) -> list[Part]:
        """The parts with both arms, smaller ones first."""
        return sorted((part for part in self.moves if len(self._arms(part)) == 2), key=len)

    def _arms(self, part: Part) -> list[int]:
        return [arm for arm in (0, 1) if self.ties[arm] in part]

    def _parts(self, vertices: Part) -> list[Part]:
        unvisited, parts = set(vertices), []
        while unvisited:
            part, todo = set(), [unvisited.pop()]
            while todo:
                vertex = todo.pop()
                part.add(vertex)
                new = self.near[vertex] & unvisited
                unvisited -= new
                todo += new
            parts.append(frozenset(part))
        return parts

    def _worth(self, part: Part) -> int:
        """Returns the value of a part without arms, by the definition."""
        if part not in self._known:
            seen = set()
            for vertex in part:
                around = self.near[vertex] & part
                for removed in [{vertex, other} for other in around] if self.arcs else [around | {vertex}]:
                    value = 0
                    for component in self._parts(part - removed):
                        value ^= self._worth(component)
                    seen.add(value)
            if len(self._known) >= _MOST_KNOWN:
                raise Flaw("edges: too many parts without an arm")
            self._known[part] = next(v for v in range(len(seen) + 1) if v not in seen)
        return self._known[part]

    def _close(self) -> None:
        """Finds all parts that moves leave with an arm, and their moves."""
        todo = [self.whole]
        while todo:
            part = todo.pop()
            if part in self.moves:
                continue
            if len(self.moves) >= 8 * _MOST_PARTS:
                raise Flaw("edges: too many kinds of pieces")
            arms = self._arms(part)
            short = [range(3) if arm in arms else range(1) for arm in (0, 1)]
            self.moves[part] = {(b, c): list(self._at(part, (b, c))) for b, c in product(*short)}
            todo += [each for moves in self.moves[part].values() for move in moves for each in move.parts]
        if len(self.joints) > _MOST_PARTS:
            raise Flaw("edges: too many kinds of pieces")

    def _at(self, part: Part, lengths: tuple[int, int]) -> Iterator[Move]:
        """Yields the moves that take a vertex of a part whose arms have no vertices, one, or (which stands for more)
        two: no move that takes one of the part reaches further."""
        arms = {(arm, i) for arm in self._arms(part) for i in range(1, lengths[arm] + 1)}
        near: dict[Any, set[Any]] = {vertex: self.near[vertex] & part for vertex in part} | {
            component: set() for component in arms
        }
        for arm, i in arms:
            before = (arm, i - 1) if i > 1 else self.ties[arm]
            near[arm, i].add(before)
            near[before].add((arm, i))
        for vertex, around in near.items():
            for removed in [{vertex, other} for other in around] if self.arcs else [around | {vertex}]:
                if not removed & part:
                    continue
                parts = self._parts(part - removed)
                worth = 0
                for component in parts:
                    worth ^= 0 if self._arms(component) else self._worth(component)
                shortened = [
                    (arm, sum((arm, i) in removed for i in (1, 2)))
                    for arm in self._arms(part)
                    if self.ties[arm] in removed
                ]
                yield Move(
                    worth, tuple(component for component in parts if self._arms(component)), tuple(shortened)
                )

    # Values

    def lines(self, count: int, tick: Callable[[], None]) -> None:
        """Computes paths and pieces with one arm, as long as ``count`` - 1."""
        path = self.line[frozenset()] = bytearray()
        for n in range(count):
            tick()
            seen = {a ^ b for a, b in zip(path[: max(n - 1, 0)], self._beyond(n), strict=True)}
            if not self.arcs and n:  # the first vertex, with its neighbour
                seen.add(path[max(n - 2, 0)] if n > 1 else 0)
            path.append(_least(seen))
        for part in sorted((part for part in self.moves if len(self._arms(part)) == 1), key=len):
            arm = self._arms(part)[0]
            row = self.line[part] = bytearray()
            for n in range(count):
                tick()
                seen = {a ^ b for a, b in zip(row[: max(n - 1, 0)], self._beyond(n), strict=True)}
                lengths = [n if each == arm else 0 for each in (0, 1)]
                seen |= {self._value(move, lengths) for move in self._moves(part, lengths)}
                row.append(_least(seen))

    def _beyond(self, n: int) -> bytes:
        """Returns the values beyond a move in an arm of n vertices that leaves 0, 1, …, n - 2 of them."""
        path = self.line[frozenset()]
        return (
            bytes(path[: max(n - 1, 0)][::-1])
            if self.arcs
            else bytes(path[: max(n - 2, 0)][::-1]) + bytes(n > 1)
        )

    def _moves(self, part: Part, lengths: list[int]) -> list[Move]:
        return self.moves[part][min(lengths[0], 2), min(lengths[1], 2)]

    def _value(self, move: Move, lengths: list[int]) -> int:
        """Returns the value of a move that leaves no part with both arms."""
        value = move.worth
        for arm, lost in move.lost:
            value ^= self.line[frozenset()][lengths[arm] - lost]
        for part in move.parts:
            value ^= self.line[part][lengths[self._arms(part)[0]]]
        return value

    def tables(self, rows: int, columns: int, tick: Callable[[], None]) -> dict[Part, list[bytearray]]:
        """Returns the values of all parts with both arms, for b < rows and c < columns."""
        joints = self.joints
        beyond = [int.from_bytes(self._beyond(n), "big") for n in range(max(rows, columns))]
        tables: dict[Part, list[bytearray]] = {part: [] for part in joints}
        turned: dict[Part, list[bytearray]] = {part: [bytearray() for _ in range(columns)] for part in joints}
        for b in range(rows):
            for part in joints:
                tick()
                row = bytearray()
                tables[part].append(row)
                for c, column in enumerate(turned[part]):
                    seen = bytearray(_sums(column[: max(b - 1, 0)], beyond[b]))
                    seen += _sums(row[: max(c - 1, 0)], beyond[c])
                    for move in self._moves(part, [b, c]):
                        if move.parts and len(self._arms(move.parts[0])) == 2:
                            seen.append(move.worth ^ tables[move.parts[0]][b][c])
                        else:
                            seen.append(self._value(move, [b, c]))
                    value = _least(seen)
                    row.append(value)
                    column.append(value)
        return tables


def _sums(values: bytearray, beyond: int) -> bytes:
    """Returns the nim-sums of values with those beyond, which have as many bytes."""
    return (int.from_bytes(values, "big") ^ beyond).to_bytes(len(values), "big")


def _least(seen: Any) -> int:
    value = 0
    while value in seen:
        value += 1
    if value > 127:
        raise Flaw("a value is too large for this checker")
    return value
