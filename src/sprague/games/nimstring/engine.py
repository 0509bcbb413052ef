"""The engine of Nimstring: nimbers or loony, and why."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sprague.games.entailing.engine import EntailingEngine
from sprague.model.engine import MOMENT, Engines, Evidence, Question
from sprague.model.lesson import Argument
from sprague.model.ruleset import Component, Option, Ruleset
from sprague.system.ask import Effort, Trial
from sprague.system.locks import alone
from sprague.words.errors import TooLargeError
from sprague.words.messages import Message, join, say

from .net import GROUND, Net
from .rules import StringGame
from .search import MOST_STRINGS, StringsSearch

SEARCHED = Evidence(
    "computed",
    say("all moves by exhaustion; complimenting and loony moves by Winning Ways, chapters 12 and 16"),
)

#: Nets whose searches are kept.
MOST_NETS = 24

#: From ``FEW`` strings on a search visits ``PARTS`` parts, and ``FACTOR`` times as many for each further string. Each
#: part takes some time and bytes.
FEW, PARTS, FACTOR, SECONDS_A_PART, BYTES_A_PART = 22, 11_000, 1.63, 2.5e-6, 80

TURNS_EVEN = say(
    "Count turns: {strings} lines or strings are left, at {coins} boxes or coins. Each turn but the last ends with a "
    "move that frees none, and each move that frees two at once (a double cross) saves one of the others. So whoever "
    "moves now makes the last turn, which cannot be completed, unless the number of double crosses to come is {parity}."
)
LOONY = say(
    "A move that opens a long chain or loop is loony: the other side takes it all, or leaves the last two (of a loop "
    "the last four) by a double cross, whichever of the two makes you lose the rest."
)
BEHIND = say(
    "This rests on the long chain rule: the number of double crosses follows the number of long chains "
    "(Berlekamp, Conway, Guy 1982, chapter 16; Berlekamp 2000)."
)


class NimstringEngine(EntailingEngine):
    """Searches the values of positions, with a table for each net."""

    def __init__(self, ruleset: Ruleset, engines: Engines) -> None:
        super().__init__(ruleset, engines)
        self._searches: dict[Net, StringsSearch] = {}

    def _place(self, state: Any) -> tuple[StringsSearch, int]:
        """Returns the search and the position in it. Raises TooLargeError for too many strings."""
        game: Any = self.ruleset
        net, position = game.net(state)
        if len(net.ends) > MOST_STRINGS or _most_coins(net) > MOST_STRINGS:
            net, position = _only(net, position)
            if len(net.ends) > MOST_STRINGS or _most_coins(net) > MOST_STRINGS:
                raise TooLargeError(
                    say(
                        "expected at most {limit} strings or lines to search, got {count}",
                        limit=MOST_STRINGS,
                        count=len(net.ends),
                    ),
                    where=str(Component(self.ruleset, state)),
                )
        return self._searches.get(net) or self._added(net), position

    @alone
    def _added(self, net: Net) -> StringsSearch:
        search = StringsSearch(net)
        self._searches = dict([*self._searches.items()][1 - MOST_NETS :]) | {net: search}
        return search

    def extended(self, state: Any) -> int | None:
        search, position = self._place(state)
        with Trial(Component(self.ruleset, state)):
            return search.value(position)

    def must_win(self, state: Any, beside: int | None) -> bool:
        # The only move lets the other player go on, who loses exactly if the values cancel.
        value = self.extended(state._replace(again=False))
        return value is not None and value == beside

    def effort(self, state: Any, question: Question = "value") -> Effort:
        game: Any = self.ruleset
        net, position = game.net(state)
        strings = position.bit_count()
        search = self._searches.get(net)
        if strings <= FEW or (search is not None and search.knows(position)):
            return MOMENT
        parts = int(PARTS * FACTOR ** (min(strings, 200) - FEW))
        return Effort(parts, BYTES_A_PART * parts, SECONDS_A_PART * parts, guessed=True)

    def evidence(self, state: Any, valued: bool) -> Evidence:
        return SEARCHED

    def forced_reason(self, state: Any, move: Message | None) -> Message:
        after = state._replace(again=False)
        if self.ruleset.is_empty(after):
            return say("nothing is left: whoever freed the last coin or box must move again, and cannot")
        if move is None:
            return say("whoever freed a coin or box moves again, and wins")
        return say("whoever freed a coin or box must move again, and every move loses")

    def loony_reason(self, state: Any, move: Message) -> Message:
        return say(
            "a position is loony: two boxes or coins can be taken, or left to the other side, which must then move in "
            "the rest. Whoever is to move chooses, and wins beside anything: {move}",
            move=move,
        )

    def reason(self, state: Any, zero: bool, reply: Option | None) -> Message | None:
        game: Any = self.ruleset
        if game.is_empty(state):
            return say("there is no move: whoever is to move has lost")
        if zero and all(self._is_loony(option) for option in game.successors(state)):
            names = [
                say("{kind} {coins}", kind=say(kind), coins="-".join(coins))
                for kind, coins in game.chains(state)
            ]
            return say(
                "every move is loony: it opens a long chain or loop ({names}), and the other side then chooses who "
                "moves in the rest",
                names=join(names, ", "),
            )
        return None

    def _is_loony(self, option: Option) -> bool:
        state = option[0].state
        return not state.again and self.extended(state) is None

    def argument(self, states: Sequence[Any], misere: bool) -> Argument | None:
        if misere or len(states) != 1 or states[0].again or not isinstance(self.ruleset, StringGame):
            return None
        net, position = self.ruleset.net(states[0])
        strings, coins = position.bit_count(), len(net.degrees(position))
        odd = (strings - coins + 1) % 2
        turns = Message(
            TURNS_EVEN.key,
            {"strings": strings, "coins": coins, "parity": say("odd") if odd else say("even")},
        )
        return Argument((turns, LOONY), BEHIND)


def _most_coins(net: Net) -> int:
    return 1 + max((end for ends in net.ends for end in ends if end != GROUND), default=-1)


def _only(net: Net, position: int) -> tuple[Net, int]:
    """Returns the net that has only the strings of a position."""
    ends = [net.ends[string] for string in net.strings(position)]
    number = {GROUND: GROUND}
    for end in (end for pair in ends for end in pair if end != GROUND):
        number.setdefault(end, len(number) - 1)
    return Net(tuple((number[a], number[b]) for a, b in ends)), (1 << len(ends)) - 1
