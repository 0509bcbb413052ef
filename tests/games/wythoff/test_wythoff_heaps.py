"""Fraenkel's game on more heaps, the game of any chosen heaps, and games of vectors, against their definitions."""

import json
from itertools import combinations, product

import pytest
from folders import DATA
from hypothesis import given, settings
from hypothesis import strategies as st

import sprague as sg
from sprague.games.vectors.engine import VectorsEngine
from sprague.games.vectors.rules import Entry, Vectors
from sprague.games.vectors.tables import TableEngine
from sprague.games.wythoff.engine import WythoffHeapsEngine
from sprague.games.wythoff.heaps_table import HeapsTable
from sprague.games.wythoff.rules import Wythoff, WythoffAny
from sprague.model.ruleset import Component
from sprague.numbers.sums import mex
from sprague.words.errors import TooLargeError
from sprague.workbench.registry import engine
from sprague.workbench.registry import engine as engines

OEIS = json.loads((DATA / "wythoff_oeis.json").read_text())["sequences"]


def takings(rule, heaps):
    """Every vector of amounts that may be taken, straight from the words of the rule."""
    found = set()
    for amounts in product(*(range(n + 1) for n in heaps)):
        taken = [k for k in amounts if k]
        total = 0
        for k in amounts:
            total ^= k
        if rule == "fraenkel" and taken and (len(taken) == 1 or total == 0):
            found.add(amounts)
        if rule == "any" and len(set(taken)) == 1:
            found.add(amounts)
        if isinstance(rule, tuple) and any(
            amounts == tuple(m * k + c for m, c in family) for family in rule for k in range(1, 30)
        ):
            found.add(amounts)
    return found


def values(rule, shape):
    known = {}
    vectors = takings(rule, tuple(size - 1 for size in shape))
    for heaps in product(*map(range, shape)):
        left = (tuple(n - k for n, k in zip(heaps, a, strict=True)) for a in vectors)
        known[heaps] = mex({known[option] for option in left if min(option) >= 0})
    return known


entries = st.one_of(
    st.builds(Entry, st.integers(1, 3), st.just(0)), st.builds(Entry, st.just(0), st.integers(0, 2))
)


def families(heaps):
    family = st.tuples(*[entries] * heaps).filter(lambda f: any(m or c for m, c in f))
    return st.lists(family, min_size=1, max_size=4, unique=True).map(tuple)


games = st.one_of(
    st.just(("fraenkel", Wythoff(), 3)),
    st.just(("any", WythoffAny(), 3)),
    st.integers(1, 3).flatmap(lambda n: families(n).map(lambda f: (f, Vectors(f), n))),
)


@given(games, st.data())
@settings(max_examples=100)
def test_the_ruleset_is_the_rule(game, data):
    rule, ruleset, number = game
    heaps = data.draw(st.tuples(*[st.integers(0, 7)] * number))
    wanted = {tuple(n - k for n, k in zip(heaps, a, strict=True)) for a in takings(rule, heaps)}
    options = list(ruleset.leaves(heaps))
    assert len(options) == len(set(options)) == ruleset.option_count(heaps)
    assert set(options) == wanted
    around = product(*(range(n + 2) for n in heaps))
    assert {left for left in around if ruleset.allows(heaps, (Component(ruleset, left),))} == wanted
    [again] = sg.parse(ruleset.term([heaps])).components
    assert again == Component(ruleset, heaps)
    for left in options:
        assert str(ruleset.describe(heaps, (Component(ruleset, left),))).startswith("take ")


@pytest.mark.kernels
@given(games, st.data())
@settings(max_examples=30)
def test_values_and_replies_of_both_engines_agree_with_the_definition(game, data):
    rule, ruleset, number = game
    side = 6
    heaps = data.draw(st.tuples(*[st.integers(0, side - 1)] * number))
    expected = values(rule, (side,) * number)
    small = engine(ruleset)
    table = HeapsTable(ruleset, engines) if isinstance(rule, str) else VectorsEngine(ruleset, engines)
    tabulated = table.table((side,) * number)
    assert {place: tabulated[place] for place in product(range(side), repeat=number)} == expected
    assert small.value(heaps) == expected[heaps]
    assert small.is_zero(heaps) == (expected[heaps] == 0)
    target = data.draw(st.integers(0, 6))
    found = list(small.replies(heaps, target))
    assert {option[0].state for option in found} == {
        left for left in ruleset.leaves(heaps) if expected[left] == target
    }
    assert len(found) == len(set(found))


