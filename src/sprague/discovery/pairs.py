"""Reports on rules on two heaps: a table of their P-positions, lines through these, and an automaton that is learned
and proved."""

from __future__ import annotations

from sprague.system.arrays import np
from sprague.words.errors import BudgetError, RangeError
from sprague.words.messages import join, say

from . import takeaway
from .alike import alike
from .atlas import FOR_MOVES
from .automata.formula import names_sets
from .automata.numeration import system
from .consequences import consequences
from .known import of_atlas, remember
from .lines import PAIRS, fit_pairs
from .proving import Search, prove
from .report import Report
from .rule import Rule
from .table import Table
from .theorem import measure_of
from .told import formula_of

#: Up to this factor of the last take, an automaton can add in the numeration of the game.
AUTOMATIC_FACTOR = 3


def of_rule(rule: Rule, limit: int) -> Report:
    """Returns a report on a rule on two heaps; learned automata have at most ``limit`` states."""
    if rule.formula is not None and names_sets(rule.formula):
        raise RangeError(say("expected a rule over numbers alone: the sets belong to one numeration"))
    if rule.formula is not None and measure_of(rule, system("2")) is None:
        raise RangeError(
            say("no simple measure falls with every move, so play may have no end"), where=rule.text[:60]
        )
    if (takeaway.factor_of(rule) or 0) > AUTOMATIC_FACTOR:  # automata cannot add in this numeration
        return _of_takeaway(rule)
    in_atlas = of_atlas(rule)
    search = (
        prove(rule, limit)
        if in_atlas is None or in_atlas.p_set.states <= limit
        else Search(rule, Table(rule))
    )
    search.theorem = search.theorem or in_atlas
    size = min(PAIRS if rule.formula is None else 64, search.table.most)
    cut = search.failed.get("") if search.out_of_time else None
    try:
        search.table.grow(size)
    except BudgetError as error:
        cut, size = error.message, min(size, search.table.rows)
    square = search.table.square(size) if size else np.zeros((0, 0), bool)
    cells = np.argwhere(np.triu(square) if (square == square.T).all() else square).tolist()
    pairs = [
        (x, y) for x, y in (cells if rule.symmetric else sorted(cells, key=lambda cell: (sum(cell), cell)))
    ]
    report = Report(
        rule.text, "none", "pairs", pairs[:PAIRS], theorem=search.theorem, failed=search.failed, cut=cut
    )
    if rule.forbidden:
        report.says = [
            say(
                "a P-position is lost for the player to move, once the other player has forbidden its options that are "
                "P, at most {count}",
                count=rule.forbidden,
            )
        ]
    if rule.symmetric:
        # Near the end of the table the partner of a heap may lie outside it.
        whole = [(a, b) for a, b in pairs if a < size // 3]
        fit_pairs(report, whole)
    if search.theorem is not None:
        report.status = "proved"
        if search.theorem is in_atlas:
            report.note = say(
                "this is the theorem of the atlas: it took more states, or more time, than given here"
            )
        try:
            report.alike = alike(search.theorem, *([FOR_MOVES] if search.theorem is in_atlas else []))
            report.follows = consequences(search.theorem)
        except BudgetError as error:
            report.cut = error.message
        if "pairs" in report.follows:
            report.formula = formula_of(report.follows["pairs"])
        if "parts" in report.follows:
            report.table = _limits(report.table)
        remember(report.certificate or {})
    elif report.patterns:
        report.status = "observed"
    systems = [name for name in search.failed if name]
    if search.theorem is None and (systems or not search.out_of_time):
        report.note = (
            say("not recognised: the time is over, after {systems}", systems=join(systems))
            if search.out_of_time
            else say(
                "not recognised: no automaton of at most {limit} states was proved in {systems}",
                limit=limit,
                systems=join(systems),
            )
        )
    return report


def _of_takeaway(rule: Rule) -> Report:
    claims = takeaway.certificate(rule)
    assert claims is not None
    starts = [(part, part - 1) for part in claims["parts"][:PAIRS]]
    return Report(rule.text, "proved", "pairs", starts, proof=claims, says=takeaway.sentences(claims))


def _limits(pairs: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Returns the P-positions of a take-away game as heap and limit, heap by heap. A limit above the heap is the
    heap."""
    return sorted((heap, limit) for heap, limit in pairs if heap > 0 and limit <= heap)
