"""What the expressions of a rule may stand for, and what its names mean: numbers, tuples, texts, lists, exponents."""

from __future__ import annotations

import ast
import itertools
from collections.abc import Callable
from dataclasses import dataclass, replace
from types import ModuleType
from typing import Any, NamedTuple

from sprague.words.messages import Message, say

from ..automata.formula import Formula
from .facts import Case, Facts, Mode
from .source import Source, unreadable
from .terms import FALSE, TRUE, conjunction, number


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
    """A list, as all that it may contain; ``literal`` holds the entries of one that is written out in order. It
    ``grows`` if it has one name only, and is ``growing`` in the turns of a loop that adds to it. If something has no
    formula of its own, the items are those of a ``mode``; ``again`` reads them in the mode in force."""

    items: tuple[Item, ...] = ()
    literal: tuple[Any, ...] | None = None
    grows: bool = False
    growing: bool = False
    mode: Mode | None = None
    again: Callable[[], tuple[Item, ...]] | None = None


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
        """Returns the cases of an expression of any kind, which something may keep. So a list with a name is refused:
        it would have two, and who adds to one of them would not know the other."""
        if isinstance(e, ast.Constant) and isinstance(e.value, str):
            return [Case((), TRUE, e.value)]
        if isinstance(e, ast.Name | ast.Attribute):
            found = self.meaning(e, path)
            if isinstance(found, Listing) and isinstance(e, ast.Name) and e.id in path.env:
                raise unreadable(e, say("a list that gets a second name"))
            return [Case((), TRUE, found)]
        if isinstance(e, ast.Tuple) and not any(isinstance(each, ast.Starred) for each in e.elts):
            return self.together([self.value(each, path) for each in e.elts])
        if isinstance(e, ast.List | ast.Set | ast.Tuple):
            return [Case((), TRUE, self._written(e, path))]
        if isinstance(e, ast.ListComp | ast.SetComp):
            return [Case((), TRUE, self.listing(e, path))]
        if isinstance(e, ast.IfExp):
            return self._either(e, path, self.value)
        if isinstance(e, ast.Call):
            return self.called(e, path)
        if isinstance(e, ast.BinOp) and isinstance(e.op, ast.Add | ast.Mult) and self._is_list(e.left, path):
            return [Case((), TRUE, self.listing(e, path))]
        if isinstance(e, ast.Subscript):
            return self._entry(e, path)
        return self.number(e, path)

    def looked_at(self, e: ast.expr, path: Path) -> list[Case]:
        """Returns the cases of an expression that is only looked at, and used up: not kept."""
        if isinstance(e, ast.IfExp):
            return self._either(e, path, self.looked_at)
        if isinstance(e, ast.GeneratorExp):
            return [Case((), TRUE, self.listing(e, path))]
        named = isinstance(e, ast.Name) and isinstance(self.meaning(e, path), Listing)
        cases = [Case((), TRUE, self.meaning(e, path))] if named else self.value(e, path)
        return [
            case._replace(value=self._now(case.value, e, path)) if isinstance(case.value, Listing) else case
            for case in cases
        ]

    def _now(self, found: Listing, e: ast.expr, path: Path) -> Listing:
        """A list as it is on a path, in the mode in force."""
        if found.growing:
            raise unreadable(e, say("a list that is looked at while a loop adds to it"))
        items = found.items
        if found.mode not in (None, self.mode):
            if found.again is None:
                raise unreadable(e, say("a list that is known only in part"))
            items = found.again()
        # The numbers of this very path are known: a thing that was added on it stands there for these numbers.
        own = (item._replace(names=tuple(n for n in item.names if n not in path.names)) for item in items)
        return replace(found, items=tuple(own))

    def listing(self, e: ast.expr, path: Path) -> Listing:
        """Returns a list that an expression makes."""
        source, items = self.source, tuple(self.items(e, path))

        def again() -> tuple[Item, ...]:
            if self.source is not source:  # its names mean other things there
                raise unreadable(e, say("a list that is known only in part"))
            return tuple(self.items(e, path))

        return Listing(items, mode=None if self.exact else self.mode, again=again)

    def longer(self, whole: Listing, more: tuple[Item, ...], e: ast.AST) -> Listing:
        """Returns a list with more in it."""
        if whole.mode not in (None, self.mode):
            raise unreadable(e, say("a list that is known only in part"))
        mode = whole.mode if self.exact else self.mode
        return replace(whole, items=whole.items + more, literal=None, mode=mode, again=None)

    def _either(self, e: ast.IfExp, path: Path, read: Callable[[ast.expr, Path], list[Case]]) -> list[Case]:
        return [
            Case(case.names, conjunction(condition, case.condition), case.value)
            for condition, part in ((self.holds(e.test, path), e.body), (self.fails(e.test, path), e.orelse))
            if condition != FALSE
            for case in read(part, path.after(Case((), condition, None)))
        ]

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
            if not isinstance(home, ModuleType) and home is not dict:
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
        literal: list[Any] | None = None if isinstance(e, ast.Set) else []
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
        return Listing(
            tuple(items),
            None if literal is None else tuple(literal),
            mode=None if self.exact else self.mode,
            again=lambda: self._written(e, path).items,
        )

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
    if type(found) in (bool, int):
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
