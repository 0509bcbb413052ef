"""Node Kayles and Arc Kayles on any graph of up to 128 vertices a part: the driver of the compiled search.

The design is that of :mod:`sprague.engines.boards`; instead of the orientations of a shape, sets of vertices
are compared under symmetries of the whole graph.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from ..errors import RangeError, TooLargeError
from ..limits import bytes_text, memory_limit
from ..messages import say
from .boards import Progress, Statistics, address, lines
from .searches import current

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

#: Connected graphs of more vertices do not fit two machine words.
MAX_VERTICES = 128

_FIRST_BITS = 13
_SLICE_SECONDS = 0.4
_SYMMETRIES = 15
_SYMMETRY_STEPS = 20_000


class GraphSearch:
    """Values of the sets of vertices of one graph, with a table of what was found.

    ``neighbours[v]`` are the neighbours of vertex v; ``arcs``: Arc Kayles (a move takes two neighbours), else
    Node Kayles (a move takes a vertex and its neighbours). ``memory`` bounds the table, in bytes; ``progress`` is
    called about twice a second. Raises TooLargeError for more than 128 vertices.

    >>> path = [{v - 1, v + 1} & set(range(9)) for v in range(9)]
    >>> [GraphSearch(path, arcs).value() for arcs in (False, True)]  # 0.137 and 0.07 at 9
    [3, 0]
    """

    def __init__(
        self,
        neighbours: Sequence[Iterable[int]],
        arcs: bool,
        memory: int | None = None,
        progress: Progress | None = None,
    ) -> None:
        if len(neighbours) > MAX_VERTICES:
            raise TooLargeError(
                say(
                    "the search covers graphs of up to {limit} vertices, got {count}",
                    limit=MAX_VERTICES,
                    count=len(neighbours),
                )
            )
        near = [set(around) for around in neighbours]
        for v, around in enumerate(near):
            if v in around or not all(0 <= w < len(near) and v in near[w] for w in around):
                raise RangeError(
                    say("expected the neighbours of a simple graph, got those of vertex {v}", v=v)
                )
        self.memory = memory_limit() // 2 if memory is None else memory
        self.progress = progress
        order = _middle_first(near)
        self._number = {v: i for i, v in enumerate(order)}
        self._near = [{self._number[w] for w in near[v]} for v in order]
        self._images = _image_tables(_symmetries(self._near), len(near))
        self.arcs = arcs
        self._block = self._new_block(arcs)
        self._bits = _FIRST_BITS
        self._table = lines(2 << self._bits)
        self._budget = 2000

    @property
    def neighbours(self) -> list[set[int]]:
        """The graph with its vertices numbered as in the keys of :meth:`exact_entries`. A search that is given this
        graph keeps the numbers."""
        return self._near

    @property
    def statistics(self) -> Statistics:
        """Counts since the search was made (entries: now)."""
        from ..kernels.graphs import EXACTS, NODES, PARTIALS

        nodes, exacts, partials = (int(self._block[k]) for k in (NODES, EXACTS, PARTIALS))
        return Statistics(nodes, exacts, partials, int(self._table.nbytes))

    def value(self, vertices: Iterable[int] | None = None) -> int:
        """The value of the game on these vertices (all without an argument): the nim-sum of its parts.

        Raises TooLargeError when the values met fill the table.
        """
        parts, total = self._parts(vertices)
        for part in parts:
            value = 0
            while (found := self._ask(part, value)) is None:
                value += 1
            total ^= found
        return total

    def is_zero(self, vertices: Iterable[int] | None = None) -> bool:
        """Whether the value is 0; of the largest part no more is asked than that needs."""
        parts, total = self._parts(vertices)
        if not parts:
            return total == 0
        *others, largest = parts
        for part in others:
            value = 0
            while (found := self._ask(part, value)) is None:
                value += 1
            total ^= found
        return self._ask(largest, total) == total

    def exact_entries(self) -> tuple[NDArray[np.int64], NDArray[np.uint8]]:
        """Every value known: sets of vertices as two 64-bit words each, in ascending order, and their values.

        They belong to this graph, with its vertices numbered as in :attr:`neighbours` (see :meth:`load`).
        """
        import numpy as np

        from ..kernels.graphs import exact_entries

        count = self.statistics.exact
        keys, values = np.zeros((count + 1, 2), np.uint64), np.zeros(count + 1, np.uint64)
        found = int(exact_entries(address(self._table), self._table.size, address(keys), address(values)))
        signed = keys[:found].view(np.int64)
        order = np.lexsort((signed[:, 0], signed[:, 1]))
        return signed[order], values[:found].astype(np.uint8)[order]

    def load(self, keys: NDArray[np.int64], values: NDArray[np.uint8]) -> None:
        """Take over values found before for the same graph and game. Raises TooLargeError when they do not fit."""
        import numpy as np

        from ..kernels.graphs import load_exact

        if len(keys) != len(values):
            raise RangeError(
                say(
                    "expected as many values as keys, got {values} and {keys}",
                    values=len(values),
                    keys=len(keys),
                )
            )
        while self.statistics.exact + len(keys) > self._most():
            self._grow()
        words, data = np.ascontiguousarray(keys).view(np.uint64), values.astype(np.uint64)
        load_exact(address(words), address(data), len(words), address(self._block), *self._place())

    def _new_block(self, arcs: bool) -> NDArray[np.uint64]:
        import numpy as np

        from ..kernels import graphs as k

        size = len(self._near)
        moves = sum(map(len, self._near)) // 2 if arcs else size
        depth = size // 2 + 1 if arcs else size + 1
        kept = 4 * (moves + 1) * (depth + 1)
        # At most a third as many parts as vertices (smaller ones are not kept). Pages never touched cost nothing.
        parts = 2 * (size // 3 + 2) * (moves + 1) * (depth + 1)
        start = int(k.STACKS)
        block = np.zeros(start + kept + parts, np.uint64)
        block[k.ARCS], block[k.SYMMETRIES] = arcs, len(self._images)
        block[k.CHILD] = start
        self._first_part = start + kept
        for v, around in enumerate(self._near):
            mask = sum(1 << w for w in around)
            block[int(k.NEAR) + 2 * v : int(k.NEAR) + 2 * v + 2] = _words(mask)
        block[k.IMAGES] = self._images.ctypes.data
        return block

    def _parts(self, vertices: Iterable[int] | None) -> tuple[list[int], int]:
        import numpy as np

        from ..kernels import graphs as k

        chosen = range(len(self._near)) if vertices is None else [self._number[v] for v in vertices]
        low, high = _words(sum(1 << v for v in chosen))
        block, first = self._block, self._first_part
        count, total = k.split(low, high, address(block), np.uint64(first))
        words = block[first : first + 2 * int(count)].tolist()
        parts = [a | b << 64 for a, b in zip(words[::2], words[1::2], strict=True)]
        block[k.DEEP] = max(10, max((part.bit_count() for part in parts), default=0) * 4 // 5)
        return sorted(parts, key=int.bit_count), int(total)

    def _ask(self, part: int, value: int) -> int | None:
        """The value of a part if the search finds it on the way to tell whether it is ``value``."""
        from ..kernels import graphs as k

        block = self._block
        block[k.SP] = block[k.CHILDREN] = 0
        block[k.MODE], block[k.PARTS] = k.CALL, self._first_part
        (block[k.LOW], block[k.HIGH]), block[k.WANT] = _words(part), value
        while True:
            status = self._slice()
            if status == k.DONE:
                break
            if status == k.FULL:
                self._grow()
        result = int(block[k.RESULT])
        return None if result == k.NOT_IT else result

    def _slice(self) -> int:
        """One run of the kernel, of about half a second: between two of them Ctrl-C is heard."""
        import numpy as np

        from ..kernels import graphs as k
        from ..kernels.graphs_search import search

        before, began = int(self._block[k.NODES]), time.perf_counter()
        status = search(address(self._block), self._place(), np.uint64(self._budget), np.uint64(self._most()))
        spent = time.perf_counter() - began
        if status == k.OUT_OF_BUDGET and spent > 0:
            done = int(self._block[k.NODES]) - before
            self._budget = max(1000, min(4 * self._budget, int(done * _SLICE_SECONDS / spent)))
            if self.progress is not None:
                self.progress(self.statistics)
        return int(status)

    def _most(self) -> int:
        """The exact entries that the table may hold: few while it can grow, as partial ones need room too."""
        capacity = self._table.size // 4
        return capacity // 4 if 3 * self._table.nbytes <= self.memory else capacity * 4 // 5

    def _grow(self) -> None:
        from ..kernels.graphs import move_table

        if 3 * self._table.nbytes > self.memory:
            raise TooLargeError(
                say(
                    "the values met so far ({count}) fill the table; a larger one needs {needed} of memory, "
                    "the limit is {limit}",
                    count=self.statistics.exact,
                    needed=bytes_text(3 * self._table.nbytes),
                    limit=bytes_text(self.memory),
                )
            )
        old, self._table = self._table, lines(4 << self._bits)
        self._bits += 1
        move_table(address(old), old.size, address(self._block), *self._place())

    def _place(self) -> tuple[np.uint64, np.uint64]:
        import numpy as np

        return address(self._table), np.uint64(self._bits)


def _words(mask: int) -> tuple[np.uint64, np.uint64]:
    import numpy as np

    return np.uint64(mask & (2**64 - 1)), np.uint64(mask >> 64)


def _middle_first(near: list[set[int]]) -> list[int]:
    """The vertices by the sum of their distances to the others: a move in the middle splits most."""

    def remoteness(v: int) -> int:
        seen, ring, distance, total = {v}, {v}, 0, 0
        while ring:
            total += distance * len(ring)
            distance += 1
            ring = set().union(*(near[w] for w in ring)) - seen
            seen |= ring
        return total

    return sorted(range(len(near)), key=remoteness)


def _symmetries(near: list[set[int]]) -> list[list[int]]:
    """Some automorphisms of a graph but the identity, by a search of bounded length: any of them may serve."""
    size = len(near)
    if size < 2:
        return []
    colours = [len(around) for around in near]
    for _ in range(size):
        signs = [(colours[v], tuple(sorted(colours[w] for w in near[v]))) for v in range(size)]
        names = {sign: i for i, sign in enumerate(sorted(set(signs)))}
        refined = [names[sign] for sign in signs]
        if len(set(refined)) == len(set(colours)):
            break
        colours = refined
    order: list[int] = []
    for start in range(size):
        queue = [start]
        while queue:
            v = queue.pop(0)
            if v not in order:
                order.append(v)
                queue += sorted(near[v])
    found: list[list[int]] = []
    steps = 0
    image: dict[int, int] = {}
    stack: list[list[int]] = [[v for v in range(size) if colours[v] == colours[order[0]]]]
    while stack and len(found) < _SYMMETRIES and steps < _SYMMETRY_STEPS:
        steps += 1
        depth = len(stack) - 1
        image.pop(order[depth], None)
        if not stack[-1]:
            stack.pop()
            continue
        v, w = order[depth], stack[-1].pop()
        mapped = {image[u] for u in near[v] if u in image}
        if mapped != near[w] & set(image.values()):
            continue
        image[v] = w
        if depth + 1 == size:
            whole = [image[u] for u in range(size)]
            if whole != list(range(size)):
                found.append(whole)
            continue
        following = order[depth + 1]
        anchors = [u for u in near[following] if u in image]
        candidates = near[image[anchors[0]]] if anchors else set(range(size))
        used = set(image.values())
        stack.append([u for u in candidates if u not in used and colours[u] == colours[following]])
    return found


def _image_tables(symmetries: list[list[int]], size: int) -> NDArray[np.uint64]:
    """For each symmetry, byte of a set and value of that byte: the image, in two words."""
    import numpy as np

    tables = np.zeros((len(symmetries), 16, 256, 2), np.uint64)
    for table, image in zip(tables, symmetries, strict=True):
        for v in range(size):
            word, bit = divmod(image[v], 64)
            holds = np.arange(256) >> v % 8 & 1 == 1
            table[v // 8, holds, word] |= np.uint64(1 << bit)
    return tables


def value(neighbours: Sequence[Iterable[int]], arcs: bool) -> int:
    """The value of Arc Kayles (``arcs``) or Node Kayles on a graph whose parts have up to 128 vertices.

    >>> value([{1}, {0, 2}, {1}], arcs=True)
    1
    """
    near = [set(around) for around in neighbours]
    total = 0
    unseen = set(range(len(near)))
    while unseen:
        part: list[int] = []
        frontier = [min(unseen)]
        unseen.discard(frontier[0])
        while frontier:
            v = frontier.pop()
            part.append(v)
            frontier += near[v] & unseen
            unseen -= near[v]
        number = {v: i for i, v in enumerate(sorted(part))}
        total ^= current().graph([{number[w] for w in near[v]} for v in sorted(part)], arcs).value()
    return total
