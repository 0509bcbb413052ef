"""Values of a user's rule from the definition: the mex of the values of the options.

This module does the same as :mod:`sprague.model.naive`, its oracle, on bare states. It also watches for rules that
never end, as a user's rule need not be the rule of a game.
"""

from __future__ import annotations

import time
from collections.abc import Hashable
from typing import TYPE_CHECKING, Any

from sprague.model.engine import MOMENT
from sprague.model.ruleset import Component
from sprague.numbers.sums import mex
from sprague.system.ask import Effort, Step, Trial, asked, tick
from sprague.system.clock import thread_seconds
from sprague.system.limits import bytes_text
from sprague.words.errors import LoopyError, TooLargeError
from sprague.words.messages import Message, join, say

from .endless import refuse_growth, shortened

if TYPE_CHECKING:
    from .rules import OwnRuleset

#: Memory of a position whose value is known, and of one that waits for its options (measured, rounded up).
BYTES_KNOWN, BYTES_OPEN = 250, 1800

#: Seconds after which slow work checks its bounds, however few positions it has met.
NOW_AND_THEN = 0.1

#: The number of positions of a cycle that a message shows.
SHOWN = 4

#: The number of positions that the estimate visits to count them and to measure the cost of an option.
COUNTED, SECONDS_AN_OPTION = 400, 1e-6


def evaluate(game: OwnRuleset, state: Any, values: dict[Hashable, int], most: int | None = None) -> int:
    """Returns the Grundy value of ``state``. Reads and fills ``values``.

    Raises TooLargeError beyond ``most`` positions or the memory allowed. Raises UnsolvedError if a position comes back,
    if positions grow for ever, or if the rule fails or leaves something that is not a position.
    """
    value = values.get(state)
    if value is not None:
        return value
    return Trial(Component(game, state)).run(_evaluated, game, state, values, most)


def _evaluated(game: OwnRuleset, state: Any, values: dict[Hashable, int], most: int | None) -> int:
    due = time.monotonic() + NOW_AND_THEN
    limit, options_of = asked().bytes, game.checked_options
    line: dict[Hashable, None] = {state: None}  # the current line of play, in its order
    stack: list[Any] = [[state, options_of(state), set(), None]]
    while stack:
        frame = stack[-1]
        here, options, seen, pending = frame
        unknown: Any = None
        option = pending if pending is not None else next(options, None)
        while option is not None:
            total = 0
            for part in option:
                value = values.get(part)
                if value is None:
                    unknown = (part,)
                    break
                total ^= value
            if unknown is not None:
                break
            seen.add(total)
            option = next(options, None)
        if unknown is None:
            values[here] = mex(seen)
            del line[here]
            stack.pop()
            continue
        frame[3] = option
        part = unknown[0]
        if part in line:
            raise _recurring(game, line, part)
        depth = len(stack)
        if most is not None and len(values) + depth > most:
            raise TooLargeError(say("more than {limit} positions", limit=most))
        if not len(values) & 255 or time.monotonic() > due:  # a rule may take its time
            tick(lambda: Step(say("positions"), len(values)))
            due = time.monotonic() + NOW_AND_THEN
        if BYTES_KNOWN * len(values) + BYTES_OPEN * depth > limit:
            raise TooLargeError(
                say(
                    "{count} positions of this game fill {limit} of memory, and it has more "
                    "(set SPRAGUE_MEMORY to change the limit)",
                    count=len(values) + depth,
                    limit=bytes_text(limit),
                )
            )
        if not depth & 3:
            refuse_growth(game, state, part, depth)
        line[part] = None
        stack.append([part, options_of(part), set(), None])
    return values[state]


def effort(game: OwnRuleset, state: Any, values: dict[Hashable, int]) -> Effort:
    """Returns the effort of :func:`evaluate`: counted if few positions can be reached, else a guess from below."""
    if state in values:
        return MOMENT
    positions, waiting, options = {state}, [state], 0
    begun = thread_seconds()
    while waiting:
        spent = thread_seconds() - begun
        if spent > NOW_AND_THEN:  # a slow rule: its effort is unknown until it runs
            return Effort(100 * len(positions), BYTES_KNOWN * 100 * len(positions), max(1.0, 10 * spent))
        for option in game.checked_options(waiting.pop()):
            options += 1
            for part in option:
                if part not in positions and part not in values:
                    positions.add(part)
                    waiting.append(part)
            if len(positions) >= COUNTED or options >= 20 * COUNTED:
                return Effort(100 * COUNTED, BYTES_KNOWN * 100 * COUNTED, 1.0)
    seconds = max(SECONDS_AN_OPTION * options, thread_seconds() - begun)
    return Effort(len(positions), BYTES_OPEN * len(positions), seconds)


def _recurring(game: OwnRuleset, line: dict[Hashable, None], state: Hashable) -> LoopyError:
    """Returns the error that shows how play comes back to ``state``."""
    places = list(line)
    cycle = [*places[places.index(state) :], state]
    if len(cycle) > SHOWN + 1:
        cycle[SHOWN - 1 : -1] = [...]
    states: list[Message] = [
        say("…") if part is ... else say("{part}", part=shortened(game, part)) for part in cycle
    ]
    return LoopyError(
        say(
            "a position of {game} must not recur, but one does: {cycle} (a game with cycles has no Grundy values "
            "by the definition)",
            game=game.head,
            cycle=join(states, " → "),
        )
    )
