"""The block: the whole state of a search but the tables, in words at fixed places.

So a search can stop after a number of positions and resume later. Each thread has its own block. Threads share the
tables, and some more words in which they mark the parts they work on.

A *key* is a set of cells or vertices in one word or two, lowest first: a tuple, so that one text compiles to both
widths. A *part* is a key that the table may contain: connected, reduced, the least of its images under symmetries. The
question about a part is which value it has, or whether it has a *wanted* one. It has the wanted value if no option has
it and every smaller value is that of some option (mex).
"""

# mypy: allow-untyped-defs, allow-untyped-calls
# (Numba types these functions from what they are called with.)

from sprague.system.jit import kernel

from .words import U1, U, peek, poke, popcount

# What the search is at: the question ...
KEY, WANT, MODE, RESULT, NODES = U(0), U(2), U(3), U(4), U(5)
# ... the depth of its stack of frames; the ends of its stacks of children and of their parts ...
DEPTH, CHILDREN, PARTS = U(6), U(7), U(8)
# ... behind these the options whose lines of the table are being fetched (see children) ...
WAITING, ENTERED, ENTERED_PARTS = U(9), U(10), U(11)
# ... counts of the table's entries; from which sizes on it looks ahead; what the cost of an open part is ...
EXACTS, PARTIALS, DEEP, DEEPER, WEIGHT = U(12), U(13), U(14), U(15), U(16)
# ... what threads share: an address, or 0 for a thread alone; from which size on parts are marked.
SHARED, MARKED = U(17), U(18)
#: Which game's moves a key of two words has.
GAME, NODE_KAYLES, ARC_KAYLES, BOARD = U(19), U(0), U(1), U(2)
#: From here on come the game's own words, then frames, children of 4 words each, and their parts at the places that the
#: driver sets.
OWN, FRAME, CHILD = U(32), U(1024), U(4096)
F_KEY, F_WANT, F_HIT, F_PHASE, F_NEXT, F_BEGIN, F_END, F_PARTS = (U(k) for k in (0, *range(2, 9)))
F_SIZE, C_SIZE = U(16), U(4)
C_PARTS, C_COUNT, C_NIM, C_COST = U(0), U(1), U(2), U(3)

#: The words that threads share: whether one of them is done, and the marks.
STOP, MARKS, MARK_BITS = U(0), U(8), U(12)

CALL, RETURN, NEXT = U(0), U(1), U(2)  # modes: a part is asked, has its answer, asks its next child
DONE, OUT_OF_BUDGET, FULL = 0, 1, 2  # why a run ends
NOT_IT = U(255)  # the result: the value is known to be another than the wanted one
ANY = U(63)  # wanted: the value, whatever it is


@kernel
def key_at(m, i, like):
    """Returns the key at word i, as long as another one."""
    if len(like) == 1:
        return (peek(m, i),)
    return peek(m, i), peek(m, i + U1)


@kernel
def put_key(m, i, key):
    """Writes a key at word i."""
    poke(m, i, key[0])
    if len(key) == 2:
        poke(m, i + U1, key[1])


@kernel
def is_key_at(m, i, key):
    """Returns whether word i holds this key."""
    if len(key) == 1:
        return peek(m, i) == key[0]
    return peek(m, i) == key[0] and peek(m, i + U1) == key[1]


@kernel
def size_of(key):
    """Returns the number of cells or vertices."""
    if len(key) == 1:
        return popcount(key[0])
    return popcount(key[0]) + popcount(key[1])


@kernel
def entered(key, count, m, base):
    """Enters a part behind the ``count`` parts from word ``base`` of the block on, or removes it if it is among them,
    as equal components cancel. Returns how many there are then."""
    width = U(len(key))
    i, end = base, base + width * count
    while i < end and not is_key_at(m, i, key):
        i += width
    if i < end:
        put_key(m, i, key_at(m, end - width, key))
        return count - U1
    put_key(m, end, key)
    return count + U1
