"""The chart of a report."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sprague.system.imports import whole
from sprague.words.errors import MissingExtraError
from sprague.words.messages import say

if TYPE_CHECKING:
    import altair


def chart(game: str, kind: str, table: list[Any]) -> altair.Chart:
    """Returns an Altair chart: P-positions as points (smaller and larger heap over their number), or values over
    heaps."""
    try:
        whole("altair")
        import altair
    except ImportError:
        raise MissingExtraError("plot", say("a chart")) from None
    rows: list[dict[str, Any]] = []
    chart: altair.Chart
    inline_data: Any = altair.Data  # Altair gives it no types
    if kind == "pairs":
        for n, (a, b) in enumerate(table[:500]):
            rows += [{"n": n, "heap": a, "of": "smaller"}, {"n": n, "heap": b, "of": "larger"}]
        chart = altair.Chart(inline_data(values=rows), title=game).mark_point()
        return chart.encode(x="n:Q", y="heap:Q", color="of:N")
    if kind == "cubes":
        table = table[1]
    if kind in ("cells", "cubes"):
        for x, line in enumerate(table[:60]):
            rows += [{"x": x, "y": y, "value": int(value)} for y, value in enumerate(line[:60])]
        chart = altair.Chart(inline_data(values=rows), title=game).mark_rect()
        return chart.encode(x="x:O", y="y:O", color="value:Q")
    rows = [{"n": n, "value": int(value)} for n, value in enumerate(table[:1000])]
    chart = altair.Chart(inline_data(values=rows), title=game).mark_point()
    return chart.encode(x="n:Q", y="value:Q")
