"""Sentences from statements: reads a statement of Coq as a claim of Sprague, and writes that claim anew.

What is read is only a proposal. Coq is then asked whether the theorem proves the statement that is written here, with
every name in full. So the sentence says what was checked, whatever names, notations or comments a file contains.

A new kind of claim is a row of ``READERS`` and, for each new name of the library in its statement, one of
``VOCABULARY`` (``terms``).
"""

from __future__ import annotations

import re
from collections.abc import Callable

from sprague.games.families.system import Shorter, Split
from sprague.numbers.integers import parse
from sprague.takebreak.codes import LASKER, Code, parse_code
from sprague.words.errors import SpragueError
from sprague.words.messages import say

from .automatic import Automaton, automatic_claim, rule_text
from .claims import Claim, Part
from .games import laws
from .heaps import code_text, law_of_least, law_of_period
from .kinds import Pieces, Repeat, Way, Whole, kinds_claim
from .quotients import Table, quotient_claim
from .terms import (
    Term,
    UnreadError,
    applies,
    arguments,
    in_brackets,
    is_kind,
    items_of,
    number_of,
    numbers_of,
    read_term,
    small_number,
    tuple_of,
)


def claim_of(name: str, text: str) -> Claim | None:
    """Returns the claim that the statement ``text`` of the theorem ``name`` makes, with a statement of our own and the
    sentence, or None if there is no sentence for it.

    >>> found = claim_of("t", "lost  nim  [0x3; 05]")
    >>> found.statement, str(found.words)
    ('lost nim [3; 5]', 'nim 3,5 is lost for the player to move')
    >>> claim_of("t", "0 = 1 -> lost nim [3; 5]") is None
    True
    """
    text = " ".join(text.split())
    for reader in READERS:
        try:
            claim = reader(name, text)
        except (UnreadError, SpragueError, RecursionError):
            continue
        if claim is not None:
            return claim
    return None


# Games and positions in words


def _code(term: Term) -> str:
    """Returns a code as Sprague prints it. What is printed must be read as the very same term."""
    if term == "laskers_nim":
        code = LASKER
    elif applies(term, "octal", "all_but"):
        (digits,) = arguments(term, term[1], 1)
        code = Code(
            tuple(small_number(d, 1 << 61) for d in items_of(digits)), (3,) if term[1] == "all_but" else ()
        )
    else:
        split, digits, again = arguments(term, "Code", 3)
        both = [tuple(small_number(d, 1 << 61) for d in items_of(each)) for each in (digits, again)]
        if split not in ("Any", "Unequal", "Equal"):
            raise UnreadError
        code = Code(both[0], both[1], split.lower())
    if read_term(code_text(parse_code(str(code)))) != term:
        raise UnreadError
    return str(code)


def place(game: Term, p: Term) -> str:
    """Returns a position in words: in Sprague's notation where there is one for exactly this term.

    >>> place(read_term("(heaps (octal [0; 7; 7]))"), read_term("[12; 5]"))
    '0.77 12,5'
    """
    if game in ("nim", "take_a_fibonacci"):
        return _heaps("nim" if game == "nim" else "take-fibonacci", p)
    if game == "token_game" and p == "Token":
        return "token"
    if game == "fibonacci_nim":
        return "fibonacci " + ":".join(tuple_of(p, 2))
    if game == "dots_game":
        return _dots(p)
    if game == "cram":
        return _cram(p)
    if applies(game, "wythoff"):
        t = number_of(*arguments(game, "wythoff", 1))
        if t == "0":
            raise UnreadError
        return f"wythoff{'' if t == '1' else f'[t={t}]'} {','.join(tuple_of(p, 2))}"
    if applies(game, "heaps"):
        return _heaps(_code(*arguments(game, "heaps", 1)), p)
    if applies(game, "node_kayles", "arc_kayles"):
        return _graph(game, p)
    if applies(game, "hackenbush"):
        return _hackenbush(arguments(game, "hackenbush", 1)[0], p)
    if applies(game, "sum") and is_kind(p, "tuple") and len(p) == 3:
        left, right = arguments(game, "sum", 2)
        return f"{place(left, p[1])} + {place(right, p[2])}"
    raise UnreadError


