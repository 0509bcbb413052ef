"""What grows is for one thread at a time, and whole: tables, searches, runs, known values.

Each table, search or family of searches has a lock of its own. Who holds one asks only what lies below: an engine its
values, a solver its store.

An exception may strike wherever a question is: Ctrl-C, no memory left, a fault in a user's rule, a time that is over.
The next question then finds what grows as it was before, or as it would have been after. Two rules see to that:

- What is known is *published* by one assignment, once it is whole; also who reads without the lock sees nothing else.
- Whose work cannot do that is *noted* with the lock before the first change, and struck off after the last. What is
  still noted when the next question comes is torn: it is *renewed* before it is used, which drops all that is not
  published.

Between two moments of one piece of work, nothing else may use what it grows. Other threads wait, and are refused where
who is at work waits for what they compute. Whoever comes in the same thread, from a progress hook or from what handles
a signal, could wait forever, and is refused; a user's rule is part of the work, and may ask.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from threading import Lock, RLock, get_ident
from types import CodeType, FunctionType
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar, cast

from sprague.words.errors import UnsolvedError
from sprague.words.messages import say

#: Whose code is at work: Sprague's, its part that calls users' rules, a library's, or a stranger's.
_OURS, _RULES, _LIBRARY, _STRANGER = range(4)

_PACKAGE = str(Path(__file__).parents[1]) + os.sep
_CALLS_RULES = (str(Path(_PACKAGE, "games", "own")) + os.sep, str(Path(_PACKAGE, "model", "naive.py")))
_LIBRARIES = str(Path(os.__file__).parent) + os.sep

#: Of what is installed beside Python's own library, what Sprague calls while it is at work.
_INSTALLED = re.compile(r"[/\\](?:site|dist)-packages[/\\](?:numpy|numba|llvmlite|dask|distributed)[/\\]")

#: The flag of code that takes ``*words``; to import inspect would cost more than an answer.
_STARRED = 0x04

#: By the file of its code: whose it is.
_WHOSE: dict[str, int] = {}


class Guarded(Protocol):
    """What grows: it has a lock, which it may share with others."""

    alone: Turns

    def renew(self) -> None:
        """Go back to what is published: called, with the lock held, before the next work when an exception ended the
        last one. It may be interrupted itself, and is then called again."""


#: How many forks lie between this process and the one in which Sprague was imported; who looks after a lock then.
_forks, _one_at_a_time = 0, Lock()


def _forked() -> None:
    """In a process that was forked: the other threads are gone, and what they held is never given back."""
    global _forks, _one_at_a_time
    _forks, _one_at_a_time = _forks + 1, Lock()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forked)


class Turns:
    """A lock that its thread may take again, and who is at work behind it."""

    __slots__ = ("at_work", "forks", "lock")

    def __init__(self) -> None:
        self.lock: Any = RLock()
        #: The forks that lie behind the process which the lock is of.
        self.forks = _forks
        #: In the order in which they entered. While nobody holds the lock: those whose work an exception ended.
        self.at_work: tuple[Guarded, ...] = ()

    def of_this_process(self) -> None:
        """Have a lock that only threads of this process hold. Whose work ended with a thread is noted still."""
        with _one_at_a_time:
            if self.forks != _forks:
                if not self.lock._is_owned():
                    self.lock = RLock()
                self.forks = _forks


Self = TypeVar("Self", bound=Guarded)
Words = ParamSpec("Words")
Found = TypeVar("Found")


def alone(method: Callable[Concatenate[Self, Words], Found]) -> Callable[Concatenate[Self, Words], Found]:
    """A method that other threads wait for, and for all others that are marked so and have the same lock. What an
    exception has torn behind that lock is renewed first."""

    @wraps(method)
    def one_by_one(self: Self, /, *words: Words.args, **choices: Words.kwargs) -> Found:
        turns = self.alone
        if turns.forks != _forks:
            turns.of_this_process()
        # Asked of the lock itself, as a note of our own could be left behind by an exception.
        inside = turns.lock._is_owned()
        if turns.at_work and not inside and _in_a_circle(turns):
            raise UnsolvedError(
                say(
                    "this is being computed in another thread, which waits for what this one computes; ask again when "
                    "one of them has ended"
                )
            )
        with turns.lock:
            if not inside and turns.at_work:
                for torn in turns.at_work:
                    torn.renew()
                turns.at_work = ()
            elif inside and _asked_by_a_stranger(turns):
                raise UnsolvedError(
                    say(
                        "this is asked by a progress hook, or on a signal, while it is being computed; ask again "
                        "when that has ended"
                    )
                )
            before = turns.at_work
            turns.at_work = (*before, self)
            found = method(self, *words, **choices)
            # What an exception has torn further in, and who called it went on from, stays noted.
            turns.at_work = before + turns.at_work[len(before) + 1 :]
            return found

    _DOORS.add(cast(FunctionType, one_by_one).__code__)
    return one_by_one


#: The code of all methods that are marked.
_DOORS: set[CodeType] = set()


def _in_a_circle(turns: Turns) -> bool:
    """Whether the thread that holds a lock waits for one of this thread, itself or by way of others: rules that ask for
    each other's games, a hook that asks for what another thread computes."""
    frames, seen = sys._current_frames(), {get_ident()}
    while (owner := _OWNER.search(repr(turns.lock))) is not None and (thread := int(owner[1])) not in seen:
        seen.add(thread)
        frame: Any = frames.get(thread)
        while frame is not None and frame.f_code in _HERE:
            frame = frame.f_back
        if frame is None or frame.f_code not in _DOORS or "turns" not in frame.f_locals:
            return False
        turns = frame.f_locals["turns"]
    return owner is not None and int(owner[1]) == get_ident()


