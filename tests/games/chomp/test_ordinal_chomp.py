"""Ordinal Chomp against the definition of a lost bar, against tables of finite Chomp, and against the paper."""

from __future__ import annotations

from itertools import islice, product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import sprague as sg
from sprague.games.chomp.far_rows import FarRows
from sprague.games.chomp.ordinal import ORDINAL_CHOMP, bitten, place
from sprague.games.chomp.tables import table
from sprague.numbers.ordinals import OMEGA, Ordinal, below, finite, parse
from sprague.workbench.registry import engine

#: w·i + n as pairs, which Python compares as the ordinals compare.
Pair = tuple[int, int]


def ordinal(i: int, n: int) -> Ordinal:
    return Ordinal((*(OMEGA.terms if i == 1 else ((finite(1), i),)),)).plus(n) if i else finite(n)


def bar(rows: tuple[Pair, ...]) -> tuple[Ordinal, ...]:
    return tuple(ordinal(*row) for row in rows)


def lost(rows: tuple[Pair, ...]) -> bool:
    return engine(ORDINAL_CHOMP).is_zero(bar(rows))


def bites(rows: tuple[Pair, ...], tails: int) -> set[tuple[Pair, ...]]:
    """The bars that a bite leaves, as far as all lengths have a finite part below ``tails``."""
    found = set()
    for row, (i, n) in enumerate(rows):
        for length in product(range(i + 1), range(tails)):
            if length < (i, n) and (row or length > (0, 0)):
                left = rows[:row] + tuple(min(long, length) for long in rows[row:])
                found.add(tuple(long for long in left if long > (0, 0)))
    return found


@given(st.integers(0, 10**9))
def test_lost_bars_are_those_from_which_no_bite_leads_to_a_lost_bar(seed):
    dice = Random(seed)
    rest = sorted((dice.randint(1, 3) for _ in range(dice.randint(0, 2))), reverse=True)
    pairs = sorted(((dice.randint(0, 4), dice.randint(0, 5)) for _ in range(2)), reverse=True)
    rows = (*pairs, *((0, n) for n in rest if (0, n) <= pairs[1]))
    rows = tuple(row for row in rows if row > (0, 0))
    if not rows:
        return
    reached = {left for left in bites(rows, 14) if lost(left)}
    found = {left[0].state for left in engine(ORDINAL_CHOMP).replies(bar(rows), 0)}
    assert found == {bar(left) for left in reached}
    assert lost(rows) is not bool(reached)


@pytest.mark.parametrize("rest", [(), (1,), (2,), (3,), (4, 2), (2, 2, 1), (6,)])
def test_two_finite_rows_above_others_are_those_of_the_tables(rest):
    far, most = FarRows(rest), 24
    won = table((2 * most, most, *rest), False, "")
    for second in range(max(rest[:1], default=0) or 1, most):
        excess = far.excess(0, second, rest)
        known = [first for first in range(second, 2 * most) if not won.of((first, second, *rest)) and first]
        assert known == ([] if excess is None else [second + excess])


def test_what_the_paper_says():
    """Huddleston and Shurman, Transfinite Chomp (2002), abstract, and Shurman's talk of 2000: two rows of length h are
    lost for h = w alone, three for h = w^w alone."""
    lengths = ["2", "7", "w", "w+1", "w*2", "w^2", "w^w", "w^w+1", "w^(w+1)"]
    two = {h for h in lengths if sg.parse(f"ordinal-chomp 2x({h})").outcome == "P"}
    three = {h for h in lengths if sg.parse(f"ordinal-chomp 3x({h})").outcome == "P"}
    assert (two, three) == ({"w"}, {"w^w"})


def test_moves_that_are_named_lead_to_lost_bars():
    for text in ("3xw", "3xw*2", "4xw", "3xw^w*2", "w^2,w^2,5", "w^3,w*2,4,4", "w,w,w,1,1"):
        moves = sg.parse(f"ordinal-chomp {text}").winning_moves.first(5)
        assert moves and {move.to.outcome for move in moves} == {"P"}, text


def test_bars_whose_winner_is_not_known():
    for text in ("w^2,w^2,w", "(w*2),w,w,w"):
        position = sg.parse(f"ordinal-chomp {text}")
        try:
            assert position.outcome == "N" and position.winning_moves[0].to.outcome == "P"
        except sg.SpragueError as error:
            assert "is not known" in str(error)
    with pytest.raises(sg.SpragueError, match="infinite ordinals"):
        _ = sg.parse("ordinal-chomp w").value
    assert sg.parse("ordinal-chomp 2xw + *3").value == 3


def test_finite_bars_are_chomp():
    for rows in ("3x4", "4,4,2", "5,3,2", "1"):
        one, other = sg.parse(f"ordinal-chomp {rows}"), sg.parse(f"chomp {rows}")
        assert (one.value, one.outcome, one.moves().total) == (
            other.value,
            other.outcome,
            other.moves().total,
        )
        assert len(list(one.moves())) == one.moves().total
        assert [str(move.to).split()[-1] for move in one.winning_moves] == [
            str(move.to).split()[-1] for move in other.winning_moves
        ]


def test_every_bite_is_a_move_and_is_named_once():
    state = tuple(map(parse, ("w+2", "w", "2")))
    options = list(islice(ORDINAL_CHOMP.successors(state), 300))
    assert len(set(options)) == 300 and ORDINAL_CHOMP.option_count(state) is None
    for option in options:
        row, length = place(state, option[0].state)
        assert ORDINAL_CHOMP.allows(state, option) and bitten(state, row, length) == option[0].state
    assert not ORDINAL_CHOMP.allows(state, ORDINAL_CHOMP.pieces(state))


def test_the_picture_marks_what_a_bite_takes():
    position = sg.parse("ordinal-chomp (w+2),w,2")
    names = {shape.name for shape in position.components[0].ruleset.draw(position.components[0].state).shapes}
    for move in position.moves().first(60):
        marks = set(ORDINAL_CHOMP.marks(position.components[0].state, move.option))
        assert marks and marks <= names, move


ORDINALS = st.lists(
    st.tuples(st.sampled_from(["3", "2", "w", "w+1", "1", "0"]), st.integers(1, 5)), max_size=4
)


@given(ORDINALS, ORDINALS)
def test_ordinals_are_read_as_written_and_compare_by_their_largest_powers(one, other):
    order = {"0": 0, "1": 1, "2": 2, "3": 3, "w": 10, "w+1": 11}

    def made(terms):
        counts = dict(sorted(terms, key=lambda term: -order[term[0]]))
        text = "+".join(str(n) if power == "0" else f"w^({power})*{n}" for power, n in counts.items())
        return [(order[power], n) for power, n in counts.items()], parse(text or "0")

    (first, one_read), (second, other_read) = made(one), made(other)
    assert parse(str(one_read)) == one_read
    assert (one_read < other_read) == (first < second)


def test_each_ordinal_is_listed_once_by_its_norm():
    listed = [one for norm in range(7) for one in below(parse("w^w^w"), norm)]
    assert len(set(listed)) == len(listed)
    assert {parse(text) for text in ("0", "5", "w", "w*2+1", "w^2+w", "w^w", "w^(w+1)")} <= set(listed)


@pytest.mark.parametrize(
    "text",
    ["", "w+1", "1+w", "w^" * 20 + "w", "wxw", "2x", "w,w*2", "w^", "w*", "(w", "v", "2w", "1001xw", "w,-1"],
)
def test_errors(text):
    with pytest.raises(sg.SpragueError, match="expected"):
        sg.parse(f"ordinal-chomp {text}")
