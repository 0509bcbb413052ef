"""One thread at a time works on what grows (tables, searches, runs, known values), and an exception leaves it whole.

Each table, search or family of searches has a lock of its own, and its methods marked :func:`alone` take it. While a
method holds the lock, it asks only what lies below: an engine asks for its values, a solver for its store.

An exception may strike at any moment: Ctrl-C, no memory, a fault in a user's rule, the end of the time. The next
question finds what grows as it was before, or as it would have been after. Two rules see to that:

- A method *publishes* what it knows by one assignment, once it is whole. A reader without the lock sees nothing else.
- A method that cannot do so is *noted* with the lock until it ends. When the next question finds a note that an
  exception left, it calls :meth:`Guarded.renew` first, which drops everything that was not published.

Other threads wait for the lock. A thread that would wait for itself, by way of others, is refused. A user's rule may
ask for its own game: it is part of the work. A progress hook may not ask for what is being computed, and is refused.
Sprague must not be asked from a signal handler: the handler interrupts the work between any two steps, so the result is
undefined. A handler may raise an exception, or set a flag that a progress hook reads.
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
    """Something that grows behind a lock, which it may share with others."""

    alone: Turns

    def renew(self) -> None:
        """Go back to what is published. The next question calls this, with the lock held, when an exception ended the
        work before. It may be interrupted itself, and is then called again."""


#: How many forks lie between the process that imported Sprague and this one; the lock for replacing locks.
_forks, _one_at_a_time = 0, Lock()


def _forked() -> None:
    """In a forked process the other threads are gone, and nobody gives back what they held."""
    global _forks, _one_at_a_time
    _forks, _one_at_a_time = _forks + 1, Lock()
    _waiting.clear()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forked)


class Turns:
    """A lock that its thread may take again, and the list of those who work behind it."""

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
        """Replace a lock that a thread of the parent process holds. The notes of its work stay."""
        with _one_at_a_time:
            if self.forks != _forks:
                if not self.lock._is_owned():
                    self.lock = RLock()
                self.forks = _forks


class _Hooks(local):
    """How many progress hooks are running in this thread, one inside the other."""

    running = 0


_HOOKS = _Hooks()

#: Thread -> the lock that it waits for.
_waiting: dict[int, Turns] = {}


def call_hook(hook: Callable[..., Any], *given: Any) -> None:
    """Call a hook of the user's in the midst of work: what is being computed refuses to be asked from there."""
    _HOOKS.running += 1
    try:
        hook(*given)
    finally:
        _HOOKS.running -= 1


Self = TypeVar("Self", bound=Guarded)
Given = ParamSpec("Given")
Result = TypeVar("Result")


def alone(method: Callable[Concatenate[Self, Given], Result]) -> Callable[Concatenate[Self, Given], Result]:
    """Mark a method: it waits for all others that are marked and have the same lock. What an exception tore behind that
    lock is renewed first."""

    def work(self: Self, turns: Turns, inside: bool, given: Any, choices: Any) -> Result:
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
            result = method(self, *given, **choices)
            # What an exception tore further in, where the caller caught it, stays noted.
            turns.at_work = before + turns.at_work[len(before) + 1 :]
            return result
        finally:
            turns.hooks = outer_hooks
            if not inside:
                turns.owner = 0

    @wraps(method)
    def one_by_one(self: Self, /, *given: Given.args, **choices: Given.kwargs) -> Result:
        turns = self.alone
        if turns.forks != _forks:
            turns.of_this_process()
        # The lock itself says whether this thread holds it: an exception could leave a note of ours behind.
        inside = turns.lock._is_owned()
        if inside and turns.hooks < _HOOKS.running:
            raise UnsolvedError(
                say(
                    "a progress hook asked for what is being computed; ask again when the computation has ended"
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
            # In a call of its own: Python does not release the lock when an exception strikes at a ``try`` within.
            with turns.lock:
                return work(self, turns, inside, given, choices)
        finally:
            if not inside:
                _waiting.pop(me, None)

    return one_by_one


def _is_circle(turns: Turns, me: int) -> bool:
    """Whether the thread that holds a lock waits for this thread, itself or by way of others: rules that ask for each
    other's games, a hook that asks for what another thread computes."""
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
