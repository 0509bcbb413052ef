"""Certificates of periods: a true one is valid, and one with a single altered field is not."""

from __future__ import annotations

import copy
import importlib
import json
import os
import re
from pathlib import Path

import pytest
from folders import ROOT
from hypothesis import given, settings
from hypothesis import strategies as st

import sprague as sg
from sprague.proofs import period_check
from sprague.proofs.check import CHECKERS, check
from sprague.takebreak import certificate as writer
from sprague.takebreak.codes import Code, parse_code
from sprague.takebreak.period import period
from sprague.takebreak.small import small_values
from sprague.words.errors import FileError, TooLargeError

#: One of each theorem.
CODES = ["0.137", "subtract{2,5,7}", "hex:0.f2", "unequal:0.7", "all-but{1,4}", "0.(3)", "4.(3)", "0.45"]

#: Parts of codes, to be put together to codes that are right or nearly so.
SPELT = (
    ["", "hex:", "unequal:", "unequal:hex:"],
    "048c",
    ["", "0", "3", "33", "137", "70", "[7]", "[1f]", "8f", "(3)"],
)


@pytest.fixture(params=[*CODES, "sparse 0.77", "sparse 0.45"])
def claims(request, monkeypatch):
    kind, _, code = request.param.rpartition(" ")
    if kind:  # a short one, as if it were long
        monkeypatch.setattr(writer, "MOST_PAIRS", 0)
    found = sg.octal(code).period().certificate()
    assert ("rares" in found) == bool(kind)
    return found


def test_a_true_certificate_is_valid(claims, tmp_path):
    found = check(claims)
    assert (found["valid"], found["recomputed"], found["reason"]) == (True, claims["seen"], None)
    path = tmp_path / "c.json"
    path.write_text(json.dumps(claims))
    said = []
    assert check(path, said.append) == found
    assert str(claims["seen"]) in said[0]


def alterations(claims):
    """Every field: gone, of another type, and with other contents."""
    for name, value in claims.items():
        if name == "format":
            continue
        yield {key: kept for key, kept in claims.items() if key != name}
        others = [None, [], {}, "", True, 1.5, -1, 10**30]
        if isinstance(value, int):
            others += [value + 1, value - 1, 2 * value + 1, str(value)]
        elif isinstance(value, list):
            others += [value[:-1], value[1:], [*value, claims["seen"] - 1], [*value, 10**9], [*value, "x"]]
            others += [[*value[:i], heap + 1, *value[i + 1 :]] for i, heap in enumerate(value)]
        elif name == "digest":
            others += [("1" if value[0] == "0" else "0") + value[1:], value.upper() + "x", value[:-1]]
        elif name == "code":
            others += [
                *(code for code in ("0.77", "0.136", "0.06", "subtract{2,5}", "hex:0.f1") if code != value)
            ]
            others += ["unequal:0.137", "0.138", "x", "all-but{1,5}", value + "1"]
        else:
            others += [
                t
                for t in ("no-splits", "guy-smith", "many-heaps", "unequal", "all-but", "lasker", "x")
                if t != value
            ]
        for other in others:
            if other != value or type(other) is not type(value):
                altered = copy.deepcopy(claims)
                altered[name] = other
                yield altered
    yield {**claims, "proved": True}


def test_no_altered_field_is_accepted(claims):
    count = 0
    for altered in alterations(claims):
        found = check(altered)
        assert not found["valid"], altered
        assert found["reason"]
        count += 1
    assert count > 80


def test_a_longer_period_is_no_certificate():
    claims = sg.octal("0.137").period().certificate()
    start, length = claims["start"], claims["length"]
    values = small_values(sg.octal("0.137").ruleset.code, 400)
    for s, p, flaw in ((start + 1, length, "begins earlier"), (start, 2 * length, "is a period already")):
        needed = 2 * s + 2 * p + 3
        altered = {**claims, "start": s, "length": p, "needed": needed, "seen": needed}
        altered["digest"] = writer.digest(values[:needed])
        assert flaw in check(altered)["reason"]


@settings(max_examples=200, deadline=None)
@given(st.text("01378f.:,{}()[]") | st.builds("{}{}.{}".format, *map(st.sampled_from, SPELT)))
def test_the_checker_reads_no_code_but_in_the_form_that_sprague_prints(text):
    try:
        period_check._rule(text)
    except period_check.Flaw:
        return
    assert str(parse_code(text)) == text


@settings(max_examples=200, deadline=None)
@given(
    st.builds(
        lambda head, tail, split: Code((head, *tail), split=split),
        st.sampled_from([0, 4, 8, 32]),
        st.lists(st.sampled_from([0, 1, 3, 7, 12, 16, 31]), max_size=4),
        st.sampled_from(["any", "unequal"]),
    )
    | st.builds(lambda head, tail: Code((head, *tail), (3,)), st.just(0), st.lists(st.sampled_from([0, 3])))
)
def test_the_checker_reads_the_code_that_sprague_prints(code):
    if code.digits[0] < 16:
        rule = period_check._rule(str(code))
        assert (rule.digits, rule.all_but) == (code.digits, code.infinite)


@pytest.mark.parametrize(
    "text", ["hex:0.137", "0.1[3]7", "0.1370", "subtract{01}", "0.33", "unequal:0.3", "0."]
)
def test_a_code_in_another_form_is_refused(text):
    found = check(sg.octal("0.137").period().certificate() | {"code": text})
    assert not found["valid"] and "printed form" in found["reason"]


