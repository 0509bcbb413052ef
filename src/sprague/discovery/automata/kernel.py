"""Products, determinisation and minimisation of automata, as flat arrays.

An automaton is ``delta`` (int32, states by letters) with ``accept`` (uint8). State 0 always exists, does not accept,
and leads only to itself. Each kernel writes into arrays that the driver allocates, and returns -1 if they are too
small.
"""

# mypy: allow-untyped-defs, allow-untyped-calls

import numpy as np

from sprague.system.jit import kernel

#: Hashes stay below this prime, so that no product exceeds 64 bits.
PRIME = 2147483629


@kernel
def product(a, accept_a, start_a, map_a, b, accept_b, start_b, map_b, table, delta, accept, pairs, slots):
    """Builds the automaton that runs ``a`` and ``b`` side by side. Returns the number of its states.

    ``a`` reads letter l as ``map_a[l]`` and ``b`` reads it as ``map_b[l]``. ``table`` says whether to accept, given
    whether ``a`` and ``b`` do (4 entries, ``2 * a + b``; entry 0 is 0). If the dead state of one decides the result,
    the pair is state 0. ``pairs`` (states by 2) holds the pair of each state; ``slots`` (a power of two, zeros) is the
    hash table.
    """
    most = delta.shape[0]
    letters = delta.shape[1]
    mask = slots.shape[0] - 1
    needs_a = table[1] == 0
    needs_b = table[2] == 0
    pairs[0, 0] = 0
    pairs[0, 1] = 0
    accept[0] = 0
    for letter in range(letters):
        delta[0, letter] = 0
    count = 1
    if (start_a == 0 and needs_a) or (start_b == 0 and needs_b) or (start_a == 0 and start_b == 0):
        return count
    pairs[1, 0] = start_a
    pairs[1, 1] = start_b
    slots[(start_a * 1000003 + start_b) % PRIME & mask] = 1
    count = 2
    state = 1
    while state < count:
        i = pairs[state, 0]
        j = pairs[state, 1]
        accept[state] = table[2 * accept_a[i] + accept_b[j]]
        for letter in range(letters):
            p = a[i, map_a[letter]]
            q = b[j, map_b[letter]]
            if (p == 0 and needs_a) or (q == 0 and needs_b) or (p == 0 and q == 0):
                delta[state, letter] = 0
                continue
            slot = (np.int64(p) * 1000003 + q) % PRIME & mask
            while slots[slot] != 0 and (pairs[slots[slot], 0] != p or pairs[slots[slot], 1] != q):
                slot = (slot + 1) & mask
            if slots[slot] == 0:
                if count == most:
                    return -1
                pairs[count, 0] = p
                pairs[count, 1] = q
                slots[slot] = count
                count += 1
            delta[state, letter] = slots[slot]
        state += 1
    return count


@kernel
def determinise(wide, accept_wide, starts, groups, delta, accept, offsets, pool, slots):
    """Builds the automaton of all the states in which ``wide`` may be; it starts in any of ``starts``. Returns the
    number of states.

    ``groups`` (letters by choices) holds the letters of ``wide`` that one letter stands for. Set s of states is
    ``pool[offsets[s]:offsets[s + 1]]``.
    """
    most = delta.shape[0]
    letters, choices = groups.shape
    mask = slots.shape[0] - 1
    stamp = np.zeros(wide.shape[0], np.int64)
    now = 0
    accept[0] = 0
    for letter in range(letters):
        delta[0, letter] = 0
    offsets[0] = 0
    offsets[1] = 0
    used = 0
    digest = np.int64(0)
    if starts.shape[0] > pool.shape[0]:
        return -1
    for i in range(starts.shape[0]):
        pool[used] = starts[i]
        used += 1
        digest = (digest + np.int64(starts[i]) * 48271 % PRIME * 16807) % PRIME
    if used == 0:
        return 1
    offsets[2] = used
    slots[digest & mask] = 1
    count = 2
    state = 1
    while state < count:
        accept[state] = 0
        for i in range(offsets[state], offsets[state + 1]):
            if accept_wide[pool[i]]:
                accept[state] = 1
        for letter in range(letters):
            now += 1
            digest = np.int64(0)
            end = used
            for i in range(offsets[state], offsets[state + 1]):
                for c in range(choices):
                    to = wide[pool[i], groups[letter, c]]
                    if to != 0 and stamp[to] != now:
                        stamp[to] = now
                        if end == pool.shape[0]:
                            return -1
                        pool[end] = to
                        end += 1
                        digest = (digest + np.int64(to) * 48271 % PRIME * 16807) % PRIME
            if end == used:
                delta[state, letter] = 0
                continue
            slot = digest & mask
            while True:
                other = slots[slot]
                if other == 0:
                    break
                same = offsets[other + 1] - offsets[other] == end - used
                if same:
                    for i in range(offsets[other], offsets[other + 1]):
                        if stamp[pool[i]] != now:
                            same = False
                            break
                if same:
                    break
                slot = (slot + 1) & mask
            if slots[slot] == 0:
                if count == most:
                    return -1
                slots[slot] = count
                used = end
                offsets[count + 1] = used
                count += 1
            delta[state, letter] = slots[slot]
        state += 1
    return count


