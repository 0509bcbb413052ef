"""Formulas about whole numbers, as text: +, multiples, comparisons, and, or, not, quantifiers, named sets.

Examples are ``exists k: (k >= 1 and x = u + 2k)`` and ``x < y and not even-zeros(x)``. A quantifier reaches as far as
possible.
"""

from __future__ import annotations

import itertools
import math
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from sprague.system.ask import tick
from sprague.words.errors import NotationError, expected
from sprague.words.messages import say

if TYPE_CHECKING:
    from .dfa import Automaton

#: The greatest length, number and count of names in a formula.
MOST_LENGTH, MOST_NUMBER, MOST_NAMES = 4000, 10**6, 24

#: The most alternatives into which a formula is split.
MOST_ALTERNATIVES = 32


class Linear(NamedTuple):
    """The statement that sum of ``coefficients[i] * names[i]`` + ``constant`` is 0 (``equal``) or >= 0."""

    names: tuple[str, ...]
    coefficients: tuple[int, ...]
    constant: int
    equal: bool


class Named(NamedTuple):
    """``name(numbers)``: membership in a named set."""

    name: str
    numbers: tuple[tuple[dict[str, int], int], ...]


class Within(NamedTuple):
    """The statement that the numbers of these names, in this order, form a tuple of a set given as an automaton."""

    names: tuple[str, ...]
    automaton: Automaton


class Not(NamedTuple):
    """The negation."""

    part: Formula


@dataclass(frozen=True)
class And:
    """The conjunction of the parts."""

    parts: tuple[Formula, ...]


@dataclass(frozen=True)
class Or:
    """The disjunction of the parts."""

    parts: tuple[Formula, ...]


class Exists(NamedTuple):
    """The statement that some numbers make the part true."""

    names: tuple[str, ...]
    part: Formula


Formula: TypeAlias = "Linear | Named | Within | Not | And | Or | Exists"

#: The named sets, each with its number of arguments. They are defined in :mod:`.decide`.
SETS = {"even-zeros": 1, "odd-zeros": 1, "shift": 2, "weight": 1}

_TOKEN = re.compile(
    r"\s*(?:(\d+)|([A-Za-z](?:[A-Za-z0-9_]|-(?=[A-Za-z]))*)|(<=|>=|!=|<>|==|=>|->|&&|\|\||[-+*()<>=,:.&|~!∧∨¬≤≥≠∃∀]))"
)
_SAME = {
    "==": "=", "<>": "!=", "≠": "!=", "≤": "<=", "≥": ">=", "&": "and", "&&": "and", "∧": "and", "|": "or",
    "||": "or", "∨": "or", "~": "not", "!": "not", "¬": "not", "->": "=>", "∃": "exists", "∀": "forall",
    "E": "exists", "A": "forall", "some": "exists", "all": "forall", "implies": "=>",
}  # fmt: skip
_COMPARISONS = ("=", "!=", "<", "<=", ">", ">=")
_WORDS = {"and", "or", "not", "exists", "forall", "where", "=>"}


def parse(text: str) -> Formula:
    """Returns the formula in ``text``. Raises NotationError, which says what was expected and where.

    >>> parse("x < 2y + 1")
    Linear(names=('x', 'y'), coefficients=(-1, 2), constant=0, equal=False)
    >>> parse("x < and")
    Traceback (most recent call last):
    ...
    sprague.words.errors.NotationError: expected a number or a name, got 'and' in 'x < and'
    """
    return _Reader(text).whole()


def free(formula: Formula) -> tuple[str, ...]:
    """Returns the free names of a formula, in the order in which they appear."""
    if isinstance(formula, Linear | Within):
        return formula.names
    if isinstance(formula, Named):
        return tuple(dict.fromkeys(name for form, _ in formula.numbers for name in form))
    if isinstance(formula, Not):
        return free(formula.part)
    if isinstance(formula, Exists):
        return tuple(name for name in free(formula.part) if name not in formula.names)
    tick()  # a part that stands in many places is gone through in each
    return tuple(dict.fromkeys(name for part in formula.parts for name in free(part)))


