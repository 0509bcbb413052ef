"""The sums that moves leave, by the labels of their items: against one option after another."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import sprague as sg
from sprague.misereplay.periods import needed, proved_period
from sprague.misereplay.splits import labelled, splits
from sprague.proofs import check
from sprague.takebreak.codes import options, parse_code

CODES = [f"{first}.{rest:03o}" for first in (0, 4) for rest in range(1, 512)] + [
    "hex:0.8f",
    "unequal:0.77",
    "0.(3)",
]


@given(st.sampled_from(CODES), st.integers(0, 25), st.lists(st.integers(0, 4), min_size=26, max_size=26))
def test_labels_of_options_are_those_of_the_rules(text, heap, labels):
    code = parse_code(text)
    expected = sorted({tuple(sorted(labels[part] for part in move)) for move in options(code, heap)})
    assert labelled(splits(code, heap), labels) == expected
    assert bool(splits(code, heap)) == bool(expected)
    assert list(splits(code, heap)) == list(options(code, heap))


@given(
    st.sampled_from(["0.07", "0.77", "4.4", "0.123"]),
    st.lists(st.integers(0, 2), max_size=12),
    st.lists(st.integers(0, 2), min_size=1, max_size=9),
    st.integers(1, 60),
)
def test_the_least_period_is_found(text, before, again, more):
    code = parse_code(text)
    values = (before + again * 60)[: len(before) + len(again) + more]
    expected = None
    for length in range(1, len(values)):
        start = max(
            (n + 1 for n in range(len(values) - length) if values[n] != values[n + length]), default=0
        )
        if needed(code, start, length) <= len(values):
            expected = start, length
            break
    assert proved_period(code, values) == expected


@pytest.mark.deep
def test_a_long_preperiod_is_proved():
    quotient = sg.misere.quotient("0.156")
    # The period of normal play: 349 from heap 3479 on (Winning Ways, chapter 4, table 7).
    assert (quotient.preperiod, quotient.period, quotient.order) == (3479, 349, 34)
    assert check(quotient.certificate())["valid"]
