"""A message on stderr while kernels are compiled, which explains why a first answer takes seconds."""

from __future__ import annotations

import threading

import click

from sprague.system import compiling
from sprague.words.messages import say

#: The seconds after which the message appears.
PATIENCE = 1.0


def announce() -> None:
    """Prints from now on a message, but only once, when the compiler has been at work for a second."""
    depth, timer, said = 0, threading.Timer(0, str), False

    def show() -> None:
        nonlocal said
        said = True
        click.echo(str(say("compiling for this processor; that is done once")), err=True)

    def told(starts: bool) -> None:
        nonlocal depth, timer
        depth += 1 if starts else -1
        if depth == 0:
            timer.cancel()
        elif starts and depth == 1 and not said:
            timer = threading.Timer(PATIENCE, show)
            timer.daemon = True
            timer.start()

    compiling.LISTENERS.append(told)
