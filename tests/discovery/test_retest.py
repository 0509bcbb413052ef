"""Laws proved from two formulas are tested on the rule itself, far beyond the heaps on which these were compared."""

from __future__ import annotations

from dataclasses import replace
from math import gcd, isqrt

import numpy as np
import pytest

import sprague as sg
from sprague.discovery.laws.retest import FAR, contradicted
from sprague.discovery.laws.search import COMPARED, Rule, Search
from sprague.numbers.sums import mex


def coprime(n):
    return [n - k for k in range(1, n + 1) if gcd(n, k) == 1]


def divisor(n):
    return [n - d for d in range(1, n + 1) if n % d == 0]


def prime_or_one(n):
    return [n - k for k in range(1, n + 1) if k == 1 or all(k % d for d in range(2, isqrt(k) + 1))]


def searched(function, changed_from=None):
    """What a search for the laws of a function finds, and its options. From some heap on a P-position has one more
    move, to the next smaller P-position."""

    def options(state):
        (n,) = state
        moves = function(n)
        if changed_from is not None and n >= changed_from and not value[n]:
            moves = [*moves, next(m for m in range(n - 1, 0, -1) if not value[m])]
        return [((move,),) for move in moves]

    value = [0]
    for n in range(1, FAR[1][0] + 1):
        value.append(mex({value[option] for option in function(n)}) if n < 300 else law_of[function](n))
    return Search(Rule(function, 1, False, options), np.array(value[:300])).run(), options


#: The outcomes or values far out, by number theory.
law_of = {coprime: lambda n: n % 2, divisor: lambda n: n and 1, prime_or_one: lambda n: n % 4}


@pytest.mark.parametrize("function", [coprime, divisor, prime_or_one])
def test_true_laws_pass(function) -> None:
    found, options = searched(function)
    assert found.proved
    assert found.unread is None
    for law in found.proved:
        assert not law.read.exact
        assert contradicted(law, options) is None


def test_a_rule_that_changes_far_out_is_met() -> None:
    """A move more, from P to P, beyond all that was compared: the formulas do not show it, the rule does."""
    found, _ = searched(coprime, changed_from=COMPARED[1] + 200)
    assert not found.proved
    assert "differs from the rule at" in str(found.unread)


def test_two_heaps() -> None:
    def knight(a, b):
        steps = ((a - 2, b - 1), (a - 2, b + 1), (a - 1, b - 2), (a + 1, b - 2))
        return [(x, y) for x, y in steps if x >= 0 and y >= 0]

    def options(state):
        return [(move,) for move in knight(*state)]

    value = {}
    for state in sorted(((a, b) for a in range(24) for b in range(24)), key=lambda ab: (sum(ab), *ab)):
        value[state] = mex({value.get(move, 0) for move in knight(*state)})
    table = np.array([[value[a, b] for b in range(16)] for a in range(16)])
    (law,) = Search(Rule(knight, 2, True, options), table).run().proved
    assert contradicted(law, options) is None
    swapped = replace(law, sets={v: law.sets[{0: 1, 1: 0}.get(v, v)] for v in law.sets})
    assert contradicted(swapped, options) is not None


def far_from_both(n):
    return [n - k for k in (n - 4, 2 * n // 3) if 0 < k <= n]


@pytest.mark.deep
def test_a_pattern_is_tested_further_where_a_law_is_proved_too():
    """The values stay at 2 from heap 244 to 729."""
    report = sg.discover(far_from_both)
    assert report.status == "proved" and report.laws[0].valued
    assert not report.observed
    assert "refuted at 730" in str(report.refuted[0])