#: Who holds a lock, as it says itself; and code that stands between a door and the waiting.
_OWNER = re.compile(r"<locked .*owner=(\d+)")
_HERE = {_in_a_circle.__code__, Turns.of_this_process.__code__}


def _asked_by_a_stranger(turns: Turns) -> bool:
    """Whether, since this thread came through a door to ``turns`` last, code was called that is no part of the work: of
    neither Sprague nor a library, and called by Sprague, but not as a user's rule is; or by the interpreter itself, in
    the midst of whatever was at work."""
    frame: Any = sys._getframe(2)
    stranger = False
    while frame is not None:
        code, before = frame.f_code, frame.f_back
        if code in _DOORS:
            if frame.f_locals.get("turns") is turns:
                return False
        else:
            whose = _whose(frame)
            if whose == _OURS:
                if stranger:
                    return True
            elif whose == _RULES:
                stranger = False
            else:
                stranger = stranger or whose == _STRANGER
                if before is not None and _is_told(frame, before):
                    return True
        frame = before
    return False


def _is_told(frame: Any, of: Any) -> bool:
    """Whether a function was called with the frame ``of`` which it interrupts, as what handles a signal is, and what
    traces."""
    code, there = frame.f_code, frame.f_locals
    count = code.co_argcount + code.co_kwonlyargcount + bool(code.co_flags & _STARRED)
    given = [there.get(name) for name in code.co_varnames[:count]]
    return any(each is of or (type(each) is tuple and any(one is of for one in each)) for each in given)


def _whose(frame: Any) -> int:
    file: str = frame.f_code.co_filename
    if (
        file == "<string>"
    ):  # "python -c", and what dataclasses and named tuples write for the module that they are in
        module = str(frame.f_globals.get("__name__", ""))
        return _LIBRARY if module.startswith(("sprague.", "namedtuple_")) else _STRANGER
    found = _WHOSE.get(file)
    if found is None:
        found = _WHOSE[file] = _whose_file(file)
    return found


def _whose_file(file: str) -> int:
    if file.startswith(_PACKAGE):
        return _RULES if file.startswith(_CALLS_RULES) else _OURS
    if file.startswith(("<frozen", "<__array_function__")) or _INSTALLED.search(file):
        return _LIBRARY
    installed = "site-packages" in file or "dist-packages" in file
    return _LIBRARY if file.startswith(_LIBRARIES) and not installed else _STRANGER
