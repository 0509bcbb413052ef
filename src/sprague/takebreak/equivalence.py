r"""Decides which codes describe the same game, that is, have equal values up to a shift of the heaps.

Codes of one reduced form (:mod:`.reduction`) are equivalent.

Codes with different reduced forms may still be equivalent. This is proved if the periods of both are proved and equal
and the values agree up to the end of the first period after both preperiods; otherwise it is only observed.

>>> from sprague.takebreak.codes import parse_code
>>> equivalent("0.07", "0.137").shift
-1
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from sprague.model.heap_rulesets import check_heap
from sprague.model.ruleset import Ruleset
from sprague.words.errors import RangeError
from sprague.words.messages import Message, say

from .codes import Code, code_of
from .period import period
from .reduction import is_octal, octal_digits, reduce_code
from .rules import octal
from .sequence import values_of


@dataclass(frozen=True)
class Equivalence:
    """Says whether two codes are one game. In a condition it is true only if this is proved.

    ``status`` is "proved", "observed" (the values of heaps up to ``seen`` agree) or "different" (the values of some
    heap up to ``seen`` differ). Heap n of the first is heap n + ``shift`` of the second. ``reason`` is a sentence.
    """

    status: Literal["proved", "observed", "different"]
    shift: int
    seen: int
    reason: Message

    def __bool__(self) -> bool:
        return self.status == "proved"


def equivalent(first: Ruleset | Code | str, second: Ruleset | Code | str, to: int = 10_000) -> Equivalence:
    """Decides whether two take-and-break games are one up to a shift of the heaps; see the top of this module.

    If no argument decides, it compares heaps up to ``to``. Raises NotationError or RangeError if an argument is not
    such a game.

    >>> found = equivalent("0.27", "0.26")
    >>> bool(found), found.shift, str(found.reason)
    (True, 0, 'both have the reduced form 0.337')
    >>> equivalent("kayles", "dawsons-kayles").status, equivalent("0.4", "dawsons-chess").shift
    ('different', -2)
    """
    codes = [_code(game) for game in (first, second)]
    to = check_heap(to, str(codes[0]))
    forms = [reduce_code(code) if is_octal(code) else None for code in codes]
    if forms[0] is not None and forms[1] is not None and forms[0].code == forms[1].code:
        reason = say("both have the reduced form {code}", code=octal_digits(forms[0].code))
        return Equivalence("proved", forms[1].shift - forms[0].shift, 0, reason)
    if codes[0] == codes[1]:
        return Equivalence("proved", 0, 0, say("both are the code {code}", code=str(codes[0])))
    rows: list[Any] = []
    for code in codes:
        seen_values = values_of(code)
        seen_values.grow(to)
        rows.append([int(value) for value in seen_values.seen[: to + 1]])
    starts = [next((n for n, value in enumerate(row) if value), to) for row in rows]
    shift, last = starts[1] - starts[0], to - max(starts)
    for n in range(last + 1):
        if rows[0][starts[0] + n] != rows[1][starts[1] + n]:
            words = say("heap {a} of the first has another value than heap {b} of the second",
                        a=starts[0] + n, b=starts[1] + n)  # fmt: skip
            return Equivalence("different", shift, starts[0] + n, words)
    periods = [period(code, to) for code in codes]
    if all(each.status == "proved" for each in periods) and last >= 0:
        a, b = periods
        same = (a.period, a.saltus) == (b.period, b.saltus)
        ends = [
            (each.preperiod or 0) + (each.period or 0) - start
            for each, start in zip(periods, starts, strict=True)
        ]
        if same and max(ends) <= last + 1:
            reason = say("both have the proved period {period}, and agree through it", period=a.period)
            return Equivalence("proved", shift, to, reason)
    return Equivalence("observed", shift, to, say("their values agree up to heap {to}", to=to))


def _code(game: Ruleset | Code | str) -> Code:
    """Returns the code of a take-and-break game, given in any of the three ways."""
    code = game if isinstance(game, Code) else code_of(octal(game) if isinstance(game, str) else game)
    if not isinstance(code, Code):
        raise RangeError(
            say("expected a take-and-break game, got {game}", game=str(getattr(game, "head", game)))
        )
    return code
