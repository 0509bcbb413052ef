"""What the code of a function may read, bind and change outside itself."""

from __future__ import annotations

import dis
import functools
import types
from collections.abc import Iterator
from typing import Any

#: Names of methods that change what they are called on.
_CHANGING = frozenset(
    {
        "add",
        "append",
        "clear",
        "discard",
        "extend",
        "insert",
        "pop",
        "popitem",
        "remove",
        "reverse",
        "setdefault",
        "sort",
        "update",
    }
)

#: Operations that change a container or an object.
_STORING = frozenset({"STORE_SUBSCR", "DELETE_SUBSCR", "STORE_ATTR", "DELETE_ATTR"})

#: Operations, and functions, that make a new container.
_MAKING = frozenset({"BUILD_LIST", "BUILD_SET", "BUILD_MAP", "LIST_EXTEND", "SET_UPDATE", "DICT_UPDATE"})
_MAKERS = frozenset({"list", "set", "dict", "deque", "sorted"})

#: Names by which code reaches what is outside the program, and names by which it reaches what its names do not show.
_REACHING = ("open", "input", "os", "pathlib", "Path", "random", "time", "datetime", "sys", "importlib")
_HIDING = (
    "eval",
    "exec",
    "globals",
    "locals",
    "vars",
    "getattr",
    "__import__",
    "__getattribute__",
    "__dict__",
)
OUTSIDE = frozenset((*_REACHING, *_HIDING))


def _instructions(code: types.CodeType) -> Iterator[dis.Instruction]:
    """Returns the instructions of code without its constants: ``dis`` writes each of them, and Python does not write a
    number of very many digits."""
    return dis.get_instructions(code.replace(co_consts=(None,) * len(code.co_consts)))


def names_in(code: types.CodeType) -> set[str]:
    """Returns every name that may be a global, in the code and the functions inside it."""
    inner = (each for each in code.co_consts if isinstance(each, types.CodeType))
    return set(code.co_names).union(*map(names_in, inner))


def imported_in(code: types.CodeType) -> set[str]:
    """Returns the modules that code imports when it runs, in it and the functions inside."""
    inner = (each for each in code.co_consts if isinstance(each, types.CodeType))
    here = {each.argval for each in _instructions(code) if each.opname == "IMPORT_NAME"}
    return here.union(*map(imported_in, inner))


def names_bound(code: types.CodeType) -> set[str]:
    """Returns the globals and the variables of enclosing functions that code binds, in it and the functions inside."""
    inner = (each for each in code.co_consts if isinstance(each, types.CodeType))
    bound = {each.argval for each in _instructions(code) if each.opname in ("STORE_GLOBAL", "STORE_DEREF")}
    return bound.union(*map(names_bound, inner))


@functools.lru_cache(maxsize=1024)
def is_changing(code: types.CodeType) -> bool:
    """Returns whether code may change a container or an object that it did not make, in it or the functions inside
    it."""
    steps = list(_instructions(code))
    made_here = _made_here(steps)
    for before, step in zip([None, *steps], steps, strict=False):
        if step.opname in _STORING:
            return True
        if step.opname in ("LOAD_METHOD", "LOAD_ATTR") and step.argval in _CHANGING:
            on_its_own = (
                before is not None and before.opname.startswith("LOAD_FAST") and before.argval in made_here
            )
            if not on_its_own:
                return True
    return any(is_changing(each) for each in code.co_consts if isinstance(each, types.CodeType))


def _made_here(steps: list[dis.Instruction]) -> set[str]:
    """Returns the local variables that only get lists, sets and dictionaries that the code makes itself."""
    own, other = set[str](), set[str]()
    for place, step in enumerate(steps):
        if step.opname.startswith("STORE_FAST"):
            by = steps[place - 1].opname if place else ""
            called = {
                each.argval for each in steps[max(0, place - 4) : place] if each.opname == "LOAD_GLOBAL"
            }
            is_made = by in _MAKING or (by == "CALL" and not called.isdisjoint(_MAKERS))
            (own if is_made else other).add(str(step.argval))
    return own - other


def code_of(value: Any) -> types.CodeType | None:
    """Returns the code of a method or a property as it stands in a class; None for anything else."""
    function = getattr(value, "fget", None) or getattr(value, "__func__", value)
    return function.__code__ if isinstance(function, types.FunctionType) else None


@functools.lru_cache(maxsize=1024)
def attributes_set(code: types.CodeType) -> frozenset[str]:
    """Returns the names of the attributes that code sets, in it and the functions inside it."""
    inner = (each for each in code.co_consts if isinstance(each, types.CodeType))
    here = {each.argval for each in _instructions(code) if each.opname == "STORE_ATTR"}
    return frozenset(here).union(*map(attributes_set, inner))
