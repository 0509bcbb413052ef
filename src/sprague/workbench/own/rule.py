"""Makes a game from a plain function that gives the options of a state."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, overload

from sprague.model.heap_rulesets import MOST_HEAPS
from sprague.model.ruleset import Ruleset
from sprague.words.digits import shown
from sprague.words.errors import RangeError
from sprague.words.messages import Message, say

from .bases import UserGame, newest, word_of
from .functions import HeapFunction, HeapsFunction, PositionFunction, Rule
from .kind import Kind, annotated, parameters, tried, tried_apart


@overload
def rule(
    function: Rule | str, /, *, name: str | None = ..., heaps: int | None = ..., observed: bool = ...
) -> UserGame: ...


@overload
def rule(
    *, name: str | None = ..., heaps: int | None = ..., observed: bool = ...
) -> Callable[[Rule], UserGame]: ...


def rule(
    function: Rule | str | None = None,
    /,
    *,
    name: str | None = None,
    heaps: int | None = None,
    observed: bool = False,
) -> Any:
    """Makes a game from a function that returns or yields the options of a state.

    - A function of an int is a game on heaps: an option is a heap, or a tuple of heaps for a split.
    - A function of a tuple of ints, or of several ints, is a game on that many heaps: an option is a tuple of heaps, or
      a list of such tuples for a sum. ``moves(*heaps)`` takes any number of them.
    - A function of anything else that is hashable, such as a text, is a game on positions: an option is a position, or
      a list of positions for a sum.

    The kind follows from the number of the function's parameters and from its annotation
    (``moves(heaps: tuple[int, int])``). If these do not decide, Sprague guesses it by trying the function on small
    states. ``sprague games FILE.py`` and the errors of the notation show the guess. ``heaps`` sets the kind: 1, 2 to 6,
    or 0 for positions that are not heaps. A text is a rule on two heaps written as a formula (``"x,y -> u,v where (u =
    x and v < y) or (v = y and u < x)"``); if its P-positions can be proved, the theorem answers for large heaps. The
    game has the function's name (with - for _) or ``name``, and the docstring is the rule. ``rule`` may be used as a
    decorator.

    Beyond its tables Sprague uses a law that it has proved from the text of the function. With ``observed`` it also
    uses a law that is only observed, on a table eight times as long as the one to which it was fitted. The evidence is
    then of the kind "observed".

    Raises RangeError if the name is taken or the notation cannot read it, or if the number of heaps is not allowed.

    >>> import sprague as sg
    >>> @sg.rule
    ... def one_or_half(n):
    ...     "Take one, or half of an even heap."
    ...     if n:
    ...         yield n - 1
    ...     if n and n % 2 == 0:
    ...         yield n // 2
    >>> one_or_half.values(10).tolist(), sg.parse("one-or-half 8,3").outcome
    ([0, 1, 0, 1, 2, 0, 2, 0, 1, 0, 1], 'P')
    >>> rook = sg.rule("x,y -> u,v where (u = x and v < y) or (v = y and u < x)", name="two-rows")
    >>> sg.parse(f"two-rows {10**30},{10**30 + 7}").winning_moves
    [<take 7 from heap 2 -> two-rows 1000000000000000000000000000000,1000000000000000000000000000000>]
    >>> cut = sg.rule(lambda word: [word[:i] + word[i + 2:] for i in range(len(word) - 1)], name="cut-two")
    >>> cut("abba").value, cut("abbab").value
    (0, 0)
    """
    if function is None:
        return lambda body: rule(body, name=name, heaps=heaps, observed=observed)
    if isinstance(function, Ruleset):
        return function
    if isinstance(function, str):
        from .formula import game_of  # imports NumPy

        return newest(game_of(function, name))
    if not callable(function):
        raise RangeError(
            say("expected a function from a state to its options, got {got}", got=shown(function))
        )
    word = name if name is not None else word_of(getattr(function, "__name__", "")).strip("<>")
    if name is None and word in ("lambda", ""):
        raise RangeError(say("a function without a name needs one: sg.rule(…, name='take-some')"))
    if heaps is not None and (not isinstance(heaps, int) or not 0 <= heaps <= MOST_HEAPS):
        raise RangeError(say("expected 0 to {most} heaps, got {count}", most=MOST_HEAPS, count=shown(heaps)))
    count = parameters(function)
    spread = count > 1
    if spread and (count > MOST_HEAPS or heaps not in (None, count)):
        raise RangeError(
            say(
                "expected a function of {count} heaps, got one of {got}", count=heaps or MOST_HEAPS, got=count
            )
        )
    apart = tried_apart(function) if count == 1 and heaps not in (0, 1) else ()
    kind = (count,) if spread else apart or annotated(function)
    guessed = kind is None or bool(apart)
    if heaps is not None and not spread:
        kind, guessed = (heaps,) if heaps else (), False
    spread = spread or bool(apart)
    return newest(
        _made(function, word, _guess(function) if kind is None else kind, spread, guessed, observed)
    )


def _guess(function: Rule) -> Kind:
    kind = tried(function)
    if kind is None:
        raise RangeError(
            say(
                "small states have no moves, so Sprague cannot tell what the states are: annotate the parameter "
                "(n: int), or say the number of heaps (heaps=1; 0 for other states)"
            )
        )
    return kind


def _made(
    function: Rule, word: str, kind: Kind, spread: bool, guessed: bool, observed: bool = False
) -> UserGame:
    parts: dict[str, Any] = {
        "name": word,
        "function": staticmethod(function),
        "spread": spread,
        "making": (_made, function, word, kind, spread, guessed, observed),
        "__doc__": function.__doc__ or "",
        "__module__": function.__module__,
    }
    base: type[UserGame]
    if kind == (1,):
        base = HeapFunction
    elif kind:
        base = HeapsFunction
        sizes: Sequence[int] = (5, 7, 9, 11, 13, 15)[: kind[0]]
        example = f"{word} {','.join(map(str, sizes))}"
        parts |= {"heaps": kind[0], "fewest": kind[0], "most": kind[-1], "example": example}
    else:
        base = PositionFunction
    if observed:
        parts["observed"] = True
    if guessed:
        parts |= {"guessed": True, "notation": _said(kind)}
    game_class: type[UserGame] = type(getattr(function, "__name__", word), (base,), parts)
    return game_class()


def _said(kind: Kind) -> Message:
    """Says which kind was guessed, and how the user can decide it."""
    states = say("any value but heaps")
    if kind:
        states = say("a heap") if kind == (1,) else say("{count} heaps", count=kind[0])
    if len(kind) > 1:
        states = say("{fewest} to {most} heaps", fewest=kind[0], most=kind[-1])
    return say(
        "A state is {states}, by a guess from small states: an annotation such as n: int decides.",
        states=states,
    )
