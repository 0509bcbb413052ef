"""Brussels Sprouts against lines drawn on paper, on which every free arm has a name of its own."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, count
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import sprague as sg
from sprague.games.sprouts.brussels import BRUSSELS_SPROUTS, Region, lines_left
from sprague.words.errors import NotationError, RangeError, TooLargeError

#: Free arms, in the order in which one meets them around what hangs together. A region has several such ways.
Way = tuple[int, ...]
Paper = tuple[tuple[Way, ...], ...]


def start(*stars: int) -> Paper:
    fresh = count()
    return (tuple(tuple(next(fresh) for _ in range(arms)) for arms in stars),)


def drawn(paper: Paper) -> Iterator[Paper]:
    """Every line between two arms. The bar across it has an arm on either side of the line."""
    left, right = -1 - 2 * len(paper) * 1000, -2 - 2 * len(paper) * 1000
    names = {arm for region in paper for way in region for arm in way}
    while left in names or right in names:
        left, right = left - 2, right - 2
    for number, region in enumerate(paper):
        rest = paper[:number] + paper[number + 1 :]
        for one, other in combinations(region, 2):
            others = tuple(way for way in region if way not in (one, other))
            for i in range(len(one)):
                for j in range(len(other)):
                    around = (*one[i + 1 :], *one[:i], left, *other[j + 1 :], *other[:j], right)
                    yield (*rest, (*others, around))
        for way in region:
            beside = [other for other in region if other != way]
            for i, j in combinations(range(len(way)), 2):
                inner, outer = (*way[i + 1 : j], left), (*way[j + 1 :], *way[:i], right)
                for size in range(len(beside) + 1):
                    for inside in combinations(beside, size):
                        outside = (other for other in beside if other not in inside)
                        yield (*rest, (inner, *inside), (outer, *outside))


def regions(paper: Paper) -> tuple[Region, ...]:
    """The regions of a paper in which a line can be drawn, as states."""
    found = (tuple(sorted(Counter(map(len, region)).items())) for region in paper)
    return tuple(sorted(region for region in found if region != ((1, 1),)))


def random_paper(dice: Random) -> Paper:
    paper = start(*(dice.randint(1, 5) for _ in range(dice.randint(1, 4))))
    for _ in range(dice.randint(0, 6)):
        after = list(drawn(paper))
        if not after:
            break
        paper = dice.choice(after)
    return paper


def position(paper: Paper) -> sg.Position:
    return sg.parse(BRUSSELS_SPROUTS.term(regions(paper) or [()]))


def value(paper: Paper) -> int:
    found = VALUES.get(regions(paper))
    if found is None:
        values = {value(after) for after in drawn(paper)}
        found = VALUES[regions(paper)] = next(n for n in count() if n not in values)
    return found


def wins_misere(paper: Paper) -> bool:
    found = WINS.get(regions(paper))
    if found is None:
        after = [wins_misere(each) for each in drawn(paper)]
        found = WINS[regions(paper)] = not after or not all(after)
    return found


VALUES: dict[object, int] = {}
WINS: dict[object, bool] = {}


@settings(max_examples=60)
@given(st.randoms(use_true_random=False))
def test_moves_of_random_papers(dice: Random) -> None:
    """Each option once, and their number without listing them."""
    (region,) = [start(*(dice.randint(1, 5) for _ in range(dice.randint(1, 5))))]
    (state,) = regions(region) or ((),)
    after = {regions(paper) for paper in drawn(region)}
    options = [
        tuple(sorted(part.state for part in option if part.state))  # type: ignore[type-var]
        for option in BRUSSELS_SPROUTS.successors(state)
    ]
    assert len(options) == len(set(options)) == BRUSSELS_SPROUTS.option_count(state)
    assert set(options) == after


@settings(max_examples=30)
@given(st.randoms(use_true_random=False))
def test_values_and_misere_outcomes_by_the_definition(dice: Random) -> None:
    paper = start(*(dice.randint(1, 3) for _ in range(dice.randint(1, 3))))
    for _ in range(dice.randint(0, 4)):
        paper = dice.choice(list(drawn(paper)) or [paper])
    here = position(paper)
    assert here.value == value(paper)
    assert (sg.solve(f"misere {here.text}").outcome == "N") == wins_misere(paper)
    winning = {move.to.value for move in here.winning_moves}
    assert winning == ({0} if here.value else set())


@settings(max_examples=40)
@given(st.randoms(use_true_random=False))
def test_every_play_lasts_as_long(dice: Random) -> None:
    paper = start(*(4,) * dice.randint(1, 4))
    crosses, lines = len(paper[0]), 0
    while True:
        assert sum(map(lines_left, regions(paper))) == 5 * crosses - 2 - lines
        after = next(iter(drawn(paper)), None)
        if after is None:
            break
        paper = dice.choice(list(drawn(paper))) if crosses < 4 else after
        lines += 1
    assert lines == 5 * crosses - 2
    assert all(len(region) == len(region[0]) == 1 for region in paper)


@given(st.randoms(use_true_random=False))
def test_the_notation_and_the_picture(dice: Random) -> None:
    here = position(random_paper(dice))
    assert sg.parse(here.text) == here
    for part in here.components:
        names = {shape.name for shape in part.ruleset.draw(part.state).shapes if shape.name}
        for option in part.ruleset.successors(part.state):
            ways = part.ruleset.ways(part.state, option)
            assert ways and all(way.marks and set(way.marks) <= names for way in ways)
            assert part.ruleset.marks(part.state, option) == ways[0].marks
            assert "star" in str(part.ruleset.describe(part.state, option))


def test_sums_and_numbers_of_any_size() -> None:
    far = 10**1000
    assert sg.brussels_sprouts(far).outcome == "P"
    assert sg.parse(f"misere brussels-sprouts {far + 1}").outcome == "P"
    answer = sg.solve("brussels-sprouts 1e1000 + kayles 3 + brussels-sprouts 3")
    assert answer.value == 3 ^ 1
    first = next(iter(sg.brussels_sprouts(far + 1).winning_moves))
    assert first.to.outcome == "P"
    assert sg.brussels_sprouts(60).components[0].ruleset.option_count(((4, 60),)) == 1 + 60 + 30
    misere = [sg.solve(f"misere {one} + kayles 4").outcome for one in ("brussels-sprouts 3", "*1")]
    assert misere[0] == misere[1]


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("3", "3"),
        ("4.4.4", "3"),
        ("4*3.", "3"),
        ("1.3.2", "1.2.3"),
        ("2*9.5", "2*9.5"),
        ("0", "0"),
        ("2.,4.4", "2.,2"),
    ],
)
def test_notations(text: str, same: str) -> None:
    assert sg.parse(f"brussels-sprouts {text}").text == f"brussels-sprouts {same}"
    assert sg.parse(f"stars-and-stripes {text}").text == f"brussels-sprouts {same}"


@pytest.mark.parametrize(
    ("text", "error", "message"),
    [
        ("x", NotationError, "a whole number"),
        ("4..4", NotationError, "a whole number"),
        ("0.4", RangeError, "stars of 1 to 1000 free arms, got 0"),
        ("1001.", RangeError, "stars of 1 to 1000 free arms, got 1001"),
        (".".join(map(str, range(1, 60))), TooLargeError, "at most 50 different numbers of arms"),
    ],
)
def test_what_is_no_position(text: str, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        sg.parse(f"brussels-sprouts {text}")


def test_moves_are_listed_without_choices_in_vain() -> None:
    """A line must not be looked for in all the ways to divide 10^18 stars of which none has its ends apart."""
    moves = sg.parse("brussels-sprouts 2*1000000000000000000.9").moves()
    assert len({move.to for move in moves.first(300)}) == 300
