"""Rulesets: a ruleset reads and writes positions, and defines their moves. It computes no values.

A position is a sum of components. A component is a ruleset with a state (any hashable value). An option is the tuple of
components that a move leaves in place of one. Splitting, boards and sums are one protocol.

To write a game of one's own, derive from :class:`HeapGame` (heaps) or :class:`Game` (any hashable value)
and define ``options``.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from sprague.words.digits import index_of, to_text
from sprague.words.errors import MoveError, RangeError
from sprague.words.messages import Message, say

from .lesson import Lesson

if TYPE_CHECKING:
    from random import Random

    from sprague.pictures.shapes import Drawing, Take, Way


class Component(NamedTuple):
    """One summand of a position: a state under a ruleset."""

    ruleset: Ruleset
    #: Hashable. Only the ruleset knows its type.
    state: Any

    def __str__(self) -> str:
        return self.ruleset.term([self.state])

    @property
    def spoken(self) -> Message:
        """Returns the name of the component in a sentence."""
        return self.ruleset.short_name(self.state) or say("{part}", part=str(self))


class Touched(NamedTuple):
    """Where a move is made, and what it takes away: vertices by their names, edges as pairs of these, cells of a board
    as (row, column), places of a row as numbers, all counted from 0. Of heaps ``at`` holds the numbers, and ``removed``
    how much is taken from each. Both are empty in a game that does not provide them."""

    at: tuple[Any, ...] = ()
    removed: tuple[Any, ...] = ()


#: The components that a move leaves in place of the one in which it is made.
Option = tuple[Component, ...]


class Ruleset:
    """Base of all rulesets: the notation of its positions and the moves they have.

    A subclass defines :meth:`read`, :meth:`write` and :meth:`successors`, and sets these attributes. ``name`` is the
    word of the notation, ``title`` the name for people (by default the word), ``rule`` a sentence, ``source`` where the
    game comes from. ``engine`` names the engine that knows more than the plain definition. ``grouped`` says that one
    term may contain several components, separated by commas (``dots 7,9,10``). ``same_code`` is the take-and-break code
    of the same game, if the game has rules of its own. ``heaps`` is the number of heaps of a state, for a game on
    heaps; ``by_place`` says that its values are listed by the place of a single coin instead; ``symmetric`` says that
    the value does not depend on their order. ``names_heaps`` says that :meth:`describe` names the heap of the move, so
    that a sentence about one of several heaps needs no more words. ``numbered`` says that a number which a player types
    is a place in a row, not an amount. ``notation`` explains how a state is written, if its numbers do not explain
    themselves. ``pictured`` says that moves are easier to see on a picture of the board than to read. ``kind`` is
    "loopy" if positions may come back, and play that does not end is a draw; it is "entailing" if a move may have to be
    answered in the component where it was made. ``same_length`` says that every play from a state has the same number
    of moves. ``lesson`` is the game's lesson. ``offers`` are the names of methods that users may call on the game
    besides the questions that all games answer.
    """

    name: str = ""
    aliases: tuple[str, ...] = ()
    title: Message | None = None
    rule: Message = say("")
    source: str = ""
    example: str = ""
    engine: str = "naive"
    grouped: ClassVar[bool] = False
    names_heaps: ClassVar[bool] = True
    numbered: bool = False
    notation: ClassVar[Message] = say("")
    pictured: ClassVar[bool] = False
    kind: ClassVar[str] = ""
    same_length: ClassVar[bool] = False
    same_code: ClassVar[str] = ""
    lesson: Lesson = Lesson()
    heaps: int | None = None
    by_place: ClassVar[bool] = False
    offers: ClassVar[tuple[str, ...]] = ()
    symmetric: bool = False

    # Notation

    @property
    def head(self) -> str:
        """The text of the ruleset in front of a position, with its parameters (``wythoff[t=2]``)."""
        return self.name

    def read(self, text: str) -> list[Hashable]:
        """Returns the states that ``text`` (everything after the head) stands for. Raises NotationError."""
        raise NotImplementedError

    def read_nested(self, text: str, read: Callable[[str], Option]) -> list[Hashable]:
        """Does the same for a game whose states contain positions of other games; the function ``read`` reads these."""
        return self.read(text)

    def write(self, states: Sequence[Any]) -> str:
        """Returns the text after the head. Inverse of :meth:`read`."""
        raise NotImplementedError

    def term(self, states: Sequence[Any]) -> str:
        """Returns the whole term with its head."""
        return f"{self.head} {self.write(states)}"

    def states(self, *given: Any, **named: Any) -> tuple[Ruleset, list[Hashable]]:
        """Returns the states of a position that a user writes in Python, and their ruleset (named arguments may choose
        a parameter). By default each argument is a state. For type checkers the arguments of a game are those that its
        ruleset names here, with the types of :mod:`.given` (:file:`.ci/stub.py` copies them).

        Raises NotationError or RangeError if there is no such position.
        """
        for name in named:
            raise RangeError(say("{game} takes no argument named {name}", game=self.head, name=name))
        return self, [self.check(state) for state in given]

    def vertices(self, *given: Any, **named: Any) -> dict[str, Hashable]:
        """Returns the user's own vertices by the names that a position gives them, in a game on graphs."""
        return {}

    def check(self, state: Any) -> Hashable:
        """Returns ``state`` in its normal form. Raises NotationError or RangeError if there is no such position."""
        return self.read(self.write([state]))[0]

    # Moves

    def successors(self, state: Any) -> Iterable[Option]:
        """Yields every option of ``state`` once, in a fixed order."""
        raise NotImplementedError

    def option_count(self, state: Any) -> int | None:
        """Returns the number of options of ``state``, or None for infinitely many."""
        return sum(1 for _ in self.successors(state))

    def allows(self, state: Any, option: Option) -> bool:
        """Returns whether a move leads from ``state`` to ``option``, which may leave out components that are over."""
        wanted = alive(option)
        return any(alive(candidate) == wanted for candidate in self.successors(state))

    def fault(self, state: Any, option: Option) -> Message | None:
        """Says which rule forbids the move from ``state`` to ``option``, which :meth:`allows` refuses. Returns None if
        no sentence is better than the whole rule."""
        return None

    def taking(self, state: Any, count: int) -> Iterator[Option]:
        """Yields the options that take ``count`` counters from a heap of ``state``, in a game with such moves."""
        return iter(())

    def most_taken(self, state: Any) -> int | None:
        """Returns the largest number of counters that a move may take from ``state``, in a game with such moves."""
        return None

    def takes(self, state: Any) -> tuple[Take, ...]:
        """Returns all moves as numbers taken from heaps, or () if numbers cannot describe them all."""
        return ()

    @property
    def ends(self) -> bool:
        """Whether every play is known to end. The games that ship with Sprague do, except those with cycles. A user's
        rules need not."""
        return self.kind != "loopy" and type(self).__module__.partition(".")[0] == "sprague"

    def refuse_endless(self, state: Any) -> None:
        """Raises UnsolvedError if play from ``state`` seems to have no end, which can happen in a user's own rules."""

    def retreats(self, state: Any, option: Option) -> bool:
        """Returns whether the other player may take the move back at once, so that it does not bring the end nearer."""
        return False

    def forced(self, state: Any) -> bool:
        """Returns whether the next move must be made here, in a game of the kind "entailing"."""
        return False

    # States

    def sizes(self, state: Any) -> tuple[int, ...]:
        """Returns the heaps of ``state``, in a game whose moves take from heaps."""
        return ()

    def notice(self, *states: Any) -> None:
        """Adapts the game, at the begin of a question (about ``states``), to changes in what its rules read. Only
        users' rules change."""

    def is_empty(self, state: Any) -> bool:
        """Returns whether nothing is left of ``state``, so that a sum need not mention it. Only a state without moves
        may be empty. A state without moves of which something is left (a heap of 1 in Grundy's game) is still
        written."""
        return False

    def contained(self, state: Any) -> Iterable[Component]:
        """Returns the components of the positions that ``state`` contains, in a game whose states do."""
        return ()

    def nothing(self) -> Component | None:
        """Returns an empty component, by which the end of a game is written, or None if every empty state depends on
        how the game began."""
        return None

    def pieces(self, state: Any) -> Option:
        """Returns the position as a sum of smaller ones, such as the connected parts of a board, each in a normal form
        (turned one way) so that equal games are recognised more often. Equal games may still differ here."""
        return (self.ordered(Component(self, state)),)

    def ordered(self, part: Component) -> Component:
        """Returns ``part`` with its heaps in ascending order, if their order does not matter. Equal positions then
        compare equal."""
        if self.symmetric and self.heaps and isinstance(part.state, tuple):
            return Component(self, tuple(sorted(part.state)))
        return part

    def begin(self, dice: Random) -> str:
        """Returns a random state to begin a game with, as written after the head; "" stands for the example."""
        return ""

    # Sentences

    def describe(self, state: Any, option: Option) -> Message:
        """Returns the move from ``state`` to ``option`` as a sentence without subject ("take 2 from the first jar")."""
        if not option:
            return say("end {component}", component=Component(self, state))
        return say(
            "replace {component} by {option}",
            component=Component(self, state),
            option=" + ".join(str(part) for part in option),
        )

    def describe_way(self, state: Any, option: Option, way: int) -> Message:
        """Returns the move to ``option`` in words, made in the way with this number among :meth:`ways`."""
        return self.describe(state, option)

    def short_name(self, state: Any) -> Message | None:
        """Returns a name for a state whose notation is too long to read, or None if the notation serves."""
        return None

    # The picture, and touching it

    def shapes(self, state: Any) -> int:
        """Returns about how many shapes :meth:`draw` makes at most, without drawing."""
        return 200

    def draw(self, state: Any) -> Drawing:
        """Draws the state as shapes; by default as its text."""
        from sprague.pictures.shapes import Drawing, Shape

        text = self.term([state])
        text = text if len(text) <= 60 else f"{text[:29]}…{text[-30:]}"
        width = max(2.0, 0.6 * len(text))
        return Drawing(width, 1.5, (Shape("text", width / 2, 0.75, width, 1, "label", "", text),), text)

    def marks(self, state: Any, option: Option) -> tuple[str, ...]:
        """Returns the names of the shapes of :meth:`draw` that the move to ``option`` removes or changes."""
        return ()

    def regions(self, state: Any) -> tuple[tuple[tuple[str, ...], Component], ...]:
        """Returns the independent parts of the picture, of which each move touches only one: for each part the names of
        its shapes, and the component that it is by itself. Returns () if the rules do not say."""
        return ()

    def ways(self, state: Any, option: Option) -> tuple[Way, ...]:
        """Returns every way to make the move to ``option`` on the picture, beginning with the shapes of :meth:`marks`:
        mirror images leave equal options, and a player may touch any of them."""
        from sprague.pictures.shapes import Way

        marks = self.marks(state, option)
        return (Way(marks, marks[0] if len(marks) == 1 else ""),)

    def stays(self, state: Any, option: Option, way: int) -> tuple[dict[str, str] | None, ...]:
        """Returns where the shapes that a move leaves were before it: for each component of ``option`` a dict from the
        name of a shape in its picture to the name that the shape had in the picture of ``state``. The dict is None if
        all shapes keep their names, and empty if the picture is new. By default the shapes of heaps stay, and any other
        picture is new."""
        if len(option) == 1 and option[0].ruleset == self and self.takes(state):
            return (None,)
        return tuple({} for _ in option)

    def twigs(self, state: Any) -> tuple[tuple[str, ...], ...]:
        """Returns the parts of the picture that end in the air and do not fork, by the names of their shapes from the
        first one on, in a game whose pictures have such parts."""
        return ()

    def together(self, state: Any, one: str, other: str, length: int | None) -> Component:
        """Returns the state in which two parts of the picture are joined: two twigs that begin with these shapes and
        grow from one place become one twig of this length; without a length, two places become one. Raises
        MoveError."""
        raise MoveError(say("expected two parts of a picture that can be put together"), where=self.head)

    def touched(self, state: Any, option: Option) -> Touched:
        """Returns where the move to ``option`` is made, and what it takes away."""
        return Touched()

    # Identity

    @cached_property
    def identity(self) -> Hashable:
        """The identity of the game: its rules with their parameters. For a built-in game it is the name with the
        parameters, so ``kayles`` and ``0.77`` are two games with the same moves."""
        return type(self), self.head

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Ruleset) and self.identity == other.identity)

    def __hash__(self) -> int:
        return hash(self.identity)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.head}>"


def by_sides(arguments: tuple[Any, ...]) -> tuple[Any, ...]:
    """Returns the arguments of a board: two whole numbers are the sides of one rectangle.

    >>> by_sides((3, 4)), by_sides(("3x4", "2x2"))
    (('3x4',), ('3x4', '2x2'))
    """
    if len(arguments) == 2 and all(index_of(side) is not None for side in arguments):
        return (f"{to_text(int(arguments[0]))}x{to_text(int(arguments[1]))}",)
    return arguments


def is_over(part: Component) -> bool:
    """Returns whether a component has no move left, by its rule."""
    return next(iter(part.ruleset.successors(part.state)), None) is None


def distinct(components: Iterable[Component]) -> list[tuple[int, Component]]:
    """Returns the components with their indices, but only the first of equal ones: moves in the others are the same."""
    first: dict[Component, int] = {}
    for index, part in enumerate(components):
        first.setdefault(part, index)
    return [(index, part) for part, index in first.items()]


def alive(option: Option) -> Option:
    """Returns ``option`` without the components of which nothing is left. They are over by their rules."""
    return tuple(part for part in option if not part.ruleset.is_empty(part.state))
