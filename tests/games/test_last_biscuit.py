"""Document 000, "Got a Strategy for Last Biscuit?": what it states of Wythoff's game."""

from itertools import pairwise

import sprague as sg
from sprague.games.wythoff.pairs import is_pair, lower

#: "You can beat your opponent if you leave the following number of biscuits."
PAIRS = [
    (1, 2), (3, 5), (4, 7), (6, 10), (8, 13), (9, 15), (11, 18), (12, 20), (14, 23), (16, 26), (17, 28), (19, 31),
    (21, 34), (22, 36), (24, 39), (25, 41), (27, 44), (29, 47), (30, 49), (32, 52), (33, 54), (35, 57), (37, 60),
    (38, 62), (40, 65), (42, 68), (43, 70), (45, 73), (46, 75), (48, 78), (50, 81),
]  # fmt: skip


def test_the_listed_pairs():
    assert sg.p_positions("wythoff", 31) == PAIRS
    assert sg.p_positions("last-biscuit", 31) == PAIRS
    zeros = [(a, b) for b in range(1, 82) for a in range(b + 1) if sg.wythoff(a, b).outcome == "P"]
    assert zeros == PAIRS


def test_the_formula_against_the_induction():
    """A_(n+1) is the smallest positive integer in no pair yet, B_(n+1) = A_(n+1) + 1 + (B_n - A_n)."""
    used, a, b = {0}, 0, 0
    for n in range(10_001):
        assert (lower(n), lower(n) + n) == (a, b)
        used |= {a, b}
        difference = b - a
        while a in used:
            a += 1
        b = a + difference + 1


def test_the_winning_move_from_500_1000():
    answer = sg.solve("wythoff 500,1000")
    assert answer.outcome == "N"
    [move] = answer.winning_moves
    assert move.to.text == "wythoff 500,309"
    assert str(move.sentence) == "take 691 from the second jar"


def test_the_pairs_stand_in_fibonacci_rows():
    """Every pair is the terms 1 and 2, 3 and 4, … of a row with the Fibonacci rule; (2, 3) of 1, 2, 3, 5 is not."""
    assert not is_pair(2, 3)
    remaining = set(PAIRS)
    for first, second in PAIRS:
        if (first, second) not in remaining:
            continue
        while second <= 81:
            assert is_pair(first, second)
            assert not is_pair(second, first + second)
            remaining.discard((first, second))
            first, second = first + second, first + 2 * second
    assert not remaining


def test_a_row_of_the_wythoff_array():
    row = [4, 7, 11, 18, 29, 47, 76, 123]
    assert [is_pair(a, b) for a, b in pairwise(row)] == [True, False] * 3 + [True]
