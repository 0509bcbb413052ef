"""How libraries are imported: whole, whatever exception strikes; and none with compiled code in a browser.

Ctrl-C, a timer that goes off, or an exception of a library for time limits may strike the import of a library. Modules
of Sprague are then imported anew by the next question. Compiled parts cannot be loaded a second time in the same
process, and of some libraries in Python (Networkx) parts that were loaded find others missing. So a library is imported
in a thread of its own, which no exception strikes.
"""

from __future__ import annotations

import importlib
import sys
from typing import Any

from .apart import apart


def whole(library: str) -> None:
    """Imports a library in a thread of its own. Whoever is interrupted here may ask again.

    Raises SpragueError if an import was cut off that was not ours, or for which there was no memory. Imported again,
    the library might lack parts without a word.
    """
    if library in sys.modules or not has_compiled():
        return
    if any(name.startswith(f"{library}.") for name in sys.modules):  # parts, and not the whole
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
    """From now on this process has no compiled code: who reaches for it is told in a sentence, a TooLargeError, and
    what plain Python knows goes on."""
    if not any(isinstance(finder, _Missing) for finder in sys.meta_path):
        sys.meta_path.insert(0, _Missing())


def has_compiled() -> bool:
    """Whether kernels can run here; in a browser they cannot."""
    return not any(isinstance(finder, _Missing) for finder in sys.meta_path)


class _Missing:
    """Finds no compiled code, and says so."""

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
