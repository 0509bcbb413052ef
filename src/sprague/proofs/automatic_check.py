"""The checker of theorems about P-positions (``sprague discover``). It reads the rule, builds the moves automata anew
with plain code, and decides every statement. Then it compares the automaton with the definition on small positions."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import product
from typing import Any

from .consequences_check import check_pairs, check_parts
from .plain_automata import (
    Flaw,
    Numeration,
    Set,
    contains,
    counted,
    equation,
    every,
    join,
    meet,
    minimal,
    numeration,
    rest,
    some,
    ticking,
    words,
)
from .plain_formulas import alternatives, factors, holds, parse, without

_FIELDS = {"format", "rule", "system", "automaton", "measure", "statements", "sizes"}

#: The optional fields: the vectors that may be added to the rule, and what follows from the automaton.
_MORE = {"addable", "pairs", "parts"}

_STATEMENTS = ["no move leads from P to P", "from every other position a move leads to P"]

#: The same, if so many options may be forbidden.
_COUNTING = [
    "of the options of a position in P at most {count} are in P",
    "of the options of every other position more than {count} are in P",
]

#: The heaps on which the automaton is compared with the definition, for a rule by vectors and for one by a formula.
_BRUTE_VECTORS, _BRUTE_FORMULA = 40, 6

#: A family takes a k + c from one heap and b k + d from the other.
Family = tuple[int, int, int, int]

_FIBONACCI = "n,q -> m,r where exists k: 1 <= k <= q and n = m + k and r = 2k"


def seconds(certificate: Any) -> float:
    """Estimates the seconds of a check, within a factor of ten. Raises Flaw for a certificate that cannot be read."""
    states, _, parts = _sizes(certificate)
    digits: int = numeration(certificate["system"]).digits
    # The moves of a part are intersected with states, on letters of three numbers.
    work = 2e-5 * states * parts + 1e-5 * _made(certificate["rule"])
    return (4.0 if certificate["system"] == "schwenk(3)" else 0.2) + work * digits**3


def room(certificate: Any) -> int:
    """Estimates the bytes of a check. Raises Flaw for a certificate that cannot be read."""
    states, letters, parts = _sizes(certificate)
    return 2000 * states * letters * parts + 500 * _made(certificate["rule"])


def cost(certificate: Any) -> str:
    """Says in words what a check will cost. Raises Flaw for a certificate that cannot be read."""
    states, _, _ = _sizes(certificate)
    return (
        f"decides the statements anew about automata of {states} states, in plain Python; "
        f"about {max(1, round(seconds(certificate)))} s"
    )


def _sizes(certificate: Any) -> tuple[int, int, int]:
    """Returns the number of states in the certificate, of letters in its alphabet, and of families of the rule."""
    if not isinstance(certificate, dict) or set(certificate) - _MORE != _FIELDS:
        raise Flaw(f"expected the fields {', '.join(sorted(_FIELDS))}")
    if not isinstance(certificate["rule"], str) or not isinstance(certificate["system"], str):
        raise Flaw("rule and system: expected text")
    sizes = certificate["sizes"]
    if not isinstance(sizes, dict) or any(type(n) is not int or n < 0 for n in sizes.values()):
        raise Flaw("sizes: expected numbers of states")
    families, _ = families_of(blocking_of(certificate["rule"])[0])
    automaton = certificate["automaton"]  # the claims about it are compared at the end
    rows = automaton.get("delta") if isinstance(automaton, dict) else None
    states = max(sum(sizes.values()), len(rows) if isinstance(rows, list) else 0) + 1
    return states, numeration(certificate["system"]).digits ** 2, len(families) + 1


def _made(rule: str) -> int:
    """Estimates the number of states of the first automata for the moves of a rule: k times a tokens, plus b."""
    families, formula = families_of(blocking_of(rule)[0])
    return sum((a + 1) * (b + 1) for a, _, b, _ in families) + (0 if formula is None else factors(formula))


def check_automatic(certificate: Any, tick: Callable[[], None] = lambda: None) -> int:
    """Returns the number of states visited. Raises Flaw, with the reason, for a false certificate."""
    return ticking(tick, _checked, certificate)


def _checked(certificate: Any) -> int:
    if not isinstance(certificate, dict) or set(certificate) - _MORE != _FIELDS:
        raise Flaw(f"expected the fields {', '.join(sorted(_FIELDS))}")
    if not isinstance(certificate["rule"], str) or not isinstance(certificate["system"], str):
        raise Flaw("rule and system: expected text")
    system = numeration(certificate["system"])
    p_set = _automaton(certificate["automaton"], system, ["x", "y"])
    weights = certificate["measure"]
    if not _numbers(weights, 2) or not any(weights):
        raise Flaw("measure: expected two weights, not both 0")
    rule, forbidden = blocking_of(certificate["rule"])
    families, formula = families_of(rule)
    states = 0
    winning: Set | None = None
    rising: dict[tuple[str, str], Set] = {}
    #: The moves by what they leave; families that leave the same names may have moves in common.
    moves: dict[tuple[str, str], Set] = {}
    for family in families:
        relation, after = _family(system, family)
        if after not in rising:
            rising[after] = _rising(system, after, weights)
        if meet(relation, rising[after]).accept:
            raise Flaw("measure: it does not fall with every move")
        states += len(relation.delta)
        if forbidden:
            moves[after] = join(system, moves[after], relation) if after in moves else relation
            continue
        options = some(system, meet(relation, _with_tracks(p_set, after), small=False), "u", "v")
        winning = options if winning is None else join(system, winning, options)
    if forbidden:
        winning = _more_than(system, p_set, moves, forbidden)
    for part in [] if formula is None else alternatives(formula):
        _falls_by(part, weights)
        options = without(system, ["u", "v"], ("and", part, ("in", _with_tracks(p_set, ("u", "v")))))
        missing = tuple(name for name in ("x", "y") if name not in options.tracks)
        options = meet(options, every(system, missing))
        winning = options if winning is None else join(system, winning, options)
    assert winning is not None
    if meet(winning, p_set).accept:
        raise Flaw(
            f"of a position in P more than {forbidden} options are in P"
            if forbidden
            else "a move leads from P to P"
        )
    if meet(rest(system, winning), rest(system, p_set)).accept:
        raise Flaw(
            f"of some position outside P at most {forbidden} options are in P"
            if forbidden
            else "from some position outside P no move leads to P"
        )
    if certificate["sizes"] != {"P": len(p_set.delta), "W": len(winning.delta) if winning.accept else 0}:
        raise Flaw("sizes: the automata have other numbers of states")
    measure = " + ".join(f"{'' if w == 1 else w}{n}" for w, n in zip(weights, "xy", strict=True) if w)
    outcomes = [text.format(count=forbidden) for text in (_COUNTING if forbidden else _STATEMENTS)]
    wanted = [*outcomes, f"{measure} decreases with every move"]
    if certificate["statements"] != [{"text": text, "verdict": "true"} for text in wanted]:
        raise Flaw("statements: expected the three statements of the theorem, all true")
    _by_definition(system, p_set, families, formula, forbidden)
    if forbidden and _MORE & set(certificate):
        raise Flaw("rule: with options that may be forbidden nothing more is expected")
    if "addable" in certificate:
        _addable(system, p_set, families, certificate["addable"])
    if "pairs" in certificate:
        check_pairs(system, p_set, certificate["pairs"])
    if "parts" in certificate:
        check_parts(system, p_set, formula, certificate["parts"])
    return len(p_set.delta) + len(winning.delta) + states


def _numbers(entries: Any, count: int) -> bool:
    return (
        isinstance(entries, list)
        and len(entries) == count
        and all(type(n) is int and 0 <= n <= 1000 for n in entries)
    )


def _addable(system: Numeration, p_set: Set, families: list[Family], table: Any) -> None:
    """Raises Flaw unless the automaton accepts exactly the vectors that the rule does not contain and that join no two
    P-positions. These are the moves that may be added."""
    if not families:
        raise Flaw("addable: expected a rule by vectors")
    empty = {"tracks": ["a", "b"], "start": 0, "accept": [], "delta": []}
    claimed = None if table == empty else _automaton(table, system, ["a", "b"])
    two = ("and", ("in", _with_tracks(p_set, ("u", "v"))), ("in", p_set))
    apart = ("and", ("eq", {"x": 1, "u": -1, "a": -1}, 0), ("eq", {"y": 1, "v": -1, "b": -1}, 0))
    addable = rest(system, without(system, ["u", "v", "x", "y"], ("and", two, apart)))
    nothing = without(system, [], ("and", ("eq", {"a": 1}, 0), ("eq", {"b": 1}, 0)))
    addable = meet(addable, rest(system, nothing))
    for a, c, b, d in families:
        forms = [{"a": 1} | ({"k": -a} if a else {}), {"b": 1} | ({"k": -b} if b else {})]
        takes: Any = ("and", ("eq", forms[0], -c), ("eq", forms[1], -d))
        if a or b:
            takes = ("and", takes, ("lin", {"k": 1}, -1))
        addable = meet(addable, rest(system, without(system, ["k"], takes)))
    if claimed is None:
        wrong = bool(addable.accept)
    else:
        wrong = bool(
            meet(addable, rest(system, claimed)).accept or meet(claimed, rest(system, addable)).accept
        )
    if wrong:
        raise Flaw("addable: other vectors may be added")


def _automaton(table: Any, system: Numeration, tracks: list[str]) -> Set:
    """Returns the automaton of the certificate. It must be minimal, accept valid words only, and ignore leading
    zeros."""
    if not isinstance(table, dict) or set(table) != {"tracks", "start", "accept", "delta"}:
        raise Flaw("automaton: expected tracks, start, accept and delta")
    rows, accept = table["delta"], table["accept"]
    first = type(table["start"]) is int and table["start"] == 1
    if table["tracks"] != tracks or not first or not isinstance(rows, list) or not rows:
        raise Flaw(f"automaton: expected the tracks {' and '.join(tracks)}, and states from 1")
    letters = list(product(range(system.digits), repeat=2))
    for row in rows:
        if (
            not isinstance(row, list)
            or len(row) != len(letters)
            or any(type(to) is not int or not 0 <= to <= len(rows) for to in row)
        ):
            raise Flaw("automaton: expected a row of states for each state, one for each letter")
    if not isinstance(accept, list) or any(type(s) is not int or not 1 <= s <= len(rows) for s in accept):
        raise Flaw("automaton: expected states that accept")
    delta: list[dict[tuple[int, ...], int]] = [
        {x: to - 1 for x, to in zip(letters, row, strict=True) if to} for row in rows
    ]
    automaton = Set(tuple(tracks), 0, frozenset(s - 1 for s in accept), delta)
    if len(minimal(automaton).delta) != len(delta):
        raise Flaw("automaton: it has states that are not needed")
    visited, todo = {(0, 0, 0)}, [(0, 0, 0)]
    while todo:
        state, v, w = todo.pop()
        if state in automaton.accept and not (system.ends(v) and system.ends(w)):
            raise Flaw("automaton: it accepts a word that is not valid")
        for (a, b), to in delta[state].items():
            after = (to, system.step(v, a), system.step(w, b))
            if None in after:
                raise Flaw("automaton: it reads a word that is not valid")
            if after not in visited:
                visited.add(after)  # type: ignore[arg-type]
                todo.append(after)  # type: ignore[arg-type]
    state = 0
    for _ in system.turns:
        state = delta[state].get((0, 0), -1)
        if state < 0:
            break
    if state != 0:
        raise Flaw("automaton: leading zeros change what it accepts")
    return automaton


def _with_tracks(numbers: Set, tracks: tuple[str, ...]) -> Set:
    """Returns the same set with other names, in the order of the alphabet."""
    if tracks == tuple(sorted(tracks)):
        return Set(tracks, numbers.start, numbers.accept, numbers.delta)
    turned: list[dict[tuple[int, ...], int]] = [
        {(b, a): to for (a, b), to in row.items()} for row in numbers.delta
    ]
    return Set((tracks[1], tracks[0]), numbers.start, numbers.accept, turned)


_BLOCKING = re.compile(
    r"blocking-(?:(nim)\[k=([1-8])\]|(vectors)\[m=([1-8])\](\{.*\}))", re.ASCII | re.DOTALL
)


def blocking_of(text: str) -> tuple[str, int]:
    """Returns a rule without blocking, and how many options may be forbidden before each move."""
    match = _BLOCKING.fullmatch(text)
    if match is None:
        return text, 0
    return (match[1], int(match[2])) if match[1] else (match[3] + match[5], int(match[4]))


def _more_than(system: Numeration, p_set: Set, moves: dict[tuple[str, str], Set], forbidden: int) -> Set:
    """Returns the positions of which more than ``forbidden`` options are in P. Options by moves that leave other names
    are different: one of them takes from a heap that the other leaves alone."""
    most = forbidden + 1
    in_all: list[Set] = []
    for after, relation in moves.items():
        leads = counted(system, meet(relation, _with_tracks(p_set, after), small=False), most, "u", "v")
        if in_all:
            of_two = []
            for least in range(1, most + 1):
                one = join(system, in_all[least - 1], leads[least - 1])
                for i in range(1, least):
                    one = join(system, one, meet(in_all[i - 1], leads[least - i - 1]))
                of_two.append(one)
            leads = of_two
        in_all = leads
    return in_all[-1]


_ENTRY = re.compile(r"([1-9]\d{0,6}|0(?!k))?(k?)", re.ASCII)


def families_of(text: str) -> tuple[list[Family], Any]:
    """Returns the families of a rule, or its formula."""
    if text == "nim":
        return [(1, 0, 0, 0), (0, 0, 1, 0)], None
    match = re.fullmatch(r"wythoff(?:\[t=([2-9]|[1-9]\d)\])?", text, re.ASCII)
    if match:
        families = [(1, 0, 0, 0), (0, 0, 1, 0), (1, 0, 1, 0)]
        for j in range(1, int(match[1] or 1)):
            families += [(1, 0, 1, j), (1, j, 1, 0)]
        return families, None
    if text == "fibonacci":
        text = _FIBONACCI
    if "->" in text:
        return [], parse(text)
    if not re.fullmatch(r"vectors\{\([^()]*\)(,\([^()]*\))*\}", text):
        raise Flaw(f"rule: expected vectors, a formula, or the name of a game, got {text[:60]!r}")
    families = []
    for inner in re.findall(r"\(([^()]*)\)", text):
        entries = [_ENTRY.fullmatch(part) for part in inner.split(",")]
        if len(entries) != 2 or any(entry is None or entry[0] in ("", "1k") for entry in entries):
            raise Flaw(f"rule: expected two entries such as 2k or 3, got ({inner})")
        numbers: list[int] = []
        for entry in entries:
            assert entry is not None
            n = int(entry[1] or 1)
            numbers += [n, 0] if entry[2] else [0, n]
        if not any(numbers):
            raise Flaw("rule: a vector takes nothing")
        families.append((numbers[0], numbers[1], numbers[2], numbers[3]))
    return families, None


def _family(system: Numeration, family: Family) -> tuple[Set, tuple[str, str]]:
    """Returns the moves of a family, and the names of the heaps after one: u and v, or x and y if nothing is taken."""
    a, c, b, d = family
    parts = []
    for before, after, multiple, constant in (("x", "u", a, c), ("y", "v", b, d)):
        if multiple or constant:
            form = {before: 1, after: -1} | ({"k": -multiple} if multiple else {})
            parts.append(equation(system, form, -constant))
    if a or b:
        parts.append(rest(system, equation(system, {"k": 1}, 0)))
    moves = parts[-1]
    for part in parts[:-1]:
        moves = meet(part, moves)
    return some(system, moves, "k"), ("u" if a or c else "x", "v" if b or d else "y")


def _rising(system: Numeration, after: tuple[str, str], weights: list[int]) -> Set:
    """Returns the positions and moves for which the measure does not decrease."""
    form = {"more": -1}
    for before, name, weight in zip(("x", "y"), after, weights, strict=True):
        if before != name and weight:
            form[before], form[name] = weight, -weight
    return rest(system, some(system, equation(system, form, -1), "more"))


def _falls_by(formula: Any, weights: list[int]) -> None:
    """Tests the same for the moves of a formula. This is plain arithmetic, so base 2 decides it for every system."""
    form: dict[str, int] = {}
    for before, name, weight in zip(("x", "y"), ("u", "v"), weights, strict=True):
        if weight:
            form[before], form[name] = -weight, weight
    names = ["x", "y", "u", "v"]
    if without(numeration("2"), names, ("and", formula, ("lin", form, 0))).accept:
        raise Flaw("measure: it does not fall with every move")


def _by_definition(
    system: Numeration, p_set: Set, families: list[Family], formula: Any, forbidden: int
) -> None:
    """Compares with the definition: a position is P if and only if none of its options is P, or at most so many as may
    be forbidden."""
    bound = _BRUTE_FORMULA if formula is not None else _BRUTE_VECTORS
    word = words(system, 16 * bound)

    def recognised(u: int, v: int) -> bool:
        return contains(p_set, {"x": word(u), "y": word(v)})

    def leads(x: int, y: int, reach: int) -> bool:
        """Returns whether a move of the formula leads to P, to heaps below ``reach``."""
        return any(
            table[u][v] if max(u, v) < bound else recognised(u, v)
            for u, v in product(range(reach), repeat=2)
            if holds(formula, {"x": x, "y": y, "u": u, "v": v}, reach)
        )

    digits = [word(n) for n in range(bound)]
    table = [[contains(p_set, {"x": one, "y": two}) for two in digits] for one in digits]

    for x, y in product(range(bound), repeat=2):
        if formula is None:
            options = {
                (x - a * k - c, y - b * k - d)
                for a, c, b, d in families
                for k in range(1, bound if a or b else 2)
                if x >= a * k + c and y >= b * k + d
            }
            to_p = sum(table[u][v] for u, v in options) > forbidden
        else:
            # A move may add to a heap; most moves add little.
            to_p = leads(x, y, 2 * bound) or (not table[x][y] and leads(x, y, 8 * bound))
        if table[x][y] == to_p:
            raise Flaw(f"by the definition, ({x}, {y}) is {'no ' if table[x][y] else ''}P-position")
