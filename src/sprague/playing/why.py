"""Explains a value step by step: the values of the options and their mex, the binary sum of a sum, and the tree of a
small position."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import Any, NamedTuple

from sprague.system.ask import Trial, tick
from sprague.words.digits import to_json
from sprague.words.errors import BudgetError, RangeError, TooLargeError, UnsolvedError
from sprague.words.messages import say
from sprague.workbench.position import Answer, Move, Position, answer

#: Positions of a tree that a person can step through.
MOST_POSITIONS = 500

#: The most moves whose values are listed, and the most characters of the positions that they leave.
MOST_MOVES, MOST_SIZE = 1000, 10_000_000

#: Bits of the values that stand in a table of a sum.
MOST_BITS = 64

Solve = Callable[..., Answer]


class Valued(NamedTuple):
    """A move, and the value of the position that it leaves; None if that is out of reach."""

    move: Move
    value: int | None


def valued_moves(position: Position, most: int | None = None, solve: Solve = answer) -> list[Valued]:
    """Returns the first ``most`` moves of ``position``, in order, with the values of the positions that they leave (the
    nim-sum of the components); by default a thousand, and fewer if those positions are long to write.

    Raises RangeError in misère play, where positions have no values here.

    >>> from sprague.workbench.position import parse
    >>> [value for _, value in valued_moves(parse("nim 1,2"))]
    [2, 1, 0]
    """
    _refuse_misere(position)
    values: dict[Position, int | None] = {}
    valued = []
    with Trial(position):  # options share most of the values that they need
        if most is None:
            most = max(map(_most_listed, position.moves().first(1)), default=0)
        for move in islice(position.moves(), most):
            tick()
            if move.to not in values:
                values[move.to] = _value(move.to, solve)
            valued.append(Valued(move, values[move.to]))
    return valued


def _most_listed(first: Move) -> int:
    """Returns how many moves of a position to list, given the first of them."""
    return min(MOST_MOVES, 1 + MOST_SIZE // len(first.to.text))


def _value(position: Position, solve: Solve) -> int | None:
    try:
        return solve(position, value=True, moves=False).value
    except BudgetError:
        raise
    except TooLargeError:
        return None


def least_missing(values: Sequence[int]) -> int:
    """Returns the mex: the least number >= 0 that is not among ``values``.

    >>> least_missing([0, 1, 3]), least_missing([])
    (2, 0)
    """
    present = set(values)
    return next(n for n in range(len(present) + 1) if n not in present)


def binary_sum(answer: Answer) -> list[tuple[str, int, str]]:
    """Returns the rows of the binary sum of a sum: each component, its value and the digits of the value. The last row
    is the nim-sum. All rows have equally many digits. Returns [] for a single component, and if a value is not known.

    >>> from sprague.workbench.position import parse
    >>> binary_sum(parse("nim 3,4,5").solve())
    [('*3', 3, '011'), ('*4', 4, '100'), ('*5', 5, '101'), ('', 2, '010')]
    """
    values = [value for value in answer.values if value is not None]
    total = answer.value
    if total is None or len(values) < max(2, len(answer.values)):
        return []
    width = max(1, max(values).bit_length())
    if width > MOST_BITS:
        return []
    names = [*map(str, answer.position.components), ""]
    return [(name, value, f"{value:0{width}b}") for name, value in zip(names, [*values, total], strict=True)]


class Node(NamedTuple):
    """A position of a tree: its value, and its moves with the values of the positions that they leave."""

    position: Position
    value: int
    moves: list[Valued]


def tree(position: Position, most: int = MOST_POSITIONS) -> list[Node]:
    """Returns every position that play can reach, each once (the order of heaps does not matter): ``position`` first,
    then the others in the order of a depth-first search. Values are the mex over the options, from the definition and
    without any theorem.

    Raises TooLargeError if there are more than ``most`` positions, RangeError in misère play and for entailing moves.

    >>> from sprague.workbench.position import parse
    >>> [(node.position.text, node.value) for node in tree(parse("nim 2"))]
    [('*2', 2), ('*0', 0), ('*1', 1)]
    """
    _refuse_misere(position)
    if any(part.ruleset.kind == "entailing" for part in position.components):
        raise RangeError(
            say(
                "values of positions with entailing moves are not the mex over their options: there is no tree"
            ),
            where=position.text,
        )
    moves: dict[Position, list[Move]] = {}
    values: dict[Position, int] = {}
    stack: list[tuple[Position, Iterator[Move]]] = []

    def enter(current: Position) -> None:
        tick()
        if len(moves) == most:
            raise TooLargeError(
                say("the tree of {position} has more than {most} positions", position=position, most=most)
            )
        listed: list[Move] = []
        room = 1
        for move in current.moves():  # counting all of them may take long
            tick()
            listed.append(move)
            if len(listed) == 1:
                room = _most_listed(move)
            elif len(listed) > room:
                raise TooLargeError(say("{position} has more than {most} moves", position=current, most=room))
        moves[current] = listed
        stack.append((current, iter(moves[current])))

    with Trial(position):
        enter(position)
        _follow(stack, moves, values, enter)
    return [
        Node(current, values[current], [Valued(move, values[move.to]) for move in listed])
        for current, listed in moves.items()
    ]


def _follow(
    stack: list[tuple[Position, Iterator[Move]]],
    moves: dict[Position, list[Move]],
    values: dict[Position, int],
    enter: Callable[[Position], None],
) -> None:
    """Follows each move to its end, and computes the values on the way back."""
    while stack:
        current, rest = stack[-1]
        move = next(rest, None)
        if move is None:
            values[current] = least_missing([values[each.to] for each in moves[current]])
            stack.pop()
        elif move.to not in moves:
            enter(move.to)
        elif move.to not in values:
            raise UnsolvedError(
                say("a position must not recur, but {part} does (a loopy game)", part=move.to)
            )


def moves_dict(moves: Sequence[Valued]) -> list[dict[str, Any]]:
    """Returns the moves as ``--json`` prints them."""
    return [
        {
            "move": str(move.sentence),
            "to": move.to.text,
            "value": None if value is None else to_json(value),
        }
        for move, value in moves
    ]


def why_dict(answer: Answer, solve: Solve) -> dict[str, Any]:
    """Returns what ``solve --why --json`` adds: the moves with their values, and the binary sum."""
    listed = valued_moves(answer.position, solve=solve)
    rows = binary_sum(answer)
    return {
        "options": moves_dict(listed),
        "binary_sum": [
            {"component": name or None, "value": to_json(value), "binary": digits}
            for name, value, digits in rows
        ],
    }


def tree_dict(nodes: Sequence[Node]) -> list[dict[str, Any]]:
    """Returns what ``solve --tree --json`` adds."""
    return [
        {"position": node.position.text, "value": node.value, "moves": moves_dict(node.moves)}
        for node in nodes
    ]


def _refuse_misere(position: Position) -> None:
    if position.misere:
        raise RangeError(
            say("positions of misère play have no values here: there are no options to value"),
            where=position.text,
        )