@pytest.mark.kernels
@pytest.mark.parametrize("shape", [(1, 1, 1), (2, 5, 3), (4, 4, 4), (1, 6, 6)])
def test_tables_of_uneven_shapes(shape):
    ascending = tuple(sorted(shape))
    for rule, ruleset in (("fraenkel", Wythoff()), ("any", WythoffAny())):
        table = HeapsTable(ruleset, engines).table(ascending)
        assert {place: table[place] for place in product(*map(range, ascending))} == values(rule, ascending)
    rule = ((Entry(1, 0), Entry(2, 0), Entry(0, 0)), (Entry(0, 1), Entry(1, 0), Entry(0, 1)))
    table = VectorsEngine(Vectors(rule), engines).table(shape)
    assert {place: table[place] for place in product(*map(range, shape))} == values(rule, shape)


def test_four_heaps():
    ruleset = Wythoff()
    expected = values("fraenkel", (4,) * 4)
    table = HeapsTable(ruleset, engines).table((4,) * 4)
    assert all(table[place] == value for place, value in expected.items())


@pytest.mark.parametrize("ruleset", [Wythoff(), WythoffAny()])
def test_an_empty_heap_plays_no_part(ruleset):
    chosen = WythoffHeapsEngine(ruleset, engines)
    for a, b in [(0, 0), (0, 7), (3, 5), (4, 9), (7, 7)]:
        expected = sg.wythoff(a, b).value
        for heaps in {(a, b, 0), (0, b, a), (a, 0, b)}:
            assert chosen.value(heaps) == expected
            for target in range(8):
                found = [option[0].state for option in chosen.replies(heaps, target)]
                wanted = [left for left in ruleset.leaves(heaps) if chosen.value(left) == target]
                assert sorted(found) == sorted(wanted)
    large = sg.solve(f"{ruleset.head} 0,{10**40},{10**41}")
    assert large.outcome == "N"
    assert all(move.to.outcome == "P" for move in large.winning_moves)
    assert large.winning_moves


def test_the_third_heap_of_the_oeis():
    """A018219: T(a, b) by antidiagonals; T is the only third heap that makes a P-position."""
    ruleset = WythoffAny()
    engine(ruleset).value((30, 30, 30))
    known = OEIS["A018219"]["values"]
    pairs = ((i, n - i) for n in range(20) for i in range(n + 1))
    for (a, b), third in zip(pairs, known, strict=False):
        assert [c for c in range(third + 3) if engine(ruleset).is_zero((a, b, c))] == [third]
    assert len(known) == 88


def test_vectors_can_say_wythoff():
    position = sg.parse("vectors{ (0,k), (k,0), (1k, k) } 5,7")
    assert position.text == "vectors{(0,k),(k,0),(k,k)} 5,7"
    assert position.value == sg.wythoff(5, 7).value
    assert sg.parse("vectors{(0,k),(k,0),(k,k)} 900,1000").value == sg.wythoff(900, 1000).value
    assert sg.p_positions("vectors{(0,k),(k,0),(k,k)}", 6) == sg.p_positions("wythoff", 6)
    assert sg.parse("vectors{(1)} 5 + vectors{(2k)} 7").value == 1 ^ 3


def test_the_order_of_heaps_matters_only_where_the_rule_says():
    assert sg.parse("vectors{(0,k),(k,0)} 1,1").components[0].ruleset.symmetric
    assert not sg.parse("vectors{(0,k),(k,2k)} 1,1").components[0].ruleset.symmetric
    assert (
        sg.parse("vectors{(1,2,0),(2,1,0),(0,1,2),(0,2,1),(1,0,2),(2,0,1)} 1,1,1")
        .components[0]
        .ruleset.symmetric
    )


