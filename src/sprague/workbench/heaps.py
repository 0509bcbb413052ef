"""Answers questions about games on heaps by name: periods, statistics, and which games are equivalent."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, overload

from sprague.model.heap_rulesets import check_heap
from sprague.model.ruleset import Ruleset
from sprague.takebreak import period as periods
from sprague.takebreak.certified import CertifiedPeriod as _Certified
from sprague.takebreak.codes import Code, code_of
from sprague.takebreak.open_codes import open_codes
from sprague.takebreak.rules import on_one_heap
from sprague.takebreak.sequence import Progress
from sprague.takebreak.statement import Period as _Period
from sprague.words.errors import RangeError
from sprague.words.messages import Message, say

from .registry import engine, ruleset_of, values

if TYPE_CHECKING:
    from sprague.takebreak.equivalence import Equivalence
    from sprague.takebreak.statistics import Statistics


@dataclass(frozen=True, repr=False)
class Period(_Period):
    __doc__ = _Period.__doc__

    def theorem(self, *, pure: bool = False) -> str:
        """Returns the text of a file in which Coq's kernel proves the period, as does
        :func:`sprague.workbench.theorem.theorem`.

        Raises UnsolvedError if the period is not proved.
        """
        from sprague.theorems.export import file_of
        from sprague.theorems.heaps import period_claims

        return file_of(self.game, period_claims(self, pure))


@dataclass(frozen=True, repr=False)
class CertifiedPeriod(_Certified, Period):
    __doc__ = _Certified.__doc__


@dataclass(frozen=True, repr=False)
class CataloguedPeriod(Period):
    """States that the catalogue knows no period of a code. ``searched`` is the largest heap of the search behind its
    row. ``seen`` counts the heaps of that search; their ``values`` are not kept."""

    searched: int = 0

    def __post_init__(self) -> None:
        object.__setattr__(self, "seen", self.searched + 1)
        object.__setattr__(self, "needed", None)

    @property
    def sentence(self) -> Message:
        return say(
            "the catalogue knows no period of {game}: none was found up to heap {n}",
            game=self.game,
            n=self.searched,
        )


@overload
def with_theorem(period: _Certified) -> CertifiedPeriod: ...
@overload
def with_theorem(period: _Period) -> Period: ...
def with_theorem(period: _Period) -> Period:
    """Returns the same period with a method ``theorem``. Nothing is checked a second time."""
    kind = CertifiedPeriod if isinstance(period, _Certified) else Period
    same = object.__new__(kind)
    vars(same).update(vars(period))
    return same


def _on_one_heap(game: Any) -> Ruleset:
    return on_one_heap(game if isinstance(game, Code) else ruleset_of(game))


def period(
    game: Any,
    limit: int | None = None,
    *,
    progress: Progress | None = None,
    keep: str | os.PathLike[str] | None = None,
) -> Period:
    """Returns the least period and preperiod of a game on heaps, given by its name, by its code or as an object; see
    :func:`sprague.takebreak.period.period`. Without a ``limit``, a code whose period the catalogue does not know is not
    searched: the result states how far the catalogue's search went.

    >>> period("kayles")  # doctest: +ELLIPSIS
    <Period of kayles: preperiod 71, period 12, proved (needs 168 values, saw ...)>
    >>> period("treblecross").status, period("treblecross").seen
    ('none', 65537)
    """
    ruleset = ruleset_of(game) if not isinstance(game, Code) else None
    if ruleset is not None and ruleset.heaps == 2 and callable(getattr(engine(ruleset), "period", None)):
        both: Period = engine(ruleset).period(limit)  # type: ignore[attr-defined]
        return both
    ruleset = _on_one_heap(game)
    code = code_of(ruleset)
    if limit is None and keep is None and code is not None and periods.remembered(code) is None:
        searched = open_codes().get(str(code))
        if searched is not None:
            return CataloguedPeriod(ruleset.head, code, None, None, searched=searched)
    own = getattr(engine(ruleset), "period", None)
    if code is None and callable(own):  # a game with a theorem of its own
        by_theorem: Period = own(limit)
        return by_theorem
    answer = periods.period(ruleset, limit, progress=progress, keep=keep, engines=engine)
    confirmed = getattr(engine(ruleset), "confirmed", None)  # a user's rule with a law
    if answer.status == "observed" and confirmed is not None:
        proved: Period = confirmed(answer)
        return proved
    return with_theorem(answer)


def statistics(game: Any, to: int, *, progress: Callable[[int, int], None] | None = None) -> Statistics:
    """Returns statistics of the heaps 1..``to`` of a game on one heap, given as an object, a code or a text.

    Raises NotationError if a text is not a game, RangeError if ``to`` < 1 or ``game`` is not a game on one heap.

    >>> statistics("kayles", 100).max
    8
    """
    from sprague.takebreak.statistics import statistics_of

    ruleset = _on_one_heap(game)
    to = check_heap(to, ruleset.head)
    if to < 1:
        raise RangeError(say("expected a largest heap >= 1, got {to}", to=to))
    return statistics_of(values(ruleset, to, progress=progress), ruleset.head, code_of(ruleset))


def equivalent(first: Any, second: Any, to: int = 10_000) -> Equivalence:
    """Returns whether two take-and-break games have the same values up to a shift of the heaps. The games are given by
    their names, by their codes or as objects. See :mod:`sprague.takebreak.equivalence`.

    >>> equivalent("kayles", "dawsons-kayles").status
    'different'
    """
    from sprague.takebreak import equivalence

    one, other = (game if isinstance(game, Code) else ruleset_of(game) for game in (first, second))
    return equivalence.equivalent(one, other, to)
