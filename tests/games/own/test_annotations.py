"""An annotation says what a state is: nothing is guessed from its digits."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

import sprague as sg


@pytest.fixture(autouse=True)
def alone(own_games: None) -> None:
    """No other games."""


@pytest.mark.parametrize(
    "row", ["1101", "007", "1_0", "None", "1.5", "-1", "1 1", "a", "", "x+y", "it's", "é", "(1)"]
)
def test_a_row_of_digits_is_a_text(row: str) -> None:
    asked = []

    @sg.rule
    def strike(row: str) -> Iterable[str]:
        asked.append(row)
        return [row[:i] + row[i + 1 :] for i in range(len(row))]

    position = strike(row)
    assert sg.parse(position.text) == position
    assert position.value == len(row) % 2
    assert all(type(state) is str for state in asked)
    for move in position.moves():
        assert sg.parse(move.to.text) == move.to


def test_digits_as_they_are_typed() -> None:
    @sg.rule
    def strike(row: str) -> Iterable[str]:
        return [row[:i] + row[i + 1 :] for i in range(len(row))]

    assert sg.parse("strike 1101").text == "strike 1101"
    assert sg.parse("strike '1101'") == sg.parse("strike 1101")
    with pytest.raises(sg.SpragueError, match="expected a text in quotes as the state of strike"):
        sg.parse("strike (1, 2)")


def test_without_an_annotation_digits_are_a_number() -> None:
    game = sg.rule(lambda state: [], name="any-state", heaps=0)
    assert [part.state for part in sg.parse("any-state 1101").components] == [1101]
    assert game("1101").text == "any-state '1101'"


def test_the_annotation_of_a_class_comes_before_trying() -> None:
    class Rows(sg.Game):
        def options(self, row: str) -> Iterable[str]:
            raise AssertionError("tried")

    class Pairs(sg.Game):
        def options(self, pair: tuple[int, int]) -> Iterable[tuple[int, int]]:
            raise AssertionError("tried")

    assert Rows().heaps is None
    assert Pairs().heaps == 2


def test_a_rule_that_trying_does_not_tell_is_asked_for_its_kind() -> None:
    for rule in (
        lambda n: [1] if n == 0 else [],
        lambda n: [n - 100] if n > 100 else [],
        lambda row: [[]] if row == "ab" else [],
    ):
        with pytest.raises(sg.SpragueError, match="annotate the parameter"):
            sg.rule(rule, name="untold")
        assert sg.rule(rule, name="untold", heaps=1).heaps == 1

    def annotated(n: int) -> list[int]:
        return [n - 100] if n > 100 else []

    assert sg.rule(annotated).heaps == 1


def test_a_guess_is_said(own_games: None) -> None:
    def plain(n):  # type: ignore[no-untyped-def]
        return [n - 1] if n else []

    def told(n: int) -> list[int]:
        return [n - 1] if n else []

    game = sg.rule(plain)
    assert "A state is a heap, by a guess" in str(game.notation)
    with pytest.raises(
        sg.SpragueError, match="got 'ab' in 'ab'. A state is a heap, by a guess.* n: int decides"
    ):
        sg.parse("plain ab")
    pairs = sg.rule(lambda pair: [(pair[0] - 1, pair[1])] if pair[0] else [], name="guessed-pairs")
    assert "A state is 2 heaps, by a guess" in str(pairs.notation)
    for certain in (sg.rule(told), sg.rule(plain, heaps=1), sg.rule(lambda a, b: [], name="two-of-them")):
        assert not str(certain.notation)
    with pytest.raises(sg.SpragueError, match="got 'ab' in 'ab'$"):
        sg.parse("told ab")
