"""The sentence of a check speaks of a rule in its own names, and no words of a file pass for words of Sprague."""

from __future__ import annotations

from typing import Any

import pytest

import sprague as sg
from sprague.proofs.check import check
from sprague.proofs.proof_check import digest
from sprague.proofs.sprouts_check import Flaw, read

TAKE = "n,q -> m,r where exists k: 1 <= k <= q and n = m + k and r = 4k"
NIM = "x,y -> u,v where (u < x and v = y) or (u = x and v < y)"
WYTHOFF = "exists k: k >= 1 and (X = u + k and Y = v or X = u and Y = v + k or X = u + k and Y = v + k)"


@pytest.fixture(scope="module")
def certificates() -> dict[str, dict[str, Any]]:
    rules = ("fibonacci", "wythoff", TAKE)
    found = {rule: sg.discover(rule).certificate for rule in rules}
    return {rule: claims for rule, claims in found.items() if claims is not None}


def told(claims: dict[str, Any], rule: str) -> str:
    found = check({**claims, "rule": rule})
    assert found["valid"], found["reason"]
    return str(found["statement"])


def test_parts_by_the_names_of_the_rule(certificates: dict[str, dict[str, Any]]) -> None:
    rule = "q,n -> r,m where exists k: 1 <= k <= n and q = r + k and m = 2k"
    statement = told(certificates["fibonacci"], rule)
    assert f'in the game "{rule}" a pair, q first and n second, is' in statement
    assert (
        "who begins with q coins, at least one, of which anything but all may be taken, loses just when q is a weight"
        in statement
    )
    assert (
        "q with limit n is a P-position just when q is 0 or n is less than the smallest part of q"
        in statement
    )


def test_names_in_brackets(certificates: dict[str, dict[str, Any]]) -> None:
    statement = told(certificates[TAKE], TAKE.replace("n,q", "(n,q)").replace("m,r", "(m,r)"))
    assert "a pair, n first and q second, is a P-position just when n is 0 or q is less than" in statement
    rule = "( x , y ) -> (u,v) where exists k: 1 <= k <= y and x = u + k and v = 2k"
    assert "the digits of x and y in the system zeckendorf; x decreases with every move;" in told(
        certificates["fibonacci"], rule
    )


def test_the_measure_by_the_names_of_the_rule() -> None:
    """2x + y became 2x + x where the first heap is called y."""
    for first, second, after in (("n", "q", "m,r"), ("y", "x", "v,u")):
        u, v = after.split(",")
        rule = (
            f"{first},{second} -> {after} where "
            f"({first} = {u} and {v} < {second}) or ({u} < {first} and {v} <= {second} + 1)"
        )
        report = sg.discover(rule)
        assert report.certificate is not None and report.certificate["measure"] == [2, 1]
        assert f"; 2{first} + {second} decreases with every move;" in str(
            check(report.certificate)["statement"]
        )
        assert f"2{first} + {second} decreases with every move" in str(report.to_dict()["statements"])


def test_the_limit_by_the_names_of_the_rule() -> None:
    report = sg.discover("q,n -> r,m where exists k: 1 <= k <= n and q = r + k and m = 4k")
    assert "q with limit n is a P-position just when n is less than the smallest part of q" in str(
        report.says[0]
    )


@pytest.mark.parametrize(("x", "y", "words"), [
    ("n", "t", "the b-th P-position (x, y) with x <= y, b = 0, 1, 2, …, is (⌊ba⌋, ⌊ba⌋ + cb), where c = 1 and a is"),
    ("a", "z", "is (⌊nb⌋, ⌊nb⌋ + tn), where t = 1 and b is half of 2 - t + √(t² + 4) (S. Beatty 1926); with (x, y), "
     "where x < y, also (c, w) is a P-position, c = ty + x and w = tc + y"),
])  # fmt: skip
def test_a_letter_of_the_rule_means_nothing_else(
    certificates: dict[str, dict[str, Any]], x: str, y: str, words: str
) -> None:
    claims = {name: told for name, told in certificates["wythoff"].items() if name != "addable"}
    assert words in told(claims, f"{x},{y} -> u,v where {WYTHOFF.replace('X', x).replace('Y', y)}")


