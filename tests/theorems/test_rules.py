"""What a reader must believe: the folder of rules is short, needs nothing else of the library, and defines every name
that statements use."""

import re

import pytest
from folders import ROOT

from sprague.theorems.export import LIBRARY, RULES
from sprague.theorems.terms import VOCABULARY

RULES_FOLDER = ROOT / "src/sprague/coq/rules"
MOST_LINES = 600

_DEFINED = r"^(?:Definition|Fixpoint|Inductive|Record|with|\|) *{}\b|:= *{}\b|\| *{} *[(:|.]"


def test_the_rules_are_read_in_ten_minutes():
    files = sorted(RULES_FOLDER.iterdir())
    assert {file.name for file in files} == {f"{module}.v" for module in RULES}
    assert sum(len(file.read_text("utf-8").splitlines()) for file in files) <= MOST_LINES


def test_the_rules_need_nothing_else_of_the_library():
    for module in RULES:
        text = (RULES_FOLDER / f"{module}.v").read_text("utf-8")
        needed = {
            name
            for row in re.findall(r"From Sprague Require Import ([\w ]+)\.", text)
            for name in row.split()
        }
        assert needed <= set(RULES[: RULES.index(module)])
        assert not re.search(r"\b(Axiom|Parameter|Admitted|Hypothesis|(?<!Local )Notation|Coercion)\b", text)
    assert LIBRARY[: len(RULES)] == RULES


@pytest.mark.parametrize("module", VOCABULARY)
def test_the_rules_define_what_statements_name(module):
    assert module in RULES
    text = (RULES_FOLDER / f"{module}.v").read_text("utf-8")
    for name in VOCABULARY[module].split():
        assert re.search(_DEFINED.format(name, name, name), text, re.MULTILINE), name


def test_the_page_shows_every_file_of_the_rules():
    page = (ROOT / "docs/theory/trusted.md").read_text("utf-8")
    shown = re.findall(r"\{literalinclude\} \.\./\.\./(\S+)\n", page)
    assert [ROOT / path for path in shown] == [RULES_FOLDER / f"{module}.v" for module in RULES]
