"""Forged certificates: for each clause of what "valid" establishes those that break only this clause, and any number at
random. A forger repairs what the clause does not touch: digests, bounds, tests, sums. What is accepted of the forgeries
at random must be true by the plain definition."""

from __future__ import annotations

import copy
import itertools
import json
import re
from collections.abc import Callable, Iterator
from functools import cache
from random import Random
from typing import Any

import pytest
from seeds import SEED

import sprague as sg
from sprague.discovery.rule import rule_of
from sprague.discovery.takeaway import certificate as takeaway_certificate
from sprague.model import naive
from sprague.proofs.check import check
from sprague.proofs.plain_automata import every, numeration
from sprague.proofs.proof_check import digest as proof_digest
from sprague.takebreak.certificate import digest as values_digest
from sprague.takebreak.certified import shipped
from sprague.takebreak.codes import options, parse_code
from sprague.takebreak.theorems import theorem_for
from sprague.workbench.proof import prove

Claims = dict[str, Any]


# Periods

CODES = ("0.137", "0.77", "subtract{2,5,7}", "4.(3)", "0.(3)", "all-but{1,4}", "unequal:0.7", "0.45", "0.71")
MOST = 400


@cache
def grundy(code: str) -> list[int]:
    """By the plain definition."""
    found: list[int] = []
    for n in range(MOST):
        reached = set()
        for heaps in options(parse_code(code), n):
            value = 0
            for heap in heaps:
                value ^= found[heap]
            reached.add(value)
        found.append(next(value for value in itertools.count() if value not in reached))
    return found


def period_repaired(claims: Claims, values: list[int] | None = None) -> Claims:
    """The same claim of start, length and saltus, with the theorem, its bound and the digest that go with it."""
    code, values = parse_code(claims["code"]), values or grundy(claims["code"])
    theorem = theorem_for(code)
    assert theorem is not None
    needed = theorem.needed(code, values, claims["start"], claims["length"], claims["saltus"])
    needed = min(needed, MOST)
    return claims | {
        "theorem": theorem.name, "needed": needed, "seen": needed, "digest": values_digest(values[:needed]),
    }  # fmt: skip


@cache
def period_of(code: str) -> str:
    return json.dumps(sg.octal(code).period().certificate())


