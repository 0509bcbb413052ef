"""Automata against integers: systems, equations, logic, on all numbers to a bound."""

from __future__ import annotations

from array import array
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sprague.discovery.automata.decide import automaton
from sprague.discovery.automata.dfa import bounded, everything, made, negated, projected, reordered
from sprague.discovery.automata.formula import parse
from sprague.discovery.automata.linear import linear
from sprague.discovery.automata.numeration import system
from sprague.words.errors import NotationError, RangeError, TooLargeError

pytestmark = pytest.mark.kernels

SYSTEMS = (
    "2",
    "3",
    "6",
    "zeckendorf",
    "pell",
    "tribonacci",
    "ostrowski(3)",
    "ostrowski(1,2)",
    "ostrowski(1,1,3)",
)

#: Its adder is large.
WITH_SCHWENK = (*SYSTEMS, "schwenk(3)")


@pytest.mark.parametrize("name", WITH_SCHWENK)
def test_each_number_has_one_valid_word(name: str) -> None:
    numeration = system(name)
    length = 6 if numeration.digits < 4 else 3
    valid = [word for word in product(range(numeration.digits), repeat=length) if numeration.is_valid(word)]
    assert sorted(numeration.number(word) for word in valid) == list(range(len(valid)))
    for word in valid:
        assert numeration.word(numeration.number(word), length) == word


@pytest.mark.parametrize("name", WITH_SCHWENK)
def test_addition(name: str) -> None:
    adder = linear(system(name), "xyz", (1, 1, -1), 0, True)
    for x, y in product(range(9), repeat=2):
        assert [z for z in range(20) if (x, y, z) in adder] == [x + y]


def test_the_adder_of_zeckendorf_has_16_states() -> None:
    """As H. Mousavi, L. Schaeffer, J. Shallit found (Decision algorithms for Fibonacci-automatic words I, 2016)."""
    assert linear(system("zeckendorf"), "xyz", (1, 1, -1), 0, True).states == 16


@given(
    st.sampled_from(SYSTEMS),
    st.lists(st.integers(-3, 3).filter(bool), min_size=1, max_size=3),
    st.integers(-5, 5),
    st.booleans(),
)
@settings(max_examples=25, deadline=None)
def test_equations_and_inequalities(name: str, factors: list[int], constant: int, equal: bool) -> None:
    found = linear(system(name), "xyz"[: len(factors)], factors, constant, equal)
    for numbers in product(range(6), repeat=len(factors)):
        value = sum(f * n for f, n in zip(factors, numbers, strict=True)) + constant
        assert (numbers in found) == (value == 0 if equal else value >= 0)


FORMULAS = {
    "exists k: x = 3k + 1": lambda x, y: x % 3 == 1,
    "x < 2y or not (x = y + 1 or y > 3)": lambda x, y: x < 2 * y or not (x == y + 1 or y > 3),
    "forall z: z < x => z < y": lambda x, y: x <= y,
    "exists z: (x + z = y and exists w: z = 2w)": lambda x, y: y >= x and (y - x) % 2 == 0,
    "x != y and (x + y) <= 7 and 1 <= x < 6": lambda x, y: x != y and x + y <= 7 and 1 <= x < 6,
}


@pytest.mark.parametrize("name", ("2", "zeckendorf", "pell", "ostrowski(1,2)"))
@pytest.mark.parametrize("text", FORMULAS)
def test_formulas(name: str, text: str) -> None:
    found = automaton(parse(text), system(name))
    for x, y in product(range(11), repeat=2):
        numbers = tuple({"x": x, "y": y}[track] for track in found.tracks)
        assert (numbers in found) == FORMULAS[text](x, y), (x, y)


def test_names_that_are_bound_leave_early_and_do_not_meet() -> None:
    text = "(exists k: x = 2k and k > 1) and (exists k: y = 3k) and not (exists k: x = 4k)"
    found = automaton(parse(text), system("pell"))
    wanted = [(x, y) for x in range(16) for y in range(8) if x % 4 == 2 and x > 2 and y % 3 == 0]
    assert [(x, y) for x in range(16) for y in range(8) if (x, y) in found] == wanted


def test_sentences_are_true_or_false() -> None:
    true = automaton(parse("forall x: exists y: x = 2y or x = 2y + 1"), system("pell"))
    false = automaton(parse("exists x: 2x = 3 "), system("zeckendorf"))
    assert not true.is_empty and false.is_empty and true.tracks == false.tracks == ()


