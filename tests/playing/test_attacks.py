"""Traps to attack by hand are lost by the plain definition, and every attack on one can be answered."""

from __future__ import annotations

import pytest

import sprague as sg
from sprague.games.nim_like.retreat import Retreat
from sprague.model.ruleset import Component
from sprague.playing.attacks import trap_near
from sprague.playing.ladders import LADDERS


def wins(parts: tuple[Component, ...], misere: bool, known: dict[object, bool]) -> bool:
    """Whether whoever is to move wins, by the definition."""
    if parts not in known:
        left = [
            (*parts[:i], *option, *parts[i + 1 :])
            for i, part in enumerate(parts)
            for option in part.ruleset.successors(part.state)
        ]
        known[parts] = any(not wins(each, misere, known) for each in left) if left else misere
    return known[parts]


@pytest.mark.parametrize("ladder", LADDERS, ids=lambda ladder: ladder.game)
def test_every_ladder_has_a_trap_to_attack(ladder):
    trap = trap_near(sg.parse(ladder.rungs[-1].position))
    games = {"dots"} if ladder.game == "circle" else {ladder.game}  # a move breaks a circle into a row
    assert trap is not None and {part.ruleset.head for part in trap.components} == games
    assert 1 <= len({move.to.text for move in trap.moves()}) <= 24
    retreat = any(isinstance(part.ruleset, Retreat) for part in trap.components)  # positions may come back
    if not retreat and sum(len(part.ruleset.draw(part.state).shapes) for part in trap.components) < 40:
        assert not wins(trap.components, False, {})


def test_a_position_that_is_a_trap_itself_is_taken():
    assert trap_near(sg.parse("kayles 5,5")) == sg.parse("kayles 5,5")


@pytest.mark.parametrize("text", ["misere nim 3,4,5", "misere kayles 7"])
def test_attacks_in_misere_play_leave_something_to_answer(text):
    trap = trap_near(sg.parse(text))
    assert trap is not None and trap.misere and not wins(trap.components, True, {})
    assert all(next(iter(move.to.moves()), None) is not None for move in trap.moves())


@pytest.mark.parametrize("text", ["token", "loopy edges:a>b,b>a@a"])
def test_where_no_trap_can_be_attacked_there_is_none(text):
    assert trap_near(sg.parse(text)) is None


@pytest.mark.parametrize("text", ["nim 0", "nim 0,0"])
def test_of_a_game_that_is_over_a_rung_is_attacked(text):
    trap = trap_near(sg.parse(text))
    assert trap is not None and len(list(trap.moves())) > 0 and not wins(trap.components, False, {})
