"""Rules by a formula in the notation: read back, played, and compared with the plain definition."""

from __future__ import annotations

import pytest

import sprague as sg
from sprague.model import naive

ONE_OR_BOTH = (
    'formula{"x,y -> u,v where (u = x and v < y) or (v = y and u < x) or (u + 1 = x and v + 1 = y)"}'
)


def test_a_written_formula_is_played() -> None:
    """The moves are those of the formula, counted out here by hand, and the values those of the definition."""
    position = sg.parse(f"{ONE_OR_BOTH} 3,4")
    assert sg.parse(position.text) == position
    left = {each.to.components[0].state for each in position.moves()}
    assert left == {(3, v) for v in range(4)} | {(u, 4) for u in range(3)} | {(2, 3)}
    assert position.value == naive.value(position.components[0], {})


def test_a_written_formula_is_proved() -> None:
    """The theorem answers for heaps that no table holds."""
    report = sg.discover(ONE_OR_BOTH)
    assert report.status == "proved" and report.table[:3] == [(0, 0), (1, 2), (3, 3)]
    far = sg.parse(f"{ONE_OR_BOTH} {10**9},{10**9 + 7}")
    assert far.outcome == "N" and far.winning_moves.first(1)[0].to.outcome == "P"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('formula{"x,y -> u,v where u > x"} 1,2', "no end"),
        ("formula{x} 1,2", "a formula such as"),
        ("formula 1,2", "a formula such as"),
        ('formula{"x,y -> u,v where"} 1,2', "a rule such as"),
    ],
)
def test_a_bad_formula_is_refused(text: str, said: str) -> None:
    with pytest.raises(sg.SpragueError, match=said):
        sg.parse(text)


NIM = "(u = x and v < y) or (v = y and u < x)"
WYTHOFF = f"{NIM} or (u < x and x + v = y + u)"


@pytest.mark.parametrize(
    ("ends", "over"),
    [
        ("x = 0 or y = 0", lambda x, y: not x or not y),
        ("x <= y + 1 and y <= x + 1", lambda x, y: abs(x - y) < 2),
        ("x + y <= 3", lambda x, y: x + y <= 3),
        ("exists k: x + y = 3k + 1", lambda x, y: (x + y) % 3 == 1),
    ],
)
@pytest.mark.parametrize(("moves", "both"), [(NIM, False), (WYTHOFF, True)])
def test_a_game_may_end_where_the_formula_says(ends, over, moves, both) -> None:
    """Terminal positions: what is proved of them is what the definition gives."""
    report = sg.discover(f"x,y -> u,v where not ({ends}) and ({moves})", limit_states=60)
    lost: set[tuple[int, int]] = set()
    for x in range(25):
        for y in range(25):
            left = {(u, y) for u in range(x)} | {(x, v) for v in range(y)}
            if both:
                left |= {(x - k, y - k) for k in range(1, min(x, y) + 1)}
            if over(x, y) or not left & lost:
                lost.add((x, y))
    assert report.status == "proved"
    proved = report.theorem.p_set
    assert {(x, y) for x in range(25) for y in range(25) if (x, y) in proved} == lost
