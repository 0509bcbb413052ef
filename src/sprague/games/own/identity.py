"""The identity of users' games: everything that their rules depend on, as a value that can be compared.

Two games are equal if their classes do the same and received the same arguments. What a function does follows from its
code, its defaults, and the values that it reads from closures and globals, if these are immutable data. Otherwise (a
global list, an object of an unknown kind) a game equals only itself. Either way a game becomes another one when what
its rule reads is changed, but not when the rule itself changes it.
"""

from __future__ import annotations

import builtins
import functools
import operator
import types
from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

from .code import OUTSIDE, imported_in, is_changing, names_bound, names_in
from .contents import FIXED, PLAIN, WORDS, inside_of, is_fixed, is_users

_ABSENT = object()

#: Packages with types that have a hash and whose values never change.
_UNCHANGING = frozenset({"sprague", "fractions", "decimal", "datetime", "numpy", "gmpy2"})


class UnknownError(Exception):
    """A rule depends on something that may change, or cannot be compared."""


@dataclass
class Reads:
    """What a rule read outside itself, and how it was then: other values make another game. What the rule itself
    changes, such as a dictionary of known values, is not among them."""

    #: Where a global stands, its name and its value.
    names: list[tuple[dict[str, Any], str, Any]] = field(default_factory=list)
    #: Variables of enclosing functions, and their values.
    cells: list[tuple[types.CellType, Any]] = field(default_factory=list)
    #: Functions, with their code and their defaults, which may be replaced in place (by ``%autoreload``).
    functions: list[tuple[types.FunctionType, tuple[Any, ...]]] = field(default_factory=list)
    #: Lists, sets, dictionaries and objects, and what was in them.
    contents: list[tuple[Any, Hashable]] = field(default_factory=list)
    #: Whether something else was met that may change.
    unseen: bool = False

    def hold(self) -> bool:
        """Returns whether all is as it was."""
        return (
            all(space.get(name, _ABSENT) is value for space, name, value in self.names)
            and all(_in_cell(cell) is value for cell, value in self.cells)
            and all(_are_same(_parts(function), parts) for function, parts in self.functions)
            and all(inside_of(value) == before for value, before in self.contents)
        )

    @property
    def values(self) -> tuple[Hashable, ...]:
        """What was read, as a value that can be compared: functions by what they are, data by its contents."""
        names = ((name, _of_data(value)) for _, name, value in self.names)
        return (
            *names,
            *(_of_data(value) for _, value in self.cells),
            *(inside for _, inside in self.contents),
        )


def identity_and_reads(cls: type) -> tuple[Hashable, Reads]:
    """Returns the identity of a class of games, which is equal for classes of one name that do the same: the class
    itself, with what it reads, if this cannot be decided. Also what it rests on outside the class.

    >>> def steps(k): return type("Steps", (), {"options": lambda self, n: [n - k], "own": True})
    >>> two, other, three = (identity_and_reads(steps(k))[0] for k in (2, 2, 3))
    >>> two == other, two == three
    (True, False)
    """
    reader = _Reader()
    identity = reader.of_class(cls)
    return (cls, reader.reads.values) if reader.unknown else identity, reader.reads


def arguments_identity(arguments: Mapping[str, Any]) -> Hashable:
    """Returns the arguments of a constructor, by name. Lists, sets and dicts count by their present contents.

    Raises UnknownError for an argument that cannot be compared.
    """
    reader = _Reader(with_containers=True)
    identity = tuple((name, reader.of(value)) for name, value in arguments.items())
    if reader.unknown:
        raise UnknownError
    return identity


