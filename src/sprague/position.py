"""Positions and moves: what a user holds in hand. Questions about them go to ``answer.py``."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from . import notation
from .errors import MoveError, SpragueError, UnsolvedError
from .lazy import Lazy
from .messages import Message, say, spoken
from .rulesets.base import Component, Option, alive

if TYPE_CHECKING:
    from .answer import Answer


#: Words are compared with the first so many moves, of a long position with fewer: with so many characters of it.
COMPARED_MOVES, COMPARED_SIZE = 20_000, 10_000_000


@dataclass(frozen=True)
class Move:
    """A move: the component that is played in (its index in the position), what it leaves there, and the
    position as a whole afterwards (``to``), which identifies it."""

    position: Position
    index: int
    option: Option

    @cached_property
    def to(self) -> Position:
        """The position that the move leaves. Components that are over are left out while others stay."""
        components = self.position.components
        left = components[: self.index] + alive(self.option) + components[self.index + 1 :]
        if not left:
            left = self.option[:1] or (self._empty(),)
        return Position(left, self.position.misere)

    def _empty(self) -> Component:
        return Component(self.position.components[self.index].ruleset, 0)

    @property
    def sentence(self) -> Message:
        """The move in words; it names the component where the words alone would leave it open."""
        components = self.position.components
        component = components[self.index]
        words = component.ruleset.describe(component.state, self.option)
        if len(components) == 1 or (
            component.ruleset.grouped
            and component.ruleset.names_heaps
            and all(part.ruleset == component.ruleset for part in components)
        ):
            return words
        return say("in {component}: {move}", component=component, move=words)

    @property
    def marks(self) -> tuple[str, ...]:
        """The names of the shapes of the component's drawing that the move touches."""
        component = self.position.components[self.index]
        return component.ruleset.marks(component.state, self.option)

    def __str__(self) -> str:
        return f"{self.sentence} -> {self.to}"

    def __repr__(self) -> str:
        return f"<{self}>"


