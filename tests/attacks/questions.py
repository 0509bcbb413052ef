"""Questions to everything that grows, each with its answer as text: for tests that ask them again after an attack."""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Callable
from typing import Any

import sprague as sg
from sprague.games.entailing import stacks
from sprague.misereplay import heaps as misere_heaps
from sprague.misereplay import table as misere_table
from sprague.model.engine import Engines
from sprague.search.pool import SearchPool
from sprague.takebreak import period as periods
from sprague.takebreak.codes import parse_code
from sprague.takebreak.run import Run
from sprague.workbench.position import answer, parse
from sprague.workbench.registry import make_engine

#: Makes what grows anew, and returns the question.
Maker = Callable[[], Callable[[], str]]

#: Positions, for every engine.
POSITIONS = (
    *("kayles 5000", "0.137 1000000000000", "hex:0.8f 40", "grundy 300", "0.07 20,21 + kayles 30"),
    *("subtract{1,3,4} 70000", "kayles 90", "dots 7,19 + circle 12", "all-but{2,5} 200"),
    *("cram 4x8", "node-kayles grid:4x6", "arc-kayles grid:5x5"),
    *("node-kayles cycle:24 + *3", "cram ..#/.../#..", "node-kayles grid:3x4", "arc-kayles grid:3x3"),
    *("geography grid:3x3@r1c1", "hackenbush edges:ground-a,a-b,a-c,b-c"),
    *("vectors{(0,k),(k,0),(k,k)} 70,90", "vectors{(0,k),(k,0),(k,2k)} 5,7", "wythoff 60,90"),
    *("wythoff[t=2] 70,81", "wythoff 12,13,14", "wythoff[any] 3,4,5", "wythoff 12,14 + *2"),
    *("fibonacci 90:31 + *1", "global-fibonacci 8,9:6", "take-fibonacci 30000", "take-fibonacci 50"),
    *("chomp 4x6 + *1", "chomp 6,5,3,1", "chomp 3x4 + *1", "chomp 5,4,2"),
    *("own-squares 60", "own-rook (5,6)", "own-halves 9,30", "own-pairs 40,35"),
    *("misere kayles 9,12,7", "misere 0.77 20,31,30", "misere grundy 13,9", "misere cram 3x4 + *1"),
    *("misere node-kayles grid:3x3", "misere own-rook (3,4)", "misere 4.31 30,17,9", "misere dots 8,5"),
    *("loopy edges:a>b,b>a,b>c,c>d@a + *2", "top-entails 300,90 + *3", "notakto 3x3 + notakto 2x3"),
)

#: Those that take longer.
LONG_POSITIONS = (
    *("hex:0.8f 900", "grundy 6000", "officers 300", "0.104 1000000000", "cram 5x6", "cram 3x7", "cram 4x4"),
    *("wythoff 9,10,11", "wythoff[any] 6,7,8", "vectors{(0,k),(k,0),(k,2k)} 9,11", "wythoff 300,400"),
    *("chomp 5x8 + *1", "chomp 9,8,7,5,2", "arc-kayles grid:5x6 + *1", "own-halves 150"),
)

#: Codes, the engine that is forced, and the heaps up to which a run is extended, one after the other.
RUNS = (
    ("0.007", None, (8500, 12000)),
    ("0.6", None, (9000, 15000)),
    ("0.77", "sparse", (4000, 9000)),
    ("0.007", "scatter", (1500, 4000)),
    ("unequal:4.0", None, (9000,)),
    ("0.16", "dense", (3000, 6000)),
    ("hex:0.8f", None, (300, 700)),
    ("4.03", "pairs", (500, 900)),
    ("subtract{1,5,9}", None, (3000, 9000)),
    ("all-but{2,5}", None, (900, 2000)),
    ("subtract{primes}", None, (3000, 9000)),
    ("subtract{squares}", None, (2000, 5000)),
    ("equal:0.77", None, (500, 900)),
    ("0.165", "plain", (60, 100)),
)
LONG_RUNS = (
    ("0.007", None, (9000, 26000, 60000)),
    ("0.06", None, (20000, 70000)),
    ("0.6", None, (20000, 90000)),
)

#: Games whose period is looked for.
PERIODS, LONG_PERIODS = ("0.137", "0.77"), ("0.16", "0.56", "hex:0.3f")


class OwnSquares(sg.HeapGame):
    """Take a square number of counters."""

    def options(self, n: int) -> Any:
        return [n - k * k for k in range(1, int(n**0.5) + 1)]


