"""Checks the names of attributes in a user's class: it must not reuse names that its base needs for methods."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Any

from sprague.words.errors import RangeError
from sprague.words.messages import say

#: Attributes by which a base says how its games are solved, and the values that a user's class may give them. A game
#: with a ``code`` is the game of this code: theorems of the code would speak of another game than the user's options.
#: So would the engine of another game. That the order of the heaps, or what is played, does not matter is not known of
#: a user's options. The moves are those of ``options``: by a method of another name the answers would disagree, and by
#: a helper called ``check`` or ``pieces`` they would speak of another position.
USED: dict[str, tuple[object, ...]] = {
    "kind": ("",),
    "engine": ("naive", "pieces", "own-heaps", "own-states", "compiled"),
    "code": (),
    "same_code": ("",),
    "same_length": (False,),
    "symmetric": (False,),
    "by_place": (False,),
    "grouped": (),
    "successors": (),
    "checked_options": (),
    "checked_option": (),
    "option_count": (),
    "check": (),
    "pieces": (),
    "ordered": (),
}

#: Fields of a game that are Sprague's: they are no part of its identity.
OURS = frozenset(
    {
        *("given", "given_arguments", "changes", "example", "identity", "heaps"),
        *("_made_with", "_noticed", "_as_read", "_as_heard", "_written", "_number", "_hash", "_empty"),
    }
)

#: Attributes that a base computes, and that a user's class may set instead.
SETTABLE = ("heaps",)

#: Fields of Sprague's that a user's class may set.
THEIRS = ("example", "heaps")


def refuse_taken_names(cls: type) -> None:
    """Raises RangeError if a class defines something else under the name of a method of its base: a field, or a method
    with other arguments."""
    for name in vars(cls).get("__annotations__", ()):
        if name not in vars(cls):
            refuse_taken_name(cls, name)
    for base in cls.__mro__:  # a mixin, too, may have them
        if str(base.__module__).partition(".")[0] != "sprague":  # it is None in a namespace without a name
            for name, allowed in USED.items():
                if name in vars(base) and vars(base)[name] not in allowed:
                    raise _used(cls, name)
            for name in vars(base):
                if _is_ours(cls, name):
                    raise _used(cls, name)
    for name, value in vars(cls).items():
        if not isinstance(value, staticmethod | classmethod) and not _may_replace(value, _method(cls, name)):
            refuse_taken_name(cls, name)


def _may_replace(value: Any, ours: Any) -> bool:
    """Returns whether ``value`` may replace the method ``ours`` of a base: it must be a method with as many
    arguments, and a property if ``ours`` is one."""
    if isinstance(ours, property | cached_property):
        return isinstance(value, property | cached_property)
    own_counts, base_counts = _arguments(value), _arguments(ours)
    if own_counts is None or base_counts is None:
        return ours is None or hasattr(value, "__get__") or callable(value)
    return own_counts[0] <= base_counts[1] and base_counts[0] <= own_counts[1]


def _used(cls: type, name: str) -> RangeError:
    return RangeError(
        say(
            "expected another name than {name} in the class {game}: its base uses it",
            name=name,
            game=cls.__name__,
        )
    )


def refuse_taken_name(cls: type, name: str) -> None:
    """Raises RangeError if the base of ``cls`` has a method, or a property, of that name, or says by it how its games
    are solved."""
    if name in USED or _is_ours(cls, name):
        raise _used(cls, name)
    if _method(cls, name) is not None:
        raise RangeError(
            say(
                "expected another name than {name} in the class {game}: its base has a method of that name",
                name=name,
                game=cls.__name__,
            )
        )


def _is_ours(cls: type, name: str) -> bool:
    """Returns whether Sprague keeps something of a game under that name."""
    if name in THEIRS or name[:2] == "__" or name == "_abc_impl":
        return False
    members = [vars(base)[name] for base in _bases(cls) if name in vars(base)]
    return name in OURS or (name[:1] == "_" and any(hasattr(each, "__get__") for each in members))


def _method(cls: type, name: str) -> Any:
    """Returns the method or property of that name in the nearest of Sprague's own bases, or None."""
    if name.startswith("_") or name in SETTABLE:
        return None
    for base in _bases(cls):
        if name in vars(base):
            member = vars(base)[name]
            return member if hasattr(member, "__get__") else None
    return None


def _bases(cls: type) -> Iterator[type]:
    return (base for base in cls.__mro__[1:] if str(base.__module__).partition(".")[0] == "sprague")


def _arguments(method: Any) -> tuple[int, float] | None:
    """Returns the least and the greatest number of arguments of a function; None for anything else."""
    code = getattr(method, "__code__", None)
    if code is None:
        return None
    most = float("inf") if code.co_flags & 0x04 else code.co_argcount
    return code.co_argcount - len(method.__defaults__ or ()), most
