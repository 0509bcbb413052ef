"""A law that was proved from two formulas, one weaker and one stronger than the rule, is tested on the rule itself once
more, far beyond the heaps on which the formulas were compared with it. What fits a table is tested where a proof
failed.

At a heap the definition needs the options only: the law must give the mex of what it gives for these.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Iterable, Iterator

from sprague.numbers.sums import mex, nim_sum
from sprague.system.ask import tick
from sprague.words.errors import BudgetError, TooLargeError

from ..reading.statements import BEFORE
from ..winning import images
from .law import Law

#: The largest heap and how many positions are tested, by the number of heaps.
FAR = {1: (3000, 10), 2: (80, 8), 3: (24, 6)}

#: The most moves from the place of a failed proof.
MOST_MOVES = 1000

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


def refutes(law: Law, function: Callable[..., int], valued: bool) -> tuple[int, ...] | None:
    """Returns the place of the counterexample to a law, where the formula of the whole rule refutes a function of the
    values, or of the outcomes, too: it does not give the mex of what it gives for the options. So it is wrong at this
    place, or at an option of it. Otherwise returns None."""
    place = None if law.verdict is None else law.verdict.place
    if place is None or law.read is None or not law.read.exact:
        return None
    try:
        options = list(itertools.islice(_moves(law, place), MOST_MOVES + 1))
    except BudgetError:
        raise
    except TooLargeError:
        return None
    if len(options) > MOST_MOVES or (not valued and any(len(option) > 1 for option in options)):
        return None
    reached = {nim_sum(function(*part) for part in option) for option in options}
    wanted = mex(reached) if valued else int(0 in reached)
    return None if function(*place) == wanted else place


def _moves(law: Law, state: tuple[int, ...]) -> Iterator[tuple[tuple[int, ...], ...]]:
    """Yields the parts that each move leaves, by the formula."""
    heaps = law.heaps
    for parts, relation in law.sure_moves.items():
        if parts:
            for after in images(relation, state, BEFORE[:heaps]):
                yield tuple(after[i : i + heaps] for i in range(0, parts * heaps, heaps))
        elif state in relation:
            yield ()
