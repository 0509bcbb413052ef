"""The engine of Top Entails."""

from __future__ import annotations

from typing import Any

from sprague.model.engine import Evidence, Question
from sprague.system.ask import Effort, require
from sprague.words.messages import Message, say

from .engine import EntailingEngine
from .stacks import STACKS
from .top_entails import Stack

WINNING_WAYS = Evidence(
    "computed", say("values of all smaller stacks; entailing moves by Winning Ways, chapter 12")
)

#: The seconds that a pair of stacks, and a split that is checked, take on the machine of the measurements.
SECONDS_A_PAIR, SECONDS_A_SPLIT = 4e-10, 3e-6

#: Stacks of more coins are out of reach of any machine.
FAR = 10**15


class TopEntailsEngine(EntailingEngine):
    """Reads the values of stacks in their table."""

    def extended(self, state: Stack) -> int | None:
        return STACKS.value(state.coins)

    def must_win(self, state: Stack, beside: int | None) -> bool:
        return STACKS.must_win(state.coins, beside)

    def forced_reason(self, state: Stack, move: Message | None) -> Message:
        if not state.coins:
            return say("the last coin of the stack was taken, and must be answered in it: there is no move")
        if move is None:
            return say(
                "the top coin was taken, so the answer must be made in that stack, and every one loses"
            )
        return say("the top coin was taken, so the answer must be made in that stack: {move}", move=move)

    def loony_reason(self, state: Stack, move: Message) -> Message:
        return say(
            "a stack is loony: whoever is to move wins beside anything, by a top coin that must be answered: {move}",
            move=move,
        )

    def kept(self, **choices: Any) -> int:
        return STACKS.known

    def values(self, to: int) -> Any:
        """Returns the nimbers of stacks 0..``to``, with -1 for loony ones."""
        require(self.effort(Stack(to)), to)
        return STACKS.table(to)

    def effort(self, state: Any, question: Question = "value") -> Effort:
        coins = min(state.coins, FAR)
        if state.coins < STACKS.known:
            return Effort(coins, 0, SECONDS_A_SPLIT * coins if question == "moves" else 0)
        return Effort(coins, 2 * coins, SECONDS_A_PAIR * coins**2 // 4 + SECONDS_A_SPLIT * coins)

    def evidence(self, state: Any, valued: bool) -> Evidence:
        return WINNING_WAYS
