"""Nimstring against the rules: who frees a coin moves again. Values, sums, winning moves, and the count of turns."""

from __future__ import annotations

from functools import cache
from itertools import combinations_with_replacement
from random import Random

import pytest
from click.testing import CliRunner

import sprague as sg
from sprague.cli.app import application
from sprague.games.entailing.engine import EntailingEngine
from sprague.games.nimstring.boxes import DOTS_AND_BOXES
from sprague.games.nimstring.net import GROUND, Net
from sprague.games.nimstring.rules import NIMSTRING
from sprague.games.nimstring.search import StringsSearch
from sprague.playing.match import Match
from sprague.words.errors import MoveError, NotationError, RangeError, TooLargeError, UnsolvedError
from sprague.workbench.registry import engine

#: Strings, each as its two ends; 0 is the ground.
Strings = tuple[tuple[int, int], ...]


def cuts(strings: Strings) -> list[tuple[Strings, bool]]:
    """What each cut leaves, and whether it frees a coin."""
    found = []
    for i, ends in enumerate(strings):
        rest = strings[:i] + strings[i + 1 :]
        held = {end for other in rest for end in other}
        found.append((rest, any(end and end not in held for end in ends)))
    return found


@cache
def wins(strings: Strings, heap: int, stack: int = 0, forced: bool = False) -> bool:
    """Whether the player to move wins, by the rules, beside a heap of Nim and a stack of Top Entails of at most
    2, whose split leaves two loony stacks and never wins."""
    if stack and not wins(strings, heap, stack - 1, True):
        return True
    if forced:
        return False
    if any(wins(rest, heap, stack) == again for rest, again in cuts(strings)):
        return True
    return any(not wins(strings, less, stack) for less in range(heap))


@cache
def plain(strings: Strings) -> int | None:
    """The value by Winning Ways: a move after which the same player goes on counts with all values but one."""
    again, left = set(), set()
    for rest, frees in cuts(strings):
        (again if frees else left).add(plain(rest))
    if not again:
        return next(n for n in range(len(strings) + 1) if n not in left)
    value = again.pop()
    return None if again or value in left else value


def random_strings(dice: Random, coins: int, most: int) -> Strings:
    count = dice.randint(1, most)
    ends = ((dice.randint(0, coins), dice.randint(1, coins)) for _ in range(count))
    return tuple(sorted((a, b) for a, b in ends if a != b))


def net_of(strings: Strings) -> Net:
    return Net(tuple((a - 1 if a else GROUND, b - 1 if b else GROUND) for a, b in strings))


def searched(strings: Strings) -> int | None:
    return StringsSearch(net_of(strings)).value((1 << len(strings)) - 1)


def text_of(strings: Strings) -> str:
    names = ["ground", *"abcdefgh"]
    return "edges:" + ",".join(f"{names[a]}-{names[b]}" for a, b in strings)


@pytest.mark.kernels
def test_values_are_those_of_the_rules_beside_heaps() -> None:
    dice = Random(1)
    for _ in range(40):
        strings = random_strings(dice, 4, 6)
        value = searched(strings)
        assert value == plain(strings)
        for heap in range(5):
            assert wins(strings, heap) == (value != heap), (strings, heap)


@pytest.mark.kernels
def test_random_nets_have_the_values_of_the_definition() -> None:
    dice = Random(2)
    for _ in range(150):
        strings = random_strings(dice, 6, 9)
        assert searched(strings) == plain(strings), strings


@pytest.mark.deep
def test_ten_thousand_random_nets_have_the_values_of_the_definition() -> None:
    dice = Random(3)
    for _ in range(10_000):
        strings = random_strings(dice, 7, 11)
        assert searched(strings) == plain(strings), strings
        if len(strings) > 9:
            plain.cache_clear()


