"""What is said on stderr before and during a long search."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

from sprague.words.messages import Message, say

if TYPE_CHECKING:
    from sprague.search.driver import Statistics

#: Seconds between two lines where stderr is no terminal; on a terminal one line changes.
EVERY = 10.0


def announce(message: Message) -> None:
    """Say what is ahead."""
    click.echo(str(message), err=True)


@contextmanager
def interruptible(store: str | None) -> Iterator[None]:
    """Say what Ctrl-C leaves of a search: all that it found, if there is a store."""
    try:
        yield
    except KeyboardInterrupt:
        text = (
            say("interrupted; with --store FILE the same command would go on where it stopped")
            if store is None
            else say(
                "interrupted; what was found is in {store}: the same command goes on from there", store=store
            )
        )
        click.echo(("\n" if sys.stderr.isatty() else "") + str(text), err=True)
        raise


def line_of() -> Callable[[Statistics], None]:
    """A hook for a search that says how far it is."""
    begun = told = time.monotonic()

    def show(statistics: Statistics) -> None:
        nonlocal told
        from sprague.system.limits import bytes_text

        now = time.monotonic()
        terminal = sys.stderr.isatty()
        if not terminal and now - told < EVERY:
            return
        told = now
        text = say(
            "{seconds} s: {positions} positions, {values} values, {memory} of memory",
            seconds=int(now - begun),
            positions=statistics.positions,
            values=statistics.exact,
            memory=bytes_text(statistics.table_bytes),
        )
        click.echo(f"\r\x1b[K{text}" if terminal else str(text), err=True, nl=not terminal)

    return show
