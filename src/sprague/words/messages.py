"""Sentences: a key with named parameters, rendered when it is shown.

The key is the English sentence itself, as in gettext: ``say("take {k} from heap {i}", k=3, i=2)``.
A catalogue translates the key; the parameters are filled in afterwards, and a parameter may be a
sentence too. Translators' files are made from the calls of :func:`say` and :func:`say_plural`, so their
first arguments are literals.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from .digits import SHOWN_DIGITS, SHOWN_LENGTH, shorten

if TYPE_CHECKING:
    from gettext import NullTranslations


#: The language of sentences that are shown as they are (``str(message)``). It belongs to the process, as its locale
#: does: threads that search for a command line speak its language.
_SPEAKING = ["en"]


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Have ``str(message)`` speak ``language``, one of :func:`sprague.words.languages.available`, or whatever is set
    within by :func:`speak`.

    >>> with speaking("yue-Hant-HK"):
    ...     spoken_language()
    'yue-Hant-HK'
    """
    before = _SPEAKING[0]
    try:
        speak(language)
        yield
    finally:
        speak(before)


def speak(language: str) -> None:
    """Have ``str(message)`` speak ``language`` from now on."""
    _SPEAKING[0] = language


def spoken_language() -> str:
    """The language that ``str(message)`` speaks now."""
    return _SPEAKING[0]


class Message:
    """A sentence to be shown: a key, its parameters, and for a plural the number that chooses the form.

    >>> message = say("take {k} from the {jar} jar", k=691, jar=say("second"))
    >>> str(message), message.key, message.parameters["k"]
    ('take 691 from the second jar', 'take {k} from the {jar} jar', 691)
    """

    __slots__ = ("count", "key", "parameters", "plural")

    def __init__(
        self, key: str, parameters: dict[str, Any], plural: str | None = None, count: int | None = None
    ) -> None:
        self.key = key
        self.parameters = parameters
        self.plural = plural
        self.count = count

    def render(self, language: str | None = None) -> str:
        """The sentence in ``language``, by default the one that is spoken (a key without a translation stays
        English)."""
        if language is None:
            language = _SPEAKING[0]
        count = self.count if self.count is not None else 0
        # The keys are English: no catalogue, whose import would cost more than an answer. The translation of
        # nothing would be the head of the catalogue.
        if language == "en" or not self.key:
            template = self.key if self.plural is None or count == 1 else self.plural
        elif self.plural is None:
            template = catalogue(language).gettext(self.key)
        else:
            # Only the form is chosen here; gettext cannot take an int of a million digits to a C long.
            template = catalogue(language).ngettext(self.key, self.plural, min(count, 10**6 + count % 100))
        if not self.parameters:
            return template
        return template.format_map({name: _show(value, language) for name, value in self.parameters.items()})

    def __str__(self) -> str:
        return self.render()

    def __repr__(self) -> str:
        return f"Message({self.render()!r})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Message):
            return NotImplemented
        return (self.key, self.plural, self.count, self.parameters) == (
            other.key,
            other.plural,
            other.count,
            other.parameters,
        )

    def __hash__(self) -> int:
        return hash((self.key, self.count))

    def __reduce__(self) -> tuple[Any, ...]:
        """Of a parameter that is neither a number nor a sentence, a pickle keeps the text that is shown."""
        kept = {
            name: value if isinstance(value, int | Message) else str(value)
            for name, value in self.parameters.items()
        }
        return Message, (self.key, kept, self.plural, self.count)


def say(key: str, **parameters: Any) -> Message:
    """A sentence with named parameters.

    >>> print(say("{n} is the smallest part", n=2))
    2 is the smallest part
    """
    return Message(key, parameters)


def say_plural(one: str, many: str, count: int, **parameters: Any) -> Message:
    """A sentence whose form depends on ``count`` (also the parameter ``count``).

    >>> print(say_plural("{count} move", "{count} moves", 1), "·", say_plural("{count} move", "{count} moves", 3))
    1 move · 3 moves
    """
    return Message(one, {"count": count, **parameters}, many, count)


#: What stands between the items of a list.
_COMMA = say(", ")


def join(parts: Iterable[object], separator: Message | str = _COMMA) -> Message:
    """Several sentences, names or numbers as one parameter, kept apart by ``separator``, in the reader's language
    where it is a sentence too.

    >>> print(join([say("a"), 3, "x"]), "·", join([1, 2], say("; ")))
    a, 3, x · 1; 2
    """
    items = list(parts)
    if len(items) == 1 and isinstance(items[0], Message):
        return items[0]
    key = "{separator}".join(f"{{item{i}}}" for i in range(len(items)))
    return Message(
        key, {"separator": separator, **{f"item{i}": item for i, item in enumerate(items)}} if items else {}
    )


def _show(value: object, language: str) -> str:
    if isinstance(value, Message):
        return value.render(language)
    if isinstance(value, int) and not isinstance(value, bool):
        return shorten(value, SHOWN_DIGITS)
    return plain(str(value))


def plain(text: str) -> str:
    r"""``text`` on one line and without what would command a terminal.

    >>> plain("valid\x1b[2K\n\u202evalid")
    'valid\\x1b[2K\\n\\u202evalid'
    """
    if text.isprintable():
        return text
    return "".join(mark if mark.isprintable() else ascii(mark)[1:-1] for mark in text)


@functools.lru_cache(maxsize=32)
def catalogue(language: str) -> NullTranslations:
    """The translations of ``language`` (empty for English and for languages that are not there)."""
    import gettext
    from pathlib import Path

    folder = Path(__file__).parents[1] / "locale"
    return gettext.translation("sprague", folder, [language.replace("-", "_")], fallback=True)


def short(text: str, limit: int = SHOWN_LENGTH) -> str:
    """``text`` with long integers, and then the whole, shortened in the middle.

    >>> short("nim " + "1" * 50)
    'nim 11111111111111111111…11111111111111111111 (50 digits)'
    """
    import re

    half = SHOWN_DIGITS // 2
    text = re.sub(
        rf"(?a:\d{{{SHOWN_DIGITS + 1},}})",
        lambda found: f"{found[0][:half]}…{found[0][-half:]} ({len(found[0])} digits)",
        text,
    )
    if len(text) <= limit:
        return text
    kept = min(limit, SHOWN_LENGTH) // 4
    return f"{text[:kept]} … {text[-kept:]} ({len(text)} characters)"


def spoken(text: str) -> str:
    """``text`` as it is compared with a sentence: full-width marks as plain ones, single spaces, and none beside
    letters that are set without.

    >>> spoken("take  2 from the first\\njar "), spoken("喺第二個罐攞６９１個") == spoken("喺第二個罐攞 691 個")
    ('take 2 from the first jar', True)
    """
    import re
    import unicodedata

    text = " ".join(unicodedata.normalize("NFKC", text).split())
    return text if text.isascii() else re.sub(r" ?([^\x00-\x7f]) ?", r"\1", text)
