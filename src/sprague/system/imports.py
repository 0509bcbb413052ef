"""Imports libraries completely, whatever exception strikes; and in a browser refuses those with compiled code.

Ctrl-C, a timer that goes off, or an exception of a library for time limits may strike the import of a library. The next
question then imports modules of Sprague again. But compiled parts cannot be loaded twice in the same process, and in
some Python libraries (Networkx) the parts that were loaded miss the others. So a separate thread, which no exception
strikes, imports a library.
"""

from __future__ import annotations

import importlib
import sys
from typing import Any

from .apart import apart


def whole(library: str) -> None:
    """Imports a library in a separate thread. A caller that was interrupted here may call again.

    Raises SpragueError if an import that was not ours was cut off, or one for which there was no memory. A second
    import might silently lack parts of the library.
    """
    if library in sys.modules or not has_compiled():
        return
    if any(name.startswith(f"{library}.") for name in sys.modules):  # only parts of it are there
        from sprague.words.errors import SpragueError
        from sprague.words.messages import say

        raise SpragueError(
            say(
                "the first import of {library} was cut off; only a new process can import it", library=library
            )
        )
    apart(("import", library), lambda: importlib.import_module(library))


#: What compiled code needs.
COMPILED = frozenset(("gmpy2", "numba", "numpy"))


def without_compiled() -> None:
    """Disables compiled code in this process from now on. Every import of it raises a TooLargeError with a sentence,
    and plain Python goes on."""
    if not any(isinstance(finder, _Missing) for finder in sys.meta_path):
        sys.meta_path.insert(0, _Missing())


def has_compiled() -> bool:
    """Returns whether kernels can run here. In a browser they cannot."""
    return not any(isinstance(finder, _Missing) for finder in sys.meta_path)


class _Missing:
    """A finder that refuses compiled code with a sentence."""

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> None:
        """As :class:`importlib.abc.MetaPathFinder` says."""
        if name.partition(".")[0] in COMPILED:
            from sprague.words.errors import TooLargeError
            from sprague.words.messages import say

            raise TooLargeError(
                say(
                    "this needs compiled code, which a browser does not have; an installed Sprague goes further"
                )
            )
