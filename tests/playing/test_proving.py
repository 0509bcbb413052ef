"""The steps of the Prove stop say only what holds for the very position: what each claims is checked here apart, by
plain searches, by trying every symmetry, by certificates."""

from __future__ import annotations

import functools
from collections import Counter
from itertools import combinations, pairwise, permutations
from math import gcd
from random import Random

import pytest
import stated

import sprague as sg
from sprague.boards import engine as cram
from sprague.games import cannibal, clobber, placing
from sprague.games.chomp import engine as chomp
from sprague.games.chomp import ordinal_engine as ordinal_chomp
from sprague.games.coins import row_games, tartan
from sprague.games.coins import rows as coins
from sprague.games.fibonacci import engine as fibonacci
from sprague.games.nim_like import prim, strips
from sprague.games.nim_like.euclid import Euclid
from sprague.games.nim_like.staircase import Staircase
from sprague.games.sprouts import brussels
from sprague.games.sylver import engine as sylver
from sprague.games.wythoff import lesson as wythoff
from sprague.graphs import geography, hackenbush, kayles_engine
from sprague.model import lesson, nim
from sprague.playing import proving
from sprague.playing.ladders import LADDERS
from sprague.proofs.check import check
from sprague.takebreak import closed_forms
from sprague.workbench.registry import builtin_rulesets

#: A plain search gives up beyond so many moves.
MOST = 2000


class TooMany(Exception):
    """The plain search meets too many moves."""


def has_moves(part) -> bool:
    return next(iter(part.ruleset.successors(part.state)), None) is not None


def wins(parts: tuple, misere: bool, known: dict) -> bool:
    """Whether whoever is to move wins a sum, by the definition."""
    key = tuple(sorted(filter(has_moves, parts), key=lambda part: (part.ruleset.head, hash(part.state))))
    if key in known:
        return known[key]
    won = misere if not key else False
    for i, part in enumerate(key):
        for option in part.ruleset.successors(part.state):
            known["met"] = known.get("met", 0) + 1
            if known["met"] > MOST:
                raise TooMany
            won = won or not wins((*key[:i], *option, *key[i + 1 :]), misere, known)
            if won:
                break
    known[key] = won
    return won


#: Games with infinitely many options.
ENDLESS = ("token", "ordinal-chomp")


@functools.cache
def value(part) -> int:
    """The value of a component, by the definition."""
    total = {
        functools.reduce(lambda a, b: a ^ value(b), option, 0)
        for option in part.ruleset.successors(part.state)
    }
    return next(n for n in range(len(total) + 1) if n not in total)


def live(position: sg.Position) -> list:
    return [part for part in position.components if has_moves(part)]


def alone(position: sg.Position) -> object:
    """The one component that equal ones leave."""
    left = [part for part, count in Counter(live(position)).items() if count % 2]
    assert len(left) == 1
    return left[0].state


def game(*names: str):
    def checks(position, message) -> None:
        odd = [part for part, count in Counter(live(position)).items() if count % 2]
        assert not position.misere and {part.ruleset.name for part in odd} <= set(names)

    return checks


def is_nim(misere: bool):
    def checks(position, message) -> None:
        assert position.misere == misere
        for part in live(position):
            assert part.ruleset.head in ("nim", "0.(3)")

    return checks


def values_add(position, message) -> None:
    """Values decide normal play of parts that end and whose moves are free."""
    assert not position.misere and not any(part.ruleset.kind for part in position.components)


def repeats(position, message) -> None:
    assert not position.misere
    period = message.parameters["period"].parameters["text"].parameters
    ruleset = sg.parse(f"{period['game']} 1").components[0].ruleset
    found = sg.octal(period["game"] if ruleset.name != "dots" else "0.137").period()
    assert (found.preperiod, found.period, found.saltus) == (period["s"], period["p"], period["c"])
    check(found.certificate())
    to = period["s"] + 2 * period["p"]
    if to < 100:
        row = [value(type(position.components[0])(ruleset, n)) for n in range(to)]
        for n in range(period["s"], to - period["p"]):
            assert row[n + period["p"]] == row[n] + period["c"]


