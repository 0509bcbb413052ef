"""From the rules of a game to the facts about it: the search behind ``sg.discover``."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from sprague.model.engine import Engines
from sprague.model.heap_values import as_list, heap_row
from sprague.model.ruleset import Component, Ruleset
from sprague.system.ask import Ask, asking, tick
from sprague.system.clock import thread_seconds
from sprague.system.imports import has_compiled
from sprague.words.errors import BudgetError, SpragueError, TooLargeError, UnsolvedError
from sprague.words.messages import Message, say

from . import rows
from .cells import of_cube, of_table
from .guess import Pattern, retested
from .lines import PAIRS, fit_pairs
from .patterns import of_sequence
from .report import Report
from .rule import Rule, rule_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from sprague.takebreak.statement import Period

    from .laws.law import Law
    from .laws.observed import Observed
    from .laws.search import Laws
    from .laws.search import Rule as OwnRule

#: The number of heaps in a table of values of one heap, and of two.
ONE_HEAP, TWO_HEAPS = 2000, 200

#: The number of heaps of a user's rule from which a law is learned.
LAW_HEAPS = 1200

#: The sides of the squares that are tabulated in turn, so that a bound leaves the last one complete.
SQUARES = (25, 50, 100, TWO_HEAPS)

#: The sides of the cubes of values of three heaps, and the least side.
THREE_HEAPS, LEAST_CUBE = (48, 100), 12

#: How many times the table a pattern of one heap is tested.
FURTHER = 8

#: The seconds spent on the table of a user's own game on two heaps.
OWN_SECONDS = 2.0

#: The seconds spent on laws of a user's own game; and where heaps are asked about that no table can reach.
LAW_SECONDS, FAR_SECONDS = 2.0, 20.0


def report_of(game: Rule | Ruleset, limit: int, engines: Engines) -> Report:
    """Returns a report on a game; learned automata have at most ``limit`` states. Without compiled code, as in a
    browser, it learns and proves nothing about rules on two or more heaps, and only examines their tables."""
    rule = _rule_of(game)
    if rule is not None and (has_compiled() or isinstance(game, Rule)):
        from .pairs import of_rule  # NumPy

        return of_rule(rule, limit)
    assert isinstance(game, Ruleset)
    report = _of_table(game, engines)
    if rule is not None:
        report.note = say("no automaton is learned or proved in a browser; an installed Sprague goes further")
    return report


def _of_table(ruleset: Ruleset, engines: Engines) -> Report:
    """Makes a report from the table of values, and for games with a theorem or a period from this."""
    from sprague.takebreak.codes import code_of
    from sprague.takebreak.period import period

    if code_of(ruleset) is not None:
        return _with_period(ruleset, engines, lambda: period(ruleset))
    begun = thread_seconds()
    own = getattr(engines(ruleset), "period", None)
    if callable(own):  # a game with a theorem of its own
        return _with_period(ruleset, engines, lambda: own(None))
    if ruleset.heaps == 1 or ruleset.by_place:
        values, cut = _one_heap(ruleset, engines)
        patterns = of_sequence(values)
        report = Report(ruleset.head, _status(patterns), "values", values, patterns=patterns, cut=cut)
        evidence = engines(ruleset).evidence(ruleset.states(5)[1][0], True)
        report.says = [evidence.sentence] if evidence.kind == "theorem" else []
        if cut is not None:
            return report
        if len(values) == ONE_HEAP // 4:  # else its time is over
            values, _ = _one_heap(ruleset, engines, LAW_HEAPS)
        report = _with_laws(report, ruleset, begun, values)
        if report.observed:
            _look_further(report, ruleset, engines)
        return report
    if ruleset.heaps == 2:
        cells, cut = _two_heaps(ruleset, engines)
        report = _of_cells(ruleset, cells)
        report.cut = cut
        return _with_laws(report, ruleset, begun, cells)
    if ruleset.heaps == 3:
        cube, cut = _three_heaps(ruleset, engines)
        patterns = of_cube(cube)
        if not patterns:
            patterns = _of_outcomes(of_cube((cube != 0).astype(int)))
        report = Report(ruleset.head, _status(patterns), "cubes", cube.tolist(), patterns=patterns, cut=cut)
        return _with_laws(report, ruleset, begun)
    raise UnsolvedError(
        say("{game} is no game on one heap to three: there is no table in which to look", game=ruleset.head)
    )


def _look_further(report: Report, ruleset: Ruleset, engines: Engines) -> None:
    """Tests the patterns of one heap on a table FURTHER times as long, by a proved law or if this takes only a moment.
    A pattern that fails is refuted."""
    count = FURTHER * len(report.table)
    law = next((law for law in report.laws if law.valued), None)
    try:
        if law is None:
            values, _ = _one_heap(ruleset, engines, count, OWN_SECONDS / 2)
        else:
            row = law.row(count)
            values = [law.value((n,)) for n in range(count)] if row is None else row.tolist()
        report.patterns = [retested(pattern, values) for pattern in report.patterns]
    except BudgetError as error:
        report.cut = error.message
    if report.status != "proved":
        report.status = _status(report.patterns)


def _with_laws(report: Report, ruleset: Ruleset, begun: float, table: list[Any] | None = None) -> Report:
    """Adds to the report the facts that can be proved from the text of a user's function. The work on it began at
    ``begun``."""
    if report.cut is not None or not report.table or not is_function(ruleset):
        return report
    if not has_compiled():
        report.unread = say("nothing is proved in a browser; an installed Sprague goes further")
        return report
    laws = _laws(ruleset, table or report.table, begun)
    report.laws, report.cut = laws.proved, laws.cut
    if report.kind == "values":
        _without_refuted(report, [law for law, _ in laws.failed])
    report.spread = getattr(ruleset, "spread", False)
    if any(law.valued for law in report.laws) or (report.laws and not report.patterns):
        report.status = "proved"
    elif laws.unread is not None:
        report.unread = say("nothing is proved: {why}", why=laws.unread)
    return report


def _without_refuted(report: Report, failed: list[Law]) -> None:
    """Takes out the patterns of one heap that the counterexamples to failed proofs refute beyond the table."""
    from .laws.retest import refutes

    good = []
    for pattern in report.patterns:
        places: Iterable[Any] = ()
        if pattern.first_failure is None and not pattern.guess.loops:
            function = pattern.guess.function()
            places = (refutes(law, function, True) for law in failed)
        place = next(filter(None, places), None)
        if place is None:
            good.append(pattern)
        elif report.note is None:
            report.note = say(
                "{text}: refuted at a heap of {place} or at an option of it, by the formula read off the source",
                text=pattern.guess.text,
                place=place[0],
            )
    if len(good) < len(report.patterns):
        report.patterns = good
        report.status = _status(good) if good else "refuted"


def is_function(ruleset: Ruleset) -> bool:
    """Returns whether a game is a user's function of one heap to three, whose text may be read."""
    return getattr(ruleset, "whole_rule", None) is not None and ruleset.heaps in (1, 2, 3)


