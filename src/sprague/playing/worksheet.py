"""Makes a sheet of positions to solve on paper, half of them won for the first player, with a sheet of answers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from random import Random

from sprague.model.ruleset import Component
from sprague.pictures.shapes import Shape
from sprague.words.errors import RangeError
from sprague.words.messages import say
from sprague.workbench.position import Answer, Position, parse

from .ladders import BY_GAME
from .player import is_over, known_answer, one_thought, start, thinking

#: The largest number of exercises on a sheet.
MOST = 24

#: Of a game that has few positions, no more are drawn by chance than this many for each exercise.
TRIES = 8

#: The most moves among which one is drawn, and a bound for the moves of a random game.
LISTED, DEEP = 40, 4

#: What is wider or higher, in units of its drawing, is not for paper.
WIDE, HIGH = 24.0, 12.0


@dataclass(frozen=True)
class Exercise:
    """A position, and its answer."""

    position: Position
    answer: Answer


def worksheet(game: str, count: int = 8, seed: int = 0) -> list[Exercise]:
    """Returns ``count`` positions of ``game`` for paper, as many lost as won, or fewer if the game has no more. Their
    order gives nothing away, and none is the mirror image of another. The same seed gives the same sheet. Raises
    NotationError for an unknown game, RangeError for a wrong count.

    >>> [each.answer.outcome for each in worksheet("nim", 4)].count("P")
    2
    """
    if not 1 <= count <= MOST:
        raise RangeError(say("expected 1 to {most} exercises, got {n}", most=MOST, n=count))
    exercises: dict[object, Exercise] = {}
    examined: set[str] = set()
    wanted = {"N": -(-count // 2), "P": count // 2}
    for position in _drawn(game, count, seed):
        if len(exercises) == count:
            break
        if position.text in examined or not _fits(position):
            continue
        examined.add(position.text)
        if (seen := alike(position)) in exercises:
            continue
        answer = thinking().run(known_answer, position)
        if answer is None:
            continue
        if wanted.get(answer.outcome, 0) > 0:
            wanted[answer.outcome] -= 1
            exercises[seen] = Exercise(position, answer)
    # Sorted by size, the lost ones would come first, because a winning move has made them smaller.
    sheet = list(exercises.values())
    Random(f"{seed} {game} sheet").shuffle(sheet)
    return sheet


def _drawn(game: str, count: int, seed: int) -> Iterator[Position]:
    """Yields small rungs of the ladder, then positions from random games, each with one that a winning move leaves,
    then the other rungs, and sums of earlier positions."""
    first = start(game, seed)
    ladder = BY_GAME.get(first.components[0].ruleset.head)
    rungs = () if ladder is None or first.misere else ladder.rungs
    few = 1 + count // 4
    chance = Random(f"{seed} {game} moves")
    yield from (parse(rung.position) for rung in rungs[:few])
    visited: list[Position] = []
    for i in range(TRIES * count):
        position = start(game, seed * 1000 + i)
        # If only the lost positions came from the middle of a game, pupils would see who wins.
        for _ in range(i % DEEP):
            position = _moved(position, chance)
        win = _left_by_a_win(position, chance)
        visited += [position] if win is None else [position, win]
        yield from visited[-2:]
    yield from (parse(rung.position) for rung in rungs[few:])
    for i in range(TRIES * count):
        one = chance.choice(visited)
        others = [chance.choice(visited) for _ in range(i % DEEP)] or [one]
        yield Position(tuple(part for each in (one, *others) for part in each.components), first.misere)


@one_thought
def _left_by_a_win(position: Position, chance: Random) -> Position | None:
    """Returns a position that a winning move leaves and in which the game is not over, or None if none is within
    reach."""
    answer = known_answer(position)
    wins = [] if answer is None else answer.winning_moves.first(LISTED)
    positions = [move.to for move in wins if not is_over(move.to)]
    return chance.choice(positions) if positions else None


def _fits(position: Position) -> bool:
    drawings = [part.ruleset.draw(part.state) for part in position.components]
    if len(drawings) > DEEP:
        return False
    return all(each.width <= WIDE and each.height <= HIGH for each in drawings) and not is_over(position)


def _moved(position: Position, chance: Random) -> Position:
    """Returns the position after one of the first moves, or the position itself if this move ends the game."""
    moves = position.moves().first(LISTED)
    after = chance.choice(moves).to if moves else position
    return position if is_over(after) else after


def alike(position: Position) -> tuple[object, ...]:
    """Returns a key that is equal for positions that are mirror images or rotations of each other, or that have the
    same parts in another order.

    >>> alike(parse("wythoff 1,2")) == alike(parse("wythoff 2,1"))
    True
    """
    return (position.misere, *sorted(map(_alike_part, position.components)))


def _alike_part(part: Component) -> tuple[str, ...]:
    ruleset = part.ruleset
    if ruleset.heaps or ruleset.lesson.world in ("heaps", "rows"):
        return (str(ruleset.ordered(part)),)  # a row may begin with its first coin
    drawn = part.ruleset.draw(part.state).shapes
    # Names and numbers are not part of the board, but crosses are.
    shapes = [shape for shape in drawn if shape.kind != "text" or not shape.text.isalnum()]
    turned = [
        _turned(shapes, flip, over, swap) for flip in (1, -1) for over in (1, -1) for swap in (False, True)
    ]
    return (ruleset.head, repr(min(turned)))


def _turned(shapes: Iterable[Shape], flip: int, over: int, swap: bool) -> tuple[tuple[object, ...], ...]:
    """Returns the shapes without their names, each by its kind and two corners, mirrored and moved to the origin."""
    drawn = []
    for shape in shapes:
        x, y, w, h = shape.x, shape.y, shape.w, shape.h
        if shape.kind == "circle":
            x, y, h = x - w / 2, y - w / 2, w
        ends = [(flip * x, over * y), (flip * (x + w), over * (y + h))]
        if shape.kind != "line":
            (x, w), (y, h) = (sorted(each) for each in zip(*ends, strict=True))
            ends = [(x, y), (w, h)]
        drawn.append((shape.kind, shape.role, sorted((b, a) if swap else (a, b) for a, b in ends)))
    edge = min((a for _, _, ends in drawn for a, _ in ends), default=0.0)
    top = min((b for _, _, ends in drawn for _, b in ends), default=0.0)
    return tuple(
        sorted(
            (kind, role, *(round(n, 3) for a, b in ends for n in (a - edge, b - top)))
            for kind, role, ends in drawn
        )
    )
