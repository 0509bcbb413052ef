"""Certificates of the Book, a public collection of results on Sylver Coinage after 16: to write and to check them.

A certificate (schema 1, github.com/rudi-cilibrasi/sylver-coinage) names positions by their numbers, as ``16,26,35``,
and gives for each its outcome and a rule: ``finite`` (the outcome must be computed), ``edge`` (a move leads to another
position of the certificate, which is P), or ``cover`` with the tail ``quiet-end-v1`` (the position is P, as each of the
moves that the Quiet End Theorem leaves to look at leads to a position of the certificate that is N). Sprague does not
read references to facts of the campaign (``baseline``), and covers without that tail.
"""

from __future__ import annotations

from typing import Any

from sprague.words.digits import shown
from sprague.words.errors import expected
from sprague.words.messages import say

from .covers import Covers, obligations
from .search import BITS, SylverSearch
from .semigroup import Semigroup
from .theorems import winning_reply

SCHEMA = 1

#: The name of the Quiet End Theorem in a cover.
TAIL = "quiet-end-v1"


def certificate(
    numbers: tuple[int, ...], move: int | None = None, search: SylverSearch | None = None
) -> dict[str, Any]:
    """Returns the certificate of a position; with ``move``, that this move wins. Computes the outcome.

    >>> certificate((5, 16))["nodes"], sorted(certificate((16, 26, 40), 11)["nodes"])
    ({'5,16': {'outcome': 'N', 'rule': 'finite'}}, ['11,16,26,40', '16,26,40'])

    Raises NotationError for a position that the search does not cover, and for a move that does not win.
    """
    root = Semigroup(numbers)
    solver = SylverSearch() if search is None else search
    nodes: dict[str, dict[str, Any]]
    if root.common != 1 and move is None:
        nodes = {}
        _write(root, nodes, Covers(solver))
    elif move is None:
        nodes = {_key(root): {"outcome": _outcome(root, solver), "rule": "finite"}}
    else:
        child = root.named(move)
        if _outcome(child, solver) != "P":
            raise expected(say("a move that wins"), shown(move), _key(root))
        nodes = {
            _key(root): {"child": _key(child), "move": move, "outcome": "N", "rule": "edge"},
            _key(child): {"outcome": "P", "rule": "finite"},
        }
    return {"nodes": nodes, "root": _key(root), "schema": SCHEMA}


def check(claims: Any, search: SylverSearch | None = None) -> str:
    """Returns the outcome that a certificate proves for its root. Computes each ``finite`` position anew.

    >>> check({"nodes": {"5,16": {"outcome": "N", "rule": "finite"}}, "root": "5,16", "schema": 1})
    'N'

    Raises NotationError for a certificate that cannot be read or that is wrong, and says where.
    """
    if (
        not isinstance(claims, dict)
        or set(claims) != {"nodes", "root", "schema"}
        or claims["schema"] != SCHEMA
    ):
        raise expected(say("a certificate of schema 1, with nodes and root"), shown(claims)[:80])
    nodes, waiting, proved = claims["nodes"], [_key(_position(claims["root"]))], dict[str, str]()
    search = SylverSearch() if search is None else search
    while waiting:
        key = waiting.pop()
        if key in proved:
            continue
        position = _position(key)
        node: Any = nodes.get(key) if isinstance(nodes, dict) else None
        if not isinstance(node, dict):
            raise expected(say("a node for each position"), shown(node)[:80], key)
        rule = node.get("rule")
        if rule == "finite":
            claimed = _outcome(position, search)
        elif rule == "edge":
            move = _move(node.get("move"), key)
            child = None if move in position else position.named(move)
            if child is None or _key(child) != node.get("child"):
                raise expected(say("a move to the child"), shown(move), key)
            if not isinstance(nodes.get(_key(child)), dict) or nodes[_key(child)].get("outcome") != "P":
                raise expected(say("a child that is P"), shown(node.get("child")), key)
            claimed = "N"
            waiting.append(_key(child))
        elif rule == "cover":
            claimed = "P"
            waiting += _covering(position, node, nodes, key)
        else:
            raise expected(say("a node with the rule finite, edge or cover"), shown(rule), key)
        if node.get("outcome") != claimed:
            raise expected(say("the outcome {outcome}", outcome=claimed), shown(node.get("outcome")), key)
        proved[key] = claimed
    return proved[claims["root"]]


