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

    ``choices`` are options of the engine (see :attr:`.Engine.choices`); an engine without the choice ``progress`` never
    calls the hook. Raises RangeError if ``ruleset`` is not a game on one heap, or for an option that it does not have;
    BudgetError at a bound. The error's ``known`` says how many values the engine keeps; it then returns these at once.
    """
    row = heap_row(ruleset, to, engines, **choices)
    from sprague.system.arrays import np

    return np.asarray(row)


def heap_row(ruleset: Ruleset, to: SupportsIndex, engines: Engines, **choices: Any) -> Any:
    """Does the same, but returns the values in the form in which the engine keeps them: a list, an ``array.array``, a
    ``memoryview`` or a NumPy array. Many engines need no NumPy for this."""
    stacks = ruleset.kind == "entailing" and ruleset.grouped
    if ruleset.heaps != 1 and not stacks and not ruleset.by_place:
        raise RangeError(say("expected a game on one heap, got {game}", game=ruleset.head))
    to = check_heap(to, ruleset.head)
    # A value takes a byte at the least.
    require(Effort(bytes=to + 1, sure=True), say("a table of {count} values", count=to + 1))
    engine = engines(ruleset)
    chosen = {name: choice for name, choice in choices.items() if choice is not None}
    for name in set(chosen) - set(engine.choices):
        if name != "progress":
            raise RangeError(say("{game} has no option {name}", game=ruleset.head, name=name))
        del chosen[name]
    try:
        return engine.values(to, **chosen)
    except BudgetError as error:
        error.known = engine.kept(**chosen)
        raise
    except TooLargeError:
        if has_compiled():
            raise
        return [engine.value(heap) for heap in range(to + 1)]


def heap_piece(ruleset: Ruleset, start: int, to: int, engines: Engines) -> Any:
    """Returns the values of heaps ``start``..``to``. If a period, a theorem or a law gives the value of any heap in a
    moment, it computes only these values; otherwise it computes the whole row from 0.

    >>> from sprague.workbench.registry import engine, find
    >>> heap_piece(find("kayles"), 10**30, 10**30 + 3, engine)
    [1, 4, 7, 2]
    """
    engine, last = engines(ruleset), check_heap(to, ruleset.head)
    if ruleset.heaps != 1 or not engine.effort(ruleset.check(last)).moment:
        return heap_row(ruleset, last, engines)[start:]
    count = last + 1 - start
    require(
        Effort(count, 8 * count, 5e-6 * min(count, 10**30)), say("a table of {count} values", count=count)
    )
    values = []
    for n in range(start, last + 1):
        if not n & 255:
            tick()
        values.append(engine.value(ruleset.check(n)))
    return values


def as_list(row: Any) -> list[int]:
    """Returns the numbers of a row as a list.

    >>> as_list(memoryview(b"\1\2"))
    [1, 2]
    """
    return row.tolist() if hasattr(row, "tolist") else list(row)
