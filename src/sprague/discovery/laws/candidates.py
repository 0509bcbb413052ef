"""The simplest law, a period with exceptions, as formulas that are decided like all others."""

from __future__ import annotations

from numpy.typing import NDArray

from sprague.words.messages import join, say

from ..automata.decide import automaton
from ..automata.formula import Formula
from ..automata.numeration import system as numeration
from ..reading.terms import disjunction, equal, name, number, some
from .law import Law


def repeats_of(values: list[int]) -> tuple[int, int] | None:
    """Returns the start and the length of the least period that repeats three times at the end of some values, and
    once more if other values come before.

    >>> repeats_of([0, 0, 1, 1] * 8), repeats_of([5, 0, 1, 2] + [0, 1, 2] * 9)
    ((0, 4), (1, 3))
    """
    count = len(values)
    for period in range(1, count // 3 + 1):
        start = count - period
        while start > 0 and values[start - 1] == values[start - 1 + period]:
            start -= 1
        if count - start >= 3 * period + min(start, period):
            return start, period
    return None


def period_of(table: NDArray, system: str) -> Law | None:  # type: ignore[type-arg]
    """Returns the law that the values of one heap repeat, if they do so three times at the end of a table.

    >>> import numpy as np
    >>> print(period_of(np.array([5, 0, 1, 2] + [0, 1, 2] * 9), "2").says())
    period 3 from 1: 0, 1, 2
    """
    values = [int(value) for value in table]
    found = repeats_of(values)
    if found is None:
        return None
    start, period = found
    x, q = name("x0"), name("q")
    parts_of: dict[int, list[Formula]] = {}
    for heap, value in enumerate(values[: start + period]):
        place = number(heap) if heap < start else q.times(period).plus(heap)
        parts_of.setdefault(value, []).append(some(("q",) if heap >= start else (), equal(x, place)))
    in_use = numeration(system)
    sets = {value: automaton(disjunction(*parts), in_use) for value, parts in parts_of.items()}
    turn = join(values[start : start + period])
    if period == 1 and not start:
        words = say("always {value}", value=values[0])
    elif start:
        words = say("period {period} from {start}: {values}", period=period, start=start, values=turn)
    else:
        words = say("period {period}: {values}", period=period, values=turn)
    return Law(1, "values", in_use, sets, words)
