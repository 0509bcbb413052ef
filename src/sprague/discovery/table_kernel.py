"""The kernel for tables of P-positions of rules by a formula."""

# mypy: allow-untyped-defs, allow-untyped-calls

import numpy as np

from sprague.system.jit import kernel


@kernel
def fill_by_moves(delta, accept, start, order, width, outside, marks, bits, room):
    """Computes the outcomes of the cells ``order`` (x * width + y, options before the cells that lead to them), which
    may be given in parts. In ``marks`` (uint8) bit 0 says that a move leads from the cell to a P-position, bit 1 that
    one leads to an unknown cell, bit 2 that the cell is a P-position. From cells ``outside`` (uint8) a move leaves the
    table.

    The moves are an automaton in base 2 over the digits of (x, y, u, v), of which ``bits`` are read. For each (u, v)
    that is P or unknown, every (x, y) that leads to it is marked; ``room`` (3 * bits + 8 by 4) holds the walk.
    """
    states = delta.shape[0]
    height = marks.shape[0]
    alive = np.zeros((bits + 1, states), np.uint8)
    for s in range(states):
        alive[bits, s] = accept[s]
    for i in range(order.shape[0]):
        u = order[i] // width
        v = order[i] % width
        mark = marks[u, v]
        if mark & 1:
            continue
        value = 1
        if mark & 2 or outside[u, v]:
            marks[u, v] = mark | 2
            value = 2
        else:
            marks[u, v] = 4
        for depth in range(bits - 1, -1, -1):
            low = ((u >> (bits - 1 - depth)) & 1) * 2 + ((v >> (bits - 1 - depth)) & 1)
            for s in range(1, states):
                alive[depth, s] = 0
                for high in range(4):
                    if alive[depth + 1, delta[s, 4 * high + low]]:
                        alive[depth, s] = 1
        if alive[0, start] == 0:
            continue
        room[0, 0] = 0
        room[0, 1] = start
        room[0, 2] = 0
        room[0, 3] = 0
        top = 1
        while top > 0:
            top -= 1
            depth = room[top, 0]
            s = room[top, 1]
            x = room[top, 2]
            y = room[top, 3]
            if depth == bits:
                if x < height and y < width:
                    marks[x, y] |= value
                continue
            left = bits - depth
            if (x << left) >= height or (y << left) >= width:
                continue
            low = ((u >> (left - 1)) & 1) * 2 + ((v >> (left - 1)) & 1)
            for high in range(4):
                to = delta[s, 4 * high + low]
                if alive[depth + 1, to]:
                    room[top, 0] = depth + 1
                    room[top, 1] = to
                    room[top, 2] = 2 * x + (high >> 1)
                    room[top, 3] = 2 * y + (high & 1)
                    top += 1
