"""The certificate of a theorem about P-positions, which :mod:`sprague.proofs.automatic_check` decides anew."""

from __future__ import annotations

import hashlib
import json
from array import array
from typing import Any

from .automata.dfa import Automaton, plain, zeros
from .automata.numeration import system
from .rule import BEFORE
from .theorem import Theorem, measure_text


def certificate(
    theorem: Theorem, addable: Automaton | None = None, follows: dict[str, int] | None = None
) -> dict[str, Any]:
    """Returns a theorem as plain data: its rule, its numeration, the automaton of the P-positions, the measure, and the
    statements in English, about x and y. With ``addable`` it includes the vectors that may be added to the rule (see
    :mod:`.alike`), with ``follows`` the consequences (see :mod:`.consequences`)."""
    falls = f"{measure_text(theorem.measure, BEFORE)} decreases with every move"
    texts = [*(each.text.render("en") for each in theorem.statements[:2]), falls]
    claims = {
        "format": "sprague-automatic/1",
        "rule": theorem.rule.text,
        "system": theorem.p_set.system.name,
        "automaton": plain(theorem.p_set),
        "measure": list(theorem.measure),
        "statements": [
            {"text": text, "verdict": "true" if each.holds else "false"}
            for text, each in zip(texts, theorem.statements, strict=True)
        ],
        "sizes": theorem.sizes,
    }
    claims |= {} if addable is None else {"addable": plain(addable)}
    return claims | (follows or {})


def digest(claims: dict[str, Any]) -> str:
    """Returns the digest that names a certificate (SHA-256 of its canonical form).

    >>> digest({"a": 1, "b": 2}) == digest({"b": 2, "a": 1})
    True
    """
    text = json.dumps(claims, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def automaton_of(claims: dict[str, Any]) -> Automaton:
    """Returns the automaton of a certificate, exactly as it is written there."""
    table = claims["automaton"]
    width = len(table["delta"][0])
    delta = array("i", [0] * width)
    for row in table["delta"]:
        delta.extend(row)
    accept = zeros("B", len(delta) // width)
    for state in table["accept"]:
        accept[state] = 1
    return Automaton(system(claims["system"]), tuple(table["tracks"]), delta, accept, int(table["start"]))
