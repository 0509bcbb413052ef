"""Sprouts against lines drawn on paper: every vertex is kept, dead or alive, and nothing is simplified."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import chain, combinations, count, permutations, product
from random import Random
from typing import TypeVar

import pytest
from folders import DATA
from hypothesis import given, settings
from hypothesis import strategies as st

import sprague as sg
from sprague.games.sprouts import misere
from sprague.games.sprouts.forms import lands_of, lines, options
from sprague.games.sprouts.misere import MisereSearch
from sprague.games.sprouts.notation import for_kernel, from_kernel
from sprague.games.sprouts.rules import SPROUTS
from sprague.games.sprouts.search import Search
from sprague.system.ask import Ask, asking
from sprague.words.errors import BudgetError, NotationError, TooLargeError

BY_OTHERS = json.loads((DATA / "sprouts.json").read_text("utf-8"))

#: On the way around a boundary one meets a vertex once for each of its lines (one without lines once). A region is the
#: ways around its boundaries.
Walk = tuple[int, ...]
T = TypeVar("T", int, str)
Region = tuple[Walk, ...]
Paper = tuple[Region, ...]


def degree(paper: Paper) -> Counter[int]:
    """How many lines each vertex has. A walk of one vertex is a spot alone."""
    found: Counter[int] = Counter()
    for region in paper:
        for walk in region:
            for vertex in walk:
                found[vertex] += len(walk) > 1
    return found


def turned(walk: tuple[T, ...]) -> tuple[T, ...]:
    return min(walk[i:] + walk[:i] for i in range(len(walk)))


def drawn(paper: Paper) -> Iterator[Paper]:
    """Every line that can be drawn."""
    has = degree(paper)
    new = max(has, default=-1) + 1

    def behind(vertex: int) -> Walk:
        """A corner is met before the new line and behind it, but for that of a spot alone."""
        return (vertex,) if has[vertex] else ()

    for number, region in enumerate(paper):
        rest = paper[:number] + paper[number + 1 :]
        for one, other in combinations(region, 2):
            others = tuple(walk for walk in region if walk not in (one, other))
            for i, x in enumerate(one):
                for j, y in enumerate(other):
                    if has[x] < 3 and has[y] < 3:
                        a = (x, *one[i + 1 :], *one[:i], *behind(x))
                        b = (y, *other[j + 1 :], *other[:j], *behind(y))
                        yield tidy(*rest, (*others, (*a, new, *b, new)))
        for walk in region:
            beside = [other for other in region if other != walk]
            for i, x in enumerate(walk):
                for j in range(i, len(walk)):
                    y = walk[j]
                    if has[x] + (x == y) > 2 or has[y] > 2:
                        continue
                    if i == j:
                        around = (x, *walk[i + 1 :], *walk[:i], *behind(x), new) if has[x] else (x, new)
                        halves = ((x, new), around)
                    else:
                        halves = ((*walk[i : j + 1], new), (*walk[j:], *walk[: i + 1], new))
                    for size in range(len(beside) + 1):
                        for inside in combinations(beside, size):
                            outside = (other for other in beside if other not in inside)
                            yield tidy(*rest, (halves[0], *inside), (halves[1], *outside))


def tidy(*regions: Region) -> Paper:
    return tuple(sorted(tuple(sorted(map(turned, region))) for region in regions))


def spots(number: int) -> Paper:
    return (tuple((spot,) for spot in range(number)),) if number else ()


def text(paper: Paper) -> str:
    """What is on paper in the notation."""
    has = degree(paper)

    def mark(vertex: int) -> str:
        return "01"[has[vertex]] if has[vertex] < 2 else f"({vertex})"

    return "/".join(
        ".".join(filter(None, ("".join(mark(v) for v in walk if has[v] < 3) for walk in region)))
        for region in paper
    )


def state(paper: Paper) -> str:
    """The state of what is on paper. Regions without a living vertex are nothing."""
    written = "/".join(filter(None, text(paper).split("/")))
    return SPROUTS.read(written + ".")[0] if written else ""


def left(paper: Paper) -> tuple[bytes, ...]:
    return lands_of(state(paper))


def random_paper(dice: Random, number: int) -> Paper:
    paper = spots(number)
    for _ in range(dice.randint(0, 3 * number)):
        after = list(drawn(paper))
        if not after:
            break
        paper = dice.choice(after)
    return paper


def value(paper: Paper, known: dict[object, int], key: Callable[[Paper], object]) -> int:
    """By the definition. Papers with the same ``key`` have the same value."""
    found = known.get(key(paper))
    if found is None:
        values = {value(after, known, key) for after in drawn(paper)}
        found = known[key(paper)] = next(n for n in count() if n not in values)
    return found


def wins_misere(paper: Paper, known: dict[object, bool], key: Callable[[Paper], object]) -> bool:
    found = known.get(key(paper))
    if found is None:
        after = [wins_misere(each, known, key) for each in drawn(paper)]
        found = known[key(paper)] = not after or not all(after)
    return found


def check_options(paper: Paper) -> None:
    after = {left(each) for each in drawn(paper)}
    found = {lands for _, lands in lines(state(paper))}
    assert set(options(for_kernel(state(paper)))) == found
    # Forms of one game may differ, though they rarely do.
    assert all(any(map(alike, [lands] * len(after), after)) for lands in found - after)
    assert all(any(map(alike, [lands] * len(found), found)) for lands in after - found)


def alike(some: tuple[bytes, ...], others: tuple[bytes, ...]) -> bool:
    """Whether lands are the same but for the names of their vertices, the ways around their regions, and the order."""
    if len(some) != len(others):
        return False
    left_over = list(others)
    for land in some:
        same = next((other for other in left_over if land == other or is_renamed(land, other)), None)
        if same is None:
            return False
        left_over.remove(same)
    return True


def is_renamed(land: bytes, other: bytes) -> bool:
    here, there = ([*map(split, each.decode("latin-1").split("/"))] for each in (land, other))
    kinds, other_kinds = of_a_kind(here), of_a_kind(there)
    if {kind: len(names) for kind, names in kinds.items()} != {k: len(v) for k, v in other_kinds.items()}:
        return False
    wanted = Counter(map(around, there))
    for images in product(*(permutations(other_kinds[kind]) for kind in kinds)):
        name = dict(zip("".join(kinds.values()), chain(*images), strict=True))
        renamed = [[[name.get(v, v) for v in walk] for walk in region] for region in here]
        if Counter(map(around, renamed)) == wanted:
            return True
    return False


def split(region: str) -> list[list[str]]:
    return [list(walk) for walk in region.split(".")]


def of_a_kind(land: list[list[list[str]]]) -> dict[object, str]:
    """The names of a land by what is around them: how long the boundaries of their regions are, and its spots."""
    seen: dict[str, list[object]] = {}
    for region in land:
        looks = sorted((len(walk), sorted(v for v in walk if v in "012")) for walk in region)
        for walk in region:
            for vertex in walk:
                if vertex not in "012":
                    seen.setdefault(vertex, []).append(str((len(walk), looks)))
    kinds: dict[object, str] = {}
    for vertex, places in seen.items():
        kind = str(sorted(map(str, places)))
        kinds[kind] = kinds.get(kind, "") + vertex
    return dict(sorted(kinds.items(), key=str))


def around(region: list[list[str]]) -> object:
    """A region by the least of the ways around it."""
    ways = ([walk[::step] for walk in region] for step in (1, -1))
    return min(tuple(sorted(turned(tuple(walk)) for walk in way)) for way in ways)  # type: ignore[type-var]


def position(paper: Paper) -> sg.Position:
    return sg.sprouts(SPROUTS.write([state(paper)]))


@pytest.mark.kernels
@pytest.mark.parametrize("number", range(4))
def test_all_moves_from_few_spots(number: int) -> None:
    check_all(number)


@pytest.mark.deep
def test_all_moves_from_four_spots() -> None:
    check_all(4)


def check_all(number: int) -> None:
    """Every position that can be reached: one paper of each form."""
    waiting, seen = [spots(number)], {left(spots(number))}
    while waiting:
        paper = waiting.pop()
        check_options(paper)
        for after in drawn(paper):
            if left(after) not in seen:
                seen.add(left(after))
                waiting.append(after)


@pytest.mark.kernels
@settings(max_examples=25)
@given(st.randoms(use_true_random=False), st.integers(4, 6))
def test_moves_of_random_papers(dice: Random, number: int) -> None:
    check_options(random_paper(dice, number))


def test_values_and_misere_outcomes_of_all_papers_from_two_spots() -> None:
    """Without any form: papers that differ in the numbers of their vertices are valued one by one."""
    values: dict[object, int] = {}
    wins: dict[object, bool] = {}
    for paper in (spots(1), spots(2)):
        value(paper, values, lambda paper: paper)
        wins_misere(paper, wins, lambda paper: paper)
    assert len(values) > 800
    for paper, found in list(values.items())[::5]:
        assert position(paper).value == found
        assert (sg.solve(f"misere {position(paper).text}").outcome == "N") == wins[paper]


@settings(max_examples=15)
@given(st.randoms(use_true_random=False))
def test_values_of_random_papers(dice: Random) -> None:
    """From three spots, by the definition with one value for each form: their moves were compared above."""
    paper = random_paper(dice, 3)
    assert position(paper).value == value(paper, VALUES, left)
    misere = sg.parse(f"misere {position(paper).text} + *2")
    assert sg.parse(misere.text) == misere
    assert (sg.solve(f"misere {position(paper).text}").outcome == "N") == wins_misere(paper, WINS, left)


VALUES: dict[object, int] = {}
WINS: dict[object, bool] = {}


def test_winning_moves_are_all_options_that_lose() -> None:
    for text in ("sprouts 3", "sprouts 5", "sprouts 0.0.AB/AB + *1", "sprouts 4 + sprouts 3"):
        start = sg.parse(text)
        winning = {move.to.text for move in start.winning_moves}
        assert winning == {move.to.text for move in start.moves() if move.to.value == 0}
        assert all(sg.parse(to).outcome == "P" for to in winning)


def test_outcomes_by_others() -> None:
    search = Search()
    for number in range(1, 11):
        lost = search.is_value((b".".join([b"0"] * number),), 0)
        assert lost == (number not in BY_OTHERS["normal_first_player_wins"])
    for number in range(1, 8):
        wins = sg.solve(f"misere sprouts {number}", moves=False).outcome == "N"
        assert wins == bool(BY_OTHERS["misere"][number - 1])


@pytest.mark.deep
def test_more_outcomes_by_others() -> None:
    search, misere = Search(), MisereSearch()
    for number in range(11, 15):
        lost = search.is_value((b".".join([b"0"] * number),), 0)
        assert lost == (number not in BY_OTHERS["normal_first_player_wins"])
    for number in range(8, 12):
        assert misere.is_lost((b".".join([b"0"] * number),)) != bool(BY_OTHERS["misere"][number - 1])


@pytest.mark.parametrize("small", [0, 4, 9])
def test_the_search_of_misere_play(small: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Sums of papers, by the definition: with and without canonical forms, and where there is no room for more."""
    monkeypatch.setattr(misere, "SMALL", small)
    monkeypatch.setattr(misere, "MOST_FORMS", 12)
    search, dice = MisereSearch(), Random(small)
    for _ in range(20):
        papers = [
            random_paper(dice, dice.choice(sizes)) for sizes in dice.choice([((1, 2, 3),), ((1, 2), (1,))])
        ]
        lands = [land for paper in papers for land in left(paper)]
        whole = tidy(*(region for paper in together(papers) for region in paper))
        assert search.is_lost(tuple(lands)) != wins_misere(whole, WINS, left)


