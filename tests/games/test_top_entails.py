"""Top Entails: the plain definition with the duty to answer, and the loony stacks that others found."""

from __future__ import annotations

import json
from functools import cache
from itertools import combinations_with_replacement
from pathlib import Path

import pytest
from click.testing import CliRunner
from folders import DATA

import sprague as sg
from sprague.cli.app import application
from sprague.games.entailing.engine import EntailingEngine
from sprague.games.entailing.stacks import Stacks
from sprague.games.entailing.top_entails import TOP_ENTAILS, Stack
from sprague.playing.match import Match
from sprague.words.errors import MoveError, NotationError, RangeError, UnsolvedError
from sprague.workbench.registry import engine

LOONY = json.loads((DATA / "misere.json").read_text("utf-8"))["top_entails"]["loony"]


@cache
def wins(stacks: tuple[int, ...], forced: int | None, heap: int) -> bool:
    """Whether the player to move wins, by the rules; ``forced``: the stack to be played in, ``heap`` a heap of Nim."""
    for n in sorted(set(stacks)) if forced is None else [forced]:
        rest = list(stacks)
        rest.remove(n)
        if n and not wins(tuple(sorted([*rest, n - 1])), n - 1, heap):
            return True
        if any(not wins(tuple(sorted([*rest, a, n - a])), None, heap) for a in range(1, n // 2 + 1)):
            return True
    return forced is None and any(not wins(stacks, None, left) for left in range(heap))


@pytest.mark.kernels
@pytest.mark.parametrize("n", range(11))
def test_values_are_those_of_the_rules(n: int) -> None:
    value = Stacks().value(n)
    for heap in range(5):
        assert wins((n,), None, heap) == (value is None or value != heap)
        assert wins((n,), n, heap) == Stacks().must_win(n, heap)
    assert wins((1, n), n, 0) == Stacks().must_win(n, None)


@pytest.mark.parametrize("stacks", list(combinations_with_replacement(range(6), 2)))
def test_sums_and_their_winning_moves_are_those_of_the_rules(stacks: tuple[int, int]) -> None:
    for forced in (None, *stacks):
        shown, marked = [], False
        for n in stacks:
            shown.append(f"{n}!" if n == forced and not marked else str(n))
            marked = marked or n == forced
        position = sg.parse(f"top-entails {','.join(shown)} + nim 1")
        answer = position.solve()
        assert (answer.outcome == "N") == wins(tuple(sorted(stacks)), forced, 1)
        winning = [move.to.text for move in position.moves() if move.to.outcome == "P"]
        assert [move.to.text for move in answer.winning_moves] == winning
        assert str(answer.reason)


def test_the_first_loony_stacks_are_those_that_others_found() -> None:
    assert Stacks().loony(3000) == [n for n in LOONY if n <= 3000]


def test_values_are_printed_and_kept_with_the_loony_ones(tmp_path: Path) -> None:
    told = json.loads(
        CliRunner().invoke(application, ["values", "top-entails", "--to", "10", "--json"]).stdout
    )
    values = told["values"]
    for n, value in enumerate(values):
        assert all(wins((n,), None, heap) == (value == "loony" or value != heap) for heap in range(6)), n
    assert [n for n, value in enumerate(values) if value == "loony"] == [n for n in LOONY if n <= 10]
    file = tmp_path / "t.csv"
    assert (
        CliRunner().invoke(application, ["values", "top-entails", "--to", "10", "-o", str(file)]).exit_code
        == 0
    )
    assert [line.split(",")[1] for line in file.read_text("utf-8").split()[1:]] == [
        str(each) for each in values
    ]
    kept = sg.top_entails.values(10).tolist()
    assert kept == [-1 if value == "loony" else value for value in values]


@pytest.mark.kernels
def test_the_kernel_and_the_recursion_of_the_definition_agree() -> None:
    # S(n) as sets, from all splits: no stack is skipped, and none searched for.
    values: list[int | None] = [0]
    inside = [frozenset[int]()]
    every = frozenset(range(128))
    for n in range(1, 400):
        splits = {
            one ^ two
            for a in range(1, n // 2 + 1)
            if (one := values[a]) is not None and (two := values[n - a]) is not None
        }
        inside.append((every - inside[-1]) | splits)
        left = every - inside[-1]
        values.append(min(left) if left else None)
    found = Stacks()
    for to in (1, 2, 7, 64, 399):  # grown in steps
        found.grown(to)
        for x in range(128):
            assert found.must_win(to, x) == (x in inside[to])
    assert [found.value(n) for n in range(400)] == values


def test_the_definition_of_the_kind_gives_the_values_of_stacks() -> None:
    plain = EntailingEngine(TOP_ENTAILS, engine)
    for n in range(20):
        assert plain.extended(Stack(n)) == Stacks().value(n)
        for beside in (*range(8), None):
            assert plain.must_win(Stack(n, True), beside) == Stacks().must_win(n, beside)


@pytest.mark.deep
def test_all_loony_stacks_below_600000() -> None:
    assert Stacks().loony(600_000) == LOONY


def test_an_entailing_move_must_be_answered_where_it_was_made() -> None:
    position = sg.parse("top-entails 4,7").play("top-entails 4,6!")
    assert {move.index for move in position.moves()} == {1}
    with pytest.raises(MoveError):
        position.play("top-entails 3!,6")
    match = Match(sg.parse("top-entails 12"), seed=1)
    assert match.take_turn("top-entails 11!").reply is not None


def test_loony_values_are_told() -> None:
    told = sg.solve("top-entails 3,4").to_dict()
    assert told["value"] == "loony" and [part["value"] for part in told["components"]] == ["loony", 1]
    with pytest.raises(UnsolvedError, match="loony"):
        _ = sg.parse("top-entails 3").value
    with pytest.raises(UnsolvedError, match="cycles"):
        sg.solve("top-entails 3 + loopy edges:a>b@a")


@pytest.mark.parametrize("text", ["top-entails", "top-entails 3!,4!", "top-entails -1", "top-entails x"])
def test_bad_stacks_are_refused(text: str) -> None:
    with pytest.raises(NotationError):
        sg.parse(text)


def test_stacks_in_python_are_those_of_the_notation() -> None:
    game = sg.game("top-entails")
    ruleset = game.ruleset
    assert (
        ruleset.check("5!") == ruleset.read("5!")[0] != ruleset.check(5) == ruleset.check(ruleset.check("5"))
    )
    with pytest.raises(RangeError, match="expected one stack, got '5,6'"):
        ruleset.check("5,6")
    with pytest.raises(RangeError):
        ruleset.check(-1)
