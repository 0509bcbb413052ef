"""Languages of the sentences: which there are, and which suits a reader best.

A language is a folder ``locale/<tag>/LC_MESSAGES`` with a catalogue; adding one needs no code. Tags are
written as on the web (``yue-Hant-HK``); English is the language of the keys.
"""

from __future__ import annotations

import functools
from pathlib import Path
from typing import Any

LOCALE = Path(__file__).parents[1] / "locale"

#: Tags that a reader of the language on the right is served well by.
RELATED: dict[str, str] = {
    "zh-hk": "yue-Hant-HK",
    "zh-mo": "yue-Hant-HK",
    "zh-hant": "yue-Hant-HK",
    "zh-hant-hk": "yue-Hant-HK",
    "zh-hant-mo": "yue-Hant-HK",
    "yue": "yue-Hant-HK",
}


@functools.lru_cache(maxsize=1)
def available() -> tuple[str, ...]:
    """The tags of all languages, English first.

    >>> available()[0]
    'en'
    """
    found = sorted(path.parents[1].name.replace("_", "-") for path in LOCALE.glob("*/LC_MESSAGES/sprague.mo"))
    return ("en", *found)


def choose(wanted: str | None) -> str:
    """The available language that suits ``wanted`` best: a tag, or a browser's Accept-Language header.

    >>> choose("de;q=0.3, en-GB"), choose(None)
    ('en', 'en')
    """
    for tag in _by_preference(wanted or ""):
        tag = RELATED.get(tag, tag)
        for language in available():
            if tag.lower() == language.lower() or tag.lower() == language.split("-")[0].lower():
                return language
        if tag.split("-")[0].lower() == "en":
            return "en"
    return "en"


def texts(language: str) -> dict[str, Any]:
    """Every translated sentence of ``language``: key -> sentence, or -> list of plural forms."""
    from .messages import catalogue

    found: dict[str, Any] = {}
    entries = getattr(catalogue(language), "_catalog", {})
    for key, sentence in entries.items():
        if isinstance(key, tuple):
            found.setdefault(key[0], [])
            found[key[0]].append(sentence)
        elif key:
            found[key] = sentence
    return found


def plurals(language: str) -> list[int]:
    """Which of the plural forms of :func:`texts` each count below 200 takes, so that a reader of the texts needs no
    formulas; a larger count takes the form of its last two digits, 100 added.

    >>> plurals("en")[:3]
    [1, 0, 1]
    """
    from .messages import catalogue

    form = getattr(catalogue(language), "plural", lambda count: int(count != 1))
    return [form(count) for count in range(200)]


def _by_preference(header: str) -> list[str]:
    ranked = []
    for place, item in enumerate(header[:1000].split(",")):
        tag, _, weight = item.partition(";q=")
        try:
            quality = float(weight) if weight else 1.0
        except ValueError:
            quality = 0.0
        if tag.strip():
            ranked.append((-quality, place, tag.strip().lower()))
    return [tag for _, _, tag in sorted(ranked)]
