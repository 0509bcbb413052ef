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


def main() -> None:
    """Run the command line with the arguments of the process, and exit."""
    import os
    import signal

    # While modules are loaded an interrupt would end in somebody else's traceback; nothing is under way yet.
    before = signal.signal(signal.SIGINT, lambda *_: os._exit(130))
    from .app import application

    signal.signal(signal.SIGINT, before)
    application.main(prog_name="sprague")
