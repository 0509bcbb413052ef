"""Laws of the values of rules by vectors: found, proved, certified, near the diagonal in words, used at any size."""

# mypy: allow-untyped-defs, allow-untyped-calls

from __future__ import annotations

import inspect
import itertools
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import sprague as sg
from sprague.discovery.laws.diagonals import _holds, near_diagonal
from sprague.discovery.laws.listing import positions_from
from sprague.discovery.laws.of_game import far_laws
from sprague.discovery.laws.written import function_of, game_of
from sprague.discovery.patterns import Repeats
from sprague.discovery.reading.source import source_of
from sprague.games.vectors.rules import from_head
from sprague.proofs.check import check
from sprague.workbench.registry import engine

BIG = 10**18

#: Rules with a law of the values: bounded, and growing.
RULES = [
    "vectors{(0,k),(k,0),(1,1)}",
    "vectors{(0,1),(1,0),(k,k)}",
    "vectors{(0,k),(k,0),(2,2)}",
    "vectors{(1,2),(2,1)}",
    "vectors{(0,1),(1,0),(1,2)}",
    "vectors{(0,2k),(1,0)}",
]

ENTRIES = st.sampled_from(["0", "1", "2", "3", "k", "2k"])
FAMILIES = st.lists(st.tuples(ENTRIES, ENTRIES).filter(lambda f: f != ("0", "0")), min_size=1, max_size=4)


def written(families) -> Any:
    return from_head("vectors", "{" + ",".join(f"({','.join(family)})" for family in families) + "}")


def plain_values(text: str, size: int) -> dict[tuple[int, int], int]:
    """The values by mex over the options that the rule's own list of vectors allows."""
    families = [
        tuple(part) for part in (each.split(",") for each in text[9:-2].removeprefix("(").split("),("))
    ]

    def amount(entry: str, k: int) -> int:
        return int(entry) if entry.isdigit() else k * int(entry[:-1] or 1)

    values: dict[tuple[int, int], int] = {}
    for x, y in itertools.product(range(size), repeat=2):
        options = {
            values[x - amount(a, k), y - amount(b, k)]
            for a, b in families
            for k in range(1, size)
            if amount(a, k) <= x and amount(b, k) <= y
        }
        values[x, y] = next(n for n in itertools.count() if n not in options)
    return values


@pytest.mark.chance
@settings(max_examples=60, deadline=None)
@given(FAMILIES, st.tuples(*[st.integers(0, 12)] * 2))
def test_a_rule_is_written_as_it_is(families, heaps) -> None:
    ruleset = written(families)
    assert set(function_of(ruleset)(*heaps)) == set(ruleset.leaves(heaps))


def test_three_heaps_are_written_too() -> None:
    ruleset = from_head("vectors", "{(k,0,2k),(1,1,0)}")
    assert (
        set(function_of(ruleset)(3, 2, 5))
        == {(2, 2, 3), (1, 2, 1), (2, 1, 5)}
        == set(ruleset.leaves((3, 2, 5)))
    )


def test_what_is_written_has_a_source_of_its_own() -> None:
    source = source_of(function_of(from_head("vectors", "{(1,k)}")))
    assert game_of(source) == "vectors{(1,k)}"
    assert game_of(source_of(plain_values)) is None
    assert inspect.getsource(source.function) == source.text + "\n"


@pytest.mark.parametrize("text", RULES)
def test_values_are_those_of_the_definition(text) -> None:
    report = sg.discover(text)
    (law,) = report.laws
    assert law.proved and law.valued
    assert {heaps: law.value(heaps) for heaps in plain_values(text, 40)} == plain_values(text, 40)


@pytest.mark.parametrize("text", RULES)
def test_the_checker_accepts_the_certificate(text) -> None:
    claims = sg.discover(text).law_certificate()
    assert claims["name"] == "vectors"
    assert check(claims)["valid"]


def test_a_certificate_of_values_is_one_of_values() -> None:
    report = sg.discover("vectors{(k,0,0),(0,k,k)}")
    assert [law.valued for law in report.laws] == [False]
    assert report.law_certificate()["kind"] == "outcome"
    with pytest.raises(sg.SpragueError, match="no law of the values of vectors"):
        report.law_certificate(values=True)


@pytest.mark.parametrize("text", RULES)
def test_what_is_said_of_a_diagonal_holds_far_out(text) -> None:
    ruleset = sg.game(text).ruleset
    law = next(iter(far_laws(ruleset, engine).proved))
    sentences = [str(each) for each in near_diagonal(law, False)]
    assert sentences
    values = plain_values(text, 60)
    for sentence in sentences:
        place, rest = sentence.removeprefix("PROVED: g(").split(") begins ")
        shown = [int(each) for each in rest.split(", …")[0].split(", ")]
        first, second = (int(each.partition("+")[2] or 0) for each in place.split(", "))
        words = rest.replace(",", "").split()
        period, start = int(words[words.index("period") + 1]), int(words[words.index("=") + 1])
        saltus = int(words[words.index("saltus") + 1]) if "saltus" in words else 0
        assert shown == [values[n + first, n + second] for n in range(len(shown))]
        for n in (start, start + 1, start + 17, BIG + 3):
            here, further = (law.value((m + first, m + second)) for m in (n, n + period))
            assert further == here + saltus


