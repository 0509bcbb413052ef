"""P-positions far out along lines, and what is proved from them."""

import json
import lzma

import numpy as np
import pytest
from damage import Here

from sprague.discovery import atlas, proving
from sprague.discovery.automata.decide import automaton
from sprague.discovery.automata.dfa import either, without
from sprague.discovery.automata.formula import parse
from sprague.discovery.automata.numeration import system
from sprague.discovery.certificate import certificate
from sprague.discovery.far import Far
from sprague.discovery.proving import prove, prove_along_lines
from sprague.discovery.rule import rule_of
from sprague.discovery.table import Table
from sprague.proofs.check import check
from sprague.system.ask import Ask, asking

#: One line and several, dense and sparse, beside a strip or not; vectors that are taken once.
ALONG_LINES = (
    "wythoff",
    "vectors{(0,k),(k,0),(k,k),(2,3),(3,2)}",
    "vectors{(0,3k),(3k,0),(k,2k),(2k,k)}",
    "vectors{(0,1),(1,0),(k,2k),(2k,k),(2k,2k)}",
    "vectors{(2k,3k),(3k,2k),(3,3)}",
)


def followed(rule: str, size: int) -> Far | None:
    table = Table(rule_of(rule))
    table.follow(size)
    return table.far


@pytest.mark.parametrize("rule", ALONG_LINES)
def test_far_out_is_what_the_whole_table_says(rule):
    table = Table(rule_of(rule))
    found = followed(rule, 1 << 14)
    whole = table.square(1 << 14)
    for x in (8192, 9000, 12345, 16383):
        ys = np.arange(1 << 14)
        assert (found.outcome(np.full(len(ys), x), ys) == whole[x]).all()
        assert (found.outcome(ys, np.full(len(ys), x)) == whole[:, x]).all()


