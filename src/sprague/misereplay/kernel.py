"""The inner loop of the search for a quotient. It does not check its arguments."""

# mypy: allow-untyped-defs, allow-untyped-calls

from __future__ import annotations

from sprague.system.jit import kernel


@kernel
def mark_outcomes(acts, times, starts, lost, order, without, added):
    """The outcomes of the elements of a monoid, each by its least word, into ``lost`` (uint8, 2 at first).

    ``acts`` (int32, items x elements): every element times each item. ``times`` (int32, rows x elements): every element
    times the options of the items, those of item i in the rows ``starts[i]``..``starts[i + 1]`` - 1. A word is less
    than another when it has fewer of the last item in which they differ; so the options of a least word are less than
    it, and a factor of one is least too. ``order`` (int32): the elements by their least words. ``without`` (int32,
    elements x items, -1 at first): the element that is left when one such item is taken from the least word;
    ``added`` (int32): the last item of that word. Returns the number of elements that have a word.
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
                added[here] = item
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


@kernel
def refine(classes, act, joined, fresh, slots):
    """Split the classes of a partition by the classes to which ``act`` leads: the new ones, numbered as they come up,
    into ``joined``; returns their number. ``slots`` (int64, a power of two of at least twice as many as elements, all
    -1) is a table of hashes and is left as it was; ``fresh`` (int64): a place for each element."""
    count = 0
    mask = slots.shape[0] - 1
    for x in range(classes.shape[0]):
        a, b = classes[x], classes[act[x]]
        slot = (a * 0x9E3779B1 + b * 0x85EBCA6B) & mask
        while True:
            y = slots[slot]
            if y < 0:
                slots[slot] = x
                fresh[count] = slot
                joined[x] = count
                count += 1
                break
            if classes[y] == a and classes[act[y]] == b:
                joined[x] = joined[y]
                break
            slot = (slot + 1) & mask
    for i in range(count):
        slots[fresh[i]] = -1
    return count


@kernel
def extend_states(table, element, deficit, elements, deficits, before, after, latest, state, budget):
    """Go on adding copies of an item to the sums in ``elements`` (int32) and ``deficits`` (uint8, a row each: D as
    flags): their elements of ``table`` times ``element``, D(X + h) = {q : q h in D(X) and q x in ``deficit``}, as long
    as that is not empty and within no known D of the same element. ``before``: the place of the sum that was added to.
    ``latest`` (by element) and ``after`` (by place) chain the sums of one element.

    ``state`` (int64): the next place to extend, the number of places filled, and where a sum ought to have a winning
    move and has none, its place. Ends then, when all is done, when the arrays are full, or after about ``budget``
    steps: returns 1, 0, 2, 3.
    """
    size = table.shape[0]
    room = elements.shape[0]
    while state[0] < state[1]:
        if budget <= 0:
            return 3
        place = state[0]
        x = elements[place]
        new = state[1]
        if new >= room:
            return 2
        target = table[x, element]
        some = False
        for q in range(size):
            flag = deficits[place, table[q, element]] & deficit[table[q, x]]
            deficits[new, q] = flag
            if flag:
                some = True
        budget -= size
        if deficits[new, 0]:
            elements[new] = target
            before[new] = place
            state[2] = new
            state[1] = new + 1
            return 1
        if some:
            other = latest[target]
            known = False
            while other >= 0 and not known:
                known = True
                for q in range(size):
                    if deficits[new, q] > deficits[other, q]:
                        known = False
                        break
                other = after[other]
                budget -= 10
            if not known:
                elements[new] = target
                before[new] = place
                after[new] = latest[target]
                latest[target] = new
                state[1] = new + 1
        state[0] = place + 1
    return 0
