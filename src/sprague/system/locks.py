"""Lets one thread at a time change growing data (tables, searches, runs, known values), and keeps it consistent when an
exception strikes.

Each table, search or family of searches has its own lock, which its methods marked :func:`alone` take. A method that
holds the lock may use only objects at a lower level: an engine uses its values, and a solver its store.

An exception may strike at any moment: Ctrl-C, no memory, a fault in a user's rule, the end of the time. The next
question finds the data either as before the work or as after it. Two rules guarantee this:

- A method *publishes* a complete result by one assignment. A reader without the lock sees nothing else.
- The lock *notes* a method that cannot do so until the method ends. If the next question finds a note that an exception
  left behind, it first calls :meth:`Guarded.renew`, which drops everything that was not published.

Other threads wait for the lock. Sprague refuses a thread that would wait for itself, directly or through others. A
user's rule may ask about its own game, since it is part of the work. A progress hook that asks for the result under
computation is refused. A signal handler must not ask Sprague: it interrupts the work between any two steps, so the
result is undefined. A handler may raise an exception, or set a flag that a progress hook reads.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import wraps
from threading import Lock, RLock, get_ident, local
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar

from sprague.words.errors import UnsolvedError
from sprague.words.messages import say


class Guarded(Protocol):
    """An object with growing data behind a lock, which it may share with other objects."""

    alone: Turns

    def renew(self) -> None:
        """Resets the object to its published state. If an exception ended the work, the next question calls this while
        it holds the lock. If the call is interrupted itself, it is repeated."""


#: How many forks lie between the process that imported Sprague and this one; the lock for replacing locks.
_forks, _one_at_a_time = 0, Lock()


def _forked() -> None:
    """Replaces all locks in a forked process, where the threads that held them no longer exist."""
    global _forks, _one_at_a_time
    _forks, _one_at_a_time = _forks + 1, Lock()
    _waiting.clear()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forked)


class Turns:
    """A lock that its thread may take again, and the list of the objects at work behind it."""

    __slots__ = ("at_work", "forks", "hooks", "lock", "owner")

    def __init__(self) -> None:
        self.lock: Any = RLock()
        #: The forks that lie behind the process to which the lock belongs.
        self.forks = _forks
        #: In the order in which they entered. While nobody holds the lock: those whose work an exception ended.
        self.at_work: tuple[Guarded, ...] = ()
        #: The thread that holds the lock, 0 for none, and the number of hooks that were running when it entered last.
        self.owner, self.hooks = 0, 0

    def of_this_process(self) -> None:
        """Replaces a lock that a thread of the parent process holds. The notes of its work stay."""
        with _one_at_a_time:
            if self.forks != _forks:
                if not self.lock._is_owned():
                    self.lock = RLock()
                self.forks = _forks


class _Hooks(local):
    """Counts the nested progress hooks that are running in this thread."""

    running = 0


_HOOKS = _Hooks()

#: Thread -> the lock that it waits for.
_waiting: dict[int, Turns] = {}


def call_hook(hook: Callable[..., Any], *arguments: Any) -> None:
    """Calls a user's hook during work. A question from the hook about the result under computation is refused."""
    _HOOKS.running += 1
    try:
        hook(*arguments)
    finally:
        _HOOKS.running -= 1


Self = TypeVar("Self", bound=Guarded)
Given = ParamSpec("Given")
Result = TypeVar("Result")


def alone(method: Callable[Concatenate[Self, Given], Result]) -> Callable[Concatenate[Self, Given], Result]:
    """Marks a method that waits for all other marked methods with the same lock. First it renews the objects behind
    that lock whose work an exception has ended."""

    def work(self: Self, turns: Turns, inside: bool, arguments: Any, choices: Any) -> Result:
        outer_hooks = turns.hooks
        try:
            turns.owner, turns.hooks = get_ident(), _HOOKS.running
            if not inside:
                _waiting.pop(turns.owner, None)
                for torn in turns.at_work:
                    torn.renew()
                turns.at_work = ()
            before = turns.at_work
            turns.at_work = (*before, self)
            outcome = method(self, *arguments, **choices)
            # If the caller caught an exception of an inner method, the note of that method stays.
            turns.at_work = before + turns.at_work[len(before) + 1 :]
            return outcome
        finally:
            turns.hooks = outer_hooks
            if not inside:
                turns.owner = 0

    @wraps(method)
    def one_by_one(self: Self, /, *arguments: Given.args, **choices: Given.kwargs) -> Result:
        turns = self.alone
        if turns.forks != _forks:
            turns.of_this_process()
        # Ask the lock itself whether this thread holds it: an exception could leave a wrong note of ours behind.
        inside = turns.lock._is_owned()
        if inside and turns.hooks < _HOOKS.running:
            raise UnsolvedError(
                say(
                    "a progress hook asked for the value that is being computed; "
                    "ask again when the computation has ended"
                )
            )
        me = get_ident()
        try:
            if not inside:
                _waiting[me] = turns
                if turns.at_work and _is_circle(turns, me):
                    raise UnsolvedError(
                        say(
                            "this is being computed in another thread, which waits for what this one computes; ask "
                            "again when one of them has ended"
                        )
                    )
            # In a separate call: Python does not release the lock if an exception strikes at a ``try`` within.
            with turns.lock:
                return work(self, turns, inside, arguments, choices)
        finally:
            if not inside:
                _waiting.pop(me, None)

    return one_by_one


def _is_circle(turns: Turns, me: int) -> bool:
    """Returns whether the thread that holds a lock waits for this thread, directly or through others. Examples are
    rules that ask for each other's games, and a hook that asks for a result that another thread computes."""
    seen = set()
    while (owner := turns.owner) and owner not in seen and turns.at_work:
        if owner == me:
            return True
        seen.add(owner)
        further = _waiting.get(owner)
        if further is None:
            return False
        turns = further
    return False
