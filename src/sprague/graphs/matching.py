"""Maximum matchings of any graph, and the vertices that some maximum matching leaves free.

Blossoms (Edmonds 1965) are contracted as they are met. A tree that finds no free vertex is final, and its outer
vertices are those that some maximum matching leaves free (Gallai 1964, Edmonds 1965).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence, Set

from sprague.system.ask import Step, tick
from sprague.words.messages import say

#: Not matched.
FREE = -1


def matching(
    near: Sequence[Set[int]], begun: Sequence[int] | None = None
) -> tuple[list[int], frozenset[int]]:
    """Returns the mate of each vertex (-1: none) in a maximum matching, and the vertices that some maximum matching
    leaves free. ``near`` has the neighbours of each vertex. ``begun`` is a matching to begin with.

    >>> matching([{1}, {0, 2}, {1}])
    ([1, 0, -1], frozenset({0, 2}))
    >>> matching([{1, 2}, {0, 2}, {0, 1}])[1] == {0, 1, 2}
    True
    """
    mate = _greedy(near) if begun is None else list(begun)
    outer: set[int] = set()
    done: set[int] = set()
    free = [v for v, other in enumerate(mate) if other == FREE]
    for count, root in enumerate(free):
        tick(lambda count: Step(say("vertices"), count, len(free)), count)
        if mate[root] == FREE:
            _Tree(near, mate, root, done, outer).grow()
    return mate, frozenset(outer)


def _greedy(near: Sequence[Set[int]]) -> list[int]:
    """Returns a matching that takes leaves first, and else a vertex with few remaining neighbours. It is nearly always
    close to a maximum matching, and is one in a forest (Karp, Sipser 1981)."""
    mate = [FREE] * len(near)
    degree = [len(around) for around in near]
    leaves = deque(v for v, count in enumerate(degree) if count == 1)
    others = iter(sorted(range(len(near)), key=degree.__getitem__))
    while True:
        v = leaves.popleft() if leaves else next(others, FREE)
        if v == FREE:
            return mate
        if mate[v] != FREE:
            continue
        w = min((w for w in near[v] if mate[w] == FREE), key=lambda w: (degree[w], w), default=FREE)
        if w == FREE:
            continue
        mate[v], mate[w] = w, v
        for gone in (v, w):
            for x in near[gone]:
                degree[x] -= 1
                if degree[x] == 1 and mate[x] == FREE:
                    leaves.append(x)


class _Tree:
    """Searches for an alternating path from a free vertex to another: its edges are by turns outside and inside the
    matching."""

    def __init__(
        self, near: Sequence[Set[int]], mate: list[int], root: int, done: set[int], outer: set[int]
    ) -> None:
        self.near, self.mate, self.root, self.done, self.outer = near, mate, root, done, outer
        #: Inner vertex -> the outer one it was reached from (in a blossom also of outer ones, along its other side).
        self.parent: dict[int, int] = {}
        #: Outer vertex, or vertex of a blossom -> the base of its blossom.
        self.base: dict[int, int] = {root: root}
        self.blossoms: dict[int, list[int]] = {}
        self.queue = deque([root])

    def grow(self) -> None:
        """Enlarges the matching by an edge, or completes the tree."""
        mate = self.mate
        while self.queue:
            v = self.queue.popleft()
            for w in self.near[v]:
                if w in self.done or w == mate[v]:
                    continue
                if w in self.base:  # outer: this closes a blossom, unless both are in one already
                    if self.base[v] != self.base[w]:
                        self._contract(v, w)
                elif w not in self.parent:
                    self.parent[w] = v
                    if mate[w] == FREE:
                        self._augment(w)
                        return
                    self.base[mate[w]] = mate[w]
                    self.queue.append(mate[w])
        self.outer.update(self.base)
        self.done.update(self.base, self.parent)

    def _augment(self, w: int) -> None:
        while w != FREE:
            v = self.parent[w]
            following = self.mate[v]
            self.mate[v], self.mate[w] = w, v
            w = following

    def _contract(self, v: int, w: int) -> None:
        """Contracts the two paths from the edge v-w back to where they meet into one blossom. All its vertices are
        outer."""
        meet = self._meet(v, w)
        joined = {meet}
        for a, b in ((v, w), (w, v)):
            while self.base[a] != meet:
                inner = self.mate[a]
                joined |= {self.base[a], self.base.get(inner, inner)}
                self.parent[a] = b
                b, a = inner, self.parent[inner]
        merged = [x for base in joined for x in self.blossoms.pop(base, (base,))]
        for x in merged:
            if x not in self.base:
                self.queue.append(x)
            self.base[x] = meet
        self.blossoms[meet] = merged

    def _meet(self, v: int, w: int) -> int:
        above = set()
        while True:
            v = self.base[v]
            above.add(v)
            if v == self.root or self.mate[v] == FREE:
                break
            v = self.parent[self.mate[v]]
        while True:
            w = self.base[w]
            if w in above:
                return w
            w = self.parent[self.mate[w]]
