"""Certificates that say what the form of the file does not allow, for the clauses about form; and forgeries of families
that only one clause refuses."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from typing import Any

from proofs import test_family_certificates as family
from proofs import test_fields as fields
from proofs.test_forged import period_of, quotient_of, quotient_repaired
from proofs.test_law_certificates import ONE, TAKE_ONE

from sprague.takebreak.certified import shipped

Claims = dict[str, Any]

#: What is put into the place of a field: no huge numbers, which a checker without its bounds would count to.
OTHERS: tuple[Any, ...] = (None, True, -1, 0.5, "x", [], {}, [[]], [None], ["x"], {"x": 1})


def damaged(kind: str) -> Iterator[Claims]:
    """By hand for the kind, and each field and each part of a field made another."""
    by_hand = {"period": periods, "quotient": quotients, "kinds": kinds, "law": laws, "family": families}
    yield from by_hand.get(kind, tuple)()
    true = fields.KINDS[kind]()
    for path in fields.places(true, most=1):
        yield from fields.changed(true, path, OTHERS)


def periods() -> Iterator[Claims]:
    true = json.loads(period_of("subtract{2,5,7}"))
    for code in ("subtract{5,2,7}", "subtract{2,5,7,7}", "subtract{02,5,7}", f"0.{2_000_000 * '1'}"):
        yield true | {"code": code}
    sparse = next(dict(claims) for claims in shipped() if claims["code"] == "0.644")
    yield sparse | {"rares": [False, *sparse["rares"][1:]]}
    yield sparse | {"rares": None}


def quotients() -> Iterator[Claims]:
    true = json.loads(quotient_of("subtract{1,2}", 8))
    yield true | {"actions": [action[:-1] for action in true["actions"]]}
    yield true | {"sums": [[element, f"0x{bits}"] for element, bits in true["sums"]]}
    # A P-position is called an N-position, and the sums that show it are left out.
    true = json.loads(quotient_of("0.123", 15))
    false = quotient_repaired(true | {"p": true["p"][1:]})
    first, *sums = false["sums"]
    yield false | {"sums": [first, *(each for each in sums if not int(each[1], 16) & 1)]}


def kinds() -> Iterator[Claims]:
    true = fields.KINDS["kinds"]()
    yield true | {"game": true["game"].replace("}", ";a:-1}")}
    yield true | {"game": true["game"].replace("}", ";A:-1}")}
    yield true | {"game": true["game"].replace("}", ",-9,-9}")}


def laws() -> Iterator[Claims]:
    for source in (
        TAKE_ONE["source"] + 20_000 * "#",
        "# coding: utf-8\n" + TAKE_ONE["source"],
        TAKE_ONE["source"].replace("(n)", "(n, *more)"),
        TAKE_ONE["source"].replace("(n)", "(n, more=0.5)"),
        TAKE_ONE["source"].replace("    return", "    for k in n:\n        pass\n    return"),
    ):
        yield TAKE_ONE | {"source": source}
    reads = TAKE_ONE["source"].replace("if n", "if n or K")
    yield TAKE_ONE | {"source": reads, "constants": {"K": 0.5}}
    for formula in (
        [],
        ["or", *[ONE] * 1000],
        ["some", ["v", "v"], ONE],
        ["lin", [["x0", 1]], "0"],
        ["lin", [["x0", 1]], 10**8],
        ["eq", [["x0", 1, 2], ["u0", -1]], -1],
        ["eq", [["x0", 5], ["x0", 1], ["u0", -1]], -1],
        ["eq", [["x0", 1], ["w0", -1]], -1],
    ):
        yield TAKE_ONE | {"over": [[1, formula]]}
    for change in (
        {"tracks": ["y0"]},
        {"start": True},
        {"start": 3},
        {"accept": [0]},
        {"accept": [True]},
        {"delta": [[1, 2], [True, 2]]},
        {"delta": [[1, 2], [1]]},
    ):
        changed = copy.deepcopy(TAKE_ONE)
        changed["sets"][0][1] |= change
        yield changed


def families() -> Iterator[Claims]:
    def path() -> Any:
        return json.loads(family.written("node-kayles[path]"))

    # After the first values, which are true, only one option: the values are 0 and 1 by turns.
    alone = path()
    kind = alone["kinds"][0]
    kind |= {"shorter": [[0, 0, 1]], "splits": []}
    row = list(kind["first"])
    while len(row) < 99:
        row.append(0 if row[-1] else 1)
    start = max(n for n in range(1, 97) if row[n - 1] != row[n + 1])
    yield alone | {"start": start, "from": len(kind["first"]), "period": 2, "turn": 2}
    for change in ({"period": 17}, {"period": 2}, {"start": 53, "from": 53}, {"start": 0, "from": 0}):
        yield path() | change
    lost = path()
    lost["kinds"][0]["shorter"].append([0, 5, 1])
    yield lost
    yield path() | {"edges": "a0-a0,a0-a1"}
    yield path() | {"edges": "a0-b0"}
    yield path() | {"edges": "a0-a1,a0-a9"}
    ladder = path()  # what a move leaves of a ladder is not of the kinds of a path
    ladder["kinds"][0]["first"] = ladder["kinds"][0]["first"][:19]
    yield ladder | {"edges": "a0-a1,b0-b1,a0-b0"}
    yield path() | {"edges": "a0-a1,b0-b1"}
    fewer = path()  # true, but too few for the argument
    fewer["kinds"][0]["first"] = fewer["kinds"][0]["first"][:18]
    yield fewer
    for name in ("shorter", "splits"):
        wider = path()
        wider["kinds"][0][name][0].append(0)
        yield wider
    for first in ([], None, [True]):
        other = path()
        other["kinds"][0]["first"] = first
        yield other
    twice = path()
    for name, places in (("shorter", (1,)), ("splits", (1, 2))):
        for option in twice["kinds"][0][name]:
            for place in places:
                option[place] = 1  # a kind that is the same as kind 0
    twice["kinds"].append(twice["kinds"][0])
    yield twice | {"order": [0, 1]}
    for end in (None, [[], None], [[1], []], [["b"], []], [[], 70 * [["a"]]]):
        more = path()
        more["kinds"].append(more["kinds"][0] | {"left": end})
        yield more | {"order": [0, 1]}
    stars = json.loads(family.written("node-kayles[stars:1,2]"))
    yield stars | {"edges": f"{stars['edges']},<o-<o"}
    yield stars | {"edges": stars["edges"].replace("<o-a0", "<o9-a0")}
    named = copy.deepcopy(stars)
    named["kinds"][0]["left"][0] *= 2
    yield named
    yield family.cut_off()
    for _, forged in family._each(path()):
        yield forged
