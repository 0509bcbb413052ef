"""Budgets, which bound the cost of a question, and estimates of that cost.

Five functions and classes use a budget:

- :func:`asking` makes a budget of an :class:`Ask`; ``with`` or :meth:`Budget.run` puts it in force.
- :func:`asked` returns the budget in force.
- :func:`require` refuses work that exceeds the budget in force, before the work begins.
- :class:`Trial` is work of unknown length. Measurements of its beginning announce it.
- :func:`tick` must be called now and then during work. It reports progress, and ends the work when the time is over.

The budget decides when work ends, never what the answer is, so functions need not pass it on. Objects that outlive a
question (tables, a store) are passed on: see :class:`sprague.model.engine.Engines`.

An exception may strike at any moment: Ctrl-C, no memory. If it strikes between the step that puts a budget in force and
the block of ``with``, the budget stays in force. Public functions therefore use :meth:`Budget.run`, which never leaves
a budget in force.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from contextvars import ContextVar
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple, ParamSpec, TypeVar

from sprague.words.digits import shown
from sprague.words.errors import BudgetError, RangeError, TooLargeError
from sprague.words.messages import Message, say, short

from .clock import thread_seconds
from .contexts import run_with
from .limits import bytes_of, bytes_text, checked_threads, memory_limit, seconds_of, seconds_text
from .locks import call_hook

P = ParamSpec("P")
T = TypeVar("T")

#: Seconds of two kinds. ``MOMENT``: work that is done unasked, perhaps many times for one question; work of unknown
#: length is announced after it. ``AT_HAND``: work that is done unasked once the outcome is known.
MOMENT, AT_HAND = 0.1, 0.5

#: Estimates are right within this factor.
WITHIN = 10

#: Seconds between two calls of a progress hook.
EVERY = 0.5


class Step(NamedTuple):
    """The progress of a piece of work: ``done`` of ``of`` (None if unknown), where ``what`` names the things counted.
    ``left`` estimates the number of seconds still needed (None if unknown). ``bytes`` is the memory taken, if it grows.

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
        """Says in numbers how far the work is."""
        if self.of is None:
            return say("{done} {what}", done=self.done, what=self.what)
        return say("{done} of {of} {what}", done=self.done, of=self.of, what=self.what)