@dataclass(frozen=True, repr=False)
class Position:
    """A sum of components, in the order given; in ``misere`` play the last to move loses.

    >>> import sprague as sg
    >>> position = sg.parse("dots 7,9,10") + sg.nim(3, 5)
    >>> print(position)
    dots 7,9,10 + nim 3,5
    >>> position.outcome, position.value
    ('N', 7)
    """

    components: tuple[Component, ...]
    misere: bool = False

    def __str__(self) -> str:
        return self.text

    @cached_property
    def text(self) -> str:
        """The position in the one notation; :func:`parse` reads it back."""
        return notation.write(self.components, self.misere)

    def __add__(self, other: object) -> Position:
        if isinstance(other, str):
            other = parse(other)
        if not isinstance(other, Position):
            return NotImplemented
        if self.misere or other.misere:
            raise UnsolvedError(say("misère positions are not added here: write one misere position"))
        return Position(self.components + other.components)

    def __radd__(self, other: object) -> Position:
        if isinstance(other, str):
            return parse(other) + self
        return NotImplemented

    # Moves

    def moves(self) -> Lazy[Move]:
        """Every move, by component, then in the ruleset's order; ``total`` is their number (None: infinite).

        >>> parse("nim 1,2").moves()
        [<take 1 from the heap of 1 -> *2>, <take 2 from the heap of 2 -> *1>, <take 1 from the heap of 2 -> nim 1,1>]
        """
        return Lazy.chain([self._moves_of(i) for i in range(len(self.components))])

    def _moves_of(self, index: int) -> Lazy[Move]:
        ruleset, state = self.components[index]

        def moves() -> Iterator[Move]:
            for option in ruleset.successors(state):
                yield Move(self, index, option)

        return Lazy(moves, lambda: ruleset.option_count(state))

    def options(self) -> Lazy[Position]:
        """The positions that the moves leave, in the same order."""
        return self.moves().map(lambda move: move.to)

    def play(self, move: Move | Position | str) -> Position:
        """The position after ``move``: a Move, the position it leaves (or its text), or its sentence in any of the
        languages.

        Raises MoveError when the rules do not allow it.

        >>> parse("wythoff 500,1000").play("wythoff 500,309")
        sg.parse('wythoff 500,309')
        """
        return self.find_move(move).to

    def find_move(self, move: Move | Position | str) -> Move:
        """The Move that :meth:`play` would make; raises MoveError."""
        if isinstance(move, Move):
            if move.position != self:
                raise MoveError(
                    say(
                        "expected a move from {position}, got one from {other}",
                        position=self,
                        other=move.position,
                    )
                )
            return move
        target = move if isinstance(move, Position) else self._read_target(move)
        if isinstance(target, Move):
            return target
        found = self._move_to(target)
        if found is None:
            raise MoveError(say("no move leads from {position} to {target}", position=self, target=target))
        return found

    def _read_target(self, text: str) -> Position | Move:
        try:
            return parse(text)
        except SpragueError:
            found = self._move_in_words(text)
        if found is None:
            raise MoveError(
                say(
                    "expected the position that a move leaves, or a move in words, got '{text}'",
                    text=text[:80],
                )
            )
        return found

    def _move_in_words(self, text: str) -> Move | None:
        """The first move whose sentence is ``text`` in one of the languages, alone or with the position it leaves;
        capitals count only where sentences differ in nothing else."""
        from .languages import available

        wanted, near = spoken(text), None
        lower = wanted.lower()
        listed = [(move, move.sentence) for move in self._comparable()]
        for language in available():
            for move, sentence in listed:
                said = spoken(sentence.render(language))
                if not lower.startswith(said.lower()):
                    continue
                if len(said) != len(wanted):
                    said = spoken(f"{said} -> {move.to}")
                if said == wanted:
                    return move
                if near is None and said.lower() == lower:
                    near = move
        return near

    def _comparable(self) -> list[Move]:
        """The moves that words are compared with: the first; where there are more, the winning ones too, if they are
        soon known."""
        from .engines import engine

        most = min(COMPARED_MOVES, 1 + COMPARED_SIZE // (1 + len(self.text)))
        listed = self.moves().first(most + 1)
        if len(listed) <= most:
            return listed
        alone = len(self.components) == 1
        engines = ((engine(ruleset), state) for ruleset, state in self.components)
        if all(each.is_quick(state) if alone else each.is_cheap(state) for each, state in engines):
            listed += self.winning_moves.first(100)
        return listed

    def _move_to(self, target: Position) -> Move | None:
        """The first move that leaves ``target``: what stands before and after the component stays as it is."""
        if target.misere != self.misere:
            return None
        before, after = self.components, alive(target.components)
        for i, component in enumerate(before):
            head, tail = alive(before[:i]), alive(before[i + 1 :])
            if after[: len(head)] != head:
                return None
            if len(head) + len(tail) > len(after) or (tail and after[-len(tail) :] != tail):
                continue
            # At the end of all, what is left is the empty component that the target is written with.
            option = after[len(head) : len(after) - len(tail)] if after else target.components[:1]
            if component.ruleset.allows(component.state, option):
                return Move(self, i, option)
        return None

    # Questions

    def solve(self, **choices: Any) -> Answer:
        """Winner, value, winning moves and the reason; see :func:`sprague.solve`."""
        from .answer import answer

        return answer(self, **choices)

    @property
    def outcome(self) -> str:
        """'N' (the next player wins) or 'P' (the previous player wins)."""
        return self.solve().outcome

    @property
    def value(self) -> int:
        """The Grundy value. Raises TooLargeError when it would not fit, UnsolvedError in misère play."""
        from .answer import grundy_value

        return grundy_value(self)

    @property
    def winning_moves(self) -> Lazy[Move]:
        """Every winning move, lazily; its ``total`` is their number."""
        return self.solve().winning_moves

    def explain(self, language: str = "en") -> str:
        """The reason for the outcome, in words."""
        return self.solve().reason.render(language)

    def svg(self) -> str:
        """A picture of the position as an SVG document."""
        from .svg import render

        return render(self)

    def __repr__(self) -> str:
        return f"sg.parse({self.text!r})"

    def _repr_html_(self) -> str:
        return self.solve()._repr_html_()


def parse(text: str) -> Position:
    """The position that ``text`` stands for; raises NotationError.

    >>> parse("last-biscuit 500, 1000").text
    'wythoff 500,1000'
    """
    components, misere = notation.read(text)
    return Position(components, misere)
