"""The computer's player: it never lets a win go, resists longest, and its hints lead to a win."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import sprague as sg
from sprague.model import naive
from sprague.numbers.sums import nim_sum
from sprague.playing import player
from sprague.playing.hints import hints
from sprague.playing.remoteness import remoteness
from sprague.workbench.registry import builtin_rulesets

EXAMPLES = [ruleset.example for ruleset in builtin_rulesets()]
SMALL = [
    "nim 3,4,5",
    "misere nim 2,3",
    "wythoff 6,9",
    "fibonacci 14",
    "cram 3x3",
    "token + *2",
    "chomp 2x3 + wythoff 2,3",
]


def by_definition(position: sg.Position, known: dict[sg.Position, tuple[bool, int]]) -> tuple[bool, int]:
    """Whether the next player wins, and how long the game lasts when winners hurry and losers delay."""
    if position not in known:
        after = [by_definition(option, known) for option in position.options()]
        lost = [length for wins, length in after if not wins]
        if not after:
            known[position] = (position.misere, 0)
        elif lost:
            known[position] = (True, 1 + min(lost))
        else:
            known[position] = (False, 1 + max(length for _, length in after))
    return known[position]


@pytest.mark.parametrize(
    "text", ["nim 1,2,3", "nim 2,2", "misere nim 1,2,2", "wythoff 3,5", "fibonacci 8", "cram 2x3"]
)
def test_remoteness_is_that_of_the_definition(text):
    known: dict[sg.Position, tuple[bool, int]] = {}
    by_definition(sg.parse(text), known)
    for position, (_, length) in known.items():
        assert remoteness(position) == length, position


def test_remoteness_of_a_large_game_is_not_claimed():
    assert remoteness(sg.parse("nim 100,200,300")) is None
    assert remoteness(sg.parse("wythoff 10^100,7")) is None
    assert remoteness(sg.parse("token")) is None


def finish(position: sg.Position, *players: object) -> int:
    """Play to the end; the index of the winner. A player is a function from positions to positions."""
    turn = 0
    while not player.is_over(position):
        position = players[turn % 2](position)  # type: ignore[operator]
        turn += 1
    return turn % 2 if position.misere else (turn + 1) % 2


@pytest.mark.parametrize("text", [*EXAMPLES, *SMALL])
@pytest.mark.parametrize("seed", range(3))
def test_perfect_play_wins_whenever_it_can(text, seed):
    start = sg.parse(text)
    dice = Random(seed)

    def perfect(position):
        return player.reply(position, "perfect", seed=seed).move.to

    def at_random(position):
        return player.reply(position, "random", seed=dice.randrange(10**6)).move.to

    if start.outcome == "N":
        assert finish(start, perfect, at_random) == 0
    else:
        assert finish(start, at_random, perfect) == 1
    assert finish(start, perfect, perfect) == (0 if start.outcome == "N" else 1)


@pytest.mark.parametrize("text", SMALL)
def test_hints_lead_a_naive_player_to_a_win(text):
    def by_hints(position):
        if position.outcome == "P":
            return player.reply(position).move.to
        return next(step.move.to for step in hints(position) if step.move is not None)

    start = sg.parse(text)
    if start.outcome == "P":
        start = next(iter(start.options()))
    assert finish(start, by_hints, lambda position: player.reply(position).move.to) == 0


@pytest.mark.parametrize("text", ["nim 2,3,1", "wythoff 3,5", "nim 3,3", "fibonacci 8", "misere nim 2,2"])
def test_a_lost_player_holds_out_longest(text):
    position = sg.parse(text)
    known: dict[sg.Position, tuple[bool, int]] = {}
    wins, length = by_definition(position, known)
    assert not wins
    found = player.reply(position, seed=5)
    assert found.kind == "longest"
    assert known[found.move.to][1] == length - 1
    assert str(length) in str(found.why)


@pytest.mark.parametrize(
    ("text", "says"),
    [("nim 27,45,54", "the hardest to answer"), ("wythoff 80901,130901", "leaves the most moves")],
)
def test_a_lost_player_of_a_large_game_says_that_the_move_is_only_complicated(text, says):
    found = player.reply(sg.parse(text))
    assert found.kind == "complicated"
    assert says in str(found.why)


def test_levels():
    position = sg.parse("wythoff 8,11")
    kinds = [player.reply(position, "slips", seed=seed).kind for seed in range(400)]
    assert set(kinds) == {"wins", "slip"}
    assert 60 <= kinds.count("slip") <= 140  # 100 expected; sigma 8.7
    for seed in range(20):
        found = player.reply(position, "slips", seed=seed)
        assert (found.move.to.outcome == "P") == (found.kind == "wins")
    assert {player.reply(position, "random", seed=seed).move.to for seed in range(200)} > {
        move.to for move in position.winning_moves
    }
    with pytest.raises(sg.SpragueError, match="expected a level among perfect"):
        player.reply(position, "clever")
    with pytest.raises(sg.SpragueError, match="game is over"):
        player.reply(sg.parse("nim 0"))


@given(st.integers(0, 2**64), st.sampled_from(player.LEVELS), st.sampled_from(SMALL))
def test_the_same_seed_gives_the_same_legal_move(seed, level, text):
    position = sg.parse(text)
    found = player.reply(position, level, seed=seed)
    assert found == player.reply(position, level, seed=seed)
    assert position.play(found.move.to) == found.move.to


def test_comments_of_a_teacher():
    won, lost = sg.parse("nim 3,4"), sg.parse("nim 3,3")
    assert player.comment(won.find_move("nim 3,3")).kept is True
    slip = player.comment(won.find_move("nim 2,4"))
    assert slip.kept is False
    assert "take 1 from the heap of 4 would have won" in str(slip.sentence)
    assert player.comment(lost.find_move("nim 2,3")).kept is None


def test_hints_say_more_step_by_step():
    steps = hints(sg.parse("nim 3,4 + wythoff 1,2"))
    assert [step.kind for step in steps] == ["verdict", "count", "where", "move", "reason"]
    assert [str(step.sentence) for step in steps[:3]] == [
        "you can win from here", "there is 1 winning move", "look at *4"
    ]  # fmt: skip
    assert str(steps[3].sentence).endswith("take 1 from the heap of 4")
    assert [step.kind for step in steps if step.move is not None] == ["move"]


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("wythoff 5,8", "look at the jar of 8"),
        ("wythoff 4,6 + nim 1", "look at wythoff 4,6"),
        ("nim 2,3,4", "look at the heap of 4"),
        ("kayles 2,4", "look at the row of 2"),
        ("dots 7,9,10", "look at the row of 7"),
        ("treblecross 3,9,9", "look at the strip of 3"),
        ("grundy 4,6,8", "look at the heap of 6"),
        ("vectors{(0,k),(k,0)} 3,5", "look at the heap of 5"),
    ],
)
def test_a_hint_names_the_place_as_it_looks(text, where):
    assert where in [str(step.sentence) for step in hints(sg.parse(text)) if step.kind == "where"]


def test_hints_beside_a_heap_of_more_digits_than_python_prints():
    steps = hints(sg.parse("nim 1e5000,3"))
    assert steps[-1].kind == "reason" and {step.move for step in steps} > {None}


def test_a_hint_has_the_smaller_case_itself():
    steps = {step.kind: step for step in hints(sg.parse("wythoff 10,16"))}
    smaller = steps["smaller"].position
    assert smaller is not None and smaller.outcome == "N" and smaller.text in str(steps["smaller"].sentence)
    lost = hints(sg.parse("nim 3,3"))
    assert "you are lost" in str(lost[0].sentence)
    assert lost[1].move in list(sg.parse("nim 3,3").moves())
    assert [(step.kind, str(step.sentence)) for step in hints(sg.parse("nim 0"))] == [
        ("over", "the game is over")
    ]


@pytest.mark.parametrize("ruleset", builtin_rulesets(), ids=lambda ruleset: ruleset.head)
def test_a_position_to_begin_with(ruleset):
    starts = {player.start(ruleset.head, seed=seed) for seed in range(6)}
    for position in starts:
        assert position.components[0].ruleset == ruleset
        assert not player.is_over(position)
    assert sum(position.outcome == "N" for position in starts) >= len(starts) - 1


@pytest.mark.parametrize(
    "game", ["hypergraph-nim{12345}", "hypergraph-nim{129,3}", "vectors{(0,0,k),(k,k,0)}"]
)
def test_a_position_to_begin_with_has_the_heaps_of_its_rule(game):
    position = player.start(game, seed=1)
    assert sg.parse(position.text) == position and next(iter(position.moves()))


def test_a_position_to_begin_with_by_other_names():
    assert player.start("last-biscuit", seed=1).components[0].ruleset.name == "wythoff"
    assert player.start("misere nim", seed=1).misere
    with pytest.raises(sg.SpragueError, match="did you mean wythoff"):
        player.start("wytoff")


def test_who_wins_may_be_out_of_reach(monkeypatch):
    from sprague.words.errors import TooLargeError

    def refuse(position, **_):
        raise TooLargeError("too large")

    monkeypatch.setattr(player, "answer", refuse)
    position = sg.parse("nim 3,4")
    assert player.reply(position).kind == "unknown"
    assert "out of reach" in str(hints(position)[0].sentence)
    assert player.comment(position.find_move("nim 3,3")).kept is None


def heaps(position: sg.Position) -> list[int]:
    return [n for part in position.components for n in part.ruleset.sizes(part.state)]


def is_won_from(position: sg.Position, count: int) -> bool:
    """Whether some move that takes from ``count`` heaps wins, by values from the definition."""
    known: dict = {}
    for move in position.moves():
        part, left = position.components[move.index], move.option
        before = part.ruleset.sizes(part.state)
        after = left[0].ruleset.sizes(left[0].state) if left else (0,) * len(before)
        touched = sum(n != m for n, m in zip(before, after, strict=True))
        if nim_sum(naive.value(each, known) for each in move.to.components) == 0 and touched == count:
            return True
    return False


@pytest.mark.parametrize(
    ("text", "count"), [("wythoff 5,8", 1), ("wythoff 4,9", 1), ("wythoff 12,13", 2), ("nim 9,14,23", 1)]
)
def test_the_smaller_case_of_a_hint_is_smaller_and_of_the_same_kind(text, count):
    position = sg.parse(text)
    before = heaps(position)
    (step,) = [step for step in hints(position) if step.kind == "smaller"]
    smaller = sg.parse(str(step.sentence).split(": ")[1])
    assert sum(heaps(smaller)) < sum(before)
    assert all(n <= m for n, m in zip(heaps(smaller), before, strict=True))
    assert is_won_from(smaller, count)


@pytest.mark.parametrize(
    "text", ["geography grid:3x3@r1c2", "cram 3x5", "hackenbush edges:ground-a,a-b,a-c,b-c"]
)
def test_the_smaller_case_of_a_board_has_fewer_places(text):
    position = sg.parse(text)
    (step,) = [step for step in hints(position) if step.kind == "smaller"]
    smaller = sg.parse(str(step.sentence).split(": ", 1)[1])
    places = [
        len(each.components[0].ruleset.draw(each.components[0].state).shapes) for each in (smaller, position)
    ]
    assert places[0] < places[1]
    assert naive.value(smaller.components[0], {}) != 0
