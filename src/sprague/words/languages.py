"""Languages of the sentences: which there are, and which suits a reader best.

A language is a folder ``locale/<tag>/LC_MESSAGES`` with a catalogue; adding one needs no code. Tags are
written as on the web (``yue-Hant-HK``); English is the language of the keys.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import Any

from .errors import RangeError
from .messages import join, say, spoken_language

#: Tags that a reader of the language on the right is served well by.
RELATED: dict[str, str] = {
    "zh-hk": "yue-Hant-HK",
    "zh-mo": "yue-Hant-HK",
    "zh-hant": "yue-Hant-HK",
    "zh-hant-hk": "yue-Hant-HK",
    "zh-hant-mo": "yue-Hant-HK",
    "zh-yue": "yue-Hant-HK",
    "yue": "yue-Hant-HK",
}


@functools.cache
def available() -> tuple[str, ...]:
    """The tags of all languages, English first.

    >>> available()[0]
    'en'
    """
    from pathlib import Path  # an answer in English looks for no languages

    folder = Path(__file__).parents[1] / "locale"
    found = sorted(path.parents[1].name.replace("_", "-") for path in folder.glob("*/LC_MESSAGES/sprague.mo"))
    return ("en", *found)


def choose(wanted: str | None) -> str:
    """The available language that suits ``wanted`` best: a tag, or a browser's Accept-Language header.

    >>> choose("en-GB, yue;q=0.3"), choose(None)
    ('en', 'en')
    """
    return next((found for tag in _by_preference(wanted or "") if (found := _nearest(tag))), "en")


def named(tag: str | None) -> str:
    """The available language that a user means by ``tag``, None being the one that is spoken; raises RangeError.

    >>> named("en_GB.UTF-8"), named(None)
    ('en', 'en')
    >>> named("qaa")
    Traceback (most recent call last):
    ...
    sprague.words.errors.RangeError: expected a language (en, ...), got 'qaa'
    """
    if tag is None:
        return spoken_language()
    found = _nearest(_plain(tag)) if isinstance(tag, str) else None
    if found is None:
        got = tag if isinstance(tag, str) else repr(tag)
        raise RangeError(
            say("expected a language ({there}), got '{tag}'", there=join(available()), tag=got[:40])
        )
    return found


def of_environment(environment: Mapping[str, str]) -> str:
    """The language that the environment asks for, as gettext reads it: LANGUAGE (several, behind colons), then LC_ALL,
    LC_MESSAGES or LANG. English where none of those is there.

    >>> of_environment({"LANG": "qaa.UTF-8"}), of_environment({"LC_ALL": "C", "LANGUAGE": "yue", "LANG": "yue"})
    ('en', 'en')
    """
    names = ("LC_ALL", "LC_MESSAGES", "LANG")
    locale = next((environment[name] for name in names if environment.get(name)), "C")
    if locale.split(".")[0] in (
        "C",
        "POSIX",
    ):  # programs that want plain English set it, and no list overrules it
        return "en"
    tags = [*environment.get("LANGUAGE", "").split(":"), locale]
    return next((found for tag in tags if (found := _nearest(_plain(tag)))), "en")


def _plain(tag: str) -> str:
    """A tag as on the web of one as in a locale: ``zh_HK.UTF-8`` is ``zh-hk``."""
    return tag.split(".")[0].split("@")[0].strip().replace("_", "-").lower()


def _nearest(tag: str) -> str | None:
    """The available language nearest to ``tag`` (in small letters): itself, the one that serves its readers well, or
    one of the same language elsewhere."""
    tag = RELATED.get(tag, tag).lower()
    first = tag.split("-")[0]
    if first == "en":
        return "en"
    return next(
        (
            language
            for language in available()
            if tag == language.lower() or first == language.split("-")[0].lower()
        ),
        None,
    )


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
