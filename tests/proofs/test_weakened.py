"""No clause of a checker can be dropped unseen: for each there is a forgery that the checker accepts without it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from proofs import test_kinds_certificates
from proofs.test_forged import KINDS, proof_repaired
from weakened import AGAIN, clauses_of, shown, verdict, whole

from sprague.proofs.check import check

#: Clauses that no forgery shows alone, by how they begin: they keep the form of a file, so that without them a checker
#: fails or never ends, or another clause refuses the same files, too. A new clause needs a forgery, not a row here.
NOT_ALONE = {
    "period": (
        "start, length: the period does not end", "{name}: more values than", "code: a digit of",
        "saltus: no theorem here", "code: no theorem here", "seen: the largest values", "rares: no sparse space",
        "the value of heap", "rares: heap", "parity, flip: two common heaps", "code, theorem and digest",
    ),
    "proof": (
        "the digest does not fit", "shape {i}: ", "the parts of the board are not of", "an isomorphism names",
        "the answer to move {move} is not of",
    ),
    "quotient": (
        "an element or generator is named", "an entry is not of", "actions: two generators", "words: the word of",
        "options: a move of item", "sums: an element is named", "start, length: no theorem here",
    ),
    "automatic": ("automaton: it accepts a word", "automaton: leading zeros", "rule: a vector takes nothing"),
    "row": ("from: it begins before",),
    "takeaway": (),
    "kinds": ("game: kinds change into", "game: cannot read"),
}  # fmt: skip


def forgeries(kind: str) -> Iterator[tuple[str, Any]]:
    made = test_kinds_certificates.clauses() if kind == "kinds" else KINDS[kind][0]()
    for clause, claims, _ in made:
        if "in a circle" not in clause:  # without that clause the checker never ends
            yield clause, proof_repaired(claims) if kind == "proof" else claims


@pytest.mark.parametrize("kind", NOT_ALONE)
def test_a_checker_without_a_clause_accepts_a_forgery(kind: str) -> None:
    seen = {found.text for _, claims in forgeries(kind) if (found := shown(kind, claims))}
    every = {clause.text for clause in clauses_of(kind)}
    assert seen & every, "no clause was switched off"
    for text in sorted(every - seen):
        form = "expected" in text
        assert form or text.startswith((*AGAIN, *NOT_ALONE[kind])), f"no forgery shows the clause {text!r}"
    for begin in NOT_ALONE[kind]:
        assert any(text.startswith(begin) for text in every - seen), f"a forgery shows {begin!r} by now"


def test_the_position_of_a_proof_is_a_clause_of_its_own() -> None:
    """The checker of a proof knows its board; that the board is the position which is named is compared after it."""
    for clause, claims in forgeries("proof"):
        if clause in ("of the position", "in normal play"):
            copied = json.loads(json.dumps(claims))
            assert verdict(whole("proof"), copied) == "valid" and not check(copied)["valid"]
