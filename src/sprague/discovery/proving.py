"""From a rule to a theorem: the numeration systems in which its P-positions may be automatic, the automaton that they
seem to have, and its proof. If the proof fails, the wrong guess goes back to the learner."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field

from sprague.system.arrays import np
from sprague.system.ask import tick
from sprague.words.errors import BudgetError, TooLargeError
from sprague.words.messages import Message, say

from .automata.dfa import bounded
from .automata.numeration import MOST_QUOTIENT, MOST_TURN, System, system
from .learn import Learner
from .report import LIMIT
from .rule import Rule
from .table import Table
from .theorem import Theorem, decide, measure_of

#: The limits of states tried before that of a report, and the most intermediate states of a proof.
STAGES, ON_THE_WAY = (16, 40, 90), 60_000

#: With a larger limit of states, lines of P-positions are followed to heaps below FAR, and a proof may take LONG_WAY
#: intermediate states.
FAR, LONG_WAY = 1 << 20, 1_000_000

#: The limits of states tried along lines.
FURTHER = (40, 200)

#: An automaton with even more states needs longer words and heaps farther out. These are the bounds to which lines are
#: then followed (the second attempt goes farther), and the heaps with which a guess is first compared: a wrong guess
#: may take far more intermediate states than the right one.
FARTHER, FARTHER_BOX = (1 << 24, 1 << 26), 1 << 19

#: The systems tried along lines if all slopes are rational.
BASES = ("2", "3", "12", "10", "5", "7")

#: The systems that are always tried, after those that the slopes suggest.
USUAL = ("2", "zeckendorf", "pell", "3", "ostrowski(3)", "tribonacci", "ostrowski(1,2)", "4", "5", "6")

#: The systems tried last for rules by a formula: their adder is large.
LAST = ("schwenk(3)",)

#: The heaps with which a guess is first compared.
BOX_BY_VECTORS, BOX_BY_FORMULA = 1024, 64


@dataclass
class Search:
    """The result of a search for a theorem. ``failed`` holds a sentence for each system that was given up.
    ``corrected`` counts the failed proofs that gave the learner a counterexample."""

    rule: Rule
    table: Table
    theorem: Theorem | None = None
    failed: dict[str, Message] = field(default_factory=dict)
    corrected: int = 0
    out_of_time: bool = False


def prove(rule: Rule, limit: int = LIMIT, systems: tuple[str, ...] | None = None) -> Search:
    """Searches for the automaton of the P-positions of ``rule``, with at most ``limit`` states, and proves it.

    >>> from .rule import rule_of
    >>> found = prove(rule_of("wythoff")).theorem
    >>> found.p_set.system.name, found.p_set.states, found.proved
    ('zeckendorf', 7, True)
    """
    table = Table(rule)
    search = Search(rule, table)
    first = BOX_BY_VECTORS if rule.formula is None else BOX_BY_FORMULA
    try:
        table.grow(first // 4 if rule.formula is None else first)
        names = systems or tuple(
            dict.fromkeys((*suggested(table), *USUAL, *(LAST if rule.formula is not None else ())))
        )
        attempts = [_Attempt(search, system(name), first) for name in names]
        if _proved(search, attempts, (*(stage for stage in STAGES if stage < limit), min(limit, LIMIT))):
            return search
        if limit > LIMIT:
            further = prove_along_lines(rule, limit, systems)
            if further.theorem is not None:
                return further
            _proved(search, attempts, (limit,))
    except BudgetError as error:
        search.out_of_time = True
        search.failed[""] = error.message
    return search


def prove_along_lines(rule: Rule, limit: int, systems: tuple[str, ...] | None = None) -> Search:
    """Does the same for a rule whose P-positions lie along lines, which are followed far beyond the table; it tries the
    systems of their slopes. If there are no lines, it tries nothing.

    >>> from .rule import rule_of
    >>> found = prove_along_lines(rule_of("wythoff"), 20).theorem
    >>> found.p_set.system.name, found.p_set.states
    ('zeckendorf', 7)
    """
    search = Search(rule, Table(rule))
    stages = (*(stage for stage in FURTHER if stage < limit), min(limit, LIMIT))
    try:
        proved = _along(search, FAR, 4 * BOX_BY_VECTORS, stages, systems)
        if limit > LIMIT:
            for size in FARTHER:
                proved = proved or _along(search, size, FARTHER_BOX, (limit,), systems)
    except BudgetError as error:
        search.out_of_time = True
        search.failed[""] = error.message
    return search


def _along(
    search: Search, size: int, box: int, stages: tuple[int, ...], systems: tuple[str, ...] | None
) -> bool:
    """Follows the lines to heaps below ``size``, and tries the systems. It first compares guesses with heaps below
    ``box``."""
    table = search.table
    if not table.follow(size):
        return False
    assert table.far is not None
    names = systems or of_slopes(table.far.slopes())
    attempts = [_Attempt(search, system(name), min(box, table.most), LONG_WAY) for name in names]
    return _proved(search, attempts, tuple(dict.fromkeys(stages)))


def _proved(search: Search, attempts: list[_Attempt], stages: tuple[int, ...]) -> bool:
    """Tries each system first with few states, then with more, and puts a proved theorem into ``search``."""
    for most in stages:
        for attempt in attempts:
            if not attempt.over and attempt.run(most):
                search.theorem = attempt.theorem
                return True
    return False


def of_slopes(slopes: list[tuple[float, float]]) -> tuple[str, ...]:
    """Returns the systems for slopes that are known well (each with its uncertainty), the likeliest first.

    >>> of_slopes([(0.0, 1e-6), (0.6972244, 1e-6)]), of_slopes([(0.75, 1e-6)])[:2]
    (('ostrowski(3)',), ('2', '3'))
    >>> of_slopes([(0.761484, 1e-5)])
    ('ostrowski(5)',)
    """
    heights: dict[str, float] = {}
    for slope, error in slopes:
        fields = sorted(_fields(slope, error, 8, 24), key=lambda each: each[1])
        if fields and fields[0][0] == 1:
            continue
        for d, height in fields:
            name = None if d == 1 else system_of_field(d)
            if name is not None:
                heights[name] = min(heights.get(name, math.inf), height)
    return tuple(sorted(heights, key=lambda name: heights[name]))[:3] or BASES


class _Attempt:
    """An attempt with one system, which may continue with more states."""

    def __init__(self, search: Search, system: System, box: int, on_the_way: int = ON_THE_WAY) -> None:
        self.on_the_way = on_the_way
        self.search = search
        self.system = system
        self.box = box
        self.learner: Learner | None = None
        self.over = False
        self.theorem: Theorem | None = None

    def run(self, most: int) -> bool:
        """Returns whether the theorem is proved with at most ``most`` states."""
        table, rule = self.search.table, self.search.rule
        try:
            if self.learner is None:
                self.learner = Learner(self.system, table)
            self.learner.limit = most
            while True:
                if not self.learner.fit(self.box):
                    return self._give_up(say("its words are too long for the table of P-positions"))
                tick()
                theorem = self._decided(rule)
                if theorem is None:
                    if not self._larger():
                        return self._give_up(say("the proof needs too many states"))
                    continue
                if theorem.proved:
                    self.theorem = theorem
                    return True
                cell = theorem.counterexample
                if cell is None or not table.reach(*cell):
                    return self._give_up(say("the recursion fails at {cell}", cell=str(cell)))
                self.search.corrected += 1
                self.box = max(self.box, table.rows, max(cell) + 1)
        except BudgetError:
            raise
        except TooLargeError as error:
            self.search.failed[self.system.name] = error.message
            return False

    def _decided(self, rule: Rule) -> Theorem | None:
        assert self.learner is not None
        measure = measure_of(rule, self.system)
        if measure is None:
            raise TooLargeError(say("no simple measure falls with every move"))
        try:
            return bounded(self.on_the_way, decide, rule, self.learner.automaton(), measure)
        except BudgetError:
            raise
        except TooLargeError:  # a wrong guess may have no small proof, so look at more of the table first
            return None

    def _larger(self) -> bool:
        table = self.search.table
        size = min(4 * self.box, table.most)
        if size <= self.box:
            return False
        table.grow(size)
        self.box = size
        return True

    def _give_up(self, why: Message) -> bool:
        self.search.failed[self.system.name] = why
        self.over = True
        return False


def suggested(table: Table) -> tuple[str, ...]:
    """Returns the systems for the slopes of the lines on which P-positions lie, the likeliest first."""
    heights: dict[str, float] = {}
    for slope, error in slopes(table):
        for field_, height in _fields(slope, error):
            name = system_of_field(field_)
            if name is not None:
                heights[name] = min(heights.get(name, math.inf), height)
    return tuple(sorted(heights, key=lambda name: heights[name]))[:4]


def slopes(table: Table) -> list[tuple[float, float]]:
    """Returns the ratios y / x near which the P-positions of a table lie, with their uncertainty; at most four.

    >>> from .rule import rule_of
    >>> table = Table(rule_of("wythoff")); table.grow(1024)
    >>> [round(slope, 2) for slope, _ in slopes(table)]
    [1.62]
    """
    size = min(table.rows, 1024)
    cells = np.argwhere(table.square(size))
    cells = cells[(cells[:, 0] <= cells[:, 1]) & (cells[:, 1] >= size // 2) & (cells[:, 0] > 0)]
    if not len(cells) or len(cells) > 8 * size:
        return []
    ratios = np.sort(cells[:, 1] / cells[:, 0])
    breaks = np.flatnonzero(np.diff(ratios) > 0.02) + 1
    groups = [group for group in np.split(ratios, breaks) if len(group) >= max(4, len(ratios) // 20)]
    groups.sort(key=len, reverse=True)
    near = []
    for group in groups[:4]:
        if group[-1] - group[0] > 0.15:
            continue
        # Not np.median, which imports numpy.ma.
        middle = float(group[(len(group) - 1) // 2 : len(group) // 2 + 1].mean())
        near.append((middle, max(float(group[-1] - group[0]) / 3, 1.0 / size)))
    return near


def _fields(slope: float, error: float, first: int = 4, most: int = 12) -> Iterator[tuple[int, float]]:
    """Yields the square-free d for which a number of Q(sqrt d) with small coefficients is near ``slope``, each with the
    height of its equation (1 for rational numbers). The first coefficient is at most ``first``, the others ``most``."""
    heights: dict[int, float] = {}
    for a in range(first + 1):
        for b in range(-most, most + 1):
            c = -round(a * slope * slope + b * slope)
            slant = abs(2 * a * slope + b)
            if (not a and not b) or abs(c) > most or abs(a * slope * slope + b * slope + c) > slant * error:
                continue
            discriminant = b * b - 4 * a * c if a else 1
            if discriminant < 0:
                continue
            d = square_free(discriminant)
            height = 2.0 * a + abs(b) + abs(c)
            heights[d] = min(heights.get(d, math.inf), height)
    yield from heights.items()


def square_free(n: int) -> int:
    """Returns ``n`` without its square factors (1 for 0 and for squares)."""
    if n == 0:
        return 1
    k = 2
    while k * k <= n:
        while n % (k * k) == 0:
            n //= k * k
        k += 1
    return n


def system_of_field(d: int) -> str | None:
    """Returns the name of the system for slopes in Q(sqrt ``d``), from the continued fraction of (1 + sqrt d) / 2 or of
    sqrt d.

    >>> [system_of_field(d) for d in (1, 5, 2, 13, 17, 3)]
    ['2', 'zeckendorf', 'pell', 'ostrowski(3)', 'ostrowski(1,1,3)', 'ostrowski(1,2)']
    """
    if d == 1:
        return "2"
    # (p + sqrt d) / q
    p, q = (1, 2) if d % 4 == 1 else (0, 1)
    root = math.isqrt(d)
    place_of: dict[tuple[int, int], int] = {}
    quotients: list[int] = []
    while (p, q) not in place_of and len(quotients) < 40:
        place_of[p, q] = len(quotients)
        a = (p + root) // q
        quotients.append(a)
        p = a * q - p
        q = (d - p * p) // q
    period = tuple(quotients[place_of.get((p, q), 0) :])
    if len(period) > MOST_TURN or max(period) > MOST_QUOTIENT:
        return None
    name = "ostrowski(" + ",".join(map(str, period)) + ")"
    return system(name).name
