"""Answers many positions at once: ``sg.solve_many``."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sized
from itertools import islice
from typing import Any

from sprague.system.ask import Ask, Step, asking
from sprague.system.workers import Workers
from sprague.words.errors import SpragueError
from sprague.words.messages import say

from .position import Answer, Position, parse, refuse_odd_choices

#: The positions that a process gets at a time, and the chunks that are read ahead of the next answer.
CHUNK, AHEAD = 16, 64


def solve_many(
    positions: Iterable[Position | str],
    *,
    processes: int = 1,
    progress: Callable[[Step], None] | None = None,
    value: bool | None = None,
    moves: bool = True,
    memory: int | str | None = None,
    seconds: float | str | None = None,
) -> Iterator[Answer | SpragueError]:
    """Yields the answer of :func:`sprague.solve` to each position, in order, as soon as it is known. If a position
    raises a SpragueError, it yields this error. ``positions`` may be endless: they are read when they are needed, and
    with ``processes`` a little ahead. The processes share ``memory``, and ``seconds`` bounds each position. If three
    processes die of a position, its answer is an error, and the others are answered all the same. Programs that use
    processes need the line ``if __name__ == "__main__":``, as always in Python.

    >>> import sprague as sg
    >>> found = sg.solve_many(["nim 3,5", "nim 3,x", "kayles 7"])
    >>> [str(answer)[:23] if isinstance(answer, sg.SpragueError) else answer.outcome for answer in found]
    ['N', 'expected a whole number', 'N']
    """
    total = len(positions) if isinstance(positions, Sized) else None
    choices = (value, moves, seconds)
    workers = Workers(processes)
    asking(Ask(memory=memory, seconds=seconds))  # refuses a wrong budget before anything is solved
    refuse_odd_choices(value, moves)
    answers: Iterator[Answer | SpragueError]
    if processes == 1:
        answers = (_solved(position, *choices, memory) for position in positions)
    else:
        answers = _by_workers(iter(positions), choices, memory, workers)
    return _told(answers, total, progress)


def _told(
    answers: Iterator[Answer | SpragueError], total: int | None, progress: Callable[[Step], None] | None
) -> Iterator[Answer | SpragueError]:
    for number, answer in enumerate(answers, 1):
        if progress is not None:
            progress(Step(say("positions"), number, total))
        yield answer


def _solved(
    position: Position | str, value: bool | None, moves: bool, seconds: Any, memory: Any = None
) -> Answer | SpragueError:
    try:
        start = position if isinstance(position, Position) else parse(position)
        return start.solve(value=value, moves=moves, seconds=seconds, memory=memory)
    except SpragueError as error:
        return error


def _chunk(positions: list[Position | str], choices: tuple[Any, ...]) -> list[Answer | SpragueError]:
    """Answers a chunk of positions in a process."""
    return [_solved(position, *choices) for position in positions]


def _by_workers(
    positions: Iterator[Position | str], choices: tuple[Any, ...], memory: int | str | None, workers: Workers
) -> Iterator[Answer | SpragueError]:
    """Answers by processes, in order. If a chunk kills a process three times, its positions are asked separately."""
    chunks: dict[str, list[Position | str]] = {}
    ready: dict[str, list[Answer | SpragueError]] = {}
    following = 0

    def questions() -> Iterator[tuple[str, tuple[Any, ...]] | None]:
        number = 0
        while chunk := list(islice(positions, CHUNK)):
            while number - following >= AHEAD:
                yield None
            chunks[str(number)] = chunk
            yield str(number), (chunk, choices)
            number += 1

    budget = asking(Ask(memory=memory))
    stream = budget.run(workers.stream, _chunk, questions())
    try:
        for answer in stream:
            if answer is None:
                continue
            chunk = chunks.pop(answer.key)
            if answer.error is None:
                ready[answer.key] = answer.value
            elif len(chunk) == 1:
                ready[answer.key] = [SpragueError(say("{problem}", problem=answer.error))]
            else:
                ready[answer.key] = list(_one_by_one(chunk, choices, workers))
            while (key := str(following)) in ready:
                yield from ready.pop(key)
                following += 1
    finally:
        stream.close()


def _one_by_one(
    chunk: list[Position | str], choices: tuple[Any, ...], workers: Workers
) -> Iterator[Answer | SpragueError]:
    tasks = {str(i): ([position], choices) for i, position in enumerate(chunk)}
    answers: dict[str, Answer | SpragueError] = {}
    for answer in Workers(workers.count).answers(_chunk, tasks):
        if answer is not None:
            problem = say("{problem}", problem=answer.error or "")
            answers[answer.key] = SpragueError(problem) if answer.error is not None else answer.value[0]
    yield from (answers[key] for key in tasks)
