"""Random rules of one's own, dressed as heaps, tuples, strings, sets and classes, and who wins by a plain search.

A rule is a finite table: for each state the options, each a tuple of states. A case is a sum of such games and of
built-in ones. Nothing of Sprague's solves it here: :class:`Plain` looks at every sum that can be reached.
"""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Callable, Iterator
from itertools import count, product
from typing import Any, NamedTuple

import sprague as sg
from sprague.model.ruleset import Component, Ruleset
from sprague.workbench.position import Position

#: The options of each state of a rule, the states as 0, 1, 2, …
Moves = tuple[tuple[tuple[int, ...], ...], ...]

#: A sum: the game (its place in the case) and the state of each component that can be moved in, in order.
Sum = tuple[tuple[int, Any], ...]

#: A case in which more sums can be reached is left out.
MOST_SUMS = 1500


class Game(NamedTuple):
    """A rule, and what its states look like: ``labels[s]`` is state ``s`` as Sprague gets it."""

    dress: str
    labels: tuple[Any, ...]
    moves: Moves

    def options(self, state: int) -> tuple[tuple[int, ...], ...]:
        return self.moves[state]


class BuiltIn(NamedTuple):
    """A game that ships with Sprague."""

    name: str

    def options(self, state: Any) -> Iterator[tuple[Any, ...]]:
        return BUILT_IN[self.name][0](state)


class Case(NamedTuple):
    """A position: ``start`` gives for each component its game in ``games`` and its state."""

    misere: bool
    games: tuple[Game | BuiltIn, ...]
    start: tuple[tuple[int, Any], ...]


# Built-in games by their rules


def nim(heap: int) -> Iterator[tuple[int, ...]]:
    return ((n,) for n in range(heap))


def kayles(row: int) -> Iterator[tuple[int, ...]]:
    return ((a, row - k - a) for k in (1, 2) for a in range(row - k + 1))