def _write(position: Semigroup, nodes: dict[str, dict[str, Any]], covers: Covers) -> None:
    """Adds the node of a position, and the nodes on which it rests."""
    if _key(position) in nodes:
        return
    wins = covers.wins(position.generators)
    if wins is None:
        raise expected(say("a position whose outcome is found by quiet ends"), _key(position))
    outcome = "N" if wins else "P"
    if position.common == 1 and position.last < BITS:
        nodes[_key(position)] = {"outcome": outcome, "rule": "finite"}
        return
    if wins:
        move = next(
            (
                n
                for n in _moves_that_win(position, covers)
                if covers.wins(position.named(n).generators) is False
            ),
            None,
        )
        if move is None:
            raise expected(say("a position with a move that is known to win"), _key(position))
        child = position.named(move)
        nodes[_key(position)] = {"child": _key(child), "move": move, "outcome": "N", "rule": "edge"}
        _write(child, nodes, covers)
        return
    wanted = obligations(position.generators)
    if not wanted.complete:
        raise expected(say("a position that is P by the Quiet End Theorem"), _key(position))
    children = [(n, position.named(n)) for n in wanted.moves]
    rows = [{"child": _key(child), "move": n} for n, child in children]
    nodes[_key(position)] = {"children": rows, "outcome": "P", "rule": "cover", "tail": TAIL}
    for _, child in children:
        _write(child, nodes, covers)


def _moves_that_win(position: Semigroup, covers: Covers) -> tuple[int, ...]:
    reply = winning_reply(position.generators)
    return tuple(reply) if reply else covers.winning(position.generators).moves


def _covering(position: Semigroup, node: dict[str, Any], nodes: Any, key: str) -> list[str]:
    """Returns the positions on which a cover rests. Raises NotationError if it leaves a move out."""
    if position.common == 1 or len(position.generators) < 2 or node.get("tail") != TAIL:
        raise expected(say("a cover with the tail {tail}", tail=TAIL), shown(node.get("tail")), key)
    wanted = obligations(position.generators)
    if not wanted.complete:
        raise expected(say("a quiet end, with a prime as common factor"), key)
    rows = [{"child": _key(position.named(n)), "move": n} for n in wanted.moves]
    if node.get("children") != rows:
        raise expected(
            say("all {count} moves to look at", count=len(rows)), shown(node.get("children"))[:80], key
        )
    for row in rows:
        child = nodes.get(row["child"])
        if not isinstance(child, dict) or child.get("outcome") != "N":
            raise expected(say("children that are N"), str(row["child"]), key)
    return [str(row["child"]) for row in rows]


def _key(position: Semigroup) -> str:
    return ",".join(map(str, position.generators))


def _position(key: Any) -> Semigroup:
    parts = key.split(",") if isinstance(key, str) else []
    if not parts or not all(
        part.isascii() and part.isdigit() and len(part) <= 6 and int(part) > 1 for part in parts
    ):
        raise expected(say("numbers of at least 2, with commas between them"), shown(key)[:80])
    position = Semigroup(map(int, parts))
    if _key(position) != key:
        raise expected(say("the numbers that are no sums of the others, in order"), key)
    return position


def _move(move: Any, where: str) -> int:
    if isinstance(move, bool) or not isinstance(move, int) or not 2 <= move < 10**6:
        raise expected(say("a move of at least 2"), shown(move), where)
    return move


def _outcome(position: Semigroup, search: SylverSearch) -> str:
    if position.common != 1 or position.last >= BITS:
        raise expected(
            say("numbers without a common factor whose sums miss none from {limit} on", limit=BITS),
            _key(position),
        )
    return "N" if search.wins(position.missing()) else "P"
