"""The tables of games. They map the word in front of a position to its ruleset, and the ruleset to its engine.

A new game adds a row to ``FAMILIES`` and ``ENGINES``. A row gives the place of an object (``room.file:object``), which
is imported when it is first needed. A family's object is a ruleset, or for families such as ``wythoff[t=2]`` a function
from (word, parameters) to a ruleset.
"""

from __future__ import annotations

import functools
import importlib
import re
from typing import Any, SupportsIndex

from sprague.model.engine import Engine, Engines
from sprague.model.ruleset import Ruleset
from sprague.numbers.made import GAME, make
from sprague.search.pool import SearchPool
from sprague.words.digits import shown
from sprague.words.errors import NotationError, RangeError, expected
from sprague.words.messages import Message, say

#: Word -> its ruleset. ALIASES holds the aliases; take-and-break codes are recognised by their form.
FAMILIES: dict[str, str] = {
    "nim": "model.nim:NIM",
    "wythoff": "games.wythoff.rules:from_head",
    "fibonacci": "games.fibonacci.rules:FIBONACCI",
    "global-fibonacci": "games.fibonacci.shared_limit:GLOBAL_FIBONACCI",
    "take-fibonacci": "games.fibonacci.take:TAKE_FIBONACCI",
    "token": "games.token:TOKEN",
    "options": "games.options:OPTIONS",
    "dots": "games.dots:DOTS",
    "circle": "games.dots:CIRCLE",
    "cram": "boards.cram:CRAM",
    "chomp": "games.chomp.rules:CHOMP",
    "ordinal-chomp": "games.chomp.ordinal:ORDINAL_CHOMP",
    "lctr": "games.chomp.partitions:LCTR",
    "downright": "games.chomp.partitions:DOWNRIGHT",
    "node-kayles": "games.families.heads:from_head",
    "arc-kayles": "games.families.heads:from_head",
    "hackenbush": "graphs.hackenbush:HACKENBUSH",
    "geography": "graphs.geography:GEOGRAPHY",
    "notakto": "games.notakto:NOTAKTO",
    "sylver": "games.sylver.rules:SYLVER",
    "cannibal-clobber": "games.cannibal:CANNIBAL_CLOBBER",
    "nogo": "games.nogo:NOGO",
    "clobber": "games.clobber:CLOBBER",
    "duotaire": "games.duotaire:DUOTAIRE",
    "amazons": "games.amazons:AMAZONS",
    "loopy": "games.loopy.rules:LOOPY",
    "top-entails": "games.entailing.top_entails:TOP_ENTAILS",
    "nimstring": "games.nimstring.rules:NIMSTRING",
    "dots-and-boxes": "games.nimstring.boxes:DOTS_AND_BOXES",
    "sprouts": "games.sprouts.rules:SPROUTS",
    "brussels-sprouts": "games.sprouts.brussels:BRUSSELS_SPROUTS",
    "prim": "games.nim_like.prim:PRIM",
    "dim": "games.nim_like.prim:DIM",
    "staircase": "games.nim_like.staircase:STAIRCASE",
    "euclid": "games.nim_like.euclid:euclid_from_head",
    "end-nim": "games.nim_like.end_nim:END_NIM",
    "welter": "games.nim_like.strips:WELTER",
    "silver-dollar": "games.nim_like.strips:SILVER_DOLLAR",
    "antonim": "games.nim_like.kin:ANTONIM",
    "princess-and-roses": "games.nim_like.slow:PRINCESS_AND_ROSES",
    "poset": "games.posets.rules:POSET",
    "divisors": "games.posets.rules:DIVISORS",
    "subsets": "games.posets.rules:SUBSETS",
    "chomp-box": "games.posets.rules:CHOMP_BOX",
    "nimble": "games.nim_like.bag:NIMBLE",
    "dollar-bag": "games.nim_like.bag:DOLLAR_BAG",
    "poker-nim": "games.nim_like.retreat:POKER_NIM",
    "northcott": "games.nim_like.retreat:NORTHCOTT",
    "turning-turtles": "games.coins.row_games:TURNING_TURTLES",
    "mock-turtles": "games.coins.row_games:MOCK_TURTLES",
    "moebius": "games.coins.row_games:MOEBIUS",
    "mogul": "games.coins.row_games:MOGUL",
    "moidores": "games.coins.row_games:MOIDORES",
    "ruler": "games.coins.row_games:RULER",
    "twins": "games.coins.row_games:TWINS",
    "triplets": "games.coins.row_games:TRIPLETS",
    "ternups": "games.coins.row_games:TERNUPS",
    "grunt": "games.coins.row_games:GRUNT",
    "sym": "games.coins.row_games:SYM",
    "turning-corners": "games.coins.tartan:TURNING_CORNERS",
    "rugs": "games.coins.tartan:RUGS",
    "acrostic-twins": "games.coins.plane:ACROSTIC_TWINS",
}

