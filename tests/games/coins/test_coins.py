"""Coins in rows and in the plane, against a plain definition on sets of heads that shares no line with the package."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from itertools import combinations
from random import Random

import pytest
from seeds import SEED

import sprague as sg
from sprague.games.coins.families import UpTo, choose, subsets
from sprague.words.errors import TooLargeError

Heads = frozenset[int]


def turned_together(name: str, size: int) -> Callable[[frozenset[int]], bool]:
    """Whether a move of a game may turn these coins of a row of ``size``, counted from 0."""

    def even_steps(coins: frozenset[int]) -> bool:
        a, b, c = sorted(coins)
        return b - a == c - b

    def mirrored(coins: frozenset[int]) -> bool:
        return {min(coins) + max(coins) - i for i in coins} == coins

    rules: dict[str, Callable[[frozenset[int]], bool]] = {
        "turning-turtles": lambda coins: len(coins) <= 2,
        "mock-turtles": lambda coins: len(coins) <= 3,
        "moebius": lambda coins: len(coins) <= 5,
        "mogul": lambda coins: len(coins) <= 7,
        "moidores": lambda coins: len(coins) <= 9,
        "ruler": lambda coins: max(coins) - min(coins) + 1 == len(coins),
        "twins": lambda coins: len(coins) == 2,
        "triplets": lambda coins: len(coins) == 3,
        "ternups": lambda coins: len(coins) == 3 and even_steps(coins),
        "grunt": lambda coins: len(coins) == 4 and 0 in coins and mirrored(coins),
        "sym": mirrored,
        "coins{<=4}": lambda coins: len(coins) <= 4,
        "coins{=4}": lambda coins: len(coins) == 4,
        "coins{x.xx,xx}": lambda coins: {i - min(coins) for i in coins} in ({0, 1}, {0, 2, 3}),
    }
    return rules[name]


NAMES = [
    *("turning-turtles", "mock-turtles", "moebius", "mogul", "moidores", "ruler", "twins", "triplets"),
    *("ternups", "grunt", "sym", "coins{<=4}", "coins{=4}", "coins{x.xx,xx}"),
]


@functools.cache
def moves(name: str, size: int) -> tuple[frozenset[int], ...]:
    allowed = turned_together(name, size)
    every = (frozenset(coins) for n in range(1, size + 1) for coins in combinations(range(size), n))
    return tuple(coins for coins in every if allowed(coins))


def after(name: str, size: int, heads: Heads) -> Iterator[Heads]:
    for coins in moves(name, size):
        if max(coins) in heads:
            yield heads ^ coins


def solved(name: str, size: int) -> tuple[dict[Heads, int], dict[Heads, bool]]:
    """The value of every row of ``size`` coins, and whether it is won in misère play."""
    values: dict[Heads, int] = {}
    misere: dict[Heads, bool] = {}
    # The coins as binary digits: a move makes the number smaller.
    for number in range(1 << size):
        heads = frozenset(i for i in range(size) if number >> i & 1)
        options = list(after(name, size, heads))
        reached = {values[option] for option in options}
        values[heads] = next(n for n in range(len(reached) + 1) if n not in reached)
        misere[heads] = not options or not all(misere[option] for option in options)
    return values, misere


def first(name: str) -> int:
    game = sg.parse(f"{name} T").components[0].ruleset
    return game.first  # type: ignore[attr-defined,no-any-return]


@pytest.mark.parametrize("name", NAMES)
def test_rows_agree_with_the_definition(name: str) -> None:
    size, dice = 6, Random(SEED)
    values, misere = solved(name, size)
    for heads, value in values.items():
        places = sorted(i + first(name) for i in heads)
        position = sg.parse(f"{name} {','.join(map(str, places)) or 'T'}")
        assert position.value == value, places
        options = set(after(name, size, heads))
        assert position.moves().total == len(options)
        lost = {option for option in options if values[option] == 0}
        winning = {
            frozenset(place - first(name) for place in move.to.components[0].state)  # type: ignore[attr-defined]
            for move in position.winning_moves
        }
        assert winning == lost, places
        if dice.random() < 0.2:
            assert sg.parse(f"misere {position.text}").outcome == "PN"[misere[heads]], places


@pytest.mark.parametrize("name", NAMES)
def test_winning_moves_of_longer_rows(name: str) -> None:
    """Every winning move, and no other, among all moves of rows of 11 coins."""
    dice = Random(SEED)
    for _ in range(2):
        places = sorted(dice.sample(range(11), 4))
        position = sg.parse(f"{name} {','.join(str(place + first(name)) for place in places)}")
        lost = [move.to.text for move in position.moves() if move.to.value == 0]
        assert sorted(move.to.text for move in position.winning_moves) == sorted(lost)


def test_values_by_others() -> None:
    """Odious numbers (OEIS A000069), the ruler function (A006519), Grundy's game (A002188)."""
    assert sg.mock_turtles.values(to=12).tolist() == [1, 2, 4, 7, 8, 11, 13, 14, 16, 19, 21, 22, 25]
    assert sg.ruler.values(to=12).tolist()[1:] == [1, 2, 1, 4, 1, 2, 1, 8, 1, 2, 1, 4]
    assert sg.grunt.values(to=20).tolist() == [0, 0, 0, 1, 0, 2, 1, 0, 2, 1, 0, 2, 1, 3, 2, 1, 3, 2, 4, 3, 0]


