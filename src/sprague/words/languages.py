"""The languages of the sentences: which are available, and which suits a reader best.

A language is a folder ``locale/<tag>/LC_MESSAGES`` with a catalogue; adding one needs no code. Tags are
written as on the web (``yue-Hant-HK``); English is the language of the keys.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import Any

from .errors import RangeError
from .messages import join, say, spoken_language

#: Tag -> the available language that serves its readers well.
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
    """Returns the tags of all languages, English first.

    >>> available()[0]
    'en'
    """
    from pathlib import Path  # an answer in English needs no other language

    folder = Path(__file__).parents[1] / "locale"
    tags = sorted(path.parents[1].name.replace("_", "-") for path in folder.glob("*/LC_MESSAGES/sprague.mo"))
    return ("en", *tags)


def choose(wanted: str | None) -> str:
    """Returns the available language that suits ``wanted`` best: a tag, or a browser's Accept-Language header.

    >>> choose("en-GB, yue;q=0.3"), choose(None)
    ('en', 'en')
    """
    return next((language for tag in _by_preference(wanted or "") if (language := _nearest(tag))), "en")


def named(tag: str | None) -> str:
    """Returns the available language that a user means by ``tag``; None means the current language. Raises RangeError.

    >>> named("en_GB.UTF-8"), named(None)
    ('en', 'en')
    >>> named("qaa")
    Traceback (most recent call last):
    ...
    sprague.words.errors.RangeError: expected a language (en, ...), got 'qaa'
    """
    if tag is None:
        return spoken_language()
    language = _nearest(_plain(tag)) if isinstance(tag, str) else None
    if language is None:
        got = tag if isinstance(tag, str) else repr(tag)
        raise RangeError(
            say("expected a language ({there}), got '{tag}'", there=join(available()), tag=got[:40])
        )
    return language


def of_environment(environment: Mapping[str, str]) -> str:
    """Returns the language that the environment asks for, as gettext reads it: LANGUAGE (several, separated by colons),
    then LC_ALL, LC_MESSAGES or LANG. Returns English if none of these is available.

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
    return next((language for tag in tags if (language := _nearest(_plain(tag)))), "en")


def _plain(tag: str) -> str:
    """Turns the tag of a locale into a tag as on the web: ``zh_HK.UTF-8`` becomes ``zh-hk``."""
    return tag.split(".")[0].split("@")[0].strip().replace("_", "-").lower()


def _nearest(tag: str) -> str | None:
    """Returns the available language nearest to ``tag`` (in small letters): the same one, one that serves its readers
    well, or a regional variant."""
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
    """Returns every translated sentence of ``language`` by its key: the sentence, or the list of its plural forms."""
    from .messages import catalogue

    sentences: dict[str, Any] = {}
    entries = getattr(catalogue(language), "_catalog", {})
    for key, sentence in entries.items():
        if isinstance(key, tuple):
            sentences.setdefault(key[0], [])
            sentences[key[0]].append(sentence)
        elif key:
            sentences[key] = sentence
    return sentences


def plurals(language: str) -> list[int]:
    """Returns for each count below 200 the plural form of :func:`texts` that it takes, so that a program that reads the
    texts needs no formulas. A larger count takes the form of its last two digits plus 100.

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
