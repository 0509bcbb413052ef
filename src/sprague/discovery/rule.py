"""Rules on a fixed number of heaps in a form that theorems can state: families of vectors, or a formula.

Examples are ``vectors{(0,k),(k,0),(k,k)}``, ``x,y -> u,v where (u = x and v < y) or …``, and the games of Sprague that
have such rules.
"""

from __future__ import annotations

import functools
import math
import re
from dataclasses import dataclass
from typing import NamedTuple

from sprague.games.fibonacci.rules import FIBONACCI, Fibonacci
from sprague.games.nim_like.blocking import BlockingNim, blocking_from_head
from sprague.games.vectors.blocking import BlockingVectors
from sprague.games.vectors.blocking import from_head as blocking_vectors
from sprague.games.vectors.rules import Entry, Vectors
from sprague.games.vectors.rules import from_head as vectors
from sprague.games.wythoff.rules import Wythoff
from sprague.games.wythoff.rules import from_head as wythoff
from sprague.model.nim import NIM, Nim
from sprague.model.ruleset import Ruleset
from sprague.words.errors import UnsolvedError, expected
from sprague.words.messages import join, say

from .automata.decide import automaton
from .automata.dfa import Automaton, both, projected, reordered, widened
from .automata.formula import (
    And,
    Exists,
    Formula,
    Linear,
    Within,
    alternatives,
    compared,
    free,
    parse,
    renamed,
)
from .automata.numeration import System

#: The names of a position before and after a move, in automata.
BEFORE, AFTER = ("x", "y"), ("u", "v")

#: The weights of the heaps that are tried for a measure that every move decreases.
MEASURES = ((1, 1), (1, 0), (0, 1), (2, 1), (1, 2), (3, 1), (1, 3), (3, 2), (2, 3))


class Family(NamedTuple):
    """Takes a k + c from the first heap and b k + d from the second, for every k >= 1 (only once if a = b = 0)."""

    a: int
    c: int
    b: int
    d: int

    def __str__(self) -> str:
        def entry(multiple: int, constant: int) -> str:
            variable = "" if not multiple else "k" if multiple == 1 else f"{multiple}k"
            return f"{variable}+{constant}" if variable and constant else variable or str(constant)

        return f"({entry(self.a, self.c)},{entry(self.b, self.d)})"


_NIM = (Family(1, 0, 0, 0), Family(0, 0, 1, 0))


@dataclass(frozen=True)
class Moves:
    """Some of the moves, as an automaton over some of x, y, u, v. If a heap of AFTER is not among its tracks, the move
    does not change that heap, and the name of BEFORE stands for it: ``after`` holds the names of the heaps that the
    move leaves."""

    automaton: Automaton
    after: tuple[str, str]


@dataclass(frozen=True)
class Rule:
    """A rule on two heaps. ``families`` describe its takes; a rule by a ``formula`` over x, y, u, v has none.
    ``text`` is the rule as written, ``head`` the game of Sprague that has this rule, if any. Before a move, the other
    player may forbid ``forbidden`` of its options: a position is P if at most so many options are."""

    text: str
    families: tuple[Family, ...] = ()
    formula: Formula | None = None
    head: str | None = None
    heaps: int = 2
    forbidden: int = 0

    @property
    def names(self) -> tuple[str, str]:
        """What the rule as written calls the heaps before a move."""
        written = None if self.formula is None else _WRITTEN.fullmatch(self.text)
        if written is None:
            return BEFORE
        first, second = (name.strip() for name in written[1].split(","))
        return first, second

    @property
    def symmetric(self) -> bool:
        """Whether exchanging the heaps leaves the families the same."""
        flipped = {Family(b, d, a, c) for a, c, b, d in self.families}
        return bool(self.families) and flipped == set(self.families)

    def moves(self, system: System) -> list[Moves]:
        """Returns the moves as automata, one for each family."""
        if self.formula is None:
            return [family_moves(family, system) for family in self.families]
        return [Moves(formula_moves(self.formula, system), AFTER)]

    @property
    def choices(self) -> tuple[Formula, ...]:
        """The formula as alternatives, each of which describes moves; empty for a rule by families."""
        if self.formula is None:
            return ()
        return alternatives(self.formula)

    def measures(self) -> tuple[tuple[int, int], ...]:
        """Returns the weights of the heaps that may make a measure."""
        return MEASURES[:1] if self.families else MEASURES


