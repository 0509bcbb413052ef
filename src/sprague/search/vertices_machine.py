"""The search of :mod:`sprague.search.vertices`: which values a part has, by asking its options."""

# mypy: allow-untyped-defs, allow-untyped-calls
# (Numba types these functions from what they are called with.)

from sprague.system.jit import kernel

from .cram import MARK_BITS, MARKS, RARE, STOP
from .cram_wide import WIDTH, down_by, first_of, moves, up_by
from .table import EXACT, VALUE
from .vertices import (
    ANY,
    ARCS,
    BOARD,
    C_COST,
    C_COUNT,
    C_NIM,
    C_PARTS,
    CALL,
    CHILD,
    CHILDREN,
    DEEP,
    DEEPER,
    DONE,
    EXACTS,
    F_BEGIN,
    F_END,
    F_HIGH,
    F_HIT,
    F_LOW,
    F_NEXT,
    F_PARTS,
    F_PHASE,
    F_SIZE,
    F_WANT,
    FRAME,
    FULL,
    HIGH,
    LAST,
    LOW,
    MARKED,
    MODE,
    NEAR,
    NEXT,
    NODES,
    NOT_IT,
    OUT_OF_BUDGET,
    PARTS,
    RESULT,
    RETURN,
    SHARED,
    SP,
    U0,
    U1,
    U2,
    U4,
    U64,
    WANT,
    U,
    keep,
    look_up,
    single,
    split,
)  # fmt: skip
from .words import ctz, load, peek, poke, popcount, store


@kernel
def option(low, high, hit, m, tables):
    """Look up one option: the values hit, with its own if that is known; else it becomes a child."""
    table, bits = tables
    parts = peek(m, PARTS)
    count, nim = split(low, high, m, parts)
    cost, largest, at, i = U0, U0, parts, parts
    while i < parts + U2 * count:
        data = look_up(peek(m, i), peek(m, i + U1), table, bits)
        if data & EXACT:
            nim ^= data & VALUE
            count -= U1
            poke(m, i, peek(m, parts + U2 * count))
            poke(m, i + U1, peek(m, parts + U2 * count + U1))
            continue
        size = popcount(peek(m, i)) + popcount(peek(m, i + U1))
        cost = (cost + U(16) * size * size) * U4 // (U4 + popcount(data))
        if size > largest:
            largest, at = size, i
        i += U2
    if count == U0:
        return hit | (U1 << nim)
    for j in range(2):  # the largest part first: it is valued last
        first = peek(m, parts + U(j))
        poke(m, parts + U(j), peek(m, at + U(j)))
        poke(m, at + U(j), first)
    child = peek(m, CHILD) + U4 * peek(m, CHILDREN)
    poke(m, child + C_PARTS, parts)
    poke(m, child + C_COUNT, count)
    poke(m, child + C_NIM, nim)
    poke(m, child + C_COST, cost)
    poke(m, CHILDREN, peek(m, CHILDREN) + U1)
    poke(m, PARTS, parts + U2 * count)
    return hit


@kernel
def board_children(low, high, hit, wanted, m, tables):
    """The options of a board, those along the short side first, from the middle line outward."""
    for direction in range(2):
        x, y, lines, lines_high = moves(low, high, direction, m)
        step, widen = (U1, peek(m, WIDTH)) if direction == 0 else (peek(m, WIDTH), U1)
        while x | y:
            here, here_high = x & lines, y & lines_high
            while here | here_high == U0:
                up, down = up_by(lines, lines_high, widen), down_by(lines, lines_high, widen)
                lines, lines_high = lines | up[0] | down[0], lines_high | up[1] | down[1]
                here, here_high = x & lines, y & lines_high
            a, b = single(first_of(here, here_high))
            x ^= a
            y ^= b
            c, d = up_by(a, b, step)
            hit = option(low & ~(a | c), high & ~(b | d), hit, m, tables)
            if hit & wanted:
                return True, hit
    return False, hit


@kernel
def children(low, high, hit, wanted, m, tables):
    """Look up the options of a part: (some option has the wanted value, the values hit)."""
    if peek(m, ARCS) == BOARD:
        return board_children(low, high, hit, wanted, m, tables)
    arcs = peek(m, ARCS) != U0
    x, y = low, high
    while x | y:
        v = first_of(x, y)
        a, b = single(v)
        x &= ~a
        y &= ~b
        near_low, near_high = peek(m, NEAR + U2 * v), peek(m, NEAR + U2 * v + U1)
        if not arcs:
            hit = option(low & ~(a | near_low), high & ~(b | near_high), hit, m, tables)
            if hit & wanted:
                return True, hit
            continue
        near_low &= x  # the edges to later vertices
        near_high &= y
        while near_low | near_high:
            c, d = single(first_of(near_low, near_high))
            near_low &= ~c
            near_high &= ~d
            hit = option(low & ~(a | c), high & ~(b | d), hit, m, tables)
            if hit & wanted:
                return True, hit
    return False, hit


