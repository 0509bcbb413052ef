"""A sheet of positions to think about on paper, half of them won for whoever begins, and the sheet of answers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sprague.model.position import Answer, Position, answer, parse
from sprague.system.contexts import in_own_context
from sprague.words.errors import RangeError, TooLargeError, UnsolvedError
from sprague.words.messages import say

from .ladders import BY_GAME
from .player import is_over, start, thinking

#: A sheet has so many exercises at most.
MOST = 24

#: Of a game that has few positions, no more are drawn by chance than this many for each exercise.
TRIES = 8

#: What is wider or higher, in units of its drawing, is not for paper.
WIDE, HIGH = 24.0, 12.0


@dataclass(frozen=True)
class Exercise:
    """A position, and its answer."""

    position: Position
    answer: Answer


@in_own_context
def worksheet(game: str, count: int = 8, seed: int = 0) -> list[Exercise]:
    """``count`` positions of ``game`` for paper, from smaller to larger, as many lost as won; fewer where it has no
    more. The same seed gives the same sheet. Raises NotationError for an unknown game, RangeError for a wrong count.

    >>> [each.position.text for each in worksheet("nim", 3)]
    ['nim 1,3', 'nim 8,3,8,3', 'nim 8,5,8,3']
    """
    if not 1 <= count <= MOST:
        raise RangeError(say("expected 1 to {most} exercises, got {n}", most=MOST, n=count))
    found: dict[str, Exercise] = {}
    wanted = {"N": -(-count // 2), "P": count // 2}
    for position in _drawn(game, count, seed):
        if len(found) == count:
            break
        if position.text in found or not _fits(position):
            continue
        with thinking():
            try:
                known = answer(position)
            except (TooLargeError, UnsolvedError):
                continue
        if wanted.get(known.outcome, 0) > 0:
            wanted[known.outcome] -= 1
            found[position.text] = Exercise(position, known)
    return sorted(found.values(), key=lambda each: (_area(each.position), each.position.text))


def _drawn(game: str, count: int, seed: int) -> Iterator[Position]:
    """Small rungs of its ladder, then positions by chance, each with one that a winning move leaves, then the other
    rungs."""
    first = start(game, seed)
    ladder = BY_GAME.get(first.components[0].ruleset.head)
    rungs = () if ladder is None or first.misere else ladder.rungs
    few = 1 + count // 4
    yield from (parse(rung.position) for rung in rungs[:few])
    for i in range(TRIES * count):
        position = start(game, seed * 1000 + i)
        yield position
        with thinking():
            try:
                win = next(iter(answer(position).winning_moves), None)
            except (TooLargeError, UnsolvedError):
                continue
        if win is not None and not is_over(win.to):
            yield win.to
    yield from (parse(rung.position) for rung in rungs[few:])


def _fits(position: Position) -> bool:
    drawings = [part.ruleset.draw(part.state) for part in position.components]
    return all(each.width <= WIDE and each.height <= HIGH for each in drawings) and not is_over(position)


def _area(position: Position) -> int:
    sizes = [n for part in position.components for n in part.ruleset.sizes(part.state)]
    return sum(sizes) or sum(len(part.ruleset.draw(part.state).shapes) for part in position.components)
