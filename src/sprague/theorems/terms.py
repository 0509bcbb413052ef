"""Terms of Coq as statements use them: read, written, taken apart, and with every name of the library in full."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from sprague.words.digits import to_text

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
    "KindRules": "kinds_repeat Kind Shorter Split Whole",
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


class UnreadError(Exception):
    """There is no sentence for a statement."""


def in_full(statement: str) -> str:
    """Returns a statement with the names of the library in full, as Coq shall read them.

    >>> in_full("lost nim [3; 5]")
    'Sprague.Game.lost Sprague.NumberRules.nim [3; 5]'
    """
    return _NAME.sub(
        lambda mark: mark[0] if mark[0][0] == '"' or mark[0] in _BOUND else FULL[mark[0]], statement
    )


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
            raise UnreadError
        tokens.append(mark[1])
        at = mark.end()
    tokens.reverse()
    term = _joined(tokens)
    if tokens:
        raise UnreadError
    return term


def _joined(tokens: list[str]) -> Term:
    """Reads applications, with ``::`` between them."""
    atoms = [_atom(tokens)]
    while tokens and tokens[-1] not in (")", "]", ";", ",", "::"):
        atoms.append(_atom(tokens))
    term = atoms[0] if len(atoms) == 1 else ["app", *atoms]
    if tokens and tokens[-1] == "::":
        tokens.pop()
        return ["::", term, _joined(tokens)]
    return term


def _atom(tokens: list[str]) -> Term:
    if not tokens:
        raise UnreadError
    word = tokens.pop()
    if word in ("[", "("):
        end, between = ("]", ";") if word == "[" else (")", ",")
        terms: list[Term] = []
        while not (word == "[" and not terms and tokens[-1:] == ["]"]):
            terms.append(_joined(tokens))
            if tokens[-1:] != [between]:
                break
            tokens.pop()
        if tokens[-1:] != [end]:
            raise UnreadError
        tokens.pop()
        return ["list", *terms] if word == "[" else terms[0] if len(terms) == 1 else ["tuple", *terms]
    if word[0].isdigit():
        return to_text(int(word, 16)) if word.startswith("0x") else word.lstrip("0") or "0"
    if word[0] == '"' or word in FULL:
        return word
    raise UnreadError


def write_term(term: Term) -> str:
    """Returns a term in Coq, with brackets around applications inside others.

    >>> write_term(read_term("wins (wythoff 1) (5,3) ([2;7])"))
    'wins (wythoff 1) (5, 3) [2; 7]'
    """
    return (
        in_brackets(term).removeprefix("(").removesuffix(")") if is_kind(term, "app") else in_brackets(term)
    )


def in_brackets(term: Term) -> str:
    if isinstance(term, str):
        return term
    kind, *rest = term
    if kind == "::":
        return f"({write_term(rest[0])} :: {write_term(rest[1])})"
    if kind == "app":
        return f"({' '.join(map(in_brackets, rest))})"
    inside = map(write_term, rest)
    return f"[{'; '.join(inside)}]" if kind == "list" else f"({', '.join(inside)})"


def is_kind(term: Term, kind: str) -> bool:
    return isinstance(term, list) and term[0] == kind


def arguments(term: Term, head: str, count: int) -> list[Term]:
    """Returns the arguments of an application of ``head``."""
    if is_kind(term, "app") and term[1] == head and len(term) == count + 2:
        return list(term[2:])
    raise UnreadError


def applies(term: Term, *heads: str) -> bool:
    return is_kind(term, "app") and term[1] in heads


def items_of(term: Term) -> list[Term]:
    if not is_kind(term, "list"):
        raise UnreadError
    return list(term[1:])


def number_of(term: Term) -> str:
    if isinstance(term, str) and term[0].isdigit():
        return term
    raise UnreadError


def numbers_of(terms: Iterable[Term]) -> list[str]:
    return [number_of(term) for term in terms]


def tuple_of(term: Term, count: int) -> list[str]:
    if not is_kind(term, "tuple") or len(term) != count + 1:
        raise UnreadError
    return numbers_of(term[1:])


def small_number(term: Term, most: int = 10**6) -> int:
    """Returns a number that is not large."""
    text = number_of(term)
    if len(text) > 7 or int(text) > most:
        raise UnreadError
    return int(text)
