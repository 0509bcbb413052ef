"""The ends of long pieces: moves leave either the same few ends again and again, or infinitely many.

A piece is a left end, some full columns, and a right end. An end is the rest of the head and of some columns, and all
columns beyond it are full. A move near an end leaves another end. A move in the middle, if it cuts, leaves two ends
that depend only on its row. If such moves cut and only finitely many ends come up, every long piece is a pair of ends
(a *kind*) with a number of full columns.

The effect of a move near it does not depend on distant columns. Take a window of full columns that is as wide as the
longest edge, and whose vertices are connected within a few columns (``Frame.near``). Every connection that crosses the
window meets it, so the window joins all columns beyond it. So bounded pieces of the strip decide the components
exactly.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from sprague.system.ask import tick
from sprague.words.errors import UnsolvedError
from sprague.words.messages import Message, say

from .strips import HEAD, Strip, Vertex

#: The most ends on a side, and the most columns in which a window must hang together.
MOST_ENDS, MOST_NEAR = 400, 12


class End(NamedTuple):
    """A left end: the remaining vertices of the head, and the remaining rows of each partial column."""

    head: frozenset[int]
    columns: tuple[frozenset[int], ...]

    @property
    def size(self) -> int:
        """The number of its vertices."""
        return len(self.head) + sum(map(len, self.columns))


class Near(NamedTuple):
    """A move near the left end: the finite parts that it cuts off, the end that it leaves, and the number of full
    columns that the piece loses. ``taken`` are the vertices that the move names; columns count from the first of the
    piece."""

    parts: tuple[frozenset[Vertex], ...]
    end: int
    loss: int
    taken: tuple[Vertex, ...]


class Cut(NamedTuple):
    """A move in the middle: finite parts, the right end that closes the piece on the left, the left end of the piece
    on the right, and how many full columns each side loses, before the column of the move and after it."""

    parts: tuple[frozenset[Vertex], ...]
    right: int
    left: int
    before: int
    behind: int
    taken: tuple[Vertex, ...]


class Frame:
    """The strip of a game from one side: its ends, by number, with the moves near them. ``zone[i]`` is the number of
    columns after end i in which a move counts as near; ``clear`` is the number of further full columns that such a move
    may touch."""

    def __init__(self, strip: Strip, arcs: bool) -> None:
        self.strip, self.arcs = strip, arcs
        self.near = self._near()
        self.window = strip.span + 1
        self.clear = 2 * (strip.span + self.near + self.window)
        self.ends: list[End] = []
        self.number: dict[End, int] = {}
        self.zone: list[int] = []
        self.moves: list[tuple[Near, ...]] = []

    # Graphs

    def neighbours(self, vertex: Vertex) -> set[Vertex]:
        """Returns the neighbours of a vertex in the infinite strip with its head."""
        column, row = vertex
        strip = self.strip
        if column == HEAD:
            near = {(HEAD, b) for a, b in strip.head_edges if a == row}
            near |= {(HEAD, a) for a, b in strip.head_edges if b == row}
            return near | {(tied, at) for name, tied, at in strip.head_ties if name == row}
        near = {(column + further, other) for one, other, further in strip.steps if one == row}
        near |= {
            (column - further, one)
            for one, other, further in strip.steps
            if other == row and column >= further
        }
        return near | {(HEAD, name) for name, tied, at in strip.head_ties if (tied, at) == vertex}

    def removals(self, vertices: set[Vertex]) -> Iterable[tuple[tuple[Vertex, ...], set[Vertex]]]:
        """Yields each move on a set of vertices: the vertices that it names, and those that it removes."""
        for vertex in sorted(vertices):
            around = self.neighbours(vertex) & vertices
            if self.arcs:
                for other in sorted(around):
                    if vertex < other:
                        yield (vertex, other), {vertex, other}
            else:
                yield (vertex,), around | {vertex}

    def components(self, vertices: set[Vertex]) -> list[set[Vertex]]:
        """Returns the connected parts; in Arc Kayles without single vertices, which have no move."""
        unvisited, parts = set(vertices), []
        while unvisited:
            todo = [unvisited.pop()]
            part = set(todo)
            while todo:
                new = self.neighbours(todo.pop()) & unvisited
                unvisited -= new
                part |= new
                todo += new
            if len(part) > 1 or not self.arcs:
                parts.append(part)
        return parts

    def columns(self, first: int, stop: int) -> set[Vertex]:
        """Returns the vertices of the full columns from ``first`` on, before ``stop``."""
        return {(column, row) for column in range(first, stop) for row in range(len(self.strip.rows))}

    def _near(self) -> int:
        """Returns how many columns on either side join the vertices of a window of full columns."""
        window = self.strip.span + 1
        for near in range(MOST_NEAR + 1):
            # The head is attached to the first columns, so the window stays away from it.
            start = MOST_NEAR + 1
            wanted = self.columns(start + near, start + near + window)
            if any(
                wanted <= part for part in self.components(self.columns(start, start + 2 * near + window))
            ):
                return near
        raise UnsolvedError(say("the columns do not hang together"))

    def piece(self, end: End, full: int) -> set[Vertex]:
        """Returns an end followed by ``full`` columns."""
        partial = {(column, row) for column, rows in enumerate(end.columns) for row in rows}
        whole = self.columns(len(end.columns), len(end.columns) + full)
        return {(HEAD, name) for name in end.head} | partial | whole

    # Ends

    def enter(self, end: End) -> int:
        """Returns the number of an end, which may be new."""
        if end not in self.number:
            if len(self.ends) >= MOST_ENDS:
                raise UnsolvedError(say("more than {most} ends come up", most=MOST_ENDS))
            self.number[end] = len(self.ends)
            self.ends.append(end)
        return self.number[end]

    def close(self) -> None:
        """Finds the moves near every end, and the ends that these leave."""
        while len(self.moves) < len(self.ends):
            tick()
            end = self.ends[len(self.moves)]
            self.zone.append(self._joined(end) + self.clear)
            self.moves.append(tuple(self._near_moves(end, self.zone[-1])))

    def _joined(self, end: End) -> int:
        """Returns how many full columns join the whole end with the columns after them."""
        start = len(end.columns)
        for depth in range(4 * MOST_NEAR + len(self.strip.head)):
            vertices = self.piece(end, depth + 2 * self.near + self.window)
            far = self.columns(start + depth + self.near, start + depth + self.near + self.window)
            wanted = self.piece(end, depth) | far
            if any(wanted <= part for part in self.components(vertices)):
                return depth + self.near + self.window + self.near
        raise UnsolvedError(say("an end does not hang together with the columns behind it"))

    def _near_moves(self, end: End, zone: int) -> Iterable[Near]:
        first = len(end.columns)
        full = zone + 2 * self.clear
        vertices = self.piece(end, full)
        for touched, gone in self.removals(vertices):
            leftmost = min((column for column, _ in touched if column != HEAD), default=HEAD)
            if leftmost >= first + zone:
                continue
            parts, whole = self.parted(vertices - gone, first + full)
            left_end, full_columns = self.end_of(whole, first + full)
            yield Near(tuple(parts), self.enter(left_end), full - full_columns, touched)

    def parted(self, vertices: set[Vertex], stop: int) -> tuple[list[frozenset[Vertex]], set[Vertex]]:
        """Returns the finite parts of a piece whose full columns continue after column ``stop``, and the part that
        continues."""
        far = self.columns(stop - self.near - self.window, stop - self.near)
        finite, whole = [], set()
        for part in self.components(vertices):
            if part & far or max(part)[0] >= stop - self.near - self.window:
                whole |= part
            else:
                finite.append(frozenset(part))
        if not any(far <= part for part in self.components(vertices)):
            raise UnsolvedError(say("a move does not leave the far columns whole"))
        return finite, whole

    def end_of(self, part: set[Vertex], stop: int) -> tuple[End, int]:
        """Returns the end of a part that continues after column ``stop``, and how many full columns it has before
        it."""
        rows: dict[int, set[int]] = {}
        for column, row in part:
            rows.setdefault(column, set()).add(row)
        head = frozenset(rows.pop(HEAD, ()))
        first = stop
        while first > 0 and (
            len(rows.get(first - 1, ())) == len(self.strip.rows) or first > stop - self.near
        ):
            first -= 1
        start = 0 if head else min((column for column in rows if column < first), default=first)
        return End(
            head, tuple(frozenset(rows.get(column, ())) for column in range(start, first))
        ), stop - first


def cuts(strip: Strip, arcs: bool, left: Frame, right: Frame) -> tuple[Cut, ...]:
    """Returns the moves in the middle, one for each vertex (each edge) of a column, with the ends that they leave.
    ``left`` has the left ends, ``right`` those of the mirrored strip. Raises UnsolvedError if one of them does not
    cut."""
    free = Strip(strip.rows, strip.steps)
    frame, mirror = Frame(free, arcs), Frame(free.mirrored, arcs)
    middle = 2 * frame.clear
    stop = 2 * middle + 1
    vertices = frame.columns(0, stop)
    cuts = []
    for touched, gone in frame.removals(vertices):
        if min(touched)[0] != middle:
            continue
        edge = frame.near + frame.window
        before, behind = (
            frame.columns(edge - frame.window, edge),
            frame.columns(stop - edge, stop - edge + frame.window),
        )
        parts, first, second = [], set(), set()
        for part in frame.components(vertices - gone):
            at_left, at_right = min(part)[0] < edge, max(part)[0] >= stop - edge
            if at_left and at_right:
                raise UnsolvedError(_does_not_cut(strip, touched))
            if at_left:
                first |= part
            elif at_right:
                second |= part
            else:
                parts.append(frozenset(part))
        if not before <= first or not behind <= second:
            raise UnsolvedError(_does_not_cut(strip, touched))
        end, full_columns = frame.end_of(second, stop)
        turned = {(stop - 1 - column, row) for column, row in first}
        other, others = mirror.end_of(turned, stop)
        cuts.append(
            Cut(
                tuple(parts),
                right.enter(other),
                left.enter(end),
                middle - others,
                stop - 1 - middle - full_columns,
                tuple((column - middle, row) for column, row in touched),
            )
        )
    return tuple(cuts)


def _does_not_cut(strip: Strip, touched: tuple[Vertex, ...]) -> Message:
    first = min(touched)[0]
    names = "-".join(f"{strip.rows[row]}{column - first}" for column, row in touched)
    return say(
        "a move at {names} in the middle does not cut the graph, so the pieces that come up have no bound",
        names=names,
    )
