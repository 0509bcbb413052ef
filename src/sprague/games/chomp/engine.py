"""Chomp: full bars by strategy stealing, squares by symmetry, two rows by a formula, two arms as Nim, and all other
bars by tables over the smaller ones."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sprague.model.engine import COMPUTED, MOMENT, Engine, Engines, Evidence, Question
from sprague.model.lazy import Lazy
from sprague.model.lesson import Argument
from sprague.model.ruleset import Component, Option, Ruleset
from sprague.system.ask import Effort
from sprague.system.locks import alone
from sprague.words.messages import Message, say

from .lattice import Rows, bites, upright
from .rules import bite
from .tables import Tables, p_bars, table

STEALING = Evidence(
    "theorem", say("Gale 1974: in a full bar a bite at the last square loses only if its answer wins at once")
)

SYMMETRY = Evidence(
    "theorem",
    say("Gale 1974: a bar as long as it is high is won by the bite next to the corner, then by symmetry"),
)

TWO_ROWS = Evidence("theorem", say("Gale 1974: two rows are lost exactly when the upper is longer by one"))

ARMS = Evidence(
    "theorem", say("a bite shortens one of the two arms only: they are two heaps of Nim (Bouton 1901)")
)

SIEVE = Evidence("computed", say("all smaller bars: a bar is lost when no bite leaves a lost one"))

TWO_ARMS = (
    say(
        "Only the two arms from the corner are left, and each bite shortens one of them by any number of squares: they "
        "are two heaps of Nim."
    ),
    say(
        "Whoever leaves two equal arms can answer every bite by the same bite in the other arm: such a bar is lost for "
        "whoever is to move, and any other is won."
    ),
)
STOLEN = (
    say(
        "Suppose the bite at the last square loses. Then some answer to it wins. But the first player could have made "
        "that bite at once, since it takes the last square too."
    ),
    say(
        "So whoever begins can win on every bar of more than one square (Gale 1974). The argument does not say how: "
        "that is still to be found."
    ),
)
COPIED = (
    say(
        "This bar is as long as it is high. The bite next to the corner, on the diagonal, leaves two arms of equal "
        "length: from then on copy each bite in the other arm."
    ),
)
TWO_ROW_STEPS = (
    say(
        "Of two rows, the traps are the bars with one row longer by one than the other. No bite leads from one trap to "
        "another: it leaves two equal rows, or the longer as it is and the shorter still shorter."
    ),
    say(
        "From two equal rows, bite one square off the one away from the corner; from any other, shorten the longer row "
        "until it is longer by one."
    ),
)
GALE = say(
    "This rests on Gale's theorem (1974): whoever begins can win on every bar of more than one square. It does not "
    "say how: that you had to find."
)


class ChompEngine(Engine):
    """Gives outcomes of full bars, two arms and two rows by theorem, and all other answers by tables of smaller
    bars."""

    def __init__(self, ruleset: Ruleset, engines: Engines) -> None:
        super().__init__(ruleset, engines)
        self._tables = Tables()

    def effort(self, state: Rows, question: Question = "value") -> Effort:
        by_theorem = question == "outcome" and _by_theorem(state) is not None
        if by_theorem or _arms(state) is not None or (len(state) == 2 and question != "value"):
            return MOMENT
        return self._tables.effort(state, question == "value")

    @alone
    def value(self, state: Rows) -> int:
        arms = _arms(state)
        return self._tables.value(state, Component(self.ruleset, state)) if arms is None else arms

    @alone
    def is_zero(self, state: Rows) -> bool:
        by_theorem = _by_theorem(state)
        return self._tables.is_p(state, Component(self.ruleset, state)) if by_theorem is None else by_theorem

    def replies(self, state: Rows, target: int) -> Lazy[Option]:
        if (
            target == 0
            and _arms(state) is None
            and (len(state) == 2 or not self.effort(state, "moves").affordable)
        ):
            return self._known_replies(state)
        if _arms(state) is not None:
            return self._some_options(_arm_replies(state, target))
        return Lazy(lambda: self._replies(state, target))

    def _replies(self, state: Rows, target: int) -> Iterator[Option]:
        self._fill(state, target > 0)  # one table for the whole bar, instead of one that grows bite by bite
        for row, column in bites(state):
            bar = bite(state, row, column)
            if self.value(bar) == target if target else self.is_zero(bar):
                yield (Component(self.ruleset, bar),)

    @alone
    def _fill(self, state: Rows, values: bool) -> None:
        ask = self._tables.value if values else self._tables.is_p
        ask(state, Component(self.ruleset, state))

    def _known_replies(self, state: Rows) -> Lazy[Option]:
        """Returns the winning bites that a theorem names: for two rows all of them, and for any other bar one."""
        if len(state) == 2:
            upper, lower = state
            winning = [(upper, upper - 1)] if upper == lower else [(lower + 1, lower)]
            return self._some_options([bar for bar in winning if bar != state])
        square = _is_as_long_as_high(state)
        return self._some_options([bite(state, 1, 1)] if square else []).as_partial()

    def _some_options(self, bars: list[Rows]) -> Lazy[Option]:
        return Lazy.of([(Component(self.ruleset, bar),) for bar in bars])

    def evidence(self, state: Rows, valued: bool) -> Evidence:
        if _arms(state) is not None:
            return ARMS
        if valued:
            return COMPUTED
        if _by_theorem(state) is None:
            return SIEVE
        if _is_as_long_as_high(state):
            return SYMMETRY
        return STEALING if len(set(state)) == 1 else TWO_ROWS

    def reason(self, state: Rows, zero: bool, reply: Option | None) -> Message | None:
        if zero or _arms(state) is not None:
            return None
        if _is_as_long_as_high(state):
            return say(
                "bite next to the corner on the diagonal: two arms of equal length are left, then copy each bite"
            )
        if len(set(state)) > 1:
            return None
        return say(
            "a full bar is always won: if the bite at the last square does not win, its answer would win at once"
        )

    def argument(self, states: Sequence[Rows], misere: bool) -> Argument | None:
        if misere or len(states) > 1:
            return None
        rows = states[0]
        full = len(set(rows)) == 1
        if _arms(rows) is not None:
            return Argument(TWO_ARMS, GALE if full and rows != (1,) else None)
        steps = [*(STOLEN if full else ()), *(COPIED if _is_as_long_as_high(rows) else ())]
        if not steps and len(upright(rows)) == 2:
            steps = [*TWO_ROW_STEPS]
        return Argument(tuple(steps), GALE if full else None) if steps else None

    def p_positions(self, heaps: int, start: int = 0) -> Iterator[Rows] | None:
        """Returns the P-positions of up to ``heaps`` rows, ordered by the longest row. They come from tables that
        grow."""
        return _p_positions(self.ruleset, heaps)


def _p_positions(ruleset: Ruleset, most_rows: int) -> Iterator[Rows]:
    longest, listed = 8, 0
    while True:
        rows = (longest,) * most_rows
        won = table(rows, False, Component(ruleset, rows))
        for bar in p_bars(won):
            if bar[0] > listed:
                yield bar
        listed, longest = longest, 2 * longest


def _arms(rows: Rows) -> int | None:
    """Returns the value of an L, whose two arms are heaps of Nim, or None for any other bar.

    >>> _arms((4, 1, 1)), _arms((5,)), _arms((2, 2))
    (1, 4, None)
    """
    if not rows:
        return 0
    return (rows[0] - 1) ^ (len(rows) - 1) if len(rows) == 1 or rows[1] == 1 else None


def _arm_replies(rows: Rows, target: int) -> list[Rows]:
    """Returns the bars of value ``target`` that bites leave of an L, in the order of the bites. Each arm has at most
    one.

    >>> _arm_replies((4, 1, 1), 0), _arm_replies((4,), 1)
    ([(3, 1, 1)], [(2,)])
    """
    if not rows:
        return []
    across, down = rows[0] - 1, len(rows) - 1
    replies = []
    if target ^ down < across:
        replies.append((1 + (target ^ down), *rows[1:]))
    if target ^ across < down:
        replies.append(rows[: 1 + (target ^ across)])
    return replies


def _is_as_long_as_high(rows: Rows) -> bool:
    """Returns whether the bite next to the corner on the diagonal leaves two arms of equal length."""
    return len(rows) > 1 and rows[0] == len(rows) and rows[1] > 1


def _by_theorem(rows: Rows) -> bool | None:
    """Returns whether the bar is a P-position, or None if no theorem covers it.

    An L is P exactly when its arms are equal (in the corner alone both are 0). So any other bar whose first row is as
    long as its first column is N. A full bar of more squares is N (strategy stealing). Two rows, or two columns, are P
    exactly when the longer is longer by one.
    """
    arms = _arms(rows)
    if arms is not None:
        return arms == 0
    rows = upright(rows)
    if len(set(rows)) == 1 or _is_as_long_as_high(rows):
        return False
    if len(rows) == 2:
        return rows[0] == rows[1] + 1
    return None
