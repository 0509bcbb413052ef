"""The atlas that comes with Sprague: its certificates are those that were checked, and the checker accepts them."""

import random

import pytest

from sprague.discovery import atlas
from sprague.proofs.check import check
from sprague.words.errors import FileError

CERTIFICATES = [row["certificate"] for row in atlas.shipped() if row.get("certificate")]


def test_every_rule_is_there_once():
    rules = [row["rule"] for row in atlas.shipped()]
    assert len(rules) == len(set(map(atlas._key, rules))) == 722


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
