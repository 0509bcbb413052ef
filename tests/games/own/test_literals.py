"""The states of users' games as text: each is read back as the same state, or not at all."""

from __future__ import annotations

import enum
from collections.abc import Iterable
from typing import Any

import numpy as np
import pytest

import sprague as sg
from sprague.words.errors import NotationError, UnsolvedError


class Colour(enum.Enum):
    RED = 1


class Number(enum.IntEnum):
    ONE = 1


class Word(enum.StrEnum):
    RED = "red"


literal_any = sg.rule(lambda state: [], name="literal-any", heaps=0)


@pytest.mark.parametrize("state", [
    frozenset(), frozenset({frozenset({1, 2}), frozenset()}), (frozenset({(1, "a")}), 2), (), ((),), (1,),
    "", "a b", "'", "+", "misere", "1101", "nan", "inf", "...", "set()", "None", "é", b"z", None, ..., True, -0.0,
    float("inf"), (float("-inf"),), 2 + 3j, Number.ONE, Word.RED, (Word.RED, Number.ONE),
    np.int64(3), (np.int64(3), np.float32(1.5), np.bool_(True), np.str_("ab")),
])  # fmt: skip
def test_a_state_is_read_back(state: Any) -> None:
    position = literal_any(state)
    assert sg.parse(position.text) == position
    assert sg.parse(position.text).text == position.text


def test_numbers_of_many_digits() -> None:
    for state in (10**5000, -(10**5000)):
        position = literal_any(state)
        assert sg.parse(position.text) == position


@pytest.mark.parametrize("state", [Colour.RED, float("nan"), (Colour.RED,), object(), range(3)])
def test_a_state_without_a_literal_is_not_read_as_another(state: Any) -> None:
    with pytest.raises(NotationError):
        sg.parse(literal_any(state).text)


class LiteralLossy(sg.AnyGame):
    """Take one of either; only the last digits are written."""

    def parse(self, text: str) -> Any:
        return tuple(map(int, text.split("-")))

    def format(self, state: Any) -> str:
        return "-".join(str(n % 10) for n in state)

    def options(self, state: Any) -> Iterable[Any]:
        a, b = state
        return [(a - 1, b)] * (a > 0) + [(a, b - 1)] * (b > 0)


def test_a_text_that_stands_for_another_state_is_refused() -> None:
    game = LiteralLossy()
    assert game((3, 4)).outcome == "N"
    for ask in (lambda: game((13, 4)).text, lambda: game((10, 4)).solve().to_dict()):
        with pytest.raises(UnsolvedError, match="literal-lossy writes a state as '[30]-4'"):
            ask()


def test_a_text_that_the_games_own_parse_cannot_read_is_the_users_fault() -> None:
    with pytest.raises(NotationError, match="the method parse of literal-lossy fails .ValueError"):
        sg.parse(f"{LiteralLossy().head} abc")


@pytest.mark.parametrize("written", [None, 7, "1" + 10 * "0"])
def test_a_format_that_fails_is_the_users_fault(written: Any) -> None:
    class LiteralMute(LiteralLossy):
        def format(self, state: Any) -> str:
            return written if len(str(written)) < 9 else str(1 // 0)

    with pytest.raises(UnsolvedError, match="the method format of .* fails .(TypeError|ZeroDivisionError)"):
        str(LiteralMute()((3, 4)).text)


class LiteralTruth(sg.AnyGame):
    """True is over, 1 is not: but Python holds them equal."""

    def options(self, state: Any) -> Iterable[Any]:
        return {5: [True, 1], 1: [0], 0: []}[state]


def test_equal_states_of_two_types_are_refused() -> None:
    with pytest.raises(UnsolvedError, match="Python holds True and 1 equal, so they are one position"):
        list(LiteralTruth()(5).moves())
