"""Computes the Grundy values of all heaps up to a bound with the engine of their game."""

from __future__ import annotations

from typing import Any, SupportsIndex

from sprague.system.ask import Effort, require, tick
from sprague.system.imports import has_compiled
from sprague.words.errors import BudgetError, RangeError, TooLargeError
from sprague.words.messages import say

from .engine import Engines
from .heap_rulesets import check_heap
from .ruleset import Ruleset


def heap_values(ruleset: Ruleset, to: SupportsIndex, engines: Engines, **choices: Any) -> Any:
    """Returns the Grundy values of heaps 0..``to`` as a NumPy array of ``to`` + 1 entries. In a game with entailing
    moves, -1 stands for a value that is not a nimber.

    In a game on a row of coins (:attr:`.Ruleset.by_place`) they are the values of single coins.

    ``choices`` are the engine's (see :attr:`.Engine.choices`); a ``progress`` hook that it does not know is never
    called. Raises RangeError when ``ruleset`` is not a game on one heap, or for an option that it does not have;
    BudgetError at a bound, whose ``known`` says how many values are kept: asked for those, it answers at once.
    """
    row = heap_row(ruleset, to, engines, **choices)
    from sprague.system.arrays import np

    return np.asarray(row)


def heap_row(ruleset: Ruleset, to: SupportsIndex, engines: Engines, **choices: Any) -> Any:
    """Does the same, and returns them in whatever the engine keeps them: a list, an ``array.array``, a ``memoryview``
    or an array of NumPy's. Many engines need no NumPy for it."""
    stacks = ruleset.kind == "entailing" and ruleset.grouped
    if ruleset.heaps != 1 and not stacks and not ruleset.by_place:
        raise RangeError(say("expected a game on one heap, got {game}", game=ruleset.head))
    to = check_heap(to, ruleset.head)
    # A value takes a byte at the least.
    require(Effort(bytes=to + 1, sure=True), say("a table of {count} values", count=to + 1))
    engine = engines(ruleset)
    given = {name: choice for name, choice in choices.items() if choice is not None}
    for name in set(given) - set(engine.choices):
        if name != "progress":
            raise RangeError(say("{game} has no option {name}", game=ruleset.head, name=name))
        del given[name]
    try:
        return engine.values(to, **given)
    except BudgetError as error:
        error.known = engine.kept(**given)
        raise
    except TooLargeError:
        if has_compiled():
            raise
        return [engine.value(heap) for heap in range(to + 1)]


def heap_piece(ruleset: Ruleset, start: int, to: int, engines: Engines) -> Any:
    """Returns the values of heaps ``start``..``to``: one by one where a period, a theorem or a law gives each in a
    moment, however large it is; else those of a whole row.

    >>> from sprague.workbench.registry import engine, find
    >>> heap_piece(find("kayles"), 10**30, 10**30 + 3, engine)
    [1, 4, 7, 2]
    """
    engine, last = engines(ruleset), check_heap(to, ruleset.head)
    if ruleset.heaps != 1 or not engine.effort(last).moment:
        return heap_row(ruleset, last, engines)[start:]
    count = last + 1 - start
    require(
        Effort(count, 8 * count, 5e-6 * min(count, 10**30)), say("a table of {count} values", count=count)
    )
    found = []
    for n in range(start, last + 1):
        if not n & 255:
            tick()
        found.append(engine.value(n))
    return found


def as_list(row: Any) -> list[int]:
    """Returns the numbers of a row as a list.

    >>> as_list(memoryview(b"\1\2"))
    [1, 2]
    """
    return row.tolist() if hasattr(row, "tolist") else list(row)
