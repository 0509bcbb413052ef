"""Lists the P-positions of a game in a fixed order, by a theorem if there is one, and otherwise by testing each
position."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import islice
from typing import Any

from sprague.model.engine import Engine
from sprague.model.heap_rulesets import HeapRuleset, check_heap
from sprague.model.ruleset import Ruleset
from sprague.numbers.sums import nim_sum
from sprague.system.ask import Effort, Step, require, tick
from sprague.words.digits import index_of, shown, to_text
from sprague.words.errors import RangeError
from sprague.words.messages import say

from .registry import engine, ruleset_of

#: The largest heap that is searched if no theorem lists the positions, by the number of heaps.
WITHIN = {1: 10_000, 2: 1_000, 3: 150, 4: 40}

#: The cost of a question about a position whose value is known.
SECONDS_A_POSITION = 2e-6


def p_positions(
    game: Any, count: int = 10, *, heaps: int | None = None, within: int | None = None, start: int = 0
) -> list[tuple[int, ...]]:
    """Returns the first ``count`` P-positions of ``game`` except the empty one, each as a tuple of heaps.

    The positions are ordered by their largest heap, then as tuples compare. If the order of the heaps does not matter,
    each tuple is ascending. ``heaps`` is the number of heaps (by default the number that the game is played on); for a
    game on single heaps, 2 or more means a sum of as many heaps. Without a theorem the search covers heaps up to
    ``within`` (by default 10,000 for one heap, 1,000 for two, 150 for three, 40 for four), and the list may be
    shorter. ``start`` leaves out the positions whose largest heap is smaller.

    Raises RangeError if the game is not played on heaps.

    >>> p_positions("wythoff", 5)
    [(1, 2), (3, 5), (4, 7), (6, 10), (8, 13)]
    >>> p_positions("nim", 4, heaps=3)
    [(0, 1, 1), (0, 2, 2), (0, 3, 3), (1, 2, 3)]
    >>> p_positions("wythoff", 1, start=10**9)
    [(618033989, 1000000001)]
    """
    ruleset = ruleset_of(game)
    wanted = index_of(count)
    if wanted is None or wanted < 0:
        raise RangeError(say("expected a count >= 0, got {count}", count=shown(count)))
    return list(islice(p_position_stream(ruleset, heaps, within, start), min(wanted, sys.maxsize)))


def p_position_stream(
    ruleset: Ruleset, heaps: int | None = None, within: int | None = None, start: int = 0
) -> Iterator[tuple[int, ...]]:
    """Yields the P-positions that :func:`p_positions` returns, without end if a theorem lists them. Otherwise the
    search ends at :func:`looked_within`."""
    number = ruleset.heaps if heaps is None else index_of(heaps)
    if number is None and heaps is None:
        raise RangeError(say("expected a game on heaps, got {game}", game=ruleset.head))
    if number is None or not 1 <= number <= 4:
        raise RangeError(
            say("expected 1 to 4 heaps, got {count}", count=shown(heaps if number is None else number))
        )
    start = check_heap(start, "start")
    within = None if within is None else check_heap(within, "within")
    by_engine = engine(ruleset).p_positions(number, start)
    if by_engine is None and ruleset.heaps is None:
        raise RangeError(say("expected a game on heaps, got {game}", game=ruleset.head))
    if by_engine is not None:
        return (heaps for heaps in _ticked(by_engine) if max(heaps) >= start)
    return _search(ruleset, number, start, looked_within(number, within, start))


def looked_within(heaps: int, within: int | None = None, start: int = 0) -> int:
    """Returns the largest heap that is searched if no theorem lists the positions."""
    return start + WITHIN[heaps] if within is None else within


def _ticked(positions: Iterator[tuple[int, ...]]) -> Iterator[tuple[int, ...]]:
    for heaps in positions:
        tick(lambda heaps: Step(say("heaps"), max(heaps)), heaps)
        yield heaps


def _search(ruleset: Ruleset, number: int, start: int, within: int) -> Iterator[tuple[int, ...]]:
    chosen = engine(ruleset)
    single = ruleset.heaps == 1  # then more heaps are a sum
    if not single:
        _state(ruleset, (1,) * number)  # refuses a wrong number of heaps before the search begins
    ahead = 0
    for largest in range(max(1, start), within + 1):
        if largest > ahead:
            # Long work is announced, or refused, only when it is near: the caller may want few positions.
            ahead = min(within, max(16, 2 * largest))
            require(
                _effort(chosen, ruleset, number, ahead),
                say("P-positions of {game} with heaps up to {n}", game=ruleset.head, n=ahead),
            )
        tick(lambda largest: Step(say("heaps"), largest, within), largest)
        for heaps in shell(largest, number, single or ruleset.symmetric):
            if single and number > 1:
                zero = nim_sum(chosen.value(_state(ruleset, (n,))) for n in heaps) == 0
            else:
                zero = chosen.is_zero(_state(ruleset, heaps))
            if zero:
                yield heaps


def _effort(chosen: Engine, ruleset: Ruleset, number: int, to: int) -> Effort:
    """Estimates the effort of testing all positions with heaps up to ``to``."""
    positions = min(to + 1, 10**60) ** number
    # A theorem may know the outcome of some positions only, and does not help with the others.
    corner = chosen.effort(_state(ruleset, (to,) * number), "value" if ruleset.heaps == 1 else "moves")
    if corner.beyond is not None:
        corner = Effort()
    return corner._replace(seconds=corner.seconds + SECONDS_A_POSITION * positions)


def _state(ruleset: Ruleset, heaps: tuple[int, ...]) -> Any:
    if isinstance(ruleset, HeapRuleset):
        return heaps[0]
    if ruleset.heaps == len(heaps) > 1:
        states = ruleset.states(*heaps)[1]
        # To a game on any states each number is a state of its own, and the tuple another.
        return states[0] if len(states) == 1 else ruleset.check(heaps)
    return ruleset.read(",".join(map(to_text, heaps)))[0]


def shell(largest: int, number: int, ascending: bool) -> Iterator[tuple[int, ...]]:
    """Yields the tuples of ``number`` heaps whose largest heap is ``largest``, in order.

    >>> list(shell(1, 2, False)), list(shell(1, 2, True))
    ([(0, 1), (1, 0), (1, 1)], [(0, 1), (1, 1)])
    """
    if number == 1:
        yield (largest,)
        return
    for first in _tuples(number - 1, 0, largest, ascending):
        for last in range(largest + 1) if largest in first and not ascending else (largest,):
            yield (*first, last)


def _tuples(count: int, least: int, most: int, ascending: bool) -> Iterator[tuple[int, ...]]:
    """Yields the tuples of numbers up to ``most``, the first from ``least`` on, in order. Unlike itertools it keeps no
    list of the numbers, which may be far out."""
    if count == 1:
        yield from ((n,) for n in range(least, most + 1))
        return
    for n in range(least, most + 1):
        for rest in _tuples(count - 1, n if ascending else 0, most, ascending):
            yield (n, *rest)
