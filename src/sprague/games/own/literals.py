"""The states of users' games as text: Python's literals, in which braces are a frozenset."""

from __future__ import annotations

import ast
import re
from collections.abc import Hashable
from typing import Any

from sprague.numbers.integers import parse
from sprague.words.digits import index_of, to_text
from sprague.words.errors import SpragueError

#: Errors of a text that is no literal.
_UNREADABLE = (ValueError, SyntaxError, TypeError, MemoryError, RecursionError, SpragueError)


def written(state: Any) -> str:
    """Returns a state as a literal, in the same order in every process. Numbers and texts of other types (NumPy's,
    members of an enum) are written as those that they equal; other objects are written as Python shows them.

    >>> written((frozenset({"b", frozenset()}), 10**3, float("-inf")))
    "({'b', set()}, 1000, -1e999)"
    """
    if hasattr(state, "dtype") and hasattr(state, "item"):  # a number of NumPy
        state = state.item()
    if type(state) is tuple:
        return f"({', '.join(map(written, state))}{',' if len(state) == 1 else ''})"
    if isinstance(state, frozenset):
        return f"{{{', '.join(sorted(map(written, state)))}}}" if state else "set()"
    if isinstance(state, float):
        return float.__repr__(state).replace("inf", "1e999")
    if isinstance(state, str):
        return ascii(str.__str__(state))
    if state is ...:
        return "..."
    n = index_of(state)
    return ascii(state) if n is None else to_text(n)


def read(text: str) -> Hashable:
    """Returns the state that a literal spells. Raises ValueError for anything else.

    >>> read("({1, (2,)}, 'a', set())") == (frozenset({1, (2,)}), "a", frozenset())
    True
    """
    try:
        if re.fullmatch(r"-?\d{4000,}", text, re.ASCII):  # more digits than Python reads
            n = parse(text.lstrip("-"))
            return -n if text.startswith("-") else n
        state: Hashable = _value(ast.parse(text, mode="eval").body)
        hash(state)
        return state
    except _UNREADABLE:
        raise ValueError(text) from None


def _value(node: ast.expr) -> Any:
    if isinstance(node, ast.Tuple):
        return tuple(map(_value, node.elts))
    if isinstance(node, ast.Set):
        return frozenset(map(_value, node.elts))
    if (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in ("set", "frozenset")
    ):
        if node.keywords or len(node.args) > 1:
            raise ValueError
        return frozenset(_value(node.args[0]) if node.args else ())
    return ast.literal_eval(node)
