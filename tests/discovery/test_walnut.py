"""What is written for Walnut: its automaton and its moves, read again by its own grammar, on small numbers."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import sprague as sg
from sprague.cli.app import application
from sprague.discovery.certificate import certificate
from sprague.discovery.proving import prove
from sprague.discovery.rule import rule_of
from sprague.discovery.walnut import write
from sprague.words.errors import FileError, UnsolvedError

#: Numbers that a quantifier of the script runs through here.
MOST = 7

FORMULA = "x,y -> u,v where not (u > x) and v <= y and (x = u or v = y) and (x != u or y != v)"


def lost_by(text: str, weights: list[int]) -> set[tuple[int, int]]:
    """The pairs that an automaton in Walnut's format accepts, in words of digits with these weights, the highest
    first."""
    head, *blocks = text.strip().split("\n\n")
    assert len(head.split()) == 2
    accepting, arrows = set(), {}
    for block in blocks:
        first, *lines = block.splitlines()
        state, output = first.split()
        accepting |= {state} if output == "1" else set()
        for line in lines:
            letter, to = line.split(" -> ")
            arrows[state, tuple(map(int, letter.split()))] = to
    at = {("0", 0, 0)}
    for weight in weights:
        at = {
            (to, x + a * weight, y + b * weight)
            for state, x, y in at
            for (where, (a, b)), to in arrows.items()
            if where == state
        }
    return {(x, y) for state, x, y in at if state in accepting}


def moves_by(line: str) -> Callable[..., bool]:
    """The moves that a definition of the script allows, its quantifier run through small numbers."""
    body = re.fullmatch(r'def move "\?msd_\w+ (.*)":', line)
    assert body is not None
    text = re.sub(r"\(E ([a-z,]+) ", r"some(lambda \1: ", body[1]).replace("~", " not ")
    text = re.sub(r"(?<![<>=!])=(?![=>])", "==", text).replace("&", " and ").replace("|", " or ")

    def some(formula: Any) -> bool:
        return any(formula(*given) for given in product(range(MOST), repeat=formula.__code__.co_argcount))

    return lambda **numbers: eval(text, {"some": some, **numbers})


@pytest.mark.parametrize(
    ("game", "weights"),
    [
        ("wythoff", [21, 13, 8, 5, 3, 2, 1]),
        ("vectors{(0,2k),(2k,0),(k,k)}", [12, 5, 2, 1]),
        ("vectors{(0,k),(k,0),(1,1)}", [8, 4, 2, 1]),
        (FORMULA, [8, 4, 2, 1]),
    ],
)
def test_the_automaton_and_the_moves_are_those_of_the_rule(
    game: str, weights: list[int], tmp_path: Path
) -> None:
    theorem = prove(rule_of(game)).theorem
    assert theorem is not None
    claims = json.loads(json.dumps(certificate(theorem)))
    assert write(claims, tmp_path) == ["Automata Library/sprague.txt", "Command Files/sprague.txt"]
    lost = lost_by((tmp_path / "Automata Library/sprague.txt").read_text("ascii"), weights)
    move, *evals = (tmp_path / "Command Files/sprague.txt").read_text("ascii").splitlines()
    may = moves_by(move)
    for x, y in product(range(MOST), repeat=2):
        left = {(u, v) for u, v in product(range(MOST), repeat=2) if may(x=x, y=y, u=u, v=v)}
        smaller = set(product(range(x + 1), range(y + 1))) - {(x, y)}
        assert left == {(u, v) for u, v in smaller if allowed(game, x - u, y - v)}, (x, y)
        assert ((x, y) in lost) == (not left & lost)
    assert [line.split()[1] for line in evals] == ["none", "some", "ends"]
    # Free names of a definition come in the order of the alphabet.
    assert all("$move(u,v,x,y)" in line for line in evals)


def allowed(game: str, a: int, b: int) -> bool:
    """Whether a and b may be taken, by the words of the rules above."""
    if game == "wythoff":
        return a == 0 or b == 0 or a == b
    if game == "vectors{(0,2k),(2k,0),(k,k)}":
        return (a == 0 and b % 2 == 0) or (b == 0 and a % 2 == 0) or a == b
    if game == "vectors{(0,k),(k,0),(1,1)}":
        return a == 0 or b == 0 or a == b == 1
    return a == 0 or b == 0


def test_what_cannot_be_written_is_said(tmp_path: Path) -> None:
    claims = json.loads(json.dumps(sg.discover("wythoff").certificate))
    with pytest.raises(FileError, match="certificate of a theorem"):
        write({"format": "sprague-period/2"}, tmp_path)
    with pytest.raises(UnsolvedError, match=r"no system ostrowski\(3\) without being taught"):
        write({**claims, "system": "ostrowski(3)"}, tmp_path)
    with pytest.raises(UnsolvedError, match="no set even-zeros of its own"):
        write({**claims, "rule": "x,y -> u,v where even-zeros(x) and u < x and v = y"}, tmp_path)
    (tmp_path / "file").write_text("")
    with pytest.raises(FileError, match="cannot write"):
        write(claims, tmp_path / "file")
    path = tmp_path / "theorem.json"
    path.write_text(json.dumps(claims))
    done = CliRunner().invoke(application, ["theorem", str(path), "--walnut", str(tmp_path / "walnut")])
    assert done.exit_code == 0 and done.stdout == f"2 files in {tmp_path / 'walnut'}\n"