def test_far_beyond_every_table_wythoff_is_the_golden_ratio():
    found = followed("wythoff", 1 << 20)
    n = np.arange(10_000, 400_000, 997)
    a = np.array([(int(k) + int((5 * int(k) * int(k)) ** 0.5)) // 2 for k in n])
    assert found.outcome(a, a + n).all() and found.outcome(a + n, a).all()
    for step in ((0, 1), (1, 0), (1, 1), (-1, 0)):
        assert not found.outcome(a + step[0], a + n + step[1]).any()


@pytest.mark.parametrize("rule", ["vectors{(1,1)}", "wythoff[t=2]", "vectors{(k,0),(0,k),(k,2k)}"])
def test_no_lines_are_followed(rule):
    assert followed(rule, 1 << 14) is None


def test_one_cell_that_is_wrong_is_found():
    lines = followed("wythoff", 1 << 17)
    p_set = prove(rule_of("wythoff")).theorem.p_set
    assert lines.mismatch(p_set, 1 << 17) is None
    more = automaton(parse("x = 70000 and y = 70001"), p_set.system)
    assert lines.mismatch(either(p_set, more), 1 << 17)[0] == (70000, 70001)
    fewer = automaton(parse("x = 61802 and y = 99998"), p_set.system)
    assert (61802, 99998) in p_set
    assert lines.mismatch(without(p_set, fewer), 1 << 17)[0] == (61802, 99998)
    assert lines.mismatch(without(p_set, fewer), 1 << 16) is None


@pytest.mark.parametrize(
    ("rule", "name"),
    [
        ("vectors{(k,2k),(2k,k),(2k,2k),(3,3)}", "ostrowski(3)"),
        ("vectors{(2,2),(2k,3k),(3k,2k),(3,3)}", "12"),
    ],
)
def test_a_rule_beyond_the_table_is_proved_along_its_lines(rule, name):
    theorem = prove_along_lines(rule_of(rule), 200).theorem
    assert theorem.p_set.system is system(name)
    found = np.array([[(x, y) in theorem.p_set for y in range(64)] for x in range(64)])
    assert (found == Table(rule_of(rule)).square(64)).all()


@pytest.mark.deep
def test_the_checker_accepts_what_is_proved_along_lines():
    theorem = prove_along_lines(rule_of("vectors{(k,2k),(2k,k),(2k,2k),(3,3)}"), 200).theorem
    assert check(certificate(theorem), seconds=None)["valid"]


@pytest.mark.parametrize(
    ("limit", "enough", "sizes"),
    [
        (200, 1 << 30, [1 << 20]),
        (1000, 1 << 30, [1 << 20, 1 << 24, 1 << 26]),
        (1000, 1 << 24, [1 << 20, 1 << 24]),
        (1000, 1 << 20, [1 << 20]),
    ],
)
def test_for_larger_automata_lines_are_followed_farther_until_one_is_proved(
    limit, enough, sizes, monkeypatch
):
    followed: list[int] = []
    monkeypatch.setattr(
        proving, "_along", lambda search, size, *_: (followed.append(size), size >= enough)[1]
    )
    prove_along_lines(rule_of("wythoff"), limit)
    assert followed == sizes


def row(rule: str) -> dict[str, object]:
    """A row of an atlas, as far as it is looked at."""
    return dict.fromkeys(atlas._FIELDS) | {"rule": rule, "status": "proved"}


def test_what_was_not_proved_is_tried_again_with_a_larger_limit(tmp_path, monkeypatch):
    def entry(rule, seconds, limit, again):
        asked.append((rule, limit, again))
        proved = limit > 200 and rule == "vectors{(0,k),(k,0)}"
        return row(rule) | {"status": "proved" if proved else "none", "limit": limit}

    asked: list[tuple[str, int, bool]] = []
    monkeypatch.setattr(atlas, "entry", entry)
    path = tmp_path / "atlas.jsonl"
    for limit in (200, 200, 300, 300, 400):
        atlas.build(path, Here(), most=1, largest=1, limit=limit)
    assert [each[1:] for each in asked] == [(200, False)] * 4 + [(300, True)] * 4 + [(400, True)] * 3
    atlas.ship(path, tmp_path / "shipped.xz")
    with lzma.open(tmp_path / "shipped.xz") as file:
        shipped = [json.loads(line) for line in file]
    assert sorted(row["limit"] for row in shipped) == [300, 400, 400, 400]


def test_a_sample_is_the_same_for_the_same_seed_and_goes_on(tmp_path, monkeypatch):
    monkeypatch.setattr(atlas, "entry", lambda rule, *_: asked.append(rule) or row(rule))
    asked: list[str] = []
    sets = []
    for path, seed in (("a", 1), ("b", 1), ("c", 2), ("a", 1)):
        asked.clear()
        assert len(atlas.build(tmp_path / path, Here(), most=2, sample=20, seed=seed).rows) == 20
        sets.append(list(asked))
    assert sets[0] == sets[1] and len(set(sets[0])) == 20 and set(sets[2]) != set(sets[0])
    assert sets[3] == []
    asked.clear()
    assert len(atlas.build(tmp_path / "a", Here(), most=2, sample=30, seed=1).rows) == 30
    assert len(asked) <= 30 and not set(asked) & set(sets[0])
    assert len(atlas.build(tmp_path / "d", Here(), most=1, largest=1, sample=99).rows) == 4


def test_lines_are_followed_as_far_as_the_memory_holds():
    with asking(Ask(memory="64MB")):
        assert followed("wythoff", 1 << 24).size == 1 << 20
    assert followed("wythoff", 1 << 16).size == 1 << 16


@pytest.mark.deep
@pytest.mark.parametrize(
    ("rule", "name", "states"),
    [
        ("vectors{(0,2),(2,0),(k,3k),(3k,k),(2k,2k)}", "3", 290),
        ("vectors{(k,2k),(2k,k),(2k,2k),(3k,3k)}", "ostrowski(3)", 316),
    ],
)
def test_words_that_no_near_table_can_answer_for_are_learned(rule, name, states):
    """With lines to a million only, the learner takes cells beyond for N, and its automata grow and grow."""
    theorem = prove_along_lines(rule_of(rule), 1000).theorem
    assert (theorem.p_set.system.name, theorem.p_set.states) == (name, states)
