"""The atlas that comes with Sprague: its certificates are those that were checked, and the checker accepts them."""

import random

import pytest

from sprague.discovery import atlas
from sprague.discovery.rule import Rule, rule_of
from sprague.discovery.table import Table
from sprague.proofs.check import check
from sprague.words.errors import FileError

CERTIFICATES = [row["certificate"] for row in atlas.shipped() if row.get("certificate")]


def test_every_rule_is_there_once():
    rules = [row["rule"] for row in atlas.shipped()]
    assert len(rules) == len(set(map(atlas._key, rules))) == 722


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


def test_another_file_is_refused(tmp_path, monkeypatch):
    content = bytearray(atlas.SHIPPED.read_bytes())
    content[len(content) // 2] ^= 1
    monkeypatch.setattr(atlas, "SHIPPED", tmp_path / "atlas.jsonl.xz")
    atlas.SHIPPED.write_bytes(content)
    with pytest.raises(FileError, match="install it again"):
        atlas.shipped.__wrapped__()


def _short(certificate):
    return sum(certificate["sizes"].values()) < 40


def test_the_checker_accepts_some():
    for certificate in random.Random(5).sample([each for each in CERTIFICATES if _short(each)], 12):
        assert check(certificate)["valid"], certificate["rule"]


@pytest.mark.deep
@pytest.mark.parametrize("certificate", CERTIFICATES, ids=lambda certificate: certificate["rule"])
def test_the_checker_accepts_all(certificate):
    assert check(certificate, seconds=None)["valid"]
