"""What the expressions of a rule may stand for, and what its names mean: numbers, tuples, texts, lists, exponents."""

from __future__ import annotations

import ast
import itertools
from dataclasses import dataclass
from typing import Any, NamedTuple

from sprague.words.messages import Message, say

from ..automata.formula import Formula
from .facts import Case, Facts, Mode
from .source import Source, unreadable
from .terms import FALSE, TRUE, Sum, conjunction, number


class Path(NamedTuple):
    """A way through a rule: the names bound so far, what holds, and what the rule's own names mean."""

    names: tuple[str, ...]
    parts: tuple[Formula, ...]
    env: dict[str, Any]

    @property
    def condition(self) -> Formula:
        """All that holds."""
        return conjunction(*self.parts)

    def after(self, case: Case, **more: Any) -> Path:
        """Returns the way on in a case."""
        parts = self.parts if case.condition == TRUE else (*self.parts, case.condition)
        return Path(self.names + case.names, parts, {**self.env, **more} if more else self.env)


class Item(NamedTuple):
    """A thing that a loop meets, or an option: for numbers of ``names`` with ``condition``. In a range, ``counter`` is
    the name that counts its things."""

    names: tuple[str, ...]
    condition: Formula
    value: Any
    counter: str | None = None


@dataclass(frozen=True, eq=False)
class Listing:
    """A list, as all that it may contain; ``literal`` holds the entries of one that is written out."""

    items: tuple[Item, ...] = ()
    literal: tuple[Any, ...] | None = None


@dataclass(frozen=True)
class Exponent:
    """An exponent, known by the power of ``base`` that it makes: the number of the name ``power``."""

    base: int
    power: str


@dataclass(frozen=True)
class Unknown:
    """The meaning of a name that has none that can be read."""

    why: Message


