"""Moves named by the places that they touch."""

from __future__ import annotations

import pytest

import sprague as sg
from sprague.playing.typed import read_move
from sprague.words.errors import MoveError

SAME = [
    # Cram: the squares of the domino, in every way in which people write them.
    ("cram 2x3", "r1c1 r1c2", "cram ##./..."),
    ("cram 2x3", "R1C1, R1C2", "cram ##./..."),
    ("cram 2x3", "1 1 1 2", "cram ##./..."),
    ("cram 2x3", "(1,1) (1,2)", "cram ##./..."),
    ("cram 2x3", "row 1, columns 1 and 2", "cram ##./..."),
    ("cram 2x3", "columns 1 and 2, row 1", "cram ##./..."),
    ("cram 2x3", "column 3, rows 1 and 2", "cram ..#/..#"),
    ("cram 1x2", "r1c1", "cram ##"),
    ("misere cram 2x2", "r1c1 r2c1", "misere cram #./#."),
    # Other boards: the square says all.
    ("notakto 3x3", "r2c3", "notakto .../..x/..."),
    ("notakto 3x3", "2 3", "notakto .../..x/..."),
    ("notakto 3x3", "row 2, column 3", "notakto .../..x/..."),
    ("chomp 3x4", "r2c3", "chomp 4,2,2"),
    ("chomp 3x4", "2 3", "chomp 4,2,2"),
    # Rows: dots, pins and squares by their numbers.
    ("dots 7", "3", "dots 1,3"),
    ("dots 7", "6", "dots 4"),
    ("dots 7", "dot 3", "dots 1,3"),
    ("dots 7", "dots 1,3", "dots 1,3"),
    ("dots 1", "dots 0", "dots 0"),
    ("dots 5,7", "1 of 7", "dots 5,5"),
    ("circle 5", "4", "dots 2"),
    ("kayles 7", "3", "kayles 2,4"),
    ("kayles 7", "3 4", "kayles 2,3"),
    ("kayles 7", "pins 3 and 4", "kayles 2,3"),
    ("kayles 7", "2,3", "kayles 2,3"),
    ("dawsons-kayles 5", "2 3", "dawsons-kayles 1,2"),
    ("treblecross 7", "4", "treblecross 2,2"),
    # Graphs: vertices and edges by their names.
    ("node-kayles grid:2x2", "r1c1", "node-kayles edges:r2c2"),
    ("node-kayles path:4", "vertex 1", "node-kayles edges:3-4"),
    ("arc-kayles path:4", "2-3", "arc-kayles edges:"),
    ("geography path:3@1", "2", "geography edges:2-3@2"),
    ("arc-kayles path:4", "3-2", "arc-kayles edges:"),
    ("arc-kayles path:4", "edge 2-1", "arc-kayles edges:3-4"),
    # In a sum, what only one of the parts can read.
    ("cram 2x2 + kayles 4", "r1c1 r1c2", "cram ##/.. + kayles 4"),
    ("cram 2x2 + kayles 4", "pins 1 2", "cram 2x2 + kayles 2"),
    ("cram 2x2 + kayles 4", "1 2 of 4", "cram 2x2 + kayles 2"),
    ("kayles 7 + nim 5", "take 5", "kayles 7"),
    ("kayles 7 + nim 5", "pin 4", "kayles 3,3 + *5"),
]


@pytest.mark.parametrize(("position", "typed", "after"), SAME)
def test_a_move_may_be_named_by_its_places(position: str, typed: str, after: str) -> None:
    assert read_move(sg.parse(position), typed).to.text == after


@pytest.mark.parametrize(
    ("position", "typed", "says"),
    [
        (
            "cram 2x3",
            "1 2",
            "columns 1 and 2 · put a domino on row 1, columns 2 and 3 · put a domino on column 2",
        ),
        ("cram 2x3", "r9c9", "no move is made at r9c9: Place a domino"),
        ("cram 2x3", "r1c1 r2c2", "no move is made at"),
        ("cram 2x3", "r9", "got 'r9'"),
        ("notakto 3x3", "4 4", "no move is made at 4 4"),
        ("dots 5,7", "1", "there are several moves at 1"),
        ("dots 5", "9", "no move is made at 9: Cross out a dot"),
        ("treblecross 5", "1", "no move is made at 1"),
        ("dawsons-kayles 5", "2", "there are several moves at 2"),
        ("cram 1x2 + cram 1x2 + cram 2x2", "r1c1 r1c2", "there are several moves"),
        # What two parts of a sum can read.
        (
            "cram 2x2 + kayles 4",
            "1 2",
            "there are several moves at 1 2; type the one you mean: in kayles 4: knock down 2 in the row of 4 · in "
            "cram 2x2: put a domino on row 1, columns 1 and 2 · in cram 2x2: put a domino on column 2, rows 1 and 2",
        ),
        ("dots 7 + nim 5", "2", "leaving a row of 4 · in *5: take 2 from the heap of 5"),
        ("node-kayles path:3 + nim 5", "2", "several moves at 2"),
    ],
)
def test_places_without_a_move_or_with_several_are_explained(position: str, typed: str, says: str) -> None:
    with pytest.raises(MoveError) as refused:
        read_move(sg.parse(position), typed)
    assert says in str(refused.value)


def test_numbers_are_still_how_many_to_take_from_a_heap() -> None:
    assert read_move(sg.parse("fibonacci 20:6"), "4").to.text == "fibonacci 16:8"
    assert read_move(sg.parse("subtract{1,2,3} 10"), "3").to.text == "subtract{1,2,3} 7"
    with pytest.raises(MoveError, match="several ways to take 2"):
        read_move(sg.parse("kayles 7"), "take 2")


@pytest.mark.parametrize(
    "text",
    [
        "officers 3",
        "misere hex:0.8f 4",
        "kayles 6",
        "turning-turtles 2,5",
        "exact[k=2] 1,2,5 + kayles 4",
        "grundy 5",
    ],
)
@pytest.mark.parametrize("language", ["en", "yue-Hant-HK"])
def test_the_words_of_every_move_are_read_as_this_move(text: str, language: str) -> None:
    position = sg.parse(text)
    for move in position.moves():
        assert read_move(position, move.sentence.render(language)).to == move.to