def names_sets(formula: Formula) -> bool:
    """Returns whether a formula mentions named sets, which depend on the numeration, and not only numbers."""
    if isinstance(formula, Linear):
        return False
    if isinstance(formula, Named | Within):
        return True
    parts = (formula.part,) if isinstance(formula, Not | Exists) else formula.parts
    return any(map(names_sets, parts))


def renamed(formula: Formula, names: dict[str, str]) -> Formula:
    """Returns the formula with other free names; bound names are changed where they would clash.

    >>> renamed(parse("x < y"), {"y": "v"})
    Linear(names=('v', 'x'), coefficients=(1, -1), constant=-1, equal=False)
    """
    if isinstance(formula, Linear):
        form = {names.get(name, name): c for name, c in zip(formula.names, formula.coefficients, strict=True)}
        ordered = tuple(sorted(form))
        return Linear(ordered, tuple(form[name] for name in ordered), formula.constant, formula.equal)
    if isinstance(formula, Within):
        return Within(tuple(names.get(name, name) for name in formula.names), formula.automaton)
    if isinstance(formula, Named):
        numbers = tuple(
            ({names.get(name, name): c for name, c in form.items()}, n) for form, n in formula.numbers
        )
        return Named(formula.name, numbers)
    if isinstance(formula, Not):
        return Not(renamed(formula.part, names))
    if isinstance(formula, Exists):
        bound = {name: f"{name}'" for name in formula.names}
        return Exists(tuple(bound.values()), renamed(formula.part, {**names, **bound}))
    tick()
    parts = tuple(renamed(part, names) for part in formula.parts)
    return And(parts) if isinstance(formula, And) else Or(parts)


def alternatives(formula: Formula) -> tuple[Formula, ...]:
    """Returns formulas without an outer ``or``, one of which must be true; only ``formula`` itself if there would be
    many.

    >>> len(alternatives(parse("x > 3 and (u = x or u < v) and (v = y or v < u)")))
    4
    """
    if isinstance(formula, Or):
        return tuple(each for part in formula.parts for each in alternatives(part))
    if isinstance(formula, Exists):
        return tuple(Exists(formula.names, each) for each in alternatives(formula.part))
    if isinstance(formula, And):
        parts = [alternatives(part) for part in formula.parts]
        if math.prod(map(len, parts)) <= MOST_ALTERNATIVES:
            return tuple(And(chosen) for chosen in itertools.product(*parts))
    return (formula,)


def compared(left: dict[str, int], sign: str, right: dict[str, int], constant: int) -> Formula:
    """Returns the comparison ``left`` sign ``right`` + ``constant`` of two linear forms."""
    if sign == "!=":
        return Not(compared(left, "=", right, constant))
    if sign in (">", ">="):
        left, right, constant = right, left, -constant
        sign = "<" if sign == ">" else "<="
    # right + constant - left (- 1) >= 0, or = 0
    names = dict.fromkeys((*left, *right))
    form = {name: right.get(name, 0) - left.get(name, 0) for name in names}
    ordered = tuple(sorted(name for name, c in form.items() if c))
    return Linear(ordered, tuple(form[name] for name in ordered), constant - (sign == "<"), sign == "=")