def test_lost_rows_of_mogul_are_the_golay_code() -> None:
    """On 24 coins: 2^12 words, of which 759 have weight 8 and 2,576 weight 12 (Conway, Sloane 1986)."""
    values = sg.mogul.values(to=23).tolist()
    kernel: list[int] = []
    basis: dict[int, tuple[int, int]] = {}
    for place, value in enumerate(values):
        word = 1 << place
        while value and value.bit_length() in basis:
            other, others = basis[value.bit_length()]
            value, word = value ^ other, word ^ others
        if value:
            basis[value.bit_length()] = value, word
        else:
            kernel.append(word)
    words = [0]
    for word in kernel:
        words += [word ^ other for other in words]
    weights = [word.bit_count() for word in words]
    assert len(words) == 4096
    assert {n: weights.count(n) for n in set(weights)} == {0: 1, 8: 759, 12: 2576, 16: 759, 24: 1}


def in_the_plane(across: str, up: str, side: int) -> list[frozenset[tuple[int, int]]]:
    """The moves of the product of two games on a square."""
    return [
        frozenset((x, y) for x in columns for y in rows)
        for columns in moves(across, side)
        for rows in moves(up, side)
    ]


@pytest.mark.parametrize(
    ("name", "across", "up"),
    [
        ("turning-corners", "twins", "twins"),
        ("rugs", "ruler", "ruler"),
        ("tartan[mock-turtles,ruler]", "mock-turtles", "ruler"),
        ("tartan[coins{x.xx,xx},sym]", "coins{x.xx,xx}", "sym"),
    ],
)
def test_products_agree_with_the_definition(name: str, across: str, up: str) -> None:
    side, every = 3, in_the_plane(across, up, 3)
    check_boards(name, side, first(across), first(up), every)


def test_acrostic_twins_agree_with_the_definition() -> None:
    side = 3
    lines = [[(i, j) for i in range(side)] for j in range(side)]
    lines += [[(j, i) for i in range(side)] for j in range(side)]
    check_boards(
        "acrostic-twins", side, 0, 0, [frozenset(two) for line in lines for two in combinations(line, 2)]
    )


