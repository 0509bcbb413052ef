"""Decides formulas about whole numbers with plain code, for the checker of theorems about P-positions. It shares
nothing with the prover; even comparisons are built in another way.

A set of tuples is (tracks, start, accept, delta). ``delta[state]`` maps letters, tuples with a digit for each track, to
states; a missing letter leads nowhere. Words begin with the highest digit and are valid (greedy) words.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextvars import ContextVar, copy_context
from itertools import product
from operator import mul
from typing import Any, NamedTuple

from sprague.words.errors import TooLargeError
from sprague.words.messages import say

#: The most states, and the most entries that they hold in all: letters, and the members of sets of states.
_MOST, _MOST_HELD = 200_000, 4_000_000

#: The most letters of an alphabet: tuples with a digit for each track.
_MOST_LETTERS = 1 << 18

#: A hook that is called now and then while states are built.
_TICK: ContextVar[Callable[[], None]] = ContextVar("tick", default=lambda: None)

Letter = tuple[int, ...]


def now_and_then() -> None:
    """Calls the hook; long computations call this often, and an exception of the hook ends them."""
    _TICK.get()()


def ticking(tick: Callable[[], None], checker: Callable[[Any], int], certificate: Any) -> int:
    """Runs a checker in its own context, in which ``tick`` is called now and then. An exception that ``tick`` raises
    ends the work."""
    context = copy_context()
    context.run(_TICK.set, tick)
    return context.run(checker, certificate)


class Flaw(Exception):
    """The flaw of a certificate."""


def _beyond(bound: int) -> TooLargeError:
    """Returns the error that ends a check at a bound. The certificate may still be true."""
    return TooLargeError(
        say("the check of this certificate needs automata beyond its bound of {bound}", bound=bound)
    )


class Numeration(NamedTuple):
    """A numeration system: its recurrences by turns, the weights U_0, U_-1, …, the number of digits, and
    ``step(state, digit)`` of the automaton of valid words (None: not valid). The automaton begins in state 0 and may
    end in the states for which ``ends(state)`` is true."""

    turns: list[tuple[int, ...]]
    before: tuple[int, ...]
    digits: int
    step: Callable[[int, int], int | None]
    ends: Callable[[int], bool]


class Set(NamedTuple):
    """A set of tuples of numbers."""

    tracks: tuple[str, ...]
    start: int
    accept: frozenset[int]
    delta: list[dict[Letter, int]]


def numeration(name: str) -> Numeration:
    """Returns the system with a name."""
    if name in {str(b) for b in range(2, 13)}:
        return Numeration([(int(name),)], (1,), int(name), lambda state, digit: 0, lambda state: True)
    if name == "zeckendorf":  # no two adjacent ones
        return Numeration([(1, 1)], (1, 1), 2, lambda last, d: None if last and d else d, lambda last: True)
    if name == "tribonacci":  # no three
        return Numeration(
            [(1, 1, 1)],
            (1, 1, 0),
            2,
            lambda ones, d: None if ones == 2 and d else d and ones + 1,
            lambda ones: True,
        )
    if (
        name == "schwenk(3)"
    ):  # 1, 1, 2, 2, 3, 4, 6, 8, 11, …: three zeros after each one, the lower 1 and 2 unused
        return Numeration(
            [(1, 0, 0, 1)],
            (1, 0, 1, 0),
            2,
            lambda due, d: (None if due else 3) if d else max(due - 1, 0),
            lambda due: due in (0, 2),
        )
    inner = "2" if name == "pell" else name[len("ostrowski(") : -1]
    if name != "pell" and (not name.startswith("ostrowski(") or not name.endswith(")")):
        raise Flaw(f"system: expected a numeration system, got {name!r}")
    try:
        a = [int(part) for part in inner.split(",")]
    except ValueError:
        raise Flaw(f"system: expected partial quotients, got {name!r}") from None
    if inner != ",".join(map(str, a)):
        raise Flaw(f"system: expected plain partial quotients, got {name!r}")
    if not a or min(a) < 1 or max(a) > 50 or len(a) > 20:
        raise Flaw(f"system: no partial quotients for a check: {name!r}")
    if name in ("ostrowski(1)", "ostrowski(2)"):
        raise Flaw(f"system: expected it by its own name, got {name!r}")
    p = len(a)

    def step(state: int, digit: int) -> int | None:
        # The index of the digit modulo p counts down; 0 follows a digit of the largest possible size.
        index, full = (state // 2 - 1) % p, state % 2
        return None if digit > (0 if full else a[index]) else 2 * index + (digit == a[index])

    turns: list[tuple[int, ...]] = [(a[(i - 1) % p], 1) for i in range(p)]
    return Numeration(turns, (1, 0), max(a) + 1, step, lambda state: state == 0)


def trimmed(a: Set) -> Set:
    """Returns the same set without the states from which nothing is accepted."""
    back: list[list[int]] = [[] for _ in a.delta]
    for state, row in enumerate(a.delta):
        for to in row.values():
            back[to].append(state)
    alive = set(a.accept)
    todo = list(alive)
    while todo:
        for state in back[todo.pop()]:
            if state not in alive:
                alive.add(state)
                todo.append(state)
    if a.start not in alive:
        return Set(a.tracks, 0, frozenset(), [{}])
    if len(alive) == len(a.delta):
        return a
    number = {state: i for i, state in enumerate(sorted(alive))}
    delta = [{x: number[to] for x, to in a.delta[state].items() if to in alive} for state in number]
    return Set(a.tracks, number[a.start], frozenset(number[state] for state in a.accept), delta)


def minimal(a: Set) -> Set:
    """Returns the same set with as few states as possible."""
    a = trimmed(a)
    if not a.accept:
        return a
    # The letters of a state stay the same while states are separated by where these letters lead.
    sets: dict[tuple[Letter, ...], int] = {}
    rows = [sorted(row.items()) for row in a.delta]
    letters = [sets.setdefault(tuple(x for x, _ in row), len(sets)) for row in rows]
    leads = [[to for _, to in row] for row in rows]
    kind = [int(state in a.accept) for state in range(len(rows))]
    count = 0
    while True:
        now_and_then()
        names: dict[Any, int] = {}
        kind = [
            names.setdefault((kind[state], letters[state], *[kind[to] for to in leads[state]]), len(names))
            for state in range(len(rows))
        ]
        if len(names) == count:
            break
        count = len(names)
    number, members = {kind[a.start]: 0}, [a.start]
    delta: list[dict[Letter, int]] = []
    for state in members:
        row = {}
        for x, to in rows[state]:
            if kind[to] not in number:
                number[kind[to]] = len(members)
                members.append(to)
            row[x] = number[kind[to]]
        delta.append(row)
    accept = frozenset(i for i, state in enumerate(members) if state in a.accept)
    return Set(a.tracks, 0, accept, delta)


def explored(
    tracks: tuple[str, ...],
    start: Any,
    moves: Callable[[Any], Iterable[tuple[Letter, Any]]],
    ends: Callable[[Any], bool],
    small: bool = True,
) -> Set:
    """Returns the set whose states ``moves`` reaches from ``start``, minimised if ``small``."""
    number, members = {start: 0}, [start]
    delta: list[dict[Letter, int]] = []
    tick, held, wide = _TICK.get(), 0, 1 + len(tracks) // 6
    for state in members:
        if not len(delta) & 255:
            tick()
        row = {}
        for letter, to in moves(state):
            held += wide
            if to not in number:
                held += len(to) if isinstance(to, frozenset) else 1
                if len(members) == _MOST:
                    raise _beyond(_MOST)
                number[to] = len(members)
                members.append(to)
            if held > _MOST_HELD:
                raise _beyond(_MOST_HELD)
            row[letter] = number[to]
        if len(row) > 256:
            tick()
        delta.append(row)
    accept = frozenset(i for i, state in enumerate(members) if ends(state))
    unreduced = Set(tracks, 0, accept, delta)
    return minimal(unreduced) if small else trimmed(unreduced)


def _letters(system: Numeration, tracks: tuple[str, ...]) -> Iterator[Letter]:
    """Returns the tuples with a digit for each track."""
    count = system.digits ** len(tracks)
    if count > _MOST_LETTERS:
        raise _beyond(_MOST_LETTERS)
    if count > 256:
        now_and_then()
    return product(range(system.digits), repeat=len(tracks))


def every(system: Numeration, tracks: tuple[str, ...]) -> Set:
    """Returns the set of all tuples."""

    def moves(states: tuple[int, ...]) -> Iterator[tuple[Letter, Any]]:
        for letter in _letters(system, tracks):
            to = tuple(system.step(state, digit) for state, digit in zip(states, letter, strict=True))
            if None not in to:
                yield letter, to

    return explored(tracks, (0,) * len(tracks), moves, lambda states: all(map(system.ends, states)))


def equation(system: Numeration, form: dict[str, int], constant: int) -> Set:
    """Returns the solutions of sum of form[name] * name + constant = 0."""
    tracks = tuple(sorted(form))
    factors = [form[name] for name in tracks]
    up, down = sum(f for f in factors if f > 0), -sum(f for f in factors if f < 0)
    turn, degree = len(system.turns), len(system.before)
    line = list(reversed(system.before))  # U_(1 - degree) … U_0, U_1, …
    # Compared with the last ``turn`` weights, the constant is negligible, and so is the error of replacing weights by
    # powers.
    far = (abs(constant) + up + down + 1) << 30
    while len(line) < degree + turn or line[-turn] < far:
        i = len(line) + 1 - degree
        line.append(sum(c * line[-1 - j] for j, c in enumerate(system.turns[i % turn])))
    count = len(line) + 1 - degree
    rows = [[line[degree - 1 + i - j] for j in range(degree)] for i in range(count)]

    def worth(vector: tuple[int, ...], i: int) -> int:
        total: int = sum(map(mul, vector, rows[i]))
        return total + constant

    memory: dict[tuple[int, tuple[int, ...]], bool] = {}

    def possible(phase: int, vector: tuple[int, ...]) -> bool:
        # The remaining digits of each track are worth less than the weight of the digit read last.
        # More digits than the rows have change next to nothing, so the last row decides for them, with some slack.
        key = (phase, vector)
        if key not in memory:
            last = range(phase, count, turn)[-1]
            weight = rows[last][0]
            slack = weight >> 10
            memory[key] = -up * weight - slack <= worth(vector, last) <= down * weight + slack or any(
                -up * (rows[i][0] - 1) <= worth(vector, i) <= down * (rows[i][0] - 1)
                for i in range(phase, last, turn)
            )
        return memory[key]

    def moves(state: Any) -> Iterator[tuple[Letter, Any]]:
        phase, vector, valid = state
        rest = [r + vector[0] * c for r, c in zip((*vector[1:], 0), system.turns[phase], strict=True)]
        possible_values: dict[int, bool] = {}
        for letter in _letters(system, tracks):
            value = sum(f * d for f, d in zip(factors, letter, strict=True))
            after = (rest[0] + value, *rest[1:])
            below = (phase - 1) % turn
            if value not in possible_values:
                possible_values[value] = possible(below, after)
            if possible_values[value]:
                to = tuple(system.step(v, d) for v, d in zip(valid, letter, strict=True))
                if None not in to:
                    yield letter, (below, after, to)

    def ends(state: Any) -> bool:
        phase, vector, valid = state
        return phase == 0 and worth(vector, 0) == 0 and all(map(system.ends, valid))

    return explored(tracks, (0, (0,) * degree, (0,) * len(tracks)), moves, ends)


def meet(a: Set, b: Set, small: bool = True) -> Set:
    """Returns the tuples that are in both sets; tracks of one name are one track. If not ``small``, the result may have
    more states than necessary, which suffices for an intermediate set."""
    tracks = tuple(sorted({*a.tracks, *b.tracks}))
    shared = [name for name in a.tracks if name in b.tracks]
    of_a, of_b = [a.tracks.index(name) for name in shared], [b.tracks.index(name) for name in shared]
    place = [(0, a.tracks.index(n)) if n in a.tracks else (1, b.tracks.index(n)) for n in tracks]
    sorted_b: dict[int, dict[Letter, list[tuple[Letter, int]]]] = {}

    def moves(state: tuple[int, int]) -> Iterator[tuple[Letter, Any]]:
        p, q = state
        if q not in sorted_b:
            rows: dict[Letter, list[tuple[Letter, int]]] = {}
            for letter, to in b.delta[q].items():
                rows.setdefault(tuple(letter[i] for i in of_b), []).append((letter, to))
            sorted_b[q] = rows
        for letter, to in a.delta[p].items():
            for other, after in sorted_b[q].get(tuple(letter[i] for i in of_a), ()):
                yield tuple((letter, other)[source][i] for source, i in place), (to, after)

    return explored(tracks, (a.start, b.start), moves, lambda s: s[0] in a.accept and s[1] in b.accept, small)


def join(system: Numeration, a: Set, b: Set) -> Set:
    """Returns the tuples that are in at least one of the sets."""
    tracks = tuple(sorted({*a.tracks, *b.tracks}))
    a, b = (meet(one, every(system, tuple(n for n in tracks if n not in one.tracks))) for one in (a, b))

    def moves(state: tuple[int, int]) -> Iterator[tuple[Letter, Any]]:
        p, q = state
        one = a.delta[p] if p >= 0 else {}
        two = b.delta[q] if q >= 0 else {}
        for letter in {**one, **two}:
            yield letter, (one.get(letter, -1), two.get(letter, -1))

    return explored(tracks, (a.start, b.start), moves, lambda s: s[0] in a.accept or s[1] in b.accept)


def rest(system: Numeration, a: Set) -> Set:
    """Returns the tuples that are not in ``a``."""
    return minus(every(system, a.tracks), a)


def minus(a: Set, b: Set) -> Set:
    """Returns the tuples that are in ``a`` and not in ``b``, which has the same tracks."""

    def moves(state: tuple[int, int]) -> Iterator[tuple[Letter, Any]]:
        p, q = state
        for letter, to in a.delta[p].items():
            yield letter, (to, b.delta[q].get(letter, -1) if q >= 0 else -1)

    return explored(a.tracks, (a.start, b.start), moves, lambda s: s[0] in a.accept and s[1] not in b.accept)


def some(system: Numeration, a: Set, *eliminated: str) -> Set:
    """Returns the tuples that numbers of the names ``eliminated`` complete to a tuple of ``a``."""
    remaining = [i for i, name in enumerate(a.tracks) if name not in eliminated]
    if len(remaining) == len(a.tracks):
        return a
    zero = (0,) * len(remaining)
    rows: list[list[tuple[Letter, int]]] = [
        [(tuple([letter[i] for i in remaining]), to) for letter, to in row.items()] for row in a.delta
    ]

    def behind(states: frozenset[int]) -> dict[Letter, set[int]]:
        targets: dict[Letter, set[int]] = {}
        for state in states:
            for letter, to in rows[state]:
                targets.setdefault(letter, set()).add(to)
        return targets

    # An eliminated number may be the longest: then the others begin with zeros, in whole turns.
    start = edge = frozenset({a.start})
    while edge:
        for _ in system.turns:
            edge = frozenset(behind(edge).get(zero, set()))
        edge -= start
        start |= edge
    return explored(
        tuple(a.tracks[i] for i in remaining),
        start,
        lambda s: ((x, frozenset(to)) for x, to in behind(s).items()),
        lambda s: bool(s & a.accept),
    )


def counted(system: Numeration, a: Set, most: int, *eliminated: str) -> list[Set]:
    """Returns, for each n from 1 to ``most``, the tuples that at least n choices of the numbers ``eliminated`` complete
    to a tuple of ``a``."""
    remaining = [i for i, name in enumerate(a.tracks) if name not in eliminated]
    zero = (0,) * len(remaining)
    rows: list[list[tuple[Letter, int]]] = [
        [(tuple([letter[i] for i in remaining]), to) for letter, to in row.items()] for row in a.delta
    ]

    def behind(counts: frozenset[tuple[int, int]]) -> dict[Letter, frozenset[tuple[int, int]]]:
        """Returns how many runs end in each state after each letter, if so many end in each state before it."""
        after: dict[Letter, dict[int, int]] = {}
        for state, count in counts:
            for letter, to in rows[state]:
                sums = after.setdefault(letter, {})
                sums[to] = min(most, sums.get(to, 0) + count)
        return {letter: frozenset(sums.items()) for letter, sums in after.items()}

    # The zeros before all numbers lead from the start to itself, so no count falls here.
    start: frozenset[tuple[int, int]] = frozenset({(a.start, 1)})
    while True:
        longer = start
        for _ in system.turns:
            longer = behind(longer).get(zero, frozenset())
        if longer == start or not longer:
            break
        start = longer
    tracks = tuple(a.tracks[i] for i in remaining)

    def at_least(least: int) -> Set:
        return explored(
            tracks,
            start,
            lambda counts: behind(counts).items(),
            lambda counts: sum(count for state, count in counts if state in a.accept) >= least,
        )

    return [at_least(least) for least in range(1, most + 1)]


def words(system: Numeration, most: int) -> Callable[[int], tuple[int, ...]]:
    """Returns a function that writes numbers up to ``most``, all with the same number of digits."""
    weights = weights_of(system, most)

    def word(n: int) -> tuple[int, ...]:
        digits = []
        for weight in weights:
            digit, n = divmod(n, weight)
            digits.append(digit)
        return tuple(digits)

    return word


def weights_of(system: Numeration, most: int) -> list[int]:
    """Returns the weights of the digits of ``words``, the highest first."""
    weights = [1]
    before = list(reversed(system.before))
    while len(weights) < 12 or weights[-1] <= most or len(weights) % len(system.turns):
        before.append(
            sum(c * before[-1 - j] for j, c in enumerate(system.turns[len(weights) % len(system.turns)]))
        )
        weights.append(before[-1])
    return weights[::-1]


def contains(a: Set, words: dict[str, tuple[int, ...]]) -> bool:
    """Returns whether the tuple of these words (of one length) is in the set."""
    state = a.start
    for letter in zip(*(words[name] for name in a.tracks), strict=True):
        if letter not in a.delta[state]:
            return False
        state = a.delta[state][letter]
    return state in a.accept
