"""What a user's own game is derived from."""

from __future__ import annotations

import ast
import re
from collections.abc import Hashable, Iterable, Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

from sprague.handle import Held
from sprague.model.heap_rulesets import HeapRuleset, HeapTuple, check_heap
from sprague.model.naive import MAX_OPTIONS
from sprague.model.registry import USER_GAMES, refuse_taken
from sprague.model.ruleset import Component, Option, Ruleset
from sprague.system.ask import tick
from sprague.words.errors import RangeError, SpragueError, TooLargeError, expected
from sprague.words.messages import say

from .faults import fault, no_options, term, unfit
from .kind import tried

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class UserGame(Held, Ruleset):
    """Base of users' own games: a subclass goes by its name in kebab case (SubtractSquares: subtract-squares), and
    its docstring says the rule. Raises RangeError for the name of a game that is there."""

    #: Types of an option that are several states, a sum.
    splits: ClassVar[tuple[type, ...]] = (list,)

    def __init_subclass__(cls, *, base: bool = False, **keywords: Any) -> None:
        super().__init_subclass__(**keywords)
        if base:
            return
        if "name" not in cls.__dict__:
            cls.name = word_of(cls.__name__)
        if cls.__doc__ and "rule" not in cls.__dict__:
            cls.rule = say("{rule}", rule=" ".join(cls.__doc__.split("\n\n")[0].split()))
        refuse_taken(cls.name)
        if issubclass(cls, HeapRuleset) and not cls.example:
            cls.example = f"{cls.name} 5,7"
        USER_GAMES[cls.name] = cls

    def options(self, state: Any) -> Iterable[Any]:
        """Every state, or several for a sum, that a move may leave."""
        raise NotImplementedError

    def split(self, option: Any, state: Any) -> tuple[Hashable, ...]:
        """The states of one option, checked; ``state`` is where it is a move from."""
        raise NotImplementedError

    def parts(self, state: Any) -> Iterator[tuple[Hashable, ...]]:
        """The states that each move leaves in place of ``state``, as often as the rule names them.

        Raises UnsolvedError for a rule that fails or leaves what is no position, the cause behind it.
        """
        split = self.split
        try:
            found = self.options(state)
            if not isinstance(found, Iterable) or isinstance(found, str):
                raise no_options(self, state, found)
            if isinstance(found, set | frozenset):  # in one order in every process
                found = sorted(found, key=repr)
            for count, option in enumerate(found):
                if not count & 4095 and count:
                    tick()
                if count >= MAX_OPTIONS:
                    raise TooLargeError(
                        say(
                            "expected at most {limit} options of a position, got more from {part}",
                            limit=MAX_OPTIONS,
                            part=term(self, state),
                        )
                    )
                yield split(option, state)
        except (SpragueError, MemoryError):
            raise
        except (Exception, SystemExit) as error:
            raise fault(self, state, error) from error

    def successors(self, state: Any) -> Iterator[Option]:
        said = set()
        for parts in self.parts(state):
            if parts not in said:
                said.add(parts)
                yield tuple(Component(self, part) for part in parts)

    def values(self, to: int | Sequence[int], **choices: Any) -> NDArray[np.integer[Any]]:
        """Grundy values: of heaps 0..``to`` for a game on single heaps; for one on several heaps, of all positions up
        to the sizes ``to``, one for each heap, as an array with an axis for each heap.

        Raises RangeError for a game that is not played on heaps, TooLargeError when the table would not fit.

        >>> import sprague as sg
        >>> @sg.rule
        ... def rook(a, b):
        ...     "Move a rook towards the corner."
        ...     yield from ((k, b) for k in range(a))
        ...     yield from ((a, k) for k in range(b))
        >>> rook.values((2, 3)).tolist()
        [[0, 1, 2, 3], [1, 0, 3, 2], [2, 3, 0, 1]]
        """
        if self.heaps is None:
            raise RangeError(
                say(
                    "expected a game on heaps; the positions of {game} are no ints and no tuples of ints",
                    game=self.head,
                )
            )
        return super().values(to, **choices)  # type: ignore[no-any-return]


