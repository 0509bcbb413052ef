"""The search of :mod:`sprague.search.cram`: which values a shape has, by asking its options."""

# mypy: allow-untyped-defs, allow-untyped-calls
# (Numba types these functions from what they are called with.)

from sprague.system.jit import kernel

from .cram import (
    ANY,
    C_COST,
    C_COUNT,
    C_NIM,
    C_SHAPES,
    CALL,
    CHILD,
    CHILDREN,
    COLUMN,
    COST,
    DEEP,
    DEEPER,
    DONE,
    F_BEGIN,
    F_END,
    F_HIT,
    F_KEY,
    F_NEXT,
    F_PHASE,
    F_SHAPES,
    F_WANT,
    FRAME,
    FULL,
    KEY,
    LAST,
    MARK_BITS,
    MARKED,
    MARKS,
    MODE,
    NEXT,
    NODES,
    NOT_FIRST,
    NOT_IT,
    OUT_OF_BUDGET,
    RARE,
    RESULT,
    RETURN,
    ROW,
    SHAPES,
    SHARED,
    SP,
    STOP,
    U0,
    U1,
    U2,
    U3,
    U4,
    U64,
    WANT,
    WIDTH,
    U,
    split,
)
from .table import EXACT, EXACTS, VALUE, keep, look_up
from .words import clz, ctz, load, peek, poke, popcount, store


@kernel
def children(key, hit, wanted, m, tables):
    """Look up the options of a shape: (some option has the wanted value, the values hit).

    The options still open become children on the block's stacks. Moves along the short side come first,
    from the middle line outward, then the others, so that equal costs keep the middle first.
    """
    table, bits, tiny = tables
    w, not_first, row = peek(m, WIDTH), peek(m, NOT_FIRST), peek(m, ROW)
    x, columns, height = key, U0, U0
    while x:
        columns |= x & row
        x >>= w
        height += U1
    width = U64 - clz(columns)
    child = CHILD + U4 * peek(m, CHILDREN)
    shapes = peek(m, SHAPES)
    for direction in range(2):
        if direction == 0:
            moves, step, widen = key & ((key & not_first) >> U1), U1, w
            lines = row << (((height - U1) >> U1) * w)
        else:
            moves, step, widen = key & (key >> w), w, U1
            lines = peek(m, COLUMN) << ((width - U1) >> U1)
        while moves:
            here = moves & lines
            while here == U0:
                lines |= (lines << widen) | (lines >> widen)
                here = moves & lines
            bit = here & (~here + U1)
            moves ^= bit
            left = key ^ bit ^ (bit << step)
            count, nim = U0, U0
            if left:
                count, nim = split(left, m, tiny, shapes)
            cost, largest, at, i = U0, U0, shapes, shapes
            while i < shapes + count:
                shape = peek(m, i)
                data = look_up(shape, table, bits)
                if data & EXACT:
                    nim ^= data & VALUE
                    count -= U1
                    poke(m, i, peek(m, shapes + count))
                    continue
                size = popcount(shape)
                cost = (cost + peek(m, COST + size)) * U4 // (U4 + popcount(data))
                if size > largest:
                    largest, at = size, i
                i += U1
            if count == U0:
                hit |= U1 << nim
                if hit & wanted:
                    return True, hit
            else:
                first = peek(m, shapes)  # the largest shape first: it is valued last
                poke(m, shapes, peek(m, at))
                poke(m, at, first)
                poke(m, child + C_SHAPES, shapes)
                poke(m, child + C_COUNT, count)
                poke(m, child + C_NIM, nim)
                poke(m, child + C_COST, cost)
                child += U4
                shapes += count
    poke(m, CHILDREN, (child - CHILD) >> U2)
    poke(m, SHAPES, shapes)
    return False, hit


@kernel
def least_work(key, wanted, m, tables):
    """The least cost of an option that may have the wanted value; 0 if one is known to have it."""
    table, bits, _ = tables
    known = look_up(key, table, bits)
    if (known >> wanted) & U1:
        return U0
    end, shapes = peek(m, CHILDREN), peek(m, SHAPES)
    settled, hit = children(key, known, U1 << wanted, m, tables)
    least = U0
    if settled:
        keep(key, hit, m, table, bits)
    else:
        least = LAST
        for d in range(end, peek(m, CHILDREN)):
            least = min(least, peek(m, CHILD + U4 * U(d) + C_COST))
    poke(m, CHILDREN, end)
    poke(m, SHAPES, shapes)
    return least