def _heaps(game: str, p: Term) -> str:
    return f"{game} {','.join(numbers_of(items_of(p))) or '(no heap)'}"


def _dots(p: Term) -> str:
    """Returns rows and circles in words: one term for neighbours of one kind."""
    groups: list[tuple[str, list[str]]] = []
    for each in items_of(p):
        if not applies(each, "Row", "Circle"):
            raise UnreadError
        kind, n = "dots" if each[1] == "Row" else "circle", number_of(*arguments(each, each[1], 1))
        if groups and groups[-1][0] == kind:
            groups[-1][1].append(n)
        else:
            groups.append((kind, [n]))
    return " + ".join(f"{kind} {','.join(numbers)}" for kind, numbers in groups) or "dots (no row)"


def _cram(p: Term) -> str:
    if applies(p, "rectangle"):
        rows, columns = (small_number(side) for side in arguments(p, "rectangle", 2))
        if not rows or not columns:
            raise UnreadError
        return f"cram {rows}x{columns}"
    if applies(p, "board"):
        (text,) = arguments(p, "board", 1)
        drawing = text.strip('"') if isinstance(text, str) else ""
        lengths = {len(row) for row in drawing.split("/")}
        if not re.fullmatch(r"[.#]+(/[.#]+)*", drawing) or len(lengths) > 1:
            raise UnreadError
        return f"cram {drawing}"
    dec, gone, board = arguments(p, "without", 3)
    if dec != "cell_dec" or not items_of(gone):
        raise UnreadError
    cells = " and ".join(f"({i},{j})" for i, j in (tuple_of(cell, 2) for cell in items_of(gone)))
    return str(
        say("{board} without the cells {cells} (row and column, from 0)", board=_cram(board), cells=cells)
    )


def _graph(game: Term, p: Term) -> str:
    (edges,) = arguments(game, game[1], 1)
    pairs = [tuple_of(edge, 2) for edge in items_of(edges)]
    if any(u == v for u, v in pairs):  # whether an edge with one end can be taken is a matter of opinion
        raise UnreadError
    text = f"{game[1].replace('_', '-')} edges:{','.join('-'.join(pair) for pair in pairs)}"
    changes = []
    while applies(p, "without"):
        dec, gone, p = arguments(p, "without", 3)
        if dec != "N.eq_dec" or gone == ["list"]:
            raise UnreadError
        if is_kind(gone, "::"):
            vertex, around = number_of(gone[1]), arguments(gone[2], "neighbours", 2)
            if around != [edges, vertex]:
                raise UnreadError
            words = say("without the vertex {vertex} and its neighbours", vertex=vertex)
        else:
            words = say("without the vertices {vertices}", vertices=", ".join(numbers_of(items_of(gone))))
        changes.append(str(words))
    vertices = numbers_of(items_of(p))
    if len(set(vertices)) != len(vertices):
        raise UnreadError
    if set(vertices) != {end for pair in pairs for end in pair}:
        changes.append(str(say("with the vertices {vertices}", vertices=", ".join(vertices) or "-")))
    # Without brackets Sprague would read "1 with the vertices 3" as the name of one vertex.
    return f"{text} ({' '.join(reversed(changes))})" if changes else text


