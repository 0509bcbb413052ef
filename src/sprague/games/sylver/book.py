"""Certificates of the Book, a public collection of results on Sylver Coinage after 16: to write and to check them.

A certificate (schema 1, github.com/rudi-cilibrasi/sylver-coinage) names positions by their numbers, as ``16,26,35``,
and gives for each its outcome and a rule: ``finite`` (the outcome must be computed), or ``edge`` (a move leads to
another position of the certificate, which is P). Sprague does not read rules for positions with a common factor, such
as ``cover``.
"""

from __future__ import annotations

from typing import Any

from sprague.words.errors import expected
from sprague.words.messages import say

from .search import BITS, SylverSearch
from .semigroup import Semigroup

SCHEMA = 1


def certificate(
    numbers: tuple[int, ...], move: int | None = None, search: SylverSearch | None = None
) -> dict[str, Any]:
    """Returns the certificate of a position; with ``move``, that this move wins. Computes the outcome.

    >>> certificate((5, 16))["nodes"], sorted(certificate((16, 26, 40), 11)["nodes"])
    ({'5,16': {'outcome': 'N', 'rule': 'finite'}}, ['11,16,26,40', '16,26,40'])

    Raises NotationError for a position that the search does not cover, and for a move that does not win.
    """
    root = Semigroup(numbers)
    found = SylverSearch() if search is None else search
    nodes: dict[str, dict[str, Any]]
    if move is None:
        nodes = {_key(root): {"outcome": _outcome(root, found), "rule": "finite"}}
    else:
        child = root.named(move)
        if _outcome(child, found) != "P":
            raise expected(say("a move that wins"), str(move), _key(root))
        nodes = {
            _key(root): {"child": _key(child), "move": move, "outcome": "N", "rule": "edge"},
            _key(child): {"outcome": "P", "rule": "finite"},
        }
    return {"nodes": nodes, "root": _key(root), "schema": SCHEMA}


def check(found: Any, search: SylverSearch | None = None) -> str:
    """Returns the outcome that a certificate proves for its root. Computes each ``finite`` position anew.

    >>> check({"nodes": {"5,16": {"outcome": "N", "rule": "finite"}}, "root": "5,16", "schema": 1})
    'N'

    Raises NotationError for a certificate that cannot be read or that is wrong, and says where.
    """
    if not isinstance(found, dict) or set(found) != {"nodes", "root", "schema"} or found["schema"] != SCHEMA:
        raise expected(say("a certificate of schema 1, with nodes and root"), str(found)[:80])
    nodes, waiting, proved = found["nodes"], [found["root"]], dict[str, str]()
    search = SylverSearch() if search is None else search
    while waiting:
        key = waiting.pop()
        if key in proved:
            continue
        position = _position(key)
        node: Any = nodes.get(key) if isinstance(nodes, dict) else None
        if not isinstance(node, dict):
            raise expected(say("a node for each position"), str(node)[:80], key)
        rule = node.get("rule")
        if rule == "finite":
            claimed = _outcome(position, search)
        elif rule == "edge":
            move = _move(node.get("move"), key)
            child = None if move in position else position.named(move)
            if child is None or _key(child) != node.get("child"):
                raise expected(say("a move to the child"), str(move), key)
            if not isinstance(nodes.get(_key(child)), dict) or nodes[_key(child)].get("outcome") != "P":
                raise expected(say("a child that is P"), str(node.get("child")), key)
            claimed = "N"
            waiting.append(_key(child))
        else:
            raise expected(say("a node with the rule finite or edge"), str(rule), str(key))
        if node.get("outcome") != claimed:
            raise expected(say("the outcome {outcome}", outcome=claimed), str(node.get("outcome")), key)
        proved[key] = claimed
    return proved[found["root"]]


def _key(position: Semigroup) -> str:
    return ",".join(map(str, position.generators))


def _position(key: Any) -> Semigroup:
    parts = key.split(",") if isinstance(key, str) else []
    if not parts or not all(part.isascii() and part.isdigit() and 2 <= int(part) < 10**6 for part in parts):
        raise expected(say("numbers of at least 2, with commas between them"), str(key)[:80])
    found = Semigroup(map(int, parts))
    if _key(found) != key:
        raise expected(say("the numbers that are no sums of the others, in order"), key)
    return found


def _move(move: Any, where: str) -> int:
    if isinstance(move, bool) or not isinstance(move, int) or not 2 <= move < 10**6:
        raise expected(say("a move of at least 2"), str(move), where)
    return move


def _outcome(position: Semigroup, search: SylverSearch) -> str:
    if position.common != 1 or position.last >= BITS:
        raise expected(
            say("numbers without a common factor whose sums miss none from {limit} on", limit=BITS),
            _key(position),
        )
    return "N" if search.wins(position.missing()) else "P"
