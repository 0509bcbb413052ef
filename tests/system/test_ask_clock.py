"""A budget whose seconds pass by another clock than the wall's."""

from __future__ import annotations

import time

import pytest

from sprague.system.ask import Ask, Trial, asking, tick, time_left, trying
from sprague.system.clock import compiled, used
from sprague.words.errors import BudgetError


def test_seconds_pass_as_the_clock_says():
    now = [100.0]
    with asking(Ask(seconds=5), lambda: now[0]):
        tick()
        now[0] += 4
        assert time_left() == 1
        with asking(Ask()):  # goes on with what is left, by the same clock
            assert time_left() == 1
            now[0] += 2
            with pytest.raises(BudgetError):
                tick()
        with pytest.raises(BudgetError):
            tick()
    tick()
    assert time_left() is None


def test_an_inner_budget_with_a_clock_of_its_own_has_no_more_than_is_left():
    outer, inner = [0.0], [50.0]
    with asking(Ask(seconds=5), lambda: outer[0]):
        outer[0] += 3
        with asking(Ask(seconds=60), lambda: inner[0]):
            assert time_left() == 2
        with asking(Ask(seconds=1), lambda: inner[0]):
            assert time_left() == 1


def test_compiling_does_not_count():
    before = used()
    compiled(1000)
    assert used() < before - 900
    compiled(-1000)


def test_pieces_of_one_work_are_told_together():
    told = []

    def spin(seconds: float) -> None:
        end = time.thread_time() + seconds
        while time.thread_time() < end:
            tick()

    with asking(Ask(announce=lambda effort, what: told.append((effort.seconds, what)))):
        for _ in range(4):  # each on its own is too short to be told
            with trying("a piece"):
                spin(0.1)
        assert told == []
        work = Trial("the whole")
        for _ in range(4):
            with trying(work):
                spin(0.1)
    assert [what for _, what in told] == ["the whole"] and 3.0 < told[0][0] < 8.0
