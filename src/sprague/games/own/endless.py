"""Recognises rules whose play never ends: a user's rule need not be the rule of a game."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from typing import Any

from sprague.model.ruleset import Ruleset
from sprague.system.ask import tick
from sprague.words.errors import UnsolvedError
from sprague.words.messages import say, short

from .faults import term

#: A line of play counts as endless if it has more than this many moves, plus four for each unit of its first position,
#: and ends in a larger position than it began with. It also counts as endless if it leads to a position of more than
#: this many bytes, plus four times those of the first.
LONG_LINE, LONG_STATE = 10_000, 20_000

#: The bytes of a tuple or set besides its parts: a rule that wraps its state in one more each time is soon recognised.
CONTAINER = 8

#: The same number of moves for positions without a size: they take about a second.
LONG_LINE_UNSIZED = 200_000

#: A line of play whose positions have become smaller than its first by this much is on its way to an end.
FALLEN = 16


def refuse_growth(game: Ruleset, first: Any, now: Any, depth: int) -> None:
    """Raises UnsolvedError if the line of play from ``first``, ``depth`` moves long, seems to have no end."""
    before, size = _size(first), _size(now)
    if before is None or size is None:
        endless = depth > LONG_LINE_UNSIZED
    else:
        long = depth > LONG_LINE + 4 * before[0] and size[0] > before[0]
        endless = long or size[1] > LONG_STATE + 4 * before[1]
    if endless:
        raise UnsolvedError(
            say(
                "{game} must come to an end, but its positions grow: after {count} moves from {first} one is at "
                "{now}, with no end in sight",
                game=game.head,
                count=depth,
                first=shortened(game, first),
                now=shortened(game, now),
            )
        )


def refuse_growing_line(
    game: Ruleset, first: Any, parts: Callable[[Any], Iterator[tuple[Hashable, ...]]]
) -> None:
    """Raises UnsolvedError if the line of play seems to have no end in which each move leaves the largest position.

    It follows the line while it grows: until it falls, ends or returns to one of its positions.
    """
    line, here, begun = set(), first, _size(first)
    while here not in line:
        line.add(here)
        tick()
        parts_left = [part for option in parts(here) for part in option]
        if not parts_left:
            return
        here = max(parts_left, key=lambda part: _size(part) or (0, 0))
        size = _size(here)
        if begun is not None and size is not None and size[0] < begun[0] - FALLEN:
            return
        refuse_growth(game, first, here, len(line))


def shortened(game: Ruleset, state: Any) -> str:
    """Returns the state in the notation, shortened for a sentence."""
    return short(term(game, state), 80)


def _size(state: Any) -> tuple[int, int] | None:
    """Returns the size of a state, and about how many bytes it takes. The size is the amount of a number, the length of
    a text, or the sum over a tuple or set. Other states give None."""
    size = length = 0
    waiting = [state]
    while waiting:
        part = waiting.pop()
        if isinstance(part, int):
            size += abs(int(part))
            length += int(part).bit_length() // 8
        elif isinstance(part, str | bytes | tuple | frozenset):
            size += len(part)
            length += len(part)
            if isinstance(part, tuple | frozenset):
                length += CONTAINER
                waiting += part
        else:
            return None
    return size, length
