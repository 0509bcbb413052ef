"""A game is its rules with their parameters: equality, answers, texts and pickles go by that."""

from __future__ import annotations

import copy
import dataclasses
import pickle
import subprocess
import sys
import types
import weakref
from collections import Counter, deque
from collections.abc import Callable, Iterable
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import sprague as sg
from sprague.games.own.heard import listened
from sprague.model.engine import Engines
from sprague.search.pool import SearchPool
from sprague.words.errors import FileError, NotationError
from sprague.workbench.registry import USER_GAMES, make_engine

STEPS = [1, 2]


class UpTo(sg.HeapGame):
    "Take one to k."

    name = "identity-up-to"

    def __init__(self, k: int, least: int = 1) -> None:
        self.k, self.least = k, least

    def options(self, n: int) -> Iterable[int]:
        return [n - i for i in range(self.least, self.k + 1) if i <= n]


class Round(sg.Game):
    "Walk around a circle of k places."

    name = "identity-round"

    def __init__(self, k: int) -> None:
        self.k = k

    def options(self, place: int) -> Iterable[int]:
        return [] if place == 0 else [(place + 1) % self.k, (place + 2) % self.k]


@dataclasses.dataclass
class Fields(sg.HeapGame):
    "Take one of the steps."

    name = "identity-fields"
    steps: list[int]
    extra: int = 0

    def options(self, n: int) -> Iterable[int]:
        return [n - k for k in (*self.steps, self.extra) if 0 < k <= n]


@sg.rule
def identity_by_list(n: int) -> Iterable[int]:
    return [n - k for k in STEPS if k <= n]


GAMES = [UpTo, Round, Fields, type(identity_by_list)]
for each in GAMES:  # of no use to other tests
    del USER_GAMES[each.name]


@pytest.fixture(autouse=True)
def known(monkeypatch: pytest.MonkeyPatch) -> None:
    """The games of this file."""
    for game in GAMES:
        monkeypatch.setitem(USER_GAMES, game.name, game)


def grundy(moves: Any, n: int, known: dict[int, int]) -> int:
    if n not in known:
        reached = {grundy(moves, m, known) for m in moves(n)}
        known[n] = next(v for v in range(len(reached) + 1) if v not in reached)
    return known[n]


def test_parameters_make_different_games() -> None:
    two, three = UpTo(2), UpTo(3)
    assert two != three
    assert two(12) != three(12)
    assert len({two(12), three(12), UpTo(2)(12)}) == 2
    for n in range(10):
        for m in range(10):
            assert two(n).value == n % 3
            assert three(m).value == m % 4
            assert (two(n) + three(m)).value == (n % 3) ^ (m % 4)


def test_parameters_in_misere_play() -> None:
    def lost(k: int, n: int) -> bool:
        return n > 0 and not any(lost(k, n - i) for i in range(1, min(k, n) + 1))

    for k in (2, 3, 5):
        for n in range(1, 12):
            text = f"misere {UpTo(k)(n)}"
            assert sg.solve(text).outcome == ("P" if lost(k, n) else "N"), text


def test_parameters_with_cycles() -> None:
    for k in (3, 4, 5, 7, 4, 3):
        outcome = {0: "P"}
        for _ in range(k):
            for place in range(1, k):
                after = [outcome.get((place + i) % k) for i in (1, 2)]
                if "P" in after:
                    outcome[place] = "N"
                elif after == ["N", "N"]:
                    outcome[place] = "P"
        for place in range(k):
            answer = Round(k)(place).solve()
            assert answer.outcome == outcome.get(place, "D"), (k, place)


@pytest.mark.parametrize(
    ("game", "text"),
    [
        (UpTo(2), "identity-up-to[k=2] 12"),
        (UpTo(k=2, least=1), "identity-up-to[k=2] 12"),
        (UpTo(4, 2), "identity-up-to[k=4,least=2] 12"),
        (Fields([1, 3]), "identity-fields[steps=[1,3]] 12"),
        (Fields([], extra=2), "identity-fields[steps=[],extra=2] 12"),
    ],
)
def test_text_with_parameters(game: Any, text: str) -> None:
    assert game(12).text == text
    back = sg.parse(text)
    assert back == game(12)
    assert back.components[0].ruleset == game
    assert hash(back.components[0].ruleset) == hash(game)
    assert sg.parse(text.replace("[", " [", 1).replace(",", ", ")) == back
    for move in back.moves():
        assert sg.parse(move.to.text) == move.to
        assert back.play(move.to.text) == move.to
    assert back.value == grundy(game.options, 12, {})


