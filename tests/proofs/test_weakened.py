"""No clause of a checker can be dropped unseen: for each there is a forgery that the checker accepts without it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from proofs import test_kinds_certificates, test_law_certificates
from proofs.test_forged import KINDS, proof_repaired
from weakened import AGAIN, Clause, clauses_of, shown, verdict, weakened, whole

from sprague.proofs.check import check

#: Clauses that no forgery shows alone, by how they begin. Each has the clause that refuses the same forgery without it
#: (the test looks), or a reason why nothing false gets past: a later step fails, it bounds the work, it finds damage.
THEN, REASON = "then", "reason"
NOT_ALONE: dict[str, dict[str, tuple[str, str]]] = {
    "period": {
        "saltus: no theorem here": (THEN, "start, length: g("),
        "rares: no sparse space": (THEN, "rares: heap {reached}"),
        "parity, flip: two common heaps": (THEN, "rares: heap"),
        "start, length: the period does not end": (REASON, "the bound of each theorem is larger, and compared before"),
        "{name}: more values than": (REASON, "it bounds the work"),
        "code: a digit of": (REASON, "no theorem speaks of such a code; its tables have no room"),
        "code: no theorem here": (REASON, "the theorem named must then be that of two heaps, with its bound"),
        "seen: the largest values": (REASON, "the function ends without a bound, and no number equals it"),
        "the value of heap": (REASON, "the table has no room for larger values"),
        "rares: heap {reached}": (THEN, "digest"),
        "code, theorem and digest": (REASON, "other things fail as text at the next use"),
    },
    "proof": {
        "an isomorphism names": (THEN, "the parts of the board are not of"),
        "the digest does not fit": (REASON, "it finds damage; a forger repairs it"),
        "shape {i}: ": (REASON, "it says where another clause refuses, or that a step failed"),
        "the parts of the board are not of": (REASON, "it says that a step failed"),
        "the answer to move {move} is not of": (REASON, "an answer is a value or a move back, by its length"),
    },
    "quotient": {
        "an element or generator is named": (THEN, "an entry is not of"),
        "actions: two generators": (THEN, "words: the word of"),
        "words: the word of": (THEN, "tests: the elements"),
        "options: a move of item": (THEN, "heap {heap}: a P-position"),
        "start, length: no theorem here": (THEN, "start, length: the theorem wants"),
        "an entry is not of": (REASON, "it says that a step failed"),
        "sums: an element is named": (REASON, "it is an index in the next step, which fails"),
    },
    "automatic": {
        "parts: the rule is another": (THEN, "parts: the P-positions are others"),
        "parts: the P-positions": (REASON, "of this very rule the theorem itself has decided the P-positions"),
        "automaton: it accepts a word": (REASON, "only words of numbers are met by any statement"),
        "automaton: leading zeros": (REASON, "every statement pads words with the same zeros"),
        "rule: a vector takes nothing": (REASON, "no measure falls with such a move"),
    },
    "row": {"from: it begins before": (THEN, "row {m} is not the same")},
    "takeaway": {},
    "kinds": {
        "game: kinds change into": (REASON, "the values would wait for one another for ever"),
        "game: cannot read": (REASON, "the option has no parts to go on with"),
    },
    "law": {
        "sets: some position has two values": (THEN, "by the definition"),
        "sets: leading zeros change": (REASON, "every statement pads words with the same zeros"),
        "formula: no set": (REASON, "the steps behind it know only bases"),
        "formula: this checker does not know": (REASON, "there is nothing to go on with"),
        "source: ": (REASON, "the interpreter has nothing that it could give instead"),
    },
}  # fmt: skip


def forgeries(kind: str) -> Iterator[tuple[str, Any]]:
    if kind == "law":
        yield from test_law_certificates.clauses().items()
        return
    made = test_kinds_certificates.clauses() if kind == "kinds" else KINDS[kind][0]()
    for clause, claims, _ in made:
        if "in a circle" not in clause:  # without that clause the checker never ends
            yield clause, proof_repaired(claims) if kind == "proof" else claims


def refused_without(kind: str) -> Iterator[tuple[str, str]]:
    """The clauses of NOT_ALONE that refuse a forgery, each with the clause that refuses it in their place."""
    for _, claims in forgeries(kind):
        found = verdict(whole(kind), claims)
        if isinstance(found, Clause) and found.text.startswith(tuple(NOT_ALONE[kind])):
            then = verdict(weakened(kind, (found,)), claims)
            yield found.text, then.text if isinstance(then, Clause) else then


@pytest.mark.parametrize("kind", NOT_ALONE)
def test_a_checker_without_a_clause_accepts_a_forgery(kind: str) -> None:
    seen = {found.text for _, claims in forgeries(kind) if (found := shown(kind, claims))}
    behind = set(refused_without(kind))
    every = {clause.text for clause in clauses_of(kind)}
    assert seen & every, "no clause was switched off"
    for text in sorted(every - seen):
        form = "expected" in text
        assert form or text.startswith((*AGAIN, *NOT_ALONE[kind])), f"no forgery shows the clause {text!r}"
    for begin, (how, what) in NOT_ALONE[kind].items():
        assert any(text.startswith(begin) for text in every - seen), f"a forgery shows {begin!r} by now"
        met = [then for text, then in behind if text.startswith(begin)]
        assert how == REASON or any(then.startswith(what) for then in met), (begin, met)


def test_the_position_of_a_proof_is_a_clause_of_its_own() -> None:
    """The checker of a proof knows its board; that the board is the position which is named is compared after it."""
    for clause, claims in forgeries("proof"):
        if clause in ("of the position", "in normal play"):
            copied = json.loads(json.dumps(claims))
            assert verdict(whole("proof"), copied) == "valid" and not check(copied)["valid"]