@pytest.mark.parametrize("name", ["2", "10", "zeckendorf", "pell", "ostrowski(3)"])
@pytest.mark.parametrize("bound", [5000, 10**9, 2**64 - 1, 10**20, 7**30])
def test_large_constants(name: str, bound: int) -> None:
    below = linear(system(name), "x", (-1,), bound - 1, False)
    equal = linear(system(name), "x", (1,), -bound, True)
    double = linear(system(name), "xy", (2, -1), bound, True)
    for n in (0, 1, bound // 2, bound - 1, bound, bound + 1, 2 * bound, bound * bound):
        assert ((n,) in below) == (n < bound)
        assert ((n,) in equal) == (n == bound)
        assert (n, 2 * n + bound) in double
        assert (n, 2 * n + bound + 1) not in double
    with pytest.raises(TooLargeError):
        linear(system(name), "x", (-1,), 10**100_000, False)


def test_named_sets() -> None:
    zeckendorf = system("zeckendorf")
    even = automaton(parse("even-zeros(x)"), zeckendorf)
    # The numbers floor(n phi), n >= 1 (A000201): they end in an even number of zeros.
    assert [n for n in range(20) if (n,) in even] == [1, 3, 4, 6, 8, 9, 11, 12, 14, 16, 17, 19]
    shifted = automaton(parse("shift(x, y)"), zeckendorf)
    assert (4, 7) in shifted and (4, 6) not in shifted and (0, 0) in shifted
    weights = automaton(parse("weight(x)"), system("pell"))
    assert [n for n in range(30) if (n,) in weights] == [1, 2, 5, 12, 29]


@given(
    st.lists(st.lists(st.integers(0, 5), min_size=2, max_size=2), min_size=5, max_size=5),
    st.sets(st.integers(1, 5)),
)
@settings(deadline=None)
def test_minimising_and_complement_keep_the_words(rows: list[list[int]], accept: set[int]) -> None:
    delta = np.array([[0, 0], *rows], np.int32)
    ends = np.array([i in accept for i in range(6)], np.uint8)
    small = made(system("2"), ("x",), array("i", delta.tobytes()), array("B", ends.tobytes()), 1)

    def runs(word: tuple[int, ...], table: np.ndarray, start: int) -> int:
        state = start
        for digit in word:
            state = int(table[state, digit])
        return state

    other = negated(small)
    for length in range(7):
        for word in product((0, 1), repeat=length):
            wanted = bool(ends[runs(word, delta, 1)])
            assert wanted == bool(small.accept[runs(word, small.matrix(), small.start)])
            assert wanted != bool(other.accept[runs(word, other.matrix(), other.start)])
    # No automaton with fewer states does: each pair of states is told apart by some word.
    words = [word for length in range(6) for word in product((0, 1), repeat=length)]
    kinds = {
        tuple(bool(small.accept[runs(w, small.matrix(), s)]) for w in words)
        for s in range(1, len(small.accept))
    }
    assert len(kinds) == small.states


def test_projection_finds_longer_numbers() -> None:
    """The number that is gone may have more digits than those that stay."""
    for name in SYSTEMS:
        found = projected(linear(system(name), "xy", (1, -1), 40, True), "y")
        assert found.same(everything(system(name), ("x",)))
        alone = reordered(projected(linear(system(name), "xy", (-5, 1), 0, True), "y"), ("x",))
        assert (7,) in alone


def test_bounds_and_bad_input() -> None:
    sevenths = parse("exists k: x = 7k and y < x")
    with pytest.raises(TooLargeError, match="more than 5 states"):
        bounded(5, automaton, sevenths, system("zeckendorf"))
    assert (7, 6) in automaton(sevenths, system("zeckendorf"))
    with pytest.raises(RangeError, match="expected a numeration system"):
        system("roman")
    for text, said in {
        "x <": "expected a number or a name, got nothing",
        "x": "expected a comparison",
        "(x < y": "expected a closing bracket",
        "shift(x)": "expected 2 numbers behind shift",
        "x < y y": "expected 'and', 'or' or the end",
        "x # y": "expected a formula",
        "x < 12345678": "numbers of at most",
        "even-zeros x": "an opening bracket behind even-zeros",
        "shift(x, y": "a closing bracket",
        "(x + 1 = y": "a closing bracket",
        "x = " + "1 + " * 2000 + "1": "a formula of at most",
        " and ".join(f"x{i} < y{i}" for i in range(40)): "names",
    }.items():
        with pytest.raises(NotationError, match=said):
            parse(text)
