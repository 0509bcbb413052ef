"""Sentences: a key with named parameters, rendered when it is shown.

The key is the English sentence itself, as in gettext: ``say("take {k} from heap {i}", k=3, i=2)``. A catalogue
translates the key; the parameters are filled in afterwards, and a parameter may be a sentence too. The files for
translators are made from the calls of :func:`say` and :func:`say_plural`, so their first arguments must be literals.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from .digits import SHOWN_DIGITS, SHOWN_LENGTH, shorten

if TYPE_CHECKING:
    from gettext import NullTranslations


#: The language of ``str(message)``. It belongs to the process, as the locale does, so that the threads of a search use
#: the language of the command line.
_SPEAKING = ["en"]


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Makes ``str(message)`` use ``language``, one of :func:`sprague.words.languages.available`, within the block.
    :func:`speak` may change it there.

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
    """Makes ``str(message)`` use ``language`` from now on."""
    _SPEAKING[0] = language


def spoken_language() -> str:
    """Returns the language that ``str(message)`` uses now."""
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
        """Returns the sentence in ``language``, by default the current one. A key without a translation stays
        English."""
        if language is None:
            language = _SPEAKING[0]
        count = self.count if self.count is not None else 0
        # English needs no catalogue, whose import would cost more than an answer. An empty key is not translated
        # either: its translation would be the header of the catalogue.
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

    def __format__(self, spec: str) -> str:
        return format(str(self), spec)

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
        """Pickles a parameter that is neither a number nor a sentence as the text that is shown."""
        parameters = {
            name: value if isinstance(value, int | Message) else str(value)
            for name, value in self.parameters.items()
        }
        return Message, (self.key, parameters, self.plural, self.count)


def say(key: str, **parameters: Any) -> Message:
    """Returns a sentence with named parameters.

    >>> print(say("{n} is the smallest part", n=2))
    2 is the smallest part
    """
    return Message(key, parameters)


def say_plural(one: str, many: str, count: int, **parameters: Any) -> Message:
    """Returns a sentence whose form depends on ``count``, which is also the parameter ``count``.

    >>> print(say_plural("{count} move", "{count} moves", 1), "·", say_plural("{count} move", "{count} moves", 3))
    1 move · 3 moves
    """
    return Message(one, {"count": count, **parameters}, many, count)


#: The separator between the items of a list.
_COMMA = say(", ")


def join(parts: Iterable[object], separator: Message | str = _COMMA) -> Message:
    """Joins sentences, names or numbers to one parameter. A ``separator`` that is a sentence is translated, too.

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
    r"""Returns ``text`` on one line, without characters that would control a terminal.

    >>> plain("valid\x1b[2K\n\u202evalid")
    'valid\\x1b[2K\\n\\u202evalid'
    """
    if text.isprintable():
        return text
    return "".join(mark if mark.isprintable() else ascii(mark)[1:-1] for mark in text)


def plain_json(text: str) -> str:
    r"""Returns JSON without characters that would control a terminal or turn text round. It reads as the same object.

    >>> plain_json('["\u202e\x7f"]')
    '["\\u202e\\u007f"]'
    """
    if text.isprintable():
        return text

    def escaped(mark: str) -> str:
        units = mark.encode("utf-16-be", "surrogatepass").hex(" ", 2).split()
        return "".join(f"\\u{unit}" for unit in units)

    return "".join(mark if mark.isprintable() else escaped(mark) for mark in text)


@functools.lru_cache(maxsize=32)
def catalogue(language: str) -> NullTranslations:
    """Returns the translations of ``language``, which are empty for English and for unknown languages."""
    import gettext
    from pathlib import Path

    folder = Path(__file__).parents[1] / "locale"
    return gettext.translation("sprague", folder, [language.replace("-", "_")], fallback=True)


def short(text: str, limit: int = SHOWN_LENGTH) -> str:
    """Returns ``text`` with long integers, and then the whole text, shortened in the middle.

    >>> short("nim " + "1" * 50)
    'nim 11111111111111111111…11111111111111111111 (50 digits)'
    """
    import re

    half = SHOWN_DIGITS // 2
    text = re.sub(
        rf"(?a:\d{{{SHOWN_DIGITS + 1},}})",
        lambda match: f"{match[0][:half]}…{match[0][-half:]} ({len(match[0])} digits)",
        text,
    )
    if len(text) <= limit:
        return text
    shown_length = min(limit, SHOWN_LENGTH) // 4
    return f"{text[:shown_length]} … {text[-shown_length:]} ({len(text)} characters)"


#: Full-width signs and blanks, by the plain signs that they stand for.
_WIDE = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)} | {0x3000: " ", 0xA0: " "}


def narrow(text: str) -> str:
    """Returns ``text`` with full-width signs replaced by plain ones. Other signs stay: 10² is not 102.

    >>> narrow("nim\u3000５，8"), narrow("10²")
    ('nim 5,8', '10²')
    """
    return text.translate(_WIDE)


def spoken(text: str) -> str:
    """Returns ``text`` in the form in which it is compared with a sentence: full-width marks become plain ones, spaces
    are single, and there are none beside letters of scripts without spaces. Drawn stones become the letters of their
    notation, which a keyboard has.

    >>> spoken("put ● on row 1")
    'put x on row 1'
    >>> spoken("take  2 from the first\\njar "), spoken("喺第二個罐攞６９１個") == spoken("喺第二個罐攞 691 個")
    ('take 2 from the first jar', True)
    """
    import re

    text = " ".join(narrow(text).split()).translate({ord("●"): "x", ord("○"): "o", ord("、"): ","})
    return text if text.isascii() else re.sub(r" ?([^\x00-\x7f]) ?", r"\1", text)