def test_letters_of_a_recurrence(certificates: dict[str, dict[str, Any]]) -> None:
    rule = "a,i -> m,r where exists k: 1 <= k <= i and a = m + k and r = 4k"
    assert (
        "the parts b(1), b(2), … are 1, 2, 3, 4, 5, 7, 9, 12, …, and b(c + 1) = b(c) + b(c - 5) for every c >= 8"
        in (told(certificates[TAKE], rule))
    )


def test_words_of_a_rule_stand_in_quotation_marks(certificates: dict[str, dict[str, Any]]) -> None:
    rule = f"{TAKE} and exists who begins always wins: 0 = 0"
    assert told(certificates[TAKE], rule).startswith(f'in the game "{rule}", where the next take may be')


@pytest.mark.parametrize("rule", [TAKE.replace("and", " and"), TAKE.replace("where", "where\n"), f"{TAKE} "])
def test_a_rule_has_single_spaces(certificates: dict[str, dict[str, Any]], rule: str) -> None:
    assert (
        check({**certificates[TAKE], "rule": rule})["reason"] == "rule: expected one space where there is any"
    )


@pytest.mark.parametrize("rule", [
    "wythoff[t=1]", "vectors{(1k,0),(0,k),(k,k)}", "vectors{(k,00),(0,k),(k,k)}", "vectors{(k,0k),(0,k),(k,k)}",
    "vectors{(01k,0),(0,k),(k,k)}",
])  # fmt: skip
def test_a_rule_stands_in_its_printed_form(certificates: dict[str, dict[str, Any]], rule: str) -> None:
    found = check({**certificates["wythoff"], "rule": rule})
    assert not found["valid"] and found["reason"].startswith("rule: expected")
    assert check({**certificates["wythoff"], "rule": "vectors{(k,0),(0,k),(k,k)}"})["valid"]


def place(game: str) -> dict[str, Any]:
    claims = {"format": "sprague-proof/1", "game": game, "position": f"{game} 1x1", "value": 0, "board": "."}
    claims |= {"parts": [], "shapes": []}
    return claims | {"digest": digest(claims)}


def test_pieces_stand_in_their_printed_form() -> None:
    assert check(place("place[I2,L3,L4]"))["valid"]
    for pieces in ("I2,I2", "L3,I2", "L4,L3", ",".join(["F5"] * 200_000)):  # 5 seconds, once
        assert not check(place(f"place[{pieces}]"))["valid"]


STAR = {
    "format": "sprague-quotient/1", "heaps": 1, "actions": [[1, 0]], "words": [[], [0]], "p": [1], "values": [0, 1],
    "tests": [0], "sums": [[0, "1"]], "options": [[], [[]]],
}  # fmt: skip
ONE_KIND = {
    "format": "sprague-kinds/1",
    "game": "kinds{a:a-1}",
    "start": 0,
    "period": 2,
    "from": 0,
    "turn": 2,
}


@pytest.mark.parametrize(("claims", "others"), [
    (STAR, {"options": [[], [{}]]}),
    (STAR, {"options": [[], [""]]}),
    (STAR, {"sums": [[0, " 0x0_1 "]]}),
    (STAR, {"sums": [[0, "\uff11"]]}),
    (ONE_KIND, {"game": "kinds{a:a-1,a-1}"}),
])  # fmt: skip
def test_other_ways_to_write_the_same_are_refused(claims: dict[str, Any], others: dict[str, Any]) -> None:
    assert check(claims)["valid"] and not check(claims | others)["valid"]


def test_names_of_spots_stand_in_their_printed_form() -> None:
    assert read("(1)(12)/(1)(12)")
    with pytest.raises(Flaw, match="names"):
        read("(1)(01)/(1)(01)")
