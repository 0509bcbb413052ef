"""What a question may cost, what it will cost, and who hears how far it is: one budget, with one meaning everywhere.

A face puts an :class:`Ask` in force around a question (:func:`asking`); whoever works calls :func:`tick` now and then.
The budget decides when work ends, never what the answer is, so it need not be handed from function to function. What
is kept from one question to the next (tables, a store) is handed down: see
:class:`sprague.model.engine.Engines`.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any, NamedTuple, ParamSpec, TypeVar

from sprague.words.digits import index_of, shown
from sprague.words.errors import BudgetError, RangeError, TooLargeError
from sprague.words.messages import Message, say, short

from .contexts import in_own_context
from .limits import bytes_of, bytes_text, memory_bound, memory_limit
from .locks import call_hook

P = ParamSpec("P")
T = TypeVar("T")

#: What takes no longer than this, in seconds, is reported without being asked for; and what takes no longer once the
#: outcome is known.
MOMENT, AT_HAND = 0.1, 0.5

#: What getting compiled code ready may take, so that nothing is compiled for a question that did not ask for it.
LOADING = 0.6

#: Work of which nobody knows beforehand how long it takes is told after so many seconds of it.
UNTOLD = 0.3

#: Estimates are right within this factor.
WITHIN = 10

#: Seconds between two calls of a progress hook.
EVERY = 0.5

#: More threads than this are a mistake.
MOST_THREADS = 256

_FORM = r"(?a:(\d{1,12}(?:\.\d{1,6})?)\s*(s|sec|min|m|h|d)?)"
_UNITS = {None: 1, "s": 1, "sec": 1, "m": 60, "min": 60, "h": 3600, "d": 86_400}


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
    is refused because of a guess: the work begins, is announced by what is measured of it (:func:`trying`), and stops
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
        left = time_left()
        return self.beyond is None and self.bytes <= asked().bytes and (left is None or self.seconds <= left)

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


class _Under:
    """A budget in force: when it ends, when progress is reported next, and of what."""

    def __init__(self, ask: Ask, clock: Callable[[], float]) -> None:
        self.ask = ask
        self.clock = clock
        self.announce = ask.announce
        #: The bound as it was given, to be named when it is hit.
        self.seconds = 0.0 if ask.seconds is None else float(ask.seconds)
        self.ends = None if ask.seconds is None else clock() + self.seconds
        self.told = time.monotonic()

    def left(self) -> float | None:
        """Seconds until it ends; None where no end was set."""
        return None if self.ends is None else self.ends - self.clock()


class Trial:
    """Work of which nobody can tell beforehand how long it takes, done in one piece or in several: what it is, the
    seconds that it has taken, and after how many it is told next."""

    def __init__(self, what: Any) -> None:
        self.what = what
        self.spent = 0.0
        self.due = UNTOLD


#: What is being tried, and when that would have begun in one piece (of this thread's time).
_TRIAL: ContextVar[tuple[Trial, float] | None] = ContextVar("trial", default=None)

_UNDER: ContextVar[_Under | None] = ContextVar("under", default=None)


@contextmanager
def asking(ask: Ask, clock: Callable[[], float] | None = None) -> Iterator[None]:
    """Have ``ask`` in force. Its seconds begin now, and pass as ``clock`` says (by default that of an outer budget, or
    the wall's); those of an outer budget go on."""
    outer = _UNDER.get()
    if clock is None:
        clock = time.monotonic if outer is None else outer.clock
    under = _Under(ask, clock)
    left = None if outer is None else outer.left()
    if outer is not None and left is not None:
        ends = clock() + left
        if under.ends is None or ends < under.ends:
            under.ends, under.seconds = ends, outer.seconds
    if outer is not None and under.announce is None:
        under.announce = outer.announce
    with _inside(under):
        yield


@contextmanager
def _inside(under: _Under | None) -> Iterator[None]:
    before = _UNDER.get()
    try:  # from the first change on, so that no exception leaves it in force
        _UNDER.set(under)
        with memory_bound(None if under is None or under.ask.memory is None else int(under.ask.memory)):
            yield
    finally:
        _UNDER.set(before)


def resumed() -> Callable[..., Any]:
    """Calls a function with the budget of now in force again: for what is looked for only when it is read.

    >>> with asking(Ask(seconds=60)):
    ...     again = resumed()
    >>> again(asked).seconds
    60.0
    """
    under = _UNDER.get()

    @in_own_context
    def again(function: Callable[..., Any], *given: Any) -> Any:
        with _inside(under):
            return function(*given)

    return again


@contextmanager
def trying(what: Any) -> Iterator[None]:
    """Work on ``what`` of which nobody can tell beforehand how long it takes. It is begun without a word; when a moment
    was not enough, :func:`tick` has it announced, as work that may take ten times as long, and so again at every
    tenfold. Work that is done in pieces is a :class:`Trial`, whose pieces add up.

    >>> told = []
    >>> with asking(Ask(announce=lambda effort, what: told.append((effort.seconds > 1, what)))):
    ...     with trying("a search"):
    ...         begun = time.thread_time()
    ...         while time.thread_time() - begun < 1.2 * UNTOLD:
    ...             tick()
    >>> told
    [(True, 'a search')]
    """
    under = _UNDER.get()
    if under is None or under.announce is None or _TRIAL.get() is not None:
        yield
        return
    trial = what if isinstance(what, Trial) else Trial(what)
    begun = time.thread_time() - trial.spent
    try:
        _TRIAL.set((trial, begun))
        _tell_trial(under)
        yield
    finally:
        _TRIAL.set(None)
        trial.spent = time.thread_time() - begun


def within(seconds: float, function: Callable[P, T], *given: P.args, **choices: P.kwargs) -> T | None:
    """What a function gives; None where it takes longer than so many seconds, or meets a bound in force.

    >>> within(1, sum, [1, 2])
    3
    """
    try:
        with asking(Ask(seconds=seconds)):
            return function(*given, **choices)
    except BudgetError:
        return None


def tried(what: Any, function: Callable[P, T], *given: P.args, **choices: P.kwargs) -> T:
    """What a function gives, called as work on ``what`` that is :func:`trying`.

    >>> tried("a sum", sum, [1, 2])
    3
    """
    with trying(what):
        return function(*given, **choices)


def _tell_trial(under: _Under, step: Callable[[], Step] | None = None) -> None:
    """Announce what is being tried, if it has taken long enough, by what was measured so far."""
    trying_now = _TRIAL.get()
    if trying_now is None or under.announce is None:
        return
    trial, begun = trying_now
    spent = time.thread_time() - begun
    if spent > trial.due:
        trial.due = WITHIN * spent
        far = None if step is None else step()
        effort = Effort(seconds=trial.due, guessed=True)
        if far is not None:
            share = WITHIN if not far.of or not far.done else far.of / far.done
            effort = Effort(
                int(share * far.done), int(share * far.bytes), share * spent, guessed=far.of is None
            )
        call_hook(under.announce, effort, trial.what)


def asked() -> Ask:
    """The budget in force."""
    under = _UNDER.get()
    return Ask() if under is None else under.ask


def time_left() -> float | None:
    """Seconds that are left of the budget in force; None where none were set."""
    under = _UNDER.get()
    return None if under is None else under.left()


def tick(step: Callable[..., Step] | None = None, *given: Any) -> None:
    """Called by whoever works: reports progress, and raises BudgetError when the time that was set is over. ``step`` is
    called with what was ``given``, and only where somebody wants to hear it."""
    under = _UNDER.get()
    if under is None:
        return
    far = None if step is None else lambda: step(*given)
    if under.announce is not None:
        _tell_trial(under, far)
    if under.ends is None and under.ask.progress is None:
        return
    if under.ends is not None and under.clock() > under.ends:
        over = say("the time of {seconds} is over", seconds=seconds_text(under.seconds))
        raise BudgetError(over if far is None else say("{over} at {far}", over=over, far=far().far))
    if step is None or under.ask.progress is None:
        return
    now = time.monotonic()
    if now - under.told >= EVERY:
        under.told = now
        call_hook(under.ask.progress, step(*given))


def require(effort: Effort, what: Any) -> None:
    """Raise TooLargeError, before any work, when ``what`` is out of reach or its effort exceeds the budget in force.
    An effort that is only guessed refuses nothing.

    A bound that a user gave is tried where the estimate leaves hope: a search may need a tenth of the memory, and what
    time allows is reported even where it does not end.
    """
    ask, left, under = asked(), time_left(), _UNDER.get()
    if effort.beyond is not None:
        raise TooLargeError(effort.beyond)
    if effort.guessed:
        return
    slack = WITHIN if ask.memory is not None and not effort.sure else 1
    if effort.bytes > slack * ask.bytes:
        raise TooLargeError(
            say(
                "{what} needs {wanted}; only {present} is available: raise the memory limit to try anyway "
                "(about {values} values, {time})",
                what=_named(what),
                wanted=bytes_text(effort.bytes),
                present=bytes_text(ask.bytes),
                values=effort.values,
                time=seconds_text(effort.seconds),
            )
        )
    if left is not None and effort.seconds > WITHIN**2 * max(left, 0.0):
        raise TooLargeError(
            say(
                "{what} is expected to take about {time}; the bound is {bound}",
                what=_named(what),
                time=seconds_text(effort.seconds),
                bound=seconds_text(0.0 if under is None else under.seconds),
            )
        )
    if under is not None and under.announce is not None:
        call_hook(under.announce, effort, what)


def attempt(effort: Effort, what: Any, function: Callable[P, T], *given: P.args, **choices: P.kwargs) -> T:
    """What a function gives that takes ``effort``: refused where that is known to be too much, and work that is
    :func:`tried` where it is only guessed."""
    require(effort, what)
    return tried(what, function, *given, **choices) if effort.guessed else function(*given, **choices)


def _named(what: Any) -> Any:
    """What an error speaks of: a long position is shortened."""
    return what if isinstance(what, Message) else short(str(what), 80)


def seconds_of(given: float | str) -> float:
    """A time in seconds, given as such or as text; raises RangeError.

    >>> seconds_of("90s"), seconds_of("1.5h"), seconds_of(2)
    (90.0, 5400.0, 2.0)
    """
    if isinstance(given, int | float) and not isinstance(given, bool) and 0 <= given < 1e12:
        return float(given)
    text = shown(given) if type(given) is int else str(given)
    match = re.fullmatch(_FORM, text.strip().lower())
    if match is None:
        raise RangeError(say("expected a time such as 30s, 5min or 2h, got '{text}'", text=text))
    return float(match[1]) * _UNITS[match[2]]


def seconds_text(seconds: float) -> Message:
    """A time for a person, in words.

    >>> print(seconds_text(0.26), seconds_text(90), seconds_text(600), seconds_text(3e7))
    0.26 s 90 s 10 min 347 days
    """
    if seconds < 10:
        return say("{count} s", count=f"{seconds:.2g}")
    if seconds < 120:
        return say("{count} s", count=int(seconds))
    if seconds < 7200:
        return say("{count} min", count=int(seconds) // 60)
    if seconds < 172_800:
        return say("{count} h", count=int(seconds) // 3600)
    return say("{count} days", count=int(seconds) // 86_400)


def checked_threads(threads: int) -> int:
    """A number of threads; RangeError unless it is 1 to 256."""
    count = index_of(threads)
    if count is None or not 1 <= count <= MOST_THREADS:
        got = threads if type(threads) is int else shown(threads)
        raise RangeError(say("expected 1 to {most} threads, got {threads}", most=MOST_THREADS, threads=got))
    return count
