"""Misère play for Python: ``sg.misere.quotient``, ``sg.misere.genus``, ``sg.misere.born_by``.

>>> import sprague as sg
>>> sg.misere.quotient("0.123")
<misère quotient of 0.123: order 20, 5 P-positions, proved, preperiod 5, period 5, wild>
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

from sprague.misereplay.closure import closed_quotient
from sprague.misereplay.genus import Genus as Genus
from sprague.misereplay.genus import parse_genus as parse_genus
from sprague.misereplay.heaps import heap_quotient, stays_on_heaps
from sprague.misereplay.quotient import Quotient as Quotient
from sprague.misereplay.table import TABLE, Table
from sprague.model.forms import born_by as born_by
from sprague.model.heap_rulesets import HeapRuleset
from sprague.model.ruleset import Component, Ruleset, is_over
from sprague.system.ask import Step, Trial, tick
from sprague.words.errors import NotationError, RangeError
from sprague.words.messages import say

from .p_positions import looked_within, shell
from .position import Position, parse
from .registry import ruleset_of

__all__ = [
    "Genus",
    "Quotient",
    "born_by",
    "canonical_form",
    "genera",
    "genus",
    "p_positions",
    "parse_genus",
    "quotient",
]


def quotient(game: Any, heaps: int | None = None) -> Quotient:
    """Returns the misère quotient of the heaps 0..``heaps`` of a game. Without ``heaps`` it takes as many heaps as the
    periodicity theorem needs to prove the quotient for all of them, if it does. ``game`` may also be a position, its
    text, or several positions: then the quotient is that of all positions that can be reached from them.

    If the quotient grows beyond its bounds, or the time is over, the result is partial (``status``, ``stopped``).
    Raises NotationError for an unknown game, RangeError for a game that is not played on heaps.

    >>> quotient("grundy", heaps=18).order, quotient("cram 2x3").order
    (24, 6)
    """
    if isinstance(game, Position):
        return Trial(game).run(closed_quotient, [game.components])
    if isinstance(game, list | tuple):
        positions = [one if isinstance(one, Position) else parse(one) for one in game]
        return Trial(positions[0]).run(closed_quotient, [each.components for each in positions])
    if isinstance(game, str) and heaps is None:
        try:
            ruleset = ruleset_of(game)
        except NotationError:
            return quotient(parse(game))
    else:
        ruleset = ruleset_of(game)
    if not stays_on_heaps(ruleset):
        raise _no_quotient(ruleset)
    return Trial(ruleset.head).run(heap_quotient, ruleset, heaps)


def _no_quotient(ruleset: Ruleset) -> RangeError:
    """Returns the error for a game whose heaps 0, 1, ... have no quotient. Raises UnsolvedError if play on the heap 0
    seems to have no end."""
    if isinstance(ruleset, HeapRuleset) and not is_over(empty := Component(ruleset, 0)):
        ruleset.refuse_endless(0)
        return RangeError(
            say(
                "expected a game in which a heap of 0 is over, but {heap} has a move; the quotient of a position has "
                "no such condition",
                heap=empty,
            )
        )
    return RangeError(say("expected a game on heaps, or a position, got {game}", game=ruleset.head))


def _position(argument: Any) -> Position:
    """Returns a position, also from its text. Raises RangeError for a game, which has many."""
    if isinstance(argument, Position | str):
        return argument if isinstance(argument, Position) else parse(argument)
    if not callable(argument):
        raise RangeError(say("expected a position, or its text, got {got}", got=repr(argument)))
    ruleset = ruleset_of(argument)
    raise RangeError(
        say("expected a position, got the game {game}; {game} 5 is a position, say", game=ruleset.head)
        if isinstance(ruleset, HeapRuleset)
        else say("expected a position, got the game {game}", game=ruleset.head)
    )


def genus(position: Position | str) -> Genus:
    """Returns the genus of a position. Raises RangeError for a game: its heaps have a genus each.

    >>> print(genus("kayles 5"), genus("kayles 5 + kayles 5"))
    4^{146} 0^{120}
    """
    start = _position(position)
    return parse_genus(start.genus)


def canonical_form(position: Position | str) -> str | None:
    """Returns the misère canonical form of a position in Conway's notation, or None if it is too large.

    >>> canonical_form("kayles 3"), canonical_form("kayles 5")
    ('*3', '{{*3, *2}, *3, *2, *1}')
    """
    start = _position(position)
    form = TABLE.form_text(start.components)
    # Earlier questions may have filled the table that is kept.
    return Table().form_text(start.components) if form is None else form


def p_positions(
    game: Any, count: int = 10, *, heaps: int = 1, within: int | None = None
) -> list[tuple[int, ...]]:
    """Returns the first ``count`` P-positions in misère play on ``heaps`` heaps of a game on single heaps, ordered by
    the largest heap.

    The search covers heaps up to ``within``, by default as many as in normal play. Raises RangeError for other games.

    >>> p_positions("nim", 4, heaps=2), p_positions("kayles", 3)
    ([(0, 1), (2, 2), (3, 3), (4, 4)], [(1,), (4,), (9,)])
    """
    return list(islice(p_position_stream(game, heaps, within), count))


def p_position_stream(
    game: Any, heaps: int = 1, within: int | None = None, start: int = 0
) -> Iterator[tuple[int, ...]]:
    """Yields what :func:`p_positions` returns one by one, beginning with a largest heap of ``start``."""
    ruleset = ruleset_of(game)
    if not isinstance(ruleset, HeapRuleset):
        raise RangeError(say("expected a game on heaps, got {game}", game=ruleset.head))
    if not 1 <= heaps <= 4:
        raise RangeError(say("expected 1 to 4 heaps, got {count}", count=heaps))
    last = looked_within(heaps, within, start)
    for largest in range(max(1, start), last + 1):
        tick(lambda largest: Step(say("heaps"), largest, last), largest)
        for sizes in shell(largest, heaps, True):
            position = Position(tuple(Component(ruleset, n) for n in sizes), True)
            if position.solve(moves=False).outcome == "P":
                yield sizes


def genera(game: Any, to: int) -> Iterable[str]:
    """Yields the genus of each heap 0..``to`` of a game as a text; the genus of a heap without moves is written 0.

    >>> list(genera("0.312", 6))
    ['0', '1^{03131}', '2^{20}', '0^{02}', '2^{1420}', '0^{02}', '1^{13}']
    """
    ruleset = ruleset_of(game)
    if not isinstance(ruleset, HeapRuleset):
        raise RangeError(say("expected a game on heaps, got {game}", game=ruleset.head))
    for heap in range(to + 1):
        tick()
        yield Position((Component(ruleset, heap),)).genus
