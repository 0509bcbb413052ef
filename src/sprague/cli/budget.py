"""The options that bound a question, and the messages on stderr while it is being answered."""

from __future__ import annotations

import functools
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any, NamedTuple

import click

from sprague.system.ask import GUESTS, Ask, Step, asked, asking, tick
from sprague.system.limits import process_within, seconds_of, seconds_text
from sprague.words.errors import BudgetError
from sprague.words.messages import Message, say, short
from sprague.workbench.position import Answer, Position, answer
from sprague.workbench.registry import engine

from .common import cores, threads_option

#: The seconds between two lines if stderr is not a terminal; on a terminal one line changes.
EVERY = 10.0

#: Questions that are expected to take more seconds get all cores.
LONG = 2.0

#: The seconds between two looks at whether a user's rule may go on.
ALARM = 0.5

#: The folder of this package: what runs there asks for itself, and is not interrupted.
_OURS = os.path.dirname(os.path.dirname(__file__)) + os.sep


class Budget(NamedTuple):
    """The bounds, the store and the cluster given to a command."""

    memory: str | None
    seconds: str | None
    threads: int | None
    store: str | None
    progress: bool

    @property
    def chosen(self) -> bool:
        """Whether the command needs a session with its own tables."""
        return any(each is not None for each in (self.memory, self.threads, self.store))

    @contextmanager
    def bound(self, subject: object, then: Message | None = None) -> Iterator[None]:
        """Sets the bounds and reports progress during work on ``subject``. When the work exceeds a bound, the error
        names the ``subject`` and says with ``then`` what the user can do."""
        with (
            line(self.progress) as report,
            asking(Ask(self.memory, self.seconds, progress=report, threads=self.threads)),
            naming(subject, then),
        ):
            yield

    @contextmanager
    def session(self, position: Position | None) -> Iterator[Callable[..., Answer]]:
        """Yields the function that answers questions about ``position`` (None: about many small ones) and its options.

        For a single position the given time covers all of its questions together; for many small positions it covers
        each by itself.
        """
        if position is None:
            ask = Ask(memory=self.memory, seconds=self.seconds)
            if not self.chosen:
                yield functools.partial(_each, answer, ask)
                return
        elif not self.chosen and not self._is_long(position):
            with self.bound(position):
                yield answer
            return
        from sprague.workbench.solver import Solver

        loud = position is not None and (self.progress or self.chosen or sys.stderr.isatty())
        with (
            interruptible(self.store, _searched(position)),
            line(self.progress) as report,
            Solver(
                self.store,
                self.memory,
                cores() if self.threads is None else self.threads,
                progress=report,
                announce=announce if loud else None,
            ) as solver,
        ):
            if position is None:
                yield functools.partial(_each, solver.solve, ask)
                return
            with asking(Ask(memory=self.memory, seconds=self.seconds, progress=report)), naming(position):
                yield solver.solve

    def _is_long(self, position: Position) -> bool:
        """Whether a question about ``position`` is expected to take long. A rule that has not listed the options of
        one position by then will be asked again, within the bounds of the question."""
        if position.misere:
            return False
        most = LONG / 2 if self.seconds is None else min(LONG / 2, seconds_of(self.seconds))
        try:
            with asking(Ask(self.memory, most)):
                return any(
                    engine(part.ruleset).effort(part.state).seconds > LONG
                    for part in set(position.components)
                )
        except BudgetError:
            return False


def _each(solve: Callable[..., Answer], ask: Ask, position: Position, **questions: Any) -> Answer:
    """Returns the answer about one of many positions. The bounds apply to this position alone."""
    with asking(ask), naming(position):
        return solve(position, **questions)


@contextmanager
def naming(subject: object, then: Message | None = None) -> Iterator[None]:
    """Names the ``subject`` in the error if the work exceeds a bound before it has any result."""
    try:
        yield
    except BudgetError as error:
        work = short(str(subject), 80)
        if then is not None:
            message = say("{what}: {why}; {then}", what=work, why=error.message, then=then)
        elif error.known:
            message = say("{what}: {why}", what=work, why=error.message)
        else:
            message = say("{what}: {why}, and nothing is known yet", what=work, why=error.message)
        raise BudgetError(message, known=error.known) from None


