"""Rules that become games: by a formula under a name, or by a theorem that was found or loaded."""

from __future__ import annotations

import json
from math import isqrt
from pathlib import Path

import pytest
from click.testing import CliRunner

import sprague as sg
from sprague.cli.app import application
from sprague.discovery.automata.numeration import system
from sprague.discovery.certificate import digest
from sprague.discovery.rule import formula_moves, rule_of
from sprague.discovery.winning import count_images, images
from sprague.words.errors import FileError, RangeError, TooLargeError

ROOKS = "x,y -> u,v where (u = x and v < y) or (v = y and u < x)"
WYTHOFF = ROOKS + " or (exists k: k >= 1 and x = u + k and y = v + k)"
FIBONACCI = "n,q -> m,r where exists k: 1 <= k <= q and n = m + k and r = 2k"

PLAYED = sg.rule(WYTHOFF, name="written-wythoff")
LIMITED = sg.rule(FIBONACCI, name="written-fibonacci")


def test_a_formula_is_the_game_that_it_says() -> None:
    for state in ((0, 0), (5, 7), (6, 6), (10, 13)):
        one, other = PLAYED(*state), sg.wythoff(*state)
        assert one.value == other.value
        assert {o[0].state for o in one.components[0].ruleset.successors(state)} == {
            o[0].state for o in other.components[0].ruleset.successors(state)
        }
        assert one.components[0].ruleset.option_count(state) == sum(state) + min(state)


def test_large_heaps_are_answered_by_the_theorem() -> None:
    n = 10**1000
    a, b = (n + isqrt(5 * n * n)) // 2, (3 * n + isqrt(5 * n * n)) // 2  # floor(n phi), floor(n phi^2)
    assert PLAYED(a, b).outcome == "P" == sg.wythoff(a, b).outcome
    found = PLAYED(a, b + 3).solve()
    left = {move.position.components[0].state for move in found.winning_moves}
    wanted = {move.position.components[0].state for move in sg.wythoff(a, b + 3).solve().winning_moves}
    assert left == wanted and found.evidence.kind == "theorem"
    report = sg.discover(WYTHOFF)
    assert report.certificate is not None and digest(report.certificate)[:16] in found.evidence.source


@pytest.mark.parametrize("state", [(200, 170), (377, 200), (1000, 6), (987, 986)])
def test_heaps_that_grow(state: tuple[int, int]) -> None:
    found = LIMITED(*state)
    other = sg.fibonacci(state)
    assert found.outcome == other.outcome
    taken = {state[0] - move.position.components[0].state[0] for move in found.solve().winning_moves}
    there = {
        state[0] - move.position.components[0].state[0] if move.position.components else state[0]
        for move in other.solve().winning_moves
    }
    assert taken == there


def test_listing_ends_or_says_that_it_does_not() -> None:
    more = formula_moves(rule_of("x,y -> u,v where u < x and v <= y + 1000").formula, system("2"))  # type: ignore[arg-type]
    assert count_images(more, (2, 3)) == 2 * 1004 == len(set(images(more, (2, 3))))
    any_ = formula_moves(rule_of("x,y -> u,v where u < x and v >= y").formula, system("2"))  # type: ignore[arg-type]
    with pytest.raises(TooLargeError, match="no end"):
        next(images(any_, (2, 3)))


def test_bad_formulas_for_a_game() -> None:
    with pytest.raises(RangeError, match="needs one"):
        sg.rule(ROOKS)
    with pytest.raises(RangeError, match="may have no end"):
        sg.rule("x,y -> u,v where u = x + 1 and v = y", name="upwards")
    with pytest.raises(RangeError, match="there already"):
        sg.rule(ROOKS, name="nim")
    with pytest.raises(RangeError, match="numbers alone"):
        sg.rule("x,y -> u,v where u < x and v = y and weight(x)", name="weights")


def test_a_certificate_on_file_answers(tmp_path: Path) -> None:
    path, game = tmp_path / "theorem.json", "vectors{(0,4k),(4k,0),(1,1)}"
    run = CliRunner().invoke(application, ["discover", game, "-o", str(path)])
    assert run.exit_code == 0, run.output
    claims = json.loads(path.read_text())
    found = sg.load_certificate(path)
    assert found.covers(sg.game(game).ruleset) and not found.covers(sg.game("nim").ruleset)
    answer = sg.solve(f"{game} {10**50},{10**50 + 1}")
    assert answer.evidence.kind == "theorem" and digest(claims)[:16] in answer.evidence.source
    claims["automaton"]["accept"] = [1]
    path.write_text(json.dumps(claims))
    with pytest.raises(FileError, match="the certificate is false"):
        sg.load_certificate(path)
