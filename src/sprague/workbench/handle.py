"""A game as a user sees it: ``sg.kayles``, ``sg.wythoff``, ``sg.octal("0.137")``, ``sg.game("wythoff[t=2]")``.

Calling a game makes a position. Its methods return values, periods and P-positions. Every name of ``sprague games`` is
such a game, with _ for -.

>>> import sprague as sg
>>> sg.kayles(7).value, sg.kayles[10**30], sg.kayles[:8]
(2, 1, [0, 1, 2, 3, 1, 4, 3, 2])
>>> sg.wythoff(3, 5).outcome, sg.nim([3, 4]), sg.cram(4, 7).outcome
('P', sg.parse('nim 3,4'), 'N')
>>> sum([sg.nim(3), sg.dots(7)])
sg.parse('*3 + dots 7')
"""

from __future__ import annotations

import inspect
import os
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Literal, SupportsIndex, TypeVar, overload

from sprague.games.own.rules import OwnRuleset
from sprague.model.heap_values import as_list
from sprague.model.ruleset import Component, Ruleset
from sprague.takebreak.sequence import Progress
from sprague.words.digits import shown
from sprague.words.errors import RangeError, expected
from sprague.words.messages import Message, say

from .p_positions import p_positions
from .position import Position, parse
from .registry import aliases, engine, find, piece, ruleset_of, values
from .tables import of_type, table

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from .heaps import Period

    Size = SupportsIndex | Sequence[SupportsIndex]

N = TypeVar("N", bound="np.generic")


#: A user's rule is asked again about a heap of at most this, whenever its values have been asked for.
NOTICED = 64


