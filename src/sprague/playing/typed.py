"""Reads a move as a player types it: a number in the list, how many to take, the position after it, or words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache

from sprague.model.ruleset import Component, Option
from sprague.numbers.integers import parse as parse_integer
from sprague.words.errors import MoveError, NotationError, SpragueError
from sprague.words.languages import available
from sprague.words.messages import narrow, say
from sprague.workbench.position import Move, Position, parse
from sprague.workbench.registry import builtin_rulesets

from . import places

#: "5", "take 5", "5 from 8", "take 5 from the heap of 8", "take 5 from both jars", "5 from each".
_TAKE = re.compile(
    r"(?:take\s+)?(?P<count>\d[\d^e]*)(?:\s+from\s+(?:"
    r"(?P<together>both|each|all)(?:\s+(?:of\s+)?(?:the\s+)?(?:jars?|heaps?|piles?))?"
    r"|(?:the\s+)?(?:(?P<named>heap\s+(?=\d))|heap\s+)?(?:of\s+)?(?P<heap>\d[\d^e]*)))?",
    re.I,
)


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
    return narrow(text).replace("、", ",").strip()


def _spelled(text: str, game: str) -> Iterator[str]:
    """Yields the possible readings of ``text``, with each name for people replaced by the word of the notation."""
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
    """Returns the move that a player typed: ``#3`` in the list; how many to take, with ``from 8`` or ``from both`` if
    there are several heaps; the dots or pins of a row by their numbers; the position left, with or without the game's
    name; the words of the move in any of the languages; or the squares of a board (see :mod:`sprague.playing.places`).
    In a sum each part reads the text in its own way. Raises MoveError, which names the rule that forbids the move, or
    the moves among which the text does not decide.

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
    if text.startswith("#") and not set(text[1:]) & set("#./"):  # a board may begin with #, too
        return _listed(position, text[1:].strip(), text)
    in_sum = len(position.components) > 1
    pins = places.at_numbers(position, text)
    # A game alone reads numbers as those of its row, if it is played in a row.
    take = _typed_take(position, text) if pins is None or in_sum else None
    if pins is None and take is None:
        try:
            return _in_notation(position, text)
        except SpragueError:
            squares = places.at_squares(position, text)
            if squares is None:
                raise
            return places.only_move(position, text, squares)
    squares = places.at_squares(position, text) if in_sum else None
    taking = _taking(position, take) if take else []
    if pins is not None:  # then a row reads only the numbers of its own places
        taking = [move for move in taking if not position.components[move.index].ruleset.numbered]
    if take is None or pins or squares:
        return places.only_move(position, text, [*(pins or ()), *(squares or ()), *taking])
    if not taking:
        raise _refusal(position, take)
    # "take 1 from the heap of 3" may also be read as the beginning of "… and leave heaps of 1, 1".
    taking = [move for move in taking if move.sentence.render("en") == text] or taking
    several = say("there are several ways to take {count}", count=take.count)
    return places.only_move(position, text, taking, several)


def _in_notation(position: Position, text: str) -> Move:
    """Returns the move to the position ``text``, with or without the game's name, or the move in these words."""
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


@dataclass(frozen=True)
class Take:
    """A number to take, as a player typed it: from a heap of size ``heap``, from several heaps at once (``together``),
    or from any heap. If it was typed as ``named`` ("heap 2"), a game that numbers its heaps means the second heap."""

    count: int
    heap: int | None
    together: bool
    named: bool

    def is_made_by(self, part: Component, option: Option) -> bool:
        """Returns whether the move of ``part`` to ``option``, which takes ``count``, takes it from the named heaps."""
        if not self.together and self.heap is None:
            return True
        before = part.ruleset.sizes(part.state)
        after = option[0].ruleset.sizes(option[0].state) if option else (0,) * len(before)
        if self.named and "from heap " in (words := part.ruleset.describe(part.state, option).render("en")):
            return words == f"take {self.count} from heap {self.heap}"
        if len(before) == 1:
            changed = list(before)
        else:
            changed = [n for n, m in zip(before, after, strict=True) if n != m]
        return len(before) == len(changed) > 1 if self.together else changed == [self.heap]


def _typed_take(position: Position, text: str) -> Take | None:
    """Returns the take that ``text`` names, or None if it names none or if no component of ``position`` has heaps to
    take from."""
    words = _TAKE.fullmatch(text)
    if words is None or all(part.ruleset.most_taken(part.state) is None for part in position.components):
        return None
    try:
        heap = parse_integer(words["heap"]) if words["heap"] else None
        return Take(
            parse_integer(words["count"]), heap, words["together"] is not None, words["named"] is not None
        )
    except SpragueError as error:
        raise MoveError(error.message, where=error.where) from None


def _taking(position: Position, take: Take) -> list[Move]:
    """Returns the moves that make ``take``."""
    return [
        Move(position, index, option)
        for index, part in enumerate(position.components)
        for option in part.ruleset.taking(part.state, take.count)
        if take.is_made_by(part, option)
    ]


def _refusal(position: Position, take: Take) -> MoveError:
    """Says why no move makes ``take``."""
    all_sizes = [part.ruleset.sizes(part.state) for part in position.components]
    if take.named and any(len(sizes) > 1 for sizes in all_sizes):
        take = replace(take, heap=None)  # the game may number its heaps
    if take.heap is not None and all(take.heap not in sizes for sizes in all_sizes):
        return MoveError(say("there is no heap of {n} here", n=take.heap))
    if take.together and all(len(sizes) < 2 for sizes in all_sizes):
        return MoveError(say("no move here takes from several heaps"))
    parts = [
        part
        for part, sizes in zip(position.components, all_sizes, strict=True)
        if (take.heap is None or take.heap in sizes) and (not take.together or len(sizes) > 1)
    ]
    mosts = [most for part in parts if (most := part.ruleset.most_taken(part.state)) is not None]
    most = max(mosts, default=0)
    if take.heap is not None:
        most = min(most, take.heap)
    if take.together:
        most = min(most, max(min(part.ruleset.sizes(part.state)) for part in parts))
    if take.count == 0:
        why = say("a move takes at least one")
    elif not any(map(any, all_sizes)):
        why = say("the game is over")
    elif 0 < most < take.count:
        why = say("at most {most} now", most=most)
    else:
        why = parts[0].ruleset.rule
    return MoveError(say("{count} cannot be taken: {why}", count=take.count, why=why))