def not_proved(position, message) -> None:
    part = live(position)[0]
    assert part.ruleset.head == "circle" or part.ruleset.engine == "takebreak"
    assert sg.octal(part.ruleset.head).period(limit=2000).status != "proved"


def laskers(position, message) -> None:
    game("lasker")(position, message)
    told = {1: 0, 2: 0, 3: 1, 0: -1}
    part = next(part for part in live(position) if part.ruleset.name == "lasker")
    assert all(value(part._replace(state=n)) == n + told[n % 4] for n in range(1, 25))


def circle(position, message) -> None:
    (n,) = (part.state for part in set(live(position)) if part.ruleset.name == "circle")
    assert message.parameters == {"n": n, "row": max(0, n - 3)}


def pairs(t: int | None):
    def checks(position, message) -> None:
        part = next(part for part in live(position) if "wythoff" in part.ruleset.name)
        step = message.parameters.get("t", part.ruleset.t if t is None else 1)
        two = [n for n in part.state if n]
        assert not position.misere and len(two) <= 2
        assert step == (part.ruleset.t if hasattr(part.ruleset, "t") else 1)
        assert (t is None) == (step > 1)

    return checks


def whinihan(at_start: bool):
    def checks(position, message) -> None:
        game("fibonacci")(position, message)
        n, q = alone(position)
        assert (q == n - 1) == at_start
        assert wins(tuple(live(position)), False, {}) == (q >= smallest_part(n))

    return checks


def smallest_part(n: int) -> int:
    a, b = 1, 2
    while b <= n:
        a, b = b, a + b
    return a if a == n else smallest_part(n - a)


def bar(fits, name="chomp"):
    def checks(position, message) -> None:
        game(name)(position, message)
        assert fits(alone(position))

    return checks


def cells_of(board) -> set[tuple[int, int]]:
    free = {divmod(c, board.columns) for c in range(board.rows * board.columns) if board.cells >> c & 1}
    return {(r, c) for r, c in free if {(r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)} & free}


def dominoes_of(cells) -> list[frozenset]:
    return [
        frozenset((cell, other))
        for cell in cells
        for other in ((cell[0] + 1, cell[1]), (cell[0], cell[1] + 1))
        if other in cells
    ]


def mirrored(turned_only: bool, centre: bool):
    def checks(position, message) -> None:
        game("cram")(position, message)
        cells = cells_of(alone(position))
        (top, left), (low, right) = (
            tuple(pick(axis) for axis in zip(*cells, strict=True)) for pick in (min, max)
        )
        images = [lambda r, c: (top + low - r, left + right - c)]
        if not turned_only:
            images += [
                lambda r, c: (top + low - r, c),
                lambda r, c: (r, left + right - c),
                lambda r, c: (top + c - left, left + r - top),
                lambda r, c: (top + right - c, left + low - r),
            ]
        fitting = []
        for image in images:
            if {image(*cell) for cell in cells} == cells:
                own = [d for d in dominoes_of(cells) if d & {image(*cell) for cell in d}]
                fitting.append(own)
        if centre:
            assert any(len(own) == 1 for own in fitting)
        else:
            assert any(not own for own in fitting)

    return checks


def grid_mirrored(name: str, centre: bool):
    """By the definition; on a board too large for it, each option (of the board that a first move leaves, if the first
    player wins) has an option with the symmetry that the board has."""

    def checks(position, message) -> None:
        game(name)(position, message)
        (part,) = live(position)
        try:
            assert wins((part,), position.misere, {}) == centre
            return
        except TooMany:
            pass
        exchanged = str.maketrans("xo", "ox")

        def options(board):
            return [option[0].state for option in part.ruleset.successors(board)]

        def fixed(board, turn, colours):
            image = list(board.images())[turn]
            return board == (image._replace(cells=image.cells.translate(exchanged)) if colours else image)

        assert any(
            fixed(start, turn, colours)
            and all(any(fixed(back, turn, colours) for back in options(left)) for left in options(start))
            for start in (options(part.state) if centre else [part.state])
            for turn in (1, 2, 3, 4, 7)
            for colours in (False, True)
        )

    return checks