@kernel
def minimise(delta, accept, start, smaller, accepting):
    """Builds the smallest automaton of the same words by Moore's algorithm and returns the number of its states. States
    are numbered in the order in which they are reached from the start (0: no word is accepted from here).
    ``smaller`` and ``accepting`` have room for all states."""
    states, letters = delta.shape
    classes = np.zeros(states, np.int64)
    fresh = np.zeros(states, np.int64)
    size = 16
    while size < 2 * states:
        size *= 2
    slots = np.zeros(size, np.int64)
    mask = size - 1
    count = 1
    for s in range(states):
        classes[s] = accept[s]
        if accept[s]:
            count = 2
    while True:
        slots[:] = 0
        found = 0
        for s in range(states):
            digest = classes[s]
            for letter in range(letters):
                digest = (digest * 1000003 + classes[delta[s, letter]]) % PRIME
            slot = digest & mask
            while slots[slot] != 0:
                r = slots[slot] - 1
                same = classes[r] == classes[s]
                if same:
                    for letter in range(letters):
                        if classes[delta[r, letter]] != classes[delta[s, letter]]:
                            same = False
                            break
                if same:
                    break
                slot = (slot + 1) & mask
            if slots[slot] == 0:
                slots[slot] = s + 1
                fresh[s] = found
                found += 1
            else:
                fresh[s] = fresh[slots[slot] - 1]
        for s in range(states):
            classes[s] = fresh[s]
        if found == count:
            break
        count = found
    # State 0 is in class 0, because it comes first.
    number = np.full(count, -1, np.int64)
    member = np.zeros(count, np.int64)
    number[0] = 0
    met = 1
    for letter in range(letters):
        smaller[0, letter] = 0
    accepting[0] = 0
    if classes[start] == 0:
        return met
    number[classes[start]] = 1
    member[1] = start
    met = 2
    state = 1
    while state < met:
        s = member[state]
        accepting[state] = accept[s]
        for letter in range(letters):
            c = classes[delta[s, letter]]
            if number[c] < 0:
                number[c] = met
                member[met] = delta[s, letter]
                met += 1
            smaller[state, letter] = number[c]
        state += 1
    return met


@kernel
def shortest(delta, accept, start, parent, by):
    """Returns the state in which the shortest accepted word ends, or -1 if there is none. ``parent`` (-1 at first) and
    ``by`` record the way back."""
    states, letters = delta.shape
    queue = np.zeros(states, np.int64)
    if start == 0:
        return -1
    queue[0] = start
    parent[start] = start
    end = 1
    i = 0
    while i < end:
        s = queue[i]
        if accept[s]:
            return s
        for letter in range(letters):
            to = delta[s, letter]
            if to != 0 and parent[to] < 0:
                parent[to] = s
                by[to] = letter
                queue[end] = to
                end += 1
        i += 1
    return -1