def check_boards(name: str, side: int, left: int, low: int, every: list[frozenset[tuple[int, int]]]) -> None:
    cells, dice = sorted((x, y) for x in range(side) for y in range(side)), Random(SEED)
    values: dict[frozenset[tuple[int, int]], int] = {}
    for number in range(1 << len(cells)):
        heads = frozenset(cell for i, cell in enumerate(cells) if number >> i & 1)
        options = {heads ^ turned for turned in every if max(turned) in heads}
        reached = {values[option] for option in options}
        values[heads] = next(n for n in range(len(reached) + 1) if n not in reached)
        if dice.random() < 0.15:
            text = ",".join(f"({x + left},{y + low})" for x, y in sorted(heads)) or "T"
            position = sg.parse(f"{name} {text}")
            assert position.value == values[heads]
            assert position.moves().total == len(options)
            lost = {option for option in options if values[option] == 0}
            won = {
                frozenset((x - left, y - low) for x, y in move.to.components[0].state)  # type: ignore[attr-defined]
                for move in position.winning_moves
            }
            assert won == lost, text


def test_turning_corners_is_the_nim_product() -> None:
    table = sg.nimber.multiplication_table(8)
    assert [[sg.turning_corners((x, y)).value for y in range(8)] for x in range(8)] == table


@pytest.mark.parametrize("name", ["turning-turtles", "mock-turtles", "twins", "triplets"])
def test_theorems_answer_at_any_size(name: str) -> None:
    position = sg.parse(f"{name} 7,1e1000,1e999")
    assert position.outcome == "N"
    for move in position.winning_moves[:5]:
        assert move.to.outcome == "P"
        assert position.play(move.to.text).text == move.to.text


def test_moves_of_mock_turtles_are_counted_without_a_list() -> None:
    for place in range(3, 40):
        for value in range(2, 80):
            assert UpTo(3).reaching_count(place, value) == len(list(UpTo(3).reaching(place, value)))
    assert choose(7, 3) == len(list(subsets(7, 3))) == 35


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("turning-turtles HXT", "coins such as THTTH"),
        ("turning-turtles 0,2", "places from 1 on, got 0"),
        ("twins 2,2", "every place once, got 2 twice"),
        ("coins 3", "at most three coins"),
        ("coins{<=0} 3", "1 to 12 coins, got 0"),
        ("coins{.x} 3", "patterns such as"),
        ("tartan[nim,ruler] (1,1)", "two games on a row of coins"),
        ("tartan[ruler] (1,1)", "two games on a row of coins"),
        ("rugs (0,1)", r"places from \(1,1\) on"),
        ("rugs 1,1", r"places of heads such as \(2,3\)"),
        ("turning-corners (1,2),(1,2)", "every place once"),
    ],
)
def test_what_is_no_row_is_said(text: str, message: str) -> None:
    with pytest.raises(sg.SpragueError, match=message):
        sg.parse(text)


@pytest.mark.parametrize(
    ("text", "kind", "by_mock_turtles"),
    [
        ("moebius 3,6", "computed", True),
        ("coins{=5} 7", "computed", True),
        ("coins{<=4} 3", "computed", False),
        ("sym 3", "computed", False),
        ("mock-turtles 3", "theorem", False),
    ],
)
def test_evidence_names_what_was_used(text: str, kind: str, by_mock_turtles: bool) -> None:
    evidence = sg.solve(text, value=True).evidence
    assert evidence.kind == kind and ("mock turtle theorem" in evidence.source) == by_mock_turtles


def test_rows_in_python_and_in_words() -> None:
    position = sg.turning_turtles("THTTH")
    assert position == sg.turning_turtles(2, 5) == sg.parse("turning-turtles 5,2")
    assert str(position.winning_moves[0].sentence) == "turn the coins at places 2, 5"
    assert "rightmost coin" in str(_fault("turning-turtles 2,5", "turning-turtles 2,5,6"))
    names = [shape.name for shape in position.components[0].ruleset.draw((2, 5)).shapes if shape.name]
    assert names == ["c1", "c2", "c3", "c4", "c5"]


def _fault(before: str, to: str) -> Exception:
    with pytest.raises(sg.SpragueError) as caught:
        sg.parse(before).play(to)
    return caught.value


def test_symmetric_turns_of_a_coin_far_out_are_refused() -> None:
    with pytest.raises(TooLargeError, match="too many symmetric turns"):
        next(iter(sg.parse("sym 1e400").moves()))