def ender(position, message) -> None:
    """The largest number that is no sum becomes one by every other move."""
    game("sylver")(position, message)
    numbers = alone(position)
    sums = {0}
    for n in range(1, 300):
        sums |= {n} if any(n - k in sums for k in numbers) else set()
    last = max(n for n in range(300) if n not in sums)
    for n in range(2, last):
        assert n in sums or any(last - k in sums for k in range(n, last + 1, n))


def prime(position) -> None:
    (n,) = alone(position)
    assert n > 4 and all(n % k for k in range(2, n))


def graph_mirrored(centre: bool):
    def checks(position, message) -> None:
        game("node-kayles", "arc-kayles")(position, message)
        graph = alone(position)
        ruleset = live(position)[0].ruleset
        near = [set(around) for around in graph.neighbours()]
        vertices = [v for v in range(len(near)) if near[v] or ruleset.name == "node-kayles"]
        if ruleset.name == "node-kayles":
            moved = [{v} | near[v] for v in vertices]
            gone = {v: moved[i] for i, v in enumerate(vertices)}
            plays = [({v}, gone[v]) for v in vertices]
        else:
            plays = [(set(edge), set(edge)) for edge in graph.edges]
        if len(vertices) > 8:
            assert_outcome_of(position, centre)
            return
        for image in permutations(vertices):
            to = dict(zip(vertices, image, strict=True))
            if any(to[to[v]] != v for v in vertices):
                continue
            if any({to[w] for w in near[v]} != near[to[v]] for v in vertices):
                continue
            # A play meets its image when it takes what the image needs.
            own = [needs for needs, takes in plays if takes & {to[v] for v in needs}]
            if not own and not centre:
                return
            if centre:
                for _, takes in plays:
                    rest = [(n, t) for n, t in plays if not n & takes]
                    if {to[v] for v in takes} == takes and not any(t & {to[v] for v in n} for n, t in rest):
                        return
        raise AssertionError(f"no such symmetry of {position.text}")

    return checks


def assert_outcome_of(position, won: bool) -> None:
    try:
        assert wins(tuple(live(position)), position.misere, {}) == won
    except TooMany:
        assert "grid:8x8" in position.text  # even sides: turned half round no vertex meets its image


def forest(trees: bool):
    def checks(position, message) -> None:
        game("hackenbush")(position, message)
        rings = []
        for part in live(position):
            root = list(range(len(part.state.vertices)))

            def find(v: int, root=root) -> int:
                while root[v] != v:
                    v = root[v]
                return v

            for a, b in part.state.edges:
                rings.append(find(a) == find(b))
                root[find(a)] = find(b)
        assert any(rings) != trees

    return checks


def has_value(position, message) -> None:
    values_add(position, message)
    part, told = message.parameters["part"], message.parameters["value"]
    assert part in position.components
    if part.ruleset.name in ENDLESS:
        return
    try:
        wins((part, nim.heap(told)), False, {})
    except TooMany:
        return
    assert not wins((part, nim.heap(told)), False, {})


def equal_parts(position, message) -> None:
    values_add(position, message)
    assert any(count > 1 for count in Counter(live(position)).values())


def computed(position, message) -> None:
    assert sg.solve(position).evidence.sentence == message.parameters["source"]


def of_kind(kind: str):
    def checks(position, message) -> None:
        computed(position, message)
        assert sg.solve(position).evidence.kind == kind

    return checks


def no_claim(position, message) -> None:
    """A definition, or a step that holds of every game."""


def play(misere: bool):
    def checks(position, message) -> None:
        assert position.misere == misere

    return checks


def cycles(position, message) -> None:
    assert any(part.ruleset.kind == "loopy" for part in position.components)


def mex(values) -> int:
    return next(n for n in range(len(values) + 1) if n not in values)


@functools.cache
def product(a: int, b: int) -> int:
    """The nim product, by Conway's definition."""
    return mex(
        {product(i, b) ^ product(a, j) ^ product(i, j) for i in range(a) for j in range(b)}
        if a and b
        else set()
    )


def odious(n: int) -> int:
    return 2 * n + (n.bit_count() + 1) % 2


