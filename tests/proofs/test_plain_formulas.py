"""The checker's own reader and decider of formulas, against their meaning on small numbers."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sprague.proofs.plain_automata import Flaw, contains, every, explored, numeration
from sprague.proofs.plain_formulas import alternatives, holds, parse, solved

#: Weights of the digits, the lowest first, as the literature has them.
WEIGHTS = {
    "2": [1, 2, 4, 8, 16, 32, 64],
    "zeckendorf": [1, 2, 3, 5, 8, 13, 21, 34, 55],
    "tribonacci": [1, 2, 4, 7, 13, 24, 44],
    "ostrowski(1,2)": [1, 1, 3, 4, 11, 15, 41, 56],  # turns of two digits
    "pell": [1, 2, 5, 12, 29, 70],
    "schwenk(3)": [1, 1, 2, 2, 3, 4, 6, 8, 11, 15, 21],
}


def words(name: str, length: int) -> dict[int, tuple[int, ...]]:
    """The valid words of a length by their numbers; no number has two."""
    system, weights = numeration(name), WEIGHTS[name]
    valid = every(system, ("x",))
    found: dict[int, tuple[int, ...]] = {}
    for word in product(range(system.digits), repeat=length):
        if contains(valid, {"x": word}):
            n = sum(digit * weight for digit, weight in zip(reversed(word), weights, strict=False))
            assert n not in found
            found[n] = word
    return found


@pytest.mark.parametrize("name", WEIGHTS)
def test_each_number_has_one_valid_word(name: str) -> None:
    found = words(name, 10 if name == "schwenk(3)" else 6)
    assert sorted(found) == list(range(len(found))) and len(found) >= 15


#: A formula about x, y, u, v, as text and as Python; bound names run up to ``MOST`` by their own words.
MOST = 4
Two = tuple[str, str]


def atoms(names: list[str]) -> st.SearchStrategy[Two]:
    part = st.sampled_from([*names, "2", "0", "3*" + names[0], "2" + names[-1], f"({names[0]} + 1)"])
    total = st.lists(part, min_size=1, max_size=3).map(" + ".join)
    sums = st.one_of(total, st.tuples(total, part).map(" - ".join))
    sign = st.sampled_from(["<", "<=", ">", ">=", "=", "!=", "=="])
    one = st.tuples(sums, sign, sums).map(" ".join)
    chain = st.tuples(sums, st.sampled_from(["<", "<="]), sums, st.sampled_from(["<", "=="]), sums).map(
        " ".join
    )
    return st.one_of(one, chain).map(lambda text: (text, as_python(text)))


def as_python(text: str) -> str:
    text = text.replace(" = ", " == ")
    for name in "xyuvkl":
        text = text.replace(f"2{name}", f"2*{name}")
    return text


def joined(inner: st.SearchStrategy[Two]) -> st.SearchStrategy[Two]:
    pair = st.tuples(inner, inner)
    return st.one_of(
        st.tuples(pair, st.sampled_from([("and", "and"), ("&", "and"), ("or", "or"), ("|", "or")])).map(
            lambda found: (
                f"({found[0][0][0]} {found[1][0]} {found[0][1][0]})",
                f"(({found[0][0][1]}) {found[1][1]} ({found[0][1][1]}))",
            )
        ),
        pair.map(lambda two: (f"({two[0][0]} => {two[1][0]})", f"((not ({two[0][1]})) or ({two[1][1]}))")),
        st.tuples(st.sampled_from(["not ", "~", "!"]), inner).map(
            lambda found: (f"({found[0]}({found[1][0]}))", f"(not ({found[1][1]}))")
        ),
    )


def formulas() -> st.SearchStrategy[Two]:
    free = st.recursive(atoms(["x", "y", "u", "v"]), joined, max_leaves=3)
    bound = st.recursive(atoms(["x", "u", "k"]), joined, max_leaves=2)
    some = bound.map(
        lambda two: (f"(exists k: k <= {MOST} and ({two[0]}))", f"any(({two[1]}) for k in range({MOST + 1}))")
    )
    all_ = bound.map(
        lambda two: (f"(A k: k > {MOST} or ({two[0]}))", f"all(({two[1]}) for k in range({MOST + 1}))")
    )
    return st.recursive(st.one_of(free, some, all_), joined, max_leaves=3)


@settings(max_examples=60)
@given(formulas(), st.integers(0, 10**9))
def test_a_formula_means_what_its_words_say(two: Two, seed: int) -> None:
    text, python = two
    formula = parse(f"x,y -> u,v where {text}")
    dice = Random(seed)
    for _ in range(12):
        numbers = {name: dice.randrange(7) for name in "xyuv"}
        wanted = bool(eval(python, dict(numbers)))
        assert holds(formula, numbers, MOST + 1) == wanted, numbers
        assert any(holds(part, numbers, MOST + 1) for part in alternatives(formula)) == wanted


@pytest.mark.parametrize("name", ["2", "zeckendorf", "tribonacci", "ostrowski(1,2)"])
@pytest.mark.parametrize(
    ("text", "python"),
    [
        ("exists k: x = 2k + 1 and k < u", "x % 2 == 1 and x // 2 < u"),
        ("forall k: k < x => k != y", "not y < x"),
        ("exists k, l: x = k + l and y = k and l < u", "0 <= x - y < u"),
        ("not (x < y and u <= x) & 0 <= 1", "not (x < y and u <= x)"),
        ("1 > 2 or (x > u and y - 1 = 2u)", "x > u and y - 1 == 2 * u"),
    ],
)
def test_the_automaton_of_a_formula_has_its_numbers(name: str, text: str, python: str) -> None:
    system = numeration(name)
    found = solved(system, parse(f"x,y -> u,v where {text}"))
    word = words(name, 6)
    for x, y, u in product(range(7), repeat=3):
        numbers = {"x": x, "y": y, "u": u, "v": 0}
        said = contains(found, {name: word[numbers[name]] for name in found.tracks})
        assert said == bool(eval(python, {}, dict(numbers))), numbers


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("x,y -> u where u < x", "expected x,y -> u,v where a formula"),
        ("x,y -> u,v where", "expected x,y -> u,v where a formula"),
        ("x,y -> u,v where u ? x", "does not know ' ? x'"),
        ("x,y -> u,v where u < x )", "did not expect ')'"),
        ("x,y -> u,v where (u < x v)", "did not expect 'v'"),
        ("x,y -> u,v where u + x", "expected a comparison"),
        ("x,y -> u,v where u <", "expected a number or a name at its end"),
        ("x,y -> u,v where (u + 1 < x", "expected a closing bracket"),
        ("x,y -> u,v where w < x", "does not know 'w'"),
    ],
)
def test_what_is_no_formula_is_refused(text: str, said: str) -> None:
    with pytest.raises(Flaw) as fault:
        parse(text)
    assert said in str(fault.value)


@pytest.mark.parametrize("name", ["roman", "ostrowski(a)", "ostrowski(0)", "ostrowski(51)", "13"])
def test_what_is_no_system_is_refused(name: str) -> None:
    with pytest.raises(Flaw, match="system: "):
        numeration(name)


def test_more_states_than_a_check_may_make(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sprague.proofs.plain_automata._MOST", 100)
    count = explored(("x",), 0, lambda n: [((0,), n + 1)] if n < 99 else [], lambda n: n == 99)
    assert len(count.delta) == 100
    with pytest.raises(Flaw, match="more than 100 states"):
        explored(("x",), 0, lambda n: [((0,), n + 1)], lambda n: False)
