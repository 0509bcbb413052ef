"""Plain functions as games: what they are taken for, and their values against the definition."""

import itertools
import math
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import sprague as sg
from sprague.games.own import evaluate as own_evaluate
from sprague.model import naive
from sprague.model.ruleset import Component
from sprague.words.errors import RangeError, UnsolvedError
from sprague.workbench.own.kind import annotated, tried
from sprague.workbench.registry import USER_GAMES, engine

pytestmark = pytest.mark.usefixtures("own_games")


def made(function, **choices):
    USER_GAMES.pop(choices.get("name", "made"), None)
    return sg.rule(function, **{"name": "made"} | choices)


def squares(n):
    """Take a square number."""
    for k in range(1, math.isqrt(n) + 1):
        yield n - k * k


def queen(a, b):
    """Move a queen towards the corner."""
    yield from ((k, b) for k in range(a))
    yield from ((a, k) for k in range(b))
    yield from ((a - k, b - k) for k in range(1, min(a, b) + 1))


def take_one_heap(heaps):
    """Nim, on any number of heaps."""
    for i, n in enumerate(heaps):
        for k in range(n):
            yield (*heaps[:i], k, *heaps[i + 1 :])


def shorten(word):
    """Take a letter away, and all equal ones beside it."""
    for found in re.finditer(r"(.)\1*", word):
        yield word[: found.start()] + word[found.end() :]


GRAPH = {"a": ["b", "c"], "b": ["c", "d"], "c": ["d"], "d": []}


def walk(vertex):
    return GRAPH[vertex]


def pair(state):
    a, b = state
    return [(a - 1, b)] if a else [(0, b - 1)] if b else []


def pieces(stick):
    """Cut a stick of two colours: a sum."""
    a, b = stick
    return [[(k, 0), (a - k, b)] for k in range(1, a) if b] + [[(a, k), (0, b - k)] for k in range(1, b) if a]


def limited(state):
    """Take at most the limit; then twice as many."""
    n, most = state
    for k in range(1, min(n, most) + 1):
        yield n - k, 2 * k


def sets(left):
    for item in left:
        yield left - {item}