def test_a_false_claim_about_a_diagonal_is_refuted() -> None:
    (law,) = sg.discover("vectors{(0,1),(1,0),(k,k)}").laws
    assert _holds(law, 0, 0, Repeats(0, 4, 4))
    assert not _holds(law, 0, 0, Repeats(0, 2, 2))
    assert not _holds(law, 0, 0, Repeats(0, 4, 5))
    assert not _holds(law, 0, 0, Repeats(0, 4, 3))
    (bounded,) = sg.discover("vectors{(1,2),(2,1)}").laws
    assert _holds(bounded, 0, 1, Repeats(0, 3, 0))
    assert not _holds(bounded, 0, 1, Repeats(0, 2, 0))


def test_diagonals_without_a_period_are_not_said() -> None:
    """Nim: 1, 3, 1, 7, 1, 3, 1, 15, … beside the diagonal, 0 on it."""
    (law,) = sg.discover("vectors{(0,k),(k,0)}").laws
    assert [str(each) for each in near_diagonal(law, True)][:1] == [
        "PROVED: g(n, n) begins 0, 0, 0, 0, 0, 0, 0, 0, …, and has the period 1 from n = 0 on"
    ]
    assert not any("g(n, n + 1)" in str(each) for each in near_diagonal(law, True))


def test_values_of_any_size() -> None:
    answer = sg.solve(f"vectors{{(0,k),(k,0),(1,1)}} {BIG},{BIG + 5}", value=True)
    assert answer.value == 7
    assert answer.evidence.kind == "theorem"
    assert {str(move) for move in answer.winning_moves}
    for move in answer.winning_moves:
        assert sg.solve(move.to, value=True).value == 0
    total = sg.solve(f"vectors{{(0,k),(k,0),(1,1)}} {BIG},{BIG + 5} + *7")
    assert total.outcome == "P"


def test_small_heaps_are_computed() -> None:
    assert sg.solve("vectors{(0,k),(k,0),(1,1)} 5000,3", value=True).evidence.kind == "computed"


def test_three_heaps_of_any_size() -> None:
    text = "vectors{(0,k,0),(k,0,0),(0,0,k),(1,1,0)}"
    answer = sg.solve(f"{text} {BIG},{BIG},5")
    assert answer.evidence.kind == "theorem"
    assert len(answer.winning_moves) == 3
    assert all(sg.solve(move.to).outcome == "P" for move in answer.winning_moves)


def test_p_positions_from_any_heap_on() -> None:
    assert sg.p_positions("vectors{(0,k),(k,0),(1,1)}", 2, start=BIG) == [(BIG, BIG + 1), (BIG + 2, BIG + 2)]


def test_p_positions_from_a_heap_on_are_ordered_as_tuples() -> None:
    """The rule is not symmetric, so both orders of the heaps are listed: those with the same largest heap by turns."""
    lost = sorted(
        (heaps for heaps, value in plain_values("vectors{(1,0),(5,4)}", 40).items() if value == 0),
        key=lambda heaps: (max(heaps), heaps),
    )
    (law,) = sg.discover("vectors{(1,0),(5,4)}").laws
    listed = itertools.takewhile(lambda heaps: max(heaps) < 40, positions_from(law.losing(), 7))
    assert list(listed) == [heaps for heaps in lost if max(heaps) >= 7]
    found = sg.p_positions("vectors{(1,0),(5,4)}", 1000, start=1002)
    assert found[0][0] < 1002 and found[-1][0] == 1002
    assert found == sorted(found)


@pytest.mark.parametrize("ascending", [False, True])
def test_p_positions_of_three_heaps_are_ordered_as_tuples(ascending) -> None:
    ruleset = sg.game("vectors{(0,k,0),(k,0,0),(0,0,k),(1,1,0)}").ruleset
    losing = next(iter(far_laws(ruleset, engine).proved)).losing()
    wanted = sorted(
        (
            heaps
            for heaps in itertools.product(range(12), repeat=3)
            if max(heaps) >= 5 and heaps in losing and (not ascending or list(heaps) == sorted(heaps))
        ),
        key=lambda heaps: (max(heaps), heaps),
    )
    listed = itertools.takewhile(lambda heaps: max(heaps) < 12, positions_from(losing, 5, ascending))
    assert list(listed) == wanted


def test_without_a_law_the_table_has_its_bound() -> None:
    with pytest.raises(sg.SpragueError, match="where no law of the values is known"):
        sg.solve(f"vectors{{(0,k),(k,0),(k,k)}} {BIG},{BIG}", value=True)


@pytest.mark.parametrize(
    ("over", "condition"),
    [
        (lambda x, y: x + y < 3, "x + y >= 3"),
        (lambda x, y: x == y, "not (x = y)"),
        (lambda x, y: min(x, y) <= 1, "x >= 2 and y >= 2"),
    ],
)
def test_terminal_sets(over, condition) -> None:
    """Wythoff's game that ends early: the positions of a set have no moves."""
    takes = "((u = x and v < y) or (v = y and u < x) or (u < x and v < y and x + v = y + u))"
    report = sg.discover(f"x,y -> u,v where {condition} and {takes}")
    assert report.status == "proved"
    assert check(report.certificate)["valid"]
    lost: set[tuple[int, int]] = set()
    for x, y in itertools.product(range(60), repeat=2):
        options = [(x - k, y) for k in range(1, x + 1)] + [(x, y - k) for k in range(1, y + 1)]
        options += [(x - k, y - k) for k in range(1, min(x, y) + 1)]
        if over(x, y) or lost.isdisjoint(options):
            lost.add((x, y))
    p_set = report.theorem.p_set
    assert {heaps for heaps in itertools.product(range(60), repeat=2) if heaps in p_set} == lost