#: Words that mean nothing without the braces after them.
WITH_BRACES: dict[str, str] = {
    "vectors": "games.vectors.rules:from_head",
    "coins": "games.coins.row_games:from_head",
    "tartan": "games.coins.tartan:from_head",
    "moore": "games.nim_like.moore:moore_from_head",
    "nimhoff": "games.nim_like.kin:nimhoff_from_head",
    "exact": "games.nim_like.exact:exact_from_head",
    "slow": "games.nim_like.slow:slow_from_head",
    "exact-slow": "games.nim_like.slow:slow_from_head",
    "hypergraph-nim": "games.nim_like.hypergraph:hypergraph_from_head",
    "blocking-nim": "games.nim_like.blocking:blocking_from_head",
    "blocking-vectors": "games.vectors.blocking:from_head",
    "kotzig": "games.kotzig:from_head",
    "place": "games.placing:from_head",
    "kinds": "games.families.kinds:from_head",
    "formula": "discovery.written:from_head",
}

#: The forms of take-and-break codes, and the names of some.
CODES, NAMED = "takebreak.rules:from_head", "takebreak.named:NAMED"

#: ``Ruleset.engine`` -> the class of the engine.
ENGINES: dict[str, str] = {
    "naive": "model.naive:NaiveEngine",
    "pieces": "model.naive:PiecesEngine",
    "nim": "model.nim:NimEngine",
    "own-heaps": "discovery.laws.engine:HeapsByLaw",
    "own-states": "discovery.laws.engine:StatesByLaw",
    "compiled": "games.own.compiled_engine:CompiledEngine",
    "wythoff": "games.wythoff.engine:WythoffHeapsEngine",
    "fibonacci": "games.fibonacci.engine:FibonacciEngine",
    "global-fibonacci": "games.fibonacci.shared_limit:GlobalFibonacciEngine",
    "take-fibonacci": "games.fibonacci.take:TakeFibonacciEngine",
    "token": "games.token:TokenEngine",
    "options": "games.options:OptionsEngine",
    "circle": "games.dots:CircleEngine",
    "chomp": "games.chomp.engine:ChompEngine",
    "ordinal-chomp": "games.chomp.ordinal_engine:OrdinalChompEngine",
    "rows-and-columns": "games.chomp.partitions:RowsAndColumnsEngine",
    "vectors": "discovery.engine:AtlasEngine",
    "formula": "discovery.engine:FormulaEngine",
    "written": "discovery.engine:WrittenEngine",
    "takebreak": "takebreak.engine:TakeBreakEngine",
    "closed-form": "takebreak.closed_forms:ClosedFormEngine",
    "cram": "boards.engine:CramEngine",
    "placing": "games.placing:PlacingEngine",
    "clobber": "games.clobber:ClobberEngine",
    "cannibal-clobber": "games.cannibal:CannibalEngine",
    "nogo": "games.nogo:NoGoEngine",
    "sylver": "games.sylver.engine:SylverEngine",
    "node-kayles": "graphs.kayles_engine:KaylesEngine",
    "arc-kayles": "graphs.kayles_engine:ArcKaylesEngine",
    "hackenbush": "graphs.hackenbush:HackenbushEngine",
    "geography": "graphs.geography:GeographyEngine",
    "families": "discovery.laws.kinds_engine:FamilyByRelations",
    "arms": "games.families.arms_engine:ArmsEngine",
    "kinds": "discovery.laws.kinds_engine:KindsByRelations",
    "loopy": "games.loopy.engine:LoopyEngine",
    "top-entails": "games.entailing.stack_engine:TopEntailsEngine",
    "nimstring": "games.nimstring.engine:NimstringEngine",
    "sprouts": "games.sprouts.engine:SproutsEngine",
    "brussels-sprouts": "games.sprouts.brussels:BrusselsEngine",
    "formula-values": "games.nim_like.formula:FormulaValues",
    "outcome-theorem": "games.nim_like.formula:OutcomeByTheorem",
    "moore": "games.nim_like.moore:MooreEngine",
    "exact": "games.nim_like.exact:ExactEngine",
    "hypergraph-nim": "games.nim_like.hypergraph:HypergraphEngine",
    "order": "games.posets.engine:OrderEngine",
    "blocking-nim": "discovery.blocking_engine:BlockingByTheorem",
    "blocking-vectors": "discovery.blocking_engine:BlockingByTheorem",
    "coins": "games.coins.rows:CoinEngine",
    "tartan": "games.coins.tartan:TartanEngine",
    "acrostic-twins": "games.coins.plane:AcrosticTwinsEngine",
}

