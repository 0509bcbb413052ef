"""The rulesets, one file a family, found by the word in front of a position.

``FAMILIES`` is the table to add a row to: the word, and where its ruleset lives. A row's object is a
ruleset, or a function from (word, parameters) to a ruleset for families such as ``wythoff[t=2]``.
Families are imported when one of their words is used.
"""

from __future__ import annotations

import functools
import importlib
import re

from ..errors import NotationError, RangeError, expected
from ..messages import Message, say
from .base import USER_GAMES, Ruleset

#: word -> module:object. Aliases stand in ALIASES; take-and-break codes are recognised by their form.
FAMILIES: dict[str, str] = {
    "nim": "nim:NIM",
    "wythoff": "wythoff:from_head",
    "fibonacci": "fibonacci:FIBONACCI",
    "global-fibonacci": "fibonacci:GLOBAL_FIBONACCI",
    "take-fibonacci": "fibonacci:TAKE_FIBONACCI",
    "token": "token:TOKEN",
    "dots": "dots:DOTS",
    "circle": "dots:CIRCLE",
    "cram": "cram:CRAM",
    "chomp": "chomp:CHOMP",
    "node-kayles": "graph_games:NODE_KAYLES",
    "arc-kayles": "graph_games:ARC_KAYLES",
    "hackenbush": "graph_games:HACKENBUSH",
    "geography": "graph_games:GEOGRAPHY",
}

#: Words that say nothing without the braces behind them.
WITH_BRACES: dict[str, str] = {"vectors": "vectors:from_head"}

#: Other names of the same rulesets; they are printed under the first name.
ALIASES: dict[str, str] = {
    "last-biscuit": "wythoff",
    "♦": "token",
}

#: Heads that stand in a list of games for all those written in their way.
WRITTEN = ("wythoff[any]", "vectors{(0,k),(k,0),(k,2k)}", "0.137", "hex:0.8f", "subtract{1,3,4}")

_CODE_FORMS = {"subtract": "subtract{1,3,4}", "all-but": "all-but{2}", "hex": "hex:0.8f"}

_HEAD = re.compile(r"([^\[{]*)([\[{].*)?", re.DOTALL)


@functools.lru_cache(maxsize=512)
def _builtin(head: str) -> Ruleset | None:
    match = _HEAD.fullmatch(head)
    word, parameters = match.groups() if match else (head, None)
    word = ALIASES.get(word, word)
    home = FAMILIES.get(word) or WITH_BRACES.get(word)
    if home is not None:
        module, attribute = home.split(":")
        entry = getattr(importlib.import_module(f"{__name__}.{module}"), attribute)
        if not isinstance(entry, Ruleset):
            ruleset: Ruleset = entry(word, parameters)
            return ruleset
        if parameters is not None:
            raise expected(say("no parameters after {word}", word=word), parameters, head)
        return entry
    if head in _CODE_FORMS:
        raise expected(say("a code such as {code}", code=_CODE_FORMS[head]), head)
    from .takebreak import from_head

    return from_head(head)


def find(head: str, behind: str = "") -> Ruleset:
    """The ruleset written ``head``, in small letters or capitals; raises NotationError with the nearest name for an
    unknown one. What stands ``behind`` it may be the rest of a name that was written in several words.

    >>> find("nim").source[:12]
    'C. L. Bouton'
    >>> find("wytoff")
    Traceback (most recent call last):
    ...
    sprague.errors.NotationError: expected a game, got 'wytoff'; did you mean wythoff?
    """
    small = head.lower()
    ruleset = _builtin(small)
    if ruleset is not None:
        return ruleset
    game = USER_GAMES.get(head) or USER_GAMES.get(small)
    if game is not None:
        return game()
    raise _unknown(head, behind)


def refuse_taken(word: str) -> None:
    """Raise RangeError when ``word`` is a game that ships with Sprague, or could not be read back."""
    readable = re.fullmatch(r"[a-z][a-z0-9]*(-[a-z0-9]+)*", word, re.ASCII) is not None
    if not readable:
        raise RangeError(
            say("expected a name of letters, digits and hyphens for a game, got '{word}'", word=word)
        )
    if word == "misere" or word in WITH_BRACES or _builtin(word) is not None:
        raise RangeError(say("expected a new name for a game, got {word}, which is there already", word=word))


def load_game(where: str) -> Ruleset:
    """The game that ``FILE.py:NAME`` defines; see :func:`sprague.rulesets.loading.load_game`."""
    from .loading import load_game as load

    return load(where)


def names() -> list[str]:
    """Every word that may stand in front of a position, aliases and users' games included."""
    from .named import NAMED

    famous = {name for game in NAMED.values() for name in (game.name, *game.aliases)}
    return sorted({*FAMILIES, *ALIASES, *famous, *USER_GAMES})


def aliases(ruleset: Ruleset) -> list[str]:
    """The other names of ``ruleset``.

    >>> aliases(find("wythoff")), aliases(find("lasker"))
    (['last-biscuit'], ['laskers-nim'])
    """
    return [*ruleset.aliases, *(alias for alias, word in ALIASES.items() if word == ruleset.head)]


def builtin_rulesets() -> list[Ruleset]:
    """One ruleset of each family and each named game, in the order of the tables."""
    from .named import NAMED

    return [find(word) for word in (*FAMILIES, *NAMED, *WRITTEN)]


def _unknown(head: str, behind: str) -> NotationError:
    import difflib

    word = head.split("[")[0].split("{")[0].lower()
    near = difflib.get_close_matches(word, [*names(), *WITH_BRACES], n=1, cutoff=0.5)
    words = [head, *re.findall(r"\s+([a-zA-Z]+)", behind[:80])]
    for count in range(2, len(words) + 1):
        joined = "-".join(words[:count]).lower()
        if joined in names():
            head, near = " ".join(words[:count]), [joined]
    hint: Message = say("; did you mean {name}?", name=near[0]) if near else say("; see: sprague games")
    if word in ("misere", "misère"):
        hint = say("; it stands once, in front of a whole position: misere nim 3,4,5")
    shown = head if len(head) <= 40 else head[:39] + "…"
    return NotationError(say("expected a game, got '{head}'{hint}", head=shown, hint=hint))
