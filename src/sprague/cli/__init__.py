"""The command line.

To add a command, write one file in this folder that defines it with ``@command`` (see ``common.py``), and add one row
to ``app.COMMANDS``. A command's module is imported only when the command is called, so its imports cost the other
commands nothing. Modules that a command needs only sometimes are imported inside its function. A command computes
nothing: it calls the package, and prints.

The following rules hold for every command:

- Results go to stdout; progress, prompts of long work and errors go to stderr.
- An error is one sentence, ``error: …``, exit status 2, no traceback. With ``--json`` the error is an object on
  *stdout*, ``{"error": {"message": …, "where": …}}`` (``where`` is the piece of input, or null), and stderr stays
  empty: a script reads one stream.
- A fault of Sprague itself gives one sentence and exit status 70; ``SPRAGUE_DEBUG=1`` shows the traceback.
- Ctrl-C gives exit status 130. If the reader closes the pipe, nothing is printed and the exit status is 141, as of any
  Unix tool.
- Colour only on a terminal, and not when ``NO_COLOR`` is set. Text is at most 80 columns wide.
- A file is not overwritten without ``--force``, and it replaces the old one only when it is complete.
"""

from __future__ import annotations

#: The seconds within which a second Ctrl-C counts as the first: users in a hurry press it several times.
ONCE = 1.0


def main() -> None:
    """Runs the command line with the arguments of the process, and exits."""
    import gc
    import os
    import signal

    # NumPy would start a thread for each core for its linear algebra, which no command needs. It would take a tenth of
    # the time of a short command.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    interruptible = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if interruptible:
        # While modules are loading, an interrupt would print a traceback. No work has begun yet.
        signal.signal(signal.SIGINT, _end)
    # Modules leave no garbage. Looking for some takes a seventh of the time of a short command.
    gc.disable()
    from .app import application

    gc.freeze()
    gc.enable()
    if not interruptible:
        application.main(prog_name="sprague")
    try:
        signal.signal(signal.SIGINT, _Interrupts())
        application.main(prog_name="sprague")
    except KeyboardInterrupt:  # after all output
        _end()
    finally:  # an interrupt during the interpreter's shutdown gives no traceback
        signal.signal(signal.SIGINT, _end)


def _end(*_: object) -> None:
    import os

    os._exit(130)


class _Interrupts:
    """Raises KeyboardInterrupt, and ignores further signals of the same moment, so that the work can save its results
    and tidy up."""

    def __init__(self) -> None:
        self.heard = -ONCE

    def __call__(self, *_: object) -> None:
        import time

        now = time.monotonic()
        if now - self.heard >= ONCE:
            self.heard = now
            raise KeyboardInterrupt