def word_of(name: str) -> str:
    """The word of the notation for a Python name.

    >>> word_of("SubtractSquares"), word_of("_two_heaps")
    ('subtract-squares', 'two-heaps')
    """
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "-", name.strip("_")).replace("_", "-").lower()


class HeapGame(UserGame, HeapRuleset, base=True):
    """A user's own game on heaps: define ``options(self, n)``, each option a heap, or a tuple of heaps for a split.

    >>> import math, sprague as sg
    >>> class SubtractSquares(sg.HeapGame):
    ...     "Take a square number."
    ...     def options(self, n):
    ...         return (n - k * k for k in range(1, math.isqrt(n) + 1))
    >>> sg.parse("subtract-squares 20").outcome
    'P'
    """

    engine = "own-heaps"
    splits = (tuple, list)

    def options(self, n: int) -> Iterable[Any]:
        """The heaps that each move leaves in place of a heap of ``n``; ``()`` when nothing is left."""
        raise NotImplementedError

    def split(self, option: Any, state: Any) -> tuple[int, ...]:
        if type(option) is int and option >= 0:
            return (option,)
        if isinstance(option, str | dict) or not isinstance(option, Iterable):
            if not hasattr(option, "__index__"):
                raise unfit(self, state, say("heaps such as 5, or tuples of heaps such as (2, 3)"), option)
            option = (option,)
        return tuple(check_heap(heap, term(self, state)) for heap in option)


class HeapsGame(UserGame, HeapTuple, base=True):
    """Base of users' games on tuples of heaps that are made of functions. A state is the tuple of heaps."""


class Game(UserGame, base=True):
    """A user's own game on any hashable states: define ``options(self, state)``.

    An option is a state, or a list of states for a sum. In the notation a state is a Python literal;
    override :meth:`parse` and :meth:`format` for another spelling. Where the states are ints, or tuples of ints, they
    count as heaps in tables and lists of P-positions.

    >>> import sprague as sg
    >>> class CutTheCorner(sg.Game):
    ...     "Move a rook on a board towards the corner (0, 0)."
    ...     def options(self, square):
    ...         row, column = square
    ...         return [(r, column) for r in range(row)] + [(row, c) for c in range(column)]
    >>> sg.parse("cut-the-corner (3, 5)").value
    6
    >>> CutTheCorner().values((2, 2)).tolist()
    [[0, 1, 2], [1, 0, 3], [2, 3, 0]]
    """

    engine = "own-states"

    @cached_property
    def heaps(self) -> int | None:  # type: ignore[override]
        """1 for states that are ints, the number of heaps for tuples of ints, None for others: by trying."""
        return next(iter(tried(self.options, self.splits)), None)

    def parse(self, text: str) -> Hashable:
        """A state from its text."""
        try:
            state = ast.literal_eval(text)
            if isinstance(state, set):
                state = frozenset(state)
            hash(state)
        except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError):
            raise expected(
                say("a Python literal as the state of {game}", game=self.name), text, self.name
            ) from None
        return state  # type: ignore[no-any-return]

    def format(self, state: Any) -> str:
        """The text of a state; :meth:`parse` reads it back."""
        if isinstance(state, frozenset) and state:  # in one order, whatever order the set has
            return f"{{{', '.join(sorted(map(ascii, state)))}}}"
        return "set()" if isinstance(state, frozenset) else ascii(state)

    def read(self, text: str) -> list[Hashable]:
        return [self.parse(text)]

    def write(self, states: Sequence[Any]) -> str:
        return self.format(states[0])

    def split(self, option: Any, state: Any) -> tuple[Hashable, ...]:
        parts = tuple(option) if isinstance(option, list) else (option,)
        try:
            hash(parts)
        except TypeError:
            raise unfit(
                self, state, say("states that can be hashed (tuples, not lists in them)"), option
            ) from None
        return parts
