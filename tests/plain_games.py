"""Compares a game with a plain definition that shares no line with the package: its moves, as a function from a state
to the states that they leave."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import sprague as sg

Moves = Callable[[Any], Iterable[Any]]


class Plain:
    """A game by its definition. ``text`` writes a state behind the name of the game, ``normal`` brings the state of a
    component to the form that ``moves`` uses."""

    def __init__(
        self,
        name: str,
        moves: Moves,
        states: Iterable[Any],
        text: Callable[[Any], str] = lambda state: ",".join(map(str, state)),
        normal: Callable[[Any], Any] = lambda state: state,
    ) -> None:
        self.name, self.text, self.normal = name, text, normal
        self.states = list(states)
        self.moves = functools.cache(lambda state: frozenset(map(normal, moves(state))))
        self.value = functools.cache(self._value)
        self.misere = functools.cache(self._misere)

    def _value(self, state: Any) -> int:
        reached = {self.value(after) for after in self.moves(state)}
        return next(n for n in range(len(reached) + 1) if n not in reached)

    def _misere(self, state: Any) -> bool:
        """Whether the player to move wins if the last move loses."""
        options = self.moves(state)
        return not options or not all(self.misere(after) for after in options)

    def left(self, moves: Iterable[Any]) -> Iterator[Any]:
        """The states that moves of the package leave; None stands for a state that is over and left out."""
        for move in moves:
            parts = [part for part in move.to.components if part.ruleset.head == self.name]
            yield self.normal(parts[0].state) if parts else None

    def agrees(self, state: Any, misere: bool = False) -> None:
        """Compares outcome, value, all moves and all winning moves of a state."""
        position = sg.parse(f"{self.name} {self.text(state)}")
        assert self.normal(position.components[0].state) == self.normal(state)
        moves = self.moves(state)
        lost = {after for after in moves if self.value(after) == 0}
        assert (position.outcome, position.value) == ("N" if lost else "P", self.value(state)), position
        assert position.moves().total == len(list(position.moves())) >= len(moves), position
        assert self._same(self.left(position.moves()), moves), position
        assert position.winning_moves.total == len(list(position.winning_moves)), position
        assert self._same(self.left(position.winning_moves), lost), position
        assert all(self.value(state) != 0 for _ in position.winning_moves)
        if misere:
            assert sg.parse(f"misere {position.text}").outcome == "PN"[self.misere(state)], position

    def reaches(self, state: Any, heap: int) -> None:
        """Compares the moves to the value of a heap, which win in a sum with it."""
        if self.value(state) == heap:
            return
        position = sg.parse(f"{self.name} {self.text(state)} + *{heap}")
        own = [move for move in position.winning_moves if move.to.text.endswith(f"*{heap}")]
        assert self._same(self.left(own), {after for after in self.moves(state) if self.value(after) == heap})

    def _same(self, found: Iterable[Any], wanted: Iterable[Any]) -> bool:
        """An ended state may be left out of a position, once."""
        missing = set(wanted) - (known := set(found))
        return known - {None} <= set(wanted) and (
            not missing or (None in known and len(missing) == 1 and not self.moves(missing.pop()))
        )