def test_texts_as_parameters(own_games: None) -> None:
    class Marks(sg.Game):
        "Take a mark of those in the list."

        def __init__(self, marks: str, *more: str) -> None:
            self.letters_taken = (marks, *more)

        def options(self, row: str) -> Iterable[str]:
            return [row.replace(mark, "", 1) for mark in self.letters_taken if mark in row]

    for marks in (("a b",), ("+", "]", "'", '"'), ("#", "\\", "é")):
        position = Marks(*marks)("a b+]'#")
        assert sg.parse(position.text) == position, position.text


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("identity-up-to 12", "expected the parameters of identity-up-to, in brackets: k"),
        ("identity-up-to[j=2] 12", "expected the parameters of identity-up-to, in brackets: k"),
        ("identity-up-to[k=2 12", "closed"),
        ("identity-up-to[k=x] 12", "expected parameters such as identity-up-to[k=2], got 'k=x'"),
        ("identity-up-to[#99] 12", "only the program which made it can read"),
        ("identity-up-to[k='a',least='b'] 12", "TypeError|fails"),
        ("identity-by-list[2] 12", "expected no parameters after identity-by-list"),
    ],
)
def test_parameters_that_are_none(text: str, said: str) -> None:
    with pytest.raises(sg.SpragueError, match=said.replace("[", r"\[").replace("(", r"\(")) as caught:
        sg.parse(text).solve()
    assert isinstance(caught.value, NotationError) or "fails" in said


def test_a_constructor_that_refuses(own_games: None) -> None:
    class Positive(sg.HeapGame):
        def __init__(self, k: int) -> None:
            if k < 1:
                raise ValueError("k must be positive")

        def options(self, n: int) -> Iterable[int]:
            return []

    with pytest.raises(NotationError, match="k must be positive"):
        sg.parse("positive[k=0] 3")


def test_parameters_that_cannot_be_written(own_games: None) -> None:
    class By(sg.HeapGame):
        def __init__(self, take: Any) -> None:
            self.take = take

        def options(self, n: int) -> Iterable[int]:
            return [n - k for k in range(1, n + 1) if self.take(k)]

    odd, even = By(lambda k: k % 2), By(lambda k: k % 2 == 0)
    assert odd != even
    assert [odd(5).value, even(5).value, (odd(5) + even(5)).value] == [1, 2, 3]
    assert odd(5).text != even(5).text
    for game in (odd, even):
        assert sg.parse(game(5).text) == game(5)
        assert [sg.parse(move.to.text) == move.to for move in game(5).moves()]
    text = odd(5).text
    del odd, game
    with pytest.raises(NotationError, match="only the program which made it"):
        sg.parse(text)
        sg.parse(text.replace("#", "#1000"))


def test_a_game_that_has_changed_hinders_no_other() -> None:
    """Its engine is kept under what it was, and goes with the least recently used ones."""
    engines = Engines(make_engine, SearchPool(), most=8)
    game = UpTo(2)
    assert engines(game(3).components[0].ruleset).value(3) == 0
    game.k = 3
    for k in range(4, 24):
        assert engines(UpTo(k)(3).components[0].ruleset).value(3) == 3


def test_a_changed_field_is_another_game() -> None:
    game = UpTo(2)
    assert game(5).value == 2
    game.k = 4
    assert (game(5).value, game(4).value) == (0, 4)
    assert game != UpTo(2)
    assert sg.parse(game(5).text) == game(5)
    assert copy.deepcopy(game) == game


def test_fields_of_a_dataclass() -> None:
    assert Fields([1]) == Fields([1]) != Fields([2])
    assert hash(Fields([1])) == hash(Fields([1]))
    assert (Fields([1])(3).value, Fields([1, 2])(5).value, Fields([1], 2)(5).value) == (1, 2, 2)


def made(k: Any) -> Any:
    @sg.rule
    def identity_made(n: int) -> Iterable[int]:
        return [n - i for i in range(1, k + 1) if i <= n]

    return identity_made


