"""The plain definition on states of any kind: the value of a state is the mex of the values of its options.

A table keeps the values. States are visited with an explicit stack, so the depth has no limit. The work stops at the
bounds of the question.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable, Iterable, Iterator
from functools import reduce
from itertools import count
from operator import xor
from typing import Generic, TypeVar

from sprague.system.ask import Step, asked, tick
from sprague.system.limits import bytes_text
from sprague.words.errors import BudgetError, LoopyError, TooLargeError
from sprague.words.messages import say

State = TypeVar("State", bound=Hashable)

#: The memory of a position whose value is known, and of one that waits for its options (measured, rounded up).
BYTES_KNOWN, BYTES_OPEN = 400, 1800

#: The seconds between two checks of the question's time.
NOW_AND_THEN = 0.05


def value(
    start: State,
    options: Callable[[State], Iterable[tuple[State, ...]]],
    values: dict[State, int],
    most: int | None = None,
) -> int:
    """Returns the Grundy value of ``start``, and reads and fills ``values``. ``options`` returns the options of a
    state, each as the states of which it is the sum.

    Raises TooLargeError beyond ``most`` states, BudgetError at the bounds of time and memory in force, and LoopyError
    if a state comes back.

    >>> value(7, lambda n: ((n - k,) for k in (1, 2) if k <= n), {})
    1
    """
    if start in values:
        return values[start]
    limit = asked().bytes
    line = {start}
    stack = [_Frame(start, iter(options(start)))]
    due = 0.0
    while stack:
        frame = stack[-1]
        option = frame.pending if frame.pending is not None else next(frame.options, None)
        if option is None:
            values[frame.state] = next(n for n in count() if n not in frame.seen)
            line.discard(frame.state)
            stack.pop()
            continue
        unknown = next((part for part in option if part not in values), None)
        if unknown is None:
            frame.pending = None
            frame.seen.add(reduce(xor, map(values.__getitem__, option), 0))
            continue
        frame.pending = option
        if unknown in line:
            raise LoopyError(say("a position must not recur, but {part} does (a loopy game)", part=unknown))
        if most is not None and len(values) + len(stack) > most:
            raise TooLargeError(say("more than {limit} positions", limit=most))
        size = BYTES_KNOWN * len(values) + BYTES_OPEN * len(stack)
        if time.monotonic() > due:
            due = time.monotonic() + NOW_AND_THEN
            tick(lambda size: Step(say("positions"), len(values), bytes=size), size)
        if size > limit:
            raise BudgetError(
                say(
                    "{count} positions of this game fill {limit} of memory, and it has more "
                    "(set SPRAGUE_MEMORY to change the limit)",
                    count=len(values) + len(stack),
                    limit=bytes_text(limit),
                )
            )
        line.add(unknown)
        stack.append(_Frame(unknown, iter(options(unknown))))
    return values[start]


class _Frame(Generic[State]):
    """A state in progress: the options still to visit, and the values of those visited."""

    __slots__ = ("options", "pending", "seen", "state")

    def __init__(self, state: State, options: Iterator[tuple[State, ...]]) -> None:
        self.state = state
        self.options = options
        self.pending: tuple[State, ...] | None = None  # an option waiting for the value of one of its parts
        self.seen: set[int] = set()