class _Reader:
    """Reads a formula from the left."""

    def __init__(self, text: str) -> None:
        self.text = text
        if len(text) > MOST_LENGTH:
            raise expected(say("a formula of at most {limit} characters", limit=MOST_LENGTH), text, None)
        self.tokens: list[str] = []
        place = 0
        while place < len(text.rstrip()):
            match = _TOKEN.match(text, place)
            if match is None:
                raise expected(
                    say("a formula of numbers, names, + - < = and or not exists"),
                    text[place:].strip()[:1],
                    text,
                )
            token = match[1] or match[2] or match[3]
            self.tokens.append(_SAME.get(token, token))
            place = match.end()
        self.at = 0

    def peek(self) -> str:
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    def take(self) -> str:
        token = self.peek()
        self.at += 1
        return token

    def wrong(self, expectation: object) -> NotationError:
        return expected(say("{what}", what=expectation), self.peek(), self.text)

    def whole(self) -> Formula:
        formula = self.formula()
        if self.peek():
            raise self.wrong(say("'and', 'or' or the end of the formula"))
        names = free(formula)
        if len(names) > MOST_NAMES:
            raise expected(say("at most {limit} names", limit=MOST_NAMES), str(len(names)), self.text)
        return formula

    def formula(self) -> Formula:
        premise = self.disjunction()
        if self.peek() == "=>":
            self.take()
            return Or((Not(premise), self.formula()))
        return premise

    def disjunction(self) -> Formula:
        parts = [self.conjunction()]
        while self.peek() == "or":
            self.take()
            parts.append(self.conjunction())
        return parts[0] if len(parts) == 1 else Or(tuple(parts))

    def conjunction(self) -> Formula:
        parts = [self.unit()]
        while self.peek() == "and":
            self.take()
            parts.append(self.unit())
        return parts[0] if len(parts) == 1 else And(tuple(parts))

    def unit(self) -> Formula:
        token = self.peek()
        if token == "not":
            self.take()
            return Not(self.unit())
        if token in ("exists", "forall"):
            self.take()
            names = [self.name()]
            while self.peek() == "," or self._is_name(self.peek()):
                if self.peek() == ",":
                    self.take()
                names.append(self.name())
            if self.peek() in (":", "."):
                self.take()
            part = self.formula()
            if token == "exists":
                return Exists(tuple(names), part)
            return Not(Exists(tuple(names), Not(part)))
        if token in SETS:
            return self.named()
        if token == "(":
            start = self.at
            try:
                return self.comparison()
            except NotationError as error:
                furthest, self.at = self.at, start
                self.take()
                try:
                    formula = self.formula()
                except NotationError:
                    if self.at < furthest:
                        raise error from None
                    raise
                if self.peek() != ")":
                    raise self.wrong(say("a closing bracket")) from None
                self.take()
                return formula
        return self.comparison()

    def named(self) -> Formula:
        name = self.take()
        if self.peek() != "(":
            raise self.wrong(say("an opening bracket behind {name}", name=name))
        self.take()
        numbers = [self.sum()]
        while self.peek() == ",":
            self.take()
            numbers.append(self.sum())
        if self.peek() != ")":
            raise self.wrong(say("a closing bracket"))
        self.take()
        if len(numbers) != SETS[name]:
            raise expected(
                say("{count} numbers behind {name}", count=SETS[name], name=name),
                str(len(numbers)),
                self.text,
            )
        return Named(name, tuple(numbers))

    def comparison(self) -> Formula:
        """Reads a comparison, also ``a < b <= c``."""
        sides = [self.sum()]
        signs: list[str] = []
        while self.peek() in _COMPARISONS:
            signs.append(self.take())
            sides.append(self.sum())
        if not signs:
            raise self.wrong(say("a comparison such as u < x"))
        parts = []
        for i, sign in enumerate(signs):
            (left, c), (right, d) = sides[i], sides[i + 1]
            parts.append(compared(left, sign, right, d - c))
        return parts[0] if len(parts) == 1 else And(tuple(parts))

    def sum(self) -> tuple[dict[str, int], int]:
        form: dict[str, int] = {}
        constant = 0
        sign = 1
        while True:
            part, more = self.term()
            for name, factor in part.items():
                form[name] = form.get(name, 0) + sign * factor
            constant += sign * more
            if self.peek() not in ("+", "-"):
                return form, constant
            sign = 1 if self.take() == "+" else -1

    def term(self) -> tuple[dict[str, int], int]:
        """Reads a number, a name, a multiple of one, or a sum in brackets."""
        token = self.peek()
        if token == "(":
            self.take()
            linear_form = self.sum()
            if self.peek() != ")":
                raise self.wrong(say("a closing bracket"))
            self.take()
            return linear_form
        if token.isdigit():
            self.take()
            number = int(token) if len(token) <= 7 else MOST_NUMBER + 1
            if number > MOST_NUMBER:
                raise expected(
                    say("numbers of at most {limit} in a formula", limit=MOST_NUMBER), token, self.text
                )
            if self.peek() == "*":
                self.take()
                return {self.name(): number}, 0
            return ({self.take(): number}, 0) if self._is_name(self.peek()) else ({}, number)
        return {self.name(): 1}, 0

    def name(self) -> str:
        token = self.peek()
        if not self._is_name(token):
            raise self.wrong(say("a number or a name"))
        return self.take()

    def _is_name(self, token: str) -> bool:
        return bool(token) and token[0].isalpha() and token not in _WORDS and token not in SETS