@pytest.mark.parametrize(("function", "kind"), [
    (squares, (1,)),
    (lambda n: [n // 2, (n // 3, n // 3)] if n else [], (1,)),
    (lambda n: [n - 8] if n >= 8 else [], (1,)),
    (lambda n: [n / 2], (1,)),
    (lambda n: 1 / 0, (1,)),
    (lambda n: [undefined], (1,)),  # noqa: F821
    (take_one_heap, (2, 3, 4, 5, 6)),
    (pair, (2,)),
    (pieces, (2,)),
    (limited, (2,)),
    (lambda s: [(s[0] - 1, s[1], s[2])] if s[0] else [], (3,)),
    (shorten, ()),
    (lambda word: [word[:i] + word[i + 2 :] for i in range(len(word) - 1)], ()),
    (walk, ()),
    (sets, ()),
    (lambda word: [word.lower()], ()),
])  # fmt: skip
def test_the_kind_of_a_rule_is_found_by_trying(function, kind):
    assert tried(function) == kind


def test_annotations_tell_the_kind():
    def of(annotation):
        def moves(state): ...

        moves.__annotations__["state"] = annotation
        return annotated(moves)

    assert [of(int), of("int")] == [(1,), (1,)]
    assert [of(tuple[int, int]), of("tuple[int, int, int]")] == [(2,), (3,)]
    assert of("tuple[int, ...]") == (2, 3, 4, 5, 6)
    assert [of(str), of("str"), of(tuple[str, int]), of("frozenset[int]")] == [(), (), (), ()]
    assert [of("Board"), of("Any"), of(object)] == [None, None, None]
    assert made(lambda n: [n - 1] if n else [], heaps=0).heaps is None
    assert made(lambda n: [n - 1] if n else [], heaps=1).heaps == 1


def agrees(game, state):
    assert engine(game).value(state) == naive.value(Component(game, state), {})


@settings(max_examples=25)
@given(st.sets(st.integers(1, 9), min_size=1), st.sets(st.integers(0, 4)), st.integers(0, 60), st.booleans())
def test_heaps_are_as_the_definition_says(takes, splits, heap, bare):
    def rule(n):
        yield from (n - k if bare else (n - k,) for k in takes if k <= n)
        yield from ((a, n - k - a) for k in splits for a in (1, 2, 5) if k + a < n)

    agrees(made(rule, heaps=1), heap)


@settings(max_examples=40)
@given(
    st.integers(0, 6),
    st.integers(0, 6),
    st.text("abc", max_size=7),
    st.frozensets(st.integers(0, 9), max_size=5),
)
def test_other_states_are_as_the_definition_says(a, b, word, items):
    agrees(made(queen), (a, b))
    agrees(made(pieces), (a, b))
    agrees(made(limited), (a, b))
    agrees(made(shorten), word)
    agrees(made(sets, heaps=0), items)


def test_known_sequences_and_tables():
    """https://oeis.org/A014586 · Nim is the nim-sum · Wythoff's game by its own kernel."""
    game = sg.rule(squares)
    assert game.values(20).tolist() == [0, 1, 0, 1, 2, 0, 1, 0, 1, 2, 0, 1, 0, 1, 2, 0, 1, 0, 1, 2, 0]
    assert sg.parse("squares 20,21").value == game[20] ^ game[21]
    assert sg.rule(queen).values((8, 11)).tolist() == sg.wythoff_values(8, 11).tolist()
    assert sg.p_positions("queen", 4) == [(1, 2), (2, 1), (3, 5), (5, 3)]
    nim = sg.rule(take_one_heap)
    assert [nim.values((3, 4))[a, b] for a, b in ((3, 4), (2, 3))] == [7, 1]
    assert nim.values((2, 2, 2))[1, 2, 2] == 1
    assert (
        nim(3, 4, 5)
        == nim((3, 4, 5))
        == sg.parse("take-one-heap 3,4,5")
        == sg.parse("take-one-heap (3, 4, 5)")
    )
    assert nim(3, 4, 5).value == 2
    assert sg.p_positions(nim, 3, heaps=3) == [(0, 1, 1), (0, 2, 2), (0, 3, 3)] or nim(0, 1, 1).value == 0
    assert str(nim(3, 4).find_move("take-one-heap 3,3").sentence) == "take 1 from heap 2"
    assert game.period(100).status in ("none", "observed")
    assert sg.rule(lambda n: [n - k for k in (1, 2, 3) if k <= n], name="bachet").period().period == 4


def test_games_as_classes_have_tables_too():
    class Queen(sg.Game):
        def options(self, state):
            return list(queen(*state))

    class Countdown(sg.Game):
        def options(self, n):
            return [n - k for k in (1, 2) if k <= n]

    class Walk(sg.Game):
        def options(self, vertex):
            return GRAPH[vertex]

    assert Queen().values((4, 6)).tolist() == sg.wythoff_values(4, 6).tolist()
    with pytest.raises(RangeError, match="expected a game on one heap, got queen"):
        Queen().values(4)
    assert sg.p_positions("queen", 2) == [(1, 2), (2, 1)]
    assert Countdown().values(7).tolist() == [n % 3 for n in range(8)]
    assert sg.p_positions("countdown", 3) == [(3,), (6,), (9,)]
    assert (Walk()("a").value, Walk()("b").value) == (0, 2)
    for ask in (lambda: Walk().values(5), lambda: sg.p_positions("walk")):
        with pytest.raises(RangeError, match="expected a game on heaps"):
            ask()


@given(st.text(st.characters(max_codepoint=0x3FF), max_size=12))
def test_a_text_as_a_state_is_read_back(word):
    game = made(lambda state: [], heaps=0)
    assert sg.parse(game(word).text) == game(word)
    assert sg.parse(f"{game(word).text} + *3").components[0].state == word


@pytest.mark.parametrize("state", [3, (1, "a"), None, frozenset({1, 2}), frozenset(), "3", "aab", True, 2.5])
def test_states_are_read_back(state):
    game = made(lambda state: [], heaps=0)
    assert sg.parse(game(state).text).components[0].state == state


def test_a_function_stays_what_it_is_beside_the_game():
    @sg.rule(name="bachets-game")
    def bachet(n: int):
        """Take 1, 2 or 3."""
        return [n - k for k in (1, 2, 3) if k <= n]

    assert str(bachet.rule) == "Take 1, 2 or 3."
    assert bachet(21) == sg.parse("bachets-game 21")
    assert [str(move.sentence) for move in bachet(21).winning_moves] == ["take 1 from the heap of 21"]
    assert sg.rule(bachet) is bachet


@pytest.mark.parametrize(("ask", "said"), [
    (lambda: sg.rule(5), "expected a function from a state to its options, got 5"),
    (lambda: sg.rule(lambda n: []), "a function without a name needs one"),
    (lambda: sg.rule(squares, name="nim"), "nim, which is there already"),
    (lambda: sg.rule(squares, name="two words"), "letters, digits and hyphens"),
    (lambda: sg.rule(squares, heaps=7), "expected 0 to 6 heaps, got 7"),
    (lambda: sg.rule(queen, heaps=3), "expected a function of 3 heaps, got one of 2"),
    (lambda: made(squares)(3, -1), "expected a heap >= 0, got -1"),
    (lambda: made(queen)(3, 4, 5), "expected 2 heaps"),
    (lambda: made(queen).values((3, 4, 5)), "expected 2 heaps"),
    (lambda: made(shorten)(["a"]), "expected a state that can be hashed"),
    (lambda: made(queen)[3, 4, 5], "expected 2 heaps"),
    (lambda: made(lambda a, b: [(a, b, 1)])[3, 4], "must leave tuples of 2 heaps, not (3, 4, 1)"),
    (lambda: made(lambda a, b: [(a - 5, b)])[3, 4], "expected a heap >= 0, got -2"),
    (lambda: made(lambda a, b: (a, b))[3, 4], "must leave tuples of 2 heaps, not 3"),
    (lambda: made(lambda n: None, heaps=1)[3], "must return its options"),
    (lambda: made(lambda n: "abc", heaps=1)[3], "must return its options"),
    (lambda: made(lambda n: ["a"], heaps=1)[3], "must leave heaps such as 5"),
    (lambda: sg.game(squares), "sg.rule makes a game of it"),
])  # fmt: skip
def test_what_is_wrong_is_said(ask, said):
    with pytest.raises(sg.SpragueError) as error:
        ask()
    assert said in str(error.value)


@pytest.mark.parametrize(("rule", "state"), [
    (lambda n: [n + 1], 20),
    (lambda n: [n * n + 1], 20),
    (lambda n: [n - 1, n + 2] if n % 2 else [n + 4], 20),
    (lambda n: [(n + 1, n + 1)], 0),
    (lambda word: [word.lower() * 2], "ab"),
    (lambda word: [word.lower() + "a"], "ab"),
    (lambda s: [(s[0] - 1, s[1])] if s[0] > 0 else [(0, s[1] + 1)], (3, 4)),
    (lambda s: [(s, "x")], ("x", "y")),
])  # fmt: skip
def test_a_rule_that_grows_for_ever_is_recognised_in_a_moment(rule, state):
    game, looked = made(rule), 0

    def counted(each):
        nonlocal looked
        looked += 1
        return rule(each)

    type(game).function = staticmethod(counted)
    with pytest.raises(UnsolvedError, match="its positions grow: after"):
        engine(game).value(game.check(state))
    assert looked < 30_000


def test_rules_that_grow_and_end_are_games():
    """A long line of play with a growing heap, and a number that grows beyond where it began."""
    trade = made(lambda a, b: [(a - 1, b + 2)] if a else [])
    assert trade[3000, 0] == 0 and trade[3001, 0] == 1
    collatz = made(lambda n: [] if n < 2 else [n // 2 if n % 2 == 0 else 3 * n + 1], heaps=1)
    assert collatz[27] == 1  # 111 moves, up to 9232


def test_a_position_that_comes_back_is_shown_with_its_way():
    with pytest.raises(UnsolvedError, match="made 1 → made 2 → made 0 → made 1 .a game with cycles"):
        made(lambda n: [(n + 1) % 3], heaps=1)[1]


def test_options_without_end_are_refused():
    game = made(lambda n: (0 for _ in itertools.count()) if n else [], heaps=1)
    with pytest.raises(sg.SpragueError, match="at most 1000000 options"):
        game[3]
    assert made(lambda n: [0, 0, 0] if n else [], heaps=1)(3).moves().total == 1


def test_memory_and_positions_are_bounded(monkeypatch):
    game = made(lambda word: [word + mark for mark in "ab"] if len(word) < 12 else [])
    with pytest.raises(sg.SpragueError, match="more than 500 positions"):
        own_evaluate.evaluate(game, "", {}, 500)
    monkeypatch.setenv("SPRAGUE_MEMORY", "200K")
    with pytest.raises(sg.SpragueError, match="of memory, and it has more"):
        engine(game).value("")


def one_beside_another(a, b):
    """Take from a heap, or leave the two heaps as two games."""
    yield from ((k, b) for k in range(a))
    yield from ((a, k) for k in range(b))
    if a and b:
        yield [(a, 0), (0, b - 1)]


def up_and_down(a, b):
    """Take from the first heap and double the second."""
    yield from ((k, 2 * b) for k in range(a) if b < 5)
    yield from ((a, k) for k in range(b))


@pytest.mark.parametrize("function", [queen, one_beside_another, up_and_down])
def test_a_table_is_that_of_the_definition(function):
    game = made(function)
    found = engine(game).box((9, 7))
    known = {}
    for state in itertools.product(range(9), range(7)):
        assert found[state] == naive.value(Component(game, state), known)


def halves(a, b):
    yield from ((k, b) for k in range(a - 1, 0, -1))
    if a:
        yield (a / 2, b)


def no_end(a, b):
    while a:
        yield (0, b)


def faulty(a, b):
    if a == 3:
        raise KeyError("of the rule's own")
    return [(k, b) for k in range(a)]


@pytest.mark.parametrize(
    ("function", "said"),
    [
        (halves, "expected a heap as an int >= 0, got 0.5"),
        (no_end, "at most 1000000 options"),
        (faulty, "of the rule's own"),
    ],
)
def test_a_bad_rule_ends_a_table_in_one_sentence(function, said):
    with pytest.raises(sg.SpragueError, match=said):
        engine(made(function)).box((5, 5))


def largest(*heaps):
    """Take one or two from a largest heap."""
    at = heaps.index(max(heaps))
    return [(*heaps[:at], heaps[at] - k, *heaps[at + 1 :]) for k in (1, 2) if k <= heaps[at]]


def test_any_number_of_heaps_as_separate_arguments():
    def annotated_largest(*heaps: int):
        return largest(*heaps)

    def wrapped(*given):
        return [n - 1 for n in given if n]

    for game in (made(largest), made(annotated_largest), made(largest, heaps=3)):
        moves = game(3, 4, 1).moves()
        assert [move.option[0].state for move in moves] == [(3, 3, 1), (3, 2, 1)]
        agrees(game, (3, 4, 1))
    assert made(largest, heaps=1)(4).value == 1  # a heap alone is a largest one
    assert made(wrapped)(4, 3).value == 1  # a wrapper around a rule on single heaps
