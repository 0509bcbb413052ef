"""The decision procedure: a formula becomes the automaton of all numbers that make it true.

Presburger's arithmetic with automata for predicates (J. R. Büchi 1960; V. Bruyère, G. Hansel, C. Michaux, R. Villemaire
1994), as in Walnut (H. Mousavi 2016).
"""

from __future__ import annotations

from sprague.words.errors import TooLargeError
from sprague.words.messages import say

from .dfa import Automaton, both, either, everything, negated, projected, reordered, without
from .formula import And, Exists, Formula, Linear, Named, Not, Or, Within, free, renamed
from .linear import linear
from .numeration import System
from .sets import named_set

#: Automata over more letters than this are refused.
MOST_LETTERS = 1 << 17


def automaton(formula: Formula, system: System) -> Automaton:
    """Returns the automaton of the numbers that make ``formula`` true. Its tracks are the free names, in alphabetical
    order.

    >>> from .formula import parse
    >>> from .numeration import system
    >>> even = automaton(parse("exists k: x = 2k"), system("zeckendorf"))
    >>> [n for n in range(10) if (n,) in even]
    [0, 2, 4, 6, 8]
    >>> automaton(parse("forall x: exists y: x = 2y or x = 2y + 1"), system("pell")).is_empty
    False
    """
    numbers = _automaton_of(formula, system)
    return reordered(numbers, tuple(sorted(numbers.tracks)))


def _automaton_of(formula: Formula, system: System) -> Automaton:
    if isinstance(formula, Linear):
        if not formula.names:
            true = formula.constant == 0 if formula.equal else formula.constant >= 0
            every = everything(system, ())
            return every if true else negated(every)
        _require_letters(system, formula.names)
        return linear(system, formula.names, formula.coefficients, formula.constant, formula.equal)
    if isinstance(formula, Named):
        return _set_of_sums(formula, system)
    if isinstance(formula, Within):
        return formula.automaton.named(*formula.names)
    if isinstance(formula, Not):
        return negated(_automaton_of(formula.part, system))
    if isinstance(formula, Or):
        _require_letters(system, free(formula))
        return either(*(_automaton_of(part, system) for part in formula.parts))
    if isinstance(formula, And):
        return _conjunction(formula, system, ())
    if isinstance(formula.part, And):
        return _conjunction(formula.part, system, formula.names)
    if isinstance(formula.part, Or):  # each alternative separately, with fewer tracks at once
        return either(*(_automaton_of(Exists(formula.names, part), system) for part in formula.part.parts))
    inner = _automaton_of(formula.part, system)
    return projected(inner, *(name for name in formula.names if name in inner.tracks))


def flattened(formula: Formula, gone: tuple[str, ...] = ()) -> tuple[list[Formula], list[str]]:
    """Returns the parts of a formula that must all hold, without the quantifiers around them, and the names that these
    quantifiers bind. Each name is distinct, and they follow the names in ``gone``."""
    flat: list[Formula] = []
    todo, leaving = [formula], list(gone)
    while todo:
        part = todo.pop(0)
        if isinstance(part, And):
            todo = [*part.parts, *todo]
        elif isinstance(part, Exists):
            fresh = {name: f"{name} {len(leaving) + i}" for i, name in enumerate(part.names)}
            leaving += fresh.values()
            todo = [renamed(part.part, fresh), *todo]
        else:
            flat.append(part)
    return flat, leaving


def _conjunction(formula: And, system: System, eliminated: tuple[str, ...]) -> Automaton:
    """Combines all parts. It eliminates each of the names ``eliminated`` as soon as no other part mentions it, and
    begins with names that occur with few others. It also eliminates the names that the parts bind."""
    flat, leaving = flattened(formula, eliminated)
    plain = [part for part in flat if not isinstance(part, Not)]
    parts = [_automaton_of(part, system) for part in plain]
    refused = [part.part for part in flat if isinstance(part, Not)]
    while refused:
        part = refused.pop(0)
        removed = _automaton_of(part, system)
        home = next((i for i, have in enumerate(parts) if set(removed.tracks) <= set(have.tracks)), None)
        if home is None:
            parts.append(negated(removed))
        else:
            parts[home] = without(parts[home], removed)
    while leaving:
        beside = {
            name: tuple(dict.fromkeys(t for part in parts if name in part.tracks for t in part.tracks))
            for name in leaving
        }
        name = min(leaving, key=lambda name: len(beside[name]))
        leaving.remove(name)
        if not beside[name]:
            continue
        _require_letters(system, beside[name])
        with_name = [part for part in parts if name in part.tracks]
        parts = [part for part in parts if name not in part.tracks]
        parts.append(projected(both(*with_name), name))
    _require_letters(system, tuple(dict.fromkeys(track for part in parts for track in part.tracks)))
    return both(*parts)


def _require_letters(system: System, names: tuple[str, ...]) -> None:
    if system.digits ** len(names) > MOST_LETTERS:
        raise TooLargeError(
            say(
                "{count} names at once are too many for {digits} digits: the bound is {most} letters",
                count=len(names),
                digits=system.digits,
                most=MOST_LETTERS,
            )
        )


def _set_of_sums(formula: Named, system: System) -> Automaton:
    """Returns a named set of sums. Each sum is first a separate track."""
    tracks = tuple(f" {i}" for i in range(len(formula.numbers)))
    tuples = named_set(formula.name, system).named(*tracks)
    for track, (form, constant) in zip(tracks, formula.numbers, strict=True):
        names = tuple(sorted(form))
        value = linear(system, (track, *names), (-1, *(form[name] for name in names)), constant, True)
        tuples = projected(both(tuples, value), track)
    return tuples
