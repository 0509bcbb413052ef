"""What a user's own game is derived from."""

from __future__ import annotations

import ast
import re
from collections.abc import Hashable, Iterable, Iterator, Sequence
from typing import Any

from sprague.handle import Held
from sprague.model.heap_rulesets import HeapRuleset, check_heap
from sprague.model.registry import USER_GAMES
from sprague.model.ruleset import Component, Option, Ruleset
from sprague.words.errors import SpragueError, UnsolvedError, expected
from sprague.words.messages import say


class UserGame(Held, Ruleset):
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
        from sprague.model.registry import refuse_taken

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