def test_functions_by_what_they_close_over(own_games: None) -> None:
    two, three = made(2), made(3)
    assert two != three
    assert two == made(2)
    assert [(two(n) + three(n)).value for n in range(12)] == [(n % 3) ^ (n % 4) for n in range(12)]


def test_functions_by_defaults(own_games: None) -> None:
    def taking(k: int) -> Any:
        def taken(n: int, k: int = k) -> Iterable[int]:
            return [n - i for i in range(1, k + 1) if i <= n]

        return sg.rule(taken)

    assert taking(2) != taking(3)
    assert [taking(k)(7).value for k in (2, 3, 2)] == [1, 3, 1]


def test_a_changing_closure_is_a_game_of_its_own(own_games: None) -> None:
    def by(steps: Any) -> Any:
        return sg.rule(lambda n: [n - k for k in steps if k <= n], name="identity-steps")

    steps = [1]
    first = by(steps)
    assert first(2).value == 0
    steps.append(2)
    second = by(steps)
    assert first != second
    assert second(2).value == 2
    assert by((1, 2)) == by((1, 2)) != by((1, 2, 3))
    assert by(range(1, 3)) == by(range(1, 3))
    assert by({Fraction(1)}) != by({Fraction(1)})


def test_a_global_that_changes(own_games: None) -> None:
    text = "def identity_global(n):\n    return [n - i for i in range(1, K + 1) if i <= n]\n"
    space: dict[str, Any] = {"__name__": "notebook"}

    def cell(k: int) -> Any:
        space["K"] = k
        exec(text, space)
        return sg.rule(space["identity_global"])

    two = cell(2)
    assert two(5).value == 2
    three = cell(3)
    assert two != three
    assert three(5).value == 1


def test_the_newest_answers_to_a_name(own_games: None) -> None:
    """As when a cell of a notebook is run again, with another rule and then as it was."""
    space: dict[str, Any] = {"__name__": "notebook", "sg": sg}

    def cell(k: int) -> Any:
        exec(
            "class Take(sg.HeapGame):\n"
            f"    def options(self, n): return [n - i for i in range(1, {k + 1}) if i <= n]\n",
            space,
        )
        return space["Take"]()

    two, three = cell(2), cell(3)
    assert two != three
    assert sg.parse("take 7").components[0].ruleset == three
    assert (two(7).value, three(7).value, sg.parse("take 7").value) == (1, 3, 3)
    assert two(7) != sg.parse("take 7")
    assert cell(2) == two
    assert sg.parse("take 7") == two(7)


def test_the_text_of_an_older_game_of_a_name_stays_its_own(own_games: None) -> None:
    """Texts of positions mean these positions, also of those that were asked before the name passed on."""

    def up_to(k: int) -> Any:
        def taking(n: int) -> Iterable[int]:
            return [n - i for i in range(1, k + 1) if i <= n]

        return sg.rule(taking)

    older = up_to(2)
    position = older(7) + older(5) + sg.nim(1)
    assert position.text == "taking 7,5 + *1"
    newer = up_to(3)
    assert newer(7).text == "taking 7"
    assert position.text != "taking 7,5 + *1"
    for each in (position, newer(7), older(7) + newer(7), older(9).moves()[0].to):
        assert sg.parse(each.text) == each
        assert str(each) in repr(each)
    assert (older(7).value, newer(7).value) == (1, 3)
    assert [move.to.value for move in position.winning_moves] == [0] * len(position.winning_moves)
    for game in (older, newer):  # a copy takes no name away
        assert copy.deepcopy(game) == copy.copy(game) == game
    assert newer(7).text == "taking 7"
    assert up_to(2)(7) == older(7)
    assert older(7).text == "taking 7"
    assert newer(7).text != "taking 7"