def together(papers: list[Paper]) -> list[Paper]:
    """Papers side by side, whose vertices have different names."""
    return [
        tuple(tuple(tuple(vertex + 1000 * place for vertex in walk) for walk in region) for region in paper)
        for place, paper in enumerate(papers)
    ]


def test_the_search_of_misere_play_ends_at_its_bounds() -> None:
    search, spots = MisereSearch(), (b"0.0.0.0.0.0",)
    with pytest.raises(BudgetError, match="positions of this game fill"):
        asking(Ask(memory="60kB")).run(search.is_lost, spots)
    assert not search.is_lost(spots)


def test_who_wins_in_misere_play_is_said_without_the_moves() -> None:
    answer = sg.solve("misere sprouts 6", moves=False)
    assert answer.outcome == "N"
    assert str(answer.reason).startswith("whoever is to move wins")


def test_a_small_memory_is_kept_or_the_search_ends() -> None:
    """Options are dropped and listed again; where that would hardly go on, the search says so."""
    search, spots = Search(), (b"0.0.0.0.0.0.0.0",)
    for memory in ("60kB", "500kB"):
        with pytest.raises(BudgetError, match="positions of this game fill"):
            asking(Ask(memory=memory)).run(search.is_value, spots, 0)
    assert asking(Ask(memory="3MB")).run(search.is_value, spots, 0)


