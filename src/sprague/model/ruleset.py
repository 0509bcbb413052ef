"""What a ruleset is: it reads and writes positions, and says which moves they have. It computes no values.

A position is a sum of components; a component is a ruleset with a state (any hashable value); an option
is the tuple of components that a move leaves in place of one. Splitting, boards and sums are one protocol.

To write a game of one's own, derive from :class:`HeapGame` (heaps) or :class:`Game` (any hashable value)
and define ``options``.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from sprague.words.messages import Message, say

from .lesson import Lesson

if TYPE_CHECKING:
    from random import Random

    from sprague.pictures.shapes import Drawing, Take, Way


class Component(NamedTuple):
    """One summand of a position: a state under a ruleset."""

    ruleset: Ruleset
    state: Hashable

    def __str__(self) -> str:
        return self.ruleset.term([self.state])

    @property
    def spoken(self) -> Message:
        """What a sentence calls the component."""
        return self.ruleset.said(self.state) or say("{part}", part=str(self))


#: What a move leaves in place of the component that was played in.
Option = tuple[Component, ...]


class Ruleset:
    """Base of all rulesets: the notation of its positions and the moves they have.

    A subclass sets ``name`` (the word of the notation), ``title`` (the name for people; without one a game goes by
    its word), ``rule`` (a sentence), ``source``, and defines
    :meth:`read`, :meth:`write` and :meth:`successors`. ``engine`` names the family of engines in ``engines/``
    that knows more than the plain definition. ``grouped`` says that several components may stand in one term,
    kept apart by commas (``dots 7,9,10``). ``same_code`` is the take-and-break code of the same game, where that has
    rules of its own. ``heaps`` is the number of heaps of a state, for a game on heaps; ``symmetric`` says that their
    order does not matter to its value. ``names_heaps`` says that :meth:`describe` names the heap moved in, so that a
    sentence about one of several needs no more words. ``numbered`` says that a number which a player types names a
    place in a row, not how many are taken. ``notation`` explains how a state is written where its numbers do not
    explain themselves. ``pictured`` says that moves are sooner seen on a picture of the board than read. ``kind``:
    "loopy" where positions may come back, and play that does not end is a draw; "entailing" where a move may have to
    be answered where it was made. ``lesson`` is what is taught of the game.
    """

    name: ClassVar[str] = ""
    aliases: ClassVar[tuple[str, ...]] = ()
    title: ClassVar[Message | None] = None
    rule: ClassVar[Message] = say("")
    source: ClassVar[str] = ""
    example: ClassVar[str] = ""
    engine: ClassVar[str] = "naive"
    grouped: ClassVar[bool] = False
    names_heaps: ClassVar[bool] = True
    numbered: bool = False
    notation: ClassVar[Message] = say("")
    pictured: ClassVar[bool] = False
    kind: ClassVar[str] = ""
    same_code: ClassVar[str] = ""
    lesson: Lesson = Lesson()
    heaps: int | None = None
    symmetric: bool = False

    @property
    def head(self) -> str:
        """The ruleset as written in front of a position, parameters included (``wythoff[t=2]``)."""
        return self.name

    def read(self, text: str) -> list[Hashable]:
        """The states that ``text`` (all behind the head) stands for; raises NotationError."""
        raise NotImplementedError

    def write(self, states: Sequence[Any]) -> str:
        """The text behind the head; the inverse of :meth:`read`."""
        raise NotImplementedError

    def term(self, states: Sequence[Any]) -> str:
        """The whole term, head included."""
        return f"{self.head} {self.write(states)}"

    def successors(self, state: Any) -> Iterable[Option]:
        """Every option of ``state``, each once, in a fixed order."""
        raise NotImplementedError

    def pieces(self, state: Any) -> Option:
        """The same position as a sum of smaller ones, each in a form by which equal games are sooner recognised: the
        connected parts of a board, turned one way. Two games may be the same and still differ here."""
        return (self.ordered(Component(self, state)),)

    def option_count(self, state: Any) -> int | None:
        """How many options ``state`` has; None for infinitely many."""
        return sum(1 for _ in self.successors(state))

    def allows(self, state: Any, option: Option) -> bool:
        """Whether a move leads from ``state`` to ``option`` (components that are over may be left out)."""
        wanted = alive(option)
        return any(alive(candidate) == wanted for candidate in self.successors(state))

    def fault(self, state: Any, option: Option) -> Message | None:
        """Which rule forbids the move from ``state`` to ``option``, which :meth:`allows` refuses; None where the rule
        as a whole says it best."""
        return None

    def sizes(self, state: Any) -> tuple[int, ...]:
        """The heaps of ``state``, in a game in which a move takes from heaps."""
        return ()

    def taking(self, state: Any, count: int) -> Iterator[Option]:
        """The options that take ``count`` counters from a heap of ``state``, in a game in which that is a move."""
        return iter(())

    def most_taken(self, state: Any) -> int | None:
        """How many counters a move may take from ``state`` at most, in such a game."""
        return None

    def begin(self, dice: Random) -> str:
        """A state to begin a game with, as written behind the head, by the dice; "" for that of the example."""
        return ""

    def describe(self, state: Any, option: Option) -> Message:
        """The move from ``state`` to ``option`` as a sentence without subject ("take 2 from the first jar")."""
        if not option:
            return say("end {component}", component=Component(self, state))
        return say(
            "replace {component} by {option}",
            component=Component(self, state),
            option=" + ".join(str(part) for part in option),
        )

    def said(self, state: Any) -> Message | None:
        """What a sentence calls a state whose notation nobody can take in; None where the notation serves."""
        return None

    def forced(self, state: Any) -> bool:
        """Whether the next move must be made here, in a game of the kind "entailing"."""
        return False

    def is_empty(self, state: Any) -> bool:
        """Whether nothing is left of ``state``, so that it need not be written in a sum. Only a state without moves may
        be empty; one that is over while something is left of it (a heap of 1 in Grundy's game) is written."""
        return False

    def nothing(self) -> Component | None:
        """An empty component, with which the end of a position is written; None where the game has none that does not
        depend on how it began."""
        return None

    def shapes(self, state: Any) -> int:
        """About how many shapes :meth:`draw` makes at most, told without drawing."""
        return 200

    def draw(self, state: Any) -> Drawing:
        """The state as shapes; by default its text."""
        from sprague.pictures.shapes import Drawing, Shape

        text = self.term([state])
        text = text if len(text) <= 60 else f"{text[:29]}…{text[-30:]}"
        width = max(2.0, 0.6 * len(text))
        return Drawing(width, 1.5, (Shape("text", width / 2, 0.75, width, 1, "label", "", text),), text)

    def marks(self, state: Any, option: Option) -> tuple[str, ...]:
        """The names of the shapes of :meth:`draw` that the move to ``option`` removes or changes."""
        return ()

    def regions(self, state: Any) -> tuple[tuple[tuple[str, ...], Component], ...]:
        """The parts into which the picture falls, no move of which touches another: for each the names of its shapes,
        and the game that it is alone. () where the rules do not say."""
        return ()

    # Touching the picture

    def ways(self, state: Any, option: Option) -> tuple[Way, ...]:
        """Every way to make the move to ``option`` on the picture, the first with the shapes of :meth:`marks`: mirror
        images leave equal options, and a player may touch each of them."""
        from sprague.pictures.shapes import Way

        marks = self.marks(state, option)
        return (Way(marks, marks[0] if len(marks) == 1 else ""),)

    def told(self, state: Any, option: Option, way: int) -> Message:
        """The move to ``option`` in words, made in the way of that number among :meth:`ways`."""
        return self.describe(state, option)

    def stays(self, state: Any, option: Option, way: int) -> tuple[dict[str, str] | None, ...]:
        """Where what a move leaves was before: for each component of ``option``, the name of each shape in its picture
        -> the name that it had in that of ``state``; None where all shapes keep their names, an empty one where the
        picture is a new one. By default heaps that every move takes from stay, and any other picture is new."""
        if len(option) == 1 and option[0].ruleset == self and self.takes(state):
            return (None,)
        return tuple({} for _ in option)

    def takes(self, state: Any) -> tuple[Take, ...]:
        """All moves as numbers taken from heaps; () where that does not say them all."""
        return ()

    # What a user writes in Python

    def states(self, *given: Any) -> tuple[Ruleset, list[Hashable]]:
        """The states of a position that a user writes in Python, and the ruleset they are under (named arguments may
        choose a parameter): by default one state for each argument.

        Raises NotationError or RangeError when there is no such position.
        """
        return self, [self.check(state) for state in given]

    def check(self, state: Any) -> Hashable:
        """``state`` in its normal form, or NotationError/RangeError when there is no such position."""
        return self.read(self.write([state]))[0]

    def ordered(self, part: Component) -> Component:
        """``part`` with its heaps in ascending order, where their order does not matter: equal positions are equal
        then."""
        if self.symmetric and self.heaps and isinstance(part.state, tuple):
            return Component(self, tuple(sorted(part.state)))
        return part

    @cached_property
    def identity(self) -> Hashable:
        """What two rulesets that are one game have in common: the rules with their parameters. Of a built-in one its
        name with the parameters says it, so ``kayles`` and ``0.77`` are two games with the same moves."""
        return type(self), self.head

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Ruleset) and self.identity == other.identity)

    def __hash__(self) -> int:
        return hash(self.identity)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.head}>"


def is_over(part: Component) -> bool:
    """Whether no move is left in a component, by its rule."""
    return next(iter(part.ruleset.successors(part.state)), None) is None


def distinct(components: Iterable[Component]) -> list[tuple[int, Component]]:
    """The components with their indices, of equal ones the first: a move in another one is the same move."""
    first: dict[Component, int] = {}
    for index, part in enumerate(components):
        first.setdefault(part, index)
    return [(index, part) for part, index in first.items()]


def alive(option: Option) -> Option:
    """``option`` without the components of which nothing is left. What it leaves out is over by its rule."""
    return tuple(part for part in option if not part.ruleset.is_empty(part.state))
