"""What a proved law of two heaps says near the diagonal: where g(n, n + d), for a fixed d, repeats."""

from __future__ import annotations

from collections.abc import Iterator

from sprague.words.messages import Message, join, say

from ..automata.decide import automaton
from ..automata.formula import And, Exists, Linear, Not, Or, Within
from ..patterns import Repeats, repeats_of
from ..reading.statements import BEFORE
from .law import Law

#: The diagonals examined, on each side of the main one, and the entries in which a period is looked for.
DIAGONALS, ENTRIES = 3, 240

#: How many values of a diagonal are shown at least.
LEAST_SHOWN = 8

_X, _Y = BEFORE[:2]


def near_diagonal(law: Law, symmetric: bool) -> Iterator[Message]:
    """Yields a sentence for each of the diagonals near the main one whose values repeat, by a proved law of the values
    of two heaps. For a ``symmetric`` rule those on one side are enough."""
    if not law.proved or law.kind not in ("values", "relation") or law.heaps != 2:
        return
    for d in range(0 if symmetric else -DIAGONALS, DIAGONALS + 1):
        first, second = max(0, -d), max(0, d)
        values = [law.value((n + first, n + second)) for n in range(ENTRIES)]
        repeats = repeats_of(values)
        if repeats is None or not _holds(law, first, second, repeats):
            continue
        place = ", ".join("n" if not more else f"n + {more}" for more in (first, second))
        start, period, saltus = repeats
        beginning = join([*map(str, values[: max(LEAST_SHOWN, start + 2 * period)]), "…"])
        if saltus:
            yield say(
                "PROVED: g({place}) begins {values}, and has the period {period} with saltus {saltus} from n = {start} "
                "on",
                place=place, values=beginning, start=start, period=period, saltus=saltus,
            )  # fmt: skip
        else:
            yield say(
                "PROVED: g({place}) begins {values}, and has the period {period} from n = {start} on",
                place=place, values=beginning, start=start, period=period,
            )  # fmt: skip


def _holds(law: Law, first: int, second: int, repeats: Repeats) -> bool:
    """Decides by the automata of a law whether g(n + first, n + second) repeats so for every n from the start on."""
    names = (_X, _Y, "n", "u", "v", "w", "z")
    here = (Linear(("n",), (1,), -repeats.start, False), _sum(_X, "n", first), _sum(_Y, "n", second))
    further = (_sum("u", _X, repeats.period), _sum("v", _Y, repeats.period))
    if law.kind == "values":
        return not any(
            _somewhere(law, names[:5], *here, Within((_X, _Y), each), *further, Not(Within(("u", "v"), each)))
            for each in law.sets.values()
        )
    relation = law.sets[0]
    pair = (Within((_X, _Y, "w"), relation), Within(("u", "v", "z"), relation))
    unlike = Or(
        (
            Linear(("w", "z"), (1, -1), repeats.saltus - 1, False),
            Linear(("w", "z"), (-1, 1), -repeats.saltus - 1, False),
        )
    )
    return not _somewhere(law, names, *here, *further, *pair, unlike)


def _sum(name: str, of: str, more: int) -> Linear:
    """Returns the formula name = of + more."""
    return Linear((name, of), (1, -1), -more, True)


def _somewhere(law: Law, names: tuple[str, ...], *parts: Linear | Within | Not | Or) -> bool:
    return not automaton(Exists(names, And(parts)), law.system).is_empty
