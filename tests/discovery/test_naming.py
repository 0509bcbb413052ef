"""P-positions are said in words only where the set is exactly that of the words."""

from __future__ import annotations

import pytest

import sprague as sg
from sprague.discovery.automata.decide import automaton
from sprague.discovery.automata.formula import parse
from sprague.discovery.automata.numeration import system
from sprague.discovery.automata.sets import by_letters, named_set
from sprague.discovery.laws.naming import losing_in_words
from sprague.discovery.reading.statements import BEFORE

ONE = {
    "n = 0": "only with an empty heap",
    "exists k: n = 7k": "just at the multiples of 7",
    "exists k: n = 7k or n = 7k + 3": "just where n mod 7 is 0 or 3",
    "exists k: n = 4k + 6": "just where n mod 4 is 2, from 3 on",
    "n = 1 or (exists k: n = 4k + 6)": "just at 1, and from 3 on where n mod 4 is 2",
    "n = 2 or n = 5": "just at 2, 5",
    "n >= 3": "just from 3 on",
    "n = 1 or n >= 3": "just at 1, and from 3 on",
}
TWO = {
    "n = m": "just where the heaps are equal",
    "n <= m + 2 and m <= n + 2": "just where the heaps differ by at most 2",
    "n = 0 or m = 0": "just where a heap is empty",
    "n = m + 1": None,
    "n <= m + 2 and m <= n + 1": None,
}


def named(text, heaps, base="2"):
    formula = parse(text)
    found = automaton(formula, system(base))
    return None if found is None else losing_in_words(found, heaps)


@pytest.mark.parametrize("base", ["2", "10", "zeckendorf"])
@pytest.mark.parametrize(("text", "words"), ONE.items())
def test_sets_of_numbers(text, words, base) -> None:
    assert str(named(text, 1, base)) == f"who begins loses {words}"


@pytest.mark.parametrize(("text", "words"), TWO.items())
def test_sets_of_pairs(text, words) -> None:
    found = losing_in_words(automaton(parse(text), system("2")), 2)
    assert (found and str(found)) == (words and f"who begins loses {words}")


def test_powers_and_the_nim_sum() -> None:
    """2n + 1 is a power of 3 for 0, 1, 4, 13: in base 3 the numbers of ones alone."""
    ones = by_letters(
        system("3"),
        1,
        lambda state, letter: 1 if letter[0] == 1 else 0 if letter[0] == state == 0 else None,
        lambda _: True,
    )
    assert str(losing_in_words(ones, 1)) == "who begins loses just where 2n + 1 is a power of 3"
    assert "nim-sum of the heaps is 0" in str(
        losing_in_words(named_set("xor", system("2")).named(*BEFORE[:3]), 3)
    )


def test_a_set_that_differs_far_out_has_no_such_name() -> None:
    text = "(exists k: n = 10k) and n <= 3000 or n = 3001"
    assert named(text, 1) is None
    evil = by_letters(system("2"), 1, lambda state, letter: (state + letter[0]) % 2, lambda state: state == 0)
    assert losing_in_words(evil, 1) is None


@pytest.mark.parametrize(
    ("least", "words"),
    [(1, "the exponent of 2 in n, plus 1; 0 at 0"), (0, "the exponent of 2 in n; 0 at 0"), (2, None)],
)
def test_exponents(least, words) -> None:
    """Take a divisor: any, a proper one, one that is neither 1 nor the whole."""

    def any_divisor(n):
        return [n - d for d in range(1, n + 1) if n % d == 0]

    def proper(n):
        return [n - d for d in range(1, n) if n % d == 0]

    def neither(n):
        return [n - d for d in range(2, n) if n % d == 0]

    report = sg.discover({1: any_divisor, 0: proper, 2: neither}[least])
    said = [str(law.says()) for law in report.laws if law.kind == "powers"]
    assert said == ([words] if words else [])
    for law in report.laws:
        if law.kind == "powers":
            values = [law.value((n,)) for n in range(200)]
            assert values == [0, *((n & -n).bit_length() - 1 + least for n in range(1, 200))]