@dataclass(frozen=True)
class Ask:
    """The bounds of a question, and its hooks.

    ``memory`` is in bytes, or a text such as "8GB" (None: half of the machine's memory, or ``SPRAGUE_MEMORY``).
    ``seconds`` of wall time is a number, or a text such as "30s", "5min" (None: no bound). ``progress`` is called with
    a :class:`Step` about twice a second; an exception that it raises ends the work. ``announce`` is called before long
    work that is not refused, with its :class:`Effort` and its purpose. ``threads`` (None: one) is the number of threads
    that may share the work on long runs of values; it does not change the values.

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
    threads: int | None = None

    def __post_init__(self) -> None:
        if self.threads is not None:
            checked_threads(self.threads)
        if self.memory is not None:
            object.__setattr__(self, "memory", bytes_of(self.memory, "memory"))
        if self.seconds is not None:
            object.__setattr__(self, "seconds", seconds_of(self.seconds))
        if self.progress is not None and not callable(self.progress):
            raise RangeError(
                say("expected a function that is told the progress, got {got}", got=shown(self.progress))
            )

    @property
    def bytes(self) -> int:
        """The number of bytes that the work may take."""
        return memory_limit() if self.memory is None else int(self.memory)


class Effort(NamedTuple):
    """An estimate of the work for an answer, within a factor of ten: the number of values, the bytes of memory, and the
    seconds on the machine of the documentation's measurements. ``sure`` says that the memory is known exactly.
    ``beyond`` says why no budget is enough; then the figures give the size of the work, if it is known.

    ``guessed`` says that the figures do not follow from the structure of the position, and may be wrong by any factor.
    A guess is no reason to refuse work: the work begins, is announced by measurements of its beginning
    (:class:`Trial`), and stops at the bounds. ``on_demand`` says that nothing else needs this work, however short it
    is: it is done only for a user who asks for the value.

    >>> Effort(values=34).moment, Effort(values=10**9, seconds=600.0).moment
    (True, False)
    """

    values: int = 1
    bytes: int = 0
    seconds: float = 0.0
    sure: bool = False
    beyond: Message | None = None
    guessed: bool = False
    on_demand: bool = False

    @property
    def moment(self) -> bool:
        """Whether the work takes only a moment, so that it is done even if the question does not need it."""
        return self.beyond is None and self.seconds <= MOMENT and not self.on_demand

    @property
    def at_hand(self) -> bool:
        """Whether the work is short enough to be done even if only the outcome was asked for."""
        return self.beyond is None and self.seconds <= AT_HAND and not self.on_demand

    @property
    def affordable(self) -> bool:
        """Whether the work should fit into the budget in force."""
        budget = asked()
        remaining = budget.left
        return (
            self.beyond is None
            and self.bytes <= budget.bytes
            and (remaining is None or self.seconds <= remaining)
        )

    def __add__(self, other: Effort) -> Effort:  # type: ignore[override]
        """Returns the effort of both, one after the other, if the memory of both is kept."""
        return Effort(
            self.values + other.values,
            self.bytes + other.bytes,
            self.seconds + other.seconds,
            self.sure and other.sure,
            self.beyond or other.beyond,
            self.guessed or other.guessed,
            self.on_demand or other.on_demand,
        )


class Budget:
    """An :class:`Ask` whose seconds are being counted. If it sets no bound or no ``announce``, that of ``outer``
    holds."""

    def __init__(
        self, ask: Ask, clock: Callable[[], float] | None = None, outer: Budget | None = None
    ) -> None:
        self.outer = outer
        self.memory = None if ask.memory is None else int(ask.memory)
        self.progress, self.announce = ask.progress, ask.announce
        self.threads: int = ask.threads or (1 if outer is None else outer.threads)
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
            remaining = outer.left
            if remaining is not None and (self.seconds is None or remaining < self.seconds):
                self.ends, self.seconds = self.clock() + remaining, outer.seconds

    @property
    def bytes(self) -> int:
        """The number of bytes that the work may take."""
        return memory_limit() if self.memory is None else self.memory

    @property
    def left(self) -> float | None:
        """Returns the seconds that remain, or None if there is no bound of time."""
        return None if self.ends is None else self.ends - self.clock()

    @property
    def over(self) -> bool:
        """Whether the time is over."""
        return self.ended is not None

    @property
    def ended(self) -> Budget | None:
        """The budget whose time is over: this budget, or an outer budget that another clock measures."""
        if self.ends is not None and self.clock() > self.ends:
            return self
        outer = self.outer
        return None if outer is None or outer.clock is self.clock else outer.ended

    @property
    def bounded(self) -> bool:
        """Returns whether there is a bound of time or memory."""
        return self.ends is not None or self.memory is not None

    def at_least(self, seconds: float, share: float = 0.1) -> float:
        """Returns the seconds that a part of the work may take: ``seconds`` if nobody set a bound, and a ``share`` of
        those that remain if this is more.

        >>> asking(Ask(seconds=60)).at_least(2.0) > 5.9
        True
        >>> asking(Ask()).at_least(2.0)
        2.0
        """
        return seconds if self.left is None else max(seconds, share * self.left)

    def part(self, share: float, otherwise: float | None = None) -> Budget:
        """Returns a budget of a ``share`` of the remaining seconds, or of ``otherwise`` seconds if there is no
        bound."""
        remaining = self.left
        return Budget(
            Ask(seconds=otherwise if remaining is None else max(0.0, share * remaining)), outer=self
        )

    def run(self, function: Callable[P, T], /, *arguments: P.args, **choices: P.kwargs) -> T:
        """Calls a function with this budget in force. However the call ends, the previous budget is in force
        afterwards. A budget may be used several times, for results that are computed only when they are read.

        >>> budget = asking(Ask(memory="1MB", seconds=60))
        >>> budget.run(lambda: asked().bytes), asked().left
        (1048576, None)
        """
        return run_with(_IN_FORCE, self, function, *arguments, **choices)

    def __enter__(self) -> None:
        _IN_FORCE.set(self)

    def __exit__(self, *_: object) -> None:
        _IN_FORCE.set(self.outer or _UNLIMITED)


_UNLIMITED = Budget(Ask())

_IN_FORCE: ContextVar[Budget] = ContextVar("budget", default=_UNLIMITED)


def asked() -> Budget:
    """Returns the budget in force."""
    return _IN_FORCE.get()


def question() -> Budget | None:
    """Returns the outermost budget in force, which each question has for itself; None outside of any question."""
    budget = asked()
    while budget.outer is not None and budget.outer is not _UNLIMITED:
        budget = budget.outer
    return None if budget is _UNLIMITED else budget


def asking(ask: Ask, clock: Callable[[], float] | None = None) -> Budget:
    """Makes a budget, which ``with`` or :meth:`Budget.run` puts in force. Its seconds begin now and are measured by
    ``clock`` (by default the clock of the budget in force, or wall time). It never has more time than remains of the
    budget in force."""
    return Budget(ask, clock, asked())


class Trial:
    """Work on ``what`` whose length is unknown. It begins unannounced. When it has taken longer than a moment,
    :func:`tick` announces it as work that may take ten times as long, and again each time the duration has grown
    tenfold. The pieces of work in one trial add up. A trial within another is part of that one.

    If an ``effort`` is given, it is first passed to :func:`require`, which announces it unless it is guessed.

    >>> announced = []
    >>> with asking(Ask(announce=lambda effort, what: announced.append((effort.seconds > 1, what)))):
    ...     with Trial("a search"):
    ...         begun = thread_seconds()
    ...         while thread_seconds() - begun < 1.2 * MOMENT:
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
        self._begun = thread_seconds() - self.spent
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
        self.spent = thread_seconds() - self._begun

    def run(self, function: Callable[P, T], /, *arguments: P.args, **choices: P.kwargs) -> T:
        """Calls a function as a piece of this work."""
        with self:
            return function(*arguments, **choices)

    def tell(self, announce: Callable[[Effort, Any], None], step: Callable[[], Step] | None = None) -> None:
        """Announces the work with the measurements so far, if an announcement is due."""
        spent = thread_seconds() - self._begun
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


