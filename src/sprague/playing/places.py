"""Reads a move from the places that it touches: squares of a board, numbers of dots or pins in a row, a vertex."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import islice, product

from sprague.pictures.shapes import Shape, Way
from sprague.words.errors import MoveError
from sprague.words.messages import Message, join, say
from sprague.workbench.position import Move, Position

#: How many moves are searched.
MOST_MOVES = 20_000

#: So many of the moves at a place are listed where the place alone does not say which is meant.
LISTED = 12

#: "r1c2", "row 1 column 2" in short.
_SQUARE = re.compile(r"r\s*(\d{1,4})\s*,?\s*c\s*(\d{1,4})", re.I)
_WORD = re.compile(r"[a-z]+|\d{1,6}", re.I)
_NUMBERS = re.compile(r"\d{1,6}(?:(?:\s*[,;]\s*|\s+and\s+|\s+)\d{1,6})*")

_NO_BRACKETS = str.maketrans("()", "  ")

#: "3", "3 4", "3 and 4", "dot 3", "pins 3 and 4", with the row they stand in: "3 of 7", "3 in the row of 7". ("dots 3"
#: is a position.)
_IN_ROW = re.compile(
    r"(?:(?:dot|pins?|skittles?|squares?)\s+)?(?P<places>\d{1,6}(?:(?:\s+and\s+|\s+)\d{1,6})*)"
    r"(?:\s+(?:of|in)\s+(?:the\s+)?(?:row\s+)?(?:of\s+)?(?P<row>\d{1,6}))?",
    re.I,
)


def at_numbers(position: Position, text: str) -> list[Move] | None:
    """Returns the moves at the dots, pins or squares with these numbers in a row, counted from the left. Returns None
    if ``text`` does not consist of such numbers, or if no row of ``position`` is numbered.

    >>> from sprague.workbench.position import parse
    >>> print(*at_numbers(parse("dots 7"), "3"))
    cross out dot 3 with its neighbours, leaving rows of 1 and 3 -> dots 1,3
    >>> print(*at_numbers(parse("kayles 7"), "3 4"))
    knock down 2 in the row of 7, leaving rows of 2, 3 -> kayles 2,3
    >>> print(*at_numbers(parse("dots 5,7"), "1 of 7"))
    cross out dot 1 with its neighbour, leaving a row of 5 -> dots 5,5
    """
    match = _IN_ROW.fullmatch(text)
    rows = [i for i, part in enumerate(position.components) if part.ruleset.numbered]
    if match is None or not rows:
        return None
    if match["row"] is not None:
        parts = position.components
        rows = [i for i in rows if parts[i].ruleset.sizes(parts[i].state) == (int(match["row"]),)]
    numbers = [int(number) for number in re.findall(r"\d+", match["places"])]
    wanted = [{f"{prefix}{n}" for n in numbers} for prefix in "dt"]
    return _touching(position, wanted, rows)


def at_squares(position: Position, text: str) -> list[Move] | None:
    """Returns the moves at squares of a board ("r1c2", "1 2", "row 1, columns 2 and 3"), or at a vertex or edge by its
    name. Returns None if ``text`` names none of these.

    >>> from sprague.workbench.position import parse
    >>> print(*at_squares(parse("cram 2x3"), "row 1, columns 2 and 3"))
    put a domino on row 1, columns 2 and 3 -> cram .##/...
    >>> print(*at_squares(parse("notakto 3x3"), "2 3"))
    put a cross on row 2, column 3 -> notakto .../..x/...
    >>> print(*at_squares(parse("arc-kayles path:4"), "2-3"))
    take the edge 2-3 and its ends -> arc-kayles edges:
    """
    graphs = _drawn_with(position, lambda shape: shape.role == "vertex")
    name = re.sub(r"^(?:vertex|edge)\s+", "", text, flags=re.I).lower()
    names = {name, "-".join(reversed(name.split("-")))}  # an edge may be named from either end
    named = [move for move in _first_moves(position) if move.index in graphs and names & _words(move)]
    if named:
        return named
    boards = _drawn_with(position, lambda shape: re.fullmatch(r"r\d+c\d+", shape.name) is not None)
    squares = _squares(text)
    if not squares or not boards:
        return None
    wanted = [{f"r{row - 1}c{column - 1}" for row, column in squares}]
    return _touching(position, wanted, boards)


def _squares(text: str) -> list[tuple[int, int]]:
    """Returns the rows and columns that ``text`` names, counted from 1.

    >>> _squares("r1c2"), _squares("1 2"), _squares("column 3, rows 1 and 2"), _squares("(1,2) (1,3)"), _squares("x")
    ([(1, 2)], [(1, 2)], [(1, 3), (2, 3)], [(1, 2), (1, 3)], [])
    """
    pairs = _SQUARE.findall(text)
    if pairs and re.fullmatch(r"(?:\s|,|and|-|to)*", _SQUARE.sub("", text), re.I):
        return [(int(row), int(column)) for row, column in pairs]
    if _NUMBERS.fullmatch(text.translate(_NO_BRACKETS).strip()):
        numbers = [int(number) for number in re.findall(r"\d+", text)]
        return [] if len(numbers) % 2 else list(zip(numbers[::2], numbers[1::2], strict=True))
    rows: list[int] = []
    columns: list[int] = []
    into: list[int] | None = None
    for word in _WORD.findall(text.lower()):
        if word.isdigit():
            if into is None:
                return []
            into.append(int(word))
        elif word in ("row", "rows"):
            into = rows
        elif word in ("column", "columns", "col", "cols"):
            into = columns
        elif word != "and":
            return []
    return list(product(rows, columns))


def _drawn_with(position: Position, sign: Callable[[Shape], bool]) -> list[int]:
    """Returns the components whose drawings contain a shape with this sign."""
    return [
        i
        for i, part in enumerate(position.components)
        if any(map(sign, part.ruleset.draw(part.state).shapes))
    ]


def _first_moves(position: Position) -> Iterator[Move]:
    return islice(iter(position.moves()), MOST_MOVES)


def _touching(position: Position, wanted: list[set[str]], components: list[int]) -> list[Move]:
    """Returns the moves in these components that touch exactly one of the sets of shapes, or for which its only shape
    stands. If there are none, it returns the moves that touch a set and other shapes, provided that no shape stands for
    such a move alone."""
    moves = [
        (move, way) for move in _first_moves(position) if move.index in components for way in _ways(move)
    ]
    exact = [move for move, way in moves if set(way.marks) in wanted or {way.at} in wanted]
    return exact or [
        move for move, way in moves if not way.at and any(names <= set(way.marks) for names in wanted)
    ]


def _ways(move: Move) -> tuple[Way, ...]:
    ruleset, state = move.position.components[move.index]
    return ruleset.ways(state, move.option)


def _words(move: Move) -> set[str]:
    """Returns the words of a move on a graph, which name its vertices and edges."""
    ruleset, state = move.position.components[move.index]
    return set(ruleset.describe(state, move.option).render("en").lower().split())


def only_move(position: Position, text: str, moves: list[Move], several: Message | None = None) -> Move:
    """Returns the only one of ``moves``, those that ``text`` may mean. Raises MoveError if there is none, or if there
    are several; ``several`` replaces the usual words for that."""
    different: dict[Position, Move] = {}
    for move in moves:
        different.setdefault(move.to, move)
    if len(different) == 1:
        return next(iter(different.values()))
    if not different:
        rules = {str(part.ruleset.rule): part.ruleset.rule for part in position.components}
        why = next(iter(rules.values())) if len(rules) == 1 else say("no part of it has such a move")
        raise MoveError(say("no move is made at {place}: {why}", place=text[:80], why=why))
    sentences = join([move.sentence for move in list(different.values())[:LISTED]], " · ")
    several = several or say("there are several moves at {place}", place=text[:80])
    raise MoveError(say("{several}; type the one you mean: {moves}", several=several, moves=sentences))
