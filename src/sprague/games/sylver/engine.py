"""Finds who wins Sylver Coinage: by theorems, by a search if the numbers have no common factor, and by quiet ends if
they have one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sprague.model.engine import COMPUTED, MOMENT, Engines, Evidence, Question
from sprague.model.lazy import Lazy
from sprague.model.lesson import Argument
from sprague.model.naive import NaiveEngine
from sprague.model.ruleset import Component, Option, Ruleset
from sprague.system.ask import Effort, Trial
from sprague.words.errors import UnsolvedError
from sprague.words.messages import Message, say

from .covers import MOST_LOOKED_AT, Covers, is_taken_up
from .rules import Numbers
from .search import BITS, GROWTH, SylverSearch
from .semigroup import Semigroup
from .theorems import known, winning_reply

HUTCHINGS = Evidence("theorem", say("Hutchings's theorem (Winning Ways 1982, chapter 18)"))

STEALING = (
    say("The largest number that is no sum is {t}. Every other number that may be named makes {t} a sum."),
    say(
        "If naming {t} wins, the first player names it. If not, some answer to it wins; it makes {t} a sum, so it "
        "leaves the same position without {t}, and the first player names it at once."
    ),
)
COPRIME = (
    say("The two numbers {a} and {b} have no common factor, and they are not 2 and 3."),
    say(
        "Every number that may be named, but the largest, makes the largest a sum. So the first player wins, by "
        "stealing a strategy."
    ),
)
PRIME = (
    say(
        "{p} is a prime of at least 5. Any answer has no common factor with it, and from two numbers without common "
        "factor, other than 2 and 3, the next player wins."
    ),
)
QUIET_END = Evidence(
    "computed",
    say("the Quiet End Theorem (Winning Ways 1982, chapter 18), and a search of the moves it leaves"),
)
QUIET = (
    say(
        "All numbers are multiples of {g}. Of any two multiples of {g} that add up to {t}, the largest one that is no "
        "sum, exactly one is a sum: this is a quiet end."
    ),
    say(
        "Suppose that a number is named which is no multiple of {g}, but of which {g} times is a sum. Then the sums "
        "are a quiet end again, so every other gap makes the largest gap a sum, and the next player steals a strategy."
    ),
    say(
        "The moves that remain are finitely many. After each of them the next player wins, as a search has found."
    ),
)
QUIET_BEHIND = say("This rests on the Quiet End Theorem (Winning Ways, chapter 18).")
HUTCHINGS_BEHIND = say("This rests on the theorem of R. L. Hutchings (Winning Ways, chapter 18).")


class SylverEngine(NaiveEngine):
    """Outcomes by theorem for one number and for two without common factor, at any size; by search for others without
    common factor. Values by the definition."""

    def __init__(self, ruleset: Ruleset, engines: Engines) -> None:
        super().__init__(ruleset, engines)
        self._search = SylverSearch()
        self._covers = Covers(self._search)

    def effort(self, state: Numbers, question: Question = "value") -> Effort:
        if question != "value" and known(state) is not None:
            return MOMENT
        semigroup = Semigroup(state)
        if semigroup.common != 1 and question != "value" and is_taken_up(state):
            return Effort(MOST_LOOKED_AT, 200 * MOST_LOOKED_AT, 1.0, guessed=True)
        if semigroup.common != 1 or semigroup.last >= BITS:
            beyond = say(
                "expected numbers without a common factor, with a largest number that is no sum below {limit}; without "
                "a search theorems cover one number that is no product of 2s and 3s, and who wins from two numbers "
                "without a common factor",
                limit=BITS,
            )
            return Effort(1 << 100, beyond=beyond)
        if question == "value":
            return super().effort(state, question)
        count = int(GROWTH ** min(semigroup.genus, 300))
        return Effort(count, 64 * count, count * 7e-7 * semigroup.genus / 40, guessed=True)

    def value(self, state: Numbers) -> int:
        if known(state) is False:
            return 0
        if Semigroup(state).common != 1:
            if self._covered(state) is False:
                return 0
            raise UnsolvedError(
                say(
                    "the value of {position} is not known: the numbers have a common factor",
                    position=self._text(state),
                )
            )
        return super().value(state)

    def _text(self, state: Numbers) -> str:
        return self.ruleset.term([state])

    def is_zero(self, state: Numbers) -> bool:
        wins = known(state)
        if wins is None:
            trial = Trial(Component(self.ruleset, state), self.effort(state, "outcome"))
            wins = trial.run(self._wins, state)
        return not wins

    def _covered(self, state: Numbers) -> bool | None:
        """Returns whether the next player wins a position with a common factor, if that is found out."""
        return self._covers.wins(state) if is_taken_up(state) else None

    def _wins(self, state: Numbers) -> bool:
        semigroup = Semigroup(state)
        if semigroup.common != 1:
            wins = self._covered(state)
            if wins is not None:
                return wins
            raise UnsolvedError(
                say(
                    "who wins {position} is not known: no move was found that wins, and it is not shown that all "
                    "moves lose (a common factor leaves infinitely many)",
                    position=self._text(state),
                )
            )
        if semigroup.last >= BITS:
            raise UnsolvedError(
                say(
                    "who wins {position} is not known: the search covers positions whose largest number that is no sum "
                    "is below {limit}, got {got}",
                    position=self._text(state),
                    limit=BITS,
                    got=semigroup.last,
                )
            )
        return self._search.wins(semigroup.missing())

    def replies(self, state: Numbers, target: int) -> Lazy[Option]:
        semigroup = Semigroup(state)
        if target == 0 and known(state) is False:
            return Lazy[Option].of([])
        if semigroup.common != 1:
            winning, complete = ([], False) if target else (winning_reply(state), False)
            if not target and not winning and is_taken_up(state):
                moves, complete = self._covers.winning(state)
                winning = [*moves]
            options = [(Component(self.ruleset, semigroup.named(n).generators),) for n in winning]
            return Lazy[Option].of(options) if complete else Lazy[Option].of(options).as_partial()
        if target == 0 and semigroup.last >= BITS:
            return Lazy[Option].of([]).as_partial()

        def wanted() -> Iterator[Option]:
            for option in self.ruleset.successors(state):
                after = option[0].state
                if self.is_zero(after) if target == 0 else self.value(after) == target:
                    yield option

        return Lazy(wanted)

    def evidence(self, state: Numbers, valued: bool) -> Evidence:
        wins = known(state)
        if wins is False or (wins and not valued):
            return HUTCHINGS
        return COMPUTED if Semigroup(state).common == 1 else QUIET_END

    def argument(self, states: Sequence[Numbers], misere: bool) -> Argument | None:
        if misere or len(states) > 1:
            return None
        state = states[0]
        if len(state) == 1 and known(state) is False:
            return Argument(_filled(PRIME, p=state[0]), HUTCHINGS_BEHIND)
        semigroup = Semigroup(state)
        if semigroup.common != 1:
            if self._covered(state) is not False:
                return None
            last = semigroup.common * Semigroup(n // semigroup.common for n in state).last
            return Argument(_filled(QUIET, g=semigroup.common, t=last), QUIET_BEHIND)
        if len(state) == 2 and state != (2, 3):
            return Argument(_filled(COPRIME, a=state[0], b=state[1]), HUTCHINGS_BEHIND)
        if semigroup.last > 1 and semigroup.last < BITS and semigroup.is_ender:
            return Argument(_filled(STEALING, t=semigroup.last), HUTCHINGS_BEHIND)
        return None

    def reason(self, state: Numbers, zero: bool, reply: Option | None) -> Message | None:
        if zero and len(state) == 1:
            return say(
                "{p} is a prime of at least 5, so every answer leaves two numbers without common factor",
                p=state[0],
            )
        if zero or known(state) is None:
            return None
        if len(state) == 2 and Semigroup(state).common == 1:
            return say(
                "the numbers have no common factor: every other number makes the largest that is no sum a sum, so the "
                "first player can steal a strategy"
            )
        return (
            say("a prime of at least 5 leaves a position that the next player loses")
            if not state or state[0] > 3
            else None
        )


def _filled(steps: Sequence[Message], **parameters: int) -> tuple[Message, ...]:
    return tuple(
        Message(step.key, {k: v for k, v in parameters.items() if f"{{{k}}}" in step.key}) for step in steps
    )
