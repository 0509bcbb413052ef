"""Pictures of rows: tokens side by side, from which moves take runs, and the places between them where moves cut a
row."""

from __future__ import annotations

from collections.abc import Sequence

from .shapes import Drawing, Shape, Way

#: A longer row is drawn as a bar with its number.
DRAWN = 120


def draw_row(n: int, cuts: bool, summary: str) -> Drawing:
    """Returns the picture of a row of ``n`` tokens named t1, t2, …. With ``cuts``, the place between t1 and t2 is named
    s1, and so on."""
    if n > DRAWN:
        label = summary if len(summary) <= 24 else summary[:23] + "…"
        shapes = [
            Shape("rect", 0, 0.2, 12, 0.6, "bar", "bar"),
            Shape("text", 6, 0.5, 12, 1, "label", "", label),
        ]
        return Drawing(12, 1, tuple(shapes), summary)
    step = 1.5 if cuts else 1.0
    shapes = [Shape("circle", i * step + 0.5, 0.5, 0.9, 0.9, "counter", f"t{i + 1}") for i in range(n)]
    if cuts:
        shapes += [Shape("line", i * step - 0.25, 0.1, 0, 0.8, "cut", f"s{i}") for i in range(1, n)]
    return Drawing(max(1.0, n * step - (step - 1)), 1, tuple(shapes), summary)


def run_ways(n: int, rows: Sequence[int], middle: bool) -> tuple[tuple[int, Way], ...]:
    """Returns the ways to take one run of tokens from a row of ``n`` (or, if nothing is taken, to cut it) that leave
    rows of these lengths, at most two, in either order. Each way comes with the length of the row before the run. With
    ``middle``, a run of up to three is named by its middle token, or by the one at the end of the row."""
    if n > DRAWN:
        return ((0, Way(("bar",))),)
    removed = n - sum(rows)
    befores = dict.fromkeys([*(rows or [0]), *([0] if len(rows) == 1 else [])])
    ways: list[tuple[int, Way]] = []
    for before in befores:
        marks = tuple(f"t{before + i}" for i in range(1, removed + 1)) or (f"s{before}",)
        named: tuple[str, ...] = marks if len(marks) == 1 else ()
        if middle and removed in (2, 3):
            ends = ([marks[0]] if before == 0 else []) + ([marks[1]] if before + 2 == n else [])
            named = tuple(ends) if removed == 2 else (marks[1],)
        ways += [(before, Way(marks, at)) for at in named or ("",)]
    return tuple(ways)


def run_stays(
    n: int, rows: Sequence[int], before: int, prefix: str = "t", cuts: bool = False
) -> tuple[dict[str, str], ...]:
    """Returns where the tokens (and, with ``cuts``, the places between them) of the ``rows`` were in the row of
    ``n``, after a move took a run behind the first ``before`` tokens."""
    if n > DRAWN:
        return tuple({} for _ in rows)
    after = n - sum(rows) + before
    places: list[tuple[int, int]] = []
    for length in rows:
        # The row before the run is the one of that length, and the first of two equal ones.
        is_before = before > 0 and length == before and 0 not in [shift for _, shift in places]
        places.append((length, 0 if is_before else after))
    return tuple(
        {f"{prefix}{i}": f"{prefix}{i + shift}" for i in range(1, length + 1)}
        | {f"s{i}": f"s{i + shift}" for i in range(1, length if cuts else 0)}
        for length, shift in places
    )
