"""What a ruleset is: it reads and writes positions, and says which moves they have. It computes no values.

A position is a sum of components; a component is a ruleset with a state (any hashable value); an option
is the tuple of components that a move leaves in place of one. Splitting, boards and sums are one protocol.

To write a game of one's own, derive from :class:`HeapGame` (heaps) or :class:`Game` (any hashable value)
and define ``options``.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Hashable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from ..errors import RangeError, SpragueError, UnsolvedError, expected
from ..integers import parse as parse_integer
from ..integers import to_text
from ..messages import Message, join, say

if TYPE_CHECKING:
    from ..drawing import Drawing
    from ..position import Position
    from ..theory.period import Period


class Component(NamedTuple):
    """One summand of a position: a state under a ruleset."""

    ruleset: Ruleset
    state: Hashable

    def __str__(self) -> str:
        return self.ruleset.term([self.state])


#: What a move leaves in place of the component that was played in.
Option = tuple[Component, ...]


class Ruleset:
    """Base of all rulesets: the notation of its positions and the moves they have.

    A subclass sets ``name`` (the word of the notation), ``rule`` (a sentence), ``source``, and defines
    :meth:`read`, :meth:`write` and :meth:`successors`. ``engine`` names the family of engines in ``engines/``
    that knows more than the plain definition. ``grouped`` says that several components may stand in one term,
    kept apart by commas (``dots 7,9,10``). ``heaps`` is the number of heaps of a state, for a game on heaps;
    ``symmetric`` says that their order does not matter to its value. ``names_heaps`` says that
    :meth:`describe` names the heap moved in, so that a sentence about one of several needs no more words. ``pictured``
    says that moves are sooner seen on a picture of the board than read.
    """

    name: ClassVar[str] = ""
    aliases: ClassVar[tuple[str, ...]] = ()
    rule: ClassVar[Message] = say("")
    source: ClassVar[str] = ""
    example: ClassVar[str] = ""
    engine: ClassVar[str] = "naive"
    grouped: ClassVar[bool] = False
    names_heaps: ClassVar[bool] = True
    pictured: ClassVar[bool] = False
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

    def option_count(self, state: Any) -> int | None:
        """How many options ``state`` has; None for infinitely many."""
        return sum(1 for _ in self.successors(state))

    def allows(self, state: Any, option: Option) -> bool:
        """Whether a move leads from ``state`` to ``option`` (components that are over may be left out)."""
        wanted = alive(option)
        return any(alive(candidate) == wanted for candidate in self.successors(state))

    def describe(self, state: Any, option: Option) -> Message:
        """The move from ``state`` to ``option`` as a sentence without subject ("take 2 from the first jar")."""
        if not option:
            return say("end {component}", component=Component(self, state))
        return say(
            "replace {component} by {option}",
            component=Component(self, state),
            option=" + ".join(str(part) for part in option),
        )

    def is_empty(self, state: Any) -> bool:
        """Whether nothing is left of ``state``, so that it need not be written in a sum."""
        return False

    def draw(self, state: Any) -> Drawing:
        """The state as shapes; by default its text."""
        from ..drawing import Drawing, Shape

        text = self.term([state])
        text = text if len(text) <= 60 else f"{text[:29]}…{text[-30:]}"
        width = max(2.0, 0.6 * len(text))
        return Drawing(width, 1.5, (Shape("text", width / 2, 0.75, width, 1, "label", "", text),), text)

    def marks(self, state: Any, option: Option) -> tuple[str, ...]:
        """The names of the shapes of :meth:`draw` that the move to ``option`` removes or changes."""
        return ()

    # Faces: what a user asks of a game. The answers come from engines/, imported when asked.

    def position(self, *states: Any) -> Position:
        """A position: the sum of ``states`` (checked by writing and reading them).

        >>> import sprague as sg
        >>> sg.octal("0.137").position(7, 9, 10)
        sg.parse('0.137 7,9,10')
        """
        from ..position import Position

        checked = [self.check(state) for state in states]
        return Position(tuple(Component(self, state) for state in checked))

    __call__ = position

    def check(self, state: Any) -> Hashable:
        """``state`` in its normal form, or NotationError/RangeError when there is no such position."""
        return self.read(self.write([state]))[0]

    def values(self, to: int, **choices: Any) -> Any:
        """Grundy values of heaps 0..``to`` (``to`` + 1 of them) as a NumPy array; only for games on one heap.

        >>> import sprague as sg
        >>> sg.octal("0.137").values(10).tolist()
        [0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3]
        """
        from ..engines import values

        return values(self, to, **choices)

    def period(self, limit: int | None = None, **choices: Any) -> Period:
        """The least preperiod and period of the values of single heaps, searched for up to heap ``limit``, with a
        proof where there is one; see :func:`sprague.theory.period.period`.

        >>> import sprague as sg
        >>> sg.octal("0.77").period().status
        'proved'
        """
        from ..theory.period import period

        return period(self, limit, **choices)

    def __getitem__(self, state: Any) -> int:
        from ..engines import engine

        return engine(self).value(self.check(state))

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self.head == other.head

    def __hash__(self) -> int:
        return hash(self.head)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.head}>"


def alive(option: Option) -> Option:
    """``option`` without the components of which nothing is left."""
    return tuple(part for part in option if not part.ruleset.is_empty(part.state))


class HeapRuleset(Ruleset):
    """A ruleset whose states are single heaps, written ``name 7,9,10``: a sum of heaps."""

    grouped = True
    heaps = 1

    def read(self, text: str) -> list[Hashable]:
        return [*read_heaps(text, self.head)]

    def write(self, states: Sequence[int]) -> str:
        return ",".join(to_text(n) for n in states)

    def check(self, state: Any) -> Hashable:
        return check_heap(state, self.head)

    def options(self, n: int) -> Iterable[tuple[int, ...]]:
        """The heaps that each move leaves in place of a heap of ``n``; ``()`` when nothing is left."""
        raise NotImplementedError

    def successors(self, state: int) -> Iterator[Option]:
        for option in self.options(state):
            yield tuple(Component(self, heap) for heap in option)

    def is_empty(self, state: int) -> bool:
        return state == 0

    def draw(self, state: int) -> Drawing:
        from .pictures import draw_heaps

        return draw_heaps([state], self.term([state]), prefix="")

    def marks(self, state: int, option: Option) -> tuple[str, ...]:
        from .pictures import mark_heaps

        heaps: list[Any] = [part.state for part in alive(option)]
        total = sum(heaps)
        # Where nothing is taken, what moves is all but the largest heap that is left.
        return mark_heaps([state], [total if total < state else max(heaps, default=0)], prefix="")

    def describe(self, state: int, option: Option) -> Message:
        heaps: list[Any] = [part.state for part in alive(option)]
        taken = state - sum(heaps)
        left = join([say("{n}", n=n) for n in heaps])
        if taken > 0 and len(heaps) <= 1:
            return say("take {k} from the heap of {n}", k=taken, n=state)
        if taken > 0:
            return say("take {k} from the heap of {n} and leave heaps of {left}", k=taken, n=state, left=left)
        if len(heaps) > 1 and taken == 0:
            return say("split the heap of {n} into {left}", n=state, left=left)
        return say("replace the heap of {n} by {left}", n=state, left=left)


def read_heaps(text: str, where: str) -> list[int]:
    """Heaps kept apart by commas, at least one."""
    if not text.strip():
        raise expected(say("heap sizes such as 3,4,5"), "", where)
    return [parse_integer(part, text) for part in text.split(",")]


def check_heap(state: Any, where: str) -> int:
    """A heap given from Python: an int (or what stands for one, as NumPy's do) >= 0."""
    if isinstance(state, bool) or not hasattr(state, "__index__"):
        raise RangeError(say("expected a heap as an int >= 0, got {state}", state=repr(state)), where=where)
    n = int(state.__index__())
    if n < 0:
        raise RangeError(say("expected a heap >= 0, got {n}", n=n), where=where)
    return n


#: Games defined by users, by the word of the notation.
USER_GAMES: dict[str, type[Ruleset]] = {}


class UserGame(Ruleset):
    """Base of users' own games: a subclass goes by its name in kebab case (SubtractSquares: subtract-squares), and
    its docstring says the rule. Raises RangeError for the name of a game that is there."""

    def __init_subclass__(cls, **keywords: Any) -> None:
        super().__init_subclass__(**keywords)
        if UserGame in cls.__bases__ and "name" not in cls.__dict__:  # HeapGame and Game themselves
            return
        if "name" not in cls.__dict__:
            cls.name = (
                re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "-", cls.__name__.lstrip("_")).replace("_", "-").lower()
            )
        if cls.__doc__ and "rule" not in cls.__dict__:
            cls.rule = say("{rule}", rule=" ".join(cls.__doc__.split("\n\n")[0].split()))
        from . import refuse_taken

        refuse_taken(cls.name)
        USER_GAMES[cls.name] = cls