def period_forged(dice: Random) -> Claims:
    claims = json.loads(period_of(dice.choice(CODES)))
    start, length = claims["start"], claims["length"]
    claims["start"] = max(0, dice.choice([start, start, start + 1, start - 1, start + length, 0]))
    claims["length"] = max(
        1, dice.choice([length, length, 2 * length, 3 * length, length // 2, length + 1, 1])
    )
    claims["saltus"] = dice.choice([claims["saltus"], claims["saltus"], claims["length"], 0])
    if dice.random() < 0.2:
        claims["code"] = dice.choice(CODES)
    values = list(grundy(claims["code"]))
    if dice.random() < 0.2:  # as if the values were such that the claim is true
        for n in range(claims["start"], MOST - claims["length"]):
            values[n + claims["length"]] = values[n] + claims["saltus"]
    return period_repaired(claims, values)


def period_true(claims: Claims) -> bool:
    g, s, p, c = grundy(claims["code"]), claims["start"], claims["length"], claims["saltus"]

    def repeats(start: int, length: int, saltus: int) -> bool:
        return all(g[n + length] == g[n] + saltus for n in range(start, MOST - length))

    smaller = any(repeats(s, q, g[s + q] - g[s]) for q in range(1, p))
    return repeats(s, p, c) and not smaller and not (s and repeats(s - 1, p, c))


def period_clauses() -> Iterator[tuple[str, Claims, str]]:
    true = json.loads(period_of("0.137"))
    yield "g(n + p) = g(n)", period_repaired(true | {"length": 35}), r"is not g\("
    yield "from s on", period_repaired(true | {"start": 51}), r"is not g\("
    yield "no smaller start", period_repaired(true | {"start": 53}), "begins earlier"
    yield "no smaller period", period_repaired(true | {"length": 68}), "is a period already"
    yield (
        "for all n",
        true | {"needed": 174, "seen": 174, "digest": values_digest(grundy("0.137")[:174])},
        "wants",
    )
    yield "g of this code", true | {"code": "0.157"}, "digest"
    far = f"0.137{170 * '0'}1"  # the same values as far as they were seen
    yield "g of this code beyond what was seen", true | {"code": far}, "the theorem wants"
    yield "values of the game", true | {"digest": values_digest([*grundy("0.137")[:174], 9])}, "digest"
    yield "the theorem", true | {"theorem": "many-heaps"}, "the theorem for"
    nim = json.loads(period_of("0.(3)"))
    yield "saltus", period_repaired(nim | {"saltus": 2}), r"is not g\("
    yield "a theorem with a saltus", true | {"saltus": 1}, "no theorem here covers"
    last = json.loads(period_of("all-but{1,4}"))
    yield (
        "for all n of an all-but set",
        last
        | {
            "needed": last["needed"] + 1,
            "seen": last["needed"] + 1,
            "digest": values_digest(grundy("all-but{1,4}")[: last["needed"] + 1]),
        },
        "the theorem wants",
    )
    yield "what was seen", true | {"seen": 174, "digest": values_digest(grundy("0.137")[:174])}, "are needed"
    yield "no smaller period with a saltus", period_repaired(nim | {"length": 2, "saltus": 2}), "already"
    yield from sparse_clauses()


def sparse_clauses() -> Iterator[tuple[str, Claims, str]]:
    """Of the sparse space of a long period, by which its values are computed again."""
    true = next(dict(claims) for claims in shipped() if claims["code"] == "0.644")
    rares, mask = true["rares"], true["mask"]
    yield "all rare heaps", true | {"rares": rares[:-1]}, "does not fit the mask"
    yield (
        "all rare heaps, the early ones too",
        true | {"rares": [*rares[:9], *rares[10:]]},
        "does not fit the mask",
    )
    yield "only rare heaps", true | {"rares": [*rares, rares[-1] + 1]}, "does not fit the mask"
    yield "heap 0 is rare", true | {"rares": rares[1:]}, "heap 0 does not fit"
    yield "rare heaps that were seen", true | {"rares": [*rares, true["seen"]]}, "all seen"
    yield "each rare heap once", true | {"rares": [*rares[:5], *rares[4:]]}, "ascending"
    yield "this mask", true | {"mask": mask & ~64}, "does not fit the mask"
    yield "the bits of values", true | {"mask": mask | 1 << 12}, "bits that no value has"
    yield "some mask", true | {"mask": 0}, "expected whole numbers"
    yield "two common heaps make a rare one", true | {"parity": 1}, "two common heaps"
    yield "two common heaps make a rare one, always", true | {"flip": 1}, "two common heaps"
    yield "the values that follow", true | {"digest": "0" * 64}, "values computed again"
    yield "the whole space", {name: part for name, part in true.items() if name != "flip"}, "wrong are mask"
    three = true | {
        "code": "hex:0.8",
        "theorem": "many-heaps",
        "start": 1,
        "length": 1,
        "needed": 7,
        "seen": 7,
    }
    yield "a game with a sparse space", three | {"rares": [0]}, "no sparse space"


# Proofs

POSITIONS = (
    "cram 2x2",
    "cram 2x3",
    "cram 3x3",
    "node-kayles path:4",
    "arc-kayles cycle:5",
    "node-kayles grid:2x3",
    "clobber 2x3",
    "clobber xo./.ox",
    "cannibal-clobber 2x3",
    "place[I2,L3] 2x3",
)


@cache
def proof_of(position: str) -> str:
    return json.dumps(prove(sg.parse(position).components[0]))


@cache
def value_of(position: str) -> int:
    return naive.value(sg.parse(position).components[0], {})


def proof_repaired(proof: Claims) -> Claims:
    return proof | {"digest": proof_digest(proof)}


def proof_forged(dice: Random) -> Claims:
    proof = json.loads(proof_of(dice.choice(POSITIONS)))
    for _ in range(dice.randint(1, 3)):
        shape, other = dice.choice(proof["shapes"]), dice.choice(proof["shapes"])
        how = dice.randrange(7)
        if how == 0:
            shape["value"] ^= dice.choice([1, 2, 3])
        elif how == 1:
            proof["value"] ^= dice.choice([1, 2, 3])
        elif how == 2 and shape["answers"] and other["answers"]:
            shape["answers"][dice.randrange(len(shape["answers"]))] = dice.choice(other["answers"])
        elif how == 3:
            shape["smaller"], shape["value"] = other["smaller"], other["value"]
        elif how == 4:
            proof["position"] = dice.choice(
                [*POSITIONS, f"misere {proof['position']}", f"{proof['position']} + *1"]
            )
        elif how == 5:
            row, place = dice.choice(list(_numbers(proof["shapes"])))
            row[place] = dice.randrange(6)
        else:
            proof["board"] = other["board"]
        proof = json.loads(json.dumps(proof))
    return proof_repaired(proof)


def _numbers(entry: Any) -> Iterator[tuple[list[Any], int]]:
    """The places of numbers in lists, at any depth."""
    for place, part in enumerate(entry.values() if isinstance(entry, dict) else entry):
        if isinstance(part, list | dict):
            yield from _numbers(part)
        elif isinstance(entry, list) and type(part) is int:
            yield entry, place


def proof_true(proof: Claims) -> bool:
    return proof["position"] in POSITIONS and value_of(proof["position"]) == proof["value"]


def proof_clauses() -> Iterator[tuple[str, Claims, str]]:
    true = json.loads(proof_of("cram 2x3"))
    yield "the value", true | {"value": 2}, "do not add up"
    yield "of the position", true | {"position": "cram 3x3"}, "position it names"
    yield "in normal play", true | {"position": "misere cram 2x3"}, "position it names"
    yield "nothing else", true | {"outcome": "P"}, "wrong are outcome"
    yield "all of the board", true | {"parts": [], "value": 0}, "covered by no part"
    yield "only the board", true | {"parts": [*true["parts"], *true["parts"]], "value": 0}, "does not lie"
    for clause, change, reason in (
        ("a move to each smaller value", {"smaller": []}, "a move to each"),
        ("an answer to each move", {"answers": true["shapes"][0]["answers"][1:]}, "an answer to each"),
        ("shapes as they are", {"board": "...."}, "expected a number"),
    ):
        yield clause, true | {"shapes": [true["shapes"][0] | change, *true["shapes"][1:]]}, reason
    yield "shapes of . and #", true | {"board": "..x/..."}, "rows of . and #"
    path = json.loads(proof_of("node-kayles path:4"))
    edges = {"vertices": 4, "edges": [*path["board"]["edges"], [0, 1]]}
    yield "a simple graph", path | {"board": edges}, "simple graph"
    yield "edges on edges", path | {"parts": [[0, [1, 0, 2, 3]]]}, "does not fit"
    yield "vertex by vertex", path | {"parts": [[0, [0, 1, 2]]]}, "another number of vertices"
    # In Clobber the stone that has moved may take another: a stone of the wrong colour does not fit, and neither answer
    # below is a move of the board at the beginning.
    stones = json.loads(proof_of("clobber xoo"))
    yield "stones by their colours", stones | {"board": "xxo"}, "does not lie"
    yield "stones that differ", stones | {"parts": [], "value": 0}, "covered by no part"
    yield "shapes of x, o and #", stones | {"board": "..."}, "rows of x and o and #"
    alone = json.loads(proof_of("cannibal-clobber xx"))
    shape = alone["shapes"][0] | {"value": 0, "smaller": [], "answers": [[1, 1, []], [1, 0, []]]}
    yield "a stone needs a neighbour", alone | {"value": 0, "shapes": [shape]}, "not possible"
    # A row of four cells: taking the middle leaves 0, another domino *1, so the value is 2.
    four = json.loads(proof_of("cram 1x4"))
    answers = [[1, 2, []], [0, []], [1, 0, []]]
    shape = {"board": "....", "value": 1, "smaller": [[1, []]], "answers": answers}
    yield (
        "an answer that leads back",
        four | {"value": 1, "shapes": [shape], "parts": [[0, [0, 0, 0]]]},
        "does not lead back",
    )
    # One vertex: the only move leaves nothing, so the value is 1.
    one = json.loads(proof_of("node-kayles path:1"))
    for value, smaller, answers, reason in (
        (0, [], [[0, []]], "leaves the value claimed"),
        (0, [], [[1, 0, []]], "not possible"),
        (2, [[0, []], [0, []]], [[0, []]], "leaves another value"),
    ):
        shape = one["shapes"][0] | {"value": value, "smaller": smaller, "answers": answers}
        yield f"by play: {reason}", one | {"value": value, "shapes": [shape]}, reason


# Proofs of Sprouts

PAPERS = ("sprouts 1", "sprouts 2", "sprouts 0.22", "sprouts 3", "sprouts AB/AB2", "sprouts 2.22/AB/AB")


def sprouts_forged(dice: Random) -> Claims:
    proof = json.loads(proof_of(dice.choice(PAPERS)))
    for _ in range(dice.randint(1, 3)):
        one, other = dice.choice(proof["lands"]), dice.choice(proof["lands"])
        how = dice.randrange(8)
        if how == 0:
            one[1] = dice.choice([0, 1, 2, None])
        elif how == 1:
            proof["value"] ^= dice.choice([1, 2, 3])
        elif how == 2:
            one[2] = other[2]
        elif how == 3:
            one[0] = other[0]
        elif how == 4:
            proof["position"] = dice.choice([*PAPERS, f"misere {proof['position']}", "sprouts 02"])
        elif how == 5:
            row, place = dice.choice([*_numbers(proof["lands"]), (one, 1)])
            row[place] = dice.randrange(4)
        elif how == 6 and one[2]:
            move = dice.choice(one[2])
            one[2] = [*one[2], [dice.randrange(4), *move[1:]]]
        elif len(proof["lands"]) > 1:
            proof["lands"].remove(one)
        proof = json.loads(json.dumps(proof))
    return proof_repaired(proof)


def sprouts_true(proof: Claims) -> bool:
    return proof["position"] in PAPERS and value_of(proof["position"]) == proof["value"]


def sprouts_clauses() -> Iterator[tuple[str, Claims, str]]:
    true = json.loads(proof_of("sprouts 2"))
    rest = [entry for entry in true["lands"] if entry[0] not in ("2", "22.")]
    one = ["22.", 1, [[0, 0, 1, []]]]
    yield "the value", true | {"value": 1}, "do not add up"
    yield "of the position", true | {"position": "sprouts 3"}, "not claimed"
    yield "of this position", true | {"position": "sprouts 02"}, "at most 50 spots"
    yield "in normal play", true | {"position": "misere sprouts 2"}, "sprouts and a position"
    yield "of Sprouts", true | {"position": "brussels-sprouts 2"}, "sprouts and a position"
    yield "nothing else", true | {"outcome": "P"}, "wrong are outcome"
    # One line is left in a region of two lives: its value is 1.
    for clause, land, value, moves, reason in (
        ("no line leaves the value", "22.", 0, [], "nothing shows"),
        ("a line to each smaller value", "22.", 2, [[0, 0, 1, []]], "none leads to"),
        ("by play", "22.", 2, [[0, 0, 1, []], [1, 0, 1, []]], "leaves another value"),
        ("lines inside a region", "AB/AB", 2, [[0, 0, 1, []], [1, 0, 2, []]], "two places of one region"),
        ("lines between places", "22.", 2, [[0, 0, 1, []], [1, 0, 2, []]], "two places of one region"),
        ("lines in order", "2A/2A", 2, [[0, 0, 1, []], [1, 1, 0, []]], "two places of one region"),
        ("three lines at a spot", "AB/AB", 2, [[0, 0, 1, []], [1, 0, 0, []]], "at most three lines"),
        (
            "three lines at a spot that is met twice",
            "A2A",
            2,
            [[0, 0, 1, []], [1, 0, 2, []]],
            "at most three",
        ),
        ("boundaries aside", "2.22", None, [[0, 1, 2, [1]]], "other boundaries of the region"),
        ("boundaries of one side", "2.2.2", None, [[0, 0, 1, [2]]], "does not divide"),
        ("a land", "22/22", 0, [], "hang together"),
        ("a land that is not over", "2.", 0, [], "hang together"),
        ("spots as they are", "33.", 0, [], "the spots 0, 1, 2"),
        ("a spot without lines", "02.", 1, [[0, 0, 1, []]], "without lines alone"),
        ("a name met twice", "A2.", 1, [[0, 0, 1, []]], "each name twice"),
        ("lines that do not cross", "ABAB", 0, [], "do not cross"),
        ("boundaries as on paper", "AB.CD/AC/BD", 0, [], "in one region only"),
        ("an entry", "22.", 1.5, [], "a whole number"),
        ("entries of three", "22.", 1, None, "its text, its value"),
        ("moves of four", "22.", 1, [[0, 0, 1]], "expected moves as"),
    ):
        claims = {"position": f"sprouts {land}", "value": value, "lands": [*rest, one, [land, value, moves]]}
        yield clause, true | claims, reason
    yield "a list of lands", true | {"lands": {}}, "a list of lands"
    yield "lands as texts", true | {"lands": [[0, 0, []]]}, "lands as texts"
    alone = [["22.", 1, [[0, 0, 1, []]]], ["222.", 0, []]]
    yield (
        "all lands of a sum",
        true | {"lands": alone, "position": "sprouts 22/222/AB/AB2", "value": 1},
        "not claimed",
    )


# Proofs of NoGo

FIELDS = ("nogo 1x4", "nogo 2x2", "nogo x.o/...", "nogo 1x5", "nogo xx./...")


def nogo_forged(dice: Random) -> Claims:
    proof = json.loads(proof_of(dice.choice(FIELDS)))
    for _ in range(dice.randint(1, 3)):
        one, other = dice.choice(proof["boards"]), dice.choice(proof["boards"])
        how = dice.randrange(7)
        if how == 0:
            one[1] = dice.choice([0, 1, 2, None])
        elif how == 1:
            proof["value"] ^= dice.choice([1, 2, 3])
        elif how == 2:
            one[2] = other[2]
        elif how == 3:
            one[0] = other[0]
        elif how == 4:
            proof["position"] = dice.choice([*FIELDS, f"misere {proof['position']}", "nogo 1x04"])
        elif how == 5:
            row, place = dice.choice([*_numbers(proof["boards"]), (one, 1)])
            row[place] = dice.randrange(4)
        elif len(proof["boards"]) > 1:
            proof["boards"].remove(one)
        proof = json.loads(json.dumps(proof))
    return proof_repaired(proof)


def nogo_true(proof: Claims) -> bool:
    return proof["position"] in FIELDS and value_of(proof["position"]) == proof["value"]


def nogo_clauses() -> Iterator[tuple[str, Claims, str]]:
    true = json.loads(proof_of("nogo 2x2"))
    yield "the value", true | {"value": 0}, "the value claimed is another"
    yield "of the position", true | {"position": "nogo 2x3", "value": 0}, "not claimed"
    yield "of this position", true | {"position": "nogo 2x02"}, "nogo and a board"
    yield "in normal play", true | {"position": "misere nogo 2x2"}, "nogo and a board"
    yield "nothing else", true | {"outcome": "P"}, "wrong are outcome"
    yield "a list of boards", true | {"boards": {}}, "a list of boards"
    # Two cells: a stone on one, and no stone may follow.
    end = ["x.", 0, []]
    # Of these, each has the value 1: all moves leave a single free cell on which no stone may go.
    pair, mixed = ["x./x.", 2, [[0, 1, "x"], [1, 0, "o"]]], ["o./x.", 1, [[0, 1, "o"]]]
    for clause, position, value, boards, reason in (
        ("no move leaves the value", "1x2", 0, [["..", 0, []], end], "nothing shows"),
        ("a move to each smaller value", "1x2", 2, [["..", 2, [[0, 0, "x"]]], end], "none leads to"),
        ("by play", "1x2", 2, [["..", 2, [[0, 0, "x"], [1, 0, "x"]]], end], "leaves another value"),
        (
            "stones on free cells",
            pair[0],
            2,
            [pair, mixed, ["xx/x.", 0, []], ["xo/x.", 0, []]],
            "a free cell",
        ),
        ("blocks that are free", "1x2", 0, [["x.", 1, [[0, 1, "o"]]], ["..", 0, []]], "block needs"),
        ("boards of one width", "1x2", 1, [["../.", 1, []]], "of one length"),
        ("boards that can be", "1x2", 1, [["xo", 0, []]], "beside each block"),
        ("boards of so many cells", "1x2", 1, [["." * 101, 0, []]], "at most 100 cells"),
        ("entries of three", "1x2", 1, [["..", 1]], "its rows"),
        ("moves of three", "1x2", 1, [["..", 1, [[0, 0]]], end], "a value, a cell"),
        ("whole values", "1x2", 1, [["..", 1.5, []], end], "a whole number"),
    ):
        yield clause, true | {"position": f"nogo {position}", "value": value, "boards": boards}, reason


# Misère quotients

QUOTIENTS = (("0.123", 15), ("0.123", 9), ("subtract{1}", 4), ("0.75", 12), ("subtract{1,2}", 8), ("0.53", 8))


@cache
def quotient_of(code: str, heaps: int) -> str:
    return json.dumps(sg.misere.quotient(code, heaps=heaps).certificate())


@cache
def moves_of(code: str, heap: int) -> list[tuple[int, ...]]:
    return [tuple(heaps) for heaps in options(parse_code(code), heap)]


@cache
def lost(code: str, heaps: tuple[int, ...]) -> bool:
    """Whether a sum of heaps is a P-position in misère play, by the plain definition."""
    left = [
        tuple(sorted((*heaps[:i], *move, *heaps[i + 1 :])))
        for i, heap in enumerate(heaps)
        for move in moves_of(code, heap)
    ]
    return bool(left) and not any(lost(code, each) for each in left)


def times_of(claims: Claims) -> list[list[int]]:
    found = []
    for word in claims["words"]:
        row = list(range(len(claims["words"])))
        for generator in word:
            row = [claims["actions"][generator][q] for q in row]
        found.append(row)
    return found


def quotient_repaired(claims: Claims) -> Claims:
    """The same monoid, P-portion and heaps, with all elements as tests and the sums that follow from them."""
    times, size = times_of(claims), len(claims["words"])
    out = [x in claims["p"] for x in range(size)]

    def product(heaps: tuple[int, ...]) -> int:
        total = 0
        for heap in heaps:
            total = times[total][claims["values"][heap]]
        return total

    deficits = {}
    for heap, own in enumerate(claims["values"]):
        left = {product(move) for move in moves_of(claims["code"], heap)}
        if left:
            free = [
                q for q in range(size) if not out[times[own][q]] and not any(out[times[e][q]] for e in left)
            ]
            deficits[own, frozenset(free)] = None
    first = (0, frozenset(q for q in range(size) if not out[q]))
    sums, todo = {first: None}, [first]
    while todo and len(sums) < 3000:
        element, here = todo.pop()
        for own, free in deficits:
            after = frozenset(q for q in range(size) if times[q][own] in here and times[q][element] in free)
            each = (times[element][own], after)
            if after and each not in sums:
                sums[each] = None
                todo.append(each)
    told = [[element, f"{sum(1 << q for q in here):x}"] for element, here in sums]
    return claims | {"tests": list(range(size)), "sums": told}


def with_an_element_more(claims: Claims, dice: Random) -> Claims:
    """Also an element beside the others: a zero, or a second copy of each element."""
    size = len(claims["words"])
    if dice.random() < 0.5:
        actions = [[*action, size] for action in claims["actions"]] + [[size] * (size + 1)]
        words, p = [*claims["words"], [len(claims["actions"])]], list(claims["p"])
    else:
        actions = [[*action, *(x + size for x in action)] for action in claims["actions"]]
        actions.append([*range(size, 2 * size), *range(size)])
        words = [*claims["words"], *([*word, len(claims["actions"])] for word in claims["words"])]
        p = [*claims["p"], *(x for x in range(size, 2 * size) if dice.random() < 0.3)]
    values = list(claims["values"])
    if dice.random() < 0.3:  # as if a heap were that element
        values[-1] = size
    return claims | {"actions": actions, "words": words, "p": p, "values": values}


def quotient_forged(dice: Random) -> Claims:
    claims = json.loads(quotient_of(*dice.choice(QUOTIENTS)))
    size = len(claims["words"])
    for _ in range(dice.randint(1, 2)):
        how = dice.randrange(8)
        if how == 0:
            claims = with_an_element_more(claims, dice)
        elif how == 1:
            claims["values"][dice.randrange(len(claims["values"]))] = dice.randrange(size)
        elif how == 2:
            claims["p"] = sorted({*claims["p"]} ^ {dice.randrange(1, size)})
        elif how == 3:
            claims["code"] = dice.choice(QUOTIENTS)[0]
        elif how == 4 and "length" in claims:
            claims["start"] = max(0, claims["start"] + dice.choice([-1, 0, 1, claims["length"]]))
            claims["length"] *= dice.choice([1, 1, 2])
        elif how == 5:
            row = dice.choice(claims["actions"])
            row[dice.randrange(size)] = dice.randrange(size)
        elif how == 6:
            claims["values"].append(dice.choice(claims["values"]))
            claims["heaps"] += 1
        else:
            claims |= {"start": dice.randrange(8), "length": dice.randint(1, 6)}
        if len(claims["values"]) != claims["heaps"] + 1 or len(claims["words"]) != size:
            break
    try:
        return quotient_repaired(claims)
    except IndexError:
        return claims


def quotient_true(claims: Claims) -> bool:
    """By play alone: the outcomes of small sums are those of the products, every element is that of a sum of heaps, and
    some sum tells each two of them apart. Then the monoid is the quotient of these sums. Also the first heaps beyond
    the claim have the elements of the period, which is the least, and begins nowhere earlier."""
    times, out, values = times_of(claims), set(claims["p"]), list(claims["values"])

    def product(heaps: tuple[int, ...]) -> int:
        total = 0
        for heap in heaps:
            total = times[total][values[heap]]
        return total

    def right(heaps: tuple[int, ...]) -> bool:
        return (product(heaps) in out) == lost(claims["code"], tuple(sorted(filter(None, heaps))))

    generators = [values.index(row[0]) if row[0] in values else None for row in claims["actions"]]
    if None in generators:
        return False
    sums = [tuple(generators[g] or 0 for g in word) for word in claims["words"]]
    if [product(heaps) for heaps in sums] != list(range(len(sums))):
        return False
    told = {tuple(lost(claims["code"], tuple(sorted(one + two))) for two in sums) for one in sums}
    if len(told) < len(sums):
        return False
    if "length" in claims:
        start, length = claims["start"], claims["length"]

        def repeats(start: int, length: int) -> bool:
            return values[start + length :] == values[start : len(values) - length]

        least = not any(repeats(start, less) for less in range(1, length))
        if not repeats(start, length) or not least or (start and repeats(start - 1, length)):
            return False
        for n in range(len(values), len(values) + 4):
            values.append(values[n - length])
        if not all(right((n, *heaps)) for n in range(len(values) - 4, len(values)) for heaps in sums[:4]):
            return False
    small = range(1, min(claims["heaps"], 8) + 1)
    return all(
        right(heaps)
        for count in range(1, 4)
        for heaps in itertools.combinations_with_replacement(small, count)
    )


def quotient_clauses() -> Iterator[tuple[str, Claims, str]]:
    true = json.loads(quotient_of("0.123", 15))
    first = Random(1)
    while (more := quotient_repaired(with_an_element_more(true, first)))["values"] != true["values"]:
        pass
    yield "generated", more, "generators to be values"
    # Take one from a heap: the sums of heaps of odd size counted modulo 4, where modulo 2 is enough.
    four = {
        "format": "sprague-quotient/1", "code": "subtract{1}", "heaps": 1, "actions": [[1, 2, 3, 0]],
        "words": [[], [0], [0, 0], [0, 0, 0]], "p": [1, 3], "values": [0, 1],
    }  # fmt: skip
    yield "reduced", quotient_repaired(four), "not told apart"
    yield (
        "closed: the P-positions",
        quotient_repaired(true | {"p": true["p"][1:]}),
        "N-position has no winning move",
    )
    yield (
        "closed: a move from P to P",
        quotient_repaired(true | {"p": [*true["p"], 12]}),
        "a P-position has a move to a P-position",
    )
    yield "closed: sums of any length", true | {"sums": true["sums"][:-1]}, "sum is missing"
    yield "the end is won", quotient_repaired(true | {"p": [0, *true["p"]]}), "the end of the game"
    yield (
        "of this code",
        quotient_repaired(true | {"code": "0.75"}),
        "a P-position has a move to a P-position",
    )
    yield (
        "the elements of the heaps",
        quotient_repaired(true | {"values": [*true["values"][:-1], 0]}),
        "a P-position has a move to a P-position",
    )
    yield "to this heap", true | {"heaps": 16}, "the element of each heap"
    yield "no smaller start", true | {"start": 6}, "begins earlier"
    yield "periodic from s on", true | {"start": 4}, "wants|another period"
    far = json.loads(quotient_of("0.123", 40))
    yield "no smaller period", far | {"length": 10}, "is a period already"
    yield (
        "of the whole game",
        quotient_repaired(true | {"heaps": 11, "values": true["values"][:12]}),
        "the theorem wants",
    )
    more = f"0.123{20 * '0'}1"  # the same moves from these heaps
    yield "of the whole game of this code", true | {"code": more}, "the theorem wants"
    yield "of a game with a theorem", true | {"code": f"hex:0.123{20 * '0'}8"}, "no theorem here"
    yield "closed: the empty sum", true | {"sums": true["sums"][1:]}, "sum of nothing first"
    yield "closed: some sum", true | {"sums": []}, "sum of nothing first"
    end = {"code": "subtract{5}", "heaps": 0, "values": [0], "words": [[]], "actions": [], "p": [0]}
    end |= {"format": true["format"], "tests": [0], "sums": [[0, "0"]]}
    yield "the end is won, alone", end, "the end of the game"
    yield "closed: winning moves", true | {"sums": [*true["sums"], [1, "1"]]}, "no winning move"
    yield "P of these elements", true | {"p": [*true["p"], 20]}, "not there"
    yield "heaps without moves", true | {"values": [1, *true["values"][1:]]}, "is the identity"
    yield "nothing else", true | {"genus": "0"}, "wrong are genus"
    positions = json.loads(json.dumps(sg.misere.quotient(["kayles 3"]).certificate()))
    moves = positions["options"]
    yield "positions that end", positions | {"options": [*moves[:-1], [[len(moves) - 1]]]}, "no earlier item"
    yield "options of each position", positions | {"options": moves[:-1]}, "those of each item"
    yield "other options", positions | {"options": [*moves[:-1], []]}, "is the identity"
    yield "positions, not heaps", positions | {"start": 0, "length": 1}, "of a code"
    actions = copy.deepcopy(true["actions"])
    actions[1][2], actions[1][3] = actions[1][3], actions[1][2]
    yield "a commutative monoid", true | {"actions": actions}, "do not commute"
    yield "each element by its word", true | {"words": [*true["words"][:-1], [4]]}, "is another element"


# Theorems about P-positions

RULES = ("vectors{(1,1)}", "nim", "vectors{(0,k),(k,0)}", "vectors{(0,1),(1,0)}", "vectors{(1,2),(2,1)}")


@cache
def theorem_of(rule: str) -> str:
    found = sg.discover(rule).certificate
    assert found is not None
    return json.dumps(found)


def vectors_of(rule: str) -> list[tuple[int, int, bool]]:
    """The vectors of a rule, and whether they may be taken any number of times."""
    found = []
    for a, b in re.findall(r"\((\w+),(\w+)\)", "(k,0),(0,k)" if rule == "nim" else rule):
        numbers = [int(part.strip("k") or 1) for part in (a, b)]
        found.append((*numbers, "k" in a + b))
    return found


@cache
def p_positions(rule: str, size: int = 24) -> list[list[bool]]:
    found = [[False] * size for _ in range(size)]
    for x, y in itertools.product(range(size), repeat=2):
        found[x][y] = not any(
            found[x - a * k][y - b * k]
            for a, b, often in vectors_of(rule)
            for k in range(1, size if often else 2)
            if x >= a * k and y >= b * k
        )
    return found


def accepts(automaton: Claims, base: int, x: int, y: int) -> bool:
    """Whether the automaton accepts two numbers in a base."""
    state, length = 1, 1
    while base**length <= max(x, y):
        length += 1
    for i in reversed(range(length)):
        state = (
            automaton["delta"][state - 1][x // base**i % base * base + y // base**i % base] if state else 0
        )
    return state in automaton["accept"]


def theorem_forged(dice: Random) -> Claims:
    claims = json.loads(theorem_of(dice.choice(RULES)))
    automaton = dice.choice([claims["automaton"], claims.get("addable", claims["automaton"])])
    states = len(automaton["delta"])
    for _ in range(dice.randint(1, 2)):
        how = dice.randrange(6)
        if how == 0 and states:
            row = dice.choice(automaton["delta"])
            row[dice.randrange(len(row))] = dice.randint(0, states)
        elif how == 1 and states:
            automaton["accept"] = sorted({*automaton["accept"]} ^ {dice.randint(1, states)})
        elif how == 2:
            claims["rule"] = dice.choice([*RULES, "vectors{(1,1),(2,2)}", "vectors{(1,1),(3,3)}"])
        elif how == 3:
            claims["system"] = dice.choice(["2", "3", "4", "zeckendorf"])
        elif how == 4:
            claims["measure"] = dice.choice([[1, 0], [0, 1], [2, 1]])
            text = {(1, 0): "x", (0, 1): "y", (2, 1): "2x + y"}[tuple(claims["measure"])]
            claims["statements"][2]["text"] = f"{text} decreases with every move"
        else:
            automaton["delta"].append(list(automaton["delta"][0]) if states else [0, 0, 0, 0])
    claims["sizes"] |= {"P": len(claims["automaton"]["delta"])}
    return claims


def theorem_true(claims: Claims) -> bool:
    if claims["system"] == "zeckendorf":
        return False
    base, wanted, automaton = int(claims["system"]), p_positions(claims["rule"]), claims["automaton"]
    vectors = vectors_of(claims["rule"])
    one, two = claims["measure"]
    if any(one * a + two * b <= 0 for a, b, _ in vectors) or any(
        len(row) != base**2 for row in automaton["delta"]
    ):
        return False
    places = list(itertools.product(range(24), repeat=2))
    if any(accepts(automaton, base, x, y) != wanted[x][y] for x, y in places):
        return False
    if "addable" in claims:
        lost_at = [(x, y) for x, y in places if wanted[x][y]]
        joins = {(x - u, y - v) for x, y in lost_at for u, v in lost_at}
        taken = {(a * k, b * k) for a, b, often in vectors for k in range(1, 24 if often else 2)}
        for a, b in itertools.product(range(8), repeat=2):
            free = (a, b) != (0, 0) and (a, b) not in joins and (a, b) not in taken
            if accepts(claims["addable"], base, a, b) != free:
                return False
    return True


def whole(name: str) -> Claims:
    """The automaton that accepts all pairs of numbers."""
    pairs = every(numeration(name), ("x", "y"))
    letters = list(itertools.product(range(numeration(name).digits), repeat=2))
    return {
        "tracks": ["x", "y"],
        "start": 1,
        "accept": sorted(state + 1 for state in pairs.accept),
        "delta": [[row.get(letter, -1) + 1 for letter in letters] for row in pairs.delta],
    }


def theorem_clauses() -> Iterator[tuple[str, Claims, str]]:
    true = json.loads(theorem_of("vectors{(1,1)}"))
    automaton = true["automaton"]
    states = len(automaton["delta"])
    other = json.loads(theorem_of("nim"))
    yield "these pairs", json.loads(theorem_of("nim")) | {"pairs": 1}, "not these pairs"
    yield "this game, for its parts", json.loads(theorem_of(GAME.format(2))) | {"parts": 3}, "another game"
    yield "of this rule", true | {"rule": "nim"}, "a move leads from P to P|no move leads"
    yield (
        "no move from P to P",
        true | {"automaton": other["automaton"] | {"accept": [1]}, "rule": "vectors{(2,2)}"},
        "a move leads from P to P",
    )
    # For every k some k is not u: that is true. Who takes "exists" for a third name sees no moves, and all is lost.
    rule = "x,y -> u,v where (u < x and v = y or u = x and v < y) and A k exists k: u != k"
    everything = {
        "rule": rule,
        "automaton": automaton | {"accept": [1], "delta": [[1, 1, 1, 1]]},
        "sizes": {"P": 1, "W": 0},
    }
    plain = {name: part for name, part in true.items() if name != "addable"}
    yield "of this rule as Sprague reads it", plain | everything, "from P to P"
    # Only the heap of 399999960 has a move. A decision that looks at 60 digits at most sees no move at all.
    far = {
        "rule": f"x,y -> u,v where x = {'+'.join(40 * ['9999999'])} and u = 0 and v = y",
        "system": "schwenk(3)",
        "automaton": whole("schwenk(3)"),
        "measure": [1, 0],
        "statements": [*true["statements"][:2], {"text": "x decreases with every move", "verdict": "true"}],
    }
    sizes = {"P": len(far["automaton"]["delta"]), "W": 0}
    yield "of numbers of any size", plain | far | {"sizes": sizes}, "from P to P"
    yield "the system by its name", true | {"system": "ostrowski(1)"}, "by its own name"
    yield "P only", other | {"automaton": true["automaton"], "sizes": true["sizes"]}, "from P to P"
    end = automaton | {"accept": [1], "delta": [[1, 0, 0, 0]]}  # nothing but (0, 0)
    yield "all of P", true | {"automaton": end}, "no move leads to P"
    nim = {name: part for name, part in other.items() if name not in ("addable", "pairs")}
    lone = {"automaton": whole("2") | {"accept": []}, "sizes": {"P": 1, "W": 0}}
    yield "some position is P", nim | lone, "not needed|no move leads to P"
    yield "all of P, alone", nim | {"automaton": end, "sizes": {"P": 1, "W": 2}}, "no move leads to P"
    twice = {"accept": [*automaton["accept"], *(s + states for s in automaton["accept"])]}
    twice["delta"] = [[*row[:-1], row[-1] and row[-1] + states] for row in automaton["delta"]]
    twice["delta"] += [[to and to + states for to in row] for row in automaton["delta"]]
    yield "no fewer states", true | {"automaton": automaton | twice}, "not needed|leading zeros"
    rows = [[0] * 9 for _ in automaton["delta"]]
    yield "in this system", true | {"system": "3", "automaton": automaton | {"delta": rows}}, "not needed"
    yield "in this system, by digits", true | {"system": "zeckendorf"}, "not valid"
    by_x = [*other["statements"][:2], other["statements"][2] | {"text": "x decreases with every move"}]
    yield "the measure decreases", other | {"measure": [1, 0], "statements": by_x}, "does not fall"
    changed = copy.deepcopy(true["statements"])
    changed[2]["text"] = "y decreases with every move"
    yield "the measure that is named", true | {"statements": changed}, "three statements"
    formula = json.loads(theorem_of("x,y -> u,v where (u = x and v < y) or (v = y and u < x)"))
    yield (
        "the measure decreases by the formula",
        formula | {"measure": [1, 0], "statements": by_x},
        "does not fall",
    )
    cold = json.loads(theorem_of("wythoff"))
    assert cold["system"] == "zeckendorf" and cold["automaton"]["delta"][0][3] == 0
    # Two 1s in a row are no Zeckendorf representation.
    delta = copy.deepcopy(cold["automaton"]["delta"])
    delta[0][3] = 2
    words = cold | {"automaton": cold["automaton"] | {"delta": delta}}
    yield "words of the system only", words, "reads a word that is not valid"
    yield "some measure", other | {"measure": [0, 0]}, "not both 0"
    yield "this spelling of the system", true | {"system": "ostrowski( 2)"}, "plain partial quotients"
    yield "nothing else", true | {"outcome": "P"}, "the fields"
    yield "sizes", true | {"sizes": {"P": states + 1, "W": true["sizes"]["W"]}}, "other numbers of states"
    added = json.loads(theorem_of("vectors{(0,k),(k,0)}"))
    assert "addable" in added
    yield "the other vectors", added | {"addable": added["automaton"] | {"tracks": ["a", "b"]}}, "addable"
    yield (
        "all other vectors",
        added | {"addable": {"tracks": ["a", "b"], "start": 0, "accept": [], "delta": []}},
        "other vectors",
    )


# Rows of Wythoff's game


@cache
def wythoff(rows: int = 6, columns: int = 420) -> list[list[int]]:
    g = [[0] * columns for _ in range(rows)]
    for n in range(columns):
        for m in range(rows):
            seen = (
                {g[i][n] for i in range(m)}
                | set(g[m][:n])
                | {g[m - k][n - k] for k in range(1, min(m, n) + 1)}
            )
            g[m][n] = next(value for value in itertools.count() if value not in seen)
    return g


@cache
def row_of(row: int) -> str:
    return json.dumps(sg.discover("wythoff", row=row).certificate)


def row_forged(dice: Random) -> Claims:
    claims = json.loads(row_of(dice.randrange(4)))
    for _ in range(dice.randint(1, 3)):
        name = dice.choice(["row", "start", "period", "from", "turn"])
        claims[name] = max(
            0, dice.choice([claims[name] + 1, claims[name] - 1, 2 * claims[name], claims["period"]])
        )
    return claims


def row_true(claims: Claims) -> bool:
    line, s, p = wythoff()[claims["row"]], claims["start"], claims["period"]

    def repeats(start: int, length: int) -> bool:
        return all(line[n + length] == line[n] + length for n in range(start, len(line) - length))

    return repeats(s, p) and not any(repeats(s, q) for q in range(1, p)) and not (s and repeats(s - 1, p))


def row_clauses() -> Iterator[tuple[str, Claims, str]]:
    true = json.loads(row_of(3))
    yield "g(m, n + p) = g(m, n) + p", true | {"period": 3}, "do not repeat"
    yield "from s on", true | {"start": true["start"] - 1}, "do not repeat"
    yield "no smaller start", true | {"start": true["start"] + 1}, "begins earlier"
    twice = 2 * true["turn"]
    yield "no smaller period", true | {"period": 2 * true["period"], "turn": twice}, "a smaller one"
    yield "of this row", true | {"row": 2}, "begins earlier"
    yield "in Wythoff's game", true | {"game": "nim"}, "wythoff"
    yield "for every n", true | {"from": 8, "turn": 6}, "is not the same"
    yield "turns of whole periods", true | {"turn": true["turn"] + 1}, "do not go together"
    late = true["from"] + true["turn"] + 1
    yield "from a place that was seen", true | {"start": late, "period": true["turn"] - 1}, "go together"
    yield "from whole diagonals", json.loads(row_of(1)) | {"start": 0, "from": 0}, "before the diagonals"


# Take-away games

GAME = "n,q -> m,r where exists k: 1 <= k <= q and n = m + k and r = {}k"


@cache
def takeaway_of(factor: int) -> str:
    return json.dumps(takeaway_certificate(rule_of(GAME.format(factor))))


@cache
def taking(factor: int, most: int = 60) -> dict[tuple[int, int], bool]:
    found: dict[tuple[int, int], bool] = {}
    for n in range(most):
        for q in range(n + 1):
            found[n, q] = not any(found[n - k, min(factor * k, n - k)] for k in range(1, q + 1))
    return found


def parts_of(factor: int, count: int) -> list[int]:
    """The heaps that lose for who begins, by the theorem of Schwenk."""
    row = [1]
    while len(row) < count:
        row.append(row[-1] + next(each for each in row if factor * each >= row[-1]))
    return row


def test_a_statement_says_which_number_its_letters_are(tmp_path):
    """A rule may call its second number n: it is the same game, of which the sentence must still be true."""
    claims = json.loads(takeaway_of(3))
    claims["rule"] = "q,n -> r,m where exists k: 1 <= k <= n and q = r + k and m = 3k"
    (tmp_path / "c.json").write_text(json.dumps(claims))
    found = check(tmp_path / "c.json")
    assert found["valid"] and "a pair, q first and n second, is a P-position" in found["statement"]


@pytest.mark.parametrize("factor", range(1, 9))
def test_what_is_written_of_take_away_games_is_valid(factor: int) -> None:
    assert check(json.loads(takeaway_of(factor)))["valid"]


def takeaway_forged(dice: Random) -> Claims:
    claims = json.loads(takeaway_of(dice.randint(1, 5)))
    for _ in range(dice.randint(1, 2)):
        how = dice.randrange(6)
        if how == 0:
            claims["start"] = max(0, claims["start"] + dice.choice([-1, 1, 2]))
        elif how == 1:
            claims["distance"] = max(0, claims["distance"] + dice.choice([-1, 1]))
        elif how == 2:
            claims["parts"] = parts_of(dice.choice([claims["factor"], 2, 3]), dice.randint(1, 60))
        elif how == 3:
            claims["factor"] = dice.randint(1, 6)
        elif how == 4:
            claims["rule"] = GAME.format(dice.randint(1, 6))
        else:
            claims["parts"][dice.randrange(len(claims["parts"]))] += 1
    return claims


def takeaway_true(claims: Claims) -> bool:
    factor, s, d = claims["factor"], claims["start"], claims["distance"]
    row = parts_of(factor, 120)
    if claims["rule"] != GAME.format(factor) or claims["parts"] != row[: len(claims["parts"])]:
        return False

    def holds(i: int) -> bool:
        return i > d and row[i] == row[i - 1] + row[i - d - 1]

    return s >= 1 and all(map(holds, range(s, 119))) and not (s > 1 and holds(s - 1))


def takeaway_clauses() -> Iterator[tuple[str, Claims, str]]:
    true = json.loads(takeaway_of(3))
    yield "this game", true | {"rule": GAME.format(4)}, "another game"
    yield "at most the last take times c", true | {"factor": 4}, "another game"
    more = "n,q -> m,r where exists k: 1 <= k <= q and n = m + k and (r = 3k or r = 2k)"
    yield "no other moves", true | {"rule": more}, "another game"
    yield "the parts", true | {"parts": [*true["parts"][:-1], true["parts"][-1] + 1]}, "is another"
    yield "nothing else", true | {"outcome": "P"}, "the fields"
    yield "the parts from 1", true | {"parts": true["parts"][1:]}, "the first is 1"
    yield "the parts from 1, all", true | {"parts": [2 * part for part in true["parts"]]}, "the first is 1"
    yield "the recurrence", true | {"distance": true["distance"] - 1}, "another at"
    yield "from s on", true | {"start": true["start"] - 1}, "another at"
    longer = parts_of(3, 60)
    yield "no smaller start", true | {"start": true["start"] + 1, "parts": longer}, "begins earlier"
    short = true["start"] + 2 * true["distance"]
    yield "for every i", true | {"parts": true["parts"][:short]}, "too few"


#: The kinds whose files have a digest of the rest.
DIGESTED = ("proof", "sprouts", "nogo")

Forger = Callable[[Random], Claims]
KINDS: dict[str, tuple[Callable[[], Iterator[tuple[str, Claims, str]]], Forger, Callable[[Claims], bool]]] = {
    "period": (period_clauses, period_forged, period_true),
    "proof": (proof_clauses, proof_forged, proof_true),
    "sprouts": (sprouts_clauses, sprouts_forged, sprouts_true),
    "nogo": (nogo_clauses, nogo_forged, nogo_true),
    "quotient": (quotient_clauses, quotient_forged, quotient_true),
    "automatic": (theorem_clauses, theorem_forged, theorem_true),
    "row": (row_clauses, row_forged, row_true),
    "takeaway": (takeaway_clauses, takeaway_forged, takeaway_true),
}


@pytest.mark.parametrize("kind", KINDS)
def test_no_clause_can_be_dropped(kind: str) -> None:
    for clause, forged, reason in KINDS[kind][0]():
        found = check(proof_repaired(forged) if kind in DIGESTED else forged)
        assert (found["kind"], found["valid"], found["statement"]) == (kind, False, None), clause
        assert re.search(reason, found["reason"]), (clause, found["reason"])


@pytest.mark.parametrize("count", [60, pytest.param(10_000, marks=pytest.mark.deep)])
@pytest.mark.parametrize("kind", KINDS)
def test_what_is_accepted_of_forgeries_at_random_is_true(kind: str, count: int) -> None:
    _, forge, true = KINDS[kind]
    dice, refused = Random(f"{SEED} {kind}"), 0
    for _ in range(count):
        forged = forge(dice)
        found = check(forged)
        if found["valid"]:
            assert true(forged), forged
        else:
            refused += 1
    assert refused > count // 4
