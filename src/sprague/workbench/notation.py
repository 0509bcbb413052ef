"""Reads the notation of positions.

A position is ``[misere] term + term + …``; a term is a game and its state: ``dots 7,9,10``, ``cram 5x6``, ``*5``,
``♦``.
Normalising changes only the spelling. The order of heaps, equal components and the orientation stay as given.
"""

from __future__ import annotations

import re
from collections.abc import Hashable

from sprague.games.own.rules import OwnRuleset
from sprague.model.ruleset import Component
from sprague.model.writing import write as write
from sprague.numbers.made import TERM, make, reading
from sprague.words.digits import shown
from sprague.words.errors import TooLargeError, expected
from sprague.words.messages import Message, say, short

from .registry import find, takes_parameters, without_spaces

#: Texts longer than this are refused before they are read.
MAX_LENGTH = 20_000_000

_OPEN, _CLOSE = "([{", ")]}"

#: The characters that separate terms or keep a term together.
_MARKS = re.compile(r"[+()\[\]{}'\"]")
_SPACES = re.compile(r"\s+|[()\[\]{}]")


def read(text: str) -> tuple[tuple[Component, ...], bool]:
    """Returns the components of ``text``, and whether it means misère play. Raises NotationError.

    A heap may be written with either star, heaps with spaces for commas, and parameters behind a space.

    >>> read("*2 + nim 3,4")[0][1].state
    3
    >>> write(read("∗2 + nim 3 4 + wythoff [t=2] 4,9")[0])
    'nim 2,3,4 + wythoff[t=2] 4,9'
    """
    if not isinstance(text, str):
        raise expected(say("a position as text"), shown(text))
    if len(text) > MAX_LENGTH:
        raise TooLargeError(
            say(
                "expected a position of at most {limit} characters, got {count}",
                limit=MAX_LENGTH,
                count=len(text),
            )
        )
    text = text.replace("∗", "*")
    _refuse_foreign(text)
    stripped = text.strip()
    misere = stripped[:7].lower() in ("misere", "misere ", "misère ")
    if misere:
        stripped = stripped[6:].strip()
    if not stripped:
        raise expected(say("a position such as wythoff 500,1000"), "", text if text.strip() else None)
    components = reading(text, _components, text, stripped)
    if "!" in stripped:
        from sprague.games.entailing.engine import refuse_forced

        refuse_forced(components)
    return tuple(components), misere


def has_own(components: tuple[Component, ...]) -> bool:
    """Returns whether a component belongs to a user's own game."""
    return any(map(_is_own, components))


def _is_own(part: Component) -> bool:
    return isinstance(part.ruleset, OwnRuleset) or any(map(_is_own, part.ruleset.contained(part.state)))


# Pickles


def packed(components: tuple[Component, ...]) -> tuple[str | Component, ...]:
    """Returns ``components`` as a pickle holds them: as text, except those of users' own games, whose names another
    process may not know."""
    own = list(map(_is_own, components))
    if components and not any(own):
        return (write(components),)
    return tuple(part if is_own else str(part) for part, is_own in zip(components, own, strict=True))


def unpacked(parts: tuple[str | Component, ...]) -> tuple[Component, ...]:
    """Returns the components from which :func:`packed` made ``parts``."""
    return tuple(
        component for part in parts for component in (read(part)[0] if isinstance(part, str) else (part,))
    )


# Reading, from the terms down to the characters


def _components(text: str, stripped: str) -> list[Component]:
    terms = _terms(stripped)
    make(len(terms), TERM, text)
    return [component for term in terms for component in _read_term(term, stripped)]


def _read_term(term: str, whole: str) -> list[Component]:
    if term.startswith("*"):
        head, rest = "nim", term[1:]
        if "," in rest:
            raise expected(say("one heap after *"), rest, whole)
    else:
        head, rest = _split_head(term)
    ruleset = find(head, rest)
    rest = rest.strip()
    if ruleset.heaps is not None and "," not in rest and " " in rest:
        rest = _with_commas(rest)
    states = ruleset.read_nested(rest, lambda text: tuple(_components(text, text.strip())))
    # Equal heaps share one object. Otherwise the garbage collector would visit hundreds of thousands of objects.
    shared: dict[Hashable, Component] = {}
    return [shared.get(state) or shared.setdefault(state, Component(ruleset, state)) for state in states]


def _with_commas(heaps: str) -> str:
    """Puts commas between heaps that are separated by spaces. Leaves the text alone if a space could be inside a number
    (``1 000``).

    >>> _with_commas("3 4 5"), _with_commas("1 000"), _with_commas("7 of 9")
    ('3,4,5', '1 000', '7 of 9')
    """
    parts = heaps.split()
    plain = all(part[0].isdigit() and not (part[0] == "0" and len(part) > 1) for part in parts)
    return ",".join(parts) if plain else heaps


def _terms(text: str) -> list[str]:
    """Splits ``text`` at the plus signs outside brackets and quotes."""
    if not any(mark in text for mark in "([{'\""):
        terms = text.split("+")
    else:
        terms, depth, quote, start = [], 0, "", 0
        for match in _MARKS.finditer(text):
            mark = match[0]
            if quote:
                quote = "" if mark == quote else quote
            elif mark in "'\"":
                quote = mark
            elif mark in _OPEN:
                depth += 1
            elif mark in _CLOSE:
                depth -= 1
            elif depth == 0:
                terms.append(text[start : match.start()])
                start = match.end()
        terms.append(text[start:])
        if depth or quote:
            raise expected(say("every bracket and quote closed"), say("an open one"), text)
    terms = [term.strip() for term in terms]
    if "" in terms:
        raise expected(_term_or_quotes(text), "", text)
    return terms


def _term_or_quotes(text: str) -> Message:
    """Says what is expected beside a + without a term: in ``flip ++-`` the state should be in quotes."""
    head, *states = text.split(maxsplit=2)
    state = states[0] if len(states) == 1 else ""
    if head[:1].isalpha() and (
        "++" in state or (state != "+" and state.startswith("+")) or state[1:].endswith("+")
    ):
        return say(
            "a term on both sides of + (a state with + in it stands in quotes: {example})",
            example=short(f"{head} '{state}'"),
        )
    return say("a term on both sides of +")


def _split_head(term: str) -> tuple[str, str]:
    """Splits a term into its head and the rest: at the first space that is neither inside brackets nor before
    parameters in brackets, or at a brace that holds no parameters (``options{0,2}``)."""
    depth = 0
    for match in _SPACES.finditer(term):
        mark, i = match[0], match.start()
        if mark == "{" and depth == 0 and not takes_parameters(term[:i].partition("[")[0].strip()):
            return without_spaces(term[:i]), term[i:]
        if mark in _OPEN:
            depth += 1
        elif mark in _CLOSE:
            depth -= 1
        elif depth == 0 and not (
            term[match.end() : match.end() + 1] in ("[", "{") and takes_parameters(term[:i].strip())
        ):
            return without_spaces(term[:i]), term[i:]
    return without_spaces(term), ""


def _refuse_foreign(text: str) -> None:
    """Raises NotationError for characters beyond ASCII, except ♦ and the è of misère."""
    if text.isascii():
        return
    for mark in text:
        if not mark.isascii() and mark not in "♦è":
            raise expected(say("ASCII characters (or ♦)"), mark, text)
