"""Misère play for Python: ``sg.misere.quotient``, ``sg.misere.genus``, ``sg.misere.born_by``.

>>> import sprague as sg
>>> sg.misere.quotient("0.123")
<misère quotient of 0.123: order 20, 5 P-positions, proved, preperiod 5, period 5, wild>
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from sprague.model.heap_rulesets import HeapRuleset
from sprague.model.position import Position, parse
from sprague.model.registry import ruleset_of
from sprague.words.errors import RangeError
from sprague.words.messages import say

from .closure import closed_quotient
from .forms import born_by as born_by
from .genus import Genus as Genus
from .genus import parse_genus as parse_genus
from .heaps import heap_quotient
from .quotient import Quotient as Quotient
from .table import TABLE

__all__ = ["Genus", "Quotient", "born_by", "canonical_form", "genus", "parse_genus", "quotient"]


def quotient(game: Any, heaps: int | None = None) -> Quotient:
    """The misère quotient of a game on heaps, of heaps 0..``heaps``; without ``heaps``, of as many as prove it for all,
    where the periodicity theorem does. A position, its text, or several: the quotient of all that can come of them.

    A quotient that grows beyond bounds, or a bound of time, leaves a partial one (``status``, ``stopped``).
    Raises NotationError for an unknown game, RangeError for one that is not on heaps.

    >>> quotient("grundy", heaps=18).order, quotient("cram 2x3").order
    (24, 2)
    """
    if isinstance(game, Position):
        return closed_quotient([game])
    if isinstance(game, list | tuple):
        return closed_quotient([one if isinstance(one, Position) else parse(one) for one in game])
    if isinstance(game, str) and heaps is None:
        from sprague.words.errors import NotationError

        try:
            ruleset = ruleset_of(game)
        except NotationError:
            return closed_quotient([parse(game)])
    else:
        ruleset = ruleset_of(game)
    if not isinstance(ruleset, HeapRuleset):
        raise RangeError(say("expected a game on heaps, or a position, got {game}", game=ruleset.head))
    return heap_quotient(ruleset, heaps)


def genus(position: Position | str) -> Genus:
    """The genus of a position.

    >>> print(genus("kayles 5"), genus("kayles 5 + kayles 5"))
    4^{146} 0^{4602}
    """
    asked = position if isinstance(position, Position) else parse(position)
    return parse_genus(asked.genus)


def canonical_form(position: Position | str) -> str | None:
    """The misère canonical form of a position in the manner of Conway, None where it is too large.

    >>> canonical_form("kayles 3"), canonical_form("kayles 5")
    ('*3', '{{*2}, *3, *2}')
    """
    asked = position if isinstance(position, Position) else parse(position)
    form = TABLE.form(asked.components)
    return None if form is None else TABLE.forms.text(form)


def genera(game: Any, to: int) -> Iterable[Genus]:
    """The genus of each heap 0..``to`` of a game.

    >>> [str(each) for each in genera("0.312", 6)]
    ['0', '1^{03131}', '2^{20}', '0^{02}', '2^{1420}', '0^{02}', '1^{13}']
    """
    ruleset = ruleset_of(game)
    if not isinstance(ruleset, HeapRuleset):
        raise RangeError(say("expected a game on heaps, got {game}", game=ruleset.head))
    from sprague.model.ruleset import Component

    for heap in range(to + 1):
        yield parse_genus(Position((Component(ruleset, heap),)).genus)
