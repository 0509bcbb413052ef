"""The answers that a static copy carries, so that its first boards can be played before the engine is loaded: the games
and the texts of each language, the positions that ladders begin with, and the turns of the game on the first page."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from sprague.web import jobs
from sprague.words import languages

from .engine import texts

Kept = dict[str, Any]


def tags() -> dict[str, str]:
    """Returns the tags that a browser may request, in lower case -> the language it gets. If a tag is missing, the part
    before its first hyphen may be present.

    >>> tags()["zh-hk"], tags()["en"]
    ('yue-Hant-HK', 'en')
    """
    available = languages.available()
    first = {language.split("-")[0].lower(): language for language in reversed(available)}
    return {**first, **{language.lower(): language for language in available}, **languages.RELATED}


def first(language: str) -> Kept:
    """Returns what every visit needs: the texts, the games, and the whole game on the first page, with one reply to
    each move of the player."""
    games = jobs.games(language, quick=False)
    answers = {key("/api/texts"): texts(language), key("/api/games"): games}
    opening, level = games["opening"]["position"], games["opening"]["level"]
    to_see, seen = [opening], {opening}
    for position in to_see:  # the list grows during the loop
        answers[key("/api/position", text=position)] = on_page = jobs.position(
            position, language, quick=False
        )
        for take in _takes(on_page):
            turn = jobs.turn(
                position, None, level, seed=len(answers), language=language, quick=False, take=take
            )
            answers[key("/api/turn", text=position, move=None, level=level, take=take)] = turn
            if turn["won"] is None and turn["reply"]["to"] not in seen:
                seen.add(turn["reply"]["to"])
                to_see.append(turn["reply"]["to"])
    return answers


def _takes(on_page: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yields every move of a game on few heaps, in the form in which the page asks for it."""
    for take in on_page["takes"]:
        for count in range(1, take["most"] + 1):
            yield {"component": take["component"], "heaps": take["heaps"], "count": str(count)}


def starts(language: str) -> Kept:
    """Returns the positions that the ladders begin with."""
    ladders = jobs.games(language, quick=False)["ladders"]
    positions = [rung["position"] for ladder in ladders for rung in ladder["rungs"]]
    return {key("/api/position", text=text): jobs.position(text, language, quick=False) for text in positions}


def key(path: str, **parameters: Any) -> str:
    """Returns the key by which the page finds an answer: the path and the parameters, without the language and the seed
    (``web/src/site.ts``).

    >>> key("/api/position", text="nim 1")
    '["/api/position",[["text","nim 1"]]]'
    """
    return json.dumps([path, sorted(parameters.items())], ensure_ascii=False, separators=(",", ":"))
