"""A game as a user holds it: ``sg.kayles``, ``sg.wythoff``, ``sg.octal("0.137")``, ``sg.game("wythoff[t=2]")``.

Calling a game makes a position; its methods return values, periods and P-positions. Every name of ``sprague games`` is
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

from typing import TYPE_CHECKING, Any

from sprague.games.own.rules import OwnRuleset
from sprague.model.ruleset import Component, Ruleset
from sprague.words.digits import index_of, shown
from sprague.words.errors import RangeError, expected
from sprague.words.messages import say

from .p_positions import p_positions
from .position import Position
from .registry import engine, find, ruleset_of, values
from .tables import table

if TYPE_CHECKING:
    from .heaps import Period


class Questions:
    """The questions that a user can ask about a game, the one of ``ruleset``."""

    @property
    def ruleset(self) -> Ruleset:
        """The rules of the game."""
        raise NotImplementedError

    def __call__(self, *given: Any, **named: Any) -> Position:
        """Makes a position: heaps are numbers or a list, boards their sides or rows, graphs their edges.

        Raises NotationError or RangeError if there is no such position.

        >>> import sprague as sg
        >>> sg.octal("0.137")(7, 9, 10), sg.wythoff(4, 9, t=2), sg.chomp(3, 4)
        (sg.parse('0.137 7,9,10'), sg.parse('wythoff[t=2] 4,9'), sg.parse('chomp 3x4'))
        >>> sg.cram(["..#", "..."]), sg.node_kayles([("a", "b"), ("b", "c")])
        (sg.parse('cram ..#/...'), sg.parse('node-kayles edges:a-b,b-c'))
        """
        ruleset, states = self.ruleset.states(*given, **named)
        return Position(tuple(Component(ruleset, state) for state in states))

    def position(self, *given: Any, **named: Any) -> Position:
        """Does the same as calling the game."""
        return self(*given, **named)

    def values(self, to: Any, **choices: Any) -> Any:
        """Returns Grundy values as a NumPy array: those of heaps 0..``to`` (``to`` + 1 of them), or for a game on two
        heaps, with ``to`` = (rows, columns), those of all pairs up to these, in the shape (rows + 1, columns + 1). See
        :func:`sprague.workbench.tables.table`.

        ``choices``: ``engine`` (one of several, by name), ``progress``, and ``threads`` that share a long run of a code
        that splits into two heaps, where the game knows them. Raises
        RangeError for a game that is not on heaps, TooLargeError when the table would not fit the memory,
        BudgetError at a bound (such as that of a session): its ``known`` says how many values are kept, and asked for
        those, the game answers at once.

        >>> import sprague as sg
        >>> sg.octal("0.137").values(10).tolist()
        [0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3]
        >>> sg.wythoff.values((2, 3)).tolist()
        [[0, 1, 2, 3], [1, 2, 0, 4], [2, 0, 1, 5]]
        """
        if isinstance(to, str) or not hasattr(to, "__iter__") or index_of(to) is not None:
            return values(self.ruleset, to, **choices)
        return table(self.ruleset, to)

    def period(self, limit: int | None = None, **choices: Any) -> Period:
        """Returns the least preperiod and period of the values of single heaps, searching up to heap ``limit``, with a
        proof if there is one; see :func:`sprague.workbench.heaps.period`.

        >>> import sprague as sg
        >>> sg.kayles.period().status
        'proved'
        """
        from .heaps import period

        return period(self.ruleset, limit, **choices)

    def p_positions(
        self, count: int = 10, *, heaps: int | None = None, within: int | None = None, start: int = 0
    ) -> list[tuple[int, ...]]:
        """Returns the first ``count`` P-positions except the empty one; see :func:`sprague.p_positions`.

        >>> import sprague as sg
        >>> sg.wythoff.p_positions(3)
        [(1, 2), (3, 5), (4, 7)]
        """
        return p_positions(self.ruleset, count, heaps=heaps, within=within, start=start)

    def __getitem__(self, state: Any) -> Any:
        """Returns the Grundy value of a heap (or of another state of the game), or a list of values for a slice.

        >>> import sprague as sg
        >>> sg.dawsons_chess[34], sg.wythoff[3, 4], sg.kayles[70:74]
        (0, 2, [6, 7, 4, 1])
        """
        if isinstance(state, slice):
            first, stop, step = state.start or 0, state.stop, state.step or 1
            if not all(isinstance(n, int) for n in (first, stop, step)) or min(first, stop) < 0 or step < 1:
                raise RangeError(say("expected a slice of heaps such as [:100] or [20:30], from 0 upwards"))
            every: list[int] = self.values(max(stop - 1, 0)).tolist()
            return every[first:stop:step]
        return engine(self.ruleset).value(self.ruleset.check(state))

    # Indexing gives the value of a state or of a slice of heaps. A game is no sequence: iteration would never end.
    __iter__ = None
    __contains__ = None


class Held(Questions):
    """Base of users' own rulesets, which are handles of themselves."""

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

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        return getattr(self._ruleset, name)

    def __reduce__(self) -> tuple[Any, ...]:
        if isinstance(self._ruleset, OwnRuleset):
            return Handle, (self._ruleset,)
        return game, (self._ruleset.head,)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Handle) and self._ruleset == other._ruleset

    def __hash__(self) -> int:
        return hash(self._ruleset)

    def __repr__(self) -> str:
        return f"<game {self._ruleset.head}>"


def game(of: Any) -> Handle:
    """Returns the game of this name, with its parameters if it has any. Raises NotationError for an unknown name.

    >>> game("wythoff[t=2]").p_positions(3), game("dawsons chess")
    ([(1, 3), (2, 6), (4, 10)], <game dawsons-chess>)
    """
    return Handle(ruleset_of(of))


def octal(code: str) -> Handle:
    """Returns the game of a take-and-break code (octal, ``hex:…``, ``subtract{…}``, …), or a named one of this kind.

    >>> octal("0.137")[10**30 + 1]
    3
    """
    from sprague.takebreak.rules import TakeAndBreak

    found = find("".join(code.split())) if isinstance(code, str) and code.strip() else None
    if not isinstance(found, TakeAndBreak):
        got = code if isinstance(code, str) else shown(code)
        raise expected(say("a take-and-break code such as 0.137, or the name of such a game"), got)
    return Handle(found)


def subtract(*numbers: int | str | range) -> Handle:
    """Returns the subtraction game whose moves take as many tokens as one of ``numbers`` says. Each argument is a
    number, a range, or a text that lists more of them.

    >>> subtract(1, 3, 4).values(10).tolist()
    [0, 1, 0, 1, 2, 3, 2, 0, 1, 0, 1]
    >>> subtract("squares")[10**4], subtract(range(1, 4), "7")
    (13, <game subtract{1,2,3,7}>)
    """
    from sprague.takebreak.rules import subtract as rules

    return Handle(rules(*numbers))
