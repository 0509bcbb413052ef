"""What a question may cost, and what it will cost: one budget, which means the same everywhere.

Five doors lead to it:

- :func:`asking` makes a budget of an :class:`Ask`; ``with`` or :meth:`Budget.run` puts it in force.
- :func:`asked` is the budget in force.
- :func:`require` refuses work, before it begins, that the budget in force does not hold.
- :class:`Trial` is work of which nobody knows beforehand how long it takes. It is announced by what was measured of it.
- :func:`tick` is called now and then by whoever works. It reports progress, and ends the work when the time is over.

The budget decides when work ends, never what the answer is, so it need not be handed from function to function. What
is kept from one question to the next (tables, a store) is handed down: see :class:`sprague.model.engine.Engines`.

An exception may strike at any moment: Ctrl-C, no memory. Between the step that puts a budget in force and the block
behind it, ``with`` would leave it in force. What users call therefore uses :meth:`Budget.run`, which leaves nothing.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from contextvars import ContextVar
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple, ParamSpec, TypeVar

from sprague.words.errors import BudgetError, TooLargeError
from sprague.words.messages import Message, say, short

from .contexts import run_with
from .limits import bytes_of, bytes_text, memory_limit, seconds_of, seconds_text
from .locks import call_hook

P = ParamSpec("P")
T = TypeVar("T")

#: Seconds of three kinds. ``MOMENT``: work that is done unasked, perhaps many times for one question; work of unknown
#: length is announced after it. ``AT_HAND``: work that is done unasked once the outcome is known. ``LOADING``: what it
#: takes to get compiled code ready, more than ``AT_HAND``, so that nothing is compiled unasked.
MOMENT, AT_HAND, LOADING = 0.1, 0.5, 0.6

#: Estimates are right within this factor.
WITHIN = 10

#: Seconds between two calls of a progress hook.
EVERY = 0.5


class Step(NamedTuple):
    """How far a piece of work is: ``done`` of ``of`` (None where nobody knows), ``what`` being counted; ``left``:
    about how many seconds still, None where nobody knows; ``bytes``: the memory that it has taken, where that grows.

    >>> print(Step(say("heaps"), 300, 1000).far, Step(say("positions"), 300).far)
    300 of 1000 heaps 300 positions
    """

    what: Message
    done: int
    of: int | None = None
    left: float | None = None
    bytes: int = 0

    @property
    def far(self) -> Message:
        """How far it is, with the numbers."""
        if self.of is None:
            return say("{done} {what}", done=self.done, what=self.what)
        return say("{done} of {of} {what}", done=self.done, of=self.of, what=self.what)


@dataclass(frozen=True)
class Ask:
    """What a question may cost.

    ``memory``: bytes, or a text such as "8GB" (None: half of the machine's, or ``SPRAGUE_MEMORY``). ``seconds`` of wall
    time: a number, or a text such as "30s", "5min" (None: as long as it takes). ``progress`` is called with a
    :class:`Step` about twice a second; an exception that it raises ends the work. ``announce`` is called before work
    that nothing refuses, with its :class:`Effort` and what it is for.

    >>> Ask(memory="1GB", seconds="2min").seconds
    120.0
    >>> Ask(seconds="soon")
    Traceback (most recent call last):
    ...
    sprague.words.errors.RangeError: expected a time such as 30s, 5min or 2h, got 'soon'
    """

    memory: int | str | None = None
    seconds: float | str | None = None
    progress: Callable[[Step], None] | None = None
    announce: Callable[[Effort, Any], None] | None = None

    def __post_init__(self) -> None:
        if self.memory is not None:
            object.__setattr__(self, "memory", bytes_of(self.memory, "memory"))
        if self.seconds is not None:
            object.__setattr__(self, "seconds", seconds_of(self.seconds))

    @property
    def bytes(self) -> int:
        """The bytes that may be taken."""
        return memory_limit() if self.memory is None else int(self.memory)


class Effort(NamedTuple):
    """What an answer will take, each figure right within a factor of ten: values met on the way, bytes of memory,
    seconds on the machine of the documentation's measurements. ``sure``: the memory is known exactly. ``beyond``: why
    no budget is enough; the figures then say how far it would be, where that is known.

    ``guessed``: the figures do not follow from the structure of the position, and may be wrong by any factor. Nothing
    is refused because of a guess: the work begins, is announced by what is measured of it (:class:`Trial`), and stops
    at the bounds.

    >>> Effort(values=34).moment, Effort(values=10**9, seconds=600.0).moment
    (True, False)
    """

    values: int = 1
    bytes: int = 0
    seconds: float = 0.0
    sure: bool = False
    beyond: Message | None = None
    guessed: bool = False

    @property
    def moment(self) -> bool:
        """Whether it takes a moment at most, so that it is done without being asked for."""
        return self.beyond is None and self.seconds <= MOMENT

    @property
    def at_hand(self) -> bool:
        """Whether it takes little enough to be done where the outcome alone was asked for."""
        return self.beyond is None and self.seconds <= AT_HAND

    @property
    def affordable(self) -> bool:
        """Whether the budget in force is expected to hold it."""
        budget = asked()
        left = budget.left
        return self.beyond is None and self.bytes <= budget.bytes and (left is None or self.seconds <= left)

    def __add__(self, other: Effort) -> Effort:  # type: ignore[override]
        """The effort of both, one after the other, their memory kept."""
        return Effort(
            self.values + other.values,
            self.bytes + other.bytes,
            self.seconds + other.seconds,
            self.sure and other.sure,
            self.beyond or other.beyond,
            self.guessed or other.guessed,
        )


class Budget:
    """An :class:`Ask` with its seconds counted. Where a bound or ``announce`` is not set, that of ``outer`` holds."""

    def __init__(
        self, ask: Ask, clock: Callable[[], float] | None = None, outer: Budget | None = None
    ) -> None:
        self.outer = outer
        self.memory = None if ask.memory is None else int(ask.memory)
        self.progress, self.announce = ask.progress, ask.announce
        self.clock: Callable[[], float] = clock or (time.monotonic if outer is None else outer.clock)
        #: The seconds that were set, to be named when they are over.
        self.seconds = None if ask.seconds is None else float(ask.seconds)
        self.ends = None if self.seconds is None else self.clock() + self.seconds
        self.reported = time.monotonic()
        if outer is not None:
            if self.memory is None:
                self.memory = outer.memory
            if self.announce is None:
                self.announce = outer.announce
            left = outer.left
            if left is not None and (self.seconds is None or left < self.seconds):
                self.ends, self.seconds = self.clock() + left, outer.seconds

    @property
    def bytes(self) -> int:
        """The bytes that may be taken."""
        return memory_limit() if self.memory is None else self.memory

    @property
    def left(self) -> float | None:
        """The seconds that are left; None where no end was set."""
        return None if self.ends is None else self.ends - self.clock()

    @property
    def bounded(self) -> bool:
        """Whether somebody set a bound of time or memory."""
        return self.ends is not None or self.memory is not None

    def part(self, share: float, otherwise: float | None = None) -> Budget:
        """A budget of a ``share`` of the seconds that are left; where no end was set, of ``otherwise`` seconds."""
        left = self.left
        return Budget(Ask(seconds=otherwise if left is None else max(0.0, share * left)), outer=self)

    def run(self, function: Callable[P, T], /, *given: P.args, **choices: P.kwargs) -> T:
        """Call a function with this budget in force. However the call ends, what was in force before is in force
        again. A budget may be run again, for what is looked for only when it is read.

        >>> budget = asking(Ask(memory="1MB", seconds=60))
        >>> budget.run(lambda: asked().bytes), asked().left
        (1048576, None)
        """
        return run_with(_IN_FORCE, self, function, *given, **choices)

    def __enter__(self) -> None:
        _IN_FORCE.set(self)

    def __exit__(self, *_: object) -> None:
        _IN_FORCE.set(self.outer or _UNLIMITED)


_UNLIMITED = Budget(Ask())

_IN_FORCE: ContextVar[Budget] = ContextVar("budget", default=_UNLIMITED)


def asked() -> Budget:
    """The budget in force."""
    return _IN_FORCE.get()


def asking(ask: Ask, clock: Callable[[], float] | None = None) -> Budget:
    """A budget, which ``with`` or :meth:`Budget.run` puts in force. Its seconds begin now, and pass as ``clock`` says
    (by default that of the budget in force, or the wall's). It has no more time than is left of the budget in force."""
    return Budget(ask, clock, asked())


class Trial:
    """Work on ``what`` of which nobody knows beforehand how long it takes. It begins unannounced. When it
    took longer than a moment, :func:`tick` announces it as work that may take ten times as long, and so again at every
    tenfold. What is done in pieces with one trial adds up. A trial within another is part of that one.

    Where an ``effort`` is given, it is required first (:func:`require`). Unless it is guessed, that has announced it.

    >>> announced = []
    >>> with asking(Ask(announce=lambda effort, what: announced.append((effort.seconds > 1, what)))):
    ...     with Trial("a search"):
    ...         begun = time.thread_time()
    ...         while time.thread_time() - begun < 1.2 * MOMENT:
    ...             tick()
    >>> announced
    [(True, 'a search')]
    """

    def __init__(self, what: Any, effort: Effort | None = None) -> None:
        self.what, self.effort = what, effort
        #: Seconds of this thread's time that its pieces took, and after how many it is announced next.
        self.spent, self.due = 0.0, MOMENT

    def __enter__(self) -> None:
        if self.effort is not None:
            require(self.effort, self.what)
        self._outer = _TRIAL.get()
        self._begun = time.thread_time() - self.spent
        announce = asked().announce
        if (
            announce is None
            or self._outer is not None
            or (self.effort is not None and not self.effort.guessed)
        ):
            return
        _TRIAL.set(self)
        self.tell(announce)

    def __exit__(self, *_: object) -> None:
        _TRIAL.set(self._outer)
        self.spent = time.thread_time() - self._begun

    def run(self, function: Callable[P, T], /, *given: P.args, **choices: P.kwargs) -> T:
        """Call a function as a piece of this work."""
        with self:
            return function(*given, **choices)

    def tell(self, announce: Callable[[Effort, Any], None], step: Callable[[], Step] | None = None) -> None:
        """Announce the work by what was measured of it so far, if that is due."""
        spent = time.thread_time() - self._begun
        if spent <= self.due:
            return
        self.due = WITHIN * spent
        effort = Effort(seconds=self.due, guessed=True)
        if step is not None:
            far = step()
            share = far.of / far.done if far.of and far.done else WITHIN
            effort = Effort(
                int(share * far.done), int(share * far.bytes), share * spent, guessed=far.of is None
            )
        call_hook(announce, effort, self.what)


_TRIAL: ContextVar[Trial | None] = ContextVar("trial", default=None)


def tick(step: Callable[..., Step] | None = None, *given: Any) -> None:
    """Called now and then by whoever works: reports progress, and raises BudgetError when the time is over. ``step`` is
    called with what was ``given``, and only where somebody wants to hear it."""
    budget = asked()
    if budget.announce is not None and (trial := _TRIAL.get()) is not None:
        trial.tell(budget.announce, None if step is None else partial(step, *given))
    if budget.ends is not None and budget.clock() > budget.ends:
        over = say("the time of {seconds} is over", seconds=seconds_text(budget.seconds or 0.0))
        raise BudgetError(over if step is None else say("{over} at {far}", over=over, far=step(*given).far))
    if step is None or budget.progress is None:
        return
    now = time.monotonic()
    if now - budget.reported >= EVERY:
        budget.reported = now
        call_hook(budget.progress, step(*given))


def require(effort: Effort, what: Any) -> None:
    """Raise TooLargeError, before any work, when ``what`` is out of reach or its effort exceeds the budget in force.
    A guessed effort refuses nothing.

    A bound that a user gave leaves room for the estimate to be wrong: a search may need a tenth of the memory, and what
    the time allows is reported even where the search does not end.
    """
    if effort.beyond is not None:
        raise TooLargeError(effort.beyond)
    if effort.guessed:
        return
    budget = asked()
    slack = WITHIN if budget.memory is not None and not effort.sure else 1
    if effort.bytes > slack * budget.bytes:
        raise TooLargeError(_too_large(effort, what, budget.bytes))
    left = budget.left
    if left is not None and effort.seconds > WITHIN**2 * max(left, 0.0):
        raise TooLargeError(
            say(
                "{what} is expected to take about {time}; the bound is {bound}",
                what=_named(what),
                time=seconds_text(effort.seconds),
                bound=seconds_text(budget.seconds or 0.0),
            )
        )
    if budget.announce is not None:
        call_hook(budget.announce, effort, what)


def _too_large(effort: Effort, what: Any, limit: int) -> Message:
    """Why the memory does not hold ``what``."""
    if not effort.seconds:  # only the memory was told
        return say(
            "{what} needs {needed} of memory; the limit is {limit} (--memory or SPRAGUE_MEMORY changes it)",
            what=_named(what),
            needed=bytes_text(effort.bytes),
            limit=bytes_text(limit),
        )
    return say(
        "{what} needs {wanted}; only {present} is available: raise the memory limit to try anyway "
        "(about {values} values, {time})",
        what=_named(what),
        wanted=bytes_text(effort.bytes),
        present=bytes_text(limit),
        values=effort.values,
        time=seconds_text(effort.seconds),
    )


def _named(what: Any) -> Any:
    """What an error speaks of: a long position is shortened."""
    return what if isinstance(what, Message) else short(str(what), 80)
