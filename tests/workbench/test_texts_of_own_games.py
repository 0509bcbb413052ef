"""What a user's own game says in texts of its own must not control a terminal, or turn the text around it."""

from __future__ import annotations

import json
from typing import Any

import pytest

import sprague as sg

EVIL = "\x1b[2J\u202e\u2066\r\n\x07"


class Talks(sg.HeapGame):
    name = "talks-wildly"
    title = f"T{EVIL}"  # type: ignore[assignment]
    rule = f"R{EVIL}"  # type: ignore[assignment]
    source = f"S{EVIL}"

    def options(self, n: int) -> list[int]:
        return [n - 1] if n else []

    def describe(self, state: Any, option: Any) -> Any:
        return f"take{EVIL}one"


@pytest.mark.parametrize("text", ["talks-wildly 5", "talks-wildly 5 + nim 3", "misere talks-wildly 4"])
def test_the_words_of_a_move_are_escaped(text: str) -> None:
    answer = sg.solve(text)
    told = [str(answer.reason), *(str(move) for move in answer.winning_moves)]
    assert any("take" in each for each in told)
    assert all(each.isprintable() for each in told)
    assert "\u202e" not in json.dumps(answer.to_dict(), ensure_ascii=False)


def test_title_rule_and_source_are_escaped() -> None:
    game = sg.game("talks-wildly")
    for each in (game.title, game.rule, game.source):
        assert str(each).isprintable(), each