@kernel
def least_work(low, high, wanted, m, tables):
    """The least cost of an option that may have the wanted value; 0 if one is known to have it."""
    table, bits = tables
    known = look_up(low, high, table, bits)
    if (known >> wanted) & U1:
        return U0
    end, parts, base = peek(m, CHILDREN), peek(m, PARTS), peek(m, CHILD)
    settled, hit = children(low, high, known, U1 << wanted, m, tables)
    least = U0
    if settled:
        keep(low, high, hit, m, table, bits)
    else:
        least = LAST
        for d in range(end, peek(m, CHILDREN)):
            least = min(least, peek(m, base + U4 * U(d) + C_COST))
    poke(m, CHILDREN, end)
    poke(m, PARTS, parts)
    return least


@kernel
def look_ahead(begin, phase, deeper, m, tables):
    """Cost the children by what is open one move further: the least open work is likely the soonest done.

    ``deeper``: what is open there is costed by its own cheapest option.
    """
    table, bits = tables
    end, parts, base = peek(m, CHILDREN), peek(m, PARTS), peek(m, CHILD)
    for c in range(begin, end):
        child = base + U4 * U(c)
        if peek(m, child + C_COUNT) != U1:
            poke(m, child + C_COST, U0)
            continue
        at = peek(m, child + C_PARTS)
        low, high, wanted = peek(m, at), peek(m, at + U1), phase ^ peek(m, child + C_NIM)
        known = look_up(low, high, table, bits)
        cost = LAST
        if (known >> wanted) & U1 == U0:
            settled, hit = children(low, high, known, U1 << wanted, m, tables)
            if settled:
                keep(low, high, hit, m, table, bits)
            else:
                cost = U0
                last = peek(m, CHILDREN)
                for d in range(end, last):
                    other = base + U4 * U(d)
                    if deeper and peek(m, other + C_COUNT) == U1:
                        i = peek(m, other + C_PARTS)
                        value = wanted ^ peek(m, other + C_NIM)
                        cost += least_work(peek(m, i), peek(m, i + U1), value, m, tables)
                    else:
                        cost += peek(m, other + C_COST)
            poke(m, CHILDREN, end)
            poke(m, PARTS, parts)
        poke(m, child + C_COST, cost)


@kernel
def sort_children(begin, m):
    """By cost, those of equal cost in the order they came."""
    base = peek(m, CHILD)
    for c in range(begin + U1, peek(m, CHILDREN)):
        child = base + U4 * U(c)
        a, b, n, cost = peek(m, child), peek(m, child + U1), peek(m, child + U2), peek(m, child + C_COST)
        while child > base + U4 * begin and peek(m, child - U1) > cost:
            for j in range(4):
                poke(m, child + U(j), peek(m, child - U4 + U(j)))
            child -= U4
        poke(m, child, a)
        poke(m, child + U1, b)
        poke(m, child + U2, n)
        poke(m, child + C_COST, cost)


@kernel
def mark_of(low, high, m):
    """Where threads mark that one of them is at a part: 0 if this one is alone or the part is small."""
    if peek(m, SHARED) == U0 or popcount(low) + popcount(high) < peek(m, MARKED):
        return U0
    return MARKS + (((low ^ (high << U1)) * U(0x9E3779B97F4A7C15)) >> (U64 - MARK_BITS))


@kernel
def unmarked_first(c, end, m):
    """Bring the first child at which no other thread is to the front of the children from c on (see boards)."""
    shared, base = peek(m, SHARED), peek(m, CHILD)
    for d in range(c, end):
        child = base + U4 * U(d)
        at = peek(m, child + C_PARTS) + U2 * (peek(m, child + C_COUNT) - U1)
        mark = mark_of(peek(m, at), peek(m, at + U1), m)
        if mark == U0 or load(shared, mark) == U0:
            while child > base + U4 * c:
                for j in range(4):
                    i = child + U(j)
                    other = peek(m, i - U4)
                    poke(m, i - U4, peek(m, i))
                    poke(m, i, other)
                child -= U4
            return


