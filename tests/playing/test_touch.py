"""Moves as they are made on the board: every place that the rules let a player touch, and where what is left stood."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import sprague as sg
from sprague.playing import touch
from sprague.playing.ladders import LADDERS
from sprague.words.errors import MoveError
from sprague.workbench.registry import builtin_rulesets


def names(component) -> set[str]:
    """The places of a picture; the parts of the Zeckendorf diagram are none."""
    shapes = component.ruleset.draw(component.state).shapes
    return {shape.name for shape in shapes if shape.name and not shape.name.startswith("part")}


def test_a_component_of_a_sum_that_is_over_leaves_nothing_on_the_board() -> None:
    """However the move is made: as one of the list, or as a number taken from a heap."""
    position = sg.parse("wythoff 1,0 + cram 1x2 + dots 3 + notakto 1x3")
    check(position)
    for move in (touch.taken(position, 0, [0], 1), *position.moves()):
        assert len(move.to.components) == len(position.components) - 1 + len(touch.touched(move).stays)


def compare_pictures(part, other, stays: dict[str, str] | None, marks: set[str]) -> None:
    """The page keeps the picture of ``part`` and takes away what a move took: that must show what the drawing of
    ``other`` shows."""
    before, after = (each.ruleset.draw(each.state).shapes for each in (part, other))
    old = {shape.name: shape for shape in before if shape.name}
    for shape in after:
        if shape.name:
            kept = old[shape.name if stays is None else stays[shape.name]]
            assert (kept.kind, kept.text) == (shape.kind, shape.text)
            # The leaves of a bush are shapes of their own where a branch went.
            assert kept.role == shape.role
            assert stays is not None or (kept.x, kept.y) == (shape.x, shape.y)
    # A text stands on the shape that it names, and goes with it.
    gone = old.keys() - ({shape.name for shape in after} if stays is None else set(stays.values()))
    places = {(old[name].x, old[name].y) for name in gone if old[name].kind == "circle"}
    texts = [
        shape.text
        for shape in before
        if shape.kind == "text" and not shape.name and (shape.x, shape.y) not in places
    ]
    assert sorted(texts) == sorted(shape.text for shape in after if shape.kind == "text" and not shape.name)
    if stays is None:
        # What has no name stood there, or stands where a shape went, which leaves a trace on the page.
        still = {(shape.kind, shape.x, shape.y) for shape in before if not shape.name}
        still |= {(old[name].kind, old[name].x, old[name].y) for name in marks}
        assert all(
            (shape.kind, shape.x, shape.y) in still
            for shape in after
            if not shape.name and shape.role != "limit"
        )


def check(position: sg.Position, most: int = 40) -> None:
    for move in position.moves().first(most):
        part = position.components[move.index]
        there = names(part)
        for number, way in enumerate(touch.ways(move)):
            made = touch.touched(move, number)
            marks = {name for name in way.marks if not name.startswith("part")}
            assert made.way == way and marks <= there
            assert not way.at or way.at in way.marks
            # What stays stood where no shape went, each shape in a place of its own.
            left = [other for other in move.option if not other.ruleset.is_empty(other.state)]
            if not left and made.stays:
                assert len(position.components) == 1
                left = list(move.option[:1])  # after the last move of all
            assert len(made.stays) == len(left)
            places: list[str] = []
            for other, stays in zip(left, made.stays, strict=True):
                now = names(other)
                if stays == {}:
                    continue  # a new picture
                if part.ruleset.takes(part.state):
                    assert stays is None and len(other.ruleset.sizes(other.state)) == len(
                        part.ruleset.sizes(part.state)
                    )
                    continue  # the page draws heaps by their sizes
                compare_pictures(part, other, stays, marks)
                if stays is None:
                    continue
                # The ground of Hackenbush is a vertex without a shape.
                assert now <= set(stays)
                places += [old for name, old in stays.items() if name in now]
            assert len(set(places)) == len(places) and set(places) <= there
            # A token moves to a place that stays.
            assert part.ruleset.head == "geography" or not set(places) & {way.at}


@pytest.mark.parametrize("ruleset", builtin_rulesets(), ids=lambda ruleset: ruleset.head)
def test_every_move_of_the_example_has_its_places(ruleset):
    check(sg.parse(ruleset.example))


@settings(max_examples=40)
@given(st.sampled_from(["kayles", "0.07", "0.6", "4.7", "0.137", "grundy"]), st.integers(1, 14))
def test_a_row_loses_a_run_of_its_tokens_at_each_place_where_the_code_allows_it(game, n):
    """Against the definition: taking the tokens p..p+k-1 of a row, or cutting it, is a move exactly when the rows
    left and right of them are an option."""
    position = sg.parse(f"{game} {n}")
    check(position)
    ruleset = position.components[0].ruleset
    options = {tuple(sorted(part.state for part in option)) for option in ruleset.successors(n)}
    expected = set()
    for taken in range(n + 1):
        for before in range(n - taken + 1):
            rest = tuple(sorted(row for row in (before, n - taken - before) if row))
            inside = 0 < before < n if taken == 0 else True
            if inside and rest in options:
                marks = tuple(f"t{before + i}" for i in range(1, taken + 1)) or (f"s{before}",)
                expected.add((marks, rest))
    found = {
        (way.marks, tuple(sorted(part.state for part in move.option)))
        for move in position.moves()
        for way in touch.ways(move)
    }
    assert found == expected


@settings(max_examples=12)
@given(st.integers(1, 22))
def test_every_dot_may_be_touched(n):
    """Of a row, and of a circle: a touch on dot i takes it and its neighbours, and leaves the rows beside them."""
    for text, around in (
        (f"dots {n}", lambda i: {i - 1, i, i + 1} & set(range(1, n + 1))),
        (f"circle {n}", lambda i: {(i - 2) % n + 1, i, i % n + 1}),
    ):
        position = sg.parse(text)
        check(position)
        ways = {way.at: way for move in position.moves() for way in touch.ways(move)}
        assert set(ways) == {f"d{i}" for i in range(1, n + 1)}
        assert all(set(ways[f"d{i}"].marks) == {f"d{j}" for j in around(i)} for i in range(1, n + 1))


@pytest.mark.parametrize(
    "text", ["node-kayles complete:4", "arc-kayles cycle:3", "hackenbush edges:ground-a,a-b,a-b"]
)
def test_places_with_equal_options_are_told_apart(text):
    position = sg.parse(text)
    check(position)
    touched = {way.at for move in position.moves() for way in touch.ways(move)}
    kind = "v" if text.startswith("node") else "e"
    assert touched == {name for name in names(position.components[0]) if name.startswith(kind)}


def test_the_words_name_the_dot_that_was_touched():
    move = sg.parse("dots 7").find_move("dots 5")
    told = [str(touch.touched(move, way).sentence) for way in range(2)]
    assert told == [
        "cross out dot 1 with its neighbour, leaving a row of 5",
        "cross out dot 7 with its neighbour, leaving a row of 5",
    ]
    with pytest.raises(MoveError, match="one of the 2 ways"):
        touch.touched(move, 2)


@settings(max_examples=30)
@given(
    st.sampled_from(
        ["wythoff {},{}", "wythoff[any] {},{},3", "nim {},{}", "global-fibonacci {},{}", "fibonacci {},{}"]
    ),
    st.integers(0, 9),
    st.integers(1, 9),
)
def test_takes_say_every_move(game, a, b):
    """Numbers taken from heaps are all moves of these games, each once in each heap."""
    position = sg.parse(game.format(a, b))
    made = [
        touch.taken(position, index, take.heaps, count).to
        for index, take in touch.takes(position)
        for count in range(1, take.most + 1)
    ]
    assert sorted(map(str, made)) == sorted(str(move.to) for move in position.touchable())
    for index, take in touch.takes(position):
        for count in (0, take.most + 1):
            with pytest.raises(MoveError):
                touch.taken(position, index, take.heaps, count)


def test_takes_of_any_size():
    big = 10**40
    assert str(touch.taken(sg.parse(f"wythoff {big},{2 * big}"), 0, [1], big).to) == f"wythoff {big},{big}"
    with pytest.raises(MoveError, match="no part number 3"):
        touch.taken(sg.parse("nim 1,2"), 2, [0], 1)


PLAYED = [
    *{ruleset.example for ruleset in builtin_rulesets()},
    *{rung.position for ladder in LADDERS for rung in ladder.rungs},
    "subtract{1,3,4} 20",
    "wythoff[t=2] 5,7",
    "kayles 150",
    "chomp 51x50",
    "cram 51x50",
    "notakto x../.../.../... + notakto 3x3",
]


@pytest.mark.parametrize("text", sorted(PLAYED))
def test_the_board_shows_what_is_drawn_after_every_move(text):
    """Along a random play of every game, every place of every move is looked at."""
    position, chance = sg.parse(text), Random(text)
    for _ in range(6):
        check(position, 12)
        moves = position.moves().first(200)
        if not moves:
            break
        position = chance.choice(moves).to


def test_a_cross_of_notakto_is_a_new_picture():
    move = sg.parse("notakto 3x3").moves().first(1)[0]
    assert touch.touched(move).stays == ({},)
    shapes = move.option[0].ruleset.draw(move.option[0].state).shapes
    assert [shape.text for shape in shapes if shape.text] == ["×"]
