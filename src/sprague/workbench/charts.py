"""Charts of games on heaps, by Altair (extra ``[plot]``): values, their frequencies, P-positions.

A chart is interactive in a notebook and as HTML, which holds everything that it needs and fetches nothing; SVG and
PNG are pictures of it. Long sequences are thinned out so that the picture stays the same.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Literal, get_args

from sprague.model.heap_rulesets import check_heap
from sprague.model.ruleset import Ruleset
from sprague.system.ask import Effort, require
from sprague.system.limits import bytes_text
from sprague.words.errors import FileError, MissingExtraError, RangeError, SpragueError, TooLargeError
from sprague.words.messages import join, say, say_plural

from . import registry

if TYPE_CHECKING:
    import altair
    import numpy as np
    from numpy.typing import NDArray

What = Literal["values", "frequencies", "p-positions"]

KINDS: tuple[str, ...] = get_args(What)

#: What a point of a chart takes until it is drawn, on the machine of the measurements.
BYTES_A_ROW, SECONDS_A_ROW = 4000, 3e-4

#: Address space that vl-convert's engine (V8) takes when it starts: with 64 GiB it ends the process, with 128 GiB not.
ADDRESS_SPACE = 128 << 30

#: A picture holds at most so many points, each in a cell of its own.
MOST_POINTS = 20_000

#: A map of two heaps holds at most so many squares.
MOST_SQUARES = 90_000

#: Width and height in pixels.
SIZE = (900, 450)

_FORMATS = ("html", "svg", "png")

#: Colours that differ also for those who do not tell red from green.
_COMMON, _RARE = "#3b6fb5", "#d55e00"


def plot(
    game: Any,
    to: int | Sequence[int],
    what: What = "values",
    *,
    progress: Callable[[int, int], None] | None = None,
) -> altair.Chart:
    """A chart of the heaps up to ``to`` of a game, given as such or as text; of a game on two heaps, or a sum of two,
    ``to`` may be a pair of sizes.

    ``values``: the value of each heap, rare heaps in a colour of their own where a mask is known; on two heaps, a map
    with a square for each pair, coloured by its value, at most 90,000 of them.
    ``frequencies``: how many heaps have each value. ``p-positions``: of a game on two heaps, the P-positions as
    points; of one on one heap, how many there are up to each.

    Raises MissingExtraError without Altair, NotationError for a text that is no game, RangeError for a game that is
    not on heaps, or not on one where one is wanted.
    """
    game = registry.ruleset_of(game)
    if what not in KINDS:
        raise RangeError(say("expected one of {kinds}, got {what}", kinds=join(KINDS), what=what))
    if what == "values" and (game.heaps == 2 or not hasattr(to, "__index__")):
        return _map(game, (to, to) if hasattr(to, "__index__") else tuple(to))  # type: ignore[arg-type]
    to = check_heap(to, game.head)
    if to < 1:
        raise RangeError(say("expected a largest heap >= 1, got {to}", to=to))
    _altair()
    if what == "p-positions" and game.heaps == 2:
        return _pairs(game, to)
    from sprague.takebreak.codes import code_of
    from sprague.takebreak.statistics import statistics_of

    values = registry.values(game, to, progress=progress)
    found = statistics_of(values, game.head, code_of(game))
    if what == "frequencies":
        return _frequencies(game, found.frequencies)
    if what == "p-positions":
        return _growth(game, to, found.zeros)
    return _values(game, values, found.rares)


def save(chart: altair.Chart, target: Any, form: str) -> None:
    """Write ``chart`` as ``form`` (html, svg or png) into ``target``, a file open for bytes.

    Raises MissingExtraError when vl-convert-python is not installed, TooLargeError for what the budget in force cannot
    hold.
    """
    convert = _vl_convert()
    spec = chart.to_dict()
    rows = len(spec.get("data", {}).get("values", ()))
    if form != "html":
        require(
            Effort(rows, BYTES_A_ROW * rows, SECONDS_A_ROW * rows),
            say_plural("a chart of {count} point", "a chart of {count} points", rows),
        )
    if form == "html":
        target.write(convert.vegalite_to_html(spec, bundle=True).encode())
    elif form == "svg":
        target.write(convert.vegalite_to_svg(spec).encode())
    elif form == "png":
        target.write(convert.vegalite_to_png(spec, scale=2))
    else:
        raise SpragueError(say("expected one of {forms}, got {form}", forms=join(_FORMATS), form=form))


def form_of(path: str) -> str:
    """The form that a file name asks for; FileError when it is none of html, svg and png."""
    form = path.rpartition(".")[2].lower()
    if form not in _FORMATS or "." not in path:
        raise FileError(say("expected a file name that ends in .html, .svg or .png"), where=path)
    return form


def thinned(x: NDArray[Any], y: NDArray[Any], most: int = MOST_POINTS) -> NDArray[np.int64]:
    """Indices of at most ``most`` points that look like all: the first point in every cell of the finest grid that
    has so few cells with points. Few points are all kept.

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
        kept = np.unique(column * high + row, return_index=True)[1]
        if len(kept) <= most:
            return np.sort(kept)
        wide, high = max(1, wide * 9 // 10), max(1, high * 9 // 10)


def _cells(x: NDArray[Any], count: int) -> NDArray[np.int64]:
    """The cell, of ``count`` of equal width from the least to the largest, in which each number lies."""
    from sprague.system.arrays import np

    low = int(x.min())
    span = max(int(x.max()) - low, 1)
    return np.minimum((x.astype(np.int64) - low) * count // span, count - 1)


def _values(game: Ruleset, values: NDArray[Any], rares: NDArray[np.int64] | None) -> altair.Chart:
    from sprague.system.arrays import np

    alt = _altair()
    kept = thinned(np.arange(len(values)), values)
    rare = np.zeros(len(values), bool)
    if rares is not None:
        # Rare heaps are few, and the point of the picture: they are thinned out among themselves.
        kept = np.union1d(kept[~np.isin(kept, rares)], rares[thinned(rares, values[rares])])
        rare[rares] = True
    rows = [{"heap": int(n), "value": int(values[n]), "kind": "rare" if rare[n] else "common"} for n in kept]
    size = 30 if len(rows) < 1000 else 8 if len(rows) < 10_000 else 3
    chart = _chart(rows, str(say("{game}: values of heaps 0 to {to}", game=game.head, to=len(values) - 1)))
    colour: Any = alt.value(_COMMON)
    if rares is not None:
        scale = alt.Scale(domain=["common", "rare"], range=[_COMMON, _RARE])
        colour = alt.Color("kind:N", scale=scale, title=None)
    mark = chart.mark_point(size=size, filled=True, opacity=0.8)
    return _interactive(mark, "heap", "value", color=colour)


def _map(game: Ruleset, to: Sequence[int]) -> altair.Chart:
    """A square for each pair of heaps, coloured by its value."""
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
    alt = _altair()
    found = table(game, to)
    rows = [
        {"first": i, "second": j, "value": value}
        for i, row in enumerate(found.tolist())
        for j, value in enumerate(row)
    ]
    title = str(say("{game}: values up to {first}, {second}", game=game.head, first=to[0], second=to[1]))
    side = min(SIZE[0] / found.shape[1], SIZE[0] / found.shape[0])
    chart = _chart(rows, title).properties(width=side * found.shape[1], height=side * found.shape[0])
    # Squares meet without a gap: each reaches from half below its heap to half above.
    mark = chart.transform_calculate(
        left="datum.second - 0.5",
        right="datum.second + 0.5",
        top="datum.first - 0.5",
        bottom="datum.first + 0.5",
    ).mark_rect(stroke=None)
    drawn: altair.Chart = mark.encode(
        x=alt.X("left:Q", title="second", scale=alt.Scale(nice=False, zero=False)),
        x2="right:Q",
        y=alt.Y("top:Q", title="first", scale=alt.Scale(nice=False, zero=False, reverse=True)),
        y2="bottom:Q",
        color=alt.Color("value:Q", scale=alt.Scale(scheme="viridis"), title="value"),
        tooltip=["first:Q", "second:Q", "value:Q"],
    )
    return drawn


def _frequencies(game: Ruleset, counts: dict[int, int]) -> altair.Chart:
    if len(counts) > MOST_POINTS:
        raise RangeError(
            say("expected at most {most} different values, got {count}", most=MOST_POINTS, count=len(counts))
        )
    rows = [{"value": value, "heaps": count} for value, count in counts.items()]
    title = str(say("{game}: how many heaps have each value", game=game.head))
    wide = max(1, min(20, SIZE[0] // (max(counts) + 2) - 1))
    mark = _chart(rows, title).mark_bar(color=_COMMON, size=wide)
    return _interactive(mark, "value", "heaps", [-1, max(counts) + 1])


def _growth(game: Ruleset, to: int, zeros: NDArray[np.int64]) -> altair.Chart:
    from sprague.system.arrays import np

    heaps = np.concatenate(([0], zeros, [to]))
    counts = np.minimum(np.arange(len(heaps)), len(zeros))
    rows = [{"heap": int(heaps[i]), "P-positions": int(counts[i])} for i in thinned(heaps, counts)]
    title = str(say("{game}: P-positions up to each heap", game=game.head))
    mark = _chart(rows, title).mark_line(interpolate="step-after", color=_COMMON, point=len(rows) < 200)
    return _interactive(mark, "heap", "P-positions")


def _pairs(game: Ruleset, to: int) -> altair.Chart:
    from sprague.system.arrays import np

    from .p_positions import p_position_stream

    stream = p_position_stream(game, within=to)
    pairs = list(itertools.takewhile(lambda pair: max(pair) <= to, stream))
    if game.symmetric:
        pairs += [(b, a) for a, b in pairs if a != b]
    points = np.array(pairs or [(0, 0)], np.int64)
    kept = thinned(points[:, 0], points[:, 1])
    rows = [{"first": int(points[i, 0]), "second": int(points[i, 1])} for i in kept] if pairs else []
    chart = _chart(rows, str(say("{game}: P-positions", game=game.head)))
    chart = chart.properties(width=SIZE[1], height=SIZE[1])
    mark = chart.mark_point(size=8 if len(rows) > 500 else 30, filled=True, color=_COMMON)
    return _interactive(mark, "first", "second")


def _interactive(mark: Any, x: str, y: str, domain: list[int] | None = None, **more: Any) -> altair.Chart:
    """The mark along two axes with both numbers shown under the mouse."""
    alt = _altair()
    encoded = mark.encode(
        x=alt.X(f"{x}:Q", scale=alt.Scale(nice=False, **({"domain": domain} if domain else {}))),
        y=alt.Y(f"{y}:Q"),
        tooltip=[f"{x}:Q", f"{y}:Q"],
        **more,
    )
    chart: altair.Chart = encoded.interactive()
    return chart


def _chart(rows: list[dict[str, Any]], title: str) -> altair.Chart:
    alt = _altair()
    chart: altair.Chart = alt.Chart(alt.Data(values=rows)).properties(
        width=SIZE[0], height=SIZE[1], title=title
    )
    return chart


def _altair() -> Any:
    try:
        import altair
    except ImportError:
        raise MissingExtraError("plot", say("a chart")) from None
    return altair


def _vl_convert() -> Any:
    try:
        import vl_convert
    except ImportError:
        raise MissingExtraError("plot", say("a chart in a file")) from None
    _require_address_space()
    return vl_convert


def _require_address_space() -> None:
    """TooLargeError where the process may not have as much as the library's engine takes, which would end the process
    without a word."""
    try:
        import resource
    except ImportError:  # not every system has such limits
        return
    limit, _ = resource.getrlimit(resource.RLIMIT_AS)
    if limit != resource.RLIM_INFINITY and limit < ADDRESS_SPACE:
        raise TooLargeError(
            say(
                "a chart in a file needs {wanted} of address space, of which little is used; the limit is {limit} "
                "(ulimit -v)",
                wanted=bytes_text(ADDRESS_SPACE),
                limit=bytes_text(limit),
            )
        )
