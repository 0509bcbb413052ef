"""The atlas: every symmetric rule on two heaps with small items, and what was proved about it.

An item is {(a, b), (b, a)} with a <= b, taken once or any k >= 1 times. The atlas that comes with Sprague holds all
sets of one to four items with entries up to 4 in which no item contains another: 14,842 rules, and among them 722 with
at most three items and entries up to 3. An unproved rule states nothing: its P-positions may be automatic in a system
that was not tried, or with more states, or more time is needed.
"""

from __future__ import annotations

import functools
import hashlib
import json
import lzma
import operator
import os
import random
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sprague.system.ask import Ask, asking
from sprague.system.clock import thread_seconds
from sprague.system.sealed_lines import Row, read_rows
from sprague.system.sweep import Ledger, Swept, sweep
from sprague.words.errors import FileError, expected
from sprague.words.messages import join, say

from . import items

if TYPE_CHECKING:
    from sprague.system.workers import Workers

    from .theorem import Theorem

#: The seconds of work for one rule, and the most states.
SECONDS, LIMIT = 4.0, 200

#: The most intermediate states in the search for moves that may be added.
FOR_MOVES = 5000

#: The atlas that comes with Sprague: rules of three items with entries up to 3, and all larger ones.
SHIPPED = Path(__file__).parent.parent / "data" / "atlas.jsonl.xz"
LARGER = SHIPPED.with_name("atlas4.jsonl.xz")

#: The SHA-256 of each. The checker has accepted all their certificates. Evidence rests on those of the first.
PINNED = {
    SHIPPED.name: "da60fd7c669d8154fe158cc9188da365eacefce2ca1ae5a231b6d1e19bcec0e6",
    LARGER.name: "d05bd86ae0ccf72542a4f8bfd0e2c1165d4fb74e6af16de70d7b4d5ec67274c2",
}

#: The fields of a row.
_FIELDS = {"rule", "status", "system", "states", "winning", "corrected", "seconds"}

#: The fields that a query may use: numbers, and texts.
NUMBERS, TEXTS = (
    ("states", "winning", "seconds", "vectors", "addable", "redundant"),
    ("system", "status", "rule"),
)


def entry(rule: str, seconds: float = SECONDS, limit: int = LIMIT, again: bool = False) -> dict[str, Any]:
    """Returns the row of one rule: {rule, status, system, states, winning, seconds, certificate, addable, first,
    redundant}.

    With ``again`` a rule that was not proved before is tried along the lines of its P-positions, with a larger limit.

    ``winning`` counts the states of the automaton of the N-positions, built from the moves; ``addable`` those of the
    automaton of the moves that may be added, of which ``first`` lists the smallest. ``redundant`` lists the families
    of which each single move may be left out.
    """
    from .certificate import certificate
    from .proving import prove, prove_along_lines
    from .rule import rule_of

    begun = thread_seconds()
    budget = asking(Ask(seconds=seconds), clock=thread_seconds)
    search = budget.run(prove_along_lines if again else prove, rule_of(rule), limit)
    theorem = search.theorem
    row: dict[str, Any] = {
        "rule": rule,
        "status": "none" if theorem is None else "proved",
        "system": None if theorem is None else theorem.p_set.system.name,
        "states": None if theorem is None else theorem.p_set.states,
        "winning": None if theorem is None else theorem.sizes["W"],
        "corrected": search.corrected,
        "limit": limit,
        "seconds": round(thread_seconds() - begun, 3),
    }
    if theorem is None:
        row["failed"] = "time" if search.out_of_time else "states"
    else:
        row["certificate"] = certificate(theorem)
        row |= about_moves(theorem)
    return row


def about_moves(theorem: Theorem) -> dict[str, Any]:
    """Returns the fields of a row about the moves that may be added and about the redundant moves."""
    from .alike import alike

    moves = alike(theorem, FOR_MOVES)
    if moves is None:
        return {"addable": None, "first": None, "redundant": None}
    fields = moves.to_dict()
    needless = [each["family"] for each in fields["redundant"] if each["which"] == "all"]
    return {
        "addable": moves.addable.states,
        "first": [list(each) for each in moves.first_addable()],
        "redundant": needless,
    }


def build(
    path: str | os.PathLike[str],
    workers: Workers,
    most: int = 3,
    largest: int = 3,
    seconds: float = SECONDS,
    limit: int = LIMIT,
    sample: int | None = None,
    seed: int = 0,
) -> Swept:
    """Proves the rules that it can, and writes a row for each rule to ``path``, one JSON object on each line.

    At most ``seconds`` of work are spent on a rule, and automata have at most ``limit`` states. With ``sample``, only
    this many of the rules are tried, chosen at random by ``seed``. Rows that the file already holds are kept, so an
    interrupted run can be continued; a cut or damaged line is computed again. A rule that was not proved with a smaller
    limit is tried again. Raises FileError if the file holds something else.
    """
    wanted = [items.head(chosen) for chosen in items.rules(most, largest)]
    if sample is not None and sample < len(wanted):
        wanted = random.Random(seed).sample(wanted, sample)

    def asks(rule: str, row: Row | None) -> Row | tuple[Any, ...]:
        if row is None or _is_open(row, limit):
            return rule, seconds, limit, row is not None
        return row

    return sweep(entry, wanted, asks, path, LEDGER, workers, say("rules of the atlas"))


def _is_open(row: Row, limit: int) -> bool:
    """Returns whether to try a rule again, by its row."""
    return bool(row["status"] != "proved" and row.get("limit", LIMIT) < limit)