def power_of_2(n: int) -> int:
    return n & -n


def added(one):
    """The value of a row, from the value of one of its heads."""
    return lambda state: functools.reduce(lambda total, place: total ^ one(place), state, 0)


def between(state) -> int:
    gaps = [b - a - 1 for a, b in pairwise((-1, *state))]
    return functools.reduce(lambda a, b: a ^ b, gaps[::-1][::2], 0)


def welters(state) -> int:
    total = functools.reduce(lambda a, b: a ^ b, state, 0)
    for a, b in combinations(state, 2):
        total ^= 2 * power_of_2(b - a) - 1
    return total


def by_quotients(positive: bool):
    def worth(state) -> int:
        small, large = sorted(state)
        if small == 0:
            return 0
        quotient, rest = divmod(large, small)
        if rest == 0 and positive:
            return quotient - 1
        first = worth((rest, small))
        return [n for n in range(quotient + 1) if n != first][quotient - 1]

    return worth


def least_factor(n: int) -> int:
    return next(d for d in range(2, n + 1) if n % d == 0)


def is_prime(n: int) -> bool:
    return least_factor(n) == n


#: The values of coin games and of the relatives of Nim, as their books give them.
WORTH = {
    "turning-turtles": added(lambda n: n),
    "twins": added(lambda n: n),
    "mock-turtles": added(odious),
    "triplets": added(lambda n: odious(n - 2) if n > 1 else 0),
    "ruler": added(power_of_2),
    "turning-corners": added(lambda place: product(*place)),
    "rugs": added(lambda place: product(*map(power_of_2, place))),
    "tartan[mock-turtles,ruler]": added(lambda place: product(odious(place[0]), power_of_2(place[1]))),
    "staircase": lambda state: functools.reduce(lambda a, b: a ^ b, state[::2]),
    "prim": lambda n: n if n < 2 else 0 if n % 2 == 0 else sum(map(is_prime, range(2, least_factor(n) + 1))),
    "dim": lambda n: next(k for k in range(n + 1) if n % 2**k) if n else 0,
    "silver-dollar": between,
    "welter": welters,
    "euclid": by_quotients(False),
    "euclid[positive]": by_quotients(True),
}


def worth(*names: str):
    """The position is of one of these games, and worth what the book says: by the definition where that is short."""

    def checks(position, message) -> None:
        assert not position.misere
        parts = [part for part in live(position) if part.ruleset.head in names]
        assert parts
        for part in parts:
            stated = WORTH[part.ruleset.head](part.state)
            assert sg.solve(str(part), value=True).value == stated
            if part.ruleset.head not in ("turning-corners", "rugs", "tartan[mock-turtles,ruler]"):
                assert value(part) == stated

    return checks


def lasting(position, message) -> None:
    """Two plays by chance end after as many moves, and after as many as the message says."""
    assert all(part.ruleset.head == "brussels-sprouts" for part in position.components)
    for chance in map(Random, range(2)):
        here, lines = position, 0
        while left := here.moves().first(50):
            here, lines = chance.choice(left).to, lines + 1
        assert message.parameters.get("n", lines) == lines
        assert (position.outcome == "N") == ((lines % 2 == 1) != position.misere)


def quiet_end(position, message) -> None:
    """Of two multiples that add up to the largest one that is no sum, exactly one is a sum."""
    numbers = alone(position)
    g = gcd(*numbers)
    sums = {0}
    for n in range(1, 300):
        if any(n - k in sums for k in numbers):
            sums.add(n)
    last = max(n for n in range(0, 300, g) if n not in sums)
    assert g in (2, 3, 5, 7) and all((n in sums) != (last - n in sums) for n in range(0, last + 1, g))
    assert {"g": g, "t": last}.items() >= message.parameters.items()


ROWS = ("turning-turtles", "mock-turtles", "ruler", "twins", "triplets")
PLANES = ("turning-corners", "rugs", "tartan[mock-turtles,ruler]")
EUCLIDS = ("euclid", "euclid[positive]")

