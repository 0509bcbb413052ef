"""The values of a rule's expressions and names: numbers, tuples, texts, lists, exponents."""

from __future__ import annotations

import ast
import builtins
import itertools
import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from types import BuiltinFunctionType, FunctionType, ModuleType
from typing import Any, NamedTuple

from sprague.words.messages import Message, say

from ..automata.formula import Formula, renamed
from .facts import Case, Facts, Mode
from .source import Source, unreadable
from .terms import FALSE, TRUE, Sum, conjunction, number


class Path(NamedTuple):
    """A way through a rule: the names bound so far, the conditions that hold, and the meanings of the rule's own
    names."""

    names: tuple[str, ...]
    parts: tuple[Formula, ...]
    env: dict[str, Any]

    @property
    def condition(self) -> Formula:
        """The conjunction of the conditions."""
        return conjunction(*self.parts)

    def after(self, case: Case, **more: Any) -> Path:
        """Returns the continuation of the path in a case."""
        parts = self.parts if case.condition == TRUE else (*self.parts, case.condition)
        return Path(self.names + case.names, parts, {**self.env, **more} if more else self.env)


class Item(NamedTuple):
    """An item of a loop, or an option, for numbers of ``names`` with ``condition``. In a range, ``counter`` is the name
    that counts its items."""

    names: tuple[str, ...]
    condition: Formula
    value: Any
    counter: str | None = None


@dataclass(frozen=True, eq=False)
class Listing:
    """A list, given by everything that it may contain; ``literal`` has the entries, in order, of a list that is written
    out. It ``grows``, as this type of Python's, if it has only one name, and is ``growing`` in the turns of a loop that
    adds to it. If some part has no exact formula, the items belong to a ``mode``; ``again`` reads them in the present
    mode."""

    items: tuple[Item, ...] = ()
    literal: tuple[Any, ...] | None = None
    grows: type | None = None
    growing: bool = False
    mode: Mode | None = None
    again: Callable[[], tuple[Item, ...]] | None = None


#: The most numbers of a global range that is read.
_LONGEST_RANGE = 64

#: The types of other global values that a rule may use.
_OPAQUE = (str, FunctionType, BuiltinFunctionType, ModuleType, type)


@dataclass(frozen=True)
class Exponent:
    """An exponent, represented by its power of ``base``: the number of the name ``power``."""

    base: int
    power: str


@dataclass(frozen=True)
class Unknown:
    """The meaning of a name that cannot be read."""

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
        """Returns the formula that a condition is true."""
        raise NotImplementedError

    def fails(self, e: ast.expr, path: Path) -> Formula:
        """Returns the formula that a condition is false."""
        raise NotImplementedError

    def items(self, e: ast.expr, path: Path) -> list[Item]:
        """Returns the items of a loop over an expression."""
        raise NotImplementedError

    def value(self, e: ast.expr, path: Path) -> list[Case]:
        """Returns the cases of an expression of any kind, which the program may keep. So a list that has a name is
        refused: with a second name, an addition by one name would not change the meaning of the other."""
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
        """Returns the cases of an expression whose value is used at once and not kept."""
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
        """Returns the state of a list on a path, in the present mode."""
        if found.growing:
            raise unreadable(e, say("a list that is read while a loop adds to it"))
        items = found.items
        if found.mode not in (None, self.mode):
            if found.again is None:
                raise unreadable(e, say("a list that is known only in part"))
            items = found.again()
        return replace(found, items=tuple(self._met_anew(item, path, e) for item in items))

    def _met_anew(self, item: Item, path: Path, e: ast.expr) -> Item:
        """Returns an item with names of its own, so that two loops over one list do not meet the same thing at once.
        The numbers of this path are fixed: an item that was added on it stands for these numbers."""
        names = {name: self.fresh() for name in item.names if name not in path.names}
        if not names:
            return item._replace(names=())
        value = _with_names(item.value, names, e)
        return Item(tuple(names.values()), renamed(item.condition, names), value)

    def listing(self, e: ast.expr, path: Path) -> Listing:
        """Returns a list that an expression makes."""
        source, items = self.source, tuple(self.items(e, path))

        def again() -> tuple[Item, ...]:
            if self.source is not source:  # its names have other meanings there
                raise unreadable(e, say("a list that is known only in part"))
            return tuple(self.items(e, path))

        return Listing(items, mode=None if self.exact else self.mode, again=again)

    def longer(self, whole: Listing, more: tuple[Item, ...], e: ast.AST) -> Listing:
        """Returns a list with additional items."""
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
        """Returns the meaning of a name, or of a module's name, on a path."""
        if isinstance(e, ast.Attribute):
            home = self.meaning(e.value, path)
            if (type(home) is not ModuleType and home is not dict) or e.attr.startswith("__"):
                raise unreadable(e)
            # Not by getattr: a function __getattr__ of a module may answer differently each time.
            found = getattr(dict, e.attr, None) if home is dict else vars(home).get(e.attr)
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
        return constant(found, e)

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


def _with_names(value: Any, names: dict[str, str], e: ast.expr) -> Any:
    """Returns a value with other names."""
    if isinstance(value, Sum):
        return Sum(tuple(sorted((names.get(n, n), f) for n, f in value.form)), value.constant)
    if isinstance(value, tuple):
        return tuple(_with_names(each, names, e) for each in value)
    if isinstance(value, Exponent):
        return replace(value, power=names.get(value.power, value.power))
    if isinstance(value, Listing):
        if value.literal is None:
            raise unreadable(e, say("a list that is known only in part"))
        literal = _with_names(value.literal, names, e)
        return replace(
            value, items=tuple(Item((), TRUE, each) for each in literal), literal=literal, again=None
        )
    return value


def joined(case: Case, more: list[Case]) -> list[Case]:
    """Returns the cases ``more`` as continuations of a case."""
    return [Case(case.names + m.names, conjunction(case.condition, m.condition), m.value) for m in more]


def constant(found: Any, e: ast.AST) -> Any:
    """Returns the meaning of a global value in the rule. The value must be immutable, and of a type whose operations
    are Python's own."""
    if type(found) in (bool, int):
        return number(int(found))
    if type(found) is tuple:
        return tuple(constant(each, e) for each in found)
    if type(found) is frozenset:
        return Listing(tuple(Item((), TRUE, constant(each, e)) for each in found))
    if isinstance(found, range) and len(found) <= _LONGEST_RANGE:  # not a tuple: it equals none
        return Listing(tuple(Item((), TRUE, number(n)) for n in found))
    if isinstance(found, list | dict | set):
        raise unreadable(e, say("it may change: write a tuple"))
    if isinstance(found, FunctionType) and any(
        found is each for module in (builtins, math) for each in vars(module).values()
    ):
        raise unreadable(e, say("a function of Python that was replaced"))
    if type(found) not in _OPAQUE:
        raise unreadable(e)
    return found
