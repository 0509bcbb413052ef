"""The checker of values that grow in a system of sequences: heaps of several kinds (:mod:`.kinds_check`), or the pieces
of a graph that grows by equal columns (:mod:`.family_check`).

For each kind the certificate gives an automaton of the pairs of n and the value of n, in base 2. The checker compares
the first values. For all larger n it decides that each n has exactly one value by the automaton, that no option of n
has this value, and that options have every smaller one. By induction on n and the order of the kinds, the automata give
the values. The period of the first kind, if one is claimed, is decided from its automaton.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from typing import Any

from .family_check import check_pieces, read_pieces, work_of_graph
from .kinds_check import read_kinds
from .law_form import automaton, named_set
from .law_relations import value_of
from .plain_automata import Flaw, Set, every, join, meet, minus, numeration, ticking
from .plain_formulas import Formula, without
from .sequences import Sequence, numbers, values, well_founded

_FIELDS = {"format", "game", "relations", "start", "period"}

#: What a certificate about a graph has besides.
_OF_GRAPHS = {"edges", "kinds", "order"}

#: The largest start and period.
_MOST_PERIOD = 2000

_SYSTEM = numeration("2")

#: The tracks of the automata: n and its value.
_TRACKS = ("x0", "z")


def seconds(certificate: Any) -> float:
    """Estimates the seconds of a check, within a factor of ten. Raises Flaw for a certificate that cannot be read."""
    kinds, _ = _read(certificate)
    states = [len(table["delta"]) for table in certificate["relations"]]
    pairs = sum(states[i] * states[j] * (1 + c + w) for k in kinds for c, i, j, w, *_ in k.splits)
    single = sum(states[j] * (1 + c + d) for k in kinds for c, j, d in k.shorter)
    of_graphs = work_of_graph(certificate)[0] if "edges" in certificate else 0.0
    return 0.3 + 2e-4 * (pairs + single) + of_graphs


def room(certificate: Any) -> int:
    """Estimates the bytes of a check. Raises Flaw for a certificate that cannot be read."""
    kinds, _ = _read(certificate)
    options = max(len(kind.splits) * len(kind.first) for kind in kinds)
    return 10**8 + 250 * options + (work_of_graph(certificate)[1] if "edges" in certificate else 0)


def cost(certificate: Any) -> str:
    """Says in words what a check will cost. Raises Flaw for a certificate that cannot be read."""
    return (
        f"decides about automata of {_states(certificate)} states that they give the values of "
        f"{len(certificate['relations'])} kinds; about {max(1, round(seconds(certificate)))} s"
    )


def check_growing(certificate: Any, tick: Callable[[], None] = lambda: None) -> int:
    """Returns the number of states visited. Raises Flaw, with the reason, for a false certificate."""

    def checked(certificate: Any) -> int:
        return _checked(certificate, tick)

    return ticking(tick, checked, certificate)


def _states(certificate: Any) -> int:
    return sum(len(table["delta"]) for table in certificate["relations"])


def _read(certificate: Any) -> tuple[list[Sequence], list[int]]:
    """Returns the kinds and their order; what the automata say is read later."""
    if not isinstance(certificate, dict) or set(certificate) not in (_FIELDS, _FIELDS | _OF_GRAPHS):
        raise Flaw(
            f"expected the fields {', '.join(sorted(_FIELDS))}, and those of a graph: {', '.join(_OF_GRAPHS)}"
        )
    if not isinstance(certificate["game"], str):
        raise Flaw("game: expected text")
    kinds, order = read_pieces(certificate) if "edges" in certificate else read_kinds(certificate["game"])
    well_founded(kinds, order)
    tables = certificate["relations"]
    if not isinstance(tables, list) or len(tables) != len(kinds):
        raise Flaw("relations: expected an automaton for each kind")
    if not all(isinstance(table, dict) and isinstance(table.get("delta"), list) for table in tables):
        raise Flaw("relations: expected automata")
    claim = [certificate["start"], certificate["period"]]
    if claim != [None, None] and (not numbers(claim) or max(claim) > _MOST_PERIOD or claim[1] < 1):
        raise Flaw("start and period: expected whole numbers, or null for both")
    return kinds, order


def _checked(certificate: Any, tick: Callable[[], None]) -> int:
    kinds, order = _read(certificate)
    if "edges" in certificate:
        check_pieces(certificate, tick)
    first = max(len(kind.first) for kind in kinds)
    rows = values(kinds, order, first, tick)
    laws = [automaton(table, _SYSTEM, _TRACKS) for table in certificate["relations"]]
    values_at = [value_of("relation", _SYSTEM, 1, law) for law in laws]
    states = 0
    for number, (kind, law) in enumerate(zip(kinds, laws, strict=True)):
        value = values_at[number]
        if any(value((n,)) != known for n, known in enumerate(rows[number][: len(kind.first)])):
            raise Flaw(f"relations: a first value of kind {number} is another")
        options = _option_values(kind, laws)
        states += len(law.delta) + len(options.delta)
        later = meet(law, without(_SYSTEM, [], ("lin", {"x0": 1}, -len(kind.first))))
        if meet(later, options).accept:
            raise Flaw(f"relations: an option of kind {number} has the value of the heap")
        smaller = without(
            _SYSTEM, ["y"], ("and", ("in", _of(later, "x0", "y")), ("lin", {"z": -1, "y": 1}, -1))
        )
        if minus(smaller, options).accept:
            raise Flaw(f"relations: no option of kind {number} was shown to have each smaller value")
    if certificate["period"] is not None:
        _repeats(laws[0], certificate["start"], certificate["period"])
    return states


def _of(law: Set, n: str, value: str) -> Set:
    """Returns the pairs of numbers with other names."""
    rows = law.delta
    if n > value:  # the order of tracks is that of the alphabet
        rows = [{(b, a): to for (a, b), to in row.items()} for row in rows]
    return Set(tuple(sorted((n, value))), law.start, law.accept, rows)


def _option_values(kind: Sequence, laws: list[Set]) -> Set:
    """Returns the pairs of n and the value of an option."""
    relations = [Set(_TRACKS, 0, frozenset(), [{}])]
    for c, j, d in kind.shorter:
        length: Formula = ("eq", {"m": 1, "x0": -1}, d)
        relations.append(_together(["m", "p"], length, ("in", _of(laws[j], "m", "p")), _xor("p", c)))
    for c, i, j, w, a0, b0 in kind.splits:
        parts: Formula = ("and", ("lin", {"a": 1}, -a0), ("lin", {"b": 1}, -b0))
        whole: Formula = ("and", parts, ("eq", {"a": 1, "b": 1, "x0": -1}, w))
        one, two = ("in", _of(laws[i], "a", "p")), ("in", _of(laws[j], "b", "q"))
        total: Formula = ("and", ("in", named_set("xor", ("p", "q", "r"), _SYSTEM)), _xor("r", c))
        relations.append(_together(["a", "b", "p", "q", "r"], whole, one, two, total))
    return reduce(lambda a, b: join(_SYSTEM, a, b), relations)


def _xor(value: str, constant: int) -> Formula:
    """Returns the formula that z is the nim-sum of a value and a constant."""
    total = named_set("xor", ("c", value, "z"), _SYSTEM)
    return "some", "c", ("and", ("eq", {"c": 1}, -constant), ("in", total))


def _together(eliminated: list[str], *parts: Formula) -> Set:
    pairs = without(_SYSTEM, eliminated, reduce(lambda a, b: ("and", a, b), parts))
    return meet(pairs, every(_SYSTEM, tuple(name for name in _TRACKS if name not in pairs.tracks)))


def _repeats(law: Set, start: int, period: int) -> None:
    """Raises Flaw unless this is the least period of the values that a relation gives, from the least start on."""
    value = value_of("relation", _SYSTEM, 1, law)
    row = [value((n,)) for n in range(start + 2 * period)]
    later: Formula = ("and", ("lin", {"x0": 1}, -start), ("eq", {"m": 1, "x0": -1}, -period))
    two: Formula = ("and", ("in", law), ("in", _of(law, "m", "y")))
    for unlike in ({"y": 1, "z": -1}, {"y": -1, "z": 1}):
        if without(_SYSTEM, ["m"], ("and", ("and", later, two), ("lin", unlike, -1))).accept:
            raise Flaw("period: the values do not repeat")
    for less in range(1, period):
        if period % less == 0 and row[start + less :] == row[start : len(row) - less]:
            raise Flaw("period: a smaller one will do")
    if start and row[start - 1] == row[start - 1 + period]:
        raise Flaw("start: it begins earlier")