def _hackenbush(edges: Term, p: Term) -> str:
    branches = [tuple_of(edge, 3) for edge in items_of(edges)]
    numbers = [small_number(i, 10**4) for i, _, _ in branches]
    bits = parse(number_of(p))
    if len(set(numbers)) != len(numbers) or bits & ~sum(1 << i for i in numbers):
        raise UnreadError
    branches_left = [(u, v) for i, (_, u, v) in zip(numbers, branches, strict=True) if bits >> i & 1]
    beside: dict[str, list[str]] = {}
    for u, v in branches_left:
        beside.setdefault(u, []).append(v)
        beside.setdefault(v, []).append(u)
    hangs, pending = {"0"}, ["0"]
    while pending:
        new = set(beside.get(pending.pop(), ())) - hangs
        hangs |= new
        pending += new
    if not hangs >= beside.keys():
        raise UnreadError
    named = (["ground" if end == "0" else f"v{end}" for end in pair] for pair in branches_left)
    return "hackenbush edges:" + (",".join("-".join(pair) for pair in named) or "(no branch)")


# Claims


def _of_position(name: str, text: str) -> Claim | None:
    """``value G p v``, ``lost G p``, ``won G p``, ``wins G p q``, and both outcomes in misère play."""
    term = read_term(text)
    if not applies(term, "value", "lost", "won", "wins", "misere_lost", "misere_won") or len(term) < 4:
        return None
    _, head, game, p, *rest = term
    part = Part(in_brackets(game), in_brackets(p), place(game, p))
    if head == "value" and len(rest) == 1:
        return part.value(name, parse(number_of(rest[0])), "")
    if head == "wins" and len(rest) == 1:
        return part.wins(name, Part(part.game, in_brackets(rest[0]), place(game, rest[0])), "")
    if rest or head in ("value", "wins"):
        return None
    if head in ("misere_lost", "misere_won"):
        return part.misere(name, head == "misere_lost", "")
    return part.lost(name, "") if head == "lost" else part.won(name, "")


_PERIOD = re.compile(r"forall n, (\w+) <= n -> g ([^+]+) \(n \+ (\w+)\) = g ([^+]+) n(?: \+ (\w+))?")


def _of_period(name: str, text: str) -> Claim | None:
    """``forall n, s <= n -> g C (n + p) = g C n + c``."""
    match = _PERIOD.fullmatch(text)
    if match is None:
        return None
    code = read_term(match[2])
    s, p, c = (number_of(read_term(each or "0")) for each in match.group(1, 3, 5))
    if read_term(match[4]) != code or p == "0" or (match[5] and c == "0"):
        return None
    return law_of_period(name, _code(code), in_brackets(code), s, p, c)


_LEAST = re.compile(
    r"forall s p, 1 <= p -> \(forall n, s <= n -> g ([^+]+) \(n \+ p\) = g ([^+]+) n\) -> (\w+) <= s /\\ (\w+) <= p"
)


def _of_least(name: str, text: str) -> Claim | None:
    """``forall s p, 1 <= p -> (forall n, s <= n -> g C (n + p) = g C n) -> S <= s /\\ P <= p``."""
    match = _LEAST.fullmatch(text)
    if match is None:
        return None
    code = read_term(match[1])
    if read_term(match[2]) != code:
        return None
    s, p = (number_of(read_term(each)) for each in match.group(3, 4))
    return law_of_least(name, _code(code), in_brackets(code), s, p)


def _of_all_positions(name: str, text: str) -> Claim | None:
    """Returns the theorems of Bouton, Whinihan and Fraenkel about all positions of a game."""
    t = re.search(r"wythoff ([1-9]\d{0,39})", text)
    return next((law for law in laws(name, t[1] if t else "1").values() if law.statement == text), None)


