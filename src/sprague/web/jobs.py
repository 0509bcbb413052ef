"""What a request asks for, as plain functions: text in, JSON-ready dictionaries out. They run in a worker.

Every function takes its parameters by name, ``language`` among them, and raises SpragueError for bad input.
``quick`` asks for an answer only if it takes a moment: otherwise :class:`Later` is raised, and the request
goes to a worker for long ones.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import islice
from typing import Any

from sprague.model.p_positions import p_positions as first_p_positions
from sprague.model.position import Move, Position, answer, is_moment, parse
from sprague.model.registry import aliases, builtin_rulesets, ruleset_of
from sprague.model.registry import values as heap_values
from sprague.model.ruleset import Component, Ruleset
from sprague.numbers.integers import parse as parse_integer
from sprague.pictures.shapes import Drawing, to_one_scale
from sprague.playing import player
from sprague.playing.ladders import LADDERS, Ladder
from sprague.playing.match import Match
from sprague.playing.review import review as look_back
from sprague.playing.touch import said, taken, takes, touched, ways
from sprague.playing.typed import read_move, read_position
from sprague.words.digits import to_json
from sprague.words.errors import MoveError, TooLargeError
from sprague.words.messages import say

#: Moves listed with a position; more are counted. Of up to WALKED_MOVES moves those listed are spread over all,
#: so that every heap and every part of a board has some; of more, they are the first.
LISTED_MOVES = 1000
WALKED_MOVES = 20_000

#: No more moves are listed when those before have so many characters and shapes together.
LISTED_SIZE = 1_000_000

#: A quick request has at most so many components, written in at most so many characters.
QUICK_COMPONENTS = 64
QUICK_LENGTH = 400


class Later(Exception):
    """The answer may take longer than a moment."""


def position(text: str, language: str, quick: bool, game: str = "") -> dict[str, Any]:
    """A position to show: its drawings, its moves with the shapes they touch, the outcome where it is cheap. ``game``
    is the game that is meant where ``text`` names none."""
    return _shown(_read(text, quick, game), language)


def _shown(current: Position, language: str) -> dict[str, Any]:
    moves = current.moves()
    listed = moves.first(LISTED_MOVES + 1)
    total = moves.total if len(listed) > LISTED_MOVES else len(listed)
    if total is not None and LISTED_MOVES < total <= WALKED_MOVES:
        listed = list(islice(moves, 0, None, -(-total // LISTED_MOVES)))
    parts = current.components[:QUICK_COMPONENTS]
    shown: dict[str, Any] = {
        "position": current.text,
        "components": _components(parts, language),
        "component_count": len(current.components),
        "misere": current.misere,
        "takes": _takes(current),
        "moves": _listed(listed[:LISTED_MOVES], language),
        "moves_total": None if total is None else to_json(total),
        "over": not listed,
        "outcome": None,
    }
    if _is_quick(current):
        shown["outcome"] = answer(current).outcome
    return shown


def _components(parts: Sequence[Component], language: str) -> list[dict[str, Any]]:
    return [
        {
            "position": str(part),
            "game": part.ruleset.head,
            "title": _title(part.ruleset, language),
            "rule": part.ruleset.rule.render(language),
            "drawing": draw(drawing),
            "sizes": [to_json(size) for size in part.ruleset.sizes(part.state)],
        }
        for part, drawing in zip(
            parts, to_one_scale(part.ruleset.draw(part.state) for part in parts), strict=True
        )
    ]


def _takes(current: Position) -> list[dict[str, Any]]:
    return [
        {"component": index, "heaps": list(take.heaps), "most": to_json(take.most)}
        for index, take in takes(current)
    ]


def _listed(moves: list[Move], language: str) -> list[dict[str, Any]]:
    rows, size = [], 0
    for move in moves:
        if size > LISTED_SIZE:
            break
        rows.append(_move(move, language))
        size += len(rows[-1]["to"]) + 10 * len(rows[-1]["marks"])
        size += sum(60 + 10 * len(way["marks"]) for way in rows[-1]["ways"])
    return rows


def solve(text: str, language: str, quick: bool, limit: int = 100) -> dict[str, Any]:
    """The object of ``sprague solve --json``."""
    return answer(_read(text, quick)).to_dict(limit, language)


def theorem(text: str, language: str, quick: bool) -> dict[str, Any]:
    """The file of ``sprague theorem``, for Coq."""
    from sprague.theorems.export import file_name
    from sprague.theorems.export import theorem as written

    current = _read(text, quick)
    if quick:
        raise Later  # what it writes may take longer than to answer
    return {"file": file_name(current.text), "text": written(current)}


def move(
    text: str, to: str, language: str, quick: bool, way: int = 0, take: dict[str, Any] | None = None
) -> dict[str, Any]:
    """The position after a move, and the move in words."""
    current = _read(text, quick)
    return _made(_meant(current, to, take), language, way)


def turn(
    text: str,
    move: str | None,
    level: str,
    seed: int,
    language: str,
    quick: bool,
    way: int = 0,
    take: dict[str, Any] | None = None,
) -> dict[str, Any]:
    """A turn against the computer: the player's move, what a teacher says of it, the reply."""
    asks = move is None and take is None
    match = Match(_read(text, quick), level, seed, second=asks)
    if asks and match.over:
        raise MoveError(say("the game is over"))
    done = match.take_turn(None if asks else _meant(match.now, move or "", take))
    comment, reply = done.comment, done.reply
    return {
        "made": None if done.move is None else _made(done.move, language, way),
        "comment": comment and {"kept": comment.kept, "sentence": comment.sentence.render(language)},
        "reply": reply
        and {
            **_made(reply.move, language),
            "kind": reply.kind,
            "why": reply.why.render(language) if reply.kind in player.TOLD else None,
        },
        "won": done.won,
        "drawn": done.drawn,
    }


