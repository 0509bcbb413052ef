"""Gives hints in steps, each of which says more than the one before."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Literal, NamedTuple

from sprague.model.lesson import Lesson
from sprague.words.digits import to_text
from sprague.words.errors import SpragueError
from sprague.words.messages import Message, join, say, say_plural
from sprague.workbench.position import Move, Position, is_moment, parse

from .ladders import ladder_of
from .player import as_known, is_over, known_answer, one_thought, resist


class Hint(NamedTuple):
    """One step of a hint. ``kind`` is "verdict" (who is winning), "count" (how many moves win), "smaller" (with
    ``position``: a smaller case), "where" (the component or the heap to look at), "move" (with ``move``: the one
    meant), "reason"; "over" and "unknown" stand alone."""

    kind: Literal["verdict", "count", "smaller", "where", "move", "reason", "over", "unknown"]
    sentence: Message
    move: Move | None = None
    position: Position | None = None


@one_thought
def hints(position: Position) -> list[Hint]:
    """Returns hints in steps: who is winning, how many moves win, in which component, the move, why.

    >>> for step in hints(parse("nim 3,4 + wythoff 1,2")): print(step.kind, "-", step.sentence)
    verdict - you can win from here
    count - there is 1 winning move
    where - look at *4
    move - in *4: take 1 from the heap of 4
    reason - *3 + *4 + *0 = *7: bring *4 (*4) to *3: take 1 from the heap of 4
    """
    if is_over(position):
        return [Hint("over", say("the game is over"))]
    answer = known_answer(position)
    if answer is None:
        return [Hint("unknown", say("who wins here is out of reach"))]
    reason = Hint("reason", answer.reason)
    if answer.outcome == "D":
        drawing_move = answer.drawing_moves[0]
        verdict = say("neither side can force the end: a draw")
        return [Hint("verdict", verdict), Hint("move", drawing_move.sentence, drawing_move), reason]
    if answer.outcome == "P":
        resistance = resist(position, Random(0), answer)
        why = as_known(resistance.why, answer)
        words = say("make it as hard as you can: {move} ({why})", move=resistance.move.sentence, why=why)
        verdict = as_known(say("you are lost if the other side makes no mistake"), answer)
        return [Hint("verdict", verdict), Hint("move", words, resistance.move), reason]
    steps = [Hint("verdict", as_known(say("you can win from here"), answer))]
    total = answer.winning_moves_total
    if total is not None:
        words = say_plural("there is {count} winning move", "there are {count} winning moves", total)
        steps.append(Hint("count", as_known(words, answer)))
    move = next(iter(answer.winning_moves), None)
    if move is not None:
        smaller = _smaller(position, move)
        if smaller is not None:
            words = say("a smaller case like it: {position}", position=smaller)
            steps.append(Hint("smaller", words, position=smaller))
        if len(position.components) > 1:
            steps.append(Hint("where", _part_of(move)))
        elif (heaps := _heaps_of(move)) is not None:
            steps.append(Hint("where", heaps))
        steps.append(Hint("move", as_known(move.sentence, answer), move))
    return [*steps, reason]


def _smaller(position: Position, win: Move) -> Position | None:
    """Returns a smaller case of the same kind: smaller in total, and won by a move of the same kind as ``win``. If the
    heaps can be made smaller, the case is about half as large; otherwise it is the highest suitable rung of the game's
    ladder."""
    games = {part.ruleset.head for part in position.components}
    if len(games) > 1 or position.misere:
        return None
    head = games.pop()
    ladder = ladder_of(position.components[0].ruleset)
    rungs = [parse(rung.position) for rung in reversed(ladder.rungs) if not rung.second]
    kind, size = _kind(win), _size(position)
    for start in (*_shrunk(position, head), *rungs):
        answer = known_answer(start) if _size(start) < size and is_moment(start) else None
        if answer is None or answer.outcome != "N":
            continue
        if any(_kind(move) == kind for move in answer.winning_moves.first(FEW)):
            return start
    return None


#: Parts of the heaps that smaller cases are looked for at, as numerator and denominator, the best first.
PARTS = ((1, 2), (2, 3), (3, 5), (3, 4), (2, 5), (1, 3), (1, 4), (4, 5), (7, 8))

#: The most winning moves of a smaller case that are examined.
FEW = 50

#: Heaps of a smaller case are no larger: it is to be seen through.
SMALL = 60


def _shrunk(position: Position, head: str) -> Iterator[Position]:
    """Yields positions with smaller heaps, if the heaps determine the position."""
    sizes = [n for part in position.components for n in part.ruleset.sizes(part.state)]
    if not sizes or position.text != f"{head} {','.join(map(to_text, sizes))}":
        return
    seen = {tuple(sizes)}
    for part, of in PARTS:
        scale = max(1, -(-max(sizes) * part // (of * SMALL)))
        heaps = tuple(max(1, n * part // (of * scale)) if n else 0 for n in sizes)
        if heaps not in seen:
            seen.add(heaps)
            try:
                yield parse(f"{head} {','.join(map(to_text, heaps))}")
            except SpragueError:  # not every number is a position of every game
                continue


def _size(position: Position) -> int:
    """Returns the total of the heaps, or the number of shapes in the drawing of a position without heaps."""
    sizes = [n for part in position.components for n in part.ruleset.sizes(part.state)]
    return sum(sizes) or sum(len(part.ruleset.draw(part.state).shapes) for part in position.components)


def _kind(move: Move) -> tuple[int | None, int]:
    """Returns the kind of a move: from how many heaps of its component it takes (None if this is not defined), and how
    many parts it leaves there."""
    part = move.position.components[move.index]
    sizes = part.ruleset.sizes(part.state)
    sizes_after = part.ruleset.sizes(move.option[0].state) if move.option else (0,) * len(sizes)
    touched = None
    if sizes and len(sizes_after) == len(sizes):
        touched = sum(n != m for n, m in zip(sizes, sizes_after, strict=True))
    return touched, len(move.option)


def _part_of(move: Move) -> Message:
    """Names the component of a move: if all components are of one game, by its size and the lesson's word for it."""
    part = move.position.components[move.index]
    lesson, sizes = part.ruleset.lesson, part.ruleset.sizes(part.state)
    one = all(each.ruleset == part.ruleset for each in move.position.components)
    if not one or not lesson.ladder or len(sizes) != 1:
        return say("look at {component}", component=part)
    return lesson.look_at_part(sizes[0])


def _heaps_of(move: Move) -> Message | None:
    """Names the heaps of the one component from which the move takes, if it has several."""
    part = move.position.components[0]
    sizes = part.ruleset.sizes(part.state)
    sizes_after = part.ruleset.sizes(move.option[0].state) if move.option else ()
    if len(sizes) < 2 or len(sizes_after) != len(sizes):
        return None
    touched = [n for n, m in zip(sizes, sizes_after, strict=True) if n != m]
    lesson = part.ruleset.lesson if len(sizes) == part.ruleset.heaps else Lesson()
    if len(touched) == len(sizes):
        return lesson.all_heaps
    return lesson.look_at_heap(join([say("{n}", n=n) for n in touched]))
