"""What grows is renewed before it is used, when an exception has ended the work on it."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import sprague as sg
from sprague.misereplay import heaps
from sprague.system import ask
from sprague.system.locks import Turns, alone
from sprague.words.errors import UnsolvedError


class Pair:
    """Two numbers that are equal when nothing is torn."""

    def __init__(self, turns: Turns | None = None, other: Pair | None = None) -> None:
        self.alone = turns or Turns()
        self.one = self.two = 0
        self.renewed = 0
        self.other = other

    def renew(self) -> None:
        self.one = self.two
        self.renewed += 1

    @alone
    def grow(self, error: type[BaseException] | None = None) -> int:
        self.one += 1
        if error is not None:
            raise error
        self.two += 1
        return self.one

    @alone
    def look(self) -> tuple[int, int]:
        return self.one, self.two

    @alone
    def grow_other(self, error: type[BaseException] | None = None, forgive: bool = False) -> None:
        assert self.other is not None
        self.one += 1
        try:
            self.other.grow(error)
        except BaseException:
            if not forgive:
                raise
        self.two += 1


@pytest.mark.parametrize("error", [KeyboardInterrupt, MemoryError, ValueError])
def test_what_is_torn_is_renewed_before_it_is_used(error: type[BaseException]) -> None:
    pair = Pair()
    pair.grow()
    with pytest.raises(error):
        pair.grow(error)
    assert pair.renewed == 0 and pair.one != pair.two
    assert pair.look() == (1, 1) and pair.renewed == 1
    assert pair.grow() == 2 and pair.renewed == 1


def test_all_that_were_at_work_behind_one_lock_are_renewed() -> None:
    turns = Turns()
    inner = Pair(turns)
    outer = Pair(turns, inner)
    with pytest.raises(KeyboardInterrupt):
        outer.grow_other(KeyboardInterrupt)
    assert inner.look() == (0, 0) and (inner.renewed, outer.renewed) == (1, 1)


@pytest.mark.parametrize("shared", [True, False])
def test_what_is_torn_within_stays_noted_where_the_caller_goes_on(shared: bool) -> None:
    turns = Turns()
    inner = Pair(turns if shared else None)
    outer = Pair(turns, inner)
    outer.grow_other(ValueError, forgive=True)
    assert outer.look() == (1, 1) and inner.look() == (0, 0)
    assert (inner.renewed, outer.renewed) == (1, 0)


def test_a_renewal_that_is_interrupted_is_begun_again(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted() -> None:
        raise KeyboardInterrupt

    pair = Pair()
    with pytest.raises(MemoryError):
        pair.grow(MemoryError)
    with monkeypatch.context() as patched:
        patched.setattr(pair, "renew", interrupted)
        with pytest.raises(KeyboardInterrupt):
            pair.look()
    assert pair.look() == (0, 0) and pair.renewed == 1


def test_the_lock_is_free_after_an_exception() -> None:
    pair = Pair()
    with pytest.raises(KeyboardInterrupt):
        pair.grow(KeyboardInterrupt)
    seen: list[tuple[int, int]] = []
    thread = threading.Thread(target=lambda: seen.append(pair.look()))
    thread.start()
    thread.join(60)
    assert seen == [(0, 0)]


def hook_of(says: list[str], work: Callable[[], Any]) -> Callable[[Any], None]:
    """A progress hook that asks what is being computed."""

    def hook(_: Any) -> None:
        try:
            says.append(str(work()))
        except UnsolvedError as error:
            says.append(error.sentence())

    return hook


def at_once(code: str) -> int:
    """The order of a misère quotient that is computed anew."""
    heaps.GAMES = heaps._Games()
    return sg.misere.quotient(code).order


def test_who_asks_in_a_progress_hook_what_is_being_computed_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The quotient of Kayles (order 40: Plambeck and Siegel 2008) was one of order 56, and stayed it."""
    monkeypatch.setattr(ask, "EVERY", 0.0)
    monkeypatch.setattr(heaps, "GAMES", heaps.GAMES)
    says: list[str] = []
    with ask.asking(ask.Ask(progress=hook_of(says, lambda: sg.misere.quotient("0.77").order))):
        assert at_once("0.77") == 40
    assert says and all(said.startswith("a progress hook asked") for said in says)
    assert sg.misere.quotient("0.77").order == 40


ASKS = """
def hook(_):
    try:
        says.append(str(sg.misere.quotient("0.77").order))
    except sg.SpragueError as error:
        says.append(error.sentence())
"""


