"""Small positions of every family, alone and in sums, in normal and in misère play, against the definition: all that
play can reach, solved backwards."""

from __future__ import annotations

import os
import re
from random import Random

import pytest
from fuzzed import FAMILIES, small_position
from seeds import SEED

import sprague as sg
from sprague.words.errors import NotationError
from sprague.workbench.position import Position

#: Positions that play may reach, and moves of one.
MOST_POSITIONS, MOST_MOVES = 400, 200

#: Heaps, and characters, of a component.
LARGEST, LONGEST = 12, 70


def backwards(root: Position) -> dict[Position, str] | None:
    """The outcome of every position that play from ``root`` can reach: N, P, or D where it need not end; None where
    they are too many."""
    number, order, options = {root: 0}, [root], []
    for here in order:
        moves = here.moves().first(MOST_MOVES + 1)
        if len(moves) > MOST_MOVES or len(order) > MOST_POSITIONS:
            return None
        for move in moves:
            if move.to not in number:
                number[move.to] = len(order)
                order.append(move.to)
        options.append({number[move.to] for move in moves})
    outcome = [("N" if root.misere else "P") if not left else "D" for left in options]
    changed = True
    while changed:
        changed = False
        for v in reversed(range(len(order))):
            if outcome[v] == "D":
                left = {outcome[w] for w in options[v]}
                outcome[v] = "N" if "P" in left else "P" if left == {"N"} else "D"
                changed |= outcome[v] != "D"
    return dict(zip(order, outcome, strict=True))


def any_small(dice: Random) -> str:
    """A small position, often a sum, of one family or of several."""
    family = dice.choice(FAMILIES)
    terms: list[str] = []
    while not terms or dice.random() < 0.4:
        text = small_position(dice, family if dice.random() < 0.7 else dice.choice(FAMILIES))
        if len(text) < LONGEST and all(int(n) <= LARGEST for n in re.findall(r"\d+", text.partition(" ")[2])):
            terms.append(text)
    return dice.choice(["", "misere "]) + " + ".join(terms)


def wrong(text: str) -> str | None:
    """What is wrong with the answer for a position; "" where nothing is, None where there is nothing to compare."""
    try:
        position = sg.parse(text)
        outcomes = backwards(position)
        if outcomes is None:
            return None
        answer = position.solve()
    except sg.SpragueError:
        return None
    if answer.outcome != outcomes[position]:
        return f"{text}: {answer.outcome}, not {outcomes[position]}"
    moves = position.moves().first(MOST_MOVES)
    for told, outcome in ((answer.winning_moves, "P"), (answer.drawing_moves, "D")):
        if outcome == "D" and answer.outcome != "D":
            continue
        if answer.winning_moves.complete and {move.to for move in told} != {
            move.to for move in moves if outcomes[move.to] == outcome
        }:
            return f"{text}: moves to {outcome} are not {told}"
    if answer.value is not None and answer.outcome != "D" and not position.misere and len(outcomes) < 100:
        beside = sg.parse(f"{text} + *{answer.value}")
        found = backwards(beside)
        if found is not None and found[beside] != "P":
            return f"{text}: the value is not {answer.value}"
    assert answer.to_dict() and str(answer)
    return ""


def compared(seed: int, count: int) -> tuple[int, list[str]]:
    """How many positions were compared (as many as wanted), and what was wrong."""
    dice, done, found = Random(seed), 0, []
    while done < count:
        fault = wrong(any_small(dice))
        done += fault is not None
        if fault:
            found.append(fault)
    return done, found


def test_only_one_stack_may_have_to_be_answered():
    with pytest.raises(NotationError, match="at most one component with !"):
        sg.parse("top-entails 7! + top-entails 1!")
    with pytest.raises(NotationError, match="at most one component with !"):
        (sg.parse("top-entails 7!") + "top-entails 1!").solve()


def test_small_positions_are_answered_as_the_definition_says():
    assert compared(SEED, 40) == (40, []), SEED


@pytest.mark.deep
def test_thousands_of_small_positions_are_answered_as_the_definition_says():
    count = int(os.environ.get("SPRAGUE_FUZZ_COUNT", "20000"))
    assert compared(SEED, count) == (count, []), SEED


@pytest.mark.parametrize(
    "text",
    [
        "loopy edges:a>b,b>a,b>c@a + nim 3",
        "loopy edges:a>b,b>a,b>c@b + kayles 4",
        "loopy edges:a>b,b>a@a + wythoff 2,3",
        "loopy edges:a>b,b>c@a + cram 2x2 + nim 1",
        "top-entails 5,2 + kayles 3",
        "top-entails 4! + nim 2",
        "misere circle 4,5 + dots 3",
        "misere notakto 2x3 + kayles 3",
    ],
)
def test_sums_with_cycles_entailing_and_misere_play(text):
    assert wrong(text) == ""