#: Users' own games by name; defining a class adds it.
USER_GAMES: dict[str, type[Ruleset]] = {}

#: Games with longer names are not kept for the next question.
KEPT_HEAD = 400

#: A name is suggested if at least this part of its letters agrees with the typed word.
NEAR = 0.72

#: Other names of the same rulesets, which are printed under their first name.
ALIASES: dict[str, str] = {
    "last-biscuit": "wythoff",
    "♦": "token",
    "strings-and-coins": "nimstring",
    "stars-and-stripes": "brussels-sprouts",
}

#: Heads that represent all games of the same form in a list of games.
WRITTEN = (
    "wythoff[any]",
    "vectors{(0,k),(k,0),(k,2k)}",
    "coins{xx,x.x}",
    "tartan[mock-turtles,ruler]",
    "moore[k=2]",
    "euclid[positive]",
    "nimhoff[h=3]",
    "exact[k=2]",
    "slow[k=2]",
    "exact-slow[k=2]",
    "hypergraph-nim{12,14,23,34}",
    "blocking-nim[k=1]",
    "blocking-vectors[m=1]{(0,k),(k,0),(k,k)}",
    "kotzig{1,3}",
    "place[I3,L3]",
    "kinds{a:a-1,a+b-2;b:b-1,-3}",
    "0.137",
    "hex:0.8f",
    "subtract{1,3,4}",
)

_CODE_FORMS = {"subtract": "subtract{1,3,4}", "all-but": "all-but{2}", "hex": "hex:0.8f"}

_QUOTED_OR_SPACES = re.compile(r"""('[^']*'|"[^"]*")|\s+""")
_HEAD = re.compile(r"([^\[{]*)([\[{].*)?", re.DOTALL)


def _builtin(head: str) -> Ruleset | None:
    return _kept(head) if len(head) <= KEPT_HEAD else _read_head(head)


@functools.lru_cache(maxsize=128)
def _kept(head: str) -> Ruleset | None:
    return _read_head(head)


def _read_head(head: str) -> Ruleset | None:
    make(1, GAME, head)
    match = _HEAD.fullmatch(head)
    word, parameters = match.groups() if match else (head, None)
    word = ALIASES.get(word, word)
    home = FAMILIES.get(word) or WITH_BRACES.get(word)
    if home is not None:
        entry = load(home)
        if not isinstance(entry, Ruleset):
            ruleset: Ruleset = entry(word, parameters)
            return ruleset
        if parameters is not None:
            raise expected(say("no parameters after {word}", word=word), parameters, head)
        return entry
    if head in _CODE_FORMS:
        raise expected(say("a code such as {code}", code=_CODE_FORMS[head]), head)
    code: Ruleset | None = load(CODES)(head)
    return code


def takes_parameters(word: str) -> bool:
    """Returns whether brackets after ``word`` belong to the name of a game, even after a space (``wythoff [t=2]``).

    >>> takes_parameters("wythoff"), takes_parameters("nim"), takes_parameters("subtract")
    (True, False, True)
    """
    word = word.lower()
    word = ALIASES.get(word, word)
    if word in FAMILIES:
        return not isinstance(load(FAMILIES[word]), Ruleset)
    own: Any = USER_GAMES.get(word)
    if own is not None:
        return bool(own.takes_parameters())
    return word in WITH_BRACES or word in _CODE_FORMS


def load(home: str) -> Any:
    """Imports and returns the object at ``room.file:object`` of this package."""
    module, _, attribute = home.partition(":")
    return getattr(importlib.import_module(f"sprague.{module}"), attribute)


def find(head: str, behind: str = "") -> Ruleset:
    """Returns the ruleset written ``head``, in small letters or capitals. The text ``behind`` it may be the rest of a
    name of several words. Raises NotationError for an unknown name, and suggests the nearest one.

    >>> find("nim").source[:12]
    'C. L. Bouton'
    >>> find("wytoff")
    Traceback (most recent call last):
    ...
    sprague.words.errors.NotationError: expected a game, got 'wytoff'; did you mean wythoff?
    """
    small = head.lower()
    ruleset = _builtin(small)
    if ruleset is not None:
        return ruleset
    word, bracket, parameters = head.partition("[")
    game: Any = USER_GAMES.get(word) or USER_GAMES.get(word.lower())
    if game is not None:
        own: Ruleset = game.made_from(bracket + parameters or None)
        return own
    raise _unknown(head, behind)


def without_spaces(head: str) -> str:
    """Removes the spaces of a head, except those in quotes."""
    return _QUOTED_OR_SPACES.sub(r"\1", head) if "'" in head or '"' in head else "".join(head.split())