def _meant(current: Position, to: str, take: dict[str, Any] | None) -> Move:
    """The move that a player typed, or the number that is taken from some heaps."""
    if take is None:
        return read_move(current, to)
    return taken(current, take["component"], take["heaps"], parse_integer(take["count"], "count"))


def review(text: str, moves: list[str], language: str, quick: bool) -> dict[str, Any]:
    """A game looked at after its end: who could win before each move, and where the game was decided."""
    if quick:
        raise Later
    seen = look_back(_read(text, quick), moves)
    return {
        "outcomes": list(seen.outcomes),
        "turning": seen.turning,
        "better": None if seen.better is None else _move(seen.better, language),
        "sentence": seen.sentence.render(language),
    }


def hint(text: str, language: str, quick: bool) -> dict[str, Any]:
    """Hints in steps, each saying more."""
    steps = player.hints(_read(text, quick))
    return {
        "steps": [
            {
                "kind": step.kind,
                "sentence": step.sentence.render(language),
                "move": None if step.move is None else _move(step.move, language),
            }
            for step in steps
        ]
    }


def games(language: str, quick: bool) -> dict[str, Any]:
    """Every game: how it is written, its rule and source, an example to begin with and its pictures."""
    rows = []
    for ruleset in builtin_rulesets():
        example = parse(ruleset.example)
        rows.append(
            {
                "name": ruleset.head,
                "title": _title(ruleset, language),
                "aliases": aliases(ruleset),
                "rule": ruleset.rule.render(language),
                "source": ruleset.source,
                "example": example.text,
                "second": is_moment(example) and answer(example, moves=False).outcome == "P",
                "drawings": [
                    draw(drawing)
                    for drawing in to_one_scale(
                        part.ruleset.draw(part.state) for part in example.components[:4]
                    )
                ],
            }
        )
    return {"games": rows, "ladders": [_ladder(ladder, language) for ladder in LADDERS]}


def _ladder(ladder: Ladder, language: str) -> dict[str, Any]:
    ruleset = ruleset_of(ladder.game)
    pictured = parse(ladder.rungs[len(ladder.rungs) // 2].position)
    return {
        "components": _components(pictured.components, language),
        "takes": _takes(pictured),
        "game": ladder.game,
        "world": ladder.world,
        "title": _title(ruleset, language),
        "rule": ruleset.rule.render(language),
        "rungs": [rung._asdict() for rung in ladder.rungs],
    }


def p_positions(game: str, count: int, language: str, quick: bool) -> dict[str, Any]:
    """The first P-positions of a game, by size."""
    if quick and count > 60:
        raise Later
    rows = [[to_json(heap) for heap in heaps] for heaps in first_p_positions(game, count=count)]
    return {"game": ruleset_of(game).head, "positions": rows}


def values(game: str, to: str, language: str, quick: bool) -> dict[str, Any]:
    """Values of heaps 0..``to`` of a game on one heap."""
    last = parse_integer(to, "to")
    if last > 100_000:
        raise TooLargeError(say("expected at most 100000 values, got {n}", n=last))
    if quick and last > 500:
        raise Later
    ruleset = ruleset_of(game)
    return {"game": ruleset.head, "start": 0, "values": [int(n) for n in heap_values(ruleset, last)]}


def draw(drawing: Drawing) -> dict[str, Any]:
    """A drawing as data."""
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


JOBS: dict[str, Callable[..., dict[str, Any]]] = {
    "position": position,
    "solve": solve,
    "theorem": theorem,
    "move": move,
    "values": values,
    "turn": turn,
    "review": review,
    "hint": hint,
    "games": games,
    "p_positions": p_positions,
}


def _read(text: str, quick: bool, game: str = "") -> Position:
    if quick and len(text) > QUICK_LENGTH:
        raise Later
    current = read_position(text, game)
    if quick and not _is_quick(current):
        raise Later
    return current


def _is_quick(current: Position) -> bool:
    if len(current.components) > QUICK_COMPONENTS or len(current.text) > QUICK_LENGTH:
        return False
    return is_moment(current)


def _title(ruleset: Ruleset, language: str) -> str | None:
    return None if ruleset.title is None else ruleset.title.render(language)


def _made(made: Move, language: str, way: int = 0) -> dict[str, Any]:
    done = touched(made, way)
    return {
        **_move(made, language),
        "move": done.sentence.render(language),
        "marks": list(done.way.marks),
        "at": done.way.at,
        "ways": [],
        "stays": list(done.stays),
        "position": _shown(made.to, language),
    }


def _move(made: Move, language: str) -> dict[str, Any]:
    known = ways(made)
    return {
        "to": made.to.text,
        "move": made.sentence.render(language),
        "component": made.index,
        "marks": list(known[0].marks),
        "at": known[0].at,
        "ways": [
            {"marks": list(way.marks), "at": way.at, "move": said(made, number).render(language)}
            for number, way in enumerate(known)
        ]
        if len(known) > 1
        else [],
    }
