"""The search for the value of a part by questions about its options, as a machine that can stop and resume.

The same text serves keys of one word and of two: of ``if len(key) == 1`` Numba keeps the branch that applies.
"""

# mypy: allow-untyped-defs, allow-untyped-calls
# (Numba types these functions from what they are called with.)

from sprague.system.jit import kernel

from .block import (
    ANY,
    C_COST,
    C_COUNT,
    C_NIM,
    C_PARTS,
    C_SIZE,
    CALL,
    CHILDREN,
    DEEP,
    DEEPER,
    DEPTH,
    DONE,
    EXACTS,
    F_BEGIN,
    F_END,
    F_HIT,
    F_KEY,
    F_NEXT,
    F_PARTS,
    F_PHASE,
    F_SIZE,
    F_WANT,
    FRAME,
    FULL,
    KEY,
    MARK_BITS,
    MARKED,
    MARKS,
    MODE,
    NEXT,
    NODES,
    NOT_IT,
    OUT_OF_BUDGET,
    PARTS,
    RESULT,
    RETURN,
    SHARED,
    STOP,
    WANT,
    key_at,
    put_key,
    size_of,
)
from .children import children
from .table import EXACT, VALUE, keep, look_up, mixed
from .words import U0, U1, U2, U3, U4, U64, U, ctz, load, peek, poke, store

RARE = U4  # from this value on values are so rare that the smaller ones are tested first
LAST = U(1 << 40)  # the cost of a child that is known not to be the wanted one


@kernel
def least_work(key, wanted, m, tables):
    """Returns the least cost of an option that may have the wanted value, or 0 if one is known to have it."""
    table, bits = tables
    known = look_up(key, table, bits)
    if (known >> wanted) & U1:
        return U0
    end, parts = peek(m, CHILDREN), peek(m, PARTS)
    settled, hit = children(key, known, U1 << wanted, m, tables)
    least = U0
    if settled:
        keep(key, hit, m, table, bits)
    else:
        least = LAST
        child, last = end, peek(m, CHILDREN)
        while child < last:
            least = min(least, peek(m, child + C_COST))
            child += C_SIZE
    poke(m, CHILDREN, end)
    poke(m, PARTS, parts)
    return least


@kernel
def look_ahead(like, begin, phase, deeper, m, tables):
    """Sets the costs of the children by what is open one move further, as the least open work is likely to be done
    soonest.

    With ``deeper``, what is open there gets the cost of its own cheapest option.
    """
    table, bits = tables
    end, parts = peek(m, CHILDREN), peek(m, PARTS)
    child = begin
    while child < end:
        if peek(m, child + C_COUNT) != U1:
            poke(m, child + C_COST, U0)
            child += C_SIZE
            continue
        key, wanted = key_at(m, peek(m, child + C_PARTS), like), phase ^ peek(m, child + C_NIM)
        known = look_up(key, table, bits)
        cost = LAST
        if (known >> wanted) & U1 == U0:
            settled, hit = children(key, known, U1 << wanted, m, tables)
            if settled:
                keep(key, hit, m, table, bits)
            else:
                cost = U0
                other, last = end, peek(m, CHILDREN)
                while other < last:
                    if deeper and peek(m, other + C_COUNT) == U1:
                        below = key_at(m, peek(m, other + C_PARTS), like)
                        cost += least_work(below, wanted ^ peek(m, other + C_NIM), m, tables)
                    else:
                        cost += peek(m, other + C_COST)
                    other += C_SIZE
            poke(m, CHILDREN, end)
            poke(m, PARTS, parts)
        poke(m, child + C_COST, cost)
        child += C_SIZE


@kernel
def sort_children(begin, m):
    """Sorts the children by cost, and keeps the order of those of equal cost."""
    at, end = begin + C_SIZE, peek(m, CHILDREN)
    while at < end:
        child = at
        a, b, n, cost = peek(m, child), peek(m, child + U1), peek(m, child + U2), peek(m, child + U3)
        while child > begin and peek(m, child - U1) > cost:
            for j in range(4):
                poke(m, child + U(j), peek(m, child - U4 + U(j)))
            child -= C_SIZE
        poke(m, child, a)
        poke(m, child + U1, b)
        poke(m, child + U2, n)
        poke(m, child + U3, cost)
        at += C_SIZE


@kernel
def mark_of(key, m):
    """Returns the place where threads mark that one of them works on a part, or 0 if this thread is alone or the part
    is small."""
    if peek(m, SHARED) == U0 or size_of(key) < peek(m, MARKED):
        return U0
    return MARKS + (mixed(key) >> (U64 - MARK_BITS))


@kernel
def asked(like, child, m):
    """Returns the part of a child that the search asks about next: its last."""
    return key_at(m, peek(m, child + C_PARTS) + U(len(like)) * (peek(m, child + C_COUNT) - U1), like)


