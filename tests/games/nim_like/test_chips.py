"""Nimble, silver dollar with the dollar, poker Nim, Northcott, blocking Nim, Nim on hypergraphs, Kotzig's Nim, against
plain definitions that share no line with the package."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from itertools import chain, combinations, combinations_with_replacement, product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from plain_games import Plain

import sprague as sg

State = tuple[int, ...]


def nimble(state: State) -> Iterator[State]:
    for i, square in enumerate(state):
        for to in range(square):
            yield tuple(sorted((*state[:i], to, *state[i + 1 :])))


# Silver dollar with the dollar: a state is a set of pairs (square, whether it is the dollar); None: the bag is taken.


def dollar_bag(state: Any) -> Iterator[Any]:
    if state is None:
        return
    if (0, True) in state:
        yield None
        return
    for square, dollar in state:
        to = square - 1
        while to >= 0 and not state & {(to, True), (to, False)}:
            rest = state - {(square, dollar)}
            yield rest if to == 0 and not dollar else rest | {(to, dollar)}
            to -= 1


def dollars(count: int, most: int) -> Iterator[Any]:
    for squares in combinations(range(1, most), count):
        for dollar in squares:
            yield frozenset((square, square == dollar) for square in squares)


def dollar_text(state: Any) -> str:
    return ",".join(f"{square}{'d' * dollar}" for square, dollar in sorted(state)) if state else "-"


def dollar_state(state: Any) -> Any:
    if state is None or isinstance(state, frozenset):
        return state
    return frozenset((n, i == state.dollar) for i, n in enumerate(state.squares)) or None


# Kotzig's Nim: a state is the size and the places in the order in which they were taken.


def kotzig(*steps: int) -> Callable[[Any], Iterator[Any]]:
    def moves(state: Any) -> Iterator[Any]:
        size, taken, last = state
        for place in range(size):
            if place not in taken and (last is None or any((place - last - k) % size == 0 for k in steps)):
                yield size, taken | {place}, place

    return moves


def kotzig_state(state: Any) -> Any:
    size, taken, last = state
    if isinstance(taken, int):
        taken = frozenset(place for place in range(size) if taken >> place & 1)
    return size, taken, last


def kotzig_text(state: Any) -> str:
    size, taken, last = state
    return f"{size}" if last is None else f"{size}:{','.join(map(str, [*sorted(taken - {last}), last]))}"


def circles(sizes: Iterable[int], taken: Iterable[int]) -> Iterator[Any]:
    for size, count in product(sizes, taken):
        for places in combinations(range(size), count):
            for last in places or (None,):
                yield size, frozenset(places), last


# Blocking Nim: a state is the heaps and the forbidden ones.


def takes(heaps: State) -> Iterator[State]:
    for i, n in enumerate(heaps):
        for m in range(n):
            yield (*heaps[:i], m, *heaps[i + 1 :])


def blocking(k: int) -> Callable[[Any], Iterator[Any]]:
    def moves(state: Any) -> Iterator[Any]:
        heaps, forbidden = state
        for after in set(takes(heaps)) - set(forbidden):
            sets = (combinations(sorted(set(takes(after))), size) for size in range(k + 1))
            for chosen in chain.from_iterable(sets):
                yield after, chosen

    return moves


def blocking_text(state: Any) -> str:
    heaps, forbidden = state
    text = ",".join(map(str, heaps))
    return text + (":" + "/".join(",".join(map(str, each)) for each in forbidden) if forbidden else "")


def blocked(k: int, starts: Iterable[State]) -> Iterator[Any]:
    for heaps in starts:
        for size in range(k + 1):
            for chosen in combinations(sorted(set(takes(heaps))), size):
                yield heaps, chosen


# Hypergraphs


def on_edges(*edges: str) -> Callable[[State], Iterator[State]]:
    def moves(state: State) -> Iterator[State]:
        for edge in edges:
            sizes = (range(n) if str(i) in edge else (n,) for i, n in enumerate(state, 1))
            yield from product(*sizes)

    return moves


GAMES = [
    Plain("nimble", nimble, [s for n in (1, 2, 3) for s in combinations_with_replacement(range(6), n)]),
    Plain(
        "dollar-bag",
        dollar_bag,
        [
            *dollars(1, 7),
            *dollars(2, 9),
            *dollars(3, 9),
            *dollars(4, 9),
            *dollars(5, 8),
            frozenset({(0, True)}),
        ],
        dollar_text,
        dollar_state,
    ),
    Plain("kotzig{1,2}", kotzig(1, 2), circles(range(1, 10), (0, 1, 3)), kotzig_text, kotzig_state),
    Plain("kotzig{1,3}", kotzig(1, 3), circles(range(1, 10), (0, 1, 3)), kotzig_text, kotzig_state),
    Plain("kotzig{2,3,7}", kotzig(2, 3, 7), circles(range(1, 8), (0, 2)), kotzig_text, kotzig_state),
    Plain("blocking-nim[k=1]", blocking(1), blocked(1, product(range(4), repeat=2)), blocking_text, tuple),
    Plain("blocking-nim[k=1]", blocking(1), blocked(1, product(range(3), repeat=3)), blocking_text, tuple),
    Plain("blocking-nim[k=2]", blocking(2), blocked(2, product(range(3), repeat=2)), blocking_text, tuple),
    Plain("hypergraph-nim{12,23}", on_edges("12", "23"), product(range(4), repeat=3)),
    Plain("hypergraph-nim{1,2,34}", on_edges("1", "2", "34"), product(range(4), repeat=4)),
    Plain("hypergraph-nim{12,13,23}", on_edges("12", "23", "31"), product(range(5), repeat=3)),
    Plain("hypergraph-nim{12,23,34}", on_edges("12", "23", "34"), product(range(4), repeat=4)),
    Plain("hypergraph-nim{1,123}", on_edges("1", "123"), product(range(4), repeat=3)),
]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: f"{game.name}-{game.text(game.states[-1])}")
@settings(max_examples=25)
@given(data=st.data())
def test_positions_agree_with_the_definition(game: Plain, data: st.DataObject) -> None:
    state = data.draw(st.sampled_from(game.states))
    game.agrees(state, misere=len(game.moves(state)) < 8)
    game.reaches(state, data.draw(st.integers(1, 4)))


def test_the_dollar_is_found_by_all_positions_on_few_squares() -> None:
    """The rule about the bag, on all positions and not only on a sample."""
    game = GAMES[1]
    for state in game.states:
        assert (sg.parse(f"dollar-bag {dollar_text(state)}").outcome == "P") == (game.value(state) == 0)


# Games with cycles: outcomes of a state beside a heap of Nim, by retrograde analysis


def retrograde(starts: Iterable[Hashable], moves: Callable[[Any], Iterable[Any]]) -> dict[Any, str]:
    """Who wins, P or N; positions of which nobody can force an end are missing."""
    options: dict[Any, list[Any]] = {}
    waiting = list(starts)
    while waiting:
        state = waiting.pop()
        if state not in options:
            options[state] = list(moves(state))
            waiting += options[state]
    known: dict[Any, str] = {}
    grown = True
    while grown:
        grown = False
        for state, after in options.items():
            if state in known:
                continue
            if any(known.get(each) == "P" for each in after):
                known[state] = "N"
            elif all(known.get(each) == "N" for each in after):
                known[state] = "P"
            grown |= state in known
    return known


def poker(state: Any) -> Iterator[Any]:
    heaps, own, other = state
    for i, n in enumerate(heaps):
        for m in range(n + own + 1):
            if m != n:
                yield (*heaps[:i], m, *heaps[i + 1 :]), other, own + n - m


def northcott(state: Any) -> Iterator[Any]:
    rows, turn = state
    for i, row in enumerate(rows):
        start = row.index(turn)
        for way in (-1, 1):
            to = start + way
            while 0 <= to < len(row) and row[to] == ".":
                cells = list(row)
                cells[start], cells[to] = ".", turn
                yield (*rows[:i], "".join(cells), *rows[i + 1 :]), "wb"[turn == "w"]
                to += way


def beside(moves: Callable[[Any], Iterator[Any]]) -> Callable[[Any], Iterator[Any]]:
    """The moves of a state with a heap of Nim beside it."""

    def both(pair: Any) -> Iterator[Any]:
        state, heap = pair
        yield from ((after, heap) for after in moves(state))
        yield from ((state, n) for n in range(heap))

    return both


POKER = [((a, b), c, d) for a, b in product(range(4), repeat=2) for c, d in ((0, 0), (1, 2), (3, 0))]
ROWS = [
    (rows, turn)
    for rows in (("w..b",), (".b.w.",), (".w.b", "w..b"), ("w.b.", "b.w"), ("wb.", ".w..b"))
    for turn in "wb"
]


@pytest.mark.parametrize(
    ("name", "moves", "states", "text"),
    [
        ("poker-nim", poker, POKER, lambda s: f"{','.join(map(str, s[0]))}:{s[1]},{s[2]}"),
        ("northcott", northcott, ROWS, lambda s: "/".join(s[0]) + ":b" * (s[1] == "b")),
    ],
)
def test_games_with_cycles_agree_with_retrograde_analysis(
    name: str, moves: Any, states: list[Any], text: Callable[[Any], str]
) -> None:
    known = retrograde([(state, 4) for state in states], beside(moves))
    for state in states:
        alone = sg.parse(f"{name} {text(state)}")
        assert alone.moves().total == len(set(moves(state)))
        for heap in range(4):
            position = sg.parse(f"{alone.text} + *{heap}") if heap else alone
            assert position.outcome == known[state, heap], position
            assert (position.value == 0) == (position.outcome == "P")
            wins = {text(after) for after in moves(state) if known[after, heap] == "P"}
            own = [move for move in position.winning_moves if move.index == 0]
            left = {move.to.components[0].ruleset.write([move.to.components[0].state]) for move in own}
            assert left == (wins if position.outcome == "N" else set()), position


def test_retreats_have_no_meaning_in_misere_play() -> None:
    for text in ("misere northcott w.b", "misere poker-nim 1,2:1,0 + *2"):
        with pytest.raises(sg.SpragueError, match="play may have no end"):
            _ = sg.parse(text).outcome


@pytest.mark.parametrize(
    "text", ["nimble 1e1000,1e999,5", "dollar-bag 7,1e999d,1e1000", "poker-nim 1e1000,1e999:5,7"]
)
def test_theorems_answer_at_any_size(text: str) -> None:
    position = sg.parse(text)
    assert position.outcome == "N"
    for move in position.winning_moves[:2]:
        assert move.to.outcome == "P"
        assert position.play(move.to.text).text == move.to.text


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("dollar-bag 2,5", "one silver dollar"),
        ("dollar-bag 2d,2", "two on 2"),
        ("dollar-bag 0,5d", "no coins in the bag but the dollar"),
        ("poker-nim 3:1", "two hands"),
        ("northcott w..", "rows with one w and one b"),
        ("northcott w.b:x", "w or b behind the colon"),
        ("kotzig{0} 8", "steps from 1"),
        ("kotzig 8", "steps such as"),
        ("kotzig{1} 8:9", "places from 0 to 7, got 9"),
        ("blocking-nim[k=1] 2,2:2,2", "options that a take from one heap leaves"),
        ("blocking-nim[k=1] 2:1/0", "at most 1 forbidden options, got 2"),
        ("hypergraph-nim{1x} 2", "edges as numbers"),
        ("hypergraph-nim{13} 2,2", "a heap for each number in the edges, up to 3, got 2"),
        ("nimble x", "squares of the coins"),
    ],
)
def test_what_is_no_position_is_said(text: str, message: str) -> None:
    with pytest.raises(sg.SpragueError, match=message):
        sg.parse(text)


def test_what_is_forbidden_is_crossed_out_in_the_picture() -> None:
    """A cross lies on the lowest counter of a take that is forbidden: of 2 counters from 3, on the second."""
    (board,) = sg.parse("blocking-nim[k=2] 2,3:2,1/0,3").components
    drawn = board.ruleset.draw(board.state).shapes
    crosses = {(shape.x, shape.y) for shape in drawn if shape.text == "✕"}
    assert crosses == {(shape.x, shape.y) for shape in drawn if shape.name in ("h0c0", "h1c1")}
    words = {str(move.sentence) for move in sg.parse("blocking-nim[k=1] 1,2").moves()}
    assert "take 1 from heap 2 and forbid taking 1 from heap 1" in words
