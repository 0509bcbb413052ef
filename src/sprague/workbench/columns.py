"""Puts facts about many games on heaps into one table: ``sg.table``.

Octal codes with the same reduced form are one game up to a shift (:mod:`sprague.takebreak.reduction`). So a table of
many codes computes the values of each form once: the 4,095 codes of four digits have 896 forms.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Literal, get_args, overload

from sprague.model.heap_rulesets import check_heap
from sprague.model.ruleset import Ruleset
from sprague.system.ask import Ask, Effort, Step, asking, require, tick
from sprague.takebreak.codes import Code, code_of
from sprague.takebreak.period import search
from sprague.takebreak.reduction import is_octal, reduce_code
from sprague.takebreak.rules import TakeAndBreak
from sprague.takebreak.sequence import Values
from sprague.takebreak.statement import Period
from sprague.takebreak.statistics import statistics_of
from sprague.words.errors import BudgetError, MissingExtraError, RangeError, SpragueError
from sprague.words.messages import join, say

from . import registry
from .heaps import period

if TYPE_CHECKING:
    import numpy as np
    import pandas
    import polars
    import pyarrow
    from numpy.typing import NDArray

#: What a table of games can say: of each heap, and of each game.
Column = Literal[
    "value", "outcome", "period", "preperiod", "saltus", "status", "max", "argmax", "zeros", "rare_mask"
]
OF_HEAPS = ("value", "outcome")
OF_PERIODS = ("period", "preperiod", "saltus", "status")
OF_VALUES = ("max", "argmax", "zeros", "rare_mask")
IN_WORDS = ("status", "rare_mask")

#: The bytes of a row of a table.
BYTES_A_ROW = 32


@overload
def table(
    games: Iterable[Any],
    to: int = ...,
    columns: Sequence[Column] = ...,
    kind: Literal["arrow"] = ...,
    progress: Callable[[Step], None] | None = ...,
) -> pyarrow.Table: ...
@overload
def table(
    games: Iterable[Any],
    to: int = ...,
    columns: Sequence[Column] = ...,
    *,
    kind: Literal["pandas"],
    progress: Callable[[Step], None] | None = ...,
) -> pandas.DataFrame: ...
@overload
def table(
    games: Iterable[Any],
    to: int = ...,
    columns: Sequence[Column] = ...,
    *,
    kind: Literal["polars"],
    progress: Callable[[Step], None] | None = ...,
) -> polars.DataFrame: ...
def table(
    games: Iterable[Any],
    to: int = 1000,
    columns: Sequence[Column] = ("period", "preperiod", "status"),
    kind: Literal["arrow", "pandas", "polars"] = "arrow",
    progress: Callable[[Step], None] | None = None,
) -> Any:
    """Returns a table about games on one heap, given by names, by codes or as objects. With "value" or "outcome" among
    the ``columns`` it has a row for each heap 0..``to`` of each game, otherwise a row for each game. The other columns
    are "period", "preperiod", "saltus" and "status", from a search up to heap ``to``, and "max", "argmax", "zeros" (the
    number of heaps with the value 0) and "rare_mask" for the heaps 1..``to``. An unknown entry is null.

    ``kind`` is "arrow" (extra ``[parquet]``), or "pandas" or "polars" if they are installed as well. Raises RangeError
    for an unknown column or a game that is not on one heap, and BudgetError at a bound.

    >>> table(["kayles", "0.137"], to=2000).to_pydict()["period"]
    [12, 34]
    >>> table(["kayles"], to=4, columns=["value", "outcome"]).to_pydict()["outcome"]
    ['P', 'N', 'N', 'N', 'N']
    """
    wrong = [str(column) for column in columns if column not in get_args(Column)]
    if wrong or not columns:
        raise RangeError(
            say(
                "expected columns among {names}, got {wrong}",
                names=join(get_args(Column)),
                wrong=join(wrong) if wrong else say("none"),
            )
        )
    makers: dict[str, Callable[[Any], Any]] = {
        "arrow": lambda arrow: arrow,
        "pandas": _pandas,
        "polars": _polars,
    }
    if kind not in makers:
        raise RangeError(say("expected {kinds}, got {kind}", kinds=join(makers), kind=str(kind)))
    budget = asking(Ask(progress=progress))
    return makers[kind](budget.run(_arrow, list(games), to, list(dict.fromkeys(columns))))


def _arrow(games: list[Any], to: int, columns: list[Column]) -> Any:
    try:
        import pyarrow
    except ImportError:
        raise MissingExtraError("parquet", say("a table of Arrow's")) from None
    from sprague.system.arrays import np

    rulesets = [registry.ruleset_of(game) for game in games]
    to = check_heap(to, "to")
    of_games = [name for name in columns if name not in OF_HEAPS]
    by_heap = len(of_games) < len(columns)
    heaps = to + 1 if by_heap else 1
    count = heaps * len(rulesets)
    require(Effort(count, BYTES_A_ROW * count, sure=True), say("a table of {count} rows", count=count))
    values = np.empty((len(rulesets), heaps if by_heap else 0), np.int64)
    facts: dict[str, list[Any]] = {name: [] for name in of_games}
    for place, (ruleset, row) in enumerate(_rows(rulesets, to)):
        tick(lambda place=place: Step(say("games"), place, len(rulesets)))
        values[place] = row[: values.shape[1]]
        for name, fact in _facts(ruleset, row, of_games).items():
            facts[name].append(fact)

    def of_heaps(indices: NDArray[np.integer[Any]], words: Any) -> Any:
        return pyarrow.DictionaryArray.from_arrays(pyarrow.array(indices), words)

    words, numbers = pyarrow.string(), pyarrow.int64()
    heads = pyarrow.array([ruleset.head for ruleset in rulesets], words)
    game_numbers = np.repeat(np.arange(len(rulesets), dtype=np.int32), heaps)
    columns_made = {"game": of_heaps(game_numbers, heads) if by_heap else heads}
    if by_heap:
        columns_made["heap"] = pyarrow.array(np.tile(np.arange(heaps), len(rulesets)))
    for name in columns:
        if name == "value":
            columns_made[name] = pyarrow.array(values.ravel())
        elif name == "outcome":
            columns_made[name] = of_heaps((values.ravel() != 0).astype(np.int8), pyarrow.array(["P", "N"]))
        else:
            fact = pyarrow.array(facts[name], words if name in IN_WORDS else numbers)
            columns_made[name] = fact.take(pyarrow.array(game_numbers)) if by_heap else fact
    return pyarrow.table(columns_made)


def _rows(rulesets: list[Ruleset], to: int) -> Iterator[tuple[Ruleset, NDArray[np.integer[Any]]]]:
    """Yields each game with its values up to heap ``to``."""
    from sprague.system.arrays import np

    forms: dict[Code, NDArray[np.integer[Any]]] = {}
    for ruleset in rulesets:
        code = code_of(ruleset)
        if code is None or not is_octal(code):
            yield ruleset, registry.values(ruleset, to)
            continue
        form, shift = reduce_code(code)
        if form not in forms:
            forms[form] = registry.values(TakeAndBreak(form), to)
        row = np.zeros(to + 1, forms[form].dtype)
        row[shift:] = forms[form][: max(to + 1 - shift, 0)]
        yield ruleset, row


def _facts(ruleset: Ruleset, row: NDArray[np.integer[Any]], wanted: list[Column]) -> dict[Column, Any]:
    """Returns the facts about a whole game with these values."""
    facts: dict[Column, Any] = dict.fromkeys(wanted)
    code, to = code_of(ruleset), len(row) - 1
    if any(name in OF_PERIODS for name in wanted):
        try:
            seen = period(ruleset, to) if code is None else _searched(ruleset.head, code, row)
            facts |= {name: getattr(seen, name) for name in wanted if name in OF_PERIODS}
        except BudgetError:
            raise
        except SpragueError:  # the search for a period does not support this game
            pass
    if to and any(name in OF_VALUES for name in wanted):
        summary = statistics_of(row, ruleset.head, code)
        all_of_them = {
            "max": summary.max,
            "argmax": summary.argmax,
            "zeros": len(summary.zeros),
            "rare_mask": summary.rare_mask,
        }
        facts |= {name: all_of_them[name] for name in wanted if name in all_of_them}
    return facts


def _searched(head: str, code: Code, row: NDArray[np.integer[Any]]) -> Period:
    """Returns the period of a code with these values."""
    values = Values(code)
    values.seen = memoryview(row.data)
    return search(head, values, len(row) - 1)


def _pandas(arrow: Any) -> Any:
    """Returns the table for pandas. Its columns of integers stay integers even if some entries are unknown."""
    if importlib.util.find_spec("pandas") is None:
        raise _not_installed("pandas")
    unknown = {
        name: "Int64" for name in arrow.column_names if arrow[name].null_count and name not in IN_WORDS
    }
    frame = arrow.to_pandas(integer_object_nulls=True).astype(unknown)
    return frame


def _polars(arrow: Any) -> Any:
    if importlib.util.find_spec("polars") is None:
        raise _not_installed("polars")
    import polars

    return polars.from_arrow(arrow)


def _not_installed(library: str) -> RangeError:
    return RangeError(say("a table for {library} needs it: pip install {library}", library=library))
