"""Reads and decides, for the checker and with its own code, rules written as formulas (``x,y -> u,v where …``)."""

from __future__ import annotations

import itertools
import re
from typing import Any

from .plain_automata import Flaw, Numeration, Set, equation, every, join, meet, now_and_then, rest, some

# A formula is ("lin", form, constant): form + constant >= 0, ("eq", …): = 0, ("not", f), ("and", f, g), ("or", f, g),
# ("some", name, f), ("in", set). All names bound by "some" are distinct.
Formula = tuple[Any, ...]

#: The most characters of a rule: the time to read a rule grows with the square of its length.
_LONGEST = 20_000

_PAIR = r"\s*\(?\s*([A-Za-z]\w*)\s*,\s*([A-Za-z]\w*)\s*\)?\s*"
_WRITTEN = re.compile(rf"{_PAIR}->{_PAIR}(?:where|:)(.+)", re.DOTALL | re.ASCII)
_TOKEN = re.compile(
    r"\s*(\d{1,7}|[A-Za-z](?:\w|-(?=[A-Za-z]))*|<=|>=|!=|==|=>|[-+*()<>=,:&|~!])", re.ASCII
)  # x-y is one name
_SAME = {
    "&": "and", "|": "or", "~": "not", "!": "not", "==": "=", "E": "exists", "A": "forall",
    "some": "exists", "all": "forall", "implies": "=>",
}  # fmt: skip
_FRESH = itertools.count()
_WORDS = {"and", "or", "not", "exists", "forall", "where"}
_SETS = {"even-zeros", "odd-zeros", "shift", "weight"}  # sets of Sprague that this checker does not know


def written(text: str) -> tuple[str, str, str, str]:
    """Returns the names that a rule gives to the entries of a position before and after a move."""
    return _parts(text)[:4]


def _parts(text: str) -> tuple[str, str, str, str, str]:
    """Returns these names, and the formula behind them."""
    if len(text) > _LONGEST:
        raise Flaw(f"rule: expected at most {_LONGEST} characters, got {len(text)}")
    match = _WRITTEN.fullmatch(text)
    if match is None or len({*match.groups()[:4]}) < 4 or {*match.groups()[:4]} & {*_WORDS, *_SAME, *_SETS}:
        raise Flaw("rule: expected x,y -> u,v where a formula, with four different names")
    return match[1], match[2], match[3], match[4], match[5]


def parse(text: str) -> Formula:
    """Returns the formula of a rule, with x, y and u, v as the names of its positions."""
    *variables, body = _parts(text)
    if text != " ".join(text.split()):
        raise Flaw("rule: expected one space where there is any")
    body = body.strip()
    tokens, at = [], 0
    while at < len(body):
        match = _TOKEN.match(body, at)
        if match is None:
            raise Flaw(f"rule: this checker does not know {body[at : at + 10]!r}")
        tokens.append(_SAME.get(match[1], match[1]))
        at = match.end()
    names = dict(zip(variables, ("x", "y", "u", "v"), strict=True))
    formula, unread = _either(tokens, names)
    if unread:
        raise Flaw(f"rule: did not expect {unread[0]!r}")
    return formula


def _either(tokens: list[str], names: dict[str, str]) -> tuple[Formula, list[str]]:
    formula, tokens = _all(tokens, names)
    while tokens[:1] == ["or"]:
        other, tokens = _all(tokens[1:], names)
        formula = ("or", formula, other)
    if tokens[:1] == ["=>"]:
        other, tokens = _either(tokens[1:], names)
        formula = ("or", ("not", formula), other)
    return formula, tokens


def _all(tokens: list[str], names: dict[str, str]) -> tuple[Formula, list[str]]:
    formula, tokens = _one(tokens, names)
    while tokens[:1] == ["and"]:
        other, tokens = _one(tokens[1:], names)
        formula = ("and", formula, other)
    return formula, tokens


def _one(tokens: list[str], names: dict[str, str]) -> tuple[Formula, list[str]]:
    first = tokens[0] if tokens else ""
    if first == "not":
        formula, tokens = _one(tokens[1:], names)
        return ("not", formula), tokens
    if first in ("exists", "forall"):
        bound, tokens = [], tokens[1:]
        while tokens and re.match("[A-Za-z]", tokens[0]) and tokens[0] not in _WORDS | _SETS:
            bound.append(tokens[0])
            comma = tokens[1:2] == [","]
            tokens = tokens[2:] if comma else tokens[1:]
        if not bound or comma:
            raise Flaw(f"rule: expected a name behind {first}")
        if tokens[:1] == [":"]:
            tokens = tokens[1:]
        inside = names | {name: f"{name}'{next(_FRESH)}" for name in bound}
        formula, tokens = _either(tokens, inside)
        if first == "forall":
            formula = ("not", formula)
        for name in bound:
            formula = ("some", inside[name], formula)
        return (("not", formula) if first == "forall" else formula), tokens
    if first == "(":
        depth = i = 0
        while i < len(tokens):
            depth += (tokens[i] == "(") - (tokens[i] == ")")
            if depth == 0:
                break
            i += 1
        else:
            raise Flaw("rule: expected a closing bracket")
        if any(token in {"<", ">", "=", "<=", ">=", "!="} for token in tokens[:i]):
            formula, unread = _either(tokens[1:i], names)
            if unread:
                raise Flaw(f"rule: did not expect {unread[0]!r}")
            return formula, tokens[i + 1 :]
    return _compared(tokens, names)