def ruleset_of(game: Any) -> Ruleset:
    """Returns the ruleset of a game that is given by its name (spaces are ignored), as a handle, or as a ruleset.

    >>> ruleset_of("dawsons-chess").head, ruleset_of("wythoff [t=2]").head
    ('dawsons-chess', 'wythoff[t=2]')
    """
    if isinstance(game, Ruleset):
        return game
    if isinstance(game, str):
        words = game.split()
        plain = len(words) < 2 or not words[1].isalpha()
        return find(without_spaces(game) if plain else "-".join(words))
    ruleset = getattr(game, "ruleset", None)
    if not isinstance(ruleset, Ruleset):
        if isinstance(game, type):
            raise RangeError(
                say("expected a game, got the class {name}: call it to make a game", name=game.__name__)
            )
        if callable(game):
            raise RangeError(
                say(
                    "expected a game, or its name, got a function: sg.rule makes a game of it: {got}",
                    got=shown(game)[:80],
                )
            )
        raise RangeError(say("expected a game, or its name, got {got}", got=shown(game)[:80]))
    return ruleset


def refuse_taken(word: str) -> None:
    """Raises RangeError if ``word`` is the name of a built-in game, or could not be read back."""
    readable = re.fullmatch(r"[a-z][a-z0-9]*(-[a-z0-9]+)*", word, re.ASCII) is not None
    if not readable:
        raise RangeError(
            say("expected a name of letters, digits and hyphens for a game, got '{word}'", word=word)
        )
    if word == "misere" or word in WITH_BRACES or _builtin(word) is not None:
        raise RangeError(say("expected a new name for a game, got {word}, which is there already", word=word))


def builtin_names() -> list[str]:
    """Returns the names of all built-in games, with aliases."""
    famous = {name for game in load(NAMED).values() for name in (game.name, *game.aliases)}
    return sorted({*FAMILIES, *ALIASES, *famous})


def names() -> list[str]:
    """Returns every word that may stand in front of a position, including aliases and users' games."""
    return sorted({*builtin_names(), *USER_GAMES})


def aliases(ruleset: Ruleset) -> list[str]:
    """Returns the other names of ``ruleset``.

    >>> aliases(find("wythoff")), aliases(find("lasker"))
    (['last-biscuit'], ['laskers-nim'])
    """
    return [*ruleset.aliases, *(alias for alias, word in ALIASES.items() if word == ruleset.head)]


def builtin_rulesets() -> list[Ruleset]:
    """Returns one ruleset of each family and each named game, in the order of the tables."""
    return [find(word) for word in (*FAMILIES, *load(NAMED), *WRITTEN)]


def _unknown(head: str, behind: str) -> NotationError:
    import difflib

    if re.search(r"\.py(:|$)", head):
        return NotationError(
            say(
                "a game in a file is for the command line (sprague solve '{head} …') and for sg.load_game in Python; "
                "no file is read here",
                head=head[:80],
            )
        )
    word = head.split("[")[0].split("{")[0].lower()[:80]
    near = difflib.get_close_matches(word, [*names(), *WITH_BRACES], n=1, cutoff=NEAR)
    words = [head, *re.findall(r"\s+([a-zA-Z]+)", behind[:80])]
    for count in range(2, len(words) + 1):
        joined = "-".join(words[:count]).lower()
        if joined in names():
            head, near = " ".join(words[:count]), [joined]
    hint: Message = say("; did you mean {name}?", name=near[0]) if near else say("; see: sprague games")
    if word in ("misere", "misère"):
        hint = say("; it stands once, in front of a whole position: misere nim 3,4,5")
    cut = head if len(head) <= 40 else head[:39] + "…"
    return NotationError(say("expected a game, got '{head}'{hint}", head=cut, hint=hint))


def make_engine(ruleset: Ruleset, engines: Engines) -> Engine:
    """Makes an engine for ``ruleset``, which uses ``engines`` for other rulesets."""
    engine: Engine = load(ENGINES[ruleset.engine])(ruleset, engines)
    return engine


#: The engines of this process, which answer outside a session (a ``Solver``).
engine = Engines(make_engine, SearchPool())


def values(ruleset: Ruleset, to: SupportsIndex, **choices: Any) -> Any:
    """Calls :func:`sprague.model.heap_values.heap_values` with the engines of this process."""
    from sprague.model.heap_values import heap_values

    return heap_values(ruleset, to, engine, **choices)


def row(ruleset: Ruleset, to: int, **choices: Any) -> Any:
    """Calls :func:`sprague.model.heap_values.heap_row` with the engines of this process."""
    from sprague.model.heap_values import heap_row

    return heap_row(ruleset, to, engine, **choices)


def piece(ruleset: Ruleset, start: int, to: int) -> Any:
    """Calls :func:`sprague.model.heap_values.heap_piece` with the engines of this process."""
    from sprague.model.heap_values import heap_piece

    return heap_piece(ruleset, start, to, engine)