#: Every sentence that may be a step, or stand behind one, and how its claim is checked.
CHECKS = {
    coins.SINGLE_HEADS.key: worth(*ROWS, *PLANES),
    **{game.theorem_step.key: worth(game.name) for game in map(row_games.ROWS.get, ROWS)},
    row_games.TurningTurtles.behind.key: worth("turning-turtles", "twins", "staircase", "silver-dollar"),
    row_games.MockTurtles.behind.key: worth("mock-turtles", "triplets"),
    **dict.fromkeys([tartan.PRODUCT.key, tartan.BEHIND.key], worth(*PLANES)),
    **dict.fromkeys([step.key for step in strips.Welter.steps], worth("welter")),
    strips.Welter.behind.key: worth("welter"),
    **dict.fromkeys([step.key for step in strips.SilverDollar.steps], worth("silver-dollar")),
    **dict.fromkeys([step.key for step in Staircase.steps], worth("staircase")),
    **dict.fromkeys([step.key for step in (*prim.Prim.steps, prim.Prim.behind)], worth("prim", "dim")),
    **dict.fromkeys([step.key for step in prim.Dim.steps], worth("dim")),
    **dict.fromkeys([step.key for step in (*Euclid.steps, Euclid.behind)], worth(*EUCLIDS)),
    **stated.CHECKS,
    **dict.fromkeys([m.key for m in (proving.TRAP, proving.SECOND, proving.SO)], play(False)),
    **dict.fromkeys(
        [m.key for m in (proving.MISERE_TRAP, proving.MISERE_SECOND, proving.MISERE_SO)], play(True)
    ),
    proving.FIRST.key: no_claim,
    **dict.fromkeys([m.key for m in proving.WITH_CYCLES], cycles),
    proving.CANCEL.key: equal_parts,
    **dict.fromkeys([m.key for m in (*lesson.VALUES, lesson.SPRAGUE_GRUNDY)], values_add),
    **dict.fromkeys([m.key for m in (*nim.COLUMNS.steps, nim.COLUMNS.behind)], is_nim(False)),
    **dict.fromkeys([m.key for m in (*nim.MISERE_COLUMNS.steps, nim.MISERE_COLUMNS.behind)], is_nim(True)),
    **dict.fromkeys([m.key for m in (*closed_forms.LASKER_VALUES, closed_forms.LASKER_BEHIND)], laskers),
    **dict.fromkeys([m.key for m in (*wythoff.WYTHOFF_PAIRS.steps, wythoff.WYTHOFF_PAIRS.behind)], pairs(1)),
    **dict.fromkeys(
        [m.key for m in (*wythoff.other_pairs(2).steps, wythoff.other_pairs(2).behind)], pairs(None)
    ),
    **dict.fromkeys([m.key for m in fibonacci.ZECKENDORF], game("fibonacci")),
    fibonacci.WHINIHAN.key: whinihan(True),
    fibonacci.WHINIHAN_LIMITED.key: whinihan(False),
    **dict.fromkeys([m.key for m in chomp.TWO_ARMS], bar(lambda rows: set(rows[1:]) <= {1})),
    **dict.fromkeys(
        [m.key for m in (*chomp.STOLEN, chomp.GALE)], bar(lambda rows: len(set(rows)) == 1 and sum(rows) > 1)
    ),
    **dict.fromkeys([m.key for m in chomp.COPIED], bar(lambda rows: rows[0] == len(rows) and rows[1] > 1)),
    **dict.fromkeys([m.key for m in chomp.TWO_ROW_STEPS], bar(lambda rows: len(rows) == 2 or max(rows) == 2)),
    **dict.fromkeys(
        [m.key for m in (*ordinal_chomp.TWO_ROW_STEPS, ordinal_chomp.HUDDLESTON)],
        bar(lambda rows: len(rows) == 2, "ordinal-chomp"),
    ),
    **dict.fromkeys(
        [m.key for m in ordinal_chomp.ONE_INFINITE_STEPS],
        bar(lambda rows: [row.is_finite for row in rows].count(False) == 1, "ordinal-chomp"),
    ),
    **dict.fromkeys([m.key for m in cram.MIRRORED], mirrored(False, False)),
    **dict.fromkeys([m.key for m in cram.MIDDLE], mirrored(True, True)),
    **dict.fromkeys([m.key for m in kayles_engine.MIRRORED], graph_mirrored(False)),
    **dict.fromkeys([m.key for m in kayles_engine.MIDDLE], graph_mirrored(True)),
    **dict.fromkeys([step.key for step in (*sylver.STEALING, *sylver.COPRIME)], ender),
    sylver.PRIME[0].key: lambda position, message: prime(position),
    sylver.HUTCHINGS_BEHIND.key: game("sylver"),
    **dict.fromkeys([m.key for m in (*sylver.QUIET, sylver.QUIET_BEHIND)], quiet_end),
    **dict.fromkeys([m.key for m in (*brussels.STEPS, brussels.COUNT, brussels.BEHIND)], lasting),
    cannibal.CannibalEngine.steps[0][0].key: grid_mirrored("cannibal-clobber", False),
    clobber.ClobberEngine.steps[0][0].key: grid_mirrored("clobber", False),
    **{step.key: grid_mirrored("place", bool(i)) for i, (step,) in enumerate(placing.PlacingEngine.steps)},
    lesson.MIRROR.key: game("cram", "node-kayles", "arc-kayles", "clobber", "cannibal-clobber", "place"),
    hackenbush.COLON.key: game("hackenbush"),
    hackenbush.BUSHES.key: forest(True),
    hackenbush.FUSED.key: forest(False),
    hackenbush.FUSION_BEHIND.key: forest(False),
    geography.PAIRED.key: lambda position, message: assert_outcome_of(position, True),
    geography.FREE_PLACE.key: lambda position, message: assert_outcome_of(position, False),
    geography.PAIRING.key: game("geography"),
    "Every move in a circle of {n} leaves a row of {row}: the circle is lost exactly when the value of that row is not "
    "0.": circle,
    "The values repeat from some length on. To prove it, it is enough to check finitely many: {period}.": repeats,
    "Each value is larger by the same number than the one a period before it. To prove it, it is enough to check "
    "finitely many: {period}.": repeats,
    "Whether these values repeat from some length on is not proved here: that of {n} was found from all smaller "
    "ones.": not_proved,
    "Whatever heap replaces the token, the other player takes all of it, and has moved last.": game("token"),
    "{part} has the value *{value}: {source}.": has_value,
    "{count} more part has a value as well.": values_add,
    "This position is decided by a theorem: {source}.": of_kind("theorem"),
    "This position is decided by a proved period: {source}.": of_kind("periodic"),
    "Nothing is proved here beyond what was computed: {source}.": of_kind("computed"),
    "Who wins here is out of reach: nothing is proved about this position.": no_claim,
    "No move is left here: whoever is to move has lost.": play(False),
    "No move is left here: whoever is to move has won, as the other side moved last.": play(True),
}