def _of_quotient(name: str, text: str) -> Claim | None:
    """``misere_quotient C every_heap (Quotient ...)``, and the same of the heaps to a bound."""
    if not text.startswith("misere_quotient "):
        return None
    code, heaps_term, quotient = arguments(read_term(text), "misere_quotient", 3)
    rows, elements, repeated, lost = arguments(quotient, "Quotient", 4)
    table = Table(
        [[small_number(n) for n in items_of(row)] for row in items_of(rows)],
        [small_number(n) for n in items_of(elements)],
        small_number(repeated),
        [small_number(n) for n in items_of(lost)],
    )
    order, listed = len(table.products), len(table.elements)
    # What is none of the elements would be listed as one: Coq reads it as 0, or not at all.
    if any(n >= order for row in (table.elements, table.p_portion, *table.products) for n in row):
        raise UnreadError
    heaps = None if heaps_term == "every_heap" else small_number(*arguments(heaps_term, "heaps_to", 1))
    if heaps is not None and listed > heaps + 1:  # nothing is said of larger heaps
        raise UnreadError
    every = 1 <= table.repeated <= listed or (heaps is not None and table.repeated == 0 and heaps < listed)
    if not every or any(len(row) != order for row in table.products):  # what is not listed would be 0
        raise UnreadError
    return quotient_claim(name, parse_code(_code(code)), heaps, table)


def _of_automaton(name: str, text: str) -> Claim | None:
    """``lost_positions [Vector ...] S (Automaton ...)``."""
    if not text.startswith("lost_positions "):
        return None
    rule, system, automaton = arguments(read_term(text), "lost_positions", 3)
    entries = [list(map(small_number, arguments(vector, "Vector", 4))) for vector in items_of(rule)]
    families = [(a, c, b, d) for a, c, b, d in entries]
    rows, accepting = arguments(automaton, "Automaton", 2)
    table = Automaton(
        [[small_number(q) for q in items_of(row)] for row in items_of(rows)],
        [small_number(q) for q in items_of(accepting)],
    )
    if system == "Zeckendorf":
        numeration, digits = "zeckendorf", 2
    elif applies(system, "Base"):
        numeration = number_of(*arguments(system, "Base", 1))
        digits = small_number(numeration)
    else:
        a = small_number(*arguments(system, "Ostrowski", 1))
        if a < 2:  # with 1 the two lowest weights are equal, and the lowest digit is always 0
            raise UnreadError
        numeration, digits = "pell" if a == 2 else f"ostrowski({a})", a + 1
    written = rule_text(families)
    states, letters = len(table.rows), digits**2
    # A row that is too short, or a state that has no row, would be read as state 0.
    whole = all(len(row) == letters and all(q <= states for q in row) for row in table.rows)
    if written is None or digits < 2 or not whole or not all(1 <= q <= states for q in table.accepting):
        raise UnreadError
    return automatic_claim(name, written, numeration, table)


def _of_kinds(name: str, text: str) -> Claim | None:
    """``kinds_repeat [Kind [...] [...]; ...] e t k s p``."""
    if not text.startswith("kinds_repeat "):
        return None
    system, *rest = arguments(read_term(text), "kinds_repeat", 6)
    kinds = []
    for kind in items_of(system):
        given, ways = arguments(kind, "Kind", 2)
        kinds.append(
            Pieces([small_number(v) for v in items_of(given)], [_way(way) for way in items_of(ways)])
        )
    repeat = Repeat(*map(small_number, rest))
    # What names no kind of the list, or takes nothing and does not lead forward, would be no move.
    for k, kind in enumerate(kinds):
        for way in kind.ways:
            if isinstance(way, Shorter) and not (way.kind < len(kinds) and (way.loss or k < way.kind)):
                raise UnreadError
            if isinstance(way, Split) and not (max(way.left, way.right) < len(kinds) and way.gap):
                raise UnreadError
    if not repeat.turn or not repeat.period or repeat.first >= len(kinds):
        raise UnreadError
    return kinds_claim(name, kinds, repeat)


def _way(term: Term) -> Way:
    for kind in (Shorter, Split, Whole):
        if applies(term, kind.__name__):
            return kind(*map(small_number, arguments(term, kind.__name__, len(kind._fields))))
    raise UnreadError


#: What reads a statement: a function of the theorem's name and the statement's text.
READERS: tuple[Callable[[str, str], Claim | None], ...] = (
    _of_quotient,
    _of_automaton,
    _of_kinds,
    _of_position,
    _of_period,
    _of_least,
    _of_all_positions,
)