class Questions:
    """The questions that a user can ask about a game, whose rules are ``ruleset``."""

    @property
    def ruleset(self) -> Ruleset:
        """The rules of the game."""
        raise NotImplementedError

    def __call__(self, *given: Any, **named: Any) -> Position:
        """Makes a position: heaps are numbers or a list, boards their sides or rows, graphs their edges. With
        ``misere`` the player who makes the last move loses.

        Raises NotationError or RangeError if there is no such position.

        >>> import sprague as sg
        >>> sg.octal("0.137")(7, 9, 10), sg.wythoff(4, 9, t=2), sg.chomp(3, 4)
        (sg.parse('0.137 7,9,10'), sg.parse('wythoff[t=2] 4,9'), sg.parse('chomp 3x4'))
        >>> sg.cram(["..#", "..."]), sg.node_kayles([("a", "b"), ("b", "c")])
        (sg.parse('cram ..#/...'), sg.parse('node-kayles edges:a-b,b-c'))
        """
        rules, misere = self.ruleset, bool(named.pop("misere", False))
        given = tuple(list(each) if isinstance(each, Iterator) else each for each in given)
        try:
            ruleset, states = rules.states(*given, **named)
        except TypeError:
            try:
                inspect.signature(rules.states).bind(*given, **named)
            except TypeError as error:
                raise RangeError(say("{game}: {problem}", game=rules.head, problem=str(error))) from None
            raise
        components = tuple(Component(ruleset, state) for state in states)
        return Position(components, misere, rules.vertices(*given, **named))

    def position(self, *given: Any, **named: Any) -> Position:
        """Does the same as calling the game."""
        return self(*given, **named)

    @overload
    def values(
        self,
        to: Size,
        *,
        dtype: None = ...,
        engine: str | None = ...,
        progress: Progress | None = ...,
        threads: int | None = ...,
    ) -> NDArray[np.int64]: ...
    @overload
    def values(
        self,
        to: Size,
        *,
        dtype: Literal["smallest"],
        engine: str | None = ...,
        progress: Progress | None = ...,
        threads: int | None = ...,
    ) -> NDArray[np.integer[Any]]: ...
    @overload
    def values(
        self,
        to: Size,
        *,
        dtype: type[N],
        engine: str | None = ...,
        progress: Progress | None = ...,
        threads: int | None = ...,
    ) -> NDArray[N]: ...
    def values(
        self,
        to: Size,
        *,
        dtype: type[Any] | Literal["smallest"] | None = None,
        engine: str | None = None,
        progress: Progress | None = None,
        threads: int | None = None,
    ) -> NDArray[Any]:
        """Returns Grundy values as a NumPy array: those of heaps 0..``to`` (``to`` + 1 of them), or for a game on two
        heaps, with ``to`` = (rows, columns), those of all pairs up to these, in the shape (rows + 1, columns + 1). See
        :func:`sprague.workbench.tables.table`.

        The numbers are of type int64, or of ``dtype``: a type of NumPy's integers, or "smallest" for the type in which
        the engine keeps them (one to four bytes for most games), which takes the least memory.

        If the game supports these options, ``engine`` chooses an engine by name, ``progress`` is a hook, and
        ``threads`` threads share a long run of a code that splits into two heaps. Raises RangeError for a game that is
        not on heaps, TooLargeError if the table does not fit the memory, and BudgetError at a bound (such as that of a
        session). The error's ``known`` says how many values the game keeps; it then returns these at once.

        >>> import sprague as sg
        >>> sg.octal("0.137").values(10).tolist()
        [0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3]
        >>> sg.wythoff.values((2, 3)).tolist()
        [[0, 1, 2, 3], [1, 2, 0, 4], [2, 0, 1, 5]]
        >>> sg.kayles.values(5).dtype, sg.kayles.values(5, dtype="smallest").dtype
        (dtype('int64'), dtype('uint8'))
        """
        if self.ruleset.heaps is None and isinstance(self.ruleset, OwnRuleset):
            raise RangeError(
                say(
                    "expected a game on heaps; the positions of {game} are no ints and no tuples of ints",
                    game=self.ruleset.head,
                )
            )
        array: NDArray[Any]
        if isinstance(to, str | SupportsIndex) or not isinstance(to, Iterable):
            array = values(self.ruleset, to, engine=engine, progress=progress, threads=threads)
        else:
            array = table(self.ruleset, to)
        if (
            array.ndim == 1 and self.ruleset.heaps == 1
        ):  # a value that the rule must confirm in later questions
            self.ruleset.notice(self.ruleset.check(min(len(array) - 1, NOTICED)))
        return of_type(array, dtype, self.ruleset.head)

    def period(
        self,
        limit: int | None = None,
        *,
        progress: Progress | None = None,
        keep: str | os.PathLike[str] | None = None,
    ) -> Period:
        """Returns the least preperiod and period of the values of single heaps, searching up to heap ``limit``, with a
        proof if there is one; see :func:`sprague.workbench.heaps.period`.

        >>> import sprague as sg
        >>> sg.kayles.period().status
        'proved'
        """
        from .heaps import period

        return period(self.ruleset, limit, progress=progress, keep=keep)

    def p_positions(
        self, count: int = 10, *, heaps: int | None = None, within: int | None = None, start: int = 0
    ) -> list[tuple[int, ...]]:
        """Returns the first ``count`` P-positions except the empty one; see :func:`sprague.p_positions`.

        >>> import sprague as sg
        >>> sg.wythoff.p_positions(3)
        [(1, 2), (3, 5), (4, 7)]
        """
        return p_positions(self.ruleset, count, heaps=heaps, within=within, start=start)

    @overload
    def __getitem__(self, state: slice) -> list[int]: ...
    @overload
    def __getitem__(self, state: Any) -> int: ...
    def __getitem__(self, state: Any) -> int | list[int]:
        """Returns the Grundy value of a heap (or of another state of the game), or a list of values for a slice.

        >>> import sprague as sg
        >>> sg.dawsons_chess[34], sg.wythoff[3, 4], sg.kayles[70:74], sg.kayles[10**30 : 10**30 + 4]
        (0, 2, [6, 7, 4, 1], [1, 4, 7, 2])
        """
        if isinstance(state, slice):
            first, stop, step = state.start or 0, state.stop, state.step or 1
            if not all(isinstance(n, int) for n in (first, stop, step)) or min(first, stop) < 0 or step < 1:
                raise RangeError(say("expected a slice of heaps such as [:100] or [20:30], from 0 upwards"))
            if first and stop > first:
                return as_list(piece(self.ruleset, first, stop - 1))[::step]
            every: list[int] = self.values(max(stop - 1, 0)).tolist()
            return every[first:stop:step]
        checked = self.ruleset.check(state)
        self.ruleset.notice(checked)
        return engine(self.ruleset).value(checked)

    # Indexing gives the value of a state or of a slice of heaps. A game is no sequence: iteration would never end.
    __iter__ = None
    __contains__ = None


class Held(Questions):
    """Base of users' own rulesets, which serve as their own handles."""

    @property
    def ruleset(self) -> Ruleset:
        assert isinstance(self, Ruleset)
        return self


