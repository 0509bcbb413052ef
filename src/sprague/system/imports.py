"""How libraries are imported: NumPy whole, whatever exception strikes; and none with compiled code in a browser.

Ctrl-C, or a timer that goes off, may strike the import of a library. A module of plain Python is then imported anew by
the next question. Compiled parts cannot be loaded a second time in the same process, so NumPy is imported in a thread
of its own, which no exception strikes. Networkx, Altair and the other libraries of the extras are imported as always.
"""

from __future__ import annotations

import importlib
import sys
from typing import Any

from .apart import apart


def whole(library: str) -> None:
    """Import a library in a thread of its own. Whoever is interrupted here may ask again."""
    if library not in sys.modules and has_compiled():
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
