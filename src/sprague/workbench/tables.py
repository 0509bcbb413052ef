"""Computes the Grundy values of all positions up to given heaps, as an array with an axis for each heap."""

from __future__ import annotations

import math
from collections.abc import Iterable
from itertools import product
from typing import TYPE_CHECKING, Any, SupportsIndex

from sprague.model.heap_rulesets import check_heap
from sprague.model.ruleset import Ruleset
from sprague.system.ask import Effort, Step, require, tick
from sprague.words.digits import shown
from sprague.words.errors import BudgetError, RangeError
from sprague.words.messages import say

from .registry import engine, values

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

#: Bytes of a cell if an engine gives the values one by one.
BYTES_A_CELL = 8

#: The cost of a cell of a sum.
SECONDS_A_CELL = 5e-9


def table(game: Ruleset, to: Iterable[SupportsIndex]) -> NDArray[np.integer[Any]]:
    """Returns the Grundy values of all positions whose heap i is 0..``to[i]``: an array with ``to[i]`` + 1 entries
    along axis i. For a game on single heaps, two sizes or more mean a sum of as many heaps.

    Raises RangeError if the game is not played on this many heaps, TooLargeError if the table would not fit.

    >>> from sprague.workbench.registry import find
    >>> table(find("wythoff"), (2, 3)).tolist()
    [[0, 1, 2, 3], [1, 2, 0, 4], [2, 0, 1, 5]]
    >>> table(find("nim"), (2, 3)).tolist()
    [[0, 1, 2, 3], [1, 0, 3, 2], [2, 3, 0, 1]]
    """
    from sprague.system.arrays import np

    sizes = [check_heap(n, game.head) for n in to]
    if game.heaps is None or not sizes:
        raise RangeError(say("expected a game on heaps, got {game}", game=game.head))
    shape = tuple(n + 1 for n in sizes)
    cells = math.prod(shape)
    require(
        Effort(cells, BYTES_A_CELL * cells, SECONDS_A_CELL * min(cells, 10**30), sure=True),
        say("a table of {count} values of {game}", count=cells, game=game.head),
    )
    if game.heaps == 1:
        try:
            row = values(game, max(sizes)).astype(np.int64)
        except BudgetError as error:
            error.known = 0  # of heaps, not of rows
            raise
        array: NDArray[np.integer[Any]] = row[: shape[0]]
        for side in shape[1:]:
            array = np.bitwise_xor.outer(array, row[:side])
        return array
    corner: Any = game.check(tuple(sizes))  # refuses a wrong number of heaps
    chosen: Any = engine(game)
    if hasattr(chosen, "box"):
        return chosen.box(shape)  # type: ignore[no-any-return]
    chosen.value(corner)  # if the engine has a table, this makes it large enough for all of them
    array = np.empty(shape, np.int64)
    for first in range(shape[0]):
        tick(lambda first: Step(say("values"), first * (cells // shape[0]), cells), first)
        for rest in product(*map(range, shape[1:])):
            array[(first, *rest)] = chosen.value(game.check((first, *rest)))
    return array


def of_type(array: NDArray[Any], dtype: Any, game: str) -> NDArray[Any]:
    """Returns the values in ``dtype``: int64 for None, and unchanged for "smallest".

    Raises RangeError if ``dtype`` is not a type of integers, or if a value does not fit it; TooLargeError if the copy
    would not fit the memory.

    >>> import numpy as np
    >>> of_type(np.array([0, 1, 300]), np.uint8, "nim")
    Traceback (most recent call last):
    ...
    sprague.words.errors.RangeError: expected a type for values up to 300, got uint8 in 'nim'
    """
    from sprague.system.arrays import np

    if isinstance(dtype, str) and dtype == "smallest":
        return array
    try:
        wanted = np.dtype(np.int64 if dtype is None else dtype)
    except TypeError:
        wanted = np.dtype(object)
    if wanted.kind not in "iu":
        raise RangeError(
            say("expected a type of NumPy's integers, or 'smallest', got {got}", got=shown(dtype)), where=game
        )
    if wanted == array.dtype:
        return array
    require(
        Effort(array.size, wanted.itemsize * array.size, sure=True),
        say("a table of {count} values of {game}", count=array.size, game=game),
    )
    bounds = np.iinfo(wanted)
    least, largest = (int(array.min()), int(array.max())) if array.size else (0, 0)
    if least < bounds.min or largest > bounds.max:
        raise RangeError(
            say("expected a type for values up to {most}, got {got}", most=largest, got=wanted.name)
            if largest > bounds.max
            else say("expected a type with -1, for values that are no nimbers, got {got}", got=wanted.name),
            where=game,
        )
    return array.astype(wanted)
