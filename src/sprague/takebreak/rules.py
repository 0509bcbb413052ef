"""Take-and-break games on heaps: codes such as 0.137 and subtract{1,3,4}, and the famous games by name."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from typing import Any

from sprague.model.heap_rulesets import HeapRuleset
from sprague.model.ruleset import Option, Ruleset, alive
from sprague.numbers.partitions import into_parts, multisets, offset
from sprague.pictures.rows import draw_row, run_stays, run_ways
from sprague.pictures.shapes import Drawing, Way
from sprague.words.digits import index_of, shown
from sprague.words.errors import RangeError, TooLargeError, expected
from sprague.words.messages import Message, join, say

from . import codes, families, named
from .codes import Code

#: Codes in which a token is touched and its neighbours go with it: 0.137 and 0.007.
_MIDDLE = ((0, 1, 3, 7), (0, 0, 0, 7))

#: A rule with more digits than this is not explained digit by digit.
_TOLD_DIGITS = 8


class TakeAndBreak(HeapRuleset):
    """The game of a code. A state is one heap; ``0.137 7,9,10`` is a sum of three.

    >>> game = TakeAndBreak(codes.parse_code("0.137"))
    >>> list(game.options(4))
    [(2,), (1,)]
    """

    source = (
        "R. K. Guy, C. A. B. Smith, The G-values of various games, Proc. Cambridge Philos. Soc. 52 (1956)"
    )
    engine = "takebreak"

    def __init__(self, code: Code, game: named.NamedGame | None = None) -> None:
        self.code = code
        if code in (codes.NIM, codes.LASKER):
            self.engine = "closed-form"
        self.name = game.name if game else str(code)
        self.lesson = game.lesson if game else named.HEAPS
        if game is not None:
            self.title = game.title
            self.rule, self.source = game.rule, game.source
            self.aliases = game.aliases
        self.example = f"{self.name} 12"
        self.numbered = self.name in named.ROWS

    @functools.cached_property
    def rule(self) -> Message:  # type: ignore[override]
        """The code in words. A game with a name has its own."""
        return _rule(self.code)

    def options(self, n: int) -> Iterator[tuple[int, ...]]:
        return codes.options(self.code, n)

    def option_count(self, state: int) -> int:
        code, total = self.code, 0
        for k, digit in enumerate(code.digits):
            if k > state:
                break
            total += _ways(code, digit, state - k)
        if code.families:
            total += families.count(code.families, state)
        for r, digit in enumerate(code.repeat):
            total += _ways(code, digit, state - len(code.digits) - r, len(code.repeat))
        return total

    @property
    def _row(self) -> bool:
        """Whether a heap is a row, so that the rest stays in place on both sides of what a move takes."""
        digits = (*self.code.digits, *self.code.repeat)
        return any(digit >= 4 for digit in digits) and all(digit < 8 for digit in digits)

    def draw(self, state: int) -> Drawing:
        if not self._row:
            return super().draw(state)
        return draw_row(state, bool(self.code.digit(0)), self.term([state]))

    def marks(self, state: int, option: Option) -> tuple[str, ...]:
        return self._ways(state, option)[0][1].marks if self._row else super().marks(state, option)

    def ways(self, state: int, option: Option) -> tuple[Way, ...]:
        if not self._row:
            return super().ways(state, option)
        return tuple(way for _, way in self._ways(state, option))

    def stays(self, state: int, option: Option, way: int) -> tuple[dict[str, str] | None, ...]:
        if not self._row:
            return super().stays(state, option, way)
        before = self._ways(state, option)[way][0]
        heaps: list[Any] = [part.state for part in alive(option)]
        return run_stays(state, heaps, before, cuts=bool(self.code.digit(0)))

    def _ways(self, state: int, option: Option) -> tuple[tuple[int, Way], ...]:
        heaps: list[Any] = [part.state for part in alive(option)]
        return run_ways(state, heaps, self.code.digits in _MIDDLE)

    def describe(self, state: int, option: Option) -> Message:
        heaps: list[Any] = [part.state for part in alive(option)]
        heaps_text = join([say("{n}", n=n) for n in heaps])
        if self.name in named.SKITTLES:
            removed = state - sum(heaps)
            if len(heaps) < 2:
                return say("knock down {k} in the row of {n}", k=removed, n=state)
            return say(
                "knock down {k} in the row of {n}, leaving rows of {left}",
                k=removed,
                n=state,
                left=heaps_text,
            )
        if self.name == "treblecross":
            if not heaps:
                return say("put a cross in the strip of {n}", n=state)
            return say("put a cross in the strip of {n}, leaving {left}", n=state, left=heaps_text)
        return super().describe(state, option)

    def most_taken(self, state: int) -> int | None:
        return state if self.code.infinite else min(state, self.code.last)

    def allows(self, state: int, option: Option) -> bool:
        heaps: list[Any] = [part.state for part in alive(option)]
        if any(part.ruleset != self for part in option):
            return False
        removed = state - sum(heaps)
        if removed < 0 or not self.code.digit(removed) >> len(heaps) & 1:
            return False
        different = len(set(heaps))
        if len(heaps) < 2 or self.code.split == "any":
            return True
        return different == (len(heaps) if self.code.split == "unequal" else 1)


def _ways(code: Code, digit: int, rest: int, step: int = 0) -> int:
    """Counts the options that leave ``rest`` tokens (with ``step`` also ``rest - step``, ``rest - 2 step``, ...) in the
    ways that the digit allows."""
    total = 0
    for heaps in range(digit.bit_length()):
        if not digit >> heaps & 1 or rest < 0:
            continue
        if heaps == 0:
            count: int | None = int(rest == 0 or bool(step and rest % step == 0))
        elif heaps > 1 and code.split == "equal":
            count = _multiples(rest, heaps, step)
        else:
            distinct = code.split == "unequal"
            more = (step,) if step else ()
            remaining = rest - offset(heaps, distinct)
            parts = (*range(1, heaps + 1), *more)
            count = multisets(remaining, parts) if more else into_parts(rest, heaps, distinct)
        if count is None:
            raise TooLargeError(say("the number of splits into {heaps} heaps is not counted", heaps=heaps))
        total += count
    return total


def _multiples(rest: int, heaps: int, step: int) -> int:
    """Counts the positive multiples of ``heaps`` among rest, rest - step, ... (with ``step`` 0 only rest)."""
    import math

    if not step:
        return int(rest > 0 and rest % heaps == 0)
    cycle = heaps // math.gcd(heaps, step)
    first = next((i for i in range(cycle) if (rest - i * step) % heaps == 0), None)
    if first is None or rest - first * step <= 0:
        return 0
    return (rest - first * step - 1) // (cycle * step) + 1


def _rule(code: Code) -> Message:
    """Returns the code in words: the numbers that a move may take, and the heaps that it may leave."""
    digits = [(k, digit) for k, digit in enumerate(code.digits) if digit]
    if code.families and len(digits) <= _TOLD_DIGITS:
        numbers = join([*(k for k, _ in digits), *code.families])
        return say("Take from a heap one of these numbers of tokens: {numbers}.", numbers=numbers)
    if code.infinite or len(digits) > _TOLD_DIGITS:
        return say(
            "Take tokens from a heap, and split what is left, as the digits of {code} allow.", code=str(code)
        )
    if all(digit == 3 for _, digit in digits):
        return say("Take from a heap one of these numbers of tokens: {numbers}.", numbers=_numbers(digits))
    lines = [say("take {k} and leave {heaps}", k=k, heaps=_heaps(digit)) for k, digit in digits]
    split = {"any": say(""), "unequal": say(" of different sizes"), "equal": say(" of equal size")}[
        code.split
    ]
    if not lines:
        return say("No move is allowed.")
    return say("From a heap: {moves}{split}.", moves=join(lines, say("; ")), split=split)


def _numbers(digits: list[tuple[int, int]]) -> Message:
    return join(k for k, _ in digits)


def _heaps(digit: int) -> Message:
    counts = [str(heaps) for heaps in range(digit.bit_length()) if digit >> heaps & 1]
    return say("1 heap") if counts == ["1"] else say("{counts} heaps", counts=" / ".join(counts))


def from_head(head: str) -> TakeAndBreak | None:
    """Returns the ruleset of a named game or of a code, or None if ``head`` looks like neither.

    >>> str(from_head("kayles").code), from_head("hex:0.77").head, from_head("nim") is None
    ('0.77', '0.77', True)
    """
    head = head.lower()
    game = named.find(head)
    if game is not None:
        return TakeAndBreak(game.code, game)
    if codes.is_code(head):
        return TakeAndBreak(codes.parse_code(head))
    return None


def on_one_heap(game: Ruleset | Code | str) -> Ruleset:
    """Returns the ruleset of a game on one heap, given as a ruleset, a code or a text. Raises RangeError for other
    games.

    >>> on_one_heap("kayles").head, on_one_heap(codes.parse_code(".77")).head
    ('kayles', '0.77')
    """
    if isinstance(game, Code):
        return TakeAndBreak(game)
    ruleset = game if isinstance(game, Ruleset) else octal(game)
    if ruleset.heaps != 1:
        raise RangeError(say("expected a game on one heap, got {game}", game=ruleset.head))
    return ruleset


def octal(code: str) -> TakeAndBreak:
    """Returns the game of a take-and-break code (octal, ``hex:…``, ``subtract{…}``, …) or of a named game.

    >>> octal("hex:0.77").head
    '0.77'
    """
    game = from_head(code.strip()) if isinstance(code, str) else None
    if game is None:
        code_text = code if isinstance(code, str) else shown(code)
        raise expected(say("a take-and-break code such as 0.137, or the name of such a game"), code_text)
    return game


def subtract(*numbers: int | str | range) -> TakeAndBreak:
    """Returns the subtraction game in which a move takes one of these ``numbers`` of tokens. Each argument is a number,
    a range, or a text that lists numbers.

    >>> subtract(4, 1, 3).head, subtract("squares", 2).head, subtract(range(1, 4), "7").head
    ('subtract{1,3,4}', 'subtract{2,squares}', 'subtract{1,2,3,7}')
    """
    plain: list[int | str | range] = []
    for number in numbers:
        amount = number if isinstance(number, (str, range)) else index_of(number)
        if amount is None:
            raise RangeError(say("expected whole numbers >= 1, got {number}", number=shown(number)))
        plain.append(amount)
    return TakeAndBreak(codes.subtract(*plain))
