"""Raises an exception inside Sprague, at a place that is chosen by number: for tests of what an exception may tear.

Three ways, of which each reaches what the others do not:

- ``lines``: before a line, or when a function is entered, in the files of the package (``sys.settrace``);
- ``calls``: where the interpreter itself hears signals, when a call returns or a function is entered
  (``sys.setprofile``), inside ``with`` and ``finally`` too;
- ``clock``: from another thread, after some microseconds (``PyThreadState_SetAsyncExc``), wherever that is.

Not struck: the top level of a module, and what runs for it (``tests/system/test_imports.py`` does that), and of the
places before a line those where no exception can come in truth: the end of a ``with`` and the beginning of a
``finally`` that was reached without one.
"""

from __future__ import annotations

import ast
import ctypes
import functools
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import sprague

PACKAGE = str(Path(sprague.__file__).parent)

#: What imports modules may not be struck: it is tested with signals.
_IMPORTS = str(Path(PACKAGE, "system", "imports.py"))

WAYS = ("lines", "calls", "clock")


class Struck(BaseException):
    """An exception that nobody expects."""


#: So many events of a line are told.
FIRST = 20

KINDS: tuple[type[BaseException], ...] = (KeyboardInterrupt, MemoryError, Struck)


class Injector:
    """Runs work, and raises ``kind`` at its event number ``at``; counts the events."""

    def __init__(self, way: str, at: int = -1, kind: type[BaseException] = KeyboardInterrupt) -> None:
        self.way, self.at, self.kind = way, at, kind
        #: Events so far; where the exception was raised, as "file:line function", "" if nowhere.
        self.events, self.place = 0, ""
        #: The first events of each line, when none is to be struck.
        self.lines: dict[tuple[CodeType, int], list[int]] = {}
        self._importing = 0

    def run(self, work: Callable[[], Any]) -> Any:
        """What ``work`` returns. Raises what was injected, unless the work ends before."""
        if self.way == "clock":
            return self._by_clock(work)
        start, event = (sys.settrace, self._trace) if self.way == "lines" else (sys.setprofile, self._profile)
        start(event)
        try:
            return work()
        finally:
            start(None)

    def _strike(self, frame: FrameType) -> None:
        if self.events == self.at:
            self.events += 1
            self.place = _place(frame)
            raise self.kind
        if self.at < 0:
            seen = self.lines.setdefault((frame.f_code, frame.f_lineno), [])
            if len(seen) < FIRST:
                seen.append(self.events)
        self.events += 1

    # Lines.

    def _trace(self, frame: FrameType, event: str, _: Any) -> Any:
        code = frame.f_code
        if not _is_ours(code.co_filename):
            return None
        if code.co_name == "<module>" or self._importing:
            if code.co_name != "<module>":
                return None
            self._importing += 1
            return self._top_level
        self._strike(frame)
        return self._line

    def _top_level(self, frame: FrameType, event: str, _: Any) -> Any:
        if event == "return":
            self._importing -= 1
        return self._top_level

    def _line(self, frame: FrameType, event: str, _: Any) -> Any:
        if event == "line" and not _is_unreal(frame):
            self._strike(frame)
        return self._line

    # Calls.

    def _profile(self, frame: FrameType, event: str, _: Any) -> None:
        code = frame.f_code
        if not _is_ours(code.co_filename):
            return
        if code.co_name == "<module>":
            self._importing += {"call": 1, "return": -1}.get(event, 0)
            return
        if not self._importing and event in ("call", "c_return"):
            self._strike(frame)

    # The clock.

    def _by_clock(self, work: Callable[[], Any]) -> Any:
        """``at`` are microseconds here."""
        target, over, lock = threading.get_ident(), False, threading.Lock()

        def strike() -> None:
            time.sleep(self.at / 1e6)
            with lock:
                if not over:
                    self.place = "by the clock"
                    ctypes.pythonapi.PyThreadState_SetAsyncExc(
                        ctypes.c_ulong(target), ctypes.py_object(self.kind)
                    )

        clock = threading.Thread(target=strike, daemon=True)
        clock.start()
        try:
            return work()
        finally:
            with lock:
                over = True
            clock.join()


def _is_ours(file: str) -> bool:
    return file.startswith(PACKAGE) and file != _IMPORTS


def _place(frame: FrameType) -> str:
    code = frame.f_code
    return f"{code.co_filename[len(PACKAGE) + 1 :]}:{frame.f_lineno} {code.co_qualname}"


def _is_unreal(frame: FrameType) -> bool:
    """Whether no exception comes before this line: the end of a ``with``, the beginning of a ``finally``."""
    withs, finals = _blocks(frame.f_code.co_filename)
    line = frame.f_lineno
    return line in finals or (line in withs and frame.f_lasti != _first_of(frame.f_code, line))


@functools.cache
def _blocks(file: str) -> tuple[frozenset[int], frozenset[int]]:
    """The lines at which ``with`` begins, and those at which a ``finally`` does."""
    nodes = list(ast.walk(ast.parse(Path(file).read_text("utf-8"))))
    withs = {node.lineno for node in nodes if isinstance(node, ast.With)}
    finals = {node.finalbody[0].lineno for node in nodes if isinstance(node, ast.Try) and node.finalbody}
    return frozenset(withs), frozenset(finals)


@functools.cache
def _first_of(code: CodeType, line: int) -> int:
    """The first place in the code of a line."""
    return min((start for start, _, number in code.co_lines() if number == line), default=-1)