def test_an_older_class_with_parameters_stays_its_own(own_games: None) -> None:
    def defined(step: int) -> Any:
        class Steps(sg.HeapGame):
            def __init__(self, k: int = 1) -> None:
                self.k = k

            def options(self, n: int) -> Iterable[int]:
                return [n - i * step for i in range(1, self.k + 1) if i * step <= n]

        return Steps

    older, newer = defined(1), defined(2)
    first, second = older(3), newer(3)
    assert second(9).text == "steps[k=3] 9"
    assert sg.parse(first(9).text) == first(9) != second(9) == sg.parse("steps[k=3] 9")
    assert older(3)(9) == first(9)
    assert (sg.parse(first(9).text).value, sg.parse(second(9).text).value) == (9 % 4, 9 // 2 % 4)


def test_built_in_games_by_name_and_parameters() -> None:
    """``kayles`` and ``0.77`` have the same moves under two names: two games, which print differently."""
    assert sg.kayles != sg.octal("0.77")
    assert sg.parse("kayles 7") != sg.parse("0.77 7")
    assert sg.parse("kayles 7 + 0.77 7").outcome == "P"
    assert sg.game("wythoff[t=2]") != sg.game("wythoff")
    assert sg.game("last-biscuit") == sg.game("wythoff")
    assert sg.game("subtract{1,2}") == sg.subtract(1, 2)


@pytest.mark.parametrize("game", [UpTo(2), UpTo(3, 2), Round(5), Fields([1, 2]), identity_by_list])
def test_pickles(game: Any) -> None:
    for back in (pickle.loads(pickle.dumps(game)), copy.copy(game), copy.deepcopy(game)):
        assert back == game
        assert hash(back) == hash(game)
        assert back.head == game.head
        assert back(4).solve().outcome == game(4).solve().outcome


def test_pickles_of_functions(own_games: None, tmp_path: Path) -> None:
    formula = sg.rule("x,y -> u,v where (u = x and v < y) or (v = y and u < x)", name="identity-rows")
    wrapped = sg.rule(_plain, name="identity-wrapped")
    buffered = sg.compiled(heaps=1)(_buffered)
    file = tmp_path / "identity_file.py"
    file.write_text("def moves(n):\n    return [n - k for k in (1, 2) if k <= n]\n")
    for game in (formula, wrapped, buffered, sg.load_game(file)):
        back = pickle.loads(pickle.dumps(game))
        assert back == game
        assert hash(back) == hash(game)
    with pytest.raises((pickle.PicklingError, AttributeError)):
        pickle.dumps(sg.rule(lambda n: [], name="identity-lambda", heaps=1))


def _plain(n: int) -> list[int]:
    return [n - 1] if n else []


def _buffered(n: int, out: Any) -> int:
    if n:
        out[0] = n - 1
    return int(n > 0)


SCRIPT = """
import multiprocessing
from concurrent.futures import ProcessPoolExecutor
import sprague as sg

STEPS = [1, 2]

class UpTo(sg.HeapGame):
    def __init__(self, k): self.k = k
    def options(self, n): return [n - i for i in range(1, self.k + 1) if i <= n]

@sg.rule
def by_list(n): return [n - k for k in STEPS if k <= n]

def asked(game):
    return game(7).text, game(7).value

if __name__ == "__main__":
    games = [UpTo(2), UpTo(4), by_list]
    with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn")) as pool:
        print(list(pool.map(asked, games)))
"""


def test_another_process(tmp_path: Path) -> None:
    """Games of ``__main__`` go to a process that was spawned."""
    script = tmp_path / "script.py"
    script.write_text(SCRIPT)
    run = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, check=False)
    assert run.stdout == "[('up-to[k=2] 7', 1), ('up-to[k=4] 7', 2), ('by-list 7', 1)]\n", run.stderr


def test_two_files_of_one_name(own_games: None, tmp_path: Path) -> None:
    games = []
    for k in (2, 3):
        folder = tmp_path / str(k)
        folder.mkdir()
        (folder / "same.py").write_text(
            f"def moves(n):\n    return [n - i for i in range(1, {k} + 1) if i <= n]\n"
        )
        games.append(sg.load_game(folder / "same.py"))
    two, three = games
    assert two != three
    assert (two(7).value, three(7).value) == (1, 3)
    assert pickle.loads(pickle.dumps(two)) == two
    assert pickle.loads(pickle.dumps(three)) == three


