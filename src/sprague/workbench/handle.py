"""A game as a user holds it: ``sg.kayles``, ``sg.wythoff``, ``sg.octal("0.137")``, ``sg.game("wythoff[t=2]")``.

Called with a position in Python, it makes the position; and it is asked for values, periods and P-positions. Every
name of ``sprague games`` is one, with _ for -.

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
    """What a user asks of a game. ``ruleset`` says which one."""

    @property
    def ruleset(self) -> Ruleset:
        """The rules of the game."""
        raise NotImplementedError

    def __call__(self, *given: Any, **named: Any) -> Position:
        """A position: heaps as numbers or in a list, boards by their sides or rows, graphs by their edges.

        Raises NotationError or RangeError when there is no such position.

        >>> import sprague as sg
        >>> sg.octal("0.137")(7, 9, 10), sg.wythoff(4, 9, t=2), sg.chomp(3, 4)
        (sg.parse('0.137 7,9,10'), sg.parse('wythoff[t=2] 4,9'), sg.parse('chomp 3x4'))
        >>> sg.cram(["..#", "..."]), sg.node_kayles([("a", "b"), ("b", "c")])
        (sg.parse('cram ..#/...'), sg.parse('node-kayles edges:a-b,b-c'))
        """
        ruleset, states = self.ruleset.states(*given, **named)
        return Position(tuple(Component(ruleset, state) for state in states))

    def position(self, *given: Any, **named: Any) -> Position:
        """The same as a call."""
        return self(*given, **named)

    def values(self, to: Any, **choices: Any) -> Any:
        """Grundy values as a NumPy array: of heaps 0..``to`` (``to`` + 1 of them), or for a game on two heaps, with
        ``to`` = (rows, columns), of all pairs up to these, of shape (rows + 1, columns + 1); see
        :func:`sprague.workbench.tables.table`.

        ``choices``: ``engine`` (one of several, by name) and ``progress`` where the game knows them. Raises
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
        """The least preperiod and period of the values of single heaps, searched for up to heap ``limit``, with a
        proof where there is one; see :func:`sprague.workbench.heaps.period`.

        >>> import sprague as sg
        >>> sg.kayles.period().status
        'proved'
        """
        from .heaps import period

        return period(self.ruleset, limit, **choices)

    def p_positions(
        self, count: int = 10, *, heaps: int | None = None, within: int | None = None, start: int = 0
    ) -> list[tuple[int, ...]]:
        """The first ``count`` P-positions but the empty one; see :func:`sprague.p_positions`.

        >>> import sprague as sg
        >>> sg.wythoff.p_positions(3)
        [(1, 2), (3, 5), (4, 7)]
        """
        return p_positions(self.ruleset, count, heaps=heaps, within=within, start=start)

    def __getitem__(self, state: Any) -> Any:
        """The Grundy value of a heap (or of another state of the game); of a slice of heaps, a list of values.

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

    # A game is asked for the value of a state or of a slice of heaps; it is no sequence, and would never end as one.
    __iter__ = None
    __contains__ = None


class Held(Questions):
    """A ruleset that is itself the game that a user holds: one of their own."""

    @property
    def ruleset(self) -> Ruleset:
        assert isinstance(self, Ruleset)
        return self


class Handle(Questions):
    """A game of the registry, held by a user. Two are equal when their rules are."""

    def __init__(self, ruleset: Ruleset) -> None:
        self._ruleset = ruleset

    @property
    def ruleset(self) -> Ruleset:
        return self._ruleset

    @property
    def __doc__(self) -> str:  # type: ignore[override]
        """The rule in a sentence, its source, and how a position is written."""
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
    """The game of that name, with its parameters if it has any; raises NotationError.

    >>> game("wythoff[t=2]").p_positions(3), game("dawsons chess")
    ([(1, 3), (2, 6), (4, 10)], <game dawsons-chess>)
    """
    return Handle(ruleset_of(of))


def octal(code: str) -> Handle:
    """The game of a take-and-break code (octal, ``hex:…``, ``subtract{…}``, …) or of a named game of this kind.

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
    """The subtraction game in which a move takes one of ``numbers`` tokens: numbers, ranges, and texts for more.

    >>> subtract(1, 3, 4).values(10).tolist()
    [0, 1, 0, 1, 2, 3, 2, 0, 1, 0, 1]
    >>> subtract("squares")[10**4], subtract(range(1, 4), "7")
    (13, <game subtract{1,2,3,7}>)
    """
    from sprague.takebreak.rules import subtract as rules

    return Handle(rules(*numbers))
