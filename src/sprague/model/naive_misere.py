"""The plain definition of misère play: a player who cannot move wins, and a position is P if it has a move and every
move leads to an N-position.

It is the oracle against which :mod:`sprague.misereplay` is tested. It uses no theorem and no reduction.
"""

from __future__ import annotations

from collections.abc import Iterable

from sprague.words.errors import UnsolvedError
from sprague.words.messages import say

from .ruleset import Component, is_over

#: A sum with its components in a fixed order: the key of a known outcome.
Key = tuple[Component, ...]


def misere_outcome(components: Iterable[Component], outcomes: dict[Key, str]) -> str:
    """Returns "N" or "P" by visiting every reachable sum. Reads and fills ``outcomes``.

    Raises UnsolvedError if a position can come back.

    >>> from sprague.model.nim import heap
    >>> [misere_outcome(map(heap, heaps), {}) for heaps in ([], [1], [1, 1], [2, 2], [1, 2, 3])]
    ['N', 'P', 'N', 'P', 'P']
    """
    root = _key(components)
    stack = [root]
    options: dict[Key, set[Key]] = {}
    while stack:
        here = stack[-1]
        if here not in outcomes and here not in options:
            options[here] = {
                _key((*here[:i], *option, *here[i + 1 :]))
                for i, part in enumerate(here)
                for option in part.ruleset.successors(part.state)
            }
            waiting = [key for key in options[here] if key not in outcomes]
            if any(key in options for key in waiting):
                raise UnsolvedError(
                    say("a position must not recur, but {part} does (a loopy game)", part=here[0])
                )
            stack += waiting
            continue
        stack.pop()
        if here not in outcomes:
            sums_after = options.pop(here)
            if any(key not in outcomes for key in sums_after):
                raise UnsolvedError(
                    say("a position must not recur, but {part} does (a loopy game)", part=here[0])
                )
            outcomes[here] = "P" if sums_after and all(outcomes[key] == "N" for key in sums_after) else "N"
    return outcomes[root]


def _key(components: Iterable[Component]) -> Key:
    return tuple(sorted((part for part in components if not is_over(part)), key=str))