@kernel
def search(m, tables, budget, most):
    """Go on with the search in the block: DONE, OUT_OF_BUDGET after that many positions, or FULL once the
    table holds more than ``most`` exact entries (see the search of boards)."""
    table, bits = tables
    base = peek(m, CHILD)
    sp, mode, result = peek(m, SP), peek(m, MODE), peek(m, RESULT)
    low, high, want = peek(m, LOW), peek(m, HIGH), peek(m, WANT)
    limit = peek(m, NODES) + budget
    shared = peek(m, SHARED)
    status = DONE
    while True:
        frame = FRAME + sp * F_SIZE
        if mode == CALL:
            known = look_up(low, high, table, bits)
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
            begin, parts = peek(m, CHILDREN), peek(m, PARTS)
            settled, hit = children(low, high, known, U1 << want, m, tables)
            if settled:
                poke(m, CHILDREN, begin)
                poke(m, PARTS, parts)
                keep(low, high, hit, m, table, bits)
                result, mode = NOT_IT, RETURN
                continue
            phase = ctz(~hit)
            if want < RARE and want > phase:
                phase = want
            size = popcount(low) + popcount(high)
            if size >= peek(m, DEEP):
                look_ahead(begin, phase, size >= peek(m, DEEPER), m, tables)
            sort_children(begin, m)
            sp += U1
            frame += F_SIZE
            poke(m, frame + F_LOW, low)
            poke(m, frame + F_HIGH, high)
            poke(m, frame + F_WANT, want)
            poke(m, frame + F_HIT, hit)
            poke(m, frame + F_PHASE, phase)
            poke(m, frame + F_NEXT, begin)
            poke(m, frame + F_BEGIN, begin)
            poke(m, frame + F_END, peek(m, CHILDREN))
            poke(m, frame + F_PARTS, parts)
            mark = mark_of(low, high, m)
            if mark:
                store(shared, mark, U1)
            mode = NEXT
        elif mode == RETURN:
            if sp == U0:
                break
            c = peek(m, frame + F_NEXT)
            child = base + U4 * c
            count = peek(m, child + C_COUNT)
            if count > U1:
                poke(m, child + C_NIM, peek(m, child + C_NIM) ^ result)
                poke(m, child + C_COUNT, count - U1)
            elif result == NOT_IT:
                poke(m, frame + F_NEXT, c + U1)
            else:
                poke(m, frame + F_HIT, peek(m, frame + F_HIT) | (U1 << (result ^ peek(m, child + C_NIM))))
                end = peek(m, frame + F_END) - U1  # the child is known now: take it out
                for i in range(child, base + U4 * end):
                    poke(m, i, peek(m, U(i) + U4))
                poke(m, frame + F_END, end)
                poke(m, CHILDREN, end)
            mode = NEXT
        else:
            hit, want, phase = peek(m, frame + F_HIT), peek(m, frame + F_WANT), peek(m, frame + F_PHASE)
            c = peek(m, frame + F_NEXT)
            low, high = peek(m, frame + F_LOW), peek(m, frame + F_HIGH)
            found = (hit >> phase) & U1
            mex = ctz(~hit)
            finished = False
            if (hit >> want) & U1:
                keep(low, high, hit, m, table, bits)
                result, finished = NOT_IT, True
            elif c == peek(m, frame + F_END) and not found and mex == phase:
                keep(low, high, EXACT | mex, m, table, bits)
                result, finished = mex, True
            elif found or c == peek(m, frame + F_END):
                phase, c = mex, peek(m, frame + F_BEGIN)
                poke(m, frame + F_PHASE, phase)
                poke(m, frame + F_NEXT, c)
            if finished:
                mark = mark_of(low, high, m)
                if mark:
                    store(shared, mark, U0)
                poke(m, CHILDREN, peek(m, frame + F_BEGIN))
                poke(m, PARTS, peek(m, frame + F_PARTS))
                sp -= U1
                mode = RETURN
            elif c != peek(m, frame + F_END):
                if shared and popcount(low) + popcount(high) > peek(m, MARKED):
                    unmarked_first(c, peek(m, frame + F_END), m)
                child = base + U4 * c
                at = peek(m, child + C_PARTS) + U2 * (peek(m, child + C_COUNT) - U1)
                low, high = peek(m, at), peek(m, at + U1)
                want = ANY if peek(m, child + C_COUNT) > U1 else phase ^ peek(m, child + C_NIM)
                mode = CALL
    if shared:
        store(shared, STOP, U1)
    poke(m, SP, sp)
    poke(m, MODE, mode)
    poke(m, RESULT, result)
    poke(m, LOW, low)
    poke(m, HIGH, high)
    poke(m, WANT, want)
    return status
