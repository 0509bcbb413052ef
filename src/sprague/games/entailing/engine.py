"""The engines of games with entailing moves. They give the values of states, and say who wins if a move must be
answered.

A state is *forced* if the next move must be made in it. Let W(s) be the set of nimbers x beside which the player who
moves in s, and not in x, wins at once or in the end. A nimber is in W(s) if an option of s has this value, or if it is
not in W(t) for a forced option t. The value of a state that is not forced is the least nimber x outside W(s): from
s + *x every move loses, and every larger heap is moved to x. If W(s) has all nimbers, s is loony (Winning Ways,
chapter 12).

Beside a loony component a forced player wins exactly if W(s) is infinite. For W(s) is finite, or it lacks finitely many
nimbers; it is infinite if it has a forced option whose W is finite. An option that is not forced leaves the loony
component to the other player. A player who is free beside a loony component wins: the component's W is infinite, so it
has a forced option t with W(t) finite.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from sprague.model.engine import Engine, Engines, Evidence, Question
from sprague.model.ruleset import Component, Option, Ruleset
from sprague.system.ask import Effort, Trial, tick
from sprague.system.locks import alone
from sprague.words.errors import UnsolvedError, expected
from sprague.words.messages import Message, say

EXHAUSTED = Evidence("computed", say("all moves by exhaustion; entailing moves by Winning Ways, chapter 12"))

#: The set of all nimbers: a set is an int with a bit for each nimber, negative if it is infinite.
ALL = -1


class EntailingEngine(Engine):
    """Finds values by the definition. A game that knows more overrides :meth:`extended` and :meth:`must_win`."""

    def __init__(self, ruleset: Ruleset, engines: Engines) -> None:
        super().__init__(ruleset, engines)
        self._won: dict[Any, int] = {}

    def extended(self, state: Any) -> int | None:
        """Returns the nimber of a state that is not forced, or None if it is loony."""
        won = self.won(state)
        return None if won == ALL else (~won & (won + 1)).bit_length() - 1

    def must_win(self, state: Any, beside: int | None) -> bool:
        """Returns whether the player who must move in a forced state wins beside the nimber ``beside`` (None: beside a
        loony component)."""
        won = self.won(state)
        return won < 0 if beside is None else bool(won >> beside & 1)

    def forced_reason(self, state: Any, move: Message | None) -> Message:
        """Says why a sum with the forced ``state`` is won by this move, or lost (None)."""
        if move is None:
            return say("the last move must be answered where it was made, and every answer loses")
        return say("the last move must be answered where it was made: {move}", move=move)

    def loony_reason(self, state: Any, move: Message) -> Message:
        """Says why whoever moves wins beside the loony ``state``."""
        return say(
            "a component is loony: whoever is to move wins beside anything, by a move that must be answered: {move}",
            move=move,
        )

    def value(self, state: Any) -> int:
        value = None if self.ruleset.forced(state) else self.extended(state)
        if value is None:
            raise UnsolvedError(say("the value is no nimber: {value}", value="loony"))
        return value

    def effort(self, state: Any, question: Question = "value") -> Effort:
        return Effort() if state in self._won else Effort(1000, 300_000, 0.1, guessed=True)

    def evidence(self, state: Any, valued: bool) -> Evidence:
        return EXHAUSTED

    @alone
    def won(self, state: Any) -> int:
        """Returns the set W(``state``) of the definition."""
        waiting = [state]
        with Trial(Component(self.ruleset, state)):
            while waiting:
                tick()
                now = waiting[-1]
                options = list(self.ruleset.successors(now))
                open_states = [
                    part.state for option in options for part in option if part.state not in self._won
                ]
                if open_states:
                    waiting += open_states
                    continue
                won = 0
                for option in options:
                    won |= self._by(option)
                self._won[waiting.pop()] = won
        return self._won[state]

    def _by(self, option: Option) -> int:
        """Returns the nimbers beside which this move wins. The states that it leaves are known already."""
        first: Any = option[0].state if option else None
        if len(option) == 1 and self.ruleset.forced(first):
            return ~self._won[first]
        total = 0
        for part in option:
            value = self.extended(part.state)
            if value is None:
                return 0
            total ^= value
        return 1 << total


def refuse_forced(components: Iterable[Component]) -> None:
    """Raises NotationError if moves in more than one component have to be answered, as play never leads there.

    >>> from .top_entails import TOP_ENTAILS, Stack
    >>> refuse_forced([Component(TOP_ENTAILS, Stack(3, True)), Component(TOP_ENTAILS, Stack(4))])
    """
    forced = [
        part for part in components if part.ruleset.kind == "entailing" and part.ruleset.forced(part.state)
    ]
    if len(forced) > 1:
        raise expected(say("at most one component with !"), " + ".join(map(str, forced[:3])))
