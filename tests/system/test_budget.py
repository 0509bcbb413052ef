"""The budget in force: its clock, what an inner one takes from an outer one, and work that is announced."""

from __future__ import annotations

import time

import pytest

from sprague.system.ask import Ask, Effort, Trial, asked, asking, require, tick
from sprague.words.errors import BudgetError, TooLargeError
from sprague.words.messages import say


def test_seconds_pass_as_the_clock_says():
    now = [100.0]
    with asking(Ask(seconds=5), lambda: now[0]):
        tick()
        now[0] += 4
        assert asked().left == 1
        with asking(Ask()):  # goes on with what is left, by the same clock
            assert asked().left == 1
            now[0] += 2
            with pytest.raises(BudgetError):
                tick()
        with pytest.raises(BudgetError):
            tick()
    tick()
    assert asked().left is None


def test_an_inner_budget_with_a_clock_of_its_own_has_no_more_than_is_left():
    outer, inner = [0.0], [50.0]
    with asking(Ask(seconds=5), lambda: outer[0]):
        outer[0] += 3
        with asking(Ask(seconds=60), lambda: inner[0]):
            assert asked().left == 2
        with asking(Ask(seconds=1), lambda: inner[0]):
            assert asked().left == 1
            outer[0] += 3  # the inner clock may stand still
            with pytest.raises(BudgetError, match="5 s"):
                tick()


def test_pieces_of_one_work_are_told_together():
    told = []

    def spin(seconds: float) -> None:
        end = time.thread_time() + seconds
        while time.thread_time() < end:
            tick()

    with asking(Ask(announce=lambda effort, what: told.append((effort.seconds, what)))):
        for _ in range(4):  # each on its own is too short to be told
            with Trial("a piece"):
                spin(0.04)
        assert told == []
        work = Trial("the whole")
        for _ in range(4):
            with work:
                spin(0.04)
    assert [what for _, what in told] == ["the whole"] and 1.0 < told[0][0] < 2.0


def test_an_inner_budget_without_a_memory_bound_has_the_outer_one():
    with asking(Ask(memory="1MB")), asking(Ask(seconds=60)):
        assert asked().bytes == 1 << 20 and asked().bounded
        with pytest.raises(TooLargeError, match=r"a table needs 2\.0 MiB of memory; the limit is 1\.0 MiB"):
            require(Effort(bytes=2 << 20, sure=True), say("a table"))
    assert not asked().bounded


def test_a_budget_is_run_again_with_what_is_left_of_it():
    now = [0.0]
    budget = asking(Ask(seconds=5), lambda: now[0])
    now[0] += 3
    assert budget.run(lambda: asked().left) == 2 and asked().left is None
    now[0] += 3
    with pytest.raises(BudgetError):
        budget.run(tick)
    tick()


def test_a_part_of_a_budget():
    with asking(Ask(seconds=8), lambda: 0.0):
        assert asked().part(0.25).left == 2
    assert asked().part(0.25).left is None
    with asked().part(0.25, 60):
        assert 59 < (asked().left or 0) <= 60


def test_work_of_a_known_effort_is_refused_or_announced_before_it_begins():
    announced = []
    with asking(Ask(seconds=1, announce=lambda effort, what: announced.append(what))):
        with pytest.raises(TooLargeError, match="about 17 min; the bound is 1 s"):
            Trial("a long search", Effort(seconds=1020)).run(lambda: 1 / 0)
        assert Trial("a search", Effort(seconds=10)).run(announced.copy) == ["a search"]
    now = [0.0]
    with asking(Ask(seconds=1), lambda: now[0]):
        now[0] = 2.0  # what takes little is not to blame for the time that earlier work took
        with pytest.raises(BudgetError, match="^the time of 1 s is over$"):
            require(Effort(seconds=0.001), "a short table")
        with pytest.raises(TooLargeError, match="a long search is expected .* the bound is 1 s"):
            require(Effort(seconds=17), "a long search")
    with asking(Ask(seconds=1, announce=lambda effort, what: announced.append(what))):
        assert Trial("a guess", Effort(seconds=1000, guessed=True)).run(announced.copy) == ["a search"]
