"""Who wins ordinal Chomp: bars with at most two infinite rows, and three equal rows, by theorems and by steps that
repeat; others as far as a move is known that wins."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count

from sprague.model.engine import MOMENT, Engine, Engines, Evidence, Question
from sprague.model.lazy import Lazy
from sprague.model.lesson import Argument
from sprague.model.ruleset import Component, Option, Ruleset
from sprague.numbers.ordinals import OMEGA, ONE, Ordinal, finite
from sprague.system.ask import Effort
from sprague.system.locks import alone
from sprague.words.errors import UnsolvedError
from sprague.words.messages import Message, say

from .far_rows import FarRows
from .lattice import Rows
from .ordinal import Bar, bitten
from .rules import CHOMP, bite

#: Three rows of this length are lost (Huddleston and Shurman 2002).
OMEGA_OMEGA = Ordinal(((OMEGA, 1),))

#: From three infinite rows on, the engine tries bites that leave finite rows of at most this number of squares.
MOST_TRIED = 16

#: The longest row below an infinite one: the first row may have to be bitten back to a little more.
MOST_BELOW = 2000

TWO_ROWS = Evidence(
    "theorem",
    say("Huddleston, Shurman 2002: of two rows, n+1 above n and w above w are lost, and nothing else"),
)
THREE_ROWS = Evidence(
    "theorem",
    say("Huddleston, Shurman 2002: three equal rows are lost if their length is w^w, and won otherwise"),
)
ONE_INFINITE = Evidence(
    "theorem",
    say("with one infinite row the first row can be bitten back to a finite length that is lost"),
)
REPEATING = Evidence(
    "computed",
    say("the bars of two long rows above these finite ones, step by step, until the state comes back"),
)
FOUND = Evidence("computed", say("a move is known that leaves a lost bar"))

TWO_ROW_STEPS = (
    say(
        "Of two rows, the traps are those of lengths n+1 and n, and those that both have the length w. No bite leads "
        "from one trap to another."
    ),
    say(
        "From any other two rows: if both are infinite, bite the first row back to w; if only the first is longer than "
        "it should be, bite it back to one square more than the second has; if both are equal and finite, take one "
        "square off the second."
    ),
)
ONE_INFINITE_STEPS = (
    say(
        "Below the first row only finitely many bars are possible, and each of them makes at most one length of the "
        "first row lost. If no short bite into the first row wins already, the least length that none of them takes "
        "is lost, and it is finite."
    ),
    say("So an infinite first row is too long: bite it back to that length."),
)
HUDDLESTON = say("This rests on the theorem of Huddleston and Shurman (2002).")


class OrdinalChompEngine(Engine):
    """Outcomes and winning moves. Values only where they are 0, or where all rows are finite."""

    def __init__(self, ruleset: Ruleset, engines: Engines) -> None:
        super().__init__(ruleset, engines)
        self._far: dict[Rows, FarRows] = {}

    def renew(self) -> None:
        self._far = {}

    def effort(self, state: Bar, question: Question = "value") -> Effort:
        rows = _naturals(state)
        if rows is not None:
            return self.engines(CHOMP).effort(rows, question)
        if question == "value" and not self._is_lost_by_theorem(state):
            return Effort(1 << 100, beyond=self._no_value(state))
        return MOMENT

    def _is_lost_by_theorem(self, state: Bar) -> bool:
        return state in ((OMEGA,) * 2, (OMEGA_OMEGA,) * 3)

    def value(self, state: Bar) -> int:
        rows = _naturals(state)
        if rows is not None:
            return self.engines(CHOMP).value(rows)
        if self.is_zero(state):
            return 0
        raise UnsolvedError(self._no_value(state))

    def _no_value(self, state: Bar) -> Message:
        return say(
            "the value of {position} is not known: of bars with infinite rows Sprague knows who wins, and values may "
            "be infinite ordinals",
            position=self.ruleset.term([state]),
        )

    @alone
    def is_zero(self, state: Bar) -> bool:
        lost = self._lost(state)
        if lost is None and next(self._winning(state), None) is not None:
            lost = False
        if lost is None:
            raise UnsolvedError(
                say(
                    "who wins {position} is not known: expected at most two infinite rows, or three equal ones, or a "
                    "bite to such a bar that wins",
                    position=self.ruleset.term([state]),
                )
            )
        return lost

    def _lost(self, state: Bar) -> bool | None:
        """Returns whether the player to move loses, if a theorem or the steps say so."""
        rows = _naturals(state)
        if rows is not None:
            return self.engines(CHOMP).is_zero(rows)
        infinite, rest = _parts(state)
        if infinite == 1:
            return False
        if infinite == 2:
            first, second = state[:2]
            limit = _multiple(second)
            if limit is None or first.limit != second.limit:
                return False
            excess = self._above(rest).excess(limit, second.natural, rest)
            return excess is not None and first.natural == second.natural + excess
        if len(state) == 3 and state[0] == state[2]:
            return state[0] == OMEGA_OMEGA
        return None

    @alone
    def _above(self, rest: Rows) -> FarRows:
        """Returns the table of two rows above ``rest``; one that has begun serves for all rests inside."""
        if rest not in self._far:
            self._far[rest] = FarRows(rest)
        return self._far[rest]

    def replies(self, state: Bar, target: int) -> Lazy[Option]:
        rows = _naturals(state)
        if rows is not None:
            options = self.engines(CHOMP).replies(rows, target)
            return options.map(lambda option: self._option(tuple(map(finite, option[0].state))))
        if target:
            return Lazy[Option].of([]).as_partial()
        lost = self._lost(state)
        moves = [] if lost else [self._option(after) for after in dict.fromkeys(self._winning(state))]
        options = Lazy.of(moves)
        return options if lost is not None and _parts(state)[0] < 3 else options.as_partial()

    def _option(self, after: Bar) -> Option:
        return (Component(self.ruleset, after),)

    def _winning(self, state: Bar) -> Iterator[Bar]:
        """Yields the bars that winning bites leave: all of them for one or two infinite rows."""
        infinite, rest = _parts(state)
        if len(state) <= 2:
            yield from _from_two_rows(state)
        elif infinite == 1:
            yield from self._from_one(rest)
        elif infinite == 2:
            yield from self._from_two(state, rest)
        else:
            yield from self._from_three(state)

    def _from_one(self, rest: Rows) -> Iterator[Bar]:
        """Bites back the first row, the only infinite one. Bites below it leave it infinite, so the bar stays won."""
        if rest[0] > MOST_BELOW:
            raise UnsolvedError(
                say("expected rows of at most {most} squares below the infinite one", most=MOST_BELOW)
            )
        if rest[0] == 1:
            yield tuple(map(finite, (len(rest) + 1, *rest)))
            return
        was_lost = False
        for length in count(1):
            if was_lost and length > rest[0]:
                return
            after = bite((max(length, rest[0]), *rest), 0, length)
            if self.engines(CHOMP).is_zero(after):
                was_lost = True
                yield tuple(map(finite, after))

    def _from_two(self, state: Bar, rest: Rows) -> Iterator[Bar]:
        first, second = state[:2]
        far = self._above(rest)
        limits = _multiple(second)
        below = tuple(map(finite, rest))
        # The first row, to a finite length, to an infinite one shorter than the second row, and to a longer one.
        for a in far.lost_squares(rest):
            yield bitten(state, 0, finite(a))
        closing = far.closing(rest, far.limits if limits is None else limits)
        if closing is not None:
            length = _after(closing.limit, closing.y)
            if length <= second and length < first:
                yield bitten(state, 0, length)
        if limits is not None:
            excess = far.excess(limits, second.natural, rest)
            if excess:
                length = second.plus(second.natural + excess)
                if length < first:
                    yield (length, second, *below)
        # The second row: the first row stays, so its limit must be the same.
        limit = _multiple(first)
        if limit is not None:
            end = second.natural if second.limit == first.limit else None
            for y in range(first.natural + 1 if end is None else min(end, first.natural + 1)):
                if far.excess(limit, y, rest) == first.natural - y:
                    length = first.plus(y)
                    if length < second:
                        yield bitten(state, 1, length)
        # The rows below.
        for row, columns in ((r, n) for r, long in enumerate(rest) for n in range(long)):
            after = bitten(state, row + 2, finite(columns))
            if self._lost(after):
                yield after

    def _from_three(self, state: Bar) -> Iterator[Bar]:
        """Tries bites that leave two infinite rows or none, and the bite to three rows of length w^w."""
        if len(state) == 3 and state[2] >= OMEGA_OMEGA and state[0] > OMEGA_OMEGA:
            yield (OMEGA_OMEGA,) * 3
        for length in range(MOST_TRIED + 1):
            after = bitten(state, 2, finite(length))
            if _parts(after)[0] == 2 and sum(_parts(after)[1]) <= MOST_TRIED and self._lost(after):
                yield after
        for length in range(1, MOST_TRIED // len(state) + 1):
            after = bitten(state, 0, finite(length))
            if self._lost(after):
                yield after

    def evidence(self, state: Bar, valued: bool) -> Evidence:
        rows = _naturals(state)
        if rows is not None:
            return self.engines(CHOMP).evidence(rows, valued)
        infinite, _ = _parts(state)
        if len(state) <= 2:
            return TWO_ROWS
        if len(state) == 3 and state[0] == state[2] and not state[2].is_finite:
            return THREE_ROWS
        return ONE_INFINITE if infinite == 1 else REPEATING if infinite == 2 else FOUND

    def argument(self, states: Sequence[Bar], misere: bool) -> Argument | None:
        if misere or len(states) > 1:
            return None
        state = states[0]
        if len(state) == 2:
            return Argument(TWO_ROW_STEPS, HUDDLESTON)
        return Argument(ONE_INFINITE_STEPS) if len(state) > 2 and _parts(state)[0] == 1 else None


def _from_two_rows(state: Bar) -> Iterator[Bar]:
    """Yields the one lost bar to which a bite leads from one or two rows, the first of them infinite."""
    if len(state) == 1:
        yield (ONE,)
    elif state[1].is_finite:
        yield (state[1].plus(state[1].natural + 1), state[1])
    elif state != (OMEGA, OMEGA):
        yield (OMEGA, OMEGA)


def _naturals(state: Bar) -> Rows | None:
    """Returns the rows as numbers, if all are finite."""
    return tuple(row.natural for row in state) if not state or state[0].is_finite else None


def _parts(state: Bar) -> tuple[int, Rows]:
    """Returns the number of infinite rows, and the finite rows below them."""
    rest = tuple(row.natural for row in state if row.is_finite)
    return len(state) - len(rest), rest


def _multiple(length: Ordinal) -> int | None:
    """Returns k if the limit below ``length`` is w·k, or None for larger limits."""
    limit = length.limit
    return limit.terms[0][1] if len(limit.terms) == 1 and limit.terms[0][0] == ONE else None


def _after(limits: int, y: int) -> Ordinal:
    """Returns w·``limits`` + ``y``."""
    return (Ordinal(((ONE, limits),)) if limits else Ordinal()).plus(y)
