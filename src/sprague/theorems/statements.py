"""Sentences from statements: reads a statement of Coq as a claim of Sprague, and writes that claim anew.

What is read is only a proposal. Coq is then asked whether the theorem proves the statement that is written here, with
every name in full. So the sentence says what was checked, whatever names, notations or comments a file contains.

A new kind of claim is a row of ``READERS`` and, for each new name of the library in its statement, one of
``VOCABULARY``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any

from sprague.numbers.integers import parse
from sprague.takebreak.codes import LASKER, Code, parse_code
from sprague.words.digits import to_text
from sprague.words.errors import SpragueError
from sprague.words.messages import say

from .automatic import Automaton, automatic_claim, rule_text
from .claims import Claim, Part
from .games import laws
from .heaps import code_text, law_of_least, law_of_period
from .quotients import Table, quotient_claim

#: The names that statements use, by the module of the library that defines them.
VOCABULARY = {
    "Game": "lost won misere_lost misere_won value wins sum",
    "HeapRules": "heaps g octal all_but laskers_nim Code Any Unequal Equal xor_of",
    "NumberRules": "nim misere_cold wythoff cold_pair fibonacci_nim fibonacci_cold take_a_fibonacci dots_game Row "
    "Circle token_game Token",
    "BoardRules": "cram rectangle board without cell_dec node_kayles arc_kayles neighbours",
    "HackenbushRules": "hackenbush",
    "QuotientRules": "misere_quotient every_heap heaps_to Quotient",
    "AutomaticRules": "lost_positions Vector Base Zeckendorf Ostrowski Automaton",
}

#: Each of these names in full.
FULL = {
    name: f"Sprague.{module}.{name}" for module, names in VOCABULARY.items() for name in names.split()
} | {"N.eq_dec": "N.eq_dec"}

_BOUND = {"forall", "fun", "n", "p", "s"}
_NAME = re.compile(r"\"[^\"]*\"|(?<![\w'])[A-Za-z_][\w']*(?:\.[A-Za-z_][\w']*)*", re.ASCII)
_TOKEN = re.compile(r"\s*(::|[()\[\];,]|\"[^\"]*\"|[A-Za-z_][\w'.]*|0x[0-9a-f]+|\d+)", re.ASCII)

#: A term: a name, a number or a string as it stands; a list ["list" | "tuple" | "::" | "app", terms].
Term = Any


class _Unread(Exception):
    """There is no sentence for this statement."""


def in_full(statement: str) -> str:
    """Returns a statement with the names of the library in full, as Coq shall read them.

    >>> in_full("lost nim [3; 5]")
    'Sprague.Game.lost Sprague.NumberRules.nim [3; 5]'
    """
    return _NAME.sub(
        lambda mark: mark[0] if mark[0][0] == '"' or mark[0] in _BOUND else FULL[mark[0]], statement
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
    for read in READERS:
        try:
            found = read(name, text)
        except (_Unread, SpragueError, RecursionError):
            continue
        if found is not None:
            return found
    return None


# Terms


def read_term(text: str) -> Term:
    """Returns a term: applications, lists, pairs, numbers, strings and names; no other notation of Coq.

    >>> read_term("wins (wythoff 1) (5, 0x3) [2; 7]")
    ['app', 'wins', ['app', 'wythoff', '1'], ['tuple', '5', '3'], ['list', '2', '7']]
    """
    tokens: list[str] = []
    at = 0
    while at < len(text):
        mark = _TOKEN.match(text, at)
        if mark is None:
            raise _Unread
        tokens.append(mark[1])
        at = mark.end()
    tokens.reverse()
    found = _joined(tokens)
    if tokens:
        raise _Unread
    return found


def _joined(tokens: list[str]) -> Term:
    """Applications, with ``::`` between them."""
    found = [_atom(tokens)]
    while tokens and tokens[-1] not in (")", "]", ";", ",", "::"):
        found.append(_atom(tokens))
    left = found[0] if len(found) == 1 else ["app", *found]
    if tokens and tokens[-1] == "::":
        tokens.pop()
        return ["::", left, _joined(tokens)]
    return left


def _atom(tokens: list[str]) -> Term:
    if not tokens:
        raise _Unread
    word = tokens.pop()
    if word in ("[", "("):
        end, between = ("]", ";") if word == "[" else (")", ",")
        found: list[Term] = []
        while not (word == "[" and not found and tokens[-1:] == ["]"]):
            found.append(_joined(tokens))
            if tokens[-1:] != [between]:
                break
            tokens.pop()
        if tokens[-1:] != [end]:
            raise _Unread
        tokens.pop()
        return ["list", *found] if word == "[" else found[0] if len(found) == 1 else ["tuple", *found]
    if word[0].isdigit():
        return to_text(int(word, 16)) if word.startswith("0x") else word.lstrip("0") or "0"
    if word[0] == '"' or word in FULL:
        return word
    raise _Unread


def write_term(term: Term) -> str:
    """Returns a term in Coq, with brackets around applications inside others.

    >>> write_term(read_term("wins (wythoff 1) (5,3) ([2;7])"))
    'wins (wythoff 1) (5, 3) [2; 7]'
    """
    return _written(term).removeprefix("(").removesuffix(")") if _is(term, "app") else _written(term)


def _written(term: Term) -> str:
    if isinstance(term, str):
        return term
    kind, *rest = term
    if kind == "::":
        return f"({write_term(rest[0])} :: {write_term(rest[1])})"
    if kind == "app":
        return f"({' '.join(map(_written, rest))})"
    inside = map(write_term, rest)
    return f"[{'; '.join(inside)}]" if kind == "list" else f"({', '.join(inside)})"


def _is(term: Term, kind: str) -> bool:
    return isinstance(term, list) and term[0] == kind


def _arguments(term: Term, head: str, count: int) -> list[Term]:
    """The arguments of an application of ``head``."""
    if _is(term, "app") and term[1] == head and len(term) == count + 2:
        return list(term[2:])
    raise _Unread


def _applies(term: Term, *heads: str) -> bool:
    return _is(term, "app") and term[1] in heads


def _items(term: Term) -> list[Term]:
    if not _is(term, "list"):
        raise _Unread
    return list(term[1:])


def _number(term: Term) -> str:
    if isinstance(term, str) and term[0].isdigit():
        return term
    raise _Unread


def _numbers(terms: Iterable[Term]) -> list[str]:
    return [_number(term) for term in terms]


def _tuple(term: Term, count: int) -> list[str]:
    if not _is(term, "tuple") or len(term) != count + 1:
        raise _Unread
    return _numbers(term[1:])


def _small(term: Term, most: int = 10**6) -> int:
    """A number that is not large."""
    text = _number(term)
    if len(text) > 7 or int(text) > most:
        raise _Unread
    return int(text)


# Games and positions in words


def _code(term: Term) -> str:
    """A code as Sprague prints it. What is printed must be read as the very same term."""
    if term == "laskers_nim":
        code = LASKER
    elif _applies(term, "octal", "all_but"):
        (digits,) = term[2:]
        code = Code(tuple(_small(d, 1 << 61) for d in _items(digits)), (3,) if term[1] == "all_but" else ())
    else:
        split, digits, again = _arguments(term, "Code", 3)
        both = [tuple(_small(d, 1 << 61) for d in _items(each)) for each in (digits, again)]
        if split not in ("Any", "Unequal", "Equal"):
            raise _Unread
        code = Code(both[0], both[1], split.lower())
    if read_term(code_text(parse_code(str(code)))) != term:
        raise _Unread
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
        return "fibonacci " + ":".join(_tuple(p, 2))
    if game == "dots_game":
        return _dots(p)
    if game == "cram":
        return _cram(p)
    if _applies(game, "wythoff"):
        t = _number(*_arguments(game, "wythoff", 1))
        if t == "0":
            raise _Unread
        return f"wythoff{'' if t == '1' else f'[t={t}]'} {','.join(_tuple(p, 2))}"
    if _applies(game, "heaps"):
        return _heaps(_code(*_arguments(game, "heaps", 1)), p)
    if _applies(game, "node_kayles", "arc_kayles"):
        return _graph(game[1].replace("_", "-"), game[2:], p)
    if _applies(game, "hackenbush"):
        return _hackenbush(_arguments(game, "hackenbush", 1)[0], p)
    if _applies(game, "sum") and _is(p, "tuple") and len(p) == 3:
        left, right = _arguments(game, "sum", 2)
        return f"{place(left, p[1])} + {place(right, p[2])}"
    raise _Unread


def _heaps(game: str, p: Term) -> str:
    return f"{game} {','.join(_numbers(_items(p))) or '(no heap)'}"


def _dots(p: Term) -> str:
    """Rows, then circles: of those that stand together one term."""
    found: list[tuple[str, list[str]]] = []
    for each in _items(p):
        if not _applies(each, "Row", "Circle"):
            raise _Unread
        kind, n = "dots" if each[1] == "Row" else "circle", _number(*_arguments(each, each[1], 1))
        if found and found[-1][0] == kind:
            found[-1][1].append(n)
        else:
            found.append((kind, [n]))
    return " + ".join(f"{kind} {','.join(numbers)}" for kind, numbers in found) or "dots (no row)"


def _cram(p: Term) -> str:
    if _applies(p, "rectangle"):
        rows, columns = (_small(side) for side in _arguments(p, "rectangle", 2))
        if not rows or not columns:
            raise _Unread
        return f"cram {rows}x{columns}"
    if _applies(p, "board"):
        (text,) = _arguments(p, "board", 1)
        drawing = text.strip('"') if isinstance(text, str) else ""
        lengths = {len(row) for row in drawing.split("/")}
        if not re.fullmatch(r"[.#]+(/[.#]+)*", drawing) or len(lengths) > 1:
            raise _Unread
        return f"cram {drawing}"
    dec, gone, board = _arguments(p, "without", 3)
    if dec != "cell_dec":
        raise _Unread
    cells = " and ".join(f"({i},{j})" for i, j in (_tuple(cell, 2) for cell in _items(gone)))
    return str(
        say("{board} without the cells {cells} (row and column, from 0)", board=_cram(board), cells=cells)
    )


def _graph(kind: str, rest: list[Term], p: Term) -> str:
    (edges,) = rest
    pairs = [_tuple(edge, 2) for edge in _items(edges)]
    if any(u == v for u, v in pairs):  # whether an edge with one end can be taken is a matter of opinion
        raise _Unread
    text = f"{kind} edges:{','.join('-'.join(pair) for pair in pairs)}"
    taken = []
    while _applies(p, "without"):
        dec, gone, p = _arguments(p, "without", 3)
        if dec != "N.eq_dec":
            raise _Unread
        if _is(gone, "::"):
            vertex, around = _number(gone[1]), _arguments(gone[2], "neighbours", 2)
            if around != [edges, vertex]:
                raise _Unread
            left = say("without the vertex {vertex} and its neighbours", vertex=vertex)
        else:
            left = say("without the vertices {vertices}", vertices=", ".join(_numbers(_items(gone))))
        taken.append(str(left))
    vertices = _numbers(_items(p))
    if len(set(vertices)) != len(vertices):
        raise _Unread
    if set(vertices) != {end for pair in pairs for end in pair}:
        taken.append(str(say("with the vertices {vertices}", vertices=", ".join(vertices) or "-")))
    return " ".join([text, *reversed(taken)])


def _hackenbush(edges: Term, p: Term) -> str:
    branches = [_tuple(edge, 3) for edge in _items(edges)]
    numbers = [_small(i, 10**4) for i, _, _ in branches]
    bits = parse(_number(p))
    if len(set(numbers)) != len(numbers) or bits & ~sum(1 << i for i in numbers):
        raise _Unread
    there = [(u, v) for i, (_, u, v) in zip(numbers, branches, strict=True) if bits >> i & 1]
    beside: dict[str, list[str]] = {}
    for u, v in there:
        beside.setdefault(u, []).append(v)
        beside.setdefault(v, []).append(u)
    hangs, reached = {"0"}, ["0"]
    while reached:
        new = set(beside.get(reached.pop(), ())) - hangs
        hangs |= new
        reached += new
    if not hangs >= beside.keys():
        raise _Unread
    named = (["ground" if end == "0" else f"v{end}" for end in pair] for pair in there)
    return "hackenbush edges:" + (",".join("-".join(pair) for pair in named) or "(no branch)")


# Claims


def _of_position(name: str, text: str) -> Claim | None:
    """``value G p v``, ``lost G p``, ``won G p``, ``wins G p q``, and both outcomes in misère play."""
    term = read_term(text)
    if not _applies(term, "value", "lost", "won", "wins", "misere_lost", "misere_won") or len(term) < 4:
        return None
    _, head, game, p, *rest = term
    part = Part(_written(game), _written(p), place(game, p))
    if head == "value" and len(rest) == 1:
        return part.value(name, parse(_number(rest[0])), "")
    if head == "wins" and len(rest) == 1:
        return part.wins(name, Part(part.game, _written(rest[0]), place(game, rest[0])), "")
    if rest or head in ("value", "wins"):
        return None
    if head in ("misere_lost", "misere_won"):
        return part.misere(name, head == "misere_lost", "")
    return part.lost(name, "") if head == "lost" else part.won(name, "")


_PERIOD = re.compile(r"forall n, (\w+) <= n -> g ([^+]+) \(n \+ (\w+)\) = g ([^+]+) n(?: \+ (\w+))?")


def _of_period(name: str, text: str) -> Claim | None:
    """``forall n, s <= n -> g C (n + p) = g C n + c``."""
    found = _PERIOD.fullmatch(text)
    if found is None:
        return None
    code = read_term(found[2])
    if read_term(found[4]) != code or found[5] == "0":
        return None
    s, p, c = (_number(read_term(each or "0")) for each in found.group(1, 3, 5))
    return law_of_period(name, _code(code), _written(code), s, p, c)


_LEAST = re.compile(
    r"forall s p, 1 <= p -> \(forall n, s <= n -> g ([^+]+) \(n \+ p\) = g ([^+]+) n\) -> (\w+) <= s /\\ (\w+) <= p"
)


def _of_least(name: str, text: str) -> Claim | None:
    """``forall s p, 1 <= p -> (forall n, s <= n -> g C (n + p) = g C n) -> S <= s /\\ P <= p``."""
    found = _LEAST.fullmatch(text)
    if found is None:
        return None
    code = read_term(found[1])
    if read_term(found[2]) != code:
        return None
    s, p = (_number(read_term(each)) for each in found.group(3, 4))
    return law_of_least(name, _code(code), _written(code), s, p)


def _of_all_positions(name: str, text: str) -> Claim | None:
    """The theorems of Bouton, Whinihan and Fraenkel about all positions of a game."""
    t = re.search(r"wythoff ([1-9]\d{0,39})", text)
    return next((law for law in laws(name, t[1] if t else "1").values() if law.statement == text), None)


def _of_quotient(name: str, text: str) -> Claim | None:
    """``misere_quotient C every_heap (Quotient ...)``, and the same of the heaps to a bound."""
    if not text.startswith("misere_quotient "):
        return None
    code, which, quotient = _arguments(read_term(text), "misere_quotient", 3)
    rows, elements, repeated, lost = _arguments(quotient, "Quotient", 4)
    table = Table(
        [[_small(n) for n in _items(row)] for row in _items(rows)],
        [_small(n) for n in _items(elements)],
        _small(repeated),
        [_small(n) for n in _items(lost)],
    )
    order, listed = len(table.products), len(table.elements)
    if any(n >= order for n in table.p_portion):  # it would count as an element, and is none
        raise _Unread
    heaps = None if which == "every_heap" else _small(*_arguments(which, "heaps_to", 1))
    every = 1 <= table.repeated <= listed or (heaps is not None and table.repeated == 0 and heaps < listed)
    if not every or any(len(row) != order for row in table.products):  # what is not listed would be 0
        raise _Unread
    return quotient_claim(name, parse_code(_code(code)), heaps, table)


def _of_automaton(name: str, text: str) -> Claim | None:
    """``lost_positions [Vector ...] S (Automaton ...)``."""
    if not text.startswith("lost_positions "):
        return None
    rule, system, automaton = _arguments(read_term(text), "lost_positions", 3)
    entries = [list(map(_small, _arguments(vector, "Vector", 4))) for vector in _items(rule)]
    families = [(a, c, b, d) for a, c, b, d in entries]
    rows, accepting = _arguments(automaton, "Automaton", 2)
    table = Automaton(
        [[_small(q) for q in _items(row)] for row in _items(rows)], [_small(q) for q in _items(accepting)]
    )
    if system == "Zeckendorf":
        numeration, digits = "zeckendorf", 2
    elif _applies(system, "Base"):
        numeration = _number(*_arguments(system, "Base", 1))
        digits = _small(numeration)
    else:
        a = _small(*_arguments(system, "Ostrowski", 1))
        numeration, digits = "pell" if a == 2 else f"ostrowski({a})", a + 1
    written = rule_text(families)
    states, letters = len(table.rows), digits**2
    # A row that is too short, or a state that has no row, would be read as state 0.
    whole = all(len(row) == letters and all(q <= states for q in row) for row in table.rows)
    if written is None or digits < 2 or not whole or not all(1 <= q <= states for q in table.accepting):
        raise _Unread
    return automatic_claim(name, written, numeration, table)


#: What reads a statement: a function of the theorem's name and the statement's text.
READERS: tuple[Callable[[str, str], Claim | None], ...] = (
    _of_quotient,
    _of_automaton,
    _of_position,
    _of_period,
    _of_least,
    _of_all_positions,
)
