"""Charts of games on heaps, by Altair (extra ``[plot]``): values, their frequencies, P-positions.

A chart is interactive in a notebook and as HTML, which is self-contained and fetches nothing. SVG and PNG files are
pictures of it. Long sequences are thinned out so that the picture stays the same.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Literal, get_args

from sprague.model.heap_rulesets import check_heap
from sprague.model.ruleset import Ruleset
from sprague.system.imports import whole
from sprague.words.errors import MissingExtraError, RangeError
from sprague.words.messages import Message, join, say

from . import registry
from .chart_files import cell
from .chart_files import form_of as form_of
from .chart_files import save as save

if TYPE_CHECKING:
    import altair
    import numpy as np
    from numpy.typing import NDArray

What = Literal["values", "frequencies", "p-positions"]

#: A chart in the words of Vega-Lite.
Spec = dict[str, Any]

KINDS: tuple[str, ...] = get_args(What)

#: The most points of a picture, each in a cell of its own.
MOST_POINTS = 20_000

#: The most squares of a map of two heaps.
MOST_SQUARES = 90_000

#: Width and height in pixels.
SIZE = (900, 450)

#: Colours that differ also for those who do not tell red from green.
_COMMON, _RARE = "#3b6fb5", "#d55e00"


def plot(
    game: Any,
    to: int | Sequence[int],
    what: What = "values",
    *,
    progress: Callable[[int, int], None] | None = None,
) -> altair.Chart:
    """Returns a chart of the heaps up to ``to`` of a game, given as an object or as text. For a game on two heaps, or a
    sum of two heaps, ``to`` may be a pair of sizes.

    ``values`` shows the value of each heap, with a separate colour for rare heaps if a mask is known. On two heaps it
    is a map with a square for each pair, coloured by its value, of at most 90,000 squares. ``frequencies`` shows how
    many heaps have each value. ``p-positions`` shows the P-positions of a game on two heaps as points, or for a game on
    one heap the number of P-positions up to each heap.

    Raises MissingExtraError without Altair, NotationError if the text is not a game, and RangeError if the game is not
    on heaps, or not on one heap where the chart needs this.
    """
    alt = _altair()
    drawn = spec(game, to, what, progress=progress)
    points = drawn.pop("data")
    chart: altair.Chart = _class(alt.Chart).from_dict(drawn | {"data": {"values": []}})
    chart.data = alt.Data(**points)
    return chart


def spec(
    game: Any,
    to: int | Sequence[int],
    what: What = "values",
    *,
    progress: Callable[[int, int], None] | None = None,
) -> Spec:
    """Returns the chart of :func:`plot` as a Vega-Lite specification, which takes a twentieth of the time."""
    game = registry.ruleset_of(game)
    if what not in KINDS:
        raise RangeError(say("expected one of {kinds}, got {what}", kinds=join(KINDS), what=what))
    if what == "values" and (game.heaps == 2 or not hasattr(to, "__index__")):
        return _map(game, (to, to) if hasattr(to, "__index__") else tuple(to))  # type: ignore[arg-type]
    to = check_heap(to, game.head)
    if to < 1:
        raise RangeError(say("expected a largest heap >= 1, got {to}", to=to))
    if what == "p-positions" and game.heaps == 2:
        return _pairs(game, to)
    from sprague.takebreak.codes import code_of
    from sprague.takebreak.statistics import statistics_of

    values = registry.values(game, to, progress=progress)
    statistics = statistics_of(values, game.head, code_of(game))
    if what == "frequencies":
        return _frequencies(game, statistics.frequencies)
    if what == "p-positions":
        return _growth(game, to, statistics.zeros)
    return _values(game, values, statistics.rares)


def thinned(x: NDArray[Any], y: NDArray[Any], most: int = MOST_POINTS) -> NDArray[np.int64]:
    """Returns the indices of at most ``most`` points whose picture looks like that of all points: the first point in
    each cell of the finest grid with at most ``most`` occupied cells. If there are no more than ``most`` points, it
    keeps all.

    >>> import numpy as np
    >>> thinned(np.arange(4), np.zeros(4)).tolist(), len(thinned(np.arange(10**5), np.arange(10**5) % 7, 1000))
    ([0, 1, 2, 3], 917)
    """
    from sprague.system.arrays import np

    if len(x) <= most:
        return np.arange(len(x))
    wide, high = SIZE
    while True:
        column = _cells(x, wide)
        row = _cells(y, high)
        indices = np.unique(column * high + row, return_index=True)[1]
        if len(indices) <= most:
            return np.sort(indices)
        wide, high = max(1, wide * 9 // 10), max(1, high * 9 // 10)


def _cells(x: NDArray[Any], count: int) -> NDArray[np.int64]:
    """Returns the cell in which each number lies; ``count`` cells of equal width reach from the least number to the
    largest."""
    from sprague.system.arrays import np

    low = int(x.min())
    span = max(int(x.max()) - low, 1)
    return np.minimum((x.astype(np.int64) - low) * count // span, count - 1)


def _values(game: Ruleset, values: NDArray[Any], rares: NDArray[np.int64] | None) -> Spec:
    from sprague.system.arrays import np

    indices = thinned(np.arange(len(values)), values)
    rare = np.zeros(len(values), bool)
    if rares is not None:
        # Rare heaps are few, and the picture is about them: they are thinned out separately.
        indices = np.union1d(indices[~np.isin(indices, rares)], rares[thinned(rares, values[rares])])
        rare[rares] = True
    rows = [
        {"heap": int(n), "value": int(values[n]), "kind": "rare" if rare[n] else "common"} for n in indices
    ]
    size = 30 if len(rows) < 1000 else 8 if len(rows) < 10_000 else 3
    chart = _chart(
        rows, say("{game}: values of heaps 0 to {to}", game=game.head, to=len(values) - 1), len(values)
    )
    colour: Spec = {"value": _COMMON}
    if rares is not None:
        scale = {"domain": ["common", "rare"], "range": [_COMMON, _RARE]}
        colour = {"field": "kind", "type": "nominal", "scale": scale, "title": None}
    mark = {"type": "point", "size": size, "filled": True, "opacity": 0.8}
    return chart | {"mark": mark} | _along("heap", "value", color=colour)


def _map(game: Ruleset, to: Sequence[int]) -> Spec:
    """Returns a square for each pair of heaps, coloured by its value."""
    from .tables import table

    if len(to) != 2:
        raise RangeError(say("expected the sizes of two heaps, such as 100x100, got {count}", count=len(to)))
    cells = math.prod(check_heap(n, game.head) + 1 for n in to)
    if cells > MOST_SQUARES:
        raise RangeError(
            say(
                "expected at most {most} pairs of heaps in a map, got {count}", most=MOST_SQUARES, count=cells
            )
        )
    squares = table(game, to)
    rows = [
        {"first": i, "second": j, "value": value}
        for i, row in enumerate(squares.tolist())
        for j, value in enumerate(row)
    ]
    side = min(SIZE[0] / squares.shape[1], SIZE[0] / squares.shape[0])
    # Squares meet without a gap: each reaches from half below its heap to half above.
    edges = {
        "left": "datum.second - 0.5",
        "right": "datum.second + 0.5",
        "top": "datum.first - 0.5",
        "bottom": "datum.first + 0.5",
    }
    flush = {"nice": False, "zero": False}
    title = say("{game}: values up to {first}, {second}", game=game.head, first=to[0], second=to[1])
    return _chart(rows, title) | {
        "width": side * squares.shape[1],
        "height": side * squares.shape[0],
        "transform": [{"calculate": formula, "as": edge} for edge, formula in edges.items()],
        "mark": {"type": "rect", "stroke": None},
        "encoding": {
            "x": _number("left", title="second", scale=flush),
            "x2": {"field": "right"},
            "y": _number("top", title="first", scale=flush | {"reverse": True}),
            "y2": {"field": "bottom"},
            "color": _number("value", title="value", scale={"scheme": "viridis"}),
            "tooltip": [_number(name) for name in ("first", "second", "value")],
        },
    }


def _frequencies(game: Ruleset, counts: dict[int, int]) -> Spec:
    if len(counts) > MOST_POINTS:
        raise RangeError(
            say("expected at most {most} different values, got {count}", most=MOST_POINTS, count=len(counts))
        )
    rows = [{"value": value, "heaps": count} for value, count in counts.items()]
    wide = max(1, min(20, SIZE[0] // (max(counts) + 2) - 1))
    chart = _chart(rows, say("{game}: how many heaps have each value", game=game.head))
    mark = {"type": "bar", "color": _COMMON, "size": wide}
    return chart | {"mark": mark} | _along("value", "heaps", [-1, max(counts) + 1])


def _growth(game: Ruleset, to: int, zeros: NDArray[np.int64]) -> Spec:
    from sprague.system.arrays import np

    heaps = np.concatenate(([0], zeros, [to]))
    counts = np.minimum(np.arange(len(heaps)), len(zeros))
    rows = [{"heap": int(heaps[i]), "P-positions": int(counts[i])} for i in thinned(heaps, counts)]
    chart = _chart(rows, say("{game}: P-positions up to each heap", game=game.head), len(heaps))
    mark = {"type": "line", "interpolate": "step-after", "color": _COMMON, "point": len(rows) < 200}
    return chart | {"mark": mark} | _along("heap", "P-positions")


def _pairs(game: Ruleset, to: int) -> Spec:
    from sprague.system.arrays import np

    from .p_positions import p_position_stream

    stream = p_position_stream(game, within=to)
    pairs = list(itertools.takewhile(lambda pair: max(pair) <= to, stream))
    if game.symmetric:
        pairs += [(b, a) for a, b in pairs if a != b]
    points = np.array(pairs or [(0, 0)], np.int64)
    indices = thinned(points[:, 0], points[:, 1])
    rows = [{"first": int(points[i, 0]), "second": int(points[i, 1])} for i in indices] if pairs else []
    chart = _chart(rows, say("{game}: P-positions", game=game.head), len(pairs))
    mark = {"type": "point", "size": 8 if len(rows) > 500 else 30, "filled": True, "color": _COMMON}
    return chart | {"width": SIZE[1], "height": SIZE[1], "mark": mark} | _along("first", "second")


def _along(x: str, y: str, domain: list[int] | None = None, **more: Spec) -> Spec:
    """Returns two axes that the reader can move and zoom; a tooltip shows both numbers."""
    scale: Spec = {"nice": False} | ({"domain": domain} if domain else {})
    return {
        "encoding": {
            "x": _number(x, scale=scale),
            "y": _number(y),
            "tooltip": [_number(x), _number(y)],
            **more,
        },
        "params": [
            {"name": "view", "select": {"type": "interval", "encodings": ["x", "y"]}, "bind": "scales"}
        ],
    }


def _number(field: str, **more: Any) -> Spec:
    """Returns a channel that shows a number."""
    return {"field": field, "type": "quantitative", **more}


def _chart(rows: list[dict[str, Any]], title: Message, count: int = 0) -> Spec:
    """Returns the data and the title. If points were left out, a line below it says how many of ``count`` are drawn."""
    heading: Spec = {"text": str(title)}
    if count > len(rows):
        heading["subtitle"] = str(
            say(
                "{shown} of {count} points: the first in every cell of a fine grid",
                shown=len(rows),
                count=count,
            )
        )
    return {"width": SIZE[0], "height": SIZE[1], "title": heading, "data": {"values": rows}}


@lru_cache(maxsize=1)
def _class(base: Any) -> Any:
    """Altair's class of charts, with a display in notebooks that fetches nothing unless the user has chosen another
    display (``altair.renderers.enable``)."""
    import altair

    class Chart(base):  # type: ignore[misc]
        def _repr_mimebundle_(self, *given: Any, **named: Any) -> Any:
            if altair.renderers.active != "default":
                return super()._repr_mimebundle_(*given, **named)
            return {"text/html": cell(self), "text/plain": repr(self)}

        def __reduce__(self) -> tuple[Any, ...]:
            return _unpickled, (self.to_dict(),)

    return Chart


def _unpickled(drawn: Spec) -> altair.Chart:
    chart: altair.Chart = _class(_altair().Chart).from_dict(drawn)
    return chart


def _altair() -> Any:
    try:
        whole("altair")
        import altair
    except ImportError:
        raise MissingExtraError("plot", say("a chart")) from None
    return altair
