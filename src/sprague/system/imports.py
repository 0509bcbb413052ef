"""Modules are imported whole: Ctrl-C is heard when they are there.

What is imported when it is first needed may be interrupted half-way, and cannot be imported again in the same process:
compiled parts are loaded once, and what was registered stays ("duplicate registration for UnicodeType"). So while the
top level of a module runs, of Sprague or of a library that it needs, SIGINT is only noted; as soon as the module is
there it comes again.
"""

from __future__ import annotations

import sys
from typing import Any

#: Sprague, and the libraries that it imports when they are needed.
WHOLE = frozenset(
    (
        *("sprague", "altair", "anywidget", "click", "dask", "distributed", "fastapi", "gmpy2", "llvmlite"),
        *(
            "networkx",
            "numba",
            "numpy",
            "platformdirs",
            "pyarrow",
            "rich",
            "textual",
            "uvicorn",
            "vl_convert",
        ),
    )
)


def import_whole() -> None:
    """From now on modules of :data:`WHOLE` are imported so."""
    if not any(isinstance(finder, _Finder) for finder in sys.meta_path):
        sys.meta_path.insert(0, _Finder())


#: What compiled code needs.
COMPILED = frozenset(("gmpy2", "llvmlite", "numba", "numpy"))


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


class _Finder:
    """Finds by the other finders, and has a module run with Ctrl-C held off; those that it imports run within."""

    #: Whether a module is running so.
    holding = False

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> Any:
        """As :class:`importlib.abc.MetaPathFinder` says."""
        if self.holding or name.partition(".")[0] not in WHOLE:
            return None
        others = (finder.find_spec(name, path, target) for finder in sys.meta_path if finder is not self)
        spec: Any = next((spec for spec in others if spec is not None), None)
        run = getattr(spec and spec.loader, "exec_module", None)
        if run is not None:
            # Of this loader alone, which is of the same class as before: others find in it what they look for.
            spec.loader.exec_module = lambda module: self._run(run, module)
        return spec

    def _run(self, run: Any, module: Any) -> None:
        import signal
        import threading

        heard = signal.getsignal(signal.SIGINT)
        if self.holding or not callable(heard) or threading.current_thread() is not threading.main_thread():
            run(module)
            return
        noted: list[int] = []

        def note(number: int, _: Any) -> None:
            noted.append(number)

        try:
            self.holding = True
            signal.signal(signal.SIGINT, note)
            run(module)
        finally:
            if signal.getsignal(signal.SIGINT) is note:
                signal.signal(signal.SIGINT, heard)
            self.holding = False
            if noted:
                threading.Thread(target=_again, args=(module.__spec__,), daemon=True).start()


def _again(spec: Any) -> None:
    """Have SIGINT come once more when the module is imported: raised before, it would be taken for the module's own
    failure, and the module forgotten."""
    import signal
    import threading
    import time

    while getattr(spec, "_initializing", False):
        time.sleep(0.001)
    if hasattr(signal, "pthread_kill"):
        signal.pthread_kill(threading.main_thread().ident, signal.SIGINT)  # type: ignore[arg-type]
    else:
        signal.raise_signal(signal.SIGINT)
