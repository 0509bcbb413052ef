"""Engines: an engine answers questions about the states of one ruleset, using the theory of that game.

The base class answers from :meth:`Engine.value` alone, by definition: the outcome is P if the value is 0, and a winning
reply is an option of the wanted value. A subclass overrides the methods for which it has a theorem.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from itertools import count
from typing import Any, ClassVar, Literal, NamedTuple

from sprague.system.ask import Effort
from sprague.system.locks import Turns, alone
from sprague.words.messages import Message, join, say

from .lazy import Lazy
from .lesson import Argument
from .ruleset import Component, Option, Ruleset

Kind = Literal["theorem", "computed", "periodic", "observed"]

#: The questions about a state: who wins, its Grundy value, or every winning move.
Question = Literal["outcome", "value", "moves"]


class Evidence(NamedTuple):
    """The evidence for an answer: a cited theorem, an exhaustive computation, a proved period, or an observation, if
    the user has allowed that. ``sentence`` is for people; ``source`` is its English text, for programs.

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


def weakest(each: Iterable[Evidence]) -> Evidence:
    """Returns the evidence for a result that rests on all of these: the weakest kind among them, with all their
    sentences.

    >>> proved = Evidence("theorem", say("Bouton 1901"))
    >>> weakest([proved, COMPUTED, proved])[:1], weakest([proved, proved]).source
    (('computed',), 'Bouton 1901')
    """
    evidences = list(each)
    if len(evidences) == 1:
        return evidences[0]
    kinds: tuple[Kind, ...] = ("observed", "computed", "periodic", "theorem")
    kind = next(kind for kind in kinds if any(one.kind == kind for one in evidences))
    return Evidence(kind, join(dict.fromkeys(one.sentence for one in evidences), say("; ")))


#: The effort of applying a theorem or reading a short table.
MOMENT = Effort()