@kernel
def look_ahead(begin, phase, deeper, m, tables):
    """Cost the children by what is open one move further: the least open work is likely the soonest done.

    ``deeper``: what is open there is costed by its own cheapest option.
    """
    table, bits, _ = tables
    end, shapes = peek(m, CHILDREN), peek(m, SHAPES)
    for c in range(begin, end):
        child = CHILD + U4 * U(c)
        if peek(m, child + C_COUNT) != U1:
            poke(m, child + C_COST, U0)
            continue
        key, wanted = peek(m, peek(m, child + C_SHAPES)), phase ^ peek(m, child + C_NIM)
        known = look_up(key, table, bits)
        cost = LAST
        if (known >> wanted) & U1 == U0:
            settled, hit = children(key, known, U1 << wanted, m, tables)
            if settled:
                keep(key, hit, m, table, bits)
            else:
                cost = U0
                last = peek(m, CHILDREN)
                for d in range(end, last):
                    other = CHILD + U4 * U(d)
                    if deeper and peek(m, other + C_COUNT) == U1:
                        cost += least_work(
                            peek(m, peek(m, other + C_SHAPES)), wanted ^ peek(m, other + C_NIM), m, tables
                        )
                    else:
                        cost += peek(m, other + C_COST)
            poke(m, CHILDREN, end)
            poke(m, SHAPES, shapes)
        poke(m, child + C_COST, cost)


@kernel
def sort_children(begin, m):
    """By cost, those of equal cost in the order they came."""
    for c in range(begin + U1, peek(m, CHILDREN)):
        child = CHILD + U4 * U(c)
        a, b, n, cost = peek(m, child), peek(m, child + U1), peek(m, child + U2), peek(m, child + U3)
        while child > CHILD + U4 * begin and peek(m, child - U1) > cost:
            for j in range(4):
                poke(m, child + U(j), peek(m, child - U4 + U(j)))
            child -= U4
        poke(m, child, a)
        poke(m, child + U1, b)
        poke(m, child + U2, n)
        poke(m, child + U3, cost)


@kernel
def mark_of(key, m):
    """Where threads mark that one of them is at a shape: 0 if this one is alone or the shape is small."""
    if peek(m, SHARED) == U0 or popcount(key) < peek(m, MARKED):
        return U0
    return MARKS + ((key * U(0x9E3779B97F4A7C15)) >> (U64 - MARK_BITS))


@kernel
def unmarked_first(c, end, m):
    """Bring the first child at which no other thread is to the front of the children from c on.

    The others go on elsewhere meanwhile, and find each other's results in the table.
    """
    shared = peek(m, SHARED)
    for d in range(c, end):
        child = CHILD + U4 * U(d)
        shape = peek(m, peek(m, child + C_SHAPES) + peek(m, child + C_COUNT) - U1)
        mark = mark_of(shape, m)
        if mark == U0 or load(shared, mark) == U0:
            while child > CHILD + U4 * c:
                for j in range(4):
                    at = child + U(j)
                    other = peek(m, at - U4)
                    poke(m, at - U4, peek(m, at))
                    poke(m, at, other)
                child -= U4
            return