@given(st.randoms(use_true_random=False), st.integers(0, 8))
def test_the_notation_reads_back(dice: Random, number: int) -> None:
    found = state(random_paper(dice, min(number, 5)))
    assert SPROUTS.read(SPROUTS.write([found])) == [found]
    lands = lands_of(found)
    for land in lands:
        assert lands_of(from_kernel(land)) == (land,)


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("0.0", "2"),
        ("'0*3.AB}AB]!'", "0.0.0.AB/AB"),
        ("1.", "1."),
        ("0", "0"),
        (" 0.0 . A B / A B", "0.0.AB/AB"),
    ],
)
def test_notations(text: str, same: str) -> None:
    assert sg.parse(f"sprouts {text}").text == f"sprouts {same}"
    assert sg.sprouts(text).text == f"sprouts {same}"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("x", "each letter twice, got x 1 times"),
        ("AAA", "each letter twice"),
        ("A.A", "a letter twice in one boundary, or once in each of two regions"),
        ("ABAB", "an order in which lines do not cross"),
        ("AB.CD/AC/BD", "hang together in one region only"),
        ("0..0", "a boundary, such as 0 or AB"),
        ("02.", "a spot without lines, 0, alone, got '02'"),
        ("00*2", "a spot without lines, 0, alone"),
        ("5.5", "vertices 0, 1, 2 and letters, got '5'"),
        ("0*0", "a number behind it"),
        ("", "spots such as 5"),
    ],
)
def test_what_is_no_position(text: str, message: str) -> None:
    with pytest.raises(NotationError, match=message):
        sg.parse(f"sprouts {text}")


