"""Games on cells: what follows from letters and options."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import sprague as sg
from sprague.model.grid import Grid
from sprague.words.errors import NotationError, UnsolvedError

pytestmark = pytest.mark.usefixtures("own_games")


def pushing() -> sg.GridGame:
    class Push(sg.GridGame):
        """Move a stone one cell to the right, put one on a blocked cell's left, or take a pair off."""

        letters = {".": "", "x": "●", "#": "#"}  # noqa: RUF012

        def letter(self, row: int, column: int) -> str:
            return "x" if column == 0 else "."

        def options(self, board: Grid) -> Iterator[Grid]:
            for cell, near in board.neighbours():
                if near == cell + 1 and board.cells[cell] == "x":
                    yield board.put({cell: ".", near: "." if board.cells[near] == "x" else "x"})

    return Push()


def test_words_follow_from_the_cells() -> None:
    position = pushing()("xx.")
    said = {move.to.text: str(move.sentence) for move in position.moves()}
    assert said == {
        "push ...": "take ● off row 1, column 1; take ● off row 1, column 2",
        "push x.x": "move ● from row 1, column 2 to row 1, column 3",
    }


def test_a_board_in_text_picture_and_python() -> None:
    game = pushing()
    assert [
        game(given).text for given in ("2x3", "x../x..", "X..\t/x..", ["x..", "x.."], Grid(3, "x..x.."))
    ] == ["push 2x3"] * 5
    assert game(2, 3).text == "push 2x3"
    roles = [shape.role for shape in game("x#.").components[0].ruleset.draw(Grid(3, "x#.")).shapes]
    assert roles == ["cell", "label", "blocked", "cell"]


def test_a_user_s_board_is_summed_played_to_the_end_and_lost_in_misere_play() -> None:
    pushing()
    assert sg.parse("push x. + push x. + *2").value == 2
    assert sg.parse("misere push x.").outcome == "P"
    position = sg.parse("push x.. + push 1x2")
    while position.moves().total:
        position = position.play(sg.parse(position.moves()[0].to.text))
    assert position.outcome == "P"


class _Coins:
    letters = {"T": "(T)", "H": "(H)"}  # noqa: RUF012


def test_rows_of_coins() -> None:
    class Pennies(_Coins, sg.RowGame):
        """Turn two neighbouring coins that show heads; the row falls apart there."""

        def letter(self, place: int) -> str:
            return "H"

        def options(self, row: str) -> Iterator[list[str]]:
            for i in range(len(row) - 1):
                if row[i : i + 2] == "HH":
                    yield [row[:i], row[i + 2 :]]

    game = Pennies()
    dawsons_kayles = [0, 0, 1, 1, 2, 0, 3, 1, 1, 0, 3]  # Guy, Smith 1956: 0.07
    assert [game(n).value for n in range(11)] == dawsons_kayles
    assert game(2).text == game("hh").text == "pennies HH"
    assert [(shape.kind, shape.text) for shape in game("HT").components[0].ruleset.draw("HT").shapes] == [
        ("circle", ""),
        ("text", "H"),
        ("circle", ""),
        ("text", "T"),
    ]
    assert sg.parse("pennies 0").outcome == "P" and sg.parse("pennies 0").text == "pennies 0"
    for text in ("pennies", "pennies HHX"):
        with pytest.raises(NotationError):
            sg.parse(text)


def test_a_rule_that_leaves_no_board_is_told_so() -> None:
    class Wrong(sg.GridGame):
        """Leave a text."""

        def options(self, board: Grid) -> list[str]:
            return ["..."]

    with pytest.raises(UnsolvedError, match="must leave boards such as wrong 3x4"):
        _ = Wrong()(1, 1).outcome


def test_runs_of_cells() -> None:
    """Lines of three on a 3 by 3 board: three across, three down, two aslant."""
    assert len(list(Grid(3, "." * 9).straight(3))) == 8
    assert set(Grid(4, "." * 4).straight(3)) == {(0, 1, 2), (1, 2, 3)}
