"""The jobs of requests, as plain functions: text in, JSON-ready dictionaries out. They run in a worker.

Every function takes its parameters by name, including ``language``, and raises SpragueError for bad input. With
``quick`` a function answers only if it takes a moment. Otherwise it raises :class:`Later`, and the request goes to a
worker for long ones.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from sprague.model.heap_values import as_list
from sprague.numbers.integers import parse as parse_integer
from sprague.pictures.shapes import to_one_scale
from sprague.playing import player
from sprague.playing.hints import hints
from sprague.playing.ladders import LADDERS, OPENING, SUM, Ladder, Rung
from sprague.playing.match import Match
from sprague.playing.review import review as look_back
from sprague.playing.touch import taken
from sprague.playing.typed import read_move
from sprague.words.digits import to_json
from sprague.words.errors import MoveError, TooLargeError
from sprague.words.messages import say
from sprague.workbench.finding import CHAPTERS, chapter
from sprague.workbench.p_positions import p_positions as first_p_positions
from sprague.workbench.position import Move, Position, answer, is_moment, parse
from sprague.workbench.registry import aliases, builtin_rulesets, ruleset_of
from sprague.workbench.registry import row as heap_row

from . import lab_jobs, lesson_jobs, workshop_jobs
from .showing import Later as Later
from .showing import components, draw, made, made_move, read, shown, takes_of, title_of

#: The most values of one answer.
MOST_VALUES = 1_000_000


def position(text: str, language: str, quick: bool, game: str = "") -> dict[str, Any]:
    """Returns a position to show: its drawings, its moves with the shapes they touch, and the outcome if it is cheap.
    ``game`` is the game of a ``text`` that names none."""
    return shown(read(text, quick, game), language)


def solve(text: str, language: str, quick: bool, limit: int = 100) -> dict[str, Any]:
    """Returns the object of ``sprague solve --json``."""
    solved = answer(read(text, quick))
    fields = solved.to_dict(limit, language)
    fields["evidence"]["sentence"] = solved.evidence.sentence.render(language)
    return fields


def theorem(text: str, language: str, quick: bool) -> dict[str, Any]:
    """Returns the file of ``sprague theorem``, for Coq."""
    from sprague.workbench.theorem import theorem_file

    current = read(text, quick)
    if quick:
        raise Later  # writing the file may take longer than the answer
    file, written = theorem_file(current)
    return {"file": file, "text": written}


def move(
    text: str, to: str, language: str, quick: bool, way: int = 0, take: dict[str, Any] | None = None
) -> dict[str, Any]:
    """Returns the position after a move, and the move in words."""
    current = read(text, quick)
    return made(_meant(current, to, take), language, way)


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
    """Returns a turn against the computer: the player's move, a teacher's comment on it, the reply."""
    asks = move is None and take is None
    match = Match(read(text, quick), level, seed, second=asks)
    if asks and match.over:
        raise MoveError(say("the game is over"))
    turn_made = match.take_turn(None if asks else _meant(match.now, move or "", take))
    comment, reply = turn_made.comment, turn_made.reply
    return {
        "made": None if turn_made.move is None else made(turn_made.move, language, way),
        "comment": comment and {"kept": comment.kept, "sentence": comment.sentence.render(language)},
        "reply": reply
        and {
            **made(reply.move, language),
            "kind": reply.kind,
            "why": reply.why.render(language) if reply.kind in player.TOLD else None,
        },
        "won": turn_made.won,
    }


def _meant(current: Position, to: str, take: dict[str, Any] | None) -> Move:
    """Returns the move that a player typed, or the move that takes a number from some heaps."""
    if take is None:
        return read_move(current, to)
    return taken(current, take["component"], take["heaps"], take["count"])


def review(text: str, moves: list[str], language: str, quick: bool) -> dict[str, Any]:
    """Reviews a finished game: who could win before each move, and where the game was decided."""
    seen = look_back(read(text, quick), moves)
    return {
        "outcomes": list(seen.outcomes),
        "turning": seen.turning,
        "better": None if seen.better is None else made_move(seen.better, language),
        "sentence": seen.sentence.render(language),
    }


def offer(text: str, language: str, quick: bool) -> dict[str, Any]:
    """Returns whether the computer agrees to a draw that the player offers."""
    match = Match(read(text, quick)).offer_draw()
    return {"agreed": match.drawn, "sentence": match.sentences()[0].render(language)}


def hint(text: str, language: str, quick: bool) -> dict[str, Any]:
    """Returns hints in steps, each of which says more than the one before."""
    steps = hints(read(text, quick))
    return {
        "steps": [
            {
                "kind": step.kind,
                "sentence": step.sentence.render(language),
                "move": None if step.move is None else made_move(step.move, language),
                "position": None if step.position is None else step.position.text,
            }
            for step in steps
        ]
    }


def games(language: str, quick: bool) -> dict[str, Any]:
    """Returns every game, chapter by chapter: its notation, its rule and source, an example with its pictures."""
    return _games(language)


@cache  # the same for every request in a language: computed before the workers are forked (warm.py)
def _games(language: str) -> dict[str, Any]:
    rows = []
    for ruleset in sorted(builtin_rulesets(), key=chapter):
        example = parse(ruleset.example)
        rows.append(
            {
                "name": ruleset.head,
                "chapter": CHAPTERS[chapter(ruleset)][0].render(language),
                "title": title_of(ruleset, language),
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
    return {
        "games": rows,
        "ladders": [_ladder(ladder, language) for ladder in LADDERS],
        "opening": _rung(OPENING, language),
        "sum": SUM,
    }


def _ladder(ladder: Ladder, language: str) -> dict[str, Any]:
    ruleset = ruleset_of(ladder.game)
    pictured = parse(ladder.rungs[len(ladder.rungs) // 2].position)
    return {
        "components": components(pictured.components, language),
        "takes": takes_of(pictured),
        "game": ladder.game,
        "world": ladder.world,
        "title": title_of(ruleset, language),
        "rule": ruleset.rule.render(language),
        "rungs": [_rung(rung, language) for rung in ladder.rungs],
    }


def _rung(rung: Rung, language: str) -> dict[str, Any]:
    teaches = None if rung.teaches is None else rung.teaches.render(language)
    return {**rung._asdict(), "teaches": teaches}


def p_positions(game: str, count: int, language: str, quick: bool) -> dict[str, Any]:
    """Returns the first P-positions of a game, by size."""
    if quick and count > 60:
        raise Later
    rows = [[to_json(heap) for heap in heaps] for heaps in first_p_positions(game, count=count)]
    return {"game": ruleset_of(game).head, "positions": rows}


def values(game: str, to: str, language: str, quick: bool) -> dict[str, Any]:
    """Returns the values of heaps 0..``to`` of a game on one heap."""
    last = parse_integer(to, "to")
    if last > MOST_VALUES:
        raise TooLargeError(say("expected at most {most} values, got {n}", most=MOST_VALUES, n=last))
    if quick and last > 500:
        raise Later
    ruleset = ruleset_of(game)
    return {"game": ruleset.head, "start": 0, "values": as_list(heap_row(ruleset, last))}


JOBS: dict[str, Callable[..., dict[str, Any]]] = {
    **lesson_jobs.JOBS,
    **workshop_jobs.JOBS,
    **lab_jobs.JOBS,
    "position": position,
    "solve": solve,
    "theorem": theorem,
    "move": move,
    "values": values,
    "turn": turn,
    "review": review,
    "hint": hint,
    "draw": offer,
    "games": games,
    "p_positions": p_positions,
}
