"""Outcomes, remoteness and values of the positions of a finite graph, backwards from its ends.

A graph is given by its arrows: those from v lead to ``targets[offsets[v]]``..``targets[offsets[v + 1] - 1]``; ``into``
and ``sources`` are the same for the reversed arrows. The kernel checks nothing.
"""

# mypy: allow-untyped-defs, allow-untyped-calls

from __future__ import annotations

import numpy as np

from sprague.system.jit import kernel


@kernel
def outcomes(offsets, into, sources, outcome, remoteness, queue):
    """Writes into ``outcome`` (int8) 0 for P, 1 for N, 2 for D, and into ``remoteness`` (int32) how many moves the game
    lasts if the winner hurries and the loser delays, -1 for D. ``queue`` (int32) has a place for each vertex."""
    size = outcome.shape[0]
    left = np.empty(size, np.int32)
    last = 0
    for v in range(size):
        left[v] = offsets[v + 1] - offsets[v]
        outcome[v] = 2
        remoteness[v] = -1
        if left[v] == 0:
            outcome[v] = 0
            remoteness[v] = 0
            queue[last] = v
            last += 1
    first = 0
    while first < last:
        v = queue[first]
        first += 1
        for place in range(into[v], into[v + 1]):
            u = sources[place]
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
            queue[last] = u
            last += 1


@kernel
def labels(offsets, targets, into, sources, label, queue):
    """Writes the values of Smith and of Fraenkel into ``label`` (int32), -1 for infinite ones. ``queue`` (int32) has a
    place for each vertex.

    A vertex has the value m if its options have all the values below m, none has m, and each option without a value so
    far has an option of value m. So the vertices of value m are found like P-positions among those whose options have
    all the values below m.
    """
    size = label.shape[0]
    may = np.ones(size, np.uint8)  # whether the options have all the values below m
    beaten = np.empty(size, np.uint8)  # whether an option has the value m
    left = np.empty(size, np.int32)  # options that have no value and no option of value m
    for v in range(size):
        label[v] = -1
    m = 0
    while True:
        last = 0
        for v in range(size):
            beaten[v] = 0
            left[v] = 0
            for place in range(offsets[v], offsets[v + 1]):
                if label[targets[place]] < 0:
                    left[v] += 1
        for v in range(size):
            if label[v] < 0 and may[v] and left[v] == 0:
                label[v] = -2  # in the queue
                queue[last] = v
                last += 1
        first = 0
        while first < last:
            v = queue[first]
            first += 1
            if label[v] != -2:
                continue
            label[v] = m
            for place in range(into[v], into[v + 1]):
                u = sources[place]
                if beaten[u]:
                    continue
                beaten[u] = 1
                if label[u] >= 0:
                    continue
                for other in range(into[u], into[u + 1]):
                    w = sources[other]
                    left[w] -= 1
                    if left[w] == 0 and label[w] == -1 and may[w] and not beaten[w]:
                        label[w] = -2
                        queue[last] = w
                        last += 1
        if last == 0:
            break
        for v in range(size):
            if not beaten[v]:
                may[v] = 0
        m += 1
    return m
