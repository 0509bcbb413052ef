"""Between two turns at what grows another question may come, and begin it anew: nothing that was learned in the first
turn is taken for true in the second, unless the first gave it away whole."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

import sprague as sg
from sprague.games.entailing.stacks import Stacks
from sprague.misereplay import answers
from sprague.misereplay.growth import Growth
from sprague.misereplay.heaps import _Grown
from sprague.misereplay.table import Table
from sprague.model import naive_misere
from sprague.system.locks import Turns
from sprague.workbench import misere
from sprague.workbench.registry import find


class Disturbed:
    """A lock, after each turn of which somebody else comes, in another thread."""

    def __init__(self, lock: Any, between: Callable[[], object]) -> None:
        self.lock, self.between, self.depth, self.quiet = lock, between, 0, False

    def _is_owned(self) -> bool:
        return bool(self.lock._is_owned())

    def __enter__(self) -> None:
        self.lock.__enter__()
        self.depth += 1

    def __exit__(self, *fault: object) -> None:
        self.depth -= 1
        last = not self.depth and not self.quiet
        self.lock.__exit__(*fault)
        if last:
            self.quiet = True
            other = threading.Thread(target=self.between)
            other.start()
            other.join()
            self.quiet = False


@contextmanager
def disturbed(turns: Turns, between: Callable[[], object]) -> Iterator[None]:
    lock = turns.lock
    turns.lock = Disturbed(lock, between)
    try:
        yield
    finally:
        turns.lock = lock


#: Positions that are searched, as no theorem and no quotient reaches them.
SEARCHED = (
    *(
        "misere 0.144 8,3 + grundy 7",
        "misere grundy 9,4 + *2",
        "misere cram 3x4 + *1",
        "misere cram 2x5 + *2",
    ),
    *("misere node-kayles path:9 + *2", "misere kayles 5,5 + grundy 7"),
)


def test_sums_are_known_by_their_numbers_for_one_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table()
    monkeypatch.setattr(answers, "TABLE", table)
    monkeypatch.setattr(misere, "TABLE", table)

    def others() -> None:
        table.clear()
        table.is_p(table.word(sg.parse("notakto 2x2 + node-kayles path:6 + grundy 8 + *3").components))

    positions = [sg.parse(text) for text in SEARCHED]
    known = [naive_misere.misere_outcome(position.components, {}) for position in positions]
    with disturbed(table.alone, others):
        assert [position.outcome for position in positions] == known
        assert sg.parse("kayles 5").genus == "4^{146}"
        assert misere.canonical_form("kayles 5") == "{{*3, *2}, *3, *2, *1}"


def test_a_quotient_is_read_at_one_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever reads a part of what is published, and then another: heaps may have been added meanwhile."""
    ruleset: Any = find("kayles")
    grown = _Grown(ruleset)
    grown.grow(4, False)
    for name, place in (("monoid", 0), ("values", 1)):

        def read(growth: Growth, place: int = place) -> Any:
            found = growth._found[place]
            if threading.current_thread() is threading.main_thread() and grown.growth is growth:
                other = threading.Thread(target=grown.grow, args=(grown.heaps + 1, False))
                other.start()
                other.join()
            return found

        with monkeypatch.context() as patch:
            patch.setattr(_Grown, "heaps", property(lambda self: len(self.growth._found[1]) - 1))
            patch.setattr(Growth, name, property(read))
            quotients = [grown.quotient(4) for _ in range(4)]
        for quotient in quotients:
            assert [len(quotient.values), len(quotient.options)] == [5, 5]
            assert max(quotient.values) < quotient.order
            for a in range(5):
                for b in range(5):
                    known = naive_misere.misere_outcome(sg.kayles(a, b).components, {})
                    assert quotient.outcome(a, b) == known


def test_stacks_may_be_begun_anew() -> None:
    stacks = Stacks()
    values = [0, None, 0, None, 1, 0, 2, 1, 3, 0, 1]
    with disturbed(stacks.alone, stacks.renew):
        assert [stacks.value(n) for n in range(11)] == values
        assert stacks.loony(10) == [1, 3]
        assert stacks.must_win(5, 1) == Stacks().must_win(5, 1)