@kernel
def unmarked_first(like, begin, end, m):
    """Moves the first child on which no other thread works to the front of the children from ``begin`` on.

    So the threads work in different places, and find each other's results in the table.
    """
    shared = peek(m, SHARED)
    child = begin
    while child < end:
        mark = mark_of(asked(like, child, m), m)
        if mark == U0 or load(shared, mark) == U0:
            while child > begin:
                for j in range(4):
                    at = child + U(j)
                    other = peek(m, at - U4)
                    poke(m, at - U4, peek(m, at))
                    poke(m, at, other)
                child -= C_SIZE
            return
        child += C_SIZE


@kernel
def search(like, m, tables, budget, most):
    """Resumes the search in the block. Returns DONE, OUT_OF_BUDGET after ``budget`` positions, or FULL once the table
    holds more than ``most`` exact entries. Keys are as long as ``like``.

    A frame is a part whose children are being tested for the value F_PHASE: first the wanted one (most positions do not
    have it), then the smaller ones. A rare value is tested last, as the value of a part shows sooner that it is not the
    rare one.
    """
    table, bits = tables
    depth, mode, result = peek(m, DEPTH), peek(m, MODE), peek(m, RESULT)
    key, want = key_at(m, KEY, like), peek(m, WANT)
    limit = peek(m, NODES) + budget
    shared = peek(m, SHARED)
    status = DONE
    while True:
        frame = FRAME + depth * F_SIZE
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
            begin, parts = peek(m, CHILDREN), peek(m, PARTS)
            settled, hit = children(key, known, U1 << want, m, tables)
            if settled:
                poke(m, CHILDREN, begin)
                poke(m, PARTS, parts)
                keep(key, hit, m, table, bits)
                result, mode = NOT_IT, RETURN
                continue
            phase = ctz(~hit)
            if want < RARE and want > phase:
                phase = want
            size = size_of(key)
            if size >= peek(m, DEEP):
                look_ahead(key, begin, phase, size >= peek(m, DEEPER), m, tables)
            sort_children(begin, m)
            depth += U1
            frame += F_SIZE
            put_key(m, frame + F_KEY, key)
            poke(m, frame + F_WANT, want)
            poke(m, frame + F_HIT, hit)
            poke(m, frame + F_PHASE, phase)
            poke(m, frame + F_NEXT, begin)
            poke(m, frame + F_BEGIN, begin)
            poke(m, frame + F_END, peek(m, CHILDREN))
            poke(m, frame + F_PARTS, parts)
            mark = mark_of(key, m)
            if mark:
                store(shared, mark, U1)
            mode = NEXT
        elif mode == RETURN:
            if depth == U0:
                break
            child = peek(m, frame + F_NEXT)
            count = peek(m, child + C_COUNT)
            if count > U1:
                poke(m, child + C_NIM, peek(m, child + C_NIM) ^ result)
                poke(m, child + C_COUNT, count - U1)
            elif result == NOT_IT:
                poke(m, frame + F_NEXT, child + C_SIZE)
            else:
                poke(m, frame + F_HIT, peek(m, frame + F_HIT) | (U1 << (result ^ peek(m, child + C_NIM))))
                end = peek(m, frame + F_END) - C_SIZE  # the child is known now, so remove it
                while child < end:
                    poke(m, child, peek(m, child + C_SIZE))
                    child += U1
                poke(m, frame + F_END, end)
                poke(m, CHILDREN, end)
            mode = NEXT
        else:
            key = key_at(m, frame + F_KEY, like)
            hit, want, phase = peek(m, frame + F_HIT), peek(m, frame + F_WANT), peek(m, frame + F_PHASE)
            child, end = peek(m, frame + F_NEXT), peek(m, frame + F_END)
            found = (hit >> phase) & U1
            mex = ctz(~hit)
            finished = False
            if (hit >> want) & U1:
                keep(key, hit, m, table, bits)
                result, finished = NOT_IT, True
            elif child == end and not found and mex == phase:
                keep(key, EXACT | mex, m, table, bits)
                result, finished = mex, True
            elif found or child == end:
                phase, child = mex, peek(m, frame + F_BEGIN)
                poke(m, frame + F_PHASE, phase)
                poke(m, frame + F_NEXT, child)
            if finished:
                mark = mark_of(key, m)
                if mark:
                    store(shared, mark, U0)
                poke(m, CHILDREN, peek(m, frame + F_BEGIN))
                poke(m, PARTS, peek(m, frame + F_PARTS))
                depth -= U1
                mode = RETURN
            elif child != end:
                if shared and size_of(key) > peek(m, MARKED):
                    unmarked_first(like, child, end, m)
                key = asked(like, child, m)
                want = ANY if peek(m, child + C_COUNT) > U1 else phase ^ peek(m, child + C_NIM)
                mode = CALL
    if shared:
        store(shared, STOP, U1)
    poke(m, DEPTH, depth)
    poke(m, MODE, mode)
    poke(m, RESULT, result)
    put_key(m, KEY, key)
    poke(m, WANT, want)
    return status


@kernel
def search_one(m, table, bits, budget, most):
    """Runs :func:`search` with keys of one word."""
    return search((U0,), m, (table, bits), budget, most)


@kernel
def search_two(m, table, bits, budget, most):
    """Runs :func:`search` with keys of two words."""
    return search((U0, U0), m, (table, bits), budget, most)