@functools.lru_cache(maxsize=1024)
def family_moves(family: Family, system: System) -> Moves:
    """Returns the moves of one family."""
    a, c, b, d = family
    after = ("u" if a or c else "x", "v" if b or d else "y")

    def line(name: str, after_name: str, multiple: int, constant: int, equal: bool = True) -> Linear:
        """Returns the formula name = after_name + multiple * k + constant (or >=)."""
        names = {name: 1, after_name: -1, "k": -multiple}
        ordered = tuple(sorted(each for each, m in names.items() if m))
        return Linear(ordered, tuple(names[each] for each in ordered), -constant, equal)

    if a == b == 0:
        parts = [line(*each) for each in (("x", "u", 0, c), ("y", "v", 0, d)) if each[3]]
        return Moves(automaton(And(tuple(parts)), system), after)
    first = _take("x", "u", a, c, system) if a else None
    second = _take("y", "v", b, d, system) if b else None
    if first is None or second is None:
        one = first or second
        assert one is not None
        constant = line("y", "v", 0, d) if a else line("x", "u", 0, c)
        if constant.constant:
            one = both(one, automaton(constant, system))
        return Moves(one, after)
    # b (x - u - c) = a (y - v - d): both sides have the same k.
    g = math.gcd(a, b)
    p, q = b // g, a // g
    form = {"x": p, "u": -p, "y": -q, "v": q}
    names = tuple(sorted(form))
    same = Linear(names, tuple(form[name] for name in names), q * d - p * c, True)
    # If a and b have no common factor, the equation alone makes the amounts multiples of them.
    enough = first if g > 1 else _least("x", "u", a + c, system)
    return Moves(both(automaton(same, system), enough), after)


@functools.lru_cache(maxsize=256)
def _take(x: str, u: str, multiple: int, constant: int, system: System) -> Automaton:
    """Returns the formula x = u + multiple * k + constant for some k >= 1."""
    if multiple == 1:
        return _least(x, u, constant + 1, system)
    names = tuple(sorted((x, u, "k")))
    form = {x: 1, u: -1, "k": -multiple}
    equation = Linear(names, tuple(form[name] for name in names), -constant, True)
    positive = Linear(("k",), (1,), -1, False)
    return automaton(Exists(("k",), And((equation, positive))), system)


def _least(x: str, u: str, least: int, system: System) -> Automaton:
    """Returns the formula x >= u + least."""
    return automaton(compared({u: 1}, "<=", {x: 1}, -least), system)


@functools.lru_cache(maxsize=64)
def formula_moves(formula: Formula, system: System) -> Automaton:
    """Returns the moves of a formula as one automaton over all four names; the position may consist of any numbers."""
    moves = automaton(formula, system)
    return reordered(widened(moves, (*BEFORE, *AFTER)), (*BEFORE, *AFTER))


def reaches(moves: Moves, wanted: Automaton) -> Automaton:
    """Returns the positions (x, y) from which one of ``moves`` leads to a position of ``goals``."""
    joint = both(moves.automaton, wanted.named(*moves.after))
    gone = tuple(name for name in moves.after if name not in BEFORE)
    return reordered(projected(joint, *gone), BEFORE)


def reached(rule: Rule, goals: Automaton) -> list[Automaton]:
    """Returns, for each part of the moves, the positions (x, y) from which a move leads to a position of ``goals``.

    The automaton of a formula's moves is not built first. Instead each name of the position after the move is
    eliminated as soon as no other part mentions it.
    """
    system = goals.system
    if rule.formula is None:
        return [reaches(moves, goals) for moves in rule.moves(system)]
    positions = []
    for part in rule.choices:
        one = automaton(Exists(AFTER, And((part, Within(AFTER, goals)))), system)
        positions.append(reordered(widened(one, BEFORE), BEFORE))
    return positions


_NAMES = r"\s*\(?\s*([A-Za-z_]\w*(?:\s*,\s*[A-Za-z_]\w*)*)\s*\)?\s*"
_WRITTEN = re.compile(rf"{_NAMES}->{_NAMES}(?:where|:)\s*(.+)", re.DOTALL)


def is_formula(text: str) -> bool:
    """Returns whether ``text`` is a rule written as a formula."""
    return "->" in text and "{" not in text and ("where" in text or ":" in text)


