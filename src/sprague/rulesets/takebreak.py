"""Take-and-break games on heaps: codes such as 0.137 and subtract{1,3,4}, and the famous games by name."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..errors import RangeError, TooLargeError, expected
from ..messages import Message, say
from . import codes, named
from .base import HeapRuleset, Option, alive
from .codes import Code

#: Options of more heaps than this are not counted one by one.
COUNTED_HEAP = 100_000


class TakeAndBreak(HeapRuleset):
    """The game of a code. A state is one heap; ``0.137 7,9,10`` is a sum of three.

    >>> game = TakeAndBreak(codes.parse_code("0.137"))
    >>> game[1000], game.values(12).tolist()
    (4, [0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2])
    """

    source = (
        "R. K. Guy, C. A. B. Smith, The G-values of various games, Proc. Cambridge Philos. Soc. 52 (1956)"
    )
    engine = "takebreak"

    def __init__(self, code: Code, game: named.NamedGame | None = None) -> None:
        self.code = code
        self.name = game.name if game else str(code)  # type: ignore[misc]
        if game is None:
            self.rule = _rule(code)  # type: ignore[misc]
        else:
            self.rule, self.source = Message(game.rule, {}), game.source  # type: ignore[misc]
        self.example = f"{self.name} 12"  # type: ignore[misc]

    def options(self, n: int) -> Iterator[tuple[int, ...]]:
        return codes.options(self.code, n)

    def option_count(self, state: int) -> int:
        return sum(_splits(state - k, self.code.digit(k), self.code.split) for k in self._digits_for(state))

    def allows(self, state: int, option: Option) -> bool:
        heaps: list[Any] = [part.state for part in alive(option)]
        if any(part.ruleset != self for part in option):
            return False
        taken = state - sum(heaps)
        if taken < 0 or not self.code.digit(taken) >> len(heaps) & 1:
            return False
        different = len(set(heaps))
        if len(heaps) < 2 or self.code.split == "any":
            return True
        return different == (len(heaps) if self.code.split == "unequal" else 1)

    def _digits_for(self, n: int) -> range:
        """The numbers of tokens that may be taken from a heap of ``n``, as far as the digits go."""
        if not self.code.infinite:
            return range(min(n, self.code.last) + 1)
        if n > COUNTED_HEAP:
            raise TooLargeError(
                say(
                    "the moves of {code} are counted on heaps of at most {limit}, got {n}",
                    code=str(self.code),
                    limit=COUNTED_HEAP,
                    n=n,
                )
            )
        return range(n + 1)


def _splits(rest: int, digit: int, split: str) -> int:
    """How many ways a digit allows to leave ``rest`` tokens."""
    if rest == 0:
        return digit & 1
    total, heaps = 0, 1
    while digit >> heaps:
        if digit >> heaps & 1:
            total += _ways(rest, heaps, split)
        heaps += 1
    return total


def _ways(total: int, heaps: int, split: str) -> int:
    """How many multisets of ``heaps`` heaps sum to ``total``: all, or those of equal or of different heaps."""
    if heaps == 1:
        return 1
    if split == "equal":
        return int(total % heaps == 0)
    if split == "unequal":  # subtract 0, 1, 2, … from the heaps in ascending order
        total -= heaps * (heaps - 1) // 2
    if total < heaps:
        return 0
    if heaps == 2:
        return total // 2
    if heaps == 3:
        return (total * total + 6) // 12
    return _count(total, heaps)


def _count(total: int, heaps: int) -> int:
    """Partitions of ``total`` into exactly ``heaps`` parts: p(n, k) = p(n-1, k-1) + p(n-k, k)."""
    if total > 10_000:
        raise TooLargeError(
            say("the splits of a heap of {n} into {heaps} heaps are too many", n=total, heaps=heaps)
        )
    row = [1] + [0] * total
    for k in range(1, heaps + 1):
        row = [0, *row[:-1]]
        for n in range(k, total + 1):
            row[n] += row[n - k]
    return row[total]


def _rule(code: Code) -> Message:
    if code.infinite or max(code.digits) > 3:
        return say(
            "Take and break heaps as the code {code} says: digit k tells into how many heaps the rest may be "
            "left when k are taken.",
            code=str(code),
        )
    numbers = [str(k) for k, digit in enumerate(code.digits) if digit == 3]
    if len(numbers) == sum(1 for digit in code.digits if digit):
        return say("Take {numbers} from a heap.", numbers=", ".join(numbers))
    return say("Take from a heap as the code {code} says.", code=str(code))


def from_head(head: str) -> TakeAndBreak | None:
    """The ruleset of a named game or of a code; None when ``head`` looks like neither.

    >>> from_head("kayles").code, from_head("hex:0.77").head, from_head("nim") is None
    (Code(digits=(0, 7, 7), repeat=(), split='any'), '0.77', True)
    """
    game = named.find(head)
    if game is not None:
        return TakeAndBreak(game.code, game)
    if codes.is_code(head):
        return TakeAndBreak(codes.parse_code(head))
    return None


def octal(code: str) -> TakeAndBreak:
    """The game of a take-and-break code (octal, ``hex:…``, ``subtract{…}``, …) or of a named game.

    >>> octal("0.137")[10**30 + 1]
    3
    """
    game = from_head(code.strip())
    if game is None:
        raise expected(say("a take-and-break code such as 0.137, or the name of such a game"), code)
    return game


def subtract(*numbers: int) -> TakeAndBreak:
    """The subtraction game in which a move takes one of ``numbers`` tokens.

    >>> subtract(1, 3, 4).values(10).tolist()
    [0, 1, 0, 1, 2, 3, 2, 0, 1, 0, 1]
    """
    for number in numbers:
        if isinstance(number, bool) or not hasattr(number, "__index__"):
            raise RangeError(say("expected whole numbers >= 1, got {number}", number=repr(number)))
    return TakeAndBreak(codes.subtract(*numbers))
