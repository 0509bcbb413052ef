"""Moves, and finding the one that a player means: the one that leaves a given sum, or that a sentence describes.

The class is generic, so that this file need not import :mod:`.position`, which names the moves of its own positions.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Generic, Protocol, Self, TypeVar

from sprague.model.reasons import in_words, why_not
from sprague.model.ruleset import Component, Option, Touched, alive
from sprague.model.sums import Reply, leaves
from sprague.words.errors import MoveError
from sprague.words.languages import available
from sprague.words.messages import Message, say, short, spoken

from . import notation

if TYPE_CHECKING:
    from sprague.pictures.shapes import Drawing


class Summed(Protocol):
    """The part of a position that is compared."""

    @property
    def components(self) -> tuple[Component, ...]: ...
    @property
    def misere(self) -> bool: ...


class Named(Protocol):
    """The part of a move that is compared: its sentence, and the position that it leaves (as text)."""

    @property
    def sentence(self) -> Message: ...
    @property
    def to(self) -> object: ...


class Started(Summed, Protocol):
    """The part of a position that its moves use."""

    @property
    def vertices(self) -> Mapping[str, Hashable]: ...
    @property
    def value(self) -> int: ...
    def _with(self, components: tuple[Component, ...]) -> Self: ...


M = TypeVar("M", bound=Named)
P = TypeVar("P", bound=Started)


@dataclass(frozen=True)
class MoveOf(Generic[P]):
    """A move: the index of the component in which it is made, the option that it leaves there, and the whole position
    afterwards (``to``), which identifies the move."""

    position: P
    index: int
    option: Option

    def __reduce__(self) -> tuple[Any, ...]:
        return _unpickled, (type(self), self.position, self.index, notation.packed(self.option))

    @cached_property
    def to(self) -> P:
        """The position that the move leaves. Components that are over are left out as long as others remain."""
        return self.position._with(leaves(self.position.components, self.index, self.option))

    @property
    def value(self) -> int:
        """The Grundy value of the position that the move leaves.

        >>> from sprague.workbench.position import parse
        >>> [move.value for move in parse("kayles 3").moves()]
        [2, 0, 1]
        """
        return self.to.value

    @property
    def at(self) -> tuple[Any, ...]:
        """Where the move is made: vertices or edges of a graph, cells of a board as (row, column) and places of a row,
        from 0, or the numbers of heaps in their component. Vertices and edges are those that the user gave.

        >>> import networkx, sprague as sg
        >>> graph = networkx.path_graph(5)
        >>> move = sg.node_kayles(graph).winning_moves[0]
        >>> move.at, move.removed
        ((2,), (2, 1, 3))
        >>> graph.remove_nodes_from(move.removed)
        >>> sg.parse("cram 2x3").moves()[1].at, sg.parse("wythoff 500,1000").winning_moves[0].at
        (((0, 0), (1, 0)), (1,))
        """
        return tuple(given(each, self.position.vertices) for each in self._touched.at)

    @property
    def removed(self) -> tuple[Any, ...]:
        """What the move takes away, in the same words: the vertices, the edges, the cells that are free no more, or how
        much is taken from each heap. Empty if it only moves something."""
        return tuple(given(each, self.position.vertices) for each in self._touched.removed)

    @property
    def _touched(self) -> Touched:
        component = self.position.components[self.index]
        return component.ruleset.touched(component.state, self.option)

    @property
    def sentence(self) -> Message:
        """The move in words. The sentence names the component if it would be ambiguous otherwise."""
        return in_words(self.position.components, self.index, self.option)

    @property
    def drawing(self) -> Drawing:
        """The picture of the component in which the move is made, before the move."""
        ruleset, state = self.position.components[self.index]
        return ruleset.draw(state)

    @property
    def marks(self) -> tuple[str, ...]:
        """The names of the shapes in that picture which the move touches."""
        component = self.position.components[self.index]
        return component.ruleset.marks(component.state, self.option)

    def __str__(self) -> str:
        return f"{self.sentence} -> {self.to}"

    def __format__(self, spec: str) -> str:
        return format(str(self), spec)

    def __repr__(self) -> str:
        return f"<{self}>"


def _unpickled(
    kind: type[MoveOf[P]], position: P, index: int, parts: tuple[str | Component, ...]
) -> MoveOf[P]:
    return kind(position, index, notation.unpacked(parts))


def given(place: Any, vertices: Mapping[str, Hashable]) -> Any:
    """Returns a vertex or an edge as the user gave it, by its name or its names; anything else as it is."""
    if isinstance(place, str):
        return vertices.get(place, place)
    return tuple(given(each, vertices) for each in place) if isinstance(place, tuple) else place


def movable(components: Sequence[Component]) -> Sequence[int]:
    """Returns the indices of the components in which the next move may be made: all of them, unless an entailing move
    has to be answered in the component where it was made."""
    forced = [
        index
        for index, part in enumerate(components)
        if part.ruleset.kind == "entailing" and part.ruleset.forced(part.state)
    ]
    return forced or range(len(components))


def reply_to(position: Summed, target: Summed) -> Reply:
    """Returns the first move from ``position`` that leaves ``target``. Raises MoveError if there is none."""
    if position.misere != target.misere:
        why = say("only one of them is misère play")
    else:
        reply = _reply(position.components, target.components)
        if reply is not None:
            return reply
        why = why_not(position.components, target.components)
    raise MoveError(
        say("no move leads from {position} to {target}: {why}", position=position, target=target, why=why)
    )


def _reply(before: tuple[Component, ...], target: tuple[Component, ...]) -> Reply | None:
    """Returns the move between two sums. The components on both sides of the one in which it is made stay unchanged, so
    the option is what lies between them in the target.

    >>> from sprague.model.nim import heap
    >>> _reply((heap(1), heap(5), heap(2)), (heap(1), heap(3), heap(2))) == (1, (heap(3),))
    True
    """
    after = alive(target)
    for index in movable(before):
        component = before[index]
        head, tail = alive(before[:index]), alive(before[index + 1 :])
        if after[: len(head)] != head:
            return None
        if len(head) + len(tail) > len(after) or (tail and after[-len(tail) :] != tail):
            continue
        option = after[len(head) : len(after) - len(tail)]
        if not after:
            # The game is over. A target is never written without components, but with an empty one. This is the option,
            # unless it belongs to another component of the sum.
            own = len(before) == 1 or target[0].ruleset == component.ruleset
            option = target[:1] if own else ()
        if component.ruleset.allows(component.state, option):
            return index, option
    return None


def named_move(text: str, moves: Sequence[M]) -> M:
    """Returns the one of ``moves`` whose sentence is ``text`` in one of the languages. The position that the move
    leaves may follow it, behind an arrow. Capitals matter only if the sentences of two moves differ in nothing else.

    Raises MoveError if no move has this sentence, or if several have it that leave different positions.
    """
    wanted = spoken(text)
    folded = wanted.lower()
    nearly: list[M] = []
    sentences: list[tuple[M, Message]] = [(move, move.sentence) for move in moves]
    for language in available():
        exactly: list[M] = []
        for move, message in sentences:
            sentence = spoken(message.render(language))
            if not folded.startswith(sentence.lower()):
                continue
            if len(sentence) != len(wanted):
                sentence = spoken(f"{sentence} -> {move.to}")
            if sentence == wanted:
                exactly.append(move)
            elif sentence.lower() == folded:
                nearly.append(move)
        if exactly:
            return _only(exactly, text)
    if not nearly:
        raise MoveError(
            say("expected the position that a move leaves, or a move in words, got '{text}'", text=text[:80])
        )
    return _only(nearly, text)


def _only(moves: Sequence[M], text: str) -> M:
    """Returns the move for which a sentence stands. Raises MoveError if it stands for different moves."""
    first, other = moves[0], next((move for move in moves if move.to != moves[0].to), None)
    if other is not None:
        raise MoveError(
            say(
                "'{text}' may leave {first} or {other}; write the position that the move leaves",
                text=text[:80],
                first=short(str(first.to), 60),
                other=short(str(other.to), 60),
            )
        )
    return first
