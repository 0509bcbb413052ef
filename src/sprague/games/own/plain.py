"""A rule that writes its options to a buffer, run as plain Python."""

from __future__ import annotations

from typing import Any

from sprague.model.heap_rulesets import Heaps
from sprague.model.ruleset import Ruleset
from sprague.words.digits import index_of, shown
from sprague.words.errors import SpragueError, TooLargeError, UnsolvedError
from sprague.words.messages import say

from .faults import fault

#: A rule that writes more options than this for one position counts as endless.
MOST_OPTIONS = 1_000_000


def run(ruleset: Any, heaps: Heaps) -> list[Heaps]:
    """Returns the options that the rule writes for ``heaps``, each once, run as plain Python.

    Raises UnsolvedError if the rule fails or writes something that is no position, TooLargeError for too many options.
    """
    number = len(heaps)
    out = _Buffer(number)
    try:
        count = ruleset.function(*heaps, out)
    except SpragueError:
        raise
    except (Exception, SystemExit) as error:
        raise fault(ruleset, heaps if number > 1 else heaps[0], error) from error
    return list(
        dict.fromkeys(_option(ruleset, heaps, out, i) for i in range(_count(ruleset, heaps, out, count)))
    )


def _count(ruleset: Ruleset, heaps: Heaps, out: _Buffer, count: Any) -> int:
    number = int(count) if isinstance(count, bool) else index_of(count)
    if number is None or not 0 <= number <= MOST_OPTIONS:
        raise UnsolvedError(
            say(
                "the rule of {game} must return how many options it wrote, for {heaps} it returned {count}",
                game=ruleset.head,
                heaps=str(heaps),
                count=shown(count),
            )
        )
    return number


def _option(ruleset: Ruleset, heaps: Heaps, out: _Buffer, i: int) -> Heaps:
    row = out.rows.get(i, {})
    option: list[Any] = [row.get(h) for h in range(len(heaps))]
    if not all(hasattr(n, "__index__") and n >= 0 for n in option):
        raise UnsolvedError(
            say(
                "the rule of {game} must write heaps >= 0, as option {i} of {heaps} it wrote {option}",
                game=ruleset.head,
                i=i,
                heaps=str(heaps),
                option=str(tuple(option)),
            )
        )
    return tuple(int(n) for n in option)


class _Buffer:
    """The buffer to which a rule writes when it runs as plain Python. It creates rows when they are written."""

    def __init__(self, heaps: int) -> None:
        self.heaps = heaps
        self.rows: dict[int, dict[int, Any]] = {}

    def __setitem__(self, place: Any, value: Any) -> None:
        row, column = place if isinstance(place, tuple) else (place, None)
        if not 0 <= row < MOST_OPTIONS:
            raise TooLargeError(
                say(
                    "expected a rule to write at most {limit} options, got option {i}",
                    limit=MOST_OPTIONS,
                    i=row,
                )
            )
        whole = [value] if self.heaps == 1 else value
        if column is not None:
            self.rows.setdefault(int(row), {})[int(column)] = value
        elif len(whole) != self.heaps:
            raise ValueError(f"{self.heaps} heaps expected, got {value!r}")
        else:
            self.rows[int(row)] = dict(enumerate(whole))