def test_a_class_with_parameters_in_a_file(own_games: None, tmp_path: Path) -> None:
    from sprague.workbench.own.loading import with_games

    file = tmp_path / "params.py"
    file.write_text(
        "import sprague as sg\n"
        "class UpTo(sg.HeapGame):\n"
        "    def __init__(self, k): self.k = k\n"
        "    def options(self, n): return [n - i for i in range(1, self.k + 1) if i <= n]\n"
    )
    assert sg.load_game(f"{file}:UpTo[k=3]")(7).value == 3
    assert sg.parse(with_games(f"{file}:UpTo[k=2] 7 + *2")).value == 3
    with pytest.raises(FileError, match="expected the parameters of up-to"):
        sg.load_game(f"{file}:UpTo")
    with pytest.raises(FileError, match=r"stand in square brackets, such as .*params.py:UpTo\[k=2\]"):
        with_games(f"*2 + {file}:UpTo(2) 7")


def test_functions_named_like_built_in_games(own_games: None, tmp_path: Path) -> None:
    file = tmp_path / "two.py"
    file.write_text("def nim(n):\n    return [n - 1] if n else []\n\ndef kayles(n: int):\n    return []\n")
    first, second = sg.load_game(f"{file}:nim"), sg.load_game(f"{file}:kayles")
    assert (first.head, second.head) == ("two-nim", "two-kayles")
    assert (sg.parse("two-nim 3").value, sg.parse("two-kayles 3").value) == (1, 0)


def test_a_game_that_becomes_another_leaves_its_engine() -> None:
    class UpToSome(sg.HeapGame):
        def __init__(self, k: int) -> None:
            self.k = k

        def options(self, n: int) -> list[int]:
            return [n - i for i in range(1, self.k + 1) if i <= n]

    for _ in range(8):  # once the hash decided by chance
        game = UpToSome(3)
        assert game(2).value == 2
        game.k = 1
        assert [UpToSome(3)(n).value for n in range(8)] == [0, 1, 2, 3, 0, 1, 2, 3]
        assert [game(n).value for n in range(5)] == [0, 1, 0, 1, 0]


COUNTED = """
MOST, calls = 3, 0

def up_to_most(n):
    global calls
    calls += 1
    return [n - i for i in range(1, MOST + 1) if i <= n]
"""


def test_a_global_with_another_value_makes_another_game() -> None:
    """In a notebook a number is changed, and the same game asked again. What a rule counts up does not matter."""
    space: dict[str, Any] = {"__name__": "counted"}
    exec(COUNTED, space)
    game = sg.rule(space["up_to_most"])
    asked_late = game(9)
    assert [game(n).value for n in range(40)] == [n % 4 for n in range(40)]
    space["MOST"] = 1
    assert [game(n).value for n in range(6)] == [0, 1, 0, 1, 0, 1]
    assert asked_late.value == 1
    space["MOST"] = 3
    assert [game(n).value for n in range(6)] == [0, 1, 2, 3, 0, 1]


class Stock:
    k = 3


STOCK, COUNTS = Stock(), [3]
STORED: dict[int, list[int]] = {}


def smaller(n: int, k: int) -> list[int]:
    return [n - i for i in range(1, k + 1) if i <= n]


def with_a_closure() -> tuple[Any, Any]:
    k = 3

    def identity_closed(n: int) -> Iterable[int]:
        return smaller(n, k)

    def change(to: int) -> None:
        nonlocal k
        k = to

    return identity_closed, change


