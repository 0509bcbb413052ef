"""The command line.

To add a command: one file in this folder that defines it with ``@command`` (see ``common.py``), and one row in
``app.COMMANDS``. A command's module is imported when the command is asked for, so what it needs costs the others
nothing; what a command needs only sometimes, it imports inside its function. A command computes nothing: it asks
the package, and prints.

What holds for every command:

- Results go to stdout; progress, prompts of long work and errors go to stderr.
- An error is one sentence, ``error: …``, exit status 2, no traceback. With ``--json`` the error is an object on
  *stdout*, ``{"error": {"message": …, "where": …}}`` (``where`` is the piece of input, or null), and stderr stays
  empty: a script reads one stream.
- A fault of Sprague itself: one sentence, exit status 70; ``SPRAGUE_DEBUG=1`` shows the traceback.
- Ctrl-C: exit status 130. A reader that closes the pipe: silence, exit status 141, as of any Unix tool.
- Colour only on a terminal, and not when ``NO_COLOR`` is set. Text is at most 80 columns wide.
- A file is not overwritten without ``--force``, and is put in its place only when it is complete.
"""

from __future__ import annotations

#: Seconds within which a second Ctrl-C is the first one: whoever ends a program in haste sends several.
ONCE = 1.0


def main() -> None:
    """Run the command line with the arguments of the process, and exit."""
    import signal

    if signal.getsignal(signal.SIGINT) is not signal.default_int_handler:  # started with Ctrl-C ignored
        from .app import application

        application.main(prog_name="sprague")
    # While modules are loaded an interrupt would end in somebody else's traceback; nothing is under way yet.
    signal.signal(signal.SIGINT, _end)
    from .app import application

    try:
        signal.signal(signal.SIGINT, _Interrupts())
        application.main(prog_name="sprague")
    except KeyboardInterrupt:  # when all was said
        _end()
    finally:  # what the interpreter does at its end is interrupted without a traceback
        signal.signal(signal.SIGINT, _end)


def _end(*_: object) -> None:
    import os

    os._exit(130)


class _Interrupts:
    """Raises KeyboardInterrupt, and lets what then saves and tidies up do so: further ones of the same moment are not
    heard."""

    def __init__(self) -> None:
        self.heard = -ONCE

    def __call__(self, *_: object) -> None:
        import time

        now = time.monotonic()
        if now - self.heard >= ONCE:
            self.heard = now
            raise KeyboardInterrupt