def ticking(subject: Message) -> Callable[[int, int], None]:
    """Returns a hook (done, of) for work that counts ``subject``. The hook reports progress, and ends the work at a
    bound."""
    return lambda done, of: tick(lambda: Step(subject, done, of))


def bound_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Adds the bounds of time and memory, as ``budget``, to a command that searches no boards."""

    @_bounds
    @functools.wraps(command)
    def bounded(*words: Any, memory: str | None, seconds: str | None, progress: bool, **options: Any) -> Any:
        budget = Budget(memory, seconds, None, None, progress)
        with process_within(Ask(memory=budget.memory).bytes), _alarm():
            return command(*words, budget=budget, **options)

    return bounded


def _bounds(command: Callable[..., Any]) -> Callable[..., Any]:
    for declare in (
        click.option("--progress", is_flag=True, help="Report progress even when stderr is not a terminal."),
        click.option(
            "--memory",
            metavar="SIZE",
            help="Use at most SIZE of memory, such as 8GB; by default half of the machine's.",
        ),
        click.option(
            "--time", "seconds", metavar="TIME", help="Stop after 90s, 10min, 2h with what is known by then."
        ),
    ):
        command = declare(command)
    return command


def budget_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Adds all the options, with their values as ``budget``, to a command about positions."""

    @_bounds
    @threads_option
    @click.option("--store", metavar="FILE", help="Keep the values of a search in FILE, and start from them.")
    @functools.wraps(command)
    def bounded(
        *words: Any,
        memory: str | None,
        seconds: str | None,
        threads: int | None,
        store: str | None,
        progress: bool,
        **options: Any,
    ) -> Any:
        budget = Budget(memory, seconds, threads, store, progress)
        with process_within(Ask(memory=budget.memory).bytes), _alarm():
            return command(*words, budget=budget, **options)

    return bounded


@contextmanager
def _alarm() -> Iterator[None]:
    """Ends the call of a user's rule when the time is over, since such a rule never checks the time."""
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return

    def ring(_: int, frame: FrameType | None) -> None:
        if GUESTS.under_way and asked().over and frame and not frame.f_code.co_filename.startswith(_OURS):
            tick()

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, ALARM, ALARM)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def announce(message: Message) -> None:
    """Prints ``message`` on stderr before long work begins."""
    click.echo(str(message), err=True)


def _searched(position: Position | None) -> bool:
    """Returns whether any part of ``position`` needs a search whose values a store keeps (None: perhaps)."""
    return position is None or any(engine(part.ruleset).stored for part in position.components)


@contextmanager
def interruptible(store: str | None, searched: bool) -> Iterator[None]:
    """Says what Ctrl-C keeps of a search: all values found, if there is a store that can keep them (``searched``)."""
    try:
        yield
    except KeyboardInterrupt:
        if not searched:
            text = say("interrupted")
        elif store is None:
            text = say("interrupted; with --store FILE the same command would go on where it stopped")
        else:
            text = say(
                "interrupted; what was found is in {store}: the same command goes on from there", store=store
            )
        click.echo(("\n" if sys.stderr.isatty() else "") + str(text), err=True)
        raise


@contextmanager
def line(loud: bool = False) -> Iterator[Callable[[Step], None] | None]:
    """Yields a hook that reports on stderr, after a second, how far long work has come and how long it may still take.
    On a terminal it rewrites one line; elsewhere (if ``loud``) it prints a new line now and then."""
    terminal = sys.stderr.isatty()
    if not terminal and not loud:
        yield None
        return
    begun = last = time.monotonic()
    printed = False

    def show(step: Step) -> None:
        nonlocal last, printed
        now = time.monotonic()
        if now - begun < 1 or (not terminal and now - last < EVERY):
            return
        last, printed = now, True
        text = say(
            "{seconds} s: {far}{left}",
            seconds=int(now - begun),
            far=step.far,
            left=_left(step, now - begun),
        )
        click.echo(f"\r\x1b[K{text}" if terminal else str(text), err=True, nl=not terminal)

    try:
        yield show
    finally:
        if printed and terminal:
            click.echo("\r\x1b[K", err=True, nl=False)


def _left(step: Step, spent: float) -> Message:
    seconds_left = step.left
    if seconds_left is None and step.of and step.done:
        seconds_left = spent * (step.of - step.done) / step.done
    return say("") if seconds_left is None else say(", about {time} left", time=seconds_text(seconds_left))