def examine(position: sg.Position) -> None:
    shown = proving.prove(position)
    for message in (*shown.steps, *([shown.behind] if shown.behind else [])):
        CHECKS[message.key](position, message)
    if shown.known is not None and shown.known.outcome != "D":
        try:
            if not any(part.ruleset.kind or part.ruleset.name in ENDLESS for part in position.components):
                won = wins(tuple(live(position)), position.misere, {})
                assert won == (shown.known.outcome == "N")
        except (TooMany, RecursionError):
            pass


RUNGS = [rung.position for ladder in LADDERS for rung in ladder.rungs]
EXAMPLES = [ruleset.example for ruleset in builtin_rulesets()]
ODD = [
    "sylver 4,6",
    "sylver 6,9 + sylver 4,6",
    "chomp 1x1",
    "chomp 4,3,1",
    "chomp 4,4,2",
    "chomp 5,4",
    "chomp 2,2,2,1",
    "fibonacci 14:8",
    "fibonacci 13:5",
    "wythoff[t=2] 3,7",
    "wythoff 3,4,5",
    "wythoff 3,0,5",
    "wythoff[any] 0,1,2",
    "0.(3) 2,3",
    "0.007 9",
    "0.137 9",
    "subtract{1,3,4} 9",
    "unequal:4.0 9",
    "all-but{2} 5",
    "cram .#./.../.#.",
    "cram ..#/.../#..",
    "cram 1x7",
    "cram 3x3 + cram 3x3",
    "kayles 3,3,5",
    "lasker 4,5,6",
    "chomp 3x4 + cram 2x3",
    "token + nim 3",
    "node-kayles path:7",
    "arc-kayles cycle:6",
    "hackenbush edges:ground-a,a-a",
    "geography cycle:5@1",
    "top-entails 3,4",
    "loopy edges:a>b,b>c,c>a,a>d@a",
    "nim 0",
    "kayles 1,2,3,4,5,6,7,8",
]


