"""The bases of users' own games: what follows from the options alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

import sprague as sg
from sprague.graphs.graph import Graph
from sprague.takebreak.codes import parse_code
from sprague.words.errors import NotationError, RangeError, UnsolvedError

pytestmark = pytest.mark.usefixtures("own_games")


class Doubled:
    """Take one from each of two neighbouring heaps."""

    def options(self, heaps: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        for i in range(len(heaps) - 1):
            if heaps[i] and heaps[i + 1]:
                yield (*heaps[:i], heaps[i] - 1, heaps[i + 1] - 1, *heaps[i + 2 :])


def test_a_class_on_any_number_of_heaps() -> None:
    class TakeBoth(Doubled, sg.HeapsGame):
        """Take one from each of two neighbouring heaps."""

    game = TakeBoth()
    assert [game(*heaps).value for heaps in ((3, 5), (2, 2), (1, 1, 1), (2, 1, 2))] == [1, 0, 1, 1]
    assert sg.parse("take-both 1,2,1").winning_moves.total == 0
    assert game.example == "take-both 5,7"


def test_a_class_on_three_heaps_has_no_others() -> None:
    class TakeThree(Doubled, sg.HeapsGame):
        """Take one from each of two neighbouring heaps."""

        heaps = 3

    assert TakeThree.example == "take-three 5,7,9"
    with pytest.raises(NotationError, match="expected 3 heaps"):
        sg.parse("take-three 1,2")
    assert TakeThree().values((1, 1, 1))[1, 1, 1] == 1


def test_a_sum_of_tuples_of_heaps() -> None:
    class Cut(sg.HeapsGame):
        """Cut the second heap in two; each half goes with the first heap less one."""

        heaps = 2

        def options(self, heaps: tuple[int, int]) -> Iterator[list[tuple[int, int]]]:
            a, b = heaps
            if a:
                yield from ([(a - 1, k), (a - 1, b - k)] for k in range(b + 1))

    assert Cut()(1, 4).value == 1 and Cut()(2, 4).value == 1
    assert len(sg.parse("cut 1,3").moves()[0].to.components) <= 2


def test_a_move_on_a_graph_in_words_and_on_the_picture() -> None:
    class Edges(sg.GraphGame):
        """Take an edge, or a vertex without edges."""

        def options(self, graph: Graph) -> Iterator[Graph]:
            for edge in graph.edges:
                yield graph._replace(
                    edges=tuple(other for other in graph.edges if other != edge), spelling=""
                )
            for v, near in enumerate(graph.neighbours()):
                if not near:
                    yield graph.without([v])

    position = Edges()([("a", "b"), ("b", "c")])
    moves = {str(move.sentence): move.marks for move in position.moves()}
    assert moves == {"take the edge a-b": ("e0",), "take the edge b-c": ("e1",)}
    assert position.outcome == "N"  # five moves, whatever is played
    assert all(sg.parse(move.to.text) == move.to for move in position.moves())


def test_what_is_no_graph_is_told_so() -> None:
    class Wrong(sg.GraphGame):
        """Leave a text."""

        def options(self, graph: Graph) -> list[str]:
            return ["path:2"]

    with pytest.raises(UnsolvedError, match="must leave graphs such as wrong path:5"):
        _ = Wrong()("path:2").outcome


def test_any_game_is_the_same_as_game() -> None:
    assert sg.Game is sg.AnyGame


@pytest.mark.parametrize(
    ("base", "state"),
    [(sg.HeapGame, 5), (sg.HeapsGame, (5, 7)), (sg.AnyGame, "ab"), (sg.GridGame, "x"), (sg.RowGame, "x")],
)
def test_a_class_without_options_is_told_what_it_needs(base: type, state: object) -> None:
    game = type("Unfinished", (base,), {"letters": {"x": "x"}})()
    with pytest.raises(UnsolvedError, match="expected a method options in the class Unfinished"):
        game(state).solve()


def test_a_name_that_the_base_needs_is_refused() -> None:
    class TakeUpTo(sg.HeapGame):
        def __init__(self, states: int) -> None:
            self.states = states  # type: ignore[assignment, method-assign]

    class TakeParts(sg.HeapGame):
        """Take any number, or split the rest."""

        def __init__(self, split: bool, parts: int) -> None:
            self.split, self.parts = split, parts

        def options(self, n: int) -> Iterator[object]:
            yield from ((a, n - 1 - a) for a in range(n) if self.split)

    with pytest.raises(RangeError, match="another name than states in the class TakeUpTo"):
        TakeUpTo(3)
    assert TakeParts(True, 3)(3).value == 1
    for taken in ({"draw": 3}, {"__annotations__": {"describe": bool}}, {"marks": lambda self: ()}):
        with pytest.raises(RangeError, match=r"another name than (draw|describe|marks) in the class Taken"):
            type("Taken", (sg.HeapGame,), taken)
    assert type("Fine", (sg.AnyGame,), {"heaps": None, "draw": lambda self, state: None})


def test_a_state_with_a_move_is_not_empty() -> None:
    class TakeOnes(sg.AnyGame):
        """Take one or two from a pile."""

        def is_empty(self, state: tuple[int, ...]) -> bool:  # not what Sprague means by it
            return len(state) < 2

        def options(self, state: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
            for i, n in enumerate(state):
                yield from ((*state[:i], n - k, *state[i + 1 :]) for k in (1, 2) if k < n)
                if n < 3:
                    yield (*state[:i], *state[i + 1 :])

    assert sg.parse("misere take-ones (1, 1)").outcome == "N"
    assert sg.parse("take-ones (1,) + take-ones ()").components[0].state == (1,)


def test_is_empty_and_format_may_be_properties() -> None:
    class Fewer(sg.HeapGame):
        @property
        def is_empty(self) -> Callable[[object], bool]:
            return lambda state: True

        def options(self, n: int) -> list[int]:
            return [n - 1] if n else []

    class Named(sg.AnyGame):
        @property
        def format(self) -> Callable[[object], str]:
            return repr

        def options(self, state: str) -> list[str]:
            return [state[1:]] if state else []

    assert (Fewer()(3) + sg.nim(1)).outcome == "P"
    assert Named()("abc").value == 1


def test_a_game_does_not_take_the_name_of_a_built_in_one() -> None:
    class Renamed(sg.HeapsGame):
        """Take one or two from the first heap, any number from the second."""

        heaps = 2

        def __init__(self, name: str) -> None:
            self.name = name

        def options(self, heaps: tuple[int, int]) -> Iterator[tuple[int, int]]:
            a, b = heaps
            yield from ((a - k, b) for k in (1, 2) if k <= a)
            yield from ((a, k) for k in range(b))

    assert Renamed("mine").head == "mine[name='mine']"
    with pytest.raises(RangeError, match="wythoff, which is there already"):
        Renamed("wythoff")  # Fraenkel's theorem said who wins in misère play


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("kind", "subtraction"),
        ("kind", "loopy"),
        ("engine", "fast"),
        ("code", parse_code("0.77")),  # its period would be "proved" for the user's game
        ("code", 3),
        ("same_code", "0.77"),
        ("engine", "nim"),  # every heap would be worth its size
        ("symmetric", True),  # (5, 3) would be the same position as (3, 5)
        ("same_length", True),
        ("by_place", True),
        ("grouped", True),  # of a sum only the first part would be written
        ("successors", lambda self, state: []),  # the value would not be that of these moves
        ("checked_options", lambda self, state: []),
        ("checked_option", lambda self, option, state: ()),
        ("check", lambda self, state: state > 0),  # a heap of 3 would be answered as a heap of 1
        ("option_count", lambda self, state: 1),  # a position would have fewer moves than it lists
        ("pieces", lambda self, state: ()),  # misère play would be over
        ("ordered", lambda self, state: state),
        ("_number", 2),  # no change of it would make another game
        ("_empty", 2),
        ("given", (1, 2)),  # the arguments of the constructor would take its place
        ("_options_in_memory", lambda self, state: []),
    ],
)
def test_names_by_which_a_base_says_how_it_is_solved_are_refused(name: str, value: object) -> None:
    with pytest.raises(RangeError, match=f"another name than {name}"):
        type("NamedLikeAnAttribute", (sg.HeapGame,), {name: value, "options": lambda self, n: []})
    mixin = type("Mixin", (), {name: value})
    with pytest.raises(RangeError, match=f"another name than {name}"):
        type("NamedByAMixin", (mixin, sg.HeapGame), {"options": lambda self, n: []})

    class WithAField(sg.HeapGame):
        def __init__(self) -> None:
            setattr(self, name, value)

    with pytest.raises(RangeError, match=f"another name than {name}"):
        WithAField()


def test_a_class_is_no_game() -> None:
    class Empty(sg.HeapGame):
        def options(self, n: int) -> list[int]:
            return []

    for ask in (sg.discover, sg.p_positions):
        with pytest.raises(RangeError, match="got the class Empty: call it"):
            ask(Empty)


def test_a_method_is_no_property() -> None:
    """``if game.ends`` would hold of every method."""
    for name in ("ends", "head"):
        with pytest.raises(RangeError, match=f"another name than {name}"):
            type(
                "NamedLikeAProperty",
                (sg.HeapGame,),
                {name: lambda self: False, "options": lambda self, n: []},
            )


def test_a_hook_that_is_no_function_is_refused() -> None:
    position = sg.parse("nim 3,4")
    position.solve()
    with pytest.raises(RangeError, match="a function that is told the progress, got 3"):
        position.solve(progress=3)  # type: ignore[arg-type]