def test_a_field_given_twice_is_refused(tmp_path):
    """Another reader may see the first of the two."""
    claims = sg.octal("0.137").period().certificate()
    path = tmp_path / "c.json"
    path.write_text(json.dumps(claims).replace("{", '{"length": 17, '))
    with pytest.raises(FileError, match="each field once, got length twice"):
        check(path)


@pytest.mark.parametrize(
    "what", [[], None, b"name", {5: 1}, {"format": "sprague-period/1", ("game",): "kayles"}]
)
def test_what_is_no_certificate_is_refused_in_a_sentence(what):
    with pytest.raises(FileError, match="expected a certificate of format sprague-period/1"):
        check(what)


@pytest.mark.parametrize("text", ["", "[]", '{"format": "sprague-period/2"}', "\xff"])
def test_what_is_no_certificate(tmp_path, text):
    path = tmp_path / "c.json"
    path.write_bytes(text.encode("latin-1"))
    with pytest.raises(FileError):
        check(path)
    with pytest.raises(FileError):
        check({"format": "none"})


@pytest.mark.kernels
@settings(max_examples=40, deadline=None)
@given(
    st.builds(
        lambda head, tail: Code((head, *tail)),
        st.sampled_from([0, 4]),
        st.lists(st.integers(0, 7), min_size=1, max_size=3),
    )
)
def test_the_checker_computes_by_the_definition_and_from_rares_alike(code):
    rule = period_check._rule(str(code))
    seen = 300
    values = small_values(code, seen - 1)
    assert period_check._definition(rule, seen) == values
    assert period_check._compiled(rule, seen, None).tolist() == values
    space = writer._sparse(code, values)
    if space and space["mask"]:
        assert period_check._compiled(rule, seen, space).tolist() == values


@settings(max_examples=30, deadline=None)
@given(st.builds(lambda a, b: Code((0, a, b)), st.integers(0, 15), st.integers(0, 15)))
def test_proved_periods_have_valid_certificates(code):
    found = period(code, 150)
    if found.status == "proved":
        assert check(found.certificate())["valid"]


def test_a_long_certificate():
    claims = sg.octal("0.16").period().certificate()
    assert (claims["start"], claims["length"], claims["needed"]) == (105351, 149459, 509622)
    assert len(claims["rares"]) == 53 and max(claims["rares"]) == 13935
    assert check(claims)["valid"]
    claims["rares"][20] += 1
    assert not check(claims)["valid"]


@pytest.mark.parametrize(
    "claim",
    [
        {"length": 9 * 10**4299},
        {"start": 10**5000},
        {"saltus": -(10**5000)},
        {"code": f"subtract{{{'9' * 5000}}}"},
    ],
)
def test_huge_numbers_are_refused_in_a_sentence(claim):
    found = check({**sg.octal("0.137").period().certificate(), **claim})
    assert not found["valid"] and found["reason"]


def test_a_code_of_any_length_is_not_read() -> None:
    claims = sg.octal("0.137").period().certificate()
    with pytest.raises(TooLargeError, match="reads codes of at most 2000000 characters"):
        check(claims | {"code": "0." + 2_000_000 * "1"})


def test_values_without_room_are_not_called_false(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(period_check, "_LARGEST", 4)
    with pytest.raises(TooLargeError, match="room for values below 4 only"):
        check(sg.octal("0.137").period().certificate())


@pytest.mark.parametrize(("actions", "tests"), [(60_000, 0), (1, 10**9)])
def test_the_work_of_all_parts_of_a_quotient_is_estimated(actions: int, tests: int) -> None:
    class Long(list[int]):
        def __len__(self) -> int:
            return tests

    claims = {
        "format": "sprague-quotient/1", "code": "subtract{1}", "heaps": 1, "actions": [[0]] * actions,
        "words": [[]], "p": [], "values": [0, 0], "tests": Long(), "sums": [],
    }  # fmt: skip
    with pytest.raises(TooLargeError, match="the check of this certificate takes about"):
        check(claims)


@pytest.mark.parametrize("kind", CHECKERS)
def test_each_kind_has_a_page_with_its_fields_and_its_statement(kind):
    page = (ROOT / f"docs/theory/certificate-{kind}.md").read_text("utf-8")
    overview = (ROOT / "docs/theory/certificates.md").read_text("utf-8")
    assert f"(certificate-{kind}.md)" in overview
    home = importlib.import_module(f"sprague.proofs.{kind}_check")
    table = page.split("## The file")[1].split("## What is computed again")[0]
    told = set(re.findall(r"`(\w+)`", table)) | {"format"}
    assert told >= home._FIELDS, home._FIELDS - told
    claim = page.split('## What "valid" establishes')[1].split("## The file")[0]
    assert len(claim.split()) > 20
    # The example prints the statement; it runs with the pages.
    assert 'found["statement"]' in page


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with a name")
def test_a_pipe_without_a_writer_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "c.json")
    with pytest.raises(FileError, match="expected a certificate as JSON"):
        check(tmp_path / "c.json")
    reader, writer = os.pipe()
    os.write(writer, json.dumps(sg.octal("0.3").period().certificate()).encode())
    os.close(writer)
    assert check(f"/dev/fd/{reader}")["valid"]
    os.close(reader)
