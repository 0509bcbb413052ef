"""Values that grow in kinds of pieces: relations of n and the value, learned, and proved from the options."""

from __future__ import annotations

import sprague as sg
from sprague.discovery.laws.kinds import growth_of, relations_of
from sprague.games.families.system import Kind, Shorter, Split, System
from sprague.proofs.check import check
from sprague.workbench.discover import certificate_of
from sprague.workbench.registry import find


def test_the_ladder_alternates_and_its_pieces_grow() -> None:
    ladder = find("node-kayles[ladder]")
    laws = relations_of(ladder.system)
    assert laws is not None and len(laws) == 9
    for number, law in enumerate(laws):
        for n, value in enumerate(ladder.system.row(number, 1300)):
            assert all(((n, w) in law) == (w == value) for w in {value, 0, 1, n, n + 1, n + 2})
    growth = growth_of(ladder)
    assert growth is not None and str(growth.sentence).startswith("PROVED: period 2: 0, 1")


def test_one_other_move_and_nothing_is_proved() -> None:
    """From heap 200 on the first kind has an option more, beyond the table from which the relations are learned."""
    grows = Kind((0,), (Shorter(0, 0, 1), Shorter(1, 0, 1)), ())
    assert relations_of(System((grows,), (0,))) is not None
    other = Kind((0,), grows.shorter, (Split(0, 0, 0, 200, 0, 0),))
    system = System((other,), (0,))
    assert list(system.row(0, 200)) == list(System((grows,), (0,)).row(0, 200))
    assert list(system.row(0, 300)) != list(System((grows,), (0,)).row(0, 300))
    assert relations_of(system) is None


def test_the_report_has_a_certificate() -> None:
    report = sg.discover("node-kayles[ladder]")
    assert report.status == "proved" and certificate_of(report)["format"] == "sprague-growing/1"
    assert str(report.sentences()[0]).startswith("PROVED: period 2: 0, 1 (automata")
    grows = sg.discover("kinds{b:a+b-1;a:}")
    assert grows.status == "proved" and certificate_of(grows)["period"] is None


def test_equal_values_at_the_end_of_the_table_are_no_period() -> None:
    """The last two of the values 0, 0, 1, 1, ... are equal, which passed for the period 1 from there on."""
    period = sg.game("kinds{a:a-2;b:*1+b+a-3,*2+a+b-3,-1}").period()
    assert (period.status, period.preperiod, period.period) == ("proved", 0, 4)
    assert check(period.certificate())["valid"]
