"""A law that was proved from two formulas, one weaker and one stronger than the rule, is tested on the rule itself once
more, far beyond the heaps on which the formulas were compared with it.

At a heap the definition needs the options only: the law must give the mex of what it gives for these.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable

from sprague.numbers.sums import mex, nim_sum
from sprague.system.ask import tick

from .law import Law

#: The largest heap and how many positions are tested, by the number of heaps.
FAR = {1: (3000, 10), 2: (80, 8), 3: (24, 6)}

Options = Callable[[tuple[int, ...]], Iterable[tuple[tuple[int, ...], ...]]]


def contradicted(law: Law, options: Options) -> tuple[int, ...] | None:
    """Returns a position at which the rule contradicts a law of values or outcomes, or None. The positions are drawn by
    chance, the same each time."""
    most, count = FAR[law.heaps]
    chance = random.Random(law.heaps)
    row = law.row(most) if law.heaps == 1 else None

    def value(heaps: tuple[int, ...]) -> int:
        return law.value(heaps) if row is None else int(row[heaps[0]])

    for _ in range(count):
        tick()
        state = tuple(chance.randrange(most // 10, most + 1) for _ in range(law.heaps))
        option_values = {nim_sum(map(value, option)) for option in options(state)}
        expected = mex(option_values) if law.valued else int(0 in option_values)
        if expected != value(state):
            return state
    return None
