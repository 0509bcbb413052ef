"""Every field of a certificate of each kind, deleted, doubled, and given what it must not have: the checker says no
with a sentence, or the certificate still says what is true. Nothing else ever comes out of it."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from proofs import test_arms_certificates as arms
from proofs import test_family_certificates as family
from proofs import test_growing_certificates as growing
from proofs import test_kinds_certificates as kinds
from proofs.test_forged import period_of, proof_of, quotient_of, row_of, takeaway_of, theorem_of

from sprague.proofs.check import check
from sprague.words.errors import SpragueError

LAW = {
    "format": "sprague-law/1", "name": "take_one", "constants": {},
    "source": "def take_one(n):\n    return [n - 1] if n else []\n",
    "heaps": 1, "spread": False, "system": "2", "kind": "values",
    "over": [[1, ["and", ["eq", [["x0", 1], ["u0", -1]], -1]]]], "under": None, "measure": [[1]], "compared": 24,
    "sets": [
        [value, {"tracks": ["x0"], "start": 1, "accept": [value + 1], "delta": [[1, 2], [1, 2]]}] for value in (0, 1)
    ],
}  # fmt: skip

KINDS: dict[str, Callable[[], Any]] = {
    "period": lambda: json.loads(period_of("0.77")),
    "proof": lambda: json.loads(proof_of("cram 2x3")),
    "sprouts": lambda: json.loads(proof_of("sprouts 2")),
    "nogo": lambda: json.loads(proof_of("nogo 1x4")),
    "quotient": lambda: json.loads(quotient_of("subtract{1,2}", 8)),
    "automatic": lambda: json.loads(theorem_of("nim")),
    "row": lambda: json.loads(row_of(0)),
    "takeaway": lambda: json.loads(takeaway_of(2)),
    "family": lambda: json.loads(family.written("node-kayles[path]")),
    "arms": lambda: json.loads(arms.written(arms.PATHS[0])),
    "kinds": lambda: json.loads(kinds.written(next(iter(kinds.GAMES)))),
    "growing": lambda: json.loads(growing.written("kinds{c:b-1;b:a+b-1;a:}")),
    "law": lambda: copy.deepcopy(LAW),
}

DEEP: Any = []
for _ in range(3000):
    DEEP = [DEEP]

#: What is put into the place of a field. The texts: a Cyrillic letter, a text turned round, a terminal's escape.
OTHERS: tuple[Any, ...] = (
    None, True, False, -1, -(10**40), 10**40, 2**64, 0.5, 1.0, float("nan"), float("inf"), "", "x", "0", "\u0430",
    "\u202edrow\u202c", "\x1b[2J\x1b]0;x\x07", "\ud800", [], {}, [[]], [{}], [None], [-1], [10**40], ["x"], {"x": 1},
    {"": []}, DEEP,
)  # fmt: skip


def places(claims: Any, path: tuple[Any, ...] = (), most: int = 2) -> Iterator[tuple[Any, ...]]:
    """All fields of objects, and the first and last things of lists."""
    inner: list[Any] = []
    if isinstance(claims, dict):
        inner = list(claims)
    elif isinstance(claims, list):
        inner = sorted({0, len(claims) - 1} & set(range(len(claims))))
    for key in inner:
        yield (*path, key)
        if most:
            yield from places(claims[key], (*path, key), most - 1)


def changed(claims: Any, path: tuple[Any, ...], others: tuple[Any, ...] = OTHERS) -> Iterator[Any]:
    """The claims with another thing at a place, with none, and with one more beside it."""
    for other in (*others, _GONE, _MORE):
        forged = copy.deepcopy(claims)
        *way, last = path
        here = forged
        for key in way:
            here = here[key]
        if other is _GONE:
            del here[last]
        elif other is _MORE and isinstance(here, list):
            here.append(copy.deepcopy(here[last]))
        elif other is _MORE:
            here[f"{last} "] = here[last]
        else:
            here[last] = other
        yield forged


_GONE, _MORE = object(), object()

#: What may be doubled, as it is a set or a list of things that all hold; and what may be left out, with what it states.
DOUBLED = {
    "quotient": ("actions", "p", "tests", "sums"),
    "automatic": ("automaton", "addable"),
    "family": ("kinds",),
    "growing": ("relations",),
    "law": ("over", "measure"),
}
#: Fewer first values of a kind of graphs, or parts of a take-away game, may be enough.
LEFT_OUT = {"automatic": ("addable", "pairs"), "family": ("kinds",), "takeaway": ("parts",)}


def attack(kind: str, most: int) -> None:
    true = KINDS[kind]()
    whole = check(true)
    assert whole["valid"], whole["reason"]
    for path in places(true, most=most):
        for number, forged in enumerate(changed(true, path)):
            try:
                found = check(forged, seconds=5)
            except SpragueError as error:
                assert str(error)
                continue
            if not found["valid"]:
                assert found["reason"] and found["reason"].isprintable(), (path, number)
                assert found["statement"] is None
            elif number == len(OTHERS) + 1:
                assert path[0] in DOUBLED.get(kind, ()), path
            elif number == len(OTHERS):
                assert path[0] in LEFT_OUT.get(kind, ()), path
                assert len(path) > 1 or found["statement"] != whole["statement"], path
            else:  # nothing was changed, or a name was explained that the source doesn't use
                assert forged == true or (kind, path) == ("law", ("constants",)), (path, OTHERS[number])


@pytest.mark.parametrize("kind", KINDS)
def test_no_field_can_be_made_another(kind: str) -> None:
    attack(kind, 0)


@pytest.mark.deep
@pytest.mark.parametrize("kind", KINDS)
def test_no_part_of_a_field_can_be_made_another(kind: str) -> None:
    attack(kind, 3)


@pytest.mark.parametrize("kind", KINDS)
def test_a_field_that_is_given_twice_is_refused(kind: str, tmp_path: Path) -> None:
    true, path = KINDS[kind](), tmp_path / "twice.json"
    for field, value in true.items():
        for other in (value, True):
            for first, second in ((value, other), (other, value)):
                rest = json.dumps({key: each for key, each in true.items() if key != field})[:-1]
                twice = f"{json.dumps(field)}: {json.dumps(first)}, {json.dumps(field)}: {json.dumps(second)}"
                path.write_text(f"{rest}, {twice}}}")
                with pytest.raises(SpragueError, match="once"):
                    check(path)


NO_CERTIFICATES = (
    "",
    "{",
    "[]",
    "NaN",
    '{"format": NaN}',
    "\ufeff{}",
    "[" * 10**5,
    '{"format": "sprague-row/1 "}',
)


@pytest.mark.parametrize("text", NO_CERTIFICATES)
def test_what_is_no_certificate_is_refused(text: str, tmp_path: Path) -> None:
    path = tmp_path / "none.json"
    path.write_text(text)
    with pytest.raises(SpragueError):
        check(path)
