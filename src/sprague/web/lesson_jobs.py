"""The jobs of a lesson, as plain functions like those of ``jobs.py``: the analysis board, worksheets, class grids."""

from __future__ import annotations

import re
from collections.abc import Callable
from hashlib import sha256
from typing import Any

from sprague.playing.analysis import analyse, two_heaps
from sprague.playing.attacks import trap_near
from sprague.playing.figures import figures as figures_of
from sprague.playing.ladders import ladder_of
from sprague.playing.proving import prove
from sprague.playing.worksheet import alike, worksheet
from sprague.words.digits import to_json
from sprague.words.errors import SpragueError
from sprague.workbench.position import Position, answer
from sprague.workbench.registry import ruleset_of

from .showing import Later, components, is_quick, made_move, read, title_of

#: The number of winning moves that a sheet of answers names.
NAMED = 4


def analysis(text: str, language: str, quick: bool) -> dict[str, Any]:
    """Returns who wins, and the value of each move."""
    seen = analyse(read(text, quick))
    answer = seen.answer
    return {
        "outcome": seen.outcome,
        "value": _exact(seen.value),
        "reason": None if answer is None else answer.reason.render(language),
        "source": None if answer is None else answer.evidence.sentence.render(language),
        "verdicts": [
            {
                **made_move(each.move, language),
                "leaves": each.leaves,
                "value": _exact(each.value),
                "heaps": list(each.heaps),
                "count": _exact(each.count),
            }
            for each in seen.verdicts
        ],
    }


def heat(text: str, to: int, language: str, quick: bool) -> dict[str, Any]:
    """Returns the values of two heaps up to ``to``."""
    if quick:
        raise Later
    return {"values": two_heaps(read(text, quick), to)}


def proof(text: str, language: str, quick: bool) -> dict[str, Any]:
    """Returns why a position is won or lost, step by step, as far as this can be shown."""
    current = read(text, quick)
    argument, trap = prove(current), trap_near(current)
    answer = argument.known
    return {
        "trap": None if trap is None else trap.text,
        "steps": [step.render(language) for step in argument.steps],
        "behind": None if argument.behind is None else argument.behind.render(language),
        "outcome": None if answer is None else answer.outcome,
        # For a won position the reason would name the move, which the player should find.
        "reason": answer.reason.render(language) if answer is not None and answer.outcome == "P" else None,
        "kind": None if answer is None else answer.evidence.kind,
        "source": None if answer is None else answer.evidence.sentence.render(language),
    }


def figures(text: str, language: str, quick: bool) -> dict[str, Any]:
    """Returns the pictures beside the answer."""
    pictures = figures_of(read(text, quick))
    return {
        "sights": [figure._asdict() for figure in pictures.sights],
        "boards": [
            {"component": board.component, "regions": [region._asdict() for region in board.regions]}
            for board in pictures.boards
        ],
        "rows": [row._asdict() for row in pictures.rows],
    }


def sheet(game: str, count: int, seed: int, language: str, quick: bool) -> dict[str, Any]:
    """Returns a worksheet with its answers."""
    if quick:
        raise Later
    exercises = worksheet(game, count, seed)
    ruleset = exercises[0].position.components[0].ruleset if exercises else ruleset_of(game)
    return {
        "game": ruleset.head,
        "title": title_of(ruleset, language),
        "rule": ruleset.rule.render(language),
        "exercises": [
            {
                "position": each.position.text,
                "components": components(each.position.components, language),
                "misere": each.position.misere,
                "outcome": each.answer.outcome,
                "wins": [move.sentence.render(language) for move in each.answer.winning_moves.first(NAMED)],
                "wins_total": _exact(each.answer.winning_moves_total),
                "reason": each.answer.reason.render(language),
            }
            for each in exercises
        ],
    }


def lost(game: str, first: str, positions: list[str], language: str, quick: bool) -> dict[str, Any]:
    """Returns those of the positions that belong to ``game`` and are lost for the player to move, each with a key that
    it shares with its mirror images. A position may use only letters, numbers, and the names of vertices and elements
    in the position ``first``, which opened the grid, and in the game's ladder: other names could carry a message."""
    texts, keys = [], []
    allowed = _names(" ".join([first, *(rung.position for rung in ladder_of(ruleset_of(game)).rungs)]))
    for text in positions:
        try:
            position = read(text, quick, game)
            fits = _is_of(position, game) and _chosen(position) <= allowed
            if fits and is_quick(position) and answer(position, moves=False).outcome == "P":
                texts.append(position.text)
                keys.append(sha256(repr(alike(position)).encode()).hexdigest()[:16])
        except SpragueError:  # a slip in one position of a sheet does not spoil the others
            continue
    return {"positions": texts, "keys": keys}


def _chosen(position: Position) -> set[str]:
    """Returns the names in a position that whoever wrote it chose: those of an order's elements and of the ends of
    edges."""
    orders = any(part.ruleset.engine == "order" for part in position.components)
    return _names(position.text.split(maxsplit=1)[1]) if orders or "edges:" in position.text else set()


def _names(text: str) -> set[str]:
    return set(re.findall(r"[^\W\d]\w+|\d{5,}", text))


def _is_of(position: Position, game: str) -> bool:
    return not position.misere and all(part.ruleset.head == game for part in position.components)


JOBS: dict[str, Callable[..., dict[str, Any]]] = {
    "analysis": analysis,
    "heat": heat,
    "proof": proof,
    "figures": figures,
    "sheet": sheet,
    "lost": lost,
}


def _exact(n: int | None) -> int | str | None:
    """Returns a number in the form that JSON keeps exactly, or null if it is not known."""
    return None if n is None else to_json(n)
