"""The errors of Sprague under one root. Each error says what was expected, what came instead, and where.

This module imports nothing of Sprague except the sentences, so that every module can raise these errors.
"""

from __future__ import annotations

from .messages import Message, say


class SpragueError(Exception):
    """The root of every error that Sprague raises on purpose.

    ``message`` is the sentence to show (a :class:`~sprague.words.messages.Message`, so that it can be
    rendered in another language); ``where`` is the piece of input that it is about, or None.

    >>> from sprague.words.messages import say
    >>> try:
    ...     raise SpragueError(say("expected {what}", what="a heap"), where="nim x")
    ... except SpragueError as error:
    ...     print(error)
    expected a heap in 'nim x'
    """

    def __init__(self, message: Message | str, *, where: str | None = None) -> None:
        self.message = message if isinstance(message, Message) else say("{text}", text=message)
        self.where = where
        super().__init__(str(self.message))

    def sentence(self, language: str | None = None) -> str:
        """Returns the whole sentence with the place, in ``language`` (by default the current language)."""
        if self.where is None:
            return self.message.render(language)
        return say("{message} in '{where}'", message=self.message, where=_shorten(self.where)).render(
            language
        )

    def __str__(self) -> str:
        return self.sentence()


class NotationError(SpragueError, ValueError):
    """A text that is not a position, a game, a number or an expression."""


class MoveError(SpragueError, ValueError):
    """A move that the rules do not allow here."""


class RangeError(SpragueError, ValueError):
    """A value outside the range in which the question has an answer (heap -3, inverse of 0, ...)."""


class TooLargeError(SpragueError):
    """An answer would need more memory or time than allowed; the sentence says how much."""


class BudgetError(TooLargeError):
    """A bound of time or memory was reached during the work. ``at_least`` is a lower bound of the value, if one is
    known. ``known`` is the number of entries of a table that are kept, from heap 0 on (for a table of several heaps, of
    rows)."""

    def __init__(
        self, message: Message | str, *, where: str | None = None, at_least: int = 0, known: int = 0
    ) -> None:
        super().__init__(message, where=where)
        self.at_least = at_least
        self.known = known


class UnsolvedError(SpragueError):
    """A question that no engine here can answer (misère play of a game with cycles, ...)."""


class LoopyError(UnsolvedError):
    """A position can come back, so the mex of the options is undefined. Such a game is solved as a game with cycles."""


class MissingExtraError(SpragueError, ImportError):
    """A library of an optional extra is not installed; the sentence is the line that installs it."""

    def __init__(self, extra: str, purpose: Message | str) -> None:
        super().__init__(
            say(
                "{purpose} needs the extra [{extra}]: pip install 'sprague[{extra}]'",
                purpose=purpose,
                extra=extra,
            )
        )
        self.extra = extra


class FileError(SpragueError, OSError):
    """A file that cannot be read, is not what it should be, or would be overwritten; ``where`` is its name."""

    def sentence(self, language: str | None = None) -> str:
        if self.where is None:
            return self.message.render(language)
        return say("{message}: {where}", message=self.message, where=_shorten(self.where)).render(language)


class SentenceWarning(UserWarning):
    """A warning; ``message`` says in one sentence what it is about."""

    def __init__(self, message: Message) -> None:
        self.message = message
        super().__init__(str(message))


class SlowWarning(SentenceWarning):
    """An extra would do this work faster."""


class DamageWarning(SentenceWarning):
    """Part of a file is damaged. It was left out, and is computed again where possible."""


def expected(what: Message | str, got: Message | str, where: str | None = None) -> NotationError:
    """Returns the usual error of a reader: what was expected, what came instead, and in which text.

    >>> print(expected("an octal digit 0-7", "9", "0.79"))
    expected an octal digit 0-7, got '9' in '0.79'
    """
    if isinstance(got, str):
        got = say("'{text}'", text=_shorten(got)) if got else say("nothing")
    return NotationError(say("expected {what}, got {got}", what=what, got=got), where=where)


def _shorten(text: str, limit: int = 60) -> str:
    return text if len(text) <= limit else f"{text[: limit // 2]}…{text[-limit // 2 + 1 :]}"
