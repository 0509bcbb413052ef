"""A sweep asks many questions of one kind and keeps the answers in a ledger, a file of lines.

If a sweep is stopped or killed at any moment, the same sweep continues where it stopped. A finished sweep leaves the
same bytes, whether or not it was interrupted and whichever workers answered: a line for each question, in order, and
after them the lines of other sweeps.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable
from contextlib import closing
from typing import TYPE_CHECKING, Any, NamedTuple

from sprague.words.messages import Message

from .ask import Step, tick
from .sealed_lines import IsRow, Row, growing

if TYPE_CHECKING:
    from .workers import Workers


class Ledger(NamedTuple):
    """A kind of ledger: the label of its checksums, what its rows are, and the field that names the question."""

    kind: str
    is_row: IsRow
    name: str


class Swept(NamedTuple):
    """The result of a sweep: the rows of its questions, in order; how many of them this run answered, and how many
    earlier runs; the questions that failed, with the reason; and the CPU seconds of this run."""

    rows: dict[str, Row]
    done: int
    before: int
    failed: dict[str, str]
    seconds: float


class InterruptedSweep(KeyboardInterrupt):
    """Ctrl-C during a sweep; it says how far the sweep had got."""

    def __init__(self, step: Step) -> None:
        super().__init__(step)
        self.step = step


def sweep(
    function: Callable[..., Row],
    questions: Iterable[str],
    asks: Callable[[str, Row | None], Row | tuple[Any, ...]],
    path: str | os.PathLike[str],
    ledger: Ledger,
    workers: Workers,
    what: Message,
) -> Swept:
    """Answers the ``questions``; ``what`` is their common name.

    ``asks`` gets a question and its row in the ledger, or None. It returns the arguments with which ``function``
    computes the row, or the row itself if there is nothing to compute. Raises FileError if the file is of another kind.
    """
    names = list(questions)
    failed: dict[str, str] = {}
    tasks: dict[str, tuple[Any, ...]] = {}
    seconds = 0.0
    with growing(path, ledger.kind, ledger.is_row) as (rows, add, arrange):
        row_of = {row[ledger.name]: row for row in rows}
        for name in names:
            task = asks(name, row_of.get(name))
            if isinstance(task, tuple):
                tasks[name] = task
            else:
                row_of[name] = task
        before, done, begun = len(names) - len(tasks), 0, time.monotonic()

        def step() -> Step:
            answered = done + len(failed)
            ahead = (time.monotonic() - begun) * (len(tasks) - answered) / answered if answered else None
            return Step(what, before + answered, len(names), ahead)

        try:
            with closing(workers.answers(function, tasks)) as answers:
                for answer in answers:
                    if answer is not None and answer.error is not None:
                        failed[answer.key] = answer.error
                    elif answer is not None:
                        add(answer.value)
                        row_of[answer.key] = answer.value
                        done, seconds = done + 1, seconds + answer.seconds
                    tick(step)
        except KeyboardInterrupt:
            raise InterruptedSweep(step()) from None
        ours = {name: row_of.pop(name) for name in names if name in row_of}
        arrange([*ours.values(), *row_of.values()])
    return Swept(ours, done, before, failed, seconds)
