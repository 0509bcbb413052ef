"""What a survey finds in the values of heaps, against its definition; and copies between rows of several widths."""

from __future__ import annotations

from array import array
from itertools import groupby

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sprague.takebreak import split_kernels
from sprague.takebreak.codes import parse_code
from sprague.takebreak.run import copy_values
from sprague.takebreak.sequence import narrow, start_of
from sprague.takebreak.sparse_space import odd_table, rare_heaps, vote
from sprague.takebreak.split_kernels import Near, Survey

pytestmark = pytest.mark.kernels

ROWS = st.lists(st.integers(0, 11), min_size=1, max_size=60) | st.lists(
    st.sampled_from([0, 3, 300, 511]), min_size=1, max_size=60
)

#: Codes whose splitting takes are even, odd, and both.
CODES = [parse_code(code) for code in ("0.07", "0.0707", "0.007", "0.77")]


def excess(values: list[int], mask: int, flip: int | None) -> int:
    """Rare less common heaps. Mask 0 alone calls every heap rare."""
    bits = ((value & mask).bit_count() + (0 if flip is None else n + flip) for n, value in enumerate(values))
    return sum(-1 if bit % 2 else 1 for bit in bits)


@given(ROWS, st.sampled_from(CODES))
def test_no_mask_has_fewer_rare_heaps(values: list[int], code) -> None:
    found = vote(code, narrow(values))
    assert (found.largest, found.inhabited) == (max(values), len(set(values)))
    parities = {k % 2 for k in code.takes(2)}
    flips = [None, *parities] if len(parities) == 1 else [None]
    size = 1 << max(values).bit_length()
    best = min(excess(values, mask, flip) for flip in flips for mask in range(size))
    flip = int(found.flip) if found.parity else None
    assert excess(values, found.mask, flip) == best
    assert not found.parity or {int(found.flip)} == parities


@given(ROWS, st.integers(0, 511), st.booleans(), st.booleans(), st.data())
def test_rare_heaps_are_those_with_evenly_many_bits(values, mask, parity, flip, data) -> None:
    start = data.draw(st.integers(0, len(values)))
    odd = odd_table(mask, 512)
    found = rare_heaps(narrow(values), start, len(values), odd, parity, flip)
    assert found.tolist() == [
        n for n in range(start, len(values)) if ((values[n] & mask).bit_count() + n * parity + flip) % 2 == 0
    ]


@given(ROWS, st.sets(st.integers(1, 40), min_size=1, max_size=4), st.integers(0, 60), st.data())
def test_sources_are_all_pairs_by_their_distance(values, takes, reach, data) -> None:
    heaps = sorted(data.draw(st.sets(st.integers(0, len(values) - 1))))
    row = memoryview(narrow(values))
    survey = Survey(CODES[0], row, len(row), 512, len(row), Near(), None, width=512)  # type: ignore[arg-type]
    ordered = array("q", sorted(takes))
    cut = data.draw(st.integers(0, 100))
    found = split_kernels._arranged(survey, array("q", heaps), ordered, reach, cut)
    pairs = sorted({(heap + take, values[heap]) for heap in heaps for take in takes})
    near, distant = (list(zip(part[::2], part[1::2], strict=True)) for part in (found.near, found.distant))
    begin, far, sizes = 0, [], []
    for value, end in zip(found.classes[::2], found.classes[1::2], strict=True):
        far += [(offset, value) for offset in found.far[begin:end]]
        sizes.append(end - begin)
        begin = end
    assert near == [pair for pair in pairs if pair[0] < reach]
    assert distant == [pair for pair in pairs if pair[0] > cut and pair[0] >= reach]
    assert near + sorted(far) + distant == pairs and begin == len(found.far)
    assert sizes == sorted(sizes) and 0 not in sizes
    assert len({value for value, _ in groupby(far, key=lambda pair: pair[1])}) == len(sizes)


@given(st.lists(st.integers(0, 255), max_size=20), st.sampled_from("BHI"), st.sampled_from("BHI"))
def test_values_are_copied_into_wider_rows(values, old, new) -> None:
    old, new = sorted((old, new))  # B, H, I: by width
    wide = memoryview(array(new, bytes(array(new).itemsize * (len(values) + 2))))
    copy_values(memoryview(array(old, values)), wide)
    assert wide.tolist() == [*values, 0, 0]


@given(st.lists(st.integers(0, 2), min_size=2, max_size=40), st.integers(1, 12), st.integers(1, 3))
def test_the_start_of_a_pattern_in_a_row_is_the_one_in_a_list(block, period, times) -> None:
    values = block + block[-period:] * times
    assert start_of(narrow(values), period, 0) == start_of(values, period, 0)
