"""Modules are imported whole: Ctrl-C, and a timer that goes off, are heard when they are there.

What is imported when it is first needed may be interrupted half-way, and cannot be imported again in the same process:
compiled parts are loaded once, and what was registered stays ("duplicate registration for UnicodeType"). So while the
top level of a module runs, of Sprague or of a library that it needs, SIGINT and the signals of timers (by which
programs bound the time of a call) are only noted; as soon as the module is there they come again.
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

#: Signals that wait for a module.
HELD_OFF = ("SIGINT", "SIGALRM", "SIGVTALRM", "SIGPROF")


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

        if self.holding or threading.current_thread() is not threading.main_thread():
            run(module)
            return
        heard: dict[int, Any] = {}
        for name in HELD_OFF:
            number = getattr(signal, name, None)
            if number is not None and callable(handler := signal.getsignal(number)):
                heard[number] = handler
        noted: dict[int, None] = {}

        def note(number: int, _: Any) -> None:
            noted[number] = None

        try:
            self.holding = True
            for number in heard:
                signal.signal(number, note)
            run(module)
        finally:
            # SIGINT last: from then on an exception may strike here too.
            self.holding = False
            for number, handler in reversed(heard.items()):
                if signal.getsignal(number) is note:
                    signal.signal(number, handler)
            if noted:
                threading.Thread(target=_again, args=(module.__spec__, list(noted)), daemon=True).start()


def _again(spec: Any, numbers: list[int]) -> None:
    """Have signals come once more when the module is imported: raised before, they would be taken for the module's own
    failure, and the module forgotten."""
    import signal
    import threading
    import time

    while getattr(spec, "_initializing", False):
        time.sleep(0.001)
    for number in numbers:
        if hasattr(signal, "pthread_kill"):
            signal.pthread_kill(threading.main_thread().ident, number)  # type: ignore[arg-type]
        else:
            signal.raise_signal(number)
