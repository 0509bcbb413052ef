"""Graphs with two growing arms: beside the plain definition, far out, and the theorem on systems drawn at random."""

from __future__ import annotations

from array import array
from itertools import pairwise
from random import Random

import networkx as nx
import pytest
from games.families.test_families import naive
from hypothesis import given
from hypothesis import strategies as st
from seeds import SEED

import sprague as sg
from sprague.games.families.square import Row, Square
from sprague.games.families.system import Repeats
from sprague.model.ruleset import Component
from sprague.words.errors import MoveError
from sprague.workbench.registry import engine, find

Edges = list[tuple[object, object]]


def arms(b: int, c: int, ties: tuple[object, object] = ("o", "o")) -> Edges:
    """Two paths from the vertices of a core."""
    one: list[object] = [ties[0], *(("a", i) for i in range(b))]
    other: list[object] = [ties[1], *(("b", i) for i in range(c))]
    return [*pairwise(one), *pairwise(other)]


#: Family -> the edges of its core, and where the arms hang on it, written here.
CORES: dict[str, tuple[Edges, tuple[object, object]]] = {
    "legs:1": ([("o", "p")], ("o", "o")),
    "legs:2": ([("o", "p"), ("p", "q")], ("o", "o")),
    "legs:1,2": ([("o", "p"), ("o", "q"), ("q", "r")], ("o", "o")),
    "tails:3,1": ([("o", "p"), ("p", "q"), ("q", "o")], ("o", "p")),
    "tails:4,0": ([("o", "p"), ("p", "q"), ("q", "r"), ("r", "o")], ("o", "o")),
    "tails:4,2": ([("o", "p"), ("p", "q"), ("q", "r"), ("r", "o")], ("o", "q")),
    "a0-a1,b0-b1,<x-a0,<z-b0,<x-<y,<y-<z,<y-<u": ([("x", "y"), ("y", "z"), ("y", "u")], ("x", "z")),
    "b0-b1,a0-a1,<y-a0,<x-b0,<x-<y,<x-<u": ([("x", "y"), ("x", "u")], ("x", "y")),
}


@pytest.mark.kernels
@pytest.mark.parametrize("word", ["node-kayles", "arc-kayles"])
@pytest.mark.parametrize("family", CORES)
def test_small_graphs_have_the_values_of_the_definition(family: str, word: str) -> None:
    game = sg.game(f"{word}[{family}]")
    core, ties = CORES[family]
    for b, c in ((0, 0), (0, 1), (1, 0), (2, 1), (1, 3), (3, 2), (4, 4), (0, 5), (5, 1)):
        graph = nx.Graph([*core, *arms(b, c, ties)])
        assert game[b, c] == naive(graph, word == "arc-kayles"), (b, c)
    assert game.values((3, 2)).tolist() == [[game[b, c] for c in range(3)] for b in range(4)]


@pytest.mark.parametrize(
    "game", ["node-kayles[legs:1]", "arc-kayles[legs:2]", "node-kayles[tails:4,1]", "arc-kayles[tails:5,2]"]
)
def test_replies_and_moves_are_those_of_the_rules(game: str) -> None:
    rules = find(game)
    kinds = rules.core.kinds  # type: ignore[attr-defined]
    states: list[object] = [(6, 9), (7, 7), (1, 5), (0, 2), (9, 0)]
    states += [
        (kind, (5, 6)[: len(rules.core.arms_of(kinds[kind]))])  # type: ignore[attr-defined]
        for kind in range(1, min(6, len(kinds)))
    ]
    for state in states:
        found = list(rules.successors(state))
        assert rules.option_count(state) == len(found)
        seen = {engine.option_value(option) for option in found}
        assert engine(rules).value(state) == next(n for n in range(len(seen) + 1) if n not in seen), state
        for target in seen:
            replies = list(engine(rules).replies(state, target))
            assert replies == [each for each in found if engine.option_value(each) == target], (state, target)
        position = sg.Position((Component(rules, state),))
        assert sg.parse(position.text) == position
        for move in position.moves():
            assert sg.parse(move.to.text) == move.to
            assert move.marks
            assert position.play(str(move.sentence)).outcome == move.to.outcome
            assert position.play(move.to) == move.to
        with pytest.raises(MoveError):
            position.play(f"{game} 40x40")


