"""A theorem as files for Walnut (H. Mousavi 2016; J. Shallit, The Logical Approach to Automatic Sequences, 2022): the
automaton of the P-positions, and a script with which Walnut evaluates the statements."""

from __future__ import annotations

import os
from itertools import product
from pathlib import Path
from typing import Any

from sprague.words.errors import FileError, UnsolvedError
from sprague.words.messages import say

from .automata.formula import And, Exists, Formula, Linear, Named, Not, Or, free
from .automata.numeration import system
from .rule import AFTER, BEFORE, Family, rule_of

#: Walnut's names for the systems that it has built in.
_SYSTEMS = {"zeckendorf": "msd_fib", "pell": "msd_pell", "tribonacci": "msd_trib"}


def write(claims: Any, folder: str | os.PathLike[str]) -> list[str]:
    """Writes the certificate ``claims`` for Walnut into ``folder``. Returns the names of the files.

    Raises FileError if ``claims`` is not such a certificate, and UnsolvedError for a system that must first be defined
    in Walnut (its command ``ost`` defines those of Ostrowski).
    """
    if not isinstance(claims, dict) or claims.get("format") != "sprague-automatic/1":
        raise FileError(say("expected the certificate of a theorem by sprague discover"))
    name = str(claims["system"])
    walnut = f"msd_{name}" if name.isdigit() else _SYSTEMS.get(name)
    if walnut is None:
        raise UnsolvedError(say("Walnut knows no system {system} without being taught", system=name))
    files = {
        "Automata Library/sprague.txt": _automaton(claims, walnut),
        "Command Files/sprague.txt": _script(claims, walnut),
    }
    try:
        for path, text in files.items():
            full = os.path.join(folder, path)
            os.makedirs(os.path.dirname(full), exist_ok=True)
            Path(full).unlink(missing_ok=True)  # so that no link leads elsewhere
            with open(full, "w", encoding="ascii", newline="\n") as target:
                target.write(text)
    except OSError as error:
        raise FileError(
            say("cannot write: {problem}", problem=error.strerror), where=os.fspath(folder)
        ) from error
    return list(files)


def _automaton(claims: dict[str, Any], walnut: str) -> str:
    """Returns the automaton in Walnut's format: the systems of the tracks, then for each state its number and output,
    and a line for each letter. State 0 is the first; letters that lead to the dead state are left out."""
    automaton = claims["automaton"]
    digits = range(system(str(claims["system"])).digits)
    lines = [f"{walnut} {walnut}"]
    for state, row in enumerate(automaton["delta"], 1):
        lines += ["", f"{state - 1} {int(state in automaton['accept'])}"]
        for letter, to in zip(product(digits, repeat=2), row, strict=True):
            if to:
                lines.append(f"{letter[0]} {letter[1]} -> {to - 1}")
    return "\n".join(lines) + "\n"


def _script(claims: dict[str, Any], walnut: str) -> str:
    rule = rule_of(str(claims["rule"]))
    if rule.forbidden:
        raise UnsolvedError(say("Walnut does not count options, which a rule with blocking asks for"))
    if rule.formula is not None:
        names = {name: name for name in (*BEFORE, *AFTER)}
        # A definition has a track for each name that it mentions, and all four are needed.
        unsaid = [f"{name}>=0" for name in names if name not in free(rule.formula)]
        moves = " & ".join([_formula(rule.formula, names), *unsaid])
    else:
        moves = " | ".join(map(_family, rule.families))
    before, after = (_sum(tuple(zip(names, claims["measure"], strict=True))) for names in (BEFORE, AFTER))
    ask = f"?{walnut} "
    lines = [
        f'def move "{ask}{moves}":',
        f'eval none "{ask}A x,y,u,v ($sprague(x,y) & $move(u,v,x,y)) => ~$sprague(u,v)":',
        f'eval some "{ask}A x,y ~$sprague(x,y) => (E u,v $move(u,v,x,y) & $sprague(u,v))":',
        f'eval ends "{ask}A x,y,u,v $move(u,v,x,y) => {after} < {before}":',
    ]
    # Walnut gives the free names of a definition in alphabetical order: u, v, x, y.
    return "\n".join(lines) + "\n"


def _sum(terms: tuple[tuple[str, int], ...], constant: int = 0) -> str:
    """Returns a sum as Walnut writes it, without multiples by 0 or 1."""
    parts = [name if factor == 1 else f"{factor}*{name}" for name, factor in terms if factor]
    return "+".join([*parts, *([str(constant)] if constant or not parts else [])])


def _family(family: Family) -> str:
    a, c, b, d = family
    parts = [
        f"{name}={_sum(((after, 1), ('k', multiple)), constant)}"
        for name, after, multiple, constant in (("x", "u", a, c), ("y", "v", b, d))
    ]
    inner = " & ".join(parts)
    return f"(E k k>=1 & {inner})" if a or b else f"({inner})"


def _formula(formula: Formula, names: dict[str, str], depth: int = 0) -> str:
    """Returns a formula in Walnut's words, where ``names`` say what its names are called, and ``depth`` how many are
    bound: a name of Walnut's has no hyphen, and does not begin with A, E or I. In parentheses, as & binds no closer
    than |."""
    if isinstance(formula, Linear):
        terms = [(names[n], c) for n, c in zip(formula.names, formula.coefficients, strict=True)]
        left = _sum(tuple((n, c) for n, c in terms if c > 0), max(formula.constant, 0))
        right = _sum(tuple((n, -c) for n, c in terms if c < 0), max(-formula.constant, 0))
        return f"{left}{'=' if formula.equal else '>='}{right}"
    if isinstance(formula, Not):
        return f"~({_formula(formula.part, names, depth)})"
    if isinstance(formula, Exists):
        bound = {name: f"k{depth + i}" for i, name in enumerate(formula.names)}
        inner = _formula(formula.part, names | bound, depth + len(bound))
        return f"(E {','.join(bound.values())} {inner})"
    if isinstance(formula, Named):
        raise UnsolvedError(say("Walnut has no set {name} of its own", name=formula.name))
    sign = " & " if isinstance(formula, And) else " | "
    assert isinstance(formula, And | Or)
    return "(" + sign.join(_formula(part, names, depth) for part in formula.parts) + ")"
