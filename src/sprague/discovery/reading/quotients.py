"""The quotient and the rest of two heaps, the larger divided by the smaller, as numbers that have a name in formulas.

No automaton gives them. But the formulas of a rule may speak of them, as *some* numbers about which a few facts are
known: a statement about a rule holds if it holds for all numbers with these facts.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from ..automata.formula import Formula, free
from .terms import Sum, at_least, conjunction, disjunction, equal, less, name

_NAME = re.compile(r"x[qr]([0-9])([0-9])")

#: How many of the least and of the largest multiples of a heap below another are known exactly. Quotients below
#: KNOWN are: then a multiple that is one of the largest has all that is known of other multiples.
MULTIPLES = 2
KNOWN = 2 * MULTIPLES - 1


def quotient_of(first: str, second: str) -> tuple[str, str]:
    """Returns the names of the quotient and the rest of two heaps; 0 and 0 if the smaller heap is empty.

    >>> quotient_of("x1", "x0")
    ('xq01', 'xr01')
    """
    i, j = sorted((first[1:], second[1:]))
    return f"xq{i}{j}", f"xr{i}{j}"


def quotients_in(formulas: Iterable[Formula]) -> tuple[str, ...]:
    """Returns the names of quotients and rests of which some formulas speak."""
    return tuple(sorted({name for each in formulas for name in free(each) if _NAME.fullmatch(name)}))


def quotients_at(names: Iterable[str], state: Sequence[int]) -> tuple[int, ...]:
    """Returns the numbers of these names at a position.

    >>> quotients_at(("xq01", "xr01"), (5, 17))
    (3, 2)
    """
    found = []
    for each in names:
        small, large = sorted((state[int(each[2])], state[int(each[3])]))
        found.append(divmod(large, small)[each[1] == "r"] if small else 0)
    return tuple(found)


def facts_about(names: Sequence[str]) -> Formula:
    """Returns what is known of quotients and rests with these names."""
    found = []
    for i, j in sorted({(each[2], each[3]) for each in names}):
        heaps = name(f"x{i}"), name(f"x{j}")
        q, r = (name(each) if each in names else None for each in quotient_of(f"x{i}", f"x{j}"))
        nothing = [equal(of, 0) for of in (q, r) if of is not None]
        ways = [conjunction(equal(heap, 0), *nothing) for heap in heaps]
        for n, m in (heaps, heaps[::-1]):
            ways += [_divided(n, m, c, q, r) for c in range(1, KNOWN + 1)]
        found.append(disjunction(*ways))
    return conjunction(*found)


def _divided(n: Sum, m: Sum, c: int, q: Sum | None, r: Sum | None) -> Formula:
    """That c is the quotient of n and m > 0, and q and r are what they are; the last c stands for larger ones, too."""
    last = c == KNOWN
    parts = [at_least(m, 1), at_least(n, m.times(c))]
    if not last:
        parts.append(less(n, m.times(c + 1)))
    if q is not None:
        parts += [at_least(q, c), at_least(n, q if r is None else q.plus(r))] if last else [equal(q, c)]
    if r is not None:
        parts += [less(r, m), at_least(n, r.plus(m.times(c)))] if last else [equal(n, r.plus(m.times(c)))]
    return conjunction(*parts)


def below_multiples(k: Sum, m: str, z: Sum, others: Iterable[str]) -> Formula:
    """Returns what is known of the product z of a number k and a heap m > 0, beside the other heaps: which of them are
    smaller."""
    found = []
    for n in others:
        q = name(quotient_of(n, m)[0])
        within = conjunction(at_least(q, k), at_least(name(n), z))
        found.append(disjunction(less(name(n), name(m)), within, conjunction(less(q, k), less(name(n), z))))
    return conjunction(*found)
