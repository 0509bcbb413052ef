"""What the engines ask of the rules of a user's own game."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from typing import Any

from sprague.model.ruleset import Ruleset


class OwnRuleset(Ruleset):
    """Rules whose options are states, not components."""

    def options(self, state: Any) -> Iterable[Any]:
        """Every state, or several for a sum, that a move may leave."""
        raise NotImplementedError

    @property
    def rule_of_heaps(self) -> Callable[[int], Iterable[Any]]:
        """:meth:`options` of single heaps, by the shortest way: it is called for millions of them."""
        return self.options

    def parts(self, state: Any) -> Iterator[tuple[Hashable, ...]]:
        """The states that each move leaves in place of ``state``, as often as the rule names them.

        Raises UnsolvedError for a rule that fails or leaves what is no position, the cause behind it.
        """
        raise NotImplementedError