class Handle(Questions):
    """A user's handle of a game in the registry. Two handles are equal if their rules are."""

    def __init__(self, ruleset: Ruleset) -> None:
        self._ruleset = ruleset

    @property
    def ruleset(self) -> Ruleset:
        return self._ruleset

    @property
    def __doc__(self) -> str:  # type: ignore[override]
        """Gives the rule in a sentence, its source, and the notation of a position."""
        rules = self._ruleset
        return f"{rules.rule}\n\nSource: {rules.source}\nA position: {rules.example}"

    @property
    def name(self) -> str:
        """The word in front of a position."""
        return self._ruleset.name

    @property
    def head(self) -> str:
        """The name with the parameters of the game."""
        return self._ruleset.head

    @property
    def aliases(self) -> list[str]:
        """The other names of the game."""
        return aliases(self._ruleset)

    @property
    def title(self) -> Message:
        """The name of the game for people."""
        return self._ruleset.title or say("{name}", name=self.head)

    @property
    def rule(self) -> Message:
        """The rule in a sentence."""
        return self._ruleset.rule

    @property
    def source(self) -> str:
        """Where the game comes from."""
        return self._ruleset.source

    @property
    def example(self) -> str:
        """A position, as it is written."""
        return self._ruleset.example

    @property
    def heaps(self) -> int | None:
        """The number of heaps of a state, or None for a game that is not on heaps."""
        return self._ruleset.heaps

    if not TYPE_CHECKING:  # if a type checker saw this method, it would accept every name

        def __getattr__(self, name: str) -> Any:
            if name.startswith("_"):  # while Python makes a copy, there is no game yet
                raise AttributeError(name)
            if name in self._ruleset.offers:
                return getattr(self._ruleset, name)
            raise AttributeError(f"the game {self.head} has no attribute '{name}'", name=name, obj=self)

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self._ruleset.offers]

    def __reduce__(self) -> tuple[Any, ...]:
        if isinstance(self._ruleset, OwnRuleset):
            return Handle, (self._ruleset,)
        return game, (self._ruleset.head,)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Handle) and self._ruleset == other._ruleset

    def __hash__(self) -> int:
        return hash(self._ruleset)

    def __format__(self, spec: str) -> str:
        return format(self._ruleset.head, spec)

    def _repr_html_(self) -> str:
        """Returns the rule, and an example as a picture, for a notebook."""
        from html import escape

        example = parse(self.example) if self.example else None
        picture = f"{example.svg()}<p><code>{escape(example.text)}</code></p>" if example is not None else ""
        return f"<div><b>{escape(str(self.title))}</b><p>{escape(str(self.rule))}</p>{picture}</div>"

    def __repr__(self) -> str:
        return f"<game {self._ruleset.head}>"


def game(of: Any) -> Handle:
    """Returns the game of this name, with its parameters if it has any. Raises NotationError for an unknown name.

    >>> game("wythoff[t=2]").p_positions(3), game("dawsons chess")
    ([(1, 3), (2, 6), (4, 10)], <game dawsons-chess>)
    """
    return Handle(ruleset_of(of))


def octal(code: str) -> Handle:
    """Returns the game of a take-and-break code (octal, ``hex:…``, ``subtract{…}``, …), or a named game of this kind.

    >>> octal("0.137")[10**30 + 1]
    3
    """
    from sprague.takebreak.rules import TakeAndBreak

    ruleset = find("".join(code.split())) if isinstance(code, str) and code.strip() else None
    if not isinstance(ruleset, TakeAndBreak):
        if isinstance(code, float):  # 0.770 is another code, and the same number
            raise RangeError(
                say(
                    "expected the code as a text, with its zeros: sg.octal('{code}'), got a float",
                    code=shown(code),
                )
            )
        shown_code = code if isinstance(code, str) else shown(code)
        raise expected(say("a take-and-break code such as 0.137, or the name of such a game"), shown_code)
    return Handle(ruleset)


def subtract(*numbers: int | str | range) -> Handle:
    """Returns the subtraction game in which a move takes one of these ``numbers`` of tokens. Each argument is a number,
    a range, or a text that lists numbers.

    >>> subtract(1, 3, 4).values(10).tolist()
    [0, 1, 0, 1, 2, 3, 2, 0, 1, 0, 1]
    >>> subtract("squares")[10**4], subtract(range(1, 4), "7")
    (13, <game subtract{1,2,3,7}>)
    """
    from sprague.takebreak.rules import subtract as rules

    return Handle(rules(*numbers))