class Engines:
    """The engines of a session: one for each ruleset, made at the first request and kept between questions.

    ``make`` makes an engine from a ruleset and these engines. ``searches`` holds what their searches share (see
    :mod:`sprague.search.pool`). Beyond ``most`` rulesets the least recently used eighth is dropped.
    """

    def __init__(self, make: Callable[[Ruleset, Engines], Engine], searches: Any, most: int = 256) -> None:
        self.searches = searches
        self._make = make
        self._most = most
        #: By the identity of a ruleset: a user's game may become another one.
        self._made: dict[Hashable, Engine] = {}
        self._calls = count()
        self.alone = Turns()

    def __call__(self, ruleset: Ruleset) -> Engine:
        """Returns the engine that answers for ``ruleset``."""
        ruleset.notice()
        engine = self._found(ruleset)
        if engine is None:
            engine = self._added(ruleset)
        engine.called = next(self._calls)
        return engine

    def _found(self, ruleset: Ruleset) -> Engine | None:
        engine = self._made.get(ruleset.identity)
        if engine is None or engine.ruleset is ruleset or engine.ruleset == ruleset:
            return engine
        return None  # the engine's game has become another game

    @alone
    def _added(self, ruleset: Ruleset) -> Engine:
        """Makes an engine and keeps it."""
        engine = self._found(ruleset)
        if engine is None:
            engine = self._make(ruleset, self)
            if len(self._made) >= self._most:
                by_call = sorted(self._made.items(), key=lambda item: item[1].called)
                self._made = dict(by_call[1 + self._most // 8 :])
            self._made[ruleset.identity] = engine
        return engine

    def renew(self) -> None:
        """Does nothing: one assignment keeps an engine once it is made."""

    def value(self, component: Component) -> int:
        """Returns the value of one component, from the best engine of its ruleset."""
        return self(component.ruleset).value(component.state)

    def option_value(self, option: Option) -> int:
        """Returns the value of an option: the nim-sum of its components."""
        total = 0
        for part in option:
            total ^= self.value(part)
        return total


class Engine:
    """Answers questions about the states of one ruleset. Subclasses must define ``value``; the rest follows from it."""

    #: The choices that :meth:`values` offers: "engine" (one of several, by name), "progress" (a hook that is called
    #: with the largest heap known and the largest wanted).
    choices: ClassVar[tuple[str, ...]] = ()

    #: Whether its searches begin with the values of a store and write new values to it.
    stored: ClassVar[bool] = False

    def __init__(self, ruleset: Ruleset, engines: Engines) -> None:
        self.ruleset = ruleset
        self.engines = engines
        #: When it was last used among the engines of a session.
        self.called = 0
        #: Held by methods marked :func:`sprague.system.locks.alone`.
        self.alone = Turns()

    def renew(self) -> None:
        """Repairs the engine before the next question after an exception has ended one (see
        :mod:`sprague.system.locks`). An engine that publishes its results by one assignment (a complete table, a value
        in a dict) need not do anything."""

    def value(self, state: Any) -> int:
        """Returns the Grundy value. Raises TooLargeError if the work would not fit."""
        raise NotImplementedError

    def effort(self, state: Any, question: Question = "value") -> Effort:
        """Estimates the effort of an answer to ``question``, in a moment and before any work. Results that are already
        known (a table, a finished search) cost nothing."""
        return MOMENT

    def ends(self, state: Any) -> bool:
        """Returns whether every play from ``state`` is known to end, before it is valued."""
        inside = self.ruleset.contained(state)
        return self.ruleset.ends and all(self.engines(part.ruleset).ends(part.state) for part in inside)

    def is_zero(self, state: Any) -> bool:
        """Returns whether the state alone is a P-position (value 0)."""
        return self.value(state) == 0

    def replies(self, state: Any, target: int) -> Lazy[Option]:
        """Returns the options of value ``target`` in the ruleset's order. If a strategy names one, it comes first. The
        result is partial if the budget in force does not suffice to find all of them (see
        :attr:`sprague.system.ask.Effort.affordable`)."""

        def found() -> Iterator[Option]:
            for option in self.ruleset.successors(state):
                if self.engines.option_value(option) == target:
                    yield option

        return Lazy(found)

    def knows_a_move(self, state: Any) -> bool:
        """Returns whether the engine knows that a move exists, without asking the rules, which may take long."""
        return False

    def is_lost_in_misere(self, states: Sequence[Any]) -> bool | None:
        """Returns whether the player to move loses a sum of ``states`` in misère play, or None if the engine has no
        search of its own for misère play."""
        return None

    def evidence(self, state: Any, valued: bool) -> Evidence:
        """Returns the evidence for the answers about ``state``. ``valued`` says that they rest on its value (as in a
        sum), and not only on whether the value is zero."""
        return COMPUTED

    def reason(self, state: Any, zero: bool, reply: Option | None) -> Message | None:
        """Says in the game's own words why ``state`` alone is a P-position (``zero``) or not. Returns None for the
        usual sentence about values. ``reply`` is the first winning option, if any."""
        return None

    def argument(self, states: Sequence[Any], misere: bool) -> Argument | None:
        """Returns, step by step, why a sum of ``states`` (often of one) is won or lost, or None if there is only the
        evidence. Each step holds for these very states: the hypotheses of its theorem have been checked."""
        return None

    def claims(self, state: Any, progress: Callable[[int, int], None] | None) -> dict[str, Any] | None:
        """Returns the fields of a proof of the value of ``state``, for a checker of the kind that the game's name says
        (``proofs/check.py``), or None for a game that has no such proofs. ``progress(shown, open)`` is called now and
        then."""
        return None

    def p_positions(self, heaps: int, start: int = 0) -> Iterator[tuple[int, ...]] | None:
        """Lists every P-position on ``heaps`` heaps except the empty one, ordered by the largest heap, from about
        ``start`` on (smaller ones may come first). Returns None if no theorem lists them, and they must be searched."""
        return None

    def kept(self, **choices: Any) -> int:
        """Returns how many values of heaps 0, 1, 2, … the engine keeps. For these, :meth:`values` costs nothing."""
        return 0

    def values(self, to: int) -> Any:
        """Returns the values of heaps 0..``to``, for games on one heap."""
        return [self.value(n) for n in range(to + 1)]