def read_formula(text: str) -> Rule:
    """Returns the rule of ``x,y -> u,v where …``. Raises NotationError, which says what was expected.

    >>> read_formula("n,q -> m,r where exists k: 1 <= k <= q and n = m + k and r = 2k").heaps
    2
    """
    match = _WRITTEN.fullmatch(text.strip())
    if match is None:
        raise expected(
            say(
                "a rule such as {example}", example="x,y -> u,v where (u = x and v < y) or (v = y and u < x)"
            ),
            text,
        )
    before, after = (tuple(name.strip() for name in match[i].split(",")) for i in (1, 2))
    if len(before) != len(after) or len(before) != 2 or len({*before, *after}) != 4:
        raise expected(
            say("two names on each side of the arrow, all different"), text.split("where")[0].strip(), text
        )
    formula = parse(match[3])
    strange = [name for name in free(formula) if name not in (*before, *after)]
    if strange:
        raise expected(
            say("only the names {names} without a quantifier", names=join((*before, *after))),
            strange[0],
            match[3],
        )
    translated = renamed(formula, dict(zip((*before, *after), (*BEFORE, *AFTER), strict=True)))
    return Rule(" ".join(text.split()), formula=translated)


def rule_of(game: object) -> Rule:
    """Returns the rule of a game, given as a text of vectors, a formula, a ruleset or the name of one. Raises
    UnsolvedError if no theorem here can state the rule.

    >>> [str(family) for family in rule_of("wythoff[t=2]").families]
    ['(k,0)', '(0,k)', '(k,k)', '(k,k+1)', '(k+1,k)']
    """
    if isinstance(game, Rule):
        return game
    if isinstance(game, str) and is_formula(game):
        return read_formula(game)
    ruleset = game if isinstance(game, Ruleset) else _named(str(game))
    own = getattr(ruleset, "formula_rule", None)
    if isinstance(own, Rule):
        return own
    families: tuple[Family, ...] = ()
    forbidden = 0
    if isinstance(ruleset, BlockingVectors) and ruleset.most == 2:
        families, forbidden = _of_vectors(ruleset.families), ruleset.k
    elif isinstance(ruleset, BlockingNim):
        families, forbidden = _NIM, ruleset.k
    elif isinstance(ruleset, Vectors) and ruleset.heaps == 2:
        families = _of_vectors(ruleset.families)
    elif isinstance(ruleset, Wythoff) and ruleset.t <= 6:
        families = (Family(1, 0, 0, 0), Family(0, 0, 1, 0), Family(1, 0, 1, 0))
        for j in range(1, ruleset.t):
            families += (Family(1, 0, 1, j), Family(1, j, 1, 0))
    elif isinstance(ruleset, Nim):
        families = _NIM
    if families:
        return Rule(ruleset.head, families, head=ruleset.head, forbidden=forbidden)
    if isinstance(ruleset, Fibonacci):
        fibonacci = read_formula("n,q -> m,r where exists k: 1 <= k <= q and n = m + k and r = 2k")
        return Rule(ruleset.head, formula=fibonacci.formula, head=ruleset.head)
    raise UnsolvedError(
        say(
            "{game} is no rule on two heaps by vectors or by a formula: such rules are what can be proved here",
            game=ruleset.head,
        )
    )


def _of_vectors(families: tuple[tuple[Entry, ...], ...]) -> tuple[Family, ...]:
    return tuple(Family(p.multiple, p.constant, q.multiple, q.constant) for p, q in families)


def _named(head: str) -> Ruleset:
    """Returns the ruleset that a certificate names, if a theorem here can be about it."""
    name, parameters = re.fullmatch(r"([^\[{]*)(.*)", head.strip(), re.DOTALL).groups()  # type: ignore[union-attr]
    if name == "wythoff":
        return wythoff(name, parameters or None)
    if name == "vectors":
        return vectors(name, parameters or None)
    if name == "blocking-vectors":
        return blocking_vectors(name, parameters or None)
    if name == "blocking-nim":
        return blocking_from_head(name, parameters or None)
    for ruleset in (NIM, FIBONACCI):
        if head.strip() == ruleset.head:
            return ruleset
    raise expected(say("a rule by vectors or by a formula, or the name of such a game"), head)
