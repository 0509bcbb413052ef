"""All octal codes of a few digits, in classes with the same reduced form, and the analysis of each.

A question is a class. One member is computed far enough to prove its period. The others follow by the shift; as a check
of the argument, they are also computed themselves, as far as every code is.
"""

from __future__ import annotations

import hashlib
import itertools
from typing import TYPE_CHECKING, Any

from sprague.takebreak.codes import Code, parse_code
from sprague.takebreak.reduction import octal_digits, reduce_code
from sprague.takebreak.sequence import pattern, start_of
from sprague.takebreak.theorems import theorem_for
from sprague.words.errors import RangeError, SpragueError
from sprague.words.messages import say

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Values = NDArray[np.unsignedinteger[Any]]

#: More digits would make 2 * 8^5 codes and more, too many for this kind of sweep.
MOST_DIGITS = 4

#: Values of different codes are compared up to this many heaps below the bound of the computation, as shifts are
#: smaller.
SLACK = 16


def octal_codes(digits: int) -> list[Code]:
    """Returns all codes 0.d1...dn and 4.d1...dn with a move, n = ``digits``.

    >>> len(octal_codes(1)), len(octal_codes(3)), octal_digits(octal_codes(1)[0])
    (15, 1023, '0.1')
    """
    if not 1 <= digits <= MOST_DIGITS:
        raise RangeError(say("expected 1 to {most} digits, got {digits}", most=MOST_DIGITS, digits=digits))
    rows = itertools.product((0, 4), *[range(8)] * digits)
    return [code for code in map(Code, rows) if code.moves]


def classes(codes: list[Code]) -> dict[str, list[str]]:
    """Returns a map from each reduced form to the codes that have it, the one with the smallest shift and the fewest
    digits first.

    >>> classes(octal_codes(1))["0.137"], classes(octal_codes(1))["0.7"]
    (['0.4'], ['0.7', '4.0', '4.2'])
    """
    members: dict[str, list[tuple[int, int, str]]] = {}
    for code in codes:
        reduced = reduce_code(code)
        rank = (reduced.shift, code.last, octal_digits(code))
        members.setdefault(octal_digits(reduced.code), []).append(rank)
    return {key: [rank[-1] for rank in sorted(ranks)] for key, ranks in members.items()}


def classify(key: str, members: list[str], to: int, limit: int) -> dict[str, Any]:
    """Returns the line of the store about the codes ``members``, whose reduced form is ``key``, each computed at least
    to heap ``to``. The search for a period goes on to heap ``limit``.
    """
    from sprague.system.arrays import np

    first = reduce_code(parse_code(members[0]))
    values, period = search(parse_code(members[0]), to, limit)
    base = values[first.shift :]
    codes = []
    for member in members:
        code = parse_code(member)
        shift = reduce_code(code).shift
        own = np.concatenate((np.zeros(shift, base.dtype), base[: len(values) - shift]))
        _compare(member, code, own, to)
        codes.append(_row(member, code, own, period) | {"base": shift})
    prefix = np.ascontiguousarray(base[: max(to - SLACK, 1)], np.uint32)
    digest = hashlib.sha256(prefix.astype("<u4").tobytes()).hexdigest()[:32]
    return {"class": key, "compared": len(prefix), "digest": digest, "codes": codes}


def search(code: Code, to: int, limit: int) -> tuple[Values, int | None]:
    """Returns the values of heaps 0..n, n >= ``to``, and the period that they show. It goes beyond n = ``to`` only as
    long as no period is proved.

    Doubles the number of values again and again, up to heap ``limit``.
    """
    from sprague.takebreak.run import Run

    run, aim = Run(code), to
    while True:
        run.extend(aim)
        values = run.values
        repeat = pattern(values, len(values) // 2)
        wanted = 0 if repeat is None else needed(code, repeat.start, repeat.period)
        if aim >= limit or 0 < wanted <= len(values):
            return values, None if repeat is None else repeat.period
        aim = min(limit, max(2 * aim, wanted))


def needed(code: Code, start: int, period: int) -> int:
    """Returns how many values prove the period of a finite octal code.

    >>> needed(parse_code("0.137"), 52, 34)
    175
    """
    theorem = theorem_for(code)
    if theorem is None:
        raise RangeError(say("expected a finite octal code, got {code}", code=str(code)))
    return theorem.needed(code, (), start, period, 0)


def _compare(member: str, code: Code, own: Values, to: int) -> None:
    """Computes ``code`` itself up to ``to``, to check the argument for the equivalence."""
    from sprague.takebreak.run import values

    if (values(code, to) != own[: to + 1]).any():
        raise SpragueError(say("the values of {code} are not those of its class", code=member))


def _row(member: str, code: Code, values: Values, period: int | None) -> dict[str, Any]:
    from sprague.takebreak.statistics import statistics_of

    statistics = statistics_of(values, member, code)
    row: dict[str, Any] = {
        "code": member,
        "status": "none",
        "preperiod": None,
        "period": None,
        "needed": None,
    }
    if period is not None:
        start = start_of(values, period, 0)
        wanted = needed(code, start, period)
        status = "proved" if wanted <= len(values) else "observed"
        row |= {"status": status, "preperiod": start, "period": period, "needed": wanted}
    return row | {
        "searched": statistics.to,
        "max": statistics.max,
        "argmax": statistics.argmax,
        "mask": statistics.rare_mask,
        "rares": None if statistics.rares is None else len(statistics.rares),
        "last_rare": statistics.last_rare,
        "zeros": len(statistics.zeros),
        "last_zero": int(statistics.zeros[-1]) if len(statistics.zeros) else None,
    }
