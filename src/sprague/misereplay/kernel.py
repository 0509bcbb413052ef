"""The inner loop of the search for a quotient. Nothing is checked here."""

# mypy: allow-untyped-defs, allow-untyped-calls

from __future__ import annotations

import numpy as np

from sprague.system.jit import kernel


@kernel
def mark_outcomes(acts, times, starts, lost, order, without):
    """The outcomes of the elements of a monoid, each by its least word, into ``lost`` (uint8, 2 at first).

    ``acts`` (int32, items x elements): every element times each item. ``times`` (int32, rows x elements): every element
    times the options of the items, those of item i in the rows ``starts[i]``..``starts[i + 1]`` - 1. A word is less than
    another when it has fewer of the last item in which they differ; so the options of a least word are less than it,
    and a factor of one is least too. ``order`` (int32): the elements by their least words. ``without`` (int32, elements
    x items, -1 at first): the element that is left when one such item is taken from the least word. Returns the number
    of elements that have a word.
    """
    items = acts.shape[0]
    order[0] = 0
    lost[0] = 0
    found = 1
    for item in range(items):
        first, last = 0, found
        while first < last:
            for place in range(first, last):
                before = order[place]
                here = acts[item, before]
                if lost[here] != 2:
                    continue
                for i in range(item):
                    if without[before, i] >= 0:
                        without[here, i] = acts[item, without[before, i]]
                without[here, item] = before
                p = 1
                for i in range(item + 1):
                    rest = without[here, i]
                    if rest >= 0:
                        for row in range(starts[i], starts[i + 1]):
                            if lost[times[row, rest]] == 1:
                                p = 0
                                break
                        if p == 0:
                            break
                lost[here] = p
                order[found] = here
                found += 1
            first, last = last, found
    return found
