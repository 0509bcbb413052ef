"""The algorithms of ``kernel`` in plain Python: for small graphs this is faster than loading compiled code, and a
browser has none."""

from __future__ import annotations

from collections.abc import Sequence

from sprague.system.ask import tick

Pairs = Sequence[tuple[int, int]]


def rows(size: int, pairs: Pairs) -> tuple[list[int], list[int]]:
    """Returns the arrows by their tails, in the order given: those from v lead to ``targets[offsets[v]]``.. up to
    ``targets[offsets[v + 1] - 1]``."""
    heads: list[list[int]] = [[] for _ in range(size)]
    for tail, head in pairs:
        heads[tail].append(head)
    offsets = [0]
    for each in heads:
        offsets.append(offsets[-1] + len(each))
    return offsets, [head for each in heads for head in each]


def outcomes(size: int, pairs: Pairs) -> tuple[list[int], list[int]]:
    """Returns outcome (0 P, 1 N, 2 D) and remoteness (-1 for D) of each vertex."""
    sources, left = _turned(size, pairs)
    outcome, remoteness = [2] * size, [-1] * size
    queue = [v for v in range(size) if left[v] == 0]
    for v in queue:
        outcome[v] = remoteness[v] = 0
    for v in queue:  # it grows
        for u in sources[v]:
            if outcome[u] != 2:
                continue
            if outcome[v] == 0:
                outcome[u] = 1
            else:
                left[u] -= 1
                if left[u]:
                    continue
                outcome[u] = 0
            remoteness[u] = remoteness[v] + 1
            queue.append(u)
    return outcome, remoteness


def labels(size: int, pairs: Pairs) -> list[int]:
    """Returns the values of Smith and of Fraenkel, with -1 for infinite ones. ``kernel`` describes how those of value m
    are found."""
    sources, _ = _turned(size, pairs)
    label = [-1] * size
    may = [True] * size
    value = 0
    while True:
        tick()
        beaten = [False] * size
        left = [0] * size
        for tail, head in pairs:
            left[tail] += label[head] < 0
        queue = [v for v in range(size) if label[v] < 0 and may[v] and left[v] == 0]
        waiting = set(queue)
        for v in queue:  # it grows
            if label[v] >= 0:
                continue
            label[v] = value
            for u in sources[v]:
                if beaten[u]:
                    continue
                beaten[u] = True
                if label[u] >= 0:
                    continue
                for w in sources[u]:
                    left[w] -= 1
                    if left[w] == 0 and label[w] < 0 and w not in waiting and may[w] and not beaten[w]:
                        waiting.add(w)
                        queue.append(w)
        if not queue:
            return label
        may = [a and b for a, b in zip(may, beaten, strict=True)]
        value += 1


def _turned(size: int, pairs: Pairs) -> tuple[list[list[int]], list[int]]:
    """Returns the tails of the arrows to each vertex, and the number of arrows from it."""
    sources: list[list[int]] = [[] for _ in range(size)]
    count = [0] * size
    for tail, head in pairs:
        sources[head].append(tail)
        count[tail] += 1
    return sources, count
