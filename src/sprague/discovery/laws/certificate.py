"""The certificate of a proved law, which :mod:`sprague.proofs.law_check` decides anew."""

from __future__ import annotations

import ast
import builtins
import math
import textwrap
from typing import Any

from sprague.words.errors import UnsolvedError
from sprague.words.messages import say

from ..automata.dfa import plain
from ..automata.formula import Exists, Formula, Linear, Named, Not, Or, Within
from ..reading.rule import Read
from ..reading.source import Source
from ..reading.statements import BEFORE, Moves
from .law import Law

#: On how large heaps the checker compares formula and source, by the number of heaps.
COMPARED = {1: 24, 2: 8, 3: 4}

#: The name of the number that stands for the value of a position, in a law of values that grow.
VALUE = "z"

#: The largest number outside a function that the checker knows.
_LARGEST = 10**15

_MATH = {math.gcd: "math.gcd", math.isqrt: "math.isqrt", math.lcm: "math.lcm"}


def certificate(law: Law, spread: bool) -> dict[str, Any]:
    """Returns a proved law as plain data: the rule's source, the formulas read off it, and the automata of its values.

    Raises UnsolvedError for a law without a certificate: an unproved law, or a law of a function that uses others.
    """
    if not law.proved or law.read is None or law.verdict is None:
        raise UnsolvedError(say("the law is not proved, so there is no certificate"))
    names = BEFORE[: law.heaps] if law.kind in ("outcome", "values") else (*BEFORE[: law.heaps], VALUE)
    return {
        "format": "sprague-law/1",
        **about(law.read.source, law.heaps, spread),
        "system": law.system.name,
        "kind": law.kind,
        **formulas(law.read),
        "measure": [list(weights) for weights in law.verdict.measure or ()],
        "sets": [
            [value, plain(law.sets[value].named(*names))]
            for value in sorted(law.sets)
            if not law.sets[value].is_empty
        ],
        "compared": COMPARED[law.heaps],
    }


def checked(claims: dict[str, Any]) -> dict[str, Any]:
    """Returns the certificate of a law if the checker accepts it, which reads a smaller part of Python than the prover.
    Raises UnsolvedError, with the reason, if not."""
    from sprague.proofs.check import check

    verdict = check(claims)
    if not verdict["valid"]:
        raise UnsolvedError(say("the law has no certificate: {reason}", reason=verdict["reason"]))
    return claims


def about(source: Source, heaps: int, spread: bool) -> dict[str, Any]:
    """Returns the part of a certificate that describes the rule itself."""
    return {
        "name": source.name,
        "source": _text(source),
        "constants": _constants(source),
        "heaps": heaps,
        "spread": spread and heaps > 1,
    }


def formulas(read: Read) -> dict[str, Any]:
    """Returns the formulas of a rule in the form of a certificate."""
    return {"over": _moves(read.over), "under": None if read.exact else _moves(read.under)}


def _text(source: Source) -> str:
    """Returns the text of the function, without decorators."""
    text = textwrap.dedent(source.text)
    try:
        body = ast.parse(text).body
    except SyntaxError:
        body = []
    if len(body) != 1 or not isinstance(body[0], ast.FunctionDef):
        raise UnsolvedError(say("a certificate needs a function that is written with def"))
    return "\n".join(text.rstrip("\n").split("\n")[body[0].lineno - 1 :]) + "\n"


def _constants(source: Source) -> dict[str, Any]:
    """Returns the meanings of the global names that the function uses."""
    tree = ast.parse(_text(source))
    used = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)} - set(source.parameters)
    constants = {}
    for name in sorted(used):
        try:
            value = source.outside(name)
        except (KeyError, ValueError):
            continue  # a name of its own
        if value is not getattr(builtins, name, None):
            constants[name] = _plain(value, name)
    return constants


def _plain(value: Any, name: str) -> Any:
    if isinstance(value, int) and abs(value) <= _LARGEST:
        return int(value)
    if isinstance(value, tuple):
        return [_plain(each, name) for each in value]
    if value is math:
        return "math"
    try:
        return _MATH[value]
    except (KeyError, TypeError):
        raise UnsolvedError(say("no certificate is written for a rule that uses {name}", name=name)) from None


def _moves(moves: tuple[Moves, ...]) -> list[Any]:
    return [[parts, _written(formula)] for parts, formula in moves]


def _written(formula: Formula) -> list[Any]:
    """Returns a formula as lists."""
    if isinstance(formula, Linear):
        form = [[_plain_name(n), c] for n, c in zip(formula.names, formula.coefficients, strict=True) if c]
        return ["eq" if formula.equal else "lin", form, formula.constant]
    if isinstance(formula, Named):
        return [
            "in",
            formula.name,
            [[[[_plain_name(n), f] for n, f in form.items()], c] for form, c in formula.numbers],
        ]
    if isinstance(formula, Not):
        return ["not", _written(formula.part)]
    if isinstance(formula, Exists):
        return ["some", list(map(_plain_name, formula.names)), _written(formula.part)]
    if isinstance(formula, Within):
        raise UnsolvedError(say("no certificate is written for a law of values that grow"))
    return ["or" if isinstance(formula, Or) else "and", *(_written(part) for part in formula.parts)]


def _plain_name(name: str) -> str:
    """Returns a name without the dashes that a bound name gets where it would clash with another."""
    return name.replace("'", "p")