@pytest.mark.parametrize("text", dict.fromkeys([*RUNGS, *EXAMPLES, *ODD]))
def test_every_step_holds_for_the_position(text):
    position, chance = sg.parse(text), Random(text)
    for _ in range(3):
        examine(position)
        left = position.moves().first(60)
        # Not every game has a meaning in misère play, and what has many moves takes long there.
        if not any(part.ruleset.kind for part in position.components) and len(left) < 14:
            examine(sg.parse(f"misere {position.text}"))
        if not left:
            return
        position = chance.choice(left).to


SMALL = ["nim 3", "kayles 4", "cram 2x3", "chomp 2x3", "wythoff 1,3", "lasker 4", "fibonacci 7", "grundy 6"]


@pytest.mark.parametrize("seed", range(24))
def test_the_steps_of_sums_hold_for_all_their_parts(seed):
    chance = Random(seed)
    text = " + ".join(chance.choice(SMALL) for _ in range(chance.randint(2, 3)))
    examine(sg.parse(text))
    examine(sg.parse(f"misere {text}"))


def test_the_proof_of_a_sum_is_not_that_of_its_first_part():
    keys = {step.key for step in proving.prove(sg.parse("wythoff 4,6 + kayles 5")).steps}
    assert not keys & {step.key for step in wythoff.WYTHOFF_PAIRS.steps}
    assert {step.key for step in lesson.VALUES} <= keys


class Halving(sg.HeapGame):
    def options(self, n):
        return [(n - k,) for k in range(1, n // 2 + 1)]


def test_of_a_game_of_ones_own_nothing_is_proved_beyond_what_was_computed():
    position = Halving()(9)
    shown = proving.prove(position)
    examine(position)
    assert (
        shown.behind is None
        and shown.steps[-1].key == "Nothing is proved here beyond what was computed: {source}."
    )


def test_who_wins_out_of_reach_is_said():
    shown = proving.prove(sg.parse("cram 9x9"))
    assert str(shown.steps[-1]) == "Who wins here is out of reach: nothing is proved about this position."
    assert shown.behind is None and shown.known is None


@pytest.mark.parametrize("t", [1, 2, 3])
def test_both_ways_out_to_a_pair_of_two_heaps(t):
    """The steps of the lesson, done: the pairs built one by one, and the move that each other position has."""
    pairs_of, used = [(0, 0)], {0}
    while len(pairs_of) < 40:
        small = next(n for n in range(1000) if n not in used)
        pairs_of.append((small, small + t * len(pairs_of)))
        used |= set(pairs_of[-1])
    place = {n: number for number, pair in enumerate(pairs_of) for n in pair}
    for x in range(40):
        for y in range(x, 60):
            small, large = pairs_of[place[x]]
            if (x, y) == (small, large):
                continue
            partner = large if x == small else small
            if partner < y:
                left = sorted((x, partner))
            else:
                assert y - x < large - small
                earlier = (y - x) // t
                left = pairs_of[earlier]
                assert earlier < place[x] and left[0] < x and left[1] < y
                assert 0 <= (y - left[1]) - (x - left[0]) < t
            assert tuple(left) in pairs_of
            text = f"wythoff[t={t}] {x},{y}" if t > 1 else f"wythoff {x},{y}"
            if x < 12 and y < 20:
                wins_there = {
                    tuple(sorted(map(int, move.to.text.split()[-1].split(","))))
                    for move in sg.solve(text).winning_moves
                }
                assert tuple(left) in wins_there
