"""Placing polyominoes against a plain definition on sets of free cells, and dominoes against the engine of Cram."""

from __future__ import annotations

from functools import cache
from itertools import count, product

import pytest

import sprague as sg
from sprague.games.placing import SHAPES, orientations
from sprague.words.errors import NotationError

Cells = frozenset[tuple[int, int]]

#: The pieces of the tests, drawn once more, in all their positions.
DRAWN: dict[str, list[str]] = {
    "I2": ["xx", "x/x"],
    "I3": ["xxx", "x/x/x"],
    "L3": ["xx/x.", "xx/.x", "x./xx", ".x/xx"],
    "O4": ["xx/xx"],
    "S4": [".xx/xx.", "xx./.xx", "x./xx/.x", ".x/xx/x."],
    "T4": ["xxx/.x.", ".x./xxx", "x./xx/x.", ".x/xx/.x"],
}


def placed(pieces: tuple[str, ...], free: Cells) -> set[Cells]:
    found = set()
    for piece in pieces:
        for drawing in DRAWN[piece]:
            shape = [
                (r, c) for r, row in enumerate(drawing.split("/")) for c, x in enumerate(row) if x == "x"
            ]
            for dr, dc in product(range(6), repeat=2):
                cells = {(r + dr, c + dc) for r, c in shape}
                if cells <= free:
                    found.add(free - cells)
    return found


@cache
def value(pieces: tuple[str, ...], free: Cells) -> int:
    values = {value(pieces, after) for after in placed(pieces, free)}
    return next(n for n in count() if n not in values)


@cache
def misere_wins(pieces: tuple[str, ...], free: Cells) -> bool:
    options = placed(pieces, free)
    return not options or any(not misere_wins(pieces, after) for after in options)


def board(text: str) -> Cells:
    return frozenset((r, c) for r, row in enumerate(text.split("/")) for c, x in enumerate(row) if x == ".")


@pytest.mark.parametrize("pieces", [("I3",), ("L3",), ("I3", "L3"), ("I2", "L3"), ("O4", "S4", "T4")])
@pytest.mark.parametrize(
    "text", [".../.../...", "..../..../....", ".#../..../..#.", "..../#.#./..../....", "...../.#..."]
)
def test_boards_agree_with_the_definition(pieces: tuple[str, ...], text: str) -> None:
    position = sg.parse(f"place[{','.join(pieces)}] {text}")
    options = placed(pieces, board(text))
    assert position.value == value(pieces, board(text))
    assert position.moves().total == len(options)
    assert len(position.winning_moves) == sum(value(pieces, after) == 0 for after in options)
    if len(board(text)) <= 10:
        assert (sg.parse(f"misere {position.text}").outcome == "N") == misere_wins(pieces, board(text))


@pytest.mark.parametrize("text", ["3x5", "4x4", "2x7", ".#.../...#./.....", "..#.../....../.#...."])
def test_dominoes_are_cram(text: str) -> None:
    assert sg.parse(f"place[I2] {text}").value == sg.parse(f"cram {text}").value


def test_orientations_of_the_pieces() -> None:
    """19 fixed tetrominoes and 63 fixed pentominoes (OEIS A001168)."""
    assert sum(len(orientations(piece)) for piece in ("I4", *SHAPES) if piece[1] == "4") == 19
    assert sum(len(orientations(piece)) for piece in ("I5", *SHAPES) if piece[1] == "5") == 63
    for piece, drawings in DRAWN.items():
        assert set(orientations(piece)) == {
            frozenset(
                (r, c) for r, row in enumerate(drawing.split("/")) for c, x in enumerate(row) if x == "x"
            )
            for drawing in drawings
        }


def test_a_move_in_words() -> None:
    move = sg.parse("place[l3,I3,L3] 2x2").winning_moves[0]
    assert move.to.text == "place[I3,L3] ##/#."
    assert str(move.sentence) == "cover row 1, column 1; row 1, column 2; row 2, column 1"


@pytest.mark.parametrize(
    "head", ["place", "place[]", "place[I0]", "place[I10]", "place[L2]", "place[I2;L3]", "place{I2}"]
)
def test_pieces_that_do_not_exist(head: str) -> None:
    with pytest.raises(NotationError, match="expected"):
        sg.parse(f"{head} 3x3")