def test_what_a_rule_reads_and_others_change_makes_another_game(
    own_games: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    def of_an_object(n: int) -> Iterable[int]:
        return [n - i for i in range(1, STOCK.k + 1) if i <= n]

    def of_a_list(n: int) -> Iterable[int]:
        return [n - i for i in range(1, COUNTS[0] + 1) if i <= n]

    def with_a_helper(n: int) -> Iterable[int]:
        return smaller(n, 3)

    class OfAList(sg.HeapGame):
        "Take one to k."

        name = "identity-of-a-list"

        def __init__(self, counts: list[int]) -> None:
            self.counts = counts

        def options(self, n: int) -> Iterable[int]:
            return smaller(n, self.counts[0])

    counts = [3]
    closed, change = with_a_closure()
    games = [*map(sg.rule, (closed, of_an_object, of_a_list, with_a_helper)), OfAList(counts)]
    for game in games:
        assert [game(n).value for n in range(8)] == [0, 1, 2, 3, 0, 1, 2, 3]
    change(1)
    counts[0] = 1
    monkeypatch.setattr(STOCK, "k", 1)
    COUNTS[0] = 1
    monkeypatch.setitem(globals(), "smaller", lambda n, k: [n - 1] if n else [])
    for game in games:
        assert [game(n).value for n in range(8)] == [0, 1, 0, 1, 0, 1, 0, 1]
        assert game(6).solve().outcome == "P"


def test_what_a_rule_stores_for_itself_makes_no_other_game(own_games: None) -> None:
    def identity_stored(n: int) -> Iterable[int]:
        if n not in STORED:
            STORED[n] = [n - i for i in (1, 2, 3) if i <= n]
        return STORED[n]

    game = sg.rule(identity_stored)
    before = game(5).components[0].ruleset.identity
    assert game(30).value == 2 and len(STORED) > 20
    assert game(5).components[0].ruleset.identity == before


class Namespace:
    steps = 3

    def most(self) -> int:
        return 3


@dataclasses.dataclass(slots=True)
class Slotted:
    steps: int


class ByItsClass(sg.HeapGame):
    "Take one to the number of the class."

    name = "identity-by-its-class"
    steps = 3

    def options(self, n: int) -> Iterable[int]:
        return smaller(n, self.steps)


class ByItsFields(sg.HeapGame):
    "Take one to the number in a list of its own."

    name = "identity-by-its-fields"

    def __init__(self) -> None:
        self.steps = [1, 2, 3]
        self._hidden = 3

    def options(self, n: int) -> Iterable[int]:
        return smaller(n, min(len(self.steps), self._hidden))


@dataclasses.dataclass(frozen=True)
class Frozen:
    steps: list[int]

    def __hash__(self) -> int:
        return 1


class Indexed:
    def __getitem__(self, index: int) -> int:
        return LIMITS[index]


LIMITS = [3]


def changes() -> dict[str, tuple[Any, Callable[[], Any]]]:
    """Returns rules that take one to three, each with a change after which one to two may be taken."""
    steps, counter, row, array = [1, 2, 3], Counter([1, 2, 3]), deque([1, 2, 3]), np.array([1, 2, 3])
    module, helper, slotted = types.ModuleType("identity_module"), Namespace(), Slotted(3)
    module.steps = 3  # type: ignore[attr-defined]
    objects = [types.SimpleNamespace(steps=k) for k in (1, 2, 3)]
    memo, long = dict[int, Any](), [*range(1, 700)]
    one, other = ByItsFields(), ByItsFields()

    def filling(n: int) -> Iterable[int]:
        left = []
        for k in steps:
            if k <= n:
                left.append(n - k)
        return left

    def remembering(n: int) -> Iterable[int]:
        if n not in memo:
            memo[n] = smaller(n, 3)
        return [left for left in memo[n] if n - left <= long[2]]

    frozen, indexed, inner = Frozen([1, 2, 3]), Indexed(), ByItsFields()
    held = Namespace()
    weak, read = weakref.ref(held), {"steps": 3}
    get = read.get
    imported = types.ModuleType("identity_imported")
    imported.steps = 3  # type: ignore[attr-defined]
    sys.modules["identity_imported"] = imported

    def importing(n: int) -> Iterable[int]:
        import identity_imported

        return smaller(n, identity_imported.steps)

    def three(n: int) -> Iterable[int]:
        return smaller(n, 3)

    def two(n: int) -> Iterable[int]:
        return smaller(n, 2)

    def called(n: int) -> Iterable[int]:
        return smaller(n, 3)

    def by_default(n: int, most: int = 3) -> Iterable[int]:
        return smaller(n, most)

    def by_keyword(n: int, *, most: int = 3) -> Iterable[int]:
        return smaller(n, most)

    def with_attribute(n: int) -> Iterable[int]:
        return smaller(n, with_attribute.most)  # type: ignore[attr-defined]

    with_attribute.most = 3  # type: ignore[attr-defined]
    return {
        "its code": (three, lambda: setattr(three, "__code__", two.__code__)),
        "code that it calls": (lambda n: [*called(n)], lambda: setattr(called, "__code__", two.__code__)),
        "default": (by_default, lambda: setattr(by_default, "__defaults__", (2,))),
        "keyword": (by_keyword, lambda: by_keyword.__kwdefaults__.__setitem__("most", 2)),
        "attribute": (with_attribute, lambda: setattr(with_attribute, "most", 2)),
        "frozen": (lambda n: smaller(n, len(frozen.steps)), frozen.steps.pop),
        "special method": (lambda n: smaller(n, indexed[0]), lambda: LIMITS.__setitem__(0, 2)),
        "another game": (lambda n: [*inner.options(n)], inner.steps.pop),
        "weak": (lambda n: smaller(n, weak().steps), lambda: setattr(held, "steps", 2)),  # type: ignore[union-attr]
        "method of a dict": (lambda n: smaller(n, get("steps")), lambda: read.__setitem__("steps", 2)),
        "imported": (importing, lambda: setattr(imported, "steps", 2)),
        "filling": (filling, steps.pop),
        "counter": (lambda n: [n - k for k in counter if k <= n], lambda: counter.pop(3)),
        "deque": (lambda n: [n - k for k in row if k <= n], row.pop),
        "array": (lambda n: [n - int(k) for k in array if k <= n], lambda: array.__setitem__(2, 1)),
        "module": (lambda n: smaller(n, module.steps), lambda: setattr(module, "steps", 2)),
        "namespace": (lambda n: smaller(n, Namespace.steps), lambda: setattr(Namespace, "steps", 2)),
        "method": (lambda n: smaller(n, helper.most()), lambda: setattr(Namespace, "most", lambda self: 2)),
        "slots": (lambda n: smaller(n, slotted.steps), lambda: setattr(slotted, "steps", 2)),
        "objects": (
            lambda n: [n - each.steps for each in objects if each.steps <= n],
            lambda: setattr(objects[2], "steps", 1),
        ),
        "remembering": (remembering, lambda: long.__setitem__(2, 2)),
        "class": (ByItsClass(), lambda: setattr(ByItsClass, "steps", 2)),
        "list of its own": (one, one.steps.pop),
        "hidden": (other, lambda: setattr(other, "_hidden", 2)),
    }


@pytest.mark.parametrize("name", changes())
def test_whatever_changes_old_values_are_not_kept(
    own_games: None, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    for cls, attribute in ((Namespace, "steps"), (Namespace, "most"), (ByItsClass, "steps")):
        monkeypatch.setattr(cls, attribute, getattr(cls, attribute))  # as it was, afterwards
    LIMITS[0] = 3
    rule, change = changes()[name]
    game = rule if isinstance(rule, sg.HeapGame) else sg.rule(rule, name=f"identity-changed-{len(name)}")
    asked = game(6)
    assert [game(n).value for n in range(10)] == [n % 4 for n in range(10)]
    assert asked.outcome == "N"
    assert [game(n).as_misere().outcome for n in range(8)] == [*"NPNNNPNN"]
    change()
    assert asked.outcome == "P"
    assert [game(n).value for n in range(10)] == [n % 3 for n in range(10)]
    assert [game(n).as_misere().outcome for n in range(8)] == [*"NPNNPNNP"]


def test_lists_that_a_constructor_makes_are_told_apart() -> None:
    one, other = ByItsFields(), ByItsFields()
    assert one == other and one(7).text == "identity-by-its-fields 7"
    other.steps.pop()
    assert (one(7).value, other(7).value, (one(6) + other(6)).value) == (3, 1, 2)
    assert one != other
    assert sg.parse(other(7).text) == other(7) != one(7)


def test_no_rule_is_asked_again_about_large_heaps(own_games: None) -> None:
    """It may list all its options in memory."""
    asked = []

    def all_smaller(n: int) -> Iterable[int]:
        asked.append(n)
        return [*range(n, n)] if LIMITS else []

    game: Any = sg.rule(all_smaller, name="identity-large", heaps=1)
    assert listened(game, {}, 10**30) and max(asked) <= 1000


def test_a_plain_rule_is_not_asked_again(own_games: None) -> None:
    """All that it reads is seen."""

    def plainly(n: int) -> Iterable[int]:
        return [n - k for k in range(1, 3) if k <= n]

    game: Any = sg.rule(plainly, name="identity-plain")
    assert game(5).value == 2 and not type(game)._reads.unseen and not hasattr(type(game), "_heard")
