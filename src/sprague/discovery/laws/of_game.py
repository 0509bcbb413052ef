"""The search for the laws of a game that is a function, or that is written as one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from sprague.games.vectors.rules import Vectors
from sprague.model.engine import Engines
from sprague.model.ruleset import Ruleset
from sprague.system.ask import Ask, asked, asking, tick
from sprague.system.clock import thread_seconds
from sprague.system.imports import has_compiled
from sprague.system.limits import seconds_text
from sprague.words.messages import say

from ..small_tables import ONE_HEAP, OWN_SECONDS, one_heap, three_heaps, two_heaps
from .written import function_of

if TYPE_CHECKING:
    from .law import Law
    from .observed import Observed
    from .search import Laws
    from .search import Rule as OwnRule

#: The number of heaps of a user's rule from which a law is learned.
LAW_HEAPS = 1200

#: How many times the table a pattern of one heap is tested.
FURTHER = 8

#: The seconds spent on laws of a user's own game, unless a time was asked for; and where heaps are asked about that
#: no table can reach.
LAW_SECONDS, FAR_SECONDS = 2.0, 20.0


def is_function(ruleset: Ruleset) -> bool:
    """Returns whether a game of one heap to three is a user's function, whose text may be read, or written as one."""
    if isinstance(ruleset, Vectors):
        return ruleset.heaps in (2, 3)
    return getattr(ruleset, "whole_rule", None) is not None and ruleset.heaps in (1, 2, 3)


def laws_of(
    ruleset: Any, table: list[Any], begun: float, seconds: float = LAW_SECONDS, outcomes: bool = True
) -> Laws:
    """Returns the laws that follow from a table and the text of a function: of the values, or else of the
    ``outcomes``. It keeps a law that took long, and uses kept laws."""
    from sprague.system.arrays import np

    from .kept import keep, recalled
    from .search import Search as LawSearch

    own = _own_rule(ruleset)
    search = LawSearch(own, np.array(table, np.int64))
    seconds = asked().at_least(seconds, 0.5)
    budget = asking(Ask(seconds=seconds), thread_seconds)
    laws = budget.run(search.run, outcomes)
    if laws.cut is not None and budget.ended is budget and budget.seconds == seconds:
        laws.cut = say(
            "the search for a law ended after {seconds}; it goes on if you ask for more time",
            seconds=seconds_text(seconds),
        )  # else the time or the memory of the question is over, as it says
    for law in laws.proved[:1]:  # a kept outcome would be recalled in place of the values
        keep(law, own, thread_seconds() - begun)
    if not laws.proved and (kept_law := recalled(own)) is not None:
        return laws.with_law(kept_law)
    return laws


def _own_rule(ruleset: Any) -> OwnRule:
    from .search import Rule as OwnRule

    heaps = ruleset.heaps
    if isinstance(ruleset, Vectors):
        return OwnRule(
            function_of(ruleset), heaps, True, lambda state: ((left,) for left in ruleset.leaves(state))
        )

    def options(state: tuple[int, ...]) -> Iterator[tuple[tuple[int, ...], ...]]:
        for move in ruleset.checked_options(state if heaps > 1 else state[0]):
            yield tuple(part if isinstance(part, tuple) else (part,) for part in move)

    return OwnRule(ruleset.whole_rule, heaps, getattr(ruleset, "spread", False), options)


def far_laws(ruleset: Ruleset, engines: Engines) -> Laws | None:
    """Returns the laws of a user's function, with those whose proof failed, or None if there is no search. A kept law
    is only checked again."""
    if not is_function(ruleset) or not has_compiled():
        return None
    from .kept import recalled
    from .search import Laws

    begun = thread_seconds()
    law = recalled(_own_rule(ruleset))
    if law is not None:
        return Laws().with_law(law)
    table: Any
    if ruleset.heaps == 1:
        table, cut = one_heap(ruleset, engines, LAW_HEAPS)
    elif ruleset.heaps == 2:
        table, cut = two_heaps(ruleset, engines)
    else:
        table, cut = three_heaps(ruleset, engines)
    laws = None if cut is not None else laws_of(ruleset, table, begun, FAR_SECONDS)
    if laws is None or not laws.proved:
        tick()  # where the bound of the question itself is met, the search did not end
    return laws


def observed_law(ruleset: Ruleset, engines: Engines, failed: Iterable[Law] = ()) -> Observed | None:
    """Returns an unproved law of a user's function on one or two heaps that a table shows, or None. The proofs that
    ``failed`` must not refute it."""
    if not is_function(ruleset) or not has_compiled() or ruleset.heaps not in (1, 2):
        return None
    from sprague.system.arrays import np

    from .observed import observed

    table: Any
    if ruleset.heaps == 1:
        table, cut = one_heap(ruleset, engines, FURTHER * ONE_HEAP // 4, 2 * OWN_SECONDS)
    else:
        table, cut = two_heaps(ruleset, engines)
    return None if cut is not None else observed(np.array(table, np.int64), failed)
