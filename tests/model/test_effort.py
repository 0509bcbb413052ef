"""What an engine says that an answer will take, and what it takes: values and seconds, within a factor of ten."""

from __future__ import annotations

import re
import time

import pytest
from pace import pace, seconds_of

import sprague as sg
from sprague.games.vectors.tables import TableEngine
from sprague.model.engine import Engines
from sprague.search.pool import SearchPool
from sprague.system.ask import MOMENT, WITHIN, Ask, Step, asking, tick
from sprague.takebreak.codes import parse_code
from sprague.takebreak.run import values
from sprague.words.errors import BudgetError, TooLargeError
from sprague.workbench.registry import builtin_rulesets, engine, make_engine

#: Whatever a kernel needs is loaded or compiled by these, before a clock runs.
FIRST = [
    "cram 5x6",
    "node-kayles grid:3x10",
    "arc-kayles grid:5x5",
    "wythoff 300,400",
    "wythoff 20,20,20",
    "wythoff[any] 20,20,20",
    "vectors{(0,k),(k,0),(k,2k)} 100,100",
    "0.35 9000",
    "0.6 9000",
    "0.06 9000",
    "hex:0.8e 5000",
    "take-fibonacci 30000",
]

ASKED = [
    "cram 5x7",
    "cram 4x9",
    "cram 5x8",
    "cram 3x14",
    "cram ......./....#../......./.#...../.......",
    "node-kayles grid:3x12",
    "node-kayles grid:3x16",
    "node-kayles grid:5x6",
    "arc-kayles grid:3x6",
    "arc-kayles grid:4x5",
    "arc-kayles grid:5x5",
    "wythoff 500,1000",
    "wythoff 2000,3000",
    "wythoff 30,40,50",
    "wythoff[any] 30,40,50",
    "wythoff 1,4,8,40,90",
    "wythoff[any] 1,4,8,40,90",
    "vectors{(k,0,0,0),(0,k,0,0),(0,0,k,0),(0,0,0,k),(k,k,k,k)} 2,3,90,400",
    "vectors{(0,k),(k,0),(k,2k)} 300,400",
    "0.6 100000",
    "0.007 100000",
    "0.04 100000",
    "grundy 200000",
    "hex:0.8f 5000",
    "0.07777 50000",
    "fibonacci 20000:33",
    "take-fibonacci 3000000",
    "global-fibonacci 20,30:5",
    "geography grid:4x4@r1c1",
    "geography complete:13@1",
    "dots 10",
    "chomp 5x6",
]


@pytest.fixture(scope="module")
def ready() -> None:
    for text in FIRST:
        part = sg.parse(text).components[0]
        Engines(make_engine, SearchPool())(part.ruleset).value(part.state)


def met(chosen, searches: SearchPool) -> int | None:
    """The values that were met, where the engine keeps them."""
    if searches.searches:
        return sum(search.statistics.exact for search in searches.searches)
    if isinstance(chosen, TableEngine):
        return sum(table.nbytes // 4 for table in chosen._tables.values()) or None
    return None


@pytest.mark.parametrize("text", ASKED)
def test_the_effort_is_right_within_a_factor_of_ten(ready, text):
    part = sg.parse(text).components[0]
    searches = SearchPool()
    chosen = Engines(make_engine, searches)(part.ruleset)
    effort = chosen.effort(part.state)
    assert effort.beyond is None
    # Estimates are for the machine of the documentation's measurements: the time is taken at the pace of this one.
    spent = seconds_of(lambda: chosen.value(part.state)) / pace()
    # What takes less than a moment may be said to take up to a second.
    assert effort.seconds <= WITHIN * (spent + MOMENT), (effort, spent)
    assert spent <= WITHIN * effort.seconds + 0.1, (effort, spent)
    count = met(chosen, searches)
    if count is not None:
        assert count / WITHIN <= effort.values <= WITHIN * count, (effort, count)
        assert effort.bytes <= 100 * WITHIN * count


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("cram 20x23", "the search covers connected parts of up to 128 cells, got 460"),
        ("wythoff 10^30,7^40", "no formula for it is known"),
        ("fibonacci 10^30:7", "no formula for it is known"),
    ],
)
def test_what_is_out_of_reach_says_why(text, words):
    part = sg.parse(text).components[0]
    effort = engine(part.ruleset).effort(part.state)
    assert not effort.moment and words in str(effort.beyond)
    with pytest.raises(sg.SpragueError, match=words):
        _ = sg.parse(text).value


@pytest.mark.parametrize(
    "text",
    ["cram 6x9", "wythoff 10^7,10^7", "take-fibonacci 10^12", "0.007 10^12", "global-fibonacci 10^6,10^6"],
)
def test_what_memory_cannot_hold_is_refused_before_it_is_taken(text, monkeypatch):
    monkeypatch.setenv("SPRAGUE_MEMORY", "1G")
    began = time.process_time()
    with pytest.raises(sg.SpragueError, match="only 1.0 GiB is available: raise the memory limit"):
        sg.solve(text, value=True)
    assert time.process_time() - began < 10


def test_the_time_of_an_outer_budget_holds_for_an_inner_one():
    with asking(Ask(seconds=0)), asking(Ask(seconds=100)), pytest.raises(BudgetError, match="is over"):
        tick()


def test_progress_is_told_now_and_then_and_may_end_the_work(monkeypatch):
    monkeypatch.setattr("sprague.system.ask.EVERY", 0.0)
    told: list[Step] = []

    def stop(step: Step) -> None:
        told.append(step)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        sg.solve("0.06 20000", value=True, progress=stop)
    assert told[0].of == 20000 and 0 < told[0].done <= 20000
    assert sg.solve("0.06 20000", value=True).value == int(values(parse_code("0.06"), 20000)[-1])


FAR = sorted(
    f"{ruleset.head} {state[: match.start()]}1e400{state[match.end() :]}"
    for ruleset in builtin_rulesets()
    for state in [ruleset.example.partition(" ")[2]]
    for match in re.finditer(r"\d+", state)
)


def test_numbers_that_no_float_holds_are_estimated() -> None:
    read = 0
    for text in FAR:
        try:
            parts = sg.parse(text).components
        except sg.SpragueError:
            continue
        for question in ("outcome", "value", "moves"):
            assert all(engine(part.ruleset).effort(part.state, question) for part in parts), text
        read += 1
    assert read > 60
    with pytest.raises(TooLargeError, match="the picture of brussels-sprouts"):
        sg.parse("brussels-sprouts 1e400").drawings()
