"""Certificates of laws: true ones, forged ones (each clause alone), traps in the source, and the interpreter of sources
against Python itself."""

from __future__ import annotations

import copy
import json
import linecache
import math
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner
from pace import MARGIN, pace, seconds_of
from seeds import SEED

import sprague as sg
from sprague.cli.app import application
from sprague.proofs.check import check
from sprague.proofs.plain_automata import Flaw
from sprague.proofs.plain_python import Function
from sprague.proofs.plain_values import TooLong
from sprague.workbench.discover import certificate_of

RULES = """
import math

TAKES = (1, 3, 4)

def take_few(n):
    return [n - k for k in TAKES if k <= n]

def take_one(n):
    return [n - 1] if n else []

def digit(n):
    return [n - int(c) for c in set(str(n)) if c != "0"]

def coprime(n):
    return [n - k for k in range(1, n + 1) if math.gcd(n, k) == 1]

def nim(a, b):
    return [(k, b) for k in range(a)] + [(a, k) for k in range(b)]

def listed(n):
    taken = [k for k in range(1, 4) if k <= n and any(j == k for j in range(1, n))]
    return [n - k for k in taken]

def split(n):
    for k in range(1, n):
        yield (k, n - k)
"""


@pytest.fixture(scope="module")
def rules(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    path = tmp_path_factory.mktemp("laws") / "rules_of_laws.py"
    path.write_text(RULES)
    space: dict[str, Any] = {"__name__": "rules_of_laws"}
    exec(compile(RULES, str(path), "exec", dont_inherit=True), space)
    return space


_FOUND: dict[str, str] = {}


def written(rules: dict[str, Any], name: str) -> dict[str, Any]:
    """A fresh copy of the certificate of a rule."""
    if name not in _FOUND:
        _FOUND[name] = json.dumps(certificate_of(sg.discover(rules[name])))
    found: dict[str, Any] = json.loads(_FOUND[name])
    return found


@pytest.mark.parametrize(
    ("name", "kind", "exact"),
    [
        ("take_few", "values", True),
        ("coprime", "outcome", False),
        ("split", "values", True),
        ("listed", "values", True),
    ],
)
def test_laws_are_certified(rules: dict[str, Any], name: str, kind: str, exact: bool) -> None:
    claims = written(rules, name)
    found = check(claims)
    assert found["valid"], found["reason"]
    assert (claims["kind"], claims["under"] is None) == (kind, exact)
    assert "compared with it on heaps below" in found["statement"]
    assert "said to be read off the source, not proved to agree with it" in found["statement"]
    assert ("in normal play who begins loses" in found["statement"]) == (kind == "outcome")


def forgeries(true: dict[str, Any]) -> dict[str, tuple[dict[str, Any], str]]:
    """Each clause of the theorem broken alone, with what must be said of it. The true law takes 1, 3 or 4."""

    def other(**more: Any) -> dict[str, Any]:
        return copy.deepcopy(true) | more

    turned = [[{0: 1, 1: 0}.get(value, value), table] for value, table in true["sets"]]
    lacking = other()
    lacking["sets"][0][1]["accept"] = []
    twice = other()
    twice["sets"] = [[0, twice["sets"][0][1]], *([n + 1, table] for n, table in twice["sets"])]
    free = ["lin", [["x0", 1]], 0]
    weaker = [[1, ["and", ["eq", [["x0", 1], ["u0", -1]], -1], free]]]
    stronger = [[1, ["or", true["over"][0][1], ["and", ["eq", [["x0", 1], ["u0", -1]], -2], free]]]]
    rising = [[1, ["or", true["over"][0][1], ["eq", [["x0", 1], ["u0", -1]], 5]]]]
    source = true["source"].replace("k <= n", "k < n")
    return {
        "name": (other(name="give"), "name"),
        "source": (other(source=source), "under: it has a move"),
        "constants": (other(constants={"TAKES": [1, 3]}), "under: it has a move"),
        "more constants": (other(constants={"TAKES": [1, 3, 4, 6]}), "over: it lacks a move"),
        "over lacks moves": (other(over=weaker, under=None), "over: it lacks a move"),
        "under has more": (other(under=stronger), "under: it has a move"),
        "measure": (other(over=rising, under=true["over"]), "measure: it does not fall"),
        "no measure": (other(measure=[[0]]), "measure"),
        "an outcome without the lost ones": (
            other(kind="outcome", sets=[[1, numbers_where((0, 1), ())]]),
            "0, or 0 and 1",
        ),
        "values turned": (other(sets=sorted(turned, key=lambda each: each[0])), "by the definition"),
        "a position without a value": (lacking, "no value"),
        "a position with two values": (twice, "two values"),
        "outcomes": (other(kind="outcome"), "outcomes"),
        "compared": (other(compared=10**6), "compared"),
        "system": (other(system="3"), "letter"),
        "a field more": (other(more=1), "fields"),
        "unbound": (other(over=[[1, ["eq", [["y", 1]], 0]]], under=None), "bound"),
    }


def test_each_clause_is_checked(rules: dict[str, Any]) -> None:
    for clause, (claims, reason) in forgeries(written(rules, "take_few")).items():
        found = check(claims)
        assert not found["valid"], clause
        assert reason in found["reason"], (clause, found["reason"])


def test_a_source_that_differs_only_near_its_numbers_is_refused(rules: dict[str, Any]) -> None:
    claims = written(rules, "take_few")
    source = claims["source"].replace("k <= n", "k <= n and (n < 5000 or k > 1)")
    assert source != claims["source"]
    found = check(claims | {"source": source})
    assert not found["valid"] and "from (5000,)" in found["reason"]


#: Sources that take 1 for a checker that reads them otherwise than Python does, which takes 2 or no one knows what.
OTHERWISE = {
    "a set unpacked": "a, b = {1, 3}\n    k = a",
    "the middle of a set": "k = list({3, 1, 2})[1]",
    "sets compared": "k = 2 if {n, n + 1} == {n + 1, n} else 1",
    "a set and a list": "k = 1 if {n} == [n] else 2",
    "a list doubled in place": "a = b = [0]\n    a *= 2\n    k = len(b)",
    "a generator for its lambda": "k = 1\n    dead = False and (lambda: (yield))",
    "a generator for what is in it": "k = 1\n    if False:\n        def g():\n            yield 0",
    "a global parameter": "global n\n    k = 1",
    "break outside a loop": "k = 1\n    if n < 0:\n        break",
    "await": "k = 1\n    if n < 0:\n        await k",
    "an entry of a set": "k = {1}[0]",
    "a generator is true": "k = 2 if bool(j for j in ()) else 1",
    "a map is true": "k = 2 if bool(map(int, [])) else 1",
    "a generator within a loop": """k = m = 0
    for x in (k for j in (1, 2)):
        k = k + 1
        m = m + x
    k = m""",
    "a list that grows under its map": """a, k = [0], 0
    for x in map(int, a):
        k = k + 1
        if k < 2:
            a.append(x)""",
    "the least of generators": "k = len(min((j for j in (1,)), (j for j in (2,)))) + 1",
    "a name of the comprehension": "j = (1,)\n    k = [j for i in (1,) for j in (j,)][0][0]",
    "lists that double": "a = [1]\n    for _ in range(60):\n        a = [a, a]\n    k = 1 + (a == [])",
    "tuples that double": "a = (1, 1)\n    for _ in range(45):\n        a = a + a\n    k = 1",
    "a sum of lists": "k = len(sum([[1]], []))",
    "the least of sets": "k = 2 if min({2}, {1}) == {2} else 1",
    "a generator by its comprehension": "k = 1\n    if n < 0:\n        [j for j in ((yield 1) or ())]",
    "a truth among numbers": "k = 1 + (str(min([True if j == 37 else 1 for j in {37, 5, 17}])) != '1')",
    "a truth in a set": "k = 1 + (str(min({True if j == 37 else 1 for j in {37, 5, 17}})) != '1')",
    "a truth in a tuple": "k = 1 + (str(min({(True if j == 5 else 1, 2) for j in {37, 5}})[0]) != '1')",
    "a text in a range": "k = 1 + ('a' in range(10 ** 12))",
    "an asynchronous generator": "k = 1 + sum(0 async for j in (1,))",
    "a truth as an option": "if n == 2:\n        return [True]\n    k = 1",
    "a part within a part": "if n == 2:\n        return [((1,),)]\n    k = 1",
    "an encoding": "# coding: utf-7\n    k = 1",
    "a set that the compiler folds": "k = 1 if tuple({0 + 1, 2, 3, 4, 16}) == (16, 1, 2, 3, 4) else 2",
    "the first of a comprehension": "k = [j for j in {37, 55, 52, 49, 5, 17}][0]",
    "a set with a star": "k = 2 if list({*{1, 16}}) == [16, 1] else 1",
    "a list with a star": "k = [*{1, 2}][0]",
    "a tuple of two": "k = (*{1, 2},)[0]",
    "the last of a loop": "for k in {1, 2}:\n        pass",
    "counted in a loop": "k = 1\n    for j in {8, 16}:\n        k = k * 2 + j\n    k = 1 + (k > 50)",
    "a list that a loop fills": "a = []\n    for j in {1, 2}:\n        a.append(j)\n    k = a[0]",
    "a set backwards": "k = 1\n    for j in reversed(list({1, 2})):\n        k = j",
    "the least of sets in no order": "k = 1 + (min([{j} for j in {37, 55, 52, 49, 5, 17}]) == {37})",
    "sorted sets in no order": "k = 1 + (sorted([{j} for j in {37, 55, 52, 49, 5, 17}])[0] == {37})",
    "one of two equal lists": """a, b = [0], [0]
    m = min([a if j == 37 else b for j in {37, 55, 52, 49, 5, 17}])
    m.append(1)
    k = len(a)""",
    "lists that double in generators": "a = b = [1]\n    for j in range(60):\n        a = list(a for i in (1, 2))\n"
    "        b = list(b for i in (1, 2))\n    k = 1 + (a == b)",
    "lists that double by +=": "".join(f"a{i} = []\n    " for i in range(45))
    + "".join(f"a{i} += [a{i + 1}, a{i + 1}]\n    " for i in range(44))
    + "k = 1 + (a0 == [1])",
    "the last of an inner loop": "k = 1 + (63 in [j for i in (1, 2) for j in ({8, 32, 15, 63} if i == 1 else (j,)) "
    "if i == 2])",
    "what an earlier turn of a set has left": "k = 1 + max([i for j in {1, 2, 3} for i in ((0,) if j == 1 else (i,))])",
    "things that are partly comparable": "k = 1 + min({(0, 28), (0, 66), (6, (6,)), (6, 7), (0, 84)})[0]",
    "many long lists": "k = 1 if [[0] * 10000 for j in range(1500)] else 2",
    "many sums of lists": "z = [0] * 10000\n    k = 1 if [z + [] for j in range(1500)] else 2",
    "a list changed after its yield": "if n:\n        k = [n - 1]\n        yield k\n        k += [1]\n    k = 1",
    "a list within changed later": "if n:\n        k = [n - 1]\n        yield from [k]\n        k += [1]\n    k = 1",
    "lists that grow within": "a = [[[]]]\n    b = a[0][0]\n    b += [[]]\n    b[0] += [[[1]]]\n    k = 1 + (a == [])",
}


@pytest.mark.parametrize("what", OTHERWISE)
def test_a_source_that_python_reads_otherwise_is_refused(rules: dict[str, Any], what: str) -> None:
    claims = written(rules, "take_one")
    source = f"def take_one(n):\n    {OTHERWISE[what]}\n    return [n - k] if n >= k else []"
    for over in (claims["over"], []):
        assert not check(claims | {"source": source, "constants": {}, "over": over})["valid"]


@pytest.mark.parametrize(
    "body",
    [
        "return sorted({n - k for k in (1, 3, 4) if k <= n})",
        "return list({n - k for k in {4, 3, 1} if k <= n})",
        "for k in {4, 3, 1}:\n        if k <= n:\n            yield n - k",
        "out = []\n    for k in set((1, 3, 4)):\n        if n < k:\n            continue\n        out.append(n - k)\n"
        "    return out",
        "out = set()\n    for k in (1, 3, 4):\n        if n >= k:\n            out.add(n - k)\n    return out",
        "return [n - k for k in [1, *{3, 4}] if k <= n]",
        "yield from {n - k for k in range(5) if k in {1, 3, 4} and k <= n}",
    ],
)
def test_sets_are_read_where_their_order_does_not_matter(rules: dict[str, Any], body: str) -> None:
    claims = written(rules, "take_few") | {"constants": {}}
    assert check(claims | {"source": f"def take_few(n):\n    {body}"})["valid"]
    assert not check(claims | {"source": f"def take_few(n):\n    {body.replace('3', '2')}"})["valid"]


def test_no_line_of_a_source_hides_another(rules: dict[str, Any]) -> None:
    source = "\f\f\f# coding: utf-7\ndef take_one(n):\n    return [n - 1] if n else []"
    claims = written(rules, "take_one")
    assert "cannot be seen" in check(claims | {"source": source})["reason"]
    assert check(claims | {"source": source.replace("\f", "\n")})["valid"]


def test_a_name_is_what_it_looks_like(rules: dict[str, Any]) -> None:
    claims = written(rules, "take_one")
    for name in ("take\u1160", "\u05d0\u05d1", "t" + 99 * "\u0301"):
        source = f"def {name}(n):\n    return [n - 1] if n else []"
        assert "name" in check(claims | {"source": source, "name": name})["reason"]
    source = "def 取一(n):\n    return [n - 1] if n else []"
    assert check(claims | {"source": source, "name": "取一"})["valid"]
    hidden = "def take_one(n):\n    k = 1 + sum(said for said in ())\n    return [n - k] if n else []"
    assert "constants" in check(claims | {"source": hidden, "constants": {"said": 1}})["reason"]


def test_a_function_of_many_names_is_read_once() -> None:
    names = "=".join(map(chr, range(0x4E00, 0x4E00 + 9000)))
    assert (
        seconds_of(lambda: Function(f"def f(n):\n    {names}=[]\n    return [n]", {})) < 3 * pace() * MARGIN
    )


def test_what_is_yielded_counts_as_steps() -> None:
    many = Function("def f(n):\n    a = [0] * 9999\n    yield from [a] * 9999", {})
    with pytest.raises(TooLong):
        many(1)


def test_what_does_not_change_is_run_through_backwards(rules: dict[str, Any]) -> None:
    claims = written(rules, "take_few")
    source = """def take_few(n):
    for k in reversed(range(1, 5)):
        if k <= n and k != 2:
            yield n - k"""
    assert check(claims | {"source": source, "constants": {}})["valid"]


def test_constants_are_names_that_the_source_reads(rules: dict[str, Any]) -> None:
    for constants in ({"True": 0}, {"n": 5}, {"unused": 1}):
        assert "constants" in check(written(rules, "take_one") | {"constants": constants})["reason"]
    for name in ("take_one", "__debug__"):
        source = f"def take_one(n):\n    return [n - 1] if n or {name} else []"
        claims = written(rules, "take_one") | {"source": source, "constants": {name: 0}}
        assert "constants" in check(claims)["reason"]
    assert "TAKES = (1, 3, 4)" in check(written(rules, "take_few"))["statement"]


def test_a_name_of_pythons_a_truth_as_default_and_a_list_changed_later(rules: dict[str, Any]) -> None:
    hidden = "def int(n):\n    return [n - 1] if n and int(0) == 0 else []"
    assert not check(written(rules, "take_one") | {"source": hidden, "name": "int"})["valid"]
    truth = "def take_one(n, k=True):\n    return [n - k] if n and str(k) == '1' else []"
    assert not check(written(rules, "take_one") | {"source": truth})["valid"]
    later = "def take_one(n):\n    if n:\n        out = [n - 1]\n        yield out\n        out += [1]"
    assert "changed later" in check(written(rules, "take_one") | {"source": later})["reason"]


def test_a_number_that_python_does_not_write_is_refused(rules: dict[str, Any]) -> None:
    number = f"0x{'f' * 5000}"
    for head, unread in (("n", f"lambda: {number}"), ("n", f"[0][{number}:]"), (f"n: {number}", "n")):
        source = f"def take_one({head}):\n    if n < 0:\n        {unread}\n    return [n - 1] if n else []"
        reason = check(written(rules, "take_one") | {"source": source})["reason"]
        assert reason == "source: this checker does not know a number of so many digits"


def test_annotations_do_nothing(rules: dict[str, Any]) -> None:
    heads = (
        "n: (k := 1)",
        "n) -> (k := 1",
        "n: unknown",
        "n: 1 | ''",
        "n: int[3]",
        "n: list[n]",
        "n) -> (int[int]",
    )
    for head in (f"def take_one({each}):" for each in heads):
        source = f"{head}\n    return [n - 1] if n else []"
        assert not check(written(rules, "take_one") | {"source": source})["valid"]
    for head in (
        "def take_one(n: int) -> list[int]:",
        "def take_one(n: int | bool) -> list[tuple[int, ...] | int]:",
    ):
        plain = f"{head}\n    return [n - 1] if n else []"
        assert check(written(rules, "take_one") | {"source": plain})["valid"]


def test_a_law_that_is_wrong_only_far_out_is_refused(rules: dict[str, Any]) -> None:
    """Beyond the heaps that are compared only the decision procedure sees the fault: here, from heap 63 on."""
    claims = written(rules, "split")  # the value of a heap that may only be split is n - 1 modulo 2
    far: Any = ["lin", [["x0", 1]], -63]
    extra = ["and", far, ["eq", [["u0", 1]], 0], ["eq", [["v0", 1]], 0]]
    more = copy.deepcopy(claims)
    more["under"], more["over"] = claims["over"], [[2, ["or", claims["over"][0][1], extra]]]
    found = check(more)
    assert not found["valid"]
    assert "to value 0" in found["reason"]
    fewer = copy.deepcopy(claims)
    fewer["under"] = [[2, ["and", claims["over"][0][1], ["not", far]]]]
    found = check(fewer)
    assert not found["valid"]
    assert "no move was shown" in found["reason"]


def test_numbers_and_things_changed_at_random_never_pass_for_another_law(rules: dict[str, Any]) -> None:
    """A changed automaton of the law is never valid, unless it accepts the same."""
    true = written(rules, "take_few")
    for place in range(len(true["sets"])):
        rows = true["sets"][place][1]["delta"]
        for row in range(0, len(rows), 2):
            for column in range(2):
                forged = copy.deepcopy(true)
                forged["sets"][place][1]["delta"][row][column] = 0 if rows[row][column] else 1
                assert not check(forged)["valid"], (place, row, column)
    for field in true:
        for other in (None, True, -1, "", "x", [], {}, [[]], 10**30, 0.5):
            if field != "format" and other != true[field] and not (field == "constants" and other == {}):
                assert not check(true | {field: other})["valid"], (field, other)


# The interpreter: what it gives is what Python gives, or it refuses.

SAME = [
    "def f(n):\n    return [(3 - n) // 2 % 5, -7 // 2 + n, n & -n, ~n, -n % 3]",
    "def f(n, m=3):\n    return [n + k for k in range(m, -m, -2)]",
    "def f(n):\n    for k in range(n):\n        if k > 2:\n            return\n        yield n - k",
    "def f(n):\n    found = []\n    while n:\n        n //= 2\n        found += [n]\n    return found",
    "def f(n):\n    k = 9\n    return [k for k in range(n)] + [k]",
    "def f(n):\n    a = b = []\n    a.append(n)\n    return a + b",
    "def f(n):\n    a, b = n, 1\n    while a > b:\n        a, b = b, a % b + 2\n        if b > 9:\n"
    "            break\n    return [a, b]",
    "def f(n):\n    return [n - int(c) for c in str(n)] + list(map(int, str(n))) + sorted({3, 1, n})",
    "def f(n):\n    return [divmod(n, 3), (min(n, 2), max(n, 2)), abs(1 - n), sum(range(n)), n.bit_length()]",
    "def f(n):\n    return [n - d for d in range(1, n + 1) if all(d % e for e in range(2, d))]",
    "def f(n):\n    return [1 < n <= 5, n in (1, 3), not n, n or 7, n and 8, 1 if n % 2 else 2, 2 ** n, n << 2, n ^ 5]",
    "def f(n):\n    found = []\n    for k in range(n):\n        if k == 1:\n            continue\n"
    "        if k not in found:\n            found.append(k)\n    return tuple(found)",
]

REFUSED = [
    "def f(n):\n    g = (n - k for k in range(3))\n    n = 5\n    return list(g) + list(g)",  # run later, and once
    "def f(n):\n    x = max\n    max = 3\n    return [x(n, 1)]",  # a name before it has a value
    "def f(n, seen=[]):\n    seen.append(n)\n    return list(seen)",  # a default that remembers
    "def f(n):\n    return [k for k in range(10 ** 12)]",
    "def f(n):\n    while True:\n        n += 1",
    "def f(n):\n    return [9 ** 9 ** 9 * n]",
    "def f(n):\n    return [n / 2]",
    "def f(n):\n    return [__import__('os').getpid()]",
    "def f(n):\n    return [().__class__.__mro__]",
    "def f(n):\n    return [open('/etc/passwd')]",
    "def f(n):\n    global g\n    g = n\n    return [g]",
    "def f(n):\n    return [(lambda: n)()]",
    "def f(n):\n    return [m := n]",
    "def f(n):\n    return 1",
    "x = 1",
    "def f(n):\n    return []\nprint(1)",
    "@print\ndef f(n):\n    return []",
    "def f(n):\n    return [1 // n]",
]


def test_the_interpreter_gives_what_python_gives() -> None:
    for text in SAME:
        space: dict[str, Any] = {}
        exec(text, space)
        ours = Function(text, {})
        for n in range(12):
            assert ours(n) == list(space["f"](n)), (text, n)


@pytest.mark.parametrize("text", REFUSED)
def test_the_interpreter_refuses_the_rest(text: str) -> None:
    with pytest.raises(Flaw):
        for n in range(3):
            Function(text, {})(n)


def test_names_from_outside_mean_what_the_certificate_says() -> None:
    text = "def f(n):\n    return [math.gcd(n, TAKES[0]), isqrt(n), min]"
    found = Function(text, {"math": "math", "isqrt": "math.isqrt", "TAKES": [4, 6], "min": 5})
    assert found(10) == [math.gcd(10, 4), 3, 5]
    with pytest.raises(Flaw):
        Function(text, {"math": "os"})


def test_the_command_writes_one_and_says_why_not(tmp_path: Path) -> None:
    path, out = tmp_path / "own.py", tmp_path / "law.json"
    path.write_text(
        "def coprime(n):\n    from math import gcd\n"
        "    return [n - k for k in range(1, n + 1) if gcd(n, k) == 1]\n\n"
        "def odd(n):\n    return [n - k for k in range(1, n + 1, 2)]\n"
    )
    run = CliRunner().invoke
    assert run(application, ["discover", f"{path}:odd", "-o", str(out)]).exit_code == 0
    checked = run(application, ["check", str(out)])
    assert checked.exit_code == 0
    assert "valid: in every game on 1 heap whose" in " ".join(checked.output.split())
    refused = run(application, ["discover", f"{path}:coprime", "-o", str(tmp_path / "no.json")])
    assert refused.exit_code != 0
    assert "certificate" in refused.output
    assert not (tmp_path / "no.json").exists()


# Forged far out, where only the decision procedure sees it

EVEN = {"tracks": ["x0"], "start": 1, "accept": [1], "delta": [[1, 2], [1, 2]]}
ONE: list[Any] = ["and", ["eq", [["x0", 1], ["u0", -1]], -1]]  # u0 = x0 - 1
TAKE_ONE: dict[str, Any] = {
    "format": "sprague-law/1", "name": "take_one", "constants": {},
    "source": "def take_one(n):\n    return [n - 1] if n else []\n",
    "heaps": 1, "spread": False, "system": "2", "kind": "values", "over": [[1, ONE]], "under": None,
    "measure": [[1]], "sets": [[0, EVEN], [1, EVEN | {"accept": [2]}]], "compared": 24,
}  # fmt: skip


def numbers_where(near: tuple[int, ...], far: tuple[int, ...]) -> dict[str, Any]:
    """The numbers below 32 with these remainders by 2, and those from 32 on with the others."""
    states = [(size, last) for size in range(7) for last in range(2)]  # of digits, 6 for more
    delta = []
    for size, _ in states:
        row = [(0 if size == 0 and not digit else min(size + 1, 6), digit) for digit in range(2)]
        delta.append([states.index(each) + 1 for each in row])
    accept = [i + 1 for i, (size, last) in enumerate(states) if last in (far if size == 6 else near)]
    return {"tracks": ["x0"], "start": 1, "accept": accept, "delta": delta}


def clauses() -> dict[str, dict[str, Any]]:
    """Forgeries of each clause, near and far."""
    name = "<rules of laws>"
    linecache.cache[name] = (len(RULES), None, RULES.splitlines(True), name)
    space: dict[str, Any] = {"__name__": "rules_of_laws"}
    exec(compile(RULES, name, "exec", dont_inherit=True), space)
    near = forgeries(written(space, "take_few"))
    return {clause: claims for clause, (claims, _) in near.items()} | far_forgeries()


def far_forgeries() -> dict[str, dict[str, Any]]:
    """Each clause of the theorem broken alone, beyond the heaps that are compared with the source."""
    far = ["lin", [["x0", 1]], -64]
    rising = ["and", far, ["eq", [["x0", 1], ["u0", -1]], 1]]
    two = ["and", far, ["eq", [["x0", 1], ["u0", -1], ["v0", -1]], -1]]
    any_less = ["and", ["lin", [["x0", 1]], -32], ["lin", [["x0", 1], ["u0", -1]], -1]]
    changes: dict[str, dict[str, Any]] = {
        "sets: some position has no value": {"sets": [[0, EVEN], [1, numbers_where((1,), ())]]},
        "a move may lead from value": {
            "sets": [[0, numbers_where((0,), (0, 1))], [1, numbers_where((1,), ())]]
        },
        "no move was shown": {
            "sets": [[0, EVEN], [1, numbers_where((1,), ())], [2, numbers_where((), (1,))]],
        },
        "under: it has a move that over forbids": {
            "under": [[1, ["or", ONE, any_less]]],
            "sets": [
                [value, numbers_where((value,) if value < 2 else (), (value - 2,) if value > 1 else ())]
                for value in range(4)
            ],
        },
        "measure: it does not fall": {"over": [[1, ["or", ONE, rising]]], "under": [[1, ONE]]},
        "kind: the outcome of two parts": {
            "kind": "outcome",
            "over": [[1, ONE], [2, two]],
            "under": [[1, ONE]],
        },
    }
    return {clause: TAKE_ONE | change for clause, change in changes.items()}


@pytest.mark.parametrize("clause", far_forgeries())
def test_a_clause_that_is_broken_far_out_is_seen(clause: str) -> None:
    found = check(far_forgeries()[clause])
    assert not found["valid"]
    assert found["reason"].startswith(clause)


def test_moves_to_two_parts_are_compared_up_to_the_bound() -> None:
    """The last heap that is compared is split into two of two heaps, which the source does not do; no value changes."""
    same = ["eq", [["x1", 1], ["u1", -1]], 0]
    split = ["and", *(["eq", [[name, 1]], -6 - (name == "x0")] for name in ("x0", "u0", "u1", "v0", "v1"))]
    sets = [
        [value, {"tracks": ["x0", "x1"], "start": 1, "accept": [value + 1], "delta": [[1, 1, 2, 2]] * 2}]
        for value in range(2)
    ]
    claims = TAKE_ONE | {
        "source": "def take_one(a, b):\n    return [(a - 1, b)] if a else []\n",
        "heaps": 2, "spread": True, "over": [[1, ["and", ONE, same]]], "measure": [[1, 0]], "sets": sets, "compared": 8,
    }  # fmt: skip
    assert check(claims)["valid"]
    assert "from (7, 0)" in check(claims | {"over": [*claims["over"], [2, split]]})["reason"]


# Forged at random

TAKES = ((1,), (1, 2), (1, 3, 4), (2, 3), (1, 4))
TAKE = "def take_these(n):\n    return [n - k for k in {} if k <= n]\n"


@cache
def law_of(takes: tuple[int, ...]) -> str:
    text = TAKE.format(takes)
    name = f"<take {takes}>"
    linecache.cache[name] = (len(text), None, text.splitlines(True), name)
    space: dict[str, Any] = {"__name__": name}
    exec(compile(text, name, "exec", dont_inherit=True), space)
    return json.dumps(certificate_of(sg.discover(space["take_these"])))


def forged_at_random(dice: Random) -> dict[str, Any]:
    """Repaired where a change would only be refused for its form: the values in order, the formulas alike."""
    claims: dict[str, Any] = json.loads(law_of(dice.choice(TAKES)))
    for _ in range(dice.choice((1, 1, 2))):
        how, (_, table) = dice.randrange(7), dice.choice(claims["sets"])
        if how == 0:
            row = dice.choice(table["delta"])
            row[dice.randrange(len(row))] = dice.randint(0, len(table["delta"]))
        elif how == 1:
            table["accept"] = sorted({*table["accept"]} ^ {dice.randint(1, len(table["delta"]))})
        elif how == 2:
            claims["source"] = TAKE.format(dice.choice(TAKES))
        elif how == 3:
            other = json.loads(law_of(dice.choice(TAKES)))
            claims["over"], claims["under"] = (
                other["over"],
                dice.choice((None, claims["over"], other["over"])),
            )
        elif how == 4:
            claims["sets"] = json.loads(law_of(dice.choice(TAKES)))["sets"]
        elif how == 5:
            values = [value for value, _ in claims["sets"]]
            turned = zip(dice.sample(values, len(values)), claims["sets"], strict=True)
            claims["sets"] = sorted(([value, each] for value, (_, each) in turned), key=lambda each: each[0])
        else:
            claims["kind"] = "outcome"
            claims["sets"] = claims["sets"][:2]
    return claims


def is_true(claims: dict[str, Any]) -> bool:
    """By the definition, to a heap of 300: the values of the source are those whose automata accept the heaps."""
    takes = next(takes for takes in TAKES if TAKE.format(takes) == claims["source"])
    row: list[int] = []
    for n in range(300):
        reached = {row[n - k] for k in takes if k <= n}
        row.append(next(value for value in range(9) if value not in reached))
    base = int(claims["system"])

    def accepts(table: dict[str, Any], n: int) -> bool:
        digits: list[int] = []
        while n:
            n, digit = divmod(n, base)
            digits.insert(0, digit)
        state = table["start"]
        for digit in digits:
            state = state and table["delta"][state - 1][digit]
        return state in table["accept"]

    if claims["kind"] == "outcome":
        return all(accepts(claims["sets"][0][1], n) == (value == 0) for n, value in enumerate(row))
    return all(
        [v for v, table in claims["sets"] if accepts(table, n)] == [value] for n, value in enumerate(row)
    )


@pytest.mark.parametrize("count", [30, pytest.param(10_000, marks=pytest.mark.deep)])
def test_forgeries_at_random_are_refused_or_true(count: int) -> None:
    dice = Random(SEED)
    for _ in range(count):
        claims = forged_at_random(dice)
        assert not check(claims)["valid"] or is_true(claims), claims
