"""Sequences of the OEIS are named where all their listed terms agree, and nowhere else."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import sprague as sg
from sprague.discovery.report import Report
from sprague.workbench.numbered import numbered
from sprague.workbench.oeis import sequences

TERMS = json.loads((Path(__file__).parent.parent / "data" / "oeis_terms.json").read_text("utf-8"))["terms"]


def found(values):
    return [str(each.sentence) for each in numbered(Report("game", "none", "values", list(values)))]


def test_the_shipped_terms_are_those_of_the_oeis() -> None:
    assert {number: list(each.known) for number, each in sequences().items()} == TERMS


@pytest.mark.parametrize("number", ["A002187", "A071427", "A014588"])
def test_values_are_found_at_their_place_and_beside_it(number) -> None:
    each = sequences()[number]
    values = [0] * each.offset + TERMS[number]
    assert any(line.startswith(f"the values begin as {number} ") for line in found(values))
    (later,) = [line for line in found([9, *values]) if number in line]
    assert later == f"the value of n is {number} ({each.title}) of n - 1: {len(each.known)} terms"
    values[-1] += 1
    assert not any(number in line for line in found(values))
    assert not any(number in line for line in found(TERMS[number][:29]))


def test_the_report_of_a_rule_names_the_sequence() -> None:
    def half(n):
        return [n - k for k in range(1, n // 2 + 1)]

    report = sg.discover(half)
    assert str(report.oeis[0].sentence) == "the lost heaps below 500 are A000225 (2^n - 1)"
    assert report.to_dict()["oeis"] == ["A000225"]
    assert report.oeis[0].sentence in report.sentences()


def test_lost_heaps() -> None:
    def lost_at(heaps, end=500):
        return [int(n not in heaps) for n in range(end)]

    squares = {n * n for n in range(23)}
    assert found(lost_at(squares)) == ["the lost heaps below 500 are A000290 (the squares)"]
    assert found(lost_at(squares - {441})) == []
    assert found(lost_at(squares | {440})) == []
    assert found(lost_at(set(range(0, 500, 7)))) == []  # a period says this better
    assert found([1] * 500) == found([0] * 500) == []
