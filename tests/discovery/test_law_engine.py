"""A law that is proved from a function's text answers for heaps beyond any table, and as the definition does."""

from __future__ import annotations

from functools import cache
from itertools import takewhile
from math import gcd

import pytest

import sprague as sg
from sprague.discovery.automata.decide import automaton
from sprague.discovery.automata.dfa import reordered
from sprague.discovery.automata.formula import parse
from sprague.discovery.automata.numeration import system
from sprague.discovery.laws import engine
from sprague.discovery.laws.listing import numbers_from
from sprague.discovery.winning import count_images, images
from sprague.numbers.sums import mex
from sprague.words.errors import UnsolvedError
from sprague.workbench import registry


def takes(n):
    return [n - k for k in (1, 3, 4) if k <= n]


def takes_by_iter(n):
    return [n - k for k in iter((1, 2)) if k <= n]


def half(n):
    return [n - 1, n // 2] if n else []


def up_to_half(n):
    return [n - k for k in range(1, n // 2 + 1)]


def coprime(n):
    return [n - k for k in range(1, n + 1) if gcd(n, k) == 1]


def bowling(n):
    return [(i, n - 1 - i) for i in range(n)] + [(i, n - 2 - i) for i in range(n - 1)]


def stones(a, b):
    return [(a - 2 * k, b - k) for k in range(1, a + b + 1) if 2 * k <= a and k <= b] + [
        (a - k, b - 2 * k) for k in range(1, a + b + 1) if k <= a and 2 * k <= b
    ]


def options(function, state):
    found = function(*state) if isinstance(state, tuple) else function(state)
    if isinstance(state, tuple):
        return {(each,) for each in found}
    return {tuple(sorted(each)) if isinstance(each, tuple) else (each,) for each in found}


@cache
def value(function, state):
    total = set()
    for option in options(function, state):
        sum_ = 0
        for part in option:
            sum_ ^= value(function, part)
        total.add(sum_)
    return mex(total)


CASES = [
    *((rule, n, True) for rule in (takes, half, up_to_half) for n in (41, 64, 87)),
    *((bowling, n, True) for n in (72, 83)),
    *((coprime, n, False) for n in (45, 46, 49)),
    *((stones, state, True) for state in ((23, 9), (24, 12), (17, 26))),
]


@pytest.mark.parametrize(
    ("rule", "state", "exact"), CASES, ids=lambda each: getattr(each, "__name__", str(each))
)
def test_it_answers_as_the_definition(rule, state, exact, monkeypatch) -> None:
    monkeypatch.setattr(engine, "FAR", {1: 40, 2: 20, 3: 20})
    game = sg.rule(rule)
    position = game(*state) if isinstance(state, tuple) else game(state)
    answer = position.solve()
    assert (answer.outcome == "N") == bool(value(rule, state))
    assert answer.evidence.kind == "theorem"
    assert "proved from" in answer.evidence.source
    wanted = set()
    for option in options(rule, state):
        total = 0
        for part in option:
            total ^= value(rule, part)
        if not total:
            wanted.add(option)
    moves = answer.winning_moves
    listed = {tuple(sorted(part.state for part in move.to.components)) for move in moves}
    listed = {each or (0,) for each in listed}
    if exact:
        monkeypatch.setattr(engine, "FAR", {1: 1000, 2: 1000, 3: 1000})
        plain = sg.Solver().solve(position).winning_moves
        assert sorted(move.to.text for move in moves) == sorted(move.to.text for move in plain)
        assert moves.total == plain.total
        assert {tuple(part for part in each if part != 0) for each in listed} == {
            tuple(part for part in each if part != 0) for each in wanted
        }
    else:  # the formula is sure of these
        assert listed <= wanted


def test_far_heaps() -> None:
    assert sg.rule(takes)(10**18).value == 1
    assert sg.rule(takes)(7 * 10**30).outcome == "P"
    game = sg.rule(bowling)
    (move,) = game(10**12).winning_moves.first(1)
    assert move.to.outcome == "P"
    assert sg.rule(up_to_half)(2**60 - 1).outcome == "P"
    assert [move.to.components[0].state for move in sg.rule(up_to_half)(10**18).winning_moves] == [2**59 - 1]
    assert sg.rule(coprime)(10**18).outcome == "P"
    assert (sg.rule(takes)(10**18) + sg.nim(1)).outcome == "P"


@pytest.mark.parametrize("rule", [takes, half])
def test_a_long_row_of_values_comes_from_the_law(rule, monkeypatch) -> None:
    monkeypatch.setattr(engine, "LONG_ROW", -1.0)
    monkeypatch.setattr(engine, "FAR", {1: 400})
    plain = [0]
    for n in range(1, 20_001):
        plain.append(mex({plain[option] for option in rule(n)}))
    game = sg.rule(rule)
    for to in (300, 500, 4095, 4096, 20_000):
        assert game.values(to).tolist() == plain[: to + 1]
        assert registry.engine(game.ruleset).took == ("law" if to > 400 else "")
    assert sg.statistics(game, 20_000).zeros.tolist() == [
        n for n, value in enumerate(plain) if n and not value
    ]


def test_a_row_has_values_that_no_byte_holds() -> None:
    from sprague.discovery.laws.law import Law

    in_use = system("2")
    sets = {300: automaton(parse("x0 = 5"), in_use), 0: automaton(parse("not x0 = 5"), in_use)}
    row = Law(1, "values", in_use, sets).row(7)
    assert row is not None
    assert row.tolist() == [0, 0, 0, 0, 0, 300, 0, 0]


def test_the_moves_of_a_far_heap_are_counted() -> None:
    """The values of Kayles repeat after 12 (Guy, Smith 1956), so far counts grow evenly."""
    far = 10**30
    near = [264 + far % 12, 276 + far % 12]
    values = [0]
    for n in range(1, near[1]):
        values.append(mex({values[a] ^ values[b] for a, b in bowling(n)}))
    first, second = (sum(values[a] == values[b] for a, b in bowling(n)) for n in near)
    wanted = first + (far - near[0]) // 12 * (second - first)
    assert sg.rule(bowling)(far).winning_moves.total == wanted


def test_a_rule_without_a_law_is_computed_as_before() -> None:
    def digits(n):
        return [n - len(str(n * n))] if n > 9 else []

    answer = sg.rule(digits)(1_000_050).solve(value=True)
    assert answer.evidence.kind == "computed"
    lost = [True] * 10
    for n in range(10, 1_000_051):
        lost.append(not lost[n - len(str(n * n))])
    assert (answer.outcome == "P") == lost[-1]


def same_or_one(a, b):
    return [(a - k, b) for k in range(1, a + 1)] + [(a, b - k) for k in range(1, b + 1)]


@pytest.mark.parametrize(
    "rule", [takes, coprime, up_to_half, stones, same_or_one], ids=lambda rule: rule.__name__
)
def test_p_positions_are_listed_by_the_law(rule, monkeypatch) -> None:
    heaps = rule.__code__.co_argcount
    start, side = (41, 120) if heaps == 1 else (7, 20)
    states = range(start, side) if heaps == 1 else [(a, b) for a in range(side) for b in range(side)]
    lost = [(n,) if heaps == 1 else n for n in states if not value(rule, n)]
    lost = [each for each in lost if max(each) >= start]
    monkeypatch.setattr(engine, "FAR", {heaps: start - 1})
    game = sg.rule(rule)
    found = game.p_positions(len(lost), start=start)
    assert sorted(found) == sorted(lost)
    assert [max(each) for each in found] == sorted(map(max, lost))
    assert max(game.p_positions(1, start=10**18)[0]) >= 10**18


@pytest.mark.parametrize("name", ["2", "10", "zeckendorf", "pell", "ostrowski(1,2)", "tribonacci"])
def test_numbers_of_a_set_come_in_order(name) -> None:
    for text in ("exists q: n = 3q + 1", "n = 17", "n < 5", "n = 3 and n = 4"):
        found = automaton(parse(text), system(name))
        for start in (0, 4, 5, 17, 18, 50):
            wanted = [n for n in range(start, 120) if (n,) in found]
            listed = takewhile(lambda n: n < 120, numbers_from(found, start))
            assert list(listed) == wanted, (text, start)


@pytest.mark.parametrize(
    "name", ["2", "zeckendorf", "pell", "ostrowski(1,2)", "ostrowski(5,1)", "ostrowski(4,1,1)"]
)
def test_what_a_relation_pairs_with_a_number_may_have_more_digits(name) -> None:
    for most in (1, 5, 28, 100):
        pairs = reordered(automaton(parse(f"y <= x + {most}"), system(name)), ("x", "y"))
        for x in (0, 1, 9):
            assert [y for (y,) in images(pairs, (x,), ("x",), ascending=True)] == list(range(x + most + 1))
            assert count_images(pairs, (x,), ("x",)) == x + most + 1


def test_values_of_far_heaps() -> None:
    assert sg.rule(takes)[10**18 : 10**18 + 4] == [
        [0, 1, 0, 1, 2, 3, 2][n % 7] for n in range(10**18, 10**18 + 4)
    ]
    far = 10**30 - 10**30 % 84 + 168  # the values repeat after 12 and 7 heaps
    assert sg.kayles[far : far + 9] == sg.kayles.values(176)[168:].tolist()


def test_a_period_that_follows_from_a_law_is_proved() -> None:
    """Kayles by its rule: period 12 from 71 (Guy, Smith 1956); its certificate is that of the law."""
    found = sg.rule(bowling).period()
    assert (found.status, found.preperiod, found.period) == ("proved", 71, 12)
    assert found.value(10**30) == sg.kayles[10**30]
    assert "proved from the formula" in found.basis.render("en")
    assert sg.rule(takes).period().certificate()["format"] == "sprague-law/1"


def test_a_certificate_of_a_period_is_one_that_the_checker_accepts() -> None:
    found = sg.rule(takes_by_iter).period()
    assert found.status == "proved"
    with pytest.raises(UnsolvedError, match="iter"):
        found.certificate()


def test_a_period_that_no_law_confirms_stays_observed() -> None:
    from sprague.discovery.laws.law import Law
    from sprague.discovery.laws.period import confirmed
    from sprague.takebreak.statement import Period

    law = engine_law(takes)
    assert isinstance(law, Law)
    values = [0, 1, 0, 1, 2, 3, 2]
    assert confirmed(law, Period("takes", None, 0, 7, 0, 4 * values)).status == "proved"
    other = Period("takes", None, 0, 9, 0, [0, 1, 0, 1, 2, 3, 2, 0, 1])  # of too few values
    assert confirmed(law, other).status == "observed"


def halves(n):
    return [(k, n - k) for k in range(1, n)]


def test_a_law_of_values_in_a_system_without_nim_sums_is_not_proved() -> None:
    from sprague.discovery.laws.law import Law
    from sprague.discovery.reading.rule import read_rule

    in_use = system("3")
    law = Law(1, "relation", in_use, {0: automaton(parse("w = x"), in_use)})
    assert not law.decided(read_rule(halves, 1, False, "3")).proved


def engine_law(rule):
    from sprague.workbench.registry import engine as engine_of

    return engine_of(sg.rule(rule))._looked_for()


def two_or_more(h: tuple[int, ...]):
    if len(h) == 2:
        a, b = h
        return [(k, b) for k in range(a)] + [(a, k) for k in range(b)]
    return [(h[0] - 1, *h[1:])] if h[0] else []


def test_the_law_of_two_heaps_says_nothing_about_three() -> None:
    game = sg.rule(two_or_more, name="two-or-more")
    assert game(5000, 7000).solve(value=True).value == 5000 ^ 7000
    answer = game(5001, 7000, 3).solve(value=True)
    assert (answer.value, answer.evidence.kind) == (1, "computed")


class TakesOneThenTwo(sg.HeapGame):
    """Take one; from 60 on, one or two."""

    @staticmethod
    def function(n):
        return [n - 1] if n else []

    def options(self, n):
        return self.function(n) + ([n - 2] if n > 60 else [])


@sg.compiled
def takes_one_or_two(n, out):
    count = 0
    for k in (1, 2):
        if k <= n:
            out[count] = n - k
            count += 1
    return count


def test_a_function_beside_the_rule_is_no_rule() -> None:
    for game in (TakesOneThenTwo(), takes_one_or_two):
        report = sg.discover(game)
        assert not report.laws and report.unread is None
        assert not report.refuted
