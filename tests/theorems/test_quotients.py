"""Theorems about misère quotients: Coq accepts those of certificates, its checker refuses altered ones, and the table
in the statement gives the outcomes of the plain definition."""

import itertools
import json
import re
import subprocess

import pytest

import sprague as sg
from sprague.model.naive_misere import misere_outcome
from sprague.theorems import coq, form
from sprague.theorems.export import LIBRARY
from sprague.theorems.verifier import verify
from sprague.words.errors import SpragueError
from sprague.workbench.theorem import theorem

PERIOD = "start", "length"


@pytest.fixture
def written(tmp_path):
    """Writes a certificate, and returns the text of its theorem."""

    def write(data):
        file = tmp_path / "quotient.json"
        file.write_text(json.dumps(data), "utf-8")
        return theorem(str(file))

    return write


def _certificate(code):
    """Of so many heaps, whatever larger ones were asked about before."""
    return sg.misere.quotient(code, heaps={"0.123": 15, "0.77": 170}[code]).certificate()


def _statement(text):
    (found,) = re.findall(r"Theorem \w+ : (.*?)\.\nProof", text, re.DOTALL)
    return " ".join(found.split())


@pytest.mark.deep
@pytest.mark.parametrize("code", ["0.123", "0.77"])
def test_coq_accepts_the_quotient_of_a_game(code, written, tmp_path):
    text = written(_certificate(code))
    digits = {"0.123": "[0; 1; 2; 3]", "0.77": "[0; 7; 7]"}[code]
    assert _statement(text).startswith(f"misere_quotient (octal {digits}) every_heap (Quotient [[0; 1; 2;")
    form.check_form(form.sentences(text), LIBRARY, exact=True)
    (tmp_path / "quotient.v").write_text(text, "utf-8")
    found = verify(tmp_path / "quotient.v")
    assert found["ok"], found
    order = {"0.123": "order 20", "0.77": "order 40"}[code]
    assert f"the misère quotient of {code} has {order}" in found["theorems"][0]["words"]
    assert found["assumptions"] == []


def test_without_a_period_the_statement_names_the_heaps(written):
    data = {name: value for name, value in _certificate("0.123").items() if name not in PERIOD}
    heaps = data["heaps"]
    assert f"misere_quotient (octal [0; 1; 2; 3]) (heaps_to {heaps}) (Quotient [[" in _statement(
        written(data)
    )


def _lists(text):
    return json.loads(text.replace(";", ","))


def _parts(text):
    """The products, the elements of heaps, how many repeat, and the P-portion, as they stand in a statement."""
    found = re.search(r"\(Quotient (\[\[.*?\]\]) (\[.*?\]) (\d+) (\[.*?\])\)", _statement(text))
    products, elements, repeated, lost = (_lists(part) for part in found.groups())
    return products, elements, repeated, lost


@pytest.mark.parametrize("code", ["0.123", "0.77"])
def test_the_table_of_the_statement_gives_the_outcomes_of_the_definition(code, written):
    products, elements, _, lost = _parts(written(_certificate(code)))
    outcomes = {}
    for heaps in itertools.combinations_with_replacement(range(1, 7), 3):
        element = 0
        for heap in reversed(heaps):
            element = products[elements[heap]][element]
        position = sg.parse(f"misere {code} {','.join(map(str, heaps))}")
        assert (element in lost) == (misere_outcome(position.components, outcomes) == "P"), heaps


def test_the_checker_of_coq_refuses_what_is_altered(written, tmp_path):
    """Each clause of the statement is forged in turn: a product, an element of a heap, the period, the P-portion, an
    element more, a digit of the code, a heap more; and the hints, which the clauses must not need."""
    text = written(_certificate("0.123"))
    products, elements, repeated, lost = _parts(text)
    top, words, sums = re.search(
        r"quotient_of_all _ _ (\d+) (\[\[.*?\]\]) (\[\(.*?\)\])\)\.", text, re.DOTALL
    ).groups()

    def show(x):
        return "[" + "; ".join(map(show, x)) + "]" if isinstance(x, list) else str(x)

    def asked(code="[0; 1; 2; 3]", t=products, e=elements, r=repeated, p=lost, n=top, w=words, s=sums):
        quotient = f"(Quotient {show(t)} {show(e)} {r} {show(p)})"
        given = f"(octal {code}) {quotient}"
        return f"check_quotient {given} {n} {w} {s} && check_repeats {given} {n}"

    wrong = [list(row) for row in products]
    wrong[3][4] = (wrong[3][4] + 1) % len(wrong)
    twice = [[*row, row[1]] for row in products]
    twice.append(list(twice[1]))
    twice[-1][-1] = twice[1][1]
    forged = [
        asked(t=wrong),
        asked(t=twice, w=words[:-1] + f"; [{elements.index(1)}]]"),  # element 1 under a second name
        *(
            asked(e=[*elements[:i], (elements[i] + 1) % len(products), *elements[i + 1 :]])
            for i in (0, 1, 4, 7)
        ),
        asked(r=repeated - 1),
        asked(r=0),
        asked(p=lost[1:]),
        asked(p=[0, *lost]),
        asked(p=[*lost, next(x for x in range(1, 20) if x not in lost)]),
        asked(code="[0; 1; 2; 7]"),
        asked(code="[0; 1; 3; 3]"),
        asked(n="11"),  # the theorem wants 13 heaps
        asked(s="[]"),
        asked(s=sums.rpartition(";")[0] + "]"),
        asked(w="[]"),
    ]
    goals = [f"Goal {asked()} = true. Proof. vm_compute. reflexivity. Qed."]
    goals += [f"Goal {each} = false. Proof. vm_compute. reflexivity. Qed." for each in forged]
    (tmp_path / "Forged.v").write_text(
        "From Coq Require Import NArith List Bool.\nFrom Sprague Require Import HeapRules QuotientRules Quotient.\n"
        "Import ListNotations.\nOpen Scope N_scope.\n" + "\n".join(goals) + "\n"
    )
    subprocess.run(["coqc", "-Q", coq.library(), "Sprague", "Forged.v"], cwd=tmp_path, check=True)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda data: data | {"p": data["p"][1:]}, "the certificate is not valid"),
        (
            lambda data: data | {"format": "sprague-row/1"},
            "no theorem is written for a certificate of the kind row",
        ),
        (lambda data: data | {"format": "sprague-quotient/2"}, "expected a certificate of format"),
    ],
)
def test_what_cannot_be_written_is_said(change, said, written):
    with pytest.raises(SpragueError) as refused:
        written(change(_certificate("0.123")))
    assert said in str(refused.value)


def test_a_quotient_of_positions_names_no_game(written):
    with pytest.raises(SpragueError) as refused:
        written(sg.misere.quotient("notakto 2x2").certificate())
    assert "given by their options alone" in str(refused.value)
