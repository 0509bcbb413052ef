"""What the certificate of a law says, as sets and formulas."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Iterator
from functools import reduce
from typing import Any

from .plain_automata import Flaw, Numeration, Set, every, explored, meet, rest, some
from .plain_formulas import Formula, solved

#: The names of the heaps before a move, and of those of the two parts that may be left.
BEFORE, AFTER = ("x0", "x1", "x2"), (("u0", "u1", "u2"), ("v0", "v1", "v2"))

#: Some bits of a number at a place.
_BITS_AT = re.compile(r"bits-at\((\d{1,3}),(\d{1,3})\)", re.ASCII)

#: The number of parts that moves leave, and the formula of these moves.
Moves = tuple[int, Formula]


def quotients(heaps: int) -> tuple[str, ...]:
    """Returns the names of the quotient and the rest of each two heaps, the larger divided by the smaller."""
    return tuple(f"x{letter}{i}{j}" for i, j in itertools.combinations(range(heaps), 2) for letter in "qr")


def quotients_at(names: Iterable[str], state: tuple[int, ...]) -> tuple[int, ...]:
    """Returns the numbers of such names at a position: both are 0 if a heap is 0."""
    numbers = []
    for name in names:
        m, n = sorted((state[int(name[2])], state[int(name[3])]))
        numbers.append((n // m if name[1] == "q" else n % m) if m else 0)
    return tuple(numbers)


def certain(system: Numeration, numbers: Set) -> Set:
    """Returns the numbers that are in a set for all values of the quotients and rests that it mentions, as far as this
    checker knows these. Beside an empty heap, q and r are 0. Otherwise r is less than the smaller heap m, and the
    larger one n is m + r with q = 1, or 2m + r with q = 2, or at least 3m + r and at least q + r with q >= 3."""
    facts, quotients_named = _facts_about(system, numbers)
    lacking = tuple(name for name in facts.tracks if name not in numbers.tracks)
    if not quotients_named:
        return numbers
    unlike = meet(facts, rest(system, meet(numbers, every(system, lacking))))
    return rest(system, some(system, unlike, *quotients_named))


def possible(system: Numeration, numbers: Set) -> Set:
    """Returns the numbers that are in a set for some quotients and rests with these properties."""
    facts, quotients_named = _facts_about(system, numbers)
    return some(system, meet(numbers, facts), *quotients_named) if quotients_named else numbers


def _facts_about(system: Numeration, numbers: Set) -> tuple[Set, list[str]]:
    """Returns what the checker knows of the quotients and rests that a set mentions, and their names."""
    facts = every(system, ())
    for pair in {name[2:] for name in numbers.tracks if name in quotients(3)}:
        facts = meet(facts, solved(system, _facts(*pair)))
    return facts, [name for name in facts.tracks if name in quotients(3)]


def _facts(i: str, j: str) -> Formula:
    q, r, pair = f"xq{i}{j}", f"xr{i}{j}", (f"x{i}", f"x{j}")

    def all_of(*parts: Formula) -> Formula:
        return reduce(lambda a, b: ("and", a, b), parts)

    ways = [all_of(*(("eq", {name: 1}, 0) for name in (heap, q, r))) for heap in pair]
    for n, m in (pair, pair[::-1]):
        less: Formula = ("lin", {m: 1, r: -1}, -1)
        large = ("lin", {q: 1}, -3), ("lin", {n: 1, q: -1, r: -1}, 0), ("lin", {n: 1, m: -3, r: -1}, 0)
        ways.append(all_of(less, *large))
        ways += [all_of(less, ("eq", {q: 1}, -c), ("eq", {n: 1, m: -c, r: -1}, 0)) for c in (1, 2)]
    return reduce(lambda a, b: ("or", a, b), ways)


def read_moves(pair: Any, heaps: int, system: Numeration, more: tuple[str, ...] = ()) -> Moves:
    """Reads moves that leave a number of parts. Their formula may mention the heaps and the numbers ``more``."""
    parts, formula = pair
    bound = (*BEFORE[:heaps], *more, *(n for each in AFTER[:parts] for n in each[:heaps]))
    names = {name: name for name in bound}
    return parts, _read(formula, names, itertools.count(), system)


def _read(entry: Any, names: dict[str, str], fresh: Iterator[int], system: Numeration) -> Formula:
    """Returns a formula, as the other rooms of the checker write it: every bound name has a name of its own."""
    if not isinstance(entry, list) or not entry:
        raise Flaw("formula: expected a list")
    kind, *parts = entry
    if kind in ("eq", "lin") and len(parts) == 2:
        form, constant = _form(parts, names)
        return kind, form, constant
    if kind == "not" and len(parts) == 1:
        return "not", _read(parts[0], names, fresh, system)
    if kind in ("and", "or") and parts:
        return reduce(lambda a, b: (kind, a, b), [_read(each, names, fresh, system) for each in parts])
    if kind == "some" and len(parts) == 2 and isinstance(parts[0], list):
        bound = {name: f"{name}'{next(fresh)}" for name in parts[0] if _is_name(name)}
        if len(bound) < len(parts[0]):
            raise Flaw("formula: expected different names behind some")
        formula = _read(parts[1], names | bound, fresh, system)
        for name in bound.values():
            formula = ("some", name, formula)
        return formula
    if kind == "in" and len(parts) == 2 and isinstance(parts[0], str) and isinstance(parts[1], list):
        tracks = tuple(f"in'{next(fresh):06}" for _ in parts[1])
        formula = ("in", named_set(parts[0], tracks, system))
        for track, each in zip(tracks, parts[1], strict=True):
            form, constant = _form(each, names)
            equal: Formula = ("eq", form | {track: -1}, constant)
            formula = ("some", track, ("and", equal, formula))
        return formula
    raise Flaw("formula: this checker does not know such a part")


def _is_name(entry: Any) -> bool:
    return isinstance(entry, str) and entry.isalnum() and entry.isascii()


def _form(entry: Any, names: dict[str, str]) -> tuple[dict[str, int], int]:
    fits = (
        isinstance(entry, list) and len(entry) == 2 and isinstance(entry[0], list) and type(entry[1]) is int
    )
    if not fits or abs(entry[1]) > 10**7:
        raise Flaw("formula: expected factors and a constant")
    factors: dict[str, int] = {}
    for each in entry[0]:
        if (
            not isinstance(each, list)
            or len(each) != 2
            or type(each[1]) is not int
            or not 0 < abs(each[1]) <= 10**6
        ):
            raise Flaw("formula: expected pairs of a name and a factor")
        if not isinstance(each[0], str) or each[0] not in names or names[each[0]] in factors:
            raise Flaw("formula: expected names that are bound, each once")
        factors[names[each[0]]] = each[1]
    return factors, entry[1]


def named_set(name: str, tracks: tuple[str, ...], system: Numeration) -> Set:
    """Returns a set with a name: powers of the base, numbers with a digit, zeros at the end, the last bit, bits at a
    place, and what bits make of two numbers."""
    base = system.digits
    if len(system.before) != 1:  # a base has one weight before, others two and more
        raise Flaw(f"formula: no set {name[:20]!r} in this system")
    bitwise = {"xor": int.__xor__, "or": int.__or__, "and": int.__and__}
    if name in bitwise and len(tracks) == 3 and base in (2, 4, 8):
        make = bitwise[name]
        pairs = list(itertools.product(range(base), repeat=2))
        return explored(tracks, 0, lambda s: (((a, b, make(a, b)), 0) for a, b in pairs), lambda s: True)
    if name == f"fewer-zeros({base})" and len(tracks) == 2:  # (d, n): d ends in at most as many zeros as n
        letters = list(itertools.product(range(base), repeat=2))
        return explored(tracks, 0, lambda s: ((x, 1 if x[0] else 0 if x[1] else s) for x in letters), bool)
    if name == f"power({base})" and len(tracks) == 1:
        return explored(tracks, 0, lambda s: [((0,), s), *([] if s else [((1,), 1)])], bool)
    if name == "lowest-bit" and len(tracks) == 2 and base == 2:  # (n, z): z is the last one of n, alone
        return explored(tracks, 0, lambda s: [((0, 0), s), *([] if s else [((1, 0), 0), ((1, 1), 1)])], bool)
    placed = _BITS_AT.fullmatch(name)
    if placed is not None and len(tracks) == 2 and base == 2 and 0 < int(placed[1]) < 256:
        return _bits_at(int(placed[1]), int(placed[2]), tracks)
    digits = [digit for digit in range(base) if name == f"digit({base},{digit})"]
    if digits and len(tracks) == 1:
        chosen_digit = digits[0]

        def after(state: tuple[bool, bool]) -> Iterator[tuple[tuple[int, ...], tuple[bool, bool]]]:
            begun, has_digit = state
            for d in range(base):
                yield (d,), (begun or d > 0, has_digit or (d == chosen_digit and (d > 0 or begun)))

        return explored(tracks, (False, False), after, lambda s: s[1] or (chosen_digit == 0 and not s[0]))
    raise Flaw(f"formula: this checker does not know the set {name[:20]!r} in this system")


def _bits_at(mask: int, bits: int, tracks: tuple[str, ...]) -> Set:
    """Returns the pairs (n, p): p is a power of 2, and the bits of n from this place up, as far as the mask has ones,
    are ``bits``."""
    width = mask.bit_length()

    def after(last: int | None) -> Iterator[tuple[tuple[int, int], int | None]]:
        """Yields the letters after a state: the last bits of n, or None behind the place."""
        for bit in range(2):
            bits_read = None if last is None else (2 * last + bit) % (1 << width)
            yield (bit, 0), bits_read
            if bits_read is not None and bits_read & mask == bits:
                yield (bit, 1), None

    return explored(tracks, 0, after, lambda last: last is None)


def automaton(table: Any, system: Numeration, tracks: tuple[str, ...]) -> Set:
    """Returns an automaton of the certificate, without words that are no numbers; leading zeros change nothing."""
    if set(table) != {"tracks", "start", "accept", "delta"} or table["tracks"] != list(tracks):
        raise Flaw(f"sets: expected automata with the tracks {', '.join(tracks)}, start, accept and delta")
    rows, accept = table["delta"], table["accept"]
    letters = list(itertools.product(range(system.digits), repeat=len(tracks)))
    states = range(1, len(rows) + 1)
    for row in rows:
        fits = isinstance(row, list) and len(row) == len(letters)
        if not fits or any(type(to) is not int or not 0 <= to <= len(rows) for to in row):
            raise Flaw("sets: expected a row of states for each state, one for each letter")
    if type(table["start"]) is not int or table["start"] not in states:
        raise Flaw("sets: expected a state to start in")
    if not isinstance(accept, list) or any(type(s) is not int or s not in states for s in accept):
        raise Flaw("sets: expected states that accept")
    delta = [{x: to - 1 for x, to in zip(letters, row, strict=True) if to} for row in rows]
    state = table["start"] - 1
    for _ in system.turns:
        state = delta[state].get(letters[0], -1)
        if state < 0:
            break
    if state != table["start"] - 1:
        raise Flaw("sets: leading zeros change what an automaton accepts")
    return meet(Set(tracks, state, frozenset(s - 1 for s in accept), delta), every(system, tracks))
