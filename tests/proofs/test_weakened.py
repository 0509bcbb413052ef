"""No clause of a checker can be dropped unseen: for each there is a forgery that the checker accepts without it."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator
from typing import Any

import pytest
from proofs import (
    test_arms_certificates,
    test_growing_certificates,
    test_kinds_certificates,
    test_law_certificates,
    test_law_relations,
)
from proofs.damaged import damaged
from proofs.test_forged import DIGESTED, KINDS, proof_repaired
from weakened import AGAIN, Clause, clauses_of, shown, verdict

from sprague.proofs.check import check

#: Clauses that no forgery shows alone, by how they begin. Each has the clause that refuses the same forgery without it
#: (the test looks), or a reason why nothing false gets past: a later step fails, it bounds the work, it finds damage.
THEN, REASON = "then", "reason"
NOT_ALONE: dict[str, dict[str, tuple[str, str]]] = {
    "period": {
        "saltus: no theorem here": (THEN, "start, length: g("),
        "rares: no sparse space": (THEN, "rares: heap {stopped}"),
        "parity, flip: two common heaps": (THEN, "rares: heap"),
        "start, length: the period does not end": (REASON, "the bound of each theorem is larger, and compared before"),
        "{name}: more values than": (REASON, "it bounds the work"),
        "code: a digit of": (REASON, "no theorem speaks of such a code; its tables have no room"),
        "code: no theorem here": (REASON, "the theorem named must then be that of two heaps, with its bound"),
        "seen: the largest values": (REASON, "the function ends without a bound, and no number equals it"),
        "rares: heap {stopped}": (THEN, "digest"),
        "code, theorem and digest": (REASON, "other things fail as text at the next use"),
    },
    "proof": {
        "an isomorphism names": (THEN, "the parts of the board are not of"),
        "the digest does not fit": (REASON, "it finds damage; a forger repairs it"),
        "shape {i}: ": (REASON, "it says where another clause refuses, or that a step failed"),
        "the parts of the board are not of": (REASON, "it says that a step failed"),
        "the answer to move {move} is not of": (REASON, "an answer is a value or a move back, by its length"),
    },
    "sprouts": {
        "the digest does not fit": (REASON, "it finds damage; a forger repairs it"),
        "land {number}: ": (REASON, "it says where another clause refuses"),
        "a line between two boundaries does": (REASON, "the line is the same whatever it names beside its places"),
        "inside are other boundaries": (REASON, "others are not met when those of the region are shared out"),
    },
    "nogo": {
        "the digest does not fit": (REASON, "it finds damage; a forger repairs it"),
        "board {number}: ": (REASON, "it says where another clause refuses"),
        "each block needs a free cell": (THEN, "a move leaves a board whose value"),
    },
    "quotient": {
        "an element or generator is named": (THEN, "an entry is not of"),
        "actions: two generators": (THEN, "words: the word of"),
        "words: the word of": (THEN, "tests: the elements"),
        "options: a move of item": (THEN, "heap {heap}: a P-position"),
        "start, length: no theorem here": (THEN, "start, length: the theorem wants"),
        "an entry is not of": (REASON, "it says that a step failed"),
        "sums: an N-position has no winning move": (THEN, "sums: a sum is missing"),
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
    "family": {
        "edges: an edge spans too many": (THEN, "kinds: expected at least"),
        "edges: the columns do not hang": (THEN, "TypeError"),
        "kinds: an end has too many": (THEN, "kinds: the options of kind"),
        "kinds: an option of kind {number} is too short": (THEN, "kinds: the options of kind"),
        "kinds: a move leaves a long part": (THEN, "kinds: the options of kind"),
        "kinds: an option names no kind": (THEN, "kinds: the options of kind"),
        "order: an option without a loss": (THEN, "kinds: the options of kind"),
        "from: it begins before the least parts": (THEN, "turn: the values"),
        "from and turn: too large": (THEN, "Endless"),
        "period divides turn": (THEN, "start: it begins earlier"),
    },
    "growing": {"relations: a first value of kind": (THEN, "relations: no option of kind")},
    "arms": {
        "from, lines and turn: too large": (THEN, "Endless"),
        "turn: the values do not repeat in the second": (THEN, "turn: the values do not repeat in the first"),
        "turn: the values do not repeat in the first": (REASON, "a wrong turn is refused by the second length before"),
        "periods divide turn": (THEN, "starts: it begins earlier"),
        "edges: cannot read": (THEN, "AttributeError"),
        "edges: a vertex has no edge": (THEN, "turn: the values do not repeat in the second"),
        "edges: too many": (REASON, "it bounds the work"),
        "a value is too large": (REASON, "a graph that the other bounds admit has none"),
    },
}  # fmt: skip


#: The kinds for which damaged files show what becomes of each clause about form. Of the others a clause is left out if
#: it says what was expected.
SHOWN_FORM = ("period", "row", "takeaway", "quotient", "kinds", "law", "family", "growing")

#: So many forgeries are tried for each clause that none has shown yet.
FEW = 4


def forgeries(kind: str) -> Iterator[Any]:
    if kind == "law":
        yield from test_law_certificates.clauses().values()
        yield from test_law_relations.clauses().values()
    elif kind != "family":
        own = {
            "kinds": test_kinds_certificates.clauses,
            "arms": test_arms_certificates.clauses,
            "growing": test_growing_certificates.clauses,
        }
        made = list(own[kind]() if kind in own else KINDS[kind][0]())
        if kind == "arms":  # one arm will do
            made = list({each[0]: each for each in made}.values())
        for clause, claims, _ in made:
            if "in a circle" not in clause:  # without that clause the checker never ends
                yield proof_repaired(claims) if kind in DIGESTED else claims
    if kind in SHOWN_FORM:
        yield from damaged(kind)


@pytest.mark.parametrize("kind", NOT_ALONE)
def test_a_checker_without_a_clause_accepts_a_forgery(kind: str) -> None:
    """Or it refuses the same forgeries at another step, or fails: NOT_ALONE says why. A clause about the form of the
    file needs no row there, but a damaged file that is refused without it, too."""
    every, seen, behind = set(clauses_of(kind)), set[Clause](), defaultdict[Clause, list[str]](list)
    for claims in forgeries(kind):
        found = verdict(kind, claims)
        if found not in every or found in seen or len(behind[found]) == FEW:
            continue
        then = verdict(kind, claims, (found,))
        if then == "valid" or (
            isinstance(then, Clause) and then.text.startswith(AGAIN) and shown(kind, claims)
        ):
            seen.add(found)
        behind[found].append(then if isinstance(then, str) else then.text)
    assert seen, "no clause was switched off"
    for clause in sorted(every - seen):
        form = "expected" in clause.text and (behind[clause] or kind not in SHOWN_FORM)
        assert form or clause.text.startswith((*AGAIN, *NOT_ALONE[kind])), (
            f"no forgery shows {clause}: {clause.text}"
        )
    for begin, (how, what) in NOT_ALONE[kind].items():
        rows = [clause for clause in every - seen if clause.text.startswith(begin)]
        assert rows, f"a forgery shows {begin!r} by now"
        met = [then for clause in rows for then in behind[clause]]
        assert how == REASON or any(then.startswith(what) for then in met), (begin, met)


def test_the_position_of_a_proof_is_a_clause_of_its_own() -> None:
    """The checker of a proof knows its board; that the board is the position which is named is compared after it."""
    for clause, claims, _ in KINDS["proof"][0]():
        if clause in ("of the position", "in normal play"):
            copied = json.loads(json.dumps(proof_repaired(claims)))
            assert verdict("proof", copied) == "valid" and not check(copied)["valid"]
