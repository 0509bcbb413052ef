"""What makes two of a user's games the same game: what their rules depend on, as a value that can be compared.

Two games are equal if their classes do the same and received the same arguments. What a function does follows from its
code, its defaults, and the values that it reads from closures and globals, if these are data that does not change. If
it does not follow (a global list, an object of an unknown kind), a game equals only itself.
"""

from __future__ import annotations

import dis
import functools
import sys
import types
from collections.abc import Hashable, Mapping
from enum import Enum
from typing import Any

#: Entries of a class that do not affect the rule: descriptions, and entries that Python adds.
_WORDS = frozenset(
    {"name", "aliases", "title", "rule", "source", "example", "own", "making", "_abc_impl", "_does", "_reads"}
)

#: Modules that their names identify completely.
_FIXED = frozenset({*sys.stdlib_module_names, "sprague", "numpy", "numba", "gmpy2", "networkx"})

#: Types of data that does not change.
_DATA = (bool, int, float, str, bytes, frozenset, range)

#: Types whose values are complete descriptions of themselves.
_PLAIN = (type(None), bool, int, str, bytes, type(...), range)


class UnknownError(Exception):
    """A rule depends on something that may change, or cannot be compared."""


#: Globals that a rule reads: where they stand, their names, and their values when they were read.
Reads = tuple[tuple[dict[str, Any], str, Any], ...]


def identity_and_reads(cls: type) -> tuple[Hashable, Reads]:
    """Returns the identity of a class of games, which is equal for classes of one name that do the same: the class
    itself if this cannot be decided. Also the numbers, texts and tuples among the globals on which it rests: bound to
    other values they make another game. What the rule itself counts up is not among them.

    >>> def steps(k): return type("Steps", (), {"options": lambda self, n: [n - k], "own": True})
    >>> two, other, three = (identity_and_reads(steps(k))[0] for k in (2, 2, 3))
    >>> two == other, two == three
    (True, False)
    """
    reader = _Reader()
    try:
        identity = reader.of_class(cls)
    except UnknownError:
        identity = cls if not reader.reads else (cls, tuple((name, value) for _, name, value in reader.reads))
    return identity, tuple(reader.reads)


def arguments_identity(arguments: Mapping[str, Any]) -> Hashable:
    """Returns the arguments of a constructor, by name. Lists, sets and dicts count by their present contents.

    Raises UnknownError for an argument that cannot be compared.
    """
    reader = _Reader(with_containers=True)
    return tuple((name, reader.of(value)) for name, value in arguments.items())


class _Reader:
    """Turns values and functions into data that can be compared."""

    def __init__(self, *, with_containers: bool = False) -> None:
        self._with_containers = with_containers
        self._seen: dict[int, int] = {}
        self.reads: list[tuple[dict[str, Any], str, Any]] = []

    def of(self, value: Any) -> Hashable:
        kind = type(value)
        if kind in _PLAIN:
            return kind, value
        if kind in (float, complex):  # 0.0 and -0.0 are equal, and not the same
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
            if value.__name__.partition(".")[0] not in _FIXED:
                raise UnknownError
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
        if isinstance(value, type | types.BuiltinFunctionType | types.WrapperDescriptorType | Enum):
            return value
        if isinstance(getattr(value, "__wrapped__", None), types.FunctionType):  # a cache around a function
            return type(value), self.of(value.__wrapped__)
        if hasattr(type(value), "given_arguments"):  # a user's own game, perhaps this one itself
            return self._game(value)
        # A value with its own equality and hash does not change.
        if getattr(type(value), "__hash__", None) in (None, object.__hash__):
            raise UnknownError
        hash(value)
        return type(value), value

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
            if _is_fixed(each):
                entries.append(each)
                continue
            for name, value in sorted(vars(each).items()):
                if name not in _WORDS and (name[:2] != "__" or name in ("__init__", "__post_init__")):
                    entries.append((name, self.of(value)))
        return cls.__module__, cls.__qualname__, vars(cls).get("name"), tuple(entries)

    def of_function(self, function: types.FunctionType) -> Hashable:
        """Returns the identity of a function with all that it reads."""
        if self._again(function):
            return "function", self._seen[id(function)]
        cells = []
        for cell in function.__closure__ or ():
            try:
                cells.append(self.of(cell.cell_contents))
            except ValueError:  # not bound yet
                raise UnknownError from None
        read = sorted(_names(function.__code__) & function.__globals__.keys())
        written = _written(function.__code__)
        self.reads += [
            (function.__globals__, name, value)
            for name in read
            if name not in written and isinstance(value := function.__globals__[name], (*_DATA, tuple))
        ]
        space = id(function.__globals__) if read else None  # the names may be bound to other values there
        return (
            space,
            function.__module__,
            function.__qualname__,
            self._code(function.__code__),
            self.of(function.__defaults__),
            self._named(function.__kwdefaults__ or {}),
            tuple(cells),
            tuple((name, self.of(function.__globals__[name])) for name in read),
        )

    def _code(self, code: types.CodeType) -> Hashable:
        return (
            (code.co_code, code.co_argcount, code.co_posonlyargcount, code.co_kwonlyargcount, code.co_flags),
            (code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars, code.co_exceptiontable),
            self.of(code.co_consts),
        )


def _is_fixed(cls: type) -> bool:
    return str(cls.__module__).partition(".")[0] in _FIXED and not vars(cls).get("own")


def _names(code: types.CodeType) -> set[str]:
    """Returns every name that may be a global, in the code and the functions inside it."""
    inner = (each for each in code.co_consts if isinstance(each, types.CodeType))
    return set(code.co_names).union(*map(_names, inner))


def _written(code: types.CodeType) -> set[str]:
    """Returns the globals that code binds, in it and the functions inside it."""
    inner = (each for each in code.co_consts if isinstance(each, types.CodeType))
    stored = {each.argval for each in dis.get_instructions(code) if each.opname == "STORE_GLOBAL"}
    return stored.union(*map(_written, inner))
