"""Positions and moves as the page shows them: the JSON-ready dictionaries from which jobs compose their answers."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import Any

from sprague.model.ruleset import Component, Ruleset
from sprague.pictures.shapes import Drawing, to_one_scale
from sprague.playing.figures import workshop
from sprague.playing.touch import said, takes, touched, ways
from sprague.playing.typed import read_position
from sprague.words.digits import to_json
from sprague.workbench.position import Move, Position, answer, is_moment

from .reading import in_time

#: The most moves listed with a position; further ones are counted. Among up to WALKED_MOVES moves, the listed ones are
#: spread evenly, so that every heap and every part of a board has some. Among more, the first ones are listed.
LISTED_MOVES = 1000
WALKED_MOVES = 20_000

#: The list of moves ends when its moves have this many characters and shapes in all.
LISTED_SIZE = 1_000_000

#: The most components in a quick request, and the most characters of its text.
QUICK_COMPONENTS = 64
QUICK_LENGTH = 400


class Later(Exception):
    """Raised when the answer may take longer than a moment."""


def shown(current: Position, language: str) -> dict[str, Any]:
    """Returns a position as the page shows it."""
    moves = current.touchable()
    listed = moves.first(LISTED_MOVES + 1)
    places = moves.total if len(listed) > LISTED_MOVES else len(listed)
    if places is not None and LISTED_MOVES < places <= WALKED_MOVES:
        listed = list(islice(moves, 0, None, -(-places // LISTED_MOVES)))
    total = current.moves().total
    parts = current.components[:QUICK_COMPONENTS]
    content: dict[str, Any] = {
        "position": current.text,
        "components": components(parts, language),
        "component_count": len(current.components),
        "misere": current.misere,
        "drawable": any(part.ruleset.kind == "loopy" for part in current.components),
        "workshop": workshop(current),
        "takes": takes_of(current),
        "moves": _listed(listed[:LISTED_MOVES], language),
        "moves_total": None if total is None else to_json(total),
        "over": not listed,
        "outcome": None,
    }
    if is_quick(current):
        content["outcome"] = answer(current).outcome
    return content


def components(parts: Sequence[Component], language: str) -> list[dict[str, Any]]:
    """Returns components with their drawings, all on one scale."""
    return [
        {
            "position": str(part),
            "game": part.ruleset.head,
            "title": title_of(part.ruleset, language),
            "rule": part.ruleset.rule.render(language),
            "skin": part.ruleset.lesson.skin,
            "drawing": draw(drawing),
            "sizes": [to_json(size) for size in part.ruleset.sizes(part.state)],
        }
        for part, drawing in zip(
            parts, to_one_scale(part.ruleset.draw(part.state) for part in parts), strict=True
        )
    ]


def takes_of(current: Position) -> list[dict[str, Any]]:
    """Returns the moves that take numbers from heaps."""
    return [
        {"component": index, "heaps": list(take.heaps), "most": to_json(take.most)}
        for index, take in takes(current)
    ]


def _listed(moves: list[Move], language: str) -> list[dict[str, Any]]:
    rows, size = [], 0
    for move in moves:
        if size > LISTED_SIZE:
            break
        rows.append(made_move(move, language))
        size += len(rows[-1]["to"]) + 10 * len(rows[-1]["marks"])
        size += sum(60 + 10 * len(way["marks"]) for way in rows[-1]["ways"])
    return rows


def read(text: str, quick: bool, game: str = "") -> Position:
    """Returns the position of a question. Raises Later if ``quick`` is set and reading takes longer."""
    if not quick:
        return read_position(text, game)
    if len(text) > QUICK_LENGTH:
        raise Later
    return in_time(lambda: _read_quick(text, game))


def _read_quick(text: str, game: str) -> Position:
    current = read_position(text, game)
    if not is_quick(current):
        raise Later
    return current


def is_quick(current: Position) -> bool:
    """Returns whether the answer takes only a moment."""
    if len(current.components) > QUICK_COMPONENTS or len(current.text) > QUICK_LENGTH:
        return False
    return is_moment(current)


def title_of(ruleset: Ruleset, language: str) -> str | None:
    """Returns the name of a game for people."""
    return None if ruleset.title is None else ruleset.title.render(language)


def made(move: Move, language: str, way: int = 0) -> dict[str, Any]:
    """Returns a move that was played, and the position after it."""
    made_way = touched(move, way)
    return {
        **made_move(move, language),
        "move": made_way.sentence.render(language),
        "marks": list(made_way.way.marks),
        "at": made_way.way.at,
        "ways": [],
        "stays": list(made_way.stays),
        "position": shown(move.to, language),
    }


def made_move(move: Move, language: str) -> dict[str, Any]:
    """Returns a move with the shapes that it touches, in all its ways."""
    all_ways = ways(move)
    return {
        "to": move.to.text,
        "move": move.sentence.render(language),
        "component": move.index,
        "marks": list(all_ways[0].marks),
        "at": all_ways[0].at,
        "ways": [
            {"marks": list(way.marks), "at": way.at, "move": said(move, number).render(language)}
            for number, way in enumerate(all_ways)
        ]
        if len(all_ways) > 1
        else [],
    }


def draw(drawing: Drawing) -> dict[str, Any]:
    """Returns a drawing as data."""
    return {
        "width": drawing.width,
        "height": drawing.height,
        "summary": drawing.summary,
        "shapes": [
            {
                "kind": s.kind,
                "x": s.x,
                "y": s.y,
                "w": s.w,
                "h": s.h,
                "role": s.role,
                "name": s.name,
                "text": s.text,
            }
            for s in drawing.shapes
        ],
    }