class Values(Facts):
    """Reads expressions of any kind along a path."""

    source: Source

    def __init__(self, system: str, mode: Mode = "over", light: bool = False) -> None:
        super().__init__(system, mode, light)
        self._depth = 0

    def number(self, e: ast.expr, path: Path) -> list[Case]:
        """Returns the cases of an expression that is a whole number; each value is a Sum."""
        raise NotImplementedError

    def called(self, e: ast.Call, path: Path) -> list[Case]:
        """Returns the cases of a call."""
        raise NotImplementedError

    def holds(self, e: ast.expr, path: Path) -> Formula:
        """Returns that a condition is true."""
        raise NotImplementedError

    def fails(self, e: ast.expr, path: Path) -> Formula:
        """Returns that a condition is false."""
        raise NotImplementedError

    def items(self, e: ast.expr, path: Path) -> list[Item]:
        """Returns all that a loop over an expression meets."""
        raise NotImplementedError

    def value(self, e: ast.expr, path: Path) -> list[Case]:
        """Returns the cases of an expression of any kind."""
        if isinstance(e, ast.Constant) and isinstance(e.value, str):
            return [Case((), TRUE, e.value)]
        if isinstance(e, ast.Name | ast.Attribute):
            return [Case((), TRUE, self.meaning(e, path))]
        if isinstance(e, ast.Tuple) and not any(isinstance(each, ast.Starred) for each in e.elts):
            return self.together([self.value(each, path) for each in e.elts])
        if isinstance(e, ast.List | ast.Set | ast.Tuple):
            return [Case((), TRUE, self._written(e, path))]
        if isinstance(e, ast.ListComp | ast.GeneratorExp | ast.SetComp):
            return [Case((), TRUE, Listing(tuple(self.items(e, path))))]
        if isinstance(e, ast.IfExp):
            return [
                Case(case.names, conjunction(condition, case.condition), case.value)
                for condition, part in (
                    (self.holds(e.test, path), e.body),
                    (self.fails(e.test, path), e.orelse),
                )
                if condition != FALSE
                for case in self.value(part, path.after(Case((), condition, None)))
            ]
        if isinstance(e, ast.Call):
            return self.called(e, path)
        if isinstance(e, ast.BinOp) and isinstance(e.op, ast.Add | ast.Mult) and self._is_list(e.left, path):
            return [Case((), TRUE, Listing(tuple(self.items(e, path))))]
        if isinstance(e, ast.Subscript):
            return self._entry(e, path)
        return self.number(e, path)

    def together(self, parts: list[list[Case]]) -> list[Case]:
        """Returns the cases of a tuple of values."""
        found = []
        for chosen in itertools.product(*parts):
            names = tuple(n for case in chosen for n in case.names)
            condition = conjunction(*(case.condition for case in chosen))
            if condition != FALSE:
                found.append(Case(names, condition, tuple(case.value for case in chosen)))
        return found

    def meaning(self, e: ast.expr, path: Path) -> Any:
        """Returns what a name means on a path, or a name of a module."""
        if isinstance(e, ast.Attribute):
            home = self.meaning(e.value, path)
            if isinstance(home, Unknown | Sum | Listing | tuple):
                raise unreadable(e)
            found = getattr(home, e.attr, None)
        elif not isinstance(e, ast.Name):
            raise unreadable(e)
        elif e.id in path.env:
            found = path.env[e.id]
            if isinstance(found, Unknown):
                raise unreadable(e, found.why)
            return found
        else:
            try:
                found = self.source.outside(e.id)
            except (KeyError, ValueError):
                raise unreadable(e, say("it has no meaning here, or one that may change")) from None
        return _constant(found, e)

    def _written(self, e: Any, path: Path) -> Listing:
        items: list[Item] = []
        literal: list[Any] | None = []
        for each in e.elts:
            if isinstance(each, ast.Starred):
                items += self.items(each.value, path)
                literal = None
                continue
            cases = self.value(each, path)
            items += [Item(*case) for case in cases]
            if literal is not None and len(cases) == 1 and cases[0][:2] == ((), TRUE):
                literal.append(cases[0].value)
            else:
                literal = None
        return Listing(tuple(items), None if literal is None else tuple(literal))

    def _is_list(self, e: ast.expr, path: Path) -> bool:
        if isinstance(e, ast.BinOp) and isinstance(e.op, ast.Add | ast.Mult):
            return self._is_list(e.left, path)
        if isinstance(e, ast.IfExp):
            return self._is_list(e.body, path)
        if isinstance(e, ast.Call) and isinstance(e.func, ast.Name):
            return e.func.id in ("list", "sorted", "set") and e.func.id not in path.env
        return isinstance(e, ast.List | ast.ListComp | ast.SetComp | ast.Set) or (
            isinstance(e, ast.Name) and isinstance(path.env.get(e.id), Listing)
        )

    def _entry(self, e: ast.Subscript, path: Path) -> list[Case]:
        found = []
        for case in self.value(e.value, path):
            at = self.number(e.slice, path)
            if not isinstance(case.value, tuple) or len(at) != 1 or at[0].value.form:
                raise unreadable(e)
            place = at[0].value.constant
            if not -len(case.value) <= place < len(case.value):
                raise unreadable(e)
            found.append(Case(case.names, case.condition, case.value[place]))
        return found

    def bound(self, target: ast.expr, value: Any, path: Path) -> Path:
        """Returns the path on which the names of a target have a value."""
        if isinstance(target, ast.Name):
            return path._replace(env={**path.env, target.id: value})
        plain = isinstance(value, tuple)
        if isinstance(value, Listing) and value.literal is not None:
            value, plain = value.literal, True
        if not isinstance(target, ast.Tuple | ast.List) or not plain or len(value) != len(target.elts):
            raise unreadable(target)
        for each, part in zip(target.elts, value, strict=True):
            path = self.bound(each, part, path)
        return path


def joined(case: Case, more: list[Case]) -> list[Case]:
    """The cases ``more`` behind a case."""
    return [Case(case.names + m.names, conjunction(case.condition, m.condition), m.value) for m in more]


def _constant(found: Any, e: ast.expr) -> Any:
    """What a value from outside the rule means in it: it must be one that does not change."""
    if isinstance(found, bool | int):
        return number(int(found))
    if isinstance(found, tuple):
        return tuple(_constant(each, e) for each in found)
    if isinstance(found, frozenset):
        return Listing(tuple(Item((), TRUE, _constant(each, e)) for each in found))
    if isinstance(found, range):
        return tuple(number(n) for n in found[:64]) if len(found) <= 64 else Unknown(say("a long range"))
    if isinstance(found, list | dict | set):
        raise unreadable(e, say("it may change: write a tuple"))
    return found
