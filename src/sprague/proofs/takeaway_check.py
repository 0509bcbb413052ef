"""The checker of the theorem about one heap from which a move takes at most c times the last take (A. J. Schwenk 1970).
It checks that the rule is this game, that the parts are those of the theorem, their recurrence, and the definition on
few coins.

The recurrence a(i + 1) = a(i) + a(i - d) says that c a(i - d) >= a(i) > c a(i - d - 1). If both inequalities hold for i
and for i - d, adding them gives those for i + 1. So they hold for ever once they hold for d + 2 consecutive places.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .plain_automata import Flaw, numeration, ticking
from .plain_formulas import parse, without

_FIELDS = {"format", "rule", "factor", "parts", "distance", "start"}

#: The heaps that are compared with the definition.
_BRUTE = 40

_GAME = "n,q -> m,r where exists k: 1 <= k <= q and n = m + k and r = {factor}k"


def seconds(certificate: Any) -> float:
    """Estimates the seconds of a check."""
    return 0.5


def room(certificate: Any) -> int:
    """Estimates the bytes of a check."""
    return 10**7


def cost(certificate: Any) -> str:
    """Says in words what a check will cost."""
    return "proves the recurrence of the parts, and compares with the definition; a moment"


def check_takeaway(certificate: Any, tick: Callable[[], None] = lambda: None) -> int:
    """Returns the number of parts examined. Raises Flaw, with the reason, for a false certificate."""
    return ticking(tick, _checked, certificate)


def _checked(certificate: Any) -> int:
    if not isinstance(certificate, dict) or set(certificate) != _FIELDS:
        raise Flaw(f"expected the fields {', '.join(sorted(_FIELDS))}")
    row, factor = certificate["parts"], certificate["factor"]
    numbers = [factor, certificate["distance"], certificate["start"]]
    if any(type(n) is not int or not 0 <= n <= 5000 for n in numbers) or not 1 <= factor <= 50:
        raise Flaw("factor, distance and start: expected small numbers")
    if not isinstance(row, list) or len(row) > 5000 or any(type(n) is not int for n in row):
        raise Flaw("parts: expected numbers")
    if not isinstance(certificate["rule"], str):
        raise Flaw("rule: expected text")
    _same_game(parse(certificate["rule"]), parse(_GAME.format(factor=factor)))
    # a[0] is a(1): the least j with c a(j) >= a(i) gives a(i + 1).
    if not row or row[0] != 1:
        raise Flaw("parts: the first is 1")
    for i in range(len(row) - 1):
        j = next(j for j in range(i + 1) if factor * row[j] >= row[i])
        if row[i + 1] != row[i] + row[j]:
            raise Flaw(f"parts: number {i + 2} is another")
    distance, start = certificate["distance"], certificate["start"] - 1
    if start < 0 or len(row) < start + 2 * distance + 2:
        raise Flaw("parts: too few for the induction")

    def apart(i: int) -> bool:
        """Returns whether the part that is added to part i is ``distance`` before it."""
        low = factor * row[i - distance - 1] if i > distance else 0
        return bool(i >= distance and factor * row[i - distance] >= row[i] > low)

    for i in range(start, len(row)):
        if not apart(i):
            raise Flaw(f"distance: it is another at {i + 1}")
    if start and apart(start - 1):
        raise Flaw("start: the recurrence begins earlier")
    _by_definition(row, factor)
    return len(row)


def _same_game(a: Any, b: Any) -> None:
    """Raises Flaw unless two formulas about x, y, u, v hold for the same numbers, which is decided in base 2."""
    for one, other in ((a, b), (b, a)):
        if without(numeration("2"), ["x", "y", "u", "v"], ("and", one, ("not", other))).accept:
            raise Flaw("rule: it is another game")


def _by_definition(row: list[int], factor: int) -> None:
    """Compares the claim with the definition. If the file has too few parts, they continue by their rule."""
    row = list(row)
    while row[-1] < _BRUTE:
        row.append(row[-1] + next(each for each in row if factor * each >= row[-1]))
    losing: dict[tuple[int, int], bool] = {}
    for n in range(_BRUTE):
        rest, smallest = n, None
        for part in reversed([each for each in row if each <= n]):
            if part <= rest:
                rest, smallest = rest - part, part
        for q in range(n + 1):
            losing[n, q] = not any(losing[n - k, min(factor * k, n - k)] for k in range(1, q + 1))
            if losing[n, q] != (smallest is None or q < smallest):
                raise Flaw(f"by the definition, {n} with limit {q} is another kind of position")