@kernel
def search(m, tables, budget, most):
    """Go on with the search in the block: DONE, OUT_OF_BUDGET after that many positions, or FULL once the
    table holds more than ``most`` exact entries.

    A frame is 8 words: a shape whose children are being asked for the value F_PHASE, the wanted one first
    (most positions do not have it), then the smaller ones. A rare value is asked for last: that a shape does
    not have it is sooner known from the value it has.
    """
    table, bits, _ = tables
    sp, mode, result = peek(m, SP), peek(m, MODE), peek(m, RESULT)
    key, want = peek(m, KEY), peek(m, WANT)
    limit = peek(m, NODES) + budget
    shared = peek(m, SHARED)
    status = DONE
    while True:
        frame = FRAME + (sp << U3)
        if mode == CALL:
            known = look_up(key, table, bits)
            if known & EXACT:
                result, mode = known & VALUE, RETURN
                continue
            if (known >> want) & U1:
                result, mode = NOT_IT, RETURN
                continue
            if peek(m, NODES) >= limit or (shared and load(shared, STOP)):
                status = OUT_OF_BUDGET
                break
            if peek(m, EXACTS) > most:
                status = FULL
                break
            poke(m, NODES, peek(m, NODES) + U1)
            begin, shapes = peek(m, CHILDREN), peek(m, SHAPES)
            settled, hit = children(key, known, U1 << want, m, tables)
            if settled:
                keep(key, hit, m, table, bits)
                result, mode = NOT_IT, RETURN
                continue
            phase = ctz(~hit)
            if want < RARE and want > phase:
                phase = want
            if popcount(key) >= peek(m, DEEP):
                look_ahead(begin, phase, popcount(key) >= peek(m, DEEPER), m, tables)
            sort_children(begin, m)
            sp += U1
            frame += U(8)
            poke(m, frame + F_KEY, key)
            poke(m, frame + F_WANT, want)
            poke(m, frame + F_HIT, hit)
            poke(m, frame + F_PHASE, phase)
            poke(m, frame + F_NEXT, begin)
            poke(m, frame + F_BEGIN, begin)
            poke(m, frame + F_END, peek(m, CHILDREN))
            poke(m, frame + F_SHAPES, shapes)
            mark = mark_of(key, m)
            if mark:
                store(shared, mark, U1)
            mode = NEXT
        elif mode == RETURN:
            if sp == U0:
                break
            c = peek(m, frame + F_NEXT)
            child = CHILD + U4 * c
            count = peek(m, child + C_COUNT)
            if count > U1:
                poke(m, child + C_NIM, peek(m, child + C_NIM) ^ result)
                poke(m, child + C_COUNT, count - U1)
            elif result == NOT_IT:
                poke(m, frame + F_NEXT, c + U1)
            else:
                poke(m, frame + F_HIT, peek(m, frame + F_HIT) | (U1 << (result ^ peek(m, child + C_NIM))))
                end = peek(m, frame + F_END) - U1  # the child is known now: take it out
                for i in range(child, CHILD + U4 * end):
                    poke(m, i, peek(m, U(i) + U4))
                poke(m, frame + F_END, end)
                poke(m, CHILDREN, end)
            mode = NEXT
        else:
            hit, want, phase = peek(m, frame + F_HIT), peek(m, frame + F_WANT), peek(m, frame + F_PHASE)
            c = peek(m, frame + F_NEXT)
            found = (hit >> phase) & U1
            mex = ctz(~hit)
            finished = False
            if (hit >> want) & U1:
                keep(peek(m, frame + F_KEY), hit, m, table, bits)
                result, finished = NOT_IT, True
            elif c == peek(m, frame + F_END) and not found and mex == phase:
                keep(peek(m, frame + F_KEY), EXACT | mex, m, table, bits)
                result, finished = mex, True
            elif found or c == peek(m, frame + F_END):
                phase, c = mex, peek(m, frame + F_BEGIN)
                poke(m, frame + F_PHASE, phase)
                poke(m, frame + F_NEXT, c)
            if finished:
                mark = mark_of(peek(m, frame + F_KEY), m)
                if mark:
                    store(shared, mark, U0)
                poke(m, CHILDREN, peek(m, frame + F_BEGIN))
                poke(m, SHAPES, peek(m, frame + F_SHAPES))
                sp -= U1
                mode = RETURN
            elif c != peek(m, frame + F_END):
                if shared and popcount(peek(m, frame + F_KEY)) > peek(m, MARKED):
                    unmarked_first(c, peek(m, frame + F_END), m)
                child = CHILD + U4 * c
                first, count = peek(m, child + C_SHAPES), peek(m, child + C_COUNT)
                key = peek(m, first + count - U1)
                want = ANY if count > U1 else phase ^ peek(m, child + C_NIM)
                mode = CALL
    if shared:
        store(shared, STOP, U1)
    poke(m, SP, sp)
    poke(m, MODE, mode)
    poke(m, RESULT, result)
    poke(m, KEY, key)
    poke(m, WANT, want)
    return status
