"""A kernel that walks through the words that an automaton of two tracks accepts."""

# mypy: allow-untyped-defs, allow-untyped-calls

import numpy as np

from sprague.system.jit import kernel

#: Columns of the stack of a walk: the state, the next letter, and the values of x and y so far.
_STATE, _LETTER, _X, _Y = 0, 1, 2, 3


@kernel
def walk_from(start, length):
    """Returns the stack of a walk through words of ``length`` letters, for :func:`walked`; its last row holds the
    depth."""
    stack = np.zeros((length + 2, 4), np.int64)
    stack[0, _STATE] = start
    return stack


@kernel
def walked(stack, delta, accept, digits, weights, limit_x, limit_y, found):
    """Finds the next pair (x, y) with x < ``limit_x`` and y < ``limit_y`` that the automaton accepts and writes it to
    ``found``. Returns whether there is one. ``weights`` are those of the digits, the highest first."""
    length = weights.shape[0]
    letters = digits * digits
    depth = stack[length + 1, 0]
    while depth >= 0:
        if depth == length or stack[depth, _LETTER] == letters:
            ends = depth == length and accept[stack[depth, _STATE]]
            found[0] = stack[depth, _X]
            found[1] = stack[depth, _Y]
            depth -= 1
            if ends:
                stack[length + 1, 0] = depth
                return True
            continue
        code = stack[depth, _LETTER]
        stack[depth, _LETTER] += 1
        to = delta[stack[depth, _STATE], code]
        if to == 0:
            continue
        x = stack[depth, _X] + code // digits * weights[depth]
        y = stack[depth, _Y] + code % digits * weights[depth]
        if x < limit_x and y < limit_y:
            depth += 1
            stack[depth, _STATE] = to
            stack[depth, _LETTER] = 0
            stack[depth, _X] = x
            stack[depth, _Y] = y
    stack[length + 1, 0] = depth
    return False
