"""Remoteness: how many moves a game lasts if the winner hurries and the loser delays."""

from __future__ import annotations

from collections import Counter

from sprague.model.ruleset import Component
from sprague.workbench.position import Position

#: Positions and moves up to which a game is played to its end to see how long it can last.
MAX_POSITIONS, MAX_MOVES = 1500, 4000


def remoteness(
    position: Position, max_positions: int = MAX_POSITIONS, max_moves: int = MAX_MOVES
) -> int | None:
    """Returns how many moves the game lasts if the winner hurries and the loser delays, or None if it is too large.

    The number is even exactly if ``position`` is P (in misère play: odd). It is computed from the definition, over all
    reachable positions. Source: Steinhaus, Definitions for a theory of games and pursuit (1925); Winning Ways,
    chapter 9.

    >>> from sprague.workbench.position import parse
    >>> remoteness(parse("nim 2,2")), remoteness(parse("*9")), remoteness(parse("nim 50,60,70"))
    (4, 1, None)
    """
    return _Reach(position.misere, max_positions, max_moves).remoteness(position.components)


_Key = frozenset[tuple[Component, int]]


class _Reach:
    """The remoteness of all reachable positions, from the definition, with an explicit stack."""

    def __init__(self, misere: bool, max_positions: int, max_moves: int) -> None:
        self._misere = misere
        self._positions, self._moves = max_positions, max_moves
        self._known: dict[_Key, int] = {}

    def remoteness(self, components: tuple[Component, ...]) -> int | None:
        root = _key(components)
        stack = [root]
        open_options: dict[_Key, list[_Key]] = {}
        while stack:
            here = stack[-1]
            if here in self._known:
                stack.pop()
                continue
            if here not in open_options:
                options = self._options(here)
                if options is None or len(open_options) >= self._positions:
                    return None
                open_options[here] = options
                pending = [option for option in options if option not in self._known]
                if pending:
                    stack += pending
                    continue
            if any(option not in self._known for option in open_options[here]):
                return None  # a position recurs
            lengths = [self._known[option] for option in open_options[here]]
            won = [length for length in lengths if self.is_p(length)]
            self._known[here] = 1 + (min(won) if won else max(lengths, default=-1))
            stack.pop()
        return self._known[root]

    def is_p(self, length: int) -> bool:
        """Returns whether a position of that remoteness is P: at the end the player to move has lost, or in misère play
        has won."""
        return length % 2 == (1 if self._misere else 0)

    def _options(self, key: _Key) -> list[_Key] | None:
        options: dict[_Key, None] = {}
        for component, count in key:
            rest = dict(key)
            rest[component] = count - 1
            for option in component.ruleset.successors(component.state):
                self._moves -= 1
                if self._moves < 0:
                    return None
                counts = Counter(rest)
                counts.update(part for part in option if not part.ruleset.is_empty(part.state))
                options[_pairs(counts)] = None
        return list(options)


def _key(components: tuple[Component, ...]) -> _Key:
    return _pairs(Counter(part for part in components if not part.ruleset.is_empty(part.state)))


def _pairs(counts: Counter[Component]) -> _Key:
    return frozenset((part, count) for part, count in counts.items() if count)
