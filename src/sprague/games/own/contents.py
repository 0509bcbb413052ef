"""What is in containers, objects, classes and games, as values that can be compared."""

from __future__ import annotations

import functools
import sys
from array import array
from collections import deque
from collections.abc import Hashable
from typing import Any

from .code import attributes_set, code_of, is_changing

#: Entries of a class that do not affect the rule: descriptions, and entries that Python adds.
WORDS = frozenset(
    {
        "name",
        "aliases",
        "title",
        "rule",
        "source",
        "example",
        "own",
        "making",
        "_abc_impl",
        "_does",
        "_reads",
        "_version",
        "_heard",
    }
)

#: Modules that their names identify completely.
FIXED = frozenset({*sys.stdlib_module_names, "sprague", "numpy", "numba", "gmpy2", "networkx"})

#: Types whose values are complete descriptions of themselves.
PLAIN = (type(None), bool, int, str, bytes, type(...), range)

#: The most things in a container or an object that is looked at before each question.
_MOST = 500


def is_fixed(cls: type) -> bool:
    """Returns whether a class ships with Sprague or Python, so that its name says what it does."""
    return str(cls.__module__).partition(".")[0] in FIXED and not vars(cls).get("own")


class _TooMuchError(Exception):
    """A container or an object holds too much to be looked at before each question."""


def inside_of(value: Any) -> Hashable:
    """Returns what is in a container, an object or a class, as a value that can be compared; None if that is too much
    or not known."""
    try:
        return frozen(value, [_MOST], opened=True)
    except (_TooMuchError, TypeError):
        return None


def frozen(value: Any, room: list[int], *, opened: bool = False, data: bool = False) -> Hashable:
    """Returns a value that can be compared: data by its contents, all else by what it is. With ``opened`` an object
    counts by its contents, too. With ``data``, raises TypeError for anything but data."""
    kind = type(value)
    if kind in PLAIN:
        return kind, value
    if kind is float:
        return kind, repr(value)
    if isinstance(value, type) and opened:
        return _frozen_class(value, room)
    if isinstance(value, tuple | list | set | frozenset | dict | deque | array):
        room[0] -= len(value)
        if room[0] < 0:
            raise _TooMuchError
        elements = value.items() if isinstance(value, dict) else value
        inside = (
            frozen(each, room, opened=opened and not isinstance(each, type), data=data) for each in elements
        )
        return kind, frozenset(inside) if isinstance(value, set | frozenset) else tuple(inside)
    if hasattr(kind, "tobytes") and hasattr(value, "size"):  # an array of NumPy
        room[0] -= value.size
        if room[0] < 0:
            raise _TooMuchError
        return kind, value.shape, str(value.dtype), value.tobytes()
    if data:
        raise TypeError
    return (kind, id(value), _frozen_object(value, room)) if opened else (kind, id(value))


def _frozen_object(value: Any, room: list[int]) -> Hashable:
    """Returns what is in an object: its fields, and those of the objects in them that are of users' own types."""
    room[0] -= 1
    if room[0] < 0:
        raise _TooMuchError
    kind = type(value)
    fields = {
        name: getattr(value, name) for each in kind.__mro__ for name in _slots(each) if hasattr(value, name)
    }
    inside = fields if fields and not hasattr(value, "__dict__") else {**vars(value), **fields}
    return frozen(inside, room, opened=is_users(kind))


def is_users(kind: type) -> bool:
    """Returns whether a type is a user's."""
    return kind.__module__.partition(".")[0] not in FIXED


def _slots(kind: type) -> tuple[str, ...]:
    slots = vars(kind).get("__slots__", ())
    return (slots,) if isinstance(slots, str) else tuple(slots)


def fields_of(game: Any, ours: frozenset[str]) -> tuple[Hashable, bool]:
    """Returns the data among the fields of a game, as a value that can be compared, and whether others may change.
    Fields called ``ours``, and those that methods of the class compute or set, are left out."""
    fields, unseen = [], False
    codes = [
        code
        for each in type(game).__mro__
        if not is_fixed(each)
        for name, value in vars(each).items()
        if name[:2] != "__" and (code := code_of(value)) is not None
    ]
    stored = frozenset[str]().union(*map(attributes_set, codes))
    changed = any(map(is_changing, codes))
    for name, value in vars(game).items():
        if (
            name in ours
            or name in stored
            or isinstance(getattr(type(game), name, None), functools.cached_property)
        ):
            continue
        try:
            if changed and type(value) not in PLAIN:
                raise TypeError
            fields.append((name, frozen(value, [_MOST], data=True)))
        except (_TooMuchError, TypeError):
            unseen = True
    return tuple(fields), unseen


def _frozen_class(cls: type, room: list[int]) -> Hashable:
    """Returns what is in a class: its data by their contents, unless its own methods change it, and its methods."""
    codes = [code for value in vars(cls).values() if (code := code_of(value)) is not None]
    stored = set[str]().union(*map(attributes_set, codes))
    deep = not any(map(is_changing, codes))
    entries = {name: each for name, each in vars(cls).items() if _is_entry(name) and name not in stored}
    return cls, tuple(
        (name, frozen(each, room) if deep or type(each) in PLAIN else id(each))
        for name, each in entries.items()
    )


def _is_entry(name: str) -> bool:
    return name not in WORDS and name[:2] != "__"
