"""``sprague solve --lines``: answers positions from a pipe, one on each line."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from sprague.words.errors import SpragueError
from sprague.words.messages import say, short

from .budget import Budget
from .common import BYTE_ORDER_MARK, position_reader

if TYPE_CHECKING:
    from sprague.playing.why import Solve
    from sprague.workbench.position import Answer

#: The number of characters of a line that an error repeats.
SHOWN = 200


def solve_lines(
    budget: Budget,
    game_file: str | None,
    questions: dict[str, Any],
    as_object: Callable[[Answer, Solve], dict[str, Any]],
) -> bool:
    """Answers each line of standard input at once with a line on standard output, so that a program may ask and wait.

    Returns whether every line was answered.
    """
    read_line = position_reader(game_file)
    reconfigure = getattr(sys.stdin, "reconfigure", None)
    if reconfigure is not None:  # bytes that are not text give an error for that line only
        reconfigure(errors="surrogateescape")
    plain = (getattr(sys.stdout, "encoding", None) or "").lower().replace("-", "") != "utf8"
    encode = json.JSONEncoder(ensure_ascii=plain).encode
    write, flush = sys.stdout.write, sys.stdout.flush
    all_answered = True
    with budget.session(None) as solve:
        for number, line in enumerate(sys.stdin, 1):
            text = line.strip().removeprefix(BYTE_ORDER_MARK)
            if not text:
                continue
            try:
                reply = as_object(solve(read_line(text), **questions), solve)
            except SpragueError as error:
                reply = _refused(error.message, error.where, number, text)
            except MemoryError:
                reply = _refused(say("this does not fit in the memory that is left"), None, number, text)
            except RecursionError:
                reply = _refused(say("the input is nested too deeply"), None, number, text)
            all_answered = all_answered and "error" not in reply
            write(encode(reply) + "\n")
            flush()
    return all_answered


def _refused(message: Any, where: str | None, number: int, text: str) -> dict[str, Any]:
    return {
        "error": {"message": str(message), "where": where},
        "line": number,
        "position": short(text, SHOWN),
    }