class _Reader:
    """Turns values and functions into data that can be compared."""

    def __init__(self, *, with_containers: bool = False) -> None:
        self._with_containers = with_containers
        self._seen: dict[int, int] = {}
        #: Whether something was met that may change, or that cannot be compared.
        self.unknown = False
        self.reads = Reads()
        #: Whether the function that is being read changes what it reads.
        self._changes = False

    def of(self, value: Any) -> Hashable:
        kind = type(value)
        if kind in PLAIN:
            return kind, value
        if kind in (float, complex):  # 0.0 and -0.0 are equal, but not the same
            return kind, repr(value)
        if isinstance(value, tuple):
            return (kind, *map(self.of, value))
        if isinstance(value, frozenset):
            return kind, frozenset(map(self.of, value))
        if self._with_containers and kind in (list, set, dict):
            return self._container(value)
        if isinstance(value, types.FunctionType):
            return self.of_function(value)
        if isinstance(value, types.CodeType):
            return self._code(value)
        if isinstance(value, types.ModuleType):
            self.unknown = self.unknown or not _is_fixed_module(value)
            return "module", value.__name__
        return self._object(value)

    def _container(self, value: Any) -> Hashable:
        if isinstance(value, list):
            return (list, *map(self.of, value))
        if isinstance(value, set):
            return set, frozenset(map(self.of, value))
        return dict, tuple((self.of(key), self.of(each)) for key, each in value.items())

    def _object(self, value: Any) -> Hashable:
        if isinstance(value, staticmethod | classmethod):
            return type(value), self.of(value.__func__)
        if isinstance(value, property):
            return property, *map(self.of, (value.fget, value.fset, value.fdel))
        if isinstance(value, functools.cached_property):
            return functools.cached_property, self.of(value.func)
        if isinstance(value, functools.partial):
            return functools.partial, self.of(value.func), self.of(value.args), self._named(value.keywords)
        if isinstance(value, types.MethodType):
            return types.MethodType, self.of(value.__self__), self.of(value.__func__)
        if id(value) in self._seen:  # the class that is being read, reached through super()
            return "class", self._seen[id(value)]
        if is_users(value if isinstance(value, type) else type(value)):
            self.reads.unseen = True  # its special methods are not followed
        if isinstance(value, type) and is_users(value):  # its attributes may be set
            self._watch(value)
            return value, inside_of(value)
        if isinstance(value, types.BuiltinFunctionType) and not isinstance(value.__self__, types.ModuleType):
            return types.BuiltinFunctionType, value.__name__, self.of(value.__self__)
        if isinstance(value, type | types.BuiltinFunctionType | types.WrapperDescriptorType | Enum):
            return value
        if isinstance(getattr(value, "__wrapped__", None), types.FunctionType):  # a cache around a function
            return type(value), self.of(value.__wrapped__)
        if hasattr(type(value), "given_arguments"):  # a user's own game, perhaps this one itself
            return self._game(value)
        # A value with its own equality and hash does not change.
        if getattr(type(value), "__hash__", None) in (None, object.__hash__) or not _can_be_hashed(value):
            return self._changing(value)
        self.reads.unseen |= type(value).__module__.partition(".")[0] not in _UNCHANGING
        return type(value), value

    def _changing(self, value: Any) -> Hashable:
        """Notes the present contents of something that may change."""
        self.unknown = True
        self._watch(value)
        if is_users(type(value)):  # its methods
            self._watch(type(value))
        return type(value), id(value)

    def _watch(self, value: Any) -> None:
        inside = None if self._changes else inside_of(value)
        if inside is None:
            self.reads.unseen = True
        elif not self._again(value):
            self.reads.contents.append((value, inside))

    def _game(self, game: Any) -> Hashable:
        if self._again(game):
            return "game", self._seen[id(game)]
        arguments = tuple((name, self.of(value)) for name, value in game.given_arguments.items())
        return "game", self.of_class(type(game)), arguments

    def _named(self, named: Mapping[str, Any]) -> Hashable:
        return tuple((name, self.of(value)) for name, value in sorted(named.items()))

    def _again(self, value: Any) -> bool:
        """Returns whether a value was met before, as functions may call one another."""
        if id(value) in self._seen:
            return True
        self._seen[id(value)] = len(self._seen)
        return False

    def of_class(self, cls: type) -> Hashable:
        """Returns the identity of a class with its bases. For a class that ships with Sprague or Python this is its
        name."""
        if self._again(cls):
            return "class", self._seen[id(cls)]
        entries: list[Hashable] = []
        for each in cls.__mro__:
            if is_fixed(each):
                entries.append(each)
                continue
            self.reads.contents.append((each, inside_of(each)))
            for name, value in sorted(vars(each).items()):
                if name not in WORDS and (name[:2] != "__" or name in ("__init__", "__post_init__")):
                    entries.append((name, self.of(value)))
        return cls.__module__, cls.__qualname__, vars(cls).get("name"), tuple(entries)

    def of_function(self, function: types.FunctionType) -> Hashable:
        """Returns the identity of a function with all that it reads."""
        if self._again(function):
            return "function", self._seen[id(function)]
        self.reads.functions.append((function, _parts(function)))
        before, self._changes = self._changes, self._changes or is_changing(function.__code__)
        attributes = None
        if vars(function).keys() - {"__wrapped__"}:
            self._watch(vars(function))
            attributes = None if self._changes else inside_of(vars(function))
        cells = []
        bound = names_bound(function.__code__)
        names = names_in(function.__code__)
        self.reads.unseen |= not OUTSIDE.isdisjoint(names) or not all(
            map(_is_fixed_name, imported_in(function.__code__))
        )
        for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True):
            value = _in_cell(cell)
            if value is _ABSENT:  # not bound yet
                self.unknown = True
            else:
                cells.append(self.of(value))
            if name not in bound and name != "__class__":
                self.reads.cells.append((cell, value))
        globals_read = sorted(names & function.__globals__.keys())
        self.reads.names += [
            (function.__globals__, name, function.__globals__[name])
            for name in globals_read
            if name not in bound
        ]
        self.reads.names += [
            (function.__globals__, name, _ABSENT)
            for name in names - {*globals_read}
            if hasattr(builtins, name)
        ]
        beside = tuple((name, self.of(function.__globals__[name])) for name in globals_read)
        contents = [
            *map(_in_cell, function.__closure__ or ()),
            *(function.__globals__[name] for name in globals_read),
        ]
        for module in contents:
            if isinstance(module, types.ModuleType) and not _is_fixed_module(module):
                self._of_module(module, function.__code__)
        defaults = self.of(function.__defaults__), self._named(function.__kwdefaults__ or {})
        self._changes = before
        space = (
            id(function.__globals__) if globals_read else None
        )  # the names may be bound to other values there
        return (
            space,
            function.__module__,
            function.__qualname__,
            self._code(function.__code__),
            defaults,
            tuple(cells),
            beside,
            attributes,
        )

    def _of_module(self, module: types.ModuleType, code: types.CodeType) -> None:
        """Notes what code may read in a user's module."""
        space = vars(module)
        for name in sorted(names_in(code) & space.keys()):
            self.reads.names.append((space, name, space[name]))
            self.of(space[name])

    def _code(self, code: types.CodeType) -> Hashable:
        return (
            (code.co_code, code.co_argcount, code.co_posonlyargcount, code.co_kwonlyargcount, code.co_flags),
            (code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars, code.co_exceptiontable),
            self.of(code.co_consts),
        )


def _is_fixed_module(module: types.ModuleType) -> bool:
    return _is_fixed_name(module.__name__)


def _is_fixed_name(module: str) -> bool:
    return module.partition(".")[0] in FIXED


def _can_be_hashed(value: Any) -> bool:
    try:
        hash(value)
    except Exception:  # the class decides what it raises
        return False
    return True


def _parts(function: types.FunctionType) -> tuple[Any, ...]:
    """Returns the code of a function and its defaults."""
    named = function.__kwdefaults__ or {}
    return function.__code__, *(function.__defaults__ or ()), *named.keys(), *named.values()


def _are_same(some: tuple[Any, ...], others: tuple[Any, ...]) -> bool:
    return len(some) == len(others) and all(map(operator.is_, some, others))


def _in_cell(cell: types.CellType) -> Any:
    try:
        return cell.cell_contents
    except ValueError:
        return _ABSENT


def _of_data(value: Any) -> Hashable:
    """Returns the identity of a value: of data by its contents, of all else by what it is."""
    inside = inside_of((value,)) if isinstance(value, (tuple, frozenset, float, *PLAIN)) else None
    return id(value) if inside is None else inside
