"""Writes a position in the notation; :mod:`sprague.workbench.notation` reads it back."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby

from .nim import NIM
from .ruleset import Component


def write(components: Iterable[Component], misere: bool = False) -> str:
    """Returns the normalised text of a sum.

    An empty sum is written as an empty heap.

    >>> from .nim import heap
    >>> write([heap(3), heap(4)]), write([])
    ('nim 3,4', '*0')
    """
    components = list(components) or [Component(NIM, 0)]
    terms: list[str] = []
    for ruleset, group in groupby(components, key=lambda component: component.ruleset):
        states = [component.state for component in group]
        if misere and not terms and ruleset.head == "nim":
            terms.append(f"nim {ruleset.write(states)}")
        elif ruleset.grouped:
            terms.append(ruleset.term(states))
        else:
            terms += [ruleset.term([state]) for state in states]
    return ("misere " if misere else "") + " + ".join(terms)
