"""The atlas that comes with Sprague: its certificates are those that were checked, and the checker accepts them."""

import itertools
import random

import pytest

import sprague as sg
from sprague.discovery import atlas, items
from sprague.discovery.known import automaton_of
from sprague.discovery.rule import Rule, rule_of
from sprague.discovery.table import Table
from sprague.discovery.winning import winning_moves
from sprague.proofs.check import check
from sprague.words.errors import FileError

LARGER = tuple(row for row in atlas.shipped(4, 4) if max(atlas._size(row["rule"])) > 3)

CERTIFICATES = [row["certificate"] for row in atlas.shipped() if row.get("certificate")]


def test_every_rule_is_there_once():
    rules = [row["rule"] for row in atlas.shipped()]
    assert len(rules) == len(set(map(atlas._key, rules))) == 722


def test_every_larger_rule_is_there_once():
    rules = {atlas._key(items.head(chosen)) for chosen in items.rules(4, 4)}
    assert len(LARGER) == 14_842 - 722
    assert {atlas._key(row["rule"]) for row in atlas.shipped(4, 4)} == rules
    assert sum(row["status"] == "proved" for row in LARGER) == 5851
    assert {row["status"] for row in LARGER} == {"proved", "none"}


def test_larger_rules_are_chosen_by_their_size():
    assert len(atlas.shipped(3, 4)) == sum(1 for _ in items.rules(3, 4))
    assert len(atlas.shipped(4, 2)) == sum(1 for _ in items.rules(4, 2))


def test_p_positions_of_larger_rules_are_those_of_the_definition():
    """Of rules drawn from all that are proved, and of the largest automata."""
    proved = sorted((row for row in LARGER if row["status"] == "proved"), key=lambda row: row["states"])
    for row in (*random.Random(14).sample(proved, 30), *proved[-3:]):
        p_set = automaton_of(row["certificate"])
        table = Table(rule_of(row["rule"])).square(64)
        assert all(((x, y) in p_set) == table[x, y] for x in range(64) for y in range(64)), row["rule"]


def test_the_checker_accepts_larger_rules():
    few = [row["certificate"] for row in LARGER if row["status"] == "proved" and row["states"] < 25]
    for certificate in random.Random(15).sample(few, 12):
        assert check(certificate)["valid"], certificate["rule"]


def test_what_may_be_added_is_no_difference_of_p_positions():
    rows = [row for row in atlas.query("addable > 0") if row["states"] < 30]
    for row in random.Random(9).sample(rows, 8):
        table = Table(rule_of(row["rule"])).square(256)
        for a, b in row["first"]:
            assert not (table[a:, b:] & table[: 256 - a, : 256 - b]).any(), (row["rule"], a, b)


def test_without_a_redundant_vector_the_p_positions_stay():
    rows = [row for row in atlas.query("redundant > 0") if any("k" not in each for each in row["redundant"])]
    for row in random.Random(4).sample(rows, 8):
        once = next(each for each in row["redundant"] if "k" not in each)
        rule = rule_of(row["rule"])
        rest = tuple(family for family in rule.families if str(family) != once)
        assert len(rest) == len(rule.families) - 1
        assert (Table(rule).square(192) == Table(Rule("rest", rest)).square(192)).all(), (row["rule"], once)


def test_all_winning_moves_of_any_proved_rule_at_any_size():
    """Also of the largest automata, at once: near the corner every move is tried, far out those that are found."""
    proved = sorted(atlas.query("status = proved"), key=lambda row: row["states"])
    dice = random.Random(7)
    for row in (*dice.sample(proved, 20), *proved[-6:]):
        rule, p_set = rule_of(row["rule"]), automaton_of(row["certificate"])
        taken = {
            (a * k + c, b * k + d) for a, c, b, d in rule.families for k in range(1, 90 if a or b else 2)
        }
        for x, y in ((88, 89), (dice.randrange(90), dice.randrange(90)), (77, 0)):
            left = {(x - a, y - b) for a, b in taken if a <= x and b <= y}
            found = list(winning_moves(rule, p_set, (x, y)))
            assert sorted(found) == sorted(each for each in left if each in p_set), (row["rule"], x, y)
        x, y = dice.randrange(10**40), dice.randrange(10**40)
        for u, v in itertools.islice(winning_moves(rule, p_set, (x, y)), 20):
            assert (u, v) in p_set and any(_is_move(x - u, y - v, *family) for family in rule.families)


def _is_move(dx, dy, a, c, b, d):
    """Whether (dx, dy) is (a, b) times some k >= 1, and (c, d)."""
    dx, dy = dx - c, dy - d
    if not (a or b):
        return dx == dy == 0
    k = dx // a if a else dy // b
    return k >= 1 and (dx, dy) == (a * k, b * k)


@pytest.mark.parametrize("file", [atlas.SHIPPED, atlas.LARGER])
def test_another_file_is_refused(file, tmp_path):
    content = bytearray(file.read_bytes())
    content[len(content) // 2] ^= 1
    changed = tmp_path / file.name
    changed.write_bytes(content)
    with pytest.raises(FileError, match="install it again"):
        atlas._lines(changed)


def _short(certificate):
    return sum(certificate["sizes"].values()) < 40


def test_the_checker_accepts_some():
    for certificate in random.Random(5).sample([each for each in CERTIFICATES if _short(each)], 12):
        assert check(certificate)["valid"], certificate["rule"]


@pytest.mark.deep
@pytest.mark.parametrize("certificate", CERTIFICATES, ids=lambda certificate: certificate["rule"])
def test_the_checker_accepts_all(certificate):
    assert check(certificate, seconds=None)["valid"]


def test_discover_tells_what_the_atlas_proves_beyond_its_limits():
    row = max(atlas.query("status = proved"), key=lambda row: row["states"])
    found = sg.discover(row["rule"])
    assert (found.status, found.theorem.p_set.states) == ("proved", row["states"])
    assert found.certificate == row["certificate"] and "theorem of the atlas" in str(found.note)
    # What can be found in a moment is found anew; and what nothing is known of is not made up.
    assert sg.discover("vectors{(2k,3k),(3k,2k)}").note is None
    other = sg.discover("vectors{(2k,3k),(3k,2k)}", limit_states=3)
    assert other.status == "proved" and other.theorem.p_set.states == 8 and other.note is not None
    assert sg.discover("vectors{(0,k),(k,0),(k,k),(k,2k),(2k,k)}", limit_states=3).status != "proved"
