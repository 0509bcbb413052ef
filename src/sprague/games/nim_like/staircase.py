"""Staircase Nim: coins go down step by step."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from sprague.model.heap_rulesets import Heaps, HeapTuple
from sprague.model.lesson import Guess, Lesson
from sprague.model.ruleset import Option
from sprague.numbers.sums import nim_sum
from sprague.words.messages import Message, say

if TYPE_CHECKING:
    from random import Random


#: Positions for pupils, and guesses about them.
THREE_STEPS = tuple(tuple(f"{a},{b},{c}" for b in range(3) for c in range(3) if a + b + c) for a in range(3))
STEP_GUESSES = (
    Guess(say("the first and the third step hold equally many"), lambda stairs: stairs[0][0] == stairs[0][2]),
    Guess(say("the second step is empty"), lambda stairs: stairs[0][1] == 0),
    Guess(say("the number of coins is even"), lambda stairs: sum(stairs[0]) % 2 == 0),
)


class Staircase(HeapTuple):
    """Coins on the steps of a staircase: some coins of one step go one step down. It is Nim on the odd steps.

    >>> import sprague as sg
    >>> sg.staircase(3, 9, 5).value, sg.staircase(4, 7, 4, 1).winning_moves
    (6, [])
    """

    name = "staircase"
    title = say("Staircase Nim")
    rule = say(
        "Move any number of coins from one step to the step below; from the first step they leave the game."
    )
    source = (
        "R. P. Sprague, Bemerkungen über eine spezielle Abelsche Gruppe, Mathematische Zeitschrift 51 (1947)"
    )
    example = "staircase 2,1,3"
    engine = "formula-values"
    fewest, most = 1, 50
    lesson = Lesson(
        ladder=("1,1", "-2,0,2", "0,2,1", "2,1,3", "1,2,3,4"), shelves=THREE_STEPS, guesses=STEP_GUESSES
    )
    disguise = say("staircase Nim is Nim on the odd steps")
    theorem = say("Sprague 1947: staircase Nim is Nim on the odd steps")
    steps = (
        say(
            "Coins that come down to an even step can go on to the odd step below it at once: the other player sends "
            "them there, and nothing has changed for the odd steps."
        ),
        say("Coins that leave an odd step are gone from the odd steps. So the odd steps are heaps of Nim."),
    )
    behind = say("This rests on Bouton's theorem (1901): Nim is lost exactly when all columns cancel.")

    def leaves(self, heaps: Heaps) -> Iterator[Heaps]:
        for step, coins in enumerate(heaps):
            for k in range(1, coins + 1):
                yield _down(heaps, step, k)

    def option_count(self, state: Heaps) -> int:
        return sum(state)

    def allows_taking(self, amounts: Heaps, state: Heaps) -> bool:
        changed = [i for i, k in enumerate(amounts) if k]
        if not changed:
            return False
        step = changed[-1]
        k = amounts[step]
        below = {step - 1: -k} if step else {}
        return 0 < k <= state[step] and {i: amounts[i] for i in changed[:-1]} == below

    def most_taken(self, state: Any) -> int | None:
        return None

    def taking(self, state: Any, count: int) -> Iterator[Option]:
        return iter(())

    def nim_heaps(self, state: Heaps) -> Sequence[int]:
        """Returns the heaps of Nim that the state stands for: the odd steps."""
        return state[::2]

    def worth(self, state: Heaps) -> int:
        return nim_sum(state[::2])

    def reaching(self, state: Heaps, value: int) -> Iterator[Heaps]:
        change = self.worth(state) ^ value
        if not change:
            return
        for step, coins in enumerate(state):
            odd = state[step - step % 2] if step % 2 == 0 else state[step - 1]
            k = odd - (odd ^ change) if step % 2 == 0 else (odd ^ change) - odd
            if 0 < k <= coins:
                yield _down(state, step, k)

    def describe(self, state: Heaps, option: Option) -> Message:
        after = self.left(state, option)
        changed = [i for i, (n, m) in enumerate(zip(state, after or state, strict=True)) if n != m]
        if after is None or not changed:
            return super().describe(state, option)
        step = changed[-1]
        k = state[step] - after[step]
        if step == 0:
            return say("take {k} from step 1", k=k)
        return say("move {k} from step {step} to step {below}", k=k, step=step + 1, below=step)

    def begin(self, dice: Random) -> str:
        return ",".join(str(dice.randint(0, 5)) for _ in range(dice.randint(3, 4)))


def _down(heaps: Heaps, step: int, k: int) -> Heaps:
    after = [*heaps]
    after[step] -= k
    if step:
        after[step - 1] += k
    return tuple(after)


STAIRCASE = Staircase()
