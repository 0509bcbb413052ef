"""The checker's own reader and decider of formulas, against their meaning on small numbers."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sprague.discovery.automata.numeration import system
from sprague.discovery.rule import formula_moves, read_formula
from sprague.proofs.plain_automata import Flaw, contains, equation, every, explored, meet, numeration
from sprague.proofs.plain_formulas import alternatives, holds, parse, solved, without
from sprague.words.errors import NotationError, TooLargeError

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


@pytest.mark.parametrize("name", [*WEIGHTS, "12", "ostrowski(3,1)"])
@pytest.mark.parametrize("n", [10**3, 4 * 10**8, 10**12, 10**20])
def test_an_equation_has_its_solution_at_any_size(name: str, n: int) -> None:
    found, words = equation(numeration(name), {"x": 1}, -n), system(name)
    assert contains(found, {"x": words.word(n)})
    assert not contains(found, {"x": words.word(n + 1)})


def test_a_formula_of_many_names_is_refused() -> None:
    names = [f"a{i}" for i in range(30)]
    text = f"x,y -> u,v where exists {' '.join(names)}: {' + '.join(names)} = x"
    with pytest.raises(TooLargeError, match="beyond its bound of 262144"):
        without(numeration("2"), [], parse(text))


def test_many_alternatives_are_left_together() -> None:
    either = "(" + " or ".join(["u < x"] * 100) + ")"
    assert len(alternatives(parse(f"x,y -> u,v where {either} and {either}"))) == 1


@pytest.mark.parametrize(
    "name", ["roman", "ostrowski(a)", "ostrowski(0)", "ostrowski(51)", "13", "ostrowski(1)", "ostrowski(2)"]
)
def test_what_is_no_system_is_refused(name: str) -> None:
    with pytest.raises(Flaw, match="system: "):
        numeration(name)


def test_more_states_than_a_check_may_make(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sprague.proofs.plain_automata._MOST", 100)
    count = explored(("x",), 0, lambda n: [((0,), n + 1)] if n < 99 else [], lambda n: n == 99)
    assert len(count.delta) == 100
    with pytest.raises(TooLargeError, match="beyond its bound of 100"):
        explored(("x",), 0, lambda n: [((0,), n + 1)], lambda n: False)


# As Sprague reads them


def sloppy(dice: Random, names: list[str], depth: int) -> str:
    """A formula, nearly as anybody may write it: names that are words, brackets, colons and spaces left out."""

    def term() -> str:
        name, sign = dice.choice(names), dice.choice([" + ", " - ", "-", "+"])
        more = [
            name,
            name,
            f"{dice.randrange(4)}",
            f"{dice.randint(1, 3)}{dice.choice(['', '*', ' '])}{name}",
        ]
        part = dice.choice(more)
        return dice.choice([part, part, f"({part})", f"{part}{sign}{dice.choice(names)}"])

    how = dice.randrange(5) if depth else 0
    if how == 0:
        signs = ["<", ">", "=", "<=", ">=", "!=", "=="]
        return "".join(f"{term()} {dice.choice(signs)} " for _ in range(dice.choice([1, 1, 2]))) + term()
    if how == 1:
        word = dice.choice(["and", "or", "&", "|", "=>"])
        return f"{sloppy(dice, names, depth - 1)} {word} {sloppy(dice, names, depth - 1)}"
    if how == 2:
        return f"({sloppy(dice, names, depth - 1)})"
    if how == 3:
        return f"{dice.choice(['not', '~', '!'])} {sloppy(dice, names, depth - 1)}"
    name = dice.choice(["k", "l", "k", "x", "E", "all", "weight"])
    word, mark = dice.choice(["exists", "forall", "E", "A"]), dice.choice([":", ":", "", ", l:"])
    return f"{word} {name}{mark} {sloppy(dice, [*names, name], depth - 1)}"


HEADS = ["x,y -> u,v", "x, y->u,v", "n,q -> m,r", "x,x -> u,v", "x,y -> x,v", "1,y -> u,v", "E,y -> u,v"]


@pytest.mark.parametrize("seed", range(4))
def test_what_the_checker_reads_has_the_meaning_that_sprague_sees_in_it(seed: int) -> None:
    dice, read = Random(seed), 0
    for _ in range(60):
        head = dice.choice([HEADS[0], HEADS[0], *HEADS])
        names = head.replace("->", ",").replace(" ", "").split(",")
        text = f"{head} {dice.choice(['where', ':'])} {sloppy(dice, names, 2)}"
        try:
            formula = parse(text)
        except Flaw:
            continue
        read += 1
        moves = formula_moves(read_formula(text).formula, system("2"))  # type: ignore[arg-type]
        found = without(numeration("2"), [], formula)
        found = meet(
            found, every(numeration("2"), tuple(name for name in "uvxy" if name not in found.tracks))
        )
        for numbers in product(range(4), repeat=4):
            bits = {name: (n >> 1, n & 1) for name, n in zip("xyuv", numbers, strict=True)}
            assert contains(found, bits) == (numbers in moves), (text, numbers)
    assert read > 15


@pytest.mark.parametrize(
    "text",
    [
        "x,x -> u,v where u < x", "x,y -> x,v where v < y", "1,y -> u,v where u < y", "x,y -> u,v where x-u = 1",
        "x,y -> u,v where forall A: y > A", "x,y -> u,v where exists: u < x",
        "x,y -> u,v where u = x + 2 * - v", "x,y -> u,v where exists k, : k < u", "x,where -> u,v where u < where",
        "x,y -> u,v where exists where: where < u",
    ],
)  # fmt: skip
def test_a_rule_that_sprague_does_not_read_is_refused(text: str) -> None:
    with pytest.raises(Flaw):
        parse(text)
    with pytest.raises(NotationError):
        read_formula(text)
