"""What grows is renewed before it is used, when an exception has ended the work on it."""

from __future__ import annotations

import threading

import pytest

from sprague.system.locks import Turns, alone


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
