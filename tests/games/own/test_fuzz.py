"""Random rules of one's own against a plain search: outcome, value, every winning move, remoteness, draws, and each
position that a move leaves, read back from its text and played to the end.

A case that fails is made smaller and printed as a call of :func:`fault`. Other cases: ``SPRAGUE_CASES=100000
SPRAGUE_SEED=7 pytest -m deep tests/games/own/test_fuzz.py``.
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterator

import pytest
from own_rules import Asked, BuiltIn, Case, Plain, Sum, case
from seeds import SEED

from sprague import parse
from sprague.words.errors import UnsolvedError
from sprague.workbench.position import Position

#: Cases of every run, in so many tests.
CASES, TESTS = 5000, 10

#: Moves of a game that is played on.
LONGEST = 40


def fault(case: Case) -> str | None:
    """What Sprague says wrong of a position; None where all is right."""
    plain = Plain(case)
    try:
        return next(differences(Asked(case, plain), plain, random.Random(repr(case))), None)
    except Exception as error:
        return f"{type(error).__name__}: {error}"


def differences(asked: Asked, plain: Plain, dice: random.Random) -> Iterator[str]:
    position, root = asked.position, plain.root
    if plain.case.misere and plain.comes_back:
        yield from refused(position)
        return
    answer = position.solve(value=None if plain.case.misere or plain.comes_back else True)
    if answer.outcome != plain.outcome[root]:
        yield f"{position} is {plain.outcome[root]}, not {answer.outcome}"
    moves = {asked.sum(move.to) for move in position.moves()}
    if moves != plain.options[root]:
        yield f"the moves of {position} are {plain.options[root]}, not {moves}"
    won = {option for option in plain.options[root] if plain.outcome[option] == "P"}
    winning = {asked.sum(move.to) for move in answer.winning_moves}
    if winning != won:
        yield f"the winning moves of {position} are {won}, not {winning}"
    if not plain.comes_back and not plain.case.misere and answer.value != plain.value():
        yield f"the value of {position} is {plain.value()}, not {answer.value}"
    if answer.extended_value is not None:
        yield from of_cycles(asked, plain, position)
    if (answer.extended_value is not None) != (plain.comes_back and not plain.case.misere):
        yield f"{position} has cycles: {plain.comes_back}, its value is {answer.extended_value}"
    str(answer.reason), answer.to_dict()
    for move in position.moves():
        again = parse(move.to.text)
        if again != move.to or asked.sum(again) != asked.sum(move.to) or again.text != move.to.text:
            yield f"{move.to!r} is read back as {again!r}"
        if position.play(again).text != move.to.text:
            yield f"{position} cannot be played to {move.to}"
    listed = [*position.moves()]
    if listed:
        yield from played(asked, plain, dice.choice(listed).to, dice)


def refused(position: Position) -> Iterator[str]:
    try:
        answer = position.solve()
    except UnsolvedError:
        return
    yield f"misère play with cycles is not solved, but {position} is said to be {answer.outcome}"


def of_cycles(asked: Asked, plain: Plain, position: Position) -> Iterator[str]:
    """What is said besides of a position with cycles."""
    here, answer = asked.sum(position), position.solve()
    lasts = plain.remoteness.get(here)
    if answer.remoteness != lasts:
        yield f"{position} lasts {lasts} moves, not {answer.remoteness}"
    draws = {option for option in plain.options[here] if plain.outcome[option] == "D"}
    drawing = {asked.sum(move.to) for move in answer.drawing_moves}
    if plain.outcome[here] == "D" and drawing != draws:
        yield f"the moves of {position} that keep the draw are {draws}, not {drawing}"
    if plain.outcome[here] == "P" and lasts:
        longest = {option for option in plain.options[here] if plain.remoteness[option] == lasts - 1}
        resisting = {asked.sum(move.to) for move in answer.longest_moves}
        if resisting != longest:
            yield f"the longest resistance of {position} is {longest}, not {resisting}"


def played(asked: Asked, plain: Plain, position: Position, dice: random.Random) -> Iterator[str]:
    """Play on until a position comes back: who wins plays the first winning move, who loses any."""
    seen: set[Sum] = set()
    while len(seen) < LONGEST and (here := asked.sum(position)) not in seen:
        seen.add(here)
        position = parse(position.text)
        answer = position.solve()
        if answer.outcome != plain.outcome[here]:
            yield f"{position} is {plain.outcome[here]}, not {answer.outcome}"
        moves = [*position.moves()]
        if bool(moves) != bool(plain.options[here]):
            yield f"{position} has the moves {moves}"
        if not moves:
            return
        good = answer.winning_moves.first(1) if answer.outcome == "N" else answer.drawing_moves.first(1)
        if answer.outcome in "ND" and not good:
            yield f"{position} is {answer.outcome}, and no move is named"
        after = (good or [dice.choice(moves)])[0].to
        if answer.extended_value is not None and answer.outcome == "N":
            hurried = plain.remoteness[here] - 1
            if plain.remoteness[asked.sum(after)] != hurried:
                yield f"the first winning move of {position} leaves one that lasts longer than {hurried} moves"
        position = after


def smaller(case: Case) -> Iterator[Case]:
    """The case with a component or an option less."""
    misere, games, start = case
    for place in range(len(start)):
        if len(start) > 1:
            yield Case(misere, games, start[:place] + start[place + 1 :])
    for i, game in enumerate(games):
        if isinstance(game, BuiltIn):
            continue
        for state, options in enumerate(game.moves):
            for place in range(len(options)):
                fewer = (
                    *game.moves[:state],
                    options[:place] + options[place + 1 :],
                    *game.moves[state + 1 :],
                )
                yield Case(misere, (*games[:i], game._replace(moves=fewer), *games[i + 1 :]), start)
    for i in range(len(games)):
        if len(games) > 1 and all(i != j for j, _ in start):
            yield Case(misere, games[:i] + games[i + 1 :], tuple((j - (j > i), state) for j, state in start))


def smallest(case: Case) -> Case:
    """A case that is wrong as well, and has less of everything."""
    while (less := next((one for one in smaller(case) if Plain(one).whole and fault(one)), None)) is not None:
        case = less
    return case


def run(cases: int, seed: str) -> None:
    dice = random.Random(seed)
    wrong = []
    for _ in range(cases):
        drawn = case(dice)
        if fault(drawn) is not None:
            wrong.append(drawn)
    if wrong:
        less = smallest(wrong[0])
        pytest.fail(
            f"{len(wrong)} of {cases} cases of {seed!r} are wrong, such as\n{fault(less)}\nfault({less!r})"
        )


@pytest.mark.usefixtures("own_games")
@pytest.mark.parametrize("part", range(TESTS))
def test_own_rules(part: int) -> None:
    run(CASES // TESTS, f"part {part}")


@pytest.mark.deep
@pytest.mark.usefixtures("own_games")
def test_own_rules_with_other_seeds() -> None:
    run(int(os.environ.get("SPRAGUE_CASES", "20000")), f"seed {SEED}")