def grundy(heap: int) -> Iterator[tuple[int, ...]]:
    return ((a, heap - a) for a in range(1, (heap + 1) // 2))


Cells = frozenset[tuple[int, int]]


def regions(cells: Cells) -> tuple[Cells, ...]:
    """The connected parts of a board, each moved to the corner."""
    found, rest = [], set(cells)
    while rest:
        region, edge = set(), {rest.pop()}
        while edge:
            r, c = cell = edge.pop()
            region.add(cell)
            edge |= {(r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)} & rest
            rest -= edge
        top, left = min(r for r, _ in region), min(c for _, c in region)
        found.append(frozenset((r - top, c - left) for r, c in region))
    return tuple(found)


def cram(cells: Cells) -> Iterator[tuple[Cells, ...]]:
    for r, c in cells:
        for other in ((r + 1, c), (r, c + 1)):
            if other in cells:
                yield regions(cells - {(r, c), other})


def board(rows: int, columns: int) -> Cells:
    return frozenset(product(range(rows), range(columns)))


def cells_of(text: str) -> tuple[Cells, ...]:
    """The regions of ``3x4`` or ``..#/...``."""
    if "x" in text:
        rows, columns = map(int, text.split("x"))
        return regions(board(rows, columns))
    lines = enumerate(text.split("/"))
    return regions(frozenset((r, c) for r, line in lines for c, mark in enumerate(line) if mark == "."))


def cram_text(cells: Cells) -> str:
    rows, columns = (1 + max(cell[i] for cell in cells) for i in (0, 1))
    return "/".join("".join(".#"[(r, c) not in cells] for c in range(columns)) for r in range(rows))


#: Name -> its moves, and states to begin with.
BUILT_IN: dict[str, tuple[Callable[[Any], Iterator[tuple[Any, ...]]], tuple[Any, ...]]] = {
    "nim": (nim, (0, 1, 2, 3, 4)),
    "kayles": (kayles, (0, 1, 2, 3, 4, 5)),
    "grundy": (grundy, (1, 3, 5, 6, 7)),
    "cram": (cram, (board(1, 2), board(1, 4), board(2, 2), board(2, 3))),
}

# What a rule may look like

TEXTS = (
    "",
    "0",
    "a",
    "ab",
    "1101",
    "x+y",
    "a b",
    "misere",
    "#",
    "it's",
    "(",
    "()",
    "None",
    "007",
    "-",
    "a,b",
    "é",
)
ANYTHING = (None, (), "a", (0, "a"), ((1, 2), (3,)), -1, 2.5, frozenset(), "0", (0, 0), b"x", ("", None))
SETS = tuple(frozenset(some) for some in ((), (0,), (1,), (0, 1), (2,), (0, 2), (1, 2), (0, 1, 2), (7,)))
PAIRS = tuple(product(range(3), repeat=2))
TRIPLES = tuple(product(range(2), repeat=3))

LABELS: dict[str, tuple[Any, ...]] = {
    "heap": tuple(range(8)),
    "heap class": tuple(range(8)),
    "two heaps": PAIRS,
    "pair": PAIRS,
    "triple": TRIPLES,
    "text": TEXTS,
    "set": SETS,
    "anything": ANYTHING,
    "class of anything": ANYTHING,
    "class of pairs": PAIRS,
    "class of heaps": PAIRS,
    "class of ints": tuple(range(8)),
}

#: The tables of the classes below, which are told the number of theirs.
TABLES: dict[int, dict[Any, list[Any]]] = {}
NUMBERS = count()


def dressed(game: Game, name: str) -> Any:
    """The game as a user of Sprague would have it."""
    heap = game.dress in ("heap", "heap class")

    def option(states: tuple[int, ...]) -> Any:
        labels = [game.labels[state] for state in states]
        if len(labels) == 1:
            return labels[0]
        return tuple(labels) if heap else labels

    table = {label: [*map(option, game.moves[s])] for s, label in enumerate(game.labels)}
    if "class" in game.dress:
        TABLES[number := next(NUMBERS)] = table
        return class_of(game.dress, name)(number)
    return sg.rule(function_of(game.dress, table), name=name, heaps=0 if game.dress == "anything" else None)


def function_of(dress: str, table: dict[Any, list[Any]]) -> Callable[..., Any]:
    def heap(n: int) -> Any:
        return table.get(n, [])

    def two(a: int, b: int) -> Any:
        yield from table.get((a, b), ())

    def pair(heaps: tuple[int, int]) -> Any:
        return table.get(heaps, [])

    def triple(heaps: tuple[int, int, int]) -> Any:
        yield from table.get(heaps, [])

    def text(row: str) -> Any:
        yield from table[row]

    def some(elements: frozenset[int]) -> Any:
        return table[elements]

    def anything(state: Any) -> Any:
        return iter(table[state])

    functions: dict[str, Callable[..., Any]] = {
        "heap": heap,
        "two heaps": two,
        "pair": pair,
        "triple": triple,
        "text": text,
        "set": some,
        "anything": anything,
    }
    return functions[dress]


def class_of(dress: str, word: str) -> Any:
    if dress == "heap class":

        class Heap(sg.HeapGame):
            """Play by a table."""

            name = word

            def __init__(self, number: int) -> None:
                self.number = number

            def options(self, n: int) -> Any:
                return TABLES[self.number].get(n, [])

        return Heap

    if dress == "class of heaps":

        class Heaps(sg.HeapsGame):
            """Play by a table."""

            name = word
            heaps = 2

            def __init__(self, number: int) -> None:
                self.number = number

            def options(self, heaps: Any) -> Any:
                return TABLES[self.number].get(heaps, [])

        return Heaps

    class Anything(sg.AnyGame):
        """Play by a table."""

        name = word

        def __init__(self, number: int) -> None:
            self.number = number

        def options(self, state: Any) -> Any:
            return TABLES[self.number].get(state, [])

    return Anything


# Random cases


def case(dice: random.Random) -> Case:
    """A position in normal play, in misère play, or of games with cycles."""
    while True:
        kind = dice.choice(("normal", "misere", "cycles"))
        games = [own(dice, kind == "cycles")]
        if dice.random() < 0.3:
            games.append(own(dice, kind == "cycles" and dice.random() < 0.5))
        if dice.random() < 0.5:
            games.append(BuiltIn(dice.choice(tuple(BUILT_IN))))
        chosen = [*range(len(games))]
        while dice.random() < 0.3 and len(chosen) < 4:
            chosen.append(dice.randrange(len(games)))
        dice.shuffle(chosen)
        drawn = Case(kind == "misere", tuple(games), tuple((i, begin(dice, games[i])) for i in chosen))
        if Plain(drawn).whole:
            return drawn


def begin(dice: random.Random, game: Game | BuiltIn) -> Any:
    if isinstance(game, BuiltIn):
        return dice.choice(BUILT_IN[game.name][1])
    return max(dice.choices(range(len(game.moves)), k=2))


def own(dice: random.Random, cycles: bool) -> Game:
    """A rule with options that are sums, with options that leave nothing, and, with ``cycles``, with positions that
    come back."""
    dress = dice.choice(tuple(LABELS))
    labels = LABELS[dress]
    size = dice.randint(2, min(7, len(labels)))
    split = 0 if cycles else dice.choice((0, 0.2))
    nothing = dice.choice((0, 0, 0.15))

    def option(state: int) -> tuple[int, ...]:
        if dice.random() < nothing:
            return ()
        many = 2 if dice.random() < split else 1
        return tuple(dice.randrange(size if cycles else state) for _ in range(many))

    def options(state: int) -> tuple[tuple[int, ...], ...]:
        many = dice.randint(0, 3) if cycles or state else int(dice.random() < nothing)
        drawn = (option(state) if cycles or state else () for _ in range(many))
        return tuple(dict.fromkeys(drawn))

    return Game(dress, tuple(dice.sample(labels, size)), tuple(map(options, range(size))))


# The plain search


class Plain:
    """Who wins each sum that can be reached: ``outcome`` N, P or D, and how many moves it lasts when the winner hurries
    and the loser delays. ``whole`` says whether all were looked at."""

    def __init__(self, case: Case) -> None:
        self.case = case
        self.root = self.sum(case.start)
        self.options: dict[Sum, set[Sum]] = {}
        waiting = [self.root]
        while waiting and len(self.options) <= MOST_SUMS:
            here = waiting.pop()
            if here not in self.options:
                self.options[here] = set(self.moves(here))
                waiting += self.options[here]
        self.whole = not waiting
        self.outcome = dict.fromkeys(self.options, "D")
        self.remoteness: dict[Sum, int] = {}
        if self.whole:
            self._search()

    def sum(self, parts: Any) -> Sum:
        """The components that have moves, in one order; a board as its regions."""
        alive = [
            (i, piece)
            for i, state in parts
            for piece in (regions(state) if isinstance(state, frozenset) else (state,))
            if next(iter(self.case.games[i].options(piece)), None) is not None
        ]
        return tuple(sorted(alive, key=repr))

    def moves(self, here: Sum) -> Iterator[Sum]:
        for place, (i, state) in enumerate(here):
            for option in self.case.games[i].options(state):
                yield self.sum([*here[:place], *((i, part) for part in option), *here[place + 1 :]])

    def _search(self) -> None:
        sources: dict[Sum, list[Sum]] = {here: [] for here in self.options}
        for here, options in self.options.items():
            for option in options:
                sources[option].append(here)
        open_options = {here: len(options) for here, options in self.options.items()}
        queue = deque(here for here, options in self.options.items() if not options)
        for here in queue:
            self.outcome[here], self.remoteness[here] = "N" if self.case.misere else "P", 0
        while queue:
            here = queue.popleft()
            for before in sources[here]:
                open_options[before] -= 1
                if self.outcome[before] != "D" or (self.outcome[here] == "N" and open_options[before]):
                    continue
                self.outcome[before] = "N" if self.outcome[here] == "P" else "P"
                self.remoteness[before] = self.remoteness[here] + 1
                queue.append(before)

    @property
    def comes_back(self) -> bool:
        """Whether a sum that can be reached can be reached from itself."""
        done: set[Sum] = set()
        left = {here: set(options) for here, options in self.options.items()}
        while ended := [here for here, options in left.items() if options <= done]:
            done.update(ended)
            for here in ended:
                del left[here]
        return bool(left)

    def value(self) -> int:
        """The Grundy value by the definition, where no position comes back."""
        known: dict[Sum, int] = {}
        stack = [self.root]
        while stack:
            here = stack[-1]
            waiting = [option for option in self.options[here] if option not in known]
            stack += waiting
            if not waiting:
                stack.pop()
                values = {known[option] for option in self.options[here]}
                known[here] = next(n for n in count() if n not in values)
        return known[self.root]


# The same position for Sprague


class Asked:
    """A case as a position of Sprague, and its positions as sums of the plain search."""

    def __init__(self, case: Case, plain: Plain) -> None:
        self.plain = plain
        self.rulesets: list[Ruleset] = [
            sg.game(game.name).ruleset
            if isinstance(game, BuiltIn)
            else dressed(game, f"own-{'abcd'[i]}").ruleset
            for i, game in enumerate(case.games)
        ]
        self.numbers = [
            {} if isinstance(game, BuiltIn) else {label: s for s, label in enumerate(game.labels)}
            for game in case.games
        ]
        self.position = Position(tuple(self._component(*part) for part in case.start), case.misere)

    def _component(self, i: int, state: Any) -> Component:
        ruleset, game = self.rulesets[i], self.plain.case.games[i]
        if isinstance(state, frozenset):
            return sg.parse(f"cram {cram_text(state)}").components[0]
        return Component(ruleset, state if isinstance(game, BuiltIn) else ruleset.check(game.labels[state]))

    def sum(self, position: Position) -> Sum:
        """A position of Sprague's as a sum of the plain search."""
        parts = []
        for part in position.components:
            i = next((i for i, ruleset in enumerate(self.rulesets) if ruleset == part.ruleset), None)
            if i is None:
                if part.ruleset.head == "nim" and part.state == 0:
                    continue
                raise AssertionError(f"{part} is of none of the games of the sum")
            state: Any = part.state
            if state == 0 and self.numbers[i] and 0 not in self.numbers[i]:
                continue  # a heap of nothing, where an option leaves nothing
            if part.ruleset.head == "cram":
                parts += [(i, region) for region in cells_of(str(part).removeprefix("cram "))]
            else:
                parts.append((i, self.numbers[i][state] if self.numbers[i] else state))
        return self.plain.sum(parts)
