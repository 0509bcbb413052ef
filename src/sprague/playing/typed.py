"""Reads what a player types as a move: a number in the list, how many to take, the position left, or words."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import cache

from sprague.model.ruleset import Component, Option
from sprague.numbers.integers import parse as parse_integer
from sprague.words.errors import MoveError, NotationError, SpragueError
from sprague.words.languages import available
from sprague.words.messages import join, say
from sprague.workbench.position import Move, Position, parse
from sprague.workbench.registry import builtin_rulesets

from . import places

#: "5", "take 5", "5 from 8", "take 5 from the heap of 8".
_TAKE = re.compile(
    r"(?:take\s+)?(\d[\d^e]*)(?:\s+from\s+(?:the\s+)?(?:heap\s+)?(?:of\s+)?(\d[\d^e]*))?", re.I
)

#: How many ways to take a number are listed if the text is ambiguous.
LISTED = 12


def read_position(text: str, game: str = "") -> Position:
    """Returns the position that a player typed: in the notation, or with a game's name in any of the languages.
    Full-width characters are allowed. ``game`` is the word of the game if the player types only its state.

    >>> print(read_position("Last Biscuit 5,8"), read_position("斐波那契拈 21"), read_position("5，8", "wythoff"))
    wythoff 5,8 fibonacci 21 wythoff 5,8
    """
    text = plain(text)
    try:
        return parse(text)
    except SpragueError as error:
        for other in _spelled(text, game):
            try:
                return parse(other)
            except SpragueError:
                continue
        raise error from None


def plain(text: str) -> str:
    """Returns ``text`` with full-width characters replaced by those of the notation."""
    return unicodedata.normalize("NFKC", text).replace("、", ",").strip()


def _spelled(text: str, game: str) -> Iterator[str]:
    """Returns the readings of ``text``, with each name for people replaced by the word of the notation."""
    if game and text[:1] in tuple("0123456789(.#"):
        yield f"{game} {text}"
    terms = [_renamed(term.strip()) for term in text.split("+")]
    yield " + ".join(terms)


def _renamed(term: str) -> str:
    small = term.lower()
    for name, head in _names():
        if small.startswith(name):
            return f"{head} {term[len(name) :].strip()}"
    return term


@cache
def _names() -> list[tuple[str, str]]:
    """Returns every name for people, with and without its part in brackets, and the word of its game; the longest names
    first."""
    heads: dict[str, str] = {}
    for ruleset in builtin_rulesets():
        if ruleset.title is None:
            continue
        for language in ("en", *available()):
            title = plain(ruleset.title.render(language)).lower()
            for name in (title, re.split(r"\s*\(", title)[0]):
                heads.setdefault(name, ruleset.head)
    return sorted(heads.items(), key=lambda pair: -len(pair[0]))


def read_move(position: Position, text: str) -> Move:
    """Returns the move that a player typed: ``#3`` in the list; how many to take, and ``5 from 8`` if there are several
    heaps; the dots or pins of a row by their numbers; the position left, with or without the game's name; the words of
    the move in any of the languages; or the squares of a board (see :mod:`sprague.playing.places`). Raises MoveError,
    which names the rule that forbids the move.

    >>> from sprague.workbench.position import parse
    >>> print(read_move(parse("wythoff 5,8"), "5, 3"))
    take 5 from the second jar -> wythoff 5,3
    >>> print(read_move(parse("fibonacci 20:6"), "4"))
    take 4 -> fibonacci 16:8
    >>> read_move(parse("fibonacci 20:6"), "7")
    Traceback (most recent call last):
    ...
    sprague.words.errors.MoveError: 7 cannot be taken: at most 6 now
    """
    text = plain(text)
    if text.startswith("#") and not set(text[1:]) & set("#./"):  # a board may begin with # too
        return _listed(position, text[1:].strip(), text)
    numbered = places.at_numbers(position, text)
    if numbered is not None:
        return numbered
    take = _TAKE.fullmatch(text)
    if take is not None and any(
        part.ruleset.most_taken(part.state) is not None for part in position.components
    ):
        try:
            count, heap = parse_integer(take[1]), parse_integer(take[2]) if take[2] else None
        except SpragueError as error:
            raise MoveError(error.message, where=error.where) from None
        return _taking(position, count, heap)
    try:
        return _in_notation(position, text)
    except SpragueError:
        at_squares = places.at_squares(position, text)
        if at_squares is None:
            raise
        return at_squares


def _in_notation(position: Position, text: str) -> Move:
    """The move to the position ``text``, with or without the game's name, or the move in these words."""
    heads = {part.ruleset.head for part in position.components}
    if len(heads) > 1 or text[:1] not in tuple("0123456789(.#"):
        return position.find_move(text)
    misere = "misere " if position.misere else ""
    try:
        return position.find_move(parse(f"{misere}{heads.pop()} {text}"))
    except NotationError:
        return position.find_move(text)


def _listed(position: Position, number: str, text: str) -> Move:
    if not (number.isascii() and number.isdigit() and 0 < len(number) < 7):
        raise MoveError(say("expected the number of a move, such as #3"), where=text)
    listed = position.moves().first(int(number))
    if not 0 < int(number) == len(listed):
        raise MoveError(say("there is no move of that number; see: moves"), where=text)
    return listed[-1]


def _taking(position: Position, count: int, heap: int | None) -> Move:
    """The one move that takes ``count`` (from a heap of ``heap``, if that is said)."""
    sizes = [size for part in position.components for size in part.ruleset.sizes(part.state)]
    if heap is not None and heap not in sizes:
        raise MoveError(say("there is no heap of {n} here", n=heap))
    found: dict[Position, Move] = {}
    for index, part in enumerate(position.components):
        for option in part.ruleset.taking(part.state, count):
            if heap is None or _from(part, option) == [heap]:
                move = Move(position, index, option)
                found.setdefault(move.to, move)
    if len(found) == 1:
        return next(iter(found.values()))
    if not found:
        raise _refusal(position, count, heap)
    moves = [move.sentence for move in list(found.values())[:LISTED]]
    raise MoveError(
        say(
            "there are several ways to take {count}; type the one you mean: {moves}",
            count=count,
            moves=join(moves, " · "),
        )
    )


def _from(part: Component, option: Option) -> list[int]:
    """The heaps from which a take to ``option`` takes."""
    before = part.ruleset.sizes(part.state)
    if len(before) == 1:
        return list(before)
    left = option[0].ruleset.sizes(option[0].state)
    return [n for n, m in zip(before, left, strict=True) if n != m]


def _refusal(position: Position, count: int, heap: int | None) -> MoveError:
    """Says why no move takes ``count``."""
    parts = [part for part in position.components if heap is None or heap in part.ruleset.sizes(part.state)]
    mosts = [most for part in parts if (most := part.ruleset.most_taken(part.state)) is not None]
    most = max(mosts) if heap is None else min(max(mosts, default=0), heap)
    if count == 0:
        why = say("a move takes at least one")
    elif not any(size for part in position.components for size in part.ruleset.sizes(part.state)):
        why = say("the game is over")
    elif 0 < most < count:
        why = say("at most {most} now", most=most)
    else:
        why = parts[0].ruleset.rule
    return MoveError(say("{count} cannot be taken: {why}", count=count, why=why))