def test_too_many_spots() -> None:
    for text in ("51", "1e30", "0*51", "0*1000.1."):
        with pytest.raises(TooLargeError, match="at most 50 spots"):
            sg.parse(f"sprouts {text}")


def test_a_move_in_words_and_on_the_board() -> None:
    start = sg.parse("sprouts 0.1AB/AB")
    assert {str(move.sentence) for move in start.moves()} >= {
        "draw a line from 1 to A",
        "draw a line from 2 back to itself, with 1 on one side and A, B on the other",
    }
    (part,) = start.components
    names = {shape.name for shape in part.ruleset.draw(part.state).shapes if shape.name}
    assert names == {f"p{place}" for place in range(6)}
    for move in start.moves():
        assert set(move.marks) <= names
        assert str(move.sentence).count("back to itself") == (len(move.marks) == 1)


def test_no_value_beyond_the_lives_is_looked_for() -> None:
    """A play has no more lines than there are lives, and no value exceeds the longest play."""
    assert not Search().is_value(lands_of("0.0.0"), 10**1000)
    answer = sg.solve("sprouts 3 + *1e18")
    assert answer.value == 1 ^ 10**18 and [move.to.text for move in answer.winning_moves] == [
        "sprouts 3 + *1"
    ]


def test_spots_alone_go_by_their_notation() -> None:
    """Who reads "sprouts 2" can type it; a region in the middle of a play goes by its lives."""
    names = [
        str(sg.parse(text).components[0].spoken) for text in ("sprouts 0", "sprouts 2", "sprouts AB/AB.2a2a")
    ]
    assert names == ["sprouts 0", "sprouts 2", "the part of 5 lives"]
    assert "sprouts 30" in str(sg.parse("sprouts 30 + sprouts 30 + *1").components[0].spoken)
