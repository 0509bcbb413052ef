"""What an engine is: it answers for the states of one ruleset, from what is known about that game.

The base class answers from :meth:`Engine.value` alone, as the definition says: the outcome is P when the
value is 0, and a winning reply is an option of the wanted value. A theorem overrides what it knows better.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import count
from typing import Any, ClassVar, Literal, NamedTuple

from sprague.system.ask import Effort
from sprague.system.locks import Turns, alone
from sprague.words.messages import Message, say

from .lazy import Lazy
from .lesson import Argument
from .ruleset import Component, Option, Ruleset

Kind = Literal["theorem", "computed", "periodic"]

#: What may be asked of a state: who wins, its Grundy value, or every winning move.
Question = Literal["outcome", "value", "moves"]


class Evidence(NamedTuple):
    """Why an answer is true: a cited theorem, an exhaustive computation, or a proved period. ``sentence`` is for
    people, ``source`` its English text, for programs.

    >>> COMPUTED.kind, COMPUTED.source
    ('computed', 'mex over all options, by exhaustion')
    """

    kind: Kind
    sentence: Message

    @property
    def source(self) -> str:
        """The theorem, the computation or the proof, always in English."""
        return self.sentence.render("en")


COMPUTED = Evidence("computed", say("mex over all options, by exhaustion"))

#: What a theorem or a short table takes.
MOMENT = Effort()


class Engines:
    """The engine of each ruleset, made when it is first asked for and kept; what a session keeps between questions.

    ``make`` makes an engine of a ruleset and of these; ``searches`` are what its searches share (see
    :mod:`sprague.search.pool`). Of more than ``most`` rulesets the one that was not asked for longest goes.
    """

    def __init__(self, make: Callable[[Ruleset, Engines], Engine], searches: Any, most: int = 256) -> None:
        self.searches = searches
        self._make = make
        self._most = most
        self._made: dict[Ruleset, Engine] = {}
        self._calls = count()
        self.alone = Turns()

    def __call__(self, ruleset: Ruleset) -> Engine:
        """The engine that answers for ``ruleset``."""
        found = self._made.get(ruleset)
        if found is None:
            found = self._added(ruleset)
        found.called = next(self._calls)
        return found

    @alone
    def _added(self, ruleset: Ruleset) -> Engine:
        """A new engine, kept from then on."""
        found = self._made.get(ruleset)
        if found is None:
            found = self._make(ruleset, self)
            while len(self._made) >= self._most:
                del self._made[min(self._made, key=lambda other: self._made[other].called)]
            self._made[ruleset] = found
        return found

    def renew(self) -> None:
        """Nothing to do: an engine is kept when it is made, by one assignment."""

    def value(self, component: Component) -> int:
        """The value of one component, by its ruleset's best engine."""
        return self(component.ruleset).value(component.state)

    def option_value(self, option: Option) -> int:
        """The value of an option: the nim-sum of its components."""
        total = 0
        for part in option:
            total ^= self.value(part)
        return total


class Engine:
    """Answers for the states of one ruleset. ``value`` must be defined; the rest follows from it."""

    #: What :meth:`values` lets a user choose: "engine" (one of several, by name), "progress" (a hook that is called
    #: with the largest heap known and the largest wanted).
    choices: ClassVar[tuple[str, ...]] = ()

    #: Whether its searches begin with what a store holds, and what they find is kept there.
    stored: ClassVar[bool] = False

    def __init__(self, ruleset: Ruleset, engines: Engines) -> None:
        self.ruleset = ruleset
        self.engines = engines
        #: When it was asked for last among the engines of a session.
        self.called = 0
        #: Held by methods marked :func:`sprague.system.locks.alone`.
        self.alone = Turns()

    def renew(self) -> None:
        """Called before the next question when an exception ended one (see :mod:`sprague.system.locks`). Nothing to do
        where what is known is published by one assignment: a table that is whole, a value in a dict."""

    def value(self, state: Any) -> int:
        """The Grundy value. Raises TooLargeError when the work would not fit."""
        raise NotImplementedError

    def effort(self, state: Any, question: Question = "value") -> Effort:
        """What an answer to ``question`` will take, told in a moment and before any work. What is known already (a
        table, a search that is done) costs nothing."""
        return MOMENT

    def is_zero(self, state: Any) -> bool:
        """Whether the state alone is a P-position (value 0)."""
        return self.value(state) == 0

    def replies(self, state: Any, target: int) -> Lazy[Option]:
        """The options of value ``target``, in the ruleset's order; partial where the budget in force does not hold
        the search for all of them (see :attr:`sprague.system.ask.Effort.affordable`)."""

        def found() -> Iterator[Option]:
            for option in self.ruleset.successors(state):
                if self.engines.option_value(option) == target:
                    yield option

        return Lazy(found)

    def evidence(self, state: Any, valued: bool) -> Evidence:
        """Why the answers for ``state`` are true; ``valued`` when they rest on its value (as in a sum), not only
        on its being zero or not."""
        return COMPUTED

    def reason(self, state: Any, zero: bool, reply: Option | None) -> Message | None:
        """Why ``state`` alone is a P-position (``zero``) or not, in the game's own words; None for the usual
        sentence about values. ``reply`` is the first winning option, if any."""
        return None

    def argument(self, states: Sequence[Any], misere: bool) -> Argument | None:
        """Why a sum of ``states``, often one, is won or lost, step by step; None where only the evidence says so. Each
        step holds for these states: what a theorem asks of them has been checked."""
        return None

    def p_positions(self, heaps: int, start: int = 0) -> Iterator[tuple[int, ...]] | None:
        """Every P-position on ``heaps`` heaps but the empty one, by the largest heap, from about ``start`` on (smaller
        ones may come first), where a theorem lists them; None to have them looked for."""
        return None

    def kept(self, **choices: Any) -> int:
        """How many values of heaps 0, 1, 2, … are kept, so that :meth:`values` of these costs nothing."""
        return 0

    def values(self, to: int) -> Any:
        """The values of heaps 0..``to``, for games on one heap."""
        return [self.value(n) for n in range(to + 1)]
