"""Finds who wins Sylver Coinage, by theorems, and by a search if the numbers have no common factor."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import gcd

from sprague.model.engine import COMPUTED, MOMENT, Engines, Evidence, Question
from sprague.model.lazy import Lazy
from sprague.model.lesson import Argument
from sprague.model.naive import NaiveEngine
from sprague.model.ruleset import Component, Option, Ruleset
from sprague.system.ask import Effort, Trial
from sprague.words.errors import UnsolvedError
from sprague.words.messages import Message, say

from .rules import Numbers
from .search import BITS, SylverSearch
from .semigroup import Semigroup

#: Primes below this number are recognised with certainty, and factors below the other are found.
SURE, FACTORS = 3_317_044_064_679_887_385_961_981, 100_000

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
HUTCHINGS_BEHIND = say("This rests on the theorem of R. L. Hutchings (Winning Ways, chapter 18).")


class SylverEngine(NaiveEngine):
    """Outcomes by theorem for one number and for two without common factor, at any size; by search for others without
    common factor. Values by the definition."""

    def __init__(self, ruleset: Ruleset, engines: Engines) -> None:
        super().__init__(ruleset, engines)
        self._search = SylverSearch()

    def effort(self, state: Numbers, question: Question = "value") -> Effort:
        if question != "value" and known(state) is not None:
            return MOMENT
        found = Semigroup(state)
        if found.common != 1 or found.last >= BITS:
            beyond = say(
                "expected numbers without a common factor, with a largest number that is no sum below {limit}; without "
                "a search theorems cover one number that is no product of 2s and 3s, and who wins from two numbers "
                "without a common factor",
                limit=BITS,
            )
            return Effort(1 << 100, beyond=beyond)
        if question == "value":
            return super().effort(state, question)
        count = int(1.15 ** min(found.genus, 300))
        return Effort(count, 64 * count, count * 7e-7 * found.genus / 40, guessed=True)

    def value(self, state: Numbers) -> int:
        if known(state) is False:
            return 0
        if Semigroup(state).common != 1:
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

    def _wins(self, state: Numbers) -> bool:
        found = Semigroup(state)
        if found.common != 1:
            raise UnsolvedError(
                say(
                    "who wins {position} is not known: theorems cover one number that is no product of 2s and 3s, and "
                    "the search covers numbers without a common factor",
                    position=self._text(state),
                )
            )
        if found.last >= BITS:
            raise UnsolvedError(
                say(
                    "who wins {position} is not known: the search covers positions whose largest number that is no sum "
                    "is below {limit}, got {got}",
                    position=self._text(state),
                    limit=BITS,
                    got=found.last,
                )
            )
        return self._search.wins(found.missing())

    def replies(self, state: Numbers, target: int) -> Lazy[Option]:
        found = Semigroup(state)
        if target == 0 and known(state) is False:
            return Lazy[Option].of([])
        if found.common != 1:
            winning = [] if target else winning_reply(state)
            left = [(Component(self.ruleset, found.named(n).generators),) for n in winning]
            return Lazy[Option].of(left).as_partial()
        if target == 0 and found.last >= BITS:
            return Lazy[Option].of([]).as_partial()

        def wanted() -> Iterator[Option]:
            for option in self.ruleset.successors(state):
                left = option[0].state
                if self.is_zero(left) if target == 0 else self.value(left) == target:
                    yield option

        return Lazy(wanted)

    def evidence(self, state: Numbers, valued: bool) -> Evidence:
        wins = known(state)
        return HUTCHINGS if wins is False or (wins and not valued) else COMPUTED

    def argument(self, states: Sequence[Numbers], misere: bool) -> Argument | None:
        if misere or len(states) > 1:
            return None
        state = states[0]
        if len(state) == 1 and known(state) is False:
            return Argument(_filled(PRIME, p=state[0]), HUTCHINGS_BEHIND)
        found = Semigroup(state)
        if found.common != 1:
            return None
        if len(state) == 2 and state != (2, 3):
            return Argument(_filled(COPRIME, a=state[0], b=state[1]), HUTCHINGS_BEHIND)
        if found.last > 1 and found.last < BITS and found.is_ender:
            return Argument(_filled(STEALING, t=found.last), HUTCHINGS_BEHIND)
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


def known(state: Numbers) -> bool | None:
    """Returns whether the next player wins, if a theorem says so.

    >>> [known(state) for state in ((), (7,), (14,), (16,), (2, 3), (10**50, 10**50 + 1))]
    [True, False, True, None, False, True]
    """
    if not state:
        return True
    if len(state) == 1:
        (n,) = state
        if n in (2, 3):
            return True
        rest = _without_2_and_3(n)
        prime = _is_prime(n) if rest == n else False
        return None if rest == 1 or prime is None else not prime
    if len(state) == 2 and gcd(*state) == 1:
        return state != (2, 3)
    return None


def winning_reply(state: Numbers) -> list[int]:
    """Returns a number that wins by theorem, as far as one is known: 5 at the start; 3 after 2, and 2 after 3; after
    one number with a prime factor of at least 5, such a factor.

    >>> winning_reply(()), winning_reply((2,)), winning_reply((3,)), winning_reply((28,)), winning_reply((16,))
    ([5], [3], [2], [7], [])
    """
    if not state:
        return [5]
    if len(state) > 1 or not known(state):
        return []
    if state[0] in (2, 3):
        return [5 - state[0]]
    rest = _without_2_and_3(state[0])
    factor = next((d for d in range(5, FACTORS, 2) if rest % d == 0), None)
    if factor is not None:
        return [factor]
    return [rest] if _is_prime(rest) and rest != state[0] else []


def _without_2_and_3(n: int) -> int:
    for factor in (2, 3):
        while n % factor == 0:
            n //= factor
    return n


def _is_prime(n: int) -> bool | None:
    """Returns whether an odd number above 4 is prime, by Miller and Rabin; the first 13 primes as bases suffice below
    ``SURE`` (Sorenson and Webster 2015). Returns None for larger numbers that pass the test."""
    twos = (n - 1 & 1 - n).bit_length() - 1
    for base in (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41):
        if base >= n:
            break
        power = pow(base, (n - 1) >> twos, n)
        if power in (1, n - 1):
            continue
        for _ in range(twos - 1):
            power = power * power % n
            if power == n - 1:
                break
        else:
            return False
    return True if n < SURE else None
