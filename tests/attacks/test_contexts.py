"""Whatever exception strikes while a bound is put in force or taken away, it is not in force afterwards."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

import pytest

import sprague as sg
from sprague.numbers import expression, made
from sprague.playing import player
from sprague.system import ask, contexts

#: The files whose lines put something in force and take it away.
FILES = {module.__file__ for module in (made, ask, contexts)}


class Struck(BaseException):
    """What strikes."""


def strike(question: Callable[[], Any], at: int) -> bool:
    """Ask, with an exception at the line or return number ``at`` of those files; whether there was one."""
    count = 0

    def trace(frame: FrameType, event: str, argument: Any) -> Any:
        nonlocal count
        if frame.f_code.co_filename not in FILES:
            return None if event == "call" else trace
        count += 1
        if count == at:
            raise Struck
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        question()
    except Struck:
        return True
    finally:
        sys.settrace(before)
    return False


def solve() -> Any:
    position = sg.parse("kayles 9 + wythoff 3,4")
    return [move.to.text for move in position.solve(seconds=100, memory="2GB", value=True).winning_moves]


@pytest.mark.parametrize(
    "question",
    [
        solve,
        lambda: expression.evaluate("*6 x *11"),
        lambda: sg.solve("misere kayles 5,6", seconds=50).outcome,
        lambda: sg.discover("subtract{1,2}", seconds=50).status,
        lambda: player.reply(sg.parse("nim 3,5")),
    ],
    ids=["solve", "evaluate", "misere", "discover", "reply"],
)
def test_nothing_stays_in_force(question: Callable[[], Any]) -> None:
    question()
    struck = 0
    for at in range(1, 10_000):
        if not strike(question, at):
            break
        struck += 1
        assert made._LEFT.get() is None and ask._TRIAL.get() is None and ask.asked() is ask._UNLIMITED, at
    assert struck > 10