def test_a_table_grows_with_the_question():
    chosen = VectorsEngine(Vectors(((Entry(1, 0), Entry(0, 0)), (Entry(0, 0), Entry(1, 0)))), engines)
    for heaps in [(3, 2), (7, 20), (40, 1), (13, 13)]:
        assert chosen.value(heaps) == heaps[0] ^ heaps[1]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("vectors 5,7", "families of vectors"),
        ("vectors{} 5,7", "families of vectors"),
        ("vectors{(0,k} 5,7", "families of vectors|closed"),
        ("vectors{(0,x)} 5,7", "a multiple such as 2k"),
        ("vectors{(0,-1)} 5,7", "a multiple such as 2k"),
        ("vectors{(0,k),(k)} 5,7", "expected 2 entries in every vector, as in the first, got 1"),
        ("vectors{(0,0k)} 5,7", "expected every vector to take something"),
        ("vectors{(k,k,k,k,k,k,k)} 1,1,1,1,1,1,1", "at most 6 heaps"),
        ("vectors{(0,k)} 5,7,8", "expected 2 heaps, got 3"),
        ("vectors{(0,0,0,k)} 5,6,7,2000000", "expected heaps of at most 1000000"),
        ("wythoff 1,2,3,4,5,6,7", "expected two heaps such as 500,1000 .or up to 6., got 7"),
        ("wythoff[t=2] 3,5,7", "expected two heaps such as 500,1000, got 3"),
        ("wythoff[any]", "heap sizes"),
    ],
)
def test_bad_positions_are_refused(text, words):
    with pytest.raises(sg.SpragueError, match=words):
        sg.parse(text)


def test_two_large_heaps_of_vectors_need_a_theorem():
    """Their positions may be written; who wins is known where it was proved."""
    with pytest.raises(
        sg.SpragueError,
        match="expected heaps of at most 1000000 where no law of the values is known, got 2000000",
    ):
        _ = sg.parse("vectors{(0,k),(k,0),(k,k),(k,2k),(2k,k)} 5,2000000").outcome
    assert sg.parse(f"vectors{{(k,0),(0,k)}} {10**30},{10**30}").outcome == "P"


def test_what_does_not_fit_says_what_it_needs():
    with pytest.raises(sg.SpragueError, match=r"needs 38\.\d TiB; only .* is available"):
        _ = sg.parse("wythoff 3000,50000,70000").outcome
    with pytest.raises(sg.SpragueError, match=r"needs 3\.\d MiB; only 1\.0 MiB is available"):
        sg.parse("vectors{(0,k),(k,0)} 1000,1000").solve(value=True, memory="1MB")


def test_a_cheap_answer_gives_the_value_and_a_dear_one_only_the_outcome():
    assert sg.solve("wythoff 3,5,7").value is not None
    dear = sg.solve("wythoff[any] 30,40,50")
    assert dear.outcome == ("N" if dear.position.value else "P")
    assert isinstance(engine(dear.position.components[0].ruleset)._table, TableEngine)
    moves = set(map(str, (move.to for move in dear.winning_moves)))
    assert moves == {str(option) for option in dear.position.options() if option.value == 0}


def test_the_count_of_moves_of_large_heaps_is_exact_without_listing():
    assert sg.parse(f"wythoff {10**30},{10**30},{10**30}").moves().total > 10**59
    for heaps in combinations(range(8), 3):
        assert Wythoff().option_count(heaps) == len(set(takings("fraenkel", heaps)))


@pytest.mark.parametrize(
    "text", ["wythoff[any] 2,3,1e5000", "wythoff 2,3,1e300", "wythoff[any] 2,4,6,1e5000,5"]
)
def test_heaps_beyond_any_float_are_refused_or_answered(text):
    with pytest.raises(TooLargeError):
        sg.parse(text).solve(value=True)