def _laws(ruleset: Any, table: list[Any], begun: float, seconds: float = LAW_SECONDS) -> Laws:
    """Returns the laws that follow from a table and the text of a function. It keeps a law that took long, and uses
    kept laws."""
    from sprague.system.arrays import np

    from .laws.kept import keep, recalled
    from .laws.search import Search as LawSearch

    own = _own_rule(ruleset)
    search = LawSearch(own, np.array(table, np.int64))
    laws = asking(Ask(seconds=seconds), thread_seconds).run(search.run)
    for law in laws.proved[:1]:  # a kept outcome would be recalled in place of the values
        keep(law, own, thread_seconds() - begun)
    if not laws.proved and (kept_law := recalled(own)) is not None:
        return laws.with_law(kept_law)
    return laws


def _own_rule(ruleset: Any) -> OwnRule:
    from .laws.search import Rule as OwnRule

    heaps = ruleset.heaps

    def options(state: tuple[int, ...]) -> Iterator[tuple[tuple[int, ...], ...]]:
        for move in ruleset.checked_options(state if heaps > 1 else state[0]):
            yield tuple(part if isinstance(part, tuple) else (part,) for part in move)

    return OwnRule(ruleset.whole_rule, heaps, getattr(ruleset, "spread", False), options)


def far_laws(ruleset: Ruleset, engines: Engines) -> Laws | None:
    """Returns the laws of a user's function, with those whose proof failed, or None if there is no search. A kept law
    is only checked again."""
    if not is_function(ruleset) or not has_compiled():
        return None
    from .laws.kept import recalled
    from .laws.search import Laws

    begun = thread_seconds()
    law = recalled(_own_rule(ruleset))
    if law is not None:
        return Laws().with_law(law)
    table: Any
    if ruleset.heaps == 1:
        table, cut = _one_heap(ruleset, engines, LAW_HEAPS)
    elif ruleset.heaps == 2:
        table, cut = _two_heaps(ruleset, engines)
    else:
        table, cut = _three_heaps(ruleset, engines)
    laws = None if cut is not None else _laws(ruleset, table, begun, FAR_SECONDS)
    if laws is None or not laws.proved:
        tick()  # where the bound of the question itself is met, the search did not end
    return laws


