"""The options of commands that ask many questions, and their messages about interrupts and failures."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click

from sprague.words.errors import RangeError
from sprague.words.messages import say

from .budget import Budget, bound_options
from .common import NUMBER, cores

if TYPE_CHECKING:
    from sprague.system.sweep import Swept


def sweep_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Adds the choice of workers, as ``workers``, and the bounds, as ``budget``, to a command."""

    @click.option(
        "--workers", type=NUMBER, metavar="N", help="Processes; by default as many as there are cores."
    )
    @click.option(
        "--cluster", metavar="ADDRESS", help="A Dask scheduler, tcp://host:port, in place of processes."
    )
    @bound_options
    @functools.wraps(command)
    def swept(*words: Any, workers: int | None, cluster: str | None, **options: Any) -> Any:
        from sprague.system.workers import Workers

        if workers is not None and cluster is not None:
            raise RangeError(say("expected --workers or --cluster, got both"))
        chosen = Workers(cores() if workers is None else workers, cluster)
        return command(*words, workers=chosen, **options)

    return swept


@contextmanager
def sweeping(budget: Budget, subject: str) -> Iterator[None]:
    """Sets the bounds of a sweep, reports its progress, and says how far it got if Ctrl-C ends it."""
    from sprague.system.sweep import InterruptedSweep

    then = say("the same command goes on from there")
    try:
        with budget.bound(subject, then):
            yield
    except InterruptedSweep as stop:
        click.echo(str(say("interrupted at {far}; {then}", far=stop.step.far, then=then)), err=True)
        raise


def tell_failed(swept: Swept) -> None:
    """Names the questions that failed, and ends the command with status 1 if there are any."""
    for name, reason in swept.failed.items():
        click.echo(str(say("failed: {job}: {reason}", job=name, reason=reason)), err=True)
    if swept.failed:
        raise click.exceptions.Exit(1)
