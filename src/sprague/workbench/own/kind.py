"""The kind of states that a user's rule takes, determined from its parameters or by trying it on small states.

A kind is the tuple of the numbers of heaps that a state may have: (1,) for a rule on ints, (2,) for one on pairs of
ints, (2, 3, 4, 5, 6) for one that takes tuples of any length, () for a rule on states other than heaps.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import partial
from itertools import islice
from types import FunctionType
from typing import Any, NamedTuple

from sprague.model.heap_rulesets import MOST_HEAPS

Kind = tuple[int, ...]

POSITIONS: Kind = ()
HEAP: Kind = (1,)
ANY_HEAPS: Kind = tuple(range(2, MOST_HEAPS + 1))

#: The errors that a rule may raise for a state that is not of its kind.
FOREIGN = (TypeError, AttributeError, LookupError, ValueError, AssertionError)

#: The flag of code that takes any number of arguments (``inspect`` has it, too).
VARARGS = 0x04

#: The number of options of a state that are examined.
LOOKED_AT = 200


def parameters(function: Callable[..., Any]) -> int:
    """Returns how many heaps a function takes as separate arguments: 1 for a function of the whole state."""
    if _is_plain(function):  # importing inspect would cost more than an answer
        return max(1, function.__code__.co_argcount - len(function.__defaults__ or ()))
    import inspect

    try:
        every = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        return 1
    plain = [each for each in every if each.kind in (each.POSITIONAL_ONLY, each.POSITIONAL_OR_KEYWORD)]
    return max(1, sum(each.default is each.empty for each in plain))


def _is_plain(function: Callable[..., Any]) -> bool:
    """Returns whether the code of a function shows what it takes: it is no wrapper around another one."""
    return isinstance(function, FunctionType) and not hasattr(function, "__wrapped__")


def tried_apart(function: Callable[..., Any]) -> Kind:
    """Returns the numbers of heaps that a function such as ``moves(*heaps)`` takes as separate arguments, from its
    results for small states; none for any other function."""
    if not _is_plain(function) or not function.__code__.co_flags & VARARGS or parameters(function) > 1:
        return POSITIONS
    return _fitting(lambda heaps: function(*heaps))


def annotated(function: Callable[..., Any]) -> Kind | None:
    """Returns the kind that the annotation of the only parameter gives, or None if it gives none.

    >>> def moves(board: tuple[int, int]): ...
    >>> annotated(moves)
    (2,)
    """
    text = _annotation(function)
    if text is None:
        return None
    if text == "int":
        return HEAP
    heaps = re.fullmatch(r"tuple\[(int(?:,int)*(?:,\.\.\.)?)\]", text)
    if heaps is None:
        return POSITIONS if re.match(r"(str|bytes|frozenset|tuple\[)", text) else None
    if heaps[1].endswith("..."):
        return ANY_HEAPS
    count = heaps[1].count("int")
    return (count,) if 2 <= count <= MOST_HEAPS else POSITIONS


def takes_text(function: Callable[..., Any]) -> bool:
    """Returns whether the annotation of the only parameter says that a state is a text.

    >>> def moves(row: str): ...
    >>> takes_text(moves)
    True
    """
    return _annotation(function) == "str"


def _annotation(function: Callable[..., Any]) -> str | None:
    """Returns the annotation of the first parameter that has one, in small letters and without spaces."""
    annotation = next((each for name, each in _annotations(function) if name != "return"), None)
    if annotation is None:
        return None
    # The type tuple[int, int] has the name tuple.
    text = (
        annotation.__name__
        if isinstance(annotation, type) and "[" not in str(annotation)
        else str(annotation)
    )
    return re.sub(r"\s|typing\.", "", text).lower()


def _annotations(function: Callable[..., Any]) -> Iterable[tuple[str, Any]]:
    held = function if hasattr(function, "__annotations__") else type(function).__call__
    return getattr(held, "__annotations__", {}).items()


class _Trial(NamedTuple):
    """How a rule answered for some states."""

    #: Whether it gave options, and each option was of the same kind as the states.
    fits: bool
    #: Whether it gave no options, and never failed.
    silent: bool
    #: Whether it failed otherwise than a function does that is given a state of another kind.
    faulty: bool


def tried(options: Callable[[Any], Iterable[Any]], splits: tuple[type, ...] = (tuple, list)) -> Kind | None:
    """Returns the kind of a rule from its results for small states. Returns None if it takes ints and gives no option
    of any of them, so that it may be of any kind. ``splits`` holds the types of an option that is a sum of single
    heaps; a sum of tuples is a list of them.

    A rule is on heaps if it leaves some, and nothing else. A rule that fails on ints is on ints too, unless it fails in
    the way of a function given a state of another kind; its use then reports the error.
    """
    on_ints = _trial(options, (5, 8, 12, 3, 20, 1, 2), _is_number, splits)
    if on_ints.fits:
        return HEAP
    heaps = _fitting(options)
    if heaps:
        return heaps
    if on_ints.silent:
        return None
    return HEAP if on_ints.faulty else POSITIONS


def _fitting(options: Callable[[Any], Iterable[Any]]) -> Kind:
    """Returns the numbers of heaps for which a rule on tuples gives tuples of as many heaps."""
    return tuple(
        number
        for number in ANY_HEAPS
        if _trial(options, _samples(number), partial(_is_tuple, number), (list,)).fits
    )


def _trial(
    options: Callable[[Any], Iterable[Any]],
    states: Iterable[Any],
    is_state: Callable[[Any], bool],
    sums: tuple[type, ...],
) -> _Trial:
    fits, silent, faulty = False, True, False
    for state in states:
        try:
            for option in islice(options(state), LOOKED_AT):
                silent = False
                parts: Any = option if isinstance(option, sums) else (option,)
                if not all(map(is_state, parts)):
                    return _Trial(False, silent, faulty)
                fits = True
        except FOREIGN:
            silent = False
        except (Exception, SystemExit):
            silent, faulty = False, True
    return _Trial(fits, silent, faulty)


def _samples(number: int) -> list[tuple[int, ...]]:
    up = tuple(range(1, number + 1))
    flat, ends = (3,) * number, (5,) + (0,) * (number - 1)
    waves = tuple(2 + 2 * (i % 2) for i in range(number))
    return [flat, up, up[::-1], waves, waves[::-1] if number % 2 == 0 else flat, ends, ends[::-1]]


def _is_number(state: Any) -> bool:
    """Returns whether ``state`` is an int or a float: a rule that divides by / is a rule on ints with a fault."""
    return isinstance(state, float) or (hasattr(state, "__index__") and not isinstance(state, bool))


def _is_tuple(number: int, state: Any) -> bool:
    return isinstance(state, tuple) and len(state) == number and all(map(_is_number, state))