class HeapGame(HeapRuleset, UserGame):
    """A user's own game on heaps: define ``options(self, n)``, each option a tuple of heaps.

    >>> import math, sprague as sg
    >>> class SubtractSquares(sg.HeapGame):
    ...     "Take a square number."
    ...     def options(self, n):
    ...         return ((n - k * k,) for k in range(1, math.isqrt(n) + 1))
    >>> sg.parse("subtract-squares 20").outcome
    'P'
    """

    engine = "own-heaps"

    def successors(self, state: int) -> Iterator[Option]:
        for option in run_rule(self, state):
            if not isinstance(option, Iterable) or isinstance(option, str):
                raise UnsolvedError(
                    say(
                        "the rule of {game} must leave tuples of heaps such as (2, 3), not {option}",
                        game=self.head,
                        option=repr(option),
                    )
                )
            yield tuple(Component(self, check_heap(heap, self.term([state]))) for heap in option)


class Game(UserGame):
    """A user's own game on any hashable states: define ``options(self, state)``.

    An option is a state, or a list of states for a sum. In the notation a state is a Python literal;
    override :meth:`parse` and :meth:`format` for another spelling.

    >>> import sprague as sg
    >>> class CutTheCorner(sg.Game):
    ...     "Move a rook on a board towards the corner (0, 0)."
    ...     def options(self, square):
    ...         row, column = square
    ...         return [(r, column) for r in range(row)] + [(row, c) for c in range(column)]
    >>> sg.parse("cut-the-corner (3, 5)").value
    6
    """

    def options(self, state: Any) -> Iterable[Any]:
        """Every state (or list of states, for a sum) that a move may leave."""
        raise NotImplementedError

    def parse(self, text: str) -> Hashable:
        """A state from its text."""
        try:
            state = ast.literal_eval(text)
            hash(state)
        except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError):
            raise expected(
                say("a Python literal as the state of {game}", game=self.name), text, self.name
            ) from None
        return state  # type: ignore[no-any-return]

    def format(self, state: Any) -> str:
        """The text of a state; :meth:`parse` reads it back."""
        return repr(state)

    def read(self, text: str) -> list[Hashable]:
        return [self.parse(text)]

    def write(self, states: Sequence[Any]) -> str:
        return self.format(states[0])

    def successors(self, state: Any) -> Iterator[Option]:
        for option in run_rule(self, state):
            parts = option if isinstance(option, list) else [option]
            try:
                hash(tuple(parts))
            except TypeError:
                raise UnsolvedError(
                    say(
                        "the rule of {game} must leave states that can be hashed, not {option}",
                        game=self.head,
                        option=repr(option),
                    )
                ) from None
            yield tuple(Component(self, part) for part in parts)


def run_rule(game: HeapGame | Game, state: Any) -> Iterator[Any]:
    """What a user's ``options`` gives for ``state``; a fault in it comes out as UnsolvedError, the cause behind it."""
    try:
        yield from game.options(state)
    except (SpragueError, MemoryError):
        raise
    except Exception as error:
        raise UnsolvedError(
            say(
                "the rule of {game} fails: {kind}: {error}",
                game=game.head,
                kind=type(error).__name__,
                error=error,
            ),
            where=game.term([state]),
        ) from error