def _compared(tokens: list[str], names: dict[str, str]) -> tuple[Formula, list[str]]:
    left, tokens = _sum(tokens, names)
    formula: Formula | None = None
    while tokens and tokens[0] in {"<", ">", "=", "<=", ">=", "!="}:
        sign = tokens[0]
        right, tokens = _sum(tokens[1:], names)
        small, large = (right, left) if sign in (">", ">=") else (left, right)
        form = {name: large.get(name, 0) - small.get(name, 0) for name in {**large, **small}}
        constant = form.pop("", 0) - (sign in ("<", ">"))
        form = {name: f for name, f in form.items() if f}
        one: Formula = ("eq" if sign in ("=", "!=") else "lin", form, constant)
        if sign == "!=":
            one = ("not", one)
        formula = one if formula is None else ("and", formula, one)
        left = right
    if formula is None:
        raise Flaw("rule: expected a comparison")
    return formula, tokens


def _sum(tokens: list[str], names: dict[str, str]) -> tuple[dict[str, int], list[str]]:
    """Reads a sum as factors by name; the factor of "" is the constant."""
    form: dict[str, int] = {}
    sign = 1
    while True:
        if not tokens:
            raise Flaw("rule: expected a number or a name at its end")
        part: dict[str, int] = {}
        if tokens[0] == "(":
            part, tokens = _sum(tokens[1:], names)
            if tokens[:1] != [")"]:
                raise Flaw("rule: expected a closing bracket")
            tokens = tokens[1:]
        else:
            factor, name = 1, ""
            if tokens[0].isdigit():
                factor, tokens = int(tokens[0]), tokens[1:]
                times = tokens[:1] == ["*"]
                tokens = tokens[times:]
                if tokens and tokens[0][0].isalpha() and tokens[0] not in _WORDS:
                    name, tokens = tokens[0], tokens[1:]
                elif times:  # "2 * - x" is no number 2
                    raise Flaw("rule: expected a name behind *")
            else:
                name, tokens = tokens[0], tokens[1:]
            if name and (name not in names or name in _WORDS):
                raise Flaw(f"rule: this checker does not know {name!r}")
            part = {names.get(name, ""): factor}
        for variable, factor in part.items():
            form[variable] = form.get(variable, 0) + sign * factor
        if tokens[:1] not in (["+"], ["-"]):
            return form, tokens
        sign = 1 if tokens[0] == "+" else -1
        tokens = tokens[1:]


def solved(system: Numeration, formula: Formula) -> Set:
    """Returns the numbers that make a formula true."""
    kind = formula[0]
    if kind in ("eq", "lin"):
        form, constant = formula[1], formula[2]
        if not form:
            true = constant == 0 if kind == "eq" else constant >= 0
            return every(system, ()) if true else rest(system, every(system, ()))
        if kind == "eq":
            return equation(system, form, constant)
        return some(system, equation(system, form | {"more": -1}, constant), "more")
    if kind == "not":
        return rest(system, solved(system, formula[1]))
    if kind == "in":
        numbers: Set = formula[1]
        return numbers
    if kind == "some":
        return without(system, [formula[1]], formula[2])
    a, b = solved(system, formula[1]), solved(system, formula[2])
    return meet(a, b) if kind == "and" else join(system, a, b)


def alternatives(formula: Formula) -> list[Formula]:
    """Returns formulas, none of which begins with "or", whose disjunction is equivalent to ``formula``."""
    if formula[0] == "or":
        return alternatives(formula[1]) + alternatives(formula[2])
    if formula[0] == "some":
        return [("some", formula[1], part) for part in alternatives(formula[2])]
    if formula[0] == "and":
        first, second = alternatives(formula[1]), alternatives(formula[2])
        if len(first) * len(second) <= 64:
            return [("and", a, b) for a, b in itertools.product(first, second)]
    return [formula]


def without(system: Numeration, eliminated: list[str], formula: Formula) -> Set:
    """Returns the numbers for which some numbers of the names ``eliminated`` make the formula true. Each of these names
    is eliminated as soon as possible, by combining the parts that mention it; the name with the fewest tracks comes
    first."""
    parts: list[Set] = []
    todo, eliminated = [formula], list(eliminated)
    while todo:
        part = todo.pop()
        if part[0] == "and":
            todo += part[1:]
        elif part[0] == "some":
            eliminated.append(part[1])
            todo.append(part[2])
        else:
            parts.append(solved(system, part))
    while eliminated:
        tracks_with = {
            name: {t for part in parts if name in part.tracks for t in part.tracks} for name in eliminated
        }
        name = min(eliminated, key=lambda each: len(tracks_with[each]))
        eliminated.remove(name)
        near = sorted((part for part in parts if name in part.tracks), key=lambda part: len(part.delta))
        if near:
            parts = [part for part in parts if name not in part.tracks]
            joint = near[0]
            for part in near[1:]:
                joint = meet(joint, part)
            parts.append(some(system, joint, name))
    joint = parts[0]
    for part in parts[1:]:
        joint = meet(joint, part)
    return joint


def holds(formula: Formula, numbers: dict[str, int], most: int) -> bool:
    """Returns whether a formula is true, by definition; quantifiers run up to ``most``."""
    kind = formula[0]
    if kind in ("eq", "lin"):
        value = sum(f * numbers[name] for name, f in formula[1].items()) + formula[2]
        return bool(value == 0) if kind == "eq" else bool(value >= 0)
    if kind == "not":
        return not holds(formula[1], numbers, most)
    if kind == "some":
        now_and_then()
        return any(holds(formula[2], numbers | {formula[1]: n}, most) for n in range(most))
    parts = (holds(part, numbers, most) for part in formula[1:])
    return all(parts) if kind == "and" else any(parts)


def factors(formula: Formula) -> int:
    """Returns the sum of all factors: about the number of states of the first automata of a formula."""
    if formula[0] in ("eq", "lin"):
        return sum(map(abs, formula[1].values()))
    return sum(factors(part) for part in formula[1:] if isinstance(part, tuple))