class Guests:
    """Counts the current calls of functions that are not ours, and that never call :func:`tick`."""

    under_way = 0

    def __enter__(self) -> None:
        self.under_way += 1

    def __exit__(self, *_: object) -> None:
        self.under_way -= 1


#: The rules of users that are being asked for options.
GUESTS = Guests()

_TRIAL: ContextVar[Trial | None] = ContextVar("trial", default=None)


def tick(step: Callable[..., Step] | None = None, *arguments: Any) -> None:
    """Reports progress, and raises BudgetError when the time is over. Long work must call it now and then. It calls
    ``step`` with the ``arguments``, but only if there is a progress hook."""
    budget = asked()
    if budget.announce is not None and (trial := _TRIAL.get()) is not None:
        trial.tell(budget.announce, None if step is None else partial(step, *arguments))
    if (ended := budget.ended) is not None:
        end = say("the time of {seconds} is over", seconds=seconds_text(ended.seconds or 0.0))
        raise BudgetError(end if step is None else say("{over} at {far}", over=end, far=step(*arguments).far))
    if step is None or budget.progress is None:
        return
    now = time.monotonic()
    if now - budget.reported >= EVERY:
        budget.reported = now
        call_hook(budget.progress, step(*arguments))


def require(effort: Effort, what: Any) -> None:
    """Raises TooLargeError, before any work, if ``what`` is out of reach or its effort exceeds the budget in force.
    A guessed effort is never refused.

    A bound that the user gave leaves room for a wrong estimate: a search may need only a tenth of the memory, and a
    search that does not end in time still reports its results so far.
    """
    if effort.beyond is not None:
        raise TooLargeError(effort.beyond)
    if effort.guessed:
        return
    budget = asked()
    slack = WITHIN if budget.memory is not None and not effort.sure else 1
    if effort.bytes > slack * budget.bytes:
        raise TooLargeError(_too_large(effort, what, budget.bytes))
    remaining = budget.left
    if remaining is not None and effort.seconds > WITHIN**2 * max(remaining, 0.0):
        bound = budget.seconds or 0.0
        if effort.seconds <= bound:  # it would fit if earlier work had not taken the time
            raise BudgetError(say("the time of {seconds} is over", seconds=seconds_text(bound)))
        raise TooLargeError(
            say(
                "{what} is expected to take about {time}; the bound is {bound}",
                what=_named(what),
                time=seconds_text(effort.seconds),
                bound=seconds_text(bound),
            )
        )
    if budget.announce is not None:
        call_hook(budget.announce, effort, what)


def _too_large(effort: Effort, what: Any, limit: int) -> Message:
    """Says why the memory does not suffice for ``what``."""
    if not effort.seconds:  # only the memory is known
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
    """Returns the name of the work in an error; it shortens a long position."""
    return what if isinstance(what, Message) else short(str(what), 80)