def _is_row(row: dict[str, Any], sealed: bool) -> bool:
    """Returns whether a row is one of the atlas. Rows from before lines had checksums have other fields."""
    older = set(row) in (_FIELDS | {"failed"}, _FIELDS | {"certificate"})
    if not (set(row) >= _FIELDS if sealed else older):
        return False
    limit = row.get("limit", LIMIT)
    return isinstance(row["rule"], str) and row["status"] in ("proved", "none") and isinstance(limit, int)


LEDGER = Ledger("sprague-atlas", _is_row, "rule")


def shipped(most: int = 3, largest: int = 3) -> tuple[dict[str, Any], ...]:
    """Returns the rows of the atlas that comes with Sprague, of rules of at most ``most`` items with entries up to
    ``largest``. Raises FileError if the file is not that atlas.

    >>> len(shipped()), len(shipped(1, 3)), len(shipped(4, 4))
    (722, 18, 14842)
    """
    files = (SHIPPED,) if most <= 3 and largest <= 3 else (SHIPPED, LARGER)
    rows = (row for file in files for row in _rows(file))
    return tuple(row for row in rows if all(map(operator.le, _size(row["rule"]), (most, largest))))


def _size(rule: str) -> tuple[int, int]:
    """Returns the number of items of a rule, and the largest entry.

    >>> _size("vectors{(0,2k),(2k,0),(k,k)}")
    (2, 2)
    """
    vectors = [family[1:-1].split(",") for family in _key(rule)]
    numbers = [int(entry.rstrip("k") or 1) for vector in vectors for entry in vector]
    return len(set(map(frozenset, vectors))), max(numbers)


@functools.cache
def _rows(file: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in _lines(file)]


def _lines(file: Path) -> list[str]:
    content = file.read_bytes()
    if hashlib.sha256(content).hexdigest() != PINNED[file.name]:
        raise FileError(
            say("the certificates are not those that were checked when Sprague was made: install it again"),
            where=file.name,
        )
    return lzma.decompress(content).decode().splitlines()


def find(rule: str, larger: bool = False) -> dict[str, Any] | None:
    """Returns the row of a rule, whatever the order of its families, or None if the atlas does not contain it. Rules of
    four items, or with an entry 4, are found only if ``larger`` is set: to read them takes longer than most proofs."""
    line = _by_families(SHIPPED).get(_key(rule))
    if line is None and larger:
        line = _by_families(LARGER).get(_key(rule))
    return None if line is None else json.loads(line)


@functools.cache
def _by_families(file: Path) -> dict[frozenset[str], str]:
    """Returns the lines of a file by the families of their rules. Reading all of them takes ten times as long as
    finding one."""
    start = '{"rule":"'
    return {_key(line[len(start) : line.index('"', len(start))]): line for line in _lines(file)}


def _key(rule: str) -> frozenset[str]:
    return frozenset(re.findall(r"\([^()]*\)", rule))


_TERM = re.compile(r"\s*([a-z]+)\s*(<=|>=|!=|=|<|>|~)\s*([^\s]+)\s*")


def query(text: str = "", rows: tuple[dict[str, Any], ...] | None = None) -> list[dict[str, Any]]:
    """Returns the rows for which ``text`` is true: ``system = pell and states < 30``, ``status = none or seconds > 1``.
    The sign ~ asks whether one text contains another (``rule ~ (k,k)``). Raises NotationError.

    >>> {row["system"] for row in query("system = pell and states < 40")}
    {'pell'}
    >>> query("colour = red")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ...
    sprague.words.errors.NotationError: expected one of states, winning, ..., got 'colour' in 'colour = red'
    """
    rows = shipped() if rows is None else rows
    if not text.strip():
        return list(rows)
    choices = [
        [_term(term, text) for term in re.split(r"\band\b", part)] for part in re.split(r"\bor\b", text)
    ]
    return [row for row in rows if any(all(_true(row, *term) for term in terms) for terms in choices)]


def _term(term: str, whole: str) -> tuple[str, str, Any]:
    match = _TERM.fullmatch(term)
    if match is None:
        raise expected(say("a comparison such as states < 30"), term.strip(), whole)
    name, sign, value = match.groups()
    if name not in (*NUMBERS, *TEXTS):
        raise expected(say("one of {names}", names=join((*NUMBERS, *TEXTS))), name, whole)
    if name in TEXTS:
        if sign not in ("=", "!=", "~"):
            raise expected(say("=, != or ~ behind {name}", name=name), sign, whole)
        return name, sign, value
    try:
        return name, sign, float(value)
    except ValueError:
        raise expected(say("a number behind {name}", name=name), value, whole) from None


def _true(row: dict[str, Any], name: str, sign: str, value: Any) -> bool:
    have: Any = len(_key(row["rule"])) if name == "vectors" else row.get(name)
    if isinstance(have, list):
        have = len(have)
    if have is None:
        return sign == "!="
    if sign == "~":
        return str(value) in str(have)
    if sign in ("=", "!="):
        return bool(have == value) == (sign == "=")
    if sign in ("<", "<="):
        return bool(have < value or (sign == "<=" and have == value))
    return bool(have > value or (sign == ">=" and have == value))


def ship(path: str | os.PathLike[str], target: str | os.PathLike[str] = LARGER) -> None:
    """Writes the last row of each rule in ``path``, in the order of the rules, as the atlas that ships. LARGER leaves
    out what SHIPPED holds."""
    rows = list({row["rule"]: row for row in read_rows(path, LEDGER.kind, _is_row)}.values())
    if Path(target) == LARGER:
        rows = [row for row in rows if max(_size(row["rule"])) > 3]
    rows.sort(key=lambda row: (str(row["rule"]).count("("), str(row["rule"])))
    with lzma.open(target, "wt", encoding="utf-8", preset=9) as out:
        for row in rows:
            out.write(json.dumps(row, separators=(",", ":")) + "\n")
