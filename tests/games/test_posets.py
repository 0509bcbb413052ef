"""Games on orders, against plain definitions on sets of elements, and values by others."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from itertools import chain, combinations, product
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from plain_games import Plain

import sprague as sg
from sprague.numbers.sums import mex
from sprague.workbench.registry import engine, make_engine

#: A state: all elements that are left.
Left = frozenset[Any]


def taking(below: Callable[[Any, Any], bool]) -> Callable[[Left], Iterator[Left]]:
    def moves(left: Left) -> Iterator[Left]:
        for a in left:
            yield frozenset(b for b in left if not below(a, b))

    return moves


def divides(a: int, b: int) -> bool:
    return b % a == 0


def inside(a: str, b: str) -> bool:
    return set(a) <= set(b)


def nearer(a: str, b: str) -> bool:
    return all(x <= y for x, y in zip(a, b, strict=True))


def family(name: str, size: str, elements: list[Any], below: Callable[[Any, Any], bool]) -> Plain:
    """Positions of one order: what is left after some elements are taken. They are written by what is missing."""

    def text(left: Left) -> str:
        gone = [str(a) for a in elements if a not in left]
        return f"{size}:{','.join(gone)}" if gone else size

    def normal(state: Any) -> Left:
        if isinstance(state, frozenset):
            return state
        taken = [
            type(elements[0])("".join(map(str, each)) if isinstance(each, tuple) else each)
            for each in state.taken
        ]
        return frozenset(a for a in elements if not any(below(cut, a) for cut in taken))

    chance = Random(size)
    whole = frozenset(elements)
    cuts = [chance.sample(elements, chance.randint(0, min(3, len(elements)))) for _ in range(60)]
    states = [frozenset(a for a in whole if not any(below(cut, a) for cut in taken)) for taken in cuts]
    return Plain(name, taking(below), states, text, normal)


GAMES = [
    *(
        family("divisors", str(n), [d for d in range(2, n + 1) if n % d == 0], divides)
        for n in (12, 36, 60, 72, 210)
    ),
    *(
        family(
            "subsets", str(n), ["".join(c) for k in range(1, n) for c in combinations("12345"[:n], k)], inside
        )
        for n in (2, 3, 4)
    ),
    *(
        family(
            "chomp-box",
            "x".join(map(str, sides)),
            ["".join(map(str, c)) for c in product(*(range(1, n + 1) for n in sides))][1:],
            nearer,
        )
        for sides in ((1, 2, 4), (2, 2, 2), (2, 2, 3))
    ),
]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: f"{game.name}-{game.text(game.states[0])}")
@settings(max_examples=20)
@given(data=st.data())
def test_positions_agree_with_the_definition(game: Plain, data: st.DataObject) -> None:
    state = data.draw(st.sampled_from([each for each in game.states if each]))
    game.agrees(state, misere=len(state) < 9)
    game.reaches(state, data.draw(st.integers(1, 3)))


@settings(max_examples=60)
@given(st.data())
def test_any_order_agrees_with_the_definition(data: st.DataObject) -> None:
    """An order is a set of pairs that go up in the alphabet, with all that follows from them."""
    names = "abcdefg"[: data.draw(st.integers(1, 7))]
    drawn = data.draw(st.sets(st.sampled_from(list(combinations("abcdefg", 2))), max_size=9))
    pairs = {(a, b) for a, b in drawn if b in names}
    up = {a: {a} for a in names}
    for a in reversed(names):
        up[a].update(chain.from_iterable(up[b] for low, b in pairs if low == a))
    game = Plain(
        "poset",
        taking(lambda a, b: b in up[a]),
        [],
        lambda left: ",".join([*(f"{a}<{b}" for a, b in sorted(pairs)), *names]),
        lambda state: frozenset(state if isinstance(state, frozenset) else state.names),
    )
    game.agrees(frozenset(names), misere=True)


def fallen(size: int, chance: Random) -> list[tuple[int, int]]:
    """Draws the pairs of an order on 0, 1, …, that falls apart into parts or blocks, again and again."""

    def part(first: int, count: int) -> list[tuple[int, int]]:
        if count < 2:
            return []
        cut = chance.randint(1, count - 1)
        pairs = part(first, cut) + part(first + cut, count - cut)
        if chance.random() < 0.5:
            pairs += product(range(first, first + cut), range(first + cut, first + count))
        return pairs

    return part(0, size)


def test_orders_that_fall_apart_are_decided_by_theorem() -> None:
    """Deuber, Thomassé 1996, against the definition on all subsets that are left."""
    chance = Random(1996)
    for _ in range(40):
        size = chance.randint(2, 9)
        pairs = fallen(size, chance)
        up = [{i, *(b for a, b in pairs if a == i)} for i in range(size)]

        @cache
        def value(left: Left, up: list[set[int]] = up) -> int:
            return mex({value(left - up[i]) for i in left})

        position = sg.poset(",".join([*(f"{a}<{b}" for a, b in pairs), *map(str, range(size))]))
        assert position.value == value(frozenset(range(size)))
        assert "Thomassé" in position.solve().evidence.source


def test_large_orders_that_fall_apart() -> None:
    """A stack of 100 pairs: the Grundy set of a pair is {1}, so a lower pair takes away one number, …"""
    pairs = [(f"{side}{i}", f"{other}{i + 1}") for i in range(100) for side, other in product("ab", "ab")]
    position = sg.poset(",".join(f"{a}<{b}" for a, b in pairs))
    taken: set[int] = set()
    for _ in range(101):  # the options of a pair are worth 1, the second number that is missing
        missing = [n for n in range(len(taken) + 2) if n not in taken]
        taken.add(missing[1])
    assert position.value == mex(taken) == 0
    assert sg.poset(",".join(f"a{i}<a{i + 1}" for i in range(400))).value == 401


def test_graphs_with_two_sides_have_the_values_of_khandhawit_and_ye() -> None:
    """The vertices and edges of a bipartite graph, an edge above its ends: 1 if the vertices are odd in number, plus 2
    if the edges are (Khandhawit, Ye, Chomp on graphs and subsets, arXiv 1101.2718)."""
    chance = Random(5)
    for _ in range(12):
        left, right = chance.randint(1, 3), chance.randint(1, 3)
        edges = chance.sample(
            list(product(range(left), range(right))), chance.randint(0, min(5, left * right))
        )
        text = [f"l{a}" for a in range(left)] + [f"r{b}" for b in range(right)]
        text += chain.from_iterable((f"l{a}<e{a}{b}", f"r{b}<e{a}{b}") for a, b in edges)
        assert sg.poset(",".join(text)).value == (left + right) % 2 + len(edges) % 2 * 2


def test_schuhs_game_with_two_primes_is_chomp() -> None:
    for a, b in ((1, 1), (2, 1), (2, 2), (3, 1), (3, 2)):
        position, chomp = sg.divisors(2**a * 3**b), sg.chomp(a + 1, b + 1)
        assert (position.outcome, position.value) == (chomp.outcome, chomp.value)


def test_subset_take_away_is_lost_up_to_five_elements() -> None:
    """Gale and Neyman 1982; up to six by Christensen and Tilford 1997."""
    assert [sg.subsets(n).outcome for n in range(2, 6)] == ["P"] * 4


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("poset a<b,b<a", "above itself"),
        ("poset a<", "pairs such as a<b"),
        ("divisors 0", "from 1 to 1000000"),
        ("divisors 12:5", "elements of the order"),
        ("subsets 7", "1 to 6 elements"),
        ("chomp-box 2x2", "three sides"),
        ("chomp-box 9x9x9", "at most 512 elements"),
    ],
)
def test_what_is_no_position_is_said(text: str, message: str) -> None:
    with pytest.raises(sg.SpragueError, match=message):
        sg.parse(text)


@pytest.mark.parametrize("text", ["poset a<c,b<c,b<d,e", "divisors 36", "subsets 3:12", "chomp-box 2x2x2"])
def test_the_lines_of_a_picture_join_its_points(text: str) -> None:
    (drawing,) = sg.parse(text).drawings()
    points = {(shape.x, shape.y) for shape in drawing.shapes if shape.kind == "circle"}
    lines = [shape for shape in drawing.shapes if shape.kind == "line"]
    assert lines
    assert all({(each.x, each.y), (each.x + each.w, each.y + each.h)} <= points for each in lines)


@pytest.mark.parametrize(
    ("text", "positions"),
    [("subsets 4", 168), ("subsets 5", 7581), ("subsets 6", 7828354), ("chomp-box 4x4x4", 232848)],
)
def test_the_estimate_is_near_the_number_of_positions(text: str, positions: int) -> None:
    """Dedekind's numbers (OEIS A000372) count the positions of sets, and MacMahon's boxes those of cubes."""
    part = sg.parse(text).components[0]
    fresh = make_engine(part.ruleset, engine)  # an engine that has been asked knows many positions
    assert positions / 4 < fresh.effort(part.state).values < 4 * positions
