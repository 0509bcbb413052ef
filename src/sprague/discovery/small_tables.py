"""Tables of the values of one heap to three, as large as the time for a report allows."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from sprague.model.engine import Engines
from sprague.model.heap_values import as_list, heap_row
from sprague.model.ruleset import Component, Ruleset
from sprague.system.ask import asked, tick
from sprague.system.clock import thread_seconds
from sprague.system.imports import has_compiled
from sprague.words.errors import BudgetError, SpragueError, TooLargeError
from sprague.words.messages import Message

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

#: The number of heaps in a table of values of one heap, and of two.
ONE_HEAP, TWO_HEAPS = 2000, 200

#: The sides of the squares that are tabulated in turn, so that a bound leaves the last one complete.
SQUARES = (25, 50, 100, TWO_HEAPS)

#: The sides of the cubes of values of three heaps, and the least side.
THREE_HEAPS, LEAST_CUBE = (48, 100), 12

#: The seconds spent on the table of a user's own game, unless more were asked for.
OWN_SECONDS = 2.0


def _grow(
    step: Callable[[int], object], least: int, most: int, seconds: float = OWN_SECONDS
) -> tuple[int, Message | None]:
    """Does the steps 0, 1, 2, …: at least ``least`` of them, and as many more as the time for a user's game allows.
    Returns their number, and the bound that ended them, if there was one. Raises BudgetError if not even one is
    done."""
    end = thread_seconds() + asked().at_least(seconds)
    count = 0
    try:
        while count < most and (count < least or thread_seconds() < end):
            tick()
            step(count)
            count += 1
    except BudgetError as error:
        if not count:
            raise
        return count, error.message
    return count, None


def one_heap(
    ruleset: Ruleset, engines: Engines, most: int = ONE_HEAP // 4, seconds: float = OWN_SECONDS
) -> tuple[list[int], Message | None]:
    """Returns the values of one heap, or of one coin in a row, as far as the time allows."""
    if ruleset.by_place:
        return _one_coin(ruleset, engines, most)
    answers = engines(ruleset)
    values: list[int] = []
    _, cut = _grow(lambda n: values.append(int(answers.value(ruleset.states(n)[1][0]))), 40, most, seconds)
    return values, cut


def _one_coin(ruleset: Ruleset, engines: Engines, most: int) -> tuple[list[int], Message | None]:
    """Returns the values of single coins in a row, as far as a table of them can be made."""
    values: list[int] = []
    while len(values) < most:
        try:
            values = as_list(heap_row(ruleset, min(2 * len(values) + 20, most) - 1, engines))
        except (BudgetError, TooLargeError) as error:
            if not values:
                raise
            return values, error.message
    return values, None


def _boxes(
    answers: Any, sizes: Sequence[tuple[int, ...]], timed: bool = True
) -> tuple[NDArray[Any], Message | None]:
    """Returns the largest of some tables of values that the present bound allows, and, if they are ``timed``, the time
    for a user's game. Also returns the bound, if it excluded larger tables. The estimate from the times assumes that a
    position has as many options as a side, or the sides of a face, are long."""
    table = answers.box(sizes[0])
    for before, size in itertools.pairwise(sizes):
        begun = thread_seconds()
        try:
            tick()
            table = answers.box(size)
        except BudgetError as error:
            return table, error.message
        growth = (size[0] / before[0]) ** (2 * len(size) - 1)
        if timed and (thread_seconds() - begun) * growth > asked().at_least(OWN_SECONDS):
            break
    return table, None


def two_heaps(ruleset: Ruleset, engines: Engines) -> tuple[list[list[int]], Message | None]:
    """Returns the values of two heaps below 200, or a smaller table if they take long, by growing squares."""
    answers = engines(ruleset)
    if hasattr(answers, "box") and has_compiled():
        square, cut = _boxes(answers, [(size, size) for size in SQUARES])
        return square.tolist(), cut
    try:
        ruleset.check((0, 0))
        state_of: Callable[[tuple[int, int]], Any] = ruleset.check
    except SpragueError:  # its states contain more than the heaps

        def state_of(heaps: tuple[int, int]) -> Any:
            return ruleset.read(f"{heaps[0]},{heaps[1]}")[0]

    values: dict[Any, int] = {}

    def widen(size: int) -> None:
        for n in range(size + 1):
            for heaps in {(n, size), (size, n)}:
                state = state_of(heaps)
                values[state] = _by_options(ruleset, state, values, engines)

    size, cut = _grow(widen, 24, TWO_HEAPS)
    return [[values[state_of((x, y))] for y in range(size)] for x in range(size)], cut


def three_heaps(ruleset: Ruleset, engines: Engines) -> tuple[NDArray[np.int64], Message | None]:
    """Returns the values of three heaps: the largest of a few cubes that takes only a moment."""
    from sprague.system.arrays import np

    answers = engines(ruleset)
    size, seconds = 24, asked().at_least(OWN_SECONDS)
    for larger in THREE_HEAPS:
        if not hasattr(answers, "table_effort") or answers.table_effort((larger,) * 3).seconds > seconds:
            break
        size = larger
    if hasattr(answers, "box") and hasattr(answers, "table_effort"):
        sizes = [(side,) * 3 for side in (size // 4, size // 2, size)]
        cube, cut = _boxes(answers, sizes, timed=False)
        return np.asarray(cube, np.int64), cut
    values_at: dict[tuple[int, ...], int] = {}

    def widen(side: int) -> None:
        for state in sorted(itertools.product(range(side + 1), repeat=3)):
            if max(state) == side:
                values_at[state] = _by_options(ruleset, state, values_at, engines)

    length, cut = _grow(widen, LEAST_CUBE, size)
    values = [values_at[state] for state in itertools.product(range(length), repeat=3)]
    return np.array(values).reshape((length,) * 3), cut


def _by_options(ruleset: Ruleset, state: Any, values: Mapping[Any, int], engines: Engines) -> int:
    """Returns the value from the options. The values of smaller heaps of the same game are known."""
    option_values = set()
    for option in ruleset.successors(state):
        total = 0
        for part in option:
            heaps = part.state
            if part.ruleset == ruleset and heaps in values:
                total ^= values[heaps]
            else:
                total ^= engines.value(Component(part.ruleset, heaps))
        option_values.add(total)
    value = 0
    while value in option_values:
        value += 1
    return value
