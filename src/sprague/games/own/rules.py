"""The interface of a user's own rules for the engines."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from typing import Any

from sprague.model.ruleset import Ruleset

from .endless import refuse_growing_line


class OwnRuleset(Ruleset):
    """Rules whose options are states, not components."""

    def options(self, state: Any, /) -> Iterable[Any]:
        """Returns every result of a move: a state, or several states for a sum."""
        raise NotImplementedError

    @property
    def rule_of_heaps(self) -> Callable[[int], Iterable[Any]]:
        """Returns the function behind :meth:`options` for single heaps, without wrappers, because it is called for
        millions of them."""
        return self.options

    @property
    def whole_rule(self) -> Callable[..., Iterable[Any]] | None:
        """Returns the plain function that gives the options, or None if methods have a part in them."""
        return None

    def checked_options(self, state: Any) -> Iterator[tuple[Hashable, ...]]:
        """Returns, for each move, the states that it leaves in place of ``state``, repeated as often as the rule names
        them.

        Raises UnsolvedError, with its cause, for a rule that fails or leaves something that is no position.
        """
        raise NotImplementedError

    def refuse_endless(self, state: Any) -> None:
        refuse_growing_line(self, state, self.checked_options)