class OwnRook(sg.Game):
    """Move a rook towards the corner."""

    def options(self, square: Any) -> Any:
        row, column = square
        return [(r, column) for r in range(row)] + [(row, c) for c in range(column)]


@sg.rule
def own_halves(n: int) -> Any:
    """Take one counter, or split into two heaps that differ."""
    yield n - 1 if n > 1 else ()
    yield from ((a, n - a) for a in range(1, (n + 1) // 2))


def own_pairs(a: Any, b: Any, out: Any) -> Any:
    """Take up to three from one of two heaps, or one from each."""
    count = 0
    for k in range(1, 4):
        if k <= a:
            out[count] = a - k, b
            count += 1
        if k <= b:
            out[count] = a, b - k
            count += 1
    if a and b:
        out[count] = a - 1, b - 1
        count += 1
    return count


def new_session(**choices: Any) -> Engines:
    """Engines that know nothing yet; and what a process keeps is forgotten."""
    for name, module in list(sys.modules.items()):
        if name.startswith("sprague.") and not name.startswith(("sprague.system", "sprague.words")):
            for kept in list(vars(module).values()):
                if hasattr(kept, "cache_clear") and getattr(kept, "__module__", "").startswith("sprague."):
                    kept.cache_clear()
    periods._REMEMBERED.periods = {}
    misere_table.TABLE.clear()
    misere_heaps.GAMES = misere_heaps._Games()
    stacks.STACKS.renew()
    return Engines(make_engine, SearchPool(**choices))


def digest(text: str) -> str:
    """A short text as it is; of a long one what tells it from others."""
    return text if len(text) < 100 else hashlib.blake2b(text.encode(), digest_size=16).hexdigest()


def position(text: str, **choices: Any) -> Maker:
    """All that an answer says."""

    def made() -> Callable[[], str]:
        engines = new_session(**choices)

        def ask() -> str:
            found = answer(parse(text), value=True, engines=engines)
            return f"{found.value} {digest(json.dumps(found.to_dict(limit=12)))}"

        return ask

    return made


def run(code: str, engine: str | None, heaps: tuple[int, ...]) -> Maker:
    """The values of a run that is extended more than once."""

    def made() -> Callable[[], str]:
        grown = Run(parse_code(code), engine=engine)

        def ask() -> str:
            for to in heaps:
                grown.extend(to)
            return digest(repr(grown.values[: heaps[-1] + 1].tolist()))

        return ask

    return made


def board(width: int, cells: int, **choices: Any) -> Maker:
    """The value of a row of cells by the search for boards, and whether another board is 0."""

    def made() -> Callable[[], str]:
        from sprague.boards.search import BoardSearch

        search = BoardSearch(width, **choices)
        return lambda: f"{search.value((1 << cells) - 1)} {search.is_zero((1 << cells - width) - 1)}"

    return made


def period(code: str) -> Maker:
    """The period, and the heap far out that it gives."""

    def made() -> Callable[[], str]:
        new_session()
        return lambda: f"{sg.octal(code).period(4000)!s}"

    return made


def quotient(game: str, heaps: int | None = None) -> Maker:
    """A misère quotient, as its certificate tells it."""

    def made() -> Callable[[], str]:
        new_session()
        return lambda: digest(json.dumps(sg.misere.quotient(game, heaps).to_dict()))

    return made


def questions(long: bool) -> dict[str, Maker]:
    """All questions by a name, and ``long`` ones with them."""
    found = {text: position(text) for text in POSITIONS + LONG_POSITIONS * long}
    for code, engine, heaps in RUNS + LONG_RUNS * long:
        found[f"run {code} {engine or ''} to {heaps[-1]}"] = run(code, engine, heaps)
    sg.compiled(heaps=2)(own_pairs)
    found |= {f"period {code}": period(code) for code in PERIODS + LONG_PERIODS * long}
    found |= {f"quotient {game}": quotient(game) for game in ("0.123", "0.53", "0.72")}
    found["quotient grundy to 13"] = quotient("grundy", 13)
    found["board 4x7"] = board(4, 28)
    found["board 5x5 in two words"] = board(5, 25, words=2)
    found["board 4x8 by two threads"] = board(4, 32, threads=2)
    found["node-kayles grid:4x6 by two threads"] = position("node-kayles grid:4x6", threads=2)
    return found
