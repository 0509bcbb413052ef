"""The base of users' own games on any hashable states."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from functools import cached_property
from typing import Any

from sprague.games.own import literals
from sprague.games.own.faults import unfit
from sprague.words.errors import NotationError, SpragueError, UnsolvedError, expected
from sprague.words.messages import plain, say, short

from .bases import UserGame
from .kind import annotated, tried


class AnyGame(UserGame, base=True):
    """Base of a user's own game on any hashable states. Define ``options(self, state)``.

    An option is a state, or a list of states for a sum. In the notation a state is a Python literal; override
    :meth:`parse` and :meth:`format` for another spelling. States that are ints, or tuples of ints, count as heaps in
    tables and lists of P-positions.

    >>> import sprague as sg
    >>> class CutTheCorner(sg.AnyGame):
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
        """The number of heaps: 1 for states that are ints, the length for tuples of ints, None for other states. It
        follows from the annotation of :meth:`options`, or from trying small states if there is none."""
        kind = annotated(type(self).options)
        return next(iter((tried(self.options, self.splits) or ()) if kind is None else kind), None)

    def parse(self, text: str, /) -> Hashable:
        """Returns the state that ``text`` spells."""
        try:
            return literals.read(text)
        except ValueError:
            raise expected(
                say("a Python literal as the state of {game}", game=self.name), text, self.name
            ) from None

    def format(self, state: Any, /) -> str:
        """Returns the text of a state; :meth:`parse` reads it back."""
        return literals.written(state)

    def read(self, text: str) -> list[Hashable]:
        def parsed() -> Hashable:
            state = self.parse(text)
            hash(state)
            return state

        return [self._of_user("parse", parsed, NotationError, f"{self.head} {text}")]

    def write(self, states: Sequence[Any]) -> str:
        def formatted() -> str:
            return str.__str__(self.format(states[0]))

        text: str = self._of_user("format", formatted, UnsolvedError, short(literals.written(states[0]), 80))
        if not str(getattr(type(self).format, "__module__", None)).startswith("sprague."):
            self._refuse_misread(states[0], text)
        return text

    def _of_user(self, method: str, call: Callable[[], Any], blame: type[SpragueError], where: str) -> Any:
        """Returns what a method of the user's returns. Raises ``blame`` if it fails."""
        try:
            return call()
        except SpragueError:
            raise
        except Exception as error:
            raise blame(
                say(
                    "the method {method} of {game} fails ({kind}: {error})",
                    method=method,
                    game=self.head,
                    kind=type(error).__name__,
                    error=error,
                ),
                where=where,
            ) from None

    def refuse_other_type(self, first: tuple[Hashable, ...], other: tuple[Hashable, ...]) -> None:
        texts = [" + ".join(map(literals.written, parts)) for parts in (first, other)]
        if texts[0] != texts[1]:
            raise UnsolvedError(
                say(
                    "Python holds {first} and {other} equal, so they are one position; a rule must not use both",
                    first=short(texts[0], 80),
                    other=short(texts[1], 80),
                ),
                where=self.head,
            )

    def _refuse_misread(self, state: Any, text: str) -> None:
        """Raises UnsolvedError if the user's ``parse`` reads the text of ``state`` as another state."""
        try:
            is_same = self.parse(text.strip()) == state
        except Exception:  # a text that people alone can read
            return
        if not is_same:
            raise UnsolvedError(
                say(
                    "{game} writes a state as '{text}' and reads another state from it; format must write each state "
                    "differently, and parse must read it back",
                    game=self.head,
                    text=short(plain(text), 80),
                ),
                where=short(literals.written(state), 80),
            )

    def checked_option(self, option: Any, state: Any) -> tuple[Hashable, ...]:
        parts = tuple(option) if isinstance(option, list) else (option,)
        try:
            hash(parts)
        except TypeError:
            raise unfit(
                self, state, say("states that can be hashed (tuples, not lists in them)"), option
            ) from None
        return parts


#: The older name of :class:`AnyGame`.
Game = AnyGame
