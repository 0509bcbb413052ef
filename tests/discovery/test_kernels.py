"""The loops of discovery at small sizes: tables, lines, and where an automaton differs from them."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from sprague.discovery import far as lines
from sprague.discovery.automata import dfa
from sprague.discovery.automata.decide import automaton
from sprague.discovery.automata.dfa import Automaton, either, without
from sprague.discovery.automata.formula import parse
from sprague.discovery.automata.numeration import system
from sprague.discovery.learn import Learner
from sprague.discovery.proving import prove
from sprague.discovery.rule import read_formula, rule_of
from sprague.discovery.table import Table

pytestmark = pytest.mark.kernels


@pytest.fixture(scope="module")
def wythoff() -> Automaton:
    """The P-positions of Wythoff's game, as the definition has them: floor(k phi) and that and k more."""
    theorem = prove(rule_of("wythoff")).theorem
    assert theorem is not None
    pairs = [((k + int((5 * k * k) ** 0.5)) // 2, k) for k in range(40)]
    lost = {pair for a, k in pairs for pair in ((a, a + k), (a + k, a))}
    assert all(((x, y) in theorem.p_set) == ((x, y) in lost) for x, y in product(range(60), repeat=2))
    return theorem.p_set


SEVEN_TIMES = "n,q -> m,r where exists k: 1 <= k <= q and n = m + k and r = 7k"


def test_a_table_in_which_a_heap_grows_says_what_it_cannot_tell() -> None:
    """Take k, at most q; then at most 7 k are taken, which may be more than the table has room for."""
    table = Table(read_formula(SEVEN_TIMES))
    table._by_moves(16)
    lost: dict[tuple[int, int], bool] = {}
    for n, q in product(range(16), range(7 * 16)):
        lost[n, q] = not any(lost[n - k, 7 * k] for k in range(1, min(n, q) + 1))
    cells = np.indices((16, 64)).reshape(2, -1)
    said = table.outcome(*cells)
    assert all(s == 2 or s == lost[n, q] for s, n, q in zip(said, *cells.tolist(), strict=True))
    # Who takes 10 or more leaves 70 or more to be taken, and the table has room for 63.
    assert cells[0][said == 2].min() == 10


def test_the_first_cell_where_a_guess_differs_from_the_table(
    wythoff: Automaton, monkeypatch: pytest.MonkeyPatch
) -> None:
    learner = Learner(wythoff.system, Table(rule_of("wythoff")))
    learner.table.grow(128)
    more = automaton(parse("x = 40 and y = 41"), wythoff.system)
    fewer = automaton(parse("x = 41 and y = 25"), wythoff.system)
    for guess, wrong in (
        (wythoff, None),
        (either(wythoff, more), (40, 41)),
        (without(wythoff, fewer), (41, 25)),
    ):
        monkeypatch.setattr(learner, "automaton", lambda guess=guess: guess)
        found = learner.wrong(128)
        assert (found and found[0]) == wrong


def test_a_cell_that_the_table_cannot_tell_is_no_difference(monkeypatch: pytest.MonkeyPatch) -> None:
    """The lost positions of the game above, by A. Schwenk's theorem (1970): q less than the last term of n."""
    table = Table(read_formula(SEVEN_TIMES))
    table._by_moves(16)
    learner = Learner(system("2"), table)
    right = (
        "x = 0 or (y < x and (x <= 8 or x = 10 or x = 12 or x = 14)) "
        "or (y = 0 and (x = 9 or x = 11 or x = 13 or x = 15))"
    )
    for more, wrong in (
        ("x = 16", None),
        ("x = 14 and 14 <= y", None),
        ("x = 11 and y = 5", (11, 5)),
        ("x = 7 and y = 63", (7, 63)),
    ):
        guess = automaton(parse(f"{right} or ({more})"), system("2"))
        monkeypatch.setattr(learner, "automaton", lambda guess=guess: guess)
        found = learner.wrong(16)
        assert (found and found[0]) == wrong


@pytest.fixture
def near(monkeypatch: pytest.MonkeyPatch) -> None:
    """A table of 256 rows shows the lines, which are followed from row 128 on."""
    monkeypatch.setattr(lines, "SHOWN", 256)
    monkeypatch.setattr(lines, "_KNOWN", 128)


#: One line and several, beside a strip or not; vectors that are taken once.
ALONG_LINES = (
    "wythoff",
    "vectors{(0,k),(k,0),(k,k),(2,3),(3,2)}",
    "vectors{(0,3k),(3k,0),(k,2k),(2k,k)}",
    "vectors{(2k,3k),(3k,2k),(3,3)}",
    "vectors{(0,1),(1,0),(k,2k),(2k,k),(2k,2k)}",
)


@pytest.mark.parametrize("text", ALONG_LINES)
def test_along_the_lines_all_is_as_the_table_says(text: str, near: None) -> None:
    rule = rule_of(text)
    found = lines.far(rule, Table(rule).square(256), 512)
    assert found is not None
    xs, ys = np.indices((512, 512)).reshape(2, -1)
    beyond = np.maximum(xs, ys) >= 128
    whole = Table(rule).square(512).ravel()
    assert (found.outcome(xs[beyond], ys[beyond]) == whole[beyond]).all()


def test_the_first_cell_where_a_guess_differs_from_the_lines(wythoff: Automaton, near: None) -> None:
    rule = rule_of("wythoff")
    found = lines.far(rule, Table(rule).square(256), 512)
    assert found is not None
    more = automaton(parse("x = 400 and y = 410"), wythoff.system)
    fewer = automaton(parse("x = 424 and y = 262"), wythoff.system)
    assert found.mismatch(wythoff, 512) is None
    for guess, wrong in ((either(wythoff, more), (400, 410)), (without(wythoff, fewer), (424, 262))):
        differs = found.mismatch(guess, 512)
        assert differs is not None and differs[0] == wrong
        assert found.mismatch(guess, 256) is None


def test_room_that_is_too_small_is_made_larger(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "(exists k: x = 5k + 2) or (x < y and exists z: y = 3z)"
    monkeypatch.setattr(dfa, "_ROOM", 2)
    found = automaton(parse(text), system("zeckendorf"))
    for x, y in product(range(24), repeat=2):
        assert ((x, y) in found) == (x % 5 == 2 or (x < y and y % 3 == 0)), (x, y)
