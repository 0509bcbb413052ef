"""The consequences of a proved automaton of P-positions: a formula for the n-th pair, the rows that contain the pairs,
and who wins from the start of a take-away game. Automata decide every hypothesis.

Pairs. Let the P-positions be symmetric, with (0,0) but no other (n,n). If every number occurs in exactly one pair, and
the differences of the pairs, in the order of their smaller heaps, are 0, t, 2t, …, then the n-th smaller heap is the
least number in no earlier pair, and the n-th larger one is tn more. With a = (2 - t + sqrt(t^2 + 4)) / 2 the numbers
floor(na) and floor(na) + tn have the same two properties, since 1/a + 1/(a + t) = 1 (S. Beatty 1926), so they are the
same numbers (A. S. Fraenkel 1982; W. A. Wythoff 1907 for t = 1).

Parts. Let n coins with limit q be lost if and only if q < s(n), where s(n) is a weight of the numeration, and let
n - s(n) be 0 or s(n - s(n)) > c s(n). Then s(n) is the smallest part of n, and taking it wins wherever the limit allows
it (M. J. Whinihan 1963 for c = 2; A. J. Schwenk 1970).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sprague.words.errors import TooLargeError

from .automata.decide import automaton
from .automata.dfa import Automaton, bounded
from .automata.formula import And, Exists, Formula, Not, Or, Within, parse
from .takeaway import factor_of
from .theorem import Theorem

#: The largest t of the pairs, and the most states of an intermediate automaton.
MOST_STEP, ON_THE_WAY = 20, 60_000

#: The factors c of the take-away games that automata prove.
FACTORS = (1, 2, 3)


def consequences(theorem: Theorem) -> dict[str, Any]:
    """Returns the consequences of a proved theorem in the form of its certificate: {pairs: t} or {parts: c} or nothing.

    >>> from .proving import prove
    >>> from .rule import rule_of
    >>> consequences(prove(rule_of("wythoff")).theorem), consequences(prove(rule_of("fibonacci")).theorem)
    ({'pairs': 1}, {'parts': 2})
    >>> consequences(prove(rule_of("nim")).theorem)
    {'pairs': 0}
    """
    try:
        step = bounded(ON_THE_WAY, _step, theorem)
        if step is not None:
            return {"pairs": step}
        factor = bounded(ON_THE_WAY, _factor, theorem)
    except TooLargeError:
        return {}
    return {"parts": factor} if factor else {}


def _step(theorem: Theorem) -> int | None:
    """Returns the t of the pairs, if all hypotheses hold."""
    if not theorem.rule.symmetric or theorem.rule.forbidden:
        return None
    p_set = theorem.p_set
    first = next((d for d in range(MOST_STEP + 1) if (1, 1 + d) in p_set), None)
    return first if first is not None and all(map(_never(p_set), _pair_faults(p_set, first))) else None


def _factor(theorem: Theorem) -> int | None:
    """Returns the c of a take-away game whose parts are the weights of the numeration."""
    factor = factor_of(theorem.rule)
    if factor not in FACTORS:
        return None
    return factor if all(map(_never(theorem.p_set), _part_faults(theorem.p_set, factor))) else None


def _never(like: Automaton) -> Any:
    """Returns whether no numbers make a formula true, in the system of the P-positions."""
    return lambda fault: automaton(fault, like.system).is_empty


def _pair_faults(p_set: Automaton, step: int) -> Iterator[Formula]:
    """Yields formulas that must never be true, the cheapest first."""

    def pair(x: str, y: str) -> Formula:
        return Within((x, y), p_set)

    if step == 0:
        yield And((pair("n", "m"), parse("n != m")))
        yield And((parse("n = m"), Not(pair("n", "m"))))
        return
    yield And((pair("n", "m"), parse("n = m and n > 0")))
    yield And((parse("n = 0 and m = 0"), Not(pair("n", "m"))))
    yield Exists(("m",), And((pair("n", "m"), pair("n", "k"), parse("m < k"))))
    yield Not(Exists(("m",), pair("n", "m")))
    pairs = And((pair("x", "y"), pair("u", "v"), parse("x <= y and u < v and x < u")))
    yield Exists(("v", "y"), And((pairs, parse(f"v + x < u + y + {step}"))))
    following = Exists(("u", "v"), And((pairs, parse(f"v + x = u + y + {step}"))))
    yield And((pair("x", "y"), parse("x <= y"), Not(following)))
    # The rows: the next terms of x, y are z = ty + x and tz + y.
    row = parse(f"u = x + {step}y and v = {step}x + {step * step + 1}y")
    yield Exists(("x", "y"), And((pair("x", "y"), parse("x < y"), row, Not(pair("u", "v")))))


def _part_faults(p_set: Automaton, factor: int) -> Iterator[Formula]:
    lost: Formula = Within(("n", "q"), p_set)
    below = parse("q < s")
    # s is not the bound of the limits that lose with n coins
    other = Exists(("q",), Or((And((lost, Not(below))), And((below, Not(lost))))))
    smallest = And((parse("weight(s) and s <= n and n > 0"), Not(other)))
    yield And((parse("n = 0"), Not(lost)))
    yield And((parse("n > 0"), Not(Exists(("s",), smallest))))
    # after the smallest part s, what remains is lost with the limit cs
    after = And((Within(("m", "r"), p_set), parse(f"n = m + s and r = {factor}s")))
    yield And((smallest, Not(Exists(("m", "r"), after))))
    start = And((Exists(("q",), And((lost, parse("q + 1 = n")))), parse("n > 0")))
    yield Or((And((start, parse("not weight(n)"))), And((parse("weight(n) and n > 0"), Not(start)))))