def observed_law(ruleset: Ruleset, engines: Engines, failed: Iterable[Law] = ()) -> Observed | None:
    """Returns an unproved law of a user's function on one or two heaps that a table shows, or None. The proofs that
    ``failed`` must not refute it."""
    if not is_function(ruleset) or not has_compiled() or ruleset.heaps not in (1, 2):
        return None
    from sprague.system.arrays import np

    from .laws.observed import observed

    table: Any
    if ruleset.heaps == 1:
        table, cut = _one_heap(ruleset, engines, FURTHER * ONE_HEAP // 4, 2 * OWN_SECONDS)
    else:
        table, cut = _two_heaps(ruleset, engines)
    return None if cut is not None else observed(np.array(table, np.int64), failed)


def _rule_of(game: Rule | Ruleset) -> Rule | None:
    try:
        return game if isinstance(game, Rule) else rule_of(game)
    except UnsolvedError:
        return None


def report_of_row(ruleset: Ruleset, row: int) -> Report:
    """Returns a report on the values of Wythoff's game whose first heap is ``row``."""
    if ruleset.head != "wythoff":
        raise UnsolvedError(say("expected wythoff: rows of other games are not searched"))
    claims = rows.row_of_wythoff(row)
    if claims is None:
        return Report(
            "wythoff", "none", "values", [], note=say("no state recurred in the columns that were searched")
        )
    columns = rows.Columns(row)
    for _ in range(max(40, claims["start"] + 2 * claims["period"])):
        columns.add()
    return Report(
        "wythoff", "proved", "values", columns.values[-1], proof=claims, says=[rows.sentence(claims)]
    )


def _with_period(ruleset: Ruleset, engines: Engines, period: Callable[[], Period]) -> Report:
    if ruleset.heaps == 2:  # both lengths of the game repeat
        answers: Any = engines(ruleset)
        report = Report(ruleset.head, "none", "cells", answers.box((SQUARES[0],) * 2).tolist())
    else:
        values = as_list(heap_row(ruleset, ONE_HEAP // 4, engines))
        report = Report(ruleset.head, "none", "values", values, patterns=of_sequence(values))
    try:
        answer = period()
        report.note = answer.sentence
    except TooLargeError as error:
        answer, report.cut = None, error.message
    if answer is not None and answer.status == "proved":
        report.status = "proved"
        report.proof = answer.certificate()
        report.says = [answer.basis] if ruleset.heaps == 2 and answer.basis is not None else []
        if (growth := getattr(answer, "growth", None)) is not None:  # its sentence has the values
            report.says, report.note = [growth.sentence], None
    else:
        report.status = "observed" if report.patterns else "none"
        if answer is not None and has_compiled():
            from .laws.kinds import growth_of  # NumPy

            growth = growth_of(ruleset)
            if growth is not None:
                report.status, report.says, report.note = "proved", [growth.sentence], None
                report.patterns, report.proof = [], growth.certificate()
    return report


def _of_cells(ruleset: Ruleset, table: list[list[int]]) -> Report:
    patterns = of_table(table)
    if not patterns:  # the P-positions may be regular even if the values are not
        outcomes = [[int(value != 0) for value in row] for row in table]
        patterns = _of_outcomes(of_table(outcomes))
    if not patterns and outcomes == [list(column) for column in zip(*outcomes, strict=True)]:
        report = _of_pairs(ruleset, outcomes)
        if report.patterns:
            return report
    return Report(ruleset.head, _status(patterns), "cells", table, patterns=patterns)


def _of_outcomes(patterns: list[Pattern]) -> list[Pattern]:
    return [replace(pattern, guess=pattern.guess.of_outcomes()) for pattern in patterns]


def _of_pairs(ruleset: Ruleset, outcomes: list[list[int]]) -> Report:
    """Returns the P-positions of two heaps whose order does not matter, as pairs (smaller heap, larger heap)."""
    pairs = [(a, b) for a, row in enumerate(outcomes) for b, won in enumerate(row) if a <= b and not won]
    report = Report(ruleset.head, "none", "pairs", pairs[:PAIRS])
    # Near the end of the table the partner of a heap may lie outside it: stop at the first heap without one.
    paired = {heap for pair in pairs for heap in pair}
    unpaired = next(heap for heap in range(len(outcomes) + 1) if heap not in paired)
    fit_pairs(report, [(a, b) for a, b in pairs if a < max(unpaired, len(outcomes) // 3)])
    report.status = _status(report.patterns)
    return report


def _status(patterns: list[Pattern]) -> Any:
    if not patterns:
        return "none"
    return "observed" if any(p.first_failure is None for p in patterns) else "refuted"


def _grow(
    step: Callable[[int], object], least: int, most: int, seconds: float = OWN_SECONDS
) -> tuple[int, Message | None]:
    """Does the steps 0, 1, 2, …: at least ``least`` of them, and as many more as the time for a user's game allows.
    Returns their number, and the bound that ended them, if there was one. Raises BudgetError if not even one is
    done."""
    end = thread_seconds() + seconds
    count = 0
    try:
        while count < most and (count < least or thread_seconds() < end):
            tick()
            step(count)
            count += 1
    except BudgetError as error:
        if not count:
            raise
        return count, error.message
    return count, None


def _one_heap(
    ruleset: Ruleset, engines: Engines, most: int = ONE_HEAP // 4, seconds: float = OWN_SECONDS
) -> tuple[list[int], Message | None]:
    """Returns the values of one heap, or of one coin in a row, as far as the time allows."""
    if ruleset.by_place:
        return _one_coin(ruleset, engines, most)
    answers = engines(ruleset)
    values: list[int] = []
    _, cut = _grow(lambda n: values.append(int(answers.value(ruleset.states(n)[1][0]))), 40, most, seconds)
    return values, cut


def _one_coin(ruleset: Ruleset, engines: Engines, most: int) -> tuple[list[int], Message | None]:
    """Returns the values of single coins in a row, as far as a table of them can be made."""
    values: list[int] = []
    while len(values) < most:
        try:
            values = as_list(heap_row(ruleset, min(2 * len(values) + 20, most) - 1, engines))
        except (BudgetError, TooLargeError) as error:
            if not values:
                raise
            return values, error.message
    return values, None


def _boxes(answers: Any, sizes: Sequence[tuple[int, ...]]) -> tuple[NDArray[Any], Message | None]:
    """Returns the largest of some tables of values that the present bound and the time for a user's game allow. Also
    returns the bound, if it excluded larger tables. The estimate assumes that a position has as many options as a side,
    or the sides of a face, are long."""
    table = answers.box(sizes[0])
    for before, size in itertools.pairwise(sizes):
        begun = thread_seconds()
        try:
            tick()
            table = answers.box(size)
        except BudgetError as error:
            return table, error.message
        growth = (size[0] / before[0]) ** (2 * len(size) - 1)
        if (thread_seconds() - begun) * growth > OWN_SECONDS:
            break
    return table, None


def _two_heaps(ruleset: Ruleset, engines: Engines) -> tuple[list[list[int]], Message | None]:
    """Returns the values of two heaps below 200, or a smaller table if they take long, by growing squares."""
    answers = engines(ruleset)
    if hasattr(answers, "box") and has_compiled():
        square, cut = _boxes(answers, [(size, size) for size in SQUARES])
        return square.tolist(), cut
    try:
        ruleset.check((0, 0))
        state_of: Callable[[tuple[int, int]], Any] = ruleset.check
    except SpragueError:  # its states contain more than the heaps

        def state_of(heaps: tuple[int, int]) -> Any:
            return ruleset.read(f"{heaps[0]},{heaps[1]}")[0]

    values: dict[Any, int] = {}

    def widen(size: int) -> None:
        for n in range(size + 1):
            for heaps in {(n, size), (size, n)}:
                state = state_of(heaps)
                values[state] = _by_options(ruleset, state, values, engines)

    size, cut = _grow(widen, 24, TWO_HEAPS)
    return [[values[state_of((x, y))] for y in range(size)] for x in range(size)], cut


def _three_heaps(ruleset: Ruleset, engines: Engines) -> tuple[NDArray[np.int64], Message | None]:
    """Returns the values of three heaps: the largest of a few cubes that takes only a moment."""
    from sprague.system.arrays import np

    answers = engines(ruleset)
    size = 24
    for larger in THREE_HEAPS:
        if not hasattr(answers, "table_effort") or answers.table_effort((larger,) * 3).seconds > OWN_SECONDS:
            break
        size = larger
    if hasattr(answers, "box") and hasattr(answers, "table_effort"):
        cube, cut = _boxes(answers, [(side,) * 3 for side in (size // 4, size // 2, size)])
        return np.asarray(cube, np.int64), cut
    values_at: dict[tuple[int, ...], int] = {}

    def widen(side: int) -> None:
        for state in sorted(itertools.product(range(side + 1), repeat=3)):
            if max(state) == side:
                values_at[state] = _by_options(ruleset, state, values_at, engines)

    length, cut = _grow(widen, LEAST_CUBE, size)
    values = [values_at[state] for state in itertools.product(range(length), repeat=3)]
    return np.array(values).reshape((length,) * 3), cut


def _by_options(ruleset: Ruleset, state: Any, values: Mapping[Any, int], engines: Engines) -> int:
    """Returns the value from the options. The values of smaller heaps of the same game are known."""
    option_values = set()
    for option in ruleset.successors(state):
        total = 0
        for part in option:
            heaps = part.state
            if part.ruleset == ruleset and heaps in values:
                total ^= values[heaps]
            else:
                total ^= engines.value(Component(part.ruleset, heaps))
        option_values.add(total)
    value = 0
    while value in option_values:
        value += 1
    return value
