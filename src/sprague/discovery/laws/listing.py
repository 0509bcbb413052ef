"""The P-positions by a law, in order, from any heap on."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from ..automata.decide import automaton
from ..automata.dfa import Automaton, both, projected, reordered
from ..automata.formula import And, Formula, Linear, Or
from ..reading.statements import BEFORE
from ..winning import images

#: The track of the largest heap.
_LARGEST = "m"


def positions_from(losing: Automaton, start: int, ascending: bool = False) -> Iterator[tuple[int, ...]]:
    """Yields the tuples of a set whose largest number is ``start`` or more, ordered by it, then as tuples compare: all
    of them, or only those whose own numbers are ``ascending``.

    >>> from ..automata.numeration import system
    >>> nim = automaton(Linear(("a", "b"), (1, -1), 0, True), system("2"))
    >>> import itertools
    >>> list(itertools.islice(positions_from(nim, 10**18), 2))
    [(1000000000000000000, 1000000000000000000), (1000000000000000001, 1000000000000000001)]
    """
    names = BEFORE[: len(losing.tracks)]
    losing = losing.named(*names)
    if len(names) == 1:
        yield from ((n,) for n in numbers_from(losing, start))
        return
    bounds: list[Formula] = [Linear((_LARGEST, name), (1, -1), 0, False) for name in names]
    equalities: list[Formula] = [Linear((_LARGEST, name), (1, -1), 0, True) for name in names]
    if ascending:
        bounds += [Linear(pair, (-1, 1), 0, False) for pair in itertools.pairwise(names)]
    largest = automaton(And((*bounds, Or(tuple(equalities)))), losing.system)
    whole = reordered(both(losing, largest), (_LARGEST, *names))
    # The automata of the largest number and the first heaps: letter by letter, tuples would not come as they compare.
    first = [projected(whole, *names[i:]) for i in range(len(names))] + [whole]

    def from_heaps(given: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        count = len(given)
        if count > len(names):
            yield given[1:]
            return
        if count == len(names) and given[0] not in given[1:]:  # the last heap must be the largest
            yield (*given[1:], given[0])
            return
        for (heap,) in images(first[count], given, (_LARGEST, *names[: count - 1]), ascending=True):
            yield from from_heaps((*given, heap))

    for most in numbers_from(first[0], start):
        yield from from_heaps((most,))


def numbers_from(numbers: Automaton, start: int) -> Iterator[int]:
    """Yields the numbers of a set from ``start`` on, the smallest first.

    >>> from ..automata.numeration import system
    >>> from ..automata.sets import named_set
    >>> next(numbers_from(named_set("power(2)", system("2")), 10**18)) == 2**60
    True
    """
    system = numbers.system
    rows = [numbers.row(state) for state in range(len(numbers.accept))]
    # alive[r]: the states from which a word of r more digits is accepted.
    alive = [{state for state, ends in enumerate(numbers.accept) if ends}]
    length, barren = system.length(start), 0
    low = system.word(start, length)
    while barren <= numbers.states:
        while len(alive) <= length:
            alive.append({state for state, row in enumerate(rows) if any(to in alive[-1] for to in row)})
        barren += 1
        # The words behind each choice: depth, state, number, whether it is still the beginning of the least word.
        weights = system.weights(length)[::-1]
        walk = [(0, numbers.start, 0, True)] if numbers.start in alive[length] else []
        while walk:
            depth, at, number, tight = walk.pop()
            if depth == length:
                barren = 0
                yield number
                continue
            least = low[depth] if tight else 0
            for digit in range(system.digits - 1, least - 1, -1):
                to = rows[at][digit]
                if to in alive[length - depth - 1]:
                    walk.append((depth + 1, to, number + digit * weights[depth], tight and digit == least))
        start = system.weights(length + 1)[length]  # the least number with more digits
        length = system.length(start)
        low = system.word(start, length)