def board(rows: int, columns: int) -> tuple[Net, dict[int, int | None]]:
    """All positions of a board with their values, by the definition."""
    net = DOTS_AND_BOXES.net(DOTS_AND_BOXES.read(f"{rows}x{columns}")[0])[0]
    held = [0] * rows * columns
    for string, ends in enumerate(net.ends):
        for end in ends:
            if end != GROUND:
                held[end] |= 1 << string
    values: dict[int, int | None] = {}
    for position in range(1 << len(net.ends)):
        again, left = set(), set()
        for string in net.strings(position):
            rest = position ^ 1 << string
            frees = any(end != GROUND and not rest & held[end] for end in net.ends[string])
            (again if frees else left).add(values[rest])
        if again:
            value = again.pop()
            values[position] = None if again or value in left else value
        else:
            values[position] = next(n for n in range(64) if n not in left)
    return net, values


@pytest.mark.kernels
@pytest.mark.parametrize("sides", [(1, 1), (1, 2), (1, 3)])
def test_all_positions_of_a_board_have_the_values_of_the_definition(sides: tuple[int, int]) -> None:
    net, values = board(*sides)
    search = StringsSearch(net)
    assert {position: search.value(position) for position in values} == values


@pytest.mark.deep
@pytest.mark.parametrize("sides", [(2, 2), (1, 5), (2, 3)])
def test_all_positions_of_larger_boards_too(sides: tuple[int, int]) -> None:
    net, values = board(*sides)
    search = StringsSearch(net)
    assert {position: search.value(position) for position in values} == values


def test_the_definition_of_the_kind_gives_the_same() -> None:
    plainly = EntailingEngine(DOTS_AND_BOXES, engine)
    state = DOTS_AND_BOXES.read("1x2 b1,d3")[0]
    waiting, met = [state], set()
    while waiting:
        now = waiting.pop()
        if now in met:
            continue
        met.add(now)
        for beside in (0, 1, 2, None):
            if now.again:
                assert plainly.must_win(now, beside) == engine(DOTS_AND_BOXES).must_win(now, beside)
        if not now.again:
            assert plainly.extended(now) == engine(DOTS_AND_BOXES).extended(now)
        waiting += [option[0].state for option in DOTS_AND_BOXES.successors(now)]


@pytest.mark.parametrize("heap", range(3))
@pytest.mark.parametrize("stack", range(3))
def test_sums_with_stacks_that_entail_are_those_of_the_rules(heap: int, stack: int) -> None:
    dice = Random(4)
    for _ in range(8):
        strings = random_strings(dice, 3, 5)
        if not strings:
            continue
        for forced in {False, stack == 1}:
            mark = "!" if forced else ""
            position = sg.parse(f"nimstring {text_of(strings)} + *{heap} + top-entails {stack}{mark}")
            assert (position.outcome == "N") == wins(strings, heap, stack, forced), position


@pytest.mark.parametrize(
    "text",
    [
        "dots-and-boxes 1x3 c2 + *1",
        "dots-and-boxes 2x2 c2,b3,a2 + *2",
        "dots-and-boxes 1x2 b1,b3,d1 + nimstring path:3",
        "dots-and-boxes 1x1 b1,a2,c2,b3! + *2",
    ],
)
def test_all_winning_moves_are_found(text: str) -> None:
    position = sg.parse(text)
    winning = [move.to.text for move in position.moves() if move.to.outcome == "P"]
    assert [move.to.text for move in position.winning_moves] == winning
    assert position.solve().winning_moves_total == len(winning)


def test_chains_and_rings_are_worth_what_winning_ways_says() -> None:
    # Chapter 16: long chains and loops of four and more are worth 0, shorter chains 1.
    chains = ["ground-a,a-ground", "ground-a,a-b,b-ground", "ground-a,a-b,b-c,c-ground"]
    assert [sg.nimstring(f"edges:{chain}").value for chain in chains] == [1, 1, 0]
    assert [sg.nimstring(f"cycle:{n}").value for n in (3, 4, 5)] == [1, 0, 0]
    assert sg.nimstring.chains("cycle:4") == [("long loop", ("1", "2", "3", "4"))]
    assert sg.dots_and_boxes.chains("1x3 b1,b3,d1,d3,f1,f3") == [("long chain", ("b2", "d2", "f2"))]
    told = sg.solve("dots-and-boxes 1x3 b1,b3,d1,d3,f1,f3")
    assert told.outcome == "P" and "long chain b2-d2-f2" in str(told.reason)
    assert sg.solve("dots-and-boxes 1x3 a2,b1,b3,d1,d3,f1,f3").extended_value == "loony"


