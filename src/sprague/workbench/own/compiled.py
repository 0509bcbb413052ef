"""A user's rule on one to four heaps, written in a form that runs both in plain Python and compiled."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, overload

from sprague.games.own.plain import run
from sprague.model.heap_rulesets import HeapRuleset, Heaps, HeapTuple
from sprague.words.digits import shown
from sprague.words.errors import RangeError
from sprague.words.messages import say

from .bases import UserGame, newest, word_of
from .kind import parameters

Rule = Callable[..., int]


class CompiledHeap(UserGame, HeapRuleset, base=True):
    """A compiled rule on one heap; several heaps in a term are a sum."""

    engine = "compiled"
    sample = "5,7"
    function: Rule

    def options(self, n: int) -> Iterator[Heaps]:
        return iter(run(self, (n,)))

    def checked_options(self, state: int) -> Iterator[Heaps]:
        return self.options(state)


class CompiledHeaps(UserGame, HeapTuple, base=True):
    """A compiled rule on two to four heaps. A state is the tuple of heaps."""

    engine = "compiled"
    largest = 10_000_000
    function: Rule

    def checked_options(self, state: Heaps) -> Iterator[tuple[Heaps]]:
        return ((heaps,) for heaps in self.leaves(state))

    def leaves(self, heaps: Heaps) -> Iterator[Heaps]:
        return iter(run(self, heaps))


@overload
def compiled(function: Rule, /, *, heaps: int | None = ...) -> UserGame: ...


@overload
def compiled(*, heaps: int | None = ...) -> Callable[[Rule], UserGame]: ...


def compiled(function: Rule | None = None, /, *, heaps: int | None = None) -> Any:
    """Makes a game from a function of one to four heaps and a buffer: ``rule(a, b, out)`` writes the heaps that each
    move leaves to ``out[0]``, ``out[1]``, … and returns how many it wrote. ``heaps`` gives the number of heaps if the
    parameters do not. ``compiled`` may be used as a decorator, with or without brackets.

    The game has the function's name (with - for _), and the docstring is the rule. For small positions the function
    runs in plain Python. For larger ones Numba (the extra [fast]) compiles it, in a second or two, and it fills a
    table. Without Numba it always runs in plain Python, and a warning says so. It may use only what Numba compiles:
    numbers, loops, conditions, NumPy arrays. The buffer is always long enough.

    A table needs an order. Either every move makes the tuple of heaps smaller, in Python's order of tuples, and lets no
    heap grow beyond the largest at the start; or every move decreases the total. Raises UnsolvedError, which names a
    move that violates this.

    >>> import sprague as sg
    >>> @sg.compiled
    ... def knight(a, b, out):
    ...     "Move a knight towards the corner: two steps one way and one step another, never away from both sides."
    ...     n = 0
    ...     for x, y in ((a - 2, b - 1), (a - 2, b + 1), (a - 1, b - 2), (a + 1, b - 2)):
    ...         if x >= 0 and y >= 0:
    ...             out[n] = x, y
    ...             n += 1
    ...     return n
    >>> knight(3, 3)
    sg.parse('knight 3,3')
    >>> [move.to.text for move in sg.solve("knight 3,3").winning_moves]
    ['knight 1,4', 'knight 4,1']
    """
    if heaps is None and function is not None:
        heaps = parameters(function) - 1
    if heaps is not None and (not isinstance(heaps, int) or not 1 <= heaps <= 4):
        raise RangeError(say("expected 1 to 4 heaps, got {count}", count=shown(heaps)))
    if function is None or heaps is None:
        return lambda body: compiled(body, heaps=heaps)
    return newest(_made(function, heaps))


def _made(function: Rule, heaps: int) -> UserGame:
    word = word_of(function.__name__) or "rule"
    text = (function.__doc__ or "").split("\n\n")[0].split()
    parts: dict[str, Any] = {
        "name": word,
        "rule": say("{rule}", rule=" ".join(text)),
        "example": f"{word} {','.join(['5', '7', '9', '11'][:heaps])}",
        "function": staticmethod(function),
        "making": (_made, function, heaps),
        "heaps": heaps,
        "__doc__": function.__doc__,
        "__module__": function.__module__,
    }
    base: type[UserGame] = CompiledHeap
    if heaps > 1:
        base = CompiledHeaps
        parts |= {"fewest": heaps, "most": heaps}
    game: type[UserGame] = type(function.__name__, (base,), parts)
    return game()
