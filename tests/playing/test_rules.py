"""The rule of a game, as whoever plays it reads it."""

from __future__ import annotations

import re

import pytest

from sprague.workbench.registry import builtin_rulesets

TAUGHT = [rules for rules in builtin_rulesets() if rules.lesson.ladder]


@pytest.mark.parametrize(
    "rules", [rules for rules in TAUGHT if re.search(r"[\[{]", rules.head)], ids=lambda rules: rules.head
)
def test_a_rule_names_its_numbers_and_pieces(rules) -> None:
    """Nobody can play by "at most k heaps", or by "one of the given pieces"."""
    parameters = re.findall(r"[A-Z]?\d", re.split(r"[\[{]", rules.head)[1])
    assert parameters and all(each in str(rules.rule) for each in parameters)


@pytest.mark.parametrize("rules", TAUGHT, ids=lambda rules: rules.head)
def test_no_rule_leaves_a_letter_open(rules) -> None:
    letters = set(re.findall(r"\b[b-z]\b", str(rules.rule)))  # "a" is a word
    assert letters <= {"b" if rules.name == "kinds" else "d"}, rules.rule
