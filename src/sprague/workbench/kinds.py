"""The kinds of play. Each is an object that analyses a sum, explains its outcome, and knows what takes a moment.

:func:`play_of` chooses the kind of a sum. :meth:`Play.analyse` returns a :class:`~sprague.model.sums.Sum`, or a
subclass with the facts that belong to the kind; :mod:`.position` makes an answer of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from sprague.model import reasons, sums
from sprague.model.engine import Engines
from sprague.model.ruleset import Component
from sprague.model.sums import Sum
from sprague.model.writing import write
from sprague.words.errors import LoopyError, UnsolvedError
from sprague.words.messages import Message, say

if TYPE_CHECKING:
    from sprague.games.entailing.answers import EntailingSum
    from sprague.games.loopy.answers import LoopySum
    from sprague.misereplay.answers import MisereSum

S = TypeVar("S", bound=Sum)


class Play(Generic[S]):
    """A kind of play."""

    def analyse(self, components: Sequence[Component], engines: Engines, value: bool | None = None) -> Sum:
        """Finds who wins and by which moves. With ``value`` True it computes the value; with False it leaves the value
        out if the outcome does not need it; with None it gives the value if that takes a moment. Raises TooLargeError
        or BudgetError."""
        raise NotImplementedError

    def reason(self, components: Sequence[Component], solved: S, engines: Engines) -> Message:
        """Returns the sentence that says why the outcome is the one in ``solved``."""
        raise NotImplementedError

    def is_moment(self, components: Sequence[Component], engines: Engines) -> bool:
        """Returns whether the outcome and the winning moves take only a moment."""
        return all(engines(part.ruleset).effort(part.state).moment for part in components)


class Normal(Play[Sum]):
    """Normal play: a player who cannot move loses. Solved by the Sprague-Grundy theorem."""

    def analyse(self, components: Sequence[Component], engines: Engines, value: bool | None = None) -> Sum:
        try:
            return sums.analyse(components, engines, value=value)
        except LoopyError:  # a user's own game whose positions come back
            return LOOPY.analyse(components, engines, value)

    def reason(self, components: Sequence[Component], solved: Sum, engines: Engines) -> Message:
        if type(solved) is Sum:
            return reasons.reason(components, solved, engines)
        return LOOPY.reason(components, solved, engines)  # type: ignore[arg-type]

    def is_moment(self, components: Sequence[Component], engines: Engines) -> bool:
        if len(components) > 1:
            return all(engines(part.ruleset).effort(part.state, "value").moment for part in components)
        part = components[0]
        engine = engines(part.ruleset)
        return all(engine.effort(part.state, question).moment for question in ("outcome", "moves"))


class Misere(Play["MisereSum"]):
    """Misère play: a player who cannot move wins."""

    def analyse(
        self, components: Sequence[Component], engines: Engines, value: bool | None = None
    ) -> MisereSum:
        from sprague.misereplay.answers import analyse_misere

        return analyse_misere(components, engines)

    def reason(self, components: Sequence[Component], solved: MisereSum, engines: Engines) -> Message:
        from sprague.misereplay.answers import misere_reason

        return misere_reason(components, solved)

    def is_moment(self, components: Sequence[Component], engines: Engines) -> bool:
        from sprague.misereplay.answers import takes_a_moment

        return takes_a_moment(components, engines)


class Loopy(Play["LoopySum"]):
    """Play with cycles: positions may come back, and play that does not end is a draw."""

    def analyse(
        self, components: Sequence[Component], engines: Engines, value: bool | None = None
    ) -> LoopySum:
        from sprague.games.loopy.answers import analyse_loopy

        return analyse_loopy(components, engines)

    def reason(self, components: Sequence[Component], solved: LoopySum, engines: Engines) -> Message:
        from sprague.games.loopy.answers import loopy_reason

        return loopy_reason(components, solved)


class Entailing(Play["EntailingSum"]):
    """Play with entailing moves, which must be answered in the component where they were made."""

    def analyse(
        self, components: Sequence[Component], engines: Engines, value: bool | None = None
    ) -> EntailingSum:
        from sprague.games.entailing.answers import analyse_entailing

        return analyse_entailing(components, engines)

    def reason(self, components: Sequence[Component], solved: EntailingSum, engines: Engines) -> Message:
        from sprague.games.entailing.answers import entailing_reason

        return entailing_reason(components, solved, engines)


NORMAL, MISERE, LOOPY, ENTAILING = Normal(), Misere(), Loopy(), Entailing()

#: ``Ruleset.kind`` -> the kind of play of a sum with such a component.
_KINDS: dict[str, Play[Any]] = {"": NORMAL, "loopy": LOOPY, "entailing": ENTAILING}


def play_of(components: Sequence[Component], misere: bool) -> Play[Any]:
    """Returns the kind of play of a sum. Raises UnsolvedError if no kind solves it."""
    kinds = {part.ruleset.kind for part in components} - {""}
    if len(kinds) > 1:
        raise UnsolvedError(
            say("a sum of games with cycles and games with entailing moves is not solved"),
            where=write(components, misere),
        )
    if misere and kinds:
        raise UnsolvedError(
            say("a game with cycles or entailing moves is not solved in misère play"),
            where=write(components, misere),
        )
    return MISERE if misere else _KINDS[kinds.pop() if kinds else ""]
