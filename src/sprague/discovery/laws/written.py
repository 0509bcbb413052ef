"""Rules by vectors, written as functions in Python. So their laws are found, proved and certified like those of a
user's function."""

from __future__ import annotations

import functools
import linecache
from types import FunctionType
from typing import TYPE_CHECKING, cast

if TYPE_CHECKING:
    from sprague.games.vectors.rules import Entry, Family, Vectors

    from ..reading.source import Source

#: The heaps of a position in the functions that are written.
_HEAPS = ("a", "b", "c")


@functools.lru_cache(maxsize=256)
def function_of(ruleset: Vectors) -> FunctionType:
    """Returns the rule of two or three heaps as a function of these heaps, with its source.

    >>> import inspect
    >>> from sprague.games.vectors.rules import from_head
    >>> print(inspect.getsource(function_of(from_head("vectors", "{(2k,0),(1,3)}"))))
    def vectors(a, b):
        for k in range(1, a + 1):
            if 2 * k <= a:
                yield a - 2 * k, b
        if 1 <= a and 3 <= b:
            yield a - 1, b - 3
    <BLANKLINE>
    """
    names = _HEAPS[: ruleset.heaps]
    lines = [f"def vectors({', '.join(names)}):"]
    for family in ruleset.families:
        lines += [f"    {line}" for line in _moves(family, names)]
    text = "\n".join(lines) + "\n"
    file = f"<{ruleset.head}>"
    linecache.cache[file] = (len(text), None, text.splitlines(keepends=True), file)
    space: dict[str, object] = {}
    exec(compile(text, file, "exec", dont_inherit=True), space)
    return cast("FunctionType", space["vectors"])


def game_of(source: Source) -> str | None:
    """Returns the head of the game whose rule was written as a function, or None for a user's function."""
    file = source.function.__code__.co_filename
    return file[1:-1] if file.startswith("<vectors{") else None


def _moves(family: Family, names: tuple[str, ...]) -> list[str]:
    takes = [(name, _amount(entry)) for name, entry in zip(names, family, strict=True)]
    least = " and ".join(f"{amount} <= {name}" for name, amount in takes if amount not in ("0", "k"))
    after = ", ".join(name if amount == "0" else f"{name} - {amount}" for name, amount in takes)
    multiples = [name for name, entry in zip(names, family, strict=True) if entry.multiple]
    lines = [f"if {least}:", f"    yield {after}"] if least else [f"yield {after}"]
    if not multiples:
        return lines
    most = multiples[0] if len(multiples) == 1 else f"min({', '.join(multiples)})"
    return [f"for k in range(1, {most} + 1):", *(f"    {line}" for line in lines)]


def _amount(entry: Entry) -> str:
    if not entry.multiple:
        return str(entry.constant)
    return "k" if entry.multiple == 1 else f"{entry.multiple} * k"
