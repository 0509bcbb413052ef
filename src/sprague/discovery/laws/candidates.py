"""The simplest law, a period with exceptions, as formulas that are decided like all others."""

from __future__ import annotations

from typing import Any

from numpy.typing import NDArray

from sprague.words.messages import join, say

from ..automata.decide import automaton
from ..automata.formula import Formula
from ..automata.numeration import system as numeration
from ..patterns import repeats_of
from ..reading.terms import disjunction, equal, name, number, some
from .law import Law


def period_of(table: NDArray[Any], system: str) -> Law | None:
    """Returns the law that the values of one heap repeat, if they do so three times at the end of a table.

    >>> import numpy as np
    >>> print(period_of(np.array([5, 0, 1, 2] + [0, 1, 2] * 9), "2").says())
    period 3 from 1: 0, 1, 2
    """
    values = [int(value) for value in table]
    repeats = repeats_of(values, growing=False)
    if repeats is None:
        return None
    start, period, _ = repeats
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
