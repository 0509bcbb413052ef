"""From the rules of a game to the facts about it: the search behind ``sg.discover``."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from sprague.games.vectors.rules import Vectors
from sprague.model.engine import Engines
from sprague.model.heap_values import as_list, heap_row
from sprague.model.ruleset import Ruleset
from sprague.system.clock import thread_seconds
from sprague.system.imports import has_compiled
from sprague.words.errors import BudgetError, TooLargeError, UnsolvedError
from sprague.words.messages import say

from . import rows
from .cells import of_cube, of_table
from .guess import Pattern, retested
from .laws.of_game import FURTHER, LAW_HEAPS, is_function, laws_of
from .lines import PAIRS, fit_pairs
from .patterns import of_sequence
from .report import Report
from .rule import Rule, rule_of
from .small_tables import ONE_HEAP, OWN_SECONDS, SQUARES, one_heap, three_heaps, two_heaps

if TYPE_CHECKING:
    from sprague.takebreak.statement import Period

    from .laws.law import Law


def report_of(game: Rule | Ruleset, limit: int, engines: Engines) -> Report:
    """Returns a report on a game; learned automata have at most ``limit`` states. Without compiled code, as in a
    browser, it learns and proves nothing about rules on two or more heaps, and only examines their tables."""
    rule = _rule_of(game)
    if rule is not None and (has_compiled() or isinstance(game, Rule)):
        from .pairs import of_rule  # NumPy

        begun = thread_seconds()
        report = of_rule(rule, limit)
        return _with_values(report, game, engines, begun) if isinstance(game, Vectors) else report
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
        values, cut = one_heap(ruleset, engines)
        patterns = of_sequence(values)
        report = Report(ruleset.head, _status(patterns), "values", values, patterns=patterns, cut=cut)
        evidence = engines(ruleset).evidence(ruleset.states(5)[1][0], True)
        report.says = [evidence.sentence] if evidence.kind == "theorem" else []
        if cut is not None:
            return report
        if len(values) == ONE_HEAP // 4:  # else its time is over
            values, _ = one_heap(ruleset, engines, LAW_HEAPS)
        report = _with_laws(report, ruleset, begun, values)
        if report.observed:
            _look_further(report, ruleset, engines)
        return report
    if ruleset.heaps == 2:
        cells, cut = two_heaps(ruleset, engines)
        report = _of_cells(ruleset, cells)
        report.cut = cut
        return _with_laws(report, ruleset, begun, cells)
    if ruleset.heaps == 3:
        cube, cut = three_heaps(ruleset, engines)
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
            values, _ = one_heap(ruleset, engines, count, OWN_SECONDS / 2)
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
    laws = laws_of(ruleset, table or report.table, begun)
    report.laws, report.cut = laws.proved, laws.cut
    if report.kind == "values":
        _without_refuted(report, [law for law, _ in laws.failed])
    report.spread = getattr(ruleset, "spread", isinstance(ruleset, Vectors))
    if any(law.valued for law in report.laws) or (report.laws and not report.patterns):
        report.status = "proved"
    elif laws.unread is not None:
        report.unread = say("nothing is proved: {why}", why=laws.unread)
    return report


def _with_values(report: Report, ruleset: Vectors, engines: Engines, begun: float) -> Report:
    """Adds to the report on the P-positions of two heaps the law of the values, and what it says near the diagonal."""
    if report.cut is not None or ruleset.heaps != 2:
        return report
    from .laws.diagonals import near_diagonal

    try:
        cells, report.cut = two_heaps(ruleset, engines)
        if report.cut is None:
            laws = laws_of(ruleset, cells, begun, outcomes=False)
            report.laws, report.spread, report.cut = laws.proved, True, laws.cut
            report.diagonals = [each for law in laws.proved for each in near_diagonal(law, ruleset.symmetric)]
    except BudgetError as error:
        report.cut = error.message
    if report.laws:
        report.status = "proved"
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
