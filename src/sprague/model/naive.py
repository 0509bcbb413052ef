"""The plain definition: the value of a position is the mex of the values of its options.

It is the oracle against which every other engine is tested, and the engine of users' own games.
Values are kept in a table; positions are visited with a stack of our own, so depth is no limit.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sprague.numbers.sums import mex, nim_sum
from sprague.system.ask import Effort, Step, asked, tick, trying
from sprague.system.limits import bytes_text
from sprague.system.locks import alone
from sprague.words.errors import LoopyError, TooLargeError
from sprague.words.messages import say

from .engine import MOMENT, Engine, Engines, Question
from .ruleset import Component, Option, Ruleset

#: Memory of a position whose value is known, and of one that waits for its options (measured, rounded up).
BYTES_KNOWN, BYTES_OPEN = 400, 1800

#: Positions that are looked at to tell how many there are.
FEW = 400

#: A position with more options than this is taken to have infinitely many.
MAX_OPTIONS = 1_000_000


def value(component: Component, known: dict[Component, int], most: int | None = None) -> int:
    """The Grundy value of ``component`` from the definition alone; ``known`` is read and filled.

    Raises TooLargeError beyond ``most`` positions or the memory that may be taken, LoopyError for a game in which a
    position can come back (a loopy game has no Grundy value by this definition).

    >>> from sprague.model.nim import heap
    >>> value(heap(3), {})
    3
    """
    if component in known:
        return known[component]
    limit = asked().bytes
    open_positions = {component}
    stack = [_Frame(component)]
    while stack:
        frame = stack[-1]
        option = frame.pending if frame.pending is not None else next(frame.options, None)
        if option is None:
            known[frame.component] = mex(frame.seen)
            open_positions.discard(frame.component)
            stack.pop()
            continue
        unknown = next((part for part in option if part not in known), None)
        if unknown is None:
            frame.pending = None
            frame.seen.add(nim_sum(map(known.__getitem__, option)))
            continue
        frame.pending = option
        if unknown in open_positions:
            raise LoopyError(say("a position must not recur, but {part} does (a loopy game)", part=unknown))
        if most is not None and len(known) + len(stack) > most:
            raise TooLargeError(say("more than {limit} positions", limit=most))
        if not len(known) % 256:
            tick(lambda: Step(say("positions"), len(known)))
        if BYTES_KNOWN * len(known) + BYTES_OPEN * len(stack) > limit:
            raise TooLargeError(
                say(
                    "{count} positions of this game fill {limit} of memory, and it has more "
                    "(set SPRAGUE_MEMORY to change the limit)",
                    count=len(known) + len(stack),
                    limit=bytes_text(limit),
                )
            )
        open_positions.add(unknown)
        stack.append(_Frame(unknown))
    return known[component]


class _Frame:
    """A position under way: the options still to see, and the values of those seen."""

    __slots__ = ("component", "options", "pending", "seen")

    def __init__(self, component: Component) -> None:
        self.component = component
        self.options = _options(component)
        self.pending: Option | None = None  # an option waiting for the value of one of its components
        self.seen: set[int] = set()


def _options(component: Component) -> Iterator[Option]:
    for count, option in enumerate(component.ruleset.successors(component.state)):
        if count >= MAX_OPTIONS:
            raise TooLargeError(
                say(
                    "expected at most {limit} options of a position, got more from {part}",
                    limit=MAX_OPTIONS,
                    part=component,
                )
            )
        yield option


class NaiveEngine(Engine):
    """The definition with a table that lives as long as the engine."""

    def __init__(self, ruleset: Ruleset, engines: Engines) -> None:
        super().__init__(ruleset, engines)
        self._known: dict[Component, int] = {}

    def effort(self, state: Any, question: Question = "value") -> Effort:
        """Counted where the positions that can be reached are few; else a guess from below."""
        component = Component(self.ruleset, state)
        if component in self._known:
            return MOMENT
        met, options = _reach(component, self._known, FEW)
        if met < FEW:
            return Effort(met, BYTES_OPEN * met, 4e-6 * options)
        return Effort(100 * FEW, BYTES_KNOWN * 100 * FEW, 1.0)

    @alone
    def value(self, state: Any) -> int:
        part = Component(self.ruleset, state)
        with trying(part):
            return value(part, self._known)


def _reach(component: Component, known: dict[Component, int], most: int) -> tuple[int, int]:
    """How many positions can be reached from ``component`` that are not ``known``, and how many options they have;
    counted up to ``most`` positions and twenty times as many options."""
    met, waiting, options = {component}, [component], 0
    while waiting:
        for option in _options(waiting.pop()):
            options += 1
            for part in option:
                if part not in met and part not in known:
                    met.add(part)
                    waiting.append(part)
            if len(met) >= most or options >= 20 * most:
                return most, options
    return len(met), options