def test_a_game_lasts_as_many_turns_as_dots_and_double_crosses() -> None:
    dice = Random(5)
    for rows, columns in combinations_with_replacement((1, 2, 3), 2):
        position = sg.dots_and_boxes(rows, columns)
        turns, crosses, goes_on = 1, 0, False
        while moves := position.moves().first(100):
            move = dice.choice(moves)
            before, after = position.components[0].state, move.to.components[0].state
            if before.again:
                goes_on = True
            else:
                turns += not after.again
                freed = [len(Net.degrees(*DOTS_AND_BOXES.net(state))) for state in (before, after)]
                crosses += freed[0] - freed[1] == 2
            position = move.to
        assert goes_on and turns == (rows + 1) * (columns + 1) + crosses


def test_the_computer_wins_and_turns_pass() -> None:
    match = Match(sg.parse("dots-and-boxes 1x2"), seed=1, second=True)
    dice = Random(6)
    match.take_turn()
    while not match.over:
        match.take_turn(dice.choice(match.now.moves().first(100)))
    assert match.won is False


def test_a_freed_coin_gives_the_turn_back() -> None:
    position = sg.parse("dots-and-boxes 1x1 b1,a2,c2 + *3").play("dots-and-boxes 1x1 b1,a2,c2,b3! + *3")
    assert [move.to.text for move in position.moves()] == ["*3"]
    assert (
        str(position.moves()[0].sentence)
        == "in dots-and-boxes 1x1 b1,a2,c2,b3!: let the other player move again"
    )
    with pytest.raises(MoveError):
        position.play("dots-and-boxes 1x1 b1,a2,c2,b3! + *1")
    with pytest.raises(UnsolvedError, match="misère"):
        sg.parse("misere dots-and-boxes 1x1").solve()


@pytest.mark.parametrize(
    "text",
    [
        "dots-and-boxes",
        "dots-and-boxes 0x3",
        "dots-and-boxes 3",
        "dots-and-boxes 2x2 z9",
        "dots-and-boxes 2x2 b1,b1",
        "dots-and-boxes 2x2 b1!",
        "nimstring edges:a-a",
        "nimstring edges:a-b,c",
        "nimstring edges:a-b! + nimstring edges:a-b!",
    ],
)
def test_bad_positions_are_refused(text: str) -> None:
    with pytest.raises(NotationError):
        sg.parse(text)


def test_boards_in_python_and_beyond_the_search() -> None:
    assert sg.dots_and_boxes(2, 3).text == "dots-and-boxes 2x3"
    assert sg.parse("strings-and-coins path:2").text == "nimstring path:2"
    with pytest.raises(RangeError, match="expected a board"):
        sg.dots_and_boxes(3.5)
    with pytest.raises(TooLargeError, match="at most 64"):
        sg.solve("dots-and-boxes 6x6")
    with pytest.raises(TooLargeError, match="400"):
        sg.parse("dots-and-boxes 40x40")
    with pytest.raises(RangeError, match="one heap"):
        sg.dots_and_boxes.values(3)
    assert NIMSTRING.check(NIMSTRING.check("path:3")) == NIMSTRING.read("path:3")[0]


def test_the_command_line_draws_and_solves() -> None:
    run = CliRunner().invoke(application, ["solve", "dots-and-boxes 2x2", "--json"])
    assert run.exit_code == 0 and '"value": 0' in run.stdout
    drawn = CliRunner().invoke(application, ["draw", "dots-and-boxes 1x1 b1"]).stdout
    assert drawn.split("\n")[:3] == [" ●#  ●", "□   □", " ●□  ●"]
