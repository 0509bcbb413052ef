"""Forges certificates and says what became of them: ``python tests/proofs/tally.py [COUNT [KIND …]]``.

For each kind: how many the checker refused before it computed anything, how many after, and how many it accepted, each
of which the plain definition must find true."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path
from random import Random
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from proofs import test_arms_certificates as arms
from proofs import test_family_certificates as family
from proofs import test_growing_certificates as growing
from proofs import test_kinds_certificates as kinds
from proofs import test_law_certificates as law
from proofs import test_law_relations as relations
from proofs.test_forged import KINDS

from sprague.proofs.check import CHECKERS, check

ALL = {kind: (forge, true) for kind, (_, forge, true) in KINDS.items()} | {
    "family": (family.forged_at_random, family.is_true),
    "arms": (arms.forged_at_random, arms.is_true),
    "kinds": (kinds.forged_at_random, kinds.is_true),
    "growing": (growing.forged_at_random, growing.is_true),
    "law": (law.forged_at_random, law.is_true),
    "law of values that grow": (relations.forged_at_random, relations.is_true),
}


def reaches(kind: str, claims: Any) -> bool:
    """Whether the checker reads these claims, and begins to compute."""
    module, _, exception = CHECKERS[kind].split(":")
    home = importlib.import_module(f"sprague.proofs.{module}")
    try:
        home.seconds(claims)
    except getattr(home, exception):
        return False
    return True


def main(count: int, names: list[str]) -> None:
    for kind in names:
        forge, true = ALL[kind]
        dice, at_once, later, accepted = Random(f"tally {kind}"), 0, 0, 0
        for _ in range(count):
            claims = forge(dice)
            if check(claims)["valid"]:
                accepted += 1
                assert true(claims), claims
            elif reaches(kind.split()[0], claims):
                later += 1
            else:
                at_once += 1
        print(
            f"{kind}: {count} forged, {at_once} refused at once, {later} after work, {accepted} true",
            flush=True,
        )


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 10_000, sys.argv[2:] or list(ALL))
