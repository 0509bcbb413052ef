"""Misère quotients: figures by others, agreement with search, certificates that are checked and forgeries refused."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from random import Random

import pytest
from folders import DATA
from hypothesis import given, settings
from hypothesis import strategies as st

import sprague as sg
from sprague.misereplay.periods import needed, proved_period
from sprague.misereplay.table import Table
from sprague.model.forms import born_by
from sprague.model.naive_misere import misere_outcome
from sprague.model.ruleset import Component
from sprague.proofs.check import check
from sprague.takebreak.codes import parse_code
from sprague.words.errors import RangeError, TooLargeError

PUBLISHED = json.loads((DATA / "misere.json").read_text("utf-8"))


@pytest.mark.kernels
@pytest.mark.parametrize("row", PUBLISHED["quotients"]["proved"], ids=lambda row: row["game"])
def test_proved_quotients_have_the_order_that_others_found(row: dict) -> None:
    found = sg.misere.quotient(row["game"])
    assert (found.order, found.status, found.kind) == (row["order"], "proved", "wild")
    assert "period" not in row or found.period == row["period"]
    assert check(json.loads(json.dumps(found.certificate())))["valid"]


@pytest.mark.parametrize(
    "row", PUBLISHED["quotients"]["partial"], ids=lambda row: f"{row['game']} {row['heaps']}"
)
def test_partial_quotients_have_the_order_that_others_found(row: dict) -> None:
    found = sg.misere.quotient(row["game"], heaps=row["heaps"])
    assert (found.order, found.status, found.heaps) == (row["order"], "partial", row["heaps"])
    assert check(found.certificate())["valid"]


@pytest.mark.deep
@pytest.mark.parametrize(
    "row", PUBLISHED["quotients"]["long"], ids=lambda row: f"{row['game']} {row['heaps']}"
)
def test_long_quotients_have_the_order_that_others_found(row: dict) -> None:
    assert sg.misere.quotient(row["game"], heaps=row["heaps"]).order == row["order"]


@pytest.mark.parametrize("row", PUBLISHED["genus"], ids=lambda row: row["game"])
def test_genera_are_those_that_others_found(row: dict) -> None:
    first = row["from"]
    found = list(sg.misere.genera(row["game"], first + len(row["genus"]) - 1))
    assert found[first:] == row["genus"]
    assert found[0] == "0"


def test_as_many_games_are_born_by_each_day_as_the_oeis_says() -> None:
    values = PUBLISHED["born_by_day"]["values"]
    assert [born_by(day) for day in range(5)] == values[:5]
    with pytest.raises(RangeError):
        born_by(6)


@pytest.mark.deep
def test_games_born_by_day_five() -> None:
    assert born_by(5) == PUBLISHED["born_by_day"]["values"][5]


@pytest.mark.kernels
def test_one_board_of_notakto() -> None:
    found = sg.misere.quotient("notakto 3x3")
    assert found.order == PUBLISHED["notakto"]["order"]
    assert len(found.p_portion) == PUBLISHED["notakto"]["p_positions"]
    assert found.status == "proved"
    assert check(found.certificate())["valid"]


@pytest.mark.kernels
@settings(max_examples=12)
@given(st.data())
def test_quotients_agree_with_the_definition_on_sums_beyond_those_they_were_made_from(
    data: st.DataObject,
) -> None:
    digits = data.draw(st.lists(st.sampled_from("01234567"), min_size=2, max_size=3))
    game = sg.octal("0." + "".join(digits))
    quotient = sg.misere.quotient(game, heaps=8)
    if quotient.stopped is not None:
        return
    table = Table()
    for _ in range(8):
        heaps = data.draw(st.lists(st.integers(0, 8), min_size=1, max_size=6))
        word = table.word(game(*heaps).components)
        assert (quotient.outcome(*heaps) == "P") == table.is_p(word), heaps


@pytest.mark.parametrize("name", ["0.123", "0.77", "0.72", "0.312"])
def test_a_proved_quotient_agrees_with_search_beyond_the_heaps_it_was_proved_from(name: str) -> None:
    quotient = sg.misere.quotient(name)
    game, dice, table = sg.octal(name), Random(7), Table()
    for _ in range(10):
        heaps = [dice.randint(1, 26) for _ in range(dice.randint(1, 2))]
        assert (quotient.outcome(*heaps) == "P") == table.is_p(table.word(game(*heaps).components)), heaps


def test_heaps_of_any_size_are_solved_by_a_proved_quotient() -> None:
    answer = sg.solve("misere kayles 7,9,1000000")
    assert answer.evidence.kind == "periodic" and answer.quotient_element is not None
    assert answer.winning_moves_total is not None and answer.winning_moves_total > 10**5
    for move in answer.winning_moves.first(6):
        assert move.to.outcome == "P"
    huge = sg.solve(f"misere kayles {10**40}")
    assert all(move.to.outcome == "P" for move in huge.winning_moves.first(3))


def test_winning_moves_from_large_heaps_are_those_that_listing_finds() -> None:
    from sprague.misereplay import heaps

    position = sg.parse("misere kayles 5,400")
    listed = [move.to.text for move in position.solve().winning_moves]
    before, heaps.LISTED = heaps.LISTED, 100
    try:
        sg.misere.quotient("kayles")
        again = sg.parse("misere kayles 5,400").solve()
        assert [move.to.text for move in again.winning_moves] == listed
        assert again.winning_moves_total == len(listed)
    finally:
        heaps.LISTED = before


def test_the_periodicity_theorem_wants_so_many_heaps() -> None:
    code = parse_code("0.77")
    found = sg.misere.quotient("0.77")
    assert (found.preperiod, found.period) == (71, 12)
    enough = needed(code, 71, 12)
    assert enough == 2 * 71 + 2 * 12 + 2
    values = list(found.values) + [found.number(n) for n in range(len(found.values), enough)]
    assert proved_period(code, values[:enough]) == (71, 12)
    assert proved_period(code, values[: enough - 1]) is None
    assert sg.misere.quotient("0.77", heaps=40).status == "partial"


def test_relations_are_complete() -> None:
    """Every product of two elements is brought to one of the elements by the rules alone."""
    found = sg.misere.quotient("0.123")
    letters = list(found.generators)
    rules = [tuple(_powers(side, letters) for side in rule.split("=")) for rule in found.relations]
    normal = {_powers(text, letters): number for number, text in enumerate(found.elements)}
    for x, a in normal.items():
        for y, b in normal.items():
            word = tuple(i + j for i, j in zip(x, y, strict=True))
            while word not in normal:
                left, right = next(
                    rule for rule in rules if all(i <= j for i, j in zip(rule[0], word, strict=True))
                )
                word = tuple(n - i + j for n, i, j in zip(word, left, right, strict=True))
            assert normal[word] == found.table[a][b]


def _powers(text: str, letters: list[str]) -> tuple[int, ...]:
    found = dict.fromkeys(letters, 0)
    rest = "" if text == "1" else text
    while rest:
        letter, rest = rest[0], rest[1:]
        power = "1"
        if rest.startswith("^"):
            digits = len(rest[1:]) - len(rest[1:].lstrip("0123456789"))
            power, rest = rest[1 : 1 + digits], rest[1 + digits :]
        found[letter] += int(power)
    return tuple(found.values())


def test_the_multiplication_is_that_of_a_commutative_monoid() -> None:
    import numpy as np

    table = np.array(sg.misere.quotient("0.71").table)
    assert (table == table.T).all() and (table[0] == np.arange(len(table))).all()
    assert (
        table[table[:, :, None], np.arange(len(table))] == table[np.arange(len(table))[:, None, None], table]
    ).all()


def test_tame_games_are_told_from_wild_ones() -> None:
    assert sg.misere.quotient("0.3").kind == "tame"
    assert sg.misere.quotient("lasker", heaps=12).kind == "tame"
    wild = sg.misere.quotient("0.75")
    assert (wild.kind, wild.wild) == ("wild", 5) and "0.75 5" in str(wild.why)


def test_an_infinite_quotient_is_a_partial_answer() -> None:
    with pytest.MonkeyPatch.context() as patch:
        from sprague.misereplay import growth as module
        from sprague.misereplay import heaps

        patch.setattr(module, "MOST_ORDER", 10)
        patch.setattr(heaps, "GAMES", heaps._Games())
        found = sg.misere.quotient("0.77")
        assert found.status == "partial" and found.stopped is not None
        assert found.order <= 10 and found.heaps < 20
        assert check(found.certificate())["valid"]


FORGERIES = {
    "a P-position more": lambda c: c["p"].append(
        next(x for x in range(1, len(c["words"])) if x not in c["p"])
    ),
    "a P-position less": lambda c: c["p"].pop(),
    "the end lost": lambda c: c["p"].insert(0, 0),
    "a heap elsewhere": lambda c: c["values"].__setitem__(-1, (c["values"][-1] + 1) % len(c["words"])),
    "an early heap elsewhere": lambda c: c["values"].__setitem__(3, c["values"][3] ^ 1),
    "no sums": lambda c: c.update(sums=c["sums"][:1]),
    "a sum less": lambda c: c["sums"].pop(2),
    "no tests": lambda c: c.update(tests=[]),
    "another period": lambda c: c.update(length=c["length"] + 1),
    "a later start": lambda c: c.update(start=c["start"] + 60),
    "fewer heaps": lambda c: c.update(heaps=c["heaps"] - 90, values=c["values"][:-90]),
    "an action": lambda c: c["actions"][1].__setitem__(2, 0),
    "a word": lambda c: c["words"].__setitem__(3, [0]),
    "another game": lambda c: c.update(code="0.75"),
    "a game without a theorem": lambda c: c.update(code="unequal:4.0"),
    "no number": lambda c: c.update(p="all"),
    "a field more": lambda c: c.update(proved=True),
    "words that are no list": lambda c: c.update(words={}),
    "a word that is no list": lambda c: c["words"].__setitem__(1, 0),
    "a code that is a number": lambda c: c.update(code=77),
    "no elements": lambda c: c.update(words=[]),
    "a heap more": lambda c: c.update(heaps=c["heaps"] + 1),
    "a short action": lambda c: c["actions"][0].pop(),
    "an element that is not there": lambda c: c["p"].append(len(c["words"])),
    "a sum of an element that is not there": lambda c: c["sums"].append([len(c["words"]), "2"]),
    "a sum of too many elements": lambda c: c["sums"].append([1, hex(1 << len(c["words"]))[2:]]),
    "a sum without a winning move": lambda c: c["sums"].append([1, "1"]),
    "the sum of nothing later": lambda c: c["sums"].append(c["sums"].pop(0)),
    "a start that is no number": lambda c: c.update(start="71"),
    "a period of nothing": lambda c: c.update(length=0),
}


@cache
def certificate(*game: str) -> str:
    """A true one, as text."""
    claims = sg.misere.quotient(game[0] if len(game) == 1 else [*game]).certificate()
    assert check(claims)["valid"]
    return json.dumps(claims)


@cache
def long_certificate(game: str) -> str:
    """A true one of as many heaps as the theorem wants of a start or a length that is larger than need be."""
    claims = sg.misere.quotient(game, heaps=4 * sg.misere.quotient(game).heaps).certificate()
    assert check(claims)["valid"]
    return json.dumps(claims)


READ = ("all-but{2}", "0.(3)", "4.(3)", "unequal:0.77", "hex:0.[1000000000000000]", "hex:[14].3")


@pytest.mark.parametrize("game", [*READ, "subtract{squares}", "0.(7)", "0.1(2)", "equal:0.7"])
def test_certificates_of_codes_that_the_checker_does_not_read_list_the_options(game: str) -> None:
    claims = sg.misere.quotient(game, heaps=6).certificate()
    assert ("code" in claims) == (game in READ)
    assert check(json.loads(json.dumps(claims)))["valid"]


def test_certificates_beyond_the_bounds_are_not_called_false() -> None:
    heaps = 20_001
    claims = json.loads(certificate("0.0")) | {"heaps": heaps, "values": [0] * (heaps + 1)}
    with pytest.raises(TooLargeError, match="room for 20000 elements and heaps only"):
        check(claims)


@pytest.mark.parametrize("forgery", FORGERIES)
def test_forged_certificates_are_refused(forgery: str) -> None:
    forged = json.loads(certificate("0.77"))
    FORGERIES[forgery](forged)
    found = check(forged)
    assert not found["valid"] and found["reason"]


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda c: c["options"].pop(), "options: expected those of each item"),
        (lambda c: c["options"][-1].append([len(c["options"]) - 1]), "leads to no earlier item"),
        (lambda c: c["options"].__setitem__(-1, []), ""),
        (lambda c: c.update(start=0, length=1), "of a code"),
    ],
    ids=["one less", "a move to itself", "no moves", "a period"],
)
def test_forged_certificates_of_positions_are_refused(change: Callable, reason: str) -> None:
    claims = json.loads(certificate("cram 2x3", "kayles 5"))
    change(claims)
    found = check(claims)
    assert not found["valid"] and found["reason"] and reason in found["reason"]


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda c: c.update(start=c["start"] + 1), "start: the period begins earlier"),
        (lambda c: c.update(start=c["start"] + c["length"]), "start: the period begins earlier"),
        (lambda c: c.update(length=2 * c["length"]), "is a period already"),
        (lambda c: c.update(length=3 * c["length"]), "is a period already"),
    ],
    ids=["start", "start by a period", "length twice", "length three times"],
)
@pytest.mark.parametrize("game", ["0.123", "0.75"])
def test_the_period_of_a_valid_certificate_is_the_least(game: str, change: Callable, reason: str) -> None:
    claims = json.loads(long_certificate(game))
    change(claims)
    found = check(claims)
    assert not found["valid"] and reason in found["reason"]


def test_a_quotient_with_an_element_that_no_heaps_have_is_refused() -> None:
    """Take one from a heap: the quotient is {1, a}, where a is one heap of odd size. Beside it stands an element z with
    outcomes made up such that all four elements are told apart; nothing that is said of sums of heaps is false."""
    a, z = [1, 0, 3, 2], [2, 3, 0, 1]
    claims = {
        "format": "sprague-quotient/1",
        "code": "subtract{1}",
        "heaps": 1,
        "actions": [a, z],
        "words": [[], [0], [1], [0, 1]],
        "p": [1],
        "values": [0, 1],
        "tests": [0, 1, 2, 3],
        "sums": [[0, "d"], [1, "c"], [0, "c"]],
    }
    found = check(claims)
    assert not found["valid"] and "generators" in found["reason"]
    without = {"actions": [[1, 0]], "words": [[], [0]], "tests": [0], "sums": [[0, "1"]]}
    assert check({**claims, **without})["valid"]


@settings(max_examples=30)
@given(st.integers(0, 10**9))
def test_certificates_with_one_number_changed_are_refused(seed: int) -> None:
    """An element of the table, or of a D, changed at random: what is still accepted must still be true."""
    dice = Random(seed)
    quotient = sg.misere.quotient("0.53")
    claims = json.loads(json.dumps(quotient.certificate()))
    field = dice.choice(["actions", "values", "p", "words"])
    row = claims[field]
    if field in ("actions", "words"):
        row = dice.choice([each for each in row if each])
    place = dice.randrange(len(row))
    before, row[place] = row[place], dice.randrange(len(claims["words"]))
    changed = row[place] != before
    assert check(claims)["valid"] in ((False,) if changed and field != "words" else (True, False))


@pytest.mark.kernels
def test_a_closed_set_of_positions() -> None:
    found = sg.misere.quotient(["cram 2x3", "kayles 5"])
    known: dict = {}
    for text in ("cram 2x3 + kayles 5", "kayles 5,5", "cram 2x3 + cram 2x3 + kayles 5"):
        parts = sg.parse(text).components
        numbers = []
        for part in parts:
            for piece in part.ruleset.pieces(part.state):
                same = [i for i, item in enumerate(found.items) if item == str(piece)]
                if same:
                    numbers.append(same[0])
        if len(numbers) == sum(len(part.ruleset.pieces(part.state)) for part in parts):
            lost = found.monoid.lost[found.monoid.product([found.values[i] for i in numbers])]
            assert lost == (misere_outcome(parts, known) == "P")
    assert isinstance(parts[0], Component)