@pytest.mark.parametrize("file", ["<string>", "/somewhere/site-packages/somebody/progress.py"])
def test_a_hook_is_refused_wherever_it_is_from(monkeypatch: pytest.MonkeyPatch, file: str) -> None:
    """From ``python -c``, and out of somebody's library."""
    monkeypatch.setattr(ask, "EVERY", 0.0)
    monkeypatch.setattr(heaps, "GAMES", heaps.GAMES)
    there: dict[str, Any] = {"says": [], "sg": sg, "__name__": "__main__"}
    exec(compile(ASKS, file, "exec"), there)
    with ask.asking(ask.Ask(progress=there["hook"])):
        assert at_once("0.77") == 40
    assert there["says"] and all(said.startswith("a progress hook asked") for said in there["says"])
    assert sg.misere.quotient("0.77").order == 40


def test_a_hook_is_refused_also_by_way_of_another_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """A rule may ask for what is being computed, but not where a hook has asked for the rule's game."""
    monkeypatch.setattr(ask, "EVERY", 0.0)
    monkeypatch.setattr(heaps, "GAMES", heaps.GAMES)
    says: list[str] = []

    @sg.rule(name="by-way-of", heaps=1)
    def by_way_of(n: int) -> Iterator[int]:
        if n:
            says.append(str(sg.misere.quotient("0.77").order))
            yield n - 1

    with ask.asking(ask.Ask(progress=hook_of(says, lambda: by_way_of[1]))):
        assert at_once("0.77") == 40
    assert says and all(said.startswith("a progress hook asked") for said in says)
    assert sg.misere.quotient("0.77").order == 40


def test_a_rule_may_ask_for_its_own_game_and_others() -> None:
    """Part of the work: what it asks for is smaller."""

    @sg.rule(name="asks-itself")
    def asks(n: int) -> Iterator[int]:
        for less in range(n):
            assert sg.parse(f"asks-itself {less}").value == less and sg.kayles[less] >= 0
            yield less

    assert asks[9] == 9


def test_a_stranger_without_anything_of_ours_between_is_part_of_the_work() -> None:
    pair = Pair()
    outer = Pair(pair.alone, pair)
    outer.grow_other()
    assert pair.look() == (1, 1)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="a system without forks")
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_forked_process_does_not_wait_for_threads_that_it_does_not_have() -> None:
    """What they were at is renewed there; and goes on in the process that has them."""
    begun, go_on = threading.Event(), threading.Event()

    class Slow(Pair):
        @alone
        def wait(self) -> None:
            self.one += 1
            begun.set()
            go_on.wait(60)
            self.two += 1

    pair = Slow()
    thread = threading.Thread(target=pair.wait)
    thread.start()
    begun.wait(60)
    child = os.fork()
    if not child:
        signal.alarm(20)  # deadly: the process would wait forever
        right = pair.look() == (0, 0) and pair.grow() == 1
        os._exit(10 * pair.renewed + right)
    _, status = os.waitpid(child, 0)
    go_on.set()
    thread.join()
    assert os.waitstatus_to_exitcode(status) == 11
    assert pair.look() == (1, 1) and pair.renewed == 0


@pytest.mark.skipif(not hasattr(os, "fork"), reason="a system without forks")
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_who_forks_at_work_goes_on_there() -> None:
    class Forking(Pair):
        @alone
        def fork(self) -> int:
            self.one += 1
            child = os.fork()
            self.look()
            self.two += 1
            return child

    pair = Forking()
    if not (child := pair.fork()):
        os._exit(11 if pair.look() == (1, 1) and pair.renewed == 0 else 1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 11


def test_rules_that_ask_for_each_other_in_two_threads_do_not_wait_forever() -> None:
    """Take one to three, by two games: g(n) = n mod 4."""
    games: dict[str, Any] = {}
    both = threading.Barrier(2, timeout=60)
    yet_to_meet = {"asks-there", "asks-back"}
    said: list[str] = []

    def made(name: str, other: str) -> None:
        @sg.rule(name=name, heaps=1)
        def rule(n: int) -> Iterator[int]:
            if n == 9 and name in yet_to_meet:  # the first that each thread asks for
                yet_to_meet.remove(name)
                both.wait()
            yield from (k for k in range(max(0, n - 3), n) if games[other][k] >= 0)

        games[name] = rule

    def ask_for(name: str) -> None:
        try:
            said.append(str(games[name][9]))
        except UnsolvedError as error:
            said.append(error.sentence()[:43])

    made("asks-there", "asks-back")
    made("asks-back", "asks-there")
    threads = [threading.Thread(target=ask_for, args=(name,), daemon=True) for name in games]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert not yet_to_meet and not both.broken
    assert sorted(said) in (["1", "this is being computed in another thread, w"], ["1", "1"])
    assert [game.values(20).tolist() for game in games.values()] == [[n % 4 for n in range(21)]] * 2