def test_spiders_have_the_published_period_in_both_legs() -> None:
    """Huggan and Stevens (Integers 16, 2016, A86) conjecture 34 for a short leg of two; from where on is ours."""
    for game, start in (("arc-kayles[legs:1]", 460), ("arc-kayles[legs:2]", 516)):
        found = sg.game(game).period()
        assert (found.status, found.period, found.preperiod) == ("proved", 34, start)
        spider = sg.game(game)
        far = spider[10**30, 10**25 + 7]
        assert far == spider[460 + (10**30 - 460) % 34 + 68, 460 + (10**25 + 7 - 460) % 34 + 68]
        assert found.value((10**30, 10**25 + 7)) == far
        assert spider[3, 10**30] == spider[3, 544 + (10**30 - 544) % 34]


def test_discover_proves_the_period_of_both_arms() -> None:
    report = sg.discover("arc-kayles[a0-a1,b0-b1,<o-a0,<p-b0,<o-<p]")
    assert report.status == "proved" and report.certificate["format"] == "sprague-arms/1"
    assert report.table[3][5] == sg.game("arc-kayles[path]")[10]
    assert "T(b, c + 34) = T(b, c)" in str(report.sentences()[0])


def test_a_huge_spider_is_won_by_a_move_that_is_checked() -> None:
    position = sg.parse("arc-kayles[legs:1] 1e30x1e25")
    answer = position.solve()
    assert answer.outcome == "N" and answer.evidence.kind == "periodic"
    for move in answer.winning_moves.first(4):
        assert move.to.value == 0 and sg.parse(move.to.text) == move.to
        ruleset, state = position.components[move.index]
        assert ruleset.allows(state, move.option)


def test_a_short_leg_of_none_is_a_path() -> None:
    paths = sg.game("arc-kayles[path]")
    spiders = sg.game("arc-kayles[a0-a1,b0-b1,<o-a0,<o-b0,<o-<p]")
    assert spiders == sg.game("arc-kayles[a0-a1,b0-b1,<o-a0,<o-b0,<o-<p]")
    straight = sg.game("arc-kayles[a0-a1,b0-b1,<o-a0,<p-b0,<o-<p]")
    assert [straight[b, 9] for b in range(20)] == [paths[b + 11] for b in range(20)]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("arc-kayles[legs:1] 3", "two lengths"),
        ("arc-kayles[legs:1] 3x4x5", "two lengths"),
        ("arc-kayles[legs:1] 3x", "a whole number"),
        ("arc-kayles[legs:1] 3x4@9", "a kind below"),
        ("arc-kayles[tails:4,1] 3x4@2", "one length"),
        ("arc-kayles[legs] 3x4", "lengths of the short legs"),
        ("arc-kayles[tails:2,1] 3x4", "a cycle"),
        ("arc-kayles[a0-a1,b0-b1,<o-a0] 3x4", "two growing paths"),
        ("arc-kayles[a0-a1,b0-b1,<o-a0,<p-b0] 3x4", "hangs together"),
        ("arc-kayles[a0-a1,b0-b1,b0-b2,<o-a0,<o-b0] 3x4", "two growing paths"),
    ],
)
def test_what_is_no_family_is_refused_in_words(text: str, message: str) -> None:
    with pytest.raises(sg.SpragueError, match=message):
        _ = sg.parse(text).value


# The theorem, on systems that are no graphs


class Drawn:
    """Lines drawn at random, which repeat from ``start`` on."""

    def __init__(self, chance: Random, count: int) -> None:
        self.start, self.length = chance.randint(0, 4), chance.randint(1, 4)
        self.heads = [
            [chance.choice((0, 0, 1, 1, 2, 3)) for _ in range(self.start + self.length)] for _ in range(count)
        ]

    def row(self, kind: int, count: int) -> array[int]:
        head = self.heads[kind]
        return array(
            "H",
            (
                head[n if n < self.start else self.start + (n - self.start) % self.length]
                for n in range(count)
            ),
        )

    def prove(self, count: int) -> Repeats:
        return Repeats(self.start, self.length, 0)


