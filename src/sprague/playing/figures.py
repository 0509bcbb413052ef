"""Figures that accompany an answer: lines of sight on two heaps, the parts of a board, the values of a row."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import takewhile
from typing import NamedTuple

from sprague.model.ruleset import Component
from sprague.words.errors import TooLargeError
from sprague.workbench.position import Position
from sprague.workbench.registry import engine, values

#: The largest heap for which there is a figure.
LARGEST = 1500

#: The most components that have figures, and the most parts of each.
MOST_PARTS = 12

#: The least that a figure of two heaps, and one of values, reaches to.
LEAST_PAIR, LEAST_ROW = 12, 20

Pair = tuple[int, int]


class Sight(NamedTuple):
    """The lines of sight on two heaps: for each kind of move from ``here`` the last place of its line, the lost pairs,
    and those of them in sight."""

    component: int
    here: Pair
    ends: list[Pair]
    lost: list[Pair]
    hits: list[Pair]


class Region(NamedTuple):
    """A part of a board that no move in another part touches: its shapes, and its value if it is known."""

    names: tuple[str, ...]
    value: int | None


class Regions(NamedTuple):
    """The parts of a board."""

    component: int
    regions: list[Region]


class Row(NamedTuple):
    """The values of heaps from 0 on, and the heaps of the position."""

    game: str
    values: list[int]
    here: list[int]


class Figures(NamedTuple):
    """All figures of a position."""

    sights: list[Sight]
    boards: list[Regions]
    rows: list[Row]


def figures(position: Position) -> Figures:
    """Returns the figures of a position. There are none in misère play, where values do not decide.

    >>> from sprague.workbench.position import parse
    >>> figures(parse("wythoff 1,3")).sights[0].hits
    [(1, 2)]
    """
    drawings = Figures([], [], [])
    if position.misere:
        return drawings
    seen: set[object] = set()
    for index, part in enumerate(position.components[:MOST_PARTS]):
        lesson = part.ruleset.lesson
        if part in seen or part.ruleset in seen:
            continue
        seen.add(part)
        if _has_pairs(part):
            drawings.sights.extend(_sight(index, part))
        elif lesson.workshop == "values":
            seen.add(part.ruleset)
            drawings.rows.extend(_row(position, part))
        else:
            drawings.boards.extend(_regions(index, part))
    return drawings


def _has_pairs(part: Component) -> bool:
    """Returns whether a component consists of two heaps of a game whose moves are takes, and whose lost pairs a theorem
    lists."""
    two = part.ruleset.heaps == 2 and len(part.ruleset.sizes(part.state)) == 2
    return two and bool(part.ruleset.takes(part.state)) and engine(part.ruleset).p_positions(2) is not None


def _sight(index: int, part: Component) -> Iterator[Sight]:
    sizes = part.ruleset.sizes(part.state)
    pairs = engine(part.ruleset).p_positions(2)
    if max(sizes) > LARGEST or pairs is None:
        return
    bound = max(*sizes, LEAST_PAIR)
    a, b = sizes
    takes = [
        (int(0 in take.heaps), int(1 in take.heaps), take.most) for take in part.ruleset.takes(part.state)
    ]
    lines = [{(a - k * across, b - k * down) for k in range(1, most + 1)} for across, down, most in takes]
    ends = [(a - most * across, b - most * down) for across, down, most in takes]
    listed = [(0, 0), *((x, y) for x, y in takewhile(lambda pair: max(pair) <= bound, pairs))]
    lost = sorted({pair for x, y in listed for pair in ((x, y), (y, x))})
    yield Sight(index, (a, b), ends, lost, [pair for pair in lost if any(pair in line for line in lines)])


def _regions(index: int, part: Component) -> Iterator[Regions]:
    parts = part.ruleset.regions(part.state)
    if len(parts) > 1:  # a connected board has not fallen apart
        yield Regions(
            index,
            [
                Region(names, _value(piece) if number < MOST_PARTS else None)
                for number, (names, piece) in enumerate(parts)
            ],
        )


def _value(part: Component) -> int | None:
    try:
        return engine.value(part)
    except TooLargeError:
        return None


def _row(position: Position, part: Component) -> Iterator[Row]:
    here = sorted(
        {
            size
            for each in position.components
            if each.ruleset == part.ruleset
            for size in each.ruleset.sizes(each.state)
        }
    )
    if here[-1] > LARGEST:
        return
    try:
        row = values(part.ruleset, max(here[-1], LEAST_ROW))
    except TooLargeError:
        return
    yield Row(part.ruleset.head, [int(value) for value in row], here)


def workshop(position: Position) -> str:
    """Returns the workshop in which pupils look for the rule of a position: "pairs" for two heaps, or the workshop of
    the game's lesson; "" if there is neither."""
    rulesets = {part.ruleset for part in position.components}
    if position.misere or len(rulesets) != 1:
        return ""
    part = position.components[0]
    is_one = len(position.components) == 1
    if is_one and _has_pairs(part):
        return "pairs"
    kind = part.ruleset.lesson.workshop
    return kind if is_one or kind in ("values", "columns") else ""