def some_square(chance: Random) -> Square:
    lines, kinds = chance.randint(1, 3), chance.randint(1, 3)
    moves: list[list[Row]] = []
    for kind in range(kinds):
        rows: list[Row] = []
        for _ in range(chance.randint(0 if kind else 1, 4)):
            least = chance.choice(((0, 0), (0, 0), (1, 0), (0, 1)))
            if kind and chance.random() < 0.5:
                rows.append((chance.randint(0, 2), -1, 0, chance.randrange(kind), 0, *least))
            else:
                sides = [
                    chance.randrange(lines),
                    chance.randint(0, 2),
                    chance.randrange(lines),
                    chance.randint(0, 2),
                ]
                rows.append((chance.randint(0, 2), sides[0], sides[1], sides[2], sides[3], *least))
        moves.append(rows)
    return Square(moves, range(kinds), Drawn(chance, lines), chance.choice((2, 3)))


def by_definition(square: Square, rows: int, columns: int) -> list[list[list[int]]]:
    """The values, written once more."""
    lines = [
        [0, 0, *square.lines.row(number, rows + columns)]
        for number in range(3)
        if number < len(square.lines.heads)
    ]  # type: ignore[attr-defined]
    table = [[[0] * columns for _ in range(rows)] for _ in square.moves]
    for b in range(rows):
        for c in range(columns):
            for kind, moves in enumerate(square.moves):
                seen = set()
                for worth, one, loss, other, less, least, low in moves:
                    if b >= least and c >= low:
                        apart = (
                            lines[one][2 + b - loss] ^ lines[other][2 + c - less]
                            if one >= 0
                            else table[other][b][c]
                        )
                        seen.add(worth ^ apart)
                path = lines[0]
                seen |= {table[kind][a][c] ^ path[2 + b - square.gap - a] for a in range(b - 1)}
                seen |= {table[kind][b][a] ^ path[2 + c - square.gap - a] for a in range(c - 1)}
                table[kind][b][c] = next(value for value in range(len(seen) + 1) if value not in seen)
    return table


@pytest.mark.kernels
@given(st.randoms(use_true_random=False), st.integers(1, 14), st.integers(1, 14))
def test_values_are_those_of_the_definition(chance: Random, rows: int, columns: int) -> None:
    square = some_square(chance)
    plain = by_definition(square, rows, columns)
    for kind, table in enumerate(plain):
        assert [[square.value(kind, (b, c)) for c in range(columns)] for b in range(rows)] == table


def holds_far_out(square: Square, most: int = 256) -> bool:
    """Whether a period is proved; if so, it is compared with all values up to ten times the bound."""
    found = square.prove(most)
    if found is None:
        return False
    rows, columns = (min(10 * needed, 1000) for needed in found.needed)
    plain = Square(square.moves, square.order, square.lines, square.gap)
    plain.grow(rows, columns)
    values, turned, rows, columns = plain._grown
    for table, start, tall, wide in (
        (values, found.first, rows, columns),
        (turned, found.second, columns, rows),
    ):
        for kind in range(square.kinds):
            one = table[kind * tall * wide : (kind + 1) * tall * wide]
            assert one[(start + found.length) * wide :] == one[start * wide : -found.length * wide]
    return True


@pytest.mark.kernels
@pytest.mark.chance
def test_a_period_in_both_lengths_holds_far_beyond_its_proof() -> None:
    chance = Random(SEED)
    assert sum(holds_far_out(some_square(chance)) for _ in range(12)) > 2


@pytest.mark.deep
@pytest.mark.chance
def test_periods_of_a_thousand_systems_hold_far_beyond_their_proofs() -> None:
    chance = Random(SEED + 1)
    assert sum(holds_far_out(some_square(chance)) for _ in range(1000)) > 300
